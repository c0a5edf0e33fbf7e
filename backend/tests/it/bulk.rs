//! Bulk actions: a trial changes nothing, the action applies to exactly the tried records, and it can be undone.

use crate::{
    managed_users::{person, sign_up},
    support::{TestDatabase, World, at_once, becomes, code, link, manager, operator},
};
use diesel::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use kernel::db::schema::{member, permission_group};
use serde_json::{Value as Json, json};
use std::time::{Duration, Instant};
use uno_core::contract::{
    Method,
    admin_boards::{AdminBoardFilter, CreateAdminBoard, ListAdminBoards},
    bulk::{BulkOutcome, BulkRow, BulkRowFilter, ListBulkRows, StartBulk, UndoBulk},
    codes::{
        Code, CodeFilter, CodeList, CodePath, CodeSave, CreateCode, GetCode, ListCodeRevisions, ListCodes, UpdateCode,
    },
    companies::CompanyType,
    error::{ErrorBody, ErrorCode},
    jobs::{CancelJob, GetJob, Job, JobPath, JobState, RowCounts},
    managers::{CreateManager, GetManager, ManagerPath, ManagerRole},
    members::{GetMember, ListMembers, MemberFilter, MemberPath},
    revisions::{DeletedRecordFilter, ListDeletedRecords, RevisionAction, RevisionFilter},
};

/// Requests a bulk action.
fn ask(world: &World, token: &str, path: &str, body: &Json) -> Result<Job, ErrorBody> {
    let address = world.server.url(&format!("/api/v1/{path}"));
    let (status, text) = world.server.send(Method::Post, &address, Some(token), Some(body.to_string().as_bytes()));
    if status == 200 { Ok(serde_json::from_str(&text).unwrap()) } else { Err(serde_json::from_str(&text).unwrap()) }
}

/// Waits until a job needs user input or has ended.
fn rests(world: &World, token: &str, job: &Job) -> Job {
    let started = Instant::now();
    loop {
        let path = JobPath { job_id: job.job_id };
        let job = world.server.call::<GetJob>(Some(token), &path, &(), &()).unwrap();
        if !matches!(job.state, JobState::Queued | JobState::Running) {
            return job;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "{job:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Requests a bulk action and waits for the trial.
pub fn tried(world: &World, token: &str, path: &str, body: &Json) -> Job {
    let job = ask(world, token, path, body).unwrap();
    rests(world, token, &job)
}

/// Starts a tried action and waits for its end.
fn done(world: &World, token: &str, job: &Job) -> Job {
    let path = JobPath { job_id: job.job_id };
    let job = world.server.call::<StartBulk>(Some(token), &path, &(), &()).unwrap();
    rests(world, token, &job)
}

fn undone(world: &World, token: &str, job: &Job) -> Job {
    let path = JobPath { job_id: job.job_id };
    let job = world.server.call::<UndoBulk>(Some(token), &path, &(), &()).unwrap();
    rests(world, token, &job)
}

fn rows(world: &World, token: &str, job: &Job) -> Vec<BulkRow> {
    let filter = BulkRowFilter { outcomes: Vec::new(), page: None, page_size: Some(200) };
    world.server.call::<ListBulkRows>(Some(token), &JobPath { job_id: job.job_id }, &filter, &()).unwrap().data
}

fn outcomes(world: &World, token: &str, job: &Job) -> Vec<BulkOutcome> {
    rows(world, token, job).iter().map(|row| row.outcome).collect()
}

fn own_code(world: &World, name: &str) -> Code {
    let save = CodeSave {
        list: CodeList::ConcernCategory,
        code: if name == "가" { "FIRST" } else { "SECOND" }.into(),
        name: name.into(),
        names: vec![],
        position: 900,
        is_active: true,
        attributes: vec![],
        version: None,
    };
    world.server.call::<CreateCode>(Some(&world.admin), &(), &(), &save).unwrap()
}

fn code_now(world: &World, of: &Code) -> Result<Code, ErrorBody> {
    world.server.call::<GetCode>(Some(&world.admin), &CodePath { code_id: of.code_id }, &(), &())
}

fn deactivate(of: &[&Code]) -> Json {
    let ids: Vec<i64> = of.iter().map(|code| code.code_id.0).collect();
    json!({ "action": "CHANGE", "selection": "NAMED", "recordIds": ids, "changes": { "isActive": false } })
}

fn delete(ids: &[i64]) -> Json {
    json!({ "action": "DELETE", "selection": "NAMED", "recordIds": ids })
}

#[test]
fn what_is_tried_changes_nothing_and_says_what_would_become_of_each() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (first, second) = (own_code(&world, "가"), own_code(&world, "나"));
        let job = tried(&world, &world.admin, "codes/bulk", &deactivate(&[&first, &second]));
        assert_eq!((job.state, job.total, job.counts.updated, job.counts.changed), (JobState::Preview, 2, 2, 0));
        let told = rows(&world, &world.admin, &job);
        assert_eq!(told.iter().map(|row| row.name.as_deref()).collect::<Vec<_>>(), [Some("가"), Some("나")]);
        assert!(told.iter().all(|row| row.outcome == BulkOutcome::Changed));
        assert!(code_now(&world, &first).unwrap().is_active);
        let filter = RevisionFilter { page: None, page_size: None };
        let path = CodePath { code_id: first.code_id };
        let history = world.server.call::<ListCodeRevisions>(Some(&world.admin), &path, &filter, &()).unwrap();
        assert_eq!(history.data.len(), 1, "the making alone");
    });
}

