//! Company upgrades: all rows follow, none is left between two trees, and unauthorized callers are rejected.

use crate::{
    bulk,
    exports::export_of,
    imports::ended,
    support::{
        TestDatabase, World, account_id, add_account, at_once, code, company, count, group_of, link, manager, operator,
        session, write_measurement,
    },
    writing::assert_exact,
};
use accounts::company_upgrades;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::schema::{account, company as companies, job, permission_group},
    jobs::{Claimed, Interrupted, Run},
};
use serde_json::json;
use std::sync::atomic::{AtomicUsize, Ordering};
use uno_core::{
    contract::{
        bulk::{BulkRowFilter, ListBulkRows},
        companies::{
            CompanyId, CompanyPath, CompanySave, CompanyType, DeleteCompany, GetCompany, ListCompanyRevisions,
            UpdateCompany,
        },
        company_credentials::{
            CompanyCredentialSave, CredentialScope, IssueCompanyCredential, ListSystemCompanies, SystemCompanyFilter,
        },
        company_upgrades::{CompanyUpgrade, CompanyUpgradeSave, UpgradeCompany},
        error::{ErrorBody, ErrorCode},
        exports::ExportOptions,
        jobs::{CancelJob, GetJob, Job, JobId, JobKind, JobPath, JobState},
        managers::{CreateManager, GetManager, ListManagerRevisions, ManagerPath, ManagerRole, PermissionGroupId},
        members::{ExportMembers, ListMembers, MemberFilter},
        operators::{CreateOperator, OperatorSave},
        physical_measurements::{ListPhysicalMeasurements, PhysicalMeasurementFilter},
        revisions::RevisionFilter,
        users::{ListOwnPhysicalMeasurements, OwnMeasurementFilter},
    },
    domain::access::Authority,
};

fn ask(
    world: &World,
    token: &str,
    id: CompanyId,
    parent: Option<CompanyId>,
    dry_run: bool,
) -> Result<CompanyUpgrade, ErrorBody> {
    let save = CompanyUpgradeSave { parent_company_id: parent, dry_run };
    world.server.call::<UpgradeCompany>(Some(token), &CompanyPath { company_id: id }, &(), &save)
}

fn queue(world: &World, id: CompanyId, parent: Option<CompanyId>) -> JobId {
    ask(world, &world.admin, id, parent, false).unwrap().job.unwrap().job_id
}

pub fn upgrade(world: &World, id: CompanyId, parent: Option<CompanyId>) -> Job {
    ended(world, &world.admin, queue(world, id, parent))
}

/// Returns the codes of the obstacles with their numbers of rows.
fn obstacles(world: &World, token: &str, id: CompanyId, parent: Option<CompanyId>) -> Vec<(String, String)> {
    let plan = ask(world, token, id, parent, true).unwrap();
    let told = plan.obstacles.into_iter();
    told.map(|found| (found.code.clone(), found.params.get("count").unwrap_or_default().to_owned())).collect()
}

fn refusal(answer: Result<CompanyUpgrade, ErrorBody>) -> (ErrorCode, Option<(String, String)>) {
    let error = answer.unwrap_err();
    (code(&error), error.fields.first().map(|field| (field.path.clone(), field.code.clone())))
}

fn members(world: &World, token: &str) -> i64 {
    world.server.call::<ListMembers>(Some(token), &(), &MemberFilter::default(), &()).unwrap().total
}

fn measurements(world: &World, token: &str) -> i64 {
    let filter = PhysicalMeasurementFilter::default();
    world.server.call::<ListPhysicalMeasurements>(Some(token), &(), &filter, &()).unwrap().total
}

/// Checks that every row has the line of its company, every company that of its parent plus itself, that no company is
/// still being moved, and that counts match the rows.
pub fn assert_whole(test: &TestDatabase) {
    let mut connection = test.database.connect().unwrap();
    let mut none = |query: String| assert_eq!(count(&mut connection, &query), 0, "{query}");
    for table in ["member", "measurement", "member_link", "account", "training_participation"] {
        none(format!(
            "SELECT count(*) AS count FROM {table} t JOIN company c ON c.company_id = t.company_id \
             WHERE coalesce(t.vendor_id, 0) <> coalesce(c.vendor_id, 0) OR coalesce(t.dealer_id, 0) <> coalesce(c.dealer_id, 0) \
             OR coalesce(t.retailer_id, 0) <> coalesce(c.retailer_id, 0)"
        ));
    }
    none(
        "SELECT count(*) AS count FROM company c LEFT JOIN company p ON p.company_id = c.parent_company_id \
         WHERE coalesce(c.vendor_id, 0) <> CASE WHEN c.kind = 'VENDOR' THEN c.company_id ELSE p.vendor_id END \
         OR coalesce(c.dealer_id, 0) <> CASE WHEN c.kind = 'DEALER' THEN c.company_id ELSE coalesce(p.dealer_id, 0) END \
         OR coalesce(c.retailer_id, 0) <> CASE WHEN c.kind = 'RETAILER' THEN c.company_id ELSE 0 END \
         OR c.moving_from IS NOT NULL"
            .into(),
    );
    none(
        "SELECT count(*) AS count FROM account a JOIN company c ON c.company_id = a.company_id \
         WHERE a.staff = 'MANAGER' AND a.authority <> c.kind"
            .into(),
    );
    drop(connection);
    assert_exact(test);
}

