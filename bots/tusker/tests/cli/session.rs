use crate::support::{fails, output, run_with_input, tusker};
use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};
use tusker_core::{Game, Phase};
use tusker_notation::{Strictness, read_setup, read_turn};

/// The longest that anything may take before a test fails.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running session.
struct Bot {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Bot {
    /// Starts the bot and shakes hands.
    fn start(args: &[&str]) -> Self {
        let mut bot = Self::start_silent(args);
        bot.say("aei");
        bot.until("aeiok");
        bot
    }

    fn start_silent(args: &[&str]) -> Self {
        let mut child = tusker()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("the bot starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Self { child, input, lines }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").and_then(|()| self.input.flush()).expect("the bot listens");
    }

    /// All lines up to one that begins with `start`, that one included.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self
                .lines
                .recv_timeout(PATIENCE)
                .unwrap_or_else(|e| panic!("no {start}: {e}, after {lines:?}"));
            let found = line.starts_with(start);
            lines.push(line);
            if found {
                return lines;
            }
        }
    }

    /// What `go` finds, with the lines before it.
    fn go(&mut self) -> (String, Vec<String>) {
        self.say("go");
        let lines = self.until("bestmove ");
        let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).expect("a move").to_owned();
        (best, lines)
    }

    fn options(&mut self, options: &[(&str, &str)]) {
        for (name, value) in options {
            self.say(&format!("setoption name {name} value {value}"));
        }
    }

    fn quit(mut self) {
        self.say("quit");
        let began = Instant::now();
        while self.child.try_wait().expect("it can be waited for").is_none() {
            assert!(began.elapsed() < PATIENCE, "the bot does not quit");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

/// The fastest of several tries: other programs on the machine slow some of them.
#[test]
fn aei_is_answered_quickly_from_a_cold_start() {
    let mut fastest = PATIENCE;
    for _ in 0..30 {
        let began = Instant::now();
        let bot = Bot::start(&[]);
        fastest = fastest.min(began.elapsed());
        bot.quit();
        if fastest < Duration::from_millis(50) {
            return;
        }
    }
    panic!("the fastest of 30 starts took {fastest:?}");
}

#[test]
fn the_opening_phase_is_to_the_letter() {
    let ran = run_with_input(&[], "aei\nisready\nquit\n");
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.first(), Some(&"protocol-version 1"));
    assert!(lines[1].starts_with("id name Tusker") && lines[2].starts_with("id author "), "{lines:?}");
    assert!(lines.contains(&"aeiok"), "{lines:?}");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(run_with_input(&["aei"], "aei\n").out, ran.out.replace("readyok\n", ""));
}

#[test]
fn setups_differ_with_the_seed_only() {
    let setups = |seed: &str| {
        let mut bot = Bot::start(&["--hash", "1"]);
        bot.options(&[("seed", seed)]);
        let mut found = Vec::new();
        for _ in 0..4 {
            bot.say("newgame");
            let (gold, _) = bot.go();
            bot.say(&format!("makemove {gold}"));
            let (silver, _) = bot.go();
            found.push((gold, silver));
        }
        bot.quit();
        found
    };
    assert_eq!(setups("1"), setups("1"));
    assert_ne!(setups("1"), setups("2"));
    let same_game = setups("1").into_iter().collect::<BTreeSet<_>>();
    assert!(same_game.len() > 1, "every game of a process has the same setups");
}

/// Plays a whole game between two bots and returns its turns; the rules library is the referee.
fn whole_game(first: &mut Bot, second: &mut Bot) -> Vec<String> {
    let mut game = Game::new().with_max_turns(60);
    let mut moves = Vec::new();
    for bot in [&mut *first, &mut *second] {
        bot.say("newgame");
    }
    while !matches!(game.phase(), Phase::Over(_)) {
        let mover = if moves.len() % 2 == 0 { &mut *first } else { &mut *second };
        let (best, _) = mover.go();
        match game.phase() {
            Phase::Setup(color) => {
                let setup =
                    read_setup(&best, color, game.board(), Strictness::Strict).expect("a legal setup").value;
                game.place(&setup).expect("a legal setup");
            }
            _ => {
                let position = game.position().expect("a position");
                let reading = read_turn(position, &best).unwrap_or_else(|e| panic!("{best}: {e}"));
                assert_eq!(reading.warnings, [], "{best}");
                game.play(&reading.value.turn).unwrap_or_else(|e| panic!("{best}: {e}"));
            }
        }
        for bot in [&mut *first, &mut *second] {
            bot.say(&format!("makemove {best}"));
        }
        moves.push(best);
    }
    moves
}

#[test]
fn whole_games_are_legal_and_one_seed_repeats_them() {
    let play = |seed| {
        let mut bots = [Bot::start(&["--hash", "4"]), Bot::start(&["--hash", "4", "--eval", "harlog"])];
        for bot in &mut bots {
            bot.options(&[("seed", seed), ("nodes", "3000")]);
        }
        let [mut first, mut second] = bots;
        let moves = whole_game(&mut first, &mut second);
        first.quit();
        second.quit();
        moves
    };
    let moves = play("7");
    assert!(moves.len() > 10, "{moves:?}");
    assert_eq!(moves, play("7"));
}

#[test]
fn options_limit_the_search() {
    let mut bot = Bot::start(&["--hash", "4"]);
    bot.say("setposition g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]");
    bot.options(&[("depth", "3")]);
    let (_, lines) = bot.go();
    let depths: Vec<&str> = lines.iter().filter_map(|line| line.strip_prefix("info depth ")).collect();
    assert_eq!(depths, ["1", "2", "3"]);
    for expected in ["info score ", "info nodes ", "info time ", "info pv ", "info nps "] {
        assert!(lines.iter().any(|line| line.starts_with(expected)), "{expected} in {lines:?}");
    }
    bot.options(&[("depth", "0"), ("nodes", "20000"), ("evaluation", "harlog")]);
    bot.go();
    bot.options(&[("nodes", "0"), ("movetime", "0.2"), ("tcmove", "60"), ("greserve", "600")]);
    let began = Instant::now();
    bot.go();
    assert!(began.elapsed() < Duration::from_secs(5));
    // A clock of one second: the answer comes before the flag falls.
    bot.options(&[("movetime", "0"), ("tcmove", "1"), ("tcreserve", "0"), ("greserve", "0")]);
    let began = Instant::now();
    bot.go();
    assert!(began.elapsed() < Duration::from_secs(5));
    for (name, value, expected) in [
        ("evaluation", "chess", "log Warning: option evaluation needs full or harlog, found 'chess'"),
        ("hash", "0", "log Warning: option hash needs a whole number from 1 to 65536, found '0'"),
        ("threads", "many", "log Warning: option threads needs a whole number"),
        ("colour", "red", "log Warning: unknown option 'colour'"),
    ] {
        bot.options(&[(name, value)]);
        let line = bot.until("log ").pop().unwrap_or_default();
        assert!(line.starts_with(expected), "{line}");
    }
    bot.quit();
}

#[test]
fn the_rules_of_repetition_reach_the_search() {
    // After the last turn, e.g. Eg2n would repeat a position for the third time; the bot finds another turn.
    let mut bot = Bot::start(&["--hash", "1"]);
    let setup = "Da2 Cb2 Dc2 Hd2 Re2 Hf2 Eg2 Mh2 Ca1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1";
    let turns = ["Eg2n", "eh7s", "Eg3s", "eh6n", "Eg2n", "eh7s", "Eg3s"];
    bot.say("newgame");
    bot.say(&format!("makemove {setup}"));
    bot.say("makemove da8 cb8 rc8 hd8 re8 rf8 cg8 dh8 ra7 rb7 mc7 hd7 re7 rf7 rg7 eh7");
    for turn in turns {
        bot.say(&format!("makemove {turn}"));
    }
    bot.options(&[("depth", "1")]);
    let (best, lines) = bot.go();
    assert_ne!(best, "eh6n");
    assert!(!lines.iter().any(|line| line.starts_with("log ")), "{lines:?}");
    bot.quit();
}

#[test]
fn searches_stop_and_ponder() {
    let mut bot = Bot::start(&["--hash", "4"]);
    bot.say("setposition s [rrrrrrrrdhcemchd                   E            DHC MCHDRRRRRRRR]");
    bot.say("go infinite");
    bot.until("info depth 3");
    bot.say("stop");
    bot.until("bestmove ");
    bot.say("go ponder");
    std::thread::sleep(Duration::from_millis(100));
    bot.say("makemove rb8s");
    bot.say("isready");
    assert_eq!(bot.until("readyok").len(), 2, "a warning about the move and no word of pondering");
    bot.quit();
}

#[test]
fn a_finished_game_is_resigned() {
    let mut bot = Bot::start(&[]);
    bot.say("setposition g [  e                          E                             R    ]");
    let (best, lines) = bot.go();
    assert_eq!(best, "resign");
    assert!(lines.iter().any(|line| line.starts_with("log Warning: ")), "{lines:?}");
    bot.quit();
}

#[test]
fn a_controller_on_a_socket_is_served() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port().to_string();
    for args in [
        vec!["--server", "127.0.0.1", "--port", &port],
        vec!["aei", "--port", &port],
        vec!["aei", "127.0.0.1", &port],
    ] {
        let mut child = tusker().args(&args).stdin(Stdio::null()).spawn().expect("the bot starts");
        let (mut socket, _) = listener.accept().expect("the bot connects");
        socket.write_all(b"aei\nquit\n").expect("the bot listens");
        let mut text = String::new();
        socket.read_to_string(&mut text).expect("the bot answers");
        assert!(text.starts_with("protocol-version 1\n") && text.ends_with("aeiok\n"), "{args:?}: {text}");
        assert!(child.wait().expect("the bot ends").success());
    }
}

