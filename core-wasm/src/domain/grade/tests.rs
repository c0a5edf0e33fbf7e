//! Tests the grades at the bounds of every table, and that the tables have no gaps.

use super::{
    CistNorm, GradeRule, Graded, Indicator, IntervalEnd, Quantity, Reading, RuleSet, RuleSource, RuleStanding,
    ScoreAnchor, ScoreConversion, Sex, Subject, built_in,
    check::{RuleFault, RuleFaultKind},
    dementia::{CistDomain, NormFault, cist_total, grade_cist, read_norms},
    heart_rate::{self, HeartRateContext},
    hrv::{IntervalFault, KOREAN_NORMS, stress_index, stress_index_of, time_domain, time_domain_across},
    indicator::{
        AnxietyLevel, BurnoutLevel, BurnoutRisk, HealthGrade, HeartRateGrade, LethargyGrade, MyopiaGrade,
        ScreeningGrade, StressLevel, VisionGrade,
    },
    physical::{self, BodyFatGrade, PhysicalInputs, Setting},
    safety::{UngradedReason, UrgentSide, assess, is_low_pressure},
    vision::{self, Acuity, AcuityNotation, QualitativeAcuity, Refraction},
};
use crate::domain::decimal::{Hundredths, Thousandths};
use proptest::prelude::*;
use std::borrow::Cow;

/// The physical rules with body fat by Gallagher.
fn gallagher() -> RuleSet {
    built_in::PHYSICAL.with_table(&built_in::BODY_FAT[1])
}

fn somebody() -> Subject {
    Subject { age: Some(40), sex: Some(Sex::Female) }
}

fn hundredths(text: &str) -> Hundredths {
    Hundredths::parse(text).unwrap_or(Hundredths(i64::MIN))
}

fn quantity(text: &str) -> Option<Quantity> {
    Quantity::hundredths(hundredths(text))
}

/// Returns the grade of a value by the built-in rules.
fn word(indicator: Indicator, value: &str) -> Option<&'static str> {
    let value = quantity(value)?;
    built_in::of(indicator).grade(indicator, somebody(), value).map(|graded| graded.word())
}

/// Returns the grade of an indicator converted from the readings of instruments.
fn converted(indicator: Indicator, readings: &[Reading]) -> Option<HealthGrade> {
    built_in::MIND.grade_by(indicator, somebody(), readings)?.among(HealthGrade::ALL)
}

fn score(indicator: Indicator, instrument: Indicator, value: Quantity) -> Option<Hundredths> {
    let graded = built_in::MIND.grade_by(indicator, somebody(), &[(instrument, value)]);
    graded.map(|graded| graded.value().hundredths_half_up())
}

mod stress {
    use super::*;

    #[test]
    fn the_eight_grades_begin_at_their_scores() {
        for (value, grade) in [
            ("0", HealthGrade::VeryHealthy),
            ("9.99", HealthGrade::VeryHealthy),
            ("10", HealthGrade::Healthy),
            ("20", HealthGrade::Good),
            ("34.99", HealthGrade::Good),
            ("35", HealthGrade::Normal),
            ("45", HealthGrade::Attention),
            ("55", HealthGrade::Caution),
            ("67.49", HealthGrade::Caution),
            ("67.5", HealthGrade::Warning),
            ("82.49", HealthGrade::Warning),
            ("82.5", HealthGrade::Danger),
            ("100", HealthGrade::Danger),
        ] {
            for indicator in [Indicator::Stress, Indicator::Anxiety, Indicator::Burnout] {
                assert_eq!(word(indicator, value), Some(grade.as_str()), "{indicator:?} {value}");
            }
        }
        assert_eq!(word(Indicator::Stress, "100.01"), None);
    }

    #[test]
    fn totals_of_pss_10_have_their_grades() {
        use HealthGrade::{Attention, Caution, Danger, Good, Healthy, Normal, VeryHealthy, Warning};
        for (totals, grade) in [
            (0..=3, VeryHealthy),
            (4..=7, Healthy),
            (8..=13, Good),
            (14..=17, Normal),
            (18..=21, Attention),
            (22..=26, Caution),
            (27..=32, Warning),
            (33..=40, Danger),
        ] {
            for total in totals {
                let found = converted(Indicator::Stress, &[(Indicator::Pss10, Quantity::whole(total))]);
                assert_eq!(found, Some(grade), "{total}");
            }
        }
        assert_eq!(converted(Indicator::Stress, &[(Indicator::Pss10, Quantity::whole(41))]), None);
    }

    #[test]
    fn published_classes_of_pss_10_and_bepsi_k() {
        for (indicator, value, level) in [
            (Indicator::Pss10, "13", StressLevel::Low),
            (Indicator::Pss10, "14", StressLevel::Moderate),
            (Indicator::Pss10, "26", StressLevel::Moderate),
            (Indicator::Pss10, "27", StressLevel::High),
            (Indicator::BepsiK, "1", StressLevel::Low),
            (Indicator::BepsiK, "1.79", StressLevel::Low),
            (Indicator::BepsiK, "1.8", StressLevel::Moderate),
            (Indicator::BepsiK, "2.79", StressLevel::Moderate),
            (Indicator::BepsiK, "2.8", StressLevel::High),
            (Indicator::BepsiK, "5", StressLevel::High),
        ] {
            assert_eq!(word(indicator, value), Some(level.as_str()), "{indicator:?} {value}");
        }
        assert_eq!(word(Indicator::BepsiK, "0.99"), None);
    }

    #[test]
    fn means_of_bepsi_k_have_their_scores() {
        for (sum, shown, grade) in [
            (8, "26.25", HealthGrade::Good),
            (9, "35", HealthGrade::Normal),
            (13, "61", HealthGrade::Caution),
            (14, "67.5", HealthGrade::Warning),
            (20, "85.23", HealthGrade::Danger),
        ] {
            let Some(mean) = Quantity::new(sum, 5) else { continue };
            assert_eq!(score(Indicator::Stress, Indicator::BepsiK, mean), Some(hundredths(shown)), "{sum} / 5");
            assert_eq!(converted(Indicator::Stress, &[(Indicator::BepsiK, mean)]), Some(grade), "{sum} / 5");
        }
    }

    #[test]
    fn stress_indices_have_their_grades() {
        for (index, grade) in [
            (0, HealthGrade::VeryHealthy),
            (149, HealthGrade::Good),
            (150, HealthGrade::Normal),
            (499, HealthGrade::Caution),
            (500, HealthGrade::Warning),
            (730, HealthGrade::Warning),
            (731, HealthGrade::Danger),
            (60_000, HealthGrade::Danger),
        ] {
            let reading = (Indicator::StressIndex, Quantity::whole(index));
            assert_eq!(converted(Indicator::Stress, &[reading]), Some(grade), "{index}");
        }
        let capped = score(Indicator::Stress, Indicator::StressIndex, Quantity::whole(5_000));
        assert_eq!(capped, Some(hundredths("100")));
    }

    #[test]
    fn of_several_measurements_the_published_instrument_counts_and_a_score_before_all() {
        let [low, high] = [Quantity::whole(0), Quantity::whole(40)];
        let by = |readings: &[Reading]| converted(Indicator::Stress, readings);
        let (pss, index) = ((Indicator::Pss10, high), (Indicator::StressIndex, low));
        assert_eq!(by(&[index, pss]), Some(HealthGrade::Danger));
        assert_eq!(by(&[index]), Some(HealthGrade::VeryHealthy));
        assert_eq!(by(&[pss]), Some(HealthGrade::Danger));
        assert_eq!(by(&[pss, (Indicator::Stress, Quantity::whole(50))]), Some(HealthGrade::Attention));
        assert_eq!(by(&[]), None);
        assert_eq!(by(&[(Indicator::Gad7, high)]), None);
    }
}

mod anxiety_burnout_lethargy {
    use super::*;

