//! Notices of dormancy: who has not used the product for eleven months is written to, once for each time of disuse, in
//! the way that reaches the person. Whether a notice is still needed is asked when it is sent: who has used the product
//! meanwhile is told nothing. Who becomes dormant is decided where users are (`people/src/users/dormancy.rs`).

use super::{outbox, store::Anew};
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

/// How long a refusal is doubted, and how often its way is tried meanwhile: an installation may be refused as a whole, by a
/// key that has ended or a server that takes no more for the day.
const DOUBTED: i64 = 30 * DAY_MILLISECONDS;
const DOUBTED_EVERY: i64 = 7 * DAY_MILLISECONDS;

/// The number that notices have where links have that of a kind of measurements.
pub(super) const KIND: i32 = 0;

/// What the outbox knows of a user.
pub(super) struct Person {
    pub(super) name: String,
    is_dormant: bool,
    is_told_of: bool,
    used_at: i64,
    /// Whether a notice waits for a sender, or is with one: of two on their way each might be taken over before the other
    /// is known to be.
    pub(super) is_being_told: bool,
}

impl Person {
    /// Whether a notice that was made then still says what is so: the person has not used the product since.
    pub(super) fn is_to_be_told(&self, made_at: i64) -> bool {
        self.is_told_of && !self.is_dormant && self.used_at < made_at
    }
}

