//! The event stream: sends the number of unread alerts at once and whenever it may have changed.

use super::store;
use actix_web::{
    HttpResponse,
    http::{StatusCode, header},
    web::Bytes,
};
use futures_util::{StreamExt as _, stream};
use kernel::{
    access::caller::{self, Caller},
    alerts::news::{Listener, NewAlert, Signal},
    auth::tokens::ACCESS_MILLISECONDS,
    clock,
    http::{mount::Input, respond},
    problem::Problem,
    state::State,
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::{sync::broadcast::error::RecvError, time::sleep_until};
use uno_core::{
    contract::{
        Endpoint as _, EventStream,
        alerts::{StreamAlerts, UnreadAlerts},
        error::ErrorCode,
    },
    domain::access::Action,
};

/// The time between heartbeats. Proxies close connections that are silent for longer, mostly after a minute.
const HEARTBEAT: Duration = Duration::from_secs(20);
/// The minimum time between two counts of one stream. The streams of an account share a count.
const MIN_PAUSE: Duration = Duration::from_secs(1);
/// The maximum time between two counts. It catches changes without a notification: another instance has marked an alert
/// as read, a measurement was corrected, or rights have changed. Each count applies the rights of that moment.
const MAX_PAUSE: Duration = Duration::from_secs(60);
/// The maximum duration of a stream: the lifetime of an access token.
const MAX_DURATION: Duration = Duration::from_millis(ACCESS_MILLISECONDS.unsigned_abs());

/// Streams events. A client whose `Accept` header does not name event streams gets only the first event.
pub(super) async fn stream(input: Input<StreamAlerts>) -> Result<HttpResponse, Problem> {
    let caller = input.caller()?;
    let is_continuous = input.header("accept").is_some_and(|accept| accept.contains(EventStream::KIND));
    let listener = input.state.news.listen(caller.account_id, caller.session_id)?;
    let mut listening = AlertStream::of(input.state, caller, listener);
    let first = listening.count().await?;
    let mut answer = respond::builder(StatusCode::OK, &input.request_id);
    answer.content_type(EventStream::KIND);
    if !is_continuous {
        return Ok(answer.body(first));
    }
    // A buffering proxy would hold events back.
    answer.insert_header((header::HeaderName::from_static("x-accel-buffering"), "no"));
    let later = stream::unfold(listening, |mut listening| async {
        let event = listening.next().await?;
        Some((event, listening))
    });
    Ok(answer.streaming(stream::once(async { first }).chain(later).map(Ok::<_, Problem>)))
}

/// An open stream.
struct AlertStream {
    state: State,
    caller: Arc<Caller>,
    listener: Listener,
    ends: Instant,
    /// When something was last sent.
    sent: Instant,
    /// When the alerts were last counted.
    counted: Instant,
    /// When the first change since the last count was notified.
    pending_since: Option<Instant>,
    unread: Option<i64>,
}

impl AlertStream {
    fn of(state: State, caller: Arc<Caller>, listener: Listener) -> Self {
        let now = Instant::now();
        Self {
            state,
            caller,
            listener,
            ends: now + MAX_DURATION,
            sent: now,
            counted: now,
            pending_since: Some(now),
            unread: None,
        }
    }

    /// Waits for the next bytes to send; `None` when the stream ends.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            let due = match self.pending_since {
                Some(_) => self.counted + MIN_PAUSE,
                None => self.counted + MAX_PAUSE,
            };
            let heartbeat = self.sent + HEARTBEAT;
            let wakes = due.min(heartbeat).min(self.ends);
            tokio::select! {
                signal = self.listener.signals.recv() => {
                    if self.process(signal) { continue } else { return None }
                }
                () = sleep_until(wakes.into()) => {}
            }
            let now = Instant::now();
            if now >= self.ends {
                return None;
            }
            if now >= due {
                let was_pending = self.pending_since.is_some();
                let before = self.unread;
                // If the database is busy, the count is retried later.
                match self.count().await {
                    Ok(event) if was_pending || self.unread != before => return Some(event),
                    Ok(_) => {}
                    Err(problem) if is_refusal(&problem) => return None,
                    Err(problem) => tracing::debug!(cause = %problem, "unread alerts could not be counted"),
                }
            }
            if now >= heartbeat {
                self.sent = now;
                return Some(Bytes::from_static(b":\n\n"));
            }
        }
    }

    /// Processes a notification. Returns whether the stream continues.
    fn process(&mut self, signal: Result<Signal, RecvError>) -> bool {
        let concerns = match signal {
            Ok(Signal::New(fresh)) => fresh.iter().any(|alert| may_be_for(&self.caller, alert)),
            Ok(Signal::Anything) | Err(RecvError::Lagged(_)) => true,
            Ok(Signal::OfAccount(account_id)) => account_id == self.caller.account_id,
            Ok(Signal::Ended(sessions)) => return !sessions.contains(&self.caller.session_id),
            Ok(Signal::Stopping) | Err(RecvError::Closed) => return false,
        };
        if concerns {
            self.pending_since = self.pending_since.or_else(|| Some(Instant::now()));
        }
        true
    }

    /// Counts the unread alerts and returns the event with their number.
    async fn count(&mut self) -> Result<Bytes, Problem> {
        let since = self.pending_since.take().unwrap_or_else(Instant::now);
        self.counted = Instant::now();
        let unread_count = match self.unread_since(since).await {
            Ok(unread_count) => unread_count,
            Err(problem) => {
                self.pending_since = Some(since);
                return Err(problem);
            }
        };
        self.unread = Some(unread_count);
        self.sent = Instant::now();
        let data = serde_json::to_string(&UnreadAlerts { unread_count }).map_err(Problem::internal)?;
        Ok(format!("data: {data}\n\n").into())
    }

    /// Counts the unread alerts with the current rights and scope, no earlier than `since`.
    async fn unread_since(&mut self, since: Instant) -> Result<i64, Problem> {
        self.caller = self.current_caller().await?;
        self.caller.check(StreamAlerts::INFO.access)?;
        let (database, caller) = (&self.state.database, Arc::clone(&self.caller));
        let counting = database.read(move |connection| store::unread(connection, &caller));
        self.listener.counted(since, counting).await
    }

    /// Returns the current caller, loaded as for a request.
    async fn current_caller(&self) -> Result<Arc<Caller>, Problem> {
        if let Some(caller) = self.state.callers.known(self.caller.session_id) {
            return Ok(caller);
        }
        let (before, now) = (Arc::clone(&self.caller), clock::now().0);
        let loading = self.state.database.quick(move |connection| caller::reload(connection, &before, now));
        let caller = Arc::new(loading.await?.with_past_seal(self.state.database.past_seal()));
        self.state.callers.keep(&caller);
        Ok(caller)
    }
}

/// Returns whether the problem means that the caller may receive nothing more.
fn is_refusal(problem: &Problem) -> bool {
    matches!(
        problem.code,
        ErrorCode::Unauthenticated
            | ErrorCode::Forbidden
            | ErrorCode::PasswordChangeRequired
            | ErrorCode::TwoStepsRequired
    )
}

/// Returns whether a new alert may be for the caller, as far as this is known without the database.
fn may_be_for(caller: &Caller, alert: &NewAlert) -> bool {
    match (alert.measurement_kind.and_then(store::screen_of), alert.account_id) {
        (Some(screen), _) => alert.is_in(caller.scope) && caller.may(screen, Action::Read),
        (None, Some(account_id)) => account_id == caller.account_id,
        (None, None) => store::may_read_terms(caller),
    }
}
