//! Records: data that is saved by a form and has a change history.
//!
//! A resource defines the form of its records ([`Record::Form`]). Merge patches are applied to the form and
//! histories compare it, so no field of a form is missing from either. Values are compared unmasked, and masked
//! only when the history is written.
//!
//! A resource that also defines how its rows are read and written ([`Rows`]) gets creation, update, deletion and
//! history from the functions here; [`crate::http::mount::Api`] mounts the endpoints.

mod names;
pub mod past;
pub mod revisions;
mod rows;

use crate::{access::caller::Caller, clock, db::DatabaseConnection, problem::Problem, rich_text};
pub use names::{describe_names, replace_ids_by_names};
use past::Past;
pub use revisions::Mask;
use revisions::{Author, Fields};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;
use uno_core::{
    contract::{
        RecordPath,
        error::ErrorCode,
        page::Page,
        revisions::{Authored, FieldChange, Removed, Restored, Revision, RevisionAction, RevisionFilter, RevisionId},
        validation::{Rules, Violation, camel_case},
    },
    domain::{access::Action, time::Timestamp},
};

/// A record that is saved by a form.
pub trait Record {
    /// Name of the resource in histories.
    const RESOURCE: &'static str;
    /// Fields that are masked in histories.
    const MASKED: &'static [(&'static str, Mask)] = &[];
    /// Fields with rich text, which is sanitised before it is saved. Histories show only the beginning.
    const RICH_TEXT: &'static [&'static str] = &[];
    /// Whether it is personal data, of which no value is kept after deletion.
    const IS_PERSONAL: bool = !Self::MASKED.is_empty();
    /// Whether a deleted record goes to the bin although it is personal data: sealed, so that the database alone does
    /// not tell it, and with the values of its history erased.
    const IS_SEALED_IN_BIN: bool = false;
    /// The form: all values of the record that can be saved.
    type Form: Rules + Serialize + DeserializeOwned;
}

/// The rows of a record. [`crate::saved_columns`] implements the writing for forms whose fields are saved into
/// columns of the same names.
pub trait Rows: Record {
    /// The path of one record.
    type Path: RecordPath;
    /// The record as shown to a caller.
    type Shown: Authored;
    /// The field whose value must be unique.
    const UNIQUE: Option<&'static str> = None;

