//! Which edges are searched less deep, and which not at all.

use crate::order::{Pick, Rank};
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

/// An edge whose odds are so far behind the likeliest one's is unlikely: a factor of 90 (thousandths of a logarithm).
const UNLIKELY: i32 = 4500;
/// An edge within a factor of 3.3 of the likeliest one is likely.
const LIKELY: i32 = 1200;

/// Steps by which the edge at place `index` (from 0) of its node's order is searched less deep.
pub(crate) fn reduction(depth: i32, index: usize, pick: &Pick, place: Place) -> u8 {
    if depth < 2 || index < 2 || pick.rank == Rank::Good {
        return 0;
    }
    let base = i32::from(TABLE[(depth as usize).min(DEPTHS - 1)][index.min(EDGES - 1)]);
    let less = base + i32::from(pick.rank == Rank::Losing);
    let less = (less.min(depth - 1) - i32::from(place == Place::Run)).max(0);
    let less = match pick.behind {
        Some(behind) if less > 0 && behind > UNLIKELY => (less + 1).min(depth - 1),
        Some(behind) if less > 0 && behind < LIKELY => less - 1,
        _ => less,
    };
    less as u8
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

#[cfg(test)]
mod tests {
    use super::*;

    fn less(rank: Rank, behind: Option<i32>, place: Place) -> u8 {
        reduction(9, 12, &Pick { edge: Edge::PASS, rank, behind }, place)
    }

    #[test]
    fn likely_edges_are_reduced_less_and_unlikely_ones_more() {
        let plain = less(Rank::Quiet, None, Place::Elsewhere);
        let odds = |behind| less(Rank::Quiet, Some(behind), Place::Elsewhere);
        assert!(plain > 1);
        assert_eq!(
            [odds(0), odds(LIKELY), odds(UNLIKELY), odds(UNLIKELY + 1)],
            [plain - 1, plain, plain, plain + 1]
        );
        assert_eq!(less(Rank::Good, None, Place::Elsewhere), 0);
        assert_eq!(less(Rank::Losing, None, Place::Elsewhere), plain + 1);
        assert_eq!(less(Rank::Quiet, None, Place::Run), plain - 1);
    }

    #[test]
    fn a_step_of_depth_remains() {
        for depth in 0..30 {
            let pick = Pick { edge: Edge::PASS, rank: Rank::Quiet, behind: Some(9000) };
            let less = reduction(depth, 40, &pick, Place::Elsewhere);
            assert!(i32::from(less) < depth.max(1), "{less} of {depth}");
        }
    }
}
