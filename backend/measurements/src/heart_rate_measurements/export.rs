//! What a file of heart rates tells; of the personal data, name and member number.

use super::store::HeartRate;
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
        heart_rate_measurements::{ExportHeartRateMeasurements, HeartRateMeasurement, HeartRateMeasurementFilter},
    },
    domain::grade::{Sex, indicator::HeartRateGrade},
};

impl Exported for HeartRate {
    type Call = ExportHeartRateMeasurements;
    type Row = HeartRateMeasurement;
    const COLUMNS: &'static [Column<HeartRateMeasurement>] = &[
        Column::new("measurement.measuredAt", 17.0, |row| row.measured_at.into()),
        Column::new("member.number", 16.0, |row| (&row.member_no).into()),
        Column::new("member.name", 14.0, |row| (&row.member_name).into()),
        Column::new("member.company", 22.0, |row| (&row.company_name).into()),
        Column::new("member.sex", 6.0, |row| Value::word("sex", row.sex.map(Sex::as_str))),
        Column::new("measurement.age", 8.0, |row| row.age.into()),
        Column::in_unit("heartRate.rate", "unit.beatsPerMinute", 12.0, |row| row.rate.into()),
        Column::new("heartRate.context", 12.0, |row| Value::Word("heartRate.context", row.context.as_str())),
        Column::new("heartRate.grade", 12.0, |row| {
            Value::word("grade.heartRate", row.grade.map(HeartRateGrade::as_str))
        }),
    ];

    fn title(_: &HeartRateMeasurementFilter) -> &'static str {
        Self::TITLE
    }

    fn persons(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &HeartRateMeasurementFilter,
    ) -> Result<Option<i64>, Problem> {
        store::export_persons::<Self>(connection, caller.scope, filter).map(Some)
    }

    fn member(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &HeartRateMeasurementFilter,
    ) -> Result<Option<i64>, Problem> {
        let first = Self::rows(connection, caller, filter, Behind { last: None, page: 0, most: 1 })?;
        Ok(first.first().and_then(Self::person))
    }

    fn company(filter: &HeartRateMeasurementFilter) -> Option<CompanyId> {
        filter.company_id
    }

    fn person(row: &HeartRateMeasurement) -> Option<i64> {
        row.member_id.map(|id| id.0)
    }

    fn total(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &HeartRateMeasurementFilter,
    ) -> Result<i64, Problem> {
        store::export_total::<Self>(connection, caller.scope, filter)
    }

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &HeartRateMeasurementFilter,
        behind: Behind<'_, HeartRateMeasurement>,
    ) -> Result<Vec<HeartRateMeasurement>, Problem> {
        store::export_chunk::<Self>(connection, caller.scope, filter, behind.last.map(Self::place), behind.most)
    }
}
