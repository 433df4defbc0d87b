//! The search: evaluation, transposition table, and fixed-depth searches.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tusker_benches::SAMPLES;
use tusker_core::{Edge, Key};
use tusker_search::eval::{Accumulator, Config, evaluate};
use tusker_search::tt::{Bound, Entry, Table};
use tusker_search::{Depth, Limits, NoClock, Searcher, Task};

/// Every edge of a position: keeping the accumulator, and evaluating what the edge leads to.
fn evaluation(c: &mut Criterion) {
    let config = Config::default();
    let mut apply = c.benchmark_group("apply accumulator");
    for sample in SAMPLES {
        let position = sample.position();
        let before = Accumulator::refresh(position.board(), config);
        let changes: Vec<_> = position
            .edges()
            .into_iter()
            .map(|edge| {
                let mut next = position;
                (next.play_unchecked(edge), next)
            })
            .collect();
        apply.throughput(Throughput::Elements(changes.len() as u64));
        apply.bench_function(sample.name, |b| {
            b.iter(|| {
                for (delta, next) in &changes {
                    black_box(black_box(&before).apply(delta, next.board(), config));
                }
            });
        });
    }
    apply.finish();

    let mut eval = c.benchmark_group("evaluate");
    for sample in SAMPLES {
        let nodes: Vec<_> = sample
            .position()
            .edges()
            .into_iter()
            .map(|edge| {
                let mut next = sample.position();
                next.play_unchecked(edge);
                (next, Accumulator::refresh(next.board(), config))
            })
            .collect();
        eval.throughput(Throughput::Elements(nodes.len() as u64));
        eval.bench_function(sample.name, |b| {
            b.iter(|| {
                for (next, accumulator) in &nodes {
                    black_box(evaluate(black_box(next), accumulator, config));
                }
            });
        });
    }
    eval.finish();
}

/// Probes of keys that follow no order, half of them stored before; the larger table does not fit into caches.
fn table(c: &mut Criterion) {
    const KEYS: u64 = 1 << 16;
    let key = |n: u64| Key(n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
    let entry = Entry { edge: Some(Edge::PASS), score: 10, depth: 4, bound: Bound::Exact };
    let mut group = c.benchmark_group("table");
    group.throughput(Throughput::Elements(KEYS));
    for mebibytes in [1, 256] {
        let table = Table::new(mebibytes);
        group.bench_function(format!("store, {mebibytes} MiB"), |b| {
            b.iter(|| (0..KEYS).for_each(|n| table.store(key(2 * n), black_box(entry))));
        });
        group.bench_function(format!("probe, {mebibytes} MiB"), |b| {
            b.iter(|| (0..KEYS).filter(|&n| table.probe(key(n)).is_some()).count());
        });
    }
    group.finish();
}

/// Whole searches to a fixed depth from an empty table; one element is a node.
fn fixed_depth(c: &mut Criterion) {
    const DEPTH: Depth = Depth(6);
    let mut group = c.benchmark_group("search to depth 6");
    group.sample_size(10).measurement_time(Duration::from_secs(3));
    let mut searcher = Searcher::new(16);
    for sample in SAMPLES {
        let task = Task {
            position: sample.position(),
            history: Vec::new(),
            limits: Limits { depth: Some(DEPTH), ..Limits::default() },
            excluded: Vec::new(),
        };
        let mut search = || {
            searcher.new_game();
            searcher.search(&task, &NoClock, &AtomicBool::new(false), |_| {}).map_or(0, |report| report.nodes)
        };
        group.throughput(Throughput::Elements(search()));
        group.bench_function(sample.name, |b| b.iter(&mut search));
    }
    group.finish();
}

criterion_group!(benches, evaluation, table, fixed_depth);
criterion_main!(benches);
