//! What the areas bring: their endpoints, and how their jobs are done.

use accounts::{menu_items, own_account, qr_codes, sign_in};
use content::{admin_boards, terms};
use kernel::{
    http::{mount::Api, undo},
    jobs::{self, Work},
    state::State,
};
use measurements::physical_measurements::{self, store::Physical};
use organisation::{companies, overview, services};
use people::{member_imports, members, users};
use uno_core::contract::jobs::JobKind;

/// Every endpoint with its handler.
#[must_use]
pub fn api(state: &State) -> Api {
    let mut api = Api::new(state);
    sign_in::mount(&mut api);
    qr_codes::mount(&mut api);
    own_account::mount(&mut api);
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
    audit::mount(&mut api);
    jobs::mount(&mut api);
    undo::mount(&mut api);
    api
}

/// Every kind of job.
pub static WORKS: &[Work] = &[
    Work { kind: JobKind::MemberImport, run: member_imports::run, catch_up: Some(member_imports::catch_up) },
    Work { kind: JobKind::PhysicalMeasurementExport, run: measurements::export::run::<Physical>, catch_up: None },
];

#[cfg(test)]
mod tests {
    use super::WORKS;
    use uno_core::contract::jobs::JobKind;

    #[test]
    fn every_kind_of_job_is_done_by_somebody() {
        for kind in JobKind::ALL {
            assert!(WORKS.iter().any(|work| work.kind == *kind), "{kind:?}");
        }
    }
}
