//! Cheap, exact facts about what can happen within a turn.

use tusker_core::{Bitboard, Board, Color, Direction, Kind};

/// Fewest steps, at most `steps`, in which one rabbit of `side` can walk to its goal while nothing else moves.
///
/// A walk found is always possible; wins that need another piece's help are not looked for.
#[inline]
pub fn rabbit_run(board: &Board, side: Color, steps: u8) -> Option<u8> {
    let forward = side.forward();
    let goal = side.goal_rank();
    let mut near = goal;
    for _ in 0..steps {
        near |= near.shift(forward.opposite());
    }
    let runners = board.pieces(side, Kind::Rabbit) & near;
    if runners.is_empty() {
        return None;
    }
    let empty = board.empty();
    let danger = (board.color(!side) & !board.kind(Kind::Rabbit)).neighbors();
    let mut best = None;
    let mut limit = steps;
    for runner in runners {
        if let Some(found) = run_of(board, side, runner.bit(), empty, danger, limit) {
            best = Some(found);
            if found == 1 {
                break;
            }
            limit = found - 1;
        }
    }
    best
}

fn run_of(
    board: &Board,
    side: Color,
    runner: Bitboard,
    empty: Bitboard,
    danger: Bitboard,
    limit: u8,
) -> Option<u8> {
    let forward = side.forward();
    // Friends that stay: not the runner, and not a piece that falls when the runner leaves its side.
    let mut friends = board.color(side) & !runner;
    friends = friends & !(friends & Bitboard::TRAPS & !friends.neighbors());
    let supported = friends.neighbors();
    let free = supported | !danger;
    let safe = empty & (supported | !Bitboard::TRAPS);
    // The first step may use friends that fall with it.
    let thawed_now = (board.color(side) & !runner).neighbors();
    let mut reached = runner;
    let mut movable = runner & (free | thawed_now);
    for taken in 1..=limit {
        let next =
            (movable.shift(forward) | movable.shift(Direction::East) | movable.shift(Direction::West)) & safe;
        if next.intersects(side.goal_rank()) {
            return Some(taken);
        }
        reached |= next;
        movable = reached & free;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use tusker_core::{EdgeKind, Position};

    /// The slow twin: rabbit steps of one rabbit, played out.
    fn slow(position: &Position, rabbit: tusker_core::Square, steps: u8) -> Option<u8> {
        if rabbit.bit().intersects(position.side().goal_rank()) {
            return Some(0);
        }
        if steps == 0 {
            return None;
        }
        let mut best = None;
        for edge in position.edges() {
            if edge.kind() != EdgeKind::Step || edge.from() != rabbit {
                continue;
            }
            let mut next = *position;
            let delta = next.play_unchecked(edge);
            let to = delta.moves[0].to;
            if delta.captures.iter().any(|c| c.square == to) {
                continue;
            }
            let found = if to.bit().intersects(position.side().goal_rank()) {
                Some(1)
            } else if next.side() == position.side() {
                slow(&next, to, steps - 1).map(|n| n + 1)
            } else {
                None
            };
            best = match (best, found) {
                (Some(a), Some(b)) => Some(std::cmp::min::<u8>(a, b)),
                (a, b) => a.or(b),
            };
        }
        best
    }

    #[test]
    fn equals_its_slow_twin() {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
        let mut found = 0;
        for _ in 0..4_000 {
            let mut board = Board::EMPTY;
            for letter in "RRRRRCDHErrrrcdhme".chars() {
                let square = tusker_core::Square::from_index(rng.random_range(8..56)).expect("below 64");
                board.put(square, tusker_core::Piece::from_letter(letter).expect("a piece"));
            }
            let (position, problems) = Position::lenient(board, Color::Gold);
            if !problems.is_empty() {
                continue;
            }
            let expected =
                board.pieces(Color::Gold, Kind::Rabbit).iter().filter_map(|r| slow(&position, r, 4)).min();
            assert_eq!(rabbit_run(&board, Color::Gold, 4), expected, "{position:?}");
            assert_eq!(rabbit_run(&board.swap_sides(), Color::Silver, 4), expected, "{position:?} swapped");
            found += u32::from(expected.is_some());
        }
        assert!(found > 300, "too few walks to be a test: {found}");
    }
}
