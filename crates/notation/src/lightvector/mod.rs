//! Lightvector notation: a turn is told by claims about it, such as `Ed4 dx`.
//!
//! Each word claims something that is true of the turn. Of all legal turns those count that satisfy every claim, and
//! of these the ones with the fewest steps, and among them the fewest displaced pieces; if they all end on the same
//! position, the text means that position. So a text names a position, not an order of steps.

mod claim;
mod read;
mod resolve;
mod search;
mod trail;
mod universe;
mod write;

pub use claim::{Claim, ClaimFault, Property, Specifier, read_claim, read_claims};
pub use read::{LightvectorFault, read_lightvector};
pub use resolve::{Group, Resolution, resolve_claims};
pub use write::{WriteStyle, write_lightvector};

/// What a square after the specifier claims.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The founding text: the piece ended a step on the square at some point of the turn.
    #[default]
    Founding,
    /// Abstract Play: the square is the piece's last one in this turn, the trap if it was captured.
    AbstractPlay,
}

impl Dialect {
    /// Both dialects.
    pub const ALL: [Self; 2] = [Self::Founding, Self::AbstractPlay];

    /// The name in options: `lightvector` or `ap`.
    ///
    /// ```
    /// use tusker_notation::Dialect;
    ///
    /// assert_eq!(Dialect::default().name(), "lightvector");
    /// assert_eq!(Dialect::from_name("ap"), Some(Dialect::AbstractPlay));
    /// ```
    pub const fn name(self) -> &'static str {
        match self {
            Self::Founding => "lightvector",
            Self::AbstractPlay => "ap",
        }
    }

    /// The dialect with that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.name() == name)
    }
}
