//! What a file of screenings for dementia tells; of the personal data, name and member number.

use super::store::Dementia;
use kernel::exports::{Column, Exported, Value};
use uno_core::{
    contract::dementia_screenings::{DementiaScreening, ExportDementiaScreenings, Informant, answered},
    domain::grade::{Sex, screening::ScreeningOutcome},
};

/// The answer to an item of KDSQ, by its number: one that was not given is nothing.
macro_rules! answer {
    ($number:literal) => {
        Column::numbered("dementia.answers", $number, 14.0, |row: &DementiaScreening| {
            row.answers.get($number - 1).and_then(|answer| answered(*answer)).map(i64::from).into()
        })
    };
}

impl Exported for Dementia {
    type Call = ExportDementiaScreenings;
    type Row = DementiaScreening;
    const COLUMNS: &'static [Column<DementiaScreening>] = &[
        Column::new("measurement.measuredAt", 17.0, |row| row.measured_at.into()),
        Column::new("member.number", 16.0, |row| (&row.member_no).into()),
        Column::new("member.name", 14.0, |row| (&row.member_name).into()),
        Column::new("member.company", 22.0, |row| (&row.company_name).into()),
        Column::new("member.sex", 6.0, |row| Value::word("sex", row.sex.map(Sex::as_str))),
        Column::new("measurement.age", 8.0, |row| row.age.into()),
        Column::new("dementia.instrument", 12.0, |row| Value::Word("dementia.instrument", row.instrument.as_str())),
        Column::new("dementia.score", 8.0, |row| row.score.into()),
        Column::new("dementia.outcomeNoDiagnosis", 24.0, |row| {
            Value::word("grade.screening", row.outcome.map(ScreeningOutcome::as_str))
        }),
        Column::new("dementia.cut", 10.0, |row| row.cut.into()),
        Column::new("dementia.educationYears", 12.0, |row| row.education_years.into()),
        Column::new("dementia.informant", 12.0, |row| {
            Value::word("dementia.informant", row.informant.map(Informant::as_str))
        }),
        Column::new("dementia.orientation", 10.0, |row| row.orientation.into()),
        Column::new("dementia.attention", 10.0, |row| row.attention.into()),
        Column::new("dementia.visuospatial", 10.0, |row| row.visuospatial.into()),
        Column::new("dementia.executive", 10.0, |row| row.executive.into()),
        Column::new("dementia.memory", 10.0, |row| row.memory.into()),
        Column::new("dementia.language", 10.0, |row| row.language.into()),
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
        Column::new("measurement.onTrial", 10.0, |row| row.trial.into()),
    ];

    crate::rows_of_history! {}
}
