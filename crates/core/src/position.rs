//! A board with a side to move, in the middle of a turn or at its start.

use crate::board::Record;
use crate::zobrist::{self, Key};
use crate::{Board, Color, Delta, Edge, EdgeList, Kind, Piece, Square, movegen};
use std::fmt;

/// Board, side to move, steps left in this turn, and the key of the board when the turn began.
///
/// Always valid: made by [`Position::new`], which validates, or by [`Position::lenient`], which reports; changed
/// only by playing edges.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    board: Board,
    board_key: Key,
    start_key: Key,
    side: Color,
    steps_left: u8,
}

/// What a board breaks that comes from a full army by legal play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum PositionError {
    /// A side has more pieces of a kind than an army holds.
    #[error("{color} has {count} {kind}s, an army holds at most {max}")]
    TooMany {
        /// The side.
        color: Color,
        /// The kind.
        kind: Kind,
        /// How many stand on the board.
        count: u8,
        /// How many an army holds.
        max: u8,
    },
    /// A piece stands on a trap without a friend beside it.
    #[error("{piece} on the trap {square} has no friend beside it: it falls after the next step")]
    UnsupportedOnTrap {
        /// The piece.
        piece: Piece,
        /// The trap.
        square: Square,
    },
}

/// What [`Position::make`] needs to be taken back exactly.
#[derive(Clone, Debug)]
pub struct Undo {
    delta: Delta,
    board_key: Key,
    start_key: Key,
    side: Color,
    steps_left: u8,
}

impl Undo {
    /// What the edge changed on the board.
    #[inline]
    pub const fn delta(&self) -> &Delta {
        &self.delta
    }
}

/// The edge is not legal in the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{edge:?} is not legal here")]
pub struct IllegalEdge {
    /// The edge.
    pub edge: Edge,
}

impl Position {
    /// Steps in a whole turn.
    pub const STEPS: u8 = 4;

    /// The start of a turn of `side`, if the board can come from full armies by legal play.
    ///
    /// # Errors
    /// Names the first kind with too many pieces, or the first unsupported piece on a trap.
    ///
    /// ```
    /// # use tusker_core::{Board, Color, Position};
    /// let board: Board = "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR".parse().unwrap();
    /// assert_eq!(Position::new(board, Color::Gold).unwrap().steps_left(), 4);
    /// ```
    pub fn new(board: Board, side: Color) -> Result<Self, PositionError> {
        let (position, problems) = Self::lenient(board, side);
        problems.first().map_or(Ok(position), |problem| Err(*problem))
    }

    /// The start of a turn of `side` on any board, with everything that [`Position::new`] would refuse.
    ///
    /// Over-full armies play on as they are. Unsupported pieces on traps stay until the first step and fall then,
    /// wherever that step is.
    pub fn lenient(board: Board, side: Color) -> (Self, Vec<PositionError>) {
        let mut problems = Vec::new();
        for color in Color::ALL {
            for kind in Kind::ALL {
                let count = board.pieces(color, kind).count() as u8;
                let max = Kind::FULL_ARMY[kind.index()];
                if count > max {
                    problems.push(PositionError::TooMany { color, kind, count, max });
                }
            }
        }
        for square in board.unsupported_on_traps() {
            if let Some(piece) = board.piece_at(square) {
                problems.push(PositionError::UnsupportedOnTrap { piece, square });
            }
        }
        let board_key = board.key();
        let position = Self { board, board_key, start_key: board_key, side, steps_left: Self::STEPS };
        (position, problems)
    }

    /// A position from all that it consists of; `start_key` differs from the board's key inside a turn only.
    pub(crate) fn from_parts(board: Board, side: Color, steps_left: u8, start_key: Key) -> Self {
        Self { board, board_key: board.key(), start_key, side, steps_left }
    }

    /// The start of a turn on a board whose key is known.
    #[inline]
    pub(crate) fn at_turn_start(board: Board, key: Key, side: Color) -> Self {
        debug_assert_eq!(key, board.key(), "the key of {board:?}");
        Self { board, board_key: key, start_key: key, side, steps_left: Self::STEPS }
    }

