//! Grades of physical measurements: body mass index, blood pressure, body fat.
//!
//! Sources: BMI — WHO Western Pacific Region, "The Asia-Pacific perspective" (2000) and the Korean Society for the
//! Study of Obesity (2018). Blood pressure — Korean Society of Hypertension 2018 (Clinical Hypertension 2019,
//! s40885-019-0121-0). Body fat — the InBody standard ranges. Mapping the hypertension classes to the product's four
//! grades is a convention of the product.

use super::{
    GradeReason, GradeRule, Indicator, Quantity, RuleSet, Sex, Subject,
    built_in::PHYSICAL,
    concern::GradedIndicator,
    safety::{Ungraded, UngradedReason},
};
use crate::contract::value_enum;
use crate::domain::decimal::Hundredths;

/// The name and version of a rule set, as stored with a result.
#[derive(Clone, Copy, Debug)]
pub struct RuleSetVersion {
    /// Stable name.
    pub id: &'static str,
    /// Version.
    pub version: i32,
}

/// The rules that [`grade`] uses; stored with every result.
pub const RULES: RuleSetVersion = RuleSetVersion { id: "physical-kr", version: 1 };

/// The smallest and largest value that a person can have. Values outside are errors, which are neither imported nor
/// graded.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Smallest.
    pub min: i64,
    /// Largest.
    pub max: i64,
}

impl Limits {
    /// Returns whether a value lies within the limits, inclusive.
    #[must_use]
    pub fn contain(self, value: i64) -> bool {
        (self.min..=self.max).contains(&value)
    }
}

/// Heights, in hundredths of a cm.
pub const HEIGHT: Limits = Limits { min: 5_000, max: 25_000 };
/// Weights, in hundredths of a kg.
pub const WEIGHT: Limits = Limits { min: 200, max: 40_000 };
/// Body fat, in hundredths of a %.
pub const BODY_FAT_PERCENT: Limits = Limits { min: 100, max: 7_500 };
/// Systolic pressures in mmHg.
pub const SYSTOLIC_PRESSURE: Limits = Limits { min: 50, max: 300 };
/// Diastolic pressures in mmHg, each below the systolic one.
pub const DIASTOLIC_PRESSURE: Limits = Limits { min: 20, max: 200 };

/// Pulses per minute.
pub const PULSE: Limits = Limits { min: 20, max: 300 };
/// Index of a blood pressure reading within a series, from 1.
pub const READING_NUMBER: Limits = Limits { min: 1, max: 9 };

value_enum! {
    /// Body mass index of adults.
    pub enum BmiGrade {
        Underweight = "UNDERWEIGHT",
        Normal = "NORMAL",
        Overweight = "OVERWEIGHT",
        Obesity1 = "OBESITY_1",
        Obesity2 = "OBESITY_2",
    }
}

value_enum! {
    /// Clinic blood pressure of adults, in the product's grades.
    pub enum BloodPressureGrade {
        Normal = "NORMAL",
        PreStage = "PRE_STAGE",
        Stage1 = "STAGE_1",
        Stage2 = "STAGE_2",
    }
}

value_enum! {
    /// Clinic blood pressure of adults, in the classes of the Korean Society of Hypertension, in ascending order. The
    /// higher class of the two pressures applies.
    pub enum BloodPressureClass {
        Normal = "NORMAL",
        Elevated = "ELEVATED",
        Prehypertension = "PREHYPERTENSION",
        Hypertension1 = "HYPERTENSION_1",
        Hypertension2 = "HYPERTENSION_2",
    }
}

value_enum! {
    /// Body fat of adults.
    pub enum BodyFatGrade {
        BelowStandard = "BELOW_STANDARD",
        Standard = "STANDARD",
        AboveStandard = "ABOVE_STANDARD",
    }
}

value_enum! {
    /// Where the blood pressure was measured. Home readings have other cut-offs and are not graded.
    pub enum Setting { Clinic = "CLINIC", Home = "HOME" }
}

value_enum! {
    /// The arm on which the blood pressure was measured.
    pub enum Arm { Left = "LEFT", Right = "RIGHT" }
}

value_enum! {
    /// The person's posture during the blood pressure measurement.
    pub enum Posture { Sitting = "SITTING", Lying = "LYING", Standing = "STANDING" }
}

/// The Korean Society for the Study of Obesity splits obesity stage 2 at 35; stored as a flag.
const OBESITY_CLASS_3: Hundredths = Hundredths(3_500);

