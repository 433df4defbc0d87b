//! Which setup to play.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::Rng;
use tusker_core::{Board, Color, Kind, NamedSetup, Piece, Placement, Setup};

/// Chooses among the named setups, mirrored or not, with cats and dogs permuted and the camel in the place of a horse
/// or not; Silver keeps its elephant off the file of Gold's and its camel away from Gold's elephant.
pub(crate) fn choose(color: Color, board: &Board, rng: &mut ChaCha8Rng) -> Setup {
    let mut setups = candidates(color);
    if let Some(enemy) = board.pieces(!color, Kind::Elephant).first() {
        let file = i16::from(enemy.file());
        // Each wish is dropped if no setup meets it.
        prefer(&mut setups, |setup| file_of(setup, color, Kind::Elephant).is_none_or(|own| own != file));
        prefer(&mut setups, |setup| {
            file_of(setup, color, Kind::Camel).is_none_or(|own| (own - file).abs() >= 2)
        });
    }
    let index = pick(rng, setups.len());
    setups.swap_remove(index)
}

/// All setups to choose from, each once; never empty.
fn candidates(color: Color) -> Vec<Setup> {
    let mut setups: Vec<Setup> = Vec::new();
    for named in NamedSetup::ALL {
        let named = named.setup(color);
        for placed in [named.clone(), named.mirror()] {
            for varied in with_camel_swaps(&placed) {
                let horses = squares_of(&varied, Kind::Horse);
                let permuted =
                    varied.minor_permutations().filter(|setup| squares_of(setup, Kind::Horse) == horses);
                for setup in permuted.map(|setup| in_order_of_squares(&setup)) {
                    if !setups.contains(&setup) {
                        setups.push(setup);
                    }
                }
            }
        }
    }
    setups
}

fn in_order_of_squares(setup: &Setup) -> Setup {
    let mut placements = setup.placements().to_vec();
    placements.sort_by_key(|placement| placement.square);
    Setup::new(placements)
}

/// The setup itself, and with the camel and each horse exchanged.
fn with_camel_swaps(setup: &Setup) -> Vec<Setup> {
    let camel = squares_of(setup, Kind::Camel);
    let mut setups = vec![setup.clone()];
    for horse in squares_of(setup, Kind::Horse) {
        let exchange = |placement: &Placement| {
            let kind = match placement.piece.kind {
                Kind::Camel => Kind::Horse,
                Kind::Horse if placement.square == horse => Kind::Camel,
                other => other,
            };
            Placement { piece: Piece::new(placement.piece.color, kind), ..*placement }
        };
        if !camel.is_empty() {
            setups.push(setup.placements().iter().map(exchange).collect());
        }
    }
    setups
}

fn squares_of(setup: &Setup, kind: Kind) -> Vec<tusker_core::Square> {
    let mut squares: Vec<_> =
        setup.placements().iter().filter(|p| p.piece.kind == kind).map(|p| p.square).collect();
    squares.sort_unstable();
    squares
}

/// The file of a piece that is there once, 0 to 7.
fn file_of(setup: &Setup, color: Color, kind: Kind) -> Option<i16> {
    let piece = Piece::new(color, kind);
    setup.placements().iter().find(|p| p.piece == piece).map(|p| i16::from(p.square.file()))
}

fn prefer(setups: &mut Vec<Setup>, wish: impl Fn(&Setup) -> bool) {
    if setups.iter().any(&wish) {
        setups.retain(wish);
    }
}

/// A number below `n`, which is small: the remainder's bias does not matter.
fn pick(rng: &mut ChaCha8Rng, n: usize) -> usize {
    rng.next_u32() as usize % n.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::rand_core::SeedableRng;

    #[test]
    fn setups_are_legal_and_many() {
        for color in Color::ALL {
            let setups = candidates(color);
            assert!(setups.len() >= 60, "{}", setups.len());
            for setup in setups {
                assert_eq!(setup.check(color, &Board::EMPTY), Ok(()), "{setup}");
            }
        }
    }

    #[test]
    fn silver_answers_gold() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for gold in candidates(Color::Gold) {
            let mut board = Board::EMPTY;
            for placement in gold.placements() {
                board.put(placement.square, placement.piece);
            }
            let silver = choose(Color::Silver, &board, &mut rng);
            let enemy = file_of(&gold, Color::Gold, Kind::Elephant).expect("an elephant");
            let elephant = file_of(&silver, Color::Silver, Kind::Elephant).expect("an elephant");
            let camel = file_of(&silver, Color::Silver, Kind::Camel).expect("a camel");
            assert!(elephant != enemy && (camel - enemy).abs() >= 2, "{gold} / {silver}");
        }
    }

    #[test]
    fn one_seed_chooses_the_same_setups() {
        let run = |seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            (0..20).map(|_| choose(Color::Gold, &Board::EMPTY, &mut rng).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(run(5), run(5));
        assert_ne!(run(5), run(6));
    }
}
