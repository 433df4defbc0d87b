//! Leaving the enemy without a legal step: exact.
//!
//! The search sees the board from the mover's side: the mover is Gold. It goes through whole turns, so everything
//! here is about not having to begin it.

use super::zone::spread;
use crate::movegen::{self, Near};
use crate::{Bitboard, Board, Color, Direction, EndReason, Key, Kind, Position, outcome_after_turn};

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
    if !doomed && prospects(&seen_by(side, position.board()), steps) == Prospects::None {
        return None;
    }
    let search = Search { side, start: position.start_key() };
    if position.can_pass() && search.wins(position.board()) {
        return None;
    }
    (1..=steps).find(|&steps| {
        let prospects =
            if doomed { Prospects::Any } else { prospects(&seen_by(side, position.board()), steps) };
        search.exactly(position.board(), position.board_key(), steps, prospects)
    })
}

/// Whether it is conceivable that `side`, if it is to move on this board with so many steps left, leaves the enemy
/// without a legal step: never `false` where it can, and cheap.
///
/// ```
/// # use tusker_core::{Board, Color, statics};
/// let board: Board = "r  r   r  d  e                       E   M         H      R    R".parse().unwrap();
/// assert!(!statics::may_immobilize(&board, Color::Gold, 4));
/// ```
#[inline]
pub fn may_immobilize(board: &Board, side: Color, steps: u8) -> bool {
    !board.unsupported_on_traps().is_empty() || prospects(&seen_by(side, board), steps) != Prospects::None
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
    fn exactly(&self, board: &Board, key: Key, steps: u8, prospects_here: Prospects) -> bool {
        let mut found = false;
        let near = match (prospects_here, steps) {
            (Prospects::None, _) => return false,
            (_, 1) => Near { to: self.last_squares(board), ..Near::default() },
            (Prospects::WithPair, 2) => Near { pairs: Bitboard::ALL, ..Near::default() },
            _ => Near { from: Bitboard::ALL, to: Bitboard::ALL, pairs: Bitboard::ALL },
        };
        movegen::generate_near(board, self.side, near, |edge| {
            if found {
                return;
            }
            let (mut next, mut next_key) = (*board, key);
            next.play(edge, &mut next_key, &mut ());
            let left = steps - edge.cost();
            found = if left > 0 {
                self.exactly(&next, next_key, left, prospects(&seen_by(self.side, &next), left))
            } else {
                next_key != self.start && self.wins(&next)
            };
        });
        found
    }

    /// Where the last step must go: beside every piece that can still step.
    fn last_squares(&self, board: &Board) -> Bitboard {
        if !board.unsupported_on_traps().is_empty() {
            return Bitboard::ALL;
        }
        let (mobile, _) = mobile(&seen_by(self.side, board));
        let squares = mobile.iter().fold(Bitboard::ALL, |squares, piece| squares & piece.bit().neighbors());
        match self.side {
            Color::Gold => squares,
            Color::Silver => squares.flip_ranks(),
        }
    }

    fn wins(&self, board: &Board) -> bool {
        !movegen::has_edge(board, !self.side, Position::STEPS)
            && outcome_after_turn(board, self.side)
                .is_some_and(|o| o.winner == self.side && o.reason == EndReason::Immobilization)
    }
}

/// Pieces of Silver that have a plain step, and those that have two or more.
#[inline]
fn mobile(board: &Board) -> (Bitboard, Bitboard) {
    let active = board.color(Color::Silver) & !board.frozen(Color::Silver);
    let empty = board.empty();
    let back = empty.shift(Direction::South) & !board.kind(Kind::Rabbit);
    let ways =
        [empty.shift(Direction::North), empty.shift(Direction::East), empty.shift(Direction::West), back];
    let (mut one, mut two) = (Bitboard::EMPTY, Bitboard::EMPTY);
    for way in ways {
        two |= one & way;
        one |= way;
    }
    (one & active, two & active)
}

/// The squares at most `distance` away from `set`.
#[inline]
fn within(set: Bitboard, distance: u32) -> Bitboard {
    (0..distance).fold(set, |set, _| spread(set))
}

/// Whether it is conceivable that all steps of the enemy are taken away.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Prospects {
    /// It is not.
    None,
    /// Only with a push or pull.
    WithPair,
    /// It is.
    Any,
}

/// The prospects of Gold within `steps` steps; nothing unsupported stands on a trap.
#[inline]
fn prospects(board: &Board, steps: u8) -> Prospects {
    match prospects_from_far(board, steps) {
        Prospects::None => Prospects::None,
        Prospects::WithPair if closing_exits(board, steps) == Prospects::None => Prospects::None,
        Prospects::WithPair => Prospects::WithPair,
        Prospects::Any => closing_exits(board, steps),
    }
}

