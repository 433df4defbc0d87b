//! Games that both engines take for decided.

use crate::record::TurnFacts;
use serde::{Deserialize, Serialize};
use tusker_core::Color;

/// When a game is broken off: both engines, each from its own view, tell scores of at least `score` for the same
/// side, `turns` times each without a break.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// Centi-rabbits, above zero.
    pub score: u32,
    /// Turns of each engine, 1 or more.
    pub turns: u32,
}

impl std::str::FromStr for Adjudication {
    type Err = String;

    /// Reads `SCORE,TURNS`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let pair = text.split_once(',').and_then(|(score, turns)| {
            Some(Self { score: score.trim().parse().ok()?, turns: turns.trim().parse().ok()? })
        });
        pair.filter(|rule| rule.score > 0 && rule.turns > 0)
            .ok_or_else(|| format!("expected SCORE,TURNS such as 2000,4, both above zero, found '{text}'"))
    }
}

/// For whom each engine's scores have spoken, and how often in a row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Agreement {
    rule: Option<Adjudication>,
    streaks: [(Option<Color>, u32); 2],
}

impl Agreement {
    pub(crate) const fn new(rule: Option<Adjudication>) -> Self {
        Self { rule, streaks: [(None, 0); 2] }
    }

    /// Counts a turn of `side` with what its engine told; returns the winner, and why, once both agree.
    pub(crate) fn winner_after(&mut self, side: Color, told: Option<&TurnFacts>) -> Option<(Color, String)> {
        let rule = self.rule?;
        let score = told.and_then(|facts| facts.score);
        let favours = score
            .filter(|score| score.unsigned_abs() >= rule.score)
            .map(|score| if score > 0 { side } else { !side });
        let streak = &mut self.streaks[side.index()];
        *streak = match favours {
            None => (None, 0),
            Some(_) if streak.0 == favours => (favours, streak.1 + 1),
            Some(_) => (favours, 1),
        };
        let [gold, silver] = self.streaks;
        let agreed = gold.0.is_some() && gold.0 == silver.0 && gold.1.min(silver.1) >= rule.turns;
        let Adjudication { score, turns } = rule;
        gold.0.filter(|_| agreed).map(|winner| {
            (winner, format!("both engines saw {winner} ahead by {score} or more for {turns} turns"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(scores: &[i32]) -> Option<usize> {
        let mut agreement = Agreement::new(Some(Adjudication { score: 1000, turns: 2 }));
        let mut side = Color::Gold;
        scores.iter().position(|&score| {
            let facts = TurnFacts { score: Some(score), ..TurnFacts::default() };
            let winner = agreement.winner_after(side, Some(&facts));
            side = !side;
            winner.is_some_and(|(winner, _)| winner == Color::Gold)
        })
    }

    #[test]
    fn both_must_agree_often_enough() {
        assert_eq!(run(&[1000, -1000, 1200, -3000]), Some(3));
        assert_eq!(run(&[1000, -999, 1200, -3000]), None);
        assert_eq!(run(&[1000, 1000, 1200, 3000]), None);
        assert_eq!(run(&[1000, -1000, 10, -1000, 1000, -1000, 1000]), Some(6));
    }

    #[test]
    fn the_rule_is_read() {
        assert_eq!("2000,4".parse(), Ok(Adjudication { score: 2000, turns: 4 }));
        for bad in ["", "2000", "0,4", "2000,0", "a,b"] {
            assert!(bad.parse::<Adjudication>().is_err(), "{bad}");
        }
    }
}
