//! `tusker goal`.

use crate::input;
use clap::Args as ClapArgs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use tusker_core::shortest_goal;
use tusker_notation::write_turn;

/// The fewest steps to goal in this turn, and a turn that does it.
///
/// Prints `goal K<TAB>turn`, K from 1 to 4, or `goal no`. The turn may end on its last step: it changes the board and
/// no push is left open. A position in which the game is over answers `no`. Repetition is ignored.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker goal \"g [r r        R                                                    ]\"
      goal 1<TAB>Rd7n
  tusker goal --file positions.tsv
      prints id<TAB>K or id<TAB>no for every line id<TAB>side<TAB>board<TAB>anything"
)]
pub(crate) struct Args {
    /// The position: an AEI board such as "g [64 characters]"
    #[arg(required_unless_present = "file")]
    position: Option<String>,
    /// Lines of id, side, board, parted by tabs; a header row is skipped; - is standard input
    #[arg(long, value_name = "F", conflicts_with = "position")]
    file: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.file {
        return input::for_each_line(
            file,
            || (),
            |(), position| {
                shortest_goal(position).map_or_else(|| "no".to_owned(), |turn| turn.steps_taken().to_string())
            },
        );
    }
    let position = input::position(args.position.as_deref().unwrap_or_default())?;
    let mut out = std::io::stdout();
    match shortest_goal(&position) {
        Some(turn) => writeln!(out, "goal {}\t{}", turn.steps_taken(), write_turn(&position, &turn)?)?,
        None => writeln!(out, "goal no")?,
    }
    Ok(ExitCode::SUCCESS)
}
