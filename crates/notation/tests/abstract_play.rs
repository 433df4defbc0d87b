//! Abstract Play: the older notation, starts, and whole records in both generations.

use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tusker_core::{Color, EndlessStart, Game, Outcome, Position, Setup, SetupKind, Turn, Variant};
use tusker_notation::*;

fn position(text: &str) -> Position {
    read_position(text, Strictness::Lenient).unwrap().value
}

/// Gold to move on a board with these pieces.
fn placed(pieces: &str) -> Position {
    let mut board = tusker_core::Board::EMPTY;
    for word in pieces.split(' ') {
        let placement = tusker_core::Placement::parse(word).unwrap();
        board.put(placement.square, placement.piece);
    }
    Position::lenient(board, Color::Gold).0
}

fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    (rng.next_u64() % n as u64) as usize
}

/// Plays up to `turns` random turns.
fn play_on(mut game: Game, turns: usize, rng: &mut ChaCha8Rng) -> Game {
    for _ in 0..turns {
        let Some(start) = game.position().copied().filter(|_| game.outcome().is_none()) else { break };
        let (mut now, mut turn) = (start, Turn::new());
        while now.side() == start.side() {
            let edges = now.edges();
            if edges.is_empty() {
                break;
            }
            let edge = edges[below(rng, edges.len())];
            turn.push(edge);
            now.play(edge).unwrap();
        }
        let _ = game.play(&turn);
    }
    game
}

fn random_game(seed: u64, turns: usize) -> Game {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let game = match seed % 3 {
        0 => Game::endless(&EndlessStart::random(&mut rng)),
        other => {
            let mut game = Game::with_variant(if other == 1 { Variant::STANDARD } else { Variant::FREE });
            for color in Color::ALL {
                game.place(&Setup::random(color, &mut rng)).unwrap();
            }
            game
        }
    };
    play_on(game, turns, &mut rng)
}

fn players() -> [ApPlayer; 2] {
    let player = |name: &str, result| ApPlayer { name: name.to_owned(), result, ..ApPlayer::default() };
    [player("one", 1), player("two", 0)]
}

fn through_json(game: &Game, notation: ApNotation) -> ApReplay {
    let record = ApRecord::of_game(game, players(), notation).unwrap();
    let json = write_ap_record(&record);
    let read = read_ap_records(&json).unwrap().remove(0).unwrap();
    assert_eq!(write_ap_record(&read), json);
    let replay = read.replay(Strictness::Strict).unwrap_or_else(|error| panic!("{json}: {error}"));
    assert!(replay.warnings.is_empty(), "{:?}", replay.warnings);
    replay.value
}

/// Older notation: the very same turns. Lightvector: the same positions.
#[test]
fn random_games_come_back_whole() {
    for seed in 0..60 {
        let game = random_game(seed, 60);
        let replay = through_json(&game, ApNotation::Legacy);
        assert_eq!(replay.game.turns(), game.turns());
        assert_eq!(replay.game.setups(), game.setups());
        assert_eq!((replay.game.outcome(), replay.game.variant()), (game.outcome(), game.variant()));
        assert_eq!(replay.plies, game.turns().len() + game.setups().len());
    }
    for seed in 60..66 {
        let game = random_game(seed, 12);
        let replay = through_json(&game, ApNotation::Lightvector);
        let boards = |game: &Game| game.positions().map(|position| *position.board()).collect::<Vec<_>>();
        assert_eq!(boards(&replay.game), boards(&game));
        assert_eq!(replay.legacy_turns, 0);
    }
}

#[test]
fn both_generations_are_told_apart() {
    for text in ["Db4b5, Ra5a6", "Ee6f6(xrf6)", "ed5, rd6, xEc3", "xRc3", "Db4b5,Ra5a6"] {
        assert_eq!(ap_notation(text), ApNotation::Legacy, "{text}");
    }
    for text in ["Db4b5", "dx", "re5 Ee4", "Cg3 dx Ee6", "rc3x Eb4", "f3x"] {
        assert_eq!(ap_notation(text), ApNotation::Lightvector, "{text}");
    }
    // A lone step means the same in both.
    let position = position("g [r      e                         D                             R]");
    let both = ["Db4b5", "Db4b5,"]
        .map(|text| read_ap_turn(&position, text, Strictness::Strict).map(|r| r.value.position));
    assert!(both[0].is_ok() && both[1].is_err(), "an empty step is refused");
    assert_eq!(both[0], read_legacy_turn(&position, "Db4b5").map(|reading| reading.value.position));
}

