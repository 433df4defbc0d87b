//! The shortest text in Lightvector notation for a position.
//!
//! Which claims to make is a problem of covering: the text must be true of a way to the position, and false of every
//! other turn that comes no later in the order of [`Group`]s. There are far too many such turns to list, so they are
//! found as they are needed: the cheapest text against all known rivals is resolved, and what else it may mean are new
//! rivals. When there are none, no shorter text can do.

use super::resolve::{Group, Plan};
use super::search::{Guide, walk};
use super::trail::Trail;
use super::universe::{Candidate, Route, Sort, candidates, holds, routes};
use super::{Claim, Dialect, Property, Specifier};
use tusker_core::{Edge, IllegalTurn, Key, Position, Turn, read_turn};

/// Which text is written of those that mean the position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WriteStyle {
    /// The fewest characters; of equals, squares rather than steps.
    #[default]
    Shortest,
    /// Every displaced and every captured piece is named, as Abstract Play does: its last square or `x`, and where it
    /// came from if that is needed; more claims only if these are not enough.
    Named,
}

/// The cheapest set of claims is looked for among at most so many.
const MOST_NODES: u32 = 60_000;
/// So many texts are resolved at most.
const MOST_ROUNDS: u32 = 400;
/// So many rivals of one text are collected.
const MOST_RIVALS: usize = 48;

/// Writes a turn in Lightvector notation; reading the text strictly in the same dialect leads to the same position.
///
/// The text tells of a turn with the fewest steps to that position, and is the shortest that does (or the plainest, see
/// [`WriteStyle`]). In rare positions where the search for it would take too long, each step is named instead.
///
/// # Errors
/// The turn is not legal in `position`.
///
/// ```
/// use tusker_notation::*;
///
/// let board = "g [r   e                              ErH                  R       ]";
/// let position = read_position(board, Strictness::Strict).unwrap().value;
/// let turn = read_turn(&position, "re4n Ed4e").unwrap().value.turn;
/// let write = |style| write_lightvector(&position, &turn, Dialect::AbstractPlay, style).unwrap();
/// assert_eq!(write(WriteStyle::Named), "re5 Ee4");
/// assert_eq!(write(WriteStyle::Shortest), "rn Ee");
/// ```
pub fn write_lightvector(
    position: &Position,
    turn: &Turn,
    dialect: Dialect,
    style: WriteStyle,
) -> Result<String, IllegalTurn> {
    let steps: Vec<_> = turn.steps().collect();
    let (turn, end) = read_turn(position, &steps)?;
    let routes = routes(position, &end, turn.steps_taken());
    let claims = match Writer::new(position, &end, &routes, dialect, style) {
        Some(mut writer) => writer.write(),
        None => None,
    };
    let claims =
        claims.unwrap_or_else(|| step_by_step(position, routes.first().map_or(&turn, |route| &route.turn)));
    let words: Vec<String> = claims.iter().map(ToString::to_string).collect();
    Ok(words.join(" "))
}

/// A claim for each step: nothing but the turn itself, or one with more steps, satisfies them.
fn step_by_step(position: &Position, turn: &Turn) -> Vec<Claim> {
    let mut board = *position.board();
    let mut claims = Vec::new();
    for step in turn.steps() {
        let piece = board.remove(step.from);
        if let Some(piece) = piece {
            board.put(step.to(), piece);
        }
        for square in board.unsupported_on_traps() {
            board.remove(square);
        }
        let specifier = Specifier { piece, square: Some(step.from) };
        claims.push(Claim { specifier, property: Property::Steps(vec![step.direction]) });
    }
    claims
}

/// A turn to another position that comes no later than the routes.
struct Rival {
    group: Group,
    trail: Trail,
}

struct Writer<'a> {
    position: &'a Position,
    target: Key,
    routes: &'a [Route],
    steps: u8,
    dialect: Dialect,
    candidates: Vec<Candidate>,
    /// What each candidate costs.
    costs: Vec<u32>,
    /// Candidates of which one must be chosen each.
    slots: Vec<Vec<usize>>,
    rivals: Vec<Rival>,
    /// For each candidate, the rivals of which it is true, one bit each.
    spared: Vec<Vec<u64>>,
    nodes: u32,
    budget: u32,
    next_budget: u32,
}

