//! Quiescence: captures and goals until the score can be trusted.

use crate::Score;
use crate::node::{Node, NodeKind};
use crate::order::{WORTH, capture_balance};
use crate::tt::{Bound, Entry};
use crate::worker::{Next, Worker, advance_of, to_table, usable, win_at, wins_now};
use tusker_core::{Edge, EdgeList, MAX_EDGES, Position, statics};

/// How many turns the quiescence has gone through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Level(u8);

impl Level {
    /// The rest of a turn whose beginning was searched is level 0, a new turn level 1.
    pub(crate) fn of_leaf(position: &Position) -> Self {
        Self(u8::from(position.turn_begins()))
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

/// What the enemy's next turn must take from the static score before ways are looked for to keep it, in centi-rabbits.
const LOSS: i32 = 40;

type Tactics = arrayvec::ArrayVec<(Edge, i32), MAX_EDGES>;

/// What a node knows of its score so far, the view of its mover.
struct Found {
    best: i32,
    /// The edge that raised alpha last.
    edge: Option<Edge>,
    alpha: i32,
    beta: i32,
}

impl Found {
    /// Takes note of the score of `edge`; returns whether it raised alpha.
    fn raise(&mut self, score: i32, edge: Edge) -> bool {
        self.best = self.best.max(score);
        let raised = score > self.alpha;
        if raised {
            self.alpha = score;
            self.edge = Some(edge);
        }
        raised
    }

    /// Whether beta is not reached yet.
    const fn may_rise(&self) -> bool {
        self.best < self.beta
    }
}

impl Worker<'_> {
    /// The score of `node` when only passes, captures and goal steps are looked at, steps that prepare a capture within
    /// the turn, and, inside a turn that the search began, what may save pieces that its end would lose.
    pub(crate) fn quiescence<K: NodeKind>(
        &mut self,
        node: &Node,
        alpha: i32,
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
        let begins = position.turn_begins();
        if begins && ply >= self.root_steps && wins_now(position) {
            return win_at(ply + usize::from(Position::STEPS));
        }
        if let Some(score) = self.known_end(position, ply).filter(|_| ply >= self.root_steps) {
            return score;
        }
        if !begins && !position.can_pass() {
            // The turn may not end here, so something must be played.
            return self.search_rest::<K>(*node, alpha, beta, ply);
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
        // A whole turn of the enemy's is looked at from inside a turn that the search began.
        let passes = !begins && level == Level(0) && ply + 8 < Score::MAX_PLY;
        let best;
        if passes {
            match self.quiet_child::<K>(node, Edge::PASS, alpha, beta, ply, level) {
                // Passing loses, but that proves nothing: another way to end the turn may not.
                Some(score) if score < -Score::MAX_EVALUATION.0 => {
                    let next_turn = ply + usize::from(position.steps_left() + Position::STEPS);
                    let lost_at_once = score == -win_at(next_turn);
                    if lost_at_once && ply >= self.root_steps {
                        return self.defended(node, next_turn);
                    }
                    let node = if lost_at_once { node.under_threat() } else { *node };
                    return self.search_rest::<K>(node, alpha, beta, ply);
                }
                Some(score) => best = score,
                None => return self.search_rest::<K>(*node, alpha, beta, ply),
            }
            if K::PV && best > alpha {
                self.pv.extend(ply, Edge::PASS, ply + usize::from(position.steps_left()));
            }
        } else {
            best = node.evaluate(self.config) - danger(position, level);
            if level >= STATIC {
                return best;
            }
        }
        if best >= beta || self.stopped {
            return best;
        }
        let mut tactics = tactics(position);
        if position.steps_left() > 2 {
            add_preparations(position, &mut tactics);
        }
        put_first(&mut tactics, stored.and_then(|entry| entry.edge));
        let mut found = Found { best, edge: None, alpha: window.0.max(best), beta };
        self.try_edges::<K>(node, tactics.iter().map(|(edge, _)| *edge), &mut found, ply, level);
        if passes && found.may_rise() {
            let unharmed = node.evaluate(self.config);
            if unharmed > found.alpha.max(found.best + LOSS) {
                self.try_edges::<K>(node, capture_defences(position), &mut found, ply, level);
            }
        }
        if self.stopped {
            return 0;
        }
        if ply >= self.root_steps {
            let bound = Bound::of(found.best, window);
            let score = to_table(found.best, ply);
            let entry = Entry { edge: found.edge, score, depth: level.depth(), bound };
            self.table.store(position.key(), entry);
        }
        found.best
    }

    /// Tries `edges` in order until one reaches beta.
    fn try_edges<K: NodeKind>(
        &mut self,
        node: &Node,
        edges: impl IntoIterator<Item = Edge>,
        found: &mut Found,
        ply: usize,
        level: Level,
    ) {
        for edge in edges {
            let Some(score) = self.quiet_child::<K>(node, edge, found.alpha, found.beta, ply, level) else {
                continue;
            };
            if self.stopped {
                return;
            }
            if found.raise(score, edge) && K::PV {
                self.pv.extend(ply, edge, ply + advance_of(edge, &node.position));
            }
            if !found.may_rise() {
                return;
            }
        }
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
    fn search_rest<K: NodeKind>(&mut self, mut node: Node, alpha: i32, beta: i32, ply: usize) -> i32 {
        self.path.play_unknown();
        let score = self.search::<K>(&mut node, alpha, beta, 1, ply);
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
        // The child stays where it is: it is large.
        Some(match &self.follow(node, edge, ply) {
            Next::Illegal => return None,
            Next::Decided(score) => {
                self.pv.clear(ply);
                *score
            }
            Next::Same(child) => self.quiescence::<K>(child, alpha, beta, ply, level),
            Next::Turned(child) => -self.quiescence::<K>(child, -beta, -alpha, ply, level.next()),
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
    if !position.turn_begins() || level >= STATIC || statics::threatens_win(position).is_none() {
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

/// The edges at the pieces that the enemy could capture if the turn ended here, and at the traps where it could.
fn capture_defences(position: &Position) -> EdgeList {
    let captures = statics::captures_of(position.board(), !position.side(), Position::STEPS);
    let zone = captures.within(Position::STEPS) | captures.sides();
    let mut edges = EdgeList::new();
    if !zone.is_empty() {
        position.pseudo_edges(&mut edges);
        edges.retain(|edge| edge.squares().intersects(zone));
    }
    edges
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::{Config, breakdown};
    use crate::{Depth, Limits, NoClock, Searcher, Task};
    use std::sync::atomic::AtomicBool;
    use tusker_core::Direction::{East, South, West};
    use tusker_core::{Board, Color};

    /// Gold's cats on c2 and f2 stand before traps without guards, the enemy's elephant and camel below them; either dog
    /// guards a trap with one step.
    const TWO_IN_DANGER: &str = "rr      r      E                 D    D           C  C  R e  m R";

    fn position(steps_left: u8) -> Position {
        let board: Board = TWO_IN_DANGER.parse().expect("a board");
        Position::lenient(board, Color::Gold).0.with_steps_left(steps_left)
    }

    #[test]
    fn defences_are_at_the_traps_and_the_pieces_in_danger() {
        let edges = capture_defences(&position(1));
        for (from, direction) in [("b4", South), ("b4", East), ("g4", South), ("g4", West)] {
            assert!(edges.contains(&Edge::step(from.parse().expect("a square"), direction)), "{from}");
        }
        assert!(edges.len() < position(1).edges().len());
    }

    #[test]
    fn nothing_in_danger_needs_no_defence() {
        let board: Board =
            "rr     mr      Ee                D    D           C  C  R      R".parse().expect("a board");
        assert!(capture_defences(&Position::lenient(board, Color::Gold).0).is_empty());
    }

    /// The search of one step saves one cat, and the quiescence the other.
    #[test]
    fn what_the_rest_of_the_turn_can_save_is_not_lost() {
        let position = position(2);
        let task = Task {
            position,
            history: Vec::new(),
            limits: Limits { depth: Some(Depth(1)), ..Limits::default() },
            excluded: Vec::new(),
        };
        let report = Searcher::new(1).search(&task, &NoClock, &AtomicBool::new(false), |_| {});
        let score = report.expect("a turn").score.0;
        let whole = breakdown(&position, Config::default()).score.0;
        assert!(score > whole - 100, "{score} of {whole}");
    }
}
