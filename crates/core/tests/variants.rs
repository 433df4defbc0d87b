//! Variants: Endless Endgame's starts and first turn, free placement, handicaps.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::BTreeMap;
use tusker_core::{
    Board, Color, EndReason, EndlessStart, Game, GameError, Kind, NamedSetup, Phase, Placement, Setup,
    SetupError, SetupKind, Step, Symmetry, Variant,
};

fn setup(text: &str) -> Setup {
    text.split(' ').map(|word| Placement::parse(word).expect(word)).collect()
}

/// The counts of one side: elephants, camels, horses, dogs, cats, rabbits.
type Army = [usize; 6];

/// Every army that the rules allow, each as likely as any other: all counts are uniform, and drawn again together.
fn armies() -> Vec<Army> {
    let mut armies = Vec::new();
    for camels in 0..=1 {
        for horses in 0..=2 {
            for dogs in 0..=2 {
                for cats in 0..=2 {
                    for rabbits in 1..=8 {
                        let army = [1, camels, horses, dogs, cats, rabbits];
                        if (4..=12).contains(&army.iter().sum::<usize>()) {
                            armies.push(army);
                        }
                    }
                }
            }
        }
    }
    armies
}

fn army(setup: &Setup) -> Army {
    let kinds = [Kind::Elephant, Kind::Camel, Kind::Horse, Kind::Dog, Kind::Cat, Kind::Rabbit];
    kinds.map(|kind| setup.placements().iter().filter(|p| p.piece.kind == kind).count())
}

/// The statistic of observed counts against expected shares.
fn chi_square(observed: &BTreeMap<usize, usize>, expected: &BTreeMap<usize, f64>, total: usize) -> f64 {
    assert!(observed.keys().all(|key| expected.contains_key(key)), "{observed:?}");
    expected
        .iter()
        .map(|(key, share)| {
            let (seen, expected) = (observed.get(key).copied().unwrap_or(0) as f64, share * total as f64);
            (seen - expected).powi(2) / expected
        })
        .sum()
}

/// Above this for `degrees` of freedom, one run in ten thousand ends (Wilson and Hilferty's approximation).
fn critical(degrees: usize) -> f64 {
    const NORMAL: f64 = 3.719;
    let d = degrees as f64;
    d * (1.0 - 2.0 / (9.0 * d) + NORMAL * (2.0 / (9.0 * d)).sqrt()).powi(3)
}

fn check(name: &str, observed: &BTreeMap<usize, usize>, expected: &BTreeMap<usize, f64>) {
    let total = observed.values().sum();
    let statistic = chi_square(observed, expected, total);
    let limit = critical(expected.len() - 1);
    println!("{name}: chi-square {statistic:.2}, limit {limit:.2}");
    assert!(statistic < limit, "{name}: {statistic} {observed:?}");
}

#[test]
fn endless_starts_are_distributed_as_the_rules_say() {
    const STARTS: usize = 100_000;
    let armies = armies();
    let mut rng = ChaCha8Rng::seed_from_u64(2026);
    let mut counts = vec![BTreeMap::new(); 6];
    let (mut totals, mut symmetries, mut squares) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for _ in 0..STARTS {
        let start = EndlessStart::random(&mut rng);
        let army = army(&start.gold);
        assert_eq!(army, self::army(&start.silver()));
        assert!((4..=12).contains(&army.iter().sum::<usize>()) && army[0] == 1, "{army:?}");
        for (kind, count) in army.into_iter().enumerate() {
            *counts[kind].entry(count).or_insert(0) += 1;
        }
        *totals.entry(army.iter().sum()).or_insert(0) += 1;
        *symmetries.entry(usize::from(start.symmetry == Symmetry::Rotation)).or_insert(0) += 1;
        // The elephant is the first piece, so its square shows the shuffle.
        *squares.entry(start.gold.placements()[0].square.index()).or_insert(0) += 1;
    }
    let share = 1.0 / armies.len() as f64;
    for (kind, name) in
        ["elephants", "camels", "horses", "dogs", "cats", "rabbits"].into_iter().enumerate().skip(1)
    {
        let mut expected = BTreeMap::new();
        for army in &armies {
            *expected.entry(army[kind]).or_insert(0.0) += share;
        }
        check(name, &counts[kind], &expected);
    }
    let mut expected = BTreeMap::new();
    for army in &armies {
        *expected.entry(army.iter().sum()).or_insert(0.0) += share;
    }
    check("pieces", &totals, &expected);
    check("symmetry", &symmetries, &[(0, 0.5), (1, 0.5)].into_iter().collect());
    check("elephant's square", &squares, &(0..16).map(|square| (square, 1.0 / 16.0)).collect());
}

