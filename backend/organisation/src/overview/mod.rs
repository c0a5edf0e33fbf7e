//! How many companies, members and measurements a scope has: the figures of the first page.

use crate::tally;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::scope::{Scope, Scoped},
    db::{
        DatabaseConnection,
        schema::{company, company_service},
    },
    problem::Problem,
};
use uno_core::contract::{companies::CompanyType, services::ServiceId, statistics::Overview};

/// The figures of a scope, of all services or of who offers one of these.
///
/// # Errors
/// When the database fails.
pub fn of_scope(
    connection: &mut DatabaseConnection,
    scope: Scope,
    service_ids: &[ServiceId],
) -> Result<Overview, Problem> {
    let mut query = company::table.in_scope(scope);
    if !service_ids.is_empty() {
        let ids: Vec<i64> = service_ids.iter().map(|id| id.0).collect();
        let offering =
            company_service::table.filter(company_service::service_id.eq_any(ids)).select(company_service::company_id);
        query = query.filter(company::company_id.eq_any(offering));
    }
    let kinds = query.select(company::kind).load::<String>(connection)?;
    let count = |tier: CompanyType| {
        i64::try_from(kinds.iter().filter(|kind| *kind == tier.as_str()).count()).unwrap_or(i64::MAX)
    };
    let mut records =
        |kind| Ok::<_, Problem>(tally::of_scope(connection, scope, service_ids, kind)?.unwrap_or_default());
    let (members, physical_measurements) = (records(tally::MEMBERS)?, records(tally::PHYSICAL_MEASUREMENTS)?);
    Ok(Overview {
        vendors: count(CompanyType::Vendor),
        dealers: count(CompanyType::Dealer),
        retailers: count(CompanyType::Retailer),
        members,
        physical_measurements,
    })
}