/// Users by number.
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
        // Here, lest all that waits is looked through for those of few users.
        .filter(|(_, state)| matches!(state, SendingState::Waiting | SendingState::Sending));
    let open: HashSet<i64> = open.map(|(user_id, _)| user_id).collect();
    let person = |(user_id, name, is_dormant, is_told_of, used_at)| {
        (user_id, Person { name, is_dormant, is_told_of, used_at, is_being_told: open.contains(&user_id) })
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

/// A notice that was made.
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
    /// Whether it is on its way, or may have arrived, which a person decides.
    fn is_open(&self, delivery: &Delivery, told_at: i64) -> bool {
        let is_doubtful = self.state == SendingState::Uncertain && self.due_at >= told_at;
        (is_doubtful || matches!(self.state, SendingState::Waiting | SendingState::Sending))
            && delivery.has(self.channel)
    }

    /// Whether it told the user of this time of disuse: who has used the product since is told anew.
    fn has_told(&self, told_at: i64) -> bool {
        self.state == SendingState::Sent && self.sent_at.is_some_and(|sent_at| sent_at >= told_at)
    }

    /// Whether nobody is reached in its way.
    fn is_refused(&self) -> bool {
        matches!(self.failure, Some(SendingFailure::Refused | SendingFailure::NoAddress))
    }

    /// Whether its way is not tried any more.
    fn is_given_up(&self, told_at: i64, now: Timestamp) -> bool {
        self.is_refused() && now.0 - told_at >= DOUBTED
    }

    /// Whether its way is to be tried now. Who says "later" for long, as a full mailbox does, is asked as seldom as who
    /// refuses.
    fn is_tried(&self, told_at: i64, now: Timestamp) -> bool {
        let is_put_off = self.failure == Some(SendingFailure::Deferred) && now.0 - told_at >= DOUBTED;
        !(self.is_refused() || is_put_off) || now.0 - self.due_at >= DOUBTED_EVERY
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

/// Sees to it that of these users, of whom staff are told, each is written to who can be; answers those who are not told
/// yet: they do not become dormant. Who has no address, or refuses what is sent there, is not waited for, nor is anybody
/// where nothing can be sent.
///
/// # Errors
/// Returns an error if the database fails.
pub fn look_after(
    connection: &mut DatabaseConnection,
    delivery: &Delivery,
    user_ids: &[UserId],
    now: Timestamp,
) -> Result<Vec<UserId>, Problem> {
    let told_of = || user_profile::table.filter(user_profile::user_id.eq_any(user_ids)).filter(is_told_of());
    // Held: another instance that looks after the same users waits here, and then finds the notices.
    diesel::update(told_of()).set(user_profile::used_at.eq(user_profile::used_at)).execute(connection)?;
    let users = told_of()
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
    let (mut untold, mut again, mut new) = (Vec::new(), Vec::new(), Vec::new());
    for user in users {
        let mut own = notices.remove(&user.user_id).unwrap_or_default();
        // Those of an earlier time without use say nothing of this one.
        own.retain(|notice| notice.created_at > user.used_at);
        if own.iter().any(|notice| notice.is_open(delivery, user.told_at)) {
            untold.push(UserId(user.user_id));
            continue;
        }
        if own.iter().any(|notice| notice.has_told(user.told_at)) {
            continue;
        }
        let mut is_waited_for = false;
        // One at a time: that which was tried longest ago, or never.
        let mut next: Option<(Option<&Notice>, WayOfSending, String)> = None;
        let tried_at = |last: Option<&Notice>| last.map_or(i64::MIN, |last| last.due_at);
        for way in outbox::WAYS.into_iter().filter(|way| delivery.has(*way)) {
            let Some(address) = address_of(way, user.email.clone(), user.phone.clone()) else { continue };
            let tried = own.iter().filter(|notice| notice.channel == way && notice.state != SendingState::Sent);
            let last = tried.max_by_key(|notice| notice.due_at);
            if last.is_some_and(|last| last.is_given_up(user.told_at, now)) {
                continue;
            }
            is_waited_for |= last.is_some();
            let is_sooner = next.as_ref().is_none_or(|(other, ..)| tried_at(last) < tried_at(*other));
            if is_sooner && last.is_none_or(|last| last.is_tried(user.told_at, now)) {
                next = Some((last, way, masked(way, &address)));
            }
        }
        let Some((last, channel, address)) = next else {
            if is_waited_for {
                untold.push(UserId(user.user_id));
            }
            continue;
        };
        untold.push(UserId(user.user_id));
        match last {
            Some(notice) => again.push(notice.message_id),
            None => new.push((user, channel, address)),
        }
    }
    diesel::update(message::table.filter(message::message_id.eq_any(again)))
        // Not what a person has had sent once more since.
        .filter(message::state.eq_any([SendingState::Failed, SendingState::Held, SendingState::Uncertain]))
        .set(Anew::of(SendingState::Waiting, now))
        .execute(connection)?;
    make(connection, new, now)?;
    Ok(untold)
}

/// Staff are told of the user, who is not dormant yet.
#[auto_type]
fn is_told_of() -> _ {
    user_profile::told_at.is_not_null().and(user_profile::dormant_at.is_null())
}

/// Holds a user until the transaction ends, as whoever makes notices does.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn hold(connection: &mut DatabaseConnection, user_id: UserId) -> Result<(), Problem> {
    diesel::update(user_profile::table.find(user_id.0))
        .set(user_profile::used_at.eq(user_profile::used_at))
        .execute(connection)?;
    Ok(())
}

/// Makes notices, each in the language of its user.
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

/// The languages of accounts: that of the terms which each has agreed to last.
fn languages(connection: &mut DatabaseConnection, account_ids: &[i64]) -> Result<HashMap<i64, Language>, Problem> {
    let agreed = consent::table
        .inner_join(terms::table)
        .filter(consent::account_id.eq_any(account_ids))
        .order((consent::agreed_at, consent::consent_id))
        .select((consent::account_id, terms::language))
        .load::<(i64, Language)>(connection)?;
    Ok(agreed.into_iter().collect())
}

/// Where a notice goes now, and the address of the console that it names.
///
/// # Errors
/// When the database fails. That it is not to be sent is an answer.
pub(super) fn brought(
    connection: &mut DatabaseConnection,
    console: &str,
    message_id: i64,
    now: Timestamp,
) -> Result<Result<(String, String), SendingFailure>, Problem> {
    let to_be_told = message::table
        .inner_join(user_profile::table)
        .filter(message::message_id.eq(message_id))
        .filter(is_told_of())
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
    let Some(((user_id, account_id), told_at, channel, email, phone)) = to_be_told else {
        return Ok(Err(SendingFailure::NotNeeded));
    };
    // The profile learns only once a day what is no signing in.
    let last = uses::last(connection, &[(UserId(user_id), account_id)])?;
    if last.into_values().any(|last| last >= uses::long_ago(now)) {
        return Ok(Err(SendingFailure::NotNeeded));
    }
    // Told in another way since.
    let told = message::table
        .filter(message::user_id.eq(user_id))
        .filter(message::sent_at.ge(told_at))
        .filter(message::state.eq(SendingState::Sent));
    if told.count().get_result::<i64>(connection)? > 0 {
        return Ok(Err(SendingFailure::NotNeeded));
    }
    Ok(match address_of(channel, email, phone) {
        Some(to) => Ok((to, format!("{console}/"))),
        None => Err(SendingFailure::NoAddress),
    })
}

/// Notes that the user of a notice was told: the time until the user may become dormant begins now.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn note_told(
    connection: &mut DatabaseConnection,
    user_id: i64,
    made_at: i64,
    now: Timestamp,
) -> Result<(), Problem> {
    diesel::update(user_profile::table.find(user_id))
        .filter(is_told_of())
        .filter(user_profile::used_at.lt(made_at))
        .set(user_profile::told_at.eq(now.0))
        .execute(connection)?;
    Ok(())
}