#[test]
fn endless_boards_are_mirrored_and_reproducible() {
    let draw = |seed| EndlessStart::random(&mut ChaCha8Rng::seed_from_u64(seed));
    for seed in 0..500 {
        let start = draw(seed);
        assert_eq!(start, draw(seed));
        let board = start.board();
        let mirrored = match start.symmetry {
            Symmetry::Reflection => board.swap_sides(),
            Symmetry::Rotation => board.swap_sides().mirror(),
        };
        assert_eq!(board, mirrored);
        assert_eq!(board.occupied().count() as usize, 2 * start.gold.placements().len());
    }
}

/// Abstract Play's record 9 reverses the files, record 216 keeps them.
#[test]
fn published_endless_starts() {
    let rotated = EndlessStart { gold: setup("Eg1 Hc1 Dh1 Da1 Rh2"), symmetry: Symmetry::Rotation };
    assert_eq!(rotated.silver(), setup("eb8 hf8 da8 dh8 ra7"));
    let kept = EndlessStart { gold: setup("Ed1 Da1 Cg2 Ch1 Rc2"), symmetry: Symmetry::Reflection };
    assert_eq!(kept.silver(), setup("ed8 da8 cg7 ch8 rc7"));
}

fn steps(text: &str) -> Vec<Step> {
    text.split(' ').map(|word| Step::parse(word).expect(word)).collect()
}

#[test]
fn endless_first_turn_has_two_steps() {
    let start = EndlessStart { gold: setup("Ed1 Da1 Cg2 Ch1 Rc2"), symmetry: Symmetry::Reflection };
    let mut game = Game::endless(&start);
    assert_eq!((game.phase(), game.turn_number()), (Phase::Play(Color::Gold), 1));
    assert!(game.play_steps(&steps("d1n d2n d3n")).is_err());
    game.play_steps(&steps("d1n d2n")).unwrap();
    game.play_steps(&steps("d8s d7s d6s d5s")).unwrap();
    assert_eq!(game.position().unwrap().steps_left(), 4);
    assert_eq!(game.place(&setup("Ra1")), Err(GameError::NotInSetup(Color::Gold)));
    assert_eq!(
        Game::with_variant(Variant::ENDLESS).place(&setup("Ra1")),
        Err(GameError::Setup(SetupError::NoSetups))
    );
}

/// A push takes both steps of the first turn.
#[test]
fn endless_first_turn_may_push() {
    let board: Board = "r      e                                            c   E      R".parse().unwrap();
    let mut game = Game::from_board(Variant::ENDLESS, board);
    let before = game.position().copied().unwrap();
    assert!(before.edges().iter().all(|edge| edge.cost() <= 2));
    let board: Board = "r      e                                           cE          R".parse().unwrap();
    game = Game::from_board(Variant::ENDLESS, board);
    game.play_steps(&steps("d2n e2w")).unwrap();
}

fn free() -> Game {
    Game::with_variant(Variant::FREE)
}

