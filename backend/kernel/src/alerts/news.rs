//! What wakes those who listen for alerts on this instance. One task asks the database every second for what is new, as
//! long as anybody listens, and tells all of them; each decides for itself whether that can be about it. So alerts that
//! another instance has made are heard of, and many who listen cost one query.

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

/// Between two looks for what is new.
const PAUSE: Duration = Duration::from_secs(1);
/// More new alerts than these are not looked at one by one: everybody counts.
const MOST_LOOKED_AT: i64 = 500;
/// Sessions that are asked for by one query.
const SESSIONS_AT_ONCE: usize = 500;
/// How long a number that was passed over is looked for: whoever has it may commit later than whoever has the next one.
const COMMITTED_WITHIN: Duration = Duration::from_secs(30);
/// More numbers than these are not looked for: everybody counts once more when they will have been committed.
const MOST_PASSED_OVER: usize = 1_000;
/// News that wait for one who listens; who has missed some counts.
const WAITING: usize = 64;
/// Seconds after which asking for a further stream makes sense.
const ASK_AGAIN_SECONDS: i64 = 60;

/// A new alert, as far as it says whom it may be for.
#[derive(Queryable, Clone, Debug)]
pub struct Fresh {
    alert_id: i64,
    /// The number of the kind of measurement whose grade it is about.
    pub measurement_kind: Option<i32>,
    vendor_id: Option<i64>,
    dealer_id: Option<i64>,
    retailer_id: Option<i64>,
    /// Whose alone it is.
    pub account_id: Option<i64>,
}

impl Fresh {
    /// Whether the scope reaches the measurement that it is about, as it is stated for rows with a line.
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

/// What those who listen are told.
#[derive(Clone, Debug)]
pub enum Told {
    /// These are new.
    New(Arc<Vec<Fresh>>),
    /// More is new, or something may be.
    Anything,
    /// Something is other than it was for this account alone.
    OfAccount(i64),
    /// These sessions have ended.
    Ended(Arc<HashSet<i64>>),
    /// The server stops.
    Stopping,
}

/// A number that is counted for many at once: when it was counted last, and what came of it.
type Counted = Arc<tokio::sync::Mutex<Option<(Instant, i64)>>>;

#[derive(Default)]
struct Listeners {
    /// How many each account has, and its count.
    accounts: HashMap<i64, (usize, Counted)>,
    /// How many each session has.
    sessions: HashMap<i64, usize>,
}

/// Who listens on this instance.
pub struct News {
    told: broadcast::Sender<Told>,
    listeners: Mutex<Listeners>,
}

impl Default for News {
    fn default() -> Self {
        Self { told: broadcast::Sender::new(WAITING), listeners: Mutex::default() }
    }
}

/// Listens until it is dropped.
pub struct Listener {
    news: Arc<News>,
    account_id: i64,
    session_id: i64,
    counted: Counted,
    /// What is told.
    pub told: broadcast::Receiver<Told>,
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
    /// What is counted for the account, no earlier than `since`: one question for all who listen for it.
    ///
    /// # Errors
    /// What `count` answers.
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

impl News {
    /// Listens for an account.
    ///
    /// # Errors
    /// "Too many" where the account has many who do.
    pub fn listen(self: &Arc<Self>, account_id: i64, session_id: i64) -> Result<Listener, Problem> {
        let mut listeners = self.listeners.lock();
        let (count, counted) = listeners.accounts.entry(account_id).or_default();
        if *count >= MAX_STREAMS {
            drop(listeners);
            // That a reader has gone is found out when something is sent: then there is room at the next try.
            self.tell(Told::OfAccount(account_id));
            return Err(Problem::too_many(ASK_AGAIN_SECONDS));
        }
        *count += 1;
        let counted = Arc::clone(counted);
        *listeners.sessions.entry(session_id).or_default() += 1;
        drop(listeners);
        Ok(Listener { news: Arc::clone(self), account_id, session_id, counted, told: self.told.subscribe() })
    }

    /// Tells all who listen.
    pub fn tell(&self, told: Told) {
        // Where nobody listens there is nobody to tell.
        let _ = self.told.send(told);
    }