/// Creates members with one measurement each.
fn populate(test: &TestDatabase, world: &World, id: CompanyId, count: usize) {
    for number in 0..count {
        let member = world.add_member(id, &format!("U{number}"), "김하나");
        write_measurement(test, &member, id, &format!("2026-01-{:02}T09:00:00+09:00", number % 28 + 1));
    }
}

#[test]
fn a_dealer_that_becomes_a_vendor_takes_its_whole_tree_along() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        populate(test, &world, world.retailer_id, 3);
        let own = world.add_member(world.dealer_id, "D1", "박대리");
        write_measurement(test, &own, world.dealer_id, "2026-02-01T09:00:00+09:00");
        let direct = world.add_company(CompanyType::Retailer, "직영점", Some(world.vendor_id)).company_id;
        populate(test, &world, direct, 1);
        link(test, &world, &world.member, own.member_id);
        let filter = MemberFilter { page_size: Some(1), ..MemberFilter::default() };
        let cursor = world.server.call::<ListMembers>(Some(&world.vendor), &(), &filter, &()).unwrap().next;

        let job = upgrade(&world, world.dealer_id, None);
        assert_eq!((job.state, job.progress), (JobState::Succeeded, job.total), "{job:?}");
        assert_whole(test);
        assert_eq!((members(&world, &world.vendor), measurements(&world, &world.vendor)), (1, 1), "what it left");
        let token = session(&world.server.state, "dealer", Authority::Vendor).access_token.token;
        assert_eq!((members(&world, &token), measurements(&world, &token)), (4, 4), "what it has");
        assert_eq!(members(&world, &world.retailer), 3, "a retailer below has what it had");
        let behind = MemberFilter { after: cursor, page_size: Some(9), ..MemberFilter::default() };
        let found = world.server.call::<ListMembers>(Some(&world.vendor), &(), &behind, &()).unwrap().data;
        assert!(found.iter().all(|member| member.company_id == direct), "a cursor leads to nothing that has left");
        let path = CompanyPath { company_id: world.retailer_id };
        let seen = |token: &str| world.server.call::<GetCompany>(Some(token), &path, &(), &());
        assert_eq!(code(&seen(&world.vendor).unwrap_err()), ErrorCode::NotFound);
        let below = seen(&token).unwrap();
        assert_eq!((below.kind, below.parent_company_id), (CompanyType::Retailer, Some(world.dealer_id)));
        let query = OwnMeasurementFilter::default();
        let mine = world.server.call::<ListOwnPhysicalMeasurements>(Some(&world.member), &(), &query, &()).unwrap();
        assert_eq!(mine.data.len(), 1, "a person's own measurements stay where they are");
    });
}

#[test]
fn a_retailer_that_becomes_a_dealer_comes_into_the_tree_of_its_new_vendor() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        populate(test, &world, world.other_retailer_id, 2);
        let job = upgrade(&world, world.other_retailer_id, Some(world.vendor_id));
        assert_eq!(job.state, JobState::Succeeded, "{job:?}");
        assert_whole(test);
        assert_eq!((members(&world, &world.other_vendor), members(&world, &world.vendor)), (0, 2));
        let path = CompanyPath { company_id: world.other_retailer_id };
        let found = world.server.call::<GetCompany>(Some(&world.vendor), &path, &(), &()).unwrap();
        assert_eq!(
            (found.kind, found.parent_company_id, found.member_count),
            (CompanyType::Dealer, Some(world.vendor_id), 2)
        );
        let below = world.add_company(CompanyType::Retailer, "새 판매점", Some(world.other_retailer_id));
        assert_eq!(below.kind, CompanyType::Retailer, "it has retailers now");
        // And again, up to the next tier.
        assert_eq!(upgrade(&world, world.other_retailer_id, None).state, JobState::Succeeded);
        assert_whole(test);
        assert_eq!(members(&world, &world.vendor), 0);
    });
}

