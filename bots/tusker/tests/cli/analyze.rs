use crate::support::{OPENING, Ran, TextFile, fails, output, run, run_with_input, shared};

const LIST: &str = "1g Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2\n\
                    1s ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7\n\
                    2g Ee2n Ee3n Ee4n Ee5n\n\
                    2s ed7s ed6s ed5s ed4s\n\
                    3g";

fn best_of(text: &str) -> &str {
    text.lines()
        .find_map(|line| line.strip_prefix("best: "))
        .unwrap_or_else(|| panic!("no best turn in {text}"))
}

fn header_of(ran: &Ran) -> &str {
    ran.out.lines().next().unwrap_or_default()
}

/// Field-case C26: the only winning first turn ends with the rabbit on d4.
#[test]
fn a_win_in_four_turns_is_found() {
    let position = "s [                        r                          R    C       ]";
    let found = output(&["analyze", position, "--depth", "30", "--hash", "16"]);
    let (turn, verdict) = best_of(&found).split_once("  (").expect("a turn and its score");
    assert!(verdict.starts_with("win in 4"), "{found}");
    let explained = output(&["explain", position, turn]);
    let board = explained.lines().nth(1).expect("a board").trim_start_matches("board [");
    assert_eq!(board.find('r'), Some(8 * (8 - 4) + 3), "the rabbit is on d4: {explained}");
}

#[test]
fn a_win_at_once_is_found() {
    let found = output(&[
        "analyze",
        "g [r r        R                                                    ]",
        "--depth",
        "4",
    ]);
    let best = best_of(&found);
    assert!(best.starts_with("Rd7n") && best.ends_with("  (win in 1, depth 4)"), "{found}");
}

#[test]
fn every_form_is_read_from_everywhere() {
    let depth = ["--depth", "2", "--hash", "1"];
    let with = |first: &str| {
        [&["analyze", first], &depth[..]].concat().iter().map(|s| (*s).to_owned()).collect::<Vec<_>>()
    };
    let run_on = |first: &str, input: &str| {
        let args = with(first);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let ran = run_with_input(&args, input);
        assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{first}");
        best_of(&ran.out);
        ran
    };
    assert_eq!(header_of(&run_on(OPENING, "")), "1g");
    assert_eq!(header_of(&run_on("-", OPENING)), "1g");
    assert_eq!(header_of(&run_on(LIST, "")), "3g");
    let file = TextFile::new("game.txt", LIST);
    assert_eq!(header_of(&run_on(file.name(), "")), "3g");
    let diagram = "12s\n8|    e   |\n7|r       |\n6|        |\n5|        |\n4|        |\n3|        |\n2|  HdR   |\n1| C      |";
    assert_eq!(header_of(&run_on(diagram, "")), "12s");
    let archive = format!("id\tresult\tmovelist\n77\tw\t{}\n", LIST.replace('\n', "\\n"));
    assert_eq!(header_of(&run_on("-", &archive)), "3g");
}

#[test]
fn plies_and_games_are_chosen() {
    let archive = TextFile::new(
        "archive.tsv",
        &format!("id\tmovelist\n77\t{list}\n78\t{list}\n", list = LIST.replace('\n', "\\n")),
    );
    for (ply, header) in [("2", "2g"), ("3", "2s"), ("4", "3g"), ("2s", "2s"), ("3g", "3g")] {
        let ran =
            run(&["analyze", archive.name(), "--game", "78", "--ply", ply, "--depth", "1", "--hash", "1"]);
        assert_eq!((ran.code, header_of(&ran)), (0, header), "--ply {ply}: {}", ran.err);
    }
    let game = |game| run(&["analyze", archive.name(), "--game", game, "--depth", "1", "--hash", "1"]);
    assert_eq!(best_of(&game("1").out), best_of(&game("77").out));
    fails(&["analyze", archive.name()], 1, &["2 games", "--game"]);
    fails(&["analyze", archive.name(), "--game", "79"], 1, &["79", "2 games"]);
    fails(&["analyze", LIST, "--game", "1"], 1, &["--game", "move list"]);
    fails(&["analyze", LIST, "--ply", "5"], 1, &["--ply 5", "4 plies"]);
    fails(&["analyze", LIST, "--ply", "4g"], 1, &["--ply 4g", "3g is next"]);
    fails(&["analyze", LIST, "--ply", "1"], 1, &["setup"]);
    fails(&["analyze", LIST, "--ply", "x"], 2, &["--ply", "12g"]);
}

