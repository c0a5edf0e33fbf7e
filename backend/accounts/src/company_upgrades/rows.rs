//! The rows that an upgrade moves: those that have the company in the column of its former tier. Moved rows no longer
//! do, so the remaining ones are found without a record of progress.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::scope::{Scope, Scoped},
    db::{
        DatabaseConnection,
        schema::{account, alert, company, measurement, member, member_link, training_participation},
    },
    problem::Problem,
};
use uno_core::contract::companies::{CompanyId, CompanyType};

/// Rows per transaction.
pub const BATCH: i64 = 1_000;

/// A company moving from one tier to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TierMove {
    /// The company.
    pub company_id: CompanyId,
    /// The tier it leaves.
    pub from: CompanyType,
    /// The parent company after the move.
    pub parent: Option<CompanyId>,
}

/// Returns the next higher tier.
#[must_use]
pub const fn above(tier: CompanyType) -> Option<CompanyType> {
    match tier {
        CompanyType::Retailer => Some(CompanyType::Dealer),
        CompanyType::Dealer => Some(CompanyType::Vendor),
        CompanyType::Vendor => None,
    }
}

impl TierMove {
    /// Returns the scope of the rows that have not been moved.
    #[must_use]
    pub const fn remaining(self) -> Scope {
        Scope::Company { company_id: self.company_id, tier: self.from }
    }
}

/// Writes the new line into rows of a table. Below a dealer that becomes a vendor, retailers keep their own column. The
/// update filters on the former line again, because another upgrade may have moved a row since it was found.
macro_rules! moved {
    ($connection:expr, $tier_move:expr, $table:ident, $rows:expr) => {{
        let (tier_move, own): (TierMove, Option<i64>) = ($tier_move, Some($tier_move.company_id.0));
        match tier_move.from {
            CompanyType::Dealer => diesel::update($rows.filter($table::dealer_id.eq(own)))
                .set(($table::vendor_id.eq(own), $table::dealer_id.eq(None::<i64>)))
                .execute($connection)?,
            _ => diesel::update($rows.filter($table::retailer_id.eq(own)))
                .set((
                    $table::vendor_id.eq(tier_move.parent.map(|id| id.0)),
                    $table::dealer_id.eq(own),
                    $table::retailer_id.eq(None::<i64>),
                ))
                .execute($connection)?,
        }
    }};
}

/// Moves at most `$most` rows by their primary keys.
macro_rules! batch {
    ($connection:expr, $tier_move:expr, $table:ident, $id:ident, $most:expr) => {{
        let remaining =
            $table::table.in_scope($tier_move.remaining()).limit($most).select($table::$id).load::<i64>($connection)?;
        if !remaining.is_empty() {
            moved!($connection, $tier_move, $table, $table::table.filter($table::$id.eq_any(&remaining)));
        }
        remaining.len()
    }};
}

/// Locks the companies exclusively until the transaction ends, in the order of their ids. SQLite has a single writer
/// and needs no lock.
///
/// # Errors
/// Returns an error if the database fails.
pub fn hold_companies(connection: &mut DatabaseConnection, tier_move: TierMove) -> Result<(), Problem> {
    let DatabaseConnection::Postgres(connection) = connection else { return Ok(()) };
    let all = || company::table.order(company::company_id).select(company::company_id);
    let id = tier_move.company_id.0;
    match tier_move.from {
        CompanyType::Dealer => all().filter(company::dealer_id.eq(id)).for_update().load::<i64>(connection)?,
        _ => all().filter(company::retailer_id.eq(id)).for_update().load::<i64>(connection)?,
    };
    Ok(())
}

/// Moves the companies and all their accounts; returns how many.
///
/// # Errors
/// Returns an error if the database fails.
pub fn move_companies(connection: &mut DatabaseConnection, tier_move: TierMove) -> Result<usize, Problem> {
    let ids: Vec<i64> = company::table.in_scope(tier_move.remaining()).select(company::company_id).load(connection)?;
    let companies = moved!(connection, tier_move, company, company::table.filter(company::company_id.eq_any(&ids)));
    let accounts = moved!(connection, tier_move, account, account::table.filter(account::company_id.eq_any(&ids)));
    Ok(companies + accounts)
}

/// Moves the next rows; returns how many were found, 0 when all have been moved. Members are moved before the rows
/// about them, so that no row takes its line from a member that has not been moved yet.
///
/// # Errors
/// Returns an error if the database fails.
pub fn move_next(connection: &mut DatabaseConnection, tier_move: TierMove) -> Result<usize, Problem> {
    let moved = batch!(connection, tier_move, member, member_id, BATCH);
    if moved > 0 {
        return Ok(moved);
    }
    let moved = batch!(connection, tier_move, measurement, measurement_id, BATCH);
    if moved > 0 {
        return Ok(moved);
    }
    let moved = batch!(connection, tier_move, alert, alert_id, BATCH);
    if moved > 0 {
        return Ok(moved);
    }
    let moved = batch!(connection, tier_move, training_participation, training_participation_id, BATCH);
    if moved > 0 {
        return Ok(moved);
    }
    Ok(batch!(connection, tier_move, member_link, member_link_id, BATCH))
}
