//! AEI boards: `g [64 characters]`, a8 to h8 first, a1 to h1 last.

use crate::error::error;
use crate::text;
use crate::{Error, Located, Place, ReadResult, Reading, Strictness, Warning, WarningKind};
use tusker_core::{Board, BoardParseError, Color, Position, PositionError, Square};

/// Why a text is not an AEI board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardFault {
    /// The first word names no side.
    #[error("expected the side to move, g or s (w or b in older texts), found '{0}'")]
    Side(String),
    /// The text ends after the side.
    #[error("expected a board after the side to move: [ and 64 characters and ]")]
    NoBoard,
    /// The bracket or quote that opens the board is not closed.
    #[error("the board has no closing {0}")]
    Unclosed(char),
    /// Something follows the board.
    #[error("expected nothing after the board, found '{0}'")]
    After(String),
    /// The length or a character is wrong.
    #[error(transparent)]
    Squares(#[from] BoardParseError),
}

/// Reads the 64 squares alone, in brackets, in quotes, or bare.
///
/// # Errors
/// Names a length other than 64, a character that is no piece, a missing bracket, or text after the board.
///
/// ```
/// let text = "[rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]";
/// let board = tusker_notation::read_board(text).unwrap();
/// assert_eq!(format!("[{board}]"), text);
/// ```
pub fn read_board(text: &str) -> Result<Board, Error> {
    squares(Located::new(Place::START, text)).map(|found| found.board)
}

/// Reads an AEI board with its side to move, as in `g [..]`, `s ".."`, or `w` and 64 bare characters.
///
/// Empty squares may be blanks or any of `x X . * -`. Blanks inside the board count; a bare board begins after
/// exactly one blank. Lenient reading keeps over-full armies and unsupported pieces on traps, with warnings; strict
/// reading refuses them. A board that looks upside down or a side to move without rabbits is a warning in both.
///
/// # Errors
/// As [`read_board`], and a first word that names no side.
///
/// ```
/// use tusker_notation::{Strictness, read_position, write_position};
///
/// let text = "s [                        r                          R    C       ]";
/// let position = read_position(text, Strictness::Strict).unwrap().value;
/// assert_eq!(write_position(&position), text);
/// let error = read_position("g [rrr]", Strictness::Lenient).unwrap_err();
/// assert!(error.to_string().starts_with("line 1, column 4: a board has 64 characters"));
/// ```
pub fn read_position(text: &str, strictness: Strictness) -> ReadResult<Position> {
    read_position_at(Located::new(Place::START, text), strictness)
}

/// As [`read_position`], for a text that begins anywhere.
pub(crate) fn read_position_at(line: text::Line<'_>, strictness: Strictness) -> ReadResult<Position> {
    let Located { place, what: mut rest } = line;
    rest = rest.trim_end_matches(['\r', '\n']);
    let start = rest.trim_start();
    let place = place.right(text::count(&rest[..rest.len() - start.len()]));
    let mut characters = start.chars();
    let side = characters.next().and_then(|c| Color::from_letter(c.to_ascii_lowercase()));
    let rest = characters.as_str();
    let (Some(side), None | Some(' ' | '\t' | '[' | '"' | '\'')) = (side, rest.chars().next()) else {
        let word = start.split_whitespace().next().unwrap_or_default();
        return Err(error(place, BoardFault::Side(text::excerpt(word))));
    };
    if rest.trim().is_empty() && text::count(rest) < 64 {
        return Err(error(place.right(1), BoardFault::NoBoard));
    }
    // Only one blank separates the side from a bare board; the next ones are the board's own.
    let (place, rest) = match rest.strip_prefix([' ', '\t']) {
        Some(board) => (place.right(2), board),
        None => (place.right(1), rest),
    };
    let found = squares(Located::new(place, rest))?;
    position(found.board, side, &found, strictness)
}

