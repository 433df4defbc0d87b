//! The standard options as last set.

use crate::clock::{ClockOptions, read_time};
use crate::engine::{GameInfo, Limits};
use crate::options::{OptionError, StandardOption, read_switch};
use std::time::Duration;
use tusker_core::Variant;

/// What happens after an unknown command or an illegal turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Faults {
    /// An error is logged and the session goes on: a controller waits forever for an engine that leaves.
    #[default]
    Tolerate,
    /// An error is logged and the session ends, as the protocol's text has it.
    End,
}

/// Everything that [`StandardOption`] covers.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    pub(crate) clock: ClockOptions,
    pub(crate) limits: Limits,
    pub(crate) info: GameInfo,
    pub(crate) faults: Faults,
    /// Give up at this many centi-rabbits below zero; `None`: never.
    pub(crate) resign: Option<i32>,
    /// Of the next games.
    pub(crate) variant: Variant,
}

impl Settings {
    pub(crate) fn new() -> Self {
        Self {
            clock: ClockOptions::new(),
            limits: Limits::default(),
            info: GameInfo::default(),
            faults: Faults::default(),
            resign: None,
            variant: Variant::STANDARD,
        }
    }

    /// Sets one option; on an error it keeps its old value.
    pub(crate) fn set(&mut self, option: StandardOption, value: Option<&str>) -> Result<(), OptionError> {
        if self.clock.set(option, value)? {
            return Ok(());
        }
        let text = || value.unwrap_or_default().to_owned();
        match option {
            StandardOption::Opponent => self.info.opponent = text(),
            StandardOption::OpponentRating => self.info.opponent_rating = text(),
            StandardOption::Rating => self.info.rating = text(),
            StandardOption::Rated => self.info.rated = read_switch(option.name(), value)?,
            StandardOption::Event => self.info.event = text(),
            StandardOption::Depth => {
                // Zero or less means no fixed depth.
                let depth = read_integer(option, value)?.max(0);
                self.limits.depth = u32::try_from(depth).ok().filter(|&depth| depth > 0);
            }
            StandardOption::Nodes => {
                let nodes = read_integer(option, value)?.max(0);
                self.limits.nodes = u64::try_from(nodes).ok().filter(|&nodes| nodes > 0);
            }
            StandardOption::MoveTime => {
                let time = Duration::from_millis(read_time(option, value)?);
                self.limits.move_time = Some(time).filter(|time| !time.is_zero());
            }
            StandardOption::Strict => {
                let on = read_switch(option.name(), value)?;
                self.faults = if on { Faults::End } else { Faults::Tolerate };
            }
            StandardOption::Resign => {
                let score = read_integer(option, value)?.saturating_abs();
                self.resign = i32::try_from(score).ok().filter(|&score| score > 0);
            }
            StandardOption::Variant => {
                let named = value.and_then(|name| Variant::from_name(name.trim()));
                let expected = "standard, endless (or eee), free (or freestyle) or handicap";
                self.variant = named.ok_or_else(|| OptionError::value(option.name(), expected, value))?;
            }
            // All others are options of the clock.
            _ => {}
        }
        Ok(())
    }
}

fn read_integer(option: StandardOption, value: Option<&str>) -> Result<i64, OptionError> {
    value
        .and_then(|text| text.trim().parse().ok())
        .ok_or_else(|| OptionError::value(option.name(), "a whole number", value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;
    use tusker_core::Color;

    #[test]
    fn bad_values_leave_the_old_ones() {
        let mut settings = Settings::new();
        for option in StandardOption::all() {
            let good = match option {
                StandardOption::Strict | StandardOption::Rated => "1",
                StandardOption::Variant => "Free",
                _ => "7",
            };
            assert_eq!(settings.set(option, Some(good)), Ok(()), "{option}");
        }
        let before = format!("{settings:?}");
        let texts = ["opponent", "opponent_rating", "rating", "event"];
        for option in StandardOption::all().filter(|option| !texts.contains(&option.name())) {
            for bad in [None, Some(""), Some("x"), Some("1x"), Some("inf"), Some("nan"), Some("1e99")] {
                let error = settings.set(option, bad).expect_err(option.name()).to_string();
                assert!(error.starts_with(&format!("option {option} needs ")), "{error}");
            }
        }
        assert_eq!(format!("{settings:?}"), before);
    }

    #[test]
    fn reserves_follow_tcreserve_until_they_are_told() {
        let mut settings = Settings::new();
        let now = Instant::now();
        let set = |settings: &mut Settings, name: &str, value: &str| {
            settings.set(StandardOption::from_name(name).unwrap(), Some(value)).unwrap();
        };
        set(&mut settings, "tcreserve", "90");
        assert_eq!(settings.clock.for_turn(Color::Gold, now).reserve, 90_000);
        set(&mut settings, "wreserve", "30.5");
        set(&mut settings, "tcreserve", "80");
        let clock = settings.clock.for_turn(Color::Gold, now);
        assert_eq!((clock.reserve, clock.opponent_reserve), (30_500, 80_000));
        settings.clock.new_game(now);
        let clock = settings.clock.for_turn(Color::Silver, now);
        assert_eq!((clock.reserve, clock.opponent_reserve), (80_000, 80_000));
    }
}
