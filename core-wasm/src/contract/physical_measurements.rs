//! Physical measurements: height, weight, body fat, blood pressure, with their grades.

use super::{
    id_type,
    measurements::{MeasurementChanges, MeasurementSort, measurement},
    path_type, record_calls,
    validation::{Value, Violation},
};
use crate::domain::{
    decimal::Hundredths,
    grade::{
        GradeReason, RuleSource,
        physical::{
            Arm, BODY_FAT_PERCENT, BloodPressureClass, BloodPressureGrade, BmiGrade, BodyFatGrade, DIASTOLIC_PRESSURE,
            HEIGHT, PULSE, Posture, READING_NUMBER, SYSTOLIC_PRESSURE, Setting, WEIGHT,
        },
    },
};

id_type! {
    /// A physical measurement.
    PhysicalMeasurementId
}

path_type! { PhysicalMeasurementPath { physical_measurement_id: PhysicalMeasurementId } }

/// Menu URL of the history.
pub const SCREEN: &str = "/history/physical_test_result_history";

/// The values of a measurement; at least one is required.
const VALUES: [&str; 6] = ["heightCm", "weightKg", "bodyFatPercent", "systolic", "diastolic", "pulse"];

/// Details of a blood pressure reading, not allowed without one.
const PRESSURE_DETAILS: [&str; 3] = ["arm", "posture", "readingNumber"];

measurement! {
    /// A physical measurement with its grades and the basis of the grades.
    pub struct PhysicalMeasurement { physical_measurement_id: PhysicalMeasurementId }
    /// A physical measurement as sent. It has at least one value, and a systolic pressure above the diastolic one. Arm,
    /// posture and reading number are only allowed with a pressure.
    pub struct PhysicalMeasurementSave {
        /// Height in cm.
        height_cm: Option<Hundredths> => decimal(HEIGHT.min, HEIGHT.max),
        /// Weight in kg.
        weight_kg: Option<Hundredths> => decimal(WEIGHT.min, WEIGHT.max),
        /// Body fat in %.
        body_fat_percent: Option<Hundredths> => decimal(BODY_FAT_PERCENT.min, BODY_FAT_PERCENT.max),
        /// Systolic pressure in mmHg.
        systolic: Option<u16> => integer(SYSTOLIC_PRESSURE.min, SYSTOLIC_PRESSURE.max),
        /// Diastolic pressure in mmHg.
        diastolic: Option<u16> => integer(DIASTOLIC_PRESSURE.min, DIASTOLIC_PRESSURE.max),
        /// Pulse per minute.
        pulse: Option<u16> => integer(PULSE.min, PULSE.max),
        /// Where the pressure was measured.
        setting: Setting => word(Setting::WORDS),
        /// The arm on which the pressure was measured.
        arm: Option<Arm> => word(Arm::WORDS),
        /// The person's posture during the pressure measurement.
        posture: Option<Posture> => word(Posture::WORDS),
        /// Index of the pressure reading within a series of consecutive readings, from 1.
        reading_number: Option<u16> => integer(READING_NUMBER.min, READING_NUMBER.max),
    }
    shown {
        /// Body mass index in kg/m², to two decimals: rounded half-up, or down if rounding would reach the next grade.
        pub bmi: Option<Hundredths>,
        /// Grade of the unrounded index.
        pub bmi_grade: Option<BmiGrade>,
        /// Whether the body mass index is 35 or more; absent if the index has no grade.
        pub obesity_class_3: Option<bool>,
        /// Grade of the blood pressure.
        pub blood_pressure_grade: Option<BloodPressureGrade>,
        /// Class of the blood pressure (Korean Society of Hypertension).
        pub blood_pressure_class: Option<BloodPressureClass>,
        /// Whether the systolic pressure is 140 or more and the diastolic below 90; absent if the pressure has no
        /// class.
        pub isolated_systolic: Option<bool>,
        /// Whether the blood pressure is low (below 100 or below 60), which no text may praise, whatever its grade;
        /// absent without a pressure. A convention of the product.
        #[serde(default)]
        pub is_low_pressure: Option<bool>,
        /// Grade of the body fat.
        pub body_fat_grade: Option<BodyFatGrade>,
        /// Whose table graded the body fat; absent without a grade.
        #[serde(default)]
        pub body_fat_source: Option<RuleSource>,
        /// Reasons of the grades. Blood pressure has one for each pressure; the more severe one counts.
        /// Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub why: Option<Vec<GradeReason>>,
    }
    /// Filter of the measurement list.
    pub struct PhysicalMeasurementFilter {
        /// Measurements with one of these BMI grades.
        bmi_grades: Vec<BmiGrade> => words(BmiGrade::WORDS),
        /// Measurements with one of these blood pressure grades.
        blood_pressure_grades: Vec<BloodPressureGrade> => words(BloodPressureGrade::WORDS),
        /// Measurements with one of these body fat grades.
        body_fat_grades: Vec<BodyFatGrade> => words(BodyFatGrade::WORDS),
    }
    also check_values
}

