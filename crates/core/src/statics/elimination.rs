//! Capture of the enemy's last rabbits within the turn: exact.

use super::captures::{Hunt, TRAPS, for_each_capturing_edge, victim_of_one_edge};
use crate::{Bitboard, Board, Color, Edge, Key, Kind, Position, Turn, movegen};

/// The fewest steps, 1 to the steps left, in which the side to move captures all enemy rabbits. `None` also if there
/// are none.
///
/// By the order of results this wins whatever else happens: who has no rabbit has none on its goal, and if the last
/// rabbits of both sides fall in one turn, the mover wins.
///
/// ```
/// # use tusker_core::{Board, Color, Position, statics};
/// let board: Board = "                   rE                                          R".parse().unwrap();
/// assert_eq!(statics::elimination_steps(&Position::new(board, Color::Gold).unwrap()), Some(2));
/// ```
#[inline]
pub fn elimination_steps(position: &Position) -> Option<u8> {
    fewest_steps_to_elimination(position.board(), position.side(), position.steps_left())
}

/// The fewest steps, 1 to `steps`, in which `side`, if it is to move, captures all enemy rabbits. `None` also if there
/// are none.
#[inline]
pub fn fewest_steps_to_elimination(board: &Board, side: Color, steps: u8) -> Option<u8> {
    let rabbits = board.pieces(!side, Kind::Rabbit);
    // A capture takes a push or a pull, so there is time for two.
    if rabbits.count() > 2 && board.unsupported_on_traps().is_empty() {
        return None;
    }
    match side {
        Color::Gold => eliminate(board, steps),
        Color::Silver => eliminate(&board.swap_sides(), steps),
    }
}

fn eliminate(board: &Board, steps: u8) -> Option<u8> {
    if !board.unsupported_on_traps().is_empty() {
        return eliminate_after_fall(board, steps);
    }
    let rabbits = board.pieces(Color::Silver, Kind::Rabbit);
    match rabbits.count() {
        1 => eliminate_one(board, rabbits, steps),
        2 if steps == 4 => eliminate_two(board, rabbits),
        _ => None,
    }
}

fn eliminate_one(board: &Board, rabbit: Bitboard, steps: u8) -> Option<u8> {
    let square = rabbit.first()?;
    let mut fewest = None;
    for trap in TRAPS {
        // Two steps move it one square.
        if 2 * trap.distance(square) > steps {
            continue;
        }
        let mut hunt = Hunt::new(trap, |_: &Turn, steps, victim| {
            if victim == square && fewest.is_none_or(|fewest| steps < fewest) {
                fewest = Some(steps);
            }
        });
        hunt.start(board, steps);
    }
    fewest
}

/// Two pushes or pulls, each of which captures a rabbit.
fn eliminate_two(board: &Board, rabbits: Bitboard) -> Option<u8> {
    let mut found = false;
    for_each_pair(board, rabbits, |_, _, _, _| found = true);
    found.then_some(4)
}

/// Calls `visit` with every first edge that captures one of two rabbits such that another can capture the other one,
/// the board after it, and the trap of the second capture and its only guard.
fn for_each_pair(board: &Board, rabbits: Bitboard, mut visit: impl FnMut(Edge, &Board, Bitboard, Bitboard)) {
    for_each_rabbit_trap(board, rabbits, |trap, guard| {
        for_each_capturing_edge(board, trap, guard, |edge| {
            let mut next = *board;
            next.play(edge, &mut Key::default(), &mut ());
            let left = next.pieces(Color::Silver, Kind::Rabbit);
            for_each_rabbit_trap(&next, left, |trap, guard| visit(edge, &next, trap, guard));
        });
    });
}

/// A turn of `side` within `steps` steps that captures all enemy rabbits, a shortest one; nothing unsupported stands on
/// a trap.
pub(crate) fn elimination_turn(board: &Board, side: Color, steps: u8) -> Option<Turn> {
    let fewest = fewest_steps_to_elimination(board, side, steps)?;
    let seen = if side == Color::Gold { *board } else { board.swap_sides() };
    let rabbits = seen.pieces(Color::Silver, Kind::Rabbit);
    let mut found = None;
    if rabbits.count() == 1 {
        for trap in TRAPS {
            let hunt = Hunt::new(trap, |turn: &Turn, steps, victim| {
                if steps == fewest && rabbits.contains(victim) {
                    found.get_or_insert_with(|| turn.clone());
                }
            });
            hunt.listing_edges().start(&seen, steps);
        }
    } else {
        for_each_pair(&seen, rabbits, |first, next, trap, guard| {
            for_each_capturing_edge(next, trap, guard, |second| {
                found.get_or_insert_with(|| [first, second].into_iter().collect());
            });
        });
    }
    match side {
        Color::Gold => found,
        Color::Silver => found.map(|turn| turn.edges().iter().map(|edge| edge.flip_ranks()).collect()),
    }
}

/// Calls `visit` with every trap on which one push or pull captures a rabbit, and its only guard.
fn for_each_rabbit_trap(board: &Board, rabbits: Bitboard, mut visit: impl FnMut(Bitboard, Bitboard)) {
    for trap in TRAPS.map(crate::Square::bit) {
        let guards = board.color(Color::Silver) & trap.neighbors();
        if (rabbits & (trap | guards)).is_empty() || guards.count() != 1 {
            continue;
        }
        if victim_of_one_edge(board, trap, guards).is_some_and(|victim| rabbits.contains(victim)) {
            visit(trap, guards);
        }
    }
}

/// Boards that were given with unsupported pieces on traps: these fall with the first step, whatever it is.
#[cold]
fn eliminate_after_fall(board: &Board, steps: u8) -> Option<u8> {
    if board.pieces(Color::Silver, Kind::Rabbit).is_empty() {
        return None;
    }
    let mut fewest: Option<u8> = None;
    movegen::generate(board, Color::Gold, steps, |edge| {
        let mut next = *board;
        next.play(edge, &mut Key::default(), &mut ());
        let more = if next.pieces(Color::Silver, Kind::Rabbit).is_empty() {
            Some(0)
        } else {
            eliminate(&next, steps - edge.cost())
        };
        if let Some(more) = more {
            let total = edge.cost() + more;
            fewest = Some(fewest.map_or(total, |fewest| fewest.min(total)));
        }
    });
    fewest
}
