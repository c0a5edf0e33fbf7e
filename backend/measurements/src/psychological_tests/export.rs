//! What a file of psychological tests tells; of the personal data, name and member number.

use super::store::Psychological;
use kernel::exports::{Column, Exported, Value};
use uno_core::{
    contract::psychological_tests::{ExportPsychologicalTests, PsychologicalTest},
    domain::grade::{Sex, indicator::HealthGrade},
};

/// A column of the file.
type Tells = Column<PsychologicalTest>;

impl Exported for Psychological {
    type Call = ExportPsychologicalTests;
    type Row = PsychologicalTest;
    const COLUMNS: &'static [Column<PsychologicalTest>] = &[
        Tells::new("measurement.measuredAt", 17.0, |row| row.measured_at.into()).read_as("measuredAt"),
        Tells::new("member.number", 16.0, |row| (&row.member_no).into()).read_as("memberNo"),
        Tells::new("member.name", 14.0, |row| (&row.member_name).into()),
        Tells::new("member.company", 22.0, |row| (&row.company_name).into()),
        Tells::new("member.sex", 6.0, |row| Value::word("sex", row.sex.map(Sex::as_str))),
        Tells::new("measurement.age", 8.0, |row| row.age.into()),
        Tells::new("psychological.instrument", 16.0, |row| Value::Word("indicator", row.instrument.as_str()))
            .read_as("instrument")
            .in_words("indicator"),
        Tells::new("psychological.result", 10.0, |row| row.result.into()).read_as("result"),
        Tells::new("psychological.score", 10.0, |row| row.score.into()),
        Tells::new("psychological.grade", 12.0, |row| Value::word("grade.health", row.grade.map(HealthGrade::as_str))),
        Tells::new("measurement.onTrial", 10.0, |row| row.trial.into()),
    ];

    crate::rows_of_history! {}
}
