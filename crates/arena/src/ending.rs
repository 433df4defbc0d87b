//! How a game of a match ended: what the board says, and what engines do wrong.

use serde::{Deserialize, Serialize};
use std::fmt;
use tusker_core::EndReason;
use tusker_notation::Termination;

/// The named result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A rabbit reached its goal.
    Goal,
    /// A side lost its last rabbit.
    Elimination,
    /// A side had no legal step.
    Immobilization,
    /// Every turn of a side would have been a third repetition.
    Repetition,
    /// The limit of turns was reached; material decided.
    TurnLimit,
    /// The time for the whole game was used up; material decided.
    TotalTime,
    /// The loser resigned.
    Resignation,
    /// The loser's answer came too late.
    Time,
    /// The loser sent an illegal turn; a third repetition is one.
    IllegalTurn,
    /// The loser sent an illegal setup.
    IllegalSetup,
    /// The loser sent a `bestmove` that cannot be read.
    MalformedMove,
    /// The loser sent an empty `bestmove`, or none although it still answered `isready`.
    MissingMove,
    /// The loser did not answer at all any more.
    Hang,
    /// The loser's process ended, or closed its connection.
    Crash,
    /// The loser could not be started, or was not ready in time.
    NoStart,
    /// Both engines agreed on the winner for long enough.
    Adjudication,
}

impl Ending {
    /// All endings.
    pub const ALL: [Self; 16] = [
        Self::Goal,
        Self::Elimination,
        Self::Immobilization,
        Self::Repetition,
        Self::TurnLimit,
        Self::TotalTime,
        Self::Resignation,
        Self::Time,
        Self::IllegalTurn,
        Self::IllegalSetup,
        Self::MalformedMove,
        Self::MissingMove,
        Self::Hang,
        Self::Crash,
        Self::NoStart,
        Self::Adjudication,
    ];

    /// The name in records and tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Elimination => "elimination",
            Self::Immobilization => "immobilization",
            Self::Repetition => "repetition",
            Self::TurnLimit => "turn-limit",
            Self::TotalTime => "total-time",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::IllegalTurn => "illegal-turn",
            Self::IllegalSetup => "illegal-setup",
            Self::MalformedMove => "malformed-move",
            Self::MissingMove => "missing-move",
            Self::Hang => "hang",
            Self::Crash => "crash",
            Self::NoStart => "no-start",
            Self::Adjudication => "adjudication",
        }
    }

    /// Whether the loser's program is at fault, rather than its play: its last lines are kept.
    pub const fn is_fault(self) -> bool {
        matches!(
            self,
            Self::Time
                | Self::IllegalTurn
                | Self::IllegalSetup
                | Self::MalformedMove
                | Self::MissingMove
                | Self::Hang
                | Self::Crash
                | Self::NoStart
        )
    }

    /// The archive's code: what went wrong with a program is a forfeit, an adjudicated game was broken off.
    pub const fn termination(self) -> Termination {
        match self {
            Self::Goal => Termination::Goal,
            Self::Elimination => Termination::Elimination,
            Self::Immobilization => Termination::Immobilization,
            Self::Repetition => Termination::Repetition,
            Self::TurnLimit | Self::TotalTime => Termination::Score,
            Self::Resignation => Termination::Resignation,
            Self::Time => Termination::Time,
            Self::IllegalTurn | Self::IllegalSetup => Termination::Illegal,
            Self::MalformedMove | Self::MissingMove | Self::Hang | Self::Crash | Self::NoStart => {
                Termination::Forfeit
            }
            Self::Adjudication => Termination::Abandoned,
        }
    }
}

impl From<EndReason> for Ending {
    /// What the rules say of a game; the referee itself never asks for the others.
    fn from(reason: EndReason) -> Self {
        match reason {
            EndReason::Goal => Self::Goal,
            EndReason::Elimination => Self::Elimination,
            EndReason::Immobilization => Self::Immobilization,
            EndReason::Repetition => Self::Repetition,
            EndReason::Limit => Self::TurnLimit,
            EndReason::Time => Self::Time,
            EndReason::Resignation => Self::Resignation,
            EndReason::IllegalTurn => Self::IllegalTurn,
            EndReason::Forfeit => Self::Crash,
            EndReason::Abandoned => Self::Adjudication,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
