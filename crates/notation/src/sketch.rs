//! Lines of turns in which steps may be left open, as comments and analyses have them: `Ee2n qpss qpss s qpss`.

use crate::error::error;
use crate::steps::side_letter;
use crate::text::{self, Line};
use crate::token::{Token, read_tokens};
use crate::{Error, ListFault, Located, Place, ReadResult, Reading, TurnFault};
use std::fmt;
use tusker_core::{Color, IllegalStep, Position, StepReader};

/// A turn that may have open steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SketchedTurn {
    /// The side that takes it.
    pub side: Color,
    /// Its steps, captures and open steps, in order.
    pub tokens: Vec<Token>,
}

impl SketchedTurn {
    /// Steps in all, those left open included.
    pub fn steps(&self) -> usize {
        self.tokens.iter().filter(|token| matches!(token, Token::Step { .. } | Token::Unspecified)).count()
    }

    /// Steps that are left open.
    pub fn open_steps(&self) -> usize {
        self.tokens.iter().filter(|token| **token == Token::Unspecified).count()
    }
}

/// Turns in a row, each by the other side; `Display` writes them as lines of turns are written.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Sketch {
    /// The turns; the first is by the side to move.
    pub turns: Vec<SketchedTurn>,
}

impl Sketch {
    /// Steps that are left open.
    pub fn open_steps(&self) -> usize {
        self.turns.iter().map(SketchedTurn::open_steps).sum()
    }
}

impl fmt::Display for Sketch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, turn) in self.turns.iter().enumerate() {
            if index > 0 {
                write!(f, " {}", turn.side.letter())?;
            }
            for (place, token) in turn.tokens.iter().enumerate() {
                write!(f, "{}{token}", if index + place > 0 { " " } else { "" })?;
            }
        }
        Ok(())
    }
}

/// Reads a line of turns whose steps may be left open by `qpss`, any step but not a pass.
///
/// What stands before the first open step must be legal; from there on only the shapes of words, the sides and the
/// number of steps can be judged. Captures are kept as they are written.
///
/// # Errors
/// A word has no known shape, a step before the first open one is illegal, a turn is empty or has too many steps, or a
/// letter names the wrong side.
///
/// ```
/// use tusker_notation::{Strictness, read_position, read_sketch};
///
/// let board = "g [r      e                                 r       H      R       ]";
/// let position = read_position(board, Strictness::Strict).unwrap().value;
/// let sketch = read_sketch(&position, "Ra1e qpss  qpss s qpss eh8w").unwrap().value;
/// assert_eq!(sketch.to_string(), "Ra1e qpss qpss s qpss eh8w");
/// assert_eq!((sketch.turns[0].steps(), sketch.open_steps()), (3, 3));
/// assert!(read_sketch(&position, "Ra1n qpss qpss qpss qpss").is_err());
/// ```
pub fn read_sketch(position: &Position, text: &str) -> ReadResult<Sketch> {
    let mut warnings = Vec::new();
    let mut sketch = Sketch::default();
    let mut state = State { reader: Some(StepReader::new(position)), side: position.side() };
    let mut steps_left = position.steps_left();
    let mut tokens: Vec<Located<Token>> = Vec::new();
    let mut place = Place::START;
    for word in text::words(Line::new(Place::START, text)) {
        let Some(side) = side_letter(word.what) else {
            tokens.extend(read_tokens(word, &mut warnings)?);
            continue;
        };
        sketch.turns.push(state.turn(&tokens, steps_left, place)?);
        if side != state.side {
            return Err(error(word.place, ListFault::Side { found: side, expected: state.side }));
        }
        tokens.clear();
        steps_left = Position::STEPS;
        place = word.place.right(1);
    }
    sketch.turns.push(state.turn(&tokens, steps_left, place)?);
    Ok(Reading::sorted(sketch, warnings))
}

/// How far the rules can follow a sketch.
struct State {
    /// The board, until the first open step.
    reader: Option<StepReader>,
    side: Color,
}

impl State {
    /// Takes the words of one turn.
    fn turn(
        &mut self,
        words: &[Located<Token>],
        steps_left: u8,
        place: Place,
    ) -> Result<SketchedTurn, Error> {
        let mut steps = 0;
        for word in words {
            let illegal = |step, reason| {
                let token = word.what.to_string();
                error(word.place, TurnFault::Illegal { step, token, reason })
            };
            match word.what {
                Token::Step { step, .. } => {
                    steps += 1;
                    if let Some(reader) = &mut self.reader {
                        reader.step(step).map_err(|reason| illegal(steps, reason))?;
                    }
                }
                Token::Unspecified => {
                    steps += 1;
                    self.reader = None;
                }
                Token::Capture { .. } => {}
                Token::Placement { .. } => return Err(error(word.place, TurnFault::Placement(word.what))),
                Token::Takeback | Token::Resign => {
                    return Err(error(word.place, TurnFault::NotAlone(word.what)));
                }
            }
            if steps > usize::from(steps_left) {
                return Err(illegal(steps, IllegalStep::NoStepLeft));
            }
        }
        if steps == 0 {
            return Err(error(place, TurnFault::Empty));
        }
        if let Some(reader) = self.reader.take() {
            let last = words.last().map_or(place, |word| word.place);
            let (_, after) = reader.finish().map_err(|reason| {
                error(last, TurnFault::Illegal { step: steps, token: String::new(), reason })
            })?;
            self.reader = Some(StepReader::new(&after));
        }
        let side = self.side;
        self.side = !side;
        Ok(SketchedTurn { side, tokens: words.iter().map(|word| word.what).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Strictness, read_position};

    fn position() -> Position {
        let board = "g [r      e                                 r       H      R       ]";
        read_position(board, Strictness::Strict).expect("a board").value
    }

    #[test]
    fn what_stands_before_an_open_step_is_judged() {
        let position = position();
        for (text, expected) in [
            ("Rb1n qpss", "step 1 (Rb1n)"),
            ("qpss Ra1n Ra1n Ra1n Ra1n", "step 5"),
            ("Ra1n s qpss s qpss", "where it is the turn of Gold"),
            ("qpss s", "at least one step"),
            ("", "at least one step"),
            ("qpss takeback", "must stand alone"),
            ("rb3e", "must be finished"),
            ("qpss Zz9", "Zz9"),
        ] {
            let error = read_sketch(&position, text).expect_err(text).to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }

    #[test]
    fn whole_lines_are_sketches_too() {
        let line = "rb3e rc3x Hb2n s eh8s g Ra1n";
        let sketch = read_sketch(&position(), line).expect("a line").value;
        assert_eq!((sketch.to_string().as_str(), sketch.open_steps()), (line, 0));
        assert_eq!(sketch.turns.iter().map(SketchedTurn::steps).collect::<Vec<_>>(), [2, 1, 1]);
        // In a played turn a step may not be left open.
        assert!(crate::read_turn(&position(), "Ra1n qpss").is_err());
    }
}