    /// Loads one record.
    ///
    /// # Errors
    /// Returns "not found" if it does not exist or is out of the caller's scope.
    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<Self::Shown, Problem>;
    /// Locks records until the transaction ends, in the order of their ids, on PostgreSQL. Jobs do it for each batch,
    /// whatever order they work in: two jobs on the same records then wait for each other instead of deadlocking.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn lock(_connection: &mut DatabaseConnection, _ids: &[i64]) -> Result<(), Problem> {
        Ok(())
    }
    /// Loads the form of a record in its current state.
    ///
    /// # Errors
    /// Returns "not found" if it does not exist or is out of the caller's scope.
    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<Self::Form, Problem>;
    /// Checks an action on a record, if permission depends on more than the endpoint.
    ///
    /// # Errors
    /// Returns [`ErrorCode::Forbidden`].
    fn check(_caller: &Caller, _action: Action, _form: &Self::Form) -> Result<(), Problem> {
        Ok(())
    }
    /// Returns the kind of a record, for resources with a separate screen per kind.
    fn kind(_form: &Self::Form) -> Option<&'static str> {
        None
    }
    /// Returns which deleted records in the caller's scope the caller may see and restore.
    fn bin(_caller: &Caller) -> Bin {
        Bin::default()
    }
    /// Validates a form and returns it as it is to be saved. `standing` is the current record, if there is one.
    ///
    /// # Errors
    /// Returns violations beyond the rules of the form.
    fn validated(
        _connection: &mut DatabaseConnection,
        _caller: &Caller,
        _standing: Option<(i64, &Self::Form)>,
        form: Self::Form,
    ) -> Result<Self::Form, Problem> {
        Ok(form)
    }
    /// Validates the form of a record that is restored from the bin. By default it is validated like a new one; a
    /// resource may accept values that somebody with more rights than the caller had set.
    ///
    /// # Errors
    /// Returns the errors of [`Rows::validated`].
    fn validate_restored(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        form: Self::Form,
    ) -> Result<Self::Form, Problem> {
        Self::validated(connection, caller, None, form)
    }
    /// Returns the company that determines who may access a past state of a record, before a change or its
    /// deletion. `None` if the resource's screen shows all records to everybody. Called while the record exists.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn company_of_past(
        _connection: &mut DatabaseConnection,
        _id: i64,
        _before: &Self::Form,
        _is_removed: bool,
    ) -> Result<Option<i64>, Problem> {
        Ok(None)
    }
    /// Sets the owner of a new record if its form does not contain it: the creator's company, or the previous one.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn set_owner(_connection: &mut DatabaseConnection, _id: i64, _company_id: Option<i64>) -> Result<(), Problem> {
        Ok(())
    }
    /// Checks whether a caller may restore a record of this company.
    ///
    /// # Errors
    /// Returns [`ErrorCode::Forbidden`].
    fn check_owner(_caller: &Caller, _company_id: Option<i64>) -> Result<(), Problem> {
        Ok(())
    }
    /// Checks whether a record may be changed at all.
    ///
    /// # Errors
    /// Returns the reason why it is fixed.
    fn check_changeable(_before: &Self::Form) -> Result<(), Problem> {
        Ok(())
    }
    /// Checks whether a caller may change or delete a record in its current state, if this needs the database.
    ///
    /// # Errors
    /// Returns [`ErrorCode::Forbidden`], or the field that prevents it.
    fn check_current(
        _connection: &mut DatabaseConnection,
        _caller: &Caller,
        _action: Action,
        _id: i64,
        _before: &Self::Form,
    ) -> Result<(), Problem> {
        Ok(())
    }
    /// Checks whether a record may be deleted.
    ///
    /// # Errors
    /// Returns the reason why it must stay; see [`dependents`].
    fn check_removable(_connection: &mut DatabaseConnection, _id: i64, _before: &Self::Form) -> Result<(), Problem> {
        Ok(())
    }
    /// Applies further effects of a deletion on other records, whose histories name the caller. Called while the
    /// record exists.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn after_removal(_connection: &mut DatabaseConnection, _caller: &Caller, _id: i64) -> Result<(), Problem> {
        Ok(())
    }
    /// Applies further effects of a change on other records, whose histories name the caller.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn after_change(
        _connection: &mut DatabaseConnection,
        _caller: &Caller,
        _id: i64,
        _before: Option<&Self::Form>,
        _form: &Self::Form,
    ) -> Result<(), Problem> {
        Ok(())
    }
    /// Converts changes for the history: an id into the name of its record, for example.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn describe_changes(
        _connection: &mut DatabaseConnection,
        changes: Vec<FieldChange>,
    ) -> Result<Vec<FieldChange>, Problem> {
        Ok(changes)
    }
    /// Hides parts of a history page from the caller.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn redact_history(
        _connection: &mut DatabaseConnection,
        _caller: &Caller,
        _page: &mut [Revision],
    ) -> Result<(), Problem> {
        Ok(())
    }
    /// Inserts a row; returns its id. Not needed for records that are created by a separate endpoint and deleted
    /// for good. A restored record keeps its former id, and gets the version after the form's, so that a client
    /// that has read the record before its deletion cannot overwrite it.
    ///
    /// # Errors
    /// Returns an error if the database refuses it.
    fn insert(
        _connection: &mut DatabaseConnection,
        _id: Option<i64>,
        _form: &Self::Form,
        _at: Timestamp,
    ) -> Result<i64, Problem> {
        Err(Problem::internal("a record that is made by a call of its own"))
    }
    /// Returns the member and the user whose data a record is, if it is a person's: when they are deleted, it is deleted
    /// from the bin. Called before the record is deleted.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn persons_of_past(_connection: &mut DatabaseConnection, _id: i64) -> Result<past::Persons, Problem> {
        Ok(past::Persons::default())
    }
    /// Returns values beyond the form by which the bin names a sealed record: of whom it was, for example.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn named_in_bin(_connection: &mut DatabaseConnection, _id: i64) -> Result<Vec<FieldChange>, Problem> {
        Ok(Vec::new())
    }
    /// Returns data beyond the form that is restored with the record; called before it is deleted.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn related_rows(_connection: &mut DatabaseConnection, _id: i64) -> Result<Json, Problem> {
        Ok(Json::Null)
    }
    /// Restores the data returned by [`Rows::related_rows`].
    ///
    /// # Errors
    /// Returns an error if the database refuses it.
    fn restore_related_rows(_connection: &mut DatabaseConnection, _id: i64, _beside: &Json) -> Result<(), Problem> {
        Ok(())
    }
    /// Adjusts a past form for a restore or an undo, in case records it refers to are gone. The result is validated
    /// like a form that was sent.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    fn restorable(
        _connection: &mut DatabaseConnection,
        _standing: Option<&Self::Form>,
        form: Self::Form,
    ) -> Result<Self::Form, Problem> {
        Ok(form)
    }
    /// Updates the row if it still has the version of `before`; returns the number of rows found.
    ///
    /// # Errors
    /// Returns an error if the database refuses it.
    fn replace(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &Self::Form,
        form: &Self::Form,
    ) -> Result<usize, Problem>;
    /// Deletes the row if it still has the version of `before`; returns its time of creation, or `None` if it was
    /// not found.
    ///
    /// # Errors
    /// Returns an error if the database refuses it.
    fn remove(connection: &mut DatabaseConnection, id: i64, before: &Self::Form) -> Result<Option<Timestamp>, Problem>;
}

