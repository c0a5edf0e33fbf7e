//! Change history: who changed what, field by field.

use super::{companies::CompanyId, endpoint, id_type, input, output, page::Page, path_type, value_enum};
use crate::domain::time::Timestamp;

id_type! {
    /// A revision.
    RevisionId
}

path_type! { RevisionPath { revision_id: RevisionId } }

value_enum! {
    /// Action on a record.
    pub enum RevisionAction { Create = "CREATE", Update = "UPDATE", Delete = "DELETE", Restore = "RESTORE" }
}

output! {
    /// One field of a revision.
    pub struct FieldChange {
        /// Field name on the wire.
        pub field: String,
        /// Previous value as text; personal data is masked.
        pub before: Option<String>,
        /// New value as text; personal data is masked.
        pub after: Option<String>,
    }
}

output! {
    /// One change of a record.
    pub struct Revision {
        /// Revision id.
        pub revision_id: RevisionId,
        /// Action.
        pub action: RevisionAction,
        /// Time of the change.
        pub created_at: Timestamp,
        /// Name of the account that made the change.
        pub account_name: String,
        /// The fields that changed.
        pub changes: Vec<FieldChange>,
        /// Whether the record can be restored to its state before the change.
        pub can_undo: bool,
    }
}

output! {
    /// An account and the time of its action on a record.
    pub struct Authorship {
        /// Name of the account.
        pub account_name: String,
        /// Time of the action.
        pub at: Timestamp,
    }
}

output! {
    /// The first and the last entry of a record's history.
    pub struct Authors {
        /// Who created the record; `null` if the history does not contain it.
        pub made: Option<Authorship>,
        /// Who last changed the record; `null` if it has not been changed.
        pub changed: Option<Authorship>,
    }
}

/// A record that contains its authors when it is returned on its own.
#[cfg(feature = "server")]
pub trait Authored {
    /// Sets the authors.
    fn set_authors(&mut self, authors: Authors);
}

/// Implements `Authored` for a record with an `authors` field.
macro_rules! authored {
    ($name:ident) => {
        #[cfg(feature = "server")]
        impl $crate::contract::revisions::Authored for $name {
            fn set_authors(&mut self, authors: $crate::contract::revisions::Authors) {
                self.authors = Some(authors);
            }
        }
    };
}
pub(crate) use authored;

input! {
    /// A page of a record's history, newest first.
    pub struct RevisionFilter {
        /// Page number, from 0.
        page: Option<i64> => integer(0, 1_000_000),
        /// Rows per page.
        page_size: Option<i64> => integer(1, 200),
    }
}

output! {
    /// The result of a deletion.
    pub struct Removed {
        /// Revision that undoes the deletion; `null` if it is final.
        pub revision_id: Option<RevisionId>,
    }
}

output! {
    /// A restored record.
    pub struct Restored {
        /// Id of the record.
        pub record_id: i64,
        /// Revision that undoes the restore. `null` if nothing changed, or if a deleted record was recreated, which is
        /// undone by deleting it.
        pub revision_id: Option<RevisionId>,
        /// Fields of the restored record that differ from before, because the records they referred to no longer exist.
        pub altered_fields: Vec<String>,
    }
}

output! {
    /// A deleted record that can still be restored.
    pub struct DeletedRecord {
        /// Revision of its deletion, which can be undone.
        pub revision_id: RevisionId,
        /// Id of the record.
        pub record_id: i64,
        /// When it was deleted.
        pub deleted_at: Timestamp,
        /// Name of the account that deleted it.
        pub account_name: String,
        /// Time until which it can be restored.
        pub kept_until: Timestamp,
        /// Its fields with their last values.
        pub changes: Vec<FieldChange>,
    }
}

input! {
    /// Filter of the deleted records, most recently deleted first.
    pub struct DeletedRecordFilter {
        /// Resource, as named in histories.
        resource: String => text(1, 40),
        /// Type of record, for resources that have several: the tier of companies.
        kind as "type": Option<String> => text(1, 40),
        /// Company, for resources that belong to companies.
        company_id: Option<CompanyId> => id(),
        /// Page number, from 0.
        page: Option<i64> => integer(0, 1_000_000),
        /// Rows per page.
        page_size: Option<i64> => integer(1, 200),
    }
}

input! {
    /// Options of an undo.
    pub struct Undo {
        /// Version that the caller read. If the record has changed since then, the undo is rejected.
        version: Option<i64> => integer(1, super::validation::MAX_SAFE_INTEGER),
    }
}

endpoint! {
    /// Lists the deleted records of a resource that can be restored.
    ///
    /// Requires the permission to delete records of the resource.
    pub ListDeletedRecords = Get "/api/v1/deleted-records",
    auth: AnyStaff,
    query: DeletedRecordFilter,
    reads: List("deleted.title"),
    ok: Page<DeletedRecord>
}

endpoint! {
    /// Restores a record to its state before a revision.
    ///
    /// A deleted record is recreated with its id, which requires the permission to delete records of the resource. An
    /// existing record is changed, which requires the permission to change it. The validation rules of its form apply,
    /// and the history continues. Fields that are masked in histories keep their current values.
    pub UndoRevision = Post "/api/v1/revisions/{revisionId}/undo",
    auth: AnyStaff,
    path: RevisionPath,
    body: Undo,
    refuses: [Changed, Taken, HasDependents],
    ok: Restored
}
