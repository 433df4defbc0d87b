//! What a set of claims means in a position.

use super::search::{Guide, walk};
use super::trail::{NEVER, Track, Trail};
use super::{Claim, Dialect, Property};
use std::collections::HashMap;
use tusker_core::{Bitboard, Color, Edge, Key, Kind, Piece, PlayedTurn, Position, Square, Turn};

/// The order in which turns are looked at: fewest steps, then fewest displaced pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Group {
    /// Steps of the turn.
    pub steps: u8,
    /// Pieces of either side that end elsewhere than they began; a captured one ends on its trap.
    pub displaced: u8,
}

/// What claims mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Resolution {
    /// One position.
    Unique {
        /// The first group with a turn that satisfies all claims.
        group: Group,
        /// A turn of that group and the position after it.
        played: PlayedTurn,
    },
    /// Several positions in the first group.
    Ambiguous {
        /// The group.
        group: Group,
        /// One turn for each position.
        candidates: Vec<PlayedTurn>,
    },
    /// No legal turn satisfies all claims.
    Unsatisfiable,
}

/// What `claims` mean in `position`; repetition is ignored.
///
/// ```
/// use tusker_notation::{Dialect, Resolution, Strictness, read_claim, read_position, resolve_claims};
///
/// let board = "g [    e   r                                     HdR    C      E   ]";
/// let position = read_position(board, Strictness::Strict).unwrap().value;
/// let meaning = resolve_claims(&position, &[read_claim("dx").unwrap()], Dialect::Founding);
/// assert!(matches!(meaning, Resolution::Unique { group, .. } if group.steps == 4 && group.displaced == 1));
/// ```
pub fn resolve_claims(position: &Position, claims: &[Claim], dialect: Dialect) -> Resolution {
    for steps in 1..=position.steps_left() {
        let mut collector =
            Collector { plan: Plan::new(position, claims, dialect), best: NEVER, found: HashMap::new() };
        walk(position, steps, &mut collector);
        let group = Group { steps, displaced: collector.best };
        let mut candidates: Vec<(usize, PlayedTurn)> = collector.found.into_values().collect();
        candidates.sort_by_key(|(order, _)| *order);
        let mut candidates: Vec<PlayedTurn> = candidates.into_iter().map(|(_, played)| played).collect();
        match candidates.len() {
            0 => {}
            1 => return Resolution::Unique { group, played: candidates.remove(0) },
            _ => return Resolution::Ambiguous { group, candidates },
        }
    }
    Resolution::Unsatisfiable
}

/// Keeps the turns with the fewest displaced pieces, one for each end.
struct Collector<'a> {
    plan: Plan<'a>,
    best: u8,
    found: HashMap<Key, (usize, PlayedTurn)>,
}

impl Guide for Collector<'_> {
    fn missing(&self, trail: &Trail, _: &Position, left: u8) -> u8 {
        self.plan.missing(trail, left)
    }

    fn may_end_with(&self, trail: &Trail, _: &Position, edge: Edge) -> bool {
        self.plan.may_end_with(trail, edge)
    }

    fn order_digest(&self, trail: &Trail) -> Option<u64> {
        Some(self.plan.order_digest(trail))
    }

    fn found(&mut self, turn: &Turn, trail: &Trail, end: &Position) -> bool {
        let displaced = trail.displaced();
        if displaced < self.best {
            self.best = displaced;
            self.found.clear();
        }
        if displaced == self.best {
            let order = self.found.len();
            let played = || PlayedTurn { turn: turn.clone(), position: *end };
            self.found.entry(end.board_key()).or_insert_with(|| (order, played()));
        }
        true
    }
}

/// The claims of a text, and how far from true each is at the start of the turn.
pub(super) struct Plan<'a> {
    claims: &'a [Claim],
    dialect: Dialect,
    side: Color,
    /// For each claim, the pieces that may come to satisfy it: steps that they must take themselves, and where they
    /// stand; the nearest first.
    idle: Vec<Vec<Idle>>,
    has_steps: bool,
    /// The given board has pieces that fall with the first step, wherever that is.
    doomed: bool,
}

