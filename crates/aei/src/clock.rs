//! The clock as the controller tells it.

use crate::options::{OptionError, StandardOption};
use std::time::{Duration, Instant};
use tusker_core::{Color, TimeControl};

/// The clock of the side to move when its search begins; all times in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TurnClock {
    /// The rules of the clock; all zero if there is none.
    pub control: TimeControl,
    /// Reserve of the side to move. Controllers cut it to whole seconds.
    pub reserve: u64,
    /// Reserve of the other side.
    pub opponent_reserve: u64,
    /// Time of this turn that was gone when `go` arrived.
    pub move_used: u64,
    /// Time since the game began, both sides together.
    pub total_used: u64,
}

impl TurnClock {
    /// Time that is left for this turn before the side to move loses, or before the game ends by its total time;
    /// `None` without a clock.
    pub fn time_left(&self) -> Option<Duration> {
        let limit = self.control.turn_limit(self.reserve, self.total_used)?;
        Some(Duration::from_millis(limit.time.saturating_sub(self.move_used)))
    }
}

/// The clock options as last set.
#[derive(Clone, Debug)]
pub(crate) struct ClockOptions {
    control: TimeControl,
    /// Reserves that the controller told since the game began; the start's reserve until it does.
    reserves: [Option<u64>; 2],
    move_used: u64,
    game_began: Instant,
}

impl ClockOptions {
    pub(crate) fn new() -> Self {
        let control = TimeControl { percent: 100, ..TimeControl::default() };
        Self { control, reserves: [None; 2], move_used: 0, game_began: Instant::now() }
    }

    /// Keeps the time control and resets the reserves.
    pub(crate) fn new_game(&mut self, now: Instant) {
        self.reserves = [None; 2];
        self.move_used = 0;
        self.game_began = now;
    }

    /// Another turn begins.
    pub(crate) fn new_turn(&mut self) {
        self.move_used = 0;
    }

    /// The clock of `side` for a turn that is asked for at `now`.
    pub(crate) fn for_turn(&self, side: Color, now: Instant) -> TurnClock {
        let reserve = |side: Color| self.reserves[side.index()].unwrap_or(self.control.reserve);
        TurnClock {
            control: self.control,
            reserve: reserve(side),
            opponent_reserve: reserve(!side),
            move_used: self.move_used,
            total_used: millis(now.saturating_duration_since(self.game_began)),
        }
    }

    /// Sets one of the clock options; returns whether `option` is one.
    pub(crate) fn set(&mut self, option: StandardOption, value: Option<&str>) -> Result<bool, OptionError> {
        let time = || read_time(option, value);
        match option {
            StandardOption::TcMove => self.control.per_turn = time()?,
            StandardOption::TcReserve => self.control.reserve = time()?,
            StandardOption::TcPercent => self.control.percent = read_number(option, value)?,
            StandardOption::TcMax => self.control.max_reserve = time()?,
            StandardOption::TcTotal => self.control.max_total = time()?,
            StandardOption::TcTurns => self.control.max_turns = read_number(option, value)?,
            StandardOption::TcTurnTime => self.control.max_turn_time = time()?,
            StandardOption::GoldReserve => self.reserves[Color::Gold.index()] = Some(time()?),
            StandardOption::SilverReserve => self.reserves[Color::Silver.index()] = Some(time()?),
            StandardOption::MoveUsed => self.move_used = time()?,
            // Told for the record: no decision hangs on the time of turns that are over.
            StandardOption::GoldUsed | StandardOption::SilverUsed | StandardOption::LastMoveUsed => {
                time()?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// Milliseconds, saturating.
pub(crate) fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// The most seconds that a time option takes: some 300 years.
const MAX_SECONDS: f64 = 1e10;

/// Reads seconds, fractions allowed, into milliseconds.
pub(crate) fn read_time(option: StandardOption, value: Option<&str>) -> Result<u64, OptionError> {
    value
        .and_then(|text| text.trim().parse::<f64>().ok())
        .filter(|seconds| (0.0..=MAX_SECONDS).contains(seconds))
        .map(|seconds| (seconds * 1000.0).round() as u64)
        .ok_or_else(|| OptionError::value(option.name(), "a time in seconds, 0 or more", value))
}

/// Reads a whole number, zero or more.
fn read_number(option: StandardOption, value: Option<&str>) -> Result<u32, OptionError> {
    value
        .and_then(|text| text.trim().parse().ok())
        .ok_or_else(|| OptionError::value(option.name(), "a whole number, 0 or more", value))
}
