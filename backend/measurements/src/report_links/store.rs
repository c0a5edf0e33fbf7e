//! Links to reports: rows. What staff see of them is scoped by the company of the member.

use super::outbox;
use crate::{kind::MeasurementKind, names::Names, prints};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use diesel::{
    ExpressionMethods, Insertable, NullableExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl,
    Selectable, SelectableHelper,
};
use kernel::{
    access::{
        caller::Caller,
        limits,
        scope::{Scope, Scoped as _},
    },
    auth::tokens::{keyed_hash, random_token},
    clock,
    db::{
        DatabaseConnection, Db,
        narrow::Narrow as _,
        page::{self, Paging},
        schema::{measurement, member, report_link, report_link_measurement},
    },
    delivery::Delivery,
    on_backend,
    problem::Problem,
    sealed::Seal,
};
use std::collections::{BTreeMap, HashMap};
use subtle::ConstantTimeEq as _;
use uno_core::{
    contract::{
        error::ErrorCode,
        languages::Language,
        logs::LogSort,
        measurements::KindOfMeasurements,
        members::MemberId,
        page::Page,
        report_links::{
            DAYS, MAX_WRONG_TRIES, ReportChannel, ReportLink, ReportLinkFilter, ReportLinkId, ReportRecipient,
            ReportSending, ReportSendingResult, SCREEN, SendingFailure, SendingState,
        },
    },
    domain::{
        access::Action,
        mask,
        time::{Bound, DAY_MILLISECONDS, Date, Timestamp},
    },
};

/// Links that are over are forgotten after so many days.
const KEPT_DAYS: i64 = 365;
/// Links that are over are forgotten so many at a time.
const FORGOTTEN_AT_ONCE: i64 = 1_000;

/// What recognises a token, and what seals it until it was sent.
pub(super) struct Tokens {
    pub(super) hashing: Vec<u8>,
    pub(super) seal: Seal,
}

impl Tokens {
    /// What a token is found by.
    pub(super) fn hash(&self, token: &str) -> String {
        URL_SAFE_NO_PAD.encode(keyed_hash(&self.hashing, token.as_bytes()))
    }

    /// The token of a message that was not sent yet.
    pub(super) fn unseal(&self, hash: &str, sealed: &str) -> Option<String> {
        String::from_utf8(self.seal.open(hash, sealed)?).ok()
    }
}

/// A member whose measurements are sent.
struct Recipient {
    member_id: i64,
    company_id: i64,
    member_no: String,
    name: String,
    address: Option<String>,
    measurement_ids: Vec<i64>,
}

/// Whose the measurements are.
pub(super) struct Recipients {
    channel: ReportChannel,
    found: Vec<Recipient>,
    left_out: i64,
}

impl Recipients {
    /// The members who get a link.
    pub(super) fn reached(&self) -> Vec<i64> {
        self.found.iter().filter(|one| self.reaches(one)).map(|one| one.member_id).collect()
    }

    fn reaches(&self, one: &Recipient) -> bool {
        self.channel == ReportChannel::Direct || one.address.is_some()
    }

    /// The same as it is answered, before anything was made.
    pub(super) fn told(self) -> ReportSendingResult {
        let channel = self.channel;
        let recipients = self.found.into_iter().map(|one| told(channel, one)).collect();
        ReportSendingResult { recipients, left_out: self.left_out }
    }
}

fn told(channel: ReportChannel, one: Recipient) -> ReportRecipient {
    ReportRecipient {
        member_id: MemberId(one.member_id),
        member_no: one.member_no,
        member_name: one.name,
        measurements: i64::try_from(one.measurement_ids.len()).unwrap_or(i64::MAX),
        address: one.address.map(|address| masked(channel, &address)),
        state: None,
        report_link_id: None,
        token: None,
    }
}

/// An address as it may be shown.
pub(super) fn masked(channel: ReportChannel, address: &str) -> String {
    if channel == ReportChannel::Kakao { mask::phone(address) } else { mask::email(address) }
}

/// Where messages go in a way, by what is known of a member.
pub(super) fn address_of(channel: ReportChannel, email: Option<String>, phone: Option<String>) -> Option<String> {
    match channel {
        ReportChannel::Email => email,
        ReportChannel::Kakao => phone,
        ReportChannel::Direct => None,
    }
}

