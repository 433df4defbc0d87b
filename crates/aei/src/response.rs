//! What an engine says to a controller.

use crate::text::{LineText, collapse_blanks, echo, split_word};
use std::fmt;
use std::str::FromStr;

/// One message from an engine to a controller.
///
/// `Display` writes the line without its end; reading it again gives the same value.
///
/// ```
/// use tusker_aei::{BestMove, Response};
///
/// let response: Response = "bestmove Ee2n Ee3n".parse()?;
/// assert_eq!(response, Response::BestMove(BestMove::Steps("Ee2n Ee3n".into())));
/// assert_eq!(response.to_string(), "bestmove Ee2n Ee3n");
/// # Ok::<(), tusker_aei::ResponseError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Response {
    /// `protocol-version N`: the first answer to `aei`.
    ProtocolVersion(u32),
    /// `id key value`: who the engine is.
    Id {
        /// What is told.
        key: IdKey,
        /// Not empty.
        value: LineText,
    },
    /// `aeiok`: ends the opening phase.
    AeiOk,
    /// `readyok`: answers `isready`.
    ReadyOk,
    /// `bestmove ...`: answers `go`.
    BestMove(BestMove),
    /// `info type value`: how the search goes.
    Info(Info),
    /// `log text`: anything else.
    Log {
        /// How serious it is.
        level: LogLevel,
        /// What it says.
        text: LineText,
    },
}

/// What an `id` line tells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IdKey {
    /// The engine's name.
    Name,
    /// Who wrote it.
    Author,
    /// Its version.
    Version,
    /// A type that the protocol does not know; one word.
    Other(LineText),
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum BestMove {
    /// The engine gives up.
    Resign,
    /// Steps or placements; not empty when it comes from a line.
    Steps(LineText),
}

/// How serious a log line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LogLevel {
    /// `log Error: ...`.
    Error,
    /// `log Warning: ...`.
    Warning,
    /// `log ...`.
    Info,
    /// `log Debug: ...`.
    Debug,
}

/// Whether a search depth is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DepthState {
    /// `10`: searched to the end.
    Finished,
    /// `10+`: finished, and the next depth is under way.
    Underway,
}

/// One fact about a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Info {
    /// Centi-rabbits from the mover's view: 100 is what the first rabbit lost from full armies is worth.
    Score(i32),
    /// Depth in steps.
    Depth {
        /// The last depth that is finished, in steps.
        steps: u32,
        /// Whether a deeper one has begun.
        state: DepthState,
    },
    /// Nodes searched so far, quiescence included.
    Nodes(u64),
    /// The expected line: the mover's turn, then each turn after the letter of its side (`g` or `s`).
    Pv(LineText),
    /// Whole seconds since the search began.
    Time(u64),
    /// Number of the root turn being searched, from 1.
    CurrMoveNumber(u64),
    /// Any other type, for instance `nps`.
    Other {
        /// The type: one word, lower case.
        key: LineText,
        /// Its value, perhaps empty.
        value: LineText,
    },
}

/// Why a line is not a response.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResponseError {
    /// The line is blank.
    #[error("the line is empty")]
    Empty,
    /// The first word is no response.
    #[error("unknown response '{0}'")]
    Unknown(String),
    /// A word that stands alone has something after it.
    #[error("'{word}' stands alone on its line, found '{rest}' after it")]
    Trailing {
        /// The word.
        word: &'static str,
        /// What follows it.
        rest: String,
    },
    /// `protocol-version` without a whole number.
    #[error("protocol-version needs a whole number, found '{0}'")]
    Version(String),
    /// `id` without type and value.
    #[error("id needs a type and a value, found '{0}'")]
    Id(String),
    /// `bestmove` without a move.
    #[error("bestmove needs a move or 'resign'")]
    NoMove,
    /// `info` without a type.
    #[error("info needs a type and a value")]
    NoInfo,
    /// `info` of a known type whose value cannot be read.
    #[error("info {key} needs a number, found '{value}'")]
    InfoValue {
        /// The type.
        key: &'static str,
        /// What was found.
        value: String,
    },
}

impl Response {
    /// `log Error: text`.
    pub fn error(text: impl fmt::Display) -> Self {
        Self::log(LogLevel::Error, text)
    }

    /// `log Warning: text`.
    pub fn warning(text: impl fmt::Display) -> Self {
        Self::log(LogLevel::Warning, text)
    }

    /// A log line of any level.
    pub fn log(level: LogLevel, text: impl fmt::Display) -> Self {
        Self::Log { level, text: text.to_string().into() }
    }
}

impl FromStr for Response {
    type Err = ResponseError;

