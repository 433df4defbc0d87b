//! Why steps and turns are illegal, one sentence each.
//!
//! The generator decides; this module only finds the words. Tests hold the two together: a step has a reason exactly
//! when the generator refuses it.

use crate::zobrist::Key;
use crate::{Bitboard, Board, Color, Direction, EdgeKind, Kind, Piece, Square, Step, StepReader};

/// Why a step, or the end of a turn after it, is illegal. `Display` is one sentence, without a full stop.
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
    /// A stronger enemy beside the piece, and no friend.
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
    /// An enemy piece, not pulled, on the last step of the turn.
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
    /// The piece that should finish a push is not stronger than the pushed one.
    #[error("the {} on {square} is not stronger than the {} and cannot push it", pusher.kind, pushed.kind)]
    PusherTooWeak {
        /// The piece that would push.
        pusher: Piece,
        /// Where it stands.
        square: Square,
        /// The pushed piece.
        pushed: Piece,
    },
    /// The only pieces that could push are frozen; one of them is named.
    #[error("the {} on {square} would push but is frozen by the {} on {by_square}", pusher.kind, by.kind)]
    PusherFrozen {
        /// The piece that would push.
        pusher: Piece,
        /// Where it stands.
        square: Square,
        /// The stronger enemy.
        by: Piece,
        /// Where that one stands.
        by_square: Square,
    },
    /// The only pieces that could push fall with the first half: they were given on a trap without support.
    #[error("the {} on the trap {square} falls before it can finish the push", pusher.kind)]
    PusherFalls {
        /// The piece that would push.
        pusher: Piece,
        /// The trap.
        square: Square,
    },
    /// Nobody can push the piece.
    #[error("no stronger piece stands beside {square} to push the {}", pushed.kind)]
    NoPusher {
        /// The enemy piece.
        pushed: Piece,
        /// Where it stands.
        square: Square,
    },
    /// The piece follows one that is not stronger.
    #[error("the {} on {square} is not weaker than the {} that left {left} and cannot be pulled by it", pulled.kind, puller.kind)]
    PullerTooWeak {
        /// The piece that left.
        puller: Piece,
        /// The square it left.
        left: Square,
        /// The enemy piece.
        pulled: Piece,
        /// Where that one stands.
        square: Square,
    },
    /// The piece could be pulled, but not there.
    #[error("the {} on {square} can be pulled to {left} only, and no stronger piece stands beside it to push it", pulled.kind)]
    PulledAside {
        /// The enemy piece.
        pulled: Piece,
        /// Where it stands.
        square: Square,
        /// The square that the puller left.
        left: Square,
    },
    /// The piece left that square by pushing.
    #[error("the {} has just pushed: the same step cannot pull the {} on {square}", pusher.kind, pulled.kind)]
    PusherCannotPull {
        /// The piece that pushed.
        pusher: Piece,
        /// The enemy piece.
        pulled: Piece,
        /// Where that one stands.
        square: Square,
    },
    /// A turn of no steps.
    #[error("a turn has at least one step")]
    NoSteps,
    /// The turn changes nothing; like pieces are the same.
    #[error("the turn ends on the board it began with")]
    Unchanged,
    /// The push can be finished on the turn's first board only, and no step is left to leave it.
    #[error("the push of the {} from {square} would end the turn on the board it began with", pushed.kind)]
    PushEndsUnchanged {
        /// The pushed piece.
        pushed: Piece,
        /// Where it stands.
        square: Square,
    },
    /// The position after the turn occurred twice before.
    #[error("this board with {to_move} to move would occur for the third time")]
    ThirdRepetition {
        /// The side to move after the turn.
        to_move: Color,
    },
    /// The generator refuses the step and no rule was found to say why; a fault of this program.
    #[error("the step is not legal here")]
    Refused,
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

impl StepReader {
    /// Why `step` is illegal here, found rule by rule; `None` if it is legal.
    ///
    /// ```
    /// # use tusker_core::{Board, Color, Position, Step, StepReader};
    /// let board: Board = "                   e       D                            R  r    ".parse().unwrap();
    /// let reader = StepReader::new(&Position::new(board, Color::Gold).unwrap());
    /// let why = |text| reader.why_illegal(Step::parse(text).unwrap()).map(|reason| reason.to_string());
    /// assert_eq!(why("d5e").unwrap(), "d5 is frozen by the elephant on d6");
    /// assert_eq!(why("a1s").unwrap(), "south of a1 is off the board");
    /// assert_eq!(why("a1n"), None);
    /// ```
    pub fn why_illegal(&self, step: Step) -> Option<IllegalStep> {
        let Step { from: square, direction } = step;
        if self.steps_left() == 0 {
            return Some(IllegalStep::NoStepLeft);
        }
        let Some(piece) = self.board().piece_at(square) else {
            return Some(IllegalStep::NoPiece { square });
        };
        let Some(to) = square.neighbor(direction) else {
            return Some(IllegalStep::OffBoard { square, direction });
        };
        if self.pending().is_some() {
            return self.why_no_push_end(piece, square, to).or_else(|| self.why_unchanged(&[step]));
        }
        if self.board().occupied().contains(to) {
            return Some(IllegalStep::NotEmpty { square: to });
        }
        if piece.color != self.side() {
            return self.why_no_enemy_step(piece, step, to);
        }
        let backward = self.side().forward().opposite();
        if let Some((by, by_square)) = freezer(self.board(), piece, square) {
            Some(IllegalStep::Frozen { piece, square, by, by_square })
        } else if piece.kind == Kind::Rabbit && direction == backward {
            Some(IllegalStep::RabbitBackward)
        } else {
            self.why_unchanged(&[step])
        }
    }

