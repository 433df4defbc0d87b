//! The engine.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::hash::{BuildHasher, RandomState};
use tusker_aei::{
    Engine, Identity, Info, OptionError, OptionKind, OptionSpec, OptionValue, Report, SearchControl,
    SearchTask,
};
use tusker_core::{Game, Setup, Turn, TurnGenerator};

/// Chooses among the distinct turns that are no third repetitions, and among all setups, uniformly.
pub struct RandomBot {
    rng: ChaCha8Rng,
    turns: TurnGenerator,
}

impl RandomBot {
    /// A bot with this seed, or with a different one in every run.
    pub fn new(seed: Option<u64>) -> Self {
        // The standard library seeds its hash maps from the system's entropy.
        let seed = seed.unwrap_or_else(|| RandomState::new().hash_one(0));
        Self { rng: ChaCha8Rng::seed_from_u64(seed), turns: TurnGenerator::new() }
    }
}

impl Engine for RandomBot {
    fn identity(&self) -> Identity {
        Identity::new("Random", "the Tusker authors", env!("CARGO_PKG_VERSION"))
    }

    fn options(&self) -> Vec<OptionSpec> {
        let kind = OptionKind::Number { min: 0, max: i64::MAX };
        vec![OptionSpec { name: "seed", kind, help: "begins the sequence of random choices anew" }]
    }

    fn set_option(&mut self, name: &'static str, value: &OptionValue) -> Result<(), OptionError> {
        match (name, value) {
            ("seed", OptionValue::Number(seed)) => self.rng = ChaCha8Rng::seed_from_u64(seed.unsigned_abs()),
            _ => return Err(OptionError::Unknown(name.to_owned())),
        }
        Ok(())
    }

    fn choose_setup(&mut self, game: &Game) -> Setup {
        // Without a square for a rabbit there is no setup at all; the session says so.
        let kind = game.variant().setup;
        kind.random(game.side(), game.board(), &mut self.rng).unwrap_or_default()
    }

    fn search(
        &mut self,
        task: &SearchTask,
        control: &SearchControl,
        report: &mut dyn FnMut(Report),
    ) -> Option<Turn> {
        let mut chosen = None;
        let mut seen: u64 = 0;
        self.turns.for_each(task.game.position()?, |found| {
            if task.game.occurrences(found.repetition_key()) < 2 {
                seen += 1;
                // Keeping the n-th with a chance of 1 in n makes all equally likely without a list.
                if self.rng.random_range(0..seen) == 0 {
                    chosen = Some(found.turn());
                }
            }
            chosen.is_none() || !control.stopped()
        });
        report(Report::Info(Info::Nodes(seen)));
        chosen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;
    use std::time::Instant;
    use tusker_aei::{GameInfo, GoMode, Limits, TurnClock};
    use tusker_core::{Board, Color, Position};

    fn task(game: Game) -> SearchTask {
        let clock = TurnClock::default();
        let (limits, info) = (Limits::default(), GameInfo::default());
        SearchTask { game, mode: GoMode::Normal, received: Instant::now(), clock, limits, info }
    }

    /// Two legal turns only: a pinned-down position from the field.
    #[test]
    fn every_turn_is_equally_likely() {
        let board: Board =
            "rrrr rrr  hreh   dcC d     cRm                                  ".parse().unwrap();
        let task = task(Game::from_position(Position::lenient(board, Color::Gold).0));
        let mut bot = RandomBot::new(Some(1));
        let mut counts: HashMap<Turn, u32> = HashMap::new();
        for _ in 0..1000 {
            let turn = bot.search(&task, &SearchControl::new(), &mut |_| {}).expect("a turn");
            *counts.entry(turn).or_default() += 1;
        }
        assert_eq!(counts.len(), 2, "{counts:?}");
        // Five standard deviations of a fair coin.
        assert!(counts.values().all(|count| count.abs_diff(500) < 80), "{counts:?}");
    }

    #[test]
    fn third_repetitions_are_never_chosen() {
        let board: Board =
            "r      e                                                   C   R".parse().unwrap();
        let mut game = Game::from_position(Position::new(board, Color::Gold).unwrap());
        let mut bot = RandomBot::new(Some(3));
        // With so few pieces, choosing blindly repeats before long.
        for _ in 0..300 {
            if game.outcome().is_some() {
                break;
            }
            let turn = bot.search(&task(game.clone()), &SearchControl::new(), &mut |_| {}).expect("a turn");
            game.play(&turn).expect("a legal turn");
        }
    }

    #[test]
    fn one_seed_is_one_sequence() {
        let setups = |seed| -> Vec<Setup> {
            let mut bot = RandomBot::new(seed);
            (0..3).map(|_| bot.choose_setup(&Game::new())).collect()
        };
        assert_eq!(setups(Some(5)), setups(Some(5)));
        assert_ne!(setups(Some(5)), setups(Some(6)));
        assert_ne!(setups(None), setups(None));
        let mut bot = RandomBot::new(Some(9));
        bot.set_option("seed", &OptionValue::Number(5)).unwrap();
        assert_eq!(bot.choose_setup(&Game::new()), setups(Some(5))[0]);
    }
}
