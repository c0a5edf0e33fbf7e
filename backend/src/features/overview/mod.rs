//! The figures of the first page.

use crate::{
    access::scope::Scope,
    db::{
        DatabaseConnection,
        schema::{company, company_service},
    },
    features::companies::store as companies,
    http::mount::{Api, Input},
    in_scope,
    problem::Problem,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use uno_core::contract::{
    companies::CompanyType,
    overview::{GetOverview, Overview},
};

/// Mounts the endpoint.
pub fn mount(api: &mut Api) {
    api.on::<GetOverview>(get);
}

async fn get(input: Input<GetOverview>) -> Result<Overview, Problem> {
    let scope = input.caller()?.scope;
    let service = input.query.service_id.map(|id| id.0).filter(|id| *id != 0);
    input.state.database.read(move |connection| figures(connection, scope, service)).await
}

fn figures(connection: &mut DatabaseConnection, scope: Scope, service: Option<i64>) -> Result<Overview, Problem> {
    let mut query = in_scope!(company::table.into_boxed(), scope, company);
    if let Some(service) = service {
        let offering =
            company_service::table.filter(company_service::service_id.eq(service)).select(company_service::company_id);
        query = query.filter(company::company_id.eq_any(offering));
    }
    let rows =
        query
            .select((company::kind, company::member_count, company::physical_measurement_count))
            .load::<(String, i64, i64)>(connection)?;
    let of = |tier: CompanyType| rows.iter().filter(move |(kind, ..)| kind == tier.as_str());
    let count = |tier| i64::try_from(of(tier).count()).unwrap_or(i64::MAX);
    let (members, physical_measurements) = match service {
        None => companies::counted(connection, scope)?,
        // The members of a service are those of the retailers that offer it.
        Some(_) => of(CompanyType::Retailer)
            .fold((0, 0), |(members, measurements), (_, more, also)| (members + more, measurements + also)),
    };
    Ok(Overview {
        vendors: count(CompanyType::Vendor),
        dealers: count(CompanyType::Dealer),
        retailers: count(CompanyType::Retailer),
        members,
        physical_measurements,
    })
}
