//! Which setup to play.

use rand_chacha::ChaCha8Rng;
use tusker_core::{Color, Game, Kind, Placement, Randomness, Setup, SetupKind, Square, setup_book, statics};

/// How many random placements are tried where no setup of the book holds.
const TRIES: usize = 300;

/// Draws a setup of the book that answers what the enemy has placed. In free placement it is fitted to the squares that
/// are left, and one that loses at once is left out as long as another is found.
pub(crate) fn choose(game: &Game, randomness: Randomness, rng: &mut ChaCha8Rng) -> Setup {
    let color = game.side();
    let mut book = setup_book(color, game.board());
    if game.variant().setup == SetupKind::Free && !game.setups().is_empty() {
        for choice in &mut book {
            choice.setup = fit(&choice.setup, game);
        }
        let best = book.iter().map(|choice| worth(game, &choice.setup)).max().unwrap_or(Worth::Illegal);
        book.retain(|choice| worth(game, &choice.setup) == best);
        if best < Worth::Open
            && let Some(setup) = better_placement(game, best, rng)
        {
            return setup;
        }
    }
    randomness.draw(&book, rng).map(|index| book.swap_remove(index).setup).unwrap_or_default()
}

/// What a setup of the side that places last leads to, from bad to good.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Worth {
    Illegal,
    LosesAtOnce,
    /// The enemy wins with its first turn.
    LosesNext,
    Open,
    Wins,
}

fn worth(game: &Game, setup: &Setup) -> Worth {
    let (mut after, color) = (game.clone(), game.side());
    if after.place(setup).is_err() {
        return Worth::Illegal;
    }
    match (after.outcome(), after.position()) {
        (Some(outcome), _) if outcome.winner == color => Worth::Wins,
        (Some(_), _) => Worth::LosesAtOnce,
        (None, Some(position)) if statics::wins_in(position).is_some() => Worth::LosesNext,
        (None, _) => Worth::Open,
    }
}

/// A random placement that is worth more than `than`.
fn better_placement(game: &Game, than: Worth, rng: &mut ChaCha8Rng) -> Option<Setup> {
    let draws = (0..TRIES).filter_map(|_| SetupKind::Free.random(game.side(), game.board(), rng));
    let best = draws.map(|setup| (worth(game, &setup), setup)).max_by_key(|(worth, _)| *worth)?;
    (best.0 > than).then_some(best.1)
}

/// The setup with the pieces whose squares are taken on the free squares nearest to home.
fn fit(setup: &Setup, game: &Game) -> Setup {
    let color = game.side();
    let mut taken = *game.board();
    let mut placements = Vec::new();
    let (fits, moves): (Vec<Placement>, Vec<Placement>) =
        setup.placements().iter().partition(|p| game.board().piece_at(p.square).is_none());
    for placement in fits {
        taken.put(placement.square, placement.piece);
        placements.push(placement);
    }
    for placement in moves {
        let for_piece =
            |square: &Square| placement.piece.kind != Kind::Rabbit || !color.goal_rank().contains(*square);
        let from_home = Square::all().map(|s| if color == Color::Gold { s } else { s.flip_ranks() });
        let mut free = from_home.filter(|square| taken.piece_at(*square).is_none());
        if let Some(square) = free.find(for_piece) {
            taken.put(square, placement.piece);
            placements.push(Placement { square, ..placement });
        }
    }
    Setup::new(placements)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::rand_core::SeedableRng;
    use tusker_core::Variant;

    fn rng(seed: u64) -> ChaCha8Rng {
        ChaCha8Rng::seed_from_u64(seed)
    }

    fn place(game: &mut Game, text: &str) {
        let placements = text.split(' ').map(|word| Placement::parse(word).expect("a placement"));
        game.place(&placements.collect()).expect("a setup");
    }

    #[test]
    fn one_seed_chooses_the_same_setups() {
        let run = |seed, randomness| {
            let mut rng = rng(seed);
            let choose = |_| choose(&Game::new(), Randomness::percent(randomness), &mut rng).to_string();
            (0..20).map(choose).collect::<Vec<_>>()
        };
        assert_eq!(run(5, 50), run(5, 50));
        assert_ne!(run(5, 50), run(6, 50));
        assert_eq!(run(5, 0), run(6, 0));
    }

    /// Setups of every variant are legal, whatever the enemy has placed.
    #[test]
    fn setups_are_legal() {
        for variant in [Variant::STANDARD, Variant::HANDICAP, Variant::FREE] {
            for seed in 0..60 {
                let mut rng = rng(seed);
                let mut game = Game::with_variant(variant);
                let enemy = variant.setup.random(Color::Gold, game.board(), &mut rng).expect("a setup");
                game.place(&enemy).expect("legal");
                let setup = choose(&game, Randomness::USUAL, &mut rng);
                game.place(&setup).unwrap_or_else(|e| panic!("{}, {enemy} / {setup}: {e}", variant.name));
            }
        }
    }

    /// Gold's rabbit is one step from its goal: the book's setups would leave the square open or be in the way.
    #[test]
    fn free_placement_does_not_lose_at_once() {
        for gold in ["Rd7 Ee7", "Ra7 Rb7 Rc7 Ee6", "Ra5 Ee2"] {
            let mut game = Game::with_variant(Variant::FREE);
            place(&mut game, gold);
            let setup = choose(&game, Randomness::USUAL, &mut rng(1));
            assert!(worth(&game, &setup) >= Worth::Open, "{gold} / {setup}");
        }
    }
}