/// Captures on the step that causes them: of the piece that moved, of one it leaves behind, and what is ignored.
#[test]
fn legacy_captures() {
    let from = placed("ra8 eh8 Md5 Rh1");
    let played = read_legacy_turn(&from, "Md5c5, Mc5c6(xMc6)").unwrap();
    assert!(played.warnings.is_empty(), "{:?}", played.warnings);
    // A piece that stays behind falls with its supporter's step, as in the published `Dc5d5(xRc6)`.
    let behind = placed("ra8 eh8 Rc6 Dc5 Rh1");
    let played_behind = read_legacy_turn(&behind, "Dc5d5(xRc6)").unwrap();
    assert!(played_behind.warnings.is_empty(), "{:?}", played_behind.warnings);
    assert_eq!(write_legacy_turn(&behind, &played_behind.value.turn).unwrap(), "Dc5d5(xRc6)");
    // Suffixes that are missing, wrong or too many are warnings; the capture is computed.
    for (text, warnings) in [("Md5c5, Mc5c6", 1), ("Md5c5(xMc6), Mc5c6", 2), ("Md5c5, Mc5c6(xmc6)", 1)] {
        let reading = read_legacy_turn(&from, text).unwrap();
        assert_eq!(reading.value.position, played.value.position);
        assert_eq!(reading.warnings.len(), warnings, "{text}: {:?}", reading.warnings);
    }
}

#[test]
fn unfinished_and_malformed_turns_are_refused_with_their_place() {
    let position = position("g [r      e                         E                             R]");
    for (text, column, part) in [
        ("Eb4", 1, "unfinished"),
        ("Eb4b5, E", 8, "unfinished"),
        ("Eb4b5,  Eb5", 9, "unfinished"),
        ("Eb4b5, ", 8, "expected a step"),
        ("", 1, "expected a step"),
        ("Eb4b6", 1, "adjacent"),
        ("Eb4b5, Ki4", 8, "neither"),
        ("Eb4b5, éb5b6", 8, "neither"),
        ("Eb4b5(rf6)", 1, "captures are written"),
        ("Eb4b5, xEc3", 8, "does not belong"),
        ("Eb4b5, Eb5b6, Eb6b7, Eb7b8, Eb8c8", 29, "no step left"),
        ("Eb4b5, Ra8a7", 8, "step 2"),
    ] {
        let error = read_legacy_turn(&position, text).unwrap_err();
        assert_eq!(error.place.column, column, "{text}: {error}");
        assert!(error.to_string().contains(part), "{text}: {error}");
    }
}

#[test]
fn legacy_setups() {
    let read = |text, kind, strictness| {
        read_legacy_setup(text, Color::Gold, &tusker_core::Board::EMPTY, kind, strictness)
    };
    let whole = "Ee2,Md2,Hb2,Hg2,Ra2,Ra1,Rb1,Rc1,Rf1,Rg1,Rh1,Rh2,Cc2,Df2,Ce1,Dd1";
    let reading = read(whole, SetupKind::HomeRanks, Strictness::Strict).unwrap();
    assert!(reading.warnings.is_empty());
    assert_eq!(write_legacy_setup(&reading.value.setup, &[]), whole.replace(',', ", "));
    // The case of letters is ignored: the piece is the mover's.
    let text = whole.replace("Ee2", "ee2");
    let lower = read(&text, SetupKind::HomeRanks, Strictness::Strict).unwrap();
    assert_eq!(lower.value.setup, reading.value.setup);
    assert_eq!(lower.warnings.len(), 1);
    for (text, column, part) in [
        ("Ee2, E", 6, "unfinished"),
        ("Ee2, Ee2e3", 6, "does not belong"),
        ("Ee2, Re2", 6, "taken"),
        ("Ee2, Kd4", 6, "neither"),
        ("Ee2,, Ra1", 5, "expected a placement"),
    ] {
        for kind in [SetupKind::HomeRanks, SetupKind::Free] {
            for strictness in [Strictness::Strict, Strictness::Lenient] {
                let error = read(text, kind, strictness).unwrap_err();
                assert_eq!(error.place.column, column, "{text}: {error}");
                assert!(error.to_string().contains(part), "{text}: {error}");
            }
        }
    }
    assert!(read("Ee2, Ra1", SetupKind::HomeRanks, Strictness::Strict).is_err());
    assert!(!read("Ee2, Ra1", SetupKind::HomeRanks, Strictness::Lenient).unwrap().warnings.is_empty());
    assert!(read("Ee5, Ra3", SetupKind::Free, Strictness::Strict).unwrap().warnings.is_empty());
    assert!(read("Ee5, Ra8", SetupKind::Free, Strictness::Strict).is_err());
    assert!(read("Ee5", SetupKind::Free, Strictness::Strict).is_err());
}

