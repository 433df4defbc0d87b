//! The engine's side of the protocol.
//!
//! Three threads: one reads the controller's lines, one runs the engine, and the session, which owns the game and
//! everything that is written, waits for both. So a line is always answered, whatever the engine is doing, and
//! nothing that a search says after its end reaches the controller.

mod answer;
mod input;
mod output;
mod running;
mod worker;

use crate::command::{Command, CommandError, GoMode, MoveText};
use crate::engine::{Engine, Identity, Report, SearchControl, SearchTask, before_flag};
use crate::options::{OptionError, OptionSpec, StandardOption};
use crate::response::{BestMove, IdKey, Info, LogLevel, Response};
use crate::settings::{Faults, Settings};
use crate::text::echo;
use crossbeam_channel::{Receiver, at, never, select};
use input::Input;
use output::Output;
use running::Running;
use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::time::{Duration, Instant};
use tusker_core::{Color, EndReason, Game, Outcome, Phase, Position, SetupKind};
use tusker_notation::{Strictness, read_setup_of, read_turn, write_line};
use worker::{Answer, Job, Notice, Ticket, Worker};

pub(crate) use input::{Input as ReadLine, LineReader};

/// How long an engine that is told to stop may take when the session ends, before it is left behind.
const FAREWELL: Duration = Duration::from_millis(40);

/// Errors before `aei` that are kept until something may be printed.
const MAX_EARLY_ERRORS: usize = 16;

/// Why a session ended.
#[derive(Debug)]
pub enum SessionEnd {
    /// `quit`.
    Quit,
    /// The controller closed its end, or reading failed.
    InputClosed,
    /// Writing failed: nobody listens.
    OutputClosed(io::Error),
    /// An unknown command or an illegal turn, with the option `strict` on.
    Fault(String),
    /// A thread could not be started.
    NoThread(io::Error),
}

/// Runs an engine's session until it ends; the protocol of every line is in the crate's documentation.
///
/// A search may still be winding down on its thread when this returns, so a program should end its process soon.
pub fn run_session(
    engine: impl Engine + 'static,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> SessionEnd {
    let identity = engine.identity();
    let options = engine.options();
    let threads = input::spawn(input).and_then(|lines| Ok((lines, worker::spawn(engine)?)));
    match threads {
        Ok((lines, worker)) => Session::new(identity, options, worker, Output::new(output)).run(&lines),
        Err(error) => SessionEnd::NoThread(error),
    }
}

/// Whether `aei` has been heard.
enum Opening {
    /// Not yet: nothing may be printed; what went wrong is told later.
    Waiting(Vec<Response>),
    Done,
}

struct Session<W> {
    identity: Identity,
    options: Vec<OptionSpec>,
    worker: Worker,
    output: Output<W>,
    opening: Opening,
    settings: Settings,
    game: Game,
    running: Option<Running>,
    last_ticket: Ticket,
    /// Commands that wait until the answer to a `stop` is out.
    waiting: VecDeque<(String, Instant)>,
    end: Option<SessionEnd>,
}

impl<W: Write> Session<W> {
    fn new(identity: Identity, options: Vec<OptionSpec>, worker: Worker, output: Output<W>) -> Self {
        Self {
            identity,
            options,
            worker,
            output,
            opening: Opening::Waiting(Vec::new()),
            settings: Settings::new(),
            game: Game::new(),
            running: None,
            last_ticket: 0,
            waiting: VecDeque::new(),
            end: None,
        }
    }

    fn run(mut self, lines: &Receiver<Input>) -> SessionEnd {
        loop {
            self.next_event(lines);
            if let Some(error) = self.output.take_failure() {
                self.end = Some(SessionEnd::OutputClosed(error));
            }
            if let Some(end) = self.end.take() {
                self.end_search();
                self.worker.leave(FAREWELL);
                return end;
            }
        }
    }