/// The position and its warnings; `at` knows where the squares stand in the text.
pub(crate) fn position(
    board: Board,
    side: Color,
    at: &impl SquarePlaces,
    strictness: Strictness,
) -> ReadResult<Position> {
    let (position, problems) = Position::lenient(board, side);
    let mut warnings = Vec::new();
    for problem in problems {
        let place = match problem {
            PositionError::UnsupportedOnTrap { square, .. } => at.place_of(square),
            PositionError::TooMany { .. } => at.start(),
        };
        match strictness {
            Strictness::Strict => return Err(error(place, problem)),
            Strictness::Lenient => warnings.push(Warning::new(place, WarningKind::Position(problem))),
        }
    }
    warnings.extend(looks_wrong(&position).map(|kind| Warning::new(at.start(), kind)));
    Ok(Reading { value: position, warnings })
}

/// Where the squares of a board stand in its text.
pub(crate) trait SquarePlaces {
    /// The beginning of the board.
    fn start(&self) -> Place;
    /// One square.
    fn place_of(&self, square: Square) -> Place;
}

/// A board found in a text, and the place of its first square.
struct Found {
    board: Board,
    place: Place,
}

impl SquarePlaces for Found {
    fn start(&self) -> Place {
        self.place
    }

    fn place_of(&self, square: Square) -> Place {
        // The text goes from a8 to h1.
        self.place.right(square.flip_ranks().index())
    }
}

/// Reads the squares in brackets, in quotes, or bare.
fn squares(line: text::Line<'_>) -> Result<Found, Error> {
    let Located { place, what: rest } = line;
    let rest = rest.trim_end_matches(['\r', '\n']);
    let inner = rest.trim_start();
    let indent = text::count(&rest[..rest.len() - inner.len()]);
    let closing = match inner.chars().next() {
        Some('[') => ']',
        Some(quote @ ('"' | '\'')) => quote,
        _ => return parse(place, rest),
    };
    let place = place.right(indent + 1);
    let inner = &inner[1..];
    let Some((board, after)) = inner.split_once(closing) else {
        return Err(error(place.right(text::count(inner)), BoardFault::Unclosed(closing)));
    };
    let found = parse(place, board)?;
    if !after.trim().is_empty() {
        let after = text::trim(Located::new(place.right(text::count(board) + 1), after));
        return Err(error(after.place, BoardFault::After(text::excerpt(after.what))));
    }
    Ok(found)
}

fn parse(place: Place, text: &str) -> Result<Found, Error> {
    match text.parse::<Board>() {
        Ok(board) => Ok(Found { board, place }),
        Err(fault) => {
            let place = match fault {
                BoardParseError::Letter { column, .. } => place.right(column - 1),
                BoardParseError::Length(_) => place,
            };
            Err(error(place, BoardFault::Squares(fault)))
        }
    }
}

/// Signs that sides or rows were swapped on the way to us.
fn looks_wrong(position: &Position) -> impl Iterator<Item = WarningKind> {
    let board = position.board();
    let side = position.side();
    let no_rabbits =
        board.pieces(side, tusker_core::Kind::Rabbit).is_empty() && !board.color(side).is_empty();
    let far = |color: Color| {
        let (own, home) = (board.color(color), color.home_ranks());
        let half = home | home.neighbors() | home.neighbors().neighbors();
        // Few pieces say nothing: a raid or an endgame looks like this.
        own.count() >= 6 && (own & !half).count() * 4 >= own.count() * 3
    };
    let upside_down = Color::ALL.into_iter().all(far);
    let no_rabbits = no_rabbits.then_some(WarningKind::NoRabbits(side));
    no_rabbits.into_iter().chain(upside_down.then_some(WarningKind::UpsideDown))
}

/// Writes `g [..]` or `s [..]`: the side to move and the board, blanks for empty squares.
///
/// Steps that were already taken in the turn are not written: the form has no place for them.
pub fn write_position(position: &Position) -> String {
    format!("{} [{}]", position.side().letter(), position.board())
}
