//! Limits on trying passwords and on registering; kept in the database so that all instances count
//! together. An account that does not exist is counted like one that does.
//!
//! A try is counted for the account *and* the network it comes from, so nobody pauses an account for
//! anybody else. A device that the account has signed in on before, and a session of it, have a few
//! failures of their own and are not paused with others. See docs/decisions.md.
//!
//! What is counted by stands as a keyed hash: people type passwords where ids belong.

use super::{
    known_devices::KNOWN_MILLISECONDS,
    login_id, network, sign_in_log,
    tokens::{Keys, keyed_hash},
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
    /// Failures in a window that lead to a pause.
    failures: i64,
    window_milliseconds: i64,
    pause_milliseconds: i64,
}

const MINUTE: i64 = 60_000;
/// One account from one network.
const PAIR: Limit = Limit { failures: 10, window_milliseconds: 15 * MINUTE, pause_milliseconds: 5 * MINUTE };
/// The same while the account is wary: whoever tries from many networks needs ever more of them.
const WARY_PAIR: Limit = Limit { failures: 3, window_milliseconds: 60 * MINUTE, pause_milliseconds: 60 * MINUTE };
/// All networks that do not know an account: they make it wary, and pause nobody.
const ACCOUNT: Limit = Limit { failures: 100, window_milliseconds: 60 * MINUTE, pause_milliseconds: 60 * MINUTE };
/// All accounts from one network.
const NETWORK: Limit = Limit { failures: 100, window_milliseconds: 5 * MINUTE, pause_milliseconds: MINUTE };
/// All accounts from all networks of a site.
const SITE: Limit = Limit { failures: 400, window_milliseconds: 5 * MINUTE, pause_milliseconds: MINUTE };
/// Codes of the second step of one account from all networks: whoever tries them knows the password, so nobody else is
/// kept out. Ten an hour find one in a million, three of which hold, in some four years.
const CODE: Limit = Limit { failures: 10, window_milliseconds: 60 * MINUTE, pause_milliseconds: 60 * MINUTE };
/// Registering is counted whether it succeeds or not: it tells which sign-in ids are taken.
const REGISTRATION: Limit = Limit { failures: 20, window_milliseconds: 60 * MINUTE, pause_milliseconds: 60 * MINUTE };
const SITE_REGISTRATION: Limit =
    Limit { failures: 200, window_milliseconds: 60 * MINUTE, pause_milliseconds: 60 * MINUTE };
/// Links to reports that do not open, from one network: tokens are not guessed, and the birth date of one is not sought
/// through many.
const REPORT: Limit = Limit { failures: 30, window_milliseconds: 15 * MINUTE, pause_milliseconds: 5 * MINUTE };
const SITE_REPORT: Limit = Limit { failures: 120, window_milliseconds: 15 * MINUTE, pause_milliseconds: 5 * MINUTE };
/// Failures of a known device or a session in its whole life; then it is one like any other. So one
/// that was stolen is worth no more than these.
const MAX_OF_DEVICE: i64 = 10;
/// So many counts are forgotten by one statement.
const FORGOTTEN_AT_ONCE: usize = 500;

