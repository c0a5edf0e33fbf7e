//! The export file of vision measurements. To identify a person it has only name and member number.

use super::store::Vision;
use kernel::exports::{Column, Exported, Value};
use uno_core::{
    contract::vision_measurements::{
        AcuityChart, AcuityReading, AcuityState, ColourVision, Correction, ExportVisionMeasurements, Eye, SchoolVision,
        VisionMeasurement,
    },
    domain::grade::indicator::{MyopiaGrade, VisionGrade},
};

/// A decimal acuity is a number in the file; an acuity below the chart is a word.
fn acuity(reading: Option<AcuityReading>) -> Value<'static> {
    match reading {
        Some(AcuityReading::Decimal(decimal)) => decimal.into(),
        Some(AcuityReading::Qualitative(word)) => Value::Word("vision.qualitative", word.as_str()),
        None => Value::NOTHING,
    }
}

/// Returns the logMAR of an eye's presenting acuity.
fn log_mar(row: &VisionMeasurement, eye: Eye) -> Value<'static> {
    let scale = row.scales.iter().find(|scale| scale.eye == eye && scale.state == AcuityState::Presenting);
    scale.map(|scale| scale.log_mar).into()
}

fn myopia(grade: Option<MyopiaGrade>) -> Value<'static> {
    Value::word("grade.myopia", grade.map(MyopiaGrade::as_str))
}

/// A column of the file.
type ExportColumn = Column<VisionMeasurement>;

