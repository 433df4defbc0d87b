//! Turns in step notation: `Ee2n Ee3n rc3x Hb2n`.

use crate::error::error;
use crate::text::{self, Line};
use crate::token::{Token, read_tokens};
use crate::{Error, Located, Place, ReadResult, Reading, Warning, WarningKind};
use tusker_core::{
    Board, Capture, Color, Edge, EdgeKind, IllegalStep, IllegalTurn, Outcome, Piece, PlayedTurn, Position,
    Square, StepReader, Turn,
};

/// Why a text is not a legal turn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TurnFault {
    /// There is no step.
    #[error("expected at least one step, such as Ee2n")]
    Empty,
    /// A placement among steps.
    #[error("'{0}' places a piece, but this is a turn of steps: the setup is over")]
    Placement(Token),
    /// `takeback` or `resign` among steps.
    #[error("'{0}' must stand alone")]
    NotAlone(Token),
    /// `qpss` in a played turn.
    #[error("'qpss' leaves a step open: a turn that is played must name its steps")]
    Unspecified,
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// A step is illegal, or the turn may not end after it.
    #[error("step {step} ({token}): {reason}")]
    Illegal {
        /// The step, counted from 1.
        step: usize,
        /// The step as it is written, with the letter of the piece that stands there.
        token: String,
        /// The reason.
        reason: IllegalStep,
    },
}

/// A step of the text that was read, and what it captured.
struct Done {
    token: Located<Token>,
    /// Captures not yet found in the text.
    unwritten: Vec<Capture>,
}

/// Reads a turn and plays it by the rules.
///
/// Pieces are found by their squares, and captures are computed: wrong letters, wrong letter case, runs of blanks,
/// and capture words that are missing, late or wrong are warnings. Repetition is for
/// [`Game`](tusker_core::Game) to judge.
///
/// # Errors
/// Names the word, the step and the reason.
///
/// ```
/// use tusker_notation::{Strictness, read_position, read_turn, write_turn};
///
/// let board = "g [r      e                                 r       H      R       ]";
/// let position = read_position(board, Strictness::Strict).unwrap().value;
/// let reading = read_turn(&position, "Rb3e Hb2n").unwrap();
/// assert_eq!(write_turn(&position, &reading.value.turn).unwrap(), "rb3e rc3x Hb2n");
/// let warnings: Vec<String> = reading.warnings.iter().map(|w| w.to_string()).collect();
/// assert_eq!(warnings[0], "line 1, column 1: 'Rb3e' should be written 'rb3e'");
/// assert!(warnings[1].contains("the capture rc3x is not written"));
/// let error = read_turn(&position, "rb3e Hb2s").unwrap_err();
/// assert!(error.to_string().starts_with("line 1, column 6: step 2 (Hb2s): "));
/// ```
pub fn read_turn(position: &Position, text: &str) -> ReadResult<PlayedTurn> {
    let mut warnings = Vec::new();
    let line = Line::new(Place::START, text);
    let tokens = read_tokens(line, &mut warnings)?;
    let value = play_tokens(position, &tokens, line.place, &mut warnings)?;
    Ok(Reading::sorted(value, warnings))
}

/// Plays the words of a whole turn; `place` is where an empty turn is reported.
pub(crate) fn play_tokens(
    position: &Position,
    tokens: &[Located<Token>],
    place: Place,
    warnings: &mut Vec<Warning>,
) -> Result<PlayedTurn, Error> {
    let mut reader = StepReader::new(position);
    let mut found = Vec::new();
    let done = step_through(&mut reader, tokens, &mut found)?;
    let Some(last) = done.last() else {
        return Err(error(place, TurnFault::Empty));
    };
    let (turn, position) = reader.finish().map_err(|reason| {
        let fault = TurnFault::Illegal { step: done.len(), token: last.token.what.to_string(), reason };
        error(last.token.place, fault)
    })?;
    warnings.extend(found);
    Ok(PlayedTurn { turn, position })
}

