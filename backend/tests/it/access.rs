//! Access: the visible menu, and rows of the caller's own tree only.

use crate::support::{TestDatabase, World, code, company, member, write_measurement};
use uno_core::contract::{
    companies::{
        CompanyFilter, CompanyOptionFilter, CompanyPath, CompanySave, CompanyType, CreateCompany, GetCompany,
        ListCompanies, ListCompanyOptions,
    },
    error::ErrorCode,
    members::{CreateMember, DeleteMember, GetMember, ListMembers, MemberFilter, MemberPath, RevealMember},
    menu_items::{ListMenuItems, MenuItem, MenuItemFilter},
    own_account::GetAccount,
    permission_groups::{GetPermissionGroup, PermissionGroupPath, PermissionGroupSave, UpdatePermissionGroup},
    physical_measurements::{ListPhysicalMeasurements, PhysicalMeasurementFilter},
    services::ServiceId,
    terms,
};
use uno_core::domain::access::{Action, Authority};

fn any_company() -> CompanyFilter {
    serde_json::from_str("{}").unwrap()
}

#[test]
fn the_menu_has_what_the_group_may_read() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let urls = |token: &str| -> Vec<String> {
        let tree = world.server.call::<ListMenuItems>(Some(token), &(), &MenuItemFilter::default(), &()).unwrap();
        tree.iter()
            .flat_map(|item| item.children_menu_items.iter().map(move |child| format!("{}{}", item.url, child.url)))
            .collect()
    };
    assert_eq!(urls(&world.admin).len(), 37);
    assert_eq!(
        urls(&world.dealer),
        [
            "/member_management/member_management",
            "/member_management/online_member_management",
            "/member_management/company_member_management",
            "/member_management/used_company_app_management",
            "/history/physical_test_result_history",
            "/history/stress_history",
            "/history/vision_measurement_history",
            "/history/hr",
            "/history/dementia_prediction",
            "/history/survey_history",
            "/history/report",
            "/history/training_participation",
            "/company_management/retailer_management",
            "/statistics/service_app_member_statistics",
            "/statistics/user_app_member_statistics",
            "/statistics/member_type_by_service_app",
            "/statistics/member_type_by_user_app",
            "/statistics/test_case_statistics",
            "/statistics/test_category_statistics",
            "/statistics/test_category_indicator_average_statistics",
            "/statistics/each_company_test_count_statistics",
            "/statistics/test_result_by_attention",
            "/account_management/operator_account",
            "/account_management/manager_account",
            "/app_management/external_device_management",
            "/log_management/outbox"
        ]
    );
    let own = urls(&world.member);
    assert!(own.contains(&"/users/measurements/physical".to_owned()), "{own:?}");
    assert!(own.iter().all(|url| url.starts_with("/users/")), "members have their own pages and no others: {own:?}");
}

#[test]
fn the_menu_is_also_one_list_and_can_be_asked_for_what_everybody_may_read() {
    use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
    use kernel::db::schema::menu_item;
    TestDatabase::each(|test| {
        let world = World::build(test);
        let open = diesel::update(menu_item::table.filter(menu_item::url.eq("/retailer_management")))
            .set(menu_item::unrestricted.eq(true));
        assert_eq!(test.database.write_blocking(|connection| Ok(open.execute(connection)?)).unwrap(), 1);
        let list = |unrestricted, flat| {
            let filter = MenuItemFilter { unrestricted, flat: Some(flat), language: None };
            world.server.call::<ListMenuItems>(Some(&world.dealer), &(), &filter, &()).unwrap()
        };
        let urls = |items: &[MenuItem]| items.iter().map(|item| item.full_url.clone()).collect::<Vec<_>>();
        let all = list(None, true);
        assert_eq!(
            urls(&all),
            [
                "/member_management",
                "/member_management/member_management",
                "/member_management/online_member_management",
                "/member_management/company_member_management",
                "/member_management/used_company_app_management",
                "/history",
                "/history/physical_test_result_history",
                "/history/stress_history",
                "/history/vision_measurement_history",
                "/history/hr",
                "/history/dementia_prediction",
                "/history/survey_history",
                "/history/report",
                "/history/training_participation",
                "/company_management",
                "/company_management/retailer_management",
                "/statistics",
                "/statistics/service_app_member_statistics",
                "/statistics/user_app_member_statistics",
                "/statistics/member_type_by_service_app",
                "/statistics/member_type_by_user_app",
                "/statistics/test_case_statistics",
                "/statistics/test_category_statistics",
                "/statistics/test_category_indicator_average_statistics",
                "/statistics/each_company_test_count_statistics",
                "/statistics/test_result_by_attention",
                "/account_management",
                "/account_management/operator_account",
                "/account_management/manager_account",
                "/app_management",
                "/app_management/external_device_management",
                "/log_management",
                "/log_management/outbox"
            ]
        );
        assert!(all.iter().all(|item| item.children_menu_items.is_empty()));
        assert_eq!((all[1].parent_id, all[0].parent_id), (Some(all[0].id), None));
        assert_eq!(urls(&list(Some(true), true)), ["/company_management/retailer_management"]);
        assert!(!urls(&list(Some(false), true)).contains(&"/company_management/retailer_management".to_owned()));
        let tree = list(Some(true), false);
        assert_eq!(urls(&tree), ["/company_management"], "the entry above leads to it");
        assert_eq!(urls(&tree[0].children_menu_items), ["/company_management/retailer_management"]);
    });
}

