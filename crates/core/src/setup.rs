//! Setups: what a side places before the first turn.

use crate::{Board, Color, Kind, Piece, Square};
use rand::Rng;
use std::fmt;

mod book;
mod random;

pub use book::{BookSetup, Plan, Randomness, SetupReason, Wing, setup_book};

/// One piece placed on one square; written `Ra1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// What is placed.
    pub piece: Piece,
    /// Where.
    pub square: Square,
}

impl Placement {
    /// Reads a piece letter and a square: `Ra1`.
    ///
    /// ```
    /// # use tusker_core::Placement;
    /// assert_eq!(Placement::parse("mb7").unwrap().to_string(), "mb7");
    /// assert_eq!(Placement::parse("Ra9"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let mut letters = text.chars();
        let piece = Piece::from_letter(letters.next()?)?;
        Some(Self { piece, square: letters.as_str().parse().ok()? })
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.piece, self.square)
    }
}

/// The placements of one side, in the order in which they were made; written `Ra1 Rb1 ...`.
///
/// A setup is only a list: [`Setup::check`] and [`Setup::check_lenient`] decide what it is worth.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Setup(Vec<Placement>);

/// What is wrong with a setup.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum SetupError {
    /// Two pieces on one square; never accepted.
    #[error("{piece}{square}: the square is taken by {by}")]
    Occupied {
        /// The second piece.
        piece: Piece,
        /// The square.
        square: Square,
        /// The piece that stands there.
        by: Piece,
    },
    /// A piece of the other side.
    #[error("{piece}{square}: {color} sets up its own pieces only")]
    EnemyPiece {
        /// The piece.
        piece: Piece,
        /// The square.
        square: Square,
        /// The side that sets up.
        color: Color,
    },
    /// A square outside the two home ranks.
    #[error("{piece}{square}: {color} sets up on its two home ranks only")]
    OutsideHome {
        /// The piece.
        piece: Piece,
        /// The square.
        square: Square,
        /// The side that sets up.
        color: Color,
    },
    /// More or fewer pieces of a kind than an army has.
    #[error("the setup has {count} {piece}, an army has {expected}")]
    WrongCount {
        /// The piece.
        piece: Piece,
        /// How many were placed.
        count: usize,
        /// How many an army has.
        expected: usize,
    },
    /// A variant that lets a side place what it likes asks for a rabbit.
    #[error("{color} needs at least one rabbit")]
    NoRabbit {
        /// The side that sets up.
        color: Color,
    },
    /// A rabbit that would have won already.
    #[error("{piece}{square}: no rabbit is placed on its goal rank")]
    OnGoal {
        /// The rabbit.
        piece: Piece,
        /// The square.
        square: Square,
    },
    /// A variant whose start is given.
    #[error("this variant has no setups: its start is drawn or given")]
    NoSetups,
}

impl Setup {
    /// The setup with these placements.
    pub fn new(placements: Vec<Placement>) -> Self {
        Self(placements)
    }

    /// The placements, in order.
    pub fn placements(&self) -> &[Placement] {
        &self.0
    }

    /// Whether this is a whole army of `color` on its two home ranks, with no square taken on `board` or twice.
    ///
    /// # Errors
    /// The first fault: of single placements in order, then of the counts.
    ///
    /// ```
    /// # use tusker_core::{Board, Color, NamedSetup};
    /// let setup = NamedSetup::Network.setup(Color::Gold);
    /// assert_eq!(setup.check(Color::Gold, &Board::EMPTY), Ok(()));
    /// let fault = setup.check(Color::Silver, &Board::EMPTY).unwrap_err();
    /// assert_eq!(fault.to_string(), "Ee2: Silver sets up its own pieces only");
    /// ```
    pub fn check(&self, color: Color, board: &Board) -> Result<(), SetupError> {
        let mut taken = *board;
        for &placement in &self.0 {
            occupy(&mut taken, placement)?;
            if let Some(fault) = fault_of(placement, color) {
                return Err(fault);
            }
        }
        self.count_faults(color).next().map_or(Ok(()), Err)
    }

