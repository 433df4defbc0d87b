//! What a session needs of an engine.

use crate::GoMode;
use crate::clock::TurnClock;
use crate::options::{OptionError, OptionSpec, OptionValue};
use crate::response::{Info, LogLevel};
use crate::text::LineText;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tusker_core::{Game, Setup, Turn};

/// An engine for [`run_session`](crate::run_session).
///
/// The session owns the protocol, the game, the clock options and the rules; the engine only thinks. It lives on one
/// worker thread, which calls its methods one after the other. A panic in any of them is caught and logged; the
/// session then plays some legal turn, and calls [`Engine::new_game`] before it goes on with the engine.
///
/// Constructors should be quick: large tables belong into the first [`Engine::set_option`], [`Engine::new_game`] or
/// [`Engine::search`], so that `aei` is answered at once.
pub trait Engine: Send {
    /// Who the engine is; asked once, before anything else.
    fn identity(&self) -> Identity;

    /// The options of the engine, beside those in [`StandardOption`](crate::StandardOption), which the session
    /// handles itself (`depth`, `nodes` and `movetime` arrive in [`SearchTask::limits`]); asked once.
    fn options(&self) -> Vec<OptionSpec> {
        Vec::new()
    }

    /// Sets one of [`Engine::options`]; the value fits its kind. Never called during a search.
    ///
    /// # Errors
    /// The engine cannot do it and keeps the old value.
    fn set_option(&mut self, name: &'static str, value: &OptionValue) -> Result<(), OptionError> {
        let _ = value;
        Err(OptionError::Unknown(name.to_owned()))
    }

    /// Another game begins: forget what was learned in the last one.
    fn new_game(&mut self) {}

    /// The setup for the side that has to set up in `game`; answer at once.
    ///
    /// Anything but 16 legal placements is logged as an error and replaced.
    fn choose_setup(&mut self, game: &Game) -> Setup;

    /// The turn to play in `task.game`, which waits for a turn, is not over, and has a legal turn.
    ///
    /// Return soon (within some 10 ms) after [`SearchControl::stopped`] becomes true; the session sets it for `stop`
    /// and everything else that ends a search, and shortly before the deadline. In [`GoMode::Ponder`] and
    /// [`GoMode::Infinite`] returning early is fine, the session keeps the turn until it is asked for. `None`, or a
    /// turn that is illegal or a third repetition, is logged as an error and replaced by some legal turn.
    ///
    /// The score reported last decides whether the option `resign` asks to give up.
    fn search(
        &mut self,
        task: &SearchTask,
        control: &SearchControl,
        report: &mut dyn FnMut(Report),
    ) -> Option<Turn>;
}

impl<E: Engine + ?Sized> Engine for Box<E> {
    fn identity(&self) -> Identity {
        (**self).identity()
    }

    fn options(&self) -> Vec<OptionSpec> {
        (**self).options()
    }

    fn set_option(&mut self, name: &'static str, value: &OptionValue) -> Result<(), OptionError> {
        (**self).set_option(name, value)
    }

    fn new_game(&mut self) {
        (**self).new_game();
    }

    fn choose_setup(&mut self, game: &Game) -> Setup {
        (**self).choose_setup(game)
    }

    fn search(
        &mut self,
        task: &SearchTask,
        control: &SearchControl,
        report: &mut dyn FnMut(Report),
    ) -> Option<Turn> {
        (**self).search(task, control, report)
    }
}

/// Who an engine is: what the `id` lines say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity {
    /// `id name`; not empty.
    pub name: LineText,
    /// `id author`; not empty.
    pub author: LineText,
    /// `id version`; not empty.
    pub version: LineText,
}

impl Identity {
    /// An identity; an empty text becomes `unknown`, because controllers cannot read `id` lines without a value.
    pub fn new(name: &str, author: &str, version: &str) -> Self {
        let text = |text: &str| match LineText::lossy(text) {
            text if text.is_empty() => LineText::lossy("unknown"),
            text => text,
        };
        Self { name: text(name), author: text(author), version: text(version) }
    }
}

