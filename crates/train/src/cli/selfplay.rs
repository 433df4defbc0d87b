//! `tusker selfplay`.

use crate::{Records, SelfPlay, Settings, read_network};
use anyhow::{Context, ensure};
use clap::Args as ClapArgs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use tusker_core::Position;
use tusker_search::eval::Network;

/// Plays games against itself and keeps them for `tusker tune`.
///
/// Every game is reproduced by the seed, its number and the same --starts and --network. A file that holds some games
/// of the run already is continued: only the missing games are played and added.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker selfplay --games 4 --nodes 200 games.tsp
  tusker selfplay --games 6 --nodes 200 --concurrency 2 games.tsp
  tusker selfplay --games 4 --nodes 200 --starts archive.tsv more-games.tsp"
)]
pub struct SelfPlayArgs {
    /// The file, new or begun with the same seed and nodes
    file: PathBuf,
    /// Games that the file shall hold
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: u32,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Decides setups and first turns
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Archives of finished games (a match's --out, for one): a third of the games begin from their open positions
    #[arg(long, value_name = "FILE")]
    starts: Vec<PathBuf>,
    /// Plays with this network of `tusker learn` instead of the built-in one
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Games played at the same time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    concurrency: u8,
}

impl SelfPlayArgs {
    /// Runs the command.
    ///
    /// # Errors
    /// The file cannot be used, or belongs to another run.
    pub fn run(&self) -> anyhow::Result<ExitCode> {
        let starts = self.starts()?;
        let records = Records::open(&self.file, self.seed, self.nodes)?;
        let missing: Vec<u32> =
            (0..self.games).filter(|number| !records.numbers().contains(number)).collect();
        let records = Mutex::new(records);
        let (next, positions) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let network = match &self.network {
            Some(path) => read_network(path)?,
            None => Network::built_in(),
        };
        let settings = Settings { seed: self.seed, nodes: self.nodes, network };
        let play_all = || -> anyhow::Result<()> {
            let mut player = SelfPlay::from_starts(settings, Arc::clone(&starts));
            while let Some(&number) = missing.get(next.fetch_add(1, Relaxed)) {
                let game = player.play(number);
                positions.fetch_add(game.samples.len(), Relaxed);
                let Ok(mut records) = records.lock() else { break };
                records.append(&game)?;
                let held = records.numbers().len();
                if held % 100 == 0 {
                    log::info!("{held} of {} games", self.games);
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.concurrency).map(|_| scope.spawn(play_all)).collect();
            threads
                .into_iter()
                .try_for_each(|thread| thread.join().ok().context("a game ended in a panic")?)
        })?;
        let (games, positions) = (missing.len(), positions.into_inner());
        writeln!(
            std::io::stdout(),
            "{games} games with {positions} positions added to {}",
            self.file.display()
        )?;
        Ok(ExitCode::SUCCESS)
    }

    /// The open positions of the archives.
    fn starts(&self) -> anyhow::Result<Arc<[Position]>> {
        let mut starts = Vec::new();
        for path in &self.starts {
            let before = starts.len();
            starts.extend(super::read_archive(path)?.open());
            ensure!(starts.len() > before, "{} holds no game with an open position", path.display());
        }
        Ok(starts.into())
    }
}
