//! Physical measurements: height, weight, body fat, blood pressure, with their grades.

use super::{
    id_type,
    measurements::{MeasurementSort, measurement},
    path_type, record_calls,
    validation::{Value, Violation},
};
use crate::domain::{
    decimal::Hundredths,
    grade::{
        GradeReason,
        physical::{
            BODY_FAT_PERCENT, BloodPressureClass, BloodPressureGrade, BmiGrade, BodyFatGrade, DIASTOLIC_PRESSURE,
            HEIGHT, PULSE, SYSTOLIC_PRESSURE, Setting, WEIGHT,
        },
    },
};

id_type! {
    /// A physical measurement.
    PhysicalMeasurementId
}

path_type! { PhysicalMeasurementPath { physical_measurement_id: PhysicalMeasurementId } }

/// Menu url of the history.
pub const SCREEN: &str = "/history/physical_test_result_history";

/// The values of a measurement, of which one is there at least.
const VALUES: [&str; 6] = ["heightCm", "weightKg", "bodyFatPercent", "systolic", "diastolic", "pulse"];

measurement! {
    /// A physical measurement with its grades and what they were computed from.
    pub struct PhysicalMeasurement { physical_measurement_id: PhysicalMeasurementId }
    /// A physical measurement as it is sent. It has one value at least, and a systolic pressure above its diastolic one.
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
        /// Where the pressure was taken.
        setting: Setting => word(Setting::WORDS),
    }
    shown {
        /// Body mass index in kg/m², rounded half-up to one decimal.
        pub bmi: Option<Hundredths>,
        /// Grade of the unrounded index.
        pub bmi_grade: Option<BmiGrade>,
        /// Body mass index of 35 or more.
        pub obesity_class_3: bool,
        /// Grade of the blood pressure.
        pub blood_pressure_grade: Option<BloodPressureGrade>,
        /// Class of the blood pressure (Korean Society of Hypertension).
        pub blood_pressure_class: Option<BloodPressureClass>,
        /// Systolic of 140 or more with diastolic below 90.
        pub isolated_systolic: bool,
        /// Grade of the body fat.
        pub body_fat_grade: Option<BodyFatGrade>,
        /// Why the grades were given; of the blood pressure for each of both pressures, of which the graver counts.
        /// Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub why: Option<Vec<GradeReason>>,
    }
    /// Which measurements.
    pub struct PhysicalMeasurementFilter {
        /// Those with one of these grades.
        bmi_grades: Vec<BmiGrade> => words(BmiGrade::WORDS),
        /// Those with one of these grades.
        blood_pressure_grades: Vec<BloodPressureGrade> => words(BloodPressureGrade::WORDS),
        /// Those with one of these grades.
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
        // One of two says nothing.
        (Some(_), None) => violations.push(Violation::new("diastolic", "required")),
        (None, Some(_)) => violations.push(Violation::new("systolic", "required")),
        _ => {}
    }
}

record_calls! {
    PhysicalMeasurement at "/api/v1/physical-measurements" "/{physicalMeasurementId}" by PhysicalMeasurementPath on SCREEN,
    /// Lists the physical measurements in the caller's scope.
    list ListPhysicalMeasurements(PhysicalMeasurementFilter),
    /// Queues a job that writes the filtered measurements to a file.
    export ExportPhysicalMeasurements(PhysicalMeasurementFilter),
    /// Writes a physical measurement by hand.
    create CreatePhysicalMeasurement(PhysicalMeasurementSave) refuses [Taken],
    /// Answers one physical measurement.
    show GetPhysicalMeasurement,
    /// Corrects a physical measurement; it is graded anew.
    update UpdatePhysicalMeasurement(PhysicalMeasurementSave) refuses [Taken],
    /// Removes a physical measurement for good.
    delete DeletePhysicalMeasurement,
    /// Lists the changes of a physical measurement, the newest first.
    history ListPhysicalMeasurementRevisions,
}
