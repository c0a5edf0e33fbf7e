//! Messages: storage. Staff see them by the scope of the member's company; only administrators see notices.

use super::{notices, outbox};
use crate::{names::Names, report_links::store::Shown};
use diesel::{
    AsChangeset, ExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
};
use kernel::{
    access::{
        caller::Caller,
        scope::{Scope, Scoped as _},
    },
    clock,
    db::{
        DatabaseConnection, Db,
        narrow::Narrow as _,
        page::{self, Paging},
        schema::message,
    },
    delivery::Delivery,
    problem::Problem,
};
use std::collections::HashMap;
use uno_core::{
    contract::{
        error::ErrorCode,
        logs::LogSort,
        measurements::KindOfMeasurements,
        members::MemberId,
        messages::{
            Message, MessageFilter, MessageId, MessageKind, SCREEN, SendingFailure, SendingState, WayOfSending,
        },
        page::Page,
        report_links::{DAYS, MAX_WRONG_TRIES},
        users::UserId,
    },
    domain::{
        access::Action,
        time::{Bound, DAY_MILLISECONDS, Timestamp},
    },
};

/// Days after a message's expiry until it is deleted.
const KEPT_DAYS: i64 = 365;
/// The maximum number of messages deleted at a time.
const DELETED_AT_ONCE: i64 = 1_000;

#[derive(Queryable, Selectable)]
#[diesel(table_name = message)]
struct Row {
    message_id: i64,
    member_id: Option<i64>,
    company_id: Option<i64>,
    user_id: Option<i64>,
    kind: i32,
    account_name: String,
    created_at: i64,
    expires_at: i64,
    revoked_at: Option<i64>,
    wrong_tries: i64,
    openings: i64,
    opened_at: Option<i64>,
    channel: WayOfSending,
    address: Option<String>,
    state: SendingState,
    attempts: i64,
    due_at: i64,
    sent_at: Option<i64>,
    failure: Option<SendingFailure>,
}

/// Returns the number of a message's kind.
fn number_of(kind: MessageKind) -> i32 {
    match (kind, KindOfMeasurements::parse(kind.as_str())) {
        (MessageKind::Report, _) => Shown::Report.number(),
        (_, Some(kind)) => Shown::Measurements(kind).number(),
        _ => notices::KIND,
    }
}

/// Returns the kind of a message by its number.
fn message_kind_of(number: i32) -> Result<MessageKind, Problem> {
    if number == notices::KIND {
        return Ok(MessageKind::Dormancy);
    }
    match Shown::of(number)? {
        Shown::Report => Ok(MessageKind::Report),
        Shown::Measurements(kind) => {
            MessageKind::parse(kind.as_str()).ok_or_else(|| Problem::internal("a kind without a word"))
        }
    }
}

/// The persons of messages.
struct Persons {
    names: Names,
    users: HashMap<i64, notices::Person>,
}

impl Persons {
    fn of(connection: &mut DatabaseConnection, rows: &[Row]) -> Result<Self, Problem> {
        let of_members = rows.iter().filter_map(|row| row.member_id.zip(row.company_id));
        let users: Vec<i64> = rows.iter().filter_map(|row| row.user_id).collect();
        Ok(Self { names: Names::of(connection, of_members)?, users: notices::persons(connection, &users)? })
    }
}

fn shown(caller: &Caller, persons: &Persons, row: Row) -> Result<Message, Problem> {
    let now = clock::now().0;
    let opens = row.revoked_at.is_none() && row.expires_at > now && row.wrong_tries < MAX_WRONG_TRIES;
    let may = caller.may(SCREEN, Action::Update);
    let is_unsent = [SendingState::Held, SendingState::Failed, SendingState::Uncertain].contains(&row.state);
    let user = row.user_id.and_then(|user_id| persons.users.get(&user_id));
    let is_notice = row.kind == notices::KIND;
    let is_needed = if is_notice { user.is_some_and(|user| user.is_due(row.created_at)) } else { opens };
    let has_open_notice = user.is_some_and(|user| user.has_open_notice);
    let member_name = row.member_id.map(|member_id| persons.names.member(member_id));
    Ok(Message {
        message_id: MessageId(row.message_id),
        created_at: Timestamp(row.created_at),
        account_name: row.account_name,
        member_id: row.member_id.map(MemberId),
        user_id: row.user_id.map(UserId),
        person_name: member_name.or_else(|| user.map(|user| user.name.clone())).unwrap_or_default(),
        company_name: row.company_id.map(|company_id| persons.names.company(company_id)),
        kind: message_kind_of(row.kind)?,
        channel: row.channel,
        address: row.address,
        state: row.state,
        attempts: row.attempts,
        next_attempt_at: (row.state == SendingState::Waiting && is_needed).then_some(Timestamp(row.due_at)),
        failure: row.failure,
        sent_at: row.sent_at.map(Timestamp),
        expires_at: (!is_notice).then_some(Timestamp(row.expires_at)),
        opened_at: row.opened_at.map(Timestamp),
        openings: row.openings,
        wrong_tries: row.wrong_tries,
        revoked_at: row.revoked_at.map(Timestamp),
        can_retry: may && is_needed && !has_open_notice && is_unsent,
        can_revoke: may && opens && !is_notice,
    })
}

type Messages = message::BoxedQuery<'static, Db>;

fn filtered(scope: Scope, filter: &MessageFilter) -> Messages {
    let kinds: Vec<i32> = filter.kinds.iter().map(|kind| number_of(*kind)).collect();
    message::table
        .in_scope(scope)
        .since(message::created_at, filter.start_created_at.map(Bound::first))
        .until(message::created_at, filter.end_created_at.map(Bound::last))
        .among(message::state, &filter.states)
        .among(message::channel, &filter.channels)
        .among(message::kind, &kinds)
        .equal(message::member_id, filter.member_id)
}