#[test]
fn what_was_tried_is_done_with_a_history_and_put_back() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let codes = [own_code(&world, "가"), own_code(&world, "나")];
        let job = tried(&world, &world.admin, "codes/bulk", &deactivate(&codes.each_ref()));
        let job = done(&world, &world.admin, &job);
        assert_eq!(
            (job.state, job.counts.updated, job.counts.changed, job.has_file),
            (JobState::Succeeded, 2, 2, false)
        );
        let filter = RevisionFilter { page: None, page_size: None };
        for code in &codes {
            assert!(!code_now(&world, code).unwrap().is_active);
            let path = CodePath { code_id: code.code_id };
            let history = world.server.call::<ListCodeRevisions>(Some(&world.admin), &path, &filter, &()).unwrap().data;
            assert_eq!((history[0].action, history[0].account_name.as_str()), (RevisionAction::Update, "root"));
        }
        let job = undone(&world, &world.admin, &job);
        assert_eq!((job.state, job.counts.updated), (JobState::Succeeded, 2));
        assert_eq!(outcomes(&world, &world.admin, &job), [BulkOutcome::Restored; 2]);
        assert!(codes.iter().all(|code| code_now(&world, code).unwrap().is_active));
    });
}

#[test]
fn what_somebody_has_changed_since_is_not_put_back() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let codes = [own_code(&world, "가"), own_code(&world, "나")];
        let job = tried(&world, &world.admin, "codes/bulk", &deactivate(&codes.each_ref()));
        let job = done(&world, &world.admin, &job);
        let now = code_now(&world, &codes[0]).unwrap();
        let path = CodePath { code_id: now.code_id };
        let save = CodeSave { position: 901, version: Some(now.version), ..own_save(&now) };
        world.server.call::<UpdateCode>(Some(&world.admin), &path, &(), &save).unwrap();
        let job = undone(&world, &world.admin, &job);
        let told = rows(&world, &world.admin, &job);
        // The last one is restored first.
        assert_eq!(told[1].error, Some(i64::from(ErrorCode::Changed.number())));
        assert_eq!(
            told.iter().map(|row| row.outcome).collect::<Vec<_>>(),
            [BulkOutcome::Restored, BulkOutcome::Refused]
        );
        assert!(!code_now(&world, &codes[0]).unwrap().is_active);
        assert!(code_now(&world, &codes[1]).unwrap().is_active);
    });
}

fn own_save(code: &Code) -> CodeSave {
    CodeSave {
        list: code.list,
        code: code.code.clone(),
        name: code.name.clone(),
        names: code.names.clone(),
        position: code.position,
        is_active: code.is_active,
        attributes: code.attributes.clone(),
        version: None,
    }
}

