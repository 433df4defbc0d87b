//! Rows of the game room's archive: tab-separated files with one game per row.
//!
//! The header row names the columns, in any order; both the names of the original archive (`wusername`, `btype`, ..)
//! and the shorter ones of later collections (`gold`, `silver_type`, ..) are known. Other columns are kept as they
//! are. What the archive says of a game's end is kept and never judged again: older games followed older rules.

use crate::error::error;
use crate::record::{PlayerKind, Rated, RecordedResult, Termination};
use crate::text::{self, Line};
use crate::{Error, Located, Place, ReadResult, Reading, Strictness, WarningKind, read_move_list_at};
use tusker_core::{Color, Game, TimeControl};

/// Why a row of an archive could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RowFault {
    /// The header has no column of moves.
    #[error(
        "the header row names no column 'movelist': expected tab-separated names such as id, result, movelist"
    )]
    NoMoveList,
    /// Two columns mean the same.
    #[error("the header row names the column '{0}' twice")]
    Twice(String),
    /// The row does not fit the header.
    #[error("the row has {found} columns, the header names {expected}")]
    Columns {
        /// Columns of the header.
        expected: usize,
        /// Columns of the row.
        found: usize,
    },
    /// A field that should be a whole number is not.
    #[error("column '{column}': expected a whole number, found '{found}'")]
    Number {
        /// The column's name.
        column: String,
        /// The field.
        found: String,
    },
    /// A row without a header that is not in the usual columns.
    #[error(
        "a row without its header row has {found} columns where {expected} are usual: put the header row above it"
    )]
    NoHeader {
        /// Columns of [`ArchiveHeader::default`].
        expected: usize,
        /// Columns of the row.
        found: usize,
    },
    /// One game was asked for.
    #[error("the archive holds {0} games: give the row of the one you mean, alone or below the header row")]
    Several(usize),
    /// The file ends after its header.
    #[error("there is no game below the header row")]
    NoRows,
}

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Id,
    Name(Color),
    Rating(Color),
    Kind(Color),
    TimeControl,
    Result,
    Termination,
    PlyCount,
    Rated,
    MoveList,
    Other,
}

impl Column {
    fn named(name: &str) -> Self {
        use Color::{Gold, Silver};
        match name {
            "id" => Self::Id,
            "gold" | "wusername" => Self::Name(Gold),
            "silver" | "busername" => Self::Name(Silver),
            "gold_rating" | "wrating" => Self::Rating(Gold),
            "silver_rating" | "brating" => Self::Rating(Silver),
            "gold_type" | "wtype" => Self::Kind(Gold),
            "silver_type" | "btype" => Self::Kind(Silver),
            "timecontrol" => Self::TimeControl,
            "result" => Self::Result,
            "termination" => Self::Termination,
            "plycount" => Self::PlyCount,
            "rated" => Self::Rated,
            "movelist" => Self::MoveList,
            _ => Self::Other,
        }
    }
}

/// The header row: the names of the columns, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArchiveHeader {
    names: Vec<String>,
}

/// The columns `id gold silver gold_rating silver_rating gold_type silver_type timecontrol result termination
/// plycount rated movelist`.
impl Default for ArchiveHeader {
    fn default() -> Self {
        let names = "id gold silver gold_rating silver_rating gold_type silver_type timecontrol result termination \
                     plycount rated movelist";
        Self { names: names.split_whitespace().map(str::to_owned).collect() }
    }
}

/// One side's player, as the archive knows them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// Name in the game room.
    pub name: String,
    /// Rating, if it is known.
    pub rating: Option<u32>,
    /// Human or bot.
    pub kind: PlayerKind,
}

/// One game of an archive.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArchiveGame {
    /// The archive's number of the game.
    pub id: Option<u64>,
    /// The players, Gold first.
    pub players: [Player; 2],
    /// The time control as it is written; see [`ArchiveGame::time_control`].
    pub time_control: String,
    /// Who won, as the archive has it.
    pub result: RecordedResult,
    /// How the game ended, as the archive has it.
    pub termination: Termination,
    /// The archive's count of turns: about half of what we call turns.
    pub ply_count: Option<u32>,
    /// Whether the game counted for the ratings.
    pub rated: Rated,
    /// The moves as they are written, turns joined by the two characters `\n`; see [`ArchiveGame::game`].
    pub move_list: String,
    /// Columns with other names, in order: name and field.
    pub other: Vec<(String, String)>,
    /// Where the fields that are read later stand in their file.
    pub places: FieldPlaces,
}

/// Places of the fields that are read later, for their errors. All are equal: a game is the same wherever its row
/// stands.
#[derive(Clone, Copy, Debug)]
pub struct FieldPlaces {
    /// The time control.
    pub clock: Place,
    /// The move list.
    pub moves: Place,
}

