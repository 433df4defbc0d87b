//! The command line: what is common to all commands.

use crate::commands::{
    aei, analyze, annotate, bench, convert, eval, explain, goal, r#match, perft, play, setup, solve, tables,
};
use clap::{Parser, Subcommand};
use std::io::Write;
use std::process::ExitCode;

/// Tusker, an Arimaa engine. Without a command it is a bot that speaks AEI on standard input and output.
// No wrapping: it would break the boards of the examples.
#[derive(Parser, Debug)]
#[command(name = "tusker", version, args_conflicts_with_subcommands = true, term_width = 0)]
#[command(after_help = "\
A POSITION is the side to move and the 64 squares from a8 to h8 down to a1 to h1, blank for empty:
  \"g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]\"

Examples:
  tusker                                        the bot: type aei, newgame, go, quit
  tusker --server 127.0.0.1 --port 40015        the bot, on a controller's socket
  tusker perft \"g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]\"
  tusker analyze --time 10 game.txt

Exit codes: 0 done, 1 bad input (named on standard error), 2 bad usage.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    session: aei::Session,
}

/// Each command's help is with its arguments.
#[derive(Subcommand, Debug)]
enum Command {
    Aei(aei::Args),
    Perft(perft::Args),
    Goal(goal::Args),
    Explain(explain::Args),
    Eval(eval::Args),
    Analyze(analyze::Args),
    Annotate(annotate::Args),
    Play(play::Args),
    Setup(setup::Args),
    Bench(bench::Args),
    Convert(convert::Args),
    Match(Box<tusker_arena::cli::MatchArgs>),
    Selfplay(tusker_train::cli::SelfPlayArgs),
    Tune(tusker_train::cli::TuneArgs),
    Learn(tusker_train::cli::LearnArgs),
    LearnOrder(tusker_train::cli::LearnOrderArgs),
    Solve(Box<solve::Args>),
    Tables(tables::Args),
    #[command(hide = true)]
    Random(r#match::RandomArgs),
}

impl Cli {
    /// Runs the command.
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        match &self.command {
            None => aei::run(&self.session),
            Some(Command::Aei(args)) => aei::run(&args.session()),
            Some(Command::Perft(args)) => perft::run(args),
            Some(Command::Goal(args)) => goal::run(args),
            Some(Command::Explain(args)) => explain::run(args),
            Some(Command::Eval(args)) => eval::run(args),
            Some(Command::Analyze(args)) => analyze::run(args),
            Some(Command::Annotate(args)) => annotate::run(args),
            Some(Command::Play(args)) => play::run(args),
            Some(Command::Setup(args)) => setup::run(args),
            Some(Command::Bench(args)) => bench::run(args),
            Some(Command::Convert(args)) => convert::run(args),
            Some(Command::Match(args)) => r#match::run(args),
            Some(Command::Selfplay(args)) => args.run(),
            Some(Command::Tune(args)) => args.run(),
            Some(Command::Learn(args)) => args.run(),
            Some(Command::LearnOrder(args)) => args.run(),
            Some(Command::Solve(args)) => solve::run(args),
            Some(Command::Tables(args)) => tables::run(args),
            Some(Command::Random(args)) => r#match::run_random(args),
        }
    }
}

/// Sends warnings to standard error, more with `RUST_LOG`; standard output belongs to results and to AEI.
pub(crate) fn start_log() {
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn"))
        .target(env_logger::Target::Stderr)
        .format(|out, record| {
            let level = record.level().as_str().to_ascii_lowercase();
            writeln!(out, "tusker: {level}: {}", record.args())
        })
        .init();
}

/// Reports an error and chooses the exit code.
pub(crate) fn finish(result: anyhow::Result<ExitCode>) -> ExitCode {
    let error = match result {
        Ok(code) => return code,
        Err(error) => error,
    };
    // The reader of our output has seen enough, as in `tusker perft --file F | head`.
    let broken_pipe = |e: &std::io::Error| e.kind() == std::io::ErrorKind::BrokenPipe;
    if error.chain().filter_map(|cause| cause.downcast_ref()).any(broken_pipe) {
        return ExitCode::SUCCESS;
    }
    log::error!("{error:#}");
    ExitCode::FAILURE
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }
}
