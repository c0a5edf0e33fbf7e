//! The export file of psychological tests. To identify a person it has only name and member number.

use super::store::Psychological;
use crate::words;
use kernel::exports::{Column, Exported, Value};
use uno_core::{
    contract::psychological_tests::{ExportPsychologicalTests, PsychologicalTest},
    domain::grade::indicator::HealthGrade,
};

/// A column of the file.
type ExportColumn = Column<PsychologicalTest>;

impl Exported for Psychological {
    type Call = ExportPsychologicalTests;
    type Row = PsychologicalTest;
    const COLUMNS: &'static [Column<PsychologicalTest>] = crate::columns_of_history!(
        ExportColumn,
        ExportColumn::new("psychological.instrument", 16.0, |row| Value::Word("indicator", row.instrument.as_str()))
            .read_as("instrument")
            .in_words("indicator"),
        ExportColumn::new("psychological.result", 10.0, |row| row.result.into()).read_as("result"),
        ExportColumn::new("psychological.score", 10.0, |row| row.score.into()),
        ExportColumn::new("psychological.grade", 12.0, |row| Value::word(
            "grade.health",
            row.grade.map(HealthGrade::as_str)
        )),
        ExportColumn::written("psychological.class", 18.0, |row, texts| {
            row.class.as_deref().map(|class| words::class(row.instrument.indicator(), class, texts)).unwrap_or_default()
        }),
    );

    crate::rows_of_history! {}
}
