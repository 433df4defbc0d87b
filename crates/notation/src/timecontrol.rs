//! Time controls as the game room and roundrobin write them: `move/reserve/percent/max/total/turn`.
//!
//! | field | meaning | bare numbers | default |
//! |---|---|---|---|
//! | move | time added for each turn | minutes | 0 |
//! | reserve | reserve at the start | minutes | none: must be given |
//! | percent | part of the unused time of a turn that goes to the reserve | percent | 100 |
//! | max | largest reserve | minutes | 0: no limit |
//! | total | length of the game, or `40t` for a number of turns | hours | 0: no limit |
//! | turn | longest single turn | minutes | 0: no limit |
//!
//! A time is a row of numbers with units `d h m s`, as in `1d12h` or `2m30s`. A number without a unit counts in the
//! field's unit; a colon steps down one unit, so `1:30` is 1 minute and 30 seconds, or in the fifth field 1 hour and
//! 30 minutes. Mind `1m30`: the bare 30 are minutes, as everywhere in these files.
//!
//! The numbers are those of pyrimaa's reader, and so are the texts that are refused; beyond those, a percentage is
//! never negative and no field has blanks around it.

use crate::error::error;
use crate::text;
use crate::{Error, Place};
use tusker_core::TimeControl;

/// Why a text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClockFault {
    /// The text is empty.
    #[error("a time control is empty: expected move/reserve, such as 30s/5m")]
    Empty,
    /// There is no second field.
    #[error("the time control '{0}' has no reserve: expected move/reserve, such as 30s/5m")]
    NoReserve(String),
    /// There are more than six fields.
    #[error(
        "a time control has at most 6 fields (move/reserve/percent/max/total/turn), found another: '{0}'"
    )]
    TooManyFields(String),
    /// A field is not a time.
    #[error("the {field} field '{text}' of the time control: {problem}")]
    Time {
        /// The field.
        field: ClockField,
        /// The field as it stands in the text.
        text: String,
        /// What is wrong with it.
        problem: TimeFault,
    },
    /// The percent field is not a number.
    #[error("the percent field '{0}' of the time control: expected a whole number such as 100")]
    Percent(String),
    /// The total field ends with `t` but is no number of turns.
    #[error("the total field '{0}' of the time control: expected a number of turns such as 40t")]
    Turns(String),
}

/// A field of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClockField {
    /// Time added for each turn.
    Move,
    /// Reserve at the start.
    Reserve,
    /// Largest reserve.
    Max,
    /// Length of the game.
    Total,
    /// Longest single turn.
    Turn,
}

impl std::fmt::Display for ClockField {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Self::Move => "move",
            Self::Reserve => "reserve",
            Self::Max => "max",
            Self::Total => "total",
            Self::Turn => "turn",
        })
    }
}

/// Why a field is not a time.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TimeFault {
    /// A number is missing where one must stand.
    #[error("expected a whole number, found '{0}' (times look like 90s, 2m30s or 1:30)")]
    Number(String),
    /// The character after a number is no unit.
    #[error("'{0}' is no unit of time: expected d, h, m or s, in lower case and right after its number")]
    Unit(char),
    /// Seconds, and then another number without unit.
    #[error("there is no unit below seconds for '{0}': a time has at most hours, minutes and seconds")]
    BelowSeconds(String),
    /// The time does not fit.
    #[error("the time is too long")]
    TooLong,
}

/// Units of time, longest first: letter and milliseconds.
const UNITS: [(char, u64); 4] = [('d', 86_400_000), ('h', 3_600_000), ('m', 60_000), ('s', 1_000)];

/// Index in [`UNITS`] of the unit of a bare number.
const HOURS: usize = 1;
const MINUTES: usize = 2;

/// Reads a time control.
///
/// # Errors
/// Names the field, what it holds, and what was expected, with the column.
///
/// ```
/// use tusker_notation::{read_time_control, write_time_control};
///
/// let clock = read_time_control("2m/3m/100/10m/8h").unwrap();
/// assert_eq!((clock.per_turn, clock.max_total), (120_000, 8 * 3_600_000));
/// assert_eq!(write_time_control(&clock).unwrap(), "2m/3m/100/10m/8h");
///
/// let error = read_time_control("15s/30S").unwrap_err();
/// assert!(error.to_string().starts_with("line 1, column 7: the reserve field '30S' of the time control: 'S' is no unit"));
/// ```
pub fn read_time_control(text: &str) -> Result<TimeControl, Error> {
    let fields = fields(text)?;
    let time = |index: usize, field, unit| match fields.get(index) {
        Some(&(place, text)) => time(text, unit).map_err(|(offset, problem)| {
            error(place.right(offset), ClockFault::Time { field, text: text::excerpt(text), problem })
        }),
        None => Ok(0),
    };
    let mut clock = TimeControl {
        per_turn: time(0, ClockField::Move, MINUTES)?,
        reserve: time(1, ClockField::Reserve, MINUTES)?,
        percent: 100,
        max_reserve: 0,
        max_turns: 0,
        max_total: 0,
        max_turn_time: 0,
    };
    if let Some(&(place, text)) = fields.get(2).filter(|field| !field.1.is_empty()) {
        clock.percent = number(text).ok_or_else(|| error(place, ClockFault::Percent(text::excerpt(text))))?;
    }
    clock.max_reserve = time(3, ClockField::Max, MINUTES)?;
    match fields.get(4).and_then(|&(place, text)| Some((place, text, text.strip_suffix('t')?))) {
        Some((place, text, turns)) => {
            clock.max_turns =
                number(turns).ok_or_else(|| error(place, ClockFault::Turns(text::excerpt(text))))?;
        }
        None => clock.max_total = time(4, ClockField::Total, HOURS)?,
    }
    clock.max_turn_time = time(5, ClockField::Turn, MINUTES)?;
    Ok(clock)
}

