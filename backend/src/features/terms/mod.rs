//! Terms: who manages them, and everybody who reads them.

pub mod store;

use crate::{
    http::mount::{Api, Input},
    problem::Problem,
};
use uno_core::contract::terms::{
    CreateTerms, CurrentTerms, DeleteTerms, GetPublishedTerms, GetTerms, ListCurrentTerms, ListTerms,
    ListTermsRevisions, UpdateTerms,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.read::<ListTerms>(|connection, caller, sent| store::list(connection, caller, &sent.query));
    api.write::<CreateTerms>(|connection, caller, sent| store::create(connection, caller, &sent.body));
    api.quick::<GetTerms>(|connection, caller, sent| store::get(connection, caller, sent.path.terms_id));
    api.patch::<UpdateTerms, _>(
        |connection, caller, path| store::get(connection, caller, path.terms_id),
        |connection, caller, before, save| store::update(connection, caller, &before, &save),
    );
    api.write::<DeleteTerms>(|connection, caller, sent| store::delete(connection, caller, sent.path.terms_id));
    api.read::<ListTermsRevisions>(|connection, caller, sent| {
        store::list_revisions(connection, caller, sent.path.terms_id, &sent.query)
    });
    api.on::<ListCurrentTerms>(list_current);
    api.on::<GetPublishedTerms>(get_published);
}

async fn list_current(input: Input<ListCurrentTerms>) -> Result<Vec<CurrentTerms>, Problem> {
    input.state.database.quick(move |connection| store::current(connection, &input.query)).await
}

async fn get_published(input: Input<GetPublishedTerms>) -> Result<CurrentTerms, Problem> {
    input.state.database.quick(move |connection| store::published(connection, input.path.terms_id)).await
}
