//! `tusker play`.

mod level;
mod screen;
mod table;

use crate::input;
use crate::story::Story;
use clap::Args as ClapArgs;
use level::Level;
use screen::{Colours, Screen};
use std::io::{IsTerminal, Write};
use std::process::ExitCode;
use table::{Next, Table};
use tusker_core::{Color, EndlessStart, Game, SetupKind, Variant};

/// A game against the engine in the terminal.
///
/// Turns are typed in any notation: steps (`Ee2n Ee3n`), Lightvector (`Ee4`), or Abstract Play's (`Ee2e3, Ee3e4`).
/// Setups are `Ra1 Rb1 ..`, a name of the book (`99of9`), or `quick` for one that fits; once the eight other pieces are
/// placed, rabbits fill the rest. Commands: undo, hint, setups, board, save FILE, load FILE, level N, resign, help, quit.
///
/// Levels 1 to 10 look at more and more positions, and the lower ones choose among turns that are almost as good as the
/// best. The same seed and the same turns give the same game.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker play
  tusker play --side s --level 3 --seed 1
  tusker play --load game.txt
  tusker play --variant endless --seed 5"
)]
pub(crate) struct Args {
    /// The side that you play: g or s
    #[arg(long, value_name = "SIDE", default_value = "g", value_parser = input::side)]
    side: Color,
    /// Strength, 1 to 10
    #[arg(long, value_name = "N", default_value_t = Level::USUAL, value_parser = clap::value_parser!(u8).range(1..=10))]
    level: u8,
    /// Makes the engine's choices reproducible [default: another one each time]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The variant: standard, endless, free, handicap
    #[arg(long, value_name = "NAME", default_value = "standard", value_parser = input::variant)]
    variant: Variant,
    /// Goes on with a saved game, or plays on from a position; any form
    #[arg(long, value_name = "FILE or POSITION")]
    load: Option<String>,
    /// Whether the board is coloured
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = Colours::Auto)]
    colour: Colours,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let stdout = std::io::stdout();
    let screen = Screen::new(args.colour.wanted(stdout.is_terminal()));
    let seed = args.seed.unwrap_or_else(crate::engine::any_seed);
    let game = match &args.load {
        Some(name) => Story::read(name, args.variant, None)?.into_game(),
        None => new_game(args.variant, seed),
    };
    let mut table = Table::new(game, args.side, Level::new(args.level), seed);
    let mut out = stdout.lock();
    table.welcome(screen, &mut out)?;
    let mut lines = std::io::stdin().lines();
    loop {
        table.engine_plays(screen, &mut out)?;
        write!(out, "{}", table.prompt())?;
        out.flush()?;
        let Some(line) = lines.next() else {
            writeln!(out)?;
            return Ok(ExitCode::SUCCESS);
        };
        let line = line?;
        if !std::io::stdin().is_terminal() {
            // What is piped in shows in the output as if it had been typed.
            writeln!(out, "{line}")?;
        }
        if table.answer(line.trim(), screen, &mut out)? == Next::Quit {
            return Ok(ExitCode::SUCCESS);
        }
    }
}

/// A game before its first setup, or at the drawn start of a variant that has none.
fn new_game(variant: Variant, seed: u64) -> Game {
    if variant.setup != SetupKind::Given {
        return Game::with_variant(variant);
    }
    let mut rng = level::generator(seed, 0);
    loop {
        let game = Game::endless(&EndlessStart::random(&mut rng));
        if game.outcome().is_none() {
            return game;
        }
    }
}
