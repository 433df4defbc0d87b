//! The game as the bot sees it, and its turns.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tusker_core::{
    Color, Direction, Edge, EdgeKind, Game, Phase, Position, Setup, Step, Turn, TurnGenerator,
};
use tusker_notation::{Ply, Strictness, read_ply, read_position, write_turn};

/// How often it tries to find a turn by chance before it looks at all of them.
const TRIES: usize = 50;

/// A game and a seed.
pub(crate) struct Board {
    game: Game,
    seed: u64,
    rng: ChaCha8Rng,
}

impl Board {
    pub(crate) fn new(seed: u64) -> Self {
        Self { game: Game::new(), seed, rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    pub(crate) fn new_game(&mut self) {
        *self = Self::new(self.seed);
    }

    pub(crate) fn set_position(&mut self, text: &str) {
        if let Ok(reading) = read_position(text, Strictness::Lenient) {
            self.game = Game::from_position(reading.value);
        }
    }

    /// Knows the option `seed`, which counts from the next game on.
    pub(crate) fn set_option(&mut self, text: &str) {
        let value = text.strip_prefix("name seed value ").and_then(|value| value.trim().parse().ok());
        self.seed = value.unwrap_or(self.seed);
    }

    /// What cannot be played is not played: the controller knows better.
    pub(crate) fn make_move(&mut self, text: &str) {
        match read_ply(&self.game, text, Strictness::Lenient).map(|reading| reading.value) {
            Ok(Ply::Setup(setup)) => drop(self.game.place_lenient(&setup)),
            Ok(Ply::Turn(played)) => drop(self.game.play(&played.turn)),
            Ok(Ply::Takeback) => drop(self.game.takeback()),
            Ok(Ply::Resign) | Err(_) => {}
        }
    }

    /// Some legal setup or turn; `resign` if there is none.
    pub(crate) fn choose(&mut self) -> String {
        match (self.game.phase(), self.game.position().copied()) {
            (Phase::Setup(color), _) => Setup::random(color, &mut self.rng).to_string(),
            (Phase::Play(_), Some(position)) => self
                .turn(&position)
                .and_then(|turn| write_turn(&position, &turn).ok())
                .unwrap_or_else(|| "resign".to_owned()),
            _ => "resign".to_owned(),
        }
    }

    fn turn(&mut self, position: &Position) -> Option<Turn> {
        for _ in 0..TRIES {
            let turn = self.wander(position);
            if self.game.check(&turn).is_ok() {
                return Some(turn);
            }
        }
        TurnGenerator::new()
            .list(position)
            .into_iter()
            .map(|end| end.turn)
            .find(|turn| self.game.check(turn).is_ok())
    }

    /// Edge after edge by chance.
    fn wander(&mut self, position: &Position) -> Turn {
        let (mut at, mut turn) = (*position, Turn::new());
        while at.side() == position.side() {
            let edges = at.edges();
            if edges.is_empty() {
                break;
            }
            let edge = edges[self.rng.next_u32() as usize % edges.len()];
            if edge == Edge::PASS || at.play(edge).is_err() {
                break;
            }
            turn.push(edge);
        }
        turn
    }

    /// Something well-formed that is never legal: a step from a square without a piece, or one piece for a setup.
    pub(crate) fn illegal(&self) -> String {
        match self.game.position() {
            None => if self.game.side() == Color::Gold { "Ra1" } else { "ra8" }.to_owned(),
            Some(position) => {
                let piece = if position.side() == Color::Gold { 'E' } else { 'e' };
                let empty = position.board().empty().iter().next();
                empty.map_or_else(String::new, |square| {
                    format!("{piece}{square}{}", Direction::North.letter())
                })
            }
        }
    }

    /// The first half of a push alone, if there is a push.
    pub(crate) fn half_push(&self) -> Option<String> {
        let position = self.game.position()?;
        let push = position.edges().iter().copied().find(|edge| edge.kind() == EdgeKind::Push)?;
        let half: Step = push.steps().first().copied()?;
        let piece = position.board().piece_at(half.from)?;
        Some(format!("{piece}{}{}", half.from, half.direction.letter()))
    }
}
