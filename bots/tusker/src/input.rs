//! Positions from the command line and from files.

use anyhow::{Context, anyhow, bail};
use rayon::prelude::*;
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use tusker_core::{Color, Game, Position, Variant};
use tusker_notation::{
    Dialect, ErrorKind, Strictness, Token, TurnForm, Warning, WarningKind, detect_in, read_position,
    read_token,
};
use tusker_tables::Tables;

/// Reads a game in any form: a board and a diagram begin one. Oddities are warnings.
pub(crate) fn game(text: &str) -> anyhow::Result<Game> {
    game_of(text, Variant::STANDARD)
}

/// As [`game`], for a game of a variant.
pub(crate) fn game_of(text: &str, variant: Variant) -> anyhow::Result<Game> {
    let reading = detect_in(variant, text, Strictness::Lenient).map_err(|e| explain_unknown(e, text))?;
    accept(&reading.warnings)?;
    let reading = reading.value.into_game_of(variant, Strictness::Lenient)?;
    accept(&reading.warnings)?;
    Ok(reading.value)
}

/// The form that a turn seems to be written in.
pub(crate) fn guess_turn_form(turn: &str) -> TurnForm {
    let step = |word| matches!(read_token(word), Ok((token, _)) if !matches!(token, Token::Placement { .. }));
    if turn.contains([',', '(']) {
        TurnForm::Legacy
    } else if turn.split_whitespace().all(step) {
        TurnForm::Steps
    } else {
        TurnForm::Lightvector(Dialect::Founding)
    }
}

/// Loads the endgame tables of `--tables DIR`, if it is given.
pub(crate) fn tables(directory: Option<&Path>) -> anyhow::Result<Option<Arc<Tables>>> {
    let load = |directory: &Path| {
        Tables::load(directory).with_context(|| format!("--tables {}", directory.display())).map(Arc::new)
    };
    directory.map(load).transpose()
}

/// Reads a side, for arguments.
pub(crate) fn side(name: &str) -> Result<Color, String> {
    match name.to_ascii_lowercase().as_str() {
        "g" | "gold" | "w" => Ok(Color::Gold),
        "s" | "silver" | "b" => Ok(Color::Silver),
        _ => Err("expected g (gold) or s (silver)".to_owned()),
    }
}

/// Reads the name of a variant, for arguments.
pub(crate) fn variant(name: &str) -> Result<Variant, String> {
    let expected = "expected standard, endless (or eee), free (or freestyle) or handicap";
    Variant::from_name(name).ok_or_else(|| expected.to_owned())
}

/// Reads a position in any form; of a move list or an archive game the last one. Oddities are warnings.
pub(crate) fn position(text: &str) -> anyhow::Result<Position> {
    let game = game(text)?;
    game.position()
        .copied()
        .ok_or_else(|| anyhow!("the game is still in its setup: there is no position yet"))
}

/// The error with the text that nothing could be made of, if it is short.
pub(crate) fn explain_unknown(error: tusker_notation::Error, text: &str) -> anyhow::Error {
    let text = text.trim();
    if matches!(error.what, ErrorKind::Unknown) && text.chars().count() <= 100 && !text.contains('\n') {
        anyhow!("'{text}': {}", error.what)
    } else {
        error.into()
    }
}

/// Tells on standard error what was odd about a text.
///
/// # Errors
/// A turn could not be carried out at all: the text does not say which position was meant.
pub(crate) fn accept(warnings: &[Warning]) -> anyhow::Result<()> {
    const MOST: usize = 20;
    for warning in warnings {
        if let WarningKind::LeftOut(fault) = &warning.what {
            bail!("{}: {fault}", warning.place);
        }
    }
    for warning in warnings.iter().take(MOST) {
        log::warn!("{warning}");
    }
    if warnings.len() > MOST {
        log::warn!("... and {} more", warnings.len() - MOST);
    }
    Ok(())
}

/// The whole text of a file, or of standard input for `-`.
pub(crate) fn text(path: &Path) -> anyhow::Result<String> {
    let bytes = if path.as_os_str() == "-" {
        let mut bytes = Vec::new();
        std::io::stdin().read_to_end(&mut bytes).context("standard input")?;
        bytes
    } else {
        std::fs::read(path).with_context(|| format!("{}", path.display()))?
    };
    String::from_utf8(bytes).map_err(|e| {
        anyhow!("{}: not a text file (byte {} is not UTF-8)", path.display(), e.utf8_error().valid_up_to())
    })
}

/// How many lines are computed before their results are printed.
const BATCH: usize = 512;

/// Prints `id<TAB>result` for every line of a file of positions, in order, computed on all processors.
///
/// Lines are `id<TAB>side<TAB>board<TAB>anything`; a header row and blank lines are skipped. A bad line is named on
/// standard error, the others are computed all the same, and the exit code is 1 then. `start` makes what each thread
/// keeps from one position to the next.
pub(crate) fn for_each_line<T>(
    path: &Path,
    start: impl Fn() -> T + Sync + Send,
    compute: impl Fn(&mut T, &Position) -> String + Sync + Send,
) -> anyhow::Result<ExitCode> {
    for_each_row(path, start, |kept, id, position| format!("{id}\t{}", compute(kept, position)))
}

