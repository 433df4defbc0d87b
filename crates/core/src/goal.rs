//! The fewest steps to goal within one turn.

use crate::zobrist::Key;
use crate::{Board, Color, Edge, Kind, Position, Turn, movegen};

/// The shortest rest of this turn that ends legally with a rabbit of the side to move on its goal rank; its number
/// of steps is [`Turn::steps_taken`].
///
/// `None` if there is none within the steps left, or if the game is over already. Repetition is ignored.
///
/// ```
/// # use tusker_core::{Board, Color, Position, shortest_goal};
/// let board: Board = "r r        R                                                    ".parse().unwrap();
/// let position = Position::new(board, Color::Gold).unwrap();
/// assert_eq!(shortest_goal(&position).unwrap().steps_taken(), 1);
/// ```
pub fn shortest_goal(position: &Position) -> Option<Turn> {
    if position.outcome().is_some() || on_goal(position.board(), position.side()) {
        return None;
    }
    (1..=position.steps_left()).find_map(|steps| {
        let mut turn = Turn::new();
        search(position.board(), position.side(), steps, &mut turn).then_some(turn)
    })
}

fn on_goal(board: &Board, side: Color) -> bool {
    board.pieces(side, Kind::Rabbit).intersects(side.goal_rank())
}

/// Whether a rabbit of `side` can reach its goal in exactly `steps` steps; fills `turn` if so.
///
/// The last edge is always a rabbit's own step: rabbits are the weakest, so they neither push nor pull.
fn search(board: &Board, side: Color, steps: u8, turn: &mut Turn) -> bool {
    // A rabbit advances one rank per step of its own; the one that scores has at most `steps` ranks to go.
    let rabbits = board.pieces(side, Kind::Rabbit);
    let mut within_reach = side.goal_rank();
    for _ in 0..steps {
        within_reach |= within_reach.shift(side.forward().opposite());
    }
    if !rabbits.intersects(within_reach) {
        return false;
    }
    if steps == 1 {
        let ready = rabbits
            & !board.frozen(side)
            & (side.goal_rank() & board.empty()).shift(side.forward().opposite());
        if let Some(from) = ready.first() {
            turn.push(Edge::step(from, side.forward()));
        }
        return !ready.is_empty();
    }
    let mut found = false;
    movegen::generate(board, side, steps - 1, |edge| {
        if found {
            return;
        }
        let mut next = *board;
        next.play(edge, &mut Key::default(), &mut ());
        turn.push(edge);
        found = search(&next, side, steps - edge.cost(), turn);
        if !found {
            turn.pop();
        }
    });
    found
}
