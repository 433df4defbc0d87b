//! Learns the network of the evaluation.

use crate::example::{Example, SCALE};
use crate::random::{below, generator, shuffle};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use tusker_search::eval::{INPUTS, Network, ONE, OUTPUT_SCALE, UNITS, mirrored};

/// Examples that one task works on.
const CHUNK: usize = 512;
/// Examples between two changes of the weights.
const BATCH: usize = 2048;
/// The rate falls to this share.
const LAST_RATE: f32 = 0.01;

/// How to learn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Learning {
    /// Passes over all examples.
    pub epochs: u32,
    /// Largest change of a weight at once; it falls to a hundredth.
    pub rate: f32,
    /// How strongly weights are drawn to zero that few examples need.
    pub decay: f32,
    /// Decides the order of the examples.
    pub seed: u64,
}

type Units = [f32; UNITS];

/// A network in floating point, or numbers that belong to its weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Net {
    rows: Vec<Units>,
    bias: Units,
    output: Units,
}

/// What the units take in on one side and image.
struct Pass {
    sums: Units,
    side: usize,
    image: Image,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Image {
    Plain,
    Mirrored,
}

impl Pass {
    /// Gold's side counts for Gold.
    const fn sign(&self) -> f32 {
        if self.side == 0 { 1.0 } else { -1.0 }
    }

    fn inputs<'a>(&self, example: &'a Example) -> impl Iterator<Item = usize> + use<'a> {
        let image = self.image;
        example.inputs[self.side].iter().map(move |&input| match image {
            Image::Plain => usize::from(input),
            Image::Mirrored => mirrored(usize::from(input)),
        })
    }
}

impl Net {
    fn zero() -> Self {
        Self { rows: vec![[0.0; UNITS]; INPUTS], bias: [0.0; UNITS], output: [0.0; UNITS] }
    }

    /// The network that the engine would use as it is: what it adds is all that was learned.
    pub fn of(network: &Network) -> Self {
        let (rows, bias, output) = network.weights();
        let hidden = |units: [i16; UNITS]| units.map(|x| f32::from(x) / f32::from(ONE));
        Self {
            rows: rows.map(hidden).collect(),
            bias: hidden(bias),
            output: output.map(|w| f32::from(w) / (SCALE * OUTPUT_SCALE as f32)),
        }
    }

    /// Small weights at random.
    pub fn random(seed: u64) -> Self {
        let mut rng = generator(seed, 0);
        let mut units = |size: f32| -> Units { std::array::from_fn(|_| unit(&mut rng) * size) };
        Self {
            rows: (0..INPUTS).map(|_| units(0.12)).collect(),
            output: units(0.1),
            // Most units begin open.
            bias: [0.3; UNITS],
        }
    }

    fn passes(&self, example: &Example) -> [Pass; 4] {
        std::array::from_fn(|index| {
            let image = if index % 2 == 0 { Image::Plain } else { Image::Mirrored };
            let mut pass = Pass { sums: self.bias, side: index / 2, image };
            for input in pass.inputs(example) {
                pass.sums.iter_mut().zip(&self.rows[input]).for_each(|(sum, weight)| *sum += weight);
            }
            pass
        })
    }

    /// The output in units of [`SCALE`], Gold's view.
    fn output(&self, passes: &[Pass; 4]) -> f32 {
        let one = |pass: &Pass| {
            let sum: f32 = pass.sums.iter().zip(&self.output).map(|(x, w)| x.clamp(0.0, 1.0) * w).sum();
            pass.sign() * sum
        };
        passes.iter().map(one).sum()
    }

    /// The mean loss over `examples`: how far the win probabilities are from the targets, as relative entropy.
    pub fn loss(&self, examples: &[Example]) -> f64 {
        let of = |example: &Example| f64::from(loss(example, self.output(&self.passes(example))).0);
        let sums: Vec<f64> = examples.par_chunks(CHUNK).map(|chunk| chunk.iter().map(of).sum()).collect();
        sums.iter().sum::<f64>() / examples.len().max(1) as f64
    }

