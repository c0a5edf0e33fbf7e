//! Hash chains of the logs: each row of the access log and of the change log has a position and a hash of itself
//! and the previous row. A row that was changed, removed, inserted or moved is detected.
//!
//! * On SQLite the single writer chains the rows that a transaction has added before it commits ([`Mark`]).
//! * On PostgreSQL concurrent writers would wait for each other's position. Rows are added without one, and every
//!   second one instance at a time chains them in batches ([`chain_waiting`]).
//! * Rows older than the chain itself are chained in the same batches, on either database.
//! * A row that counts what is read of a list in a minute changes until the minute has ended. It is chained after that,
//!   in the same batches, on either database.

mod expiry;
mod rows;
mod verification;

use super::{DatabaseConnection, schema::log_chain};
use crate::{clock, problem::Problem};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl};
pub use expiry::expire;
use rows::{Access, Chained, Change};
use uno_core::domain::time::DAY_MILLISECONDS;
pub use verification::{Flaw, FlawKind, Verification, verify};

/// A log with a hash chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Log {
    /// Reads of personal data.
    Access,
    /// Changes of records.
    Changes,
}

impl Log {
    /// Both logs.
    pub const ALL: [Self; 2] = [Self::Access, Self::Changes];

    /// Returns the log's table.
    #[must_use]
    pub fn table(self) -> &'static str {
        match self {
            Self::Access => "access_log",
            Self::Changes => "revision",
        }
    }

    /// Returns how long rows are kept, in milliseconds: those of the change log as long as required for changes of
    /// permissions.
    #[must_use]
    pub fn retention(self) -> i64 {
        let years = match self {
            Self::Access => 2,
            Self::Changes => 3,
        };
        years * YEAR_MILLISECONDS
    }
}

const YEAR_MILLISECONDS: i64 = 365 * DAY_MILLISECONDS + DAY_MILLISECONDS / 4;
const MINUTE_MILLISECONDS: i64 = 60_000;
/// How long after its end a minute's readings may still be counted: every instance writes them within a second, and
/// their clocks differ by little.
const CLOSING_MILLISECONDS: i64 = 5_000;

/// Maximum number of rows chained in one transaction.
const BATCH: i64 = 500;

/// The two ends of a chain.
#[derive(Queryable)]
struct Ends {
    expired_position: Option<i64>,
    expired_created_at: Option<i64>,
    anchor_position: i64,
    anchor_hash: Vec<u8>,
    position: i64,
    hash: Vec<u8>,
    before_id: i64,
}

impl Ends {
    const COLUMNS: (
        log_chain::expired_position,
        log_chain::expired_created_at,
        log_chain::anchor_position,
        log_chain::anchor_hash,
        log_chain::position,
        log_chain::hash,
        log_chain::before_id,
    ) = (
        log_chain::expired_position,
        log_chain::expired_created_at,
        log_chain::anchor_position,
        log_chain::anchor_hash,
        log_chain::position,
        log_chain::hash,
        log_chain::before_id,
    );

    fn of(connection: &mut DatabaseConnection, log: Log) -> Result<Self, Problem> {
        Ok(log_chain::table.find(log.table()).select(Self::COLUMNS).get_result(connection)?)
    }

    /// Locks the chain until the transaction ends; returns `None` if another instance holds the lock.
    fn held(connection: &mut DatabaseConnection, log: Log) -> Result<Option<Self>, Problem> {
        Ok(match connection {
            DatabaseConnection::Sqlite(_) => Some(Self::of(connection, log)?),
            DatabaseConnection::Postgres(inner) => log_chain::table
                .find(log.table())
                .select(Self::COLUMNS)
                .for_update()
                .skip_locked()
                .get_result(inner)
                .optional()?,
        })
    }
}

/// The last ids of the logs when a transaction of SQLite's writer begins. Rows up to these ids were not written by
/// the transaction, even if they have no position.
pub struct Mark([i64; 2]);

impl Mark {
    /// Reads the last ids of the logs.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn now(connection: &mut DatabaseConnection) -> Result<Self, Problem> {
        Ok(Self([Access::last(connection)?, Change::last(connection)?]))
    }

    /// Chains the rows added since, as part of the transaction that has added them.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn chain_added(self, connection: &mut DatabaseConnection) -> Result<(), Problem> {
        let [access, changes] = self.0;
        let added = |last: i64| Unchained {
            from: last + 1,
            up_to: i64::MAX,
            limit: i64::MAX,
            minutes: Minutes { from: NO_MINUTE, ..Minutes::ended() },
        };
        if Access::last(connection)? > access {
            chain::<Access>(connection, added(access))?;
        }
        if Change::last(connection)? > changes {
            chain::<Change>(connection, added(changes))?;
        }
        Ok(())
    }
}

