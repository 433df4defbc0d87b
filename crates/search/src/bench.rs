//! A fixed search over built-in positions: its node count is the engine's signature.

use crate::{Clock, Depth, Limits, Score, Searcher, Stats, Task};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tusker_core::{Color, Position};

/// A built-in position.
#[derive(Clone, Copy, Debug)]
pub struct BenchPosition {
    /// What kind of position it is.
    pub name: &'static str,
    /// The side to move.
    pub side: Color,
    /// The 64 characters of the board.
    pub board: &'static str,
}

/// The positions: openings, middlegames from random and engine play of our own, endings.
pub const POSITIONS: [BenchPosition; 8] = [
    BenchPosition {
        name: "opening",
        side: Color::Gold,
        board: "rrrddrrrrhcmechr                                RHCEMCHRRRRDDRRR",
    },
    BenchPosition {
        name: "opening, silver",
        side: Color::Silver,
        board: "rrrrrrrrdhcemchd                   E            DHC MCHDRRRRRRRR",
    },
    BenchPosition {
        name: "middlegame",
        side: Color::Gold,
        board: "r r  rrr  rcd  rr hd  h m c    E    H e  R M  D R RC R DR CR RR ",
    },
    BenchPosition {
        name: "middlegame, trap fight",
        side: Color::Silver,
        board: "rr  rr rrdc   d r hEm ch    H       e   R  MD  H RC  RDRR CRR R ",
    },
    BenchPosition {
        name: "middlegame, pieces traded",
        side: Color::Gold,
        board: "r   r rr rc  d r  hE m          h e       D H   R R M RRRC  R R ",
    },
    BenchPosition {
        name: "race",
        side: Color::Silver,
        board: "  r   r  r E  d     h   R   R r r e      D  H        C  R   R   ",
    },
    BenchPosition {
        name: "ending",
        side: Color::Gold,
        board: "    e   r                                     HdR    C      E   ",
    },
    BenchPosition {
        name: "ending, rabbits",
        side: Color::Silver,
        board: "  r  r         c     E    r  R      e      D   R         R      ",
    },
];

/// The result of one position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchLine {
    /// The position.
    pub name: &'static str,
    /// Edges made.
    pub nodes: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// The score found, mover's view.
    pub score: Score,
    /// What the search counted.
    pub stats: Stats,
}

/// Searches every built-in position to `depth` with one thread and a fresh table of `mebibytes` MiB.
pub fn bench(depth: Depth, mebibytes: usize, clock: &dyn Clock, mut report: impl FnMut(&BenchLine)) {
    let mut searcher = Searcher::new(mebibytes);
    for entry in &POSITIONS {
        let Ok(board) = entry.board.parse() else { continue };
        searcher.new_game();
        let task = Task {
            position: Position::lenient(board, entry.side).0,
            history: Vec::new(),
            limits: Limits { depth: Some(depth), ..Limits::default() },
            excluded: Vec::new(),
        };
        if let Some(found) = searcher.search(&task, clock, &AtomicBool::new(false), |_| {}) {
            report(&BenchLine {
                name: entry.name,
                nodes: found.nodes,
                elapsed: found.elapsed,
                score: found.score,
                stats: found.stats,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::NoClock;

    #[test]
    fn positions_are_legal_and_counts_repeat() {
        for entry in &POSITIONS {
            let board = entry.board.parse().unwrap_or_else(|e| panic!("{}: {e}", entry.name));
            let position = Position::new(board, entry.side).unwrap_or_else(|e| panic!("{}: {e}", entry.name));
            assert_eq!(position.outcome(), None, "{}", entry.name);
        }
        let run = || {
            let mut lines = Vec::new();
            bench(Depth(4), 4, &NoClock, |line| lines.push(*line));
            lines
        };
        let first = run();
        assert_eq!(first.len(), POSITIONS.len());
        assert_eq!(first, run());
    }
}
