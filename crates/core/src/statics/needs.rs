//! What a winning turn needs to keep working while the other side moves.

use crate::{Bitboard, Board, Color, EdgeKind, Key, Kind, Square, Step, Turn};

/// The needs of one winning turn, the *witness*.
///
/// If none of them is disturbed, the turn stays legal and wins: no piece arrives on the `empty` squares; the winner's
/// pieces on `kept` and the other side's on `handled` stay; no piece of the other side arrives on `unguarded`, and none
/// on `calm` that is stronger than the piece that acts there.
pub(crate) struct Needs {
    empty: Bitboard,
    kept: Bitboard,
    handled: Bitboard,
    unguarded: Bitboard,
    /// By the kind of the piece that acts.
    calm: [Bitboard; 6],
}

/// Where the pieces of the board have come from in the course of the witness.
struct Origins {
    now: [Square; 4],
    at_first: [Square; 4],
    len: usize,
}

impl Origins {
    fn of(&self, square: Square) -> Square {
        let found = self.now[..self.len].iter().position(|&now| now == square);
        found.map_or(square, |index| self.at_first[index])
    }

    fn moved(&mut self, from: Square, to: Square) {
        let known = self.now[..self.len].iter().position(|&now| now == from);
        let index = known.unwrap_or_else(|| {
            self.at_first[self.len] = from;
            self.len += 1;
            self.len - 1
        });
        self.now[index] = to;
    }

    fn forget(&mut self, square: Square) {
        if let Some(index) = self.now[..self.len].iter().position(|&now| now == square) {
            self.len -= 1;
            self.now[index] = self.now[self.len];
            self.at_first[index] = self.at_first[self.len];
        }
    }
}

impl Needs {
    /// What `turn`, which wins for `winner` on `board`, needs.
    pub(crate) fn new(board: &Board, winner: Color, turn: &Turn) -> Self {
        let mut needs = Self {
            empty: Bitboard::EMPTY,
            kept: Bitboard::EMPTY,
            handled: Bitboard::EMPTY,
            unguarded: Bitboard::EMPTY,
            calm: [Bitboard::EMPTY; 6],
        };
        let mut play = Replay {
            board: *board,
            winner,
            origins: Origins { now: [Square::masked(0); 4], at_first: [Square::masked(0); 4], len: 0 },
        };
        needs.supports(&play);
        for &edge in turn.edges() {
            let actor = if edge.kind() == EdgeKind::Push { edge.second_step().from } else { edge.from() };
            needs.action(&play, actor);
            if let Some((from, to)) = edge.moved_enemy() {
                needs.handling(&play, from, to);
            }
            needs.empty |= edge.first_step().to().bit();
            for step in edge.steps() {
                let fallen = play.step(step);
                for square in fallen {
                    needs.handled |= square.bit();
                }
                needs.supports(&play);
            }
        }
        needs
    }

    /// The piece on `square` has to be there, and must not be frozen.
    fn action(&mut self, play: &Replay, square: Square) {
        self.kept |= play.origins.of(square).bit();
        let friends = square.bit().neighbors() & play.board.color(play.winner);
        match self.preferred(play, friends) {
            Some(friend) => self.kept |= friend.bit(),
            None => {
                self.calm[play.board.kind_unchecked(square).index()] |= square.bit().neighbors();
            }
        }
    }

    /// The origin of one of the pieces on `friends`, if possible of one that is kept anyway.
    fn preferred(&self, play: &Replay, friends: Bitboard) -> Option<Square> {
        let origins = || friends.iter().map(|square| play.origins.of(square));
        origins().find(|&origin| self.kept.contains(origin)).or_else(|| origins().next())
    }

    /// The piece on `from` is pushed or pulled to `to`.
    fn handling(&mut self, play: &Replay, from: Square, to: Square) {
        let other = play.board.color(!play.winner);
        self.handled |= play.origins.of(from).bit();
        for square in [from, to] {
            if square.is_trap() {
                for guard in other & square.bit().neighbors() {
                    self.handled |= play.origins.of(guard).bit();
                }
            }
        }
        // What falls on the trap it comes to, or on the one it leaves, has to fall.
        let near = (to.bit() & Bitboard::TRAPS) | (from.bit().neighbors() & Bitboard::TRAPS & other);
        self.unguarded |= near.neighbors();
    }

    /// The winner's pieces on traps need a friend beside them.
    fn supports(&mut self, play: &Replay) {
        let own = play.board.color(play.winner);
        for trap in own & Bitboard::TRAPS {
            if let Some(friend) = self.preferred(play, own & trap.bit().neighbors()) {
                self.kept |= friend.bit();
            }
        }
    }

    /// Whether what led from the one board to the other, an edge of `side` against the witness, disturbs it.
    #[inline]
    pub(crate) fn disturbed(&self, before: &Board, after: &Board, side: Color) -> bool {
        let arrived = after.occupied() & !before.occupied();
        let own_arrived = after.color(side) & !before.color(side);
        let own_left = before.color(side) & !after.color(side);
        let other_changed = before.color(!side) ^ after.color(!side);
        if (arrived & self.empty
            | own_arrived & self.unguarded
            | own_left & self.handled
            | other_changed & self.kept)
            .is_empty()
        {
            return Kind::ALL
                .into_iter()
                .any(|kind| (own_arrived & self.calm[kind.index()]).intersects(after.stronger(kind)));
        }
        true
    }

    /// The squares on which an arrival of the defender may disturb the witness.
    pub(crate) fn arrivals(&self) -> Bitboard {
        self.calm.iter().fold(self.empty | self.unguarded, |all, &calm| all | calm)
    }

    /// The squares on which an arrival of a rabbit of the defender may: it freezes nothing.
    pub(crate) const fn arrivals_of_rabbits(&self) -> Bitboard {
        Bitboard(self.empty.0 | self.unguarded.0)
    }

    /// The defender's pieces that may disturb the witness by leaving.
    pub(crate) const fn leavers(&self) -> Bitboard {
        self.handled
    }

    /// The squares from which pushing or pulling a piece of the winner may disturb the witness.
    pub(crate) fn handled(&self) -> Bitboard {
        self.kept | (self.kept & Bitboard::TRAPS).neighbors() | self.empty.neighbors()
    }
}

/// The witness as it is played.
struct Replay {
    board: Board,
    winner: Color,
    origins: Origins,
}

impl Replay {
    /// Plays a step; returns where the other side's pieces that fell stood at first.
    fn step(&mut self, step: Step) -> arrayvec::ArrayVec<Square, 4> {
        let mut delta = crate::Delta::default();
        self.board.step(step, &mut Key::default(), &mut delta);
        self.origins.moved(step.from, step.to());
        let mut fallen = arrayvec::ArrayVec::new();
        for capture in &delta.captures {
            if capture.piece.color != self.winner {
                fallen.push(self.origins.of(capture.square));
            }
            self.origins.forget(capture.square);
        }
        fallen
    }
}
