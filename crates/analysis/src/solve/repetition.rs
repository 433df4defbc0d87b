//! Third repetitions, where a history is given.

use std::collections::HashMap;
use tusker_core::{Key, Position};

/// How often positions occurred at the ends of turns, in the game and in the line that is looked at.
#[derive(Debug, Default)]
pub(super) struct Occurrences {
    counts: HashMap<Key, u8>,
    rule: Rule,
}

/// Whether third repetitions are illegal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Rule {
    #[default]
    Ignored,
    Judged,
}

impl Occurrences {
    pub(super) fn new(history: &[Key]) -> Self {
        let mut counts = HashMap::new();
        for &key in history {
            let count: &mut u8 = counts.entry(key).or_default();
            *count = count.saturating_add(1);
        }
        let rule = if history.is_empty() { Rule::Ignored } else { Rule::Judged };
        Self { counts, rule }
    }

    /// Whether what is proved holds for a line only, not for a position.
    pub(super) fn are_judged(&self) -> bool {
        self.rule == Rule::Judged
    }

    /// Whether a turn that ends on this position is illegal.
    pub(super) fn is_third(&self, end: &Position) -> bool {
        self.are_judged() && self.counts.get(&end.repetition_key()).is_some_and(|&count| count >= 2)
    }

    /// How many positions would be third repetitions.
    pub(super) fn twice(&self) -> usize {
        if self.are_judged() { self.counts.values().filter(|&&count| count >= 2).count() } else { 0 }
    }

    pub(super) fn enter(&mut self, end: &Position) {
        if self.are_judged() {
            *self.counts.entry(end.repetition_key()).or_default() += 1;
        }
    }

    pub(super) fn leave(&mut self, end: &Position) {
        if self.are_judged()
            && let Some(count) = self.counts.get_mut(&end.repetition_key())
        {
            *count -= 1;
        }
    }
}