fn check_values(value: &Value, violations: &mut Vec<Violation>) {
    if VALUES.iter().all(|name| *value.get(name) == Value::Nothing) {
        violations.push(Violation::new("heightCm", "required"));
    }
    let pressures = (value.get("systolic").as_number(), value.get("diastolic").as_number());
    match pressures {
        (Some(systolic), Some(diastolic)) if systolic <= diastolic => {
            violations.push(Violation::new("systolic", "order"));
        }
        // A single pressure is not meaningful.
        (Some(_), None) => violations.push(Violation::new("diastolic", "required")),
        (None, Some(_)) => violations.push(Violation::new("systolic", "required")),
        _ => {}
    }
    check_pressure_details(value, violations);
}

/// Rejects details of a blood pressure reading without a pressure.
pub(crate) fn check_pressure_details(value: &Value, violations: &mut Vec<Violation>) {
    if *value.get("systolic") == Value::Nothing {
        let told = PRESSURE_DETAILS.iter().filter(|name| *value.get(name) != Value::Nothing);
        violations.extend(told.map(|name| Violation::new(name, "notAllowed")));
    }
}

record_calls! {
    PhysicalMeasurement at "/api/v1/physical-measurements" "/{physicalMeasurementId}" by PhysicalMeasurementPath on SCREEN,
    reads "measurement.ofMember",
    /// Lists the physical measurements in the caller's scope.
    list ListPhysicalMeasurements(PhysicalMeasurementFilter),
    /// Queues a job that exports the filtered measurements to a file.
    export ExportPhysicalMeasurements(PhysicalMeasurementFilter),
    /// Queues a job that changes or deletes several physical measurements.
    bulk BulkPhysicalMeasurements(PhysicalMeasurementFilter by MeasurementChanges),
    /// Creates a physical measurement entered by hand.
    create CreatePhysicalMeasurement(PhysicalMeasurementSave) refuses [Taken],
    /// Returns a physical measurement.
    show GetPhysicalMeasurement,
    /// Corrects a physical measurement; it is graded again.
    update UpdatePhysicalMeasurement(PhysicalMeasurementSave) refuses [Taken],
    /// Deletes a physical measurement, which can be restored for 30 days.
    delete DeletePhysicalMeasurement,
    /// Lists the changes of a physical measurement, newest first.
    history ListPhysicalMeasurementRevisions,
}

#[cfg(test)]
mod tests {
    use super::PhysicalMeasurementSave;
    use crate::contract::validation::{Rules as _, Value};
    use crate::domain::time::Timestamp;

    /// Returns the violation codes of a measurement with these values.
    fn codes(values: &[(&str, Value)]) -> Vec<String> {
        let text = |text: &str| Value::Text(text.to_owned());
        let mut sent = vec![("measuredAt", text("2026-01-05T09:30:00+09:00")), ("setting", text("CLINIC"))];
        sent.extend_from_slice(values);
        let sent = Value::Object(sent.into_iter().map(|(name, value)| (name.to_owned(), value)).collect());
        let now = Timestamp::parse("2026-11-21T12:00:00+09:00").unwrap_or(Timestamp(0));
        let found = PhysicalMeasurementSave::FORM.violations(&sent, now.date_in_seoul());
        found.into_iter().map(|violation| format!("{} {}", violation.path, violation.code)).collect()
    }

    #[test]
    fn arm_posture_and_number_are_told_of_a_pressure_alone() {
        let told = || {
            vec![
                ("arm", Value::Text("LEFT".into())),
                ("posture", Value::Text("SITTING".into())),
                ("readingNumber", Value::Number(2.0)),
            ]
        };
        let with = |values: &[(&'static str, Value)]| codes(&[told(), values.to_vec()].concat());
        let pressure = [("systolic", Value::Number(120.0)), ("diastolic", Value::Number(80.0))];
        assert_eq!(with(&pressure), Vec::<String>::new());
        let refused = ["arm notAllowed", "posture notAllowed", "readingNumber notAllowed"];
        assert_eq!(with(&[("pulse", Value::Number(60.0))]), refused);
        assert_eq!(codes(&pressure), Vec::<String>::new(), "nobody has to tell them");
    }

    #[test]
    fn a_reading_has_a_number_of_one_digit_and_a_known_arm_and_posture() {
        let pressure = [("systolic", Value::Number(120.0)), ("diastolic", Value::Number(80.0))];
        for (name, value, expected) in [
            ("readingNumber", Value::Number(0.0), Some("readingNumber tooSmall")),
            ("readingNumber", Value::Number(1.0), None),
            ("readingNumber", Value::Number(9.0), None),
            ("readingNumber", Value::Number(10.0), Some("readingNumber tooLarge")),
            ("readingNumber", Value::Number(1.5), Some("readingNumber integer")),
            ("arm", Value::Text("RIGHT".into()), None),
            ("arm", Value::Text("BOTH".into()), Some("arm choice")),
            ("posture", Value::Text("LYING".into()), None),
            ("posture", Value::Text("STANDING".into()), None),
            ("posture", Value::Text("KNEELING".into()), Some("posture choice")),
        ] {
            let found = codes(&[&pressure[..], &[(name, value.clone())]].concat());
            assert_eq!(found, expected.into_iter().collect::<Vec<_>>(), "{name} {value:?}");
        }
    }
}
