//! Conversions of positions, turns and games: lossless where both forms can hold it, a named loss where not.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use rayon::prelude::*;
use std::path::Path;
use tusker_core::{Color, EndlessStart, Game, NamedSetup};
use tusker_notation::*;

fn archive() -> Option<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/games_2026_02.tsv");
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: no {}", path.display());
    }
    text
}

fn one(text: &str, form: GameForm) -> GameRecord {
    let mut games = read_games(text, form, Strictness::Strict).unwrap();
    assert_eq!(games.len(), 1);
    games.remove(0).unwrap_or_else(|error| panic!("{form}: {error}\n{text}")).value
}

fn boards(game: &Game) -> Vec<String> {
    game.positions().map(|position| position.board().to_string()).collect()
}

/// Through `form` and back to a row: identical, unless losses are named, and then only what they name.
fn there_and_back(record: &GameRecord, row: &str, from: GameForm, form: GameForm) -> Vec<Loss> {
    let (text, losses) = write_games(std::slice::from_ref(record), form).unwrap();
    let detected = match form {
        GameForm::ApLegacy => GameForm::Ap,
        GameForm::Match if record.fields.is_empty() => GameForm::List,
        other => other,
    };
    assert_eq!(detect_games(&text), detected);
    let again = one(&text, form);
    assert_eq!(boards(&again.game), boards(&record.game), "{from} to {form}");
    let (back, _) = write_games(std::slice::from_ref(&again), GameForm::Archive).unwrap();
    if losses[0].is_empty() {
        assert_eq!(back, row, "{from} to {form} and back");
    }
    losses[0].clone()
}

/// Every pair of forms, on games of the archive; several games at a time.
fn matrix(text: &str, stride: usize) -> usize {
    let mut lines = text.lines();
    let header = lines.next().unwrap();
    let rows: Vec<String> = lines.step_by(stride).map(|line| format!("{header}\n{line}\n")).collect();
    rows.par_iter().for_each(|row| through_every_pair(row));
    rows.len()
}

/// From a row to the first form, from there to the second, and back.
fn through_every_pair(row: &str) {
    let record = one(row, GameForm::Archive);
    assert!(record.losses.is_empty());
    for from in GameForm::ALL {
        let (first, losses) = write_games(std::slice::from_ref(&record), from).unwrap();
        let expect_loss = matches!(from, GameForm::List | GameForm::Lightvector | GameForm::Ap);
        assert!(expect_loss || losses[0].is_empty(), "{from}: {:?}", losses[0]);
        let second = one(&first, from);
        for to in GameForm::ALL {
            let (row, _) = write_games(std::slice::from_ref(&second), GameForm::Archive).unwrap();
            for loss in there_and_back(&second, &row, from, to) {
                assert!(matches!(loss, Loss::Steps(_) | Loss::Fields(_)), "{from} to {to}: {loss}");
            }
        }
    }
}

#[test]
fn archive_games_through_every_pair_of_forms() {
    let Some(text) = archive() else { return };
    assert_eq!(matrix(&text, 147), 1);
}

/// A bare list of a finished game says who won only by its turns; a record of Abstract Play says it in its header, too.
#[test]
fn a_finished_game_keeps_its_result() {
    let list = "1g Ra1 Ee2 Rb6\n1s rh8 ed5\n2g Rb6n Rb7n\n";
    let mut games = read_games(list, GameForm::List, Strictness::Lenient).unwrap();
    let record = games.remove(0).unwrap().value;
    let (row, _) = write_games(std::slice::from_ref(&record), GameForm::Archive).unwrap();
    assert!(row.contains("\tw\t"), "{row}");
    let (json, _) = write_games(std::slice::from_ref(&record), GameForm::ApLegacy).unwrap();
    let again = read_games(&json, GameForm::Ap, Strictness::Lenient).unwrap().remove(0).unwrap().value;
    assert_eq!(write_games(&[again], GameForm::Archive).unwrap().0, row);
}

#[test]
#[ignore = "147 games in Lightvector notation, many times over, take a quarter of an hour; run with --release -- --ignored"]
fn all_archive_games_through_every_pair_of_forms() {
    let Some(text) = archive() else { return };
    assert_eq!(matrix(&text, 1), 147);
}

/// The forms without Lightvector notation are quick enough for all games.
#[test]
fn all_archive_games_through_forms_of_steps() {
    let Some(text) = archive() else { return };
    let games = read_games(&text, GameForm::Archive, Strictness::Strict).unwrap();
    let records: Vec<GameRecord> = games.into_iter().map(|game| game.unwrap().value).collect();
    assert_eq!(records.len(), 147);
    let (rows, losses) = write_games(&records, GameForm::Archive).unwrap();
    assert!(losses.iter().all(Vec::is_empty));
    assert_eq!(rows, text);
    // A list of records in one file.
    let (json, losses) = write_games(&records, GameForm::ApLegacy).unwrap();
    assert!(losses.iter().all(Vec::is_empty));
    let again: Vec<GameRecord> = read_games(&json, GameForm::ApLegacy, Strictness::Strict)
        .unwrap()
        .into_iter()
        .map(|game| game.unwrap().value)
        .collect();
    for (again, record) in again.iter().zip(&records) {
        assert_eq!(again.game.turns(), record.game.turns());
        let (text, losses) = write_games(std::slice::from_ref(again), GameForm::Match).unwrap();
        assert!(losses[0].iter().all(|loss| matches!(loss, Loss::Fields(_))), "{losses:?}");
        assert_eq!(one(&text, GameForm::Match).game.turns(), record.game.turns());
    }
    assert_eq!(write_games(&again, GameForm::Archive).unwrap().0, text);
    assert_eq!(write_games(&records, GameForm::List), Err(ConvertFault::Several(GameForm::List, 147)));
}

