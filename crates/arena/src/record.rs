//! What is kept of a game: one row of an archive, with a last column of JSON.

use crate::ending::Ending;
use serde::{Deserialize, Serialize};
use tusker_core::{Color, Game, Variant};
use tusker_notation::{
    ArchiveGame, ArchiveHeader, ListForm, PlayerKind, RecordedResult, SideLetters, Strictness, detect_in,
    read_turn, write_move_list, write_position,
};

/// The last column, whose name holds the version of the format; readers of archives keep it as text.
const JSON_COLUMN: &str = "tusker_match_v1";

/// All that is known of a finished game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRecord {
    /// What happened on the board.
    pub moves: String,
    /// The clock, as a time control or in words.
    pub clock: String,
    /// Turns and setups played by the engines.
    pub turns_played: u32,
    /// The rest.
    pub facts: GameFacts,
}

/// What the archive's columns have no place for; the JSON of the last column, in this order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameFacts {
    /// Number of the game in the schedule, from 0.
    pub game: u64,
    /// Number of its pair, from 0.
    pub pair: u64,
    /// Which match it belongs to: a digest of engines, clock, starts and seed.
    #[serde(rename = "match")]
    pub fingerprint: String,
    /// Version of the runner.
    pub runner: String,
    /// The seed given to Gold's engine; Silver's got the next number.
    pub seed: u64,
    /// Where the game started, in words.
    pub start: String,
    /// The name of the variant; absent in standard games.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub variant: Option<String>,
    /// The position it started from, if that was not reached by setups.
    pub position: Option<String>,
    /// Setups and turns that stood already when the engines took over.
    pub given: usize,
    /// Who won: 0 Gold, 1 Silver.
    pub winner: usize,
    /// How.
    pub ending: Ending,
    /// What went wrong, or who limited the game; empty if there is nothing to say.
    pub detail: String,
    /// Oddities: notation that was understood all the same, answers nobody had asked for.
    pub warnings: Vec<String>,
    /// Gold's and Silver's engine.
    pub engines: [EngineFacts; 2],
    /// One for each setup or turn of the engines, in order.
    pub turns: Vec<TurnFacts>,
    /// What differs from run to run. Always last, so that two records can be compared up to it.
    pub run: RunFacts,
}

/// Who an engine was.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineFacts {
    /// Its name in the match.
    pub name: String,
    /// `id name`.
    pub id: String,
    /// `id version`.
    pub version: String,
    /// The options that it got, `name=value`.
    pub options: Vec<String>,
}

/// What an engine told about one turn, as far as it did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TurnFacts {
    /// Last finished depth, in steps.
    #[serde(rename = "d", skip_serializing_if = "Option::is_none", default)]
    pub depth: Option<u32>,
    /// Centi-rabbits from the mover's view.
    #[serde(rename = "s", skip_serializing_if = "Option::is_none", default)]
    pub score: Option<i32>,
    /// Nodes.
    #[serde(rename = "n", skip_serializing_if = "Option::is_none", default)]
    pub nodes: Option<u64>,
}

/// What differs from run to run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunFacts {
    /// When the game ended, seconds since 1970.
    pub ended: u64,
    /// How long it took, starting the engines included, in milliseconds.
    pub took: u64,
    /// Time of each turn in [`GameFacts::turns`], in milliseconds.
    pub used: Vec<u64>,
    /// Reserves at the end, Gold's and Silver's, in milliseconds; absent without a clock.
    pub reserves: Option<[u64; 2]>,
    /// Of a game that ended by a fault: the last lines of Gold's and of Silver's engine.
    pub last_lines: [Vec<String>; 2],
}

