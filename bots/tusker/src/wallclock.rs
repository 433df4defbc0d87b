//! The time, for searches.

use std::time::{Duration, Instant};
use tusker_search::Clock;

/// The time since some moment.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WallClock(Instant);

impl WallClock {
    /// A clock that shows zero now.
    pub(crate) fn start() -> Self {
        Self::since(Instant::now())
    }

    /// A clock that shows the time since `moment`.
    pub(crate) const fn since(moment: Instant) -> Self {
        Self(moment)
    }
}

impl Clock for WallClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}
