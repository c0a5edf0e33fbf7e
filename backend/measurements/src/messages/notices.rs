//! Notices of dormancy: a user who has not used the product for eleven months gets a message, once per period without
//! use, over the channel that reaches the person. When a notice is sent, the use is checked again: a user who has used
//! the product meanwhile gets none. `people/src/users/dormancy.rs` decides who becomes dormant.

use super::{outbox, store::ResendFields};
use crate::{
    report_links::store::{address_of, masked},
    uses,
};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, Insertable, NullableExpressionMethods, OptionalExtension, QueryDsl,
    Queryable, RunQueryDsl, dsl::auto_type,
};
use kernel::{
    db::{
        DatabaseConnection,
        schema::{account, consent, message, terms, user_profile},
    },
    delivery::Delivery,
    on_backend,
    problem::Problem,
    records::revisions::Author,
};
use std::collections::{HashMap, HashSet};
use uno_core::{
    contract::{
        languages::Language,
        messages::{SendingFailure, SendingState, WayOfSending},
        report_links::DAYS,
        users::UserId,
    },
    domain::time::{DAY_MILLISECONDS, Timestamp},
};

/// How long refusals on a channel are doubted, and how often the channel is retried meanwhile. An installation may be
/// refused as a whole: its key has expired, or a server accepts no more messages that day.
const DOUBT_PERIOD: i64 = 30 * DAY_MILLISECONDS;
const DOUBT_RETRY_INTERVAL: i64 = 7 * DAY_MILLISECONDS;

/// The kind number of notices, in the column where links have the number of a kind of measurement.
pub(super) const KIND: i32 = 0;

/// A user's data for the outbox.
pub(super) struct Person {
    pub(super) name: String,
    is_dormant: bool,
    is_notified: bool,
    used_at: i64,
    /// Whether a notice is waiting or being sent. With two notices in progress, each might be delivered before the
    /// result of the other is known.
    pub(super) has_open_notice: bool,
}

impl Person {
    /// Returns whether a notice created at that time still applies: the person has not used the product since.
    pub(super) fn is_due(&self, made_at: i64) -> bool {
        self.is_notified && !self.is_dormant && self.used_at < made_at
    }
}

/// Loads users by id.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn persons(connection: &mut DatabaseConnection, user_ids: &[i64]) -> Result<HashMap<i64, Person>, Problem> {
    if user_ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = user_profile::table
        .inner_join(account::table)
        .filter(user_profile::user_id.eq_any(user_ids))
        .select((
            user_profile::user_id,
            account::name,
            user_profile::dormant_at.is_not_null(),
            user_profile::told_at.is_not_null(),
            user_profile::used_at,
        ))
        .load::<(i64, String, bool, bool, i64)>(connection)?;
    let open = message::table
        .filter(message::user_id.eq_any(user_ids))
        .select((message::user_id.assume_not_null(), message::state))
        .load::<(i64, SendingState)>(connection)?
        .into_iter()
        // Filtered here: in SQL, the database might scan all waiting messages for those of a few users.
        .filter(|(_, state)| matches!(state, SendingState::Waiting | SendingState::Sending));
    let open: HashSet<i64> = open.map(|(user_id, _)| user_id).collect();
    let person = |(user_id, name, is_dormant, is_notified, used_at)| {
        (user_id, Person { name, is_dormant, is_notified, used_at, has_open_notice: open.contains(&user_id) })
    };
    Ok(rows.into_iter().map(person).collect())
}

/// A user who is about to become dormant.
#[derive(Queryable)]
struct Unused {
    user_id: i64,
    account_id: i64,
    used_at: i64,
    told_at: i64,
    email: Option<String>,
    phone: Option<String>,
}

/// An existing notice.
#[derive(Queryable)]
struct Notice {
    user_id: i64,
    message_id: i64,
    created_at: i64,
    due_at: i64,
    sent_at: Option<i64>,
    channel: WayOfSending,
    state: SendingState,
    failure: Option<SendingFailure>,
}

impl Notice {
    /// Returns whether the notice is in progress, or may have arrived, which staff have to decide. A notice of a
    /// channel that is no longer configured is neither.
    fn is_open(&self, delivery: &Delivery, told_at: i64) -> bool {
        let is_doubtful = self.state == SendingState::Uncertain && self.due_at >= told_at;
        (is_doubtful || matches!(self.state, SendingState::Waiting | SendingState::Sending))
            && delivery.has(self.channel)
    }

    /// Returns whether the notice has informed the user of this period without use. A user who has used the product
    /// since gets a new one.
    fn has_notified(&self, told_at: i64) -> bool {
        self.state == SendingState::Sent && self.sent_at.is_some_and(|sent_at| sent_at >= told_at)
    }

    /// Returns whether the notice was refused, or there was no address for its channel.
    fn is_refused(&self) -> bool {
        matches!(self.failure, Some(SendingFailure::Refused | SendingFailure::NoAddress))
    }

