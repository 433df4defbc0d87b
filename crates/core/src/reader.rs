//! Single steps, read into edges and turns.

use crate::zobrist::Key;
use crate::{
    Board, Capture, Color, Delta, Direction, Edge, EdgeKind, IllegalStep, IllegalTurn, Position, Square,
    Step, Turn,
};
use arrayvec::ArrayVec;

/// Reads the steps of one turn, one by one; the pending push and the possible pull live here and nowhere else.
///
/// An enemy step that may be read as the end of a pull is one: whatever may follow the beginning of a push may also
/// follow a finished pull, so nothing is lost. Whether a reading is legal, the generator alone decides
/// ([`Position::is_legal`]).
///
/// ```
/// # use tusker_core::{Board, Color, EdgeKind, Position, Step, StepReader};
/// let board: Board = "r      e                  r       D                     R       ".parse().unwrap();
/// let mut reader = StepReader::new(&Position::new(board, Color::Gold).unwrap());
/// // The dog steps onto the trap and dies; it still pulls the rabbit.
/// let captures = reader.step(Step::parse("c4s").unwrap()).unwrap();
/// assert_eq!(captures[0].square.to_string(), "c3");
/// reader.step(Step::parse("c5s").unwrap()).unwrap();
/// let (turn, position) = reader.finish().unwrap();
/// assert_eq!(turn.edges()[0].kind(), EdgeKind::Pull);
/// assert_eq!(position.side(), Color::Silver);
/// ```
#[derive(Clone, Debug)]
pub struct StepReader {
    side: Color,
    /// After all whole edges.
    position: Position,
    turn: Turn,
    pending: Option<PendingPush>,
    pull: Option<PossiblePull>,
}

/// The first half of a push, and the board on which it left things.
#[derive(Clone, Debug)]
pub(crate) struct PendingPush {
    pub(crate) step: Step,
    pub(crate) board: Board,
}

/// The last step was a plain one; an enemy piece may yet follow it.
#[derive(Clone, Debug)]
pub(crate) struct PossiblePull {
    /// Before the step.
    pub(crate) before: Position,
    pub(crate) step: Edge,
}

/// What a legal step is.
enum Reading {
    Step(Edge),
    PullEnd(Edge),
    PushStart,
    PushEnd(Edge),
}

impl StepReader {
    /// Starts to read at `position`, which may be inside a turn.
    pub fn new(position: &Position) -> Self {
        Self { side: position.side(), position: *position, turn: Turn::new(), pending: None, pull: None }
    }

    /// Reads the next step and returns what it captured, in order.
    ///
    /// # Errors
    /// The step is not legal; the reader is unchanged and may go on with another step.
    pub fn step(&mut self, step: Step) -> Result<ArrayVec<Capture, 4>, IllegalStep> {
        let Some(reading) = self.read(step) else {
            return Err(self.why_illegal(step).unwrap_or(IllegalStep::Refused));
        };
        let mut board = *self.board();
        let mut delta = Delta::default();
        board.step(step, &mut Key::default(), &mut delta);
        match reading {
            Reading::Step(edge) => {
                self.pull = Some(PossiblePull { before: self.position, step: edge });
                self.append(edge);
            }
            Reading::PullEnd(edge) => {
                if let Some(pull) = self.pull.take() {
                    self.position = pull.before;
                    self.turn.pop();
                }
                self.append(edge);
            }
            Reading::PushStart => {
                self.pull = None;
                self.pending = Some(PendingPush { step, board });
            }
            Reading::PushEnd(edge) => {
                self.pending = None;
                self.append(edge);
            }
        }
        debug_assert_eq!(board, *self.board(), "the edge and its steps differ");
        Ok(delta.captures)
    }

    fn append(&mut self, edge: Edge) {
        self.position.play_unchecked(edge);
        self.turn.push(edge);
    }

