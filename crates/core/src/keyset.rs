//! A set of Zobrist keys for the listing of turns.

use crate::zobrist::Key;

/// Open addressing over a power of two of slots, at most half full.
///
/// Keys are uniformly distributed already, so their low bits are the hash. Zero marks a free slot; the key zero
/// itself is kept aside.
pub(crate) struct KeySet {
    slots: Vec<u64>,
    len: usize,
    has_zero: bool,
}

impl Default for KeySet {
    fn default() -> Self {
        Self { slots: vec![0; 1 << 12], len: 0, has_zero: false }
    }
}

impl KeySet {
    /// Removes all keys; the memory stays.
    pub(crate) fn clear(&mut self) {
        self.slots.fill(0);
        self.len = 0;
        self.has_zero = false;
    }

    /// Adds `key`; returns whether it was new.
    #[inline]
    pub(crate) fn insert(&mut self, key: Key) -> bool {
        if key.0 == 0 {
            return !std::mem::replace(&mut self.has_zero, true);
        }
        let mask = self.slots.len() - 1;
        let mut index = key.0 as usize & mask;
        loop {
            match self.slots[index] {
                0 => break,
                found if found == key.0 => return false,
                _ => index = (index + 1) & mask,
            }
        }
        self.slots[index] = key.0;
        self.len += 1;
        if self.len * 2 > self.slots.len() {
            self.grow();
        }
        true
    }

    #[cold]
    fn grow(&mut self) {
        let old = std::mem::take(&mut self.slots);
        self.slots = vec![0; old.len() * 4];
        self.len = 0;
        for key in old.into_iter().filter(|&k| k != 0) {
            self.insert(Key(key));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn agrees_with_the_standard_set() {
        let mut set = KeySet::default();
        for round in 0..2 {
            let mut twin = HashSet::new();
            let mut state = 7_u64;
            for _ in 0..50_000 {
                state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let key = Key(state >> 50);
                assert_eq!(set.insert(key), twin.insert(key), "round {round}, {key:?}");
            }
            set.clear();
        }
    }
}
