//! Companies: registration, search, changes, removal.

use crate::support::{TestDatabase, World, code, company, group_of};
use diesel::connection::SimpleConnection as _;
use kernel::db::schema::{permission, permission_group_service};
use uno_core::{
    contract::{
        companies::{
            Company, CompanyFilter, CompanyId, CompanyPath, CompanySave, CompanyType, CreateCompany, DeleteCompany,
            GetCompany, ListCompanies, ListCompanyRevisions, UpdateCompany,
        },
        error::{ErrorBody, ErrorCode},
        page::Page,
        revisions::{RevisionAction, RevisionFilter},
        services::ServiceId,
    },
    domain::access::Authority,
};

fn filter(json: &str) -> CompanyFilter {
    serde_json::from_str(json).unwrap()
}

fn list(world: &World, json: &str) -> Page<Company> {
    world.server.call::<ListCompanies>(Some(&world.admin), &(), &filter(json), &()).unwrap()
}

fn create(world: &World, save: &CompanySave) -> Result<Company, ErrorBody> {
    world.server.call::<CreateCompany>(Some(&world.admin), &(), &(), save)
}

fn update(world: &World, id: CompanyId, save: &CompanySave) -> Result<Company, ErrorBody> {
    world.server.call::<UpdateCompany>(Some(&world.admin), &CompanyPath { company_id: id }, &(), save)
}

fn delete(world: &World, id: CompanyId) -> Result<(), ErrorCode> {
    let path = CompanyPath { company_id: id };
    world.server.call::<DeleteCompany>(Some(&world.admin), &path, &(), &()).map(|_| ()).map_err(|error| code(&error))
}

#[test]
fn a_company_comes_back_as_it_was_registered() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = CompanySave {
            parent_company_id: Some(world.vendor_id),
            business_number: Some("123-45-67890".into()),
            phone_number: Some("02-1234-5678".into()),
            email: Some("info@example.com".into()),
            memo: Some("첫째 줄\n둘째 줄".into()),
            service_ids: vec![ServiceId(1), ServiceId(3)],
            ..company(CompanyType::Dealer, "가온 메디컬")
        };
        let created = create(&world, &save).unwrap();
        assert_eq!(CompanySave { version: None, ..created.form() }, save);
        assert_eq!(created.parent_company_name.as_deref(), Some("한빛 헬스케어"));
        assert_eq!((created.version, created.member_count), (1, 0));
    });
}

#[test]
fn a_parent_must_be_of_the_tier_above() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    for (kind, parent, expected) in [
        (CompanyType::Vendor, Some(world.vendor_id), "notAllowed"),
        (CompanyType::Dealer, None, "required"),
        (CompanyType::Dealer, Some(world.dealer_id), "wrongTier"),
        (CompanyType::Retailer, Some(world.retailer_id), "wrongTier"),
        (CompanyType::Retailer, Some(CompanyId(99_999)), "notFound"),
    ] {
        let error = create(&world, &CompanySave { parent_company_id: parent, ..company(kind, "x") }).unwrap_err();
        let field = &error.fields[0];
        assert_eq!((field.path.as_str(), field.code.as_str()), ("parentCompanyId", expected), "{kind:?} {parent:?}");
    }
    let direct =
        CompanySave { parent_company_id: Some(world.vendor_id), ..company(CompanyType::Retailer, "직영점") };
    assert!(create(&world, &direct).is_ok(), "a retailer may stand directly below a vendor");
}

