//! Goal within the turn: exact, by bounds first and a narrow search on what remains.
//!
//! Everything here sees the board from the mover's side: the mover is Gold, rabbits run north.

use super::zone::{before_step, touching};
use crate::movegen::{self, Near};
use crate::{Bitboard, Board, Color, Direction, Edge, Key, Kind, Position, Turn};

/// A goal within the turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The fewest steps, 1 to the steps left.
    pub steps: u8,
    /// Edges that take this many steps; the last one brings a rabbit to its goal.
    pub turn: Turn,
}

/// The fewest steps, 1 to the steps left, in which the side to move brings a rabbit to its goal, and a turn that does.
///
/// The position may be inside a turn. `None` also if a rabbit stands there already.
///
/// ```
/// # use tusker_core::{Board, Color, Position, statics};
/// let board: Board = "r r        R                                                    ".parse().unwrap();
/// let goal = statics::goal_in(&Position::new(board, Color::Gold).unwrap()).unwrap();
/// assert_eq!((goal.steps, goal.turn.edges().len()), (1, 1));
/// ```
pub fn goal_in(position: &Position) -> Option<Goal> {
    let turn = goal_turn(position.board(), position.side(), position.steps_left())?;
    Some(Goal { steps: turn.steps_taken(), turn })
}

/// A shortest turn of `side` that brings a rabbit to its goal.
pub(crate) fn goal_turn(board: &Board, side: Color, steps: u8) -> Option<Turn> {
    let mut left = fewest_steps_to_goal(board, side, steps)?;
    let mut board = *board;
    let mut turn = Turn::new();
    while left > 0 {
        let (edge, next) = first_edge(&board, side, left)?;
        turn.push(edge);
        board = next;
        left -= edge.cost();
    }
    Some(turn)
}

/// An edge after which a rabbit of `side` can reach its goal in the remaining ones of `steps` steps.
fn first_edge(board: &Board, side: Color, steps: u8) -> Option<(Edge, Board)> {
    // Most goals are runs of one rabbit.
    let rabbits = board.pieces(side, Kind::Rabbit) & near_goal(side, steps);
    let others = board.color(side) & !rabbits;
    let rest = Near {
        from: others,
        to: Bitboard::EMPTY,
        pairs: if steps > 1 { Bitboard::ALL } else { Bitboard::EMPTY },
    };
    let mut found = None;
    for near in [Near { from: rabbits, ..Near::default() }, rest] {
        movegen::generate_near(board, side, near, |edge| {
            if found.is_some() {
                return;
            }
            let mut next = *board;
            next.play(edge, &mut Key::default(), &mut ());
            if on_goal(&next, side) || edge.cost() < steps && can_goal(&next, side, steps - edge.cost()) {
                found = Some((edge, next));
            }
        });
    }
    found
}

/// The fewest steps, 1 to the steps left, in which the side to move brings a rabbit to its goal.
#[inline]
pub fn goal_steps(position: &Position) -> Option<u8> {
    fewest_steps_to_goal(position.board(), position.side(), position.steps_left())
}

/// The fewest steps, 1 to `steps`, in which `side`, if it is to move, brings a rabbit to its goal. `None` also if one
/// stands there already.
#[inline]
pub fn fewest_steps_to_goal(board: &Board, side: Color, steps: u8) -> Option<u8> {
    if !can_goal(board, side, steps) || on_goal(board, side) {
        return None;
    }
    Some((1..steps).find(|&fewer| can_goal(board, side, fewer)).unwrap_or(steps))
}

/// Whether `side`, if it is to move, can bring a rabbit to its goal within `steps` (1 to 4) steps, or has one there.
///
/// Cheap where no rabbit is near; allocates nothing.
#[inline]
pub fn can_goal(board: &Board, side: Color, steps: u8) -> bool {
    if !board.pieces(side, Kind::Rabbit).intersects(near_goal(side, steps)) {
        return false;
    }
    match side {
        Color::Gold => goal_of_near_rabbit(board, steps),
        Color::Silver => goal_of_near_rabbit(&board.swap_sides(), steps),
    }
}

/// The ranks from which a rabbit may reach goal within `steps` steps: it advances one rank per step of its own.
#[inline]
const fn near_goal(side: Color, steps: u8) -> Bitboard {
    let ranks_beyond = 56 - 8 * steps as u32;
    match side {
        Color::Gold => Bitboard(!0 << ranks_beyond),
        Color::Silver => Bitboard(!0 >> ranks_beyond),
    }
}

fn on_goal(board: &Board, side: Color) -> bool {
    board.pieces(side, Kind::Rabbit).intersects(side.goal_rank())
}

fn goal_of_near_rabbit(board: &Board, steps: u8) -> bool {
    if on_goal(board, Color::Gold) {
        return true;
    }
    if !board.unsupported_on_traps().is_empty() {
        return after_doomed_fall(board, steps);
    }
    within(board, steps)
}

