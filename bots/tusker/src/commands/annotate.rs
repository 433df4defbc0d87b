//! `tusker annotate`.

use crate::commands::analyze::seconds;
use crate::evaluation::Evaluation;
use crate::input;
use crate::story::Story;
use crate::wallclock::WallClock;
use anyhow::{Context, bail};
use clap::Args as ClapArgs;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tusker_analysis::annotate::{Settings, Thresholds, annotate, to_json, to_page, to_text};
use tusker_core::Variant;
use tusker_search::{Depth, Limits};

/// Looks at a finished game turn by turn: scores, blunders, missed wins, and the rule that ended it.
///
/// Reads a game in any form: a move list, a game of an archive, a record of Abstract Play, Lightvector notation. Every
/// position is searched; a turn is marked if the score drops (`?` by 1.5 rabbits, `??` by 3), if a win in this turn or a
/// forced one was missed, if it lets the opponent win at once, and where a lost game was lost for good.
///
/// Prints a table: the score after each turn from Gold's view (rabbits, or who wins in how many turns), Harlog, the turn,
/// what is remarkable and what was better. --html writes a page with a board, curves and the turns to click.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker annotate game.txt --nodes 2000
  tusker annotate archive.tsv --game 669122 --time 0.05 --html game.html
  tusker annotate game.txt --depth 4 --json

Without --time, --nodes and --depth each position gets 0.2 seconds."
)]
pub(crate) struct Args {
    /// A file with a game, - for standard input, or the text of a game
    #[arg(value_name = "FILE or GAME")]
    subject: String,
    /// The game of a file with this id, or else the N-th
    #[arg(long, value_name = "N")]
    game: Option<u64>,
    /// The variant: standard, endless, free, handicap
    #[arg(long, value_name = "NAME", default_value = "standard", value_parser = input::variant)]
    variant: Variant,
    /// Thinks for this long about each position, in seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    time: Option<Duration>,
    /// Searches this many nodes for each position: the result is the same in every run
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Searches each position to this depth, in steps
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=180))]
    depth: Option<u8>,
    /// Rabbits lost from which on a turn is a blunder; half as many are a mistake
    #[arg(long, value_name = "R", default_value_t = 3.0, value_parser = rabbits)]
    blunder: f64,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// How positions are evaluated
    #[arg(long, value_enum, default_value_t = Evaluation::Full)]
    eval: Evaluation,
    /// Prints JSON instead of the table
    #[arg(long)]
    json: bool,
    /// Writes a page with a board, curves, and the turns to click
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
}

/// Reads a number of rabbits.
fn rabbits(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|number| (0.1..=20.0).contains(number));
    number.ok_or_else(|| "expected rabbits, from 0.1 to 20".to_owned())
}

impl Args {
    fn settings(&self) -> Settings {
        let unlimited = self.nodes.is_none() && self.depth.is_none();
        let limits = Limits {
            depth: self.depth.map(Depth),
            nodes: self.nodes,
            hard_time: self.time.or(unlimited.then_some(Duration::from_millis(200))),
            ..Limits::default()
        };
        let blunder = (self.blunder * 100.0).round() as i32;
        Settings {
            limits,
            hash: self.hash as usize,
            config: self.eval.config(),
            thresholds: Thresholds { mistake: blunder / 2, blunder },
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let story = Story::read(&args.subject, args.variant, args.game)?;
    for warning in &story.warnings {
        log::warn!("{warning}");
    }
    if story.parts.iter().all(|part| part.turns().is_empty()) {
        bail!("the game has no turns to annotate");
    }
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos} of {len} positions, {eta} left") {
        bar.set_style(style);
    }
    let annotation = annotate(&story.parts, &args.settings(), WallClock::start, |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    if let Some(path) = &args.html {
        let page = to_page(&story.title(), &story.fields, &annotation);
        std::fs::write(path, page).with_context(|| path.display().to_string())?;
    }
    let text = if args.json {
        serde_json::to_string_pretty(&to_json(&annotation))? + "\n"
    } else {
        let recorded = story.recorded().map(|recorded| format!("record: {recorded}\n"));
        to_text(&annotation) + &recorded.unwrap_or_default()
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}
