//! The published examples, each with its dialect.

use crate::position;
use crate::twin::AllStories;
use tusker_notation::{
    Claim, ClaimFault, Dialect, Group, Property, Resolution, Strictness, WriteStyle, read_claim,
    read_lightvector, read_turn, resolve_claims, write_lightvector,
};

const FLIP: &str = "g [    e   r                                     HdR    C      E   ]";
const FRAMED: &str = "g [r   e                              ErH                  R       ]";
const THREE: &str = "s [r   e          h              mR                        R   E   ]";
const OPENING: &str = "g [rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR]";

fn claims(text: &str) -> Vec<Claim> {
    text.split(' ').map(|word| read_claim(word).unwrap()).collect()
}

/// `(4,1)` for a unique position, `4,1: 3` for three of them, `none`.
fn meaning(board: &str, text: &str, dialect: Dialect) -> String {
    match resolve_claims(&position(board), &claims(text), dialect) {
        Resolution::Unique { group: Group { steps, displaced }, .. } => format!("({steps},{displaced})"),
        Resolution::Ambiguous { group: Group { steps, displaced }, candidates } => {
            format!("({steps},{displaced}): {}", candidates.len())
        }
        Resolution::Unsatisfiable => "none".to_owned(),
    }
}

/// The board after a text, read strictly.
fn after(board: &str, text: &str, dialect: Dialect) -> String {
    let position = position(board);
    let played = read_lightvector(&position, text, dialect, Strictness::Strict).unwrap().value;
    played.position.board().to_string()
}

fn after_steps(board: &str, steps: &str) -> String {
    read_turn(&position(board), steps).unwrap().value.position.board().to_string()
}

#[test]
fn splitting_of_words_in_both_dialects() {
    for (word, specifier, property) in [
        ("ee", "e", "e"),
        ("eee", "e", "ee"),
        ("en", "e", "n"),
        ("de4e", "de4", "e"),
        ("d4ee", "d4", "ee"),
        ("hh5", "h", "h5"),
        ("Ed4e5", "Ed4", "e5"),
        ("dx", "d", "x"),
        ("f3x", "f3", "x"),
        ("rc3x", "rc3", "x"),
        ("b4n", "b4", "n"),
        ("Cf2ww", "Cf2", "ww"),
        ("Ed4", "E", "d4"),
        ("d4e5", "d4", "e5"),
        ("Dnsew", "D", "nsew"),
    ] {
        let claim = read_claim(word).unwrap();
        assert_eq!(claim.to_string(), word);
        let written = claim.specifier;
        let text = format!(
            "{}{}",
            written.piece.map_or(String::new(), |piece| piece.to_string()),
            written.square.map_or(String::new(), |square| square.to_string())
        );
        assert_eq!(text, specifier, "{word}");
        let rest = match claim.property {
            Property::Square(square) => square.to_string(),
            Property::Steps(steps) => steps.iter().map(|step| step.letter()).collect(),
            Property::Captured => "x".to_owned(),
        };
        assert_eq!(rest, property, "{word}");
    }
}

#[test]
fn invalid_words_in_both_dialects() {
    for word in
        ["x", "e4", "R", "n", "4e", "Ex4", "z3", "i9x", "Ed4x4", "é", "Eé", "Ed9", "4", "", "Edd4e5", "E4e5"]
    {
        assert!(read_claim(word).is_err(), "{word}");
    }
    assert_eq!(read_claim("qpss"), Err(ClaimFault::Unspecified));
    assert!(matches!(read_claim("Db4b5,"), Err(ClaimFault::Legacy(_))));
    assert!(matches!(read_claim("Ee6f6(xrf6)"), Err(ClaimFault::Legacy(_))));
    assert!(matches!(read_claim("xRc3"), Err(ClaimFault::Legacy(_))));
    let position = position(FLIP);
    for dialect in Dialect::ALL {
        let error = read_lightvector(&position, "dx  e4", dialect, Strictness::Lenient).unwrap_err();
        assert_eq!((error.place.line, error.place.column), (1, 5));
        let error = read_lightvector(&position, "  ", dialect, Strictness::Lenient).unwrap_err();
        assert!(error.to_string().contains("expected claims"), "{error}");
    }
}

/// `dx`, `df3`, `dh3f3` and `dh3x` are the flip: four steps, one piece displaced.
#[test]
fn flip_in_abstract_plays_dialect() {
    let ap = Dialect::AbstractPlay;
    for text in ["dx", "df3", "dh3f3", "dh3x"] {
        assert_eq!(meaning(FLIP, text, ap), "(4,1)", "{text}");
        assert_eq!(after(FLIP, text, ap), after(FLIP, "dx", ap));
    }
    assert!(meaning(FLIP, "dg3", ap).contains(": "), "dg3 is ambiguous");
    assert_eq!(meaning(FLIP, "Hg3g4 dh3f3", ap), "none");
}