/// A set of claims under construction.
#[derive(Clone)]
struct Choice {
    chosen: Vec<usize>,
    cost: u32,
    routes: u32,
    banned: Vec<bool>,
}

impl<'a> Writer<'a> {
    /// `None` if there is no route, which only a position that is not reached can bring about.
    fn new(
        position: &'a Position,
        end: &Position,
        routes: &'a [Route],
        dialect: Dialect,
        style: WriteStyle,
    ) -> Option<Self> {
        let first = routes.first()?;
        let mut candidates = candidates(routes, position.board(), dialect);
        let mut slots = Vec::new();
        if style == WriteStyle::Named {
            slots = named_slots(&first.trail, &mut candidates);
        }
        let costs = candidates.iter().map(|candidate| cost(candidate, style)).collect();
        let spared = vec![Vec::new(); candidates.len()];
        let mut writer = Self {
            position,
            target: end.board_key(),
            routes,
            steps: first.turn.steps_taken(),
            dialect,
            candidates,
            costs,
            slots,
            rivals: Vec::new(),
            spared,
            nodes: 0,
            budget: 1,
            next_budget: u32::MAX,
        };
        writer.seed();
        Some(writer)
    }

    /// The first rivals: all short turns, and parts of the routes.
    fn seed(&mut self) {
        const SHORT: u8 = 2;
        for steps in 1..=self.steps.min(SHORT) {
            let mut all = Everything { target: self.target, steps, rivals: Vec::new() };
            walk(self.position, steps, &mut all);
            self.add_rivals(all.rivals);
        }
        for route in self.routes {
            self.add_rivals(parts(self.position, &route.turn, self.target));
        }
    }

    fn add_rivals(&mut self, rivals: Vec<Rival>) {
        for rival in rivals {
            let board = self.position.board();
            let spared: Vec<bool> = self
                .candidates
                .iter()
                .map(|candidate| holds(&rival.trail, &candidate.claim, board, self.dialect))
                .collect();
            if !spared.contains(&true) {
                continue;
            }
            let (word, bit) = (self.rivals.len() / 64, self.rivals.len() % 64);
            for (bits, spared) in self.spared.iter_mut().zip(spared) {
                bits.resize(word + 1, 0);
                bits[word] |= u64::from(spared) << bit;
            }
            self.rivals.push(rival);
        }
    }

    /// The cheapest claims that mean the position; `None` if they are not found in reasonable time.
    fn write(&mut self) -> Option<Vec<Claim>> {
        let mut rounds = 0;
        loop {
            let choice = Choice {
                chosen: Vec::new(),
                cost: 0,
                routes: u32::MAX >> (32 - self.routes.len()),
                banned: vec![false; self.candidates.len()],
            };
            self.next_budget = u32::MAX;
            let Some(found) = self.choose(choice) else {
                if self.nodes > MOST_NODES || self.next_budget == u32::MAX {
                    return None;
                }
                self.budget = self.next_budget;
                continue;
            };
            let claims = self.text_order(&found.chosen);
            let group = self.group(found.routes);
            let rivals = self.rivals_of(&claims, group);
            if rivals.is_empty() {
                return Some(claims);
            }
            rounds += 1;
            if rounds > MOST_ROUNDS {
                return None;
            }
            self.add_rivals(rivals);
        }
    }

    /// The first group in which one of these routes lies.
    fn group(&self, routes: u32) -> Group {
        let alive = self.routes.iter().enumerate().filter(|(index, _)| routes >> index & 1 == 1);
        let displaced = alive.map(|(_, route)| route.trail.displaced()).min().unwrap_or(0);
        Group { steps: self.steps, displaced }
    }

    /// The chosen claims in the order of the text: those of steps in the order in which they happen.
    fn text_order(&self, chosen: &[usize]) -> Vec<Claim> {
        let mut ordered = chosen.to_vec();
        ordered.sort_by_key(|&index| {
            let candidate = &self.candidates[index];
            (candidate.sort == Sort::Steps, if candidate.sort == Sort::Steps { candidate.time } else { 0 })
        });
        ordered.into_iter().map(|index| self.candidates[index].claim.clone()).collect()
    }

