//! Quiescence: captures and goals until the score can be trusted.

use crate::Score;
use crate::node::{Node, NodeKind};
use crate::order::{WORTH, capture_balance};
use crate::tt::{Bound, Entry};
use crate::worker::{Next, Worker, advance_of, to_table, turn_begins, usable, win_at, wins_now};
use tusker_core::{Edge, EdgeList, MAX_EDGES, Position, statics};

/// How many turns the quiescence has gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Level(u8);

impl Level {
    /// The rest of a turn whose beginning was searched is level 0, a new turn level 1.
    pub(crate) fn of_leaf(position: &Position) -> Self {
        Self(u8::from(turn_begins(position)))
    }

    const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The depth at which the table keeps scores of this level: below every searched node.
    const fn depth(self) -> i32 {
        -(self.0 as i32)
    }
}

/// From this level on the static score is taken as it is.
const STATIC: Level = Level(3);

type Tactics = arrayvec::ArrayVec<(Edge, i32), MAX_EDGES>;

impl Worker<'_> {
    /// The score of `node` when only passes, captures and goal steps are looked at, and steps that prepare a capture
    /// within the turn.
    pub(crate) fn quiescence<K: NodeKind>(
        &mut self,
        node: &Node,
        mut alpha: i32,
        beta: i32,
        ply: usize,
        level: Level,
    ) -> i32 {
        self.pv.clear(ply);
        if self.out_of_budget() {
            return 0;
        }
        self.stats.quiescence += 1;
        let position = &node.position;
        let begins = turn_begins(position);
        if begins && ply >= self.root_steps && wins_now(position) {
            return win_at(ply + usize::from(Position::STEPS));
        }
        if let Some(score) = self.known_end(position, ply).filter(|_| ply >= self.root_steps) {
            return score;
        }
        if !begins && !position.can_pass() {
            // The turn may not end here, so something must be played.
            return self.search_rest::<K>(node, alpha, beta, ply);
        }
        let window = (alpha, beta);
        let stored = self.stored_quiet(position, ply, level);
        if let Some(entry) = stored
            && !K::PV
            && entry.depth >= level.depth()
            && let Some(score) = usable(&entry, alpha, beta, ply)
        {
            self.stats.table_cutoffs += 1;
            return score;
        }
        let danger = danger(position, level);
        let mut best;
        if begins || level > Level(0) || ply + 8 >= Score::MAX_PLY {
            best = node.evaluate(self.config) - danger;
            if level >= STATIC {
                return best;
            }
        } else {
            match self.quiet_child::<K>(node, Edge::PASS, alpha, beta, ply, level) {
                // Passing loses, but that proves nothing: another way to end the turn may not.
                Some(score) if score < -Score::MAX_EVALUATION.0 => {
                    let next_turn = ply + usize::from(position.steps_left() + Position::STEPS);
                    let lost_at_once = score == -win_at(next_turn);
                    if lost_at_once && ply >= self.root_steps {
                        return self.defended(node, next_turn);
                    }
                    let node = if lost_at_once { &node.under_threat() } else { node };
                    return self.search_rest::<K>(node, alpha, beta, ply);
                }
                Some(score) => best = score,
                None => return self.search_rest::<K>(node, alpha, beta, ply),
            }
            if K::PV && best > alpha {
                self.pv.extend(ply, Edge::PASS, ply + usize::from(position.steps_left()));
            }
        }
        if best >= beta || self.stopped {
            return best;
        }
        alpha = alpha.max(best);
        let mut best_edge = None;
        let mut tactics = tactics(position);
        if position.steps_left() > 2 {
            add_preparations(position, &mut tactics);
        }
        put_first(&mut tactics, stored.and_then(|entry| entry.edge));
        for (edge, _) in tactics {
            let Some(score) = self.quiet_child::<K>(node, edge, alpha, beta, ply, level) else { continue };
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_edge = Some(edge);
                    if K::PV {
                        self.pv.extend(ply, edge, ply + advance_of(edge, position));
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if ply >= self.root_steps {
            let bound = Bound::of(best, window);
            let entry = Entry { edge: best_edge, score: to_table(best, ply), depth: level.depth(), bound };
            self.table.store(position.key(), entry);
        }
        best
    }

    /// The score of a node inside a turn that must not end as it stands, because the enemy would win at `next_turn`: lost
    /// if nothing in two steps helps and there are no more, else the static score less what the defence costs.
    fn defended(&self, node: &Node, next_turn: usize) -> i32 {
        let position = &node.position;
        match statics::fewest_steps_to_defend(position, MOST_DEFENCE) {
            None if position.steps_left() <= MOST_DEFENCE => -win_at(next_turn),
            steps => node.evaluate(self.config) - defence_cost(steps),
        }
    }

    /// What the table knows of a node of `level`; the root turn has entries of its own, which are not asked.
    fn stored_quiet(&mut self, position: &Position, ply: usize, level: Level) -> Option<Entry> {
        if level >= STATIC || ply < self.root_steps {
            return None;
        }
        let stored = self.table.probe(position.key());
        self.stats.probes += 1;
        self.stats.hits += u64::from(stored.is_some());
        stored
    }

    /// A search of depth 1 inside a turn.
    fn search_rest<K: NodeKind>(&mut self, node: &Node, alpha: i32, beta: i32, ply: usize) -> i32 {
        self.path.play_unknown();
        let score = self.search::<K>(node, alpha, beta, 1, ply);
        self.path.undo();
        score
    }

    /// The score of `edge`, or `None` if it does not end the turn legally.
    fn quiet_child<K: NodeKind>(
        &mut self,
        node: &Node,
        edge: Edge,
        alpha: i32,
        beta: i32,
        ply: usize,
        level: Level,
    ) -> Option<i32> {
        let ply = ply + advance_of(edge, &node.position);
        Some(match self.follow(node, edge, ply) {
            Next::Illegal => return None,
            Next::Decided(score) => {
                self.pv.clear(ply);
                score
            }
            Next::Same(child) => self.quiescence::<K>(&child, alpha, beta, ply, level),
            Next::Turned(child) => -self.quiescence::<K>(&child, -beta, -alpha, ply, level.next()),
        })
    }
}

/// What a threat to win costs the side that has to answer it, by the fewest steps that do, in centi-rabbits.
const DEFENCE_COSTS: [i32; 3] = [0, 20, 60];
/// Steps of defences that are looked for.
const MOST_DEFENCE: u8 = DEFENCE_COSTS.len() as u8 - 1;
/// What it costs when that takes more steps, or cannot be done: to know would cost as much as hundreds of nodes.
const HARD_DEFENCE_COST: i32 = 150;

/// What the enemy's threat to win in its next turn costs the mover at the start of its turn, in centi-rabbits.
fn danger(position: &Position, level: Level) -> i32 {
    if !turn_begins(position) || level >= STATIC || statics::threatens_win(position).is_none() {
        return 0;
    }
    defence_cost(statics::fewest_steps_to_defend(position, MOST_DEFENCE))
}

/// The cost of a threat that `steps` answer, or that [`MOST_DEFENCE`] do not.
fn defence_cost(steps: Option<u8>) -> i32 {
    steps.and_then(|steps| DEFENCE_COSTS.get(usize::from(steps))).copied().unwrap_or(HARD_DEFENCE_COST)
}

/// Captures that win more than they lose, best first.
///
/// Goals are not among them: they were found where the turn began.
fn tactics(position: &Position) -> Tactics {
    let mut edges = EdgeList::new();
    statics::capturing_edges(position, &mut edges);
    let worth = |edge| capture_balance(position, edge).filter(|&balance| balance > 0);
    let mut tactics: Tactics = edges.into_iter().filter_map(|edge| Some((edge, worth(edge)?))).collect();
    tactics.sort_by_key(|(_, worth)| std::cmp::Reverse(*worth));
    tactics
}

/// Moves `first` to the front of the list if it is there.
fn put_first(tactics: &mut Tactics, first: Option<Edge>) {
    if let Some(place) = tactics.iter().position(|(edge, _)| Some(*edge) == first) {
        tactics[..=place].rotate_right(1);
    }
}

/// Adds the first edges of the longer ways to capture the most valuable piece that can be captured within the turn.
fn add_preparations(position: &Position, tactics: &mut Tactics) {
    let mut best = 0;
    let mut first_edges = EdgeList::new();
    statics::for_each_capture(position, |way, _, victim| {
        let (Some((&first, [_, ..])), Some(piece)) =
            (way.edges().split_first(), position.board().piece_at(victim))
        else {
            return;
        };
        let worth = WORTH[piece.kind.index()];
        if worth > best {
            best = worth;
            first_edges.clear();
        }
        let known = || tactics.iter().any(|(edge, _)| *edge == first) || first_edges.contains(&first);
        if worth == best && !known() {
            // There are no more of them than edges.
            first_edges.push(first);
        }
    });
    for edge in first_edges {
        let _ = tactics.try_push((edge, best));
    }
}
