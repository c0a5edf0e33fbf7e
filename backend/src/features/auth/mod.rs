//! Signing in and out: tokens by password, by a confirmed QR code, by the previous refresh token.

use crate::{
    auth::{
        attempts, password, session_key,
        sessions::{self, Exchange},
        tokens::token_hash,
    },
    clock,
    db::schema::account,
    features::qr_codes,
    http::mount::{Api, Input},
    problem::Problem,
    state::State,
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use std::time::Duration;
use tokio::time::Instant;
use uno_core::{
    contract::{
        auth::{ConfirmPassword, CreateToken, GrantType, SignOut, TokenPair},
        error::ErrorCode,
        page::Done,
        qr_codes::QrCodeStatus,
    },
    domain::{access::Authority, text::search_key},
};

/// A refused sign-in is answered no sooner than this: the time says nothing about the account, and
/// whoever tries passwords in a row is slowed down without costing the server anything.
const REFUSAL_TIME: Duration = Duration::from_millis(400);

/// Mounts the endpoints.
pub fn mount(api: &mut Api, state: &State) {
    api.on::<CreateToken>(state, create_token);
    api.on::<ConfirmPassword>(state, confirm_password);
    api.on::<SignOut>(state, sign_out);
}

async fn create_token(input: Input<CreateToken>) -> Result<TokenPair, Problem> {
    if input.body.public_key.as_deref().is_some_and(|key| !session_key::is_public_key(key)) {
        return Err(Problem::invalid_field("publicKey", "format"));
    }
    match input.body.grant_type {
        GrantType::Password => by_password(input).await,
        GrantType::QrCode => by_qr_code(input).await,
        GrantType::RefreshToken => by_refresh_token(input).await,
    }
}

async fn by_password(input: Input<CreateToken>) -> Result<TokenPair, Problem> {
    let refused_at = Instant::now() + REFUSAL_TIME;
    let answer = check_and_start(input).await;
    if answer.is_err() {
        tokio::time::sleep_until(refused_at).await;
    }
    answer
}

async fn check_and_start(input: Input<CreateToken>) -> Result<TokenPair, Problem> {
    let Input { state, address, body, .. } = input;
    let login_key = search_key(&body.login_id.unwrap_or_default());
    let given = body.password.unwrap_or_default();
    let (key, from) = (login_key.clone(), address.clone());
    state.database.quick(move |connection| attempts::check(connection, &key, &from, clock::now())).await?;
    let (key, from) = (login_key.clone(), address.clone());
    let known = state
        .database
        .write(move |connection| {
            attempts::begin(connection, &key, &from, clock::now())?;
            Ok(account::table
                .filter(account::login_key.eq(&key))
                .filter(account::disabled_at.is_null())
                .select((account::account_id, account::authority, account::password_hash))
                .first::<(i64, String, String)>(connection)
                .optional()?)
        })
        .await?;
    let hash = known.as_ref().map(|(_, _, hash)| hash.clone());
    let matches = password::verify(given, hash).await?;
    let Some((account_id, authority, _)) = known.filter(|_| matches) else {
        return Err(Problem::new(ErrorCode::PasswordMismatch));
    };
    let authority = Authority::parse(&authority).ok_or_else(|| Problem::internal("unknown authority"))?;
    let keys = state.keys.clone();
    state
        .database
        .write(move |connection| {
            attempts::succeed(connection, &login_key, &address)?;
            sessions::start(connection, &keys, account_id, authority, body.public_key.as_deref(), clock::now())
        })
        .await
}

async fn by_qr_code(input: Input<CreateToken>) -> Result<TokenPair, Problem> {
    let refused = || Problem::new(ErrorCode::QrCodeInvalid);
    let browser_hash = qr_codes::browser_hash(&input).ok_or_else(refused)?;
    let Input { state, body, .. } = input;
    let code_hash = token_hash(&body.qr_code.unwrap_or_default());
    let (code, browser) = (code_hash.clone(), browser_hash.clone());
    // What cannot be claimed costs no writing.
    let status =
        state.database.quick(move |connection| qr_codes::store::status(connection, &code, &browser, clock::now()));
    if status.await? != QrCodeStatus::Success {
        return Err(refused());
    }
    let keys = state.keys.clone();
    let pair = state
        .database
        .write(move |connection| {
            let now = clock::now();
            match qr_codes::store::claim(connection, &code_hash, &browser_hash, now)? {
                Some(account_id) => {
                    let key = body.public_key.as_deref();
                    sessions::start(connection, &keys, account_id, Authority::Member, key, now).map(Some)
                }
                // The code is used up all the same: that must be kept.
                None => Ok(None),
            }
        })
        .await?;
    pair.ok_or_else(refused)
}

async fn by_refresh_token(input: Input<CreateToken>) -> Result<TokenPair, Problem> {
    let Input { state, body, .. } = input;
    let token = body.refresh_token.unwrap_or_default();
    let presented = token.clone();
    let known = state.database.quick(move |connection| sessions::key_of(connection, &presented)).await?;
    let Some(key) = known else { return Err(sessions::refused()) };
    // Without its proof the token stays good for the browser that has the key.
    if key.is_some_and(|key| !session_key::proves(&key, &token, body.proof.as_deref().unwrap_or_default())) {
        return Err(sessions::refused());
    }
    let keys = state.keys.clone();
    let exchange =
        state.database.write(move |connection| sessions::renew(connection, &keys, &token, clock::now())).await?;
    match exchange {
        Exchange::Renewed(pair) => Ok(*pair),
        Exchange::Refused => Err(sessions::refused()),
    }
}

async fn confirm_password(input: Input<ConfirmPassword>) -> Result<Done, Problem> {
    let refused_at = Instant::now() + REFUSAL_TIME;
    let caller = input.caller()?;
    let answer = check_own_password(&input.state, &caller, &input.address, input.body.password).await;
    if answer.is_err() {
        tokio::time::sleep_until(refused_at).await;
    }
    answer.map(|()| Done {})
}

/// Whether the caller knows the password of the account; counted like a sign-in.
///
/// # Errors
/// [`ErrorCode::PasswordMismatch`], or "too many".
pub async fn check_own_password(
    state: &State,
    caller: &crate::access::caller::Caller,
    address: &str,
    given: String,
) -> Result<(), Problem> {
    let (account_id, key, from) = (caller.account_id, search_key(&caller.login_id), address.to_owned());
    let (login_key, origin) = (key.clone(), from.clone());
    let hash = state
        .database
        .write(move |connection| {
            attempts::begin(connection, &key, &from, clock::now())?;
            Ok(account::table.find(account_id).select(account::password_hash).first::<String>(connection)?)
        })
        .await?;
    if !password::verify(given, Some(hash)).await? {
        return Err(Problem::new(ErrorCode::PasswordMismatch));
    }
    state.database.write(move |connection| attempts::succeed(connection, &login_key, &origin)).await
}

async fn sign_out(input: Input<SignOut>) -> Result<Done, Problem> {
    let session_id = input.caller()?.session_id;
    input.state.database.write(move |connection| sessions::end(connection, session_id, clock::now())).await?;
    input.state.callers.forget(session_id);
    Ok(Done {})
}
