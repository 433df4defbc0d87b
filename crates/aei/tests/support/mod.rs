//! A scripted engine, and a controller that talks to its session through pipes.

#![allow(dead_code, reason = "every test program uses a part of this")]

use crossbeam_channel::{Receiver, Sender, unbounded};
use std::io::{self, BufRead, BufReader, PipeWriter, Write};
use std::thread;
use std::time::{Duration, Instant};
use tusker_aei::{
    DepthState, Engine, GoMode, Identity, Info, LogLevel, OptionError, OptionKind, OptionSpec, OptionValue,
    Report, Response, SearchControl, SearchTask, SessionEnd, run_session,
};
use tusker_core::{Game, NamedSetup, Setup, Turn, TurnGenerator};

/// How the double searches and sets up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Script {
    /// Answers at once.
    Instant,
    /// Answers when it is told to stop.
    UntilStop,
    /// Answers after this many milliseconds, or when it is told to stop.
    Sleeps(u64),
    /// Reports what it was asked, then answers at once.
    Tells,
    /// Reports this score, then answers at once.
    Scores(i32),
    /// Reports depth, nodes, score, time and an expected line, then answers at once.
    Reports,
    /// Panics, also when it sets up.
    Panics,
    /// Panics when a game begins or an option is set.
    PanicsOutside,
    /// Finds nothing, and sets up nothing.
    FindsNothing,
    /// Answers with a turn that is illegal, and with a setup for the wrong side.
    Illegal,
}

/// The double; its options are `hash`, `threads`, `fancy` (a switch) and `book` (a text).
pub(crate) struct Double {
    pub(crate) script: Script,
    hash: i64,
    games: u32,
}

impl Double {
    pub(crate) fn new(script: Script) -> Self {
        Self { script, hash: 16, games: 0 }
    }
}

impl Engine for Double {
    fn identity(&self) -> Identity {
        Identity::new("Double", "the tests", "1")
    }

    fn options(&self) -> Vec<OptionSpec> {
        let number = |min, max| OptionKind::Number { min, max };
        [
            ("hash", number(1, 4096)),
            ("threads", number(1, 64)),
            ("fancy", OptionKind::Switch),
            ("book", OptionKind::Text),
        ]
        .map(|(name, kind)| OptionSpec { name, kind, help: "" })
        .into()
    }