    fn is_steps(&self, index: usize) -> bool {
        self.candidates[index].sort == Sort::Steps
    }

    /// Depth-first: the first open slot, then some claim against the first rival that is left.
    fn choose(&mut self, choice: Choice) -> Option<Choice> {
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return None;
        }
        if let Some(slot) = self.slots.get(choice.chosen.len()).cloned() {
            return slot
                .into_iter()
                .find_map(|index| self.with(&choice, index).and_then(|next| self.choose(next)));
        }
        let Some(rival) = self.rival_left(&choice) else {
            // A text has at least one word.
            if choice.chosen.is_empty() {
                let all = 0..self.candidates.len();
                return all.into_iter().find_map(|index| self.with(&choice, index));
            }
            return Some(choice);
        };
        let any_steps = choice.chosen.iter().any(|&index| self.is_steps(index));
        let mut siblings = choice;
        for index in 0..self.candidates.len() {
            let hits = self.spared[index][rival / 64] >> (rival % 64) & 1 == 0;
            // Claims of steps exclude together what each of them does not.
            if !hits && !self.is_steps(index) {
                continue;
            }
            if !hits && !any_steps && siblings.cost + self.costs[index] + 3 > self.budget {
                self.next_budget = self.next_budget.min(siblings.cost + self.costs[index] + 4);
                continue;
            }
            if let Some(next) = self.with(&siblings, index)
                && let Some(found) = self.choose(next)
            {
                return Some(found);
            }
            // What comes later need not try this claim again: all sets with it have been seen.
            siblings.banned[index] = true;
        }
        None
    }

    /// The choice with one more claim, if the budget allows it and a route is left of which all is true.
    fn with(&mut self, choice: &Choice, index: usize) -> Option<Choice> {
        if choice.banned[index] || choice.chosen.contains(&index) {
            return None;
        }
        let cost = choice.cost + self.costs[index] + u32::from(!choice.chosen.is_empty());
        if cost > self.budget {
            self.next_budget = self.next_budget.min(cost);
            return None;
        }
        let mut next =
            Choice { cost, routes: choice.routes & self.candidates[index].routes, ..choice.clone() };
        next.chosen.push(index);
        if self.is_steps(index) && next.chosen.iter().filter(|&&i| self.is_steps(i)).count() > 1 {
            let claims = self.text_order(&next.chosen);
            for (bit, route) in self.routes.iter().enumerate() {
                if route.trail.steps_missing(claims.iter()) > 0 {
                    next.routes &= !(1 << bit);
                }
            }
        }
        (next.routes != 0).then_some(next)
    }

    /// The first known rival of which all chosen claims are true.
    fn rival_left(&self, choice: &Choice) -> Option<usize> {
        let group = self.group(choice.routes);
        let claims = (choice.chosen.iter().filter(|&&index| self.is_steps(index)).count() > 1)
            .then(|| self.text_order(&choice.chosen));
        for word in 0..self.rivals.len().div_ceil(64) {
            let mut left =
                choice.chosen.iter().fold(u64::MAX, |left, &index| left & self.spared[index][word]);
            while left != 0 {
                let index = word * 64 + left.trailing_zeros() as usize;
                left &= left - 1;
                let Some(rival) = self.rivals.get(index) else { break };
                let together =
                    claims.as_ref().is_none_or(|claims| rival.trail.steps_missing(claims.iter()) == 0);
                if rival.group <= group && together {
                    return Some(index);
                }
            }
        }
        None
    }

    /// What else the claims mean, in groups no later than `group`.
    fn rivals_of(&self, claims: &[Claim], group: Group) -> Vec<Rival> {
        for steps in 1..=self.steps {
            let mut finder = RivalFinder {
                plan: Plan::new(self.position, claims, self.dialect),
                target: self.target,
                steps,
                group,
                rivals: Vec::new(),
            };
            walk(self.position, steps, &mut finder);
            if !finder.rivals.is_empty() {
                return finder.rivals;
            }
        }
        Vec::new()
    }
}

