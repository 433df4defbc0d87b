//! Options: the standard names of the protocol, and those that an engine declares.

use crate::text::echo;
use std::fmt;

/// A standard option that the session handles itself: the clock, the game, and limits of a search.
///
/// Names are compared without regard to case; names of protocol version 0 are understood. All times are seconds in
/// the protocol's text, fractions allowed; zero means unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StandardOption {
    /// `tcmove`: time for each turn.
    TcMove,
    /// `tcreserve`: reserve at the start of the game.
    TcReserve,
    /// `tcpercent`: share of unused time that is added to the reserve; 100 at first.
    TcPercent,
    /// `tcmax`: the most the reserve can be.
    TcMax,
    /// `tctotal`: the most the whole game can last.
    TcTotal,
    /// `tcturns`: turns a side may play before material decides.
    TcTurns,
    /// `tcturntime`: the most one turn can last.
    TcTurnTime,
    /// `greserve` (`wreserve`): Gold's reserve.
    GoldReserve,
    /// `sreserve` (`breserve`): Silver's reserve.
    SilverReserve,
    /// `gused` (`wused`): time of Gold's last turn.
    GoldUsed,
    /// `sused` (`bused`): time of Silver's last turn.
    SilverUsed,
    /// `lastmoveused` (`tclastmoveused`): time of the last turn.
    LastMoveUsed,
    /// `moveused` (`tcmoveused`): time of this turn that is gone already.
    MoveUsed,
    /// `opponent`: the opponent's name.
    Opponent,
    /// `opponent_rating`: the opponent's rating.
    OpponentRating,
    /// `rating`: the engine's rating.
    Rating,
    /// `rated`: whether the game counts; it does at first.
    Rated,
    /// `event`: the event that the game belongs to.
    Event,
    /// `depth`: searches end after this depth in steps.
    Depth,
    /// `nodes`: searches end after this many nodes. Not in the protocol's text.
    Nodes,
    /// `movetime`: searches end after this time, in seconds, whatever the clock says. Not in the protocol's text.
    MoveTime,
    /// `strict`: unknown commands and illegal turns end the session, as the protocol's text has it; off at first.
    Strict,
    /// `resign`: resign when the score is this many centi-rabbits below zero, or worse; 0 (at first) never does.
    Resign,
    /// `variant`: the variant of the next games, by the name that [`Variant::from_name`](tusker_core::Variant::from_name)
    /// reads; `standard` at first. Not in the protocol's text.
    Variant,
}

impl StandardOption {
    /// Every option with its name, legacy names after the current ones.
    const NAMES: [(&'static str, Self); 30] = [
        ("tcmove", Self::TcMove),
        ("tcreserve", Self::TcReserve),
        ("tcpercent", Self::TcPercent),
        ("tcmax", Self::TcMax),
        ("tctotal", Self::TcTotal),
        ("tcturns", Self::TcTurns),
        ("tcturntime", Self::TcTurnTime),
        ("greserve", Self::GoldReserve),
        ("sreserve", Self::SilverReserve),
        ("gused", Self::GoldUsed),
        ("sused", Self::SilverUsed),
        ("lastmoveused", Self::LastMoveUsed),
        ("moveused", Self::MoveUsed),
        ("opponent", Self::Opponent),
        ("opponent_rating", Self::OpponentRating),
        ("rating", Self::Rating),
        ("rated", Self::Rated),
        ("event", Self::Event),
        ("depth", Self::Depth),
        ("nodes", Self::Nodes),
        ("movetime", Self::MoveTime),
        ("strict", Self::Strict),
        ("resign", Self::Resign),
        ("variant", Self::Variant),
        ("tcmoveused", Self::MoveUsed),
        ("tclastmoveused", Self::LastMoveUsed),
        ("wreserve", Self::GoldReserve),
        ("breserve", Self::SilverReserve),
        ("wused", Self::GoldUsed),
        ("bused", Self::SilverUsed),
    ];

    /// The option with this name, current or legacy, in any case.
    ///
    /// ```
    /// use tusker_aei::StandardOption;
    ///
    /// assert_eq!(StandardOption::from_name("TCMove"), Some(StandardOption::TcMove));
    /// assert_eq!(StandardOption::from_name("wreserve"), Some(StandardOption::GoldReserve));
    /// assert_eq!(StandardOption::from_name("hash"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, option)| option)
    }

    /// The current name, in lower case.
    pub fn name(self) -> &'static str {
        Self::NAMES.into_iter().find(|&(_, option)| option == self).map_or("", |(name, _)| name)
    }

    /// Every option once.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::NAMES.into_iter().filter(|(name, option)| option.name() == *name).map(|(_, option)| option)
    }
}

