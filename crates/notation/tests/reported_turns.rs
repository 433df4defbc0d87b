//! Reports of people who write or use Arimaa software, turns, setups and lists: one test per report, by its number in the project's list.

use tusker_core::{Board, Color, EndReason, Game, Phase, Piece, Position};
use tusker_notation::*;

const OPEN: Strictness = Strictness::Lenient;
const STRICT: Strictness = Strictness::Strict;

fn position(text: &str) -> Position {
    read_position(text, OPEN).unwrap().value
}

fn kinds(warnings: &[Warning]) -> Vec<&WarningKind> {
    warnings.iter().map(|warning| &warning.what).collect()
}

const GOLD_SETUP: &str = "Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2";
const SILVER_SETUP: &str = "ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8 ra7 hb7 cc7 ed7 me7 cf7 hg7 rh7";

#[test]
fn c28_handicap_setups() {
    // A handicap by placing fewer pieces, some of them far off: roundrobin lets it through, so do we, with a word.
    let reading = read_setup("Rc2 Ee5", Color::Gold, &Board::EMPTY, OPEN).unwrap();
    assert_eq!(reading.value.to_string(), "Rc2 Ee5");
    let rules: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
    assert!(rules.iter().any(|w| w.starts_with("line 1, column 5: Ee5:")), "{rules:?}");
    assert!(read_setup("Rc2 Ee5", Color::Gold, &Board::EMPTY, STRICT).is_err());
    // Over-full, out of area and of the other side.
    let over_full = format!("{GOLD_SETUP} Ec3 ra5");
    assert!(read_setup(&over_full, Color::Gold, &Board::EMPTY, OPEN).is_ok());
    assert!(read_setup(&over_full, Color::Gold, &Board::EMPTY, STRICT).is_err());
    // Two pieces on one square and mixed words never pass.
    for text in ["Rc2 Ec2", "Rc2 Ee2n", "Rc2 rc3x", "Rc2 takeback", "Rc2 qpss"] {
        for strictness in [OPEN, STRICT] {
            assert!(read_setup(text, Color::Gold, &Board::EMPTY, strictness).is_err(), "{text}");
        }
    }
    // A suicide on the first turn is a legal turn.
    let list = format!("1g {GOLD_SETUP}\n1s {SILVER_SETUP}\n2g Cc2n Cc3x");
    let reading = read_move_list(&list, STRICT).unwrap();
    assert!(reading.warnings.is_empty());
    assert_eq!(reading.value.game.board().occupied().count(), 31);
}

#[test]
fn c29_setup_validation_set() {
    let cases = [
        ("last word dropped", GOLD_SETUP.replace(" Rh2", ""), 1, true),
        ("Hb2 to Ha2", GOLD_SETUP.replace("Hb2", "Ha2"), 37, false),
        ("Ee2 to Re2", GOLD_SETUP.replace("Ee2", "Re2"), 1, true),
        ("Ee2 to ee2", GOLD_SETUP.replace("Ee2", "ee2"), 49, true),
        ("Ee2 to Ee3", GOLD_SETUP.replace("Ee2", "Ee3"), 49, true),
        ("Ee2 to Ee2n", GOLD_SETUP.replace("Ee2", "Ee2n"), 49, false),
    ];
    for (name, text, column, lenient) in cases {
        let error = read_setup(&text, Color::Gold, &Board::EMPTY, STRICT).unwrap_err();
        assert_eq!(error.place, Place { line: 1, column }, "{name}: {error}");
        let reading = read_setup(&text, Color::Gold, &Board::EMPTY, OPEN);
        assert_eq!(reading.is_ok(), lenient, "{name}: {reading:?}");
        if let Ok(reading) = reading {
            assert!(!reading.warnings.is_empty(), "{name}");
            assert_eq!(write_setup(&reading.value), text, "{name}: pieces are kept as they are written");
        }
    }
    let clean = read_setup(GOLD_SETUP, Color::Gold, &Board::EMPTY, STRICT).unwrap();
    assert_eq!((write_setup(&clean.value).as_str(), clean.warnings.len()), (GOLD_SETUP, 0));
    // Silver's setup lands on the board that Gold has filled.
    let mut game = Game::new();
    game.place(&clean.value).unwrap();
    let onto = SILVER_SETUP.replace("rh7", "rh2");
    assert!(read_setup(&onto, Color::Silver, game.board(), OPEN).is_err());
    assert!(read_setup(SILVER_SETUP, Color::Silver, game.board(), STRICT).unwrap().warnings.is_empty());
}

