#![doc = include_str!("../README.md")]

mod army;
mod file;
mod generate;
mod graph;
mod index;
mod set;
mod value;

pub use army::{Army, ArmyError};
pub use file::{EXTENSION, FileError};
pub use generate::{GenerateError, MAX_PIECES, Summary, Table, generate, memory_needed};
pub use set::{LoadError, Tables};
pub use value::Value;
