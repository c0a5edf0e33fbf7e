//! Verifies a chain from its start to its end, and finds the first row that differs from what was chained.

use super::{
    Ends, FIRST, Log, Minutes, Unchained, hexadecimal,
    rows::{Access, Chained, Change},
};
use crate::{db::DatabaseConnection, problem::Problem};
use uno_core::domain::time::DAY_MILLISECONDS;

/// Number of rows read at once.
const CHUNK: i64 = 4_000;

/// The kind of a flaw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// The row is not the one that was chained here: it was changed, inserted or moved.
    Altered,
    /// No row exists where one was chained.
    Missing,
    /// The row was not written by the server.
    Foreign,
    /// Rows before this one were removed although they had not expired.
    Shortened,
}

/// The first row that differs from what was chained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The kind of flaw.
    pub kind: FlawKind,
    /// The position in the chain; 0 for a row that has none.
    pub position: i64,
    /// The id of the row, if there is one.
    pub id: Option<i64>,
}

/// The result of verifying a log.
#[derive(Clone, Debug)]
pub struct Verification {
    /// The verified log.
    pub log: Log,
    /// Number of verified rows.
    pub rows: i64,
    /// Number of rows that are not chained yet.
    pub waiting: i64,
    /// Number of expired rows, before the first one that is kept.
    pub expired: i64,
    /// When the oldest kept row was written.
    pub oldest: Option<i64>,
    /// Number of rows whose values were erased together with the person they are about.
    pub erased: i64,
    /// Position and hash of the last row.
    pub end: (i64, String),
    /// The first flaw.
    pub flaw: Option<Flaw>,
}

/// Verifies a log. Rows written at or after `kept_since` must not have expired. `read` runs a query, so that no
/// connection is held for long; rows that are added meanwhile are ignored.
///
/// # Errors
/// Returns an error if the database fails.
pub fn verify(log: Log, kept_since: i64, read: &mut Read<'_>) -> Result<Verification, Problem> {
    match log {
        Log::Access => walk::<Access>(kept_since, read),
        Log::Changes => walk::<Change>(kept_since, read),
    }
}

/// Runs a query on a connection.
pub type Read<'a> =
    dyn FnMut(&mut dyn FnMut(&mut DatabaseConnection) -> Result<(), Problem>) -> Result<(), Problem> + 'a;

fn ask<T>(
    read: &mut Read<'_>,
    mut question: impl FnMut(&mut DatabaseConnection) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let mut answer = None;
    read(&mut |connection| {
        answer = Some(question(connection)?);
        Ok(())
    })?;
    answer.ok_or_else(|| Problem::internal("a reading was not run"))
}

fn walk<R: Chained>(kept_since: i64, read: &mut Read<'_>) -> Result<Verification, Problem> {
    loop {
        let ends = ask(read, |connection| Ends::of(connection, R::LOG))?;
        let mut found = Verification {
            log: R::LOG,
            rows: 0,
            waiting: ask(read, |connection| waiting::<R>(connection, &ends))?,
            expired: ends.anchor_position,
            oldest: ask(read, R::oldest)?,
            erased: 0,
            end: (ends.position, hexadecimal(&ends.hash)),
            flaw: None,
        };
        found.flaw = first_flaw::<R>(read, &ends, &mut found)?;
        if found.flaw.is_none() {
            found.flaw = ask(read, |connection| foreign::<R>(connection, &ends))?;
        }
        if found.flaw.is_none() && is_shortened(&ends, found.oldest, kept_since) {
            found.flaw = Some(Flaw { kind: FlawKind::Shortened, position: ends.anchor_position + 1, id: None });
        }
        // The oldest rows may have expired in the meantime.
        let unmoved = ask(read, |connection| Ends::of(connection, R::LOG))?.anchor_position == ends.anchor_position;
        if found.flaw.is_none() || unmoved {
            return Ok(found);
        }
    }
}

