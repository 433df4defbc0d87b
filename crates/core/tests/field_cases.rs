//! Public rule questions and bug reports as tests; the numbers are those of the project's list of field cases.

mod common;

use common::{OPENING, placed, position, steps};
use tusker_core::{
    Board, Color, EndReason, IllegalStep, Outcome, Position, TurnGenerator, count_first_steps, has_turn,
    outcome_after_turn, read_turn,
};

/// What becomes of a turn: `end` as in `goal:g`, or `none`.
fn legal(start: &str, turn: &str, end: &str, result: &str) {
    let start = position(start);
    let (read, after) = read_turn(&start, &steps(turn)).unwrap_or_else(|error| panic!("{turn}: {error}"));
    assert_eq!(format!("[{}]", after.board()), result);
    let outcome = outcome_after_turn(after.board(), start.side());
    let found = outcome.map_or("none".to_owned(), |Outcome { winner, reason }| {
        format!("{}:{}", reason.short_name(), winner.letter())
    });
    assert_eq!(found, end);
    assert_eq!(after.outcome(), outcome);
    // The edges say the same as the steps, and the list of turns knows the board.
    assert_eq!(read.steps().collect::<Vec<_>>(), steps(turn));
    let turns = TurnGenerator::new().list(&start);
    assert!(turns.iter().any(|found| found.position == after));
}

/// The first illegal step, counted from 1, and why.
fn illegal(start: &str, turn: &str, step: usize, why: &str) {
    let error = read_turn(&position(start), &steps(turn)).expect_err(turn);
    assert_eq!((error.step, error.reason.to_string().as_str()), (step, why), "{turn}");
}

