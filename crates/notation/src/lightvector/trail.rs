//! What happened in a turn so far: where each piece went, and in which order.

use super::{Claim, Dialect, Property};
use tusker_core::{Bitboard, Board, Color, Delta, Direction, Edge, Kind, Piece, Square};

/// More pieces than this cannot move or fall in a turn: four that move, and four that stood on traps from the start.
const MOST_TRACKS: usize = 8;
/// Steps in a turn.
const MOST_STEPS: usize = 4;
/// More steps than any turn has: it cannot be done.
pub(super) const NEVER: u8 = 100;

/// One piece that moved or fell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Track {
    pub(super) piece: Piece,
    pub(super) origin: Square,
    /// Where it stands, or the trap on which it fell.
    pub(super) at: Square,
    /// Where it stood, the first square included.
    pub(super) stood: Bitboard,
    /// Where it ended a step.
    pub(super) ended: Bitboard,
    pub(super) captured: bool,
}

impl Track {
    /// A piece that has not moved yet.
    pub(super) const fn idle(piece: Piece, origin: Square) -> Self {
        Self { piece, origin, at: origin, stood: origin.bit(), ended: Bitboard::EMPTY, captured: false }
    }

    /// A hash of everything that happened to it.
    fn digest(&self) -> u64 {
        let place = self.origin.index() | self.at.index() << 6 | usize::from(self.captured) << 12;
        let mut digest = mix(place as u64 + 1);
        digest = mix(digest ^ self.stood.0);
        mix(digest ^ self.ended.0)
    }

    /// Whether it ends elsewhere than it began.
    pub(super) fn displaced(&self) -> bool {
        self.at != self.origin
    }

    /// Whether the claim, which is not one of steps, is true of this piece if the turn ends now.
    pub(super) fn satisfies(&self, claim: &Claim, dialect: Dialect) -> bool {
        let stood = |square| self.stood.contains(square);
        claim.specifier.admits(self.piece)
            && claim.specifier.square.is_none_or(stood)
            && match (&claim.property, dialect) {
                (Property::Square(square), Dialect::Founding) => self.ended.contains(*square),
                (Property::Square(square), Dialect::AbstractPlay) => self.at == *square,
                (Property::Captured, _) => self.captured,
                (Property::Steps(_), _) => false,
            }
    }
}

/// A bijection that spreads bits (the finalizer of `SplitMix64`).
const fn mix(value: u64) -> u64 {
    let value = (value ^ value >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ value >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ value >> 31
}

/// One step of the trail.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stride {
    /// Index of its track.
    pub(super) track: u8,
    pub(super) from: Square,
    pub(super) direction: Direction,
}

/// A turn so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trail {
    tracks: [Track; MOST_TRACKS],
    track_count: u8,
    strides: [Stride; MOST_STEPS],
    stride_count: u8,
    /// First squares of the pieces that have tracks.
    pub(super) origins: Bitboard,
}

impl Trail {
    /// The empty trail.
    pub(super) fn new() -> Self {
        // What lies beyond the counts is never looked at.
        let square = Edge::PASS.from();
        let piece = Piece::new(Color::Gold, Kind::Rabbit);
        Self {
            tracks: [Track::idle(piece, square); MOST_TRACKS],
            track_count: 0,
            strides: [Stride { track: 0, from: square, direction: Direction::North }; MOST_STEPS],
            stride_count: 0,
            origins: Bitboard::EMPTY,
        }
    }

    #[inline]
    pub(super) fn tracks(&self) -> &[Track] {
        &self.tracks[..usize::from(self.track_count)]
    }

    #[inline]
    pub(super) fn strides(&self) -> &[Stride] {
        &self.strides[..usize::from(self.stride_count)]
    }

    /// A hash of what became of the pieces, whatever the order; together with the start it stands for the board too.
    pub(super) fn digest(&self) -> u64 {
        self.tracks().iter().fold(0, |digest, track| digest ^ track.digest())
    }

    /// Number of pieces that end elsewhere than they began.
    pub(super) fn displaced(&self) -> u8 {
        self.tracks().iter().filter(|track| track.displaced()).count() as u8
    }

    /// The index of the piece that stands on `square` now.
    #[inline]
    fn track_at(&mut self, piece: Piece, square: Square) -> usize {
        let known = self.tracks().iter().position(|track| track.at == square && !track.captured);
        known.unwrap_or_else(|| {
            let index = usize::from(self.track_count).min(MOST_TRACKS - 1);
            self.tracks[index] = Track::idle(piece, square);
            self.track_count = index as u8 + 1;
            self.origins |= square.bit();
            index
        })
    }

