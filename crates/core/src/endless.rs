//! Starts of Endless Endgame.

use crate::setup::below;
use crate::{Board, Color, Kind, Piece, Placement, Setup, Square};
use rand::Rng;

/// How Silver's army mirrors Gold's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Files are kept: a1 becomes a8.
    Reflection,
    /// Files are reversed: a1 becomes h8.
    Rotation,
}

/// A random ending: the same army for both sides, mirrored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndlessStart {
    /// Gold's pieces on ranks 1 and 2, strongest first.
    pub gold: Setup,
    /// How Silver's pieces mirror them.
    pub symmetry: Symmetry,
}

impl EndlessStart {
    /// Fewest pieces of a side.
    pub const FEWEST: usize = 4;
    /// Most pieces of a side.
    pub const MOST: usize = 12;

    /// Draws a start; the same state of `rng` gives the same one in every version, on every machine.
    ///
    /// One elephant; camels 0 or 1; horses, dogs and cats 0 to 2 each; rabbits 1 to 8; each count uniform, all drawn
    /// again until there are 4 to 12 pieces. They are shuffled over the squares of ranks 2 and 1, and a fair coin
    /// decides the symmetry.
    ///
    /// ```
    /// # use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
    /// # use tusker_core::{Color, EndlessStart, Game};
    /// let start = EndlessStart::random(&mut ChaCha8Rng::seed_from_u64(1));
    /// let game = Game::endless(&start);
    /// assert_eq!(game.position().unwrap().steps_left(), 2);
    /// assert_eq!(game.board().color(Color::Gold).count(), game.board().color(Color::Silver).count());
    /// ```
    pub fn random(rng: &mut impl Rng) -> Self {
        let army = random_army(rng);
        let mut squares: Vec<Square> = [1, 0]
            .into_iter()
            .flat_map(|rank| (0..8).filter_map(move |file| Square::new(file, rank)))
            .collect();
        for last in (1..squares.len()).rev() {
            squares.swap(last, below(rng, last + 1));
        }
        let place = |(kind, square)| Placement { piece: Piece::new(Color::Gold, kind), square };
        let gold = army.into_iter().zip(squares).map(place).collect();
        let symmetry = if below(rng, 2) == 0 { Symmetry::Reflection } else { Symmetry::Rotation };
        Self { gold, symmetry }
    }

    /// Silver's pieces.
    pub fn silver(&self) -> Setup {
        let reflected = self.gold.swap_sides();
        match self.symmetry {
            Symmetry::Reflection => reflected,
            Symmetry::Rotation => reflected.mirror(),
        }
    }

    /// The board at the start.
    pub fn board(&self) -> Board {
        let mut board = Board::EMPTY;
        self.gold.put_on(&mut board);
        self.silver().put_on(&mut board);
        board
    }
}

/// The kinds of one side, strongest first.
fn random_army(rng: &mut impl Rng) -> Vec<Kind> {
    loop {
        let mut army = vec![Kind::Elephant];
        let mut add = |kind, count| army.extend(std::iter::repeat_n(kind, count));
        add(Kind::Camel, below(rng, 2));
        for kind in [Kind::Horse, Kind::Dog, Kind::Cat] {
            add(kind, below(rng, 3));
        }
        add(Kind::Rabbit, 1 + below(rng, 8));
        if (EndlessStart::FEWEST..=EndlessStart::MOST).contains(&army.len()) {
            return army;
        }
    }
}