    #[test]
    fn totals_of_gad_7_have_their_grades_and_classes() {
        use HealthGrade::{Attention, Caution, Danger, Good, Healthy, Normal, VeryHealthy, Warning};
        for (totals, grade, level) in [
            (0..=1, VeryHealthy, AnxietyLevel::Minimal),
            (2..=2, Healthy, AnxietyLevel::Minimal),
            (3..=4, Good, AnxietyLevel::Minimal),
            (5..=7, Normal, AnxietyLevel::Mild),
            (8..=9, Attention, AnxietyLevel::Mild),
            (10..=12, Caution, AnxietyLevel::Moderate),
            (13..=14, Warning, AnxietyLevel::Moderate),
            (15..=21, Danger, AnxietyLevel::Severe),
        ] {
            for total in totals {
                let found = converted(Indicator::Anxiety, &[(Indicator::Gad7, Quantity::whole(total))]);
                assert_eq!(found, Some(grade), "{total}");
                assert_eq!(word(Indicator::Gad7, &total.to_string()), Some(level.as_str()), "{total}");
            }
        }
    }

    #[test]
    fn means_of_the_copenhagen_inventory_have_their_grades() {
        for (value, grade, level) in [
            ("49.9", HealthGrade::Attention, BurnoutLevel::None),
            ("50", HealthGrade::Caution, BurnoutLevel::Burnout),
            ("61.4", HealthGrade::Warning, BurnoutLevel::Burnout),
            ("75", HealthGrade::Danger, BurnoutLevel::Burnout),
        ] {
            for instrument in [Indicator::CbiPersonal, Indicator::CbiWork, Indicator::CbiClient] {
                let found = quantity(value).and_then(|value| converted(Indicator::Burnout, &[(instrument, value)]));
                assert_eq!(found, Some(grade), "{value}");
                assert_eq!(word(instrument, value), Some(level.as_str()), "{value}");
            }
        }
    }

    #[test]
    fn means_of_the_burnout_assessment_tool_have_their_grades() {
        for (value, grade, risk) in [
            ("2.53", HealthGrade::Attention, BurnoutRisk::None),
            ("2.54", HealthGrade::Caution, BurnoutRisk::AtRisk),
            ("2.95", HealthGrade::Warning, BurnoutRisk::AtRisk),
            ("2.96", HealthGrade::Danger, BurnoutRisk::VeryHigh),
        ] {
            let found = quantity(value).and_then(|value| converted(Indicator::Burnout, &[(Indicator::Bat12, value)]));
            assert_eq!(found, Some(grade), "{value}");
            assert_eq!(word(Indicator::Bat12, value), Some(risk.as_str()), "{value}");
        }
    }

    #[test]
    fn lethargy_has_a_scale_of_its_own() {
        for (value, grade) in [
            ("0", LethargyGrade::VeryLethargic),
            ("19.9", LethargyGrade::VeryLethargic),
            ("20", LethargyGrade::Lethargic),
            ("39.9", LethargyGrade::Lethargic),
            ("40", LethargyGrade::Normal),
            ("69.9", LethargyGrade::Normal),
            ("70", LethargyGrade::Tense),
            ("100", LethargyGrade::Tense),
        ] {
            assert_eq!(word(Indicator::Lethargy, value), Some(grade.as_str()), "{value}");
        }
    }
}

mod questionnaires {
    use super::*;

    fn result(instrument: Indicator, answers: &[u8]) -> Option<Quantity> {
        instrument.axis().questionnaire?.result(answers.iter().copied().map(Some))
    }

    #[test]
    fn answers_are_added_up_with_the_reversed_ones_turned() {
        for (instrument, answers, numerator, denominator) in [
            (Indicator::Pss10, &[0; 10][..], 16, 1),
            (Indicator::Pss10, &[4; 10], 24, 1),
            (Indicator::Pss10, &[0, 0, 0, 4, 4, 0, 4, 4, 0, 0], 0, 1),
            (Indicator::Pss10, &[4, 4, 4, 0, 0, 4, 0, 0, 4, 4], 40, 1),
            (Indicator::BepsiK, &[1, 2, 3, 4, 5], 3, 1),
            (Indicator::Gad7, &[3; 7], 21, 1),
            (Indicator::CbiPersonal, &[0, 1, 2, 3, 4, 2], 50, 1),
            (Indicator::CbiWork, &[4, 4, 4, 4, 4, 4, 0], 100, 1),
            (Indicator::CbiWork, &[0, 0, 0, 0, 0, 0, 4], 0, 1),
            (Indicator::CbiWork, &[0, 0, 0, 0, 0, 0, 0], 100, 7),
            (Indicator::CbiClient, &[4; 6], 100, 1),
            (Indicator::Bat12, &[2, 3, 2, 3, 2, 3, 2, 3, 2, 3, 2, 4], 31, 12),
            (Indicator::KdsqC, &[2; 15], 30, 1),
            (Indicator::KdsqP, &[1; 5], 5, 1),
        ] {
            assert_eq!(result(instrument, answers), Quantity::new(numerator, denominator), "{instrument:?}");
        }
    }

    #[test]
    fn without_every_answer_there_is_no_result() {
        for instrument in Indicator::ALL {
            let Some(questionnaire) = instrument.axis().questionnaire else { continue };
            let mut answers = vec![Some(questionnaire.least); questionnaire.items.into()];
            assert!(questionnaire.result(answers.clone()).is_some_and(|result| instrument.is_possible(result)));
            for wrong in [None, Some(questionnaire.most + 1), questionnaire.least.checked_sub(1)] {
                answers[0] = wrong;
                assert_eq!(questionnaire.result(answers.clone()), None, "{instrument:?} {wrong:?}");
            }
            let most = vec![Some(questionnaire.most); questionnaire.items.into()];
            assert!(questionnaire.result(most).is_some_and(|result| instrument.is_possible(result)));
            for count in [questionnaire.items - 1, questionnaire.items + 1].map(usize::from) {
                assert_eq!(questionnaire.result(vec![Some(questionnaire.least); count]), None);
            }
        }
    }
}

mod intervals {
    use super::*;

    /// A hundred intervals of which 60 are in the bin from 800 to 850.
    fn hundred() -> Vec<u16> {
        [vec![810; 60], vec![760; 25], vec![905; 15]].concat()
    }

    #[test]
    fn the_time_domain_of_known_intervals() {
        let found = time_domain(&[800, 820, 790, 810, 805, 815]).map(|found| {
            [found.mean_nn, found.sdnn, found.rmssd, found.pnn50, found.heart_rate].map(|value| value.text())
        });
        assert_eq!(found, Ok(["806.67", "10.8", "19.1", "0", "74.38"].map(String::from)));
        let apart = time_domain(&[800, 850, 901, 800, 800]).map(|found| found.pnn50.text());
        assert_eq!(apart, Ok("50".into()), "50 ms are not more than 50 ms");
    }

    #[test]
    fn intervals_across_a_gap_are_not_differenced() {
        let found = time_domain_across(&[800, 820, 1_400, 1_410], &[2]);
        assert_eq!(found.map(|found| (found.rmssd.text(), found.pnn50.text())), Ok(("15.81".into(), "0".into())));
        let without = time_domain(&[800, 820, 1_400, 1_410]);
        assert!(without.is_ok_and(|found| found.rmssd > Hundredths(30_000)));
        assert_eq!(time_domain_across(&[800, 820], &[1]), Err(IntervalFault::TooFew));
    }

    #[test]
    fn the_stress_index_of_known_values() {
        let index = |amplitude, mode, range| stress_index_of(hundredths(amplitude), mode, range);
        assert_eq!(index("50", 800, 200), quantity("156.25"));
        assert_eq!(index("40", 1_000, 400), quantity("50"));
        for (amplitude, mode, range) in [("0", 800, 200), ("100.01", 800, 200), ("50", 299, 200), ("50", 800, 0)] {
            assert_eq!(index(amplitude, mode, range), None);
        }
    }

