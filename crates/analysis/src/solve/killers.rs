//! Turns that have worked before: the first to be tried where they are legal.

use tusker_core::{Edge, Position, Turn};

/// A few turns, the one that worked last first.
#[derive(Clone, Debug, Default)]
pub(super) struct Killers(Vec<Turn>);

const MOST: usize = 6;

impl Killers {
    pub(super) fn turns(&self) -> &[Turn] {
        &self.0
    }

    pub(super) fn add(&mut self, turn: &Turn) {
        self.0.retain(|known| known != turn);
        self.0.insert(0, turn.clone());
        self.0.truncate(MOST);
    }

    /// Makes the turn at this place the first.
    pub(super) fn prefer(&mut self, place: usize) {
        self.0[..=place].rotate_right(1);
    }
}

/// The turns that have worked with so many turns left.
pub(super) fn known_turns(table: &[Killers], turns_left: u8) -> Vec<Turn> {
    table.get(usize::from(turns_left)).map(|killers| killers.turns().to_vec()).unwrap_or_default()
}

/// Notes a turn that worked with so many turns left.
pub(super) fn learn(table: &mut Vec<Killers>, turns_left: u8, turn: &Turn) {
    let index = usize::from(turns_left);
    if table.len() <= index {
        table.resize_with(index + 1, Killers::default);
    }
    table[index].add(turn);
}

/// The position after a turn, if it is legal here.
pub(super) fn end_of(position: &Position, turn: &Turn) -> Option<Position> {
    let mut end = *position;
    for &edge in turn.edges() {
        if end.side() != position.side() {
            return None;
        }
        end.play(edge).ok()?;
    }
    if end.side() == position.side() {
        end.play(Edge::PASS).ok()?;
    }
    Some(end)
}
