//! The rows of the logs as they are chained: the fields that the hash covers, and their encoding.

use super::{Log, Unchained};
use crate::{
    db::{
        DatabaseConnection, Db,
        fixed::{
            Fixed,
            Parameter::{Bytes, Number},
        },
        schema::{access_log, revision},
    },
    on_backend,
    problem::Problem,
};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, Queryable,
    QueryableByName, RunQueryDsl, Selectable, dsl,
    sql_types::{Array, BigInt, Binary, Nullable},
};
use sha2::{Digest, Sha256};
use uno_core::contract::revisions::FieldChange;

/// Length of a salt in bytes.
const SALT: usize = 16;

/// A row of a log.
pub(super) trait Chained: Sized {
    /// The row's log.
    const LOG: Log;

    /// The row's id.
    fn id(&self) -> i64;
    /// The position in the chain.
    fn position(&self) -> Option<i64>;
    /// The stored hash.
    fn kept_hash(&self) -> Option<&[u8]>;
    /// Whether the values were erased.
    fn is_erased(&self) -> bool {
        false
    }
    /// Sets the position and the hash.
    fn place(&mut self, position: i64, hash: Vec<u8>);
    /// Computes the salted digest of values that can be erased later, so that erasing them does not break the chain.
    /// Does nothing for a log whose values are never erased.
    fn commit_to_values(&mut self) -> Result<(), Problem>;
    /// Writes every field that the hash covers; returns whether the values match their digest.
    fn write(&self, fields: &mut Fields<'_>) -> bool;

    /// Returns the last id.
    fn last(connection: &mut DatabaseConnection) -> Result<i64, Problem>;
    /// Returns when the oldest chained row was written.
    fn oldest(connection: &mut DatabaseConnection) -> Result<Option<i64>, Problem>;
    /// Returns the oldest row without a position.
    fn oldest_unchained(connection: &mut DatabaseConnection, which: Unchained) -> Result<Option<i64>, Problem>;
    /// Counts the rows without a position.
    fn count_unchained(connection: &mut DatabaseConnection, which: Unchained) -> Result<i64, Problem>;
    /// Loads and locks rows without a position for the transaction; skips rows that others have locked.
    fn unchained(connection: &mut DatabaseConnection, which: Unchained) -> Result<Vec<Self>, Problem>;
    /// Returns the position and the id of a row outside the chain: at or before its anchor, or after its end.
    fn outside(connection: &mut DatabaseConnection, anchor: i64, end: i64) -> Result<Option<(i64, i64)>, Problem>;
    /// Loads rows by position, above one and up to another.
    fn chained(connection: &mut DatabaseConnection, above: i64, up_to: i64, limit: i64) -> Result<Vec<Self>, Problem>;
    /// The storage classes that each column may have; `SQLite` itself would store any other as well.
    const STORED: &[(&str, &[Stored])];
    /// Finds the first row, above a position and up to another, with a value of an unexpected storage class: a
    /// number stored as text reads like the number, but no filter finds it. Returns `None` if the database is
    /// typed.
    fn mistyped(connection: &mut DatabaseConnection, above: i64, up_to: i64) -> Result<Option<(i64, i64)>, Problem>;
    /// Saves the positions of rows.
    fn keep(connection: &mut DatabaseConnection, rows: &[Self]) -> Result<(), Problem>;

    /// Returns the hash of the row at a position, given the hash of the previous row.
    fn hash(&self, position: i64, before: &[u8], bytes: &mut Vec<u8>) -> [u8; 32] {
        self.hash_of_record(position, before, bytes).0
    }

    /// Returns the hash, and whether the row's values match their digest.
    fn hash_of_record(&self, position: i64, before: &[u8], bytes: &mut Vec<u8>) -> ([u8; 32], bool) {
        bytes.clear();
        let mut fields = Fields(bytes);
        fields.bytes(before);
        fields.number(position);
        let agrees = self.write(&mut fields);
        (Sha256::digest(bytes).into(), agrees)
    }
}

/// SQLite's storage classes.
#[derive(Clone, Copy)]
pub(super) enum Stored {
    Integer,
    Text,
    Blob,
    Null,
}

impl Stored {
    const fn word(self) -> &'static str {
        match self {
            Self::Integer => "integer",
            Self::Text => "text",
            Self::Blob => "blob",
            Self::Null => "null",
        }
    }
}

