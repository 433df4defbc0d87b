//! Whole games from files and arguments, in any form.

use crate::input;
use anyhow::{Context, anyhow, bail};
use std::path::Path;
use tusker_core::{Game, Variant};
use tusker_notation::{
    Archive, ArchiveGame, Detected, GameForm, Reading, Strictness, Warning, detect_games, detect_in,
    read_ap_records, read_games, read_move_list,
};

/// A game as its record tells it.
#[derive(Debug)]
pub(crate) struct Story {
    /// What the record holds, cut where the rules do not lead on: an illegal turn stood there.
    pub(crate) parts: Vec<Game>,
    /// What was odd, with places in the text.
    pub(crate) warnings: Vec<Warning>,
    /// What the record tells beside the moves, by name: `gold`, `result` and so on.
    pub(crate) fields: Vec<(String, String)>,
}

impl Story {
    /// Reads what `name` names: standard input for `-`, else a file if there is one of that name, else the text itself.
    /// `game` chooses one of several games: by its id in an archive, or else by its place from 1.
    pub(crate) fn read(name: &str, variant: Variant, game: Option<u64>) -> anyhow::Result<Self> {
        let path = Path::new(name);
        if name != "-" && !path.exists() {
            if !name.contains([' ', '\n', '[', '\t']) {
                bail!("there is no file '{name}'");
            }
            return Self::of_text(name, variant, game);
        }
        let text = input::text(path)?;
        Self::of_text(&text, variant, game)
            .with_context(|| if name == "-" { "standard input" } else { name }.to_owned())
    }

    /// Reads a text in any form.
    pub(crate) fn of_text(text: &str, variant: Variant, game: Option<u64>) -> anyhow::Result<Self> {
        match detect_games(text) {
            GameForm::Ap | GameForm::ApLegacy => Self::of_abstract_play(text, game),
            GameForm::Lightvector => {
                let mut records = read_games(text, GameForm::Lightvector, Strictness::Lenient)?;
                let record = records.swap_remove(0)?;
                Ok(Self {
                    parts: vec![record.value.game],
                    warnings: record.warnings,
                    fields: record.value.fields,
                })
            }
            _ => Self::of_steps(text, variant, game),
        }
    }

    fn of_abstract_play(text: &str, game: Option<u64>) -> anyhow::Result<Self> {
        let mut records = read_ap_records(text)?;
        let index = choose(records.len(), game, |_| None)?;
        let record = records.swap_remove(index)?;
        let Reading { value: replay, warnings } = record.replay(Strictness::Lenient)?;
        let names = ["gold", "silver"].into_iter().zip(&record.header.players);
        let mut fields: Vec<(String, String)> =
            names.map(|(side, player)| (side.to_owned(), player.name.clone())).collect();
        if let Some(winner) = record.winner() {
            fields.push(("result".to_owned(), winner.letter().to_string()));
        }
        Ok(Self { parts: parts(replay.earlier, replay.game), warnings, fields })
    }

    fn of_steps(text: &str, variant: Variant, game: Option<u64>) -> anyhow::Result<Self> {
        let Reading { value, warnings } = detect_in(variant, text, Strictness::Lenient)
            .map_err(|error| input::explain_unknown(error, text))?;
        match value {
            Detected::Archive(archive) => Self::of_archive(archive, game),
            _ if game.is_some() => {
                bail!("--game chooses one of several games, but this is a {}", value.name())
            }
            Detected::MoveList(list) => {
                let told = list.tags.iter().find(|(name, _)| name.eq_ignore_ascii_case("variant"));
                // The game itself says what it is, unless the caller does.
                match told.and_then(|(_, name)| Variant::from_name(name)) {
                    Some(told) if told != variant && variant == Variant::STANDARD => {
                        Self::of_steps(text, told, game)
                    }
                    _ => Ok(Self { parts: parts(list.earlier, list.game), warnings, fields: list.tags }),
                }
            }
            board => {
                let game = board.into_game_of(variant, Strictness::Lenient)?.value;
                Ok(Self { parts: vec![game], warnings, fields: Vec::new() })
            }
        }
    }

    fn of_archive(archive: Archive, game: Option<u64>) -> anyhow::Result<Self> {
        let mut rows = archive.games;
        let id = |index: usize| rows.get(index)?.as_ref().ok()?.value.id;
        let index = choose(rows.len(), game, id)?;
        let Reading { value: row, mut warnings } = rows.swap_remove(index)?;
        let Reading { value: list, warnings: odd } = read_move_list(&row.move_list, Strictness::Lenient)?;
        warnings.extend(odd);
        Ok(Self { parts: parts(list.earlier, list.game), warnings, fields: fields(&row) })
    }

    /// The last part: the game as it stands at the end of the record.
    pub(crate) fn into_game(mut self) -> Game {
        self.parts.pop().unwrap_or_default()
    }

    /// What the record says of the result, which is not judged again.
    pub(crate) fn recorded(&self) -> Option<String> {
        let field = |name: &str| self.fields.iter().find(|(field, _)| field.eq_ignore_ascii_case(name));
        let told: Vec<String> = ["result", "termination"]
            .into_iter()
            .filter_map(field)
            .map(|(name, value)| format!("{name} {value}"))
            .collect();
        (!told.is_empty()).then(|| told.join(", "))
    }

    /// `Ann - Bob`, or `Gold - Silver`.
    pub(crate) fn title(&self) -> String {
        let name = |side: &str, or: &str| {
            let found = self.fields.iter().find(|(name, value)| name == side && !value.is_empty());
            found.map_or_else(|| or.to_owned(), |(_, value)| value.clone())
        };
        format!("{} - {}", name("gold", "Gold"), name("silver", "Silver"))
    }
}

fn parts(mut earlier: Vec<Game>, last: Game) -> Vec<Game> {
    earlier.push(last);
    earlier
}

fn fields(row: &ArchiveGame) -> Vec<(String, String)> {
    let [gold, silver] = &row.players;
    let number = |number: Option<u64>| number.map_or_else(String::new, |number| number.to_string());
    let fields = [
        ("id", number(row.id)),
        ("gold", gold.name.clone()),
        ("silver", silver.name.clone()),
        ("gold_rating", number(gold.rating.map(u64::from))),
        ("silver_rating", number(silver.rating.map(u64::from))),
        ("timecontrol", row.time_control.clone()),
        ("result", row.result.to_string()),
        ("termination", row.termination.to_string()),
    ];
    let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value));
    fields.filter(|(_, value)| !value.is_empty()).collect()
}

/// The only one of `count` games, or the chosen one: by its id, or else by its place from 1.
fn choose(count: usize, chosen: Option<u64>, id: impl Fn(usize) -> Option<u64>) -> anyhow::Result<usize> {
    match chosen {
        None if count == 1 => Ok(0),
        None => bail!("there are {count} games: choose one with --game ID"),
        Some(chosen) => {
            let by_id = (0..count).find(|&index| id(index) == Some(chosen));
            let by_place = || usize::try_from(chosen).ok()?.checked_sub(1).filter(|&index| index < count);
            by_id.or_else(by_place).ok_or_else(|| {
                anyhow!("--game {chosen}: there is no game with this id, and {count} games in all")
            })
        }
    }
}
