//! The search as an AEI engine.

pub(crate) mod setups;

use crate::evaluation::Evaluation;
use crate::wallclock::WallClock;
use clap::ValueEnum;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::hash::{BuildHasher, Hasher};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tusker_aei::{
    DepthState, Engine, GoMode, Identity, Info, OptionError, OptionKind, OptionSpec, OptionValue, Report,
    SearchControl, SearchTask,
};
use tusker_core::{Game, Phase, Randomness, Setup, Turn};
use tusker_search::eval::{Config, Network};
use tusker_search::{Depth, Limits, Searcher, Task, TimeFacts, allot};
use tusker_tables::Tables;

/// How an engine begins.
#[derive(Clone, Debug)]
pub(crate) struct Settings {
    /// Size of the transposition table in MiB.
    pub(crate) hash: usize,
    /// Threads.
    pub(crate) threads: usize,
    /// Seed of the choice of setups; different in every process if there is none.
    pub(crate) seed: Option<u64>,
    /// How much chance has a say in the choice of setups.
    pub(crate) randomness: Randomness,
    /// How positions are evaluated.
    pub(crate) evaluation: Evaluation,
    /// The network of the evaluation.
    pub(crate) network: &'static Network,
}

impl Settings {
    fn config(&self) -> Config {
        Config { network: Some(self.network), ..self.evaluation.config() }
    }
}

/// The engine that plays.
pub(crate) struct Tusker {
    settings: Settings,
    /// Milliseconds kept back for the way of an answer to the controller's clock.
    overhead: u64,
    /// Made when it is first needed, because its table takes time and memory.
    searcher: Option<Searcher>,
    rng: ChaCha8Rng,
}

/// Time kept back at first: the pipe, and what the controller's own bookkeeping takes.
const OVERHEAD: u64 = 100;

const HASH: &str = "hash";
const THREADS: &str = "threads";
const SEED: &str = "seed";
const RANDOMNESS: &str = "randomness";
const EVALUATION: &str = "evaluation";
const NETWORK: &str = "network";
const TABLES: &str = "tables";
const MOVE_OVERHEAD: &str = "moveoverhead";

impl Tusker {
    /// An engine that has not allocated anything yet.
    pub(crate) fn new(settings: Settings) -> Self {
        let seed = settings.seed.unwrap_or_else(any_seed);
        Self { settings, overhead: OVERHEAD, searcher: None, rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    fn searcher(&mut self) -> &mut Searcher {
        let settings = &self.settings;
        self.searcher.get_or_insert_with(|| {
            let mut searcher = Searcher::new(settings.hash);
            searcher.set_threads(settings.threads);
            searcher.set_config(settings.config());
            searcher
        })
    }

    /// Evaluates as the settings say from now on.
    fn set_config(&mut self) {
        if let Some(searcher) = &mut self.searcher {
            searcher.set_config(self.settings.config());
        }
    }

    /// When the search of a task ends; times count from the `go`.
    fn limits(&self, task: &SearchTask) -> Limits {
        if task.mode != GoMode::Normal {
            return Limits::default();
        }
        let depth = task.limits.depth.map(|depth| Depth(u8::try_from(depth).unwrap_or(u8::MAX)));
        let allotted = if task.limits.move_time.is_some() {
            Limits::default()
        } else {
            let clock = &task.clock;
            allot(&TimeFacts {
                control: clock.control,
                reserve: clock.reserve,
                used: clock.move_used,
                total_used: clock.total_used,
                overhead: self.overhead,
            })
        };
        let hard_time = [allotted.hard_time, task.stop_time()].into_iter().flatten().min();
        Limits { depth, nodes: task.limits.nodes, hard_time, ..allotted }
    }
}

/// The endgame tables of a directory; none if its name is empty.
fn read_tables(option: &str, directory: &str) -> Result<Option<Arc<Tables>>, OptionError> {
    if directory.is_empty() {
        return Ok(None);
    }
    let tables = Tables::load(Path::new(directory)).map_err(|error| {
        log::warn!("{error}");
        let expected = "a directory of endgame tables".to_owned();
        OptionError::Value { name: option.to_owned(), expected, found: directory.to_owned() }
    })?;
    Ok(Some(Arc::new(tables)))
}

/// The network in a file; the built-in one if its name is empty.
fn network(option: &str, file: &str) -> Result<&'static Network, OptionError> {
    if file.is_empty() {
        return Ok(Network::built_in());
    }
    tusker_train::read_network(Path::new(file)).map_err(|error| {
        log::warn!("{error}");
        let expected = "a file of tusker learn".to_owned();
        OptionError::Value { name: option.to_owned(), expected, found: file.to_owned() }
    })
}

/// A seed that no other process has.
pub(crate) fn any_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}