/// A required number, an optional one, and the same for texts and bytes.
const NUMBER: &[Stored] = &[Stored::Integer];
const PERHAPS_NUMBER: &[Stored] = &[Stored::Integer, Stored::Null];
const TEXT: &[Stored] = &[Stored::Text];
const PERHAPS_TEXT: &[Stored] = &[Stored::Text, Stored::Null];
const PERHAPS_BYTES: &[Stored] = &[Stored::Blob, Stored::Null];

/// A position and the row's id.
#[derive(QueryableByName)]
struct Placed {
    #[diesel(sql_type = BigInt)]
    position: i64,
    #[diesel(sql_type = BigInt)]
    id: i64,
}

/// Returns an SQL condition: the column has none of its expected types.
fn other_types((column, types): &(&str, &[Stored])) -> String {
    let words: Vec<String> = types.iter().map(|stored| format!("'{}'", stored.word())).collect();
    format!("typeof({column}) NOT IN ({})", words.join(", "))
}

/// Fields in sequence, each with its length, so that no two different rows have the same encoding.
pub(super) struct Fields<'a>(&'a mut Vec<u8>);

impl Fields<'_> {
    fn bytes(&mut self, value: &[u8]) {
        self.0.extend_from_slice(&(value.len() as u64).to_be_bytes());
        self.0.extend_from_slice(value);
    }

    fn number(&mut self, value: i64) {
        self.bytes(&value.to_be_bytes());
    }

    /// Writes an absent value, which differs from an empty one.
    fn absent(&mut self) {
        self.0.extend_from_slice(&u64::MAX.to_be_bytes());
    }

    fn perhaps_number(&mut self, value: Option<i64>) {
        match value {
            Some(value) => self.number(value),
            None => self.absent(),
        }
    }

    fn perhaps_text(&mut self, value: Option<&str>) {
        match value {
            Some(text) => self.bytes(text.as_bytes()),
            None => self.absent(),
        }
    }
}

/// A row of the access log.
#[derive(Queryable, Selectable)]
#[diesel(table_name = access_log)]
pub(super) struct Access {
    #[diesel(column_name = access_log_id)]
    id: i64,
    account_id: i64,
    account_name: String,
    action: String,
    member_id: Option<i64>,
    company_id: Option<i64>,
    persons: Option<i64>,
    reason: Option<String>,
    created_at: i64,
    request_id: String,
    address: String,
    position: Option<i64>,
    hash: Option<Vec<u8>>,
    list: Option<String>,
    user_id: Option<i64>,
    record_id: Option<i64>,
    pages: Option<i64>,
    filters: Option<String>,
    filter_key: Option<String>,
    minute: Option<i64>,
}

impl Access {
    /// Returns whether the row has a value in a column of readings.
    fn is_reading(&self) -> bool {
        [self.record_id, self.pages, self.minute].iter().any(Option::is_some)
            || self.filters.is_some()
            || self.filter_key.is_some()
    }
}

/// A row of the change log.
#[derive(Queryable, Selectable)]
#[diesel(table_name = revision)]
pub(super) struct Change {
    #[diesel(column_name = revision_id)]
    id: i64,
    resource: String,
    record_id: i64,
    action: String,
    account_id: i64,
    account_name: String,
    created_at: i64,
    changes: String,
    position: Option<i64>,
    hash: Option<Vec<u8>>,
    salt: Option<Vec<u8>>,
    digest: Option<Vec<u8>>,
}

