//! Undo of changes and deletions: by authorized callers, and only if nothing changed in between.

use crate::support::{self, TestDatabase, World, board, code, group_of};
use diesel::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use kernel::{
    clock,
    db::schema::{admin_board, past_form, permission, revision},
};
use uno_core::contract::{
    admin_boards::{
        AdminBoard, AdminBoardFilter, AdminBoardPath, AdminBoardSave, CreateAdminBoard, DeleteAdminBoard,
        GetAdminBoard, ListAdminBoardRevisions, ListAdminBoards, UpdateAdminBoard,
    },
    companies::{CompanyPath, CompanyType, DeleteCompany, GetCompany, UpdateCompany},
    error::{ErrorBody, ErrorCode},
    members::{DeleteMember, GetMember, ListMemberRevisions, MemberPath, MemberSave, UpdateMember},
    page::Page,
    permission_groups::{GetPermissionGroup, PermissionGroupPath},
    physical_measurements::{ListPhysicalMeasurements, PhysicalMeasurementFilter},
    revisions::{
        Authors, DeletedRecord, DeletedRecordFilter, ListDeletedRecords, Removed, Restored, Revision, RevisionAction,
        RevisionFilter, RevisionId, RevisionPath, Undo, UndoRevision,
    },
    terms::{
        CreateTerms, DeleteTerms, Language, ListTermsRevisions, TermsKind, TermsPath, TermsSave, TermsStatus,
        UpdateTerms,
    },
};
use uno_core::domain::{access::Authority, grade::Sex};

fn create(world: &World, save: &AdminBoardSave) -> AdminBoard {
    world.server.call::<CreateAdminBoard>(Some(&world.admin), &(), &(), save).unwrap()
}

fn path(board: &AdminBoard) -> AdminBoardPath {
    AdminBoardPath { admin_board_id: board.admin_board_id }
}

fn get(world: &World, board: &AdminBoard) -> Result<AdminBoard, ErrorBody> {
    world.server.call::<GetAdminBoard>(Some(&world.admin), &path(board), &(), &())
}

fn change(world: &World, board: &AdminBoard, save: &AdminBoardSave) -> AdminBoard {
    world.server.call::<UpdateAdminBoard>(Some(&world.admin), &path(board), &(), save).unwrap()
}

fn delete(world: &World, board: &AdminBoard) -> RevisionId {
    let removed = world.server.call::<DeleteAdminBoard>(Some(&world.admin), &path(board), &(), &());
    removed.unwrap().revision_id.unwrap()
}

fn history(world: &World, board: &AdminBoard) -> Vec<Revision> {
    let any = RevisionFilter { page: None, page_size: None };
    world.server.call::<ListAdminBoardRevisions>(Some(&world.admin), &path(board), &any, &()).unwrap().data
}

pub fn undo(world: &World, token: &str, revision_id: RevisionId, version: Option<i64>) -> Result<Restored, ErrorBody> {
    world.server.call::<UndoRevision>(Some(token), &RevisionPath { revision_id }, &(), &Undo { version })
}

fn bin(world: &World, token: &str, resource: &str) -> Result<Page<DeletedRecord>, ErrorBody> {
    let filter =
        DeletedRecordFilter { resource: resource.into(), kind: None, company_id: None, page: None, page_size: None };
    world.server.call::<ListDeletedRecords>(Some(token), &(), &filter, &())
}

#[test]
fn a_field_that_is_sent_twice_is_refused_by_its_name_and_changes_nothing() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let created = create(&world, &board("안내"));
        let address = world.server.url(&format!("/api/v1/admin-boards/{}", created.admin_board_id.0));
        let body = r#"{"name": "하나", "name": "둘"}"#.as_bytes();
        let (status, text) =
            world.server.send(uno_core::contract::Method::Patch, &address, Some(&world.admin), Some(body));
        let refused: ErrorBody = serde_json::from_str(&text).unwrap();
        let fields: Vec<_> = refused.fields.iter().map(|field| (field.path.as_str(), field.code.as_str())).collect();
        assert_eq!((status, code(&refused), fields), (400, ErrorCode::Malformed, vec![("name", "twice")]));
        assert_eq!(get(&world, &created).unwrap().name, "안내");
    });
}

