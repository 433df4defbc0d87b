//! Which edges are searched less deep, and which not at all.

use crate::order::Rank;
use std::sync::LazyLock;
use tusker_core::{Bitboard, Color, Edge, Kind, Position};

const DEPTHS: usize = 64;
const EDGES: usize = 64;

/// Steps by depth and place in the order.
static TABLE: LazyLock<[[u8; EDGES]; DEPTHS]> = LazyLock::new(|| {
    let mut table = [[0; EDGES]; DEPTHS];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (index, entry) in row.iter_mut().enumerate().skip(1) {
            *entry = (0.3 + (depth as f64).ln() * (index as f64 + 1.0).ln() / 1.4) as u8;
        }
    }
    table
});

/// The mover's rabbits run from here: at most this many steps from goal.
const RUN: u8 = 4;

/// The squares on and beside the ways to goal of the mover's rabbits that are near it.
///
/// What happens there is a matter of turns, not of scores: it is reduced less, and not left out.
pub(crate) fn goal_runs(position: &Position) -> Bitboard {
    let side = position.side();
    let runners = position.board().pieces(side, Kind::Rabbit).into_iter().filter(|rabbit| match side {
        Color::Gold => rabbit.rank() + RUN >= 7,
        Color::Silver => rabbit.rank() <= RUN,
    });
    let ways = runners.fold(Bitboard::EMPTY, |ways, rabbit| {
        (0..RUN).fold(ways | rabbit.bit(), |ways, _| ways | ways.shift(side.forward()))
    });
    ways | ways.neighbors()
}

/// Where an edge takes place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// On or beside the way of a rabbit that is near its goal.
    Run,
    /// Anywhere else.
    Elsewhere,
}

impl Place {
    /// The place of `edge` where the ways to goal are `runs`.
    pub(crate) fn of(edge: Edge, runs: Bitboard) -> Self {
        let on_run = edge != Edge::PASS && !runs.is_empty() && edge.squares().intersects(runs);
        if on_run { Self::Run } else { Self::Elsewhere }
    }
}

/// Steps by which the edge at place `index` (from 0) of its node's order is searched less deep.
pub(crate) fn reduction(depth: i32, index: usize, rank: Rank, place: Place) -> u8 {
    if depth < 2 || index < 2 || rank == Rank::Good {
        return 0;
    }
    let base = i32::from(TABLE[(depth as usize).min(DEPTHS - 1)][index.min(EDGES - 1)]);
    let less = base + i32::from(rank == Rank::Losing);
    (less.min(depth - 1) - i32::from(place == Place::Run)).max(0) as u8
}

/// Whether a zero-window node may leave out a quiet edge at place `index` of its order: so many better ones have failed
/// so near the horizon that this one would too.
pub(crate) fn is_late(depth: i32, index: usize) -> bool {
    depth <= 3 && index as i32 > 3 + 4 * depth
}

/// Whether a zero-window node may leave out a quiet edge: so near the horizon it does not lift the static score
/// `static_score` to `alpha`. Depths in steps, scores in centi-rabbits.
pub(crate) fn is_futile(depth: i32, static_score: i32, alpha: i32) -> bool {
    depth <= FUTILITY_DEPTH && static_score + 40 + 40 * depth <= alpha
}

/// Whether a zero-window node may end with its static score: so near the horizon and so far above `beta` that the mover
/// may end its turn and still have enough.
pub(crate) fn stands(depth: i32, static_score: i32, beta: i32) -> bool {
    static_score - 40 - 30 * depth >= beta
}

/// The greatest depth at which [`stands`] is asked.
pub(crate) const STAND_DEPTH: i32 = 6;

/// The greatest depth at which [`is_futile`] is asked.
pub(crate) const FUTILITY_DEPTH: i32 = 2;
