//! What a file of physical measurements tells; of the personal data, name and member number.

use super::store::Physical;
use kernel::exports::{Column, Exported, Value};
use uno_core::{
    contract::physical_measurements::{ExportPhysicalMeasurements, PhysicalMeasurement},
    domain::grade::{
        Sex,
        physical::{Arm, BloodPressureClass, BloodPressureGrade, BmiGrade, BodyFatGrade, Posture},
    },
};

impl Exported for Physical {
    type Call = ExportPhysicalMeasurements;
    type Row = PhysicalMeasurement;
    const COLUMNS: &'static [Column<PhysicalMeasurement>] = &[
        Column::new("measurement.measuredAt", 17.0, |row| row.measured_at.into()),
        Column::new("member.number", 16.0, |row| (&row.member_no).into()),
        Column::new("member.name", 14.0, |row| (&row.member_name).into()),
        Column::new("member.company", 22.0, |row| (&row.company_name).into()),
        Column::new("member.sex", 6.0, |row| Value::word("sex", row.sex.map(Sex::as_str))),
        Column::new("measurement.age", 8.0, |row| row.age.into()),
        Column::in_unit("measurement.height", "unit.centimetre", 9.0, |row| row.height_cm.into()),
        Column::in_unit("measurement.weight", "unit.kilogram", 11.0, |row| row.weight_kg.into()),
        Column::new("measurement.bmi", 8.0, |row| row.bmi.into()),
        Column::new("measurement.bmiGrade", 12.0, |row| Value::word("grade.bmi", row.bmi_grade.map(BmiGrade::as_str))),
        Column::new("measurement.obesityClass3", 18.0, |row| row.obesity_class_3.into()),
        Column::in_unit("measurement.bodyFat", "unit.percent", 12.0, |row| row.body_fat_percent.into()),
        Column::new("measurement.bodyFatGrade", 12.0, |row| {
            Value::word("grade.bodyFat", row.body_fat_grade.map(BodyFatGrade::as_str))
        }),
        Column::in_unit("field.name.systolic", "unit.millimetreOfMercury", 17.0, |row| row.systolic.into()),
        Column::in_unit("field.name.diastolic", "unit.millimetreOfMercury", 17.0, |row| row.diastolic.into()),
        Column::new("measurement.pressureGrade", 10.0, |row| {
            Value::word("grade.bloodPressure", row.blood_pressure_grade.map(BloodPressureGrade::as_str))
        }),
        Column::new("measurement.pressureClass", 18.0, |row| {
            Value::word("grade.class", row.blood_pressure_class.map(BloodPressureClass::as_str))
        }),
        Column::new("measurement.isolatedSystolic", 18.0, |row| row.isolated_systolic.into()),
        Column::in_unit("measurement.pulse", "unit.beatsPerMinute", 12.0, |row| row.pulse.into()),
        Column::new("measurement.setting", 10.0, |row| Value::Word("measurement.setting", row.setting.as_str())),
        Column::new("measurement.arm", 10.0, |row| Value::word("measurement.arm", row.arm.map(Arm::as_str))),
        Column::new("measurement.posture", 12.0, |row| {
            Value::word("measurement.posture", row.posture.map(Posture::as_str))
        }),
        Column::new("measurement.readingNumber", 10.0, |row| row.reading_number.into()),
        Column::new("measurement.onTrial", 10.0, |row| row.trial.into()),
    ];

    crate::rows_of_history! {}
}
