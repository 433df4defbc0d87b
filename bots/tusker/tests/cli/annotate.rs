use crate::support::{TextFile, fails, output, run, shared};

/// A short game: Silver lets a rabbit through.
const GAME: &str = "1g Ra1 Rh1 Ee2 Rb6\n1s rh8 rg8 ed5 ch7\n2g Ee2n\n2s ed5s\n3g Rb6n Rb7n\n";

#[test]
fn text_json_and_page_agree() {
    let file = TextFile::new("game.txt", GAME);
    let page = file.name().replace("game.txt", "game.html");
    let args = ["annotate", file.name(), "--nodes", "500"];
    let text = run(&[&args[..], &["--html", &page]].concat());
    assert_eq!(text.code, 0, "{}", text.err);
    assert!(text.out.contains("Gold wins by goal: item 1 of 6"), "{}", text.out);
    assert!(text.out.contains("lets the opponent win by goal in 2 steps"), "{}", text.out);
    assert!(text.out.contains("missed a win by goal in 2 steps"), "{}", text.out);
    let json = run(&[&args[..], &["--json"]].concat()).out;
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let turns = json["turns"].as_array().expect("turns");
    assert_eq!(turns.len(), 5);
    assert_eq!((json["ending"]["item"].as_u64(), json["ending"]["winner"].as_str()), (Some(1), Some("g")));
    let kinds = |index: usize| turns[index]["marks"].to_string();
    assert!(kinds(2).contains("missed-win") && kinds(3).contains("allows-win"), "{json}");
    let page = std::fs::read_to_string(page).expect("the page");
    for turn in turns {
        let steps = turn["text"].as_str().expect("a text");
        assert!(page.contains(&format!("\"t\":\"{steps}\"")) && text.out.contains(steps), "{steps}");
        for mark in turn["marks"].as_array().into_iter().flatten() {
            let words = mark["text"].as_str().expect("words");
            assert!(page.contains(words), "{words}");
        }
    }
    assert!(page.contains("data-turns=\"") && page.contains("class=\"blunder\""));
}

#[test]
fn the_same_nodes_give_the_same_text() {
    let file = TextFile::new("game.txt", GAME);
    let text = || run(&["annotate", file.name(), "--nodes", "300"]).out;
    assert_eq!(text(), text());
}

#[test]
fn an_illegal_turn_of_the_record_is_passed_over() {
    let list = GAME.replace("2s ed5s", "2s ed5s ed4s ed3s ed2s ed1e");
    let file = TextFile::new("game.txt", &list);
    let ran = run(&["annotate", file.name(), "--nodes", "200"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(ran.out.contains("an illegal turn stood here"), "{}", ran.out);
    assert!(ran.out.contains("Gold wins by goal"), "{}", ran.out);
}

#[test]
fn bad_input_is_named() {
    fails(&["annotate", "nowhere.txt"], 1, &["there is no file 'nowhere.txt'"]);
    fails(&["annotate", "1g Ra1 Ee2\n1s ra8 ee7"], 1, &["no turns to annotate"]);
    fails(&["annotate"], 2, &["FILE or GAME"]);
}

/// Games of the archive that ended by a goal: the loser's last slip is marked as such.
#[test]
fn the_final_blunder_is_marked() {
    let Some((path, table)) = shared("games_2026_02.tsv") else { return };
    let path = path.to_str().expect("a path of text");
    let goals = crate::support::column(&table, "termination").into_iter().filter(|(_, end)| *end == "g");
    for (id, _) in goals.take(2) {
        let json = output(&["annotate", path, "--game", id, "--nodes", "150", "--json"]);
        let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
        let turns = json["turns"].as_array().expect("turns");
        let marked =
            |kind: &str| turns.iter().filter(|turn| turn["marks"].to_string().contains(kind)).count();
        assert_eq!(marked("decisive"), 1, "game {id}");
    }
}
