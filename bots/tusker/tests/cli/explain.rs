use crate::support::{fails, output, run, shared};

/// What `explain` should say: the board after it, the end of the game, and the turn in canonical form.
struct Legal {
    position: &'static str,
    steps: &'static str,
    board: &'static str,
    end: &'static str,
    canonical: &'static str,
}

/// Cases from public bug reports, beside some of our own.
const LEGAL: [Legal; 7] = [
    // Both last rabbits fall in one turn: the mover wins.
    Legal {
        position: "g [                                     r    RD                   e]",
        steps: "Dd3n Rc3x Dd4e rf4s rf3x De4e",
        board: "[                                     D                         e]",
        end: "elim:g",
        canonical: "Dd3n Rc3x Dd4e rf4s rf3x De4e",
    },
    // The enemy rabbit is left on its goal.
    Legal {
        position: "g [         R    e                                    Er           ]",
        steps: "re2s Ed2e",
        board: "[         R    e                                     E       r   ]",
        end: "goal:s",
        canonical: "re2s Ed2e",
    },
    // It is there in the middle of the turn only.
    Legal {
        position: "g [         R    e                                    Er           ]",
        steps: "re2s Ed2e Ee2n re1n",
        board: "[         R    e                             E       r           ]",
        end: "none",
        canonical: "re2s Ed2e Ee2n re1n",
    },
    // Two pulls that look like a push and a pull with one step.
    Legal {
        position: "g [                   H       r       E       r            R       ]",
        steps: "Hd6n rd5n Ed4n rd3n",
        board: "[           H       r       E       r                    R       ]",
        end: "immo:g",
        canonical: "Hd6n rd5n Ed4n rd3n",
    },
    // The capture is not written; it is added.
    Legal {
        position: "g [r      e                                 r       H      R       ]",
        steps: "rb3e Hb2n",
        board: "[r      e                                 H              R       ]",
        end: "none",
        canonical: "rb3e rc3x Hb2n",
    },
    // The puller dies on the trap, the pull is finished all the same.
    Legal {
        position: "g [r      e                  r       D                     R       ]",
        steps: "Dc4s Dc3x rc5s",
        board: "[r      e                          r                     R       ]",
        end: "none",
        canonical: "Dc4s Dc3x rc5s",
    },
    // Goal counts also if the mover goes on.
    Legal {
        position: "g [       eR                 r       D                             ]",
        steps: "Ra7n Dc4s Dc3x rc5s",
        board: "[R      e                          r                             ]",
        end: "goal:g",
        canonical: "Ra7n Dc4s Dc3x rc5s",
    },
];

#[test]
fn legal_turns_are_four_lines() {
    for Legal { position, steps, board, end, canonical } in LEGAL {
        let ran = run(&["explain", position, steps]);
        let expected = format!("legal\nboard {board}\nend {end}\ncanonical {canonical}\n");
        assert_eq!((ran.code, ran.out), (0, expected), "{position} {steps}");
    }
}

#[test]
fn illegal_turns_are_one_line() {
    for (position, steps, expected) in [
        (
            "s [       r   me      E                                           R]",
            "ee7s ee6s ee5s md7e",
            "illegal: step 4: d7 is frozen by the elephant on d6",
        ),
        (
            "g [        r      e                                CC     E       R]",
            "Ca2n Cb2w Ca3e Cb3s",
            "illegal: step 4: the turn ends on the board it began with",
        ),
        (
            "g [       e       r                   Ec                   R       ]",
            "Ra1n Ra2n ce4n",
            "illegal: step 3: the push of the cat from e4 must be finished by a stronger piece moving to e4",
        ),
        (
            "g [       e       r                   Ec                   R       ]",
            "Ra1n Ra2n Ra3n ce4n",
            "illegal: step 4: no push can start on the last step",
        ),
        (
            "g [       e       r                   Ec                   R       ]",
            "",
            "illegal: step 1: a turn has at least one step",
        ),
        (
            "g [       e       r                   Ec                   R       ]",
            "Ra1n Ra2n Ra3n Ra4n Ra5n",
            "illegal: step 5: the turn has no step left",
        ),
        (
            "g [       e       r                   Ec                   R       ]",
            "Rb1n",
            "illegal: step 1: there is no piece on b1",
        ),
    ] {
        assert_eq!(output(&["explain", position, steps]), format!("{expected}\n"), "{position} {steps}");
    }
}

#[test]
fn oddities_are_warnings() {
    let ran = run(&[
        "explain",
        "g [r      e                                 r       H      R       ]",
        "Rb3e hb2n",
    ]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.ends_with("canonical rb3e rc3x Hb2n\n"), "{}", ran.out);
    assert!(ran.err.contains("the steps, column 1: 'Rb3e' should be written 'rb3e'"), "{}", ran.err);
    // The game was over before the turn; its steps are judged all the same.
    let ran =
        run(&["explain", "g [  e                          E                             R    ]", "Ef5n"]);
    assert!(ran.out.starts_with("legal\n") && ran.err.contains("Gold wins by elimination"), "{ran:?}");
}

