//! The evaluation: Harlog, piece-square values, and a compact positional part.

mod harlog;
mod params;
mod positional;
mod psq;

pub use harlog::Armies;
pub use params::{PARAMS, Params, SquareTable};
pub use positional::{Terms, terms};
pub use psq::Accumulator;

use crate::Score;
use tusker_core::{Color, Position};

/// Which evaluation to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Harlog, piece-square values and positional terms.
    #[default]
    Full,
    /// Harlog alone: the baseline of strength matches.
    HarlogOnly,
}

/// How to evaluate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Which terms count.
    pub model: Model,
    /// What an infinite Harlog (a side without rabbits) is worth, in centi-rabbits.
    pub material_limit: i32,
}

impl Default for Config {
    fn default() -> Self {
        Self { model: Model::Full, material_limit: 20_000 }
    }
}

/// The parts of an evaluation, in centi-rabbits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// Harlog, Gold's view.
    pub material: i32,
    /// Piece-square values, Gold's view.
    pub squares: i32,
    /// Positional terms of Gold and of Silver.
    pub terms: [Terms; 2],
    /// What the mover's remaining steps are worth, the mover's view.
    pub tempo: i32,
    /// The whole, from the mover's view.
    pub score: Score,
}

/// The score of `position` from the mover's view; `accumulator` belongs to its board.
#[inline]
pub fn evaluate(position: &Position, accumulator: &Accumulator, config: Config) -> i32 {
    let gold = match config.model {
        Model::HarlogOnly => accumulator.material(),
        Model::Full => {
            let [gold, silver] = terms(position.board());
            accumulator.material() + accumulator.squares() + gold.total() - silver.total()
        }
    };
    let tempo = match config.model {
        Model::HarlogOnly => 0,
        Model::Full => tempo(position),
    };
    let mover = match position.side() {
        Color::Gold => gold,
        Color::Silver => -gold,
    };
    (mover + tempo).clamp(-Score::MAX_EVALUATION.0, Score::MAX_EVALUATION.0)
}

#[inline]
fn tempo(position: &Position) -> i32 {
    PARAMS.step_left * i32::from(position.steps_left())
}

/// The evaluation of `position` with its parts.
pub fn breakdown(position: &Position, config: Config) -> Breakdown {
    let accumulator = Accumulator::refresh(position.board(), config);
    Breakdown {
        material: accumulator.material(),
        squares: accumulator.squares(),
        terms: terms(position.board()),
        tempo: tempo(position),
        score: Score(evaluate(position, &accumulator, config)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use tusker_core::{Board, Edge};

    const BOARDS: [&str; 3] = [
        "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR",
        " r rr r m h  e c r rr r h d  c dE H    M R RRHR D C  C D R RR R ",
        "    e   r                                     HdR    C      E   ",
    ];

    fn random_walk(text: &str, seed: u64, mut visit: impl FnMut(&Position, Edge)) {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
        let board: Board = text.parse().expect("a board");
        let (mut position, _) = Position::lenient(board, Color::Gold);
        for _ in 0..200 {
            let edges = position.edges();
            if edges.is_empty() {
                break;
            }
            let edge = edges[rng.random_range(0..edges.len())];
            visit(&position, edge);
            position.play_unchecked(edge);
        }
    }

    #[test]
    fn the_accumulator_equals_its_refresh() {
        let config = Config::default();
        for (seed, text) in BOARDS.iter().enumerate() {
            random_walk(text, seed as u64, |position, edge| {
                let before = Accumulator::refresh(position.board(), config);
                let mut after = *position;
                let delta = after.play_unchecked(edge);
                let updated = before.apply(&delta, after.board(), config);
                assert_eq!(updated, Accumulator::refresh(after.board(), config), "{position:?} {edge:?}");
            });
        }
    }

    #[test]
    fn swapping_sides_and_mirroring_keep_the_movers_score() {
        let config = Config::default();
        for (seed, text) in BOARDS.iter().enumerate() {
            random_walk(text, 10 + seed as u64, |position, _| {
                let score = breakdown(position, config).score;
                assert_eq!(score, breakdown(&position.swap_sides(), config).score, "{position:?}");
                let (mirrored, _) = Position::lenient(position.board().mirror(), position.side());
                let mirrored = mirrored.with_steps_left(position.steps_left());
                assert_eq!(score, breakdown(&mirrored, config).score, "{position:?}");
            });
        }
    }
}
