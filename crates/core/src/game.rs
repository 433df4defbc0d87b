//! A whole game: setups, turns, repetition, result.

use crate::{
    Board, Capture, Color, EndReason, EndlessStart, IllegalStep, IllegalTurn, Key, Outcome, Position, Setup,
    SetupError, Step, Turn, TurnGenerator, Variant, read_turn,
};
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
///
/// Only ends of turns count for repetition: the position after Silver's setup, or the given start, is its own first
/// occurrence, and a turn that would end on a position for the third time is illegal.
#[derive(Clone, Debug)]
pub struct Game {
    variant: Variant,
    max_turns: Option<u32>,
    first_number: u32,
    setup_board: Board,
    setups: Vec<Setup>,
    /// What fell when the setups were made.
    fallen: Vec<Capture>,
    start: Option<Position>,
    turns: Vec<PlayedTurn>,
    occurrences: HashMap<Key, u32>,
    outcome: Option<Outcome>,
}

impl Game {
    /// A standard game before Gold's setup.
    pub fn new() -> Self {
        Self::with_variant(Variant::STANDARD)
    }

    /// A game of `variant` before Gold's setup.
    pub fn with_variant(variant: Variant) -> Self {
        Self {
            variant,
            max_turns: None,
            first_number: 1,
            setup_board: Board::EMPTY,
            setups: Vec::new(),
            fallen: Vec::new(),
            start: None,
            turns: Vec::new(),
            occurrences: HashMap::new(),
            outcome: None,
        }
    }

    /// A game from a given position, which counts as its first occurrence; it may be over at once.
    ///
    /// ```
    /// # use tusker_core::{Board, Color, Game, Phase, Position};
    /// let board: Board = "  e                          E                             R    ".parse().unwrap();
    /// let game = Game::from_position(Position::new(board, Color::Gold).unwrap());
    /// assert!(matches!(game.phase(), Phase::Over(outcome) if outcome.winner == Color::Gold));
    /// ```
    pub fn from_position(position: Position) -> Self {
        let mut game = Self::new();
        game.begin(position);
        game
    }

    /// A game of Endless Endgame from `start`.
    pub fn endless(start: &EndlessStart) -> Self {
        Self::from_board(Variant::ENDLESS, start.board())
    }

    /// A game of `variant` from a given first board, Gold to move; its first turn has the variant's number of steps.
    ///
    /// ```
    /// # use tusker_core::{Board, Game, Variant};
    /// let board: Board = "r      e                                                 E     R".parse().unwrap();
    /// let game = Game::from_board(Variant::ENDLESS, board);
    /// assert_eq!(game.position().unwrap().steps_left(), 2);
    /// ```
    pub fn from_board(variant: Variant, board: Board) -> Self {
        let mut game = Self::with_variant(variant);
        game.begin(Position::lenient(board, Color::Gold).0.with_steps_left(variant.first_turn_steps));
        game
    }

    /// The same game, ending by material when both sides have taken `turns` turns, setups included (`40t` in a time
    /// control); zero: no limit.
    #[must_use]
    pub const fn with_max_turns(mut self, turns: u32) -> Self {
        self.max_turns = if turns == 0 { None } else { Some(turns) };
        self
    }

    /// The same game, its first setup or turn having the number `number` (1 if this is not called).
    #[must_use]
    pub const fn with_first_number(mut self, number: u32) -> Self {
        self.first_number = number;
        self
    }

    /// The variant.
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// What the game waits for.
    pub fn phase(&self) -> Phase {
        match (self.outcome, &self.start) {
            (Some(outcome), _) => Phase::Over(outcome),
            (None, None) => Phase::Setup(self.side()),
            (None, Some(_)) => Phase::Play(self.side()),
        }
    }

    /// The side whose setup or turn is next, also when the game is over.
    pub fn side(&self) -> Color {
        match self.position() {
            Some(position) => position.side(),
            None if self.setups.is_empty() => Color::Gold,
            None => Color::Silver,
        }
    }

    /// The pieces now.
    pub fn board(&self) -> &Board {
        self.position().map_or(&self.setup_board, Position::board)
    }

    /// The position now; `None` during the setup.
    pub fn position(&self) -> Option<&Position> {
        self.turns.last().map(|played| &played.position).or(self.start.as_ref())
    }

    /// The position from which turns are played: after both setups, or the given one.
    pub const fn start(&self) -> Option<&Position> {
        self.start.as_ref()
    }

    /// The setups made, Gold's first.
    pub fn setups(&self) -> &[Setup] {
        &self.setups
    }

    /// What fell when both setups were made, in order: only free placement lets pieces fall then.
    pub fn fallen(&self) -> &[Capture] {
        &self.fallen
    }

