//! Records: what is saved by a form, and what its history tells of it.
//!
//! A resource says what can be saved of a record ([`Record::Form`]); that is what a merge patch is laid
//! upon and what the history compares, so that no field of a form is missing from either. Values are
//! compared as they are, and masked only where they are written down.
//!
//! A resource that also says how its rows are written ([`Rows`]) is created, changed, removed and its
//! history told by the functions here; [`crate::http::mount::Api`] mounts the calls.

mod names;
pub mod past;
pub mod revisions;
mod rows;

use crate::{access::caller::Caller, clock, db::DatabaseConnection, problem::Problem, rich_text};
pub use names::{told_by_name, told_names};
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

/// What is saved by a form.
pub trait Record {
    /// Name of the resource in histories.
    const RESOURCE: &'static str;
    /// Fields that histories do not tell as they are.
    const MASKED: &'static [(&'static str, Mask)] = &[];
    /// Fields that hold rich text, of which only what is harmless is kept, and histories tell the beginning.
    const RICH_TEXT: &'static [&'static str] = &[];
    /// Whether it is personal data, of which nothing is kept when it is removed.
    const IS_PERSONAL: bool = !Self::MASKED.is_empty();
    /// What can be saved of it.
    type Form: Rules + Serialize + DeserializeOwned;
}

/// The rows behind a record. How they are written, [`crate::saved_columns`] says where a form is saved into
/// columns of its fields' names.
pub trait Rows: Record {
    /// The path of one record.
    type Path: RecordPath;
    /// A record as a caller is shown it.
    type Shown: Authored;
    /// The field whose value no two records may share.
    const UNIQUE: Option<&'static str> = None;

