//! Notification of listeners for alerts on this instance. While there are listeners, one task queries the database
//! every second for new alerts and broadcasts them; each listener decides whether they may concern it. So alerts
//! from other instances are noticed, and any number of listeners costs one query.

use crate::{
    access::scope::Scope,
    clock,
    db::{
        Database, DatabaseConnection,
        schema::{account, alert, session},
    },
    problem::Problem,
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, dsl::max};
use parking_lot::Mutex;
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::sync::broadcast;
use uno_core::contract::{alerts::MAX_STREAMS, companies::CompanyType};

/// Interval between two queries.
const PAUSE: Duration = Duration::from_secs(1);
/// With more new alerts than this, they are not examined one by one; all listeners recount.
const MAX_LOOKED_AT: i64 = 500;
/// Number of sessions in one query.
const SESSIONS_AT_ONCE: usize = 500;
/// How long a skipped id is watched for: the transaction that has it may commit after the one with the next id. A
/// transaction that takes longer is not noticed.
const COMMITTED_WITHIN: Duration = Duration::from_secs(30);
/// With more skipped ids than this, they are not watched; all listeners recount after that time.
const MAX_PASSED_OVER: usize = 1_000;
/// Size of the broadcast queue; a listener that has missed messages recounts.
const WAITING: usize = 64;
/// Seconds to wait before requesting another stream.
const ASK_AGAIN_SECONDS: i64 = 60;

/// A new alert with the columns that determine its recipients.
#[derive(Queryable, Clone, Debug)]
pub struct NewAlert {
    alert_id: i64,
    /// Number of the kind of measurement whose grade it is about.
    pub measurement_kind: Option<i32>,
    vendor_id: Option<i64>,
    dealer_id: Option<i64>,
    retailer_id: Option<i64>,
    /// The only recipient, if there is one.
    pub account_id: Option<i64>,
}

impl NewAlert {
    /// Returns whether the alert's measurement is in the scope, by the rules for tables with company ancestors.
    #[must_use]
    pub fn is_in(&self, scope: Scope) -> bool {
        match scope {
            Scope::All => true,
            Scope::Company { company_id, tier } => {
                let own = match tier {
                    CompanyType::Vendor => self.vendor_id,
                    CompanyType::Dealer => self.dealer_id,
                    CompanyType::Retailer => self.retailer_id,
                };
                own == Some(company_id.0)
            }
            Scope::Oneself { .. } | Scope::Nothing => false,
        }
    }
}

/// A message to all listeners.
#[derive(Clone, Debug)]
pub enum Signal {
    /// New alerts.
    New(Arc<Vec<NewAlert>>),
    /// Many or unknown new alerts: everybody recounts.
    Anything,
    /// The alerts of this account have changed.
    OfAccount(i64),
    /// These sessions have ended, or their accounts were disabled.
    Ended(Arc<HashSet<i64>>),
    /// The server shuts down.
    Stopping,
}

/// A count shared by an account's listeners: when it was made, and its result.
type Counted = Arc<tokio::sync::Mutex<Option<(Instant, i64)>>>;

#[derive(Default)]
struct Listeners {
    /// Number of listeners per account, and the account's count.
    accounts: HashMap<i64, (usize, Counted)>,
    /// Number of listeners per session.
    sessions: HashMap<i64, usize>,
}

/// The listeners on this instance.
pub struct AlertFeed {
    signals: broadcast::Sender<Signal>,
    listeners: Mutex<Listeners>,
}

impl Default for AlertFeed {
    fn default() -> Self {
        Self { signals: broadcast::Sender::new(WAITING), listeners: Mutex::default() }
    }
}

/// A subscription that lasts until it is dropped.
pub struct Listener {
    news: Arc<AlertFeed>,
    account_id: i64,
    session_id: i64,
    counted: Counted,
    /// The messages.
    pub signals: broadcast::Receiver<Signal>,
}

impl Drop for Listener {
    fn drop(&mut self) {
        let mut listeners = self.news.listeners.lock();
        if let Some((count, _)) = listeners.accounts.get_mut(&self.account_id) {
            *count -= 1;
            if *count == 0 {
                listeners.accounts.remove(&self.account_id);
            }
        }
        if let Some(count) = listeners.sessions.get_mut(&self.session_id) {
            *count -= 1;
            if *count == 0 {
                listeners.sessions.remove(&self.session_id);
            }
        }
    }
}

impl Listener {
    /// Returns the account's count, made no earlier than `since`: one query for all its listeners.
    ///
    /// # Errors
    /// Returns the error of `count`.
    pub async fn counted(
        &self,
        since: Instant,
        count: impl Future<Output = Result<i64, Problem>>,
    ) -> Result<i64, Problem> {
        let mut known = self.counted.lock().await;
        if let Some((at, number)) = *known
            && at >= since
        {
            return Ok(number);
        }
        let begun = Instant::now();
        let number = count.await?;
        *known = Some((begun, number));
        Ok(number)
    }
}

impl AlertFeed {
    /// Subscribes an account.
    ///
    /// # Errors
    /// Returns "too many" if the account has too many subscriptions.
    pub fn listen(self: &Arc<Self>, account_id: i64, session_id: i64) -> Result<Listener, Problem> {
        let mut listeners = self.listeners.lock();
        let (count, counted) = listeners.accounts.entry(account_id).or_default();
        if *count >= MAX_STREAMS {
            drop(listeners);
            // A closed connection is noticed only when something is sent; after that, the next attempt may succeed.
            self.send(Signal::OfAccount(account_id));
            return Err(Problem::too_many(ASK_AGAIN_SECONDS));
        }
        *count += 1;
        let counted = Arc::clone(counted);
        *listeners.sessions.entry(session_id).or_default() += 1;
        drop(listeners);
        Ok(Listener { news: Arc::clone(self), account_id, session_id, counted, signals: self.signals.subscribe() })
    }