/// The measured values and the person. Heights in cm, weights in kg, pressures in mmHg, fat in %.
#[derive(Clone, Copy, Debug)]
pub struct PhysicalInputs {
    /// Completed years at the time of the measurement; `None` if it cannot be derived from the birth date.
    pub age: Option<u16>,
    /// Sex, if known.
    pub sex: Option<Sex>,
    /// Height in cm.
    pub height: Option<Hundredths>,
    /// Weight in kg.
    pub weight: Option<Hundredths>,
    /// Body fat in %.
    pub body_fat: Option<Hundredths>,
    /// Systolic pressure in mmHg.
    pub systolic: Option<u16>,
    /// Diastolic pressure in mmHg.
    pub diastolic: Option<u16>,
    /// Where the pressure was measured.
    pub setting: Setting,
}

/// The grades of one measurement; `None` for what cannot be graded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhysicalGrades {
    /// Body mass index in tenths, rounded half-up, for display.
    pub bmi_tenths: Option<i64>,
    /// Body mass index as [`shown_index`] gives it.
    pub bmi_shown: Option<Hundredths>,
    /// Grade of the unrounded index.
    pub bmi: Option<BmiGrade>,
    /// Whether the body mass index is 35 or more; `None` if the index has no grade.
    pub obesity_class_3: Option<bool>,
    /// Grade of the blood pressure.
    pub blood_pressure: Option<BloodPressureGrade>,
    /// Class of the blood pressure.
    pub blood_pressure_class: Option<BloodPressureClass>,
    /// Whether the systolic pressure is 140 or more and the diastolic below 90; `None` if the pressure has no class.
    pub isolated_systolic: Option<bool>,
    /// Grade of the body fat.
    pub body_fat: Option<BodyFatGrade>,
}

/// Returns the body mass index as an exact fraction: kg·10⁶ / (cm·100)² in hundredths of both. Returns `None` for
/// values that no person can have.
#[must_use]
pub fn body_mass_index(height: Hundredths, weight: Hundredths) -> Option<Quantity> {
    if !HEIGHT.contain(height.0) || !WEIGHT.contain(weight.0) {
        return None;
    }
    Quantity::new(weight.0.checked_mul(1_000_000)?, height.0.checked_mul(height.0)?)
}

/// Returns the body mass index to two decimals: rounded half-up, or down if rounding would reach the next grade.
#[must_use]
pub fn shown_index(height: Hundredths, weight: Hundredths) -> Option<Hundredths> {
    body_mass_index(height, weight).map(shown)
}

fn shown(index: Quantity) -> Hundredths {
    let rounded = index.hundredths_half_up();
    let cuts = PHYSICAL.tables.iter().filter(|table| table.indicator == Indicator::Bmi);
    let is_cut = |rule: &GradeRule| rule.lower.is_some_and(|end| end.cut == rounded);
    let reaches = index.compare(rounded).is_lt() && cuts.flat_map(|table| table.rules.iter()).any(is_cut);
    Hundredths(rounded.0 - i64::from(reaches || (rounded == OBESITY_CLASS_3 && index.compare(rounded).is_lt())))
}

/// Returns the values that can be urgent: the pressures and the pulse, wherever they were measured.
#[must_use]
pub fn vital_values(
    systolic: Option<u16>,
    diastolic: Option<u16>,
    pulse: Option<u16>,
) -> [(Indicator, Option<Hundredths>); 3] {
    let of = |value: Option<u16>| value.map(|value| Hundredths(i64::from(value) * 100));
    [
        (Indicator::SystolicPressure, of(systolic)),
        (Indicator::DiastolicPressure, of(diastolic)),
        (Indicator::HeartRate, of(pulse)),
    ]
}

/// Returns what was measured and has no grade by a rule set, with the reasons.
#[must_use]
pub fn ungraded(rule_set: &RuleSet, inputs: &PhysicalInputs) -> Vec<Ungraded> {
    let subject = Subject { age: inputs.age, sex: inputs.sex };
    let [index, systolic, diastolic, body_fat] = values(inputs);
    let why = |indicator, value: Option<Quantity>| rule_set.ungraded(indicator, subject, value?);
    let pressure = match inputs.systolic.zip(inputs.diastolic) {
        Some(_) if inputs.setting == Setting::Home => Some((UngradedReason::HomeReading, None)),
        Some(_) if systolic.is_none() => Some((UngradedReason::Impossible, None)),
        _ => why(Indicator::SystolicPressure, systolic).or_else(|| why(Indicator::DiastolicPressure, diastolic)),
    };
    let all = [
        (GradedIndicator::Bmi, why(Indicator::Bmi, index)),
        (GradedIndicator::BloodPressure, pressure),
        (GradedIndicator::BodyFat, why(Indicator::BodyFat, body_fat)),
    ];
    all.into_iter()
        .filter_map(|(indicator, why)| why.map(|(reason, age_from)| Ungraded { indicator, reason, age_from }))
        .collect()
}

