//! The walk over turns of a given number of steps, led by what is still missing.

use super::trail::Trail;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};
use tusker_core::{Edge, EdgeList, Position, Turn};

/// What a walk looks for.
pub(super) trait Guide {
    /// At least so many more steps are needed from here; anything above `left` leaves this branch out.
    fn missing(&self, trail: &Trail, position: &Position, left: u8) -> u8;

    /// Whether the turn can end with `edge` as the last one; cheap, and `true` where that is not known.
    fn may_end_with(&self, trail: &Trail, position: &Position, edge: Edge) -> bool;

    /// A hash of all that matters besides what became of the pieces, whatever the order; `None` if all does.
    fn order_digest(&self, trail: &Trail) -> Option<u64>;

    /// Takes a turn with nothing missing and the position after it; returns whether to go on.
    fn found(&mut self, turn: &Turn, trail: &Trail, end: &Position) -> bool;
}

/// Walks all legal turns of exactly `steps` steps from `root` that have nothing missing; repetition is ignored.
///
/// Returns whether the guide let it go on to the end. The same steps may come twice, read once as a pull and once as a
/// step and a push; of turns that
/// are alike in all that matters, the guide may see only one.
pub(super) fn walk(root: &Position, steps: u8, guide: &mut impl Guide) -> bool {
    let start = root.with_steps_left(steps);
    let mut walker = Walker { root: &start, guide, turn: Turn::new(), seen: HashSet::default() };
    let trail = Trail::new();
    walker.guide.missing(&trail, &start, steps) > steps || walker.walk(&start, &trail, steps)
}

struct Walker<'a, G> {
    root: &'a Position,
    guide: &'a mut G,
    turn: Turn,
    /// What became of the pieces in the middle of turns that have been looked at.
    seen: HashSet<u64, BuildHasherDefault<Digest>>,
}

/// Takes a digest for its own hash.
#[derive(Default)]
struct Digest(u64);

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, digest: u64) {
        self.0 = digest;
    }
}

impl<G: Guide> Walker<'_, G> {
    fn walk(&mut self, position: &Position, trail: &Trail, left: u8) -> bool {
        let mut edges = EdgeList::new();
        position.pseudo_edges(&mut edges);
        for edge in edges {
            let left = left - edge.cost();
            if left == 0 && !self.guide.may_end_with(trail, position, edge) {
                continue;
            }
            let mut next = *position;
            let delta = next.play_unchecked(edge);
            let trail = trail.after(edge, &delta);
            if self.guide.missing(&trail, &next, left) > left {
                continue;
            }
            // The number of steps left is part of it: the pieces say how many were taken only if all are seen.
            if left > 0
                && let Some(order) = self.guide.order_digest(&trail)
                && !self.seen.insert((trail.digest() ^ order).wrapping_add(u64::from(left)))
            {
                continue;
            }
            self.turn.push(edge);
            let go_on = if left > 0 {
                self.walk(&next, &trail, left)
            } else {
                next.board_key() == self.root.start_key() || self.guide.found(&self.turn, &trail, &next)
            };
            self.turn.pop();
            if !go_on {
                return false;
            }
        }
        true
    }
}
