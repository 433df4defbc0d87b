//! Positions as the network learns from them.

use crate::data::hold_out;
use crate::loss::{chance, golds_view};
use crate::{GameRecord, ReadGames};
use tusker_core::{Color, Position};
use tusker_search::Score;
use tusker_search::eval::{Accumulator, Config, Inputs, evaluate};

/// An output of 1 is worth so many centi-rabbits; also the scale of win probabilities.
pub(crate) const SCALE: f32 = 400.0;

/// A position to learn from.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// Inputs as Gold sees them, and as Silver does.
    pub(crate) inputs: [Vec<u16>; 2],
    /// The score without the network in units of [`SCALE`], Gold's view.
    pub(crate) base: f32,
    /// The win probability to be learned, Gold's view.
    pub(crate) target: f32,
}

impl Example {
    /// A position at the start of a turn that Gold wins with a probability of `target`.
    pub fn new(position: &Position, target: f64) -> Self {
        let config = Config { network: None, ..Config::default() };
        let accumulator = Accumulator::refresh(position.board(), config);
        let Inputs(inputs) = Inputs::of(position);
        let base = golds_view(position, evaluate(position, &accumulator, config)) as f32 / SCALE;
        Self { inputs, base, target: target as f32 }
    }
}

/// The examples of games, those to learn from and those held out: every twentieth game.
///
/// The target of a position is the win probability of the score that the search found there, with a share of 1 - `trace`,
/// and the target of the next position with the rest; the last target is the result.
pub fn examples(read: &ReadGames, trace: f64) -> [Vec<Example>; 2] {
    hold_out(read, 20).map(|games| games.into_iter().flat_map(|game| of_game(game, trace)).collect())
}

fn of_game(game: &GameRecord, trace: f64) -> Vec<Example> {
    let mut target = f64::from(u8::from(game.winner == Color::Gold));
    let mut next = None;
    let backwards = game.samples.iter().rev().map(|sample| {
        let side = sample.position.side();
        let score = Score(golds_view(&sample.position, i32::from(sample.score)));
        let own = chance(score, f64::from(SCALE));
        // What a random turn in between led to is not this position's fault.
        target = if next == Some(side) { own } else { (1.0 - trace) * own + trace * target };
        next = Some(side);
        Example::new(&sample.position, target)
    });
    backwards.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Sample, win_probability};
    use tusker_core::{Board, Turn};

    /// Three positions with Gold, Silver and Silver to move: a random turn of Gold's stands between the last two.
    fn game() -> GameRecord {
        let board: Board =
            "    e   r                                     HdR    C      E   ".parse().unwrap();
        let sample = |side, score| {
            let turn = Turn::new();
            Sample { position: Position::lenient(board, side).0, score, turn }
        };
        let samples = vec![sample(Color::Gold, 400), sample(Color::Silver, 400), sample(Color::Silver, 0)];
        GameRecord { number: 19, winner: Color::Gold, samples }
    }

    #[test]
    fn targets_come_back_from_the_result_but_not_past_a_random_turn() {
        let read = ReadGames::new(1, 100, vec![game()]);
        let [learned, held_out] = examples(&read, 0.75);
        assert!(learned.is_empty());
        let targets: Vec<f32> = held_out.iter().rev().map(|example| example.target).collect();
        let (good, bad) = (win_probability(1.0, 1.0), win_probability(-1.0, 1.0));
        let expected = [0.25 * good + 0.75 * bad, bad, 0.25 * 0.5 + 0.75];
        for (target, expected) in targets.iter().zip(expected) {
            assert!((f64::from(*target) - expected).abs() < 1e-6, "{target} and {expected}");
        }
    }

    #[test]
    fn a_proven_score_is_a_sure_result() {
        let mut game = game();
        game.samples.truncate(1);
        game.samples[0].score = Score::win_in(4).0 as i16;
        let targets: Vec<f32> = of_game(&game, 0.0).iter().map(|example| example.target).collect();
        assert_eq!(targets, [1.0]);
    }
}
