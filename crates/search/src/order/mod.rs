//! Move ordering: what was good before, what captures, and what is likely to be good, is tried first.

mod prior;
mod weights;

pub use prior::{Course, ORDER_FEATURES, Outlook};
pub use weights::{OrderWeights, OrderWeightsError};

use crate::Score;
use crate::node::Node;
use tusker_core::{Bitboard, Color, Edge, EdgeKind, EdgeList, Kind, MAX_EDGES, Position, statics};

/// Edges that caused cutoffs, by ply and by side; each thread has its own.
pub(crate) struct Memory {
    killers: Vec<[Option<Edge>; 2]>,
    history: Vec<[i16; EDGES]>,
}

/// Edges take 12 bits.
const EDGES: usize = 1 << 12;
const HISTORY_LIMIT: i32 = 16_000;

impl Memory {
    pub(crate) fn new() -> Self {
        Self { killers: vec![[None; 2]; Score::MAX_PLY + 1], history: vec![[0; EDGES]; 2] }
    }

    /// Forgets everything: for a new game, and so that equal searches are equal.
    pub(crate) fn clear(&mut self) {
        self.killers.fill([None; 2]);
        self.history.iter_mut().for_each(|side| side.fill(0));
    }

    /// Between turns of one game: killers belong to plies that have moved on, history fades.
    pub(crate) fn age(&mut self) {
        self.killers.fill([None; 2]);
        self.history.iter_mut().flatten().for_each(|value| *value /= 2);
    }

    #[inline]
    fn history(&self, side: Color, edge: Edge) -> i32 {
        i32::from(self.history[side.index()][edge.bits() as usize % EDGES])
    }

    #[inline]
    fn add_history(&mut self, side: Color, edge: Edge, bonus: i32) {
        let value = &mut self.history[side.index()][edge.bits() as usize % EDGES];
        let old = i32::from(*value);
        *value = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
    }

    /// `edge` caused a cutoff at `ply` after the edges `tried` had failed to.
    pub(crate) fn cutoff(&mut self, side: Color, ply: usize, depth: i32, edge: Edge, tried: &[Edge]) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(edge) {
            killers[1] = killers[0];
            killers[0] = Some(edge);
        }
        let bonus = (depth * depth * 8 + 16).min(1_600);
        self.add_history(side, edge, bonus);
        for &failed in tried {
            self.add_history(side, failed, -bonus);
        }
    }
}

/// Which edges a node looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// Every edge.
    All,
    /// Those that may lead to a turn after which the enemy does not win at once: all that do not lose.
    Defences,
}

/// An edge with its place in the order, higher first.
#[derive(Clone, Copy)]
struct Scored {
    edge: Edge,
    score: i32,
    /// The logarithm of its odds, if it is quiet and that was asked.
    odds: i32,
}

/// Hands out the edges of a node, best first.
pub(crate) struct Picker<'a> {
    /// The node, as long as the odds of its quiet edges are still to be asked: most nodes never come to them.
    unasked: Option<&'a Node>,
    /// The best odds of a quiet edge.
    best_odds: Option<i32>,
    scored: arrayvec::ArrayVec<Scored, MAX_EDGES>,
    next: usize,
}

/// An edge to be searched next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pick {
    pub(crate) edge: Edge,
    pub(crate) rank: Rank,
    /// How far the logarithm of a quiet edge's odds is behind the likeliest one's, in thousandths, where that is known.
    pub(crate) behind: Option<i32>,
}

/// The least depth at which edges are ordered by their odds too. Below, asking costs more than it gains.
const ODDS_DEPTH: i32 = 3;

const FIRST: i32 = 1 << 30;
const GOAL: i32 = 1 << 28;
const CAPTURE: i32 = 1 << 26;
const KILLER: i32 = 1 << 24;
const LOSS: i32 = -(1 << 24);

/// Whether an edge may be reduced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rank {
    /// From the table, a goal, a capture, or a killer.
    Good,
    /// Ordered by history and odds.
    Quiet,
    /// Gives a piece away.
    Losing,
}

/// Adds the edges among which a node chooses, the pass with them.
pub fn all_edges(position: &Position, edges: &mut EdgeList) {
    position.pseudo_edges(edges);
    if position.can_pass() {
        edges.push(Edge::PASS);
    }
}

impl<'a> Picker<'a> {
    pub(crate) fn new(
        node: &'a Node,
        choice: Choice,
        first: Option<Edge>,
        memory: &Memory,
        depth: i32,
        ply: usize,
    ) -> Self {
        let position = &node.position;
        let mut edges = EdgeList::new();
        match choice {
            Choice::All => all_edges(position, &mut edges),
            Choice::Defences => statics::defences(position, &mut edges),
        }
        let killers = memory.killers[ply];
        let mut scored = arrayvec::ArrayVec::new();
        for edge in edges {
            let score = if Some(edge) == first {
                FIRST
            } else {
                let tactical = tactical_value(position, edge);
                if tactical != 0 {
                    tactical
                } else if killers[0] == Some(edge) {
                    KILLER + 1
                } else if killers[1] == Some(edge) {
                    KILLER
                } else {
                    memory.history(position.side(), edge)
                }
            };
            scored.push(Scored { edge, score, odds: 0 });
        }
        let unasked = (depth >= ODDS_DEPTH).then_some(node);
        Self { unasked, best_odds: None, scored, next: 0 }
    }

