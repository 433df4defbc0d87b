//! Tells the text forms apart and reads whichever it is.

use crate::aei_board::read_position_at;
use crate::archive::{looks_like_header, read_archive};
use crate::diagram::{looks_like_diagram, read_diagram_lines};
use crate::error::error;
use crate::listplayer::ListPlayer;
use crate::movelist::{looks_like_list, play_lines};
use crate::text::{self, Line};
use crate::{
    Archive, ArchiveHeader, BoardFault, Diagram, ErrorKind, Located, MoveList, Place, ReadResult, Reading,
    RowFault, Strictness,
};
use tusker_core::{Color, Game, Position, Variant};

/// What a text turned out to be, and what was read from it.
#[derive(Clone, Debug)]
pub enum Detected {
    /// An AEI board: `g [..]`.
    Board(Position),
    /// A diagram.
    Diagram(Diagram),
    /// A move list, or a diagram and the turns that follow on it.
    MoveList(Box<MoveList>),
    /// One or more rows of an archive. Their moves are read when they are asked for.
    Archive(Archive),
}

impl Detected {
    /// What the text was: `board`, `diagram`, `move list` or `archive`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Board(_) => "board",
            Self::Diagram(_) => "diagram",
            Self::MoveList(_) => "move list",
            Self::Archive(_) => "archive",
        }
    }

    /// The game at its last turn; boards and diagrams begin one.
    ///
    /// # Errors
    /// An archive holds several games, or its one game cannot be read.
    ///
    /// ```
    /// use tusker_notation::{Strictness, detect};
    ///
    /// let text = "1g Ra1 Ee2\n1s ra8 ee7\n2g Ee2n\n2s";
    /// let detected = detect(text, Strictness::Lenient).unwrap().value;
    /// assert_eq!(detected.name(), "move list");
    /// let game = detected.into_game(Strictness::Lenient).unwrap().value;
    /// assert_eq!(game.turns().len(), 1);
    /// ```
    pub fn into_game(self, strictness: Strictness) -> ReadResult<Game> {
        self.into_game_of(Variant::STANDARD, strictness)
    }

    /// As [`Detected::into_game`], for what [`detect_in`] has read: a board with Gold to move begins a game of
    /// `variant`, with the variant's number of steps in its first turn.
    ///
    /// # Errors
    /// As [`Detected::into_game`].
    pub fn into_game_of(self, variant: Variant, strictness: Strictness) -> ReadResult<Game> {
        match self {
            Self::Board(position) => Ok(Reading::clean(game_from(variant, position))),
            Self::Diagram(diagram) => {
                let game = game_from(variant, diagram.position).with_first_number(diagram.turn_number);
                Ok(Reading::clean(game))
            }
            Self::MoveList(list) => Ok(Reading::clean(list.game)),
            Self::Archive(archive) => {
                let count = archive.games.len();
                let mut games = archive.games.into_iter();
                match (games.next(), count) {
                    (Some(game), 1) => {
                        let Reading { value, mut warnings } = game?;
                        let game = value.game(strictness)?.into_value(&mut warnings);
                        Ok(Reading { value: game, warnings })
                    }
                    _ => Err(error(Place::START, RowFault::Several(count))),
                }
            }
        }
    }
}

/// Reads an AEI board (also after `setposition`), a diagram, a move list, or rows of an archive.
///
/// A diagram may be followed by turns, numbered from the diagram's own number. A row of an archive without its
/// header row is read if it has the columns of [`ArchiveHeader::default`].
///
/// # Errors
/// The text is none of these, or it is one and has a fault; line and column tell where.
///
/// ```
/// use tusker_notation::{Detected, Strictness, detect};
///
/// let text = "g [    e   r                                     HdR    C      E   ]";
/// assert!(matches!(detect(text, Strictness::Strict).unwrap().value, Detected::Board(_)));
/// assert!(detect("good morning", Strictness::Lenient).is_err());
/// ```
pub fn detect(text: &str, strictness: Strictness) -> ReadResult<Detected> {
    detect_in(Variant::STANDARD, text, strictness)
}