    /// Waits for a line, for the engine, or for the time at which a search has to stop.
    fn next_event(&mut self, lines: &Receiver<Input>) {
        if !self.owes_answer()
            && let Some((text, received)) = self.waiting.pop_front()
        {
            return self.line(&text, received);
        }
        let time_up = self.running.as_ref().and_then(Running::stop_at).map_or_else(never, at);
        select! {
            recv(lines) -> line => match line {
                Ok(Input::Line { text, at }) => self.line(&text, at),
                Ok(Input::TooLong) => self.complain("a line is too long to be read"),
                Err(_) => self.end = Some(SessionEnd::InputClosed),
            },
            recv(self.worker.notices) -> notice => match notice {
                Ok(notice) => self.notice(notice),
                // Panics are caught, so this is a thread that could not even unwind.
                Err(_) => self.end = Some(SessionEnd::Fault("the engine's thread is gone".to_owned())),
            },
            recv(time_up) -> _ => {
                if let Some(running) = &mut self.running {
                    running.out_of_time();
                }
            }
        }
    }

    /// Whether a search was told to stop and has not answered yet.
    fn owes_answer(&self) -> bool {
        self.running.as_ref().is_some_and(Running::owes_answer)
    }

    fn line(&mut self, text: &str, received: Instant) {
        log::debug!("from the controller: {text}");
        let read = match Command::read(text) {
            Ok(read) => read,
            Err(CommandError::Empty) => return,
            Err(error) => return self.fault(&error),
        };
        if let (Opening::Waiting(early), false) =
            (&mut self.opening, matches!(read.command, Command::Aei | Command::Quit))
        {
            if early.len() < MAX_EARLY_ERRORS {
                let said = echo(text.trim());
                early.push(Response::error(format_args!("'{said}' came before 'aei' and was ignored")));
            }
            return;
        }
        // The answer to `stop` comes before whatever follows; only what says nothing about the game overtakes it.
        let overtakes = match read.command {
            Command::Quit => true,
            Command::Aei | Command::IsReady | Command::Stop | Command::SetOption { .. } => {
                self.waiting.is_empty()
            }
            _ => false,
        };
        if self.owes_answer() && !overtakes {
            self.waiting.push_back((text.to_owned(), received));
            return;
        }
        for warning in read.warnings {
            self.output.say(&Response::warning(warning));
        }
        self.command(read.command, received);
    }

    fn command(&mut self, command: Command, received: Instant) {
        match command {
            Command::Aei => self.introduce(),
            Command::IsReady => self.is_ready(),
            Command::NewGame => {
                self.end_search();
                self.game = Game::with_variant(self.settings.variant);
                self.settings.clock.new_game(received);
                self.order(Job::NewGame);
            }
            Command::SetPosition(position) => {
                self.end_search();
                self.game = self.game_from(position);
                self.settings.clock.new_turn();
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref(), received),
            Command::MakeMove(text) => {
                self.end_search();
                self.make_move(&text);
            }
            Command::Go(mode) => self.go(mode, received),
            Command::Stop => {
                if let Some(running) = &mut self.running {
                    running.stop();
                }
                self.answer_if_due();
            }
            Command::Quit => self.end = Some(SessionEnd::Quit),
        }
    }

    /// The game from a given position. Where starts are given, the first position after `newgame` is the start, with the
    /// variant's number of steps in its first turn; controllers that tell every position by `setposition` send others
    /// later.
    fn game_from(&self, position: Position) -> Game {
        let variant = *self.game.variant();
        let begins = matches!(self.game.phase(), Phase::Setup(Color::Gold));
        if variant.setup == SetupKind::Given && begins && position.side() == Color::Gold {
            Game::from_board(variant, *position.board())
        } else {
            Game::from_position(position)
        }
    }

    /// Logs an error, or keeps it until something may be printed.
    fn complain(&mut self, text: impl std::fmt::Display) {
        let response = Response::error(text);
        match &mut self.opening {
            Opening::Waiting(early) if early.len() < MAX_EARLY_ERRORS => early.push(response),
            Opening::Waiting(_) => {}
            Opening::Done => self.output.say(&response),
        }
    }

    /// Logs an error that ends the session if the option `strict` is on.
    fn fault(&mut self, error: &impl ToString) {
        let text = error.to_string();
        self.complain(&text);
        if self.settings.faults == Faults::End {
            self.end = Some(SessionEnd::Fault(text));
        }
    }

