use crate::support::{ENDING, OPENING, TextFile, column, fails, output, run, run_with_input, shared};

/// Values of the design and of field-case C49.
#[test]
fn known_counts() {
    for (position, expected) in [
        (OPENING, "first 8 unique 3353 paths 23754\n"),
        (ENDING, "first 14 unique 1661 paths 18849\n"),
        (
            "g [ r rr r m h  e c r rr r h d  c dE H    M R RRHR D C  C D R RR R ]",
            "first 46 unique 88040 paths 1704737\n",
        ),
    ] {
        assert_eq!(output(&["perft", position]), expected, "{position}");
    }
}

#[test]
fn turns_are_nested() {
    let one = output(&["perft", "s [                        r                          R    C       ]"]);
    assert_eq!(one, "first 2 unique 13 paths 50\n");
    let two = output(&[
        "perft",
        "--turns",
        "2",
        "s [                        r                          R    C       ]",
    ]);
    // The sums over the 13 ends of the first turn; the unit test of nested counts has the slow way.
    assert_eq!(two, "first 61 unique 1200 paths 10383\n");
}

#[test]
fn other_forms_of_positions_are_read() {
    let diagram = "12g\n8|    e   |\n7|r       |\n6|        |\n5|        |\n4|        |\n3|        |\n2|  HdR   |\n1| C      |";
    assert!(output(&["perft", diagram]).starts_with("first "));
    let list = "1g Ra1 Rb1 Ee2\n1s ra8 ee7\n2g Ee2n\n2s";
    let ran = run(&["perft", list]);
    assert_eq!(ran.code, 0);
    assert!(ran.out.starts_with("first "), "{}", ran.out);
    assert!(ran.err.contains("tusker: warn: line 1"), "the setup is not whole: {}", ran.err);
}

#[test]
fn files_are_computed_line_by_line() {
    let [opening, ending] = [OPENING, ENDING].map(|position| &position[3..67]);
    let text = format!(
        "id\tside\tboard\tanything\n\
         first\tg\t[{opening}]\tx\ty\n\
         \n\
         second one\tw\t{ending}\n\
         third\ts\t\"{}\"\r\n",
        opening.replace(' ', "."),
    );
    let file = TextFile::new("positions.tsv", &text);
    let expected = "first\t8\t3353\t23754\nsecond one\t14\t1661\t18849\nthird\t8\t3353\t23754\n";
    assert_eq!(output(&["perft", "--file", file.name()]), expected);
    let piped = run_with_input(&["perft", "--file", "-"], &text);
    assert_eq!((piped.code, piped.out.as_str()), (0, expected));
}

#[test]
fn a_bad_line_does_not_hide_the_others() {
    let ending = &ENDING[3..67];
    let text = format!(
        "a\tg\t[{ending}]\nb\tx\t[{ending}]\nc\tg\t[{}]\nd\n\ne\tg\t{ending}\n",
        ending.replace('C', "Z")
    );
    let file = TextFile::new("positions.tsv", &text);
    let ran = run(&["perft", "--file", file.name()]);
    assert_eq!(ran.code, 1);
    assert_eq!(ran.out, "a\t14\t1661\t18849\ne\t14\t1661\t18849\n");
    for (line, problem) in [
        (2, "column 3: expected the side to move, g or s, found 'x'"),
        (3, "column 59: 'Z' for"),
        (4, "expected at least 3 columns parted by tabs (id, side, board), found 1"),
    ] {
        let expected = format!("positions.tsv, line {line}: {problem}");
        assert!(ran.err.contains(&expected), "{expected} in {}", ran.err);
    }
    assert!(ran.err.contains("3 of 5 lines could not be read"), "{}", ran.err);
}

#[test]
fn bad_input_is_named() {
    fails(&["perft", "g [rrr]"], 1, &["column 4", "a board has 64 characters", "3"]);
    fails(&["perft", "x [rrr]"], 1, &["x [rrr]", "no AEI board"]);
    fails(&["perft", &OPENING.replace('M', "Q")], 1, &["'Q' for d2"]);
    fails(&["perft", "1g Ra1 Ee2"], 1, &["setup"]);
    fails(&["perft"], 2, &["<POSITION>"]);
    fails(&["perft", OPENING, "--file", "F"], 2, &["--file"]);
    fails(&["perft", OPENING, "--turns", "0"], 2, &["--turns", "0"]);
    fails(&["perft", "--file", "no/such/file"], 1, &["no/such/file"]);
    let empty = TextFile::new("empty.tsv", "id\tside\tboard\n");
    fails(&["perft", "--file", empty.name()], 1, &["empty.tsv", "no positions"]);
    let binary = TextFile::new("binary.tsv", "");
    std::fs::write(binary.name(), [b'a', 0xFF, 0xFE]).expect("the file is written");
    fails(&["perft", "--file", binary.name()], 1, &["binary.tsv", "byte 1"]);
}

#[test]
fn all_known_positions_agree() {
    let Some((path, table)) = shared("turn_counts.tsv") else { return };
    let ran = output(&["perft", "--file", path.to_str().expect("a path of text")]);
    let counted: Vec<Vec<&str>> = ran.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(counted.len(), 626);
    for (index, name) in [(1, "first_steps"), (2, "unique_turns")] {
        let found: Vec<_> = counted.iter().map(|columns| (columns[0], columns[index])).collect();
        assert_eq!(found, column(&table, name), "{name}");
    }
}
