//! Scores in words.

use tusker_core::{Color, Position};
use tusker_search::Score;

/// How a proven end is counted: in turns of the winner.
fn winner_turns(steps: i32, steps_left: u8) -> u32 {
    // The search counts every turn with all its steps; the first may have fewer.
    let first = u32::from(steps_left.clamp(1, Position::STEPS));
    let plies = 1 + steps.unsigned_abs().saturating_sub(first).div_ceil(u32::from(Position::STEPS));
    // A win comes with a turn of the mover, the first, third, fifth ..; a loss with one of the opponent, the second,
    // fourth .. It is the winner's turns that are counted.
    if steps > 0 { plies.div_ceil(2) } else { plies / 2 }
}

/// A score as people read it: rabbits with two decimals, or in how many turns of the winner the game is won.
///
/// `steps_left` is the number of steps that the mover has in the turn at the root, 1 to 4.
///
/// ```
/// use tusker_analysis::annotate::score_words;
/// use tusker_search::Score;
///
/// assert_eq!(score_words(Score(123), 4), "+1.23");
/// assert_eq!(score_words(Score::loss_in(8), 4), "loss in 1");
/// ```
pub fn score_words(score: Score, steps_left: u8) -> String {
    let Some(steps) = score.proven() else {
        return format!("{:+.2}", f64::from(score.0) / 100.0);
    };
    let turns = winner_turns(steps, steps_left);
    if steps > 0 { format!("win in {turns}") } else { format!("loss in {turns}") }
}

/// As [`score_words`], from Gold's view: `+1.23`, or `Gold in 2` for a win of Gold in two of its turns.
pub fn gold_words(score: Score, mover: Color, steps_left: u8) -> String {
    match score.proven() {
        None => score_words(in_golds_view(score, mover), steps_left),
        Some(steps) => {
            let winner = if steps > 0 { mover } else { !mover };
            format!("{winner} in {}", winner_turns(steps, steps_left))
        }
    }
}

/// The score from Gold's view.
pub(super) fn in_golds_view(score: Score, mover: Color) -> Score {
    if mover == Color::Gold { score } else { Score(-score.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rabbits_and_turns() {
        for (score, steps_left, expected) in [
            (Score(0), 4, "+0.00"),
            (Score(123), 4, "+1.23"),
            (Score(-5), 4, "-0.05"),
            (Score::win_in(4), 4, "win in 1"),
            (Score::win_in(2), 2, "win in 1"),
            (Score::win_in(12), 4, "win in 2"),
            (Score::win_in(10), 2, "win in 2"),
            (Score::win_in(28), 4, "win in 4"),
            (Score::loss_in(8), 4, "loss in 1"),
            (Score::loss_in(0), 4, "loss in 0"),
            (Score::loss_in(16), 4, "loss in 2"),
        ] {
            assert_eq!(score_words(score, steps_left), expected, "{score:?}, {steps_left} steps left");
        }
        assert_eq!(gold_words(Score(-50), Color::Silver, 4), "+0.50");
        assert_eq!(gold_words(Score::loss_in(8), Color::Gold, 4), "Silver in 1");
        assert_eq!(gold_words(Score::win_in(12), Color::Silver, 4), "Silver in 2");
    }
}
