//! Independent edges of one turn in their other order.
//!
//! If `a` and `b` do not touch each other, playing `a` then `b` ends where `b` then `a` does. Where `b` was searched
//! before `a`, the node after `a` leaves `b` out: all that follows was searched below `b`, and found no better than alpha.

use tusker_core::{Bitboard, Edge};

/// The edges of the turn being searched, each with those that its node had searched before it.
#[derive(Default)]
pub(crate) struct TurnPath {
    played: Vec<Played>,
    /// Edges searched by the nodes on the path, in order; each node's own lie at its end of the list.
    searched: Vec<Edge>,
}

struct Played {
    /// Every square that has to do with the edge.
    zone: Bitboard,
    cost: u8,
    /// Where in `searched` the edges begin and end that were searched before it.
    elders: (usize, usize),
}

/// The number of edges searched by the nodes above a node.
#[derive(Clone, Copy)]
pub(crate) struct Mark(usize);

impl TurnPath {
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.searched.len())
    }

    /// Forgets what the node of `mark` has searched.
    pub(crate) fn leave(&mut self, mark: Mark) {
        self.searched.truncate(mark.0);
    }

    /// The node has searched `edge`.
    pub(crate) fn add(&mut self, edge: Edge) {
        self.searched.push(edge);
    }

    /// The node of `mark` goes on with `edge`, which captured something or not.
    pub(crate) fn play(&mut self, mark: Mark, edge: Edge, effect: Effect) {
        let zone = match effect {
            Effect::Quiet => zone(edge),
            Effect::Capture => Bitboard(u64::MAX),
        };
        self.played.push(Played { zone, cost: edge.cost(), elders: (mark.0, self.searched.len()) });
    }

    /// Stands for edges of the turn that were not searched here: nothing is independent of them.
    pub(crate) fn play_unknown(&mut self) {
        let end = self.searched.len();
        self.played.push(Played { zone: Bitboard(u64::MAX), cost: u8::MAX, elders: (end, end) });
    }

    /// Takes back the last edge.
    pub(crate) fn undo(&mut self) {
        self.played.pop();
    }

    /// How many of the last edges belong to a turn of which `steps_taken` steps are played.
    pub(crate) fn edges_of_turn(&self, steps_taken: u8) -> usize {
        let mut steps = 0_u8;
        let edges = self.played.iter().rev().take_while(|played| {
            let earlier = steps;
            steps = steps.saturating_add(played.cost);
            earlier < steps_taken
        });
        edges.count()
    }

    /// Whether `edge` after the last `edges` edges leads where a turn leads that was searched already.
    pub(crate) fn is_transposed(&self, edge: Edge, edges: usize) -> bool {
        let touched = edge.squares();
        let last = self.played.iter().rev().take(edges);
        last.take_while(|played| !touched.intersects(played.zone))
            .any(|played| self.searched[played.elders.0..played.elders.1].contains(&edge))
    }
}

/// Whether an edge captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Quiet,
    Capture,
}

/// The squares whose pieces can decide whether `edge` is legal and what it captures, or for which `edge` decides it: those
/// it touches, their neighbours, and the neighbours of traps among them.
fn zone(edge: Edge) -> Bitboard {
    let touched = edge.squares();
    let near = touched | touched.neighbors();
    Bitboard::TRAPS
        .into_iter()
        .filter(|&trap| near.contains(trap))
        .fold(near, |zone, trap| zone | trap.bit().neighbors())
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::seq::IndexedRandom;
    use rand::{RngExt, SeedableRng};
    use tusker_core::{Board, Color, Direction, Position};

    /// Plays both edges; `None` if the second is not legal after the first, or the first captures.
    fn both(position: &Position, first: Edge, second: Edge) -> Option<Position> {
        let mut position = *position;
        let delta = position.play_unchecked(first);
        let goes_on = delta.captures.is_empty() && position.steps_left() != Position::STEPS;
        (goes_on && position.is_legal(second)).then(|| {
            position.play_unchecked(second);
            position
        })
    }

    #[test]
    fn independent_edges_commute() {
        let boards = [
            "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR",
            " r rr r m h  e c r rr r h d  c dE H    M R RRHR D C  C D R RR R ",
            "r r  rrr  rcd  rr hd  h m c    E    H e  R M  D R RC R DR CR RR ",
        ];
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(5);
        let mut compared = 0;
        for board in boards {
            let board: Board = board.parse().unwrap();
            let mut position = Position::new(board, Color::Gold).unwrap();
            for _ in 0..300 {
                let edges = position.edges();
                let Some(&next) = edges.choose(&mut rng) else { break };
                for &a in &edges {
                    let b = edges[rng.random_range(0..edges.len())];
                    if a == Edge::PASS || b == Edge::PASS || b.squares().intersects(zone(a)) {
                        continue;
                    }
                    let Some(after) = both(&position, a, b) else { continue };
                    compared += 1;
                    let other = both(&position, b, a);
                    // The other order may capture first; then it ends on the same board all the same.
                    let other = other.unwrap_or_else(|| {
                        let mut other = position;
                        other.play_unchecked(b);
                        assert!(other.is_legal(a), "{position:?} {a:?} {b:?}");
                        other.play_unchecked(a);
                        other
                    });
                    assert_eq!(after, other, "{position:?} {a:?} {b:?}");
                }
                position.play_unchecked(next);
            }
        }
        assert!(compared > 3_000, "{compared}");
    }

    #[test]
    fn the_second_order_is_found() {
        let [a, d, h] = ["a2", "d2", "h2"].map(|from| Edge::step(from.parse().unwrap(), Direction::North));
        let mut path = TurnPath::default();
        let root = path.mark();
        path.add(a);
        path.play(root, d, Effect::Quiet);
        assert!(path.is_transposed(a, path.edges_of_turn(1)));
        assert!(!path.is_transposed(h, path.edges_of_turn(1)));
        // Two edges deep, over one that is independent as well.
        let child = path.mark();
        path.play(child, h, Effect::Quiet);
        assert_eq!(path.edges_of_turn(2), 2);
        assert!(path.is_transposed(a, 2));
        path.undo();
        path.play(child, h, Effect::Capture);
        assert!(!path.is_transposed(a, 2));
        path.undo();
        path.play_unknown();
        assert!(!path.is_transposed(a, path.edges_of_turn(2)));
    }
}
