//! Tusker, an Arimaa engine: an AEI bot, and tools around the rules and the search.

mod cli;
mod commands;
mod engine;
mod evaluation;
mod input;
mod score;
mod story;
mod wallclock;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    cli::start_log();
    cli::finish(cli.run())
}
