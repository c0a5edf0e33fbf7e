//! Change histories: every change of a record writes a revision in the same transaction.

use super::past;
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
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use std::borrow::Cow;
use uno_core::{
    contract::{
        page::Page,
        revisions::{Authors, Authorship, FieldChange, Revision, RevisionAction, RevisionFilter, RevisionId},
    },
    domain::{access::Authority, mask, time::Timestamp},
};

/// The fields of a record as text, by their names in the API.
pub type Fields = Vec<(Cow<'static, str>, Option<String>)>;

/// The author of a change: a caller, a job on a caller's behalf, or the product on a schedule.
#[derive(Clone, Debug)]
pub struct Author {
    /// Account id.
    pub account_id: i64,
    /// Name at the time.
    pub name: String,
}

impl Author {
    /// Returns the product itself as the author; no account has this id.
    #[must_use]
    pub fn system() -> Self {
        Self { account_id: 0, name: "UNO".into() }
    }

    /// Returns a member as the author, with a masked name: rows of the log remain when the person withdraws.
    #[must_use]
    pub fn member(account_id: i64, name: &str) -> Self {
        Self { account_id, name: mask::name(name) }
    }
}

impl From<&Caller> for Author {
    fn from(caller: &Caller) -> Self {
        match caller.authority {
            Authority::Member => Self::member(caller.account_id, &caller.name),
            _ => Self { account_id: caller.account_id, name: caller.name.clone() },
        }
    }
}

/// Converts the value of a field for the history: masks or shortens it.
pub type Mask = fn(&str) -> String;

/// Returns the differences between two states of a record, of which one may be absent. Values are compared as they
/// are, and reported as converted by `convert`.
#[must_use]
pub fn differences(
    before: Option<&Fields>,
    after: Option<&Fields>,
    convert: &[(&'static str, Mask)],
) -> Vec<FieldChange> {
    let value = |state: Option<&Fields>, name: &str| {
        state?.iter().find(|(field, _)| *field == name).and_then(|(_, value)| value.clone())
    };
    let change = |(name, _): &(Cow<'static, str>, Option<String>)| {
        let (old, new) = (value(before, name), value(after, name));
        let convert = convert.iter().find(|(field, _)| field == name).map(|(_, convert)| *convert);
        let text = |value: &Option<String>| {
            value.as_deref().map(|text| convert.map_or_else(|| text.into(), |convert| convert(text)))
        };
        (old != new).then(|| FieldChange { field: name.to_string(), before: text(&old), after: text(&new) })
    };
    after.or(before).into_iter().flatten().filter_map(change).collect()
}

/// Records a change of a record; an update without changes is not recorded.
///
/// # Errors
/// Returns an error if the database fails.
pub fn record(
    connection: &mut DatabaseConnection,
    author: &Author,
    resource: &str,
    record_id: i64,
    action: RevisionAction,
    changes: &[FieldChange],
) -> Result<(), Problem> {
    if action == RevisionAction::Update && changes.is_empty() {
        return Ok(());
    }
    // Inserting a single row is a constant statement, which the connection keeps prepared.
    diesel::insert_into(revision::table)
        .values(New::of(author, resource, action, record_id, changes)?)
        .execute(connection)?;
    Ok(())
}

/// Records a change like [`record`], and returns the revision if there is one. A restore without changes is not
/// recorded either.
///
/// # Errors
/// Returns an error if the database fails.
pub fn record_returning(
    connection: &mut DatabaseConnection,
    author: &Author,
    resource: &str,
    record_id: i64,
    action: RevisionAction,
    changes: &[FieldChange],
) -> Result<Option<RevisionId>, Problem> {
    if action != RevisionAction::Create && action != RevisionAction::Delete && changes.is_empty() {
        return Ok(None);
    }
    let new = New::of(author, resource, action, record_id, changes)?;
    let written = diesel::insert_into(revision::table).values(new).returning(revision::revision_id);
    Ok(Some(written.get_result(connection)?))
}

/// A new row of the history.
#[derive(diesel::Insertable)]
#[diesel(table_name = revision)]
pub struct New<'a> {
    /// Name of the resource.
    pub resource: &'a str,
    /// Id of the record.
    pub record_id: i64,
    /// The action.
    pub action: &'static str,
    /// Account id of the author.
    pub account_id: i64,
    /// Author's name at the time.
    pub account_name: &'a str,
    /// Timestamp.
    pub created_at: i64,
    /// The changed fields, as JSON.
    pub changes: String,
}

impl<'a> New<'a> {
    /// Creates a row for a change that happens now.
    ///
    /// # Errors
    /// Returns an error if the changes cannot be serialised as JSON.
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

/// Records changes of several records.
///
/// # Errors
/// Returns an error if the database fails.
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

/// Number of records whose revisions are read at once.
pub(super) const MAX_AT_ONCE: usize = 500;

/// Erases all values from the histories of a deleted person's records. The names of changed fields, the times and
/// the authors remain.
///
/// # Errors
/// Returns an error if the database fails.
pub fn forget(connection: &mut DatabaseConnection, resource: &str, record_ids: &[i64]) -> Result<(), Problem> {
    past::forget(connection, resource, record_ids)?;
    for ids in record_ids.chunks(MAX_AT_ONCE) {
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
                .set((
                    revision::changes.eq(serde_json::to_string(&changes).map_err(Problem::internal)?),
                    // The chain keeps a digest, which reveals nothing without its salt.
                    revision::salt.eq(None::<Vec<u8>>),
                ))
                .execute(connection)?;
        }
    }
    Ok(())
}

/// Returns the first and the last revision of a record, without their changes. Access to the record must be checked
/// before.
///
/// # Errors
/// Returns an error if the database fails.
pub fn ends(connection: &mut DatabaseConnection, resource: &str, record_id: i64) -> Result<Vec<Revision>, Problem> {
    type Found = (i64, String, String, i64);
    let of_record = || {
        revision::table
            .filter(revision::resource.eq(resource.to_owned()))
            .filter(revision::record_id.eq(record_id))
            .select((revision::revision_id, revision::action, revision::account_name, revision::created_at))
    };
    let first = of_record().order(revision::revision_id.asc()).first::<Found>(connection).optional()?;
    let last = of_record().order(revision::revision_id.desc()).first::<Found>(connection).optional()?;
    let convert = |(id, action, account_name, at): Found| {
        Ok(Revision {
            revision_id: RevisionId(id),
            action: RevisionAction::parse(&action).ok_or_else(|| Problem::internal("unknown action"))?,
            created_at: Timestamp(at),
            account_name,
            changes: Vec::new(),
            can_undo: false,
        })
    };
    first.into_iter().chain(last).map(convert).collect()
}

/// Returns the creator and the last editor of a record from the ends of its history.
#[must_use]
pub fn authors(ends: &[Revision]) -> Authors {
    let is_making = |revision: &&Revision| revision.action == RevisionAction::Create;
    let convert =
        |revision: &Revision| Authorship { account_name: revision.account_name.clone(), at: revision.created_at };
    Authors {
        made: ends.first().filter(is_making).map(convert),
        changed: ends.last().filter(|revision| !is_making(revision)).map(convert),
    }
}

/// Returns a page of a record's history, newest first. Access to the record must be checked before.
///
/// # Errors
/// Returns an error if the database fails.
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
            can_undo: false,
        })
    })
}
