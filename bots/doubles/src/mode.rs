//! The ways in which a bot misbehaves.

use clap::ValueEnum;
use std::fmt;

/// One way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Mode {
    /// Not at all: plays at random
    Random,
    /// Plays the turns of --script, then resigns
    Scripted,
    /// Takes --millis for an answer and does not hear `stop` meanwhile
    Slow,
    /// Ends with an error
    Crash,
    /// Ends quietly
    Close,
    /// Sends an illegal turn or setup
    Illegal,
    /// Sends a turn that ends inside a push, where there is one
    HalfPush,
    /// Sends a `bestmove` that nobody can read
    Malformed,
    /// Sends a `bestmove` without a move
    Empty,
    /// Sends no `bestmove`, but answers everything else
    Mute,
    /// Says nothing more at all
    Silent,
    /// Says nothing from the beginning
    Dumb,
    /// Never stops talking instead of answering
    Flood,
    /// Says a lot of odd things between its answers, a `bestmove` that nobody asked for included
    Talkative,
    /// Resigns
    Resign,
    /// Does not go on `quit`, nor when its input ends
    Stubborn,
    /// Starts a process that stays when it goes
    Family,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.to_possible_value();
        f.pad(name.as_ref().map_or("", |name| name.get_name()))
    }
}