/// The queries that both logs have in common. `minute` is an SQL expression: the minute whose readings a row counts,
/// -1 for all other rows.
macro_rules! queries {
    ($table:ident, $id:path, $minute:literal) => {
        fn id(&self) -> i64 {
            self.id
        }

        fn position(&self) -> Option<i64> {
            self.position
        }

        fn kept_hash(&self) -> Option<&[u8]> {
            self.hash.as_deref()
        }

        fn place(&mut self, position: i64, hash: Vec<u8>) {
            (self.position, self.hash) = (Some(position), Some(hash));
        }

        fn last(connection: &mut DatabaseConnection) -> Result<i64, Problem> {
            let last = $table::table.select(dsl::max($id)).get_result::<Option<i64>>(connection)?;
            Ok(last.unwrap_or_default())
        }

        fn oldest(connection: &mut DatabaseConnection) -> Result<Option<i64>, Problem> {
            let chained = $table::table.filter($table::position.is_not_null()).order($table::position);
            Ok(chained.select($table::created_at).first(connection).optional()?)
        }

        fn oldest_unchained(connection: &mut DatabaseConnection, which: Unchained) -> Result<Option<i64>, Problem> {
            let unchained = $table::table.filter($table::position.is_null().and($id.ge(which.from)));
            let unchained =
                unchained.filter(dsl::sql::<BigInt>($minute).between(which.minutes.from, which.minutes.up_to));
            let oldest = unchained.filter($id.le(which.up_to)).order($id).select($id);
            Ok(oldest.first(connection).optional()?)
        }

        fn count_unchained(connection: &mut DatabaseConnection, which: Unchained) -> Result<i64, Problem> {
            let unchained = $table::table.filter($table::position.is_null().and($id.ge(which.from)));
            let unchained =
                unchained.filter(dsl::sql::<BigInt>($minute).between(which.minutes.from, which.minutes.up_to));
            Ok(unchained.filter($id.le(which.up_to)).count().get_result(connection)?)
        }

        fn unchained(connection: &mut DatabaseConnection, which: Unchained) -> Result<Vec<Self>, Problem> {
            let unchained = $table::table.filter($table::position.is_null().and($id.ge(which.from)));
            let unchained =
                unchained.filter(dsl::sql::<BigInt>($minute).between(which.minutes.from, which.minutes.up_to));
            let rows = unchained
                .filter($id.le(which.up_to))
                .order($id)
                .limit(which.limit)
                .select(<Self as Selectable<Db>>::construct_selection());
            Ok(match connection {
                DatabaseConnection::Sqlite(inner) => rows.load(inner)?,
                DatabaseConnection::Postgres(inner) => rows.for_update().skip_locked().load(inner)?,
            })
        }

        fn outside(connection: &mut DatabaseConnection, anchor: i64, end: i64) -> Result<Option<(i64, i64)>, Problem> {
            let outside = $table::table.filter($table::position.le(anchor).or($table::position.gt(end)));
            let first = outside.order($table::position).select(($table::position.assume_not_null(), $id));
            Ok(first.first(connection).optional()?)
        }

        fn mistyped(
            connection: &mut DatabaseConnection,
            above: i64,
            up_to: i64,
        ) -> Result<Option<(i64, i64)>, Problem> {
            let DatabaseConnection::Sqlite(inner) = connection else { return Ok(None) };
            let found = diesel::sql_query(format!(
                "SELECT CAST(position AS INTEGER) AS position, {id} AS id FROM {table} \
                 WHERE position > ? AND position <= ? AND ({others}) ORDER BY position LIMIT 1",
                id = <$id as diesel::Column>::NAME,
                table = stringify!($table),
                others = Self::STORED.iter().map(other_types).collect::<Vec<_>>().join(" OR "),
            ));
            let found =
                found.bind::<BigInt, _>(above).bind::<BigInt, _>(up_to).get_result::<Placed>(inner).optional()?;
            Ok(found.map(|row| (row.position, row.id)))
        }

        fn chained(
            connection: &mut DatabaseConnection,
            above: i64,
            up_to: i64,
            limit: i64,
        ) -> Result<Vec<Self>, Problem> {
            let chained = $table::table.filter($table::position.gt(above).and($table::position.le(up_to)));
            let rows =
                chained.order($table::position).limit(limit).select(<Self as Selectable<Db>>::construct_selection());
            Ok(on_backend!(connection, |inner| rows.load(inner))?)
        }
    };
}