/// Whose measurements are to be sent, of those that the caller reaches.
///
/// # Errors
/// "Not allowed" where the caller may not read the history of the kind.
pub(super) fn recipients(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    asked: &ReportSending,
) -> Result<Recipients, Problem> {
    if !caller.may(prints::screen(asked.kind), Action::Read) {
        return Err(Problem::new(ErrorCode::Forbidden));
    }
    recipients_in(connection, caller.scope, asked)
}

/// Whose the measurements of a scope are.
///
/// # Errors
/// When the database fails.
pub(super) fn recipients_in(
    connection: &mut DatabaseConnection,
    scope: Scope,
    asked: &ReportSending,
) -> Result<Recipients, Problem> {
    // Each is sent once, however often it is named.
    let mut ids: Vec<i64> = Vec::with_capacity(asked.ids.len());
    for id in &asked.ids {
        if !ids.contains(id) {
            ids.push(*id);
        }
    }
    let rows = measurement::table
        .in_scope(scope)
        .filter(measurement::kind.eq(MeasurementKind::from(asked.kind).number()))
        .filter(measurement::measurement_id.eq_any(ids.clone()))
        .filter(measurement::member_id.is_not_null())
        .select((measurement::measurement_id, measurement::member_id.assume_not_null()))
        .load::<(i64, i64)>(connection)?;
    let members: HashMap<i64, i64> = rows.into_iter().collect();
    let mut own: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    for id in &ids {
        if let Some(member_id) = members.get(id) {
            own.entry(*member_id).or_default().push(*id);
        }
    }
    let member_ids: Vec<i64> = own.keys().copied().collect();
    type Known = (i64, i64, String, String, Option<String>, Option<String>);
    let known = member::table
        .in_scope(scope)
        .filter(member::member_id.eq_any(member_ids))
        .order((member::name, member::member_id))
        .select((
            member::member_id,
            member::company_id,
            member::member_no,
            member::name,
            member::email,
            member::phone_number,
        ))
        .load::<Known>(connection)?;
    let found: Vec<Recipient> = known
        .into_iter()
        .map(|(member_id, company_id, member_no, name, email, phone)| Recipient {
            member_id,
            company_id,
            member_no,
            name,
            address: address_of(asked.channel, email, phone),
            measurement_ids: own.remove(&member_id).unwrap_or_default(),
        })
        .collect();
    let sent: usize = found.iter().map(|one| one.measurement_ids.len()).sum();
    let left_out = i64::try_from(ids.len() - sent).map_err(Problem::internal)?;
    Ok(Recipients { channel: asked.channel, found, left_out })
}

#[derive(Insertable)]
#[diesel(table_name = report_link)]
struct New {
    token_hash: String,
    sealed_token: Option<String>,
    member_id: i64,
    company_id: i64,
    kind: i32,
    account_id: i64,
    account_name: String,
    created_at: i64,
    expires_at: i64,
    wrong_tries: i64,
    openings: i64,
    channel: ReportChannel,
    language: Language,
    address: Option<String>,
    state: SendingState,
    attempts: i64,
    failures: i64,
    due_at: i64,
    sent_at: Option<i64>,
}

