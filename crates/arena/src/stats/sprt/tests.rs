use super::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!((found - expected).abs() <= tolerance, "{found} for {expected}");
}

fn sprt(elo0: f64, elo1: f64, model: EloModel) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).unwrap()
}

/// Golden numbers from the tests of fastchess (`sprt_test.cpp`), pairs.
#[test]
fn fastchess_golden_pairs() {
    use EloModel::{Logistic, Normalized};
    let cases = [
        ([365, 16618, 36029 + 200, 16974, 390], 0.0, 2.0, Normalized, 2.25),
        ([127, 4883, 10311 + 401, 5150, 104], -1.75, 0.25, Normalized, 3.01),
        ([223, 9863, 20279 + 1000, 10037, 246], 0.5, 2.5, Logistic, -3.07),
        ([871, 26175, 55003 + 980, 26678, 821], 0.0, 2.0, Logistic, -4.98),
    ];
    for (counts, elo0, elo1, model, llr) in cases {
        near(sprt(elo0, elo1, model).llr(&PairCounts::new(counts)), llr, 0.01);
    }
}

/// Golden numbers from the same tests, single games: wins, losses, draws.
#[test]
fn fastchess_golden_games() {
    use EloModel::{Logistic, Normalized};
    let cases = [
        ([36433.0, 36027.0, 68692.0], 0.0, 2.0, Normalized, 0.92),
        ([10871.0, 10650.0, 20431.0], -1.75, 0.25, Normalized, 2.30),
        ([21404.0, 21184.0, 40708.0], 0.5, 2.5, Logistic, -1.57),
        ([57433.0, 57030.0, 106_593.0], 0.0, 2.0, Logistic, -2.59),
    ];
    for ([wins, losses, draws], elo0, elo1, model, llr) in cases {
        let games = [(0.0, losses), (0.5, draws), (1.0, wins)];
        near(sprt(elo0, elo1, model).llr_of(&games, 1.0), llr, 0.01);
    }
}

/// Golden numbers without draws, from an independent program: the two constrained likelihoods maximized numerically
/// (scipy, SLSQP) over three buckets.
#[test]
fn golden_numbers_without_draws() {
    let cases = [
        ([20, 50, 30], 0.494_04),
        ([800, 2000, 1000], 8.841_43),
        ([1000, 2000, 1000], -3.311_86),
        ([150, 700, 150], -1.377_43),
        ([3, 0, 9], 0.167_74),
        ([0, 40, 10], 1.418_11),
    ];
    for ([lost, split, won], llr) in cases {
        near(
            sprt(0.0, 10.0, EloModel::Logistic).llr(&PairCounts::without_draws(lost, split, won)),
            llr,
            1e-3,
        );
    }
}

/// A test that never sees a draw, or even a lost pair, must still come to its end.
#[test]
fn empty_buckets_do_not_stall() {
    let test = sprt(0.0, 10.0, EloModel::Logistic);
    let mut last = 0.0;
    let decided = (1..1000).find(|&won| {
        let llr = test.llr(&PairCounts::without_draws(0, 0, won));
        assert!(llr > last, "{won} won pairs: {llr} after {last}");
        last = llr;
        llr >= test.upper()
    });
    // Each won pair of two tells ln(2 * score(10)) about twice; sure wins are decided by about a hundred pairs.
    assert!(decided.is_some_and(|pairs| (40..250).contains(&pairs)), "{decided:?}");
    assert_eq!(test.verdict(&PairCounts::without_draws(500, 0, 0)), Verdict::H0);
    assert_eq!(test.verdict(&PairCounts::without_draws(0, 3, 0)), Verdict::Open);
    near(test.llr(&PairCounts::default()), 0.0, 0.0);
}

#[test]
fn bounds_and_rates_are_checked() {
    assert!(matches!(Sprt::new(5.0, 5.0, 0.05, 0.05, EloModel::Logistic), Err(SprtError::Bounds(..))));
    assert!(matches!(Sprt::new(0.0, f64::NAN, 0.05, 0.05, EloModel::Logistic), Err(SprtError::Bounds(..))));
    assert!(matches!(Sprt::new(0.0, 5.0, 0.0, 0.05, EloModel::Logistic), Err(SprtError::Rates(..))));
    let test = sprt(0.0, 5.0, EloModel::Logistic);
    near(test.upper(), 2.944, 1e-3);
    near(test.lower(), -2.944, 1e-3);
}

/// One simulated match of games without draws; returns the verdict and the number of pairs. The first engine scores
/// what `elo` is worth on average, `tilt` more with the better side of a start and as much less with the other.
fn simulate(test: &Sprt, elo: f64, tilt: f64, rng: &mut impl Rng) -> (Verdict, u64) {
    let mut chance = |p: f64| f64::from(rng.next_u32()) < p * 4_294_967_296.0;
    let (better, worse) = (score_of_elo(elo) + tilt, score_of_elo(elo) - tilt);
    let mut pairs = PairCounts::default();
    loop {
        pairs.add_wins(usize::from(chance(better)) + usize::from(chance(worse)));
        match test.verdict(&pairs) {
            Verdict::Open => {}
            verdict => return (verdict, pairs.pairs()),
        }
    }
}

/// Error rates over `matches` matches at either bound, and the mean number of pairs.
fn error_rates(matches: u64, tilt: f64) -> [(f64, f64); 2] {
    let test = sprt(0.0, 10.0, EloModel::Logistic);
    [(0.0, Verdict::H1), (10.0, Verdict::H0)].map(|(elo, wrong)| {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let (mut errors, mut pairs) = (0, 0);
        for _ in 0..matches {
            let (verdict, played) = simulate(&test, elo, tilt, &mut rng);
            errors += u64::from(verdict == wrong);
            pairs += played;
        }
        (errors as f64 / matches as f64, pairs as f64 / matches as f64)
    })
}

#[test]
fn error_rates_of_some_matches() {
    for (rate, pairs) in error_rates(400, 0.0) {
        // Four standard errors above 20% over the nominal rate.
        assert!(rate < 0.06 + 4.0 * (0.06_f64 * 0.94 / 400.0).sqrt(), "{rate}");
        assert!(pairs > 100.0);
    }
}

fn ten_thousand_matches(tilt: f64) {
    for (bound, (rate, pairs)) in ["H0", "H1"].into_iter().zip(error_rates(10_000, tilt)) {
        println!("tilt {tilt}: {bound} true: error rate {rate:.4}, {pairs:.0} pairs on average");
        assert!(rate <= 0.06, "{bound}, tilt {tilt}: {rate}");
    }
}

#[test]
#[ignore = "10,000 matches at each bound: about a minute"]
fn error_rates_of_ten_thousand_matches_from_fair_starts() {
    ten_thousand_matches(0.0);
}

#[test]
#[ignore = "10,000 matches at each bound: about a minute"]
fn error_rates_of_ten_thousand_matches_from_decided_starts() {
    ten_thousand_matches(0.2);
}
