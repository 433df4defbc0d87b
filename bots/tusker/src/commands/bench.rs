//! `tusker bench`.

use crate::score;
use crate::wallclock::WallClock;
use clap::Args as ClapArgs;
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;
use tusker_core::Position;
use tusker_search::{BenchLine, Depth, Stats, bench};

/// A fixed search over built-in positions: its node count is the signature of this version.
///
/// Every position is searched to the same depth by one thread with an empty table, so the node count is the same on
/// every machine; a node is an edge made, passes and quiescence included. The figures by phase sum up the positions
/// of one kind. The last line is `N nodes M nps`.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker bench
  tusker bench --depth 6 --hash 16
  tusker bench --stats"
)]
pub(crate) struct Args {
    /// Depth of each search, in steps
    #[arg(long, value_name = "N", default_value_t = 11, value_parser = clap::value_parser!(u8).range(1..=100))]
    depth: u8,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Also tell what the search counted: cutoffs, reductions, table hits, branching
    #[arg(long)]
    stats: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout();
    let mut lines = Vec::new();
    let mut written = writeln!(out, "{:<26} {:>10} {:>8} {:>10}  score", "position", "nodes", "ms", "nps");
    let clock = WallClock::start();
    bench(Depth(args.depth), args.hash as usize, &clock, |line| {
        lines.push(*line);
        if written.is_ok() {
            written =
                write_line(&mut out, line.name, Total::of(line), &score::words(line.score, Position::STEPS));
        }
    });
    written?;
    writeln!(out)?;
    let mut phases: Vec<(&str, Total)> = Vec::new();
    for line in &lines {
        let phase = line.name.split(',').next().unwrap_or(line.name);
        match phases.iter_mut().find(|(name, _)| *name == phase) {
            Some((_, total)) => total.add(line),
            None => phases.push((phase, Total::of(line))),
        }
    }
    for (phase, total) in phases {
        write_line(&mut out, &format!("all: {phase}"), total, "")?;
    }
    let mut all = Total::default();
    for line in &lines {
        all.add(line);
    }
    if args.stats {
        let mut stats = Stats::default();
        for line in &lines {
            stats.add(&line.stats);
        }
        write_stats(&mut out, &stats)?;
    }
    writeln!(out, "{} nodes {} nps", all.nodes, all.nps())?;
    Ok(ExitCode::SUCCESS)
}

fn write_stats(out: &mut impl Write, stats: &Stats) -> std::io::Result<()> {
    writeln!(out)?;
    for figure in stats.figures() {
        let share = figure.share.map_or_else(String::new, |share| format!(" {share:>9.2} %"));
        writeln!(out, "{:<30} {:>10}{share}", figure.name, figure.count)?;
    }
    for steps in (1..=Position::STEPS).rev() {
        let branching = stats.branching(steps).unwrap_or_default();
        writeln!(out, "{:<30} {branching:>10.2}", format!("edges a node, {steps} steps left"))?;
    }
    writeln!(out)
}

fn write_line(out: &mut impl Write, name: &str, total: Total, score: &str) -> std::io::Result<()> {
    let text = format!(
        "{name:<26} {:>10} {:>8} {:>10}  {score}",
        total.nodes,
        total.elapsed.as_millis(),
        total.nps()
    );
    writeln!(out, "{}", text.trim_end())
}

/// Nodes and time of one position or of several.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    nodes: u64,
    elapsed: Duration,
}

impl Total {
    const fn of(line: &BenchLine) -> Self {
        Self { nodes: line.nodes, elapsed: line.elapsed }
    }

    fn add(&mut self, line: &BenchLine) {
        self.nodes += line.nodes;
        self.elapsed += line.elapsed;
    }

    fn nps(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)) as u64
    }
}
