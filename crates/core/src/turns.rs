//! Whole turns: distinct ends, and all step sequences.

use crate::keyset::KeySet;
use crate::zobrist::{self, Key};
use crate::{Board, Color, Edge, EdgeKind, Position, Turn, movegen};
use arrayvec::ArrayVec;

/// One way to end the turn on a board that no other listed turn ends on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DistinctTurn {
    /// The edges that lead there: the fewest steps, and among those the first in the generator's order.
    pub turn: Turn,
    /// The position after the turn, the other side to move.
    pub position: Position,
}

/// A board inside the turn, reached in the fewest steps.
struct Node {
    board: Board,
    key: Key,
    parent: u32,
    edge: Edge,
}

/// Lists distinct turns; keeps its memory between calls.
#[derive(Default)]
pub struct TurnGenerator {
    seen: KeySet,
    /// Boards by number of steps taken.
    layers: [Vec<Node>; Position::STEPS as usize],
}

impl TurnGenerator {
    /// An empty generator.
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of distinct boards on which the turn can end; the board at the turn's start is not one of them, and
    /// repetition is ignored. Boards are told apart by their 64-bit keys.
    ///
    /// ```
    /// # use tusker_core::{Board, Color, Position, TurnGenerator};
    /// let board: Board = "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR".parse().unwrap();
    /// let position = Position::new(board, Color::Gold).unwrap();
    /// assert_eq!(TurnGenerator::new().count(&position), 3353);
    /// ```
    pub fn count(&mut self, position: &Position) -> u64 {
        let mut count = 0;
        self.for_each(position, |_| {
            count += 1;
            true
        });
        count
    }

    /// Every distinct turn, fewest steps first.
    ///
    /// ```
    /// # use tusker_core::{Board, Color, Position, TurnGenerator};
    /// // Two turns are legal here: the cat goes east, or one step more.
    /// let board: Board = "rrrr rrr  hreh   dcC d     cRm                                  ".parse().unwrap();
    /// let turns = TurnGenerator::new().list(&Position::lenient(board, Color::Gold).0);
    /// assert_eq!(turns.len(), 2);
    /// assert!(turns.iter().all(|found| found.position.side() == Color::Silver));
    /// ```
    pub fn list(&mut self, position: &Position) -> Vec<DistinctTurn> {
        let mut turns = Vec::new();
        self.for_each(position, |found| {
            turns.push(found.distinct_turn());
            true
        });
        turns
    }

    /// Calls `visit` for every distinct turn, fewest steps first, until it returns `false`.
    ///
    /// The position may be inside a turn; then these are the distinct ends of the rest of the turn, not counting the
    /// empty rest.
    pub fn for_each(&mut self, position: &Position, mut visit: impl FnMut(FoundTurn<'_>) -> bool) {
        self.seen.clear();
        for layer in &mut self.layers {
            layer.clear();
        }
        let side = position.side();
        let steps = usize::from(position.steps_left());
        self.seen.insert(position.board_key());
        self.layers[0].push(Node {
            board: *position.board(),
            key: position.board_key(),
            parent: 0,
            edge: Edge::PASS,
        });
        for taken in 1..=steps {
            for cost in [1, 2] {
                if cost > taken {
                    continue;
                }
                let mut index = 0;
                while index < self.layers[taken - cost].len() {
                    let (board, key) = {
                        let node = &self.layers[taken - cost][index];
                        (node.board, node.key)
                    };
                    let mut go_on = true;
                    let (seen, layers) = (&mut self.seen, &mut self.layers);
                    movegen::generate_cost(&board, side, cost as u8, |edge| {
                        let next_key = board.key_after(edge, key);
                        if !go_on || !seen.insert(next_key) {
                            return;
                        }
                        let mut next = board;
                        next.play(edge, &mut Key::default(), &mut ());
                        let parent = index as u32;
                        let node = Node { board: next, key: next_key, parent, edge };
                        // The turn may come through the board it began with, but not end there.
                        go_on = next_key == position.start_key()
                            || visit(FoundTurn { root: position, layers, taken, node: &node });
                        if taken < steps {
                            layers[taken].push(node);
                        }
                    });
                    if !go_on {
                        return;
                    }
                    index += 1;
                }
            }
        }
    }
}

/// A distinct turn as [`TurnGenerator::for_each`] finds it; what costs time is computed on demand.
pub struct FoundTurn<'a> {
    root: &'a Position,
    layers: &'a [Vec<Node>; Position::STEPS as usize],
    taken: usize,
    node: &'a Node,
}

