//! Learns which edges are likely to be best.

use crate::data::hold_out;
use crate::random::{generator, shuffle};
use crate::{GameRecord, ReadGames, Sample};
use tusker_core::{Edge, EdgeList, Position};
use tusker_search::eval::{Accumulator, Config};
use tusker_search::order::{Course, ORDER_FEATURES, OrderWeights, Outlook, all_edges};

/// A node in which a turn went on with one of several edges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The features of all edges, one edge after the other.
    features: Vec<u16>,
    /// Where in `features` each edge ends.
    ends: Vec<u32>,
    /// The number of the edge that was played.
    played: usize,
}

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrderLearning {
    /// Passes over all decisions.
    pub epochs: u32,
    /// Largest change of a weight at first; it falls to nothing.
    pub rate: f32,
    /// Decides the order of the decisions.
    pub seed: u64,
}

/// How well weights foretell what is played.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Foresight {
    /// The mean of minus the logarithm of the probability of what was played.
    pub loss: f64,
    /// Share of decisions in which it was thought the likeliest.
    pub first: f64,
    /// Share in which it was among the three likeliest.
    pub third: f64,
    /// The mean number of edges thought likelier.
    pub rank: f64,
}

/// The decisions of games, those to learn from and those held out: every twentieth game.
///
/// Turns after which the search saw the game decided are left out, and nodes with one edge.
pub fn decisions(read: &ReadGames) -> [Vec<Decision>; 2] {
    hold_out(read, 20).map(|games| games.into_iter().flat_map(of_game).collect())
}

fn of_game(game: &GameRecord) -> Vec<Decision> {
    let mut decisions = Vec::new();
    // The board that the turn before led to, and that turn's last edge.
    let mut before: Option<(Position, Edge)> = None;
    for sample in &game.samples {
        let enemy = before
            .filter(|(position, _)| position.board() == sample.position.board())
            .map_or(Edge::PASS, |(_, edge)| edge);
        before = of_turn(sample, enemy, &mut decisions);
    }
    decisions
}

/// Adds the decisions of a turn; returns where it led to, and its last edge.
fn of_turn(sample: &Sample, enemy: Edge, decisions: &mut Vec<Decision>) -> Option<(Position, Edge)> {
    let config = Config { network: None, ..Config::default() };
    let decided = tusker_search::Score(sample.score.into()).proven().is_some();
    let mut position = sample.position;
    let mut course = Course { before: Edge::PASS, enemy };
    let edges = sample.turn.edges();
    let ends_early = (sample.turn.steps_taken() < Position::STEPS).then_some(Edge::PASS);
    for edge in edges.iter().copied().chain(ends_early) {
        let accumulator = Accumulator::refresh(position.board(), config);
        let outlook = Outlook::new(&position, &accumulator, course);
        let decision = Decision::of(&position, &outlook, edge)?;
        if !decided && decision.ends.len() > 1 {
            decisions.push(decision);
        }
        position.play(edge).ok()?;
        course = course.after(edge, false);
    }
    Some((position, *edges.last()?))
}

impl Decision {
    /// `None` if `played` is no edge of the node.
    fn of(position: &Position, outlook: &Outlook<'_>, played: Edge) -> Option<Self> {
        let mut edges = EdgeList::new();
        all_edges(position, &mut edges);
        let (mut features, mut ends) = (Vec::new(), Vec::new());
        for edge in &edges {
            outlook.features(*edge, |feature| features.push(feature as u16));
            ends.push(features.len() as u32);
        }
        let played = edges.iter().position(|&edge| edge == played)?;
        Some(Self { features, ends, played })
    }

    /// The features of each edge.
    fn edges(&self) -> impl Iterator<Item = &[u16]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| &self.features[start as usize..*end as usize])
    }

    /// The logarithms of the odds of each edge.
    fn logits(&self, weights: &[f32]) -> Vec<f32> {
        self.edges().map(|edge| edge.iter().map(|&f| weights[usize::from(f)]).sum()).collect()
    }
}

