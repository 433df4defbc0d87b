//! Statics on positions of self-play, beside brute force: one element is a position.

use criterion::{
    BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main, measurement::WallTime,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use tusker_core::{Board, Color, Edge, EdgeList, Position, Setup, shortest_goal, statics};
use tusker_search::{Limits, NoClock, Searcher, Task};

/// Turns 15 to 74 of games between two quick searches: few rabbits are near their goal, as in any middlegame.
fn middlegames() -> Vec<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut searcher = Searcher::new(16);
    let mut positions = Vec::new();
    for _ in 0..10 {
        let mut board = Board::EMPTY;
        for color in Color::ALL {
            for placement in Setup::random_named(color, &mut rng).placements() {
                board.put(placement.square, placement.piece);
            }
        }
        let mut position = Position::new(board, Color::Gold).expect("setups are valid");
        searcher.new_game();
        for turn in 0..75 {
            if position.outcome().is_some() {
                break;
            }
            if turn >= 15 {
                positions.push(position);
            }
            let limits = Limits { nodes: Some(2_000), ..Limits::default() };
            let task = Task { position, history: Vec::new(), limits, excluded: Vec::new() };
            let Some(report) = searcher.search(&task, &NoClock, &AtomicBool::new(false), |_| {}) else {
                break;
            };
            let side = position.side();
            for &edge in report.turn.edges() {
                position.play(edge).expect("the engine plays legal edges");
            }
            if position.side() == side {
                position.play(Edge::PASS).expect("the engine ends legal turns");
            }
        }
    }
    positions
}

fn measure(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    positions: &[Position],
    mut of: impl FnMut(&Position) -> usize,
) {
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(name, |b| b.iter(|| positions.iter().map(|p| of(black_box(p))).sum::<usize>()));
}

fn statics_of_middlegames(c: &mut Criterion) {
    let positions = middlegames();
    let threats: Vec<Position> =
        positions.iter().copied().filter(|p| statics::threatens_win(p).is_some()).collect();
    println!("{} positions, {} with a threat against the side to move", positions.len(), threats.len());
    let mut group = c.benchmark_group("statics");
    measure(&mut group, "goal in up to 4 steps", &positions, |p| {
        usize::from(statics::goal_steps(p).is_some())
    });
    measure(&mut group, "goal, the turn", &positions, |p| usize::from(statics::goal_in(p).is_some()));
    measure(&mut group, "elimination", &positions, |p| usize::from(statics::elimination_steps(p).is_some()));
    measure(&mut group, "threat of the other side", &positions, |p| {
        usize::from(statics::threatens_win(p).is_some())
    });
    measure(&mut group, "captures", &positions, |p| usize::from(statics::captures(p).fewest().is_some()));
    measure(&mut group, "defences where threatened", &threats, |p| {
        let mut edges = EdgeList::new();
        statics::defences(p, &mut edges);
        edges.len()
    });
    group.sample_size(10);
    measure(&mut group, "goal by brute force", &positions, |p| usize::from(shortest_goal(p).is_some()));
    group.finish();
}

criterion_group!(benches, statics_of_middlegames);
criterion_main!(benches);
