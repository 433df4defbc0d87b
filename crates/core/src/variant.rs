//! What differs between variants of the game, as data.

use crate::{Board, Capture, Color, Kind, Setup, SetupError, Square};

/// How the first board comes about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SetupKind {
    /// Gold places its army on ranks 1 and 2, then Silver on ranks 7 and 8.
    HomeRanks,
    /// As [`SetupKind::HomeRanks`], but a side may leave out pieces as long as it has a rabbit.
    Handicap,
    /// Gold, then Silver, places any own pieces on any empty squares: at least one rabbit, and none on its goal rank.
    /// Then unsupported pieces on traps fall, and the game may be over.
    Free,
    /// No setups: a random board is given, see [`EndlessStart`](crate::EndlessStart).
    Given,
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
    /// The standard game with fewer pieces.
    pub const HANDICAP: Self = Self { name: "handicap", setup: SetupKind::Handicap, first_turn_steps: 4 };
    /// Free placement, also called Freestyle Setup.
    pub const FREE: Self = Self { name: "free", setup: SetupKind::Free, first_turn_steps: 4 };
    /// Endless Endgame: a random ending, and two steps in Gold's first turn.
    pub const ENDLESS: Self = Self { name: "eee", setup: SetupKind::Given, first_turn_steps: 2 };

    /// All variants.
    pub const ALL: [Self; 4] = [Self::STANDARD, Self::HANDICAP, Self::FREE, Self::ENDLESS];

    /// The variant with that name, in any case: `standard`, `handicap`, `free` (or `freestyle`), `eee` (or `endless`).
    ///
    /// ```
    /// # use tusker_core::Variant;
    /// assert_eq!(Variant::from_name("eee").unwrap().first_turn_steps, 2);
    /// assert_eq!(Variant::from_name("Endless"), Some(Variant::ENDLESS));
    /// assert_eq!(Variant::from_name("chess"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        let name = match name.to_ascii_lowercase().as_str() {
            "endless" => Self::ENDLESS.name.to_owned(),
            "freestyle" => Self::FREE.name.to_owned(),
            other => other.to_owned(),
        };
        Self::ALL.into_iter().find(|variant| variant.name == name)
    }
}

impl Default for Variant {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl SetupKind {
    /// Whether `setup` is one of `color` on `board`, which holds what was placed before.
    ///
    /// # Errors
    /// The first fault: of single placements in order, then of the whole. Where the start is given, every setup.
    ///
    /// ```
    /// # use tusker_core::{Board, Color, Placement, Setup, SetupKind};
    /// let setup: Setup = ["Rc3", "Ee5"].into_iter().filter_map(Placement::parse).collect();
    /// assert_eq!(SetupKind::Free.check(&setup, Color::Gold, &Board::EMPTY), Ok(()));
    /// assert!(SetupKind::HomeRanks.check(&setup, Color::Gold, &Board::EMPTY).is_err());
    /// ```
    pub fn check(self, setup: &Setup, color: Color, board: &Board) -> Result<(), SetupError> {
        if self == Self::HomeRanks {
            return setup.check(color, board);
        }
        if self == Self::Given {
            return Err(SetupError::NoSetups);
        }
        let tolerated = |fault: &SetupError| match *fault {
            SetupError::OutsideHome { .. } => self == Self::Free,
            SetupError::WrongCount { count, expected, .. } => self == Self::Free || count < expected,
            _ => false,
        };
        if let Some(fault) = setup.check_lenient(color, board)?.into_iter().find(|fault| !tolerated(fault)) {
            return Err(fault);
        }
        let mut rabbits =
            setup.placements().iter().filter(|placement| placement.piece.kind == Kind::Rabbit).peekable();
        if rabbits.peek().is_none() {
            return Err(SetupError::NoRabbit { color });
        }
        match rabbits.find(|placement| color.goal_rank().contains(placement.square)) {
            Some(placement) => Err(SetupError::OnGoal { piece: placement.piece, square: placement.square }),
            None => Ok(()),
        }
    }

    /// Takes away what falls when the setups are made, in the order f3, f6, c3, c6: only free placement lets pieces
    /// fall then.
    pub(crate) fn settle(self, board: &mut Board) -> Vec<Capture> {
        const ORDER: [(u8, u8); 4] = [(5, 2), (5, 5), (2, 2), (2, 5)];
        if self != Self::Free {
            return Vec::new();
        }
        let doomed = board.unsupported_on_traps();
        let traps = ORDER.into_iter().filter_map(|(file, rank)| Square::new(file, rank));
        // No trap lies beside another, so no fall makes another piece fall.
        let fall = |square| board.remove(square).map(|piece| Capture { piece, square });
        traps.filter(|square| doomed.contains(*square)).filter_map(fall).collect()
    }
}
