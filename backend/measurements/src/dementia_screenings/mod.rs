//! Dementia screenings: handlers, and the norms that an installation loads. The modules at the crate root have what all
//! kinds share.

mod export;
mod norms;
pub mod store;

use crate::mount_kind;
use kernel::{exports, http::mount::Api};
pub use norms::{all_are_graded, grade_next, insert, rules};
use store::Dementia;
use uno_core::contract::dementia_screenings::{
    CreateDementiaScreening, DeleteDementiaScreening, GetDementiaScreening, ListDementiaScreeningRevisions,
    ListDementiaScreenings, UpdateDementiaScreening,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    mount_kind!(
        api,
        Dementia: ListDementiaScreenings, CreateDementiaScreening, GetDementiaScreening,
        UpdateDementiaScreening, DeleteDementiaScreening, ListDementiaScreeningRevisions
    );
    exports::mount::<Dementia>(api);
    norms::mount(api);
}
