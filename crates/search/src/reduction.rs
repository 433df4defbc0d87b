//! Late-move reductions.

use crate::order::Rank;
use std::sync::LazyLock;

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

/// Steps by which the edge at place `index` (from 0) of its node's order is searched less deep.
pub(crate) fn reduction(depth: i32, index: usize, rank: Rank) -> i32 {
    if depth < 2 || index < 2 || rank == Rank::Good {
        return 0;
    }
    let base = i32::from(TABLE[(depth as usize).min(DEPTHS - 1)][index.min(EDGES - 1)]);
    (if rank == Rank::Losing { base + 1 } else { base }).min(depth - 1)
}
