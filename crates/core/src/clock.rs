//! Clock arithmetic, in milliseconds.

use crate::Color;

/// A time control; all times in milliseconds. Its text forms are read by the notation crate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TimeControl {
    /// Time for each turn.
    pub per_turn: u64,
    /// Reserve at the start of the game.
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

/// The clock of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    reserves: [u64; 2],
    total_used: u64,
}

impl TimeControl {
    /// Whether there is a clock: time per turn, reserve and its maximum are not all zero.
    pub const fn is_timed(&self) -> bool {
        self.per_turn != 0 || self.reserve != 0 || self.max_reserve != 0
    }

    /// Time for a turn that begins with `reserve` when both sides have used `total_used` together, and what limits it;
    /// `None`: no limit.
    pub fn turn_limit(&self, reserve: u64, total_used: u64) -> Option<(u64, TimeUp)> {
        let _ = (reserve, total_used);
        todo!()
    }
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

    /// The reserve of `color`.
    pub const fn reserve(&self, color: Color) -> u64 {
        self.reserves[color.index()]
    }

    /// Time that both sides have used together.
    pub const fn total_used(&self) -> u64 {
        self.total_used
    }

    /// Time that `color` has for a turn that begins now, and what limits it; `None`: no limit.
    pub fn turn_limit(&self, color: Color) -> Option<(u64, TimeUp)> {
        self.control.turn_limit(self.reserve(color), self.total_used)
    }

    /// Ends a turn of `color` that took `used`.
    ///
    /// # Errors
    /// A limit was exceeded; the clock is unchanged.
    pub fn end_turn(&mut self, color: Color, used: u64, phase: TurnPhase) -> Result<(), TimeUp> {
        let _ = (color, used, phase);
        todo!()
    }
}
