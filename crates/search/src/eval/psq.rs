//! Piece-square values, kept up to date edge by edge.

use super::params::{PARAMS, SquareTable};
use super::{Armies, Config};
use tusker_core::{Board, Color, Delta, Kind, Piece, Square};

/// Material and piece-square terms of a board, from Gold's view: refreshed once, then updated by deltas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Accumulator {
    armies: Armies,
    material: i32,
    squares: i32,
}

impl Accumulator {
    /// Computed afresh.
    pub fn refresh(board: &Board, config: Config) -> Self {
        let armies = Armies::of(board);
        let squares = board
            .occupied()
            .iter()
            .filter_map(|s| board.piece_at(s).map(|p| square_value(p, s, &armies)))
            .sum();
        Self { armies, material: armies.centi_harlog(config.material_limit), squares }
    }

    /// Follows an edge: `board` is the board after it.
    ///
    /// A capture changes the strength ranks of many pieces, and is rare: everything is computed afresh then.
    #[inline]
    #[must_use]
    pub fn apply(mut self, delta: &Delta, board: &Board, config: Config) -> Self {
        if !delta.captures.is_empty() {
            return Self::refresh(board, config);
        }
        for moved in &delta.moves {
            self.squares += square_value(moved.piece, moved.to, &self.armies)
                - square_value(moved.piece, moved.from, &self.armies);
        }
        self
    }

    /// The armies on the board.
    pub const fn armies(&self) -> &Armies {
        &self.armies
    }

    /// Harlog in centi-rabbits, Gold's view.
    pub const fn material(&self) -> i32 {
        self.material
    }

    /// Piece-square terms, Gold's view.
    pub const fn squares(&self) -> i32 {
        self.squares
    }
}

/// The value of `piece` standing on `square`, from Gold's view.
fn square_value(piece: Piece, square: Square, armies: &Armies) -> i32 {
    let (square, sign) = match piece.color {
        Color::Gold => (square, 1),
        Color::Silver => (square.flip_ranks(), -1),
    };
    let file = square.file().min(7 - square.file());
    let look = |table: &SquareTable| table[usize::from(square.rank())][usize::from(file)];
    if piece.kind == Kind::Rabbit {
        let enemies = i32::from(armies.total(!piece.color)).clamp(1, 16);
        let (early, late) = (look(&PARAMS.rabbit_early), look(&PARAMS.rabbit_late));
        return sign * (early * (enemies - 1) + late * (16 - enemies)) / 15;
    }
    sign * look(match armies.stronger_enemies(piece.color, piece.kind) {
        0 => &PARAMS.elephant,
        1 => &PARAMS.camel,
        2 | 3 => &PARAMS.horse,
        _ => &PARAMS.minor,
    })
}
