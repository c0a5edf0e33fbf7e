//! What a file of psychological tests tells; of the personal data, name and member number.

use super::store::Psychological;
use kernel::exports::{Column, Exported, Value};
use uno_core::{
    contract::psychological_tests::{ExportPsychologicalTests, PsychologicalTest},
    domain::grade::{Sex, indicator::HealthGrade},
};

impl Exported for Psychological {
    type Call = ExportPsychologicalTests;
    type Row = PsychologicalTest;
    const COLUMNS: &'static [Column<PsychologicalTest>] = &[
        Column::new("measurement.measuredAt", 17.0, |row| row.measured_at.into()),
        Column::new("member.number", 16.0, |row| (&row.member_no).into()),
        Column::new("member.name", 14.0, |row| (&row.member_name).into()),
        Column::new("member.company", 22.0, |row| (&row.company_name).into()),
        Column::new("member.sex", 6.0, |row| Value::word("sex", row.sex.map(Sex::as_str))),
        Column::new("measurement.age", 8.0, |row| row.age.into()),
        Column::new("psychological.instrument", 16.0, |row| Value::Word("indicator", row.instrument.as_str())),
        Column::new("psychological.result", 10.0, |row| row.result.into()),
        Column::new("psychological.score", 10.0, |row| row.score.into()),
        Column::new("psychological.grade", 12.0, |row| Value::word("grade.health", row.grade.map(HealthGrade::as_str))),
        Column::new("measurement.onTrial", 10.0, |row| row.trial.into()),
    ];

    crate::rows_of_history! {}
}
