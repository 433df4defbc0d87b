//! Searches the positions of a game and compares what was played with what was best.

use super::marks::{Mark, Thresholds, bounded};
use super::plies::{Ply, PlyKind, captures_of, plies};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use tusker_core::{Capture, Color, Game, Key, Outcome, Piece, Position, Turn, statics};
use tusker_notation::write_turn;
use tusker_search::eval::{Armies, Config};
use tusker_search::{Clock, Depth, Limits, Report, Score, Searcher, Task};

/// How a game is annotated.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Limits of each search.
    pub limits: Limits,
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// How positions are evaluated.
    pub config: Config,
    /// What is marked.
    pub thresholds: Thresholds,
}

/// A turn compared with the best one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The best turn in canonical form; the played one if none is better.
    pub best: String,
    /// What the best turn is worth, from the mover's view.
    pub best_score: Score,
    /// What the played turn is worth, from the mover's view.
    pub played_score: Score,
    /// Centi-rabbits between the two, 0 or more; scores beyond 20 rabbits count alike, and proven ends as 25.
    pub drop: i32,
    /// The depth of the search before the turn, in steps.
    pub depth: Depth,
    /// What is remarkable.
    pub marks: Vec<Mark>,
}

/// A setup or turn with its judgement.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// What happened.
    pub ply: Ply,
    /// Gold's Harlog minus Silver's after it, in rabbits; infinite without rabbits, not a number before the setups are
    /// made.
    pub harlog: f64,
    /// The score after it from the view of the side to move then; `None` before the setups are made.
    pub score: Option<Score>,
    /// Steps of the turn that follows, 1 to 4.
    pub next_steps: u8,
    /// Of turns.
    pub judgement: Option<Judgement>,
}

/// A game with its judgements.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// All setups and turns, in order.
    pub turns: Vec<Judged>,
    /// Where the record holds an illegal turn, the rules do not lead on: the places in `turns` before which one stands,
    /// and the boards that it makes.
    pub part_starts: BTreeMap<usize, tusker_core::Board>,
    /// The first board, empty if the game begins with setups.
    pub start: tusker_core::Board,
    /// How the game ended, and the side whose turn or setup was the last.
    pub ending: Option<(Outcome, Color)>,
}

/// Annotates a game; `parts` are the pieces that illegal turns of the record cut it into, normally one.
///
/// Each position is searched within the limits, the last one first: so what a later search found is in the table
/// already when an earlier one asks. `new_clock` begins to count at each search, `progress` hears how many of all
/// searches are done.
pub fn annotate<C: Clock>(
    parts: &[Game],
    settings: &Settings,
    new_clock: impl Fn() -> C,
    mut progress: impl FnMut(usize, usize),
) -> Annotation {
    let mut annotation = Annotation {
        turns: Vec::new(),
        part_starts: BTreeMap::new(),
        start: parts.first().and_then(Game::start).map_or_else(Default::default, |start| *start.board()),
        ending: None,
    };
    if parts.first().is_some_and(|game| !game.setups().is_empty()) {
        annotation.start = tusker_core::Board::EMPTY;
    }
    let all: usize = parts.iter().map(|game| game.positions().count()).sum();
    let mut done = 0;
    for (index, game) in parts.iter().enumerate() {
        if index > 0 {
            let place = annotation.turns.len();
            annotation.part_starts.extend(game.start().map(|start| (place, *start.board())));
        }
        let found = search_all(game, settings, &new_clock, || {
            done += 1;
            progress(done, all);
        });
        annotation.turns.extend(judge(game, &found, settings.thresholds));
    }
    if let Some(game) = parts.last() {
        let mover = game.position().map_or(game.side(), |position| !position.side());
        annotation.ending = game.outcome().map(|outcome| (outcome, mover));
    }
    annotation
}

/// The search of every position of a game, in the game's order; `None` where the game is over.
fn search_all<C: Clock>(
    game: &Game,
    settings: &Settings,
    new_clock: impl Fn() -> C,
    mut progress: impl FnMut(),
) -> Vec<Option<Report>> {
    let mut searcher = Searcher::new(settings.hash);
    searcher.set_config(settings.config);
    let keys: Vec<Key> = game.repetition_keys().collect();
    let mut found: Vec<Option<Report>> = Vec::new();
    for (index, position) in game.positions().enumerate().collect::<Vec<_>>().into_iter().rev() {
        let over = position.outcome().is_some();
        let task = Task {
            position: *position,
            history: keys[..=index].to_vec(),
            limits: settings.limits,
            excluded: Vec::new(),
        };
        let mut search = || searcher.search(&task, &new_clock(), &AtomicBool::new(false), |_| {});
        found.push(if over { None } else { search() });
        progress();
    }
    found.reverse();
    found
}

/// What the mover gets if the other side gets `next` after a turn that began with so many steps.
fn before_turn(next: Score, steps: u8) -> Score {
    match next.proven() {
        None => Score(-next.0),
        Some(distance) => {
            let distance = distance.unsigned_abs() + u32::from(steps);
            if next.0 > 0 { Score::loss_in(distance) } else { Score::win_in(distance) }
        }
    }
}