    /// The fault of a turn that ends now, if a push is half done.
    pub(crate) fn unfinished_push(&self) -> Option<IllegalStep> {
        let square = self.pending()?.step.from;
        let pushed = self.position().board().piece_at(square)?;
        Some(IllegalStep::PushUnfinished { pushed, square })
    }

    fn why_no_push_end(&self, pusher: Piece, square: Square, to: Square) -> Option<IllegalStep> {
        let before = self.position().board();
        let left = self.pending()?.step.from;
        let pushed = before.piece_at(left)?;
        if pusher.color != self.side() || to != left {
            self.unfinished_push()
        } else if pusher.kind <= pushed.kind {
            Some(IllegalStep::PusherTooWeak { pusher, square, pushed })
        } else {
            let (by, by_square) = freezer(before, pusher, square)?;
            Some(IllegalStep::PusherFrozen { pusher, square, by, by_square })
        }
    }

    fn why_no_enemy_step(&self, piece: Piece, step: Step, to: Square) -> Option<IllegalStep> {
        let square = step.from;
        let mut no_pull = self.why_pusher_cannot_pull(piece, square, to);
        if let Some(pull) = self.possible_pull() {
            let left = pull.step.from();
            let puller = pull.before.board().piece_at(left)?;
            let stronger = puller.kind > piece.kind;
            if to == left && stronger {
                return self.why_unchanged(&[step]);
            } else if to == left {
                no_pull = Some(IllegalStep::PullerTooWeak { puller, left, pulled: piece, square });
            } else if stronger && square.direction_to(left).is_some() {
                no_pull = Some(IllegalStep::PulledAside { pulled: piece, square, left });
            }
        }
        let board = self.board();
        let stronger = square.bit().neighbors() & board.color(self.side()) & board.stronger(piece.kind);
        if stronger.is_empty() {
            return no_pull.or(Some(IllegalStep::NoPusher { pushed: piece, square }));
        }
        if self.steps_left() < 2 {
            return Some(IllegalStep::PushOnLastStep);
        }
        self.why_no_push(piece, step, stronger)
    }

    fn why_pusher_cannot_pull(&self, pulled: Piece, square: Square, to: Square) -> Option<IllegalStep> {
        let last = *self.turn().edges().last()?;
        if last.kind() != EdgeKind::Push || last.second_step().from != to {
            return None;
        }
        let pusher = self.board().piece_at(last.from())?;
        (pusher.kind > pulled.kind).then_some(IllegalStep::PusherCannotPull { pusher, pulled, square })
    }

    /// Why none of the pieces on `stronger` can push the enemy `pushed` as `first` says.
    fn why_no_push(&self, pushed: Piece, first: Step, stronger: Bitboard) -> Option<IllegalStep> {
        let square = first.from;
        let mut reason = None;
        for pusher_square in stronger {
            let pusher = self.board().piece_at(pusher_square)?;
            let second = Step { from: pusher_square, direction: pusher_square.direction_to(square)? };
            if let Some((by, by_square)) = freezer(self.board(), pusher, pusher_square) {
                reason = Some(IllegalStep::PusherFrozen { pusher, square: pusher_square, by, by_square });
            } else if pusher_square.is_trap() && !has_friend_beside(self.board(), pusher, pusher_square) {
                reason = Some(IllegalStep::PusherFalls { pusher, square: pusher_square });
            } else if self.why_unchanged(&[first, second]).is_some() {
                reason = Some(IllegalStep::PushEndsUnchanged { pushed, square });
            } else {
                return None;
            }
        }
        reason
    }

    /// The fault of ending the turn with `steps` on the board with which it began.
    fn why_unchanged(&self, steps: &[Step]) -> Option<IllegalStep> {
        if usize::from(self.steps_left()) != steps.len() {
            return None;
        }
        let mut board = *self.board();
        for &step in steps {
            board.step(step, &mut Key::default(), &mut ());
        }
        (board.key() == self.position().start_key()).then_some(IllegalStep::Unchanged)
    }
}

/// The stronger enemy that freezes `piece` on `square`, if it is frozen.
fn freezer(board: &Board, piece: Piece, square: Square) -> Option<(Piece, Square)> {
    if has_friend_beside(board, piece, square) {
        return None;
    }
    let beside = square.bit().neighbors() & board.color(!piece.color) & board.stronger(piece.kind);
    beside.first().and_then(|by_square| Some((board.piece_at(by_square)?, by_square)))
}

fn has_friend_beside(board: &Board, piece: Piece, square: Square) -> bool {
    square.bit().neighbors().intersects(board.color(piece.color))
}
