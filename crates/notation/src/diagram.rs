//! Diagrams: a header such as `12g` and a drawn board.
//!
//! ```text
//! 12g
//!  +-----------------+
//! 8| r r r r . r r r |
//! ..
//! 3| . . x . . x . . |
//! 2| R . . . . . . R |
//! 1| . . . . . . . . |
//!  +-----------------+
//!    a b c d e f g h
//! ```

use crate::aei_board::{self, SquarePlaces};
use crate::error::error;
use crate::steps::read_taken;
use crate::text::{self, Line};
use crate::token::read_tokens;
use crate::{Error, Located, Place, ReadResult, Reading, Strictness};
use std::fmt;
use tusker_core::{Board, Color, Piece, Position, Square, Turn};

/// Why a text is not a diagram.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DiagramFault {
    /// The first line is no header.
    #[error("expected a header of turn number and side, such as 12g, found '{0}'")]
    Header(String),
    /// A line of the board is missing or not the next rank.
    #[error("expected rank {expected} of the board, such as {expected}| r . . . . . . . |, found '{found}'")]
    Rank {
        /// The rank that is next.
        expected: u8,
        /// The line that was found, empty at the end of the text.
        found: String,
    },
    /// A rank has no closing `|`.
    #[error("rank {0} has no closing |")]
    Open(u8),
    /// A rank does not have eight squares.
    #[error(
        "rank {rank} has {width} characters between its bars; expected 17 (| r . . . . . . . |) or 8 (|r.......|)"
    )]
    Width {
        /// The rank.
        rank: u8,
        /// Its number of characters.
        width: usize,
    },
    /// A character between two squares is not blank.
    #[error("rank {rank}: expected a blank between squares, found '{letter}'")]
    Gap {
        /// The rank.
        rank: u8,
        /// The character.
        letter: char,
    },
    /// A character is neither a piece nor empty.
    #[error("'{letter}' on {square} is neither a piece (EMHDCR, emhdcr) nor empty (blank x X . * -)")]
    Letter {
        /// The character.
        letter: char,
        /// Its square.
        square: Square,
    },
    /// Something follows the diagram.
    #[error("expected nothing after the diagram, found '{0}'")]
    After(String),
}

/// A position with the number of its turn and the steps already taken in it.
///
/// `Display` writes the canonical form, with dots for empty squares and `x` for empty traps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The number of the turn, as in `12g`.
    pub turn_number: u32,
    /// The start of the turn: the board as it is drawn.
    pub start: Position,
    /// The steps already taken, whole pushes and pulls.
    pub taken: Turn,
    /// The position after those steps; equal to `start` if there are none.
    pub position: Position,
}

impl Diagram {
    /// The start of a turn.
    pub fn new(turn_number: u32, position: Position) -> Self {
        Self { turn_number, start: position, taken: Turn::new(), position }
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.turn_number, self.start.side().letter())?;
        if self.taken.steps_taken() > 0 {
            write!(
                f,
                " {}",
                crate::steps::write_edges(&self.start, self.taken.edges()).map_err(|_| fmt::Error)?
            )?;
        }
        write!(f, "\n +-----------------+\n")?;
        for rank in (0..8_u8).rev() {
            write!(f, "{}|", rank + 1)?;
            for square in (0..8).filter_map(|file| Square::new(file, rank)) {
                let empty = if square.is_trap() { 'x' } else { '.' };
                write!(f, " {}", self.start.board().piece_at(square).map_or(empty, Piece::letter))?;
            }
            writeln!(f, " |")?;
        }
        writeln!(f, " +-----------------+\n   a b c d e f g h")
    }
}

/// Reads a diagram.
///
/// The header names the side with g, s, w or b. Ranks have a blank before each square (17 characters between the
/// bars) or are packed (8); empty squares are blanks, dots, or `x` and `X` for traps. Borders and the line of files
/// are optional. Steps after the header, as in `3w Ee4n`, were already taken in this turn: the board is drawn as
/// it was before them, and they are played by the rules. Lines that begin with `#` are comments.
///
/// # Errors
/// Names the line and column, the rank or square, and what was expected.
///
/// ```
/// use tusker_notation::{Strictness, read_diagram};
///
/// let text = "7s\n8|r.......|\n7|........|\n6|..x..x..|\n5|........|\n4|........|\n3|..x..x..|\n2|R.......|\n1|....E...|";
/// let diagram = read_diagram(text, Strictness::Strict).unwrap().value;
/// assert_eq!((diagram.turn_number, diagram.position.board().occupied().count()), (7, 3));
/// assert_eq!(read_diagram(&diagram.to_string(), Strictness::Strict).unwrap().value, diagram);
/// ```
pub fn read_diagram(text: &str, strictness: Strictness) -> ReadResult<Diagram> {
    let lines = text::lines(text, Place::START);
    let (reading, used) = read_diagram_lines(&lines, strictness)?;
    match lines.iter().skip(used).map(|line| text::trim(*line)).find(|line| !is_filler(*line)) {
        None => Ok(reading),
        Some(after) => Err(error(after.place, DiagramFault::After(text::excerpt(after.what)))),
    }
}

/// A blank line or a comment.
fn is_filler(line: Line<'_>) -> bool {
    line.what.is_empty() || line.what.starts_with('#')
}

/// A border, as ` +-----------------+`.
fn is_border(line: Line<'_>) -> bool {
    line.what.strip_prefix('+').is_some_and(|rest| rest.chars().all(|c| matches!(c, '-' | '+' | ' ')))
}

