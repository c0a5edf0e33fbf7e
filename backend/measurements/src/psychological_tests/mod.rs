//! Psychological tests: handlers. The modules at the crate root have what all kinds share.

mod export;
pub mod store;

use crate::{bulk_of_kind, mount_kind};
use kernel::{bulk, exports, http::mount::Api};
use store::Psychological;
use uno_core::contract::psychological_tests::{
    BulkPsychologicalTests, CreatePsychologicalTest, DeletePsychologicalTest, GetPsychologicalTest,
    ListPsychologicalTestRevisions, ListPsychologicalTests, UpdatePsychologicalTest,
};

bulk_of_kind! { PsychologicalBulk: BulkPsychologicalTests of Psychological; update UpdatePsychologicalTest, delete DeletePsychologicalTest }

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    mount_kind!(
        api,
        Psychological: ListPsychologicalTests, CreatePsychologicalTest, GetPsychologicalTest,
        UpdatePsychologicalTest, DeletePsychologicalTest, ListPsychologicalTestRevisions
    );
    exports::mount::<Psychological>(api);
    bulk::mount::<PsychologicalBulk>(api);
}