fn index_of(inputs: &PhysicalInputs) -> Option<Quantity> {
    inputs.height.zip(inputs.weight).and_then(|(height, weight)| body_mass_index(height, weight))
}

/// The graded indicators, in the order of the values below.
const MEASURED: [Indicator; 4] =
    [Indicator::Bmi, Indicator::SystolicPressure, Indicator::DiastolicPressure, Indicator::BodyFat];

/// Returns the values of [`MEASURED`]. The pressures are either both present or both absent; those that were not
/// measured in a clinic are absent.
fn values(inputs: &PhysicalInputs) -> [Option<Quantity>; 4] {
    let pressures = inputs.systolic.zip(inputs.diastolic).filter(|(systolic, diastolic)| {
        systolic > diastolic
            && SYSTOLIC_PRESSURE.contain((*systolic).into())
            && DIASTOLIC_PRESSURE.contain((*diastolic).into())
            && inputs.setting == Setting::Clinic
    });
    [
        index_of(inputs),
        pressures.map(|(systolic, _)| Quantity::whole(systolic)),
        pressures.map(|(_, diastolic)| Quantity::whole(diastolic)),
        inputs.body_fat.and_then(Quantity::hundredths),
    ]
}

/// Grades a measurement by [`RULES`]. Impossible values have no grade.
#[must_use]
pub fn grade(inputs: &PhysicalInputs) -> PhysicalGrades {
    grade_by(&PHYSICAL, inputs)
}

/// Grades a measurement by a rule set. Impossible values have no grade.
#[must_use]
pub fn grade_by(rule_set: &RuleSet, inputs: &PhysicalInputs) -> PhysicalGrades {
    let subject = Subject { age: inputs.age, sex: inputs.sex };
    let [index, systolic, diastolic, body_fat] = values(inputs);
    let place = |indicator, value: Option<Quantity>| {
        let graded = value.and_then(|value| rule_set.grade(indicator, subject, value));
        graded.map(|graded| usize::from(graded.rule.grade))
    };
    let bmi = place(Indicator::Bmi, index);
    // Either both are present or neither.
    let class = place(Indicator::SystolicPressure, systolic).max(place(Indicator::DiastolicPressure, diastolic));
    let body_fat = place(Indicator::BodyFat, body_fat);
    let blood_pressure_class = class.and_then(|class| BloodPressureClass::ALL.get(class)).copied();
    PhysicalGrades {
        bmi_tenths: index.map(Quantity::tenths_half_up),
        bmi_shown: index.map(shown),
        bmi: bmi.and_then(|bmi| BmiGrade::ALL.get(bmi)).copied(),
        obesity_class_3: bmi.and(index).map(|index| index.compare(OBESITY_CLASS_3).is_ge()),
        blood_pressure: blood_pressure_class.map(product_grade),
        blood_pressure_class,
        isolated_systolic: class.map(|_| inputs.systolic >= Some(140) && inputs.diastolic < Some(90)),
        body_fat: body_fat.and_then(|body_fat| BodyFatGrade::ALL.get(body_fat)).copied(),
    }
}

/// Returns the reasons of a measurement's grades. Blood pressure has one for each pressure; the more severe one counts.
#[must_use]
pub fn why(rule_set: &RuleSet, inputs: &PhysicalInputs) -> Vec<GradeReason> {
    let subject = Subject { age: inputs.age, sex: inputs.sex };
    let graded = MEASURED
        .into_iter()
        .zip(values(inputs))
        .filter_map(|(indicator, value)| rule_set.grade(indicator, subject, value?));
    graded.map(|graded| graded.why().about(subject)).collect()
}