impl Exported for Vision {
    type Call = ExportVisionMeasurements;
    type Row = VisionMeasurement;
    const COLUMNS: &'static [Column<VisionMeasurement>] = crate::columns_of_history!(
        ExportColumn,
        ExportColumn::new("vision.range", 10.0, |row| Value::Word("vision.range", row.range.as_str()))
            .read_as("range")
            .in_words("vision.range"),
        ExportColumn::new("vision.chart", 12.0, |row| Value::word("vision.chart", row.chart.map(AcuityChart::as_str)))
            .read_as("chart")
            .in_words("vision.chart"),
        ExportColumn::in_unit("vision.testDistance", "unit.metre", 12.0, |row| row.test_distance.into())
            .read_as("testDistance"),
        ExportColumn::new("vision.correction", 14.0, |row| {
            Value::word("vision.correction", row.correction.map(Correction::as_str))
        })
        .read_as("correction")
        .in_words("vision.correction"),
        ExportColumn::new("vision.rightUncorrected", 12.0, |row| acuity(row.right_uncorrected))
            .read_as("rightUncorrected")
            .in_words("vision.qualitative"),
        ExportColumn::new("vision.rightPresenting", 12.0, |row| acuity(row.right_presenting))
            .read_as("rightPresenting")
            .in_words("vision.qualitative"),
        ExportColumn::new("vision.rightBestCorrected", 12.0, |row| acuity(row.right_best_corrected))
            .read_as("rightBestCorrected")
            .in_words("vision.qualitative"),
        ExportColumn::new("vision.leftUncorrected", 12.0, |row| acuity(row.left_uncorrected))
            .read_as("leftUncorrected")
            .in_words("vision.qualitative"),
        ExportColumn::new("vision.leftPresenting", 12.0, |row| acuity(row.left_presenting))
            .read_as("leftPresenting")
            .in_words("vision.qualitative"),
        ExportColumn::new("vision.leftBestCorrected", 12.0, |row| acuity(row.left_best_corrected))
            .read_as("leftBestCorrected")
            .in_words("vision.qualitative"),
        ExportColumn::new("vision.bothUncorrected", 12.0, |row| acuity(row.both_uncorrected))
            .read_as("bothUncorrected")
            .in_words("vision.qualitative"),
        ExportColumn::new("vision.bothPresenting", 12.0, |row| acuity(row.both_presenting))
            .read_as("bothPresenting")
            .in_words("vision.qualitative"),
        ExportColumn::new("vision.bothBestCorrected", 12.0, |row| acuity(row.both_best_corrected))
            .read_as("bothBestCorrected")
            .in_words("vision.qualitative"),
        ExportColumn::new("vision.rightLogMar", 12.0, |row| log_mar(row, Eye::Right)),
        ExportColumn::new("vision.leftLogMar", 12.0, |row| log_mar(row, Eye::Left)),
        ExportColumn::new("vision.grade", 14.0, |row| Value::word(
            "grade.vision",
            row.vision_grade.map(VisionGrade::as_str)
        )),
        ExportColumn::new("vision.school", 12.0, |row| {
            Value::word("grade.schoolVision", row.school_vision.map(SchoolVision::as_str))
        }),
        ExportColumn::in_unit("vision.rightSphere", "unit.dioptre", 12.0, |row| row.right_sphere.into())
            .read_as("rightSphere"),
        ExportColumn::in_unit("vision.rightCylinder", "unit.dioptre", 12.0, |row| row.right_cylinder.into())
            .read_as("rightCylinder"),
        ExportColumn::in_unit("vision.rightAxis", "unit.degree", 10.0, |row| row.right_axis.into())
            .read_as("rightAxis"),
        ExportColumn::in_unit("vision.rightAddition", "unit.dioptre", 12.0, |row| row.right_addition.into())
            .read_as("rightAddition"),
        ExportColumn::in_unit("vision.rightSphericalEquivalent", "unit.dioptre", 14.0, |row| {
            row.right_spherical_equivalent.into()
        }),
        ExportColumn::in_unit("vision.rightJ0", "unit.dioptre", 10.0, |row| row.right_j0.into()),
        ExportColumn::in_unit("vision.rightJ45", "unit.dioptre", 10.0, |row| row.right_j45.into()),
        ExportColumn::new("vision.rightMyopia", 12.0, |row| myopia(row.right_myopia)),
        ExportColumn::in_unit("vision.leftSphere", "unit.dioptre", 12.0, |row| row.left_sphere.into())
            .read_as("leftSphere"),
        ExportColumn::in_unit("vision.leftCylinder", "unit.dioptre", 12.0, |row| row.left_cylinder.into())
            .read_as("leftCylinder"),
        ExportColumn::in_unit("vision.leftAxis", "unit.degree", 10.0, |row| row.left_axis.into()).read_as("leftAxis"),
        ExportColumn::in_unit("vision.leftAddition", "unit.dioptre", 12.0, |row| row.left_addition.into())
            .read_as("leftAddition"),
        ExportColumn::in_unit("vision.leftSphericalEquivalent", "unit.dioptre", 14.0, |row| {
            row.left_spherical_equivalent.into()
        }),
        ExportColumn::in_unit("vision.leftJ0", "unit.dioptre", 10.0, |row| row.left_j0.into()),
        ExportColumn::in_unit("vision.leftJ45", "unit.dioptre", 10.0, |row| row.left_j45.into()),
        ExportColumn::new("vision.leftMyopia", 12.0, |row| myopia(row.left_myopia)),
        ExportColumn::in_unit("vision.pupillaryDistance", "unit.millimetre", 14.0, |row| row.pupillary_distance.into())
            .read_as("pupillaryDistance"),
        ExportColumn::in_unit("vision.rightPressure", "unit.millimetreOfMercury", 12.0, |row| row
            .right_pressure
            .into())
        .read_as("rightPressure"),
        ExportColumn::in_unit("vision.leftPressure", "unit.millimetreOfMercury", 12.0, |row| row.left_pressure.into())
            .read_as("leftPressure"),
        ExportColumn::new("vision.colour", 14.0, |row| {
            Value::word("vision.colour", row.colour_vision.map(ColourVision::as_str))
        })
        .read_as("colourVision")
        .in_words("vision.colour"),
        ExportColumn::in_unit("vision.stereoAcuity", "unit.arcSecond", 12.0, |row| row.stereo_acuity.into())
            .read_as("stereoAcuity"),
        ExportColumn::new("vision.contrastSensitivity", 12.0, |row| row.contrast_sensitivity.into())
            .read_as("contrastSensitivity"),
    );

    crate::rows_of_history! {}
}
