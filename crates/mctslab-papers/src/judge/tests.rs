use mctslab_core::Rng;
use mctslab_stats::Scores;

use super::*;
use crate::settings::RunKey;

fn claim(kind: ClaimKind, low: Option<f64>, high: Option<f64>) -> Claim {
    let rows = vec![RunKey::new("a".to_string(), None)];
    let (id, text) = ("X".to_string(), String::new());
    Claim {
        id,
        text,
        kind,
        rows,
        than: Vec::new(),
        low,
        high,
        within: None,
        least: None,
        none_outside: false,
        second: false,
        fitted: None,
        reason: None,
        because: None,
        profile: None,
    }
}

fn seen(measured: Measured) -> ClaimRow {
    ClaimRow {
        label: "a row".to_string(),
        measured: Some(measured),
        published: Some(0.5),
        published_error: 0.0,
        tolerance: 0.01,
    }
}

fn games(wins: u64, games: u64) -> ClaimRow {
    seen(Measured::Games(Scores::of_results(wins, 0, games - wins)))
}

fn mean(mean: f64, error: f64) -> ClaimRow {
    seen(Measured::Mean { mean, error, freedom: 1e9 })
}

#[test]
fn inside_straddling_outside() {
    let inside = claim(ClaimKind::Inside, Some(0.4), Some(0.6));
    let verdict = |row: ClaimRow| inside.judge(&[row], &[], 0.95).verdict;
    assert_eq!(verdict(games(5000, 10_000)), ClaimVerdict::Reproduced);
    assert_eq!(verdict(games(49, 100)), ClaimVerdict::Open, "0.39 to 0.59 sticks out");
    assert_eq!(verdict(games(600, 1000)), ClaimVerdict::Open);
    assert_eq!(verdict(games(7000, 10_000)), ClaimVerdict::NotReproduced);
    assert_eq!(verdict(games(3000, 10_000)), ClaimVerdict::NotReproduced);
}

#[test]
fn one_sided_tolerances() {
    let above = claim(ClaimKind::Inside, Some(0.5), None);
    let below = claim(ClaimKind::Inside, None, Some(0.5));
    for (row, up, down) in [
        (mean(0.6, 0.01), ClaimVerdict::Reproduced, ClaimVerdict::NotReproduced),
        (mean(0.51, 0.01), ClaimVerdict::Open, ClaimVerdict::Open),
        (mean(0.4, 0.01), ClaimVerdict::NotReproduced, ClaimVerdict::Reproduced),
    ] {
        assert_eq!(above.judge(std::slice::from_ref(&row), &[], 0.95).verdict, up);
        assert_eq!(below.judge(std::slice::from_ref(&row), &[], 0.95).verdict, down);
    }
}

#[test]
fn a_conjunction_fails_with_its_worst_row() {
    let judged = claim(ClaimKind::Inside, Some(0.0), Some(1.0)).judge(&[mean(0.5, 0.01), mean(1.5, 0.01)], &[], 0.95);
    assert_eq!((judged.verdict, judged.estimate), (ClaimVerdict::NotReproduced, Some(1.5)));
    // The first is nearer to the end, but surely inside: it is the second that leaves it open.
    let judged = claim(ClaimKind::Inside, Some(0.0), None).judge(&[mean(0.1, 0.01), mean(0.5, 0.4)], &[], 0.95);
    assert_eq!((judged.verdict, judged.estimate), (ClaimVerdict::Open, Some(0.5)));
}

#[test]
fn a_count_that_is_just_reached() {
    let rows = [mean(0.9, 0.01), mean(0.8, 0.01), mean(0.5, 0.1), mean(0.1, 0.01)];
    let verdict =
        |least: usize| Claim { least: Some(least), ..claim(ClaimKind::Count, Some(0.6), None) }.judge(&rows, &[], 0.95);
    assert_eq!(verdict(2).verdict, ClaimVerdict::Reproduced);
    assert_eq!(verdict(3).verdict, ClaimVerdict::Open);
    assert_eq!(verdict(4).verdict, ClaimVerdict::NotReproduced);
    assert_eq!((verdict(3).estimate, verdict(3).ends), (Some(2.0), Some((2.0, 3.0))));
    let strict = |rows: &[ClaimRow]| {
        Claim { least: Some(2), none_outside: true, ..claim(ClaimKind::Count, Some(0.6), None) }.judge(rows, &[], 0.95)
    };
    assert_eq!(strict(&rows).verdict, ClaimVerdict::NotReproduced, "the last one lies outside");
    assert_eq!(strict(&rows[..3]).verdict, ClaimVerdict::Reproduced);
}

