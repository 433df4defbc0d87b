//! Retrograde analysis.
//!
//! In round `d` all positions are found that are decided in `d` turns of both sides. The side to move wins in `d` if a
//! turn leads to a position that is lost in `d - 1`: found by walking backward from these. It loses in `d` if every turn
//! leads to one that is won in at most `d - 1`: each open position remembers one turn by which it escapes, and is looked
//! at again only when that one fails. A turn may come through the board it began with, but not end there.

use crate::army::Army;
use crate::graph::{Graph, Links};
use crate::index::Index;
use crate::value::Code;
use tusker_core::Position;

/// The most pieces of an army.
pub const MAX_PIECES: u32 = 4;

const STEPS: usize = Position::STEPS as usize;

/// Why a table cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GenerateError {
    /// The army is too large.
    #[error("{army} has {} pieces; tables are for at most {MAX_PIECES}", army.size())]
    TooLarge {
        /// The army.
        army: Army,
    },
    /// A game takes more turns than a table can hold.
    #[error("some positions of {army} take more than {} turns to win", Code::MOST_TURNS)]
    TooLong {
        /// The army.
        army: Army,
    },
}

/// The values of all positions of one army.
#[derive(Clone, Debug)]
pub struct Table {
    pub(crate) army: Army,
    pub(crate) index: Index,
    pub(crate) codes: Vec<Code>,
}

/// What a table holds, over all positions in which the game goes on, mirrored ones counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// The side to move wins.
    pub wins: u64,
    /// The side to move loses.
    pub losses: u64,
    /// Neither can force a win.
    pub draws: u64,
    /// The most turns of both sides that a win takes.
    pub longest: u8,
}

impl Table {
    /// The army.
    pub fn army(&self) -> Army {
        self.army
    }

    /// How many wins, losses and draws there are.
    pub fn summary(&self) -> Summary {
        let mut summary = Summary::default();
        for &code in &self.codes {
            match code {
                Code::UNUSED | Code::OVER_WON | Code::OVER_LOST => {}
                Code::OPEN => summary.draws += 1,
                Code(turns) => {
                    *(if turns > 0 { &mut summary.wins } else { &mut summary.losses }) += 1;
                    summary.longest = summary.longest.max(turns.unsigned_abs());
                }
            }
        }
        summary
    }
}

/// About how many bytes of memory it takes to make the table of an army.
pub fn memory_needed(army: Army) -> u64 {
    // Per node: code, steps, escape, mark, and some five links in each direction.
    64_u64.saturating_pow(army.size()) * 64
}

/// Makes the table of an army.
///
/// # Errors
/// The army is too large, or its games take too long.
pub fn generate(army: Army) -> Result<Table, GenerateError> {
    if army.size() > MAX_PIECES {
        return Err(GenerateError::TooLarge { army });
    }
    let index = Index::new(army);
    let own = 2 * index.len();
    let Graph { forward, backward, codes } = Graph::new(army);
    let mut analysis = Analysis::new(&forward, &backward, codes);
    analysis.run().map_err(|TooLong| GenerateError::TooLong { army })?;
    let mut codes = analysis.codes;
    codes.truncate(own);
    codes.shrink_to_fit();
    Ok(Table { army, index, codes })
}

struct TooLong;

/// A node that is no node.
const NONE: u32 = u32::MAX;

/// The position at the end of a turn, or the other way round: the same board, the other side to move.
fn other_side(node: u32) -> u32 {
    node ^ 1
}

struct Analysis<'a> {
    forward: &'a Links,
    backward: &'a Links,
    codes: Vec<Code>,
    /// For open nodes, the last node of a turn after which the other side has not won yet.
    escapes: Vec<u32>,
    /// The last walk forward that came to a node.
    marks: Vec<u32>,
    walks: u32,
    /// In a walk backward, the fewest steps to an aim.
    steps: Vec<u8>,
    /// The nodes of a walk backward, and of one forward, by steps.
    layers: [Vec<u32>; STEPS + 1],
    reached: [Vec<u32>; STEPS],
}

impl<'a> Analysis<'a> {
    fn new(forward: &'a Links, backward: &'a Links, codes: Vec<Code>) -> Self {
        let nodes = codes.len();
        Self {
            forward,
            backward,
            codes,
            escapes: vec![NONE; nodes],
            marks: vec![0; nodes],
            walks: 0,
            steps: vec![u8::MAX; nodes],
            layers: Default::default(),
            reached: Default::default(),
        }
    }