#[test]
fn c30_captures_missing_late_or_of_the_wrong_case() {
    let start = position("g [r      e                                 r       H      R       ]");
    let result = "s [r      e                                 H              R       ]";
    let cases: &[(&str, &[&str])] = &[
        ("rb3e rc3x Hb2n", &[]),
        ("rb3e Hb2n", &["line 1, column 1: the capture rc3x is not written after the step that causes it"]),
        (
            "rb3e Hb2n rc3x",
            &["line 1, column 11: the capture rc3x belongs right after the step that causes it"],
        ),
        (
            "Rb3e rc3x hb2n",
            &[
                "line 1, column 1: 'Rb3e' should be written 'rb3e'",
                "line 1, column 11: 'hb2n' should be written 'Hb2n'",
            ],
        ),
        ("rb3e Rc3x Hb2n", &["line 1, column 6: 'Rc3x' should be written 'rc3x'"]),
        (
            "cb3e rc3x Hb2n",
            &["line 1, column 1: 'cb3e' names a cat, but a rabbit stands on b3: read as 'rb3e'"],
        ),
        ("rb3e rf3x rc3x Hb2n", &["line 1, column 6: 'rf3x': nothing is captured on f3 here; ignored"]),
        ("rb3e rc3x rc3x Hb2n", &["line 1, column 11: 'rc3x': nothing is captured on c3 here; ignored"]),
        (
            "rB3E RC3X hb2N",
            &[
                "line 1, column 1: 'rB3E' should be written 'rb3e'",
                "line 1, column 6: 'RC3X' should be written 'Rc3x'",
                "line 1, column 6: 'Rc3x' should be written 'rc3x'",
                "line 1, column 11: 'hb2N' should be written 'hb2n'",
                "line 1, column 11: 'hb2n' should be written 'Hb2n'",
            ],
        ),
    ];
    for (text, expected) in cases {
        let reading = read_turn(&start, text).unwrap();
        assert_eq!(write_position(&reading.value.position), result, "{text}");
        assert_eq!(write_turn(&start, &reading.value.turn).unwrap(), "rb3e rc3x Hb2n", "{text}");
        let warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
        assert_eq!(&warnings, expected, "{text}");
    }
    // The thread on the limit of turns writes Eb4e for a silver elephant.
    let start = position("s [       r                         e                      R      E]");
    let reading = read_turn(&start, "Eb4e").unwrap();
    assert_eq!(write_turn(&start, &reading.value.turn).unwrap(), "eb4e");
    assert_eq!(reading.warnings.len(), 1);
}

