//! Lightvector notation read off its definition: every step sequence, every claim, no shortcuts.

use std::collections::{BTreeMap, HashMap};
use tusker_core::{Board, Direction, Piece, Position, Square, walk_turns};
use tusker_notation::{Claim, Dialect, Property};

/// One piece in one turn.
struct Life {
    piece: Piece,
    /// Every square on which it stood, in order.
    squares: Vec<Square>,
    captured: bool,
}

struct Story {
    lives: Vec<Life>,
    /// Number of the piece, where it began, where it went.
    steps: Vec<(usize, Square, Direction)>,
}

/// Plays single steps with named pieces.
fn tell(start: &Board, steps: &[(Square, Direction)]) -> Story {
    let mut lives: Vec<Life> = Vec::new();
    let mut here: BTreeMap<usize, usize> = BTreeMap::new();
    for square in Square::all() {
        if let Some(piece) = start.piece_at(square) {
            here.insert(square.index(), lives.len());
            lives.push(Life { piece, squares: vec![square], captured: false });
        }
    }
    let mut told = Vec::new();
    for &(from, direction) in steps {
        let to = from.neighbor(direction).unwrap();
        let number = here.remove(&from.index()).unwrap();
        here.insert(to.index(), number);
        lives[number].squares.push(to);
        told.push((number, from, direction));
        for trap in ["c3", "f3", "c6", "f6"] {
            let trap: Square = trap.parse().unwrap();
            let Some(&doomed) = here.get(&trap.index()) else { continue };
            let color = lives[doomed].piece.color;
            let beside = Direction::ALL.into_iter().filter_map(|d| trap.neighbor(d));
            if !beside.filter_map(|s| here.get(&s.index())).any(|&n| lives[n].piece.color == color) {
                here.remove(&trap.index());
                lives[doomed].captured = true;
            }
        }
    }
    Story { lives, steps: told }
}

impl Story {
    fn displaced(&self) -> usize {
        self.lives.iter().filter(|life| life.squares.first() != life.squares.last()).count()
    }

    fn admits(&self, number: usize, claim: &Claim) -> bool {
        claim.specifier.piece.is_none_or(|piece| piece == self.lives[number].piece)
    }

    fn is_true(&self, claim: &Claim, dialect: Dialect) -> bool {
        self.lives.iter().enumerate().any(|(number, life)| {
            self.admits(number, claim)
                && claim.specifier.square.is_none_or(|square| life.squares.contains(&square))
                && match (&claim.property, dialect) {
                    (Property::Square(square), Dialect::Founding) => life.squares[1..].contains(square),
                    (Property::Square(square), Dialect::AbstractPlay) => life.squares.last() == Some(square),
                    (Property::Captured, _) => life.captured,
                    (Property::Steps(_), _) => unreachable!(),
                }
        })
    }

    /// Whether the claims of steps from `claims[0]` on can be found at or after step `from`, in every possible way.
    fn steps_are_true(&self, claims: &[&Claim], from: usize) -> bool {
        let Some((claim, rest)) = claims.split_first() else { return true };
        let Property::Steps(directions) = &claim.property else { unreachable!() };
        (0..self.lives.len()).filter(|&number| self.admits(number, claim)).any(|number| {
            self.find(number, claim.specifier.square, directions, from)
                .into_iter()
                .any(|end| self.steps_are_true(rest, end))
        })
    }

    /// All ends of these steps by one piece.
    fn find(
        &self,
        number: usize,
        square: Option<Square>,
        directions: &[Direction],
        from: usize,
    ) -> Vec<usize> {
        let Some((direction, rest)) = directions.split_first() else { return vec![from] };
        let mut ends = Vec::new();
        for (time, step) in self.steps.iter().enumerate().skip(from) {
            if step.0 == number && step.2 == *direction && square.is_none_or(|square| square == step.1) {
                ends.extend(self.find(number, None, rest, time + 1));
            }
        }
        ends
    }

    fn satisfies(&self, claims: &[Claim], dialect: Dialect) -> bool {
        let is_steps = |claim: &&Claim| matches!(claim.property, Property::Steps(_));
        let steps: Vec<&Claim> = claims.iter().filter(is_steps).collect();
        claims.iter().filter(|claim| !is_steps(claim)).all(|claim| self.is_true(claim, dialect))
            && self.steps_are_true(&steps, 0)
    }
}

/// Every step sequence of a position, told once.
pub(crate) struct AllStories {
    stories: Vec<(Story, String)>,
}

impl AllStories {
    pub(crate) fn of(position: &Position) -> Self {
        let mut stories = Vec::new();
        walk_turns(position, |edges, board| {
            let steps: Vec<_> =
                edges.iter().flat_map(|edge| edge.steps()).map(|s| (s.from, s.direction)).collect();
            stories.push((tell(position.board(), &steps), board.to_string()));
            true
        });
        Self { stories }
    }

    /// The first group, and the boards in it, sorted.
    pub(crate) fn resolve(&self, claims: &[Claim], dialect: Dialect) -> Option<((u8, u8), Vec<String>)> {
        let mut groups: BTreeMap<(u8, u8), Vec<String>> = BTreeMap::new();
        for (story, board) in &self.stories {
            if story.satisfies(claims, dialect) {
                let group = (story.steps.len() as u8, story.displaced() as u8);
                groups.entry(group).or_default().push(board.clone());
            }
        }
        let (group, mut boards) = groups.pop_first()?;
        boards.sort();
        boards.dedup();
        Some((group, boards))
    }

    /// Boards that can be reached, with the fewest steps to each.
    pub(crate) fn boards(&self) -> HashMap<String, usize> {
        let mut boards = HashMap::new();
        for (story, board) in &self.stories {
            let fewest = boards.entry(board.clone()).or_insert(story.steps.len());
            *fewest = story.steps.len().min(*fewest);
        }
        boards
    }
}