impl fmt::Display for StandardOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An option that an engine declares, beside the standard ones of the session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSpec {
    /// The name, in lower case.
    pub name: &'static str,
    /// What values it takes.
    pub kind: OptionKind,
    /// One sentence for the user.
    pub help: &'static str,
}

/// What values an option takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionKind {
    /// A whole number in a range, ends included.
    Number {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
    /// On or off: `1`, `true`, `on`, `yes`, or `0`, `false`, `off`, `no`, in any case.
    Switch,
    /// Any text, perhaps empty.
    Text,
}

/// A value that fits the kind of its option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// For [`OptionKind::Number`], within its range.
    Number(i64),
    /// For [`OptionKind::Switch`]: whether it is on.
    Switch(bool),
    /// For [`OptionKind::Text`].
    Text(String),
}

impl OptionValue {
    /// The number, or 0 for a value of another kind.
    pub fn number(&self) -> i64 {
        if let Self::Number(number) = self { *number } else { 0 }
    }
}

impl fmt::Display for OptionValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            Self::Text(text) => f.write_str(text),
        }
    }
}

/// Why an option was not set; it keeps its old value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// No option has this name.
    #[error("unknown option '{0}'")]
    Unknown(String),
    /// The value cannot be read, or is out of range.
    #[error("option {name} needs {expected}, found '{found}'; the old value stays")]
    Value {
        /// The option.
        name: String,
        /// What it takes.
        expected: String,
        /// The value that was given.
        found: String,
    },
    /// The engine could not do it, for instance allocate that much memory.
    #[error("option {name}: {reason}")]
    Refused {
        /// The option.
        name: String,
        /// What went wrong.
        reason: String,
    },
}

impl OptionError {
    pub(crate) fn value(name: &str, expected: impl Into<String>, found: Option<&str>) -> Self {
        let found = echo(found.unwrap_or_default());
        Self::Value { name: name.to_owned(), expected: expected.into(), found }
    }
}

impl OptionSpec {
    /// Reads a value for this option.
    ///
    /// # Errors
    /// [`OptionError::Value`] says what would fit.
    ///
    /// ```
    /// use tusker_aei::{OptionKind, OptionSpec, OptionValue};
    ///
    /// let hash = OptionSpec { name: "hash", kind: OptionKind::Number { min: 1, max: 4096 }, help: "MiB" };
    /// assert_eq!(hash.read(Some("64")), Ok(OptionValue::Number(64)));
    /// let error = hash.read(Some("0")).unwrap_err().to_string();
    /// assert_eq!(error, "option hash needs a whole number from 1 to 4096, found '0'; the old value stays");
    /// ```
    pub fn read(&self, value: Option<&str>) -> Result<OptionValue, OptionError> {
        match self.kind {
            OptionKind::Number { min, max } => value
                .and_then(|v| v.trim().parse().ok())
                .filter(|number| (min..=max).contains(number))
                .map(OptionValue::Number)
                .ok_or_else(|| {
                    let expected = format!("a whole number from {min} to {max}");
                    OptionError::value(self.name, expected, value)
                }),
            OptionKind::Switch => read_switch(self.name, value).map(OptionValue::Switch),
            OptionKind::Text => Ok(OptionValue::Text(value.unwrap_or_default().to_owned())),
        }
    }
}

/// Reads on or off.
pub(crate) fn read_switch(name: &str, value: Option<&str>) -> Result<bool, OptionError> {
    match value.map(|v| v.trim().to_ascii_lowercase()).as_deref() {
        Some("1" | "true" | "on" | "yes") => Ok(true),
        Some("0" | "false" | "off" | "no") => Ok(false),
        _ => Err(OptionError::value(name, "0 or 1", value)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_standard_option_has_one_current_name() {
        let all: Vec<_> = StandardOption::all().collect();
        // The 23 of the protocol, and `variant`, our extension.
        assert_eq!(all.len(), 24);
        for option in all {
            assert_eq!(StandardOption::from_name(option.name()), Some(option));
            assert_eq!(StandardOption::from_name(&option.name().to_ascii_uppercase()), Some(option));
        }
    }

    #[test]
    fn switches_are_read_in_many_forms() {
        for (text, value) in [("1", true), ("ON", true), (" yes", true), ("0", false), ("False", false)] {
            assert_eq!(read_switch("x", Some(text)), Ok(value), "{text}");
        }
        for text in [None, Some(""), Some("2"), Some("maybe")] {
            assert!(read_switch("x", text).is_err(), "{text:?}");
        }
    }
}