const fn product_grade(class: BloodPressureClass) -> BloodPressureGrade {
    match class {
        BloodPressureClass::Normal => BloodPressureGrade::Normal,
        BloodPressureClass::Elevated | BloodPressureClass::Prehypertension => BloodPressureGrade::PreStage,
        BloodPressureClass::Hypertension1 => BloodPressureGrade::Stage1,
        BloodPressureClass::Hypertension2 => BloodPressureGrade::Stage2,
    }
}

#[cfg(test)]
mod tests {
    use super::{
        BloodPressureClass as Class, BloodPressureGrade as Pressure, BmiGrade as Bmi, BodyFatGrade as Fat,
        PhysicalGrades, PhysicalInputs, Setting, grade,
    };
    use crate::domain::{decimal::Hundredths, grade::Sex};
    use proptest::prelude::*;

    fn nothing_measured() -> PhysicalInputs {
        PhysicalInputs {
            age: Some(40),
            sex: Some(Sex::Female),
            height: None,
            weight: None,
            body_fat: None,
            systolic: None,
            diastolic: None,
            setting: Setting::Clinic,
        }
    }

    fn body(height: &str, weight: &str) -> PhysicalGrades {
        grade(&PhysicalInputs {
            height: Hundredths::parse(height),
            weight: Hundredths::parse(weight),
            ..nothing_measured()
        })
    }

    fn pressure(systolic: u16, diastolic: u16) -> PhysicalGrades {
        grade(&PhysicalInputs { systolic: Some(systolic), diastolic: Some(diastolic), ..nothing_measured() })
    }

    #[test]
    fn body_mass_index_is_graded_unrounded() {
        for (height, weight, expected, class_3) in [
            ("200", "73.9", Bmi::Underweight, false),
            ("200", "74.0", Bmi::Normal, false),
            ("200", "91.9", Bmi::Normal, false),
            ("200", "92.0", Bmi::Overweight, false),
            ("180", "74.52", Bmi::Overweight, false),
            ("170", "66.4", Bmi::Normal, false),
            ("200", "99.9", Bmi::Overweight, false),
            ("160", "64", Bmi::Obesity1, false),
            ("200", "119.9", Bmi::Obesity1, false),
            ("200", "120", Bmi::Obesity2, false),
            ("200", "139.9", Bmi::Obesity2, false),
            ("200", "140", Bmi::Obesity2, true),
        ] {
            let grades = body(height, weight);
            assert_eq!(
                (grades.bmi, grades.obesity_class_3),
                (Some(expected), Some(class_3)),
                "{height} cm, {weight} kg"
            );
        }
    }

    #[test]
    fn the_displayed_index_is_rounded_half_up() {
        assert_eq!(body("170", "66.4").bmi_tenths, Some(230));
        assert_eq!(body("200", "73.8").bmi_tenths, Some(185));
    }

    #[test]
    fn blood_pressure_follows_the_society_of_hypertension() {
        for (systolic, diastolic, class, expected, isolated) in [
            (119, 79, Class::Normal, Pressure::Normal, false),
            (120, 79, Class::Elevated, Pressure::PreStage, false),
            (129, 79, Class::Elevated, Pressure::PreStage, false),
            (119, 80, Class::Prehypertension, Pressure::PreStage, false),
            (120, 80, Class::Prehypertension, Pressure::PreStage, false),
            (130, 79, Class::Prehypertension, Pressure::PreStage, false),
            (139, 89, Class::Prehypertension, Pressure::PreStage, false),
            (140, 89, Class::Hypertension1, Pressure::Stage1, true),
            (139, 90, Class::Hypertension1, Pressure::Stage1, false),
            (159, 99, Class::Hypertension1, Pressure::Stage1, false),
            (160, 99, Class::Hypertension2, Pressure::Stage2, false),
            (159, 100, Class::Hypertension2, Pressure::Stage2, false),
            (160, 89, Class::Hypertension2, Pressure::Stage2, true),
        ] {
            let grades = pressure(systolic, diastolic);
            assert_eq!(
                (grades.blood_pressure_class, grades.blood_pressure, grades.isolated_systolic),
                (Some(class), Some(expected), Some(isolated)),
                "{systolic}/{diastolic}"
            );
        }
    }

