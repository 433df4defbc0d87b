//! The older notation of Abstract Play: `Ee2, Md2` in setups, `Db4b5, Ee6f6(xrf6)` in turns.

use crate::error::error;
use crate::setup::place_tokens;
use crate::steps::play_tokens;
use crate::text::{self, Line};
use crate::token::Token;
use crate::{
    Dialect, Error, Located, Place, ReadResult, Reading, Strictness, Warning, WarningKind, read_lightvector,
};
use tusker_core::{
    Board, Capture, Color, IllegalStep, IllegalTurn, Kind, Piece, Placement, PlayedTurn, Position, Setup,
    SetupKind, Square, Step, StepReader, Turn,
};

/// Why a text is no setup or turn in the older notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LegacyFault {
    /// Nothing between two commas, or no text at all.
    #[error("expected {0} between the commas")]
    Empty(&'static str),
    /// A step without its target, or a piece without its square: input that is not finished.
    #[error("'{found}' is unfinished: {expected}")]
    Unfinished {
        /// The word.
        found: String,
        /// What should follow.
        expected: &'static str,
    },
    /// The word has no known shape.
    #[error(
        "'{0}' is neither a step such as Db4b5, also with captures as in Ee6f6(xrf6), nor a placement such as Ee2"
    )]
    Shape(String),
    /// The squares of a step are not adjacent.
    #[error("'{0}': a step goes to an adjacent square")]
    NotAdjacent(String),
    /// A capture that is not of the form `(xrf6)`.
    #[error("'{0}': captures are written (xrf6), with the piece and its trap")]
    Capture(String),
    /// A step in a setup, or a placement in a turn.
    #[error("'{found}' does not belong here: expected {expected}")]
    Mixed {
        /// The word.
        found: String,
        /// What belongs here.
        expected: &'static str,
    },
    /// Two pieces of a start on one square.
    #[error("'{found}': the square is taken by {by}")]
    Occupied {
        /// The word.
        found: String,
        /// What stands there.
        by: Piece,
    },
}

const STEP: &str = "a step such as Db4b5";
const PLACEMENT: &str = "a placement such as Ee2";

/// Which notation of Abstract Play a turn is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ApNotation {
    /// Comma-separated steps.
    Legacy,
    /// Lightvector notation in Abstract Play's dialect.
    Lightvector,
}

/// Tells the notations apart: only the older one has commas, brackets, and words that begin with `x`.
///
/// A single word such as `Db4b5` means the same in both and counts as Lightvector.
///
/// ```
/// use tusker_notation::{ApNotation, ap_notation};
///
/// assert_eq!(ap_notation("Db4b5, Ee6f6(xrf6)"), ApNotation::Legacy);
/// assert_eq!(ap_notation("Cg3 dx Ee6"), ApNotation::Lightvector);
/// ```
pub fn ap_notation(text: &str) -> ApNotation {
    let legacy = text.contains([',', '(']) || text.split_whitespace().any(|word| word.starts_with('x'));
    if legacy { ApNotation::Legacy } else { ApNotation::Lightvector }
}

/// Reads a turn in either notation of Abstract Play.
///
/// # Errors
/// As [`read_legacy_turn`] and [`read_lightvector`].
pub fn read_ap_turn(position: &Position, text: &str, strictness: Strictness) -> ReadResult<PlayedTurn> {
    match ap_notation(text) {
        ApNotation::Legacy => read_legacy_turn(position, text),
        ApNotation::Lightvector => read_lightvector(position, text, Dialect::AbstractPlay, strictness),
    }
}

/// The parts of a text between commas, without blanks around them.
fn parts(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut place = Place::START;
    text.split(',').map(move |part| {
        let line = text::trim(Line::new(place, part));
        place = place.right(text::count(part) + 1);
        line
    })
}