#[test]
fn several_turns_are_different_and_sorted() {
    let found = output(&["analyze", OPENING, "--depth", "3", "--hash", "4", "--multipv", "3"]);
    let best: Vec<&str> = found.lines().rev().take(3).collect();
    let turn = |line: &str| {
        line.split_once(": ").and_then(|(_, rest)| rest.split_once("  (")).map(|(t, _)| t.to_owned())
    };
    let score = |line: &str| {
        let (_, score) = line.split_once("  (").expect("a score");
        score.split(',').next().and_then(|s| s.parse::<f64>().ok()).expect("a number")
    };
    let turns: std::collections::HashSet<_> = best.iter().map(|line| turn(line)).collect();
    assert_eq!(turns.len(), 3, "{found}");
    assert!(best.windows(2).all(|pair| score(pair[0]) <= score(pair[1])), "{found}");
    // A position with two legal turns has no third.
    let found = output(&[
        "analyze",
        "g [rrrr rrr  hreh   dcC d     cRm                                  ]",
        "--multipv",
        "5",
        "--depth",
        "4",
    ]);
    assert_eq!(found.lines().filter(|line| line.starts_with("turn ")).count(), 3, "{found}");
}

#[test]
fn finished_positions_say_who_won_and_why() {
    for (position, expected) in [
        (
            "g [  e                          E                             R    ]",
            "The game is over: Gold wins by elimination, Silver has no rabbits.",
        ),
        (
            "s [R          e                                          r         ]",
            "The game is over: Gold wins by goal, a rabbit of Gold is on its goal rank.",
        ),
        (
            "g [rc      RCc      c                                             e]",
            "The game is over: Silver wins by immobilization, Gold has no legal step.",
        ),
    ] {
        let ran = run(&["analyze", position]);
        assert_eq!((ran.code, ran.out.lines().last()), (0, Some(expected)), "{position}");
    }
    let resigned = format!("{LIST} resign");
    let ran = run(&["analyze", &resigned, "--depth", "2", "--hash", "1"]);
    assert!(ran.out.contains("The game ended here: Silver wins by resignation."), "{ran:?}");
    best_of(&ran.out);
}

#[test]
fn limits_are_kept() {
    let began = std::time::Instant::now();
    output(&["analyze", OPENING, "--time", "0.3", "--hash", "4"]);
    assert!(began.elapsed() < std::time::Duration::from_secs(3));
    for eval in ["full", "harlog"] {
        best_of(&output(&[
            "analyze",
            OPENING,
            "--nodes",
            "500",
            "--eval",
            eval,
            "--hash",
            "1",
            "--threads",
            "2",
        ]));
    }
}

#[test]
fn bad_input_is_named() {
    fails(&["analyze", "no/such/file"], 1, &["no/such/file", "no AEI board"]);
    fails(&["analyze", "g [rrr]"], 1, &["a board has 64 characters"]);
    for time in ["0", "-1", "x", "nan", "1e300"] {
        fails(&["analyze", OPENING, &format!("--time={time}")], 2, &["--time", "seconds"]);
    }
    fails(&["analyze", OPENING, "--depth", "0"], 2, &["--depth"]);
    fails(&["analyze", OPENING, "--multipv", "0"], 2, &["--multipv"]);
    fails(&["analyze", OPENING, "--eval", "x"], 2, &["--eval", "harlog"]);
    let file = TextFile::new("bad.txt", "1g Ra1\n1s ra8\n2g Ra1n\n2s xx\n");
    let ran = run(&["analyze", file.name()]);
    assert!(ran.code == 1 && ran.err.contains("bad.txt: line 4, column 4"), "{ran:?}");
    let ran = run_with_input(&["analyze"], "");
    assert!(ran.code == 1 && ran.err.contains("standard input"), "{ran:?}");
}

/// A whole archive: every game is found by its id, and its last position is shown.
#[test]
fn a_real_archive_is_read() {
    let Some((path, table)) = shared("games_2026_02.tsv") else { return };
    let path = path.to_str().expect("a path of text");
    for id in table.lines().skip(1).step_by(29).filter_map(|row| row.split('\t').next()) {
        let ran = run(&["analyze", path, "--game", id, "--depth", "2", "--hash", "1"]);
        assert_eq!(ran.code, 0, "{id}: {}", ran.err);
        assert!(ran.out.contains("best: ") || ran.out.contains("The game is over: "), "{id}: {}", ran.out);
    }
}