/// Field-case C22: the position after the setup is the first occurrence.
#[test]
fn a_move_list_brings_its_repetitions() {
    let list = "1g Da2 Cb2 Dc2 Hd2 Re2 Hf2 Eg2 Mh2 Ca1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1\n\
                1s da8 cb8 rc8 hd8 re8 rf8 cg8 dh8 ra7 rb7 mc7 hd7 re7 rf7 rg7 eh7\n\
                2g Eg2n\n2s eh7s\n3g Eg3s\n3s eh6n\n4g Eg2n\n4s eh7s\n5g Eg3s";
    let found = output(&["explain", list, "eh6n"]);
    assert_eq!(found, "illegal: step 1: this board with Gold to move would occur for the third time\n");
    let other = output(&["explain", list, "eh6w"]);
    assert!(other.starts_with("legal\n"), "{other}");
}

/// What was legal, captured and repeated, and what ended it, in every form of the same game.
#[test]
fn a_whole_game_is_explained() {
    let list = "1g Ra1 Ee2 Rb6\n1s rh8 ed5 ch7 rc4\n2g Ee2n\n2s rc4s rc3x\n3g Ee3s\n3s ed5n\n4g Ee2n\n4s ed6s\n\
                5g Ee3s\n5s ed5n\n6g Rb6n Rb7n\n";
    let text = run(&["explain", list]).out;
    for line in [
        "1g     Ra1 Ee2 Rb6  (setup)",
        "2s     rc4s rc3x  (legal, 1 step; captured: Silver rabbit on c3)",
        "5s     ed5n  (legal, 1 step; occurs for the second time)",
        "6g     Rb6n Rb7n  (legal, 2 steps)",
        "9 legal turns, 0 that are not",
        "end: Gold wins by goal: item 1 of 6, Gold ended its turn with a rabbit on its goal",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
    for form in ["match", "lightvector", "ap-legacy", "ap", "archive"] {
        let converted = crate::support::run_with_input(&["convert", "--to", form], list);
        let again = crate::support::run_with_input(&["explain", "-"], &converted.out);
        assert!(again.out.contains("item 1 of 6"), "{form}: {again:?}");
    }
}

#[test]
fn illegal_turns_of_a_record_are_named() {
    let list = "1g Ra1 Ee2\n1s ra8 ee7\n2g Ee2n Ee3n Ee4n Ee5n Ee6n\n2s ee7s\n3g Ra1n\n";
    let ran = run(&["explain", list]);
    assert!(ran.out.contains("line 3") && ran.out.contains("1 that are not"), "{ran:?}");
}

/// Each item of the official order, on boards from public cases.
#[test]
fn a_position_is_explained() {
    for (board, words) in [
        (
            "g [       e                                 r       H      R       ]",
            "Gold can win by elimination in 2",
        ),
        ("g [  e                          E                             R    ]", "item 4 of 6"),
        ("g [r      e                                 r       H      R       ]", "capture what stands on b3"),
    ] {
        let text = output(&["explain", board]);
        assert!(text.contains(words), "{words}: {text}");
    }
}

#[test]
fn bad_input_is_named() {
    let position = "g [       e       r                   Ec                   R       ]";
    fails(&["explain", position, "Ra1n Zz9q"], 1, &["the steps, column 6", "Zz9q"]);
    fails(&["explain", position, "Ra1n Rb2"], 1, &["the steps, column 6", "Rb2"]);
    fails(&["explain", position, "Ra1n qpss"], 1, &["qpss"]);
    fails(&["explain", "g [rrr]", "Ra1n"], 1, &["a board has 64 characters"]);
    fails(&["explain"], 2, &["<POSITION>"]);
    fails(&["explain", "nowhere.txt"], 1, &["there is no file 'nowhere.txt'"]);
}

#[test]
fn all_known_cases_agree() {
    let Some((_, cases)) = shared("move_cases.jsonl") else { return };
    let mut count = 0;
    for line in cases.lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let text = |name: &str| case[name].as_str().expect("text");
        let ran = run(&["explain", text("pos"), text("move")]);
        assert_eq!(ran.code, 0, "{case}");
        if case["legal"] == true {
            let end = case["end"].as_str().unwrap_or("none");
            let expected =
                format!("legal\nboard {}\nend {end}\ncanonical {}\n", text("result"), text("canonical"));
            assert_eq!(ran.out, expected, "{case}");
        } else {
            assert!(
                ran.out.starts_with("illegal: step ") && ran.out.lines().count() == 1,
                "{case}: {}",
                ran.out
            );
        }
        count += 1;
    }
    assert_eq!(count, 32);
}
