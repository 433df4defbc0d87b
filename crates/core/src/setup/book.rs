//! A small book of setups: plans, weights, and answers to what the enemy has placed.

use super::below;
use crate::{Board, Color, Kind, NamedSetup, Piece, Placement, Setup, Square};
use rand::Rng;
use std::fmt;

/// Half of the board, as Gold sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wing {
    /// Files a to d.
    West,
    /// Files e to h.
    East,
}

impl Wing {
    const fn of(square: Square) -> Self {
        if square.file() < 4 { Self::West } else { Self::East }
    }

    const fn other(self) -> Self {
        match self {
            Self::West => Self::East,
            Self::East => Self::West,
        }
    }
}

impl fmt::Display for Wing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(if *self == Self::West { "west" } else { "east" })
    }
}

/// The attack that a setup prepares, by the pieces that lead it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Plan {
    /// Elephant, camel and a horse on one wing; nothing strong stays at home.
    Emh,
    /// Elephant and both horses on one wing; the camel guards the other.
    Ehh,
    /// Elephant and one horse on a wing; the camel guards the other.
    Eh,
}

impl Plan {
    /// Its usual name: EMH, EHH, EH.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Emh => "EMH",
            Self::Ehh => "EHH",
            Self::Eh => "EH",
        }
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Why a setup is in the book, or why it is an answer; `Display` is a sentence without a full stop.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SetupReason {
    /// The plan, where it leads, and who leads and guards.
    Plan {
        /// The attack.
        plan: Plan,
        /// Its wing.
        wing: Wing,
        /// Where the elephant stands.
        elephant: Square,
        /// Where the camel stands.
        camel: Square,
        /// Where the horses of the attack stand.
        horses: Vec<Square>,
    },
    /// Pieces stand behind both home traps.
    TrapGuards(Kind),
    /// Rabbits fill the back row: all pieces are in front at once.
    RabbitsBehind,
    /// The elephants stand on different files.
    ElephantFree {
        /// The enemy elephant's square.
        enemy: Square,
    },
    /// The camel is this many files away from the enemy elephant.
    CamelAway {
        /// The enemy elephant's square.
        enemy: Square,
        /// Files between, 2 or more.
        files: u8,
    },
    /// The elephant faces the enemy camel, at most one file aside.
    FacesCamel {
        /// The enemy camel's square.
        enemy: Square,
    },
    /// The elephants stand on one file: no better choice was left.
    SameFile,
    /// The camel is near the enemy elephant: no better choice was left.
    CamelNear,
}

fn list(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<_>>().join(" and ")
}

impl fmt::Display for SetupReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plan { plan, wing, elephant, camel, horses } => {
                let horses =
                    format!("{} {}", if horses.len() > 1 { "horses" } else { "horse" }, list(horses));
                match plan {
                    Plan::Emh => write!(
                        f,
                        "EMH attack in the {wing}: elephant {elephant}, camel {camel} and {horses} together"
                    ),
                    Plan::Ehh | Plan::Eh => write!(
                        f,
                        "{plan} attack in the {wing}: elephant {elephant} and {horses}; camel {camel} guards the {}",
                        wing.other()
                    ),
                }
            }
            Self::TrapGuards(kind) => write!(f, "{kind}s behind both home traps"),
            Self::RabbitsBehind => f.write_str("all rabbits behind: every piece is in front at once"),
            Self::ElephantFree { enemy } => {
                write!(f, "not on the file of the enemy elephant ({enemy}): it cannot be blocked at once")
            }
            Self::CamelAway { enemy, files } => {
                write!(f, "the camel is {files} files away from the enemy elephant ({enemy})")
            }
            Self::FacesCamel { enemy } => write!(f, "the elephant faces the enemy camel ({enemy})"),
            Self::SameFile => {
                f.write_str("on the file of the enemy elephant: no choice of the book avoids it")
            }
            Self::CamelNear => {
                f.write_str("the camel is near the enemy elephant: no choice of the book avoids it")
            }
        }
    }
}

/// A setup of the book, for one side and perhaps against a setup of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookSetup {
    /// Its name; `(mirrored)` follows where left and right are exchanged.
    pub name: String,
    /// The placements.
    pub setup: Setup,
    /// The attack that it prepares.
    pub plan: Plan,
    /// How often it is chosen, compared with the others; more than 0.
    pub weight: u32,
    /// Why it is good here.
    pub reasons: Vec<SetupReason>,
}

/// One line of the book, from Gold's side: front row and back row from file a to h.
struct Entry {
    name: &'static str,
    plan: Plan,
    weight: u32,
    front: &'static str,
    back: &'static str,
}

const fn entry(
    name: &'static str,
    plan: Plan,
    weight: u32,
    front: &'static str,
    back: &'static str,
) -> Entry {
    Entry { name, plan, weight, front, back }
}