/// Takes the steps one by one, and compares the words of captures with what was captured.
fn step_through(
    reader: &mut StepReader,
    tokens: &[Located<Token>],
    warnings: &mut Vec<Warning>,
) -> Result<Vec<Done>, Error> {
    let mut done: Vec<Done> = Vec::new();
    for &Located { place, what: token } in tokens {
        match token {
            Token::Step { piece, step } => {
                let stands = reader.board().piece_at(step.from).unwrap_or(piece);
                let expected = Token::Step { piece: stands, step };
                let captures = reader.step(step).map_err(|reason| {
                    let token = expected.to_string();
                    error(place, TurnFault::Illegal { step: done.len() + 1, token, reason })
                })?;
                warnings.extend(
                    compare(token, expected, piece, stands, step.from).map(|w| Warning::new(place, w)),
                );
                let unwritten = captures.into_iter().collect();
                done.push(Done { token: Located::new(place, expected), unwritten });
            }
            Token::Capture { piece, square } => {
                let odd = check_capture(&mut done, piece, square);
                warnings.extend(odd.into_iter().map(|kind| Warning::new(place, kind)));
            }
            Token::Placement { .. } => return Err(error(place, TurnFault::Placement(token))),
            Token::Unspecified => return Err(error(place, TurnFault::Unspecified)),
            Token::Takeback | Token::Resign => return Err(error(place, TurnFault::NotAlone(token))),
        }
    }
    for step in &done {
        for &Capture { piece, square } in &step.unwritten {
            warnings.push(Warning::new(step.token.place, WarningKind::MissingCapture { piece, square }));
        }
    }
    Ok(done)
}

/// What is odd about the word of a capture; takes the capture off the list of those not yet written.
fn check_capture(done: &mut [Done], piece: Piece, square: Square) -> Vec<WarningKind> {
    let written = Token::Capture { piece, square };
    let steps = done.len();
    for (index, step) in done.iter_mut().enumerate() {
        let Some(at) = step.unwritten.iter().position(|capture| capture.square == square) else { continue };
        let captured = step.unwritten.remove(at).piece;
        let expected = Token::Capture { piece: captured, square };
        let late = (index + 1 < steps).then_some(WarningKind::LateCapture { piece: captured, square });
        return compare(written, expected, piece, captured, square).into_iter().chain(late).collect();
    }
    vec![WarningKind::NoCapture { found: written.to_string(), square }]
}

/// What is odd about the letter of a word.
fn compare(
    found: Token,
    expected: Token,
    named: Piece,
    stands: Piece,
    square: Square,
) -> Option<WarningKind> {
    let (found, expected) = (found.to_string(), expected.to_string());
    if named == stands {
        None
    } else if named.kind == stands.kind {
        Some(WarningKind::LetterCase { found, expected })
    } else {
        let (named, stands) = (named.kind, stands.kind);
        Some(WarningKind::WrongPiece { found, expected, square, named, stands })
    }
}

/// Plays the steps that a diagram's header says were taken; none is no error. Returns them and the position after.
pub(crate) fn read_taken(
    start: &Position,
    tokens: &[Located<Token>],
    warnings: &mut Vec<Warning>,
) -> Result<(Turn, Position), Error> {
    if tokens.is_empty() {
        return Ok((Turn::new(), *start));
    }
    let place = tokens.first().map_or(Place::START, |token| token.place);
    let turn = play_tokens(start, tokens, place, warnings)?.turn;
    let mut position = *start;
    for &edge in turn.edges() {
        // `finish` has vouched for every edge.
        let _ = position.play(edge);
    }
    if turn.edges().last().is_some_and(|edge| may_begin_pull(start, &turn, *edge)) {
        let place = tokens.last().map_or(place, |token| token.place);
        warnings.push(Warning::new(place, WarningKind::PullNotOpen));
    }
    Ok((turn, position))
}

/// Whether the last edge of `turn` is a step that a pull could have begun with.
fn may_begin_pull(start: &Position, turn: &Turn, last: Edge) -> bool {
    let mut before = *start;
    let edges = turn.edges();
    for &edge in &edges[..edges.len() - 1] {
        let _ = before.play(edge);
    }
    let Some(piece) = before.board().piece_at(last.from()) else { return false };
    let weaker = |square: Square| {
        before
            .board()
            .piece_at(square)
            .is_some_and(|other| other.color != piece.color && other.kind < piece.kind)
    };
    last.kind() == EdgeKind::Step
        && before.steps_left() > 1
        && last.from().bit().neighbors().iter().any(weaker)
}

/// Writes a turn in canonical form: each capture right after the step that causes it.
///
/// # Errors
/// A step is not legal in `position`. Whether the turn may end after its last step is not asked.
pub fn write_turn(position: &Position, turn: &Turn) -> Result<String, IllegalTurn> {
    write_edges(position, turn.edges())
}

