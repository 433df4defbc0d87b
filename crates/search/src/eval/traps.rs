//! Guards and control of the traps, and pieces that may fall into them.

use super::Accumulator;
use super::accumulator::influence;
use super::features::{
    AWAY_GUARDS, CLASSES, CONTROL, HOME_GUARDS, HUNTED, ON_TRAP, STRONGEST_GUARD, THREATENED,
};
use super::view::{TRAPS, View};
use super::weights::Sink;
use tusker_core::{Bitboard, Color, Square};

/// Weight difference of a bucket of control.
const CONTROL_STEP: i32 = 64;
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

/// What Gold weighs near each of the traps c3, f3, c6, f6 less what Silver does: pieces by strength and distance, frozen
/// ones by half, and guards.
#[inline]
pub(crate) fn balance(views: &[View<'_>; 2], accumulator: &Accumulator) -> [i32; 4] {
    let weights = views.each_ref().map(|view| {
        let whole = accumulator.influence(view.color);
        view.frozen.iter().fold(whole, |sum, square| sum - halved(frozen_influence(view, square)))
    });
    std::array::from_fn(|trap| {
        let [gold, silver] = [0, 1].map(|side| {
            let around = TRAPS[trap ^ (2 * side)].neighbors();
            i32::from(lane(weights[side], trap as u32))
                + GUARD_WEIGHTS[(around & views[side].own).count() as usize]
        });
        gold - silver
    })
}

/// What guards weigh together beside their own weights, by their number.
const GUARD_WEIGHTS: [i32; 5] = [0, 14, 72, 130, 140];

/// The traps as a view counts them: its home traps first.
#[inline]
const fn seen_from(balance: [i32; 4], color: Color) -> [i32; 4] {
    let [c3, f3, c6, f6] = balance;
    match color {
        Color::Gold => balance,
        Color::Silver => [-c6, -f6, -c3, -f3],
    }
}

/// The bucket of a difference in weight, 0 to 16: 8 is even.
#[inline]
fn bucket(difference: i32) -> usize {
    ((difference / CONTROL_STEP).clamp(-CONTROL_LIMIT, CONTROL_LIMIT) + CONTROL_LIMIT) as usize
}

/// Who weighs more near the enemy's traps, as seen by the side that attacks them.
#[inline]
pub(crate) fn control(view: &View<'_>, balance: [i32; 4], sink: &mut impl Sink) {
    for own in &seen_from(balance, view.color)[2..] {
        sink.add(view.color, CONTROL.at(bucket(*own)), 1);
    }
}

/// How surely the enemy takes what it drives into a trap, in sixteenths, by the buckets of its control.
const GRIP: [u32; 17] = [0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 6, 9, 11, 13, 14];
/// How much of that is left by the steps to the trap, in eighths; a guard counts as a step.
const DISTANT: [u8; 7] = [8, 7, 5, 4, 2, 1, 1];
/// How much of that is left by the distance of the nearest stronger enemy, 1 to 4, in eighths.
const HUNTERS: [u32; 4] = [8, 7, 5, 3];

/// [`DISTANT`] by trap, number of own pieces beside it (the hunted one counts as none), and square.
static DRAW: [[[u8; 64]; 5]; 4] = draw_table();

const fn draw_table() -> [[[u8; 64]; 5]; 4] {
    let mut table = [[[0; 64]; 5]; 4];
    let mut entry = 0;
    while entry < 4 * 5 * 64 {
        let (trap, guards, square) = (entry / 320, entry / 64 % 5, entry % 64);
        let other = TRAPS[trap].0.trailing_zeros() as usize;
        let distance = (square % 8).abs_diff(other % 8) + (square / 8).abs_diff(other / 8);
        let others = if distance == 1 && guards > 0 { guards - 1 } else { guards };
        if distance + others < DISTANT.len() {
            table[trap][guards][square] = DISTANT[distance + others];
        }
        entry += 1;
    }
    table
}

/// Pieces that stronger enemies may drive into a trap from afar.
#[inline]
pub(crate) fn hunted(view: &View<'_>, balance: [i32; 4], sink: &mut impl Sink) {
    let grips = seen_from(balance, view.color).map(|own| GRIP[bucket(-own)]);
    if grips == [0; 4] {
        return;
    }
    let draws: [&[u8; 64]; 4] =
        std::array::from_fn(|trap| &DRAW[trap][(TRAPS[trap].neighbors() & view.own).count() as usize]);
    let mut nearer = Bitboard::EMPTY;
    for (victims, hunters) in view.dominated.into_iter().zip(HUNTERS) {
        for square in victims & !nearer {
            let terms = grips.iter().zip(draws).map(|(&grip, draw)| grip * u32::from(draw[square.index()]));
            let intensity = terms.sum::<u32>().min(128) * hunters / 64;
            if intensity > 0 {
                sink.add(view.color, HUNTED.at(view.class_on(square)), intensity as i32);
            }
        }
        nearer |= victims;
    }
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
    let seen = if view.color.index() == 0 { square } else { square.flip_ranks() };
    influence(class, seen)
}

/// Pieces that the enemy may capture in two, three or four steps, judged by distance.
#[inline]
pub(crate) fn threats(view: &View<'_>, sink: &mut impl Sink) {
    let [beside, second, third, _] = view.dominated;
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
        view.each_class(victims, |class| {
            let row = (view.mover as usize * 3 + steps) * CLASSES;
            sink.add(view.color, THREATENED.at(row + class), 1);
        });
    }
}

/// The slow twin of [`hunted`]: what it tells, by class.
#[cfg(test)]
pub(crate) fn slow_hunted(view: &View<'_>, balance: [i32; 4]) -> [i32; CLASSES] {
    let mut counts = [0; CLASSES];
    for square in view.own {
        let Some(ring) = view.dominated.iter().position(|near| near.contains(square)) else { continue };
        let own = seen_from(balance, view.color);
        let drawn = (0..4).map(|trap| {
            let guards = (TRAPS[trap].neighbors() & view.own & !square.bit()).count();
            let centre = TRAPS[trap].into_iter().next().expect("a trap");
            let steps = u32::from(square.distance(centre)) + guards;
            let lead = (-own[trap] / CONTROL_STEP).clamp(-8, 8) + 8;
            GRIP[lead as usize] * DISTANT.get(steps as usize).map_or(0, |&left| u32::from(left))
        });
        counts[view.class_on(square)] += (drawn.sum::<u32>().min(128) * HUNTERS[ring] / 64) as i32;
    }
    counts
}
