//! Companies: handlers.

pub mod store;

use crate::{
    access::caller::Caller,
    db::{DatabaseConnection, page::Paging},
    http::mount::{Api, Input},
    problem::Problem,
    records::revisions,
};
use uno_core::{
    contract::{
        companies::{
            Company, CompanyOption, CompanyType, CreateCompany, DeleteCompany, GetCompany, ListCompanies,
            ListCompanyOptions, ListCompanyRevisions, UpdateCompany,
        },
        error::ErrorCode,
        page::{Done, Page},
        revisions::Revision,
    },
    domain::access::Action,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListCompanies>(list);
    api.on::<ListCompanyOptions>(options);
    api.on::<CreateCompany>(create);
    api.on::<GetCompany>(get);
    api.on::<UpdateCompany>(update);
    api.on::<DeleteCompany>(delete);
    api.on::<ListCompanyRevisions>(list_revisions);
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

async fn options(input: Input<ListCompanyOptions>) -> Result<Vec<CompanyOption>, Problem> {
    let scope = input.caller()?.scope;
    input.state.database.read(move |connection| store::options(connection, scope, &input.query)).await
}

async fn create(input: Input<CreateCompany>) -> Result<Company, Problem> {
    let caller = input.caller()?;
    check_tier(&caller, input.body.kind, Action::Create)?;
    input.state.database.write(move |connection| store::create(connection, &caller, &input.body)).await
}

async fn get(input: Input<GetCompany>) -> Result<Company, Problem> {
    let caller = input.caller()?;
    input
        .state
        .database
        .quick(move |connection| {
            let company = store::get(connection, &caller, input.path.company_id)?;
            check_tier(&caller, company.kind, Action::Read)?;
            Ok(company)
        })
        .await
}

async fn update(input: Input<UpdateCompany>) -> Result<Company, Problem> {
    let caller = input.caller()?;
    check_tier(&caller, input.body.kind, Action::Update)?;
    input
        .state
        .database
        .write(move |connection| store::update(connection, &caller, input.path.company_id, &input.body))
        .await
}

async fn delete(input: Input<DeleteCompany>) -> Result<Done, Problem> {
    let caller = input.caller()?;
    input
        .state
        .database
        .write(move |connection| {
            let company = store::get(connection, &caller, input.path.company_id)?;
            check_tier(&caller, company.kind, Action::Delete)?;
            store::delete(connection, &caller, &company)
        })
        .await?;
    Ok(Done {})
}

async fn list_revisions(input: Input<ListCompanyRevisions>) -> Result<Page<Revision>, Problem> {
    let caller = input.caller()?;
    let paging = Paging::of(input.query.page, input.query.page_size);
    input
        .state
        .database
        .read(move |connection| {
            let company = store::get(connection, &caller, input.path.company_id)?;
            check_tier(&caller, company.kind, Action::Read)?;
            revisions::list(connection, store::RESOURCE, company.company_id.0, paging)
        })
        .await
}
