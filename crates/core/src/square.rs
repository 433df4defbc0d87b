//! Squares and directions.

use crate::Bitboard;
use std::fmt;
use std::str::FromStr;

/// One of the 64 squares; a1 (lower left from Gold) has index 0, h1 7, a8 56, h8 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// The square with the given index, if it is below 64.
    #[inline]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 64 { Some(Self(index)) } else { None }
    }

    /// The square with the low six bits of `index`.
    #[inline]
    pub(crate) const fn masked(index: u8) -> Self {
        Self(index & 63)
    }

    /// The square at `file` (0 = a) and `rank` (0 = rank 1); both must be below 8.
    ///
    /// ```
    /// # use tusker_core::Square;
    /// assert_eq!(Square::new(2, 5).unwrap().to_string(), "c6");
    /// assert_eq!(Square::new(8, 0), None);
    /// ```
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Option<Self> {
        if file < 8 && rank < 8 { Some(Self(rank * 8 + file)) } else { None }
    }

    /// 0 to 63.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// 0 (a) to 7 (h).
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// 0 (rank 1) to 7 (rank 8).
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 >> 3
    }

    /// The bitboard with only this square.
    #[inline]
    pub const fn bit(self) -> Bitboard {
        Bitboard(1 << self.0)
    }

    /// Whether this is c3, f3, c6 or f6.
    #[inline]
    pub const fn is_trap(self) -> bool {
        Bitboard::TRAPS.contains(self)
    }

    /// The next square in `direction`, if it is on the board.
    ///
    /// ```
    /// # use tusker_core::{Direction, Square};
    /// let h1: Square = "h1".parse().unwrap();
    /// assert_eq!(h1.neighbor(Direction::North).unwrap().to_string(), "h2");
    /// assert_eq!(h1.neighbor(Direction::East), None);
    /// ```
    #[inline]
    pub const fn neighbor(self, direction: Direction) -> Option<Self> {
        match direction {
            Direction::North if self.rank() < 7 => Some(Self(self.0 + 8)),
            Direction::South if self.rank() > 0 => Some(Self(self.0 - 8)),
            Direction::East if self.file() < 7 => Some(Self(self.0 + 1)),
            Direction::West if self.file() > 0 => Some(Self(self.0 - 1)),
            _ => None,
        }
    }

    /// The next square in `direction`, which must be on the board (masked to six bits if it is not).
    #[inline]
    pub(crate) const fn step(self, direction: Direction) -> Self {
        Self(self.0.wrapping_add_signed(direction.offset()) & 63)
    }

    /// The direction in which `other` is adjacent to this square, if it is.
    ///
    /// ```
    /// # use tusker_core::{Direction, Square};
    /// let [c3, c4, d4]: [Square; 3] = ["c3", "c4", "d4"].map(|text| text.parse().unwrap());
    /// assert_eq!(c3.direction_to(c4), Some(Direction::North));
    /// assert_eq!(c3.direction_to(d4), None);
    /// assert_eq!(c3.distance(d4), 2);
    /// ```
    pub fn direction_to(self, other: Self) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&d| self.neighbor(d) == Some(other))
    }

    /// The same square seen from the other side (rank r becomes 9 - r).
    #[inline]
    pub const fn flip_ranks(self) -> Self {
        Self(self.0 ^ 56)
    }

    /// The same square mirrored left to right (file a becomes h).
    #[inline]
    pub const fn flip_files(self) -> Self {
        Self(self.0 ^ 7)
    }

    /// Number of steps between the squares on an empty board.
    #[inline]
    pub const fn distance(self, other: Self) -> u8 {
        self.file().abs_diff(other.file()) + self.rank().abs_diff(other.rank())
    }

    /// All squares, a1 first, h8 last.
    pub fn all() -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0u8..64).map(Self)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file()), char::from(b'1' + self.rank()))
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is not a square a1 to h8.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a square: expected a file a-h and a rank 1-8")]
pub struct SquareParseError(pub String);

impl FromStr for Square {
    type Err = SquareParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => Ok(Self((rank - b'1') * 8 + (file - b'a'))),
            _ => Err(SquareParseError(text.to_owned())),
        }
    }
}

/// A direction on the board, as Gold sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// Towards rank 8.
    North = 0,
    /// Towards file h.
    East = 1,
    /// Towards rank 1.
    South = 2,
    /// Towards file a.
    West = 3,
}

impl Direction {
    /// All directions, clockwise from north.
    pub const ALL: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];

    /// The direction of the low two bits of `bits`.
    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> Self {
        Self::ALL[(bits & 3) as usize]
    }

    /// 0 to 3, clockwise from north.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The change of a square's index.
    #[inline]
    pub(crate) const fn offset(self) -> i8 {
        [8, 1, -8, -1][self as usize]
    }

    /// North for south, east for west.
    #[inline]
    pub const fn opposite(self) -> Self {
        Self::from_bits(self as u16 ^ 2)
    }

    /// `n`, `e`, `s` or `w`.
    pub const fn letter(self) -> char {
        ['n', 'e', 's', 'w'][self as usize]
    }

    /// The direction for a lower-case letter.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter {
            'n' => Self::North,
            'e' => Self::East,
            's' => Self::South,
            'w' => Self::West,
            _ => return None,
        })
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::North => "north",
            Self::East => "east",
            Self::South => "south",
            Self::West => "west",
        })
    }
}
