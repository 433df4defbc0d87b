//! The page of a match.

use crate::clockface::seconds;
use crate::record::GameRecord;
use crate::standing::Standing;
use crate::stats::{EloEstimate, EloModel, PairCounts, Sprt};
use crate::tables::{
    basis_text, cross_table, effort_table, ending_table, rating_table, score_table, strength_text, test_text,
};
use std::collections::HashMap;
use tusker_core::{Board, Color};
use tusker_notation::{Strictness, read_position};
use tusker_report::{BarRow, Bars, Level, LineChart, Page, Replay, ReplayTurn, Series};

/// More games than this are not put on the board: the page would be slow to open.
const MOST_REPLAYS: usize = 2000;

/// A perfect score is infinitely good, which no curve can show.
const MOST_ELO: f64 = 800.0;

/// The page for records in the order of the schedule; `sprt` is the test of the match, if there was one.
pub(crate) fn match_page(records: &[GameRecord], sprt: Option<Sprt>) -> String {
    let standing = Standing::from_records(records);
    let mut page = Page::new(standing.names().join(" - "));
    page.facts(&facts(records, &standing, sprt.as_ref()));
    page.table(&score_table(&standing));
    if let Some(text) = strength_text(&standing) {
        text.lines().for_each(|line| page.paragraph(line));
    }
    if standing.names().len() == 2 {
        pair_charts(&mut page, records, &standing, sprt);
    } else {
        page.heading("Ratings");
        page.table(&rating_table(&standing));
        page.paragraph(basis_text(&standing));
        page.paragraph("Wins of the row against the column:");
        page.table(&cross_table(&standing));
    }
    page.heading("How games ended");
    page.table(&ending_table(&standing));
    page.bars(&ending_bars(&standing));
    page.heading("How long games were");
    page.bars(&length_bars(records));
    page.heading("Time and depth");
    page.table(&effort_table(&standing, records));
    page.line_chart(&turn_chart(records, &standing, "seconds", |turn| Some(turn.used as f64 / 1000.0)));
    page.line_chart(&turn_chart(records, &standing, "depth in steps", |turn| {
        turn.facts.depth.map(f64::from)
    }));
    page.heading("Games");
    if records.len() > MOST_REPLAYS {
        page.paragraph(&format!("The first {MOST_REPLAYS} of {} games:", records.len()));
    }
    page.replays(&records.iter().take(MOST_REPLAYS).map(replay).collect::<Vec<_>>());
    page.to_html()
}

fn facts(records: &[GameRecord], standing: &Standing, sprt: Option<&Sprt>) -> Vec<(String, String)> {
    let mut facts = vec![("games".to_owned(), standing.games().to_string())];
    let mut add = |name: &str, value: String| facts.push((name.to_owned(), value));
    if let Some(record) = records.first() {
        add("clock", record.clock.clone());
        add("starts", record.facts.start.clone());
        add("runner", record.facts.runner.clone());
    }
    for name in standing.names() {
        let engine =
            records.iter().flat_map(|record| &record.facts.engines).find(|engine| engine.name == *name);
        if let Some(engine) = engine {
            let options = if engine.options.is_empty() {
                String::new()
            } else {
                format!(" ({})", engine.options.join(", "))
            };
            add(name, format!("{} {}{options}", engine.id, engine.version));
        }
    }
    if let Some(sprt) = sprt {
        add("test", test_text(sprt, &standing.pairs(0, 1)));
    }
    facts
}

/// Elo and log-likelihood ratio as they went, pair by pair.
fn pair_charts(page: &mut Page, records: &[GameRecord], standing: &Standing, sprt: Option<Sprt>) {
    let mut running = Standing::new(standing.names().to_vec());
    let mut elo = Series { name: format!("Elo of {}, 95%", standing.names()[0]), ..Series::default() };
    let mut llr = Series::default();
    // A match without a test is shown under the usual one: it tells as well where the match was going.
    let sprt = sprt.or_else(|| Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Logistic).ok());
    for record in records {
        if !running.add(record) {
            continue;
        }
        let pairs: PairCounts = running.pairs(0, 1);
        let x = pairs.pairs() as f64;
        if let Some(EloEstimate { elo: interval, .. }) = EloEstimate::from_pairs(&pairs) {
            let [value, low, high] =
                [interval.value, interval.low, interval.high].map(|elo| elo.clamp(-MOST_ELO, MOST_ELO));
            elo.points.push((x, value));
            elo.band.push((x, low, high));
        }
        llr.points.extend(sprt.as_ref().map(|sprt| (x, sprt.llr(&pairs))));
    }
    if llr.points.is_empty() {
        return;
    }
    page.heading("Strength");
    page.line_chart(&LineChart {
        title: format!("Elo difference after each pair, cut at {MOST_ELO}"),
        x_label: "pairs".to_owned(),
        y_label: "Elo".to_owned(),
        series: vec![elo],
        levels: vec![Level { y: 0.0, label: String::new() }],
        ..LineChart::default()
    });
    let levels = sprt.iter().flat_map(|sprt| [(sprt.lower(), "H0"), (sprt.upper(), "H1")]);
    page.line_chart(&LineChart {
        title: sprt.map_or_else(String::new, |sprt| format!("Log-likelihood ratio of the {sprt}")),
        x_label: "pairs".to_owned(),
        y_label: "LLR".to_owned(),
        series: vec![llr],
        levels: levels.map(|(y, label)| Level { y, label: label.to_owned() }).collect(),
        ..LineChart::default()
    });
}

