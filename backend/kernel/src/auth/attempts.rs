//! Rate limits for password attempts and registrations. They are stored in the database, so all instances count
//! together. Attempts on an account that does not exist are counted like those on one that does.
//!
//! An attempt counts for the account *and* the network it comes from, so nobody can lock an account for others. A
//! device on which the account has signed in before, and a session of the account, have a small number of failures
//! of their own and are not paused with others. See docs/decisions.md.
//!
//! The keys of counters are stored as keyed hashes: people type passwords into the field for the id.

use super::{
    known_devices::KNOWN_MILLISECONDS,
    login_id, network, sign_in_log,
    tokens::{Keys, keyed_hash},
    turns::Lane,
};
use crate::{
    db::{
        DatabaseConnection,
        schema::{account, sign_in_attempt},
    },
    on_backend,
    problem::Problem,
};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use diesel::{ExpressionMethods, QueryDsl, Queryable, RunQueryDsl};
use std::collections::BTreeSet;
use uno_core::domain::time::Timestamp;

struct Limit {
    /// Number of failures in a window that cause a pause.
    failures: i64,
    window_milliseconds: i64,
    pause_milliseconds: i64,
}

const MINUTE: i64 = 60_000;
/// One account from one network.
const PAIR: Limit = Limit { failures: 10, window_milliseconds: 15 * MINUTE, pause_milliseconds: 5 * MINUTE };
/// The same while the account is wary, so that an attacker needs ever more networks.
const WARY_PAIR: Limit = Limit { failures: 3, window_milliseconds: 60 * MINUTE, pause_milliseconds: 60 * MINUTE };
/// One account from all networks, without its known devices and sessions. The limit makes the account wary; it pauses
/// nobody.
const ACCOUNT: Limit = Limit { failures: 100, window_milliseconds: 60 * MINUTE, pause_milliseconds: 60 * MINUTE };
/// All accounts from one network.
const NETWORK: Limit = Limit { failures: 100, window_milliseconds: 5 * MINUTE, pause_milliseconds: MINUTE };
/// All accounts from all networks of a site.
const SITE: Limit = Limit { failures: 400, window_milliseconds: 5 * MINUTE, pause_milliseconds: MINUTE };
/// Codes of an account's second factor from all networks. An attacker here already knows the password, so the pause
/// locks out nobody else. At ten attempts an hour, with three valid codes among a million, a hit takes about four
/// years.
const CODE: Limit = Limit { failures: 10, window_milliseconds: 60 * MINUTE, pause_milliseconds: 60 * MINUTE };
/// Registrations count whether they succeed or not, because they reveal which sign-in ids are taken.
const REGISTRATION: Limit = Limit { failures: 20, window_milliseconds: 60 * MINUTE, pause_milliseconds: 60 * MINUTE };
const SITE_REGISTRATION: Limit =
    Limit { failures: 200, window_milliseconds: 60 * MINUTE, pause_milliseconds: 60 * MINUTE };
/// Failed attempts to open report links from one network, against guessing tokens and against trying a birth date
/// on many links.
const REPORT: Limit = Limit { failures: 30, window_milliseconds: 15 * MINUTE, pause_milliseconds: 5 * MINUTE };
const SITE_REPORT: Limit = Limit { failures: 120, window_milliseconds: 15 * MINUTE, pause_milliseconds: 5 * MINUTE };
/// Maximum number of failures of a known device or session in its lifetime. After that it is treated like any
/// other, which limits the use of a stolen one.
const MAX_OF_DEVICE: i64 = 10;
/// Maximum number of counters deleted by one statement.
const FORGOTTEN_AT_ONCE: usize = 500;

/// An attempt: its counters, and the queue it waits in.
#[derive(Clone)]
pub struct Attempt {
    device: Option<String>,
    /// Keys of two counters: the account's, and the account's on this network.
    account: Option<[String; 2]>,
    /// The normalised sign-in id, by which the account is found.
    login_key: Option<String>,
    others: Vec<(&'static Limit, String)>,
    lane: Lane,
}

/// An attempt that counts as failed until it succeeds.
pub struct Counted {
    /// Counters to be decremented on success.
    counted: Vec<Failure>,
    /// The counter to be deleted on success.
    forgotten: Option<Failure>,
    /// The normalised sign-in id, by which the account is found.
    login_key: Option<String>,
}

/// A failure that was counted.
struct Failure {
    subject: String,
    /// The pause it has caused, with the previous state of the counter.
    pause: Option<Pause>,
}

struct Pause {
    until: i64,
    failures: i64,
    window_started_at: i64,
}

impl Attempt {
    /// Creates an attempt at the password of an account, on a device or in a session that may be known to the
    /// account.
    #[must_use]
    pub fn at_password(keys: &Keys, login_key: &str, address: &str, device: Option<&str>) -> Self {
        let subject = Subjects::of(keys);
        let network = network::of(address);
        let mut others = vec![(&NETWORK, subject.of_values("network", &[&network]))];
        others.extend(network::site(address).map(|site| (&SITE, subject.of_values("site", &[&site]))));
        Self {
            account: Some([
                subject.of_values("account", &[login_key]),
                subject.of_values("pair", &[login_key, &network]),
            ]),
            login_key: Some(login_key.to_owned()),
            others,
            lane: device.map_or(Lane::Newcomers(network), |device| Lane::Known(format!("device {device}"))),
            device: device.map(|device| subject.of_values("device", &[device])),
        }
    }

