//! Guards and control of the traps, and pieces that may fall into them.

use super::Accumulator;
use super::accumulator::{influence, seen_by};
use super::features::{AWAY_GUARDS, CLASSES, CONTROL, HOME_GUARDS, ON_TRAP, STRONGEST_GUARD, THREATENED};
use super::inputs::{self, Plane};
use super::view::{TRAPS, View};
use super::weights::Sink;
use tusker_core::{Bitboard, Square};

/// Weight difference of a bucket of control.
const CONTROL_STEP: i32 = 16;
/// Highest bucket on either side of an even trap.
const CONTROL_LIMIT: i32 = 8;

/// Pieces beside and on traps.
#[inline]
pub(crate) fn guards(view: &View<'_>, sink: &mut impl Sink) {
    let mut alone = Bitboard::EMPTY;
    let mut supported = Bitboard::EMPTY;
    for (index, trap) in TRAPS.into_iter().enumerate() {
        let around = trap.neighbors();
        let own = around & view.own;
        let count = own.count() as usize;
        let group = if index < 2 { HOME_GUARDS } else { AWAY_GUARDS };
        sink.add(view.color, group.at(count), 1);
        if has_strongest(view, around) {
            sink.add(view.color, STRONGEST_GUARD.at(index / 2), 1);
        }
        if count == 1 {
            alone |= trap & view.own;
        } else {
            supported |= trap & view.own;
        }
    }
    view.each_class(alone, |class| sink.add(view.color, ON_TRAP.at(class), 1));
    view.each_class(supported, |class| sink.add(view.color, ON_TRAP.at(CLASSES + class), 1));
}

/// Whether the viewer alone has a piece of the strongest kind in `around`.
#[inline]
fn has_strongest(view: &View<'_>, around: Bitboard) -> bool {
    for kind in (0..CLASSES).rev() {
        if around.intersects(view.enemy_kinds[kind]) {
            return false;
        }
        if around.intersects(view.kinds[kind]) {
            return true;
        }
    }
    false
}

/// Who weighs more near the enemy's traps, frozen pieces by half, as seen by the side that attacks them.
#[inline]
pub(crate) fn control(views: &[View<'_>; 2], accumulator: &Accumulator, sink: &mut impl Sink) {
    let weights = views.each_ref().map(|view| {
        let whole = accumulator.influence(view.color);
        view.frozen.iter().fold(whole, |sum, square| sum - halved(frozen_influence(view, square)))
    });
    for (index, view) in views.iter().enumerate() {
        let [own, enemy] = [weights[index], weights[1 - index]];
        for trap in away_lanes(index) {
            let difference = i32::from(lane(own, trap)) - i32::from(lane(enemy, trap));
            let bucket = (difference / CONTROL_STEP).clamp(-CONTROL_LIMIT, CONTROL_LIMIT) + CONTROL_LIMIT;
            sink.add(view.color, CONTROL.at(bucket as usize), 1);
            sink.input(inputs::of_control(view.color, bucket as usize, (trap % 2) as usize));
        }
    }
}

/// The lanes of the traps that Gold (0) or Silver (1) attacks.
#[inline]
const fn away_lanes(side: usize) -> [u32; 2] {
    if side == 0 { [2, 3] } else { [0, 1] }
}

#[inline]
const fn lane(weights: u64, trap: u32) -> u16 {
    (weights >> (16 * trap)) as u16
}

#[inline]
const fn halved(lanes: u64) -> u64 {
    lanes >> 1 & 0x7FFF_7FFF_7FFF_7FFF
}

/// The weight near the traps of the own piece on `square`, which is counted from the viewer's side.
#[inline]
fn frozen_influence(view: &View<'_>, square: Square) -> u64 {
    let class = view.class_on(square);
    influence(class, seen_by(view.color, square))
}

/// Pieces that the enemy may capture in two, three or four steps, judged by distance.
#[inline]
pub(crate) fn threats(view: &View<'_>, sink: &mut impl Sink) {
    let [beside, second, third] = view.dominated;
    let mut by_steps = [Bitboard::EMPTY; 3];
    for trap in TRAPS {
        let around = trap.neighbors();
        let guards = around & view.own;
        if !guards.intersects(third) && !around.neighbors().intersects(beside) {
            continue;
        }
        let victim = trap & view.own;
        match guards.count() {
            // Two pushes or pulls away.
            0 => by_steps[2] |= around.neighbors() & !trap & beside,
            // The guard is driven off and the piece on the trap falls, or the guard itself is driven in.
            1 if !trap.intersects(view.enemy) => {
                let falls = if victim.is_empty() { guards } else { victim };
                if guards.intersects(beside) {
                    by_steps[0] |= falls;
                } else if guards.intersects(second) {
                    by_steps[1] |= falls;
                } else if guards.intersects(third) {
                    by_steps[2] |= falls;
                }
            }
            // Both guards have to go.
            2 if guards.intersects(beside) && (guards & !second).is_empty() => {
                by_steps[2] |= if victim.is_empty() { guards & beside } else { victim };
            }
            _ => {}
        }
    }
    by_steps[1] &= !by_steps[0];
    by_steps[2] &= !(by_steps[0] | by_steps[1]);
    for (steps, victims) in by_steps.into_iter().enumerate() {
        view.each_piece(victims, |class, square| {
            let row = (view.mover as usize * 3 + steps) * CLASSES;
            sink.add(view.color, THREATENED.at(row + class), 1);
            sink.input(inputs::of_piece(Plane::threatened(view.next), view.color, class, square));
        });
    }
}
