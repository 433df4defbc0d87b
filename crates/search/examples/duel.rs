//! Plays a match between two evaluations of this build, in pairs with colours swapped, at fixed nodes a turn.
//!
//! `cargo run --release -p tusker-search --example duel -- full harlog --games 200 --nodes 10000`
//!
//! An evaluation is `full`, `harlog`, or a file of weights as `tusker tune` writes it.

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use tusker_core::{Board, Color, Kind, Piece, Position, Square, outcome_after_turn};
use tusker_search::eval::{Config, Model, Weights};
use tusker_search::{Limits, NoClock, Searcher, Task};

const MAX_TURNS: usize = 300;

/// Both armies shuffled over their home ranks.
fn random_start(rng: &mut ChaCha8Rng) -> Board {
    let mut board = Board::EMPTY;
    for color in Color::ALL {
        let mut squares: Vec<Square> = color.home_ranks().iter().collect();
        squares.shuffle(rng);
        let kinds = Kind::ALL.iter().flat_map(|&k| std::iter::repeat_n(k, Kind::FULL_ARMY[k.index()].into()));
        for (square, kind) in squares.into_iter().zip(kinds) {
            board.put(square, Piece::new(color, kind));
        }
    }
    board
}

fn config(name: &str) -> Config {
    match name {
        "harlog" => Config { model: Model::HarlogOnly, ..Config::default() },
        "full" => Config::default(),
        path => {
            let text = std::fs::read_to_string(path).expect("full, harlog, or a file of weights");
            let weights: Weights = text.parse().expect("a table of weights");
            Config { weights: Box::leak(Box::new(weights)), ..Config::default() }
        }
    }
}

/// The winner, and the number of turns.
fn play(engines: &mut [Searcher; 2], gold: usize, start: Position, nodes: u64) -> (usize, usize) {
    engines.iter_mut().for_each(Searcher::new_game);
    let mut position = start;
    let mut history = vec![position.repetition_key()];
    for turn in 0..MAX_TURNS {
        let side = position.side();
        let engine = if side == Color::Gold { gold } else { 1 - gold };
        let task = Task {
            position,
            history: history.clone(),
            limits: Limits { nodes: Some(nodes), ..Limits::default() },
            excluded: Vec::new(),
        };
        let Some(report) = engines[engine].search(&task, &NoClock, &AtomicBool::new(false), |_| {}) else {
            return (1 - engine, turn);
        };
        for &edge in report.turn.edges() {
            position.play(edge).expect("the engine plays legal edges");
        }
        if position.side() == side {
            position.play(tusker_core::Edge::PASS).expect("the engine ends legal turns");
        }
        history.push(position.repetition_key());
        if let Some(outcome) = outcome_after_turn(position.board(), side) {
            return (if outcome.winner == side { engine } else { 1 - engine }, turn);
        }
    }
    let counts = Color::ALL.map(|c| position.board().color(c).count());
    (if counts[0] > counts[1] { gold } else { 1 - gold }, MAX_TURNS)
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let flag = |name: &str, default: u64| {
        args.iter().position(|a| a == name).map_or(default, |i| args[i + 1].parse().expect("a number"))
    };
    let (games, nodes, seed) = (flag("--games", 200), flag("--nodes", 10_000), flag("--seed", 1));
    let names = [args[0].clone(), args[1].clone()];
    let wins = Mutex::new([[0_u32; 2]; 2]);
    let (next, turns) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for _ in 0..flag("--concurrency", 2) {
            scope.spawn(|| {
                let mut engines = [0, 1].map(|i: usize| {
                    let mut engine = Searcher::new(16);
                    engine.set_config(config(&names[i]));
                    engine
                });
                loop {
                    let game = next.fetch_add(1, Relaxed);
                    if game >= games {
                        break;
                    }
                    let mut rng = ChaCha8Rng::seed_from_u64(seed * 1_000_003 + game / 2);
                    let board = random_start(&mut rng);
                    let start = Position::new(board, Color::Gold).expect("full armies");
                    let gold = (game % 2) as usize;
                    let (winner, length) = play(&mut engines, gold, start, nodes);
                    turns.fetch_add(length as u64, Relaxed);
                    let mut wins = wins.lock().expect("no panic elsewhere");
                    wins[winner][usize::from(winner != gold)] += 1;
                    let (a, b) = (wins[0][0] + wins[0][1], wins[1][0] + wins[1][1]);
                    if (a + b) % 20 == 0 {
                        println!(
                            "{} {a} - {b} {} (gold wins {})",
                            names[0],
                            names[1],
                            wins[0][0] + wins[1][0]
                        );
                    }
                }
            });
        }
    });
    let wins = wins.into_inner().expect("no panic elsewhere");
    let (a, b) = (f64::from(wins[0][0] + wins[0][1]), f64::from(wins[1][0] + wins[1][1]));
    let share = a / (a + b);
    let elo = -400.0 * (1.0 / share - 1.0).log10();
    let margin = 1.96 * (share * (1.0 - share) / (a + b)).sqrt();
    println!(
        "{} {a} - {b} {}: {:.1}% +- {:.1}%, Elo {elo:.0}, {:.1} turns a game",
        names[0],
        names[1],
        share * 100.0,
        margin * 100.0,
        turns.into_inner() as f64 / (a + b)
    );
}
