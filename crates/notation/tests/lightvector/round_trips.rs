//! What is written is read back to the same position, in both dialects and both styles.

use crate::Random;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tusker_core::{Color, Game, NamedSetup, Position, Setup, Turn};
use tusker_notation::{
    Dialect, Strictness, WriteStyle, read_archive, read_lightvector, read_turn, write_lightvector, write_turn,
};

/// What a run of round trips saw.
#[derive(Default)]
struct Tally {
    turns: usize,
    characters: usize,
    naive_characters: usize,
    write: Vec<Duration>,
    read: Vec<Duration>,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.turns += other.turns;
        self.characters += other.characters;
        self.naive_characters += other.naive_characters;
        self.write.extend(other.write);
        self.read.extend(other.read);
    }

    fn check(&mut self, position: &Position, turn: &Turn) {
        let steps = write_turn(position, turn).unwrap();
        let end = read_turn(position, &steps).unwrap().value.position;
        for dialect in Dialect::ALL {
            for style in [WriteStyle::Shortest, WriteStyle::Named] {
                let start = Instant::now();
                let text = write_lightvector(position, turn, dialect, style).unwrap();
                let written = start.elapsed();
                let start = Instant::now();
                let read = read_lightvector(position, &text, dialect, Strictness::Strict);
                let took = start.elapsed();
                let read = read
                    .unwrap_or_else(|error| panic!("{position:?} {steps}: '{text}' {dialect:?}: {error}"));
                assert_eq!(
                    read.value.position.board(),
                    end.board(),
                    "{position:?} {steps}: '{text}' {dialect:?}"
                );
                if style == WriteStyle::Shortest {
                    let naive = naive(&steps);
                    assert!(text.len() <= naive.len(), "{position:?}: '{text}' is longer than '{naive}'");
                    self.characters += text.len();
                    self.naive_characters += naive.len();
                    self.write.push(written);
                    self.read.push(took);
                }
            }
        }
        self.turns += 1;
    }

    fn report(mut self, name: &str) {
        self.write.sort();
        self.read.sort();
        let at = |times: &[Duration], part: usize| times[(times.len() - 1) * part / 100];
        println!(
            "{name}: {} turns, {} characters for {}; write median {:?}, 95% {:?}, most {:?}; read median {:?}, 95% {:?}, most {:?}",
            self.turns,
            self.characters,
            self.naive_characters,
            at(&self.write, 50),
            at(&self.write, 95),
            at(&self.write, 100),
            at(&self.read, 50),
            at(&self.read, 95),
            at(&self.read, 100),
        );
    }
}

/// The naive form: every step with its piece and square, captures left out.
fn naive(steps: &str) -> String {
    let words: Vec<&str> = steps.split(' ').filter(|word| !word.ends_with('x')).collect();
    words.join(" ")
}

/// Random positions with a turn: of games from shuffled setups, and on random boards.
fn random_turn(random: &mut Random) -> (Position, Turn) {
    loop {
        if random.below(4) == 0 {
            let pieces = 3 + random.below(20);
            let position = random.position(pieces);
            if let Some(turn) = random.turn(&position) {
                return (position, turn);
            }
            continue;
        }
        let mut game = Game::new();
        game.place(&Setup::random(Color::Gold, &mut random.0)).unwrap();
        game.place(&NamedSetup::Network.setup(Color::Silver)).unwrap();
        let mut last = None;
        for _ in 0..=random.below(60) {
            let Some(position) = game.position().copied().filter(|_| game.outcome().is_none()) else { break };
            let Some(turn) = random.turn(&position) else { break };
            if game.play(&turn).is_err() {
                break;
            }
            last = Some((position, turn));
        }
        if let Some(found) = last {
            return found;
        }
    }
}

fn random_turns(seed: u64, count: usize) -> Vec<(Position, Turn)> {
    let mut random = Random::new(seed);
    (0..count).map(|_| random_turn(&mut random)).collect()
}

/// Turns of the archive games of the shared data, every `stride`-th one, at most `most`.
fn archive_turns(stride: usize, most: usize) -> Vec<(Position, Turn)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/games_2026_02.tsv");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: no {}", path.display());
        return Vec::new();
    };
    let mut turns = Vec::new();
    for game in read_archive(&text).unwrap().games {
        let game = game.unwrap().value.game(Strictness::Lenient).unwrap().value;
        let mut position = *game.start().unwrap();
        for played in game.turns() {
            turns.push((position, played.turn.clone()));
            position = played.position;
        }
    }
    turns.into_iter().step_by(stride).take(most).collect()
}

/// Checks the turns on all processors.
fn check_all(turns: &[(Position, Turn)], name: &str) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut tally = Tally::default();
        while let Some((position, turn)) = turns.get(next.fetch_add(1, Ordering::Relaxed)) {
            tally.check(position, turn);
        }
        tally
    };
    let mut sum = Tally::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            sum.add(worker.join().unwrap());
        }
    });
    assert_eq!(sum.turns, turns.len());
    if !turns.is_empty() {
        sum.report(name);
    }
}

#[test]
fn random_positions() {
    check_all(&random_turns(3, 40), "random positions");
}

#[test]
fn archive_games() {
    check_all(&archive_turns(250, 40), "archive games");
}

#[test]
#[ignore = "20,000 turns take an hour of processor time; run with --release -- --ignored --nocapture"]
fn twenty_thousand_turns() {
    let archive = archive_turns(1, 10_000);
    let random = random_turns(4, 20_000 - archive.len());
    for (part, turns) in archive.chunks(1000).enumerate() {
        check_all(turns, &format!("archive games, part {part}"));
    }
    for (part, turns) in random.chunks(1000).enumerate() {
        check_all(turns, &format!("random positions, part {part}"));
    }
}