/// Whether the first line that is no filler is a header and the next one begins a board.
pub(crate) fn looks_like_diagram(lines: &[Line<'_>]) -> bool {
    let mut content = lines.iter().map(|line| text::trim(*line)).filter(|line| !is_filler(*line));
    let header = content.next().is_some_and(|line| header(line).is_some());
    let is_rank = |line: Line<'_>| {
        line.what.starts_with(|c: char| c.is_ascii_digit()) && line.what[1..].trim_start().starts_with('|')
    };
    header && content.next().is_some_and(|line| is_border(line) || is_rank(line))
}

/// Turn number, side, and the rest of the line.
fn header(line: Line<'_>) -> Option<(u32, Color, Line<'_>)> {
    let digits = line.what.find(|c: char| !c.is_ascii_digit())?;
    let number = line.what[..digits].parse().ok()?;
    let mut rest = line.what[digits..].chars();
    let side = Color::from_letter(rest.next()?.to_ascii_lowercase())?;
    let rest = rest.as_str();
    let separated = rest.chars().next().is_none_or(char::is_whitespace);
    separated.then(|| (number, side, Located::new(line.place.right(digits + 1), rest)))
}

/// The drawn squares.
struct Squares {
    board: Board,
    start: Place,
    places: [Place; 64],
}

impl SquarePlaces for Squares {
    fn start(&self) -> Place {
        self.start
    }

    fn place_of(&self, square: Square) -> Place {
        self.places.get(square.index()).copied().unwrap_or(self.start)
    }
}

/// Reads the diagram at the beginning of `lines`; also returns the number of lines it takes.
pub(crate) fn read_diagram_lines(
    lines: &[Line<'_>],
    strictness: Strictness,
) -> Result<(Reading<Diagram>, usize), Error> {
    let mut content = lines
        .iter()
        .enumerate()
        .map(|(index, line)| (index, text::trim(*line)))
        .filter(|(_, line)| !is_filler(*line))
        .peekable();
    let end = lines.last().map_or(Place::START, |line| line.place.right(text::count(line.what)));
    let first = content.next().map_or(Located::new(end, ""), |(_, line)| line);
    let Some((turn_number, side, steps)) = header(first) else {
        return Err(error(first.place, DiagramFault::Header(text::excerpt(first.what))));
    };
    content.next_if(|(_, line)| is_border(*line));
    let mut squares = Squares { board: Board::EMPTY, start: first.place, places: [first.place; 64] };
    let mut used = 0;
    for rank in (0..8_u8).rev() {
        let (index, line) = content.next().unwrap_or((lines.len(), Located::new(end, "")));
        read_rank(line, rank, &mut squares)?;
        used = index + 1;
    }
    if let Some((index, _)) = content.next_if(|(_, line)| is_border(*line)) {
        used = index + 1;
    }
    let is_files =
        |line: Line<'_>| line.what.split_whitespace().collect::<String>().eq_ignore_ascii_case("abcdefgh");
    if let Some((index, _)) = content.next_if(|(_, line)| is_files(*line)) {
        used = index + 1;
    }
    let Reading { value: start, mut warnings } =
        aei_board::position(squares.board, side, &squares, strictness)?;
    let tokens = read_tokens(steps, &mut warnings)?;
    let (taken, position) = read_taken(&start, &tokens, &mut warnings)?;
    Ok((Reading::sorted(Diagram { turn_number, start, taken, position }, warnings), used))
}

/// Reads `8| r . . |` or `8|r..|` into `squares`; `rank` counts from 0.
fn read_rank(line: Line<'_>, rank: u8, squares: &mut Squares) -> Result<(), Error> {
    let expected = rank + 1;
    let wrong = || error(line.place, DiagramFault::Rank { expected, found: text::excerpt(line.what) });
    let label = line.what.chars().next().and_then(|c| c.to_digit(10));
    if label != Some(u32::from(expected)) {
        return Err(wrong());
    }
    let bar = line.what.find('|').ok_or_else(wrong)?;
    if !line.what[1..bar].trim().is_empty() {
        return Err(wrong());
    }
    let place = line.place.right(bar + 1);
    let Some((inner, after)) = line.what[bar + 1..].rsplit_once('|') else {
        return Err(error(line.place.right(text::count(line.what)), DiagramFault::Open(expected)));
    };
    if !after.trim().is_empty() && after.trim() != expected.to_string() {
        return Err(error(
            place.right(text::count(inner) + 1),
            DiagramFault::After(text::excerpt(after.trim())),
        ));
    }
    let (first, apart) = match text::count(inner) {
        17 => (1, 2),
        15 => (0, 2),
        8 => (0, 1),
        width => return Err(error(place, DiagramFault::Width { rank: expected, width })),
    };
    for (column, letter) in inner.chars().enumerate() {
        let place = place.right(column);
        let Some(offset) = column.checked_sub(first).filter(|offset| offset % apart == 0) else {
            if letter.is_whitespace() {
                continue;
            }
            return Err(error(place, DiagramFault::Gap { rank: expected, letter }));
        };
        let Some(square) = Square::new((offset / apart) as u8, rank) else { continue };
        squares.places[square.index()] = place;
        match letter {
            ' ' | 'x' | 'X' | '.' | '*' | '-' => {}
            _ => match Piece::from_letter(letter) {
                Some(piece) => squares.board.put(square, piece),
                None => return Err(error(place, DiagramFault::Letter { letter, square })),
            },
        }
    }
    Ok(())
}