fn first_flaw<R: Chained>(read: &mut Read<'_>, ends: &Ends, found: &mut Verification) -> Result<Option<Flaw>, Problem> {
    let (mut at, mut before) = (ends.anchor_position, ends.anchor_hash.clone());
    let mut bytes = Vec::new();
    while at < ends.position {
        let (rows, mistyped) = ask(read, |connection| {
            let rows = R::chained(connection, at, ends.position, CHUNK)?;
            let up_to = rows.last().and_then(R::position).unwrap_or(at);
            // A fractional position is read as a neighbouring whole one, so the check reaches one position further.
            Ok((rows, R::mistyped(connection, at, up_to + 1)?))
        })?;
        if rows.is_empty() {
            return Ok(Some(Flaw { kind: FlawKind::Missing, position: at + 1, id: None }));
        }
        for row in rows {
            at += 1;
            if row.position() != Some(at) {
                return Ok(Some(Flaw { kind: FlawKind::Missing, position: at, id: None }));
            }
            let (hash, agrees) = row.hash_of_record(at, &before, &mut bytes);
            if mistyped.is_some_and(|(position, _)| position == at)
                || !agrees
                || row.kept_hash() != Some(hash.as_slice())
            {
                return Ok(Some(Flaw { kind: FlawKind::Altered, position: at, id: Some(row.id()) }));
            }
            found.rows += 1;
            found.erased += i64::from(row.is_erased());
            before.clear();
            before.extend_from_slice(&hash);
        }
    }
    let is_whole = before == ends.hash;
    Ok((!is_whole).then_some(Flaw { kind: FlawKind::Altered, position: at, id: None }))
}

/// A log in which nothing happened for this long where it begins looks like a shortened one, unless the server has
/// noted what has expired. In milliseconds.
const MAX_QUIET: i64 = 31 * DAY_MILLISECONDS;

/// Returns whether rows were removed that had not expired. The server notes the last row that it removes; a chain that
/// begins elsewhere, or was shortened before this was noted, is judged by its oldest row.
fn is_shortened(ends: &Ends, oldest: Option<i64>, kept_since: i64) -> bool {
    if ends.anchor_position == 0 {
        return false;
    }
    match ends.expired_created_at.filter(|_| ends.expired_position == Some(ends.anchor_position)) {
        Some(expired) => expired >= kept_since,
        None => oldest.is_none_or(|oldest| oldest >= kept_since.saturating_add(MAX_QUIET)),
    }
}

/// Counts the rows that will still be chained.
fn waiting<R: Chained>(connection: &mut DatabaseConnection, ends: &Ends) -> Result<i64, Problem> {
    let all = Unchained { from: FIRST, up_to: i64::MAX, limit: i64::MAX, minutes: Minutes::ALL };
    match connection {
        DatabaseConnection::Sqlite(_) => {
            let before = R::count_unchained(connection, Unchained { up_to: ends.before_id, ..all })?;
            let later = Unchained { from: ends.before_id + 1, minutes: Minutes::ANY, ..all };
            Ok(before + R::count_unchained(connection, later)?)
        }
        DatabaseConnection::Postgres(_) => R::count_unchained(connection, all),
    }
}

/// Returns a row that was not and will never be chained: no row has an id below the first, and SQLite's writer
/// chains every row that it writes, those that count a minute's readings once it has ended. A row before the chain's anchor or after its end is foreign as well.
fn foreign<R: Chained>(connection: &mut DatabaseConnection, ends: &Ends) -> Result<Option<Flaw>, Problem> {
    // Rows are written concurrently: a row after the end that was read earlier may lie before the current end.
    let mut end = ends.position;
    let outside = loop {
        let outside = R::outside(connection, ends.anchor_position, end)?;
        let Some((position, _)) = outside.filter(|(position, _)| *position > end) else { break outside };
        end = Ends::of(connection, R::LOG)?.position;
        if position > end {
            break outside;
        }
    };
    let below = Unchained { from: i64::MIN, up_to: FIRST - 1, limit: 1, minutes: Minutes::ALL };
    let mut unwritten = R::oldest_unchained(connection, below)?;
    if unwritten.is_none() && matches!(connection, DatabaseConnection::Sqlite(_)) {
        let beyond = Unchained { from: ends.before_id + 1, up_to: i64::MAX, limit: 1, minutes: Minutes::NONE };
        unwritten = R::oldest_unchained(connection, beyond)?;
    }
    let flaw = |(position, id)| Flaw { kind: FlawKind::Foreign, position, id: Some(id) };
    Ok(unwritten.map(|id| (0, id)).or(outside).map(flaw))
}
