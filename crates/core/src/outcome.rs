//! How games end: the official order of results at the end of a turn.

use crate::{Board, Color, Kind, Position, movegen};
use std::fmt;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// A rabbit stood on its goal rank at the end of a turn.
    Goal,
    /// A side had no rabbits left at the end of a turn.
    Elimination,
    /// The side to move had no legal step.
    Immobilization,
    /// Every turn of the side to move would have been a third repetition.
    Repetition,
    /// A limit on turns or on total time was reached, and the number of pieces decided.
    Limit,
    /// The loser ran out of time.
    Time,
    /// The loser resigned.
    Resignation,
    /// The loser sent an illegal turn.
    IllegalTurn,
    /// The loser did not play on, or broke the rules of the event.
    Forfeit,
    /// The game was broken off and awarded.
    Abandoned,
}

impl EndReason {
    /// All reasons.
    pub const ALL: [Self; 10] = [
        Self::Goal,
        Self::Elimination,
        Self::Immobilization,
        Self::Repetition,
        Self::Limit,
        Self::Time,
        Self::Resignation,
        Self::IllegalTurn,
        Self::Forfeit,
        Self::Abandoned,
    ];

    /// The letter of the game archive: g e m p s t r i f a.
    ///
    /// `p` is what the archive wrote for repetitions before a third one became illegal; here it stands for the last
    /// item of the order, a side whose turns are all third repetitions. The archive's `n` (an old draw) has no winner
    /// and is no reason here.
    ///
    /// ```
    /// # use tusker_core::EndReason;
    /// assert_eq!(EndReason::Immobilization.code(), 'm');
    /// assert!(EndReason::ALL.into_iter().all(|r| EndReason::from_code(r.code()) == Some(r)));
    /// ```
    pub const fn code(self) -> char {
        match self {
            Self::Goal => 'g',
            Self::Elimination => 'e',
            Self::Immobilization => 'm',
            Self::Repetition => 'p',
            Self::Limit => 's',
            Self::Time => 't',
            Self::Resignation => 'r',
            Self::IllegalTurn => 'i',
            Self::Forfeit => 'f',
            Self::Abandoned => 'a',
        }
    }

    /// The reason for a letter of the archive; `None` for draws and unknown letters.
    pub fn from_code(code: char) -> Option<Self> {
        Self::ALL.into_iter().find(|r| r.code() == code)
    }

    /// One word: goal, elimination, immobilization, repetition, limit, time, resignation, illegal turn, forfeit,
    /// abandoned.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Goal => "goal",
            Self::Elimination => "elimination",
            Self::Immobilization => "immobilization",
            Self::Repetition => "repetition",
            Self::Limit => "limit",
            Self::Time => "time",
            Self::Resignation => "resignation",
            Self::IllegalTurn => "illegal turn",
            Self::Forfeit => "forfeit",
            Self::Abandoned => "abandoned",
        }
    }

    /// The short name that `tusker explain` prints: goal, elim, immo, rep; other reasons as [`EndReason::name`].
    pub const fn short_name(self) -> &'static str {
        match self {
            Self::Elimination => "elim",
            Self::Immobilization => "immo",
            Self::Repetition => "rep",
            other => other.name(),
        }
    }
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Who won, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winner.
    pub winner: Color,
    /// The reason.
    pub reason: EndReason,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} wins by {}", self.winner, self.reason)
    }
}

/// Items 1 to 5 of the official order, judged on the board on which `mover` has just ended a turn.
///
/// With A the mover and B the other side: 1. A has a rabbit on its goal: A wins. 2. B has one on its goal: B wins.
/// 3. B has no rabbits: A wins. 4. A has none: B wins. 5. B has no legal step: A wins. The sixth item, all turns of B
/// being third repetitions, needs the history: see [`Game`](crate::Game).
///
/// ```
/// # use tusker_core::{Board, Color, EndReason, outcome_after_turn};
/// // Both last rabbits fell in one turn of Gold: item 3 comes before item 4.
/// let board: Board = "                                            D                  e".parse().unwrap();
/// let outcome = outcome_after_turn(&board, Color::Gold).unwrap();
/// assert_eq!((outcome.winner, outcome.reason), (Color::Gold, EndReason::Elimination));
/// ```
pub fn outcome_after_turn(board: &Board, mover: Color) -> Option<Outcome> {
    judge(board, mover, Position::STEPS)
}

fn judge(board: &Board, mover: Color, steps: u8) -> Option<Outcome> {
    outcome_of_rabbits(board, mover).or_else(|| {
        (!movegen::has_edge(board, !mover, steps))
            .then_some(Outcome { winner: mover, reason: EndReason::Immobilization })
    })
}

/// Items 1 to 4 alone: goal and elimination. A search learns of immobilization when it finds no edge.
#[inline]
pub fn outcome_of_rabbits(board: &Board, mover: Color) -> Option<Outcome> {
    let other = !mover;
    let on_goal = |side: Color| board.pieces(side, Kind::Rabbit).intersects(side.goal_rank());
    let no_rabbits = |side: Color| board.pieces(side, Kind::Rabbit).is_empty();
    let (winner, reason) = if on_goal(mover) {
        (mover, EndReason::Goal)
    } else if on_goal(other) {
        (other, EndReason::Goal)
    } else if no_rabbits(other) {
        (mover, EndReason::Elimination)
    } else if no_rabbits(mover) {
        (other, EndReason::Elimination)
    } else {
        return None;
    };
    Some(Outcome { winner, reason })
}

impl Position {
    /// How the game stands if this is a position from which to play on: items 1 to 5 of the order, the side that is
    /// not to move taken as the one that has just ended a turn. `None` inside a turn, where nothing is judged.
    ///
    /// ```
    /// # use tusker_core::{Board, Color, Position};
    /// // An old study: Silver has no rabbit, so under today's rules Gold has won.
    /// let board: Board = "  e                          E                             R    ".parse().unwrap();
    /// let position = Position::new(board, Color::Gold).unwrap();
    /// assert_eq!(position.outcome().unwrap().to_string(), "Gold wins by elimination");
    /// ```
    pub fn outcome(&self) -> Option<Outcome> {
        if self.can_pass() { None } else { judge(self.board(), !self.side(), self.steps_left()) }
    }
}
