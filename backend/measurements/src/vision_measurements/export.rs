//! What a file of vision measurements tells; of the personal data, name and member number.

use super::store::Vision;
use kernel::exports::{Column, Exported, Value};
use uno_core::{
    contract::vision_measurements::{
        AcuityChart, AcuityReading, AcuityState, ColourVision, Correction, ExportVisionMeasurements, Eye, SchoolVision,
        VisionMeasurement,
    },
    domain::grade::{
        Sex,
        indicator::{MyopiaGrade, VisionGrade},
    },
};

/// Decimals are numbers in the file; what no chart shows is its word.
fn acuity(reading: Option<AcuityReading>) -> Value<'static> {
    match reading {
        Some(AcuityReading::Decimal(decimal)) => decimal.into(),
        Some(AcuityReading::Qualitative(word)) => Value::Word("vision.qualitative", word.as_str()),
        None => Value::NOTHING,
    }
}

/// The logMAR of the presenting acuity of an eye.
fn log_mar(row: &VisionMeasurement, eye: Eye) -> Value<'static> {
    let scale = row.scales.iter().find(|scale| scale.eye == eye && scale.state == AcuityState::Presenting);
    scale.map(|scale| scale.log_mar).into()
}

fn myopia(grade: Option<MyopiaGrade>) -> Value<'static> {
    Value::word("grade.myopia", grade.map(MyopiaGrade::as_str))
}

impl Exported for Vision {
    type Call = ExportVisionMeasurements;
    type Row = VisionMeasurement;
    const COLUMNS: &'static [Column<VisionMeasurement>] = &[
        Column::new("measurement.measuredAt", 17.0, |row| row.measured_at.into()),
        Column::new("member.number", 16.0, |row| (&row.member_no).into()),
        Column::new("member.name", 14.0, |row| (&row.member_name).into()),
        Column::new("member.company", 22.0, |row| (&row.company_name).into()),
        Column::new("member.sex", 6.0, |row| Value::word("sex", row.sex.map(Sex::as_str))),
        Column::new("measurement.age", 8.0, |row| row.age.into()),
        Column::new("vision.range", 10.0, |row| Value::Word("vision.range", row.range.as_str())),
        Column::new("vision.chart", 12.0, |row| Value::word("vision.chart", row.chart.map(AcuityChart::as_str))),
        Column::in_unit("vision.testDistance", "unit.metre", 12.0, |row| row.test_distance.into()),
        Column::new("vision.correction", 14.0, |row| {
            Value::word("vision.correction", row.correction.map(Correction::as_str))
        }),
        Column::new("vision.rightUncorrected", 12.0, |row| acuity(row.right_uncorrected)),
        Column::new("vision.rightPresenting", 12.0, |row| acuity(row.right_presenting)),
        Column::new("vision.rightBestCorrected", 12.0, |row| acuity(row.right_best_corrected)),
        Column::new("vision.leftUncorrected", 12.0, |row| acuity(row.left_uncorrected)),
        Column::new("vision.leftPresenting", 12.0, |row| acuity(row.left_presenting)),
        Column::new("vision.leftBestCorrected", 12.0, |row| acuity(row.left_best_corrected)),
        Column::new("vision.bothUncorrected", 12.0, |row| acuity(row.both_uncorrected)),
        Column::new("vision.bothPresenting", 12.0, |row| acuity(row.both_presenting)),
        Column::new("vision.bothBestCorrected", 12.0, |row| acuity(row.both_best_corrected)),
        Column::new("vision.rightLogMar", 12.0, |row| log_mar(row, Eye::Right)),
        Column::new("vision.leftLogMar", 12.0, |row| log_mar(row, Eye::Left)),
        Column::new("vision.grade", 14.0, |row| Value::word("grade.vision", row.vision_grade.map(VisionGrade::as_str))),
        Column::new("vision.school", 12.0, |row| {
            Value::word("grade.schoolVision", row.school_vision.map(SchoolVision::as_str))
        }),
        Column::in_unit("vision.rightSphere", "unit.dioptre", 12.0, |row| row.right_sphere.into()),
        Column::in_unit("vision.rightCylinder", "unit.dioptre", 12.0, |row| row.right_cylinder.into()),
        Column::in_unit("vision.rightAxis", "unit.degree", 10.0, |row| row.right_axis.into()),
        Column::in_unit("vision.rightAddition", "unit.dioptre", 12.0, |row| row.right_addition.into()),
        Column::in_unit("vision.rightSphericalEquivalent", "unit.dioptre", 14.0, |row| {
            row.right_spherical_equivalent.into()
        }),
        Column::in_unit("vision.rightJ0", "unit.dioptre", 10.0, |row| row.right_j0.into()),
        Column::in_unit("vision.rightJ45", "unit.dioptre", 10.0, |row| row.right_j45.into()),
        Column::new("vision.rightMyopia", 12.0, |row| myopia(row.right_myopia)),
        Column::in_unit("vision.leftSphere", "unit.dioptre", 12.0, |row| row.left_sphere.into()),
        Column::in_unit("vision.leftCylinder", "unit.dioptre", 12.0, |row| row.left_cylinder.into()),
        Column::in_unit("vision.leftAxis", "unit.degree", 10.0, |row| row.left_axis.into()),
        Column::in_unit("vision.leftAddition", "unit.dioptre", 12.0, |row| row.left_addition.into()),
        Column::in_unit("vision.leftSphericalEquivalent", "unit.dioptre", 14.0, |row| {
            row.left_spherical_equivalent.into()
        }),
        Column::in_unit("vision.leftJ0", "unit.dioptre", 10.0, |row| row.left_j0.into()),
        Column::in_unit("vision.leftJ45", "unit.dioptre", 10.0, |row| row.left_j45.into()),
        Column::new("vision.leftMyopia", 12.0, |row| myopia(row.left_myopia)),
        Column::in_unit("vision.pupillaryDistance", "unit.millimetre", 14.0, |row| row.pupillary_distance.into()),
        Column::in_unit("vision.rightPressure", "unit.millimetreOfMercury", 12.0, |row| row.right_pressure.into()),
        Column::in_unit("vision.leftPressure", "unit.millimetreOfMercury", 12.0, |row| row.left_pressure.into()),
        Column::new("vision.colour", 14.0, |row| {
            Value::word("vision.colour", row.colour_vision.map(ColourVision::as_str))
        }),
        Column::in_unit("vision.stereoAcuity", "unit.arcSecond", 12.0, |row| row.stereo_acuity.into()),
        Column::new("vision.contrastSensitivity", 12.0, |row| row.contrast_sensitivity.into()),
        Column::new("measurement.onTrial", 10.0, |row| row.trial.into()),
    ];

    crate::rows_of_history! {}
}
