//! Physical measurements: height, weight, body fat, blood pressure, with their grades.

use super::{
    companies::CompanyId,
    id_type, input,
    members::MemberId,
    output, path_type, record_calls,
    services::ServiceId,
    validation::{Value, Violation, check_period},
    value_enum,
};
use crate::domain::{
    decimal::Hundredths,
    grade::{
        Sex,
        physical::{BloodPressureClass, BloodPressureGrade, BmiGrade, BodyFatGrade, Setting},
    },
    time::{Bound, Timestamp},
};

id_type! {
    /// A physical measurement.
    PhysicalMeasurementId
}

path_type! { PhysicalMeasurementPath { physical_measurement_id: PhysicalMeasurementId } }

/// Menu url of the history.
pub const SCREEN: &str = "/history/physical_test_result_history";

output! {
    /// A physical measurement with its grades and what they were computed from.
    pub struct PhysicalMeasurement {
        /// Measurement.
        pub physical_measurement_id: PhysicalMeasurementId,
        /// Member.
        pub member_id: MemberId,
        /// Member number.
        pub member_no: String,
        /// Name of the member.
        pub member_name: String,
        /// Company.
        pub company_id: CompanyId,
        /// Name of the company.
        pub company_name: String,
        /// When it was measured.
        pub measured_at: Timestamp,
        /// When the server received it.
        pub received_at: Timestamp,
        /// Sex used for grading.
        pub sex: Sex,
        /// Completed years at the measurement, used for grading.
        pub age: Option<u16>,
        /// Height in cm.
        pub height_cm: Option<Hundredths>,
        /// Weight in kg.
        pub weight_kg: Option<Hundredths>,
        /// Body fat in %.
        pub body_fat_percent: Option<Hundredths>,
        /// Systolic pressure in mmHg.
        pub systolic: Option<u16>,
        /// Diastolic pressure in mmHg.
        pub diastolic: Option<u16>,
        /// Pulse per minute.
        pub pulse: Option<u16>,
        /// Where the pressure was taken.
        pub setting: Setting,
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
        /// Rule set that gave the grades.
        pub rule_set: String,
        /// Version of the rule set.
        pub rule_version: i32,
    }
}

value_enum! {
    /// Order of a history.
    pub enum MeasurementSort { Newest = "NEWEST", Oldest = "OLDEST" }
}

input! {
    /// Which measurements.
    pub struct PhysicalMeasurementFilter {
        /// Measured from.
        start_measured_at: Option<Bound> => bound(),
        /// Measured to, a day included.
        end_measured_at: Option<Bound> => bound(),
        /// Those of members of this company and of the companies below it.
        company_id: Option<CompanyId> => id(),
        /// Those of members of companies that offer one of these services.
        service_ids: Vec<ServiceId> => ids(),
        /// Those of this member.
        member_id: Option<MemberId> => id(),
        /// Those of members whose name begins with this.
        member_name: Option<String> => text(0, 100),
        /// Those of members whose number begins with this.
        member_no: Option<String> => text(0, 50),
        /// Those with one of these grades.
        bmi_grades: Vec<BmiGrade> => words(BmiGrade::WORDS),
        /// Those with one of these grades.
        blood_pressure_grades: Vec<BloodPressureGrade> => words(BloodPressureGrade::WORDS),
        /// Those with one of these grades.
        body_fat_grades: Vec<BodyFatGrade> => words(BodyFatGrade::WORDS),
        /// Those of this sex.
        sex: Option<Sex> => word(Sex::WORDS),
        /// Those at these ages: 0, 10, 20, … each for its ten years.
        age_decades: Vec<i64> => integers(0, 130),
    } list MeasurementSort by key also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startMeasuredAt", "endMeasuredAt", violations);
}

record_calls! {
    PhysicalMeasurement at "/api/v1/physical-measurements" "/{physicalMeasurementId}" by PhysicalMeasurementPath on SCREEN,
    /// Lists the physical measurements in the caller's scope.
    list ListPhysicalMeasurements(PhysicalMeasurementFilter),
    /// Queues a job that writes the filtered measurements to a file.
    export ExportPhysicalMeasurements(PhysicalMeasurementFilter),
    /// Answers one physical measurement.
    show GetPhysicalMeasurement,
}
