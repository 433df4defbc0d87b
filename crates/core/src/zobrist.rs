//! Hash keys of boards and positions.
//!
//! The numbers come from SplitMix64 with a fixed seed, so that keys, and with them packed records and node counts,
//! are the same on every machine and in every version.

use crate::{Color, Piece, Square};
use std::fmt;

/// A 64-bit Zobrist key.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key(pub u64);

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({:016x})", self.0)
    }
}

impl std::ops::BitXor for Key {
    type Output = Self;
    #[inline]
    fn bitxor(self, other: Self) -> Self {
        Self(self.0 ^ other.0)
    }
}

impl std::ops::BitXorAssign for Key {
    #[inline]
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}

struct Tables {
    pieces: [[u64; 64]; 12],
    silver: u64,
    steps: [u64; 5],
}

const fn split_mix(state: u64) -> u64 {
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

static TABLES: Tables = {
    let mut state = 0x5475_736B_6572_2101_u64;
    let mut tables = Tables { pieces: [[0; 64]; 12], silver: 0, steps: [0; 5] };
    let mut piece = 0;
    while piece < 12 {
        let mut square = 0;
        while square < 64 {
            state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
            tables.pieces[piece][square] = split_mix(state);
            square += 1;
        }
        piece += 1;
    }
    state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    tables.silver = split_mix(state);
    let mut steps = 0;
    while steps < 5 {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        tables.steps[steps] = split_mix(state);
        steps += 1;
    }
    tables
};

/// The key of `piece` standing on `square`.
#[inline]
pub(crate) fn piece_key(piece: Piece, square: Square) -> Key {
    Key(TABLES.pieces[piece.index()][square.index()])
}

/// The part of a key that names the side to move.
#[inline]
pub(crate) fn side_key(side: Color) -> Key {
    Key(TABLES.silver & (side as u64).wrapping_neg())
}

/// The part of a key that tells positions inside a turn apart: steps left, and the board when the turn began.
#[inline]
pub(crate) fn inside_turn_key(steps_left: u8, start: Key) -> Key {
    Key(TABLES.steps[steps_left as usize & 3] ^ start.0.rotate_left(23).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}
