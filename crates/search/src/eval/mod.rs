//! The evaluation: Harlog, a weighted sum of features of the board, and a small network that corrects both.
//!
//! Material and network apart, a score is a linear form: each side's features, counted in [`Trace`], times their weights,
//! tapered by what is left of the enemy's army. The search adds weights up as it meets the features, the tuner counts
//! them; both run the same code, and a test compares them.

mod accumulator;
mod features;
mod harlog;
mod inputs;
mod network;
mod params;
mod pieces;
mod rabbits;
mod table;
mod traps;
mod view;
mod weights;

pub use accumulator::Accumulator;
pub(crate) use accumulator::{on_half_board, seen_by};
pub(crate) use features::HALF_BOARD;
pub use features::{CLASSES, FEATURES, GROUPS, Group};
pub use harlog::Armies;
pub use inputs::{INPUTS, Inputs, mirrored};
pub use network::{Network, NetworkError, ONE, OUTPUT_SCALE, UNITS};
pub use params::PARAMS;
pub use table::TableError;
pub(crate) use view::TRAPS;
pub use weights::{FULL_PHASE, Pair, Trace, Weights};

use crate::Score;
use features::TEMPO;
use tusker_core::{Color, Position};
use view::{Mover, View};
use weights::{Sink, Sum};

/// Which evaluation to use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// Harlog, all features, and the network.
    #[default]
    Full,
    /// Harlog alone: the baseline of strength matches.
    HarlogOnly,
}

/// How to evaluate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Which terms count.
    pub model: Model,
    /// What an infinite Harlog (a side without rabbits) is worth, in centi-rabbits.
    pub material_limit: i32,
    /// The weights of the features.
    pub weights: &'static Weights,
    /// What corrects material and features, if anything does.
    pub network: Option<&'static Network>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            model: Model::Full,
            material_limit: 20_000,
            weights: &PARAMS,
            network: Some(Network::built_in()),
        }
    }
}

/// The score of `position` from the mover's view; `accumulator` belongs to its board.
#[inline]
pub fn evaluate(position: &Position, accumulator: &Accumulator, config: Config) -> i32 {
    let gold = match config.model {
        Model::HarlogOnly => accumulator.material(),
        Model::Full => {
            let (features, network) = positional(position, accumulator, config);
            accumulator.material() + features + network
        }
    };
    in_movers_view(position, gold).clamp(-Score::MAX_EVALUATION.0, Score::MAX_EVALUATION.0)
}

/// What the features are worth, and what the network adds, Gold's view.
#[inline]
fn positional(position: &Position, accumulator: &Accumulator, config: Config) -> (i32, i32) {
    let units = config.network.zip(accumulator.hidden());
    let mut sum = Sum { weights: config.weights, totals: accumulator.squares(), units };
    visit(position, accumulator, &mut sum);
    let [gold, silver] =
        Color::ALL.map(|color| Weights::taper(sum.totals[color.index()], accumulator.phase(color)));
    (gold - silver, sum.units.map_or(0, |(network, hidden)| network.value(&hidden)))
}

#[inline]
const fn in_movers_view(position: &Position, gold: i32) -> i32 {
    match position.side() {
        Color::Gold => gold,
        Color::Silver => -gold,
    }
}

/// Tells `sink` of every feature but those that the accumulator keeps.
#[inline]
fn visit(position: &Position, accumulator: &Accumulator, sink: &mut impl Sink) {
    // The network learned from positions at the start of a turn: inside one, it judges the board as if the turn ended.
    let next = if position.turn_begins() { position.side() } else { !position.side() };
    let views = View::both(position.board(), [position.side(), next], accumulator);
    for view in &views {
        pieces::domination(view, sink);
        pieces::mobility(view, sink);
        pieces::alignment(view, sink);
        traps::guards(view, sink);
        traps::threats(view, sink);
        rabbits::ways(view, sink);
        if view.mover == Mover::Own {
            sink.add(view.color, TEMPO.at(0), i32::from(position.steps_left()));
        }
    }
    traps::control(&views, accumulator, sink);
    sink.input(inputs::of_mover(next));
}

/// One position as the tuner needs it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Features {
    /// Harlog in centi-rabbits, Gold's view.
    pub material: i32,
    /// What the network adds, in centi-rabbits, Gold's view.
    pub network: i32,
    /// How much of the army against Gold and against Silver is left, 0 to [`FULL_PHASE`].
    pub phases: [i32; 2],
    /// How often each feature occurs.
    pub trace: Trace,
}

impl Features {
    /// Counts the features of `position`.
    pub fn of(position: &Position, config: Config) -> Self {
        let accumulator = Accumulator::refresh(position.board(), config);
        let mut trace = Trace::new();
        accumulator.trace(position.board(), &mut trace);
        visit(position, &accumulator, &mut trace);
        let phases = Color::ALL.map(|color| accumulator.phase(color));
        let (_, network) = positional(position, &accumulator, config);
        Self { material: accumulator.material(), network, phases, trace }
    }

    /// The weighted sum of the features up to, not with, number `end`, in centi-rabbits for each side.
    fn value(&self, weights: &Weights, end: usize) -> [i32; 2] {
        Color::ALL
            .map(|color| Weights::taper(self.trace.sum(color, weights, 0..end), self.phases[color.index()]))
    }
}

/// What one part of the evaluation is worth, in centi-rabbits, each good for its side when positive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its name.
    pub name: &'static str,
    /// Gold's value.
    pub gold: i32,
    /// Silver's value.
    pub silver: i32,
}

/// The parts of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakdown {
    /// Harlog in centi-rabbits, Gold's view.
    pub material: i32,
    /// All the rest; empty if material alone counts.
    pub parts: Vec<Part>,
    /// The whole, from the mover's view.
    pub score: Score,
}

/// The evaluation of `position` with its parts, which add up to it exactly.
pub fn breakdown(position: &Position, config: Config) -> Breakdown {
    let features = Features::of(position, config);
    let accumulator = Accumulator::refresh(position.board(), config);
    let score = Score(evaluate(position, &accumulator, config));
    let mut parts: Vec<Part> = Vec::new();
    if config.model == Model::Full {
        // Rounding the sums up to each part, not the parts, makes them add up.
        let mut before = [0; 2];
        for group in GROUPS {
            let upto = features.value(config.weights, group.end());
            let [gold, silver] = [upto[0] - before[0], upto[1] - before[1]];
            before = upto;
            match parts.last_mut().filter(|part| part.name == group.part) {
                Some(part) => {
                    part.gold += gold;
                    part.silver += silver;
                }
                None => parts.push(Part { name: group.part, gold, silver }),
            }
        }
        parts.push(Part { name: "network", gold: features.network, silver: 0 });
    }
    Breakdown { material: features.material, parts, score }
}

#[cfg(test)]
mod tests;
