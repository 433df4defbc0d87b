//! The state of a match: who won how often, how, and in pairs.

use crate::ending::Ending;
use crate::record::GameRecord;
use crate::stats::{Crosstable, EloEstimate, PairCounts};
use std::collections::{BTreeMap, HashMap};
use tusker_core::Color;

/// Results of a match so far.
#[derive(Clone, Debug)]
pub struct Standing {
    names: Vec<String>,
    crosstable: Crosstable,
    games: u64,
    by_colour: BTreeMap<(usize, usize), u64>,
    by_ending: BTreeMap<(Ending, usize, usize), u64>,
    half_pairs: HashMap<(u64, [usize; 2]), usize>,
    pairs: BTreeMap<[usize; 2], PairCounts>,
    warnings: u64,
}

impl Standing {
    /// No games yet between the engines of these names.
    pub fn new(names: Vec<String>) -> Self {
        Self {
            crosstable: Crosstable::new(names.len()),
            names,
            games: 0,
            by_colour: BTreeMap::new(),
            by_ending: BTreeMap::new(),
            half_pairs: HashMap::new(),
            pairs: BTreeMap::new(),
            warnings: 0,
        }
    }

    /// The engines that records name, in the order in which they first appear, and their results.
    pub fn from_records(records: &[GameRecord]) -> Self {
        let mut names: Vec<String> = Vec::new();
        for engine in records.iter().flat_map(|record| &record.facts.engines) {
            if !names.contains(&engine.name) {
                names.push(engine.name.clone());
            }
        }
        let mut standing = Self::new(names);
        for record in records {
            standing.add(record);
        }
        standing
    }

    /// Adds a game; returns whether it completed a pair. A game of unknown engines counts for nothing.
    pub fn add(&mut self, record: &GameRecord) -> bool {
        let index = |name: &str| self.names.iter().position(|known| known == name);
        let [gold, silver] = record.facts.engines.each_ref().map(|engine| index(&engine.name));
        let (Some(gold), Some(silver)) = (gold, silver) else { return false };
        let (winner, loser) = match record.winner() {
            Color::Gold => (gold, silver),
            Color::Silver => (silver, gold),
        };
        self.games += 1;
        self.warnings += record.facts.warnings.len() as u64;
        self.crosstable.add(winner, loser, 1);
        *self.by_colour.entry((winner, record.facts.winner)).or_default() += 1;
        *self.by_ending.entry((record.facts.ending, winner, record.facts.winner)).or_default() += 1;
        let pairing = [gold.min(silver), gold.max(silver)];
        let wins = usize::from(winner == pairing[0]);
        match self.half_pairs.remove(&(record.facts.pair, pairing)) {
            None => {
                self.half_pairs.insert((record.facts.pair, pairing), wins);
                false
            }
            Some(earlier) => {
                self.pairs.entry(pairing).or_default().add_wins(earlier + wins);
                true
            }
        }
    }

    /// Names of the engines.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Games so far.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// Oddities noted in the games.
    pub const fn warnings(&self) -> u64 {
        self.warnings
    }

    /// Who beat whom.
    pub const fn crosstable(&self) -> &Crosstable {
        &self.crosstable
    }

    /// Games that `engine` won with `color`.
    pub fn wins_with(&self, engine: usize, color: Color) -> u64 {
        self.by_colour.get(&(engine, color.index())).copied().unwrap_or(0)
    }

    /// Games won by `color`.
    pub fn colour_wins(&self, color: Color) -> u64 {
        (0..self.names.len()).map(|engine| self.wins_with(engine, color)).sum()
    }

    /// Endings with the number of games that each engine won by them: `(ending, wins per engine)`.
    pub fn endings(&self) -> Vec<(Ending, Vec<u64>)> {
        self.ending_counts(self.names.len(), |winner, _| winner)
    }

    /// Endings with the number of games that Gold and Silver won by them.
    pub fn endings_by_colour(&self) -> Vec<(Ending, Vec<u64>)> {
        self.ending_counts(2, |_, color| color)
    }

    fn ending_counts(
        &self,
        columns: usize,
        column: impl Fn(usize, usize) -> usize,
    ) -> Vec<(Ending, Vec<u64>)> {
        let mut counts: BTreeMap<Ending, Vec<u64>> = BTreeMap::new();
        for (&(ending, winner, color), &games) in &self.by_ending {
            let row = counts.entry(ending).or_insert_with(|| vec![0; columns]);
            if let Some(count) = row.get_mut(column(winner, color)) {
                *count += games;
            }
        }
        counts.into_iter().collect()
    }

    /// Complete pairs of two engines, from the view of the first; `first < second`.
    pub fn pairs(&self, first: usize, second: usize) -> PairCounts {
        self.pairs.get(&[first, second]).copied().unwrap_or_default()
    }

    /// Pairings that have complete pairs.
    pub fn pairings(&self) -> impl Iterator<Item = ([usize; 2], &PairCounts)> {
        self.pairs.iter().map(|(pairing, counts)| (*pairing, counts))
    }

    /// The first engine's strength against the second from complete pairs; `None` without one.
    pub fn elo(&self) -> Option<EloEstimate> {
        EloEstimate::from_pairs(&self.pairs(0, 1))
    }
}
