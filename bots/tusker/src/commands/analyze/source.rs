//! What is analyzed: a position of a game, found in an argument, a file, or standard input.

use crate::input;
use anyhow::{Context, anyhow, bail};
use std::path::Path;
use std::str::FromStr;
use tusker_core::{Game, Variant};
use tusker_notation::{Archive, Detected, ErrorKind, Strictness, TurnLabel, detect_in};

/// Which position of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ply {
    /// After this many setups and turns.
    After(usize),
    /// Before this turn.
    Before(TurnLabel),
}

impl FromStr for Ply {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = text.parse().ok().map(Self::After);
        let label = || TurnLabel::read(text).map(Self::Before);
        number.or_else(label).ok_or_else(|| "expected a number of plies, or a turn such as 12g".to_owned())
    }
}

/// A game that ends with the position to analyze.
#[derive(Debug)]
pub(crate) struct Subject {
    /// The game up to the position.
    pub(crate) game: Game,
    /// The number of the turn to play.
    pub(crate) turn_number: u32,
}

impl Subject {
    /// Reads what `name` names: standard input for `-`, else a file if there is one of that name, else the text
    /// itself.
    pub(crate) fn read(
        name: &str,
        variant: Variant,
        game: Option<u64>,
        ply: Option<Ply>,
    ) -> anyhow::Result<Self> {
        let path = Path::new(name);
        if name != "-" && !path.exists() {
            return Self::of_text(name, variant, game, ply).map_err(|error| match error.downcast_ref() {
                Some(fault) if is_unknown(fault) => {
                    anyhow!("there is no file '{name}', and as a text it cannot be read: {}", fault.what)
                }
                _ => error,
            });
        }
        let text = input::text(path)?;
        Self::of_text(&text, variant, game, ply)
            .with_context(|| if name == "-" { "standard input" } else { name }.to_owned())
    }

    fn of_text(text: &str, variant: Variant, game: Option<u64>, ply: Option<Ply>) -> anyhow::Result<Self> {
        let detected = detect_in(variant, text, Strictness::Lenient)?;
        input::accept(&detected.warnings)?;
        if game.is_some() && !matches!(detected.value, Detected::Archive(_)) {
            bail!("--game chooses a game of an archive, but this is a {}", detected.value.name());
        }
        let mut subject = Self::of(detected.value, variant, game)?;
        if let Some(ply) = ply {
            subject.go_to(ply)?;
        }
        Ok(subject)
    }

    fn of(detected: Detected, variant: Variant, chosen: Option<u64>) -> anyhow::Result<Self> {
        Ok(match detected {
            Detected::Board(_) | Detected::Diagram(_) => {
                let game = detected.into_game_of(variant, Strictness::Lenient)?.value;
                Self { turn_number: game.turn_number(), game }
            }
            Detected::MoveList(list) => Self { turn_number: list.next.number, game: list.game },
            Detected::Archive(archive) => {
                let game = game_of(archive, chosen)?;
                Self { turn_number: game.turn_number(), game }
            }
        })
    }

    /// Takes turns back to the chosen position.
    fn go_to(&mut self, ply: Ply) -> anyhow::Result<()> {
        let plies = self.game.setups().len() + self.game.turns().len();
        let next = TurnLabel { number: self.turn_number, side: self.game.side() };
        let back = match ply {
            Ply::After(count) => plies.checked_sub(count),
            Ply::Before(label) => {
                half_turns(next).checked_sub(half_turns(label)).filter(|&back| back <= plies)
            }
        };
        let Some(back) = back else {
            match ply {
                Ply::After(count) => bail!("--ply {count}: the game has {plies} plies only"),
                Ply::Before(label) => {
                    bail!("--ply {label}: the game has no such turn; {next} is next, after {plies} plies")
                }
            }
        };
        for _ in 0..back {
            self.game.takeback();
        }
        self.turn_number = ((half_turns(next) - back) / 2) as u32;
        Ok(())
    }
}

fn is_unknown(error: &tusker_notation::Error) -> bool {
    matches!(error.what, ErrorKind::Unknown)
}

/// A number that grows by one with every setup and turn.
fn half_turns(label: TurnLabel) -> usize {
    2 * label.number as usize + label.side.index()
}

/// The only game of an archive, or the chosen one.
fn game_of(archive: Archive, chosen: Option<u64>) -> anyhow::Result<Game> {
    let count = archive.games.len();
    let mut rows = archive.games;
    let index = match chosen {
        None if count == 1 => 0,
        None => bail!("the archive holds {count} games: choose one with --game ID"),
        Some(chosen) => {
            let has_id = |row: &Result<tusker_notation::Reading<tusker_notation::ArchiveGame>, _>| {
                row.as_ref().is_ok_and(|reading| reading.value.id == Some(chosen))
            };
            let by_id = rows.iter().position(has_id);
            let by_place = || usize::try_from(chosen).ok()?.checked_sub(1).filter(|&index| index < count);
            by_id.or_else(by_place).ok_or_else(|| {
                anyhow!("--game {chosen}: the archive has no game with this id, and {count} games in all")
            })?
        }
    };
    let reading = rows.swap_remove(index)?;
    input::accept(&reading.warnings)?;
    let game = reading.value.game(Strictness::Lenient)?;
    input::accept(&game.warnings)?;
    Ok(game.value)
}
