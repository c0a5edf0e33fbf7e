//! The outbox: sends waiting messages. Each instance has one thread per channel, so that a slow mail server does not
//! delay other messages. A single statement claims and counts a message, so only one sender has it. The number of the
//! attempt identifies the sender.
//!
//! Nothing is sent twice. A message that was certainly not accepted is retried after growing pauses. One that may have
//! been accepted waits for staff to decide, unless the gateway itself accepts a message key only once.

use super::{notices, store};
use crate::report_links::{self, store::masked};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper};
use kernel::{
    background::{Background, Stop},
    clock,
    db::{Database, DatabaseConnection, schema::message},
    delivery::{Letter, Outcome},
    jobs::Texts,
    problem::Problem,
    state::State,
};
use std::{collections::HashMap, time::Duration};
use uno_core::{
    contract::{
        languages::Language,
        messages::{SendingFailure, SendingState, WayOfSending},
    },
    domain::time::Timestamp,
};

const MINUTE: i64 = 60_000;
/// The channels over which messages are sent automatically.
pub const CHANNELS: [WayOfSending; 2] = [WayOfSending::Email, WayOfSending::Kakao];
/// Pauses after failures, in milliseconds. After the last one, the message fails.
pub const PAUSES: [i64; 5] = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 720 * MINUTE];
/// A sender that has not reported its result after this time has died: no attempt takes this long.
const LEASE: i64 = 10 * MINUTE;
/// The number of messages with unknown results, none sent in between, after which a channel pauses. Each of them waits
/// for staff, and a server that never answers would otherwise put all messages in doubt within minutes.
pub const MAX_IN_DOUBT: usize = 3;
/// The pauses of a channel after message number [`MAX_IN_DOUBT`] in doubt and each further one; the last one repeats.
const DOUBT_PAUSES: [Duration; 3] = [Duration::from_secs(60), Duration::from_secs(300), Duration::from_secs(1_800)];
/// The longest time until the outbox looks for a waiting message.
const POLL: Duration = Duration::from_secs(2);
/// The number of polls between two cleanups.
const POLLS_BETWEEN_CLEANUPS: u32 = 300;

/// Starts the outbox. Stopping it waits for the messages being sent. A message that is not finished by then counts as
/// that of a dead sender.
#[must_use]
pub fn start(state: State, texts: Texts) -> Background {
    let mut outbox = Background::default();
    for channel in CHANNELS {
        let state = state.clone();
        outbox.start("outbox", move |stop| work(&state, texts, channel, stop));
    }
    outbox
}

fn work(state: &State, texts: Texts, channel: WayOfSending, stop: &Stop) {
    let (mut polls, mut in_doubt): (u32, usize) = (0, 0);
    while !stop.is_requested() {
        match send_next(state, texts, channel) {
            Ok(Some(Outcome::Uncertain(_))) => {
                in_doubt += 1;
                if let Some(behind) = in_doubt.checked_sub(MAX_IN_DOUBT) {
                    let rest = DOUBT_PAUSES.get(behind).or(DOUBT_PAUSES.last()).copied().unwrap_or(POLL);
                    tracing::warn!(
                        ?channel,
                        in_doubt,
                        seconds = rest.as_secs(),
                        "nobody knows what arrives: sending rests"
                    );
                    stop.wait(rest);
                }
                continue;
            }
            Ok(Some(outcome)) => {
                // A message that was not sent at all says nothing about the channel.
                if outcome == Outcome::Sent {
                    in_doubt = 0;
                }
                continue;
            }
            Ok(None) => {}
            Err(problem) => tracing::error!(cause = %problem, "the next message could not be sent"),
        }
        if polls.is_multiple_of(POLLS_BETWEEN_CLEANUPS)
            && let Err(problem) = clean(state)
        {
            tracing::warn!(cause = %problem, "housekeeping of the outbox failed");
        }
        polls = polls.wrapping_add(1);
        stop.wait(POLL);
    }
}

/// Finishes messages that no sender will send.
fn clean(state: &State) -> Result<(), Problem> {
    let delivery = &state.settings.delivery;
    state.database.write_blocking(|connection| store::clean(connection, delivery, clock::now()))
}