/// What a search is asked.
#[derive(Clone, Debug)]
pub struct SearchTask {
    /// The game so far, the position to search last; knows which turns would be third repetitions.
    pub game: Game,
    /// What kind of search it is. When pondering, the side to move is the opponent.
    pub mode: GoMode,
    /// When the `go` arrived; all times of the task count from here.
    pub received: Instant,
    /// The clock of the side to move.
    pub clock: TurnClock,
    /// What else ends the search; an engine that has no use for one of them ignores it.
    pub limits: Limits,
    /// Who plays, as far as the controller told.
    pub info: GameInfo,
}

impl SearchTask {
    /// Thinking time of a search that nothing else limits.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(5);

    /// Time from [`SearchTask::received`] after which the side to move loses on time; `None` without a clock, and
    /// while pondering or searching until `stop`.
    pub fn flag_time(&self) -> Option<Duration> {
        if self.mode == GoMode::Normal { self.clock.time_left() } else { None }
    }

    /// Time from [`SearchTask::received`] after which the session stops the search: shortly before the flag falls,
    /// at the limit `movetime`, or after [`SearchTask::DEFAULT_TIME`] if there is no limit at all. `None` while
    /// pondering or searching until `stop`, and for a search limited by depth or nodes only.
    pub fn stop_time(&self) -> Option<Duration> {
        if self.mode != GoMode::Normal {
            return None;
        }
        let flag = self.flag_time().map(before_flag);
        let limit = [flag, self.limits.move_time].into_iter().flatten().min();
        let unlimited = self.limits.depth.is_none() && self.limits.nodes.is_none();
        limit.or_else(|| unlimited.then_some(Self::DEFAULT_TIME))
    }
}

/// When to stop for a flag that falls after `time`: a tenth, 100 ms at most, is left for the way to the controller.
pub(crate) fn before_flag(time: Duration) -> Duration {
    time.saturating_sub((time / 10).min(Duration::from_millis(100)))
}

/// Limits of a search that are no clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Option `depth`: deepest iteration, in steps.
    pub depth: Option<u32>,
    /// Option `nodes`: most nodes.
    pub nodes: Option<u64>,
    /// Option `movetime`: most time.
    pub move_time: Option<Duration>,
}

/// What the controller told about the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameInfo {
    /// Option `opponent`: the opponent's name.
    pub opponent: String,
    /// Option `opponent_rating`, as it was given.
    pub opponent_rating: String,
    /// Option `rating`: the engine's own rating, as it was given.
    pub rating: String,
    /// Option `rated`: whether the game counts.
    pub rated: bool,
    /// Option `event`: the event that the game belongs to.
    pub event: String,
}

impl Default for GameInfo {
    /// Nothing known; rated, as the protocol has it.
    fn default() -> Self {
        let none = String::new;
        Self { opponent: none(), opponent_rating: none(), rating: none(), rated: true, event: none() }
    }
}

/// The session's hand on a running search; clones share it.
#[derive(Clone, Debug, Default)]
pub struct SearchControl {
    stop: Arc<AtomicBool>,
    deadline: Arc<Mutex<Option<Instant>>>,
}

impl SearchControl {
    /// A control that is not stopped and has no deadline.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether the search has to end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The flag behind [`SearchControl::stopped`], for searches that share it between threads.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Tells the search to end.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// When the session will stop the search by itself; may move forward while it runs, if the controller tells
    /// that less time is left.
    pub fn deadline(&self) -> Option<Instant> {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn set_deadline(&self, deadline: Option<Instant>) {
        *self.deadline.lock().unwrap_or_else(PoisonError::into_inner) = deadline;
    }
}

/// What an engine tells during a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Report {
    /// One fact. [`Info::Score`] is from the view of the side to move in [`SearchTask::game`].
    Info(Info),
    /// The expected turns, the first by the side to move; the session writes them with their captures.
    Pv(Vec<Turn>),
    /// Anything else; one line.
    Log {
        /// How serious it is.
        level: LogLevel,
        /// What it says.
        text: String,
    },
}
