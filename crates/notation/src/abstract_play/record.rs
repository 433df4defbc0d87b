//! Game records of Abstract Play: JSON with a header and rounds of moves.

use super::legacy::{ApNotation, write_ap_start, write_legacy_setup, write_legacy_turn};
use crate::error::error;
use crate::{Dialect, Error, Place, WriteStyle, write_lightvector};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use tusker_core::{Color, Game, IllegalTurn, SetupKind, Variant};

/// Why a text is no game record of Abstract Play.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordFault {
    /// No JSON, or not of the shape of a record.
    #[error("no game record of Abstract Play: {0}")]
    Json(String),
    /// A record of another game.
    #[error("this is a record of '{0}', not of Arimaa")]
    OtherGame(String),
    /// A variant of which nothing is known.
    #[error("unknown variant '{0}': known are Standard setup, Endless endgame and Free placement (unrated)")]
    Variant(String),
    /// Endless Endgame without its start.
    #[error("an Endless Endgame needs its startingPosition")]
    NoStart,
    /// A round without a move before the last one.
    #[error("round {0} lacks the move of {1}")]
    NoMove(usize, Color),
}

/// A game record. What is not named here is kept in `other` fields and written back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ApRecord {
    /// Who played what, where and when.
    pub header: ApHeader,
    /// The rounds, Gold's move first; the last round may be short.
    pub moves: Vec<Vec<Option<ApMove>>>,
    /// Where the moves stand in the file, one place a ply.
    #[serde(skip)]
    pub(super) places: Vec<Place>,
}

/// The header of a record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ApHeader {
    /// The game and its variants.
    pub game: ApGameName,
    /// The players, Gold first.
    pub players: Vec<ApPlayer>,
    /// The pieces at the start of an Endless Endgame.
    #[serde(rename = "startingPosition", default, skip_serializing_if = "Option::is_none")]
    pub starting_position: Option<String>,
    /// Site, dates, event and so on.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// The name of the game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ApGameName {
    /// `Arimaa`.
    pub name: String,
    /// Labels of variants, such as `Endless endgame`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variants: Vec<String>,
}

/// One player.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ApPlayer {
    /// The name.
    pub name: String,
    /// 1 for the winner and 0 for the loser; the higher number won.
    pub result: i64,
    /// User id and so on.
    #[serde(flatten)]
    pub other: Map<String, Value>,
}

/// One move: its text, or its text with remarks.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ApMove {
    /// The text.
    Text(String),
    /// The text and more.
    Full {
        /// The text.
        #[serde(rename = "move")]
        text: String,
        /// The rest.
        #[serde(flatten)]
        other: Map<String, Value>,
    },
}

impl ApMove {
    /// The text of the move.
    pub fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Full { text, .. } => text,
        }
    }
}

/// Only the moves, as they stand in the file.
#[derive(Deserialize)]
struct RawMoves<'a> {
    #[serde(borrow)]
    moves: Vec<Vec<&'a RawValue>>,
}

/// Reads a record, or a list of records; each on its own may be at fault.
///
/// # Errors
/// The text is no JSON.
///
/// ```
/// use tusker_notation::{Strictness, read_ap_records};
///
/// let text = r#"{"header": {"game": {"name": "Arimaa", "variants": ["Endless endgame"]},
///     "players": [{"name": "a", "result": 1}, {"name": "b", "result": 0}],
///     "startingPosition": "Ed1,Rc2,ed8,rc7"}, "moves": [["Ed1d2, Ed2d3", "ed5"]]}"#;
/// let record = read_ap_records(text).unwrap().remove(0).unwrap();
/// let replay = record.replay(Strictness::Strict).unwrap().value;
/// assert_eq!(replay.game.turns().len(), 2);
/// ```
pub fn read_ap_records(text: &str) -> Result<Vec<Result<ApRecord, Error>>, Error> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let broken = |e: serde_json::Error| {
        let place = Place { line: e.line().max(1), column: e.column().max(1) };
        error(place, RecordFault::Json(e.to_string()))
    };
    if text.trim_start().starts_with('[') {
        let records: Vec<&RawValue> = serde_json::from_str(text).map_err(broken)?;
        return Ok(records.into_iter().map(|record| read_one(text, record.get())).collect());
    }
    let record: &RawValue = serde_json::from_str(text).map_err(broken)?;
    Ok(vec![read_one(text, record.get())])
}

