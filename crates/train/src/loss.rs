//! How well an evaluation predicts results: logarithmic loss of a logistic curve.

use crate::data::Labelled;
use rayon::prelude::*;
use tusker_core::{Color, Position};
use tusker_search::Score;
use tusker_search::eval::{Config, breakdown};

/// The win probability of a score in centi-rabbits.
pub fn win_probability(score: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-score / scale).exp())
}

/// The win probability of a score that a search found: sure if it proved the result.
pub(crate) fn chance(score: Score, scale: f64) -> f64 {
    match score.proven() {
        Some(steps) => f64::from(u8::from(steps > 0)),
        None => win_probability(f64::from(score.0), scale),
    }
}

/// A score of the mover's view in Gold's.
pub(crate) fn golds_view(position: &Position, mover: i32) -> i32 {
    if position.side() == Color::Gold { mover } else { -mover }
}

/// The mean logarithmic loss of pairs of a score (centi-rabbits) and a result (0 to 1), both of Gold's view, with
/// win probability 1 / (1 + exp(-score / scale)). Without pairs it is not a number.
///
/// ```
/// # use tusker_train::log_loss;
/// let coin = log_loss(&[(0.0, 1.0), (0.0, 0.0)], 400.0);
/// assert!((coin - 2_f64.ln()).abs() < 1e-12);
/// ```
pub fn log_loss(pairs: &[(f64, f64)], scale: f64) -> f64 {
    let sum: f64 = pairs.iter().map(|&(score, result)| loss(score / scale, result)).sum();
    sum / pairs.len() as f64
}

/// The loss at a score in units of the scale, without the overflow of large ones.
fn loss(score: f64, result: f64) -> f64 {
    let against = |s: f64| if s > 0.0 { (-s).exp().ln_1p() } else { s.exp().ln_1p() - s };
    result * against(score) + (1.0 - result) * against(-score)
}

/// The scale between 50 and 2000 centi-rabbits with the least loss.
pub fn best_scale(pairs: &[(f64, f64)]) -> f64 {
    // The loss has one minimum in the inverse of the scale, where it is convex.
    let (mut low, mut high) = (1.0 / 2000.0, 1.0 / 50.0);
    for _ in 0..60 {
        let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if log_loss(pairs, 1.0 / a) < log_loss(pairs, 1.0 / b) {
            high = b;
        } else {
            low = a;
        }
    }
    2.0 / (low + high)
}

/// Scores by the evaluation and results, Gold's view.
pub fn scored(positions: &[Labelled], config: Config) -> Vec<(f64, f64)> {
    positions
        .par_iter()
        .map(|labelled| {
            let mover = breakdown(&labelled.position, config).score.0;
            (f64::from(golds_view(&labelled.position, mover)), labelled.result())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loss_agrees_with_the_formula_and_stays_finite() {
        for (score, result) in [(-3.0, 1.0), (-0.1, 0.3), (0.0, 0.5), (2.0, 0.0), (5.0, 1.0)] {
            let p = win_probability(score, 1.0);
            let plain = -(result * p.ln() + (1.0 - result) * (1.0 - p).ln());
            assert!((loss(score, result) - plain).abs() < 1e-12);
        }
        assert!((loss(-2000.0, 1.0) - 2000.0).abs() < 1e-9);
        assert!(loss(2000.0, 1.0).abs() < 1e-12);
    }

    #[test]
    fn the_best_scale_is_found() {
        // Of scores 100, nine in ten win: 100 / scale = ln 9.
        let pairs: Vec<_> = (0..10).map(|n| (100.0, if n == 0 { 0.0 } else { 1.0 })).collect();
        let near = best_scale(&pairs.iter().map(|&(s, r)| (4.0 * s, r)).collect::<Vec<_>>());
        assert!((near - 400.0 / 9_f64.ln()).abs() < 0.1, "{near}");
    }
}
