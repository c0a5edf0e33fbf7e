//! Codes that let a person confirm whether an unassigned measurement is theirs. Staff show a code, the person scans it
//! with the app and agrees or declines, and staff assign the measurement to the person's member.
//!
//! A code is stored as a hash and can be used once, by the account that requested it. Each step is one update that
//! names the current state, so that of several concurrent callers exactly one succeeds, on either database.

use crate::{
    person_confirmations::{assign, check, load_unassigned},
    prints, with_kind,
};
use diesel::{ExpressionMethods, Insertable, NullableExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::{
        caller::{self, Caller},
        limits,
        log::{self, Reader},
        scope::Scoped as _,
    },
    auth::{sessions, tokens::random_token},
    clock,
    db::{
        DatabaseConnection,
        schema::{company, measurement, member, person_code},
    },
    http::mount::{Api, Input},
    problem::Problem,
    qr_image,
};
use std::sync::Arc;
use uno_core::{
    contract::{
        error::ErrorCode,
        logs::AccessAction,
        measurements::KindOfMeasurements,
        members::MemberId,
        page::Done,
        person_confirmations::{
            AnswerPersonCode, CODE_PREFIX, ConfirmPersonByCode, CreatePersonCode, GetPersonCodeStatus,
            InspectPersonCode, PersonCodeInquiry,
        },
        qr_codes::{QrCode, QrCodeState, QrCodeStatus, VALID_MILLISECONDS},
    },
    domain::time::Timestamp,
};

const PENDING: &str = "PENDING";
const AGREED: &str = "AGREED";
const DECLINED: &str = "DECLINED";
const USED: &str = "USED";

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<CreatePersonCode>(create);
    api.on::<GetPersonCodeStatus>(status);
    api.on::<ConfirmPersonByCode>(confirm);
    api.on::<InspectPersonCode>(inspect);
    api.on::<AnswerPersonCode>(answer);
}

/// A code to insert.
#[derive(Insertable)]
#[diesel(table_name = person_code)]
struct NewCode {
    code_hash: String,
    asked_by: i64,
    kind: &'static str,
    measurement_id: i64,
    measurement_version: i64,
    state: &'static str,
    created_at: i64,
    expires_at: i64,
}

async fn create(input: Input<CreatePersonCode>) -> Result<QrCode, Problem> {
    let caller = input.caller()?;
    let asked = input.body;
    check(&caller, asked.kind)?;
    let now = clock::now();
    let expires_at = now.plus_milliseconds(VALID_MILLISECONDS);
    let qr_code = format!("{CODE_PREFIX}{}", random_token()?);
    let new = NewCode {
        code_hash: input.state.keys.stored(&qr_code),
        asked_by: caller.account_id,
        kind: asked.kind.as_str(),
        measurement_id: asked.measurement_id,
        measurement_version: asked.version,
        state: PENDING,
        created_at: now.0,
        expires_at: expires_at.0,
    };
    let writing = move |connection: &mut DatabaseConnection| {
        limits::count(connection, &limits::ASKING_PERSONS, caller.account_id, now)?;
        with_kind!(asked.kind, K => {
            load_unassigned::<K>(connection, &caller, asked.measurement_id, asked.version)?;
        });
        diesel::insert_into(person_code::table).values(&new).execute(connection)?;
        Ok(())
    };
    input.state.database.write(writing).await?;
    Ok(QrCode { qr_code_image_base64: qr_image::png_base64(&qr_code)?, qr_code, expires_at })
}

async fn status(input: Input<GetPersonCodeStatus>) -> Result<QrCodeState, Problem> {
    let asked_by = input.caller()?.account_id;
    let code_hash = input.state.keys.stored(&input.body.qr_code);
    let reading = move |connection: &mut DatabaseConnection| {
        let state = person_code::table
            .find(code_hash)
            .filter(person_code::asked_by.eq(asked_by))
            .filter(person_code::expires_at.gt(clock::now().0))
            .select(person_code::state)
            .first::<String>(connection)
            .optional()?;
        Ok(match state.as_deref() {
            Some(PENDING) => QrCodeStatus::Pending,
            Some(AGREED | DECLINED) => QrCodeStatus::Success,
            _ => QrCodeStatus::Fail,
        })
    };
    Ok(QrCodeState { status: input.state.database.quick(reading).await? })
}

