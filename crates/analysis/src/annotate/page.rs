//! Annotations as a page: curves to click, a board, and the turns with what is said of them.

use super::judge::{Annotation, Judged};
use super::output::{comment, ending_words, harlog_words, score_after, sign};
use super::plies::PlyKind;
use super::score::in_golds_view;
use tusker_core::{Board, Square};
use tusker_report::{Clicks, Level, LineChart, Page, PointMark, Replay, ReplayTurn, Series};
use tusker_search::Score;

/// Scores beyond this many rabbits are drawn at it.
const MOST: f64 = 20.0;

/// The page of a game, one HTML file that needs nothing else. `facts` are told at its top: players, event and so on.
pub fn to_page(title: &str, facts: &[(String, String)], annotation: &Annotation) -> String {
    let mut page = Page::new(title);
    let mut told = facts.to_vec();
    told.push(("Ending".to_owned(), ending_words(annotation)));
    page.facts(&told);
    let (turns, places) = replay_turns(annotation);
    page.heading("Evaluation");
    page.line_chart(&chart(annotation, &places));
    let marked = annotation.turns.iter().zip(&places).filter(|(turn, _)| !comment(turn).is_empty());
    let links: Vec<(String, String)> = marked
        .map(|(turn, place)| {
            let text = format!("{} {}: {}", turn.ply.label, turn.ply.text, comment(turn));
            (format!("#game=1&turn={place}"), text)
        })
        .collect();
    page.heading("Game");
    page.replays(&[Replay { title: title.to_owned(), facts: Vec::new(), start: annotation.start, turns }]);
    page.heading("Turns to look at");
    if links.is_empty() {
        page.paragraph("No turn stands out.");
    } else {
        page.links(&links);
    }
    page.to_html()
}

/// The turns for the replay, and the number of each ply among them, from 1: where the record holds an illegal turn, one
/// more stands there that makes the board of it.
fn replay_turns(annotation: &Annotation) -> (Vec<ReplayTurn>, Vec<usize>) {
    let mut turns: Vec<ReplayTurn> = Vec::new();
    let mut places = Vec::new();
    let mut board = annotation.start;
    for (index, turn) in annotation.turns.iter().enumerate() {
        if let Some(made) = annotation.part_starts.get(&index) {
            turns.push(ReplayTurn {
                label: "?".to_owned(),
                text: difference(&board, made),
                comment: "an illegal turn, carried out as it is written".to_owned(),
                ..ReplayTurn::default()
            });
        }
        let mut text = turn.ply.text.clone();
        if turn.ply.kind == PlyKind::Setup {
            text.extend(turn.ply.captures.iter().map(|fall| format!(" {}{}x", fall.piece, fall.square)));
        }
        let score = score_after(turn);
        let harlog = harlog_words(turn.harlog);
        let note = if score.is_empty() { String::new() } else { format!("{score}, Harlog {harlog}") };
        let mark = turn.judgement.as_ref().map_or("", sign).to_owned();
        turns.push(ReplayTurn {
            label: turn.ply.label.to_string(),
            text,
            note,
            mark,
            comment: comment(turn),
        });
        places.push(turns.len());
        board = turn.ply.board;
    }
    (turns, places)
}

/// Placements and removals that make one board of another, as the replay carries them out.
fn difference(from: &Board, to: &Board) -> String {
    let changed = Square::all().filter(|square| from.piece_at(*square) != to.piece_at(*square));
    let word = |square: Square| match (to.piece_at(square), from.piece_at(square)) {
        (Some(piece), _) => format!("{piece}{square}"),
        (None, Some(piece)) => format!("{piece}{square}x"),
        (None, None) => String::new(),
    };
    changed.map(word).collect::<Vec<_>>().join(" ")
}

/// The score in rabbits from Gold's view, within what is drawn; the end of a game at the edge.
fn drawn(turn: &Judged) -> Option<f64> {
    let gold: Score = in_golds_view(turn.score?, !turn.ply.label.side);
    Some(if gold.proven().is_some() {
        MOST * f64::from(gold.0.signum())
    } else {
        (f64::from(gold.0) / 100.0).clamp(-MOST, MOST)
    })
}

fn chart(annotation: &Annotation, places: &[usize]) -> LineChart {
    let all = || annotation.turns.iter().zip(places.iter().map(|place| *place as f64));
    let score: Vec<(f64, f64)> = all().filter_map(|(turn, x)| Some((x, drawn(turn)?))).collect();
    let harlog: Vec<(f64, f64)> = all()
        .filter(|(turn, _)| !turn.harlog.is_nan())
        .map(|(turn, x)| (x, turn.harlog.clamp(-MOST, MOST)))
        .collect();
    let marks = all().filter_map(|(turn, x)| {
        let sign = turn.judgement.as_ref().map(sign).filter(|sign| !sign.is_empty())?;
        let label = format!("{} {}: {}", turn.ply.label, turn.ply.text, comment(turn));
        Some(PointMark { x, y: drawn(turn)?, label, class: if sign == "??" { "blunder" } else { "mistake" } })
    });
    LineChart {
        title: format!(
            "Score and Harlog after each turn, Gold's view, cut at {MOST} rabbits; click a turn to see it"
        ),
        x_label: "setups and turns".to_owned(),
        y_label: "rabbits".to_owned(),
        marks: marks.collect(),
        series: vec![
            Series { name: "score".to_owned(), points: score, band: Vec::new() },
            Series { name: "Harlog".to_owned(), points: harlog, band: Vec::new() },
        ],
        levels: vec![Level { y: 0.0, label: String::new() }],
        clicks: Clicks::Turns,
    }
}