macro_rules! cases {
    ($($name:ident: $check:ident($($argument:expr),+);)+) => {
        $(#[test] fn $name() { $check($($argument),+); })+
    };
}

cases! {
    r01_both_last_rabbits_fall_and_the_mover_wins: legal(
        "g [                                          RDr                  e]",
        "re3e rf3x Dd3e Rc3x",
        "elim:g",
        "[                                            D                  e]"
    );
    r02_both_last_rabbits_fall_own_first: legal(
        "g [                                     r    RD                   e]",
        "Dd3n Rc3x Dd4e rf4s rf3x De4e",
        "elim:g",
        "[                                     D                         e]"
    );
    r03_enemy_rabbit_on_its_goal_only_inside_the_turn: legal(
        "g [         R    e                                    Er           ]",
        "re2s Ed2e Ee2n re1n",
        "none",
        "[         R    e                             E       r           ]"
    );
    r04_enemy_rabbit_left_on_its_goal: legal(
        "g [         R    e                                    Er           ]",
        "re2s Ed2e",
        "goal:s",
        "[         R    e                                     E       r   ]"
    );
    r05_both_rabbits_on_goal: legal(
        "g [           R                                       rE           ]",
        "Rd7n rd2s Ee2w",
        "goal:g",
        "[   R                                               E       r    ]"
    );
    r06_swapping_like_pieces_is_a_pass: illegal(
        "g [        r      e                                CC     E       R]",
        "Ca2n Cb2w Ca3e Cb3s",
        4,
        "the turn ends on the board it began with"
    );
    r07_four_steps_to_and_fro: illegal(
        "g [rrrrrrrrdhccemhd                                DHCCEMHDRRRRRRRR]",
        "Da2n Hg2n Hg3s Da3s",
        4,
        "the turn ends on the board it began with"
    );
    r08_a_friend_unfreezes_the_camel: legal(
        "s [   d   r  cme      E                                           R]",
        "ee7s ee6s ee5s md7e",
        "none",
        "[   d   r  c m      E                e                          R]"
    );
    r09_the_camel_is_frozen_once_its_friend_left: illegal(
        "s [       r   me      E                                           R]",
        "ee7s ee6s ee5s md7e",
        4,
        "d7 is frozen by the elephant on d6"
    );
    r11_frozen_in_the_middle_of_a_walk: illegal(
        "g [       eh D     h       h C     hRC                    r       E]",
        "Rb4n Rb5n Rb6n Rb7n",
        3,
        "b6 is frozen by the horse on a6"
    );
    r13_a_rabbit_cannot_pull_a_rabbit: illegal(
        "s [                      rR                                        ]",
        "rg6s Rh6w",
        2,
        "the rabbit on h6 is not weaker than the rabbit that left g6 and cannot be pulled by it"
    );
    r14_a_capture_does_not_end_a_push: illegal(
        "s [  dchehm   c Rrrd  Rr  R r R DR r       H  D  H   CEMC   RRR    ]",
        "Rf7s ef8s Rd6w Rc6x rb5s",
        4,
        "the push of the rabbit from d6 must be finished by a stronger piece moving to d6"
    );
    r15_a_frozen_horse_cannot_finish_a_push: illegal(
        "s [  d     rerrhcrrHRmrr cRdRERRhRrR    M C         D   D H      C ]",
        "dc8w Rg5s hf5e",
        3,
        "the horse on f5 would push but is frozen by the camel on f4"
    );
    r16_the_cat_beside_it_can: legal(
        "s [  d     rerrhcrrHRmrr cRdRERRhRrR    M C         D   D H      C ]",
        "dc8w Rg5s cg6s",
        "none",
        "[ d      rerrhcrrHRmrr  RdRERRhcrR    MRC         D   D H      C ]"
    );
    r17_no_push_and_pull_with_one_step: illegal(
        "g [                           r       E       r            R       ]",
        "rd5n Ed4n rd3n",
        3,
        "the elephant has just pushed: the same step cannot pull the rabbit on d3"
    );
    r18_two_pulls_that_look_like_push_and_pull: legal(
        "g [                   H       r       E       r            R       ]",
        "Hd6n rd5n Ed4n rd3n",
        "immo:g",
        "[           H       r       E       r                    R       ]"
    );
    r19_an_equal_pusher_though_an_elephant_is_there: illegal(
        "g [ch     r     c r d d          m  Ee     r       R MC HDRR   D  C]",
        "Mc2w Eb4w ra3e Ra2n",
        4,
        "the rabbit on a2 is not stronger than the rabbit and cannot push it"
    );
    r20_the_elephant_may_finish_that_push: legal(
        "g [ch     r     c r d d          m  Ee     r       R MC HDRR   D  C]",
        "Mc2w Eb4w ra3e Ea4s",
        "none",
        "[ch     r     c r d d          m   e     Er      RM C HDRR   D  C]"
    );
    r23_no_pull_aside: illegal(
        "g [r      e            r       E                           R       ]",
        "Ee5s re6e rf6x Ra1n Ra2n",
        2,
        "the rabbit on e6 can be pulled to e5 only, and no stronger piece stands beside it to push it"
    );
    r24_the_pushed_piece_falls_first: legal(
        "g [r      e                                 r       H      R       ]",
        "rb3e rc3x Hb2n",
        "none",
        "[r      e                                 H              R       ]"
    );
    r25_the_same_without_the_capture_token: legal(
        "g [r      e                                 r       H      R       ]",
        "rb3e Hb2n",
        "none",
        "[r      e                                 H              R       ]"
    );
    r28_an_enemy_rabbit_is_pushed_backward: legal(
        "s [r                          e       R                           E]",
        "Rd4s ed5s",
        "none",
        "[r                                  e       R                   E]"
    );
    r30_a_pull_that_could_be_a_push: legal(
        "g [       r                           EcH                  Re      ]",
        "Hf4n ce4e Ed4e Ee4n",
        "none",
        "[       r                    EH       c                  Re      ]"
    );
    r31_only_the_start_of_a_push: illegal(
        "g [       r                           EcH                  Re      ]",
        "Hf4n ce4n Hf5s",
        3,
        "the push of the cat from e4 must be finished by a stronger piece moving to e4"
    );
    r32_the_turn_ends_inside_a_push: illegal(
        "g [       e       r                   Ec                   R       ]",
        "Ra1n Ra2n ce4n",
        3,
        "the push of the cat from e4 must be finished by a stronger piece moving to e4"
    );
    r34_a_puller_that_falls_still_pulls: legal(
        "g [r      e                  r       D                     R       ]",
        "Dc4s Dc3x rc5s",
        "none",
        "[r      e                          r                     R       ]"
    );
    r36_own_supporter_leaves: legal(
        "g [r      e                                 RD             R       ]",
        "Rb3n Dc3x",
        "none",
        "[r      e                         R                      R       ]"
    );
    r37_goal_and_the_mover_goes_on: legal(
        "g [       eR                 r       D                             ]",
        "Ra7n Dc4s Dc3x rc5s",
        "goal:g",
        "[R      e                          r                             ]"
    );
    r40_back_to_the_start_and_on: legal(
        "g [e      r                            E                   R       ]",
        "Ee4n Ee5s Ra1n",
        "none",
        "[e      r                            E           R               ]"
    );
    r42_one_of_two_legal_turns: legal(
        "g [rrrr rrr  hreh   dcC d     cRm                                  ]",
        "Cd6e",
        "none",
        "[rrrr rrr  hreh   dc Cd     cRm                                  ]"
    );
    r46_the_limit_thread: legal(
        "g [rrrr rrrh  cr  h   mDC     cRM   eD  d          H  Ed  HRRRRCRRR]",
        "df4s df3x Mf5s Mf4s Mf3x",
        "none",
        "[rrrr rrrh  cr  h   mDC     cR    eD             H  Ed  HRRRRCRRR]"
    );
    r49_a_push_that_takes_the_last_rabbit: legal(
        "g [       e                                 r       H      R       ]",
        "rb3e rc3x Hb2n",
        "elim:g",
        "[       e                                 H              R       ]"
    );
}

#[test]
fn c01_to_c04_the_order_of_results() {
    let judge = |board: &str, mover| {
        let board: Board = board.parse().unwrap();
        outcome_after_turn(&board, mover).map(|outcome| (outcome.winner, outcome.reason))
    };
    let both_on_goal = "   R                                              E        r    ";
    assert_eq!(judge(both_on_goal, Color::Gold), Some((Color::Gold, EndReason::Goal)));
    assert_eq!(judge(both_on_goal, Color::Silver), Some((Color::Silver, EndReason::Goal)));
    let no_rabbits = "e                                                              E";
    assert_eq!(judge(no_rabbits, Color::Gold), Some((Color::Gold, EndReason::Elimination)));
    assert_eq!(judge(no_rabbits, Color::Silver), Some((Color::Silver, EndReason::Elimination)));
    // Goal comes before elimination: the enemy rabbit on its goal beats having taken all the others.
    let last_on_goal = "e                  E                                        r   ";
    assert_eq!(judge(last_on_goal, Color::Gold), Some((Color::Silver, EndReason::Goal)));
    // Elimination comes before immobilization.
    let no_rabbits_and_stuck = "cH                                                          R   ";
    assert_eq!(judge(no_rabbits_and_stuck, Color::Gold), Some((Color::Gold, EndReason::Elimination)));
}

#[test]
fn c08_weaker_pieces_never_freeze() {
    for pieces in ["Cd5 rc5 re5 rd6 rd4 Ra1 eh8", "Cd5 cd6 ra8 Ra1", "Ee4 ed4 re5 ra8 Ra1"] {
        assert!(placed(Color::Gold, pieces).board().frozen(Color::Gold).is_empty(), "{pieces}");
    }
}

#[test]
fn c13_only_the_elephant_may_finish_that_push() {
    let start = "g [ch     r     c r d d          m  Ee     r       R MC HDRR   D  C]";
    let (turn, _) = read_turn(&position(start), &steps("Mc2w Eb4w ra3e Ea4s")).unwrap();
    assert_eq!(turn.edges().len(), 3);
}

#[test]
fn c15_an_enemy_rabbit_is_pulled_backward() {
    legal(
        "g [r                          E       r                           R]",
        "Ed5n rd4n",
        "none",
        "[r                  E       r                                   R]",
    );
}

/// The step that is a pull's end and could start a push is generated once and read as a pull.
#[test]
fn c16_pull_end_and_push_start_at_once() {
    let start = position("g [       r                           EcH                  Re      ]");
    let (turn, _) = read_turn(&start, &steps("Hf4n ce4e")).unwrap();
    assert_eq!(turn.edges().len(), 1);
    let (turn, _) = read_turn(&start, &steps("Hf4n ce4e Ed4e")).unwrap();
    assert_eq!(turn.edges().len(), 2);
}

#[test]
fn c17_a_pusher_falls_after_the_push() {
    let start = placed(Color::Gold, "Ra1 Hd3 rc3 rb3 eh8");
    let (_, after) = read_turn(&start, &steps("rc3n Hd3w Hc3x")).unwrap();
    assert_eq!(after.board(), placed(Color::Silver, "Ra1 rc4 rb3 eh8").board());
}

#[test]
fn c18_no_push_on_the_fourth_step() {
    let start = "g [       e       r                   Ec                   R       ]";
    illegal(start, "Ra1n Ra2n Ra3n ce4n", 4, "no push can start on the last step");
    let (turn, _) = read_turn(&position(start), &steps("Ra1n Ra2n ce4n Ed4e")).unwrap();
    assert_eq!(turn.steps_taken(), 4);
}

#[test]
fn c20_exactly_two_legal_turns() {
    let start = position("g [rrrr rrr  hreh   dcC d     cRm                                  ]");
    assert_eq!(TurnGenerator::new().count(&start), 2);
}

#[test]
fn c21_immobilization() {
    let only_pushes = position("g [       r      dR            e                   r       Ec      ]");
    assert!(has_turn(only_pushes.board(), Color::Gold));
    assert_eq!(count_first_steps(&only_pushes), 4);
    for over in [
        "g [rc      RCc      c                                             e]",
        "g [r       Rr                                                     e]",
        "g [                      r    h       R                   e      eE]",
    ] {
        let outcome = position(over).outcome().expect(over);
        assert_eq!(outcome, Outcome { winner: Color::Silver, reason: EndReason::Immobilization }, "{over}");
        assert!(position(over).edges().is_empty());
    }
}

/// The first turn of the study ends with the rabbit on d4; short turns are turns.
#[test]
fn c26_short_turns_win() {
    let start = position("s [                        r                          R    C       ]");
    let (_, after) = read_turn(&start, &steps("ra5e rb5s rb4e rc4e")).unwrap();
    assert_eq!(after.board().to_string(), "                                   r               R    C       ");
    let two_steps = position("s [                                   r               R        C   ]");
    assert!(read_turn(&two_steps, &steps("rd4w rc4w")).is_ok());
}

#[test]
fn c27_old_studies_are_over() {
    for side in ["g", "s"] {
        let text = format!("{side} [  e                          E                             R    ]");
        let outcome = position(&text).outcome().unwrap();
        assert_eq!(outcome, Outcome { winner: Color::Gold, reason: EndReason::Elimination });
    }
}

#[test]
fn c32_unsupported_trap_piece_falls_with_the_first_step_anywhere() {
    let given = position("g [                   r       e       R      E                     ]");
    assert_eq!(given.board().unsupported_on_traps().count(), 1);
    let start = placed(Color::Gold, "rd6 ed5 Rh1 Ec3");
    let (_, after) = read_turn(&start, &steps("Rh1n")).unwrap();
    assert_eq!(after.board(), placed(Color::Silver, "rd6 ed5 Rh2").board());
    // A friend that comes with the first step saves it, and so does its own step.
    let start = placed(Color::Gold, "rh6 eh5 Dd4 Ra1 Ec3");
    for turn in ["Dd4s", "Ec3n"] {
        let (_, after) = read_turn(&start, &steps(turn)).unwrap();
        assert_eq!(after.board().color(Color::Gold).count(), 3, "{turn}");
    }
}

#[test]
fn c43_half_a_push_is_no_win() {
    let start = position("g [       e                                 r       H      R       ]");
    let error = read_turn(&start, &steps("rb3e rc3x")).unwrap_err();
    assert!(matches!(error.reason, IllegalStep::PushUnfinished { .. }));
}

#[test]
fn c47_two_turns_of_830_win() {
    let start = position("s [       r     Ee r                                R       d      ]");
    let mut wins = Vec::new();
    let mut turns = 0;
    TurnGenerator::new().for_each(&start, |found| {
        turns += 1;
        let outcome = outcome_after_turn(found.board(), Color::Silver);
        if outcome.is_some_and(|outcome| outcome.winner == Color::Silver) {
            wins.push(found.board().to_string());
        }
        true
    });
    assert_eq!(turns, 830);
    let boards = ["Rb2e db1n Rc2n Rc3x db2e", "Rb2n db1n Rb3e Rc3x db2n"]
        .map(|turn| read_turn(&start, &steps(turn)).unwrap().1.board().to_string());
    assert_eq!(wins.len(), 2);
    assert!(boards.iter().all(|board| wins.contains(board)));
}

#[test]
fn c49_counts_of_distinct_turns() {
    let mut generator = TurnGenerator::new();
    let middlegame = "[ r rr r m h  e c r rr r h d  c dE H    M R RRHR D C  C D R RR R ]";
    let pushes = "[r   e                              ErH                  R       ]";
    let opening = OPENING.strip_prefix("g ").unwrap();
    for (side, board, count) in [
        ('g', opening, 3353),
        ('s', opening, 3353),
        ('g', middlegame, 88_040),
        ('s', middlegame, 68_891),
        ('g', pushes, 856),
    ] {
        let start: Position = position(&format!("{side} {board}"));
        assert_eq!(generator.count(&start), count, "{start:?}");
    }
}
