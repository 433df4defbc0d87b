//! Positions as a few bytes, for files that outlive a run.
//!
//! Version 1, all numbers little-endian:
//!
//! | bytes | content |
//! |---|---|
//! | 0 | version: 1 |
//! | 1 | bit 0: side to move (0 Gold, 1 Silver); bits 1-3: steps left, 1 to 4; bit 4: the turn's start key follows; other bits 0 |
//! | 2-9 | the occupied squares, a1 in the lowest bit |
//! | then | four bits for each piece, squares in ascending order, low half of a byte first: kind (0 rabbit to 5 elephant), plus 8 for Silver; the last half byte, if unused, is 0 |
//! | then | 8 bytes, inside a turn only: the key of the board when the turn began |
//!
//! The length follows from the content, so that packed positions can stand one after the other. The start key is that
//! of [`Board::key`](crate::Board::key), whose numbers are fixed.

use crate::zobrist::Key;
use crate::{Bitboard, Board, Color, Kind, Piece, Position, Square};
use arrayvec::ArrayVec;

const VERSION: u8 = 1;
const HEADER: usize = 10;
const HAS_START_KEY: u8 = 1 << 4;
const SILVER_NIBBLE: u8 = 8;

/// A packed position; the module's page describes the bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PackedPosition(ArrayVec<u8, { PackedPosition::MAX_LEN }>);

/// Why bytes are not a packed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnpackError {
    /// The bytes end too early.
    #[error("a packed position ends after {found} bytes, at least {needed} are needed")]
    Truncated {
        /// Bytes there are.
        found: usize,
        /// Bytes needed as far as can be told.
        needed: usize,
    },
    /// Bytes are left after the position.
    #[error("{0} bytes follow the packed position")]
    Trailing(usize),
    /// The version is not known.
    #[error("packed position of version {0}; this program reads version 1")]
    Version(u8),
    /// The second byte is out of range.
    #[error(
        "{0:#04x} is no valid second byte of a packed position: reserved bits are set, or steps left are not 1 to 4"
    )]
    Flags(u8),
    /// Four bits name no piece.
    #[error("{nibble} on {square} names no piece")]
    Piece {
        /// The four bits.
        nibble: u8,
        /// The square they stand for.
        square: Square,
    },
    /// The unused last four bits are not zero.
    #[error("the unused last four bits are not zero")]
    Padding,
    /// A key of the turn's start that a whole turn cannot have, or that says nothing.
    #[error("the start key of the turn does not belong to a position inside a turn")]
    StartKey,
    /// Inside a turn no piece stands on a trap unsupported.
    #[error("{square} is a trap, and the piece on it would have fallen earlier in the turn")]
    UnsupportedOnTrap {
        /// The trap.
        square: Square,
    },
}

impl PackedPosition {
    /// The most bytes a position takes: 64 pieces and a start key.
    pub const MAX_LEN: usize = HEADER + 32 + 8;