    /// Creates an attempt at a code of an account's second factor, on a device that may be known to the account.
    /// Known devices are not paused with others.
    #[must_use]
    pub fn at_code(keys: &Keys, account_id: i64, device: Option<&str>) -> Self {
        let subject = Subjects::of(keys);
        Self {
            device: device.map(|device| subject.of_values("device at code", &[device])),
            account: None,
            login_key: None,
            others: vec![(&CODE, subject.of_code(account_id))],
            lane: Lane::Newcomers(String::new()),
        }
    }

    /// Creates an attempt to register.
    #[must_use]
    pub fn at_registering(keys: &Keys, address: &str) -> Self {
        let subject = Subjects::of(keys);
        let network = network::of(address);
        let mut others = vec![(&REGISTRATION, subject.of_values("registration", &[&network]))];
        let site = network::site(address);
        others.extend(site.map(|site| (&SITE_REGISTRATION, subject.of_values("registration of site", &[&site]))));
        Self { device: None, account: None, login_key: None, others, lane: Lane::Newcomers(network) }
    }

    /// Creates an attempt to open a report by its link.
    #[must_use]
    pub fn at_report(keys: &Keys, address: &str) -> Self {
        let subject = Subjects::of(keys);
        let network = network::of(address);
        let mut others = vec![(&REPORT, subject.of_values("report", &[&network]))];
        others.extend(network::site(address).map(|site| (&SITE_REPORT, subject.of_values("report of site", &[&site]))));
        Self { device: None, account: None, login_key: None, others, lane: Lane::Newcomers(network) }
    }

    /// Returns the name of the queue in which it waits for its turn.
    #[must_use]
    pub fn lane(&self) -> &Lane {
        &self.lane
    }

    /// Refuses the attempt while it is paused. It only reads, so repeated attempts cause no writes.
    ///
    /// # Errors
    /// Returns "too many" with the seconds to wait.
    pub fn check(&self, connection: &mut DatabaseConnection, now: Timestamp) -> Result<(), Problem> {
        if let Some(device) = &self.device
            && failures(connection, device)? < MAX_OF_DEVICE
        {
            return Ok(());
        }
        let paused = self.account.iter().map(|[_, pair]| pair).chain(self.others.iter().map(|(_, key)| key));
        let until: Option<i64> = sign_in_attempt::table
            .filter(sign_in_attempt::subject.eq_any(paused))
            .select(diesel::dsl::max(sign_in_attempt::blocked_until))
            .first(connection)?;
        refuse_until(until.unwrap_or(0), now)
    }

    /// Counts the attempt as failed before it is checked, so that concurrent attempts count as well.
    ///
    /// # Errors
    /// Returns "too many" with the seconds to wait while it is paused.
    pub fn begin(&self, connection: &mut DatabaseConnection, now: Timestamp) -> Result<Counted, Problem> {
        if let Some(device) = &self.device {
            let known = lock(connection, device, now)?;
            if known.failures < MAX_OF_DEVICE {
                // Not a pause: it keeps `delete_old` from deleting the counter while the device's cookie is valid.
                let until = now.0 + KNOWN_MILLISECONDS;
                keep(connection, device, known.failures + 1, known.window_started_at, until)?;
                let counted = vec![Failure { subject: device.clone(), pause: None }];
                return Ok(Counted { counted, forgotten: None, login_key: None });
            }
        }
        let account = match &self.account {
            Some([account, pair]) => Some((lock(connection, account, now)?, lock(connection, pair, now)?)),
            None => None,
        };
        let mut others = Vec::with_capacity(self.others.len());
        for (limit, key) in &self.others {
            others.push((*limit, lock(connection, key, now)?));
        }
        let paused = account.iter().map(|(_, pair)| pair).chain(others.iter().map(|(_, other)| other));
        refuse_until(paused.map(|known| known.blocked_until).max().unwrap_or(0), now)?;
        let mut counted: Vec<Failure> = Vec::with_capacity(others.len() + 1);
        let mut forgotten = None;
        if let Some((account, pair)) = account {
            let wary = account.blocked_until > now.0;
            if wary {
                counted.push(Failure { subject: account.subject, pause: None });
            } else {
                let failure = count(connection, &ACCOUNT, account, now)?;
                if failure.pause.is_some() {
                    tracing::warn!("an account is tried from many networks: each has fewer attempts for an hour");
                }
                counted.push(failure);
            }
            let failure = count(connection, if wary { &WARY_PAIR } else { &PAIR }, pair, now)?;
            if let (Some(pause), Some(login_key)) = (&failure.pause, &self.login_key) {
                // Shown to those who manage the account; only the counters are decisive.
                diesel::update(account::table.filter(account::login_key.eq(login_key)))
                    .set(account::paused_until.eq(pause.until))
                    .execute(connection)?;
            }
            forgotten = Some(failure);
        }
        for (limit, known) in others {
            counted.push(count(connection, limit, known, now)?);
        }
        Ok(Counted { counted, forgotten, login_key: self.login_key.clone() })
    }
}

impl Counted {
    /// Takes the failure back, and nothing else: the password was right, but another requirement was not met.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn take_back(&self, connection: &mut DatabaseConnection) -> Result<(), Problem> {
        self.counted.iter().chain(&self.forgotten).try_for_each(|failure| failure.take_back(connection))?;
        self.clear_shown_pause(connection)
    }

