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

pub mod services;
pub mod terms;
pub mod users;

use crate::{http::mount::Api, state::State};

/// Every endpoint with its handler.
#[must_use]
pub fn api(state: &State) -> Api {
    let mut api = Api::new(state);
    auth::mount(&mut api);
    qr_codes::mount(&mut api);
    account::mount(&mut api);
    menu_items::mount(&mut api);
    services::mount(&mut api);
    overview::mount(&mut api);
    companies::mount(&mut api);
    members::mount(&mut api);
    member_imports::mount(&mut api);
    physical_measurements::mount(&mut api);
    users::mount(&mut api);
    admin_boards::mount(&mut api);
    terms::mount(&mut api);
    jobs::mount(&mut api);
    api
}
