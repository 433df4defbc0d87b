use crate::support::{fails, output};

/// Node counts without the figures of time.
fn nodes(text: &str) -> Vec<String> {
    let count =
        |line: &str| line.split_whitespace().find(|word| word.parse::<u64>().is_ok()).map(str::to_owned);
    text.lines().filter_map(count).collect()
}

#[test]
fn the_node_count_repeats() {
    let run = || output(&["bench", "--depth", "4", "--hash", "4"]);
    let first = run();
    assert_eq!(nodes(&first), nodes(&run()));
    let last: Vec<&str> = first.lines().last().expect("a line").split(' ').collect();
    let [nodes, "nodes", nps, "nps"] = last[..] else { panic!("{last:?}") };
    assert!(nodes.parse::<u64>().is_ok_and(|n| n > 1000) && nps.parse::<u64>().is_ok(), "{last:?}");
    for phase in ["all: opening", "all: middlegame"] {
        assert!(first.lines().any(|line| line.starts_with(phase)), "{phase} in {first}");
    }
}

#[test]
fn statistics_come_on_demand() {
    let with = output(&["bench", "--depth", "4", "--hash", "4", "--stats"]);
    let without = output(&["bench", "--depth", "4", "--hash", "4"]);
    for figure in ["quiescence visits", "repeated in full", "table hits", "edges a node, 4 steps left"] {
        let line = with
            .lines()
            .find(|line| line.starts_with(figure))
            .unwrap_or_else(|| panic!("{figure} in {with}"));
        assert!(line.split_whitespace().any(|word| word.parse::<f64>().is_ok_and(|n| n > 0.0)), "{line}");
        assert!(!without.contains(figure), "{without}");
    }
}

#[test]
fn bad_usage_is_named() {
    fails(&["bench", "--depth", "x"], 2, &["--depth", "x"]);
    fails(&["bench", "--hash", "0"], 2, &["--hash", "0"]);
    fails(&["bench", "now"], 2, &["now"]);
}
