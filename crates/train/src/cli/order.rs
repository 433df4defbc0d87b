//! `tusker learn-order`.

use crate::{OrderLearning, decisions, foresight, learn_order, read_games};
use anyhow::{Context, ensure};
use clap::Args as ClapArgs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Learns from games of `tusker selfplay` which edges are likely to be best: the search tries those first.
///
/// Nineteen in twenty games are learned from, the rest is held out. The table shows after each pass, for the games held
/// out, the mean logarithmic loss of what was played, how often it was thought the likeliest edge or one of the three
/// likeliest, and how many edges were thought likelier on average. The file is compiled into the engine as
/// crates/search/src/order/prior.bin.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker learn-order games.tsp --output prior.bin
  tusker learn-order games.tsp more-games.tsp --epochs 8 --output prior.bin"
)]
pub struct LearnOrderArgs {
    /// Files of `tusker selfplay`
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where to write the weights
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Passes over the decisions
    #[arg(long, value_name = "N", default_value_t = 4)]
    epochs: u32,
    /// Largest change of a weight at first
    #[arg(long, value_name = "X", default_value_t = 0.15)]
    rate: f32,
    /// Decides the order of the decisions
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl LearnOrderArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// A file cannot be read or written, or holds no turns.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let [mut learned, mut held_out] = [Vec::new(), Vec::new()];
        for path in &self.games {
            let [more, other] = decisions(&read_games(path)?);
            learned.extend(more);
            held_out.extend(other);
        }
        ensure!(
            !learned.is_empty(),
            "there are no turns to learn from; files of version 1 hold none: play the games again"
        );
        let mut out = std::io::stdout();
        writeln!(out, "{} decisions, {} held out", learned.len(), held_out.len())?;
        writeln!(out, "{:>4} {:>8} {:>8} {:>8} {:>8}", "pass", "loss", "first", "third", "rank")?;
        let mut row = |pass: u32, weights: &[f32]| {
            let found = foresight(weights, &held_out);
            writeln!(
                out,
                "{pass:>4} {:>8.4} {:>8.3} {:>8.3} {:>8.2}",
                found.loss, found.first, found.third, found.rank
            )
        };
        let learning = OrderLearning { epochs: self.epochs, rate: self.rate, seed: self.seed };
        // Nothing is lost if the reader of the table has gone.
        let weights = learn_order(&learned, &learning, |pass, weights| drop(row(pass, weights)));
        std::fs::write(&self.output, weights.to_bytes())
            .with_context(|| format!("{}", self.output.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}