#[test]
fn a_dry_run_says_what_happens_and_changes_nothing() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        populate(test, &world, world.retailer_id, 2);
        let path = CompanyPath { company_id: world.dealer_id };
        let before = world.server.call::<GetCompany>(Some(&world.admin), &path, &(), &()).unwrap();
        let plan = ask(&world, &world.admin, world.dealer_id, None, true).unwrap();
        let counts = plan.counts;
        assert_eq!((plan.from, plan.to, plan.job), (CompanyType::Dealer, CompanyType::Vendor, None));
        assert_eq!((counts.companies, counts.managers, counts.operators), (2, 2, 1));
        assert_eq!((counts.members, counts.measurements, counts.links, plan.own_managers), (2, 2, 0, 1));
        assert!(plan.obstacles.is_empty(), "{:?}", plan.obstacles);
        let after = world.server.call::<GetCompany>(Some(&world.admin), &path, &(), &()).unwrap();
        assert_eq!(after, before);
    });
}

#[test]
fn managers_get_the_role_of_the_new_tier_and_sign_in_again() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let id = world.other_retailer_id;
        let token = add_account(&world.server.state, "promoted", Authority::Retailer, Some(id));
        assert_eq!(members(&world, &token), 0);
        upgrade(&world, id, Some(world.other_vendor_id));
        world.server.state.callers.forget(world.server.state.keys.claims(&token).unwrap().sid);
        let refused = world.server.call::<ListMembers>(Some(&token), &(), &MemberFilter::default(), &()).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::Unauthenticated);
        let manager_id = uno_core::contract::managers::ManagerId(account_id(&world.server.state, "promoted"));
        let path = ManagerPath { manager_id };
        let found = world.server.call::<GetManager>(Some(&world.admin), &path, &(), &()).unwrap();
        assert_eq!((found.role, found.permission_group_id), (ManagerRole::Dealer, group_of(Authority::Dealer)));
        let filter = RevisionFilter { page: None, page_size: None };
        let told = world.server.call::<ListManagerRevisions>(Some(&world.admin), &path, &filter, &()).unwrap();
        let fields: Vec<&str> = told.data[0].changes.iter().map(|change| change.field.as_str()).collect();
        assert_eq!(fields, ["role", "permissionGroupName"]);
        assert!(!told.data[0].can_undo);
    });
}

#[test]
fn the_companys_history_tells_its_tier_and_who_stood_above() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    upgrade(&world, world.dealer_id, None);
    let path = CompanyPath { company_id: world.dealer_id };
    let filter = RevisionFilter { page: None, page_size: None };
    let told = world.server.call::<ListCompanyRevisions>(Some(&world.admin), &path, &filter, &()).unwrap();
    let changes: Vec<_> = told.data[0]
        .changes
        .iter()
        .map(|change| (change.field.as_str(), change.before.as_deref(), change.after.as_deref()))
        .collect();
    assert_eq!(changes, [("type", Some("DEALER"), Some("VENDOR")), ("parentCompanyName", Some("한빛 헬스케어"), None)]);
    assert!(!told.data[0].can_undo, "a tree is not put back by a form");
}

#[test]
fn what_could_not_stand_where_it_would_come_to_refuses_the_upgrade() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let refused = |id, parent, expected: &[(&str, &str)]| {
            let found = obstacles(&world, &world.admin, id, parent);
            let found: Vec<(&str, &str)> = found.iter().map(|(code, count)| (code.as_str(), count.as_str())).collect();
            assert_eq!(found, expected);
            if let Some((code, _)) = expected.first() {
                let (kind, field) = refusal(ask(&world, &world.admin, id, parent, false));
                assert_eq!((kind, field.unwrap()), (ErrorCode::Invalid, ("companyId".into(), (*code).into())));
            }
        };
        let vendor = Some(world.vendor_id);
        refused(world.retailer_id, vendor, &[("operatorsAtRetailer", "1")]);
        refused(world.dealer_id, None, &[]);
        let lead = manager("lead", ManagerRole::Vendor, vendor);
        let lead = world.server.call::<CreateManager>(Some(&world.admin), &(), &(), &lead).unwrap().manager_id;
        let led = OperatorSave { main_manager_id: Some(lead), ..operator("led.operator", world.retailer_id) };
        world.server.call::<CreateOperator>(Some(&world.admin), &(), &(), &led).unwrap();
        refused(world.dealer_id, None, &[("managedFromAbove", "1")]);
        // A group that the vendor created for its retailers.
        test.database
            .write_blocking(|connection| {
                let group: i64 = diesel::insert_into(permission_group::table)
                    .values((
                        permission_group::name.eq("총판의 그룹"),
                        permission_group::name_key.eq("총판의 그룹"),
                        permission_group::authority.eq("RETAILER"),
                        permission_group::company_id.eq(world.vendor_id.0),
                    ))
                    .returning(permission_group::permission_group_id)
                    .get_result(connection)?;
                diesel::update(account::table.filter(account::login_key.eq("retailer")))
                    .set(account::permission_group_id.eq(PermissionGroupId(group)))
                    .execute(connection)?;
                Ok(())
            })
            .unwrap();
        refused(world.dealer_id, None, &[("managedFromAbove", "1"), ("groupsFromAbove", "1")]);
    });
}

