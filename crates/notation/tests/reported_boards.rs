//! Reports of people who write or use Arimaa software, boards and diagrams: one test per report, by its number in the project's list.

use tusker_core::{Color, Piece, Position};
use tusker_notation::*;

const OPEN: Strictness = Strictness::Lenient;
const STRICT: Strictness = Strictness::Strict;

fn position(text: &str) -> Position {
    read_position(text, OPEN).unwrap().value
}

fn kinds(warnings: &[Warning]) -> Vec<&WarningKind> {
    warnings.iter().map(|warning| &warning.what).collect()
}

const DIAGRAM: &str = "3w
 +-----------------+
8| r r r r . r r r |
7| m . h . . . . c |
6|   r x . d x     |
5| h . . d e . . . |
4| E . H . . . . M |
3| . . X . . H . R |
2| D . C . . C . D |
1| R R R R . R R R |
 +-----------------+
   a b c d e f g h
";

#[test]
fn c31_c32_odd_boards() {
    let plain = "g [hcdmedchrrrrrrrr                                RRRRRRRRHCDMEDCH]";
    assert_eq!(write_position(&position(plain)), plain);
    let squares = &plain[3..67];
    let mut dotted = squares.replace(' ', ".");
    dotted.replace_range(18..19, "x");
    dotted.replace_range(21..22, "X");
    dotted.replace_range(42..43, "*");
    dotted.replace_range(45..46, "-");
    for (side, board) in [("g", plain), ("w", plain), ("G", plain)] {
        for text in [
            format!("{side} [{squares}]"),
            format!("{side}  [{squares}] \r\n"),
            format!("{side} \"{squares}\""),
            format!("{side} '{squares}'"),
            format!("{side} {squares}"),
            format!("{side}[{squares}]"),
            format!("{side} [{dotted}]"),
            format!("{side}\t{dotted}"),
        ] {
            let reading = read_position(&text, STRICT).unwrap();
            assert_eq!(write_position(&reading.value), board, "{text}");
            assert!(reading.warnings.is_empty(), "{text}");
        }
    }
    for side in ["s", "b"] {
        assert_eq!(position(&format!("{side} [{squares}]")).side(), Color::Silver);
    }
    for (text, expected) in [
        (format!("g [{}]", &squares[1..]), "line 1, column 4: a board has 64 characters"),
        (format!("g [{squares} ]"), "line 1, column 4: a board has 64 characters"),
        (format!("g {}", &squares[1..]), "line 1, column 3: a board has 64 characters"),
        (format!("g [{squares}"), "line 1, column 68: the board has no closing ]"),
        (format!("g \"{squares}]"), "line 1, column 69: the board has no closing \""),
        (format!("g [{squares}] go"), "line 1, column 70: expected nothing after the board, found 'go'"),
        (format!("g [{}]", squares.replacen('m', "q", 1)), "line 1, column 7: 'q' for d8 (character 4)"),
        (format!("x [{squares}]"), "line 1, column 1: expected the side to move"),
        (format!("[{squares}]"), "line 1, column 1: expected the side to move"),
        (format!("gold [{squares}]"), "line 1, column 1: expected the side to move"),
        ("g".to_owned(), "line 1, column 2: expected a board"),
        (String::new(), "line 1, column 1: expected the side to move"),
    ] {
        let error = read_position(&text, OPEN).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}

#[test]
fn c32_unsupported_piece_on_a_trap() {
    let text = "g [                   r       e       R      E                     ]";
    let reading = read_position(text, OPEN).unwrap();
    assert_eq!(reading.warnings.len(), 1);
    assert!(reading.warnings[0].to_string().starts_with("line 1, column 46: E on the trap c3"));
    // With a friend beside the trap there is nothing to say.
    let text = "g [r                                            R       E          ]";
    let reading = read_position(text, OPEN).unwrap();
    assert_eq!(reading.warnings.len(), 0, "the elephant on f2 supports f3");
    // A gold rabbit alone on f3 stays until the first step, wherever that is.
    let text = "g [r                                            R                 E]";
    let reading = read_position(text, OPEN).unwrap();
    assert_eq!(reading.warnings[0].place, Place { line: 1, column: 4 + 45 });
    assert!(reading.warnings[0].to_string().contains("R on the trap f3"), "{}", reading.warnings[0]);
    assert_eq!(write_position(&reading.value), text);
    let error = read_position(text, STRICT).unwrap_err();
    assert_eq!(error.place, Place { line: 1, column: 49 });
    let turn = read_turn(&reading.value, "Eh1n").unwrap();
    assert!(matches!(turn.warnings[0].what, WarningKind::MissingCapture { .. }));
    assert_eq!(write_turn(&reading.value, &turn.value.turn).unwrap(), "Eh1n Rf3x");
    // Over-full armies.
    let text = "g [r                                                         R   EE]";
    assert!(matches!(kinds(&read_position(text, OPEN).unwrap().warnings)[..], [WarningKind::Position(_)]));
    assert!(read_position(text, STRICT).is_err());
}

#[test]
fn c33_diagram_quirks() {
    let reading = read_diagram(DIAGRAM, OPEN).unwrap();
    assert_eq!((reading.value.turn_number, reading.value.position.side()), (3, Color::Gold));
    let board = reading.value.position.board();
    assert_eq!(board.piece_at("e6".parse().unwrap()).map(Piece::letter), Some('d'));
    assert_eq!(board.occupied().count(), 31);
    // The same with CRLF, without borders, packed, with g for w, after blank lines and a comment.
    let packed: String = DIAGRAM
        .lines()
        .filter(|line| !line.contains(['+', 'a']) || line.contains('|'))
        .map(|line| match line.split_once('|') {
            None => format!("{line}\n"),
            Some((rank, squares)) => {
                let squares: String = squares.chars().skip(1).step_by(2).take(8).collect();
                format!("{rank}|{squares}|\n")
            }
        })
        .collect();
    for text in [
        DIAGRAM.replace('\n', "\r\n"),
        DIAGRAM.replace("3w", "3g"),
        DIAGRAM.replace('.', " "),
        DIAGRAM.replace(" x ", " X ").replace("  |\n", "  |  \n"),
        format!("\n# from a file\n\n  {DIAGRAM}\n\n"),
        packed,
        reading.value.to_string(),
    ] {
        let again = read_diagram(&text, OPEN).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(again.value, reading.value, "{text}");
        assert_eq!(detect(&text, OPEN).unwrap().value.name(), "diagram");
    }
    for side in ["3s", "3b"] {
        let reading = read_diagram(&DIAGRAM.replace("3w", side), OPEN).unwrap();
        assert_eq!(reading.value.position.side(), Color::Silver);
    }
}

#[test]
fn c33_diagram_faults() {
    let last = "1| R R R R . R R R |\n +-----------------+\n   a b c d e f g h\n";
    for (from, to, expected) in [
        ("3w\n", "3x\n", "line 1, column 1: expected a header"),
        ("3w\n", "w\n", "line 1, column 1: expected a header"),
        ("5| h . . d e . . . |\n", "", "line 6, column 1: expected rank 5"),
        ("8| r r r r . r r r |", "8| r r r r . r |", "line 3, column 3: rank 8 has 13 characters"),
        ("8| r r r r . r r r |", "8| r r r r . r r r ", "line 3, column 19: rank 8 has no closing |"),
        ("7| m . h", "7| m . q", "line 4, column 8: 'q' on c7 is neither"),
        ("7| m . h", "7| m .rh", "line 4, column 7: rank 7: expected a blank between squares, found 'r'"),
        ("7| m . h . . . . c |", "7| m . h . . . . c | 9", "line 4, column 21: expected nothing after"),
        ("f g h\n", "f g h\nnonsense\n", "line 13, column 1: expected nothing after"),
        (last, "", "line 10, column 1: expected rank 1"),
    ] {
        assert!(DIAGRAM.contains(from));
        let error = read_diagram(&DIAGRAM.replace(from, to), OPEN).unwrap_err().to_string();
        assert!(error.starts_with(expected), "{to}: {error}");
    }
}

#[test]
fn c33_steps_already_taken() {
    let text = DIAGRAM.replace("3w", "3w Rd1e");
    let reading = read_diagram(&text, OPEN).unwrap();
    assert_eq!(reading.value.position.steps_left(), 3);
    assert_eq!(reading.value.start.steps_left(), 4);
    assert!(reading.value.to_string().starts_with("3g Rd1e\n"));
    assert_eq!(read_diagram(&reading.value.to_string(), OPEN).unwrap().value, reading.value);
    // Drawn after its steps: refused with the reason.
    let error = read_diagram(&DIAGRAM.replace("3w", "3w Rd2n"), OPEN).unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 4: step 1 (Rd2n): there is no piece on d2");
    // Half a push cannot stand in a header.
    let error = read_diagram(&DIAGRAM.replace("3w", "3w ha5e"), OPEN).unwrap_err();
    assert!(error.to_string().contains("step 1 (ha5e): the push"), "{error}");
    // A pull that begins with the last step taken would be lost: the header has to hold both its steps.
    let taken = |steps: &str| read_diagram(&DIAGRAM.replace("3w", &format!("3w {steps}")), OPEN).unwrap();
    assert_eq!(kinds(&taken("Ea4e ha5s").warnings), Vec::<&WarningKind>::new());
    assert_eq!(kinds(&taken("Ea4e").warnings), [&WarningKind::PullNotOpen]);
}

#[test]
fn c41_swapped_sides_and_rows() {
    let upside_down = "g [DHCMECHDRRRRRRRR                                rrrrrrrrdhcemchd]";
    assert_eq!(kinds(&read_position(upside_down, STRICT).unwrap().warnings), [&WarningKind::UpsideDown]);
    let no_rabbits = "s [  e                          E                             R    ]";
    let reading = read_position(no_rabbits, STRICT).unwrap();
    assert_eq!(kinds(&reading.warnings), [&WarningKind::NoRabbits(Color::Silver)]);
    let opening = "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]";
    assert!(read_position(opening, STRICT).unwrap().warnings.is_empty());
}