#[test]
fn c34_takeback() {
    let silver = SILVER_SETUP.replace("ed7 me7", "md7 ee7");
    let list = format!(
        r"1w {GOLD_SETUP}\n1b {SILVER_SETUP}\n2w takeback\n1b {silver}\n2w Ee2n\n2b ee7s\n3w takeback\n2b takeback\n2w Ee2n Ee3n\n2b"
    );
    let reading = read_move_list(&list, STRICT).unwrap();
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    let game = &reading.value.game;
    assert_eq!((game.setups().len(), game.turns().len(), reading.value.turns.len()), (2, 1, 3));
    assert_eq!(game.setups()[1].to_string(), silver);
    assert_eq!(reading.value.next, TurnLabel { number: 2, side: Color::Silver });
    assert_eq!(
        write_move_list(game, ListForm::Archive, SideLetters::WhiteBlack).unwrap(),
        format!(r"1w {GOLD_SETUP}\n1b {silver}\n2w Ee2n Ee3n\n2b")
    );
    // Back to the beginning, and one too many.
    let list = format!("1g {GOLD_SETUP}\n1s takeback\n1g takeback\n1g {GOLD_SETUP}");
    assert_eq!(
        read_move_list(&list, STRICT).unwrap_err().to_string(),
        "line 3, column 4: there is no turn to take back"
    );
    let reading = read_move_list(&list, OPEN).unwrap();
    assert_eq!(kinds(&reading.warnings), [&WarningKind::NothingToTakeBack]);
    assert_eq!(reading.value.game.phase(), Phase::Setup(Color::Silver));
}

#[test]
fn c35_line_break_inside_a_turn() {
    let list = format!(
        "1g {GOLD_SETUP}\n1s\n ra8 rb8 rc8 dd8 de8 rf8 rg8 rh8\nra7 hb7 cc7 ed7 me7\n\tcf7 hg7 rh7\n2g\n Ee2n\n Ee3n\n2s"
    );
    let reading = read_move_list(&list, STRICT).unwrap();
    assert!(reading.warnings.is_empty());
    let turns = &reading.value.game.turns();
    assert_eq!((turns.len(), turns[0].turn.steps_taken()), (1, 2));
    // Several turns on one line.
    let joined = format!("1g {GOLD_SETUP} 1s {SILVER_SETUP} 2g Ee2n Ee3n 2s");
    assert_eq!(read_move_list(&joined, STRICT).unwrap().value.game.turns(), *turns);
}

#[test]
fn c36_bare_number_at_the_end() {
    let list = format!("1g {GOLD_SETUP}\n1s {SILVER_SETUP}\n2g Ee2n\n");
    for (end, side) in [("", Color::Silver), ("2s", Color::Silver), ("2b\n\n", Color::Silver)] {
        let reading = read_move_list(&format!("{list}{end}"), STRICT).unwrap();
        assert!(reading.warnings.is_empty());
        assert_eq!((reading.value.game.side(), reading.value.game.turns().len()), (side, 1));
    }
    // One that is not next is a warning, and an error where strictness is asked for.
    let text = format!("{list}3g");
    let error = read_move_list(&text, STRICT).unwrap_err();
    assert_eq!(error.to_string(), "line 4, column 1: turn 3g stands where 2s is expected");
    let reading = read_move_list(&text, OPEN).unwrap();
    assert_eq!((reading.warnings.len(), reading.value.game.side()), (1, Color::Gold));
    // A bare number with turns after it is an empty turn.
    let text = format!("{list}2s\n3g Ee3n");
    let error = read_move_list(&text, STRICT).unwrap_err();
    assert_eq!(error.to_string(), "line 4, column 1: turn 2s has no steps, and other turns follow");
    let reading = read_move_list(&text, OPEN).unwrap();
    assert_eq!(reading.warnings.len(), 2);
    assert_eq!(reading.value.game.board().piece_at("e4".parse().unwrap()).map(Piece::letter), Some('E'));
}

#[test]
fn c37_runs_of_blanks() {
    let start = position("g [r      e                                 r       H      R       ]");
    for text in ["  rb3e   rc3x Hb2n ", "rb3e\trc3x Hb2n"] {
        let reading = read_turn(&start, text).unwrap();
        assert_eq!(kinds(&reading.warnings), [&WarningKind::Blanks], "{text:?}");
        assert_eq!(write_turn(&start, &reading.value.turn).unwrap(), "rb3e rc3x Hb2n");
    }
    let list = format!("1g {GOLD_SETUP}\n1s {SILVER_SETUP}\n2g  Ee2n");
    assert_eq!(kinds(&read_move_list(&list, STRICT).unwrap().warnings), [&WarningKind::Blanks]);
    // Numbers of two and three digits.
    let game = Game::from_position(start).with_first_number(110);
    let reading = read_more_turns(game, "110g Ra1n\n110s eh8s\n111g Ra2n\n111s", STRICT).unwrap();
    assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
    let text = write_move_list(&reading.value.game, ListForm::Lines, SideLetters::GoldSilver).unwrap();
    assert_eq!(text, "110g Ra1n\n110s eh8s\n111g Ra2n\n");
}

