//! Change history: every change to a record writes its revision in the same transaction.

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

/// The fields of a record as text, by their names on the wire.
pub type Fields = Vec<(Cow<'static, str>, Option<String>)>;

/// Who changes something: a caller, a job on a caller's behalf, or the product by the calendar.
#[derive(Clone, Debug)]
pub struct Author {
    /// Account.
    pub account_id: i64,
    /// Name at the time.
    pub name: String,
}

impl Author {
    /// The product itself, of its own accord: no account has this number.
    #[must_use]
    pub fn system() -> Self {
        Self { account_id: 0, name: "UNO".into() }
    }

    /// A member, under a masked name: rows of the log stay as they are, also when the person withdraws one day.
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

/// How a history tells the value of a field: masked, or shortened.
pub type Mask = fn(&str) -> String;

/// What differs between two states of a record, of which one may be absent: values are compared as they
/// are, and told as `told` says.
#[must_use]
pub fn differences(before: Option<&Fields>, after: Option<&Fields>, told: &[(&'static str, Mask)]) -> Vec<FieldChange> {
    let value = |state: Option<&Fields>, name: &str| {
        state?.iter().find(|(field, _)| *field == name).and_then(|(_, value)| value.clone())
    };
    let change = |(name, _): &(Cow<'static, str>, Option<String>)| {
        let (old, new) = (value(before, name), value(after, name));
        let told = told.iter().find(|(field, _)| field == name).map(|(_, told)| *told);
        let text =
            |value: &Option<String>| value.as_deref().map(|text| told.map_or_else(|| text.into(), |told| told(text)));
        (old != new).then(|| FieldChange { field: name.to_string(), before: text(&old), after: text(&new) })
    };
    after.or(before).into_iter().flatten().filter_map(change).collect()
}

/// Writes what was done to a record; to save what stands anyway is no change.
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
    if action == RevisionAction::Update && changes.is_empty() {
        return Ok(());
    }
    // One row is a statement of one text, which the connection keeps.
    diesel::insert_into(revision::table)
        .values(New::of(author, resource, action, record_id, changes)?)
        .execute(connection)?;
    Ok(())
}

/// Writes what was done to a record, like [`record`], and answers the revision where there is one.
///
/// # Errors
/// When the database fails.
pub fn recorded(
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
pub(super) const MAX_AT_ONCE: usize = 500;

/// Takes every value out of what was recorded about records of a person who was removed: which fields
/// changed, when and by whom stays.
///
/// # Errors
/// When the database fails.
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
                    // The chain keeps a digest that tells nothing without its salt.
                    revision::salt.eq(None::<Vec<u8>>),
                ))
                .execute(connection)?;
        }
    }
    Ok(())
}

/// The first and the last revision of a record, without what changed. The caller's right to the record is checked before.
///
/// # Errors
/// When the database fails.
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
    let told = |(id, action, account_name, at): Found| {
        Ok(Revision {
            revision_id: RevisionId(id),
            action: RevisionAction::parse(&action).ok_or_else(|| Problem::internal("unknown action"))?,
            created_at: Timestamp(at),
            account_name,
            changes: Vec::new(),
            can_undo: false,
        })
    };
    first.into_iter().chain(last).map(told).collect()
}

/// Who made a record and who changed it last, by the ends of its history.
#[must_use]
pub fn authors(ends: &[Revision]) -> Authors {
    let is_making = |revision: &&Revision| revision.action == RevisionAction::Create;
    let told =
        |revision: &Revision| Authorship { account_name: revision.account_name.clone(), at: revision.created_at };
    Authors {
        made: ends.first().filter(is_making).map(told),
        changed: ends.last().filter(|revision| !is_making(revision)).map(told),
    }
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
            can_undo: false,
        })
    })
}
