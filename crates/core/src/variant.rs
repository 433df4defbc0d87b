//! What differs between variants of the game, as data.

/// How the first board comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetupKind {
    /// Gold places its army on ranks 1 and 2, then Silver on ranks 7 and 8.
    Turns,
    /// The board is given; nobody sets up.
    Given,
}

/// A variant: the data by which [`Game`](crate::Game) plays it. The generator knows nothing of variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// Its name in options and records.
    pub name: &'static str,
    /// How the first board comes about.
    pub setup: SetupKind,
    /// Steps in the first turn after the setup, 1 to 4.
    pub first_turn_steps: u8,
}

impl Variant {
    /// The standard game.
    pub const STANDARD: Self = Self { name: "standard", setup: SetupKind::Turns, first_turn_steps: 4 };
}

impl Default for Variant {
    fn default() -> Self {
        Self::STANDARD
    }
}
