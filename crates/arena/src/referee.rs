//! One game: two engines, one set of rules, one clock.

use crate::adjudication::{Adjudication, Agreement};
use crate::clockface::{Pace, PaceLimit};
use crate::ending::Ending;
use crate::player::{Answer, Fault, Player};
use crate::record::{GameFacts, GameRecord, RunFacts, TurnFacts, given_position, moves_of};
use crate::schedule::GameTask;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use tusker_aei::BestMove;
use tusker_core::{
    Clock, Color, EndReason, Game, GameError, IllegalStep, Outcome, Phase, TimeUp, TurnPhase, Variant,
};
use tusker_notation::{Ply, Strictness, read_ply, write_turn};

/// The rules of a match beside those of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRules {
    /// Limits of a turn.
    pub pace: Pace,
    /// Turns of each side, setups included, after which material decides; none if absent. The clock may set fewer.
    pub max_turns: Option<u32>,
    /// When a game is broken off because both engines agree; never if absent.
    pub adjudication: Option<Adjudication>,
}

/// A game in progress.
pub(crate) struct Referee<'a> {
    rules: &'a GameRules,
    game: Game,
    clock: Clock,
    turns: Vec<TurnFacts>,
    used: Vec<u64>,
    warnings: Vec<String>,
    agreement: Agreement,
    given: usize,
    began: Instant,
}

/// How a game ended.
struct Verdict {
    winner: Color,
    ending: Ending,
    detail: String,
}

impl Verdict {
    fn against(loser: Color, fault: Fault) -> Self {
        Self { winner: !loser, ending: fault.ending, detail: fault.detail }
    }
}

impl<'a> Referee<'a> {
    /// Takes over the game of a task.
    pub(crate) fn new(rules: &'a GameRules, task: &GameTask) -> Self {
        let control = rules.pace.control();
        let max_turns = match control.max_turns {
            0 => rules.max_turns.unwrap_or(0),
            told => told,
        };
        let game = task.start.game.clone().with_max_turns(max_turns);
        Self {
            rules,
            given: game.setups().len() + game.turns().len(),
            clock: Clock::new(control),
            game,
            turns: Vec::new(),
            used: Vec::new(),
            warnings: Vec::new(),
            agreement: Agreement::new(rules.adjudication),
            began: Instant::now(),
        }
    }

    /// Plays the game out; whatever an engine does becomes a result. `players` are Gold's and Silver's engine, or why
    /// there is none.
    pub(crate) fn play(mut self, task: &GameTask, players: &mut [Result<Player, Fault>; 2]) -> Played {
        let verdict = match self.begin(task, players) {
            Ok([gold, silver]) => self.play_out([gold, silver]),
            Err(verdict) => verdict,
        };
        self.finish(task, verdict, players)
    }

