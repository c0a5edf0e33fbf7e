//! Psychological tests: handlers. The modules at the crate root have what all kinds share.

mod export;
pub mod store;

use crate::mount_kind;
use kernel::{exports, http::mount::Api};
use store::Psychological;
use uno_core::contract::psychological_tests::{
    CreatePsychologicalTest, DeletePsychologicalTest, GetPsychologicalTest, ListPsychologicalTestRevisions,
    ListPsychologicalTests, UpdatePsychologicalTest,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    mount_kind!(
        api,
        Psychological: ListPsychologicalTests, CreatePsychologicalTest, GetPsychologicalTest,
        UpdatePsychologicalTest, DeletePsychologicalTest, ListPsychologicalTestRevisions
    );
    exports::mount::<Psychological>(api);
}