    /// The same position with only `steps` steps in this turn (1 to 4; other values are clamped), as in the first
    /// turn of Endless Endgame.
    #[must_use]
    pub fn with_steps_left(mut self, steps: u8) -> Self {
        self.steps_left = steps.clamp(1, Self::STEPS);
        self
    }

    /// The pieces.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// Steps left in this turn, 1 to 4.
    #[inline]
    pub const fn steps_left(&self) -> u8 {
        self.steps_left
    }

    /// Whether the side to move has taken no step of its turn yet.
    #[inline]
    pub const fn turn_begins(&self) -> bool {
        self.steps_left == Self::STEPS
    }

    /// The key of the board and the side to move: what repetition compares at the ends of turns.
    #[inline]
    pub fn repetition_key(&self) -> Key {
        self.board_key ^ zobrist::side_key(self.side)
    }

    /// The key of the board alone.
    #[inline]
    pub const fn board_key(&self) -> Key {
        self.board_key
    }

    /// The key of the board alone when this turn began.
    #[inline]
    pub const fn start_key(&self) -> Key {
        self.start_key
    }

    /// The key for transposition tables: board, side and steps left, mixed inside a turn with the board at the
    /// turn's start, so that the rule against unchanged boards holds in the table too.
    #[inline]
    pub fn key(&self) -> Key {
        let key = self.repetition_key();
        if self.steps_left == Self::STEPS {
            key
        } else {
            key ^ zobrist::inside_turn_key(self.steps_left, self.start_key)
        }
    }

    /// Whether the turn may end here: the board differs from the one at the turn's start.
    #[inline]
    pub fn can_pass(&self) -> bool {
        self.board_key != self.start_key
    }

    /// Every legal edge, the pass included when the turn may end here.
    ///
    /// ```
    /// # use tusker_core::{Board, Color, Edge, Position};
    /// let board: Board = "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR".parse().unwrap();
    /// let mut position = Position::new(board, Color::Gold).unwrap();
    /// assert!(!position.edges().contains(&Edge::PASS));
    /// position.play(position.edges()[0]).unwrap();
    /// assert!(position.edges().contains(&Edge::PASS));
    /// ```
    ///
    /// An edge that takes the last steps of the turn and leaves its first board is not among them. Repetition is
    /// for [`Game`](crate::Game) to judge.
    pub fn edges(&self) -> EdgeList {
        let mut edges = EdgeList::new();
        movegen::generate(&self.board, self.side, self.steps_left, |edge| edges.push(edge));
        edges.retain(|edge| !self.ends_unchanged(*edge));
        if self.can_pass() {
            edges.push(Edge::PASS);
        }
        edges
    }

    /// Adds every edge whose steps are legal: [`Position::edges`] without the pass, but with those edges that end
    /// the turn on the board it began with. A search tests these after playing them, which is cheaper.
    #[inline]
    pub fn pseudo_edges(&self, edges: &mut EdgeList) {
        movegen::generate(&self.board, self.side, self.steps_left, |edge| edges.push(edge));
    }

    /// Whether `edge` takes the last steps of the turn and leaves the board as it was when the turn began.
    pub fn ends_unchanged(&self, edge: Edge) -> bool {
        if edge.cost() != self.steps_left {
            return false;
        }
        let mut after = *self;
        after.advance(edge, &mut ());
        after.board_key == self.start_key
    }

    /// Whether `edge` is legal here.
    pub fn is_legal(&self, edge: Edge) -> bool {
        if edge == Edge::PASS {
            return self.can_pass();
        }
        movegen::is_pseudo_legal(&self.board, self.side, self.steps_left, edge) && !self.ends_unchanged(edge)
    }

