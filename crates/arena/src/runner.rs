//! Runs a match: worker threads play games, one thread keeps the records and the score.

use crate::engine::EngineSpec;
use crate::player::{Fault, Player};
use crate::record::{EngineFacts, GameRecord};
use crate::recordfile::{RecordFile, RecordFileError};
use crate::referee::{GameRules, Referee};
use crate::schedule::{GameTask, Schedule};
use crate::standing::Standing;
use crate::stats::{Sprt, Verdict};
use crossbeam_channel::{Sender, bounded};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// A match, ready to be run.
#[derive(Clone, Debug)]
pub struct Match {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// The rules of each game.
    pub rules: GameRules,
    /// The games.
    pub schedule: Schedule,
    /// Games at the same time.
    pub concurrency: NonZeroUsize,
    /// Ends the match early; for two engines.
    pub sprt: Option<Sprt>,
    /// What engines do between games.
    pub between_games: BetweenGames,
    /// Whether games are bound to processors.
    pub affinity: Affinity,
}

/// What becomes of an engine's process when a game is over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BetweenGames {
    /// It ends, and the next game gets a fresh one: no game depends on another.
    #[default]
    Restart,
    /// It goes on with the next game after `newgame`, unless it lost by its own fault.
    Keep,
}

/// Whether the engines of a game are bound to processors of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Affinity {
    /// The operating system decides.
    #[default]
    Free,
    /// The engines of the n-th simultaneous game get the n-th of these lists (`0`, `2,3`), as `taskset -c` takes them.
    Lists(Vec<String>),
}

/// Why a match cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum MatchError {
    /// The file of records failed.
    #[error(transparent)]
    Records(#[from] RecordFileError),
    /// A thread could not be started.
    #[error("cannot start a thread")]
    Thread(#[from] std::io::Error),
    /// Two engines have one name.
    #[error("two engines are called '{0}': give them names")]
    SameName(String),
    /// An SPRT compares two engines.
    #[error("an SPRT compares two engines, {0} given")]
    SprtEngines(usize),
}

/// What happens in a match, for whoever watches.
#[derive(Debug)]
pub enum Event<'a> {
    /// The match begins, perhaps with games of an earlier run.
    Begun(&'a Progress<'a>),
    /// A game has ended and is on record.
    Ended(&'a GameRecord, &'a Progress<'a>),
}

/// How far a match is.
#[derive(Debug)]
pub struct Progress<'a> {
    /// The results.
    pub standing: &'a Standing,
    /// Games in all, if no SPRT ends the match.
    pub games: u64,
    /// Games of this run.
    pub games_now: u64,
    /// Time of this run.
    pub elapsed: Duration,
    /// The test with its log-likelihood ratio.
    pub sprt: Option<(Sprt, f64)>,
}

/// How a match ended.
#[derive(Debug)]
pub struct Summary {
    /// The results.
    pub standing: Standing,
    /// What the test says.
    pub sprt: Option<(Sprt, f64, Verdict)>,
    /// Time of this run.
    pub elapsed: Duration,
    /// Games of this run.
    pub games_now: u64,
}