/// Something that is tried: by whom it is counted, and whom it waits with.
#[derive(Clone)]
pub struct Attempt {
    device: Option<String>,
    /// The account's count and that of the account with the network.
    account: Option<[String; 2]>,
    /// What the account is found by.
    login_key: Option<String>,
    others: Vec<(&'static Limit, String)>,
    lane: String,
}

/// An attempt that has been counted as failed, until it has succeeded.
pub struct Counted {
    /// Counted once too much if it succeeds.
    counted: Vec<Failure>,
    /// Forgotten if it succeeds.
    forgotten: Option<Failure>,
    /// What the account is found by.
    login_key: Option<String>,
}

/// A failure that was counted.
struct Failure {
    subject: String,
    /// The pause that it led to, and what was counted before.
    pause: Option<Pause>,
}

struct Pause {
    until: i64,
    failures: i64,
    window_started_at: i64,
}

impl Attempt {
    /// Trying a password of an account, on a device or in a session that knows the account or not.
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
            lane: device.map_or(network, |device| format!("device {device}")),
            device: device.map(|device| subject.of_values("device", &[device])),
        }
    }

    /// Trying a code of an account's second step, on a device that the account has signed in on before or not. The
    /// account's own devices are not paused with others.
    #[must_use]
    pub fn at_code(keys: &Keys, account_id: i64, device: Option<&str>) -> Self {
        let subject = Subjects::of(keys);
        Self {
            device: device.map(|device| subject.of_values("device at code", &[device])),
            account: None,
            login_key: None,
            others: vec![(&CODE, subject.of_code(account_id))],
            lane: String::new(),
        }
    }

    /// Registering.
    #[must_use]
    pub fn at_registering(keys: &Keys, address: &str) -> Self {
        let subject = Subjects::of(keys);
        let network = network::of(address);
        let mut others = vec![(&REGISTRATION, subject.of_values("registration", &[&network]))];
        let site = network::site(address);
        others.extend(site.map(|site| (&SITE_REGISTRATION, subject.of_values("registration of site", &[&site]))));
        Self { device: None, account: None, login_key: None, others, lane: network }
    }

    /// Opening a report by its link.
    #[must_use]
    pub fn at_report(keys: &Keys, address: &str) -> Self {
        let subject = Subjects::of(keys);
        let network = network::of(address);
        let mut others = vec![(&REPORT, subject.of_values("report", &[&network]))];
        others.extend(network::site(address).map(|site| (&SITE_REPORT, subject.of_values("report of site", &[&site]))));
        Self { device: None, account: None, login_key: None, others, lane: network }
    }

    /// Whom it waits with for its turn.
    #[must_use]
    pub fn lane(&self) -> &str {
        &self.lane
    }

    /// Refuses while it is paused, by reading alone: whoever goes on trying costs no writing.
    ///
    /// # Errors
    /// "Too many" with the seconds to wait.
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

    /// Counts it as failed before it is looked at, so that attempts made at once count too.
    ///
    /// # Errors
    /// "Too many" with the seconds to wait while it is paused.
    pub fn begin(&self, connection: &mut DatabaseConnection, now: Timestamp) -> Result<Counted, Problem> {
        if let Some(device) = &self.device {
            let known = lock(connection, device, now)?;
            if known.failures < MAX_OF_DEVICE {
                // Kept for as long as the device could come back.
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
                // Told to who looks after the account; what decides are the counts.
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
    /// Takes the failure back and nothing else: the password was right, and what else is needed was not there.
    ///
    /// # Errors
    /// When the database fails.
    pub fn take_back(&self, connection: &mut DatabaseConnection) -> Result<(), Problem> {
        self.counted.iter().chain(&self.forgotten).try_for_each(|failure| failure.take_back(connection))?;
        self.tell_no_pause(connection)
    }

    /// Takes the failure back, and forgets those of the account from this network.
    ///
    /// # Errors
    /// When the database fails.
    pub fn succeed(&self, connection: &mut DatabaseConnection) -> Result<(), Problem> {
        self.counted.iter().try_for_each(|failure| failure.take_back(connection))?;
        if let Some(Failure { subject, .. }) = &self.forgotten {
            diesel::delete(sign_in_attempt::table.find(subject)).execute(connection)?;
        }
        self.tell_no_pause(connection)
    }

    /// Takes back what was told of a pause that this attempt led to.
    fn tell_no_pause(&self, connection: &mut DatabaseConnection) -> Result<(), Problem> {
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
    /// Counts it no more. A pause that it led to ends with it: nothing was counted meanwhile, as nothing was tried.
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

/// Forgets what is counted of an account, whose password is another now: what was tried was another's. What networks
/// have tried of all accounts stays counted. The networks are those that the account's log has of the time in which
/// attempts count.
///
/// # Errors
/// When the database fails.
pub fn forget_account(
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
    // Whoever calls has written the account already: see `accounts::hold` about writing it twice.
    let paused = account::table.find(account_id).filter(account::paused_until.ne(0));
    diesel::update(paused).set(account::paused_until.eq(0)).execute(connection)?;
    Ok(())
}

/// Forgets what is counted of the codes of an account's second step, which it has no more.
///
/// # Errors
/// When the database fails.
pub fn forget_codes(connection: &mut DatabaseConnection, keys: &Keys, account_id: i64) -> Result<(), Problem> {
    diesel::delete(sign_in_attempt::table.find(Subjects::of(keys).of_code(account_id))).execute(connection)?;
    Ok(())
}

/// Removes what no longer counts.
///
/// # Errors
/// When the database fails.
pub fn forget_old(connection: &mut DatabaseConnection, now: Timestamp) -> Result<(), Problem> {
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

    /// Codes of an account's second step.
    fn of_code(&self, account_id: i64) -> String {
        self.of_values("code", &[&account_id.to_string()])
    }

    fn of_values(&self, kind: &str, values: &[&str]) -> String {
        // No value has this character: it is a control character.
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

/// The attempts of a subject, its row made where it is missing and locked until the transaction
/// ends: attempts made at once, also on other instances, wait for each other.
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
    // A pause starts a new window: who waited has all attempts again.
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
