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
use super::ground::Ground;
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
/// ```
/// # use tusker_core::{Board, Color, EdgeList, Position, statics};
/// // The rabbit on a2 is about to step to its goal; the cat can freeze it from a3 or b2.
/// let board: Board = "                                         C      r      R        ".parse().unwrap();
/// let position = Position::new(board, Color::Gold).unwrap().with_steps_left(1);
/// let mut edges = EdgeList::new();
/// statics::defences(&position, &mut edges);
/// assert_eq!((edges.len(), position.edges().len()), (2, 6));
/// assert_eq!(statics::fewest_steps_to_defend(&position, 4), Some(1));
/// ```
pub fn defences(position: &Position, edges: &mut EdgeList) {
    let (board, side, steps) = (position.board(), position.side(), position.steps_left());
    let Some(needs) = needs_of_threat(position) else {
        movegen::generate(board, side, steps, |edge| {
            if !position.ends_unchanged(edge) {
                edges.push(edge);
            }
        });
        if position.can_pass() {
            edges.push(Edge::PASS);
        }
        return;
    };
    let chains = Chains::new(board, side, &needs);
    let rabbits = board.kind(Kind::Rabbit);
    // By the steps that an edge takes, less one.
    let of_steps = if steps > 1 { chains.links(steps - 1) } else { Links::default() };
    let of_pairs = if steps > 2 { chains.after_pair().links(steps - 2) } else { Links::default() };
    let links = [of_steps, of_pairs];
    movegen::generate(board, side, steps, |edge| {
        let left = steps - edge.cost();
        if left > 0 && links[usize::from(edge.cost()) - 1].contain(edge, rabbits) {
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

/// The fewest steps, at most `most` and the steps left, after which the turn may end such that the enemy cannot win in
/// its next turn by goal or elimination; 0 if it may end at once. `None` if there is no such turn.
///
/// A search: small limits are cheap, and the cost grows tenfold with each step.
pub fn fewest_steps_to_defend(position: &Position, most: u8) -> Option<u8> {
    if position.can_pass() && !loses(position.board(), position.side()) {
        return Some(0);
    }
    let most = most.min(position.steps_left());
    (1..=most).find(|&steps| defends_in(&position.with_steps_left(steps)))
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

/// What the enemy's win needs; `None` if there is no win, if the side to move wins first, if the game would be over
/// without another turn, or if the board was given with pieces that fall with the first step.
fn needs_of_threat(position: &Position) -> Option<Needs> {
    let (board, side) = (position.board(), position.side());
    let unsettled = !board.unsupported_on_traps().is_empty();
    if unsettled || outcome_of_rabbits(board, side).is_some() {
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

/// The edges that may be linked to one that disturbs the witness, by where they move pieces.
#[derive(Clone, Copy, Default)]
struct Links {
    /// A piece of the defender leaves one of these.
    from: Bitboard,
    /// A piece of the defender comes to one of these.
    to: Bitboard,
    /// The same, but it is not a rabbit.
    to_by_officer: Bitboard,
    /// One of the three squares of a push or pull is here.
    pair: Bitboard,
}

impl Links {
    #[inline]
    fn or(self, other: Self) -> Self {
        Self {
            from: self.from | other.from,
            to: self.to | other.to,
            to_by_officer: self.to_by_officer | other.to_by_officer,
            pair: self.pair | other.pair,
        }
    }

    #[inline]
    fn contain(&self, edge: Edge, rabbits: Bitboard) -> bool {
        let first = edge.first_step();
        match edge.kind() {
            EdgeKind::Pass => false,
            EdgeKind::Step => {
                let to = if rabbits.contains(first.from) { self.to } else { self.to | self.to_by_officer };
                self.from.contains(first.from) || to.contains(first.to())
            }
            EdgeKind::Push | EdgeKind::Pull => {
                let squares = first.from.bit() | first.to().bit() | edge.second_step().from.bit();
                squares.intersects(self.from | self.to | self.to_by_officer | self.pair)
            }
        }
    }
}

/// Finds the links of one board and witness.
///
/// What disturbs the witness last is one of three: a piece that walks to a square where it does (the *walker*), a piece
/// that leaves, or a push or pull.
struct Chains<'a> {
    ground: Ground<'a>,
    /// Where an officer, or also a rabbit, may disturb the witness by arriving.
    targets: Bitboard,
    rabbit_targets: Bitboard,
    leavers: Bitboard,
    /// Enemy pieces whose push or pull may disturb the witness.
    handled: Bitboard,
}

impl<'a> Chains<'a> {
    fn new(board: &'a Board, side: Color, needs: &Needs) -> Self {
        let targets = needs.arrivals();
        let leavers = needs.leavers();
        // The piece that pushes or pulls may itself be what arrives or leaves.
        let handled = (needs.handled() | spread(spread(targets)) | leavers.neighbors()) & board.color(!side);
        Self {
            ground: Ground::new(board, side),
            targets,
            rabbit_targets: needs.arrivals_of_rabbits(),
            leavers,
            handled,
        }
    }

    /// The same, if a push or pull comes first, which may bring a piece that freezes others.
    fn after_pair(mut self) -> Self {
        self.ground.danger_may_come();
        self
    }

    /// The edges that may be linked, if `left` steps remain after them (1 to 3).
    fn links(&self, left: u8) -> Links {
        let walk = Links {
            to: within(self.rabbit_targets, left),
            to_by_officer: within(self.targets, left),
            ..Links::default()
        };
        self.helps(left).or(walk)
    }

    /// Those of other pieces than the walker.
    fn helps(&self, left: u8) -> Links {
        let mut links = self.walker_helps(left).or(self.linked(self.leavers, Bitboard::EMPTY));
        if left == 1 {
            return links;
        }
        let shorter = self.helps(left - 1);
        let to = shorter.to | shorter.to_by_officer;
        links = links.or(self.linked(shorter.from, to));
        let last_pair = self.before_pairs(self.handled & self.ground.handled_within(u32::from(left)));
        if left == 2 {
            return links.or(last_pair);
        }
        // Before a push or pull that is linked to a plain step, or by which the walker goes, and two edges before one that
        // disturbs.
        let near = (spread(self.helps(1).all()) | within(self.targets, 3)) & self.ground.handled_within(2);
        links.or(self.linked(last_pair.from, last_pair.to)).or(last_pair).or(self.before_pairs(near))
    }

    /// The edges linked to a step of a piece that has a way to a square where it disturbs the witness.
    fn walker_helps(&self, left: u8) -> Links {
        let ground = &self.ground;
        let rabbits = ground.board.kind(Kind::Rabbit);
        let officers_way = Way::new(self.targets, ground.own & !rabbits, left);
        let rabbits_way = Way::new(self.rabbit_targets, ground.own & rabbits, left);
        let leaves = officers_way.leaves | rabbits_way.leaves;
        let enters = officers_way.enters | rabbits_way.enters;
        let walkers = leaves & ground.own;
        let beside_traps = Beside::new(ground, walkers, enters);
        // A rabbit freezes nothing, but may be frozen on its way.
        let thawed = walkers & ground.frozen | leaves & !ground.own & ground.danger;
        let passed = if left == 1 { Bitboard::EMPTY } else { enters };
        Links {
            from: enters | walkers.neighbors() & ground.may_freeze() | beside_traps.from,
            to: (thawed | enters & Bitboard::TRAPS).neighbors() | beside_traps.to | passed,
            to_by_officer: Bitboard::EMPTY,
            pair: enters | (walkers & ground.frozen).neighbors(),
        }
    }

    /// The edges that may not be exchanged with plain steps that start from `from` or end on `to`.
    fn linked(&self, from: Bitboard, to: Bitboard) -> Links {
        let ground = &self.ground;
        let sources = to.neighbors();
        let actors = (sources | from) & ground.own;
        let enters = to | from.neighbors();
        let beside_traps = Beside::new(ground, actors, enters);
        let thawed = actors & ground.frozen | sources & !ground.own & ground.danger;
        Links {
            from: enters | actors.neighbors() & ground.may_freeze() | beside_traps.from,
            to: sources | enters | from | (thawed | enters & Bitboard::TRAPS).neighbors() | beside_traps.to,
            to_by_officer: Bitboard::EMPTY,
            pair: enters | (actors & ground.frozen).neighbors(),
        }
    }

    /// The edges that may not be exchanged with a push or pull of the enemy pieces on `handled`.
    fn before_pairs(&self, handled: Bitboard) -> Links {
        if handled.is_empty() {
            return Links::default();
        }
        // A piece of the defender comes to the square of the piece it pushes, or goes from beside the one it pulls. The
        // enemy piece needs room, and may freeze others where it comes to.
        let around = spread(spread(handled));
        let mut links = self.linked(handled.neighbors() & self.ground.own, handled);
        links.from |= around;
        links.pair |= around;
        links
    }
}

impl Links {
    fn all(&self) -> Bitboard {
        self.from | self.to | self.to_by_officer | self.pair
    }
}

/// The squares on the ways of `walkers` to the `targets` within `left` steps.
struct Way {
    /// Where a step may start.
    leaves: Bitboard,
    /// Where a step may end.
    enters: Bitboard,
}

impl Way {
    #[inline]
    fn new(targets: Bitboard, walkers: Bitboard, left: u8) -> Self {
        let mut way = Self { leaves: Bitboard::EMPTY, enters: Bitboard::EMPTY };
        let mut near = walkers;
        for taken in 0..left {
            way.leaves |= near & within(targets, left - taken);
            near = near.neighbors();
            way.enters |= near & within(targets, left - taken - 1);
        }
        way
    }
}

/// Beside a trap it matters who comes and goes first: a piece on it, or about to enter it, falls or does not.
struct Beside {
    from: Bitboard,
    to: Bitboard,
}

impl Beside {
    /// For steps of own pieces on `actors`, and steps that end on `enters`.
    #[inline]
    fn new(ground: &Ground<'_>, actors: Bitboard, enters: Bitboard) -> Self {
        let left = Bitboard::TRAPS & actors.neighbors();
        let come = Bitboard::TRAPS & enters.neighbors();
        Self {
            from: left | (come & ground.own).neighbors(),
            to: left | come | (left & ground.own).neighbors(),
        }
    }
}

/// The squares at most `distance` away from `set`.
#[inline]
fn within(set: Bitboard, distance: u8) -> Bitboard {
    (0..distance).fold(set, |set, _| spread(set))
}