impl Default for FieldPlaces {
    fn default() -> Self {
        Self { clock: Place::START, moves: Place::START }
    }
}

impl PartialEq for FieldPlaces {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for FieldPlaces {}

impl ArchiveGame {
    /// Plays the move list through; errors and warnings carry the row and column of the archive file.
    ///
    /// # Errors
    /// As [`read_move_list`](crate::read_move_list).
    pub fn game(&self, strictness: Strictness) -> ReadResult<Game> {
        read_move_list_at(Located::new(self.places.moves, &self.move_list), strictness)
            .map(|list| list.map(|l| l.game))
    }

    /// Reads the time control.
    ///
    /// # Errors
    /// As [`read_time_control`](crate::read_time_control), with the row and column of the archive file.
    pub fn time_control(&self) -> Result<TimeControl, Error> {
        crate::read_time_control(&self.time_control).map_err(|fault| {
            let place = self.places.clock.right(fault.place.column - 1);
            Located::new(place, fault.what)
        })
    }

    fn player(&mut self, color: Color) -> &mut Player {
        &mut self.players[color.index()]
    }
}

/// Why a game cannot be written as a row: a field holds a tab or a line break.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("column '{column}' holds a tab or a line break: '{field}'")]
pub struct UnwritableRow {
    /// The column's name.
    pub column: String,
    /// The field.
    pub field: String,
}

impl ArchiveHeader {
    /// The names of the columns.
    pub fn names(&self) -> impl ExactSizeIterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Reads the header row of a file.
    ///
    /// # Errors
    /// There is no column of moves, or two columns mean the same.
    pub fn read(text: &str) -> Result<Self, Error> {
        Self::read_at(Located::new(Place::START, text.trim_end_matches(['\r', '\n'])))
    }

    fn read_at(line: Line<'_>) -> Result<Self, Error> {
        let mut names: Vec<String> = Vec::new();
        let mut place = line.place;
        for name in line.what.split('\t') {
            let column = Column::named(name);
            let same =
                |other: &String| other == name || column != Column::Other && Column::named(other) == column;
            if names.iter().any(same) {
                return Err(error(place, RowFault::Twice(text::excerpt(name))));
            }
            names.push(name.to_owned());
            place = place.right(text::count(name) + 1);
        }
        if !names.iter().any(|name| Column::named(name) == Column::MoveList) {
            return Err(error(line.place, RowFault::NoMoveList));
        }
        Ok(Self { names })
    }

    /// Reads one row; `line` is its number in the file, from 1.
    ///
    /// Fields with an unexpected value are kept as text, with a warning.
    ///
    /// # Errors
    /// The row does not fit the header, or a number is not one; the error has the row and the column.
    ///
    /// ```
    /// use tusker_notation::{ArchiveHeader, RecordedResult, Termination};
    /// use tusker_core::Color;
    ///
    /// let header = ArchiveHeader::read("id\tresult\ttermination\tmovelist").unwrap();
    /// let row = "17\tw\tg\t1w Ra1 Rb1\\n1b";
    /// let game = header.read_row(row, 2).unwrap().value;
    /// assert_eq!((game.id, &game.result), (Some(17), &RecordedResult::Winner(Color::Gold)));
    /// assert_eq!(game.termination, Termination::Goal);
    /// assert_eq!(header.write_row(&game).unwrap(), row);
    /// ```
    pub fn read_row(&self, text: &str, line: usize) -> ReadResult<ArchiveGame> {
        let text = text.trim_end_matches(['\r', '\n']);
        let mut place = Place { line, column: 1 };
        let found = text.split('\t').count();
        if found != self.names.len() {
            return Err(error(place, RowFault::Columns { expected: self.names.len(), found }));
        }
        let mut reading = Reading::clean(ArchiveGame::default());
        for (name, field) in self.names.iter().zip(text.split('\t')) {
            if let Some(problem) = read_field(&mut reading.value, name, Located::new(place, field))? {
                let kind = WarningKind::Column { column: name.clone(), problem };
                reading.warnings.push(Located::new(place, kind));
            }
            place = place.right(text::count(field) + 1);
        }
        Ok(reading)
    }

    /// Writes one row, without a line break. Columns that the game knows nothing of stay empty.
    ///
    /// # Errors
    /// A field holds a tab or a line break.
    pub fn write_row(&self, game: &ArchiveGame) -> Result<String, UnwritableRow> {
        let fields: Vec<String> = self.names.iter().map(|name| write_field(game, name)).collect();
        for (name, field) in self.names.iter().zip(&fields) {
            if field.contains(['\t', '\n', '\r']) {
                return Err(UnwritableRow { column: name.clone(), field: field.clone() });
            }
        }
        Ok(fields.join("\t"))
    }
}

impl std::fmt::Display for ArchiveHeader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.names.join("\t"))
    }
}