#[derive(Clone, Copy)]
struct Idle {
    price: Price,
    square: Square,
}

/// A lower bound for one piece and one claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Price {
    /// Steps of the turn: an enemy piece moves only along with one of the mover's.
    full: u8,
    /// Steps of the piece itself.
    own: u8,
}

const NO_WAY: Price = Price { full: NEVER, own: NEVER };

impl<'a> Plan<'a> {
    pub(super) fn new(position: &Position, claims: &'a [Claim], dialect: Dialect) -> Self {
        let board = position.board();
        let doomed = !board.unsupported_on_traps().is_empty();
        let mut plan =
            Self { claims, dialect, side: position.side(), idle: Vec::new(), has_steps: false, doomed };
        for claim in claims {
            plan.has_steps |= matches!(claim.property, Property::Steps(_));
            let mut idle: Vec<Idle> = Vec::new();
            for square in board.occupied() {
                let Some(piece) = board.piece_at(square) else { continue };
                let price = plan.price(claim, &Track::idle(piece, square));
                if price.full < NEVER {
                    idle.push(Idle { price, square });
                }
            }
            idle.sort_by_key(|idle| idle.price);
            plan.idle.push(idle);
        }
        plan
    }

    /// What it takes at least until `claim` is true of this piece.
    fn price(&self, claim: &Claim, track: &Track) -> Price {
        if !claim.specifier.admits(track.piece) {
            return NO_WAY;
        }
        if track.captured {
            return if track.satisfies(claim, self.dialect) { Price { full: 0, own: 0 } } else { NO_WAY };
        }
        let first = claim.specifier.square.filter(|square| !track.stood.contains(*square));
        let (own, least) = match claim.property {
            Property::Steps(_) => return NO_WAY,
            Property::Captured => {
                let to_trap = |trap| self.way(track, first, trap);
                (Bitboard::TRAPS.iter().map(to_trap).min().unwrap_or(NEVER), 1)
            }
            Property::Square(square) => (self.way_to_claimed(track, first, square), 0),
        };
        if own >= NEVER {
            return NO_WAY;
        }
        let full = if track.piece.color == self.side { own } else { 2 * own };
        Price { full: full.max(least), own }
    }

    fn way_to_claimed(&self, track: &Track, first: Option<Square>, square: Square) -> u8 {
        if self.dialect == Dialect::AbstractPlay {
            return self.way(track, first, square);
        }
        match (track.ended.contains(square), first) {
            (true, None) => 0,
            (true, Some(first)) => self.leg(track.piece, track.at, first),
            // It must leave, and come back to end a step here.
            (false, None) if track.at == square => 2,
            (false, None) => self.leg(track.piece, track.at, square),
            (false, Some(first)) if track.at == square => {
                let way = self.leg(track.piece, square, first);
                way + self.leg(track.piece, first, square).min(2)
            }
            (false, Some(first)) => {
                let other_order =
                    self.leg(track.piece, track.at, square) + self.leg(track.piece, square, first);
                self.way(track, Some(first), square).min(other_order)
            }
        }
    }

    /// Steps to `square`, by way of `first` if that is given.
    fn way(&self, track: &Track, first: Option<Square>, square: Square) -> u8 {
        match first {
            None => self.leg(track.piece, track.at, square),
            Some(first) => self.leg(track.piece, track.at, first) + self.leg(track.piece, first, square),
        }
    }

    /// Steps between two squares; the mover's rabbits do not go backward.
    fn leg(&self, piece: Piece, from: Square, to: Square) -> u8 {
        let backward = match self.side {
            Color::Gold => to.rank() < from.rank(),
            Color::Silver => to.rank() > from.rank(),
        };
        let stuck = backward && piece.color == self.side && piece.kind == Kind::Rabbit;
        if stuck { NEVER / 2 } else { from.distance(to) }
    }

