//! Bulk actions: a job changes or deletes many records of a list in the same way. It first tries every record and
//! reports what would happen; when started, it processes only those records. The endpoint of each list is declared next
//! to the list (`bulk` in `record_calls!`); its query is the filter of the list.

use super::{
    BodyKind, EndpointInfo, endpoint, id_type, input,
    jobs::{Job, JobPath},
    output,
    page::Page,
    validation::{Form, Rules, Value, Violation},
    value_enum,
};

/// Maximum number of records per job.
pub const MAX_RECORDS: i64 = 100_000;

id_type! {
    /// A record of any resource.
    RecordId
}

value_enum! {
    /// The action performed on each record.
    pub enum BulkAction { Change = "CHANGE", Delete = "DELETE" }
}

value_enum! {
    /// How the records are selected: listed by id, or all that match the filter.
    pub enum BulkSelection { Named = "NAMED", Matching = "MATCHING" }
}

value_enum! {
    /// Actual or expected outcome of a record. `WAITING` means not processed yet.
    pub enum BulkOutcome {
        Waiting = "WAITING",
        Changed = "CHANGED",
        Deleted = "DELETED",
        Restored = "RESTORED",
        Unchanged = "UNCHANGED",
        Refused = "REFUSED",
    }
}

input! {
    /// A bulk action and the records it applies to.
    pub struct BulkRequest {
        /// Action.
        action: BulkAction => word(BulkAction::WORDS),
        /// How the records are selected.
        selection: BulkSelection => word(BulkSelection::WORDS),
        /// Ids of the records, if they are selected by id.
        record_ids: Vec<RecordId> => ids(),
    } also check_selection
}

fn check_selection(value: &Value, violations: &mut Vec<Violation>) {
    let named = match value.get("recordIds") {
        Value::List(ids) => !ids.is_empty(),
        _ => false,
    };
    let selection = value.get("selection").as_text();
    if selection == Some(BulkSelection::Named.as_str()) && !named {
        violations.push(Violation::new("recordIds", "required"));
    }
    if selection == Some(BulkSelection::Matching.as_str()) && named {
        violations.push(Violation::new("recordIds", "notAllowed"));
    }
}

/// The body of a bulk action: the action, the records, and the form fields to change. The fields are applied to each
/// record like a merge patch.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "server", derive(serde::Deserialize), serde(rename_all = "camelCase", bound = ""))]
pub struct Bulk<T> {
    /// The action and the records.
    pub request: BulkRequest,
    /// The fields to change, each validated by its own rule.
    #[cfg(feature = "server")]
    pub changes: serde_json::Value,
    #[cfg_attr(feature = "server", serde(skip))]
    form: std::marker::PhantomData<fn() -> T>,
}

impl<T: Rules> Rules for Bulk<T> {
    const KIND: BodyKind = BodyKind::Bulk;
    const FORM: &'static Form = T::FORM;

    #[cfg(all(test, not(target_arch = "wasm32")))]
    fn refusal() -> String {
        T::refusal()
    }
}

#[cfg(feature = "server")]
impl<T: utoipa::ToSchema> utoipa::PartialSchema for Bulk<T> {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        T::schema()
    }
}

#[cfg(feature = "server")]
impl<T: utoipa::ToSchema> utoipa::ToSchema for Bulk<T> {
    fn name() -> std::borrow::Cow<'static, str> {
        T::name()
    }

    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>)>) {
        T::schemas(schemas);
    }
}

#[cfg(target_arch = "wasm32")]
const _: () = {
    #[wasm_bindgen::prelude::wasm_bindgen(typescript_custom_section)]
    const BULK: &str = "/** A bulk action: the action, the records, and the fields to change. */\n\
        export interface Bulk<Form> extends BulkRequest { changes?: Partial<Form> }\n";
};

impl EndpointInfo {
    /// Returns whether the endpoint starts a bulk action.
    #[must_use]
    pub fn is_bulk(&self) -> bool {
        matches!(self.body, BodyKind::Bulk)
    }
}

output! {
    /// A record processed by a bulk action.
    pub struct BulkRow {
        /// Id of the record.
        pub record_id: RecordId,
        /// Name of the record; `null` before it is processed, if it is outside the caller's scope, and for a deleted
        /// person.
        pub name: Option<String>,
        /// Actual or expected outcome.
        pub outcome: BulkOutcome,
        /// Error code with which it was refused.
        pub error: Option<i64>,
        /// Validation errors of its fields.
        pub fields: Vec<Violation>,
    }
}

input! {
    /// Filter of the records of a bulk action, listed in processing order.
    pub struct BulkRowFilter {
        /// Records with one of these outcomes.
        outcomes: Vec<BulkOutcome> => words(BulkOutcome::WORDS),
        /// Page number, from 0.
        page: Option<i64> => integer(0, 1_000_000),
        /// Rows per page.
        page_size: Option<i64> => integer(1, 200),
    }
}

endpoint! {
    /// Lists the records of one of the caller's bulk actions or undone imports, as long as the job is kept.
    pub ListBulkRows = Get "/api/v1/jobs/{jobId}/rows",
    auth: AnyStaff,
    path: JobPath,
    query: BulkRowFilter,
    reads: List("log.bulkRows"),
    ok: Page<BulkRow>
}

endpoint! {
    /// Starts one of the caller's bulk actions, or the undoing of an import, that has tried its records and is waiting.
    pub StartBulk = Post "/api/v1/jobs/{jobId}/start",
    auth: AnyStaff,
    path: JobPath,
    refuses: [JobState, TooManyRequests],
    ok: Job
}

endpoint! {
    /// Queues a job that reverts one of the caller's bulk actions, or takes back one of the caller's imports.
    ///
    /// What was changed again afterwards is left as it is. An import is tried first: the job waits with what would be
    /// deleted, restored and left, and is started like a bulk action. It can be taken back for 30 days. As long as an
    /// undoing waits or runs, and for an import also afterwards, the same job is returned however often it is requested.
    pub UndoBulk = Post "/api/v1/jobs/{jobId}/undo",
    auth: AnyStaff,
    path: JobPath,
    refuses: [JobState, TooManyRequests],
    ok: Job
}
