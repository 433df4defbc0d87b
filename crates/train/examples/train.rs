//! The commands of this crate without the rest of `tusker`, which builds faster:
//!
//! `cargo run --release -p tusker-train --example train -- tune games.tsp --output params.rs`

use clap::Parser;
use std::process::ExitCode;
use tusker_train::cli::{LearnArgs, LearnOrderArgs, SelfPlayArgs, TuneArgs};

#[derive(Parser, Debug)]
enum Command {
    Selfplay(SelfPlayArgs),
    Tune(TuneArgs),
    Learn(LearnArgs),
    LearnOrder(LearnOrderArgs),
}

fn main() -> anyhow::Result<ExitCode> {
    match Command::parse() {
        Command::Selfplay(args) => args.run(),
        Command::Tune(args) => args.run(),
        Command::Learn(args) => args.run(),
        Command::LearnOrder(args) => args.run(),
    }
}
