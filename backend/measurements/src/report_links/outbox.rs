//! The outbox: sends what waits, on a thread of its own for each way in every instance, so that a mail server that takes
//! its time holds no other messages up. A message is claimed by one statement, so by one sender, and counted; the number
//! of the attempt is the proof of whoever makes it.
//!
//! Nothing is sent twice: what is known not to have been taken over is tried again after growing pauses; what may have
//! been waits for a person, unless the gateway itself takes a message of the same key once.

use super::store::{self, Tokens};
use diesel::{BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::{
        Database, DatabaseConnection,
        schema::{member, report_link},
    },
    delivery::{Delivery, Letter, Outcome},
    jobs::Texts,
    problem::Problem,
    state::State,
    workers,
};
use std::{
    collections::HashMap,
    sync::{Arc, Condvar, Mutex, PoisonError},
    thread::JoinHandle,
    time::Duration,
};
use uno_core::{
    contract::{
        languages::Language,
        report_links::{ReportChannel, SendingFailure, SendingState},
    },
    domain::time::Timestamp,
};

const MINUTE: i64 = 60_000;
/// The ways that messages go by themselves.
pub const WAYS: [ReportChannel; 2] = [ReportChannel::Email, ReportChannel::Kakao];
/// Pauses behind failures, in milliseconds: behind the last of them it is given up.
pub const PAUSES: [i64; 5] = [MINUTE, 5 * MINUTE, 30 * MINUTE, 120 * MINUTE, 720 * MINUTE];
/// A sender that has not told how it went after so long is gone: no attempt takes as long.
const LEASE: i64 = 10 * MINUTE;
/// How long a message waits at most for the outbox to look.
const POLL: Duration = Duration::from_secs(2);
/// So many looks lie between two cleanings.
const LOOKS_BETWEEN_CLEANINGS: u32 = 300;

/// The running outbox.
pub struct Handle {
    stop: Arc<(Mutex<bool>, Condvar)>,
    threads: Vec<JoinHandle<()>>,
}

impl Handle {
    /// Stops it behind the messages that it is sending, for which it does not wait longer than the given time.
    pub async fn stop(mut self, most: Duration) {
        self.ask_to_stop();
        // Who is not done by then is ended with the process; the message is then one of a sender that is gone.
        workers::ended(std::mem::take(&mut self.threads), most).await;
    }

    fn ask_to_stop(&self) {
        *self.stop.0.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.stop.1.notify_all();
    }
}

impl Drop for Handle {
    fn drop(&mut self) {
        self.ask_to_stop();
    }
}

/// Starts the outbox.
#[must_use]
pub fn start(state: State, texts: Texts) -> Handle {
    let stop = Arc::new((Mutex::new(false), Condvar::new()));
    let mut threads = Vec::new();
    for channel in WAYS {
        let (state, asked) = (state.clone(), Arc::clone(&stop));
        let work = move || work(&state, texts, channel, &asked);
        match std::thread::Builder::new().name("outbox".into()).spawn(work) {
            Ok(thread) => threads.push(thread),
            Err(error) => tracing::error!(cause = %error, ?channel, "messages will not be sent from here"),
        }
    }
    Handle { stop, threads }
}

fn work(state: &State, texts: Texts, channel: ReportChannel, stop: &(Mutex<bool>, Condvar)) {
    let mut looks: u32 = 0;
    let stopping = || *stop.0.lock().unwrap_or_else(PoisonError::into_inner);
    while !stopping() {
        match send_next(state, texts, channel) {
            Ok(true) => continue,
            Ok(false) => {}
            Err(problem) => tracing::error!(cause = %problem, "the next message could not be sent"),
        }
        if looks.is_multiple_of(LOOKS_BETWEEN_CLEANINGS)
            && let Err(problem) = clean(state)
        {
            tracing::warn!(cause = %problem, "housekeeping of the outbox failed");
        }
        looks = looks.wrapping_add(1);
        let held = stop.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !*held {
            drop(stop.1.wait_timeout(held, POLL));
        }
    }
}