    fn introduce(&mut self) {
        let Identity { name, author, version } = self.identity.clone();
        self.output.say(&Response::ProtocolVersion(1));
        for (key, value) in [(IdKey::Name, name), (IdKey::Author, author), (IdKey::Version, version)] {
            self.output.say(&Response::Id { key, value });
        }
        self.output.say(&Response::AeiOk);
        if let Opening::Waiting(early) = std::mem::replace(&mut self.opening, Opening::Done) {
            for response in early {
                self.output.say(&response);
            }
        }
    }

    /// Answers at once during a search; else once the engine has done everything that was asked before.
    fn is_ready(&mut self) {
        if self.running.is_some() {
            self.output.say(&Response::ReadyOk);
        } else {
            self.order(Job::Sync);
        }
    }

    fn order(&self, job: Job) {
        // If the thread is gone, the notices' channel is closed too, and the main loop hears of it.
        let _ = self.worker.jobs.send(job);
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, received: Instant) {
        let result = if let Some(option) = StandardOption::from_name(name) {
            self.settings.set(option, value).map(|()| self.retime(option, received))
        } else if let Some(spec) = self.options.iter().find(|spec| spec.name.eq_ignore_ascii_case(name)) {
            // During a search the engine gets to it afterwards.
            spec.read(value).map(|value| self.order(Job::SetOption { name: spec.name, value }))
        } else {
            Err(OptionError::Unknown(echo(name)))
        };
        if let Err(error) = result {
            self.output.say(&Response::warning(error));
        }
    }

    /// A running search stops earlier if the controller now tells that less time is left; never later, because
    /// controllers cut times to whole seconds.
    fn retime(&mut self, option: StandardOption, received: Instant) {
        let side = self.game.side();
        if let Some(running) = &mut self.running
            && running.mode() == GoMode::Normal
        {
            let since = if option == StandardOption::MoveUsed { received } else { running.began() };
            let clock = self.settings.clock.for_turn(side, running.began());
            if let Some(left) = clock.time_left() {
                running.stop_no_later_than(since + before_flag(left));
            }
        }
    }

    fn make_move(&mut self, text: &MoveText) {
        let side = self.game.side();
        match text {
            MoveText::Resign => {
                self.game.end(Outcome { winner: !side, reason: EndReason::Resignation });
                return;
            }
            MoveText::Takeback => {
                if !self.game.takeback() {
                    return self.complain("takeback: there is no turn to take back");
                }
            }
            MoveText::Steps(steps) => match self.play(side, steps) {
                Ok(warnings) => {
                    if let Some(text) = in_one_line(&warnings) {
                        self.output.say(&Response::warning(format_args!("makemove: {text}")));
                    }
                }
                Err(reason) => {
                    let steps = echo(steps);
                    return self
                        .fault(&format!("illegal move '{steps}': {reason}; the position is unchanged"));
                }
            },
        }
        self.settings.clock.new_turn();
    }

    /// Plays a setup or turn; returns what is odd about its text.
    fn play(&mut self, side: Color, text: &str) -> Result<Vec<String>, String> {
        let (warnings, done) = match (self.game.phase(), self.game.position()) {
            (Phase::Over(outcome), _) => return Err(format!("the game is over: {outcome}")),
            (Phase::Play(_), Some(position)) => {
                let reading = read_turn(position, text).map_err(|error| error.what.to_string())?;
                (reading.warnings, self.game.play(&reading.value.turn).map(|_| ()))
            }
            (Phase::Setup(_) | Phase::Play(_), _) => {
                let kind = self.game.variant().setup;
                let reading = read_setup_of(kind, text, side, self.game.board(), Strictness::Lenient)
                    .map_err(|error| error.what.to_string())?;
                (reading.warnings, self.game.place_lenient(&reading.value).map(|_| ()))
            }
        };
        done.map_err(|error| error.to_string())?;
        Ok(warnings.into_iter().map(|warning| warning.what.to_string()).collect())
    }
}

/// The first few warnings and the number of others; `None` if there are none.
fn in_one_line(warnings: &[String]) -> Option<String> {
    const TOLD: usize = 6;
    let (told, others) = warnings.split_at(warnings.len().min(TOLD));
    let text = told.join("; ");
    match (told.is_empty(), others.len()) {
        (true, _) => None,
        (false, 0) => Some(text),
        (false, more) => Some(format!("{text}; and {more} more")),
    }
}

