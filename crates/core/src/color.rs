//! The two sides.

use crate::{Bitboard, Direction};
use std::fmt;
use std::ops::Not;

/// One of the two sides; Gold moves first and its pieces are written in upper case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// The first player, at the bottom of the board (ranks 1 and 2).
    Gold = 0,
    /// The second player, at the top of the board (ranks 7 and 8).
    Silver = 1,
}

impl Color {
    /// Both sides, Gold first.
    pub const ALL: [Self; 2] = [Self::Gold, Self::Silver];

    /// 0 for Gold, 1 for Silver.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction in which this side's rabbits advance.
    #[inline]
    pub const fn forward(self) -> Direction {
        match self {
            Self::Gold => Direction::North,
            Self::Silver => Direction::South,
        }
    }

    /// The rank that this side's rabbits want to reach.
    #[inline]
    pub const fn goal_rank(self) -> Bitboard {
        match self {
            Self::Gold => Bitboard::RANK_8,
            Self::Silver => Bitboard::RANK_1,
        }
    }

    /// The two ranks on which this side sets up.
    #[inline]
    pub const fn home_ranks(self) -> Bitboard {
        match self {
            Self::Gold => Bitboard(0xFFFF),
            Self::Silver => Bitboard(0xFFFF << 48),
        }
    }

    /// `g` or `s`, as AEI writes the sides.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Self::Gold => 'g',
            Self::Silver => 's',
        }
    }

    /// Reads `g`/`w` as Gold and `s`/`b` as Silver (the older protocol and the archives use w and b).
    ///
    /// ```
    /// # use tusker_core::Color;
    /// assert_eq!(Color::from_letter('b'), Some(Color::Silver));
    /// assert_eq!(Color::from_letter('G'), None);
    /// ```
    pub const fn from_letter(letter: char) -> Option<Self> {
        match letter {
            'g' | 'w' => Some(Self::Gold),
            's' | 'b' => Some(Self::Silver),
            _ => None,
        }
    }
}

impl Not for Color {
    type Output = Self;

    /// The opponent.
    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Gold => Self::Silver,
            Self::Silver => Self::Gold,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Gold => "Gold",
            Self::Silver => "Silver",
        })
    }
}