#[test]
fn free_placement_rules() {
    let fault = |text: &str| match free().place(&setup(text)) {
        Err(GameError::Setup(fault)) => fault.to_string(),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(fault("Ea1 Mb1"), "Gold needs at least one rabbit");
    assert_eq!(fault("Ea1 Rb8"), "Rb8: no rabbit is placed on its goal rank");
    assert_eq!(fault("Ra1 rb1"), "rb1: Gold sets up its own pieces only");
    assert_eq!(fault("Ra1 Ea1"), "Ea1: the square is taken by R");
    let mut game = free();
    // Any number of any kind, anywhere else: also on Silver's side, but for rabbits on the last rank.
    game.place(&setup("Ra1 Ed8 Ee5 Ef5 Rb7")).unwrap();
    assert_eq!(
        game.place(&setup("ra1")),
        Err(GameError::Setup(SetupError::Occupied {
            piece: Placement::parse("ra1").unwrap().piece,
            square: "a1".parse().unwrap(),
            by: Placement::parse("Ra1").unwrap().piece,
        }))
    );
    assert!(game.place(&setup("rb1")).is_err(), "a silver rabbit on rank 1");
    game.place(&setup("rb2 ea7")).unwrap();
    assert_eq!(game.phase(), Phase::Play(Color::Gold));
    assert_eq!(game.position().unwrap().steps_left(), 4);
}

/// Doomed pieces fall after Silver's setup, in the order f3, f6, c3, c6; supported ones stay.
#[test]
fn free_placement_trap_order() {
    let mut game = free();
    game.place(&setup("Ra2 Ee1 Cc6 Df6 Hc3 Mf3")).unwrap();
    assert!(game.fallen().is_empty());
    assert_eq!(game.board().color(Color::Gold).count(), 6, "nothing falls before Silver's setup");
    game.place(&setup("ra7 eh8")).unwrap();
    let fallen: Vec<String> = game.fallen().iter().map(|c| format!("{}{}", c.piece, c.square)).collect();
    assert_eq!(fallen, ["Mf3", "Df6", "Hc3", "Cc6"]);
    assert_eq!(game.board().color(Color::Gold).count(), 2);
    assert!(game.takeback());
    assert!(game.fallen().is_empty());
    assert_eq!(game.board().color(Color::Gold).count(), 6);
    // An enemy beside the trap is no support, a friend is.
    game.place(&setup("ra7 ec5")).unwrap();
    assert_eq!(game.fallen().len(), 4);
    let mut game = free();
    game.place(&setup("Ra2 Mf3 Re3")).unwrap();
    game.place(&setup("ra7 ef6 rc6 rc7")).unwrap();
    let fallen: Vec<String> = game.fallen().iter().map(|c| format!("{}{}", c.piece, c.square)).collect();
    assert_eq!(fallen, ["ef6"]);
}

/// The game may be over before the first turn; Silver has just moved.
#[test]
fn free_placement_may_end_at_once() {
    // The last silver rabbit falls: Gold, not on the move, wins by elimination.
    let mut game = free();
    game.place(&setup("Ra2 Ee1")).unwrap();
    game.place(&setup("rf6 ea8")).unwrap();
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Color::Gold, EndReason::Elimination));
    // Both last rabbits fall: Silver was the last to act.
    let mut game = free();
    game.place(&setup("Rc3 Ee1")).unwrap();
    game.place(&setup("rf6 ea8")).unwrap();
    assert_eq!(game.outcome().unwrap().winner, Color::Silver);
    // Abstract Play's test: Gold has no step left.
    let mut game = free();
    game.place(&setup("Rd5 Eh1")).unwrap();
    game.place(&setup("rg6 hd6 eh2 eg1")).unwrap();
    let outcome = game.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Color::Silver, EndReason::Immobilization));
    assert!(matches!(game.phase(), Phase::Over(_)));
}

#[test]
fn handicaps_leave_pieces_out() {
    let mut game = Game::with_variant(Variant::HANDICAP);
    let fault = |text: &str| {
        SetupKind::Handicap.check(&setup(text), Color::Gold, &Board::EMPTY).unwrap_err().to_string()
    };
    assert_eq!(fault("Ee2 Ma1"), "Gold needs at least one rabbit");
    assert_eq!(fault("Ra1 Ee3"), "Ee3: Gold sets up on its two home ranks only");
    assert_eq!(fault("Ra1 Ee2 Ed2"), "the setup has 2 E, an army has 1");
    game.place(&setup("Ra1 Rb1 Ee2 Hb2")).unwrap();
    game.place(&NamedSetup::Network.setup(Color::Silver)).unwrap();
    assert_eq!(game.phase(), Phase::Play(Color::Gold));
    assert_eq!(game.board().color(Color::Gold).count(), 4);
}

#[test]
fn variants_have_names() {
    for variant in Variant::ALL {
        assert_eq!(Variant::from_name(variant.name), Some(variant));
    }
    assert_eq!(Variant::default(), Variant::STANDARD);
}
