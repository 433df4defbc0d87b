//! `tusker explain`.

use crate::input;
use anyhow::{anyhow, bail};
use clap::Args as ClapArgs;
use std::io::Write;
use std::process::ExitCode;
use tusker_core::{Game, GameError, IllegalStep, IllegalTurn, PlayedTurn, outcome_after_turn};
use tusker_notation::{ErrorKind, TurnFault, read_turn, write_turn};

/// Whether a turn is legal and what it leads to, or which step is illegal and why.
///
/// A legal turn prints four lines: `legal`; `board [..]`, the board after it; `end goal:g` (goal, elim, immo or rep,
/// and the winner) or `end none`; `canonical ..`, the turn with every capture right after the step that causes it.
/// An illegal turn prints one line: `illegal: step N: why`. Both are exit code 0.
///
/// Letters, blanks and captures in the steps may be wrong or missing; that is a warning on standard error. If the
/// position is a move list, a turn that would be a third repetition is illegal.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker explain \"s [       r   me      E                                           R]\" \"ee7s ee6s ee5s md7e\"
      illegal: step 4: d7 is frozen by the elephant on d6
  tusker explain \"g [       e                                 r       H      R       ]\" \"rb3e rc3x Hb2n\"
      legal
      board [       e                                 H              R       ]
      end elim:g
      canonical rb3e rc3x Hb2n"
)]
pub(crate) struct Args {
    /// The position: an AEI board such as "g [64 characters]", or a move list
    position: String,
    /// The steps of the turn, such as "Ee2n Ee3n"
    steps: String,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let game = input::game(&args.position)?;
    let text = explain(&game, &args.steps)?;
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The lines about a turn in a game; a game that is over is warned of, and the steps are judged all the same.
fn explain(game: &Game, steps: &str) -> anyhow::Result<String> {
    let Some(position) = game.position() else {
        bail!("the game is still in its setup: it takes no steps yet")
    };
    let before = outcome_after_turn(position.board(), !position.side()).filter(|_| !position.can_pass());
    if let Some(outcome) = before {
        log::warn!("the game is over before this turn: {outcome}");
    }
    let reading = match read_turn(position, steps) {
        Ok(reading) => reading,
        Err(error) => {
            return match error.what {
                ErrorKind::Turn(TurnFault::Illegal { step, reason, .. }) => {
                    Ok(illegal(IllegalTurn { step, reason }))
                }
                ErrorKind::Turn(TurnFault::Empty) => {
                    Ok(illegal(IllegalTurn { step: 1, reason: IllegalStep::NoSteps }))
                }
                what => Err(anyhow!("the steps, column {}: {what}", error.place.column)),
            };
        }
    };
    for warning in &reading.warnings {
        log::warn!("the steps, column {}: {}", warning.place.column, warning.what);
    }
    let PlayedTurn { turn, position: end } = reading.value;
    let outcome = if before.is_some() {
        outcome_after_turn(end.board(), position.side())
    } else {
        match game.clone().play(&turn) {
            Ok(outcome) => outcome,
            Err(GameError::Turn(fault)) => return Ok(illegal(fault)),
            Err(fault) => return Err(fault.into()),
        }
    };
    let ending = match outcome {
        Some(outcome) => format!("{}:{}", outcome.reason.short_name(), outcome.winner.letter()),
        None => "none".to_owned(),
    };
    let canonical = write_turn(position, &turn)?;
    Ok(format!("legal\nboard [{}]\nend {ending}\ncanonical {canonical}\n", end.board()))
}

fn illegal(fault: IllegalTurn) -> String {
    format!("illegal: {fault}\n")
}
