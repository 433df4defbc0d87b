//! Which rule ended a game.

use tusker_core::{Color, EndReason, Outcome};

/// The item of the official order of results, 1 to 6, by which a game ended when `mover` had ended a turn; `None` for
/// endings that no board shows: time, resignation, limits and so on.
///
/// ```
/// use tusker_analysis::annotate::rule_item;
/// use tusker_core::{Color, EndReason, Outcome};
///
/// let outcome = Outcome { winner: Color::Silver, reason: EndReason::Goal };
/// assert_eq!(rule_item(outcome, Color::Gold), Some(2));
/// ```
pub fn rule_item(outcome: Outcome, mover: Color) -> Option<u8> {
    Some(match (outcome.reason, outcome.winner == mover) {
        (EndReason::Goal, true) => 1,
        (EndReason::Goal, false) => 2,
        (EndReason::Elimination, true) => 3,
        (EndReason::Elimination, false) => 4,
        (EndReason::Immobilization, _) => 5,
        (EndReason::Repetition, _) => 6,
        _ => return None,
    })
}

/// The ending in a sentence without a full stop: who won, by which of the six items, and what that one says.
pub fn rule_words(outcome: Outcome, mover: Color) -> String {
    let other = !mover;
    let why = match rule_item(outcome, mover) {
        Some(1) => format!("{mover} ended its turn with a rabbit on its goal"),
        Some(2) => format!("{mover} ended its turn with a rabbit of {other} on that rabbit's goal"),
        Some(3) => format!("{other} has no rabbits after {mover}'s turn"),
        Some(4) => format!("{mover} has no rabbits after its own turn"),
        Some(5) => format!("{other} has no legal step"),
        Some(6) => format!("every turn of {other} would be a third repetition"),
        _ => return format!("{outcome}, not by the position on the board"),
    };
    let item = rule_item(outcome, mover).unwrap_or(0);
    format!("{outcome}: item {item} of 6, {why}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_has_its_words() {
        let mut seen = Vec::new();
        for reason in EndReason::ALL {
            for winner in Color::ALL {
                let outcome = Outcome { winner, reason };
                let words = rule_words(outcome, Color::Gold);
                assert!(words.starts_with(&outcome.to_string()), "{words}");
                match rule_item(outcome, Color::Gold) {
                    Some(item) => {
                        assert!(words.contains(&format!("item {item} of 6")), "{words}");
                        seen.push(item);
                    }
                    None => assert!(words.contains("not by the position"), "{words}"),
                }
            }
        }
        seen.sort_unstable();
        assert_eq!(seen, [1, 2, 3, 4, 5, 5, 6, 6]);
    }
}