/// Reads a turn in the older notation and plays it by the rules; captures are computed, and what the text says of
/// them is compared.
///
/// # Errors
/// Names the word, the step and the reason; a step without target is refused at its place.
///
/// ```
/// use tusker_notation::*;
///
/// let board = "g [r      e                    cE   D                             R]";
/// let position = read_position(board, Strictness::Strict).unwrap().value;
/// let error = read_legacy_turn(&position, "Db4b5,Ef5e5").unwrap_err().to_string();
/// assert_eq!(error, "line 1, column 7: step 2 (Ef5w): e5 is not empty");
/// let error = read_legacy_turn(&position, "Db4b5, Ef5").unwrap_err().to_string();
/// assert!(error.starts_with("line 1, column 8: 'Ef5' is unfinished"), "{error}");
/// ```
pub fn read_legacy_turn(position: &Position, text: &str) -> ReadResult<PlayedTurn> {
    let mut warnings = Vec::new();
    let tokens = legacy_steps(text)?;
    let value = play_tokens(position, &tokens, Place::START, &mut warnings)?;
    Ok(Reading::sorted(value, warnings))
}

/// The steps of a text as words of the game room's notation, each followed by the captures written with it.
pub(super) fn legacy_steps(text: &str) -> Result<Vec<Located<Token>>, Error> {
    let mut tokens = Vec::new();
    for part in parts(text) {
        let (word, captures) =
            part.what.split_once('(').map_or((part.what, None), |(word, rest)| (word, Some(rest)));
        let fail = |fault| error(part.place, fault);
        let step = read_step(word.trim_end()).map_err(fail)?;
        tokens.push(Located::new(part.place, step));
        // What followed the first bracket: `xrf6)`, or `xrf6)(xMc3)`.
        for capture in captures.into_iter().flat_map(|rest| rest.split('(')) {
            let written = || fail(LegacyFault::Capture(text::excerpt(part.what)));
            let inner = capture
                .trim()
                .strip_suffix(')')
                .and_then(|inner| inner.strip_prefix('x'))
                .ok_or_else(written)?;
            let Placement { piece, square } = Placement::parse(inner).ok_or_else(written)?;
            tokens.push(Located::new(part.place, Token::Capture { piece, square }));
        }
    }
    Ok(tokens)
}

fn read_step(word: &str) -> Result<Token, LegacyFault> {
    let shown = || text::excerpt(word);
    let shape = || LegacyFault::Shape(shown());
    let mut letters = word.chars();
    let piece = match letters.next() {
        None => return Err(LegacyFault::Empty(STEP)),
        Some('x') => return Err(LegacyFault::Mixed { found: shown(), expected: STEP }),
        Some(letter) => Piece::from_letter(letter).ok_or_else(shape)?,
    };
    let squares = letters.as_str();
    if squares.is_empty() || squares.len() == 2 && squares.parse::<Square>().is_ok() {
        let expected = "a step has a piece, the square it leaves and the square it enters, as Db4b5";
        return Err(LegacyFault::Unfinished { found: shown(), expected });
    }
    let (from, to) = squares.split_at_checked(2).ok_or_else(shape)?;
    let from: Square = from.parse().map_err(|_| shape())?;
    let to: Square = to.parse().map_err(|_| shape())?;
    let direction = from.direction_to(to).ok_or_else(|| LegacyFault::NotAdjacent(shown()))?;
    Ok(Token::Step { piece, step: Step { from, direction } })
}

/// Writes a turn in the older notation; each capture stands with the step that causes it.
///
/// # Errors
/// A step is not legal in `position`.
///
/// ```
/// use tusker_notation::*;
///
/// let board = "g [r      e                                 r       H      R       ]";
/// let position = read_position(board, Strictness::Strict).unwrap().value;
/// let turn = read_turn(&position, "rb3e rc3x Hb2n").unwrap().value.turn;
/// let text = write_legacy_turn(&position, &turn).unwrap();
/// assert_eq!(text, "rb3c3(xrc3), Hb2b3");
/// assert_eq!(read_legacy_turn(&position, &text).unwrap().value.turn, turn);
/// ```
pub fn write_legacy_turn(position: &Position, turn: &Turn) -> Result<String, IllegalTurn> {
    let mut reader = StepReader::new(position);
    let mut words = Vec::new();
    for (index, step) in turn.steps().enumerate() {
        let illegal = |reason| IllegalTurn { step: index + 1, reason };
        let piece = reader.board().piece_at(step.from);
        let piece = piece.ok_or(IllegalStep::NoPiece { square: step.from }).map_err(illegal)?;
        let captures = reader.step(step).map_err(illegal)?;
        let word = format!("{piece}{}{}", step.from, step.to());
        let fallen = captures.iter().map(|Capture { piece, square }| format!("(x{piece}{square})"));
        words.push(std::iter::once(word).chain(fallen).collect::<Vec<_>>().concat());
    }
    Ok(words.join(", "))
}

