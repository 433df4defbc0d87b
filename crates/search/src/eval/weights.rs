//! The table of weights, and the two ways to use it: adding up, and counting for the tuner.

use super::features::FEATURES;
use super::network::{Hidden, Network};
use std::fmt;
use tusker_core::Color;

/// A weight against a full enemy army and one against a lone piece, in milli-rabbits.
pub type Pair = [i32; 2];

/// What counts as a full army when weights are tapered: three for each piece that is no rabbit, one for each rabbit.
pub const FULL_PHASE: i32 = 32;
const MILLI_PER_CENTI: i32 = 10;

/// The weights of all features.
#[derive(Clone, PartialEq, Eq)]
pub struct Weights {
    /// The late weight in the upper half, the early one added: sums of both are made at once.
    packed: [i64; FEATURES],
}

impl Weights {
    /// The weights in the order of the features.
    pub const fn new(values: &[Pair; FEATURES]) -> Self {
        let mut packed = [0; FEATURES];
        let mut index = 0;
        while index < FEATURES {
            let [early, late] = values[index];
            packed[index] = ((late as i64) << 32) + early as i64;
            index += 1;
        }
        Self { packed }
    }

    /// The weights in the order of the features, in milli-rabbits.
    pub fn values(&self) -> [Pair; FEATURES] {
        self.packed.map(unpack)
    }

    /// The packed weight of a feature.
    #[inline]
    pub(crate) const fn packed(&self, feature: usize) -> i64 {
        self.packed[feature]
    }

    /// A packed sum in centi-rabbits at a `phase` of 0 (a lone enemy piece) to [`FULL_PHASE`].
    #[inline]
    pub(crate) const fn taper(sum: i64, phase: i32) -> i32 {
        let [early, late] = unpack(sum);
        (early * phase + late * (FULL_PHASE - phase)) / (FULL_PHASE * MILLI_PER_CENTI)
    }
}

impl fmt::Debug for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.values()).finish()
    }
}

const fn unpack(sum: i64) -> Pair {
    let early = sum as i32;
    [early, ((sum - early as i64) >> 32) as i32]
}

/// Who hears of the features of a position.
pub(crate) trait Sink {
    /// `count` more of `feature` for `color`.
    fn add(&mut self, color: Color, feature: usize, count: i32);

    /// An input of the network is there.
    #[inline]
    fn input(&mut self, input: super::inputs::Pair) {
        let _ = input;
    }
}

/// Adds up weights, packed, for Gold and Silver, and what the units of a network take in.
pub(crate) struct Sum<'a> {
    pub(crate) weights: &'a Weights,
    pub(crate) totals: [i64; 2],
    pub(crate) units: Option<(&'a Network, Hidden)>,
}

impl Sink for Sum<'_> {
    #[inline]
    fn add(&mut self, color: Color, feature: usize, count: i32) {
        self.totals[color.index()] += self.weights.packed[feature] * i64::from(count);
    }

    #[inline]
    fn input(&mut self, input: super::inputs::Pair) {
        if let Some((network, hidden)) = &mut self.units {
            network.add(hidden, input);
        }
    }
}

/// How often each feature occurs for each side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    counts: [[i32; FEATURES]; 2],
}

impl Trace {
    pub(crate) const fn new() -> Self {
        Self { counts: [[0; FEATURES]; 2] }
    }

    /// How often `feature` occurs for `color`.
    pub const fn count(&self, color: Color, feature: usize) -> i32 {
        self.counts[color.index()][feature]
    }

    /// The weighted sum over `features`, packed.
    pub(crate) fn sum(&self, color: Color, weights: &Weights, features: std::ops::Range<usize>) -> i64 {
        features.map(|f| weights.packed(f) * i64::from(self.count(color, f))).sum()
    }
}

impl Sink for Trace {
    fn add(&mut self, color: Color, feature: usize, count: i32) {
        self.counts[color.index()][feature] += count;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_keeps_signs() {
        for pair in [[0, 0], [-1, 5], [7, -3], [-200_000, -9], [i32::MIN / 4, i32::MAX / 4]] {
            let mut values = [[0; 2]; FEATURES];
            values[3] = pair;
            assert_eq!(Weights::new(&values).values()[3], pair);
        }
        assert_eq!(unpack(3 * ((-5_i64 << 32) + -7) + ((100_i64 << 32) + 4)), [-17, 85]);
    }

    #[test]
    fn taper_ends() {
        let sum = (300_i64 << 32) - 100;
        assert_eq!(Weights::taper(sum, FULL_PHASE), -10);
        assert_eq!(Weights::taper(sum, 0), 30);
        assert_eq!(Weights::taper(sum, FULL_PHASE / 2), 10);
    }
}
