//! Sessions: families of refresh tokens, each of which is exchanged once.
//!
//! A session counts as used when it starts and when it is renewed; with a renewal the browser reports how long the
//! user was idle. So every instance sees the use, and no other request has to write anything.

use super::{
    accounts,
    tokens::{Keys, random_token},
};
use crate::{
    clock,
    db::{
        DatabaseConnection,
        schema::{account, qr_code, refresh_token, session},
    },
    problem::Problem,
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use uno_core::{
    contract::{
        account_sessions::{AccountSession, SessionId},
        error::ErrorCode,
        sign_in::{Token, TokenPair},
    },
    domain::{
        access::Authority,
        time::{DAY_MILLISECONDS, Timestamp},
    },
};

/// How long the previous token remains valid: a response may get lost, and several tabs or instances may renew at
/// once.
const GRACE_MILLISECONDS: i64 = 10_000;

/// How long an unused session of a member lasts.
const MEMBER_IDLE_MILLISECONDS: i64 = 14 * DAY_MILLISECONDS;
/// Maximum number of sessions per account; a further one ends the oldest.
const MAX_OF_ACCOUNT: i64 = 10;
/// State of a QR code that a member has confirmed and no browser has claimed.
pub const CODE_CONFIRMED: &str = "CONFIRMED";
/// State of a QR code that the member has declined or revoked.
pub const CODE_DECLINED: &str = "DECLINED";

/// Lifetimes of staff sessions in milliseconds.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Maximum lifetime.
    pub total: i64,
    /// Maximum time without use.
    pub idle: i64,
}

impl Default for Limits {
    fn default() -> Self {
        Self::of(12, 30)
    }
}

impl Limits {
    /// Creates limits from hours of lifetime and minutes without use.
    #[must_use]
    pub fn of(hours: i64, idle_minutes: i64) -> Self {
        Self { total: hours * 3_600_000, idle: idle_minutes * 60_000 }
    }

    /// Returns when a session ends if it is not used again.
    fn end(self, authority: Authority, created_at: i64, used_at: i64) -> Timestamp {
        Timestamp(match authority {
            Authority::Member => used_at + MEMBER_IDLE_MILLISECONDS,
            _ => (used_at + self.idle).min(created_at + self.total),
        })
    }
}

/// A session to be started.
pub struct NewSession<'a> {
    /// Id of the account.
    pub account_id: i64,
    /// The account's authority.
    pub authority: Authority,
    /// The public key that the session is bound to.
    pub public_key: Option<&'a str>,
    /// Origin of the sign-in.
    pub origin: &'a Origin,
}

/// The origin of a sign-in.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// IP address.
    pub address: String,
    /// The browser's user agent, truncated.
    pub browser: String,
}

impl Origin {
    /// Maximum length of a stored user agent.
    const MAX_BROWSER: usize = 300;

    /// Returns the origin of a request.
    #[must_use]
    pub fn of(address: &str, browser: Option<&str>) -> Self {
        let browser = browser.unwrap_or_default().chars().take(Self::MAX_BROWSER).collect();
        Self { address: address.into(), browser }
    }
}

/// Locks an account for the rest of the transaction, which serialises starting sessions, confirming and claiming
/// codes, and changing passwords. Returns whether the account may sign in.
///
/// # Errors
/// Returns an error if the database fails.
pub fn hold(connection: &mut DatabaseConnection, account_id: i64) -> Result<bool, Problem> {
    accounts::hold(connection, account_id)?;
    let active = account::table.find(account_id).filter(account::disabled_at.is_null());
    Ok(active.select(account::account_id).first::<i64>(connection).optional()?.is_some())
}

/// Locks an account; returns whether it may sign in and its password hash is still `verified`.
///
/// # Errors
/// Returns an error if the database fails.
pub fn hold_with_password(
    connection: &mut DatabaseConnection,
    account_id: i64,
    verified: &str,
) -> Result<bool, Problem> {
    if !hold(connection, account_id)? {
        return Ok(false);
    }
    let present = account::table.find(account_id).select(account::password_hash).first::<String>(connection)?;
    Ok(present == verified)
}

/// Starts a session of a locked account; ends the oldest if there are too many.
///
/// # Errors
/// Returns an error if the database fails.
pub fn start(
    connection: &mut DatabaseConnection,
    keys: &Keys,
    limits: Limits,
    new: &NewSession<'_>,
    now: Timestamp,
) -> Result<TokenPair, Problem> {
    let NewSession { account_id, authority, public_key, origin } = *new;
    let non_empty = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    let expires_at = limits.end(authority, now.0, now.0);
    let values = (
        session::account_id.eq(account_id),
        session::generation.eq(0),
        session::rotated_at.eq(now.0),
        session::used_at.eq(now.0),
        session::expires_at.eq(expires_at.0),
        session::created_at.eq(now.0),
        session::public_key.eq(public_key),
        session::address.eq(non_empty(&origin.address)),
        session::browser.eq(non_empty(&origin.browser)),
    );
    let session_id: i64 =
        diesel::insert_into(session::table).values(values).returning(session::session_id).get_result(connection)?;
    let oldest = session::table
        .filter(session::account_id.eq(account_id))
        .filter(session::revoked_at.is_null())
        .filter(session::expires_at.gt(now.0))
        .order(session::session_id.desc())
        .offset(MAX_OF_ACCOUNT)
        .limit(i64::MAX)
        .select(session::session_id)
        .load::<i64>(connection)?;
    for one in oldest {
        end(connection, one, now)?;
    }
    let token = random_token()?;
    keep(connection, keys, &token, session_id, 0)?;
    Ok(TokenPair {
        access_token: keys.access_token(account_id, session_id, authority, expires_at, now)?,
        refresh_token: Token { token, expires_at },
    })
}

