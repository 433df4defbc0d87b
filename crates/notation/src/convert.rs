//! Conversions between the forms of positions, turns and games, with what gets lost named.

mod read;

pub use read::{detect_games, read_games, read_games_watched};

use crate::abstract_play::ApHeader;
use crate::{
    ApNotation, ApPlayer, ApRecord, ArchiveGame, ArchiveHeader, Diagram, Dialect, ListForm, ReadResult,
    SideLetters, Strictness, TurnLabel, WriteStyle, read_legacy_turn, read_lightvector, read_turn,
    write_ap_record, write_ap_start, write_legacy_turn, write_lightvector, write_move_list, write_position,
    write_turn,
};
use std::fmt;
use tusker_core::{Color, Game, IllegalTurn, PlayedTurn, Position, Turn, Variant};

/// Something that a form cannot hold.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Loss {
    /// The order of steps, or the way, where a text names only the position.
    Steps(TurnLabel),
    /// Fields of the record: players, ratings, result and so on, by their names.
    Fields(Vec<String>),
    /// The name of the variant.
    Variant(&'static str),
    /// The side to move.
    Side,
    /// The number of the turn.
    TurnNumber,
    /// Steps already taken in the turn.
    StepsTaken,
    /// What the text of the record had besides the game: takebacks, odd letters, turns that are not legal.
    Wording,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps(label) => write!(f, "turn {label}: the text names its position, not its steps"),
            Self::Fields(names) => write!(f, "left out: {}", names.join(", ")),
            Self::Variant(name) => write!(f, "the variant ({name}) is not written"),
            Self::Side => f.write_str("the side to move is not written: the reader takes Gold"),
            Self::TurnNumber => f.write_str("the number of the turn is not written"),
            Self::StepsTaken => f.write_str("the steps already taken in this turn are not written"),
            Self::Wording => {
                f.write_str("takebacks, odd spellings and illegal turns of the text are not written")
            }
        }
    }
}

/// Why something cannot be written in a form.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConvertFault {
    /// The form begins with setups, the game does not, or pieces fell after them.
    #[error("{0} cannot hold this game: it does not begin with two setups that stay as they are; try {1}")]
    Start(GameForm, GameForm),
    /// Abstract Play knows given starts only with two steps in the first turn.
    #[error("{0} cannot hold a game from a given position, unless it is an Endless Endgame")]
    Given(GameForm),
    /// A field with a tab or a line break.
    #[error(transparent)]
    Row(#[from] crate::UnwritableRow),
    /// A turn is not legal where it stands.
    #[error(transparent)]
    Turn(#[from] IllegalTurn),
    /// The form holds one game in a file.
    #[error("{0} holds one game, these are {1}: write each to a file of its own, or choose archive or ap")]
    Several(GameForm, usize),
}

/// Forms of positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PositionForm {
    /// AEI's `g [64 characters]`.
    Board,
    /// A drawn board.
    Diagram,
    /// Abstract Play's `Eg1,..`.
    Start,
}

/// Writes a position; `turn_number` is for diagrams.
///
/// ```
/// use tusker_notation::{Loss, PositionForm, Strictness, convert_position, read_position};
///
/// let board = "s [r   e          h              mR                        R   E   ]";
/// let position = read_position(board, Strictness::Strict).unwrap().value;
/// let (text, losses) = convert_position(&position, 3, PositionForm::Start);
/// assert_eq!(text, "Ee1,Ra1,Rh5,ee8,mg5,hh7,ra8");
/// assert_eq!(losses, [Loss::TurnNumber, Loss::Side]);
/// ```
pub fn convert_position(position: &Position, turn_number: u32, form: PositionForm) -> (String, Vec<Loss>) {
    let mut losses = Vec::new();
    if form != PositionForm::Diagram && turn_number > 1 {
        losses.push(Loss::TurnNumber);
    }
    if form == PositionForm::Start && position.side() == Color::Silver {
        losses.push(Loss::Side);
    }
    if position.can_pass() {
        losses.push(Loss::StepsTaken);
    }
    let text = match form {
        PositionForm::Board => write_position(position),
        PositionForm::Diagram => Diagram::new(turn_number, *position).to_string(),
        PositionForm::Start => write_ap_start(position.board()),
    };
    (text, losses)
}