#[test]
fn companies_of_another_tree_do_not_exist_for_a_caller() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let names = |token: &str| {
            let page = world.server.call::<ListCompanies>(Some(token), &(), &any_company(), &()).unwrap();
            assert_eq!(page.total, i64::try_from(page.data.len()).unwrap());
            page.data.into_iter().map(|company| company.name).collect::<Vec<_>>()
        };
        assert_eq!(names(&world.admin).len(), 5);
        assert_eq!(names(&world.vendor), ["한빛 건강센터", "한빛 메디컬"], "the vendor's own screen is not allowed");
        assert_eq!(names(&world.dealer), ["한빛 건강센터"]);
        assert_eq!(names(&world.other_vendor), ["새봄 건강센터"]);
        for (token, id) in [(&world.dealer, world.other_retailer_id), (&world.other_vendor, world.retailer_id)] {
            let path = CompanyPath { company_id: id };
            let error = world.server.call::<GetCompany>(Some(token), &path, &(), &()).unwrap_err();
            assert_eq!(code(&error), ErrorCode::NotFound);
        }
        let options = world.server.call::<ListCompanyOptions>(
            Some(&world.dealer),
            &(),
            &CompanyOptionFilter { name: None, types: vec![], company_ids: vec![] },
            &(),
        );
        let options = options.unwrap();
        assert_eq!(options.len(), 2);
        assert!(
            options.iter().all(|option| !option.parent_names.contains(&"한빛 헬스케어".to_owned())),
            "names above the caller's company are not told"
        );
    });
}

#[test]
fn members_of_another_tree_do_not_exist_for_a_caller() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let own = world.add_member(world.retailer_id, "A1", "김하나");
        let other = world.add_member(world.other_retailer_id, "B1", "이둘");
        let list = |token: &str, filter: &MemberFilter| {
            world.server.call::<ListMembers>(Some(token), &(), filter, &()).unwrap()
        };
        for token in [&world.vendor, &world.dealer, &world.retailer, &world.operator] {
            let page = list(token, &MemberFilter::default());
            assert_eq!((page.total, page.data.len()), (1, 1));
            assert_eq!(page.data[0].member_id, own.member_id);
            let elsewhere = MemberFilter { company_id: Some(world.other_retailer_id), ..MemberFilter::default() };
            assert_eq!(list(token, &elsewhere).total, 0);
            let path = MemberPath { member_id: other.member_id };
            let get = world.server.call::<GetMember>(Some(token), &path, &(), &()).unwrap_err();
            let path = MemberPath { member_id: other.member_id };
            let reveal = world.server.call::<RevealMember>(Some(token), &path, &(), &()).unwrap_err();
            assert_eq!((code(&get), code(&reveal)), (ErrorCode::NotFound, ErrorCode::NotFound));
        }
        assert_eq!(list(&world.admin, &MemberFilter::default()).total, 2);
        let path = MemberPath { member_id: other.member_id };
        let error = world.server.call::<DeleteMember>(Some(&world.dealer), &path, &(), &()).unwrap_err();
        assert_eq!(code(&error), ErrorCode::NotFound);
        let save = member(world.other_retailer_id, "B2");
        let error = world.server.call::<CreateMember>(Some(&world.dealer), &(), &(), &save).unwrap_err();
        assert_eq!(error.fields.first().map(|field| field.path.as_str()), Some("companyId"));
    });
}