    /// Returns whether its channel is no longer tried.
    fn is_given_up(&self, told_at: i64, now: Timestamp) -> bool {
        self.is_refused() && now.0 - told_at >= DOUBT_PERIOD
    }

    /// Returns whether its channel is to be tried now. A channel that defers for long, such as a full mailbox, is
    /// retried as rarely as one that refuses.
    fn is_retry_due(&self, told_at: i64, now: Timestamp) -> bool {
        let is_deferred_long = self.failure == Some(SendingFailure::Deferred) && now.0 - told_at >= DOUBT_PERIOD;
        !(self.is_refused() || is_deferred_long) || now.0 - self.due_at >= DOUBT_RETRY_INTERVAL
    }
}

#[derive(Insertable)]
#[diesel(table_name = message)]
struct New {
    user_id: i64,
    kind: i32,
    account_id: i64,
    account_name: String,
    created_at: i64,
    expires_at: i64,
    channel: WayOfSending,
    language: Language,
    address: String,
    state: SendingState,
    attempts: i64,
    failures: i64,
    due_at: i64,
}

/// Ensures that those of these users that the lists announce to staff also get a notice if they can be reached. Returns
/// the users who have not been informed yet; they do not become dormant. Users without an address are not waited for,
/// nor are users whose channels all refuse 30 days after the announcement (`DOUBT_PERIOD`). Nobody is waited for if nothing
/// can be sent.
///
/// # Errors
/// Returns an error if the database fails.
pub fn process_unused(
    connection: &mut DatabaseConnection,
    delivery: &Delivery,
    user_ids: &[UserId],
    now: Timestamp,
) -> Result<Vec<UserId>, Problem> {
    let announced = || user_profile::table.filter(user_profile::user_id.eq_any(user_ids)).filter(is_notified());
    // Locks the users: another instance with the same users waits here and then finds the notices.
    diesel::update(announced()).set(user_profile::used_at.eq(user_profile::used_at)).execute(connection)?;
    let users = announced()
        .select((
            user_profile::user_id,
            user_profile::account_id,
            user_profile::used_at,
            user_profile::told_at.assume_not_null(),
            user_profile::email,
            user_profile::phone_number,
        ))
        .load::<Unused>(connection)?;
    let ids: Vec<i64> = users.iter().map(|user| user.user_id).collect();
    let mut notices: HashMap<i64, Vec<Notice>> = HashMap::new();
    for notice in message::table
        .filter(message::user_id.eq_any(&ids))
        .select((
            message::user_id.assume_not_null(),
            message::message_id,
            message::created_at,
            message::due_at,
            message::sent_at,
            message::channel,
            message::state,
            message::failure,
        ))
        .load::<Notice>(connection)?
    {
        notices.entry(notice.user_id).or_default().push(notice);
    }
    let (mut not_informed, mut again, mut new) = (Vec::new(), Vec::new(), Vec::new());
    for user in users {
        let mut own = notices.remove(&user.user_id).unwrap_or_default();
        // Notices of an earlier period without use do not count for this one.
        own.retain(|notice| notice.created_at > user.used_at);
        if own.iter().any(|notice| notice.is_open(delivery, user.told_at)) {
            not_informed.push(UserId(user.user_id));
            continue;
        }
        if own.iter().any(|notice| notice.has_notified(user.told_at)) {
            continue;
        }
        let mut is_waited_for = false;
        // One channel at a time: one never tried, or the one tried longest ago.
        let mut next: Option<(Option<&Notice>, WayOfSending, String)> = None;
        let tried_at = |last: Option<&Notice>| last.map_or(i64::MIN, |last| last.due_at);
        for way in outbox::CHANNELS.into_iter().filter(|way| delivery.has(*way)) {
            let Some(address) = address_of(way, user.email.clone(), user.phone.clone()) else { continue };
            let tried = own.iter().filter(|notice| notice.channel == way && notice.state != SendingState::Sent);
            let last = tried.max_by_key(|notice| notice.due_at);
            if last.is_some_and(|last| last.is_given_up(user.told_at, now)) {
                continue;
            }
            is_waited_for |= last.is_some();
            let is_sooner = next.as_ref().is_none_or(|(other, ..)| tried_at(last) < tried_at(*other));
            if is_sooner && last.is_none_or(|last| last.is_retry_due(user.told_at, now)) {
                next = Some((last, way, masked(way, &address)));
            }
        }
        let Some((last, channel, address)) = next else {
            if is_waited_for {
                not_informed.push(UserId(user.user_id));
            }
            continue;
        };
        not_informed.push(UserId(user.user_id));
        match last {
            Some(notice) => again.push(notice.message_id),
            None => new.push((user, channel, address)),
        }
    }
    diesel::update(message::table.filter(message::message_id.eq_any(again)))
        // Leaves out messages that staff have resent since.
        .filter(message::state.eq_any([SendingState::Failed, SendingState::Held, SendingState::Uncertain]))
        .set(ResendFields::of(SendingState::Waiting, now))
        .execute(connection)?;
    make(connection, new, now)?;
    Ok(not_informed)
}

