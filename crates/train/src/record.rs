//! Files of self-play games.
//!
//! Version 2, all numbers little-endian. A file begins with 28 bytes: `TUSKERSP`, the version (4 bytes), the seed (8)
//! and the nodes a turn (8) of the run. Games follow in any order, each as:
//!
//! | bytes | content |
//! |---|---|
//! | 4 | length of the rest |
//! | 4 | the game's number in its run: with the seed, it reproduces the game |
//! | 1 | the winner: 0 Gold, 1 Silver |
//! | then | for each turn searched, a packed position (see [`PackedPosition`]), score and turn |
//!
//! A score is that of the search, 2 bytes, mover's view; a turn is four edges of 2 bytes (see [`Edge::bits`]), passes
//! where it has fewer. Version 1 is without the turns; it is read, but not continued.
//!
//! A game is written in one piece; one that was cut short by the end of a run is dropped when the file is opened.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tusker_core::{Color, Edge, PackedPosition, Position, Turn, UnpackError};

const MAGIC: [u8; 8] = *b"TUSKERSP";
const VERSION: u32 = 2;
/// The version whose samples have no turns.
const WITHOUT_TURNS: u32 = 1;
/// Edges kept of a turn.
const EDGES: usize = 4;
const HEADER: usize = 28;
/// Length of a game's number and winner.
const GAME_HEADER: usize = 5;
/// More than the longest game takes.
const MAX_GAME: usize = 1 << 20;

/// A position of a game, and what the search thought of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The position at the start of a turn.
    pub position: Position,
    /// The score in centi-rabbits, mover's view; proven results as the search gives them.
    pub score: i16,
    /// The turn played; empty where it is not known.
    pub turn: Turn,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// Its number in its run.
    pub number: u32,
    /// Who won.
    pub winner: Color,
    /// Its positions in order, without those in which the turn was random: where one is left out, the side to move does not
    /// change.
    pub samples: Vec<Sample>,
}

/// Why a file of games cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The operating system refuses.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What it says.
        error: io::Error,
    },
    /// Not such a file.
    #[error("{} is no file of self-play games: it does not begin with TUSKERSP", .0.display())]
    Magic(PathBuf),
    /// A later or broken version.
    #[error("{} has version {version} of the format; this program reads versions 1 and 2", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        version: u32,
    },
    /// An older version, which holds less.
    #[error("{} is of version 1, which keeps no turns: write to another file", .0.display())]
    Older(PathBuf),
    /// The file belongs to another run.
    #[error(
        "{} was begun with seed {seed} and {nodes} nodes a turn: continue with the same, or write to another file",
        path.display()
    )]
    OtherRun {
        /// The file.
        path: PathBuf,
        /// Its seed.
        seed: u64,
        /// Its nodes a turn.
        nodes: u64,
    },
    /// A game's bytes make no sense.
    #[error("{}, byte {offset}: {fault}", path.display())]
    Game {
        /// The file.
        path: PathBuf,
        /// Where the game begins.
        offset: usize,
        /// What is wrong.
        fault: GameFault,
    },
}

/// What is wrong with a game's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameFault {
    /// The length is impossible.
    #[error("a game of {0} bytes")]
    Length(usize),
    /// The winner is neither.
    #[error("{0} is neither Gold (0) nor Silver (1)")]
    Winner(u8),
    /// A position cannot be read.
    #[error(transparent)]
    Position(#[from] UnpackError),
    /// The last score is cut short.
    #[error("a position without its score")]
    Score,
    /// A turn is cut short, or has an edge that is none.
    #[error("a position without a turn of four edges")]
    Turn,
}

impl GameRecord {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        bytes.extend(self.number.to_le_bytes());
        bytes.push(self.winner as u8);
        for sample in &self.samples {
            bytes.extend(PackedPosition::pack(&sample.position).as_bytes());
            bytes.extend(sample.score.to_le_bytes());
            let edges = sample.turn.edges().iter().copied().chain(std::iter::repeat(Edge::PASS));
            bytes.extend(edges.take(EDGES).flat_map(|edge| edge.bits().to_le_bytes()));
        }
        let length = (bytes.len() - 4) as u32;
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        bytes
    }

    /// Reads what follows a game's length.
    fn from_bytes(bytes: &[u8], version: u32) -> Result<Self, GameFault> {
        let (header, mut rest) = bytes.split_at_checked(GAME_HEADER).ok_or(GameFault::Length(bytes.len()))?;
        let winner = *Color::ALL.get(usize::from(header[4])).ok_or(GameFault::Winner(header[4]))?;
        let mut samples = Vec::new();
        while !rest.is_empty() {
            let (position, length) = PackedPosition::unpack_prefix(rest)?;
            let (score, mut after) = rest[length..].split_first_chunk().ok_or(GameFault::Score)?;
            let mut turn = Turn::new();
            if version != WITHOUT_TURNS {
                turn = read_turn(&mut after).ok_or(GameFault::Turn)?;
            }
            samples.push(Sample { position, score: i16::from_le_bytes(*score), turn });
            rest = after;
        }
        Ok(Self { number: u32::from_le_bytes([header[0], header[1], header[2], header[3]]), winner, samples })
    }
}

