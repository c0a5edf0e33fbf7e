//! Report links: storage. Staff see them by the scope of the member's company.

use crate::{kind::MeasurementKind, prints, reports};
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
        schema::{measurement, member, message, message_measurement, report},
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
        report_links::{
            DAYS, MAX_WRONG_TRIES, ReportLinkId, ReportRecipient, ReportSending, ReportSendingResult,
            StoredReportSending,
        },
    },
    domain::{
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

/// What a link shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shown {
    /// Measurements of a kind.
    Measurements(KindOfMeasurements),
    /// A saved report.
    Report,
}

impl Shown {
    /// The number of links to saved reports, in the column where others have that of a kind of measurement.
    const REPORT: i32 = -1;

    /// Returns what the links of this number show.
    pub(crate) fn of(number: i32) -> Result<Self, Problem> {
        if number == Self::REPORT { Ok(Self::Report) } else { kind_of(number).map(Self::Measurements) }
    }

    /// Returns the number in the column.
    pub(crate) fn number(self) -> i32 {
        match self {
            Self::Measurements(kind) => MeasurementKind::from(kind).number(),
            Self::Report => Self::REPORT,
        }
    }

    /// Returns the key of the text that names it in the access log.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Self::Measurements(kind) => prints::title(kind),
            Self::Report => reports::TITLE,
        }
    }
}

/// A member whose measurements or report are sent.
struct Recipient {
    member_id: i64,
    company_id: i64,
    member_no: String,
    name: String,
    address: Option<String>,
    measurement_ids: Vec<i64>,
    /// The saved report, and the words of the kinds that its link shows.
    report: Option<(i64, String)>,
}

/// The members whose measurements are sent.
pub(super) struct Recipients {
    channel: WayOfSending,
    shown: Shown,
    found: Vec<Recipient>,
    left_out: i64,
}

impl Recipients {
    /// Returns the key of the text that names in the access log what they get.
    pub(super) fn title(&self) -> &'static str {
        self.shown.title()
    }

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
        measurements: i64::try_from(one.measurement_ids.len()).unwrap_or(i64::MAX).max(1),
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
    if !MeasurementKind::from(sending.kind).is_read_by(caller) {
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
            report: None,
        })
        .collect();
    let sent: usize = found.iter().map(|one| one.measurement_ids.len()).sum();
    let left_out = i64::try_from(ids.len() - sent).map_err(Problem::internal)?;
    Ok(Recipients { channel: sending.channel, shown: Shown::Measurements(sending.kind), found, left_out })
}

/// Returns the recipients of saved reports within the caller's scope: of each report the kinds that the caller may
/// read, if there are any.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn recipients_of_reports(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    sending: &StoredReportSending,
) -> Result<Recipients, Problem> {
    let mut ids = sending.ids.clone();
    ids.sort_unstable();
    ids.dedup();
    type Known = (i64, String, (i64, i64, String, String, Option<String>, Option<String>));
    let known = report::table
        .in_scope(caller.scope)
        .filter(report::report_id.eq_any(ids.clone()))
        .inner_join(member::table)
        .order((member::name, member::member_id, report::report_id))
        .select((
            report::report_id,
            report::kinds,
            (
                member::member_id,
                member::company_id,
                member::member_no,
                member::name,
                member::email,
                member::phone_number,
            ),
        ))
        .load::<Known>(connection)?;
    let found: Vec<Recipient> = known
        .into_iter()
        .filter_map(|(report_id, kinds, (member_id, company_id, member_no, name, email, phone))| {
            let may = |kind: &&str| {
                KindOfMeasurements::parse(kind).is_some_and(|kind| MeasurementKind::from(kind).is_read_by(caller))
            };
            let kinds: Vec<&str> = kinds.split(',').filter(may).collect();
            (!kinds.is_empty()).then(|| Recipient {
                member_id,
                company_id,
                member_no,
                name,
                address: address_of(sending.channel, email, phone),
                measurement_ids: Vec::new(),
                report: Some((report_id, kinds.join(","))),
            })
        })
        .collect();
    let left_out = i64::try_from(ids.len() - found.len()).map_err(Problem::internal)?;
    Ok(Recipients { channel: sending.channel, shown: Shown::Report, found, left_out })
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
    report_id: Option<i64>,
    report_kinds: Option<String>,
}

