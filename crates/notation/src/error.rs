//! What readers return: a value with warnings, or an error; both know their place in the text.

use crate::{
    BoardFault, ClaimFault, ClockFault, DiagramFault, LegacyFault, LightvectorFault, ListFault, RecordFault,
    RowFault, SetupFault, TokenFault, TurnFault,
};
use std::fmt;
use tusker_core::{Color, Kind, Piece, PositionError, Square};

/// A place in a text: line and column, both counted from 1, columns in characters.
///
/// In a text that joins its lines with the two characters `\n`, as archives do, such a line break is part of the
/// line: places are always those of the file that was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
}

impl Place {
    /// The first character of a text.
    pub const START: Self = Self { line: 1, column: 1 };

    /// The place `count` characters further on the same line.
    #[must_use]
    pub const fn right(self, count: usize) -> Self {
        Self { line: self.line, column: self.column + count }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Something that was found at a place of a text.
///
/// ```
/// use tusker_notation::{Located, Place};
///
/// let found = Located::new(Place { line: 3, column: 7 }, "an odd thing");
/// assert_eq!(found.to_string(), "line 3, column 7: an odd thing");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// Where it begins.
    pub place: Place,
    /// What it is.
    pub what: T,
}

impl<T> Located<T> {
    /// `what` at `place`.
    pub const fn new(place: Place, what: T) -> Self {
        Self { place, what }
    }

    /// The same place, with something else there.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Located<U> {
        Located { place: self.place, what: change(self.what) }
    }
}

impl<T: fmt::Display> fmt::Display for Located<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

impl<T: std::error::Error> std::error::Error for Located<T> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.what.source()
    }
}

/// Why a text could not be read, and where.
pub type Error = Located<ErrorKind>;

/// What a reader understood although it is not as it should be, and where.
pub type Warning = Located<WarningKind>;

