//! Past states of records, from which changes are undone and deleted records restored.
//!
//! Every change stores the previous form, and so does a deletion, except of personal data. The form is a merge patch:
//! fields that histories mask are personal data and are not part of it. A deleted record stays in the bin for
//! [`KEPT_DAYS`], in which it can be restored. Its form keeps the version, and a restored record continues to count
//! from it.

use super::{Bin, Record, Rows, revisions};
use crate::{
    access::{caller::Caller, scope::Scoped},
    clock,
    db::{
        DatabaseConnection, Db,
        narrow::Narrow,
        page::{self, Paging},
        schema::{company, past_form, revision},
    },
    problem::Problem,
    sealed::Seal,
};
use diesel::{ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, dsl::exists};
use serde_json::Value as Json;
use std::collections::HashSet;
use uno_core::{
    contract::{
        page::Page,
        revisions::{DeletedRecord, DeletedRecordFilter, FieldChange, Revision, RevisionAction, RevisionId},
    },
    domain::time::{DAY_MILLISECONDS, Timestamp},
};

/// Number of days for which a deleted record can be restored.
const KEPT_DAYS: i64 = 30;
/// Key in the stored form for a record's additional data; no field has this name.
const BESIDE: &str = "";
/// Key in a sealed form for the fields that the bin shows; no field has this name either.
const SHOWN: &str = " ";

/// The persons whose data a record is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Persons {
    /// The member.
    pub member_id: Option<i64>,
    /// The user.
    pub user_id: Option<i64>,
}

/// What is stored of a deleted record besides its form.
#[derive(Debug)]
pub(super) struct Removal {
    /// When it was created.
    pub(super) made_at: Timestamp,
    /// Data beyond the form.
    pub(super) related_rows: Json,
    /// The fields that the bin shows.
    pub(super) shown: Vec<FieldChange>,
    /// Whose it is.
    pub(super) persons: Persons,
}

/// The state of a record before a revision.
#[derive(Debug)]
pub struct Past {
    /// Id of the revision.
    pub revision_id: i64,
    /// Name of the resource.
    pub resource: String,
    /// Id of the record.
    pub record_id: i64,
    /// The owning company, if that determines who may access it.
    pub company_id: Option<i64>,
    /// The action of the revision.
    pub action: RevisionAction,
    /// The previous form, without masked fields.
    pub form: Json,
    /// Additional data of a deleted record.
    pub related_rows: Json,
    /// When a deleted record was created.
    pub made_at: Option<Timestamp>,
}

/// Returns whether deleted records of a resource go to the bin: only if their whole form may be kept.
#[must_use]
pub fn has_bin<R: Record>() -> bool {
    !R::IS_PERSONAL || R::IS_SEALED_IN_BIN
}

/// Stores the form before a revision; for a deletion also the record's time of creation and its additional data.
///
/// # Errors
/// Returns an error if the database fails.
pub fn keep<R: Rows>(
    connection: &mut DatabaseConnection,
    revision_id: RevisionId,
    (record_id, company_id): (i64, Option<i64>),
    before: &R::Form,
    removed: Option<(Timestamp, Json)>,
) -> Result<(), Problem> {
    let (made_at, related_rows) = removed.unzip();
    let is_removed = made_at.is_some();
    let mut form = serde_json::to_value(before).map_err(Problem::internal)?;
    if let Json::Object(fields) = &mut form {
        fields.retain(|name, _| {
            (is_removed || name != super::VERSION) && R::MASKED.iter().all(|(masked, _)| masked != name)
        });
        fields.extend(
            related_rows
                .filter(|related_rows| !related_rows.is_null())
                .map(|related_rows| (BESIDE.to_owned(), related_rows)),
        );
    }
    let kept_until = is_removed.then(|| clock::now().0 + KEPT_DAYS * DAY_MILLISECONDS);
    diesel::insert_into(past_form::table)
        .values((
            past_form::revision_id.eq(revision_id),
            past_form::resource.eq(R::RESOURCE),
            past_form::record_id.eq(record_id),
            past_form::kind.eq(R::kind(before)),
            past_form::company_id.eq(company_id),
            past_form::form.eq(form.to_string()),
            past_form::made_at.eq(made_at.map(|at| at.0)),
            past_form::kept_until.eq(kept_until),
        ))
        .execute(connection)?;
    Ok(())
}

