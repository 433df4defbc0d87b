//! Statics: exact facts about what a side can do within its turn, without a search of whole turns.
//!
//! All of it is pure, allocates nothing, and ignores repetition, which is for [`Game`](crate::Game) to judge. The
//! answers equal those of a search through all turns; the tests beside this crate hold every function against one.
//!
//! Functions of a [`Position`] speak of the rest of its turn, which may have begun. Functions of a [`Board`] and a
//! side suppose that the side is to move with so many steps left.

mod captures;
mod defences;
mod elimination;
mod goal;
mod ground;
mod immobilization;
mod needs;
mod zone;

pub use captures::{Captures, TRAPS, captures, captures_of, capturing_edges, for_each_capture};
pub use defences::{defences, fewest_steps_to_defend};
pub use elimination::{elimination_steps, fewest_steps_to_elimination};
pub use goal::{Goal, can_goal, fewest_steps_to_goal, goal_in, goal_steps};
pub use immobilization::{immobilization_steps, may_immobilize};

use crate::{Board, EndReason, Position, outcome_after_turn};

/// A win within the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// The fewest steps, 0 if the turn may end at once, to the steps left.
    pub steps: u8,
    /// How; of those that take equally few steps, goal before elimination before immobilization.
    pub reason: EndReason,
}

/// The fewest steps after which the side to move may end its turn and has won, by items 1 to 5 of the order of
/// results.
///
/// ```
/// # use tusker_core::{Board, Color, EndReason, Position, statics};
/// let board: Board = "r r        R                                                    ".parse().unwrap();
/// let win = statics::wins_in(&Position::new(board, Color::Gold).unwrap()).unwrap();
/// assert_eq!((win.steps, win.reason), (1, EndReason::Goal));
/// ```
pub fn wins_in(position: &Position) -> Option<Win> {
    let side = position.side();
    if position.can_pass()
        && let Some(outcome) = outcome_after_turn(position.board(), side)
        && outcome.winner == side
    {
        return Some(Win { steps: 0, reason: outcome.reason });
    }
    let wins = [
        (goal_steps(position), EndReason::Goal),
        (elimination_steps(position), EndReason::Elimination),
        (immobilization_steps(position), EndReason::Immobilization),
    ];
    wins.into_iter()
        .filter_map(|(steps, reason)| steps.map(|steps| Win { steps, reason }))
        .min_by_key(|win| win.steps)
}

/// The fewest steps, 1 to 4, in which the side that is *not* to move would win by goal or elimination if it were its
/// turn on this board.
#[inline]
pub fn threatens_win(position: &Position) -> Option<u8> {
    threat(position.board(), !position.side())
}

#[inline]
fn threat(board: &Board, side: crate::Color) -> Option<u8> {
    let goal = fewest_steps_to_goal(board, side, Position::STEPS);
    if goal.is_some_and(|steps| steps <= 2) {
        return goal;
    }
    match (goal, fewest_steps_to_elimination(board, side, Position::STEPS)) {
        (Some(goal), Some(elimination)) => Some(goal.min(elimination)),
        (goal, elimination) => goal.or(elimination),
    }
}