    #[test]
    fn the_stress_index_of_intervals_is_that_of_their_histogram() {
        let found = stress_index(&hundred());
        assert_eq!(found.map(|found| (found.mode, found.amplitude.text(), found.range)), Ok((825, "60".into(), 145)));
        assert_eq!(found.ok().map(|found| found.index), stress_index_of(hundredths("60"), 825, 145));
    }

    #[test]
    fn intervals_that_say_nothing_are_refused() {
        assert_eq!(time_domain(&[800]), Err(IntervalFault::TooFew));
        assert_eq!(time_domain(&[800, 299]), Err(IntervalFault::Impossible));
        assert_eq!(time_domain(&[2_001, 800]), Err(IntervalFault::Impossible));
        assert_eq!(time_domain(&vec![800; 200_001]), Err(IntervalFault::TooMany));
        assert_eq!(stress_index(&[800; 99]), Err(IntervalFault::TooFew));
        assert_eq!(stress_index(&[800; 100]), Err(IntervalFault::NoSpread));
        assert!(time_domain(&[800; 2]).is_ok_and(|found| found.sdnn == Hundredths(0)));
    }

    #[test]
    fn the_longest_recording_is_computed() {
        let longest: Vec<u16> = [300, 2_000].repeat(100_000);
        assert!(time_domain(&longest).is_ok_and(|found| found.sdnn.text() == "850" && found.rmssd.text() == "1700"));
        assert!(stress_index(&longest).is_ok_and(|found| Indicator::StressIndex.is_possible(found.index)));
    }

    #[test]
    fn what_is_usual_is_told() {
        let told = KOREAN_NORMS.map(|norm| [norm.name.into(), norm.mean.text(), norm.deviation.text()].join(" "));
        assert_eq!(told, ["sdnn 39.6 22.1", "rmssd 29.7 18.1", "tp 1358.9 1840.8", "lf 417.3 807.6", "hf 254.1 414.1"]);
    }

    proptest! {
        #[test]
        fn deviations_are_those_of_floating_point_to_a_hundredth(intervals in prop::collection::vec(300_u16..=2_000, 2..400)) {
            let values: Vec<f64> = intervals.iter().copied().map(f64::from).collect();
            let count = values.len() as f64;
            let mean = values.iter().sum::<f64>() / count;
            let sdnn = (values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0)).sqrt();
            let rmssd = (values.windows(2).map(|pair| (pair[1] - pair[0]).powi(2)).sum::<f64>() / (count - 1.0)).sqrt();
            let Ok(found) = time_domain(&intervals) else { return Err(TestCaseError::fail("computed")) };
            for (exact, near) in [
                (found.mean_nn, mean), (found.sdnn, sdnn), (found.rmssd, rmssd), (found.heart_rate, 60_000.0 / mean)
            ] {
                prop_assert!((exact.to_number() - near).abs() < 0.005_001, "{exact} {near}");
            }
        }

        #[test]
        fn every_index_is_a_possible_one(intervals in prop::collection::vec(300_u16..=2_000, 100..400)) {
            if let Ok(found) = stress_index(&intervals) {
                prop_assert!(Indicator::StressIndex.is_possible(found.index));
                prop_assert!(converted(Indicator::Stress, &[(Indicator::StressIndex, found.index)]).is_some());
            }
        }
    }
}

mod eyes {
    use super::*;

    fn decimal(text: &str) -> Option<Acuity> {
        Acuity::decimal(Thousandths::parse(text)?)
    }

    /// Returns the stored decimal of an acuity in another notation.
    fn kept(written: &str) -> Option<String> {
        vision::decimal_of(written).map(|(_, decimal)| decimal.text())
    }

    #[test]
    fn what_is_written_as_a_fraction_is_kept_to_the_thousandth() {
        for (written, decimal) in [
            ("20/20", "1"),
            ("20/25", "0.8"),
            ("20/30", "0.667"),
            ("20/40", "0.5"),
            ("20/70", "0.286"),
            ("20/160", "0.125"),
            ("20/200", "0.1"),
            ("20/320", "0.063"),
            ("20/12.5", "1.6"),
            ("6/6", "1"),
            ("6/12", "0.5"),
            ("6/9.5", "0.632"),
            ("6/60", "0.1"),
            (" 20 / 40 ", "0.5"),
            ("5/10", "0.5"),
            ("4/8", "0.5"),
            ("3/6", "0.5"),
            ("10/20", "0.5"),
            // Left to the rules of the field, which reject them.
            ("20/4", "5"),
            ("20/2000", "0.01"),
            ("20/99999", "0"),
        ] {
            assert_eq!(kept(written).as_deref(), Some(decimal), "{written}");
            assert_eq!(vision::decimal_of(written).map(|found| found.0), Some(AcuityNotation::Snellen), "{written}");
        }
        for written in [
            "0.5", "", "/", "20/", "/40", "20/0", "0/20", "-20/40", "118/76", "40/20", "20/40/60", "20/40-1", "20/x",
            "½", // Both eyes in one cell.
            "0.1/0.1", "0.7/0.7", "1.0/0.8", "1.2/1.5", "1/2", "0.5/5",
        ] {
            assert_eq!(kept(written), None, "{written}");
        }
    }

    #[test]
    fn what_is_written_as_log_mar_is_kept_to_the_thousandth() {
        for (written, decimal) in [
            ("logMAR 0", "1"),
            ("logMAR 0.1", "0.794"),
            ("logMAR 0.3", "0.501"),
            ("LogMAR 1.0", "0.1"),
            ("LOGMAR 1.8", "0.016"),
            ("logmar -0.1", "1.259"),
            ("logMAR −0.1", "1.259"),
            ("logMAR +0.3", "0.501"),
            ("0.3 logMAR", "0.501"),
            ("-0.3logMAR", "1.995"),
            (" 0.04 LogMAR ", "0.912"),
            // Left to the rules of the field, which reject them.
            ("logMAR 9", "0"),
            ("logMAR -9", "100"),
        ] {
            assert_eq!(kept(written).as_deref(), Some(decimal), "{written}");
            assert_eq!(vision::decimal_of(written).map(|found| found.0), Some(AcuityNotation::LogMar), "{written}");
        }
        for written in ["logMAR", "logMAR x", "log 0.3", "logMAR 0.3 logMAR", "logMAR 0.3010", "0.3", "logMAR --0.1"] {
            let expected = (written == "logMAR 0.3010").then_some("0.5");
            assert_eq!(kept(written).as_deref(), expected, "{written}");
        }
    }

    #[test]
    fn whole_numbers_round_a_power_as_it_is() {
        for log_mar in -1_000..=3_000_i64 {
            let exact = 1_000.0 * 10_f64.powf(log_mar as f64 / -1_000.0);
            let Thousandths(found) = vision::decimal_of_log_mar(log_mar);
            assert!((found as f64 - exact).abs() < 0.499_95, "{log_mar}: {found} {exact}");
        }
    }

    #[test]
    fn the_decimal_that_is_kept_is_graded() {
        for (written, grade) in [
            ("20/40", VisionGrade::None),
            ("logMAR 0.3", VisionGrade::None),
            ("logMAR 0.302", VisionGrade::Mild),
            ("20/41", VisionGrade::Mild),
            ("6/18", VisionGrade::Mild),
            ("20/70", VisionGrade::Moderate),
            ("20/200", VisionGrade::Moderate),
            ("logMAR 1", VisionGrade::Moderate),
            ("20/320", VisionGrade::Severe),
            ("logMAR 1.8", VisionGrade::Blind),
        ] {
            let eye = vision::decimal_of(written).and_then(|(_, decimal)| Acuity::decimal(decimal));
            let found = vision::grade(&built_in::VISION, eye, eye).and_then(|found| found.among(VisionGrade::ALL));
            assert_eq!(found, Some(grade), "{written}");
        }
        // The reason shows the value to the thousandth, and never a value beyond a cut-off.
        for (text, told) in [("0.125", 125), ("0.499", 499), ("0.5", 500)] {
            let eye = decimal(text);
            let why = vision::grade(&built_in::VISION, eye, eye).map(|graded| graded.why());
            assert_eq!(why.map(|why| (why.value.0, why.raw.0)), Some((told, told)), "{text}");
        }
    }

