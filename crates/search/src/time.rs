//! How long to think: pure arithmetic over what the clock says.

use crate::Limits;
use std::time::Duration;
use tusker_core::TimeControl;

/// What a side knows of its clock; all times in milliseconds, as the controllers count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeFacts {
    /// The rules of the clock.
    pub control: TimeControl,
    /// This side's reserve when the turn began.
    pub reserve: u64,
    /// Time of this turn that was gone when the search began.
    pub used: u64,
    /// Time that both sides together have used in the game.
    pub total_used: u64,
    /// Kept back for the way of the answer to the controller's clock.
    pub overhead: u64,
}

/// A turn plans with this share of its reserve (one part in so many).
const RESERVE_SHARE: u64 = 22;
/// A turn may go this many times beyond its plan before it breaks off.
const STRETCH: u64 = 3;
/// No new iteration begins once this share of the plan is used, in percent: the next one would rarely finish.
const LAST_START: u64 = 55;

/// When to end the search of one turn; no limits if there is no clock, or if nothing on it limits this turn.
///
/// The search may break off at any moment before the deadline less the overhead, even if that is at once.
///
/// ```
/// # use tusker_core::TimeControl;
/// # use tusker_search::{TimeFacts, allot};
/// let control = TimeControl { per_turn: 1_000, percent: 100, ..TimeControl::default() };
/// let facts = TimeFacts { control, reserve: 0, used: 0, total_used: 0, overhead: 100 };
/// assert_eq!(allot(&facts).hard_time.unwrap().as_millis(), 900);
/// ```
pub fn allot(facts: &TimeFacts) -> Limits {
    let TimeFacts { control, reserve, used, total_used, overhead } = *facts;
    let Some(limit) = control.turn_limit(reserve, total_used) else {
        return Limits::default();
    };
    let deadline = limit.time;
    // A margin that grows with the deadline, so that hours lose seconds and seconds lose tenths.
    let margin = overhead.max(deadline / 100).min(deadline / 2);
    let available = deadline.saturating_sub(used).saturating_sub(margin);
    let plan = if control.is_timed() { reserve_plan(&control, reserve, margin) } else { deadline };
    // The time of the whole game is shared by both sides.
    let total_share = match control.max_total {
        0 => u64::MAX,
        total => total.saturating_sub(total_used) / (2 * RESERVE_SHARE),
    };
    let plan = plan.min(total_share).saturating_sub(used).min(available);
    let hard = plan.saturating_mul(STRETCH).min(plan.saturating_add(reserve / 6)).min(available);
    Limits {
        soft_time: Some(Duration::from_millis(plan * LAST_START / 100)),
        hard_time: Some(Duration::from_millis(hard)),
        ..Limits::default()
    }
}

/// What a turn may spend without touching the reserve, and a share of the reserve itself; in milliseconds.
fn reserve_plan(control: &TimeControl, reserve: u64, margin: u64) -> u64 {
    // Time beyond a full reserve is lost, so it is spent.
    let overflow = match control.max_reserve {
        0 => 0,
        cap => reserve.saturating_add(control.per_turn).saturating_sub(cap).min(control.per_turn),
    };
    control.per_turn.saturating_sub(margin).saturating_add(reserve / RESERVE_SHARE).max(overflow)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(per_turn: u64, reserve: u64, used: u64) -> TimeFacts {
        let control = TimeControl { per_turn, reserve, percent: 100, ..TimeControl::default() };
        TimeFacts { control, reserve, used, total_used: 0, overhead: 100 }
    }

    fn millis(limits: Limits) -> (u64, u64) {
        let value = |t: Option<Duration>| t.map_or(u64::MAX, |t| t.as_millis() as u64);
        (value(limits.soft_time), value(limits.hard_time))
    }

    #[test]
    fn no_clock_no_limit() {
        assert_eq!(allot(&facts(0, 0, 0)), Limits::default());
    }

    #[test]
    fn always_before_the_deadline() {
        for per_turn in [0, 1, 50, 1_000, 15_000, 86_400_000] {
            for reserve in [0, 1, 900, 1_000, 20_000, 150_000, 5_184_000_000] {
                for used in [0, 40, 999, 20_000] {
                    let (soft, hard) = millis(allot(&facts(per_turn, reserve, used)));
                    if per_turn + reserve > 0 {
                        let deadline = (per_turn + reserve).saturating_sub(used);
                        assert!(hard <= deadline, "{per_turn} {reserve} {used}: {hard} > {deadline}");
                        assert!(soft <= hard, "{per_turn} {reserve} {used}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_turn_time_alone_is_used_up() {
        let control = TimeControl { max_turn_time: 2_000, ..TimeControl::default() };
        assert_eq!(millis(allot(&TimeFacts { control, ..facts(0, 0, 0) })), (1_045, 1_900));
    }

    #[test]
    fn a_total_time_lasts_for_a_game() {
        let control = TimeControl { max_total: 600_000, ..TimeControl::default() };
        let mut total_used = 0;
        for _ in 0..150 {
            let (_, hard) = millis(allot(&TimeFacts { control, total_used, ..facts(0, 0, 0) }));
            assert!(hard > 0);
            total_used += hard;
        }
        assert!(total_used < 599_000, "{total_used} ms used in 150 turns");
    }

    #[test]
    fn a_clock_of_reserve_alone_lasts_for_a_game() {
        let mut reserve = 300_000;
        for _ in 0..100 {
            let (_, hard) = millis(allot(&facts(0, reserve, 0)));
            assert!(hard > 0);
            reserve -= (hard / 3).min(reserve);
        }
        assert!(reserve > 1_000, "{reserve} ms left after 100 turns");
    }
}
