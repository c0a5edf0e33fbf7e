//! Measurements: intake, grading, lists, corrections and exports. A measurement refers to its member's row; this crate
//! does not know the rules for members.
//!
//! Every kind stores a common header row (`measurement`). The same functions search, page, export and delete headers of
//! all kinds. The intake ([`intake`]) accepts measurements, and one record type ([`entry`]) corrects them.
//!
//! A kind implements [`kind::Kind`] for what is specific to it: its filter on headers, the findings for its values, its
//! detail row, and its spreadsheet columns ([`kernel::exports::Exported`]).

pub mod alerts;
pub mod chosen_dates;
pub mod concerns;
pub mod dementia_screenings;
mod detail;
pub mod entry;
pub mod file_imports;
pub mod grade_rules;
pub mod grades;
pub mod heart_rate_measurements;
pub mod intake;
pub mod kind;
pub mod messages;
mod names;
mod owners;
pub mod person_codes;
mod person_confirmations;
pub mod physical_measurements;
pub mod prints;
pub mod psychological_tests;
pub mod readable;
pub mod report_links;
pub mod reports;
pub mod rules;
pub mod store;
pub mod stress_measurements;
pub mod training_participations;
pub mod uses;
pub mod vision_measurements;
mod words;

use kernel::{db::DatabaseConnection, http::mount::Api, jobs::Texts, problem::Problem};
use kind::{Kind, MeasurementKind, Person};
use store::RegradeTarget;
use uno_core::domain::grade::concern::GradedIndicator;

/// Passes the list of all kinds to a callback macro, so that code that applies to every kind is written once.
macro_rules! each_kind {
    ($callback:ident) => {
        $callback!(
            $crate::physical_measurements::store::Physical,
            $crate::stress_measurements::store::Stress,
            $crate::vision_measurements::store::Vision,
            $crate::heart_rate_measurements::store::HeartRate,
            $crate::dementia_screenings::store::Dementia,
            $crate::psychological_tests::store::Psychological
        )
    };
}
pub(crate) use each_kind;

/// The columns of a kind's export file: the person, the time, the kind's own columns, and the trial flag. `$column` is
/// the kind's [`kernel::exports::Column`].
macro_rules! columns_of_history {
    ($column:ident, $($own:expr),+ $(,)?) => {
        &[
            $column::new("measurement.measuredAt", 17.0, |row| row.measured_at.into()).read_as("measuredAt"),
            $column::new("member.number", 16.0, |row| (&row.member_no).into()).read_as("memberNo"),
            $column::new("member.name", 14.0, |row| (&row.member_name).into()).read_as($crate::file_imports::MEMBER_NAME),
            $column::new("member.company", 22.0, |row| (&row.company_name).into())
                .read_as($crate::file_imports::COMPANY_NAME),
            $column::new("member.sex", 6.0, |row| {
                kernel::exports::Value::word("sex", row.sex.map(uno_core::domain::grade::Sex::as_str))
            }),
            $column::new("measurement.age", 8.0, |row| row.age.into()),
            $($own,)+
            $column::written("measurement.urgent", 22.0, |row, texts| $crate::words::urgent(&row.urgent, texts)),
            $column::new("measurement.onTrial", 10.0, |row| row.trial.into()),
        ]
    };
}
pub(crate) use columns_of_history;

/// Implements the row and access-log methods of [`kernel::exports::Exported`] for a kind, on top of its history.
macro_rules! rows_of_history {
    () => {
        fn title(_: &kernel::exports::FilterOf<Self>) -> &'static str {
            <Self as $crate::kind::Kind>::TITLE
        }

        fn persons(
            connection: &mut kernel::db::DatabaseConnection,
            caller: &kernel::access::caller::Caller,
            filter: &kernel::exports::FilterOf<Self>,
        ) -> Result<Option<i64>, kernel::problem::Problem> {
            $crate::store::export_persons::<Self>(connection, caller.scope, filter).map(Some)
        }

        fn whose(
            connection: &mut kernel::db::DatabaseConnection,
            caller: &kernel::access::caller::Caller,
            filter: &kernel::exports::FilterOf<Self>,
        ) -> Result<Option<kernel::access::log::Person>, kernel::problem::Problem> {
            $crate::store::export_person::<Self>(connection, caller.scope, filter)
        }

        fn company(filter: &kernel::exports::FilterOf<Self>) -> Option<uno_core::contract::companies::CompanyId> {
            filter.company_id
        }

        fn person(row: &Self::Row) -> Option<kernel::access::log::Person> {
            row.member_id.map(|id| kernel::access::log::Person::Member(id.0))
        }

        fn total(
            connection: &mut kernel::db::DatabaseConnection,
            caller: &kernel::access::caller::Caller,
            filter: &kernel::exports::FilterOf<Self>,
        ) -> Result<i64, kernel::problem::Problem> {
            $crate::store::export_total::<Self>(connection, caller.scope, filter)
        }

        fn rows(
            connection: &mut kernel::db::DatabaseConnection,
            caller: &kernel::access::caller::Caller,
            filter: &kernel::exports::FilterOf<Self>,
            behind: kernel::exports::RowsAfter<'_, Self::Row>,
        ) -> Result<Vec<Self::Row>, kernel::problem::Problem> {
            let after = behind.last.map(<Self as $crate::kind::Kind>::place);
            $crate::store::export_chunk::<Self>(connection, caller.scope, filter, after, behind.most)
        }
    };
}
pub(crate) use rows_of_history;

