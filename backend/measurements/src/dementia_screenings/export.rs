//! The export file of dementia screenings. To identify a person it has only name and member number.

use super::store::Dementia;
use kernel::exports::{Column, Exported, Value};
use uno_core::{
    contract::dementia_screenings::{DementiaScreening, ExportDementiaScreenings, Informant, answered},
    domain::grade::screening::ScreeningOutcome,
};

/// A column with the answer to a KDSQ item, by its number; an item without an answer is empty.
macro_rules! answer {
    ($number:literal) => {
        ExportColumn::numbered("dementia.answers", $number, 14.0, |row: &DementiaScreening| {
            row.answers.get($number - 1).and_then(|answer| answered(*answer)).map(i64::from).into()
        })
        .read_as("answers")
    };
}

/// A column of the file.
type ExportColumn = Column<DementiaScreening>;

impl Exported for Dementia {
    type Call = ExportDementiaScreenings;
    type Row = DementiaScreening;
    const COLUMNS: &'static [Column<DementiaScreening>] = crate::columns_of_history!(
        ExportColumn,
        ExportColumn::new("dementia.instrument", 12.0, |row| Value::Word(
            "dementia.instrument",
            row.instrument.as_str()
        ))
        .read_as("instrument")
        .in_words("dementia.instrument"),
        ExportColumn::new("dementia.score", 8.0, |row| row.score.into()).read_as("total"),
        ExportColumn::new("dementia.outcomeNoDiagnosis", 24.0, |row| {
            Value::word("grade.screening", row.outcome.map(ScreeningOutcome::as_str))
        }),
        ExportColumn::new("dementia.cut", 10.0, |row| row.cut.into()),
        ExportColumn::new("dementia.educationYears", 12.0, |row| row.education_years.into()).read_as("educationYears"),
        ExportColumn::new("dementia.informant", 12.0, |row| {
            Value::word("dementia.informant", row.informant.map(Informant::as_str))
        })
        .read_as("informant")
        .in_words("dementia.informant"),
        ExportColumn::new("dementia.orientation", 10.0, |row| row.orientation.into()).read_as("orientation"),
        ExportColumn::new("dementia.attention", 10.0, |row| row.attention.into()).read_as("attention"),
        ExportColumn::new("dementia.visuospatial", 10.0, |row| row.visuospatial.into()).read_as("visuospatial"),
        ExportColumn::new("dementia.executive", 10.0, |row| row.executive.into()).read_as("executive"),
        ExportColumn::new("dementia.memory", 10.0, |row| row.memory.into()).read_as("memory"),
        ExportColumn::new("dementia.language", 10.0, |row| row.language.into()).read_as("language"),
        answer!(1),
        answer!(2),
        answer!(3),
        answer!(4),
        answer!(5),
        answer!(6),
        answer!(7),
        answer!(8),
        answer!(9),
        answer!(10),
        answer!(11),
        answer!(12),
        answer!(13),
        answer!(14),
        answer!(15),
    );

    crate::rows_of_history! {}
}