#[test]
fn what_was_deleted_lies_in_the_bin_and_comes_back_under_its_number() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let text = format!("<p>{}</p>", "긴 글 ".repeat(300));
        let created = create(&world, &AdminBoardSave { content: text, ..board("안내") });
        let removed = delete(&world, &created);
        assert_eq!(code(&get(&world, &created).unwrap_err()), ErrorCode::NotFound);
        let deleted = bin(&world, &world.admin, "adminBoard").unwrap();
        assert_eq!((deleted.total, deleted.data[0].revision_id), (1, removed));
        let name = deleted.data[0].changes.iter().find(|change| change.field == "name").unwrap();
        assert_eq!(name.before.as_deref(), Some("안내"));

        let restored = undo(&world, &world.admin, removed, None).unwrap();
        assert_eq!((restored.record_id, restored.revision_id), (created.admin_board_id.0, None), "deleting undoes it");
        let after = get(&world, &created).unwrap();
        assert_eq!(
            AdminBoardSave { version: None, ..after.form() },
            AdminBoardSave { version: None, ..created.form() }
        );
        assert_eq!(after.created_at.0 / 1000, created.created_at.0 / 1000, "it was made when it was made");
        assert_eq!(bin(&world, &world.admin, "adminBoard").unwrap().total, 0);
        let actions: Vec<_> = history(&world, &created).iter().map(|revision| revision.action).collect();
        assert_eq!(actions, [RevisionAction::Restore, RevisionAction::Delete, RevisionAction::Create]);
        assert_eq!(code(&undo(&world, &world.admin, removed, None).unwrap_err()), ErrorCode::NotFound, "once");
    });
}

#[test]
fn a_form_that_was_read_before_the_removal_is_not_saved_over_what_was_restored() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = create(&world, &board("처음"));
        let second = change(&world, &first, &AdminBoardSave { name: "둘".into(), ..first.form() });
        undo(&world, &world.admin, delete(&world, &first), None).unwrap();
        assert_eq!(get(&world, &first).unwrap().version, second.version + 1);
        for stale in [first.form(), second.form()] {
            let refused = world.server.call::<UpdateAdminBoard>(Some(&world.admin), &path(&first), &(), &stale);
            assert_eq!(code(&refused.unwrap_err()), ErrorCode::Changed);
        }

        let company = world.add_company(CompanyType::Retailer, "새 매장", Some(world.dealer_id));
        let path = CompanyPath { company_id: company.company_id };
        let removed = world.server.call::<DeleteCompany>(Some(&world.admin), &path, &(), &()).unwrap();
        undo(&world, &world.admin, removed.revision_id.unwrap(), None).unwrap();
        let refused = world.server.call::<UpdateCompany>(Some(&world.admin), &path, &(), &company.form());
        assert_eq!(code(&refused.unwrap_err()), ErrorCode::Changed);
    });
}

#[test]
fn what_is_restored_was_made_when_it_was_made_whatever_its_history_tells() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let created = create(&world, &board("안내"));
        let long_ago = created.created_at.0 - 400 * 86_400_000;
        let earlier = diesel::update(admin_board::table).set(admin_board::created_at.eq(long_ago));
        test.database.write_blocking(|connection| Ok(earlier.execute(connection)?)).unwrap();
        undo(&world, &world.admin, delete(&world, &created), None).unwrap();
        assert_eq!(get(&world, &created).unwrap().created_at.0, long_ago);
    });
}

#[test]
fn a_record_says_who_made_it_and_who_changed_it_last() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let created = create(&world, &board("처음"));
        let authors = |board: &AdminBoard| {
            let Authors { made, changed } = board.authors.clone().unwrap();
            (made.map(|one| one.account_name), changed.map(|one| one.account_name))
        };
        let admin = || Some(history(&world, &created).pop().unwrap().account_name);
        assert_eq!(authors(&created), (admin(), None), "nobody has changed it yet");
        assert_eq!(created.authors, get(&world, &created).unwrap().authors);

        let changed = change(&world, &created, &AdminBoardSave { name: "둘".into(), ..created.form() });
        assert_eq!(authors(&changed), (admin(), admin()));
        let when = changed.authors.unwrap().changed.unwrap().at;
        assert_eq!(when, history(&world, &created)[0].created_at);

        let listed = world.server.call::<ListAdminBoards>(Some(&world.admin), &(), &AdminBoardFilter::default(), &());
        assert!(listed.unwrap().data.iter().all(|board| board.authors.is_none()), "lists do not ask for each row");
    });
}

