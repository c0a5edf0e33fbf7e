//! Assembles the endpoints and the job handlers of all areas.

use crate::texts;
use accounts::{
    account_sessions, company_upgrades,
    managers::{self, ManagerBulk, ManagerExport},
    menu_items,
    operators::{self, OperatorBulk, OperatorExport},
    own_account, own_details,
    permission_groups::{self, PermissionGroupBulk, PermissionGroupExport},
    qr_codes, saved_views, sign_in, two_steps,
};
use audit::{AccessLogExport, ChangeLogExport};
use content::{
    admin_boards::{self, AdminBoardBulk, AdminBoardExport},
    terms::{self, TermsExport},
};
use kernel::{
    bulk, exports,
    http::{mount::Api, undo},
    jobs::{self, Work, Works},
    state::State,
};
use measurements::{
    alerts,
    dementia_screenings::{self, DementiaBulk, store::Dementia},
    file_imports, grade_rules,
    heart_rate_measurements::{HeartRateBulk, store::HeartRate},
    physical_measurements::{PhysicalBulk, store::Physical},
    psychological_tests::{PsychologicalBulk, store::Psychological},
    stress_measurements::{StressBulk, store::Stress},
    training_participations::TrainingParticipationExport,
    vision_measurements::{VisionBulk, store::Vision},
};
use organisation::{
    addresses,
    codes::{self, CodeBulk, CodeExport},
    companies::{self, CompanyBulk, CompanyExport},
    divisions,
    external_devices::{self, ExternalDeviceBulk, ExternalDeviceExport},
    services,
};
use people::{
    consents, links,
    managed_users::{self, UserBulk, UserExport},
    member_imports,
    members::{self, MemberBulk, MemberExport},
    user_apps::{self, CompanyUserAppBulk, CompanyUserAppExport, UserAppBulk, UserAppExport},
    users,
};
use statistics::{
    FileOf,
    attention::AttentionExport,
    attention_people::AttentionPeopleExport,
    averages::AverageExport,
    members_by_app::{ServiceAppMemberExport, ServiceAppTypeExport, UserAppMemberExport, UserAppTypeExport},
    tests::{CompanyTestExport, TestCaseExport, TestCategoryExport},
};
use uno_core::contract::jobs::JobKind;

/// Returns every endpoint with its handler.
#[must_use]
pub fn api(state: &State) -> Api {
    let mut api = Api::new(state);
    sign_in::mount(&mut api);
    qr_codes::mount(&mut api);
    own_account::mount(&mut api);
    saved_views::mount(&mut api);
    menu_items::mount(&mut api);
    permission_groups::mount(&mut api);
    services::mount(&mut api);
    codes::mount(&mut api);
    external_devices::mount(&mut api);
    addresses::mount(&mut api);
    companies::mount(&mut api);
    divisions::mount(&mut api);
    company_upgrades::mount(&mut api);
    managers::mount(&mut api);
    operators::mount(&mut api);
    own_details::mount(&mut api);
    account_sessions::mount(&mut api);
    two_steps::mount(&mut api);
    members::mount(&mut api);
    member_imports::mount(&mut api);
    measurements::mount(&mut api, texts::catalogue);
    users::mount(&mut api);
    consents::mount(&mut api);
    user_apps::mount(&mut api);
    links::mount(&mut api);
    managed_users::mount(&mut api);
    statistics::mount(&mut api, &state.database);
    admin_boards::mount(&mut api);
    terms::mount(&mut api);
    audit::mount(&mut api);
    jobs::mount(&mut api);
    bulk::mount_rest(&mut api);
    undo::mount(&mut api);
    fhir::mount(&mut api);
    api
}

/// The handlers of every kind of job, and the exports of all lists.
pub static WORKS: Works = Works {
    each: &[
        Work {
            kind: JobKind::MemberImport,
            call: None,
            run: member_imports::run,
            catch_up: Some(member_imports::catch_up),
        },
        Work { kind: JobKind::ImportUndo, call: None, run: member_imports::run, catch_up: None },
        file_imports::work::<Physical>(),
        file_imports::work::<Stress>(),
        file_imports::work::<Vision>(),
        file_imports::work::<HeartRate>(),
        file_imports::work::<Dementia>(),
        file_imports::work::<Psychological>(),
        Work {
            kind: JobKind::CompanyUpgrade,
            call: None,
            run: company_upgrades::run,
            catch_up: Some(company_upgrades::catch_up),
        },
        bulk::work::<CompanyBulk>(),
        bulk::work::<ManagerBulk>(),
        bulk::work::<OperatorBulk>(),
        bulk::work::<PermissionGroupBulk>(),
        bulk::work::<CodeBulk>(),
        bulk::work::<ExternalDeviceBulk>(),
        bulk::work::<MemberBulk>(),
        bulk::work::<UserBulk>(),
        bulk::work::<UserAppBulk>(),
        bulk::work::<CompanyUserAppBulk>(),
        bulk::work::<AdminBoardBulk>(),
        bulk::work::<PhysicalBulk>(),
        bulk::work::<StressBulk>(),
        bulk::work::<VisionBulk>(),
        bulk::work::<HeartRateBulk>(),
        bulk::work::<DementiaBulk>(),
        bulk::work::<PsychologicalBulk>(),
        exports::work::<CompanyExport>(),
        exports::work::<ManagerExport>(),
        exports::work::<OperatorExport>(),
        exports::work::<PermissionGroupExport>(),
        exports::work::<CodeExport>(),
        exports::work::<ExternalDeviceExport>(),
        exports::work::<MemberExport>(),
        exports::work::<UserExport>(),
        exports::work::<UserAppExport>(),
        exports::work::<CompanyUserAppExport>(),
        Work { catch_up: Some(grade_rules::grade_again), ..exports::work::<Physical>() },
        exports::work::<Stress>(),
        exports::work::<Vision>(),
        exports::work::<HeartRate>(),
        Work { catch_up: Some(dementia_screenings::grade_next), ..exports::work::<Dementia>() },
        Work { catch_up: Some(grade_rules::count_next), ..exports::work::<Psychological>() },
        exports::work::<TrainingParticipationExport>(),
        exports::work::<FileOf<TestCaseExport>>(),
        exports::work::<FileOf<TestCategoryExport>>(),
        exports::work::<FileOf<CompanyTestExport>>(),
        exports::work::<FileOf<AverageExport>>(),
        exports::work::<FileOf<AttentionExport>>(),
        exports::work::<AttentionPeopleExport>(),
        exports::work::<FileOf<ServiceAppMemberExport>>(),
        exports::work::<FileOf<UserAppMemberExport>>(),
        exports::work::<FileOf<ServiceAppTypeExport>>(),
        exports::work::<FileOf<UserAppTypeExport>>(),
        exports::work::<AdminBoardExport>(),
        exports::work::<TermsExport>(),
        exports::work::<AccessLogExport>(),
        exports::work::<ChangeLogExport>(),
        fhir::WORK,
    ],
    texts: texts::catalogue,
    care: &[users::dormancy::care, |state| alerts::care(&state.database), |state| terms::care(&state.database)],
};