/// A message claimed by this sender.
#[derive(Clone, Debug, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = message)]
pub struct Claimed {
    /// The message.
    pub message_id: i64,
    /// The number of attempts, including this one.
    pub attempts: i64,
    user_id: Option<i64>,
    created_at: i64,
    channel: WayOfSending,
    language: Language,
    failures: i64,
    state: SendingState,
}

/// Claims the message of a channel that has been due longest. Also marks messages of dead senders as uncertain.
///
/// # Errors
/// Returns an error if the database fails.
pub fn claim(database: &Database, channel: WayOfSending, now: Timestamp) -> Result<Option<Claimed>, Problem> {
    loop {
        let seen = database.read_blocking(|connection| next(connection, channel, now))?;
        let Some(seen) = seen else { return Ok(None) };
        // A gateway accepts a key only once. For mail, the result is unknown.
        let is_lost = seen.state == SendingState::Sending && channel != WayOfSending::Kakao;
        let taken = database.write_blocking(|connection| {
            // Another sender that saw the same candidate updates no row, because the state or the attempt number
            // differs by then.
            let as_seen = message::table
                .find(seen.message_id)
                .filter(message::state.eq(seen.state))
                .filter(message::attempts.eq(seen.attempts))
                .filter(message::due_at.le(now.0))
                .filter(message::revoked_at.is_null());
            Ok(if is_lost {
                diesel::update(as_seen)
                    .set((message::state.eq(SendingState::Uncertain), message::failure.eq(SendingFailure::Interrupted)))
                    .execute(connection)?
            } else {
                diesel::update(as_seen)
                    .set((
                        message::state.eq(SendingState::Sending),
                        message::attempts.eq(seen.attempts + 1),
                        message::due_at.eq(now.0 + LEASE),
                    ))
                    .execute(connection)?
            })
        })?;
        if taken == 0 || is_lost {
            continue;
        }
        return Ok(Some(Claimed { attempts: seen.attempts + 1, ..seen }));
    }
}

/// Returns the message that has been due longest: first those of dead senders, then links before notices, of which
/// there may be very many at once. Each query reads the first entry of an index.
fn next(
    connection: &mut DatabaseConnection,
    channel: WayOfSending,
    now: Timestamp,
) -> Result<Option<Claimed>, Problem> {
    for state in [SendingState::Sending, SendingState::Waiting] {
        for is_notice in [false, true] {
            let due = message::table
                .filter(message::state.eq(state))
                .filter(message::due_at.le(now.0))
                .filter(message::channel.eq(channel))
                .filter(message::revoked_at.is_null())
                .order((message::due_at, message::message_id))
                .select(Claimed::as_select())
                .into_boxed();
            let of_kind = if is_notice {
                due.filter(message::user_id.is_not_null())
            } else {
                due.filter(message::user_id.is_null())
            };
            let found = match state {
                SendingState::Waiting => of_kind.filter(message::expires_at.gt(now.0)),
                _ => of_kind,
            };
            if let Some(found) = found.first(connection).optional()? {
                return Ok(Some(found));
            }
        }
    }
    Ok(None)
}

/// Sends the message of a channel that has been due longest. Returns the result, if there was one.
///
/// # Errors
/// Returns an error if the database fails. A sending failure becomes the state of the message.
pub fn send_next(state: &State, texts: Texts, channel: WayOfSending) -> Result<Option<Outcome>, Problem> {
    let (database, delivery) = (&state.database, &state.settings.delivery);
    if !delivery.has(channel) {
        return Ok(None);
    }
    let Some(claimed) = claim(database, channel, clock::now())? else { return Ok(None) };
    let letter = match database.read_blocking(|connection| letter(connection, state, texts, &claimed)) {
        Ok(letter) => letter,
        Err(problem) => {
            // Nothing has been sent, so the message waits for its next attempt and nobody needs to ask whether it
            // arrived.
            let failed = Outcome::Failed(SendingFailure::Interrupted);
            database.write_blocking(|connection| settle(connection, &claimed, failed, None, clock::now()))?;
            return Err(problem);
        }
    };
    let (outcome, address) = match &letter {
        Err(failure) => (Outcome::Refused(*failure), None),
        Ok(letter) => {
            let outcome = match claimed.channel {
                WayOfSending::Email => delivery.mail.as_ref().map(|mail| mail.send(letter)),
                WayOfSending::Kakao => delivery.kakao.as_ref().map(|gateway| gateway.send(letter)),
                WayOfSending::Direct => None,
            };
            let outcome = outcome.unwrap_or(Outcome::Failed(SendingFailure::Unreachable));
            (outcome, Some(masked(claimed.channel, &letter.to)))
        }
    };
    tracing::info!(message = claimed.message_id, attempt = claimed.attempts, ?outcome, "message");
    database.write_blocking(|connection| settle(connection, &claimed, outcome, address.clone(), clock::now()))?;
    Ok(Some(outcome))
}

