//! `tusker match`, and the random bot that it brings along.

use anyhow::{Context, bail};
use clap::Args as ClapArgs;
use std::process::ExitCode;
use tusker_aei::{Channel, SessionEnd};
use tusker_arena::BuiltIns;
use tusker_arena::cli::MatchArgs;

/// Runs the command; the built-in engines are this very program.
pub(crate) fn run(args: &MatchArgs) -> anyhow::Result<ExitCode> {
    let program = std::env::current_exe().context("where is this program?")?;
    let Some(program) = program.to_str() else { bail!("{} is no UTF-8 path", program.display()) };
    let argv = |arguments: &[&str]| {
        std::iter::once(program).chain(arguments.iter().copied()).map(str::to_owned).collect()
    };
    let built_ins = BuiltIns::new().with("tusker", argv(&["aei"])).with("random", argv(&["random"]));
    tusker_arena::cli::run(args, &built_ins)
}

/// A bot that plays any legal turn, each as likely as any other: an AEI session, the zero of the rating scale.
#[derive(ClapArgs, Debug)]
pub(crate) struct RandomArgs {
    /// Plays the same turns in every run with the same seed; also the option `seed` of the session
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Connects to the controller that listens on this host
    #[arg(long, value_name = "HOST")]
    server: Option<String>,
    /// .. and this port
    #[arg(long, value_name = "N")]
    port: Option<u16>,
}

/// Runs the random bot.
pub(crate) fn run_random(args: &RandomArgs) -> anyhow::Result<ExitCode> {
    let channel = Channel::from_args(args.server.clone(), args.port);
    match channel.serve(random::RandomBot::new(args.seed))? {
        SessionEnd::Quit | SessionEnd::InputClosed | SessionEnd::OutputClosed(_) => Ok(ExitCode::SUCCESS),
        SessionEnd::Fault(fault) => bail!("the session ended: {fault}"),
        SessionEnd::NoThread(error) => bail!("a thread could not be started: {error}"),
    }
}
