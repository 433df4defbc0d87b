//! Which pieces stand on the board, up to what makes no difference.

use std::fmt;
use std::str::FromStr;
use tusker_core::{Board, Color, Kind, Piece};

/// The pieces of both sides, in their normal form.
///
/// Only who is stronger than whom matters, so the officers' kinds are renamed from the cat on; of an army and the one
/// with the sides swapped, one is normal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Army {
    /// By side and kind.
    counts: [[u8; 6]; 2],
}

/// Why a text names no army.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ArmyError {
    /// A character is no piece.
    #[error("'{0}' is no piece: expected letters of EMHDCR for Gold and emhdcr for Silver")]
    Letter(char),
    /// A side has no rabbit.
    #[error("{0} has no rabbit: the game would be over")]
    NoRabbit(Color),
    /// More of a kind than an army holds.
    #[error("{0} has more than {1} {2}s")]
    TooMany(Color, u8, Kind),
}

/// How the pieces of a board are seen as those of a normal army.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct View {
    pub(crate) army: Army,
    pub(crate) sides: Sides,
    /// What the normal kinds are called on the board.
    kinds: [Kind; 6],
}

/// Whether the sides have to be swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sides {
    AsTheyAre,
    Swapped,
}

impl View {
    pub(crate) fn of(board: &Board) -> Self {
        let counts = Color::ALL.map(|color| Kind::ALL.map(|kind| board.pieces(color, kind).count() as u8));
        Self::of_counts(counts)
    }

    fn of_counts(counts: [[u8; 6]; 2]) -> Self {
        let mut kinds = Kind::ALL;
        let mut renamed = [[0; 6]; 2];
        let mut used = 1;
        for side in 0..2 {
            renamed[side][0] = counts[side][0];
        }
        for kind in &Kind::ALL[1..] {
            let there = counts.map(|side| side[kind.index()]);
            if there != [0, 0] {
                kinds[used] = *kind;
                for side in 0..2 {
                    renamed[side][used] = there[side];
                }
                used += 1;
            }
        }
        let swapped = [renamed[1], renamed[0]];
        // The side with more pieces, then with stronger ones, comes first.
        let rank = |counts: &[[u8; 6]; 2]| {
            let mut strongest_first = counts[0];
            strongest_first.reverse();
            (counts[0].iter().sum::<u8>(), strongest_first)
        };
        if rank(&swapped) > rank(&renamed) {
            Self { army: Army { counts: swapped }, sides: Sides::Swapped, kinds }
        } else {
            Self { army: Army { counts: renamed }, sides: Sides::AsTheyAre, kinds }
        }
    }

    /// The squares, as an index sees them, of the pieces on `board` that are `piece` in the army.
    pub(crate) fn squares(&self, board: &Board, piece: Piece) -> tusker_core::Bitboard {
        let kind = self.kinds[piece.kind.index()];
        match self.sides {
            Sides::AsTheyAre => board.pieces(piece.color, kind),
            Sides::Swapped => board.pieces(!piece.color, kind).flip_ranks(),
        }
    }

    pub(crate) fn side(&self, side: Color) -> Color {
        match self.sides {
            Sides::AsTheyAre => side,
            Sides::Swapped => !side,
        }
    }
}

impl Army {
    /// The pieces on a board.
    ///
    /// ```
    /// # use tusker_core::Board;
    /// # use tusker_tables::Army;
    /// let board: Board = "    e   r                                              R        ".parse().unwrap();
    /// assert_eq!(Army::of(&board).to_string(), "CRr");
    /// ```
    pub fn of(board: &Board) -> Self {
        View::of(board).army
    }

    /// How many pieces there are.
    pub fn size(self) -> u32 {
        self.counts.iter().flatten().map(|&count| u32::from(count)).sum()
    }

    /// How many there are of a piece.
    pub fn count(self, piece: Piece) -> u8 {
        self.counts[piece.color.index()][piece.kind.index()]
    }

    /// The pieces in the order of indices, like ones together: Gold's first, strongest first.
    pub(crate) fn groups(self) -> impl Iterator<Item = (Piece, usize)> {
        let kinds = |color| Kind::ALL.into_iter().rev().map(move |kind| Piece::new(color, kind));
        Color::ALL
            .into_iter()
            .flat_map(kinds)
            .map(move |piece| (piece, usize::from(self.count(piece))))
            .filter(|(_, count)| *count > 0)
    }

    /// The armies that come of this one by captures, itself included, in their normal forms.
    pub(crate) fn with_remains(self) -> Vec<Self> {
        let mut all = vec![self];
        let mut next = 0;
        while next < all.len() {
            let army = all[next];
            for (piece, _) in army.groups() {
                let mut counts = army.counts;
                counts[piece.color.index()][piece.kind.index()] -= 1;
                let rest = View::of_counts(counts).army;
                if !all.contains(&rest) {
                    all.push(rest);
                }
            }
            next += 1;
        }
        all
    }

