//! What the tests of the rules share.
#![allow(dead_code, unreachable_pub, reason = "each test file includes this module and uses a part of it")]

pub mod twin;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::path::Path;
use tusker_core::{Board, Color, Kind, Piece, Placement, Position, Square, Step};

/// Reads `g [64 characters]`, leniently.
pub fn position(text: &str) -> Position {
    let side = Color::from_letter(text.chars().next().expect("a side")).expect("g or s");
    let board = text.split_once('[').expect("a bracket").1.trim_end_matches(']');
    lenient(board, side)
}

/// A position of any board.
pub fn lenient(board: &str, side: Color) -> Position {
    let board: Board = board.parse().unwrap_or_else(|error| panic!("{board:?}: {error}"));
    Position::lenient(board, side).0
}

/// A position from `Ra1 eh8 ...`.
pub fn placed(side: Color, pieces: &str) -> Position {
    let mut board = Board::EMPTY;
    for placement in pieces.split(' ').map(|text| Placement::parse(text).expect(text)) {
        board.put(placement.square, placement.piece);
    }
    Position::lenient(board, side).0
}

/// Reads `Ee2n rc3x ...`, leaving the captures out.
pub fn steps(text: &str) -> Vec<Step> {
    text.split_whitespace()
        .filter(|token| !token.ends_with('x'))
        .map(|token| Step::parse(&token[1..]).unwrap_or_else(|| panic!("{token}")))
        .collect()
}

/// A file of the shared data, if it is there.
pub fn shared(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    let text = std::fs::read_to_string(path).ok();
    if text.is_none() {
        println!("{name} of the shared data is not there: skipped");
    }
    text
}

/// The opening position of the known perft values.
pub const OPENING: &str = "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]";

/// Random positions and choices, the same in every run.
pub struct Random(ChaCha8Rng);

impl Random {
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }

    pub fn color(&mut self) -> Color {
        Color::ALL[self.below(2)]
    }

    /// A board with about `pieces` pieces anywhere, the number of a kind unlimited if `lenient`; without `lenient`,
    /// no unsupported piece on a trap.
    pub fn board(&mut self, pieces: usize, lenient: Lenient) -> Board {
        let mut board = Board::EMPTY;
        for _ in 0..pieces {
            let kind = Kind::from_index([0, 0, 0, 1, 2, 3, 4, 5][self.below(8)]).expect("a kind");
            let piece = Piece::new(self.color(), kind);
            let square = Square::from_index(self.below(64) as u8).expect("a square");
            let full = board.pieces(piece.color, kind).count() >= u32::from(Kind::FULL_ARMY[kind.index()]);
            if lenient == Lenient::Yes || !full {
                board.put(square, piece);
            }
        }
        if lenient == Lenient::No {
            while let Some(square) = board.unsupported_on_traps().first() {
                board.remove(square);
            }
        }
        board
    }

    /// A position of a random board.
    pub fn position(&mut self, pieces: usize, lenient: Lenient) -> Position {
        Position::lenient(self.board(pieces, lenient), self.color()).0
    }

    /// The start of a turn on a board from a random setup and `edges` random edges; captures are preferred, to thin
    /// the board.
    pub fn play(&mut self, edges: usize) -> Position {
        let mut board = Board::EMPTY;
        for color in Color::ALL {
            for placement in tusker_core::Setup::random(color, &mut self.0).placements() {
                board.put(placement.square, placement.piece);
            }
        }
        let mut position = Position::new(board, Color::Gold).expect("a setup");
        for _ in 0..edges {
            let edges = position.edges();
            if edges.is_empty() {
                break;
            }
            let edge = (0..4)
                .map(|_| *self.pick(&edges))
                .max_by_key(|&edge| position.play_copy(edge))
                .expect("four candidates");
            position.play(edge).expect("a generated edge");
        }
        Position::new(*position.board(), position.side()).expect("a board from play")
    }
}

trait PlayCopy {
    fn play_copy(&self, edge: tusker_core::Edge) -> usize;
}

impl PlayCopy for Position {
    /// Number of pieces captured by `edge`.
    fn play_copy(&self, edge: tusker_core::Edge) -> usize {
        let mut after = *self;
        after.play(edge).map_or(0, |delta| delta.captures.len())
    }
}

/// Whether boards may have what legal play from full armies cannot produce.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lenient {
    Yes,
    No,
}
