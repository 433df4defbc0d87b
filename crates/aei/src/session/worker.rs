//! The thread on which the engine lives.

use crate::engine::{Engine, Report, SearchControl, SearchTask};
use crate::options::{OptionError, OptionValue};
use crossbeam_channel::{Receiver, Sender, unbounded};
use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use tusker_core::{Game, Setup, Turn};

/// Names one search, so that what a search says after its end is told apart from its successor.
pub(crate) type Ticket = u64;

/// What the engine has to do.
pub(crate) enum Job {
    /// Set an option.
    SetOption { name: &'static str, value: OptionValue },
    /// Forget the last game.
    NewGame,
    /// Choose a setup.
    Setup { ticket: Ticket, game: Box<Game> },
    /// Choose a turn.
    Search { ticket: Ticket, task: Box<SearchTask>, control: SearchControl },
    /// Tell that everything before is done.
    Sync,
}

/// What the engine says.
pub(crate) enum Notice {
    /// News of a search.
    Report { ticket: Ticket, report: Report },
    /// The end of a search.
    Done { ticket: Ticket, answer: Answer },
    /// An option was not set.
    OptionFailed(OptionError),
    /// The engine panicked outside a search.
    Panicked { during: &'static str, message: String },
    /// Everything before the matching [`Job::Sync`] is done.
    Synced,
}

/// What a search ended with.
pub(crate) enum Answer {
    Setup(Setup),
    Turn(Option<Turn>),
    /// The engine panicked with this message.
    Panicked(String),
}

/// The session's ends of the channels.
pub(crate) struct Worker {
    pub(crate) jobs: Sender<Job>,
    pub(crate) notices: Receiver<Notice>,
}

/// Moves the engine to its thread, which ends after the job at hand once [`Worker::jobs`] is dropped.
pub(crate) fn spawn(engine: impl Engine + 'static) -> io::Result<Worker> {
    let (jobs, todo) = unbounded();
    let (told, notices) = unbounded();
    thread::Builder::new().name("aei-engine".into()).spawn(move || work(engine, &todo, &told))?;
    Ok(Worker { jobs, notices })
}

fn work(mut engine: impl Engine, todo: &Receiver<Job>, told: &Sender<Notice>) {
    for job in todo {
        if let Some(notice) = carry_out(&mut engine, job, told) {
            // The session may be gone already; then nobody needs the notice.
            let _ = told.send(notice);
        }
    }
}

fn carry_out(engine: &mut impl Engine, job: Job, told: &Sender<Notice>) -> Option<Notice> {
    match job {
        Job::SetOption { name, value } => match guarded(|| engine.set_option(name, &value)) {
            Ok(done) => done.err().map(Notice::OptionFailed),
            Err(message) => Some(Notice::Panicked { during: "setoption", message }),
        },
        Job::NewGame => {
            let failed = guarded(|| engine.new_game()).err();
            failed.map(|message| Notice::Panicked { during: "newgame", message })
        }
        Job::Sync => Some(Notice::Synced),
        Job::Setup { ticket, game } => {
            let answer = guarded(|| engine.choose_setup(&game)).map_or_else(Answer::Panicked, Answer::Setup);
            Some(Notice::Done { ticket, answer })
        }
        Job::Search { ticket, task, control } => {
            let mut report = |report| {
                let _ = told.send(Notice::Report { ticket, report });
            };
            let answer = guarded(|| engine.search(&task, &control, &mut report))
                .map_or_else(Answer::Panicked, Answer::Turn);
            Some(Notice::Done { ticket, answer })
        }
    }
}

/// Runs engine code; a panic becomes its message. The engine is told to start afresh before it is used again.
fn guarded<T>(code: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(code)).map_err(|panic| message_of(panic.as_ref()))
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().map(str::to_owned);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "without a message".to_owned())
}

impl Worker {
    /// Lets the thread end, and waits for it, but not longer than `patience`.
    pub(crate) fn leave(self, patience: std::time::Duration) {
        let Self { jobs, notices } = self;
        drop(jobs);
        let deadline = std::time::Instant::now() + patience;
        // The thread's end of the channel goes with the thread.
        while notices.recv_deadline(deadline).is_ok() {}
    }
}