#[test]
fn every_search_field_finds_what_it_names() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let extra = CompanySave { service_ids: vec![ServiceId(2)], ..company(CompanyType::Vendor, "Alpha 100%") };
        create(&world, &extra).unwrap();
        let names = |json: &str| list(&world, json).data.into_iter().map(|company| company.name).collect::<Vec<_>>();
        assert_eq!(names(r#"{"types":["DEALER"]}"#), ["한빛 메디컬"]);
        assert_eq!(
            names(r#"{"types":["DEALER","VENDOR"],"sort":"NAME"}"#),
            ["Alpha 100%", "새봄 헬스케어", "한빛 메디컬", "한빛 헬스케어"]
        );
        assert_eq!(names(r#"{"name":"건강"}"#).len(), 2);
        assert_eq!(names(r#"{"name":"ALPHA"}"#), ["Alpha 100%"], "case does not matter");
        assert_eq!(names(r#"{"name":"0%"}"#), ["Alpha 100%"], "wildcards are taken literally");
        assert!(names(r#"{"name":"_"}"#).is_empty());
        assert_eq!(names(r#"{"parentCompanyName":"새봄"}"#), ["새봄 건강센터"]);
        assert_eq!(names(&format!(r#"{{"parentCompanyId":{}}}"#, world.dealer_id.0)), ["한빛 건강센터"]);
        assert_eq!(names(r#"{"serviceIds":[2]}"#), ["Alpha 100%"]);
        assert!(names(r#"{"endCreatedAt":"2020-01-01"}"#).is_empty());
        assert_eq!(names(r#"{"startCreatedAt":"2020-01-01"}"#).len(), 6);
    });
}

#[test]
fn pages_are_of_the_asked_size_and_tell_the_total() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = list(&world, r#"{"pageSize":2,"sort":"NAME"}"#);
        let last = list(&world, r#"{"pageSize":2,"page":2,"sort":"NAME"}"#);
        assert_eq!((first.data.len(), first.total, first.total_is_exact), (2, 5, true));
        assert_eq!((last.data.len(), last.total, last.page, last.page_size), (1, 5, 2, 2));
        assert!(list(&world, r#"{"page":100}"#).data.is_empty());
    });
}

#[test]
fn a_change_is_kept_with_its_differences() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let created = create(&world, &company(CompanyType::Vendor, "다온")).unwrap();
        let save = CompanySave { name: "다온 헬스".into(), phone_number: Some("02-1".repeat(2)), ..created.form() };
        let changed = update(&world, created.company_id, &save).unwrap();
        assert_eq!((changed.name.as_str(), changed.version), ("다온 헬스", 2));
        let path = CompanyPath { company_id: created.company_id };
        let none = RevisionFilter { page: None, page_size: None };
        let revisions = world.server.call::<ListCompanyRevisions>(Some(&world.admin), &path, &none, &()).unwrap();
        let actions: Vec<_> = revisions.data.iter().map(|revision| revision.action).collect();
        assert_eq!(actions, [RevisionAction::Update, RevisionAction::Create]);
        let changes: Vec<_> = revisions.data[0]
            .changes
            .iter()
            .map(|change| (change.field.as_str(), change.before.as_deref(), change.after.as_deref()))
            .collect();
        assert_eq!(changes, [("name", Some("다온"), Some("다온 헬스")), ("phoneNumber", None, Some("02-102-1"))]);
        assert_eq!(revisions.data[0].account_name, "root");
    });
}

#[test]
fn nobody_overwrites_what_another_has_changed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let read = create(&world, &company(CompanyType::Vendor, "다온")).unwrap();
        update(&world, read.company_id, &CompanySave { name: "먼저".into(), ..read.form() }).unwrap();
        let error = update(&world, read.company_id, &CompanySave { name: "나중".into(), ..read.form() }).unwrap_err();
        assert_eq!(code(&error), ErrorCode::Changed);
    });
}

#[test]
fn a_company_that_something_depends_on_is_not_removed_and_says_so() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let find = |name: &str| list(&world, &format!(r#"{{"name":"{name}"}}"#)).data.remove(0);
        assert_eq!(find("한빛 메디컬").can.delete.reason.as_deref(), Some("hasDependents"), "a company below it");
        assert_eq!(find("한빛 건강센터").can.delete.reason.as_deref(), Some("hasDependents"), "accounts");
        assert_eq!(delete(&world, world.dealer_id), Err(ErrorCode::HasDependents));
        assert!(find("새봄 건강센터").can.delete.allowed);
        let added = world.add_member(world.other_retailer_id, "B1", "이둘");
        assert_eq!(find("새봄 건강센터").member_count, 1);
        assert_eq!(delete(&world, world.other_retailer_id), Err(ErrorCode::HasDependents), "a member");
        let path = uno_core::contract::members::MemberPath { member_id: added.member_id };
        world.server.call::<uno_core::contract::members::DeleteMember>(Some(&world.admin), &path, &(), &()).unwrap();
        assert_eq!(delete(&world, world.other_retailer_id), Ok(()));
        assert_eq!(delete(&world, world.other_retailer_id), Err(ErrorCode::NotFound));
    });
}

#[test]
fn the_tier_never_changes_and_the_parent_only_while_nothing_depends_on_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let dealer = list(&world, r#"{"types":["DEALER"]}"#).data.remove(0);
        let error = update(&world, dealer.company_id, &CompanySave { kind: CompanyType::Retailer, ..dealer.form() });
        assert_eq!(error.unwrap_err().fields[0].path, "type");
        let moved = CompanySave { parent_company_id: Some(world.other_vendor_id), ..dealer.form() };
        assert_eq!(update(&world, dealer.company_id, &moved).unwrap_err().fields[0].code, "hasDependents");
        let free = world.add_company(CompanyType::Retailer, "자유점", Some(world.dealer_id));
        let moved = CompanySave { parent_company_id: Some(world.other_vendor_id), ..free.form() };
        update(&world, free.company_id, &moved).unwrap();
        let page = world
            .server
            .call::<ListCompanies>(Some(&world.other_vendor), &(), &filter(r#"{"name":"자유"}"#), &())
            .unwrap();
        assert_eq!(page.data.len(), 1, "it is in the other tree now");
        let page =
            world.server.call::<ListCompanies>(Some(&world.dealer), &(), &filter(r#"{"name":"자유"}"#), &()).unwrap();
        assert!(page.data.is_empty());
    });
}

#[test]
fn a_company_gets_no_service_that_its_giver_does_not_hold() {
    use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
    TestDatabase::each(|test| {
        let world = World::build(test);
        let of_vendors = permission_group_service::table
            .filter(permission_group_service::permission_group_id.eq(group_of(Authority::Vendor)));
        let third = of_vendors.filter(permission_group_service::service_id.eq(3));
        test.database.write_blocking(|connection| Ok(diesel::delete(third).execute(connection)?)).unwrap();
        // Callers are cached for half a second.
        std::thread::sleep(std::time::Duration::from_millis(600));
        let offering = |ids: &[i64]| CompanySave {
            parent_company_id: Some(world.vendor_id),
            service_ids: ids.iter().copied().map(ServiceId).collect(),
            ..company(CompanyType::Dealer, "새 대리점")
        };
        let refusal = |answer: Result<Company, ErrorBody>| {
            answer.err().map(|error| (error.fields[0].path.clone(), error.fields[0].code.clone()))
        };
        let exceeds = Some(("serviceIds".to_owned(), "exceedsOwn".to_owned()));
        let by_vendor = world.server.call::<CreateCompany>(Some(&world.vendor), &(), &(), &offering(&[1, 3]));
        assert_eq!(refusal(by_vendor), exceeds);
        let mut standing = create(&world, &offering(&[1, 3])).unwrap();
        let path = CompanyPath { company_id: standing.company_id };
        let mut change = |ids: &[i64]| {
            let save = CompanySave { version: Some(standing.version), ..offering(ids) };
            let answer = world.server.call::<UpdateCompany>(Some(&world.vendor), &path, &(), &save);
            if let Ok(changed) = &answer {
                standing = changed.clone();
            }
            refusal(answer)
        };
        assert_eq!(change(&[2, 3]), None, "what somebody else has given may stay");
        assert_eq!(change(&[2]), None);
        assert_eq!(change(&[2, 3]), exceeds, "and is not given again");
        let other = CompanyPath { company_id: create(&world, &offering(&[1, 3])).unwrap().company_id };
        let removed = world.server.call::<DeleteCompany>(Some(&world.vendor), &other, &(), &()).unwrap();
        let restored = crate::undo::undo(&world, &world.vendor, removed.revision_id.unwrap(), None).unwrap();
        assert!(restored.altered_fields.is_empty());
        let shown = world.server.call::<GetCompany>(Some(&world.vendor), &other, &(), &()).unwrap();
        assert_eq!(shown.service_ids, [1, 3].map(ServiceId), "a removed one comes back as it was");
    });
}

#[test]
fn who_may_change_but_not_remove_companies_moves_none_that_something_depends_on() {
    use diesel::{ExpressionMethods, RunQueryDsl};
    TestDatabase::each(|test| {
        let world = World::build(test);
        let with_member = world.add_company(CompanyType::Retailer, "회원점", Some(world.dealer_id));
        world.add_member(with_member.company_id, "A1", "김하나");
        world.add_company(CompanyType::Retailer, "자유점", Some(world.dealer_id));
        let forbidden = diesel::update(permission::table).set(permission::can_delete.eq(false));
        test.database.write_blocking(|connection| Ok(forbidden.execute(connection)?)).unwrap();
        let moved = |name: &str| {
            let sought = filter(&format!(r#"{{"name":"{name}"}}"#));
            let page = world.server.call::<ListCompanies>(Some(&world.vendor), &(), &sought, &()).unwrap();
            let company = &page.data[0];
            assert!(company.can.update.allowed);
            assert_eq!(company.can.delete.reason.as_deref(), Some("forbidden"));
            let save = CompanySave { parent_company_id: Some(world.vendor_id), ..company.form() };
            let path = CompanyPath { company_id: company.company_id };
            world
                .server
                .call::<UpdateCompany>(Some(&world.vendor), &path, &(), &save)
                .map(|company| company.parent_company_id)
                .map_err(|error| error.fields[0].code.clone())
        };
        assert_eq!(moved("한빛 건강센터"), Err("hasDependents".into()), "accounts");
        assert_eq!(moved("회원점"), Err("hasDependents".into()), "a member");
        assert_eq!(moved("자유점"), Ok(Some(world.vendor_id)));
    });
}

#[test]
fn a_company_that_was_moved_does_not_tell_where_from_to_whom_that_is_out_of_reach() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let dealer = world.add_company(CompanyType::Dealer, "옮길 대리점", Some(world.vendor_id));
        let save = CompanySave {
            parent_company_id: Some(world.other_vendor_id),
            version: Some(dealer.version),
            ..company(CompanyType::Dealer, "옮길 대리점")
        };
        update(&world, dealer.company_id, &save).unwrap();
        let told = |token: &str| {
            let (path, any) =
                (CompanyPath { company_id: dealer.company_id }, RevisionFilter { page: None, page_size: None });
            let page = world.server.call::<ListCompanyRevisions>(Some(token), &path, &any, &()).unwrap();
            page.data[0].changes.iter().map(|change| (change.before.clone(), change.after.clone())).collect::<Vec<_>>()
        };
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(told(&world.other_vendor), [(some("***"), some("새봄 헬스케어"))]);
        assert_eq!(told(&world.admin), [(some("한빛 헬스케어"), some("새봄 헬스케어"))]);
    });
}

#[test]
fn companies_are_found_by_the_name_of_the_one_above_be_it_one_of_few_or_of_many() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let vendor = world.vendor_id.0;
        let mut planted = String::new();
        for number in 0..120 {
            let (dealer, retailer) = (10_000 + number, 20_000 + number);
            planted += &format!(
                "INSERT INTO company (company_id, kind, name, name_key, parent_company_id, vendor_id, dealer_id, retailer_id, \
                 created_at, updated_at) VALUES \
                 ({dealer}, 'DEALER', '동네 {number}', '동네 {number}', {vendor}, {vendor}, {dealer}, NULL, {number}, 0), \
                 ({retailer}, 'RETAILER', '매장 {number}', '매장 {number}', {dealer}, {vendor}, {dealer}, {retailer}, {number}, 0); "
            );
        }
        test.database.connect().unwrap().batch_execute(&planted).unwrap();
        let found = |token: &str, name: &str, page_size| {
            let filter = CompanyFilter {
                parent_company_name: Some(name.into()),
                types: vec![CompanyType::Retailer],
                page_size: Some(page_size),
                ..serde_json::from_str("{}").unwrap()
            };
            let page = world.server.call::<ListCompanies>(Some(token), &(), &filter, &()).unwrap();
            let names = page.data.into_iter().map(|company| company.name).collect::<Vec<_>>();
            (page.total, page.total_is_exact, names)
        };
        let [first, second] = ["매장 119", "매장 118"].map(str::to_owned);
        assert_eq!(found(&world.vendor, "동네", 2), (120, true, vec![first, second]));
        assert_eq!(found(&world.vendor, "네 11", 20).0, 11, "11 and 110 to 119");
        assert_eq!(found(&world.vendor, "매장", 20).0, 0, "a retailer has none below");
        assert_eq!(found(&world.other_vendor, "동네", 20).0, 0, "of another tree");
    });
}
