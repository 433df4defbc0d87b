//! A bot that plays at random and misbehaves in one named way, to test controllers with.
//!
//! It speaks AEI by hand, because the library's session would not let it misbehave.

mod mode;
mod play;

use clap::Parser;
use mode::Mode;
use play::Board;
use std::io::{self, BufRead, Write};
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Duration;

/// An AEI bot for tests: plays at random, and misbehaves in one way
#[derive(Parser, Debug)]
#[command(version, after_help = "Example: double crash --at 5")]
struct Args {
    /// What it does wrong
    mode: Mode,
    /// At which `go` it begins to do so; 1 and 2 are often setups
    #[arg(long, default_value_t = 1)]
    at: u32,
    /// How long the slow one thinks, in milliseconds
    #[arg(long, default_value_t = 2000)]
    millis: u64,
    /// What the scripted one plays: turns separated by `;`, then it resigns
    #[arg(long, default_value = "")]
    script: String,
    /// Seed, unless the controller sends one
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() -> ExitCode {
    let args = Args::parse();
    if args.mode == Mode::Family {
        // A child that outlives its parent, unless the controller ends the whole group.
        let _ = Command::new("sleep").arg("600").spawn();
    }
    match Bot::new(args).run() {
        Ok(code) => code,
        // The controller has hung up.
        Err(_) => ExitCode::SUCCESS,
    }
}

/// The bot with what it remembers.
struct Bot {
    args: Args,
    board: Board,
    /// How many `go` came in this game.
    asked: u32,
    script: Vec<String>,
}

impl Bot {
    fn new(args: Args) -> Self {
        let mut script: Vec<String> = args.script.split(';').map(|turn| turn.trim().to_owned()).collect();
        script.retain(|turn| !turn.is_empty());
        Self { board: Board::new(args.seed), asked: 0, script, args }
    }

    fn run(&mut self) -> io::Result<ExitCode> {
        for line in io::stdin().lock().lines() {
            let line = line?;
            let (word, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            if self.is_dead() {
                continue;
            }
            if self.args.mode == Mode::Talkative && !matches!(word, "aei" | "go") {
                say("log I heard that\ninfo mood 7\nhello there\nbestmove Ra1n\n\ninfo score none")?;
            }
            match word {
                "aei" => say(&format!(
                    "protocol-version 1\nid name double-{}\nid author Tusker\nid version 1\naeiok",
                    self.args.mode
                ))?,
                "isready" => say("readyok")?,
                "newgame" => {
                    self.asked = 0;
                    self.board.new_game();
                }
                "setposition" => self.board.set_position(rest),
                "setoption" => self.board.set_option(rest),
                "makemove" => self.board.make_move(rest),
                // Pondering ends without an answer.
                "go" if rest.contains("ponder") => {}
                "go" => {
                    self.asked += 1;
                    if let Some(code) = self.answer()? {
                        return Ok(code);
                    }
                }
                "quit" if self.args.mode == Mode::Stubborn => {}
                "quit" => return Ok(ExitCode::SUCCESS),
                _ => {}
            }
        }
        if self.args.mode == Mode::Stubborn {
            thread::sleep(Duration::from_secs(600));
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Whether it says nothing to anybody any more.
    fn is_dead(&self) -> bool {
        self.args.mode == Mode::Dumb || self.args.mode == Mode::Silent && self.asked >= self.args.at
    }

    /// Answers a `go`, well or badly; an exit code ends the process.
    fn answer(&mut self) -> io::Result<Option<ExitCode>> {
        let due = self.asked >= self.args.at;
        let answer = match self.args.mode {
            Mode::Crash if due => {
                eprintln!("panicked: this was bound to happen");
                return Ok(Some(ExitCode::from(3)));
            }
            Mode::Close if due => return Ok(Some(ExitCode::SUCCESS)),
            Mode::Silent | Mode::Mute if due => return Ok(None),
            Mode::Flood if due => loop {
                say("log still thinking")?;
            },
            Mode::Illegal if due => self.board.illegal(),
            Mode::HalfPush if due => self.board.half_push().unwrap_or_else(|| self.board.choose()),
            Mode::Malformed if due => "Zz9q pass".to_owned(),
            Mode::Empty if due => String::new(),
            Mode::Resign if due => "resign".to_owned(),
            Mode::Slow if due => {
                thread::sleep(Duration::from_millis(self.args.millis));
                self.board.choose()
            }
            Mode::Scripted if self.asked as usize <= self.script.len() => {
                self.script[self.asked as usize - 1].clone()
            }
            Mode::Scripted => "resign".to_owned(),
            _ => self.board.choose(),
        };
        say(&format!("info score 0\ninfo depth 1\nbestmove {answer}"))?;
        Ok(None)
    }
}

fn say(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()
}