    /// One record.
    ///
    /// # Errors
    /// "Not found", also for one that the caller does not reach.
    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<Self::Shown, Problem>;
    /// A record as it could be saved again.
    ///
    /// # Errors
    /// "Not found", also for one that the caller does not reach.
    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<Self::Form, Problem>;
    /// Whether a caller may do something to a record, where that depends on more than the call.
    ///
    /// # Errors
    /// [`ErrorCode::Forbidden`].
    fn check(_caller: &Caller, _action: Action, _form: &Self::Form) -> Result<(), Problem> {
        Ok(())
    }
    /// The kind of a record, where those of a resource have screens of their own for each kind.
    fn kind(_form: &Self::Form) -> Option<&'static str> {
        None
    }
    /// Which of the deleted records that a caller reaches the caller may restore, and so is shown.
    fn bin(_caller: &Caller) -> Bin {
        Bin::default()
    }
    /// What is kept of what was sent, in place of the record that stands if there is one.
    ///
    /// # Errors
    /// What is wrong with it beyond the rules of the form.
    fn accepted(
        _connection: &mut DatabaseConnection,
        _caller: &Caller,
        _standing: Option<(i64, &Self::Form)>,
        form: Self::Form,
    ) -> Result<Self::Form, Problem> {
        Ok(form)
    }
    /// What is kept of a record that comes back from the bin: looked at like one that is sent anew, save where it had
    /// what somebody above the caller has given it.
    ///
    /// # Errors
    /// Like [`Rows::accepted`].
    fn accepted_again(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        form: Self::Form,
    ) -> Result<Self::Form, Problem> {
        Self::accepted(connection, caller, None, form)
    }
    /// The company that says who reaches what a record was: before a change, or before its removal. `None` where its
    /// screen shows all records to everybody. Asked while the record stands.
    ///
    /// # Errors
    /// When the database fails.
    fn company_of_past(
        _connection: &mut DatabaseConnection,
        _id: i64,
        _before: &Self::Form,
        _is_removed: bool,
    ) -> Result<Option<i64>, Problem> {
        Ok(None)
    }
    /// Says whose a record is that was just made, where its form does not: its maker's company, or that of before.
    ///
    /// # Errors
    /// When the database fails.
    fn belong(_connection: &mut DatabaseConnection, _id: i64, _company_id: Option<i64>) -> Result<(), Problem> {
        Ok(())
    }
    /// Whether a caller may bring back a record of this company.
    ///
    /// # Errors
    /// [`ErrorCode::Forbidden`].
    fn check_owner(_caller: &Caller, _company_id: Option<i64>) -> Result<(), Problem> {
        Ok(())
    }
    /// Whether a record that stands takes changes at all.
    ///
    /// # Errors
    /// Why it stays as it is.
    fn check_changeable(_before: &Self::Form) -> Result<(), Problem> {
        Ok(())
    }
    /// Whether a caller may change or remove a record as it stands, where the database has to be asked for that.
    ///
    /// # Errors
    /// [`ErrorCode::Forbidden`], or which field says why not.
    fn check_standing(
        _connection: &mut DatabaseConnection,
        _caller: &Caller,
        _action: Action,
        _id: i64,
        _before: &Self::Form,
    ) -> Result<(), Problem> {
        Ok(())
    }
    /// Whether it may be removed.
    ///
    /// # Errors
    /// Why it stays; see [`dependents`].
    fn check_removable(_connection: &mut DatabaseConnection, _id: i64, _before: &Self::Form) -> Result<(), Problem> {
        Ok(())
    }
    /// What else follows from its removal, for which it matters who did it: histories of other records tell so. Asked
    /// while the record stands.
    ///
    /// # Errors
    /// When the database fails.
    fn follow_removal(_connection: &mut DatabaseConnection, _caller: &Caller, _id: i64) -> Result<(), Problem> {
        Ok(())
    }
    /// What else follows from what was written, for which it matters who did it: histories of other records tell so.
    ///
    /// # Errors
    /// When the database fails.
    fn follow(
        _connection: &mut DatabaseConnection,
        _caller: &Caller,
        _id: i64,
        _before: Option<&Self::Form>,
        _form: &Self::Form,
    ) -> Result<(), Problem> {
        Ok(())
    }
    /// How the history tells changes: what a number names, for example.
    ///
    /// # Errors
    /// When the database fails.
    fn told(_connection: &mut DatabaseConnection, changes: Vec<FieldChange>) -> Result<Vec<FieldChange>, Problem> {
        Ok(changes)
    }
    /// What a caller is not told of a page of the history.
    ///
    /// # Errors
    /// When the database fails.
    fn veil(_connection: &mut DatabaseConnection, _caller: &Caller, _page: &mut [Revision]) -> Result<(), Problem> {
        Ok(())
    }
    /// Writes a new row; answers its identifier. Not needed where a record is made by a call of its own and its removal
    /// is final. Where it is restored it has the identifier that it had, and the
    /// version after the one that the form has, so that nothing that was read before its removal is written over it.
    ///
    /// # Errors
    /// When the database refuses it.
    fn insert(
        _connection: &mut DatabaseConnection,
        _id: Option<i64>,
        _form: &Self::Form,
        _at: Timestamp,
    ) -> Result<i64, Problem> {
        Err(Problem::internal("a record that is made by a call of its own"))
    }
    /// What a record has beside its form that comes back with it from the bin; asked before it is removed.
    ///
    /// # Errors
    /// When the database fails.
    fn beside(_connection: &mut DatabaseConnection, _id: i64) -> Result<Json, Problem> {
        Ok(Json::Null)
    }
    /// Gives a record that was made again what [`Rows::beside`] has told.
    ///
    /// # Errors
    /// When the database refuses it.
    fn put_beside(_connection: &mut DatabaseConnection, _id: i64, _beside: &Json) -> Result<(), Problem> {
        Ok(())
    }
    /// The form by which a removed record is made again, or one that stands is put back, where what it named has gone
    /// meanwhile. It is looked at like one that was sent.
    ///
    /// # Errors
    /// When the database fails.
    fn restorable(
        _connection: &mut DatabaseConnection,
        _standing: Option<&Self::Form>,
        form: Self::Form,
    ) -> Result<Self::Form, Problem> {
        Ok(form)
    }
    /// Writes over the row, if it still has the version that `before` has; answers how many rows were found.
    ///
    /// # Errors
    /// When the database refuses it.
    fn replace(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &Self::Form,
        form: &Self::Form,
    ) -> Result<usize, Problem>;
    /// Removes the row, if it still has the version that `before` has; answers when it was made, `None` where it was
    /// not found.
    ///
    /// # Errors
    /// When the database refuses it.
    fn remove(connection: &mut DatabaseConnection, id: i64, before: &Self::Form) -> Result<Option<Timestamp>, Problem>;
}

/// The field of a form that counts changes; it is no change itself.
pub(crate) const VERSION: &str = "version";

