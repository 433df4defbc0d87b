//! Elo differences and how sure they are.

use super::normal::{Z95, normal_cdf};
use super::pairs::PairCounts;

/// Normalized Elo per standard deviation of one game.
pub(crate) const NORMALIZED_SCALE: f64 = 800.0 / std::f64::consts::LN_10;

/// The share of points, 0 to 1, that an advantage of `elo` is worth.
///
/// ```
/// assert_eq!(tusker_arena::stats::score_of_elo(0.0), 0.5);
/// ```
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// The advantage in Elo that a share of points, 0 to 1, tells; infinite at 0 and 1.
pub fn elo_of_score(score: f64) -> f64 {
    // Not the negative zero of an even score.
    0.0 - 400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

/// A value with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The estimate; may be infinite.
    pub value: f64,
    /// Lower end; may be infinite.
    pub low: f64,
    /// Upper end; may be infinite.
    pub high: f64,
}

impl Interval {
    /// Half the width of the interval.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl std::fmt::Display for Interval {
    /// `+12.3 [+4.5, +20.1]`; the precision is one digit unless another is given.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let digits = f.precision().unwrap_or(1);
        write!(f, "{:+.digits$} [{:+.digits$}, {:+.digits$}]", self.value, self.low, self.high)
    }
}

/// What a match says about the strength of its first engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// Logistic Elo: the share of points is `1 / (1 + 10^(-elo/400))`.
    pub elo: Interval,
    /// Normalized Elo: the advantage in standard deviations of one game, on the scale on which both kinds agree for
    /// close games without bias; it does not depend on how decided the starts are.
    pub normalized: Interval,
    /// Likelihood of superiority: the probability that the first engine is the stronger one, 0 to 1.
    pub los: f64,
}

impl EloEstimate {
    /// The estimate from complete pairs; `None` without one.
    ///
    /// The intervals take the mean of the pairs as normally distributed. If all pairs ended alike that says nothing;
    /// the interval then holds every score under which so many equal pairs have a probability of 5% or more.
    ///
    /// ```
    /// use tusker_arena::stats::{EloEstimate, PairCounts};
    ///
    /// let estimate = EloEstimate::from_pairs(&PairCounts::without_draws(20, 50, 30)).unwrap();
    /// assert_eq!(format!("{}", estimate.elo), "+34.9 [-12.9, +84.0]");
    /// ```
    pub fn from_pairs(pairs: &PairCounts) -> Option<Self> {
        let count = pairs.pairs() as f64;
        if count == 0.0 {
            return None;
        }
        let (score, variance) = (pairs.score(), pairs.variance());
        if variance == 0.0 {
            return Some(Self::from_equal_pairs(score, count));
        }
        let error = (variance / count).sqrt();
        let value = elo_of_score(score);
        let elo = Interval {
            value,
            low: elo_of_score(score - Z95 * error),
            high: elo_of_score(score + Z95 * error),
        };
        // A pair's mean has half the variance of a game.
        let normalized = (score - 0.5) / (2.0 * variance).sqrt() * NORMALIZED_SCALE;
        let normalized_error = Z95 / (2.0 * count).sqrt() * NORMALIZED_SCALE;
        Some(Self {
            elo,
            normalized: Interval {
                value: normalized,
                low: normalized - normalized_error,
                high: normalized + normalized_error,
            },
            los: normal_cdf((score - 0.5) / error),
        })
    }

    fn from_equal_pairs(score: f64, count: f64) -> Self {
        let everything = Interval { value: elo_of_score(score), low: f64::NEG_INFINITY, high: f64::INFINITY };
        // The smallest share of won pairs under which all of them being won is not yet unlikely.
        let least = 0.05_f64.powf(1.0 / count);
        let (elo, los) = if score >= 1.0 {
            (Interval { low: elo_of_score(least), ..everything }, 1.0 - 0.5_f64.powf(count))
        } else if score <= 0.0 {
            (Interval { high: -elo_of_score(least), ..everything }, 0.5_f64.powf(count))
        } else {
            (everything, 0.5)
        };
        Self { elo, normalized: everything, los }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} for {expected}");
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -10.0, 0.0, 3.5, 200.0] {
            near(elo_of_score(score_of_elo(elo)), elo, 1e-9);
        }
        near(score_of_elo(400.0), 10.0 / 11.0, 1e-12);
    }

    /// Golden numbers from the tests of fastchess (`elo_test.cpp`): pairs, Elo, error, normalized Elo, error, LOS.
    #[test]
    fn fastchess_golden_numbers() {
        let cases: [([u64; 5], [f64; 5]); 3] = [
            ([34, 54, 31 + 32, 64, 75], [55.58, 27.65, 57.94, 28.28, 1.0]),
            ([332, 433, 457 + 41, 333, 334], [-8.64, 10.33, -9.17, 10.96, 0.0505]),
            ([7895, 8757, 5485 + 200, 568, 9999], [-21.04, 2.95, -19.01, 2.65, 0.0]),
        ];
        for (counts, [elo, error, normalized, normalized_error, los]) in cases {
            let estimate = EloEstimate::from_pairs(&PairCounts::new(counts)).unwrap();
            near(estimate.elo.value, elo, 0.01);
            near(estimate.elo.error(), error, 0.01);
            near(estimate.normalized.value, normalized, 0.01);
            near(estimate.normalized.error(), normalized_error, 0.01);
            near(estimate.los, los, 1e-4);
        }
    }

    #[test]
    fn equal_pairs_have_one_sided_intervals() {
        let won = EloEstimate::from_pairs(&PairCounts::without_draws(0, 0, 10)).unwrap();
        assert!(won.elo.value.is_infinite() && won.elo.high.is_infinite());
        near(won.elo.low, elo_of_score(0.741_134_449), 1e-4);
        near(won.los, 1.0 - 0.5_f64.powi(10), 1e-12);
        let lost = EloEstimate::from_pairs(&PairCounts::without_draws(10, 0, 0)).unwrap();
        near(lost.elo.high, -won.elo.low, 1e-9);
        let split = EloEstimate::from_pairs(&PairCounts::without_draws(0, 10, 0)).unwrap();
        assert_eq!((split.elo.value, split.los), (0.0, 0.5));
        assert_eq!(EloEstimate::from_pairs(&PairCounts::default()), None);
    }
}
