//! Captures within the turn, trap by trap: exact.
//!
//! Only a push or a pull captures an enemy piece: it moves the piece onto the trap, or its last guard away from the
//! trap. So what comes before the last edge is at most two steps: two plain steps, or another push or pull.
//!
//! The search sees the board from the mover's side: the mover is Gold.

use super::ground::{Ground, Steps};
use super::zone::{spread, touching};
use crate::movegen::{self, Near};
use crate::{Bitboard, Board, Color, Delta, Edge, EdgeList, Key, Position, Square, Turn};

/// The traps in the order of their squares: c3, f3, c6, f6.
pub const TRAPS: [Square; 4] =
    [Square::masked(18), Square::masked(21), Square::masked(42), Square::masked(45)];

/// Which enemy pieces the side to move can capture on which trap, and in how few steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Captures {
    /// By trap, and by fewest steps less one.
    victims: [[Bitboard; 4]; 4],
}

impl Captures {
    /// The enemy pieces (where they stand now) that can be captured on the `trap` (0 to 3, see [`TRAPS`]) in `steps` (1
    /// to 4) steps but not in fewer.
    ///
    /// One step is enough only on boards that were given with an unsupported piece on a trap.
    pub fn victims(&self, trap: usize, steps: u8) -> Bitboard {
        let by_steps = self.victims.get(trap);
        by_steps.and_then(|v| v.get(usize::from(steps).wrapping_sub(1))).copied().unwrap_or_default()
    }

    /// The enemy pieces that can be captured on the `trap` (0 to 3).
    pub fn on(&self, trap: usize) -> Bitboard {
        self.victims
            .get(trap)
            .map_or(Bitboard::EMPTY, |by_steps| by_steps.iter().fold(Bitboard::EMPTY, |a, &b| a | b))
    }

    /// The enemy pieces that can be captured within `steps` steps, on any trap.
    pub fn within(&self, steps: u8) -> Bitboard {
        let sets = self.victims.iter().flat_map(|by_steps| by_steps.iter().take(usize::from(steps)));
        sets.fold(Bitboard::EMPTY, |all, &set| all | set)
    }

    /// The sides of the traps on which enemy pieces can be captured.
    pub fn sides(&self) -> Bitboard {
        let traps = TRAPS.into_iter().enumerate().filter(|(trap, _)| !self.on(*trap).is_empty());
        traps.fold(Bitboard::EMPTY, |sides, (_, square)| sides | square.bit().neighbors())
    }

    /// The fewest steps in which the piece on `victim` can be captured on the `trap` (0 to 3).
    pub fn steps(&self, trap: usize, victim: Square) -> Option<u8> {
        (1..=Position::STEPS).find(|&steps| self.victims(trap, steps).contains(victim))
    }

    /// The fewest steps in which any enemy piece can be captured.
    pub fn fewest(&self) -> Option<u8> {
        (1..=Position::STEPS).find(|&steps| !self.within(steps).is_empty())
    }

    fn add(&mut self, trap: usize, victim: Square, steps: u8) {
        let by_steps = &mut self.victims[trap];
        let taken = usize::from(steps) - 1;
        if by_steps[..=taken].iter().any(|set| set.contains(victim)) {
            return;
        }
        for later in &mut by_steps[taken + 1..] {
            *later &= !victim.bit();
        }
        by_steps[taken] |= victim.bit();
    }

    fn swap_sides(&self) -> Self {
        let [c3, f3, c6, f6] = self.victims.map(|by_steps| by_steps.map(Bitboard::flip_ranks));
        Self { victims: [c6, f6, c3, f3] }
    }
}

/// All captures of the side to move within the steps it has left.
///
/// ```
/// # use tusker_core::{Board, Color, Position, Square, statics};
/// let board: Board = "r                  rE                                          R".parse().unwrap();
/// let captures = statics::captures(&Position::new(board, Color::Gold).unwrap());
/// let d6: Square = "d6".parse().unwrap();
/// assert_eq!((captures.fewest(), captures.within(2)), (Some(2), d6.bit()));
/// assert!(captures.on(2) == d6.bit() && captures.on(0).is_empty());
/// assert_eq!(statics::TRAPS[2].to_string(), "c6");
/// // In four steps it falls on f6: it is pulled to e6, and pushed on.
/// assert_eq!(captures.steps(3, d6), Some(4));
/// assert_eq!(captures.sides(), statics::TRAPS[2].bit().neighbors() | statics::TRAPS[3].bit().neighbors());
/// assert_eq!(captures.steps(2, d6), Some(2));
/// ```
pub fn captures(position: &Position) -> Captures {
    captures_of(position.board(), position.side(), position.steps_left())
}