#[test]
fn only_who_may_change_both_tiers_and_reaches_both_companies_above_moves_a_company() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let retailer = world.add_company(CompanyType::Retailer, "승급할 판매점", Some(world.dealer_id)).company_id;
        let (own, other) = (Some(world.vendor_id), Some(world.other_vendor_id));
        let field = |path: &str, code: &str| (ErrorCode::Invalid, Some((path.to_owned(), code.to_owned())));
        for (token, id, parent, expected) in [
            (&world.vendor, retailer, other, field("parentCompanyId", "notFound")),
            (&world.vendor, retailer, None, field("parentCompanyId", "required")),
            (&world.vendor, retailer, Some(world.dealer_id), field("parentCompanyId", "wrongTier")),
            (&world.vendor, world.dealer_id, None, (ErrorCode::Forbidden, None)),
            (&world.vendor, world.other_retailer_id, own, (ErrorCode::NotFound, None)),
            (&world.dealer, retailer, own, (ErrorCode::Forbidden, None)),
            (&world.dealer, world.dealer_id, None, (ErrorCode::Forbidden, None)),
            (&world.retailer, world.retailer_id, own, (ErrorCode::Forbidden, None)),
            (&world.admin, world.vendor_id, None, field("companyId", "highestTier")),
            (&world.admin, world.dealer_id, other, field("parentCompanyId", "notAllowed")),
            (&world.admin, retailer, Some(CompanyId(99_999)), field("parentCompanyId", "notFound")),
        ] {
            for dry_run in [true, false] {
                assert_eq!(refusal(ask(&world, token, id, parent, dry_run)), expected, "{id:?} {parent:?}");
            }
        }
        let job = ask(&world, &world.vendor, retailer, own, false).unwrap().job.unwrap();
        assert_eq!(ended(&world, &world.vendor, job.job_id).state, JobState::Succeeded);
        assert_whole(test);
    });
}

/// Makes a job look claimed by a runner that is about to die.
fn claimed(test: &TestDatabase, job_id: JobId) -> Claimed {
    test.database
        .write_blocking(|connection| {
            diesel::update(job::table.find(job_id.0))
                .set((job::state.eq("RUNNING"), job::attempts.eq(1), job::leased_until.eq(clock::now().0 + 60_000)))
                .execute(connection)?;
            let columns = (job::account_id, job::company_id, job::parameters);
            let (account_id, company_id, parameters) =
                job::table.find(job_id.0).select(columns).first::<(i64, Option<i64>, String)>(connection)?;
            let kind = JobKind::CompanyUpgrade;
            Ok(Claimed { job_id, kind, call: None, account_id, company_id, parameters, progress: 0, attempt: 1 })
        })
        .unwrap()
}

/// Creates an upgrade job that no runner claims yet.
fn job_that_waits(
    test: &TestDatabase,
    world: &World,
    id: CompanyId,
    from: CompanyType,
    parent: Option<CompanyId>,
) -> JobId {
    let parameters =
        serde_json::json!({"companyId": id.0, "from": from.as_str(), "parentCompanyId": parent.map(|id| id.0)});
    let row = (
        job::account_id.eq(account_id(&world.server.state, "root")),
        job::company_id.eq(id.0),
        job::kind.eq("COMPANY_UPGRADE"),
        job::state.eq("PREVIEW"),
        job::file_name.eq("company-upgrade.xlsx"),
        job::parameters.eq(parameters.to_string()),
        job::created_at.eq(clock::now().0),
    );
    let new = diesel::insert_into(job::table).values(row).returning(job::job_id);
    JobId(test.database.write_blocking(|connection| Ok(new.get_result::<i64>(connection)?)).unwrap())
}

/// Runs a number of steps of an upgrade with a runner that then dies.
fn begun(test: &TestDatabase, world: &World, id: CompanyId, parent: Option<CompanyId>, steps: usize) -> JobId {
    let from = ask(world, &world.admin, id, parent, true).unwrap().from;
    let job_id = job_that_waits(test, world, id, from, parent);
    let done = AtomicUsize::new(0);
    let dies = || done.fetch_add(1, Ordering::Relaxed) == steps;
    let run = Run::new(&test.database, claimed(test, job_id), &dies).unwrap();
    assert!(matches!(company_upgrades::run(&run), Err(Interrupted::Stopped)));
    job_id
}

