//! Verification of both logs on request. A million rows take some seconds, so it runs on a thread of its own, once at a
//! time per database; concurrent requests wait for the running one.

use kernel::{
    access::scope::Scope,
    clock,
    db::{
        Database,
        chain::{self, Flaw, FlawKind, Log, Verification},
    },
    http::mount::Input,
    problem::Problem,
};
use parking_lot::Mutex;
use std::{
    collections::HashMap,
    sync::LazyLock,
    time::{Duration, Instant},
};
use tokio::sync::watch;
use uno_core::{
    contract::{
        error::ErrorCode,
        logs::{LogFlaw, LogFlawKind, LogKind, LogVerification, VerifiedLog, VerifyLogs},
    },
    domain::time::Timestamp,
};

/// Maximum time a response waits for the end; shorter than the request timeout.
const WAITING: Duration = Duration::from_secs(20);

/// How long a result that nobody waited for is kept for whoever asks again. An older one would vouch for rows that may
/// have been changed since.
const KEPT: Duration = Duration::from_mins(5);

/// The result of a verification and the time of its end; `None` while it runs.
type VerificationResult = Option<(Instant, Result<Vec<VerifiedLog>, String>)>;

/// Running verifications by database. Finished ones stay until their result has been returned once, or is too old.
static RUNNING: LazyLock<Mutex<HashMap<String, watch::Receiver<VerificationResult>>>> = LazyLock::new(Mutex::default);

/// Verifies the logs, or waits for the running verification.
pub(crate) async fn verify(input: Input<VerifyLogs>) -> Result<LogVerification, Problem> {
    if input.caller()?.scope != Scope::All {
        return Err(Problem::new(ErrorCode::Forbidden));
    }
    let database = &input.state.database;
    let mut found = running(database)?;
    let ended = match tokio::time::timeout(WAITING, found.wait_for(Option::is_some)).await {
        // The verification goes on.
        Err(_) => return Ok(LogVerification { is_finished: false, logs: Vec::new() }),
        Ok(ended) => ended.map(|ended| ended.clone()).map_err(Problem::internal),
    };
    RUNNING.lock().remove(database.target());
    match ended? {
        Some((_, Ok(logs))) => Ok(LogVerification { is_finished: true, logs }),
        Some((_, Err(cause))) => Err(Problem::internal(cause)),
        None => Err(Problem::internal("a verification has ended without a result")),
    }
}

fn running(database: &Database) -> Result<watch::Receiver<VerificationResult>, Problem> {
    let mut running = RUNNING.lock();
    let is_old = |found: &watch::Receiver<VerificationResult>| {
        found.borrow().as_ref().is_some_and(|(ended_at, _)| ended_at.elapsed() > KEPT)
    };
    if let Some(found) = running.get(database.target()).filter(|found| !is_old(found)) {
        return Ok(found.clone());
    }
    let (ended, found) = watch::channel(None);
    let own = database.clone();
    let work = move || {
        let verified = Log::ALL.into_iter().map(|log| {
            let kept_since = clock::now().0 - log.retention();
            let found =
                chain::verify(log, kept_since, &mut |question| own.read_blocking(|connection| question(connection)));
            found.map(verified_log)
        });
        let verified: Result<Vec<_>, Problem> = verified.collect();
        // The requester may be gone.
        let _ = ended.send(Some((Instant::now(), verified.map_err(|problem| problem.to_string()))));
    };
    std::thread::Builder::new().name("verification".into()).spawn(work)?;
    running.insert(database.target().to_owned(), found.clone());
    Ok(found)
}

fn verified_log(found: Verification) -> VerifiedLog {
    let flaw = |flaw: Flaw| LogFlaw {
        kind: match flaw.kind {
            FlawKind::Altered => LogFlawKind::Altered,
            FlawKind::Missing => LogFlawKind::Missing,
            FlawKind::Foreign => LogFlawKind::Foreign,
            FlawKind::Shortened => LogFlawKind::Shortened,
        },
        position: flaw.position,
        row_id: flaw.id,
    };
    let (end_position, end_hash) = found.end;
    VerifiedLog {
        log: match found.log {
            Log::Access => LogKind::Access,
            Log::Changes => LogKind::Change,
        },
        rows: found.rows,
        waiting: found.waiting,
        expired: found.expired,
        oldest_at: found.oldest.map(Timestamp),
        erased: found.erased,
        end_position,
        end_hash,
        flaw: found.flaw.map(flaw),
    }
}