/// Returns whether a session is neither expired nor revoked.
///
/// # Errors
/// Returns an error if the database fails.
pub fn is_live(connection: &mut DatabaseConnection, session_id: i64, now: Timestamp) -> Result<bool, Problem> {
    let live = session::table
        .find(session_id)
        .filter(session::revoked_at.is_null())
        .filter(session::expires_at.gt(now.0))
        .select(session::session_id)
        .first::<i64>(connection)
        .optional()?;
    Ok(live.is_some())
}

/// Locks an account whose session must still be live. Callers are cached for a while, and one that has just been
/// signed out must not change anything.
///
/// # Errors
/// Returns [`ErrorCode::Unauthenticated`].
pub fn hold_live(
    connection: &mut DatabaseConnection,
    account_id: i64,
    session_id: i64,
    now: Timestamp,
) -> Result<(), Problem> {
    let is_there = hold(connection, account_id)? && is_live(connection, session_id, now)?;
    is_there.then_some(()).ok_or_else(|| Problem::new(ErrorCode::Unauthenticated))
}

fn keep(
    connection: &mut DatabaseConnection,
    keys: &Keys,
    token: &str,
    session_id: i64,
    generation: i64,
) -> Result<(), Problem> {
    diesel::insert_into(refresh_token::table)
        .values((
            refresh_token::token_hash.eq(keys.stored(token)),
            refresh_token::session_id.eq(session_id),
            refresh_token::generation.eq(generation),
        ))
        .execute(connection)?;
    Ok(())
}

/// Returns the key that the session of a refresh token is bound to: `None` if the token was never issued,
/// `Some(None)` if the session has no key. It only reads, so unknown tokens and failed proofs cause no writes.
///
/// # Errors
/// Returns an error if the database fails.
pub fn key_of(
    connection: &mut DatabaseConnection,
    keys: &Keys,
    token: &str,
) -> Result<Option<Option<String>>, Problem> {
    Ok(refresh_token::table
        .inner_join(session::table)
        .filter(refresh_token::token_hash.eq(keys.stored(token)))
        .select(session::public_key)
        .first(connection)
        .optional()?)
}

/// The outcome of an exchange. A reused token is not an error of the transaction, because the revocation of its
/// family must be committed.
pub enum Exchange {
    /// The next pair of tokens.
    Renewed(Box<TokenPair>),
    /// The token was unknown, expired, revoked or already used.
    Refused,
}

/// Exchanges a refresh token for the next pair; reuse of an old token ends the whole family. `idle` is the time in
/// milliseconds since the user was last active.
///
/// # Errors
/// Returns an error if the database fails.
pub fn renew(
    connection: &mut DatabaseConnection,
    keys: &Keys,
    limits: Limits,
    token: &str,
    idle: i64,
    now: Timestamp,
) -> Result<Exchange, Problem> {
    let known = refresh_token::table
        .inner_join(session::table.inner_join(account::table))
        .filter(refresh_token::token_hash.eq(keys.stored(token)))
        .select((
            refresh_token::generation,
            session::session_id,
            session::generation,
            session::rotated_at,
            session::created_at,
            session::used_at,
            session::expires_at,
            session::revoked_at,
            account::account_id,
            account::authority,
            account::disabled_at,
        ))
        .first::<(i64, i64, i64, i64, i64, i64, i64, Option<i64>, i64, String, Option<i64>)>(connection)
        .optional()?;
    let Some((
        presented,
        session_id,
        generation,
        rotated_at,
        created_at,
        used_before,
        expires_at,
        revoked_at,
        account_id,
        authority,
        disabled_at,
    )) = known
    else {
        return Ok(Exchange::Refused);
    };
    if revoked_at.is_some() || disabled_at.is_some() || expires_at <= now.0 {
        return Ok(Exchange::Refused);
    }
    let authority = Authority::parse(&authority).ok_or_else(|| Problem::internal("unknown authority"))?;
    let next = keys.successor(token);
    // Another tab may have reported a later use; a clock that was set back must not put it into the future.
    let used_at = used_before.max(now.0.saturating_sub(idle)).min(now.0);
    let repeated = presented != generation;
    let end_at = if repeated { Timestamp(expires_at) } else { limits.end(authority, created_at, used_at) };
    if end_at <= now {
        return Ok(Exchange::Refused);
    }
    if !repeated {
        let rotated = diesel::update(session::table.find(session_id))
            .filter(session::generation.eq(generation))
            .filter(session::revoked_at.is_null())
            .set((
                session::generation.eq(generation + 1),
                session::rotated_at.eq(now.0),
                session::used_at.eq(used_at),
                session::expires_at.eq(end_at.0),
            ))
            .execute(connection)?;
        // Nobody has rotated concurrently, so the successor is new. Otherwise a concurrent exchange has stored it, or
        // the session was ended, which makes both tokens worthless.
        if rotated == 1 {
            keep(connection, keys, &next, session_id, generation + 1)?;
        }
    } else if presented + 1 != generation || now.0 - rotated_at > GRACE_MILLISECONDS {
        end(connection, session_id, now)?;
        tracing::warn!(session_id, account_id, "a refresh token was used again: the session is ended");
        return Ok(Exchange::Refused);
    }
    Ok(Exchange::Renewed(Box::new(TokenPair {
        access_token: keys.access_token(account_id, session_id, authority, end_at, now)?,
        refresh_token: Token { token: next, expires_at: end_at },
    })))
}

