//! `tusker perft`.

use crate::input;
use clap::Args as ClapArgs;
use rayon::prelude::*;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use tusker_core::{Perft, Position, TurnGenerator, perft};

/// Counts the legal first steps, distinct turns and step sequences of a position.
///
/// Prints `first F unique U paths P`. F: legal first steps; the first half of a push counts as one, and a step that
/// may be a pull or a push counts once. U: distinct boards after one legal turn; the unchanged board is none, and
/// repetition is ignored. P: sequences of 1 to 4 steps that are legal turns.
///
/// With --turns N, distinct turns are nested: all sequences of N-1 distinct turns are played, except that nothing
/// follows on the end of a game, and F, U and P of all positions reached are added up; U is then the number of
/// sequences of N distinct turns.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker perft \"g [    e   r                                     HdR    C      E   ]\"
      first 14 unique 1661 paths 18849
  tusker perft \"g [    e   r                                     HdR    C      E   ]\" --turns 2
  tusker perft --file positions.tsv
      prints id<TAB>F<TAB>U<TAB>P for every line id<TAB>side<TAB>board<TAB>anything"
)]
pub(crate) struct Args {
    /// The position: an AEI board such as "g [64 characters]"
    #[arg(required_unless_present = "file")]
    position: Option<String>,
    /// Distinct turns to nest
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10))]
    turns: u32,
    /// Lines of id, side, board, parted by tabs; a header row is skipped; - is standard input
    #[arg(long, value_name = "F", conflicts_with = "position")]
    file: Option<PathBuf>,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(file) = &args.file {
        return input::for_each_line(file, TurnGenerator::new, |generator, position| {
            let counts = nested(position, args.turns, generator);
            format!("{}\t{}\t{}", counts.first_steps, counts.distinct_turns, counts.sequences)
        });
    }
    let position = input::position(args.position.as_deref().unwrap_or_default())?;
    let counts = nested_in_parallel(&position, args.turns);
    let Counts { first_steps, distinct_turns, sequences } = counts;
    writeln!(std::io::stdout(), "first {first_steps} unique {distinct_turns} paths {sequences}")?;
    Ok(ExitCode::SUCCESS)
}

/// The counts of one position or the sums over many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    first_steps: u64,
    distinct_turns: u64,
    sequences: u64,
}

impl Counts {
    fn of(position: &Position, generator: &mut TurnGenerator) -> Self {
        let Perft { first_steps, distinct_turns, sequences } = perft(position, generator);
        Self { first_steps: u64::from(first_steps), distinct_turns, sequences }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            first_steps: self.first_steps + other.first_steps,
            distinct_turns: self.distinct_turns + other.distinct_turns,
            sequences: self.sequences + other.sequences,
        }
    }
}

/// The positions after every distinct turn on which the game goes on.
fn ends(position: &Position, generator: &mut TurnGenerator) -> Vec<Position> {
    let mut ends: Vec<_> = generator.list(position).into_iter().map(|turn| turn.position).collect();
    ends.retain(|end| end.outcome().is_none());
    ends
}

fn nested(position: &Position, turns: u32, generator: &mut TurnGenerator) -> Counts {
    if turns <= 1 {
        return Counts::of(position, generator);
    }
    let ends = ends(position, generator);
    ends.iter().map(|end| nested(end, turns - 1, generator)).fold(Counts::default(), Counts::plus)
}

/// As [`nested`], the positions after the first turn spread over all processors.
fn nested_in_parallel(position: &Position, turns: u32) -> Counts {
    let mut generator = TurnGenerator::new();
    if turns <= 1 {
        return Counts::of(position, &mut generator);
    }
    ends(position, &mut generator)
        .par_iter()
        .map_init(TurnGenerator::new, |generator, end| nested(end, turns - 1, generator))
        .reduce(Counts::default, Counts::plus)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tusker_core::{Board, Color, walk_turns};

    /// The obvious way: every sequence of steps, told apart by the boards they lead to.
    fn slow(position: &Position, turns: u32) -> Counts {
        if turns == 1 {
            return Counts::of(position, &mut TurnGenerator::new());
        }
        let mut boards = std::collections::HashSet::new();
        walk_turns(position, |_, board| {
            boards.insert(*board);
            true
        });
        let next = boards.into_iter().map(|board| Position::lenient(board, !position.side()).0);
        next.filter(|p| p.outcome().is_none())
            .map(|p| slow(&p, turns - 1))
            .fold(Counts::default(), Counts::plus)
    }

    #[test]
    fn nested_counts_agree_with_the_obvious_way() {
        for (side, text) in [
            (Color::Gold, "r   e                              ErH                  R       "),
            (Color::Silver, "                        r                          R    C       "),
        ] {
            let board: Board = text.parse().expect("a board");
            let position = Position::lenient(board, side).0;
            let expected = slow(&position, 2);
            assert_eq!(nested(&position, 2, &mut TurnGenerator::new()), expected, "{text}");
            assert_eq!(nested_in_parallel(&position, 2), expected, "{text}");
        }
    }
}