/// In the founding dialect the horse may come by g4 on its way.
#[test]
fn flip_in_the_founding_dialect() {
    let founding = Dialect::Founding;
    for text in ["dx", "df3", "dh3f3", "dh3x"] {
        assert_eq!(meaning(FLIP, text, founding), "(4,1)", "{text}");
        assert_eq!(after(FLIP, text, founding), after(FLIP, "dx", founding));
    }
    assert_eq!(after(FLIP, "Hg3g4 dh3f3", founding), after(FLIP, "dx", founding));
    assert!(meaning(FLIP, "dg3", founding).contains(": "), "dg3 is ambiguous");
}

#[test]
fn c42_pushed_rabbit_in_abstract_plays_dialect() {
    let ap = Dialect::AbstractPlay;
    assert_eq!(meaning(FRAMED, "re4e5", ap), "(2,2): 2");
    assert_eq!(after(FRAMED, "re5 Ee4", ap), after_steps(FRAMED, "re4n Ed4e"));
    assert_eq!(meaning(THREE, "mg3 Rg5 hh6", ap), "(4,3)");
}

#[test]
fn c42_pushed_rabbit_in_the_founding_dialect() {
    let founding = Dialect::Founding;
    assert_eq!(meaning(FRAMED, "re4e5", founding), "(2,2): 2");
    assert_eq!(after(FRAMED, "re5 Ee4", founding), after_steps(FRAMED, "re4n Ed4e"));
    assert_eq!(meaning(THREE, "mg3 Rg5 hh6", founding), "(4,3)");
}

/// What Abstract Play's tests show of its writer, on the boards that are published with them.
#[test]
fn named_style_in_abstract_plays_dialect() {
    let ap = Dialect::AbstractPlay;
    for (board, text) in [(FLIP, "dx"), (FRAMED, "re5 Ee4"), (THREE, "mg3 Rg5 hh6")] {
        let position = position(board);
        let turn = read_lightvector(&position, text, ap, Strictness::Strict).unwrap().value.turn;
        let written = write_lightvector(&position, &turn, ap, WriteStyle::Named).unwrap();
        let sorted = |text: &str| {
            let mut words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            words.sort();
            words
        };
        assert_eq!(sorted(&written), sorted(text));
    }
}

/// A board with these pieces and a rabbit of each side far away; silver moves if the first letter is `s`.
fn board(side: char, pieces: &str) -> String {
    let mut board = tusker_core::Board::EMPTY;
    for word in pieces.split(' ').chain(["ra8", "Rh1"]) {
        let placement = tusker_core::Placement::parse(word).unwrap();
        board.put(placement.square, placement.piece);
    }
    format!("{side} [{board}]")
}

/// Published without their boards: on boards made for them, the text means what the published steps do.
///
/// `f3x`, published beside `f2x` for the same steps, needs its own board: here the elephant can fall on f3 itself.
#[test]
fn published_texts_and_steps_in_both_dialects() {
    for (side, pieces, text, steps) in [
        ('g', "Ee6 cf7 Db4 Rf5", "cx b4n", "Ee6e Ef6w cf7s cf6x Db4n"),
        ('g', "Ee6 Me4 ee8", "Ed4 Me", "Ee6w Ed6s Ed5s Me4e"),
        ('g', "De1 Cf2 ee8", "Dww Cf2ww", "De1w Dd1w Cf2w Ce2w"),
        ('s', "ed3 Cf2", "f2x", "ed3e ee3s Cf2n Cf3x ee2e"),
        ('s', "mc4 Db4", "Dc5", "mc4e Db4e Dc4n md4w"),
        ('s', "mc4 Db4", "b4c5", "mc4e Db4e Dc4n md4w"),
        ('s', "ed3 ha3 Hb3 cc4 Dc2", "hb3", "ed3w ec3e Hb3e ha3e"),
    ] {
        let board = board(side, pieces);
        for dialect in Dialect::ALL {
            let expected = after_steps(&board, steps);
            match read_lightvector(&position(&board), text, dialect, Strictness::Strict) {
                Ok(played) => {
                    assert_eq!(played.value.position.board().to_string(), expected, "{text} {dialect:?}");
                }
                Err(error) => panic!("{board} {text} {dialect:?}: {error}"),
            }
        }
    }
}

/// The founding text: a square may be passed, and a piece may be named by any square of its way.
#[test]
fn squares_of_the_founding_dialect() {
    let board = board('g', "Ed4 ee8");
    let by = |text, dialect| meaning(&board, text, dialect);
    // Two squares of one piece: it comes by d5 to e5; as last squares they exclude each other.
    assert_eq!(by("Ed5 Ee5", Dialect::Founding), "(2,1)");
    assert_eq!(by("Ed5 Ee5", Dialect::AbstractPlay), "none");
    // A piece that stays ends no step: the elephant leaves and returns, and one step more is taken. As a last square, its own is true of every turn.
    assert_eq!(by("Ed4", Dialect::Founding), "(3,1): 6");
    assert!(by("Ed4", Dialect::AbstractPlay).starts_with("(1,1)"));
}

