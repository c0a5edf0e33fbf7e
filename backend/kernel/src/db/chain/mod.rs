//! The logs as chains: each row of the access log and of the change log has its place and a hash over
//! itself and the row before it, so that a row that was changed, removed, put in or moved is found.
//!
//! * On SQLite the one writer chains what a transaction has added before it commits ([`Mark`]).
//! * On PostgreSQL writers would wait for each other's place in the chain. Rows are added without one,
//!   and one instance at a time chains what is there in batches ([`chain_waiting`]), every second.
//! * Rows of before there was a chain are chained in the same batches, on either database.

mod expiry;
mod rows;
mod verification;

use super::{DatabaseConnection, schema::log_chain};
use crate::problem::Problem;
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl};
pub use expiry::expire;
use rows::{Access, Chained, Change};
pub use verification::{Flaw, FlawKind, Verification, verify};

/// A log that is chained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Log {
    /// Who read personal data.
    Access,
    /// Who changed what.
    Changes,
}

impl Log {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Access, Self::Changes];

    /// Its table.
    #[must_use]
    pub fn table(self) -> &'static str {
        match self {
            Self::Access => "access_log",
            Self::Changes => "revision",
        }
    }
}

/// Rows that are chained in one transaction.
const BATCH: i64 = 500;

/// Where a chain begins and ends.
#[derive(Queryable)]
struct Ends {
    anchor_position: i64,
    anchor_hash: Vec<u8>,
    position: i64,
    hash: Vec<u8>,
    before_id: i64,
}

impl Ends {
    const COLUMNS: (
        log_chain::anchor_position,
        log_chain::anchor_hash,
        log_chain::position,
        log_chain::hash,
        log_chain::before_id,
    ) = (
        log_chain::anchor_position,
        log_chain::anchor_hash,
        log_chain::position,
        log_chain::hash,
        log_chain::before_id,
    );

    fn of(connection: &mut DatabaseConnection, log: Log) -> Result<Self, Problem> {
        Ok(log_chain::table.find(log.table()).select(Self::COLUMNS).get_result(connection)?)
    }

    /// Holds the chain until the transaction ends; `None` when another instance does.
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

/// The last rows of the logs when a transaction of SQLite's writer begins. What stands without a place up
/// to here was not written by it.
pub struct Mark([i64; 2]);

impl Mark {
    /// Where the logs end.
    ///
    /// # Errors
    /// When the database fails.
    pub fn now(connection: &mut DatabaseConnection) -> Result<Self, Problem> {
        Ok(Self([Access::last(connection)?, Change::last(connection)?]))
    }

    /// Chains what was added since. Part of the transaction that has added it.
    ///
    /// # Errors
    /// When the database fails.
    pub fn chain_added(self, connection: &mut DatabaseConnection) -> Result<(), Problem> {
        let [access, changes] = self.0;
        if Access::last(connection)? > access {
            chain::<Access>(connection, Unchained { from: access + 1, up_to: i64::MAX, limit: i64::MAX })?;
        }
        if Change::last(connection)? > changes {
            chain::<Change>(connection, Unchained { from: changes + 1, up_to: i64::MAX, limit: i64::MAX })?;
        }
        Ok(())
    }
}

/// The number of the first row of a log: databases count from here.
const FIRST: i64 = 1;

/// Which rows without a place are meant: from a number up to another.
#[derive(Clone, Copy)]
struct Unchained {
    from: i64,
    up_to: i64,
    limit: i64,
}

/// Chains rows in the order of their ids; answers how many.
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

/// The rows that wait to be chained in batches: on SQLite those of before the chain, since all others are
/// chained with what they tell of; on PostgreSQL all.
fn waiting(connection: &mut DatabaseConnection, log: Log) -> Result<Unchained, Problem> {
    let up_to = match connection {
        DatabaseConnection::Sqlite(_) => Ends::of(connection, log)?.before_id,
        DatabaseConnection::Postgres(_) => i64::MAX,
    };
    Ok(Unchained { from: FIRST, up_to, limit: BATCH })
}

/// Whether rows of a log wait to be chained, or are still taken for such.
///
/// # Errors
/// When the database fails.
pub fn waits(connection: &mut DatabaseConnection, log: Log) -> Result<bool, Problem> {
    let which = waiting(connection, log)?;
    if matches!(connection, DatabaseConnection::Sqlite(_)) {
        return Ok(which.up_to >= FIRST);
    }
    Ok(match log {
        Log::Access => Access::oldest_unchained(connection, which)?,
        Log::Changes => Change::oldest_unchained(connection, which)?,
    }
    .is_some())
}

/// Chains a batch of the rows that wait; answers how many. In a transaction. Once SQLite's rows of before the chain are
/// all chained, no other passes for one, whatever number it has.
///
/// # Errors
/// When the database fails.
pub fn chain_waiting(connection: &mut DatabaseConnection, log: Log) -> Result<usize, Problem> {
    let which = waiting(connection, log)?;
    let chained = match log {
        Log::Access => chain::<Access>(connection, which)?,
        Log::Changes => chain::<Change>(connection, which)?,
    };
    if chained == 0 && matches!(connection, DatabaseConnection::Sqlite(_)) {
        let chain = log_chain::table.find(log.table()).filter(log_chain::before_id.ge(FIRST));
        diesel::update(chain).set(log_chain::before_id.eq(FIRST - 1)).execute(connection)?;
    }
    Ok(chained)
}

/// The end of a chain: who keeps it elsewhere finds a chain that was made anew.
///
/// # Errors
/// When the database fails.
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
