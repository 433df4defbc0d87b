//! A whole game or a position, explained.

use crate::story::Story;
use std::fmt::Write;
use tusker_analysis::annotate::{Ply, PlyKind, plies, rule_words};
use tusker_core::{
    Capture, Color, EndReason, Game, Phase, Position, TurnGenerator, count_first_steps, statics,
};
use tusker_notation::{Diagram, Warning, WarningKind, write_position};
use tusker_search::eval::Armies;

/// What is to be told of a game, or of the position that it consists of.
pub(super) fn explain(story: &Story) -> String {
    let mut text = String::new();
    let turns: usize = story.parts.iter().map(|part| part.setups().len() + part.turns().len()).sum();
    if turns > 0 {
        game(story, &mut text);
    }
    if let Some(last) = story.parts.last() {
        if turns == 0 {
            position(last, &mut text);
        }
        text.push_str(&ending(last));
    }
    if let Some(recorded) = story.recorded() {
        let _ = writeln!(text, "record: {recorded}");
    }
    text
}

/// One line for each setup and turn.
fn game(story: &Story, text: &mut String) {
    // Each part after the first begins where the record leaves the rules, for one of these reasons.
    let mut faults = story.warnings.iter().filter(|warning| leaves_the_rules(warning));
    let mut illegal = 0;
    for (index, part) in story.parts.iter().enumerate() {
        if index > 0 {
            illegal += 1;
            let _ = match faults.next() {
                Some(fault) => writeln!(text, "       {}: {}", fault.place, fault.what),
                None => writeln!(text, "       the rules do not lead on from here"),
            };
        } else if part.setups().is_empty()
            && let Some(start) = part.start()
        {
            let _ = writeln!(text, "start  {}", write_position(start));
        }
        for ply in plies(part) {
            line(&ply, text);
        }
    }
    let turns: usize = story.parts.iter().map(|part| part.turns().len()).sum();
    let _ = writeln!(text, "{turns} legal turns, {illegal} that are not");
}

fn line(ply: &Ply, text: &mut String) {
    let mut told = Vec::new();
    if !ply.captures.is_empty() {
        told.push(format!("captured: {}", list(&ply.captures)));
    }
    if let Some(times) = ply.occurrence.filter(|times| *times > 1) {
        told.push(format!("occurs for the {} time", if times == 2 { "second" } else { "third" }));
    }
    if ply.kind == PlyKind::Setup {
        told.insert(0, "setup".to_owned());
    } else if ply.steps == 1 {
        told.insert(0, "legal, 1 step".to_owned());
    } else {
        told.insert(0, format!("legal, {} steps", ply.steps));
    }
    let _ = writeln!(text, "{:<6} {}  ({})", ply.label.to_string(), ply.text, told.join("; "));
}

fn list(captures: &[Capture]) -> String {
    let words = captures.iter().map(|c| format!("{} {} on {}", c.piece.color, c.piece.kind, c.square));
    words.collect::<Vec<_>>().join(", ")
}

/// Whether a warning tells of a turn that the rules do not allow.
pub(super) fn leaves_the_rules(warning: &Warning) -> bool {
    match &warning.what {
        WarningKind::Forced(_) | WarningKind::LeftOut(_) | WarningKind::AfterEnd(_) => true,
        // A turn of the wrong side.
        WarningKind::TurnNumber { found, expected } => found.chars().last() != expected.chars().last(),
        _ => false,
    }
}

/// The board and what the side to move can do.
fn position(game: &Game, text: &mut String) {
    let Some(position) = game.position() else { return };
    let _ = write!(text, "{}", Diagram::new(game.turn_number(), *position));
    let _ = writeln!(text, "{}", write_position(position));
    let side = position.side();
    let steps = position.steps_left();
    let _ = writeln!(
        text,
        "{side} to move, {steps} steps left, Harlog {:+.2}",
        Armies::of(position.board()).harlog()
    );
    if position.outcome().is_some() {
        return;
    }
    let turns = TurnGenerator::new().count(position);
    let _ = writeln!(text, "{} legal first steps, {turns} distinct turns", count_first_steps(position));
    for color in Color::ALL {
        let frozen = position.board().frozen(color);
        if !frozen.is_empty() {
            let squares: Vec<String> = frozen.iter().map(|square| square.to_string()).collect();
            let _ = writeln!(text, "{color} is frozen on {}", squares.join(" "));
        }
    }
    match statics::wins_in(position) {
        Some(win) => {
            let _ = writeln!(text, "{side} can win by {} in {} steps", win.reason, win.steps);
        }
        None => {
            let within = statics::captures(position).within(steps);
            let enemy = within & position.board().color(!side);
            if !enemy.is_empty() {
                let squares: Vec<String> = enemy.iter().map(|square| square.to_string()).collect();
                let _ = writeln!(text, "{side} can capture what stands on {}", squares.join(" "));
            }
        }
    }
}

fn ending(game: &Game) -> String {
    let mover = game.position().map_or(game.side(), |position: &Position| !position.side());
    match game.phase() {
        Phase::Over(outcome) if outcome.reason == EndReason::Resignation => {
            format!("end: {outcome}\n")
        }
        Phase::Over(outcome) => format!("end: {}\n", rule_words(outcome, mover)),
        Phase::Setup(color) => format!("end: none, {color} has to set up\n"),
        Phase::Play(color) => format!("end: none, {color} is to move\n"),
    }
}