fn ending_bars(standing: &Standing) -> Bars {
    let rows = standing.endings_by_colour().into_iter().map(|(ending, counts)| BarRow {
        label: ending.to_string(),
        values: counts.into_iter().map(|count| count as f64).collect(),
    });
    Bars {
        title: "Games won by Gold and by Silver, by ending".to_owned(),
        parts: vec!["Gold".to_owned(), "Silver".to_owned()],
        rows: rows.collect(),
    }
}

/// Lengths in some ten classes.
fn length_bars(records: &[GameRecord]) -> Bars {
    let lengths: Vec<u32> = records.iter().map(|record| record.turns_played.div_ceil(2)).collect();
    let longest = lengths.iter().copied().max().unwrap_or(0);
    let shortest = lengths.iter().copied().min().unwrap_or(0);
    let width =
        [1, 2, 5, 10, 20, 50, 100].into_iter().find(|width| (longest - shortest) / width < 12).unwrap_or(200);
    let rows = (shortest / width..=longest / width).map(|class| {
        let (from, to) = (class * width, class * width + width - 1);
        let count = lengths.iter().filter(|length| (from..=to).contains(length)).count();
        BarRow {
            label: if width == 1 { from.to_string() } else { format!("{from}-{to}") },
            values: vec![count as f64],
        }
    });
    Bars {
        title: "Games by number of turns of each side".to_owned(),
        parts: vec!["games".to_owned()],
        rows: rows.collect(),
    }
}

/// The mean of a value at each turn number, per engine.
fn turn_chart(
    records: &[GameRecord],
    standing: &Standing,
    what: &str,
    value: impl Fn(&crate::record::EngineTurn<'_>) -> Option<f64>,
) -> LineChart {
    let mut sums: HashMap<(&str, usize), (f64, f64)> = HashMap::new();
    for record in records {
        for turn in record.engine_turns().filter(|turn| !turn.is_setup) {
            if let Some(value) = value(&turn) {
                let sum = sums.entry((turn.engine, turn.ply / 2)).or_default();
                *sum = (sum.0 + value, sum.1 + 1.0);
            }
        }
    }
    let series = standing.names().iter().map(|name| {
        let mut points: Vec<(f64, f64)> = sums
            .iter()
            .filter(|((engine, _), _)| engine == name)
            .map(|((_, turn), (sum, count))| (*turn as f64 + 1.0, sum / count))
            .collect();
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        Series { name: name.clone(), points, band: Vec::new() }
    });
    LineChart {
        title: format!("Mean {what} at each turn"),
        x_label: "turn".to_owned(),
        y_label: what.to_owned(),
        series: series.filter(|series| !series.points.is_empty()).collect(),
        ..LineChart::default()
    }
}

fn replay(record: &GameRecord) -> Replay {
    let facts = &record.facts;
    let [gold, silver] = &facts.engines;
    let position = facts.position.as_ref().and_then(|text| read_position(text, Strictness::Lenient).ok());
    // Only free placement lets pieces fall with the setups.
    let fallen = match &facts.variant {
        Some(_) => record.game().map(|game| game.fallen().to_vec()).unwrap_or_default(),
        None => Vec::new(),
    };
    let notes: HashMap<usize, String> = record.engine_turns().map(|turn| (turn.ply, note(&turn))).collect();
    let turns = record.moves.split("\\n").filter_map(|line| line.split_once(' ')).enumerate().map(
        |(ply, (label, text))| {
            let label = label.replace('w', "g").replace('b', "s");
            let mut text = text.to_owned();
            if ply == 1 && facts.position.is_none() {
                text.extend(fallen.iter().map(|capture| format!(" {}{}x", capture.piece, capture.square)));
            }
            let note = notes.get(&ply).cloned().unwrap_or_default();
            ReplayTurn { label, text, note, ..ReplayTurn::default() }
        },
    );
    let winner = record.winner();
    let mut about = vec![
        ("Gold".to_owned(), gold.name.clone()),
        ("Silver".to_owned(), silver.name.clone()),
        ("Result".to_owned(), format!("{winner} wins by {}", facts.ending)),
        ("Start".to_owned(), facts.start.clone()),
    ];
    about.extend(facts.variant.iter().map(|variant| ("Variant".to_owned(), variant.clone())));
    if !facts.detail.is_empty() {
        about.push(("Detail".to_owned(), facts.detail.clone()));
    }
    for (color, lines) in Color::ALL.into_iter().zip(&facts.run.last_lines) {
        if !lines.is_empty() && color != winner {
            about.push(("Last lines".to_owned(), lines.join(" | ")));
        }
    }
    Replay {
        title: format!(
            "{}: {} - {}, {winner} wins by {}",
            facts.game + 1,
            gold.name,
            silver.name,
            facts.ending
        ),
        facts: about,
        start: position.map_or(Board::EMPTY, |reading| *reading.value.board()),
        turns: turns.collect(),
    }
}

/// `0.35 s, depth 12, +120`.
fn note(turn: &crate::record::EngineTurn<'_>) -> String {
    let mut parts = vec![format!("{} s", seconds(turn.used))];
    parts.extend(turn.facts.depth.map(|depth| format!("depth {depth}")));
    parts.extend(turn.facts.score.map(|score| format!("{score:+}")));
    parts.join(", ")
}