impl Match {
    /// A digest of everything that decides what the games of this match are, their number aside. Only to tell one
    /// match from another.
    pub fn fingerprint(&self) -> String {
        let Self { engines, rules, schedule, .. } = self;
        let text = format!("{engines:?} {rules:?} {}", schedule.identity());
        // FNV-1a: stable, and nobody attacks it.
        let hash = text.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
        });
        format!("{hash:016x}")
    }

    fn check(&self) -> Result<(), MatchError> {
        let mut names: Vec<&str> = self.engines.iter().map(|engine| engine.name.as_str()).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(MatchError::SameName(pair[0].to_owned()));
        }
        if self.sprt.is_some() && self.engines.len() != 2 {
            return Err(MatchError::SprtEngines(self.engines.len()));
        }
        Ok(())
    }

    /// Plays all games that `done` does not hold yet, and appends each to `records` as it ends.
    ///
    /// # Errors
    /// The match is not well-formed, or the records cannot be written. Nothing that an engine does is an error.
    pub fn run(
        &self,
        records: &mut RecordFile,
        done: &BTreeMap<u64, GameRecord>,
        watch: &mut dyn FnMut(&Event<'_>),
    ) -> Result<Summary, MatchError> {
        self.check()?;
        let names = self.engines.iter().map(|engine| engine.name.clone()).collect();
        let mut score =
            Score { began: Instant::now(), standing: Standing::new(names), of: self, games_now: 0 };
        for record in done.values() {
            score.standing.add(record);
        }
        watch(&Event::Begun(&score.progress()));
        let dealer = Dealer::new(done.keys().copied().collect(), score.verdict() != Verdict::Open);
        let fingerprint = self.fingerprint();
        thread::scope(|scope| -> Result<(), MatchError> {
            // A worker never plays ahead of the records by more than the game that it holds.
            let (send, receive) = bounded(0);
            for worker in 0..self.concurrency.get() {
                let (send, dealer) = (send.clone(), &dealer);
                let run = move || self.work(worker, dealer, &send);
                thread::Builder::new().name(format!("game-{worker}")).spawn_scoped(scope, run)?;
            }
            drop(send);
            let mut failure = None;
            for mut record in receive {
                if failure.is_some() {
                    continue;
                }
                record.facts.fingerprint.clone_from(&fingerprint);
                if let Err(error) = records.append(&record) {
                    dealer.close();
                    failure = Some(error);
                    continue;
                }
                score.games_now += 1;
                if score.standing.add(&record) && score.verdict() != Verdict::Open {
                    dealer.close();
                }
                watch(&Event::Ended(&record, &score.progress()));
            }
            failure.map_or(Ok(()), |error| Err(error.into()))
        })?;
        Ok(score.summary())
    }

    /// Plays one game after the other.
    fn work(&self, worker: usize, dealer: &Dealer, send: &Sender<GameRecord>) {
        let cpus = match &self.affinity {
            Affinity::Free => None,
            Affinity::Lists(lists) => lists.get(worker % lists.len().max(1)).map(String::as_str),
        };
        let mut kept: BTreeMap<usize, Player> = BTreeMap::new();
        while let Some(task) = dealer.deal(&self.schedule) {
            let record = self.play(&task, cpus, &mut kept);
            if send.send(record).is_err() {
                break;
            }
        }
        for player in kept.into_values() {
            player.quit(self.rules.pace.patience.min(QUIT_PATIENCE));
        }
    }

    fn play(&self, task: &GameTask, cpus: Option<&str>, kept: &mut BTreeMap<usize, Player>) -> GameRecord {
        let began = Instant::now();
        let mut players = task.engines.map(|engine| match kept.remove(&engine) {
            Some(player) => Ok(player),
            None => Player::start(&self.engines[engine], cpus),
        });
        let mut record = Referee::new(&self.rules, task).play(task, &mut players).record;
        for (engine, facts) in task.engines.into_iter().zip(&mut record.facts.engines) {
            if facts.name.is_empty() {
                *facts = EngineFacts { name: self.engines[engine].name.clone(), ..EngineFacts::default() };
            }
        }
        let healthy = !record.facts.ending.is_fault();
        for (engine, player) in task.engines.into_iter().zip(players) {
            match player {
                Ok(player) if healthy && self.between_games == BetweenGames::Keep => {
                    kept.insert(engine, player);
                }
                Ok(player) => {
                    player.quit(self.rules.pace.patience.min(QUIT_PATIENCE));
                }
                Err(Fault { .. }) => {}
            }
        }
        record.facts.run.took = began.elapsed().as_millis() as u64;
        record
    }
}

/// Engines that do not go by themselves within this time are killed.
const QUIT_PATIENCE: Duration = Duration::from_secs(3);

/// Hands out the numbers of games that are still to be played.
struct Dealer {
    next: AtomicU64,
    closed: AtomicBool,
    done: std::collections::BTreeSet<u64>,
}

impl Dealer {
    fn new(done: std::collections::BTreeSet<u64>, closed: bool) -> Self {
        Self { next: AtomicU64::new(0), closed: AtomicBool::new(closed), done }
    }

    fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    fn deal(&self, schedule: &Schedule) -> Option<GameTask> {
        loop {
            if self.closed.load(Ordering::Relaxed) {
                return None;
            }
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            if !self.done.contains(&number) {
                return schedule.game(number);
            }
        }
    }
}

/// The score as it is kept while the match runs.
struct Score<'a> {
    of: &'a Match,
    standing: Standing,
    games_now: u64,
    began: Instant,
}

impl Score<'_> {
    fn sprt(&self) -> Option<(Sprt, f64)> {
        self.of.sprt.map(|sprt| (sprt, sprt.llr(&self.standing.pairs(0, 1))))
    }

    fn verdict(&self) -> Verdict {
        self.of.sprt.map_or(Verdict::Open, |sprt| sprt.verdict(&self.standing.pairs(0, 1)))
    }

    fn progress(&self) -> Progress<'_> {
        Progress {
            standing: &self.standing,
            games: self.of.schedule.len(),
            games_now: self.games_now,
            elapsed: self.began.elapsed(),
            sprt: self.sprt(),
        }
    }

    fn summary(self) -> Summary {
        let verdict = self.verdict();
        let sprt = self.sprt().map(|(sprt, llr)| (sprt, llr, verdict));
        Summary { elapsed: self.began.elapsed(), games_now: self.games_now, sprt, standing: self.standing }
    }
}
