//! The generator against an independent, slow implementation of the rules, on random positions.

mod common;

use common::twin::{self, AllTurns, Twin};
use common::{Lenient, OPENING, Random, position};
use std::collections::BTreeSet;
use tusker_core::{
    Board, Color, Direction, Edge, Position, Square, Step, StepReader, TurnGenerator, count_first_steps,
    count_sequences, has_turn, walk_turns,
};

fn twin_of(position: &Position) -> Twin {
    let cells = twin::cells(&position.board().to_string());
    Twin::new(cells, position.side() == Color::Gold, position.steps_left())
}

/// Random positions of every sort, `each` per sort.
fn positions(seed: u64, each: usize) -> Vec<Position> {
    let mut random = Random::new(seed);
    let mut positions = Vec::new();
    for index in 0..each {
        let edges = random.below(150);
        positions.push(random.play(edges));
        let pieces = 2 + index % 34;
        positions.push(random.position(pieces, Lenient::No));
        positions.push(random.position(pieces + index % 9, Lenient::Yes));
    }
    positions
}

fn squares(set: tusker_core::Bitboard) -> BTreeSet<usize> {
    set.iter().map(Square::index).collect()
}

#[test]
fn frozen_and_unsupported_pieces() {
    for position in positions(1, 1500) {
        let board = position.board();
        let cells = twin::cells(&board.to_string());
        for color in Color::ALL {
            let own =
                |s: &usize| cells[*s] != ' ' && cells[*s].is_ascii_uppercase() == (color == Color::Gold);
            let frozen = (0..64).filter(own).filter(|&s| twin::is_frozen(&cells, s)).collect();
            assert_eq!(squares(board.frozen(color)), frozen, "{position:?}");
        }
        let doomed = [18, 21, 42, 45].into_iter();
        let doomed = doomed.filter(|&s| cells[s] != ' ' && !twin::has_friend(&cells, s)).collect();
        assert_eq!(squares(board.unsupported_on_traps()), doomed, "{position:?}");
    }
}

#[test]
fn first_steps_and_immobilization() {
    for position in positions(2, 1500) {
        for steps in 1..=4 {
            let position = position.with_steps_left(steps);
            let first = twin::grouped_steps(&[twin_of(&position)]);
            assert_eq!(count_first_steps(&position) as usize, first.len(), "{position:?}");
            assert_eq!(position.has_step(), !first.is_empty(), "{position:?}");
            if steps == 4 {
                assert_eq!(has_turn(position.board(), position.side()), !first.is_empty(), "{position:?}");
            }
        }
    }
}

/// Every edge, played, is one or two steps of the twin with the same boards and captures, and no edge is missing.
#[test]
fn edges_and_their_deltas() {
    let every: Vec<_> = (0..=u16::MAX).filter_map(Edge::from_bits).collect();
    for position in positions(3, 700) {
        for steps in [1, 2, 4] {
            let position = position.with_steps_left(steps);
            let twin = twin_of(&position);
            let edges = position.edges();
            for &edge in &edges {
                check_edge(&position, &twin, edge);
            }
            let distinct: BTreeSet<_> = edges.iter().map(|edge| edge.bits()).collect();
            assert_eq!(distinct.len(), edges.len(), "{position:?}");
            check_every_candidate(&position, &every, &distinct);
        }
    }
}

fn check_edge(position: &Position, twin: &Twin, edge: Edge) {
    let mut after = *position;
    let delta = after.play(edge).expect("a generated edge");
    let mut cells = twin.cells;
    let mut fallen = Vec::new();
    for (step, moved) in edge.steps().iter().zip(&delta.moves) {
        assert_eq!((moved.from, moved.to), (step.from, step.to()));
        assert_eq!(moved.piece.letter(), cells[step.from.index()], "{position:?} {edge:?}");
        fallen.extend(twin::displace(&mut cells, step.from.index(), step.to().index()));
    }
    assert_eq!(after.board().to_string(), twin::text(&cells), "{position:?} {edge:?}");
    let captures: Vec<_> = delta.captures.iter().map(|c| (c.piece.letter(), c.square.index())).collect();
    assert_eq!(captures, fallen, "{position:?} {edge:?}");
}

/// `is_legal` agrees with the list for everything that is an edge.
fn check_every_candidate(position: &Position, every: &[Edge], legal: &BTreeSet<u16>) {
    assert!(legal.iter().all(|&bits| Edge::from_bits(bits).is_some()), "{position:?}");
    for &edge in every {
        assert_eq!(position.is_legal(edge), legal.contains(&edge.bits()), "{position:?} {edge:?}");
    }
}

fn compare_turns(position: &Position, twin: &Twin, generator: &mut TurnGenerator) {
    let all = AllTurns::of(twin);
    // The board on which we are is not one to go to: inside a turn, that would be the empty rest.
    let mut expected = all.boards.clone();
    expected.remove(&position.board().to_string());
    let list = generator.list(position);
    let boards: BTreeSet<_> = list.iter().map(|found| found.position.board().to_string()).collect();
    assert_eq!(boards.len(), list.len(), "{position:?}: a board twice");
    assert_eq!(boards, expected, "{position:?}");
    assert_eq!(generator.count(position), expected.len() as u64, "{position:?}");
    assert_eq!(count_sequences(position), all.sequences, "{position:?}");
    let (mut walked, mut ends) = (0, BTreeSet::new());
    assert!(walk_turns(position, |_, board: &Board| {
        walked += 1;
        ends.insert(board.to_string());
        true
    }));
    assert_eq!(walked, all.sequences, "{position:?}");
    assert_eq!(ends, all.boards, "{position:?}");
    for found in list {
        assert_eq!(found.position.board_key(), found.position.board().key(), "{position:?}");
        let mut after = *position;
        for &edge in found.turn.edges() {
            after.play(edge).expect("an edge of a listed turn");
        }
        if after.side() == position.side() {
            after.play(Edge::PASS).expect("a listed turn may end");
        }
        assert_eq!(after, found.position);
    }
}

