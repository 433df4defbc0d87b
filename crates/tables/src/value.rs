//! Values of positions, and the byte that holds one.

/// Who wins a position, and in how many turns of both sides.
///
/// The winner takes the fewest turns, the loser the most. A win in `2 n - 1` or `2 n - 2` turns of both is a win within
/// `n` turns of the winner, if it is to move.
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

/// The byte of a position: turns to a win, minus turns to a loss, or one of the codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Code(pub(crate) i8);

impl Code {
    /// Not decided: a draw in the end.
    pub(crate) const OPEN: Self = Self(0);
    /// The game is over and the side to move has won.
    pub(crate) const OVER_WON: Self = Self(127);
    /// The game is over and the side to move has lost.
    pub(crate) const OVER_LOST: Self = Self(-127);
    /// No position: pieces on one square, an unsupported piece on a trap, or another index has it.
    pub(crate) const UNUSED: Self = Self(-128);
    /// The most turns that fit.
    pub(crate) const MOST_TURNS: u8 = 126;

    pub(crate) fn win(turns: u8) -> Self {
        Self(turns as i8)
    }

    pub(crate) fn loss(turns: u8) -> Self {
        Self(-(turns as i8))
    }

    /// Whether the side to move has won, or wins within so many turns.
    pub(crate) fn is_won_within(self, turns: u8) -> bool {
        self == Self::OVER_WON || self.0 > 0 && self.0 as u8 <= turns
    }

    pub(crate) fn value(self) -> Option<Value> {
        match self {
            Self::UNUSED => None,
            Self::OPEN => Some(Value::Draw),
            Self::OVER_WON => Some(Value::Win { turns: 0 }),
            Self::OVER_LOST => Some(Value::Loss { turns: 0 }),
            Self(turns) if turns > 0 => Some(Value::Win { turns: turns as u8 }),
            Self(turns) => Some(Value::Loss { turns: turns.unsigned_abs() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_hold_values() {
        for turns in 1..=Code::MOST_TURNS {
            assert_eq!(Code::win(turns).value(), Some(Value::Win { turns }));
            assert_eq!(Code::loss(turns).value(), Some(Value::Loss { turns }));
            assert!(Code::win(turns).is_won_within(turns) && !Code::win(turns).is_won_within(turns - 1));
        }
        assert_eq!(Code::UNUSED.value(), None);
        assert!(Code::OVER_WON.is_won_within(0) && !Code::OVER_LOST.is_won_within(9));
    }
}
