//! What ends a search, and how it learns the time.

use crate::Depth;
use std::time::Duration;

/// Tells the time since some fixed moment; injected, so that the search needs no operating system.
pub trait Clock: Sync {
    /// Time since the fixed moment.
    fn now(&self) -> Duration;
}

/// A clock that stands still: for searches limited by depth or nodes.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoClock;

impl Clock for NoClock {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

/// When a search ends; whichever comes first. Without any limit it runs until it is stopped, or until the result is
/// proven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// After this depth is finished, in steps.
    pub depth: Option<Depth>,
    /// After this many nodes (edges made), of the main thread.
    pub nodes: Option<u64>,
    /// No new iteration begins after this time.
    pub soft_time: Option<Duration>,
    /// The search breaks off at this time.
    pub hard_time: Option<Duration>,
}
