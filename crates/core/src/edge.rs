//! Edges, the atoms of a turn, and whole turns.

use crate::{Bitboard, Direction, Square};
use arrayvec::ArrayVec;
use std::fmt;

/// One piece moves one square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where the piece stands.
    pub from: Square,
    /// Where it goes.
    pub direction: Direction,
}

impl Step {
    /// The square on which the piece ends; it must be on the board.
    #[inline]
    pub const fn to(self) -> Square {
        self.from.step(self.direction)
    }

    /// Reads a square and a direction: `d2n`.
    ///
    /// ```
    /// # use tusker_core::{Direction, Step};
    /// assert_eq!(Step::parse("d2n").unwrap().direction, Direction::North);
    /// assert_eq!(Step::parse("d2").is_none(), Step::parse("d9n").is_none());
    /// ```
    pub fn parse(text: &str) -> Option<Self> {
        let (square, letter) = text.split_at_checked(2)?;
        let mut letters = letter.chars();
        let direction = Direction::from_letter(letters.next()?)?;
        letters.next().is_none().then_some(())?;
        Some(Self { from: square.parse().ok()?, direction })
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.direction.letter())
    }
}

/// What an [`Edge`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EdgeKind {
    /// Ends the turn early; takes no step.
    Pass,
    /// One of the mover's pieces steps; takes one step.
    Step,
    /// An enemy piece steps away and a stronger piece of the mover follows it; takes two steps.
    Push,
    /// A piece of the mover steps away and a weaker enemy piece follows it; takes two steps.
    Pull,
}

/// A step, a whole push or pull, or the pass that ends a turn early; packed in 16 bits.
///
/// | bits | meaning |
/// |---|---|
/// | 0-5 | square of the piece that moves first |
/// | 6-7 | direction of the first step |
/// | 8-9 | push, pull: from that square, the direction in which the piece that moves second stands |
/// | 10-11 | 0 pass, 1 step, 2 push, 3 pull |
///
/// The second piece of a push or pull always ends on the square that the first one left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge(u16);

impl Edge {
    /// The pass that ends a turn early.
    pub const PASS: Self = Self(0);

    /// A plain step of the piece on `from`.
    #[inline]
    pub const fn step(from: Square, direction: Direction) -> Self {
        Self(from.index() as u16 | (direction as u16) << 6 | 1 << 10)
    }

    /// The enemy piece on `from` goes in `direction`, and the mover's piece that stands `pusher` of `from` follows.
    #[inline]
    pub const fn push(from: Square, direction: Direction, pusher: Direction) -> Self {
        Self(from.index() as u16 | (direction as u16) << 6 | (pusher as u16) << 8 | 2 << 10)
    }

    /// The mover's piece on `from` goes in `direction`, and the enemy piece that stands `pulled` of `from` follows.
    #[inline]
    pub const fn pull(from: Square, direction: Direction, pulled: Direction) -> Self {
        Self(from.index() as u16 | (direction as u16) << 6 | (pulled as u16) << 8 | 3 << 10)
    }

    /// The 16 bits.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The edge for 16 bits from [`Edge::bits`]; `None` if no edge has them. Says nothing about legality.
    pub const fn from_bits(bits: u16) -> Option<Self> {
        let edge = Self(bits);
        let valid = match edge.kind() {
            EdgeKind::Pass => bits == 0,
            EdgeKind::Step => {
                bits < 2 << 10 && bits & 3 << 8 == 0 && edge.from().neighbor(edge.direction()).is_some()
            }
            EdgeKind::Push | EdgeKind::Pull => {
                bits < 4 << 10
                    && edge.direction() as u8 != edge.second_direction() as u8
                    && edge.from().neighbor(edge.direction()).is_some()
                    && edge.from().neighbor(edge.second_direction()).is_some()
            }
        };
        if valid { Some(edge) } else { None }
    }

    /// What it is.
    #[inline]
    pub const fn kind(self) -> EdgeKind {
        match self.0 >> 10 & 3 {
            0 => EdgeKind::Pass,
            1 => EdgeKind::Step,
            2 => EdgeKind::Push,
            _ => EdgeKind::Pull,
        }
    }

    /// Steps it takes: 0 for a pass, 1, or 2.
    #[inline]
    pub const fn cost(self) -> u8 {
        [0, 1, 2, 2][(self.0 >> 10 & 3) as usize]
    }

    /// Where the piece that moves first stands (a1 for a pass).
    #[inline]
    pub const fn from(self) -> Square {
        Square::masked(self.0 as u8)
    }

    /// The direction of the first step.
    #[inline]
    pub const fn direction(self) -> Direction {
        Direction::from_bits(self.0 >> 6)
    }

    /// Push, pull: the direction from [`Edge::from`] to the piece that moves second.
    #[inline]
    pub const fn second_direction(self) -> Direction {
        Direction::from_bits(self.0 >> 8)
    }

