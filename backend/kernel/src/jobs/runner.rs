//! The thread that runs jobs, one after the other.

use super::{Claimed, Interrupted, Run, cleaning, lease};
use crate::{
    db::{Backend, Database},
    problem::Problem,
    records::past,
    state::State,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::JoinHandle,
    time::{Duration, Instant},
};
use tokio::sync::Notify;
use uno_core::contract::{
    error::ErrorCode,
    jobs::{JobId, JobKind},
    terms::Language,
};

/// Interval at which jobs that other instances have queued or abandoned are looked for.
const POLL: Duration = Duration::from_secs(3);
const BETWEEN_CLEANINGS: Duration = Duration::from_secs(3600);

/// Finishes the leftovers of a job; returns whether there were any.
pub type CatchUp = fn(&Database) -> Result<bool, Problem>;

/// Returns the catalogue of a language.
pub type Texts = fn(Language) -> &'static str;

/// A periodic task that runs regardless of jobs.
pub type Care = fn(&State) -> Result<(), Problem>;

/// How all jobs are run, the texts for them, and the periodic tasks.
pub struct Works {
    /// One entry per kind, or per endpoint where several endpoints request the same kind.
    pub each: &'static [Work],
    /// The console's texts.
    pub texts: Texts,
    /// Tasks that every instance runs hourly; a task does nothing if another instance has done it.
    pub care: &'static [Care],
}

/// How the jobs of a kind are run.
pub struct Work {
    /// Kind of the jobs.
    pub kind: JobKind,
    /// The endpoint that requests them, if several endpoints request the same kind.
    pub call: Option<&'static str>,
    /// Runs a job.
    pub run: fn(&Run) -> Result<(), Interrupted>,
    /// Finishes the leftovers of an interrupted job, or does other follow-up work of this kind.
    pub catch_up: Option<CatchUp>,
}

/// A handle to the runner thread.
pub struct Handle {
    stop: Arc<AtomicBool>,
    wake: Arc<Notify>,
    thread: Option<JoinHandle<()>>,
}

impl Handle {
    /// Stops before the next batch and waits for the thread; the job continues after the next start.
    pub async fn stop(mut self) {
        self.ask_to_stop();
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has already been logged.
            let _ = tokio::task::spawn_blocking(move || thread.join()).await;
        }
    }

    fn ask_to_stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
        self.wake.notify_one();
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.ask_to_stop();
    }
}

/// Starts the runner for these kinds of jobs.
#[must_use]
pub fn start(state: State, works: &'static Works) -> Handle {
    let stop = Arc::new(AtomicBool::new(false));
    let (wake, asked) = (Arc::clone(&state.job_added), Arc::clone(&stop));
    let thread = std::thread::Builder::new().name("jobs".into()).spawn(move || work(&state, works, &asked));
    if let Err(error) = &thread {
        tracing::error!(cause = %error, "jobs will not run here");
    }
    Handle { stop, wake, thread: thread.ok() }
}

fn work(state: &State, works: &Works, stop: &AtomicBool) {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_time().build() {
        Ok(runtime) => runtime,
        Err(error) => return tracing::error!(cause = %error, "jobs will not run here"),
    };
    let database = &state.database;
    if database.backend() == Backend::Sqlite {
        log(database.write_blocking(lease::expire_leases));
    }
    let mut cleaned: Option<Instant> = None;
    let stopping = || stop.load(Ordering::Relaxed);
    while !stopping() {
        match run_next(database, works, &stopping) {
            Ok(Some(_)) => continue,
            Ok(None) => {}
            Err(problem) => tracing::error!(cause = %problem, "the next job could not be claimed"),
        }
        if catch_up(database, works) {
            continue;
        }
        if cleaned.is_none_or(|at| at.elapsed() > BETWEEN_CLEANINGS) {
            cleaned = Some(Instant::now());
            log(database.write_blocking(cleaning::clean));
            log(database.write_blocking(past::clean));
            for care in works.care {
                log(care(state));
            }
        }
        // A notification that arrived meanwhile is kept as a permit, so none is missed.
        runtime.block_on(async { drop(tokio::time::timeout(POLL, state.job_added.notified()).await) });
    }
}

/// Finishes what jobs left behind; returns whether there was anything. A kind of work that fails does not keep the
/// others from theirs.
pub fn catch_up(database: &Database, works: &Works) -> bool {
    let mut any = false;
    for catch_up in works.each.iter().filter_map(|work| work.catch_up) {
        match catch_up(database) {
            Ok(found) => any |= found,
            Err(problem) => tracing::error!(cause = %problem, "what a job left could not be finished"),
        }
    }
    any
}

fn log<T>(result: Result<T, Problem>) {
    if let Err(problem) = result {
        tracing::warn!(cause = %problem, "housekeeping of jobs failed");
    }
}

/// Returns whether this work runs a job: matched by the requesting endpoint, or else by kind.
fn does(work: &Work, job: &Claimed) -> bool {
    work.call == job.call.as_deref() && (work.call.is_some() || work.kind == job.kind)
}

/// Claims the next job and runs it on the calling thread; returns `None` if there is none.
///
/// # Errors
/// Returns an error if the database fails while claiming. An error of the job itself becomes the job's state.
pub fn run_next(
    database: &Database,
    works: &Works,
    stopping: &(dyn Fn() -> bool + Sync),
) -> Result<Option<JobId>, Problem> {
    let Some(job) = lease::claim(database)? else { return Ok(None) };
    let started = Instant::now();
    // A panic must not end the thread, nor leave the job to be retried forever.
    let ended = catch_unwind(AssertUnwindSafe(|| {
        let run = Run::new(database, job.clone(), stopping)?.with_texts(works.texts);
        match works.each.iter().find(|work| does(work, &job)) {
            Some(work) => (work.run)(&run),
            None => Err(Interrupted::Failed(Problem::internal("nothing does jobs of this kind"))),
        }
    }))
    .unwrap_or_else(|_| Err(Interrupted::Failed(Problem::internal("the job panicked"))));
    let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let (job_id, kind) = (job.job_id.0, job.kind.as_str());
    tracing::info!(job = job_id, kind, milliseconds, ?ended, "job ended");
    let told = match ended {
        Ok(()) | Err(Interrupted::LeaseLost) => Ok(()),
        Err(Interrupted::Stopped) => database.write_blocking(|connection| lease::release(connection, &job, false)),
        Err(Interrupted::Refused(code)) => database.write_blocking(|connection| lease::fail(connection, &job, code)),
        // The database was busy or went away: another attempt, of which there is a limited number.
        Err(Interrupted::Failed(problem)) if problem.code == ErrorCode::Overloaded => {
            database.write_blocking(|connection| lease::release(connection, &job, true))
        }
        Err(Interrupted::Failed(_)) => database.write_blocking(|connection| lease::fail(connection, &job, "internal")),
    };
    // If even this fails, the lease expires and the job is claimed again.
    if let Err(problem) = told {
        tracing::error!(job = job_id, cause = %problem, "the end of a job could not be written");
    }
    Ok(Some(job.job_id))
}
