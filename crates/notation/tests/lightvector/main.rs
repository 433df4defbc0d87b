//! Lightvector notation: its examples, its twin, and round trips in both dialects.

mod examples;
mod round_trips;
mod twin;
mod twin_tests;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tusker_core::{Board, Color, Kind, Piece, Position, Square, Turn};
use tusker_notation::{Strictness, read_position};

fn position(text: &str) -> Position {
    read_position(text, Strictness::Lenient).unwrap().value
}

/// Random choices that are the same in every run.
struct Random(ChaCha8Rng);

impl Random {
    fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    /// A board of `pieces` random pieces, rabbits and nearby ones often, none doomed and nobody at its goal.
    fn board(&mut self, pieces: usize) -> Board {
        loop {
            let mut board = Board::EMPTY;
            for _ in 0..pieces {
                let color = Color::ALL[self.below(2)];
                let kind = Kind::ALL[self.below(8).saturating_sub(2)];
                let square = Square::from_index(self.below(64) as u8).unwrap();
                board.put(square, Piece::new(color, kind));
            }
            if board.unsupported_on_traps().is_empty() {
                return board;
            }
        }
    }

    fn position(&mut self, pieces: usize) -> Position {
        let color = Color::ALL[self.below(2)];
        Position::lenient(self.board(pieces), color).0
    }

    /// A random legal turn, made edge by edge; long ones more often than not.
    fn turn(&mut self, position: &Position) -> Option<Turn> {
        let mut now = *position;
        let mut turn = Turn::new();
        while now.side() == position.side() {
            let edges = now.edges();
            if edges.is_empty() {
                return None;
            }
            let edge = edges[self.below(edges.len())];
            turn.push(edge);
            now.play(edge).unwrap();
        }
        (!turn.edges().is_empty()).then_some(turn)
    }
}
