//! Kinds of animals, and coloured pieces.

use crate::Color;
use std::fmt;

/// A kind of animal, weakest first, so that `<` compares strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Kind {
    /// Wins by reaching the far rank; never steps backward by itself.
    Rabbit = 0,
    /// Stronger than a rabbit.
    Cat = 1,
    /// Stronger than a cat.
    Dog = 2,
    /// Stronger than a dog.
    Horse = 3,
    /// Written `M`; stronger than a horse.
    Camel = 4,
    /// The strongest.
    Elephant = 5,
}

impl Kind {
    /// All kinds, weakest first.
    pub const ALL: [Self; 6] = [Self::Rabbit, Self::Cat, Self::Dog, Self::Horse, Self::Camel, Self::Elephant];

    /// How many of each kind a full army has, weakest first.
    pub const FULL_ARMY: [u8; 6] = [8, 2, 2, 2, 1, 1];

    /// 0 (rabbit) to 5 (elephant).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with the given index, 0 (rabbit) to 5 (elephant).
    ///
    /// ```
    /// # use tusker_core::Kind;
    /// assert_eq!(Kind::from_index(4), Some(Kind::Camel));
    /// assert_eq!(Kind::from_index(6), None);
    /// ```
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        if index < 6 { Some(Self::ALL[index]) } else { None }
    }

    /// The upper-case letter: R C D H M E.
    pub const fn letter(self) -> char {
        match self {
            Self::Rabbit => 'R',
            Self::Cat => 'C',
            Self::Dog => 'D',
            Self::Horse => 'H',
            Self::Camel => 'M',
            Self::Elephant => 'E',
        }
    }

    /// The kind for a letter in either case.
    pub const fn from_letter(letter: char) -> Option<Self> {
        Some(match letter.to_ascii_uppercase() {
            'R' => Self::Rabbit,
            'C' => Self::Cat,
            'D' => Self::Dog,
            'H' => Self::Horse,
            'M' => Self::Camel,
            'E' => Self::Elephant,
            _ => return None,
        })
    }

    /// The English name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rabbit => "rabbit",
            Self::Cat => "cat",
            Self::Dog => "dog",
            Self::Horse => "horse",
            Self::Camel => "camel",
            Self::Elephant => "elephant",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A piece of one side; its letter is upper case for Gold, lower case for Silver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// The side that owns the piece.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// A piece of `color`.
    #[inline]
    pub const fn new(color: Color, kind: Kind) -> Self {
        Self { color, kind }
    }

    /// 0 to 11: the kind, plus 6 for Silver.
    #[inline]
    pub const fn index(self) -> usize {
        self.color as usize * 6 + self.kind as usize
    }

    /// The letter, upper case for Gold.
    ///
    /// ```
    /// # use tusker_core::{Color, Kind, Piece};
    /// assert_eq!(Piece::new(Color::Silver, Kind::Camel).letter(), 'm');
    /// ```
    pub const fn letter(self) -> char {
        match self.color {
            Color::Gold => self.kind.letter(),
            Color::Silver => self.kind.letter().to_ascii_lowercase(),
        }
    }

    /// The piece for a letter, or `None` if it names no piece.
    pub const fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::Gold } else { Color::Silver };
        match Kind::from_letter(letter) {
            Some(kind) => Some(Self { color, kind }),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}