/// A person's agreement: this measurement, at the version that was read, becomes this member's.
#[derive(Clone, Copy)]
struct Agreement {
    kind: KindOfMeasurements,
    measurement_id: i64,
    version: i64,
    member_id: MemberId,
}

/// Marks the code as used and writes the member's log before anything is assigned. A refusal is a result of that
/// transaction rather than an error, which would roll back both.
async fn confirm(input: Input<ConfirmPersonByCode>) -> Result<Done, Problem> {
    let caller = input.caller()?;
    let reader = input.reader(&caller);
    let code_hash = input.state.keys.stored(&input.body.qr_code);
    let requester = Arc::clone(&caller);
    let using = move |connection: &mut DatabaseConnection| consume(connection, &requester, &reader, &code_hash);
    let agreed = match input.state.database.write(using).await? {
        Ok(agreed) => agreed,
        Err(why) => return Err(Problem::invalid_field("qrCode", why)),
    };
    check(&caller, agreed.kind)?;
    let giving = move |connection: &mut DatabaseConnection| {
        let Agreement { measurement_id, version, member_id, .. } = agreed;
        with_kind!(agreed.kind, K => {
            let before = load_unassigned::<K>(connection, &caller, measurement_id, version)?;
            assign::<K>(connection, &caller, measurement_id, &before, member_id)
        })
    };
    input.state.database.write(giving).await?;
    Ok(Done {})
}

/// Uses up a code that its person has answered. Returns what was agreed to, or why nothing follows.
fn consume(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    reader: &Reader,
    code_hash: &str,
) -> Result<Result<Agreement, &'static str>, Problem> {
    let now = clock::now();
    let found = person_code::table
        .find(code_hash)
        .filter(person_code::asked_by.eq(caller.account_id))
        .filter(person_code::expires_at.gt(now.0))
        .filter(person_code::state.eq_any([AGREED, DECLINED]))
        .select((
            person_code::state,
            person_code::kind,
            person_code::measurement_id,
            person_code::measurement_version,
            person_code::answered_by,
        ))
        .first::<(String, String, i64, i64, Option<i64>)>(connection)
        .optional()?;
    let Some((state, kind, measurement_id, version, Some(answered_by))) = found else { return Ok(Err("expired")) };
    let taken = diesel::update(person_code::table.find(code_hash))
        .filter(person_code::state.eq(&state))
        .set(person_code::state.eq(USED))
        .execute(connection)?;
    if taken == 0 {
        return Ok(Err("expired"));
    }
    if state == DECLINED {
        return Ok(Err("declined"));
    }
    let kind = KindOfMeasurements::parse(&kind).ok_or_else(|| Problem::internal("a code of an unknown kind"))?;
    let member_id = match member_of(connection, caller, answered_by, measurement_id)? {
        Ok(member_id) => member_id,
        Err(why) => return Ok(Err(why)),
    };
    log::write_sheets(connection, reader, AccessAction::Confirm, prints::title(kind), &[member_id.0])?;
    Ok(Ok(Agreement { kind, measurement_id, version, member_id }))
}

/// Returns the person's member that the caller reaches: the one at the measurement's company, if there are several.
fn member_of(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    account_id: i64,
    measurement_id: i64,
) -> Result<Result<MemberId, &'static str>, Problem> {
    let Some(person) = caller::of_account(connection, account_id)? else { return Ok(Err("notLinked")) };
    let own = member::table.in_scope(person.scope).select(member::member_id).load::<i64>(connection)?;
    let reached = member::table
        .in_scope(caller.scope)
        .filter(member::member_id.eq_any(own))
        .select((member::member_id, member::company_id))
        .load::<(i64, i64)>(connection)?;
    let site = measurement::table.find(measurement_id).select(measurement::company_id);
    let site = site.first::<Option<i64>>(connection).optional()?.flatten();
    let there: Vec<_> = reached.iter().filter(|(_, company_id)| Some(*company_id) == site).collect();
    Ok(match (there.as_slice(), reached.as_slice()) {
        ([(only, _)], _) | ([], [(only, _)]) => Ok(MemberId(*only)),
        ([], []) => Err("notLinked"),
        _ => Err("severalMembers"),
    })
}

