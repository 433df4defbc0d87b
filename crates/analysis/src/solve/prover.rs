//! The search: the attacker's turns are alternatives, the defender's must all be answered.

use super::escapes::Escapes;
use super::killers::{Killers, end_of, known_turns, learn};
use super::memo::Memo;
use super::repetition::Occurrences;
use std::ops::ControlFlow;
use tusker_core::{
    Color, Key, Outcome, Position, Turn, TurnGenerator, outcome_after_turn, outcome_of_rabbits, statics,
};
use tusker_tables::{Tables, Value};

/// What a cheap look tells of the end of a turn of the defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Safety {
    /// The attacker does not win in its next turn.
    Safe,
    /// It may do so by immobilization.
    Unclear,
    /// The defender has lost, or loses in the next turn.
    Lost,
}

/// A limit was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Added to the keys of positions in which the defender is to move.
const DEFENDER_MOVES: Key = Key(0x5851_F42D_4C95_7F2D);

/// How many nodes pass between two questions whether to stop.
const NODES_UNASKED: u64 = 256;

pub(super) struct Prover<'a> {
    memo: &'a mut Memo,
    tables: Option<&'a Tables>,
    occurrences: Occurrences,
    nodes: u64,
    most_nodes: u64,
    stop: &'a dyn Fn() -> bool,
    generators: Vec<TurnGenerator>,
    /// Turns of the defender that hurt nothing where nothing was threatened.
    harmless: Killers,
    /// How often in a row there was no such turn that a cheap look could tell.
    unclear: u32,
    /// By turns left: winning turns of the attacker, refutations by the defender.
    attacks: Vec<Killers>,
    refutations: Vec<Killers>,
}

impl<'a> Prover<'a> {
    pub(super) fn new(
        memo: &'a mut Memo,
        tables: Option<&'a Tables>,
        history: &[Key],
        most_nodes: Option<u64>,
        stop: &'a dyn Fn() -> bool,
    ) -> Self {
        Self {
            memo,
            tables,
            occurrences: Occurrences::new(history),
            nodes: 0,
            most_nodes: most_nodes.unwrap_or(u64::MAX),
            stop,
            generators: Vec::new(),
            harmless: Killers::default(),
            unclear: 0,
            attacks: Vec::new(),
            refutations: Vec::new(),
        }
    }

    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Counts nodes.
    ///
    /// # Errors
    /// A limit is reached.
    #[inline]
    pub(super) fn count(&mut self, nodes: u64) -> Result<(), Stopped> {
        let asked = self.nodes / NODES_UNASKED;
        self.nodes += nodes;
        if self.nodes > self.most_nodes || self.nodes / NODES_UNASKED > asked && (self.stop)() {
            return Err(Stopped);
        }
        Ok(())
    }

    pub(super) fn is_third_repetition(&self, end: &Position) -> bool {
        self.occurrences.is_third(end)
    }

    /// Whether the attacker, who has just ended its first turn with this position and this threat
    /// ([`statics::threatens_win`]), the game going on, wins within `turns` more turns.
    pub(super) fn first_turn_wins(
        &mut self,
        end: &Position,
        threat: Option<u8>,
        turns: u8,
    ) -> Result<bool, Stopped> {
        self.occurrences.enter(end);
        let wins = self.defender_loses(end, threat, turns);
        self.occurrences.leave(end);
        wins
    }

    /// Whether the side to move, at the start of its turn, wins within `turns` of its turns. The game goes on.
    fn attacker_wins(&mut self, position: &Position, turns: u8) -> Result<bool, Stopped> {
        if turns == 0 {
            return Ok(false);
        }
        if statics::wins_in(position).is_some() {
            return Ok(true);
        }
        if turns == 1 && !self.all_replies_may_be_illegal() {
            return Ok(false);
        }
        if let Some(answer) = self.known(position, position.repetition_key(), turns, position.side()) {
            return Ok(answer);
        }
        // What takes fewer turns costs far less to find.
        let mut wins = self.all_replies_may_be_illegal() && self.some_turn_wins(position, 0)?;
        for left in 1..turns {
            wins = wins || self.some_turn_wins(position, left)?;
        }
        self.learn(position.repetition_key(), turns, wins);
        Ok(wins)
    }

