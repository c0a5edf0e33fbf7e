//! The figures of the first page: how many companies, members and measurements a scope has.

use crate::tally::{self, ALL_DAYS};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::scope::{Scope, Scoped},
    db::{
        DatabaseConnection,
        schema::{company, company_service},
    },
    problem::Problem,
};
use std::ops::RangeInclusive;
use uno_core::{
    contract::{
        companies::CompanyType,
        services::ServiceId,
        statistics::{Overview, OverviewFigure},
    },
    domain::time::Timestamp,
};

fn figure(count: usize, added: usize) -> OverviewFigure {
    let number = |count| i64::try_from(count).unwrap_or(i64::MAX);
    OverviewFigure { count: number(count), added: Some(number(added)) }
}

/// What the caller may see of members and measurements.
#[derive(Clone, Copy, Debug)]
pub struct Added<'a> {
    /// Whether to show added members: on a single day, it may be just one person.
    pub has_members: bool,
    /// Numbers of the kinds of measurements that are counted.
    pub kinds: &'a [i32],
    /// The number of added measurements, from the statistics.
    pub measurements: Option<i64>,
}

/// Returns the figures of a scope, for all services or for companies that offer one of these, with what was added on
/// these days.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_scope(
    connection: &mut DatabaseConnection,
    scope: Scope,
    service_ids: &[ServiceId],
    days: &RangeInclusive<i64>,
    added: Added<'_>,
) -> Result<Overview, Problem> {
    let mut query = company::table.in_scope(scope);
    if !service_ids.is_empty() {
        let ids: Vec<i64> = service_ids.iter().map(|id| id.0).collect();
        let offering =
            company_service::table.filter(company_service::service_id.eq_any(ids)).select(company_service::company_id);
        query = query.filter(company::company_id.eq_any(offering));
    }
    let companies = query.select((company::kind, company::created_at)).load::<(String, i64)>(connection)?;
    let count = |tier: CompanyType| {
        let of_tier = || companies.iter().filter(|(kind, _)| kind == tier.as_str());
        let added = of_tier().filter(|(_, created_at)| days.contains(&tally::day_of(Timestamp(*created_at)))).count();
        figure(of_tier().count(), added)
    };
    let (vendors, dealers, retailers) =
        (count(CompanyType::Vendor), count(CompanyType::Dealer), count(CompanyType::Retailer));
    let top_companies = tally::top_companies(connection, scope, service_ids)?.unwrap_or_default();
    let mut records =
        |kinds: &[i32], days: RangeInclusive<i64>| tally::of_kinds(connection, &top_companies, kinds, days);
    let members = OverviewFigure {
        count: records(&[tally::MEMBERS], ALL_DAYS..=ALL_DAYS)?,
        added: added.has_members.then(|| records(&[tally::MEMBERS], days.clone())).transpose()?,
    };
    let measurements = match added.kinds {
        [] => None,
        kinds => Some(OverviewFigure { count: records(kinds, ALL_DAYS..=ALL_DAYS)?, added: added.measurements }),
    };
    Ok(Overview { vendors, dealers, retailers, members, measurements })
}