#[test]
fn a_record_that_is_refused_stays_and_the_others_go() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let empty = world.add_company(CompanyType::Retailer, "빈 센터", Some(world.dealer_id));
        world.add_member(world.retailer_id, "A-1", "김하나");
        let ids = [world.retailer_id.0, empty.company_id.0, 999_999];
        let job = tried(&world, &world.admin, "companies/bulk", &delete(&ids));
        assert_eq!((job.counts.updated, job.counts.rejected), (1, 2));
        let job = done(&world, &world.admin, &job);
        let told = rows(&world, &world.admin, &job);
        let of = |row: usize| (told[row].outcome, told[row].error);
        assert_eq!(of(0), (BulkOutcome::Refused, Some(i64::from(ErrorCode::HasDependents.number()))));
        assert!(told[0].fields.iter().any(|field| field.code == "hasDependents"));
        assert_eq!(of(1), (BulkOutcome::Deleted, None));
        assert_eq!(of(2), (BulkOutcome::Refused, Some(i64::from(ErrorCode::NotFound.number()))));
        let bin: DeletedRecordFilter = serde_json::from_value(json!({ "resource": "company" })).unwrap();
        let bin = world.server.call::<ListDeletedRecords>(Some(&world.admin), &(), &bin, &()).unwrap();
        assert_eq!(bin.total, 1);
        let job = undone(&world, &world.admin, &job);
        assert_eq!(outcomes(&world, &world.admin, &job), [BulkOutcome::Restored]);
    });
}

#[test]
fn everything_that_matches_a_filter_is_dealt_with_and_what_comes_later_is_not() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for number in 0..45 {
            world.add_member(world.retailer_id, &format!("M-{number}"), &format!("회원{number:02}"));
        }
        let body = json!({ "action": "DELETE", "selection": "MATCHING" });
        let path = format!("members/bulk?companyId={}&name=%ED%9A%8C%EC%9B%90", world.retailer_id.0);
        let job = tried(&world, &world.retailer, &path, &body);
        assert_eq!((job.total, job.counts.updated), (45, 45));
        world.add_member(world.retailer_id, "M-late", "회원99");
        let job = done(&world, &world.retailer, &job);
        assert_eq!((job.counts.updated, job.counts.changed), (45, 0), "a person who was removed is gone for good");
        let filter = MemberFilter { company_id: Some(world.retailer_id), ..MemberFilter::default() };
        let left = world.server.call::<ListMembers>(Some(&world.admin), &(), &filter, &()).unwrap();
        assert_eq!(left.data.iter().map(|member| member.name.as_str()).collect::<Vec<_>>(), ["회원99"]);
        assert!(rows(&world, &world.retailer, &job).iter().all(|row| row.name.is_none()));
        let mut connection = world.server.state.database.connect().unwrap();
        assert_eq!(member::table.count().get_result::<i64>(&mut connection).unwrap(), 1);
        assert_eq!(
            world.overview(&world.retailer, &[]).members.count,
            1,
            "the counts follow as if each had been removed by hand"
        );
    });
}

#[test]
fn nobody_reaches_records_of_another_tree_by_their_numbers_or_by_a_filter() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let theirs = world.add_member(world.other_retailer_id, "B-1", "남의회원");
        let job = tried(&world, &world.vendor, "members/bulk", &delete(&[theirs.member_id.0]));
        let told = rows(&world, &world.vendor, &job);
        assert_eq!((told[0].outcome, told[0].name.as_deref()), (BulkOutcome::Refused, None));
        assert_eq!(told[0].error, Some(i64::from(ErrorCode::NotFound.number())));
        let matching = json!({ "action": "DELETE", "selection": "MATCHING" });
        let path = format!("members/bulk?companyId={}", world.other_vendor_id.0);
        let answered = ask(&world, &world.vendor, &path, &matching);
        if let Ok(job) = answered {
            assert_eq!(rests(&world, &world.vendor, &job).total, 0);
        }
        let path = MemberPath { member_id: theirs.member_id };
        assert!(world.server.call::<GetMember>(Some(&world.admin), &path, &(), &()).is_ok());
        // Jobs of other accounts are not found either.
        for token in [&world.admin, &world.other_vendor, &world.retailer] {
            let path = JobPath { job_id: job.job_id };
            let filter = BulkRowFilter { outcomes: Vec::new(), page: None, page_size: None };
            let read = world.server.call::<ListBulkRows>(Some(token), &path, &filter, &()).unwrap_err();
            let started = world.server.call::<StartBulk>(Some(token), &path, &(), &()).unwrap_err();
            let undone = world.server.call::<UndoBulk>(Some(token), &path, &(), &()).unwrap_err();
            assert_eq!([code(&read), code(&started), code(&undone)], [ErrorCode::NotFound; 3]);
        }
    });
}

