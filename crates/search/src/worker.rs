//! One thread's search: principal variation search over edges.

use crate::eval::Config;
use crate::node::{Node, NodeKind, Open, Zero};
use crate::order::{Choice, Memory, Pick, Picker, Rank};
use crate::pv::PvTable;
use crate::quiescence::Level;
use crate::repetition::Repetitions;
use crate::selectivity::{FUTILITY_DEPTH, Place, STAND_DEPTH};
use crate::selectivity::{goal_runs, is_futile, is_late, reduction, stands};
use crate::transposed::{Effect, Mark, TurnPath};
use crate::tt::{Bound, Entry, Table};
use crate::{Clock, Limits, Score, Stats};
use arrayvec::ArrayVec;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use tusker_core::{Edge, Key, Position, statics};

use tusker_tables::{Tables, Value};

/// Nodes between looks at the clock.
const CLOCK_INTERVAL: u64 = 1024;
pub(crate) const INFINITE: i32 = Score::WIN.0 + 1;

/// What one thread works with.
pub(crate) struct Worker<'a> {
    pub(crate) table: &'a Table,
    /// Endgames whose result is known.
    pub(crate) tables: Option<&'a Tables>,
    pub(crate) memory: &'a mut Memory,
    pub(crate) config: Config,
    pub(crate) limits: Limits,
    pub(crate) clock: &'a dyn Clock,
    /// Raised by the owner of the search.
    pub(crate) stop: &'a AtomicBool,
    /// Raised by the main thread when it is done.
    pub(crate) halt: &'a AtomicBool,
    /// Nodes of all helpers, added now and then.
    pub(crate) helper_nodes: &'a AtomicU64,
    pub(crate) role: Role,
    pub(crate) repetitions: Repetitions,
    /// Ends of the root turn that must not be chosen, by repetition key.
    pub(crate) excluded: &'a [Key],
    pub(crate) pv: PvTable,
    /// Steps of the root turn: nodes at smaller plies belong to it.
    pub(crate) root_steps: usize,
    pub(crate) nodes: u64,
    pub(crate) stopped: bool,
    /// The node count at which to look at the clock and the flags next.
    pub(crate) next_look: u64,
    pub(crate) stats: Stats,
    /// The turn being searched.
    pub(crate) path: TurnPath,
}

/// Which thread this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// Obeys the limits, reports, and decides.
    Main,
    /// Fills the table; numbered from 0.
    Helper(usize),
}

/// What follows an edge.
pub(crate) enum Next {
    /// Not a legal way to end the turn.
    Illegal,
    /// The game ends, with this score for the side that moved.
    Decided(i32),
    /// The same side goes on.
    Same(Node),
    /// The other side's turn begins.
    Turned(Node),
}