#[test]
fn the_figures_of_a_service_and_the_lists_behind_them_agree() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let [brain, stress] = [1, 2].map(ServiceId);
        let retailer = |name: &str, service_ids: &[ServiceId]| {
            let save = CompanySave {
                parent_company_id: Some(world.dealer_id),
                service_ids: service_ids.to_vec(),
                ..company(CompanyType::Retailer, name)
            };
            world.server.call::<CreateCompany>(Some(&world.admin), &(), &(), &save).unwrap().company_id
        };
        let retailers = [retailer("A", &[brain]), retailer("B", &[brain, stress]), retailer("C", &[])];
        for (at, company_id) in retailers.into_iter().enumerate() {
            for number in 0..=at {
                let member = world.add_member(company_id, &format!("M{number}"), "Kim");
                write_measurement(test, &member, company_id, "2026-01-01T00:00:00Z");
            }
        }
        for (token, services, expected) in [
            (&world.admin, &[][..], 6),
            (&world.admin, &[brain], 3),
            (&world.dealer, &[stress], 2),
            (&world.dealer, &[ServiceId(3)], 0),
            (&world.retailer, &[brain], 0),
            (&world.other_vendor, &[brain], 0),
        ] {
            let overview = world.overview(token, services);
            assert_eq!(
                (overview.members.count, overview.measurements.unwrap().count),
                (expected, expected),
                "{services:?}"
            );

            let service_ids = services.to_vec();
            let filter =
                MemberFilter { service_ids: service_ids.clone(), page_size: Some(2), ..MemberFilter::default() };
            let mut page = world.server.call::<ListMembers>(Some(token), &(), &filter, &()).unwrap();
            assert_eq!((page.total, page.total_is_exact), (expected, true));
            let mut numbers: Vec<i64> = Vec::new();
            loop {
                numbers.extend(page.data.iter().map(|member| member.member_id.0));
                let Some(next) = page.next else { break };
                let filter = MemberFilter { after: Some(next), ..filter.clone() };
                page = world.server.call::<ListMembers>(Some(token), &(), &filter, &()).unwrap();
            }
            assert_eq!(i64::try_from(numbers.len()).unwrap(), expected);
            let named = MemberFilter { name: Some("k".into()), ..filter };
            assert_eq!(world.server.call::<ListMembers>(Some(token), &(), &named, &()).unwrap().total, expected);

            let filter = PhysicalMeasurementFilter { service_ids, ..PhysicalMeasurementFilter::default() };
            let listed = world.server.call::<ListPhysicalMeasurements>(Some(token), &(), &filter, &()).unwrap();
            assert_eq!((listed.total, i64::try_from(listed.data.len()).unwrap()), (expected, expected));
        }
    });
}

#[test]
fn an_account_is_told_which_company_it_belongs_to() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let company = |token: &str| world.server.call::<GetAccount>(Some(token), &(), &(), &()).unwrap().company_id;
    assert_eq!(company(&world.retailer), Some(world.retailer_id));
    assert_eq!(company(&world.operator), Some(world.retailer_id));
    assert_eq!((company(&world.admin), company(&world.member)), (None, None));
}

#[test]
fn the_overview_counts_the_callers_tree() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let all = world.overview(&world.admin, &[]);
        let counts = [all.vendors, all.dealers, all.retailers, all.members].map(|figure| figure.count);
        assert_eq!(counts, [2, 1, 2, 1]);
        assert_eq!(world.overview(&world.other_vendor, &[]).members.count, 0);
        assert_eq!(world.overview(&world.dealer, &[]).retailers.count, 1);
    });
}

#[test]
fn what_a_caller_may_do_is_loaded_by_one_query() {
    use diesel::connection::{Connection as _, InstrumentationEvent};
    use std::sync::{Arc, Mutex};
    TestDatabase::each(|test| {
        let world = World::build(test);
        let claims = world.server.state.keys.claims(&world.vendor).unwrap();
        let mut connection = test.database.connect().unwrap();
        let asked = Arc::new(Mutex::new(Vec::new()));
        let heard = Arc::clone(&asked);
        connection.set_instrumentation(move |event: InstrumentationEvent<'_>| {
            if let InstrumentationEvent::StartQuery { query, .. } = event {
                heard.lock().unwrap().push(query.to_string().replace(['"', '`'], ""));
            }
        });
        let vendor = kernel::access::caller::load(&mut connection, &claims, kernel::clock::now().0).unwrap();
        assert!(vendor.items.len() > 5);
        let asked = asked.lock().unwrap();
        let of_permissions = asked.iter().filter(|query| query.contains("permission.can_read")).count();
        let of_menu = asked.iter().filter(|query| query.contains("menu_item.url")).count();
        assert_eq!((of_permissions, of_menu), (1, 1), "{asked:#?}");
        assert!(asked.len() <= 3, "who it is, what is allowed, which services: {asked:#?}");
    });
}