impl FoundTurn<'_> {
    /// The board at the end of the turn.
    pub fn board(&self) -> &Board {
        &self.node.board
    }

    /// The key of that board alone, see [`Board::key`].
    pub fn board_key(&self) -> Key {
        self.node.key
    }

    /// The key of that board with the other side to move, see [`Position::repetition_key`].
    pub fn repetition_key(&self) -> Key {
        self.node.key ^ zobrist::side_key(!self.root.side())
    }

    /// The position after the turn, the other side to move.
    pub fn position(&self) -> Position {
        Position::at_turn_start(self.node.board, self.node.key, !self.root.side())
    }

    /// The edges that lead there.
    pub fn turn(&self) -> Turn {
        let mut edges = ArrayVec::<Edge, 4>::new();
        let (mut taken, mut node) = (self.taken, self.node);
        while taken > 0 {
            edges.push(node.edge);
            taken -= usize::from(node.edge.cost());
            node = &self.layers[taken][node.parent as usize];
        }
        edges.into_iter().rev().collect()
    }

    /// The edges and the position after the turn.
    pub fn distinct_turn(&self) -> DistinctTurn {
        DistinctTurn { turn: self.turn(), position: self.position() }
    }
}

/// Whether the steps of `push`, played right after the plain step `last`, read as the end of a pull by the piece
/// that stepped. Such a sequence is a pull followed by a step, and is walked as that.
fn reads_as_pull(board: &Board, last: Edge, push: Edge) -> bool {
    if last.kind() != EdgeKind::Step || push.kind() != EdgeKind::Push {
        return false;
    }
    let stepped = last.first_step();
    push.first_step().to() == stepped.from
        // The piece that stepped may have died on a trap; its strength is asked on the board before the step.
        && board.kind_unchecked(stepped.from) > board.kind_unchecked(push.from())
}

/// Calls `visit` with the edges and the last board of every legal turn, told apart by its sequence of steps, until it
/// returns `false`; returns whether it went through all. Repetition is ignored.
///
/// Each sequence of steps is walked once: where an enemy step may be read as the end of a pull, it is.
///
/// ```
/// # use tusker_core::{Board, Color, Position, count_sequences, walk_turns};
/// let board: Board = "    e   r                                     HdR    C      E   ".parse().unwrap();
/// let position = Position::new(board, Color::Gold).unwrap();
/// let mut turns = 0;
/// assert!(walk_turns(&position, |_, _| {
///     turns += 1;
///     true
/// }));
/// assert_eq!((turns, count_sequences(&position)), (18_849, 18_849));
/// ```
pub fn walk_turns(position: &Position, mut visit: impl FnMut(&[Edge], &Board) -> bool) -> bool {
    let mut walker = Walker {
        side: position.side(),
        start: position.start_key(),
        path: ArrayVec::new(),
        visit: &mut visit,
    };
    walker.walk(position.board(), position.board_key(), position.steps_left(), None)
}

struct Walker<'a, F> {
    side: Color,
    start: Key,
    path: ArrayVec<Edge, 4>,
    visit: &'a mut F,
}

