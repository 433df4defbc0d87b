use crate::support::{fails, output, run};

const FULL: &str = "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR";

fn json(position: &str) -> serde_json::Value {
    serde_json::from_str(&output(&["eval", "--json", position])).expect("JSON")
}

fn without(pieces: &str) -> String {
    let mut board: Vec<char> = FULL.chars().collect();
    for piece in pieces.chars() {
        let place = board.iter().rposition(|&c| c == piece).expect("the piece is there");
        board[place] = ' ';
    }
    board.into_iter().collect()
}

/// The figures of the rules page and of field-case C50: full armies, pieces missing.
#[test]
fn harlog_is_exact() {
    for (missing, expected) in [
        ("", 0.0),
        ("r", 1.000_000),
        ("c", 1.399_417),
        ("d", 2.126_590),
        ("h", 3.638_080),
        ("m", 6.480_784),
        ("e", 22.041_476),
        ("rrrrrrr", 13.403_377),
        ("Drr", 0.0),
        ("R", -1.000_000),
    ] {
        for side in ["g", "s"] {
            let value = json(&format!("{side} [{}]", without(missing)));
            assert_eq!(value["side"], side);
            let harlog = &value["harlog"];
            let number = |name: &str| harlog[name].as_f64().expect("a number");
            assert!((number("diff") - expected).abs() < 5e-7, "without {missing}: {harlog}");
            assert!((number("gold") - number("silver") - number("diff")).abs() < 1e-9, "{harlog}");
        }
    }
}

#[test]
fn infinities_are_null() {
    let value = json(&format!("g [{}]", without("rrrrrrrr")));
    assert!(value["harlog"]["gold"].is_number());
    assert!(value["harlog"]["silver"].is_null() && value["harlog"]["diff"].is_null(), "{value}");
    assert!(value["score"].as_i64().is_some_and(|score| score > 10_000), "{value}");
    // The side to move has no rabbits either: that is a warning.
    let ran = run(&["eval", "--json", &format!("g [{}]", without("rrrrrrrrRRRRRRRR"))]);
    assert!(ran.code == 0 && ran.err.contains("Gold, the side to move, has no rabbits"), "{ran:?}");
    let value: serde_json::Value = serde_json::from_str(&ran.out).expect("JSON");
    assert!(value["harlog"]["diff"].is_null(), "{value}");
}

/// The parts make up the score, seen by either side.
#[test]
fn the_parts_add_up() {
    for board in [FULL, "r r  rrr  rcd  rr hd  h m c    E    H e  R M  D R RC R DR CR RR "] {
        for (side, sign) in [("g", 1), ("s", -1)] {
            let value = json(&format!("{side} [{board}]"));
            let parts: i64 = value["positional"]
                .as_object()
                .expect("parts")
                .values()
                .filter_map(serde_json::Value::as_i64)
                .sum();
            let material = (value["harlog"]["diff"].as_f64().expect("a number") * 100.0).round() as i64;
            assert_eq!(value["score"].as_i64(), Some(sign * (material + parts)), "{value}");
        }
    }
}

#[test]
fn text_for_people() {
    let text = output(&["eval", &format!("s [{}]", without("R"))]);
    let harlog = text.lines().find(|line| line.starts_with("harlog")).expect("a line");
    assert!(harlog.ends_with("-1.000000"), "{harlog}");
    assert!(
        text.lines().last().is_some_and(|line| line.starts_with("score for Silver, to move: +")),
        "{text}"
    );
    let text = output(&["eval", &format!("g [{}]", without("rrrrrrrr"))]);
    assert!(text.contains("-inf") && text.contains("+inf"), "{text}");
}

#[test]
fn bad_input_is_named() {
    fails(&["eval", "g [rrr]"], 1, &["a board has 64 characters"]);
    fails(&["eval"], 2, &["<POSITION>"]);
    fails(&["eval", "--xml", FULL], 2, &["--xml"]);
}