/// The first three are [`NamedSetup`]s. Weights follow how common a setup is in public archives, and for `network` how
/// well it did for the strongest network bot; the last ones are there for answers.
const ENTRIES: [Entry; 9] = [
    entry("99of9", Plan::Eh, 10, "RHCMECHR", "RRRDDRRR"),
    entry("network", Plan::Emh, 8, "HMRDERCH", "RCRRDRRR"),
    entry("rabbits-behind", Plan::Eh, 10, "DHCMECHD", "RRRRRRRR"),
    entry("dogs-in-front", Plan::Eh, 8, "RHDMEDHR", "RRRCCRRR"),
    entry("camel-wing", Plan::Eh, 4, "RMCHECHR", "RRRDDRRR"),
    entry("strong-wing", Plan::Emh, 4, "RHCDEHMR", "RRRDCRRR"),
    entry("two-horses", Plan::Ehh, 3, "RMCDEHHR", "RRRDCRRR"),
    entry("rabbits-behind-camel-wing", Plan::Eh, 3, "DMCHECHD", "RRRRRRRR"),
    entry("rabbits-behind-strong-wing", Plan::Emh, 2, "DHCDEHMC", "RRRRRRRR"),
];

impl Entry {
    fn setup(&self) -> Setup {
        let row = |letters: &'static str, rank| {
            letters.chars().zip(0..).filter_map(move |(letter, file)| {
                Some(Placement { piece: Piece::from_letter(letter)?, square: Square::new(file, rank)? })
            })
        };
        row(self.back, 0).chain(row(self.front, 1)).collect()
    }
}

/// The setups of the book for `color`, mirrored ones included, the likeliest first. `enemy` holds what the other side has
/// placed; an empty board where nothing is known.
///
/// If the enemy elephant is seen, setups with the own elephant on its file or the camel within one file of it are left
/// out while others remain, and setups whose elephant faces the enemy camel count double.
///
/// ```
/// # use tusker_core::{Board, Color, Kind, setup_book};
/// let gold = &setup_book(Color::Gold, &Board::EMPTY)[0];
/// let mut board = Board::EMPTY;
/// gold.setup.placements().iter().for_each(|p| board.put(p.square, p.piece));
/// let silver = setup_book(Color::Silver, &board);
/// let elephant = |board: &Board, color| board.pieces(color, Kind::Elephant).first().unwrap().file();
/// for choice in silver {
///     let mut both = board;
///     choice.setup.placements().iter().for_each(|p| both.put(p.square, p.piece));
///     assert_ne!(elephant(&both, Color::Silver), elephant(&both, Color::Gold));
/// }
/// ```
pub fn setup_book(color: Color, enemy: &Board) -> Vec<BookSetup> {
    let mut choices = Vec::new();
    for entry in &ENTRIES {
        let gold = entry.setup();
        for (mirrored, setup) in [("", gold.clone()), (" (mirrored)", gold.mirror())] {
            let setup = if color == Color::Gold { setup } else { setup.swap_sides() };
            let setup = in_order(&setup);
            choices.push(BookSetup {
                name: format!("{}{mirrored}", entry.name),
                reasons: own_reasons(&setup, entry),
                setup,
                plan: entry.plan,
                weight: entry.weight,
            });
        }
    }
    let square = |kind| enemy.pieces(!color, kind).first();
    if let Some(elephant) = square(Kind::Elephant) {
        keep(
            &mut choices,
            |choice| file_gap(choice, Kind::Elephant, elephant) > 0,
            |good| {
                if good { SetupReason::ElephantFree { enemy: elephant } } else { SetupReason::SameFile }
            },
        );
        let gap = |choice: &BookSetup| file_gap(choice, Kind::Camel, elephant);
        keep(
            &mut choices,
            |choice| gap(choice) > 1,
            |good| {
                // The number of files is put in below, where the choice is known.
                if good {
                    SetupReason::CamelAway { enemy: elephant, files: 0 }
                } else {
                    SetupReason::CamelNear
                }
            },
        );
        for choice in &mut choices {
            let between = gap(choice);
            for reason in &mut choice.reasons {
                if let SetupReason::CamelAway { files, .. } = reason {
                    *files = between;
                }
            }
        }
    }
    if let Some(camel) = square(Kind::Camel) {
        for choice in &mut choices {
            if file_gap(choice, Kind::Elephant, camel) <= 1 {
                choice.weight *= 2;
                choice.reasons.push(SetupReason::FacesCamel { enemy: camel });
            }
        }
    }
    choices.sort_by_key(|choice| std::cmp::Reverse(choice.weight));
    choices
}

fn in_order(setup: &Setup) -> Setup {
    let mut placements = setup.placements().to_vec();
    placements.sort_unstable_by_key(|placement| placement.square);
    Setup::new(placements)
}

