//! Sets of squares.

use crate::{Direction, Square};
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares; bit `i` is the square with index `i` (a1 = 0, h8 = 63).
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const ALL: Self = Self(!0);
    /// a1 to a8.
    pub const FILE_A: Self = Self(0x0101_0101_0101_0101);
    /// h1 to h8.
    pub const FILE_H: Self = Self(0x8080_8080_8080_8080);
    /// a1 to h1.
    pub const RANK_1: Self = Self(0xFF);
    /// a8 to h8.
    pub const RANK_8: Self = Self(0xFF << 56);
    /// c3, f3, c6 and f6.
    pub const TRAPS: Self = Self(1 << 18 | 1 << 21 | 1 << 42 | 1 << 45);

    /// Whether `square` is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Whether the set has no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the sets share a square.
    #[inline]
    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Number of squares, 0 to 64.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::masked(self.0.trailing_zeros() as u8)) }
    }

    /// Every square of the set moved one step; squares that leave the board vanish.
    #[inline]
    pub const fn shift(self, direction: Direction) -> Self {
        Self(match direction {
            Direction::North => self.0 << 8,
            Direction::South => self.0 >> 8,
            Direction::East => (self.0 & !Self::FILE_H.0) << 1,
            Direction::West => (self.0 & !Self::FILE_A.0) >> 1,
        })
    }

    /// The squares orthogonally adjacent to any square of the set.
    ///
    /// ```
    /// # use tusker_core::{Bitboard, Square};
    /// let a1: Square = "a1".parse().unwrap();
    /// let names: Vec<String> = a1.bit().neighbors().iter().map(|s| s.to_string()).collect();
    /// assert_eq!(names, ["b1", "a2"]);
    /// ```
    #[inline]
    pub const fn neighbors(self) -> Self {
        Self(self.0 << 8 | self.0 >> 8 | (self.0 & !Self::FILE_H.0) << 1 | (self.0 & !Self::FILE_A.0) >> 1)
    }

    /// The squares, lowest index first.
    #[inline]
    pub const fn iter(self) -> Squares {
        Squares(self.0)
    }

    /// The set seen from the other side (rank r becomes 9 - r).
    #[inline]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// The set mirrored left to right (file a becomes h).
    #[inline]
    pub const fn flip_files(self) -> Self {
        Self(self.0.reverse_bits().swap_bytes())
    }
}

/// Iterator over the squares of a [`Bitboard`].
#[derive(Clone, Debug)]
pub struct Squares(u64);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = Bitboard(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let n = self.0.count_ones() as usize;
        (n, Some(n))
    }
}

impl ExactSizeIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.iter()
    }
}

impl From<Square> for Bitboard {
    #[inline]
    fn from(square: Square) -> Self {
        square.bit()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | square.bit())
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitXor for Bitboard {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for file in 0..8 {
                let set = Square::new(file, rank).is_some_and(|s| self.contains(s));
                f.write_str(if set { "1" } else { "." })?;
            }
            if rank > 0 {
                f.write_str("/")?;
            }
        }
        Ok(())
    }
}
