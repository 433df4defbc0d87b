//! From where games start.

use crate::endgame::{endless_endgame, endless_start};
use crate::random::{below, generator, shuffle};
use rand_chacha::ChaCha8Rng;
use std::fmt;
use tusker_core::{Color, Game, NamedSetup, Phase, Setup, SetupKind, Variant};
use tusker_notation::{Detected, Strictness, detect_in, read_archive};

/// Where the starts of a match come from.
#[derive(Clone, Debug)]
pub enum StartSource {
    /// The engines set up as they like; where a variant has no setups, starts are drawn as it says.
    Own,
    /// For each side one of the named setups, mirrored or not, its cats, dogs and horses permuted: some 290,000 starts.
    Named,
    /// Any legal setup for each side.
    Random,
    /// Endless Endgame as standard games, for engines that do not know variants; see the README for its short first
    /// turn.
    EndlessEndgame,
    /// The starts of a file.
    File(StartFile),
}

/// One start: the game as it stands when the engines take over.
#[derive(Clone, Debug)]
pub struct Start {
    /// What it is, in a few words.
    pub label: String,
    /// The game, not over.
    pub game: Game,
}

impl StartSource {
    /// The name by which the command line knows it; of a file, its starts.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Own => "own".to_owned(),
            Self::Named => "named".to_owned(),
            Self::Random => "random".to_owned(),
            Self::EndlessEndgame => "endgame".to_owned(),
            Self::File(file) => file.identity(),
        }
    }

    /// Whether there are such starts in a variant. What a file holds is told when it is read.
    pub(crate) fn fits(&self, variant: Variant) -> bool {
        match self {
            Self::Own | Self::File(_) => true,
            Self::Named | Self::Random => variant.setup != SetupKind::Given,
            Self::EndlessEndgame => variant == Variant::STANDARD,
        }
    }

    /// The start of the pair with this number in a standard game; depends on nothing but `seed` and `pair`.
    pub fn start(&self, seed: u64, pair: u64) -> Start {
        self.start_in(Variant::STANDARD, seed, pair)
    }

    /// As [`StartSource::start`], for games of a variant.
    pub fn start_in(&self, variant: Variant, seed: u64, pair: u64) -> Start {
        let mut rng = generator(seed, pair);
        match self {
            Self::Own if variant.setup == SetupKind::Given => {
                Start { label: "Endless Endgame".to_owned(), game: endless_start(&mut rng) }
            }
            Self::Own => Start { label: "own setups".to_owned(), game: Game::with_variant(variant) },
            Self::Named => {
                let game = from_setups(variant, |color, _| named_setup(color, &mut rng));
                Start { label: "named setups".to_owned(), game }
            }
            Self::Random => {
                Start { label: "random setups".to_owned(), game: random_start(variant, &mut rng) }
            }
            Self::EndlessEndgame => {
                let game = Game::from_position(endless_endgame(&mut rng));
                Start { label: "Endless Endgame".to_owned(), game }
            }
            Self::File(file) => file.start(seed, pair),
        }
    }
}

fn from_setups(variant: Variant, mut setup: impl FnMut(Color, &Game) -> Setup) -> Game {
    let mut game = Game::with_variant(variant);
    for color in Color::ALL {
        // Setups of the core's making are legal; were one not, the engine would set up instead.
        let _ = game.place(&setup(color, &game));
    }
    game
}

/// Random setups after which the game is open: free placement may end at once.
fn random_start(variant: Variant, rng: &mut ChaCha8Rng) -> Game {
    loop {
        let game = from_setups(variant, |color, game| {
            variant.setup.random(color, game.board(), rng).unwrap_or_default()
        });
        if game.outcome().is_none() {
            return game;
        }
    }
}

fn named_setup(color: Color, rng: &mut ChaCha8Rng) -> Setup {
    let named = NamedSetup::ALL[below(rng, NamedSetup::ALL.len())].setup(color);
    let setup = if below(rng, 2) == 0 { named } else { named.mirror() };
    let permutations: Vec<Setup> = setup.minor_permutations().collect();
    permutations.get(below(rng, permutations.len())).cloned().unwrap_or(setup)
}

/// The starts of a file, played through.
#[derive(Clone, Debug)]
pub struct StartFile {
    name: String,
    starts: Vec<Start>,
}