    /// At least so many more steps until all claims are true; stops counting beyond `left`.
    pub(super) fn missing(&self, trail: &Trail, left: u8) -> u8 {
        let mut most = if self.has_steps { trail.steps_missing(self.claims.iter()) } else { 0 };
        let mut groups = Groups::default();
        for (claim, idle) in self.claims.iter().zip(&self.idle) {
            if matches!(claim.property, Property::Steps(_)) {
                continue;
            }
            let price = self.cheapest(claim, idle, trail);
            if price.full > left {
                return NEVER;
            }
            most = most.max(price.full);
            if let (Some(piece), 1..) = (claim.specifier.piece, price.own) {
                groups.add(self.dialect, piece, &claim.property, price.own);
            }
        }
        most.max(groups.steps(self.side))
    }

    /// A hash of how far the claims of steps are done: nothing else of the order of steps matters to claims.
    pub(super) fn order_digest(&self, trail: &Trail) -> u64 {
        if self.has_steps { trail.steps_digest(self.claims) } else { 0 }
    }

    #[inline]
    fn cheapest(&self, claim: &Claim, idle: &[Idle], trail: &Trail) -> Price {
        let unmoved = idle.iter().find(|idle| !trail.origins.contains(idle.square));
        let mut best = unmoved.map_or(NO_WAY, |idle| idle.price);
        for track in trail.tracks() {
            if best.full == 0 {
                break;
            }
            best = best.min(self.price(claim, track));
        }
        best
    }

    /// Whether `edge` brings a piece to each square that is claimed and not reached yet.
    pub(super) fn may_end_with(&self, trail: &Trail, edge: Edge) -> bool {
        let steps = edge.steps();
        let to = steps.iter().fold(Bitboard::EMPTY, |set, step| set | step.to().bit());
        let near = steps.iter().fold(to, |set, step| set | step.from.bit());
        self.claims.iter().zip(&self.idle).all(|(claim, idle)| {
            let reached = match claim.property {
                Property::Steps(_) => return true,
                // A piece falls where one arrives, or where its friend leaves the trap's side.
                Property::Captured => {
                    self.doomed || near.intersects(Bitboard::TRAPS | Bitboard::TRAPS.neighbors())
                }
                Property::Square(square) => {
                    to.contains(square) || claim.specifier.square.is_some_and(|first| to.contains(first))
                }
            };
            reached || self.cheapest(claim, idle, trail).full == 0
        })
    }
}

/// Steps that pieces of one side and kind must take, summed where they are different steps for certain.
#[derive(Default)]
struct Groups {
    most: [u8; 12],
    /// Sums over different squares: only where a square is a piece's last can no piece serve two of them.
    sums: [u8; 12],
    squares: [Bitboard; 12],
}

impl Groups {
    fn add(&mut self, dialect: Dialect, piece: Piece, property: &Property, steps: u8) {
        let index = piece.index();
        match property {
            Property::Square(square) if dialect == Dialect::AbstractPlay => {
                if !self.squares[index].contains(*square) {
                    self.squares[index] |= square.bit();
                    self.sums[index] = self.sums[index].saturating_add(steps);
                }
            }
            _ => self.most[index] = self.most[index].max(steps),
        }
    }

    /// Every step of an enemy piece goes with one of the mover's.
    fn steps(&self, side: Color) -> u8 {
        let sum = |color: Color| {
            let of_color = Kind::ALL.map(|kind| {
                let index = Piece::new(color, kind).index();
                self.most[index].max(self.sums[index])
            });
            of_color.into_iter().fold(0_u8, u8::saturating_add)
        };
        let (own, enemy) = (sum(side), sum(!side));
        enemy.saturating_add(own.max(enemy))
    }
}
