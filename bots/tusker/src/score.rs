//! Scores and results in words.

use tusker_core::Position;
use tusker_search::Score;

/// A score as people read it: rabbits with two decimals, or in how many turns of the winner the game is won.
///
/// `steps_left` is the number of steps that the mover has in the turn at the root, 1 to 4.
pub(crate) fn words(score: Score, steps_left: u8) -> String {
    let Some(steps) = score.proven() else {
        return format!("{:+.2}", f64::from(score.0) / 100.0);
    };
    // The search counts every turn with all its steps; the first may have fewer.
    let first = u32::from(steps_left.clamp(1, Position::STEPS));
    let plies = 1 + steps.unsigned_abs().saturating_sub(first).div_ceil(u32::from(Position::STEPS));
    // A win comes with a turn of the mover, the first, third, fifth ..; a loss with one of the opponent, the second,
    // fourth .. It is the winner's turns that are counted.
    if steps > 0 { format!("win in {}", plies.div_ceil(2)) } else { format!("loss in {}", plies / 2) }
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
            assert_eq!(words(score, steps_left), expected, "{score:?}, {steps_left} steps left");
        }
    }
}