/// Ends a session.
///
/// # Errors
/// Returns an error if the database fails.
pub fn end(connection: &mut DatabaseConnection, session_id: i64, now: Timestamp) -> Result<(), Problem> {
    diesel::update(session::table.find(session_id))
        .filter(session::revoked_at.is_null())
        .set(session::revoked_at.eq(now.0))
        .execute(connection)?;
    Ok(())
}

type Row = (SessionId, Timestamp, Timestamp, Timestamp, Option<String>, Option<String>);

/// Returns the open sessions of an account, last used first; `asking` is the id of the caller's session.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(connection: &mut DatabaseConnection, account_id: i64, asking: i64) -> Result<Vec<AccountSession>, Problem> {
    let rows = session::table
        .filter(session::account_id.eq(account_id))
        .filter(session::revoked_at.is_null())
        .filter(session::expires_at.gt(clock::now().0))
        .order((session::used_at.desc(), session::session_id.desc()))
        .select((
            session::session_id,
            session::created_at,
            session::used_at,
            session::expires_at,
            session::address,
            session::browser,
        ))
        .load::<Row>(connection)?;
    let shown = |(session_id, created_at, used_at, expires_at, address, browser): Row| {
        let is_current = session_id.0 == asking;
        AccountSession { session_id, created_at, used_at, expires_at, address, browser, is_current }
    };
    Ok(rows.into_iter().map(shown).collect())
}

/// Ends a session of an account, and revokes all codes that the account has confirmed, since the confirming session
/// is not known.
///
/// # Errors
/// Returns "not found" if it is another account's session.
pub fn end_of(
    connection: &mut DatabaseConnection,
    account_id: i64,
    session_id: SessionId,
    now: Timestamp,
) -> Result<(), Problem> {
    let of_account = session::table.find(session_id).filter(session::account_id.eq(account_id));
    if of_account.count().get_result::<i64>(connection)? == 0 {
        return Err(Problem::not_found());
    }
    end(connection, session_id.0, now)?;
    void_codes(connection, account_id)
}

/// Ends all sessions of an account but one, and revokes the codes that the account has confirmed, which would start
/// another session.
///
/// # Errors
/// Returns an error if the database fails.
pub fn end_others(
    connection: &mut DatabaseConnection,
    account_id: i64,
    kept: i64,
    now: Timestamp,
) -> Result<(), Problem> {
    diesel::update(session::table)
        .filter(session::account_id.eq(account_id))
        .filter(session::session_id.ne(kept))
        .filter(session::revoked_at.is_null())
        .set(session::revoked_at.eq(now.0))
        .execute(connection)?;
    void_codes(connection, account_id)
}

/// Revokes the codes that an account has confirmed and no browser has claimed yet.
fn void_codes(connection: &mut DatabaseConnection, account_id: i64) -> Result<(), Problem> {
    diesel::update(qr_code::table)
        .filter(qr_code::account_id.eq(account_id))
        .filter(qr_code::state.eq(CODE_CONFIRMED))
        .set(qr_code::state.eq(CODE_DECLINED))
        .execute(connection)?;
    Ok(())
}

/// Ends all sessions of an account.
///
/// # Errors
/// Returns an error if the database fails.
pub fn end_all(connection: &mut DatabaseConnection, account_id: i64, now: Timestamp) -> Result<(), Problem> {
    // No session has this id.
    end_others(connection, account_id, 0, now)
}

/// Deletes expired sessions with their tokens. Revoked ones are kept until they would have expired.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete_old(connection: &mut DatabaseConnection, now: Timestamp) -> Result<(), Problem> {
    diesel::delete(session::table.filter(session::expires_at.lt(now.0))).execute(connection)?;
    Ok(())
}

/// Returns the error for a refused exchange.
#[must_use]
pub fn refused() -> Problem {
    Problem::new(ErrorCode::RefreshTokenInvalid)
}