/// Settles what nobody will send.
fn clean(state: &State) -> Result<(), Problem> {
    let delivery = &state.settings.delivery;
    state.database.write_blocking(|connection| store::clean(connection, delivery, clock::now()))
}

/// A message that is this sender's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// Link.
    pub report_link_id: i64,
    /// Number of this attempt.
    pub attempt: i64,
    member_id: i64,
    created_at: i64,
    token_hash: String,
    sealed_token: Option<String>,
    channel: ReportChannel,
    language: Language,
    failures: i64,
}

type Candidate = (i64, i64, i64, i64, String, Option<String>, ReportChannel, Language, i64, SendingState);

/// Claims the message of a way that has been due longest. What a sender has left that is gone is settled on the way.
///
/// # Errors
/// When the database fails.
pub fn claim(database: &Database, channel: ReportChannel, now: Timestamp) -> Result<Option<Claimed>, Problem> {
    loop {
        let candidate = database.read_blocking(|connection| next(connection, channel, now))?;
        let Some((
            report_link_id,
            member_id,
            created_at,
            attempts,
            token_hash,
            sealed_token,
            channel,
            language,
            failures,
            state,
        )) = candidate
        else {
            return Ok(None);
        };
        // A gateway takes the same key once; of a mail nobody knows.
        let is_lost = state == SendingState::Sending && channel != ReportChannel::Kakao;
        let taken = database.write_blocking(|connection| {
            // Whoever else saw the same candidate changes nothing: the state or the number differs then.
            let as_seen = report_link::table
                .find(report_link_id)
                .filter(report_link::state.eq(state))
                .filter(report_link::attempts.eq(attempts))
                .filter(report_link::due_at.le(now.0))
                .filter(report_link::revoked_at.is_null());
            Ok(if is_lost {
                diesel::update(as_seen)
                    .set((
                        report_link::state.eq(SendingState::Uncertain),
                        report_link::failure.eq(SendingFailure::Interrupted),
                    ))
                    .execute(connection)?
            } else {
                diesel::update(as_seen)
                    .set((
                        report_link::state.eq(SendingState::Sending),
                        report_link::attempts.eq(attempts + 1),
                        report_link::due_at.eq(now.0 + LEASE),
                    ))
                    .execute(connection)?
            })
        })?;
        if taken == 0 || is_lost {
            continue;
        }
        let attempt = attempts + 1;
        return Ok(Some(Claimed {
            report_link_id,
            attempt,
            member_id,
            created_at,
            token_hash,
            sealed_token,
            channel,
            language,
            failures,
        }));
    }
}

fn next(
    connection: &mut DatabaseConnection,
    channel: ReportChannel,
    now: Timestamp,
) -> Result<Option<Candidate>, Problem> {
    // Written out, so that the index of what is due is used.
    let open = report_link::state.eq_any([SendingState::Waiting, SendingState::Sending]);
    Ok(report_link::table
        .filter(open)
        .filter(report_link::due_at.le(now.0))
        .filter(report_link::revoked_at.is_null())
        .filter(report_link::state.eq(SendingState::Sending).or(report_link::expires_at.gt(now.0)))
        .filter(report_link::channel.eq(channel))
        .order((report_link::due_at, report_link::report_link_id))
        .select((
            report_link::report_link_id,
            report_link::member_id,
            report_link::created_at,
            report_link::attempts,
            report_link::token_hash,
            report_link::sealed_token,
            report_link::channel,
            report_link::language,
            report_link::failures,
            report_link::state,
        ))
        .first::<Candidate>(connection)
        .optional()?)
}

