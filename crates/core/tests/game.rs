//! Games: repetition, limits, takebacks, results.

mod common;

use common::{Lenient, Random, placed, position, steps};
use std::collections::HashMap;
use tusker_core::{
    Color, EndReason, Game, GameError, IllegalStep, IllegalTurn, NamedSetup, Outcome, Phase, Placement,
    Setup, TurnGenerator, Variant, outcome_after_turn,
};

fn setup(text: &str) -> Setup {
    text.split(' ').map(|token| Placement::parse(token).expect(token)).collect()
}

fn play(game: &mut Game, turn: &str) -> Option<Outcome> {
    game.play_steps(&steps(turn)).unwrap_or_else(|error| panic!("{turn}: {error}"))
}

fn won(winner: Color, reason: EndReason) -> Outcome {
    Outcome { winner, reason }
}

/// C22: the position after Silver's setup is the first occurrence, the second `eh6n` would make the third.
#[test]
fn c22_third_repetition_counts_the_start() {
    let mut game = Game::new();
    game.place(&setup("Da2 Cb2 Dc2 Hd2 Re2 Hf2 Eg2 Mh2 Ca1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1")).unwrap();
    game.place(&setup("da8 cb8 rc8 hd8 re8 rf8 cg8 dh8 ra7 rb7 mc7 hd7 re7 rf7 rg7 eh7")).unwrap();
    let start = *game.position().unwrap();
    assert_eq!(game.occurrences(start.repetition_key()), 1);
    for turn in ["Eg2n", "eh7s", "Eg3s", "eh6n"] {
        assert_eq!(play(&mut game, turn), None);
    }
    assert_eq!(game.occurrences(start.repetition_key()), 2);
    for turn in ["Eg2n", "eh7s", "Eg3s"] {
        assert_eq!(play(&mut game, turn), None);
    }
    assert_eq!(game.turn_number(), 5);
    let reason = IllegalStep::ThirdRepetition { to_move: Color::Gold };
    let error = game.play_steps(&steps("eh6n")).unwrap_err();
    assert_eq!(error, GameError::Turn(IllegalTurn { step: 1, reason }));
    assert_eq!(error.to_string(), "step 1: this board with Gold to move would occur for the third time");
    // The refused turn left no trace, another one is fine.
    assert_eq!(game.turns().len(), 7);
    assert_eq!(play(&mut game, "eh6w"), None);
}

/// The same board with the other side to move is another position.
#[test]
fn c22_the_side_to_move_counts() {
    let mut game = Game::from_position(placed(Color::Gold, "Ee4 Ra1 eh7 rh8"));
    for turn in ["Ee4n", "eh7s", "Ee5s", "eh6n"] {
        play(&mut game, turn);
    }
    let start = *game.start().unwrap();
    assert_eq!(game.occurrences(start.repetition_key()), 2);
    let other = placed(Color::Silver, "Ee4 Ra1 eh7 rh8");
    assert_eq!(game.occurrences(other.repetition_key()), 0);
}

/// C23: Silver's cat can only go to and fro between a8 and b8 (cats do not push cats), and its rabbit is frozen.
#[test]
fn c23_only_third_repetitions_left() {
    let start = placed(Color::Gold, "Ee1 Ra1 Ca7 Cb7 Cc8 Dg8 Dh7 ca8 rh8");
    let mut game = Game::from_position(start);
    for turn in ["Ee1n", "ca8e", "Ee2s", "cb8w", "Ee1n", "ca8e"] {
        assert_eq!(play(&mut game, turn), None, "{turn}");
    }
    assert_eq!(play(&mut game, "Ee2s"), Some(won(Color::Gold, EndReason::Repetition)));
    // The slow way to say it: every distinct turn of Silver ends on a position that occurred twice.
    let turns = TurnGenerator::new().list(game.position().unwrap());
    assert_eq!(turns.len(), 1);
    assert!(turns.iter().all(|found| game.occurrences(found.position.repetition_key()) == 2));
    // Another turn of Gold lets Silver move.
    assert!(game.takeback());
    assert_eq!(play(&mut game, "Ee2w"), None);
    assert_eq!(play(&mut game, "cb8w"), None);
}