/// Why a row is no record.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The row does not fit the archive's columns.
    #[error(transparent)]
    Row(#[from] tusker_notation::Error),
    /// The last column is not the JSON of this version.
    #[error("the column {JSON_COLUMN}: {0}")]
    Json(String),
    /// The row cannot be written.
    #[error(transparent)]
    Unwritable(#[from] tusker_notation::UnwritableRow),
    /// A turn of the game cannot be written or read.
    #[error("the moves of game {game}: {problem}")]
    Moves {
        /// Number of the game.
        game: u64,
        /// What is wrong.
        problem: String,
    },
}

/// The header row: the archive's columns and one of JSON, whose name holds the version.
pub(crate) fn header() -> ArchiveHeader {
    let text = format!("{}\t{JSON_COLUMN}", ArchiveHeader::default());
    // The archive's own columns and one more always make a header.
    ArchiveHeader::read(&text).unwrap_or_default()
}

fn json(error: &serde_json::Error) -> RecordError {
    RecordError::Json(error.to_string())
}

impl GameRecord {
    /// The winner.
    pub fn winner(&self) -> Color {
        if self.facts.winner == 0 { Color::Gold } else { Color::Silver }
    }

    /// The row, without its line break.
    ///
    /// # Errors
    /// A name holds a tab or a line break.
    pub fn to_row(&self) -> Result<String, RecordError> {
        let facts = &self.facts;
        let mut row = ArchiveGame {
            id: Some(facts.game + 1),
            time_control: self.clock.clone(),
            result: RecordedResult::Winner(self.winner()),
            termination: facts.ending.termination(),
            ply_count: Some(self.turns_played),
            rated: tusker_notation::Rated::Casual,
            move_list: self.moves.clone(),
            other: vec![(JSON_COLUMN.to_owned(), serde_json::to_string(facts).map_err(|e| json(&e))?)],
            ..ArchiveGame::default()
        };
        for (player, engine) in row.players.iter_mut().zip(&facts.engines) {
            player.name.clone_from(&engine.name);
            player.kind = PlayerKind::Bot;
        }
        Ok(header().write_row(&row)?)
    }

    /// Reads a row; `line` is its number in the file, from 1.
    ///
    /// # Errors
    /// The row is not one of this format and version.
    pub fn from_row(row: &str, line: usize) -> Result<Self, RecordError> {
        let row = header().read_row(row, line)?.value;
        let text =
            row.other.iter().find(|(name, _)| name == JSON_COLUMN).map_or("", |(_, text)| text.as_str());
        Ok(Self {
            moves: row.move_list,
            clock: row.time_control,
            turns_played: row.ply_count.unwrap_or(0),
            facts: serde_json::from_str(text).map_err(|e| json(&e))?,
        })
    }

    /// Plays the game through again.
    ///
    /// # Errors
    /// The moves do not fit the start.
    pub fn game(&self) -> Result<Game, RecordError> {
        let problem =
            |e: &dyn std::fmt::Display| RecordError::Moves { game: self.facts.game, problem: e.to_string() };
        let variant = match &self.facts.variant {
            None => Variant::STANDARD,
            Some(name) => Variant::from_name(name)
                .ok_or_else(|| problem(&format_args!("'{name}' is no known variant")))?,
        };
        let mut game = match &self.facts.position {
            Some(text) => {
                detect_in(variant, text, Strictness::Lenient)
                    .and_then(|found| found.value.into_game_of(variant, Strictness::Lenient))
                    .map_err(|e| problem(&e))?
                    .value
            }
            None => Game::with_variant(variant),
        };
        for line in self.turns() {
            match game.position() {
                None => {
                    let setup =
                        tusker_notation::read_setup(line, game.side(), game.board(), Strictness::Lenient);
                    game.place_lenient(&setup.map_err(|e| problem(&e))?.value).map_err(|e| problem(&e))?;
                }
                Some(position) => {
                    let played = read_turn(position, line).map_err(|e| problem(&e))?.value;
                    game.play(&played.turn).map_err(|e| problem(&e))?;
                }
            }
        }
        Ok(game)
    }

    /// The text of each setup and turn, without its number.
    pub fn turns(&self) -> impl Iterator<Item = &str> {
        self.moves.split("\\n").filter_map(|line| line.split_once(' ')).map(|(_, text)| text)
    }

    /// The setups and turns that engines made, in order, with what is known of each. The last one may have been refused:
    /// it is then not among the moves.
    pub fn engine_turns(&self) -> impl Iterator<Item = EngineTurn<'_>> {
        let facts = &self.facts;
        let from_position = facts.position.is_some();
        // With setups Gold begins; from a position, its side to move does.
        let first_gold = facts.position.as_ref().is_none_or(|text| !text.starts_with(['s', 'b']));
        facts.turns.iter().zip(&facts.run.used).enumerate().map(move |(index, (told, &used))| {
            let ply = facts.given + index;
            let gold = ply.is_multiple_of(2) == first_gold;
            let color = if gold { Color::Gold } else { Color::Silver };
            let engine = facts.engines[color.index()].name.as_str();
            EngineTurn { ply, color, engine, is_setup: !from_position && ply < 2, used, facts: *told }
        })
    }
}

/// One setup or turn of an engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EngineTurn<'a> {
    /// Its place among the setups and turns of the game, given ones included, from 0.
    pub ply: usize,
    /// Whose it was.
    pub color: Color,
    /// The engine's name.
    pub engine: &'a str,
    /// Whether it was a setup.
    pub is_setup: bool,
    /// Milliseconds.
    pub used: u64,
    /// What the engine told of it.
    pub facts: TurnFacts,
}

/// The columns that come from a game.
pub(crate) fn moves_of(game: &Game) -> String {
    // A game holds legal turns only.
    write_move_list(game, ListForm::Archive, SideLetters::WhiteBlack).unwrap_or_default()
}

/// The position from which a game started, if there were no setups.
pub(crate) fn given_position(game: &Game) -> Option<String> {
    game.start().filter(|_| game.setups().is_empty()).map(write_position)
}
