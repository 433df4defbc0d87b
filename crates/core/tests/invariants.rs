//! What always holds: keys, undo, symmetry, packing of edges, warnings of positions.

mod common;

use common::{Lenient, OPENING, Random, placed, position};
use std::collections::HashMap;
use tusker_core::{
    Bitboard, Board, Color, Delta, Edge, EdgeKind, EdgeList, Kind, Position, PositionError, Square,
    TurnGenerator, count_first_steps, count_sequences, perft,
};

/// The invariants of a walk of random edges, from boards of every sort.
#[test]
fn incremental_keys_and_exact_undo() {
    let mut random = Random::new(21);
    for index in 0..600 {
        let lenient = if index % 3 == 0 { Lenient::Yes } else { Lenient::No };
        let mut position =
            if index % 2 == 0 { random.position(3 + index % 40, lenient) } else { random.play(index % 200) };
        let start = position;
        let mut undos = Vec::new();
        for _ in 0..12 {
            let edges = position.edges();
            if edges.is_empty() {
                break;
            }
            let before = position;
            let edge = *random.pick(&edges);
            let undo = position.make(edge);
            check_delta(&before, edge, undo.delta(), &position);
            assert_eq!(position.board_key(), position.board().key(), "{before:?} {edge:?}");
            if position.side() == before.side() {
                assert_eq!(position.start_key(), before.start_key());
            } else {
                assert_eq!(position.start_key(), position.board_key());
                assert_eq!(position.steps_left(), 4);
            }
            undos.push((before, undo));
        }
        while let Some((before, undo)) = undos.pop() {
            position.undo(&undo);
            assert_eq!(position, before);
        }
        assert_eq!(position, start);
    }
}

/// A delta by itself turns the board before into the board after.
fn check_delta(before: &Position, edge: Edge, delta: &Delta, after: &Position) {
    let mut board = *before.board();
    for moved in &delta.moves {
        assert_eq!(board.remove(moved.from), Some(moved.piece));
        board.put(moved.to, moved.piece);
    }
    for capture in &delta.captures {
        assert!(capture.square.is_trap());
        // The piece that moved second may stand where the first one fell, so take away by value.
        if board.piece_at(capture.square) == Some(capture.piece) {
            board.remove(capture.square);
        }
    }
    assert_eq!(delta.moves.len(), usize::from(edge.cost()));
    assert!(board.difference(after.board()).iter().all(Square::is_trap), "{before:?} {edge:?}");
    let given = before.board().unsupported_on_traps().count() as usize;
    assert!(delta.captures.len() <= 2.max(given), "{before:?} {edge:?}");
}

/// Positions with the same key are the same, inside turns too.
#[test]
fn table_keys_tell_positions_apart() {
    let mut random = Random::new(22);
    let mut seen = HashMap::new();
    for _ in 0..300 {
        let mut position = random.position(6, Lenient::No);
        for _ in 0..20 {
            let edges = position.edges();
            if edges.is_empty() {
                break;
            }
            position.play(*random.pick(&edges)).unwrap();
            let id = (*position.board(), position.side(), position.steps_left(), position.start_key());
            assert_eq!(*seen.entry(position.key()).or_insert(id), id);
        }
    }
    let start = placed(Color::Gold, "Ra1 Eb2 eg7 rh8");
    assert_ne!(start.key(), start.with_steps_left(2).key());
    assert_ne!(start.key(), placed(Color::Silver, "Ra1 Eb2 eg7 rh8").key());
}

#[test]
fn pseudo_edges_are_the_edges_but_for_the_turns_end() {
    let mut random = Random::new(23);
    for _ in 0..500 {
        let mut position = random.position(8, Lenient::No);
        for _ in 0..6 {
            let mut pseudo = EdgeList::new();
            position.pseudo_edges(&mut pseudo);
            let expected: Vec<_> = pseudo.iter().filter(|e| !position.ends_unchanged(**e)).collect();
            let edges = position.edges();
            let listed: Vec<_> = edges.iter().filter(|e| **e != Edge::PASS).collect();
            assert_eq!(listed, expected);
            assert_eq!(edges.contains(&Edge::PASS), position.can_pass());
            assert_eq!(position.has_step(), !pseudo.is_empty());
            if edges.is_empty() {
                break;
            }
            position.play(*random.pick(&edges)).unwrap();
        }
    }
}

#[test]
fn an_illegal_edge_changes_nothing() {
    let mut start = position(OPENING);
    let before = start;
    assert!(start.play(Edge::PASS).is_err());
    let a1 = Square::from_index(0).unwrap();
    assert!(start.play(Edge::step(a1, tusker_core::Direction::North)).is_err());
    assert_eq!(start, before);
}