/// C24: 16:16, 15:15, 14:14, 14:13, 13:13 pieces after the turns of the thread.
#[test]
fn c24_who_wins_at_the_limit() {
    let start = position("g [rrrr rrrh  cr  h   mDC     cRM   eD  d          H  Ed  HRRRRCRRR]");
    let mut game = Game::from_position(start).with_first_number(120);
    let turns = [
        ("df4s df3x Mf5s Mf4s Mf3x", Color::Silver),
        ("md6w mc6x De6w Cf6x", Color::Silver),
        ("de2n Ed2e de3e df3x Ee2n", Color::Gold),
        ("Dc4s Dc3x eb4e", Color::Gold),
    ];
    assert_eq!(game.limit_winner(), Color::Silver);
    for (turn, winner) in turns {
        assert_eq!(play(&mut game, turn), None);
        assert_eq!(game.limit_winner(), winner, "{turn}");
    }
    let counts: Vec<_> = game.piece_counts().collect();
    assert_eq!(counts, [[16, 16], [15, 15], [14, 14], [14, 13], [13, 13]]);
    assert_eq!(game.turn_number(), 122);
    let mut limited = Game::from_position(start).with_first_number(120).with_max_turns(121);
    for (turn, _) in &turns[..3] {
        assert_eq!(play(&mut limited, turn), None);
    }
    assert_eq!(play(&mut limited, turns[3].0), Some(won(Color::Gold, EndReason::Limit)));
}

/// C25: `3t` without captures: over after Silver's third turn, setups included, and Silver wins.
#[test]
fn c25_turn_limit_at_even_material() {
    let mut game = Game::new().with_max_turns(3);
    for color in Color::ALL {
        game.place(&NamedSetup::RabbitsBehind.setup(color)).unwrap();
    }
    for turn in ["Ee2n", "ee7s", "Ee3n"] {
        assert_eq!(play(&mut game, turn), None);
    }
    assert_eq!(play(&mut game, "ee6s"), Some(won(Color::Silver, EndReason::Limit)));
    assert!(matches!(game.play_steps(&steps("Ee4n")), Err(GameError::Over(_))));
    let mut timed = Game::new();
    timed.end_at_limit();
    assert_eq!(timed.outcome(), Some(won(Color::Silver, EndReason::Limit)));
}

/// A goal at the last turn of the limit is a goal.
#[test]
fn rules_come_before_limits() {
    let mut game = Game::from_position(placed(Color::Silver, "Ra1 ra2 eh8 Eg1 rb2")).with_max_turns(1);
    assert_eq!(play(&mut game, "rb2s"), Some(won(Color::Silver, EndReason::Goal)));
}

/// C21 d: over right after the setup; C28: short and far-off setups are accepted in lenient mode.
#[test]
fn c21_c28_lenient_setups_may_end_the_game_at_once() {
    let mut game = Game::new();
    assert!(game.place(&setup("Rd4 Eh1")).is_err());
    assert_eq!(game.phase(), Phase::Setup(Color::Gold));
    game.place_lenient(&setup("Rd4 Eh1")).unwrap();
    let warnings = game.place_lenient(&setup("rg6 hd5 eg1 eh2")).unwrap();
    assert!(!warnings.is_empty());
    assert_eq!(game.outcome(), Some(won(Color::Silver, EndReason::Immobilization)));
    assert!(game.takeback());
    assert_eq!(game.phase(), Phase::Setup(Color::Silver));
}

