//! Leaving the enemy without a legal step: exact.
//!
//! The search sees the board from the mover's side: the mover is Gold. It goes through whole turns, so everything
//! here is about not having to begin it.

use crate::{Bitboard, Board, Color, Direction, EndReason, Key, Kind, Position, movegen, outcome_after_turn};

/// The fewest steps, 1 to the steps left, after which the side to move may end its turn and wins by immobilization: the
/// enemy has no legal step, and nothing that comes earlier in the order of results decides the game. `None` also if it
/// may end its turn at once and wins so.
///
/// Costs little where the enemy is free to move, and a search of the turn where it nearly is not.
///
/// ```
/// # use tusker_core::{Board, Color, Position, statics};
/// let board: Board = "r        E                                                     R".parse().unwrap();
/// let position = Position::new(board, Color::Gold).unwrap();
/// assert_eq!(statics::immobilization_steps(&position), Some(1));
/// ```
pub fn immobilization_steps(position: &Position) -> Option<u8> {
    let steps = position.steps_left();
    let side = position.side();
    // The key tells the board on which the turn may not end; it is not that of a turned board.
    let doomed = !position.board().unsupported_on_traps().is_empty();
    if !doomed && !may_immobilize(&seen_by(side, position.board()), steps) {
        return None;
    }
    let search = Search { side, start: position.start_key() };
    if position.can_pass() && search.wins(position.board()) {
        return None;
    }
    (1..=steps).find(|&steps| search.exactly(position.board(), position.board_key(), steps))
}

fn seen_by(side: Color, board: &Board) -> Board {
    match side {
        Color::Gold => *board,
        Color::Silver => board.swap_sides(),
    }
}

struct Search {
    side: Color,
    start: Key,
}

impl Search {
    /// Whether the turn can win by immobilization after exactly `steps` more steps.
    fn exactly(&self, board: &Board, key: Key, steps: u8) -> bool {
        let mut found = false;
        movegen::generate(board, self.side, steps, |edge| {
            if found {
                return;
            }
            let (mut next, mut next_key) = (*board, key);
            next.play(edge, &mut next_key, &mut ());
            found = if edge.cost() < steps {
                may_immobilize(&seen_by(self.side, &next), steps - edge.cost())
                    && self.exactly(&next, next_key, steps - edge.cost())
            } else {
                next_key != self.start && self.wins(&next)
            };
        });
        found
    }

    fn wins(&self, board: &Board) -> bool {
        !movegen::has_edge(board, !self.side, Position::STEPS)
            && outcome_after_turn(board, self.side)
                .is_some_and(|o| o.winner == self.side && o.reason == EndReason::Immobilization)
    }
}

/// Pieces of Silver that have a plain step.
fn mobile(board: &Board) -> Bitboard {
    let active = board.color(Color::Silver) & !board.frozen(Color::Silver);
    let empty = board.empty();
    let forward = active & empty.shift(Direction::North);
    let aside = active & (empty.shift(Direction::East) | empty.shift(Direction::West));
    let back = active & !board.kind(Kind::Rabbit) & empty.shift(Direction::South);
    forward | aside | back
}

/// Whether it is conceivable that Gold takes away all steps of Silver within `steps` steps; nothing unsupported stands
/// on a trap.
///
/// - A piece that nothing of Gold's can freeze or move must be blocked on all sides, and an edge fills one empty
///   square only: a plain step the one it goes to; a push or pull takes two steps and also fills only one.
/// - A plain step helps against pieces beside the square it goes to. A push or pull helps against pieces beside its
///   three squares, or beside a trap on which it makes a piece fall: these are at most five squares apart.
#[inline]
fn may_immobilize(board: &Board, steps: u8) -> bool {
    let silver = board.color(Color::Silver);
    let strongest = Kind::ALL.into_iter().rev().find(|&kind| !board.pieces(Color::Gold, kind).is_empty());
    let Some(strongest) = strongest else { return false };
    // On a trap it may be captured; a rabbit need not be blocked from behind.
    let unmoved = silver
        & !Bitboard::TRAPS
        & !board.kind(Kind::Rabbit)
        & (board.kind(strongest) | board.stronger(strongest));
    let exits = unmoved.neighbors() & board.empty();
    let Some(spare) = u32::from(steps).checked_sub(exits.count()) else { return false };
    let mut others = mobile(board) & !unmoved & !exits.neighbors();
    let mut edges = 0;
    while let Some(piece) = others.first() {
        edges += 1;
        if edges > spare {
            return false;
        }
        let mut near = piece.bit();
        for _ in 0..5 {
            near |= near.neighbors();
        }
        others &= !near;
    }
    true
}
