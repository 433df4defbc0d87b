//! The controller's side, against engines made of shell scripts and against our own session over a socket.

#![cfg(unix)]

mod support;

use std::net::TcpListener;
use std::process::Command as Process;
use std::thread;
use std::time::{Duration, Instant};
use support::{Double, Script};
use tusker_aei::{
    BestMove, Channel, Client, ClientError, EngineCommand, Farewell, GoMode, Received, SessionEnd,
};

const PATIENCE: Duration = Duration::from_secs(20);
const SHORT: Duration = Duration::from_millis(200);
const OPENING: &str = "read x; echo protocol-version 1; echo id name Shell; echo id author me; echo aeiok; ";

fn shell(script: &str) -> EngineCommand {
    EngineCommand::new(["sh", "-c", script])
}

fn opened(rest: &str) -> Client {
    let mut client = Client::spawn(&shell(&format!("{OPENING}{rest}"))).expect("a shell");
    client.handshake(PATIENCE).expect("a handshake");
    client
}

fn after(patience: Duration) -> Instant {
    Instant::now() + patience
}

fn ignore(_: &Received) {}

#[test]
fn the_opening_phase_is_read() {
    let mut client = Client::spawn(&shell(&format!("{OPENING} cat"))).expect("a shell");
    let handshake = client.handshake(PATIENCE).expect("a handshake");
    assert_eq!((handshake.protocol, handshake.name.as_str()), (1, "Shell"));
    assert_eq!((handshake.author.as_deref(), handshake.version.as_deref()), (Some("me"), None));
    assert!(handshake.oddities.is_empty(), "{handshake:?}");
}

#[test]
fn a_line_before_the_protocol_version_means_version_0() {
    let script = "read x; echo log hi; echo protocol-version 1; echo id name Old; echo aeiok; cat";
    let mut client = Client::spawn(&shell(script)).expect("a shell");
    let handshake = client.handshake(PATIENCE).expect("a handshake");
    assert_eq!(handshake.protocol, 0);
    assert_eq!(handshake.oddities, ["log hi", "protocol-version 1"]);
}

#[test]
fn openings_that_go_wrong_are_told_apart() {
    let result = |script: &str| Client::spawn(&shell(script)).expect("a shell").handshake(SHORT).unwrap_err();
    assert!(matches!(result("read x; sleep 10"), ClientError::Timeout { awaited: "aeiok", .. }));
    assert!(matches!(result("read x; echo aeiok; cat"), ClientError::NoName));
    assert!(matches!(result("read x; echo id name; cat"), ClientError::Malformed { .. }));
    let no_program = Client::spawn(&EngineCommand::new(["./no-such-engine"])).unwrap_err();
    assert!(
        no_program.to_string().starts_with("cannot start the engine './no-such-engine': "),
        "{no_program}"
    );
    let nothing = Client::spawn(&EngineCommand::new(Vec::<String>::new())).unwrap_err();
    assert!(matches!(nothing, ClientError::NoProgram));
}

