//! Fits the weights to results by gradient descent.

use crate::data::Labelled;
use crate::loss::chance;
use rayon::prelude::*;
use tusker_search::eval::{Config, FEATURES, FULL_PHASE, Features, GROUPS, Pair, Weights};

/// Rows that one task works on.
const CHUNK: usize = 4096;
/// Weights are milli-rabbits, scores centi-rabbits.
const MILLI_PER_CENTI: f32 = 10.0;

/// How to tune.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// Passes over all positions.
    pub epochs: u32,
    /// Largest change of a weight in a pass, in milli-rabbits; it falls to a tenth.
    pub rate: f64,
    /// The share of the loss against the game's result, 0 to 1; the rest is the loss against the search's score.
    pub result_share: f64,
    /// Scale in centi-rabbits of the loss against the search's score.
    pub search_scale: f64,
    /// Scale in centi-rabbits of the loss against results: how surely these players win with an advantage.
    pub result_scale: f64,
    /// What a weight costs that is a rabbit away from where it began, as loss.
    pub pull: f64,
    /// How many times as much it costs for the weights of pieces, of squares, and of steps left.
    pub stiffness: f64,
}

/// A feature's count for Gold and Silver.
#[derive(Clone, Copy, Debug)]
struct Entry {
    feature: u16,
    gold: i8,
    silver: i8,
}

#[derive(Clone, Debug)]
struct Row {
    material: f32,
    /// 1 if Gold won.
    result: f32,
    /// Win probability by the search's score.
    searched: f32,
    /// Of Gold and Silver.
    phases: [f32; 2],
    first: u32,
    last: u32,
}

/// Positions as sparse rows of features.
#[derive(Clone, Debug, Default)]
pub struct Table {
    rows: Vec<Row>,
    entries: Vec<Entry>,
}

