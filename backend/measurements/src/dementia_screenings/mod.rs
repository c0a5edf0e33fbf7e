//! Dementia screenings: handlers, and the norms that an installation loads. The modules at the crate root have what all
//! kinds share.

mod export;
mod norms;
pub mod store;

use crate::{bulk_of_kind, mount_kind};
use kernel::{bulk, exports, http::mount::Api};
pub use norms::{all_are_graded, grade_next, insert, rules};
use store::Dementia;
use uno_core::contract::dementia_screenings::{
    BulkDementiaScreenings, CreateDementiaScreening, DeleteDementiaScreening, GetDementiaScreening,
    ListDementiaScreeningRevisions, ListDementiaScreenings, UpdateDementiaScreening,
};

bulk_of_kind! { DementiaBulk: BulkDementiaScreenings of Dementia; update UpdateDementiaScreening, delete DeleteDementiaScreening }

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    mount_kind!(
        api,
        Dementia: ListDementiaScreenings, CreateDementiaScreening, GetDementiaScreening,
        UpdateDementiaScreening, DeleteDementiaScreening, ListDementiaScreeningRevisions
    );
    exports::mount::<Dementia>(api);
    bulk::mount::<DementiaBulk>(api);
    norms::mount(api);
}
