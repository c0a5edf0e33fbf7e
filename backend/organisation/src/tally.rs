//! How many records there are: kept by the database's triggers with every row that comes or goes, for
//! each company's subtree. Read in sums, because transactions that write at the same time count in
//! rows of their own.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::scope::Scope,
    db::{
        DatabaseConnection,
        schema::{company, tally},
    },
    in_scope, of_services,
    problem::Problem,
};
use std::collections::HashMap;
use uno_core::contract::{companies::CompanyType, services::ServiceId};

/// The word for members.
pub const MEMBERS: &str = "member";
/// The word for physical measurements.
pub const PHYSICAL_MEASUREMENTS: &str = "physicalMeasurement";

/// How many records of a kind the companies of a scope have, or those of its retailers that offer one of
/// the services where any is named; `None` for a scope that is no company's.
///
/// # Errors
/// When the database fails.
pub fn of_scope(
    connection: &mut DatabaseConnection,
    scope: Scope,
    service_ids: &[ServiceId],
    resource: &str,
) -> Result<Option<i64>, Problem> {
    let counted = match scope {
        Scope::Nothing | Scope::Oneself { .. } => return Ok(None),
        _ if !service_ids.is_empty() => {
            let retailers = company::table.filter(company::kind.eq(CompanyType::Retailer.as_str())).into_boxed();
            let query = of_services!(in_scope!(retailers, scope, company), service_ids, company);
            let offering = query.select(company::company_id).load::<i64>(connection)?;
            return Ok(Some(of_companies(connection, &offering, resource)?.values().sum()));
        }
        Scope::Company { company_id, .. } => tally::table
            .filter(tally::company_id.eq(company_id.0))
            .filter(tally::resource.eq(resource))
            .select(tally::records)
            .load::<i64>(connection)?,
        Scope::All => tally::table
            .inner_join(company::table)
            .filter(company::kind.eq(CompanyType::Vendor.as_str()))
            .filter(tally::resource.eq(resource))
            .select(tally::records)
            .load::<i64>(connection)?,
    };
    Ok(Some(counted.iter().sum()))
}

/// How many records of a kind each of these companies has; those without any are left out.
///
/// # Errors
/// When the database fails.
pub fn of_companies(
    connection: &mut DatabaseConnection,
    company_ids: &[i64],
    resource: &str,
) -> Result<HashMap<i64, i64>, Problem> {
    let rows = tally::table
        .filter(tally::company_id.eq_any(company_ids))
        .filter(tally::resource.eq(resource))
        .select((tally::company_id, tally::records))
        .load::<(i64, i64)>(connection)?;
    let mut counts = HashMap::new();
    for (company_id, records) in rows {
        *counts.entry(company_id).or_default() += records;
    }
    counts.retain(|_, records| *records != 0);
    Ok(counts)
}