    /// Packs a position, whatever its armies.
    ///
    /// ```
    /// # use tusker_core::{Board, Color, PackedPosition, Position};
    /// let board: Board = "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR".parse().unwrap();
    /// let position = Position::new(board, Color::Gold).unwrap();
    /// let packed = PackedPosition::pack(&position);
    /// assert_eq!(packed.as_bytes().len(), 26);
    /// assert_eq!(PackedPosition::unpack(packed.as_bytes()).unwrap(), position);
    /// ```
    pub fn pack(position: &Position) -> Self {
        let board = position.board();
        let inside_turn = position.can_pass();
        let mut bytes = ArrayVec::new();
        bytes.push(VERSION);
        let start_flag = if inside_turn { HAS_START_KEY } else { 0 };
        bytes.push(position.side() as u8 | position.steps_left() << 1 | start_flag);
        bytes.extend(board.occupied().0.to_le_bytes());
        let nibbles: ArrayVec<u8, 64> = board.occupied().iter().map(|s| nibble_at(board, s)).collect();
        bytes.extend(nibbles.chunks(2).map(|pair| pair[0] | pair.get(1).map_or(0, |high| high << 4)));
        if inside_turn {
            bytes.extend(position.start_key().0.to_le_bytes());
        }
        Self(bytes)
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// Reads a packed position that takes up all of `bytes`.
    ///
    /// Armies may be over-full, as in [`Position::lenient`].
    ///
    /// # Errors
    /// Names what is wrong; no two byte strings read as the same position.
    pub fn unpack(bytes: &[u8]) -> Result<Position, UnpackError> {
        let (position, length) = Self::unpack_prefix(bytes)?;
        if length < bytes.len() { Err(UnpackError::Trailing(bytes.len() - length)) } else { Ok(position) }
    }

    /// Reads the packed position at the front of `bytes`; returns it and the number of bytes that it takes.
    ///
    /// # Errors
    /// As [`PackedPosition::unpack`], but more bytes may follow.
    pub fn unpack_prefix(bytes: &[u8]) -> Result<(Position, usize), UnpackError> {
        match bytes.first() {
            Some(&VERSION) => {}
            Some(&version) => return Err(UnpackError::Version(version)),
            None => return Err(UnpackError::Truncated { found: 0, needed: HEADER }),
        }
        let mut rest = Rest { bytes, taken: 1 };
        let [flags] = rest.take()?;
        let steps_left = flags >> 1 & 7;
        if flags >> 5 != 0 || !(1..=Position::STEPS).contains(&steps_left) {
            return Err(UnpackError::Flags(flags));
        }
        let side = Color::ALL[usize::from(flags & 1)];
        let board = read_board(&mut rest)?;
        let mut start_key = board.key();
        if flags & HAS_START_KEY != 0 {
            let key = Key(u64::from_le_bytes(rest.take()?));
            if steps_left == Position::STEPS || key == start_key {
                return Err(UnpackError::StartKey);
            }
            if let Some(square) = board.unsupported_on_traps().first() {
                return Err(UnpackError::UnsupportedOnTrap { square });
            }
            start_key = key;
        }
        Ok((Position::from_parts(board, side, steps_left, start_key), rest.taken))
    }
}

fn nibble_at(board: &Board, square: Square) -> u8 {
    let silver = if board.color(Color::Silver).contains(square) { SILVER_NIBBLE } else { 0 };
    board.kind_unchecked(square) as u8 | silver
}

fn read_board(rest: &mut Rest<'_>) -> Result<Board, UnpackError> {
    let occupied = Bitboard(u64::from_le_bytes(rest.take()?));
    let mut board = Board::EMPTY;
    let mut pair = [0];
    for (index, square) in occupied.iter().enumerate() {
        if index % 2 == 0 {
            pair = rest.take()?;
        }
        let nibble = if index % 2 == 0 { pair[0] & 15 } else { pair[0] >> 4 };
        let color = if nibble & SILVER_NIBBLE == 0 { Color::Gold } else { Color::Silver };
        let kind = Kind::from_index(usize::from(nibble & !SILVER_NIBBLE));
        let kind = kind.ok_or(UnpackError::Piece { nibble, square })?;
        board.put(square, Piece::new(color, kind));
    }
    if occupied.count() % 2 == 1 && pair[0] >> 4 != 0 {
        return Err(UnpackError::Padding);
    }
    Ok(board)
}

/// Bytes, and how many of them were read.
struct Rest<'a> {
    bytes: &'a [u8],
    taken: usize,
}

impl Rest<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], UnpackError> {
        let needed = self.taken + N;
        let truncated = UnpackError::Truncated { found: self.bytes.len(), needed };
        let part = self.bytes.get(self.taken..needed).ok_or(truncated)?;
        self.taken = needed;
        part.try_into().map_err(|_| truncated)
    }
}
