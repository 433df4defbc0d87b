//! The search with endgame tables.

use rand::{RngExt, SeedableRng};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tusker_core::{Board, Color, Kind, Piece, Position, Square, outcome_after_turn};
use tusker_search::{Depth, Limits, NoClock, Score, Searcher, Task};
use tusker_tables::{Tables, Value, generate};

fn rabbits_alone() -> Arc<Tables> {
    let mut tables = Tables::default();
    tables.add(generate("Rr".parse().unwrap()).unwrap());
    Arc::new(tables)
}

/// The score of a shallow search.
fn score(searcher: &mut Searcher, position: Position) -> Option<Score> {
    let limits = Limits { depth: Some(Depth(5)), ..Limits::default() };
    let task = Task { position, history: Vec::new(), limits, excluded: Vec::new() };
    searcher.search(&task, &NoClock, &AtomicBool::new(false), |_| {}).map(|report| report.score)
}

#[test]
fn scores_are_those_of_the_tables() {
    let tables = rabbits_alone();
    let mut searcher = Searcher::new(1);
    searcher.set_tables(Some(tables.clone()));
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    let (mut compared, mut far) = (0, 0);
    while compared < 300 {
        let mut board = Board::EMPTY;
        let [gold, silver] = Color::ALL.map(|_| Square::all().nth(rng.random_range(0..64)).unwrap());
        if gold == silver {
            continue;
        }
        board.put(gold, Piece::new(Color::Gold, Kind::Rabbit));
        board.put(silver, Piece::new(Color::Silver, Kind::Rabbit));
        let side = if rng.random() { Color::Gold } else { Color::Silver };
        let Ok(position) = Position::new(board, side) else { continue };
        if outcome_after_turn(&board, !side).is_some() {
            continue;
        }
        let found = score(&mut searcher, position).unwrap();
        // The verdict is exact; a shallow search may miss the fastest way.
        let (least, expected) = match tables.probe(&board, side).unwrap() {
            Value::Win { turns } => (u32::from(turns) * 4, 1),
            Value::Loss { .. } => (0, -1),
            Value::Draw => (0, 0),
        };
        assert_eq!(found.proven().unwrap_or(0).signum(), expected, "{position:?} {found:?}");
        assert!(found.proven().unwrap_or(0).unsigned_abs() >= least, "{position:?} {found:?}");
        compared += 1;
        far += usize::from(least > 8);
    }
    assert!(far > 20, "{far}");
}