/// Boards that were given with unsupported pieces on traps: the bounds do not hold before these have fallen.
#[cold]
fn after_doomed_fall(board: &Board, steps: u8) -> bool {
    let mut found = false;
    movegen::generate(board, Color::Gold, steps, |edge| {
        if !found {
            let mut next = *board;
            next.play(edge, &mut Key::default(), &mut ());
            found = on_goal(&next, Color::Gold) || edge.cost() < steps && within(&next, steps - edge.cost());
        }
    });
    found
}

/// Ranks 5 to 8, by distance to rank 8.
const RANKS: [Bitboard; 4] =
    [Bitboard::RANK_8, Bitboard(0xFF << 48), Bitboard(0xFF << 40), Bitboard(0xFF << 32)];

/// Squares of which a neighbour to the east, to the west, or to the south is in `set`.
#[inline]
fn beside_or_above(set: Bitboard) -> Bitboard {
    set.shift(Direction::West) | set.shift(Direction::East) | set.shift(Direction::North)
}

/// What a board looks like to Gold's rabbits.
struct Field {
    own: Bitboard,
    enemy: Bitboard,
    empty: Bitboard,
    rabbits: Bitboard,
    /// Beside an enemy that is stronger than a rabbit.
    danger: Bitboard,
}

impl Field {
    #[inline]
    fn new(board: &Board) -> Self {
        let own = board.color(Color::Gold);
        let enemy = board.color(Color::Silver);
        let all_rabbits = board.kind(Kind::Rabbit);
        Self {
            own,
            enemy,
            empty: !(own | enemy),
            rabbits: all_rabbits & own,
            danger: (enemy & !all_rabbits).neighbors(),
        }
    }

    /// Whether a rabbit on rank 7 can step to goal.
    #[inline]
    fn in_one(&self) -> bool {
        let free = !self.danger | self.own.neighbors();
        (self.rabbits & RANKS[1] & free).shift(Direction::North).intersects(self.empty)
    }

    /// Whether a goal takes exactly two steps, given that it does not take one.
    ///
    /// Near rank 8 no piece falls in the course of these plans: traps are not beside it, and a rabbit on rank 7
    /// supports the trap below it.
    fn in_two(&self, board: &Board) -> bool {
        let open = (self.empty & Bitboard::RANK_8).shift(Direction::South);
        let on_7 = self.rabbits & RANKS[1];
        let free = !self.danger | self.own.neighbors();
        let (west, east) = (self.own.shift(Direction::East), self.own.shift(Direction::West));
        // The rabbit runs: north from rank 6; the square it leaves is below the one it enters.
        let landing = self.empty & open;
        let north = (self.rabbits & RANKS[2] & free).shift(Direction::North) & landing;
        if north.intersects(!self.danger | west | east) {
            return true;
        }
        if on_7.is_empty() {
            return false;
        }
        // Or sideways on rank 7.
        let south = self.own.shift(Direction::North);
        let runners = on_7 & free;
        let eastward = runners.shift(Direction::East) & landing & (!self.danger | east | south);
        let westward = runners.shift(Direction::West) & landing & (!self.danger | west | south);
        if !(eastward | westward).is_empty() {
            return true;
        }
        // A friend on the goal square, thawed by the rabbit below it, steps aside.
        let exits = self.empty.shift(Direction::East) | self.empty.shift(Direction::West);
        let leavers = (self.own & exits & Bitboard::RANK_8).shift(Direction::South);
        if (on_7 & leavers).intersects(!self.danger | west | east | south) {
            return true;
        }
        // A friend comes to thaw the rabbit; should it stop on a trap, the rabbit supports it.
        let frozen = on_7 & open & !free;
        if frozen.is_empty() {
            return false;
        }
        let active = self.own & !board.frozen(Color::Gold);
        let arrivals = (beside_or_above(active) | (active & !self.rabbits).shift(Direction::South))
            & self.empty
            & !Bitboard::RANK_8;
        frozen.intersects(beside_or_above(arrivals))
    }
}

/// Whether a rabbit can reach goal within `steps` steps; none is there, and nothing unsupported stands on a trap.
fn within(board: &Board, steps: u8) -> bool {
    let field = Field::new(board);
    if field.in_one() {
        return true;
    }
    if steps == 1 {
        return false;
    }
    if field.in_two(board) {
        return true;
    }
    if steps == 2 {
        return false;
    }
    let mut steps_near = Bitboard::EMPTY;
    let mut pairs_near = Bitboard::EMPTY;
    for runner in field.rabbits & near_goal(Color::Gold, steps) {
        let distance = 7 - runner.rank();
        let runner = runner.bit();
        let lone = Lone::new(&field, runner);
        if lone.runs_home(steps) {
            return true;
        }
        for help in 1..=steps - distance {
            let own_steps = steps - help;
            if !lone.may_run(board, own_steps, help) {
                continue;
            }
            let read = path_reads(runner, own_steps - distance);
            // What the first helping edge must touch, by the steps of help that remain after it.
            let direct = touching(read);
            let mut zone = read;
            for _ in 1..help {
                zone = before_step(zone);
            }
            steps_near |= touching(zone);
            if help >= 2 {
                pairs_near |= if help == 2 { direct } else { touching(before_step(read)) };
            }
        }
    }
    if steps_near.is_empty() {
        return false;
    }
    search(board, steps, steps_near, pairs_near)
}

