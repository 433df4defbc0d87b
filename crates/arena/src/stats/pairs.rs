//! Results counted in pairs: two games from the same start with the colours swapped.

/// How many pairs ended with each score of the first engine.
///
/// The unit of the statistics is the pair: both games share a start, so their results are not independent. Arimaa has
/// no draws today, so only the buckets for 0, 1 and 2 points fill; the half points are there for old records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairCounts {
    counts: [u64; Self::BUCKETS],
}

impl PairCounts {
    /// Scores of a pair: 0, 1/2, 1, 3/2, 2 points.
    pub const BUCKETS: usize = 5;

    /// Pairs that ended with 0, 1/2, 1, 3/2 and 2 points for the first engine.
    pub const fn new(counts: [u64; Self::BUCKETS]) -> Self {
        Self { counts }
    }

    /// Pairs without draws: both lost, one game each, both won.
    pub const fn without_draws(lost: u64, split: u64, won: u64) -> Self {
        Self::new([lost, 0, split, 0, won])
    }

    /// Adds one pair in which the first engine won so many of the two games.
    pub fn add_wins(&mut self, wins: usize) {
        if let Some(count) = self.counts.get_mut(2 * wins) {
            *count += 1;
        }
    }

    /// The counts, in ascending order of points.
    pub const fn counts(&self) -> [u64; Self::BUCKETS] {
        self.counts
    }

    /// Number of pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The share of points that the first engine got, 0 to 1; 1/2 without a pair.
    pub fn score(&self) -> f64 {
        let pairs = self.pairs();
        if pairs == 0 {
            return 0.5;
        }
        self.weighted().map(|(score, count)| score * count).sum::<f64>() / pairs as f64
    }

    /// Variance of the share of points of one pair.
    pub fn variance(&self) -> f64 {
        let (mean, pairs) = (self.score(), self.pairs());
        if pairs == 0 {
            return 0.0;
        }
        self.weighted().map(|(score, count)| count * (score - mean).powi(2)).sum::<f64>() / pairs as f64
    }

    /// Score of each bucket, 0 to 1, with its count.
    pub(crate) fn weighted(&self) -> impl Iterator<Item = (f64, f64)> {
        self.counts.into_iter().enumerate().map(|(i, count)| (i as f64 / 4.0, count as f64))
    }
}
