//! What differs between variants of the game, as data.

/// How the first board comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetupKind {
    /// Gold places its army on ranks 1 and 2, then Silver on ranks 7 and 8.
    HomeRanks,
}

/// A variant: the data by which [`Game`](crate::Game) plays it. The generator knows nothing of variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// Its name in options and records.
    pub name: &'static str,
    /// How the first board comes about, unless the game begins from a given position.
    pub setup: SetupKind,
    /// Steps in the first turn after the setups, 1 to 4.
    pub first_turn_steps: u8,
}

impl Variant {
    /// The standard game.
    pub const STANDARD: Self = Self { name: "standard", setup: SetupKind::HomeRanks, first_turn_steps: 4 };
}

impl Default for Variant {
    fn default() -> Self {
        Self::STANDARD
    }
}
