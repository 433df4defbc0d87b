//! How likely an edge is to be the best of its node, before anything is searched.
//!
//! A conditional logit: an edge has some of the features below, and the sum of their weights is the logarithm of its odds
//! against the other edges of its node. The weights, `prior.bin`, are learned from turns of self-play by
//! `tusker learn-order`. Squares are counted from the mover's back rank, and mirrored so that the mover's piece starts on
//! files a to d.

use crate::eval::{Accumulator, CLASSES, Group, HALF_BOARD, TRAPS, on_half_board, seen_by};
use tusker_core::{
    Bitboard, Board, Color, Direction, Edge, EdgeKind, Kind, Piece, Position, Square, Step, statics,
};

/// Pass, step, push or pull, by class of the mover's piece and steps left.
const KIND: Group = Group::first("order", "kind", 4 * CLASSES * 4);
/// The way of the mover's piece, in a step or in a push or pull: class, square, direction.
const WAY: Group = KIND.then("order", "way", 2 * CLASSES * HALF_BOARD * 4);
/// Where it ends as seen from the mover's elephant and from the enemy's, up to three files and ranks away, by class.
const ELEPHANTS: Group = WAY.then("order", "elephants", 2 * CLASSES * 49);
/// Whether it comes from and goes to a stronger active enemy's side, and a friend's, by class.
const DANGER: Group = ELEPHANTS.then("order", "danger", CLASSES * 16);
/// Weaker enemies beside where it ends, beside where it begins, and those of the former without a friend, by class.
const HOLDS: Group = DANGER.then("order", "holds", CLASSES * 27);
/// It leaves or reaches the side of a trap: home or away, friends and enemies there, class.
const GUARDS: Group = HOLDS.then("order", "guards", 2 * 3 * 3 * CLASSES * 2);
/// It steps onto a trap: home or away, friends beside it, class.
const ONTO_TRAP: Group = GUARDS.then("order", "onto trap", 2 * 4 * CLASSES);
/// Where the enemy could capture: it is in danger, reaches such a trap, or is in touch with either, by class; or not.
const RESCUE: Group = ONTO_TRAP.then("order", "rescue", 3 * CLASSES + 1);
/// It goes on from the edge before, by the turn it takes and class.
const GOES_ON: Group = RESCUE.then("order", "goes on", CLASSES * 4);
/// It begins so far from where the edge before ended, or, in a new turn, ends so far from the enemy's last edge, by class.
const DISTANCE: Group = GOES_ON.then("order", "distance", 2 * CLASSES * 8);
/// The enemy's piece that is pushed or pulled, by class: where it was, where it ends.
const VICTIM: Group = DISTANCE.then("order", "victim", 2 * CLASSES * HALF_BOARD);
/// It ends on a trap, by class and enemies beside the trap.
const VICTIM_ON_TRAP: Group = VICTIM.then("order", "victim on trap", CLASSES * 4);
/// It ends beside a trap, by class: home, away.
const VICTIM_AT_TRAP: Group = VICTIM_ON_TRAP.then("order", "victim at trap", CLASSES * 2);
/// How full the enemy's army is, class, rank and direction.
const RANK: Group = VICTIM_AT_TRAP.then("order", "rank", 4 * CLASSES * 8 * 4);
/// Number of features.
pub const ORDER_FEATURES: usize = RANK.end();

/// The edges before a node that its own ones may answer; passes where there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Course {
    /// The edge before, in the same turn.
    pub before: Edge,
    /// The last edge of the enemy's turn.
    pub enemy: Edge,
}

impl Course {
    /// Nothing is known.
    pub const UNKNOWN: Self = Self { before: Edge::PASS, enemy: Edge::PASS };

    /// What is known after `edge`, which ended the turn or did not.
    #[inline]
    #[must_use]
    pub fn after(self, edge: Edge, ended: bool) -> Self {
        if !ended {
            return Self { before: edge, ..self };
        }
        let enemy = if edge == Edge::PASS { self.before } else { edge };
        Self { before: Edge::PASS, enemy }
    }
}

/// What the features of a node's edges need to know of it.
pub struct Outlook<'a> {
    board: &'a Board,
    accumulator: &'a Accumulator,
    side: Color,
    steps_left: usize,
    own: Bitboard,
    enemy: Bitboard,
    /// Squares beside stronger active enemies, by the kind of the mover's piece.
    danger: [Bitboard; 6],
    /// Enemies that are weaker, by the kind of the mover's piece.
    weaker: [Bitboard; 6],
    /// Friends and enemies beside the traps, home ones first.
    guards: [[usize; 2]; 4],
    /// What the enemy could capture if the turn ended here, and the sides of the traps where it could.
    victims: Bitboard,
    lost_sides: Bitboard,
    /// The mover's elephant and the enemy's, as the mover sees them.
    elephants: [Option<Square>; 2],
    /// Where the edge before ended, and in which direction.
    before: Option<(Square, Direction)>,
    /// Where the enemy's last edge ended.
    enemy_edge: Option<Square>,
    /// 0 for an army that is nearly full, to 3.
    phase: usize,
}

