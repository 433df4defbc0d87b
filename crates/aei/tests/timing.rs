//! How fast a session answers, whatever its engine is doing.
//!
//! The limits are those of a quiet machine. Test machines are not quiet, so each figure is the best of several
//! tries: a delay of the session's own making is in every one of them, a delay of the machine's is not.

mod support;

use std::time::{Duration, Instant};
use support::{Double, Script, Talk};
use tusker_aei::{Engine, Identity, Report, SearchControl, SearchTask, SessionEnd};
use tusker_core::{Game, Setup, Turn};

const TRIES: usize = 10;
const POSITION: &str = "setposition g [r      e                                 r       H      R       ]";

/// The best of several tries, which must not be above `limit`.
fn best_of_tries(what: &str, limit: Duration, measure: impl FnMut() -> Duration) {
    let best = std::iter::repeat_with(measure).take(TRIES).min().unwrap_or_default();
    println!("{what}: {best:?}, limit {limit:?}");
    assert!(best <= limit, "{what} took {best:?}, more than {limit:?}");
}

fn searching(script: Script) -> Talk {
    let mut talk = Talk::open(Double::new(script));
    talk.say(POSITION);
    talk.say("go");
    talk.say("isready");
    while talk.hear() != "readyok" {}
    talk
}

#[test]
fn aei_is_answered_in_50_ms_from_a_cold_start() {
    best_of_tries("aei", Duration::from_millis(50), || {
        let begin = Instant::now();
        drop(Talk::open(Double::new(Script::Instant)));
        begin.elapsed()
    });
}

#[test]
fn stop_is_answered_in_50_ms() {
    best_of_tries("stop", Duration::from_millis(50), || {
        let mut talk = searching(Script::UntilStop);
        let begin = Instant::now();
        talk.say("stop");
        while !talk.hear().starts_with("bestmove ") {}
        begin.elapsed()
    });
}

#[test]
fn isready_is_answered_in_50_ms_during_a_search() {
    best_of_tries("isready", Duration::from_millis(50), || {
        let mut talk = searching(Script::UntilStop);
        let begin = Instant::now();
        talk.say("isready");
        assert_eq!(talk.hear(), "readyok");
        begin.elapsed()
    });
}

#[test]
fn quit_ends_a_search_in_100_ms() {
    best_of_tries("quit", Duration::from_millis(100), || {
        let mut talk = searching(Script::UntilStop);
        let begin = Instant::now();
        talk.say("quit");
        let (at, end) = talk.end_within(Duration::from_secs(10)).expect("an end");
        assert!(matches!(end, SessionEnd::Quit), "{end:?}");
        at - begin
    });
}

#[test]
fn the_end_of_input_ends_a_search_in_100_ms() {
    best_of_tries("end of input", Duration::from_millis(100), || {
        let mut talk = searching(Script::UntilStop);
        let begin = Instant::now();
        talk.close();
        let (at, end) = talk.end_within(Duration::from_secs(10)).expect("an end");
        assert!(matches!(end, SessionEnd::InputClosed), "{end:?}");
        at - begin
    });
}

/// Does not listen to its session at all.
struct Deaf;

impl Engine for Deaf {
    fn identity(&self) -> Identity {
        Identity::new("Deaf", "", "")
    }

    fn choose_setup(&mut self, _: &Game) -> Setup {
        Setup::default()
    }

    fn search(&mut self, _: &SearchTask, _: &SearchControl, _: &mut dyn FnMut(Report)) -> Option<Turn> {
        std::thread::sleep(Duration::from_secs(3));
        None
    }
}

#[test]
fn quit_leaves_a_deaf_engine_behind_in_100_ms() {
    best_of_tries("quit, deaf engine", Duration::from_millis(100), || {
        let mut talk = Talk::open(Deaf);
        talk.say(POSITION);
        talk.say("go");
        talk.say("isready");
        assert_eq!(talk.hear(), "readyok");
        let begin = Instant::now();
        talk.say("quit");
        let (at, _) = talk.end_within(Duration::from_secs(10)).expect("an end");
        at - begin
    });
}

#[test]
fn a_session_that_nobody_listens_to_ends() {
    let (from_controller, mut input) = std::io::pipe().expect("a pipe");
    let (output, to_controller) = std::io::pipe().expect("a pipe");
    drop(output);
    let session = std::thread::spawn(move || {
        tusker_aei::run_session(Double::new(Script::UntilStop), from_controller, to_controller)
    });
    std::io::Write::write_all(&mut input, b"aei\n").expect("the session reads");
    let end = session.join().expect("no panic");
    assert!(matches!(end, SessionEnd::OutputClosed(_)), "{end:?}");
}
