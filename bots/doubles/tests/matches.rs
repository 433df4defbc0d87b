//! The arena against every test double: each game ends in the right named result, and no process stays.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;
use tusker_arena::{
    Adjudication, Affinity, BetweenGames, Ending, EngineSpec, Format, GameRecord, GameRules, Match, Pace,
    PaceLimit, RecordFile, Schedule, StartSource, Summary,
};

fn double(name: &str, arguments: &[&str]) -> EngineSpec {
    let argv = std::iter::once(env!("CARGO_BIN_EXE_double")).chain(arguments.iter().copied());
    let mut spec = EngineSpec::new(name, argv.map(str::to_owned).collect());
    spec.seed_option = Some("seed".to_owned());
    // The dumb one never gets ready; all others have time on a busy machine.
    spec.startup = Duration::from_secs(if arguments == ["dumb"] { 1 } else { 20 });
    spec
}

fn random() -> EngineSpec {
    double("random", &["random"])
}

fn rules() -> GameRules {
    let pace = Pace {
        limit: Pace::fixed_clock(Duration::from_secs(1)),
        grace: Duration::from_millis(200),
        patience: Duration::from_secs(1),
    };
    GameRules { pace, max_turns: Some(500), adjudication: None }
}

fn a_match(engines: Vec<EngineSpec>, games: u64) -> Match {
    let schedule = Schedule::new(engines.len(), Format::RoundRobin, games, 3, StartSource::Own).unwrap();
    Match {
        engines,
        rules: rules(),
        schedule,
        concurrency: NonZeroUsize::new(2).unwrap(),
        sprt: None,
        between_games: BetweenGames::Restart,
        affinity: Affinity::Free,
    }
}

fn play(a_match: &Match) -> (Summary, Vec<GameRecord>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tsv");
    let mut records = RecordFile::create(&path).unwrap();
    let summary = a_match.run(&mut records, &BTreeMap::new(), &mut |_| {}).unwrap();
    (summary, RecordFile::read(&path).unwrap())
}

/// Plays `games` games of a double against a random bot; the double must lose all of them by `ending`.
fn must_lose(arguments: &[&str], ending: Ending, games: u64) {
    let (_, records) = play(&a_match(vec![double("double", arguments), random()], games));
    assert_eq!(records.len() as u64, games);
    for record in records {
        let winner = &record.facts.engines[record.facts.winner].name;
        let facts = &record.facts;
        assert_eq!((facts.ending, winner.as_str()), (ending, "random"), "{arguments:?}: {facts:?}");
        assert_eq!(ending.is_fault(), !facts.detail.is_empty(), "{facts:?}");
        // The moves of every game can be played again.
        record.game().unwrap();
    }
    no_orphans(arguments);
}

