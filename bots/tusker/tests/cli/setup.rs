use crate::support::{fails, output};

#[test]
fn choices_come_with_reasons() {
    let text = output(&["setup", "--count", "3"]);
    assert_eq!(text.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).count(), 3);
    assert!(text.contains("\n   2| R H C M E C H R |\n   1| R R R D D R R R |\n"), "{text}");
    assert!(
        text.contains("EH attack in the east: elephant e2 and horse g2; camel d2 guards the west"),
        "{text}"
    );
    let all = output(&["setup", "--count", "100"]);
    for plan in ["EMH attack", "EHH attack", "EH attack"] {
        assert!(all.contains(plan), "{plan}");
    }
}

#[test]
fn silver_answers_what_gold_has_placed() {
    let by_name = output(&["setup", "--side", "s", "--against", "99of9", "--count", "100"]);
    let setup = "Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2";
    assert_eq!(by_name, output(&["setup", "--side", "s", "--against", setup, "--count", "100"]));
    let board = "s [                                                RHCMECHRRRRDDRRR]";
    assert_eq!(by_name, output(&["setup", "--side", "silver", "--against", board, "--count", "100"]));
    assert!(by_name.contains("not on the file of the enemy elephant (e2)"), "{by_name}");
    assert!(!by_name.contains(" ee7"), "{by_name}");
}

#[test]
fn a_seed_draws_the_same_choices() {
    let drawn = |seed: &str| output(&["setup", "--seed", seed, "--count", "2", "--json"]);
    assert_eq!(drawn("3"), drawn("3"));
    assert!((0..6).any(|seed| drawn(&seed.to_string()) != drawn("3")));
    let json: serde_json::Value = serde_json::from_str(&drawn("3")).expect("JSON");
    assert_eq!(json.as_array().map(Vec::len), Some(2));
    assert!(json[0]["setup"].as_str().is_some_and(|setup| setup.split(' ').count() == 16));
    assert!(json[0]["reasons"][0].as_str().is_some_and(|reason| reason.contains("attack")));
}

#[test]
fn bad_input_is_named() {
    fails(&["setup", "--side", "x"], 2, &["g (gold) or s (silver)"]);
    fails(&["setup", "--side", "s", "--against", "Ra1 Zz9"], 1, &["--against, column 5", "99of9"]);
}
