//! Plays the moves of an Abstract Play record, strictly or leniently.

use super::legacy::{
    ApNotation, LegacySetup, ap_notation, legacy_steps, read_ap_start, read_ap_turn, read_legacy_setup,
};
use super::record::{ApMove, ApRecord, RecordFault};
use crate::error::error;
use crate::steps::force;
use crate::{
    Error, ErrorKind, ListFault, Place, ReadResult, Reading, SetupFault, Strictness, TurnFault, Warning,
    WarningKind,
};
use tusker_core::{Capture, Color, Game, GameError, Phase, Position, SetupKind, Variant};

/// A record, played.
#[derive(Clone, Debug)]
pub struct ApReplay {
    /// The game at the end of the record.
    pub game: Game,
    /// Earlier parts of the game: after a turn that the rules do not allow, and that was carried out all the same,
    /// `game` begins anew.
    pub earlier: Vec<Game>,
    /// Plies in all, setups included.
    pub plies: usize,
    /// Turns in the older notation.
    pub legacy_turns: usize,
    /// Turns in Lightvector notation.
    pub lightvector_turns: usize,
}

struct Player {
    replay: ApReplay,
    strictness: Strictness,
    warnings: Vec<Warning>,
    /// The side of the next ply.
    side: Color,
}

impl ApRecord {
    /// Plays the record through; places are those of the file, and faults name their ply, counted from 1.
    ///
    /// Strict reading stops at the first ply that the rules do not allow. Lenient reading reports it, carries its steps
    /// out as they are written or leaves it out, and goes on.
    ///
    /// # Errors
    /// The variant is unknown, the start or a setup cannot be read, or a ply is at fault.
    pub fn replay(&self, strictness: Strictness) -> ReadResult<ApReplay> {
        let variant = self.variant().map_err(|fault| error(Place::START, fault))?;
        let game = if variant.setup == SetupKind::Given {
            let start = self.header.starting_position.as_deref();
            let start = start.ok_or_else(|| error(Place::START, RecordFault::NoStart))?;
            Game::from_board(variant, read_ap_start(start)?)
        } else {
            Game::with_variant(variant)
        };
        let replay = ApReplay { game, earlier: Vec::new(), plies: 0, legacy_turns: 0, lightvector_turns: 0 };
        let mut player = Player { replay, strictness, warnings: Vec::new(), side: Color::Gold };
        let mut places = self.places.iter().copied();
        let rounds = self.moves.len();
        for (round, moves) in self.moves.iter().enumerate() {
            let mut given = moves.iter();
            for side in Color::ALL {
                let entry = given.next();
                let place =
                    if entry.is_some() { places.next().unwrap_or(Place::START) } else { Place::START };
                match entry.and_then(Option::as_ref) {
                    Some(entry) => player.play(entry, place)?,
                    // Whoever does not come to move is left out of the last round.
                    None if round + 1 == rounds => {}
                    None => return Err(error(place, RecordFault::NoMove(round + 1, side))),
                }
            }
        }
        Ok(Reading::sorted(player.replay, player.warnings))
    }
}

impl Player {
    fn play(&mut self, entry: &ApMove, place: Place) -> Result<(), Error> {
        self.replay.plies += 1;
        let text = entry.text();
        match self.replay.game.phase() {
            Phase::Setup(color) => self.set_up(text, color, place)?,
            Phase::Play(_) | Phase::Over(_) => self.take_turn(text, place)?,
        }
        self.side = !self.side;
        Ok(())
    }

    /// A fault of this ply, its place in the file.
    fn located(&self, fault: Error, place: Place) -> Error {
        let place = Place { line: place.line, column: place.column + fault.place.column - 1 };
        error(place, ErrorKind::Ply { ply: self.replay.plies, fault: Box::new(fault.what) })
    }

    fn warn(&mut self, warnings: Vec<Warning>, place: Place) {
        self.warnings
            .extend(warnings.into_iter().map(|w| Warning::new(place.right(w.place.column - 1), w.what)));
    }

    /// Reports a fault as a warning, or as an error where reading is strict.
    fn tolerate(
        &mut self,
        fault: Error,
        as_warning: impl FnOnce(ErrorKind) -> WarningKind,
    ) -> Result<(), Error> {
        match self.strictness {
            Strictness::Strict => Err(fault),
            Strictness::Lenient => {
                self.warnings.push(fault.map(as_warning));
                Ok(())
            }
        }
    }

