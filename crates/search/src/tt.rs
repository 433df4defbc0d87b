//! The transposition table: buckets of four entries in a cache line, shared by all threads without locks.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use tusker_core::{Edge, Key};

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// At most the score.
    Upper,
    /// At least the score.
    Lower,
    /// Exactly the score.
    Exact,
}

impl Bound {
    /// What `score` says that a search with the window (alpha, beta) found.
    pub const fn of(score: i32, (alpha, beta): (i32, i32)) -> Self {
        if score >= beta {
            Self::Lower
        } else if score > alpha {
            Self::Exact
        } else {
            Self::Upper
        }
    }
}

/// A copy of a stored entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best edge found, if any.
    pub edge: Option<Edge>,
    /// The score, proven ones counted from this position; centi-rabbits, mover's view.
    pub score: i32,
    /// Depth of the search, in steps; 0 and less for the levels of the quiescence, see [`LEAST_DEPTH`].
    pub depth: i32,
    /// What the score means.
    pub bound: Bound,
}

/// The smallest depth that a table can hold.
pub const LEAST_DEPTH: i32 = -4;

/// One slot, 16 bytes.
///
/// `data`, from the low end: edge 16, score 16, depth 8, bound 2, age 6 bits; 16 free. `check` is the key combined
/// with `data`, so a slot torn by two writers reads as a miss.
#[derive(Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

#[derive(Default)]
#[repr(align(64))]
struct Bucket([Slot; 4]);

const _: () = assert!(size_of::<Bucket>() == 64);

const NO_EDGE: u16 = u16::MAX;
const AGES: u64 = 64;

/// A table of a fixed size, shared by reference.
pub struct Table {
    buckets: Vec<Bucket>,
    age: AtomicU64,
}

impl Table {
    /// A table of at most `mebibytes` MiB, at least one bucket.
    pub fn new(mebibytes: usize) -> Self {
        let count = (mebibytes.saturating_mul(1 << 20) / size_of::<Bucket>()).max(1);
        let mut buckets = Vec::new();
        buckets.resize_with(count, Bucket::default);
        Self { buckets, age: AtomicU64::new(0) }
    }

    /// Size in MiB, rounded down.
    pub fn mebibytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.buckets.iter_mut().for_each(|b| *b = Bucket::default());
        self.age = AtomicU64::new(0);
    }

    /// Tells the table that a new search begins: older entries give way first.
    pub fn next_age(&self) {
        self.age.store((self.age.load(Relaxed) + 1) % AGES, Relaxed);
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        let index = (u128::from(key.0) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }

    /// Asks the processor to fetch the bucket of `key`.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        crate::arch::prefetch(self.bucket(key));
    }

    /// The entry of `key`, if it is stored.
    #[inline]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.bucket(key).0.iter().find_map(|slot| {
            let data = slot.data.load(Relaxed);
            (slot.check.load(Relaxed) ^ data == key.0 && data != 0).then(|| decode(data))
        })
    }

    /// Stores an entry in place of the one of the same key, or of the shallowest and oldest.
    #[inline]
    pub fn store(&self, key: Key, mut entry: Entry) {
        let age = self.age.load(Relaxed);
        let bucket = self.bucket(key);
        let mut victim = &bucket.0[0];
        let mut least = i64::MAX;
        for slot in &bucket.0 {
            let data = slot.data.load(Relaxed);
            if data != 0 && slot.check.load(Relaxed) ^ data == key.0 {
                let old = decode(data);
                if entry.edge.is_none() {
                    entry.edge = old.edge;
                }
                if entry.bound != Bound::Exact
                    && old.depth > entry.depth + 3
                    && data >> 42 & (AGES - 1) == age
                {
                    return;
                }
                victim = slot;
                break;
            }
            let staleness = (age + AGES - (data >> 42 & (AGES - 1))) % AGES;
            let worth = if data == 0 { -1 } else { (data >> 32 & 0xFF) as i64 - 4 * staleness as i64 + 1000 };
            if worth < least {
                least = worth;
                victim = slot;
            }
        }
        let data = encode(entry, age);
        victim.check.store(key.0 ^ data, Relaxed);
        victim.data.store(data, Relaxed);
    }

    /// Share of a sample of slots filled by the current search, in permille.
    pub fn fill(&self) -> u32 {
        let age = self.age.load(Relaxed);
        let sample = self.buckets.len().min(250);
        let used = self.buckets[..sample].iter().flat_map(|b| &b.0).filter(|slot| {
            let data = slot.data.load(Relaxed);
            data != 0 && data >> 42 & (AGES - 1) == age
        });
        (used.count() * 1000 / (sample * 4)) as u32
    }
}

fn encode(entry: Entry, age: u64) -> u64 {
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(entry.edge.map_or(NO_EDGE, Edge::bits))
        | u64::from(entry.score as i16 as u16) << 16
        | ((entry.depth - LEAST_DEPTH).clamp(0, 255) as u64) << 32
        | bound << 40
        | age << 42
}

fn decode(data: u64) -> Entry {
    let bits = data as u16;
    Entry {
        edge: if bits == NO_EDGE { None } else { Edge::from_bits(bits) },
        score: i32::from((data >> 16) as u16 as i16),
        depth: (data >> 32 & 0xFF) as i32 + LEAST_DEPTH,
        bound: match data >> 40 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            _ => Bound::Exact,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(score: i32, depth: i32) -> Entry {
        Entry { edge: Edge::from_bits(0x448), score, depth, bound: Bound::Lower }
    }

    #[test]
    fn returns_what_was_stored() {
        let table = Table::new(1);
        for n in 0..1000_u64 {
            let key = Key(n.wrapping_mul(0x9E37_79B9_7F4A_7C15));
            let stored = entry((n as i32 - 500) * 60, (n % 40) as i32 + LEAST_DEPTH);
            table.store(key, stored);
            assert_eq!(table.probe(key), Some(stored));
        }
    }

    #[test]
    fn keeps_deep_entries_of_this_search_and_drops_old_ones() {
        let table = Table::new(0);
        for n in 1..=4 {
            table.store(Key(n), entry(0, 20));
        }
        table.store(Key(5), entry(0, 1));
        assert_eq!((1..=5).filter(|&n| table.probe(Key(n)).is_some()).count(), 4);
        for _ in 0..10 {
            table.next_age();
        }
        for n in 6..=8 {
            table.store(Key(n), entry(0, 2));
        }
        assert!((6..=8).all(|n| table.probe(Key(n)).is_some()));
    }

    #[test]
    fn a_pass_is_an_edge() {
        let table = Table::new(0);
        let stored = Entry { edge: Some(Edge::PASS), score: -31_990, depth: 0, bound: Bound::Upper };
        table.store(Key(9), stored);
        assert_eq!(table.probe(Key(9)), Some(stored));
    }
}