/// Creates a link for each person who can be reached.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn make(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    (tokens, delivery): (&Tokens, &Delivery),
    language: Option<Language>,
    recipients: Recipients,
) -> Result<ReportSendingResult, Problem> {
    let now = clock::now();
    let channel = recipients.channel;
    let state = state_of(channel, delivery);
    // The name of an author that is a member is masked, because the company keeps the row.
    let author = Author::from(caller);
    // Of each recipient the hash and the token of the link. A person may get links to several reports.
    let (mut links, mut given, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
    for one in &recipients.found {
        if !recipients.reaches(one) {
            given.push(None);
            continue;
        }
        let report = one.report.clone().unzip();
        let token = random_token()?;
        let token_hash = tokens.hash(&token);
        let is_sent = channel != WayOfSending::Direct;
        links.push(New {
            sealed_token: is_sent.then(|| tokens.seal.close(&token_hash, token.as_bytes())).transpose()?,
            token_hash: token_hash.clone(),
            member_id: one.member_id,
            company_id: one.company_id,
            kind: recipients.shown.number(),
            account_id: caller.account_id,
            account_name: author.name.clone(),
            created_at: now.0,
            expires_at: now.0 + DAYS * DAY_MILLISECONDS,
            wrong_tries: 0,
            openings: 0,
            channel,
            language: language.unwrap_or(Language::Ko),
            address: one.address.as_deref().map(|address| masked(channel, address)),
            state,
            attempts: 0,
            failures: 0,
            due_at: now.0,
            sent_at: (!is_sent).then_some(now.0),
            report_id: report.0,
            report_kinds: report.1,
        });
        hashes.push(token_hash.clone());
        given.push(Some((token_hash, token)));
    }
    on_backend!(connection, |connection| diesel::insert_into(message::table).values(links).execute(connection))?;
    let made: HashMap<String, i64> = message::table
        .filter(message::token_hash.eq_any(hashes))
        .select((message::token_hash.assume_not_null(), message::message_id))
        .load::<(String, i64)>(connection)?
        .into_iter()
        .collect();
    let link_of = |given: &Option<(String, String)>| given.as_ref().and_then(|(hash, _)| made.get(hash).copied());
    let shown: Vec<_> = recipients
        .found
        .iter()
        .zip(&given)
        .filter_map(|(one, given)| Some((link_of(given)?, &one.measurement_ids)))
        .flat_map(|(link, ids)| (0_i32..).zip(ids).map(move |(place, id)| (link, *id, place)))
        .map(|(link, id, place)| {
            (
                message_measurement::message_id.eq(link),
                message_measurement::measurement_id.eq(id),
                message_measurement::place.eq(place),
            )
        })
        .collect();
    if !shown.is_empty() {
        on_backend!(connection, |connection| diesel::insert_into(message_measurement::table)
            .values(shown)
            .execute(connection))?;
    }
    let left_out = recipients.left_out;
    let recipients = recipients.found.into_iter().zip(given).map(|(one, given)| {
        let link = link_of(&given);
        let token = given.map(|(_, token)| token).filter(|_| channel == WayOfSending::Direct);
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
    pub(super) shown: Shown,
    pub(super) measurement_ids: Vec<i64>,
    /// The saved report, unless it was deleted, and the words of the kinds to show.
    pub(super) report: Option<(i64, String)>,
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
    let (id, member_id, kind, was_opened, born, report) = message::table
        .inner_join(member::table)
        .filter(message::token_hash.eq(hash))
        .select((
            message::message_id,
            member::member_id,
            message::kind,
            message::opened_at.is_not_null(),
            member::birth_date,
            (message::report_id, message::report_kinds),
        ))
        .first::<(i64, i64, i32, bool, Date, (Option<i64>, Option<String>))>(connection)?;
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
    let report = report.0.zip(report.1);
    Ok(Some(Opened { member_id, shown: Shown::of(kind)?, measurement_ids, report }))
}

pub(crate) fn kind_of(number: i32) -> Result<KindOfMeasurements, Problem> {
    let kind = MeasurementKind::of(number).ok_or_else(|| Problem::internal("unknown kind of measurements"))?;
    Ok(kind.into())
}

/// Ends a link. Returns its member and what it showed if this call ended it. A message being sent cannot be recalled, but its
/// link no longer opens.
///
/// # Errors
/// Returns "not found" if the record is outside the scope.
pub(super) fn revoke(
    connection: &mut DatabaseConnection,
    scope: Scope,
    id: ReportLinkId,
    now: Timestamp,
) -> Result<Option<(i64, Shown)>, Problem> {
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
) -> Result<Option<(i64, Shown)>, Problem> {
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
    Ok(Some((member_id, Shown::of(kind)?)))
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
