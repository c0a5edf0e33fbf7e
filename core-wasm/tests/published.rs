//! Compares results for published totals and tables, and for many random values, with independent arithmetic in
//! integers, to the last digit.
#![cfg(not(target_arch = "wasm32"))]
// Tests report failures by panicking.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

use uno_core::domain::{
    decimal::{Hundredths, Thousandths},
    grade::{
        Indicator, Quantity, Subject, built_in,
        hrv::{stress_index, time_domain},
        indicator::{HealthGrade, VisionGrade},
        vision::{self, Acuity, Refraction},
    },
};

/// A pseudo-random number generator with a fixed sequence.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % end
    }
}

/// Returns the fraction in hundredths, rounded half-up.
fn hundredths(numerator: i128, denominator: i128) -> i128 {
    (numerator * 200 + denominator).div_euclid(denominator * 2)
}

/// Returns whether `found` is the root of a fraction in hundredths, rounded half-up.
fn is_root(found: i128, numerator: i128, denominator: i128) -> bool {
    let (below, above) = ((found * 2 - 1).max(0), found * 2 + 1);
    below * below * denominator <= numerator * 40_000 && numerator * 40_000 < above * above * denominator
}

fn check_intervals(intervals: &[u16]) {
    let values: Vec<i128> = intervals.iter().copied().map(i128::from).collect();
    let count = i128::try_from(values.len()).unwrap();
    let (sum, found) = (values.iter().sum::<i128>(), time_domain(intervals).unwrap());
    let steps: Vec<i128> = values.windows(2).map(|pair| pair[1] - pair[0]).collect();
    // The deviation of x from the mean, times the count: n · x − Σx.
    let spread: i128 = values.iter().map(|value| (value * count - sum).pow(2)).sum();
    assert_eq!(i128::from(found.mean_nn.0), hundredths(sum, count));
    assert_eq!(i128::from(found.heart_rate.0), hundredths(60_000 * count, sum));
    assert!(is_root(found.sdnn.0.into(), spread, count * count * (count - 1)), "{found:?} {intervals:?}");
    let squares = steps.iter().map(|step| step * step).sum();
    assert!(is_root(found.rmssd.0.into(), squares, count - 1), "{found:?} {intervals:?}");
    let apart = i128::try_from(steps.iter().filter(|step| step.abs() > 50).count()).unwrap();
    assert_eq!(i128::from(found.pnn50.0), hundredths(apart * 100, count - 1));
}

#[test]
fn variability_is_right_to_the_last_digit() {
    let mut dice = Dice(5);
    for round in 0..3_000 {
        // Steady and irregular hearts, few and many beats.
        let (middle, spread) = (400 + dice.below(1_200), 1 + dice.below([3, 40, 100][round % 3]));
        let length = 2 + dice.below([3, 50, 600][round / 3 % 3]);
        let intervals: Vec<u16> =
            (0..length).map(|_| u16::try_from(middle + dice.below(spread * 2) - spread / 2).unwrap()).collect();
        check_intervals(&intervals);
    }
}

#[test]
fn the_stress_index_is_that_of_a_histogram_counted_by_hand() {
    let mut dice = Dice(6);
    for round in 0..2_000 {
        let (middle, spread) = (500 + dice.below(900), 2 + dice.below([20, 90, 180][round % 3]));
        let length = 100 + dice.below(300);
        let intervals: Vec<u16> =
            (0..length).map(|_| u16::try_from(middle + dice.below(spread) + dice.below(spread)).unwrap()).collect();
        let (shortest, longest) = (*intervals.iter().min().unwrap(), *intervals.iter().max().unwrap());
        if shortest == longest {
            continue;
        }
        let found = stress_index(&intervals).unwrap();
        let in_bin = |bin: u16| intervals.iter().filter(|interval| **interval / 50 == bin).count();
        // In a tie, the bin with the shortest intervals counts.
        let (fullest, most) = (0..60).map(|bin| (bin, in_bin(bin))).rev().max_by_key(|(_, count)| *count).unwrap();
        assert_eq!((found.mode, found.range), (fullest * 50 + 25, longest - shortest), "{intervals:?}");
        let (most, length) = (i128::try_from(most).unwrap(), i128::from(length));
        assert_eq!(i128::from(found.amplitude.0), hundredths(most * 100, length));
        // AMo / (2 · Mo · MxDMn), in percent and seconds.
        let seconds = i128::from(found.mode) * i128::from(found.range) * 2;
        let index = hundredths(most * 100 * 1_000_000, length * seconds);
        assert_eq!(i128::from(found.index.hundredths_half_up().0), index, "{intervals:?}");
    }
}

