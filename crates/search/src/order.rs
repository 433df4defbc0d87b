//! Move ordering: what was good before, and what captures, is tried first.

use crate::Score;
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
}

/// Hands out the edges of a node, best first.
pub(crate) struct Picker {
    scored: arrayvec::ArrayVec<Scored, MAX_EDGES>,
    next: usize,
}

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
    /// Ordered by history alone.
    Quiet,
    /// Gives a piece away.
    Losing,
}

impl Picker {
    pub(crate) fn new(
        position: &Position,
        choice: Choice,
        first: Option<Edge>,
        memory: &Memory,
        ply: usize,
    ) -> Self {
        let mut edges = EdgeList::new();
        match choice {
            Choice::All => {
                position.pseudo_edges(&mut edges);
                if position.can_pass() {
                    edges.push(Edge::PASS);
                }
            }
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
            scored.push(Scored { edge, score });
        }
        Self { scored, next: 0 }
    }

    /// The best edge not handed out yet.
    #[inline]
    pub(crate) fn next(&mut self) -> Option<(Edge, Rank)> {
        let rest = self.scored.get_mut(self.next..)?;
        let (best, _) =
            rest.iter().enumerate().max_by_key(|(place, s)| (s.score, std::cmp::Reverse(*place)))?;
        rest.swap(0, best);
        self.next += 1;
        let Scored { edge, score } = rest[0];
        let rank = if score >= KILLER {
            Rank::Good
        } else if score <= LOSS / 2 {
            Rank::Losing
        } else {
            Rank::Quiet
        };
        Some((edge, rank))
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