/// A setup as Abstract Play stores it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegacySetup {
    /// What is placed.
    pub setup: Setup,
    /// What falls afterwards according to the text, as `xEc3` in free placement; not checked here.
    pub fallen: Vec<Located<Capture>>,
}

/// Reads a setup of `color`: `Ee2, Md2, ..`, with or without blanks.
///
/// The case of letters is ignored, as on the site: pieces are those of `color`, and a letter of the wrong case is a
/// warning. Lenient reading accepts what the variant does not allow, with warnings, but never two pieces on one square.
///
/// # Errors
/// Names the word; a piece without its square is refused at its place.
///
/// ```
/// use tusker_core::{Board, Color, SetupKind};
/// use tusker_notation::{Strictness, read_legacy_setup};
///
/// let read = |text| read_legacy_setup(text, Color::Silver, &Board::EMPTY, SetupKind::Free, Strictness::Strict);
/// let reading = read("ed5, rd6, xEc3").unwrap();
/// assert_eq!(reading.value.setup.to_string(), "ed5 rd6");
/// assert_eq!(reading.value.fallen[0].what.square.to_string(), "c3");
/// assert_eq!(read("ed5, r").unwrap_err().place.column, 6);
/// ```
pub fn read_legacy_setup(
    text: &str,
    color: Color,
    board: &Board,
    kind: SetupKind,
    strictness: Strictness,
) -> ReadResult<LegacySetup> {
    let mut warnings = Vec::new();
    let (mut tokens, mut fallen) = (Vec::new(), Vec::new());
    for part in parts(text) {
        let fail = |fault| error(part.place, fault);
        if let Some(capture) = part.what.strip_prefix('x') {
            let Placement { piece, square } = read_placement(capture).map_err(fail)?;
            fallen.push(Located::new(part.place, Capture { piece, square }));
            continue;
        }
        let Placement { piece, square } = read_placement(part.what).map_err(fail)?;
        let own = Piece::new(color, piece.kind);
        let token = Token::Placement { piece: own, square };
        if own != piece {
            let kind =
                WarningKind::LetterCase { found: text::excerpt(part.what), expected: token.to_string() };
            warnings.push(Warning::new(part.place, kind));
        }
        tokens.push(Located::new(part.place, token));
    }
    if kind == SetupKind::HomeRanks {
        // The site fills the rabbits in when the move is sent.
        let placed = tokens.iter().filter_map(|token| match token.what {
            Token::Placement { piece, square } => Some(Placement { piece, square }),
            _ => None,
        });
        let filled = fill_rabbits(&placed.collect(), color);
        let rabbits = filled.placements().iter().skip(tokens.len());
        tokens.extend(rabbits.map(|&Placement { piece, square }| {
            Located::new(Place::START, Token::Placement { piece, square })
        }));
    }
    let setup = place_tokens(&tokens, kind, color, board, strictness, Place::START, &mut warnings)?;
    Ok(Reading::sorted(LegacySetup { setup, fallen }, warnings))
}

