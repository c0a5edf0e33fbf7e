//! Report links: storage. Staff see them by the scope of the member's company.

use crate::{kind::MeasurementKind, prints};
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use diesel::{ExpressionMethods, Insertable, NullableExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::{
        caller::Caller,
        limits,
        scope::{Scope, Scoped as _},
    },
    auth::tokens::{keyed_hash, random_token},
    clock,
    db::{
        DatabaseConnection,
        schema::{measurement, member, message, message_measurement},
    },
    delivery::Delivery,
    on_backend,
    problem::Problem,
    records::revisions::Author,
    sealed::Seal,
};
use std::collections::{BTreeMap, HashMap};
use subtle::ConstantTimeEq as _;
use uno_core::{
    contract::{
        error::ErrorCode,
        languages::Language,
        measurements::KindOfMeasurements,
        members::MemberId,
        messages::{SendingFailure, SendingState, WayOfSending},
        report_links::{DAYS, MAX_WRONG_TRIES, ReportLinkId, ReportRecipient, ReportSending, ReportSendingResult},
    },
    domain::{
        access::Action,
        mask,
        time::{DAY_MILLISECONDS, Date, Timestamp},
    },
};

/// The keys that hash a token and seal it until it is sent.
pub(super) struct Tokens {
    pub(super) hashing: Vec<u8>,
    pub(super) seal: Seal,
}

impl Tokens {
    /// Returns the hash by which a token is found.
    pub(super) fn hash(&self, token: &str) -> String {
        URL_SAFE_NO_PAD.encode(keyed_hash(&self.hashing, token.as_bytes()))
    }

    /// Returns the token of a message that has not been sent yet.
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

/// The members whose measurements are sent.
pub(super) struct Recipients {
    channel: WayOfSending,
    found: Vec<Recipient>,
    left_out: i64,
}

impl Recipients {
    /// Returns the members that the response mentions.
    pub(super) fn all(&self) -> Vec<i64> {
        self.found.iter().map(|one| one.member_id).collect()
    }

    /// Returns the members who get a link.
    pub(super) fn reached(&self) -> Vec<i64> {
        self.found.iter().filter(|one| self.reaches(one)).map(|one| one.member_id).collect()
    }

    fn reaches(&self, one: &Recipient) -> bool {
        self.channel == WayOfSending::Direct || one.address.is_some()
    }

    /// Returns the response before any link is created. Messages that would be held are told as such, so that nobody
    /// takes them for sent.
    pub(super) fn into_result(self, delivery: &Delivery) -> ReportSendingResult {
        let channel = self.channel;
        let is_held = state_of(channel, delivery) == SendingState::Held;
        let recipients = self.found.into_iter().map(|one| {
            let recipient = recipient_of(channel, one);
            let state = (is_held && recipient.address.is_some()).then_some(SendingState::Held);
            ReportRecipient { state, ..recipient }
        });
        ReportSendingResult { recipients: recipients.collect(), left_out: self.left_out }
    }
}

/// Returns the state of a new message.
fn state_of(channel: WayOfSending, delivery: &Delivery) -> SendingState {
    match channel {
        WayOfSending::Direct => SendingState::Sent,
        _ if delivery.has(channel) => SendingState::Waiting,
        _ => SendingState::Held,
    }
}

fn recipient_of(channel: WayOfSending, one: Recipient) -> ReportRecipient {
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

/// Masks an address for display.
pub(crate) fn masked(channel: WayOfSending, address: &str) -> String {
    if channel == WayOfSending::Kakao { mask::phone(address) } else { mask::email(address) }
}

/// Returns a person's address on a channel.
pub(crate) fn address_of(channel: WayOfSending, email: Option<String>, phone: Option<String>) -> Option<String> {
    match channel {
        WayOfSending::Email => email,
        WayOfSending::Kakao => phone,
        WayOfSending::Direct => None,
    }
}

/// Returns the recipients of measurements within the caller's scope.
///
/// # Errors
/// Returns "not allowed" if the caller may not read the history of the kind.
pub(super) fn recipients(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    sending: &ReportSending,
) -> Result<Recipients, Problem> {
    if !caller.may(prints::screen(sending.kind), Action::Read) {
        return Err(Problem::new(ErrorCode::Forbidden));
    }
    recipients_in(connection, caller.scope, sending)
}

/// Returns the recipients of measurements within a scope.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn recipients_in(
    connection: &mut DatabaseConnection,
    scope: Scope,
    sending: &ReportSending,
) -> Result<Recipients, Problem> {
    // Each measurement is sent once, even if it is named repeatedly.
    let mut ids: Vec<i64> = Vec::with_capacity(sending.ids.len());
    for id in &sending.ids {
        if !ids.contains(id) {
            ids.push(*id);
        }
    }
    let rows = measurement::table
        .in_scope(scope)
        .filter(measurement::kind.eq(MeasurementKind::from(sending.kind).number()))
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
            address: address_of(sending.channel, email, phone),
            measurement_ids: own.remove(&member_id).unwrap_or_default(),
        })
        .collect();
    let sent: usize = found.iter().map(|one| one.measurement_ids.len()).sum();
    let left_out = i64::try_from(ids.len() - sent).map_err(Problem::internal)?;
    Ok(Recipients { channel: sending.channel, found, left_out })
}

