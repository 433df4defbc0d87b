//! What can matter: the squares that a plan reads, and the edges that can change them.
//!
//! An edge *writes* the squares it moves pieces from and to, and a trap beside a square that it vacates (a piece may
//! fall there). Whether it is legal, and what it does, depends on the squares it *reads*: its own, those beside the
//! piece that acts (freezing), and those beside the traps it may empty. If nothing that an edge writes is read by what
//! follows, then the rest of the plan works without it. So in a shortest plan every edge is linked to the aim by a
//! chain of edges, each writing what a later one reads, and the length of such chains is bounded by the steps left.

use crate::Bitboard;

/// The squares such that an edge which moves nothing from or to any of them leaves the contents of `read` alone.
#[inline]
pub(crate) const fn touching(read: Bitboard) -> Bitboard {
    Bitboard(read.0 | Bitboard(read.0 & Bitboard::TRAPS.0).neighbors().0)
}

/// `set` and the squares beside it.
#[inline]
pub(crate) const fn spread(set: Bitboard) -> Bitboard {
    Bitboard(set.0 | set.neighbors().0)
}

/// The squares that are read by any plain step which may change the contents of `read`, and `read` itself.
///
/// Such a step starts or ends on a square of [`touching`]; its other square is beside that one, and what decides
/// whether its piece is frozen, or falls at its end, is beside one of the two. Steps of the piece that starts farther
/// away end on the set, so nothing is more than two squares away, except the surroundings of a trap that the step
/// leaves: whether a piece falls there matters only if the trap's contents do, and then it is in the set itself.
#[inline]
pub(crate) const fn before_step(read: Bitboard) -> Bitboard {
    spread(spread(touching(read)))
}
