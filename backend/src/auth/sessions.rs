//! Sessions: families of refresh tokens, each exchanged once.

use super::tokens::{Keys, REFRESH_MILLISECONDS, random_token, token_hash};
use crate::{
    db::{
        DatabaseConnection,
        schema::{account, refresh_token, session},
    },
    problem::Problem,
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use uno_core::{
    contract::{
        auth::{Token, TokenPair},
        error::ErrorCode,
    },
    domain::{access::Authority, time::Timestamp},
};

/// How long the token before the present one is still honoured: an answer may get lost on the way,
/// and several tabs or instances may renew at once.
const GRACE_MILLISECONDS: i64 = 10_000;

/// Starts a session, bound to a key where one is given.
///
/// # Errors
/// When the database fails.
pub fn start(
    connection: &mut DatabaseConnection,
    keys: &Keys,
    account_id: i64,
    authority: Authority,
    public_key: Option<&str>,
    now: Timestamp,
) -> Result<TokenPair, Problem> {
    let expires_at = now.plus_milliseconds(REFRESH_MILLISECONDS);
    let values = (
        session::account_id.eq(account_id),
        session::generation.eq(0),
        session::rotated_at.eq(now.0),
        session::expires_at.eq(expires_at.0),
        session::created_at.eq(now.0),
        session::public_key.eq(public_key),
    );
    let session_id: i64 =
        diesel::insert_into(session::table).values(values).returning(session::session_id).get_result(connection)?;
    let token = random_token()?;
    keep(connection, &token, session_id, 0)?;
    Ok(TokenPair {
        access_token: keys.access_token(account_id, session_id, authority, now)?,
        refresh_token: Token { token, expires_at },
    })
}

fn keep(connection: &mut DatabaseConnection, token: &str, session_id: i64, generation: i64) -> Result<(), Problem> {
    diesel::insert_into(refresh_token::table)
        .values((
            refresh_token::token_hash.eq(token_hash(token)),
            refresh_token::session_id.eq(session_id),
            refresh_token::generation.eq(generation),
        ))
        .execute(connection)?;
    Ok(())
}

/// The key that the session of a refresh token is bound to, if the token was ever given out and the
/// session to a key: what was not costs no writing, and what is not proved neither.
///
/// # Errors
/// When the database fails.
pub fn key_of(connection: &mut DatabaseConnection, token: &str) -> Result<Option<Option<String>>, Problem> {
    Ok(refresh_token::table
        .inner_join(session::table)
        .filter(refresh_token::token_hash.eq(token_hash(token)))
        .select(session::public_key)
        .first(connection)
        .optional()?)
}

/// What became of an exchange. A reused token is no error of the transaction: that the family is
/// revoked must be kept.
pub enum Exchange {
    /// The next pair.
    Renewed(Box<TokenPair>),
    /// The token was unknown, expired, revoked or used before.
    Refused,
}

/// Exchanges a refresh token for the next pair; an old token ends the whole family.
///
/// # Errors
/// When the database fails.
pub fn renew(
    connection: &mut DatabaseConnection,
    keys: &Keys,
    token: &str,
    now: Timestamp,
) -> Result<Exchange, Problem> {
    let known = refresh_token::table
        .inner_join(session::table.inner_join(account::table))
        .filter(refresh_token::token_hash.eq(token_hash(token)))
        .select((
            refresh_token::generation,
            session::session_id,
            session::generation,
            session::rotated_at,
            session::expires_at,
            session::revoked_at,
            account::account_id,
            account::authority,
            account::disabled_at,
        ))
        .first::<(i64, i64, i64, i64, i64, Option<i64>, i64, String, Option<i64>)>(connection)
        .optional()?;
    let Some((
        presented,
        session_id,
        generation,
        rotated_at,
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
    let new_end = now.plus_milliseconds(REFRESH_MILLISECONDS);
    if presented == generation {
        let rotated = diesel::update(session::table.find(session_id))
            .filter(session::generation.eq(generation))
            .filter(session::revoked_at.is_null())
            .set((
                session::generation.eq(generation + 1),
                session::rotated_at.eq(now.0),
                session::expires_at.eq(new_end.0),
            ))
            .execute(connection)?;
        // Nobody rotated in between: the successor is new. Otherwise it has been kept already.
        if rotated == 1 {
            keep(connection, &next, session_id, generation + 1)?;
        }
    } else if presented + 1 != generation || now.0 - rotated_at > GRACE_MILLISECONDS {
        end(connection, session_id, now)?;
        tracing::warn!(session_id, account_id, "a refresh token was used again: the session is ended");
        return Ok(Exchange::Refused);
    }
    Ok(Exchange::Renewed(Box::new(TokenPair {
        access_token: keys.access_token(account_id, session_id, authority, now)?,
        refresh_token: Token { token: next, expires_at: new_end },
    })))
}

/// Ends a session.
///
/// # Errors
/// When the database fails.
pub fn end(connection: &mut DatabaseConnection, session_id: i64, now: Timestamp) -> Result<(), Problem> {
    diesel::update(session::table.find(session_id))
        .filter(session::revoked_at.is_null())
        .set(session::revoked_at.eq(now.0))
        .execute(connection)?;
    Ok(())
}

/// Ends every session of an account but one.
///
/// # Errors
/// When the database fails.
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
    Ok(())
}

/// Removes sessions that have ended, with their tokens.
///
/// # Errors
/// When the database fails.
pub fn forget_old(connection: &mut DatabaseConnection, now: Timestamp) -> Result<(), Problem> {
    diesel::delete(session::table.filter(session::expires_at.lt(now.0))).execute(connection)?;
    Ok(())
}

/// The error of an exchange that was refused.
#[must_use]
pub fn refused() -> Problem {
    Problem::new(ErrorCode::RefreshTokenInvalid)
}
