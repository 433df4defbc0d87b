//! Who plays whom, from where, in which order.

use crate::start::{Start, StartSource};
use serde::{Deserialize, Serialize};
use tusker_core::{Color, Variant};

/// Which engines meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Everyone meets everyone.
    #[default]
    RoundRobin,
    /// The first engine meets every other one.
    Gauntlet,
}

/// All games of a match, in order; any game can be asked for by its number.
///
/// Games come in pairs with the same start and the colours swapped; the pairs of all pairings alternate. Everything
/// depends on the seed alone, so that a match can be broken off and taken up anywhere.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    games_per_pairing: u64,
    seed: u64,
    starts: StartSource,
    variant: Variant,
}

/// One game to be played.
#[derive(Clone, Debug)]
pub struct GameTask {
    /// Its number, from 0.
    pub number: u64,
    /// The number of its pair, from 0; both games of a pair have one start.
    pub pair: u64,
    /// Index of Gold's and of Silver's engine.
    pub engines: [usize; 2],
    /// Where it starts.
    pub start: Start,
    /// The seed for Gold's engine; Silver's gets the next number. No other game has either, so that two copies of one
    /// engine do not play one game twice.
    pub seed: u64,
}

/// Why there is no schedule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScheduleError {
    /// Nobody to play against.
    #[error("a match needs two engines or more, {0} given")]
    Engines(usize),
    /// Nothing to play.
    #[error("a match needs one game or more for each pairing")]
    NoGames,
    /// Starts that the variant does not have.
    #[error("starts '{starts}' do not go with variant {variant}: leave --starts out, or give own or a file")]
    Starts {
        /// The starts.
        starts: String,
        /// The variant's name.
        variant: &'static str,
    },
}

impl Schedule {
    /// A schedule of `games_per_pairing` games for each two engines that meet.
    ///
    /// # Errors
    /// There are fewer than two engines, or no games.
    pub fn new(
        engines: usize,
        format: Format,
        games_per_pairing: u64,
        seed: u64,
        starts: StartSource,
    ) -> Result<Self, ScheduleError> {
        if engines < 2 {
            return Err(ScheduleError::Engines(engines));
        }
        if games_per_pairing == 0 {
            return Err(ScheduleError::NoGames);
        }
        let firsts = match format {
            Format::RoundRobin => engines,
            Format::Gauntlet => 1,
        };
        let pairings = (0..firsts).flat_map(|a| (a + 1..engines).map(move |b| [a, b])).collect();
        Ok(Self { pairings, games_per_pairing, seed, starts, variant: Variant::STANDARD })
    }

    /// The same schedule, its games of a variant.
    ///
    /// # Errors
    /// The variant has no starts of this kind.
    pub fn in_variant(self, variant: Variant) -> Result<Self, ScheduleError> {
        if self.starts.fits(variant) {
            Ok(Self { variant, ..self })
        } else {
            Err(ScheduleError::Starts { starts: self.starts.name(), variant: variant.name })
        }
    }

    /// Number of games.
    pub fn len(&self) -> u64 {
        self.pairings.len() as u64 * self.games_per_pairing
    }

    /// Never: a schedule has games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What decides the games, their number aside, in words.
    pub(crate) fn identity(&self) -> String {
        let Self { pairings, seed, starts, .. } = self;
        // An odd number of games ends in half pairs, whose numbers depend on it.
        let odd = if self.games_per_pairing % 2 == 1 { self.games_per_pairing } else { 0 };
        let variant = if self.variant == Variant::STANDARD { "" } else { self.variant.name };
        format!("{pairings:?} {seed} {} {odd}{variant}", starts.name())
    }

