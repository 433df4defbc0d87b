//! One engine at the board: a running process, asked for one answer after the other.

use crate::clockface::{Pace, PaceLimit, seconds};
use crate::ending::Ending;
use crate::engine::{EngineSpec, Fractions};
use crate::record::{EngineFacts, TurnFacts};
use crate::start::Start;
use std::time::{Duration, Instant};
use tusker_aei::{BestMove, Client, ClientError, DepthState, Farewell, GoMode, Info, Received, Response};
use tusker_core::{Clock, Color, TimeControl, Variant};
use tusker_notation::write_turn;

/// What an engine did wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    /// The result that it leads to.
    pub(crate) ending: Ending,
    /// In words.
    pub(crate) detail: String,
}

impl Fault {
    pub(crate) fn new(ending: Ending, detail: impl std::fmt::Display) -> Self {
        Self { ending, detail: detail.to_string() }
    }

    /// What a failed exchange means, other than that an answer is late.
    fn of(error: &ClientError) -> Self {
        let ending = match error {
            ClientError::Malformed { source: tusker_aei::ResponseError::NoMove, .. } => Ending::MissingMove,
            ClientError::Malformed { .. } => Ending::MalformedMove,
            ClientError::Timeout { .. } => Ending::Hang,
            _ => Ending::Crash,
        };
        match error {
            // Its last lines are kept beside.
            ClientError::Gone { awaited, how, .. } => {
                Self::new(ending, format!("the engine is gone ({how}) while {awaited} was awaited"))
            }
            other => Self::new(ending, other),
        }
    }
}

/// An answer in time.
#[derive(Clone, Debug)]
pub(crate) struct Answer {
    /// What the engine sent.
    pub(crate) best: BestMove,
    /// How long it took.
    pub(crate) used: Duration,
    /// What it told on the way.
    pub(crate) facts: TurnFacts,
    /// Oddities.
    pub(crate) warnings: Vec<String>,
}

/// A running engine.
#[derive(Debug)]
pub(crate) struct Player {
    spec: EngineSpec,
    client: Client,
    facts: EngineFacts,
}

impl Player {
    /// Starts the engine and opens the session.
    pub(crate) fn start(spec: &EngineSpec, cpus: Option<&str>) -> Result<Self, Fault> {
        let no_start = |error: ClientError| Fault::new(Ending::NoStart, error);
        let mut client = Client::spawn(&spec.command(cpus)).map_err(no_start)?;
        let handshake = client.handshake(spec.startup).map_err(no_start)?;
        client.is_ready(spec.startup, &mut |_| {}).map_err(no_start)?;
        let facts = EngineFacts {
            name: spec.name.clone(),
            id: handshake.name,
            version: handshake.version.unwrap_or_default(),
            options: spec.options.iter().map(|(name, value)| format!("{name}={value}")).collect(),
        };
        Ok(Self { spec: spec.clone(), client, facts })
    }

    /// Who it is.
    pub(crate) fn facts(&self) -> &EngineFacts {
        &self.facts
    }

    /// Sets up a game: options, clock, `newgame`, the start.
    pub(crate) fn begin(&mut self, start: &Start, pace: &Pace, seed: u64) -> Result<(), Fault> {
        self.try_begin(start, pace, seed).map_err(|error| match error {
            ClientError::Timeout { .. } => Fault::new(Ending::NoStart, error),
            other => Fault::of(&other),
        })
    }

    fn try_begin(&mut self, start: &Start, pace: &Pace, seed: u64) -> Result<(), ClientError> {
        let variant = start.game.variant();
        if *variant != Variant::STANDARD {
            self.client.set_option("variant", variant.name)?;
        }
        for (name, value) in &self.spec.options {
            self.client.set_option(name, value)?;
        }
        if let Some(option) = &self.spec.seed_option
            && !self.spec.options.contains_key(option)
        {
            self.client.set_option(option, &seed.to_string())?;
        }
        if let PaceLimit::Clock { control, .. } = &pace.limit {
            self.tell_control(control)?;
        }
        self.client.new_game()?;
        let mut before = start.game.start();
        if start.game.setups().is_empty()
            && let Some(position) = before
        {
            self.client.set_position(*position)?;
        }
        for setup in start.game.setups() {
            self.client.make_move(&setup.to_string())?;
        }
        for played in start.game.turns() {
            if let Some(text) = before.and_then(|position| write_turn(position, &played.turn).ok()) {
                self.client.make_move(&text)?;
            }
            before = Some(&played.position);
        }
        self.client.is_ready(self.spec.startup, &mut |_| {})
    }

    fn tell_control(&mut self, control: &TimeControl) -> Result<(), ClientError> {
        let exact = self.spec.fractions == Fractions::Exact;
        let time = |time: u64| if exact || time < 1000 { seconds(time) } else { (time / 1000).to_string() };
        self.client.set_option("tcmove", &time(control.per_turn))?;
        self.client.set_option("tcreserve", &time(control.reserve))?;
        self.client.set_option("tcpercent", &control.percent.to_string())?;
        self.client.set_option("tcmax", &time(control.max_reserve))?;
        self.client.set_option("tcturns", &control.max_turns.to_string())?;
        self.client.set_option("tctotal", &time(control.max_total))?;
        self.client.set_option("tcturntime", &time(control.max_turn_time))
    }

    /// Tells the engine of a setup or turn, its own ones included.
    pub(crate) fn relay(&mut self, text: &str) -> Result<(), Fault> {
        self.client.make_move(text).map_err(|error| Fault::of(&error))
    }

