//! What the benches share: the positions they measure on.
//!
//! Every bench and every peer sees the same boards, so that figures can be divided by each other.

use tusker_core::{Board, Color, Position};

/// A position to measure on, with its exact counts.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// A short name for reports.
    pub name: &'static str,
    /// The side to move.
    pub side: Color,
    /// AEI's 64 characters.
    pub board: &'static str,
    /// Distinct boards after one legal turn.
    pub distinct: u64,
    /// Sequences of steps that are legal turns.
    pub sequences: u64,
}

/// An opening, four middlegames and an ending.
///
/// Their distinct turns agree with the Python package `pyrimaa`, their sequences with the crate `arimaa_engine_step`
/// (see the bench `peer` for what it counts besides).
pub const SAMPLES: [Sample; 6] = [
    Sample {
        name: "opening",
        side: Color::Gold,
        board: "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR",
        distinct: 3353,
        sequences: 23_754,
    },
    Sample {
        name: "blocked",
        side: Color::Silver,
        board: "rrrr rrrh  cr  h   mDC     cRM   eD  d        C H  E   HRRRR RRR",
        distinct: 11_776,
        sequences: 146_424,
    },
    Sample {
        name: "crowded",
        side: Color::Silver,
        board: "  dchehm   c Rrrd  Rr  R r R DR r       H  D  H   CEMC   RRR    ",
        distinct: 3838,
        sequences: 43_885,
    },
    Sample {
        name: "duel",
        side: Color::Gold,
        board: "ch     r     c r d d          m  Ee     r       R MC HDRR   D  C",
        distinct: 12_636,
        sequences: 196_230,
    },
    Sample {
        name: "open files",
        side: Color::Gold,
        board: " r rr r m h  e c r rr r h d  c dE H    M R RRHR D C  C D R RR R ",
        distinct: 88_040,
        sequences: 1_704_737,
    },
    Sample {
        name: "ending",
        side: Color::Gold,
        board: "    e   r                                     HdR    C      E   ",
        distinct: 1661,
        sequences: 18_849,
    },
];

impl Sample {
    /// The position, four steps left.
    ///
    /// # Panics
    /// The board is not a valid one: a typing error in [`SAMPLES`], which this package's tests would find.
    pub fn position(&self) -> Position {
        let board: Board = self.board.parse().expect("a board of 64 characters");
        Position::new(board, self.side).expect("a board that play can reach")
    }

    /// The board as a diagram with a header such as `2g`, rank 8 first, which other programs read.
    pub fn diagram(&self) -> String {
        let ranks = (1..=8).rev().zip(self.board.as_bytes().chunks(8)).map(|(rank, row)| {
            let letters: Vec<String> = row.iter().map(|&letter| char::from(letter).to_string()).collect();
            format!("{rank}| {} |\n", letters.join(" "))
        });
        let border = " +-----------------+\n";
        format!("2{}\n{border}{}{border}   a b c d e f g h\n", self.side.letter(), ranks.collect::<String>())
    }
}

/// Compiles and runs the example of the project's README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

#[cfg(test)]
mod tests {
    use super::*;
    use tusker_core::{TurnGenerator, perft};

    #[test]
    fn samples_have_the_counts_they_claim() {
        let mut generator = TurnGenerator::new();
        for sample in SAMPLES {
            let counts = perft(&sample.position(), &mut generator);
            assert_eq!(
                (counts.distinct_turns, counts.sequences),
                (sample.distinct, sample.sequences),
                "{}",
                sample.name
            );
        }
    }
}