/// The setup with the rabbits that it lacks, as Abstract Play fills them in when the eight other pieces are placed: on the
/// free squares of the home ranks, the front rank first for Gold and the back rank first for Silver, each from a to h.
/// Any other setup stays as it is.
///
/// ```
/// use tusker_core::{Board, Color, NamedSetup, Setup};
/// use tusker_notation::fill_rabbits;
///
/// let whole = NamedSetup::NinetyNineOfNine.setup(Color::Gold);
/// let pieces: Setup = whole.placements()[3..5].iter().chain(&whole.placements()[9..15]).copied().collect();
/// let filled = fill_rabbits(&pieces, Color::Gold);
/// assert!(filled.to_string().ends_with("Ra2 Rh2 Ra1 Rb1 Rc1 Rf1 Rg1 Rh1"));
/// assert_eq!(filled.check(Color::Gold, &Board::EMPTY), Ok(()));
/// ```
pub fn fill_rabbits(setup: &Setup, color: Color) -> Setup {
    let placed = setup.placements();
    let full = |kind: Kind| {
        let count = placed.iter().filter(|p| p.piece == Piece::new(color, kind)).count();
        kind == Kind::Rabbit || count == usize::from(Kind::FULL_ARMY[kind.index()])
    };
    if !Kind::ALL.into_iter().all(full) {
        return setup.clone();
    }
    let rabbit = Piece::new(color, Kind::Rabbit);
    let missing = usize::from(Kind::FULL_ARMY[Kind::Rabbit.index()])
        .saturating_sub(placed.iter().filter(|p| p.piece == rabbit).count());
    let rows = if color == Color::Gold { [1, 0] } else { [7, 6] };
    let squares = rows.into_iter().flat_map(|rank| (0..8).filter_map(move |file| Square::new(file, rank)));
    let free = squares.filter(|square| placed.iter().all(|p| p.square != *square));
    let rabbits = free.take(missing).map(|square| Placement { piece: rabbit, square });
    placed.iter().copied().chain(rabbits).collect()
}

fn read_placement(word: &str) -> Result<Placement, LegacyFault> {
    let found = || text::excerpt(word);
    let mut letters = word.chars();
    let known = letters.next().map(|letter| Piece::from_letter(letter).is_some());
    match (known, letters.as_str()) {
        (None, _) => Err(LegacyFault::Empty(PLACEMENT)),
        (Some(true), "") => Err(LegacyFault::Unfinished {
            found: found(),
            expected: "a piece is followed by its square, as Ee2",
        }),
        _ => Placement::parse(word).ok_or_else(|| match read_step(word) {
            Ok(_) => LegacyFault::Mixed { found: found(), expected: PLACEMENT },
            Err(_) => LegacyFault::Shape(found()),
        }),
    }
}

/// Writes a setup, and what fell after it, as `Ee2, Md2, xEc3`.
pub fn write_legacy_setup(setup: &Setup, fallen: &[Capture]) -> String {
    let placed = setup.placements().iter().map(ToString::to_string);
    let fallen = fallen.iter().map(|capture| format!("x{}{}", capture.piece, capture.square));
    placed.chain(fallen).collect::<Vec<_>>().join(", ")
}

/// Reads the start of an Endless Endgame: `Eg1,Hc1,..,eb8,hf8,..`; the case of the letter is the side.
///
/// # Errors
/// Names the word.
///
/// ```
/// use tusker_notation::{read_ap_start, write_ap_start};
///
/// let start = "Ed1,Da1,Cg2,Ch1,Rc2,ed8,da8,cg7,ch8,rc7";
/// let board = read_ap_start(start).unwrap();
/// assert_eq!(board.occupied().count(), 10);
/// assert_eq!(read_ap_start(&write_ap_start(&board)).unwrap(), board);
/// ```
pub fn read_ap_start(text: &str) -> Result<Board, Error> {
    let mut board = Board::EMPTY;
    for part in parts(text) {
        let fail = |fault| error(part.place, fault);
        let Placement { piece, square } = read_placement(part.what).map_err(fail)?;
        if let Some(by) = board.piece_at(square) {
            return Err(fail(LegacyFault::Occupied { found: text::excerpt(part.what), by }));
        }
        board.put(square, piece);
    }
    Ok(board)
}

/// Writes a start: Gold first, strongest first, then from a1 on.
pub fn write_ap_start(board: &Board) -> String {
    let mut words = Vec::new();
    for color in Color::ALL {
        for kind in Kind::ALL.into_iter().rev() {
            let piece = Piece::new(color, kind);
            words.extend(
                board.pieces(color, kind).iter().map(|square| Placement { piece, square }.to_string()),
            );
        }
    }
    words.join(",")
}