/// As [`detect`], for positions and games of a variant; archives are read as standard games.
///
/// # Errors
/// As [`detect`].
///
/// ```
/// use tusker_core::Variant;
/// use tusker_notation::{Strictness, detect_in};
///
/// let text = "g [r      e                                                 E     R]";
/// let detected = detect_in(Variant::ENDLESS, text, Strictness::Strict).unwrap().value;
/// let game = detected.into_game_of(Variant::ENDLESS, Strictness::Strict).unwrap().value;
/// assert_eq!(game.position().unwrap().steps_left(), 2);
/// ```
pub fn detect_in(variant: Variant, text: &str, strictness: Strictness) -> ReadResult<Detected> {
    // Some editors begin a file with a byte order mark.
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines = text::lines(text, Place::START);
    let Some(first) = lines.iter().map(|line| text::trim(*line)).find(|line| !is_filler(line.what)) else {
        return Err(error(Place::START, ErrorKind::Empty));
    };
    let tabs = first.what.contains('\t');
    if tabs && looks_like_header(first.what) {
        return read_archive(text).map(|archive| Reading::clean(Detected::Archive(archive)));
    }
    if tabs && first.what.split('\t').any(|field| looks_like_list(&[Located::new(first.place, field)])) {
        return Ok(read_bare_rows(text));
    }
    if looks_like_diagram(&lines) {
        return read_diagram_and_turns(variant, &lines, strictness);
    }
    if looks_like_list(&lines) {
        let player = ListPlayer::new(Game::with_variant(variant), strictness);
        return play_lines(player, &lines).map(|list| list.map(|list| Detected::MoveList(Box::new(list))));
    }
    if looks_like_board(first.what) {
        return read_board_lines(&lines, strictness);
    }
    Err(error(first.place, ErrorKind::Unknown))
}

/// A blank line or a comment.
fn is_filler(line: &str) -> bool {
    line.is_empty() || line.starts_with('#')
}

/// Whether a line begins with a side to move, or with a board whose side was forgotten.
fn looks_like_board(line: &str) -> bool {
    let line = line.strip_prefix("setposition").map_or(line, str::trim_start);
    let mut letters = line.chars();
    match letters.next() {
        Some('g' | 's' | 'w' | 'b' | 'G' | 'S' | 'W' | 'B') => {
            matches!(letters.next(), None | Some(' ' | '\t' | '[' | '"' | '\''))
        }
        Some('[') => true,
        _ => false,
    }
}

fn read_board_lines(lines: &[Line<'_>], strictness: Strictness) -> ReadResult<Detected> {
    let mut content = lines.iter().filter(|line| !is_filler(line.what.trim()));
    let Some(&line) = content.next() else {
        return Err(error(Place::START, ErrorKind::Empty));
    };
    // Blanks at the end of a bare board are squares: only those before the side go.
    let start = line.what.trim_start();
    let rest = start.strip_prefix("setposition").map_or(start, str::trim_start);
    let place = line.place.right(text::count(line.what) - text::count(rest));
    let reading = read_position_at(Located::new(place, rest), strictness)?;
    match content.next() {
        None => Ok(reading.map(Detected::Board)),
        Some(after) => {
            let after = text::trim(*after);
            Err(error(after.place, BoardFault::After(text::excerpt(after.what))))
        }
    }
}

/// A game of `variant` from a position: its first turn is the variant's if the position can be the start of a game.
fn game_from(variant: Variant, position: Position) -> Game {
    if variant == Variant::STANDARD || position.side() == Color::Silver || position.can_pass() {
        Game::from_position(position)
    } else {
        Game::from_board(variant, *position.board())
    }
}

fn read_diagram_and_turns(
    variant: Variant,
    lines: &[Line<'_>],
    strictness: Strictness,
) -> ReadResult<Detected> {
    let (Reading { value: diagram, mut warnings }, used) = read_diagram_lines(lines, strictness)?;
    let rest = lines.get(used..).unwrap_or_default();
    if rest.iter().all(|line| is_filler(line.what.trim())) {
        return Ok(Reading { value: Detected::Diagram(diagram), warnings });
    }
    let game = game_from(variant, diagram.position).with_first_number(diagram.turn_number);
    let player = ListPlayer::new(game, strictness);
    let list = play_lines(player, rest)?.into_value(&mut warnings);
    Ok(Reading { value: Detected::MoveList(Box::new(list)), warnings })
}

/// Rows of an archive without a header row.
fn read_bare_rows(text: &str) -> Reading<Detected> {
    let header = ArchiveHeader::default();
    let expected = header.names().len();
    let rows = text.lines().enumerate().filter(|(_, row)| !is_filler(row.trim()));
    let games = rows.map(|(index, row)| {
        let found = row.split('\t').count();
        if found == expected {
            header.read_row(row, index + 1)
        } else {
            Err(error(Place { line: index + 1, column: 1 }, RowFault::NoHeader { expected, found }))
        }
    });
    let games = games.collect();
    Reading::clean(Detected::Archive(Archive { header, games }))
}
