//! The board as one side sees it, and sets that several terms need.

use super::Accumulator;
use tusker_core::{Bitboard, Board, Color, Kind, Square};

/// The home traps c3 and f3, and the enemy's c6 and f6.
pub(crate) const TRAPS: [Bitboard; 4] =
    [Bitboard(1 << 18), Bitboard(1 << 21), Bitboard(1 << 42), Bitboard(1 << 45)];
/// Ranks 5 to 8.
pub(crate) const AWAY_HALF: Bitboard = Bitboard(!0 << 32);

/// One side's pieces and what they are up against, ranks counted from that side's back rank.
pub(crate) struct View<'a> {
    pub(crate) color: Color,
    pub(crate) mover: Mover,
    /// Whose whole turn is next, as the network sees it: inside a turn it is the other side's.
    pub(crate) next: Mover,
    pub(crate) own: Bitboard,
    pub(crate) enemy: Bitboard,
    /// Own pieces by kind.
    pub(crate) kinds: [Bitboard; 6],
    /// The class of each kind.
    pub(crate) classes: &'a [u8; 6],
    /// Enemy pieces by kind.
    pub(crate) enemy_kinds: [Bitboard; 6],
    /// The class of each kind of the enemy's.
    pub(crate) enemy_classes: &'a [u8; 6],
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

impl<'a> View<'a> {
    /// The views of Gold and Silver.
    #[inline]
    pub(crate) fn both(board: &Board, [side, next]: [Color; 2], accumulator: &'a Accumulator) -> [Self; 2] {
        let frozen = [board.frozen(Color::Gold), board.frozen(Color::Silver)];
        let view = |color: Color, seen: fn(Bitboard) -> Bitboard| {
            let (mut kinds, mut enemy_kinds) = ([Bitboard::EMPTY; 6], [Bitboard::EMPTY; 6]);
            for (index, kind) in Kind::ALL.into_iter().enumerate() {
                kinds[index] = seen(board.pieces(color, kind));
                enemy_kinds[index] = seen(board.pieces(!color, kind));
            }
            let active = board.color(!color) & !frozen[(!color).index()];
            let [beside, second, third] = dominated(board, color, active);
            Self {
                color,
                mover: if side == color { Mover::Own } else { Mover::Enemy },
                next: if next == color { Mover::Own } else { Mover::Enemy },
                own: seen(board.color(color)),
                enemy: seen(board.color(!color)),
                kinds,
                classes: accumulator.classes(color),
                enemy_kinds,
                enemy_classes: accumulator.classes(!color),
                frozen: seen(frozen[color.index()]),
                dominated: [seen(beside), seen(second), seen(third)],
            }
        };
        [view(Color::Gold, |set| set), view(Color::Silver, Bitboard::flip_ranks)]
    }

    /// The class of the own piece on `square`.
    #[inline]
    pub(crate) fn class_on(&self, square: Square) -> usize {
        class_on(square, &self.kinds, *self.classes)
    }

    /// The squares without a piece.
    #[inline]
    pub(crate) fn empty(&self) -> Bitboard {
        !(self.own | self.enemy)
    }

    /// Calls `visit` with the class of every own piece in `set`, which holds own pieces only.
    #[inline]
    pub(crate) fn each_class(&self, set: Bitboard, mut visit: impl FnMut(usize)) {
        self.each_piece(set, |class, _| visit(class));
    }

    /// Calls `visit` with the class and the square of every own piece in `set`, which holds own pieces only.
    #[inline]
    pub(crate) fn each_piece(&self, set: Bitboard, mut visit: impl FnMut(usize, Square)) {
        for square in set {
            visit(self.class_on(square), square);
        }
    }

    /// The class of the enemy's piece on `square`.
    #[inline]
    pub(crate) fn enemy_class_on(&self, square: Square) -> usize {
        class_on(square, &self.enemy_kinds, *self.enemy_classes)
    }
}

/// The class of the piece on `square`, one of those in `kinds`; without branches, because it is hard to foresee.
#[inline]
fn class_on(square: Square, kinds: &[Bitboard; 6], classes: [u8; 6]) -> usize {
    let bit = |kind: usize| (kinds[kind].0 >> square.index() & 1) as usize;
    usize::from(classes[bit(1) + 2 * bit(2) + 3 * bit(3) + 4 * bit(4) + 5 * bit(5)])
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