/// All captures of `side`, if it is to move, within `steps` steps.
pub fn captures_of(board: &Board, side: Color, steps: u8) -> Captures {
    let mut captures = Captures::default();
    if steps < 2 && board.unsupported_on_traps().is_empty() {
        return captures;
    }
    match side {
        Color::Gold => collect(board, steps, &mut captures),
        Color::Silver => {
            collect(&board.swap_sides(), steps, &mut captures);
            captures = captures.swap_sides();
        }
    }
    captures
}

fn collect(board: &Board, steps: u8, captures: &mut Captures) {
    if !board.unsupported_on_traps().is_empty() {
        return collect_after_fall(board, steps, captures);
    }
    for (trap, square) in TRAPS.into_iter().enumerate() {
        let mut hunt = Hunt::new(square, |_: &Turn, steps, victim| captures.add(trap, victim, steps));
        hunt.start(board, steps);
    }
}

/// Calls `visit` with every shortest way to capture each enemy piece on each trap: the edges, the last of which
/// captures, the trap (0 to 3, see [`TRAPS`]), and the square on which the victim stands now.
///
/// Different ways may end on the same board. Boards given with unsupported pieces on traps have no ways listed.
pub fn for_each_capture(position: &Position, mut visit: impl FnMut(&Turn, usize, Square)) {
    let (side, steps) = (position.side(), position.steps_left());
    let swap = side == Color::Silver;
    let board = if swap { position.board().swap_sides() } else { *position.board() };
    if steps < 2 || !board.unsupported_on_traps().is_empty() {
        return;
    }
    let mut shortest = Captures::default();
    collect(&board, steps, &mut shortest);
    for (trap, square) in TRAPS.into_iter().enumerate() {
        let Some(most) = (2..=steps).rev().find(|&s| !shortest.victims(trap, s).is_empty()) else { continue };
        let hunt = Hunt::new(square, |turn: &Turn, steps, victim: Square| {
            if !shortest.victims(trap, steps).contains(victim) {
                return;
            }
            if swap {
                let turn: Turn = turn.edges().iter().map(|edge| edge.flip_ranks()).collect();
                visit(&turn, trap ^ 2, victim.flip_ranks());
            } else {
                visit(turn, trap, victim);
            }
        });
        hunt.listing_edges().start(&board, most);
    }
}

/// Adds the pushes and pulls that capture an enemy piece at once: one that they move onto a trap, or one on a trap whose
/// last guard they move away. Boards given with unsupported pieces on traps have none of these pieces listed.
///
/// ```
/// # use tusker_core::{Board, Color, EdgeList, Position, statics};
/// let board: Board = "r                  rE                                          R".parse().unwrap();
/// let mut edges = EdgeList::new();
/// statics::capturing_edges(&Position::new(board, Color::Gold).unwrap(), &mut edges);
/// assert_eq!(edges.len(), 1, "the elephant pushes the rabbit from d6 to c6");
/// ```
pub fn capturing_edges(position: &Position, edges: &mut EdgeList) {
    let (board, side) = (position.board(), position.side());
    let enemies = board.color(!side);
    let guards = TRAPS.map(|trap| trap.bit().neighbors() & enemies);
    let lone = guards.iter().filter(|guard| guard.count() == 1).fold(Bitboard::EMPTY, |all, &one| all | one);
    if lone.is_empty() || position.steps_left() < 2 {
        return;
    }
    movegen::generate_near(board, side, Near { pairs: lone, ..Near::default() }, |edge| {
        let Some((from, to)) = edge.moved_enemy() else { return };
        let captures = TRAPS
            .into_iter()
            .zip(guards)
            .any(|(trap, guard)| guard == from.bit() && (trap == to || enemies.contains(trap)));
        if captures {
            edges.push(edge);
        }
    });
}

/// The search on one trap.
pub(crate) struct Hunt<F> {
    trap: Bitboard,
    turn: Turn,
    /// Whether `visit` wants the capturing edges; otherwise it is called once for all of a board, without the last one.
    list_edges: bool,
    visit: F,
}

