//! Terms that depend on how the pieces stand together, computed at the leaves.

use super::params::PARAMS;
use tusker_core::{Bitboard, Board, Color, Direction, Kind};

/// One side's positional terms in centi-rabbits, each good for that side when positive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terms {
    /// Frozen pieces.
    pub frozen: i32,
    /// Pieces that can step.
    pub mobility: i32,
    /// Guards of the four traps.
    pub traps: i32,
    /// Pieces about to be dragged into a trap.
    pub hanging: i32,
    /// Rabbits on open files and blocked ones.
    pub rabbits: i32,
    /// Squares to go to for the elephant.
    pub elephant: i32,
}

impl Terms {
    /// All terms together.
    pub const fn total(&self) -> i32 {
        self.frozen + self.mobility + self.traps + self.hanging + self.rabbits + self.elephant
    }

    /// Each term with its name, for reports.
    pub const fn parts(&self) -> [(&'static str, i32); 6] {
        [
            ("frozen", self.frozen),
            ("mobility", self.mobility),
            ("traps", self.traps),
            ("hanging", self.hanging),
            ("rabbits", self.rabbits),
            ("elephant", self.elephant),
        ]
    }
}

/// The terms of Gold and Silver.
pub fn terms(board: &Board) -> [Terms; 2] {
    let frozen = Color::ALL.map(|c| board.frozen(c));
    let traps = trap_terms(board);
    Color::ALL.map(|color| Terms {
        frozen: -frozen_term(board, frozen[color.index()]),
        mobility: mobility_term(board, color, frozen[color.index()]),
        traps: traps[color.index()],
        hanging: -hanging_term(board, color, frozen[(!color).index()]),
        rabbits: rabbit_term(board, color),
        elephant: elephant_term(board, color),
    })
}

#[inline]
fn frozen_term(board: &Board, frozen: Bitboard) -> i32 {
    if frozen.is_empty() {
        return 0;
    }
    Kind::ALL.iter().map(|&k| PARAMS.frozen[k.index()] * (frozen & board.kind(k)).count() as i32).sum()
}

#[inline]
fn mobility_term(board: &Board, color: Color, frozen: Bitboard) -> i32 {
    let movers = board.color(color) & !frozen & board.empty().neighbors();
    PARAMS.mobile * movers.count() as i32
}

#[inline]
fn trap_terms(board: &Board) -> [i32; 2] {
    let mut values = [0; 2];
    for trap in Bitboard::TRAPS {
        let around = trap.bit().neighbors();
        let guards = Color::ALL.map(|c| around & board.color(c));
        for color in Color::ALL {
            values[color.index()] += PARAMS.trap_guards[guards[color.index()].count() as usize & 7];
        }
        if let Some(strongest) = strongest_owner(board, guards) {
            values[strongest.index()] += PARAMS.trap_strongest;
        }
    }
    values
}

/// The side that alone has a piece of the strongest kind among the guards.
#[inline]
fn strongest_owner(board: &Board, guards: [Bitboard; 2]) -> Option<Color> {
    let all = guards[0] | guards[1];
    let kind = Kind::ALL.into_iter().rev().find(|&k| all.intersects(board.kind(k)))?;
    let [gold, silver] = guards.map(|g| g.intersects(board.kind(kind)));
    match (gold, silver) {
        (true, false) => Some(Color::Gold),
        (false, true) => Some(Color::Silver),
        _ => None,
    }
}

/// Pieces of `color` on or beside a trap that no other friend guards, with a stronger active enemy beside them.
#[inline]
fn hanging_term(board: &Board, color: Color, frozen_enemies: Bitboard) -> i32 {
    let own = board.color(color);
    let enemies = board.color(!color) & !frozen_enemies;
    let mut exposed = Bitboard::EMPTY;
    for trap in Bitboard::TRAPS {
        let guards = trap.bit().neighbors() & own;
        if guards.count() <= 1 {
            exposed |= guards | (trap.bit() & own);
        }
    }
    if exposed.is_empty() {
        return 0;
    }
    let mut value = 0;
    for kind in &Kind::ALL[..5] {
        let pieces = exposed & board.kind(*kind);
        if !pieces.is_empty() {
            let reach = (enemies & board.stronger(*kind)).neighbors();
            value += PARAMS.hanging[kind.index()] * (pieces & reach).count() as i32;
        }
    }
    value
}

#[inline]
fn rabbit_term(board: &Board, color: Color) -> i32 {
    let forward = color.forward();
    let enemies = board.color(!color);
    let mut behind_enemy = enemies;
    for _ in 0..7 {
        behind_enemy |= behind_enemy.shift(forward.opposite());
    }
    let rabbits = board.pieces(color, Kind::Rabbit);
    let mut value = PARAMS.blocked_rabbit * (rabbits & enemies.shift(forward.opposite())).count() as i32;
    for rabbit in rabbits & !behind_enemy {
        let to_goal = match color {
            Color::Gold => 7 - rabbit.rank(),
            Color::Silver => rabbit.rank(),
        };
        value += PARAMS.open_file[usize::from(to_goal)];
    }
    value
}

#[inline]
fn elephant_term(board: &Board, color: Color) -> i32 {
    let elephants = board.pieces(color, Kind::Elephant);
    if elephants.count() != 1 {
        return 0;
    }
    let empty = board.empty();
    // A square is an exit if it is empty, or if a weaker enemy there has a square to be pushed to.
    let weaker = board.color(!color) & !board.kind(Kind::Elephant);
    let pushable = weaker & empty.neighbors();
    let exits =
        Direction::ALL.into_iter().filter(|&d| elephants.shift(d).intersects(empty | pushable)).count();
    PARAMS.elephant_exits[exits]
}
