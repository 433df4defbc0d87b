use crate::support::{TextFile, run_with_input};

/// Plays with these lines typed, and returns what was printed.
fn play(args: &[&str], lines: &[&str]) -> String {
    let ran = run_with_input(
        &[&["play", "--level", "1", "--seed", "1"], args].concat(),
        &(lines.join("\n") + "\n"),
    );
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    ran.out
}

const PIECES: &str = "Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Dd1 De1";

#[test]
fn turns_in_every_notation() {
    let lines = [PIECES, "Ee2n Ee3n", "Ee4e5, Hb2b3", "Hb4", "nonsense", "Ee9n", "quit"];
    let out = play(&[], &lines);
    for expected in ["You play 2g Ee2n Ee3n", "You play 3g Ee4n Hb2n", "You play 4g Hb3n", "column 1: "] {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    // The rabbits were filled in: front row first.
    assert!(out.contains(" 2 |(R)(H)(C)(M)(E)(C)(H)(R) |\n 1 |(R)(R)(R)(D)(D)(R)(R)(R) |"), "{out}");
}

#[test]
fn one_seed_one_game() {
    let lines = ["quick", "Ee2n", "hint", "quit"];
    let one = play(&["--side", "g"], &lines);
    assert_eq!(one, play(&["--side", "g"], &lines));
    assert!(one.contains("Tusker plays 2s ") && one.contains("Hint: "), "{one}");
}

#[test]
fn undo_resign_save_and_load() {
    let file = TextFile::new("saved.txt", "");
    let (save, load) = (format!("save {}", file.name()), format!("load {}", file.name()));
    let lines = ["quick 99of9", "Ee2n", &save, "undo", "undo", "undo", &load, "resign", "undo", "quit"];
    let out = play(&[], &lines);
    for expected in [
        "There is no turn of yours to take back.",
        "Saved in ",
        "Tusker wins. Silver wins by resignation.",
        "You play on.",
    ] {
        assert!(out.contains(expected), "{expected}: {out}");
    }
    let saved = std::fs::read_to_string(file.name()).expect("a file");
    assert!(saved.contains("2g Ee2n\n2s "), "{saved}");
    let again = play(&["--load", file.name()], &["board", "quit"]);
    assert!(again.contains("3g> board"), "{again}");
}

#[test]
fn every_variant_can_be_played() {
    let endless = play(&["--variant", "endless"], &["hint", "quit"]);
    let hint = endless.lines().find_map(|line| line.split("Hint: ").nth(1)).expect("a hint");
    assert!(hint.split(" (").next().is_some_and(|turn| turn.split(' ').count() <= 3), "{hint}");
    let free = play(&["--variant", "free", "--side", "s"], &["re5 ee4", "quit"]);
    assert!(free.contains("Tusker sets up.") && free.contains("Tusker plays 2g "), "{free}");
}

#[test]
fn an_end_is_told_with_its_rule() {
    let position = "g [r      e   R                                             C      ]";
    let out = play(&["--load", position], &["Rd7n", "Ee2n", "quit"]);
    assert!(out.contains("You win. Gold wins by goal: item 1 of 6"), "{out}");
    assert!(out.contains("game over> Ee2n") && out.contains("The game is over"), "{out}");
    let help = play(&["--load", position], &["help", "level 11", "level 3", "setups", "save", "load none"]);
    for expected in
        ["Lightvector", "from 1 to 10", "Level 3.", "The setup is over.", "name a file", "no file 'none'"]
    {
        assert!(help.contains(expected), "{expected}: {help}");
    }
}
