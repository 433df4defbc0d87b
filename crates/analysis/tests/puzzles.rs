//! Puzzles of games against brute force.

use std::path::Path;
use tusker_analysis::puzzles::puzzles_of;
use tusker_analysis::solve::{Solver, Task, Verdict};
use tusker_core::{Game, Key, Position, TurnGenerator, outcome_after_turn, statics};
use tusker_notation::{Strictness, read_archive};

/// The games of the archive that lies beside the project on some machines.
fn archive() -> Option<Vec<Game>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/games_2026_02.tsv");
    let Ok(text) = std::fs::read_to_string(&path) else {
        println!("skipped: {} is not on this machine", path.display());
        return None;
    };
    let rows = read_archive(&text).expect("an archive").games;
    let game = |row: Result<tusker_notation::Reading<tusker_notation::ArchiveGame>, _>| {
        Some(row.ok()?.value.game(Strictness::Lenient).ok()?.value)
    };
    Some(rows.into_iter().filter_map(game).collect())
}

/// The sorted keys of the boards after first turns that win in two: all turns of the attacker, all of the defender, and
/// then the statics, which are held against brute force in their own tests.
fn wins_in_two(position: &Position) -> Vec<Key> {
    let attacker = position.side();
    let mut replies = TurnGenerator::new();
    let mut keys = Vec::new();
    for first in TurnGenerator::new().list(position) {
        let mut all_lose = outcome_after_turn(first.position.board(), attacker).is_none();
        if all_lose {
            replies.for_each(&first.position, |reply| {
                all_lose = match outcome_after_turn(reply.board(), !attacker) {
                    Some(outcome) => outcome.winner == attacker,
                    None => statics::wins_in(&reply.position()).is_some(),
                };
                all_lose
            });
        }
        if all_lose {
            keys.push(first.position.board_key());
        }
    }
    keys.sort_unstable();
    keys
}

#[test]
#[ignore = "brute force takes minutes"]
fn wins_in_two_of_games_equal_brute_force() {
    let Some(games) = archive() else { return };
    let mut solver = Solver::new(64);
    let (mut puzzles, mut others) = (0, 0);
    for game in games.iter().step_by(6) {
        let found = puzzles_of(game, 2, None, &mut solver);
        if let Some(puzzle) = found.puzzles.last() {
            let mut keys: Vec<Key> =
                puzzle.solution.winners.iter().map(|winner| winner.position.board_key()).collect();
            keys.sort_unstable();
            assert_eq!(keys, wins_in_two(&puzzle.position), "{:?}", puzzle.position);
            puzzles += 1;
        }
        // Late positions have threats; most of them are no puzzles.
        let Some(position) = game.positions().rev().nth(6) else { continue };
        let solution = solver.solve(&Task::new(*position, 2));
        if solution.verdict == (Verdict::NoWin { turns: 2 }) {
            assert_eq!(wins_in_two(position), [], "{position:?}");
            others += 1;
        }
    }
    println!("{puzzles} wins in 2 and {others} positions without one equal brute force");
    assert!(puzzles > 5 && others > 5);
}
