//! The fewest steps to goal within one turn.

use crate::{Position, Turn};

/// The shortest rest of this turn that ends legally with a rabbit of the side to move on its goal rank; its number
/// of steps is [`Turn::steps_taken`]. `None` if there is none within the steps left, or if the game is over already.
pub fn shortest_goal(position: &Position) -> Option<Turn> {
    let _ = position;
    todo!()
}
