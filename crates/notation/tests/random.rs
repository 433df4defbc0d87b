//! Random and mutated texts never panic a reader; what writers write, readers read back.

use proptest::prelude::*;
use tusker_core::{Board, Color, Edge, Game, Kind, NamedSetup, Piece, Position, Square, TimeControl, Turn};
use tusker_notation::*;

/// A position after `choices.len()` edges of random play from a usual opening; also the game that led there.
fn play(choices: &[u16]) -> Game {
    let mut game = Game::new();
    for color in Color::ALL {
        let setup = NamedSetup::ALL[choices.len() % NamedSetup::ALL.len()].setup(color);
        game.place(&setup).unwrap();
    }
    let mut turn = Turn::new();
    let mut position = *game.position().unwrap();
    for &choice in choices {
        let edges = position.edges();
        let side = position.side();
        // A dead end inside a turn, or the end of the game.
        let Some(&edge) = edges.get(usize::from(choice) % edges.len().max(1)) else { break };
        turn.push(edge);
        position.play(edge).unwrap();
        if position.side() != side {
            if game.play(&turn).is_err() || game.outcome().is_some() {
                break;
            }
            turn = Turn::new();
            position = *game.position().unwrap();
        }
    }
    game
}

/// Any board: armies of any size anywhere.
fn any_board() -> impl Strategy<Value = Board> {
    prop::collection::vec((0_u8..64, 0_usize..6, any::<bool>()), 0..40).prop_map(|pieces| {
        let mut board = Board::EMPTY;
        for (square, kind, gold) in pieces {
            let color = if gold { Color::Gold } else { Color::Silver };
            board.put(Square::from_index(square).unwrap(), Piece::new(color, Kind::ALL[kind]));
        }
        board
    })
}

fn any_color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Gold), Just(Color::Silver)]
}

/// Characters that the forms are made of, and a few that they are not.
const LETTERS: &str = "gswbEMHDCRemhdcrxX12345678abcdefghnesw0 []|+-.*/:\\#\"'\t\n\rqpt,éß\u{feff}";

fn texts() -> Vec<String> {
    let game =
        play(&[3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 2, 3, 8, 4, 6, 2, 6, 4, 3, 3, 8, 3, 2, 7]);
    let position = game.position().unwrap();
    let mut diagram = Diagram::new(12, *position);
    let edge = position.edges()[0];
    diagram.taken.push(edge);
    diagram.position.play(edge).unwrap();
    let list = write_move_list(&game, ListForm::Archive, SideLetters::WhiteBlack).unwrap();
    let header = ArchiveHeader::default();
    let record = ArchiveGame { id: Some(7), move_list: list.clone(), ..ArchiveGame::default() };
    let row = header.write_row(&record).unwrap();
    vec![
        write_position(position),
        diagram.to_string(),
        list,
        write_move_list(&game, ListForm::Lines, SideLetters::GoldSilver).unwrap()
            + "9g takeback\n9s resign\n0-1",
        format!("{header}\n{row}\n{row}"),
        row,
        "2m30s/3:00/100/10/8h/4m".to_owned(),
        "Ee2n Ee3n rc3x Hb2n takeback resign qpss".to_owned(),
    ]
}

