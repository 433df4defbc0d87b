//! The file of records: written once per game, never rewritten, taken up again after any kind of end.

use crate::record::{GameRecord, RecordError, header};
use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Why a file of records cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordFileError {
    /// Reading or writing failed.
    #[error("{path}: {cause}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        cause: io::Error,
    },
    /// The file is there, and nobody said that it should be continued.
    #[error("{0} exists already: continue it with --resume, or name another file")]
    Exists(PathBuf),
    /// The file is something else, or of another version.
    #[error("{0} holds no match records of this version: its first line is not the expected header")]
    Header(PathBuf),
    /// A row cannot be read.
    #[error("{path}, line {line}: {cause}")]
    Row {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        cause: Box<RecordError>,
    },
    /// The file belongs to another match.
    #[error(
        "{path}, line {line}: this game belongs to another match (other engines, options, clock, starts or seed): \
         give the same ones to resume it, or name another file"
    )]
    OtherMatch {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
    },
    /// A game stands twice in the file.
    #[error("{path}, line {line}: game {game} stands in the file twice")]
    Twice {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// Its number, from 0.
        game: u64,
    },
}

/// An open file of records.
#[derive(Debug)]
pub struct RecordFile {
    path: PathBuf,
    file: File,
}

impl RecordFile {
    /// Starts a new file.
    ///
    /// # Errors
    /// It exists, or cannot be written.
    pub fn create(path: &Path) -> Result<Self, RecordFileError> {
        let opened = OpenOptions::new().write(true).create_new(true).open(path);
        let file = opened.map_err(|cause| match cause.kind() {
            io::ErrorKind::AlreadyExists => RecordFileError::Exists(path.to_owned()),
            _ => RecordFileError::Io { path: path.to_owned(), cause },
        })?;
        let mut records = Self { path: path.to_owned(), file };
        records.write_line(&header().to_string())?;
        Ok(records)
    }

    /// Opens a file to go on with the match `fingerprint`; a file that is missing is started. A last line without its
    /// end, which a kill may leave, is cut off. Returns the finished games by number.
    ///
    /// # Errors
    /// The file is no record file, belongs to another match, or holds a game twice.
    pub fn resume(
        path: &Path,
        fingerprint: &str,
    ) -> Result<(Self, BTreeMap<u64, GameRecord>), RecordFileError> {
        let io_error = |cause| RecordFileError::Io { path: path.to_owned(), cause };
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(io_error)?;
        let mut records = Self { path: path.to_owned(), file };
        let mut games = BTreeMap::new();
        let whole = records.read_whole_lines(|line, record: GameRecord| {
            if record.facts.fingerprint != fingerprint {
                return Err(RecordFileError::OtherMatch { path: path.to_owned(), line });
            }
            let game = record.facts.game;
            match games.insert(game, record) {
                None => Ok(()),
                Some(_) => Err(RecordFileError::Twice { path: path.to_owned(), line, game }),
            }
        })?;
        records.file.set_len(whole).map_err(io_error)?;
        records.file.seek(SeekFrom::End(0)).map_err(io_error)?;
        if whole == 0 {
            records.write_line(&header().to_string())?;
        }
        Ok((records, games))
    }

    /// Reads the header and every row that is whole; returns the length in bytes of what was read.
    fn read_whole_lines(
        &mut self,
        mut take: impl FnMut(usize, GameRecord) -> Result<(), RecordFileError>,
    ) -> Result<u64, RecordFileError> {
        let io_error = |cause| RecordFileError::Io { path: self.path.clone(), cause };
        let mut reader = BufReader::new(&self.file);
        let mut length = 0;
        let mut text = Vec::new();
        for line in 1.. {
            text.clear();
            let read = reader.read_until(b'\n', &mut text).map_err(io_error)?;
            if text.last() != Some(&b'\n') {
                break;
            }
            length += read as u64;
            let text = String::from_utf8_lossy(&text);
            let text = text.trim_end_matches(['\r', '\n']);
            if line == 1 {
                if text != header().to_string() {
                    return Err(RecordFileError::Header(self.path.clone()));
                }
            } else {
                let record = GameRecord::from_row(text, line).map_err(|cause| RecordFileError::Row {
                    path: self.path.clone(),
                    line,
                    cause: Box::new(cause),
                })?;
                take(line, record)?;
            }
        }
        if length == 0 && !text.is_empty() && !header().to_string().as_bytes().starts_with(&text) {
            // Not the beginning of our own header: somebody else's file.
            return Err(RecordFileError::Header(self.path.clone()));
        }
        Ok(length)
    }

    /// All games of a file, in the order in which they ended; a torn last line is passed over.
    ///
    /// # Errors
    /// The file cannot be read or is no record file.
    pub fn read(path: &Path) -> Result<Vec<GameRecord>, RecordFileError> {
        let file = File::open(path).map_err(|cause| RecordFileError::Io { path: path.to_owned(), cause })?;
        let mut games = Vec::new();
        Self { path: path.to_owned(), file }.read_whole_lines(|_, record| {
            games.push(record);
            Ok(())
        })?;
        Ok(games)
    }

    /// Adds a game; when this returns the game is safe from the end of this process, and from that of the machine as
    /// far as the file system allows.
    ///
    /// # Errors
    /// The record has no form, or the file cannot be written.
    pub fn append(&mut self, record: &GameRecord) -> Result<(), RecordFileError> {
        let row = record.to_row().map_err(|cause| RecordFileError::Row {
            path: self.path.clone(),
            line: 0,
            cause: Box::new(cause),
        })?;
        self.write_line(&row)
    }

    /// One write for a whole line: a kill leaves all of it, or a beginning without its end.
    fn write_line(&mut self, line: &str) -> Result<(), RecordFileError> {
        let written =
            self.file.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|cause| RecordFileError::Io { path: self.path.clone(), cause })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

#[cfg(test)]
mod tests;
