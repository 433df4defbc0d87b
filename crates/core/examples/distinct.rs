//! Lists what the rules allow on boards from standard input, for comparison with other programs.
//!
//! Input: lines of a side (`g` or `s`), a tab, and AEI's 64 characters. Output for each line: `steps` and the legal
//! first steps, as `e2n`; `ends` and the number of distinct boards after a legal turn; and one line for each of those
//! boards, twelve hexadecimal sets of squares (a1 is bit 0): gold rabbits, cats, dogs, horses, camels, elephants, and
//! the same for silver.

use std::collections::BTreeSet;
use std::error::Error;
use std::io::{self, BufRead, Write};
use tusker_core::{Board, Color, EdgeKind, Kind, Position, TurnGenerator};

fn main() -> Result<(), Box<dyn Error>> {
    let mut generator = TurnGenerator::new();
    let mut out = io::BufWriter::new(io::stdout().lock());
    for (number, line) in (1..).zip(io::stdin().lock().lines()) {
        let position = read_position(&line?).map_err(|error| format!("line {number}: {error}"))?;
        let steps: BTreeSet<String> = position
            .edges()
            .into_iter()
            .filter(|edge| edge.kind() != EdgeKind::Pull)
            .filter_map(|edge| edge.steps().first().copied())
            .map(|step| format!("{}{}", step.from, step.direction.letter()))
            .collect();
        write!(out, "steps")?;
        for step in steps {
            write!(out, " {step}")?;
        }
        writeln!(out, "\nends {}", generator.count(&position))?;
        let mut written = Ok(());
        generator.for_each(&position, |found| {
            written = write_board(&mut out, found.board());
            written.is_ok()
        });
        written?;
        out.flush()?;
    }
    Ok(())
}

fn read_position(line: &str) -> Result<Position, Box<dyn Error>> {
    let (side, board) = line.split_once('\t').ok_or("expected a side, a tab, and 64 characters")?;
    let side = side.parse().ok().and_then(Color::from_letter).ok_or("the side is g or s")?;
    Ok(Position::new(board.parse::<Board>()?, side)?)
}

fn write_board(out: &mut impl Write, board: &Board) -> io::Result<()> {
    let sets = Color::ALL.into_iter().flat_map(|color| Kind::ALL.map(|kind| board.pieces(color, kind)));
    for (index, set) in sets.enumerate() {
        write!(out, "{}{:x}", if index == 0 { "" } else { " " }, set.0)?;
    }
    writeln!(out)
}