/// Returns the context in which a past form is sealed.
fn place(revision_id: RevisionId) -> String {
    format!("past form of revision {}", revision_id.0)
}

/// Stores the whole form of a deleted record, sealed.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn keep_sealed<R: Rows>(
    connection: &mut DatabaseConnection,
    seal: &Seal,
    revision_id: RevisionId,
    (record_id, company_id): (i64, Option<i64>),
    before: &R::Form,
    Removal { made_at, related_rows, shown, persons }: Removal,
) -> Result<(), Problem> {
    let mut form = serde_json::to_value(before).map_err(Problem::internal)?;
    if let Json::Object(fields) = &mut form {
        fields.insert(BESIDE.to_owned(), related_rows);
        fields.insert(SHOWN.to_owned(), serde_json::to_value(shown).map_err(Problem::internal)?);
    }
    diesel::insert_into(past_form::table)
        .values((
            past_form::revision_id.eq(revision_id),
            past_form::resource.eq(R::RESOURCE),
            past_form::record_id.eq(record_id),
            past_form::kind.eq(R::kind(before)),
            past_form::company_id.eq(company_id),
            past_form::form.eq(seal.close(&place(revision_id), form.to_string().as_bytes())?),
            past_form::made_at.eq(made_at.0),
            past_form::kept_until.eq(clock::now().0 + KEPT_DAYS * DAY_MILLISECONDS),
            past_form::member_id.eq(persons.member_id),
            past_form::user_id.eq(persons.user_id),
        ))
        .execute(connection)?;
    Ok(())
}

/// Reads a stored form, which may be sealed; `None` if it was sealed with another key.
fn opened(caller: &Caller, revision_id: RevisionId, form: &str) -> Result<Option<Json>, Problem> {
    if form.starts_with('{') {
        return serde_json::from_str(form).map(Some).map_err(Problem::internal);
    }
    let Some(text) = caller.past_seal()?.open(&place(revision_id), form) else { return Ok(None) };
    serde_json::from_slice(&text).map(Some).map_err(Problem::internal)
}

/// Returns the state before a revision, if it is in the caller's scope and can be restored.
///
/// # Errors
/// Returns "not found".
pub fn find(connection: &mut DatabaseConnection, caller: &Caller, revision_id: RevisionId) -> Result<Past, Problem> {
    let (resource, record_id, company_id, form, made_at, kept_until, action) = past_form::table
        .in_scope(caller.scope)
        .filter(past_form::revision_id.eq(revision_id))
        .inner_join(revision::table)
        .select((
            past_form::resource,
            past_form::record_id,
            past_form::company_id,
            past_form::form,
            past_form::made_at,
            past_form::kept_until,
            revision::action,
        ))
        .first::<(String, i64, Option<i64>, String, Option<i64>, Option<i64>, RevisionAction)>(connection)
        .optional()?
        .ok_or_else(Problem::not_found)?;
    // Expired records in the bin cannot be restored.
    if kept_until.is_some_and(|until| until <= clock::now().0) {
        return Err(Problem::not_found());
    }
    let mut form = opened(caller, revision_id, &form)?.ok_or_else(Problem::not_found)?;
    let related_rows = form.as_object_mut().and_then(|fields| fields.remove(BESIDE)).unwrap_or_default();
    Ok(Past {
        revision_id: revision_id.0,
        resource,
        record_id,
        company_id,
        action,
        form,
        related_rows,
        made_at: made_at.map(Timestamp),
    })
}

/// Marks the revisions of an existing record that can be undone.
///
/// # Errors
/// Returns an error if the database fails.
pub fn mark(connection: &mut DatabaseConnection, history: &mut [Revision]) -> Result<(), Problem> {
    let ids: Vec<RevisionId> = history.iter().map(|revision| revision.revision_id).collect();
    let known = past_form::table.filter(past_form::revision_id.eq_any(ids)).select(past_form::revision_id);
    let known: HashSet<RevisionId> = known.load(connection)?.into_iter().collect();
    for revision in history.iter_mut().filter(|revision| revision.action != RevisionAction::Delete) {
        revision.can_undo = known.contains(&revision.revision_id);
    }
    Ok(())
}

