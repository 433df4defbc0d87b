//! Analysis of positions and games.
//!
//! [`annotate`] looks at a finished game turn by turn.
//!
//! [`solve`] proves whether the side to move wins, in how many turns, and how; [`puzzles`] finds such positions in games.

pub mod annotate;
pub mod puzzles;
pub mod solve;