impl<'a> Outlook<'a> {
    /// What is to be known of `position`; `accumulator` belongs to its board.
    pub fn new(position: &'a Position, accumulator: &'a Accumulator, course: Course) -> Self {
        let (board, side) = (position.board(), position.side());
        let (own, enemy) = (board.color(side), board.color(!side));
        let active = enemy & !board.frozen(!side);
        let (mut danger, mut weaker) = ([Bitboard::EMPTY; 6], [Bitboard::EMPTY; 6]);
        let (mut stronger, mut below) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for (high, low) in Kind::ALL.into_iter().rev().zip(Kind::ALL) {
            danger[high.index()] = stronger.neighbors();
            stronger |= board.pieces(!side, high) & active;
            weaker[low.index()] = below;
            below |= board.pieces(!side, low);
        }
        let guards = TRAPS.map(|trap| {
            let around = seen_set(side, trap).neighbors();
            [own, enemy].map(|set| (around & set).count() as usize)
        });
        let captures = statics::captures_of(board, !side, Position::STEPS);
        let seen = |square| seen_by(side, square);
        let elephant = |color| board.pieces(color, Kind::Elephant).first().map(seen);
        let way = |edge: Edge| own_step(edge).map(|step| (seen(step.from), seen(step.to())));
        let phase = match enemy.count() {
            15.. => 0,
            12..15 => 1,
            8..12 => 2,
            _ => 3,
        };
        Self {
            board,
            accumulator,
            side,
            steps_left: usize::from(position.steps_left()),
            own,
            enemy,
            danger,
            weaker,
            guards,
            victims: captures.within(Position::STEPS),
            lost_sides: captures.sides(),
            elephants: [elephant(side), elephant(!side)],
            before: way(course.before).and_then(|(from, to)| Some((to, from.direction_to(to)?))),
            enemy_edge: way(course.enemy).map(|(_, to)| to),
            phase,
        }
    }

    /// Calls `add` with every feature of `edge`, which is one of the node's.
    pub fn features(&self, edge: Edge, mut add: impl FnMut(usize)) {
        let last_step = self.steps_left - 1;
        let Some(way) = own_step(edge).and_then(|step| self.way(step)) else {
            add(KIND.at(last_step));
            return;
        };
        let kind = match edge.kind() {
            EdgeKind::Pass => 0,
            EdgeKind::Step => 1,
            EdgeKind::Push => 2,
            EdgeKind::Pull => 3,
        };
        let Way { class, direction, .. } = way;
        add(KIND.at((kind * CLASSES + class) * 4 + last_step));
        let displaces = usize::from(kind > 1);
        add(WAY.at(((displaces * CLASSES + class) * HALF_BOARD + on_half_board(way.from)) * 4 + direction));
        add(RANK.at(((self.phase * CLASSES + class) * 8 + usize::from(way.from.rank())) * 4 + direction));
        for (whose, elephant) in self.elephants.into_iter().enumerate() {
            if let Some(elephant) = elephant.filter(|_| whose == 1 || way.kind != Kind::Elephant) {
                let place = relative(way.mirrored(elephant), way.to);
                add(ELEPHANTS.at((whose * CLASSES + class) * 49 + place));
            }
        }
        self.company(&way, &mut add);
        self.traps(&way, &mut add);
        self.rescue(edge, &way, &mut add);
        self.course(&way, &mut add);
        self.victim(edge, &mut add);
    }

    fn way(&self, step: Step) -> Option<Way> {
        let kind = self.board.piece_at(step.from)?.kind;
        let class = self.accumulator.class(Piece { color: self.side, kind });
        let (from, to) = (seen_by(self.side, step.from), seen_by(self.side, step.to()));
        let image = from.file() > 3;
        let (from, to) = if image { (from.flip_files(), to.flip_files()) } else { (from, to) };
        let direction = from.direction_to(to)? as usize;
        Some(Way { kind, class, from, to, direction, image, bits: [step.from.bit(), step.to().bit()] })
    }