/// One record, with who made it and who changed it last.
///
/// # Errors
/// Like [`Rows::show`].
pub fn shown<R: Rows>(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<R::Shown, Problem> {
    let mut shown = R::show(connection, caller, id)?;
    let mut ends = revisions::ends(connection, R::RESOURCE, id)?;
    R::veil(connection, caller, &mut ends)?;
    shown.tell_authors(revisions::authors(&ends));
    Ok(shown)
}

/// Makes a record.
///
/// # Errors
/// What [`Rows::accepted`] and [`Rows::insert`] refuse.
pub fn create<R: Rows>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    form: R::Form,
) -> Result<R::Shown, Problem> {
    R::check(caller, Action::Create, &form)?;
    let form = R::accepted(connection, caller, None, form)?;
    let id = R::insert(connection, None, &form, clock::now()).map_err(unique::<R>)?;
    R::belong(connection, id, caller.scope.company_id()).map_err(unique::<R>)?;
    write::<R>(connection, caller, RevisionAction::Create, id, (None, Some(&form)))?;
    R::follow(connection, caller, id, None, &form)?;
    shown::<R>(connection, caller, id)
}

/// Changes a record that stands as `before`. What changes nothing is not written.
///
/// # Errors
/// What [`Rows::accepted`] and [`Rows::replace`] refuse; [`ErrorCode::Changed`] when somebody else was faster.
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
    R::check_standing(connection, caller, Action::Update, id, before)?;
    let form = R::accepted(connection, caller, Some((id, before)), form)?;
    written::<R>(connection, caller, action, id, (before, form))
}

/// Changes what is the caller's own to change of a record that stands as `before`, whatever the caller may do with
/// others; the history tells of it like of every change.
///
/// # Errors
/// What [`Rows::replace`] refuses; [`ErrorCode::Changed`] when somebody else was faster.
pub fn change_own<R: Rows>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    id: i64,
    before: &R::Form,
    form: R::Form,
) -> Result<(), Problem> {
    written::<R>(connection, caller, RevisionAction::Update, id, (before, form)).map(|_| ())
}

/// Writes a form that may be written over the record that stands as `before`, and what the history tells of it.
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
    not_overtaken(R::replace(connection, id, before, &form).map_err(unique::<R>)?)?;
    let revision_id = write::<R>(connection, caller, action, id, (Some(before), Some(&form)))?;
    if let Some(revision_id) = revision_id {
        let company_id = R::company_of_past(connection, id, before, false)?;
        past::keep::<R>(connection, revision_id, (id, company_id), before, None)?;
    }
    R::follow(connection, caller, id, Some(before), &form)?;
    Ok(revision_id)
}

/// Removes a record.
///
/// # Errors
/// "Not found", or what [`Rows::check_removable`] and [`Rows::remove`] refuse; [`ErrorCode::Changed`] when somebody
/// has changed it meanwhile.
pub fn delete<R: Rows>(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<Removed, Problem> {
    let before = R::standing(connection, caller, id)?;
    R::check(caller, Action::Delete, &before)?;
    R::check_standing(connection, caller, Action::Delete, id, &before)?;
    R::check_removable(connection, id, &before)?;
    let beside = R::beside(connection, id)?;
    let company_id = R::company_of_past(connection, id, &before, true)?;
    R::follow_removal(connection, caller, id)?;
    let made_at = R::remove(connection, id, &before)?.ok_or_else(|| Problem::new(ErrorCode::Changed))?;
    if !past::has_bin::<R>() {
        // Of a person it stays who did what when to which record.
        revisions::record(connection, &Author::from(caller), R::RESOURCE, id, RevisionAction::Delete, &[])?;
        revisions::forget(connection, R::RESOURCE, &[id])?;
        return Ok(Removed { revision_id: None });
    }
    let revision_id = write::<R>(connection, caller, RevisionAction::Delete, id, (Some(&before), None))?;
    if let Some(revision_id) = revision_id {
        past::keep::<R>(connection, revision_id, (id, company_id), &before, Some((made_at, beside)))?;
    }
    Ok(Removed { revision_id })
}

/// Makes a record again that was removed, under the number that it had.
///
/// # Errors
/// "Not found" when it is no more in the bin; what [`Rows::accepted_again`] and [`Rows::insert`] refuse.
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
    let form = R::accepted_again(connection, caller, form)?;
    let made_at = past.made_at.ok_or_else(Problem::not_found)?;
    R::insert(connection, Some(past.record_id), &form, made_at).map_err(unique::<R>)?;
    R::put_beside(connection, past.record_id, &past.beside)?;
    R::belong(connection, past.record_id, past.company_id).map_err(unique::<R>)?;
    let action = RevisionAction::Restore;
    write::<R>(connection, caller, action, past.record_id, (None, Some(&form)))?;
    R::follow(connection, caller, past.record_id, None, &form)?;
    Ok(Restored { record_id: past.record_id, revision_id: None, altered_fields })
}

