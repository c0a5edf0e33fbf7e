//! Statistics: what measurements say together. They are not read from measurements, but from segments that are folded
//! of them behind every change: of each company and division, on each day and in each month.
//!
//! [`rows`] reads what measurements say, [`cells`] is what a segment keeps of it, with sets of [`people`] (as `bytes`), [`fold`]
//! brings the segments up to date. A statistic has a [`frame`] and is read ([`read`]) from the segments of the [`units`] that a caller asks for;
//! what tells of too few people is [`hidden`], and
//! what was added up is kept, and told once more while something else is folded ([`answers`]). [`members_by_app`] is read from what the use of apps leaves.

pub mod answers;
pub mod attention;
pub mod attention_people;
pub mod averages;
mod bytes;
pub mod cells;
mod dashboard;
pub mod fold;
pub mod frame;
pub mod hidden;
pub mod members_by_app;
pub mod people;
pub mod period;
pub mod read;
pub mod rows;
pub mod tests;
pub mod units;
mod words;

/// Takes what the file of a statistic tells, inside its [`kernel::exports::Exported`], from `Self::all`: the rows of a
/// statistic come at once.
macro_rules! rows_of_statistic {
    ($title:literal, $screens:path, $check:path) => {
        fn title(_: &kernel::exports::FilterOf<Self>) -> &'static str {
            $title
        }

        fn company(filter: &kernel::exports::FilterOf<Self>) -> Option<uno_core::contract::companies::CompanyId> {
            filter.company_id
        }

        fn screens(
            caller: &kernel::access::caller::Caller,
            _: &kernel::exports::FilterOf<Self>,
        ) -> Result<Vec<&'static str>, kernel::problem::Problem> {
            Ok($screens(caller))
        }

        fn check(
            connection: &mut kernel::db::DatabaseConnection,
            caller: &kernel::access::caller::Caller,
            filter: &kernel::exports::FilterOf<Self>,
        ) -> Result<(), kernel::problem::Problem> {
            $check(connection, caller, filter)
        }

        fn total(
            connection: &mut kernel::db::DatabaseConnection,
            caller: &kernel::access::caller::Caller,
            filter: &kernel::exports::FilterOf<Self>,
        ) -> Result<i64, kernel::problem::Problem> {
            i64::try_from(Self::all(connection, caller, filter)?.len()).map_err(kernel::problem::Problem::internal)
        }

        fn rows(
            connection: &mut kernel::db::DatabaseConnection,
            caller: &kernel::access::caller::Caller,
            filter: &kernel::exports::FilterOf<Self>,
            behind: kernel::exports::Behind<'_, Self::Row>,
        ) -> Result<Vec<Self::Row>, kernel::problem::Problem> {
            if behind.page > 0 { Ok(Vec::new()) } else { Self::all(connection, caller, filter) }
        }
    };
}
pub(crate) use rows_of_statistic;

use answers::Answers;
use kernel::{db::Database, http::mount::Api};
use std::sync::Arc;

/// Mounts the endpoints. What takes a while is added up anew behind answers, from the given database.
pub fn mount(api: &mut Api, database: &Database) {
    let answers = Arc::new(Answers::new(database.clone()));
    tests::mount(api, &answers);
    averages::mount(api, &answers);
    attention::mount(api, &answers);
    attention_people::mount(api);
    members_by_app::mount(api);
    dashboard::mount(api, &answers);
}