/// As [`for_each_line`], for results that are whole lines: `compute` is given the id, too.
pub(crate) fn for_each_row<T>(
    path: &Path,
    start: impl Fn() -> T + Sync + Send,
    compute: impl Fn(&mut T, &str, &Position) -> String + Sync + Send,
) -> anyhow::Result<ExitCode> {
    let text = text(path)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let lines: Vec<(usize, &str)> = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, l)| !l.trim().is_empty())
        .collect();
    let lines = match lines.split_first() {
        Some((first, rest)) if is_header(first.1) => rest,
        _ => &lines,
    };
    if lines.is_empty() {
        return Err(anyhow!(
            "{}: no positions: expected lines of id, side, board, parted by tabs",
            path.display()
        ));
    }
    let mut bad = 0_usize;
    let mut out = std::io::stdout().lock();
    for batch in lines.chunks(BATCH) {
        let results: Vec<Result<String, String>> = batch
            .par_iter()
            .map_init(&start, |kept, (_, line)| {
                let row = read_row(line)?;
                Ok(compute(kept, row.id, &row.position))
            })
            .collect();
        for (result, (number, _)) in results.into_iter().zip(batch) {
            match result {
                Ok(result) => writeln!(out, "{result}")?,
                Err(problem) => {
                    bad += 1;
                    log::error!("{}, line {number}: {problem}", path.display());
                }
            }
        }
        out.flush()?;
    }
    if bad > 0 {
        log::error!("{}: {bad} of {} lines could not be read", path.display(), lines.len());
    }
    Ok(if bad == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One line of a file of positions.
#[derive(Debug)]
struct Row<'a> {
    id: &'a str,
    position: Position,
}

/// Whether the first line holds names of columns: a word where the side stands, and no board.
fn is_header(line: &str) -> bool {
    let mut columns = line.split('\t').skip(1).map(str::trim);
    let is_word = |column: &str| column.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ' '));
    match (columns.next(), columns.next()) {
        (Some(side), Some(board)) => {
            side.chars().count() > 1 && is_word(side) && board.chars().count() < 32 && is_word(board)
        }
        _ => false,
    }
}

fn read_row(line: &str) -> Result<Row<'_>, String> {
    let line = line.trim_end_matches('\r');
    let mut columns = line.split('\t');
    let (Some(id), Some(side), Some(board)) = (columns.next(), columns.next(), columns.next()) else {
        let found = line.split('\t').count();
        return Err(format!("expected at least 3 columns parted by tabs (id, side, board), found {found}"));
    };
    let side_column = id.chars().count() + 2;
    let board_column = side_column + side.chars().count() + 1;
    let side = side.trim();
    if side.chars().count() != 1 || side.chars().all(|c| Color::from_letter(c.to_ascii_lowercase()).is_none())
    {
        return Err(format!("column {side_column}: expected the side to move, g or s, found '{side}'"));
    }
    let whole = format!("{side} {board}");
    match read_position(&whole, Strictness::Lenient) {
        Ok(reading) => {
            for warning in &reading.warnings {
                log::debug!("{id}: {}", warning.what);
            }
            Ok(Row { id, position: reading.value })
        }
        // The board begins at the third character of what was read.
        Err(error) => {
            Err(format!("column {}: {}", board_column + error.place.column.saturating_sub(3), error.what))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "    e   r                                     HdR    C      E   ";

    #[test]
    fn rows_are_read_leniently() {
        for (line, side) in [
            (format!("a/1\tg\t[{BOARD}]\t25\tno"), Color::Gold),
            (format!("a/1\tb\t{BOARD}"), Color::Silver),
            (format!("a/1\t S \t\"{}\"\r", BOARD.replace(' ', ".")), Color::Silver),
            (format!("a/1\tw\t [{BOARD}] \tanything"), Color::Gold),
        ] {
            let row = read_row(&line).unwrap_or_else(|e| panic!("{line:?}: {e}"));
            assert_eq!((row.id, row.position.side()), ("a/1", side), "{line:?}");
            assert_eq!(row.position.board().to_string(), BOARD, "{line:?}");
        }
    }

    #[test]
    fn bad_rows_are_named() {
        for (line, expected) in [
            ("7".to_owned(), "expected at least 3 columns parted by tabs (id, side, board), found 1"),
            (format!("77\tx\t[{BOARD}]"), "column 4: expected the side to move, g or s, found 'x'"),
            (format!("77\tgold\t[{BOARD}]"), "column 4: expected the side to move"),
            ("7\tg\t[rr]".to_owned(), "column 6: a board has 64 characters"),
            (format!("7\tg\t{}", BOARD.replace('C', "Z")), "column 58: 'Z' for f2"),
            (format!("7\tg\t[{}]", BOARD.replace('C', "Z")), "column 59: 'Z' for f2"),
            (format!("7\tg\t[{BOARD}"), "no closing ]"),
        ] {
            let error = read_row(&line).expect_err(&line);
            assert!(error.contains(expected), "{line:?}: {error}");
        }
    }

    #[test]
    fn only_names_of_columns_are_a_header() {
        assert!(is_header("id\tside\tboard\tfirst_steps"));
        assert!(is_header("id\tplayer\tposition"));
        for line in ["1\tg\t[rr]", "1\tx\t[rr]", "1\tgold\t[rr]", "1", "id\tside", "1\tg\tr", "1\t\t"] {
            assert!(!is_header(line), "{line:?}");
        }
    }
}