    fn set_option(&mut self, name: &'static str, value: &OptionValue) -> Result<(), OptionError> {
        assert!(self.script != Script::PanicsOutside, "no options today");
        match (name, value) {
            ("hash", OptionValue::Number(4096)) => {
                Err(OptionError::Refused { name: name.to_owned(), reason: "out of memory".to_owned() })
            }
            ("hash", OptionValue::Number(size)) => {
                self.hash = *size;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn new_game(&mut self) {
        assert!(self.script != Script::PanicsOutside, "no games today");
        self.games += 1;
    }

    fn choose_setup(&mut self, game: &Game) -> Setup {
        assert!(self.script != Script::Panics, "no setup today");
        match self.script {
            Script::FindsNothing => Setup::default(),
            Script::Illegal => NamedSetup::NinetyNineOfNine.setup(!game.side()),
            _ => NamedSetup::NinetyNineOfNine.setup(game.side()),
        }
    }

    fn search(
        &mut self,
        task: &SearchTask,
        control: &SearchControl,
        report: &mut dyn FnMut(Report),
    ) -> Option<Turn> {
        let turn = first_turn(&task.game);
        match self.script {
            Script::Instant | Script::PanicsOutside => {}
            Script::UntilStop => wait(control, Duration::MAX),
            Script::Sleeps(time) => wait(control, Duration::from_millis(time)),
            Script::Tells => report(Report::Log { level: LogLevel::Info, text: self.describe(task) }),
            Script::Scores(score) => report(Report::Info(Info::Score(score))),
            Script::Reports => {
                report(Report::Info(Info::Depth { steps: 4, state: DepthState::Underway }));
                report(Report::Info(Info::Nodes(17)));
                report(Report::Info(Info::Score(-3)));
                report(Report::Info(Info::Time(0)));
                report(Report::Pv(turn.iter().cloned().collect()));
                report(Report::Info(Info::Other { key: "nps".into(), value: "5".into() }));
            }
            Script::Panics => panic!("no turn today"),
            Script::FindsNothing => return None,
            Script::Illegal => return Some(Turn::new()),
        }
        turn
    }
}

impl Double {
    fn describe(&self, task: &SearchTask) -> String {
        let mode = match task.mode {
            GoMode::Normal => "go",
            GoMode::Infinite => "infinite",
            GoMode::Ponder => "ponder",
        };
        let clock = &task.clock;
        let millis = |time: Option<Duration>| time.map_or("-".to_owned(), |t| t.as_millis().to_string());
        format!(
            "{mode} {} hash {} games {} reserve {} {} used {} flag {} stop {} depth {:?} nodes {:?} opponent '{}'",
            task.game.side().letter(),
            self.hash,
            self.games,
            clock.reserve,
            clock.opponent_reserve,
            clock.move_used,
            millis(task.flag_time()),
            millis(task.stop_time()),
            task.limits.depth,
            task.limits.nodes,
            task.info.opponent,
        )
    }
}

/// Sleeps until told to stop, but not longer than `time`.
fn wait(control: &SearchControl, time: Duration) {
    let begin = Instant::now();
    while !control.stopped() && begin.elapsed() < time {
        thread::sleep(Duration::from_millis(1));
    }
}

/// The first turn in the generator's order that is no third repetition.
pub(crate) fn first_turn(game: &Game) -> Option<Turn> {
    let mut turn = None;
    TurnGenerator::new().for_each(game.position()?, |found| {
        let found = found.distinct_turn();
        if !game.would_repeat(&found.position) {
            turn = Some(found.turn);
        }
        turn.is_none()
    });
    turn
}

/// A session of a double, and a controller's ends of its pipes.
pub(crate) struct Talk {
    input: Option<PipeWriter>,
    lines: Receiver<(Instant, String)>,
    ended: Receiver<(Instant, SessionEnd)>,
}

impl Talk {
    /// Starts a session; nothing has been said.
    pub(crate) fn start(engine: impl Engine + 'static) -> Self {
        let (from_controller, input) = io::pipe().expect("a pipe");
        let (output, to_controller) = io::pipe().expect("a pipe");
        let (heard, lines) = unbounded();
        let (ending, ended) = unbounded();
        thread::spawn(move || listen(&mut BufReader::new(output), &heard));
        thread::spawn(move || {
            let end = run_session(engine, from_controller, to_controller);
            let _ = ending.send((Instant::now(), end));
        });
        Self { input: Some(input), lines, ended }
    }

    /// Starts a session and goes through the opening phase.
    pub(crate) fn open(engine: impl Engine + 'static) -> Self {
        let mut talk = Self::start(engine);
        talk.say("aei");
        while talk.hear() != "aeiok" {}
        talk
    }

    /// Sends a line.
    pub(crate) fn say(&mut self, line: &str) {
        self.send(format!("{line}\n").as_bytes());
    }

    /// Sends bytes as they are; a session that is gone does not mind.
    pub(crate) fn send(&mut self, bytes: &[u8]) {
        if let Some(input) = &mut self.input {
            let _ = input.write_all(bytes);
        }
    }

    /// Closes the session's input.
    pub(crate) fn close(&mut self) {
        self.input = None;
    }

    /// The next line; panics if none comes within 5 s.
    pub(crate) fn hear(&self) -> String {
        self.hear_within(Duration::from_secs(5)).expect("a line within 5 s")
    }

    /// The next line, if one comes in time.
    pub(crate) fn hear_within(&self, time: Duration) -> Option<String> {
        self.timed(time).map(|(_, line)| line)
    }

    /// The next line and when it came.
    pub(crate) fn timed(&self, time: Duration) -> Option<(Instant, String)> {
        self.lines.recv_timeout(time).ok()
    }

    /// The session's end and when it came, if it comes in time.
    pub(crate) fn end_within(&self, time: Duration) -> Option<(Instant, SessionEnd)> {
        self.ended.recv_timeout(time).ok()
    }

    /// Everything said until the session closed its output.
    pub(crate) fn rest(&self) -> Vec<String> {
        self.lines.iter().map(|(_, line)| line).collect()
    }
}

fn listen(output: &mut impl BufRead, heard: &Sender<(Instant, String)>) {
    loop {
        let mut line = Vec::new();
        match output.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let line = String::from_utf8_lossy(&line).into_owned();
                if heard.send((Instant::now(), line.strip_suffix('\n').unwrap_or(&line).to_owned())).is_err()
                {
                    return;
                }
            }
        }
    }
}

/// Panics unless `line` is what may be printed: ASCII, not blank, no carriage return, and a response.
pub(crate) fn check_output(line: &str) {
    assert!(line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "not plain ASCII: {line:?}");
    line.parse::<Response>().unwrap_or_else(|error| panic!("{line:?}: {error}"));
}