    /// Stronger enemies, friends and weaker enemies beside both ends.
    #[inline]
    fn company(&self, way: &Way, add: &mut impl FnMut(usize)) {
        let kind = way.kind.index();
        let friends = self.own & !way.bits[0];
        let [from_danger, to_danger] = way.bits.map(|bit| usize::from(bit.intersects(self.danger[kind])));
        let [from_help, to_help] = way.bits.map(|bit| usize::from(bit.neighbors().intersects(friends)));
        let state = from_danger * 8 + to_danger * 4 + from_help * 2 + to_help;
        add(DANGER.at(way.class * 16 + state));
        let [left, held] = way.bits.map(|bit| bit.neighbors() & self.weaker[kind]);
        let alone = held.iter().filter(|enemy| !enemy.bit().neighbors().intersects(self.enemy)).count();
        let [left, held] = [left, held].map(|set| (set.count() as usize).min(2));
        add(HOLDS.at(((way.class * 3 + held) * 3 + left) * 3 + alone.min(2)));
    }

    #[inline]
    fn traps(&self, way: &Way, add: &mut impl FnMut(usize)) {
        let [from, to] = way.bits;
        for (index, trap) in TRAPS.into_iter().enumerate() {
            let (away, trap) = (index / 2, seen_set(self.side, trap));
            let around = trap.neighbors();
            let [friends, enemies] = self.guards[index];
            let mut guard = |friends: usize, reaches: usize| {
                let company = (away * 3 + friends.min(2)) * 3 + enemies.min(2);
                add(GUARDS.at((company * CLASSES + way.class) * 2 + reaches));
            };
            if around.intersects(from) && to != trap {
                guard(friends - 1, 0);
            }
            if around.intersects(to) && from != trap {
                guard(friends, 1);
            }
            if to == trap {
                add(ONTO_TRAP.at((away * 4 + friends.min(3)) * CLASSES + way.class));
            }
        }
    }

    #[inline]
    fn rescue(&self, edge: Edge, way: &Way, add: &mut impl FnMut(usize)) {
        if self.victims.is_empty() {
            return;
        }
        let [from, to] = way.bits;
        add(RESCUE.at(if from.intersects(self.victims) {
            way.class
        } else if to.intersects(self.lost_sides) {
            CLASSES + way.class
        } else if edge.squares().intersects(self.victims | self.lost_sides) {
            2 * CLASSES + way.class
        } else {
            3 * CLASSES
        }));
    }

    #[inline]
    fn course(&self, way: &Way, add: &mut impl FnMut(usize)) {
        let far = |a: Square, b: Square| usize::from(a.distance(b)).min(7);
        match (self.before, self.enemy_edge) {
            (Some((end, direction)), _) => {
                let end = way.mirrored(end);
                if end == way.from {
                    // Directions go round the compass: forward, to either side, back.
                    let before = if way.image { mirror(direction) } else { direction };
                    let bend = (4 + way.direction - before as usize) % 4;
                    add(GOES_ON.at(way.class * 4 + bend));
                } else {
                    add(DISTANCE.at(way.class * 8 + far(end, way.from)));
                }
            }
            (None, Some(end)) => {
                add(DISTANCE.at((CLASSES + way.class) * 8 + far(way.mirrored(end), way.to)));
            }
            (None, None) => {}
        }
    }

    #[inline]
    fn victim(&self, edge: Edge, add: &mut impl FnMut(usize)) {
        let Some((from, to)) = edge.moved_enemy() else { return };
        let Some(piece) = self.board.piece_at(from) else { return };
        let class = self.accumulator.class(piece);
        for (end, square) in [from, to].into_iter().enumerate() {
            add(VICTIM.at((end * CLASSES + class) * HALF_BOARD + on_half_board(seen_by(self.side, square))));
        }
        for (index, trap) in TRAPS.into_iter().enumerate() {
            let trap = seen_set(self.side, trap);
            if trap.contains(to) {
                add(VICTIM_ON_TRAP.at(class * 4 + self.guards[index][1].min(3)));
            } else if trap.neighbors().contains(to) {
                add(VICTIM_AT_TRAP.at(class * 2 + index / 2));
            }
        }
    }
}

/// The way of the mover's piece.
struct Way {
    kind: Kind,
    class: usize,
    /// As the mover sees them, mirrored if `image` says so.
    from: Square,
    to: Square,
    direction: usize,
    image: bool,
    /// The ends on the board.
    bits: [Bitboard; 2],
}

impl Way {
    #[inline]
    fn mirrored(&self, square: Square) -> Square {
        if self.image { square.flip_files() } else { square }
    }
}

/// The step of the mover's piece; a pass has none.
#[inline]
fn own_step(edge: Edge) -> Option<Step> {
    let steps = edge.steps();
    match edge.kind() {
        EdgeKind::Push => steps.last().copied(),
        _ => steps.first().copied(),
    }
}