#[test]
fn a_crash_is_told_with_status_and_last_lines() {
    let mut client = opened("read x; echo log thinking; echo out of cheese >&2; exit 7");
    client.go(GoMode::Normal).expect("it listens");
    let error = client.best_move(Some(after(PATIENCE)), &mut ignore).unwrap_err();
    let ClientError::Gone { how, last_lines, .. } = &error else { panic!("{error}") };
    assert_eq!(how, "exit status: 7");
    assert!(last_lines.iter().any(|line| line == "log thinking"), "{error}");
    // Standard error has a reader of its own, which may be a moment late.
    let begin = Instant::now();
    while !client.last_lines().iter().any(|line| line == "stderr: out of cheese") {
        assert!(begin.elapsed() < PATIENCE, "{:?}", client.last_lines());
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_hang_is_a_timeout() {
    let mut client = opened("sleep 100");
    client.go(GoMode::Normal).expect("it is there");
    let error = client.best_move(Some(after(SHORT)), &mut ignore).unwrap_err();
    assert!(
        matches!(error, ClientError::Timeout { awaited: "bestmove", after } if after >= SHORT),
        "{error}"
    );
    assert!(matches!(client.is_ready(SHORT, &mut ignore), Err(ClientError::Timeout { .. })));
}

#[test]
fn lines_that_cannot_be_read_are_seen_and_an_empty_bestmove_is_an_error() {
    let mut client =
        opened("read x; echo what; echo info score x; echo bestmove Ee2n; read x; echo bestmove; cat");
    client.go(GoMode::Normal).expect("it listens");
    let mut odd = Vec::new();
    let mut see = |received: &Received| odd.push(received.response.clone().unwrap_err().to_string());
    let (best, _) = client.best_move(Some(after(PATIENCE)), &mut see).expect("a move");
    assert_eq!(best, BestMove::Steps("Ee2n".into()));
    assert_eq!(odd, ["unknown response 'what'", "info score needs a number, found 'x'"]);
    client.go(GoMode::Normal).expect("it listens");
    let error = client.best_move(Some(after(PATIENCE)), &mut ignore).unwrap_err();
    assert_eq!(error.to_string(), "the engine sent 'bestmove': bestmove needs a move or 'resign'");
}

#[test]
fn an_engine_that_does_not_read_does_not_block_its_controller() {
    let mut client = opened("sleep 100");
    let begin = Instant::now();
    for _ in 0..100_000 {
        client.set_option("opponent", "somebody with a long name").expect("it is there");
    }
    assert!(begin.elapsed() < PATIENCE);
}

#[test]
fn quit_tells_how_the_engine_left() {
    let farewell = opened("read x; exit 3").quit(PATIENCE);
    assert!(matches!(farewell, Farewell::Exited(status) if status.code() == Some(3)), "{farewell:?}");
    assert_eq!(opened("trap '' TERM; while :; do sleep 1; done").quit(SHORT), Farewell::Killed);
}

#[test]
fn nothing_that_the_engine_started_is_left() {
    for (script, gone) in
        [("sleep 1000 & echo log $!; wait", false), ("sleep 1000 & echo log $!; exit 1", true)]
    {
        let mut client = opened(script);
        let line = client.receive(after(PATIENCE)).expect("a line").line;
        let pid = line.strip_prefix("log ").expect("a number").to_owned();
        if gone {
            let _ = client.go(GoMode::Normal);
        } else {
            assert!(alive(&pid));
        }
        drop(client);
        let begin = Instant::now();
        while alive(&pid) {
            assert!(begin.elapsed() < PATIENCE, "{pid} is still there");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

fn alive(pid: &str) -> bool {
    // A dead process that nobody has waited for yet counts as gone.
    let output = Process::new("ps").args(["-o", "stat=", "-p", pid]).output().expect("ps");
    let state = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    !state.is_empty() && !state.starts_with('Z')
}

#[test]
fn a_session_over_a_socket() {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let channel = Channel::from_args(Some("localhost".to_owned()), Some(port));
    let session = thread::spawn(move || channel.serve(Double::new(Script::UntilStop)));
    let mut client = Client::accept(&listener, PATIENCE).expect("a connection");
    assert_eq!(client.handshake(PATIENCE).expect("a handshake").name, "Double");
    client.is_ready(PATIENCE, &mut ignore).expect("ready");
    client.new_game().expect("sent");
    client.go(GoMode::Infinite).expect("sent");
    client.stop().expect("sent");
    let (best, _) = client.best_move(Some(after(PATIENCE)), &mut ignore).expect("a setup");
    assert!(best.to_string().starts_with("Ra1 "), "{best}");
    client.go(GoMode::Infinite).expect("sent");
    drop(client);
    let end = session.join().expect("no panic").expect("connected");
    assert!(matches!(end, SessionEnd::InputClosed | SessionEnd::OutputClosed(_)), "{end:?}");
}

#[test]
fn a_controller_that_does_not_listen_is_an_error() {
    // Below the ports that are given to listeners on port 0: one of those, let go, may serve the next test by now.
    let port = 1;
    let error = Channel::from_args(None, Some(port)).serve(Double::new(Script::Instant)).unwrap_err();
    let expected = format!("cannot connect to the controller at 127.0.0.1:{port}: ");
    assert!(error.to_string().starts_with(&expected), "{error}");
}

#[test]
fn an_engine_that_does_not_connect_is_an_error() {
    let error = Client::spawn(&shell("exit 4").over_socket()).unwrap_err();
    assert!(matches!(&error, ClientError::Gone { how, .. } if how == "exit status: 4"), "{error}");
}
