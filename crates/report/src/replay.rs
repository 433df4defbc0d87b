//! Games that can be stepped through.

use crate::html::{escape, escape_json};
use serde::Serialize;
use std::fmt::Write;
use tusker_core::Board;

/// One game on the replay board.
#[derive(Clone, Debug)]
pub struct Replay {
    /// The line in the list of games.
    pub title: String,
    /// What is told beside the board: name and value.
    pub facts: Vec<(String, String)>,
    /// The board before the first turn; empty if the game begins with setups.
    pub start: Board,
    /// Setups and turns.
    pub turns: Vec<ReplayTurn>,
}

/// One setup or turn.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ReplayTurn {
    /// Its number, as `12g`.
    #[serde(rename = "l")]
    pub label: String,
    /// Placements or steps in canonical form, every capture written.
    #[serde(rename = "t")]
    pub text: String,
    /// What is told of it; may be empty.
    #[serde(rename = "n", skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// A sign such as `??` that stands out in the list; may be empty.
    #[serde(rename = "m", skip_serializing_if = "String::is_empty")]
    pub mark: String,
    /// A sentence that is shown below the board; may be empty.
    #[serde(rename = "c", skip_serializing_if = "String::is_empty")]
    pub comment: String,
}

#[derive(Serialize)]
struct Data<'a> {
    title: &'a str,
    facts: &'a [(String, String)],
    start: String,
    turns: &'a [ReplayTurn],
}

/// The board, its controls and the games; works with one replay on a page.
pub(crate) fn replay_html(games: &[Replay]) -> String {
    let data: Vec<Data<'_>> = games
        .iter()
        .map(|game| Data {
            title: &game.title,
            facts: &game.facts,
            start: game.start.to_string(),
            turns: &game.turns,
        })
        .collect();
    // Strings, numbers and lists always have a form.
    let json = escape_json(&serde_json::to_string(&data).unwrap_or_default());
    let mut options = String::new();
    for (index, game) in games.iter().enumerate() {
        let _ = write!(options, "<option value=\"{index}\">{}</option>", escape(&game.title));
    }
    format!(
        "<section class=\"replay\" id=\"replay\" tabindex=\"0\" aria-label=\"Replay of games\">\
         <div class=\"controls\"><select id=\"game\" aria-label=\"Game\">{options}</select></div>\
         <div class=\"table\"><div><div id=\"board\"></div>\
         <div class=\"controls\" role=\"toolbar\" aria-label=\"Steps of the game\">\
         <button id=\"first\" title=\"First position (Home)\">|&lt;</button>\
         <button id=\"back\" title=\"Turn back (arrow left)\">&lt;</button>\
         <button id=\"stepback\" title=\"Step back (comma)\">&minus;1</button>\
         <button id=\"step\" title=\"Step (full stop)\">+1</button>\
         <button id=\"next\" title=\"Turn (arrow right)\">&gt;</button>\
         <button id=\"last\" title=\"Last position (End)\">&gt;|</button></div>\
         <p id=\"status\" aria-live=\"polite\"></p><p id=\"comment\" aria-live=\"polite\"></p></div>\
         <div class=\"side\"><dl id=\"facts\"></dl><ol id=\"turns\"></ol></div></div>\
         <p class=\"hint\">Arrow keys left and right: turn by turn; comma and full stop: step by step; n and p: next \
         and previous game.</p>\
         <script type=\"application/json\" id=\"games\">{json}</script>\
         <script>{}</script></section>",
        include_str!("assets/replay.js")
    )
}
