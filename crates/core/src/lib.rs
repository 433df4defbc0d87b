//! The rules of Arimaa.
//!
//! A **step** moves one piece one square; an **edge** is what the generator emits: a step, a whole push or pull, or
//! the pass that ends a turn early; a **turn** is one to four steps by one side.
//!
//! ```
//! use tusker_core::{Board, Color, Position};
//!
//! let board: Board = "rrrrrrrrdhcemchd                                DHCMECHDRRRRRRRR".parse()?;
//! let position = Position::new(board, Color::Gold)?;
//! assert_eq!(position.edges().len(), 8);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bitboard;
mod board;
mod clock;
mod color;
mod edge;
mod endless;
mod explain;
mod game;
mod goal;
mod keyset;
mod movegen;
mod outcome;
mod packed;
mod piece;
mod position;
mod reader;
mod setup;
mod square;
pub mod statics;
mod turns;
mod variant;
mod zobrist;

pub use bitboard::{Bitboard, Squares};
pub use board::{Board, BoardParseError, Capture, Delta, Displacement};
pub use clock::{Clock, TimeControl, TimeUp, TurnLimit, TurnPhase};
pub use color::Color;
pub use edge::{Edge, EdgeKind, Step, Turn};
pub use endless::{EndlessStart, Symmetry};
pub use explain::{IllegalStep, IllegalTurn};
pub use game::{Game, GameError, Phase, PlayedTurn};
pub use goal::shortest_goal;
pub use movegen::{EdgeList, MAX_EDGES};
pub use outcome::{EndReason, Outcome, outcome_after_turn, outcome_of_rabbits};
pub use packed::{PackedPosition, UnpackError};
pub use piece::{Kind, Piece};
pub use position::{IllegalEdge, Position, PositionError, Undo};
pub use reader::{StepReader, read_turn};
pub use setup::{
    BookSetup, NamedSetup, Placement, Plan, Randomness, Setup, SetupError, SetupReason, Wing, setup_book,
};
pub use square::{Direction, Square, SquareParseError};
pub use turns::{
    DistinctTurn, FoundTurn, Perft, TurnGenerator, count_first_steps, count_sequences, has_turn, perft,
    walk_turns,
};
pub use variant::{SetupKind, Variant};
pub use zobrist::Key;
