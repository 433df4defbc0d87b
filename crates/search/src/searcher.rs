//! Iterative deepening from the root.

use crate::eval::Config;
use crate::node::{Node, Open};
use crate::order::Memory;
use crate::pv::PvTable;
use crate::repetition::Repetitions;
use crate::transposed::TurnPath;
use crate::tt::Table;
use crate::worker::{INFINITE, Role, Worker};
use crate::{Clock, Depth, Limits, Score, Stats};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Duration;
use tusker_core::{Color, Edge, FoundTurn, Key, Position, Turn, TurnGenerator, outcome_after_turn, statics};

use tusker_tables::Tables;

/// What to search.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position, normally at the start of a turn.
    pub position: Position,
    /// Repetition keys of all ends of turns of the game so far, the current position's included; may be empty.
    pub history: Vec<Key>,
    /// When to end.
    pub limits: Limits,
    /// Repetition keys of ends of this turn that must not be chosen: for second-best turns.
    pub excluded: Vec<Key>,
}

/// What a finished iteration, or the whole search, found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The turn to play.
    pub turn: Turn,
    /// The score from the mover's view.
    pub score: Score,
    /// The depth that was finished, in steps.
    pub depth: Depth,
    /// Edges made so far, by all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The principal variation, turn by turn; begins with `turn`.
    pub variation: Vec<(Color, Turn)>,
    /// Share of the table filled by this search, in permille.
    pub table_fill: u32,
    /// What the main thread counted.
    pub stats: Stats,
}

/// The engine: a table, the threads' memories, and how to evaluate.
pub struct Searcher {
    table: Table,
    memories: Vec<Memory>,
    config: Config,
    tables: Option<Arc<Tables>>,
}

impl Searcher {
    /// An engine with a table of `mebibytes` MiB and one thread.
    pub fn new(mebibytes: usize) -> Self {
        Self {
            table: Table::new(mebibytes),
            memories: vec![Memory::new()],
            config: Config::default(),
            tables: None,
        }
    }

    /// Replaces the table by an empty one of `mebibytes` MiB.
    pub fn set_hash(&mut self, mebibytes: usize) {
        self.table = Table::new(mebibytes);
    }

    /// Searches with `threads` threads from now on, at least one.
    pub fn set_threads(&mut self, threads: usize) {
        self.memories.resize_with(threads.max(1), Memory::new);
    }

    /// Evaluates as `config` says from now on; forgets what was searched.
    pub fn set_config(&mut self, config: Config) {
        self.config = config;
        self.new_game();
    }

    /// Looks small armies up in `tables` from now on, or nowhere; forgets what was searched.
    pub fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        self.tables = tables;
        self.new_game();
    }

    /// Forgets everything, so that equal searches visit equal nodes.
    pub fn new_game(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Searches until a limit is met, `stop` is set, or the result is proven; calls `report` after each iteration.
    ///
    /// Returns `None` only if the side to move has no legal turn that is not excluded, or the game is over already.
    /// With one thread and limits of depth or nodes alone, equal tasks after [`Searcher::new_game`] visit equal nodes.
    pub fn search(
        &mut self,
        task: &Task,
        clock: &dyn Clock,
        stop: &AtomicBool,
        mut report: impl FnMut(&Report),
    ) -> Option<Report> {
        let fallback = match winning_turn(task) {
            Some(turn) => {
                let found = won_at_once(task, turn);
                report(&found);
                return Some(found);
            }
            None => any_turn(task)?,
        };
        self.table.next_age();
        self.memories.iter_mut().for_each(Memory::age);
        let (table, config, tables) = (&self.table, self.config, self.tables.as_deref());
        let (halt, helper_nodes) = (AtomicBool::new(false), AtomicU64::new(0));
        let (main, helpers) = self.memories.split_first_mut()?;
        let worker = |memory, role| Worker {
            table,
            tables,
            memory,
            config,
            limits: task.limits,
            clock,
            stop,
            halt: &halt,
            helper_nodes: &helper_nodes,
            role,
            repetitions: Repetitions::new(&task.history),
            excluded: &task.excluded,
            pv: PvTable::new(),
            root_steps: usize::from(task.position.steps_left()),
            nodes: 0,
            stopped: false,
            next_look: 0,
            stats: Stats::default(),
            path: TurnPath::default(),
        };
        let mut main = worker(main, Role::Main);
        let helpers = helpers.iter_mut().enumerate().map(|(n, memory)| worker(memory, Role::Helper(n)));
        Some(with_helpers(helpers.collect(), task, &fallback, || {
            let best = deepen(&mut main, task, fallback.clone(), &mut report);
            halt.store(true, Relaxed);
            best
        }))
    }
}

/// Runs `main` while the helpers fill the table; they stop when `main` has raised the halt flag.
#[cfg(feature = "threads")]
fn with_helpers<T>(helpers: Vec<Worker<'_>>, task: &Task, fallback: &Turn, main: impl FnOnce() -> T) -> T {
    std::thread::scope(|scope| {
        for mut helper in helpers {
            let fallback = fallback.clone();
            scope.spawn(move || deepen(&mut helper, task, fallback, &mut |_| {}));
        }
        main()
    })
}