impl Chained for Access {
    const LOG: Log = Log::Access;
    const STORED: &[(&str, &[Stored])] = &[
        ("account_id", NUMBER),
        ("account_name", TEXT),
        ("action", TEXT),
        ("member_id", PERHAPS_NUMBER),
        ("company_id", PERHAPS_NUMBER),
        ("persons", PERHAPS_NUMBER),
        ("reason", PERHAPS_TEXT),
        ("created_at", NUMBER),
        ("request_id", TEXT),
        ("address", TEXT),
        ("position", NUMBER),
        ("hash", PERHAPS_BYTES),
        ("list", PERHAPS_TEXT),
        ("user_id", PERHAPS_NUMBER),
        ("record_id", PERHAPS_NUMBER),
        ("pages", PERHAPS_NUMBER),
        ("filters", PERHAPS_TEXT),
        ("filter_key", PERHAPS_TEXT),
        ("minute", PERHAPS_NUMBER),
    ];

    queries!(access_log, access_log::access_log_id, "coalesce(minute, -1)");

    fn commit_to_values(&mut self) -> Result<(), Problem> {
        Ok(())
    }

    fn write(&self, fields: &mut Fields<'_>) -> bool {
        fields.number(self.id);
        fields.number(self.account_id);
        fields.bytes(self.account_name.as_bytes());
        fields.bytes(self.action.as_bytes());
        fields.perhaps_number(self.member_id);
        fields.perhaps_number(self.company_id);
        fields.perhaps_number(self.persons);
        fields.perhaps_text(self.reason.as_deref());
        fields.number(self.created_at);
        fields.bytes(self.request_id.as_bytes());
        fields.bytes(self.address.as_bytes());
        // Rows written before these columns existed have fewer fields.
        if self.is_reading() {
            fields.perhaps_text(self.list.as_deref());
            fields.perhaps_number(self.user_id);
            fields.perhaps_number(self.record_id);
            fields.perhaps_number(self.pages);
            fields.perhaps_text(self.filters.as_deref());
            fields.perhaps_text(self.filter_key.as_deref());
            fields.perhaps_number(self.minute);
        } else if let Some(user_id) = self.user_id {
            fields.perhaps_text(self.list.as_deref());
            fields.number(user_id);
        } else if let Some(list) = &self.list {
            fields.bytes(list.as_bytes());
        }
        true
    }

    fn keep(connection: &mut DatabaseConnection, rows: &[Self]) -> Result<(), Problem> {
        match connection {
            DatabaseConnection::Sqlite(inner) => {
                for row in rows {
                    let text = "UPDATE access_log SET position = ?, hash = ? WHERE access_log_id = ?";
                    let given = [Number(row.position), Bytes(row.hash.as_deref()), Number(Some(row.id))];
                    Fixed(text, &given).run(inner)?;
                }
            }
            DatabaseConnection::Postgres(inner) => {
                let update = diesel::sql_query(
                    "UPDATE access_log AS log SET position = given.position, hash = given.hash \
                     FROM unnest($1, $2, $3) AS given (id, position, hash) WHERE log.access_log_id = given.id",
                );
                update
                    .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.id).collect::<Vec<_>>())
                    .bind::<Array<Nullable<BigInt>>, _>(rows.iter().map(|row| row.position).collect::<Vec<_>>())
                    .bind::<Array<Nullable<Binary>>, _>(rows.iter().map(|row| row.hash.as_deref()).collect::<Vec<_>>())
                    .execute(inner)?;
            }
        }
        Ok(())
    }
}