/// Tries the edges near the given squares.
fn search(board: &Board, steps: u8, steps_near: Bitboard, pairs_near: Bitboard) -> bool {
    let mut found = false;
    let near = Near { from: steps_near, to: steps_near, pairs: pairs_near };
    movegen::generate_near(board, Color::Gold, near, |edge| {
        if found {
            return;
        }
        let mut next = *board;
        next.play(edge, &mut Key::default(), &mut ());
        // Goal in one step was excluded already, so no edge of this node is the last one.
        found = edge.cost() < steps && within(&next, steps - edge.cost());
    });
    found
}

/// What the own steps of the rabbit on `runner` read, if it goes `aside` steps sideways on its way to rank 8.
#[inline]
fn path_reads(runner: Bitboard, aside: u8) -> Bitboard {
    let mut path = runner;
    for _ in 0..aside {
        path |= path.shift(Direction::East) | path.shift(Direction::West);
    }
    path |= path.shift(Direction::North);
    path |= Bitboard(path.0 << 16);
    path | (path & !Bitboard::RANK_8).neighbors()
}

/// One rabbit among the others.
struct Lone<'a> {
    field: &'a Field,
    runner: Bitboard,
    /// All other pieces of its side.
    friends: Bitboard,
}

impl<'a> Lone<'a> {
    #[inline]
    fn new(field: &'a Field, runner: Bitboard) -> Self {
        Self { field, runner, friends: field.own & !runner }
    }

    /// Whether the rabbit can reach goal within `steps` steps of its own while nothing else steps. Exact.
    #[inline]
    fn runs_home(&self, steps: u8) -> bool {
        let Field { empty, danger, .. } = *self.field;
        // Friends on traps that only the runner supports fall when it leaves.
        let staying = self.friends & !(self.friends & Bitboard::TRAPS & !self.friends.neighbors());
        let supported = staying.neighbors();
        let free = supported | !danger;
        let safe = empty & (supported | !Bitboard::TRAPS);
        // For the first step they still count.
        let mut movable = self.runner & (!danger | self.friends.neighbors());
        for _ in 0..steps {
            let next = beside_or_above(movable) & safe;
            if next.intersects(Bitboard::RANK_8) {
                return true;
            }
            movable = next & free;
        }
        false
    }

    /// Whether it is conceivable that the rabbit reaches goal with `own_steps` steps of its own and `help` (1 to 3)
    /// steps of others; false only if it is not.
    ///
    /// Every obstacle is tested against the whole help, alone.
    #[inline]
    fn may_run(&self, board: &Board, own_steps: u8, help: u8) -> bool {
        let Field { enemy, danger, .. } = *self.field;
        // Where a friend may come to stand. One step of help leads to a square that is empty, or was the runner's.
        let mut near = self.friends;
        near |= near.neighbors();
        if help == 1 {
            near &= !enemy;
        } else {
            for _ in 1..help {
                near |= near.neighbors();
            }
        }
        let supported = near.neighbors();
        let (enterable, danger) = if help == 1 {
            (!enemy, danger)
        } else {
            let mut shiftable = shiftable(board, help - 1);
            shiftable |= enemy & Bitboard::TRAPS & shiftable.neighbors();
            let big = enemy & !board.kind(Kind::Rabbit);
            (!(enemy & !shiftable), (big & !shiftable).neighbors())
        };
        let enterable = enterable & (supported | !Bitboard::TRAPS);
        let free = supported | !danger;
        let mut at = self.runner;
        for _ in 0..own_steps {
            at = beside_or_above(at & free) & enterable;
            if at.intersects(Bitboard::RANK_8) {
                return true;
            }
        }
        false
    }
}

/// Silver's pieces with a stronger piece of Gold at most `distance` (1 or 2) squares away.
#[inline]
fn shiftable(board: &Board, distance: u8) -> Bitboard {
    let (own, enemy) = (board.color(Color::Gold), board.color(Color::Silver));
    let mut stronger = Bitboard::EMPTY;
    let mut found = Bitboard::EMPTY;
    for kind in Kind::ALL.into_iter().rev() {
        let mut near = stronger.neighbors();
        if distance > 1 {
            near |= near.neighbors();
        }
        found |= board.kind(kind) & enemy & near;
        stronger |= board.kind(kind) & own;
    }
    found
}