/// Without threads there are no helpers.
#[cfg(not(feature = "threads"))]
fn with_helpers<T>(_: Vec<Worker<'_>>, _: &Task, _: &Turn, main: impl FnOnce() -> T) -> T {
    main()
}

fn deepen(worker: &mut Worker<'_>, task: &Task, fallback: Turn, report: &mut dyn FnMut(&Report)) -> Report {
    let began = worker.clock.now();
    let mut root = Node::new(task.position, worker.config);
    let mut best = Report {
        variation: vec![(task.position.side(), fallback.clone())],
        turn: fallback,
        score: Score(root.evaluate(worker.config)),
        depth: Depth(0),
        nodes: 0,
        elapsed: Duration::ZERO,
        table_fill: 0,
        stats: Stats::default(),
    };
    let deepest = task.limits.depth.map_or(Score::MAX_PLY as u8 - 20, |d| d.0);
    let first = match worker.role {
        Role::Main => 1,
        // Every second helper is one step ahead, so that they do not all do the same work.
        Role::Helper(n) => 1 + (n % 2) as u8,
    };
    for depth in first..=deepest {
        let score = worker.search::<Open>(&mut root, -INFINITE, INFINITE, i32::from(depth), 0);
        let variation = split_turns(&task.position, worker.pv.root());
        let elapsed = worker.clock.now().saturating_sub(began);
        best.nodes = worker.nodes + worker.helper_nodes.load(Relaxed);
        best.elapsed = elapsed;
        best.stats = worker.stats;
        if let Some((_, turn)) = variation.first().filter(|(_, turn)| is_complete(task, turn)) {
            // A broken-off iteration still knows its best turn: the previous one was searched first.
            best.turn = turn.clone();
            if !worker.stopped {
                best.score = Score(score);
                best.depth = Depth(depth);
                best.variation = variation;
                best.table_fill = worker.table.fill();
            }
        }
        if worker.stopped {
            break;
        }
        report(&best);
        let proven = Score(score).proven().is_some_and(|steps| steps.unsigned_abs() <= u32::from(depth));
        let late = task.limits.soft_time.is_some_and(|limit| elapsed >= limit);
        if (proven || late) && worker.role == Role::Main {
            break;
        }
    }
    best
}

/// A turn that wins by itself, in the fewest steps, unless all of those are excluded.
fn winning_turn(task: &Task) -> Option<Turn> {
    statics::wins_in(&task.position)?;
    first_turn(task, |found| {
        outcome_after_turn(found.board(), task.position.side())
            .is_some_and(|outcome| outcome.winner == task.position.side())
    })
}

/// The report of a search that has nothing to search.
fn won_at_once(task: &Task, turn: Turn) -> Report {
    let steps = task.position.steps_left();
    Report {
        variation: vec![(task.position.side(), turn.clone())],
        turn,
        score: Score::win_in(u32::from(steps)),
        depth: Depth(steps),
        nodes: 0,
        elapsed: Duration::ZERO,
        table_fill: 0,
        stats: Stats::default(),
    }
}

/// Any legal turn that is not excluded; `None` if there is none or the game is over.
fn any_turn(task: &Task) -> Option<Turn> {
    first_turn(task, |_| true)
}

/// The first legal turn, fewest steps first, that is not excluded and that `wanted` accepts.
fn first_turn(task: &Task, wanted: impl Fn(&FoundTurn<'_>) -> bool) -> Option<Turn> {
    let repetitions = Repetitions::new(&task.history);
    let mut turn = None;
    TurnGenerator::new().for_each(&task.position, |found| {
        let key = found.repetition_key();
        if !repetitions.is_third(key) && !task.excluded.contains(&key) && wanted(&found) {
            turn = Some(found.turn());
        }
        turn.is_none()
    });
    turn
}

/// Whether `turn` is a whole legal turn of the task.
fn is_complete(task: &Task, turn: &Turn) -> bool {
    let mut position = task.position;
    let legal = turn.edges().iter().all(|&edge| position.play(edge).is_ok());
    if legal && position.side() == task.position.side() {
        return position.play(Edge::PASS).is_ok();
    }
    legal
}

/// Cuts a line of edges into turns; a last turn that is cut short ends there.
fn split_turns(root: &Position, line: &[Edge]) -> Vec<(Color, Turn)> {
    let mut position = *root;
    let mut turns = Vec::new();
    let mut turn = Turn::new();
    for &edge in line {
        let side = position.side();
        if position.play(edge).is_err() {
            break;
        }
        turn.push(edge);
        if position.side() != side {
            turns.push((side, std::mem::take(&mut turn)));
        }
    }
    if !turn.edges().is_empty() {
        turns.push((position.side(), turn));
    }
    turns
}
