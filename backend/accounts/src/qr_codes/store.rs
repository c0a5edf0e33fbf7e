//! QR codes in the database, where every instance sees them. Each is answered once and used once.
//!
//! Each step is a single update that names the state it starts from, so exactly one of any number of concurrent callers
//! succeeds, on either database. Answering or claiming a code locks the account first, as a password change does, so
//! none of them can run between the parts of another.

use diesel::{ExpressionMethods, Insertable, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::caller::Caller,
    auth::sessions::{self, CODE_CONFIRMED as CONFIRMED, CODE_DECLINED as DECLINED},
    db::{
        DatabaseConnection,
        schema::{account, qr_code},
    },
    problem::Problem,
};
use uno_core::{
    contract::{
        error::ErrorCode,
        qr_codes::{QrCodeRequest, QrCodeStatus},
    },
    domain::{access::Authority, time::Timestamp},
};

const PENDING: &str = "PENDING";
const USED: &str = "USED";
/// Maximum number of valid codes per network: as many login pages of a site ask at once. Whoever asks need not be signed
/// in, and each code is a row.
const MAX_OF_NETWORK: i64 = 300;
/// Retry-after seconds for a network over the limit.
const PAUSE_SECONDS: i64 = 30;

/// A code to be stored.
#[derive(Insertable)]
#[diesel(table_name = qr_code)]
pub struct NewCode {
    /// Hash of the code.
    pub code_hash: String,
    /// Hash of the secret of the requesting browser.
    pub browser_hash: String,
    /// User agent of that browser.
    pub browser: String,
    /// Address of the request.
    pub address: String,
    /// The network of that address.
    pub network: String,
    /// Time of the request.
    pub created_at: i64,
    /// Expiry of the code.
    pub expires_at: i64,
}

/// Stores a code.
///
/// # Errors
/// Returns "too many" if the network has too many valid codes.
pub fn insert(connection: &mut DatabaseConnection, new: &NewCode) -> Result<(), Problem> {
    let too_many = qr_code::table
        .filter(qr_code::network.eq(&new.network))
        .filter(qr_code::expires_at.gt(new.created_at))
        .order(qr_code::expires_at)
        .select(qr_code::expires_at)
        .offset(MAX_OF_NETWORK - 1)
        .first::<i64>(connection)
        .optional()?;
    if too_many.is_some() {
        return Err(Problem::too_many(PAUSE_SECONDS));
    }
    diesel::insert_into(qr_code::table).values((new, qr_code::state.eq(PENDING))).execute(connection)?;
    Ok(())
}

/// Returns the state of a code of this browser.
///
/// # Errors
/// Returns an error if the database fails.
pub fn status(
    connection: &mut DatabaseConnection,
    code_hash: &str,
    browser_hash: &str,
    now: Timestamp,
) -> Result<QrCodeStatus, Problem> {
    let state = qr_code::table
        .find(code_hash)
        .filter(qr_code::browser_hash.eq(browser_hash))
        .filter(qr_code::expires_at.gt(now.0))
        .select(qr_code::state)
        .first::<String>(connection)
        .optional()?;
    Ok(match state.as_deref() {
        Some(PENDING) => QrCodeStatus::Pending,
        Some(CONFIRMED) => QrCodeStatus::Success,
        _ => QrCodeStatus::Fail,
    })
}

/// Returns the browser that shows a pending code.
///
/// # Errors
/// Returns an error if the database fails.
pub fn inspect(
    connection: &mut DatabaseConnection,
    code_hash: &str,
    now: Timestamp,
) -> Result<Option<QrCodeRequest>, Problem> {
    let found = qr_code::table
        .find(code_hash)
        .filter(qr_code::state.eq(PENDING))
        .filter(qr_code::expires_at.gt(now.0))
        .select((qr_code::browser, qr_code::address, qr_code::created_at, qr_code::expires_at))
        .first::<(String, String, i64, i64)>(connection)
        .optional()?;
    Ok(found.map(|(browser, address, created_at, expires_at)| QrCodeRequest {
        browser,
        address,
        requested_at: Timestamp(created_at),
        expires_at: Timestamp(expires_at),
    }))
}

/// Confirms or declines a pending code. Returns whether it was pending or already has the same answer from this
/// account, so that a retry after a lost response succeeds.
///
/// # Errors
/// Returns [`ErrorCode::Unauthenticated`] if the caller's session has ended meanwhile.
pub fn answer(
    connection: &mut DatabaseConnection,
    code_hash: &str,
    caller: &Caller,
    approved: bool,
    now: Timestamp,
) -> Result<bool, Problem> {
    let account_id = caller.account_id;
    // Callers are cached for a while; a session that has just ended must not start another.
    if !sessions::hold(connection, account_id)? || !sessions::is_live(connection, caller.session_id, now)? {
        return Err(Problem::new(ErrorCode::Unauthenticated));
    }
    let state = if approved { CONFIRMED } else { DECLINED };
    let changed = diesel::update(qr_code::table.find(code_hash))
        .filter(qr_code::state.eq(PENDING))
        .filter(qr_code::expires_at.gt(now.0))
        .set((qr_code::state.eq(state), qr_code::account_id.eq(account_id)))
        .execute(connection)?;
    if changed == 1 {
        return Ok(true);
    }
    let repeated = qr_code::table
        .find(code_hash)
        .filter(qr_code::state.eq(state))
        .filter(qr_code::account_id.eq(account_id))
        .filter(qr_code::expires_at.gt(now.0))
        .select(qr_code::code_hash)
        .first::<String>(connection)
        .optional()?;
    Ok(repeated.is_some())
}

/// Uses up a confirmed code of this browser; returns the account of the member who confirmed it, if it may still sign
/// in.
///
/// # Errors
/// Returns an error if the database fails.
pub fn claim(
    connection: &mut DatabaseConnection,
    code_hash: &str,
    browser_hash: &str,
    now: Timestamp,
) -> Result<Option<i64>, Problem> {
    let confirmed = qr_code::table
        .find(code_hash)
        .filter(qr_code::state.eq(CONFIRMED))
        .select(qr_code::account_id)
        .first::<Option<i64>>(connection)
        .optional()?;
    let Some(account_id) = confirmed.flatten() else { return Ok(None) };
    let may_sign_in = sessions::hold(connection, account_id)?;
    let claimed = diesel::update(qr_code::table.find(code_hash))
        .filter(qr_code::state.eq(CONFIRMED))
        .filter(qr_code::browser_hash.eq(browser_hash))
        .filter(qr_code::expires_at.gt(now.0))
        .set(qr_code::state.eq(USED))
        .execute(connection)?;
    if claimed == 0 || !may_sign_in {
        return Ok(None);
    }
    Ok(account::table
        .find(account_id)
        .filter(account::authority.eq(Authority::Member.as_str()))
        // An account without a password has no session that could have confirmed the code.
        .filter(account::password_hash.ne(""))
        .select(account::account_id)
        .first(connection)
        .optional()?)
}

/// Deletes expired codes.
///
/// # Errors
/// Returns an error if the database fails.
pub fn delete_old(connection: &mut DatabaseConnection, now: Timestamp) -> Result<(), Problem> {
    diesel::delete(qr_code::table.filter(qr_code::expires_at.lt(now.0))).execute(connection)?;
    Ok(())
}