/// Forms of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnForm {
    /// The game room's `Ee2n Ee3n`.
    Steps,
    /// Abstract Play's older `Ee2e3, Ee3e4`.
    Legacy,
    /// Lightvector notation.
    Lightvector(Dialect),
}

/// Reads a turn in a form.
///
/// # Errors
/// As the reader of the form.
pub fn read_turn_as(
    position: &Position,
    text: &str,
    form: TurnForm,
    strictness: Strictness,
) -> ReadResult<PlayedTurn> {
    match form {
        TurnForm::Steps => read_turn(position, text),
        TurnForm::Legacy => read_legacy_turn(position, text),
        TurnForm::Lightvector(dialect) => read_lightvector(position, text, dialect, strictness),
    }
}

/// Writes a turn in a form, and whether its steps can be told from the text.
///
/// # Errors
/// The turn is not legal in `position`.
pub fn write_turn_as(
    position: &Position,
    turn: &Turn,
    form: TurnForm,
) -> Result<(String, StepsKept), IllegalTurn> {
    let text = match form {
        TurnForm::Steps => write_turn(position, turn)?,
        TurnForm::Legacy => write_legacy_turn(position, turn)?,
        TurnForm::Lightvector(dialect) => {
            let style = match dialect {
                Dialect::Founding => WriteStyle::Shortest,
                Dialect::AbstractPlay => WriteStyle::Named,
            };
            let text = write_lightvector(position, turn, dialect, style)?;
            let again = read_lightvector(position, &text, dialect, Strictness::Strict);
            let same = again.is_ok_and(|reading| reading.value.turn.steps().eq(turn.steps()));
            return Ok((text, if same { StepsKept::Yes } else { StepsKept::No }));
        }
    };
    Ok((text, StepsKept::Yes))
}

/// Whether reading a text gives the same steps, or only the same position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepsKept {
    /// The same steps.
    Yes,
    /// Only the same position.
    No,
}

/// Forms of whole games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameForm {
    /// A bare move list.
    List,
    /// A move list below tags such as `[gold "name"]`.
    Match,
    /// Rows of the game room's archive.
    Archive,
    /// A move list whose turns are in Lightvector notation, founding dialect.
    Lightvector,
    /// Abstract Play's JSON with the older notation.
    ApLegacy,
    /// Abstract Play's JSON with Lightvector notation.
    Ap,
}

impl GameForm {
    /// All forms.
    pub const ALL: [Self; 6] =
        [Self::List, Self::Match, Self::Archive, Self::Lightvector, Self::ApLegacy, Self::Ap];

    /// The name in options: list, match, archive, lightvector, ap-legacy, ap.
    pub const fn name(self) -> &'static str {
        match self {
            Self::List => "list",
            Self::Match => "match",
            Self::Archive => "archive",
            Self::Lightvector => "lightvector",
            Self::ApLegacy => "ap-legacy",
            Self::Ap => "ap",
        }
    }

    /// The form with that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|form| form.name() == name)
    }
}

impl fmt::Display for GameForm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A game and what its record tells besides.
#[derive(Clone, Debug)]
pub struct GameRecord {
    /// The game.
    pub game: Game,
    /// Fields by the names of the archive's columns: `gold`, `silver_rating`, `result`, ..
    pub fields: Vec<(String, String)>,
    /// The header of an Abstract Play record.
    pub ap: Option<ApHeader>,
    /// What reading lost already.
    pub losses: Vec<Loss>,
}

/// The key of the header of an Abstract Play record under which fields of other forms are kept.
const FIELDS_KEY: &str = "archive";

impl GameRecord {
    /// A game with nothing else known of it.
    pub const fn new(game: Game) -> Self {
        Self { game, fields: Vec::new(), ap: None, losses: Vec::new() }
    }