/// The field of a form that counts changes; histories ignore it.
pub(crate) const VERSION: &str = "version";

/// Returns one record, with its creator and last editor.
///
/// # Errors
/// Returns the errors of [`Rows::show`].
pub fn shown<R: Rows>(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<R::Shown, Problem> {
    let mut shown = R::show(connection, caller, id)?;
    let mut ends = revisions::ends(connection, R::RESOURCE, id)?;
    R::redact_history(connection, caller, &mut ends)?;
    shown.set_authors(revisions::authors(&ends));
    Ok(shown)
}

/// Creates a record.
///
/// # Errors
/// Returns the errors of [`Rows::validated`] and [`Rows::insert`].
pub fn create<R: Rows>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    form: R::Form,
) -> Result<R::Shown, Problem> {
    R::check(caller, Action::Create, &form)?;
    let form = R::validated(connection, caller, None, form)?;
    let id = R::insert(connection, None, &form, clock::now()).map_err(unique::<R>)?;
    R::set_owner(connection, id, caller.scope.company_id()).map_err(unique::<R>)?;
    write::<R>(connection, caller, RevisionAction::Create, id, (None, Some(&form)))?;
    R::after_change(connection, caller, id, None, &form)?;
    shown::<R>(connection, caller, id)
}

/// Updates a record whose current form is `before`. If nothing changes, nothing is written.
///
/// # Errors
/// Returns the errors of [`Rows::validated`] and [`Rows::replace`], or [`ErrorCode::Changed`] after a concurrent
/// change.
pub fn update<R: Rows>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    id: i64,
    before: &R::Form,
    form: R::Form,
) -> Result<R::Shown, Problem> {
    change::<R>(connection, caller, RevisionAction::Update, id, before, form)?;
    shown::<R>(connection, caller, id)
}

pub(crate) fn change<R: Rows>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    action: RevisionAction,
    id: i64,
    before: &R::Form,
    form: R::Form,
) -> Result<Option<RevisionId>, Problem> {
    R::check(caller, Action::Update, before)?;
    R::check_changeable(before)?;
    R::check_current(connection, caller, Action::Update, id, before)?;
    let form = R::validated(connection, caller, Some((id, before)), form)?;
    written::<R>(connection, caller, action, id, (before, form))
}

/// Updates the part of a record that the caller may always change itself, such as its own name. Neither permissions nor
/// [`Rows::validated`] are checked. The history records it like any other change.
///
/// # Errors
/// Returns the errors of [`Rows::replace`], or [`ErrorCode::Changed`] after a concurrent change.
pub fn change_own<R: Rows>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    id: i64,
    before: &R::Form,
    form: R::Form,
) -> Result<(), Problem> {
    written::<R>(connection, caller, RevisionAction::Update, id, (before, form)).map(|_| ())
}

/// Writes a validated form over the record whose current form is `before`, and adds the change to the history.
fn written<R: Rows>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    action: RevisionAction,
    id: i64,
    (before, form): (&R::Form, R::Form),
) -> Result<Option<RevisionId>, Problem> {
    if changes::<R>(Some(before), Some(&form))?.is_empty() {
        return Ok(None);
    }
    check_not_changed(R::replace(connection, id, before, &form).map_err(unique::<R>)?)?;
    let revision_id = write::<R>(connection, caller, action, id, (Some(before), Some(&form)))?;
    if let Some(revision_id) = revision_id {
        let company_id = R::company_of_past(connection, id, before, false)?;
        past::keep::<R>(connection, revision_id, (id, company_id), before, None)?;
    }
    R::after_change(connection, caller, id, Some(before), &form)?;
    Ok(revision_id)
}