/// Leaves out the choices that do not meet a wish, if others do, and says so.
fn keep(
    choices: &mut Vec<BookSetup>,
    wish: impl Fn(&BookSetup) -> bool,
    reason: impl Fn(bool) -> SetupReason,
) {
    let met = choices.iter().any(&wish);
    if met {
        choices.retain(wish);
    }
    for choice in choices {
        choice.reasons.push(reason(met));
    }
}

fn squares(setup: &Setup, kind: Kind) -> Vec<Square> {
    let mut squares: Vec<Square> =
        setup.placements().iter().filter(|p| p.piece.kind == kind).map(|p| p.square).collect();
    squares.sort_unstable();
    squares
}

/// Files between a piece that is there once and a square.
fn file_gap(choice: &BookSetup, kind: Kind, square: Square) -> u8 {
    let own = squares(&choice.setup, kind);
    own.first().map_or(u8::MAX, |own| own.file().abs_diff(square.file()))
}

fn own_reasons(setup: &Setup, entry: &Entry) -> Vec<SetupReason> {
    let mut reasons = Vec::new();
    let one = |kind| squares(setup, kind).first().copied();
    if let (Some(elephant), Some(camel)) = (one(Kind::Elephant), one(Kind::Camel)) {
        let wing = if entry.plan == Plan::Emh { Wing::of(camel) } else { Wing::of(elephant) };
        let horses = squares(setup, Kind::Horse).into_iter().filter(|horse| Wing::of(*horse) == wing);
        let mut horses: Vec<Square> = horses.collect();
        if horses.is_empty() {
            // The nearest one crosses the middle.
            let gap = |horse: &Square| horse.file().abs_diff(elephant.file());
            horses.extend(squares(setup, Kind::Horse).into_iter().min_by_key(gap));
        }
        reasons.push(SetupReason::Plan { plan: entry.plan, wing, elephant, camel, horses });
    }
    if let [Some(west), Some(east)] =
        [2, 5].map(|file| entry.front.chars().nth(file).and_then(Piece::from_letter))
        && west == east
        && west.kind != Kind::Rabbit
    {
        reasons.push(SetupReason::TrapGuards(west.kind));
    }
    if entry.back == "RRRRRRRR" {
        reasons.push(SetupReason::RabbitsBehind);
    }
    reasons
}

/// How much chance has a say in the choice of a setup, in percent: at 0 the likeliest is always chosen, at 100 all are
/// equally likely, at 1 the weights count almost alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Randomness(u8);

impl Randomness {
    /// The usual one.
    pub const USUAL: Self = Self(50);

    /// A percentage; more than 100 is 100.
    pub const fn percent(percent: u8) -> Self {
        Self(if percent > 100 { 100 } else { percent })
    }

    /// The chance of each choice, as numbers to be compared with each other; all zero but one at 0 percent.
    pub fn shares(self, choices: &[BookSetup]) -> Vec<u64> {
        let most = choices.iter().map(|choice| choice.weight).max().unwrap_or(0);
        if self.0 == 0 {
            let first = choices.iter().position(|choice| choice.weight == most);
            return (0..choices.len()).map(|index| u64::from(Some(index) == first)).collect();
        }
        let (equal, weighted) = (u64::from(self.0), u64::from(100 - self.0));
        choices.iter().map(|choice| weighted * u64::from(choice.weight) + equal * u64::from(most)).collect()
    }

    /// Draws one of the choices, by its index; `None` if there are none. The same state of `rng` draws the same one in
    /// every version, on every machine.
    ///
    /// ```
    /// # use rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
    /// # use tusker_core::{Board, Color, Randomness, setup_book};
    /// let book = setup_book(Color::Gold, &Board::EMPTY);
    /// let mut rng = ChaCha8Rng::seed_from_u64(1);
    /// assert_eq!(Randomness::percent(0).draw(&book, &mut rng), Some(0));
    /// assert!(Randomness::USUAL.draw(&book, &mut rng).unwrap() < book.len());
    /// ```
    pub fn draw(self, choices: &[BookSetup], rng: &mut impl Rng) -> Option<usize> {
        let shares = self.shares(choices);
        let total: u64 = shares.iter().sum();
        if total == 0 {
            return None;
        }
        let mut left = below(rng, usize::try_from(total).unwrap_or(1)) as u64;
        shares.iter().position(|&share| {
            let here = left < share;
            left = left.wrapping_sub(if here { 0 } else { share });
            here
        })
    }
}

impl Default for Randomness {
    fn default() -> Self {
        Self::USUAL
    }
}

impl NamedSetup {
    /// Whether a setup of the book is this one, mirrored or not.
    pub fn is(self, choice: &BookSetup) -> bool {
        choice.name.trim_end_matches(" (mirrored)") == self.name()
    }
}