    /// The trail after `edge`, which changed what `delta` says.
    #[inline]
    pub(super) fn after(&self, edge: Edge, delta: &Delta) -> Self {
        let mut next = *self;
        let directions = [edge.direction(), edge.second_direction().opposite()];
        for (moved, direction) in delta.moves.iter().zip(directions) {
            let index = next.track_at(moved.piece, moved.from);
            let track = &mut next.tracks[index];
            track.at = moved.to;
            track.stood |= moved.to.bit();
            track.ended |= moved.to.bit();
            let stride = usize::from(next.stride_count).min(MOST_STEPS - 1);
            next.strides[stride] = Stride { track: index as u8, from: moved.from, direction };
            next.stride_count = stride as u8 + 1;
        }
        // No piece enters the trap that another one fell on within the same edge, so the order does not matter.
        for capture in &delta.captures {
            let index = next.track_at(capture.piece, capture.square);
            next.tracks[index].captured = true;
        }
        next
    }

    /// Whether `claim`, which is not one of steps, is true of a turn from `start` that ends now.
    pub(super) fn satisfies(&self, claim: &Claim, start: &Board, dialect: Dialect) -> bool {
        self.tracks().iter().any(|track| track.satisfies(claim, dialect))
            || self.idle_satisfies(claim, start, dialect)
    }

    /// Whether the claim is true of a piece that did not move: only a final square can be.
    fn idle_satisfies(&self, claim: &Claim, start: &Board, dialect: Dialect) -> bool {
        let (Property::Square(square), Dialect::AbstractPlay) = (&claim.property, dialect) else {
            return false;
        };
        !self.origins.contains(*square)
            && start
                .piece_at(*square)
                .is_some_and(|piece| Track::idle(piece, *square).satisfies(claim, dialect))
    }

    /// How many more steps claims of steps need at least: none if all are satisfied in their order.
    pub(super) fn steps_missing<'a>(&self, claims: impl Iterator<Item = &'a Claim>) -> u8 {
        let mut after = 0;
        let mut missing = 0;
        for claim in claims {
            let Property::Steps(steps) = &claim.property else { continue };
            if missing > 0 {
                missing += steps.len();
                continue;
            }
            match self.first_completion(claim, steps, after) {
                Ok(end) => after = end,
                Err(done) => missing = steps.len() - done,
            }
        }
        missing.min(usize::from(NEVER)) as u8
    }

    /// A hash of how far the claims of steps are done: which is next, and how much of it each piece has done.
    pub(super) fn steps_digest(&self, claims: &[Claim]) -> u64 {
        let mut next = claims.iter().filter_map(|claim| match &claim.property {
            Property::Steps(steps) => Some((claim.specifier, steps)),
            _ => None,
        });
        let mut current = next.next();
        let (mut finished, mut done) = (0_u64, [0; MOST_TRACKS]);
        for stride in self.strides() {
            let Some((specifier, steps)) = current else { break };
            let index = usize::from(stride.track);
            let begins = done[index] > 0 || specifier.square.is_none_or(|square| square == stride.from);
            if !specifier.admits(self.tracks[index].piece)
                || !begins
                || steps.get(done[index]) != Some(&stride.direction)
            {
                continue;
            }
            done[index] += 1;
            if done[index] == steps.len() {
                current = next.next();
                finished += 1;
                done = [0; MOST_TRACKS];
            }
        }
        let pieces = self.tracks().iter().zip(done);
        pieces.fold(mix(finished + 1), |digest, (track, done)| {
            digest ^ mix((track.origin.index() | done << 6) as u64 + 1)
        })
    }

    /// The number of strides up to the end of the steps, all after the first `after` strides; or how many of the
    /// steps some piece has done.
    ///
    /// Whichever piece finishes first leaves the most room for later claims.
    fn first_completion(&self, claim: &Claim, steps: &[Direction], after: usize) -> Result<usize, usize> {
        let mut best: Result<usize, usize> = Err(0);
        for (index, track) in self.tracks().iter().enumerate() {
            if !claim.specifier.admits(track.piece) {
                continue;
            }
            let (mut done, mut end) = (0, 0);
            for (time, stride) in self.strides().iter().enumerate().skip(after) {
                let begins = done > 0 || claim.specifier.square.is_none_or(|square| square == stride.from);
                if done < steps.len()
                    && usize::from(stride.track) == index
                    && begins
                    && stride.direction == steps[done]
                {
                    done += 1;
                    end = time + 1;
                }
            }
            best = match (best, done == steps.len()) {
                (Ok(earlier), true) => Ok(earlier.min(end)),
                (Err(_), true) => Ok(end),
                (Err(other), false) => Err(other.max(done)),
                (ended, false) => ended,
            };
        }
        best
    }
}
