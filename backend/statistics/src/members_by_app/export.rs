//! Files of members by app: one row for the period, one for the previous period, and one for each bucket.

use super::{Grouping, Levels, PEOPLE, may_read, statistic};
use crate::file::StatisticFile;
use kernel::{
    access::caller::Caller,
    db::DatabaseConnection,
    exports::{Column, Value},
    problem::Problem,
};
use uno_core::contract::{
    statistics::{
        ExportMemberTypesByServiceApp, ExportMemberTypesByUserApp, ExportServiceAppMemberStatistics,
        ExportUserAppMemberStatistics, MemberCount, MemberStatistic, StatisticFilter, StatisticPeriod,
    },
    users::UserLevel,
};

/// A row of a file.
pub struct FileRow {
    /// Name of the app or service; `None` for the total.
    name: Option<String>,
    level: Option<UserLevel>,
    period: StatisticPeriod,
    count: MemberCount,
}

/// Returns the rows of a file, the total last.
fn rows_of_file(statistic: MemberStatistic) -> Vec<FileRow> {
    let MemberStatistic { frame, total, rows } = statistic;
    let mut file = Vec::new();
    let named = rows.into_iter().map(|row| (Some(row.name.clone()), row));
    for (name, row) in named.chain(total.map(|row| (None, row))) {
        let one = |period: &StatisticPeriod, count: MemberCount| FileRow {
            name: name.clone(),
            level: row.level,
            period: period.clone(),
            count,
        };
        if let (Some(period), Some(count)) = (&frame.previous, row.previous) {
            file.push(one(period, count));
        }
        file.push(one(&frame.period, row.count));
        if frame.buckets.len() > 1 {
            file.extend(frame.buckets.iter().zip(row.by_bucket).map(|(period, count)| one(period, count)));
        }
    }
    file
}

fn name(row: &FileRow) -> Value<'_> {
    if row.name.is_some() { (&row.name).into() } else { Value::Text("statistics.total") }
}

fn level(row: &FileRow) -> Value<'_> {
    Value::word("userLevel", row.level.map(UserLevel::as_str))
}

/// Declares the file of one of the statistics.
macro_rules! export {
    (
        $(#[doc = $doc:literal])+
        $name:ident: $call:ty, $title:literal, $by:expr, $levels:expr, [$($column:expr),+ $(,)?]
    ) => {
        $(#[doc = $doc])+
        pub struct $name;

        impl StatisticFile for $name {
            type Call = $call;
            type Row = FileRow;
            const TITLE: &'static str = $title;
            const COLUMNS: &'static [Column<FileRow>] = &[
                $($column,)+
                Column::new("statistics.from", 12.0, |row| row.period.start.into()),
                Column::new("statistics.to", 12.0, |row| row.period.end.into()),
                Column::new("statistics.new", 12.0, |row| row.count.new.into()),
                Column::new("statistics.cumulative", 12.0, |row| row.count.cumulative.into()),
                Column::new("statistics.active", 24.0, |row| row.count.active.into()),
                Column::new("statistics.withdrawn", 12.0, |row| row.count.withdrawn.into()),
            ];

            /// The screens of the people, if the file shows small groups.
            fn screens(caller: &Caller) -> Vec<&'static str> {
                if may_read(caller) { PEOPLE.to_vec() } else { Vec::new() }
            }

            fn rows(
                connection: &mut DatabaseConnection,
                caller: &Caller,
                filter: &StatisticFilter,
            ) -> Result<Vec<FileRow>, Problem> {
                Ok(rows_of_file(statistic(connection, caller, filter, $by, $levels)?))
            }
        }
    };
}
export! {
    /// Members by service, as a file.
    ServiceAppMemberExport: ExportServiceAppMemberStatistics, "statistics.serviceAppMembers", Grouping::Service,
    Levels::Together, [Column::new("userApp.service", 24.0, name)]
}
export! {
    /// Members by user app, as a file.
    UserAppMemberExport: ExportUserAppMemberStatistics, "statistics.userAppMembers", Grouping::App, Levels::Together,
    [Column::new("companyApp.app", 24.0, name)]
}
export! {
    /// Members by service and level, as a file.
    ServiceAppTypeExport: ExportMemberTypesByServiceApp, "statistics.serviceAppTypes", Grouping::Service, Levels::Apart, [
        Column::new("userApp.service", 24.0, name),
        Column::new("me.level", 16.0, level),
    ]
}
export! {
    /// Members by user app and level, as a file.
    UserAppTypeExport: ExportMemberTypesByUserApp, "statistics.userAppTypes", Grouping::App, Levels::Apart, [
        Column::new("companyApp.app", 24.0, name),
        Column::new("me.level", 16.0, level),
    ]
}