/// Gives `text` to every reader; a panic fails the test.
fn read_everything(text: &str) {
    let game = play(&[1, 2, 3, 4, 5, 6, 7]);
    let position = game.position().unwrap();
    for strictness in [Strictness::Strict, Strictness::Lenient] {
        let _ = read_position(text, strictness);
        let _ = read_diagram(text, strictness);
        let _ = read_setup(text, Color::Gold, &Board::EMPTY, strictness);
        let _ = read_move_list(text, strictness);
        let _ = read_more_turns(game.clone(), text, strictness);
        let _ = read_ply(&game, text, strictness);
        let _ = read_ply(&Game::new(), text, strictness);
        if let Ok(reading) = detect(text, strictness) {
            let _ = reading.value.into_game(strictness);
        }
    }
    let _ = read_board(text);
    let _ = read_token(text);
    let _ = read_turn(position, text);
    let _ = read_line(position, text);
    let _ = read_time_control(text);
    if let Ok(archive) = read_archive(text) {
        for game in archive.games.into_iter().flatten() {
            let _ = game.value.game(Strictness::Lenient);
            let _ = game.value.time_control();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn random_texts_are_read_or_refused(text in "\\PC{0,120}") {
        read_everything(&text);
    }

    #[test]
    fn texts_of_the_right_letters_are_read_or_refused(picks in prop::collection::vec(any::<prop::sample::Index>(), 0..150)) {
        let letters: Vec<char> = LETTERS.chars().collect();
        let text: String = picks.iter().map(|pick| letters[pick.index(letters.len())]).collect();
        read_everything(&text);
    }

    #[test]
    fn mutated_texts_are_read_or_refused(
        which in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0_u8..4), 1..12),
    ) {
        let texts = texts();
        let letters: Vec<char> = LETTERS.chars().collect();
        let mut text: Vec<char> = texts[which.index(texts.len())].chars().collect();
        for (place, letter, kind) in changes {
            if text.is_empty() {
                break;
            }
            let at = place.index(text.len());
            let letter = letters[letter.index(letters.len())];
            match kind {
                0 => text[at] = letter,
                1 => text.insert(at, letter),
                2 => drop(text.remove(at)),
                _ => text.truncate(at),
            }
        }
        read_everything(&text.iter().collect::<String>());
    }

    #[test]
    fn boards_and_diagrams_are_read_back(board in any_board(), side in any_color(), number in 0_u32..9999) {
        let (position, problems) = Position::lenient(board, side);
        let reading = read_position(&write_position(&position), Strictness::Lenient).unwrap();
        prop_assert_eq!(reading.value, position);
        let odd = reading.warnings.iter().filter(|w| matches!(w.what, WarningKind::Position(_))).count();
        prop_assert_eq!(odd, problems.len());
        prop_assert_eq!(read_position(&write_position(&position), Strictness::Strict).is_ok(), problems.is_empty());
        prop_assert_eq!(read_board(&board.to_string()).unwrap(), board);
        let diagram = Diagram::new(number, position);
        prop_assert_eq!(&read_diagram(&diagram.to_string(), Strictness::Lenient).unwrap().value, &diagram);
        let detected = detect(&diagram.to_string(), Strictness::Lenient).unwrap().value;
        prop_assert!(matches!(detected, Detected::Diagram(found) if found == diagram));
        let detected = detect(&write_position(&position), Strictness::Lenient).unwrap().value;
        prop_assert!(matches!(detected, Detected::Board(found) if found == position));
    }

    #[test]
    fn turns_on_any_board_are_read_back(board in any_board(), side in any_color(), choices in prop::collection::vec(any::<u16>(), 4)) {
        let (start, _) = Position::lenient(board, side);
        let mut position = start;
        let mut turn = Turn::new();
        for choice in choices {
            let edges = position.edges();
            let Some(&edge) = edges.get(usize::from(choice) % edges.len().max(1)) else { break };
            if position.side() != side {
                break;
            }
            turn.push(edge);
            position.play(edge).unwrap();
        }
        if position.side() == side && position.play(Edge::PASS).is_err() {
            return Ok(());
        }
        let text = write_turn(&start, &turn).unwrap();
        let reading = read_turn(&start, &text).unwrap();
        prop_assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
        prop_assert_eq!(reading.value.position, position);
        prop_assert_eq!(write_turn(&start, &reading.value.turn).unwrap(), text.clone());
        // Without the words of captures the turn is the same, and each is missed.
        let bare: Vec<&str> = text.split(' ').filter(|word| !word.ends_with('x')).collect();
        let captures = text.split(' ').count() - bare.len();
        let reading = read_turn(&start, &bare.join(" ")).unwrap();
        prop_assert_eq!(reading.value.position, position);
        prop_assert_eq!(reading.warnings.len(), captures);
        // In letters of the wrong case too.
        let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
        let swapped: Vec<String> =
            text.split(' ').map(|word| word.char_indices().map(|(i, c)| if i == 0 { swap(c) } else { c }).collect()).collect();
        let reading = read_turn(&start, &swapped.join(" ")).unwrap();
        prop_assert_eq!(reading.value.position, position);
        prop_assert_eq!(reading.warnings.len(), swapped.len());
    }

    #[test]
    fn games_are_read_back(choices in prop::collection::vec(any::<u16>(), 0..120)) {
        let game = play(&choices);
        for form in [ListForm::Lines, ListForm::Archive] {
            for letters in [SideLetters::GoldSilver, SideLetters::WhiteBlack] {
                let text = write_move_list(&game, form, letters).unwrap();
                let reading = read_move_list(&text, Strictness::Strict).unwrap();
                prop_assert!(reading.warnings.is_empty(), "{:?}", reading.warnings);
                let list = reading.value;
                prop_assert_eq!(list.game.turns(), game.turns());
                prop_assert_eq!(list.next, TurnLabel::of(&game));
                prop_assert_eq!(write_move_list(&list.game, form, letters).unwrap(), text);
                // Real games never look upside down.
                let board = write_position(game.position().unwrap());
                prop_assert!(read_position(&board, Strictness::Strict).unwrap().warnings.is_empty());
            }
        }
        let start = game.start().unwrap();
        let turns: Vec<Turn> = game.turns().iter().map(|played| played.turn.clone()).collect();
        if !turns.is_empty() {
            let line = write_line(start, &turns).unwrap();
            prop_assert_eq!(read_line(start, &line).unwrap().value, turns);
        }
    }

    #[test]
    fn clocks_are_read_back(
        [per_turn, reserve, max_reserve, limit, max_turn_time] in any::<[u32; 5]>(),
        percent in 0_u32..1000,
        turns in any::<bool>(),
    ) {
        let seconds = |n: u32| u64::from(n >> (n % 32)) * 1000;
        let clock = TimeControl {
            per_turn: seconds(per_turn),
            reserve: seconds(reserve),
            percent,
            max_reserve: seconds(max_reserve),
            max_turns: if turns { limit } else { 0 },
            max_total: if turns { 0 } else { seconds(limit) },
            max_turn_time: seconds(max_turn_time),
        };
        prop_assert_eq!(read_time_control(&write_time_control(&clock).unwrap()).unwrap(), clock);
    }
}
