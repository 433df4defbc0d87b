//! Ratings of several engines from all their games: maximum likelihood under the logistic model.

use super::elo::Interval;
use super::normal::Z95;

/// Elo per unit of log-odds.
const ELO_PER_LOGIT: f64 = 400.0 / std::f64::consts::LN_10;

/// Wins of every engine against every other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Crosstable {
    wins: Vec<Vec<u64>>,
}

impl Crosstable {
    /// No games between `engines` engines.
    pub fn new(engines: usize) -> Self {
        Self { wins: vec![vec![0; engines]; engines] }
    }

    /// Adds games that `winner` won against `loser`; indices that are out of range count for nothing.
    pub fn add(&mut self, winner: usize, loser: usize, games: u64) {
        if let Some(count) = self.wins.get_mut(winner).and_then(|row| row.get_mut(loser)) {
            *count += games;
        }
    }

    /// Number of engines.
    pub fn engines(&self) -> usize {
        self.wins.len()
    }

    /// Games that `winner` won against `loser`.
    pub fn wins(&self, winner: usize, loser: usize) -> u64 {
        self.wins.get(winner).and_then(|row| row.get(loser)).copied().unwrap_or(0)
    }

    /// Games that `engine` won.
    pub fn total_wins(&self, engine: usize) -> u64 {
        (0..self.engines()).map(|other| self.wins(engine, other)).sum()
    }

    /// Games of `engine`.
    pub fn games(&self, engine: usize) -> u64 {
        (0..self.engines()).map(|other| self.wins(engine, other) + self.wins(other, engine)).sum()
    }

    /// Whether a chain of wins leads from every one of `engines` to every other: without it some rating is infinite.
    fn is_connected(&self, engines: &[usize]) -> bool {
        let reaches_all = |wins: &dyn Fn(usize, usize) -> bool| {
            let mut seen = vec![false; self.engines()];
            let mut open: Vec<usize> = engines.first().copied().into_iter().collect();
            while let Some(from) = open.pop() {
                if !std::mem::replace(&mut seen[from], true) {
                    open.extend(engines.iter().copied().filter(|&to| !seen[to] && wins(from, to)));
                }
            }
            engines.iter().all(|&engine| seen[engine])
        };
        reaches_all(&|a, b| self.wins(a, b) > 0) && reaches_all(&|a, b| self.wins(b, a) > 0)
    }

    /// The ratings that explain the games best; their mean is zero. Engines without games have none.
    ///
    /// ```
    /// use tusker_arena::stats::{Crosstable, RatingBasis};
    ///
    /// let mut table = Crosstable::new(2);
    /// table.add(0, 1, 30);
    /// table.add(1, 0, 10);
    /// let ratings = table.ratings();
    /// assert_eq!(ratings.basis, RatingBasis::GamesAlone);
    /// // 30 : 10 is a difference of 400 log10(3).
    /// assert_eq!(format!("{:.2}", ratings.rows[0].as_ref().unwrap().elo.value * 2.0), "190.85");
    /// ```
    pub fn ratings(&self) -> RatingTable {
        let engines: Vec<usize> = (0..self.engines()).filter(|&engine| self.games(engine) > 0).collect();
        let basis =
            if self.is_connected(&engines) { RatingBasis::GamesAlone } else { RatingBasis::WithVirtualGames };
        let virtual_wins = if basis == RatingBasis::GamesAlone { 0.0 } else { VIRTUAL_WINS };
        let wins: Vec<Vec<f64>> = engines
            .iter()
            .map(|&a| {
                engines
                    .iter()
                    .map(|&b| {
                        let met = self.wins(a, b) + self.wins(b, a) > 0;
                        self.wins(a, b) as f64 + if met { virtual_wins } else { 0.0 }
                    })
                    .collect()
            })
            .collect();
        let mut rows = vec![None; self.engines()];
        for (&engine, rating) in engines.iter().zip(maximum_likelihood(&wins)) {
            rows[engine] = Some(rating);
        }
        RatingTable { rows, basis }
    }
}

/// Wins added to each side of every pairing if some rating would be infinite otherwise.
const VIRTUAL_WINS: f64 = 0.5;

/// The rating of one engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo above the mean of all engines with its 95% interval.
    pub elo: Interval,
}

/// From what the ratings come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RatingBasis {
    /// From the games as they are.
    GamesAlone,
    /// Some engine won or lost everything, so every pairing counts half a win more for either side.
    WithVirtualGames,
}

/// Ratings of all engines.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingTable {
    /// One for each engine, in the order of the table; `None` without games.
    pub rows: Vec<Option<Rating>>,
    /// From what they come.
    pub basis: RatingBasis,
}

