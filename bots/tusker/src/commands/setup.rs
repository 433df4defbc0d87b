//! `tusker setup`.

use crate::input;
use anyhow::bail;
use clap::Args as ClapArgs;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::json;
use std::fmt::Write as _;
use std::io::Write;
use std::process::ExitCode;
use tusker_core::{Board, BookSetup, Color, Randomness, Square, setup_book};
use tusker_notation::{Strictness, read_setup};

/// Setups to choose from, with the reasons for them.
///
/// Without --seed the likeliest choices of the book are listed, each with its chance in percent; with --seed they are
/// drawn one after the other, each as likely as the book has it. With --against the choices answer the enemy's setup: not
/// on the file of its elephant, the camel away from that elephant.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker setup
  tusker setup --side s --against 99of9 --count 3
  tusker setup --side s --against \"Ee2 Mb2 Ha2 Hh2 Dd2 De1 Cb1 Cg2 Ra1 Rc1 Rc2 Rd1 Rf2 Rf1 Rg1 Rh1\"
  tusker setup --seed 7 --count 1 --json"
)]
pub(crate) struct Args {
    /// The side that sets up: g or s
    #[arg(long, value_name = "SIDE", default_value = "g", value_parser = input::side)]
    side: Color,
    /// What the enemy has placed: a setup such as "Ra1 Rb1 ..", a name of the book such as 99of9, or an AEI board
    #[arg(long, value_name = "SETUP")]
    against: Option<String>,
    /// Draws choices by chance, the same ones for the same seed
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// How much chance has a say, in percent; 0: the likeliest first, 100: all equally likely
    #[arg(long, value_name = "P", default_value_t = 50, value_parser = clap::value_parser!(u8).range(0..=100))]
    randomness: u8,
    /// How many choices are told
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let enemy = match &args.against {
        Some(text) => enemy(text, !args.side)?,
        None => Board::EMPTY,
    };
    let choices = choices(args, setup_book(args.side, &enemy));
    let text = if args.json {
        let list: Vec<_> = choices.iter().map(|(choice, chance)| choice_json(choice, *chance)).collect();
        serde_json::to_string_pretty(&list)? + "\n"
    } else {
        let texts: Vec<String> = choices
            .iter()
            .enumerate()
            .map(|(index, (choice, chance))| choice_text(index + 1, choice, *chance, args.side))
            .collect();
        texts.join("\n")
    };
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The choices to tell, each with its chance in percent before any of them was drawn.
fn choices(args: &Args, book: Vec<BookSetup>) -> Vec<(BookSetup, f64)> {
    let randomness = Randomness::percent(args.randomness);
    let shares = randomness.shares(&book);
    let total = shares.iter().sum::<u64>().max(1) as f64;
    let mut left: Vec<(BookSetup, f64)> = book
        .into_iter()
        .zip(&shares)
        .map(|(choice, share)| (choice, *share as f64 / total * 100.0))
        .collect();
    let count = (args.count as usize).min(left.len());
    if let Some(seed) = args.seed {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut drawn = Vec::new();
        while drawn.len() < count {
            let open: Vec<BookSetup> = left.iter().map(|(choice, _)| choice.clone()).collect();
            let Some(index) = randomness.draw(&open, &mut rng) else { break };
            drawn.push(left.remove(index));
        }
        return drawn;
    }
    left.truncate(count);
    left
}

/// Reads what the enemy, `color`, has placed.
fn enemy(text: &str, color: Color) -> anyhow::Result<Board> {
    let mut board = Board::EMPTY;
    let named =
        setup_book(color, &board).into_iter().find(|choice| choice.name.eq_ignore_ascii_case(text.trim()));
    let setup = match named {
        Some(choice) => choice.setup,
        None if text.contains('[') => return Ok(*input::game(text)?.board()),
        None => match read_setup(text, color, &board, Strictness::Lenient) {
            Ok(reading) => {
                input::accept(&reading.warnings)?;
                reading.value
            }
            Err(error) => {
                let names: Vec<String> = setup_book(color, &board).into_iter().map(|c| c.name).collect();
                bail!(
                    "--against, column {}: {}; names are {}",
                    error.place.column,
                    error.what,
                    names.join(", ")
                )
            }
        },
    };
    for placement in setup.placements() {
        board.put(placement.square, placement.piece);
    }
    Ok(board)
}

/// The two home ranks as they stand on the board.
pub(crate) fn rows(choice: &BookSetup, color: Color) -> String {
    let mut board = Board::EMPTY;
    for placement in choice.setup.placements() {
        board.put(placement.square, placement.piece);
    }
    let mut text = String::new();
    let ranks = if color == Color::Gold { [1, 0] } else { [7, 6] };
    for rank in ranks {
        let _ = write!(text, "   {}|", rank + 1);
        for file in 0..8 {
            let piece = Square::new(file, rank).and_then(|square| board.piece_at(square));
            let letter = piece.map_or_else(|| ".".to_owned(), |piece| piece.to_string());
            let _ = write!(text, " {letter}");
        }
        text.push_str(" |\n");
    }
    text
}

fn choice_text(number: usize, choice: &BookSetup, chance: f64, color: Color) -> String {
    let mut text = format!("{number}. {}, {chance:.0}%\n{}", choice.name, rows(choice, color));
    let _ = writeln!(text, "   {}", choice.setup);
    for reason in &choice.reasons {
        let _ = writeln!(text, "   - {reason}");
    }
    text
}

fn choice_json(choice: &BookSetup, chance: f64) -> serde_json::Value {
    json!({
        "name": choice.name,
        "plan": choice.plan.name(),
        "chance": (chance * 10.0).round() / 10.0,
        "setup": choice.setup.to_string(),
        "reasons": choice.reasons.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}
