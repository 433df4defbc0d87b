//! The shared data files, where they are at hand; and the shortest goal against its slow twin.

mod common;

use common::{Lenient, Random, lenient, shared};
use tusker_core::{
    Color, EndReason, Kind, Position, Turn, TurnGenerator, count_first_steps, outcome_after_turn,
    shortest_goal,
};

fn row_position(fields: &[&str]) -> Position {
    let side = Color::from_letter(fields[1].chars().next().expect("a side")).expect("g or s");
    lenient(&fields[2][1..65], side)
}

fn goal_text(position: &Position) -> String {
    shortest_goal(position).map_or("no".to_owned(), |turn| turn.steps_taken().to_string())
}

#[test]
fn goal_positions() {
    let Some(text) = shared("goal_positions.tsv") else { return };
    let mut rows = 0;
    for line in text.lines().skip(1) {
        let fields: Vec<_> = line.split('\t').collect();
        assert_eq!(goal_text(&row_position(&fields)), fields[3], "{line}");
        rows += 1;
    }
    assert_eq!(rows, 485);
}

/// First steps and goals of all rows; the number of turns of every fourth row.
#[test]
fn turn_counts() {
    let Some(text) = shared("turn_counts.tsv") else { return };
    let mut generator = TurnGenerator::new();
    let mut rows = 0;
    for (index, line) in text.lines().skip(1).enumerate() {
        let fields: Vec<_> = line.split('\t').collect();
        let position = row_position(&fields);
        assert_eq!(count_first_steps(&position).to_string(), fields[3], "{line}");
        assert_eq!(goal_text(&position), fields[5], "{line}");
        if index % 4 == 0 {
            assert_eq!(generator.count(&position).to_string(), fields[4], "{line}");
            assert_eq!(fewest(&position, &mut generator, is_elimination), fields[6], "{line}");
            assert_eq!(fewest(&position, &mut generator, is_capture), fields[7], "{line}");
        }
        rows += 1;
    }
    assert_eq!(rows, 626);
}

fn fewest(
    position: &Position,
    generator: &mut TurnGenerator,
    wanted: fn(&Position, &Turn) -> bool,
) -> String {
    let mut fewest = None;
    generator.for_each(position, |found| {
        let turn = found.turn();
        if wanted(position, &turn) {
            fewest = Some(turn.steps_taken());
        }
        fewest.is_none()
    });
    fewest.map_or("no".to_owned(), |steps| steps.to_string())
}

fn enemies_after(position: &Position, turn: &Turn) -> (u32, u32) {
    let mut after = *position;
    for &edge in turn.edges() {
        after.play(edge).expect("an edge of a listed turn");
    }
    let enemy = !position.side();
    (after.board().color(enemy).count(), after.board().pieces(enemy, Kind::Rabbit).count())
}

fn is_elimination(position: &Position, turn: &Turn) -> bool {
    enemies_after(position, turn).1 == 0
}

fn is_capture(position: &Position, turn: &Turn) -> bool {
    enemies_after(position, turn).0 < position.board().color(!position.side()).count()
}

/// The slow twin: the first distinct turn, fewest steps first, after which the mover has won by goal.
fn slow_goal(position: &Position, generator: &mut TurnGenerator) -> Option<u8> {
    if position.outcome().is_some() {
        return None;
    }
    let mut fewest = None;
    generator.for_each(position, |found| {
        let outcome = outcome_after_turn(found.board(), position.side());
        if outcome.is_some_and(|o| o.winner == position.side() && o.reason == EndReason::Goal) {
            fewest = Some(found.turn().steps_taken());
        }
        fewest.is_none()
    });
    fewest
}

#[test]
fn shortest_goal_against_its_slow_twin() {
    let mut random = Random::new(31);
    let mut generator = TurnGenerator::new();
    let mut found = [0; 5];
    for index in 0..1500 {
        let sort = if index % 4 == 0 { Lenient::Yes } else { Lenient::No };
        let position = if index % 5 == 0 {
            random.play(100 + index % 150)
        } else {
            random.position(2 + index % 20, sort)
        };
        let position = position.with_steps_left(if index % 3 == 0 { 3 } else { 4 });
        let turn = shortest_goal(&position);
        let steps = turn.as_ref().map(Turn::steps_taken);
        assert_eq!(steps, slow_goal(&position, &mut generator), "{position:?}");
        found[usize::from(steps.unwrap_or(0))] += 1;
        if let Some(turn) = turn {
            let mut after = position;
            for &edge in turn.edges() {
                after.play(edge).expect("a legal edge");
            }
            assert!(
                after.board().pieces(position.side(), Kind::Rabbit).intersects(position.side().goal_rank())
            );
        }
    }
    assert!(found.iter().all(|&count| count > 10), "{found:?}");
}
