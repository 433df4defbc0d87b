//! Sets of tables.

use crate::army::{Army, View};
use crate::file::{EXTENSION, FileError};
use crate::generate::Table;
use crate::value::{Code, Value};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use tusker_core::{Board, Color, outcome_after_turn};

/// A set of endgame tables, held in memory.
#[derive(Clone, Debug, Default)]
pub struct Tables {
    by_army: HashMap<Army, Table>,
    most_pieces: u32,
}

/// Why a directory of tables cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// The directory or a file cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The directory or file.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file is no good table.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        error: FileError,
    },
    /// There is no table.
    #[error("{}: no endgame tables (files *.{EXTENSION}): make some with tusker tables", .0.display())]
    Empty(PathBuf),
}

impl Tables {
    /// Loads all tables of a directory.
    ///
    /// # Errors
    /// There is none, or one cannot be read.
    pub fn load(directory: &Path) -> Result<Self, LoadError> {
        let io = |path: &Path| {
            let path = path.to_owned();
            move |error| LoadError::Io { path, error }
        };
        let mut tables = Self::default();
        for entry in std::fs::read_dir(directory).map_err(io(directory))? {
            let path = entry.map_err(io(directory))?.path();
            if path.extension().is_some_and(|extension| extension == EXTENSION) {
                let bytes = std::fs::read(&path).map_err(io(&path))?;
                match Table::from_bytes(&bytes) {
                    Ok(table) => tables.add(table),
                    Err(error) => return Err(LoadError::File { path, error }),
                }
            }
        }
        if tables.by_army.is_empty() { Err(LoadError::Empty(directory.to_owned())) } else { Ok(tables) }
    }

    /// Adds a table.
    pub fn add(&mut self, table: Table) {
        self.most_pieces = self.most_pieces.max(table.army.size());
        self.by_army.insert(table.army, table);
    }

    /// The most pieces of a position that may be found.
    #[inline]
    pub fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// The value of a position at the start of a turn of `side`, all four steps left, repetition ignored; `None` if no
    /// table has it, or if a piece on a trap has no friend beside it.
    ///
    /// Costs little where there are too many pieces.
    ///
    /// ```
    /// # use tusker_core::{Board, Color};
    /// # use tusker_tables::{Tables, Value, generate};
    /// let mut tables = Tables::default();
    /// tables.add(generate("Rr".parse().unwrap()).unwrap());
    /// let board: Board = "      r                                                R        ".parse().unwrap();
    /// assert_eq!(tables.probe(&board, Color::Silver), Some(Value::Win { turns: 3 }));
    /// ```
    #[inline]
    pub fn probe(&self, board: &Board, side: Color) -> Option<Value> {
        if board.occupied().count() > self.most_pieces { None } else { self.look_up(board, side) }
    }

    fn look_up(&self, board: &Board, side: Color) -> Option<Value> {
        if !board.unsupported_on_traps().is_empty() {
            return None;
        }
        if let Some(outcome) = outcome_after_turn(board, !side) {
            let won = outcome.winner == side;
            return Some(if won { Value::Win { turns: 0 } } else { Value::Loss { turns: 0 } });
        }
        let view = View::of(board);
        let table = self.by_army.get(&view.army)?;
        let node = table.index.node(board, &view, side);
        table.codes.get(node).copied().and_then(Code::value)
    }
}