    #[test]
    fn decimals_and_log_mar_are_the_same_lines() {
        for (text, log_mar) in [
            ("2", -301),
            ("1", 0),
            ("0.8", 97),
            ("0.5", 301),
            ("0.3", 523),
            ("0.1", 1_000),
            ("0.05", 1_301),
            ("0.02", 1_699),
        ] {
            assert_eq!(decimal(text).and_then(Acuity::to_log_mar), Some(log_mar), "{text}");
            assert_eq!(Acuity::log_mar(log_mar), decimal(text), "{text}");
        }
        assert_eq!(Acuity::log_mar(i64::MIN), None);
    }

    #[test]
    fn decimals_are_snellen_fractions() {
        for (text, metres, feet) in
            [("1", "6", "20"), ("0.5", "12", "40"), ("0.1", "60", "200"), ("0.3", "20", "66.67")]
        {
            let lines = [6, 20].map(|distance| decimal(text).and_then(|acuity| acuity.to_snellen(distance)));
            assert_eq!(lines, [metres, feet].map(|line| Some(hundredths(line))), "{text}");
        }
        let acuity = Acuity::snellen(hundredths("20"), hundredths("40"));
        assert_eq!(acuity, decimal("0.5"));
        assert_eq!(Acuity::snellen(hundredths("20"), hundredths("0")), None);
        assert_eq!(Acuity::snellen(hundredths("20"), hundredths("1")), None);
    }

    #[test]
    fn qualitative_values_are_left_out_of_averages() {
        let counting = Acuity::Qualitative(QualitativeAcuity::CountingFingers);
        let acuities: Vec<Acuity> = [decimal("1"), decimal("0.1"), Some(counting)].into_iter().flatten().collect();
        assert_eq!(vision::mean_log_mar(&acuities), Some(500));
        assert_eq!(vision::mean_log_mar(&[counting]), None);
        assert_eq!((counting.to_log_mar(), counting.to_snellen(6)), (None, None));
    }

    #[test]
    fn the_better_eye_decides_the_class() {
        let counting = Some(Acuity::Qualitative(QualitativeAcuity::CountingFingers));
        for (right, left, grade) in [
            (decimal("0.5"), counting, Some(VisionGrade::None)),
            (decimal("0.49"), decimal("0.1"), Some(VisionGrade::Mild)),
            (decimal("0.1"), decimal("0.3"), Some(VisionGrade::Mild)),
            (decimal("0.29"), decimal("0.29"), Some(VisionGrade::Moderate)),
            (decimal("0.1"), counting, Some(VisionGrade::Moderate)),
            (decimal("0.09"), counting, Some(VisionGrade::Severe)),
            (decimal("0.05"), counting, Some(VisionGrade::Severe)),
            (decimal("0.04"), decimal("0.04"), Some(VisionGrade::Blind)),
            (counting, Some(Acuity::Qualitative(QualitativeAcuity::NoLightPerception)), Some(VisionGrade::Blind)),
            (decimal("1"), None, None),
        ] {
            let found = vision::grade(&built_in::VISION, right, left).and_then(|found| found.among(VisionGrade::ALL));
            assert_eq!(found, grade, "{right:?} {left:?}");
        }
        let line = Acuity::snellen(hundredths("6"), hundredths("18"));
        let found = vision::grade(&built_in::VISION, line, line).and_then(|found| found.among(VisionGrade::ALL));
        assert_eq!(found, Some(VisionGrade::Mild), "6/18 is a third");
    }

    #[test]
    fn an_equivalent_is_shown_as_far_from_zero_as_its_myopia() {
        for (sphere, cylinder, shown) in [(-25, -25, -38), (-100, -50, -125), (25, 25, 38), (0, 0, 0), (25, -25, 13)] {
            let given = Refraction::new(Hundredths(sphere), Hundredths(cylinder), Some(90));
            let found = given.map(Refraction::shown_equivalent);
            assert_eq!(found, Some(Hundredths(shown)), "{sphere} {cylinder}");
            let myopia = given.and_then(|given| given.myopia(&built_in::VISION)).map(|graded| graded.why().value);
            assert_eq!(myopia, Some(Thousandths::from(Hundredths((-shown).max(0)))), "{sphere} {cylinder}");
        }
    }

    #[test]
    fn school_looks_at_either_eye_without_glasses() {
        for (right, left, corrected, abnormal) in [
            (decimal("0.8"), decimal("0.8"), Some(false), Some(false)),
            (decimal("0.8"), decimal("0.8"), None, None),
            (decimal("0.8"), decimal("0.7"), Some(false), Some(true)),
            (decimal("0.8"), decimal("0.7"), None, Some(true)),
            (decimal("0.7"), None, Some(false), Some(true)),
            (decimal("1"), decimal("1"), Some(true), Some(true)),
            (None, None, Some(true), Some(true)),
            (decimal("1"), None, Some(false), None),
        ] {
            assert_eq!(vision::is_abnormal_at_school(right, left, corrected), abnormal, "{right:?} {left:?}");
        }
    }

    #[test]
    fn a_refraction_has_its_equivalent_and_its_vector() {
        let refraction = |sphere, cylinder, axis| Refraction::new(Hundredths(sphere), Hundredths(cylinder), axis);
        for (given, equivalent, straight, oblique) in [
            (refraction(-300, -150, Some(90)), -375, -75, 0),
            (refraction(-300, -150, Some(180)), -375, 75, 0),
            (refraction(100, -200, Some(45)), 0, 0, 100),
            (refraction(-25, 0, None), -25, 0, 0),
        ] {
            assert_eq!(given.and_then(Refraction::spherical_equivalent), Quantity::new(equivalent, 100));
            let vector = given.map(Refraction::power_vector);
            assert_eq!(vector, Some((Hundredths(straight), Hundredths(oblique))));
        }
        assert_eq!(refraction(-300, -150, None), None);
        assert_eq!(refraction(-300, -150, Some(181)), None);
        assert_eq!(refraction(-3_001, 0, None), None);
    }

    #[test]
    fn myopia_begins_at_half_a_dioptre() {
        for (sphere, cylinder, grade) in [
            (200, 0, MyopiaGrade::None),
            (0, 0, MyopiaGrade::None),
            (-49, 0, MyopiaGrade::None),
            (-25, -50, MyopiaGrade::Myopia),
            (-50, 0, MyopiaGrade::Myopia),
            (-575, -49, MyopiaGrade::Myopia),
            (-575, -50, MyopiaGrade::HighMyopia),
            (-3_000, -1_500, MyopiaGrade::HighMyopia),
        ] {
            let found = Refraction::new(Hundredths(sphere), Hundredths(cylinder), Some(90))
                .and_then(|refraction| refraction.myopia(&built_in::VISION)?.among(MyopiaGrade::ALL));
            assert_eq!(found, Some(grade), "{sphere} {cylinder}");
        }
    }
}

mod heart {
    use super::*;

