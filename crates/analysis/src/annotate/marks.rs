//! What is said of a turn.

use std::fmt;
use tusker_core::{EndReason, Piece};
use tusker_search::Score;

/// From which drop of the score on a turn is marked, in centi-rabbits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thresholds {
    /// A mistake.
    pub mistake: i32,
    /// A blunder.
    pub blunder: i32,
}

impl Default for Thresholds {
    /// One and a half rabbits, and three.
    fn default() -> Self {
        Self { mistake: 150, blunder: 300 }
    }
}

/// One thing that is remarkable about a turn. `Display` is a clause without a full stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// The score dropped by at least [`Thresholds::blunder`].
    Blunder {
        /// Centi-rabbits.
        drop: i32,
    },
    /// The score dropped by at least [`Thresholds::mistake`].
    Mistake {
        /// Centi-rabbits.
        drop: i32,
    },
    /// The turn could have won the game, and did not.
    MissedWin {
        /// How.
        reason: EndReason,
        /// The fewest steps.
        steps: u8,
    },
    /// A proven win in several turns was let go.
    MissedForcedWin {
        /// Turns of the winner, 2 or more.
        turns: u32,
    },
    /// The best turn captures what the played one does not, and the score dropped.
    MissedCapture {
        /// The enemy pieces that the best turn captures.
        pieces: Vec<Piece>,
    },
    /// The opponent can win with its next turn, which could have been prevented.
    AllowsWin {
        /// How.
        reason: EndReason,
        /// The fewest steps.
        steps: u8,
    },
    /// The last turn of the loser before which the game was not lost yet.
    Decisive,
}

impl Mark {
    /// A word for programs: blunder, mistake, missed-win, missed-forced-win, missed-capture, allows-win, decisive.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Blunder { .. } => "blunder",
            Self::Mistake { .. } => "mistake",
            Self::MissedWin { .. } => "missed-win",
            Self::MissedForcedWin { .. } => "missed-forced-win",
            Self::MissedCapture { .. } => "missed-capture",
            Self::AllowsWin { .. } => "allows-win",
            Self::Decisive => "decisive",
        }
    }

    /// The sign that chess players put behind such a move: `??` or `?`.
    pub const fn sign(&self) -> &'static str {
        match self {
            Self::Blunder { .. } | Self::MissedWin { .. } | Self::AllowsWin { .. } | Self::Decisive => "??",
            Self::Mistake { .. } | Self::MissedForcedWin { .. } | Self::MissedCapture { .. } => "?",
        }
    }
}

fn steps_words(steps: u8) -> String {
    if steps == 1 { "1 step".to_owned() } else { format!("{steps} steps") }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rabbits = |drop: i32| f64::from(drop) / 100.0;
        match self {
            Self::Blunder { drop } if *drop >= LOST_DROP => f.write_str("blunder, it decides the game"),
            Self::Blunder { drop } => write!(f, "blunder, {:.2} rabbits lost", rabbits(*drop)),
            Self::Mistake { drop } => write!(f, "mistake, {:.2} rabbits lost", rabbits(*drop)),
            Self::MissedWin { reason, steps } => {
                write!(f, "missed a win by {reason} in {}", steps_words(*steps))
            }
            Self::MissedForcedWin { turns } => write!(f, "missed a forced win in {turns} turns"),
            Self::MissedCapture { pieces } => {
                let names: Vec<String> = pieces.iter().map(|piece| format!("the {}", piece.kind)).collect();
                write!(f, "missed the capture of {}", names.join(" and "))
            }
            Self::AllowsWin { reason, steps } => {
                write!(f, "lets the opponent win by {reason} in {}", steps_words(*steps))
            }
            Self::Decisive => f.write_str("from here on the game is lost by force"),
        }
    }
}

/// Scores beyond this count alike: who is ahead by so much wins.
const MOST: i32 = 2_000;
/// A proven end.
const PROVEN: i32 = 2_500;
/// The drop from an open game to a lost one, at least.
const LOST_DROP: i32 = 2_500;

/// A score for comparisons: proven ends lie somewhat beyond every other one.
pub(super) fn bounded(score: Score) -> i32 {
    match score.proven() {
        Some(_) => PROVEN * score.0.signum(),
        None => score.0.clamp(-MOST, MOST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proven_ends_lie_beyond_all_others() {
        let ascending = [
            Score::loss_in(0),
            Score(-29_000),
            Score(-100),
            Score(0),
            Score(150),
            Score(29_000),
            Score::win_in(9),
        ];
        let values = ascending.map(bounded);
        assert!(values.is_sorted(), "{values:?}");
        assert_eq!((values[0], values[6], bounded(Score::WIN)), (-PROVEN, PROVEN, PROVEN));
    }
}
