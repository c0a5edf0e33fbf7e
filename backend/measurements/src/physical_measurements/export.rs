//! The export file of physical measurements. To identify a person it has only name and member number.

use super::store::Physical;
use kernel::exports::{Column, Exported, Value};
use uno_core::{
    contract::physical_measurements::{ExportPhysicalMeasurements, PhysicalMeasurement},
    domain::grade::physical::{Arm, BloodPressureClass, BloodPressureGrade, BmiGrade, BodyFatGrade, Posture},
};

/// A column of the file.
type Tells = Column<PhysicalMeasurement>;

impl Exported for Physical {
    type Call = ExportPhysicalMeasurements;
    type Row = PhysicalMeasurement;
    const COLUMNS: &'static [Column<PhysicalMeasurement>] = crate::columns_of_history!(
        Tells,
        Tells::in_unit("measurement.height", "unit.centimetre", 9.0, |row| row.height_cm.into()).read_as("heightCm"),
        Tells::in_unit("measurement.weight", "unit.kilogram", 11.0, |row| row.weight_kg.into()).read_as("weightKg"),
        Tells::new("measurement.bmi", 8.0, |row| row.bmi.into()),
        Tells::new("measurement.bmiGrade", 12.0, |row| Value::word("grade.bmi", row.bmi_grade.map(BmiGrade::as_str))),
        Tells::new("measurement.obesityClass3", 18.0, |row| row.obesity_class_3.into()),
        Tells::in_unit("measurement.bodyFat", "unit.percent", 12.0, |row| row.body_fat_percent.into())
            .read_as("bodyFatPercent"),
        Tells::new("measurement.bodyFatGrade", 12.0, |row| {
            Value::word("grade.bodyFat", row.body_fat_grade.map(BodyFatGrade::as_str))
        }),
        Tells::in_unit("field.name.systolic", "unit.millimetreOfMercury", 17.0, |row| row.systolic.into())
            .read_as("systolic"),
        Tells::in_unit("field.name.diastolic", "unit.millimetreOfMercury", 17.0, |row| row.diastolic.into())
            .read_as("diastolic"),
        Tells::new("measurement.pressureGrade", 10.0, |row| {
            Value::word("grade.bloodPressure", row.blood_pressure_grade.map(BloodPressureGrade::as_str))
        }),
        Tells::new("measurement.pressureClass", 18.0, |row| {
            Value::word("grade.class", row.blood_pressure_class.map(BloodPressureClass::as_str))
        }),
        Tells::new("measurement.isolatedSystolic", 18.0, |row| row.isolated_systolic.into()),
        Tells::in_unit("measurement.pulse", "unit.beatsPerMinute", 12.0, |row| row.pulse.into()).read_as("pulse"),
        Tells::new("measurement.setting", 10.0, |row| Value::Word("measurement.setting", row.setting.as_str()))
            .read_as("setting")
            .in_words("measurement.setting"),
        Tells::new("measurement.arm", 10.0, |row| Value::word("measurement.arm", row.arm.map(Arm::as_str)))
            .read_as("arm")
            .in_words("measurement.arm"),
        Tells::new("measurement.posture", 12.0, |row| {
            Value::word("measurement.posture", row.posture.map(Posture::as_str))
        })
        .read_as("posture")
        .in_words("measurement.posture"),
        Tells::new("measurement.readingNumber", 10.0, |row| row.reading_number.into()).read_as("readingNumber"),
    );

    crate::rows_of_history! {}
}