#[test]
fn bad_usage_is_named() {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = listener.local_addr().expect("an address").port().to_string();
    drop(listener);
    fails(&["--server", "127.0.0.1", "--port", &port], 1, &["127.0.0.1", &port, "listening"]);
    fails(&["--port", "x"], 2, &["--port", "x"]);
    fails(&["aei", "127.0.0.1"], 2, &["<PORT>"]);
    fails(&["--hash", "0"], 2, &["--hash"]);
    fails(&["bogus"], 2, &["bogus"]);
    fails(&["perf"], 2, &["perft"]);
}

/// The letter of the protocol, if it is asked for: an unknown command ends the session.
#[test]
fn strict_ends_the_session_at_a_fault() {
    let ran = run_with_input(&[], "aei\nsetoption name strict value 1\ndance\nisready\n");
    assert_eq!(ran.code, 1);
    assert!(ran.out.ends_with("log Error: unknown command 'dance'\n"), "{}", ran.out);
    assert!(ran.err.contains("dance"), "{}", ran.err);
}

/// Endless Endgame: two steps at most in the first turn, four later.
#[test]
fn variants_are_an_option() {
    let mut bot = Bot::start(&["aei", "--hash", "1"]);
    bot.options(&[("nodes", "200"), ("variant", "endless")]);
    bot.say("newgame");
    bot.say("setposition g [r      e  r                                       R     E      R]");
    let (best, _) = bot.go();
    assert!((1..=2).contains(&best.split(' ').filter(|word| !word.ends_with('x')).count()), "{best}");
    bot.quit();
}