    /// Takes the failure back, and deletes earlier failures of the account from this network.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn succeed(&self, connection: &mut DatabaseConnection) -> Result<(), Problem> {
        self.counted.iter().try_for_each(|failure| failure.take_back(connection))?;
        if let Some(Failure { subject, .. }) = &self.forgotten {
            diesel::delete(sign_in_attempt::table.find(subject)).execute(connection)?;
        }
        self.clear_shown_pause(connection)
    }

    /// Removes the pause shown on the account, if this attempt has caused it.
    fn clear_shown_pause(&self, connection: &mut DatabaseConnection) -> Result<(), Problem> {
        let pause = self.forgotten.as_ref().and_then(|failure| failure.pause.as_ref());
        let Some((pause, login_key)) = pause.zip(self.login_key.as_ref()) else { return Ok(()) };
        diesel::update(account::table.filter(account::login_key.eq(login_key)))
            .filter(account::paused_until.eq(pause.until))
            .set(account::paused_until.eq(0))
            .execute(connection)?;
        Ok(())
    }
}

impl Failure {
    /// Takes the failure back. A pause that it has caused ends, and the previous count is restored: nothing was
    /// counted during the pause.
    fn take_back(&self, connection: &mut DatabaseConnection) -> Result<(), Problem> {
        use sign_in_attempt::{blocked_until, failures, window_started_at};
        let row = sign_in_attempt::table.find(&self.subject);
        match &self.pause {
            None => diesel::update(row.filter(failures.gt(0))).set(failures.eq(failures - 1)).execute(connection)?,
            Some(pause) => diesel::update(row.filter(blocked_until.eq(pause.until)))
                .set((
                    failures.eq(pause.failures),
                    window_started_at.eq(pause.window_started_at),
                    blocked_until.eq(0_i64),
                ))
                .execute(connection)?,
        };
        Ok(())
    }
}

/// Deletes the counters of an account after a password change, since they concern the old password. Counters of
/// networks across all accounts, and those of known devices and sessions, remain. The affected networks are taken from
/// the account's sign-in log, for the time in which attempts count.
///
/// # Errors
/// Returns an error if the database fails.
pub fn reset_account(
    connection: &mut DatabaseConnection,
    keys: &Keys,
    (account_id, login_id): (i64, &str),
    now: Timestamp,
) -> Result<(), Problem> {
    let (subject, login_key) = (Subjects::of(keys), login_id::key(login_id));
    let since = now.plus_milliseconds(-(WARY_PAIR.window_milliseconds + WARY_PAIR.pause_milliseconds));
    let addresses = sign_in_log::addresses(connection, account_id, since)?;
    let networks: BTreeSet<String> = addresses.iter().map(|address| network::of(address)).collect();
    let pairs = networks.iter().map(|network| subject.of_values("pair", &[&login_key, network]));
    let own = [subject.of_values("account", &[&login_key]), subject.of_code(account_id)];
    let subjects: Vec<String> = pairs.chain(own).collect();
    for subjects in subjects.chunks(FORGOTTEN_AT_ONCE) {
        let counted = sign_in_attempt::table.filter(sign_in_attempt::subject.eq_any(subjects));
        diesel::delete(counted).execute(connection)?;
    }
    // The caller has already written the account: see `accounts::hold` about writing it twice.
    let paused = account::table.find(account_id).filter(account::paused_until.ne(0));
    diesel::update(paused).set(account::paused_until.eq(0)).execute(connection)?;
    Ok(())
}

