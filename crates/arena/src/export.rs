//! Records in the forms of other programs.

use crate::record::{GameRecord, RecordError};
use std::fmt::Write;
use tusker_core::Color;
use tusker_notation::{ListForm, SideLetters, write_move_list};

/// Readable move lists, one after the other: tags, turns, a blank line.
///
/// # Errors
/// The moves of a record do not fit its start.
pub fn write_move_lists(records: &[GameRecord]) -> Result<String, RecordError> {
    let mut text = String::new();
    for record in records {
        let facts = &record.facts;
        let game = record.game()?;
        tags(&mut text, record);
        if let Some(position) = &facts.position {
            let _ = writeln!(text, "[Position \"{position}\"]");
        }
        if let Some(variant) = &facts.variant {
            let _ = writeln!(text, "[Variant \"{variant}\"]");
        }
        let moves = write_move_list(&game, ListForm::Lines, SideLetters::GoldSilver)
            .map_err(|e| RecordError::Moves { game: facts.game, problem: e.to_string() })?;
        text.push_str(&moves);
        text.push('\n');
    }
    Ok(text)
}

/// A PGN-like text: the tags that rating programs (`BayesElo`, `Ordo`) read; the moves are one comment, since no such program
/// knows them.
pub fn write_pgn(records: &[GameRecord]) -> String {
    let mut text = String::new();
    for record in records {
        tags(&mut text, record);
        let moves: Vec<&str> = record.moves.split("\\n").filter(|line| line.contains(' ')).collect();
        let _ = write!(text, "\n{{ {} }}\n{}\n\n", moves.join(" / "), result(record));
    }
    text
}

fn result(record: &GameRecord) -> &'static str {
    if record.winner() == Color::Gold { "1-0" } else { "0-1" }
}

fn tags(text: &mut String, record: &GameRecord) {
    let facts = &record.facts;
    let [gold, silver] = &facts.engines;
    let tags = [
        ("Event", "Arimaa match".to_owned()),
        ("Round", (facts.game + 1).to_string()),
        ("White", gold.name.clone()),
        ("Black", silver.name.clone()),
        ("Result", result(record).to_owned()),
        ("TimeControl", record.clock.clone()),
        ("Termination", facts.ending.to_string()),
        ("PlyCount", record.turns_played.to_string()),
    ];
    for (name, value) in tags {
        // PGN knows no line breaks or quotes in values.
        let value = value.replace(['"', '\n'], "'");
        let _ = writeln!(text, "[{name} \"{value}\"]");
    }
}
