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

#[test]
fn bad_input_is_named() {
    let position = "g [       e       r                   Ec                   R       ]";
    fails(&["explain", position, "Ra1n Zz9q"], 1, &["the steps, column 6", "Zz9q"]);
    fails(&["explain", position, "Ra1n Rb2"], 1, &["the steps, column 6", "Rb2"]);
    fails(&["explain", position, "Ra1n qpss"], 1, &["qpss"]);
    fails(&["explain", "g [rrr]", "Ra1n"], 1, &["a board has 64 characters"]);
    fails(&["explain", position], 2, &["<STEPS>"]);
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