#[derive(Insertable)]
#[diesel(table_name = message)]
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
    channel: WayOfSending,
    language: Language,
    address: Option<String>,
    state: SendingState,
    attempts: i64,
    failures: i64,
    due_at: i64,
    sent_at: Option<i64>,
}

/// Creates a link for each person who can be reached.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn make(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    (tokens, delivery): (&Tokens, &Delivery),
    sending: &ReportSending,
    recipients: Recipients,
) -> Result<ReportSendingResult, Problem> {
    let now = clock::now();
    let channel = sending.channel;
    let state = state_of(channel, delivery);
    // The name of an author that is a member is masked, because the company keeps the row.
    let author = Author::from(caller);
    let (mut links, mut given, mut hashes) = (Vec::new(), HashMap::new(), Vec::new());
    for one in recipients.found.iter().filter(|one| recipients.reaches(one)) {
        let token = random_token()?;
        let token_hash = tokens.hash(&token);
        let is_sent = channel != WayOfSending::Direct;
        links.push(New {
            sealed_token: is_sent.then(|| tokens.seal.close(&token_hash, token.as_bytes())).transpose()?,
            token_hash: token_hash.clone(),
            member_id: one.member_id,
            company_id: one.company_id,
            kind: MeasurementKind::from(sending.kind).number(),
            account_id: caller.account_id,
            account_name: author.name.clone(),
            created_at: now.0,
            expires_at: now.0 + DAYS * DAY_MILLISECONDS,
            wrong_tries: 0,
            openings: 0,
            channel,
            language: sending.language.unwrap_or(Language::Ko),
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
    on_backend!(connection, |connection| diesel::insert_into(message::table).values(links).execute(connection))?;
    let made: HashMap<i64, i64> = message::table
        .filter(message::token_hash.eq_any(hashes))
        .select((message::member_id.assume_not_null(), message::message_id))
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
                message_measurement::message_id.eq(link),
                message_measurement::measurement_id.eq(id),
                message_measurement::place.eq(place),
            )
        })
        .collect();
    on_backend!(connection, |connection| diesel::insert_into(message_measurement::table)
        .values(shown)
        .execute(connection))?;
    let left_out = recipients.left_out;
    let recipients = recipients.found.into_iter().map(|one| {
        let link = made.get(&one.member_id).copied();
        let token = given.remove(&one.member_id).filter(|_| channel == WayOfSending::Direct);
        ReportRecipient {
            state: link.map(|_| state),
            report_link_id: link.map(ReportLinkId),
            token,
            ..recipient_of(channel, one)
        }
    });
    Ok(ReportSendingResult { recipients: recipients.collect(), left_out })
}

/// The content of an opened link.
pub(super) struct Opened {
    pub(super) member_id: i64,
    pub(super) kind: KindOfMeasurements,
    pub(super) measurement_ids: Vec<i64>,
}

