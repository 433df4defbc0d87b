//! Why steps and turns are illegal, one sentence each.

use crate::{Color, Direction, Kind, Piece, Square};

/// Why a step, or the end of a turn after it, is illegal. `Display` is one sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalStep {
    /// The turn has no step left.
    #[error("the turn has no step left")]
    NoStepLeft,
    /// Nothing stands there.
    #[error("there is no piece on {square}")]
    NoPiece {
        /// Where the step starts.
        square: Square,
    },
    /// The step leads off the board.
    #[error("{direction} of {square} is off the board")]
    OffBoard {
        /// Where the step starts.
        square: Square,
        /// Where it goes.
        direction: Direction,
    },
    /// The square is taken.
    #[error("{square} is not empty")]
    NotEmpty {
        /// Where the step leads.
        square: Square,
    },
    /// A stronger enemy holds the piece.
    #[error("{square} is frozen by the {} on {by_square}", by.kind)]
    Frozen {
        /// The frozen piece.
        piece: Piece,
        /// Where it stands.
        square: Square,
        /// The stronger enemy.
        by: Piece,
        /// Where that one stands.
        by_square: Square,
    },
    /// A rabbit's step toward its own side.
    #[error("rabbits do not step backward")]
    RabbitBackward,
    /// An enemy piece, not pulled, on the last step.
    #[error("no push can start on the last step")]
    PushOnLastStep,
    /// A push was begun and this is not its second half.
    #[error("the push of the {} from {square} must be finished by a stronger piece moving to {square}", pushed.kind)]
    PushUnfinished {
        /// The pushed piece.
        pushed: Piece,
        /// The square it left.
        square: Square,
    },
    /// Nobody can push the piece.
    #[error("no stronger piece stands beside {square} to push the {}", kind)]
    NoPusher {
        /// The enemy piece.
        kind: Kind,
        /// Where it stands.
        square: Square,
    },
    /// A turn of no steps.
    #[error("a turn has at least one step")]
    NoSteps,
    /// The turn changes nothing.
    #[error("the turn ends on the board it began with")]
    Unchanged,
    /// A third repetition.
    #[error("this board with {to_move} to move would occur for the third time")]
    ThirdRepetition {
        /// The side to move after the turn.
        to_move: Color,
    },
}

/// Which step of a turn is illegal, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
#[error("step {step}: {reason}")]
pub struct IllegalTurn {
    /// The step, counted from 1; for faults of the whole turn, its last step.
    pub step: usize,
    /// The reason.
    pub reason: IllegalStep,
}
