//! Expiry of the oldest rows of a log. The chain keeps the position and hash of the last removed row, so that the
//! remaining rows can still be verified.

use super::{BATCH, Ends, Log};
use crate::{
    db::{
        DatabaseConnection,
        schema::{access_log, log_chain, past_form, revision},
    },
    problem::Problem,
};
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl};

/// Removes a batch of the oldest rows of a log, in a transaction, if they are older than `before`; returns their
/// number. It stops at the first younger row, so that the chain has no gaps.
///
/// # Errors
/// Returns an error if the database fails.
pub fn expire(connection: &mut DatabaseConnection, log: Log, before: i64) -> Result<usize, Problem> {
    let Some(ends) = Ends::held(connection, log)? else { return Ok(0) };
    macro_rules! oldest {
        ($table:ident) => {
            $table::table
                .filter($table::position.gt(ends.anchor_position))
                .order($table::position)
                .limit(BATCH)
                .select(($table::position, $table::created_at, $table::hash))
                .load::<(Option<i64>, i64, Option<Vec<u8>>)>(connection)?
        };
    }
    let oldest = match log {
        Log::Access => oldest!(access_log),
        Log::Changes => oldest!(revision),
    };
    let last = oldest.into_iter().take_while(|(_, created_at, _)| *created_at < before).last();
    let Some((Some(position), created_at, Some(hash))) = last else { return Ok(0) };
    let anchor = (
        log_chain::anchor_position.eq(position),
        log_chain::anchor_hash.eq(hash),
        log_chain::expired_position.eq(position),
        log_chain::expired_created_at.eq(created_at),
    );
    diesel::update(log_chain::table.find(log.table())).set(anchor).execute(connection)?;
    macro_rules! remove {
        ($table:ident) => {{
            let old = $table::position.gt(ends.anchor_position).and($table::position.le(position));
            diesel::delete($table::table.filter(old)).execute(connection)?
        }};
    }
    Ok(match log {
        Log::Access => remove!(access_log),
        Log::Changes => {
            let old = revision::position.gt(ends.anchor_position).and(revision::position.le(position));
            let old = revision::table.filter(old).select(revision::revision_id);
            diesel::delete(past_form::table.filter(past_form::revision_id.eq_any(old))).execute(connection)?;
            remove!(revision)
        }
    })
}