#[test]
fn nobody_gives_many_accounts_at_once_what_could_not_be_given_to_one() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let add = |login_id: &str, role, company| {
            let save = manager(login_id, role, company);
            world.server.call::<CreateManager>(Some(&world.admin), &(), &(), &save).unwrap().manager_id
        };
        let below = add("below.dealer", ManagerRole::Dealer, Some(world.dealer_id));
        let above = add("above.admin", ManagerRole::Admin, None);
        let admins: i64 = permission_group::table
            .filter(permission_group::authority.eq("ADMIN"))
            .select(permission_group::permission_group_id)
            .first(&mut world.server.state.database.connect().unwrap())
            .unwrap();
        let body = json!({ "action": "CHANGE", "selection": "NAMED", "recordIds": [below.0, above.0],
            "changes": { "permissionGroupId": admins } });
        let job = tried(&world, &world.vendor, "managers/bulk", &body);
        assert_eq!((job.counts.updated, job.counts.rejected), (0, 2));
        // The last administrator cannot be suspended along with the others either.
        let root = crate::support::account_id(&world.server.state, "root");
        let body = json!({ "action": "CHANGE", "selection": "NAMED", "recordIds": [above.0, root],
            "changes": { "status": "SUSPENDED" } });
        let job = done(&world, &world.admin, &tried(&world, &world.admin, "managers/bulk", &body));
        assert_eq!(outcomes(&world, &world.admin, &job), [BulkOutcome::Changed, BulkOutcome::Refused]);
        let path = ManagerPath { manager_id: above };
        assert!(world.server.call::<GetManager>(Some(&world.admin), &path, &(), &()).is_ok());
    });
}

#[test]
fn who_loses_the_right_before_the_start_does_nothing() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A-1", "김하나");
        let job = tried(&world, &world.retailer, "members/bulk", &delete(&[member.member_id.0]));
        let group = crate::support::group_of(uno_core::domain::access::Authority::Retailer);
        diesel::sql_query(format!("UPDATE permission SET can_delete = FALSE WHERE permission_group_id = {}", group.0))
            .execute(&mut world.server.state.database.connect().unwrap())
            .unwrap();
        let job = done(&world, &world.retailer, &job);
        assert_eq!((job.state, job.failure.as_deref()), (JobState::Failed, Some("forbidden")));
        let path = MemberPath { member_id: member.member_id };
        assert!(world.server.call::<GetMember>(Some(&world.admin), &path, &(), &()).is_ok());
        let is_refused = || {
            let asked = ask(&world, &world.retailer, "members/bulk", &delete(&[member.member_id.0]));
            asked.is_err_and(|refused| code(&refused) == ErrorCode::Forbidden)
        };
        assert!(becomes(is_refused));
    });
}

#[test]
fn what_is_asked_for_wrongly_is_refused_at_its_field() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = own_code(&world, "가").code_id.0;
        let named =
            |changes: Json| json!({ "action": "CHANGE", "selection": "NAMED", "recordIds": [one], "changes": changes });
        for (body, path, violation) in [
            (
                json!({ "action": "CHANGE", "selection": "NAMED", "changes": { "isActive": true } }),
                "recordIds",
                "required",
            ),
            (json!({ "action": "DELETE", "selection": "MATCHING", "recordIds": [one] }), "recordIds", "notAllowed"),
            (json!({ "action": "CHANGE", "selection": "NAMED", "recordIds": [one] }), "changes", "required"),
            (
                json!({ "action": "DELETE", "selection": "NAMED", "recordIds": [one], "changes": { "isActive": true } }),
                "changes",
                "notAllowed",
            ),
            (named(json!({ "isActive": "yes" })), "changes.isActive", "type"),
            (named(json!({ "name": "모두" })), "changes.name", "unknown"),
            (named(json!([])), "changes", "type"),
            (json!({ "action": "BURN", "selection": "NAMED", "recordIds": [one] }), "action", "choice"),
            (json!({ "action": "DELETE", "selection": "NAMED", "recordIds": [one], "evil": 1 }), "evil", "unknown"),
        ] {
            let refused = ask(&world, &world.admin, "codes/bulk", &body).unwrap_err();
            let found: Vec<_> = refused.fields.iter().map(|field| (field.path.as_str(), field.code.as_str())).collect();
            assert_eq!(found, [(path, violation)], "{body}");
        }
        let refused = ask(&world, &world.admin, "codes/bulk?evil=1", &deactivate(&[])).unwrap_err();
        assert!(refused.fields.iter().any(|field| field.path == "evil"));
        let job = tried(&world, &world.admin, "codes/bulk", &named(json!({ "isActive": null })));
        let told = rows(&world, &world.admin, &job);
        assert_eq!((told[0].outcome, told[0].fields[0].path.as_str()), (BulkOutcome::Refused, "isActive"));
    });
}

