//! Goal within the turn against a search through all turns.

mod statics_support;

use statics_support::{
    Positions, boards_within, count_from_env, in_parallel, on_goal, position_of_line, shared_lines,
    successors,
};
use tusker_core::{Position, statics};

/// The fewest steps to goal: boards in the order of their steps, and every edge of the last board.
fn slow(position: &Position) -> Option<u8> {
    let side = position.side();
    let steps = position.steps_left();
    if on_goal(position.board(), side) {
        return None;
    }
    let mut best: Option<u8> = None;
    for (taken, board) in boards_within(position, steps - 1) {
        // Only a rabbit beside its goal rank can enter it.
        let beside = side.goal_rank().neighbors() & board.pieces(side, tusker_core::Kind::Rabbit);
        if beside.is_empty() || best.is_some_and(|b| b <= taken + 1) {
            continue;
        }
        for (edge, next, _) in successors(&board, side, steps - taken) {
            if on_goal(&next, side) {
                best = Some(best.map_or(taken + edge.cost(), |b| b.min(taken + edge.cost())));
            }
        }
    }
    best
}

fn check(position: &Position) -> Option<u8> {
    let expected = slow(position);
    assert_eq!(statics::goal_steps(position), expected, "{position:?}");
    let found = statics::goal_in(position);
    assert_eq!(found.as_ref().map(|goal| goal.steps), expected, "{position:?}");
    if let Some(goal) = found {
        let mut end = *position;
        for &edge in goal.turn.edges() {
            end.play(edge).unwrap_or_else(|e| panic!("{position:?}: {:?}: {e}", goal.turn));
        }
        assert!(on_goal(end.board(), position.side()), "{position:?}: {:?}", goal.turn);
        assert_eq!(goal.turn.steps_taken(), goal.steps, "{position:?}");
        assert!(end.side() != position.side() || end.can_pass(), "{position:?}");
    }
    expected
}

fn compare(seed: u64, positions: u64) {
    let found = in_parallel(seed, positions, |seed, count| {
        let mut found = [0_u64; 5];
        for (_, position) in Positions::new(seed).take(count as usize) {
            found[usize::from(check(&position).unwrap_or(0))] += 1;
        }
        found
    });
    println!("{positions} positions; goal in none, 1, 2, 3, 4 steps: {found:?}");
    assert!(found[1..].iter().all(|&n| n * 1000 > positions), "too few goals to be a test: {found:?}");
}

#[test]
fn equals_the_slow_twin() {
    compare(1, 4_000);
}

#[test]
#[ignore = "a million positions against brute force take long"]
fn equals_the_slow_twin_at_length() {
    compare(1_000, count_from_env(1_000_000));
}

#[test]
fn shared_positions() {
    for line in shared_lines("goal_positions.tsv").into_iter().flatten() {
        check_line(&line, 3);
    }
    for line in shared_lines("turn_counts.tsv").into_iter().flatten() {
        check_line(&line, 5);
    }
}

/// The last columns of the line hold the answer; a finished position has none.
fn check_line(line: &str, column: usize) {
    let position = position_of_line(line);
    let expected = line.split('\t').nth(column).expect("the column").parse().ok();
    let finished = position.outcome().is_some();
    let found = if finished { None } else { statics::goal_steps(&position) };
    assert_eq!(found, expected, "{line}");
}