/// No process of ours with these arguments is left.
fn no_orphans(arguments: &[&str]) {
    let wanted: Vec<&str> =
        std::iter::once(env!("CARGO_BIN_EXE_double")).chain(arguments.iter().copied()).collect();
    for attempt in 0.. {
        let left = running().into_iter().filter(|command| command == &wanted).count();
        if left == 0 {
            break;
        }
        assert!(attempt < 100, "{left} processes left: {wanted:?}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// The command lines of all processes, where the system shows them.
fn running() -> Vec<Vec<String>> {
    let Ok(processes) = std::fs::read_dir(Path::new("/proc")) else { return Vec::new() };
    let command = |entry: std::fs::DirEntry| {
        let bytes = std::fs::read(entry.path().join("cmdline")).ok()?;
        let words = bytes.split(|&byte| byte == 0).filter(|word| !word.is_empty());
        Some(words.map(|word| String::from_utf8_lossy(word).into_owned()).collect())
    };
    processes.flatten().filter_map(command).collect()
}

const GAMES: u64 = 4;

#[test]
fn crash() {
    must_lose(&["crash", "--at", "4"], Ending::Crash, GAMES);
    must_lose(&["close", "--at", "1"], Ending::Crash, GAMES);
}

#[test]
fn the_last_lines_of_a_crash_are_kept() {
    let (_, records) = play(&a_match(vec![double("double", &["crash", "--at", "3"]), random()], 1));
    let [gold, _] = &records[0].facts.run.last_lines;
    assert!(gold.iter().any(|line| line.contains("bound to happen")), "{gold:?}");
    assert!(records[0].facts.detail.contains("exit status: 3"), "{}", records[0].facts.detail);
}

#[test]
fn illegal() {
    must_lose(&["illegal", "--at", "3"], Ending::IllegalTurn, GAMES);
    must_lose(&["illegal", "--at", "1"], Ending::IllegalSetup, GAMES);
    must_lose(&["half-push", "--at", "1", "--seed", "9"], Ending::IllegalTurn, 2);
}

#[test]
fn malformed_or_missing_moves() {
    must_lose(&["malformed", "--at", "2"], Ending::MalformedMove, GAMES);
    must_lose(&["empty", "--at", "3"], Ending::MissingMove, GAMES);
    must_lose(&["mute", "--at", "5"], Ending::MissingMove, GAMES);
}

#[test]
fn hang_and_flood() {
    must_lose(&["silent", "--at", "3"], Ending::Hang, GAMES);
    must_lose(&["flood", "--at", "3"], Ending::Hang, 2);
}

#[test]
fn slow() {
    must_lose(&["slow", "--millis", "1400", "--at", "2"], Ending::Time, 2);
}

#[test]
fn never_ready() {
    must_lose(&["dumb"], Ending::NoStart, 2);
    let missing = EngineSpec::new("missing", vec!["no-such-engine-anywhere".to_owned()]);
    let (_, records) = play(&a_match(vec![missing, random()], 2));
    assert!(records.iter().all(|record| record.facts.ending == Ending::NoStart));
    assert!(records[0].facts.detail.contains("no-such-engine-anywhere"), "{}", records[0].facts.detail);
}

#[test]
fn resign_and_script() {
    must_lose(&["resign", "--at", "3"], Ending::Resignation, GAMES);
    let setup = "Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2; Ee2n Ee3n Md2n";
    let (_, records) = play(&a_match(vec![double("script", &["scripted", "--script", setup]), random()], 1));
    assert_eq!(records[0].facts.ending, Ending::Resignation);
    assert!(records[0].moves.contains("2w Ee2n Ee3n Md2n"), "{}", records[0].moves);
}

#[test]
fn third_repetition_is_illegal() {
    let script = "Da2 Cb2 Dc2 Hd2 Re2 Hf2 Eg2 Mh2 Ca1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1;Eg2n;Eg3s;Eg2n;Eg3s";
    let answer = "da8 cb8 rc8 hd8 re8 rf8 cg8 dh8 ra7 rb7 mc7 hd7 re7 rf7 rg7 eh7;eh7s;eh6n;eh7s;eh6n";
    let engines = vec![
        double("gold", &["scripted", "--script", script]),
        double("silver", &["scripted", "--script", answer]),
    ];
    let (_, records) = play(&a_match(engines, 1));
    let facts = &records[0].facts;
    assert_eq!((facts.ending, facts.winner), (Ending::IllegalTurn, 0), "{facts:?}");
    assert!(facts.detail.contains("third repetition"), "{}", facts.detail);
}

/// Odd lines between the answers are no fault; an answer that nobody asked for is noted.
#[test]
fn talkative_engines_play_on() {
    let (_, records) = play(&a_match(vec![double("double", &["talkative"]), random()], 2));
    for record in &records {
        assert!(!record.facts.ending.is_fault(), "{:?}", record.facts);
        assert!(record.facts.warnings.iter().any(|warning| warning.contains("without a go")));
    }
}

#[test]
fn nobody_stays_behind() {
    let (_, records) =
        play(&a_match(vec![double("stubborn", &["stubborn"]), double("family", &["family"])], 2));
    assert_eq!(records.len(), 2);
    no_orphans(&["stubborn"]);
    no_orphans(&["family"]);
    assert!(!running().iter().any(|command| command == &["sleep", "600"]), "a child of an engine is left");
}

#[test]
fn limits_of_turns_and_total_time() {
    let mut short = a_match(vec![random(), double("other", &["random"])], 2);
    short.rules.max_turns = Some(3);
    let (_, records) = play(&short);
    for record in &records {
        assert_eq!((record.facts.ending, record.turns_played), (Ending::TurnLimit, 6));
    }
    let mut timed = a_match(vec![random(), double("slow", &["slow", "--millis", "300"])], 1);
    let text = "1s/1s/100/0/1s".to_owned();
    let control = tusker_notation::read_time_control(&text).unwrap();
    timed.rules.pace.limit =
        PaceLimit::Clock { control: tusker_core::TimeControl { max_total: 700, ..control }, text };
    timed.rules.pace.grace = Duration::ZERO;
    let (_, records) = play(&timed);
    assert_eq!(records[0].facts.ending, Ending::TotalTime, "{:?}", records[0].facts);
}

#[test]
fn stop_after_a_time() {
    let mut stopped = a_match(vec![random(), double("mute", &["mute", "--at", "4"])], 1);
    stopped.rules.pace.limit = PaceLimit::Stop(Duration::from_millis(100));
    let (_, records) = play(&stopped);
    assert_eq!(records[0].facts.ending, Ending::MissingMove);
}

#[test]
fn engines_that_are_kept_play_the_same_games() {
    let mut kept = a_match(vec![random(), double("other", &["random"])], 4);
    kept.concurrency = NonZeroUsize::MIN;
    let fresh = play(&kept).1;
    kept.between_games = BetweenGames::Keep;
    let games = |records: Vec<GameRecord>| -> Vec<String> {
        records.into_iter().map(|record| record.moves).collect()
    };
    assert_eq!(games(play(&kept).1), games(fresh));
}

#[test]
fn one_seed_gives_the_same_records_but_for_times() {
    for starts in [StartSource::Named, StartSource::Random, StartSource::EndlessEndgame, StartSource::Own] {
        let mut again = a_match(vec![random(), double("other", &["random"])], 4);
        again.concurrency = NonZeroUsize::MIN;
        again.schedule = Schedule::new(2, Format::RoundRobin, 4, 11, starts).unwrap();
        let rows = |records: Vec<GameRecord>| -> Vec<String> {
            let row =
                |record: GameRecord| record.to_row().unwrap().split(",\"run\":").next().unwrap().to_owned();
            records.into_iter().map(row).collect()
        };
        assert_eq!(rows(play(&again).1), rows(play(&again).1));
    }
}

#[test]
fn three_engines_and_agreement() {
    let mut three = a_match(vec![random(), double("b", &["random"]), double("c", &["random"])], 2);
    three.rules.adjudication = Some(Adjudication { score: 1, turns: 1 });
    let (summary, records) = play(&three);
    assert_eq!((records.len(), summary.standing.games()), (6, 6));
    assert_eq!(summary.standing.pairings().count(), 3);
    // The doubles tell a score of zero: nobody ever agrees.
    assert!(records.iter().all(|record| record.facts.ending != Ending::Adjudication));
}