/// Deletes a record.
///
/// # Errors
/// Returns "not found", the errors of [`Rows::check_removable`] and [`Rows::remove`], or [`ErrorCode::Changed`]
/// after a concurrent change.
pub fn delete<R: Rows>(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<Removed, Problem> {
    let before = R::standing(connection, caller, id)?;
    R::check(caller, Action::Delete, &before)?;
    R::check_current(connection, caller, Action::Delete, id, &before)?;
    R::check_removable(connection, id, &before)?;
    let related_rows = R::related_rows(connection, id)?;
    let company_id = R::company_of_past(connection, id, &before, true)?;
    let persons = R::persons_of_past(connection, id)?;
    let named = R::named_in_bin(connection, id)?;
    R::after_removal(connection, caller, id)?;
    let made_at = R::remove(connection, id, &before)?.ok_or_else(|| Problem::new(ErrorCode::Changed))?;
    if !past::has_bin::<R>() {
        // For personal data only the fact of the deletion remains: who did what to which record, and when.
        revisions::record(connection, &Author::from(caller), R::RESOURCE, id, RevisionAction::Delete, &[])?;
        revisions::forget(connection, R::RESOURCE, &[id])?;
        return Ok(Removed { revision_id: None });
    }
    if R::IS_SEALED_IN_BIN {
        let author = Author::from(caller);
        let mut shown = R::describe_changes(connection, changes::<R>(Some(&before), None)?)?;
        shown.extend(named);
        let revision_id =
            revisions::record_returning(connection, &author, R::RESOURCE, id, RevisionAction::Delete, &[])?;
        revisions::forget(connection, R::RESOURCE, &[id])?;
        if let Some(revision_id) = revision_id {
            let removed = past::Removal { made_at, related_rows, shown, persons };
            past::keep_sealed::<R>(connection, caller.past_seal()?, revision_id, (id, company_id), &before, removed)?;
        }
        return Ok(Removed { revision_id });
    }
    let revision_id = write::<R>(connection, caller, RevisionAction::Delete, id, (Some(&before), None))?;
    if let Some(revision_id) = revision_id {
        past::keep::<R>(connection, revision_id, (id, company_id), &before, Some((made_at, related_rows)))?;
    }
    Ok(Removed { revision_id })
}

/// Restores a deleted record under its former id.
///
/// # Errors
/// Returns "not found" if it is no longer in the bin, or the errors of [`Rows::validate_restored`] and
/// [`Rows::insert`].
pub fn restore<R: Rows>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    past: &Past,
    form: R::Form,
) -> Result<Restored, Problem> {
    R::check(caller, Action::Delete, &form)?;
    R::check_owner(caller, past.company_id)?;
    past::take(connection, past)?;
    let (form, altered_fields) = restorable::<R>(connection, None, form)?;
    let form = R::validate_restored(connection, caller, form)?;
    let made_at = past.made_at.ok_or_else(Problem::not_found)?;
    R::insert(connection, Some(past.record_id), &form, made_at).map_err(unique::<R>)?;
    R::restore_related_rows(connection, past.record_id, &past.related_rows)?;
    R::set_owner(connection, past.record_id, past.company_id).map_err(unique::<R>)?;
    let action = RevisionAction::Restore;
    if R::IS_SEALED_IN_BIN {
        // The history tells that it was restored, not its values: those of before are erased too.
        revisions::record(connection, &Author::from(caller), R::RESOURCE, past.record_id, action, &[])?;
    } else {
        write::<R>(connection, caller, action, past.record_id, (None, Some(&form)))?;
    }
    R::after_change(connection, caller, past.record_id, None, &form)?;
    Ok(Restored { record_id: past.record_id, revision_id: None, altered_fields })
}

/// Returns a past form in a state that can be restored, and the fields that had to be altered.
fn restorable<R: Rows>(
    connection: &mut DatabaseConnection,
    standing: Option<&R::Form>,
    form: R::Form,
) -> Result<(R::Form, Vec<String>), Problem> {
    let kept = fields::<R>(&form)?;
    let form = R::restorable(connection, standing, form)?;
    let altered = revisions::differences(Some(&kept), Some(&fields::<R>(&form)?), &[]);
    Ok((form, altered.into_iter().map(|change| change.field).collect()))
}

/// Reverts a record, whose current form is `before`, to a past form.
///
/// # Errors
/// Returns the errors of [`update`].
pub fn revert<R: Rows>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    id: i64,
    before: &R::Form,
    form: R::Form,
) -> Result<Restored, Problem> {
    let (form, altered_fields) = restorable::<R>(connection, Some(before), form)?;
    let revision_id = change::<R>(connection, caller, RevisionAction::Restore, id, before, form)?;
    Ok(Restored { record_id: id, revision_id, altered_fields })
}