/// Makes a link for each person who can be reached.
///
/// # Errors
/// When the database fails.
pub(super) fn make(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    (tokens, delivery): (&Tokens, &Delivery),
    asked: &ReportSending,
    recipients: Recipients,
) -> Result<ReportSendingResult, Problem> {
    let now = clock::now();
    let channel = asked.channel;
    let state = match channel {
        ReportChannel::Direct => SendingState::Sent,
        _ if delivery.has(channel) => SendingState::Waiting,
        _ => SendingState::Held,
    };
    let (mut links, mut given, mut hashes) = (Vec::new(), HashMap::new(), Vec::new());
    for one in recipients.found.iter().filter(|one| recipients.reaches(one)) {
        let token = random_token()?;
        let token_hash = tokens.hash(&token);
        let is_sent = channel != ReportChannel::Direct;
        links.push(New {
            sealed_token: is_sent.then(|| tokens.seal.close(&token_hash, token.as_bytes())).transpose()?,
            token_hash: token_hash.clone(),
            member_id: one.member_id,
            company_id: one.company_id,
            kind: MeasurementKind::from(asked.kind).number(),
            account_id: caller.account_id,
            account_name: caller.name.clone(),
            created_at: now.0,
            expires_at: now.0 + DAYS * DAY_MILLISECONDS,
            wrong_tries: 0,
            openings: 0,
            channel,
            language: asked.language.unwrap_or(Language::Ko),
            address: one.address.as_deref().map(|address| masked(channel, address)),
            state,
            attempts: 0,
            failures: 0,
            due_at: now.0,
            sent_at: (!is_sent).then_some(now.0),
        });
        hashes.push(token_hash);
        given.insert(one.member_id, token);
    }
    on_backend!(connection, |connection| diesel::insert_into(report_link::table).values(links).execute(connection))?;
    let made: HashMap<i64, i64> = report_link::table
        .filter(report_link::token_hash.eq_any(hashes))
        .select((report_link::member_id, report_link::report_link_id))
        .load::<(i64, i64)>(connection)?
        .into_iter()
        .collect();
    let shown: Vec<_> = recipients
        .found
        .iter()
        .filter_map(|one| Some((made.get(&one.member_id)?, &one.measurement_ids)))
        .flat_map(|(link, ids)| (0_i32..).zip(ids).map(move |(place, id)| (*link, *id, place)))
        .map(|(link, id, place)| {
            (
                report_link_measurement::report_link_id.eq(link),
                report_link_measurement::measurement_id.eq(id),
                report_link_measurement::place.eq(place),
            )
        })
        .collect();
    on_backend!(connection, |connection| diesel::insert_into(report_link_measurement::table)
        .values(shown)
        .execute(connection))?;
    let left_out = recipients.left_out;
    let recipients = recipients.found.into_iter().map(|one| {
        let link = made.get(&one.member_id).copied();
        let token = given.remove(&one.member_id).filter(|_| channel == ReportChannel::Direct);
        ReportRecipient {
            state: link.map(|_| state),
            report_link_id: link.map(ReportLinkId),
            token,
            ..told(channel, one)
        }
    });
    Ok(ReportSendingResult { recipients: recipients.collect(), left_out })
}

/// What a link opens.
pub(super) struct Opened {
    pub(super) member_id: i64,
    pub(super) kind: KindOfMeasurements,
    pub(super) measurement_ids: Vec<i64>,
}

/// Opens a link by the birth date. The try is counted before the date is looked at, by a statement that holds the
/// row: of tries made at once each is counted, and none finds the link open behind the last. A right one is taken back.
///
/// # Errors
/// When the database fails.
pub(super) fn open(
    connection: &mut DatabaseConnection,
    hash: &str,
    birth_date: Date,
    now: Timestamp,
) -> Result<Option<Opened>, Problem> {
    use report_link::{openings, wrong_tries};
    let tried = diesel::update(report_link::table)
        .filter(report_link::token_hash.eq(hash))
        .filter(report_link::revoked_at.is_null())
        .filter(report_link::expires_at.gt(now.0))
        .filter(wrong_tries.lt(MAX_WRONG_TRIES))
        .set(wrong_tries.eq(wrong_tries + 1))
        .execute(connection)?;
    if tried == 0 {
        return Ok(None);
    }
    let (id, member_id, kind, born) = report_link::table
        .inner_join(member::table)
        .filter(report_link::token_hash.eq(hash))
        .select((report_link::report_link_id, report_link::member_id, report_link::kind, member::birth_date))
        .first::<(i64, i64, i32, Date)>(connection)?;
    match limits::count(connection, &limits::OPENING, member_id, now) {
        // The right date opens nothing either, or it would be told by that.
        Err(problem) if problem.code == ErrorCode::TooManyRequests => return Ok(None),
        counted => counted?,
    }
    if !bool::from(born.to_string().as_bytes().ct_eq(birth_date.to_string().as_bytes())) {
        return Ok(None);
    }
    limits::take_back(connection, &limits::OPENING, member_id)?;
    let link = report_link::table.find(id);
    diesel::update(link).set((wrong_tries.eq(wrong_tries - 1), openings.eq(openings + 1))).execute(connection)?;
    diesel::update(link.filter(report_link::opened_at.is_null()))
        .set(report_link::opened_at.eq(now.0))
        .execute(connection)?;
    // What has become another's since, or nobody's, is shown no more.
    let measurement_ids = report_link_measurement::table
        .inner_join(measurement::table)
        .filter(report_link_measurement::report_link_id.eq(id))
        .filter(measurement::member_id.eq(member_id))
        .order(report_link_measurement::place)
        .select(measurement::measurement_id)
        .load(connection)?;
    let kind = kind_of(kind)?;
    Ok(Some(Opened { member_id, kind, measurement_ids }))
}

