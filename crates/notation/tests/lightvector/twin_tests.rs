//! The resolver against the twin on random positions and random claims.

use crate::Random;
use crate::twin::AllStories;
use tusker_core::{Board, Direction, Position, Square};
use tusker_notation::{
    Claim, Dialect, Property, Resolution, Specifier, WriteStyle, read_claims, resolve_claims,
    write_lightvector,
};

/// Some claim, often one that can be true.
fn random_claim(random: &mut Random, board: &Board) -> Claim {
    let occupied: Vec<Square> = board.occupied().iter().collect();
    let home = occupied[random.below(occupied.len())];
    let piece = board.piece_at(home).filter(|_| random.below(4) > 0);
    let near = |random: &mut Random| {
        let mut square = home;
        for _ in 0..random.below(3) {
            square = square.neighbor(Direction::ALL[random.below(4)]).unwrap_or(square);
        }
        square
    };
    let square = (piece.is_none() || random.below(3) == 0).then(|| near(random));
    let property = match random.below(6) {
        0 => Property::Captured,
        1 | 2 => Property::Steps((0..=random.below(2)).map(|_| Direction::ALL[random.below(4)]).collect()),
        _ => Property::Square(near(random)),
    };
    Claim { specifier: Specifier { piece, square }, property }
}

fn check(position: &Position, all: &AllStories, claims: &[Claim], dialect: Dialect) -> bool {
    let expected = all.resolve(claims, dialect);
    let found = match resolve_claims(position, claims, dialect) {
        Resolution::Unique { group, played } => {
            Some(((group.steps, group.displaced), vec![played.position.board().to_string()]))
        }
        Resolution::Ambiguous { group, candidates } => {
            let mut boards: Vec<_> = candidates.iter().map(|c| c.position.board().to_string()).collect();
            boards.sort();
            Some(((group.steps, group.displaced), boards))
        }
        Resolution::Unsatisfiable => None,
    };
    let text: Vec<String> = claims.iter().map(ToString::to_string).collect();
    assert_eq!(found, expected, "{position:?} '{}' {dialect:?}", text.join(" "));
    expected.is_some()
}

#[test]
fn random_claims() {
    let mut random = Random::new(1);
    let mut satisfiable = 0;
    for index in 0..24 {
        let position = random.position(3 + index % 8);
        let all = AllStories::of(&position);
        for _ in 0..40 {
            let claims: Vec<Claim> =
                (0..=random.below(3)).map(|_| random_claim(&mut random, position.board())).collect();
            for dialect in Dialect::ALL {
                satisfiable += usize::from(check(&position, &all, &claims, dialect));
            }
        }
    }
    println!("{satisfiable} of 1920 satisfiable");
    assert!(satisfiable > 300);
}

/// No shorter text of up to two words says the same, tried word by word on small boards.
#[test]
fn shortest_texts() {
    let mut random = Random::new(2);
    for index in 0..12 {
        let position = random.position(3 + index % 3);
        let Some(turn) = random.turn(&position) else { continue };
        let all = AllStories::of(&position);
        for dialect in Dialect::ALL {
            let text = write_lightvector(&position, &turn, dialect, WriteStyle::Shortest).unwrap();
            let claims: Vec<Claim> = read_claims(&text).unwrap().into_iter().map(|c| c.what).collect();
            let mut end = position;
            for &edge in turn.edges() {
                end.play(edge).unwrap();
            }
            let expected = vec![end.board().to_string()];
            assert_eq!(all.resolve(&claims, dialect).unwrap().1, expected, "{text}");
            let words = all_words(position.board(), text.len() - 1);
            for word in &words {
                let found = all.resolve(std::slice::from_ref(word), dialect);
                let same = found.is_some_and(|(group, boards)| {
                    boards == expected && usize::from(group.0) == all.boards()[&expected[0]]
                });
                assert!(!same, "{position:?} {dialect:?}: '{word}' is shorter than '{text}'");
            }
        }
    }
}

/// All words of up to `longest` characters about the pieces of a board, steps of up to two.
fn all_words(board: &Board, longest: usize) -> Vec<Claim> {
    let mut specifiers = Vec::new();
    for square in board.occupied() {
        let piece = board.piece_at(square);
        specifiers.push(Specifier { piece, square: None });
        specifiers.push(Specifier { piece: None, square: Some(square) });
    }
    specifiers.sort_by_key(|s| (s.piece, s.square));
    specifiers.dedup();
    let mut properties = vec![Property::Captured];
    properties.extend(Square::all().map(Property::Square));
    for first in Direction::ALL {
        properties.push(Property::Steps(vec![first]));
        properties.extend(Direction::ALL.map(|second| Property::Steps(vec![first, second])));
    }
    let mut words = Vec::new();
    for specifier in specifiers {
        for property in &properties {
            let claim = Claim { specifier, property: property.clone() };
            if claim.to_string().len() <= longest {
                words.push(claim);
            }
        }
    }
    words
}
