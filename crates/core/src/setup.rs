//! Setups: what a side places before the first turn.

use crate::{Board, Color, Kind, Piece, Square};
use rand::Rng;
use std::fmt;

/// One piece placed on one square; written `Ra1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// What is placed.
    pub piece: Piece,
    /// Where.
    pub square: Square,
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
    /// Not the number of pieces that an army has.
    #[error("{count} {kind}s placed, an army has {expected}")]
    WrongCount {
        /// The kind.
        kind: Kind,
        /// How many were placed.
        count: u8,
        /// How many an army has.
        expected: u8,
    },
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

    /// Whether this is a whole army of `color` on its home ranks, none of them occupied on `board`.
    ///
    /// # Errors
    /// The first fault.
    pub fn check(&self, color: Color, board: &Board) -> Result<(), SetupError> {
        let _ = (color, board);
        todo!()
    }

    /// Accepts partial, over-full, far-off and foreign placements; returns them as warnings.
    ///
    /// # Errors
    /// Two pieces on one square.
    pub fn check_lenient(&self, color: Color, board: &Board) -> Result<Vec<SetupError>, SetupError> {
        let _ = (color, board);
        todo!()
    }

    /// The setup mirrored left to right.
    #[must_use]
    pub fn mirror(&self) -> Self {
        todo!()
    }

    /// The same setup for the other side.
    #[must_use]
    pub fn swap_sides(&self) -> Self {
        todo!()
    }

    /// All distinct ways to permute the cats, dogs and horses over the squares on which they stand.
    pub fn minor_permutations(&self) -> Vec<Self> {
        todo!()
    }

    /// One of the named setups, mirrored or not.
    pub fn random_named(color: Color, rng: &mut impl Rng) -> Self {
        let _ = (color, rng);
        todo!()
    }

    /// Any setup of the standard game, each as likely as any other.
    pub fn random(color: Color, rng: &mut impl Rng) -> Self {
        let _ = (color, rng);
        todo!()
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

    /// The placements of `color`.
    pub fn setup(self, color: Color) -> Setup {
        let _ = color;
        todo!()
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
