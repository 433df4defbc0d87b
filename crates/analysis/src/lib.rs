//! Analysis of positions and games.
//!
//! [`solve`] proves whether the side to move wins, in how many turns, and how; [`puzzles`] finds such positions in games.

pub mod puzzles;
pub mod solve;