fn compare_whole_turns(position: &Position, generator: &mut TurnGenerator) {
    compare_turns(position, &twin_of(position), generator);
}

/// The rest of a turn whose first edges are played; the turn may come through the board with which it began.
#[test]
fn rests_of_turns() {
    let mut generator = TurnGenerator::new();
    let mut random = Random::new(9);
    for index in 0..150 {
        let start = random.position(2 + index % 8, if index % 4 == 0 { Lenient::Yes } else { Lenient::No });
        let mut position = start;
        loop {
            let edges = position.edges();
            if edges.is_empty()
                || position.play(*random.pick(&edges)).is_err()
                || position.side() != start.side()
            {
                break;
            }
            let mut twin = twin_of(&position);
            twin.start = twin::cells(&start.board().to_string());
            compare_turns(&position, &twin, &mut generator);
        }
    }
}

#[test]
fn whole_turns_of_two_and_three_steps() {
    let mut generator = TurnGenerator::new();
    for position in positions(4, 400) {
        compare_whole_turns(&position.with_steps_left(2), &mut generator);
    }
    for position in positions(5, 15) {
        compare_whole_turns(&position.with_steps_left(3), &mut generator);
    }
}

#[test]
fn whole_turns_of_four_steps() {
    let mut generator = TurnGenerator::new();
    let mut random = Random::new(6);
    for index in 0..120 {
        let lenient = if index % 2 == 0 { Lenient::No } else { Lenient::Yes };
        let pieces = 2 + index % 8;
        compare_whole_turns(&random.position(pieces, lenient), &mut generator);
    }
    compare_whole_turns(&position(OPENING), &mut generator);
}

/// The reader, the explainer and the twin agree on every step of the board along random walks.
#[test]
fn reader_and_explainer_on_every_candidate() {
    let mut random = Random::new(7);
    for position in positions(8, 300) {
        let position = position.with_steps_left(1 + random.below(4) as u8);
        let mut reader = StepReader::new(&position);
        let mut readings = vec![twin_of(&position)];
        loop {
            let mut groups = twin::grouped_steps(&readings);
            for next in groups.values_mut() {
                next.retain(Twin::may_stand);
            }
            groups.retain(|_, next| !next.is_empty());
            check_candidates(&reader, &groups.keys().copied().collect());
            let ends = readings.iter().any(Twin::may_end);
            assert_eq!(reader.finish().is_ok(), ends, "{position:?} {reader:?}");
            if ends {
                let (turn, after) = reader.finish().expect("it may end");
                assert_eq!(after.board(), reader.board());
                assert_eq!(after.side(), !position.side());
                assert_eq!(turn.steps_taken() + reader.steps_left(), position.steps_left());
            }
            if groups.is_empty() {
                break;
            }
            let keys: Vec<_> = groups.keys().copied().collect();
            let chosen = choose(&mut random, &reader, &keys);
            reader.step(step_of(chosen)).expect("a legal step");
            readings = groups.remove(&chosen).expect("a group");
            assert_eq!(reader.board().to_string(), twin::text(&readings[0].cells));
            assert_eq!(reader.steps_left(), readings[0].steps_left);
        }
    }
}

/// Any step, but more often one of an enemy piece, or back to where a piece came from.
fn choose(random: &mut Random, reader: &StepReader, keys: &[twin::TwinStep]) -> twin::TwinStep {
    let is_enemy = |key: &&twin::TwinStep| {
        reader.board().piece_at(step_of(**key).from).is_some_and(|piece| piece.color != reader.side())
    };
    let enemy: Vec<_> = keys.iter().filter(is_enemy).copied().collect();
    if !enemy.is_empty() && random.below(2) == 0 { *random.pick(&enemy) } else { *random.pick(keys) }
}

fn step_of((square, direction): twin::TwinStep) -> Step {
    let from = Square::from_index(square as u8).expect("a square");
    Step { from, direction: Direction::from_letter(direction).expect("a direction") }
}

fn check_candidates(reader: &StepReader, legal: &BTreeSet<twin::TwinStep>) {
    for square in Square::all() {
        for direction in Direction::ALL {
            let step = Step { from: square, direction };
            let expected = legal.contains(&(square.index(), direction.letter()));
            let mut copy = reader.clone();
            let accepted = copy.step(step);
            assert_eq!(accepted.is_ok(), expected, "{reader:?} {step}: {accepted:?}");
            let reason = reader.why_illegal(step);
            assert_eq!(reason, accepted.err(), "{reader:?} {step}");
            assert_ne!(reason, Some(tusker_core::IllegalStep::Refused), "{reader:?} {step}");
        }
    }
}