impl Table {
    /// The features of `positions`, and what to learn.
    ///
    /// Positions whose result the search has proven belong to it: without them, whatever leads to proven wins, like a
    /// short way to goal, would seem to be worth only what it is worth when it fails.
    pub fn new(positions: &[Labelled], tuning: &Tuning) -> Self {
        let mut table = Self::default();
        for labelled in positions {
            table.push(labelled, tuning);
        }
        table
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn push(&mut self, labelled: &Labelled, tuning: &Tuning) {
        let features = Features::of(&labelled.position, Config::default());
        let first = self.entries.len() as u32;
        for feature in 0..FEATURES {
            let [gold, silver] =
                tusker_core::Color::ALL.map(|color| features.trace.count(color, feature) as i8);
            if (gold, silver) != (0, 0) {
                self.entries.push(Entry { feature: feature as u16, gold, silver });
            }
        }
        let result = labelled.result();
        let searched = labelled.score.map_or(result, |score| chance(score, tuning.search_scale));
        self.rows.push(Row {
            material: (features.material + features.network) as f32,
            result: result as f32,
            searched: searched as f32,
            phases: features.phases.map(|phase| phase as f32 / FULL_PHASE as f32),
            first,
            last: self.entries.len() as u32,
        });
    }

    fn entries(&self, row: &Row) -> &[Entry] {
        &self.entries[row.first as usize..row.last as usize]
    }

    /// The score of a row in centi-rabbits.
    fn score(&self, row: &Row, weights: &[[f32; 2]]) -> f32 {
        let [gold, silver] = row.phases;
        let mut milli = 0.0;
        for entry in self.entries(row) {
            let [early, late] = weights[usize::from(entry.feature)];
            milli += f32::from(entry.gold) * (late + (early - late) * gold)
                - f32::from(entry.silver) * (late + (early - late) * silver);
        }
        row.material + milli / MILLI_PER_CENTI
    }

    /// Mean loss, and its gradient by the weights.
    fn gradient(&self, weights: &[[f32; 2]], tuning: &Tuning) -> (f64, Vec<[f32; 2]>) {
        let parts: Vec<(f64, Vec<[f32; 2]>)> = self
            .rows
            .par_chunks(CHUNK)
            .map(|rows| {
                let (mut loss, mut gradient) = (0.0, vec![[0.0; 2]; FEATURES]);
                for row in rows {
                    let score = self.score(row, weights);
                    let share = tuning.result_share as f32;
                    let (by_result, result_slope) =
                        cross_entropy(score, row.result, tuning.result_scale as f32);
                    let (by_search, search_slope) =
                        cross_entropy(score, row.searched, tuning.search_scale as f32);
                    loss += f64::from(share * by_result + (1.0 - share) * by_search);
                    let slope = share * result_slope + (1.0 - share) * search_slope;
                    self.push_back(row, slope / MILLI_PER_CENTI, &mut gradient);
                }
                (loss, gradient)
            })
            .collect();
        // Added in order, so that equal runs give equal weights.
        let (mut loss, mut gradient) = (0.0, vec![[0.0; 2]; FEATURES]);
        for (part, partial) in parts {
            loss += part;
            for (sum, new) in gradient.iter_mut().flatten().zip(partial.into_iter().flatten()) {
                *sum += new;
            }
        }
        let count = self.rows.len().max(1) as f32;
        gradient.iter_mut().flatten().for_each(|g| *g /= count);
        (loss / f64::from(count), gradient)
    }

    /// Mean loss with `weights`: what [`tune`] makes small, without the cost of distance.
    pub fn loss(&self, weights: &Weights, tuning: &Tuning) -> f64 {
        self.gradient(&as_floats(weights), tuning).0
    }

    fn push_back(&self, row: &Row, slope: f32, gradient: &mut [[f32; 2]]) {
        let [gold, silver] = row.phases;
        for entry in self.entries(row) {
            let (own, enemy) = (f32::from(entry.gold) * slope, f32::from(entry.silver) * slope);
            let g = &mut gradient[usize::from(entry.feature)];
            g[0] += own * gold - enemy * silver;
            g[1] += own * (1.0 - gold) - enemy * (1.0 - silver);
        }
    }
}

/// The loss of a score against a win probability, and its slope.
fn cross_entropy(score: f32, target: f32, scale: f32) -> (f32, f32) {
    let p = 1.0 / (1.0 + (-score / scale).exp());
    let sure = p.clamp(1e-6, 1.0 - 1e-6);
    (-(target * sure.ln() + (1.0 - target) * (1.0 - sure).ln()), (p - target) / scale)
}

/// One number under Adam.
#[derive(Clone, Copy, Default)]
struct Momentum {
    mean: f32,
    square: f32,
}

impl Momentum {
    const MEAN_DECAY: f32 = 0.9;
    const SQUARE_DECAY: f32 = 0.99;