    /// Broadcasts a message.
    pub fn send(&self, signal: Signal) {
        // Fails only if nobody listens.
        let _ = self.signals.send(signal);
    }

    fn sessions(&self) -> Vec<i64> {
        self.listeners.lock().sessions.keys().copied().collect()
    }
}

/// Polls for new alerts while there are listeners; never returns.
pub async fn watch(database: Database, news: Arc<AlertFeed>) {
    let mut watch = Watch::default();
    loop {
        tokio::time::sleep(PAUSE).await;
        let sessions = news.sessions();
        if sessions.is_empty() {
            watch = Watch::default();
            continue;
        }
        let before = watch.clone();
        let looking = database.read(move |connection| {
            let ended = ended_of(connection, &sessions)?;
            let mut watch = before;
            let told = watch.look(connection)?;
            Ok((watch, told, ended))
        });
        match looking.await {
            Ok((seen, told, ended)) => {
                watch = seen;
                if let Some(told) = told {
                    news.send(told);
                }
                if !ended.is_empty() {
                    news.send(Signal::Ended(Arc::new(ended)));
                }
            }
            // The next poll finds what this one has missed.
            Err(problem) => tracing::warn!(cause = %problem, "new alerts could not be looked for"),
        }
    }
}

/// The alerts seen so far.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// The highest id seen; `None` before the first poll.
    newest: Option<i64>,
    /// Lower ids that are still missing, and when they were skipped.
    passed_over: BTreeMap<i64, Instant>,
    /// When everybody recounts again, because too many ids were skipped.
    again: Option<Instant>,
}

impl Watch {
    /// Polls for new alerts.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn look(&mut self, connection: &mut DatabaseConnection) -> Result<Option<Signal>, Problem> {
        let now = Instant::now();
        let Some(newest) = self.newest else {
            // Covers alerts added between the first listener's count and this poll.
            return Ok(Some(self.anything(newest(connection)?, now)));
        };
        self.passed_over.retain(|_, since| now.duration_since(*since) < COMMITTED_WITHIN);
        let late: Vec<i64> = self.passed_over.keys().copied().collect();
        let columns = (
            alert::alert_id,
            alert::measurement_kind,
            alert::vendor_id,
            alert::dealer_id,
            alert::retailer_id,
            alert::account_id,
        );
        let mut fresh: Vec<NewAlert> = match late.is_empty() {
            true => Vec::new(),
            false => alert::table.filter(alert::alert_id.eq_any(late)).select(columns).load(connection)?,
        };
        for alert in &fresh {
            self.passed_over.remove(&alert.alert_id);
        }
        let newer = alert::table.filter(alert::alert_id.gt(newest)).order(alert::alert_id).limit(MAX_LOOKED_AT + 1);
        let newer: Vec<NewAlert> = newer.select(columns).load(connection)?;
        if i64::try_from(newer.len()).map_err(Problem::internal)? > MAX_LOOKED_AT {
            return Ok(Some(self.anything(self::newest(connection)?, now)));
        }
        if let Some(last) = newer.last() {
            let seen: HashSet<i64> = newer.iter().map(|alert| alert.alert_id).collect();
            let missing = (newest + 1..last.alert_id).filter(|number| !seen.contains(number));
            let missing: Vec<i64> = missing.take(MAX_PASSED_OVER + 1).collect();
            if self.passed_over.len() + missing.len() > MAX_PASSED_OVER {
                return Ok(Some(self.anything(last.alert_id, now)));
            }
            self.passed_over.extend(missing.into_iter().map(|number| (number, now)));
            self.newest = Some(last.alert_id);
        }
        fresh.extend(newer);
        if self.again.is_some_and(|again| again <= now) {
            self.again = None;
            return Ok(Some(Signal::Anything));
        }
        Ok((!fresh.is_empty()).then(|| Signal::New(Arc::new(fresh))))
    }

    /// Makes everybody recount, now and after [`COMMITTED_WITHIN`], by when open transactions are assumed to have
    /// ended.
    fn anything(&mut self, newest: i64, now: Instant) -> Signal {
        *self = Self { newest: Some(newest), passed_over: BTreeMap::new(), again: Some(now + COMMITTED_WITHIN) };
        Signal::Anything
    }
}

fn newest(connection: &mut DatabaseConnection) -> Result<i64, Problem> {
    let newest = alert::table.select(max(alert::alert_id)).first::<Option<i64>>(connection).optional()?;
    Ok(newest.flatten().unwrap_or_default())
}

/// Returns the sessions that have ended or whose account was disabled.
fn ended_of(connection: &mut DatabaseConnection, sessions: &[i64]) -> Result<HashSet<i64>, Problem> {
    let mut ended: HashSet<i64> = sessions.iter().copied().collect();
    for some in sessions.chunks(SESSIONS_AT_ONCE) {
        let live = session::table
            .inner_join(account::table)
            .filter(session::session_id.eq_any(some.to_vec()))
            .filter(session::revoked_at.is_null())
            .filter(session::expires_at.gt(clock::now().0))
            .filter(account::disabled_at.is_null())
            .select(session::session_id)
            .load::<i64>(connection)?;
        for session_id in live {
            ended.remove(&session_id);
        }
    }
    Ok(ended)
}
