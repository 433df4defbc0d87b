use crate::support::{OPENING, TextFile, column, fails, output, run, shared};

#[test]
fn steps_to_goal_with_a_turn() {
    for (position, expected) in [
        ("g [r r        R                                                    ]", "goal 1\tRd7n\n"),
        ("s [        r                                                      R]", "goal no\n"),
        ("s [                                               C  r            R]", "goal 1\trc2s\n"),
        (OPENING, "goal no\n"),
    ] {
        assert_eq!(output(&["goal", position]), expected, "{position}");
    }
}

/// Finished positions: a rabbit on its goal already, a side without rabbits, a side without a step.
#[test]
fn a_finished_position_answers_no() {
    for position in [
        "g [R          R                                          r         ]",
        "g [  e                          E                             R    ]",
        "g [rc      RCc      c                                             e]",
    ] {
        let ran = run(&["goal", position]);
        assert_eq!((ran.code, ran.out.as_str()), (0, "goal no\n"), "{position}");
    }
}

#[test]
fn files_are_computed_line_by_line() {
    let file = TextFile::new(
        "positions.tsv",
        "1\tg\t[r r        R                                                    ]\n2\tg\t[rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]\n",
    );
    assert_eq!(output(&["goal", "--file", file.name()]), "1\t1\n2\tno\n");
}

#[test]
fn bad_input_is_named() {
    fails(&["goal", "g [rrr]"], 1, &["a board has 64 characters"]);
    fails(&["goal"], 2, &["<POSITION>"]);
}

#[test]
fn all_known_positions_agree() {
    for name in ["goal_positions.tsv", "turn_counts.tsv"] {
        let Some((path, table)) = shared(name) else { return };
        let ran = output(&["goal", "--file", path.to_str().expect("a path of text")]);
        let found: Vec<_> = ran.lines().filter_map(|line| line.split_once('\t')).collect();
        assert_eq!(found, column(&table, "goal_steps"), "{name}");
    }
}
