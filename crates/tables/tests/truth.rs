//! The values of tables against their definition, and across files.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tusker_core::{Board, Color, Kind, Piece, Position, Square, TurnGenerator, outcome_after_turn};
use tusker_tables::{Army, LoadError, Tables, Value, generate};

/// Those of the directory that `TUSKER_TABLES` names, else made now.
fn tables(names: &[&str]) -> Tables {
    if let Some(directory) = std::env::var_os("TUSKER_TABLES") {
        return Tables::load(directory.as_ref()).expect("tables");
    }
    let mut tables = Tables::default();
    for name in names {
        tables.add(generate(name.parse().expect("an army")).expect("a table"));
    }
    tables
}

/// The value of a position from those of the positions that its turns lead to.
fn value_by_turns(tables: &Tables, position: &Position) -> Value {
    let side = position.side();
    if let Some(outcome) = outcome_after_turn(position.board(), !side) {
        return if outcome.winner == side { Value::Win { turns: 0 } } else { Value::Loss { turns: 0 } };
    }
    let ends = TurnGenerator::new().list(position);
    let values = ends.iter().map(|end| {
        tables.probe(end.position.board(), !side).unwrap_or_else(|| panic!("no table for {:?}", end.position))
    });
    let (mut win, mut longest, mut draw) = (None::<u8>, 0, false);
    for value in values {
        match value {
            Value::Loss { turns } => win = Some(win.map_or(turns, |win| win.min(turns))),
            Value::Win { turns } => longest = longest.max(turns),
            Value::Draw => draw = true,
        }
    }
    match win {
        Some(turns) => Value::Win { turns: turns + 1 },
        None if draw => Value::Draw,
        None => Value::Loss { turns: longest + 1 },
    }
}

/// The pieces of an army, kinds renamed and sides swapped at random, on random squares.
fn random_position(rng: &mut ChaCha8Rng, names: &[&str]) -> Position {
    loop {
        let name = names[rng.random_range(0..names.len())];
        let swapped = rng.random_range(0..2) == 0;
        let mut board = Board::EMPTY;
        for letter in name.chars() {
            let piece = Piece::from_letter(letter).expect("a piece");
            let color = if swapped { !piece.color } else { piece.color };
            // D and C may become E and H.
            let kind = match piece.kind {
                Kind::Dog if swapped => Kind::Elephant,
                Kind::Cat if swapped => Kind::Horse,
                kind => kind,
            };
            let square = Square::from_index(rng.random_range(0..64)).expect("on the board");
            if board.empty().contains(square) {
                board.put(square, Piece::new(color, kind));
            }
        }
        let side = if rng.random_range(0..2) == 0 { Color::Gold } else { Color::Silver };
        if board.unsupported_on_traps().is_empty() {
            return Position::lenient(board, side).0;
        }
    }
}

fn check(names: &[&str], seed: u64, positions: u32) {
    let tables = tables(names);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut found = [0; 3];
    for _ in 0..positions {
        let position = random_position(&mut rng, names);
        let value = tables.probe(position.board(), position.side()).expect("a value");
        assert_eq!(value, value_by_turns(&tables, &position), "{position:?}");
        let mirrored = tables.probe(&position.board().mirror(), position.side());
        assert_eq!(mirrored, Some(value), "{position:?}");
        let swapped = position.swap_sides();
        assert_eq!(tables.probe(swapped.board(), swapped.side()), Some(value), "{position:?}");
        found[match value {
            Value::Win { .. } => 0,
            Value::Loss { .. } => 1,
            Value::Draw => 2,
        }] += 1;
    }
    println!("{names:?}: {positions} positions; wins, losses, draws: {found:?}");
    assert!(found[0] > 0 && found[1] > 0, "{found:?}");
}

/// Values agree with each other everywhere; those at the end of games are the rules' own. So all are right that are
/// not draws, and the draws are those from which neither side gets out.
#[test]
fn values_follow_from_those_one_turn_on() {
    check(&["Rr", "RRr", "CRr"], 1, 600);
}

#[test]
#[ignore = "tables of four pieces take minutes"]
fn values_of_four_pieces_follow_from_those_one_turn_on() {
    let names: Vec<String> = (2..=4).flat_map(Army::of_size).map(|army| army.to_string()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    check(&names, 2, 20_000);
}

#[test]
fn directories_are_loaded_or_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path();
    assert!(matches!(Tables::load(path), Err(LoadError::Empty(_))));
    assert!(matches!(Tables::load(&path.join("none")), Err(LoadError::Io { .. })));
    let table = generate("Rr".parse().expect("an army")).expect("a table");
    std::fs::write(path.join("Rr.tbl"), table.to_bytes()).expect("written");
    std::fs::write(path.join("notes.txt"), "nothing").expect("written");
    let tables = Tables::load(path).expect("loaded");
    assert_eq!(tables.most_pieces(), 2);
    let board: Board =
        "                        R      r                                ".parse().expect("a board");
    assert_eq!(tables.probe(&board, Color::Gold), Some(Value::Win { turns: 1 }));
    // The rabbit on c3 will fall; the game is not over, and no table knows.
    let board: Board =
        "                                          R                    r".parse().expect("a board");
    assert_eq!(tables.probe(&board, Color::Gold), None);
    std::fs::write(path.join("CRr.tbl"), "nothing").expect("written");
    let error = Tables::load(path).expect_err("damage").to_string();
    assert!(error.contains("CRr.tbl"), "{error}");
}