fn record(variants: &str, start: &str, moves: &str) -> ApRecord {
    let start = if start.is_empty() { String::new() } else { format!(", \"startingPosition\": \"{start}\"") };
    let json = format!(
        "{{\"header\": {{\"game\": {{\"name\": \"Arimaa\", \"variants\": [{variants}]}},\n\
         \"site\": {{\"name\": \"Abstract Play\", \"gameid\": \"x\"}}, \"date-start\": \"2026-01-23T10:00:00Z\",\n\
         \"players\": [{{\"name\": \"one\", \"userid\": \"u\", \"result\": 1}}, {{\"name\": \"two\", \"result\": 0}}]{start}}},\n\
         \"moves\": [{moves}]}}"
    );
    read_ap_records(&json).unwrap().remove(0).unwrap()
}

const EEE: &str = "\"Endless endgame\"";

/// Unknown fields survive, and so do remarks on moves.
#[test]
fn records_keep_what_they_do_not_know() {
    let record = record(
        EEE,
        "Ed1,Rc2,ed8,rc7",
        "[\"Ed1d2, Ed2d3\", {\"move\": \"ed8d7\", \"result\": \"quiet\"}], [\"Ed3d4\", null]",
    );
    let json = write_ap_record(&record);
    for kept in ["gameid", "date-start", "userid", "quiet", "null"] {
        assert!(json.contains(kept), "{kept}: {json}");
    }
    assert_eq!(read_ap_records(&json).unwrap().remove(0).unwrap().header, record.header);
    assert_eq!(record.winner(), Some(Color::Gold));
    assert_eq!(record.variant(), Ok(Variant::ENDLESS));
    let replay = record.replay(Strictness::Strict).unwrap().value;
    assert_eq!((replay.plies, replay.legacy_turns, replay.lightvector_turns), (3, 1, 2));
}

/// In Endless Endgame the first turn has two steps, in both generations.
#[test]
fn first_turn_of_endless_endgame() {
    for moves in ["[\"Ed1d2, Ed2d3, Ed3d4\"]", "[\"Ed4\"]"] {
        let error = record(EEE, "Ed1,Rc2,ed8,rc7", moves).replay(Strictness::Strict).unwrap_err();
        assert!(error.to_string().contains("ply 1"), "{error}");
        assert_eq!(error.place.line, 4);
    }
    let push = record(EEE, "Ed1,Rc2,dd2,ed8,rc7", "[\"dd2e2, Ed1d2\"]").replay(Strictness::Strict);
    assert_eq!(push.unwrap().value.game.turns().len(), 1);
}

/// C14: a piece "pulled" aside. The fault names its ply and place, and the rest is read.
#[test]
fn c14_sideways_pull_is_reported_and_the_rest_read() {
    let moves =
        "[\"Ra1a2\", \"eh8g8\"],\n[\"Ee5e4, re6f6(xrf6), Ra2a3\", \"eg8f8\"],\n[\"Ra3a4\", \"ef8e8\"]";
    let record = record(EEE, "Ee5,Ra1,eh8,re6,ra8", moves);
    let error = record.replay(Strictness::Strict).unwrap_err();
    assert_eq!((error.place.line, error.place.column), (5, 10), "{error}");
    assert!(error.to_string().contains("ply 3: step 2 (re6e)"), "{error}");
    let reading = record.replay(Strictness::Lenient).unwrap();
    let warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].starts_with("line 5, column 10: ply 3: step 2 (re6e)"), "{warnings:?}");
    let replay = reading.value;
    assert_eq!((replay.plies, replay.earlier.len(), replay.game.turns().len()), (6, 1, 3));
    assert_eq!(replay.variant(), &Variant::ENDLESS);
    // The rabbit fell on f6, as the record has it.
    assert_eq!(replay.game.board().color(Color::Silver).count(), 2);
    assert_eq!(replay.game.turn_number(), 4);
}

