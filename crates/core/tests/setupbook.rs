//! The book of setups, and random setups of every variant.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::HashSet;
use tusker_core::{
    Board, BookSetup, Color, Kind, NamedSetup, Piece, Plan, Randomness, Setup, SetupKind, SetupReason,
    setup_book,
};

fn board_of(setup: &Setup) -> Board {
    let mut board = Board::EMPTY;
    for placement in setup.placements() {
        board.put(placement.square, placement.piece);
    }
    board
}

fn file_of(setup: &Setup, kind: Kind) -> i16 {
    let placement = setup.placements().iter().find(|p| p.piece.kind == kind).expect("the piece");
    i16::from(placement.square.file())
}

#[test]
fn every_setup_is_an_army_and_stands_there_once() {
    for color in Color::ALL {
        let book = setup_book(color, &Board::EMPTY);
        let boards: HashSet<String> = book.iter().map(|c| board_of(&c.setup).to_string()).collect();
        assert_eq!(boards.len(), book.len());
        for choice in &book {
            assert_eq!(choice.setup.check(color, &Board::EMPTY), Ok(()), "{}", choice.name);
            assert!(choice.weight > 0 && matches!(choice.reasons[0], SetupReason::Plan { .. }));
            let mirror = board_of(&choice.setup.mirror()).to_string();
            assert!(boards.contains(&mirror), "{} has its mirror image", choice.name);
        }
        for plan in [Plan::Emh, Plan::Ehh, Plan::Eh] {
            assert!(book.iter().any(|choice| choice.plan == plan), "{plan}");
        }
    }
}

#[test]
fn the_named_setups_are_in_it() {
    for color in Color::ALL {
        let book = setup_book(color, &Board::EMPTY);
        for named in NamedSetup::ALL {
            let same: Vec<&BookSetup> = book.iter().filter(|choice| named.is(choice)).collect();
            assert_eq!(same.len(), 2, "{}", named.name());
            assert!(same.iter().any(|c| board_of(&c.setup) == board_of(&named.setup(color))));
        }
    }
}

/// The plan's words are true of the board.
#[test]
fn reasons_agree_with_the_board() {
    for color in Color::ALL {
        for choice in setup_book(color, &Board::EMPTY) {
            let board = board_of(&choice.setup);
            let stands = |kind| Some(Piece::new(color, kind));
            for reason in &choice.reasons {
                match reason {
                    SetupReason::Plan { plan, elephant, camel, horses, .. } => {
                        assert_eq!(*plan, choice.plan);
                        assert_eq!(board.piece_at(*elephant), stands(Kind::Elephant));
                        assert_eq!(board.piece_at(*camel), stands(Kind::Camel));
                        let expected = if *plan == Plan::Ehh { 2 } else { 1 };
                        assert_eq!(horses.len(), expected, "{}: {reason}", choice.name);
                        assert!(horses.iter().all(|h| board.piece_at(*h) == stands(Kind::Horse)));
                    }
                    SetupReason::TrapGuards(kind) => {
                        let row = if color == Color::Gold { 1 } else { 6 };
                        for file in [2, 5] {
                            let square = tusker_core::Square::new(file, row).expect("a square");
                            assert_eq!(board.piece_at(square), stands(*kind));
                        }
                    }
                    SetupReason::RabbitsBehind => {
                        let back = board.pieces(color, Kind::Rabbit) & (!color).goal_rank();
                        assert_eq!(back.count(), 8);
                    }
                    other => panic!("{other} without an enemy"),
                }
            }
        }
    }
}

/// Against every setup of the book, for either side: the elephant's file and the camel's distance, slowly.
#[test]
fn answers_keep_elephant_and_camel_clear() {
    for color in Color::ALL {
        for enemy in setup_book(!color, &Board::EMPTY) {
            let answers = setup_book(color, &board_of(&enemy.setup));
            assert!(answers.len() >= 2, "{}: {}", enemy.name, answers.len());
            let elephant = file_of(&enemy.setup, Kind::Elephant);
            for answer in answers {
                let gap = (file_of(&answer.setup, Kind::Camel) - elephant).abs();
                assert_ne!(file_of(&answer.setup, Kind::Elephant), elephant, "{}", answer.name);
                assert!(gap >= 2, "{} against {}", answer.name, enemy.name);
                let told = answer.reasons.iter().any(
                    |reason| matches!(reason, SetupReason::CamelAway { files, .. } if i16::from(*files) == gap),
                );
                assert!(told, "{:?}", answer.reasons);
            }
        }
    }
}

/// Where no choice meets a wish, all stay and say so.
#[test]
fn a_wish_that_nothing_meets_is_dropped() {
    let mut board = Board::EMPTY;
    let place = |board: &mut Board, square: &str, kind| {
        board.put(square.parse().unwrap(), Piece::new(Color::Silver, kind));
    };
    // No setup of the book has its elephant elsewhere than on d and e: an elephant on b leaves all in.
    place(&mut board, "b7", Kind::Elephant);
    let choices = setup_book(Color::Gold, &board);
    assert!(choices.iter().all(|c| c.reasons.iter().any(|r| matches!(r, SetupReason::ElephantFree { .. }))));
    let all = setup_book(Color::Gold, &Board::EMPTY).len();
    assert!(choices.len() < all, "camels on b and c are too near");
}

#[test]
fn draws_follow_the_shares() {
    let book = setup_book(Color::Gold, &Board::EMPTY);
    for percent in [0, 1, 50, 100] {
        let randomness = Randomness::percent(percent);
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut drawn = vec![0_u32; book.len()];
        for _ in 0..20_000 {
            drawn[randomness.draw(&book, &mut rng).expect("a choice")] += 1;
        }
        let shares = randomness.shares(&book);
        let total: u64 = shares.iter().sum();
        for (index, (&count, &share)) in drawn.iter().zip(&shares).enumerate() {
            let expected = 20_000.0 * share as f64 / total as f64;
            // Six standard deviations.
            let slack = 6.0 * expected.sqrt();
            assert!((f64::from(count) - expected).abs() <= slack, "{percent}% {index}: {count}, {expected}");
        }
    }
    assert_eq!(Randomness::USUAL.draw(&[], &mut ChaCha8Rng::seed_from_u64(1)), None);
}

/// Setups by chance are legal in their variant, and differ.
#[test]
fn random_setups_are_legal_in_every_variant() {
    for kind in [SetupKind::HomeRanks, SetupKind::Handicap, SetupKind::Free] {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut seen = HashSet::new();
        for _ in 0..300 {
            let gold = kind.random(Color::Gold, &Board::EMPTY, &mut rng).expect("a setup");
            assert_eq!(kind.check(&gold, Color::Gold, &Board::EMPTY), Ok(()), "{gold}");
            let board = board_of(&gold);
            let silver = kind.random(Color::Silver, &board, &mut rng).expect("a setup");
            assert_eq!(kind.check(&silver, Color::Silver, &board), Ok(()), "{gold} / {silver}");
            seen.insert(board.to_string());
        }
        assert!(seen.len() > 290, "{kind:?}: {}", seen.len());
    }
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    assert_eq!(SetupKind::Given.random(Color::Gold, &Board::EMPTY, &mut rng), None);
}
