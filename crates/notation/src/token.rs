//! Single words of turns and setups: `Ee2n`, `rc3x`, `Ra1`, `takeback`, `resign`.

use crate::error::error;
use crate::text::{self, Line, Word};
use crate::{Error, ErrorKind, Located, Warning, WarningKind};
use std::fmt;
use tusker_core::{Direction, Piece, Square, Step};

/// One word of a turn or setup.
///
/// Its `Display` is the canonical form:
///
/// ```
/// use tusker_notation::Token;
///
/// let token: Token = "rc3x".parse().unwrap();
/// assert!(matches!(token, Token::Capture { .. }));
/// assert_eq!(token.to_string(), "rc3x");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Token {
    /// A piece moves one square, as `Ee2n`.
    Step {
        /// The piece that the text names.
        piece: Piece,
        /// From where, and in which direction.
        step: Step,
    },
    /// A piece is captured, as `rc3x`.
    Capture {
        /// The piece that the text names.
        piece: Piece,
        /// The trap.
        square: Square,
    },
    /// A piece is placed, as `Ra1`.
    Placement {
        /// The piece.
        piece: Piece,
        /// Where it is placed.
        square: Square,
    },
    /// `qpss`: some step that is left open; comments and lines use it, played turns do not.
    Unspecified,
    /// `takeback`: the previous turn is taken back.
    Takeback,
    /// `resign`: the side to move gives up.
    Resign,
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step { piece, step } => write!(f, "{piece}{}{}", step.from, step.direction.letter()),
            Self::Capture { piece, square } => write!(f, "{piece}{square}x"),
            Self::Placement { piece, square } => write!(f, "{piece}{square}"),
            Self::Unspecified => f.write_str("qpss"),
            Self::Takeback => f.write_str("takeback"),
            Self::Resign => f.write_str("resign"),
        }
    }
}

impl std::str::FromStr for Token {
    type Err = TokenFault;

    /// Reads one word as [`read_token`] does; letters of the wrong case are accepted.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        read_token(text).map(|(token, _)| token)
    }
}

/// Why a word is not part of a turn or setup.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenFault {
    /// The word has none of the known shapes.
    #[error("'{0}' is no step (such as Ee2n), capture (rc3x) or placement (Ra1)")]
    Shape(String),
    /// The first letter names no piece.
    #[error("'{token}': '{letter}' is no piece; pieces are E M H D C R for Gold and e m h d c r for Silver")]
    Piece {
        /// The word.
        token: String,
        /// Its first letter.
        letter: char,
    },
    /// The second and third characters name no square.
    #[error("'{token}': '{square}' is no square; squares are a1 to h8")]
    Square {
        /// The word.
        token: String,
        /// The characters.
        square: String,
    },
    /// The last letter is neither a direction nor `x`.
    #[error("'{token}': '{letter}' is no direction; steps end with n, e, s or w, captures with x")]
    Direction {
        /// The word.
        token: String,
        /// Its last letter.
        letter: char,
    },
    /// The step leaves the board.
    #[error("'{0}' leaves the board")]
    OffBoard(String),
    /// A capture away from the traps.
    #[error("'{token}': {square} is no trap, nothing is captured there (traps: c3, f3, c6, f6)")]
    NoTrap {
        /// The word.
        token: String,
        /// The square.
        square: Square,
    },
    /// `pass` is not a word of the notation.
    #[error("'{0}' is not written: a short turn just ends after its last step")]
    Pass(String),
}

/// Reads one word; the warning tells of letters in the wrong case where the case carries no meaning.
///
/// The case of the piece letter is its side, and stays as it is.
///
/// # Errors
/// Names the part of the word that is wrong.
pub fn read_token(text: &str) -> Result<(Token, Option<WarningKind>), TokenFault> {
    let token = read_shape(text)?;
    let expected = token.to_string();
    let odd = expected != text && !(token == Token::Resign && text.eq_ignore_ascii_case("resigns"));
    Ok((token, odd.then(|| WarningKind::LetterCase { found: text::excerpt(text), expected })))
}

fn read_shape(text: &str) -> Result<Token, TokenFault> {
    match text.to_ascii_lowercase().as_str() {
        "qpss" => return Ok(Token::Unspecified),
        "takeback" => return Ok(Token::Takeback),
        "resign" | "resigns" => return Ok(Token::Resign),
        "pass" => return Err(TokenFault::Pass(text.to_owned())),
        _ => {}
    }
    let token = || text::excerpt(text);
    let mut letters = text.chars();
    let shape = (letters.next(), letters.next(), letters.next(), letters.next(), letters.next());
    let (Some(letter), Some(file), Some(rank), last, None) = shape else {
        return Err(TokenFault::Shape(token()));
    };
    let Some(piece) = Piece::from_letter(letter) else {
        return Err(TokenFault::Piece { token: token(), letter });
    };
    let name: String = [file.to_ascii_lowercase(), rank].iter().collect();
    let Ok(square) = name.parse::<Square>() else {
        return Err(TokenFault::Square { token: token(), square: [file, rank].iter().collect() });
    };
    match last.map(|c| c.to_ascii_lowercase()) {
        None => Ok(Token::Placement { piece, square }),
        Some('x') if square.is_trap() => Ok(Token::Capture { piece, square }),
        Some('x') => Err(TokenFault::NoTrap { token: token(), square }),
        Some(c) => {
            let Some(direction) = Direction::from_letter(c) else {
                return Err(TokenFault::Direction { token: token(), letter: last.unwrap_or(c) });
            };
            match square.neighbor(direction) {
                Some(_) => Ok(Token::Step { piece, step: Step { from: square, direction } }),
                None => Err(TokenFault::OffBoard(token())),
            }
        }
    }
}

/// Reads all words of a line; adds a warning where words are not separated by one blank.
pub(crate) fn read_tokens(line: Line<'_>, warnings: &mut Vec<Warning>) -> Result<Vec<Located<Token>>, Error> {
    let mut tokens = Vec::new();
    warnings.extend(text::badly_parted(line).map(|place| Warning::new(place, WarningKind::Blanks)));
    for word in text::words(line) {
        let Word { place, what } = word;
        let (token, odd) = read_token(what).map_err(|fault| error(place, ErrorKind::Token(fault)))?;
        warnings.extend(odd.map(|kind| Warning::new(place, kind)));
        tokens.push(Located::new(place, token));
    }
    Ok(tokens)
}