/// Colours swapped or files mirrored, everything is the same.
#[test]
fn symmetry() {
    let mut random = Random::new(24);
    let mut generator = TurnGenerator::new();
    for index in 0..300 {
        let lenient = if index % 3 == 0 { Lenient::Yes } else { Lenient::No };
        let position = random.position(2 + index % 34, lenient).with_steps_left(1 + (index % 3) as u8);
        let mirrored = Position::lenient(position.board().mirror(), position.side())
            .0
            .with_steps_left(position.steps_left());
        for other in [position.swap_sides(), mirrored] {
            assert_eq!(perft(&other, &mut generator), perft(&position, &mut generator), "{position:?}");
            let outcomes = [other.outcome(), position.outcome()].map(|o| o.map(|outcome| outcome.reason));
            assert_eq!(outcomes[0], outcomes[1]);
        }
        assert_eq!(position.swap_sides().swap_sides(), position);
        assert_eq!(position.board().mirror().mirror(), *position.board());
        let frozen = position.board().frozen(Color::Gold);
        assert_eq!(position.board().swap_sides().frozen(Color::Silver), frozen.flip_ranks());
        assert_eq!(position.board().mirror().frozen(Color::Gold), frozen.flip_files());
    }
}

#[test]
fn edges_round_trip_through_their_bits() {
    let every: Vec<Edge> = (0..=u16::MAX).filter_map(Edge::from_bits).collect();
    let count = |kind| every.iter().filter(|edge| edge.kind() == kind).count();
    // 224 single steps; 4, 24 and 36 squares have 2, 3 and 4 neighbours, so 2, 6 and 12 ordered pairs of them.
    let pairs = 4 * 2 + 24 * 6 + 36 * 12;
    let counts = [EdgeKind::Pass, EdgeKind::Step, EdgeKind::Push, EdgeKind::Pull].map(count);
    assert_eq!(counts, [1, 224, pairs, pairs]);
    for edge in every {
        assert_eq!(Edge::from_bits(edge.bits()), Some(edge));
        let (from, direction, beside) = (edge.from(), edge.direction(), edge.second_direction());
        let rebuilt = match edge.kind() {
            EdgeKind::Pass => Edge::PASS,
            EdgeKind::Step => Edge::step(from, direction),
            EdgeKind::Push => Edge::push(from, direction, beside),
            EdgeKind::Pull => Edge::pull(from, direction, beside),
        };
        assert_eq!(rebuilt, edge);
        let steps = edge.steps();
        assert_eq!(steps.len(), usize::from(edge.cost()));
        if let [first, second] = steps[..] {
            assert_eq!(second.to(), first.from);
        }
    }
}

/// The known values of the design.
#[test]
fn perft_of_known_positions() {
    let mut generator = TurnGenerator::new();
    for (text, unique, paths) in [
        (OPENING, 3353, 23_754),
        ("g [    e   r                                     HdR    C      E   ]", 1661, 18_849),
        ("g [ r rr r m h  e c r rr r h d  c dE H    M R RRHR D C  C D R RR R ]", 88_040, 1_704_737),
    ] {
        let counts = perft(&position(text), &mut generator);
        assert_eq!((counts.distinct_turns, counts.sequences), (unique, paths), "{text}");
        assert_eq!(counts.first_steps, count_first_steps(&position(text)));
        assert_eq!(counts.sequences, count_sequences(&position(text)));
    }
    assert_eq!(count_first_steps(&position(OPENING)), 8);
}

#[test]
fn positions_name_what_is_wrong() {
    let check = |text: &str| {
        let board: Board = text.parse().unwrap();
        let strict = Position::new(board, Color::Gold);
        let (_, problems) = Position::lenient(board, Color::Gold);
        assert_eq!(strict.err(), problems.first().copied());
        problems
    };
    assert_eq!(check("rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR"), []);
    assert_eq!(check(&" ".repeat(64)), []);
    let c3 = "c3".parse().unwrap();
    let cat = tusker_core::Piece::new(Color::Gold, Kind::Cat);
    let unsupported = PositionError::UnsupportedOnTrap { piece: cat, square: c3 };
    let two_elephants =
        PositionError::TooMany { color: Color::Silver, kind: Kind::Elephant, count: 2, max: 1 };
    let text = format!("ee{}C{}", " ".repeat(40), " ".repeat(21));
    assert_eq!(check(&text), [two_elephants, unsupported]);
    assert_eq!(two_elephants.to_string(), "Silver has 2 elephants, an army holds at most 1");
    for length in [63, 65] {
        assert!(" ".repeat(length).parse::<Board>().is_err());
    }
}

#[test]
fn bitboards_shift_off_the_board() {
    for square in Square::all() {
        let by_shift = tusker_core::Direction::ALL.map(|d| square.bit().shift(d).first());
        let by_square = tusker_core::Direction::ALL.map(|d| square.neighbor(d));
        assert_eq!(by_shift, by_square);
        let beside: Bitboard = by_square.into_iter().flatten().collect();
        assert_eq!(square.bit().neighbors(), beside);
        assert_eq!(square.bit().flip_ranks(), square.flip_ranks().bit());
        assert_eq!(square.bit().flip_files(), square.flip_files().bit());
    }
}