    fn nodes(&self) -> std::ops::Range<u32> {
        0..self.codes.len() as u32
    }

    fn run(&mut self) -> Result<(), TooLong> {
        // Positions that are lost already: a turn that leads to one wins.
        let mut lost: Vec<u32> =
            self.nodes().filter(|&node| self.codes[node as usize] == Code::OVER_LOST).collect();
        for turns in 1..=Code::MOST_TURNS {
            let won = self.newly_won(&lost);
            lost = self.newly_lost(turns);
            for &node in &won {
                self.codes[node as usize] = Code::win(turns);
            }
            for &node in &lost {
                self.codes[node as usize] = Code::loss(turns);
            }
            if won.is_empty() && lost.is_empty() {
                return Ok(());
            }
        }
        Err(TooLong)
    }

    /// Open nodes from which a turn leads to a position of `lost`.
    fn newly_won(&mut self, lost: &[u32]) -> Vec<u32> {
        for layer in &mut self.layers {
            layer.clear();
        }
        self.layers[0].extend(lost.iter().map(|&node| other_side(node)));
        for &node in &self.layers[0] {
            self.steps[node as usize] = 0;
        }
        for taken in 1..=STEPS {
            for cost in 1..=taken.min(2) {
                let (nearer, layer) = self.layers.split_at_mut(taken);
                for &node in &nearer[taken - cost] {
                    for link in self.backward.of(node) {
                        let before = link.node();
                        if link.steps() == cost && self.steps[before as usize] == u8::MAX {
                            self.steps[before as usize] = taken as u8;
                            layer[0].push(before);
                        }
                    }
                }
            }
        }
        let mut won = Vec::new();
        for &node in self.layers[1..].iter().flatten() {
            if self.codes[node as usize] == Code::OPEN {
                won.push(node);
            }
        }
        // From an aim itself, the turn must end on another one.
        let aims = std::mem::take(&mut self.layers[0]);
        for &aim in &aims {
            if self.codes[aim as usize] == Code::OPEN
                && self.find_end(aim, |analysis, end| analysis.steps[end as usize] == 0).is_some()
            {
                won.push(aim);
            }
        }
        self.steps.fill(u8::MAX);
        won
    }

    /// Open nodes from which every turn leads to a position that the other side has won, or wins in fewer than `turns`
    /// turns.
    fn newly_lost(&mut self, turns: u8) -> Vec<u32> {
        let mut lost = Vec::new();
        for node in self.nodes() {
            if self.codes[node as usize] != Code::OPEN {
                continue;
            }
            let escape = self.escapes[node as usize];
            if escape != NONE && self.is_escape(escape, turns) {
                continue;
            }
            match self.find_end(node, |analysis, end| analysis.is_escape(end, turns)) {
                Some(end) => self.escapes[node as usize] = end,
                None => lost.push(node),
            }
        }
        lost
    }

    fn is_escape(&self, end: u32, turns: u8) -> bool {
        !self.codes[other_side(end) as usize].is_won_within(turns - 1)
    }

    /// The last node of a turn from `node` that is as wanted; the fewest steps first.
    fn find_end(&mut self, node: u32, wanted: impl Fn(&Self, u32) -> bool) -> Option<u32> {
        let mut reached = std::mem::take(&mut self.reached);
        for layer in &mut reached {
            layer.clear();
        }
        self.walks += 1;
        let found = self.walk(node, &mut reached, wanted);
        self.reached = reached;
        found
    }

    fn walk(
        &mut self,
        node: u32,
        reached: &mut [Vec<u32>; STEPS],
        wanted: impl Fn(&Self, u32) -> bool,
    ) -> Option<u32> {
        reached[0].push(node);
        self.marks[node as usize] = self.walks;
        for taken in 1..=STEPS {
            for cost in 1..=taken.min(2) {
                for place in 0..reached[taken - cost].len() {
                    let from = reached[taken - cost][place];
                    for link in self.forward.of(from) {
                        let end = link.node();
                        if link.steps() != cost || self.marks[end as usize] == self.walks {
                            continue;
                        }
                        self.marks[end as usize] = self.walks;
                        if wanted(self, end) {
                            return Some(end);
                        }
                        if taken < STEPS {
                            reached[taken].push(end);
                        }
                    }
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rabbit_each() {
        let table = generate("Rr".parse().expect("an army")).expect("a table");
        let summary = table.summary();
        assert!(summary.wins > summary.losses && summary.losses > 0, "{summary:?}");
        assert!(generate("CRRrr".parse().expect("an army")).is_err());
    }
}