#[test]
fn who_made_a_record_is_told_to_whoever_may_read_it_and_only_where_its_history_says() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = world.add_member(world.retailer_id, "1", "김하나");
        let path = MemberPath { member_id: made.member_id };
        for token in [&world.vendor, &world.dealer] {
            let read = world.server.call::<GetMember>(Some(token), &path, &(), &()).unwrap();
            let any = RevisionFilter { page: None, page_size: None };
            let past = world.server.call::<ListMemberRevisions>(Some(token), &path, &any, &()).unwrap();
            let Authors { made, changed } = read.authors.unwrap();
            assert_eq!(made.map(|made| made.account_name).as_ref(), Some(&past.data[0].account_name));
            assert_eq!(changed, None);
        }
        let built_in = PermissionGroupPath { permission_group_id: group_of(Authority::Dealer) };
        let group = world.server.call::<GetPermissionGroup>(Some(&world.admin), &built_in, &(), &()).unwrap();
        assert_eq!(group.authors, Some(Authors { made: None, changed: None }), "it came with the installation");
    });
}

#[test]
fn a_change_is_undone_and_the_undoing_too() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = create(&world, &board("처음"));
        let second = change(&world, &first, &AdminBoardSave { content: "<p>둘</p>".into(), ..first.form() });
        let third = change(&world, &second, &AdminBoardSave { name: "셋".into(), ..second.form() });
        let told = history(&world, &first);
        assert_eq!(told.iter().map(|revision| revision.can_undo).collect::<Vec<_>>(), [true, true, false]);
        let [_, of_content, made] = &told[..] else { panic!("three changes") };
        assert_eq!(code(&undo(&world, &world.admin, made.revision_id, None).unwrap_err()), ErrorCode::NotFound);

        let undone = undo(&world, &world.admin, of_content.revision_id, Some(third.version)).unwrap();
        let now = get(&world, &first).unwrap();
        assert_eq!((now.name.as_str(), now.content.as_deref()), ("처음", first.content.as_deref()));
        undo(&world, &world.admin, undone.revision_id.unwrap(), None).unwrap();
        let again = get(&world, &first).unwrap();
        assert_eq!((again.name.as_str(), again.content.as_deref()), ("셋", Some("<p>둘</p>")));
    });
}

#[test]
fn what_changes_nothing_is_not_written() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = create(&world, &board("처음"));
        let same = change(&world, &first, &first.form());
        assert_eq!((same.version, same.updated_at), (first.version, first.updated_at));
        assert_eq!(history(&world, &first).len(), 1);

        let member = world.add_member(world.retailer_id, "A1", "김하나");
        let path = MemberPath { member_id: member.member_id };
        let form = MemberSave { name: "김하나".into(), ..support::member(world.retailer_id, "A1") };
        let same = world.server.call::<UpdateMember>(Some(&world.admin), &path, &(), &form).unwrap();
        assert_eq!((same.version, same.updated_at), (member.version, member.updated_at));
    });
}

#[test]
fn a_field_that_a_form_has_no_more_keeps_nothing_from_being_put_back() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = create(&world, &board("처음"));
        change(&world, &first, &AdminBoardSave { name: "둘".into(), ..first.form() });
        let renamed = history(&world, &first)[0].revision_id;
        let removed = delete(&world, &first);
        let kept = past_form::table.select((past_form::revision_id, past_form::form));
        let kept: Vec<(i64, String)> = test.database.write_blocking(|connection| Ok(kept.load(connection)?)).unwrap();
        for (id, form) in kept {
            let older = form.replacen('{', r#"{"colour":"RED","#, 1);
            let older = diesel::update(past_form::table.find(id)).set(past_form::form.eq(older));
            test.database.write_blocking(|connection| Ok(older.execute(connection)?)).unwrap();
        }
        undo(&world, &world.admin, removed, None).unwrap();
        undo(&world, &world.admin, renamed, None).unwrap();
        assert_eq!(get(&world, &first).unwrap().name, "처음");
    });
}