    /// The turns played.
    pub fn turns(&self) -> &[PlayedTurn] {
        &self.turns
    }

    /// The number of the setup or turn that comes next, as move lists count: it goes up after each of Silver's.
    ///
    /// ```
    /// # use tusker_core::{Color, Game, NamedSetup};
    /// let mut game = Game::new();
    /// for color in Color::ALL {
    ///     assert_eq!(game.turn_number(), 1);
    ///     game.place(&NamedSetup::Network.setup(color)).unwrap();
    /// }
    /// assert_eq!(game.turn_number(), 2);
    /// ```
    pub fn turn_number(&self) -> u32 {
        let by_silver = |played: &&PlayedTurn| played.position.side() == Color::Gold;
        let turns = self.turns.iter().filter(by_silver).count() + usize::from(self.setups.len() == 2);
        self.first_number.saturating_add(u32::try_from(turns).unwrap_or(u32::MAX))
    }

    /// Winner and reason, once the game is over.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Places a setup as the variant asks, see [`SetupKind::check`](crate::SetupKind::check).
    ///
    /// # Errors
    /// It is not the time, or the setup is at fault; the game is unchanged.
    pub fn place(&mut self, setup: &Setup) -> Result<(), GameError> {
        let color = self.setup_side()?;
        self.variant.setup.check(setup, color, &self.setup_board)?;
        self.put(setup);
        Ok(())
    }

    /// Places any setup without two pieces on one square; returns the warnings.
    ///
    /// # Errors
    /// It is not the time, or two pieces share a square; the game is unchanged.
    pub fn place_lenient(&mut self, setup: &Setup) -> Result<Vec<SetupError>, GameError> {
        let color = self.setup_side()?;
        let warnings = setup.check_lenient(color, &self.setup_board)?;
        self.put(setup);
        Ok(warnings)
    }

    fn setup_side(&self) -> Result<Color, GameError> {
        match self.phase() {
            Phase::Setup(color) => Ok(color),
            Phase::Play(color) => Err(GameError::NotInSetup(color)),
            Phase::Over(outcome) => Err(GameError::Over(outcome)),
        }
    }

    fn put(&mut self, setup: &Setup) {
        setup.put_on(&mut self.setup_board);
        self.setups.push(setup.clone());
        if self.setups.len() == 2 {
            let mut board = self.setup_board;
            self.fallen = self.variant.setup.settle(&mut board);
            let (position, _) = Position::lenient(board, Color::Gold);
            self.begin(position.with_steps_left(self.variant.first_turn_steps));
        }
    }

    fn begin(&mut self, position: Position) {
        // A position inside a turn is no end of a turn, so it is no occurrence.
        if !position.can_pass() {
            self.occurrences.insert(position.repetition_key(), 1);
        }
        self.outcome = position.outcome();
        self.start = Some(position);
        self.judge_limit();
    }

    /// Whether `turn` is legal now; returns the position after it.
    ///
    /// # Errors
    /// It is not the time, or the turn is illegal.
    pub fn check(&self, turn: &Turn) -> Result<Position, GameError> {
        self.read(turn.steps()).map(|played| played.position)
    }

    /// Plays a turn and judges the end of the game.
    ///
    /// The turn is kept as the reader of steps understands it: a step that may end a pull does.
    ///
    /// # Errors
    /// It is not the time, or the turn is illegal; the game is unchanged.
    pub fn play(&mut self, turn: &Turn) -> Result<Option<Outcome>, GameError> {
        let played = self.read(turn.steps())?;
        Ok(self.append(played))
    }

    /// Plays a turn given as single steps and judges the end of the game.
    ///
    /// # Errors
    /// It is not the time, or the turn is illegal; the game is unchanged.
    ///
    /// ```
    /// # use tusker_core::{Color, Game, NamedSetup, Step};
    /// let mut game = Game::new();
    /// game.place(&NamedSetup::NinetyNineOfNine.setup(Color::Gold)).unwrap();
    /// game.place(&NamedSetup::NinetyNineOfNine.setup(Color::Silver)).unwrap();
    /// let steps = ["e2n", "e3n"].map(|text| Step::parse(text).unwrap());
    /// assert_eq!(game.play_steps(&steps), Ok(None));
    /// let error = game.play_steps(&steps).unwrap_err();
    /// assert_eq!(error.to_string(), "step 1: there is no piece on e2");
    /// ```
    pub fn play_steps(&mut self, steps: &[Step]) -> Result<Option<Outcome>, GameError> {
        let played = self.read(steps.iter().copied())?;
        Ok(self.append(played))
    }