impl Worker<'_> {
    /// The score of `node` from the view of its mover, fail-soft.
    ///
    /// `ply` counts the steps from the root, and a turn always takes all its steps: a pass advances by those left.
    pub(crate) fn search<K: NodeKind>(
        &mut self,
        node: &mut Node,
        mut alpha: i32,
        mut beta: i32,
        depth: i32,
        ply: usize,
    ) -> i32 {
        self.pv.clear(ply);
        let depth = depth + self.restored(node, depth, ply);
        if depth <= 0 || ply + 4 >= Score::MAX_PLY {
            return self.quiescence::<K>(node, alpha, beta, ply, Level::of_leaf(&node.position));
        }
        if self.out_of_budget() {
            return 0;
        }
        let position = &node.position;
        let in_root_turn = ply < self.root_steps;
        if !in_root_turn {
            let steps_left = position.steps_left();
            if position.turn_begins() && wins_now(position) {
                return win_at(ply + usize::from(steps_left));
            }
            if let Some(score) = self.known_end(position, ply) {
                return score;
            }
            // No result can be better than a win at the end of this turn, or worse than a loss at the end of the next.
            alpha = alpha.max(-win_at(ply));
            beta = beta.min(win_at(ply + usize::from(steps_left)));
            if alpha >= beta {
                return alpha;
            }
        }
        let key = self.table_key(position, ply);
        let stored = self.table.probe(key);
        self.stats.probes += 1;
        self.stats.hits += u64::from(stored.is_some());
        if let Some(entry) = stored
            && !K::PV
            && (entry.depth >= depth || Score(entry.score).proven().is_some())
            && let Some(score) = usable(&entry, alpha, beta, ply)
        {
            self.stats.table_cutoffs += 1;
            return score;
        }
        node.ask_threat();
        // A threat that must be answered does not use up depth.
        let depth = depth + i32::from(node.threatened && node.position.turn_begins());
        let first = stored.and_then(|e| e.edge);
        let mark = self.path.mark();
        let score = self.search_edges::<K>(node, alpha, beta, depth, ply, first);
        self.path.leave(mark);
        score
    }

    /// The steps that the turn before gets back because it threatens to win: it was reduced as if it were quiet. One step
    /// is left for the answer then.
    fn restored(&self, node: &Node, depth: i32, ply: usize) -> i32 {
        let before = i32::from(node.reduced);
        let forces = before > 0
            && node.position.turn_begins()
            && depth + before >= 0
            && ply >= self.root_steps
            && statics::threatens_win(&node.position).is_some();
        if forces { before.max(1 - depth) } else { 0 }
    }

    fn search_edges<K: NodeKind>(
        &mut self,
        node: &Node,
        alpha: i32,
        beta: i32,
        depth: i32,
        ply: usize,
        first: Option<Edge>,
    ) -> i32 {
        let side = node.position.side();
        // Where everything loses, the root still wants the turn that holds out longest.
        let choice = if node.threatened && ply >= self.root_steps { Choice::Defences } else { Choice::All };
        // Leaving edges out proves no loss, so none is left out before a way that does not lose is known.
        let prunable = !K::PV && choice == Choice::All && alpha.abs() <= Score::MAX_EVALUATION.0;
        let standing = !K::PV && ply >= self.root_steps && depth <= STAND_DEPTH && may_stand(node, beta);
        let static_score =
            (standing || prunable && depth <= FUTILITY_DEPTH).then(|| node.evaluate(self.config));
        if let Some(score) = static_score.filter(|&score| standing && stands(depth, score, beta)) {
            self.stats.stood += 1;
            return score;
        }
        let mark = self.path.mark();
        let turn_edges = self.path.edges_of_turn(Position::STEPS - node.position.steps_left());
        let mut transposed = false;
        let runs = goal_runs(&node.position);
        let mut picker = Picker::new(node, choice, first, self.memory, depth, ply);
        let mut tried: ArrayVec<Edge, 64> = ArrayVec::new();
        let mut best = -INFINITE;
        let mut best_edge = None;
        let mut raised = alpha;
        let mut index = 0;
        while let Some(pick) = picker.next() {
            let Pick { edge, rank, .. } = pick;
            if turn_edges > 0 && self.path.is_transposed(edge, turn_edges) {
                transposed = true;
                self.stats.transposed += 1;
                continue;
            }
            let place = Place::of(edge, runs);
            if prunable
                && place == Place::Elsewhere
                && index > 0
                && best > -Score::MAX_EVALUATION.0
                && rank == Rank::Quiet
                && edge != Edge::PASS
            {
                let futile = static_score.is_some_and(|score| is_futile(depth, score, alpha));
                if futile || is_late(depth, index) {
                    self.stats.pruned += 1;
                    continue;
                }
            }
            let less = reduction(depth, index, &pick, place);
            let attempt = Attempt { edge, index, less, window: (raised, beta), depth, ply, mark };
            let Some(score) = self.score_of::<K>(node, &attempt) else { continue };
            if self.stopped {
                return 0;
            }
            self.path.add(edge);
            index += 1;
            if score > best {
                best = score;
                if score > raised {
                    best_edge = Some(edge);
                    raised = score;
                    if K::PV {
                        self.pv.extend(ply, edge, ply + advance_of(edge, &node.position));
                    }
                    if score >= beta {
                        self.stats.cutoffs += 1;
                        self.stats.first_cutoffs += u64::from(index == 1);
                        if rank != Rank::Losing {
                            self.memory.cutoff(side, ply, depth, edge, &tried);
                        }
                        break;
                    }
                }
            }
            if rank == Rank::Quiet && edge != Edge::PASS {
                let _ = tried.try_push(edge);
            }
        }
        self.stats.expand(node.position.steps_left(), index);
        if transposed {
            // What was left out is at most alpha, here and wherever else this position comes up.
            best = best.max(alpha);
        }
        if index == 0 {
            return if transposed { best } else { self.score_without_edges(node, choice, ply) };
        }
        let bound = Bound::of(best, (alpha, beta));
        let entry = Entry { edge: best_edge, score: to_table(best, ply), depth, bound };
        self.table.store(self.table_key(&node.position, ply), entry);
        best
    }

    /// The score of a turn's start that the endgame tables hold.
    #[inline]
    pub(crate) fn known_end(&self, position: &Position, ply: usize) -> Option<i32> {
        let tables = self.tables.filter(|_| position.turn_begins())?;
        let end = |turns: u8| ply + usize::from(turns) * usize::from(Position::STEPS);
        Some(match tables.probe(position.board(), position.side())? {
            Value::Win { turns } => win_at(end(turns)),
            Value::Loss { turns } => -win_at(end(turns)),
            Value::Draw => 0,
        })
    }

    /// The score of a node none of whose edges can be played.
    fn score_without_edges(&self, node: &Node, choice: Choice, ply: usize) -> i32 {
        if choice == Choice::Defences && node.position.has_step() {
            // The enemy wins in its next turn.
            return -win_at(ply + usize::from(node.position.steps_left() + Position::STEPS));
        }
        // At a turn's start: immobilized, or only third repetitions left. Inside a turn: a dead end, which the same
        // side's other ways are never worse than.
        -win_at(self.start_of_turn(node, ply))
    }

    /// The score of an edge of `node`, or `None` if it is no legal way to end the turn.
    fn score_of<K: NodeKind>(&mut self, node: &Node, attempt: &Attempt) -> Option<i32> {
        let Attempt { edge, depth, ply, mark, .. } = *attempt;
        let advance = advance_of(edge, &node.position);
        let (depth, ply) = (depth - advance as i32, ply + advance);
        // The child stays where it is: it is large.
        let mut next = self.follow(node, edge, ply);
        Some(match &mut next {
            Next::Illegal => return None,
            Next::Decided(score) => {
                self.pv.clear(ply);
                *score
            }
            Next::Same(child) => {
                let before = child.reduced;
                self.path.play(mark, edge, effect(&node.position, &child.position));
                let score = self.visit::<K, _>(attempt, |worker, window, less, visit| {
                    child.reduced = before + less;
                    visit.search(worker, child, window, depth - i32::from(less), ply)
                });
                self.path.undo();
                score
            }
            Next::Turned(child) => {
                let before = child.reduced;
                self.repetitions.push(child.position.repetition_key());
                let score = self.visit::<K, _>(attempt, |worker, (alpha, beta), less, visit| {
                    child.reduced = before + less;
                    -visit.search(worker, child, (-beta, -alpha), depth - i32::from(less), ply)
                });
                self.repetitions.pop();
                score
            }
        })
    }

    /// Searches a child with a zero window first where another was searched before it, reduced if it is late.
    fn visit<K: NodeKind, F>(&mut self, attempt: &Attempt, mut child: F) -> i32
    where
        F: FnMut(&mut Self, (i32, i32), u8, Visit) -> i32,
    {
        let Attempt { index, less, window: (alpha, beta), .. } = *attempt;
        if index == 0 {
            let kind = if K::PV { Visit::Open } else { Visit::Zero };
            return child(self, (alpha, beta), 0, kind);
        }
        let mut score = child(self, (alpha, alpha + 1), less, Visit::Zero);
        self.stats.reduced += u64::from(less > 0);
        if score > alpha && less > 0 && !self.stopped {
            self.stats.repeated += 1;
            score = child(self, (alpha, alpha + 1), 0, Visit::Zero);
        }
        if K::PV && score > alpha && score < beta && !self.stopped {
            score = child(self, (alpha, beta), 0, Visit::Open);
        }
        score
    }

    /// Plays `edge` and judges what it leads to at step `ply`.
    pub(crate) fn follow(&mut self, node: &Node, edge: Edge, ply: usize) -> Next {
        let side = node.position.side();
        let child = node.play(edge, self.config);
        self.nodes += 1;
        if child.position.side() == side {
            self.table.prefetch(child.position.key());
            return Next::Same(child);
        }
        let end = child.position.repetition_key();
        if child.position.board_key() == node.position.start_key()
            || self.repetitions.is_third(end)
            || (ply <= self.root_steps && self.excluded.contains(&end))
        {
            return Next::Illegal;
        }
        self.table.prefetch(end);
        match tusker_core::outcome_of_rabbits(child.position.board(), side) {
            Some(outcome) if outcome.winner == side => Next::Decided(win_at(ply)),
            Some(_) => Next::Decided(-win_at(ply)),
            None => Next::Turned(child),
        }
    }

    /// The step at which the turn of `node` began.
    fn start_of_turn(&self, node: &Node, ply: usize) -> usize {
        if ply < self.root_steps {
            return 0;
        }
        ply - usize::from(Position::STEPS - node.position.steps_left())
    }

    /// The key of `position` in the table: a search that excludes turns has its own entries for the root turn.
    fn table_key(&self, position: &Position, ply: usize) -> Key {
        let key = position.key();
        if ply < self.root_steps && !self.excluded.is_empty() {
            let salt = self.excluded.iter().fold(0_u64, |salt, k| salt.rotate_left(7) ^ k.0);
            return Key(key.0 ^ salt.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        }
        key
    }

    /// Counts against the limits; once true, every score on the way back is meaningless.
    pub(crate) fn out_of_budget(&mut self) -> bool {
        if self.stopped {
            return true;
        }
        let look = self.nodes >= self.next_look;
        match self.role {
            Role::Main => {
                self.stopped = self.limits.nodes.is_some_and(|limit| self.nodes >= limit)
                    || look
                        && (self.stop.load(Relaxed)
                            || self.limits.hard_time.is_some_and(|limit| self.clock.now() >= limit));
            }
            Role::Helper(_) if look => {
                self.helper_nodes.fetch_add(CLOCK_INTERVAL, Relaxed);
                self.stopped = self.halt.load(Relaxed);
            }
            Role::Helper(_) => {}
        }
        if look {
            self.next_look += CLOCK_INTERVAL;
        }
        self.stopped
    }
}