/// Returns the sum of answers in item order, with the answers of reversed items inverted.
fn total(answers: &[u8], reversed: &[usize], most: u8) -> i64 {
    let worth = |(place, answer): (usize, &u8)| if reversed.contains(&(place + 1)) { most - answer } else { *answer };
    answers.iter().enumerate().map(worth).map(i64::from).sum()
}

#[test]
fn totals_and_means_of_instruments_are_those_of_their_scoring_rules() {
    // Number of items, lowest and highest answer, reversed items, points per step, whether the mean is the result.
    type Rule = (Indicator, u8, u8, u8, &'static [usize], i64, bool);
    let rules: [Rule; 9] = [
        (Indicator::Pss10, 10, 0, 4, &[4, 5, 7, 8], 1, false),
        (Indicator::Gad7, 7, 0, 3, &[], 1, false),
        (Indicator::BepsiK, 5, 1, 5, &[], 1, true),
        (Indicator::CbiPersonal, 6, 0, 4, &[], 25, true),
        (Indicator::CbiWork, 7, 0, 4, &[7], 25, true),
        (Indicator::CbiClient, 6, 0, 4, &[], 25, true),
        (Indicator::Bat12, 12, 1, 5, &[], 1, true),
        (Indicator::KdsqC, 15, 0, 2, &[], 1, false),
        (Indicator::KdsqP, 5, 0, 2, &[], 1, false),
    ];
    let mut dice = Dice(7);
    for (instrument, items, least, most, reversed, worth, is_mean) in rules {
        let questionnaire = instrument.axis().questionnaire.unwrap();
        for _ in 0..500 {
            let answers: Vec<u8> =
                (0..items).map(|_| least + u8::try_from(dice.below(u64::from(most - least) + 1)).unwrap()).collect();
            let expected = total(&answers, reversed, least + most) * worth;
            let expected = Quantity::new(expected, if is_mean { items.into() } else { 1 });
            assert_eq!(questionnaire.result(answers.iter().copied().map(Some)), expected, "{instrument:?} {answers:?}");
            // Without any one answer there is no result.
            let gap = usize::try_from(dice.below(items.into())).unwrap();
            let with_gap = answers.iter().enumerate().map(|(place, answer)| (place != gap).then_some(*answer));
            assert_eq!(questionnaire.result(with_gap), None);
        }
    }
}

/// The norms cover adults.
const ADULT: Subject = Subject { age: Some(18), sex: None };

#[test]
fn all_totals_have_the_published_severity() {
    // GAD-7: Spitzer et al. 2006. PSS-10: the usual bands.
    let severity = |total: u16| ["MINIMAL", "MILD", "MODERATE", "SEVERE"][usize::from((total / 5).min(3))];
    let level = |total: u16| if total < 14 { "LOW" } else { ["MODERATE", "HIGH"][usize::from(total > 26)] };
    for total in 0..=21 {
        let found = built_in::MIND.grade(Indicator::Gad7, ADULT, Quantity::whole(total)).unwrap();
        assert_eq!(found.word(), severity(total), "{total}");
    }
    for total in 0..=40 {
        let found = built_in::MIND.grade(Indicator::Pss10, ADULT, Quantity::whole(total)).unwrap();
        assert_eq!(found.word(), level(total), "{total}");
        // A PSS-10 total of 1 is a score of 2.5 on the eight-grade scale.
        let of_eight =
            built_in::MIND.grade_by(Indicator::Stress, ADULT, &[(Indicator::Pss10, Quantity::whole(total))]).unwrap();
        let place = [40, 80, 140, 180, 220, 270, 330].iter().filter(|cut| total * 10 >= **cut).count();
        assert_eq!(of_eight.among(HealthGrade::ALL), HealthGrade::ALL.get(place).copied(), "{total}");
    }
}

/// The lines of the Bailey–Lovie and ETDRS charts: logMAR in tenths, and the denominators of the Snellen fractions with
/// the numerators 20 ft and 6 m.
const LINES: [(i64, &str, &str); 14] = [
    (10, "200", "60"),
    (9, "160", "48"),
    (8, "125", "38"),
    (7, "100", "30"),
    (6, "80", "24"),
    (5, "63", "19"),
    (4, "50", "15"),
    (3, "40", "12"),
    (2, "32", "9.5"),
    (1, "25", "7.5"),
    (0, "20", "6"),
    (-1, "16", "4.8"),
    (-2, "12.5", "3.8"),
    (-3, "10", "3"),
];

fn parsed(text: &str) -> Hundredths {
    Hundredths::parse(text).unwrap()
}

#[test]
fn the_lines_of_published_charts_are_what_they_are_called() {
    for (tenths, feet, metres) in LINES {
        for (distance, line) in [("20", feet), ("6", metres)] {
            let found = Acuity::snellen(parsed(distance), parsed(line)).and_then(Acuity::to_log_mar).unwrap();
            // Charts print rounded fractions.
            assert_eq!((found + 1_050).div_euclid(100) - 10, tenths, "{distance}/{line}: {found}");
        }
        let step = Acuity::log_mar(tenths * 100).and_then(Acuity::to_log_mar).unwrap();
        assert!((step - tenths * 100).abs() <= 2, "{tenths}: {step}");
    }
    // ICD-11 9D90 gives these fractions, for the presenting acuity of the better eye.
    for (line, grade) in [
        ("6", VisionGrade::None),
        ("12", VisionGrade::None),
        ("15", VisionGrade::Mild),
        ("18", VisionGrade::Mild),
        ("24", VisionGrade::Moderate),
        ("60", VisionGrade::Moderate),
        ("75", VisionGrade::Severe),
        ("120", VisionGrade::Severe),
        ("121", VisionGrade::Blind),
        ("360", VisionGrade::Blind),
    ] {
        let eye = Acuity::snellen(parsed("6"), parsed(line));
        let found = vision::grade(&built_in::VISION, eye, eye).and_then(|found| found.among(VisionGrade::ALL));
        assert_eq!(found, Some(grade), "6/{line}");
    }
}

#[test]
fn every_decimal_is_its_fraction_to_the_last_digit() {
    for decimal in 10..=3_000_i64 {
        let acuity = Acuity::decimal(Thousandths(decimal)).unwrap();
        for distance in [6, 20] {
            let expected = hundredths(i128::from(distance) * 1_000, decimal.into());
            assert_eq!(
                acuity.to_snellen(distance).map(|line| i128::from(line.0)),
                Some(expected),
                "{decimal} {distance}"
            );
        }
        // 10^(−logMAR) equals the decimal, within half a thousandth of the exponent.
        let log_mar = acuity.to_log_mar().unwrap() as f64;
        let of = |thousandths: f64| 1_000.0 * 10_f64.powf(-thousandths / 1_000.0);
        let decimal = decimal as f64;
        assert!(of(log_mar + 0.5) <= decimal && decimal < of(log_mar - 0.5) + 1e-9, "{decimal}: {log_mar}");
    }
}

/// Returns the sine of whole degrees by its power series, after reduction to 0–45 degrees.
fn sine(degrees: i64) -> f64 {
    let series = |degrees: i64, first: u32| {
        let angle = degrees as f64 * std::f64::consts::PI / 180.0;
        let (mut term, mut sum) = (if first == 1 { angle } else { 1.0 }, 0.0);
        for step in (first..40).step_by(2) {
            sum += term;
            term *= -angle * angle / f64::from((step + 1) * (step + 2));
        }
        sum
    };
    match degrees.rem_euclid(360) {
        degrees @ 0..=45 => series(degrees, 1),
        degrees @ 46..=90 => series(90 - degrees, 0),
        degrees @ 91..=180 => sine(180 - degrees),
        degrees => -sine(degrees - 180),
    }
}

#[test]
fn every_power_vector_is_rounded_half_up() {
    for cylinder in (-1_500..=1_500).step_by(25) {
        for axis in 0..=180_u16 {
            let (straight, oblique) =
                Refraction::new(Hundredths(0), Hundredths(cylinder), Some(axis)).unwrap().power_vector();
            let angle = i64::from(axis) * 2;
            for (found, degrees) in [(straight, 90 - angle), (oblique, angle)] {
                let exact = cylinder as f64 / -2.0 * sine(degrees);
                let halves = exact * 2.0;
                // Exact halves occur only for sines of 0, ½ and 1; other values are never this close to a half.
                let expected = if (halves - halves.round()).abs() < 1e-9 {
                    (halves.round() as i64 + 1).div_euclid(2)
                } else {
                    exact.round() as i64
                };
                assert_eq!(found, Hundredths(expected), "{cylinder} × {axis}: {exact}");
            }
        }
    }
}
