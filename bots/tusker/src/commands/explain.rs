//! `tusker explain`.

mod game;

use crate::input;
use crate::story::Story;
use anyhow::{anyhow, bail};
use clap::Args as ClapArgs;
use std::io::Write;
use std::process::ExitCode;
use tusker_core::{Game, GameError, IllegalStep, IllegalTurn, PlayedTurn, Variant, outcome_after_turn};
use tusker_notation::{ErrorKind, TurnFault, read_turn, write_turn};

/// Whether a turn is legal and what it leads to, or which step is illegal and why.
///
/// A legal turn prints four lines: `legal`; `board [..]`, the board after it; `end goal:g` (goal, elim, immo or rep,
/// and the winner) or `end none`; `canonical ..`, the turn with every capture right after the step that causes it.
/// An illegal turn prints one line: `illegal: step N: why`. Both are exit code 0.
///
/// Letters, blanks and captures in the steps may be wrong or missing; that is a warning on standard error. If the
/// position is a move list, a turn that would be a third repetition is illegal.
///
/// Without steps, a whole game is explained: every setup and turn, whether it is legal or why not, what it captures, and
/// whether its position has occurred before; then how the game ended, by which of the six items of the official order.
/// It may be a file or `-`, in any form: a move list, an archive, a record of Abstract Play, Lightvector notation. Of a
/// position it tells who can move, capture, and win.
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
      canonical rb3e rc3x Hb2n
  tusker explain game.txt
  tusker explain archive.tsv --game 669122
  tusker explain \"g [       e                                 r       H      R       ]\""
)]
pub(crate) struct Args {
    /// The position: an AEI board such as "g [64 characters]", or a move list; without STEPS also a file of any form
    position: String,
    /// The steps of the turn, such as "Ee2n Ee3n"
    steps: Option<String>,
    /// The variant: standard, endless, free, handicap
    #[arg(long, value_name = "NAME", default_value = "standard", value_parser = input::variant)]
    variant: Variant,
    /// The game of a file with this id, or else the N-th
    #[arg(long, value_name = "N", conflicts_with = "steps")]
    game: Option<u64>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let text = match &args.steps {
        Some(steps) => explain(&input::game_of(&args.position, args.variant)?, steps)?,
        None => whole_game(args)?,
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The lines about a whole game; what is odd in its text goes to standard error.
fn whole_game(args: &Args) -> anyhow::Result<String> {
    let story = Story::read(&args.position, args.variant, args.game)?;
    for warning in story.warnings.iter().filter(|warning| !game::leaves_the_rules(warning)) {
        log::warn!("{warning}");
    }
    Ok(game::explain(&story))
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
