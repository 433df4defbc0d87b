use super::*;
use crate::Ending;
use crate::record::{EngineFacts, GameFacts, RunFacts, TurnFacts};
use tusker_notation::{Strictness, read_archive};

const MATCH: &str = "00ff";

fn record(game: u64) -> GameRecord {
    let engine = |name: &str| EngineFacts { name: name.to_owned(), ..EngineFacts::default() };
    let facts = GameFacts {
        game,
        pair: game / 2,
        fingerprint: MATCH.to_owned(),
        runner: "test".to_owned(),
        seed: 5,
        start: "named setups".to_owned(),
        variant: None,
        position: None,
        given: 0,
        winner: 1,
        ending: Ending::Crash,
        detail: "a \"quoted\"\ttab, a\nline and ü".to_owned(),
        warnings: vec!["odd".to_owned()],
        engines: [engine("ann"), engine("bob")],
        turns: vec![TurnFacts { depth: Some(3), score: Some(-7), nodes: None }, TurnFacts::default()],
        run: RunFacts { ended: 1, took: 2, used: vec![3, 4], reserves: Some([5, 6]), ..RunFacts::default() },
    };
    let moves = r"1w Ra1 Ee2\n1b ra8 ee7\n2w".to_owned();
    GameRecord { moves, clock: "1s per turn".to_owned(), turns_played: 2, facts }
}

fn file_of(games: u64) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.tsv");
    let mut file = RecordFile::create(&path).unwrap();
    (0..games).for_each(|game| file.append(&record(game)).unwrap());
    (folder, path)
}

#[test]
fn records_come_back_as_they_were() {
    let (_folder, path) = file_of(3);
    let expected: Vec<GameRecord> = (0..3).map(record).collect();
    assert_eq!(RecordFile::read(&path).unwrap(), expected);
    assert_eq!(expected[0].game().unwrap().setups().len(), 2);
}

/// Any reader of archives reads the file.
#[test]
fn the_file_is_an_archive() {
    let (_folder, path) = file_of(2);
    let archive = read_archive(&std::fs::read_to_string(&path).unwrap()).unwrap();
    let game = &archive.games[1].as_ref().unwrap().value;
    assert_eq!((game.id, game.players[1].name.as_str()), (Some(2), "bob"));
    assert_eq!(game.game(Strictness::Lenient).unwrap().value.setups().len(), 2);
}

/// A kill may leave any beginning of the file: every whole line counts, the rest is cut off and written anew.
#[test]
fn every_torn_file_is_taken_up() {
    let (_folder, path) = file_of(2);
    let whole = std::fs::read(&path).unwrap();
    for length in 0..=whole.len() {
        std::fs::write(&path, &whole[..length]).unwrap();
        let lines = whole[..length].split(|&byte| byte == b'\n').count() as u64 - 1;
        let (mut file, done) = RecordFile::resume(&path, MATCH).unwrap();
        assert_eq!(done.len() as u64, lines.saturating_sub(1), "{length} bytes");
        (done.len() as u64..2).for_each(|game| file.append(&record(game)).unwrap());
        assert_eq!(std::fs::read(&path).unwrap(), whole, "{length} bytes");
    }
}

#[test]
fn a_missing_file_is_started() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new.tsv");
    let (_, done) = RecordFile::resume(&path, MATCH).unwrap();
    assert!(done.is_empty());
    assert_eq!(RecordFile::read(&path).unwrap(), vec![]);
}

#[test]
fn files_that_are_something_else_are_left_alone() {
    let (_folder, path) = file_of(1);
    assert!(matches!(RecordFile::create(&path), Err(RecordFileError::Exists(_))));
    assert!(matches!(RecordFile::resume(&path, "other"), Err(RecordFileError::OtherMatch { line: 2, .. })));
    RecordFile::resume(&path, MATCH).unwrap().0.append(&record(0)).unwrap();
    assert!(matches!(RecordFile::resume(&path, MATCH), Err(RecordFileError::Twice { line: 3, game: 0, .. })));
    for text in ["", "id\tgold\n", "a shopping list", "a\nb\n"] {
        std::fs::write(&path, text).unwrap();
        let result = RecordFile::resume(&path, MATCH).map(|(_, done)| done.len());
        match text {
            "" => assert_eq!(result.unwrap(), 0),
            _ => assert!(matches!(result, Err(RecordFileError::Header(_))), "{text:?}"),
        }
        if !text.is_empty() {
            assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
        }
    }
}

#[test]
fn a_bad_row_is_named() {
    let (_folder, path) = file_of(2);
    let text = std::fs::read_to_string(&path).unwrap().replacen("\"game\":0", "\"game\":no", 1);
    std::fs::write(&path, text).unwrap();
    let error = RecordFile::read(&path).unwrap_err().to_string();
    assert!(error.contains("line 2") && error.contains("tusker_match_v1"), "{error}");
}
