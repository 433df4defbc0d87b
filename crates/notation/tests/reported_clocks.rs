//! Reports of people who write or use Arimaa software, time controls: one test per report, by its number in the project's list.

use tusker_notation::{read_time_control, write_time_control};

#[test]
fn c44_time_controls() {
    const S: u64 = 1_000;
    // Seconds: turn, reserve, percent, max, turns, total, longest turn; and the canonical form.
    let cases = [
        ("15s/30s/100/60s/10m", [15, 30, 100, 60, 0, 600, 0], "15s/30s/100/1m/10m"),
        ("2m/3m/100/10m/8h", [120, 180, 100, 600, 0, 28_800, 0], "2m/3m/100/10m/8h"),
        ("60s/5m/75/0/4h/4m", [60, 300, 75, 0, 0, 14_400, 240], "1m/5m/75/0/4h/4m"),
        (
            "1d/60d/100/0/300d/21d",
            [86_400, 5_184_000, 100, 0, 0, 25_920_000, 1_814_400],
            "1d/60d/100/0/300d/21d",
        ),
        ("2/2/100/2/0", [120, 120, 100, 120, 0, 0, 0], "2m/2m/100/2m"),
        ("30s/3/100/5/8", [30, 180, 100, 300, 0, 28_800, 0], "30s/3m/100/5m/8h"),
        ("1:30/5/100/0/1:30", [90, 300, 100, 0, 0, 5_400, 0], "1m30s/5m/100/0/1h30m"),
        ("15s/30s/100/0/40t", [15, 30, 100, 0, 40, 0, 0], "15s/30s/100/0/40t"),
        ("0/5m", [0, 300, 100, 0, 0, 0, 0], "0/5m"),
        ("15s/30s//60s", [15, 30, 100, 60, 0, 0, 0], "15s/30s/100/1m"),
        ("1m30/2m", [1_860, 120, 100, 0, 0, 0, 0], "31m/2m"),
        ("8s/0/0", [8, 0, 0, 0, 0, 0, 0], "8s/0/0"),
        ("2m/6m/100/0/7h13s/0", [120, 360, 100, 0, 0, 25_213, 0], "2m/6m/100/0/7h13s"),
        ("0:30/3/100/5/8", [30, 180, 100, 300, 0, 28_800, 0], "30s/3m/100/5m/8h"),
        (":30/1", [30, 60, 100, 0, 0, 0, 0], "30s/1m"),
        ("/5m", [0, 300, 100, 0, 0, 0, 0], "0/5m"),
        ("1:/5m///", [60, 300, 100, 0, 0, 0, 0], "1m/5m"),
    ];
    for (text, [turn, reserve, percent, max, turns, total, longest], canonical) in cases {
        let clock = read_time_control(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(
            (clock.per_turn, clock.reserve, clock.max_reserve),
            (turn * S, reserve * S, max * S),
            "{text}"
        );
        assert_eq!((u64::from(clock.percent), u64::from(clock.max_turns)), (percent, turns), "{text}");
        assert_eq!((clock.max_total, clock.max_turn_time), (total * S, longest * S), "{text}");
        assert_eq!(write_time_control(&clock).unwrap(), canonical, "{text}");
        assert_eq!(read_time_control(canonical).unwrap(), clock, "{text}");
    }
}

#[test]
fn c44_time_control_errors() {
    let cases = [
        ("", "line 1, column 1: a time control is empty"),
        ("15s", "line 1, column 4: the time control '15s' has no reserve"),
        ("15s/", "line 1, column 5: the time control '15s/' has no reserve"),
        ("none", "line 1, column 5: the time control 'none' has no reserve"),
        (
            "none/1",
            "line 1, column 1: the move field 'none' of the time control: expected a whole number, found 'none'",
        ),
        ("0.5s/5s", "line 1, column 2: the move field '0.5s' of the time control: '.' is no unit"),
        (
            "15s/30s/abc",
            "line 1, column 9: the percent field 'abc' of the time control: expected a whole number",
        ),
        ("15s/30s/-5", "line 1, column 9: the percent field '-5'"),
        ("15 s/30s", "line 1, column 3: the move field '15 s' of the time control: ' ' is no unit"),
        ("15S/30s", "line 1, column 3: the move field '15S' of the time control: 'S' is no unit"),
        (
            "1:2:3/0",
            "line 1, column 5: the move field '1:2:3' of the time control: there is no unit below seconds for '3'",
        ),
        (
            "-5s/30s",
            "line 1, column 1: the move field '-5s' of the time control: expected a whole number, found '-5s'",
        ),
        ("1s/2s/3/4s/5/6s/7", "line 1, column 17: a time control has at most 6 fields"),
        ("1s/2s/3/4s/5/6s/", "line 1, column 17: a time control has at most 6 fields"),
        (
            "15s/30s/100/0/t",
            "line 1, column 15: the total field 't' of the time control: expected a number of turns",
        ),
        ("15s/30s/100/0/-4t", "line 1, column 15: the total field '-4t'"),
        (
            "15s/30s/100/0/40t/5x",
            "line 1, column 20: the turn field '5x' of the time control: 'x' is no unit",
        ),
        (
            "9999999999999999d/1s",
            "line 1, column 1: the move field '9999999999999999d' of the time control: the time is too long",
        ),
        (
            "15s/1::2",
            "line 1, column 7: the reserve field '1::2' of the time control: expected a whole number, found ':2'",
        ),
    ];
    for (text, expected) in cases {
        let error = read_time_control(text).expect_err(text).to_string();
        assert!(error.starts_with(expected), "{text}: {error}");
    }
}