fn set_job(test: &TestDatabase, id: JobId, state: &str) {
    test.database
        .write_blocking(|connection| {
            diesel::update(job::table.find(id.0))
                .set((job::state.eq(state), job::leased_until.eq(0)))
                .execute(connection)?;
            Ok(())
        })
        .unwrap();
}

#[test]
fn an_upgrade_whose_server_dies_goes_on_and_what_was_made_meanwhile_is_in_the_new_line() {
    for steps in 1..=3 {
        TestDatabase::each(|test| {
            let world = World::build(test);
            populate(test, &world, world.dealer_id, 3);
            let id = begun(test, &world, world.dealer_id, None, steps);
            // While rows are being moved, a member and a company are added, and another company is removed.
            let member = world.add_member(world.dealer_id, "NEW", "이새롬");
            write_measurement(test, &member, world.dealer_id, "2026-03-01T09:00:00+09:00");
            world.add_company(CompanyType::Retailer, "새 판매점", Some(world.dealer_id));
            let cancelled = world.server.call::<CancelJob>(Some(&world.admin), &JobPath { job_id: id }, &(), &());
            assert_eq!(code(&cancelled.unwrap_err()), ErrorCode::JobState, "what has begun goes to its end");
            set_job(test, id, "RUNNING");
            world.server.state.job_added.notify_one();
            let job = ended(&world, &world.admin, id);
            assert_eq!(job.state, JobState::Succeeded, "{job:?}");
            assert_whole(test);
        });
    }
}

#[test]
fn an_upgrade_that_was_given_up_half_way_is_finished_without_its_job() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        populate(test, &world, world.dealer_id, 2);
        let id = begun(test, &world, world.dealer_id, None, 1);
        set_job(test, id, "FAILED");
        while company_upgrades::catch_up(&test.database).unwrap() {}
        assert_whole(test);
        assert!(!company_upgrades::catch_up(&test.database).unwrap());
    });
}

#[test]
fn a_job_that_was_given_up_half_way_has_succeeded_when_its_work_is_finished() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        populate(test, &world, world.dealer_id, 2);
        let id = begun(test, &world, world.dealer_id, None, 1);
        let refused = job_that_waits(test, &world, world.dealer_id, CompanyType::Dealer, None);
        set_job(test, refused, "QUEUED");
        assert_eq!(ended(&world, &world.admin, refused).state, JobState::Failed, "what it asks for has been done");
        test.database
            .write_blocking(|connection| {
                let given_up = (job::state.eq("RUNNING"), job::attempts.eq(5), job::leased_until.eq(0));
                diesel::update(job::table.find(id.0)).set(given_up).execute(connection)?;
                Ok(())
            })
            .unwrap();
        world.server.state.job_added.notify_one();
        let state = |id: JobId| {
            let path = JobPath { job_id: id };
            world.server.call::<GetJob>(Some(&world.admin), &path, &(), &()).unwrap()
        };
        let started = std::time::Instant::now();
        while state(id).state != JobState::Succeeded && started.elapsed().as_secs() < 20 {
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let job = state(id);
        assert_eq!((job.state, job.failure, job.progress), (JobState::Succeeded, None, job.total));
        assert_eq!(state(refused).state, JobState::Failed, "and no other");
        assert_whole(test);
    });
}

#[test]
fn a_row_that_an_upgrade_below_has_taken_further_is_not_taken_back() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let retailer = world.add_company(CompanyType::Retailer, "승급할 판매점", Some(world.dealer_id)).company_id;
        populate(test, &world, retailer, 3);
        let above = begun(test, &world, world.dealer_id, None, 1);
        let below = begun(test, &world, retailer, Some(world.dealer_id), 1);
        let (held, is_held) = std::sync::mpsc::channel();
        std::thread::scope(|scope| {
            // The retailer's members are moved along, concurrently with the job above, which may have selected the same
            // rows.
            scope.spawn(move || {
                test.database
                    .write_blocking(|connection| {
                        use kernel::db::schema::member;
                        let line = (
                            member::vendor_id.eq(world.dealer_id.0),
                            member::dealer_id.eq(retailer.0),
                            member::retailer_id.eq(None::<i64>),
                        );
                        let moved = member::table.filter(member::retailer_id.eq(retailer.0));
                        diesel::update(moved).set(line).execute(connection)?;
                        held.send(()).unwrap();
                        std::thread::sleep(std::time::Duration::from_millis(1_500));
                        Ok(())
                    })
                    .unwrap();
            });
            is_held.recv().unwrap();
            set_job(test, above, "RUNNING");
            world.server.state.job_added.notify_one();
        });
        for id in [above, below] {
            set_job(test, id, "RUNNING");
            world.server.state.job_added.notify_one();
            let job = ended(&world, &world.admin, id);
            assert_eq!(job.state, JobState::Succeeded, "{job:?}");
        }
        assert_whole(test);
    });
}

