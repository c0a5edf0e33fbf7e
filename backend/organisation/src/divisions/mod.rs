//! Divisions of companies: handlers.

pub mod store;

use kernel::http::mount::Api;
use store::DivisionRecord;
use uno_core::contract::divisions::{
    CreateDivision, DeleteDivision, GetDivision, ListDivisionOptions, ListDivisionRevisions, ListDivisions,
    UpdateDivision,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.read::<ListDivisions>(|connection, caller, sent| store::list(connection, caller, sent.path.company_id));
    api.read::<ListDivisionOptions>(|connection, caller, sent| store::options(connection, caller.scope, &sent.query));
    api.create::<DivisionRecord, CreateDivision>();
    api.show::<DivisionRecord, GetDivision>();
    api.update::<DivisionRecord, UpdateDivision>();
    api.delete::<DivisionRecord, DeleteDivision>();
    api.history::<DivisionRecord, ListDivisionRevisions>();
}
