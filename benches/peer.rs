//! Tusker and the crate `arimaa_engine_step` walk all step sequences of one turn, no bulk counting, same positions,
//! same run; the last lines give the ratios.
//!
//! Both sides visit a leaf each time the turn may end, with the board made. The peer's walk uses
//! `valid_actions_no_rep`, its cheaper list. That list lets a turn end on the board it began with, which the rules
//! forbid and Tusker leaves out; those leaves are counted apart, and without them both sides must agree exactly.
//!
//! `cargo bench --bench peer` measures; under `cargo test` only the counts are compared, on the smaller positions.

use arimaa_engine_step::{GameState, PieceBoardState};
use std::hint::black_box;
use std::time::{Duration, Instant};
use tusker_benches::{SAMPLES, Sample};
use tusker_core::{Position, TurnGenerator, walk_turns};

/// Timed rounds per position; the fastest of each side counts, since noise only adds.
const ROUNDS: u32 = 7;

fn main() -> Result<(), String> {
    let measuring = std::env::args().any(|argument| argument == "--bench");
    println!("{:<11} {:>9} {:>9} {:>10}", "position", "sequences", "peer", "unchanged");
    for sample in SAMPLES {
        if measuring || sample.sequences < 1_000_000 {
            compare_counts(&sample)?;
        }
    }
    if measuring {
        measure()?;
    }
    Ok(())
}

/// Checks that both sides see the same turns.
fn compare_counts(sample: &Sample) -> Result<(), String> {
    let (_, ours) = time_ours(&sample.position());
    let start = peer_state(sample)?;
    let (mut peer, mut unchanged) = (0u64, 0u64);
    walk_peer(&start, start.is_p1_turn_to_move(), &mut |end| {
        peer += 1;
        unchanged += u64::from(same_pieces(end.piece_board(), start.piece_board()));
    });
    println!("{:<11} {ours:>9} {peer:>9} {unchanged:>10}", sample.name);
    if ours == peer - unchanged && ours == sample.sequences {
        Ok(())
    } else {
        Err(format!(
            "{}: {ours} sequences here, {peer} less {unchanged} unchanged by the peer, {} known",
            sample.name, sample.sequences
        ))
    }
}

/// Times both sides alternately and prints rates and ratios.
fn measure() -> Result<(), String> {
    let mut totals = Rates::default();
    let mut lowest = f64::INFINITY;
    let mut generator = TurnGenerator::new();
    println!("\nbest of {ROUNDS}, one thread, millions of turns a second");
    for sample in SAMPLES {
        let position = sample.position();
        let state = peer_state(&sample)?;
        let mut best = Rates::round(&position, &state, &mut generator);
        for _ in 1..ROUNDS {
            best = best.zip(Rates::round(&position, &state, &mut generator), Ord::min);
        }
        println!("{:<11} {best}", sample.name);
        lowest = lowest.min(best.ratio());
        totals = totals.zip(best, |sum, new| (sum.0 + new.0, sum.1 + new.1));
    }
    println!("{:<11} {totals}", "all");
    println!("lowest ratio {lowest:.2}");
    Ok(())
}

/// Time and leaves of one walk.
type Timed = (Duration, u64);

#[derive(Clone, Copy, Default)]
struct Rates {
    ours: Timed,
    peer: Timed,
    distinct: Timed,
}

impl Rates {
    /// The two combined field by field.
    fn zip(self, other: Self, combine: impl Fn(Timed, Timed) -> Timed) -> Self {
        Self {
            ours: combine(self.ours, other.ours),
            peer: combine(self.peer, other.peer),
            distinct: combine(self.distinct, other.distinct),
        }
    }

    fn round(position: &Position, state: &GameState, generator: &mut TurnGenerator) -> Self {
        Self {
            ours: time_ours(position),
            peer: time_peer(state),
            distinct: time_distinct(position, generator),
        }
    }

    fn ratio(&self) -> f64 {
        millions_per_second(self.ours) / millions_per_second(self.peer)
    }
}

impl std::fmt::Display for Rates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "walk: ours {:6.1} M/s, peer {:5.2} M/s, ratio {:5.1}; distinct turns: {:5.1} M/s",
            millions_per_second(self.ours),
            millions_per_second(self.peer),
            self.ratio(),
            millions_per_second(self.distinct)
        )
    }
}

fn millions_per_second((time, leaves): Timed) -> f64 {
    leaves as f64 / time.as_secs_f64() / 1e6
}

fn timed(work: impl FnOnce() -> u64) -> Timed {
    let start = Instant::now();
    let leaves = work();
    (start.elapsed(), leaves)
}

fn time_ours(position: &Position) -> Timed {
    timed(|| {
        let mut leaves = 0;
        walk_turns(black_box(position), |_, board| {
            black_box(board);
            leaves += 1;
            true
        });
        leaves
    })
}

fn time_peer(state: &GameState) -> Timed {
    timed(|| {
        let mut leaves = 0;
        walk_peer(black_box(state), state.is_p1_turn_to_move(), &mut |end| {
            black_box(end);
            leaves += 1;
        });
        leaves
    })
}

fn time_distinct(position: &Position, generator: &mut TurnGenerator) -> Timed {
    timed(|| generator.count(black_box(position)))
}

fn peer_state(sample: &Sample) -> Result<GameState, String> {
    sample.diagram().parse().map_err(|error| format!("{}: the peer cannot read it: {error}", sample.name))
}

fn walk_peer(state: &GameState, gold: bool, visit: &mut impl FnMut(&GameState)) {
    for action in state.valid_actions_no_rep() {
        let next = state.take_action(&action);
        if next.is_p1_turn_to_move() == gold {
            walk_peer(&next, gold, visit);
        } else {
            visit(&next);
        }
    }
}

/// Whether the same pieces stand on the same squares.
fn same_pieces(a: &PieceBoardState, b: &PieceBoardState) -> bool {
    let sets = |board: &PieceBoardState| {
        [board.p1_pieces, board.rabbits, board.cats, board.dogs, board.horses, board.camels, board.elephants]
    };
    sets(a) == sets(b)
}
