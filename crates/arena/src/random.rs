//! Draws that are the same in every version: seeds outlive the program.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The generator for one purpose of one numbered thing of a match.
pub(crate) fn generator(seed: u64, number: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(number);
    rng
}

/// A number below `n`, which is at least 1 and below 2^32; all are equally likely.
pub(crate) fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    let n = n as u64;
    // The numbers from here on would make the small remainders likelier.
    let limit = (1 << 32) / n * n;
    loop {
        let number = u64::from(rng.next_u32());
        if number < limit {
            return (number % n) as usize;
        }
    }
}

/// Every order of the items is equally likely.
pub(crate) fn shuffle<T>(rng: &mut ChaCha8Rng, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last + 1));
    }
}