#[test]
fn c38_archive_codes_are_kept() {
    let header = ArchiveHeader::read("id\twusername\tresult\ttermination\tmovelist\tevents").unwrap();
    for code in ["g", "e", "m", "t", "r", "i", "f", "s", "a", "p", "n", "d"] {
        let row = format!("7\tsomeone\tb\t{code}\t1w Ra1\\n1b\tx y");
        let reading = header.read_row(&row, 5).unwrap();
        assert!(reading.warnings.is_empty(), "{code}");
        assert_eq!(reading.value.termination.code(), code);
        assert!(!matches!(reading.value.termination, Termination::Other(_)), "{code}");
        assert_eq!(reading.value.other, [("events".to_owned(), "x y".to_owned())]);
        assert_eq!(header.write_row(&reading.value).unwrap(), row);
    }
    let reading = header.read_row("7\tsomeone\tq\tz\t\t", 5).unwrap();
    let warnings: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings.len(), 2);
    assert!(warnings[1].starts_with("line 5, column 13: column 'termination'"), "{warnings:?}");
    assert_eq!(header.write_row(&reading.value).unwrap(), "7\tsomeone\tq\tz\t\t");
}

#[test]
fn faults_in_archives_have_their_row_and_column() {
    let list = r"1w Ra1 Ee2\n1b ra8 ee7\n2w Ee2n Ee3e Ee3n";
    let text = format!("id\ttimecontrol\tmovelist\n1\t2/2\t{list}\n\n2\t2/2x/1\t{list}\nx\t\t\n3\t2/2\r\n");
    let archive = read_archive(&text).unwrap();
    let faults: Vec<String> = archive
        .games
        .iter()
        .map(|row| match row {
            Err(error) => error.to_string(),
            Ok(reading) => {
                let clock =
                    reading.value.time_control().err().map(|error| error.to_string()).unwrap_or_default();
                format!("{} {clock}", reading.value.game(OPEN).and_then(Reading::strict).unwrap_err())
            }
        })
        .collect();
    let expected = [
        "line 2, column 10: ",
        "line 4, column 13: ",
        "line 5, column 1: column 'id': expected a whole number, found 'x'",
        "line 6, column 1: the row has 2 columns, the header names 3",
    ];
    for (fault, expected) in faults.iter().zip(expected) {
        assert!(fault.starts_with(expected), "{fault}");
    }
    assert!(faults[1].contains("line 4, column 6: the reserve field '2x'"), "{}", faults[1]);
    // The illegal step itself, leniently: reported where it stands, and nothing else is lost.
    let game = archive.games[0].as_ref().unwrap().value.game(OPEN).unwrap();
    let last = game.warnings.last().unwrap().to_string();
    let column = 1 + "1\t2/2\t".len() + list.find("Ee3n").unwrap();
    assert!(
        last.starts_with(&format!("line 2, column {column}: step 3 (Ee3n): there is no piece on e3")),
        "{last}"
    );
    for (text, expected) in [
        ("", "line 1, column 1: the text is empty"),
        ("id\tresult\n", "line 1, column 1: the header row names no column 'movelist'"),
        ("id\tmovelist\tid\n", "line 1, column 13: the header row names the column 'id' twice"),
        (
            "gold\tmovelist\twusername\n",
            "line 1, column 15: the header row names the column 'wusername' twice",
        ),
        ("id\tmovelist\n", "line 1, column 1: there is no game below the header row"),
    ] {
        let error = read_archive(text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn c38_old_games_are_not_judged_again() {
    // Under the rules of then, Silver plays on without rabbits.
    let list = "1w Ra1 Ee2\n1b ra8 ee7\n2w Ra1n\n2b ra8s ra7s ra6s ra5s\n3w Ra2e Rb2e\n3b ee7s";
    let text = list.replace("1b ra8 ee7", "1b ee7");
    assert!(read_move_list(&text, STRICT).is_err());
    let reading = read_move_list(&text, OPEN).unwrap();
    let after_end = |kind: &&WarningKind| matches!(kind, WarningKind::AfterEnd(_));
    assert!(kinds(&reading.warnings).iter().any(after_end), "{:?}", reading.warnings);
    assert_eq!(reading.value.next.to_string(), "4g");
    assert!(!reading.value.earlier.is_empty());
}

#[test]
fn c39_side_letters() {
    let gold = format!("1g {GOLD_SETUP}\n1s {SILVER_SETUP}\n2g Ee2n\n");
    let white = format!("1w {GOLD_SETUP}\n1b {SILVER_SETUP}\n2w Ee2n\n");
    for text in [&gold, &white] {
        let game = read_move_list(text, STRICT).unwrap().value.game;
        let write = |letters| write_move_list(&game, ListForm::Lines, letters).unwrap();
        assert_eq!(
            (write(SideLetters::GoldSilver), write(SideLetters::WhiteBlack)),
            (gold.clone(), white.clone())
        );
    }
    // The samples of the protocol's text: turns of a line are parted by b and w.
    let game = read_move_list(&gold, STRICT).unwrap().value.game;
    let start = game.start().unwrap();
    let turns = read_line(start, "Ee2n b ed7s w Ee3n Ee4n").unwrap().value;
    assert_eq!(write_line(start, &turns).unwrap(), "Ee2n s ed7s g Ee3n Ee4n");
    let error = read_line(start, "Ee2n w ed7s").unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 6: 'g' stands where it is the turn of Silver (s)");
}

#[test]
fn c10_c30_words_that_are_not_played() {
    let start = position("g [r      e                                 r       H      R       ]");
    for (text, expected) in [
        ("qpss", "line 1, column 1: 'qpss' leaves a step open"),
        ("Ra1n qpss", "line 1, column 6: 'qpss' leaves a step open"),
        ("Ra1n pass", "line 1, column 6: 'pass' is not written"),
        ("takeback", "line 1, column 1: 'takeback' must stand alone"),
        ("Ra1n resign", "line 1, column 6: 'resign' must stand alone"),
        ("Ra1", "line 1, column 1: 'Ra1' places a piece"),
        ("", "line 1, column 1: expected at least one step"),
        ("   ", "line 1, column 1: expected at least one step"),
        ("rc3x", "line 1, column 1: expected at least one step"),
        ("Ra1n Qa2n", "line 1, column 6: 'Qa2n': 'Q' is no piece"),
        ("Ra9n", "line 1, column 1: 'Ra9n': 'a9' is no square"),
        ("Ra1z", "line 1, column 1: 'Ra1z': 'z' is no direction"),
        ("Ra1w", "line 1, column 1: 'Ra1w' leaves the board"),
        ("ra1x", "line 1, column 1: 'ra1x': a1 is no trap"),
        ("Ra1nn", "line 1, column 1: 'Ra1nn' is no step"),
        ("é", "line 1, column 1: 'é' is no step"),
        ("rb3e rc3x", "line 1, column 1: step 1 (rb3e): the push"),
        ("Ra1n Ra2s", "line 1, column 6: step 2 (Ra2s): rabbits do not step backward"),
        ("Hb2e Hc2w", "line 1, column 6: step 2 (Hc2w): the turn ends on the board it began with"),
    ] {
        let error = read_turn(&start, text).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn c14_illegal_turns_in_records() {
    let list = "4g Ee5s re6e rf6x Ra1n Ra2n\n4s eh8s\n5g Eh4n\n5s eh7s";
    let game = || {
        let start = position("g [r      e            r       E                           R       ]");
        Game::from_position(start).with_first_number(4)
    };
    let error = read_more_turns(game(), list, STRICT).unwrap_err();
    assert!(error.to_string().starts_with("line 1, column 9: step 2 (re6e): "), "{error}");
    let reading = read_more_turns(game(), list, OPEN).unwrap();
    let places: Vec<usize> = reading.warnings.iter().map(|warning| warning.place.line).collect();
    assert_eq!(places, [1, 3], "{:?}", reading.warnings);
    assert!(matches!(reading.warnings[0].what, WarningKind::Forced(_)));
    assert!(matches!(reading.warnings[1].what, WarningKind::LeftOut(_)));
    assert_eq!(reading.value.earlier.len(), 2);
    assert_eq!(
        write_position(reading.value.game.position().unwrap()),
        "g [r                      e            E   R                       ]"
    );
    assert_eq!(reading.value.next.to_string(), "6g");
    assert_eq!(TurnLabel::of(&reading.value.game), reading.value.next);
    let words: Vec<&str> = reading.value.turns.iter().map(|turn| turn.words.as_str()).collect();
    assert_eq!(words, ["Ee5s re6e rf6x Ra1n Ra2n", "eh8s", "Eh4n", "eh7s"]);
    // Takebacks go back over what was forced.
    let reading = read_more_turns(
        game(),
        &format!("{list}\n6g takeback\n5s takeback\n5g takeback\n4s takeback\n4g Ra1n"),
        OPEN,
    );
    let reading = reading.unwrap();
    assert_eq!((reading.value.earlier.len(), reading.value.game.turns().len()), (0, 1));
}

#[test]
fn resignations_and_tags() {
    let text = "[Event \"Cup\"]\n[White \"A b\"]\n\n1g Ra1 Ee2\n1s ra8 ee7\n2g resign\n0-1\n";
    let reading = read_move_list(text, OPEN).unwrap();
    let outcome = reading.value.game.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Color::Silver, EndReason::Resignation));
    assert_eq!(reading.value.tags[1], ("White".to_owned(), "A b".to_owned()));
    assert_eq!(reading.value.result.as_deref(), Some("0-1"));
    let written = write_move_list(&reading.value.game, ListForm::Lines, SideLetters::GoldSilver).unwrap();
    assert_eq!(written, "1g Ra1 Ee2\n1s ra8 ee7\n2g resign\n");
    for (list, expected) in [
        ("Ra1 Ee2", "line 1, column 1: expected a turn number and side"),
        ("1x Ra1", "line 1, column 1: '1x' is no turn number"),
        ("1g Ra1\n2", "line 2, column 1: '2' is no turn number"),
        ("[Event Cup]\n1g Ra1", "line 1, column 1: expected a tag"),
        ("1g Ra1\n1-0\n1s ra8", "line 3, column 1: expected nothing after the result '1-0', found '1s ra8'"),
        ("1s ra8", "line 1, column 1: 's' stands where it is the turn of Gold (g)"),
        ("1g Ra1 Ee2n", "line 1, column 8: 'Ee2n' is not a placement"),
        ("1g Ra1 Ea1", "line 1, column 8: Ea1: the square is taken by R"),
    ] {
        let error = read_move_list(list, OPEN).map(|reading| reading.warnings).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{list}: {error}");
    }
    let reading = read_move_list("1g Ra1 Ee2\n2s ra8 ee7\n3g Ra1n", OPEN).unwrap();
    let found: Vec<String> = reading.warnings.iter().map(ToString::to_string).collect();
    assert!(found.contains(&"line 2, column 1: turn 2s stands where 1s is expected".to_owned()), "{found:?}");
}
