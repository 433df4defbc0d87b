//! The pieces on the 64 squares, without side to move.

use crate::zobrist::{self, Key};
use crate::{Bitboard, Color, Edge, Kind, Piece, Square, Step};
use arrayvec::ArrayVec;
use std::fmt;
use std::str::FromStr;

/// The pieces alone: one set of squares per kind and one per side, 64 bytes in all.
///
/// Its text form is AEI's 64 characters, a8 to h8 first and a1 to h1 last, blank for empty:
///
/// ```
/// # use tusker_core::Board;
/// let text = "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR";
/// let board: Board = text.parse().unwrap();
/// assert_eq!(board.to_string(), text);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Board {
    kinds: [Bitboard; 6],
    colors: [Bitboard; 2],
}

/// One piece that moved one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Displacement {
    /// What moved.
    pub piece: Piece,
    /// Where it stood.
    pub from: Square,
    /// Where it went; it may have been captured there.
    pub to: Square,
}

/// One piece that was removed on a trap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Capture {
    /// What was captured.
    pub piece: Piece,
    /// The trap.
    pub square: Square,
}

/// What an edge changed on the board, in order: the input of incremental evaluations.
///
/// By the rules an edge moves at most two pieces and captures at most two; only a board that was *given* with
/// unsupported pieces on traps can lose up to four in its first step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Delta {
    /// The pieces that moved, in order; none for a pass.
    pub moves: ArrayVec<Displacement, 2>,
    /// The pieces that were captured, in order.
    pub captures: ArrayVec<Capture, 4>,
}

/// Who hears of the changes that a step makes.
pub(crate) trait Record {
    /// A piece moved.
    fn moved(&mut self, displacement: Displacement);
    /// A piece was captured.
    fn captured(&mut self, capture: Capture);
}

impl Record for Delta {
    #[inline]
    fn moved(&mut self, displacement: Displacement) {
        self.moves.push(displacement);
    }

    #[inline]
    fn captured(&mut self, capture: Capture) {
        self.captures.push(capture);
    }
}

/// Nobody does.
impl Record for () {
    #[inline]
    fn moved(&mut self, _: Displacement) {}

    #[inline]
    fn captured(&mut self, _: Capture) {}
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Self = Self { kinds: [Bitboard::EMPTY; 6], colors: [Bitboard::EMPTY; 2] };

    /// The squares of all pieces of `color`.
    #[inline]
    pub const fn color(&self, color: Color) -> Bitboard {
        self.colors[color.index()]
    }

    /// The squares of all pieces of `kind`, both sides.
    #[inline]
    pub const fn kind(&self, kind: Kind) -> Bitboard {
        self.kinds[kind.index()]
    }

    /// The squares of all pieces of one side and kind.
    #[inline]
    pub const fn pieces(&self, color: Color, kind: Kind) -> Bitboard {
        Bitboard(self.kinds[kind.index()].0 & self.colors[color.index()].0)
    }

