//! Files of statistics: what the file of a statistic tells is told at once, since a statistic has few rows.

use crate::{hidden, units};
use kernel::{
    access::caller::Caller,
    db::DatabaseConnection,
    exports::{Behind, Column, Exported},
    http::mount::Decoded,
    problem::Problem,
};
use std::marker::PhantomData;
use uno_core::contract::{companies::CompanyId, exports::ExportOptions, jobs::Job, statistics::StatisticFilter};

/// A statistic that can be had as a file.
pub trait StatisticFile: 'static {
    /// The call that asks for it.
    type Call: Decoded<Path = (), Query = StatisticFilter, Body = ExportOptions, Ok = Job>;
    /// A row of the file.
    type Row: 'static;
    /// What the file tells of a row.
    const COLUMNS: &'static [Column<Self::Row>];
    /// Key of the text that names the statistic.
    const TITLE: &'static str;

    /// The screens of what it is made of, which whoever has the file must be allowed to see.
    fn screens(caller: &Caller) -> Vec<&'static str> {
        hidden::screens(caller)
    }
    /// Checks that it can be made of a filter.
    ///
    /// # Errors
    /// Those of the statistic.
    fn check(connection: &mut DatabaseConnection, caller: &Caller, filter: &StatisticFilter) -> Result<(), Problem> {
        units::check(connection, caller, filter)
    }
    /// Its rows.
    ///
    /// # Errors
    /// Those of the statistic.
    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &StatisticFilter,
    ) -> Result<Vec<Self::Row>, Problem>;
}

/// The file of a statistic.
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
        behind: Behind<'_, S::Row>,
    ) -> Result<Vec<S::Row>, Problem> {
        if behind.page > 0 { Ok(Vec::new()) } else { S::rows(connection, caller, filter) }
    }
}