    fn field(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(field, _)| field == name).map(|(_, value)| value.as_str())
    }

    /// The record as rows of an archive have it.
    fn archive_game(&self) -> Result<ArchiveGame, ConvertFault> {
        let move_list = write_move_list(&self.game, ListForm::Archive, SideLetters::WhiteBlack)?;
        let mut fields = self.fields.clone();
        // A record that says nothing of its end leaves it to the game; what an archive says is never judged again.
        let silent = ["id", "result", "termination"].iter().all(|name| self.field(name).is_none());
        if let Some(outcome) = self.game.outcome().filter(|_| silent) {
            let letter = if outcome.winner == Color::Gold { "w" } else { "b" };
            fields.push(("result".to_owned(), letter.to_owned()));
        }
        fields.push(("movelist".to_owned(), move_list));
        let read = |fields: &[(String, String)]| {
            let join =
                |part: fn(&(String, String)) -> &str| fields.iter().map(part).collect::<Vec<_>>().join("\t");
            let header = ArchiveHeader::read(&join(|(name, _)| name)).ok()?;
            Some(header.read_row(&join(|(_, value)| value), 1).ok()?.value)
        };
        // A field that is no number where one is expected is kept by its name.
        Ok(read(&fields).or_else(|| read(&fields[fields.len() - 1..])).unwrap_or_default())
    }
}

/// Writes games as the text of one file, with what each of them loses.
///
/// # Errors
/// The form cannot hold a game, or holds one only.
pub fn write_games(records: &[GameRecord], form: GameForm) -> Result<(String, Vec<Vec<Loss>>), ConvertFault> {
    write_games_watched(records, form, &mut |_, _| {})
}

