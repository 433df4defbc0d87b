//! Defences against a win in the enemy's next turn: the edges that may begin one, and how many steps one takes.
//!
//! A *witness* is one winning turn of the enemy. It keeps working as long as certain squares stay empty, certain pieces
//! stay, and nothing freezes the pieces that act: its [`Needs`]. A turn that stops the enemy must disturb a need of
//! every witness, so of the one at hand. Take the first edge of such a turn that disturbs it, and the earlier ones that
//! cannot be exchanged with it, directly or through others: these can be played first, and the rest after them in
//! their order. So it is enough to try, while the enemy threatens, the edges that disturb a need and those that may
//! be linked to such an edge by chains within the steps left; afterwards everything.

use super::elimination::elimination_turn;
use super::goal::goal_turn;
use super::needs::Needs;
use super::zone::spread;
use super::{can_goal, fewest_steps_to_elimination};
use crate::{
    Bitboard, Board, Color, Edge, EdgeKind, EdgeList, Kind, Position, Turn, movegen, outcome_of_rabbits,
};

/// Adds the edges that may begin the rest of a turn after which the enemy cannot win in its next turn by goal or
/// elimination.
///
/// Complete: every board on which such a turn can end is reached with only these edges, asked for anew after each.
/// With edges that take the last steps it is exact. If nothing is threatened, or if the side to move can itself win by
/// goal or elimination in this turn, these are all legal edges, the pass included.
///
pub fn defences(position: &Position, edges: &mut EdgeList) {
    let Some(needs) = needs_of_threat(position) else {
        edges.extend(position.edges());
        return;
    };
    let (board, side, steps) = (position.board(), position.side(), position.steps_left());
    let links = Links::new(board, side, &needs, steps);
    movegen::generate(board, side, steps, |edge| {
        let left = steps - edge.cost();
        if left > 0 && links.may_lead(edge, left) {
            edges.push(edge);
            return;
        }
        let (mut next, mut key) = (*board, position.board_key());
        next.play(edge, &mut key, &mut ());
        let defends = needs.disturbed(board, &next, side)
            && (left > 0 || key != position.start_key() && !loses(&next, side));
        if defends {
            edges.push(edge);
        }
    });
}

/// The fewest steps, 1 to the steps left, after which the turn may end such that the enemy cannot win in its next turn
/// by goal or elimination; 0 if it may end at once, `None` if there is no such turn.
pub fn fewest_steps_to_defend(position: &Position) -> Option<u8> {
    let safe = !loses(position.board(), position.side());
    if safe && position.can_pass() {
        return Some(0);
    }
    (1..=position.steps_left()).find(|&steps| defends_in(&position.with_steps_left(steps)))
}

/// Whether the turn can be ended safely with exactly the steps left, or fewer.
fn defends_in(position: &Position) -> bool {
    let mut edges = EdgeList::new();
    defences(position, &mut edges);
    edges.into_iter().any(|edge| {
        let mut next = *position;
        next.advance(edge, &mut ());
        if next.side() == position.side() {
            next.can_pass() && !loses(next.board(), position.side()) || defends_in(&next)
        } else {
            !loses(next.board(), position.side())
        }
    })
}

/// Whether `side`, which has just ended its turn on `board`, has lost or loses to a goal or elimination in the enemy's
/// next turn. It has won already if a rabbit of it is on goal or the enemy has none.
fn loses(board: &Board, side: Color) -> bool {
    if let Some(outcome) = outcome_of_rabbits(board, side) {
        return outcome.winner != side;
    }
    can_goal(board, !side, Position::STEPS)
        || fewest_steps_to_elimination(board, !side, Position::STEPS).is_some()
}

/// What the enemy's win needs; `None` if there is no win, if the side to move wins first, or if the game would be
/// over without another turn.
fn needs_of_threat(position: &Position) -> Option<Needs> {
    let (board, side) = (position.board(), position.side());
    if outcome_of_rabbits(board, side).is_some() {
        return None;
    }
    let turn = winning_turn(board, !side)?;
    let wins = can_goal(board, side, position.steps_left())
        || fewest_steps_to_elimination(board, side, position.steps_left()).is_some();
    (!wins).then(|| Needs::new(board, !side, &turn))
}

/// A turn of `side` on this board that wins by goal or elimination.
fn winning_turn(board: &Board, side: Color) -> Option<Turn> {
    goal_turn(board, side, Position::STEPS).or_else(|| elimination_turn(board, side, Position::STEPS))
}

/// From or to which squares an edge must move a piece of the defender to be linked to one that disturbs the witness,
/// by the steps that remain after it.
struct Links {
    /// By steps that remain, less one.
    levels: [Level; 3],
}

#[derive(Clone, Copy, Default)]
struct Level {
    /// Leaving one of these.
    from: Bitboard,
    /// Coming to one of these.
    to: Bitboard,
    /// Pushing or pulling a piece from one of these.
    moved: Bitboard,
}

