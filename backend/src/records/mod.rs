//! Records: what is saved by a form, and what its history tells of it.
//!
//! A resource says what can be saved of a record ([`Record::Form`]); that is what a merge patch is laid
//! upon and what the history compares, so that no field of a form is missing from either. Values are
//! compared as they are, and masked only where they are written down.

pub mod revisions;

use crate::{db::DatabaseConnection, problem::Problem};
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use revisions::Author;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value as Json;
use uno_core::contract::{
    error::ErrorCode,
    revisions::{FieldChange, RevisionAction},
    validation::{Rules, camel_case},
};

/// How a history tells the value of a field: masked, or shortened.
pub type Told = fn(&str) -> String;

/// What is saved by a form.
pub trait Record {
    /// Name of the resource in histories.
    const RESOURCE: &'static str;
    /// Fields that histories do not tell as they are.
    const TOLD: &'static [(&'static str, Told)] = &[];
    /// What can be saved of it.
    type Form: Rules + Serialize + DeserializeOwned;

    /// Identifier.
    fn record_id(&self) -> i64;
    /// What stands, as it could be saved again.
    fn form(&self) -> Self::Form;
}

/// The field of a form that counts changes; it is no change itself.
const VERSION: &str = "version";

/// Records that a record was made.
///
/// # Errors
/// When the database fails.
pub fn created<R: Record>(connection: &mut DatabaseConnection, author: &Author, after: &R) -> Result<(), Problem> {
    write(connection, author, RevisionAction::Create, after.record_id(), None, Some(after))
}

/// Records that a record was changed.
///
/// # Errors
/// When the database fails.
pub fn updated<R: Record>(
    connection: &mut DatabaseConnection,
    author: &Author,
    before: &R,
    after: &R,
) -> Result<(), Problem> {
    write(connection, author, RevisionAction::Update, after.record_id(), Some(before), Some(after))
}

/// Records that a record was removed.
///
/// # Errors
/// When the database fails.
pub fn deleted<R: Record>(connection: &mut DatabaseConnection, author: &Author, before: &R) -> Result<(), Problem> {
    write(connection, author, RevisionAction::Delete, before.record_id(), Some(before), None)
}

fn write<R: Record>(
    connection: &mut DatabaseConnection,
    author: &Author,
    action: RevisionAction,
    record_id: i64,
    before: Option<&R>,
    after: Option<&R>,
) -> Result<(), Problem> {
    let changes = changes::<R>(before.map(R::form).as_ref(), after.map(R::form).as_ref())?;
    revisions::record(connection, author, R::RESOURCE, record_id, action, &changes)
}

/// What differs between two forms, in the order of the form's fields.
///
/// # Errors
/// When a form cannot be read as JSON.
pub fn changes<R: Record>(before: Option<&R::Form>, after: Option<&R::Form>) -> Result<Vec<FieldChange>, Problem> {
    let json = |form: Option<&R::Form>| form.map_or(Ok(Json::Null), serde_json::to_value).map_err(Problem::internal);
    let (before, after) = (json(before)?, json(after)?);
    let names = R::Form::FORM.fields.iter().map(|field| camel_case(field.name)).filter(|name| name != VERSION);
    let change = |field: String| {
        let (old, new) = (before.get(&field).unwrap_or(&Json::Null), after.get(&field).unwrap_or(&Json::Null));
        let told = R::TOLD.iter().find(|(name, _)| *name == field).map(|(_, told)| *told);
        let text = |value: &Json| {
            let text = match value {
                Json::Null => return None,
                Json::String(text) => text.clone(),
                other => other.to_string(),
            };
            Some(told.map_or_else(|| text.clone(), |told| told(&text)))
        };
        (old != new).then(|| FieldChange { before: text(old), after: text(new), field })
    };
    Ok(names.filter_map(change).collect())
}

/// What the refusal of the database to remove a row means.
#[must_use]
pub fn dependents(error: DieselError) -> Problem {
    match error {
        DieselError::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => Problem::new(ErrorCode::HasDependents),
        other => other.into(),
    }
}

/// Whether a row was found at the version that was read: if not, somebody else was faster.
///
/// # Errors
/// [`ErrorCode::Changed`].
pub fn not_overtaken(rows: usize) -> Result<(), Problem> {
    if rows == 0 { Err(Problem::new(ErrorCode::Changed)) } else { Ok(()) }
}