impl Engine for Tusker {
    fn identity(&self) -> Identity {
        Identity::new("Tusker", "the Tusker authors", env!("CARGO_PKG_VERSION"))
    }

    fn options(&self) -> Vec<OptionSpec> {
        let number = |min, max| OptionKind::Number { min, max };
        let option = |name, kind, help| OptionSpec { name, kind, help };
        vec![
            option(HASH, number(1, 65_536), "size of the transposition table in MiB"),
            option(THREADS, number(1, 512), "threads of the search"),
            option(SEED, number(0, i64::MAX), "makes the choice of setups reproducible"),
            option(
                RANDOMNESS,
                number(0, 100),
                "0: always the likeliest setup of the book, 100: all equally likely",
            ),
            option(EVALUATION, OptionKind::Text, "full, or harlog for material alone"),
            option(
                NETWORK,
                OptionKind::Text,
                "file of tusker learn that corrects the evaluation; empty: built in",
            ),
            option(TABLES, OptionKind::Text, "directory of endgame tables, see tusker tables; empty: none"),
            option(MOVE_OVERHEAD, number(0, 60_000), "milliseconds of each turn that are kept back"),
        ]
    }

    fn set_option(&mut self, name: &'static str, value: &OptionValue) -> Result<(), OptionError> {
        match name {
            HASH => {
                let hash = usize::try_from(value.number()).unwrap_or(1);
                if hash != self.settings.hash {
                    self.settings.hash = hash;
                    if let Some(searcher) = &mut self.searcher {
                        searcher.set_hash(hash);
                    }
                }
            }
            THREADS => {
                self.settings.threads = usize::try_from(value.number()).unwrap_or(1);
                if let Some(searcher) = &mut self.searcher {
                    searcher.set_threads(self.settings.threads);
                }
            }
            SEED => {
                let seed = u64::try_from(value.number()).unwrap_or(0);
                self.settings.seed = Some(seed);
                self.rng = ChaCha8Rng::seed_from_u64(seed);
            }
            RANDOMNESS => {
                let percent = u8::try_from(value.number()).unwrap_or(100);
                self.settings.randomness = Randomness::percent(percent);
            }
            TABLES => {
                let tables = read_tables(name, value.to_string().trim())?;
                self.searcher().set_tables(tables);
            }
            EVALUATION => {
                let text = value.to_string();
                let Ok(evaluation) = Evaluation::from_str(text.trim(), true) else {
                    let expected = "full or harlog".to_owned();
                    return Err(OptionError::Value { name: name.to_owned(), expected, found: text });
                };
                self.settings.evaluation = evaluation;
                self.set_config();
            }
            NETWORK => {
                self.settings.network = network(name, value.to_string().trim())?;
                self.set_config();
            }
            MOVE_OVERHEAD => self.overhead = u64::try_from(value.number()).unwrap_or(0),
            _ => return Err(OptionError::Unknown(name.to_owned())),
        }
        Ok(())
    }

    fn new_game(&mut self) {
        self.searcher().new_game();
    }

