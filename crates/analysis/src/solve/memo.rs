//! What has been proved, by position.

use tusker_core::Key;

/// What is known of one position: the attacker is the side to move, or the other one; keys tell which.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Bounds {
    /// The attacker wins within so many turns; 0 if that is not known of any number.
    wins_within: u8,
    /// The attacker does not win within so many turns.
    no_win_within: u8,
}

impl Bounds {
    fn answer(self, turns: u8) -> Option<bool> {
        if self.wins_within > 0 && self.wins_within <= turns {
            Some(true)
        } else if self.no_win_within >= turns {
            Some(false)
        } else {
            None
        }
    }

    fn learn(&mut self, turns: u8, wins: bool) {
        if !wins {
            self.no_win_within = self.no_win_within.max(turns);
        } else if self.wins_within == 0 || turns < self.wins_within {
            self.wins_within = turns;
        }
    }
}

/// A key, and the two numbers of [`Bounds`] in the low bytes. All zero at first, which the system gives for nothing.
type Slot = [u64; 2];

/// A table of fixed size; newer proofs replace older ones. Positions are told apart by their 64-bit keys.
pub(super) struct Memo {
    slots: Vec<Slot>,
}

impl Memo {
    pub(super) fn new(mebibytes: usize) -> Self {
        let most = (mebibytes.max(1) << 20) / size_of::<Slot>();
        Self { slots: vec![[0; 2]; 1 << most.ilog2()] }
    }

    fn slot(&mut self, key: Key) -> &mut Slot {
        let index = key.0 as usize & (self.slots.len() - 1);
        &mut self.slots[index]
    }

    fn bounds(&mut self, key: Key) -> Bounds {
        match *self.slot(key) {
            [found, bounds] if found == key.0 => {
                let [wins_within, no_win_within, ..] = bounds.to_le_bytes();
                Bounds { wins_within, no_win_within }
            }
            _ => Bounds::default(),
        }
    }

    /// Whether the attacker wins within `turns`, if known.
    pub(super) fn get(&mut self, key: Key, turns: u8) -> Option<bool> {
        self.bounds(key).answer(turns)
    }

    /// Notes whether the attacker wins within `turns`.
    pub(super) fn put(&mut self, key: Key, turns: u8, wins: bool) {
        let mut bounds = self.bounds(key);
        bounds.learn(turns, wins);
        *self.slot(key) =
            [key.0, u64::from_le_bytes([bounds.wins_within, bounds.no_win_within, 0, 0, 0, 0, 0, 0])];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_answer_what_they_imply() {
        let mut memo = Memo::new(1);
        let key = Key(5);
        assert_eq!(memo.get(key, 1), None);
        memo.put(key, 2, false);
        assert_eq!([1, 2, 3].map(|turns| memo.get(key, turns)), [Some(false), Some(false), None]);
        memo.put(key, 4, true);
        assert_eq!(
            [2, 3, 4, 5].map(|turns| memo.get(key, turns)),
            [Some(false), None, Some(true), Some(true)]
        );
        let other = Key(5 + (1 << 40));
        memo.put(other, 1, true);
        assert_eq!((memo.get(key, 4), memo.get(other, 1)), (None, Some(true)));
    }
}
