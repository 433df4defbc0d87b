//! `tusker tables`.

use anyhow::{Context, bail};
use clap::Args as ClapArgs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;
use tusker_tables::{Army, EXTENSION, MAX_PIECES, Table, generate, memory_needed};

/// Makes endgame tables: for every position of a small army, who wins and in how many turns.
///
/// Kinds matter only by who is stronger than whom, and armies with the sides swapped are one: the elephant against a
/// rabbit is found in the table `CRr`. Tables of three pieces take a second each; of four, a minute or more and 1 GiB
/// of memory. They are used by `tusker solve --tables DIR`.
///
/// Prints for every table the army, the positions in which the side to move wins, loses, and neither can force a win
/// (mirrored ones counted once), and the most turns of both sides that a win takes.
#[derive(ClapArgs, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "\
Examples:
  tusker tables --out tables --army Rr
      Rr          2054 wins        606 losses          0 draws  longest 5 turns  (0.0 s)
  tusker tables --out tables --pieces 3
  tusker tables --out tables --army \"R C r\" --army ERr"
)]
pub(crate) struct Args {
    /// The directory for the tables; it is made if there is none
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// All armies of up to this many pieces; 3 if nothing is said
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..=i64::from(MAX_PIECES)))]
    pieces: Option<u32>,
    /// An army: letters of EMHDCR for Gold and emhdcr for Silver; may be given several times
    #[arg(long, value_name = "PIECES", conflicts_with = "pieces")]
    army: Vec<Army>,
    /// The most memory to use, in MiB
    #[arg(long, value_name = "MB", default_value_t = 4096)]
    memory: u64,
    /// Makes tables that are there already again
    #[arg(long)]
    force: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let mut armies = args.army.clone();
    if armies.is_empty() {
        armies = (2..=args.pieces.unwrap_or(3)).flat_map(Army::of_size).collect();
    }
    for &army in &armies {
        if army.size() > MAX_PIECES {
            bail!("--army {army}: tables are for at most {MAX_PIECES} pieces");
        }
        let needed = memory_needed(army) >> 20;
        if needed > args.memory {
            bail!("the table of {army} takes about {needed} MiB of memory: allow it with --memory {needed}");
        }
    }
    std::fs::create_dir_all(&args.out).with_context(|| format!("--out {}", args.out.display()))?;
    for army in armies {
        make(army, args)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn make(army: Army, args: &Args) -> anyhow::Result<()> {
    let start = Instant::now();
    let path = args.out.join(format!("{army}.{EXTENSION}"));
    let mut out = std::io::stdout().lock();
    let there = if args.force { None } else { std::fs::read(&path).ok() };
    let (table, how) = match there.and_then(|bytes| Table::from_bytes(&bytes).ok()) {
        Some(table) => (table, "there already".to_owned()),
        None => {
            let table = generate(army)?;
            // A file is complete or not there at all.
            let unfinished = path.with_extension("unfinished");
            std::fs::write(&unfinished, table.to_bytes())
                .with_context(|| unfinished.display().to_string())?;
            std::fs::rename(&unfinished, &path).with_context(|| path.display().to_string())?;
            (table, format!("{:.1} s", start.elapsed().as_secs_f64()))
        }
    };
    let summary = table.summary();
    writeln!(
        out,
        "{:<5} {:>10} wins {:>10} losses {:>10} draws  longest {} turns  ({how})",
        army.to_string(),
        summary.wins,
        summary.losses,
        summary.draws,
        summary.longest
    )?;
    Ok(out.flush()?)
}