    fn begin<'p>(
        &self,
        task: &GameTask,
        players: &'p mut [Result<Player, Fault>; 2],
    ) -> Result<[&'p mut Player; 2], Verdict> {
        let [gold, silver] = players;
        let begin = |player: &'p mut Result<Player, Fault>, color| {
            let player = player.as_mut().map_err(|fault| Verdict::against(color, fault.clone()))?;
            let seed = task.seed + u64::from(color == Color::Silver);
            let begun = player.begin(&task.start, &self.rules.pace, seed);
            begun.map(|()| player).map_err(|fault| Verdict::against(color, fault))
        };
        Ok([begin(gold, Color::Gold)?, begin(silver, Color::Silver)?])
    }

    fn play_out(&mut self, mut players: [&mut Player; 2]) -> Verdict {
        loop {
            if let Phase::Over(outcome) = self.game.phase() {
                return Verdict {
                    winner: outcome.winner,
                    ending: outcome.reason.into(),
                    detail: String::new(),
                };
            }
            let side = self.game.side();
            match self.turn(&mut players) {
                Ok(None) => {}
                Ok(Some(verdict)) => return verdict,
                Err((loser, fault)) => return Verdict::against(loser, fault),
            }
            if self.game.outcome().is_none()
                && let Some((winner, detail)) = self.agreement.winner_after(side, self.turns.last())
            {
                return Verdict { winner, ending: Ending::Adjudication, detail };
            }
        }
    }

    /// One setup or turn: asked for, timed, judged, played, and told to both engines.
    fn turn(&mut self, players: &mut [&mut Player; 2]) -> Result<Option<Verdict>, (Color, Fault)> {
        let side = self.game.side();
        let phase = if self.game.position().is_none() { TurnPhase::Setup } else { TurnPhase::Play };
        let limit = self.clock.turn_limit(side);
        let time = limit.map(|limit| Duration::from_millis(limit.time));
        let answer = match players[side.index()].ask(&self.rules.pace, &self.clock, time) {
            Ok(answer) => answer,
            Err(fault) if fault.ending == Ending::Time && limit.is_some_and(|l| l.cause == TimeUp::Total) => {
                return Ok(Some(self.at_total_time()));
            }
            Err(fault) => return Err((side, fault)),
        };
        let used = answer.used.as_millis() as u64;
        self.turns.push(answer.facts);
        self.used.push(used);
        // What the grace allowed costs no more than there was.
        let charged = limit.map_or(used, |limit| used.min(limit.time));
        if let Err(cause) = self.clock.end_turn(side, charged, phase) {
            return Err((side, Fault::new(Ending::Time, cause)));
        }
        let Some(text) = self.judge(side, answer).map_err(|fault| (side, fault))? else {
            return Ok(Some(Verdict { winner: !side, ending: Ending::Resignation, detail: String::new() }));
        };
        if self.game.outcome().is_none() {
            for color in Color::ALL {
                players[color.index()].relay(&text).map_err(|fault| (color, fault))?;
            }
        }
        Ok(None)
    }

    fn at_total_time(&mut self) -> Verdict {
        self.game.end_at_limit();
        let winner = self.game.outcome().map_or_else(|| self.game.limit_winner(), |outcome| outcome.winner);
        Verdict { winner, ending: Ending::TotalTime, detail: TimeUp::Total.to_string() }
    }

    /// Reads and plays an answer; returns its canonical text, or `None` for a resignation.
    fn judge(&mut self, side: Color, answer: Answer) -> Result<Option<String>, Fault> {
        self.warnings.extend(answer.warnings.into_iter().map(|warning| format!("{side}: {warning}")));
        let text = match answer.best {
            BestMove::Resign => return Ok(None),
            BestMove::Steps(text) => text.to_string(),
        };
        let in_setup = self.game.position().is_none();
        let illegal = if in_setup { Ending::IllegalSetup } else { Ending::IllegalTurn };
        let strictness = if in_setup { Strictness::Strict } else { Strictness::Lenient };
        let reading = read_ply(&self.game, &text, strictness).map_err(|error| {
            let ending = match &error.what {
                tusker_notation::ErrorKind::Token(_) => Ending::MalformedMove,
                _ => illegal,
            };
            Fault::new(ending, format!("bestmove {text}: {}", error.what))
        })?;
        for warning in reading.warnings {
            let warning = format!("{side}: bestmove {text}: {}", warning.what);
            if self.warnings.len() < 20 {
                self.warnings.push(warning);
            }
        }
        match reading.value {
            Ply::Setup(setup) => {
                self.game
                    .place(&setup)
                    .map_err(|error| Fault::new(illegal, format!("bestmove {text}: {error}")))?;
                Ok(Some(setup.to_string()))
            }
            Ply::Turn(played) => {
                let before = self.game.position().copied();
                self.game.play(&played.turn).map_err(|error| Fault::new(illegal, explain(&text, &error)))?;
                let canonical = before.and_then(|before| write_turn(&before, &played.turn).ok());
                Ok(Some(canonical.unwrap_or(text)))
            }
            Ply::Resign => Ok(None),
            Ply::Takeback => {
                Err(Fault::new(Ending::MalformedMove, "bestmove takeback: there are no takebacks in a match"))
            }
        }
    }

    fn finish(self, task: &GameTask, verdict: Verdict, players: &[Result<Player, Fault>; 2]) -> Played {
        let last_lines = players.each_ref().map(|player| match player {
            Ok(player) if verdict.ending.is_fault() => player.last_lines(),
            _ => Vec::new(),
        });
        let mut game = self.game;
        let reason = match verdict.ending {
            Ending::Resignation => EndReason::Resignation,
            _ => EndReason::Forfeit,
        };
        game.end(Outcome { winner: verdict.winner, reason });
        let timed = matches!(self.rules.pace.limit, PaceLimit::Clock { .. });
        let facts = GameFacts {
            game: task.number,
            pair: task.pair,
            fingerprint: String::new(),
            runner: format!("tusker-arena {}", env!("CARGO_PKG_VERSION")),
            seed: task.seed,
            start: task.start.label.clone(),
            variant: (*game.variant() != Variant::STANDARD).then(|| game.variant().name.to_owned()),
            position: given_position(&game),
            given: self.given,
            winner: verdict.winner.index(),
            ending: verdict.ending,
            detail: verdict.detail,
            warnings: self.warnings,
            engines: players
                .each_ref()
                .map(|player| player.as_ref().map(|player| player.facts().clone()).unwrap_or_default()),
            turns: self.turns,
            run: RunFacts {
                ended: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs()),
                took: self.began.elapsed().as_millis() as u64,
                used: self.used,
                reserves: timed.then(|| Color::ALL.map(|color| self.clock.reserve(color))),
                last_lines,
            },
        };
        let turns_played = (game.setups().len() + game.turns().len()) as u32;
        Played {
            record: GameRecord { moves: moves_of(&game), clock: self.rules.pace.text(), turns_played, facts },
        }
    }
}

/// A game that was played out.
pub(crate) struct Played {
    /// All but the names and the match to which it belongs.
    pub(crate) record: GameRecord,
}

/// Why a turn is illegal; a third repetition is the one reason that no board shows.
fn explain(text: &str, error: &GameError) -> String {
    match error {
        GameError::Turn(illegal) if matches!(illegal.reason, IllegalStep::ThirdRepetition { .. }) => {
            format!("bestmove {text}: third repetition")
        }
        other => format!("bestmove {text}: {other}"),
    }
}
