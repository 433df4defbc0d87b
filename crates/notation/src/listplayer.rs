//! Plays the entries of a move list, strictly or leniently.

use crate::error::error;
use crate::movelist::{Entry, Last};
use crate::setup::place_tokens;
use crate::steps::{force, play_tokens};
use crate::token::{Token, read_token};
use crate::{
    Error, ErrorKind, ListFault, ListedTurn, Located, MoveList, Reading, Strictness, TurnFault, TurnLabel,
    Warning, WarningKind,
};
use tusker_core::{EndReason, Game, GameError, Outcome, Phase, PlayedTurn, Position};

/// A game that grows entry by entry.
pub(crate) struct ListPlayer {
    game: Game,
    earlier: Vec<Game>,
    next: TurnLabel,
    done: Vec<Done>,
    strictness: Strictness,
    pub(crate) warnings: Vec<Warning>,
}

/// What takebacks take back.
struct Done {
    /// What was next before it.
    label: TurnLabel,
    how: How,
    /// The turn as it is listed; none for a change of side.
    listed: Option<ListedTurn>,
}

/// How an entry changed the game.
#[derive(Clone, Copy, PartialEq, Eq)]
enum How {
    /// It was played.
    Played,
    /// The game began anew after it.
    NewPart,
    /// The game began anew before it, with the other side to move.
    NewSide,
}

impl ListPlayer {
    pub(crate) fn new(game: Game, strictness: Strictness) -> Self {
        let next = TurnLabel::of(&game);
        Self { game, earlier: Vec::new(), next, done: Vec::new(), strictness, warnings: Vec::new() }
    }

    pub(crate) fn finish(self) -> Reading<MoveList> {
        let Self { game, earlier, next, done, warnings, .. } = self;
        let turns = done.into_iter().filter_map(|done| done.listed).collect();
        Reading::sorted(MoveList { game, earlier, turns, next, tags: Vec::new(), result: None }, warnings)
    }

    /// Plays one entry.
    pub(crate) fn play(&mut self, entry: &Entry<'_>, last: Last) -> Result<(), Error> {
        let Located { place, what: label } = entry.label;
        let mut odd = Vec::new();
        let tokens = entry
            .words
            .iter()
            .map(|word| {
                let (token, warning) = read_token(word.what).map_err(|fault| error(word.place, fault))?;
                odd.extend(warning.map(|kind| Warning::new(word.place, kind)));
                Ok(Located::new(word.place, token))
            })
            .collect::<Result<Vec<_>, Error>>();
        self.warnings.append(&mut odd);
        match tokens.as_deref() {
            Ok([token]) if token.what == Token::Takeback => return self.take_back(token.place),
            Ok([token]) if token.what == Token::Resign => {
                self.take_label(entry.label)?;
                self.game.end(Outcome { winner: !label.side, reason: EndReason::Resignation });
                return Ok(());
            }
            Ok([]) if last == Last::Yes => return self.take_label(entry.label),
            Ok([]) => {
                let fault = error(place, ListFault::EmptyTurn(label));
                return self.tolerate(fault, |kind| WarningKind::LeftOut(Box::new(kind)));
            }
            _ => {}
        }
        self.take_label(entry.label)?;
        match self.game.phase() {
            Phase::Setup(_) => self.set_up(&tokens?, entry)?,
            Phase::Play(_) | Phase::Over(_) => match tokens {
                Ok(tokens) => self.take_turn(&tokens, entry)?,
                Err(fault) => {
                    self.tolerate(fault, |kind| WarningKind::LeftOut(Box::new(kind)))?;
                    self.pass_over();
                }
            },
        }
        if let Some(done) = self.done.last_mut() {
            let words: Vec<&str> = entry.words.iter().map(|word| word.what).collect();
            done.listed = Some(ListedTurn { place, label, words: words.join(" ") });
        }
        self.next = label.next();
        Ok(())
    }

    /// Turns a fault into a warning, if reading is lenient.
    fn tolerate(
        &mut self,
        fault: Error,
        warning: impl FnOnce(ErrorKind) -> WarningKind,
    ) -> Result<(), Error> {
        match self.strictness {
            Strictness::Strict => Err(fault),
            Strictness::Lenient => {
                self.warnings.push(fault.map(warning));
                Ok(())
            }
        }
    }

    /// Compares the label with the one that is next, which it then is; a turn of the wrong side makes its side the
    /// one to move.
    fn take_label(&mut self, label: Located<TurnLabel>) -> Result<(), Error> {
        let (found, expected) = (label.what, self.next);
        let side = self.game.side();
        if found == expected && found.side == side {
            return Ok(());
        }
        let expected = TurnLabel { side, ..expected };
        let fault = error(label.place, ListFault::TurnNumber { found, expected });
        self.tolerate(fault, |_| WarningKind::TurnNumber {
            found: found.to_string(),
            expected: expected.to_string(),
        })?;
        if found.side != side {
            // Nothing can be made of a setup by the wrong side.
            let Some(position) = self.game.position().copied() else {
                return Err(error(label.place, ListFault::Side { found: found.side, expected: side }));
            };
            self.begin_part(Position::lenient(*position.board(), found.side).0, How::NewSide, found);
        }
        self.next = found;
        Ok(())
    }