#[test]
fn nothing_is_undone_over_what_somebody_else_has_changed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = create(&world, &board("처음"));
        let mine = change(&world, &first, &AdminBoardSave { name: "나의 것".into(), ..first.form() });
        let own = history(&world, &first)[0].revision_id;
        change(&world, &mine, &AdminBoardSave { name: "남의 것".into(), ..mine.form() });
        let refused = undo(&world, &world.admin, own, Some(mine.version)).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::Changed);
        assert_eq!(get(&world, &first).unwrap().name, "남의 것");
    });
}

fn draft() -> TermsSave {
    TermsSave {
        kind: TermsKind::Privacy,
        edition: "1.0".into(),
        language: Language::Ko,
        content: "<p>글</p>".into(),
        is_required: true,
        effective_from: clock::today(),
        status: TermsStatus::Draft,
        version: None,
    }
}

#[test]
fn what_takes_no_change_any_more_has_none_that_can_be_undone() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = world.server.call::<CreateTerms>(Some(&world.admin), &(), &(), &draft()).unwrap();
        let path = TermsPath { terms_id: made.terms_id };
        let save = |save: &TermsSave| world.server.call::<UpdateTerms>(Some(&world.admin), &path, &(), save).unwrap();
        let can_undo = || {
            let any = RevisionFilter { page: None, page_size: None };
            let told = world.server.call::<ListTermsRevisions>(Some(&world.admin), &path, &any, &()).unwrap().data;
            told.iter().map(|revision| revision.can_undo).collect::<Vec<_>>()
        };
        let changed = save(&TermsSave { edition: "2.0".into(), ..made.form() });
        assert_eq!(can_undo(), [true, false]);
        save(&TermsSave { status: TermsStatus::Published, ..changed.form() });
        assert_eq!(can_undo(), [false, false, false]);
    });
}

#[test]
fn the_rules_of_a_record_hold_for_what_is_put_back() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let draft = draft();
        let create = || world.server.call::<CreateTerms>(Some(&world.admin), &(), &(), &draft).unwrap();
        let terms_id = create().terms_id;
        let Removed { revision_id } =
            world.server.call::<DeleteTerms>(Some(&world.admin), &TermsPath { terms_id }, &(), &()).unwrap();
        create();
        let refused = undo(&world, &world.admin, revision_id.unwrap(), None).unwrap_err();
        assert_eq!((code(&refused), refused.fields[0].path.as_str()), (ErrorCode::Taken, "edition"));
        assert_eq!(bin(&world, &world.admin, "terms").unwrap().total, 1, "it stays in the bin");
    });
}

#[test]
fn who_may_not_delete_sees_no_bin_and_restores_nothing() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let removed = delete(&world, &create(&world, &board("안내")));
        assert_eq!(code(&bin(&world, &world.vendor, "adminBoard").unwrap_err()), ErrorCode::Forbidden);
        assert_eq!(code(&undo(&world, &world.vendor, removed, None).unwrap_err()), ErrorCode::NotFound);
        let unknown = bin(&world, &world.admin, "board").unwrap_err();
        assert_eq!((code(&unknown), unknown.fields[0].path.as_str()), (ErrorCode::Invalid, "resource"));
    });
}