    fn sessions(&self) -> Vec<i64> {
        self.listeners.lock().sessions.keys().copied().collect()
    }
}

/// Looks for what is new as long as anybody listens; never ends.
pub async fn watch(database: Database, news: Arc<News>) {
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
                    news.tell(told);
                }
                if !ended.is_empty() {
                    news.tell(Told::Ended(Arc::new(ended)));
                }
            }
            // The next look sees what this one has not.
            Err(problem) => tracing::warn!(cause = %problem, "new alerts could not be looked for"),
        }
    }
}

/// Which alerts have been seen.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    /// The newest that was seen; `None` before the first look.
    newest: Option<i64>,
    /// Numbers below it that nobody has had yet, and when they were passed over.
    passed_over: BTreeMap<i64, Instant>,
    /// When everybody counts once more, because too many were passed over.
    again: Option<Instant>,
}

impl Watch {
    /// Looks for what is new.
    ///
    /// # Errors
    /// When the database fails.
    pub fn look(&mut self, connection: &mut DatabaseConnection) -> Result<Option<Told>, Problem> {
        let now = Instant::now();
        let Some(newest) = self.newest else {
            // What came between the count of the first who listens and this look.
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
        let mut fresh: Vec<Fresh> = match late.is_empty() {
            true => Vec::new(),
            false => alert::table.filter(alert::alert_id.eq_any(late)).select(columns).load(connection)?,
        };
        for alert in &fresh {
            self.passed_over.remove(&alert.alert_id);
        }
        let behind = alert::table.filter(alert::alert_id.gt(newest)).order(alert::alert_id).limit(MOST_LOOKED_AT + 1);
        let behind: Vec<Fresh> = behind.select(columns).load(connection)?;
        if i64::try_from(behind.len()).map_err(Problem::internal)? > MOST_LOOKED_AT {
            return Ok(Some(self.anything(self::newest(connection)?, now)));
        }
        if let Some(last) = behind.last() {
            let seen: HashSet<i64> = behind.iter().map(|alert| alert.alert_id).collect();
            let missing = (newest + 1..last.alert_id).filter(|number| !seen.contains(number));
            let missing: Vec<i64> = missing.take(MOST_PASSED_OVER + 1).collect();
            if self.passed_over.len() + missing.len() > MOST_PASSED_OVER {
                return Ok(Some(self.anything(last.alert_id, now)));
            }
            self.passed_over.extend(missing.into_iter().map(|number| (number, now)));
            self.newest = Some(last.alert_id);
        }
        fresh.extend(behind);
        if self.again.is_some_and(|again| again <= now) {
            self.again = None;
            return Ok(Some(Told::Anything));
        }
        Ok((!fresh.is_empty()).then(|| Told::New(Arc::new(fresh))))
    }

    /// Everybody counts, now and when whatever was under way has been committed.
    fn anything(&mut self, newest: i64, now: Instant) -> Told {
        *self = Self { newest: Some(newest), passed_over: BTreeMap::new(), again: Some(now + COMMITTED_WITHIN) };
        Told::Anything
    }
}

fn newest(connection: &mut DatabaseConnection) -> Result<i64, Problem> {
    let newest = alert::table.select(max(alert::alert_id)).first::<Option<i64>>(connection).optional()?;
    Ok(newest.flatten().unwrap_or_default())
}

/// Which of these sessions have ended, or whose account was disabled.
fn ended_of(connection: &mut DatabaseConnection, sessions: &[i64]) -> Result<HashSet<i64>, Problem> {
    let mut ended: HashSet<i64> = sessions.iter().copied().collect();
    for some in sessions.chunks(SESSIONS_AT_ONCE) {
        let standing = session::table
            .inner_join(account::table)
            .filter(session::session_id.eq_any(some.to_vec()))
            .filter(session::revoked_at.is_null())
            .filter(session::expires_at.gt(clock::now().0))
            .filter(account::disabled_at.is_null())
            .select(session::session_id)
            .load::<i64>(connection)?;
        for session_id in standing {
            ended.remove(&session_id);
        }
    }
    Ok(ended)
}