    /// Accepts partial and over-full armies, pieces outside the home ranks and pieces of the other side, as handicap
    /// games and lax controllers send them; returns what [`Setup::check`] would refuse.
    ///
    /// # Errors
    /// A square is taken on `board` or twice.
    pub fn check_lenient(&self, color: Color, board: &Board) -> Result<Vec<SetupError>, SetupError> {
        let mut taken = *board;
        self.0.iter().try_for_each(|&placement| occupy(&mut taken, placement))?;
        let faults = self.0.iter().filter_map(|&placement| fault_of(placement, color));
        Ok(faults.chain(self.count_faults(color)).collect())
    }

    /// Wrong counts of kinds of `color`, too many before too few.
    fn count_faults(&self, color: Color) -> impl Iterator<Item = SetupError> {
        let mut faults: Vec<_> = Kind::ALL
            .into_iter()
            .map(|kind| {
                let piece = Piece::new(color, kind);
                let count = self.0.iter().filter(|p| p.piece == piece).count();
                (count, usize::from(Kind::FULL_ARMY[kind.index()]), piece)
            })
            .filter(|(count, expected, _)| count != expected)
            .collect();
        faults.sort_by_key(|(count, expected, _)| count < expected);
        faults.into_iter().map(|(count, expected, piece)| SetupError::WrongCount { piece, count, expected })
    }

    /// The same setup mirrored left to right.
    #[must_use]
    pub fn mirror(&self) -> Self {
        self.0.iter().map(|p| Placement { square: p.square.flip_files(), ..*p }).collect()
    }

    /// The same setup for the other side: colours swapped, ranks reversed.
    #[must_use]
    pub fn swap_sides(&self) -> Self {
        let swap = |p: &Placement| Placement {
            piece: Piece::new(!p.piece.color, p.piece.kind),
            square: p.square.flip_ranks(),
        };
        self.0.iter().map(swap).collect()
    }

    /// All distinct ways to permute the cats, dogs and horses over the squares on which they stand, this one included:
    /// 90 for a whole army.
    ///
    /// ```
    /// # use tusker_core::{Color, NamedSetup};
    /// assert_eq!(NamedSetup::NinetyNineOfNine.setup(Color::Gold).minor_permutations().count(), 90);
    /// ```
    pub fn minor_permutations(&self) -> impl Iterator<Item = Self> {
        let is_minor = |kind| matches!(kind, Kind::Cat | Kind::Dog | Kind::Horse);
        let mut minors: Vec<Piece> =
            self.0.iter().map(|p| p.piece).filter(|piece| is_minor(piece.kind)).collect();
        minors.sort_unstable();
        std::iter::successors(Some(minors), |minors| {
            let mut next = minors.clone();
            next_permutation(&mut next).then_some(next)
        })
        .map(move |minors| {
            let mut minors = minors.into_iter();
            let permute = |p: &Placement| {
                let piece = if is_minor(p.piece.kind) { minors.next() } else { None };
                Placement { piece: piece.unwrap_or(p.piece), square: p.square }
            };
            self.0.iter().map(permute).collect()
        })
    }

    /// One of the [named setups](NamedSetup), mirrored or not, each as likely as any other.
    ///
    /// The same generator state gives the same setup in every version, on every machine.
    ///
    /// ```
    /// # use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
    /// # use tusker_core::{Board, Color, Setup};
    /// let setup = Setup::random_named(Color::Silver, &mut ChaCha8Rng::seed_from_u64(1));
    /// assert_eq!(setup.check(Color::Silver, &Board::EMPTY), Ok(()));
    /// ```
    pub fn random_named(color: Color, rng: &mut impl Rng) -> Self {
        let setup = NamedSetup::ALL[below(rng, NamedSetup::ALL.len())].setup(color);
        if below(rng, 2) == 0 { setup } else { setup.mirror() }
    }

