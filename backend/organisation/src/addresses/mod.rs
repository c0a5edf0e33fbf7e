//! Address search, for suggestions while an address is entered.

mod provider;

use kernel::{
    http::mount::{Api, Input},
    problem::Problem,
};
use uno_core::contract::addresses::{FoundAddress, SearchAddresses};

/// Mounts the endpoint.
pub fn mount(api: &mut Api) {
    api.on::<SearchAddresses>(search);
}

async fn search(input: Input<SearchAddresses>) -> Result<Vec<FoundAddress>, Problem> {
    input.caller()?;
    provider::find(input.state.settings.address_provider.clone(), input.query.keyword).await
}
