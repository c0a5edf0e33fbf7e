//! Failures: an error code for the client, and the cause for the log.

use diesel::result::{DatabaseErrorKind, Error as DieselError};
use uno_core::contract::{error::ErrorCode, validation::Violation};

/// A failure with its error code. The cause never leaves the server.
#[derive(Debug)]
pub struct Problem {
    /// Error code.
    pub code: ErrorCode,
    /// The fields at fault.
    pub fields: Vec<Violation>,
    /// The cause, for the log.
    pub cause: Option<String>,
    /// Seconds to wait before a retry.
    pub retry_after: Option<i64>,
    /// The database did not answer, whatever it was asked.
    pub outage: Option<Outage>,
}

/// Why a connection to the database is of no use. Another one may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outage {
    /// None could be made, or it broke. What was being written is gone, unless it was just being committed.
    Lost,
    /// The server accepts no writes: it is a standby, or its writes are switched off. Nothing was written.
    ReadOnly,
}

impl Problem {
    /// Creates a failure with this code.
    #[must_use]
    pub fn new(code: ErrorCode) -> Self {
        Self { code, fields: Vec::new(), cause: None, retry_after: None, outage: None }
    }

    /// Creates an internal failure, with its cause for the log.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        Self { cause: Some(cause.to_string()), ..Self::new(ErrorCode::Internal) }
    }

    /// Creates the failure that no such record exists in the caller's scope.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(ErrorCode::NotFound)
    }

    /// Creates the failure that fields violate their rules.
    #[must_use]
    pub fn invalid(fields: Vec<Violation>) -> Self {
        Self { fields, ..Self::new(ErrorCode::Invalid) }
    }

    /// Creates the failure that a field violates a rule that only the server can check.
    #[must_use]
    pub fn invalid_field(path: &str, code: &str) -> Self {
        Self::invalid(vec![Violation::new(path, code)])
    }

    /// Creates the failure that a unique value is already taken.
    #[must_use]
    pub fn taken(path: &str) -> Self {
        Self { fields: vec![Violation::new(path, "taken")], ..Self::new(ErrorCode::Taken) }
    }

    /// Creates the failure that the caller has sent too many requests.
    #[must_use]
    pub fn too_many(retry_after: i64) -> Self {
        Self { retry_after: Some(retry_after), ..Self::new(ErrorCode::TooManyRequests) }
    }

    /// Creates the failure that the database cannot be used at the moment, with its cause for the log.
    pub fn outage(outage: Outage, cause: impl std::fmt::Display) -> Self {
        Self { cause: Some(cause.to_string()), outage: Some(outage), ..Self::overloaded() }
    }

    /// Creates the failure that the server is overloaded.
    #[must_use]
    pub fn overloaded() -> Self {
        Self { retry_after: Some(1), ..Self::new(ErrorCode::Overloaded) }
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.code.message())?;
        match &self.cause {
            Some(cause) => write!(f, " ({cause})"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for Problem {}

/// Parts of database messages about locks held by other transactions.
const HELD_BY_OTHERS: [&str; 3] = ["database is locked", "deadlock detected", "due to lock timeout"];

/// Returns whether a database error says nothing about the query, but that its connection is of no use.
fn outage_of(error: &DieselError) -> Option<Outage> {
    match error {
        DieselError::DatabaseError(DatabaseErrorKind::ReadOnlyTransaction, _) => Some(Outage::ReadOnly),
        DieselError::DatabaseError(DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand, _)
        | DieselError::BrokenTransactionManager => Some(Outage::Lost),
        DieselError::RollbackErrorOnCommit { rollback_error, commit_error } => {
            outage_of(commit_error).or_else(|| outage_of(rollback_error))
        }
        _ => None,
    }
}

/// A database error is an internal failure, even if no row was found: code that expects this asks for an `Option`.
/// Only violations of unique and foreign keys are reported to the client. After a lock timeout, a deadlock or a lost
/// connection the client may retry.
impl From<DieselError> for Problem {
    fn from(error: DieselError) -> Self {
        if let Some(outage) = outage_of(&error) {
            return Self::outage(outage, error);
        }
        match &error {
            DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _) => {
                Self { cause: Some(error.to_string()), ..Self::new(ErrorCode::Taken) }
            }
            // The row is still referenced, or the row it refers to has been deleted meanwhile.
            DieselError::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => {
                Self { cause: Some(error.to_string()), ..Self::new(ErrorCode::HasDependents) }
            }
            DieselError::DatabaseError(_, information)
                if HELD_BY_OTHERS.iter().any(|told| information.message().contains(told)) =>
            {
                Self { cause: Some(error.to_string()), ..Self::overloaded() }
            }
            _ => Self::internal(error),
        }
    }
}

impl From<std::io::Error> for Problem {
    fn from(error: std::io::Error) -> Self {
        Self::internal(error)
    }
}

#[cfg(test)]
mod tests {
    use super::Problem;
    use diesel::{Connection as _, SqliteConnection, connection::SimpleConnection as _};
    use uno_core::contract::error::ErrorCode;

    #[test]
    fn a_row_that_others_refer_to_is_refused_with_its_reason() -> Result<(), Box<dyn std::error::Error>> {
        let mut connection = SqliteConnection::establish(":memory:")?;
        connection.batch_execute(
            "PRAGMA foreign_keys = ON; CREATE TABLE above (id INTEGER PRIMARY KEY); \
             CREATE TABLE below (id INTEGER REFERENCES above); INSERT INTO above VALUES (1); INSERT INTO below VALUES (1)",
        )?;
        let refused = connection.batch_execute("DELETE FROM above").err().map(|error| Problem::from(error).code);
        assert_eq!(refused, Some(ErrorCode::HasDependents));
        Ok(())
    }
}
