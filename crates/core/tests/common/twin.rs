//! The rules once more: slow, obvious, on an array of letters, step by step, without a line of the engine.
//!
//! Where an enemy step can be read both as the end of a pull and as the beginning of a push, both readings are
//! followed; a turn is legal if one of its readings is.

use std::collections::{BTreeMap, BTreeSet};

/// a1 is 0, h8 is 63; `' '` is empty; Gold's letters are upper case.
pub type Cells = [char; 64];

/// A step: square, and one of `n e s w`.
pub type TwinStep = (usize, char);

const STRENGTH: &str = "RCDHME";
const TRAPS: [usize; 4] = [18, 21, 42, 45];

/// What the turn waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Pending {
    Nothing,
    /// A piece of this letter has just left `square` by a plain step: a weaker enemy may follow.
    Pull {
        square: usize,
        puller: char,
    },
    /// An enemy of this letter was pushed from `square`: one of the pieces on `pushers` must follow.
    Push {
        square: usize,
        pushed: char,
        pushers: Vec<usize>,
    },
}

/// A position inside a turn, under one reading of the steps so far.
#[derive(Clone, Debug)]
pub struct Twin {
    pub cells: Cells,
    pub gold: bool,
    pub steps_left: u8,
    pub start: Cells,
    pending: Pending,
}

fn is_gold(letter: char) -> bool {
    letter.is_ascii_uppercase()
}

fn strength(letter: char) -> usize {
    STRENGTH.find(letter.to_ascii_uppercase()).expect("a piece")
}

/// The neighbour of `square` to the `n`, `e`, `s` or `w`.
pub fn go(square: usize, direction: char) -> Option<usize> {
    let (file, rank) = (square % 8, square / 8);
    match direction {
        'n' if rank < 7 => Some(square + 8),
        's' if rank > 0 => Some(square - 8),
        'e' if file < 7 => Some(square + 1),
        'w' if file > 0 => Some(square - 1),
        _ => None,
    }
}

pub fn neighbors(square: usize) -> impl Iterator<Item = usize> {
    "nesw".chars().filter_map(move |direction| go(square, direction))
}

/// Reads the 64 characters of AEI.
pub fn cells(text: &str) -> Cells {
    let mut cells = [' '; 64];
    for (index, letter) in text.chars().enumerate() {
        cells[(7 - index / 8) * 8 + index % 8] = letter;
    }
    cells
}

/// Writes the 64 characters of AEI.
pub fn text(cells: &Cells) -> String {
    (0..64).map(|index| cells[(7 - index / 8) * 8 + index % 8]).collect()
}

pub fn has_friend(cells: &Cells, square: usize) -> bool {
    neighbors(square).any(|n| cells[n] != ' ' && is_gold(cells[n]) == is_gold(cells[square]))
}

/// Next to a stronger enemy and to no friend.
pub fn is_frozen(cells: &Cells, square: usize) -> bool {
    let letter = cells[square];
    let stronger_enemy = |n: usize| {
        cells[n] != ' ' && is_gold(cells[n]) != is_gold(letter) && strength(cells[n]) > strength(letter)
    };
    neighbors(square).any(stronger_enemy) && !has_friend(cells, square)
}

/// Moves a piece and removes every piece that stands on a trap without a friend; returns those.
pub fn displace(cells: &mut Cells, from: usize, to: usize) -> Vec<(char, usize)> {
    cells[to] = cells[from];
    cells[from] = ' ';
    let fallen: Vec<_> = TRAPS.into_iter().filter(|&t| cells[t] != ' ' && !has_friend(cells, t)).collect();
    fallen.into_iter().map(|trap| (std::mem::replace(&mut cells[trap], ' '), trap)).collect()
}

impl Twin {
    /// The start of a turn.
    pub fn new(cells: Cells, gold: bool, steps_left: u8) -> Self {
        Self { cells, gold, steps_left, start: cells, pending: Pending::Nothing }
    }