    /// Adds the gradient of one example's loss to `gradient`, and returns the loss.
    fn add_gradient(&self, example: &Example, gradient: &mut Self) -> f32 {
        let passes = self.passes(example);
        let (loss, slope) = loss(example, self.output(&passes));
        for pass in &passes {
            let slope = slope * pass.sign();
            let back: Units = std::array::from_fn(|unit| {
                let open = pass.sums[unit] > 0.0 && pass.sums[unit] < 1.0;
                if open { slope * self.output[unit] } else { 0.0 }
            });
            gradient.bias.iter_mut().zip(&back).for_each(|(sum, slope)| *sum += slope);
            gradient.output.iter_mut().zip(&pass.sums).for_each(|(sum, x)| *sum += slope * x.clamp(0.0, 1.0));
            for input in pass.inputs(example) {
                gradient.rows[input].iter_mut().zip(&back).for_each(|(sum, slope)| *sum += slope);
            }
        }
        loss
    }

    /// The sum of the losses of `examples`, and its gradient.
    fn gradient(&self, examples: &[&Example]) -> (f64, Self) {
        let parts: Vec<(f32, Self)> = examples
            .par_chunks(CHUNK)
            .map(|chunk| {
                let mut gradient = Self::zero();
                let loss = chunk.iter().map(|example| self.add_gradient(example, &mut gradient)).sum();
                (loss, gradient)
            })
            .collect();
        // Added in order, so that equal runs give equal weights.
        let (mut loss, mut gradient) = (0.0, Self::zero());
        for (part, partial) in parts {
            loss += f64::from(part);
            gradient.numbers_mut().zip(partial.numbers()).for_each(|(sum, new)| *sum += new);
        }
        (loss, gradient)
    }

    fn numbers(&self) -> impl Iterator<Item = &f32> {
        self.rows.as_flattened().iter().chain(&self.bias).chain(&self.output)
    }

    fn numbers_mut(&mut self) -> impl Iterator<Item = &mut f32> {
        self.rows.as_flattened_mut().iter_mut().chain(&mut self.bias).chain(&mut self.output)
    }

    /// The network of the engine, which adds `share` of what was learned.
    ///
    /// A search looks for positions that are judged too well, the more so the deeper it goes: the whole correction, which is
    /// right on average, misleads it.
    pub fn rounded(&self, share: f32) -> Network {
        let hidden = |x: f32| (x * f32::from(ONE)).round() as i16;
        let rows: Vec<[i16; UNITS]> = self.rows.iter().map(|row| row.map(hidden)).collect();
        let output = self.output.map(|w| (w * share * SCALE * OUTPUT_SCALE as f32).round() as i16);
        Network::new(&rows, self.bias.map(hidden), output)
    }
}

/// The loss of an output, and its slope.
fn loss(example: &Example, output: f32) -> (f32, f32) {
    let p = 1.0 / (1.0 + (-(example.base + output)).exp());
    let sure = p.clamp(1e-6, 1.0 - 1e-6);
    let target = example.target;
    let part = |t: f32, p: f32| if t > 0.0 { t * (t / p).ln() } else { 0.0 };
    (part(target, sure) + part(1.0 - target, 1.0 - sure), p - target)
}

/// Between -1 and 1.
fn unit(rng: &mut ChaCha8Rng) -> f32 {
    below(rng, 2001) as f32 / 1000.0 - 1.0
}

/// Adam's two means of each weight's slope.
struct Moments {
    means: Net,
    squares: Net,
    steps: i32,
}

impl Moments {
    const MEAN_DECAY: f32 = 0.9;
    const SQUARE_DECAY: f32 = 0.999;

    fn step(&mut self, net: &mut Net, gradient: &Net, count: usize, rate: f32, decay: f32) {
        self.steps += 1;
        let [mean_share, square_share] =
            [Self::MEAN_DECAY, Self::SQUARE_DECAY].map(|decay| 1.0 - decay.powi(self.steps));
        let moments = self.means.numbers_mut().zip(self.squares.numbers_mut());
        for ((weight, slope), (mean, square)) in net.numbers_mut().zip(gradient.numbers()).zip(moments) {
            let slope = slope / count as f32 + decay * *weight;
            *mean = Self::MEAN_DECAY * *mean + (1.0 - Self::MEAN_DECAY) * slope;
            *square = Self::SQUARE_DECAY * *square + (1.0 - Self::SQUARE_DECAY) * slope * slope;
            *weight -= rate * (*mean / mean_share) / ((*square / square_share).sqrt() + 1e-8);
        }
    }
}

