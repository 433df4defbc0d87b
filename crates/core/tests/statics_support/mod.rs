//! Positions for the tests of the statics, and the slow obvious twins.
#![allow(dead_code, unreachable_pub, reason = "each test file includes this module and uses a part of it")]

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use tusker_core::{Board, Color, Edge, Kind, Piece, Position, Setup, Square};

/// How a position came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Random play from a setup.
    Play,
    /// The same, then up to eight pieces put elsewhere.
    Perturbed,
    /// Random pieces on random squares.
    Army,
    /// The same, few pieces.
    SmallArmy,
    /// Random pieces, the mover's rabbits far advanced, the enemy's near traps.
    Sharp,
    /// A few pieces of the enemy in a crowd of the mover's; not part of the stream.
    Blocked,
}

impl Source {
    /// Those of the stream.
    pub const STREAM: [Self; 5] = [Self::Play, Self::Perturbed, Self::Army, Self::SmallArmy, Self::Sharp];
}

/// An endless stream of seeded positions, none of them finished, about half of them inside a turn, both colours.
pub struct Positions {
    rng: ChaCha8Rng,
    game: Position,
    next_source: usize,
}

impl Positions {
    pub fn new(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let game = new_game(&mut rng);
        Self { rng, game, next_source: 0 }
    }

    /// The next position of the given source, at the start of a turn.
    pub fn turn_start(&mut self, source: Source) -> Position {
        loop {
            let board = match source {
                Source::Play => self.played(),
                Source::Perturbed => self.perturbed(),
                Source::Army => self.army(6..=16),
                Source::SmallArmy => self.army(1..=5),
                Source::Sharp => self.sharp(),
                Source::Blocked => self.blocked(),
            };
            let side = if self.rng.random_range(0..2) == 0 { Color::Gold } else { Color::Silver };
            // Sharp boards are made for Gold.
            let board =
                if side == Color::Silver && source == Source::Sharp { board.swap_sides() } else { board };
            if let Ok(position) = Position::new(board, side)
                && position.outcome().is_none()
            {
                return position;
            }
        }
    }

    /// The position, or one that legal edges of the same turn lead to.
    pub fn maybe_inside_turn(&mut self, position: Position) -> Position {
        if self.rng.random_range(0..2) == 0 {
            return position;
        }
        let mut current = position;
        for _ in 0..self.rng.random_range(0..=3) {
            let edges = current.edges();
            let edge = edges[self.rng.random_range(0..edges.len())];
            let mut next = current;
            next.play(edge).expect("a legal edge");
            if next.side() != position.side() {
                break;
            }
            current = next;
        }
        current
    }

    /// One to four random turns further in the running game.
    fn played(&mut self) -> Board {
        for _ in 0..self.rng.random_range(1..=4) {
            self.game = random_turn(self.game, &mut self.rng);
            if self.game.outcome().is_some() {
                self.game = new_game(&mut self.rng);
            }
        }
        *self.game.board()
    }

    fn perturbed(&mut self) -> Board {
        let mut board = self.played();
        for _ in 0..self.rng.random_range(1..=8) {
            let from = self.square(0..64);
            let to = self.square(0..64);
            if board.empty().contains(to)
                && let Some(piece) = board.remove(from)
            {
                board.put(to, piece);
            }
        }
        board
    }

    fn army(&mut self, size: std::ops::RangeInclusive<u32>) -> Board {
        let mut board = Board::EMPTY;
        for color in Color::ALL {
            for _ in 0..self.rng.random_range(size.clone()) {
                let kind = self.kind();
                let square = self.square(0..64);
                add(&mut board, Piece::new(color, kind), square);
            }
            let square = self.square(8..56);
            add(&mut board, Piece::new(color, Kind::Rabbit), square);
        }
        board
    }

    fn sharp(&mut self) -> Board {
        let few = self.rng.random_range(0..2) == 0;
        let mut board = Board::EMPTY;
        for _ in 0..self.rng.random_range(1..=3) {
            let square = self.square(32..56);
            add(&mut board, Piece::new(Color::Gold, Kind::Rabbit), square);
        }
        for _ in 0..self.rng.random_range(1..=if few { 2 } else { 6 }) {
            let near = self.rng.random_range(0..4) > 0;
            let square = if near { self.near_trap() } else { self.square(8..64) };
            add(&mut board, Piece::new(Color::Silver, Kind::Rabbit), square);
        }
        for color in Color::ALL {
            for _ in 0..self.rng.random_range(1..=7) {
                let kind = Kind::ALL[self.rng.random_range(1..6)];
                let square =
                    if self.rng.random_range(0..3) == 0 { self.near_trap() } else { self.square(24..64) };
                add(&mut board, Piece::new(color, kind), square);
            }
        }
        board
    }

    fn blocked(&mut self) -> Board {
        let mut board = Board::EMPTY;
        let center = self.square(0..64);
        let radius = self.rng.random_range(1..=3);
        let (few, crowd) = (self.rng.random_range(1..=4), self.rng.random_range(3..=15));
        for index in 0..few + crowd + 30 {
            let square = self.square(0..64);
            if square.distance(center) > radius + u8::from(index >= few) {
                continue;
            }
            let color = if index < few { Color::Silver } else { Color::Gold };
            let kind = self.kind();
            add(&mut board, Piece::new(color, kind), square);
        }
        for color in Color::ALL {
            let rabbit = Piece::new(color, Kind::Rabbit);
            if board.pieces(color, Kind::Rabbit).is_empty() {
                // Often in its way: beside the others, or where it cannot step.
                let square = if self.rng.random_range(0..2) == 0 { center } else { self.square(0..64) };
                add(&mut board, rabbit, square);
            }
        }
        board
    }

