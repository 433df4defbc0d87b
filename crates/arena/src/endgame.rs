//! Starts of Endless Endgame: small mirrored armies on the home ranks.

use crate::random::below;
use rand_chacha::ChaCha8Rng;
use tusker_core::{EndlessStart, Game, Position, TurnGenerator};

/// A start of Endless Endgame with Silver to move.
///
/// Gold's first turn has only two steps, which the protocol cannot tell an engine that does not know the option
/// `variant`: it is drawn here, among all distinct turns that leave the game open.
pub(crate) fn endless_endgame(rng: &mut ChaCha8Rng) -> Position {
    loop {
        let game = endless_start(rng);
        let Some(position) = game.position() else { continue };
        let ends = TurnGenerator::new().list(position);
        let open: Vec<Position> =
            ends.into_iter().map(|end| end.position).filter(|after| after.outcome().is_none()).collect();
        if !open.is_empty() {
            return open[below(rng, open.len())];
        }
    }
}

/// A drawn game of Endless Endgame, Gold to move, that is not over.
pub(crate) fn endless_start(rng: &mut ChaCha8Rng) -> Game {
    loop {
        let game = Game::endless(&EndlessStart::random(rng));
        if game.outcome().is_none() {
            return game;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::rand_core::SeedableRng;
    use tusker_core::Color;

    #[test]
    fn the_game_is_open_after_the_short_turn() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200 {
            let position = endless_endgame(&mut rng);
            assert_eq!((position.side(), position.outcome()), (Color::Silver, None));
        }
    }
}
