//! Solving with a history: third repetitions are illegal, and a side with no other turn has lost.

mod common;

use common::{Room, random_army, rng};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::collections::HashMap;
use tusker_analysis::solve::{Solver, Task, Verdict};
use tusker_core::{Key, Position, TurnGenerator, outcome_after_turn};

/// The slow obvious way, along each line.
struct Lines {
    counts: HashMap<Key, u32>,
}

impl Lines {
    fn count(&self, position: &Position) -> u32 {
        self.counts.get(&position.repetition_key()).copied().unwrap_or(0)
    }

    /// The ends of the legal turns.
    fn ends(&self, position: &Position) -> Vec<Position> {
        let ends = TurnGenerator::new().list(position).into_iter().map(|turn| turn.position);
        ends.filter(|end| self.count(end) < 2).collect()
    }

    /// Whether the side that has just ended its turn here wins within `turns` turns, that one counted.
    fn end_wins(&mut self, end: &Position, turns: u8) -> bool {
        let attacker = !end.side();
        if let Some(outcome) = outcome_after_turn(end.board(), attacker) {
            return outcome.winner == attacker;
        }
        *self.counts.entry(end.repetition_key()).or_default() += 1;
        let replies = self.ends(end);
        let wins = replies.is_empty()
            || turns > 1
                && replies.iter().all(|reply| match outcome_after_turn(reply.board(), !attacker) {
                    Some(outcome) => outcome.winner == attacker,
                    None => self.wins(reply, turns - 1),
                });
        *self.counts.entry(end.repetition_key()).or_default() -= 1;
        wins
    }

    fn wins(&mut self, position: &Position, turns: u8) -> bool {
        *self.counts.entry(position.repetition_key()).or_default() += 1;
        let wins = self.ends(position).iter().any(|end| self.end_wins(end, turns));
        *self.counts.entry(position.repetition_key()).or_default() -= 1;
        wins
    }
}

#[test]
fn third_repetitions_are_illegal() {
    let mut rng = rng(7);
    let mut solver = Solver::new(1);
    let (mut changed, mut wins) = (0, [0; 3]);
    for index in 0..60 {
        let position = random_army(&mut rng, 0..=0, Room::Little).with_steps_left(4);
        // Positions one and two turns on have occurred, most of them once or twice; none that ends a game.
        let mut history = vec![position.repetition_key()];
        let mut occurred = |end: &Position, most: u32, rng: &mut ChaCha8Rng| {
            if end.outcome().is_none() {
                history.extend((0..rng.random_range(0..=most)).map(|_| end.repetition_key()));
            }
        };
        for end in TurnGenerator::new().list(&position) {
            occurred(&end.position, 3, &mut rng);
            if index % 2 == 0 {
                for reply in TurnGenerator::new().list(&end.position) {
                    occurred(&reply.position, 2, &mut rng);
                }
            }
        }
        let mut counts = HashMap::new();
        for &key in &history {
            *counts.entry(key).or_default() += 1;
        }
        let mut lines = Lines { counts };
        let ends = lines.ends(&position);
        let expected = (1..=2).find_map(|turns| {
            let winners = ends.iter().filter(|end| lines.end_wins(end, turns)).count();
            (winners > 0).then_some((turns, winners))
        });
        let solution = solver.solve(&Task { history, ..Task::new(position, 2) });
        let found = match solution.verdict {
            Verdict::Win { turns } => Some((turns, solution.winners.len())),
            _ => None,
        };
        assert_eq!(found, expected, "{position:?}");
        let without = solver.solve(&Task::new(position, 2));
        changed += u32::from(without.verdict != solution.verdict);
        wins[usize::from(expected.map_or(0, |(turns, _)| turns))] += 1;
    }
    println!("no win, in 1, in 2: {wins:?}; the history changed {changed} verdicts");
    assert!(changed > 2 && wins.iter().all(|&count| count > 2), "{changed} {wins:?}");
}