#[test]
fn who_stood_above_a_company_reads_it_no_more_by_its_credentials() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let direct = world.add_company(CompanyType::Retailer, "직영점", Some(world.vendor_id)).company_id;
        // The vendor has issued them and knows their secrets.
        let secrets: Vec<String> = [world.dealer_id, world.retailer_id, direct]
            .into_iter()
            .map(|company_id| {
                let expires_on = clock::now().plus_milliseconds(30 * 86_400_000).date_in_seoul();
                let scopes = vec![CredentialScope::CompaniesRead];
                let save =
                    CompanyCredentialSave {
                        name: "인사 시스템".into(), scopes, expires_on, persons_per_day: None
                    };
                let path = CompanyPath { company_id };
                world.server.call::<IssueCompanyCredential>(Some(&world.vendor), &path, &(), &save).unwrap().secret
            })
            .collect();
        let reads = |secret: &str| {
            let filter = SystemCompanyFilter { page: None, page_size: None };
            world.server.call::<ListSystemCompanies>(Some(secret), &(), &filter, &()).is_ok()
        };
        let plan = |id, parent| ask(&world, &world.admin, id, parent, true).unwrap().counts.credentials;
        assert_eq!(plan(world.dealer_id, None), 2, "the preview says how many");
        assert_eq!(plan(direct, Some(world.vendor_id)), 0, "nobody who stands above it leaves");
        assert_eq!(plan(direct, Some(world.other_vendor_id)), 1);
        upgrade(&world, direct, Some(world.vendor_id));
        upgrade(&world, world.dealer_id, None);
        std::thread::sleep(std::time::Duration::from_secs(1));
        let still: Vec<bool> = secrets.iter().map(|secret| reads(secret)).collect();
        assert_eq!(still, [false, false, true]);
        for company_id in [world.dealer_id, world.retailer_id] {
            let filter = RevisionFilter { page: None, page_size: None };
            let path = CompanyPath { company_id };
            let told = world.server.call::<ListCompanyRevisions>(Some(&world.admin), &path, &filter, &()).unwrap().data;
            let revoked = told.iter().flat_map(|revision| &revision.changes).any(|change| {
                (change.field.as_str(), change.before.as_deref(), &change.after)
                    == ("credential", Some("인사 시스템"), &None)
            });
            assert!(revoked, "{told:?}");
        }
    });
}

#[test]
fn passwords_that_were_given_before_an_upgrade_open_nothing_after_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        link(test, &world, &world.member, member.member_id);
        let stranger = manager("stays.below", ManagerRole::Retailer, Some(world.other_retailer_id));
        let theirs = manager("moves.up", ManagerRole::Retailer, Some(world.retailer_id));
        for save in [&stranger, &theirs] {
            world.server.call::<CreateManager>(Some(&world.admin), &(), &(), save).unwrap();
        }
        let site = operator("site.up", world.retailer_id);
        world.server.call::<CreateOperator>(Some(&world.admin), &(), &(), &site).unwrap();
        let given = diesel::update(account::table.filter(account::authority.ne("ADMIN")))
            .set((account::must_change_password.eq(true), account::password_hash.eq("given")));
        test.database.write_blocking(|connection| Ok(given.execute(connection)?)).unwrap();
        let owned = diesel::update(account::table.filter(account::login_id.eq("retailer")))
            .set(account::must_change_password.eq(false));
        test.database.write_blocking(|connection| Ok(owned.execute(connection)?)).unwrap();
        assert_eq!(upgrade(&world, world.dealer_id, None).state, JobState::Succeeded);
        let left: Vec<String> = account::table
            .filter(account::password_hash.eq("given"))
            .order(account::login_id)
            .select(account::login_id)
            .load(&mut test.database.connect().unwrap())
            .unwrap();
        for (login_id, keeps) in [
            ("moves.up", false),
            ("site.up", false),
            ("dealer", false),
            ("member", false),
            ("retailer", true),
            ("stays.below", true),
            ("vendor", true),
        ] {
            assert_eq!(left.iter().any(|known| known == login_id), keeps, "{login_id}");
        }
    });
}