/// Deletes the counters of an account's second factor after it was removed.
///
/// # Errors
/// Returns an error if the database fails.
pub fn forget_codes(connection: &mut DatabaseConnection, keys: &Keys, account_id: i64) -> Result<(), Problem> {
    diesel::delete(sign_in_attempt::table.find(Subjects::of(keys).of_code(account_id))).execute(connection)?;
    Ok(())
}

/// Deletes expired counters.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete_old(connection: &mut DatabaseConnection, now: Timestamp) -> Result<(), Problem> {
    let limits = [PAIR, WARY_PAIR, ACCOUNT, CODE, NETWORK, SITE, REGISTRATION, SITE_REGISTRATION, REPORT, SITE_REPORT];
    let longest = limits.iter().map(|limit| limit.window_milliseconds).max();
    let old = now.0 - longest.unwrap_or(0);
    diesel::delete(
        sign_in_attempt::table
            .filter(sign_in_attempt::window_started_at.lt(old))
            .filter(sign_in_attempt::blocked_until.lt(now.0)),
    )
    .execute(connection)?;
    Ok(())
}

fn refuse_until(until: i64, now: Timestamp) -> Result<(), Problem> {
    let wait = until - now.0;
    if wait > 0 { Err(Problem::too_many((wait + 999) / 1000)) } else { Ok(()) }
}

struct Subjects(Vec<u8>);

impl Subjects {
    fn of(keys: &Keys) -> Self {
        Self(keys.derive("sign-in attempt"))
    }

    /// Returns the key for codes of an account's second factor.
    fn of_code(&self, account_id: i64) -> String {
        self.of_values("code", &[&account_id.to_string()])
    }

    fn of_values(&self, kind: &str, values: &[&str]) -> String {
        // A control character, which occurs in no value.
        let text = format!("{kind}\u{0}{}", values.join("\u{0}"));
        URL_SAFE_NO_PAD.encode(keyed_hash(&self.0, text.as_bytes()))
    }
}

#[derive(Queryable)]
struct Attempts {
    subject: String,
    failures: i64,
    window_started_at: i64,
    blocked_until: i64,
}

fn failures(connection: &mut DatabaseConnection, subject: &str) -> Result<i64, Problem> {
    let known: Option<i64> = sign_in_attempt::table
        .filter(sign_in_attempt::subject.eq(subject))
        .select(diesel::dsl::max(sign_in_attempt::failures))
        .first(connection)?;
    Ok(known.unwrap_or(0))
}

/// Returns the counter of a key; creates its row if it is missing, and locks it until the transaction ends.
/// Concurrent attempts, on any instance, wait for each other.
fn lock(connection: &mut DatabaseConnection, key: &str, now: Timestamp) -> Result<Attempts, Problem> {
    use sign_in_attempt::{blocked_until, failures, window_started_at};
    let new =
        (sign_in_attempt::subject.eq(key), failures.eq(0_i64), window_started_at.eq(now.0), blocked_until.eq(0_i64));
    on_backend!(connection, |inner| {
        diesel::insert_into(sign_in_attempt::table).values(new).on_conflict_do_nothing().execute(inner)
    })?;
    diesel::update(sign_in_attempt::table.find(key)).set(failures.eq(failures)).execute(connection)?;
    Ok(sign_in_attempt::table.find(key).first(connection)?)
}

/// Counts a failure.
fn count(
    connection: &mut DatabaseConnection,
    limit: &Limit,
    known: Attempts,
    now: Timestamp,
) -> Result<Failure, Problem> {
    let (before, started) = if now.0 - known.window_started_at < limit.window_milliseconds {
        (known.failures, known.window_started_at)
    } else {
        (0, now.0)
    };
    let subject = known.subject;
    if before + 1 < limit.failures {
        keep(connection, &subject, before + 1, started, 0)?;
        return Ok(Failure { subject, pause: None });
    }
    // A pause starts a new window: after the wait all attempts are available again.
    let until = now.0 + limit.pause_milliseconds;
    keep(connection, &subject, 0, until, until)?;
    Ok(Failure { subject, pause: Some(Pause { until, failures: before, window_started_at: started }) })
}

fn keep(
    connection: &mut DatabaseConnection,
    subject: &str,
    failures: i64,
    window_started_at: i64,
    blocked_until: i64,
) -> Result<(), Problem> {
    diesel::update(sign_in_attempt::table.find(subject))
        .set((
            sign_in_attempt::failures.eq(failures),
            sign_in_attempt::window_started_at.eq(window_started_at),
            sign_in_attempt::blocked_until.eq(blocked_until),
        ))
        .execute(connection)?;
    Ok(())
}
