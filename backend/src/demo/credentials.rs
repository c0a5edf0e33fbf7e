//! Credentials of the demonstration's companies: active, expired and revoked ones. They have no valid secret: the
//! stored hash matches none.

use diesel::{ExpressionMethods, RunQueryDsl};
use kernel::{
    access::credentials::scopes_text,
    clock,
    db::{DatabaseConnection, schema::company_credential},
    problem::Problem,
};
use organisation::companies::store::Line;
use uno_core::{contract::company_credentials::CredentialScope, domain::time::DAY_MILLISECONDS as DAY};

const HOUR: i64 = 3_600_000;

/// Creates them for the first line of companies.
pub fn fill(connection: &mut DatabaseConnection, line: &Line) -> Result<(), Problem> {
    let now = clock::now().0;
    let all = CredentialScope::ALL;
    let each = [
        (line.retailer_id, "검진 예약 시스템", all, now - 40 * DAY, now + 325 * DAY, Some(now - 2 * HOUR), None),
        (line.retailer_id, "이전 키오스크", &all[1..2], now - 300 * DAY, now - 5 * DAY, Some(now - 6 * DAY), None),
        (line.dealer_id, "영업 관리 시스템", &all[..1], now - 90 * DAY, now + 90 * DAY, None, Some(now - 3 * DAY)),
        (line.vendor_id, "본사 인사 시스템", &all[..1], now - 20 * DAY, now + 345 * DAY, Some(now - 30 * HOUR), None),
    ];
    for (company_id, name, scopes, created_at, expires_at, last_used_at, revoked_at) in each {
        let Some(company_id) = company_id else { continue };
        diesel::insert_into(company_credential::table)
            .values((
                company_credential::company_id.eq(company_id),
                company_credential::name.eq(name),
                company_credential::secret_hash.eq(""),
                company_credential::scopes.eq(scopes_text(scopes)),
                company_credential::expires_at.eq(expires_at),
                company_credential::last_used_at.eq(last_used_at),
                company_credential::revoked_at.eq(revoked_at),
                company_credential::account_name.eq("한관리"),
                company_credential::approved_at.eq(created_at),
                company_credential::created_at.eq(created_at),
            ))
            .execute(connection)?;
    }
    Ok(())
}