/// Takes the edges of a turn off the front of `bytes`; `None` if they are none.
fn read_turn(bytes: &mut &[u8]) -> Option<Turn> {
    let (edges, rest) = bytes.split_at_checked(2 * EDGES)?;
    *bytes = rest;
    edges.chunks_exact(2).map(|pair| Edge::from_bits(u16::from_le_bytes([pair[0], pair[1]]))).collect()
}

/// What a file of games holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGames {
    /// The seed of the run.
    pub seed: u64,
    /// Nodes a turn.
    pub nodes: u64,
    /// The version of the file.
    version: u32,
    /// The games, as they stand in the file.
    pub games: Vec<GameRecord>,
    /// Bytes up to the end of the last whole game.
    whole: usize,
}

impl ReadGames {
    /// Games that are in no file.
    pub const fn new(seed: u64, nodes: u64, games: Vec<GameRecord>) -> Self {
        Self { seed, nodes, version: VERSION, games, whole: HEADER }
    }
}

/// Reads a file of games; a last game that was cut short is left out.
///
/// # Errors
/// The file cannot be read, or is not of this format.
pub fn read_games(path: &Path) -> Result<ReadGames, RecordError> {
    let mut bytes = Vec::new();
    File::open(path).and_then(|mut file| file.read_to_end(&mut bytes)).map_err(|e| io_error(path, e))?;
    parse(path, &bytes)
}

fn parse(path: &Path, bytes: &[u8]) -> Result<ReadGames, RecordError> {
    let word =
        |at: usize| bytes.get(at..).and_then(|rest| rest.first_chunk()).map(|b| u64::from_le_bytes(*b));
    let short =
        |at: usize| bytes.get(at..).and_then(|rest| rest.first_chunk()).map(|b| u32::from_le_bytes(*b));
    if !bytes.starts_with(&MAGIC) {
        return Err(RecordError::Magic(path.to_owned()));
    }
    let (Some(version), Some(seed), Some(nodes)) = (short(8), word(12), word(20)) else {
        return Err(RecordError::Magic(path.to_owned()));
    };
    if version != VERSION && version != WITHOUT_TURNS {
        return Err(RecordError::Version { path: path.to_owned(), version });
    }
    let mut read = ReadGames { seed, nodes, version, games: Vec::new(), whole: HEADER };
    while let Some(length) = short(read.whole) {
        let offset = read.whole;
        let fault = |fault| RecordError::Game { path: path.to_owned(), offset, fault };
        let length = length as usize;
        if !(GAME_HEADER..=MAX_GAME).contains(&length) {
            return Err(fault(GameFault::Length(length)));
        }
        let Some(game) = bytes.get(offset + 4..offset + 4 + length) else { break };
        read.games.push(GameRecord::from_bytes(game, version).map_err(fault)?);
        read.whole += 4 + length;
    }
    Ok(read)
}

/// A file that games are added to.
#[derive(Debug)]
pub struct Records {
    path: PathBuf,
    file: File,
    numbers: Vec<u32>,
}

