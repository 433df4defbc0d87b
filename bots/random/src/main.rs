//! A bot that plays uniformly at random: the zero of the rating scale.

use anyhow::{Result, bail};
use clap::Parser;
use random::RandomBot;
use tusker_aei::{Channel, SessionEnd};

/// An AEI bot that plays any distinct legal turn, each as likely as any other.
#[derive(Parser)]
#[command(
    version,
    after_help = "Example: printf 'aei\\nnewgame\\ngo\\n' | { cat; sleep 1; } | random --seed 7"
)]
struct Arguments {
    /// Plays the same turns in every run with the same seed; also the option `seed` of the session.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Connects to a controller that listens on this host, instead of using standard input and output.
    #[arg(long, value_name = "HOST")]
    server: Option<String>,
    /// The controller's port, 40015 if only the host is given.
    #[arg(long, value_name = "N")]
    port: Option<u16>,
}

fn main() -> Result<()> {
    let Arguments { seed, server, port } = Arguments::parse();
    match Channel::from_args(server, port).serve(RandomBot::new(seed))? {
        SessionEnd::Fault(reason) => bail!("the session ended: {reason}"),
        SessionEnd::NoThread(error) => bail!("cannot start a thread: {error}"),
        SessionEnd::Quit | SessionEnd::InputClosed | SessionEnd::OutputClosed(_) => Ok(()),
    }
}
