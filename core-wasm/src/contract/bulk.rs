//! Bulk actions: many records of a list are changed alike or removed, by a job. It tries each record first and says what
//! would happen; only then it is started, and deals with those records alone. The call of each list is declared beside
//! the list (`bulk` in `record_calls!`): its query is the list's filter.

use super::{
    BodyKind, EndpointInfo, endpoint, id_type, input,
    jobs::{Job, JobPath},
    output,
    page::Page,
    validation::{Form, Rules, Value, Violation},
    value_enum,
};

/// Most records that one job deals with.
pub const MAX_RECORDS: i64 = 100_000;

id_type! {
    /// A record, of whichever resource a call is about.
    RecordId
}

value_enum! {
    /// What is done to each of the records.
    pub enum BulkAction { Change = "CHANGE", Delete = "DELETE" }
}

value_enum! {
    /// Which records: those that are named, or all that match the filter.
    pub enum BulkSelection { Named = "NAMED", Matching = "MATCHING" }
}

value_enum! {
    /// What has become of a record, or would become of it. `WAITING`: nothing yet.
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
    /// What is done to which records.
    pub struct BulkRequest {
        /// What is done.
        action: BulkAction => word(BulkAction::WORDS),
        /// Which records.
        selection: BulkSelection => word(BulkSelection::WORDS),
        /// The records that are named.
        record_ids: Vec<RecordId> => ids(),
    } also some_record
}

fn some_record(value: &Value, violations: &mut Vec<Violation>) {
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

/// The body of a bulk action: what is done to which records, and the fields of their form that change. They are laid
/// upon each record as a merge patch is.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "server", derive(serde::Deserialize), serde(rename_all = "camelCase", bound = ""))]
pub struct Bulk<T> {
    /// What is done to which records.
    pub request: BulkRequest,
    /// The fields that change, each held to its own rule.
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
    const BULK: &str = "/** What is done to which records, and the fields of their form that change. */\n\
        export interface Bulk<Form> extends BulkRequest { changes?: Partial<Form> }\n";
};

impl EndpointInfo {
    /// Whether it asks for a bulk action.
    #[must_use]
    pub fn is_bulk(&self) -> bool {
        matches!(self.body, BodyKind::Bulk)
    }
}

output! {
    /// A record that a bulk action deals with.
    pub struct BulkRow {
        /// Number of the record.
        pub record_id: RecordId,
        /// Its name; `null` before it was looked at, where the caller does not reach it, and of a person who was removed.
        pub name: Option<String>,
        /// What has become of it, or would.
        pub outcome: BulkOutcome,
        /// Number of the error for which it was refused.
        pub error: Option<i64>,
        /// Which of its fields say why.
        pub fields: Vec<Violation>,
    }
}

input! {
    /// Which of the records that a bulk action deals with, in the order in which it does.
    pub struct BulkRowFilter {
        /// Those of which this has become.
        outcomes: Vec<BulkOutcome> => words(BulkOutcome::WORDS),
        /// Page, from 0.
        page: Option<i64> => integer(0, 1_000_000),
        /// Rows of a page.
        page_size: Option<i64> => integer(1, 200),
    }
}

endpoint! {
    /// Lists the records of one of the caller's bulk actions, for as long as it is kept.
    pub ListBulkRows = Get "/api/v1/jobs/{jobId}/rows",
    auth: AnyStaff,
    path: JobPath,
    query: BulkRowFilter,
    ok: Page<BulkRow>
}

endpoint! {
    /// Starts one of the caller's bulk actions that has tried its records and waits.
    pub StartBulk = Post "/api/v1/jobs/{jobId}/start",
    auth: AnyStaff,
    path: JobPath,
    refuses: [JobState, TooManyRequests],
    ok: Job
}

endpoint! {
    /// Queues a job that puts back what one of the caller's bulk actions has changed or removed.
    ///
    /// A record that was changed since stays as it is.
    pub UndoBulk = Post "/api/v1/jobs/{jobId}/undo",
    auth: AnyStaff,
    path: JobPath,
    refuses: [JobState, TooManyRequests],
    ok: Job
}
