//! The turns of a defender whose enemy threatens to win: all that may save it.

use std::collections::HashSet;
use std::ops::ControlFlow;
use tusker_core::{Edge, EdgeList, Key, Position, statics};

/// Goes through the boards on which the defender may end its turn such that the enemy cannot win at once by goal or
/// elimination; some on which it can are among them.
///
/// That none is left out is what [`statics::defences`] promises; it is asked anew after every edge.
#[derive(Default)]
pub(super) struct Escapes {
    inside: HashSet<Key>,
    ends: HashSet<Key>,
}

impl Escapes {
    /// Calls `visit` with the ends of all turns of at most `steps` steps, each once in the lifetime of this value, until
    /// it breaks off.
    pub(super) fn for_each<B>(
        &mut self,
        position: &Position,
        steps: u8,
        visit: &mut impl FnMut(&Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.inside.clear();
        self.walk(&position.with_steps_left(steps.min(position.steps_left())), visit)
    }

    fn walk<B>(
        &mut self,
        position: &Position,
        visit: &mut impl FnMut(&Position) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut edges = EdgeList::new();
        statics::defences(position, &mut edges);
        let side = position.side();
        let mut deeper: Vec<Position> = Vec::new();
        for edge in edges {
            // The board at hand was visited when it was reached.
            if edge == Edge::PASS {
                continue;
            }
            let mut next = *position;
            next.play_unchecked(edge);
            let mut end = next;
            if next.side() == side {
                if !self.inside.insert(next.key()) {
                    continue;
                }
                deeper.push(next);
                if !next.can_pass() {
                    continue;
                }
                end.play_unchecked(Edge::PASS);
            }
            if self.ends.insert(end.board_key()) {
                visit(&end)?;
            }
        }
        for next in &deeper {
            self.walk(next, visit)?;
        }
        ControlFlow::Continue(())
    }
}
