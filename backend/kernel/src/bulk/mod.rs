//! Bulk actions: many records of a list are changed alike or removed, by a job.
//!
//! The job writes down which records it deals with, does to each what was asked for, inside a transaction that is
//! undone, and keeps what became of it: so the trial follows the same rules as the action, and holds nothing of its own.
//! Then it waits for its owner. Started, it does the same to the same records, and lets stand what it has written; its
//! owner can have all of it put back by one more such job. A record that is refused is left as it is, by itself.

mod handlers;
mod rows;
mod run;

pub use handlers::{mount, mount_rest};
pub use run::work;

use crate::{
    exports::{Exported, FilterOf},
    http::mount::Decoded,
    records::Rows,
};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use uno_core::contract::{
    Access,
    bulk::{BulkAction, RecordId},
    jobs::Job,
    validation::Rules,
};

/// A list whose records can be changed or removed together.
pub trait Bulk: 'static {
    /// The call that asks for it.
    type Call: Decoded<Path = (), Query = FilterOf<Self::List>, Body = uno_core::contract::bulk::Bulk<Self::Changes>, Ok = Job>;
    /// The list, by which the records are found that match a filter.
    type List: Exported;
    /// The records.
    type Records: Rows;
    /// The fields of their form that can be changed of many at once.
    type Changes: Rules + 'static;
    /// Who may change a record.
    const UPDATE: Access;
    /// Who may remove one.
    const DELETE: Access;

    /// The number of a row of the list.
    fn id(row: &<Self::List as Exported>::Row) -> i64;
    /// The name of a record.
    fn name(record: &<Self::Records as Rows>::Shown) -> String;
}

/// Says of a list that its records can be changed or removed together.
///
/// ```ignore
/// kernel::bulk! {
///     /// Codes that are changed or removed together.
///     pub CodeBulk: BulkCodes of CodeRecord in CodeExport by code_id as name;
///     update UpdateCode [CodeChanges], delete DeleteCode
/// }
/// ```
#[macro_export]
macro_rules! bulk {
    (
        $(#[$meta:meta])+
        pub $name:ident: $call:ident of $record:ident in $list:ident by $($id:ident).+ as $($name_field:ident),+;
        update $update:ident [$changes:ident]
        , delete $delete:ident
    ) => {
        $(#[$meta])+
        #[derive(Debug)]
        pub struct $name;

        impl $crate::bulk::Bulk for $name {
            type Call = $call;
            type List = $list;
            type Records = $record;
            type Changes = $changes;
            const UPDATE: uno_core::contract::Access = <$update as uno_core::contract::Endpoint>::INFO.access;
            const DELETE: uno_core::contract::Access = <$delete as uno_core::contract::Endpoint>::INFO.access;

            fn id(row: &<$list as $crate::exports::Exported>::Row) -> i64 {
                row.$($id).+.0
            }

            fn name(record: &<$record as $crate::records::Rows>::Shown) -> String {
                [$(record.$name_field.as_str()),+].join(" · ")
            }
        }
    };
}

/// How far a job is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Stage {
    /// It finds its records.
    Find,
    /// It does what was asked for, and undoes it.
    Try,
    /// It does it.
    Do,
}

/// What a job needs to know.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Parameters {
    stage: Stage,
    /// What is done to each.
    task: Task,
    /// What the account reached when it asked.
    scope: crate::access::scope::Scope,
}

/// What a job does, and to which records.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Task {
    /// The fields of a form, laid upon each of the records.
    Change { of: Of, changes: Json },
    /// Removes them.
    Delete { of: Of },
    /// Puts back what a job of this number has done.
    Undo { job_id: i64, action: BulkAction },
}

impl Task {
    /// What its owner must be allowed to do to the records.
    const fn action(&self) -> BulkAction {
        match self {
            Self::Change { .. } => BulkAction::Change,
            Self::Delete { .. } => BulkAction::Delete,
            Self::Undo { action, .. } => *action,
        }
    }
}

/// Which records.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Of {
    Named(Vec<RecordId>),
    /// The filter of the list.
    Matching(Json),
}

/// Who may do something to the records.
const fn access<B: Bulk>(action: BulkAction) -> Access {
    match action {
        BulkAction::Change => B::UPDATE,
        BulkAction::Delete => B::DELETE,
    }
}

#[cfg(test)]
mod tests {
    use super::Stage;
    use crate::jobs::BEFORE_DOING;

    #[test]
    fn jobs_know_by_the_words_of_the_stages_what_was_only_tried() {
        let told = |stage: Stage| serde_json::to_string(&stage).map(|word| format!(r#""stage":{word}"#));
        assert_eq!(
            [Stage::Find, Stage::Try].map(|stage| told(stage).ok()),
            BEFORE_DOING.map(|word| Some(word.to_owned()))
        );
        assert!(told(Stage::Do).is_ok_and(|word| !BEFORE_DOING.contains(&word.as_str())));
    }
}