    #[test]
    fn the_rate_of_adults_at_rest_is_graded() {
        let graded = |age, context, rate| {
            let subject = Subject { age, sex: None };
            heart_rate::grade(&built_in::HEART_RATE, subject, context, Quantity::whole(rate))
                .and_then(|graded| graded.among(HeartRateGrade::ALL))
        };
        for (rate, grade) in [
            (20, HeartRateGrade::Bradycardia),
            (59, HeartRateGrade::Bradycardia),
            (60, HeartRateGrade::Normal),
            (100, HeartRateGrade::Normal),
            (101, HeartRateGrade::Tachycardia),
            (250, HeartRateGrade::Tachycardia),
        ] {
            assert_eq!(graded(Some(18), HeartRateContext::Rest, rate), Some(grade), "{rate}");
        }
        assert_eq!(graded(Some(17), HeartRateContext::Rest, 70), None);
        assert_eq!(graded(None, HeartRateContext::Rest, 70), None);
        assert_eq!(graded(Some(40), HeartRateContext::AfterExercise, 70), None);
        assert_eq!(
            (graded(Some(40), HeartRateContext::Rest, 19), graded(Some(40), HeartRateContext::Rest, 251)),
            (None, None)
        );
    }
}

mod screening {
    use super::*;

    /// Norms from age 50, by groups of education.
    const NORMS: &str =
        "ageFrom,ageTo,educationFrom,educationTo,cut\n50,69,0,6,18\n50,69,7,,22\n70,,0,6,15\n70,,7,,20\n";

    fn with_norms(text: &str) -> RuleSet {
        RuleSet { norms: Cow::Owned(read_norms(text).unwrap_or_default()), ..built_in::COGNITION.clone() }
    }

    #[test]
    fn totals_have_their_cut() {
        for (instrument, value, grade) in [
            (Indicator::KdsqC, "5", ScreeningGrade::Normal),
            (Indicator::KdsqC, "6", ScreeningGrade::Suspected),
            (Indicator::KdsqP, "3", ScreeningGrade::Normal),
            (Indicator::MmseKc, "24", ScreeningGrade::Normal),
            (Indicator::MmseKc, "23", ScreeningGrade::Suspected),
        ] {
            assert_eq!(word(instrument, value), Some(grade.as_str()), "{instrument:?} {value}");
        }
        assert_eq!(word(Indicator::MmseKc, "31"), None);
    }

    #[test]
    fn cist_has_thirty_points_in_six_domains() {
        assert_eq!(CistDomain::ALL.iter().map(|domain| domain.most()).sum::<u8>(), 30);
        assert_eq!(cist_total([5, 3, 2, 6, 10, 4].map(Some)), Some(30));
        assert_eq!(cist_total([6, 3, 2, 6, 10, 4].map(Some)), None);
        assert_eq!(cist_total([Some(5), None, Some(2), Some(6), Some(10), Some(4)]), None);
    }

    #[test]
    fn cist_is_graded_by_age_and_education() {
        let rules = with_norms(NORMS);
        assert_eq!(rules.faults(), []);
        for (age, education, total, grade) in [
            (50, 6, 17, Some(ScreeningGrade::Suspected)),
            (50, 6, 18, Some(ScreeningGrade::Normal)),
            (69, 7, 21, Some(ScreeningGrade::Suspected)),
            (70, 7, 20, Some(ScreeningGrade::Normal)),
            (90, 0, 14, Some(ScreeningGrade::Suspected)),
            (49, 12, 3, None),
            (131, 12, 3, None),
            (60, 12, 31, None),
        ] {
            let found = grade_cist(&rules, age, education, total).map(|found| found.grade());
            assert_eq!(found, grade, "{age} {education} {total}");
        }
        assert!(grade_cist(&built_in::COGNITION, 70, 12, 3).is_none(), "without norms there is no grade");
    }

    #[test]
    fn a_screening_says_which_norm_applied() {
        let rules = with_norms(NORMS);
        let why = grade_cist(&rules, 55, 9, 21).map(|found| found.why());
        assert_eq!(
            why.map(|why| (why.grade, why.upper, why.age_from, why.age_to, why.education_from, why.education_to)),
            Some((
                "SUSPECTED".into(),
                Some(IntervalEnd { cut: Hundredths(2_200), inclusive: false }),
                50,
                Some(69),
                Some(7),
                None
            ))
        );
    }

    #[test]
    fn norms_that_leave_a_cell_out_or_have_it_twice_are_refused_with_its_place() {
        let year = |year: i64| Some(IntervalEnd { cut: Hundredths(year * 100), inclusive: true });
        let place = |text: &str| {
            let faults = with_norms(text).faults();
            faults.first().map(|fault| (fault.kind, fault.age_from, fault.age_to, fault.from, fault.to))
        };
        let without = NORMS.replace("50,69,7,,22\n", "");
        assert_eq!(place(&without), Some((RuleFaultKind::Gap, Some(50), Some(69), year(7), None)));
        let between = NORMS.replace("70,,7,", "70,,9,");
        assert_eq!(place(&between), Some((RuleFaultKind::Gap, Some(70), None, year(7), year(8))));
        let over = NORMS.replace("70,,7,", "70,,5,");
        assert_eq!(place(&over), Some((RuleFaultKind::Overlap, Some(70), None, year(5), year(6))));
        let ages = NORMS.replace("50,69,", "50,64,");
        assert_eq!(place(&ages), Some((RuleFaultKind::Gap, Some(65), Some(69), year(0), None)));
        let high = NORMS.replace(",22", ",31");
        assert_eq!(place(&high), Some((RuleFaultKind::TooLarge, Some(50), Some(69), year(7), None)));
        let inverted = NORMS.replace("50,69,7,", "69,50,7,");
        assert_eq!(place(&inverted).map(|place| place.0), Some(RuleFaultKind::Empty));
    }

    #[test]
    fn text_that_is_no_norms_is_refused_with_its_place() {
        for (text, line, column) in [
            ("", 1, None),
            ("from,to\n", 1, None),
            (&NORMS.replace("70,,0,6,15", "70,,0,6"), 4, None),
            (&NORMS.replace("70,,0,6,15", "70,,0,six,15"), 4, Some(4)),
            (&NORMS.replace("70,,0,6,15", "70,,0,6,+15"), 4, Some(5)),
            (&NORMS.replace("70,,0,6,15", ",,0,6,15"), 4, Some(1)),
        ] {
            assert_eq!(read_norms(text), Err(NormFault { line, column }), "{text}");
        }
        assert_eq!(read_norms(&NORMS.replace('\n', "\r\n")), read_norms(NORMS));
    }
}

mod body {
    use super::*;

    #[test]
    fn gallagher_grades_fat_by_age() {
        for (sex, age, low, high) in [
            (Sex::Male, 20, 1_300, 2_300),
            (Sex::Male, 39, 1_300, 2_300),
            (Sex::Male, 40, 1_300, 2_400),
            (Sex::Male, 79, 1_400, 2_400),
            (Sex::Female, 20, 2_500, 3_500),
            (Sex::Female, 59, 2_500, 3_600),
            (Sex::Female, 60, 2_600, 3_600),
        ] {
            let graded = |age, fat| {
                let inputs =
                    PhysicalInputs { age: Some(age), sex: Some(sex), body_fat: Some(Hundredths(fat)), ..nothing() };
                physical::grade_by(&gallagher(), &inputs).body_fat
            };
            assert_eq!(
                [low - 1, low, high - 1, high].map(|fat| graded(age, fat)),
                [
                    BodyFatGrade::BelowStandard,
                    BodyFatGrade::Standard,
                    BodyFatGrade::Standard,
                    BodyFatGrade::AboveStandard
                ]
                .map(Some),
                "{sex:?} {age}"
            );
            assert_eq!((graded(19, low), graded(80, low)), (None, None));
        }
    }