    /// The same edge seen from the other side (ranks reversed, north for south); a pass stays one.
    #[must_use]
    pub const fn flip_ranks(self) -> Self {
        match self.kind() {
            EdgeKind::Pass => self,
            EdgeKind::Step => Self(self.0 ^ 56 ^ vertical(self.direction()) << 7),
            EdgeKind::Push | EdgeKind::Pull => {
                Self(self.0 ^ 56 ^ vertical(self.direction()) << 7 ^ vertical(self.second_direction()) << 9)
            }
        }
    }

    /// The first step; meaningless for a pass.
    #[inline]
    pub(crate) const fn first_step(self) -> Step {
        Step { from: self.from(), direction: self.direction() }
    }

    /// The second step of a push or pull; meaningless for other edges.
    #[inline]
    pub(crate) const fn second_step(self) -> Step {
        let beside = self.second_direction();
        Step { from: self.from().step(beside), direction: beside.opposite() }
    }

    /// The squares that the edge has to do with: those its steps leave and reach; none for a pass.
    #[inline]
    pub const fn squares(self) -> Bitboard {
        match self.kind() {
            EdgeKind::Pass => Bitboard::EMPTY,
            EdgeKind::Step => Bitboard(self.from().bit().0 | self.first_step().to().bit().0),
            EdgeKind::Push | EdgeKind::Pull => Bitboard(
                self.from().bit().0 | self.first_step().to().bit().0 | self.second_step().from.bit().0,
            ),
        }
    }

    /// The enemy piece that a push or pull moves: from, to.
    #[inline]
    pub const fn moved_enemy(self) -> Option<(Square, Square)> {
        match self.kind() {
            EdgeKind::Push => Some((self.from(), self.first_step().to())),
            EdgeKind::Pull => Some((self.second_step().from, self.from())),
            EdgeKind::Pass | EdgeKind::Step => None,
        }
    }

    /// The steps in order: none, one or two.
    ///
    /// ```
    /// # use tusker_core::{Direction, Edge};
    /// // The enemy piece on d5 goes east; the piece on d4, south of d5, follows it.
    /// let push = Edge::push("d5".parse().unwrap(), Direction::East, Direction::South);
    /// let steps: Vec<String> = push.steps().iter().map(|step| step.to_string()).collect();
    /// assert_eq!(steps, ["d5e", "d4n"]);
    /// // The piece on d4 goes west; the enemy piece on d5, north of d4, follows it.
    /// let pull = Edge::pull("d4".parse().unwrap(), Direction::West, Direction::North);
    /// let steps: Vec<String> = pull.steps().iter().map(|step| step.to_string()).collect();
    /// assert_eq!(steps, ["d4w", "d5s"]);
    /// ```
    #[inline]
    pub fn steps(self) -> ArrayVec<Step, 2> {
        let mut steps = ArrayVec::new();
        if self.cost() > 0 {
            steps.push(self.first_step());
        }
        if self.cost() > 1 {
            steps.push(self.second_step());
        }
        steps
    }
}

/// 1 for north and south, which differ in their second bit, 0 for east and west.
const fn vertical(direction: Direction) -> u16 {
    !(direction as u16) & 1
}

impl fmt::Debug for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.kind())?;
        for step in self.steps() {
            write!(f, " {}{}", step.from, step.direction.letter())?;
        }
        Ok(())
    }
}

/// The edges of one turn, in order, without the pass that ends a short one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turn(ArrayVec<Edge, 4>);

impl Turn {
    /// A turn of no edges, to be filled.
    pub const fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// The edges.
    #[inline]
    pub fn edges(&self) -> &[Edge] {
        &self.0
    }

    /// Steps taken in all.
    pub fn steps_taken(&self) -> u8 {
        self.0.iter().map(|e| e.cost()).sum()
    }

    /// Appends `edge`; returns whether it fits (4 steps, passes are not stored).
    ///
    /// ```
    /// # use tusker_core::{Direction, Edge, Turn};
    /// let step = Edge::step("d2".parse().unwrap(), Direction::North);
    /// let mut turn: Turn = [step; 4].into_iter().collect();
    /// assert!(!turn.push(step));
    /// assert_eq!(turn.steps_taken(), 4);
    /// ```
    pub fn push(&mut self, edge: Edge) -> bool {
        let fits = edge != Edge::PASS && self.steps_taken() + edge.cost() <= 4;
        if fits {
            self.0.push(edge);
        }
        fits
    }

    /// Takes the last edge away.
    pub fn pop(&mut self) -> Option<Edge> {
        self.0.pop()
    }

    /// The single steps, in order.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        self.0.iter().flat_map(|e| e.steps())
    }
}

impl FromIterator<Edge> for Turn {
    /// Collects edges, leaving out passes and what does not fit into four steps.
    fn from_iter<I: IntoIterator<Item = Edge>>(edges: I) -> Self {
        let mut turn = Self::new();
        for edge in edges {
            turn.push(edge);
        }
        turn
    }
}