#[test]
fn a_trial_that_nobody_starts_can_be_dropped_and_is_started_once() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let of = own_code(&world, "가");
        let path = |job: &Job| JobPath { job_id: job.job_id };
        let dropped = tried(&world, &world.admin, "codes/bulk", &deactivate(&[&of]));
        world.server.call::<CancelJob>(Some(&world.admin), &path(&dropped), &(), &()).unwrap();
        let started = world.server.call::<StartBulk>(Some(&world.admin), &path(&dropped), &(), &()).unwrap_err();
        assert_eq!(code(&started), ErrorCode::JobState);
        assert!(code_now(&world, &of).unwrap().is_active);
        let job = done(&world, &world.admin, &tried(&world, &world.admin, "codes/bulk", &deactivate(&[&of])));
        let again = world.server.call::<StartBulk>(Some(&world.admin), &path(&job), &(), &()).unwrap_err();
        assert_eq!(code(&again), ErrorCode::JobState);
        let undone = undone(&world, &world.admin, &job);
        let twice = world.server.call::<UndoBulk>(Some(&world.admin), &path(&undone), &(), &()).unwrap_err();
        assert_eq!(code(&twice), ErrorCode::JobState, "what was put back is not put back");
    });
}

#[test]
fn each_list_that_can_be_exported_and_changed_has_its_bulk_action() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.server.call::<CreateAdminBoard>(Some(&world.admin), &(), &(), &crate::support::board("공지")).unwrap();
        world
            .server
            .call::<uno_core::contract::operators::CreateOperator>(
                Some(&world.admin),
                &(),
                &(),
                &operator("site.one", world.retailer_id),
            )
            .unwrap();
        for list in [
            "companies",
            "managers",
            "operators",
            "permission-groups",
            "codes",
            "external-devices",
            "members",
            "users",
            "user-apps",
            "company-user-apps",
            "admin-boards",
        ] {
            let body = json!({ "action": "DELETE", "selection": "MATCHING" });
            let job = tried(&world, &world.admin, &format!("{list}/bulk"), &body);
            assert_eq!(job.state, JobState::Preview, "{list}: {job:?}");
            assert_eq!(job.total, job.counts.updated + job.counts.rejected, "{list}");
        }
        let boards = AdminBoardFilter::default();
        assert_eq!(world.server.call::<ListAdminBoards>(Some(&world.admin), &(), &boards, &()).unwrap().total, 1);
        let codes = CodeFilter::default();
        assert!(world.server.call::<ListCodes>(Some(&world.admin), &(), &codes, &()).unwrap().total > 10);
    });
}

#[test]
fn a_company_removes_no_users_together_whom_it_could_not_remove_alone() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (own, user_id) = sign_up(&world, &person("jiwoo.yun", "윤지우"));
        let member = world.add_member(world.retailer_id, "A1", "윤지우");
        link(test, &world, &own, member.member_id);
        diesel::sql_query("UPDATE permission SET can_delete = TRUE WHERE can_read = TRUE")
            .execute(&mut world.server.state.database.connect().unwrap())
            .unwrap();
        let asked = || ask(&world, &world.vendor, "users/bulk", &delete(&[user_id.0]));
        assert!(becomes(|| asked().is_ok()), "the group may remove users by now");
        let job = rests(&world, &world.vendor, &asked().unwrap());
        assert_eq!((job.counts.updated, job.counts.rejected), (0, 1));
        assert_eq!(rows(&world, &world.vendor, &job)[0].error, Some(i64::from(ErrorCode::Forbidden.number())));
    });
}