    /// The pairings, in order.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The game with this number; `None` beyond the last one.
    ///
    /// ```
    /// use tusker_arena::{Format, Schedule, StartSource};
    ///
    /// let schedule = Schedule::new(2, Format::RoundRobin, 20, 1, StartSource::Named).unwrap();
    /// let [first, second] = [0, 1].map(|number| schedule.game(number).unwrap());
    /// assert_eq!((first.engines, second.engines), ([0, 1], [1, 0]));
    /// assert_eq!(first.start.game.board(), second.start.game.board());
    /// assert!(schedule.game(20).is_none());
    /// ```
    pub fn game(&self, number: u64) -> Option<GameTask> {
        let (pairing, pair, colour) = self.place(number)?;
        let [first, second] = self.pairings[pairing];
        let engines = match colour {
            Color::Gold => [first, second],
            Color::Silver => [second, first],
        };
        // Engines often take only 32 bits.
        let seed = self.seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(2 * number) & 0x7FFF_FFFE;
        let start = self.starts.start_in(self.variant, self.seed, pair);
        Some(GameTask { number, pair, engines, start, seed })
    }

    /// Pairing, pair, and the colour of the pairing's first engine.
    fn place(&self, number: u64) -> Option<(usize, u64, Color)> {
        if number >= self.len() {
            return None;
        }
        let pairings = self.pairings.len() as u64;
        let whole_rounds = self.games_per_pairing / 2;
        let in_whole_rounds = whole_rounds * 2 * pairings;
        if number < in_whole_rounds {
            let pair = number / 2;
            let colour = if number.is_multiple_of(2) { Color::Gold } else { Color::Silver };
            Some(((pair % pairings) as usize, pair, colour))
        } else {
            // An odd number of games leaves half a pair for each pairing.
            let rest = number - in_whole_rounds;
            Some((rest as usize, whole_rounds * pairings + rest, Color::Gold))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schedule(engines: usize, format: Format, games: u64) -> Schedule {
        Schedule::new(engines, format, games, 5, StartSource::Random).unwrap()
    }

    /// Slow twin: counts who met whom with which colours.
    #[test]
    fn everyone_meets_as_often_with_either_colour() {
        for (engines, format, games) in [
            (2, Format::RoundRobin, 20),
            (4, Format::RoundRobin, 6),
            (5, Format::Gauntlet, 4),
            (3, Format::RoundRobin, 3),
        ] {
            let schedule = schedule(engines, format, games);
            let mut met = vec![vec![0; engines]; engines];
            for number in 0..schedule.len() {
                let [gold, silver] = schedule.game(number).unwrap().engines;
                met[gold][silver] += 1;
            }
            for [a, b] in (0..engines).flat_map(|b| (0..b).map(move |a| [a, b])) {
                let meets = format == Format::RoundRobin || a == 0;
                let expected = if meets { games } else { 0 };
                assert_eq!(met[a][b] + met[b][a], expected, "{a} {b}");
                assert_eq!(met[a][b] - met[b][a], expected % 2);
            }
        }
    }

    #[test]
    fn pairs_share_a_start_and_nobody_shares_a_seed() {
        let schedule = schedule(3, Format::RoundRobin, 4);
        let games: Vec<GameTask> = (0..schedule.len()).map(|n| schedule.game(n).unwrap()).collect();
        for a in &games {
            for b in &games {
                let same = a.start.game.board() == b.start.game.board();
                assert_eq!(same, a.pair == b.pair);
                assert_eq!(a.seed.abs_diff(b.seed) < 2, a.number == b.number);
                assert!(a.number == b.number || a.pair != b.pair || a.engines[0] == b.engines[1]);
            }
        }
    }

    #[test]
    fn one_seed_one_schedule() {
        let boards = |seed| -> Vec<String> {
            let schedule = Schedule::new(2, Format::RoundRobin, 10, seed, StartSource::Named).unwrap();
            (0..10).map(|n| schedule.game(n).unwrap().start.game.board().to_string()).collect()
        };
        assert_eq!(boards(1), boards(1));
        assert_ne!(boards(1), boards(2));
    }

    #[test]
    fn too_little_to_play() {
        let new =
            |engines, games| Schedule::new(engines, Format::RoundRobin, games, 1, StartSource::Own).map(drop);
        assert_eq!(new(1, 2), Err(ScheduleError::Engines(1)));
        assert_eq!(new(2, 0), Err(ScheduleError::NoGames));
    }
}
