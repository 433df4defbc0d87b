//! `tusker solve --find`: puzzles in games.

use super::{Args, output};
use crate::input;
use anyhow::{Context, bail};
use rayon::prelude::*;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;
use tusker_analysis::puzzles::{Found, puzzles_of};
use tusker_analysis::solve::Verdict;
use tusker_core::{Color, Game};
use tusker_notation::{
    Detected, GameForm, Reading, Strictness, TurnLabel, detect, detect_games, read_archive, read_games,
};
use tusker_tables::Tables;

/// The turns of a puzzle, if nothing else is asked for.
const TURNS: u8 = 2;
/// Games whose puzzles are found before they are printed.
const BATCH: usize = 16;

/// A game, and where it stands.
struct Source {
    game: Game,
    id: String,
    /// The file and the line.
    place: String,
}

/// Runs the command.
pub(super) fn run(args: &Args, tables: Option<&Arc<Tables>>) -> anyhow::Result<ExitCode> {
    let start = Instant::now();
    if args.subjects.is_empty() {
        bail!("--find: name the files with the games");
    }
    let mut sources = Vec::new();
    let mut code = ExitCode::SUCCESS;
    for name in &args.subjects {
        if !read_file(name, args.game, &mut sources).with_context(|| name.clone())? {
            code = ExitCode::FAILURE;
        }
    }
    if sources.is_empty() {
        bail!("no game could be read");
    }
    let mut out = std::io::stdout().lock();
    if !args.json {
        writeln!(out, "id\tside\tboard\twinners\tsolution\tsource")?;
    }
    let turns = args.turns.unwrap_or(TURNS);
    let mut total = Totals::default();
    for batch in sources.chunks(BATCH) {
        let found: Vec<Found> = batch
            .par_iter()
            .map_init(
                || args.solver(tables),
                |solver, source| puzzles_of(&source.game, turns, args.nodes, solver),
            )
            .collect();
        for (source, found) in batch.iter().zip(&found) {
            total.add(found);
            write_puzzles(&mut out, args, source, found)?;
        }
        out.flush()?;
    }
    eprintln!(
        "{} games, {} positions: {} wins in {turns}, {} of them unique; {} not decided; {:.1} s",
        sources.len(),
        total.positions,
        total.puzzles,
        total.unique,
        total.undecided,
        start.elapsed().as_secs_f64()
    );
    Ok(code)
}

#[derive(Default)]
struct Totals {
    positions: u64,
    puzzles: usize,
    unique: usize,
    undecided: u64,
}

impl Totals {
    fn add(&mut self, found: &Found) {
        self.positions += found.positions;
        self.puzzles += found.puzzles.len();
        self.unique += found.puzzles.iter().filter(|puzzle| puzzle.solution.is_unique()).count();
        self.undecided += found.undecided;
    }
}

fn write_puzzles(out: &mut impl Write, args: &Args, source: &Source, found: &Found) -> anyhow::Result<()> {
    for puzzle in &found.puzzles {
        let position = &puzzle.position;
        let id = format!("{}/{}", source.id, label_of(&source.game, puzzle.turns_before));
        if args.json {
            writeln!(out, "{}", output::puzzle_json(&id, &source.place, position, &puzzle.solution))?;
            continue;
        }
        debug_assert!(matches!(puzzle.solution.verdict, Verdict::Win { .. }));
        let solution =
            puzzle.solution.winners.first().map(|winner| output::turn(position, winner)).unwrap_or_default();
        writeln!(
            out,
            "{id}\t{}\t[{}]\t{}\t{solution}\t{}",
            position.side().letter(),
            position.board(),
            output::count(&puzzle.solution),
            source.place
        )?;
    }
    Ok(())
}

/// The label of the turn that was played in the position after so many turns.
fn label_of(game: &Game, turns_before: usize) -> TurnLabel {
    let next = TurnLabel::of(game);
    let half_turns =
        (2 * next.number as usize + next.side.index()).saturating_sub(game.turns().len() - turns_before);
    TurnLabel { number: (half_turns / 2) as u32, side: Color::ALL[half_turns % 2] }
}

/// Adds the games of a file; returns whether all could be read.
fn read_file(name: &str, chosen: Option<u64>, sources: &mut Vec<Source>) -> anyhow::Result<bool> {
    let text = input::text(Path::new(name))?;
    let mut all_read = true;
    let mut add = |number: usize, line: usize, id: Option<u64>, game: tusker_notation::ReadResult<Game>| {
        if chosen.is_some_and(|chosen| Some(chosen) != id) {
            return;
        }
        match game {
            Ok(reading) => {
                for warning in &reading.warnings {
                    log::debug!("{name}, game {number}: {warning}");
                }
                sources.push(Source {
                    game: reading.value,
                    id: id.map_or_else(|| number.to_string(), |id| id.to_string()),
                    place: format!("{name}:{line}"),
                });
            }
            Err(error) => {
                all_read = false;
                log::error!("{name}, game {number}: {error}");
            }
        }
    };
    match detect_games(&text) {
        GameForm::Archive => {
            for (index, row) in read_archive(&text)?.games.into_iter().enumerate() {
                match row {
                    Ok(row) => {
                        let row = row.value;
                        add(index + 1, row.places.moves.line, row.id, row.game(Strictness::Lenient));
                    }
                    Err(error) => add(index + 1, index + 2, None, Err(error)),
                }
            }
        }
        GameForm::List => {
            let Reading { value, warnings } = detect(&text, Strictness::Lenient)?;
            input::accept(&warnings)?;
            if let Detected::Archive(_) = value {
                bail!("an archive without its header row");
            }
            add(1, 1, None, value.into_game(Strictness::Lenient));
        }
        form => {
            for (index, game) in read_games(&text, form, Strictness::Lenient)?.into_iter().enumerate() {
                let game =
                    game.map(|reading| Reading { value: reading.value.game, warnings: reading.warnings });
                add(index + 1, 1, None, game);
            }
        }
    }
    Ok(all_read)
}
