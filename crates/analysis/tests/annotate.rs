//! Annotations of random games against slow and obvious twins.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::collections::HashMap;
use tusker_analysis::annotate::{
    Annotation, Mark, PlyKind, Settings, Thresholds, annotate, plies, to_json, to_page, to_text,
};
use tusker_core::{Color, EndlessStart, Game, Position, TurnGenerator};
use tusker_search::eval::{Armies, Config};
use tusker_search::{Limits, NoClock};

/// A game of random turns, to its end or to the 40th.
fn random_game(seed: u64) -> Game {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut game = Game::endless(&EndlessStart::random(&mut rng));
    while game.outcome().is_none() && game.turns().len() < 40 {
        let Some(position) = game.position() else { break };
        let turns = TurnGenerator::new().list(position);
        let turn = &turns[rng.next_u32() as usize % turns.len()].turn;
        // A third repetition is drawn again.
        let _ = game.play(turn);
    }
    game
}

fn annotation(game: &Game) -> Annotation {
    let settings = Settings {
        limits: Limits { nodes: Some(60), ..Limits::default() },
        hash: 1,
        config: Config::default(),
        thresholds: Thresholds::default(),
    };
    annotate(std::slice::from_ref(game), &settings, || NoClock, |_, _| {})
}

/// Whether some turn wins at once, by all turns.
fn can_win(position: &Position) -> bool {
    let turns = TurnGenerator::new().list(position);
    let wins = |end: &Position| end.outcome().is_some_and(|outcome| outcome.winner == position.side());
    position.outcome().is_none() && turns.iter().any(|turn| wins(&turn.position))
}

#[test]
fn marks_agree_with_all_turns() {
    let (mut missed, mut allowed) = (0, 0);
    for seed in 0..12 {
        let game = random_game(seed);
        let annotation = annotation(&game);
        assert_eq!(annotation.turns.len(), game.turns().len());
        let positions: Vec<&Position> = game.positions().collect();
        for (index, turn) in annotation.turns.iter().enumerate() {
            let judgement = turn.judgement.as_ref().expect("a judgement");
            let (before, after) = (positions[index], positions[index + 1]);
            let won = after.outcome().is_some_and(|outcome| outcome.winner == before.side());
            let has = |wanted: fn(&Mark) -> bool| judgement.marks.iter().any(wanted);
            let missed_win = has(|mark| matches!(mark, Mark::MissedWin { .. }));
            assert_eq!(missed_win, can_win(before) && !won, "{seed} {index}: {judgement:?}");
            missed += u32::from(missed_win);
            if has(|mark| matches!(mark, Mark::AllowsWin { .. })) {
                assert!(can_win(after), "{seed} {index}: {judgement:?}");
                allowed += 1;
            } else if can_win(after) {
                let lost = judgement.best_score.proven().is_some() && judgement.best_score.0 < 0;
                assert!(lost, "{seed} {index}: {judgement:?}");
            }
            assert!(judgement.drop >= 0 && judgement.best_score >= judgement.played_score);
            if won {
                assert!(judgement.played_score.proven().is_some() && judgement.played_score.0 > 0);
            }
            let harlog = Armies::of(after.board()).harlog();
            assert!(turn.harlog.to_bits() == harlog.to_bits() || turn.harlog.is_nan() && harlog.is_nan());
        }
    }
    assert!(missed > 3 && allowed > 3, "{missed} {allowed}");
}

#[test]
fn occurrences_are_those_of_a_plain_count() {
    for seed in 20..30 {
        let game = random_game(seed);
        let mut seen: HashMap<(String, Color), u32> = HashMap::new();
        let start = game.start().expect("a start");
        seen.insert((start.board().to_string(), start.side()), 1);
        for (ply, played) in plies(&game).iter().zip(game.turns()) {
            let key = (played.position.board().to_string(), played.position.side());
            let count = seen.entry(key).or_default();
            *count += 1;
            assert_eq!((ply.kind, ply.occurrence), (PlyKind::Turn, Some(*count)));
            assert_eq!(&ply.board, played.position.board());
        }
    }
}

/// The three forms tell the same turns, marks and end; the same game gives the same texts.
#[test]
fn forms_agree() {
    let game = random_game(3);
    let annotation = annotation(&game);
    let (text, json) = (to_text(&annotation), to_json(&annotation));
    let page = to_page("Ann & Bob", &[("event".to_owned(), "a <test>".to_owned())], &annotation);
    assert_eq!(text, to_text(&annotation));
    for turn in &annotation.turns {
        assert!(text.contains(&turn.ply.text) && page.contains(&format!("\"t\":\"{}\"", turn.ply.text)));
        for mark in turn.judgement.iter().flat_map(|judgement| &judgement.marks) {
            let words = mark.to_string();
            assert!(text.contains(&words) && page.contains(&words) && json.to_string().contains(&words));
        }
    }
    assert_eq!(json["turns"].as_array().map(Vec::len), Some(annotation.turns.len()));
    assert_eq!(json["ending"].is_null(), annotation.ending.is_none());
    assert!(page.contains("Ann &amp; Bob") && page.contains("a &lt;test&gt;"));
}
