//! What a file of psychological tests tells; of the personal data, name and member number.

use super::store::Psychological;
use crate::{kind::Kind as _, store};
use kernel::{
    access::caller::Caller,
    db::DatabaseConnection,
    exports::{Behind, Column, Exported, Value},
    problem::Problem,
};
use uno_core::{
    contract::{
        companies::CompanyId,
        psychological_tests::{ExportPsychologicalTests, PsychologicalTest, PsychologicalTestFilter},
    },
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

    fn title(_: &PsychologicalTestFilter) -> &'static str {
        Self::TITLE
    }

    fn persons(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &PsychologicalTestFilter,
    ) -> Result<Option<i64>, Problem> {
        store::export_persons::<Self>(connection, caller.scope, filter).map(Some)
    }

    fn member(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &PsychologicalTestFilter,
    ) -> Result<Option<i64>, Problem> {
        let first = Self::rows(connection, caller, filter, Behind { last: None, page: 0, most: 1 })?;
        Ok(first.first().and_then(Self::person))
    }

    fn company(filter: &PsychologicalTestFilter) -> Option<CompanyId> {
        filter.company_id
    }

    fn person(row: &PsychologicalTest) -> Option<i64> {
        row.member_id.map(|id| id.0)
    }

    fn total(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &PsychologicalTestFilter,
    ) -> Result<i64, Problem> {
        store::export_total::<Self>(connection, caller.scope, filter)
    }

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &PsychologicalTestFilter,
        behind: Behind<'_, PsychologicalTest>,
    ) -> Result<Vec<PsychologicalTest>, Problem> {
        store::export_chunk::<Self>(connection, caller.scope, filter, behind.last.map(Self::place), behind.most)
    }
}
