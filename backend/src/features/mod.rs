//! One folder per resource: its handlers and its store.

pub mod account;
pub mod admin_boards;
pub mod auth;
pub mod companies;
pub mod jobs;
pub mod member_imports;
pub mod members;
pub mod menu_items;
pub mod overview;
pub mod physical_measurements;
pub mod qr_codes;
pub mod revisions;
pub mod services;
pub mod users;

use crate::{http::mount::Api, state::State};

/// Every endpoint with its handler.
#[must_use]
pub fn api(state: &State) -> Api {
    let mut api = Api::default();
    auth::mount(&mut api, state);
    qr_codes::mount(&mut api, state);
    account::mount(&mut api, state);
    menu_items::mount(&mut api, state);
    services::mount(&mut api, state);
    overview::mount(&mut api, state);
    companies::mount(&mut api, state);
    members::mount(&mut api, state);
    member_imports::mount(&mut api, state);
    physical_measurements::mount(&mut api, state);
    users::mount(&mut api, state);
    admin_boards::mount(&mut api, state);
    jobs::mount(&mut api, state);
    api
}