#[test]
fn a_company_comes_back_into_its_line_for_who_reaches_the_company_above() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = world.add_company(CompanyType::Retailer, "새 매장", Some(world.dealer_id));
        let path = CompanyPath { company_id: made.company_id };
        let remove = || world.server.call::<DeleteCompany>(Some(&world.admin), &path, &(), &()).unwrap();
        let removed = remove().revision_id.unwrap();
        let names = |token: &str| -> Vec<Option<String>> {
            let found = bin(&world, token, "company").unwrap().data;
            let name = |record: &DeletedRecord| record.changes.iter().find(|change| change.field == "name").cloned();
            found.iter().map(|record| name(record).and_then(|change| change.before)).collect()
        };
        assert_eq!(names(&world.vendor), [Some("새 매장".to_owned())]);
        assert!(names(&world.other_vendor).is_empty());
        assert_eq!(code(&undo(&world, &world.other_vendor, removed, None).unwrap_err()), ErrorCode::NotFound);

        undo(&world, &world.vendor, removed, None).unwrap();
        let found = world.server.call::<GetCompany>(Some(&world.vendor), &path, &(), &()).unwrap();
        assert_eq!((found.name.as_str(), found.parent_company_id), ("새 매장", Some(world.dealer_id)));
    });
}

#[test]
fn the_bin_counts_and_pages_what_the_caller_may_restore_of_the_type_that_is_asked_for() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let remove = |kind, name: &str, above| {
            let path = CompanyPath { company_id: world.add_company(kind, name, Some(above)).company_id };
            world.server.call::<DeleteCompany>(Some(&world.admin), &path, &(), &()).unwrap();
        };
        remove(CompanyType::Dealer, "대리점", world.vendor_id);
        remove(CompanyType::Retailer, "매장 1", world.dealer_id);
        remove(CompanyType::Retailer, "매장 2", world.dealer_id);
        remove(CompanyType::Dealer, "대리점 2", world.vendor_id);
        let page = |token: &str, kind: Option<CompanyType>, page_size: i64| {
            let kind = kind.map(|kind| kind.as_str().to_owned());
            let filter = DeletedRecordFilter {
                resource: "company".into(),
                kind,
                company_id: None,
                page: None,
                page_size: Some(page_size),
            };
            let found = world.server.call::<ListDeletedRecords>(Some(token), &(), &filter, &()).unwrap();
            (found.total, found.data.len())
        };
        assert_eq!(page(&world.admin, None, 10), (4, 4));
        assert_eq!(page(&world.admin, Some(CompanyType::Retailer), 1), (2, 1));
        assert_eq!(page(&world.admin, Some(CompanyType::Vendor), 10), (0, 0));
        let dealers = permission::table.filter(permission::menu_item_id.eq(7));
        let kept = diesel::update(dealers).set(permission::can_delete.eq(false));
        test.database.write_blocking(|connection| Ok(kept.execute(connection)?)).unwrap();
        assert_eq!(page(&world.vendor, None, 2), (2, 2), "a whole page of what the caller may restore");
        assert_eq!(page(&world.vendor, Some(CompanyType::Dealer), 2), (0, 0));
    });
}

#[test]
fn a_removal_that_is_refused_names_what_depends_on_the_record() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let path = CompanyPath { company_id: world.dealer_id };
        let refused = world.server.call::<DeleteCompany>(Some(&world.admin), &path, &(), &()).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::HasDependents);
        let told: Vec<_> =
            refused.fields.iter().map(|field| (field.path.as_str(), field.params.get("count"))).collect();
        assert_eq!(told[..2], [("companies", Some("1")), ("accounts", Some("1"))]);
    });
}

/// Returns the stored past forms after the expired bin was emptied.
fn left_after_cleaning(test: &TestDatabase) -> Vec<i64> {
    let over =
        diesel::update(past_form::table.filter(past_form::kept_until.is_not_null())).set(past_form::kept_until.eq(1));
    test.database.write_blocking(|connection| Ok(over.execute(connection)?)).unwrap();
    test.database.write_blocking(kernel::records::past::clean).unwrap();
    let left = past_form::table.order(past_form::revision_id).select(past_form::revision_id);
    test.database.write_blocking(|connection| Ok(left.load(connection)?)).unwrap()
}

#[test]
fn what_a_record_was_before_its_removal_leaves_with_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = create(&world, &board("처음"));
        change(&world, &first, &AdminBoardSave { name: "둘".into(), ..first.form() });
        let other = create(&world, &board("다른 것"));
        change(&world, &other, &AdminBoardSave { name: "또 다른 것".into(), ..other.form() });
        delete(&world, &first);
        assert_eq!(left_after_cleaning(test), [history(&world, &other)[0].revision_id.0]);
    });
}

