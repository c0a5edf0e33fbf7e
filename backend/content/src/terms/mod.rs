//! Terms: management, and public reading.

mod export;
pub mod store;

pub use export::TermsExport;
use kernel::{
    exports,
    http::mount::{Api, Input},
    problem::Problem,
};
use store::TermsRecord;
pub use store::care;
use uno_core::contract::terms::{
    CreateTerms, CurrentTerms, DeleteTerms, GetPublishedTerms, GetTerms, ListCurrentTerms, ListTerms,
    ListTermsRevisions, UpdateTerms,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.read::<ListTerms>(|connection, caller, sent| store::list(connection, caller, &sent.query));
    exports::mount::<TermsExport>(api);
    api.create::<TermsRecord, CreateTerms>();
    api.show::<TermsRecord, GetTerms>();
    api.update::<TermsRecord, UpdateTerms>();
    api.delete::<TermsRecord, DeleteTerms>();
    api.history::<TermsRecord, ListTermsRevisions>();
    api.on::<ListCurrentTerms>(list_current);
    api.on::<GetPublishedTerms>(get_published);
}

async fn list_current(input: Input<ListCurrentTerms>) -> Result<Vec<CurrentTerms>, Problem> {
    input.state.database.quick(move |connection| store::current(connection, &input.query)).await
}

async fn get_published(input: Input<GetPublishedTerms>) -> Result<CurrentTerms, Problem> {
    input.state.database.quick(move |connection| store::published(connection, input.path.terms_id)).await
}