/// Matches users who have been announced to staff and are not dormant yet.
#[auto_type]
fn is_notified() -> _ {
    user_profile::told_at.is_not_null().and(user_profile::dormant_at.is_null())
}

/// Locks a user until the transaction ends, like the creation of notices.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn hold(connection: &mut DatabaseConnection, user_id: UserId) -> Result<(), Problem> {
    diesel::update(user_profile::table.find(user_id.0))
        .set(user_profile::used_at.eq(user_profile::used_at))
        .execute(connection)?;
    Ok(())
}

/// Inserts notices, each in its user's language.
fn make(
    connection: &mut DatabaseConnection,
    asked: Vec<(Unused, WayOfSending, String)>,
    now: Timestamp,
) -> Result<(), Problem> {
    if asked.is_empty() {
        return Ok(());
    }
    let accounts: Vec<i64> = asked.iter().map(|(user, ..)| user.account_id).collect();
    let languages = languages(connection, &accounts)?;
    let author = Author::system();
    let rows: Vec<New> = asked
        .into_iter()
        .map(|(user, channel, address)| New {
            user_id: user.user_id,
            kind: KIND,
            account_id: author.account_id,
            account_name: author.name.clone(),
            created_at: now.0,
            expires_at: now.0 + DAYS * DAY_MILLISECONDS,
            channel,
            language: languages.get(&user.account_id).copied().unwrap_or(Language::Ko),
            address,
            state: SendingState::Waiting,
            attempts: 0,
            failures: 0,
            due_at: now.0,
        })
        .collect();
    on_backend!(connection, |connection| diesel::insert_into(message::table).values(rows).execute(connection))?;
    Ok(())
}

/// Returns the languages of accounts: the language of the terms that each account agreed to last.
fn languages(connection: &mut DatabaseConnection, account_ids: &[i64]) -> Result<HashMap<i64, Language>, Problem> {
    let agreed = consent::table
        .inner_join(terms::table)
        .filter(consent::account_id.eq_any(account_ids))
        .order((consent::agreed_at, consent::consent_id))
        .select((consent::account_id, terms::language))
        .load::<(i64, Language)>(connection)?;
    Ok(agreed.into_iter().collect())
}

/// Returns the current address of a notice's recipient, and the console's address that it contains.
///
/// # Errors
/// Returns an error if the database fails. The reason why the notice must not be sent is the inner error.
pub(super) fn recipient(
    connection: &mut DatabaseConnection,
    console: &str,
    message_id: i64,
    now: Timestamp,
) -> Result<Result<(String, String), SendingFailure>, Problem> {
    let due_notice = message::table
        .inner_join(user_profile::table)
        .filter(message::message_id.eq(message_id))
        .filter(is_notified())
        .filter(user_profile::used_at.lt(message::created_at))
        .select((
            (user_profile::user_id, user_profile::account_id),
            user_profile::told_at.assume_not_null(),
            message::channel,
            user_profile::email,
            user_profile::phone_number,
        ))
        .first::<((i64, i64), i64, WayOfSending, Option<String>, Option<String>)>(connection)
        .optional()?;
    let Some(((user_id, account_id), told_at, channel, email, phone)) = due_notice else {
        return Ok(Err(SendingFailure::NotNeeded));
    };
    // The profile learns only once a day of uses other than signing in.
    let last = uses::last(connection, &[(UserId(user_id), account_id)])?;
    if last.into_values().any(|last| last >= uses::notice_threshold(now)) {
        return Ok(Err(SendingFailure::NotNeeded));
    }
    // Informed over another channel since.
    let informed = message::table
        .filter(message::user_id.eq(user_id))
        .filter(message::sent_at.ge(told_at))
        .filter(message::state.eq(SendingState::Sent));
    if informed.count().get_result::<i64>(connection)? > 0 {
        return Ok(Err(SendingFailure::NotNeeded));
    }
    Ok(match address_of(channel, email, phone) {
        Some(to) => Ok((to, format!("{console}/"))),
        None => Err(SendingFailure::NoAddress),
    })
}

/// Records that the user of a notice was informed: the time until dormancy starts now.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn record_notified(
    connection: &mut DatabaseConnection,
    user_id: i64,
    made_at: i64,
    now: Timestamp,
) -> Result<(), Problem> {
    diesel::update(user_profile::table.find(user_id))
        .filter(is_notified())
        .filter(user_profile::used_at.lt(made_at))
        .set(user_profile::told_at.eq(now.0))
        .execute(connection)?;
    Ok(())
}