impl<F: FnMut(&[Edge], &Board) -> bool> Walker<'_, F> {
    fn walk(&mut self, board: &Board, key: Key, steps_left: u8, before: Option<(&Board, Edge)>) -> bool {
        let mut go_on = true;
        movegen::generate(board, self.side, steps_left, |edge| {
            if !go_on || before.is_some_and(|(earlier, last)| reads_as_pull(earlier, last, edge)) {
                return;
            }
            let (mut next, mut next_key) = (*board, key);
            next.play(edge, &mut next_key, &mut ());
            self.path.push(edge);
            if next_key != self.start {
                go_on = (self.visit)(&self.path, &next);
            }
            let left = steps_left - edge.cost();
            if go_on && left > 0 {
                go_on = self.walk(&next, next_key, left, Some((board, edge)));
            }
            self.path.pop();
        });
        go_on
    }
}

/// Number of step sequences that [`walk_turns`] visits; last steps are counted without playing them.
pub fn count_sequences(position: &Position) -> u64 {
    fn count(position: &Position, start: Option<&Board>, before: Option<(&Board, Edge)>) -> u64 {
        if position.steps_left() == 1 {
            return u64::from(movegen::count_steps(position.board(), position.side()))
                - u64::from(can_step_to_start(position, start));
        }
        let mut edges = movegen::EdgeList::new();
        position.pseudo_edges(&mut edges);
        let mut total = 0;
        for edge in edges {
            if before.is_some_and(|(board, last)| reads_as_pull(board, last, edge)) {
                continue;
            }
            let mut next = *position;
            next.advance(edge, &mut ());
            total += u64::from(next.board_key() != position.start_key());
            if next.side() == position.side() {
                total += count(&next, start, Some((position.board(), edge)));
            }
        }
        total
    }
    let at_start = position.board_key() == position.start_key();
    count(position, at_start.then(|| position.board()), None)
}

/// Whether one plain step leads to the board on which this turn began, `start` if it is known.
fn can_step_to_start(position: &Position, start: Option<&Board>) -> bool {
    // No capture can: what is gone never comes back. So it is one piece going home, over two squares.
    if start.is_some_and(|start| position.board().difference(start).count() != 2) {
        return false;
    }
    let mut found = false;
    movegen::generate_cost(position.board(), position.side(), 1, |e| found |= position.ends_unchanged(e));
    found
}

/// Number of legal first steps: a push's first half counts as one.
///
/// ```
/// # use tusker_core::{Board, Color, Position, count_first_steps};
/// // Only pushes are left: the rabbit has no empty square before it, the elephant can push the cat and the rabbit.
/// let board: Board = "       r      dR            e                   r       Ec      ".parse().unwrap();
/// assert_eq!(count_first_steps(&Position::new(board, Color::Gold).unwrap()), 4);
/// ```
pub fn count_first_steps(position: &Position) -> u32 {
    let mut pushed: Vec<(crate::Square, crate::Direction)> = Vec::new();
    let mut steps = 0;
    movegen::generate(position.board(), position.side(), position.steps_left(), |edge| match edge.kind() {
        EdgeKind::Step => steps += 1,
        EdgeKind::Push => pushed.push((edge.from(), edge.direction())),
        EdgeKind::Pass | EdgeKind::Pull => {}
    });
    pushed.sort_unstable();
    pushed.dedup();
    steps + pushed.len() as u32
}

/// The three counts of `perft`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perft {
    /// Legal first steps, see [`count_first_steps`].
    pub first_steps: u32,
    /// Distinct boards after the turn, see [`TurnGenerator::count`].
    pub distinct_turns: u64,
    /// Step sequences that are legal turns, see [`count_sequences`].
    pub sequences: u64,
}

/// All three counts of one position.
pub fn perft(position: &Position, generator: &mut TurnGenerator) -> Perft {
    Perft {
        first_steps: count_first_steps(position),
        distinct_turns: generator.count(position),
        sequences: count_sequences(position),
    }
}

/// Whether the side has a legal turn at all, repetition ignored.
pub fn has_turn(board: &Board, side: Color) -> bool {
    movegen::has_edge(board, side, Position::STEPS)
}
