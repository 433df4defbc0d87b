//! The rules core: edges, playing them, distinct turns, step sequences.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::hint::black_box;
use tusker_benches::SAMPLES;
use tusker_core::{EdgeList, TurnGenerator, count_sequences, walk_turns};

fn edges(c: &mut Criterion) {
    let mut legal = c.benchmark_group("edges");
    for sample in SAMPLES {
        let position = sample.position();
        legal.throughput(Throughput::Elements(position.edges().len() as u64));
        legal.bench_function(sample.name, |b| b.iter(|| black_box(&position).edges().len()));
    }
    legal.finish();

    let mut pseudo = c.benchmark_group("pseudo edges");
    for sample in SAMPLES {
        let position = sample.position();
        pseudo.throughput(Throughput::Elements(position.edges().len() as u64));
        pseudo.bench_function(sample.name, |b| {
            let mut edges = EdgeList::new();
            b.iter(|| {
                edges.clear();
                black_box(&position).pseudo_edges(&mut edges);
                edges.len()
            });
        });
    }
    pseudo.finish();
}

/// Playing every edge of a position, once by making and undoing, once on a copy.
fn playing(c: &mut Criterion) {
    let mut make = c.benchmark_group("make and undo");
    for sample in SAMPLES {
        let mut position = sample.position();
        let edges = position.edges();
        make.throughput(Throughput::Elements(edges.len() as u64));
        make.bench_function(sample.name, |b| {
            b.iter(|| {
                for &edge in &edges {
                    let undo = position.make(edge);
                    black_box(&position);
                    position.undo(&undo);
                }
            });
        });
    }
    make.finish();

    let mut copy = c.benchmark_group("copy and play");
    for sample in SAMPLES {
        let position = sample.position();
        let edges = position.edges();
        copy.throughput(Throughput::Elements(edges.len() as u64));
        copy.bench_function(sample.name, |b| {
            b.iter(|| {
                for &edge in &edges {
                    let mut next = *black_box(&position);
                    black_box(next.play_unchecked(edge));
                    black_box(&next);
                }
            });
        });
    }
    copy.finish();
}

fn turns(c: &mut Criterion) {
    let mut distinct = c.benchmark_group("distinct turns");
    let mut generator = TurnGenerator::new();
    for sample in SAMPLES {
        let position = sample.position();
        distinct.throughput(Throughput::Elements(sample.distinct));
        distinct.bench_function(sample.name, |b| b.iter(|| generator.count(black_box(&position))));
    }
    distinct.finish();

    let mut walk = c.benchmark_group("walk sequences");
    for sample in SAMPLES {
        let position = sample.position();
        walk.throughput(Throughput::Elements(sample.sequences));
        walk.bench_function(sample.name, |b| {
            b.iter(|| {
                walk_turns(black_box(&position), |_, board| {
                    black_box(board);
                    true
                })
            });
        });
    }
    walk.finish();

    let mut count = c.benchmark_group("count sequences");
    for sample in SAMPLES {
        let position = sample.position();
        count.throughput(Throughput::Elements(sample.sequences));
        count.bench_function(sample.name, |b| b.iter(|| count_sequences(black_box(&position))));
    }
    count.finish();
}

criterion_group!(benches, edges, playing, turns);
criterion_main!(benches);