/// Returns a page of messages.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &MessageFilter,
) -> Result<Page<Message>, Problem> {
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        let query = filtered(caller.scope, filter).select(Row::as_select()).page(paging);
        match filter.sort.unwrap_or(LogSort::Newest) {
            LogSort::Newest => query.order((message::created_at.desc(), message::message_id.desc())),
            LogSort::Oldest => query.order((message::created_at.asc(), message::message_id.asc())),
        }
        .load::<Row>(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    let count = |connection: &mut DatabaseConnection| filtered(caller.scope, filter).count().get_result(connection);
    let found = page::load(connection, paging, rows, count)?;
    let persons = Persons::of(connection, &found.data)?;
    found.try_map(|row| shown(caller, &persons, row))
}

/// Returns a message.
///
/// # Errors
/// Returns "not found" if the record is outside the scope.
pub(super) fn get(connection: &mut DatabaseConnection, caller: &Caller, id: MessageId) -> Result<Message, Problem> {
    let own = message::table.in_scope(caller.scope).filter(message::message_id.eq(id.0));
    let row = own.select(Row::as_select()).first::<Row>(connection).optional()?.ok_or_else(Problem::not_found)?;
    let persons = Persons::of(connection, std::slice::from_ref(&row))?;
    shown(caller, &persons, row)
}

/// Returns the member and what a message's link shows.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn content_of(connection: &mut DatabaseConnection, id: MessageId) -> Result<Option<(i64, Shown)>, Problem> {
    let row = message::table.find(id.0).select((message::member_id, message::kind));
    let (member_id, kind) = row.first::<(Option<i64>, i32)>(connection)?;
    member_id.map(|member_id| Ok((member_id, Shown::of(kind)?))).transpose()
}

/// Resends a message, with as many days of validity for a link as at first. Returns the message.
///
/// # Errors
/// Returns "not found" outside the scope, or "changed" if the message cannot be resent.
pub(super) fn retry(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    delivery: &Delivery,
    id: MessageId,
    now: Timestamp,
) -> Result<Message, Problem> {
    let mut left = get(connection, caller, id)?;
    if let Some(user_id) = left.user_id {
        notices::hold(connection, user_id)?;
        left = get(connection, caller, id)?;
    }
    if !left.can_retry {
        return Err(Problem::new(ErrorCode::Changed));
    }
    let state = if delivery.has(left.channel) { SendingState::Waiting } else { SendingState::Held };
    let changed = diesel::update(message::table.find(id.0))
        // Of two concurrent requests, the second finds the message waiting.
        .filter(message::state.eq(left.state))
        .filter(message::attempts.eq(left.attempts))
        .filter(message::revoked_at.is_null())
        .set(ResendFields::of(state, now))
        .execute(connection)?;
    if changed == 1 { get(connection, caller, id) } else { Err(Problem::new(ErrorCode::Changed)) }
}

/// The columns that are reset when a message is resent.
#[derive(AsChangeset)]
#[diesel(table_name = message, treat_none_as_null = true)]
pub(super) struct ResendFields {
    state: SendingState,
    failures: i64,
    failure: Option<SendingFailure>,
    due_at: i64,
    expires_at: i64,
}

impl ResendFields {
    /// Returns the reset columns.
    pub(super) fn of(state: SendingState, now: Timestamp) -> Self {
        let expires_at = now.0 + DAYS * DAY_MILLISECONDS;
        Self { state, failures: 0, failure: None, due_at: now.0, expires_at }
    }
}

/// Fails expired messages and erases their tokens. Holds messages of channels that are no longer configured. Marks as
/// uncertain what dead senders have left unfinished, if the link is revoked or the channel no longer configured.
/// Deletes old messages.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn clean(connection: &mut DatabaseConnection, delivery: &Delivery, now: Timestamp) -> Result<(), Problem> {
    let left = || {
        diesel::update(message::table)
            .filter(message::state.eq(SendingState::Sending))
            .filter(message::due_at.le(now.0))
    };
    let uncertain = || (message::state.eq(SendingState::Uncertain), message::failure.eq(SendingFailure::Interrupted));
    left().filter(message::revoked_at.is_not_null()).set(uncertain()).execute(connection)?;
    for channel in outbox::CHANNELS.into_iter().filter(|channel| !delivery.has(*channel)) {
        left().filter(message::channel.eq(channel)).set(uncertain()).execute(connection)?;
        diesel::update(message::table)
            .filter(message::state.eq(SendingState::Waiting))
            .filter(message::channel.eq(channel))
            .set(message::state.eq(SendingState::Held))
            .execute(connection)?;
    }
    diesel::update(message::table)
        .filter(message::state.eq_any([SendingState::Waiting, SendingState::Held]))
        .filter(message::expires_at.le(now.0))
        .set((message::state.eq(SendingState::Failed), message::failure.eq(SendingFailure::Expired)))
        .execute(connection)?;
    diesel::update(message::table)
        .filter(message::sealed_token.is_not_null())
        .filter(message::expires_at.le(now.0))
        .set(message::sealed_token.eq(None::<String>))
        .execute(connection)?;
    let old = message::table
        .filter(message::expires_at.le(now.0 - KEPT_DAYS * DAY_MILLISECONDS))
        .order(message::expires_at)
        .select(message::message_id)
        .limit(DELETED_AT_ONCE)
        .load::<i64>(connection)?;
    diesel::delete(message::table.filter(message::message_id.eq_any(old))).execute(connection)?;
    Ok(())
}