    fn set_up(&mut self, text: &str, color: Color, place: Place) -> Result<(), Error> {
        let kind = self.replay.game.variant().setup;
        let board = *self.replay.game.board();
        let reading = read_legacy_setup(text, color, &board, kind, self.strictness);
        let LegacySetup { setup, fallen } = match reading {
            Ok(reading) => {
                self.warn(reading.warnings, place);
                reading.value
            }
            Err(fault) => return Err(self.located(fault, place)),
        };
        let placed = match self.strictness {
            Strictness::Strict => self.replay.game.place(&setup),
            Strictness::Lenient => self.replay.game.place_lenient(&setup).map(drop),
        };
        if let Err(fault) = placed {
            let kind = match fault {
                GameError::Setup(fault) => SetupFault::Rule(fault).into(),
                other => ErrorKind::from(ListFault::Game(other)),
            };
            return Err(self.located(error(Place::START, kind), place));
        }
        self.compare_fallen(&fallen.iter().map(|found| found.what).collect::<Vec<_>>(), place);
        Ok(())
    }

    /// Warns of pieces that fell and are not written, and of others that are.
    fn compare_fallen(&mut self, written: &[Capture], place: Place) {
        let fell = self.replay.game.fallen().to_vec();
        for &Capture { piece, square } in fell.iter().filter(|capture| !written.contains(capture)) {
            self.warnings.push(Warning::new(place, WarningKind::MissingCapture { piece, square }));
        }
        for &Capture { piece, square } in written.iter().filter(|capture| !fell.contains(capture)) {
            let kind = WarningKind::NoCapture { found: format!("x{piece}{square}"), square };
            self.warnings.push(Warning::new(place, kind));
        }
    }

    fn take_turn(&mut self, text: &str, place: Place) -> Result<(), Error> {
        match ap_notation(text) {
            ApNotation::Legacy => self.replay.legacy_turns += 1,
            ApNotation::Lightvector => self.replay.lightvector_turns += 1,
        }
        let over = self.replay.game.outcome();
        if let Some(outcome) = over {
            let fault = self.located(error(Place::START, TurnFault::Over(outcome)), place);
            self.tolerate(fault, |_| WarningKind::AfterEnd(outcome.to_string()))?;
        }
        let Some(position) = self.replay.game.position().copied() else {
            // Ended before both setups were made, which no ply can bring about.
            return Ok(());
        };
        let played = match read_ap_turn(&position, text, self.strictness) {
            Ok(reading) => {
                self.warn(reading.warnings, place);
                reading.value
            }
            Err(fault) => return self.force(fault, &position, text, place),
        };
        if over.is_some() {
            self.begin_part(played.position);
            return Ok(());
        }
        if let Err(fault) = self.replay.game.play(&played.turn) {
            let fault = self.located(error(Place::START, ListFault::Game(fault)), place);
            self.tolerate(fault, |kind| WarningKind::Forced(Box::new(kind)))?;
            self.begin_part(played.position);
        }
        Ok(())
    }

    /// Carries out an illegal turn as it is written, or leaves it out.
    fn force(&mut self, fault: Error, position: &Position, text: &str, place: Place) -> Result<(), Error> {
        let fault = self.located(fault, place);
        let forced = legacy_steps(text).ok().and_then(|tokens| force(position.board(), &tokens));
        if forced.is_some() {
            self.tolerate(fault, |kind| WarningKind::Forced(Box::new(kind)))?;
        } else {
            self.tolerate(fault, |kind| WarningKind::LeftOut(Box::new(kind)))?;
        }
        self.begin_part(Position::lenient(forced.unwrap_or(*position.board()), !position.side()).0);
        Ok(())
    }

    /// Begins a new part of the game where the rules do not lead to `position`.
    fn begin_part(&mut self, position: Position) {
        let next = !self.side;
        let number = self.replay.game.turn_number() + u32::from(next == Color::Gold);
        let part = Game::from_position(position).with_first_number(number);
        let before = std::mem::replace(&mut self.replay.game, part);
        self.replay.earlier.push(before);
    }
}

impl ApReplay {
    /// The variant that the game began with.
    pub fn variant(&self) -> &Variant {
        self.earlier.first().unwrap_or(&self.game).variant()
    }
}