/// The deleted records of a resource that a caller may restore, among those in scope.
#[derive(Clone, Debug, Default)]
pub struct Bin {
    /// Only these kinds, as named by [`Rows::kind`].
    pub kinds: Option<Vec<&'static str>>,
    /// Only records of companies of these tiers.
    pub tiers: Option<Vec<&'static str>>,
    /// Only records that belong to a company.
    pub of_companies: bool,
}

/// Refuses to delete a record that others depend on, and lists them with their counts; counts of zero are left out.
///
/// # Errors
/// Returns [`ErrorCode::HasDependents`], unless all counts are zero.
pub fn dependents(counts: &[(&str, i64)]) -> Result<(), Problem> {
    let found = counts.iter().filter(|(_, count)| *count > 0);
    let fields: Vec<_> =
        found.map(|(name, count)| Violation::new(name, "hasDependents").with("count", count)).collect();
    if fields.is_empty() { Ok(()) } else { Err(Problem { fields, ..Problem::new(ErrorCode::HasDependents) }) }
}

/// Reports a value that is already taken at the unique field.
fn unique<R: Rows>(problem: Problem) -> Problem {
    match R::UNIQUE {
        Some(field) if problem.code == ErrorCode::Taken => Problem { fields: Problem::taken(field).fields, ..problem },
        _ => problem,
    }
}

/// Returns a page of a record's history, newest first.
///
/// # Errors
/// Returns "not found".
pub fn history<R: Rows>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    id: i64,
    filter: &RevisionFilter,
) -> Result<Page<Revision>, Problem> {
    let standing = R::standing(connection, caller, id)?;
    R::check(caller, Action::Read, &standing)?;
    let mut page = revisions::list(connection, R::RESOURCE, id, filter)?;
    if R::check_changeable(&standing).is_ok() {
        past::mark(connection, &mut page.data)?;
    }
    R::redact_history(connection, caller, &mut page.data)?;
    Ok(page)
}

/// Adds a change to the history.
fn write<R: Rows>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    action: RevisionAction,
    record_id: i64,
    (before, after): (Option<&R::Form>, Option<&R::Form>),
) -> Result<Option<RevisionId>, Problem> {
    let changes = R::describe_changes(connection, changes::<R>(before, after)?)?;
    let author = Author::from(caller);
    revisions::record_returning(connection, &author, R::RESOURCE, record_id, action, &changes)
}

/// Returns the differences between two forms, in the order of the form's fields.
///
/// # Errors
/// Returns an error if a form cannot be serialised as JSON.
pub fn changes<R: Record>(before: Option<&R::Form>, after: Option<&R::Form>) -> Result<Vec<FieldChange>, Problem> {
    let fields = |form: Option<&R::Form>| form.map(fields::<R>).transpose();
    let beginnings = R::RICH_TEXT.iter().map(|field| (*field, rich_text::beginning as Mask));
    let masks: Vec<_> = R::MASKED.iter().copied().chain(beginnings).collect();
    Ok(revisions::differences(fields(before)?.as_ref(), fields(after)?.as_ref(), &masks))
}

/// Returns the fields of a form as text, in their order.
fn fields<R: Record>(form: &R::Form) -> Result<Fields, Problem> {
    let values = serde_json::to_value(form).map_err(Problem::internal)?;
    let names = R::Form::FORM.fields.iter().map(|field| camel_case(field.name)).filter(|name| name != VERSION);
    let text = |value: &Json| match value {
        Json::Null => None,
        Json::String(text) => Some(text.clone()),
        Json::Array(items) if items.iter().all(Json::is_number) => {
            let items: Vec<String> = items.iter().map(ToString::to_string).collect();
            (!items.is_empty()).then(|| items.join(", "))
        }
        Json::Array(items) if items.is_empty() => None,
        other => Some(other.to_string()),
    };
    Ok(names.map(|name| (name.clone().into(), values.get(&name).and_then(text))).collect())
}

/// Checks that a row was found at the expected version; otherwise a concurrent change got in first.
///
/// # Errors
/// Returns [`ErrorCode::Changed`].
pub fn check_not_changed(rows: usize) -> Result<(), Problem> {
    if rows == 0 { Err(Problem::new(ErrorCode::Changed)) } else { Ok(()) }
}

/// Checks that a whole form is based on the current version.
///
/// # Errors
/// Returns [`ErrorCode::Changed`], or an error if the version is missing.
pub fn check_version<F: Serialize>(before: &F, form: &F) -> Result<(), Problem> {
    let version = |form: &F| Ok::<_, Problem>(serde_json::to_value(form).map_err(Problem::internal)?[VERSION].take());
    match version(form)? {
        Json::Null => Err(Problem::invalid_field(VERSION, "required")),
        sent => check_not_changed(usize::from(sent == version(before)?)),
    }
}
