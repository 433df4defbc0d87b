//! What the search knows of one position.

use crate::eval::{Accumulator, Config, evaluate};
use tusker_core::{Edge, Position, statics};

/// A position with its incremental evaluation.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) position: Position,
    accumulator: Accumulator,
    /// The search has found that the enemy threatens to win in its next turn: it did when this turn began, or would if the
    /// turn ended here.
    pub(crate) threatened: bool,
}

impl Node {
    pub(crate) fn new(position: Position, config: Config) -> Self {
        let accumulator = Accumulator::refresh(position.board(), config);
        Self { position, accumulator, threatened: false }
    }

    /// The node after `edge`, which comes from the generator.
    #[inline]
    pub(crate) fn play(&self, edge: Edge, config: Config) -> Self {
        let mut position = self.position;
        let delta = position.play_unchecked(edge);
        let accumulator = self.accumulator.apply(&delta, position.board(), config);
        let threatened = self.threatened && position.side() == self.position.side();
        Self { position, accumulator, threatened }
    }

    /// The same node after asking whether the enemy threatens to win, if its turn begins here.
    #[inline]
    pub(crate) fn with_threat(&self) -> Self {
        let begins = self.position.steps_left() == Position::STEPS;
        let threatened =
            if begins { statics::threatens_win(&self.position).is_some() } else { self.threatened };
        Self { threatened, ..*self }
    }

    /// The same node where it is known that the enemy wins in its next turn if this turn ends here.
    pub(crate) const fn under_threat(&self) -> Self {
        Self { threatened: true, ..*self }
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