impl Records {
    /// Opens the file of a run, new or begun earlier.
    ///
    /// # Errors
    /// The file cannot be opened, or belongs to another run.
    pub fn open(path: &Path, seed: u64, nodes: u64) -> Result<Self, RecordError> {
        let failed = |error| io_error(path, error);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(failed)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed)?;
        let mut numbers = Vec::new();
        if bytes.is_empty() {
            let version = VERSION.to_le_bytes();
            let header = [&MAGIC[..], &version, &seed.to_le_bytes(), &nodes.to_le_bytes()].concat();
            file.write_all(&header).map_err(failed)?;
        } else {
            let read = parse(path, &bytes)?;
            if read.version != VERSION {
                return Err(RecordError::Older(path.to_owned()));
            }
            if (read.seed, read.nodes) != (seed, nodes) {
                return Err(RecordError::OtherRun {
                    path: path.to_owned(),
                    seed: read.seed,
                    nodes: read.nodes,
                });
            }
            numbers.extend(read.games.iter().map(|game| game.number));
            file.set_len(read.whole as u64).map_err(failed)?;
            file.seek(SeekFrom::End(0)).map_err(failed)?;
        }
        Ok(Self { path: path.to_owned(), file, numbers })
    }

    /// The numbers of the games in the file.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Adds a game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, game: &GameRecord) -> Result<(), RecordError> {
        self.file.write_all(&game.to_bytes()).map_err(|e| io_error(&self.path, e))?;
        self.numbers.push(game.number);
        Ok(())
    }
}

fn io_error(path: &Path, error: io::Error) -> RecordError {
    RecordError::Io { path: path.to_owned(), error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tusker_core::Board;

    fn game(number: u32) -> GameRecord {
        let board: Board =
            "    e   r                                     HdR    C      E   ".parse().expect("a board");
        let position = Position::new(board, Color::Silver).expect("a position");
        let edges = position.edges();
        let turn = |n: i16| edges.iter().copied().cycle().skip(n as usize).take(n as usize % 5).collect();
        let samples = (0..number as i16).map(|n| Sample { position, score: 7 - n, turn: turn(n) }).collect();
        GameRecord { number, winner: Color::Silver, samples }
    }

    #[test]
    fn games_round_trip_and_a_cut_game_is_dropped() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("games");
        let mut records = Records::open(&path, 3, 500).expect("a new file");
        for number in [2, 0, 5] {
            records.append(&game(number)).expect("written");
        }
        drop(records);
        let whole = std::fs::read(&path).expect("bytes");
        assert_eq!(read_games(&path).expect("games").games, [game(2), game(0), game(5)]);

        std::fs::write(&path, &whole[..whole.len() - 3]).expect("written");
        assert_eq!(read_games(&path).expect("games").games, [game(2), game(0)]);
        let mut records = Records::open(&path, 3, 500).expect("the same run");
        assert_eq!(records.numbers(), [2, 0]);
        records.append(&game(5)).expect("written");
        assert_eq!(std::fs::read(&path).expect("bytes"), whole);
        assert!(matches!(
            Records::open(&path, 4, 500),
            Err(RecordError::OtherRun { seed: 3, nodes: 500, .. })
        ));
    }

    #[test]
    fn bad_files_are_named() {
        let path = Path::new("f");
        let say = |bytes: &[u8]| parse(path, bytes).expect_err("an error").to_string();
        assert!(say(b"").contains("does not begin with TUSKERSP"));
        assert!(say(b"TUSKERSP\x01").contains("does not begin"));
        let mut header = [&MAGIC[..], &VERSION.to_le_bytes(), &[0; 16]].concat();
        assert!(parse(path, &header).expect("empty").games.is_empty());
        let mut game = game(1).to_bytes();
        game[8] = 2;
        header.extend(&game);
        assert!(say(&header).contains("f, byte 28: 2 is neither Gold"), "{}", say(&header));
        header[8] = 9;
        assert!(say(&header).contains("version 9"));
    }

    #[test]
    fn files_without_turns_are_read_but_not_continued() {
        let mut old = game(1);
        old.samples[0].turn = Turn::new();
        let mut bytes = old.to_bytes();
        bytes.truncate(bytes.len() - 2 * EDGES);
        let length = (bytes.len() - 4) as u32;
        bytes[..4].copy_from_slice(&length.to_le_bytes());
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("games");
        let file = [&MAGIC[..], &WITHOUT_TURNS.to_le_bytes(), &[0; 16], &bytes].concat();
        std::fs::write(&path, &file).expect("written");
        assert_eq!(read_games(&path).expect("games").games, [old]);
        let refused = Records::open(&path, 0, 0).expect_err("too old").to_string();
        assert!(refused.contains("of version 1"), "{refused}");
        assert_eq!(std::fs::read(&path).expect("bytes"), file);
    }

    #[test]
    fn edges_that_are_none_are_named() {
        let mut bytes = game(1).to_bytes();
        let end = bytes.len();
        bytes[end - 1] = 0xFF;
        assert_eq!(GameRecord::from_bytes(&bytes[4..], VERSION), Err(GameFault::Turn));
    }
}
