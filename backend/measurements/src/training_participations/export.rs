//! The export file of training participations. To identify a person it has only name and member number.

use super::store;
use kernel::{
    access::{caller::Caller, log::Person},
    db::DatabaseConnection,
    exports::{Column, Exported, RowsAfter},
    problem::Problem,
};
use uno_core::contract::{
    companies::CompanyId,
    training_participations::{ExportTrainingParticipations, TrainingParticipation, TrainingParticipationFilter},
};

/// The history as a file.
pub struct TrainingParticipationExport;

impl Exported for TrainingParticipationExport {
    type Call = ExportTrainingParticipations;
    type Row = TrainingParticipation;
    const COLUMNS: &'static [Column<TrainingParticipation>] = &[
        Column::new("training.startedAt", 17.0, |row| row.started_at.into()),
        Column::new("training.endedAt", 17.0, |row| row.ended_at.into()),
        Column::new("member.number", 16.0, |row| (&row.member_no).into()),
        Column::new("member.name", 14.0, |row| (&row.member_name).into()),
        Column::new("member.company", 22.0, |row| (&row.company_name).into()),
        Column::new("training.program", 24.0, |row| (&row.program_name).into()),
        Column::new("training.unit", 24.0, |row| (&row.unit_name).into()),
        Column::new("training.day", 8.0, |row| row.day.into()),
        Column::new("training.content", 30.0, |row| (&row.content_name).into()),
        Column::in_unit("training.completion", "unit.percent", 12.0, |row| row.completion.into()),
        Column::new("training.score", 8.0, |row| row.score.into()),
    ];

    fn title(_: &TrainingParticipationFilter) -> &'static str {
        "training.title"
    }

    fn persons(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &TrainingParticipationFilter,
    ) -> Result<Option<i64>, Problem> {
        store::persons(connection, caller.scope, filter).map(Some)
    }

    fn company(filter: &TrainingParticipationFilter) -> Option<CompanyId> {
        filter.company_id
    }

    fn person(row: &TrainingParticipation) -> Option<Person> {
        Some(Person::Member(row.member_id.0))
    }

    fn total(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &TrainingParticipationFilter,
    ) -> Result<i64, Problem> {
        store::count(connection, caller.scope, filter)
    }

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &TrainingParticipationFilter,
        after: RowsAfter<'_, TrainingParticipation>,
    ) -> Result<Vec<TrainingParticipation>, Problem> {
        store::chunk(connection, caller.scope, filter, after.last.map(store::place), after.most)
    }
}