/// Improves `net` by `examples`; calls `report` after each pass with its number, the mean loss in it, and the network so
/// far.
///
/// Adam on batches in random order; equal examples give equal networks.
pub fn learn(
    mut net: Net,
    examples: &[Example],
    learning: &Learning,
    mut report: impl FnMut(u32, f64, &Net),
) -> Net {
    let mut rng = generator(learning.seed, 1);
    let mut order: Vec<&Example> = examples.iter().collect();
    let mut moments = Moments { means: Net::zero(), squares: Net::zero(), steps: 0 };
    let batches = order.len().div_ceil(BATCH) * learning.epochs as usize;
    for epoch in 1..=learning.epochs {
        shuffle(&mut rng, &mut order);
        let mut total = 0.0;
        for batch in order.chunks(BATCH) {
            let (loss, gradient) = net.gradient(batch);
            total += loss;
            let done = moments.steps as f32 / batches as f32;
            let rate = learning.rate * LAST_RATE.powf(done);
            moments.step(&mut net, &gradient, batch.len(), rate, learning.decay);
        }
        report(epoch, total / order.len().max(1) as f64, &net);
    }
    net
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SelfPlay, Settings, examples};
    use tusker_core::{Color, Position};
    use tusker_search::eval::{Config, breakdown};

    const LEARNING: Learning = Learning { epochs: 6, rate: 0.003, decay: 1e-4, seed: 4 };

    fn games() -> crate::ReadGames {
        let mut player = SelfPlay::new(Settings { seed: 5, nodes: 100, network: Network::built_in() });
        crate::ReadGames::new(5, 100, (0..3).map(|number| player.play(number)).collect())
    }

    fn positions() -> Vec<Position> {
        games().games.iter().flat_map(|game| game.samples.iter().map(|sample| sample.position)).collect()
    }

    /// Rounding to integers changes the output by little.
    #[test]
    fn the_engine_computes_what_was_learned() {
        let mut net = Net::random(7);
        net.rows.iter_mut().flatten().for_each(|w| *w *= 2.0);
        let network: &'static Network = Box::leak(Box::new(net.rounded(0.5)));
        let config = |network| Config { network, ..Config::default() };
        for position in positions() {
            let [with, without] =
                [Some(network), None].map(|network| breakdown(&position, config(network)).score.0);
            let mover = (with - without) as f32;
            let gold = if position.side() == Color::Gold { mover } else { -mover };
            let learned = net.output(&net.passes(&Example::new(&position, 0.5))) * SCALE * 0.5;
            assert!((gold - learned).abs() < 3.0, "{gold} and {learned} in {position:?}");
        }
    }

    #[test]
    fn a_network_of_the_engine_can_be_learned_further() {
        let network = Net::random(7).rounded(0.4);
        assert!(Net::of(&network).rounded(1.0) == network);
    }

    #[test]
    fn the_slope_is_that_of_the_loss() {
        let [examples, _] = examples(&games(), 0.8);
        let net = Net::random(7);
        let all: Vec<&Example> = examples.iter().collect();
        let (_, gradient) = net.gradient(&all);
        let steepest = |numbers: &[f32]| {
            (0..numbers.len())
                .max_by(|&a, &b| numbers[a].abs().total_cmp(&numbers[b].abs()))
                .expect("numbers")
        };
        let row = steepest(gradient.rows.as_flattened());
        let unit = steepest(&gradient.output);
        let slope = |change: &dyn Fn(&mut Net, f32)| {
            let [below, above] = [-0.01, 0.01].map(|by| {
                let mut net = net.clone();
                change(&mut net, by);
                net.loss(&examples)
            });
            (above - below) / 0.02 * examples.len() as f64
        };
        let measured = slope(&|net, by| net.rows.as_flattened_mut()[row] += by);
        let computed = f64::from(gradient.rows.as_flattened()[row]);
        assert!((measured - computed).abs() < 0.05 * computed.abs(), "{measured} and {computed}");
        let measured = slope(&|net, by| net.output[unit] += by);
        let computed = f64::from(gradient.output[unit]);
        assert!((measured - computed).abs() < 0.05 * computed.abs(), "{measured} and {computed}");
    }

    #[test]
    fn learning_lowers_the_loss_and_repeats() {
        let [examples, _] = examples(&games(), 0.8);
        let mut losses = Vec::new();
        let first = Net::random(LEARNING.seed);
        let net = learn(first.clone(), &examples, &LEARNING, |_, loss, _| losses.push(loss));
        assert_eq!(losses.len(), 6);
        assert!(net.loss(&examples) < first.loss(&examples), "{losses:?}");
        assert_eq!(net, learn(first, &examples, &LEARNING, |_, _, _| {}));
    }

    #[test]
    fn without_examples_there_is_nothing_to_learn() {
        let first = Net::random(LEARNING.seed);
        assert_eq!(learn(first.clone(), &[], &LEARNING, |_, _, _| {}), first);
    }
}
