//! The evaluation on random walks.

use super::*;
use rand::{RngExt, SeedableRng};
use tusker_core::{Board, Edge};

const BOARDS: [&str; 5] = [
    "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR",
    " r rr r m h  e c r rr r h d  c dE H    M R RRHR D C  C D R RR R ",
    "r r  rrr  rcd  rr hd  h m c    E    H e  R M  D R RC R DR CR RR ",
    "  r   r  r E  d     h   R   R r r e      D  H        C  R   R   ",
    "    e   r                                     HdR    C      E   ",
];

fn random_walk(text: &str, seed: u64, mut visit: impl FnMut(&Position, Edge)) {
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed);
    let board: Board = text.parse().expect("a board");
    let (mut position, _) = Position::lenient(board, Color::Gold);
    for _ in 0..200 {
        let edges = position.edges();
        if edges.is_empty() {
            break;
        }
        let edge = edges[rng.random_range(0..edges.len())];
        visit(&position, edge);
        position.play_unchecked(edge);
    }
}

/// Weights that are all different, so that no feature can stand in for another.
fn odd_weights() -> &'static Weights {
    let mut values = [[0; 2]; FEATURES];
    for (index, pair) in values.iter_mut().enumerate() {
        let index = index as i32;
        *pair = [(index * 7919) % 401 - 200, (index * 6007) % 503 - 251];
    }
    Box::leak(Box::new(Weights::new(&values)))
}

fn configs() -> [Config; 2] {
    [Config::default(), Config { weights: odd_weights(), ..Config::default() }]
}

#[test]
fn the_accumulator_equals_its_refresh() {
    for config in configs() {
        for (seed, text) in BOARDS.iter().enumerate() {
            random_walk(text, seed as u64, |position, edge| {
                let before = Accumulator::refresh(position.board(), config);
                let mut after = *position;
                let delta = after.play_unchecked(edge);
                let updated = before.apply(&delta, after.board(), config);
                assert_eq!(updated, Accumulator::refresh(after.board(), config), "{position:?} {edge:?}");
            });
        }
    }
}

#[test]
fn swapping_sides_and_mirroring_keep_the_movers_score() {
    for config in configs() {
        for (seed, text) in BOARDS.iter().enumerate() {
            random_walk(text, 10 + seed as u64, |position, _| {
                let score = breakdown(position, config).score;
                assert_eq!(score, breakdown(&position.swap_sides(), config).score, "{position:?}");
                let (mirrored, _) = Position::lenient(position.board().mirror(), position.side());
                let mirrored = mirrored.with_steps_left(position.steps_left());
                assert_eq!(score, breakdown(&mirrored, config).score, "{position:?}");
            });
        }
    }
}

/// Weights times counts are the score, and so are the parts.
#[test]
fn the_evaluation_is_a_linear_form() {
    for config in configs() {
        let values = config.weights.values();
        for (seed, text) in BOARDS.iter().enumerate() {
            random_walk(text, 20 + seed as u64, |position, _| {
                let features = Features::of(position, config);
                let side = |color: Color| {
                    let phase = features.phases[color.index()];
                    let dot = |which: usize| -> i32 {
                        (0..FEATURES).map(|f| values[f][which] * features.trace.count(color, f)).sum()
                    };
                    (dot(0) * phase + dot(1) * (FULL_PHASE - phase)) / (FULL_PHASE * 10)
                };
                let gold = features.material + features.network + side(Color::Gold) - side(Color::Silver);
                let accumulator = Accumulator::refresh(position.board(), config);
                let score = in_movers_view(position, evaluate(position, &accumulator, config));
                assert_eq!(score, gold.clamp(-30_000, 30_000), "{position:?}");
                let breakdown = breakdown(position, config);
                let parts: i32 = breakdown.parts.iter().map(|part| part.gold - part.silver).sum();
                assert_eq!(breakdown.material + parts, gold, "{position:?}");
            });
        }
    }
}
