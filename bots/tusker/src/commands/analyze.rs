//! `tusker analyze`.

pub(crate) mod source;

use crate::evaluation::Evaluation;
use crate::input;
use crate::score;
use crate::wallclock::WallClock;
use anyhow::bail;
use clap::Args as ClapArgs;
use source::Subject;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tusker_core::{Edge, EndReason, Game, Key, Position, Turn, Variant};
use tusker_notation::{Diagram, write_line, write_position, write_turn};
use tusker_search::{Depth, Limits, Report, Searcher, Task};

/// The best turns of a position.
///
/// Reads an AEI board, a diagram, a move list or a game of an archive, from the argument itself, from a file, or from
/// standard input (`-`, or no argument). Of a game the last position is taken, or the one chosen with --ply; its
/// history counts for repetitions.
///
/// Prints the board, then a line for every finished depth: depth in steps, score from the view of the side to move
/// (in rabbits, or the number of the winner's turns to a proven end), nodes, nodes a second, time, expected turns.
/// The last lines are the best turns.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker analyze \"s [                        r                          R    C       ]\" --time 10
  tusker analyze game.txt --ply 3g --multipv 3 --depth 6
  tusker analyze archive.tsv --game 669122 --depth 6
  tusker analyze \"g [r      e  r                                       R     E      R]\" --variant endless --depth 6

Without --time, --depth and --nodes it thinks for 5 seconds."
)]
pub(crate) struct Args {
    /// A file, a position such as "g [64 characters]", or - for standard input
    #[arg(value_name = "FILE or POSITION")]
    subject: Option<String>,
    /// Thinks for this long, in seconds; several turns (--multipv) share it
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
    /// Searches to this depth, in steps
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=180))]
    depth: Option<u8>,
    /// Searches this many nodes, for each turn of --multipv
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Finds this many turns, the best first
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    multipv: u32,
    /// Threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Looks positions of few pieces up in the endgame tables of this directory, see tusker tables
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
    /// How positions are evaluated
    #[arg(long, value_enum, default_value_t = Evaluation::Full)]
    eval: Evaluation,
    /// The position after this many plies (setups count), or before this turn, as 12g
    #[arg(long, value_name = "N")]
    ply: Option<source::Ply>,
    /// The variant: standard, endless (a board with Gold to move begins a game, with two steps in this turn), free,
    /// handicap
    #[arg(long, value_name = "NAME", default_value = "standard", value_parser = input::variant)]
    variant: Variant,
    /// The game of an archive with this id, or else the N-th
    #[arg(long, value_name = "N")]
    game: Option<u64>,
}

/// Reads a positive time in seconds.
pub(crate) fn seconds(text: &str) -> Result<Duration, String> {
    let time = text.parse::<f64>().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| !time.is_zero()).ok_or_else(|| "expected seconds, more than 0, such as 2.5".to_owned())
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let Some(subject) = args.subject.as_deref().or_else(|| (!std::io::stdin().is_terminal()).then_some("-"))
    else {
        eprintln!("tusker analyze: name a file or a position; see tusker analyze --help");
        return Ok(ExitCode::from(2));
    };
    let subject = Subject::read(subject, args.variant, args.game, args.ply)?;
    let mut searcher = Searcher::new(args.hash as usize);
    searcher.set_threads(usize::from(args.threads));
    searcher.set_config(args.eval.config());
    searcher.set_tables(input::tables(args.tables.as_deref())?);
    let mut out = std::io::stdout();
    analyze(&subject, args, &mut searcher, &mut out)?;
    Ok(ExitCode::SUCCESS)
}

fn analyze(
    subject: &Subject,
    args: &Args,
    searcher: &mut Searcher,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let game = &subject.game;
    let Some(&position) = game.position() else {
        bail!("the game is still in its setup: there is no position to analyze yet");
    };
    write!(out, "{}", Diagram::new(subject.turn_number, position))?;
    writeln!(out, "{}", write_position(&position))?;
    if !position.turn_begins() {
        writeln!(out, "steps left: {}", position.steps_left())?;
    }
    writeln!(out)?;
    if let Some(result) = result_on_board(game, &position) {
        writeln!(out, "The game is over: {result}.")?;
        return Ok(());
    }
    if let Some(outcome) = game.outcome() {
        writeln!(out, "The game ended here: {outcome}. The position itself is open.")?;
    }
    let found = best_turns(game, &position, args, searcher, out)?;
    if found.is_empty() {
        writeln!(out, "{} has no legal turn: {} wins.", position.side(), !position.side())?;
        return Ok(());
    }
    writeln!(out)?;
    for (index, report) in found.iter().enumerate() {
        let rank = if index == 0 { "best".to_owned() } else { format!("{:>4}", index + 1) };
        let score = score::words(report.score, position.steps_left());
        writeln!(
            out,
            "{rank}: {}  ({score}, depth {})",
            write_turn(&position, &report.turn)?,
            report.depth.0
        )?;
    }
    Ok(())
}

