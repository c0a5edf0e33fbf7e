//! Bulk actions: a job changes or deletes many records of a list.
//!
//! The job records the affected records, applies the action to each inside a transaction that is rolled back, and
//! stores the outcome. This dry run follows the same rules as the action and needs no code of its own. Then the job
//! waits for its owner. Once started, it applies the action to the same records for good; its owner can undo all of
//! it by another such job. A refused record stays unchanged and does not affect the others.

mod handlers;
pub mod import_undo;
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

/// A list whose records can be changed or deleted in bulk.
pub trait Bulk: 'static {
    /// The endpoint that requests the action.
    type Call: Decoded<Path = (), Query = FilterOf<Self::List>, Body = uno_core::contract::bulk::Bulk<Self::Changes>, Ok = Job>;
    /// The list, which finds the records that match a filter.
    type List: Exported;
    /// The records.
    type Records: Rows;
    /// The fields of the form that can be changed in bulk.
    type Changes: Rules + 'static;
    /// Access required to update a record.
    const UPDATE: Access;
    /// Access required to delete a record.
    const DELETE: Access;

    /// Returns the id of a row of the list.
    fn id(row: &<Self::List as Exported>::Row) -> i64;
    /// Returns the name of a record.
    fn name(record: &<Self::Records as Rows>::Shown) -> String;
}

/// Declares that the records of a list can be changed or deleted in bulk.
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

/// The stage of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Stage {
    /// Collects the records.
    Find,
    /// Applies the action and rolls it back.
    Try,
    /// Applies the action.
    Do,
}

/// The parameters of a job.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Parameters {
    stage: Stage,
    /// The action.
    task: Task,
    /// The account's scope at the time of the request.
    scope: crate::access::scope::Scope,
}

/// The action of a job, and its records.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Task {
    /// Applies a merge patch to each record.
    Change { of: Target, changes: Json },
    /// Deletes the records.
    Delete { of: Target },
    /// Undoes the changes of the job with this id.
    Undo { job_id: i64, action: BulkAction },
    /// Takes back what the import of the job with this id has written.
    UndoImport { job_id: i64 },
}

impl Task {
    /// Returns the action that its owner must be allowed to do to the records.
    const fn action(&self) -> BulkAction {
        match self {
            Self::Change { .. } => BulkAction::Change,
            Self::Delete { .. } | Self::UndoImport { .. } => BulkAction::Delete,
            Self::Undo { action, .. } => *action,
        }
    }
}

/// The records of an action.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Target {
    Named(Vec<RecordId>),
    /// All records that match the list's filter.
    Matching(Json),
}

/// Returns the access required for an action.
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