fn short_list() -> String {
    let setups = Color::ALL.map(|color| NamedSetup::Network.setup(color).to_string());
    format!("1g {}\n1s {}\n2g Ee2n Ee3n\n2s ee7s\n3g Mb2n\n", setups[0], setups[1])
}

#[test]
fn bare_lists_lose_fields_by_name() {
    let tagged = format!("[gold \"one\"]\n[event \"Cup\"]\n{}", short_list());
    let record = one(&tagged, GameForm::Match);
    let (text, losses) = write_games(std::slice::from_ref(&record), GameForm::List).unwrap();
    assert_eq!(text, short_list());
    assert_eq!(losses[0], [Loss::Fields(vec!["gold".to_owned(), "event".to_owned()])]);
    assert_eq!(losses[0][0].to_string(), "left out: gold, event");
    assert_eq!(write_games(std::slice::from_ref(&record), GameForm::Match).unwrap().0, tagged);
}

/// Steps whose order a text does not tell are named, turn by turn.
#[test]
fn lightvector_lists_name_turns_whose_steps_are_lost() {
    let list = short_list() + "3s hb7s ra7s\n4g Mb3n Ee4n\n";
    let record = one(&list, GameForm::List);
    let (text, losses) = write_games(std::slice::from_ref(&record), GameForm::Lightvector).unwrap();
    let again = one(&text, GameForm::Lightvector);
    assert_eq!(boards(&again.game), boards(&record.game));
    for (label, (now, then)) in
        ["2g", "2s", "3g", "3s", "4g"].iter().zip(again.game.turns().iter().zip(record.game.turns()))
    {
        let named = losses[0].iter().any(|loss| loss.to_string().starts_with(&format!("turn {label}:")));
        assert_eq!(named, now.turn != then.turn, "{label}: {losses:?}");
    }
}

/// Claims that look like placements are no steps either: a game of the archive is written like this.
#[test]
fn a_list_of_destinations_alone_is_lightvector() {
    let setups = "1g Ra2 Ee2 Rh2\n1s da7 md7 ee7 rh7\n";
    for (turns, form) in [
        ("2g Ra6\n2s md5 ee5\n3g Rh6\n", GameForm::Lightvector),
        ("2g Ra2n Ra3n Ra4n Ra5n\n", GameForm::List),
        ("2g\n", GameForm::List),
        ("", GameForm::List),
    ] {
        assert_eq!(detect_games(&format!("{setups}{turns}")), form, "{turns}");
    }
}

#[test]
fn takebacks_are_a_loss_of_wording() {
    let list = short_list().replace("2s ee7s\n", "2s ee7s\n3g takeback\n2s ee7s\n");
    let row = format!("id\tmovelist\n7\t{}", list.trim().replace('\n', "\\n"));
    let mut games = read_games(&row, GameForm::Archive, Strictness::Lenient).unwrap();
    let record = games.remove(0).unwrap().value;
    assert_eq!(record.losses, [Loss::Wording]);
    assert_eq!(record.game.turns().len(), 3);
}

#[test]
fn what_a_form_cannot_hold_is_refused() {
    let start = EndlessStart::random(&mut ChaCha8Rng::seed_from_u64(1));
    let endless = GameRecord::new(Game::endless(&start));
    for form in GameForm::ALL {
        let written = write_games(std::slice::from_ref(&endless), form);
        if matches!(form, GameForm::Ap | GameForm::ApLegacy) {
            let again = one(&written.unwrap().0, form);
            assert_eq!(again.game.start(), endless.game.start());
        } else {
            assert!(matches!(written, Err(ConvertFault::Start(..))), "{form}");
        }
    }
    let position = read_position(
        "g [r      e                         E                             R]",
        Strictness::Strict,
    );
    let given = GameRecord::new(Game::from_position(position.unwrap().value));
    for form in GameForm::ALL {
        assert!(write_games(std::slice::from_ref(&given), form).is_err(), "{form}");
    }
}

/// Every form of turns, there and back.
#[test]
fn turns_in_every_form() {
    let position = read_position(
        "g [r      e                                 r       H      R       ]",
        Strictness::Strict,
    );
    let position = position.unwrap().value;
    let turn = read_turn(&position, "rb3e rc3x Hb2n Ra1n").unwrap().value.turn;
    let forms = [
        TurnForm::Steps,
        TurnForm::Legacy,
        TurnForm::Lightvector(Dialect::Founding),
        TurnForm::Lightvector(Dialect::AbstractPlay),
    ];
    let end = read_turn_as(&position, "rb3c3(xrc3), Hb2b3, Ra1a2", TurnForm::Legacy, Strictness::Strict)
        .unwrap()
        .value;
    for form in forms {
        let (text, _) = write_turn_as(&position, &turn, form).unwrap();
        let read = read_turn_as(&position, &text, form, Strictness::Strict).unwrap();
        assert_eq!(read.value.position, end.position, "{text}");
    }
}

#[test]
fn positions_in_every_form() {
    let position = read_position(
        "s [r   e          h              mR                        R   E   ]",
        Strictness::Strict,
    );
    let position = position.unwrap().value;
    let (board, losses) = convert_position(&position, 1, PositionForm::Board);
    assert_eq!((read_position(&board, Strictness::Strict).unwrap().value, losses), (position, vec![]));
    let (diagram, losses) = convert_position(&position, 12, PositionForm::Diagram);
    let read = read_diagram(&diagram, Strictness::Strict).unwrap().value;
    assert_eq!((read.position, read.turn_number, losses), (position, 12, vec![]));
    let (start, losses) = convert_position(&position, 1, PositionForm::Start);
    assert_eq!((read_ap_start(&start).unwrap(), losses), (*position.board(), vec![Loss::Side]));
}
