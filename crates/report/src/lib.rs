#![doc = include_str!("../README.md")]

mod board;
mod chart;
mod html;
mod page;
mod replay;
mod table;

pub use board::board_svg;
pub use chart::{BarRow, Bars, Clicks, Level, LineChart, PointMark, Series};
pub use page::Page;
pub use replay::{Replay, ReplayTurn};
pub use table::{Align, Table};