/// Opens a link with the birth date. Counts the attempt before comparing the date, by a statement that locks the row,
/// so that concurrent attempts are all counted and none exceeds the limit. A correct date takes the count back.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn open(
    connection: &mut DatabaseConnection,
    hash: &str,
    birth_date: Date,
    now: Timestamp,
) -> Result<Option<Opened>, Problem> {
    use message::{openings, wrong_tries};
    let tried = diesel::update(message::table)
        .filter(message::token_hash.eq(hash))
        .filter(message::revoked_at.is_null())
        .filter(message::expires_at.gt(now.0))
        .filter(wrong_tries.lt(MAX_WRONG_TRIES))
        .set(wrong_tries.eq(wrong_tries + 1))
        .execute(connection)?;
    if tried == 0 {
        return Ok(None);
    }
    let (id, member_id, kind, was_opened, born) = message::table
        .inner_join(member::table)
        .filter(message::token_hash.eq(hash))
        .select((
            message::message_id,
            member::member_id,
            message::kind,
            message::opened_at.is_not_null(),
            member::birth_date,
        ))
        .first::<(i64, i64, i32, bool, Date)>(connection)?;
    let is_counted = match limits::count(connection, &limits::OPENING, member_id, now) {
        // An attacker can create links, but cannot open one without the date. A link that its person has already opened
        // is limited by its own attempts only, so that wrong dates on other links cannot lock it.
        Err(problem) if problem.code == ErrorCode::TooManyRequests && was_opened => false,
        // Refuse the correct date, too: otherwise the response would confirm it.
        Err(problem) if problem.code == ErrorCode::TooManyRequests => return Ok(None),
        counted => counted.map(|()| true)?,
    };
    if !bool::from(born.to_string().as_bytes().ct_eq(birth_date.to_string().as_bytes())) {
        return Ok(None);
    }
    if is_counted {
        limits::take_back(connection, &limits::OPENING, member_id)?;
    }
    let link = message::table.find(id);
    diesel::update(link).set((wrong_tries.eq(wrong_tries - 1), openings.eq(openings + 1))).execute(connection)?;
    diesel::update(link.filter(message::opened_at.is_null())).set(message::opened_at.eq(now.0)).execute(connection)?;
    // Measurements that have been reassigned or unassigned since are not shown.
    let measurement_ids = message_measurement::table
        .inner_join(measurement::table)
        .filter(message_measurement::message_id.eq(id))
        .filter(measurement::member_id.eq(member_id))
        .order(message_measurement::place)
        .select(measurement::measurement_id)
        .load(connection)?;
    let kind = kind_of(kind)?;
    Ok(Some(Opened { member_id, kind, measurement_ids }))
}

pub(crate) fn kind_of(number: i32) -> Result<KindOfMeasurements, Problem> {
    let kind = MeasurementKind::of(number).ok_or_else(|| Problem::internal("unknown kind of measurements"))?;
    Ok(kind.into())
}

/// Ends a link. Returns its member and kind if this call ended it. A message being sent cannot be recalled, but its
/// link no longer opens.
///
/// # Errors
/// Returns "not found" if the record is outside the scope.
pub(super) fn revoke(
    connection: &mut DatabaseConnection,
    scope: Scope,
    id: ReportLinkId,
    now: Timestamp,
) -> Result<Option<(i64, KindOfMeasurements)>, Problem> {
    let own =
        message::table.in_scope(scope).filter(message::message_id.eq(id.0)).filter(message::token_hash.is_not_null());
    if own.count().get_result::<i64>(connection)? == 0 {
        return Err(Problem::not_found());
    }
    end(connection, id, now)
}

/// Ends a link that the caller has access to. Returns the same as [`revoke`].
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn end(
    connection: &mut DatabaseConnection,
    id: ReportLinkId,
    now: Timestamp,
) -> Result<Option<(i64, KindOfMeasurements)>, Problem> {
    let link = message::table.find(id.0);
    let ended = diesel::update(link.filter(message::revoked_at.is_null()))
        .set((message::revoked_at.eq(now.0), message::sealed_token.eq(None::<String>)))
        .execute(connection)?;
    // Messages that have not been sent yet fail.
    diesel::update(link)
        .filter(message::state.eq_any([SendingState::Waiting, SendingState::Held]))
        .set((message::state.eq(SendingState::Failed), message::failure.eq(SendingFailure::Expired)))
        .execute(connection)?;
    if ended == 0 {
        return Ok(None);
    }
    let (member_id, kind) = link.select((message::member_id.assume_not_null(), message::kind)).first(connection)?;
    Ok(Some((member_id, kind_of(kind)?)))
}

/// Returns the current address of a message's recipient, and the link in the message.
///
/// # Errors
/// Returns an error if the database fails. The reason why the message cannot be sent is the inner error.
pub(super) fn recipient(
    connection: &mut DatabaseConnection,
    tokens: &Tokens,
    console: &str,
    message_id: i64,
) -> Result<Result<(String, String), SendingFailure>, Problem> {
    type Row = (WayOfSending, Option<String>, Option<String>, Option<String>, Option<String>);
    let known = message::table
        .inner_join(member::table)
        .filter(message::message_id.eq(message_id))
        .select((message::channel, message::token_hash, message::sealed_token, member::email, member::phone_number))
        .first::<Row>(connection)
        .optional()?;
    let Some((channel, token_hash, sealed_token, email, phone)) = known else {
        return Ok(Err(SendingFailure::NoAddress));
    };
    let Some(to) = address_of(channel, email, phone) else { return Ok(Err(SendingFailure::NoAddress)) };
    let token = token_hash.zip(sealed_token).and_then(|(hash, sealed)| tokens.unseal(&hash, &sealed));
    // Without its token, the link can no longer be opened.
    let Some(token) = token else { return Ok(Err(SendingFailure::Expired)) };
    // Browsers do not send the fragment, so no server logs the token.
    Ok(Ok((to, format!("{console}/reports#{token}"))))
}