/// Returns a digest of the values, which reveals nothing about them once the salt is deleted.
fn digest(salt: &[u8], changes: &str) -> [u8; 32] {
    let mut digest = Sha256::new();
    digest.update(salt);
    digest.update(changes.as_bytes());
    digest.finalize().into()
}

impl Chained for Change {
    const LOG: Log = Log::Changes;
    const STORED: &[(&str, &[Stored])] = &[
        ("resource", TEXT),
        ("record_id", NUMBER),
        ("action", TEXT),
        ("account_id", NUMBER),
        ("account_name", TEXT),
        ("created_at", NUMBER),
        ("changes", TEXT),
        ("position", NUMBER),
        ("hash", PERHAPS_BYTES),
        ("salt", PERHAPS_BYTES),
        ("digest", PERHAPS_BYTES),
    ];

    queries!(revision, revision::revision_id, "-1");

    fn is_erased(&self) -> bool {
        self.salt.is_none()
    }

    fn commit_to_values(&mut self) -> Result<(), Problem> {
        let mut salt = [0_u8; SALT];
        getrandom::fill(&mut salt).map_err(Problem::internal)?;
        self.digest = Some(digest(&salt, &self.changes).to_vec());
        self.salt = Some(salt.to_vec());
        Ok(())
    }

    fn write(&self, fields: &mut Fields<'_>) -> bool {
        fields.number(self.id);
        fields.bytes(self.resource.as_bytes());
        fields.number(self.record_id);
        fields.bytes(self.action.as_bytes());
        fields.number(self.account_id);
        fields.bytes(self.account_name.as_bytes());
        fields.number(self.created_at);
        fields.bytes(self.digest.as_deref().unwrap_or_default());
        // The names of the fields remain when their values are erased.
        let Ok(changes) = serde_json::from_str::<Vec<FieldChange>>(&self.changes) else { return false };
        for change in &changes {
            fields.bytes(change.field.as_bytes());
        }
        match &self.salt {
            Some(salt) => self.digest.as_deref() == Some(digest(salt, &self.changes).as_slice()),
            None => changes.iter().all(|change| change.before.is_none() && change.after.is_none()),
        }
    }

    fn keep(connection: &mut DatabaseConnection, rows: &[Self]) -> Result<(), Problem> {
        match connection {
            DatabaseConnection::Sqlite(inner) => {
                for row in rows {
                    let text = "UPDATE revision SET position = ?, hash = ?, salt = ?, digest = ? WHERE revision_id = ?";
                    let given = [
                        Number(row.position),
                        Bytes(row.hash.as_deref()),
                        Bytes(row.salt.as_deref()),
                        Bytes(row.digest.as_deref()),
                        Number(Some(row.id)),
                    ];
                    Fixed(text, &given).run(inner)?;
                }
            }
            DatabaseConnection::Postgres(inner) => {
                let update = diesel::sql_query(
                    "UPDATE revision AS log SET position = given.position, hash = given.hash, salt = given.salt, \
                     digest = given.digest FROM unnest($1, $2, $3, $4, $5) AS given (id, position, hash, salt, digest) \
                     WHERE log.revision_id = given.id",
                );
                let binary = |of: fn(&Self) -> Option<&[u8]>| rows.iter().map(of).collect::<Vec<_>>();
                update
                    .bind::<Array<BigInt>, _>(rows.iter().map(|row| row.id).collect::<Vec<_>>())
                    .bind::<Array<Nullable<BigInt>>, _>(rows.iter().map(|row| row.position).collect::<Vec<_>>())
                    .bind::<Array<Nullable<Binary>>, _>(binary(|row| row.hash.as_deref()))
                    .bind::<Array<Nullable<Binary>>, _>(binary(|row| row.salt.as_deref()))
                    .bind::<Array<Nullable<Binary>>, _>(binary(|row| row.digest.as_deref()))
                    .execute(inner)?;
            }
        }
        Ok(())
    }
}