/// Why a file of starts is of no use.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StartFileError {
    /// A start cannot be read.
    #[error("{name}, start at line {line}: {problem}")]
    Unreadable {
        /// The file.
        name: String,
        /// The line on which the start begins, from 1.
        line: usize,
        /// What is wrong.
        problem: String,
    },
    /// A start is a finished game.
    #[error("{name}, start at line {line}: the game is over there ({outcome}); give fewer turns")]
    Over {
        /// The file.
        name: String,
        /// The line on which the start begins, from 1.
        line: usize,
        /// How it ended.
        outcome: String,
    },
    /// There is no start.
    #[error(
        "{0}: no start found; expected lines g [64 characters], move lists with a blank line between, or an archive"
    )]
    Empty(String),
}

impl StartFile {
    /// Reads the text of a file: one AEI board per line, move lists separated by blank lines, or an archive; `turns`
    /// cuts every game to that many turns after the setups.
    ///
    /// # Errors
    /// Names the start that cannot be read or is a finished game.
    pub fn read(name: &str, text: &str, turns: Option<usize>) -> Result<Self, StartFileError> {
        Self::read_in(Variant::STANDARD, name, text, turns)
    }

    /// As [`StartFile::read`], for games of a variant: boards with Gold to move begin games with its first turn.
    ///
    /// # Errors
    /// As [`StartFile::read`].
    pub fn read_in(
        variant: Variant,
        name: &str,
        text: &str,
        turns: Option<usize>,
    ) -> Result<Self, StartFileError> {
        let unreadable = |line: usize, problem: &dyn fmt::Display| StartFileError::Unreadable {
            name: name.to_owned(),
            line,
            problem: problem.to_string(),
        };
        let mut games: Vec<(usize, Game)> = Vec::new();
        let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
        if first.split('\t').any(|field| field.trim() == "movelist") {
            let archive = read_archive(text).map_err(|e| unreadable(e.place.line, &e))?;
            for (index, row) in archive.games.into_iter().enumerate() {
                let line = index + 2;
                let game = row.and_then(|row| row.value.game(Strictness::Lenient));
                games.push((line, game.map_err(|e| unreadable(line, &e.what))?.value));
            }
        } else {
            for (line, block) in blocks(text) {
                let detected =
                    detect_in(variant, &block, Strictness::Lenient).map_err(|e| unreadable(line, &e.what))?;
                let game = detected
                    .value
                    .into_game_of(variant, Strictness::Lenient)
                    .map_err(|e| unreadable(line, &e.what))?;
                games.push((line, game.value));
            }
        }
        let mut starts = Vec::with_capacity(games.len());
        for (line, mut game) in games {
            while turns.is_some_and(|turns| game.turns().len() > turns) {
                game.takeback();
            }
            if let Phase::Over(outcome) = game.phase() {
                let outcome = outcome.to_string();
                return Err(StartFileError::Over { name: name.to_owned(), line, outcome });
            }
            starts.push(Start { label: format!("{name}:{line}"), game });
        }
        if starts.is_empty() {
            Err(StartFileError::Empty(name.to_owned()))
        } else {
            Ok(Self { name: name.to_owned(), starts })
        }
    }

    /// Number of starts.
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Never: a file without starts cannot be read.
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// Tells one file from another by its starts.
    fn identity(&self) -> String {
        let start = |start: &Start| {
            let moves = crate::record::moves_of(&start.game);
            format!("{} {moves}", crate::record::given_position(&start.game).unwrap_or_default())
        };
        self.starts.iter().map(start).collect::<Vec<_>>().join("\n")
    }

    /// All starts in an order that the seed shuffles, then again in another one.
    fn start(&self, seed: u64, pair: u64) -> Start {
        let round = pair / self.starts.len() as u64;
        let mut order: Vec<usize> = (0..self.starts.len()).collect();
        shuffle(&mut generator(seed, round), &mut order);
        self.starts[order[(pair % self.starts.len() as u64) as usize]].clone()
    }
}

impl fmt::Display for StartFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({} starts)", self.name, self.starts.len())
    }
}

/// The starts in a text with the lines on which they begin: a board is a line of its own, everything else goes on to
/// the next blank line.
fn blocks(text: &str) -> Vec<(usize, String)> {
    let mut blocks: Vec<(usize, String)> = Vec::new();
    let mut open = false;
    for (index, line) in text.lines().enumerate() {
        if line.trim().is_empty() || line.starts_with('#') {
            open = false;
        } else if is_board(line) {
            blocks.push((index + 1, line.to_owned()));
            open = false;
        } else if let (true, Some((_, block))) = (open, blocks.last_mut()) {
            block.push('\n');
            block.push_str(line);
        } else {
            blocks.push((index + 1, line.to_owned()));
            open = true;
        }
    }
    blocks
}

fn is_board(line: &str) -> bool {
    matches!(detect_in(Variant::STANDARD, line, Strictness::Lenient), Ok(reading) if matches!(reading.value, Detected::Board(_)))
}

#[cfg(test)]
mod tests;
