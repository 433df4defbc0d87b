//! Setups: `Ra1 Rb1 .. Ee2`.

use crate::error::error;
use crate::text::Line;
use crate::token::{Token, read_tokens};
use crate::{Error, Located, Place, ReadResult, Reading, Strictness, Warning, WarningKind};
use tusker_core::{Board, Color, Placement, Setup, SetupError, SetupKind};

/// Why a text is not a setup.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupFault {
    /// There is no placement.
    #[error("expected placements, such as Ra1 Rb1")]
    Empty,
    /// A step or capture among placements.
    #[error("'{0}' is not a placement: a setup holds placements only, such as Ra1, and no steps")]
    Mixed(Token),
    /// The rules of setups.
    #[error(transparent)]
    Rule(#[from] SetupError),
}

/// Reads the setup of `color` on `board`, which holds what was placed before.
///
/// Lenient reading accepts armies that are not whole, pieces outside the home ranks and pieces of the other side,
/// each with a warning; two pieces on one square, and steps among the placements, are errors in both modes.
///
/// # Errors
/// Names the word at fault, or the kind whose count is wrong.
///
/// ```
/// use tusker_core::{Board, Color};
/// use tusker_notation::{Strictness, read_setup};
///
/// let lenient = read_setup("Ra1 Ee5", Color::Gold, &Board::EMPTY, Strictness::Lenient).unwrap();
/// assert_eq!(lenient.value.to_string(), "Ra1 Ee5");
/// assert!(!lenient.warnings.is_empty());
/// assert!(read_setup("Ra1 Ee5", Color::Gold, &Board::EMPTY, Strictness::Strict).is_err());
/// assert!(read_setup("Ra1 Ea1", Color::Gold, &Board::EMPTY, Strictness::Lenient).is_err());
/// ```
pub fn read_setup(text: &str, color: Color, board: &Board, strictness: Strictness) -> ReadResult<Setup> {
    read_setup_of(SetupKind::HomeRanks, text, color, board, strictness)
}

/// As [`read_setup`], by the rules of a variant's setups.
///
/// # Errors
/// As [`read_setup`].
///
/// ```
/// use tusker_core::{Board, Color, SetupKind};
/// use tusker_notation::{Strictness, read_setup_of};
///
/// let read = |text| read_setup_of(SetupKind::Free, text, Color::Gold, &Board::EMPTY, Strictness::Strict);
/// assert!(read("Re5 Ee4").is_ok());
/// assert_eq!(read("Ee4 Rc8").unwrap_err().to_string(), "line 1, column 5: Rc8: no rabbit is placed on its goal rank");
/// ```
pub fn read_setup_of(
    kind: SetupKind,
    text: &str,
    color: Color,
    board: &Board,
    strictness: Strictness,
) -> ReadResult<Setup> {
    let mut warnings = Vec::new();
    let tokens = read_tokens(Line::new(Place::START, text), &mut warnings)?;
    let value = place_tokens(&tokens, kind, color, board, strictness, Place::START, &mut warnings)?;
    Ok(Reading::sorted(value, warnings))
}

/// Reads the words of a setup; `place` is where faults of the whole are reported.
pub(crate) fn place_tokens(
    tokens: &[Located<Token>],
    kind: SetupKind,
    color: Color,
    board: &Board,
    strictness: Strictness,
    place: Place,
    warnings: &mut Vec<Warning>,
) -> Result<Setup, Error> {
    let mut placements = Vec::new();
    for token in tokens {
        match token.what {
            Token::Placement { piece, square } => placements.push(Placement { piece, square }),
            other => return Err(error(token.place, SetupFault::Mixed(other))),
        }
    }
    let place = tokens.first().map_or(place, |token| token.place);
    if placements.is_empty() {
        return Err(error(place, SetupFault::Empty));
    }
    let setup = Setup::new(placements);
    let place_of = |fault: &SetupError| match *fault {
        SetupError::Occupied { piece, square, .. }
        | SetupError::EnemyPiece { piece, square, .. }
        | SetupError::OutsideHome { piece, square, .. }
        | SetupError::OnGoal { piece, square } => {
            // Where two pieces share a square, the second one is at fault.
            let same = tokens.iter().rev().find(|token| token.what == Token::Placement { piece, square });
            same.map_or(place, |token| token.place)
        }
        SetupError::WrongCount { .. } | SetupError::NoRabbit { .. } | SetupError::NoSetups => place,
    };
    let fail = |fault: SetupError| error(place_of(&fault), SetupFault::Rule(fault));
    match (strictness, kind.check(&setup, color, board)) {
        // What the variant allows is no oddity.
        (_, Ok(())) => {}
        (Strictness::Strict, Err(fault)) => return Err(fail(fault)),
        (Strictness::Lenient, Err(_)) => {
            let oddities = setup.check_lenient(color, board).map_err(fail)?;
            warnings.extend(oddities.into_iter().map(|fault| {
                Warning::new(place_of(&fault), WarningKind::Setup(Box::new(SetupFault::Rule(fault))))
            }));
        }
    }
    Ok(setup)
}

/// Writes a setup as `Ra1 Rb1 ..`, in the order of its placements.
pub fn write_setup(setup: &Setup) -> String {
    setup.to_string()
}
