//! The codes by which archives tell who played and how a game ended.

use std::fmt;
use tusker_core::Color;

/// Who won, as an archive has it; never judged again.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum RecordedResult {
    /// One side won: `w` (read also as `g`) or `b` (`s`).
    Winner(Color),
    /// Nobody did: `d` (read also as `n`), under old rules.
    Draw,
    /// The game did not finish: `u`.
    Undetermined,
    /// Any other text, kept as it is; empty if nothing is known.
    Other(String),
}

impl Default for RecordedResult {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl RecordedResult {
    pub(crate) fn read(text: &str) -> Self {
        match text {
            "w" | "g" => Self::Winner(Color::Gold),
            "b" | "s" => Self::Winner(Color::Silver),
            "d" | "n" => Self::Draw,
            "u" => Self::Undetermined,
            _ => Self::Other(text.to_owned()),
        }
    }
}

impl fmt::Display for RecordedResult {
    /// The code of the archive.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Winner(Color::Gold) => "w",
            Self::Winner(Color::Silver) => "b",
            Self::Draw => "d",
            Self::Undetermined => "u",
            Self::Other(text) => text,
        })
    }
}

/// How a game ended, as an archive has it; never judged again.
///
/// Older games followed older rules: eliminating one side did not end a game, eliminating both was a draw, and the
/// third repetition lost.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// `g`: a rabbit reached its goal.
    Goal,
    /// `e`: the last rabbit was captured.
    Elimination,
    /// `m`: a side could not move.
    Immobilization,
    /// `t`: time ran out.
    Time,
    /// `r`: resignation.
    Resignation,
    /// `i`: an illegal turn.
    Illegal,
    /// `f`: forfeit.
    Forfeit,
    /// `s`: score at a limit of turns or time.
    Score,
    /// `a`: abandoned.
    Abandoned,
    /// `p`: repetition (old).
    Repetition,
    /// `n`: draw (old).
    Draw,
    /// `d`: draw (old), as some records write it.
    Tie,
    /// Any other text, kept as it is; empty if nothing is known.
    Other(String),
}

impl Default for Termination {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl Termination {
    /// The known endings, in the order of the documentation.
    const KNOWN: [Self; 12] = [
        Self::Goal,
        Self::Elimination,
        Self::Immobilization,
        Self::Time,
        Self::Resignation,
        Self::Illegal,
        Self::Forfeit,
        Self::Score,
        Self::Abandoned,
        Self::Repetition,
        Self::Draw,
        Self::Tie,
    ];

    pub(crate) fn read(text: &str) -> Self {
        let known = Self::KNOWN.into_iter().find(|ending| ending.code() == text);
        known.unwrap_or_else(|| Self::Other(text.to_owned()))
    }

    /// The code of the archive.
    pub fn code(&self) -> &str {
        match self {
            Self::Goal => "g",
            Self::Elimination => "e",
            Self::Immobilization => "m",
            Self::Time => "t",
            Self::Resignation => "r",
            Self::Illegal => "i",
            Self::Forfeit => "f",
            Self::Score => "s",
            Self::Abandoned => "a",
            Self::Repetition => "p",
            Self::Draw => "n",
            Self::Tie => "d",
            Self::Other(text) => text,
        }
    }
}

impl fmt::Display for Termination {
    /// The code of the archive.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// What kind of player sat at the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PlayerKind {
    /// `h`.
    Human,
    /// `b`.
    Bot,
    /// Any other text, kept as it is; empty if nothing is known.
    Other(String),
}

impl Default for PlayerKind {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl PlayerKind {
    pub(crate) fn read(text: &str) -> Self {
        match text {
            "h" => Self::Human,
            "b" => Self::Bot,
            _ => Self::Other(text.to_owned()),
        }
    }
}

impl fmt::Display for PlayerKind {
    /// The code of the archive.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Human => "h",
            Self::Bot => "b",
            Self::Other(text) => text,
        })
    }
}

/// Whether a game counted for the ratings.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Rated {
    /// `1`: it did.
    Rated,
    /// `0`: it did not.
    Casual,
    /// Any other text, kept as it is; empty if nothing is known.
    Other(String),
}

impl Default for Rated {
    fn default() -> Self {
        Self::Other(String::new())
    }
}

impl Rated {
    pub(crate) fn read(text: &str) -> Self {
        match text {
            "1" => Self::Rated,
            "0" => Self::Casual,
            _ => Self::Other(text.to_owned()),
        }
    }
}

impl fmt::Display for Rated {
    /// The code of the archive.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Rated => "1",
            Self::Casual => "0",
            Self::Other(text) => text,
        })
    }
}