/// Newton's method on the log-likelihood, the first strength held at zero; then all are moved to mean zero.
fn maximum_likelihood(wins: &[Vec<f64>]) -> Vec<Rating> {
    let n = wins.len();
    let mut strength = vec![0.0; n];
    for _ in 0..100 {
        let mut gradient = vec![0.0; n];
        for i in 0..n {
            for j in 0..n {
                let games = wins[i][j] + wins[j][i];
                gradient[i] += wins[i][j] - games * expected(strength[i] - strength[j]);
            }
        }
        let inverse = inverse_without_first(&information(wins, &strength));
        let mut largest: f64 = 0.0;
        for i in 1..n {
            let step: f64 = (1..n).map(|j| inverse[i][j] * gradient[j]).sum();
            // Far from the maximum the parabola is a poor guide.
            let step = step.clamp(-1.0, 1.0);
            strength[i] += step;
            largest = largest.max(step.abs());
        }
        if largest < 1e-12 {
            break;
        }
    }
    let covariance = inverse_without_first(&information(wins, &strength));
    let mean = strength.iter().sum::<f64>() / n as f64;
    let mean_variance = covariance.iter().flatten().sum::<f64>() / (n * n) as f64;
    (0..n)
        .map(|i| {
            let with_mean = covariance[i].iter().sum::<f64>() / n as f64;
            let variance = (covariance[i][i] - 2.0 * with_mean + mean_variance).max(0.0);
            let value = (strength[i] - mean) * ELO_PER_LOGIT;
            let error = Z95 * variance.sqrt() * ELO_PER_LOGIT;
            Rating { elo: Interval { value, low: value - error, high: value + error } }
        })
        .collect()
}

/// The probability of a win with this advantage in log-odds.
fn expected(advantage: f64) -> f64 {
    1.0 / (1.0 + (-advantage).exp())
}

/// Fisher information: minus the second derivatives of the log-likelihood.
fn information(wins: &[Vec<f64>], strength: &[f64]) -> Vec<Vec<f64>> {
    let n = wins.len();
    let mut matrix = vec![vec![0.0; n]; n];
    for i in 0..n {
        for j in 0..n {
            let p = expected(strength[i] - strength[j]);
            let weight = if i == j { 0.0 } else { (wins[i][j] + wins[j][i]) * p * (1.0 - p) };
            matrix[i][i] += weight;
            matrix[i][j] -= weight;
        }
    }
    matrix
}

/// The inverse of a matrix without its first row and column, which are zero in the result; a direction in which the
/// matrix says nothing stays zero too.
fn inverse_without_first(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut left = matrix.to_vec();
    let mut right = vec![vec![0.0; n]; n];
    for (i, row) in right.iter_mut().enumerate().skip(1) {
        row[i] = 1.0;
    }
    for column in 1..n {
        let pivot_row = (column..n)
            .max_by(|&a, &b| left[a][column].abs().total_cmp(&left[b][column].abs()))
            .unwrap_or(column);
        left.swap(column, pivot_row);
        right.swap(column, pivot_row);
        let pivot = left[column][column];
        if pivot.abs() < 1e-12 {
            continue;
        }
        for matrix in [&mut left, &mut right] {
            matrix[column].iter_mut().for_each(|x| *x /= pivot);
        }
        for row in (1..n).filter(|&row| row != column) {
            let factor = left[row][column];
            for matrix in [&mut left, &mut right] {
                let pivot_row = matrix[column].clone();
                for (x, pivot) in matrix[row].iter_mut().zip(pivot_row) {
                    *x -= factor * pivot;
                }
            }
        }
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table(engines: usize, games: &[(usize, usize, u64)]) -> Crosstable {
        let mut table = Crosstable::new(engines);
        for &(winner, loser, count) in games {
            table.add(winner, loser, count);
        }
        table
    }

    fn values(table: &RatingTable) -> Vec<f64> {
        table.rows.iter().flatten().map(|rating| rating.elo.value).collect()
    }

    /// The condition of maximum likelihood itself: every engine won as often as its rating expects.
    #[test]
    fn everyone_won_as_often_as_expected() {
        let games = table(
            4,
            &[(0, 1, 60), (1, 0, 40), (1, 2, 55), (2, 1, 45), (2, 3, 70), (3, 2, 30), (3, 0, 20), (0, 3, 81)],
        );
        let ratings = games.ratings();
        assert_eq!(ratings.basis, RatingBasis::GamesAlone);
        let elo = values(&ratings);
        assert!(elo.iter().sum::<f64>().abs() < 1e-9);
        for i in 0..4 {
            let expected: f64 = (0..4)
                .map(|j| {
                    let met = (games.wins(i, j) + games.wins(j, i)) as f64;
                    met / (1.0 + 10.0_f64.powf((elo[j] - elo[i]) / 400.0))
                })
                .sum();
            assert!((expected - games.total_wins(i) as f64).abs() < 1e-6, "{i}: {expected}");
        }
    }

    /// Two engines: the difference has the error of a binomial proportion.
    #[test]
    fn the_error_of_two_engines_is_binomial() {
        let ratings = table(2, &[(0, 1, 60), (1, 0, 40)]).ratings();
        let error = ratings.rows[0].unwrap().elo.error() * 2.0;
        let expected = Z95 / (100.0 * 0.6 * 0.4_f64).sqrt() * ELO_PER_LOGIT;
        assert!((error - expected).abs() < 1e-6, "{error} for {expected}");
    }

    #[test]
    fn a_perfect_score_needs_virtual_games() {
        let ratings = table(3, &[(0, 1, 10), (1, 2, 10), (2, 1, 10)]).ratings();
        assert_eq!(ratings.basis, RatingBasis::WithVirtualGames);
        assert!(values(&ratings).iter().all(|value| value.is_finite()));
        assert!(ratings.rows[0].unwrap().elo.value > ratings.rows[1].unwrap().elo.value);
    }

    #[test]
    fn engines_without_games_have_no_rating() {
        let ratings = table(3, &[(0, 2, 3), (2, 0, 1)]).ratings();
        assert_eq!(ratings.rows[1], None);
        assert!(ratings.rows[0].is_some());
        assert_eq!(table(0, &[]).ratings().rows, vec![]);
    }
}
