//! The live view of a match: a bar on a terminal, lines elsewhere.

use crate::{Event, GameRecord, Match, Progress};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Without a terminal a line is printed at most this often, a short match aside.
const LINE_EVERY: Duration = Duration::from_secs(10);
/// The reason of a result is cut to so many characters; all of it is on record.
const LONG_DETAIL: usize = 100;
/// A match of so many games gets a line for each.
const SHORT_MATCH: u64 = 50;

/// Shows how a match goes, on standard error.
pub(super) struct Watcher {
    bar: Option<ProgressBar>,
    last_line: Instant,
}

impl Watcher {
    pub(super) fn new(of: &Match) -> Self {
        let bar = std::io::stderr().is_terminal().then(|| {
            let bar = ProgressBar::new(of.schedule.len());
            // The template is a constant that fits the library; its plain style would do as well.
            if let Ok(style) = ProgressStyle::with_template("{bar:24} {pos}/{len}  {wide_msg}") {
                bar.set_style(style);
            }
            bar
        });
        Self { bar, last_line: Instant::now() }
    }

    pub(super) fn see(&mut self, event: &Event<'_>) {
        let (progress, ended) = match event {
            Event::Begun(progress) => (progress, None),
            Event::Ended(record, progress) => (progress, Some(*record)),
        };
        let text = progress_text(progress);
        if let Some(bar) = &self.bar {
            bar.set_position(progress.standing.games());
            bar.set_message(text);
            if let Some(record) = ended.filter(|record| record.facts.ending.is_fault()) {
                bar.println(game_text(record));
            }
            return;
        }
        match ended {
            None if progress.standing.games() > 0 => {
                eprintln!("resumed after {} of {} games", progress.standing.games(), progress.games);
            }
            None => {}
            Some(record) => {
                let last = progress.standing.games() == progress.games;
                if progress.games <= SHORT_MATCH || last || self.last_line.elapsed() >= LINE_EVERY {
                    self.last_line = Instant::now();
                    let games = progress.standing.games();
                    eprintln!("{games}/{}  {text}  last: {}", progress.games, game_text(record));
                }
            }
        }
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish();
        }
    }
}

/// `+12 -8  Elo +70.4 [-80.0, +245.1]  LLR 0.21 (-2.94, 2.94)  310 games/h  12m left`.
fn progress_text(progress: &Progress<'_>) -> String {
    let standing = progress.standing;
    let mut parts = Vec::new();
    if standing.names().len() == 2 {
        let table = standing.crosstable();
        parts.push(format!("+{} -{}", table.wins(0, 1), table.wins(1, 0)));
        if let Some(estimate) = standing.elo() {
            parts.push(format!("Elo {}", estimate.elo));
        }
    } else if let Some(leader) =
        (0..standing.names().len()).max_by_key(|&engine| standing.crosstable().total_wins(engine))
    {
        let wins = standing.crosstable().total_wins(leader);
        parts.push(format!(
            "{} leads with {wins} of {}",
            standing.names()[leader],
            standing.crosstable().games(leader)
        ));
    }
    if let Some((sprt, llr)) = &progress.sprt {
        parts.push(format!("LLR {llr:.2} ({:.2}, {:.2})", sprt.lower(), sprt.upper()));
    }
    let seconds = progress.elapsed.as_secs_f64();
    if progress.games_now > 0 && seconds > 0.0 {
        let rate = progress.games_now as f64 / seconds;
        parts.push(format!("{:.0} games/h", rate * 3600.0));
        let left = progress.games.saturating_sub(standing.games()) as f64 / rate;
        parts.push(format!("{} left", rough_time(left)));
    }
    parts.join("  ")
}

fn game_text(record: &GameRecord) -> String {
    let facts = &record.facts;
    let [gold, silver] = &facts.engines;
    let detail = match facts.detail.char_indices().nth(LONG_DETAIL) {
        _ if facts.detail.is_empty() => String::new(),
        Some((end, _)) => format!(" ({}...)", &facts.detail[..end]),
        None => format!(" ({})", facts.detail),
    };
    let winner = &facts.engines[facts.winner.min(1)].name;
    format!(
        "game {} {} - {}: {winner} wins by {}{detail}",
        facts.game + 1,
        gold.name,
        silver.name,
        facts.ending
    )
}

fn rough_time(seconds: f64) -> String {
    let seconds = seconds as u64;
    match seconds {
        0..120 => format!("{seconds}s"),
        120..7200 => format!("{}m", seconds / 60),
        _ => format!("{}h", seconds / 3600),
    }
}
