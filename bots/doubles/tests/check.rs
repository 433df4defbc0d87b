//! The protocol check, on a bot that behaves and on some that do not.

use tusker_arena::{Checks, EngineSpec, Finding, check_engine};

fn check(mode: &[&str]) -> Checks {
    let argv = std::iter::once(env!("CARGO_BIN_EXE_double")).chain(mode.iter().copied());
    check_engine(&EngineSpec::new("double", argv.map(str::to_owned).collect()))
}

fn missed(checks: &Checks) -> Vec<&'static str> {
    checks
        .points()
        .iter()
        .filter(|point| matches!(point.finding, Finding::Missed(_)))
        .map(|point| point.what)
        .collect()
}

#[test]
fn a_well_behaved_bot_meets_all_points() {
    let checks = check(&["random"]);
    assert!(checks.all_met(), "{checks}");
}

#[test]
fn faults_are_found() {
    for (mode, what) in [
        (vec!["illegal", "--at", "3"], "plays a legal turn for Gold within its clock of 2 s"),
        (vec!["crash", "--at", "2"], "sets up 16 pieces for Silver, well written"),
        (vec!["dumb"], "answers aei with aeiok within 5 s, with a name"),
        (vec!["stubborn"], "ends within 5 s on quit, also during a search"),
        (vec!["talkative"], "says nothing to stop without a search"),
    ] {
        let checks = check(&mode);
        assert!(missed(&checks).contains(&what) && !checks.all_met(), "{mode:?}\n{checks}");
    }
}
