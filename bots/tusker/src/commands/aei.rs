//! `tusker aei`, and `tusker` without a command.

use crate::engine::{Settings, Tusker};
use crate::evaluation::Evaluation;
use anyhow::bail;
use clap::Args as ClapArgs;
use std::process::ExitCode;
use tusker_aei::{Channel, SessionEnd};
use tusker_core::Randomness;
use tusker_search::eval::Network;

/// The bot: an AEI session on standard input and output, or on a socket.
///
/// With --server or --port the bot connects to a controller that listens there, as controllers in socket mode start
/// it; HOST and PORT may also follow the command as two words.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker aei --hash 256
      then type: aei, isready, newgame, go, quit
  tusker aei --server 127.0.0.1 --port 40015

In the session, `setoption name N value V` sets hash, threads, seed, randomness, evaluation, moveoverhead, depth,
nodes, movetime, resign, strict, variant (standard, endless, free, handicap), and the options of the protocol."
)]
pub(crate) struct Args {
    #[command(flatten)]
    session: Session,
    /// Where the controller listens, as --server
    #[arg(requires = "last_port", conflicts_with_all = ["server", "port"])]
    host: Option<String>,
    /// As --port
    #[arg(id = "last_port", value_name = "PORT")]
    last_port: Option<u16>,
}

impl Args {
    /// The session that the arguments ask for.
    pub(crate) fn session(&self) -> Session {
        let mut session = self.session.clone();
        if self.host.is_some() {
            session.server.clone_from(&self.host);
            session.port = self.last_port;
        }
        session
    }
}

/// Where the controller is, and how the engine begins.
#[derive(ClapArgs, Clone, Debug)]
pub(crate) struct Session {
    /// Connects to the controller that listens on this host [default with --port: 127.0.0.1]
    #[arg(long, value_name = "HOST")]
    server: Option<String>,
    /// .. and this port [default with --server: 40015]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Size of the transposition table in MiB
    #[arg(long, value_name = "MB", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Threads
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=512))]
    threads: u16,
    /// Makes the choice of setups reproducible
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How much chance has a say in the choice of setups, in percent; 0: always the same one
    #[arg(long, value_name = "P", default_value_t = 50, value_parser = clap::value_parser!(u8).range(0..=100))]
    randomness: u8,
    /// How positions are evaluated
    #[arg(long, value_enum, default_value_t = Evaluation::Full)]
    eval: Evaluation,
}

/// Runs the session.
pub(crate) fn run(session: &Session) -> anyhow::Result<ExitCode> {
    let engine = Tusker::new(Settings {
        hash: session.hash as usize,
        threads: usize::from(session.threads),
        seed: session.seed,
        randomness: Randomness::percent(session.randomness),
        evaluation: session.eval,
        network: Network::built_in(),
    });
    match Channel::from_args(session.server.clone(), session.port).serve(engine)? {
        SessionEnd::Quit | SessionEnd::InputClosed => Ok(ExitCode::SUCCESS),
        SessionEnd::OutputClosed(error) => bail!("the controller does not listen any more: {error}"),
        SessionEnd::Fault(fault) => bail!("the session ended: {fault}"),
        SessionEnd::NoThread(error) => bail!("a thread could not be started: {error}"),
    }
}
