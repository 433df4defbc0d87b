//! From what the engine chose to what `bestmove` says.

use crate::response::BestMove;
use crate::session::worker::Answer;
use tusker_core::{
    Color, DistinctTurn, Game, NamedSetup, Phase, Placement, Setup, Square, Turn, TurnGenerator,
};
use tusker_notation::{write_setup, write_turn};

/// What to say, and what was wrong with the engine's answer.
pub(crate) struct Checked {
    pub(crate) best: BestMove,
    pub(crate) error: Option<String>,
}

/// Checks the engine's answer for `game`; in place of one that will not do, some legal turn or setup is played.
pub(crate) fn check(game: &Game, answer: Answer) -> Checked {
    let (best, error) = match (game.phase(), answer) {
        (Phase::Setup(color), Answer::Setup(setup)) => {
            match game.variant().setup.check(&setup, color, game.board()) {
                Ok(()) => (Some(steps(&write_setup(&setup))), None),
                Err(fault) => (None, Some(format!("the engine chose an illegal setup: {fault}"))),
            }
        }
        (Phase::Play(_), Answer::Turn(Some(turn))) => match turn_text(game, &turn) {
            Ok(text) => (Some(steps(&text)), None),
            Err(fault) => (None, Some(format!("the engine chose an illegal turn: {fault}"))),
        },
        (_, Answer::Panicked(message)) => (None, Some(format!("the engine panicked: {message}"))),
        _ => (None, Some("the engine found no turn".to_owned())),
    };
    Checked { best: best.unwrap_or_else(|| fallback(game)), error }
}

fn steps(text: &str) -> BestMove {
    BestMove::Steps(text.into())
}

fn turn_text(game: &Game, turn: &Turn) -> Result<String, String> {
    game.check(turn).map_err(|fault| fault.to_string())?;
    let position = game.position().ok_or_else(|| "there is no position".to_owned())?;
    write_turn(position, turn).map_err(|fault| fault.to_string())
}

/// Something legal to say without the engine: a plain setup, or some turn, or `resign` if there is none.
pub(crate) fn fallback(game: &Game) -> BestMove {
    match game.phase() {
        Phase::Setup(color) => match write_setup(&fallback_setup(color, game)) {
            // Not one square of the whole board is free.
            text if text.is_empty() => BestMove::Resign,
            text => steps(&text),
        },
        Phase::Play(_) => fallback_turn(game)
            .and_then(|turn| turn_text(game, &turn).ok())
            .map_or(BestMove::Resign, |text| steps(&text)),
        Phase::Over(_) => BestMove::Resign,
    }
}

/// A named setup; what an odd setup of the other side has taken is replaced by the next free squares, home first.
fn fallback_setup(color: Color, game: &Game) -> Setup {
    let setup = NamedSetup::NinetyNineOfNine.setup(color);
    let wanted: Vec<Square> = setup.placements().iter().map(|p| p.square).collect();
    let free = |square: &Square| game.board().piece_at(*square).is_none();
    let by_distance = |square: Square| if color == Color::Gold { square } else { square.flip_ranks() };
    let mut others = Square::all().map(by_distance).filter(|square| free(square) && !wanted.contains(square));
    let placements = setup.placements().iter().filter_map(|&placement| {
        let square = Some(placement.square).filter(free).or_else(|| others.next())?;
        Some(Placement { square, ..placement })
    });
    Setup::new(placements.collect())
}

/// A legal turn that is no third repetition: one that wins at once, or else one that does not lose at once, if there
/// are such turns.
pub(crate) fn fallback_turn(game: &Game) -> Option<Turn> {
    let position = game.position()?;
    let side = position.side();
    let mut best: Option<(u8, Turn)> = None;
    TurnGenerator::new().for_each(position, |found| {
        let DistinctTurn { turn, position: after } = found.distinct_turn();
        let worth = match after.outcome() {
            _ if game.would_repeat(&after) => return true,
            Some(outcome) if outcome.winner == side => 2,
            Some(_) => 0,
            None => 1,
        };
        if best.as_ref().is_none_or(|(known, _)| worth > *known) {
            best = Some((worth, turn));
        }
        worth < 2
    });
    best.map(|(_, turn)| turn)
}