    /// Plays a legal edge; the turn passes to the other side with a pass or with the last step.
    ///
    /// # Errors
    /// The edge is not legal; the position is unchanged.
    ///
    /// ```
    /// # use tusker_core::{Board, Color, Direction, Edge, Position};
    /// let board: Board = "r      e                                 r       H      R       ".parse().unwrap();
    /// let mut position = Position::new(board, Color::Gold).unwrap();
    /// // The horse on b2 pushes the rabbit from b3 onto the trap c3.
    /// let push = Edge::push("b3".parse().unwrap(), Direction::East, Direction::South);
    /// let delta = position.play(push).unwrap();
    /// assert_eq!((delta.moves.len(), delta.captures.len()), (2, 1));
    /// assert_eq!((position.side(), position.steps_left()), (Color::Gold, 2));
    /// assert!(position.play(push).is_err());
    /// position.play(Edge::PASS).unwrap();
    /// assert_eq!((position.side(), position.steps_left()), (Color::Silver, 4));
    /// ```
    pub fn play(&mut self, edge: Edge) -> Result<Delta, IllegalEdge> {
        if self.is_legal(edge) { Ok(self.play_unchecked(edge)) } else { Err(IllegalEdge { edge }) }
    }

    /// Plays an edge that came from the generator of this very position.
    ///
    /// The rules are checked in debug builds only; other edges leave a board that no rule explains.
    #[inline]
    pub fn play_unchecked(&mut self, edge: Edge) -> Delta {
        debug_assert!(
            edge == Edge::PASS || movegen::is_pseudo_legal(&self.board, self.side, self.steps_left, edge),
            "{edge:?} is not legal in {self:?}"
        );
        let mut delta = Delta::default();
        self.advance(edge, &mut delta);
        delta
    }

    /// Plays an edge from the generator without recording what changed.
    #[inline]
    pub(crate) fn advance(&mut self, edge: Edge, record: &mut impl Record) {
        if edge == Edge::PASS {
            self.end_turn();
            return;
        }
        self.board.play(edge, &mut self.board_key, record);
        self.steps_left -= edge.cost();
        if self.steps_left == 0 {
            self.end_turn();
        }
    }

    #[inline]
    fn end_turn(&mut self) {
        self.side = !self.side;
        self.steps_left = Self::STEPS;
        self.start_key = self.board_key;
    }

    /// Plays like [`Position::play_unchecked`] and returns what [`Position::undo`] needs.
    #[inline]
    pub fn make(&mut self, edge: Edge) -> Undo {
        let (board_key, start_key, side, steps_left) =
            (self.board_key, self.start_key, self.side, self.steps_left);
        let delta = self.play_unchecked(edge);
        Undo { delta, board_key, start_key, side, steps_left }
    }

    /// Takes back the last [`Position::make`], every bit of it.
    ///
    /// ```
    /// # use tusker_core::{Board, Color, Position};
    /// # let board: Board = "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR".parse().unwrap();
    /// let mut position = Position::new(board, Color::Gold).unwrap();
    /// let before = position;
    /// let undo = position.make(position.edges()[0]);
    /// assert_ne!(position, before);
    /// position.undo(&undo);
    /// assert_eq!(position, before);
    /// ```
    #[inline]
    pub fn undo(&mut self, undo: &Undo) {
        self.board.undo(&undo.delta);
        self.board_key = undo.board_key;
        self.start_key = undo.start_key;
        self.side = undo.side;
        self.steps_left = undo.steps_left;
    }

    /// Whether the side to move has any legal step, push or pull with the steps it has left.
    pub fn has_step(&self) -> bool {
        movegen::has_edge(&self.board, self.side, self.steps_left)
    }

    /// The position seen from the other side: colours swapped, ranks reversed, the other side to move.
    ///
    /// It is taken as the start of a turn with as many steps left: the board at the real start of a turn is known by
    /// its key only, and a key cannot be turned around.
    #[must_use]
    pub fn swap_sides(&self) -> Self {
        Self::lenient(self.board.swap_sides(), !self.side).0.with_steps_left(self.steps_left)
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?} {} steps left", self.side.letter(), self.board, self.steps_left)
    }
}
