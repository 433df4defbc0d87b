//! `tusker learn`.

use crate::{Learning, Net, examples, learn, read_games, read_network};
use anyhow::{Context, ensure};
use clap::Args as ClapArgs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Learns the network that corrects the evaluation from games of `tusker selfplay`.
///
/// Nineteen in twenty games are learned from, the rest is held out. The target of a position is the score that the search
/// found there and, through --trace, what came of it. The table shows after each pass how far win probabilities are from
/// their targets, as relative entropy at a scale of 400 centi-rabbits.
///
/// The file is the one that the engine compiles in (crates/search/src/eval/network.bin). Network and games depend on each
/// other: after some thousand games with the new network (selfplay --network), learn again from all of them.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker learn games.tsp --output network.bin
  tusker learn games.tsp --trace 0.9 --share 0.5 --output network.bin
  tusker learn games.tsp --from network.bin --rate 0.0005 --share 1 --output next.bin"
)]
pub struct LearnArgs {
    /// Files of `tusker selfplay`
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// Where to write the network
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
    /// Begins with this network, as it is used, instead of small weights at random
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// Passes over the positions
    #[arg(long, value_name = "N", default_value_t = 8)]
    epochs: u32,
    /// Largest change of a weight at once
    #[arg(long, value_name = "X", default_value_t = 0.002)]
    rate: f32,
    /// How strongly weights are drawn to zero that few positions need
    #[arg(long, value_name = "X", default_value_t = 1e-4)]
    decay: f32,
    /// How much the rest of the game counts, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.85)]
    trace: f64,
    /// The share of what was learned that the network adds to scores, 0 to 1
    #[arg(long, value_name = "X", default_value_t = 0.4)]
    share: f32,
    /// Decides the first weights and the order
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl LearnArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// A file cannot be read or written, or a number is out of its range.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        ensure!((0.0..=1.0).contains(&self.trace), "--trace must be between 0 and 1");
        ensure!((0.0..=1.0).contains(&self.share), "--share must be between 0 and 1");
        let [mut learned, mut held_out] = [Vec::new(), Vec::new()];
        for path in &self.games {
            let [more, other] = examples(&read_games(path)?, self.trace);
            learned.extend(more);
            held_out.extend(other);
        }
        ensure!(!learned.is_empty(), "there are no positions to learn from");
        let Self { epochs, rate, decay, seed, .. } = *self;
        let first = match &self.from {
            Some(path) => Net::of(read_network(path)?),
            None => Net::random(seed),
        };
        let learning = Learning { epochs, rate, decay, seed };
        let mut out = std::io::stdout();
        writeln!(out, "{} positions, {} held out", learned.len(), held_out.len())?;
        writeln!(out, "{:>4} {:>9} {:>9}", "pass", "loss", "held out")?;
        let mut row = |pass: u32, loss: f64, net: &Net| {
            writeln!(out, "{pass:>4} {loss:>9.5} {:>9.5}", net.loss(&held_out))
        };
        // Nothing is lost if the reader of the table has gone.
        let net = learn(first, &learned, &learning, |pass, loss, net| drop(row(pass, loss, net)));
        std::fs::write(&self.output, net.rounded(self.share).to_bytes())
            .with_context(|| format!("{}", self.output.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}