pub(super) fn kind_of(number: i32) -> Result<KindOfMeasurements, Problem> {
    let kind = MeasurementKind::of(number).ok_or_else(|| Problem::internal("unknown kind of measurements"))?;
    Ok(kind.into())
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = report_link)]
struct Row {
    report_link_id: i64,
    member_id: i64,
    company_id: i64,
    kind: i32,
    account_name: String,
    created_at: i64,
    expires_at: i64,
    revoked_at: Option<i64>,
    wrong_tries: i64,
    openings: i64,
    opened_at: Option<i64>,
    channel: ReportChannel,
    address: Option<String>,
    state: SendingState,
    attempts: i64,
    due_at: i64,
    sent_at: Option<i64>,
    failure: Option<SendingFailure>,
}

impl Row {
    /// The member and the company.
    fn whose(&self) -> (i64, i64) {
        (self.member_id, self.company_id)
    }
}

fn shown(caller: &Caller, names: &Names, row: Row) -> Result<ReportLink, Problem> {
    let now = clock::now().0;
    let opens = row.revoked_at.is_none() && row.expires_at > now && row.wrong_tries < MAX_WRONG_TRIES;
    let may = caller.may(SCREEN, Action::Update);
    let is_left = [SendingState::Held, SendingState::Failed, SendingState::Uncertain].contains(&row.state);
    Ok(ReportLink {
        report_link_id: ReportLinkId(row.report_link_id),
        created_at: Timestamp(row.created_at),
        account_name: row.account_name,
        member_id: MemberId(row.member_id),
        member_name: names.member(row.member_id),
        company_name: names.company(row.company_id),
        kind: kind_of(row.kind)?,
        channel: row.channel,
        address: row.address,
        state: row.state,
        attempts: row.attempts,
        next_attempt_at: (row.state == SendingState::Waiting && opens).then_some(Timestamp(row.due_at)),
        failure: row.failure,
        sent_at: row.sent_at.map(Timestamp),
        expires_at: Timestamp(row.expires_at),
        opened_at: row.opened_at.map(Timestamp),
        openings: row.openings,
        wrong_tries: row.wrong_tries,
        revoked_at: row.revoked_at.map(Timestamp),
        can_retry: may && opens && is_left,
        can_revoke: may && opens,
    })
}

type Links = report_link::BoxedQuery<'static, Db>;

fn filtered(scope: Scope, filter: &ReportLinkFilter) -> Links {
    report_link::table
        .in_scope(scope)
        .since(report_link::created_at, filter.start_created_at.map(Bound::first))
        .until(report_link::created_at, filter.end_created_at.map(Bound::last))
        .among(report_link::state, &filter.states)
        .among(report_link::channel, &filter.channels)
        .equal(report_link::member_id, filter.member_id)
}

