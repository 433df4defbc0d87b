//! Material, piece-square values and weight near traps, kept up to date edge by edge.

use super::features::{CLASSES, HALF_BOARD, MATERIAL, SQUARES};
use super::inputs::{self, Pair, Plane};
use super::network::{Hidden, Network};
use super::weights::{FULL_PHASE, Sink};
use super::{Armies, Config};
use tusker_core::{Board, Color, Delta, Kind, Piece, Square};

/// What is kept of a board between edges: refreshed once, then updated by deltas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulator {
    /// Harlog in centi-rabbits, Gold's view.
    material: i32,
    /// The class of each kind, by side.
    classes: [[u8; 6]; 2],
    /// How much of the enemy's army is left, by side.
    phases: [u8; 2],
    /// Packed piece-square values of Gold and Silver.
    squares: [i64; 2],
    /// Weight near the four traps, one in each 16 bits, of Gold and Silver.
    influence: [u64; 2],
    /// The hidden layer of the network.
    hidden: Option<Hidden>,
}

impl Accumulator {
    /// Computed afresh.
    pub fn refresh(board: &Board, config: Config) -> Self {
        let armies = Armies::of(board);
        let mut fresh = Self {
            material: armies.centi_harlog(config.material_limit),
            classes: Color::ALL.map(|color| Kind::ALL.map(|kind| class(&armies, color, kind))),
            phases: Color::ALL.map(|color| phase(&armies, !color)),
            squares: [0; 2],
            influence: [0; 2],
            hidden: config.network.map(Network::empty),
        };
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                let class = fresh.class(piece);
                fresh.squares[piece.color.index()] += square_value(config, class, piece, square);
                fresh.influence[piece.color.index()] += influence(class, square);
                if let (Some(network), Some(hidden)) = (config.network, &mut fresh.hidden) {
                    network.add(hidden, stands(class, piece, square));
                }
            }
        }
        fresh
    }

    /// Follows an edge: `board` is the board after it.
    ///
    /// A capture changes the classes of many pieces, and is rare: everything is computed afresh then.
    #[inline]
    #[must_use]
    pub fn apply(mut self, delta: &Delta, board: &Board, config: Config) -> Self {
        if !delta.captures.is_empty() {
            return Self::refresh(board, config);
        }
        for moved in &delta.moves {
            let (piece, side) = (moved.piece, moved.piece.color.index());
            let class = self.class(piece);
            self.squares[side] +=
                square_value(config, class, piece, moved.to) - square_value(config, class, piece, moved.from);
            self.influence[side] =
                self.influence[side] - influence(class, moved.from) + influence(class, moved.to);
            if let (Some(network), Some(hidden)) = (config.network, &mut self.hidden) {
                network.shift(hidden, stands(class, piece, moved.from), stands(class, piece, moved.to));
            }
        }
        self
    }

    /// Harlog in centi-rabbits, Gold's view.
    pub const fn material(&self) -> i32 {
        self.material
    }

    /// The hidden layer of the network for the pieces alone.
    #[inline]
    pub(crate) const fn hidden(&self) -> Option<Hidden> {
        self.hidden
    }

    /// The class of a piece.
    #[inline]
    pub const fn class(&self, piece: Piece) -> usize {
        self.classes[piece.color.index()][piece.kind.index()] as usize
    }

    /// The classes of the kinds of `color`.
    #[inline]
    pub(crate) const fn classes(&self, color: Color) -> &[u8; 6] {
        &self.classes[color.index()]
    }

    /// How much of the army against `color` is left, 0 to [`FULL_PHASE`].
    #[inline]
    pub(crate) const fn phase(&self, color: Color) -> i32 {
        self.phases[color.index()] as i32
    }

    /// Packed piece-square values.
    #[inline]
    pub(crate) const fn squares(&self) -> [i64; 2] {
        self.squares
    }

    /// Weight of `color` near the traps c3, f3, c6, f6, 16 bits each from the lowest.
    #[inline]
    pub(crate) const fn influence(&self, color: Color) -> u64 {
        self.influence[color.index()]
    }

    /// The features behind [`Accumulator::squares`].
    pub(crate) fn trace(&self, board: &Board, sink: &mut impl Sink) {
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                let class = self.class(piece);
                sink.add(piece.color, square_feature(class, piece, square), 1);
                sink.add(piece.color, MATERIAL.at(class), 1);
            }
        }
    }
}

/// The class of a kind, see the page of the features.
fn class(armies: &Armies, color: Color, kind: Kind) -> u8 {
    if kind == Kind::Rabbit {
        return 0;
    }
    match armies.stronger_enemies(color, kind) {
        0 => 5,
        1 => 4,
        2 | 3 => 3,
        4 | 5 => 2,
        _ => 1,
    }
}

fn phase(armies: &Armies, color: Color) -> u8 {
    let rabbits = armies.count(color, Kind::Rabbit);
    let pieces = armies.total(color) - rabbits;
    (3 * pieces + rabbits).min(FULL_PHASE as u8)
}

/// The square counted from the back rank of `viewer`, or such a square as Gold sees it.
#[inline]
pub(crate) fn seen_by(viewer: Color, square: Square) -> Square {
    match viewer {
        Color::Gold => square,
        Color::Silver => square.flip_ranks(),
    }
}

#[inline]
fn square_feature(class: usize, piece: Piece, square: Square) -> usize {
    SQUARES.at(class * HALF_BOARD + on_half_board(seen_by(piece.color, square)))
}

/// The number of a square when files are mirrored to a to d.
#[inline]
pub(crate) fn on_half_board(square: Square) -> usize {
    usize::from(square.rank() * 4 + square.file().min(7 - square.file()))
}

/// The input of the network for a piece on its square.
#[inline]
pub(crate) fn stands(class: usize, piece: Piece, square: Square) -> Pair {
    inputs::of_piece(Plane::Piece, piece.color, class, seen_by(piece.color, square))
}

#[inline]
fn square_value(config: Config, class: usize, piece: Piece, square: Square) -> i64 {
    config.weights.packed(square_feature(class, piece, square)) + config.weights.packed(MATERIAL.at(class))
}

/// What a piece weighs near a trap, by class.
const STRENGTH: [u64; CLASSES] = [2, 4, 5, 7, 9, 12];
/// By distance from the trap, 0 to 4.
const NEARNESS: [u64; 5] = [7, 8, 5, 3, 1];
/// c3, f3, c6, f6.
const TRAP_INDICES: [u8; 4] = [18, 21, 42, 45];

static INFLUENCE: [[u64; 64]; CLASSES] = influence_table();

const fn influence_table() -> [[u64; 64]; CLASSES] {
    let mut table = [[0; 64]; CLASSES];
    let mut class = 0;
    while class < CLASSES {
        let mut square = 0_u8;
        while square < 64 {
            let mut trap = 0;
            while trap < 4 {
                let other = TRAP_INDICES[trap];
                let distance = (square & 7).abs_diff(other & 7) + (square >> 3).abs_diff(other >> 3);
                if distance < 5 {
                    let weight = STRENGTH[class] * NEARNESS[distance as usize];
                    table[class][square as usize] |= weight << (16 * trap);
                }
                trap += 1;
            }
            square += 1;
        }
        class += 1;
    }
    table
}

/// The weight of a piece near the traps, see [`Accumulator::influence`].
#[inline]
pub(crate) fn influence(class: usize, square: Square) -> u64 {
    INFLUENCE[class][square.index()]
}