async fn inspect(input: Input<InspectPersonCode>) -> Result<PersonCodeInquiry, Problem> {
    let code_hash = input.state.keys.stored(&input.body.qr_code);
    let reading = move |connection: &mut DatabaseConnection| pending_question(connection, &code_hash, clock::now());
    input.state.database.quick(reading).await?.ok_or_else(Problem::not_found)
}

/// Returns the question of a pending code.
fn pending_question(
    connection: &mut DatabaseConnection,
    code_hash: &str,
    now: Timestamp,
) -> Result<Option<PersonCodeInquiry>, Problem> {
    let found = person_code::table
        .find(code_hash)
        .filter(person_code::state.eq(PENDING))
        .filter(person_code::expires_at.gt(now.0))
        .select((person_code::kind, person_code::measurement_id, person_code::created_at, person_code::expires_at))
        .first::<(String, i64, i64, i64)>(connection)
        .optional()?;
    let Some((kind, measurement_id, created_at, expires_at)) = found else { return Ok(None) };
    let kind = KindOfMeasurements::parse(&kind).ok_or_else(|| Problem::internal("a code of an unknown kind"))?;
    let measured = measurement::table
        .left_join(company::table)
        .filter(measurement::measurement_id.eq(measurement_id))
        .select((measurement::measured_at, measurement::measured_at_offset, company::name.nullable()))
        .first::<(i64, i32, Option<String>)>(connection)
        .optional()?;
    Ok(measured.map(|(measured_at, offset, company_name)| PersonCodeInquiry {
        company_name,
        kind,
        measured_at: Timestamp(measured_at),
        measured_at_offset: offset.into(),
        requested_at: Timestamp(created_at),
        expires_at: Timestamp(expires_at),
    }))
}

async fn answer(input: Input<AnswerPersonCode>) -> Result<Done, Problem> {
    let caller = input.caller()?;
    let code_hash = input.state.keys.stored(&input.body.qr_code);
    let state = if input.body.approved { AGREED } else { DECLINED };
    let writing = move |connection: &mut DatabaseConnection| store_answer(connection, &code_hash, &caller, state);
    if input.state.database.write(writing).await? { Ok(Done {}) } else { Err(Problem::not_found()) }
}

/// Answers a pending code. Returns whether it did, or whether this account has already given the same answer, because a
/// client repeats an answer whose response was lost.
fn store_answer(
    connection: &mut DatabaseConnection,
    code_hash: &str,
    caller: &Caller,
    state: &'static str,
) -> Result<bool, Problem> {
    let (account_id, now) = (caller.account_id, clock::now());
    // Callers are cached, so a session that has just ended must be checked here.
    if !sessions::hold(connection, account_id)? || !sessions::is_live(connection, caller.session_id, now)? {
        return Err(Problem::new(ErrorCode::Unauthenticated));
    }
    let changed = diesel::update(person_code::table.find(code_hash))
        .filter(person_code::state.eq(PENDING))
        .filter(person_code::expires_at.gt(now.0))
        .set((person_code::state.eq(state), person_code::answered_by.eq(account_id)))
        .execute(connection)?;
    if changed == 1 {
        return Ok(true);
    }
    let repeated = person_code::table
        .find(code_hash)
        .filter(person_code::state.eq(state))
        .filter(person_code::answered_by.eq(account_id))
        .filter(person_code::expires_at.gt(now.0))
        .select(person_code::code_hash)
        .first::<String>(connection)
        .optional()?;
    Ok(repeated.is_some())
}

/// Deletes expired codes.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete_old(connection: &mut DatabaseConnection, now: Timestamp) -> Result<(), Problem> {
    diesel::delete(person_code::table.filter(person_code::expires_at.lt(now.0))).execute(connection)?;
    Ok(())
}