    fn read(&self, steps: impl Iterator<Item = Step>) -> Result<PlayedTurn, GameError> {
        let position = match (self.outcome, self.position()) {
            (Some(outcome), _) => return Err(GameError::Over(outcome)),
            (None, None) => return Err(GameError::InSetup(self.side())),
            (None, Some(position)) => position,
        };
        let steps: Vec<Step> = steps.collect();
        let (turn, position) = read_turn(position, &steps)?;
        if self.would_repeat(&position) {
            let reason = IllegalStep::ThirdRepetition { to_move: position.side() };
            return Err(IllegalTurn { step: steps.len(), reason }.into());
        }
        Ok(PlayedTurn { turn, position })
    }

    fn append(&mut self, played: PlayedTurn) -> Option<Outcome> {
        let position = played.position;
        *self.occurrences.entry(position.repetition_key()).or_insert(0) += 1;
        self.turns.push(played);
        self.outcome = position.outcome().or_else(|| {
            let reason = EndReason::Repetition;
            self.only_third_repetitions(&position).then(|| Outcome { winner: !position.side(), reason })
        });
        self.judge_limit();
        self.outcome
    }

    /// Item 6 of the order: every turn from `position`, which has one, would be a third repetition.
    fn only_third_repetitions(&self, position: &Position) -> bool {
        if self.occurrences.values().all(|&count| count < 2) {
            return false;
        }
        let mut only = true;
        // Ends at the first turn that is none: there are as few steps to take as positions that occurred twice.
        TurnGenerator::new().for_each(position, |found| {
            only = self.occurrences(found.repetition_key()) >= 2;
            only
        });
        only
    }

    /// Takes back the last turn or setup, and with it any result; returns whether there was one.
    ///
    /// ```
    /// # use tusker_core::{Color, Game, NamedSetup, Phase};
    /// let mut game = Game::new();
    /// game.place(&NamedSetup::Network.setup(Color::Gold)).unwrap();
    /// assert!(game.takeback());
    /// assert_eq!(game.phase(), Phase::Setup(Color::Gold));
    /// assert!(!game.takeback());
    /// ```
    pub fn takeback(&mut self) -> bool {
        if let Some(played) = self.turns.pop() {
            let key = played.position.repetition_key();
            if let Some(count) = self.occurrences.get_mut(&key) {
                *count -= 1;
                if *count == 0 {
                    self.occurrences.remove(&key);
                }
            }
        } else if self.setups.pop().is_some() {
            self.start = None;
            self.fallen.clear();
            self.occurrences.clear();
            self.setup_board = Board::EMPTY;
            self.setups.iter().for_each(|setup| setup.put_on(&mut self.setup_board));
        } else {
            return false;
        }
        self.outcome = None;
        true
    }

    /// Ends the game from outside: resignation, time, an illegal turn, and so on. A game that is over keeps its result.
    pub fn end(&mut self, outcome: Outcome) {
        self.outcome.get_or_insert(outcome);
    }

    /// Ends the game by material, as when the total time is used up. A game that is over keeps its result.
    pub fn end_at_limit(&mut self) {
        self.end(Outcome { winner: self.limit_winner(), reason: EndReason::Limit });
    }

    fn judge_limit(&mut self) {
        if self.max_turns.is_some_and(|max| self.turn_number() > max) {
            self.end_at_limit();
        }
    }

    /// Who wins if the game ends by a limit now: the side with more pieces; if equal, the side that most recently had
    /// more at the end of a turn; if there was none, Silver.
    pub fn limit_winner(&self) -> Color {
        let decided = self.piece_counts().rev().find(|[gold, silver]| gold != silver);
        if decided.is_some_and(|[gold, silver]| gold > silver) { Color::Gold } else { Color::Silver }
    }

    /// The number of pieces, Gold's and Silver's, at the start and after every turn.
    pub fn piece_counts(&self) -> impl DoubleEndedIterator<Item = [u32; 2]> {
        self.positions().map(|position| Color::ALL.map(|color| position.board().color(color).count()))
    }

    /// The start and the position after every turn, in order.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = &Position> {
        self.start.iter().chain(self.turns.iter().map(|played| &played.position))
    }

    /// How often the position with this [`Position::repetition_key`] stood at the start or at the end of a turn.
    pub fn occurrences(&self, key: Key) -> u32 {
        self.occurrences.get(&key).copied().unwrap_or(0)
    }

    /// Whether a turn that ends on `position` would be a third repetition.
    pub fn would_repeat(&self, position: &Position) -> bool {
        self.occurrences(position.repetition_key()) >= 2
    }

    /// The repetition keys of the start and of the end of every turn, in order.
    pub fn repetition_keys(&self) -> impl DoubleEndedIterator<Item = Key> {
        self.positions().map(Position::repetition_key)
    }
}

impl Default for Game {
    fn default() -> Self {
        Self::new()
    }
}
