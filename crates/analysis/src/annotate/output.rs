//! Annotations as text and as JSON.

use super::judge::{Annotation, Judged, Judgement};
use super::plies::PlyKind;
use super::score::{gold_words, in_golds_view};
use super::{rule_item, rule_words};
use serde_json::{Value, json};
use std::fmt::Write;
use tusker_core::Capture;

/// Gold's Harlog minus Silver's in words; empty before the setups are made.
pub(super) fn harlog_words(harlog: f64) -> String {
    if harlog.is_nan() {
        String::new()
    } else if harlog.is_infinite() {
        if harlog > 0.0 { "+inf".to_owned() } else { "-inf".to_owned() }
    } else {
        // No negative zero.
        let harlog = if harlog.abs() < 0.005 { 0.0 } else { harlog };
        format!("{harlog:+.2}")
    }
}

/// The score after a ply from Gold's view in words.
pub(super) fn score_after(turn: &Judged) -> String {
    if let Some(outcome) = turn.ply.outcome {
        return format!("{} wins", outcome.winner);
    }
    turn.score.map_or_else(String::new, |score| gold_words(score, !turn.ply.label.side, turn.next_steps))
}

/// The signs and words of a judged turn; empty if there is nothing to say.
pub(super) fn comment(turn: &Judged) -> String {
    let Some(judgement) = turn.judgement.as_ref().filter(|judgement| !judgement.marks.is_empty()) else {
        return String::new();
    };
    let words: Vec<String> = judgement.marks.iter().map(ToString::to_string).collect();
    let mut text = format!("{} {}", sign(judgement), words.join("; "));
    if judgement.best != turn.ply.text {
        // A win within the turn is found without a search and has all its steps to go.
        let best = gold_words(judgement.best_score, turn.ply.label.side, 4);
        let _ = write!(text, "; better {} ({best})", judgement.best);
    }
    text
}

/// `??`, `?` or nothing.
pub(super) fn sign(judgement: &Judgement) -> &'static str {
    judgement.marks.iter().map(super::Mark::sign).max_by_key(|sign| sign.len()).unwrap_or("")
}

/// The annotation as lines: a table of all setups and turns with the score after each from Gold's view (rabbits, or who
/// wins in how many of its turns), Harlog after each, and what is remarkable; then the ending and the rule behind it.
pub fn to_text(annotation: &Annotation) -> String {
    let mut text = format!("{:>5}  {:>11} {:>7}  turn\n", "", "score", "Harlog");
    for (index, turn) in annotation.turns.iter().enumerate() {
        if annotation.part_starts.contains_key(&index) {
            text.push_str("       (an illegal turn stood here; the record is followed as it is written)\n");
        }
        let label = turn.ply.label.to_string();
        let (score, harlog) = (score_after(turn), harlog_words(turn.harlog));
        let fallen =
            if turn.ply.kind == PlyKind::Setup { fallen_words(&turn.ply.captures) } else { String::new() };
        let _ = writeln!(text, "{label:>5}  {score:>11} {harlog:>7}  {}{fallen}", turn.ply.text);
        let comment = comment(turn);
        if !comment.is_empty() {
            let _ = writeln!(text, "{:>28}{comment}", "");
        }
    }
    let _ = writeln!(text, "\n{}", ending_words(annotation));
    text
}

fn fallen_words(captures: &[Capture]) -> String {
    let words: Vec<String> = captures.iter().map(|fall| format!(" {}{}x", fall.piece, fall.square)).collect();
    words.concat()
}

/// The ending in a sentence.
pub(super) fn ending_words(annotation: &Annotation) -> String {
    match annotation.ending {
        Some((outcome, mover)) => format!("{}.", rule_words(outcome, mover)),
        None => "The game is not over by the position on the board.".to_owned(),
    }
}

/// The annotation as JSON: `{"turns": [..], "ending": {..} or null}`. Scores are centi-rabbits from Gold's view, wins
/// 32000 less the steps to them; Harlog is in rabbits, and null where it is infinite or not known.
pub fn to_json(annotation: &Annotation) -> Value {
    let turns: Vec<Value> = annotation.turns.iter().map(turn_json).collect();
    let ending = annotation.ending.map(|(outcome, mover)| {
        json!({
            "winner": outcome.winner.letter().to_string(),
            "reason": outcome.reason.name(),
            "item": rule_item(outcome, mover),
            "text": rule_words(outcome, mover),
        })
    });
    json!({ "turns": turns, "illegal_before": annotation.part_starts.keys().collect::<Vec<_>>(), "ending": ending })
}

fn turn_json(turn: &Judged) -> Value {
    let ply = &turn.ply;
    let mut value = json!({
        "turn": ply.label.to_string(),
        "kind": if ply.kind == PlyKind::Setup { "setup" } else { "turn" },
        "text": ply.text,
        "board": ply.board.to_string(),
        "captures": ply.captures.iter().map(|c| format!("{}{}", c.piece, c.square)).collect::<Vec<_>>(),
        "occurrence": ply.occurrence,
        "harlog": Some(turn.harlog).filter(|harlog| harlog.is_finite()),
        "score": turn.score.map(|score| in_golds_view(score, !ply.label.side).0),
    });
    if let (Some(judgement), Some(object)) = (&turn.judgement, value.as_object_mut()) {
        let gold = |score| in_golds_view(score, ply.label.side).0;
        object.insert("best".into(), json!(judgement.best));
        object.insert("best_score".into(), json!(gold(judgement.best_score)));
        object.insert("played_score".into(), json!(gold(judgement.played_score)));
        object.insert("drop".into(), json!(judgement.drop));
        object.insert("depth".into(), json!(judgement.depth.0));
        let marks = judgement.marks.iter();
        let marks: Vec<Value> =
            marks.map(|mark| json!({ "kind": mark.name(), "text": mark.to_string() })).collect();
        object.insert("marks".into(), marks.into());
    }
    value
}