/// Why a text could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ErrorKind {
    /// An AEI board.
    #[error(transparent)]
    Board(#[from] BoardFault),
    /// A board that strict reading refuses.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A diagram.
    #[error(transparent)]
    Diagram(#[from] DiagramFault),
    /// One word of a turn or setup.
    #[error(transparent)]
    Token(#[from] TokenFault),
    /// A turn.
    #[error(transparent)]
    Turn(#[from] TurnFault),
    /// A setup.
    #[error(transparent)]
    Setup(#[from] SetupFault),
    /// A move list.
    #[error(transparent)]
    List(#[from] ListFault),
    /// A row of an archive.
    #[error(transparent)]
    Row(#[from] RowFault),
    /// A time control.
    #[error(transparent)]
    Clock(#[from] ClockFault),
    /// A turn or setup in the older notation of Abstract Play.
    #[error(transparent)]
    Legacy(#[from] LegacyFault),
    /// A game record of Abstract Play.
    #[error(transparent)]
    Record(#[from] RecordFault),
    /// One ply of a game record.
    #[error("ply {ply}: {fault}")]
    Ply {
        /// Its number, from 1.
        ply: usize,
        /// What is wrong with it.
        fault: Box<ErrorKind>,
    },
    /// A turn in Lightvector notation.
    #[error(transparent)]
    Lightvector(#[from] LightvectorFault),
    /// A warning, where [`Reading::strict`] allows none.
    #[error("{0}")]
    Warning(Box<WarningKind>),
    /// The text is none of the forms that [`detect`](crate::detect) knows.
    #[error(
        "this is no AEI board (g [64 characters]), no diagram (12g and a board of lines such as 8| r . . |), \
         no move list (lines such as 1g Ra1 ..) and no archive row"
    )]
    Unknown,
    /// The text is empty.
    #[error("the text is empty")]
    Empty,
}

/// What a reader understood although it is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WarningKind {
    /// A board that cannot come from full armies by legal play.
    #[error("{0}")]
    Position(PositionError),
    /// The side to move has no rabbits.
    #[error("{0}, the side to move, has no rabbits: the game is over; are the sides swapped?")]
    NoRabbits(Color),
    /// The armies stand on each other's side of the board.
    #[error(
        "most gold pieces stand on ranks 5 to 8 and most silver pieces on ranks 1 to 4: is the board upside down? \
         The first character is a8, the last h1"
    )]
    UpsideDown,
    /// A letter in the wrong case.
    #[error("'{found}' should be written '{expected}'")]
    LetterCase {
        /// As it stands in the text.
        found: String,
        /// As it should be.
        expected: String,
    },
    /// A piece letter that does not name the piece on the square.
    #[error("'{found}' names a {}, but a {} stands on {square}: read as '{expected}'", named.name(), stands.name())]
    WrongPiece {
        /// As it stands in the text.
        found: String,
        /// As it should be.
        expected: String,
        /// The square.
        square: Square,
        /// The kind that the text names.
        named: Kind,
        /// The kind that stands there.
        stands: Kind,
    },
    /// A capture happened and was not written.
    #[error("the capture {piece}{square}x is not written after the step that causes it")]
    MissingCapture {
        /// The captured piece.
        piece: Piece,
        /// The trap.
        square: Square,
    },
    /// A capture was written, but not right after its step.
    #[error("the capture {piece}{square}x belongs right after the step that causes it")]
    LateCapture {
        /// The captured piece.
        piece: Piece,
        /// The trap.
        square: Square,
    },
    /// A capture was written that did not happen.
    #[error("'{found}': nothing is captured on {square} here; ignored")]
    NoCapture {
        /// As it stands in the text.
        found: String,
        /// The square.
        square: Square,
    },
    /// The last step already taken in a diagram's turn could have begun a pull.
    #[error("a pull that begins with this step cannot be finished any more: write both its steps")]
    PullNotOpen,
    /// More than one blank, or a tab, between two words.
    #[error("more than one blank, or a tab, between two words")]
    Blanks,
    /// A setup that is not a whole army on its own two ranks.
    #[error("{0}")]
    Setup(Box<SetupFault>),
    /// A turn number or side letter that is not the expected one.
    #[error("turn {found} stands where {expected} is expected")]
    TurnNumber {
        /// As it stands in the text.
        found: String,
        /// The turn that is next.
        expected: String,
    },
    /// A takeback with no turn before it.
    #[error("there is no turn to take back; ignored")]
    NothingToTakeBack,
    /// A turn in Lightvector notation means several positions, and captures decided between them.
    #[error("{0}; read as the one with the fewest own captures, then the most enemy captures")]
    Decided(Box<ErrorKind>),
    /// Turns stand after the end of the game.
    #[error("the game was over before this turn ({0})")]
    AfterEnd(String),
    /// A turn that the rules do not allow, in a record that is read leniently; its steps were carried out.
    #[error("{0}; carried out as it is written")]
    Forced(Box<ErrorKind>),
    /// A turn that the rules do not allow and that cannot be carried out either; the board did not change.
    #[error("{0}; left out, the board did not change")]
    LeftOut(Box<ErrorKind>),
    /// A column of an archive row that has an unexpected value; kept as it is.
    #[error("column '{column}': {problem}; kept as text")]
    Column {
        /// The column's name.
        column: String,
        /// What is odd about its value.
        problem: String,
    },
}

/// How forgiving a reader is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Strictness {
    /// Only what full armies can reach by legal play; everything else is an error.
    Strict,
    /// Whatever has a clear meaning, with a warning for each oddity.
    #[default]
    Lenient,
}

/// What was read, and what was odd about the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reading<T> {
    /// What was read.
    pub value: T,
    /// Everything odd, in the order of the text.
    pub warnings: Vec<Warning>,
}

impl<T> Reading<T> {
    /// A reading without warnings.
    pub const fn clean(value: T) -> Self {
        Self { value, warnings: Vec::new() }
    }

    /// A reading whose warnings are put in the order of the text.
    pub(crate) fn sorted(value: T, mut warnings: Vec<Warning>) -> Self {
        warnings.sort_by_key(|warning| warning.place);
        Self { value, warnings }
    }

    /// Changes the value and keeps the warnings.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Reading<U> {
        Reading { value: change(self.value), warnings: self.warnings }
    }

    /// The value, if nothing was odd.
    ///
    /// # Errors
    /// The first warning.
    pub fn strict(self) -> Result<T, Error> {
        match self.warnings.into_iter().next() {
            None => Ok(self.value),
            Some(warning) => Err(warning.map(|kind| ErrorKind::Warning(Box::new(kind)))),
        }
    }

    /// The value; its warnings are added to `warnings`.
    pub(crate) fn into_value(self, warnings: &mut Vec<Warning>) -> T {
        warnings.extend(self.warnings);
        self.value
    }
}

/// Shorthand for the results of readers.
pub type ReadResult<T> = Result<Reading<T>, Error>;

impl From<ClaimFault> for ErrorKind {
    fn from(fault: ClaimFault) -> Self {
        LightvectorFault::from(fault).into()
    }
}

/// An error of this crate at `place`.
pub(crate) fn error(place: Place, kind: impl Into<ErrorKind>) -> Error {
    Located::new(place, kind.into())
}
