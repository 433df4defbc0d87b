//! Captures within the turn against a search through all turns.

mod statics_support;

use statics_support::{Positions, count_from_env, in_parallel, position_of_line, shared_lines, successors};
use std::collections::{BTreeMap, HashSet};
use tusker_core::{Board, Color, Delta, EdgeList, Position, Square, statics};

/// The enemy pieces that were moved in this turn: where they stood at first, and where they stand.
type Moved = Vec<(Square, Square)>;

/// Takes the delta's moves into account; returns where the enemy pieces that it captures stood at first.
fn follow(moved: &mut Moved, delta: &Delta, enemy: Color) -> Vec<(Square, Square)> {
    for displacement in delta.moves.iter().filter(|m| m.piece.color == enemy) {
        match moved.iter_mut().find(|(_, now)| *now == displacement.from) {
            Some((_, now)) => *now = displacement.to,
            None => moved.push((displacement.from, displacement.to)),
        }
    }
    moved.sort_unstable();
    let mut captured = Vec::new();
    for capture in delta.captures.iter().filter(|c| c.piece.color == enemy) {
        let index = moved.iter().position(|(_, now)| *now == capture.square);
        let origin = index.map_or(capture.square, |index| moved.remove(index).0);
        captured.push((capture.square, origin));
    }
    captured
}

/// The fewest steps to capture each enemy piece (by where it stands now) on each trap.
fn slow(position: &Position) -> BTreeMap<(Square, Square), u8> {
    let side = position.side();
    let steps = position.steps_left();
    let mut fewest = BTreeMap::new();
    let mut states: Vec<(u8, Board, Moved)> = vec![(0, *position.board(), Moved::new())];
    let mut seen = HashSet::new();
    let mut index = 0;
    while index < states.len() {
        let (taken, board, moved) = states[index].clone();
        index += 1;
        for (edge, next, delta) in successors(&board, side, steps - taken) {
            let total = taken + edge.cost();
            // After the first step nothing unsupported stands on a trap, and a plain step does not change the enemy.
            let goes_on = steps - total >= 2;
            if !goes_on && delta.captures.is_empty() {
                continue;
            }
            let mut moved = moved.clone();
            for place in follow(&mut moved, &delta, !side) {
                let known = fewest.entry(place).or_insert(total);
                *known = total.min(*known);
            }
            if goes_on && seen.insert((total, next.key(), moved.clone())) {
                states.push((total, next, moved));
            }
        }
    }
    fewest
}

fn fast(captures: &statics::Captures) -> BTreeMap<(Square, Square), u8> {
    let mut found = BTreeMap::new();
    for (index, trap) in statics::TRAPS.into_iter().enumerate() {
        for steps in 1..=4 {
            for victim in captures.victims(index, steps) {
                assert_eq!(found.insert((trap, victim), steps), None, "a victim is listed twice");
            }
        }
    }
    found
}

fn check(position: &Position) -> Option<u8> {
    let expected = slow(position);
    let captures = statics::captures(position);
    assert_eq!(fast(&captures), expected, "{position:?}");
    assert_eq!(captures.fewest(), expected.values().copied().min(), "{position:?}");
    let mut listed = BTreeMap::new();
    statics::for_each_capture(position, |turn, trap, victim| {
        let trap = statics::TRAPS[trap];
        let mut end = *position;
        let mut moved = Moved::new();
        let mut captured = Vec::new();
        for &edge in turn.edges() {
            let delta = end.play(edge).unwrap_or_else(|e| panic!("{position:?}: {turn:?}: {e}"));
            captured = follow(&mut moved, &delta, !position.side());
        }
        assert!(captured.contains(&(trap, victim)), "{position:?}: {turn:?} on {trap} of {victim}");
        listed.insert((trap, victim), turn.steps_taken());
    });
    if position.board().unsupported_on_traps().is_empty() {
        assert_eq!(listed, expected, "{position:?}");
    }
    check_capturing_edges(position);
    captures.fewest()
}

/// Compares the edges that capture at once with those found by playing every edge.
fn check_capturing_edges(position: &Position) {
    if !position.board().unsupported_on_traps().is_empty() {
        return;
    }
    let enemy = !position.side();
    let captures = |delta: &Delta| delta.captures.iter().any(|capture| capture.piece.color == enemy);
    let all = successors(position.board(), position.side(), position.steps_left());
    let mut expected: Vec<_> =
        all.into_iter().filter(|(.., delta)| captures(delta)).map(|(edge, ..)| edge).collect();
    let mut edges = EdgeList::new();
    statics::capturing_edges(position, &mut edges);
    expected.sort_unstable();
    edges.sort_unstable();
    assert_eq!(edges.as_slice(), expected, "{position:?}");
}

fn compare(seed: u64, positions: u64) {
    let found = in_parallel(seed, positions, |seed, count| {
        let mut found = [0_u64; 5];
        for (_, position) in Positions::new(seed).take(count as usize) {
            found[usize::from(check(&position).unwrap_or(0))] += 1;
        }
        found
    });
    println!("{positions} positions; first capture in none, 1 (impossible), 2, 3, 4 steps: {found:?}");
    assert!(found[2..].iter().all(|&n| n * 50 > positions), "too few captures to be a test: {found:?}");
}

#[test]
fn equals_the_slow_twin() {
    compare(1, 2_000);
}

#[test]
#[ignore = "a million positions against brute force take long"]
fn equals_the_slow_twin_at_length() {
    compare(1_000, count_from_env(1_000_000));
}

#[test]
fn shared_positions() {
    for line in shared_lines("turn_counts.tsv").into_iter().flatten() {
        let position = position_of_line(&line);
        let expected: Option<u8> = line.split('\t').nth(7).expect("the column").parse().ok();
        assert_eq!(statics::captures(&position).fewest(), expected, "{line}");
        check(&position);
    }
}

/// A piece that was given unsupported on a trap falls with the first step, whatever it is.
#[test]
fn given_unsupported_pieces() {
    let board: Board =
        "r                 r      E                                      ".parse().expect("64 characters");
    let (position, problems) = Position::lenient(board, Color::Gold);
    assert_eq!(problems.len(), 1);
    assert_eq!(check(&position), Some(1));
    let (position, _) = Position::lenient(board.swap_sides(), Color::Silver);
    assert_eq!(check(&position), Some(1));
}
