//! What is written is read back to the same position, in both dialects and both styles.

use crate::Random;
use std::path::Path;
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

/// Turns of random games from shuffled setups, and on random boards.
fn random_turns(seed: u64, count: usize, name: &str) {
    let mut random = Random::new(seed);
    let mut tally = Tally::default();
    while tally.turns < count {
        if tally.turns % 4 == 0 {
            let pieces = 3 + random.below(20);
            let position = random.position(pieces);
            if let Some(turn) = random.turn(&position) {
                tally.check(&position, &turn);
            }
            continue;
        }
        let mut game = Game::new();
        game.place(&Setup::random(Color::Gold, &mut random.0)).unwrap();
        game.place(&NamedSetup::Network.setup(Color::Silver)).unwrap();
        let length = 1 + random.below(60);
        let mut last = None;
        for _ in 0..length {
            let Some(position) = game.position().copied().filter(|_| game.outcome().is_none()) else { break };
            let Some(turn) = random.turn(&position) else { break };
            if game.play(&turn).is_err() {
                break;
            }
            last = Some((position, turn));
        }
        if let Some((position, turn)) = last {
            tally.check(&position, &turn);
        }
    }
    tally.report(name);
}

/// Turns of the archive games of the shared data, every `stride`-th one; the number of turns checked.
fn archive_turns(stride: usize, most: usize) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/games_2026_02.tsv");
    let Ok(text) = std::fs::read_to_string(&path) else {
        eprintln!("skipped: no {}", path.display());
        return 0;
    };
    let mut tally = Tally::default();
    let mut number = 0;
    for game in read_archive(&text).unwrap().games {
        let game = game.unwrap().value.game(Strictness::Lenient).unwrap().value;
        let mut position = *game.start().unwrap();
        for played in game.turns() {
            number += 1;
            if number % stride == 0 && tally.turns < most {
                tally.check(&position, &played.turn);
            }
            position = played.position;
        }
    }
    let turns = tally.turns;
    tally.report("archive games");
    turns
}

#[test]
fn random_positions() {
    random_turns(3, 40, "random positions");
}

#[test]
fn archive_games() {
    archive_turns(250, 40);
}

#[test]
#[ignore = "20,000 turns in two dialects and two styles take an hour; run with --release -- --ignored --nocapture"]
fn twenty_thousand_turns() {
    let archive = archive_turns(1, 10_000);
    random_turns(4, 20_000 - archive, "random positions");
}