#[inline]
fn seen_set(side: Color, set: Bitboard) -> Bitboard {
    match side {
        Color::Gold => set,
        Color::Silver => set.flip_ranks(),
    }
}

/// Where `square` lies from `center`: 0 to 48.
#[inline]
fn relative(center: Square, square: Square) -> usize {
    let offset = |from: u8, to: u8| (i16::from(to) - i16::from(from)).clamp(-3, 3) + 3;
    (offset(center.file(), square.file()) * 7 + offset(center.rank(), square.rank())) as usize
}

const fn mirror(direction: Direction) -> Direction {
    match direction {
        Direction::East => Direction::West,
        Direction::West => Direction::East,
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Config;
    use tusker_core::EdgeList;

    /// Pieces that can be pushed and pulled, frozen ones, threatened ones, and rabbits ahead on both wings.
    const BOARDS: [&str; 2] = [
        "rr rc  r  h d     C hM r  d eE     H  R c R   R   D   C  RR R R ",
        " r   r    e   h R  c D   m  d    E    H    r  r  C   R  R     R ",
    ];

    fn position(board: &str, side: Color, steps: u8) -> Position {
        Position::lenient(board.parse().expect("a board"), side).0.with_steps_left(steps)
    }

    fn edges(position: &Position) -> Vec<Edge> {
        let mut edges = EdgeList::new();
        position.pseudo_edges(&mut edges);
        edges.push(Edge::PASS);
        edges.into_iter().collect()
    }

    fn features(position: &Position, course: Course, edge: Edge) -> Vec<usize> {
        let accumulator =
            Accumulator::refresh(position.board(), Config { network: None, ..Config::default() });
        let mut found = Vec::new();
        Outlook::new(position, &accumulator, course).features(edge, |feature| found.push(feature));
        found.sort_unstable();
        found
    }

    fn each(mut check: impl FnMut(&Position, Course, Edge)) {
        for (board, side) in BOARDS.into_iter().flat_map(|board| Color::ALL.map(|side| (board, side))) {
            for steps in 1..=4 {
                let position = position(board, side, steps);
                let all = edges(&position);
                let courses = [
                    Course::UNKNOWN,
                    Course { before: all[0], enemy: Edge::PASS },
                    Course { before: Edge::PASS, enemy: all[all.len() / 2] },
                ];
                for (&edge, &course) in all.iter().flat_map(|e| courses.iter().map(move |c| (e, c))) {
                    check(&position, course, edge);
                }
            }
        }
    }

    #[test]
    fn features_are_different_and_have_weights() {
        let mut seen = std::collections::BTreeSet::new();
        each(|position, course, edge| {
            let found = features(position, course, edge);
            assert!(!found.is_empty() && found.iter().all(|&f| f < ORDER_FEATURES), "{edge:?}");
            seen.extend(found);
        });
        assert!(seen.len() > 400, "{} features", seen.len());
    }

    /// The same turn for the other side has the same odds.
    #[test]
    fn sides_and_images_have_the_same_features() {
        each(|position, course, edge| {
            let plain = features(position, course, edge);
            let swap = |edge: Edge| if edge == Edge::PASS { edge } else { edge.flip_ranks() };
            let swapped = Course { before: swap(course.before), enemy: swap(course.enemy) };
            assert_eq!(features(&position.swap_sides(), swapped, swap(edge)), plain, "{edge:?}");

            let image = Position::lenient(position.board().mirror(), position.side()).0;
            let image = image.with_steps_left(position.steps_left());
            let course = Course { before: flip_files(course.before), enemy: flip_files(course.enemy) };
            assert_eq!(features(&image, course, flip_files(edge)), plain, "{edge:?}");
        });
    }

    fn flip_files(edge: Edge) -> Edge {
        let from = edge.from().flip_files();
        let [first, second] = [edge.direction(), edge.second_direction()].map(mirror);
        match edge.kind() {
            EdgeKind::Pass => edge,
            EdgeKind::Step => Edge::step(from, first),
            EdgeKind::Push => Edge::push(from, first, second),
            EdgeKind::Pull => Edge::pull(from, first, second),
        }
    }

    #[test]
    fn the_course_knows_the_edge_before_and_the_enemys_last() {
        let [first, second] =
            ["a2", "b2"].map(|from| Edge::step(from.parse().expect("a square"), Direction::North));
        let inside = Course::UNKNOWN.after(first, false);
        assert_eq!(inside, Course { before: first, enemy: Edge::PASS });
        assert_eq!(inside.after(second, true), Course { before: Edge::PASS, enemy: second });
        assert_eq!(inside.after(Edge::PASS, true), Course { before: Edge::PASS, enemy: first });
    }
}
