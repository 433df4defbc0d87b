//! Endgame tables: small armies, solved by retrograde analysis.

use tusker_core::{Board, Color};

/// Who wins a position, and in how many turns of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The side to move wins.
    Win {
        /// Turns of both sides until the game ends; 0 if it is over.
        turns: u8,
    },
    /// The other side wins.
    Loss {
        /// Turns of both sides until the game ends; 0 if it is over.
        turns: u8,
    },
    /// Neither side can force a win.
    Draw,
}

/// A set of endgame tables.
#[derive(Debug, Default)]
pub struct Tables {}

impl Tables {
    /// Loads.
    ///
    /// # Errors
    /// None.
    pub fn load(_directory: &std::path::Path) -> Result<Self, std::io::Error> {
        Ok(Self::default())
    }

    /// The value of a position at the start of a turn of `side`.
    pub fn probe(&self, _board: &Board, _side: Color) -> Option<Value> {
        None
    }
}