    /// Reads one line, with or without its end; tolerant of blanks and of the case of keywords.
    fn from_str(line: &str) -> Result<Self, Self::Err> {
        let (word, rest) = split_word(line);
        let alone = |word, response| match rest {
            "" => Ok(response),
            _ => Err(ResponseError::Trailing { word, rest: echo(rest) }),
        };
        match word.to_ascii_lowercase().as_str() {
            "" => Err(ResponseError::Empty),
            "protocol-version" => {
                rest.parse().map(Self::ProtocolVersion).map_err(|_| ResponseError::Version(echo(rest)))
            }
            "id" => read_id(rest),
            "aeiok" => alone("aeiok", Self::AeiOk),
            "readyok" => alone("readyok", Self::ReadyOk),
            "bestmove" => match collapse_blanks(rest) {
                text if text.is_empty() => Err(ResponseError::NoMove),
                text if text.eq_ignore_ascii_case("resign") => Ok(Self::BestMove(BestMove::Resign)),
                text => Ok(Self::BestMove(BestMove::Steps(text.into()))),
            },
            "info" => rest.parse().map(Self::Info),
            "log" => Ok(read_log(rest)),
            _ => Err(ResponseError::Unknown(echo(word))),
        }
    }
}

fn read_id(rest: &str) -> Result<Response, ResponseError> {
    let (key, value) = split_word(rest);
    if value.is_empty() {
        return Err(ResponseError::Id(echo(rest)));
    }
    let key = match key.to_ascii_lowercase().as_str() {
        "name" => IdKey::Name,
        "author" => IdKey::Author,
        "version" => IdKey::Version,
        other => IdKey::Other(other.into()),
    };
    Ok(Response::Id { key, value: value.into() })
}

fn read_log(rest: &str) -> Response {
    let levels = [("error:", LogLevel::Error), ("warning:", LogLevel::Warning), ("debug:", LogLevel::Debug)];
    for (prefix, level) in levels {
        let head = rest.get(..prefix.len());
        if head.is_some_and(|head| head.eq_ignore_ascii_case(prefix)) {
            let text = rest.get(prefix.len()..).unwrap_or_default().into();
            return Response::Log { level, text };
        }
    }
    Response::Log { level: LogLevel::Info, text: rest.into() }
}

impl FromStr for Info {
    type Err = ResponseError;

    /// Reads what follows `info` on its line.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        fn number<T: FromStr>(key: &'static str, value: &str) -> Result<T, ResponseError> {
            value.parse().map_err(|_| ResponseError::InfoValue { key, value: echo(value) })
        }
        let (key, value) = split_word(text);
        Ok(match key.to_ascii_lowercase().as_str() {
            "" => return Err(ResponseError::NoInfo),
            "score" => Self::Score(number("score", value)?),
            "depth" => match value.strip_suffix('+') {
                Some(steps) => Self::Depth { steps: number("depth", steps)?, state: DepthState::Underway },
                None => Self::Depth { steps: number("depth", value)?, state: DepthState::Finished },
            },
            "nodes" => Self::Nodes(number("nodes", value)?),
            "pv" => Self::Pv(collapse_blanks(value).into()),
            // Some engines write fractions; whole seconds are what the protocol asks for.
            "time" => match number::<f64>("time", value)? {
                seconds if seconds.is_finite() && seconds >= 0.0 => Self::Time(seconds as u64),
                _ => return Err(ResponseError::InfoValue { key: "time", value: echo(value) }),
            },
            "currmovenumber" => Self::CurrMoveNumber(number("currmovenumber", value)?),
            key => Self::Other { key: key.into(), value: value.into() },
        })
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Score(score) => write!(f, "score {score}"),
            Self::Depth { steps, state: DepthState::Finished } => write!(f, "depth {steps}"),
            Self::Depth { steps, state: DepthState::Underway } => write!(f, "depth {steps}+"),
            Self::Nodes(nodes) => write!(f, "nodes {nodes}"),
            Self::Pv(line) => write!(f, "pv {line}"),
            Self::Time(seconds) => write!(f, "time {seconds}"),
            Self::CurrMoveNumber(number) => write!(f, "currmovenumber {number}"),
            Self::Other { key, value } => write!(f, "{key} {value}"),
        }
    }
}

impl fmt::Display for BestMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Resign => f.write_str("resign"),
            Self::Steps(text) => write!(f, "{text}"),
        }
    }
}

impl fmt::Display for Response {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ProtocolVersion(version) => write!(f, "protocol-version {version}"),
            Self::Id { key: IdKey::Name, value } => write!(f, "id name {value}"),
            Self::Id { key: IdKey::Author, value } => write!(f, "id author {value}"),
            Self::Id { key: IdKey::Version, value } => write!(f, "id version {value}"),
            Self::Id { key: IdKey::Other(key), value } => write!(f, "id {key} {value}"),
            Self::AeiOk => f.write_str("aeiok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::BestMove(best) => write!(f, "bestmove {best}"),
            Self::Info(info) => write!(f, "info {info}"),
            Self::Log { level: LogLevel::Error, text } => write!(f, "log Error: {text}"),
            Self::Log { level: LogLevel::Warning, text } => write!(f, "log Warning: {text}"),
            Self::Log { level: LogLevel::Debug, text } => write!(f, "log Debug: {text}"),
            Self::Log { level: LogLevel::Info, text } => write!(f, "log {text}"),
        }
    }
}