/// The founding text: of equal steps, fewest moved pieces; captured in place is not moved.
#[test]
fn displaced_pieces_in_both_dialects() {
    // The dog that supports the cat on c3 leaves: the cat falls in place, and only the dog is displaced.
    let board = board('g', "Cc3 Dc2 ee8");
    for dialect in Dialect::ALL {
        assert!(meaning(&board, "Cx", dialect).starts_with("(1,1)"), "{dialect:?}");
        assert_eq!(meaning(&board, "Cx Dd2", dialect), "(1,1)");
    }
}

/// The founding text: claims of steps come one after the other, from left to right.
#[test]
fn claims_of_steps_are_ordered_in_both_dialects() {
    let board = board('g', "Ed4 Dg2 ee8");
    for dialect in Dialect::ALL {
        assert_eq!(meaning(&board, "Enn De", dialect), "(3,2)");
        assert_eq!(meaning(&board, "Ene", dialect), "(2,1)");
        // The same square by another order of steps is another claim, but the same position.
        assert_eq!(after(&board, "Een", dialect), after(&board, "Ene", dialect));
        // Twice the same claim of one step is two steps.
        assert_eq!(after(&board, "En En", dialect), after(&board, "Enn", dialect));
    }
}

/// Every text is checked against the definition on the whole list of step sequences.
#[test]
fn verdicts_agree_with_the_twin() {
    for board in [FLIP, FRAMED, THREE] {
        let position = position(board);
        let all = AllStories::of(&position);
        for text in [
            "dx",
            "df3",
            "dh3f3",
            "dg3",
            "Hg3g4 dh3f3",
            "re4e5",
            "re5 Ee4",
            "mg3 Rg5 hh6",
            "Ee",
            "hx",
            "e4n",
            "Hn Hs",
        ] {
            for dialect in Dialect::ALL {
                let claims = claims(text);
                let expected = all.resolve(&claims, dialect);
                let found = match resolve_claims(&position, &claims, dialect) {
                    Resolution::Unique { group, played } => {
                        Some(((group.steps, group.displaced), vec![played.position.board().to_string()]))
                    }
                    Resolution::Ambiguous { group, candidates } => {
                        let mut boards: Vec<_> =
                            candidates.iter().map(|c| c.position.board().to_string()).collect();
                        boards.sort();
                        Some(((group.steps, group.displaced), boards))
                    }
                    Resolution::Unsatisfiable => None,
                };
                assert_eq!(found, expected, "{board} {text} {dialect:?}");
            }
        }
    }
}

/// `dg3` shows its candidates, and lenient reading decides only where captures do.
#[test]
fn ambiguous_texts_show_candidates() {
    let position = position(FRAMED);
    let error = read_lightvector(&position, "re4e5", Dialect::Founding, Strictness::Lenient).unwrap_err();
    let text = error.to_string();
    assert!(
        text.contains("2 positions") && text.contains("re4n Ed4e") && text.contains("re4n Hf4w"),
        "{text}"
    );
    let error = read_lightvector(&position, "Ee4x", Dialect::Founding, Strictness::Lenient).unwrap_err();
    assert!(error.to_string().contains("no legal turn of Gold satisfies 'Ee4x'"), "{error}");
}

/// The horse takes b3 and the rabbit goes to a3, to b4, or falls on c3: lenient reading takes the capture.
#[test]
fn lenient_reading_prefers_captures_in_both_dialects() {
    let position = position("g [r      e                                 r       H      R       ]");
    for dialect in Dialect::ALL {
        let error = read_lightvector(&position, "Hb3", dialect, Strictness::Strict).unwrap_err();
        assert!(error.to_string().contains("3 positions"), "{error}");
        let reading = read_lightvector(&position, "Hb3", dialect, Strictness::Lenient).unwrap();
        assert_eq!(
            reading.value.position.board().occupied().count(),
            position.board().occupied().count() - 1
        );
        assert!(reading.warnings[0].to_string().contains("most enemy captures"), "{}", reading.warnings[0]);
    }
}

/// Fewest own captures come before all, and a tie is refused.
#[test]
fn lenient_reading_spares_own_pieces_in_both_dialects() {
    for dialect in Dialect::ALL {
        // One dog's step costs the cat that it supports, the other's costs nothing.
        let first = position(&board('g', "Cc3 Dc2 Dg2 ee8"));
        let read = |position, strictness| read_lightvector(position, "De", dialect, strictness);
        assert!(read(&first, Strictness::Strict).is_err());
        let spared = read(&first, Strictness::Lenient).unwrap().value.position;
        assert_eq!(spared.board().to_string(), after_steps(&board('g', "Cc3 Dc2 Dg2 ee8"), "Dg2e"));
        let tied = position(&board('g', "Dc2 Dg2 ee8"));
        assert!(read(&tied, Strictness::Lenient).is_err());
    }
}

#[test]
fn two_steps_of_the_first_turn_bound_the_search() {
    let position = position(OPENING).with_steps_left(2);
    for dialect in Dialect::ALL {
        assert!(read_lightvector(&position, "Enn", dialect, Strictness::Strict).is_ok());
        assert!(read_lightvector(&position, "Ennn", dialect, Strictness::Strict).is_err());
    }
}
