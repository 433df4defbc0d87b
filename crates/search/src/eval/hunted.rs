//! Pieces that stronger ones may drive into a trap, sooner or later.

use super::features::{CLASSES, HUNTED, HUNTED_FROZEN};
use super::traps::Leads;
use super::view::{TRAPS, View};
use super::weights::Sink;
use tusker_core::{Kind, statics};

/// How much a trap counts for a piece, by the distance between them.
const NEARNESS: [i32; 15] = [14, 16, 13, 9, 5, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0];
/// How far a trap is the enemy's, by the enemy's lead of -4 to 4 steps of weight.
const CONTROL: [i32; 9] = [0, 1, 2, 4, 7, 10, 13, 15, 16];
const CONTROL_LIMIT: i32 = 4;
/// What is left of that when own pieces, but not the elephant, stand beside the trap: quarters, by their number.
const GUARDED: [i32; 5] = [4, 3, 2, 1, 1];
/// The product of the first two tables is this times too fine.
const UNIT: i32 = 8;

/// Tells of every piece with a stronger active enemy at most three squares away, and how near a trap of the enemy's is.
#[inline]
pub(crate) fn hunted(view: &View, leads: &Leads, sink: &mut impl Sink) {
    let elephant = view.kinds[Kind::Elephant.index()];
    let [beside, second, third] = view.dominated;
    let hunted = third & !elephant;
    if hunted.is_empty() {
        return;
    }
    let control: [i32; 4] = std::array::from_fn(|trap| {
        let guards = TRAPS[trap].neighbors() & view.own;
        if guards.intersects(elephant) {
            return 0;
        }
        let lead = -leads[view.color.index()][trap];
        let index = lead.clamp(-CONTROL_LIMIT, CONTROL_LIMIT) + CONTROL_LIMIT;
        CONTROL[index as usize] * GUARDED[guards.count() as usize] / 4
    });
    for (ring, squares) in [beside, second & !beside, third & !second].into_iter().enumerate() {
        for square in hunted & squares {
            let near = statics::TRAPS.map(|trap| NEARNESS[usize::from(trap.distance(square))]);
            let count = near.iter().zip(control).map(|(near, control)| near * control).sum::<i32>() / UNIT;
            let class = view.class_on(square);
            sink.add(view.color, HUNTED.at(ring * CLASSES + class), count);
            if view.frozen.contains(square) {
                sink.add(view.color, HUNTED_FROZEN.at(class), count);
            }
        }
    }
}