    /// All normal armies of `pieces` pieces with a rabbit on each side.
    ///
    /// ```
    /// # use tusker_tables::Army;
    /// let names: Vec<String> = Army::of_size(3).iter().map(|army| army.to_string()).collect();
    /// assert_eq!(names, ["RRr", "CRr"]);
    /// ```
    pub fn of_size(pieces: u32) -> Vec<Self> {
        let mut armies = if pieces < 2 {
            Vec::new()
        } else {
            let mut counts = [[0; 6]; 2];
            counts[0][0] = 1;
            counts[1][0] = 1;
            vec![Self { counts }]
        };
        for _ in 2..pieces {
            let mut larger = Vec::new();
            for army in armies {
                for side in 0..2 {
                    for kind in 0..6 {
                        army.add_between(side, kind, &mut larger);
                    }
                }
            }
            larger.sort_unstable_by_key(|army| {
                army.counts.map(|mut side| {
                    side.reverse();
                    side
                })
            });
            larger.dedup();
            armies = larger;
        }
        armies
    }

    /// Adds the army with one more piece: of this kind, and of a new kind just weaker or stronger.
    fn add_between(self, side: usize, kind: usize, armies: &mut Vec<Self>) {
        let mut add = |mut counts: [[u8; 6]; 2], kind: usize| {
            counts[side][kind] += 1;
            if counts[side][kind] <= Kind::FULL_ARMY[kind] {
                armies.push(View::of_counts(counts).army);
            }
        };
        add(self.counts, kind);
        // Make room for a new kind above this one.
        if self.counts[0][5] + self.counts[1][5] == 0 && kind < 5 {
            let mut counts = self.counts;
            for officers in &mut counts {
                officers[kind + 1..].rotate_right(1);
            }
            add(counts, kind + 1);
        }
    }
}

impl FromStr for Army {
    type Err = ArmyError;

    /// Reads letters, blanks ignored: `CRr`, `R C r`.
    fn from_str(text: &str) -> Result<Self, ArmyError> {
        let mut counts = [[0_u8; 6]; 2];
        for letter in text.chars().filter(|c| !c.is_whitespace()) {
            let piece = Piece::from_letter(letter).ok_or(ArmyError::Letter(letter))?;
            let count = &mut counts[piece.color.index()][piece.kind.index()];
            let most = Kind::FULL_ARMY[piece.kind.index()];
            if *count == most {
                return Err(ArmyError::TooMany(piece.color, most, piece.kind));
            }
            *count += 1;
        }
        for color in Color::ALL {
            if counts[color.index()][0] == 0 {
                return Err(ArmyError::NoRabbit(color));
            }
        }
        Ok(View::of_counts(counts).army)
    }
}

impl fmt::Display for Army {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (piece, count) in self.groups() {
            for _ in 0..count {
                write!(f, "{}", piece.letter())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_become_normal() {
        for (text, normal) in [
            ("Rr", "Rr"),
            ("r R E", "CRr"),
            ("Rre", "CRr"),
            ("RErm", "DRcr"),
            ("RMre", "DRcr"),
            ("HRhr", "CRcr"),
            ("RrCD", "DCRr"),
            ("Rrrr", "RRRr"),
        ] {
            assert_eq!(text.parse::<Army>().expect(text).to_string(), normal, "{text}");
        }
        assert_eq!("RrX".parse::<Army>(), Err(ArmyError::Letter('X')));
        assert_eq!("R".parse::<Army>(), Err(ArmyError::NoRabbit(Color::Silver)));
        assert_eq!("RrEE".parse::<Army>(), Err(ArmyError::TooMany(Color::Gold, 1, Kind::Elephant)));
    }

    #[test]
    fn all_armies_of_four() {
        let names: Vec<String> = Army::of_size(4).iter().map(ToString::to_string).collect();
        let mut expected = ["RRRr", "RRrr", "CRRr", "CRrr", "CCRr", "DCRr", "CRcr", "DRcr"];
        expected.sort_unstable();
        let mut names = names;
        names.sort_unstable();
        assert_eq!(names, expected);
    }

    #[test]
    fn remains_are_all_that_captures_leave() {
        let army: Army = "CRr".parse().expect("an army");
        let mut names: Vec<String> = army.with_remains().iter().map(ToString::to_string).collect();
        names.sort_unstable();
        assert_eq!(names, ["", "C", "CR", "CRr", "Cr", "R", "Rr"]);
    }
}
