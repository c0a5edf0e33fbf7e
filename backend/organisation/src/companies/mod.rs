//! Companies: handlers.

pub mod store;

use kernel::{
    access::caller::Caller,
    db::DatabaseConnection,
    http::mount::{Api, Input},
    problem::Problem,
};
use store::CompanyRecord;
use uno_core::{
    contract::{
        companies::{
            Company, CompanyType, CreateCompany, DeleteCompany, GetCompany, ListCompanies, ListCompanyOptions,
            ListCompanyRevisions, UpdateCompany,
        },
        error::ErrorCode,
        page::Page,
    },
    domain::access::Action,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListCompanies>(list);
    api.read::<ListCompanyOptions>(|connection, caller, sent| store::options(connection, caller.scope, &sent.query));
    api.create::<CompanyRecord, CreateCompany>();
    api.show::<CompanyRecord, GetCompany>();
    api.replace::<CompanyRecord, UpdateCompany>();
    api.delete::<CompanyRecord, DeleteCompany>();
    api.history::<CompanyRecord, ListCompanyRevisions>();
}

/// The tiers on whose screens the caller may do this: the endpoint's own check only says "on one".
fn tiers(caller: &Caller, action: Action) -> Vec<CompanyType> {
    CompanyType::ALL.iter().copied().filter(|tier| caller.may(tier.screen(), action)).collect()
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
