//! Starts of Endless Endgame: small mirrored armies on the home ranks.

use crate::random::{below, shuffle};
use rand_chacha::ChaCha8Rng;
use tusker_core::{Board, Color, Kind, Piece, Position, Square, TurnGenerator};

/// A start of Endless Endgame with Silver to move.
///
/// Each side has 1 elephant, 0 or 1 camel, 0 to 2 horses, dogs and cats and 1 to 8 rabbits, redrawn until there are 4
/// to 12 pieces; they are shuffled over Gold's home ranks, and Silver's stand opposite, reflected or rotated. Gold's
/// first turn has only two steps, which no controller can tell an AEI engine: it is drawn here, among all distinct
/// turns that leave the game open.
pub(crate) fn endless_endgame(rng: &mut ChaCha8Rng) -> Position {
    loop {
        let (position, _) = Position::lenient(draw_board(rng), Color::Gold);
        if position.outcome().is_some() {
            continue;
        }
        let ends = TurnGenerator::new().list(&position.with_steps_left(2));
        let open: Vec<Position> =
            ends.into_iter().map(|end| end.position).filter(|after| after.outcome().is_none()).collect();
        if !open.is_empty() {
            return open[below(rng, open.len())];
        }
    }
}

fn draw_board(rng: &mut ChaCha8Rng) -> Board {
    let army = loop {
        let mut army = vec![Kind::Elephant];
        let kinds = [
            (Kind::Camel, 0, 1),
            (Kind::Horse, 0, 2),
            (Kind::Dog, 0, 2),
            (Kind::Cat, 0, 2),
            (Kind::Rabbit, 1, 8),
        ];
        for (kind, least, most) in kinds {
            army.extend(std::iter::repeat_n(kind, least + below(rng, most - least + 1)));
        }
        if (4..=12).contains(&army.len()) {
            break army;
        }
    };
    let mut squares: Vec<Square> = Color::Gold.home_ranks().iter().collect();
    shuffle(rng, &mut squares);
    let rotate = below(rng, 2) == 1;
    let mut board = Board::EMPTY;
    for (kind, square) in army.into_iter().zip(squares) {
        let opposite = if rotate { square.flip_ranks().flip_files() } else { square.flip_ranks() };
        board.put(square, Piece::new(Color::Gold, kind));
        board.put(opposite, Piece::new(Color::Silver, kind));
    }
    board
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::rand_core::SeedableRng;

    #[test]
    fn armies_are_small_equal_and_the_game_is_open() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for _ in 0..200 {
            let board = draw_board(&mut rng);
            let [gold, silver] =
                Color::ALL.map(|color| Kind::ALL.map(|kind| board.pieces(color, kind).count()));
            assert_eq!(gold, silver);
            assert!((4..=12).contains(&gold.iter().sum::<u32>()));
            let position = endless_endgame(&mut rng);
            assert_eq!((position.side(), position.outcome()), (Color::Silver, None));
        }
    }
}
