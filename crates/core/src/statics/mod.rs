//! Statics: exact facts about what a side can do within its turn, without a search of whole turns.
//!
//! All of it is pure, allocates nothing, and ignores repetition, which is for [`Game`](crate::Game) to judge. The
//! answers equal those of a search through all turns; the tests beside this crate hold every function against one.

mod goal;
mod zone;

pub use goal::{Goal, can_goal, fewest_steps_to_goal, goal_in, goal_steps};
