//! The export file of physical measurements. To identify a person it has only name and member number.

use super::store::Physical;
use kernel::exports::{Column, Exported, Value};
use uno_core::{
    contract::physical_measurements::{ExportPhysicalMeasurements, PhysicalMeasurement},
    domain::grade::physical::{Arm, BloodPressureClass, BloodPressureGrade, BmiGrade, BodyFatGrade, Posture},
};

/// A column of the file.
type ExportColumn = Column<PhysicalMeasurement>;

impl Exported for Physical {
    type Call = ExportPhysicalMeasurements;
    type Row = PhysicalMeasurement;
    const COLUMNS: &'static [Column<PhysicalMeasurement>] = crate::columns_of_history!(
        ExportColumn,
        ExportColumn::in_unit("measurement.height", "unit.centimetre", 9.0, |row| row.height_cm.into())
            .read_as("heightCm"),
        ExportColumn::in_unit("measurement.weight", "unit.kilogram", 11.0, |row| row.weight_kg.into())
            .read_as("weightKg"),
        ExportColumn::new("measurement.bmi", 8.0, |row| row.bmi.into()),
        ExportColumn::new("measurement.bmiGrade", 12.0, |row| Value::word(
            "grade.bmi",
            row.bmi_grade.map(BmiGrade::as_str)
        )),
        ExportColumn::new("measurement.obesityClass3", 18.0, |row| row.obesity_class_3.into()),
        ExportColumn::in_unit("measurement.bodyFat", "unit.percent", 12.0, |row| row.body_fat_percent.into())
            .read_as("bodyFatPercent"),
        ExportColumn::new("measurement.bodyFatGrade", 12.0, |row| {
            Value::word("grade.bodyFat", row.body_fat_grade.map(BodyFatGrade::as_str))
        }),
        ExportColumn::in_unit("field.name.systolic", "unit.millimetreOfMercury", 17.0, |row| row.systolic.into())
            .read_as("systolic"),
        ExportColumn::in_unit("field.name.diastolic", "unit.millimetreOfMercury", 17.0, |row| row.diastolic.into())
            .read_as("diastolic"),
        ExportColumn::new("measurement.pressureGrade", 10.0, |row| {
            Value::word("grade.bloodPressure", row.blood_pressure_grade.map(BloodPressureGrade::as_str))
        }),
        ExportColumn::new("measurement.pressureClass", 18.0, |row| {
            Value::word("grade.class", row.blood_pressure_class.map(BloodPressureClass::as_str))
        }),
        ExportColumn::new("measurement.isolatedSystolic", 18.0, |row| row.isolated_systolic.into()),
        ExportColumn::in_unit("measurement.pulse", "unit.beatsPerMinute", 12.0, |row| row.pulse.into())
            .read_as("pulse"),
        ExportColumn::new("measurement.setting", 10.0, |row| Value::Word("measurement.setting", row.setting.as_str()))
            .read_as("setting")
            .in_words("measurement.setting"),
        ExportColumn::new("measurement.arm", 10.0, |row| Value::word("measurement.arm", row.arm.map(Arm::as_str)))
            .read_as("arm")
            .in_words("measurement.arm"),
        ExportColumn::new("measurement.posture", 12.0, |row| {
            Value::word("measurement.posture", row.posture.map(Posture::as_str))
        })
        .read_as("posture")
        .in_words("measurement.posture"),
        ExportColumn::new("measurement.readingNumber", 10.0, |row| row.reading_number.into()).read_as("readingNumber"),
    );

    crate::rows_of_history! {}
}