/// Reads the record `part` of the file `whole`.
fn read_one(whole: &str, part: &str) -> Result<ApRecord, Error> {
    let origin = place_of(whole, part);
    let broken = |e: serde_json::Error| {
        let column = if e.line() <= 1 { origin.column + e.column().saturating_sub(1) } else { e.column() };
        let place = Place { line: origin.line + e.line().saturating_sub(1), column: column.max(1) };
        error(place, RecordFault::Json(e.to_string()))
    };
    let mut record: ApRecord = serde_json::from_str(part).map_err(broken)?;
    let raw: RawMoves<'_> = serde_json::from_str(part).map_err(broken)?;
    // Past the quotation mark of a bare text.
    let inside = |raw: &&RawValue| place_of(whole, raw.get()).right(usize::from(raw.get().starts_with('"')));
    record.places = raw.moves.iter().flatten().map(inside).collect();
    if record.header.game.name != "Arimaa" {
        return Err(error(origin, RecordFault::OtherGame(crate::text::excerpt(&record.header.game.name))));
    }
    Ok(record)
}

/// Where `part`, a piece of `whole`, begins.
fn place_of(whole: &str, part: &str) -> Place {
    let offset = (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize);
    let before = whole.get(..offset).unwrap_or_default();
    let line = before.bytes().filter(|byte| *byte == b'\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, crate::text::count) + 1;
    Place { line, column }
}

impl ApRecord {
    /// The variant that the labels name; `None` and the label if one is unknown.
    ///
    /// # Errors
    /// The first label that is not known.
    pub fn variant(&self) -> Result<Variant, RecordFault> {
        let mut variant = Variant::STANDARD;
        for label in &self.header.game.variants {
            variant = match label.to_lowercase().as_str() {
                "standard setup" | "#setup" => continue,
                "endless endgame" | "eee" => Variant::ENDLESS,
                "free placement (unrated)" | "free placement" | "freestyle setup" | "free" => Variant::FREE,
                _ => return Err(RecordFault::Variant(crate::text::excerpt(label))),
            };
        }
        Ok(variant)
    }

    /// The winner, if the results differ.
    pub fn winner(&self) -> Option<Color> {
        let [gold, silver] = self.header.players.as_slice() else { return None };
        match gold.result.cmp(&silver.result) {
            std::cmp::Ordering::Greater => Some(Color::Gold),
            std::cmp::Ordering::Less => Some(Color::Silver),
            std::cmp::Ordering::Equal => None,
        }
    }

    /// A record of `game` with these players, its turns written in `notation`.
    ///
    /// A game that is over gives the winner 1 and the loser 0, whatever `players` says.
    ///
    /// # Errors
    /// A turn of the game is not legal where it stands, which [`Game`] does not let happen.
    pub fn of_game(game: &Game, players: [ApPlayer; 2], notation: ApNotation) -> Result<Self, IllegalTurn> {
        let mut players = players;
        if let Some(outcome) = game.outcome() {
            for (player, color) in players.iter_mut().zip(Color::ALL) {
                player.result = i64::from(outcome.winner == color);
            }
        }
        let label = match game.variant().setup {
            SetupKind::Given => Some("Endless endgame"),
            SetupKind::Free => Some("Free placement (unrated)"),
            _ => None,
        };
        let given = game.start().filter(|_| game.setups().is_empty());
        let header = ApHeader {
            game: ApGameName {
                name: "Arimaa".to_owned(),
                variants: label.into_iter().map(str::to_owned).collect(),
            },
            players: players.into(),
            starting_position: given.map(|start| write_ap_start(start.board())),
            other: Map::new(),
        };
        let plies = write_plies(game, notation)?;
        let moves = plies
            .chunks(2)
            .map(|round| round.iter().map(|text| Some(ApMove::Text(text.clone()))).collect())
            .collect();
        Ok(Self { header, moves, places: Vec::new() })
    }
}

fn write_plies(game: &Game, notation: ApNotation) -> Result<Vec<String>, IllegalTurn> {
    let mut plies = Vec::new();
    for (index, setup) in game.setups().iter().enumerate() {
        let fallen = if index == 1 { game.fallen() } else { &[] };
        plies.push(write_legacy_setup(setup, fallen));
    }
    let mut before = game.start();
    for played in game.turns() {
        if let Some(position) = before {
            plies.push(match notation {
                ApNotation::Legacy => write_legacy_turn(position, &played.turn)?,
                ApNotation::Lightvector => {
                    write_lightvector(position, &played.turn, Dialect::AbstractPlay, WriteStyle::Named)?
                }
            });
        }
        before = Some(&played.position);
    }
    Ok(plies)
}

/// Writes a record as JSON, indented.
pub fn write_ap_record(record: &ApRecord) -> String {
    // Texts, numbers and maps with text keys are all that a record holds.
    serde_json::to_string_pretty(record).unwrap_or_default()
}