    /// What `step` is, if the generator knows an edge that it belongs to.
    fn read(&self, step: Step) -> Option<Reading> {
        if self.steps_left() == 0 {
            return None;
        }
        let to = step.from.neighbor(step.direction)?;
        if let Some(PendingPush { step: first, .. }) = self.pending {
            let pusher = if to == first.from { first.from.direction_to(step.from)? } else { return None };
            let edge = Edge::push(first.from, first.direction, pusher);
            return self.position.is_legal(edge).then_some(Reading::PushEnd(edge));
        }
        if self.board().piece_at(step.from)?.color == self.side {
            let edge = Edge::step(step.from, step.direction);
            return self.position.is_legal(edge).then_some(Reading::Step(edge));
        }
        self.read_pull(step.from, to).map(Reading::PullEnd).or_else(|| {
            let may_push = |pusher: Direction| {
                step.from.neighbor(pusher).is_some()
                    && self.position.is_legal(Edge::push(step.from, step.direction, pusher))
            };
            Direction::ALL.into_iter().any(may_push).then_some(Reading::PushStart)
        })
    }

    /// The pull that ends with the enemy piece going from `from` to `to`.
    fn read_pull(&self, from: Square, to: Square) -> Option<Edge> {
        let PossiblePull { before, step } = self.pull.as_ref()?;
        debug_assert_eq!(step.kind(), EdgeKind::Step);
        let pulled = if to == step.from() { to.direction_to(from)? } else { return None };
        let edge = Edge::pull(to, step.direction(), pulled);
        before.is_legal(edge).then_some(edge)
    }

    /// The side whose turn is read.
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The board after the steps read so far, that of a half-done push included.
    pub fn board(&self) -> &Board {
        self.pending.as_ref().map_or(self.position.board(), |push| &push.board)
    }

    /// Steps left in the turn, 0 to 4.
    pub fn steps_left(&self) -> u8 {
        if self.position.side() == self.side {
            self.position.steps_left() - u8::from(self.pending.is_some())
        } else {
            0
        }
    }

    /// The whole edges read so far, without the first half of a push.
    pub const fn turn(&self) -> &Turn {
        &self.turn
    }

    /// The first half of a push that waits for the second.
    pub fn pending_push(&self) -> Option<Step> {
        self.pending.as_ref().map(|push| push.step)
    }

    /// Ends the turn here: its edges, and the position with the other side to move.
    ///
    /// Repetition is for [`Game`](crate::Game) to judge.
    ///
    /// # Errors
    /// The turn may not end here: a push is unfinished, no step was taken, or the board is unchanged.
    pub fn finish(&self) -> Result<(Turn, Position), IllegalStep> {
        if let Some(fault) = self.unfinished_push() {
            return Err(fault);
        }
        let mut position = self.position;
        if position.side() == self.side && position.play(Edge::PASS).is_err() {
            let nothing = self.turn.edges().is_empty();
            return Err(if nothing { IllegalStep::NoSteps } else { IllegalStep::Unchanged });
        }
        Ok((self.turn.clone(), position))
    }

    /// The position after the whole edges.
    pub(crate) const fn position(&self) -> &Position {
        &self.position
    }

    pub(crate) const fn pending(&self) -> Option<&PendingPush> {
        self.pending.as_ref()
    }

    pub(crate) const fn possible_pull(&self) -> Option<&PossiblePull> {
        self.pull.as_ref()
    }
}

/// Reads a whole turn: its edges, and the position with the other side to move.
///
/// # Errors
/// The first illegal step, and why.
///
/// ```
/// # use tusker_core::{Board, Color, Position, Step, read_turn};
/// let board: Board = "       e       r                   Ec                   R       ".parse().unwrap();
/// let position = Position::new(board, Color::Gold).unwrap();
/// let steps = ["a1n", "a2n", "e4n"].map(|text| Step::parse(text).unwrap());
/// assert_eq!(
///     read_turn(&position, &steps).unwrap_err().to_string(),
///     "step 3: the push of the cat from e4 must be finished by a stronger piece moving to e4"
/// );
/// ```
pub fn read_turn(position: &Position, steps: &[Step]) -> Result<(Turn, Position), IllegalTurn> {
    let mut reader = StepReader::new(position);
    for (index, &step) in steps.iter().enumerate() {
        reader.step(step).map_err(|reason| IllegalTurn { step: index + 1, reason })?;
    }
    reader.finish().map_err(|reason| IllegalTurn { step: steps.len().max(1), reason })
}