impl<F: FnMut(&Turn, u8, Square)> Hunt<F> {
    /// A search on `trap` that calls `visit` with the edges, the steps, and the square of the victim at the start.
    #[inline]
    pub(crate) fn new(trap: Square, visit: F) -> Self {
        Self { trap: trap.bit(), turn: Turn::new(), list_edges: false, visit }
    }

    /// The same search, visiting every turn with its last edge.
    #[inline]
    pub(crate) fn listing_edges(mut self) -> Self {
        self.list_edges = true;
        self
    }

    /// Finds the captures of Gold within `steps` steps on a board without unsupported pieces on traps. Every victim is
    /// visited at its fewest steps, and possibly at more.
    ///
    /// Every guard has to go and costs two steps, and so does the way of a piece to the trap from beside it. Gold's
    /// plain steps change nothing about guards, so with other than one guard there is no time for them.
    #[inline]
    pub(crate) fn start(&mut self, board: &Board, steps: u8) {
        if steps < 2 {
            return;
        }
        let guards = board.color(Color::Silver) & self.trap.neighbors();
        match guards.count() {
            1 => self.one_guard(board, guards, steps),
            0 if steps == 4 => {
                // One piece is brought beside the trap, then onto it.
                let far = board.color(Color::Silver) & spread(self.trap.neighbors());
                if !far.is_empty() {
                    self.two_pushes(board, self.trap.neighbors(), |_, to, ring| ring.contains(to));
                }
            }
            2 if steps == 4 => self.two_pushes(board, guards, |from, _, guards| guards.contains(from)),
            _ => {}
        }
    }

    fn one_guard(&mut self, board: &Board, guard: Bitboard, steps: u8) {
        if let Some(victim) = victim_of_one_edge(board, self.trap, guard) {
            // With more steps, the same piece falls at the same place.
            self.found(board, guard, victim, None);
            return;
        }
        if steps < 3 {
            return;
        }
        let Some(square) = guard.first() else { return };
        // The piece that pushes or pulls the guard must come beside it first.
        let stronger = board.color(Color::Gold) & board.stronger(board.kind_unchecked(square));
        let near = spread(spread(guard));
        if !stronger.intersects(if steps == 3 { near } else { spread(near) }) {
            return;
        }
        let ground = Ground::new(board, Color::Gold);
        let around = guard.neighbors();
        let thaw = (around & stronger & ground.frozen).neighbors();
        let room = self.room(&ground, around, stronger);
        let direct = Steps { from: room, to: thaw | around };
        let near = if steps == 3 {
            Near { from: direct.from, to: direct.to, pairs: Bitboard::EMPTY }
        } else {
            let earlier = ground.enabling(direct);
            let calm = (around & !ground.own & ground.danger).neighbors();
            Near {
                from: direct.from | earlier.from,
                to: direct.to | earlier.to | calm,
                pairs: touching(spread(around)),
            }
        };
        movegen::generate_near(board, Color::Gold, near, |edge| {
            if steps == 3 && !stronger.contains(edge.from()) {
                // Beside the guard, only a stronger piece is of use.
                let (from, to) = (edge.from(), edge.first_step().to());
                if !room.contains(from) && !thaw.contains(to) {
                    return;
                }
            }
            let mut next = *board;
            next.play(edge, &mut Key::default(), &mut ());
            self.turn.push(edge);
            if edge.cost() == 1 {
                self.one_guard(&next, guard, steps - 1);
            } else {
                self.last_edge(&next, edge.moved_enemy());
            }
            self.turn.pop();
        });
    }

    /// From where a step may make room, so that the only guard, which stands in the middle of `around`, can be pushed or
    /// pulled as it must.
    #[inline]
    fn room(&self, ground: &Ground<'_>, around: Bitboard, stronger: Bitboard) -> Bitboard {
        let room = if self.trap.intersects(ground.own) {
            // The piece on the trap goes, or falls, or pulls the guard in.
            self.trap | self.trap.neighbors()
        } else if self.trap.intersects(ground.board.empty()) {
            Bitboard::EMPTY
        } else {
            around | (around & stronger).neighbors()
        };
        room | (room & ground.own & Bitboard::TRAPS).neighbors()
    }