    /// The best edge not handed out yet.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<Pick> {
        let mut best = self.best()?;
        if self.scored[best].rank() == Rank::Quiet
            && let Some(node) = self.unasked.take()
        {
            self.ask(node);
            best = self.best()?;
        }
        self.scored.swap(self.next, best);
        let found = self.scored[self.next];
        self.next += 1;
        let rank = found.rank();
        let behind = self.best_odds.filter(|_| rank == Rank::Quiet).map(|best| best - found.odds);
        Some(Pick { edge: found.edge, rank, behind })
    }

    /// The place of the best edge not handed out yet.
    #[inline]
    fn best(&self) -> Option<usize> {
        let rest = self.scored.iter().enumerate().skip(self.next);
        rest.max_by_key(|(place, s)| (s.score, std::cmp::Reverse(*place))).map(|(place, _)| place)
    }

    /// Adds the odds of the quiet edges to their scores.
    fn ask(&mut self, node: &Node) {
        let (outlook, weights) = (node.outlook(), OrderWeights::built_in());
        for edge in self.scored.iter_mut().filter(|edge| edge.rank() == Rank::Quiet) {
            edge.odds = weights.odds(&outlook, edge.edge);
            edge.score += edge.odds;
            self.best_odds = self.best_odds.max(Some(edge.odds));
        }
    }
}

impl Scored {
    #[inline]
    const fn rank(&self) -> Rank {
        if self.score >= KILLER {
            Rank::Good
        } else if self.score <= LOSS / 2 {
            Rank::Losing
        } else {
            Rank::Quiet
        }
    }
}

/// Worth of a piece for ordering, by kind.
pub(crate) const WORTH: [i32; 6] = [100, 140, 210, 360, 650, 2000];

/// Goal steps and captures positive, losses of own pieces negative, everything else 0.
fn tactical_value(position: &Position, edge: Edge) -> i32 {
    if edge == Edge::PASS {
        return 0;
    }
    if is_goal_step(position, edge) {
        return GOAL;
    }
    match capture_balance(position, edge) {
        None => 0,
        Some(balance) if balance > 0 => CAPTURE + balance,
        Some(balance) => LOSS + balance,
    }
}

/// Whether a rabbit of the mover steps onto its goal.
fn is_goal_step(position: &Position, edge: Edge) -> bool {
    edge.kind() == EdgeKind::Step
        && position.board().pieces(position.side(), Kind::Rabbit).contains(edge.from())
        && edge.direction() == position.side().forward()
        && edge.from().bit().shift(edge.direction()).intersects(position.side().goal_rank())
}

/// Worth of the enemies minus worth of the friends that fall with `edge`; `None` if nothing falls.
pub(crate) fn capture_balance(position: &Position, edge: Edge) -> Option<i32> {
    const NEAR_TRAPS: Bitboard = Bitboard(Bitboard::TRAPS.0 | Bitboard::TRAPS.neighbors().0);
    let touched = edge.squares();
    // A piece falls when it enters a trap, or when a friend leaves the side of a trap that it stands on.
    let enters = touched.intersects(Bitboard::TRAPS);
    let leaves = || touched.intersects(NEAR_TRAPS) && position.board().occupied().intersects(Bitboard::TRAPS);
    if !enters && !leaves() {
        return None;
    }
    let mut after = *position;
    let delta = after.play_unchecked(edge);
    if delta.captures.is_empty() {
        return None;
    }
    let worth = delta.captures.iter().map(|c| {
        let worth = WORTH[c.piece.kind.index()];
        if c.piece.color == position.side() { -worth } else { worth }
    });
    Some(worth.sum())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Config;
    use tusker_core::Board;

    /// Gold can capture the cat at c3, give its own dog at f3 away, and make many quiet steps.
    const BOARD: &str = "rr r  rr  h  d   c   m   d  e     E    h c    c  D   C  HRRR  RR";

    fn picks(depth: i32, first: Option<Edge>) -> Vec<Pick> {
        let board: Board = BOARD.parse().expect("a board");
        let node = Node::new(Position::lenient(board, Color::Gold).0, Config::default());
        let mut picker = Picker::new(&node, Choice::All, first, &Memory::new(), depth, 0);
        std::iter::from_fn(|| picker.next()).collect()
    }

    #[test]
    fn every_edge_comes_once_by_rank() {
        for depth in [1, ODDS_DEPTH] {
            let picks = picks(depth, None);
            let board: Board = BOARD.parse().expect("a board");
            let edges = Position::lenient(board, Color::Gold).0.edges();
            let mut seen: Vec<u16> = picks.iter().map(|pick| pick.edge.bits()).collect();
            let mut all: Vec<u16> = edges.iter().map(|edge| edge.bits()).collect();
            seen.sort_unstable();
            all.sort_unstable();
            assert_eq!(seen, all);
            assert!(picks.is_sorted_by_key(|pick| pick.rank as u8), "{picks:?}");
        }
    }

    #[test]
    fn odds_order_quiet_edges_where_depth_is_worth_it() {
        let near = picks(ODDS_DEPTH - 1, None);
        assert!(near.iter().all(|pick| pick.behind.is_none()));
        let far = picks(ODDS_DEPTH, None);
        let quiet: Vec<i32> = far.iter().filter_map(|pick| pick.behind).collect();
        // Without history, the likeliest is first.
        assert_eq!(quiet[0], 0);
        assert!(quiet.is_sorted() && quiet.len() > 10, "{quiet:?}");
        assert!(far.iter().all(|pick| pick.behind.is_some() == (pick.rank == Rank::Quiet)));
    }

    #[test]
    fn the_edge_of_the_table_comes_first_without_odds() {
        let last = picks(ODDS_DEPTH, None).last().expect("edges").edge;
        let first = picks(ODDS_DEPTH, Some(last))[0];
        assert_eq!(first, Pick { edge: last, rank: Rank::Good, behind: None });
    }
}
