//! Goal within the turn against a search through all turns.

mod statics_support;

use statics_support::{
    Positions, boards_within, count_from_env, in_parallel, on_goal, position_of_line, shared_lines,
    successors,
};
use tusker_core::{Edge, Position, statics};

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

/// What is special about a goal that was found.
#[derive(Clone, Copy, Default)]
#[allow(clippy::struct_excessive_bools, reason = "they are counted one by one")]
struct Traits {
    own_piece_falls: bool,
    handler_falls: bool,
    enemy_falls: bool,
    finisher_was_frozen: bool,
}

fn check(position: &Position) -> (Option<u8>, Traits) {
    let expected = slow(position);
    assert_eq!(statics::goal_steps(position), expected, "{position:?}");
    let found = statics::goal_in(position);
    assert_eq!(found.as_ref().map(|goal| goal.steps), expected, "{position:?}");
    let traits = found.map_or_else(Traits::default, |goal| {
        assert_eq!(goal.turn.steps_taken(), goal.steps, "{position:?}");
        replay(position, goal.turn.edges())
    });
    (expected, traits)
}

/// Plays the turn, which must end with a rabbit on goal.
fn replay(position: &Position, edges: &[Edge]) -> Traits {
    let side = position.side();
    let mut traits = Traits::default();
    let mut end = *position;
    for &edge in edges {
        let frozen = position.board().frozen(side);
        traits.finisher_was_frozen = frozen.contains(edge.from());
        let delta = end.play(edge).unwrap_or_else(|e| panic!("{position:?}: {edges:?}: {e}"));
        for capture in &delta.captures {
            let own = capture.piece.color == side;
            traits.own_piece_falls |= own;
            traits.enemy_falls |= !own;
            let handler = delta.moves.iter().find(|m| m.piece.color == side);
            traits.handler_falls |=
                own && edge.cost() == 2 && handler.is_some_and(|m| m.to == capture.square);
        }
    }
    assert!(on_goal(end.board(), side), "{position:?}: {edges:?}");
    assert!(end.side() != side || end.can_pass(), "{position:?}");
    traits
}

fn compare(seed: u64, positions: u64) {
    let found = in_parallel(seed, positions, |seed, count| {
        let mut found = [0_u64; 9];
        for (_, position) in Positions::new(seed).take(count as usize) {
            let (steps, traits) = check(&position);
            found[usize::from(steps.unwrap_or(0))] += 1;
            found[5] += u64::from(traits.own_piece_falls);
            found[6] += u64::from(traits.handler_falls);
            found[7] += u64::from(traits.enemy_falls);
            found[8] += u64::from(traits.finisher_was_frozen);
        }
        found
    });
    println!("{positions} positions; goal in none, 1, 2, 3, 4 steps: {:?}", &found[..5]);
    println!(
        "in the turn: an own piece falls {}, one that pushes or pulls {}, an enemy falls {}, the last piece was frozen {}",
        found[5], found[6], found[7], found[8]
    );
    assert!(found[1..5].iter().all(|&n| n * 1000 > positions), "too few goals to be a test: {found:?}");
    assert!(found[5] > 0 && found[8] > 0, "too few special goals to be a test: {found:?}");
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
