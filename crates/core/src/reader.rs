//! Single steps, read into edges and turns.

use crate::{Board, Capture, IllegalStep, IllegalTurn, Position, Step, Turn};
use arrayvec::ArrayVec;

/// Reads the steps of one turn, one by one; the pending push and the possible pull live here and nowhere else.
#[derive(Clone, Debug)]
pub struct StepReader {
    position: Position,
}

impl StepReader {
    /// Starts to read at `position`, which may be inside a turn.
    pub fn new(position: &Position) -> Self {
        Self { position: *position }
    }

    /// Reads the next step and returns what it captured, in order.
    ///
    /// # Errors
    /// The step is not legal; the reader is unchanged.
    pub fn step(&mut self, step: Step) -> Result<ArrayVec<Capture, 4>, IllegalStep> {
        let _ = step;
        todo!()
    }

    /// The board after the steps read so far, with a half-done push.
    pub fn board(&self) -> &Board {
        self.position.board()
    }

    /// Steps left in the turn.
    pub fn steps_left(&self) -> u8 {
        todo!()
    }

    /// Why `step` is illegal here, found rule by rule; `None` if it is legal.
    pub fn why_illegal(&self, step: Step) -> Option<IllegalStep> {
        let _ = step;
        todo!()
    }

    /// Ends the turn here: its edges, and the position with the other side to move.
    ///
    /// # Errors
    /// The turn may not end here: a push is unfinished, no step was taken, or the board is unchanged.
    pub fn finish(&self) -> Result<(Turn, Position), IllegalStep> {
        todo!()
    }
}

/// Reads a whole turn: its edges, and the position with the other side to move.
///
/// # Errors
/// The first illegal step, and why.
pub fn read_turn(position: &Position, steps: &[Step]) -> Result<(Turn, Position), IllegalTurn> {
    let _ = (position, steps);
    todo!()
}
