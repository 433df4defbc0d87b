//! The one table of evaluation weights, in centi-rabbits.

/// Evaluation weights; square tables list ranks 1 to 8, each for files a to d, and are mirrored to h.
#[derive(Clone, Debug)]
pub struct Params {
    /// A piece that no enemy piece beats.
    pub elephant: SquareTable,
    /// A piece that one enemy piece beats.
    pub camel: SquareTable,
    /// A piece that two or three enemy pieces beat.
    pub horse: SquareTable,
    /// A piece that four or more enemy pieces beat.
    pub minor: SquareTable,
    /// A rabbit against a full army.
    pub rabbit_early: SquareTable,
    /// A rabbit against a lone piece.
    pub rabbit_late: SquareTable,
    /// A frozen piece, by kind from rabbit to elephant.
    pub frozen: [i32; 6],
    /// A piece that can step.
    pub mobile: i32,
    /// Own pieces beside a trap, 0 to 4.
    pub trap_guards: [i32; 5],
    /// Having the strongest piece beside a trap.
    pub trap_strongest: i32,
    /// A piece that a stronger enemy beside it can drag into an unguarded trap, by kind.
    pub hanging: [i32; 6],
    /// A rabbit with no enemy piece ahead on its file, by steps to goal (0 to 7).
    pub open_file: [i32; 8],
    /// A rabbit with an enemy piece right ahead.
    pub blocked_rabbit: i32,
    /// An elephant with 0, 1, 2, 3, 4 squares to go to.
    pub elephant_exits: [i32; 5],
    /// Each step that the mover has left.
    pub step_left: i32,
}

/// Values for ranks 1 to 8 and files a to d.
pub type SquareTable = [[i32; 4]; 8];

/// The weights in use.
pub static PARAMS: Params = Params {
    elephant: [
        [-80, -60, -45, -40],
        [-50, -30, -20, -15],
        [-30, -12, -5, 0],
        [-20, -4, 4, 8],
        [-20, -2, 6, 10],
        [-25, -5, 2, 8],
        [-45, -22, -14, -10],
        [-80, -60, -45, -40],
    ],
    camel: [
        [-25, -20, -18, -18],
        [-8, -4, -2, -2],
        [0, 2, -4, 2],
        [2, 6, 6, 4],
        [0, 4, 4, 2],
        [-4, 0, -10, -2],
        [-12, -10, -10, -10],
        [-25, -20, -20, -20],
    ],
    horse: [
        [-15, -12, -10, -10],
        [-2, 0, 0, -2],
        [0, 2, -3, 0],
        [2, 3, 3, 1],
        [3, 6, 6, 2],
        [4, 12, -4, 10],
        [-2, 4, 10, 2],
        [-12, -8, -6, -8],
    ],
    minor: [
        [-2, 2, 4, 2],
        [0, 6, 8, 4],
        [-2, 6, -4, 4],
        [-6, -6, -8, -8],
        [-10, -10, -12, -12],
        [-10, -8, -14, -10],
        [-8, -8, -8, -8],
        [-10, -10, -10, -10],
    ],
    rabbit_early: [
        [0, 0, 0, 0],
        [2, -1, -1, 0],
        [3, -3, -10, -4],
        [4, -5, -8, -8],
        [6, -4, -8, -8],
        [10, 0, -10, -4],
        [20, 20, 20, 20],
        [0, 0, 0, 0],
    ],
    rabbit_late: [
        [0, 0, 0, 0],
        [6, 5, 5, 5],
        [14, 12, 8, 12],
        [28, 25, 25, 25],
        [48, 45, 45, 45],
        [78, 75, 65, 75],
        [120, 120, 120, 120],
        [0, 0, 0, 0],
    ],
    frozen: [5, 10, 14, 22, 40, 0],
    mobile: 1,
    trap_guards: [0, 7, 16, 20, 21],
    trap_strongest: 9,
    hanging: [18, 26, 38, 65, 115, 0],
    open_file: [0, 70, 45, 26, 14, 7, 3, 0],
    blocked_rabbit: -3,
    elephant_exits: [-110, -45, -12, 0, 0],
    step_left: 6,
};
