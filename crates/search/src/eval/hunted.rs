//! Pieces that stronger ones may drive into a trap, sooner or later.

use super::features::{CLASSES, HUNTED, HUNTED_FROZEN};
use super::traps::Leads;
use super::view::{TRAPS, View};
use super::weights::Sink;
use tusker_core::{Kind, Square, statics};

/// How much a trap counts for a piece, by the distance between them.
const NEARNESS: [i32; 15] = [14, 16, 13, 9, 5, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0];
/// [`NEARNESS`] to the four traps, by square.
static NEAR_TRAPS: [[i32; 4]; 64] = near_traps();

const fn near_traps() -> [[i32; 4]; 64] {
    let mut table = [[0; 4]; 64];
    let mut index = 0;
    while index < 64 {
        let mut trap = 0;
        while trap < 4 {
            let Some(square) = Square::from_index(index as u8) else { break };
            let distance = statics::TRAPS[trap].distance(square);
            table[index][trap] = NEARNESS[distance as usize];
            trap += 1;
        }
        index += 1;
    }
    table
}

/// How far a trap is the enemy's, by the enemy's lead of -4 to 4 steps of weight.
const CONTROL: [i32; 9] = [0, 1, 2, 4, 7, 10, 13, 15, 16];
const CONTROL_LIMIT: i32 = 4;
/// What is left of that when own pieces, but not the elephant, stand beside the trap: quarters, by their number.
const GUARDED: [i32; 5] = [4, 3, 2, 1, 1];
/// The product of the first two tables is this times too fine.
const UNIT: i32 = 8;

/// Tells of every piece with a stronger active enemy at most three squares away, and how near a trap of the enemy's is.
#[inline]
pub(crate) fn hunted(view: &View<'_>, leads: &Leads, sink: &mut impl Sink) {
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
    if control == [0; 4] {
        return;
    }
    for (ring, squares) in [beside, second & !beside, third & !second].into_iter().enumerate() {
        for square in hunted & squares {
            let near = NEAR_TRAPS[square.index()].iter().zip(control);
            let count = near.map(|(near, control)| near * control).sum::<i32>() / UNIT;
            let class = view.class_on(square);
            sink.add(view.color, HUNTED.at(ring * CLASSES + class), count);
            if view.frozen.contains(square) {
                sink.add(view.color, HUNTED_FROZEN.at(class), count);
            }
        }
    }
}
