//! The words of Lightvector notation.

use crate::error::error;
use crate::text::{self, Line};
use crate::{Error, Located, Place};
use std::fmt;
use tusker_core::{Direction, Piece, Square};

/// Which piece a claim is about: any that agrees with what is given. At least one part is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Specifier {
    /// Its side and kind.
    pub piece: Option<Piece>,
    /// A square on which it stood at some point of the turn; before steps, the square where they begin.
    pub square: Option<Square>,
}

/// What is claimed of the piece.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Property {
    /// The square, as the [`Dialect`](crate::Dialect) reads it.
    Square(Square),
    /// It took these steps in this order, others between them allowed, after the steps of all such claims to the left.
    Steps(Vec<Direction>),
    /// It was captured.
    Captured,
}

/// One word: `Ed4`, `d4n`, `dx`. Its `Display` is its text.
///
/// ```
/// use tusker_notation::{Property, read_claim};
///
/// // Directions are taken from the right as far as a specifier is left: the silver elephant goes east.
/// let claim = read_claim("ee").unwrap();
/// assert_eq!(claim.specifier.piece.unwrap().letter(), 'e');
/// assert!(matches!(&claim.property, Property::Steps(steps) if steps.len() == 1));
/// assert_eq!(claim.to_string(), "ee");
/// assert!(read_claim("4e").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Claim {
    /// Which piece.
    pub specifier: Specifier,
    /// What of it.
    pub property: Property,
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(piece) = self.specifier.piece {
            write!(f, "{piece}")?;
        }
        if let Some(square) = self.specifier.square {
            write!(f, "{square}")?;
        }
        match &self.property {
            Property::Square(square) => write!(f, "{square}"),
            Property::Steps(steps) => steps.iter().try_for_each(|step| write!(f, "{}", step.letter())),
            Property::Captured => f.write_str("x"),
        }
    }
}

/// Why a word is no claim.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClaimFault {
    /// The last character begins no property.
    #[error("'{0}' ends with none of x, a square a1 to h8, or directions n s e w")]
    NoProperty(String),
    /// Nothing is left for the specifier.
    #[error("'{0}' names no piece: before '{1}' write a piece (E), a square (d4) or both (Ed4)")]
    NoSpecifier(String, String),
    /// What is left is no specifier.
    #[error("'{word}': '{found}' is neither a piece (EMHDCR, emhdcr), a square (d4) nor both (Ed4)")]
    Specifier {
        /// The word.
        word: String,
        /// What stands before the property.
        found: String,
    },
    /// A word of Abstract Play's older notation.
    #[error("'{0}' is the older notation of Abstract Play, not Lightvector")]
    Legacy(String),
    /// `qpss`.
    #[error("'qpss' leaves a step open: a turn that is played must be told whole")]
    Unspecified,
}

/// Reads one word.
///
/// # Errors
/// Says what is missing.
pub fn read_claim(word: &str) -> Result<Claim, ClaimFault> {
    let shown = || text::excerpt(word);
    if word == "qpss" {
        return Err(ClaimFault::Unspecified);
    }
    if word.contains([',', '(']) || word.starts_with('x') && word.len() > 1 {
        return Err(ClaimFault::Legacy(shown()));
    }
    let (specifier, property) = split(word).ok_or_else(|| ClaimFault::NoProperty(shown()))?;
    if specifier.is_empty() {
        return Err(ClaimFault::NoSpecifier(shown(), shown()));
    }
    let found = || ClaimFault::Specifier { word: shown(), found: text::excerpt(specifier) };
    let specifier = read_specifier(specifier).ok_or_else(found)?;
    Ok(Claim { specifier, property })
}

/// Splits a word from the right; the specifier may turn out to be none.
fn split(word: &str) -> Option<(&str, Property)> {
    let last = word.chars().next_back()?;
    if last == 'x' {
        return Some((&word[..word.len() - 1], Property::Captured));
    }
    if last.is_ascii_digit() {
        let (specifier, square) = word.split_at_checked(word.len().checked_sub(2)?)?;
        return Some((specifier, Property::Square(square.parse().ok()?)));
    }
    let specifier = word.trim_end_matches(|c| Direction::from_letter(c).is_some());
    if specifier.len() == word.len() {
        return None;
    }
    // A word of directions only gives its first letter back: `ee` is the elephant going east.
    let (specifier, steps) = word.split_at(specifier.len().max(1));
    let steps: Vec<Direction> = steps.chars().filter_map(Direction::from_letter).collect();
    if steps.is_empty() {
        Some(("", Property::Steps(Vec::new())))
    } else {
        Some((specifier, Property::Steps(steps)))
    }
}

fn read_specifier(text: &str) -> Option<Specifier> {
    if let Ok(square) = text.parse() {
        return Some(Specifier { piece: None, square: Some(square) });
    }
    let mut letters = text.chars();
    let piece = Some(Piece::from_letter(letters.next()?)?);
    let square = match letters.as_str() {
        "" => None,
        square => Some(square.parse().ok()?),
    };
    Some(Specifier { piece, square })
}

/// Reads the words of a turn; runs of blanks are one.
///
/// # Errors
/// Names the word and its column.
pub fn read_claims(text: &str) -> Result<Vec<Located<Claim>>, Error> {
    let words = text::words(Line::new(Place::START, text));
    words
        .map(|word| match read_claim(word.what) {
            Ok(claim) => Ok(Located::new(word.place, claim)),
            Err(fault) => Err(error(word.place, fault)),
        })
        .collect()
}

impl Specifier {
    /// Whether a piece of this side and kind may be meant.
    #[inline]
    pub(crate) fn admits(self, piece: Piece) -> bool {
        self.piece.is_none_or(|named| named == piece)
    }
}
