//! What the search knows of one position.

use crate::eval::{Accumulator, Config, evaluate};
use crate::order::{Course, Outlook};
use tusker_core::{Edge, Position, statics};

/// A position with its incremental evaluation.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) position: Position,
    accumulator: Accumulator,
    /// The search has found that the enemy threatens to win in its next turn: it did when this turn began, or would if the
    /// turn ended here.
    pub(crate) threatened: bool,
    /// Steps by which the edges of this turn so far are searched less deep, because they came late; where a turn begins,
    /// those of the enemy's turn that has just ended.
    pub(crate) reduced: u8,
    course: Course,
}

impl Node {
    pub(crate) fn new(position: Position, config: Config) -> Self {
        let accumulator = Accumulator::refresh(position.board(), config);
        Self { position, accumulator, threatened: false, reduced: 0, course: Course::UNKNOWN }
    }

    /// The node after `edge`, which comes from the generator.
    #[inline]
    pub(crate) fn play(&self, edge: Edge, config: Config) -> Self {
        let mut position = self.position;
        let delta = position.play_unchecked(edge);
        let accumulator = self.accumulator.apply(&delta, position.board(), config);
        let ended = position.side() != self.position.side();
        let threatened = self.threatened && !ended;
        let reduced = if self.position.turn_begins() { 0 } else { self.reduced };
        Self { position, accumulator, threatened, reduced, course: self.course.after(edge, ended) }
    }

    /// Asks whether the enemy threatens to win, if its turn begins here.
    #[inline]
    pub(crate) fn ask_threat(&mut self) {
        if self.position.turn_begins() {
            self.threatened = statics::threatens_win(&self.position).is_some();
        }
    }

    /// The same node where it is known that the enemy wins in its next turn if this turn ends here.
    pub(crate) const fn under_threat(&self) -> Self {
        Self { threatened: true, ..*self }
    }

    /// What tells how likely its edges are.
    pub(crate) fn outlook(&self) -> Outlook<'_> {
        Outlook::new(&self.position, &self.accumulator, self.course)
    }

    /// The static score, mover's view.
    #[inline]
    pub(crate) fn evaluate(&self, config: Config) -> i32 {
        evaluate(&self.position, &self.accumulator, config)
    }
}

/// What a node is to the search.
pub(crate) trait NodeKind {
    /// Its exact score matters.
    const PV: bool;
}

/// A node with an open window.
pub(crate) struct Open;
/// A node with a window of one point.
pub(crate) struct Zero;

impl NodeKind for Open {
    const PV: bool = true;
}

impl NodeKind for Zero {
    const PV: bool = false;
}

#[cfg(test)]
mod tests {
    use super::*;
    use tusker_core::{Board, Color};

    #[test]
    fn reductions_count_for_their_turn_and_the_start_of_the_next() {
        let board: Board =
            "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR".parse().unwrap();
        let (position, _) = Position::lenient(board, Color::Gold);
        let config = Config::default();
        let mut node = Node::new(position, config);
        let mut seen = Vec::new();
        for less in [1, 0, 1, 1, 2] {
            let edge = node.position.edges()[0];
            node = node.play(edge, config);
            node.reduced += less;
            seen.push(node.reduced);
        }
        assert_eq!(seen, [1, 1, 2, 3, 2]);
    }
}
