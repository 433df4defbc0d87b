//! What the network takes in.
//!
//! Every input is there for each viewer: squares are counted from the viewer's back rank, and pieces are its own or the
//! enemy's. Blocks of inputs follow each other:
//!
//! | inputs | what is true |
//! |---|---|
//! | 5 planes of owner x class x square | what [`Plane`] says of a piece there |
//! | owner x 4 x square | an elephant stands there that reaches so many squares |
//! | attacker x 17 x trap | how much more the attacker weighs near a trap of the other side's |
//! | 2 | it is the viewer's turn, or the other side's |

use super::accumulator::stands;
use super::features::{self, CLASSES};
use super::view::Mover;
use super::weights::Sink;
use super::{Accumulator, Config, visit};
use tusker_core::{Color, Position, Square};

/// Number of buckets of the elephant's reach.
pub(crate) const REACHES: usize = 4;
/// Number of buckets of control.
const CONTROLS: usize = features::CONTROL.len;
const PLANE: usize = 2 * CLASSES * 64;
const PLANES: usize = 5;
const ELEPHANTS: usize = PLANES * PLANE;
const CONTROL: usize = ELEPHANTS + 2 * REACHES * 64;
const MOVER: usize = CONTROL + 2 * CONTROLS * 2;
/// Number of inputs.
pub const INPUTS: usize = MOVER + 2;

/// What is said of a piece on its square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plane {
    /// It stands there.
    Piece = 0,
    /// It is frozen.
    Frozen = 1,
    /// A stronger enemy is beside it, but it is not frozen.
    Held = 2,
    /// The enemy may capture it; its owner is to move.
    ThreatenedOnMove = 3,
    /// The enemy may capture it, and is to move.
    Threatened = 4,
}

impl Plane {
    /// That a piece may be captured.
    pub(crate) const fn threatened(mover: Mover) -> Self {
        match mover {
            Mover::Own => Self::ThreatenedOnMove,
            Mover::Enemy => Self::Threatened,
        }
    }
}

/// An input as Gold has it, and as Silver does.
pub(crate) type Pair = [usize; 2];

/// A statement about a piece of `owner` by class, on a square as its owner sees it.
#[inline]
pub(crate) fn of_piece(plane: Plane, owner: Color, class: usize, square: Square) -> Pair {
    let start = plane as usize * PLANE + class * 64;
    by_viewer(owner, start + square.index(), start + CLASSES * 64 + square.flip_ranks().index())
}

/// The elephant of `owner` on a square as its owner sees it, by how far it reaches.
#[inline]
pub(crate) fn of_elephant(owner: Color, reach: usize, square: Square) -> Pair {
    let start = ELEPHANTS + reach * 64;
    by_viewer(owner, start + square.index(), start + REACHES * 64 + square.flip_ranks().index())
}

/// Control, in its bucket, of the trap on the left (0) or right (1) that `attacker` attacks.
#[inline]
pub(crate) fn of_control(attacker: Color, bucket: usize, trap: usize) -> Pair {
    let own = CONTROL + bucket * 2 + trap;
    by_viewer(attacker, own, own + CONTROLS * 2)
}

/// Whose turn it is.
#[inline]
pub(crate) fn of_mover(mover: Color) -> Pair {
    by_viewer(mover, MOVER, MOVER + 1)
}

#[inline]
fn by_viewer(owner: Color, own: usize, enemy: usize) -> Pair {
    match owner {
        Color::Gold => [own, enemy],
        Color::Silver => [enemy, own],
    }
}

/// The input of the mirror image.
pub const fn mirrored(input: usize) -> usize {
    match input {
        MOVER.. => input,
        CONTROL.. => input ^ 1,
        _ => input ^ 7,
    }
}

/// The inputs of a position, as Gold has them and as Silver does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs(pub [Vec<u16>; 2]);

impl Inputs {
    /// Those of `position`.
    pub fn of(position: &Position) -> Self {
        let board = position.board();
        let accumulator = Accumulator::refresh(board, Config { network: None, ..Config::default() });
        let mut inputs = Self::default();
        for square in board.occupied() {
            if let Some(piece) = board.piece_at(square) {
                inputs.input(stands(accumulator.class(piece), piece, square));
            }
        }
        visit(position, &accumulator, &mut inputs);
        inputs
    }
}