    /// Whether third repetitions may leave a side without a legal turn.
    fn all_replies_may_be_illegal(&self) -> bool {
        self.occurrences.twice() > 0
    }

    /// Whether there is a turn of the side to move after which it wins within `left` more turns. It does not win at
    /// once.
    fn some_turn_wins(&mut self, position: &Position, left: u8) -> Result<bool, Stopped> {
        for turn in known_turns(&self.attacks, left) {
            if let Some(end) = end_of(position, &turn)
                && self.turn_wins(&end, statics::threatens_win(&end), left)?
            {
                learn(&mut self.attacks, left, &turn);
                return Ok(true);
            }
        }
        let mut generator = self.generators.pop().unwrap_or_default();
        let found = if left <= 1 {
            self.find_now(&mut generator, position, left)
        } else {
            self.find_sorted(&mut generator, position, left)
        };
        self.generators.push(generator);
        let found = found?;
        if let Some(turn) = &found {
            learn(&mut self.attacks, left, turn);
        }
        Ok(found.is_some())
    }

    /// Tries turns as they come.
    fn find_now(
        &mut self,
        generator: &mut TurnGenerator,
        position: &Position,
        left: u8,
    ) -> Result<Option<Turn>, Stopped> {
        let mut result = Ok(None);
        generator.for_each(position, |found| {
            let end = found.position();
            match self.turn_wins(&end, statics::threatens_win(&end), left) {
                Ok(false) => return true,
                Ok(true) => result = Ok(Some(found.turn())),
                Err(stopped) => result = Err(stopped),
            }
            false
        });
        result
    }

    /// Tries turns that threaten something first.
    fn find_sorted(
        &mut self,
        generator: &mut TurnGenerator,
        position: &Position,
        left: u8,
    ) -> Result<Option<Turn>, Stopped> {
        let mut turns: Vec<(Option<u8>, Turn, Position)> = Vec::new();
        generator.for_each(position, |found| {
            let end = found.position();
            turns.push((statics::threatens_win(&end), found.turn(), end));
            true
        });
        turns.sort_by_key(|(threat, ..)| threat.unwrap_or(Position::STEPS + 1));
        for (threat, turn, end) in turns {
            if self.turn_wins(&end, threat, left)? {
                return Ok(Some(turn));
            }
        }
        Ok(None)
    }

    /// Whether a turn of the attacker that ended here with this threat wins within `left` more turns.
    fn turn_wins(&mut self, end: &Position, threat: Option<u8>, left: u8) -> Result<bool, Stopped> {
        let attacker = !end.side();
        if self.occurrences.is_third(end) || outcome_of_rabbits(end.board(), attacker).is_some() {
            // It would be illegal, or have lost: a win at once has been ruled out.
            return Ok(false);
        }
        self.occurrences.enter(end);
        let wins = self.defender_loses(end, threat, left);
        self.occurrences.leave(end);
        wins
    }

    /// Whether the side to move, at the start of its turn, loses within `turns` turns of the other side, which has this
    /// threat. No rabbit has ended the game.
    fn defender_loses(
        &mut self,
        position: &Position,
        threat: Option<u8>,
        turns: u8,
    ) -> Result<bool, Stopped> {
        self.count(1)?;
        let threat = threat.filter(|_| turns > 0);
        if turns == 1 && threat.is_none() && self.has_harmless_turn(position) {
            return Ok(false);
        }
        let key = position.repetition_key() ^ DEFENDER_MOVES;
        if let Some(answer) = self.known(position, key, turns, !position.side()) {
            return Ok(answer);
        }
        let loses = if statics::wins_in(position).is_some() {
            false
        } else if turns == 1 && threat.is_some() {
            self.threat_cannot_be_met(position)?
        } else {
            self.no_reply_refutes(position, turns, threat)?
        };
        self.learn(key, turns, loses);
        Ok(loses)
    }