    /// The squares with a piece.
    #[inline]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.colors[0].0 | self.colors[1].0)
    }

    /// The squares without a piece.
    #[inline]
    pub const fn empty(&self) -> Bitboard {
        Bitboard(!self.occupied().0)
    }

    /// The squares with a piece, of either side, that is stronger than `kind`.
    #[inline]
    pub fn stronger(&self, kind: Kind) -> Bitboard {
        Bitboard(self.kinds[kind.index() + 1..].iter().fold(0, |set, k| set | k.0))
    }

    /// The kind of the piece on `square`; a rabbit if the square is empty.
    #[inline]
    pub(crate) fn kind_unchecked(&self, square: Square) -> Kind {
        let s = square.index();
        let bit = |kind: usize| (self.kinds[kind].0 >> s & 1) as usize;
        Kind::ALL[bit(1) + 2 * bit(2) + 3 * bit(3) + 4 * bit(4) + 5 * bit(5)]
    }

    /// The piece on `square`, if any.
    ///
    /// ```
    /// # use tusker_core::Board;
    /// let board: Board = "e                                                              R".parse().unwrap();
    /// assert_eq!(board.piece_at("a8".parse().unwrap()).unwrap().letter(), 'e');
    /// assert_eq!(board.piece_at("a1".parse().unwrap()), None);
    /// ```
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let color = if self.colors[0].contains(square) {
            Color::Gold
        } else if self.colors[1].contains(square) {
            Color::Silver
        } else {
            return None;
        };
        Some(Piece::new(color, self.kind_unchecked(square)))
    }

    /// Puts `piece` on `square`, in place of what stood there.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.remove(square);
        self.toggle(piece, square.bit());
    }

    /// Takes away what stands on `square`.
    pub fn remove(&mut self, square: Square) -> Option<Piece> {
        let piece = self.piece_at(square)?;
        self.toggle(piece, square.bit());
        Some(piece)
    }

    /// Flips the squares of `mask` in the sets of `piece`.
    #[inline]
    pub(crate) fn toggle(&mut self, piece: Piece, mask: Bitboard) {
        self.kinds[piece.kind.index()] ^= mask;
        self.colors[piece.color.index()] ^= mask;
    }

    /// Moves the piece on `from`, which must exist, to the next square, which must be empty; removes every
    /// unsupported piece on a trap; keeps `key` equal to [`Board::key`] and tells `record` of the changes.
    #[inline]
    pub(crate) fn step(&mut self, step: Step, key: &mut Key, record: &mut impl Record) {
        let Step { from, direction } = step;
        let color = if self.colors[0].contains(from) { Color::Gold } else { Color::Silver };
        let piece = Piece::new(color, self.kind_unchecked(from));
        let to = from.step(direction);
        debug_assert!(self.occupied().contains(from), "no piece on {from}");
        debug_assert!(self.empty().contains(to), "{to} is not empty");
        self.toggle(piece, from.bit() | to.bit());
        *key ^= zobrist::piece_key(piece, from) ^ zobrist::piece_key(piece, to);
        record.moved(Displacement { piece, from, to });
        let doomed = self.unsupported_on_traps();
        if !doomed.is_empty() {
            self.capture(doomed, key, record);
        }
    }

    /// Plays the one or two steps of `edge`, which is not a pass, like [`Board::step`].
    #[inline]
    pub(crate) fn play(&mut self, edge: Edge, key: &mut Key, record: &mut impl Record) {
        self.step(edge.first_step(), key, record);
        if edge.cost() == 2 {
            self.step(edge.second_step(), key, record);
        }
    }

    /// The key after [`Board::play`], which is not played if no piece can fall.
    #[inline]
    pub(crate) fn key_after(&self, edge: Edge, key: Key) -> Key {
        const NEAR_TRAPS: Bitboard = Bitboard(Bitboard::TRAPS.0 | Bitboard::TRAPS.neighbors().0);
        let squares = edge.squares();
        // A piece falls when it enters a trap, when a friend leaves the trap's side, or, on given boards only, when it
        // was doomed from the start.
        let fall = squares.intersects(Bitboard::TRAPS)
            || self.occupied().intersects(Bitboard::TRAPS)
                && (squares.intersects(NEAR_TRAPS) || !self.unsupported_on_traps().is_empty());
        if fall {
            let (mut after, mut key) = (*self, key);
            after.play(edge, &mut key, &mut ());
            return key;
        }
        let key = key ^ self.move_key(edge.first_step());
        if edge.cost() == 2 { key ^ self.move_key(edge.second_step()) } else { key }
    }

    /// What the move of the piece on `step.from` does to the key.
    #[inline]
    fn move_key(&self, step: Step) -> Key {
        let color = if self.colors[0].contains(step.from) { Color::Gold } else { Color::Silver };
        let piece = Piece::new(color, self.kind_unchecked(step.from));
        zobrist::piece_key(piece, step.from) ^ zobrist::piece_key(piece, step.to())
    }

    #[cold]
    fn capture(&mut self, doomed: Bitboard, key: &mut Key, record: &mut impl Record) {
        for square in doomed {
            if let Some(piece) = self.remove(square) {
                *key ^= zobrist::piece_key(piece, square);
                record.captured(Capture { piece, square });
            }
        }
    }

    /// Takes back what [`Board::step`] did, from its delta.
    #[inline]
    pub(crate) fn undo(&mut self, delta: &Delta) {
        // Every change is a toggle, and toggles commute: the order does not matter.
        for capture in &delta.captures {
            self.toggle(capture.piece, capture.square.bit());
        }
        for moved in delta.moves.iter().rev() {
            self.toggle(moved.piece, moved.from.bit() | moved.to.bit());
        }
    }

    /// Pieces on a trap with no friend beside them: they fall with the next step.
    ///
    /// ```
    /// # use tusker_core::{Board, Color, Kind, Piece};
    /// let mut board = Board::EMPTY;
    /// let cat = Piece::new(Color::Gold, Kind::Cat);
    /// board.put("c3".parse().unwrap(), cat);
    /// assert_eq!(board.unsupported_on_traps().count(), 1);
    /// board.put("c2".parse().unwrap(), cat);
    /// assert!(board.unsupported_on_traps().is_empty());
    /// ```
    #[inline]
    pub fn unsupported_on_traps(&self) -> Bitboard {
        let on_traps = self.occupied() & Bitboard::TRAPS;
        if on_traps.is_empty() {
            return Bitboard::EMPTY;
        }
        let [gold, silver] = self.colors;
        (on_traps & gold & !gold.neighbors()) | (on_traps & silver & !silver.neighbors())
    }

    /// Pieces of `color` that stand beside a stronger enemy and beside no friend.
    ///
    /// ```
    /// # use tusker_core::{Board, Color};
    /// let board: Board = "Ce            h c                                               ".parse().unwrap();
    /// assert_eq!(board.frozen(Color::Gold).first().unwrap().to_string(), "a8");
    /// assert!(board.frozen(Color::Silver).is_empty());
    /// ```
    #[inline]
    pub fn frozen(&self, color: Color) -> Bitboard {
        let own = self.color(color);
        let enemy = self.color(!color);
        let mut stronger = Bitboard::EMPTY;
        let mut threatened = Bitboard::EMPTY;
        for kind in Kind::ALL.into_iter().rev() {
            threatened |= self.kind(kind) & stronger.neighbors();
            stronger |= self.kind(kind) & enemy;
        }
        threatened & own & !own.neighbors()
    }

    /// The squares on which the boards differ.
    ///
    /// ```
    /// # use tusker_core::{Board, Color, Kind, Piece};
    /// let mut board = Board::EMPTY;
    /// board.put("d4".parse().unwrap(), Piece::new(Color::Gold, Kind::Dog));
    /// assert_eq!(board.difference(&Board::EMPTY).first().unwrap().to_string(), "d4");
    /// ```
    #[inline]
    pub fn difference(&self, other: &Self) -> Bitboard {
        let mut different = (self.colors[0] ^ other.colors[0]) | (self.colors[1] ^ other.colors[1]);
        for kind in Kind::ALL {
            different |= self.kind(kind) ^ other.kind(kind);
        }
        different
    }

    /// The Zobrist key of the pieces, computed afresh.
    pub fn key(&self) -> Key {
        let mut key = Key::default();
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                key ^= zobrist::piece_key(piece, square);
            }
        }
        key
    }

    /// The board seen from the other side: colours swapped and ranks reversed.
    ///
    /// ```
    /// # use tusker_core::Board;
    /// let opening: Board = "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR".parse().unwrap();
    /// // The elephants of this setup do not face each other.
    /// assert_ne!(opening.swap_sides(), opening);
    /// assert_eq!(opening.swap_sides().swap_sides(), opening);
    /// ```
    #[must_use]
    pub fn swap_sides(&self) -> Self {
        Self {
            kinds: self.kinds.map(Bitboard::flip_ranks),
            colors: [self.colors[1].flip_ranks(), self.colors[0].flip_ranks()],
        }
    }

    /// The board mirrored left to right.
    #[must_use]
    pub fn mirror(&self) -> Self {
        Self { kinds: self.kinds.map(Bitboard::flip_files), colors: self.colors.map(Bitboard::flip_files) }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..8).rev() {
            for square in (0..8).filter_map(|file| Square::new(file, rank)) {
                write!(f, "{}", self.piece_at(square).map_or(' ', Piece::letter))?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

/// Why a text is not a board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardParseError {
    /// The text is not 64 characters long.
    #[error("a board has 64 characters (a8 to h8 first, a1 to h1 last), this one has {0}")]
    Length(usize),
    /// A character names no piece.
    #[error(
        "'{letter}' for {square} (character {column}) is neither a piece (EMHDCR, emhdcr) nor empty (blank x . * -)"
    )]
    Letter {
        /// The character.
        letter: char,
        /// The square it stands for.
        square: Square,
        /// Its place in the text, from 1.
        column: usize,
    },
}

impl FromStr for Board {
    type Err = BoardParseError;

    /// Reads 64 characters; blank and `x X . * -` are empty squares.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let length = text.chars().count();
        if length != 64 {
            return Err(BoardParseError::Length(length));
        }
        let mut board = Self::EMPTY;
        for (index, letter) in text.chars().enumerate() {
            let square = Square::masked(index as u8 ^ 56);
            match letter {
                ' ' | 'x' | 'X' | '.' | '*' | '-' => {}
                _ => match Piece::from_letter(letter) {
                    Some(piece) => board.put(square, piece),
                    None => return Err(BoardParseError::Letter { letter, square, column: index + 1 }),
                },
            }
        }
        Ok(board)
    }
}
