//! Lightvector notation: reading and writing turns of middlegames.

use criterion::{Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use tusker_benches::SAMPLES;
use tusker_core::{Position, Turn, TurnGenerator};
use tusker_notation::{Dialect, Strictness, WriteStyle, read_lightvector, write_lightvector};

/// Turns of four steps, spread over the list of distinct turns.
fn turns(position: &Position) -> Vec<Turn> {
    const COUNT: usize = 12;
    let all: Vec<Turn> = TurnGenerator::new().list(position).into_iter().map(|found| found.turn).collect();
    let long: Vec<Turn> = all.into_iter().filter(|turn| turn.steps_taken() == Position::STEPS).collect();
    let stride = (long.len() / COUNT).max(1);
    long.into_iter().step_by(stride).take(COUNT).collect()
}

fn texts(position: &Position, turns: &[Turn], dialect: Dialect) -> Vec<String> {
    let write =
        |turn| write_lightvector(position, turn, dialect, WriteStyle::Shortest).expect("a listed turn");
    turns.iter().map(write).collect()
}

/// One turn after the other, so that each iteration is a turn and the figures are per turn.
fn lightvector(c: &mut Criterion) {
    for dialect in Dialect::ALL {
        let mut group = c.benchmark_group(format!("resolve {}", dialect.name()));
        for sample in SAMPLES {
            let position = sample.position();
            let texts = texts(&position, &turns(&position), dialect);
            let mut next = texts.iter().cycle();
            group.bench_function(sample.name, |b| {
                b.iter(|| {
                    let text = next.next().map_or("", String::as_str);
                    read_lightvector(black_box(&position), text, dialect, Strictness::Strict)
                });
            });
        }
        group.finish();
        let mut group = c.benchmark_group(format!("write {}", dialect.name()));
        group.sample_size(20);
        for sample in SAMPLES {
            let position = sample.position();
            let turns = turns(&position);
            let mut next = turns.iter().cycle();
            group.bench_function(sample.name, |b| {
                b.iter(|| {
                    let turn = next.next().cloned().unwrap_or_default();
                    write_lightvector(black_box(&position), &turn, dialect, WriteStyle::Shortest)
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, lightvector);
criterion_main!(benches);
