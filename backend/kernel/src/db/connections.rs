//! Where the database is and how a connection to it is made: its defaults, its settings, and poolers.

use super::{Backend, DatabaseConnection};
use crate::problem::{Outage, Problem};
use diesel::{
    Connection as _, ConnectionResult, PgConnection, QueryableByName, RunQueryDsl, SqliteConnection,
    connection::{CacheSize, SimpleConnection},
    r2d2::R2D2Connection as _,
    sql_query,
    sql_types::{Bool, Integer},
};

/// Settings of every SQLite connection. `synchronous=FULL`: an acknowledged measurement must survive a power cut.
/// Batches commit many rows at once, so the cost is paid once per batch.
const SQLITE_SETTINGS: &str = "PRAGMA busy_timeout = 10000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
     PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -1000;";

/// Settings of every PostgreSQL connection.
///
/// The last four are for its planner. Every list is designed for one index, whatever its values are, so planning each
/// query again would cost more than finding its rows. A generic plan does not know the limit and expects many rows: it
/// would start parallel workers, compile itself with JIT, or scan another list's index because its rows are in physical
/// order. For twenty rows each of these costs more than the list.
macro_rules! settings {
    ($set:literal) => {
        concat!(
            $set,
            " statement_timeout = '30s'; ",
            $set,
            " lock_timeout = '10s'; ",
            $set,
            " idle_in_transaction_session_timeout = '60s'; ",
            $set,
            " plan_cache_mode = force_generic_plan; ",
            $set,
            " max_parallel_workers_per_gather = 0; ",
            $set,
            " jit = off; ",
            $set,
            " random_page_cost = 1.1; "
        )
    };
}

/// Refused by a server that accepts no writes, before anything was done; costs no row and no round trip of its own.
macro_rules! check_writes {
    () => {
        "SELECT FROM setting WHERE FALSE FOR UPDATE"
    };
}

/// What a PostgreSQL address gets if it does not say otherwise. A machine that disappears without a word is noticed
/// after 15 seconds instead of 15 minutes.
const DEFAULTS: [(&str, &str); 5] = [
    ("connect_timeout", "3"),
    ("tcp_user_timeout", "15000"),
    ("keepalives_idle", "15"),
    ("keepalives_interval", "5"),
    ("keepalives_count", "3"),
];
/// What an address of several servers gets if it does not say otherwise.
const DEFAULTS_OF_SEVERAL: [(&str, &str); 1] = [("target_session_attrs", "read-write")];

/// Where the database is, and whether a pooler is in between.
#[derive(Clone)]
pub struct Address {
    backend: Backend,
    target: String,
    /// As the driver gets it, with the defaults.
    dialled: String,
    /// Whether consecutive transactions of a connection may run in different sessions of the server: it leads to a
    /// pooler in transaction mode. Nothing is then kept in a session.
    changes_sessions: bool,
}

impl Address {
    /// Returns the address of a URL.
    ///
    /// # Errors
    /// Returns a message naming the setting if the scheme is unknown.
    pub fn of(url: &str) -> Result<Self, Problem> {
        let (backend, target) = Backend::of(url).map_err(Problem::internal)?;
        let dialled = if backend == Backend::Postgres { with_defaults(&target) } else { target.clone() };
        Ok(Self { backend, target, dialled, changes_sessions: false })
    }

    /// Finds out whether a pooler in transaction mode is in between: two connections at a time then take turns in one
    /// session, or one of them changes its session.
    ///
    /// # Errors
    /// Returns an error if the database cannot be reached, or the pooler allows no transactions.
    pub fn find_pooler(&mut self) -> Result<(), Problem> {
        if self.backend == Backend::Sqlite {
            return Ok(());
        }
        let (mut one, mut other) = (self.establish()?, self.establish()?);
        let refused = |error: diesel::result::Error| {
            Problem::internal(format!(
                "transactions are refused ({}); a pooler must be in transaction or session mode",
                one_line(&error)
            ))
        };
        for _ in 0..3 {
            let before = session_of(&mut one)?;
            other.batch_execute("BEGIN").map_err(refused)?;
            let held = session_of(&mut other).map_err(refused)?;
            // Asked only if there is a second session, or it would wait for the first.
            self.changes_sessions = held == before || session_of(&mut one)? != before;
            other.batch_execute("ROLLBACK").map_err(refused)?;
            if self.changes_sessions {
                tracing::info!("the database is behind a pooler in transaction mode: nothing is kept in its sessions");
                break;
            }
        }
        Ok(())
    }

    /// Returns the kind of database.
    pub const fn backend(&self) -> Backend {
        self.backend
    }

    /// Returns the path of the file, or the address of the server.
    pub fn target(&self) -> &str {
        &self.target
    }

