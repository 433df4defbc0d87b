//! Frozen, dominated and lonely pieces; mobility; who stands near whom.

use super::features::{
    ALIGNMENT, CLASSES, DOMINATED, ELEPHANT_EXITS, ELEPHANT_REACH, EXPOSED, FROZEN, HOSTAGE, LONELY, MOBILE,
};
use super::view::{AWAY_HALF, TRAPS, View};
use super::weights::Sink;
use tusker_core::{Bitboard, Direction, Kind};

/// Classes of pieces that are worth a chase.
const LOWEST_ATTACKER: usize = 3;

/// Pieces near stronger enemies.
#[inline]
pub(crate) fn domination(view: &View, sink: &mut impl Sink) {
    view.by_class(view.frozen, |class, count| sink.add(view.color, FROZEN.at(class), count));
    let beside = view.dominated[0];
    let held = beside & !view.frozen;
    view.by_class(held, |class, count| sink.add(view.color, DOMINATED.at(class), count));
    let lonely = view.dominated[1] & !beside & !view.own.neighbors();
    view.by_class(lonely & !AWAY_HALF, |class, count| sink.add(view.color, LONELY.at(class), count));
    view.by_class(lonely & AWAY_HALF, |class, count| {
        sink.add(view.color, LONELY.at(CLASSES + class), count);
    });
    hostages(view, beside & AWAY_HALF, sink);
    exposed(view, sink);
}

/// Pieces in the enemy's half, by how near danger and help are.
#[inline]
fn exposed(view: &View, sink: &mut impl Sink) {
    let elephant = view.kinds[Kind::Elephant.index()];
    let away = view.own & AWAY_HALF & !elephant;
    if away.is_empty() {
        return;
    }
    let [beside, second, third] = view.dominated;
    let two = within_two(elephant);
    let four = within_two(two);
    for (row, ring) in [beside, second & !beside, third & !second, !third].into_iter().enumerate() {
        for (column, zone) in [two, four & !two, !four].into_iter().enumerate() {
            view.by_class(away & ring & zone, |class, count| {
                sink.add(view.color, EXPOSED.at((row * 3 + column) * CLASSES + class), count);
            });
        }
    }
}

/// The squares of `set` and those at most two squares away.
#[inline]
fn within_two(set: Bitboard) -> Bitboard {
    let near = set | set.neighbors();
    near | near.neighbors()
}

#[inline]
fn hostages(view: &View, held: Bitboard, sink: &mut impl Sink) {
    if held.is_empty() {
        return;
    }
    let trap_sides = (TRAPS[2] | TRAPS[3]).neighbors();
    let near_traps = trap_sides | trap_sides.neighbors();
    view.by_class(held & near_traps, |class, count| {
        if let 3 | 4 = class {
            sink.add(view.color, HOSTAGE.at(4 - class), count);
        }
    });
    view.by_class(held & !near_traps, |class, count| {
        if let 3 | 4 = class {
            sink.add(view.color, HOSTAGE.at(2 + 4 - class), count);
        }
    });
}

/// Pieces that can step, and where the elephant gets to.
#[inline]
pub(crate) fn mobility(view: &View, sink: &mut impl Sink) {
    let empty = view.empty();
    let movers = view.own & !view.frozen & empty.neighbors();
    sink.add(view.color, MOBILE.at(0), movers.count() as i32);
    let elephant = view.kinds[Kind::Elephant.index()];
    if elephant.count() != 1 {
        return;
    }
    // A square is an exit if it is empty, or if a weaker enemy there has a square to be pushed to.
    let pushable = view.enemy & !view.enemy_kinds[Kind::Elephant.index()] & empty.neighbors();
    let open = empty | pushable;
    let exits = Direction::ALL.into_iter().filter(|&d| elephant.shift(d).intersects(open)).count();
    sink.add(view.color, ELEPHANT_EXITS.at(exits), 1);
    let first = elephant.neighbors() & open;
    let second = first | first.neighbors() & open;
    let reached = second | second.neighbors() & open;
    let threes = (reached & !elephant).count() / 3;
    sink.add(view.color, ELEPHANT_REACH.at(threes.min(7) as usize), 1);
}

/// Strong pieces and the weaker enemies near them.
#[inline]
pub(crate) fn alignment(view: &View, sink: &mut impl Sink) {
    let mut weaker = Bitboard::EMPTY;
    for kind in 0..CLASSES {
        let (attackers, class) = (view.kinds[kind], view.classes[kind]);
        if class >= LOWEST_ATTACKER && !attackers.is_empty() && !weaker.is_empty() {
            let beside = attackers.neighbors();
            let second = beside | beside.neighbors();
            let fourth = second | second.neighbors();
            let fourth = fourth | fourth.neighbors();
            let row = (class - LOWEST_ATTACKER) * 5;
            for (ring, squares) in [beside, second & !beside, fourth & !second].into_iter().enumerate() {
                view.enemies_by_class(weaker & squares, |victim, count| {
                    sink.add(view.color, ALIGNMENT.at((row + victim.min(4)) * 3 + ring), count);
                });
            }
        }
        weaker |= view.enemy_kinds[kind];
    }
}