    fn kind(&mut self) -> Kind {
        Kind::ALL[[0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 5][self.rng.random_range(0..12)]]
    }

    fn square(&mut self, range: std::ops::Range<u8>) -> Square {
        Square::from_index(self.rng.random_range(range)).expect("below 64")
    }

    fn near_trap(&mut self) -> Square {
        let trap = [18, 21, 42, 45][self.rng.random_range(0..4)];
        let offset = [0, 1, 8, -1, -8, 7, 9, -7, -9, 2, -2, 16, -16][self.rng.random_range(0..13)];
        Square::from_index((trap + offset) as u8).expect("around a trap")
    }
}

impl Iterator for Positions {
    type Item = (Source, Position);

    fn next(&mut self) -> Option<Self::Item> {
        let source = Source::STREAM[self.next_source % Source::STREAM.len()];
        self.next_source += 1;
        let start = self.turn_start(source);
        Some((source, self.maybe_inside_turn(start)))
    }
}

/// Puts the piece on the square if it is free and an army has one more such piece.
fn add(board: &mut Board, piece: Piece, square: Square) {
    let count = board.pieces(piece.color, piece.kind).count() as u8;
    if board.empty().contains(square) && count < Kind::FULL_ARMY[piece.kind.index()] {
        board.put(square, piece);
    }
}

fn new_game(rng: &mut ChaCha8Rng) -> Position {
    let mut board = Board::EMPTY;
    for color in Color::ALL {
        let setup = if rng.next_u32().is_multiple_of(2) {
            Setup::random_named(color, rng)
        } else {
            Setup::random(color, rng)
        };
        for placement in setup.placements() {
            board.put(placement.square, placement.piece);
        }
    }
    Position::new(board, Color::Gold).expect("a setup is valid")
}

/// A turn of random edges; pushes, pulls and rabbit advances come as often as the generator offers them.
fn random_turn(mut position: Position, rng: &mut ChaCha8Rng) -> Position {
    let side = position.side();
    while position.side() == side {
        let edges = position.edges();
        if edges.is_empty() {
            return new_game(rng);
        }
        let edge = edges[rng.random_range(0..edges.len())];
        position.play(edge).expect("a legal edge");
    }
    position
}

/// The lines of a file of the shared data, without the header row; `None`, with a note, where there is none.
pub fn shared_lines(name: &str) -> Option<Vec<String>> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data").join(name);
    match std::fs::read_to_string(&path) {
        Ok(text) => Some(text.lines().skip(1).map(str::to_owned).collect()),
        Err(error) => {
            println!("skipped: {}: {error}", path.display());
            None
        }
    }
}

/// The position of a line `id<TAB>side<TAB>[board]`, read leniently.
pub fn position_of_line(line: &str) -> Position {
    let mut columns = line.split('\t').skip(1);
    let side = columns.next().and_then(|c| c.chars().next()).and_then(Color::from_letter).expect("a side");
    let board = columns.next().expect("a board").trim_matches(['[', ']']).parse().expect("64 characters");
    Position::lenient(board, side).0
}

/// Every board that can stand in this turn after at most `steps` steps, with the fewest steps taken to it, in their
/// order; the first board, with no steps, among them.
pub fn boards_within(position: &Position, steps: u8) -> Vec<(u8, Board)> {
    let mut boards = vec![(0, *position.board())];
    let mut seen = HashSet::from([position.board_key()]);
    for taken in 1..=steps {
        for cost in [1, 2] {
            let earlier: Vec<Board> =
                boards.iter().filter(|(before, _)| before + cost == taken).map(|(_, board)| *board).collect();
            for board in earlier {
                for (edge, next, _) in successors(&board, position.side(), cost) {
                    if edge.cost() == cost && seen.insert(next.key()) {
                        boards.push((taken, next));
                    }
                }
            }
        }
    }
    boards
}

/// The boards after every legal step, push or pull of `side`, with the edges and their deltas.
pub fn successors(board: &Board, side: Color, steps: u8) -> Vec<(Edge, Board, tusker_core::Delta)> {
    let position = Position::lenient(*board, side).0.with_steps_left(steps);
    let mut edges = tusker_core::EdgeList::new();
    position.pseudo_edges(&mut edges);
    let play = |edge| {
        let mut next = position;
        let delta = next.play_unchecked(edge);
        (edge, *next.board(), delta)
    };
    edges.into_iter().map(play).collect()
}

pub fn on_goal(board: &Board, side: Color) -> bool {
    board.pieces(side, Kind::Rabbit).intersects(side.goal_rank())
}

/// Adds up what `count` returns for seeds from `seed` on and up to `positions` positions in all, in parallel.
pub fn in_parallel<const N: usize>(
    seed: u64,
    positions: u64,
    count: impl Fn(u64, u64) -> [u64; N] + Sync,
) -> [u64; N] {
    const CHUNK: u64 = 2_000;
    let next = AtomicU64::new(0);
    let work = || {
        let mut sums = [0; N];
        loop {
            let chunk = next.fetch_add(1, Relaxed);
            if chunk * CHUNK >= positions {
                return sums;
            }
            let found = count(seed + chunk, CHUNK.min(positions - chunk * CHUNK));
            sums.iter_mut().zip(found).for_each(|(sum, n)| *sum += n);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut sums = [0; N];
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            let found = worker.join().expect("a worker found a difference");
            sums.iter_mut().zip(found).for_each(|(sum, n)| *sum += n);
        }
    });
    sums
}

/// How many positions the long run of a test takes, from the environment variable, else `default`.
pub fn count_from_env(default: u64) -> u64 {
    std::env::var("STATICS_POSITIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}
