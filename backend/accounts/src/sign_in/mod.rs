//! Sign-in and sign-out: tokens by password, by a confirmed QR code, or by the previous refresh token.

use crate::qr_codes;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::caller::Caller,
    auth::{
        accounts,
        attempts::{Attempt, Counted},
        dormancy,
        known_devices::{self, KnownDevice},
        login_id, password, session_key,
        sessions::{self, Exchange, NewSession, Origin},
        sign_in_log,
        two_steps::{self, Step},
    },
    clock,
    db::{DatabaseConnection, schema::account},
    http::{
        mount::{Api, Input},
        respond::SetCookie,
    },
    problem::Problem,
    records::revisions::{self, Author},
    state::State,
};
use std::time::Duration;
use tokio::time::Instant;
use uno_core::{
    contract::{
        error::ErrorCode,
        page::Done,
        qr_codes::QrCodeStatus,
        revisions::RevisionAction,
        sign_in::{ConfirmPassword, CreateToken, GrantType, SignOut, TokenPair},
        validation::{LOGIN_ID_LENGTHS, Violation},
    },
    domain::access::Authority,
};

/// Minimum response time of a refused sign-in. It hides from timing whether the account exists, and slows down guessing
/// at no cost to the server.
const REFUSAL_TIME: Duration = Duration::from_millis(400);

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on_with_cookie::<CreateToken>(create_token);
    api.on::<ConfirmPassword>(confirm_password);
    api.on::<SignOut>(sign_out);
}

async fn create_token(input: Input<CreateToken>) -> Result<(TokenPair, Option<SetCookie>), Problem> {
    if input.body.public_key.as_deref().is_some_and(|key| !session_key::is_public_key(key)) {
        return Err(Problem::invalid_field("publicKey", "format"));
    }
    match input.body.grant_type {
        GrantType::Password | GrantType::IdPassword => {
            by_password(input).await.map(|(pair, cookie)| (pair, Some(cookie)))
        }
        GrantType::QrCode | GrantType::QrCodeInCapitals => by_qr_code(input).await.map(|pair| (pair, None)),
        GrantType::RefreshToken | GrantType::Refresh => by_refresh_token(input).await.map(|pair| (pair, None)),
    }
}

async fn by_password(input: Input<CreateToken>) -> Result<(TokenPair, SetCookie), Problem> {
    delay_refusal(check_and_start(input)).await
}

/// Returns the answer, delaying a refusal until `REFUSAL_TIME` has passed.
///
/// # Errors
/// Returns the error of the answer.
pub async fn delay_refusal<T>(answer: impl Future<Output = Result<T, Problem>>) -> Result<T, Problem> {
    let refused_at = Instant::now() + REFUSAL_TIME;
    let answer = answer.await;
    if answer.is_err() {
        tokio::time::sleep_until(refused_at).await;
    }
    answer
}