/// The result that the rules give by the board and the history, in words; resignations and the like are none.
fn result_on_board(game: &Game, position: &Position) -> Option<String> {
    let by_rules = |reason| {
        matches!(
            reason,
            EndReason::Goal | EndReason::Elimination | EndReason::Immobilization | EndReason::Repetition
        )
    };
    let outcome = position.outcome().or_else(|| game.outcome().filter(|outcome| by_rules(outcome.reason)))?;
    let loser = !outcome.winner;
    let why = match outcome.reason {
        EndReason::Goal => format!("a rabbit of {} is on its goal rank", outcome.winner),
        EndReason::Elimination => format!("{loser} has no rabbits"),
        EndReason::Immobilization => format!("{loser} has no legal step"),
        _ => format!("every turn of {loser} would be a third repetition"),
    };
    Some(format!("{outcome}, {why}"))
}

/// Searches the best turn, then the best of the others, and so on; prints the lines of each search.
fn best_turns(
    game: &Game,
    position: &Position,
    args: &Args,
    searcher: &mut Searcher,
    out: &mut impl Write,
) -> anyhow::Result<Vec<Report>> {
    let mut task = Task {
        position: *position,
        history: game.repetition_keys().collect(),
        limits: limits(args),
        excluded: Vec::new(),
    };
    let mut found = Vec::new();
    for rank in 1..=args.multipv {
        if args.multipv > 1 {
            writeln!(out, "{}turn {rank}", if rank > 1 { "\n" } else { "" })?;
        }
        writeln!(
            out,
            "{:>5} {:>9} {:>12} {:>10} {:>9}  turns",
            "depth", "score", "nodes", "nodes/s", "time"
        )?;
        let mut written = Ok(());
        let report = searcher.search(&task, &WallClock::start(), &AtomicBool::new(false), |report| {
            if written.is_ok() {
                written = write_report(out, position, report);
            }
        });
        written?;
        let Some(report) = report else { break };
        task.excluded.push(end_of_turn(position, &report.turn)?);
        found.push(report);
    }
    // A later search may have looked deeper and found more.
    found.sort_by_key(|report| std::cmp::Reverse(report.score));
    Ok(found)
}

fn limits(args: &Args) -> Limits {
    let unlimited = args.depth.is_none() && args.nodes.is_none();
    let time = args.time.or(unlimited.then_some(DEFAULT_TIME)).map(|time| time / args.multipv);
    Limits { depth: args.depth.map(Depth), nodes: args.nodes, hard_time: time, ..Limits::default() }
}

/// Thinking time without limits.
const DEFAULT_TIME: Duration = Duration::from_secs(5);

fn write_report(out: &mut impl Write, position: &Position, report: &Report) -> anyhow::Result<()> {
    let turns: Vec<Turn> = report.variation.iter().map(|(_, turn)| turn.clone()).collect();
    let seconds = report.elapsed.as_secs_f64();
    let nps = (report.nodes as f64 / seconds.max(1e-6)) as u64;
    writeln!(
        out,
        "{:>5} {:>9} {:>12} {nps:>10} {seconds:>7.2} s  {}",
        report.depth.0,
        score::words(report.score, position.steps_left()),
        report.nodes,
        write_line(position, &turns)?
    )?;
    Ok(out.flush()?)
}

/// The key by which a search is told not to choose `turn` again.
fn end_of_turn(position: &Position, turn: &Turn) -> anyhow::Result<Key> {
    let mut end = *position;
    for &edge in turn.edges() {
        end.play(edge)?;
    }
    if end.side() == position.side() {
        end.play(Edge::PASS)?;
    }
    Ok(end.repetition_key())
}