/// Sends the message of a way that has been due longest; answers whether there was one.
///
/// # Errors
/// When the database fails. What sending fails of becomes the state of the message.
pub fn send_next(state: &State, texts: Texts, channel: ReportChannel) -> Result<bool, Problem> {
    let (database, delivery) = (&state.database, &state.settings.delivery);
    if !delivery.has(channel) {
        return Ok(false);
    }
    let Some(claimed) = claim(database, channel, clock::now())? else { return Ok(false) };
    let tokens = super::tokens(&state.keys)?;
    let letter = database.read_blocking(|connection| letter(connection, (&tokens, texts), delivery, &claimed))?;
    let (outcome, address) = match &letter {
        Err(failure) => (Outcome::Refused(*failure), None),
        Ok(letter) => {
            let outcome = match claimed.channel {
                ReportChannel::Email => delivery.mail.as_ref().map(|mail| mail.send(letter)),
                ReportChannel::Kakao => delivery.kakao.as_ref().map(|gateway| gateway.send(letter)),
                ReportChannel::Direct => None,
            };
            let outcome = outcome.unwrap_or(Outcome::Failed(SendingFailure::Unreachable));
            (outcome, Some(store::masked(claimed.channel, &letter.to)))
        }
    };
    tracing::info!(link = claimed.report_link_id, attempt = claimed.attempt, ?outcome, "message");
    database.write_blocking(|connection| settle(connection, &claimed, outcome, address.clone(), clock::now()))?;
    Ok(true)
}

/// The message as it is sent now: to the address that the member has now.
fn letter(
    connection: &mut DatabaseConnection,
    (tokens, texts): (&Tokens, Texts),
    delivery: &Delivery,
    claimed: &Claimed,
) -> Result<Result<Letter, SendingFailure>, Problem> {
    let known = member::table
        .find(claimed.member_id)
        .select((member::email, member::phone_number))
        .first::<(Option<String>, Option<String>)>(connection)
        .optional()?;
    let to = known.and_then(|(email, phone)| store::address_of(claimed.channel, email, phone));
    let token = claimed.sealed_token.as_deref().and_then(|sealed| tokens.unseal(&claimed.token_hash, sealed));
    let Some(to) = to else { return Ok(Err(SendingFailure::NoAddress)) };
    // Without its token the link opens nothing any more.
    let Some(token) = token else { return Ok(Err(SendingFailure::Expired)) };
    let catalogue: HashMap<&str, serde_json::Value> =
        serde_json::from_str(texts(claimed.language)).map_err(Problem::internal)?;
    let say = |key: &str| catalogue.get(key).and_then(serde_json::Value::as_str).unwrap_or_default().to_owned();
    Ok(Ok(Letter {
        id: format!("report-{}-{}", claimed.report_link_id, claimed.created_at),
        to,
        language: claimed.language.as_str(),
        subject: say("report.message.subject"),
        text: say("report.message.text"),
        // Behind the sign, browsers keep it to themselves: no server's log has the token.
        link: format!("{}/reports#{token}", delivery.console),
    }))
}

/// Writes how an attempt went.
fn settle(
    connection: &mut DatabaseConnection,
    claimed: &Claimed,
    outcome: Outcome,
    address: Option<String>,
    now: Timestamp,
) -> Result<(), Problem> {
    let own = report_link::table
        .find(claimed.report_link_id)
        .filter(report_link::attempts.eq(claimed.attempt))
        // Who was given up for gone and was only slow still knows how it went.
        .filter(report_link::state.eq_any([SendingState::Sending, SendingState::Uncertain]));
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
            report_link::state.eq(state),
            report_link::failure.eq(failure),
            report_link::failures.eq(failures),
            report_link::due_at.eq(now.0 + pause.copied().unwrap_or_default()),
            report_link::sent_at.eq(sent_at),
        ))
        .execute(connection)?;
    let link = report_link::table.find(claimed.report_link_id);
    if let Some(address) = address.filter(|_| settled == 1) {
        diesel::update(link).set(report_link::address.eq(address)).execute(connection)?;
    }
    if settled == 1 && outcome == Outcome::Sent {
        // The message has it: nobody needs it here any more.
        diesel::update(link).set(report_link::sealed_token.eq(None::<String>)).execute(connection)?;
    }
    Ok(())
}
