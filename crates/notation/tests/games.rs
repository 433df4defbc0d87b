//! The archive games of the project's shared data, where they are at hand.

use std::path::Path;
use tusker_core::EndReason;
use tusker_notation::{
    ListForm, RecordedResult, SideLetters, Strictness, Termination, WarningKind, detect, read_archive,
    read_move_list, read_position, write_move_list, write_position,
};

/// The shared file, or `None` (with a note) where this checkout has none.
fn shared(name: &str) -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: no {}", path.display());
    }
    text
}

#[test]
fn games_of_february_2026_replay_and_write_back() {
    let Some(text) = shared("games_2026_02.tsv") else { return };
    let archive = read_archive(&text).unwrap();
    assert_eq!(archive.games.len(), 147);
    let (mut turns, mut judged) = (0, 0);
    for (row, reading) in text.lines().skip(1).zip(&archive.games) {
        let record = &reading.as_ref().unwrap().value;
        assert!(reading.as_ref().unwrap().warnings.is_empty());
        assert_eq!(archive.header.write_row(record).unwrap(), row);
        record.time_control().unwrap();

        let reading =
            record.game(Strictness::Strict).unwrap_or_else(|error| panic!("{:?}: {error}", record.id));
        assert!(reading.warnings.is_empty(), "{:?}: {:?}", record.id, reading.warnings);
        let game = reading.value;
        turns += game.turns().len();
        let reason = match record.termination {
            Termination::Goal => Some(EndReason::Goal),
            Termination::Elimination => Some(EndReason::Elimination),
            Termination::Immobilization => Some(EndReason::Immobilization),
            _ => None,
        };
        if let Some(reason) = reason {
            let outcome = game.outcome().unwrap_or_else(|| panic!("{:?} is over", record.id));
            assert_eq!(RecordedResult::Winner(outcome.winner), record.result, "{:?}", record.id);
            assert_eq!(outcome.reason, reason, "{:?}", record.id);
            judged += 1;
        } else {
            assert_eq!(game.outcome(), None, "{:?}", record.id);
        }

        let written = write_move_list(&game, ListForm::Archive, SideLetters::WhiteBlack).unwrap();
        assert_eq!(written, record.move_list, "{:?}", record.id);
        let lines = write_move_list(&game, ListForm::Lines, SideLetters::GoldSilver).unwrap();
        let again = read_move_list(&lines, Strictness::Strict).unwrap().value.game;
        assert_eq!((again.setups(), again.turns()), (game.setups(), game.turns()), "{:?}", record.id);
        assert_eq!(again.outcome(), game.outcome());

        // No position of a real game looks upside down.
        for position in game.positions() {
            let warnings = read_position(&write_position(position), Strictness::Strict).unwrap().warnings;
            assert!(warnings.iter().all(|warning| matches!(warning.what, WarningKind::NoRabbits(_))));
        }

        // A row alone, without its header row.
        let game_again =
            detect(row, Strictness::Strict).unwrap().value.into_game(Strictness::Strict).unwrap().value;
        assert_eq!(game_again.turns(), game.turns());
    }
    println!("{turns} turns, {judged} endings judged");
    assert!(judged >= 100);
}

#[test]
fn rule_cases_read_back_in_canonical_form() {
    let Some(text) = shared("move_cases.jsonl") else { return };
    let mut cases = 0;
    for line in text.lines().filter(|line| !line.trim().is_empty()) {
        let field = |name: &str| {
            let (_, rest) = line.split_once(&format!("\"{name}\": \"")).unwrap_or_default();
            rest.split('"').next().unwrap_or_default().to_owned()
        };
        let position = tusker_notation::read_position(&field("pos"), Strictness::Lenient).unwrap().value;
        let reading = tusker_notation::read_turn(&position, &field("move"));
        assert_eq!(reading.is_ok(), line.contains("\"legal\": true"), "{}: {reading:?}", field("id"));
        if let Ok(reading) = reading {
            let turn = reading.value;
            let canonical = field("canonical");
            assert_eq!(
                tusker_notation::write_turn(&position, &turn.turn).unwrap(),
                canonical,
                "{}",
                field("id")
            );
            assert_eq!(format!("[{}]", turn.position.board()), field("result"), "{}", field("id"));
        }
        cases += 1;
    }
    assert!(cases >= 32);
}
