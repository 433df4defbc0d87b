//! All boards of an army and of what captures leave of it, and the edges between them.
//!
//! A *node* is a board with a side to move, at the start of a turn or inside one: a turn is a walk of at most four
//! steps from node to node, and the node on which it ends stands for the position after it with the other side to move.

use crate::army::{Army, View};
use crate::index::Index;
use crate::value::Code;
use std::collections::HashMap;
use tusker_core::{Board, Color, EdgeList, Position, outcome_after_turn};

/// The number of a node, with the steps that an edge to it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Link(u32);

impl Link {
    const TWO_STEPS: u32 = 1 << 31;

    fn new(node: u32, steps: u8) -> Self {
        Self(if steps == 2 { node | Self::TWO_STEPS } else { node })
    }

    pub(crate) fn node(self) -> u32 {
        self.0 & !Self::TWO_STEPS
    }

    pub(crate) fn steps(self) -> usize {
        if self.0 & Self::TWO_STEPS == 0 { 1 } else { 2 }
    }
}

/// For every node a list of links.
pub(crate) struct Links {
    starts: Vec<u32>,
    links: Vec<Link>,
}

impl Links {
    pub(crate) fn of(&self, node: u32) -> &[Link] {
        let node = node as usize;
        &self.links[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The same links from their targets.
    fn reversed(&self) -> Self {
        let nodes = self.starts.len() - 1;
        let mut starts = vec![0_u32; nodes + 1];
        for link in &self.links {
            starts[link.node() as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut links = vec![Link(0); self.links.len()];
        for node in 0..nodes as u32 {
            for link in self.of(node) {
                let place = &mut next[link.node() as usize];
                links[*place as usize] = Link(node | link.0 & Link::TWO_STEPS);
                *place += 1;
            }
        }
        Self { starts, links }
    }
}

/// The boards of one army within the nodes.
struct Block {
    army: Army,
    index: Index,
    /// Its first node.
    base: u32,
}

/// The nodes of an army and its remains. The army's own come first.
pub(crate) struct Graph {
    pub(crate) forward: Links,
    pub(crate) backward: Links,
    /// Whether the game is over at a node, the side that is not to move having just ended its turn; else open.
    pub(crate) codes: Vec<Code>,
}

impl Graph {
    pub(crate) fn new(army: Army) -> Self {
        let blocks = Blocks::new(army);
        let mut codes = Vec::with_capacity(blocks.nodes as usize);
        let mut starts = vec![0];
        let mut links = Vec::new();
        let mut edges = EdgeList::new();
        for block in &blocks.list {
            for number in 0..block.index.len() {
                let board = block.index.board(number);
                for side in Color::ALL {
                    codes.push(board.map_or(Code::UNUSED, |board| code(&board, side)));
                    if let Some(board) = board {
                        let position = Position::lenient(board, side).0;
                        edges.clear();
                        position.pseudo_edges(&mut edges);
                        for &edge in &edges {
                            let mut next = position;
                            next.play_unchecked(edge);
                            links.push(Link::new(blocks.node(next.board(), side), edge.cost()));
                        }
                    }
                    starts.push(links.len() as u32);
                }
            }
        }
        let forward = Links { starts, links };
        let backward = forward.reversed();
        Self { forward, backward, codes }
    }
}

/// What is decided at the end of the turn of the side that is not to move.
fn code(board: &Board, side: Color) -> Code {
    match outcome_after_turn(board, !side) {
        None => Code::OPEN,
        Some(outcome) if outcome.winner == side => Code::OVER_WON,
        Some(_) => Code::OVER_LOST,
    }
}

struct Blocks {
    list: Vec<Block>,
    by_army: HashMap<Army, usize>,
    nodes: u32,
}

impl Blocks {
    fn new(army: Army) -> Self {
        let mut list: Vec<Block> = Vec::new();
        let mut nodes = 0;
        for army in army.with_remains() {
            let index = Index::new(army);
            let len = 2 * index.len() as u32;
            list.push(Block { army, index, base: nodes });
            nodes += len;
        }
        let by_army = list.iter().enumerate().map(|(place, block)| (block.army, place)).collect();
        Self { list, by_army, nodes }
    }

    fn node(&self, board: &Board, side: Color) -> u32 {
        let view = View::of(board);
        let block = &self.list[self.by_army[&view.army]];
        block.base + block.index.node(board, &view, side) as u32
    }
}