    #[test]
    fn body_fat_needs_the_sex() {
        for (sex, fat, expected) in [
            (Sex::Male, "9.9", Fat::BelowStandard),
            (Sex::Male, "10.0", Fat::Standard),
            (Sex::Male, "20.0", Fat::Standard),
            (Sex::Male, "20.1", Fat::AboveStandard),
            (Sex::Female, "17.9", Fat::BelowStandard),
            (Sex::Female, "18.0", Fat::Standard),
            (Sex::Female, "28.0", Fat::Standard),
            (Sex::Female, "28.1", Fat::AboveStandard),
        ] {
            let inputs = PhysicalInputs { sex: Some(sex), body_fat: Hundredths::parse(fat), ..nothing_measured() };
            assert_eq!(grade(&inputs).body_fat, Some(expected), "{sex:?} {fat} %");
            assert_eq!(grade(&PhysicalInputs { sex: None, ..inputs }).body_fat, None);
        }
    }

    #[test]
    fn what_is_missing_or_impossible_has_no_grade() {
        assert_eq!(grade(&nothing_measured()), PhysicalGrades::default());
        assert_eq!(pressure(80, 80).blood_pressure, None);
        assert_eq!(pressure(80, 120).blood_pressure, None);
        assert_eq!(body("0", "70"), PhysicalGrades::default());
        let half = PhysicalInputs { systolic: Some(120), ..nothing_measured() };
        assert_eq!(grade(&half).blood_pressure, None);
    }

    #[test]
    fn what_no_person_can_have_has_no_grade() {
        for (height, weight) in [("49.99", "70"), ("250.01", "70"), ("170", "1.99"), ("170", "400.01"), ("1.7", "70")] {
            assert_eq!(body(height, weight), PhysicalGrades::default(), "{height} cm, {weight} kg");
        }
        for (height, weight) in [("50", "2"), ("250", "400")] {
            assert!(body(height, weight).bmi.is_some(), "{height} cm, {weight} kg");
        }
        for (systolic, diastolic) in [(49, 30), (301, 100), (120, 19), (250, 201), (120, 120)] {
            assert_eq!(pressure(systolic, diastolic), PhysicalGrades::default(), "{systolic}/{diastolic}");
        }
        assert!(pressure(50, 20).blood_pressure.is_some() && pressure(300, 200).blood_pressure.is_some());
        for (fat, graded) in [("0.99", false), ("1", true), ("75", true), ("75.01", false)] {
            let inputs = PhysicalInputs { body_fat: Hundredths::parse(fat), ..nothing_measured() };
            assert_eq!(grade(&inputs).body_fat.is_some(), graded, "{fat} %");
        }
        let old = PhysicalInputs { age: Some(131), systolic: Some(120), diastolic: Some(80), ..nothing_measured() };
        assert_eq!(grade(&old), PhysicalGrades::default());
    }

    #[test]
    fn nobody_under_nineteen_gets_an_adult_grade() {
        let adult = PhysicalInputs {
            age: Some(19),
            height: Hundredths::parse("160"),
            weight: Hundredths::parse("64"),
            body_fat: Hundredths::parse("20"),
            systolic: Some(120),
            diastolic: Some(79),
            ..nothing_measured()
        };
        let grades = grade(&adult);
        assert!(grades.bmi.is_some() && grades.blood_pressure.is_some() && grades.body_fat.is_some());
        for age in [Some(18), None] {
            let grades = grade(&PhysicalInputs { age, ..adult });
            assert_eq!((grades.bmi, grades.blood_pressure, grades.body_fat), (None, None, None));
            assert_eq!((grades.obesity_class_3, grades.isolated_systolic), (None, None));
            assert_eq!(grades.bmi_tenths, Some(250), "the index itself is still shown");
        }
    }

    #[test]
    fn home_readings_are_not_graded_with_the_clinic_table() {
        let home =
            PhysicalInputs { systolic: Some(150), diastolic: Some(95), setting: Setting::Home, ..nothing_measured() };
        assert_eq!((grade(&home).blood_pressure, grade(&home).isolated_systolic), (None, None));
    }

    proptest! {
        #[test]
        fn every_possible_adult_reading_has_exactly_one_grade(systolic in 51_u16..300, diastolic in 20_u16..50) {
            prop_assert!(pressure(systolic, diastolic).blood_pressure.is_some());
        }

        #[test]
        fn more_weight_never_lowers_the_grade(height in 5_000_i64..25_000, weight in 500_i64..40_000) {
            let at = |weight| grade(&PhysicalInputs { height: Some(Hundredths(height)), weight: Some(Hundredths(weight)), ..nothing_measured() }).bmi;
            prop_assert!(at(weight) <= at(weight + 1));
            prop_assert!(at(weight).is_some());
        }
    }
}