/// The two to six fields and their places.
fn fields(text: &str) -> Result<Vec<(Place, &str)>, Error> {
    if text.is_empty() {
        return Err(error(Place::START, ClockFault::Empty));
    }
    let mut fields = Vec::new();
    let mut place = Place::START;
    for field in text.split('/') {
        if fields.len() == 6 {
            return Err(error(place, ClockFault::TooManyFields(text::excerpt(field))));
        }
        fields.push((place, field));
        place = place.right(text::count(field) + 1);
    }
    match fields.get(1) {
        Some((_, reserve)) if !reserve.is_empty() => Ok(fields),
        _ => Err(error(Place::START.right(text::count(text)), ClockFault::NoReserve(text::excerpt(text)))),
    }
}

/// A whole number in plain digits.
fn number<T: std::str::FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok())?
}

/// Milliseconds of one field whose bare numbers count in `UNITS[unit]`; an error with its offset in characters.
fn time(text: &str, unit: usize) -> Result<u64, (usize, TimeFault)> {
    // A leading colon stands after a number that was left out.
    let mut rest = text.strip_prefix(':').unwrap_or(text);
    let mut bare = if rest.len() < text.len() { unit + 1 } else { unit };
    let mut total = 0_u64;
    while !rest.is_empty() {
        let offset = text::count(text) - text::count(rest);
        let (digits, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()));
        if digits.is_empty() {
            return Err((offset, TimeFault::Number(text::excerpt(rest))));
        }
        let mut characters = after.chars();
        let unit = match characters.next() {
            None | Some(':') => take_bare(&mut bare, digits, offset)?,
            Some(c) => match UNITS.iter().find(|(letter, _)| *letter == c) {
                Some((_, milliseconds)) => *milliseconds,
                None => return Err((offset + digits.len(), TimeFault::Unit(c))),
            },
        };
        total = digits
            .parse::<u64>()
            .ok()
            .and_then(|n| n.checked_mul(unit))
            .and_then(|n| n.checked_add(total))
            .ok_or((offset, TimeFault::TooLong))?;
        rest = characters.as_str();
    }
    Ok(total)
}

/// Milliseconds of the unit of a bare number; the next bare number counts in the unit below.
fn take_bare(bare: &mut usize, digits: &str, offset: usize) -> Result<u64, (usize, TimeFault)> {
    let unit = UNITS.get(*bare).ok_or_else(|| (offset, TimeFault::BelowSeconds(text::excerpt(digits))))?;
    *bare += 1;
    Ok(unit.1)
}

/// Why a clock has no text form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnwritableClock {
    /// Times are written in whole seconds.
    #[error("the {0} field is no whole number of seconds, a time control has no form for that")]
    Fraction(ClockField),
    /// The fifth field holds turns or time.
    #[error("a time control has one field for the limit of turns and the limit of time, both are set")]
    TwoLimits,
}

/// Writes the canonical form: the fewest fields, units in descending order, every number with its unit.
///
/// # Errors
/// Times with fractions of a second, and a limit of turns together with one of total time, have no form.
pub fn write_time_control(clock: &TimeControl) -> Result<String, UnwritableClock> {
    let total = match (clock.max_turns, clock.max_total) {
        (0, total) => write_time(total, ClockField::Total)?,
        (turns, 0) => format!("{turns}t"),
        _ => return Err(UnwritableClock::TwoLimits),
    };
    let mut fields = vec![
        write_time(clock.per_turn, ClockField::Move)?,
        write_time(clock.reserve, ClockField::Reserve)?,
        clock.percent.to_string(),
        write_time(clock.max_reserve, ClockField::Max)?,
        total,
        write_time(clock.max_turn_time, ClockField::Turn)?,
    ];
    let defaults = ["", "", "100", "0", "0", "0"];
    while fields.len() > 2 && fields.last().map(String::as_str) == Some(defaults[fields.len() - 1]) {
        fields.pop();
    }
    Ok(fields.join("/"))
}

fn write_time(milliseconds: u64, field: ClockField) -> Result<String, UnwritableClock> {
    if !milliseconds.is_multiple_of(1_000) {
        return Err(UnwritableClock::Fraction(field));
    }
    let mut rest = milliseconds;
    let mut text = String::new();
    for (letter, unit) in UNITS {
        if rest >= unit {
            text.push_str(&(rest / unit).to_string());
            text.push(letter);
            rest %= unit;
        }
    }
    Ok(if text.is_empty() { "0".to_owned() } else { text })
}
