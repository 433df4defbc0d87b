//! The solver, without tables, against endgame tables: the truth for small armies.

mod common;

use common::rng;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;
use tusker_analysis::solve::{Completeness, Solution, Solver, Task, Verdict};
use tusker_core::{Board, Color, Kind, Piece, Position, Square, TurnGenerator};
use tusker_tables::{Army, Tables, Value, generate};

/// Those of the directory that `TUSKER_TABLES` names, else made now.
fn tables(most_pieces: u32) -> Tables {
    if let Some(directory) = std::env::var_os("TUSKER_TABLES") {
        return Tables::load(directory.as_ref()).expect("tables");
    }
    let mut tables = Tables::default();
    for army in (2..=most_pieces).flat_map(Army::of_size) {
        tables.add(generate(army).expect("a table"));
    }
    tables
}

/// Two rabbits and any other pieces on random squares, the game not over.
fn random_position(rng: &mut ChaCha8Rng, pieces: u32) -> Position {
    loop {
        let mut board = Board::EMPTY;
        let mut put = |rng: &mut ChaCha8Rng, color, kind| {
            let square = Square::from_index(rng.random_range(0..64)).expect("on the board");
            if board.empty().contains(square) {
                board.put(square, Piece::new(color, kind));
            }
        };
        for color in Color::ALL {
            put(rng, color, Kind::Rabbit);
        }
        for _ in 2..pieces {
            let color = Color::ALL[rng.random_range(0..2)];
            let kind = Kind::ALL[rng.random_range(0..6)];
            put(rng, color, kind);
        }
        let side = Color::ALL[rng.random_range(0..2)];
        if let Ok(position) = Position::new(board, side)
            && position.outcome().is_none()
            && board.occupied().count() == pieces
        {
            return position;
        }
    }
}

/// The turns of the winner within which a value is a win of the side to move.
fn wins_within(value: Value) -> Option<u8> {
    match value {
        Value::Win { turns } => Some(turns / 2 + 1),
        Value::Loss { .. } | Value::Draw => None,
    }
}

/// Boards after the first turns that win within `turns` turns.
fn winning_ends(tables: &Tables, position: &Position, turns: u8) -> usize {
    let ends = TurnGenerator::new().list(position);
    let is_lost_soon = |value| matches!(value, Value::Loss { turns: left } if left + 1 < 2 * turns);
    let value = |end: &Position| tables.probe(end.board(), end.side()).expect("a value");
    ends.iter().filter(|end| is_lost_soon(value(&end.position))).count()
}

fn check(tables: &Tables, position: &Position, solution: &Solution, most: u8) {
    let value = tables.probe(position.board(), position.side()).expect("a value");
    let expected = match wins_within(value) {
        Some(turns) if turns <= most => Verdict::Win { turns },
        _ => Verdict::NoWin { turns: most },
    };
    assert_eq!(solution.verdict, expected, "{position:?}: {value:?}");
    if let Verdict::Win { turns } = expected {
        let winners = winning_ends(tables, position, turns);
        assert_eq!(solution.winners.len(), winners, "{position:?}: {value:?}");
    }
}

/// Compares verdicts and all winning first turns; positions that take the solver more than `nodes` nodes are replaced
/// by others.
fn compare(seed: u64, positions: usize, pieces: &[u32], most: u8, nodes: u64) {
    let tables = Arc::new(tables(*pieces.iter().max().expect("a number")));
    let mut rng = rng(seed);
    let mut solver = Solver::new(16);
    let mut with_tables = Solver::new(1);
    with_tables.set_tables(Some(Arc::clone(&tables)));
    let mut found = vec![0_u32; usize::from(most) + 1];
    let (mut compared, mut undecided) = (0, 0);
    while compared < positions {
        let position = random_position(&mut rng, pieces[compared % pieces.len()]);
        // A look-up decides however far the end is.
        let looked_up = with_tables.solve(&Task::new(position, 20));
        check(&tables, &position, &looked_up, 20);
        // Many positions are won at once: of these a few are enough.
        let value = tables.probe(position.board(), position.side()).expect("a value");
        if wins_within(value) == Some(1) && rng.random_range(0..4) > 0 {
            continue;
        }
        let solution = solver.solve(&Task { nodes: Some(nodes), ..Task::new(position, most) });
        if matches!(solution.verdict, Verdict::Undecided { .. })
            || solution.completeness != Completeness::Complete
        {
            undecided += 1;
            continue;
        }
        check(&tables, &position, &solution, most);
        let turns = if let Verdict::Win { turns } = solution.verdict { turns } else { 0 };
        found[usize::from(turns)] += 1;
        compared += 1;
    }
    println!(
        "no win within {most} turns, wins in 1, 2, ..: {found:?}; {undecided} took more than {nodes} nodes"
    );
    assert!(found.iter().all(|&count| count > 0), "{found:?}");
}

#[test]
fn the_solver_agrees_with_tables() {
    compare(1, 400, &[3], 3, 200_000);
}

#[test]
#[ignore = "ten thousand proofs, and tables of four pieces, take long"]
fn the_solver_agrees_with_tables_at_length() {
    compare(1_000, 10_000, &[3, 4, 4], 3, 3_000_000);
}
