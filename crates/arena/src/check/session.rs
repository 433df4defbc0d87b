//! The points that need a running session.

use super::Checks;
use crate::engine::EngineSpec;
use std::time::{Duration, Instant};
use tusker_aei::{BestMove, Client, ClientError, Farewell, GoMode, Received, Response};
use tusker_core::{Game, Position};
use tusker_notation::{Ply, Strictness, read_ply, read_position, write_turn};

/// Controllers wait so long for `aeiok`.
const AEIOK_PATIENCE: Duration = Duration::from_secs(5);
/// An engine that answers `stop` or `isready` later than this is not prompt.
const PROMPT: Duration = Duration::from_secs(1);
/// How long a search runs before it is disturbed.
const WHILE: Duration = Duration::from_millis(300);
/// A push whose capture stands in a careless controller's text without its token.
const PUSH_BOARD: &str = "g [r      e                                 r       H      R       ]";

/// A session with the engine under test.
pub(super) struct Session {
    client: Client,
    game: Game,
}

type Outcome = Result<(), String>;

fn text(error: &ClientError) -> String {
    error.to_string()
}

impl Session {
    /// Starts the engine and judges its opening phase; `None` if nothing more can be tried.
    pub(super) fn open(spec: &EngineSpec, checks: &mut Checks) -> Option<Self> {
        let client = Client::spawn(&spec.command(None)).map_err(|e| text(&e));
        let opened = client.and_then(|mut client| {
            let handshake = client.handshake(AEIOK_PATIENCE).map_err(|e| text(&e))?;
            Ok((client, handshake))
        });
        let (mut client, handshake) = match opened {
            Ok(opened) => opened,
            Err(error) => {
                checks.add("answers aei with aeiok within 5 s, with a name", Err(error));
                return None;
            }
        };
        checks.add("answers aei with aeiok within 5 s, with a name", Ok(()));
        let protocol = match handshake.protocol {
            1 => Ok(()),
            other => Err(format!("found version {other}; other controllers then fall back to version 0")),
        };
        checks.add("its first line is protocol-version 1", protocol);
        let author = handshake.author.map(drop).ok_or_else(|| "no id author".to_owned());
        checks.add("tells id author", author);
        let oddities = match handshake.oddities.first() {
            None => Ok(()),
            Some(line) => Err(format!("found '{line}'")),
        };
        checks.add("sends nothing but id lines before aeiok", oddities);
        let mut blank = false;
        let ready = client.is_ready(spec.startup, &mut |received| blank |= received.line.trim().is_empty());
        let ready = ready.map_err(|e| text(&e));
        let is_ready = ready.is_ok();
        checks.add("answers isready with readyok in time", ready);
        checks.add(
            "sends no blank lines before readyok",
            if blank { Err("found one".to_owned()) } else { Ok(()) },
        );
        is_ready.then(|| Self { client, game: Game::new() })
    }

    /// Asks for the next setup or turn, judges and plays it, and tells the engine.
    fn ply(&mut self, patience: Duration) -> Outcome {
        let went = self.client.go(GoMode::Normal).map_err(|e| text(&e))?;
        let best = self.client.best_move(Some(went + patience), &mut |_| {}).map_err(|e| text(&e))?.0;
        let BestMove::Steps(steps) = best else { return Err("it resigned".to_owned()) };
        let strictness =
            if self.game.position().is_some() { Strictness::Lenient } else { Strictness::Strict };
        let reading = read_ply(&self.game, &steps.to_string(), strictness);
        let reading = reading.map_err(|e| format!("bestmove {steps}: {}", e.what))?;
        let canonical = match &reading.value {
            Ply::Setup(setup) => {
                self.game.place(setup).map_err(|e| format!("bestmove {steps}: {e}"))?;
                setup.to_string()
            }
            Ply::Turn(played) => {
                let before = self.game.position().copied();
                self.game.play(&played.turn).map_err(|e| format!("bestmove {steps}: {e}"))?;
                before.and_then(|before| write_turn(&before, &played.turn).ok()).unwrap_or_default()
            }
            Ply::Takeback | Ply::Resign => return Err(format!("bestmove {steps}: neither setup nor turn")),
        };
        self.client.make_move(&canonical).map_err(|e| text(&e))?;
        match reading.warnings.first() {
            None => Ok(()),
            Some(warning) => Err(format!("bestmove {steps}: {}", warning.what)),
        }
    }