#[test]
fn seed_and_randomness_choose_setups() {
    let mut bot = Bot::start(&["aei"]);
    let mut setup = |seed: u32, randomness: &str| {
        bot.options(&[("seed", &seed.to_string()), ("randomness", randomness)]);
        bot.say("newgame");
        bot.go().0
    };
    assert_eq!(setup(5, "50"), setup(5, "50"));
    assert_eq!(setup(5, "0"), setup(6, "0"));
    let drawn: BTreeSet<String> = (0..8).map(|seed| setup(seed, "100")).collect();
    assert!(drawn.len() > 2, "{drawn:?}");
    for text in drawn {
        let reading =
            read_setup(&text, tusker_core::Color::Gold, &tusker_core::Board::EMPTY, Strictness::Strict);
        assert!(reading.is_ok(), "{text}");
    }
    bot.quit();
}

#[test]
fn the_bot_looks_up_endgame_tables() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().to_str().expect("a path of text");
    output(&["tables", "--out", path, "--army", "CRr"]);
    let mut bot = Bot::start(&[]);
    bot.options(&[("tables", "no/such/directory")]);
    bot.say("isready");
    let heard = bot.until("readyok").concat();
    assert!(heard.contains("no/such/directory"), "{heard}");
    bot.options(&[("tables", path), ("depth", "4")]);
    bot.say("newgame");
    bot.say("setposition s [                        r                          R    C       ]");
    let (best, heard) = bot.go();
    // One turn deep, it knows a win of four turns: seven turns of both, 28 steps.
    assert!(heard.iter().any(|line| line == "info score 31972"), "{heard:?}");
    assert_eq!(best, "ra5e rb5e rc5e rd5s");
    bot.quit();
}
