//! The generator of edges: the one place that decides which steps, pushes and pulls are legal.

use crate::{Bitboard, Board, Color, Direction, Edge, EdgeKind, Kind};
use arrayvec::ArrayVec;

/// The most edges, the pass included, that any board can have.
///
/// A step needs a mover beside an empty square: at most one for each of the 112 pairs of adjacent squares. Around
/// each of the 64 squares there are at most four pushes of the piece on it, or four pulls by it.
pub const MAX_EDGES: usize = 112 + 64 * 4 + 1;

/// A list of edges on the stack.
pub type EdgeList = ArrayVec<Edge, MAX_EDGES>;

/// What the rules ask of a board, computed once per generation.
struct Context<'a> {
    board: &'a Board,
    side: Color,
    empty: Bitboard,
    /// The mover's pieces that may step, push and pull.
    active: Bitboard,
    /// Pieces that fall with the first step, so they neither finish a push nor follow a pull: none on boards that
    /// come from play.
    doomed: Bitboard,
}

impl<'a> Context<'a> {
    #[inline]
    fn new(board: &'a Board, side: Color) -> Self {
        Self {
            board,
            side,
            empty: board.empty(),
            active: board.color(side) & !board.frozen(side),
            doomed: board.unsupported_on_traps(),
        }
    }

    /// The mover's pieces that may step in `direction` as far as kind and freezing decide.
    #[inline]
    fn steppers(&self, direction: Direction) -> Bitboard {
        if direction == self.side.forward().opposite() {
            self.active & !self.board.kind(Kind::Rabbit)
        } else {
            self.active
        }
    }

    /// The mover's pieces that may step in `direction` now.
    #[inline]
    fn step_sources(&self, direction: Direction) -> Bitboard {
        self.steppers(direction) & self.empty.shift(direction.opposite())
    }

    /// The mover's pieces that may push or pull an enemy of `kind`.
    #[inline]
    fn handlers(&self, kind: Kind) -> Bitboard {
        self.active & self.board.stronger(kind)
    }
}

/// Calls `sink` for every edge whose steps are legal; no pass, and without regard to what the turn as a whole needs.
#[inline]
pub(crate) fn generate(board: &Board, side: Color, steps_left: u8, mut sink: impl FnMut(Edge)) {
    let context = Context::new(board, side);
    if steps_left >= 2 {
        pushes_and_pulls(&context, Bitboard::ALL, &mut sink);
    }
    steps(&context, Bitboard::ALL, Bitboard::ALL, &mut sink);
}

/// Which edges [`generate_near`] is to give.
#[derive(Clone, Copy, Default)]
pub(crate) struct Near {
    /// Steps that start from here.
    pub(crate) from: Bitboard,
    /// Steps that end here.
    pub(crate) to: Bitboard,
    /// Pushes and pulls one of whose three squares is here.
    pub(crate) pairs: Bitboard,
}

/// Like [`generate`], but only the edges that `near` names.
#[inline]
pub(crate) fn generate_near(board: &Board, side: Color, near: Near, mut sink: impl FnMut(Edge)) {
    let context = Context::new(board, side);
    if !near.pairs.is_empty() {
        pushes_and_pulls(&context, near.pairs, &mut sink);
    }
    steps(&context, near.from, near.to, &mut sink);
}

/// Like [`generate`], but only the edges that take exactly `cost` (1 or 2) steps.
#[inline]
pub(crate) fn generate_cost(board: &Board, side: Color, cost: u8, mut sink: impl FnMut(Edge)) {
    let context = Context::new(board, side);
    if cost == 1 {
        steps(&context, Bitboard::ALL, Bitboard::ALL, &mut sink);
    } else {
        pushes_and_pulls(&context, Bitboard::ALL, &mut sink);
    }
}

#[inline]
fn steps(context: &Context<'_>, from: Bitboard, to: Bitboard, sink: &mut impl FnMut(Edge)) {
    for direction in Direction::ALL {
        for from in context.step_sources(direction) & (from | to.shift(direction.opposite())) {
            sink(Edge::step(from, direction));
        }
    }
}

#[inline]
fn pushes_and_pulls(context: &Context<'_>, near: Bitboard, sink: &mut impl FnMut(Edge)) {
    let enemies = context.board.color(!context.side);
    let near_active = enemies & context.active.neighbors();
    if near_active.is_empty() {
        return;
    }
    for kind in &Kind::ALL[..5] {
        let weaker = near_active & context.board.kind(*kind);
        if weaker.is_empty() {
            continue;
        }
        let handlers = context.handlers(*kind);
        for enemy in weaker & handlers.neighbors() {
            for beside in Direction::ALL {
                let Some(handler) = enemy.neighbor(beside) else { continue };
                if !handlers.contains(handler) {
                    continue;
                }
                let close = near.intersects(enemy.bit() | handler.bit());
                let free = if close { context.empty } else { context.empty & near };
                if !context.doomed.contains(handler) {
                    for direction in Direction::ALL {
                        if free.intersects(enemy.bit().shift(direction)) {
                            sink(Edge::push(enemy, direction, beside));
                        }
                    }
                }
                if !context.doomed.contains(enemy) {
                    for direction in Direction::ALL {
                        if free.intersects(handler.bit().shift(direction)) {
                            sink(Edge::pull(handler, direction, beside.opposite()));
                        }
                    }
                }
            }
        }
    }
}

/// Whether [`generate`] would emit `edge`; passes are not its business.
pub(crate) fn is_pseudo_legal(board: &Board, side: Color, steps_left: u8, edge: Edge) -> bool {
    if edge.kind() == EdgeKind::Pass || edge.cost() > steps_left {
        return false;
    }
    let context = Context::new(board, side);
    let from = edge.from().bit();
    let direction = edge.direction();
    if !context.empty.intersects(from.shift(direction)) {
        return false;
    }
    let beside = from.shift(edge.second_direction());
    let (handler, enemy) = match edge.kind() {
        EdgeKind::Pass => return false,
        EdgeKind::Step => return context.steppers(direction).intersects(from),
        EdgeKind::Push => (beside, from),
        EdgeKind::Pull => (from, beside),
    };
    let falls_first = if edge.kind() == EdgeKind::Push { handler } else { enemy };
    let Some(enemy) = (enemy & board.color(!side)).first() else { return false };
    !context.doomed.intersects(falls_first)
        && context.handlers(board.kind_unchecked(enemy)).intersects(handler)
}

/// Whether there is any edge at all.
pub(crate) fn has_edge(board: &Board, side: Color, steps_left: u8) -> bool {
    let context = Context::new(board, side);
    Direction::ALL.into_iter().any(|d| !context.step_sources(d).is_empty())
        || (steps_left >= 2 && {
            let mut found = false;
            pushes_and_pulls(&context, Bitboard::ALL, &mut |_| found = true);
            found
        })
}

/// Number of plain steps, without listing them.
#[inline]
pub(crate) fn count_steps(board: &Board, side: Color) -> u32 {
    let context = Context::new(board, side);
    Direction::ALL.into_iter().map(|d| context.step_sources(d).count()).sum()
}
