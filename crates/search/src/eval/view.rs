//! The board as one side sees it, and sets that several terms need.

use super::Accumulator;
use tusker_core::{Bitboard, Board, Color, Kind, Piece, Square};

/// The home traps c3 and f3, and the enemy's c6 and f6.
pub(crate) const TRAPS: [Bitboard; 4] =
    [Bitboard(1 << 18), Bitboard(1 << 21), Bitboard(1 << 42), Bitboard(1 << 45)];
/// Ranks 5 to 8.
pub(crate) const AWAY_HALF: Bitboard = Bitboard(!0 << 32);

/// One side's pieces and what they are up against, ranks counted from that side's back rank.
pub(crate) struct View {
    pub(crate) color: Color,
    pub(crate) mover: Mover,
    pub(crate) own: Bitboard,
    pub(crate) enemy: Bitboard,
    /// Own pieces by kind.
    pub(crate) kinds: [Bitboard; 6],
    /// The class of each kind.
    pub(crate) classes: [usize; 6],
    /// Enemy pieces by kind.
    pub(crate) enemy_kinds: [Bitboard; 6],
    /// The class of each kind of the enemy's.
    pub(crate) enemy_classes: [usize; 6],
    pub(crate) frozen: Bitboard,
    /// Own pieces with a stronger active enemy at a distance of 1, of at most 2, of at most 3.
    pub(crate) dominated: [Bitboard; 3],
}

/// Whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mover {
    /// The viewer's.
    Own = 0,
    /// The enemy's.
    Enemy = 1,
}

impl View {
    /// The views of Gold and Silver.
    #[inline]
    pub(crate) fn both(board: &Board, side: Color, accumulator: &Accumulator) -> [Self; 2] {
        let frozen = Color::ALL.map(|color| board.frozen(color));
        Color::ALL.map(|color| {
            let active = board.color(!color) & !frozen[(!color).index()];
            let seen = |set: Bitboard| match color {
                Color::Gold => set,
                Color::Silver => set.flip_ranks(),
            };
            Self {
                color,
                mover: if side == color { Mover::Own } else { Mover::Enemy },
                own: seen(board.color(color)),
                enemy: seen(board.color(!color)),
                kinds: Kind::ALL.map(|kind| seen(board.pieces(color, kind))),
                classes: Kind::ALL.map(|kind| accumulator.class(Piece::new(color, kind))),
                enemy_kinds: Kind::ALL.map(|kind| seen(board.pieces(!color, kind))),
                enemy_classes: Kind::ALL.map(|kind| accumulator.class(Piece::new(!color, kind))),
                frozen: seen(frozen[color.index()]),
                dominated: dominated(board, color, active).map(seen),
            }
        })
    }

    /// The class of the own piece on `square`.
    #[inline]
    pub(crate) fn class_on(&self, square: Square) -> usize {
        self.kinds
            .iter()
            .zip(self.classes)
            .find(|(kind, _)| kind.contains(square))
            .map_or(0, |(_, class)| class)
    }

    /// The squares without a piece.
    #[inline]
    pub(crate) fn empty(&self) -> Bitboard {
        !(self.own | self.enemy)
    }

    /// Calls `visit` with every class that own pieces in `set` may have, and the number of these pieces.
    #[inline]
    pub(crate) fn by_class(&self, set: Bitboard, visit: impl FnMut(usize, i32)) {
        by_class(set, &self.kinds, &self.classes, visit);
    }

    /// [`View::by_class`] of enemy pieces.
    #[inline]
    pub(crate) fn enemies_by_class(&self, set: Bitboard, visit: impl FnMut(usize, i32)) {
        by_class(set, &self.enemy_kinds, &self.enemy_classes, visit);
    }
}

#[inline]
fn by_class(set: Bitboard, kinds: &[Bitboard; 6], classes: &[usize; 6], mut visit: impl FnMut(usize, i32)) {
    if !set.is_empty() {
        for (&kind, &class) in kinds.iter().zip(classes) {
            visit(class, (set & kind).count() as i32);
        }
    }
}

/// Pieces of `color` that a stronger one among `active` is near, by distance.
#[inline]
fn dominated(board: &Board, color: Color, active: Bitboard) -> [Bitboard; 3] {
    let mut stronger = Bitboard::EMPTY;
    let mut near = [Bitboard::EMPTY; 3];
    for kind in Kind::ALL.into_iter().rev() {
        let own = board.pieces(color, kind);
        let beside = stronger.neighbors();
        let second = beside.neighbors() | beside;
        let third = second.neighbors() | second;
        near[0] |= own & beside;
        near[1] |= own & second;
        near[2] |= own & third;
        stronger |= board.kind(kind) & active;
    }
    near
}