/// What it takes against pieces with a friend beside them, which nothing freezes: all empty squares to which they may
/// step are to be filled.
///
/// An edge fills one square. Only a push or pull takes friends away: it moves one piece of Silver, and one that stood on
/// a trap beside it may fall, so that it matters to pieces at most two squares from where that one stood. A second push
/// or pull may move the same piece on.
fn closing_exits(board: &Board, steps: u8) -> Prospects {
    let silver = board.color(Color::Silver);
    let supported = silver & silver.neighbors();
    let steps = u32::from(steps);
    let exits = |pieces: Bitboard| {
        let rabbits = pieces & board.kind(Kind::Rabbit);
        let ahead = [Direction::East, Direction::South, Direction::West].map(|way| rabbits.shift(way));
        let to = ahead.into_iter().fold((pieces & !rabbits).neighbors(), |to, set| to | set);
        (to & board.empty()).count()
    };
    if exits(supported) <= steps {
        return Prospects::Any;
    }
    if steps < 2 {
        return Prospects::None;
    }
    let mut rest = arrayvec::ArrayVec::<Bitboard, 64>::new();
    for moved in silver {
        let around = within(moved.bit(), 2);
        let others = supported & !around;
        if exits(others) < steps || steps == 4 && exits(supported & !spread(around)) <= 2 {
            return Prospects::WithPair;
        }
        // Two pairs leave two squares to fill.
        if steps == 4 && rest.iter().any(|&earlier| exits(earlier & others) <= 2) {
            return Prospects::WithPair;
        }
        rest.push(others);
    }
    Prospects::None
}

/// The prospects of Gold within `steps` steps, seen from far; nothing unsupported stands on a trap.
///
/// - A piece that nothing of Gold's can freeze or move must be blocked on all sides. An edge fills one empty square
///   only: a plain step the one it goes to; a push or pull takes two steps and also fills only one. What is not needed
///   for that is to spare for the others.
/// - A plain step helps against pieces beside the square it goes to. A push or pull helps against pieces beside its
///   three squares, or beside a trap on which it makes a piece fall: these are at most five squares apart. So pieces
///   farther apart take different edges; and of pieces that are not beside a common square, a step helps against one, a
///   push or pull against four.
/// - Against a piece with a friend beside it and two ways to go, one step does not help: two squares must be filled,
///   or it or its friend must be pushed or pulled away.
/// - What helps against a piece comes from Gold's nearest piece, or is pushed by it: it takes as many steps as there
///   are squares between them.
#[inline]
fn prospects_from_far(board: &Board, steps: u8) -> Prospects {
    let (gold, silver) = (board.color(Color::Gold), board.color(Color::Silver));
    let strongest = Kind::ALL.into_iter().rev().find(|&kind| board.kind(kind).intersects(gold));
    let Some(strongest) = strongest else { return Prospects::None };
    // On a trap it may be captured; a rabbit need not be blocked from behind.
    let unmoved = silver
        & !Bitboard::TRAPS
        & !board.kind(Kind::Rabbit)
        & (board.kind(strongest) | board.stronger(strongest));
    let exits = unmoved.neighbors() & board.empty();
    let Some(spare) = u32::from(steps).checked_sub(exits.count()) else { return Prospects::None };
    let (mobile, free) = mobile(board);
    let others = mobile & !unmoved & !exits.neighbors();
    if others.is_empty() {
        return Prospects::Any;
    }
    // What helps against these is of no use against the unmoved ones.
    let far = others & !within(exits, 5);
    if !(far & !within(gold, spare + 1)).is_empty() {
        return Prospects::None;
    }
    let tough = free & silver.neighbors();
    if cost_apart(others, Bitboard::EMPTY, 5) > spare || cost_apart(far, tough, 5) > spare {
        return Prospects::None;
    }
    let single = cost_apart(others, Bitboard::EMPTY, 2);
    let pairs = spare.min(u32::from(steps) / 2);
    if single > spare + 3 * pairs {
        Prospects::None
    } else if single > spare {
        Prospects::WithPair
    } else {
        Prospects::Any
    }
}

/// Steps it takes at least against the `pieces`, counting only such as are more than `distance` apart: two for `tough`
/// ones, else one.
#[inline]
fn cost_apart(mut pieces: Bitboard, tough: Bitboard, distance: u32) -> u32 {
    let mut cost = 0;
    while let Some(piece) = (pieces & tough).first().or_else(|| pieces.first()) {
        cost += if tough.contains(piece) { 2 } else { 1 };
        pieces &= !within(piece.bit(), distance);
    }
    cost
}
