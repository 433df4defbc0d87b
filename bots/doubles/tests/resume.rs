//! A runner that is killed at random moments and started again plays the same match as one that is left in peace.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::num::NonZeroUsize;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use tusker_arena::{
    Affinity, BetweenGames, EngineSpec, Format, GameRules, Match, Pace, PaceLimit, RecordFile, Schedule,
    StartSource,
};

const PATH: &str = "ARENA_RESUME_TEST_FILE";
const GAMES: u64 = 40;

fn the_match() -> Match {
    let random = |name: &str| {
        let mut spec =
            EngineSpec::new(name, vec![env!("CARGO_BIN_EXE_double").to_owned(), "random".to_owned()]);
        spec.seed_option = Some("seed".to_owned());
        spec
    };
    let pace = Pace { limit: PaceLimit::Options, grace: Duration::ZERO, patience: Duration::from_secs(20) };
    Match {
        engines: vec![random("a"), random("b")],
        rules: GameRules { pace, max_turns: Some(60), adjudication: None },
        schedule: Schedule::new(2, Format::RoundRobin, GAMES, 9, StartSource::Named).unwrap(),
        concurrency: NonZeroUsize::new(2).unwrap(),
        sprt: None,
        between_games: BetweenGames::Restart,
        affinity: Affinity::Free,
    }
}

fn run(path: &Path) {
    let a_match = the_match();
    let (mut records, done) = RecordFile::resume(path, &a_match.fingerprint()).unwrap();
    a_match.run(&mut records, &done, &mut |_| {}).unwrap();
}

/// The process that is killed: this test binary again, running this test alone.
#[test]
#[ignore = "is started by the test below"]
fn runner() {
    if let Some(path) = std::env::var_os(PATH) {
        run(Path::new(&path));
    }
}

/// What must be alike in two runs: all but the times.
fn games(path: &Path) -> Vec<String> {
    let mut records = RecordFile::read(path).unwrap();
    records.sort_by_key(|record| record.facts.game);
    let row = |row: String| row.split(",\"run\":").next().unwrap_or_default().to_owned();
    records.iter().map(|record| row(record.to_row().unwrap())).collect()
}

#[test]
fn a_killed_match_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let (calm, killed) = (folder.path().join("calm.tsv"), folder.path().join("killed.tsv"));
    run(&calm);
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..20 {
        let mut runner = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "runner", "--ignored"])
            .env(PATH, &killed)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(Duration::from_millis(u64::from(rng.next_u32() % 400)));
        // On Unix this is the signal that nobody can catch.
        runner.kill().unwrap();
        runner.wait().unwrap();
    }
    run(&killed);
    let games = [games(&calm), games(&killed)];
    assert_eq!(games[0].len() as u64, GAMES);
    assert_eq!(games[0], games[1]);
}
