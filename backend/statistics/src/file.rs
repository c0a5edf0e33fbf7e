//! Files of statistics. All rows are written at once, because a statistic has few.

use crate::{disclosure::Disclosure, units};
use kernel::{
    access::caller::Caller,
    db::DatabaseConnection,
    exports::{Column, Exported, RowsAfter},
    http::mount::Decoded,
    problem::Problem,
};
use measurements::kind::MeasurementKind;
use std::marker::PhantomData;
use uno_core::contract::{companies::CompanyId, exports::ExportOptions, jobs::Job, statistics::StatisticFilter};

/// A statistic that can be exported as a file.
pub trait StatisticFile: 'static {
    /// The endpoint that requests it.
    type Call: Decoded<Path = (), Query = StatisticFilter, Body = ExportOptions, Ok = Job>;
    /// A row of the file.
    type Row: 'static;
    /// The columns of the file.
    const COLUMNS: &'static [Column<Self::Row>];
    /// Key of the title.
    const TITLE: &'static str;
    /// The kinds of measurements that it counts.
    const KINDS: &'static [MeasurementKind] = &MeasurementKind::ALL;

    /// Returns the screens whose data the file contains; the caller must be allowed to read them.
    fn screens(caller: &Caller) -> Vec<&'static str> {
        Disclosure::of(caller).screens(Self::KINDS)
    }
    /// Checks that the file can be made from a filter.
    ///
    /// # Errors
    /// Returns the errors of the statistic.
    fn check(connection: &mut DatabaseConnection, caller: &Caller, filter: &StatisticFilter) -> Result<(), Problem> {
        units::check(connection, caller, filter)
    }
    /// Returns its rows.
    ///
    /// # Errors
    /// Returns the errors of the statistic.
    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &StatisticFilter,
    ) -> Result<Vec<Self::Row>, Problem>;
}

/// The export of a statistic.
pub struct FileOf<S>(PhantomData<S>);

impl<S: StatisticFile> Exported for FileOf<S> {
    type Call = S::Call;
    type Row = S::Row;
    const COLUMNS: &'static [Column<S::Row>] = S::COLUMNS;

    fn title(_: &StatisticFilter) -> &'static str {
        S::TITLE
    }

    fn company(filter: &StatisticFilter) -> Option<CompanyId> {
        filter.company_id
    }

    fn screens(caller: &Caller, _: &StatisticFilter) -> Result<Vec<&'static str>, Problem> {
        Ok(S::screens(caller))
    }

    fn check(connection: &mut DatabaseConnection, caller: &Caller, filter: &StatisticFilter) -> Result<(), Problem> {
        S::check(connection, caller, filter)
    }

    fn total(connection: &mut DatabaseConnection, caller: &Caller, filter: &StatisticFilter) -> Result<i64, Problem> {
        i64::try_from(S::rows(connection, caller, filter)?.len()).map_err(Problem::internal)
    }

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &StatisticFilter,
        after: RowsAfter<'_, S::Row>,
    ) -> Result<Vec<S::Row>, Problem> {
        if after.page > 0 { Ok(Vec::new()) } else { S::rows(connection, caller, filter) }
    }
}