    #[test]
    fn physical_grades_say_why() {
        let inputs = PhysicalInputs {
            age: Some(40),
            sex: Some(Sex::Male),
            height: Some(hundredths("160")),
            weight: Some(hundredths("64")),
            body_fat: Some(hundredths("20")),
            systolic: Some(150),
            diastolic: Some(79),
            setting: Setting::Clinic,
        };
        let whys = physical::why(&built_in::PHYSICAL, &inputs);
        let told: Vec<_> = whys.iter().map(|why| (why.indicator, why.grade.as_str(), why.source)).collect();
        assert_eq!(
            told,
            [
                (Indicator::Bmi, "OBESITY_1", RuleSource::WhoAsiaPacific2000),
                (Indicator::SystolicPressure, "HYPERTENSION_1", RuleSource::Ksh2018),
                (Indicator::DiastolicPressure, "NORMAL", RuleSource::Ksh2018),
                (Indicator::BodyFat, "STANDARD", RuleSource::InBody),
            ]
        );
        let fat = whys.last().map(|why| (why.sex, why.age_from, why.lower, why.upper, why.rule_version));
        let end = |cut| Some(IntervalEnd { cut: Hundredths(cut), inclusive: true });
        assert_eq!(fat, Some((Some(Sex::Male), 19, end(1_000), end(2_000), 1)));
    }

    #[test]
    fn what_is_told_of_a_value_beside_a_cut_lies_where_it_was_graded() {
        // 65.6 kg at 162 cm are 24.9962; 58.6 kg at 178 cm are 18.4951.
        for (height, weight, grade, told) in [
            ("162", "65.6", "OVERWEIGHT", 2_499),
            ("178", "58.6", "UNDERWEIGHT", 1_849),
            ("160", "64", "OBESITY_1", 2_500),
            ("162", "65", "OVERWEIGHT", 2_477),
        ] {
            let (height, weight) = (Some(hundredths(height)), Some(hundredths(weight)));
            let inputs = PhysicalInputs { height, weight, ..nothing() };
            let whys = physical::why(&built_in::PHYSICAL, &inputs);
            let found: Vec<_> = whys.iter().map(|why| (why.grade.as_str(), why.value.0, why.raw.0)).collect();
            assert_eq!(found, [(grade, told * 10, told * 10)], "{height:?} {weight:?}");
        }
    }

    pub(super) fn nothing() -> PhysicalInputs {
        PhysicalInputs {
            age: Some(40),
            sex: None,
            height: None,
            weight: None,
            body_fat: None,
            systolic: None,
            diastolic: None,
            setting: Setting::Clinic,
        }
    }
}

#[test]
fn a_converted_grade_says_why() {
    let graded = built_in::MIND.grade_by(Indicator::Stress, somebody(), &[(Indicator::Pss10, Quantity::whole(23))]);
    let why = graded.map(|graded| graded.why());
    let end = |cut, inclusive| Some(IntervalEnd { cut: Hundredths(cut), inclusive });
    assert_eq!(
        why.map(|why| (why.grade, why.standing, why.value.text(), why.converted_from, why.raw, why.lower, why.upper)),
        Some((
            "CAUTION".into(),
            RuleStanding::Convention,
            "57.5".into(),
            Some(Indicator::Pss10),
            Thousandths(23_000),
            end(5_500, true),
            end(6_750, false)
        ))
    );
}

#[test]
fn published_bands_never_straddle_a_grade() {
    for conversion in built_in::MIND.conversions.iter() {
        let bands = built_in::MIND.tables.iter().find(|table| table.indicator == conversion.from);
        for cut in bands.iter().flat_map(|table| table.rules.iter()).filter_map(|rule| rule.lower) {
            let grade =
                |value: Option<Quantity>| value.and_then(|value| converted(conversion.to, &[(conversion.from, value)]));
            let (at, before) =
                (grade(Quantity::hundredths(cut.cut)), grade(Quantity::new(cut.cut.0 * 1_000 - 1, 100_000)));
            assert!(at > before, "{:?} {}", conversion.from, cut.cut);
        }
    }
}

mod safety_beside_grades {
    use super::*;

    /// The side on which a value is urgent.
    fn side(indicator: Indicator, value: u16) -> Option<UrgentSide> {
        built_in::URGENT.urgent(indicator, Quantity::whole(value)).map(|rule| rule.side)
    }

    #[test]
    fn urgent_values_begin_at_their_thresholds() {
        use Indicator::{DiastolicPressure, HeartRate, SystolicPressure};
        for (indicator, low, not_low, not_high, high) in
            [(SystolicPressure, 90, 91, 179, 180), (DiastolicPressure, 49, 50, 119, 120), (HeartRate, 40, 41, 130, 131)]
        {
            assert_eq!(side(indicator, low), Some(UrgentSide::Low), "{indicator:?} {low}");
            assert_eq!(side(indicator, not_low), None, "{indicator:?} {not_low}");
            assert_eq!(side(indicator, not_high), None, "{indicator:?} {not_high}");
            assert_eq!(side(indicator, high), Some(UrgentSide::High), "{indicator:?} {high}");
        }
        assert_eq!(side(Indicator::Bmi, 200), None);
    }

    #[test]
    fn a_mark_says_its_value_its_rule_and_whose_it_is() {
        let marks = built_in::URGENT.urgent_marks(&physical::vital_values(Some(62), Some(35), Some(80)));
        let told: Vec<_> =
            marks.iter().map(|mark| (mark.indicator, mark.side, mark.value.0, mark.bound.cut.0)).collect();
        let low = UrgentSide::Low;
        assert_eq!(
            told,
            [(Indicator::SystolicPressure, low, 6_200, 9_000), (Indicator::DiastolicPressure, low, 3_500, 4_900)]
        );
        assert_eq!(marks.iter().map(|mark| mark.source).collect::<Vec<_>>(), [RuleSource::News2, RuleSource::Product]);
        assert!(marks.iter().all(|mark| (mark.rule_set.as_str(), mark.rule_version) == ("urgent-values", 1)));
    }

    #[test]
    fn a_stricter_threshold_is_not_laxer_and_a_missing_one_is() {
        let with = |cut: i64| {
            let mut rules = built_in::URGENT.clone();
            rules.urgent.to_mut()[0].bound.cut = Hundredths(cut);
            rules
        };
        let laxer = |rules: &RuleSet| rules.laxer_than(&built_in::URGENT).len();
        assert_eq!((laxer(&built_in::URGENT), laxer(&with(17_000)), laxer(&with(18_100))), (0, 0, 1));
        let mut without = built_in::URGENT.clone();
        without.urgent.to_mut().pop();
        assert_eq!(laxer(&without), 1);
    }

    #[test]
    fn low_pressure_is_told_whatever_its_grade() {
        for (systolic, diastolic, is_low) in [(99, 80, true), (100, 60, false), (110, 59, true), (62, 35, true)] {
            assert_eq!(is_low_pressure(systolic, diastolic), is_low, "{systolic}/{diastolic}");
        }
    }

