//! Variants: the engine plays them, from the start to the end.

use crate::support::{fails, output, run};
use tusker_core::Variant;

/// Plays games of the engine against random turns; no game may end by an illegal turn or another fault.
fn games(variant: &str, games: u32) -> String {
    let count = games.to_string();
    let folder = tempfile::tempdir().expect("a directory");
    let file = folder.path().join("games.tsv");
    let file = file.to_str().expect("a path of text");
    let args = ["match", "tusker", "random", "--variant", variant, "--games", &count, "--nodes", "60"];
    let ran = run(&[&args[..], &["--max-turns", "60", "--out", file]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let records = std::fs::read_to_string(file).expect("records");
    assert_eq!(records.lines().count(), 1 + games as usize);
    for record in records.lines().skip(1) {
        let ending = record.split("\"ending\":\"").nth(1).and_then(|rest| rest.split('"').next());
        let by_rules = ["goal", "elimination", "immobilization", "repetition", "turn-limit", "limit"];
        assert!(ending.is_some_and(|ending| by_rules.contains(&ending)), "{variant}: {record}");
    }
    records
}

#[test]
fn games_of_every_variant_end_by_the_rules() {
    for (variant, setups) in [("endless", false), ("free", true), ("handicap", true)] {
        let records = games(variant, 4);
        let name = Variant::from_name(variant).expect("a variant").name;
        assert_eq!(records.matches(&format!("\"variant\":\"{name}\"")).count(), 4);
        assert_eq!(records.contains("\"position\":\"g ["), !setups, "{variant}");
        // In Endless Endgame the first turn has two steps at most.
        for moves in records.lines().skip(1).filter(|_| !setups) {
            let first = moves.split('\t').find(|field| field.contains("1w ")).expect("moves");
            let first = first.split("\\n").next().expect("a turn");
            let steps = first.split(' ').skip(1).filter(|word| !word.ends_with('x')).count();
            assert!((1..=2).contains(&steps), "{first}");
        }
    }
}

#[test]
#[ignore = "300 games; run it with --release"]
fn a_hundred_games_of_every_variant() {
    for variant in ["endless", "free", "handicap"] {
        games(variant, 100);
    }
}

#[test]
fn analysis_of_the_short_first_turn() {
    let board = "g [r      e  r                                       R     E      R]";
    let found = output(&["analyze", board, "--variant", "endless", "--depth", "2"]);
    assert!(found.contains("steps left: 2\n"), "{found}");
    let best = found.lines().last().and_then(|line| line.strip_prefix("best: ")).expect("a turn");
    let steps = best.split("  (").next().expect("steps");
    assert!(steps.split(' ').count() <= 2, "{best}");
    assert!(!output(&["analyze", board, "--depth", "2"]).contains("steps left"));
    fails(&["analyze", board, "--variant", "chess"], 2, &["endless"]);
    fails(&["match", "tusker", "random", "--variant", "eee", "--starts", "named"], 1, &["named", "eee"]);
}