    /// Asks for a setup or turn. `limit`, without the grace, is what the clock allows.
    pub(crate) fn ask(
        &mut self,
        pace: &Pace,
        clock: &Clock,
        limit: Option<Duration>,
    ) -> Result<Answer, Fault> {
        let mut listener = Listener::default();
        let went = self.go(pace, clock, &mut listener).map_err(|error| Fault::of(&error))?;
        let allowed = match &pace.limit {
            PaceLimit::Clock { .. } => limit,
            PaceLimit::Stop(time) => {
                if let Some(answer) = self.wait(went, *time, &mut listener)? {
                    return Ok(answer);
                }
                self.client.stop().map_err(|error| Fault::of(&error))?;
                Some(*time)
            }
            PaceLimit::Options => None,
        };
        let deadline = allowed.map_or(pace.patience, |allowed| allowed.saturating_add(pace.grace));
        match self.wait(went, deadline, &mut listener)? {
            Some(answer) if answer.used <= deadline => Ok(answer),
            Some(late) => Err(too_late(allowed, pace, Some(late.used))),
            None => Err(self.chase(went, allowed, pace, &mut listener)),
        }
    }

    /// Tells the clock and sends `go`, once the engine has answered `isready`: what it said before answers nothing that
    /// was asked, and its time does not run while it is still busy with the last turn.
    fn go(&mut self, pace: &Pace, clock: &Clock, listener: &mut Listener) -> Result<Instant, ClientError> {
        if matches!(pace.limit, PaceLimit::Clock { .. }) {
            for (name, color) in [("greserve", Color::Gold), ("sreserve", Color::Silver)] {
                let reserve = clock.reserve(color);
                let text = match self.spec.fractions {
                    Fractions::Exact => seconds(reserve),
                    Fractions::Cut => (reserve / 1000).to_string(),
                };
                self.client.set_option(name, &text)?;
            }
            self.client.set_option("moveused", "0")?;
        }
        self.client.is_ready(pace.patience, &mut |received| listener.before_search(received))?;
        self.client.go(GoMode::Normal)
    }

    /// Waits for `bestmove` until `time` after the `go`; `None` if it does not come.
    fn wait(
        &mut self,
        went: Instant,
        time: Duration,
        listener: &mut Listener,
    ) -> Result<Option<Answer>, Fault> {
        let deadline = went.checked_add(time);
        match self.client.best_move(deadline, &mut |received| listener.during_search(received)) {
            Ok((best, at)) => Ok(Some(Answer {
                best,
                used: at.saturating_duration_since(went),
                facts: listener.facts,
                warnings: std::mem::take(&mut listener.warnings),
            })),
            Err(ClientError::Timeout { .. }) => Ok(None),
            Err(error) => Err(Fault::of(&error)),
        }
    }

    /// The time is over: finds out whether the engine is only late, forgot to answer, or is dead.
    fn chase(
        &mut self,
        went: Instant,
        allowed: Option<Duration>,
        pace: &Pace,
        listener: &mut Listener,
    ) -> Fault {
        if let Err(error) = self.client.stop() {
            return Fault::of(&error);
        }
        match self.wait(went, went.elapsed().saturating_add(pace.patience), listener) {
            Ok(Some(late)) => return too_late(allowed, pace, Some(late.used)),
            Ok(None) => {}
            Err(fault) => return fault,
        }
        match self.client.is_ready(pace.patience, &mut |_| {}) {
            Ok(()) => Fault::new(
                Ending::MissingMove,
                "no bestmove, not even after stop; isready was still answered",
            ),
            Err(ClientError::Timeout { .. }) => Fault::new(Ending::Hang, "no answer to go, stop and isready"),
            Err(error) => Fault::of(&error),
        }
    }

    /// The last lines that it wrote.
    pub(crate) fn last_lines(&self) -> Vec<String> {
        self.client.last_lines()
    }

    /// Ends the engine; a process that does not go is killed, with all that it started.
    pub(crate) fn quit(self, patience: Duration) -> Farewell {
        self.client.quit(patience)
    }
}

fn too_late(allowed: Option<Duration>, pace: &Pace, used: Option<Duration>) -> Fault {
    let used = used.map_or_else(String::new, |used| format!("after {} ms ", used.as_millis()));
    let allowed = allowed.unwrap_or(pace.patience).as_millis();
    let detail = format!(
        "answered {used}where {allowed} ms were left, {} ms of grace included not",
        pace.grace.as_millis()
    );
    Fault::new(Ending::Time, detail)
}

/// Listens to what an engine says beside its answers.
#[derive(Debug, Default)]
struct Listener {
    facts: TurnFacts,
    warnings: Vec<String>,
}

impl Listener {
    fn before_search(&mut self, received: &Received) {
        if let Ok(Response::BestMove(best)) = &received.response {
            self.warn(format!("'bestmove {best}' without a go; ignored"));
        }
    }

    fn during_search(&mut self, received: &Received) {
        match &received.response {
            Ok(Response::Info(Info::Score(score))) => self.facts.score = Some(*score),
            Ok(Response::Info(Info::Depth { steps, state: DepthState::Finished | DepthState::Underway })) => {
                self.facts.depth = Some(*steps);
            }
            Ok(Response::Info(Info::Nodes(nodes))) => self.facts.nodes = Some(*nodes),
            _ => {}
        }
    }

    /// Keeps a few; a talkative engine must not fill the record.
    fn warn(&mut self, warning: String) {
        if self.warnings.len() < 3 {
            self.warnings.push(warning);
        }
    }
}