    #[test]
    fn one_value_has_a_grade_or_says_why_not() {
        use UngradedReason::{AgeUnknown, Impossible, NoNorm, SexUnknown, TooYoung};
        let adult = somebody();
        let nobody = Subject::default();
        let child = Subject { age: Some(17), sex: None };
        let high = Some(UrgentSide::High);
        for (indicator, value, subject, grade, urgent) in [
            (Indicator::Myopia, -7.0, nobody, Ok("HIGH_MYOPIA"), None),
            (Indicator::Myopia, -6.0, nobody, Ok("HIGH_MYOPIA"), None),
            (Indicator::Myopia, -5.99, nobody, Ok("MYOPIA"), None),
            (Indicator::Myopia, -0.5, nobody, Ok("MYOPIA"), None),
            (Indicator::Myopia, -0.49, nobody, Ok("NONE"), None),
            (Indicator::Myopia, 1.0, nobody, Ok("NONE"), None),
            (Indicator::Myopia, 37.51, nobody, Err(Impossible), None),
            (Indicator::KdsqP, 3.0, nobody, Ok("NORMAL"), None),
            (Indicator::KdsqP, 4.0, nobody, Ok("FOLLOW_UP"), None),
            (Indicator::KdsqC, 6.0, nobody, Ok("SUSPECTED"), None),
            (Indicator::Pss10, 13.5, adult, Err(Impossible), None),
            (Indicator::Pss10, 14.0, adult, Ok("MODERATE"), None),
            (Indicator::Pss10, 14.0, child, Err(TooYoung), None),
            (Indicator::Pss10, 14.0, nobody, Err(AgeUnknown), None),
            (Indicator::Pss10, 41.0, adult, Err(Impossible), None),
            (Indicator::Bat12, 35.0 / 12.0, adult, Ok("AT_RISK"), None),
            (Indicator::Bat12, 2.96, adult, Ok("VERY_HIGH"), None),
            (Indicator::Bat12, 2.959_999_999_9, adult, Ok("AT_RISK"), None),
            (Indicator::CbiWork, 325.0 / 7.0, adult, Ok("NONE"), None),
            (Indicator::CbiWork, 49.999_999_999, adult, Ok("NONE"), None),
            (Indicator::BepsiK, 1.1 + 0.7, adult, Ok("MODERATE"), None),
            (Indicator::Bmi, 66.4 / (1.7 * 1.7), adult, Ok("NORMAL"), None),
            (Indicator::Bmi, 64.0 / (1.6 * 1.6), adult, Ok("OBESITY_1"), None),
            (Indicator::SystolicPressure, 215.0, child, Err(TooYoung), high),
            (Indicator::SystolicPressure, 301.0, adult, Err(Impossible), None),
            (Indicator::HeartRate, 225.0, adult, Ok("TACHYCARDIA"), high),
            (Indicator::HeartRate, 24.0, nobody, Err(AgeUnknown), Some(UrgentSide::Low)),
            (Indicator::BodyFat, 23.5, Subject { age: Some(31), sex: None }, Err(SexUnknown), None),
            (Indicator::Cist, 20.0, adult, Err(NoNorm), None),
            (Indicator::StressIndex, 149.0, adult, Err(NoNorm), None),
            (Indicator::Stress, f64::NAN, adult, Err(Impossible), None),
        ] {
            let found = assess(indicator, value, subject);
            assert_eq!((found.grade, found.urgent), (grade, urgent), "{indicator:?} {value} {subject:?}");
        }
    }

    #[test]
    fn the_index_is_shown_to_two_decimals_and_never_as_the_next_grade() {
        // 74.51 kg at 1.8 m is 22.9969…, 73.99 kg at 2 m is 18.4975.
        let told =
            |height, weight| physical::shown_index(hundredths(height), hundredths(weight)).map(|index| index.text());
        assert_eq!(told("170", "66.4").as_deref(), Some("22.98"));
        assert_eq!(told("200", "92").as_deref(), Some("23"));
        assert_eq!(told("180", "74.51").as_deref(), Some("22.99"));
        assert_eq!(told("200", "73.99").as_deref(), Some("18.49"));
        assert_eq!(told("200", "139.99").as_deref(), Some("34.99"));
    }

    proptest! {
        #[test]
        fn a_number_is_graded_as_its_decimals(hundredths in 0_i64..=200_000) {
            let number = hundredths as f64 / 100.0;
            prop_assert_eq!(Quantity::of_number(number), Quantity::hundredths(Hundredths(hundredths)));
        }
    }
}

mod checking {
    use super::*;

    #[test]
    fn what_is_built_in_is_without_fault() {
        for rules in built_in::ALL.into_iter().chain([&gallagher()]) {
            assert_eq!(rules.faults(), [], "{}", rules.id);
        }
        for indicator in Indicator::ALL {
            let rules = built_in::of(*indicator);
            let is_graded = rules.tables.iter().any(|table| table.indicator == *indicator)
                || rules.conversions.iter().any(|conversion| conversion.from == *indicator);
            assert!(is_graded || *indicator == Indicator::Cist, "{indicator:?}");
        }
    }

    #[test]
    fn all_labels_of_the_product_are_grades() {
        let of_measures =
            [physical::BmiGrade::WORDS, physical::BloodPressureGrade::WORDS, BodyFatGrade::WORDS].concat();
        let of_minds = [HealthGrade::WORDS, LethargyGrade::WORDS].concat();
        let distinct = |words: Vec<&str>| words.into_iter().collect::<std::collections::BTreeSet<_>>().len();
        // NORMAL is 정상 for physical measurements and 보통 for mental ones.
        assert_eq!(distinct(of_measures) + distinct(of_minds), 22);
    }

    /// The rules with the table of an indicator changed.
    fn with(indicator: Indicator, change: impl Fn(&mut Vec<GradeRule>)) -> RuleSet {
        let mut rules = built_in::of(indicator).clone();
        for table in rules.tables.to_mut().iter_mut().filter(|table| table.indicator == indicator) {
            change(table.rules.to_mut());
        }
        rules
    }

    fn end(cut: i64, inclusive: bool) -> Option<IntervalEnd> {
        Some(IntervalEnd { cut: Hundredths(cut), inclusive })
    }

    fn fault(kind: RuleFaultKind, indicator: Indicator) -> RuleFault {
        RuleFault { kind, indicator, sex: None, age_from: None, age_to: None, from: None, to: None }
    }

    #[test]
    fn a_gap_is_named_by_its_bounds() {
        let rules = with(Indicator::Lethargy, |rules| rules[1].lower = end(2_500, false));
        let gap = RuleFault {
            age_from: Some(0),
            from: end(2_000, true),
            to: end(2_500, true),
            ..fault(RuleFaultKind::Gap, Indicator::Lethargy)
        };
        assert_eq!(rules.faults(), [gap]);
        let point = with(Indicator::Lethargy, |rules| rules[1].lower = end(2_000, false));
        assert_eq!(point.faults(), [RuleFault { from: end(2_000, true), to: end(2_000, true), ..gap }]);
        let open = with(Indicator::Lethargy, |rules| rules[3].upper = end(10_000, false));
        assert_eq!(open.faults(), [RuleFault { from: end(10_000, true), to: end(10_000, true), ..gap }]);
    }

    #[test]
    fn an_overlap_is_named_by_its_bounds() {
        let rules = with(Indicator::Lethargy, |rules| rules[0].upper = end(2_000, true));
        let overlap = RuleFault {
            age_from: Some(0),
            from: end(2_000, true),
            to: end(2_000, true),
            ..fault(RuleFaultKind::Overlap, Indicator::Lethargy)
        };
        assert_eq!(rules.faults(), [overlap]);
    }

    #[test]
    fn what_is_wrong_for_one_sex_or_some_ages_says_so() {
        let women = with(Indicator::BodyFat, |rules| rules[4].upper = end(2_700, true));
        let gap = RuleFault {
            sex: Some(Sex::Female),
            age_from: Some(19),
            from: end(2_700, false),
            to: end(2_800, true),
            ..fault(RuleFaultKind::Gap, Indicator::BodyFat)
        };
        assert_eq!(women.faults(), [gap]);
        let no_men = with(Indicator::BodyFat, |rules| rules.retain(|rule| rule.sex == Some(Sex::Female)));
        let gap = RuleFault { sex: Some(Sex::Male), from: end(100, true), to: end(7_500, true), ..gap };
        assert_eq!(no_men.faults(), [gap]);
        let mut ages = gallagher();
        for table in ages.tables.to_mut().iter_mut().filter(|table| table.indicator == Indicator::BodyFat) {
            table.rules.to_mut().retain(|rule| rule.age_from != 40);
        }
        assert_eq!(ages.faults(), [RuleFault { sex: None, age_from: Some(40), age_to: Some(59), ..gap }]);
    }

    #[test]
    fn a_rule_that_makes_no_sense_is_named() {
        let kinds = |change: fn(&mut Vec<GradeRule>)| {
            with(Indicator::Lethargy, change).faults().into_iter().map(|fault| fault.kind).collect::<Vec<_>>()
        };
        assert_eq!(kinds(|rules| rules[0].grade = 4), [RuleFaultKind::UnknownGrade]);
        assert_eq!(kinds(|rules| rules[1].upper = end(2_000, false)), [RuleFaultKind::Empty]);
        assert_eq!(kinds(|rules| rules[1].lower = end(i64::MAX, false)), [RuleFaultKind::TooLarge]);
        assert_eq!(kinds(|rules| rules[1].age_from = 131), [RuleFaultKind::Empty]);
        assert_eq!(kinds(|rules| rules.clear()), [RuleFaultKind::Missing]);
        assert_eq!(kinds(|rules| rules[1].grade = 3), [RuleFaultKind::Order]);
    }