    fn set_up(&mut self, tokens: &[Located<Token>], entry: &Entry<'_>) -> Result<(), Error> {
        let (place, side) = (entry.label.place, self.game.side());
        let (kind, board) = (self.game.variant().setup, self.game.board());
        let setup = place_tokens(tokens, kind, side, board, self.strictness, place, &mut self.warnings)?;
        let placed = match self.strictness {
            Strictness::Strict => self.game.place(&setup),
            Strictness::Lenient => self.game.place_lenient(&setup).map(drop),
        };
        placed.map_err(|fault| error(place, ListFault::Game(fault)))?;
        self.done.push(Done { label: self.next, how: How::Played, listed: None });
        Ok(())
    }

    fn take_turn(&mut self, tokens: &[Located<Token>], entry: &Entry<'_>) -> Result<(), Error> {
        let place = entry.label.place;
        let over = self.game.outcome();
        let Some(position) = self.game.position().copied() else {
            // A game that ended before its setup was made.
            let fault = over.map_or(GameError::InSetup(self.game.side()), GameError::Over);
            return Err(error(place, ListFault::Game(fault)));
        };
        if let Some(outcome) = over {
            let fault = error(place, TurnFault::Over(outcome));
            self.tolerate(fault, |_| WarningKind::AfterEnd(outcome.to_string()))?;
        }
        let played = match play_tokens(&position, tokens, place, &mut self.warnings) {
            Ok(played) => played,
            Err(fault) => return self.force_turn(fault, &position, tokens),
        };
        if over.is_some() {
            self.begin_part(played.position, How::NewPart, self.next.next());
            return Ok(());
        }
        match self.game.play(&played.turn) {
            Ok(_) => {
                self.done.push(Done { label: self.next, how: How::Played, listed: None });
                Ok(())
            }
            Err(fault) => {
                let kind = match fault {
                    GameError::Turn(illegal) => illegal_turn(illegal.step, tokens, illegal.reason).into(),
                    other => ListFault::Game(other).into(),
                };
                let PlayedTurn { position, .. } = played;
                self.tolerate(Located::new(place, kind), |kind| WarningKind::Forced(Box::new(kind)))?;
                self.begin_part(position, How::NewPart, self.next.next());
                Ok(())
            }
        }
    }

    /// Carries out an illegal turn as it is written, or leaves it out.
    fn force_turn(
        &mut self,
        fault: Error,
        position: &Position,
        tokens: &[Located<Token>],
    ) -> Result<(), Error> {
        if let Some(board) = force(position.board(), tokens) {
            self.tolerate(fault, |kind| WarningKind::Forced(Box::new(kind)))?;
            self.begin_part(Position::lenient(board, !position.side()).0, How::NewPart, self.next.next());
        } else {
            self.tolerate(fault, |kind| WarningKind::LeftOut(Box::new(kind)))?;
            self.pass_over();
        }
        Ok(())
    }

    /// Leaves the board as it is and gives the turn to the other side.
    fn pass_over(&mut self) {
        if let Some(position) = self.game.position() {
            let position = Position::lenient(*position.board(), !position.side()).0;
            self.begin_part(position, How::NewPart, self.next.next());
        }
    }

    /// Begins a new part of the game, as the rules do not lead from the old one to `position`; `first` is its first turn.
    fn begin_part(&mut self, position: Position, how: How, first: TurnLabel) {
        let part = Game::from_position(position).with_first_number(first.number);
        let before = std::mem::replace(&mut self.game, part);
        self.earlier.push(before);
        self.done.push(Done { label: self.next, how, listed: None });
    }

    /// Takes back the last turn or setup.
    fn take_back(&mut self, place: crate::Place) -> Result<(), Error> {
        let Some(last) = self.done.pop() else {
            return self
                .tolerate(error(place, ListFault::NothingToTakeBack), |_| WarningKind::NothingToTakeBack);
        };
        self.undo(&last);
        while self.done.last().is_some_and(|done| done.how == How::NewSide) {
            if let Some(done) = self.done.pop() {
                self.undo(&done);
            }
        }
        Ok(())
    }

    fn undo(&mut self, done: &Done) {
        match done.how {
            How::Played => {
                self.game.takeback();
            }
            How::NewPart | How::NewSide => {
                if let Some(before) = self.earlier.pop() {
                    self.game = before;
                }
            }
        }
        self.next = done.label;
    }
}

/// The fault of a step, with the word of the text.
fn illegal_turn(step: usize, tokens: &[Located<Token>], reason: tusker_core::IllegalStep) -> TurnFault {
    let steps = tokens.iter().filter(|token| matches!(token.what, Token::Step { .. }));
    let token = steps.map(|token| token.what.to_string()).nth(step.saturating_sub(1)).unwrap_or_default();
    TurnFault::Illegal { step, token, reason }
}