/// Runs `changed` and the migrations again, as a restart of the server does. Returns whether the built-in
/// administrators may read the terms screen, and the full urls of its entries.
fn given_again(test: &TestDatabase, changed: &str) -> (bool, Vec<String>) {
    use diesel::connection::SimpleConnection as _;
    let world = World::build(test);
    let mut connection = test.database.connect().unwrap();
    connection.batch_execute(changed).unwrap();
    kernel::db::migrations::run(&mut connection).unwrap();
    kernel::db::migrations::run(&mut connection).unwrap();
    let claims = world.server.state.keys.claims(&world.admin).unwrap();
    let admin = kernel::access::caller::load(&mut connection, &claims, kernel::clock::now().0).unwrap();
    let urls = admin.items.iter().map(|item| item.url.clone());
    (admin.may(terms::SCREEN, Action::Read), urls.filter(|url| url.contains("terms")).collect())
}

/// Removes the terms screen as if no version had ever added it.
pub const UNKNOWN: &str = "DELETE FROM given_screen WHERE url = '/system_management/terms_management'; \
     DELETE FROM permission WHERE menu_item_id IN (SELECT menu_item_id FROM menu_item WHERE url = '/terms_management'); \
     DELETE FROM menu_item WHERE url = '/terms_management';";

#[test]
fn a_new_screen_is_reached_by_its_address_whatever_became_of_the_menu_above_it() {
    TestDatabase::each(|test| {
        let moved = format!("{UNKNOWN} UPDATE menu_item SET url = '/system' WHERE url = '/system_management';");
        let (may, urls) = given_again(test, &moved);
        assert!(may, "{urls:?}");
        assert_eq!(urls, ["/system_management/terms_management"]);
    });
}

#[test]
fn a_screen_that_an_installation_has_removed_or_taken_from_its_groups_stays_so() {
    TestDatabase::each(|test| {
        let removed = UNKNOWN.split_once(';').unwrap().1;
        assert_eq!(given_again(test, removed), (false, Vec::new()));
    });
    TestDatabase::each(|test| {
        let taken = UNKNOWN.split(';').nth(1).unwrap();
        assert_eq!(given_again(test, taken), (false, Vec::new()));
    });
}

#[test]
fn every_answer_is_marked_with_the_rights_of_the_caller() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mark = |token: Option<&str>, address: &str| {
            let mut request = world.server.agent.get(world.server.url(address));
            if let Some(token) = token {
                request = request.header("authorization", format!("Bearer {token}"));
            }
            let answer = request.call().unwrap();
            answer.headers().get("x-rights").map(|mark| mark.to_str().unwrap().to_owned())
        };
        let (account, menu) = ("/api/v1/account/me", "/api/v1/menu-items");
        let dealer = mark(Some(&world.dealer), account);
        assert!(dealer.is_some());
        assert_eq!(dealer, mark(Some(&world.dealer), menu), "whatever is asked for");
        assert_ne!(dealer, mark(Some(&world.retailer), account));
        assert_eq!(mark(None, "/api/v1/terms/current"), None, "who is nobody has none");
        let group = crate::support::group_of(Authority::Dealer);
        let path = PermissionGroupPath { permission_group_id: group };
        let standing = world.server.call::<GetPermissionGroup>(Some(&world.admin), &path, &(), &()).unwrap();
        let renamed = PermissionGroupSave { name: "다른 이름".into(), ..standing.form() };
        let renamed = world.server.call::<UpdatePermissionGroup>(Some(&world.admin), &path, &(), &renamed).unwrap();
        crate::two_steps::until_callers_are_loaded_anew();
        assert_eq!(mark(Some(&world.dealer), account), dealer, "a name is no right");
        let mut less = renamed.form();
        less.allowed_menu_items.pop();
        world.server.call::<UpdatePermissionGroup>(Some(&world.admin), &path, &(), &less).unwrap();
        crate::two_steps::until_callers_are_loaded_anew();
        let now = mark(Some(&world.dealer), account);
        assert!(now.is_some() && now != dealer, "one right less is another mark: {now:?}");
        let refused = world.server.agent.get(world.server.url("/api/v1/codes"));
        let refused = refused.header("authorization", format!("Bearer {}", world.dealer)).call().unwrap();
        let told = refused.headers().get("x-rights").map(|mark| mark.to_str().unwrap().to_owned());
        assert_eq!((refused.status().as_u16(), told), (403, None), "what is refused says so itself");
    });
}
