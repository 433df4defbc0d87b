//! Results as text: what is printed at the end of a match, and the tables of its page.

use crate::record::GameRecord;
use crate::standing::Standing;
use crate::stats::{PairCounts, RatingBasis, Sprt, Verdict};
use std::fmt::Write;
use tusker_core::Color;
use tusker_report::{Align, Table};

/// All results, in lines.
pub(crate) fn summary_text(standing: &Standing, records: &[GameRecord]) -> String {
    let mut text = score_table(standing).to_text();
    let gold = standing.colour_wins(Color::Gold);
    let _ = write!(text, "\nGold won {gold}, Silver won {} games\n", standing.games() - gold);
    if let Some(line) = strength_text(standing) {
        text.push_str(&line);
        text.push('\n');
    }
    if standing.names().len() > 2 {
        let _ = write!(text, "\n{}{}\n", rating_table(standing).to_text(), basis_text(standing));
        let _ = write!(text, "\nwins of the row against the column\n{}", cross_table(standing).to_text());
    }
    let _ = write!(text, "\n{}", ending_table(standing).to_text());
    let _ = write!(text, "\n{}", effort_table(standing, records).to_text());
    if standing.warnings() > 0 {
        let _ = write!(text, "\n{} oddities are noted in the records (\"warnings\")\n", standing.warnings());
    }
    text
}

/// What an SPRT says, in a line.
pub(crate) fn test_text(sprt: &Sprt, pairs: &PairCounts) -> String {
    let llr = sprt.llr(pairs);
    let verdict = match sprt.verdict(pairs) {
        Verdict::Open => "not decided".to_owned(),
        decided => format!("{decided} accepted"),
    };
    format!("{sprt}: LLR {llr:.2} ({:.2}, {:.2}), {verdict}", sprt.lower(), sprt.upper())
}

/// Wins of every engine.
pub(crate) fn score_table(standing: &Standing) -> Table {
    let mut table = Table::new([
        ("engine", Align::Left),
        ("games", Align::Right),
        ("won", Align::Right),
        ("lost", Align::Right),
        ("score", Align::Right),
        ("won as Gold", Align::Right),
        ("won as Silver", Align::Right),
    ]);
    let crosstable = standing.crosstable();
    for (engine, name) in standing.names().iter().enumerate() {
        let (games, won) = (crosstable.games(engine), crosstable.total_wins(engine));
        let score =
            if games == 0 { "-".to_owned() } else { format!("{:.1}%", 100.0 * won as f64 / games as f64) };
        let [gold, silver] = Color::ALL.map(|color| standing.wins_with(engine, color).to_string());
        table.row([
            name.clone(),
            games.to_string(),
            won.to_string(),
            (games - won).to_string(),
            score,
            gold,
            silver,
        ]);
    }
    table
}

/// Of two engines: pairs, Elo, normalized Elo, likelihood of superiority.
pub(crate) fn strength_text(standing: &Standing) -> Option<String> {
    if standing.names().len() != 2 {
        return None;
    }
    let estimate = standing.elo()?;
    let [lost, _, split, _, won] = standing.pairs(0, 1).counts();
    Some(format!(
        "pairs for {}: {lost} lost, {split} split, {won} won\n\
         Elo {}  normalized {}  (95%)  LOS {:.1}%",
        standing.names()[0],
        estimate.elo,
        estimate.normalized,
        100.0 * estimate.los
    ))
}

/// Ratings of several engines, best first.
pub(crate) fn rating_table(standing: &Standing) -> Table {
    let mut table = Table::new([
        ("engine", Align::Left),
        ("rating", Align::Right),
        ("95%", Align::Right),
        ("games", Align::Right),
    ]);
    let ratings = standing.crosstable().ratings();
    let mut rows: Vec<_> = ratings
        .rows
        .iter()
        .enumerate()
        .filter_map(|(engine, rating)| Some((engine, rating.as_ref()?.elo)))
        .collect();
    rows.sort_by(|a, b| b.1.value.total_cmp(&a.1.value));
    for (engine, elo) in rows {
        let games = standing.crosstable().games(engine).to_string();
        table.row([
            standing.names()[engine].clone(),
            format!("{:+.1}", elo.value),
            format!("±{:.1}", elo.error()),
            games,
        ]);
    }
    table
}

