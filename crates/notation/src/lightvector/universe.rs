//! The ways to a position, and everything that can be claimed of them.

use super::search::{Guide, walk};
use super::trail::{NEVER, Trail};
use super::{Claim, Dialect, Property, Specifier};
use std::collections::HashSet;
use tusker_core::{Bitboard, Board, Color, Direction, Edge, Kind, Piece, Position, Square, Turn};

/// A way to the position that is written.
pub(super) struct Route {
    pub(super) turn: Turn,
    pub(super) trail: Trail,
}

/// More routes than this hardly say anything new.
const MOST_ROUTES: usize = 16;

/// The routes of fewest steps from `root` to `end`, of each itinerary one, the fewest displaced pieces first.
pub(super) fn routes(root: &Position, end: &Position, most_steps: u8) -> Vec<Route> {
    for steps in 1..=most_steps {
        let mut finder = RouteFinder {
            side: root.side(),
            target: *end.board(),
            known: HashSet::new(),
            routes: Vec::new(),
        };
        walk(root, steps, &mut finder);
        if !finder.routes.is_empty() {
            finder.routes.sort_by_key(|route| route.trail.displaced());
            return finder.routes;
        }
    }
    Vec::new()
}

struct RouteFinder {
    side: Color,
    target: Board,
    known: HashSet<Vec<(Square, Square, u64)>>,
    routes: Vec<Route>,
}

impl RouteFinder {
    /// Steps that pieces of `piece`'s sort must take themselves, and steps of the turn that this needs.
    fn missing_of(&self, piece: Piece, board: &Board) -> (u8, u8) {
        let (now, then) =
            (board.pieces(piece.color, piece.kind), self.target.pieces(piece.color, piece.kind));
        if now == then {
            return (0, 0);
        }
        if now.count() < then.count() {
            return (NEVER, NEVER);
        }
        let nearest = |square: Square| now.iter().map(|from| from.distance(square)).min().unwrap_or(NEVER);
        let mut own: u8 = (then & !now).iter().map(nearest).fold(0, u8::saturating_add);
        let mut least = 0;
        if now.count() > then.count() {
            least = 1;
            own = own.max(Bitboard::TRAPS.iter().map(nearest).min().unwrap_or(0));
        }
        let full = if piece.color == self.side { own } else { own.saturating_mul(2) };
        (own, full.max(least))
    }
}

impl Guide for RouteFinder {
    fn missing(&self, _: &Trail, position: &Position, _: u8) -> u8 {
        let (mut sums, mut most) = ([0_u8; 2], 0);
        for color in Color::ALL {
            for kind in Kind::ALL {
                let (own, full) = self.missing_of(Piece::new(color, kind), position.board());
                sums[color.index()] = sums[color.index()].saturating_add(own);
                most = most.max(full);
            }
        }
        let (own, enemy) = (sums[self.side.index()], sums[(!self.side).index()]);
        most.max(enemy.saturating_add(own.max(enemy)))
    }

    fn may_end_with(&self, _: &Trail, position: &Position, edge: Edge) -> bool {
        let squares = |set: Bitboard, step: &tusker_core::Step| set | step.from.bit() | step.to().bit();
        let changed = edge.steps().iter().fold(Bitboard::TRAPS, squares);
        (position.board().difference(&self.target) & !changed).is_empty()
    }

    fn order_digest(&self, _: &Trail) -> Option<u64> {
        Some(0)
    }

    fn found(&mut self, turn: &Turn, trail: &Trail, _: &Position) -> bool {
        let mut itinerary: Vec<_> = trail.tracks().iter().map(|t| (t.origin, t.at, t.stood.0)).collect();
        itinerary.sort_unstable();
        if self.known.insert(itinerary) {
            self.routes.push(Route { turn: turn.clone(), trail: *trail });
        }
        self.routes.len() < MOST_ROUTES
    }
}

/// A claim that is true of some route.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) claim: Claim,
    /// Characters of its text.
    pub(super) length: u32,
    pub(super) sort: Sort,
    /// For claims of steps, when they begin: texts name them in this order.
    pub(super) time: usize,
    /// The routes of which it is true, one bit each.
    pub(super) routes: u32,
}