/// Searches.
impl<W: Write> Session<W> {
    fn go(&mut self, mode: GoMode, received: Instant) {
        if self.running.as_ref().is_some_and(|running| running.mode() != GoMode::Ponder) {
            let text = "'go' during a search was ignored: send 'stop' first";
            return self.output.say(&Response::warning(text));
        }
        self.end_search();
        self.last_ticket += 1;
        let ticket = self.last_ticket;
        let control = SearchControl::new();
        let mut running = Running::new(ticket, mode, received, control.clone());
        match self.game.phase() {
            Phase::Over(outcome) => {
                running.finish(BestMove::Resign, Some(format!("no legal move: {outcome}")));
            }
            Phase::Setup(_) if self.game.variant().setup == SetupKind::Given => {
                let reason = "this variant has no setups: send its start by 'setposition' first".to_owned();
                running.finish(BestMove::Resign, Some(reason));
            }
            Phase::Setup(_) => self.order(Job::Setup { ticket, game: Box::new(self.game.clone()) }),
            Phase::Play(side) => {
                let task = SearchTask {
                    game: self.game.clone(),
                    mode,
                    received,
                    clock: self.settings.clock.for_turn(side, received),
                    limits: self.settings.limits,
                    info: self.settings.info.clone(),
                };
                control.set_deadline(task.stop_time().map(|time| received + time));
                self.order(Job::Search { ticket, task: Box::new(task), control });
            }
        }
        self.running = Some(running);
        self.answer_if_due();
    }

    /// Ends a search without an answer; what it still says is thrown away.
    fn end_search(&mut self) {
        if let Some(running) = self.running.take() {
            running.abandon();
        }
    }

    fn notice(&mut self, notice: Notice) {
        match notice {
            Notice::Synced => self.output.say(&Response::ReadyOk),
            Notice::OptionFailed(error) => self.output.say(&Response::warning(error)),
            Notice::Panicked { during, message } => {
                self.complain(format_args!("the engine panicked during {during}: {message}"));
            }
            Notice::Report { ticket, report } => self.report(ticket, report),
            Notice::Done { ticket, answer } => self.done(ticket, answer),
        }
    }

    fn report(&mut self, ticket: Ticket, report: Report) {
        let Some(running) = self.running.as_mut().filter(|running| running.ticket() == ticket) else {
            return;
        };
        let response = match report {
            Report::Info(info) => {
                running.note(&info);
                Response::Info(info)
            }
            Report::Pv(turns) => {
                let text = self.game.position().and_then(|position| write_line(position, &turns).ok());
                match text {
                    Some(text) => Response::Info(Info::Pv(text.into())),
                    None => Response::error("the engine's expected line is illegal and was left out"),
                }
            }
            Report::Log { level, text } => Response::log(level, text),
        };
        let serious = matches!(response, Response::Log { level: LogLevel::Error, .. });
        if running.mode() != GoMode::Ponder || serious {
            self.output.say(&response);
        }
    }

    fn done(&mut self, ticket: Ticket, answer: Answer) {
        let panicked = matches!(answer, Answer::Panicked(_));
        if let Some(running) = self.running.as_mut().filter(|running| running.ticket() == ticket) {
            let answer::Checked { best, error } = answer::check(&self.game, answer);
            running.finish(best, None);
            if let Some(error) = error {
                self.complain(error);
            }
        }
        if panicked {
            // Whatever the engine was in the middle of, it starts afresh.
            self.order(Job::NewGame);
        }
        self.answer_if_due();
    }

    /// Prints `bestmove` if the search has ended and the controller is to hear of it now.
    fn answer_if_due(&mut self) {
        let Some(mut best) = self.running.as_mut().and_then(Running::take_due_answer) else { return };
        let Some(running) = self.running.take() else { return };
        if let Some(reason) = running.reason() {
            self.output.say(&Response::warning(reason));
        } else if !running.told_time() {
            // Controllers learn from it that time passes, and tell the time used in return.
            self.output.say(&Response::Info(Info::Time(running.began().elapsed().as_secs())));
        }
        let in_play = matches!(self.game.phase(), Phase::Play(_));
        if let (true, Some(limit), Some(score)) = (in_play, self.settings.resign, running.score())
            && score <= limit.saturating_neg()
        {
            best = BestMove::Resign;
        }
        self.output.say(&Response::BestMove(best));
    }
}