    fn clock(&mut self, per_turn: &str) -> Outcome {
        let options = [
            ("tcmove", per_turn),
            ("tcreserve", "0"),
            ("tcpercent", "100"),
            ("tcmax", "0"),
            ("tcturns", "0"),
        ];
        let more =
            [("tctotal", "0"), ("tcturntime", "0"), ("greserve", "0"), ("sreserve", "0"), ("moveused", "0")];
        for (name, value) in options.into_iter().chain(more) {
            self.client.set_option(name, value).map_err(|e| text(&e))?;
        }
        Ok(())
    }

    fn new_game(&mut self) -> Outcome {
        self.game = Game::new();
        self.client.new_game().map_err(|e| text(&e))?;
        self.ready(&mut |_| {})
    }

    fn ready(&mut self, see: &mut dyn FnMut(&Received)) -> Outcome {
        self.client.is_ready(Duration::from_secs(15), see).map_err(|e| text(&e))
    }

    fn set_position(&mut self, board: &str) -> Outcome {
        let position: Position = read_position(board, Strictness::Lenient).map_err(|e| e.to_string())?.value;
        self.game = Game::from_position(position);
        self.client.set_position(position).map_err(|e| text(&e))
    }

    pub(super) fn setups_and_turns(&mut self, checks: &mut Checks) {
        let patience = Duration::from_millis(2_500);
        let ready = self.clock("2").and_then(|()| self.new_game());
        checks.add("takes the clock options and newgame", ready);
        for what in ["sets up 16 pieces for Gold, well written", "sets up 16 pieces for Silver, well written"]
        {
            let outcome = self.ply(patience);
            checks.add(what, outcome);
        }
        for what in [
            "plays a legal turn for Gold within its clock of 2 s",
            "plays a legal turn for Silver within its clock of 2 s",
        ] {
            let outcome = self.ply(patience);
            checks.add(what, outcome);
        }
        let again = self.new_game().and_then(|()| self.ply(patience));
        checks.add("begins another game after newgame", again);
        let given = self.set_position(PUSH_BOARD).and_then(|()| self.ply(patience));
        checks.add("plays on from setposition", given);
        let short = self
            .clock("1")
            .and_then(|()| self.set_position(PUSH_BOARD))
            .and_then(|()| self.ply(Duration::from_millis(1_100)));
        checks.add("answers within a clock of 1 s (and 0.1 s of grace)", short);
    }

    pub(super) fn search_control(&mut self, checks: &mut Checks) {
        let stray = self.stray_answers(Duration::from_millis(300));
        checks.add("sends one bestmove for each go, and none more", stray);
        let silent =
            self.client.stop().map_err(|e| text(&e)).map(drop).and_then(|()| self.stray_answers(WHILE));
        checks.add("says nothing to stop without a search", silent);
        let stop = self.stop_a_search();
        checks.add("answers stop within a second", stop);
        let ready = self.ready_during_a_search();
        checks.add("answers isready during a search within a second", ready);
        let ponder = self.ponder();
        checks.add("ends go ponder without a bestmove when makemove arrives", ponder);
    }

    /// Whether a `bestmove` comes that nobody asked for.
    fn stray_answers(&mut self, time: Duration) -> Outcome {
        match self.client.best_move(Some(Instant::now() + time), &mut |_| {}) {
            Err(ClientError::Timeout { .. }) => Ok(()),
            Ok((best, _)) => Err(format!("bestmove {best}")),
            Err(error) => Err(text(&error)),
        }
    }