#[test]
fn free_placement_records() {
    let label = "\"Free placement (unrated)\"";
    let reading = record(label, "", "[\"Ec3, Ra2, Ef5\", \"ed5, rd7, xEc3\"], [\"Ef5f4\"]")
        .replay(Strictness::Strict)
        .unwrap();
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    assert_eq!(reading.value.game.board().color(Color::Gold).count(), 2);
    // Written captures that did not happen, and missing ones, are warnings.
    let reading =
        record(label, "", "[\"Ec3, Ra2, Ef5\", \"ed5, rd7, xEf3\"]").replay(Strictness::Strict).unwrap();
    assert_eq!(reading.warnings.len(), 2);
    // Over at once: the last silver rabbit falls.
    let replay = record(label, "", "[\"Ra2\", \"ed5, rc6, xrc6\"]").replay(Strictness::Strict).unwrap();
    let outcome = replay.value.game.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Color::Gold, tusker_core::EndReason::Elimination));
}

#[test]
fn faults_of_records() {
    let fault = |json: &str| match read_ap_records(json) {
        Err(error) => error.to_string(),
        Ok(mut records) => match records.remove(0) {
            Err(error) => error.to_string(),
            Ok(record) => record.replay(Strictness::Strict).map(drop).unwrap_err().to_string(),
        },
    };
    assert!(fault("{\n  \"header\" 1").starts_with("line 2, column"), "{}", fault("{\n  \"header\" 1"));
    assert!(fault("{\"moves\": []}").contains("header"));
    let header = |name: &str, variants: &str| {
        format!(
            "{{\"header\": {{\"game\": {{\"name\": \"{name}\", \"variants\": [{variants}]}}, \"players\": []}}, \"moves\": []}}"
        )
    };
    assert!(fault(&header("Chess", "")).contains("'Chess'"));
    assert!(fault(&header("Arimaa", "\"Dicey\"")).contains("unknown variant 'Dicey'"));
    assert!(fault(&header("Arimaa", EEE)).contains("startingPosition"));
    let list = format!("[{}, {}]", header("Arimaa", ""), header("Go", ""));
    let records = read_ap_records(&list).unwrap();
    assert!(records[0].is_ok() && records[1].is_err());
}

#[test]
fn results_of_written_records() {
    let mut game = random_game(1, 4);
    game.end(Outcome { winner: Color::Silver, reason: tusker_core::EndReason::Resignation });
    let record = ApRecord::of_game(&game, players(), ApNotation::Legacy).unwrap();
    assert_eq!(record.winner(), Some(Color::Silver));
}

/// A whole record, its bytes changed at random, is read or refused and never panics.
#[test]
fn mutated_records_are_read_or_refused() {
    let game = random_game(3, 20);
    let json = write_ap_record(&ApRecord::of_game(&game, players(), ApNotation::Legacy).unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let letters: Vec<char> = "EMHDCRemhdcrx12345678abcdefghnesw0 []{}|,()\"\\:é".chars().collect();
    let mut faults = 0;
    for _ in 0..1000 {
        let mut text: Vec<char> = json.chars().collect();
        for _ in 0..=below(&mut rng, 4) {
            let at = below(&mut rng, text.len());
            match below(&mut rng, 3) {
                0 => drop(text.remove(at)),
                1 => text.insert(at, letters[below(&mut rng, letters.len())]),
                _ => text[at] = letters[below(&mut rng, letters.len())],
            }
        }
        let text: String = text.into_iter().collect();
        for strictness in [Strictness::Strict, Strictness::Lenient] {
            let read = read_ap_records(&text).and_then(|mut records| records.remove(0));
            let outcome = read.and_then(|record| record.replay(strictness).map(drop));
            if let Err(error) = outcome {
                faults += 1;
                let lines = text.lines().count();
                assert!(
                    error.place.line >= 1 && error.place.line <= lines && error.place.column >= 1,
                    "{error}"
                );
            }
        }
    }
    println!("{faults} faults in 2000 readings");
    assert!(faults > 500);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, ..ProptestConfig::default() })]

    #[test]
    fn random_texts_never_panic(text in "[EeRrDdxa-h1-8, ()n]{0,40}") {
        let position = position("g [r      e                         E                             R]");
        let _ = read_legacy_turn(&position, &text);
        let _ = read_ap_turn(&position, &text, Strictness::Lenient);
        let _ = read_ap_start(&text);
        for kind in [SetupKind::HomeRanks, SetupKind::Free] {
            let _ = read_legacy_setup(&text, Color::Silver, position.board(), kind, Strictness::Lenient);
        }
    }
}
