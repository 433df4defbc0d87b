//! The Tusker engine: alpha-beta over edges, and an evaluation built on Harlog.
//!
//! The crate does no I/O and reads no clock of its own: time comes from a [`Clock`], results go to a callback.

mod arch;
mod bench;
pub mod eval;
mod limits;
mod node;
pub mod order;
mod pv;
mod quiescence;
mod repetition;
mod score;
mod searcher;
mod selectivity;
mod stats;
mod time;
mod transposed;
pub mod tt;
mod worker;

pub use bench::{BenchLine, BenchPosition, POSITIONS, bench};
pub use limits::{Clock, Limits, NoClock};
pub use score::{Depth, Score};
pub use searcher::{Report, Searcher, Task};
pub use stats::{Figure, Stats};
pub use time::{TimeFacts, allot};
