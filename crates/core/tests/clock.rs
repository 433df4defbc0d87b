//! Clocks: the field cases on time, and the arithmetic at its edges.

use tusker_core::{Clock, Color, TimeControl, TimeUp, TurnPhase};

const SECOND: u64 = 1000;

fn control(per_turn: u64, reserve: u64, percent: u32, max_reserve: u64) -> TimeControl {
    TimeControl {
        per_turn: per_turn * SECOND,
        reserve: reserve * SECOND,
        percent,
        max_reserve: max_reserve * SECOND,
        ..TimeControl::default()
    }
}

fn limit(clock: &Clock) -> Option<(u64, TimeUp)> {
    clock.turn_limit(Color::Gold).map(|limit| (limit.time, limit.cause))
}

/// `1s/1s/50`: percent scales only what is added.
#[test]
fn c45_percent_scales_additions_only() {
    let mut clock = Clock::new(control(1, 1, 50, 0));
    clock.end_turn(Color::Gold, 1500, TurnPhase::Play).unwrap();
    assert_eq!(clock.reserve(Color::Gold), 500);
    let before = clock;
    assert_eq!(clock.end_turn(Color::Gold, 1600, TurnPhase::Play), Err(TimeUp::Reserve));
    assert_eq!(clock, before);
    clock.end_turn(Color::Gold, 1500, TurnPhase::Play).unwrap();
    assert_eq!((clock.reserve(Color::Gold), clock.reserve(Color::Silver)), (0, 1000));
    clock.end_turn(Color::Gold, 0, TurnPhase::Play).unwrap();
    assert_eq!(clock.reserve(Color::Gold), 500);
}

/// 25 seconds a turn, at most 62 in reserve, 50 left, 5 used: 62 after the turn, but 70 could be used in it.
#[test]
fn c46_the_cap_comes_when_the_turn_ends() {
    let mut clock = Clock::new(control(25, 50, 100, 62));
    assert_eq!(limit(&clock), Some((75_000, TimeUp::Reserve)));
    clock.end_turn(Color::Gold, 5_000, TurnPhase::Play).unwrap();
    assert_eq!(clock.reserve(Color::Gold), 62_000);
    // A reserve that starts above its maximum may be used in full.
    let mut rich = Clock::new(control(1, 100, 100, 20));
    assert_eq!(limit(&rich), Some((101_000, TimeUp::Reserve)));
    rich.end_turn(Color::Gold, 61_000, TurnPhase::Play).unwrap();
    assert_eq!(rich.reserve(Color::Gold), 20_000);
}

#[test]
fn setups_change_no_reserve() {
    let mut clock = Clock::new(control(15, 30, 100, 0));
    clock.end_turn(Color::Gold, 1_000, TurnPhase::Setup).unwrap();
    clock.end_turn(Color::Silver, 45_000, TurnPhase::Setup).unwrap();
    assert_eq!((clock.reserve(Color::Gold), clock.reserve(Color::Silver)), (30_000, 30_000));
    assert_eq!(clock.total_used(), 46_000);
    assert_eq!(clock.end_turn(Color::Gold, 45_001, TurnPhase::Setup), Err(TimeUp::Reserve));
}

#[test]
fn the_tightest_limit_decides() {
    let base = control(60, 300, 75, 0);
    let mut clock = Clock::new(TimeControl { max_turn_time: 240_000, max_total: 500_000, ..base });
    assert_eq!(limit(&clock), Some((240_000, TimeUp::TurnTime)));
    assert_eq!(clock.end_turn(Color::Gold, 240_001, TurnPhase::Play), Err(TimeUp::TurnTime));
    clock.end_turn(Color::Gold, 240_000, TurnPhase::Play).unwrap();
    assert_eq!(limit(&clock), Some((180_000, TimeUp::Reserve)));
    clock.end_turn(Color::Silver, 200_000, TurnPhase::Play).unwrap();
    assert_eq!(limit(&clock), Some((60_000, TimeUp::Total)));
    assert_eq!(clock.end_turn(Color::Gold, 60_001, TurnPhase::Play), Err(TimeUp::Total));
}

/// `0/5m` is a clock; nothing at all is none; a mere maximum for the game still ends it.
#[test]
fn zero_means_unlimited() {
    assert_eq!(limit(&Clock::new(control(0, 300, 100, 0))), Some((300_000, TimeUp::Reserve)));
    assert_eq!(limit(&Clock::new(control(0, 0, 100, 5))), Some((0, TimeUp::Reserve)));
    let mut none = Clock::new(control(0, 0, 100, 0));
    assert_eq!(limit(&none), None);
    none.end_turn(Color::Gold, u64::MAX, TurnPhase::Play).unwrap();
    assert_eq!(none.reserve(Color::Gold), 0);
    let total_only = TimeControl { max_total: 7, ..TimeControl::default() };
    assert_eq!(limit(&Clock::new(total_only)), Some((7, TimeUp::Total)));
}

#[test]
fn nothing_overflows() {
    let huge =
        TimeControl { per_turn: u64::MAX, reserve: u64::MAX, percent: u32::MAX, ..TimeControl::default() };
    let mut clock = Clock::new(huge);
    assert_eq!(limit(&clock), Some((u64::MAX, TimeUp::Reserve)));
    clock.end_turn(Color::Gold, 0, TurnPhase::Play).unwrap();
    assert_eq!(clock.reserve(Color::Gold), u64::MAX);
    clock.end_turn(Color::Gold, u64::MAX, TurnPhase::Play).unwrap();
    clock.set_reserve(Color::Gold, 12);
    assert_eq!(clock.reserve(Color::Gold), 12);
}