    /// Whether some turn leaves the attacker without a win in one turn, as far as a quick search tells.
    ///
    /// The attacker threatens nothing, so mostly any will do. If none is found, that proves nothing yet.
    fn has_harmless_turn(&mut self, position: &Position) -> bool {
        if self.all_replies_may_be_illegal() {
            return false;
        }
        let is_safe =
            |turn: &Turn| end_of(position, turn).is_some_and(|end| self.safety(&end) == Safety::Safe);
        if let Some(place) = self.harmless.turns().iter().position(is_safe) {
            self.harmless.prefer(place);
            return true;
        }
        let edges = position.edges();
        let ends = edges.iter().map(|&edge| (edge, end_of(position, &Turn::from_iter([edge]))));
        let mut unclear = Vec::new();
        for (edge, end) in ends {
            let Some(end) = end else { continue };
            match self.safety(&end) {
                Safety::Safe => {
                    self.harmless.add(&Turn::from_iter([edge]));
                    return true;
                }
                Safety::Unclear => unclear.push(end),
                Safety::Lost => {}
            }
        }
        self.has_longer_harmless_turn(position) || unclear.iter().any(|end| self.saves_for_now(end))
    }

    /// The same for longer turns. A defender who is nearly immobile may have none; then it is not worth while to look
    /// for one after each turn of the attacker.
    fn has_longer_harmless_turn(&mut self, position: &Position) -> bool {
        if self.unclear >= 4 && !self.unclear.is_multiple_of(64) {
            self.unclear += 1;
            return false;
        }
        let mut generator = self.generators.pop().unwrap_or_default();
        let mut harmless = None;
        generator.for_each(position, |found| {
            if self.safety(&found.position()) == Safety::Safe {
                harmless = Some(found.turn());
            }
            harmless.is_none()
        });
        self.generators.push(generator);
        match harmless {
            Some(turn) => {
                self.unclear = 0;
                self.harmless.add(&turn);
                true
            }
            None => {
                self.unclear += 1;
                false
            }
        }
    }

    /// What a cheap look tells of the end of a turn of the defender.
    fn safety(&self, end: &Position) -> Safety {
        let (defender, attacker) = (!end.side(), end.side());
        if self.occurrences.is_third(end) {
            return Safety::Lost;
        }
        if let Some(outcome) = outcome_after_turn(end.board(), defender) {
            return if outcome.winner == defender { Safety::Safe } else { Safety::Lost };
        }
        let steps = end.steps_left();
        if statics::can_goal(end.board(), attacker, steps) || statics::elimination_steps(end).is_some() {
            Safety::Lost
        } else if statics::may_immobilize(end.board(), attacker, steps) || self.all_replies_may_be_illegal() {
            Safety::Unclear
        } else {
            Safety::Safe
        }
    }

    /// Whether the defender, who has just ended its turn here, has not lost and does not lose in the next turn.
    fn saves_for_now(&self, end: &Position) -> bool {
        match self.safety(end) {
            Safety::Safe => true,
            Safety::Lost => false,
            Safety::Unclear => {
                !self.all_replies_may_be_illegal() && statics::immobilization_steps(end).is_none()
            }
        }
    }