    /// The step to take in units of the rate, after `gradient` in pass number `epoch`.
    fn step(&mut self, gradient: f32, epoch: u32) -> f32 {
        self.mean = Self::MEAN_DECAY * self.mean + (1.0 - Self::MEAN_DECAY) * gradient;
        self.square = Self::SQUARE_DECAY * self.square + (1.0 - Self::SQUARE_DECAY) * gradient * gradient;
        let mean = self.mean / (1.0 - Self::MEAN_DECAY.powi(epoch as i32));
        let square = self.square / (1.0 - Self::SQUARE_DECAY.powi(epoch as i32));
        mean / (square.sqrt() + 1e-12)
    }
}

fn as_floats(weights: &Weights) -> Vec<[f32; 2]> {
    weights.values().iter().map(|pair| pair.map(|w| w as f32)).collect()
}

/// The slope of each feature's cost at a distance of one milli-rabbit.
fn pulls(tuning: &Tuning) -> Vec<f32> {
    let stiff = |part: &str| ["squares", "pieces", "tempo"].contains(&part);
    // The cost is quadratic: `pull` at a distance of 1000 milli-rabbits.
    let slope = 2e-6 * tuning.pull;
    GROUPS
        .iter()
        .flat_map(|group| {
            let slope = if stiff(group.part) { slope * tuning.stiffness } else { slope };
            std::iter::repeat_n(slope as f32, group.len)
        })
        .collect()
}

/// Fits weights to `table`, beginning with `start`; calls `report` after each pass with its number and mean loss.
///
/// The search's scores tell what a feature is worth in material, the results tell what material and all the rest are
/// worth in games; the scores say it with far less noise. Adam, on all positions at once; equal tables give equal
/// weights.
pub fn tune(table: &Table, start: &Weights, tuning: &Tuning, mut report: impl FnMut(u32, f64)) -> Weights {
    let began = as_floats(start);
    let mut weights = began.clone();
    let mut momenta = vec![[Momentum::default(); 2]; FEATURES];
    let pulls = pulls(tuning);
    for epoch in 1..=tuning.epochs {
        let (loss, gradient) = table.gradient(&weights, tuning);
        report(epoch, loss);
        let done = f64::from(epoch) / f64::from(tuning.epochs);
        let rate = (tuning.rate * 0.1_f64.powf(done)) as f32;
        for feature in 0..FEATURES {
            for phase in 0..2 {
                let away = weights[feature][phase] - began[feature][phase];
                let slope = gradient[feature][phase] + pulls[feature] * away;
                weights[feature][phase] -= rate * momenta[feature][phase].step(slope, epoch);
            }
        }
    }
    let mut rounded: [Pair; FEATURES] = [[0; 2]; FEATURES];
    for (to, from) in rounded.iter_mut().zip(&weights) {
        *to = from.map(|w| w.round() as i32);
    }
    Weights::new(&rounded)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SelfPlay, Settings, split};
    use tusker_core::Color;
    use tusker_search::eval::{Network, PARAMS, breakdown};

    const TUNING: Tuning = Tuning {
        epochs: 15,
        rate: 8.0,
        result_share: 0.5,
        search_scale: 400.0,
        result_scale: 800.0,
        pull: 1e-4,
        stiffness: 8.0,
    };

    fn positions() -> Vec<Labelled> {
        let mut player = SelfPlay::new(Settings { seed: 5, nodes: 100, network: Network::built_in() });
        let games = (0..3).map(|number| player.play(number)).collect();
        let [learned, held_out] = split(&crate::ReadGames::new(5, 100, games));
        assert!(held_out.is_empty());
        learned
    }

    /// The tuner's score is the engine's, but for rounding to centi-rabbits.
    #[test]
    fn rows_score_as_the_engine_does() {
        let positions = positions();
        let table = Table::new(&positions, &TUNING);
        assert_eq!(table.len(), positions.len());
        let weights = as_floats(&PARAMS);
        for (row, labelled) in table.rows.iter().zip(&positions) {
            let mover = breakdown(&labelled.position, Config::default()).score.0;
            let gold = if labelled.position.side() == Color::Gold { mover } else { -mover };
            let score = table.score(row, &weights);
            assert!((score - gold as f32).abs() < 2.1, "{score} and {gold} in {:?}", labelled.position);
        }
    }

    #[test]
    fn the_slope_is_that_of_the_loss() {
        let table = Table::new(&positions(), &TUNING);
        let weights = as_floats(&PARAMS);
        let (_, gradient) = table.gradient(&weights, &TUNING);
        let steepest = (0..FEATURES).max_by(|&a, &b| gradient[a][0].abs().total_cmp(&gradient[b][0].abs()));
        let feature = steepest.expect("features");
        let around = [-20.0, 20.0].map(|away| {
            let mut weights = weights.clone();
            weights[feature][0] += away;
            table.gradient(&weights, &TUNING).0
        });
        let measured = (around[1] - around[0]) / 40.0;
        let computed = f64::from(gradient[feature][0]);
        assert!((measured - computed).abs() < 0.02 * computed.abs(), "{measured} and {computed}");
    }

    #[test]
    fn tuning_lowers_the_loss_and_repeats() {
        let table = Table::new(&positions(), &TUNING);
        let tuned = tune(&table, &PARAMS, &TUNING, |_, _| {});
        assert!(table.loss(&tuned, &TUNING) < table.loss(&PARAMS, &TUNING));
        assert_eq!(tuned, tune(&table, &PARAMS, &TUNING, |_, _| {}));
    }
}
