//! `tusker solve`.

mod find;
mod output;

use crate::commands::analyze::source::{Ply, Subject};
use crate::input;
use anyhow::bail;
use clap::Args as ClapArgs;
use output::Form;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tusker_analysis::solve::{Listing, Solution, Solver, Task};
use tusker_core::{Key, Position, Variant};
use tusker_tables::Tables;

/// Proves that the side to move wins within so many of its turns, or that it does not.
///
/// Reads an AEI board, a diagram, a move list or a game of an archive, from the argument itself, from a file, or from
/// standard input (`-`, or no argument). Of a game the last position is taken, or the one chosen with --ply, and its
/// history counts: third repetitions are illegal. Without a game, repetition is ignored.
///
/// Prints `win in N`, `no win in N`, or `not decided: no win in N` where a limit came first; then how many first turns
/// win, told apart by the boards they lead to, and these turns.
#[derive(ClapArgs, Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag of the command line")]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker solve \"s [                        r                          R    C       ]\"
      win in 4, unique: 1 of 13 first turns
      ra5e rb5e rc5e rd5s
  tusker solve --turns 2 --json \"s [       r     Ee r                                R       d      ]\"
  tusker solve --turns 1 --file positions.tsv
      prints id<TAB>win N, no N, undecided N or over<TAB>winning first turns<TAB>the first of them
      for every line id<TAB>side<TAB>board<TAB>anything
  tusker solve --find --nodes 100 archive.tsv
      prints the positions of the games with a win in 2: id, side, board, winning first turns,
      the first of them, and the line of the file where the game stands

Without --turns, --time and --nodes it thinks for 10 seconds."
)]
pub(crate) struct Args {
    /// A file, a position such as "g [64 characters]", or - for standard input; with --find, files
    #[arg(value_name = "FILE or POSITION")]
    subjects: Vec<String>,
    /// The most turns of the side to move; with --find, the turns that a puzzle takes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=100))]
    turns: Option<u8>,
    /// Gives a position up after this long, in seconds
    #[arg(long, value_name = "S", value_parser = super::analyze::seconds)]
    time: Option<Duration>,
    /// Gives a position up after this many nodes
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Steps left in the turn at hand, 4 or what the game says
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=4))]
    steps: Option<u8>,
    /// Prints all winning first turns; else at most 20
    #[arg(long, conflicts_with = "first")]
    all: bool,
    /// Looks for one winning first turn only
    #[arg(long)]
    first: bool,
    /// Prints JSON, one object a line
    #[arg(long)]
    json: bool,
    /// Lines of id, side, board, parted by tabs; a header row is skipped; - is standard input
    #[arg(long, value_name = "F", conflicts_with = "subjects")]
    file: Option<PathBuf>,
    /// Finds puzzles in games: positions with a win in 2 (or --turns N)
    #[arg(long, conflicts_with_all = ["file", "first", "all", "time", "ply", "steps"])]
    find: bool,
    /// Looks positions up in the endgame tables of this directory, see tusker tables
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// Size of the memory for proofs in MiB, for each thread
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// The variant: standard, endless (a board with Gold to move begins a game, with two steps in this turn), free
    #[arg(long, value_name = "NAME", default_value = "standard", value_parser = input::variant)]
    variant: Variant,
    /// The position after this many plies (setups count), or before this turn, as 12g
    #[arg(long, value_name = "N", conflicts_with = "file")]
    ply: Option<Ply>,
    /// The game of an archive with this id, or else the N-th
    #[arg(long, value_name = "N", conflicts_with = "file")]
    game: Option<u64>,
}

/// Turns without a limit given.
const MOST_TURNS: u8 = 100;
/// Time without a limit given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let tables = input::tables(args.tables.as_deref())?;
    if args.find {
        return find::run(args, tables.as_ref());
    }
    if let Some(file) = &args.file {
        let form = if args.json { Form::Json } else { Form::Row };
        return input::for_each_row(
            file,
            || args.solver(tables.as_ref()),
            |solver, id, position| {
                let position = args.with_steps(*position);
                let (solution, took) = args.solve(solver, &position, Vec::new());
                output::write(form, Some(id), &position, &solution, took, args.most_listed())
            },
        );
    }
    let subject = match args.subjects.as_slice() {
        [] if std::io::stdin().is_terminal() => {
            eprintln!("tusker solve: name a file or a position; see tusker solve --help");
            return Ok(ExitCode::from(2));
        }
        [] => "-",
        [subject] => subject,
        _ => bail!("one position at a time; for many, give them as a file with --file"),
    };
    let subject = Subject::read(subject, args.variant, args.game, args.ply)?;
    let Some(position) = subject.game.position() else {
        bail!("the game is still in its setup: there is no position to solve yet");
    };
    let position = args.with_steps(*position);
    let history =
        if subject.game.turns().is_empty() { Vec::new() } else { subject.game.repetition_keys().collect() };
    let (solution, took) = args.solve(&mut args.solver(tables.as_ref()), &position, history);
    let form = if args.json { Form::Json } else { Form::Text };
    let text = output::write(form, None, &position, &solution, took, args.most_listed());
    writeln!(std::io::stdout(), "{text}")?;
    Ok(ExitCode::SUCCESS)
}

impl Args {
    fn solver(&self, tables: Option<&Arc<Tables>>) -> Solver {
        let mut solver = Solver::new(self.hash as usize);
        solver.set_tables(tables.cloned());
        solver
    }

    fn with_steps(&self, position: Position) -> Position {
        self.steps.map_or(position, |steps| position.with_steps_left(steps))
    }

    fn most_listed(&self) -> usize {
        if self.all || self.json { usize::MAX } else { 20 }
    }

    fn solve(&self, solver: &mut Solver, position: &Position, history: Vec<Key>) -> (Solution, Duration) {
        let start = Instant::now();
        let unlimited = self.turns.is_none() && self.nodes.is_none();
        let time = self.time.or(unlimited.then_some(DEFAULT_TIME));
        let task = Task {
            position: *position,
            turns: self.turns.unwrap_or(MOST_TURNS),
            listing: if self.first { Listing::One } else { Listing::All },
            history,
            nodes: self.nodes,
        };
        let solution = solver.solve_until(&task, &|| time.is_some_and(|time| start.elapsed() >= time));
        (solution, start.elapsed())
    }
}
