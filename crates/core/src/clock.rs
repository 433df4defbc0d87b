//! Clock arithmetic, in milliseconds.
//!
//! | when | what |
//! |---|---|
//! | a turn runs | it may take time per turn plus reserve, at most the time for one turn, at most the rest of the total |
//! | it ends early | `percent` of the unused time per turn is added to the reserve |
//! | it ends late | all of the time over is taken from the reserve |
//! | then | the reserve is cut to its maximum: at the end of a turn, never before |
//! | setups | leave the reserve alone, but count for the total |

use crate::Color;

/// A time control; all times in milliseconds. Its text forms are read by the notation crate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// Time for each turn.
    pub per_turn: u64,
    /// Reserve at the start of the game; may exceed `max_reserve` until the first turn ends.
    pub reserve: u64,
    /// Percentage of a turn's unused time that is added to the reserve.
    pub percent: u32,
    /// The reserve after a turn is at most this; zero: unlimited.
    pub max_reserve: u64,
    /// The game ends after this many turns of each side, setups included; zero: unlimited.
    pub max_turns: u32,
    /// The game ends after this much time of both sides together; zero: unlimited.
    pub max_total: u64,
    /// The most time for one turn, whatever the reserve; zero: unlimited.
    pub max_turn_time: u64,
}

/// What a side does in the turn that it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnPhase {
    /// It sets up: the reserve does not change.
    Setup,
    /// It plays.
    Play,
}

/// Which limit a turn exceeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum TimeUp {
    /// Time per turn and reserve are used up: the side loses.
    #[error("the reserve is used up")]
    Reserve,
    /// The turn took longer than any turn may: the side loses.
    #[error("the time for one turn is used up")]
    TurnTime,
    /// The time for the whole game is used up: material decides.
    #[error("the time for the whole game is used up")]
    Total,
}

/// How long a turn may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TurnLimit {
    /// Milliseconds; a turn that takes exactly as long is in time.
    pub time: u64,
    /// What is used up after that.
    pub cause: TimeUp,
}

impl TimeControl {
    /// Whether turns are timed: time per turn, reserve and its maximum are not all zero.
    ///
    /// No time per turn with a reserve is a clock too (`0/5m`: five minutes for the whole game).
    ///
    /// ```
    /// # use tusker_core::TimeControl;
    /// assert!(TimeControl { reserve: 300_000, ..TimeControl::default() }.is_timed());
    /// assert!(!TimeControl { percent: 100, max_turns: 40, ..TimeControl::default() }.is_timed());
    /// ```
    pub const fn is_timed(&self) -> bool {
        self.per_turn != 0 || self.reserve != 0 || self.max_reserve != 0
    }

    /// Time for a turn that begins with `reserve` milliseconds, when both sides together have used `total_used`;
    /// `None`: nothing limits it. The tightest limit is given, the first of reserve, turn time, total if equal.
    ///
    /// ```
    /// # use tusker_core::{TimeControl, TimeUp};
    /// let control = TimeControl { per_turn: 60_000, max_turn_time: 240_000, ..TimeControl::default() };
    /// assert_eq!(control.turn_limit(300_000, 0).unwrap().time, 240_000);
    /// assert_eq!(control.turn_limit(5_000, 0).unwrap().cause, TimeUp::Reserve);
    /// ```
    pub fn turn_limit(&self, reserve: u64, total_used: u64) -> Option<TurnLimit> {
        let reserve = self.is_timed().then(|| self.per_turn.saturating_add(reserve));
        let turn_time = (self.max_turn_time != 0).then_some(self.max_turn_time);
        let total = (self.max_total != 0).then(|| self.max_total.saturating_sub(total_used));
        [(reserve, TimeUp::Reserve), (turn_time, TimeUp::TurnTime), (total, TimeUp::Total)]
            .into_iter()
            .filter_map(|(time, cause)| Some(TurnLimit { time: time?, cause }))
            .min_by_key(|limit| limit.time)
    }

    /// The reserve after a played turn that began with `reserve` and took `used`, all in milliseconds.
    ///
    /// ```
    /// # use tusker_core::TimeControl;
    /// let control = TimeControl { per_turn: 1000, percent: 50, max_reserve: 5000, ..TimeControl::default() };
    /// assert_eq!(control.reserve_after(1000, 1500), 500); // all of the overrun
    /// assert_eq!(control.reserve_after(1000, 200), 1400); // half of what was saved
    /// assert_eq!(control.reserve_after(5000, 0), 5000);
    /// ```
    pub fn reserve_after(&self, reserve: u64, used: u64) -> u64 {
        if !self.is_timed() {
            return reserve;
        }
        let saved = self.per_turn.saturating_sub(used);
        let overrun = used.saturating_sub(self.per_turn);
        let added = u128::from(saved) * u128::from(self.percent) / 100;
        let after = reserve.saturating_add(u64::try_from(added).unwrap_or(u64::MAX)).saturating_sub(overrun);
        if self.max_reserve == 0 { after } else { after.min(self.max_reserve) }
    }
}

/// The clock of a game: both reserves and the time used.
///
/// ```
/// # use tusker_core::{Clock, Color, TimeControl, TimeUp, TurnPhase};
/// let control = TimeControl { per_turn: 1000, reserve: 1000, percent: 50, ..TimeControl::default() };
/// let mut clock = Clock::new(control);
/// clock.end_turn(Color::Gold, 1500, TurnPhase::Play).unwrap();
/// assert_eq!(clock.reserve(Color::Gold), 500);
/// assert_eq!(clock.end_turn(Color::Gold, 1600, TurnPhase::Play), Err(TimeUp::Reserve));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    reserves: [u64; 2],
    total_used: u64,
}

impl Clock {
    /// The clock at the start of a game.
    pub const fn new(control: TimeControl) -> Self {
        Self { control, reserves: [control.reserve; 2], total_used: 0 }
    }

    /// The time control.
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// The reserve of `color` before its next turn.
    pub const fn reserve(&self, color: Color) -> u64 {
        self.reserves[color.index()]
    }

    /// Sets the reserve of `color`, as a controller reports it.
    pub const fn set_reserve(&mut self, color: Color, reserve: u64) {
        self.reserves[color.index()] = reserve;
    }

    /// Time that both sides have used together.
    pub const fn total_used(&self) -> u64 {
        self.total_used
    }

    /// Time that `color` has for a turn that begins now; `None`: nothing limits it.
    pub fn turn_limit(&self, color: Color) -> Option<TurnLimit> {
        self.control.turn_limit(self.reserve(color), self.total_used)
    }

    /// Ends a turn of `color` that took `used` milliseconds.
    ///
    /// # Errors
    /// A limit was exceeded; the clock is unchanged.
    pub fn end_turn(&mut self, color: Color, used: u64, phase: TurnPhase) -> Result<(), TimeUp> {
        if let Some(limit) = self.turn_limit(color)
            && used > limit.time
        {
            return Err(limit.cause);
        }
        self.total_used = self.total_used.saturating_add(used);
        if phase == TurnPhase::Play {
            let reserve = &mut self.reserves[color.index()];
            *reserve = self.control.reserve_after(*reserve, used);
        }
        Ok(())
    }
}