#[test]
fn what_is_dropped_before_its_end_says_of_nothing_that_it_was_done() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let of = own_code(&world, "가");
        let path = |job: &Job| JobPath { job_id: job.job_id };
        let tried_only = tried(&world, &world.admin, "codes/bulk", &deactivate(&[&of]));
        let dropped = world.server.call::<CancelJob>(Some(&world.admin), &path(&tried_only), &(), &()).unwrap();
        let dropped = rests(&world, &world.admin, &dropped);
        assert_eq!((dropped.state, dropped.counts), (JobState::Cancelled, RowCounts::default()));
        assert!(rows(&world, &world.admin, &dropped).is_empty());
        let undone = world.server.call::<UndoBulk>(Some(&world.admin), &path(&dropped), &(), &()).unwrap_err();
        assert_eq!(code(&undone), ErrorCode::JobState, "there is nothing to put back");
    });
}

#[test]
fn a_whole_tree_that_was_removed_is_put_back_and_only_once() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let vendor = world.add_company(CompanyType::Vendor, "새 총판", None).company_id;
        let dealer = world.add_company(CompanyType::Dealer, "새 대리점", Some(vendor)).company_id;
        let retailer = world.add_company(CompanyType::Retailer, "새 판매점", Some(dealer)).company_id;
        let job = tried(&world, &world.admin, "companies/bulk", &delete(&[retailer.0, dealer.0, vendor.0]));
        let job = done(&world, &world.admin, &job);
        assert_eq!(job.counts.updated, 3);
        let undo = undone(&world, &world.admin, &job);
        assert_eq!(outcomes(&world, &world.admin, &undo), [BulkOutcome::Restored; 3]);
        let twice = world.server.call::<UndoBulk>(Some(&world.admin), &JobPath { job_id: job.job_id }, &(), &());
        assert_eq!(code(&twice.unwrap_err()), ErrorCode::JobState);
    });
}

#[test]
fn the_trial_of_a_removal_names_the_people_and_the_removal_forgets_them() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A-1", "김하나");
        let job = tried(&world, &world.admin, "members/bulk", &delete(&[member.member_id.0]));
        assert_eq!(rows(&world, &world.admin, &job)[0].name.as_deref(), Some("김하나"));
        let job = done(&world, &world.admin, &job);
        assert_eq!(rows(&world, &world.admin, &job)[0].name, None);
    });
}

#[test]
fn who_loses_the_right_while_it_is_done_stops_there() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    for number in 0..60 {
        world.add_member(world.retailer_id, &format!("M-{number}"), &format!("회원{number:02}"));
    }
    let body = json!({ "action": "DELETE", "selection": "MATCHING" });
    let job = tried(&world, &world.retailer, "members/bulk", &body);
    // The permission is revoked after the first twenty.
    let group = crate::support::group_of(uno_core::domain::access::Authority::Retailer);
    diesel::sql_query(format!(
        "CREATE TRIGGER right_goes AFTER DELETE ON member BEGIN \
         UPDATE permission SET can_delete = FALSE WHERE permission_group_id = {}; END",
        group.0
    ))
    .execute(&mut world.server.state.database.connect().unwrap())
    .unwrap();
    let job = done(&world, &world.retailer, &job);
    assert_eq!((job.state, job.failure.as_deref()), (JobState::Failed, Some("forbidden")));
    assert_eq!(job.counts.updated, 20);
    let waiting = outcomes(&world, &world.retailer, &job);
    assert_eq!(waiting.iter().filter(|outcome| **outcome == BulkOutcome::Waiting).count(), 40);
    let left = member::table.count().get_result::<i64>(&mut world.server.state.database.connect().unwrap());
    assert_eq!(left.unwrap(), 40);
}

#[test]
fn undo_asked_for_many_times_at_once_is_one_undo() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let code = own_code(&world, "가");
        let job = done(&world, &world.admin, &tried(&world, &world.admin, "codes/bulk", &deactivate(&[&code])));
        let path = JobPath { job_id: job.job_id };
        let pressed = at_once(10, 1, |_, _| world.server.call::<UndoBulk>(Some(&world.admin), &path, &(), &()));
        let begun: Vec<Job> = pressed.into_iter().flatten().filter_map(Result::ok).collect();
        assert!(!begun.is_empty());
        begun.iter().for_each(|undo| assert_eq!(undo.job_id, begun[0].job_id));
        rests(&world, &world.admin, &begun[0]);
        assert!(code_now(&world, &code).unwrap().is_active);
        let filter = RevisionFilter { page: None, page_size: None };
        let path = CodePath { code_id: code.code_id };
        let history = world.server.call::<ListCodeRevisions>(Some(&world.admin), &path, &filter, &()).unwrap();
        assert_eq!(history.data.len(), 3, "made, changed, put back");
    });
}
