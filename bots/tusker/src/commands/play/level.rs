//! Levels of strength.

use crate::score;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::sync::atomic::AtomicBool;
use tusker_core::{Game, Key, Position, Turn};
use tusker_search::{Limits, NoClock, Report, Score, Searcher, Task};

/// How strong the engine plays: how far it looks, and how freely it chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Level {
    /// 1 to 10.
    pub(super) number: u8,
    /// Nodes of each search.
    nodes: u64,
    /// Turns to choose from.
    candidates: usize,
    /// Centi-rabbits by which a candidate may be worse than the best.
    margin: i32,
}

/// Nodes, candidates and margin by level. Nodes grow threefold, the rest shrinks: a level up to 7 plays turns that a
/// search twice as deep might prefer anyway, and never gives away more than its margin knowingly.
const LEVELS: [(u64, usize, i32); 10] = [
    (100, 6, 250),
    (300, 5, 200),
    (1_000, 5, 150),
    (3_000, 4, 100),
    (10_000, 4, 70),
    (30_000, 3, 50),
    (100_000, 3, 30),
    (300_000, 1, 0),
    (1_000_000, 1, 0),
    (5_000_000, 1, 0),
];

impl Level {
    /// The level of those who give none.
    pub(super) const USUAL: u8 = 4;

    /// A level from 1 to 10; what lies outside is brought in.
    pub(super) fn new(number: u8) -> Self {
        let number = number.clamp(1, 10);
        let (nodes, candidates, margin) = LEVELS[usize::from(number) - 1];
        Self { number, nodes, candidates, margin }
    }

    /// Chooses a turn. The same game, level and seed give the same turn.
    pub(super) fn choose(self, game: &Game, seed: u64) -> Option<Turn> {
        let mut found = self.candidates(game);
        let best = found.first()?.score;
        found.retain(|report| is_close(report.score, best, self.margin));
        let ply = game.setups().len() + game.turns().len();
        let index = generator(seed, ply as u64 + 1).next_u32() as usize % found.len();
        Some(found.swap_remove(index).turn)
    }

    /// The best turns, the best first.
    fn candidates(self, game: &Game) -> Vec<Report> {
        let Some(position) = game.position() else { return Vec::new() };
        let mut searcher = Searcher::new(TABLE);
        let mut task = Task {
            position: *position,
            history: game.repetition_keys().collect(),
            limits: Limits { nodes: Some(self.nodes), ..Limits::default() },
            excluded: Vec::new(),
        };
        let mut found: Vec<Report> = Vec::new();
        while found.len() < self.candidates {
            let Some(report) = searcher.search(&task, &NoClock, &AtomicBool::new(false), |_| {}) else {
                break;
            };
            let Some(end) = end_of(game, &report.turn) else { break };
            let best = found.first().map_or(report.score, |best| best.score);
            task.excluded.push(end);
            found.push(report);
            // Every further turn is about as bad.
            if found.last().is_some_and(|last| !is_close(last.score, best, self.margin)) {
                break;
            }
        }
        found.sort_by_key(|report| std::cmp::Reverse(report.score));
        found
    }
}

/// MiB of the table: small, for it is made anew for every turn.
const TABLE: usize = 16;

/// Whether a turn may be played although another is better: never if that one wins, or if this one loses.
fn is_close(score: Score, best: Score, margin: i32) -> bool {
    score == best || score.proven().is_none() && best.proven().is_none() && best.0 - score.0 <= margin
}

/// The key of the position after a turn.
fn end_of(game: &Game, turn: &Turn) -> Option<Key> {
    game.check(turn).ok().map(|position: Position| position.repetition_key())
}

/// The best turn and its score in words, at the strength of a middle level at least.
pub(super) fn hint(game: &Game, level: Level) -> Option<(Turn, String)> {
    let strong = Level { candidates: 1, margin: 0, ..Level::new(level.number.max(7)) };
    let steps = game.position()?.steps_left();
    let report = strong.candidates(game).into_iter().next()?;
    Some((report.turn, score::words(report.score, steps)))
}

/// The generator of one ply of a game.
pub(super) fn generator(seed: u64, ply: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(ply);
    rng
}

#[cfg(test)]
mod tests {
    use super::*;
    use tusker_core::{Board, Color};

    fn game(board: &str) -> Game {
        let board: Board = board.parse().expect("a board");
        Game::from_position(Position::new(board, Color::Gold).expect("a position"))
    }

    const OPENING: &str = "rrrddrrrrhcmechr                                RHCEMCHRRRRDDRRR";

    #[test]
    fn one_seed_one_turn_and_many_seeds_many() {
        let game = game(OPENING);
        let level = Level::new(2);
        let turns: Vec<Turn> = (0..6).filter_map(|seed| level.choose(&game, seed)).collect();
        assert_eq!(level.choose(&game, 3).as_ref(), turns.get(3));
        assert!(turns.iter().any(|turn| *turn != turns[0]));
    }

    /// However weak: a win at hand is taken.
    #[test]
    fn every_level_takes_a_win() {
        let game = game("r r        R                                             E      ");
        for number in [1, 4, 8] {
            let turn = Level::new(number).choose(&game, 1).expect("a turn");
            let after = game.check(&turn).expect("legal");
            assert!(after.outcome().is_some_and(|outcome| outcome.winner == Color::Gold));
        }
    }

    #[test]
    fn levels_grow() {
        for (weaker, stronger) in LEVELS.iter().zip(&LEVELS[1..]) {
            assert!(weaker.0 < stronger.0 && weaker.1 >= stronger.1 && weaker.2 >= stronger.2);
        }
        assert_eq!((Level::new(0).number, Level::new(99).number), (1, 10));
    }
}
