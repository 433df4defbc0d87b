//! `tusker convert`.

use crate::support::{ENDING, run, run_with_input};

const LIST: &str = "1g Ra1 Ee2\n1s ra8 ee7\n2g Ee2n Ee3n\n2s ee7s\n";

/// Converts `LIST`, or another text, and returns what was printed.
fn convert(args: &[&str], input: &str) -> String {
    let ran = run_with_input(&[&["convert"], args].concat(), input);
    assert_eq!(ran.code, 0, "{args:?}: {}", ran.err);
    ran.out
}

#[test]
fn turns() {
    let turn = |args: &[&str]| run(&[&["convert", "--position", ENDING], args].concat());
    let ambiguous = turn(&["--turn", "dg3", "--from", "ap", "--to", "steps"]);
    assert_eq!(ambiguous.code, 1);
    assert!(ambiguous.err.contains("is ambiguous"), "{}", ambiguous.err);
    let flip = turn(&["--turn", "dx", "--to", "ap-legacy"]);
    assert!(flip.out.contains("(xdf3)"), "{flip:?}");
    // A step that is left open can be shown, not played.
    let open = turn(&["--turn", "Cf2n  QPSS qpss s qpss", "--to", "steps"]);
    assert_eq!(open.out, "Cf2n qpss qpss s qpss\n", "{open:?}");
    assert!(open.err.contains("3 of 4 steps are left open"), "{open:?}");
    assert!(turn(&["--turn", "qpss", "--to", "ap"]).err.contains("--to steps"));
    let unfinished = turn(&["--turn", "Cf2f1,", "--to", "steps"]);
    assert!(unfinished.err.contains("line 1, column 7"), "{}", unfinished.err);
}

#[test]
fn games() {
    assert_eq!(convert(&["--to", "list"], LIST), LIST);
    assert!(convert(&["--to", "lightvector"], LIST).starts_with("1g Ra1 Ee2\n1s ra8 ee7\n2g "));
    let json = convert(&["--to", "ap-legacy"], LIST);
    assert_eq!(convert(&["--to", "list"], &json), LIST);
    let broken = LIST.replace("ee7s", "ee7n Ee4");
    let ran = run_with_input(&["convert", "--strict", "--to", "list"], &broken);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("line "), "{}", ran.err);
}

#[test]
fn positions() {
    assert!(convert(&["--to", "board"], LIST).starts_with("g [r"));
    assert!(convert(&["--to", "diagram", ENDING], "").starts_with("1g\n"));
    let start = convert(&["--to", "start", ENDING], "");
    assert_eq!(start.trim().split(',').count(), ENDING.matches(|c: char| "EMHDCRemhdcr".contains(c)).count());
}
