//! How long it takes to decide a win in N turns of middlegame positions, on one thread.
//!
//! `cargo run --release -p tusker-analysis --example solve_speed -- ARCHIVE.tsv [TURNS [POSITIONS [SECONDS]]]`

use std::time::{Duration, Instant};
use tusker_analysis::solve::{Listing, Solver, Task, Verdict};
use tusker_core::Position;
use tusker_notation::{Strictness, read_archive};

/// Positions that take longer are shown on standard error.
const SLOW: Duration = Duration::from_millis(400);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("name an archive of games")?;
    let turns: u8 = args.next().map_or(Ok(2), |text| text.parse())?;
    let count: usize = args.next().map_or(Ok(200), |text| text.parse())?;
    let seconds: f64 = args.next().map_or(Ok(10.0), |text| text.parse())?;
    let positions = middlegames(&std::fs::read_to_string(path)?, count)?;
    let mut solver = Solver::new(64);
    let (mut times, mut wins, mut undecided, mut nodes) = (Vec::new(), 0, 0, 0);
    for position in &positions {
        let start = Instant::now();
        let limit = Duration::from_secs_f64(seconds);
        let task = Task { listing: Listing::All, ..Task::new(*position, turns) };
        let solution = solver.solve_until(&task, &|| start.elapsed() > limit);
        times.push(start.elapsed());
        if start.elapsed() > SLOW {
            eprintln!("{:.3} s: {position:?}", start.elapsed().as_secs_f64());
        }
        wins += usize::from(matches!(solution.verdict, Verdict::Win { .. }));
        undecided += usize::from(matches!(solution.verdict, Verdict::Undecided { .. }));
        nodes += solution.nodes;
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64();
    println!(
        "win in {turns}: {} positions, {wins} wins, {undecided} not decided in {seconds} s; median {:.6} s, 90 % {:.6} s, most {:.3} s, all {:.1} s, {nodes} nodes",
        positions.len(),
        at(0.5),
        at(0.9),
        at(1.0),
        times.iter().sum::<Duration>().as_secs_f64(),
    );
    Ok(())
}

/// Positions after 20 to 60 turns of the games, spread evenly over all of them.
fn middlegames(archive: &str, count: usize) -> Result<Vec<Position>, Box<dyn std::error::Error>> {
    let mut all = Vec::new();
    for row in read_archive(archive)?.games {
        let Ok(game) = row.and_then(|row| row.value.game(Strictness::Lenient)) else { continue };
        let middle = game.value.positions().skip(20).take(40);
        all.extend(middle.filter(|position| position.outcome().is_none()).copied());
    }
    let step = (all.len() / count.max(1)).max(1);
    Ok(all.into_iter().step_by(step).take(count).collect())
}