    /// Returns what begins a write on PostgreSQL. The transaction gets its settings if the session cannot keep them.
    pub const fn begin_write(&self) -> &'static str {
        match self.changes_sessions {
            false => concat!("BEGIN; ", check_writes!()),
            true => concat!("BEGIN; ", settings!("SET LOCAL"), check_writes!()),
        }
    }

    /// Returns what begins a read, if it needs a transaction: for its settings.
    pub const fn begin_read(&self) -> Option<&'static str> {
        match self.changes_sessions {
            false => None,
            true => Some(concat!("BEGIN; ", settings!("SET LOCAL"))),
        }
    }

    /// Opens a connection and applies its settings.
    ///
    /// # Errors
    /// Returns an error if the database cannot be reached.
    pub fn connect(&self) -> Result<DatabaseConnection, Problem> {
        let mut connection = self.establish()?;
        match &mut connection {
            DatabaseConnection::Sqlite(connection) => connection.batch_execute(SQLITE_SETTINGS)?,
            DatabaseConnection::Postgres(connection) if self.changes_sessions => {
                connection.set_prepared_statement_cache_size(CacheSize::Disabled);
            }
            DatabaseConnection::Postgres(connection) => connection.batch_execute(settings!("SET"))?,
        }
        Ok(connection)
    }

    fn establish(&self) -> Result<DatabaseConnection, Problem> {
        let made: ConnectionResult<_> = match self.backend {
            Backend::Sqlite => SqliteConnection::establish(&self.dialled).map(DatabaseConnection::Sqlite),
            Backend::Postgres => PgConnection::establish(&self.dialled).map(DatabaseConnection::Postgres),
        };
        made.map_err(|error| Problem::outage(Outage::Lost, one_line(&error)))
    }
}

/// Returns a message of a driver as one line.
fn one_line(message: &impl ToString) -> String {
    message.to_string().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Adds the parameters that a PostgreSQL URL does not name.
fn with_defaults(url: &str) -> String {
    let (_, rest) = url.split_once("://").unwrap_or_default();
    // A password may contain a question mark, but comes before the hosts.
    let authority = rest.split('/').next().unwrap_or_default();
    let hosts = &rest[authority.rfind('@').map_or(0, |at| at + 1)..];
    let (place, parameters) = hosts.split_once('?').unwrap_or((hosts, ""));
    let given = |name: &str| parameters.split('&').find_map(|one| one.strip_prefix(name)?.strip_prefix('='));
    let of_several = place.split('/').next().is_some_and(|hosts| hosts.contains(','))
        || given("host").is_some_and(|hosts| hosts.contains(',') || hosts.contains("%2C"));
    let defaults = DEFAULTS.iter().chain(if of_several { &DEFAULTS_OF_SEVERAL[..] } else { &[] });
    let mut made = url.to_owned();
    let mut separator = if hosts.contains('?') { '&' } else { '?' };
    for (name, value) in defaults.filter(|(name, _)| given(name).is_none()) {
        made.push_str(&format!("{separator}{name}={value}"));
        separator = '&';
    }
    made
}

#[derive(QueryableByName)]
struct Session {
    #[diesel(sql_type = Integer)]
    pid: i32,
}

fn session_of(connection: &mut DatabaseConnection) -> Result<i32, diesel::result::Error> {
    sql_query("SELECT pg_backend_pid() AS pid").get_result::<Session>(connection).map(|session| session.pid)
}

#[derive(QueryableByName)]
struct Access {
    #[diesel(sql_type = Bool)]
    is_read_only: bool,
}

/// Asks the server whether it accepts no writes: it is a standby, or its writes are switched off.
///
/// # Errors
/// Returns an error if the connection is lost.
pub fn is_read_only(connection: &mut DatabaseConnection) -> Result<bool, Problem> {
    match connection {
        DatabaseConnection::Sqlite(connection) => Ok(connection.ping().map(|()| false)?),
        DatabaseConnection::Postgres(connection) => {
            let query = sql_query("SELECT current_setting('transaction_read_only') = 'on' AS is_read_only");
            Ok(query.get_result::<Access>(connection)?.is_read_only)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::with_defaults;

    #[test]
    fn an_address_gets_the_limits_that_it_does_not_name() {
        let limits =
            "connect_timeout=3&tcp_user_timeout=15000&keepalives_idle=15&keepalives_interval=5&keepalives_count=3";
        assert_eq!(with_defaults("postgres://h/d"), format!("postgres://h/d?{limits}"));
        assert_eq!(
            with_defaults("postgres://u:p?w@h/d?sslmode=require"),
            format!("postgres://u:p?w@h/d?sslmode=require&{limits}")
        );
        let given = format!("postgres://h/d?{}", limits.replace("=3&tcp", "=9&tcp"));
        assert_eq!(with_defaults(&given), given);
    }

    #[test]
    fn of_several_servers_the_one_that_accepts_writes_is_used() {
        let attributes = "target_session_attrs=read-write";
        for several in ["postgres://u:p@a:1,b:2/d", "postgres:///d?host=a,b", "postgres://a,b/d?x=1"] {
            assert!(with_defaults(several).ends_with(attributes), "{several}");
        }
        assert!(!with_defaults("postgres://u:p,q@a/d").contains("target"), "a comma of the password");
        let any = with_defaults("postgres://a,b/d?target_session_attrs=any");
        assert!(any.contains("attrs=any") && !any.contains("read-write"));
    }
}