/// A page of links.
///
/// # Errors
/// When the database fails.
pub(super) fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &ReportLinkFilter,
) -> Result<Page<ReportLink>, Problem> {
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        let query = filtered(caller.scope, filter).select(Row::as_select()).page(paging);
        match filter.sort.unwrap_or(LogSort::Newest) {
            LogSort::Newest => query.order((report_link::created_at.desc(), report_link::report_link_id.desc())),
            LogSort::Oldest => query.order((report_link::created_at.asc(), report_link::report_link_id.asc())),
        }
        .load::<Row>(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    let count = |connection: &mut DatabaseConnection| filtered(caller.scope, filter).count().get_result(connection);
    let found = page::load(connection, paging, rows, count)?;
    let names = Names::of(connection, found.data.iter().map(Row::whose))?;
    found.try_map(|row| shown(caller, &names, row))
}

/// One link.
///
/// # Errors
/// "Not found" outside the scope.
pub(super) fn get(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    id: ReportLinkId,
) -> Result<ReportLink, Problem> {
    let own = report_link::table.in_scope(caller.scope).filter(report_link::report_link_id.eq(id.0));
    let row = own.select(Row::as_select()).first::<Row>(connection).optional()?.ok_or_else(Problem::not_found)?;
    let names = Names::of(connection, std::iter::once(row.whose()))?;
    shown(caller, &names, row)
}

/// Has a message sent once more, with as many days as at first.
///
/// # Errors
/// "Not found" outside the scope; "changed" where it is no message that was left.
pub(super) fn retry(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    delivery: &Delivery,
    id: ReportLinkId,
    now: Timestamp,
) -> Result<(), Problem> {
    let link = get(connection, caller, id)?;
    if !link.can_retry {
        return Err(Problem::new(ErrorCode::Changed));
    }
    let state = if delivery.has(link.channel) { SendingState::Waiting } else { SendingState::Held };
    let changed = diesel::update(report_link::table.find(id.0))
        // Of two who ask at once, one finds it waiting.
        .filter(report_link::state.eq(link.state))
        .filter(report_link::attempts.eq(link.attempts))
        .filter(report_link::revoked_at.is_null())
        .set((
            report_link::state.eq(state),
            report_link::failures.eq(0),
            report_link::failure.eq(None::<SendingFailure>),
            report_link::due_at.eq(now.0),
            report_link::expires_at.eq(now.0 + DAYS * DAY_MILLISECONDS),
        ))
        .execute(connection)?;
    if changed == 1 { Ok(()) } else { Err(Problem::new(ErrorCode::Changed)) }
}

/// Ends a link. A message that is just being sent cannot be called back; what it brings opens nothing.
///
/// # Errors
/// "Not found" outside the scope.
pub(super) fn revoke(
    connection: &mut DatabaseConnection,
    scope: Scope,
    id: ReportLinkId,
    now: Timestamp,
) -> Result<(), Problem> {
    let own = report_link::table.in_scope(scope).filter(report_link::report_link_id.eq(id.0));
    if own.count().get_result::<i64>(connection)? == 0 {
        return Err(Problem::not_found());
    }
    end(connection, id, now)
}

/// Ends a link that the caller is known to reach.
///
/// # Errors
/// When the database fails.
pub(super) fn end(connection: &mut DatabaseConnection, id: ReportLinkId, now: Timestamp) -> Result<(), Problem> {
    diesel::update(report_link::table.find(id.0))
        .filter(report_link::revoked_at.is_null())
        .set((report_link::revoked_at.eq(now.0), report_link::sealed_token.eq(None::<String>)))
        .execute(connection)?;
    // What was not sent yet never will be.
    diesel::update(report_link::table.find(id.0))
        .filter(report_link::state.eq_any([SendingState::Waiting, SendingState::Held]))
        .set((report_link::state.eq(SendingState::Failed), report_link::failure.eq(SendingFailure::Expired)))
        .execute(connection)?;
    Ok(())
}

/// Gives up what cannot be sent any more because its link is over, holds what waits for a way that is no longer set, has
/// a person decide about what a sender has left that nobody asks for, and forgets what was over long ago.
///
/// # Errors
/// When the database fails.
pub(super) fn clean(connection: &mut DatabaseConnection, delivery: &Delivery, now: Timestamp) -> Result<(), Problem> {
    let left = || {
        diesel::update(report_link::table)
            .filter(report_link::state.eq(SendingState::Sending))
            .filter(report_link::due_at.le(now.0))
    };
    let uncertain =
        || (report_link::state.eq(SendingState::Uncertain), report_link::failure.eq(SendingFailure::Interrupted));
    left().filter(report_link::revoked_at.is_not_null()).set(uncertain()).execute(connection)?;
    for channel in outbox::WAYS.into_iter().filter(|channel| !delivery.has(*channel)) {
        left().filter(report_link::channel.eq(channel)).set(uncertain()).execute(connection)?;
        diesel::update(report_link::table)
            .filter(report_link::state.eq(SendingState::Waiting))
            .filter(report_link::channel.eq(channel))
            .set(report_link::state.eq(SendingState::Held))
            .execute(connection)?;
    }
    diesel::update(report_link::table)
        .filter(report_link::state.eq_any([SendingState::Waiting, SendingState::Held]))
        .filter(report_link::expires_at.le(now.0))
        .set((report_link::state.eq(SendingState::Failed), report_link::failure.eq(SendingFailure::Expired)))
        .execute(connection)?;
    diesel::update(report_link::table)
        .filter(report_link::sealed_token.is_not_null())
        .filter(report_link::expires_at.le(now.0))
        .set(report_link::sealed_token.eq(None::<String>))
        .execute(connection)?;
    let old = report_link::table
        .filter(report_link::expires_at.le(now.0 - KEPT_DAYS * DAY_MILLISECONDS))
        .order(report_link::expires_at)
        .select(report_link::report_link_id)
        .limit(FORGOTTEN_AT_ONCE)
        .load::<i64>(connection)?;
    diesel::delete(report_link::table.filter(report_link::report_link_id.eq_any(old))).execute(connection)?;
    Ok(())
}