async fn check_and_start(input: Input<CreateToken>) -> Result<(TokenPair, SetCookie), Problem> {
    let device = KnownDevice::of(input.cookie(known_devices::COOKIE).as_deref());
    let origin = Origin::of(&input.address, input.header("user-agent"));
    let Input { state, address, body, .. } = input;
    let login_id = body.login_id.unwrap_or_default();
    check_length(&state, &login_id).await?;
    let (known_device, keys, typed) = (device.clone(), state.keys.clone(), login_id.clone());
    let (attempt, device_number) = state
        .database
        .quick(move |connection| {
            let now = clock::now();
            let known = account_of(connection, &typed)?;
            let number = known.and_then(|(known, _)| known_device.number_for(&keys, known.account_id, now));
            let attempt = Attempt::at_password(&keys, &login_id::key(&typed), &address, number.as_deref());
            attempt.check(connection, now)?;
            Ok((attempt, number))
        })
        .await?;
    let given = body.password.unwrap_or_default();
    let login_keys = login_id::stored_keys(&login_id);
    let tried = try_password(&state, attempt, given, move |connection| account_of(connection, &login_id)).await;
    if tried.as_ref().is_err_and(|problem| problem.code == ErrorCode::PasswordMismatch) {
        let origin = origin.clone();
        note(&state, move |connection| sign_in_log::failed(connection, &login_keys, &origin));
    }
    let ((known, verified), counted) = tried?;
    let account_id = known.account_id;
    if known.is_suspended {
        // The response is the same as for a wrong password, and the attempt stays counted as one.
        note(&state, move |connection| sign_in_log::suspended(connection, account_id, &origin));
        return Err(Problem::new(ErrorCode::PasswordMismatch));
    }
    let authority = Authority::parse(&known.authority).ok_or_else(|| Problem::internal("unknown authority"))?;
    let known = device.signed_in(&state.keys, account_id, clock::now())?;
    let cookie = SetCookie::for_browser(known_devices::COOKIE, &known, known_devices::KNOWN_MILLISECONDS / 1000);
    let (keys, limits) = (state.keys.clone(), state.settings.sessions);
    let pair = state
        .database
        .write(move |connection| {
            // Verification took time: the password may have been changed meanwhile.
            if !sessions::hold_with_password(connection, account_id, &verified)? {
                return Err(Problem::new(ErrorCode::PasswordMismatch));
            }
            let step = (account_id, device_number.as_deref());
            let step = two_steps::pass(connection, &keys, step, body.one_time_code.as_deref(), clock::now())?;
            match step {
                Step::NotSetUp | Step::Passed | Step::Recovered => {}
                // Only this attempt is uncounted. Earlier failures stay counted, so that guessing gains no further
                // attempts.
                Step::Needed => {
                    counted.take_back(connection)?;
                    return Ok(Err(ErrorCode::OneTimeCodeRequired));
                }
                Step::Refused => {
                    sign_in_log::wrong_code(connection, account_id, &origin)?;
                    return Ok(Err(ErrorCode::OneTimeCodeMismatch));
                }
            }
            // Reported only to callers who know the password.
            if body.wake_up != Some(true) && dormancy::is_dormant(connection, account_id)? {
                counted.take_back(connection)?;
                return Ok(Err(ErrorCode::Dormant));
            }
            counted.succeed(connection)?;
            if let Some((user_id, name)) = dormancy::note_use(connection, account_id, clock::now())? {
                let (author, change) = (Author::member(account_id, &name), dormancy::change(false));
                let resource = dormancy::RESOURCE;
                revisions::record(connection, &author, resource, user_id, RevisionAction::Update, &[change])?;
            }
            if step == Step::Recovered {
                sign_in_log::recovered(connection, account_id, &origin)?;
            } else {
                sign_in_log::succeeded(connection, account_id, &origin)?;
            }
            let new = NewSession { account_id, authority, public_key: body.public_key.as_deref(), origin: &origin };
            sessions::start(connection, &keys, limits, &new, clock::now()).map(Ok)
        })
        .await?;
    // The counters must be committed, so a refused code is not an error of the transaction.
    let pair = pair.map_err(Problem::new)?;
    Ok((pair, cookie))
}

/// Records a failure in the account's sign-in history, if the account exists. Runs in the background, so that the
/// response time reveals nothing about the account.
fn note(state: &State, failure: impl FnOnce(&mut DatabaseConnection) -> Result<(), Problem> + Send + 'static) {
    let database = state.database.clone();
    drop(actix_web::rt::spawn(async move {
        if let Err(problem) = database.write(failure).await {
            tracing::warn!(cause = %problem, "a failed sign-in was not noted");
        }
    }));
}

/// Rejects an id longer than any account's, in both forms in which it is looked up: no password can be tried on it, and
/// the user should learn what is wrong.
async fn check_length(state: &State, login_id: &str) -> Result<(), Problem> {
    let characters = login_id::stored_keys(login_id).map(|key| key.chars().count()).into_iter().min().unwrap_or(0);
    if characters <= LOGIN_ID_LENGTHS.1 {
        return Ok(());
    }
    let longest = match state.longest_login_id.get() {
        Some(longest) => *longest,
        None => {
            let longest = state.database.read(accounts::longest_login_id).await?;
            *state.longest_login_id.get_or_init(|| longest)
        }
    };
    if characters > longest {
        return Err(Problem::invalid(vec![Violation::new("loginId", "tooLong").with("max", longest)]));
    }
    Ok(())
}

/// An account being signed in to.
struct SignInAccount {
    account_id: i64,
    authority: String,
    is_suspended: bool,
}

/// Returns the account of a sign-in id with its password hash. An active account takes precedence over a suspended one.
fn account_of(connection: &mut DatabaseConnection, login_id: &str) -> Result<Option<(SignInAccount, String)>, Problem> {
    let kept = login_id::stored_keys(login_id);
    let columns = (
        account::login_key,
        account::account_id,
        account::authority,
        account::disabled_at.is_not_null(),
        account::password_hash,
    );
    let mut found: Vec<(String, i64, String, bool, String)> =
        account::table.filter(account::login_key.eq_any(&kept)).select(columns).load(connection)?;
    found.sort_by_key(|(key, _, _, is_suspended, _)| (*is_suspended, kept.iter().position(|kept| kept == key)));
    let first = found.into_iter().next();
    Ok(first.map(|(_, account_id, authority, is_suspended, hash)| {
        (SignInAccount { account_id, authority, is_suspended }, hash)
    }))
}

