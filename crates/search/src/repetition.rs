//! How often a position has stood at the end of a turn.

use std::collections::HashMap;
use tusker_core::Key;

/// Ends of turns: of the game so far, and of the line being searched.
pub(crate) struct Repetitions {
    game: HashMap<Key, u8>,
    line: Vec<Key>,
}

impl Repetitions {
    /// `history` holds the repetition keys of all ends of turns so far, the current position's included.
    pub(crate) fn new(history: &[Key]) -> Self {
        let mut game = HashMap::new();
        for key in history {
            let count: &mut u8 = game.entry(*key).or_default();
            *count = count.saturating_add(1);
        }
        Self { game, line: Vec::with_capacity(64) }
    }

    /// Whether ending a turn on `key` now would be its third occurrence.
    #[inline]
    pub(crate) fn is_third(&self, key: Key) -> bool {
        let in_game = if self.game.is_empty() { 0 } else { self.game.get(&key).copied().unwrap_or(0) };
        usize::from(in_game) + self.line.iter().filter(|k| **k == key).count() >= 2
    }

    pub(crate) fn push(&mut self, key: Key) {
        self.line.push(key);
    }

    pub(crate) fn pop(&mut self) {
        self.line.pop();
    }
}