#[test]
fn differences_and_orders_have_a_direction() {
    let above = claim(ClaimKind::Differs, Some(0.0), None);
    assert_eq!(above.judge(&[mean(2.0, 0.1)], &[mean(1.0, 0.1)], 0.95).verdict, ClaimVerdict::Reproduced);
    assert_eq!(above.judge(&[mean(1.0, 0.1)], &[mean(2.0, 0.1)], 0.95).verdict, ClaimVerdict::NotReproduced);
    let order = claim(ClaimKind::Order, None, None);
    let rows = [mean(1.0, 0.1), mean(2.0, 0.1), mean(3.0, 0.1)];
    assert_eq!(order.judge(&rows, &[], 0.95).verdict, ClaimVerdict::Reproduced);
    let turned: Vec<ClaimRow> = rows.iter().rev().cloned().collect();
    assert_eq!(order.judge(&turned, &[], 0.95).verdict, ClaimVerdict::NotReproduced);
    assert_eq!(order.judge(&[mean(1.0, 0.1), mean(1.1, 0.1)], &[], 0.95).verdict, ClaimVerdict::Open);
}

#[test]
fn nothing_measured_is_not_run() {
    let none = ClaimRow { measured: None, ..games(1, 2) };
    for kind in [ClaimKind::Inside, ClaimKind::Order, ClaimKind::Trend, ClaimKind::Exact] {
        let judged = claim(kind, Some(0.0), None).judge(&[none.clone(), none.clone()], &[], 0.95);
        assert_eq!((judged.verdict, judged.measured), (ClaimVerdict::NotRun, 0), "{kind:?}");
    }
    let counted = Claim { least: Some(1), ..claim(ClaimKind::Count, Some(0.0), None) };
    let judged = counted.judge(&[none], &[], 0.95);
    assert_eq!((judged.verdict, judged.ends), (ClaimVerdict::NotRun, Some((0.0, 1.0))));
}

#[test]
fn many_rows_are_corrected_for_where_they_refute_and_not_where_they_confirm() {
    // 0 of 100: the upper end of 95 % is 1 - 0.025^(1/100) = 0.036.
    let most = |high: f64| claim(ClaimKind::Inside, None, Some(high));
    let cells = vec![games(0, 100); 27];
    assert_eq!(most(0.04).judge(&cells, &[], 0.95).verdict, ClaimVerdict::Reproduced);
    // A row at 2.5 standard errors refutes a claim of one row, and not one of 27.
    let apart = |rows: usize| {
        let rows: Vec<ClaimRow> = (0..rows).map(|row| mean(if row == 0 { 2.5 } else { -9.0 }, 1.0)).collect();
        most(0.0).judge(&rows, &[], 0.95).verdict
    };
    assert_eq!([apart(1), apart(27)], [ClaimVerdict::NotReproduced, ClaimVerdict::Open]);
}

#[test]
fn a_published_number_has_an_error_of_its_own() {
    let near = Claim { within: Some(0.05), ..claim(ClaimKind::Inside, None, None) };
    let verdict = |value: f64, error: f64, published_error: f64| {
        near.judge(&[ClaimRow { published_error, ..mean(value, error) }], &[], 0.95).verdict
    };
    // Published 0.5; 0.02 at 95 % is 0.039: the tolerance reaches to 0.589.
    assert_eq!(verdict(0.56, 0.01, 0.0), ClaimVerdict::Open);
    assert_eq!(verdict(0.56, 0.01, 0.02), ClaimVerdict::Reproduced);
    // Refuted from 0.55 + 1.96·√(0.01² + 0.02²) = 0.594 on.
    assert_eq!(
        [verdict(0.58, 0.01, 0.0), verdict(0.58, 0.01, 0.02)],
        [ClaimVerdict::NotReproduced, ClaimVerdict::Open]
    );
    assert_eq!(
        [verdict(0.593, 0.01, 0.02), verdict(0.595, 0.01, 0.02)],
        [ClaimVerdict::Open, ClaimVerdict::NotReproduced]
    );
}

