//! Draws that are the same in every version: seeds outlive the program.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The generator of the numbered game of a run.
pub(crate) fn generator(seed: u64, number: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(number);
    rng
}

/// A number below `n`, which is small: the remainder's bias does not matter.
pub(crate) fn below(rng: &mut ChaCha8Rng, n: usize) -> usize {
    (rng.next_u64() % n.max(1) as u64) as usize
}

/// Puts `items` in a random order.
pub(crate) fn shuffle<T>(rng: &mut ChaCha8Rng, items: &mut [T]) {
    for place in (1..items.len()).rev() {
        items.swap(place, below(rng, place + 1));
    }
}
