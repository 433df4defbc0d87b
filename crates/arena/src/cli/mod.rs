//! The command `tusker match`: arguments, settings, and what it prints.

mod config;
mod progress;
mod settings;

use crate::check::check_engine;
use crate::export::{write_move_lists, write_pgn};
use crate::page::match_page;
use crate::stats::{Sprt, Verdict};
use crate::tables::{summary_text, test_text};
use crate::{BuiltIns, Format, RecordFile, Standing};
use anyhow::{Context, bail};
use clap::Args as ClapArgs;
use progress::Watcher;
use settings::Settings;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Plays matches between AEI engines, and judges them.
///
/// An ENGINE is a built-in name (`tusker`, `random`) or a command line in quotes; --engine says more about one. Games
/// come in pairs with one start and both colours; our rules decide, and whatever an engine does wrong loses its game
/// under a name. With --out every game is kept as it ends, and --resume goes on after any interruption.
///
/// Exit codes: 0 the match is finished (with --check: the engine meets all points), 1 it could not be run (--check: it
/// misses some), 2 bad usage.
#[derive(ClapArgs, Debug, Default)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker match tusker random --games 20 --movetime 0.1
  tusker match tusker 'simple_engine' --games 10 --time 5s/30s --out games.tsv --report games.html
  tusker match --engine 'name=new cmd=tusker nodes=10000' --engine 'name=old cmd=./old-tusker nodes=10000' \\
      --games 20000 --sprt 0,10 --concurrency 2 --out sprt.tsv
  tusker match --config match.toml --out games.tsv --resume
  tusker match tusker random --variant endless --games 20 --nodes 2000
  tusker match --check 'python3 mybot.py'
  tusker match --show games.tsv --report games.html --pgn games.pgn

--engine takes words KEY=VALUE: name, cmd, dir, socket (yes/no), startup (seconds), exact-times (yes/no), seed-option;
every other key is an option of the engine (nodes=5000, depth=8, hash=64, threads=2)."
)]
pub struct MatchArgs {
    /// Built-in name (tusker, random) or command line of an engine
    #[arg(value_name = "ENGINE")]
    engines: Vec<String>,
    /// An engine with its settings; may be given several times
    #[arg(long = "engine", value_name = "WORDS")]
    engine_words: Vec<String>,
    /// Reads settings from a TOML file; what the command line says counts more
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Games for each two engines that meet [default: 20]
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Who meets whom [default: round-robin]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// The variant: standard, endless (or eee), free (or freestyle), handicap; told to the engines by the option `variant`
    /// [default: standard]
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// Where games start: own (the engines set up; endless: drawn), named, random, endgame, or a file of boards, move
    /// lists or an archive [default: named; in variants own]
    #[arg(long, value_name = "KIND|FILE")]
    starts: Option<String>,
    /// Cuts the games of a file of starts to this many turns after the setups
    #[arg(long, value_name = "N")]
    start_turns: Option<usize>,
    /// Decides starts, schedule and the seeds of the engines [default: 1]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Games at the same time [default: 1]
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,
    /// A time control such as 15s/30s/100/60s/10m, told to the engines and kept by the referee
    #[arg(long, value_name = "TC", group = "pace")]
    time: Option<String>,
    /// Seconds for each turn, as a clock that is told to the engines [default: 1, unless there are other limits]
    #[arg(long, value_name = "S", group = "pace")]
    movetime: Option<f64>,
    /// Seconds after which the referee sends `stop`; the engines are told nothing of time
    #[arg(long, value_name = "S", group = "pace")]
    stop_after: Option<f64>,
    /// The option `nodes` for every engine that has none of its own, and no clock
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,
    /// The option `depth` for every engine that has none of its own, and no clock
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
    /// Milliseconds by which an answer may be late [default: 100]
    #[arg(long, value_name = "MS")]
    grace: Option<u64>,
    /// Seconds after which an engine that owes an answer has lost [default: 10; for a turn without a clock 600]
    #[arg(long, value_name = "S")]
    patience: Option<f64>,
    /// Turns of each side after which material decides; 0: no limit [default: 500]
    #[arg(long, value_name = "N")]
    max_turns: Option<u32>,
    /// Ends games in which both engines tell SCORE centi-rabbits or more for one side, TURNS times each in a row
    #[arg(long, value_name = "SCORE,TURNS")]
    adjudicate: Option<String>,
    /// Ends the match when the first of two engines is shown to be ELO1, or not more than ELO0, better
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<String>,
    /// Probability of a wrong H1 [default: 0.05]
    #[arg(long, value_name = "P")]
    alpha: Option<f64>,
    /// Probability of a wrong H0 [default: 0.05]
    #[arg(long, value_name = "P")]
    beta: Option<f64>,
    /// Takes the bounds of --sprt as normalized Elo
    #[arg(long)]
    normalized: bool,
    /// Keeps every game in this file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Goes on with the match whose games --out holds
    #[arg(long)]
    resume: bool,
    /// Writes a page with curves, tables and all games
    #[arg(long, value_name = "FILE.html")]
    report: Option<PathBuf>,
    /// Writes the games as PGN, for programs that compute ratings
    #[arg(long, value_name = "FILE.pgn")]
    pgn: Option<PathBuf>,
    /// Writes the games as readable move lists
    #[arg(long, value_name = "FILE.txt")]
    lists: Option<PathBuf>,
    /// Engines go on from game to game, instead of being started anew
    #[arg(long)]
    keep_engines: bool,
    /// Binds the engines of the n-th simultaneous game to the n-th list of processors (needs taskset): 0 1, or 0,1 2,3
    #[arg(long, value_name = "LIST", num_args = 1..)]
    affinity: Vec<String>,
    /// Plays nothing: says which points of the protocol an engine meets
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["engines", "engine_words", "config", "show"])]
    check: Option<String>,
    /// Plays nothing: prints the results of a file that --out wrote, and writes --report, --pgn and --lists from it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["engines", "engine_words", "config", "out"])]
    show: Option<PathBuf>,
}