    /// Any of the 64,864,800 setups of the standard game, each as likely as any other; the same state of `rng` gives
    /// the same setup in every version, on every machine.
    pub fn random(color: Color, rng: &mut impl Rng) -> Self {
        let mut army: Vec<Kind> = Kind::ALL
            .into_iter()
            .flat_map(|kind| std::iter::repeat_n(kind, usize::from(Kind::FULL_ARMY[kind.index()])))
            .collect();
        for last in (1..army.len()).rev() {
            army.swap(last, below(rng, last + 1));
        }
        let place = |(kind, square)| Placement { piece: Piece::new(color, kind), square };
        army.into_iter().zip(color.home_ranks()).map(place).collect()
    }

    /// Puts the pieces on `board`, in place of what stands there.
    pub(crate) fn put_on(&self, board: &mut Board) {
        for placement in &self.0 {
            board.put(placement.square, placement.piece);
        }
    }
}

impl FromIterator<Placement> for Setup {
    fn from_iter<I: IntoIterator<Item = Placement>>(placements: I) -> Self {
        Self(placements.into_iter().collect())
    }
}

fn occupy(taken: &mut Board, Placement { piece, square }: Placement) -> Result<(), SetupError> {
    match taken.piece_at(square) {
        Some(by) => Err(SetupError::Occupied { piece, square, by }),
        None => {
            taken.put(square, piece);
            Ok(())
        }
    }
}

fn fault_of(Placement { piece, square }: Placement, color: Color) -> Option<SetupError> {
    if piece.color != color {
        Some(SetupError::EnemyPiece { piece, square, color })
    } else if !color.home_ranks().contains(square) {
        Some(SetupError::OutsideHome { piece, square, color })
    } else {
        None
    }
}

/// The next arrangement in ascending order; `false` after the last one.
fn next_permutation(pieces: &mut [Piece]) -> bool {
    let Some(pivot) = pieces.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let Some(successor) = pieces.iter().rposition(|piece| *piece > pieces[pivot]) else { return false };
    pieces.swap(pivot, successor);
    pieces[pivot + 1..].reverse();
    true
}

/// A number below `n` (1 to 2^32), all equally likely.
///
/// Written out because the sampling of the rand crate may change between its versions, and seeds must not.
pub(crate) fn below(rng: &mut impl Rng, n: usize) -> usize {
    let n = n as u64;
    // The numbers from here on would make the small remainders likelier.
    let limit = (1 << 32) / n * n;
    loop {
        let number = u64::from(rng.next_u32());
        if number < limit {
            return (number % n) as usize;
        }
    }
}

/// Setups that people and bots use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NamedSetup {
    /// `RRRDDRRR/RHCMECHR`: cats behind the traps. Also the most common one in the archive.
    NinetyNineOfNine,
    /// The one preferred by the strongest network bot.
    Network,
    /// `RRRRRRRR/DHCMECHD`: the second most common one in the archive.
    RabbitsBehind,
}

impl NamedSetup {
    /// All named setups.
    pub const ALL: [Self; 3] = [Self::NinetyNineOfNine, Self::Network, Self::RabbitsBehind];

    /// The name: `99of9`, `network`, `rabbits-behind`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::NinetyNineOfNine => "99of9",
            Self::Network => "network",
            Self::RabbitsBehind => "rabbits-behind",
        }
    }

    /// The setup with that name, in any case.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|s| s.name().eq_ignore_ascii_case(name))
    }

    /// The placements of `color`; files are the same for both sides, ranks are counted from its own side.
    pub fn setup(self, color: Color) -> Setup {
        let gold: Setup = self.text().split(' ').filter_map(Placement::parse).collect();
        match color {
            Color::Gold => gold,
            Color::Silver => gold.swap_sides(),
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Self::NinetyNineOfNine => "Ra1 Rb1 Rc1 Dd1 De1 Rf1 Rg1 Rh1 Ra2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Rh2",
            Self::Network => "Ee2 Mb2 Ha2 Hh2 Dd2 De1 Cb1 Cg2 Ra1 Rc1 Rc2 Rd1 Rf2 Rf1 Rg1 Rh1",
            Self::RabbitsBehind => "Ra1 Rb1 Rc1 Rd1 Re1 Rf1 Rg1 Rh1 Da2 Hb2 Cc2 Md2 Ee2 Cf2 Hg2 Dh2",
        }
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, placement) in self.0.iter().enumerate() {
            write!(f, "{}{placement}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}
