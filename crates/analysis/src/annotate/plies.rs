//! What happened in a game, setup by setup and turn by turn.

use std::collections::HashMap;
use tusker_core::{Board, Capture, Color, Game, Key, Outcome, Position, StepReader, Turn};
use tusker_notation::{TurnLabel, write_turn};

/// What kind of ply it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PlyKind {
    /// A setup.
    Setup,
    /// A turn.
    Turn,
}

/// One setup or turn of a game, and what it led to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Its number and side.
    pub label: TurnLabel,
    /// Setup or turn.
    pub kind: PlyKind,
    /// The placements, or the steps with every capture, in canonical form.
    pub text: String,
    /// Steps taken; 0 for setups.
    pub steps: u8,
    /// What fell, in order.
    pub captures: Vec<Capture>,
    /// The pieces after it.
    pub board: Board,
    /// How often the position after it has stood at the end of a turn, this time included; `None` before both setups are
    /// made.
    pub occurrence: Option<u32>,
    /// How the game ended with it by the rules; a resignation and the like is none.
    pub outcome: Option<Outcome>,
}

/// The setups and turns of a game, in order.
///
/// ```
/// use tusker_analysis::annotate::plies;
/// use tusker_notation::{Strictness, read_move_list};
///
/// let list = "1g Ra1 Ee2\n1s ra8 ee7\n2g Ee2n\n2s ee7s\n3g Ee3s\n3s ee6n\n";
/// let game = read_move_list(list, Strictness::Lenient).unwrap().value.game;
/// let plies = plies(&game);
/// assert_eq!(plies.len(), 6);
/// assert_eq!((plies[5].label.to_string(), plies[5].occurrence), ("3s".to_owned(), Some(2)));
/// ```
pub fn plies(game: &Game) -> Vec<Ply> {
    let mut label = first_label(game);
    let mut plies = Vec::new();
    let mut board = Board::EMPTY;
    let mut seen: HashMap<Key, u32> = HashMap::new();
    for (index, setup) in game.setups().iter().enumerate() {
        for placement in setup.placements() {
            board.put(placement.square, placement.piece);
        }
        // What falls after the second setup is known only once both are made.
        let last = index == 1;
        let captures = if last { game.fallen().to_vec() } else { Vec::new() };
        let board = if last { game.start().map_or(board, |start| *start.board()) } else { board };
        plies.push(Ply {
            label,
            kind: PlyKind::Setup,
            text: setup.to_string(),
            steps: 0,
            captures,
            board,
            occurrence: last.then_some(1),
            outcome: game.start().filter(|_| last).and_then(Position::outcome),
        });
        label = label.next();
    }
    if let Some(start) = game.start().filter(|start| !start.can_pass()) {
        seen.insert(start.repetition_key(), 1);
    }
    for (before, played) in game.positions().zip(game.turns()) {
        let count = seen.entry(played.position.repetition_key()).or_default();
        *count += 1;
        plies.push(Ply {
            label,
            kind: PlyKind::Turn,
            // A game holds legal turns only.
            text: write_turn(before, &played.turn).unwrap_or_default(),
            steps: played.turn.steps_taken(),
            captures: captures_of(before, &played.turn),
            board: *played.position.board(),
            occurrence: Some(*count),
            outcome: played.position.outcome(),
        });
        label = label.next();
    }
    if let (Some(last), Some(outcome)) = (plies.last_mut(), game.outcome())
        && super::rule_item(outcome, Color::Gold).is_some()
    {
        // Only the game knows when nothing but third repetitions is left.
        last.outcome = Some(outcome);
    }
    plies
}

/// What falls in a turn, in order.
pub(super) fn captures_of(before: &Position, turn: &Turn) -> Vec<Capture> {
    let mut reader = StepReader::new(before);
    turn.steps().filter_map(|step| reader.step(step).ok()).flatten().collect()
}

/// The label of the first setup or turn, counted back from the next one.
fn first_label(game: &Game) -> TurnLabel {
    let mut label = TurnLabel::of(game);
    for _ in 0..game.setups().len() + game.turns().len() {
        label = match label.side {
            Color::Silver => TurnLabel { side: Color::Gold, ..label },
            Color::Gold => TurnLabel { number: label.number.saturating_sub(1), side: Color::Silver },
        };
    }
    label
}