#[test]
fn nothing_of_a_record_that_was_restored_stays_in_the_bin_and_its_later_changes_are_kept() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = create(&world, &board("처음"));
        let removed = delete(&world, &first);
        undo(&world, &world.admin, removed, None).unwrap();
        let form = get(&world, &first).unwrap().form();
        change(&world, &first, &AdminBoardSave { name: "둘".into(), ..form });
        assert_eq!(left_after_cleaning(test), [history(&world, &first)[0].revision_id.0]);
    });
}

#[test]
fn after_thirty_days_the_bin_is_emptied() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let removed = delete(&world, &create(&world, &board("안내")));
        let day = 86_400_000;
        let until = past_form::table.find(removed.0).select(past_form::kept_until);
        let kept = test.database.write_blocking(|connection| Ok(until.first::<Option<i64>>(connection)?)).unwrap();
        assert!((29 * day..=30 * day).contains(&(kept.unwrap() - clock::now().0)));
        let over = diesel::update(past_form::table).set(past_form::kept_until.eq(clock::now().0 - 1));
        test.database.write_blocking(|connection| Ok(over.execute(connection)?)).unwrap();
        assert_eq!(bin(&world, &world.admin, "adminBoard").unwrap().total, 0);
        assert_eq!(code(&undo(&world, &world.admin, removed, None).unwrap_err()), ErrorCode::NotFound);
        test.database.write_blocking(kernel::records::past::clean).unwrap();
        let left = past_form::table.count();
        assert_eq!(test.database.write_blocking(|connection| Ok(left.get_result::<i64>(connection)?)).unwrap(), 0);
    });
}

#[test]
fn a_changed_member_is_put_back_but_for_what_histories_mask() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let added = world.add_member(world.retailer_id, "A1", "김하나");
        support::write_measurement(test, &added, world.retailer_id, "2026-01-10T09:00:00+09:00");
        let path = MemberPath { member_id: added.member_id };
        let save = MemberSave {
            name: "김둘".into(),
            sex: Sex::Female,
            phone_number: Some("010-1234-5678".into()),
            version: Some(1),
            ..support::member(world.retailer_id, "A1")
        };
        world.server.call::<UpdateMember>(Some(&world.retailer), &path, &(), &save).unwrap();
        let any = RevisionFilter { page: None, page_size: None };
        let history = world.server.call::<ListMemberRevisions>(Some(&world.retailer), &path, &any, &()).unwrap().data;
        assert_eq!(history.iter().map(|revision| revision.can_undo).collect::<Vec<_>>(), [true, false]);
        let change = history[0].revision_id;
        assert_eq!(code(&undo(&world, &world.other_vendor, change, None).unwrap_err()), ErrorCode::NotFound);
        assert_eq!(code(&undo(&world, &world.retailer, change, Some(1)).unwrap_err()), ErrorCode::Changed);
        undo(&world, &world.retailer, change, Some(2)).unwrap();
        let member = world.server.call::<GetMember>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert_eq!((member.name.as_str(), member.sex, member.version), ("김하나", Sex::Male, 3));
        assert_eq!(member.phone_number.as_deref(), Some("010-****-5678"), "personal data is not kept to be put back");
        let measured = PhysicalMeasurementFilter::default();
        let graded = world.server.call::<ListPhysicalMeasurements>(Some(&world.retailer), &(), &measured, &()).unwrap();
        assert_eq!(graded.data[0].sex, Some(Sex::Male), "graded again by what stands");
    });
}

#[test]
fn a_removed_member_lies_in_no_bin() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let added = world.add_member(world.retailer_id, "A1", "김하나");
        let path = MemberPath { member_id: added.member_id };
        let removed = world.server.call::<DeleteMember>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert_eq!(removed.revision_id, None);
        assert_eq!(bin(&world, &world.admin, "member").unwrap().total, 0);
        let told = test.database.read_blocking(|connection| {
            Ok(revision::table.filter(revision::resource.eq("member")).select(revision::changes).load(connection)?)
        });
        let told: Vec<String> = told.unwrap();
        assert!(told.len() == 2 && told.iter().all(|changes| !changes.contains("김하나")), "{told:?}");
    });
}
