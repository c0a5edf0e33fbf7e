//! The figures of the first page.

use crate::tally;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::scope::{Scope, Scoped},
    db::{
        DatabaseConnection,
        schema::{company, company_service},
    },
    http::mount::{Api, Input},
    problem::Problem,
};
use uno_core::contract::{
    companies::CompanyType,
    overview::{GetOverview, Overview},
    services::ServiceId,
};

/// Mounts the endpoint.
pub fn mount(api: &mut Api) {
    api.on::<GetOverview>(get);
}

async fn get(input: Input<GetOverview>) -> Result<Overview, Problem> {
    let scope = input.caller()?.scope;
    let service = input.query.service_id.filter(|id| id.0 != 0);
    input.state.database.read(move |connection| figures(connection, scope, service)).await
}

fn figures(connection: &mut DatabaseConnection, scope: Scope, service: Option<ServiceId>) -> Result<Overview, Problem> {
    let mut query = company::table.in_scope(scope);
    if let Some(service) = service {
        let offering = company_service::table
            .filter(company_service::service_id.eq(service.0))
            .select(company_service::company_id);
        query = query.filter(company::company_id.eq_any(offering));
    }
    let kinds = query.select(company::kind).load::<String>(connection)?;
    let count = |tier: CompanyType| {
        i64::try_from(kinds.iter().filter(|kind| *kind == tier.as_str()).count()).unwrap_or(i64::MAX)
    };
    let mut records =
        |kind| Ok::<_, Problem>(tally::of_scope(connection, scope, service.as_slice(), kind)?.unwrap_or_default());
    let (members, physical_measurements) = (records(tally::MEMBERS)?, records(tally::PHYSICAL_MEASUREMENTS)?);
    Ok(Overview {
        vendors: count(CompanyType::Vendor),
        dealers: count(CompanyType::Dealer),
        retailers: count(CompanyType::Retailer),
        members,
        physical_measurements,
    })
}
