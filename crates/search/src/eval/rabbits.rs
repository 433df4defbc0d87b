//! Rabbits on their way to goal.

use super::features::{BLOCKED_RABBIT, GOAL_CLOSED, GOAL_FROZEN, GOAL_WAY};
use super::view::View;
use super::weights::Sink;
use tusker_core::{Bitboard, Direction, Kind};

/// Steps up to which ways are looked for.
const LONGEST_WAY: usize = 8;
/// Frozen rabbits count up to here.
const LONGEST_FROZEN_WAY: usize = 4;
/// Ranks 4 to 7: below, a rabbit without a way is at home.
const ADVANCED: Bitboard = Bitboard(0x00FF_FFFF_FF00_0000);

/// Rabbits by their ways to goal.
#[inline]
pub(crate) fn ways(view: &View<'_>, sink: &mut impl Sink) {
    let rabbits = view.kinds[Kind::Rabbit.index()];
    if rabbits.is_empty() {
        return;
    }
    let ahead = view.enemy.shift(Direction::South);
    sink.add(view.color, BLOCKED_RABBIT.at(0), (rabbits & ahead).count() as i32);
    let empty = view.empty();
    // Where a rabbit is not frozen on its way.
    let danger = (view.enemy & !view.enemy_kinds[Kind::Rabbit.index()]).neighbors();
    let safe = empty & (!danger | view.own.neighbors());
    let mut left = rabbits & !view.frozen;
    let mut reached = Bitboard::RANK_8 & empty;
    for steps in 0..LONGEST_WAY {
        let sources = backward(reached);
        let found = left & sources;
        if !found.is_empty() {
            let feature = GOAL_WAY.at(view.mover as usize * LONGEST_WAY + steps);
            sink.add(view.color, feature, found.count() as i32);
            left &= !found;
        }
        reached |= sources & safe;
        if left.is_empty() {
            break;
        }
    }
    frozen_ways(view, rabbits & view.frozen, sink);
    for rabbit in left & ADVANCED {
        let rank = usize::from(rabbit.rank());
        let file = Bitboard(0x0101_0101_0101_0101 << rabbit.file());
        let files = file | file.shift(Direction::East) | file.shift(Direction::West);
        let blockers = (view.enemy & files & Bitboard(!0 << (8 * (rank + 1)))).count().min(3) as usize;
        sink.add(view.color, GOAL_CLOSED.at((rank - 3) * 4 + blockers), 1);
    }
}

#[inline]
fn frozen_ways(view: &View<'_>, frozen: Bitboard, sink: &mut impl Sink) {
    const REACH: Bitboard = Bitboard(0x00FF_FFFF_FF00_0000);
    let mut left = frozen & REACH;
    if left.is_empty() {
        return;
    }
    let empty = view.empty();
    let mut reached = Bitboard::RANK_8 & empty;
    for steps in 0..LONGEST_FROZEN_WAY {
        let sources = backward(reached);
        let found = left & sources;
        sink.add(view.color, GOAL_FROZEN.at(steps), found.count() as i32);
        left &= !found;
        reached |= sources & empty;
    }
}

/// The squares from which a rabbit steps into `set`.
#[inline]
fn backward(set: Bitboard) -> Bitboard {
    set.shift(Direction::South) | set.shift(Direction::East) | set.shift(Direction::West)
}
