//! The principal variation, collected on the way back from the leaves.

use crate::Score;
use arrayvec::ArrayVec;
use tusker_core::Edge;

type Line = ArrayVec<Edge, 64>;

/// The best line known from each ply.
pub(crate) struct PvTable(Vec<Line>);

impl PvTable {
    pub(crate) fn new() -> Self {
        Self(vec![Line::new(); Score::MAX_PLY + 8])
    }

    /// No line is known from `ply`.
    #[inline]
    pub(crate) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// The line from `ply` is `edge` and then the line from `next`.
    pub(crate) fn extend(&mut self, ply: usize, edge: Edge, next: usize) {
        let mut line = Line::new();
        line.push(edge);
        let rest = &self.0[next];
        let room = (line.capacity() - 1).min(rest.len());
        line.extend(rest[..room].iter().copied());
        self.0[ply] = line;
    }

    /// The line from the root.
    pub(crate) fn root(&self) -> &[Edge] {
        &self.0[0]
    }
}