    /// Every legal single step with what it leads to, once for each reading.
    pub fn steps(&self) -> Vec<(TwinStep, Self)> {
        let mut found = Vec::new();
        if self.steps_left == 0 {
            return found;
        }
        for from in (0..64).filter(|&s| self.cells[s] != ' ') {
            for direction in "nesw".chars() {
                let Some(to) = go(from, direction) else { continue };
                if self.cells[to] == ' ' {
                    for pending in self.readings(from, to, direction) {
                        let mut next = self.clone();
                        displace(&mut next.cells, from, to);
                        next.steps_left -= 1;
                        next.pending = pending;
                        found.push(((from, direction), next));
                    }
                }
            }
        }
        found
    }

    /// What may be pending after a step; nothing at all if the step is illegal.
    fn readings(&self, from: usize, to: usize, direction: char) -> Vec<Pending> {
        let letter = self.cells[from];
        let own = is_gold(letter) == self.gold;
        let mut readings = Vec::new();
        match &self.pending {
            Pending::Push { square, pushed, pushers } => {
                let follows = own && to == *square && pushers.contains(&from);
                if follows && strength(letter) > strength(*pushed) && !is_frozen(&self.cells, from) {
                    readings.push(Pending::Nothing);
                }
                return readings;
            }
            Pending::Pull { square, puller } => {
                if !own && to == *square && strength(letter) < strength(*puller) {
                    readings.push(Pending::Nothing);
                }
            }
            Pending::Nothing => {}
        }
        if own {
            let backward = if self.gold { 's' } else { 'n' };
            let is_rabbit = letter.eq_ignore_ascii_case(&'r');
            let steps_back = is_rabbit && direction == backward;
            if !is_frozen(&self.cells, from) && !steps_back {
                readings.push(Pending::Pull { square: from, puller: letter });
            }
        } else if self.steps_left >= 2 {
            let pushers: Vec<_> = neighbors(from).filter(|&n| self.may_push(n, letter)).collect();
            // Some pusher must live to finish it.
            let mut after = self.cells;
            displace(&mut after, from, to);
            if pushers.iter().any(|&p| after[p] != ' ') {
                readings.push(Pending::Push { square: from, pushed: letter, pushers });
            }
        }
        readings
    }

    fn may_push(&self, pusher: usize, pushed: char) -> bool {
        let letter = self.cells[pusher];
        letter != ' '
            && is_gold(letter) == self.gold
            && strength(letter) > strength(pushed)
            && !is_frozen(&self.cells, pusher)
    }

    /// Whether the turn may end here.
    pub fn may_end(&self) -> bool {
        !self.in_push() && self.cells != self.start
    }

    pub fn in_push(&self) -> bool {
        matches!(self.pending, Pending::Push { .. })
    }

    /// Whether this can be part of a turn: not at its end on its first board, and no push without a good finish.
    pub fn may_stand(&self) -> bool {
        if self.in_push() {
            self.steps().iter().any(|(_, next)| next.may_stand())
        } else {
            self.steps_left > 0 || self.may_end()
        }
    }
}

/// The legal first steps, with what they lead to under all readings.
pub fn grouped_steps(readings: &[Twin]) -> BTreeMap<TwinStep, Vec<Twin>> {
    let mut groups = BTreeMap::<_, Vec<Twin>>::new();
    for (step, next) in readings.iter().flat_map(Twin::steps) {
        groups.entry(step).or_default().push(next);
    }
    groups
}

/// All legal turns as sequences of steps, and the boards on which they end.
#[derive(Default)]
pub struct AllTurns {
    pub sequences: u64,
    pub boards: BTreeSet<String>,
}

impl AllTurns {
    pub fn of(twin: &Twin) -> Self {
        let mut all = Self::default();
        all.walk(std::slice::from_ref(twin));
        all
    }

    fn walk(&mut self, readings: &[Twin]) {
        for next in grouped_steps(readings).values() {
            if let Some(end) = next.iter().find(|twin| twin.may_end()) {
                self.sequences += 1;
                self.boards.insert(text(&end.cells));
            }
            self.walk(next);
        }
    }
}