/// How often in a hundred the published number of that many games, and as many rows, refutes the
/// truth that it was drawn from.
fn refuted_by_its_own_error(rows: usize, published_games: u64, seed: u64) -> f64 {
    let mut random = Rng::new(seed);
    let mut share = |truth: f64, games: u64| (0..games).filter(|_| random.unit() < truth).count() as u64;
    let near = Claim { within: Some(0.05), ..claim(ClaimKind::Inside, None, None) };
    let refuted = (0..400).filter(|_| {
        let row = |_| {
            let published = share(0.5, published_games) as f64 / published_games as f64;
            let published_error = (published * (1.0 - published) / published_games as f64).sqrt();
            ClaimRow { published: Some(published), published_error, ..games(share(0.5, 1000), 1000) }
        };
        let rows: Vec<ClaimRow> = (0..rows).map(row).collect();
        near.judge(&rows, &[], 0.95).verdict == ClaimVerdict::NotReproduced
    });
    refuted.count() as f64 / 4.0
}

#[test]
fn a_number_that_was_published_from_few_games_is_seldom_refuted_by_chance() {
    for (rows, games, seed) in [(1, 100, 1), (4, 100, 2), (1, 400, 3)] {
        let refuted = refuted_by_its_own_error(rows, games, seed);
        assert!(refuted <= 5.0, "{rows} rows of {games} published games: {refuted} %");
    }
}

#[test]
fn a_true_trend_is_hardly_ever_refuted_however_noisy() {
    let rising = claim(ClaimKind::Trend, Some(0.0), None);
    let mut random = Rng::new(7);
    let mut normal = || quantile(random.unit().clamp(1e-12, 1.0 - 1e-12));
    for (rows, step) in [(5, 0.2), (5, 0.5), (8, 0.2), (8, 0.5)] {
        let (mut refuted, mut confirmed) = (0, 0);
        for _ in 0..1000 {
            let row = |place| mean(f64::from(place) * step + normal(), 1.0);
            let rows: Vec<ClaimRow> = (0..rows).map(row).collect();
            match rising.judge(&rows, &[], 0.95).verdict {
                ClaimVerdict::NotReproduced => refuted += 1,
                ClaimVerdict::Reproduced => confirmed += 1,
                _ => {}
            }
        }
        assert!(refuted <= 50, "{rows} rows, {step} s.e. apart: {refuted} of 1000 refuted");
        if rows == 8 && step > 0.4 {
            assert!(confirmed > 500, "{rows} rows, {step} s.e. apart: {confirmed} of 1000 confirmed");
        }
    }
}

#[test]
fn trends_have_a_direction() {
    let rising = claim(ClaimKind::Trend, Some(0.0), None);
    let rows: Vec<ClaimRow> = (0..8).map(|place| mean(f64::from(place), 0.2)).collect();
    let judged = rising.judge(&rows, &[], 0.95);
    assert_eq!(judged.verdict, ClaimVerdict::Reproduced);
    assert!((judged.estimate.expect("a rise") - 7.0).abs() < 1e-12, "{judged:?}");
    let falling: Vec<ClaimRow> = rows.iter().rev().cloned().collect();
    assert_eq!(rising.judge(&falling, &[], 0.95).verdict, ClaimVerdict::NotReproduced);
    let flat: Vec<ClaimRow> = (0..4).map(|_| mean(0.0, 1.0)).collect();
    assert_eq!(rising.judge(&flat, &[], 0.95).verdict, ClaimVerdict::Open);
}

#[test]
fn exact_numbers() {
    let exact = Claim { least: Some(2), ..claim(ClaimKind::Exact, None, None) };
    let rows = [seen(Measured::Exact(0.505)), seen(Measured::Exact(0.49)), seen(Measured::Exact(0.6))];
    assert_eq!(exact.judge(&rows, &[], 0.95).verdict, ClaimVerdict::Reproduced);
    let all = Claim { least: None, ..exact };
    assert_eq!(all.judge(&rows, &[], 0.95).verdict, ClaimVerdict::NotReproduced);
}