/// The first id of a log: databases count from here.
const FIRST: i64 = 1;

/// Selects rows without a position by a range of ids.
#[derive(Clone, Copy)]
struct Unchained {
    from: i64,
    up_to: i64,
    limit: i64,
    minutes: Minutes,
}

/// The minute of a row that counts no readings of a minute.
const NO_MINUTE: i64 = -1;

/// Selects rows by the minute whose readings they count.
#[derive(Clone, Copy)]
struct Minutes {
    from: i64,
    up_to: i64,
}

impl Minutes {
    /// All rows.
    const ALL: Self = Self { from: NO_MINUTE, up_to: i64::MAX };
    /// Rows that count no readings of a minute.
    const NONE: Self = Self { from: NO_MINUTE, up_to: NO_MINUTE };
    /// Rows that count readings of a minute.
    const ANY: Self = Self { from: 0, up_to: i64::MAX };

    /// Returns the rows whose minute has ended.
    fn ended() -> Self {
        Self { from: 0, up_to: (clock::now().0 - CLOSING_MILLISECONDS).div_euclid(MINUTE_MILLISECONDS) - 1 }
    }
}

/// Chains rows in the order of their ids; returns their number.
fn chain<R: Chained>(connection: &mut DatabaseConnection, which: Unchained) -> Result<usize, Problem> {
    let Some(mut end) = Ends::held(connection, R::LOG)? else { return Ok(0) };
    let mut rows = R::unchained(connection, which)?;
    let mut bytes = Vec::new();
    for row in &mut rows {
        end.position += 1;
        row.commit_to_values()?;
        end.hash = row.hash(end.position, &end.hash, &mut bytes).to_vec();
        row.place(end.position, end.hash.clone());
    }
    if rows.is_empty() {
        return Ok(0);
    }
    R::keep(connection, &rows)?;
    let set = (log_chain::position.eq(end.position), log_chain::hash.eq(end.hash));
    diesel::update(log_chain::table.find(R::LOG.table())).set(set).execute(connection)?;
    Ok(rows.len())
}

/// Selects the rows to be chained in batches: on PostgreSQL all rows; on SQLite those older than the chain and those of
/// minutes, since any other row is chained in its own transaction.
fn waiting(connection: &mut DatabaseConnection, log: Log) -> Result<Vec<Unchained>, Problem> {
    let ended = Minutes::ended();
    let all = Unchained { from: FIRST, up_to: i64::MAX, limit: BATCH, minutes: Minutes { from: NO_MINUTE, ..ended } };
    Ok(match connection {
        DatabaseConnection::Sqlite(_) => {
            let before_id = Ends::of(connection, log)?.before_id;
            let before = (before_id >= FIRST).then_some(Unchained { up_to: before_id, ..all });
            before.into_iter().chain([Unchained { minutes: ended, ..all }]).collect()
        }
        DatabaseConnection::Postgres(_) => vec![all],
    })
}

/// Returns whether rows of a log may still have to be chained in batches.
///
/// # Errors
/// Returns an error if the database fails.
pub fn has_waiting(connection: &mut DatabaseConnection, log: Log) -> Result<bool, Problem> {
    for which in waiting(connection, log)? {
        // SQLite's writer notes when no row older than the chain is left.
        let may_be_last = which.up_to < i64::MAX;
        let oldest = match log {
            Log::Access => Access::oldest_unchained(connection, which)?,
            Log::Changes => Change::oldest_unchained(connection, which)?,
        };
        if may_be_last || oldest.is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Chains a batch of waiting rows, in a transaction; returns their number. On SQLite, once all rows older than the
/// chain are chained, no further row is accepted as one of them, whatever its id.
///
/// # Errors
/// Returns an error if the database fails.
pub fn chain_waiting(connection: &mut DatabaseConnection, log: Log) -> Result<usize, Problem> {
    for which in waiting(connection, log)? {
        let chained = match log {
            Log::Access => chain::<Access>(connection, which)?,
            Log::Changes => chain::<Change>(connection, which)?,
        };
        if chained > 0 {
            return Ok(chained);
        }
        if which.up_to < i64::MAX {
            let chain = log_chain::table.find(log.table()).filter(log_chain::before_id.ge(FIRST));
            diesel::update(chain).set(log_chain::before_id.eq(FIRST - 1)).execute(connection)?;
        }
    }
    Ok(0)
}

/// Returns the end of a chain. A copy kept elsewhere reveals a chain that was rebuilt.
///
/// # Errors
/// Returns an error if the database fails.
pub fn end(connection: &mut DatabaseConnection, log: Log) -> Result<(i64, String), Problem> {
    let ends = Ends::of(connection, log)?;
    Ok((ends.position, hexadecimal(&ends.hash)))
}

fn hexadecimal(bytes: &[u8]) -> String {
    use std::fmt::Write as _;
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