/// What the ratings are made of.
pub(crate) fn basis_text(standing: &Standing) -> &'static str {
    match standing.crosstable().ratings().basis {
        RatingBasis::GamesAlone => "maximum likelihood, mean 0",
        RatingBasis::WithVirtualGames => {
            "maximum likelihood, mean 0; somebody won or lost everything, so each pairing counts half a win more for \
             either side"
        }
    }
}

/// Who beat whom.
pub(crate) fn cross_table(standing: &Standing) -> Table {
    let names = standing.names();
    let columns = std::iter::once((String::new(), Align::Left))
        .chain(names.iter().map(|name| (name.clone(), Align::Right)));
    let mut table = Table::new(columns);
    for (row, name) in names.iter().enumerate() {
        let cell = |column| match standing.crosstable().wins(row, column) {
            _ if row == column => "-".to_owned(),
            wins => wins.to_string(),
        };
        table.row(std::iter::once(name.clone()).chain((0..names.len()).map(cell)));
    }
    table
}

/// How games ended, and who won them.
pub(crate) fn ending_table(standing: &Standing) -> Table {
    let fixed = ["ending", "games", "Gold won", "Silver won"];
    let columns = fixed
        .iter()
        .map(|name| (*name).to_owned())
        .chain(standing.names().iter().map(|name| format!("{name} won")));
    let mut table = Table::new(
        columns.enumerate().map(|(i, name)| (name, if i == 0 { Align::Left } else { Align::Right })),
    );
    for ((ending, by_engine), (_, by_colour)) in
        standing.endings().into_iter().zip(standing.endings_by_colour())
    {
        let games: u64 = by_engine.iter().sum();
        let numbers =
            std::iter::once(games).chain(by_colour).chain(by_engine).map(|number| number.to_string());
        table.row(std::iter::once(ending.to_string()).chain(numbers));
    }
    table
}

/// Time and depth of every engine.
pub(crate) fn effort_table(standing: &Standing, records: &[GameRecord]) -> Table {
    let mut table = Table::new([
        ("engine", Align::Left),
        ("turns", Align::Right),
        ("mean s", Align::Right),
        ("95% below s", Align::Right),
        ("longest s", Align::Right),
        ("mean depth", Align::Right),
        ("mean nodes", Align::Right),
    ]);
    for name in standing.names() {
        let effort = Effort::of(name, records);
        let optional = |value: Option<f64>, digits: usize| {
            value.map_or_else(|| "-".to_owned(), |v| format!("{v:.digits$}"))
        };
        let seconds = |milliseconds: f64| format!("{:.3}", milliseconds / 1000.0);
        table.row([
            name.clone(),
            effort.used.len().to_string(),
            seconds(mean(&effort.used).unwrap_or(0.0)),
            seconds(effort.quantile(0.95)),
            seconds(effort.quantile(1.0)),
            optional(mean(&effort.depths), 1),
            optional(mean(&effort.nodes), 0),
        ]);
    }
    table
}

/// What one engine spent on its turns, setups aside.
struct Effort {
    /// Milliseconds, ascending.
    used: Vec<f64>,
    depths: Vec<f64>,
    nodes: Vec<f64>,
}

impl Effort {
    fn of(name: &str, records: &[GameRecord]) -> Self {
        let mut effort = Self { used: Vec::new(), depths: Vec::new(), nodes: Vec::new() };
        for record in records {
            for turn in record.engine_turns().filter(|turn| !turn.is_setup && turn.engine == name) {
                effort.used.push(turn.used as f64);
                effort.depths.extend(turn.facts.depth.map(f64::from));
                effort.nodes.extend(turn.facts.nodes.map(|nodes| nodes as f64));
            }
        }
        effort.used.sort_by(f64::total_cmp);
        effort
    }

    fn quantile(&self, part: f64) -> f64 {
        let last = self.used.len().saturating_sub(1);
        self.used.get((last as f64 * part).round() as usize).copied().unwrap_or(0.0)
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}