/// The ancestor remains one, but may have no power over the managers' new role.
#[test]
fn managers_who_rise_in_the_same_tree_lose_passwords_that_were_given() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let direct = world.add_company(CompanyType::Retailer, "직영점", Some(world.vendor_id)).company_id;
        let made = manager("rises.here", ManagerRole::Retailer, Some(direct));
        world.server.call::<CreateManager>(Some(&world.admin), &(), &(), &made).unwrap();
        let given = diesel::update(account::table.filter(account::login_id.eq("rises.here")))
            .set((account::must_change_password.eq(true), account::password_hash.eq("given")));
        test.database.write_blocking(|connection| Ok(given.execute(connection)?)).unwrap();
        assert_eq!(upgrade(&world, direct, Some(world.vendor_id)).state, JobState::Succeeded);
        let left = account::table.filter(account::login_id.eq("rises.here")).select(account::password_hash);
        assert_eq!(left.first::<String>(&mut test.database.connect().unwrap()).unwrap(), "");
    });
}

#[test]
fn who_stood_above_a_company_has_no_file_and_no_rows_that_tell_of_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        let exported = |token: &str| {
            export_of::<ExportMembers>(&world, token, &MemberFilter::default(), &ExportOptions::default()).0.job_id
        };
        let selected = json!({ "action": "DELETE", "selection": "NAMED", "recordIds": [member.member_id.0] });
        let tried = |token: &str| bulk::tried(&world, token, "members/bulk", &selected).job_id;
        let jobs = [&world.vendor, &world.dealer, &world.admin].map(|token| (token, exported(token), tried(token)));
        upgrade(&world, world.dealer_id, None);
        let dealer = session(&world.server.state, "dealer", Authority::Vendor).access_token.token;
        let still = jobs.map(|(token, file, trial)| {
            let token = if token == &world.dealer { &dealer } else { token };
            let get = |job_id| world.server.call::<GetJob>(Some(token), &JobPath { job_id }, &(), &()).unwrap();
            let filter = BulkRowFilter { outcomes: Vec::new(), page: None, page_size: None };
            let rows = world.server.call::<ListBulkRows>(Some(token), &JobPath { job_id: trial }, &filter, &());
            (get(file).has_file, rows.map_or(0, |rows| rows.data.len()), get(trial).failure)
        });
        assert_eq!(still[0], (false, 0, Some("companyMoved".into())), "the vendor, who lost it");
        assert_eq!((still[1].0, still[2].0), (true, true), "its own, and who answers for the installation");
        assert_eq!((still[1].1, still[2].1), (1, 1));
    });
}

#[test]
fn what_is_asked_for_while_a_company_moves_is_gone_when_it_has_moved() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        populate(test, &world, world.retailer_id, 2);
        let job_id = begun(test, &world, world.dealer_id, None, 1);
        let (file, lines) =
            export_of::<ExportMembers>(&world, &world.vendor, &MemberFilter::default(), &ExportOptions::default());
        assert!(file.has_file && !lines.is_empty());
        set_job(test, job_id, "QUEUED");
        world.server.state.job_added.notify_one();
        assert_eq!(ended(&world, &world.admin, job_id).state, JobState::Succeeded);
        let path = JobPath { job_id: file.job_id };
        assert!(!world.server.call::<GetJob>(Some(&world.vendor), &path, &(), &()).unwrap().has_file);
    });
}

#[test]
fn a_company_on_its_way_is_not_moved_again() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let retailer = world.other_retailer_id;
        populate(test, &world, retailer, 2);
        let id = begun(test, &world, retailer, Some(world.vendor_id), 1);
        assert_eq!(obstacles(&world, &world.admin, retailer, None), [("upgradeUnderWay".into(), "1".into())]);
        set_job(test, id, "RUNNING");
        world.server.state.job_added.notify_one();
        ended(&world, &world.admin, id);
        assert_eq!(upgrade(&world, retailer, None).state, JobState::Succeeded);
        assert_whole(test);
    });
}

#[test]
fn of_two_who_upgrade_a_company_at_once_one_does() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        populate(test, &world, world.other_retailer_id, 2);
        let parents = [world.vendor_id, world.other_vendor_id];
        let asked = at_once(4, 1, |thread, _| {
            ask(&world, &world.admin, world.other_retailer_id, Some(parents[thread % 2]), false)
        });
        let jobs: Vec<JobId> =
            asked.into_iter().flatten().flatten().filter_map(|plan| Some(plan.job?.job_id)).collect();
        let ends: Vec<Job> = jobs.into_iter().map(|id| ended(&world, &world.admin, id)).collect();
        assert_eq!(ends.iter().filter(|job| job.state == JobState::Succeeded).count(), 1, "{ends:?}");
        assert!(ends.iter().all(|job| job.state == JobState::Succeeded
            || job.failure.as_deref().is_some_and(|code| ["upgradeRefused", "forbidden"].contains(&code))));
        assert_whole(test);
    });
}