    #[test]
    fn anchors_rise_from_the_lowest_value() {
        let kinds = |anchors: &[(i64, i64)]| {
            let anchors =
                anchors.iter().map(|(raw, score)| ScoreAnchor { raw: Hundredths(*raw), score: Hundredths(*score) });
            let conversion = ScoreConversion {
                from: Indicator::Gad7,
                to: Indicator::Anxiety,
                anchors: Cow::Owned(anchors.collect()),
            };
            let rules = RuleSet { conversions: Cow::Owned(vec![conversion]), ..built_in::MIND.clone() };
            rules.faults().into_iter().map(|fault| (fault.kind, fault.to.map(|end| end.cut.0))).collect::<Vec<_>>()
        };
        assert_eq!(kinds(&[(0, 0), (2_100, 10_000)]), []);
        assert_eq!(kinds(&[(0, 0), (500, 3_500), (500, 4_000)]), [(RuleFaultKind::Anchors, Some(500))]);
        assert_eq!(kinds(&[(0, 0), (500, 3_500), (600, 3_500)]), [(RuleFaultKind::Anchors, Some(600))]);
        assert_eq!(kinds(&[(100, 0), (500, 3_500)]), [(RuleFaultKind::Anchors, Some(100))]);
        assert_eq!(kinds(&[(0, 0), (500, 10_001)]), [(RuleFaultKind::Anchors, Some(500))]);
        assert_eq!(kinds(&[(0, 0), (2_101, 9_000)]), [(RuleFaultKind::Anchors, Some(2_101))]);
        assert_eq!(kinds(&[(0, 0)]), [(RuleFaultKind::Missing, None)]);
    }

    #[test]
    fn tables_stand_once_and_scores_have_theirs() {
        let mut twice = built_in::HEART_RATE.clone();
        let again = twice.tables.first().cloned();
        twice.tables.to_mut().extend(again);
        assert_eq!(twice.faults(), [fault(RuleFaultKind::Twice, Indicator::HeartRate)]);
        let mut without = built_in::MIND.clone();
        without.tables.to_mut().retain(|table| table.indicator != Indicator::Anxiety);
        assert_eq!(without.faults(), [fault(RuleFaultKind::Missing, Indicator::Anxiety)]);
    }

    #[test]
    fn conventions_change_and_published_bounds_do_not() {
        let convention = with(Indicator::Stress, |rules| {
            rules[0].upper = end(1_200, false);
            rules[1].lower = end(1_200, true);
        });
        assert_eq!(convention.faults(), []);
        assert_eq!(convention.changed_published(&built_in::MIND), None);
        let published = with(Indicator::Gad7, |rules| {
            rules[0].upper = end(600, false);
            rules[1].lower = end(600, true);
        });
        assert_eq!(published.changed_published(&built_in::MIND), Some(Indicator::Gad7));
        let mut relabelled = built_in::MIND.clone();
        for table in relabelled.tables.to_mut() {
            table.standing = RuleStanding::Convention;
        }
        assert_eq!(relabelled.changed_published(&built_in::MIND), Some(Indicator::Pss10));
        assert_eq!(built_in::MIND.changed_published(&relabelled), Some(Indicator::Pss10));
    }

    #[cfg(feature = "server")]
    #[test]
    fn a_rule_set_survives_the_database() {
        for rules in built_in::ALL.into_iter().chain([&gallagher()]) {
            let stored = serde_json::to_string(rules).unwrap_or_default();
            assert_eq!(serde_json::from_str::<RuleSet>(&stored).ok().as_ref(), Some(rules), "{stored}");
        }
    }

    proptest! {
            #[test]
            fn rules_without_fault_grade_every_value_exactly_once(
                cuts in prop::collection::btree_set(0_i64..=10_000, 3), broken in any::<Option<(usize, bool)>>(), value in 0_i64..=10_000
            ) {
                let cuts: Vec<i64> = cuts.into_iter().collect();
                let rules = with(Indicator::Lethargy, |rules| {
                    for (index, cut) in cuts.iter().enumerate() {
                        rules[index].upper = end(*cut, false);
                        rules[index + 1].lower = end(*cut, true);
                    }
                    if let Some((place, inclusive)) = broken {
                        rules[place % 3].upper = end(cuts[place % 3], inclusive);
                    }
                });
                if rules.faults().is_empty() {
                    let Some(value) = Quantity::hundredths(Hundredths(value)) else { return Ok(()) };
                    let table = rules.tables.iter().find(|table| table.indicator == Indicator::Lethargy);
                    let applying = table.map(|table| table.rules.iter().filter(|rule| rule.applies(somebody(), value)).count());
                    prop_assert_eq!(applying, Some(1));
                } else {
                    prop_assert!(broken.is_some_and(|(_, inclusive)| inclusive) || cuts.first() == Some(&0));
                }
            }

            #[test]
            fn every_value_in_range_has_exactly_one_grade_of_what_is_built_in(
                place in 0_u32..=1_000_000, age in 20_u16..80, sex in prop::sample::select(Sex::ALL)
            ) {
                let subject = Subject { age: Some(age), sex: Some(sex) };
                for table in built_in::ALL.iter().flat_map(|rules| rules.tables.iter()).chain(&built_in::BODY_FAT) {
                    let limits = table.indicator.axis().limits;
                    let numerator = limits.min * 1_000_000 + (limits.max - limits.min) * i64::from(place);
                    let Some(value) = Quantity::new(numerator, 100_000_000) else { continue };
                    let applying = table.rules.iter().filter(|rule| rule.applies(subject, value)).count();
                    prop_assert_eq!(applying, 1, "{:?} {:?}", table.indicator, value);
                }
            }

            #[test]
            fn a_higher_value_never_has_a_better_score_or_grade(one in 0_i64..=1_000_000, other in 0_i64..=1_000_000) {
                let (less, more) = (one.min(other), one.max(other));
                for conversion in built_in::MIND.conversions.iter() {
                    let limits = conversion.from.axis().limits;
                    let graded = |place: i64| -> Option<Graded<'static>> {
                        let numerator = limits.min * 1_000_000 + (limits.max - limits.min) * place;
                        let raw = match conversion.from.is_whole() {
                            true => Quantity::new(numerator / 100_000_000, 1)?,
                            false => Quantity::new(numerator, 100_000_000)?,
                        };
                        built_in::MIND.grade_by(conversion.to, somebody(), &[(conversion.from, raw)])
                    };
    let (Some(less), Some(more)) = (graded(less), graded(more)) else {
                        return Err(TestCaseError::fail("graded"));
                    };
                    prop_assert!(!more.value().is_less(less.value()));
                    prop_assert!(less.rule.grade <= more.rule.grade);
                }
            }
        }
}

#[test]
fn norms_and_tables_need_an_age_only_where_they_have_bounds_of_ages() {
    let of_nobody = Subject::default();
    assert!(built_in::MIND.grade(Indicator::Pss10, of_nobody, Quantity::whole(3)).is_none());
    assert!(built_in::COGNITION.grade(Indicator::KdsqC, of_nobody, Quantity::whole(3)).is_some());
    assert!(built_in::HEART_RATE.grade(Indicator::HeartRate, of_nobody, Quantity::whole(70)).is_none());
    let norm = CistNorm { age_from: 0, age_to: None, education_from: 0, education_to: None, cut: 20 };
    let rules = RuleSet { norms: Cow::Owned(vec![norm]), ..built_in::COGNITION.clone() };
    assert_eq!(rules.faults(), []);
}