/// Whether the edge between the two positions captured.
fn effect(before: &Position, after: &Position) -> Effect {
    let [before, after] = [before, after].map(|position| position.board().occupied().count());
    if after < before { Effect::Capture } else { Effect::Quiet }
}

/// Whether the side to move wins within this turn by goal or elimination.
///
/// Asked where a turn begins: inside a turn that was asked there, the answer is known.
#[inline]
pub(crate) fn wins_now(position: &Position) -> bool {
    statics::can_goal(position.board(), position.side(), position.steps_left())
        || statics::elimination_steps(position).is_some()
}

/// Whether the static score of `node` says what its mover has at least: no win is threatened or looked for, and the
/// mover may end its turn, or has a whole one.
fn may_stand(node: &Node, beta: i32) -> bool {
    !node.threatened
        && beta.abs() < Score::MAX_EVALUATION.0
        && (node.position.turn_begins() || node.position.can_pass())
}

/// An edge to be searched.
struct Attempt {
    edge: Edge,
    /// Its place among the searched edges of its node.
    index: usize,
    /// Steps by which it is searched less deep at first.
    less: u8,
    /// Alpha and beta, the view of the node's mover.
    window: (i32, i32),
    /// Depth and step of the node.
    depth: i32,
    ply: usize,
    /// What the node has searched.
    mark: Mark,
}