impl Sink for Inputs {
    fn add(&mut self, _: Color, _: usize, _: i32) {}

    fn input(&mut self, input: Pair) {
        for (inputs, new) in self.0.iter_mut().zip(input) {
            inputs.push(new as u16);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn position(side: Color) -> Position {
        Position::lenient(BOARD.concat().parse().expect("a board"), side).0
    }

    fn sorted(inputs: Inputs) -> [BTreeSet<u16>; 2] {
        inputs.0.map(|list| list.into_iter().collect())
    }

    /// Gold: a horse frozen on g5 by the elephant on g6, a cat on d5 held by the dog on d6 but not frozen.
    const BOARD: [&str; 8] =
        ["r rrr   ", "        ", "   d  e ", "   C  H ", "   R    ", "        ", " E      ", "RRRR    "];

    #[test]
    fn blocks_do_not_overlap() {
        let planes = [Plane::Piece, Plane::Frozen, Plane::Held, Plane::ThreatenedOnMove, Plane::Threatened];
        let mut all: Vec<usize> = Vec::new();
        for square in (0..64).filter_map(Square::from_index) {
            for plane in planes {
                all.extend((0..CLASSES).flat_map(|class| of_piece(plane, Color::Gold, class, square)));
            }
            all.extend((0..REACHES).flat_map(|reach| of_elephant(Color::Gold, reach, square)));
        }
        all.extend((0..CONTROLS).flat_map(|b| [0, 1].map(|trap| of_control(Color::Gold, b, trap))).flatten());
        all.extend(of_mover(Color::Gold));
        let different: BTreeSet<usize> = all.iter().copied().collect();
        assert_eq!((all.len(), different.len()), (INPUTS, INPUTS));
        assert_eq!(different.last(), Some(&(INPUTS - 1)));
    }

    #[test]
    fn sides_and_images_see_the_same() {
        for side in Color::ALL {
            let plain = position(side);
            let [gold, silver] = sorted(Inputs::of(&plain));
            assert_eq!(sorted(Inputs::of(&plain.swap_sides())), [silver.clone(), gold.clone()]);
            let image = sorted(Inputs::of(&Position::lenient(plain.board().mirror(), side).0));
            let mirrored = |set: BTreeSet<u16>| set.into_iter().map(|i| mirrored(i.into()) as u16).collect();
            assert_eq!(image, [gold, silver].map(mirrored));
        }
    }

    #[test]
    fn states_of_pieces_are_told() {
        let inputs = Inputs::of(&position(Color::Silver));
        let holds = |input: Pair| (0..2).all(|viewer| inputs.0[viewer].contains(&(input[viewer] as u16)));
        let told = |plane, name: &str| {
            let square = name.parse().expect("a square");
            (0..CLASSES).any(|class| holds(of_piece(plane, Color::Gold, class, square)))
        };
        assert!(told(Plane::Piece, "d5") && told(Plane::Piece, "g5") && !told(Plane::Piece, "g4"));
        assert!(told(Plane::Frozen, "g5") && !told(Plane::Frozen, "d5"));
        assert!(told(Plane::Held, "d5") && !told(Plane::Held, "g5"));
        assert!(told(Plane::Threatened, "g5") && !told(Plane::ThreatenedOnMove, "g5"));
        assert!(holds(of_mover(Color::Silver)) && !holds(of_mover(Color::Gold)));
        let elephant = |reach| holds(of_elephant(Color::Gold, reach, "b2".parse().expect("a square")));
        assert!(elephant(REACHES - 1) && !elephant(0));
    }

    /// Inside a turn the network judges the board as if the turn ended there.
    #[test]
    fn inside_a_turn_the_other_side_is_next() {
        let whole = position(Color::Gold);
        let inside = whole.with_steps_left(2);
        let turned = position(Color::Silver);
        assert_eq!(sorted(Inputs::of(&inside)), sorted(Inputs::of(&turned)));
        assert_ne!(sorted(Inputs::of(&inside)), sorted(Inputs::of(&whole)));
    }
}