    /// Whether the attacker, who threatens to win by goal or elimination, wins in its next turn whatever the defender
    /// does. The defender cannot win first.
    fn threat_cannot_be_met(&mut self, position: &Position) -> Result<bool, Stopped> {
        if self.all_replies_may_be_illegal() {
            return self.no_reply_refutes(position, 1, None);
        }
        for turn in known_turns(&self.refutations, 1) {
            if end_of(position, &turn).is_some_and(|end| self.safety(&end) == Safety::Safe) {
                return Ok(false);
            }
        }
        let mut escapes = Escapes::default();
        let mut unclear = Vec::new();
        for steps in 1..=position.steps_left() {
            let mut nodes = 0;
            let escape = escapes.for_each(position, steps, &mut |end| {
                nodes += 1;
                match self.safety(end) {
                    Safety::Safe => return ControlFlow::Break(()),
                    Safety::Unclear => unclear.push(*end),
                    Safety::Lost => {}
                }
                ControlFlow::Continue(())
            });
            self.count(nodes)?;
            if escape.is_break() {
                return Ok(false);
            }
        }
        for end in unclear {
            self.count(1)?;
            if self.saves_for_now(&end) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether the attacker wins within `turns` turns after every turn of the defender, who cannot win at once.
    fn no_reply_refutes(
        &mut self,
        position: &Position,
        turns: u8,
        threat: Option<u8>,
    ) -> Result<bool, Stopped> {
        for turn in known_turns(&self.refutations, turns) {
            if let Some(end) = end_of(position, &turn)
                && self.reply_refutes(&end, turns)?
            {
                learn(&mut self.refutations, turns, &turn);
                return Ok(false);
            }
        }
        let mut replies: Vec<(Option<Turn>, Position)> = Vec::new();
        if threat.is_some() {
            // What is left out loses at once.
            let _ = Escapes::default().for_each(position, position.steps_left(), &mut |end| {
                replies.push((None, *end));
                ControlFlow::<()>::Continue(())
            });
        } else {
            let mut generator = self.generators.pop().unwrap_or_default();
            generator.for_each(position, |found| {
                replies.push((Some(found.turn()), found.position()));
                true
            });
            self.generators.push(generator);
        }
        for (turn, end) in replies {
            if self.reply_refutes(&end, turns)? {
                if let Some(turn) = turn {
                    learn(&mut self.refutations, turns, &turn);
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether a turn of the defender that ended here keeps the attacker from winning within `turns` turns.
    fn reply_refutes(&mut self, end: &Position, turns: u8) -> Result<bool, Stopped> {
        self.count(1)?;
        if self.occurrences.is_third(end) {
            return Ok(false);
        }
        if turns == 0 {
            // The attacker would have won only if no turn were legal.
            return Ok(true);
        }
        let defender = !end.side();
        if let Some(Outcome { winner, .. }) = outcome_after_turn(end.board(), defender) {
            return Ok(winner == defender);
        }
        self.occurrences.enter(end);
        let wins = self.attacker_wins(end, turns);
        self.occurrences.leave(end);
        Ok(!wins?)
    }

    /// What the memo or the tables say.
    fn known(&mut self, position: &Position, key: Key, turns: u8, attacker: Color) -> Option<bool> {
        if self.occurrences.are_judged() {
            return None;
        }
        let from_tables = self.tables.and_then(|tables| tables.probe(position.board(), position.side()));
        match from_tables {
            Some(value) => Some(wins_within(value, position.side(), attacker, turns)),
            None => self.memo.get(key, turns),
        }
    }

    fn learn(&mut self, key: Key, turns: u8, wins: bool) {
        if !self.occurrences.are_judged() {
            self.memo.put(key, turns, wins);
        }
    }
}

/// Whether the value of a position, `side` to move, is a win of `attacker` within `turns` of its turns.
///
/// With the attacker to move, its N-th turn is the (2 N - 1)-th of both; else the 2 N-th.
fn wins_within(value: Value, side: Color, attacker: Color, turns: u8) -> bool {
    let (winner, distance) = match value {
        Value::Draw => return false,
        Value::Win { turns } => (side, turns),
        Value::Loss { turns } => (!side, turns),
    };
    let most = 2 * u16::from(turns);
    winner == attacker && u16::from(distance) <= if side == attacker { most.saturating_sub(1) } else { most }
}
