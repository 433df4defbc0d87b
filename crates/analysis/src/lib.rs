//! Analysis of positions and games.
//!
//! [`solve`] proves who wins, and in how many turns.

pub mod solve;
