//! Positions as a few bytes, for files that outlive a run.

use crate::Position;
use arrayvec::ArrayVec;

/// A packed position: at most [`PackedPosition::MAX_LEN`] bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PackedPosition(ArrayVec<u8, 50>);

/// Why bytes are not a packed position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UnpackError {
    /// The version is not known.
    #[error("packed position of version {0}, this program reads version 1")]
    Version(u8),
}

impl PackedPosition {
    /// The most bytes a position takes.
    pub const MAX_LEN: usize = 50;

    /// Packs a position.
    pub fn pack(position: &Position) -> Self {
        let _ = position;
        todo!()
    }

    /// The bytes.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Reads one packed position from the front of `bytes`; returns it and the number of bytes it took.
///
/// # Errors
/// The bytes are no packed position.
pub fn unpack(bytes: &[u8]) -> Result<(Position, usize), UnpackError> {
    let _ = bytes;
    todo!()
}
