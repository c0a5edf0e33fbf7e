//! Companies: handlers.

pub mod credentials;
mod export;
pub mod issuers;
pub mod store;

pub use export::{CompanyBulk, CompanyExport};
use kernel::{
    access::caller::Caller,
    bulk,
    db::DatabaseConnection,
    exports,
    http::mount::{Api, Input},
    problem::Problem,
};
use store::CompanyRecord;
use uno_core::{
    contract::{
        companies::{
            Company, CompanyFilter, CompanyType, CreateCompany, DeleteCompany, GetCompany, ListCompanies,
            ListCompanyOptions, ListCompanyRevisions, UpdateCompany,
        },
        company_credentials::{
            ApproveCompanyCredential, CompanyCredential, IssueCompanyCredential, IssuedCredential,
            ListCompanyCredentials, ListSystemCompanies, RevokeCompanyCredential, SystemCompany,
        },
        error::ErrorCode,
        page::{Done, Page},
    },
    domain::access::Action,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListCompanies>(list);
    exports::mount::<CompanyExport>(api);
    bulk::mount::<CompanyBulk>(api);
    api.read::<ListCompanyOptions>(|connection, caller, sent| store::options(connection, caller.scope, &sent.query));
    api.create::<CompanyRecord, CreateCompany>();
    api.show::<CompanyRecord, GetCompany>();
    api.replace::<CompanyRecord, UpdateCompany>();
    api.delete::<CompanyRecord, DeleteCompany>();
    api.history::<CompanyRecord, ListCompanyRevisions>();
    api.on::<ListCompanyCredentials>(list_credentials);
    api.on_change::<IssueCompanyCredential>(issue);
    api.on::<ApproveCompanyCredential>(approve);
    api.on::<RevokeCompanyCredential>(revoke);
    api.on::<ListSystemCompanies>(list_for_system);
}

/// Returns the tiers on whose screens the caller may perform an action. The endpoint itself only checks that there is
/// one.
fn tiers(caller: &Caller, action: Action) -> Vec<CompanyType> {
    CompanyType::ALL.iter().copied().filter(|tier| caller.may(tier.screen(), action)).collect()
}

/// Narrows a filter to the tiers whose screens the caller may see.
fn readable(caller: &Caller, filter: &CompanyFilter) -> Result<CompanyFilter, Problem> {
    let readable = tiers(caller, Action::Read);
    let types: Vec<CompanyType> = match filter.types.as_slice() {
        [] => readable,
        asked => asked.iter().copied().filter(|tier| readable.contains(tier)).collect(),
    };
    if types.is_empty() {
        Err(Problem::new(ErrorCode::Forbidden))
    } else {
        Ok(CompanyFilter { types, ..filter.clone() })
    }
}

async fn list(input: Input<ListCompanies>) -> Result<Page<Company>, Problem> {
    let caller = input.caller()?;
    let filter = readable(&caller, &input.query)?;
    let (database, is_text_search) = (input.state.database.clone(), store::is_text_search(&filter));
    let work = move |connection: &mut DatabaseConnection| store::list(connection, database.totals(), &caller, &filter);
    if is_text_search { input.state.database.read(work).await } else { input.state.database.quick(work).await }
}

async fn list_credentials(input: Input<ListCompanyCredentials>) -> Result<Vec<CompanyCredential>, Problem> {
    let (caller, company_id) = (input.caller()?, input.path.company_id);
    let second = input.state.settings.credential_approval;
    let work = move |connection: &mut DatabaseConnection| credentials::list(connection, &caller, second, company_id);
    input.state.database.quick(work).await
}

async fn approve(input: Input<ApproveCompanyCredential>) -> Result<CompanyCredential, Problem> {
    let (caller, path) = (input.caller()?, input.path);
    let company = (path.company_id, input.state.settings.credential_approval);
    let id = path.company_credential_id;
    let work = move |connection: &mut DatabaseConnection| credentials::approve(connection, &caller, company, id);
    input.state.database.write(work).await
}

async fn issue(input: Input<IssueCompanyCredential>) -> Result<IssuedCredential, Problem> {
    let (caller, keys) = (input.caller()?, input.state.keys.clone());
    let (company, save) = ((input.path.company_id, input.state.settings.credential_approval), input.body);
    let work =
        move |connection: &mut DatabaseConnection| credentials::issue(connection, &keys, &caller, company, &save);
    input.change.write(work).await
}

async fn revoke(input: Input<RevokeCompanyCredential>) -> Result<Done, Problem> {
    let (caller, path) = (input.caller()?, input.path);
    let id = path.company_credential_id;
    let work = move |connection: &mut DatabaseConnection| credentials::revoke(connection, &caller, path.company_id, id);
    input.state.database.write(work).await?;
    input.state.credentials.forget(id.0);
    Ok(Done {})
}

async fn list_for_system(input: Input<ListSystemCompanies>) -> Result<Page<SystemCompany>, Problem> {
    let (system, filter) = (input.system()?, input.query);
    let work = move |connection: &mut DatabaseConnection| credentials::companies_of(connection, &system, &filter);
    input.state.database.read(work).await
}