/// Reads one field; returns what is odd about it.
fn read_field(game: &mut ArchiveGame, name: &str, field: Line<'_>) -> Result<Option<String>, Error> {
    let Located { place, what: text } = field;
    let unknown = |known: bool, expected: &str| {
        (!known && !text.is_empty()).then(|| format!("expected {expected}, found '{}'", text::excerpt(text)))
    };
    match Column::named(name) {
        Column::Id => game.id = number(name, field)?,
        Column::Name(color) => text.clone_into(&mut game.player(color).name),
        Column::Rating(color) => game.player(color).rating = number(name, field)?,
        Column::PlyCount => game.ply_count = number(name, field)?,
        Column::Kind(color) => {
            let kind = PlayerKind::read(text);
            let odd = unknown(!matches!(kind, PlayerKind::Other(_)), "h or b");
            game.player(color).kind = kind;
            return Ok(odd);
        }
        Column::TimeControl => {
            text.clone_into(&mut game.time_control);
            game.places.clock = place;
        }
        Column::Result => {
            game.result = RecordedResult::read(text);
            return Ok(unknown(!matches!(game.result, RecordedResult::Other(_)), "w, b, d or u"));
        }
        Column::Termination => {
            game.termination = Termination::read(text);
            let known = !matches!(game.termination, Termination::Other(_));
            return Ok(unknown(known, "one of the codes g e m t r i f s a p n d"));
        }
        Column::Rated => {
            game.rated = Rated::read(text);
            return Ok(unknown(!matches!(game.rated, Rated::Other(_)), "1 or 0"));
        }
        Column::MoveList => {
            text.clone_into(&mut game.move_list);
            game.places.moves = place;
        }
        Column::Other => game.other.push((name.to_owned(), text.to_owned())),
    }
    Ok(None)
}

fn write_field(game: &ArchiveGame, name: &str) -> String {
    let number = |value: Option<u64>| value.map_or_else(String::new, |n| n.to_string());
    match Column::named(name) {
        Column::Id => number(game.id),
        Column::Name(color) => game.players[color.index()].name.clone(),
        Column::Rating(color) => number(game.players[color.index()].rating.map(u64::from)),
        Column::Kind(color) => game.players[color.index()].kind.to_string(),
        Column::TimeControl => game.time_control.clone(),
        Column::Result => game.result.to_string(),
        Column::Termination => game.termination.to_string(),
        Column::PlyCount => number(game.ply_count.map(u64::from)),
        Column::Rated => game.rated.to_string(),
        Column::MoveList => game.move_list.clone(),
        Column::Other => game
            .other
            .iter()
            .find(|(other, _)| other == name)
            .map_or_else(String::new, |(_, field)| field.clone()),
    }
}

/// A whole number, or nothing.
fn number<T: std::str::FromStr>(column: &str, field: Line<'_>) -> Result<Option<T>, Error> {
    if field.what.is_empty() {
        return Ok(None);
    }
    let wrong = || RowFault::Number { column: column.to_owned(), found: text::excerpt(field.what) };
    field.what.parse().map(Some).map_err(|_| error(field.place, wrong()))
}

/// A whole archive file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Archive {
    /// Its header row.
    pub header: ArchiveHeader,
    /// Its games in order; a row that cannot be read does not hide the others.
    pub games: Vec<Result<Reading<ArchiveGame>, Error>>,
}

/// Reads an archive file: a header row and one row per game. Blank lines are skipped.
///
/// # Errors
/// The header is wrong, or no row follows it. Errors of single rows are in [`Archive::games`].
pub fn read_archive(text: &str) -> Result<Archive, Error> {
    let mut rows = text.lines().enumerate().filter(|(_, row)| !row.trim().is_empty());
    let Some((index, first)) = rows.next() else {
        return Err(error(Place::START, crate::ErrorKind::Empty));
    };
    let place = Place { line: index + 1, column: 1 };
    let header = ArchiveHeader::read_at(Located::new(place, first.trim_end_matches('\r')))?;
    let games: Vec<_> = rows.map(|(index, row)| header.read_row(row, index + 1)).collect();
    if games.is_empty() {
        return Err(error(place, RowFault::NoRows));
    }
    Ok(Archive { header, games })
}

/// Whether a line is the header row of an archive.
pub(crate) fn looks_like_header(line: &str) -> bool {
    line.trim_end().split('\t').any(|name| Column::named(name) == Column::MoveList)
}
