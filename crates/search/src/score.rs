//! Scores and depths.

use std::fmt;

/// A score from the mover's view, in centi-rabbits (100 x Harlog); proven results lie beyond every evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Score(pub i32);

/// Depth of a search, in steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Depth(pub u8);

impl Score {
    /// A win that is already on the board; a win `n` steps away is `n` less.
    pub const WIN: Self = Self(32_000);
    /// Evaluations stay within plus and minus this.
    pub const MAX_EVALUATION: Self = Self(30_000);
    /// The deepest search, in steps.
    pub const MAX_PLY: usize = 200;

    /// The score of a win after `steps` more steps.
    pub const fn win_in(steps: u32) -> Self {
        Self(Self::WIN.0 - steps as i32)
    }

    /// The score of a loss after `steps` more steps.
    pub const fn loss_in(steps: u32) -> Self {
        Self(steps as i32 - Self::WIN.0)
    }

    /// Steps to the end if the score is a proven win (positive) or loss (negative).
    ///
    /// ```
    /// # use tusker_search::Score;
    /// assert_eq!(Score::loss_in(7).proven(), Some(-7));
    /// assert_eq!(Score(120).proven(), None);
    /// ```
    pub const fn proven(self) -> Option<i32> {
        if self.0 > Self::MAX_EVALUATION.0 {
            Some(Self::WIN.0 - self.0)
        } else if self.0 < -Self::MAX_EVALUATION.0 {
            Some(-Self::WIN.0 - self.0)
        } else {
            None
        }
    }
}

impl fmt::Display for Score {
    /// Centi-rabbits as a plain integer, as AEI's `info score` wants them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}
