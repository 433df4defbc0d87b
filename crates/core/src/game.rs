//! A whole game: setups, turns, repetition, result.

use crate::{Board, Color, IllegalTurn, Key, Outcome, Position, Setup, SetupError, Turn, Variant};
use std::collections::HashMap;

/// What a game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A setup of this side.
    Setup(Color),
    /// A turn of this side.
    Play(Color),
    /// Nothing.
    Over(Outcome),
}

/// A turn that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedTurn {
    /// The edges.
    pub turn: Turn,
    /// The position after it, the other side to move.
    pub position: Position,
}

/// Why a game does not take a setup or a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameError {
    /// The game is over.
    #[error("the game is over: {0}")]
    Over(Outcome),
    /// A turn during the setup.
    #[error("{0} has to set up first")]
    InSetup(Color),
    /// A setup after the setup.
    #[error("the setup is over, {0} has to play a turn")]
    NotInSetup(Color),
    /// The setup is at fault.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The turn is illegal.
    #[error(transparent)]
    Turn(#[from] IllegalTurn),
}

/// A game from its setup or from a given position, with history.
#[derive(Clone, Debug)]
pub struct Game {
    variant: Variant,
    max_turns: Option<u32>,
    setup_board: Board,
    setups: Vec<Setup>,
    start: Option<Position>,
    turns: Vec<PlayedTurn>,
    occurrences: HashMap<Key, u32>,
    outcome: Option<Outcome>,
}

impl Game {
    /// A standard game before Gold's setup.
    pub fn new() -> Self {
        todo!()
    }

    /// A game of some variant.
    pub fn with_variant(variant: Variant) -> Self {
        let _ = variant;
        todo!()
    }

    /// A game from a given position, its first occurrence; it may be over at once.
    pub fn from_position(position: Position) -> Self {
        let _ = position;
        todo!()
    }

    /// The same game, ending by material after `turns` turns of each side, setups included; zero: no limit.
    #[must_use]
    pub fn with_max_turns(self, turns: u32) -> Self {
        let _ = turns;
        todo!()
    }

    /// What the game waits for.
    pub fn phase(&self) -> Phase {
        todo!()
    }

    /// The side whose setup or turn is next, also when the game is over.
    pub fn side(&self) -> Color {
        todo!()
    }

    /// The pieces now.
    pub fn board(&self) -> &Board {
        todo!()
    }

    /// The position now; `None` during the setup.
    pub fn position(&self) -> Option<&Position> {
        todo!()
    }

    /// The position from which turns are played: after both setups, or the given one.
    pub fn start(&self) -> Option<&Position> {
        self.start.as_ref()
    }

    /// The setups made.
    pub fn setups(&self) -> &[Setup] {
        &self.setups
    }

    /// The turns played.
    pub fn turns(&self) -> &[PlayedTurn] {
        &self.turns
    }

    /// The number of the current turn as move lists count: a setup is number 1, a given start too.
    pub fn turn_number(&self) -> u32 {
        todo!()
    }

    /// Winner and reason, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Places a setup of the standard game.
    ///
    /// # Errors
    /// It is not the time, or the setup is at fault; the game is unchanged.
    pub fn place(&mut self, setup: &Setup) -> Result<(), GameError> {
        let _ = setup;
        todo!()
    }

    /// Places any setup without two pieces on one square; returns the warnings.
    ///
    /// # Errors
    /// It is not the time, or two pieces share a square; the game is unchanged.
    pub fn place_lenient(&mut self, setup: &Setup) -> Result<Vec<SetupError>, GameError> {
        let _ = setup;
        todo!()
    }

    /// Whether `turn` is legal now; returns the position after it.
    ///
    /// # Errors
    /// It is not the time, or the turn is illegal.
    pub fn check(&self, turn: &Turn) -> Result<Position, GameError> {
        let _ = turn;
        todo!()
    }

    /// Plays a turn and judges the end of the game.
    ///
    /// # Errors
    /// It is not the time, or the turn is illegal; the game is unchanged.
    pub fn play(&mut self, turn: &Turn) -> Result<Option<Outcome>, GameError> {
        let _ = turn;
        todo!()
    }

    /// Takes back the last turn or setup, and with it any result; returns whether there was one.
    pub fn takeback(&mut self) -> bool {
        todo!()
    }

    /// Ends the game from outside: resignation, time, and so on. A game that is over keeps its result.
    pub fn end(&mut self, outcome: Outcome) {
        let _ = outcome;
        todo!()
    }

    /// Who wins if the game ends by a limit now.
    pub fn limit_winner(&self) -> Color {
        todo!()
    }

    /// How often a turn ended (or the game began) on the position with this [`Position::repetition_key`].
    pub fn occurrences(&self, key: Key) -> u32 {
        self.occurrences.get(&key).copied().unwrap_or(0)
    }

    /// Whether a turn that ends on `position` would be a third repetition.
    pub fn would_repeat(&self, position: &Position) -> bool {
        self.occurrences(position.repetition_key()) >= 2
    }

    /// The repetition keys of the start and of the end of every turn, in order.
    pub fn repetition_keys(&self) -> impl Iterator<Item = Key> {
        self.start.iter().chain(self.turns.iter().map(|t| &t.position)).map(Position::repetition_key)
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}
