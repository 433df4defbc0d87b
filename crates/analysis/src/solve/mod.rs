//! Proofs of wins: whether the side to move wins within so many of its own turns, and with which first turns.
//!
//! The answers are exact. A win *within N turns* means that the game is won at the latest when the attacker's N-th turn
//! ends, the rest of the turn at hand counted as one, whatever the defender plays. Goal, elimination and
//! immobilization are judged in the official order; a defender that has only turns which lose has lost, too.
//! Repetition is ignored unless a history is given.
//!
//! ```
//! use tusker_analysis::solve::{Solver, Task, Verdict};
//! use tusker_core::{Board, Color, Position};
//!
//! let board: Board = "       r     Ee r                                R       d      ".parse()?;
//! let position = Position::new(board, Color::Silver)?;
//! let solution = Solver::new(1).solve(&Task::new(position, 2));
//! assert_eq!(solution.verdict, Verdict::Win { turns: 1 });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod escapes;
mod killers;
mod memo;
mod prover;
mod repetition;

use memo::Memo;
use prover::{Prover, Stopped};
use std::sync::Arc;
use tusker_core::{
    Edge, EndReason, Key, Outcome, Position, Turn, TurnGenerator, outcome_after_turn, statics,
};
use tusker_tables::Tables;

/// What to prove.
#[derive(Clone, Debug)]
pub struct Task {
    /// The position; it may be inside a turn.
    pub position: Position,
    /// The most turns of the side to move, from 1 on.
    pub turns: u8,
    /// What is to be found beside the verdict.
    pub listing: Listing,
    /// The repetition keys of the positions at the ends of all turns so far, that of the turn at hand included; empty
    /// if repetition is to be ignored.
    pub history: Vec<Key>,
    /// Gives up after this many nodes.
    pub nodes: Option<u64>,
}

impl Task {
    /// All winning first turns within `turns` turns, without limits and history.
    pub fn new(position: Position, turns: u8) -> Self {
        Self { position, turns, listing: Listing::All, history: Vec::new(), nodes: None }
    }
}

/// How many winning first turns are to be found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Listing {
    /// All.
    #[default]
    All,
    /// No more than two: whether there is just one.
    Two,
    /// One is enough.
    One,
}

impl Listing {
    fn most(self) -> usize {
        match self {
            Self::All => usize::MAX,
            Self::Two => 2,
            Self::One => 1,
        }
    }
}

/// What was proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The side to move wins within so many of its turns, and not within fewer.
    Win {
        /// The turns.
        turns: u8,
    },
    /// There is no win within so many turns.
    NoWin {
        /// The turns.
        turns: u8,
    },
    /// A limit came first.
    Undecided {
        /// There is no win within so many turns.
        no_win_within: u8,
    },
    /// The game is over.
    Over(Outcome),
}

/// A first turn that wins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Winner {
    /// The edges: the fewest steps to its last board. No edges if the turn is to be ended at once.
    pub turn: Turn,
    /// The position after it, the other side to move.
    pub position: Position,
    /// How it wins, if at once.
    pub reason: Option<EndReason>,
}

/// How far the list of winning first turns goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Completeness {
    /// All of them.
    Complete,
    /// There may be more.
    Partial,
}

/// The answer of a [`Solver`].
#[derive(Clone, Debug)]
pub struct Solution {
    /// What was proved.
    pub verdict: Verdict,
    /// The first turns that win within the turns of the verdict, told apart by their last boards.
    pub winners: Vec<Winner>,
    /// Whether these are all.
    pub completeness: Completeness,
    /// Distinct first turns there are; 0 if a look at the position alone decided.
    pub first_turns: u64,
    /// Turns that were looked at.
    pub nodes: u64,
}

impl Solution {
    /// Whether it is a win, and only one first turn wins.
    pub fn is_unique(&self) -> bool {
        self.winners.len() == 1 && self.completeness == Completeness::Complete
    }
}

/// Solves positions; keeps what it proved from one to the next.
pub struct Solver {
    memo: Memo,
    tables: Option<Arc<Tables>>,
}

impl Solver {
    /// A solver with so many MiB for what it has proved; at least one.
    pub fn new(mebibytes: usize) -> Self {
        Self { memo: Memo::new(mebibytes), tables: None }
    }

