//! Frozen, dominated and lonely pieces; mobility; who stands near whom.

use super::features::{
    ALIGNMENT, CLASSES, DOMINATED, ELEPHANT_EXITS, ELEPHANT_REACH, FROZEN, HOSTAGE, LONELY, MOBILE,
};
use super::inputs::{self, Plane, REACHES};
use super::view::{AWAY_HALF, TRAPS, View};
use super::weights::Sink;
use tusker_core::{Bitboard, Direction, Kind};

/// The lowest class of pieces that chase others.
const STRONG: usize = 4;
/// The lowest class of pieces that are worth it.
const VALUABLE: usize = 3;

/// Pieces near stronger enemies.
#[inline]
pub(crate) fn domination(view: &View<'_>, sink: &mut impl Sink) {
    view.each_piece(view.frozen, |class, square| {
        sink.add(view.color, FROZEN.at(class), 1);
        sink.input(inputs::of_piece(Plane::Frozen, view.color, class, square));
    });
    let beside = view.dominated[0];
    let held = beside & !view.frozen;
    view.each_piece(held, |class, square| {
        sink.add(view.color, DOMINATED.at(class), 1);
        sink.input(inputs::of_piece(Plane::Held, view.color, class, square));
    });
    let lonely = view.dominated[1] & !beside & !view.own.neighbors();
    view.each_class(lonely & !AWAY_HALF, |class| sink.add(view.color, LONELY.at(class), 1));
    view.each_class(lonely & AWAY_HALF, |class| {
        sink.add(view.color, LONELY.at(CLASSES + class), 1);
    });
    hostages(view, beside & AWAY_HALF, sink);
}

#[inline]
fn hostages(view: &View<'_>, held: Bitboard, sink: &mut impl Sink) {
    if held.is_empty() {
        return;
    }
    let trap_sides = (TRAPS[2] | TRAPS[3]).neighbors();
    let near_traps = trap_sides | trap_sides.neighbors();
    view.each_class(held & near_traps, |class| {
        if let 3 | 4 = class {
            sink.add(view.color, HOSTAGE.at(4 - class), 1);
        }
    });
    view.each_class(held & !near_traps, |class| {
        if let 3 | 4 = class {
            sink.add(view.color, HOSTAGE.at(2 + 4 - class), 1);
        }
    });
}

/// Pieces that can step, and where the elephant gets to.
#[inline]
pub(crate) fn mobility(view: &View<'_>, sink: &mut impl Sink) {
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
    let reach = (threes as usize).min(REACHES - 1);
    for square in elephant {
        sink.input(inputs::of_elephant(view.color, reach, square));
    }
}

/// Strong pieces and the valuable weaker enemies near them.
#[inline]
pub(crate) fn alignment(view: &View<'_>, sink: &mut impl Sink) {
    let mut victims = Bitboard::EMPTY;
    for kind in 0..CLASSES {
        let class = usize::from(view.classes[kind]);
        if class >= STRONG {
            for attacker in view.kinds[kind] {
                for victim in victims {
                    let ring = match attacker.distance(victim) {
                        1 => 0,
                        2 => 1,
                        3 | 4 => 2,
                        _ => continue,
                    };
                    let row = (class - STRONG) * 2 + view.enemy_class_on(victim) - VALUABLE;
                    sink.add(view.color, ALIGNMENT.at(row * 3 + ring), 1);
                }
            }
        }
        if let VALUABLE..=4 = usize::from(view.enemy_classes[kind]) {
            victims |= view.enemy_kinds[kind];
        }
    }
}
