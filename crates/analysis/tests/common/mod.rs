//! Random positions and a slow obvious solver.
#![allow(dead_code, unreachable_pub, reason = "each test file includes this module and uses a part of it")]

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use tusker_core::{
    Board, Color, Key, Kind, Piece, Position, Square, TurnGenerator, outcome_after_turn, statics, walk_turns,
};

pub fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// Where random pieces stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// On all the board.
    Enough,
    /// On three files at one side: immobilizations are common.
    Little,
}

/// Few pieces on random squares, the game not over and mostly not won at once: for each side a rabbit and `others`
/// more. Sometimes less than four steps are left.
pub fn random_army(rng: &mut ChaCha8Rng, others: RangeInclusive<u32>, room: Room) -> Position {
    let may_win_at_once = rng.random_range(0..8) == 0;
    loop {
        let mut board = Board::EMPTY;
        let corner = rng.random_range(0..2) * 5;
        let mut put = |rng: &mut ChaCha8Rng, color, kind| {
            let file =
                if room == Room::Little { corner + rng.random_range(0..3) } else { rng.random_range(0..8) };
            let square = Square::new(file, rng.random_range(0..8)).expect("on the board");
            if board.empty().contains(square) {
                board.put(square, Piece::new(color, kind));
            }
        };
        for color in Color::ALL {
            put(rng, color, Kind::Rabbit);
            for _ in 0..rng.random_range(others.clone()) {
                let kind = Kind::ALL[[0, 0, 1, 2, 3, 4, 5][rng.random_range(0..7)]];
                put(rng, color, kind);
            }
        }
        let side = if rng.random_range(0..2) == 0 { Color::Gold } else { Color::Silver };
        if let Ok(position) = Position::new(board, side)
            && position.outcome().is_none()
        {
            let steps = if rng.random_range(0..4) == 0 { rng.random_range(1..=4) } else { 4 };
            let position = position.with_steps_left(steps);
            if may_win_at_once || statics::wins_in(&position).is_none() {
                return position;
            }
        }
    }
}

/// Looks at every turn of both sides, by the definition of a win within so many turns.
#[derive(Default)]
pub struct SlowTwin {
    generator: TurnGenerator,
    known: HashMap<(Key, Color, u8), bool>,
}

impl SlowTwin {
    /// The fewest turns in which the side to move wins, and the sorted keys of the boards after the first turns that do.
    pub fn solve(&mut self, position: &Position, most: u8) -> (Option<u8>, Vec<Key>) {
        let mut ends = Vec::new();
        walk_turns(position, |_, board| {
            ends.push(*board);
            true
        });
        ends.sort_by_key(Board::key);
        ends.dedup();
        let mover = position.side();
        for turns in 1..=most {
            let keys: Vec<Key> =
                ends.iter().filter(|end| self.end_wins(end, mover, turns)).map(Board::key).collect();
            if !keys.is_empty() {
                return (Some(turns), keys);
            }
        }
        (None, Vec::new())
    }

    /// Whether `mover`, which has just ended the first of `turns` turns on this board, wins.
    fn end_wins(&mut self, end: &Board, mover: Color, turns: u8) -> bool {
        match outcome_after_turn(end, mover) {
            Some(outcome) => outcome.winner == mover,
            None if turns == 1 => false,
            None => self.loses(end, !mover, turns - 1),
        }
    }

    /// Whether `side`, to move, loses within `turns` turns of the enemy, whatever it plays.
    fn loses(&mut self, board: &Board, side: Color, turns: u8) -> bool {
        if let Some(&known) = self.known.get(&(board.key(), side, turns)) {
            return known;
        }
        let position = Position::lenient(*board, side).0;
        let ends = self.generator.list(&position);
        let loses = ends.iter().all(|end| match outcome_after_turn(end.position.board(), side) {
            Some(outcome) => outcome.winner != side,
            None => self.wins(&end.position, turns),
        });
        self.known.insert((board.key(), side, turns), loses);
        loses
    }

    fn wins(&mut self, position: &Position, turns: u8) -> bool {
        let side = position.side();
        let mut ends = Vec::new();
        self.generator.for_each(position, |found| {
            ends.push(*found.board());
            true
        });
        // Wins at once first: they are cheap to see.
        ends.iter().any(|end| outcome_after_turn(end, side).is_some_and(|o| o.winner == side))
            || turns > 1 && ends.iter().any(|end| self.end_wins(end, side, turns))
    }
}