/// Verifies a password when its turn in the queue comes; the attempt is counted beforehand. Returns the data read, with
/// the hash the password was compared with.
async fn try_password<T: Send + 'static>(
    state: &State,
    attempt: Attempt,
    given: String,
    read: impl FnOnce(&mut DatabaseConnection) -> Result<Option<(T, String)>, Problem> + Send + 'static,
) -> Result<((T, String), Counted), Problem> {
    let turn = state.turns.take(attempt.lane()).await?;
    let (known, counted) = state
        .database
        .write(move |connection| {
            let counted = attempt.begin(connection, clock::now())?;
            Ok((read(connection)?, counted))
        })
        .await?;
    let (known, hash) = known.unzip();
    let matches = password::verify(given, hash.clone()).await?;
    drop(turn);
    let known = known.zip(hash).filter(|_| matches).ok_or_else(|| Problem::new(ErrorCode::PasswordMismatch))?;
    Ok((known, counted))
}

async fn by_qr_code(input: Input<CreateToken>) -> Result<TokenPair, Problem> {
    let refused = || Problem::new(ErrorCode::QrCodeInvalid);
    let browser_hash = qr_codes::browser_hash(&input).ok_or_else(refused)?;
    let origin = Origin::of(&input.address, input.header("user-agent"));
    let Input { state, body, .. } = input;
    let code_hash = state.keys.stored(&body.qr_code.unwrap_or_default());
    let (code, browser) = (code_hash.clone(), browser_hash.clone());
    // A code that cannot be claimed must not cost a write.
    let status =
        state.database.quick(move |connection| qr_codes::store::status(connection, &code, &browser, clock::now()));
    if status.await? != QrCodeStatus::Success {
        return Err(refused());
    }
    let (keys, limits) = (state.keys.clone(), state.settings.sessions);
    let pair = state
        .database
        .write(move |connection| {
            let now = clock::now();
            match qr_codes::store::claim(connection, &code_hash, &browser_hash, now)? {
                // The session that confirmed the code has ended since.
                Some(account_id) if dormancy::is_dormant(connection, account_id)? => Ok(None),
                Some(account_id) => {
                    dormancy::note_use(connection, account_id, now)?;
                    let public_key = body.public_key.as_deref();
                    sign_in_log::succeeded(connection, account_id, &origin)?;
                    let new = NewSession { account_id, authority: Authority::Member, public_key, origin: &origin };
                    sessions::start(connection, &keys, limits, &new, now).map(Some)
                }
                // The code stays used up, so the transaction must commit.
                None => Ok(None),
            }
        })
        .await?;
    pair.ok_or_else(refused)
}

async fn by_refresh_token(input: Input<CreateToken>) -> Result<TokenPair, Problem> {
    let Input { state, body, .. } = input;
    let token = body.refresh_token.unwrap_or_default();
    let (keys, presented) = (state.keys.clone(), token.clone());
    let known = state.database.quick(move |connection| sessions::key_of(connection, &keys, &presented)).await?;
    let Some(key) = known else { return Err(sessions::refused()) };
    // Without the proof of the key, the token stays valid for the browser that has the key.
    if key.is_some_and(|key| !session_key::proves(&key, &token, body.proof.as_deref().unwrap_or_default())) {
        return Err(sessions::refused());
    }
    let (keys, limits) = (state.keys.clone(), state.settings.sessions);
    let idle = body.idle_seconds.unwrap_or(0) * 1000;
    let exchange = state
        .database
        .write(move |connection| sessions::renew(connection, &keys, limits, &token, idle, clock::now()))
        .await?;
    match exchange {
        Exchange::Renewed(pair) => Ok(*pair),
        Exchange::Refused => Err(sessions::refused()),
    }
}

async fn confirm_password(input: Input<ConfirmPassword>) -> Result<Done, Problem> {
    let caller = input.caller()?;
    let answer = check_own_password(&input.state, &caller, &input.address, input.body.password);
    delay_refusal(answer).await.map(|_| Done {})
}

/// Checks the password of the caller's own account. The session has a few failures of its own, like a known device;
/// after that, attempts count like sign-ins. Returns the hash the password was compared with.
///
/// # Errors
/// Returns [`ErrorCode::PasswordMismatch`], or "too many".
pub async fn check_own_password(
    state: &State,
    caller: &Caller,
    address: &str,
    given: String,
) -> Result<String, Problem> {
    let (account_id, session) = (caller.account_id, format!("session {}", caller.session_id));
    let attempt = Attempt::at_password(&state.keys, &login_id::key(&caller.login_id), address, Some(&session));
    let early = attempt.clone();
    state.database.quick(move |connection| early.check(connection, clock::now())).await?;
    let (((), hash), counted) = try_password(state, attempt, given, move |connection| {
        let hash = account::table.find(account_id).select(account::password_hash).first::<String>(connection)?;
        Ok(Some(((), hash)))
    })
    .await?;
    state.database.write(move |connection| counted.succeed(connection)).await?;
    Ok(hash)
}

async fn sign_out(input: Input<SignOut>) -> Result<Done, Problem> {
    let session_id = input.caller()?.session_id;
    input.state.database.write(move |connection| sessions::end(connection, session_id, clock::now())).await?;
    input.state.callers.forget(session_id);
    Ok(Done {})
}