/// How a child is searched.
enum Visit {
    Open,
    Zero,
}

impl Visit {
    fn search(
        &self,
        worker: &mut Worker<'_>,
        child: &mut Node,
        window: (i32, i32),
        depth: i32,
        ply: usize,
    ) -> i32 {
        match self {
            Self::Open => worker.search::<Open>(child, window.0, window.1, depth, ply),
            Self::Zero => worker.search::<Zero>(child, window.0, window.1, depth, ply),
        }
    }
}

/// Steps that an edge advances the search by; a pass uses up those that are left.
pub(crate) fn advance_of(edge: Edge, position: &Position) -> usize {
    usize::from(if edge == Edge::PASS { position.steps_left() } else { edge.cost() })
}

/// The score of a win `ply` steps from the root.
pub(crate) const fn win_at(ply: usize) -> i32 {
    Score::win_in(ply as u32).0
}

/// Proven scores in the table count from their own position.
pub(crate) fn to_table(score: i32, ply: usize) -> i32 {
    match Score(score).proven() {
        Some(steps) if steps > 0 => score + ply as i32,
        Some(_) => score - ply as i32,
        None => score,
    }
}

pub(crate) fn from_table(score: i32, ply: usize) -> i32 {
    match Score(score).proven() {
        Some(steps) if steps > 0 => score - ply as i32,
        Some(_) => score + ply as i32,
        None => score,
    }
}

/// The score of a stored entry, if it settles the window.
pub(crate) fn usable(entry: &Entry, alpha: i32, beta: i32, ply: usize) -> Option<i32> {
    let score = from_table(entry.score, ply);
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    settles.then_some(score)
}
