//! Setups: strict and lenient checks, the named ones, random ones.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::HashSet;
use tusker_core::{Board, Color, Game, Kind, NamedSetup, Placement, Setup, SetupError};

const BASE: &str = "Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2";

fn setup(text: &str) -> Setup {
    text.split(' ').map(|token| Placement::parse(token).expect(token)).collect()
}

/// C29, as far as it is not about text: strictly five faults, leniently only the occupied square.
#[test]
fn c29_setup_validation() {
    let strict =
        |text: &str| setup(text).check(Color::Gold, &Board::EMPTY).map_err(|fault| fault.to_string());
    assert_eq!(strict(BASE), Ok(()));
    let lenient = |text: &str| setup(text).check_lenient(Color::Gold, &Board::EMPTY);
    assert_eq!(lenient(BASE), Ok(Vec::new()));
    for (from, to, fault, warnings) in [
        (" Rh2", "", "the setup has 7 R, an army has 8", Some(1)),
        ("Hb2", "Ha2", "Ha2: the square is taken by R", None),
        ("Ee2", "Re2", "the setup has 9 R, an army has 8", Some(2)),
        ("Ee2", "ee2", "ee2: Gold sets up its own pieces only", Some(2)),
        ("Ee2", "Ee3", "Ee3: Gold sets up on its two home ranks only", Some(1)),
    ] {
        let text = BASE.replace(from, to);
        assert_eq!(strict(&text), Err(fault.to_owned()), "{text}");
        assert_eq!(lenient(&text).ok().map(|warnings| warnings.len()), warnings, "{text}");
    }
    // A setup of text and steps mixed is no list of placements.
    assert_eq!(Placement::parse("Ee2n"), None);
}

/// C28: partial, over-full and far-off, but never two pieces on one square, nor one on the other side's.
#[test]
fn c28_handicaps() {
    let mut game = Game::new();
    assert_eq!(game.place_lenient(&setup("Rc2 Ee5")).map(|warnings| warnings.len()), Ok(6));
    assert!(game.place_lenient(&setup("ra8 ee5")).is_err());
    game.place_lenient(&setup("ra8 rb8 rc8 rd8 re8 rf8 rg8 rh8 ra7 ee7")).unwrap();
    assert_eq!(game.board().color(Color::Silver).count(), 10);
    let taken = Setup::default().check_lenient(Color::Gold, &Board::EMPTY).unwrap();
    assert_eq!(taken.len(), 6);
}

#[test]
fn occupied_squares_of_the_board_count() {
    let mut game = Game::new();
    game.place_lenient(&setup("Ra1 Ed8")).unwrap();
    let fault = NamedSetup::Network.setup(Color::Silver).check(Color::Silver, game.board());
    assert!(matches!(fault, Err(SetupError::Occupied { .. })), "{fault:?}");
}

#[test]
fn named_setups_are_armies_of_both_sides() {
    for named in NamedSetup::ALL {
        assert_eq!(NamedSetup::from_name(&named.name().to_uppercase()), Some(named));
        for color in Color::ALL {
            for setup in [named.setup(color), named.setup(color).mirror()] {
                assert_eq!(setup.check(color, &Board::EMPTY), Ok(()), "{named:?}");
                assert_eq!(setup.mirror().mirror(), setup);
                assert_eq!(setup.swap_sides().check(!color, &Board::EMPTY), Ok(()));
                assert_eq!(setup.swap_sides().swap_sides(), setup);
            }
        }
    }
    assert_eq!(NamedSetup::from_name("none"), None);
}

/// Back row and front row as the archive's statistics write them.
#[test]
fn named_setups_by_rows() {
    let rows = |named: NamedSetup, color| {
        let mut game = Game::new();
        game.place(&named.setup(Color::Gold)).unwrap();
        game.place(&named.setup(Color::Silver)).unwrap();
        let text = game.board().to_string();
        if color == Color::Gold {
            format!("{}/{}", &text[56..], &text[48..56])
        } else {
            format!("{}/{}", &text[..8], &text[8..16])
        }
    };
    assert_eq!(rows(NamedSetup::NinetyNineOfNine, Color::Gold), "RRRDDRRR/RHCMECHR");
    assert_eq!(rows(NamedSetup::NinetyNineOfNine, Color::Silver), "rrrddrrr/rhcmechr");
    assert_eq!(rows(NamedSetup::RabbitsBehind, Color::Gold), "RRRRRRRR/DHCMECHD");
    assert_eq!(rows(NamedSetup::RabbitsBehind, Color::Silver), "rrrrrrrr/dhcmechd");
    assert_eq!(rows(NamedSetup::Network, Color::Gold), "RCRRDRRR/HMRDERCH");
}

#[test]
fn minor_permutations_are_all_different_and_whole() {
    let base = NamedSetup::NinetyNineOfNine.setup(Color::Silver);
    let all: HashSet<Setup> = base.minor_permutations().collect();
    assert_eq!(all.len(), 90);
    assert!(all.contains(&base));
    for setup in &all {
        assert_eq!(setup.check(Color::Silver, &Board::EMPTY), Ok(()));
        for (new, old) in setup.placements().iter().zip(base.placements()) {
            assert_eq!(new.square, old.square);
            let fixed = matches!(old.piece.kind, Kind::Rabbit | Kind::Camel | Kind::Elephant);
            assert!(!fixed || new.piece == old.piece);
        }
    }
    assert_eq!(Setup::default().minor_permutations().count(), 1);
}

/// Seeds are a promise: these texts must never change.
#[test]
fn random_setups_are_whole_and_reproducible() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut different = HashSet::new();
    for color in Color::ALL {
        for _ in 0..200 {
            let setup = Setup::random(color, &mut rng);
            assert_eq!(setup.check(color, &Board::EMPTY), Ok(()));
            different.insert(setup);
            let named = Setup::random_named(color, &mut rng);
            assert_eq!(named.check(color, &Board::EMPTY), Ok(()));
        }
    }
    assert_eq!(different.len(), 400);
    let first = |seed| Setup::random(Color::Gold, &mut ChaCha8Rng::seed_from_u64(seed)).to_string();
    assert_eq!(first(1), FIRST_OF_SEED_1);
    assert_ne!(first(1), first(2));
}

const FIRST_OF_SEED_1: &str = "Ma1 Rb1 Ec1 Hd1 De1 Rf1 Cg1 Rh1 Da2 Hb2 Rc2 Cd2 Re2 Rf2 Rg2 Rh2";

/// All named setups and their mirrors turn up about equally often.
#[test]
fn random_named_setups_are_even() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut counts = std::collections::HashMap::new();
    for _ in 0..6000 {
        *counts.entry(Setup::random_named(Color::Gold, &mut rng)).or_insert(0) += 1;
    }
    assert_eq!(counts.len(), 6);
    assert!(counts.values().all(|count| (850..1150).contains(count)), "{counts:?}");
}
