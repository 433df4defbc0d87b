//! Puzzles in games: positions in which the side to move had a win in a given number of turns.

use crate::solve::{Solution, Solver, Task, Verdict};
use tusker_core::{Game, Position};

/// A position of a game with a forced win.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// How many turns of the game came before, setups not counted.
    pub turns_before: usize,
    /// The position, at the start of a turn.
    pub position: Position,
    /// The proof: a win in the turns asked for, with all first turns that win.
    pub solution: Solution,
}

/// What a game held.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The puzzles, in the order of the game.
    pub puzzles: Vec<Puzzle>,
    /// Positions that were looked at: those from which the game could go on.
    pub positions: u64,
    /// Positions of which a limit kept the solver from deciding.
    pub undecided: u64,
}

/// Finds the positions of a game in which the side to move wins in exactly `turns` turns, repetition ignored; gives a
/// position up after `nodes` nodes.
///
/// ```
/// use tusker_analysis::{puzzles::puzzles_of, solve::Solver};
/// use tusker_core::{Board, Color, Game, Position};
///
/// let board: Board = "                        r                          R    C       ".parse()?;
/// let game = Game::from_position(Position::new(board, Color::Silver)?);
/// let found = puzzles_of(&game, 4, None, &mut Solver::new(1));
/// assert_eq!((found.puzzles.len(), found.positions), (1, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn puzzles_of(game: &Game, turns: u8, nodes: Option<u64>, solver: &mut Solver) -> Found {
    let mut found = Found::default();
    for (turns_before, position) in game.positions().enumerate() {
        if position.outcome().is_some() {
            continue;
        }
        found.positions += 1;
        let solution = solver.solve(&Task { nodes, ..Task::new(*position, turns) });
        match solution.verdict {
            Verdict::Win { turns: found_turns } if found_turns == turns => {
                found.puzzles.push(Puzzle { turns_before, position: *position, solution });
            }
            Verdict::Undecided { .. } => found.undecided += 1,
            _ => {}
        }
    }
    found
}