fn judge(game: &Game, found: &[Option<Report>], thresholds: Thresholds) -> Vec<Judged> {
    let positions: Vec<&Position> = game.positions().collect();
    // The score of every position from the view of the side to move; of two searches the better-informed one.
    let mut scores: Vec<Score> = Vec::new();
    for (index, position) in positions.iter().enumerate().rev() {
        let lost_or_won = || {
            let outcome =
                position.outcome().or_else(|| game.outcome().filter(|_| index + 1 == positions.len()));
            let winner = outcome.map_or(!position.side(), |outcome| outcome.winner);
            if winner == position.side() { Score::WIN } else { Score(-Score::WIN.0) }
        };
        let own = found.get(index).and_then(Option::as_ref).map(|report| report.score);
        // What was played is worth at least what came of it.
        let played = scores.last().map(|next| before_turn(*next, position.steps_left()));
        scores.push(own.into_iter().chain(played).max().unwrap_or_else(lost_or_won));
    }
    scores.reverse();
    let setups = game.setups().len();
    let mut turns: Vec<Judged> = Vec::new();
    for (index, ply) in plies(game).into_iter().enumerate() {
        // The first position stands after the setups.
        let after = (index + 1).checked_sub(setups);
        let next = after.and_then(|after| positions.get(after));
        let judgement = match (ply.kind, after) {
            (PlyKind::Turn, Some(after)) if after > 0 => {
                judge_turn(game, after - 1, &scores, found, thresholds)
            }
            _ => None,
        };
        turns.push(Judged {
            harlog: if next.is_some() { Armies::of(&ply.board).harlog() } else { f64::NAN },
            score: after.and_then(|after| scores.get(after)).copied().filter(|_| next.is_some()),
            next_steps: next.map_or(Position::STEPS, |position| position.steps_left()),
            ply,
            judgement,
        });
    }
    mark_decisive(game, &mut turns);
    turns
}

/// Judges turn `index`, played in position `index`.
fn judge_turn(
    game: &Game,
    index: usize,
    scores: &[Score],
    found: &[Option<Report>],
    thresholds: Thresholds,
) -> Option<Judgement> {
    let position = game.positions().nth(index)?;
    let played = &game.turns().get(index)?;
    let report = found.get(index)?.as_ref()?;
    let (best_score, next) = (*scores.get(index)?, *scores.get(index + 1)?);
    let played_score = before_turn(next, position.steps_left());
    let better = report.score > played_score;
    let best = if better { &report.turn } else { &played.turn };
    let drop = bounded(best_score) - bounded(played_score);
    let mut marks = Vec::new();
    let won = played.position.outcome().is_some_and(|outcome| outcome.winner == position.side());
    match statics::wins_in(position).filter(|_| !won) {
        Some(win) => marks.push(Mark::MissedWin { reason: win.reason, steps: win.steps }),
        None => marks.extend(missed_forced_win(best_score, played_score, position.steps_left())),
    }
    let open =
        played.position.outcome().is_none() && game.outcome().is_none_or(|_| index + 1 < game.turns().len());
    let lost_already = best_score.proven().is_some_and(|_| best_score.0 < 0);
    if let Some(win) = statics::wins_in(&played.position).filter(|_| open && !lost_already) {
        marks.push(Mark::AllowsWin { reason: win.reason, steps: win.steps });
    }
    if drop >= thresholds.blunder {
        marks.push(Mark::Blunder { drop });
    } else if drop >= thresholds.mistake {
        marks.push(Mark::Mistake { drop });
    }
    if drop >= thresholds.mistake && better {
        marks.extend(missed_capture(position, best, &played.turn));
    }
    let best = write_turn(position, best).unwrap_or_default();
    Some(Judgement { best, best_score, played_score, drop, depth: report.depth, marks })
}

fn missed_forced_win(best: Score, played: Score, steps_left: u8) -> Option<Mark> {
    let steps = best.proven().filter(|_| best.0 > 0)?;
    let let_go = played.proven().is_none() || played.0 < 0;
    let plies = 1 + steps.unsigned_abs().saturating_sub(u32::from(steps_left)).div_ceil(4);
    let turns = plies.div_ceil(2);
    (let_go && turns > 1).then_some(Mark::MissedForcedWin { turns })
}

/// The enemy pieces that the best turn captures and the played one does not.
fn missed_capture(position: &Position, best: &Turn, played: &Turn) -> Option<Mark> {
    let enemy = |captures: Vec<Capture>| -> Vec<Piece> {
        let pieces = captures.into_iter().map(|capture| capture.piece);
        pieces.filter(|piece| piece.color != position.side()).collect()
    };
    let mut pieces = enemy(captures_of(position, best));
    for piece in enemy(captures_of(position, played)) {
        if let Some(index) = pieces.iter().position(|other| *other == piece) {
            pieces.remove(index);
        }
    }
    (!pieces.is_empty()).then_some(Mark::MissedCapture { pieces })
}

/// Marks the last turn of the loser that let a game slip which was not lost by force before.
fn mark_decisive(game: &Game, turns: &mut [Judged]) {
    let Some(position) = game.position() else { return };
    let Some(outcome) = game.outcome().filter(|o| super::rule_item(*o, !position.side()).is_some()) else {
        return;
    };
    let lost = |score: Score| score.proven().is_some() && score.0 < 0;
    let slipped =
        turns.iter_mut().rev().filter(|turn| turn.ply.label.side != outcome.winner).find_map(|turn| {
            turn.judgement.as_mut().filter(|judged| !lost(judged.best_score) && lost(judged.played_score))
        });
    if let Some(judgement) = slipped {
        judgement.marks.push(Mark::Decisive);
    }
}
