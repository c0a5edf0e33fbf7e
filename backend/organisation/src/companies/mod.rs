//! Companies: handlers.

pub mod store;

use kernel::{
    access::caller::Caller,
    db::DatabaseConnection,
    http::mount::{Api, Input},
    problem::Problem,
};
use uno_core::{
    contract::{
        companies::{
            Company, CompanyPath, CompanyType, CreateCompany, DeleteCompany, GetCompany, ListCompanies,
            ListCompanyOptions, ListCompanyRevisions, UpdateCompany,
        },
        error::ErrorCode,
        page::{Done, Page},
    },
    domain::access::Action,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListCompanies>(list);
    api.read::<ListCompanyOptions>(|connection, caller, sent| store::options(connection, caller.scope, &sent.query));
    api.write::<CreateCompany>(|connection, caller, sent| {
        check_tier(caller, sent.body.kind, Action::Create)?;
        store::create(connection, caller, &sent.body)
    });
    api.quick::<GetCompany>(|connection, caller, sent| found(connection, caller, &sent.path, Action::Read));
    api.write::<UpdateCompany>(|connection, caller, sent| {
        check_tier(caller, sent.body.kind, Action::Update)?;
        store::update(connection, caller, sent.path.company_id, &sent.body)
    });
    api.write::<DeleteCompany>(|connection, caller, sent| {
        let company = found(connection, caller, &sent.path, Action::Delete)?;
        store::delete(connection, caller, &company).map(|()| Done {})
    });
    api.read::<ListCompanyRevisions>(|connection, caller, sent| {
        let company = found(connection, caller, &sent.path, Action::Read)?;
        store::history(connection, caller, &company, &sent.query)
    });
}

/// The tiers on whose screens the caller may do this: the endpoint's own check only says "on one".
fn tiers(caller: &Caller, action: Action) -> Vec<CompanyType> {
    CompanyType::ALL.iter().copied().filter(|tier| caller.may(tier.screen(), action)).collect()
}

fn check_tier(caller: &Caller, tier: CompanyType, action: Action) -> Result<(), Problem> {
    if caller.may(tier.screen(), action) { Ok(()) } else { Err(Problem::new(ErrorCode::Forbidden)) }
}

async fn list(input: Input<ListCompanies>) -> Result<Page<Company>, Problem> {
    let caller = input.caller()?;
    let mut filter = input.query;
    let readable = tiers(&caller, Action::Read);
    if filter.types.is_empty() {
        filter.types = readable;
    } else {
        filter.types.retain(|tier| readable.contains(tier));
        if filter.types.is_empty() {
            return Err(Problem::new(ErrorCode::Forbidden));
        }
    }
    let (database, is_sought) = (input.state.database.clone(), store::is_sought(&filter));
    let work = move |connection: &mut DatabaseConnection| store::list(connection, database.totals(), &caller, &filter);
    if is_sought { input.state.database.read(work).await } else { input.state.database.quick(work).await }
}

/// A company that the caller may do this with.
fn found(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    path: &CompanyPath,
    action: Action,
) -> Result<Company, Problem> {
    let company = store::get(connection, caller, path.company_id)?;
    check_tier(caller, company.kind, action)?;
    Ok(company)
}