/// Finds turns that satisfy all claims and end elsewhere.
struct RivalFinder<'a> {
    plan: Plan<'a>,
    target: Key,
    steps: u8,
    group: Group,
    rivals: Vec<Rival>,
}

impl Guide for RivalFinder<'_> {
    fn missing(&self, trail: &Trail, _: &Position, left: u8) -> u8 {
        self.plan.missing(trail, left)
    }

    fn may_end_with(&self, trail: &Trail, _: &Position, edge: Edge) -> bool {
        self.plan.may_end_with(trail, edge)
    }

    fn order_digest(&self, trail: &Trail) -> Option<u64> {
        Some(self.plan.order_digest(trail))
    }

    fn found(&mut self, _: &Turn, trail: &Trail, end: &Position) -> bool {
        let group = Group { steps: self.steps, displaced: trail.displaced() };
        if end.board_key() != self.target && group <= self.group {
            self.rivals.push(Rival { group, trail: *trail });
        }
        self.rivals.len() < MOST_RIVALS
    }
}

/// Takes every turn.
struct Everything {
    target: Key,
    steps: u8,
    rivals: Vec<Rival>,
}

impl Guide for Everything {
    fn missing(&self, _: &Trail, _: &Position, _: u8) -> u8 {
        0
    }

    fn may_end_with(&self, _: &Trail, _: &Position, _: Edge) -> bool {
        true
    }

    fn order_digest(&self, _: &Trail) -> Option<u64> {
        None
    }

    fn found(&mut self, _: &Turn, trail: &Trail, end: &Position) -> bool {
        if end.board_key() != self.target {
            let group = Group { steps: self.steps, displaced: trail.displaced() };
            self.rivals.push(Rival { group, trail: *trail });
        }
        true
    }
}

/// The turns that leave out some edges of `turn`, as far as they are legal.
fn parts(position: &Position, turn: &Turn, target: Key) -> Vec<Rival> {
    let mut rivals = Vec::new();
    for choice in 1..(1_u32 << turn.edges().len()) - 1 {
        let (mut now, mut trail) = (*position, Trail::new());
        let chosen = turn.edges().iter().enumerate().filter(|(bit, _)| choice >> bit & 1 == 1);
        let legal = chosen.into_iter().all(|(_, &edge)| match now.play(edge) {
            Ok(delta) => {
                trail = trail.after(edge, &delta);
                true
            }
            Err(_) => false,
        });
        if legal && now.board_key() != target && now.board_key() != position.start_key() {
            let group = Group { steps: trail.strides().len() as u8, displaced: trail.displaced() };
            rivals.push(Rival { group, trail });
        }
    }
    rivals
}

/// What a claim costs: its characters, and in the style that names pieces a surcharge for what is less plain.
fn cost(candidate: &Candidate, style: WriteStyle) -> u32 {
    let surcharge = match (style, candidate.sort) {
        (WriteStyle::Shortest, _) | (WriteStyle::Named, Sort::Target) => 0,
        (WriteStyle::Named, Sort::Way) => 20,
        (WriteStyle::Named, Sort::Hold) => 40,
        (WriteStyle::Named, Sort::Steps) => 80,
    };
    candidate.length + surcharge
}

/// For each displaced or captured piece of the trail, in order, the claims that name it.
fn named_slots(trail: &Trail, candidates: &mut Vec<Candidate>) -> Vec<Vec<usize>> {
    candidates.retain(|candidate| candidate.claim.specifier.piece.is_some());
    let named = trail.tracks().iter().filter(|track| track.displaced() || track.captured);
    named
        .map(|track| {
            let property = if track.captured { Property::Captured } else { Property::Square(track.at) };
            let names = |claim: &Claim| {
                claim.property == property
                    && claim.specifier.piece == Some(track.piece)
                    && claim.specifier.square.is_none_or(|square| square == track.origin)
            };
            (0..candidates.len()).filter(|&index| names(&candidates[index].claim)).collect()
        })
        .collect()
}
