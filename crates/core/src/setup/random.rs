//! Random setups of every variant.

use super::below;
use crate::{Board, Color, Kind, Piece, Placement, Setup, SetupKind, Square};
use rand::Rng;

/// Most pieces of a side in a random free placement: a whole army's number.
const MOST_FREE: usize = 16;

impl SetupKind {
    /// A random setup of `color` on `board`, which holds what was placed before; `None` where the start is given, and
    /// where no square is left for a rabbit.
    ///
    /// Home ranks: [`Setup::random`]. Handicap: the same, each piece left out with a chance of 1 in 4, one rabbit never.
    /// Free: 1 to 16 pieces of any kinds on any empty squares, one rabbit at least and none on its goal rank; the game
    /// may be over at once. The same state of `rng` gives the same setup in every version, on every machine.
    ///
    /// ```
    /// # use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
    /// # use tusker_core::{Board, Color, SetupKind};
    /// let mut rng = ChaCha8Rng::seed_from_u64(1);
    /// let setup = SetupKind::Free.random(Color::Silver, &Board::EMPTY, &mut rng).unwrap();
    /// assert_eq!(SetupKind::Free.check(&setup, Color::Silver, &Board::EMPTY), Ok(()));
    /// ```
    pub fn random(self, color: Color, board: &Board, rng: &mut impl Rng) -> Option<Setup> {
        match self {
            Self::HomeRanks => Some(Setup::random(color, rng)),
            Self::Handicap => Some(handicap(color, rng)),
            Self::Free => free(color, board, rng),
            Self::Given => None,
        }
    }
}

fn handicap(color: Color, rng: &mut impl Rng) -> Setup {
    let whole = Setup::random(color, rng);
    let kept = whole.placements().iter().position(|placement| placement.piece.kind == Kind::Rabbit);
    let placements = whole.placements().iter().enumerate();
    placements.filter(|(index, _)| below(rng, 4) > 0 || Some(*index) == kept).map(|(_, &p)| p).collect()
}

fn free(color: Color, board: &Board, rng: &mut impl Rng) -> Option<Setup> {
    let mut squares: Vec<Square> = Square::all().filter(|square| board.piece_at(*square).is_none()).collect();
    for last in (1..squares.len()).rev() {
        squares.swap(last, below(rng, last + 1));
    }
    let for_rabbit = |square: &Square| !color.goal_rank().contains(*square);
    let first = squares.iter().position(for_rabbit)?;
    squares.swap(0, first);
    let count = 1 + below(rng, MOST_FREE);
    let rabbit = Piece::new(color, Kind::Rabbit);
    let place = |(index, square): (usize, Square)| {
        let kind = Kind::ALL[below(rng, Kind::ALL.len())];
        let piece = if index == 0 { rabbit } else { Piece::new(color, kind) };
        Some(Placement { piece, square }).filter(|p| p.piece.kind != Kind::Rabbit || for_rabbit(&p.square))
    };
    Some(squares.into_iter().take(count).enumerate().filter_map(place).collect())
}