/// The probabilities with these logarithms of odds.
fn probabilities(logits: &[f32]) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    let odds: Vec<f32> = logits.iter().map(|logit| (logit - most).exp()).collect();
    let sum: f32 = odds.iter().sum();
    odds.into_iter().map(|odds| odds / sum).collect()
}

/// How well `weights` foretell `decisions`.
pub fn foresight(weights: &[f32], decisions: &[Decision]) -> Foresight {
    let mut sum = Foresight::default();
    for decision in decisions {
        let logits = decision.logits(weights);
        let likelier = logits.iter().filter(|&&logit| logit > logits[decision.played]).count();
        sum.loss -= f64::from(probabilities(&logits)[decision.played].max(1e-9).ln());
        sum.first += f64::from(u8::from(likelier == 0));
        sum.third += f64::from(u8::from(likelier < 3));
        sum.rank += likelier as f64;
    }
    let count = decisions.len().max(1) as f64;
    Foresight {
        loss: sum.loss / count,
        first: sum.first / count,
        third: sum.third / count,
        rank: sum.rank / count,
    }
}

/// Learns from `decisions`; calls `report` after each pass with its number and the weights so far.
///
/// One decision after the other in random order, each weight at a rate that falls with its slopes (Adagrad); equal
/// decisions give equal weights.
pub fn learn_order(
    decisions: &[Decision],
    learning: &OrderLearning,
    mut report: impl FnMut(u32, &[f32]),
) -> OrderWeights {
    let mut weights = vec![0.0; ORDER_FEATURES];
    let mut squares = vec![1e-2_f32; ORDER_FEATURES];
    let mut rng = generator(learning.seed, 1);
    let mut order: Vec<&Decision> = decisions.iter().collect();
    for epoch in 1..=learning.epochs {
        let rate = learning.rate * (1.0 - (epoch - 1) as f32 / learning.epochs as f32);
        shuffle(&mut rng, &mut order);
        for decision in &order {
            let probabilities = probabilities(&decision.logits(&weights));
            for (number, (edge, probability)) in decision.edges().zip(probabilities).enumerate() {
                let slope = probability - f32::from(u8::from(number == decision.played));
                for &feature in edge {
                    let feature = usize::from(feature);
                    squares[feature] += slope * slope;
                    weights[feature] -= rate * slope / squares[feature].sqrt();
                }
            }
        }
        report(epoch, &weights);
    }
    OrderWeights::new(&weights)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SelfPlay, Settings};
    use tusker_search::eval::Network;

    const LEARNING: OrderLearning = OrderLearning { epochs: 3, rate: 0.15, seed: 1 };

    fn games() -> ReadGames {
        let mut player = SelfPlay::new(Settings { seed: 5, nodes: 100, network: Network::built_in() });
        ReadGames::new(5, 100, (0..20).map(|number| player.play(number)).collect())
    }

    #[test]
    fn turns_become_decisions() {
        let mut read = games();
        let [learned, held_out] = decisions(&read);
        assert!(learned.len() > 2 * held_out.len() && !held_out.is_empty());
        assert!(learned.iter().all(|d| d.played < d.ends.len() && d.edges().all(|edge| !edge.is_empty())));
        // Without turns there is nothing to learn from.
        read.games
            .iter_mut()
            .flat_map(|game| &mut game.samples)
            .for_each(|s| s.turn = tusker_core::Turn::new());
        assert!(decisions(&read).iter().all(Vec::is_empty));
    }

    #[test]
    fn learning_foretells_better_than_chance_and_repeats() {
        let [learned, held_out] = decisions(&games());
        let mut passes = Vec::new();
        let weights = learn_order(&learned, &LEARNING, |pass, weights| {
            passes.push((pass, foresight(weights, &held_out)));
        });
        let chance = foresight(&vec![0.0; ORDER_FEATURES], &held_out);
        let [.., (3, found)] = passes[..] else { panic!("{passes:?}") };
        assert!(found.loss < chance.loss && found.rank < 8.0, "{found:?} {chance:?}");
        assert_eq!(weights, learn_order(&learned, &LEARNING, |_, _| {}));
        assert_eq!(foresight(&[], &[]), Foresight::default());
    }
}