/// What a claim is about, the plainest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sort {
    /// A capture, or the last square of a piece that does not end where it began.
    Target,
    /// A square on the way, or a piece that comes back.
    Way,
    /// A piece that stays.
    Hold,
    /// Steps.
    Steps,
}

/// Everything that can be claimed of the routes, each text once; short ones first, and plain ones before others.
pub(super) fn candidates(routes: &[Route], start: &Board, dialect: Dialect) -> Vec<Candidate> {
    let mut universe = Universe { known: HashSet::new(), found: Vec::new() };
    for route in routes {
        for (index, track) in route.trail.tracks().iter().enumerate() {
            let specifiers = specifiers(track.piece, track.stood);
            let squares = match dialect {
                Dialect::Founding => track.ended,
                Dialect::AbstractPlay => track.at.bit(),
            };
            for square in squares {
                let sort = if square == track.at && track.displaced() { Sort::Target } else { Sort::Way };
                for specifier in specifiers.iter().filter(|s| s.square != Some(square)) {
                    universe.add(*specifier, Property::Square(square), sort, 0);
                }
            }
            if track.captured {
                for specifier in &specifiers {
                    universe.add(*specifier, Property::Captured, Sort::Target, 0);
                }
            }
            universe.add_steps(&route.trail, index, track.piece);
        }
        if dialect == Dialect::AbstractPlay {
            for square in start.occupied() & !route.trail.origins {
                let Some(piece) = start.piece_at(square) else { continue };
                for at in [None, Some(square)] {
                    let specifier = Specifier { piece: Some(piece), square: at };
                    universe.add(specifier, Property::Square(square), Sort::Hold, 0);
                }
            }
        }
    }
    let mut found = universe.found;
    for candidate in &mut found {
        for (index, route) in routes.iter().enumerate() {
            let holds = holds(&route.trail, &candidate.claim, start, dialect);
            candidate.routes |= u32::from(holds) << index;
        }
    }
    found.retain(|candidate| candidate.routes != 0);
    found.sort_by_key(|candidate| (candidate.length, candidate.sort));
    found
}

/// Whether one claim alone is true of a whole turn.
pub(super) fn holds(trail: &Trail, claim: &Claim, start: &Board, dialect: Dialect) -> bool {
    match claim.property {
        Property::Steps(_) => trail.steps_missing(std::iter::once(claim)) == 0,
        _ => trail.satisfies(claim, start, dialect),
    }
}

/// The piece, each square, and both.
fn specifiers(piece: Piece, stood: Bitboard) -> Vec<Specifier> {
    let mut all = vec![Specifier { piece: Some(piece), square: None }];
    for square in stood.iter().map(Some) {
        all.push(Specifier { piece: None, square });
        all.push(Specifier { piece: Some(piece), square });
    }
    all
}

struct Universe {
    known: HashSet<Claim>,
    found: Vec<Candidate>,
}

impl Universe {
    fn add(&mut self, specifier: Specifier, property: Property, sort: Sort, time: usize) {
        let claim = Claim { specifier, property };
        if self.known.insert(claim.clone()) {
            let length = claim.to_string().len() as u32;
            self.found.push(Candidate { claim, length, sort, time, routes: 0 });
        }
    }

    /// Every choice of the steps of one piece.
    fn add_steps(&mut self, trail: &Trail, track: usize, piece: Piece) {
        let strides: Vec<_> = trail
            .strides()
            .iter()
            .enumerate()
            .filter(|(_, stride)| usize::from(stride.track) == track)
            .collect();
        for choice in 1..1_u32 << strides.len() {
            let chosen: Vec<_> = strides
                .iter()
                .enumerate()
                .filter(|(bit, _)| choice >> bit & 1 == 1)
                .map(|(_, s)| *s)
                .collect();
            let Some(&(time, first)) = chosen.first() else { continue };
            let steps: Vec<Direction> = chosen.iter().map(|(_, stride)| stride.direction).collect();
            for specifier in specifiers(piece, first.from.bit()) {
                self.add(specifier, Property::Steps(steps.clone()), Sort::Steps, time);
            }
        }
    }
}