    /// Begins a search that would take a while.
    fn long_search(&mut self) -> Outcome {
        self.clock("60")?;
        self.new_game()?;
        for setup in [tusker_core::Color::Gold, tusker_core::Color::Silver] {
            let setup = tusker_core::NamedSetup::NinetyNineOfNine.setup(setup);
            self.game.place(&setup).map_err(|e| e.to_string())?;
            self.client.make_move(&setup.to_string()).map_err(|e| text(&e))?;
        }
        self.ready(&mut |_| {})?;
        self.client.go(GoMode::Normal).map_err(|e| text(&e))?;
        std::thread::sleep(WHILE);
        Ok(())
    }

    fn stop_a_search(&mut self) -> Outcome {
        self.long_search()?;
        self.end_search()
    }

    /// Stops the search and waits for its answer, which may be there already.
    fn end_search(&mut self) -> Outcome {
        let stopped = self.client.stop().map_err(|e| text(&e))?;
        self.client.best_move(Some(stopped + PROMPT), &mut |_| {}).map(drop).map_err(|e| text(&e))
    }

    fn ready_during_a_search(&mut self) -> Outcome {
        self.long_search()?;
        let mut answered = false;
        let mut see =
            |received: &Received| answered |= matches!(received.response, Ok(Response::BestMove(_)));
        let ready = self.client.is_ready(PROMPT, &mut see).map_err(|e| text(&e));
        if !answered {
            self.end_search()?;
        }
        ready
    }

    fn ponder(&mut self) -> Outcome {
        self.clock("1")?;
        self.set_position(PUSH_BOARD)?;
        self.client.go(GoMode::Ponder).map_err(|e| text(&e))?;
        std::thread::sleep(WHILE);
        self.client.make_move("rb3e rc3x Hb2n").map_err(|e| text(&e))?;
        let mut stray = None;
        self.ready(&mut |received| {
            if let Ok(Response::BestMove(best)) = &received.response {
                stray = Some(format!("bestmove {best}"));
            }
        })?;
        stray.map_or(Ok(()), Err)
    }

    pub(super) fn odd_input(&mut self, checks: &mut Checks) {
        let option = self
            .client
            .set_option("no_such_option", "1")
            .map_err(|e| text(&e))
            .and_then(|()| self.ready(&mut |_| {}));
        checks.add("stays alive after an unknown option", option);
        let blank = self.client.send_raw("").map_err(|e| text(&e)).and_then(|()| self.ready(&mut |_| {}));
        checks.add_optional("stays alive after a blank line", blank);
        let careless = self.careless_capture();
        checks.add_optional("understands a turn whose capture is not written", careless);
        let lost = self.no_legal_turn();
        checks.add_optional("resigns when it has no legal turn", lost);
        let unknown = self
            .client
            .send_raw("no-such-command")
            .map_err(|e| text(&e))
            .and_then(|()| self.ready(&mut |_| {}));
        checks.add_optional("stays alive after an unknown command", unknown);
    }

    fn careless_capture(&mut self) -> Outcome {
        self.clock("1")?;
        self.set_position(PUSH_BOARD)?;
        let position = self.game.position().copied().ok_or("no position")?;
        let played = tusker_notation::read_turn(&position, "rb3e Hb2n").map_err(|e| e.to_string())?.value;
        self.game.play(&played.turn).map_err(|e| e.to_string())?;
        self.client.make_move("rb3e Hb2n").map_err(|e| text(&e))?;
        self.ply(Duration::from_millis(1_500))
    }

    fn no_legal_turn(&mut self) -> Outcome {
        self.set_position("g [rc      RCc      c                                             e]")?;
        let went = self.client.go(GoMode::Normal).map_err(|e| text(&e))?;
        match self.client.best_move(Some(went + Duration::from_secs(2)), &mut |_| {}) {
            Ok((BestMove::Resign, _)) => Ok(()),
            Ok((BestMove::Steps(steps), _)) => Err(format!("bestmove {steps}")),
            Err(error) => Err(text(&error)),
        }
    }

    pub(super) fn quit_while_searching(mut self, patience: Duration) -> Outcome {
        self.long_search()?;
        match self.client.quit(patience) {
            Farewell::Killed => Err("it was still there".to_owned()),
            Farewell::Exited(_) | Farewell::Disconnected => Ok(()),
        }
    }
}
