//! The sequential probability ratio test, generalized to unknown distributions of pair results.
//!
//! The log-likelihood ratio compares the two distributions that explain the pairs best under either hypothesis
//! (maximum likelihood with the expected score, or the expected score in standard deviations, held fixed). Source:
//! M. Van den Bergh, "A practical introduction to the GSPRT" and "Normalized Elo".
//!
//! Arimaa has no draws, so two of the five buckets of a pair never fill. A bucket that never filled takes no part;
//! those that can fill count a thousandth of a pair more than was seen, so that no hypothesis is impossible.

use super::elo::{NORMALIZED_SCALE, score_of_elo};
use super::pairs::PairCounts;
use std::fmt;

/// What an empty bucket counts.
const SOMETHING: f64 = 1e-3;

/// In what the bounds of a test are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EloModel {
    /// Logistic Elo: the expected score.
    #[default]
    Logistic,
    /// Normalized Elo: the expected score in standard deviations.
    Normalized,
}

/// A test of two hypotheses about the first engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: EloModel,
}

/// Why there is no such test.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// The bounds are not in ascending order.
    #[error("the bounds of an SPRT must ascend, found [{0}, {1}]")]
    Bounds(f64, f64),
    /// An error rate is no probability of error.
    #[error("the error rates of an SPRT lie between 0 and 0.5, found alpha {0} and beta {1}")]
    Rates(f64, f64),
}

/// What a test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Play on.
    Open,
    /// The difference is at most the lower bound.
    H0,
    /// The difference is at least the upper bound.
    H1,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Open => "open",
            Self::H0 => "H0",
            Self::H1 => "H1",
        })
    }
}

impl Sprt {
    /// A test whether the first engine is `elo0` or `elo1` better; `alpha` is the probability of finding H1 when H0 is
    /// true, `beta` the reverse.
    ///
    /// # Errors
    /// The bounds do not ascend, or a rate is not between 0 and 0.5.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: EloModel) -> Result<Self, SprtError> {
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtError::Bounds(elo0, elo1));
        }
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !is_rate(alpha) || !is_rate(beta) {
            return Err(SprtError::Rates(alpha, beta));
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The test ends with H0 at this log-likelihood ratio or below.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The test ends with H1 at this log-likelihood ratio or above.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of the pairs; zero without one.
    ///
    /// ```
    /// use tusker_arena::stats::{EloModel, PairCounts, Sprt, Verdict};
    ///
    /// let sprt = Sprt::new(0.0, 10.0, 0.05, 0.05, EloModel::Logistic).unwrap();
    /// let pairs = PairCounts::without_draws(800, 2000, 1000);
    /// assert_eq!(sprt.verdict(&pairs), Verdict::H1);
    /// assert_eq!(format!("{:.2}", sprt.llr(&pairs)), "8.84");
    /// ```
    pub fn llr(&self, pairs: &PairCounts) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.counts();
        let draws = counts[1] + counts[3] > 0;
        let buckets: Vec<(f64, f64)> = pairs
            .weighted()
            .enumerate()
            .filter(|(i, _)| i % 2 == 0 || draws)
            .map(|(_, (score, count))| (score, if count == 0.0 { SOMETHING } else { count }))
            .collect();
        // A pair's mean has half the variance of a game.
        self.llr_of(&buckets, std::f64::consts::SQRT_2)
    }

    /// The ratio for `counts` of results with scores between 0 and 1; a result has `1 / root²` of a game's variance.
    fn llr_of(&self, counts: &[(f64, f64)], root: f64) -> f64 {
        let total: f64 = counts.iter().map(|(_, count)| count).sum();
        let observed: Vec<(f64, f64)> = counts.iter().map(|&(score, count)| (score, count / total)).collect();
        let fit = |elo: f64| match self.model {
            EloModel::Logistic => fit_mean(&observed, score_of_elo(elo)),
            EloModel::Normalized => fit_deviations(&observed, elo / NORMALIZED_SCALE * root),
        };
        let (under0, under1) = (fit(self.elo0), fit(self.elo1));
        let ratio = observed.iter().zip(under0.iter().zip(&under1));
        total * ratio.map(|((_, p), (p0, p1))| p * (p1 / p0).ln()).sum::<f64>()
    }

    /// What the test says about the pairs.
    pub fn verdict(&self, pairs: &PairCounts) -> Verdict {
        match self.llr(pairs) {
            llr if llr >= self.upper() => Verdict::H1,
            llr if llr <= self.lower() => Verdict::H0,
            _ => Verdict::Open,
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        let model = match model {
            EloModel::Logistic => "Elo",
            EloModel::Normalized => "normalized Elo",
        };
        write!(f, "SPRT [{elo0}, {elo1}] {model}, alpha {alpha}, beta {beta}")
    }
}

/// The most likely distribution with the expected score `mean`.
fn fit_mean(observed: &[(f64, f64)], mean: f64) -> Vec<f64> {
    fit(observed, |score| score - mean)
}

/// The most likely distribution whose expected score is `t` of its own standard deviations above 1/2.
///
/// The condition depends on the distribution's deviation: linearized at the last fit, solved, and so on.
fn fit_deviations(observed: &[(f64, f64)], t: f64) -> Vec<f64> {
    let mut fitted = vec![1.0 / observed.len() as f64; observed.len()];
    for _ in 0..20 {
        let mean: f64 = observed.iter().zip(&fitted).map(|((score, _), p)| score * p).sum();
        let variance: f64 =
            observed.iter().zip(&fitted).map(|((score, _), p)| (score - mean).powi(2) * p).sum();
        let deviation = variance.sqrt();
        let condition =
            |score: f64| score - 0.5 - t * deviation * (1.0 + ((score - mean) / deviation).powi(2)) / 2.0;
        let next = fit(observed, condition);
        let change = next.iter().zip(&fitted).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        fitted = next;
        if change < 1e-9 {
            break;
        }
    }
    fitted
}

/// The most likely distribution under which the expectation of `condition` is zero: `p / (1 + x condition)`, with x
/// such that the expectation comes out.
fn fit(observed: &[(f64, f64)], condition: impl Fn(f64) -> f64) -> Vec<f64> {
    let terms: Vec<(f64, f64)> = observed.iter().map(|&(score, p)| (condition(score), p)).collect();
    let largest = terms.iter().map(|(a, _)| *a).fold(f64::MIN, f64::max);
    let smallest = terms.iter().map(|(a, _)| *a).fold(f64::MAX, f64::min);
    if largest <= 0.0 || smallest >= 0.0 {
        // No distribution over these scores meets the condition; the nearest is the observed one.
        return terms.iter().map(|(_, p)| *p).collect();
    }
    // The expectation falls from plus to minus infinity between the poles.
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    let mut x = 0.0;
    for _ in 0..100 {
        let expectation: f64 = terms.iter().map(|(a, p)| p * a / (1.0 + x * a)).sum();
        if expectation > 0.0 {
            low = x;
        } else {
            high = x;
        }
        let slope: f64 = terms.iter().map(|(a, p)| p * (a / (1.0 + x * a)).powi(2)).sum();
        let newton = x + expectation / slope;
        let next = if newton > low && newton < high { newton } else { f64::midpoint(low, high) };
        let done = (next - x).abs() <= 1e-14 * (1.0 + x.abs());
        x = next;
        if done {
            break;
        }
    }
    terms.iter().map(|(a, p)| p / (1.0 + x * a)).collect()
}

#[cfg(test)]
mod tests;
