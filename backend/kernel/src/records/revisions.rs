//! Change history: every change to a record writes its revision in the same transaction.

use crate::{
    access::caller::Caller,
    clock,
    db::{
        DatabaseConnection,
        page::{self, Paging},
        schema::revision,
    },
    on_backend,
    problem::Problem,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use uno_core::{
    contract::{
        page::Page,
        revisions::{FieldChange, Revision, RevisionAction, RevisionFilter, RevisionId},
    },
    domain::time::Timestamp,
};

/// The fields of a record as text, by their names on the wire; personal data masked.
pub type Fields = Vec<(&'static str, Option<String>)>;

/// Who changes something: a caller, or a job on a caller's behalf.
#[derive(Clone, Debug)]
pub struct Author {
    /// Account.
    pub account_id: i64,
    /// Name at the time.
    pub name: String,
}

impl From<&Caller> for Author {
    fn from(caller: &Caller) -> Self {
        Self { account_id: caller.account_id, name: caller.name.clone() }
    }
}

/// What differs between two states of a record. `touched` names fields whose masked text may be the
/// same although the value changed.
#[must_use]
pub fn differences(before: &Fields, after: &Fields, touched: &[&str]) -> Vec<FieldChange> {
    let old = |name: &str| before.iter().find(|(field, _)| *field == name).and_then(|(_, value)| value.clone());
    after
        .iter()
        .map(|(field, value)| FieldChange { field: (*field).into(), before: old(field), after: value.clone() })
        .filter(|change| change.before != change.after || touched.contains(&change.field.as_str()))
        .collect()
}

/// Writes what was done to a record.
///
/// # Errors
/// When the database fails.
pub fn record(
    connection: &mut DatabaseConnection,
    author: &Author,
    resource: &str,
    record_id: i64,
    action: RevisionAction,
    changes: &[FieldChange],
) -> Result<(), Problem> {
    // One row is a statement of one text, which the connection keeps.
    diesel::insert_into(revision::table)
        .values(New::of(author, resource, action, record_id, changes)?)
        .execute(connection)?;
    Ok(())
}

/// A row of the history.
#[derive(diesel::Insertable)]
#[diesel(table_name = revision)]
pub struct New<'a> {
    /// Resource.
    pub resource: &'a str,
    /// Record.
    pub record_id: i64,
    /// What was done.
    pub action: &'static str,
    /// Whose doing.
    pub account_id: i64,
    /// Name at the time.
    pub account_name: &'a str,
    /// When.
    pub created_at: i64,
    /// Which fields changed, as JSON.
    pub changes: String,
}

impl<'a> New<'a> {
    /// What was done, now.
    ///
    /// # Errors
    /// When the changes cannot be written as JSON.
    pub fn of(
        author: &'a Author,
        resource: &'a str,
        action: RevisionAction,
        record_id: i64,
        changes: &[FieldChange],
    ) -> Result<Self, Problem> {
        Ok(Self {
            resource,
            record_id,
            action: action.as_str(),
            account_id: author.account_id,
            account_name: &author.name,
            created_at: clock::now().0,
            changes: serde_json::to_string(changes).map_err(Problem::internal)?,
        })
    }
}

/// Writes what was done to several records.
///
/// # Errors
/// When the database fails.
pub fn record_many(
    connection: &mut DatabaseConnection,
    author: &Author,
    resource: &str,
    action: RevisionAction,
    records: &[(i64, Vec<FieldChange>)],
) -> Result<(), Problem> {
    let rows = records
        .iter()
        .map(|(record_id, changes)| New::of(author, resource, action, *record_id, changes))
        .collect::<Result<Vec<_>, Problem>>()?;
    on_backend!(connection, |connection| diesel::insert_into(revision::table).values(rows).execute(connection))?;
    Ok(())
}

/// Records whose revisions are read at once.
const MOST_AT_ONCE: usize = 500;

/// Takes every value out of what was recorded about records of a person who was removed: which fields
/// changed, when and by whom stays.
///
/// # Errors
/// When the database fails.
pub fn forget(connection: &mut DatabaseConnection, resource: &str, record_ids: &[i64]) -> Result<(), Problem> {
    for ids in record_ids.chunks(MOST_AT_ONCE) {
        let known = revision::table
            .filter(revision::resource.eq(resource))
            .filter(revision::record_id.eq_any(ids))
            .select((revision::revision_id, revision::changes))
            .load::<(i64, String)>(connection)?;
        for (id, changes) in known {
            let mut changes: Vec<FieldChange> = serde_json::from_str(&changes).map_err(Problem::internal)?;
            for change in &mut changes {
                (change.before, change.after) = (None, None);
            }
            diesel::update(revision::table.find(id))
                .set(revision::changes.eq(serde_json::to_string(&changes).map_err(Problem::internal)?))
                .execute(connection)?;
        }
    }
    Ok(())
}

/// A page of a record's history, newest first. The caller's right to the record is checked before.
///
/// # Errors
/// When the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    resource: &str,
    record_id: i64,
    filter: &RevisionFilter,
) -> Result<Page<Revision>, Problem> {
    let paging = Paging::of(filter.page, filter.page_size);
    let of_record =
        || revision::table.filter(revision::resource.eq(resource.to_owned())).filter(revision::record_id.eq(record_id));
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        of_record()
            .order(revision::revision_id.desc())
            .offset(paging.offset())
            .limit(paging.size)
            .select((
                revision::revision_id,
                revision::action,
                revision::created_at,
                revision::account_name,
                revision::changes,
            ))
            .load::<(i64, String, i64, String, String)>(connection)
    };
    let found = page::load(connection, paging, rows, |connection| of_record().count().get_result(connection))?;
    found.try_map(|(id, action, created_at, account_name, changes)| {
        Ok(Revision {
            revision_id: RevisionId(id),
            action: RevisionAction::parse(&action).ok_or_else(|| Problem::internal("unknown action"))?,
            created_at: Timestamp(created_at),
            account_name,
            changes: serde_json::from_str(&changes).map_err(Problem::internal)?,
        })
    })
}