    /// Lets the solver look positions up in endgame tables.
    pub fn set_tables(&mut self, tables: Option<Arc<Tables>>) {
        self.tables = tables;
    }

    /// Solves without a time limit, see [`Solver::solve_until`].
    pub fn solve(&mut self, task: &Task) -> Solution {
        self.solve_until(task, &|| false)
    }

    /// Finds the fewest turns in which the side to move wins, and the first turns that do; gives up when `stop`, which
    /// is asked every few microseconds, returns `true`.
    pub fn solve_until(&mut self, task: &Task, stop: &dyn Fn() -> bool) -> Solution {
        let mut solution = Solution {
            verdict: Verdict::NoWin { turns: task.turns },
            winners: Vec::new(),
            completeness: Completeness::Complete,
            first_turns: 0,
            nodes: 0,
        };
        if let Some(outcome) = task.position.outcome() {
            solution.verdict = Verdict::Over(outcome);
            return solution;
        }
        let tables = self.tables.as_deref().filter(|_| task.history.is_empty());
        let prover = Prover::new(&mut self.memo, tables, &task.history, task.nodes, stop);
        let mut root = Root { task, prover, ends: Vec::new() };
        for turns in 1..=task.turns {
            solution.completeness = Completeness::Complete;
            let stopped = root.first_turns(turns, &mut solution).is_err();
            if stopped {
                solution.completeness = Completeness::Partial;
            }
            if !solution.winners.is_empty() {
                solution.verdict = Verdict::Win { turns };
                break;
            }
            if stopped {
                solution.verdict = Verdict::Undecided { no_win_within: turns - 1 };
                break;
            }
        }
        solution.first_turns = root.ends.len() as u64;
        solution.nodes = root.prover.nodes();
        solution
    }
}

/// The first turns of a task.
struct Root<'a> {
    task: &'a Task,
    prover: Prover<'a>,
    ends: Vec<End>,
}

struct End {
    turn: Turn,
    position: Position,
    outcome: Option<Outcome>,
    threat: Option<u8>,
}

impl Root<'_> {
    fn list_ends(&mut self) {
        let position = &self.task.position;
        let mut ends = Vec::new();
        let mut add = |turn, end: Position| {
            if !self.prover.is_third_repetition(&end) {
                let outcome = outcome_after_turn(end.board(), position.side());
                let threat = statics::threatens_win(&end);
                ends.push(End { turn, position: end, outcome, threat });
            }
        };
        if position.can_pass() {
            let mut end = *position;
            end.play_unchecked(Edge::PASS);
            add(Turn::new(), end);
        }
        TurnGenerator::new().for_each(position, |found| {
            add(found.turn(), found.position());
            true
        });
        // Threats first: what wins is mostly among them, and a limit may come.
        ends.sort_by_key(|end| end.threat.unwrap_or(Position::STEPS + 1));
        self.ends = ends;
    }

    /// Finds the first turns that win within `turns` turns, of a position without a faster win.
    fn first_turns(&mut self, turns: u8, solution: &mut Solution) -> Result<(), Stopped> {
        self.prover.count(1)?;
        // Without a history nothing else wins at once, and there is no need to look at every turn.
        let no_history = self.task.history.is_empty();
        if turns == 1 && no_history && statics::wins_in(&self.task.position).is_none() {
            return Ok(());
        }
        if self.ends.is_empty() {
            self.list_ends();
        }
        let side = self.task.position.side();
        for end in &self.ends {
            let wins = match end.outcome {
                Some(outcome) => outcome.winner == side,
                None if turns == 1 && no_history => false,
                None => self.prover.first_turn_wins(&end.position, end.threat, turns - 1)?,
            };
            if wins {
                let reason = end.outcome.map(|outcome| outcome.reason);
                solution.winners.push(Winner { turn: end.turn.clone(), position: end.position, reason });
                if solution.winners.len() >= self.task.listing.most() {
                    solution.completeness = Completeness::Partial;
                    break;
                }
            }
        }
        solution.winners.sort_by_key(|winner| winner.turn.steps_taken());
        Ok(())
    }
}