/// Runs the command. `built_ins` are the engines that the program brings along.
///
/// # Errors
/// Settings, files or threads are at fault; never what an engine does.
pub fn run(args: &MatchArgs, built_ins: &BuiltIns) -> anyhow::Result<ExitCode> {
    if let Some(command) = &args.check {
        let spec = settings::engine_of(command, built_ins)?;
        let checks = check_engine(&spec);
        print(&checks.to_string())?;
        return Ok(if checks.all_met() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    if let Some(path) = &args.show {
        let outputs =
            Outputs { report: args.report.clone(), pgn: args.pgn.clone(), lists: args.lists.clone() };
        let sprt = settings::sprt(args, None)?;
        return outputs.write(path, sprt).map(|()| ExitCode::SUCCESS);
    }
    play(&Settings::new(args, built_ins)?)?;
    Ok(ExitCode::SUCCESS)
}

fn play(settings: &Settings) -> anyhow::Result<()> {
    let Settings { a_match, out, resume, .. } = settings;
    // Without --out the games live as long as this process.
    let folder = tempfile::tempdir().context("no folder for temporary files")?;
    let path = out.clone().unwrap_or_else(|| folder.path().join("games.tsv"));
    let (mut records, done) = match resume {
        true => RecordFile::resume(&path, &a_match.fingerprint())?,
        false => (RecordFile::create(&path)?, BTreeMap::new()),
    };
    settings.warn_of_load();
    let mut watcher = Watcher::new(a_match);
    let summary = a_match.run(&mut records, &done, &mut |event| watcher.see(event))?;
    watcher.finish();
    drop(records);
    settings.outputs.write(&path, a_match.sprt)?;
    if summary.sprt.is_some_and(|(.., verdict)| verdict == Verdict::Open) {
        log::warn!("the games ran out before the SPRT was decided; --resume with more --games goes on");
    }
    Ok(())
}

/// What is made of the records when the match is over.
#[derive(Clone, Debug, Default)]
struct Outputs {
    report: Option<PathBuf>,
    pgn: Option<PathBuf>,
    lists: Option<PathBuf>,
}

impl Outputs {
    /// Prints the results of the records at `path`, and writes the files.
    fn write(&self, path: &Path, sprt: Option<Sprt>) -> anyhow::Result<()> {
        let mut records = RecordFile::read(path)?;
        if records.is_empty() {
            bail!("{} holds no finished game", path.display());
        }
        // In the order of the schedule, whatever the order in which games ended.
        records.sort_by_key(|record| record.facts.game);
        let standing = Standing::from_records(&records);
        let mut text = summary_text(&standing, &records);
        if let Some(sprt) = &sprt {
            text = format!("{text}\n{}\n", test_text(sprt, &standing.pairs(0, 1)));
        }
        print(&text)?;
        let write = |path: &Path, text: String| {
            std::fs::write(path, text).with_context(|| path.display().to_string())
        };
        if let Some(path) = &self.report {
            write(path, match_page(&records, sprt))?;
        }
        if let Some(path) = &self.pgn {
            write(path, write_pgn(&records))?;
        }
        if let Some(path) = &self.lists {
            write(path, write_move_lists(&records)?)?;
        }
        Ok(())
    }
}

fn print(text: &str) -> std::io::Result<()> {
    std::io::stdout().lock().write_all(text.as_bytes())
}