/// What a record was as it can be put back, and the fields that are not what they were.
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

/// Puts a record that stands as `before` back to what it was.
///
/// # Errors
/// Like [`update`].
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

/// Which deleted records of a resource a caller may restore, of those that the scope reaches.
#[derive(Clone, Debug, Default)]
pub struct Bin {
    /// Those of these kinds, as [`Rows::kind`] names them.
    pub kinds: Option<Vec<&'static str>>,
    /// Those of companies of these tiers.
    pub tiers: Option<Vec<&'static str>>,
    /// Those that belong to a company.
    pub of_companies: bool,
}

/// The refusal to remove what others depend on: which they are, and how many of each. What nobody has of them is left
/// out.
///
/// # Errors
/// [`ErrorCode::HasDependents`], unless there are none.
pub fn dependents(counts: &[(&str, i64)]) -> Result<(), Problem> {
    let found = counts.iter().filter(|(_, count)| *count > 0);
    let fields: Vec<_> =
        found.map(|(name, count)| Violation::new(name, "hasDependents").with("count", count)).collect();
    if fields.is_empty() { Ok(()) } else { Err(Problem { fields, ..Problem::new(ErrorCode::HasDependents) }) }
}

/// A value that is taken, said of the field that holds it.
fn unique<R: Rows>(problem: Problem) -> Problem {
    match R::UNIQUE {
        Some(field) if problem.code == ErrorCode::Taken => Problem { fields: Problem::taken(field).fields, ..problem },
        _ => problem,
    }
}

/// A page of a record's history, newest first.
///
/// # Errors
/// "Not found".
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
    R::veil(connection, caller, &mut page.data)?;
    Ok(page)
}

/// Writes what was done into the history.
fn write<R: Rows>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    action: RevisionAction,
    record_id: i64,
    (before, after): (Option<&R::Form>, Option<&R::Form>),
) -> Result<Option<RevisionId>, Problem> {
    let changes = R::told(connection, changes::<R>(before, after)?)?;
    let author = Author::from(caller);
    revisions::recorded(connection, &author, R::RESOURCE, record_id, action, &changes)
}

/// What differs between two forms, in the order of the form's fields.
///
/// # Errors
/// When a form cannot be read as JSON.
pub fn changes<R: Record>(before: Option<&R::Form>, after: Option<&R::Form>) -> Result<Vec<FieldChange>, Problem> {
    let fields = |form: Option<&R::Form>| form.map(fields::<R>).transpose();
    let beginnings = R::RICH_TEXT.iter().map(|field| (*field, rich_text::beginning as Mask));
    let masks: Vec<_> = R::MASKED.iter().copied().chain(beginnings).collect();
    Ok(revisions::differences(fields(before)?.as_ref(), fields(after)?.as_ref(), &masks))
}

/// The fields of a form as text, in their order.
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

/// Whether a row was found at the version that was read: if not, somebody else was faster.
///
/// # Errors
/// [`ErrorCode::Changed`].
pub fn not_overtaken(rows: usize) -> Result<(), Problem> {
    if rows == 0 { Err(Problem::new(ErrorCode::Changed)) } else { Ok(()) }
}

/// Whether a whole form was made of the version that stands.
///
/// # Errors
/// [`ErrorCode::Changed`], or that the version is missing.
pub fn check_version<F: Serialize>(before: &F, form: &F) -> Result<(), Problem> {
    let version = |form: &F| Ok::<_, Problem>(serde_json::to_value(form).map_err(Problem::internal)?[VERSION].take());
    match version(form)? {
        Json::Null => Err(Problem::invalid_field(VERSION, "required")),
        sent => not_overtaken(usize::from(sent == version(before)?)),
    }
}