impl Links {
    fn new(board: &Board, side: Color, needs: &Needs, steps: u8) -> Self {
        let ground = Ground::new(board, side);
        let mut levels = [Level::default(); 3];
        // An edge takes one step or two.
        for left in steps.saturating_sub(2).max(1)..steps {
            levels[usize::from(left) - 1] = ground.level(needs, left);
        }
        Self { levels }
    }

    fn may_lead(&self, edge: Edge, left: u8) -> bool {
        let level = &self.levels[usize::from(left) - 1];
        let first = edge.first_step();
        match edge.kind() {
            EdgeKind::Pass => false,
            EdgeKind::Step => level.from.contains(first.from) || level.to.contains(first.to()),
            EdgeKind::Push | EdgeKind::Pull => {
                let squares = first.from.bit() | first.to().bit() | edge.second_step().from.bit();
                squares.intersects(level.from | level.to | level.moved)
            }
        }
    }
}

/// Steps of the defender: those that end on `to`, and those that start from `from`.
#[derive(Clone, Copy)]
struct Reach {
    to: Bitboard,
    from: Bitboard,
}

/// The board as the links see it.
struct Ground<'a> {
    board: &'a Board,
    side: Color,
    own: Bitboard,
    frozen: Bitboard,
    /// Own pieces beside a stronger enemy, frozen or not.
    threatened: Bitboard,
    /// Beside an enemy that may freeze something.
    danger: Bitboard,
}

impl<'a> Ground<'a> {
    fn new(board: &'a Board, side: Color) -> Self {
        let own = board.color(side);
        let enemy = board.color(!side);
        let mut stronger = Bitboard::EMPTY;
        let mut threatened = Bitboard::EMPTY;
        for kind in Kind::ALL.into_iter().rev() {
            threatened |= board.kind(kind) & own & stronger.neighbors();
            stronger |= board.kind(kind) & enemy;
        }
        let danger = (enemy & !board.kind(Kind::Rabbit)).neighbors();
        Self { board, side, own, frozen: threatened & !own.neighbors(), threatened, danger }
    }

    /// The edges that may lead to one that disturbs the witness within `left` more steps.
    fn level(&self, needs: &Needs, left: u8) -> Level {
        // The last edge of the chain is a plain step, or, counted here as it begins, a push or pull.
        let mut reach = Reach { to: needs.arrivals(), from: needs.leavers() };
        let first = self.linked(reach);
        let mut level = first;
        for chained in 2..=left {
            reach.to |= level.to;
            reach.from |= level.from;
            let near = if chained == 2 {
                needs.handled(self.board, self.side) & self.handled_within(u32::from(left))
            } else {
                spread(first.to | first.from | first.moved) & self.handled_within(2)
            };
            // A piece of the defender comes to the square of the piece it pushes, or goes from beside the one it pulls.
            reach.to |= near;
            reach.from |= near.neighbors() & self.own;
            level = self.linked(reach);
            // The enemy piece needs room, and may freeze others where it comes to.
            let around = spread(spread(near));
            level.from |= around;
            level.moved |= around;
        }
        level
    }

    /// The edges that may not be exchanged with one of the steps of `reach`, to be played before it.
    fn linked(&self, reach: Reach) -> Level {
        let sources = reach.to.neighbors();
        let actors = (sources | reach.from) & self.own;
        let exits = reach.from.neighbors();
        let targets = reach.to | exits;
        // Beside a trap it matters who comes and goes first: a piece on it, or about to enter, may fall or not.
        let propped = Bitboard::TRAPS & actors.neighbors();
        let to_prop = Bitboard::TRAPS & targets.neighbors();
        let to = sources
            | targets
            | reach.from
            // Thaws, or keeps from freezing.
            | (actors & self.frozen).neighbors()
            | (sources & !self.own & self.danger).neighbors()
            // Supports.
            | (targets & Bitboard::TRAPS).neighbors()
            | (propped & self.own).neighbors()
            | propped
            | to_prop;
        // Makes room, or would be frozen when its last friend leaves.
        let from =
            targets | actors.neighbors() & self.threatened | propped | (to_prop & self.own).neighbors();
        let moved = targets | (actors & self.frozen).neighbors();
        Level { from, to, moved }
    }

    /// The enemy pieces with a stronger own piece at most `distance` squares away.
    fn handled_within(&self, distance: u32) -> Bitboard {
        let enemy = self.board.color(!self.side);
        let mut stronger = Bitboard::EMPTY;
        let mut found = Bitboard::EMPTY;
        for kind in Kind::ALL.into_iter().rev() {
            let near = (0..distance).fold(stronger, |near, _| spread(near));
            found |= self.board.kind(kind) & enemy & near;
            stronger |= self.board.kind(kind) & self.own;
        }
        found
    }
}