/// Writes edges as [`write_turn`] does; passes are not written.
///
/// # Errors
/// A step is not legal.
pub fn write_edges(position: &Position, edges: &[Edge]) -> Result<String, IllegalTurn> {
    let mut reader = StepReader::new(position);
    let mut words: Vec<String> = Vec::new();
    for (index, step) in edges.iter().flat_map(|edge| edge.steps()).enumerate() {
        let illegal = |reason| IllegalTurn { step: index + 1, reason };
        let piece = reader.board().piece_at(step.from);
        let captures = reader.step(step).map_err(illegal)?;
        let piece = piece.ok_or(IllegalStep::NoPiece { square: step.from }).map_err(illegal)?;
        words.push(Token::Step { piece, step }.to_string());
        for Capture { piece, square } in captures {
            words.push(Token::Capture { piece, square }.to_string());
        }
    }
    Ok(words.join(" "))
}

/// Carries out the steps of an illegal turn as far as the board allows: each piece must stand where the text says
/// and go to an empty square. Returns `None` if one cannot, or if a word is no step.
pub(crate) fn force(board: &Board, tokens: &[Located<Token>]) -> Option<Board> {
    if tokens.is_empty() {
        return None;
    }
    let mut board = *board;
    for token in tokens {
        let step = match token.what {
            Token::Step { step, .. } => step,
            Token::Capture { .. } => continue,
            _ => return None,
        };
        if board.piece_at(step.to()).is_some() {
            return None;
        }
        let piece = board.remove(step.from)?;
        board.put(step.to(), piece);
        for square in board.unsupported_on_traps() {
            board.remove(square);
        }
    }
    Some(board)
}

/// A sequence of turns: the first from `position`, each next one by the other side.
///
/// This is the form of AEI's `info pv`: the first turn has no prefix, later ones begin with the letter of their side.
/// A turn is written as far as it goes, also if it is not finished.
///
/// # Errors
/// A step is not legal.
///
/// ```
/// use tusker_notation::{Strictness, read_line, read_position, write_line};
///
/// let board = "g [r      e                                 r       H      R       ]";
/// let position = read_position(board, Strictness::Strict).unwrap().value;
/// let turns = read_line(&position, "rb3e Hb2n b eh8s w Ra1n").unwrap().value;
/// assert_eq!(write_line(&position, &turns).unwrap(), "rb3e rc3x Hb2n s eh8s g Ra1n");
/// ```
pub fn write_line(position: &Position, turns: &[Turn]) -> Result<String, IllegalTurn> {
    let mut position = *position;
    let mut text = String::new();
    for (index, turn) in turns.iter().enumerate() {
        if index > 0 {
            text.push(' ');
            text.push(position.side().letter());
            text.push(' ');
        }
        text.push_str(&write_turn(&position, turn)?);
        let side = position.side();
        for &edge in turn.edges() {
            let illegal =
                |_| IllegalTurn { step: usize::from(turn.steps_taken()), reason: IllegalStep::NoStepLeft };
            position.play(edge).map_err(illegal)?;
        }
        if position.side() == side && position.play(Edge::PASS).is_err() {
            break;
        }
    }
    Ok(text)
}

/// Reads what [`write_line`] writes; sides may be written g, s, w or b. Every turn must be whole.
///
/// # Errors
/// A turn is not legal, or a letter names the wrong side.
pub fn read_line(position: &Position, text: &str) -> ReadResult<Vec<Turn>> {
    let mut reading = Reading::clean(Vec::new());
    let mut position = *position;
    let mut tokens = Vec::new();
    let mut place = Place::START;
    for word in text::words(Line::new(Place::START, text)) {
        let Some(side) = side_letter(word.what) else {
            tokens.extend(read_tokens(word, &mut reading.warnings)?);
            continue;
        };
        let played = play_tokens(&position, &tokens, place, &mut reading.warnings)?;
        reading.value.push(played.turn);
        position = played.position;
        if side != position.side() {
            return Err(error(word.place, crate::ListFault::Side { found: side, expected: position.side() }));
        }
        tokens.clear();
        place = word.place.right(1);
    }
    reading.value.push(play_tokens(&position, &tokens, place, &mut reading.warnings)?.turn);
    Ok(Reading::sorted(reading.value, reading.warnings))
}

/// The side of a word of one letter.
pub(crate) fn side_letter(word: &str) -> Option<Color> {
    let mut letters = word.chars();
    let side = Color::from_letter(letters.next()?.to_ascii_lowercase())?;
    letters.next().is_none().then_some(side)
}
