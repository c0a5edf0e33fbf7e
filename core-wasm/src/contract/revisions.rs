//! Change history: who changed what, field by field.

use super::{id_type, input, output, value_enum};
use crate::domain::time::Timestamp;

id_type! {
    /// A revision.
    RevisionId
}

value_enum! {
    /// What was done to a record.
    pub enum RevisionAction { Create = "CREATE", Update = "UPDATE", Delete = "DELETE" }
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
    }
}

input! {
    /// A page of a record's history, newest first.
    pub struct RevisionFilter {
        /// Page, from 0.
        page: Option<i64> => integer(0, 1_000_000),
        /// Rows of a page.
        page_size: Option<i64> => integer(1, 200),
    }
}
