//! The pieces of one side as its plans see them, and what may have to happen before a step.

use super::zone::spread;
use crate::{Bitboard, Board, Color, Kind};

/// Plain steps: those that start from `from`, and those that end on `to`.
#[derive(Clone, Copy, Default)]
pub(crate) struct Steps {
    pub(crate) from: Bitboard,
    pub(crate) to: Bitboard,
}

/// The board as the plans of `side` see it.
pub(crate) struct Ground<'a> {
    pub(crate) board: &'a Board,
    pub(crate) side: Color,
    pub(crate) own: Bitboard,
    pub(crate) frozen: Bitboard,
    /// Own pieces beside a stronger enemy, frozen or not.
    pub(crate) threatened: Bitboard,
    /// Beside an enemy that may freeze something.
    pub(crate) danger: Bitboard,
}

impl<'a> Ground<'a> {
    #[inline]
    pub(crate) fn new(board: &'a Board, side: Color) -> Self {
        let own = board.color(side);
        let enemy = board.color(!side);
        let mut stronger = Bitboard::EMPTY;
        let mut threatened = Bitboard::EMPTY;
        for kind in Kind::ALL.into_iter().rev() {
            threatened |= board.kind(kind) & own & stronger.neighbors();
            stronger |= board.kind(kind) & enemy;
        }
        let danger = (enemy & !board.kind(Kind::Rabbit)).neighbors();
        Self { board, side, own, frozen: threatened & !own.neighbors(), threatened, danger }
    }

    /// Takes into account that an enemy piece may be pushed or pulled by one square first.
    pub(crate) fn danger_may_come(&mut self) {
        let movers = self.handled_within(1) & !self.board.kind(Kind::Rabbit);
        let danger = movers.neighbors().neighbors();
        self.danger |= danger;
        self.threatened |= danger & self.own;
    }

    /// Where an own piece, there already or yet to come, may be frozen when its last friend leaves.
    #[inline]
    pub(crate) fn may_freeze(&self) -> Bitboard {
        self.threatened | !self.own & self.danger
    }

    /// The steps that may make one of `steps` possible, or keep a piece from falling that it would leave alone.
    #[inline]
    pub(crate) fn enabling(&self, steps: Steps) -> Steps {
        let sources = steps.to.neighbors();
        let actors = (sources | steps.from) & self.own;
        let exits = steps.from.neighbors();
        let targets = steps.to | exits;
        let propped = Bitboard::TRAPS & self.own & actors.neighbors();
        let thawed = actors & self.frozen | sources & !self.own & self.danger;
        let to = sources | (thawed | targets & Bitboard::TRAPS | propped).neighbors();
        Steps { from: targets, to }
    }

    /// The enemy pieces with a stronger own piece at most `distance` squares away.
    pub(crate) fn handled_within(&self, distance: u32) -> Bitboard {
        let enemy = self.board.color(!self.side);
        let mut stronger = Bitboard::EMPTY;
        let mut found = Bitboard::EMPTY;
        for kind in Kind::ALL.into_iter().rev() {
            let near = (0..distance).fold(stronger, |near, _| spread(near));
            found |= self.board.kind(kind) & enemy & near;
            stronger |= self.board.kind(kind) & self.own;
        }
        found
    }
}