    fn choose_setup(&mut self, game: &Game) -> Setup {
        match game.phase() {
            Phase::Setup(_) => setups::choose(game, self.settings.randomness, &mut self.rng),
            // The session asks during the setup only.
            Phase::Play(_) | Phase::Over(_) => Setup::default(),
        }
    }

    fn search(
        &mut self,
        task: &SearchTask,
        control: &SearchControl,
        report: &mut dyn FnMut(Report),
    ) -> Option<Turn> {
        let limits = self.limits(task);
        let position = *task.game.position()?;
        let history = task.game.repetition_keys().collect();
        let clock = WallClock::since(task.received);
        let stop = control.stop_flag();
        let root = Task { position, history, limits, excluded: Vec::new() };
        self.searcher().search(&root, &clock, &stop, |found| tell(found, report)).map(|best| best.turn)
    }
}

/// Tells the controller of a finished depth.
fn tell(found: &tusker_search::Report, report: &mut dyn FnMut(Report)) {
    let milliseconds =
        u64::try_from(found.elapsed.max(Duration::from_millis(1)).as_millis()).unwrap_or(u64::MAX);
    let nps = found.nodes.saturating_mul(1000) / milliseconds;
    for info in [
        Info::Depth { steps: u32::from(found.depth.0), state: DepthState::Finished },
        Info::Time(found.elapsed.as_secs()),
        Info::Nodes(found.nodes),
        Info::Other { key: "nps".into(), value: nps.to_string().into() },
        Info::Score(found.score.0),
    ] {
        report(Report::Info(info));
    }
    report(Report::Pv(found.variation.iter().map(|(_, turn)| turn.clone()).collect()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;
    use tusker_aei::{GameInfo, TurnClock};
    use tusker_core::{Board, Color, Position, TimeControl};

    const BOARD: &str = "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR";

    fn engine() -> Tusker {
        Tusker::new(Settings {
            hash: 1,
            threads: 1,
            seed: Some(1),
            randomness: Randomness::USUAL,
            evaluation: Evaluation::Full,
            network: Network::built_in(),
        })
    }

    fn task(clock: TurnClock, limits: tusker_aei::Limits) -> SearchTask {
        let board: Board = BOARD.parse().expect("a board");
        SearchTask {
            game: Game::from_position(Position::lenient(board, Color::Gold).0),
            mode: GoMode::Normal,
            received: Instant::now(),
            clock,
            limits,
            info: GameInfo::default(),
        }
    }

    fn clock(per_turn: u64, reserve: u64, move_used: u64) -> TurnClock {
        let control = TimeControl { per_turn, reserve, percent: 100, ..TimeControl::default() };
        TurnClock { control, reserve, move_used, ..TurnClock::default() }
    }

    fn milliseconds(time: Option<Duration>) -> u128 {
        time.map_or(u128::MAX, |time| time.as_millis())
    }

    #[test]
    fn a_search_without_any_limit_takes_five_seconds() {
        let limits = engine().limits(&task(TurnClock::default(), tusker_aei::Limits::default()));
        assert_eq!(limits, Limits { hard_time: Some(Duration::from_secs(5)), ..Limits::default() });
    }

    #[test]
    fn depth_and_nodes_need_no_time() {
        let asked = tusker_aei::Limits { depth: Some(7), nodes: Some(1000), move_time: None };
        let limits = engine().limits(&task(TurnClock::default(), asked));
        assert_eq!(limits, Limits { depth: Some(Depth(7)), nodes: Some(1000), ..Limits::default() });
        let asked = tusker_aei::Limits { depth: Some(1_000_000), ..asked };
        assert_eq!(engine().limits(&task(TurnClock::default(), asked)).depth, Some(Depth(255)));
    }

    #[test]
    fn the_answer_comes_before_the_flag_falls() {
        for (per_turn, reserve, used) in [
            (1_000, 0, 0),
            (1_000, 20_000, 0),
            (1_000, 0, 700),
            (0, 300_000, 0),
            (15_000, 150_000, 20_000),
            (0, 1, 0),
        ] {
            let limits =
                engine().limits(&task(clock(per_turn, reserve, used), tusker_aei::Limits::default()));
            let flag = u128::from((per_turn + reserve).saturating_sub(used));
            let hard = milliseconds(limits.hard_time);
            assert!(hard < flag.max(1), "{per_turn} {reserve} {used}: {hard} of {flag} ms");
            assert!(milliseconds(limits.soft_time) <= hard, "{per_turn} {reserve} {used}");
        }
    }

    /// But it never lets the flag fall.
    #[test]
    fn movetime_replaces_the_plan_of_the_clock() {
        let asked =
            |time| tusker_aei::Limits { move_time: Some(Duration::from_millis(time)), ..Default::default() };
        let limits = engine().limits(&task(clock(60_000, 600_000, 0), asked(200)));
        assert_eq!((milliseconds(limits.hard_time), limits.soft_time), (200, None));
        let limits = engine().limits(&task(clock(1_000, 0, 0), asked(20_000)));
        assert_eq!((milliseconds(limits.hard_time), limits.soft_time), (900, None));
    }

    #[test]
    fn pondering_has_no_limits() {
        for mode in [GoMode::Ponder, GoMode::Infinite] {
            let asked = tusker_aei::Limits { depth: Some(3), nodes: Some(5), move_time: None };
            let task = SearchTask { mode, ..task(clock(1_000, 0, 0), asked) };
            assert_eq!(engine().limits(&task), Limits::default());
        }
    }

    #[test]
    fn options_are_set_or_refused() {
        let mut engine = engine();
        for option in engine.options() {
            let value = match option.kind {
                OptionKind::Number { min, .. } => OptionValue::Number(min),
                OptionKind::Switch => OptionValue::Switch(true),
                OptionKind::Text if [TABLES, NETWORK].contains(&option.name) => {
                    OptionValue::Text(String::new())
                }
                OptionKind::Text => OptionValue::Text(" Harlog ".to_owned()),
            };
            assert_eq!(engine.set_option(option.name, &value), Ok(()), "{}", option.name);
        }
        assert_eq!((engine.settings.evaluation, engine.overhead), (Evaluation::Harlog, 0));
        let error =
            engine.set_option(EVALUATION, &OptionValue::Text("chess".to_owned())).expect_err("refused");
        assert!(error.to_string().contains("full or harlog"), "{error}");
        let error = engine.set_option(TABLES, &OptionValue::Text("no/such".to_owned())).expect_err("refused");
        assert!(error.to_string().contains("a directory of endgame tables"), "{error}");
        let error =
            engine.set_option(NETWORK, &OptionValue::Text("no/such".to_owned())).expect_err("refused");
        assert!(error.to_string().contains("a file of tusker learn"), "{error}");
        assert!(engine.set_option("colour", &OptionValue::Number(1)).is_err());
    }

    /// The file holds the same network here, so material alone is configured as ever.
    #[test]
    fn a_network_from_a_file_corrects_the_evaluation() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("network.bin");
        std::fs::write(&path, Network::built_in().to_bytes()).expect("written");
        let mut engine = engine();
        engine.set_option(NETWORK, &OptionValue::Text(path.display().to_string())).expect("a network");
        let read = engine.settings.config().network.expect("a network");
        assert!(!std::ptr::eq(read, Network::built_in()) && read == Network::built_in());
        engine.settings.evaluation = Evaluation::Harlog;
        assert_eq!(engine.settings.config(), Evaluation::Harlog.config());
        engine.set_option(NETWORK, &OptionValue::Text(String::new())).expect("built in");
        assert!(std::ptr::eq(engine.settings.network, Network::built_in()));
    }
}
