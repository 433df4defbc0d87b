//! Numbers for the boards of an army.
//!
//! The first piece stands on the left half (else the board is mirrored), one of 32 squares; every other one on one of
//! 64. Like pieces are sorted. Some numbers are no board, or one that has another number.

use crate::army::{Army, View};
use tusker_core::{Bitboard, Board, Color, Piece, Square};

/// The numbers of one army's boards.
#[derive(Clone, Debug)]
pub(crate) struct Index {
    groups: Vec<(Piece, usize)>,
    len: usize,
}

impl Index {
    pub(crate) fn new(army: Army) -> Self {
        let groups: Vec<_> = army.groups().collect();
        let len = if groups.is_empty() { 1 } else { 32 << (6 * (army.size() - 1)) };
        Self { groups, len }
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The number of a board, which is seen as this index' army by `view`.
    pub(crate) fn of(&self, board: &Board, view: &View) -> usize {
        let Some(&(first, _)) = self.groups.first() else { return 0 };
        let mut squares = view.squares(board, first);
        // The lowest rank, there the square nearest to the edge, and on the left if there are two.
        let Some(mut anchor) = squares.iter().min_by_key(|&square| (folded(square), square.file())) else {
            return 0;
        };
        let mirrored = anchor.file() >= 4;
        if mirrored {
            squares = squares.flip_files();
            anchor = anchor.flip_files();
        }
        let mut number = folded(anchor);
        for square in squares & !anchor.bit() {
            number = number << 6 | square.index();
        }
        for &(piece, _) in &self.groups[1..] {
            let squares = view.squares(board, piece);
            for square in if mirrored { squares.flip_files() } else { squares } {
                number = number << 6 | square.index();
            }
        }
        number
    }

    /// The board of a number, if it has one that may stand at the start of a turn.
    pub(crate) fn board(&self, number: usize) -> Option<Board> {
        let mut board = Board::EMPTY;
        let pieces = self.groups.iter().flat_map(|&(piece, count)| std::iter::repeat_n(piece, count));
        let total: usize = self.groups.iter().map(|(_, count)| count).sum();
        let mut occupied = Bitboard::EMPTY;
        for (place, piece) in pieces.enumerate() {
            let bits = number >> (6 * (total - 1 - place));
            let square = if place == 0 {
                Square::new((bits % 4) as u8, (bits / 4) as u8)?
            } else {
                Square::from_index((bits % 64) as u8)?
            };
            if occupied.contains(square) {
                return None;
            }
            occupied |= square.bit();
            board.put(square, piece);
        }
        let settled = board.unsupported_on_traps().is_empty();
        (settled && self.of(&board, &View::of(&board)) == number).then_some(board)
    }

    /// The number of a board and a side to move.
    pub(crate) fn node(&self, board: &Board, view: &View, side: Color) -> usize {
        2 * self.of(board, view) + view.side(side).index()
    }
}

/// A number from 0 to 31 that a square shares with its mirror image only.
fn folded(square: Square) -> usize {
    let file = square.file().min(7 - square.file());
    usize::from(4 * square.rank() + file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_and_their_mirror_images_have_numbers() {
        for name in ["Rr", "RRr", "CRr", "CRcr", "RRrr"] {
            let army: Army = name.parse().expect("an army");
            let index = Index::new(army);
            let mut boards = 0_usize;
            for number in (0..index.len()).step_by(if army.size() > 3 { 97 } else { 1 }) {
                let Some(board) = index.board(number) else { continue };
                boards += 1;
                assert_eq!(Army::of(&board), army, "{board:?}");
                let found = |board: &Board| index.board(index.of(board, &View::of(board))).expect("a board");
                assert!([board, board.mirror()].contains(&found(&board.mirror())), "{board:?}");
                assert!(
                    [board, board.mirror(), board.swap_sides(), board.swap_sides().mirror()]
                        .contains(&found(&board.swap_sides())),
                    "{board:?}"
                );
            }
            assert!(boards > 1_000, "{name}: {boards}");
        }
    }
}
