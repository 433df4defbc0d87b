//! `selfplay` and `learn`.

use crate::support::{fails, output};

const ARCHIVE: &str = "result\ttermination\tmovelist\n\
    w\tg\t1w Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2\\n\
    1b ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7\\n\
    2w Ee2n Ee3n\\n2b ed7s\\n3w Ee4n\n";

#[test]
fn games_from_given_starts_teach_a_network() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name).to_str().expect("a name").to_owned();
    let [starts, games, network] = ["starts.tsv", "games.tsp", "network.bin"].map(path);
    std::fs::write(&starts, ARCHIVE).expect("written");
    let play = ["selfplay", "--games", "3", "--nodes", "50", "--starts", &starts, &games];
    assert!(output(&play).starts_with("3 games with "));
    assert!(output(&play).starts_with("0 games with 0 positions"), "the file holds them already");
    let table = output(&["learn", &games, "--epochs", "2", "--output", &network]);
    assert_eq!(table.lines().count(), 4, "{table}");
    assert!(std::fs::read(&network).expect("a network").starts_with(b"TUSKERNN"));
}

#[test]
fn bad_starts_are_named() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name).to_str().expect("a name").to_owned();
    let [starts, games] = ["starts.tsv", "games.tsp"].map(path);
    let play = ["selfplay", "--games", "1", "--starts", &starts, &games];
    fails(&play, 1, &["starts.tsv", "No such file"]);
    std::fs::write(&starts, "nothing of the kind").expect("written");
    fails(&play, 1, &["starts.tsv"]);
    std::fs::write(&starts, ARCHIVE.replace("w\tg\t", "u\tg\t")).expect("written");
    fails(&play, 1, &["starts.tsv holds no game with an open position"]);
    fails(&["learn", &games, "--output", &starts], 1, &["games.tsp"]);
}