#[test]
fn whoever_registers_imports_or_links_while_a_company_moves_finds_one_line() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        populate(test, &world, world.dealer_id, 30);
        let linked = world.add_member(world.dealer_id, "L1", "박연결");
        std::thread::scope(|scope| {
            let world = &world;
            let writers: Vec<_> = (0..4)
                .map(|thread| {
                    scope.spawn(move || {
                        for round in 0..15 {
                            let member = world.add_member(world.dealer_id, &format!("{thread}-{round}"), "정동시");
                            write_measurement_held(test, world, member.member_id.0, round);
                        }
                    })
                })
                .collect();
            let csv = (0..1_200)
                .fold(String::from("memberNo,sex,birthDate,name,measuredAt,systolic,diastolic\n"), |text, row| {
                    text + &format!("I{row},FEMALE,1990-01-01,이수입,2026-01-01T09:00:00+09:00,120,80\n")
                });
            let preview = crate::imports::upload(world, &world.admin, world.dealer_id, "CSV", csv.as_bytes()).unwrap();
            let import = scope.spawn(move || crate::imports::start(world, &world.admin, &preview));
            let job = scope.spawn(move || upgrade(world, world.dealer_id, None));
            link(test, world, &world.member, linked.member_id);
            for writer in writers {
                writer.join().unwrap();
            }
            assert_eq!(import.join().unwrap().state, JobState::Succeeded);
            let job = job.join().unwrap();
            assert_eq!(job.state, JobState::Succeeded, "{job:?}");
        });
        assert_whole(test);
    });
}

/// Writes a measurement as an import does: with the company's line, under its lock.
fn write_measurement_held(test: &TestDatabase, world: &World, member_id: i64, round: usize) {
    use kernel::access::scope::Scope;
    use measurements::{
        physical_measurements::store::{self as physical, NewMeasurement},
        store::Owner,
    };
    use uno_core::{
        contract::members::MemberId,
        domain::{
            grade::{Sex, physical::Setting},
            time::Timestamp,
        },
    };
    let new = NewMeasurement {
        measured_at: Timestamp(1_767_225_600_000 + i64::try_from(round).unwrap()),
        height: None,
        weight: None,
        body_fat: None,
        systolic: Some(120),
        diastolic: Some(79),
        pulse: None,
        setting: Setting::Clinic,
        arm: None,
        posture: None,
        reading_number: None,
    };
    test.database
        .write_blocking(|connection| {
            let line = organisation::companies::store::held_line(connection, Scope::All, world.dealer_id)?.unwrap();
            let graded = physical::graded(&new, crate::support::date("1980-05-17"), Sex::Male, &[]);
            physical::insert(connection, None, &[(Owner::of(&line, MemberId(member_id)), graded)])
        })
        .unwrap();
}

#[test]
fn an_upgrade_of_a_company_that_goes_or_changes_before_it_begins_moves_nothing() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let dealer = world.add_company(CompanyType::Dealer, "사라질 대리점", Some(world.vendor_id));
        let path = CompanyPath { company_id: dealer.company_id };
        let id = job_that_waits(test, &world, dealer.company_id, CompanyType::Dealer, None);
        world.server.call::<DeleteCompany>(Some(&world.admin), &path, &(), &()).unwrap();
        set_job(test, id, "QUEUED");
        world.server.state.job_added.notify_one();
        let started = std::time::Instant::now();
        let ended = loop {
            let state: (String, Option<String>) = test
                .database
                .read_blocking(|connection| {
                    Ok(job::table.find(id.0).select((job::state, job::failure)).first(connection)?)
                })
                .unwrap();
            if state.0 != "QUEUED" && state.0 != "RUNNING" || started.elapsed().as_secs() > 20 {
                break state;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        };
        assert_eq!(ended, ("FAILED".into(), Some("companyGone".into())));
        assert_whole(test);
    });
}

#[test]
fn the_form_of_a_company_cannot_do_what_an_upgrade_does_nor_undo_it() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    upgrade(&world, world.dealer_id, None);
    let path = CompanyPath { company_id: world.dealer_id };
    let save = CompanySave {
        parent_company_id: Some(world.other_vendor_id),
        version: Some(2),
        ..company(CompanyType::Dealer, "한빛 메디컬")
    };
    let error = world.server.call::<UpdateCompany>(Some(&world.admin), &path, &(), &save).unwrap_err();
    assert_eq!(error.fields[0].code, "fixed");
    let moving: i64 = test
        .database
        .read_blocking(|connection| {
            Ok(companies::table.filter(companies::moving_from.is_not_null()).count().get_result(connection)?)
        })
        .unwrap();
    assert_eq!(moving, 0);
}