/// Takes a record out of the bin. A concurrent second call does not find it any more.
///
/// # Errors
/// Returns "not found".
pub fn take(connection: &mut DatabaseConnection, past: &Past) -> Result<(), Problem> {
    let taken = diesel::delete(past_form::table.find(past.revision_id)).execute(connection)?;
    if taken == 0 { Err(Problem::not_found()) } else { Ok(()) }
}

/// Queries the deleted records that match a filter and that the caller may restore.
fn deleted(caller: &Caller, filter: &DeletedRecordFilter, bin: &Bin) -> past_form::BoxedQuery<'static, Db> {
    let mut found = past_form::table
        .in_scope(caller.scope)
        .filter(past_form::resource.eq(filter.resource.clone()))
        .filter(past_form::kept_until.gt(clock::now().0))
        .equal(past_form::kind, filter.kind.clone())
        .equal(past_form::company_id, filter.company_id);
    if let Some(kinds) = &bin.kinds {
        found = found.filter(past_form::kind.eq_any(kinds.clone()));
    }
    if let Some(tiers) = &bin.tiers {
        let of_tiers = company::table
            .filter(company::company_id.nullable().eq(past_form::company_id))
            .filter(company::kind.eq_any(tiers.clone()));
        found = found.filter(exists(of_tiers));
    }
    if bin.of_companies { found.filter(past_form::company_id.is_not_null()) } else { found }
}

/// Returns a page of a resource's bin, latest deletion first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &DeletedRecordFilter,
    bin: &Bin,
) -> Result<Page<DeletedRecord>, Problem> {
    type Found = (RevisionId, i64, Timestamp, String, Timestamp, String, String);
    let of_filter = || deleted(caller, filter, bin);
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        of_filter()
            .inner_join(revision::table)
            .order(past_form::revision_id.desc())
            .offset(paging.offset())
            .limit(paging.size)
            .select((
                past_form::revision_id,
                past_form::record_id,
                revision::created_at,
                revision::account_name,
                diesel::dsl::sql::<diesel::sql_types::BigInt>("COALESCE(past_form.kept_until, 0)"),
                revision::changes,
                past_form::form,
            ))
            .load::<Found>(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    let found = page::load(connection, paging, rows, |connection| of_filter().count().get_result(connection))?;
    found.try_map(|(revision_id, record_id, deleted_at, account_name, kept_until, changes, form)| {
        let changes = if form.starts_with('{') {
            serde_json::from_str(&changes).map_err(Problem::internal)?
        } else {
            let shown = opened(caller, revision_id, &form)?.and_then(|mut form| form.get_mut(SHOWN).map(Json::take));
            shown.map(serde_json::from_value).transpose().map_err(Problem::internal)?.unwrap_or_default()
        };
        Ok(DeletedRecord { revision_id, record_id, deleted_at, account_name, kept_until, changes })
    })
}

/// Deletes expired records from the bin, with all their past states.
///
/// # Errors
/// Returns an error if the database fails.
pub fn clean(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    let over = past_form::table.filter(past_form::kept_until.le(clock::now().0));
    let over = over.select((past_form::resource, past_form::record_id, past_form::revision_id));
    for (resource, record_id, removal) in over.load::<(String, i64, i64)>(connection)? {
        let of_record =
            past_form::table.filter(past_form::resource.eq(resource)).filter(past_form::record_id.eq(record_id));
        diesel::delete(of_record.filter(past_form::revision_id.le(removal))).execute(connection)?;
    }
    Ok(())
}

/// Deletes all past states of a person's records.
///
/// # Errors
/// Returns an error if the database fails.
pub fn forget(connection: &mut DatabaseConnection, resource: &str, record_ids: &[i64]) -> Result<(), Problem> {
    for ids in record_ids.chunks(revisions::MAX_AT_ONCE) {
        let known = past_form::table.filter(past_form::resource.eq(resource)).filter(past_form::record_id.eq_any(ids));
        diesel::delete(known).execute(connection)?;
    }
    Ok(())
}
