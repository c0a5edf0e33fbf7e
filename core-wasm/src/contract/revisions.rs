//! Change history: who changed what, field by field.

use super::{companies::CompanyId, endpoint, id_type, input, output, page::Page, path_type, value_enum};
use crate::domain::time::Timestamp;

id_type! {
    /// A revision.
    RevisionId
}

path_type! { RevisionPath { revision_id: RevisionId } }

value_enum! {
    /// What was done to a record.
    pub enum RevisionAction { Create = "CREATE", Update = "UPDATE", Delete = "DELETE", Restore = "RESTORE" }
}

output! {
    /// One field of a revision.
    pub struct FieldChange {
        /// Field, as it is named on the wire.
        pub field: String,
        /// Value before, as text; personal data is masked.
        pub before: Option<String>,
        /// Value after, as text; personal data is masked.
        pub after: Option<String>,
    }
}

output! {
    /// One change of a record.
    pub struct Revision {
        /// Revision.
        pub revision_id: RevisionId,
        /// What was done.
        pub action: RevisionAction,
        /// When.
        pub created_at: Timestamp,
        /// Name of the account that did it.
        pub account_name: String,
        /// The fields that changed.
        pub changes: Vec<FieldChange>,
        /// Whether the record can be put back to what it was before.
        pub can_undo: bool,
    }
}

output! {
    /// Who did something to a record, and when.
    pub struct Authorship {
        /// Name of the account that did it.
        pub account_name: String,
        /// When.
        pub at: Timestamp,
    }
}

output! {
    /// Both ends of a record's history.
    pub struct Authors {
        /// Who made it; `null` where the history does not say.
        pub made: Option<Authorship>,
        /// Who changed it last; `null` where it stands as it was made.
        pub changed: Option<Authorship>,
    }
}

/// A record that, shown by itself, tells who made it and who changed it last.
#[cfg(feature = "server")]
pub trait Authored {
    /// Has it told.
    fn tell_authors(&mut self, authors: Authors);
}

/// Has a record tell its authors in the field of that name.
macro_rules! authored {
    ($name:ident) => {
        #[cfg(feature = "server")]
        impl $crate::contract::revisions::Authored for $name {
            fn tell_authors(&mut self, authors: $crate::contract::revisions::Authors) {
                self.authors = Some(authors);
            }
        }
    };
}
pub(crate) use authored;

input! {
    /// A page of a record's history, newest first.
    pub struct RevisionFilter {
        /// Page, from 0.
        page: Option<i64> => integer(0, 1_000_000),
        /// Rows of a page.
        page_size: Option<i64> => integer(1, 200),
    }
}

output! {
    /// A record that was removed.
    pub struct Removed {
        /// Undoes the removal; `null` where it is final.
        pub revision_id: Option<RevisionId>,
    }
}

output! {
    /// A record that was put back.
    pub struct Restored {
        /// Number of the record.
        pub record_id: i64,
        /// Undoes the restoring; `null` where nothing has changed, and where a deleted record was made again, which
        /// is undone by deleting it.
        pub revision_id: Option<RevisionId>,
        /// The fields of a record that was put back or made again that are not what they were, because what they named
        /// has gone meanwhile.
        pub altered_fields: Vec<String>,
    }
}

output! {
    /// A record that was deleted and can still be restored.
    pub struct DeletedRecord {
        /// Its deletion, which can be undone.
        pub revision_id: RevisionId,
        /// Number of the record.
        pub record_id: i64,
        /// When it was deleted.
        pub deleted_at: Timestamp,
        /// Name of the account that did it.
        pub account_name: String,
        /// Until when it can be restored.
        pub kept_until: Timestamp,
        /// Its fields, with what they were.
        pub changes: Vec<FieldChange>,
    }
}

input! {
    /// Which deleted records, the last one first.
    pub struct DeletedRecordFilter {
        /// Resource, as histories name it.
        resource: String => text(1, 40),
        /// Only of one type, where records of the resource have several: the tier of companies.
        kind as "type": Option<String> => text(1, 40),
        /// Only of one company, where records belong to companies.
        company_id: Option<CompanyId> => id(),
        /// Page, from 0.
        page: Option<i64> => integer(0, 1_000_000),
        /// Rows of a page.
        page_size: Option<i64> => integer(1, 200),
    }
}

input! {
    /// How a change is undone.
    pub struct Undo {
        /// The version that was read: what somebody else has changed meanwhile stays.
        version: Option<i64> => integer(1, super::validation::MAX_SAFE_INTEGER),
    }
}

endpoint! {
    /// Lists the records of a resource that were deleted and can be restored.
    ///
    /// For who may delete records of the resource.
    pub ListDeletedRecords = Get "/api/v1/deleted-records",
    auth: AnyStaff,
    query: DeletedRecordFilter,
    ok: Page<DeletedRecord>
}

endpoint! {
    /// Puts a record back to what it was before a revision.
    ///
    /// A record that was deleted is made again under its number, by who may delete records of the resource; one that
    /// stands is changed, by who may change it. The rules of its form hold, and the history goes on. What is masked in
    /// histories stays as it is.
    pub UndoRevision = Post "/api/v1/revisions/{revisionId}/undo",
    auth: AnyStaff,
    path: RevisionPath,
    body: Undo,
    refuses: [Changed, Taken, HasDependents],
    ok: Restored
}
