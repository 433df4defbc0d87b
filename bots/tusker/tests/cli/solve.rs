use crate::support::{TextFile, fails, output, run, run_with_input};

const RACE: &str = "s [                        r                          R    C       ]";
const TWO_OF_830: &str = "s [       r     Ee r                                R       d      ]";
/// Two plies after the setups, and a repetition.
const GAME: &str = "1g Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2\n\
                    1s ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7\n\
                    2g Ee2n\n2s ed7s\n3g";

/// The lines but the last one, which has the time.
fn answer(args: &[&str]) -> Vec<String> {
    let out = output(args);
    let mut lines: Vec<String> = out.lines().map(str::to_owned).collect();
    let last = lines.pop().expect("a line");
    assert!(last.contains(" nodes, ") && last.ends_with(" s"), "{last}");
    lines
}

#[test]
fn wins_and_their_first_turns() {
    assert_eq!(answer(&["solve", RACE]), ["win in 4, unique: 1 of 13 first turns", "ra5e rb5e rc5e rd5s"]);
    let lines = answer(&["solve", TWO_OF_830]);
    assert_eq!(lines[0], "win in 1: 2 of 830 first turns");
    assert!(lines.len() == 3 && lines[1..].iter().all(|line| line.ends_with("  (elimination)")), "{lines:?}");
    assert_eq!(answer(&["solve", "--turns", "3", RACE]), ["no win in 3"]);
    assert_eq!(answer(&["solve", "--nodes", "1", RACE]), ["not decided: no win in 1"]);
    assert_eq!(
        answer(&["solve", "g [R          R                                          r         ]"]),
        ["the game is over: Gold wins by goal"]
    );
}

#[test]
fn long_lists_are_cut() {
    let position = "g [        rRR                                        C            ]";
    let lines = answer(&["solve", position]);
    assert!(lines[0].starts_with("win in 1: "), "{lines:?}");
    assert_eq!(lines.len(), 22, "{lines:?}");
    assert!(lines[21].ends_with(" more: --all prints them"), "{lines:?}");
    let all = answer(&["solve", "--all", position]);
    assert!(all.len() > 22 && all[..21] == lines[..21], "{}", all.len());
    let first = answer(&["solve", "--first", position]);
    assert!(first[0].starts_with("win in 1: at least 1 of ") && first.len() == 2, "{first:?}");
}

#[test]
fn files_of_positions() {
    let file = TextFile::new(
        "positions.tsv",
        &format!(
            "id\tside\tboard\na\ts\t{}\nb\ts\t{}\nc\tg\t[  e                          E                             R    ]\n",
            RACE.split_at(2).1,
            TWO_OF_830.split_at(2).1
        ),
    );
    let out = output(&["solve", "--turns", "2", "--file", file.name()]);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!((lines[0], lines[2]), ("a\tno 2\t0\t", "c\tover\t0\t"));
    assert!(lines[1].starts_with("b\twin 1\t2\tRb2"), "{lines:?}");
    let json = output(&["solve", "--json", "--turns", "4", "--file", file.name()]);
    let first = json.lines().next().expect("a line");
    for part in [
        "\"id\":\"a\"",
        "\"verdict\":\"win\",\"turns\":4,\"unique\":true,\"complete\":true,\"first_turns\":13",
        "\"turn\":\"ra5e rb5e rc5e rd5s\"",
        "\"reason\":null",
    ] {
        assert!(first.contains(part), "{part} in {first}");
    }
}

#[test]
fn games_are_searched_for_puzzles() {
    let file = TextFile::new("game.txt", GAME);
    let ran = run(&["solve", "--find", file.name()]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "id\tside\tboard\twinners\tsolution\tsource\n"),
        "{}",
        ran.err
    );
    assert!(
        ran.err.starts_with("1 games, 3 positions: 0 wins in 2, 0 of them unique; 0 not decided"),
        "{}",
        ran.err
    );
    let file = TextFile::new("board.txt", RACE);
    let ran = run(&["solve", "--find", "--turns", "4", file.name()]);
    let expected = format!("1/2s\ts\t{}\t1\tra5e rb5e rc5e rd5s\t{}:1", RACE.split_at(2).1, file.name());
    assert!(
        ran.out.lines().nth(1).is_some_and(|line| line.split('\t').skip(1).eq(expected.split('\t').skip(1))),
        "{ran:?}"
    );
}

#[test]
fn games_are_solved_from_standard_input() {
    let ran = run_with_input(&["solve", "--turns", "1", "--ply", "3g", "-"], GAME);
    assert_eq!((ran.code, ran.out.lines().next()), (0, Some("no win in 1")), "{}", ran.err);
}

#[test]
fn tables_are_made_and_used() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("tables");
    let path = path.to_str().expect("a path of text");
    let made = output(&["tables", "--out", path, "--army", "R c r"]);
    assert!(made.starts_with("CRr ") && made.contains(" wins ") && made.contains(" losses "), "{made}");
    let again = output(&["tables", "--out", path, "--army", "CRr"]);
    assert!(again.contains("(there already)"), "{again}");
    assert_eq!(
        answer(&["solve", "--tables", path, RACE]),
        ["win in 4, unique: 1 of 13 first turns", "ra5e rb5e rc5e rd5s"]
    );
    let found = output(&["analyze", "--tables", path, "--depth", "4", RACE]);
    assert!(found.contains("best: ra5e rb5e rc5e rd5s  (win in 4, depth 4)"), "{found}");
}

#[test]
fn bad_input_is_named() {
    fails(&["solve", "g [rrr]"], 1, &["a board has 64 characters"]);
    fails(&["solve", "a", "b"], 1, &["--file"]);
    fails(&["solve", "--find"], 1, &["name the files"]);
    fails(&["solve", "--turns", "0", RACE], 2, &["1..=100"]);
    fails(&["solve", "--tables", "no/such/directory", RACE], 1, &["no/such/directory"]);
    fails(&["analyze", "--tables", "no/such/directory", RACE], 1, &["no/such/directory"]);
    fails(&["tables", "--out", "x", "--army", "EE"], 2, &["more than 1 elephant"]);
    fails(&["tables", "--out", "x", "--army", "RRRRr"], 1, &["at most 4 pieces"]);
    fails(&["tables", "--out", "x", "--pieces", "5"], 2, &["5"]);
}
