//! How a solution is printed.

use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;
use tusker_analysis::solve::{Completeness, Solution, Verdict, Winner};
use tusker_core::{Outcome, Position};
use tusker_notation::{write_position, write_turn};

/// The forms of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Lines for people.
    Text,
    /// One line of values parted by tabs.
    Row,
    /// One line of JSON.
    Json,
}

/// The solution in a form, without the last line end.
pub(super) fn write(
    form: Form,
    id: Option<&str>,
    position: &Position,
    solution: &Solution,
    took: Duration,
    most: usize,
) -> String {
    match form {
        Form::Text => text(position, solution, took, most),
        Form::Row => format!(
            "{}{}\t{}\t{}",
            id.map(|id| format!("{id}\t")).unwrap_or_default(),
            word(solution.verdict),
            count(solution),
            solution.winners.first().map(|winner| turn(position, winner)).unwrap_or_default()
        ),
        Form::Json => Json { id, seconds: Some(took.as_secs_f64()), ..json(position, solution) }.line(),
    }
}

/// A puzzle of a game as one line of JSON.
pub(super) fn puzzle_json(id: &str, source: &str, position: &Position, solution: &Solution) -> String {
    Json { id: Some(id), source: Some(source), ..json(position, solution) }.line()
}

fn word(verdict: Verdict) -> String {
    match verdict {
        Verdict::Win { turns } => format!("win {turns}"),
        Verdict::NoWin { turns } => format!("no {turns}"),
        Verdict::Undecided { no_win_within } => format!("undecided {no_win_within}"),
        Verdict::Over(_) => "over".to_owned(),
    }
}

/// The number of winning first turns, with a + if there may be more.
pub(super) fn count(solution: &Solution) -> String {
    let more = if solution.completeness == Completeness::Partial { "+" } else { "" };
    format!("{}{more}", solution.winners.len())
}

/// The steps of a first turn; `pass` if the turn at hand is to be ended at once.
pub(super) fn turn(position: &Position, winner: &Winner) -> String {
    if winner.turn.edges().is_empty() {
        return "pass".to_owned();
    }
    write_turn(position, &winner.turn).unwrap_or_else(|error| format!("({error})"))
}

fn text(position: &Position, solution: &Solution, took: Duration, most: usize) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = match solution.verdict {
        Verdict::Over(Outcome { winner, reason }) => {
            writeln!(text, "the game is over: {winner} wins by {reason}")
        }
        Verdict::NoWin { turns } => writeln!(text, "no win in {turns}"),
        Verdict::Undecided { no_win_within: 0 } => writeln!(text, "not decided"),
        Verdict::Undecided { no_win_within } => writeln!(text, "not decided: no win in {no_win_within}"),
        Verdict::Win { turns } => {
            let found = solution.winners.len();
            let unique = if solution.is_unique() { ", unique" } else { "" };
            let at_least = if solution.completeness == Completeness::Partial { "at least " } else { "" };
            writeln!(
                text,
                "win in {turns}{unique}: {at_least}{found} of {} first turns",
                solution.first_turns
            )
        }
    };
    for winner in solution.winners.iter().take(most) {
        let reason = winner.reason.map(|reason| format!("  ({reason})")).unwrap_or_default();
        let _ = writeln!(text, "{}{reason}", turn(position, winner));
    }
    if solution.winners.len() > most {
        let _ = writeln!(text, "... and {} more: --all prints them", solution.winners.len() - most);
    }
    let _ = write!(text, "{} nodes, {:.3} s", solution.nodes, took.as_secs_f64());
    text
}

#[derive(Debug, Serialize)]
struct Json<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    position: String,
    steps_left: u8,
    verdict: &'static str,
    /// Of the win, or those within which there is none.
    turns: Option<u8>,
    unique: bool,
    complete: bool,
    first_turns: u64,
    winners: Vec<JsonWinner>,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    source: Option<&'a str>,
}

impl Json<'_> {
    fn line(&self) -> String {
        serde_json::to_string(self).unwrap_or_else(|error| format!("{{\"error\":\"{error}\"}}"))
    }
}

#[derive(Debug, Serialize)]
struct JsonWinner {
    turn: String,
    board: String,
    reason: Option<&'static str>,
}

fn json<'a>(position: &Position, solution: &Solution) -> Json<'a> {
    let (verdict, turns) = match solution.verdict {
        Verdict::Win { turns } => ("win", Some(turns)),
        Verdict::NoWin { turns } => ("none", Some(turns)),
        Verdict::Undecided { no_win_within } => ("undecided", Some(no_win_within)),
        Verdict::Over(_) => ("over", None),
    };
    Json {
        id: None,
        position: write_position(position),
        steps_left: position.steps_left(),
        verdict,
        turns,
        unique: solution.is_unique(),
        complete: solution.completeness == Completeness::Complete,
        first_turns: solution.first_turns,
        winners: solution
            .winners
            .iter()
            .map(|winner| JsonWinner {
                turn: turn(position, winner),
                board: winner.position.board().to_string(),
                reason: winner.reason.map(tusker_core::EndReason::name),
            })
            .collect(),
        nodes: solution.nodes,
        seconds: None,
        source: None,
    }
}
