//! Random and mutated lines: a session never panics, never hangs, and says nothing that is no response.

mod support;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::fs;
use std::path::Path;
use std::time::Duration;
use support::{Double, Script, Talk, check_output};

/// How long `readyok` may take before the session counts as hanging.
const PATIENCE: Duration = Duration::from_secs(30);

/// Lines between two checks that the session is still there.
const BATCH: usize = 500;

/// Every line that the transcripts send, but for those that end a session: every line here shall be heard.
fn corpus() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let mut lines = Vec::new();
    for entry in fs::read_dir(&folder).expect("the transcripts") {
        let text = fs::read_to_string(entry.expect("a file").path()).expect("text");
        lines.extend(text.lines().filter_map(|l| l.strip_prefix("> ")).map(|l| l.as_bytes().to_vec()));
    }
    assert!(lines.len() > 200, "only {} lines", lines.len());
    lines.retain(|line| {
        !line.starts_with(b"quit") && !line.to_ascii_lowercase().windows(6).any(|w| w == b"strict")
    });
    lines.sort();
    lines.dedup();
    lines
}

fn mutated(corpus: &[Vec<u8>], rng: &mut ChaCha8Rng) -> Vec<u8> {
    let pick = |rng: &mut ChaCha8Rng| corpus.choose(rng).cloned().unwrap_or_default();
    if rng.random_ratio(1, 20) {
        let length = rng.random_range(0..200);
        return (0..length).map(|_| rng.random()).collect();
    }
    let mut line = pick(rng);
    for _ in 0..rng.random_range(0..4) {
        let at = rng.random_range(0..=line.len());
        match rng.random_range(0..7) {
            0 => line.insert(at, rng.random_range(b' '..=b'~')),
            1 => line.insert(at, rng.random()),
            2 if at < line.len() => drop(line.remove(at)),
            3 if at < line.len() => line[at] = *b" []egsrRxn8\t\r".choose(rng).unwrap_or(&b'?'),
            4 => line.truncate(at),
            5 => line.extend(pick(rng).into_iter().skip(at)),
            _ => {
                let other = pick(rng);
                let from = rng.random_range(0..=other.len());
                line.splice(at..at, other.into_iter().skip(from).take(12));
            }
        }
    }
    line
}

/// Sends `count` lines to sessions of several doubles; returns how many lines came back.
fn bombard(count: usize, seed: u64) -> usize {
    let corpus = corpus();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let scripts =
        [Script::Instant, Script::UntilStop, Script::Reports, Script::Sleeps(1), Script::Scores(-9)];
    let mut heard = 0;
    let mut sent = 0;
    while sent < count {
        let mut talk = Talk::open(Double::new(*scripts.choose(&mut rng).expect("a script")));
        for _ in 0..rng.random_range(1..10) {
            for _ in 0..BATCH {
                let mut line = mutated(&corpus, &mut rng);
                line.retain(|&byte| byte != b'\n');
                line.push(b'\n');
                talk.send(&line);
            }
            sent += BATCH;
            let mark = format!("mark{sent}");
            talk.say("stop");
            talk.say(&mark);
            talk.say("isready");
            heard += hear_until(&talk, &mark);
        }
        talk.say("quit");
        let end = talk.end_within(PATIENCE);
        assert!(end.is_some(), "a session did not end after quit (seed {seed}, {sent} lines)");
        for line in talk.rest() {
            check_output(&line);
            heard += 1;
        }
    }
    heard
}

/// Reads until the answer to `mark`, which is an unknown command, and the `readyok` after it; returns the number of
/// lines.
fn hear_until(talk: &Talk, mark: &str) -> usize {
    let mark = format!("log Error: unknown command '{mark}'");
    let mut marked = false;
    for heard in 1.. {
        let line = talk.hear_within(PATIENCE).unwrap_or_else(|| panic!("the session hangs before {mark}"));
        check_output(&line);
        marked |= line == mark;
        if marked && line == "readyok" {
            return heard;
        }
    }
    0
}

#[test]
fn a_hundred_thousand_lines_do_no_harm() {
    let heard = bombard(100_000, 2026);
    println!("{heard} lines came back");
    assert!(heard > 50_000, "only {heard} lines came back");
}

#[test]
#[ignore = "two million lines take minutes"]
fn two_million_lines_do_no_harm() {
    for seed in 0..20 {
        println!("{} lines came back", bombard(100_000, seed));
    }
}
