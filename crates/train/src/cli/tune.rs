//! `tusker tune`.

use crate::{Labelled, Table, Tuning, best_scale, log_loss, read_games, scored, split, tune};
use anyhow::{Context, ensure};
use clap::Args as ClapArgs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use tusker_search::eval::{Config, Model, PARAMS, Weights};

/// Fits the weights of the evaluation to games of `tusker selfplay`.
///
/// Nine in ten games are learned from, the tenth is held out. The table shows the logarithmic loss of the win
/// probability 1 / (1 + exp(-score / scale)) at the scale of the table's head and at the scale that fits best: for
/// material alone, for the weights at the beginning, and for those at the end. The games of --archive are never
/// learned from: all positions after a turn count of games that ended by goal, elimination, immobilization or
/// resignation.
///
/// With --output, the weights are written as the source file that the engine compiles in
/// (crates/search/src/eval/params.rs); --start reads such a file.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker tune games.tsp --epochs 20 --output params.rs
  tusker tune --epochs 0 --archive archive.tsv"
)]
pub struct TuneArgs {
    /// Files of `tusker selfplay`
    games: Vec<PathBuf>,
    /// A file of archive games to measure the loss on
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,
    /// Weights to begin with, instead of those compiled in
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Where to write the tuned weights
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Passes over the positions; 0 only measures
    #[arg(long, value_name = "N", default_value_t = 400)]
    epochs: u32,
    /// Largest change of a weight in a pass, in milli-rabbits
    #[arg(long, value_name = "X", default_value_t = 8.0)]
    rate: f64,
    /// Share of the game's result in what is learned, 0 to 1; the rest is the score of the search
    #[arg(long, value_name = "X", default_value_t = 0.5)]
    result_share: f64,
    /// Loss for a weight that is one rabbit away from its beginning
    #[arg(long, value_name = "X", default_value_t = 1e-4)]
    pull: f64,
    /// How many times as much it costs for pieces, their squares, and steps left
    #[arg(long, value_name = "X", default_value_t = 8.0)]
    stiffness: f64,
}

/// The scale at which losses are compared.
const COMMON_SCALE: f64 = 400.0;

impl TuneArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// A file cannot be read or written.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        ensure!((0.0..=1.0).contains(&self.result_share), "--result-share must be between 0 and 1");
        let start = match &self.start {
            Some(path) => read_weights(path)?,
            None => PARAMS.clone(),
        };
        let sets = Sets::read(self)?;
        let mut out = std::io::stdout();
        writeln!(
            out,
            "{:<22} {:>10} {:>12} {:>12} {:>12}",
            "set", "positions", "weights", "loss at 400", "best loss"
        )?;
        sets.report(&mut out, "material", Config { model: Model::HarlogOnly, ..Config::default() })?;
        sets.report(&mut out, "before", with(&start))?;
        if self.epochs == 0 || sets.learned.is_empty() {
            return Ok(ExitCode::SUCCESS);
        }
        let searched: Vec<(f64, f64)> = sets.learned.iter().filter_map(Labelled::searched).collect();
        let tuning = Tuning {
            epochs: self.epochs,
            rate: self.rate,
            result_share: self.result_share,
            search_scale: COMMON_SCALE,
            result_scale: best_scale(&searched),
            pull: self.pull,
            stiffness: self.stiffness,
        };
        let table = Table::new(&sets.learned, &tuning);
        let tuned = tune(&table, &start, &tuning, |epoch, loss| {
            if epoch % 50 == 1 || epoch == self.epochs {
                log::info!("pass {epoch}: loss {loss:.5}");
            }
        });
        sets.report(&mut out, "after", with(&tuned))?;
        writeln!(out, "results learned at scale {:.0}", tuning.result_scale)?;
        let held_out = Table::new(&sets.held_out, &tuning);
        let [before, after] = [&start, &tuned].map(|weights| held_out.loss(weights, &tuning));
        writeln!(
            out,
            "mean of the losses against scores and results, held out: {before:.5}, then {after:.5}"
        )?;
        if let Some(path) = &self.output {
            std::fs::write(path, tuned.to_source()).with_context(|| format!("{}", path.display()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The configuration with these weights, which live as long as the program.
fn with(weights: &Weights) -> Config {
    Config { weights: Box::leak(Box::new(weights.clone())), ..Config::default() }
}

fn read_weights(path: &Path) -> anyhow::Result<Weights> {
    let text = std::fs::read_to_string(path).with_context(|| format!("{}", path.display()))?;
    text.parse().with_context(|| format!("{}", path.display()))
}

/// The positions that losses are reported on.
struct Sets {
    learned: Vec<Labelled>,
    held_out: Vec<Labelled>,
    archive: Vec<Labelled>,
}

impl Sets {
    fn read(args: &TuneArgs) -> anyhow::Result<Self> {
        let mut sets = Self { learned: Vec::new(), held_out: Vec::new(), archive: Vec::new() };
        for path in &args.games {
            let [learned, held_out] = split(&read_games(path)?);
            sets.learned.extend(learned);
            sets.held_out.extend(held_out);
        }
        if let Some(path) = &args.archive {
            sets.archive = super::read_archive(path)?.positions;
        }
        Ok(sets)
    }

    fn report(&self, out: &mut impl Write, weights: &str, config: Config) -> std::io::Result<()> {
        let sets = [
            ("self-play, learned", &self.learned),
            ("self-play, held out", &self.held_out),
            ("archive", &self.archive),
        ];
        for (name, positions) in sets.into_iter().filter(|(_, positions)| !positions.is_empty()) {
            let pairs = scored(positions, config);
            let scale = best_scale(&pairs);
            writeln!(
                out,
                "{name:<22} {:>10} {weights:>12} {:>12.4} {:>12.4} at {scale:.0}",
                pairs.len(),
                log_loss(&pairs, COMMON_SCALE),
                log_loss(&pairs, scale),
            )?;
        }
        Ok(())
    }
}