/// Runs an expression with the kind type that a value of the contract names:
/// `with_kind!(selection.kind, K => store::members_of::<K>(connection, scope, ids))`.
macro_rules! with_kind {
    ($word:expr, $kind:ident => $done:expr) => {
        $crate::with_kind! {
            $word, $kind => $done;
            Physical: physical_measurements, Stress: stress_measurements, Vision: vision_measurements,
            HeartRate: heart_rate_measurements, Dementia: dementia_screenings, Psychological: psychological_tests
        }
    };
    ($word:expr, $kind:ident => $done:expr; $($name:ident: $room:ident),+) => {
        match $word {
            $(uno_core::contract::measurements::KindOfMeasurements::$name => {
                type $kind = $crate::$room::store::$name;
                $done
            })+
        }
    };
}
pub(crate) use with_kind;

/// Declares that the measurements of a kind can be changed or deleted in bulk.
macro_rules! bulk_of_kind {
    ($name:ident: $call:ident of $kind:ident; update $update:ident, delete $delete:ident) => {
        /// Measurements that are changed or deleted together.
        #[derive(Debug)]
        pub struct $name;

        impl kernel::bulk::Bulk for $name {
            type Call = $call;
            type List = $kind;
            type Records = $crate::entry::Entry<$kind>;
            type Changes = uno_core::contract::measurements::MeasurementChanges;
            const UPDATE: uno_core::contract::Access = <$update as uno_core::contract::Endpoint>::INFO.access;
            const DELETE: uno_core::contract::Access = <$delete as uno_core::contract::Endpoint>::INFO.access;

            fn id(row: &<$kind as $crate::kind::Kind>::Measurement) -> i64 {
                <$kind as $crate::kind::Kind>::place(row).1
            }

            fn name(record: &<$kind as $crate::kind::Kind>::Measurement) -> String {
                let (at, _) = <$kind as $crate::kind::Kind>::place(record);
                $crate::entry::name_of(record.member_name.as_deref(), at)
            }
        }
    };
}
pub(crate) use bulk_of_kind;

/// Mounts the list, create, show, update, delete and history endpoints of a kind.
macro_rules! mount_kind {
    ($api:expr, $kind:ty: $list:ty, $create:ty, $show:ty, $update:ty, $delete:ty, $history:ty) => {
        $api.on::<$list>(async |input: kernel::http::mount::Input<$list>| {
            let caller = input.caller()?;
            let (database, cursors) = (input.state.database.clone(), input.state.cursors()?);
            let work = move |connection: &mut kernel::db::DatabaseConnection| {
                $crate::store::list::<$kind>(connection, database.totals(), &cursors, &caller, &input.query)
            };
            input.state.database.read(work).await
        });
        $api.create::<$crate::entry::Entry<$kind>, $create>();
        $api.show::<$crate::entry::Entry<$kind>, $show>();
        $api.update::<$crate::entry::Entry<$kind>, $update>();
        $api.delete::<$crate::entry::Entry<$kind>, $delete>();
        $api.history::<$crate::entry::Entry<$kind>, $history>();
    };
}
pub(crate) use mount_kind;

/// Mounts the endpoints of every kind, the intake, and the other endpoints of this crate.
pub fn mount(api: &mut Api, texts: Texts) {
    physical_measurements::mount(api);
    stress_measurements::mount(api);
    vision_measurements::mount(api);
    heart_rate_measurements::mount(api);
    dementia_screenings::mount(api);
    psychological_tests::mount(api);
    intake::mount(api);
    file_imports::mount(api, texts);
    prints::mount(api);
    person_confirmations::mount(api);
    person_codes::mount(api);
    alerts::mount(api);
    grade_rules::mount(api);
    report_links::mount(api);
    messages::mount(api);
    reports::mount(api);
    training_participations::mount(api);
}

/// Returns the graded indicators of a measurement with their grade numbers: see [`kind::Kind::graded`].
#[must_use]
pub fn graded(of: MeasurementKind, grades: i64) -> Vec<(GradedIndicator, u8)> {
    macro_rules! each {
        ($($kind:ty),+) => { match of { $(kind if kind == <$kind as Kind>::KIND => <$kind as Kind>::graded(grades),)+ _ => Vec::new() } };
    }
    each_kind!(each)
}

/// Regrades a person's measurements of every kind after the birth date or the sex has been corrected.
///
/// # Errors
/// Returns an error if the database fails.
pub fn regrade(connection: &mut DatabaseConnection, whose: RegradeTarget, person: Person) -> Result<(), Problem> {
    macro_rules! each {
        ($($kind:ty),+) => { $(store::regrade_of::<$kind>(connection, whose, person)?;)+ };
    }
    each_kind!(each);
    Ok(())
}