    /// A push or pull of a piece that `choose` takes, by where it comes from and goes to, and then one that captures.
    fn two_pushes(
        &mut self,
        board: &Board,
        near: Bitboard,
        choose: impl Fn(Square, Square, Bitboard) -> bool,
    ) {
        movegen::generate_near(board, Color::Gold, Near { pairs: near, ..Near::default() }, |edge| {
            let Some((from, to)) = edge.moved_enemy() else { return };
            if choose(from, to, near) {
                let mut next = *board;
                next.play(edge, &mut Key::default(), &mut ());
                self.turn.push(edge);
                self.last_edge(&next, Some((from, to)));
                self.turn.pop();
            }
        });
    }

    #[inline]
    fn last_edge(&mut self, board: &Board, moved: Option<(Square, Square)>) {
        let guards = board.color(Color::Silver) & self.trap.neighbors();
        if guards.count() == 1
            && let Some(victim) = victim_of_one_edge(board, self.trap, guards)
        {
            self.found(board, guards, victim, moved);
        }
    }

    fn found(&mut self, board: &Board, guard: Bitboard, victim: Square, moved: Option<(Square, Square)>) {
        let steps = self.turn.steps_taken() + 2;
        let origin = match moved {
            Some((from, to)) if to == victim => from,
            _ => victim,
        };
        if !self.list_edges {
            (self.visit)(&self.turn, steps, origin);
            return;
        }
        for_each_capturing_edge(board, self.trap, guard, |edge| {
            self.turn.push(edge);
            (self.visit)(&self.turn, steps, origin);
            self.turn.pop();
        });
    }
}

/// The piece of Silver that one push or pull can capture on `trap`, whose only guard stands on `guard`.
#[inline]
pub(crate) fn victim_of_one_edge(board: &Board, trap: Bitboard, guard: Bitboard) -> Option<Square> {
    let square = guard.first()?;
    let own = board.color(Color::Gold);
    let around = guard.neighbors();
    let handlers = own & around & board.stronger(board.kind_unchecked(square));
    if handlers.is_empty() {
        return None;
    }
    let handlers = handlers & !board.frozen(Color::Gold);
    let empty = board.empty();
    if trap.intersects(empty) {
        // Pushed in.
        (!handlers.is_empty()).then_some(square)
    } else if trap.intersects(own) {
        // Pulled in by the piece on the trap.
        (handlers.intersects(trap) && trap.neighbors().intersects(empty)).then_some(square)
    } else {
        // The guard is pushed or pulled away.
        let pushed = !handlers.is_empty() && around.intersects(empty);
        let pulled = handlers.intersects(empty.neighbors());
        if pushed || pulled { trap.first() } else { None }
    }
}

/// The pushes and pulls of the piece on `guard`, the only guard of `trap`, that capture.
pub(crate) fn for_each_capturing_edge(
    board: &Board,
    trap: Bitboard,
    guard: Bitboard,
    mut visit: impl FnMut(Edge),
) {
    let occupied = trap.intersects(board.color(Color::Silver));
    movegen::generate_near(board, Color::Gold, Near { pairs: guard, ..Near::default() }, |edge| {
        if edge
            .moved_enemy()
            .is_some_and(|(from, to)| guard.contains(from) && (occupied || trap.contains(to)))
        {
            visit(edge);
        }
    });
}

/// Boards that were given with unsupported pieces on traps: these fall with the first step, whatever it is.
#[cold]
fn collect_after_fall(board: &Board, steps: u8, captures: &mut Captures) {
    movegen::generate(board, Color::Gold, steps, |edge| {
        let mut next = *board;
        let mut delta = Delta::default();
        next.play(edge, &mut Key::default(), &mut delta);
        let moved = edge.moved_enemy();
        let origin = |square: Square| match moved {
            Some((from, to)) if to == square => from,
            _ => square,
        };
        for capture in delta.captures.iter().filter(|capture| capture.piece.color == Color::Silver) {
            if let Some(trap) = TRAPS.into_iter().position(|trap| trap == capture.square) {
                captures.add(trap, origin(capture.square), edge.cost());
            }
        }
        for (trap, square) in TRAPS.into_iter().enumerate() {
            let mut hunt = Hunt::new(square, |_: &Turn, steps, victim| {
                captures.add(trap, origin(victim), steps + edge.cost());
            });
            hunt.start(&next, steps - edge.cost());
        }
    });
}