/// As [`write_games`]; `watch` hears how many games are written, and of how many.
///
/// # Errors
/// As [`write_games`].
pub fn write_games_watched(
    records: &[GameRecord],
    form: GameForm,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<(String, Vec<Vec<Loss>>), ConvertFault> {
    let mut texts = Vec::new();
    let mut losses = Vec::new();
    for record in records {
        let (text, lost) = write_game(record, form)?;
        texts.push(text);
        losses.push(lost);
        watch(texts.len(), records.len());
    }
    let text = match (form, texts.len()) {
        (GameForm::Archive, _) => {
            texts.insert(0, header_for(records).to_string());
            texts.join("\n") + "\n"
        }
        (_, 1) => texts.remove(0),
        (GameForm::Ap | GameForm::ApLegacy, _) => format!("[\n{}\n]\n", texts.join(",\n")),
        (_, count) => return Err(ConvertFault::Several(form, count)),
    };
    Ok((text, losses))
}

/// The usual columns, and those that some game has besides.
fn header_for(records: &[GameRecord]) -> ArchiveHeader {
    let usual = ArchiveHeader::default();
    let mut names: Vec<&str> = usual.names().collect();
    for (name, _) in records.iter().flat_map(|record| &record.fields) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    ArchiveHeader::read(&names.join("\t")).unwrap_or_default()
}

fn write_game(record: &GameRecord, form: GameForm) -> Result<(String, Vec<Loss>), ConvertFault> {
    let mut losses = record.losses.clone();
    let game = &record.game;
    if !matches!(form, GameForm::Ap | GameForm::ApLegacy) {
        if game.setups().len() < 2 && game.start().is_some() || !game.fallen().is_empty() {
            return Err(ConvertFault::Start(form, GameForm::ApLegacy));
        }
        if *game.variant() != Variant::STANDARD {
            losses.push(Loss::Variant(game.variant().name));
        }
        if let Some(header) = record.ap.as_ref().filter(|header| !header.other.is_empty()) {
            losses.push(Loss::Fields(header.other.keys().cloned().collect()));
        }
    }
    let names = || record.fields.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>();
    let text = match form {
        GameForm::List | GameForm::Match => {
            let tag = |(name, value): &(String, String)| format!("[{name} \"{value}\"]\n");
            let mut tags: Vec<String> = record.fields.iter().map(tag).collect();
            if form == GameForm::List && !tags.is_empty() {
                losses.push(Loss::Fields(names()));
                tags.clear();
            }
            tags.concat() + &write_move_list(game, ListForm::Lines, SideLetters::GoldSilver)?
        }
        GameForm::Archive => header_for(std::slice::from_ref(record)).write_row(&record.archive_game()?)?,
        GameForm::Lightvector => {
            if !record.fields.is_empty() {
                losses.push(Loss::Fields(names()));
            }
            write_lightvector_list(game, &mut losses)?
        }
        GameForm::Ap | GameForm::ApLegacy => write_ap(record, form, &mut losses)?,
    };
    Ok((text, losses))
}

/// The turns of a game with their labels and the positions before them.
fn labelled(game: &Game) -> Vec<(TurnLabel, Position, &Turn)> {
    let mut label = TurnLabel::of(game);
    // Counted back from the end: games may begin with any number.
    for _ in game.turns() {
        label = match label.side {
            Color::Silver => TurnLabel { side: Color::Gold, ..label },
            Color::Gold => TurnLabel { number: label.number.saturating_sub(1), side: Color::Silver },
        };
    }
    let mut turns = Vec::new();
    for (before, played) in game.positions().zip(game.turns()) {
        turns.push((label, *before, &played.turn));
        label = label.next();
    }
    turns
}

fn write_lightvector_list(game: &Game, losses: &mut Vec<Loss>) -> Result<String, ConvertFault> {
    let mut lines = Vec::new();
    for (setup, color) in game.setups().iter().zip(Color::ALL) {
        lines.push(format!("1{} {setup}\n", color.letter()));
    }
    for (label, position, turn) in labelled(game) {
        let (text, kept) = write_turn_as(&position, turn, TurnForm::Lightvector(Dialect::Founding))?;
        if kept == StepsKept::No {
            losses.push(Loss::Steps(label));
        }
        lines.push(format!("{label} {text}\n"));
    }
    Ok(lines.concat())
}

fn write_ap(record: &GameRecord, form: GameForm, losses: &mut Vec<Loss>) -> Result<String, ConvertFault> {
    let game = &record.game;
    if game.setups().is_empty() && game.start().is_some() && *game.variant() != Variant::ENDLESS {
        return Err(ConvertFault::Given(form));
    }
    let notation = if form == GameForm::Ap { ApNotation::Lightvector } else { ApNotation::Legacy };
    let player = |name: &str, wins: &str| ApPlayer {
        name: record.field(name).unwrap_or_default().to_owned(),
        result: i64::from(record.field("result").is_some_and(|result| result == wins)),
        ..ApPlayer::default()
    };
    let mut ap = ApRecord::of_game(game, [player("gold", "w"), player("silver", "b")], notation)?;
    if let Some(header) = &record.ap {
        let (starting_position, variants) = (ap.header.starting_position, ap.header.game.variants);
        ap.header = header.clone();
        // The stored start keeps its order of pieces, and variants their labels.
        ap.header.starting_position = header.starting_position.clone().or(starting_position);
        if ap.header.game.variants.is_empty() {
            ap.header.game.variants = variants;
        }
    }
    let implied = |name: &str| record.ap.is_some() && matches!(name, "gold" | "silver" | "result");
    let kept: serde_json::Map<_, _> = record
        .fields
        .iter()
        .filter(|(name, _)| !implied(name))
        .map(|(name, value)| (name.clone(), serde_json::Value::from(value.as_str())))
        .collect();
    if !kept.is_empty() {
        ap.header.other.insert(FIELDS_KEY.to_owned(), kept.into());
    }
    if notation == ApNotation::Lightvector {
        for (label, position, turn) in labelled(game) {
            let (_, kept) = write_turn_as(&position, turn, TurnForm::Lightvector(Dialect::AbstractPlay))?;
            if kept == StepsKept::No {
                losses.push(Loss::Steps(label));
            }
        }
    }
    Ok(write_ap_record(&ap) + "\n")
}
