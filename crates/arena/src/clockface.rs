//! How long engines may think, and what they are told of it.

use std::time::Duration;
use tusker_core::TimeControl;

/// How turns are limited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pace {
    /// What limits a turn.
    pub limit: PaceLimit,
    /// An answer that comes later than it should by no more than this is in time, and costs no more than what was
    /// allowed.
    pub grace: Duration,
    /// An engine that owes an answer for longer than this loses: a turn without a clock, an answer to `stop` or
    /// `isready`, the end after `quit`.
    pub patience: Duration,
}

/// What limits a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PaceLimit {
    /// The clock, kept by the referee and told to the engines.
    Clock {
        /// Its rules.
        control: TimeControl,
        /// As it was given.
        text: String,
    },
    /// The engines are told nothing of time; the referee sends `stop` after this time. For engines that hold back
    /// more of a clock than they need.
    Stop(Duration),
    /// Nothing but the options of the engines (`depth`, `nodes`).
    Options,
}

impl Pace {
    /// An answer may be late by this much unless something else is said.
    pub const GRACE: Duration = Duration::from_millis(100);
    /// How long the referee waits for an engine that owes an answer, unless something else is said.
    pub const PATIENCE: Duration = Duration::from_secs(10);
    /// The same for a turn that nothing but options limits.
    pub const PATIENCE_WITHOUT_CLOCK: Duration = Duration::from_secs(600);

    /// The clock's rules; without a clock nothing is limited.
    pub fn control(&self) -> TimeControl {
        match &self.limit {
            PaceLimit::Clock { control, .. } => *control,
            PaceLimit::Stop(_) | PaceLimit::Options => TimeControl::default(),
        }
    }

    /// A clock that allows `time` for each turn and keeps nothing of it.
    pub fn fixed_clock(time: Duration) -> PaceLimit {
        let per_turn = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let control = TimeControl { per_turn, percent: 0, ..TimeControl::default() };
        PaceLimit::Clock { control, text: format!("{}s per turn", seconds(per_turn)) }
    }

    /// In a few words, for records and tables.
    pub fn text(&self) -> String {
        match &self.limit {
            PaceLimit::Clock { text, .. } => text.clone(),
            PaceLimit::Stop(time) => format!("stop after {}s", seconds(time.as_millis() as u64)),
            PaceLimit::Options => "no clock".to_owned(),
        }
    }
}

/// Milliseconds as seconds, with as many digits as they need.
pub(crate) fn seconds(milliseconds: u64) -> String {
    let text = format!("{}.{:03}", milliseconds / 1000, milliseconds % 1000);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_are_short() {
        let found = [0, 100, 1000, 12_340, 1].map(seconds);
        assert_eq!(found, ["0", "0.1", "1", "12.34", "0.001"]);
    }

    #[test]
    fn a_fixed_time_saves_nothing() {
        let PaceLimit::Clock { control, text } = Pace::fixed_clock(Duration::from_millis(100)) else {
            panic!("no clock");
        };
        assert_eq!(text, "0.1s per turn");
        assert_eq!(control.reserve_after(0, 10), 0);
        assert_eq!(control.turn_limit(0, 0).unwrap().time, 100);
    }
}
