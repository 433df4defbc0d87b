//! Elimination, immobilization and wins of any kind within the turn, against a search through all turns.

mod statics_support;

use statics_support::{
    Positions, Source, boards_within, count_from_env, in_parallel, position_of_line, shared_lines, successors,
};
use tusker_core::{Board, Color, EndReason, Kind, Position, outcome_after_turn, statics};

/// The fewest steps after which no enemy rabbit is left; `None` also if there is none now.
fn slow_elimination(position: &Position) -> Option<u8> {
    let side = position.side();
    let steps = position.steps_left();
    let none_left = |board: &Board| board.pieces(!side, Kind::Rabbit).is_empty();
    if none_left(position.board()) {
        return None;
    }
    // The last edge is a push or pull, except where a piece was given unsupported on a trap.
    let earlier = boards_within(position, steps.saturating_sub(2));
    let ends = earlier.iter().flat_map(|(taken, board)| {
        let next = successors(board, side, steps - taken);
        next.into_iter().map(move |(edge, next, _)| (taken + edge.cost(), next))
    });
    ends.filter(|(_, board)| none_left(board)).map(|(steps, _)| steps).min()
}

/// The fewest steps after which the turn may end and wins: by immobilization, and in any way.
fn slow_wins(position: &Position) -> (Option<u8>, Option<u8>) {
    let side = position.side();
    let (mut by_immobilization, mut in_any_way) = (None, None);
    let mut see = |steps: u8, board: &Board| {
        let lower =
            |fewest: &mut Option<u8>| *fewest = Some(fewest.map_or(steps, |fewest: u8| fewest.min(steps)));
        if let Some(outcome) = outcome_after_turn(board, side)
            && outcome.winner == side
            && board.key() != position.start_key()
        {
            lower(&mut in_any_way);
            if outcome.reason == EndReason::Immobilization {
                lower(&mut by_immobilization);
            }
        }
    };
    let steps = position.steps_left();
    see(0, position.board());
    for (taken, board) in boards_within(position, steps - 1) {
        for (edge, next, _) in successors(&board, side, steps - taken) {
            see(taken + edge.cost(), &next);
        }
    }
    (by_immobilization, in_any_way)
}

#[test]
fn elimination_equals_its_slow_twin() {
    compare_elimination(1, 4_000);
}

#[test]
#[ignore = "a million positions against brute force take long"]
fn elimination_equals_its_slow_twin_at_length() {
    compare_elimination(1_000, count_from_env(1_000_000));
}

fn compare_elimination(seed: u64, positions: u64) {
    let found = in_parallel(seed, positions, |seed, count| {
        let mut found = [0_u64; 5];
        for (_, position) in Positions::new(seed).take(count as usize) {
            let expected = slow_elimination(&position);
            assert_eq!(statics::elimination_steps(&position), expected, "{position:?}");
            found[usize::from(expected.unwrap_or(0))] += 1;
        }
        found
    });
    println!("{positions} positions; elimination in none, 1 (impossible), 2, 3, 4 steps: {found:?}");
    assert!(found[2..].iter().all(|&n| n * 1000 > positions), "too few eliminations to be a test: {found:?}");
}

#[test]
fn immobilization_and_any_win_equal_their_slow_twins() {
    compare_wins(1, 400);
}

#[test]
#[ignore = "a million positions against brute force take long"]
fn immobilization_and_any_win_equal_their_slow_twins_at_length() {
    compare_wins(1_000, count_from_env(1_000_000));
}

fn compare_wins(seed: u64, positions: u64) {
    let found = in_parallel(seed, positions, |seed, count| {
        let mut found = [0_u64; 6];
        let mut stream = Positions::new(seed);
        for index in 0..count {
            let position = match index % 8 {
                0 => stream.next().expect("endless").1,
                1 => stream.turn_start(Source::SmallArmy),
                _ => stream.turn_start(Source::Blocked),
            };
            let position = stream.maybe_inside_turn(position);
            let (by_immobilization, in_any_way) = slow_wins(&position);
            let expected = by_immobilization.filter(|&steps| steps > 0);
            assert_eq!(statics::immobilization_steps(&position), expected, "{position:?}");
            found[usize::from(expected.unwrap_or(0))] += 1;
            let win = statics::wins_in(&position);
            assert_eq!(win.map(|win| win.steps), in_any_way, "{position:?}");
            found[5] += u64::from(win.is_some());
        }
        found
    });
    println!(
        "{positions} positions; immobilization in none, 1, 2, 3, 4 steps: {:?}; any win: {}",
        &found[..5],
        found[5]
    );
    assert!(found[1..5].iter().all(|&n| n * 200 > positions), "too few wins to be a test: {found:?}");
}

#[test]
fn shared_positions() {
    for line in shared_lines("turn_counts.tsv").into_iter().flatten() {
        let position = position_of_line(&line);
        let expected: Option<u8> = line.split('\t').nth(6).expect("the column").parse().ok();
        // The file calls it one step if there is nothing left to eliminate.
        if !position.board().pieces(!position.side(), Kind::Rabbit).is_empty() {
            assert_eq!(statics::elimination_steps(&position), expected, "{line}");
        }
    }
}

/// A push takes two steps, and one is left.
#[test]
fn no_time_for_a_push() {
    let board: Board =
        "  c  dM                 R          R     dr      H         R   H".parse().expect("64 characters");
    let (position, _) = Position::lenient(board, Color::Gold);
    assert_eq!(statics::elimination_steps(&position), Some(2));
    assert_eq!(statics::elimination_steps(&position.with_steps_left(1)), None);
    assert_eq!(statics::captures(&position.with_steps_left(1)).fewest(), None);
}

/// Silver's last rabbit falls, and Gold's too: the mover wins.
#[test]
fn both_last_rabbits_fall() {
    let board: Board =
        "                  R                 Rr E                        ".parse().expect("64 characters");
    let (position, _) = Position::lenient(board, Color::Gold);
    assert_eq!(statics::elimination_steps(&position), slow_elimination(&position));
}
