//! `tusker eval`.

use crate::input;
use clap::Args as ClapArgs;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;
use tusker_core::{Color, Position};
use tusker_search::eval::{Armies, Breakdown, Config, breakdown};

/// Material (Harlog) and positional terms of a position.
///
/// Harlog is in rabbits: 1.00 is the first rabbit lost from full armies. Differences are Gold minus Silver. The
/// positional terms are in rabbits here and in centi-rabbits in JSON; the score is from the view of the side to move.
///
/// With --json, one object: `{"side","harlog":{"gold","silver","diff"},"positional":{..},"score"}`. Harlog is in
/// rabbits, infinite values are null; positional terms, each Gold's minus Silver's, and the score are in
/// centi-rabbits.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker eval \"g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRR ]\"
  tusker eval --json \"s [    e   r                                     HdR    C      E   ]\""
)]
pub(crate) struct Args {
    /// The position: an AEI board such as "g [64 characters]"
    position: String,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let position = input::position(&args.position)?;
    let breakdown = breakdown(&position, Config::default());
    let text = if args.json {
        serde_json::to_string(&json(&position, &breakdown))? + "\n"
    } else {
        table(&position, &breakdown)
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// What `--json` prints.
#[derive(Debug, Serialize)]
struct Json {
    side: char,
    harlog: HarlogJson,
    positional: serde_json::Map<String, serde_json::Value>,
    score: i32,
}

/// JSON has no infinities: serde writes them as null.
#[derive(Debug, Serialize)]
struct HarlogJson {
    gold: f64,
    silver: f64,
    diff: f64,
}

fn json(position: &Position, breakdown: &Breakdown) -> Json {
    let armies = Armies::of(position.board());
    let positional =
        breakdown.parts.iter().map(|part| (part.name.to_owned(), (part.gold - part.silver).into())).collect();
    Json {
        side: position.side().letter(),
        harlog: HarlogJson {
            gold: armies.harlog_of(Color::Gold),
            silver: armies.harlog_of(Color::Silver),
            diff: armies.harlog(),
        },
        positional,
        score: breakdown.score.0,
    }
}

fn table(position: &Position, breakdown: &Breakdown) -> String {
    let armies = Armies::of(position.board());
    let rabbits = |value: i32| f64::from(value) / 100.0;
    let mut text = String::new();
    // Writing to a string cannot fail.
    let mut line = |name: &str, gold: String, silver: String, diff: String| {
        let _ = writeln!(text, "{}", format!("{name:<10}{gold:>12}{silver:>12}{diff:>12}").trim_end());
    };
    line("rabbits", "gold".to_owned(), "silver".to_owned(), "difference".to_owned());
    let [gold, silver] = Color::ALL.map(|side| format!("{:.6}", armies.harlog_of(side)));
    let diff = armies.harlog();
    line("harlog", gold, silver, if diff.is_nan() { "none".to_owned() } else { format!("{diff:+.6}") });
    let part = |value: i32| format!("{:+.2}", rabbits(value));
    for p in &breakdown.parts {
        line(p.name, part(p.gold), part(p.silver), part(p.gold - p.silver));
    }
    let _ = writeln!(text, "score for {}, to move: {}", position.side(), part(breakdown.score.0));
    text
}