#[test]
fn phases_and_their_errors() {
    let mut game = Game::new();
    assert_eq!(game.play_steps(&steps("Ee2n")), Err(GameError::InSetup(Color::Gold)));
    game.place(&NamedSetup::NinetyNineOfNine.setup(Color::Gold)).unwrap();
    assert!(matches!(game.place(&NamedSetup::Network.setup(Color::Gold)), Err(GameError::Setup(_))));
    game.place(&NamedSetup::Network.setup(Color::Silver)).unwrap();
    assert_eq!(game.place(&NamedSetup::Network.setup(Color::Gold)), Err(GameError::NotInSetup(Color::Gold)));
    let nothing = game.play_steps(&[]).unwrap_err();
    assert_eq!(nothing.to_string(), "step 1: a turn has at least one step");
    game.end(Outcome { winner: Color::Silver, reason: EndReason::Resignation });
    game.end(Outcome { winner: Color::Gold, reason: EndReason::Time });
    let error = game.play_steps(&steps("Ee2n")).unwrap_err();
    assert_eq!(error.to_string(), "the game is over: Silver wins by resignation");
}

#[test]
fn the_first_turn_may_be_short_by_variant() {
    let variant = Variant { name: "two steps first", first_turn_steps: 2, ..Variant::STANDARD };
    let mut game = Game::with_variant(variant);
    for color in Color::ALL {
        game.place(&NamedSetup::NinetyNineOfNine.setup(color)).unwrap();
    }
    assert!(game.play_steps(&steps("Ee2n Ee3n Ee4n")).is_err());
    play(&mut game, "Ee2n Ee3n");
    play(&mut game, "ee7s ee6s rh7s rh6s");
    assert_eq!(game.position().unwrap().steps_left(), 4);
}

/// Random games, played and taken back: a twin with plain lists agrees on occurrences, and everything is restored.
#[test]
fn takeback_restores_everything() {
    let mut random = Random::new(99);
    let mut generator = TurnGenerator::new();
    for _ in 0..40 {
        let mut game = Game::from_position(random.position(6, Lenient::No));
        let start = *game.start().unwrap();
        let mut boards = vec![(start.board().to_string(), start.side())];
        for _ in 0..60 {
            if game.outcome().is_some() {
                break;
            }
            let turns = generator.list(game.position().unwrap());
            // Short turns make repetitions.
            let short: Vec<_> = turns.iter().filter(|found| found.turn.steps_taken() == 1).collect();
            let found = if short.is_empty() { random.pick(&turns) } else { *random.pick(&short) };
            let after = (found.position.board().to_string(), found.position.side());
            let third = boards.iter().filter(|earlier| **earlier == after).count() >= 2;
            assert_eq!(game.play(&found.turn).is_err(), third);
            if !third {
                boards.push(after);
                check_outcome(&game, &mut generator);
            }
        }
        check_occurrences(&game, &boards);
        while game.takeback() {
            boards.pop();
            check_occurrences(&game, &boards);
            assert_eq!(game.outcome(), None);
        }
        assert_eq!(*game.position().unwrap(), start);
    }
}

/// The slow way to judge: the first five items on the board, the sixth by asking for every turn.
fn check_outcome(game: &Game, generator: &mut TurnGenerator) {
    let position = game.position().unwrap();
    let turns = generator.list(position);
    let stuck = !turns.is_empty() && turns.iter().all(|found| game.would_repeat(&found.position));
    let by_repetition = stuck.then(|| won(!position.side(), EndReason::Repetition));
    assert_eq!(game.outcome(), outcome_after_turn(position.board(), !position.side()).or(by_repetition));
}

fn check_occurrences(game: &Game, boards: &[(String, Color)]) {
    let mut counts = HashMap::new();
    for board in boards {
        *counts.entry(board.clone()).or_insert(0) += 1;
    }
    let positions: Vec<_> = game.positions().collect();
    assert_eq!(positions.len(), boards.len());
    for (position, board) in positions.iter().zip(boards) {
        assert_eq!(game.occurrences(position.repetition_key()), counts[board]);
    }
}
