//! Management of the versions of grading rules. [`crate::rules`] determines the version that grades a measurement.

mod again;
mod effect;
mod store;

pub use again::grade_again;
pub use effect::count_next;
use kernel::http::mount::Api;
use store::GradeRuleVersionRecord;
use uno_core::contract::grade_rules::{
    CreateGradeRuleVersion, DeleteGradeRuleVersion, GetGradeRuleVersion, ListGradeRuleVersionRevisions,
    ListGradeRuleVersions, UpdateGradeRuleVersion,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.quick::<ListGradeRuleVersions>(|connection, caller, sent| store::list(connection, caller, &sent.query));
    api.create::<GradeRuleVersionRecord, CreateGradeRuleVersion>();
    api.show::<GradeRuleVersionRecord, GetGradeRuleVersion>();
    api.update::<GradeRuleVersionRecord, UpdateGradeRuleVersion>();
    api.delete::<GradeRuleVersionRecord, DeleteGradeRuleVersion>();
    api.history::<GradeRuleVersionRecord, ListGradeRuleVersionRevisions>();
}