/// Composes the message for the person's current address, or returns the reason why it is not sent.
fn letter(
    connection: &mut DatabaseConnection,
    state: &State,
    texts: Texts,
    claimed: &Claimed,
) -> Result<Result<Letter, SendingFailure>, Problem> {
    let console = &state.settings.delivery.console;
    let (name, template, recipient) = match claimed.user_id {
        None => {
            ("report", "REPORT_LINK", report_links::recipient(connection, &state.keys, console, claimed.message_id)?)
        }
        Some(_) => {
            ("dormancy", "DORMANCY_NOTICE", notices::recipient(connection, console, claimed.message_id, clock::now())?)
        }
    };
    let (to, link) = match recipient {
        Ok(recipient) => recipient,
        Err(failure) => return Ok(Err(failure)),
    };
    let catalogue: HashMap<&str, serde_json::Value> =
        serde_json::from_str(texts(claimed.language)).map_err(Problem::internal)?;
    let text_of = |what: &str| {
        let text = catalogue.get(format!("{name}.message.{what}").as_str()).and_then(serde_json::Value::as_str);
        text.unwrap_or_default().to_owned()
    };
    Ok(Ok(Letter {
        id: format!("{name}-{}-{}", claimed.message_id, claimed.created_at),
        to,
        template,
        language: claimed.language.as_str(),
        subject: text_of("subject"),
        text: text_of("text"),
        link,
    }))
}

/// Saves the result of an attempt.
fn settle(
    connection: &mut DatabaseConnection,
    claimed: &Claimed,
    outcome: Outcome,
    address: Option<String>,
    now: Timestamp,
) -> Result<(), Problem> {
    let own = message::table
        .find(claimed.message_id)
        .filter(message::attempts.eq(claimed.attempts))
        // A sender that was considered dead but was only slow still knows the result.
        .filter(message::state.eq_any([SendingState::Sending, SendingState::Uncertain]));
    let failures = claimed.failures + 1;
    let pause = usize::try_from(claimed.failures).ok().and_then(|count| PAUSES.get(count));
    let (state, failure) = match outcome {
        Outcome::Sent => (SendingState::Sent, None),
        Outcome::Failed(failure) if pause.is_some() => (SendingState::Waiting, Some(failure)),
        Outcome::Failed(failure) | Outcome::Refused(failure) => (SendingState::Failed, Some(failure)),
        Outcome::Uncertain(failure) => (SendingState::Uncertain, Some(failure)),
    };
    let sent_at = (outcome == Outcome::Sent).then_some(now.0);
    let settled = diesel::update(own)
        .set((
            message::state.eq(state),
            message::failure.eq(failure),
            message::failures.eq(failures),
            message::due_at.eq(now.0 + pause.copied().unwrap_or_default()),
            message::sent_at.eq(sent_at),
        ))
        .execute(connection)?;
    let own = message::table.find(claimed.message_id);
    if let Some(address) = address.filter(|_| settled == 1) {
        diesel::update(own).set(message::address.eq(address)).execute(connection)?;
    }
    if settled == 1 && outcome == Outcome::Sent {
        // The sent message has the token, so it is no longer needed here.
        diesel::update(own).set(message::sealed_token.eq(None::<String>)).execute(connection)?;
        if let Some(user_id) = claimed.user_id {
            notices::record_notified(connection, user_id, claimed.created_at, now)?;
        }
    }
    Ok(())
}
