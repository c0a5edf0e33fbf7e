//! Permission groups: who may grant what to whom, and that somebody who can always remains.

use crate::support::{PASSWORD, Server, TestDatabase, World, at_once, code, revert_to_before, session};
use diesel::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _, connection::SimpleConnection as _};
use kernel::{
    auth::{
        accounts::{self, NewAccount},
        password,
    },
    db::schema::{account, permission_group},
    problem::Problem,
};
use proptest::test_runner::{Config, TestRunner};
use uno_core::{
    contract::{
        Method,
        companies::{CompanyId, CompanyPath, CompanyType, DeleteCompany, GetCompany},
        error::{ErrorBody, ErrorCode},
        managers::{
            AccountStatus, GetManager, ListManagers, ListPermissionGroupChoices, ManagerFilter, ManagerPath,
            ManagerSave, PermissionGroupChoiceFilter, UpdateManager,
        },
        menu_items::{
            CreateMenuItem, DeleteMenuItem, ManagedMenuItem, MenuItemId, MenuItemPath, MenuItemSave, UpdateMenuItem,
        },
        own_account::GetAccount,
        permission_groups::{
            CreatePermissionGroup, DeletePermissionGroup, GetPermissionGroup, GrantableMenuItem,
            GrantableMenuItemFilter, ListGrantableMenuItems, ListPermissionGroupRevisions, ListPermissionGroups,
            MenuItemPermission, PermissionGroup, PermissionGroupFilter, PermissionGroupId, PermissionGroupPath,
            PermissionGroupSave, UpdatePermissionGroup,
        },
        revisions::{
            DeletedRecordFilter, FieldChange, ListDeletedRecords, Removed, RevisionFilter, RevisionPath, Undo,
            UndoRevision,
        },
        screens::INSTALLATION_WIDE,
        services::ServiceId,
    },
    domain::access::{Authority, Permission},
};

const MEMBERS: &str = "/member_management/company_member_management";
const DEALERS: &str = "/company_management/dealer_management";
const BOARDS: &str = "/system_management/board_management";
const TESTS: &str = "/statistics/test_case_statistics";
const GROUPS: &str = "/system_management/permission_group_management";
const ALL: Permission = Permission::ALL;
const READ: Permission = Permission::READ;

/// Returns the id of a menu entry by its url.
fn item(world: &World, url: &str) -> MenuItemId {
    let found = grantable(world, &world.admin).into_iter().find(|item| item.full_url == url);
    found.unwrap_or_else(|| panic!("{url}")).menu_item_id
}

fn grantable(world: &World, token: &str) -> Vec<GrantableMenuItem> {
    let any = GrantableMenuItemFilter::default();
    world.server.call::<ListGrantableMenuItems>(Some(token), &(), &any, &()).unwrap()
}

fn allowed(menu_item_id: MenuItemId, permission: Permission) -> MenuItemPermission {
    let Permission { read, create, update, delete } = permission;
    MenuItemPermission { menu_item_id, read, create, update, delete }
}

fn group(name: &str, authority: Authority, items: Vec<MenuItemPermission>) -> PermissionGroupSave {
    PermissionGroupSave {
        name: name.into(),
        description: None,
        authority,
        requires_two_steps: false,
        allowed_service_ids: vec![ServiceId(1)],
        allowed_menu_items: items,
        version: None,
    }
}

fn create(world: &World, token: &str, save: &PermissionGroupSave) -> Result<PermissionGroup, ErrorBody> {
    world.server.call::<CreatePermissionGroup>(Some(token), &(), &(), save)
}

fn path(group: &PermissionGroup) -> PermissionGroupPath {
    PermissionGroupPath { permission_group_id: group.permission_group_id }
}

fn get(world: &World, id: i64) -> PermissionGroup {
    let path = PermissionGroupPath { permission_group_id: PermissionGroupId(id) };
    world.server.call::<GetPermissionGroup>(Some(&world.admin), &path, &(), &()).unwrap()
}

fn update(world: &World, token: &str, id: i64, save: &PermissionGroupSave) -> Result<PermissionGroup, ErrorBody> {
    let path = PermissionGroupPath { permission_group_id: PermissionGroupId(id) };
    world.server.call::<UpdatePermissionGroup>(Some(token), &path, &(), save)
}

fn remove(world: &World, token: &str, group: &PermissionGroup) -> Result<Removed, ErrorBody> {
    world.server.call::<DeletePermissionGroup>(Some(token), &path(group), &(), &())
}

fn bin(world: &World, token: &str) -> i64 {
    let of_groups: DeletedRecordFilter = serde_json::from_str(r#"{"resource":"permissionGroup"}"#).unwrap();
    world.server.call::<ListDeletedRecords>(Some(token), &(), &of_groups, &()).unwrap().total
}

/// Returns the built-in group of an authority.
fn built_in(world: &World, authority: Authority) -> PermissionGroup {
    let any: PermissionGroupFilter = serde_json::from_str("{}").unwrap();
    let groups = world.server.call::<ListPermissionGroups>(Some(&world.admin), &(), &any, &()).unwrap().data;
    let found = groups.into_iter().find(|group| group.is_built_in && group.authority == authority);
    get(world, found.unwrap().permission_group_id.0)
}

fn fields(error: &ErrorBody) -> Vec<(&str, &str)> {
    error.fields.iter().map(|field| (field.path.as_str(), field.code.as_str())).collect()
}

/// Adds an account to a group; returns its token.
fn add_account_in(
    test: &TestDatabase,
    world: &World,
    login_id: &str,
    group: &PermissionGroup,
    company: Option<CompanyId>,
) -> String {
    let hash = password::hash_blocking(PASSWORD).unwrap();
    let id = group.permission_group_id.0;
    let new = NewAccount {
        login_id,
        password_hash: &hash,
        authority: group.authority,
        name: login_id,
        company_id: company.map(|id| id.0),
    };
    test.database
        .write_blocking(|connection| {
            let account_id = accounts::insert(connection, &new)?;
            diesel::update(account::table.find(account_id))
                .set(account::permission_group_id.eq(id))
                .execute(connection)?;
            Ok::<_, Problem>(())
        })
        .unwrap();
    session(&world.server.state, login_id, group.authority).access_token.token
}

/// Creates a vendor account that may also manage groups.
fn vendor_who_manages_groups(test: &TestDatabase, world: &World) -> (PermissionGroup, String) {
    let items =
        vec![allowed(item(world, GROUPS), ALL), allowed(item(world, MEMBERS), Permission { delete: false, ..ALL })];
    let group = create(world, &world.admin, &group("총판 권한 담당", Authority::Vendor, items)).unwrap();
    let token = add_account_in(test, world, "group.keeper", &group, Some(world.vendor_id));
    (group, token)
}

#[test]
fn what_is_allowed_besides_seeing_brings_seeing_with_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (members, boards) = (item(&world, MEMBERS), item(&world, BOARDS));
        let only = |delete| Permission { delete, ..Permission::default() };
        let items = vec![allowed(members, only(true)), allowed(boards, only(false))];
        let created = create(&world, &world.admin, &group("정리 담당", Authority::Retailer, items)).unwrap();
        let kept = created.allowed_menu_items.unwrap();
        assert_eq!(kept, [allowed(members, Permission { read: true, ..only(true) })]);
    });
}

#[test]
fn what_belongs_to_the_installation_is_changed_by_no_group_of_a_company() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for screen in INSTALLATION_WIDE {
            let id = item(&world, screen);
            for tier in [Authority::Vendor, Authority::Dealer, Authority::Retailer, Authority::Operator] {
                let more = group("업체 담당", tier, vec![allowed(id, Permission { update: true, ..READ })]);
                let refused = create(&world, &world.admin, &more).unwrap_err();
                assert_eq!(fields(&refused), [("allowedMenuItems[0].update", "ofInstallation")], "{screen} {tier:?}");
            }
            let name = format!("조회 {}", id.0);
            create(&world, &world.admin, &group(&name, Authority::Vendor, vec![allowed(id, READ)])).unwrap();
            let name = format!("관리 {}", id.0);
            create(&world, &world.admin, &group(&name, Authority::Admin, vec![allowed(id, ALL)])).unwrap();
        }
    });
}

#[test]
fn an_upgrade_takes_from_groups_of_companies_what_is_the_installations() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (boards, members) = (item(&world, BOARDS), item(&world, MEMBERS));
        let made =
            create(&world, &world.admin, &group("업체 담당", Authority::Vendor, vec![allowed(members, ALL)])).unwrap();
        let id = made.permission_group_id.0;
        let mut connection = test.database.connect().unwrap();
        revert_to_before(&mut connection, "0081");
        let given = format!("INSERT INTO permission VALUES ({id}, {}, TRUE, TRUE, TRUE, TRUE)", boards.0);
        diesel::sql_query(given).execute(&mut connection).unwrap();
        kernel::db::migrations::run(&mut connection).unwrap();
        let mut kept = get(&world, id).allowed_menu_items.unwrap();
        kept.sort_by_key(|item| item.menu_item_id != boards);
        assert_eq!(kept, [allowed(boards, READ), allowed(members, ALL)]);
        let admins = built_in(&world, Authority::Admin).allowed_menu_items.unwrap();
        assert!(admins.contains(&allowed(boards, ALL)), "administrators keep it");
    });
}

#[test]
fn an_item_that_is_nowhere_or_named_twice_is_refused_at_its_place() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let members = item(&world, MEMBERS);
        let nowhere = vec![allowed(members, READ), allowed(MenuItemId(987_654), READ)];
        let refused = create(&world, &world.admin, &group("가", Authority::Vendor, nowhere)).unwrap_err();
        assert_eq!(fields(&refused), [("allowedMenuItems[1].menuItemId", "notFound")]);
        let twice = vec![allowed(members, READ), allowed(members, ALL)];
        let refused = create(&world, &world.admin, &group("가", Authority::Vendor, twice)).unwrap_err();
        assert_eq!(fields(&refused), [("allowedMenuItems[1].menuItemId", "repeated")]);
        let own_page = vec![allowed(item(&world, "/users/me"), READ)];
        let refused = create(&world, &world.admin, &group("가", Authority::Vendor, own_page)).unwrap_err();
        assert_eq!(fields(&refused), [("allowedMenuItems[0].read", "notHeld")]);
    });
}

#[test]
fn no_two_groups_have_the_same_name() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        create(&world, &world.admin, &group("심사 담당", Authority::Vendor, vec![])).unwrap();
        let refused = create(&world, &world.admin, &group("심사  담당", Authority::Dealer, vec![])).unwrap_err();
        assert_eq!((code(&refused), fields(&refused)), (ErrorCode::Taken, vec![("name", "taken")]));
    });
}

#[test]
fn nobody_gives_what_they_do_not_hold_through_any_field() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (own, keeper) = vendor_who_manages_groups(test, &world);
        let (members, boards) = (item(&world, MEMBERS), item(&world, BOARDS));
        let refused = |save: &PermissionGroupSave| create(&world, &keeper, save).unwrap_err();

        let more = group("가", Authority::Dealer, vec![allowed(members, ALL), allowed(boards, READ)]);
        assert_eq!(
            fields(&refused(&more)),
            [("allowedMenuItems[0].delete", "notHeld"), ("allowedMenuItems[1].read", "notHeld")]
        );
        let services = PermissionGroupSave {
            allowed_service_ids: vec![ServiceId(1), ServiceId(2), ServiceId(77)],
            ..group("가", Authority::Dealer, vec![])
        };
        assert_eq!(
            fields(&refused(&services)),
            [("allowedServiceIds[1]", "notHeld"), ("allowedServiceIds[2]", "notHeld")]
        );
        for above in [Authority::Admin, Authority::Vendor] {
            assert_eq!(fields(&refused(&group("가", above, vec![]))), [("authority", "aboveOwn")]);
        }

        // Groups above the caller are hidden; those of the same tier, including the caller's own, are visible but
        // cannot be changed.
        let admins = built_in(&world, Authority::Admin);
        let hidden = world.server.call::<GetPermissionGroup>(Some(&keeper), &path(&admins), &(), &());
        assert_eq!(code(&hidden.unwrap_err()), ErrorCode::NotFound);
        for standing in [own, built_in(&world, Authority::Vendor), built_in(&world, Authority::Dealer)] {
            let id = standing.permission_group_id.0;
            let tried =
                update(&world, &keeper, id, &PermissionGroupSave { name: "바꾼 이름".into(), ..standing.form() });
            assert_eq!(code(&tried.unwrap_err()), ErrorCode::Forbidden, "{}", standing.name);
            let tried = world.server.call::<DeletePermissionGroup>(Some(&keeper), &path(&standing), &(), &());
            assert!(matches!(code(&tried.unwrap_err()), ErrorCode::Forbidden), "{}", standing.name);
            assert_eq!(get(&world, id).form(), standing.form(), "nothing has changed");
        }

        // What the caller holds can be granted, and account forms offer only such groups.
        let within = group("대리점 담당", Authority::Dealer, vec![allowed(members, READ)]);
        let made = create(&world, &keeper, &within).unwrap();
        let options = world.server.call::<ListPermissionGroupChoices>(
            Some(&keeper),
            &(),
            &PermissionGroupChoiceFilter { permission_group_id: None },
            &(),
        );
        assert_eq!(code(&options.unwrap_err()), ErrorCode::Forbidden, "who makes no accounts puts nobody into a group");

        // The authority is fixed, so that no account is promoted by a change of its group.
        let lifted = PermissionGroupSave { authority: Authority::Retailer, ..made.form() };
        let tried = update(&world, &keeper, made.permission_group_id.0, &lifted).unwrap_err();
        assert_eq!(fields(&tried), [("authority", "fixed")]);
    });
}

#[test]
fn what_an_undo_would_give_is_given_by_nobody_who_does_not_hold_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (_, keeper) = vendor_who_manages_groups(test, &world);
        let members = item(&world, MEMBERS);
        let slim = group("넓은 그룹", Authority::Dealer, vec![allowed(members, READ)]);
        let made = create(&world, &keeper, &slim).unwrap();
        let id = made.permission_group_id.0;
        let more = PermissionGroupSave { allowed_menu_items: vec![allowed(members, ALL)], ..made.form() };
        let rich = update(&world, &world.admin, id, &more).unwrap();
        let poor = PermissionGroupSave { allowed_menu_items: vec![allowed(members, READ)], ..rich.form() };
        update(&world, &world.admin, id, &poor).unwrap();
        let any = RevisionFilter { page: None, page_size: None };
        let history =
            world.server.call::<ListPermissionGroupRevisions>(Some(&keeper), &path(&rich), &any, &()).unwrap();
        let revision = RevisionPath { revision_id: history.data[0].revision_id };
        let undone = world.server.call::<UndoRevision>(Some(&keeper), &revision, &(), &Undo { version: None });
        assert_eq!(fields(&undone.unwrap_err())[0].1, "notHeld");
        assert_eq!(get(&world, id).allowed_menu_items.unwrap(), [allowed(members, READ)]);
    });
}

fn groups_of(world: &World, token: &str) -> Vec<PermissionGroup> {
    let any: PermissionGroupFilter = serde_json::from_str("{}").unwrap();
    world.server.call::<ListPermissionGroups>(Some(token), &(), &any, &()).unwrap().data
}

#[test]
fn of_groups_of_another_company_nothing_is_told() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (of_keepers, keeper) = vendor_who_manages_groups(test, &world);
        let other = add_account_in(test, &world, "other.keeper", &of_keepers, Some(world.other_vendor_id));
        let save = group("심사 담당", Authority::Dealer, vec![]);
        let made = create(&world, &keeper, &save).unwrap();
        let id = made.permission_group_id.0;
        let renamed = PermissionGroupSave { name: "심사".into(), ..made.form() };
        let any = RevisionFilter { page: None, page_size: None };

        // Its existence, name and history are all hidden.
        assert!(groups_of(&world, &other).iter().all(|group| group.name != "심사 담당"));
        create(&world, &other, &save).unwrap();
        let server = &world.server;
        let refusals = [
            server.call::<GetPermissionGroup>(Some(&other), &path(&made), &(), &()).map(|_| ()),
            server.call::<ListPermissionGroupRevisions>(Some(&other), &path(&made), &any, &()).map(|_| ()),
            server.call::<DeletePermissionGroup>(Some(&other), &path(&made), &(), &()).map(|_| ()),
            update(&world, &other, id, &renamed).map(|_| ()),
        ];
        for refused in refusals {
            assert_eq!(code(&refused.unwrap_err()), ErrorCode::NotFound);
        }
        let changed = update(&world, &keeper, id, &renamed).unwrap();
        let history = server.call::<ListPermissionGroupRevisions>(Some(&keeper), &path(&made), &any, &()).unwrap();
        let undo = |token: &str, revision_id| {
            server.call::<UndoRevision>(Some(token), &RevisionPath { revision_id }, &(), &Undo { version: None })
        };
        assert_eq!(code(&undo(&other, history.data[0].revision_id).unwrap_err()), ErrorCode::NotFound);
        let removed = server.call::<DeletePermissionGroup>(Some(&keeper), &path(&changed), &(), &()).unwrap();
        let removal = removed.revision_id.unwrap();
        let seen = [&keeper, &other, &world.admin].map(|token| bin(&world, token));
        assert_eq!(seen, [1, 0, 1]);
        assert_eq!(code(&undo(&other, removal).unwrap_err()), ErrorCode::NotFound);
        // Whoever restores it, its owner stays the same.
        undo(&world.admin, removal).unwrap();
        let seen = |token: &str| groups_of(&world, token).iter().any(|group| group.name == "심사");
        assert!(seen(&keeper) && !seen(&other));
    });
}

#[test]
fn a_group_says_whose_it_is_to_whoever_sees_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (of_keepers, keeper) = vendor_who_manages_groups(test, &world);
        let made = create(&world, &keeper, &group("대리점 담당", Authority::Dealer, vec![])).unwrap();
        let owner = Some("한빛 헬스케어");
        assert_eq!((made.company_name.as_deref(), of_keepers.company_name), (owner, None));
        let listed = groups_of(&world, &keeper);
        let of_company: Vec<_> = listed.iter().filter(|group| group.company_name.is_some()).collect();
        assert_eq!(of_company.len(), 1, "all others are the installation's");
        assert_eq!((of_company[0].name.as_str(), of_company[0].company_name.as_deref()), ("대리점 담당", owner));
        let choices = |token: &str| {
            let any = PermissionGroupChoiceFilter { permission_group_id: None };
            let offered = world.server.call::<ListPermissionGroupChoices>(Some(token), &(), &any, &()).unwrap();
            let found = offered.into_iter().find(|choice| choice.permission_group_id == made.permission_group_id);
            found.map(|choice| choice.company_name)
        };
        assert_eq!(choices(&world.admin), Some(owner.map(str::to_owned)));
        assert_eq!(choices(&world.other_vendor), None);
        assert_eq!(choices(&world.dealer), None, "nor whose company stands below");
    });
}

#[test]
fn the_bin_has_groups_that_its_reader_may_put_back() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (_, keeper) = vendor_who_manages_groups(test, &world);
        for authority in [Authority::Admin, Authority::Vendor, Authority::Dealer] {
            let save = group(authority.as_str(), authority, vec![]);
            let of_installation = create(&world, &world.admin, &save).unwrap();
            remove(&world, &world.admin, &of_installation).unwrap();
        }
        assert_eq!((bin(&world, &keeper), bin(&world, &world.admin)), (0, 3));
        let own = create(&world, &keeper, &group("심사 담당", Authority::Dealer, vec![])).unwrap();
        remove(&world, &keeper, &own).unwrap();
        assert_eq!((bin(&world, &keeper), bin(&world, &world.admin)), (1, 4));
        let mut connection = test.database.connect().unwrap();
        revert_to_before(&mut connection, "0038");
        connection.batch_execute("UPDATE past_form SET kind = NULL WHERE resource = 'permissionGroup'").unwrap();
        kernel::db::migrations::run(&mut connection).unwrap();
        assert_eq!((bin(&world, &keeper), bin(&world, &world.admin)), (1, 4), "what an older version deleted, too");
    });
}

#[test]
fn a_company_with_permission_groups_is_not_removed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (of_keepers, _) = vendor_who_manages_groups(test, &world);
        let company = world.add_company(CompanyType::Vendor, "새 총판", None);
        let keeper = add_account_in(test, &world, "new.keeper", &of_keepers, Some(company.company_id));
        let made = create(&world, &keeper, &group("심사 담당", Authority::Dealer, vec![])).unwrap();
        test.database
            .write_blocking(|connection| {
                Ok(diesel::delete(account::table.filter(account::login_id.eq("new.keeper"))).execute(connection)?)
            })
            .unwrap();
        let path = CompanyPath { company_id: company.company_id };
        let can_delete =
            || world.server.call::<GetCompany>(Some(&world.admin), &path, &(), &()).unwrap().can.delete.allowed;
        let removal = || world.server.call::<DeleteCompany>(Some(&world.admin), &path, &(), &());
        assert_eq!(fields(&removal().unwrap_err()), [("permissionGroups", "hasDependents")]);
        assert!(!can_delete());
        remove(&world, &world.admin, &made).unwrap();
        assert!(can_delete());
        removal().unwrap();
    });
}

#[test]
fn a_group_of_before_belongs_to_the_company_of_who_made_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (_, keeper) = vendor_who_manages_groups(test, &world);
        let of_vendor = create(&world, &keeper, &group("심사 담당", Authority::Dealer, vec![])).unwrap();
        let gone = create(&world, &keeper, &group("옛 심사 담당", Authority::Dealer, vec![])).unwrap();
        let removal = remove(&world, &keeper, &gone).unwrap().revision_id.unwrap();
        let of_installation = create(&world, &world.admin, &group("공통 심사", Authority::Dealer, vec![])).unwrap();
        let mut connection = test.database.connect().unwrap();
        revert_to_before(&mut connection, "0026");
        kernel::db::migrations::run(&mut connection).unwrap();
        drop(connection);
        let owner = |id: PermissionGroupId| {
            let of = permission_group::table.find(id.0).select(permission_group::company_id);
            test.database.read_blocking(|connection| Ok(of.first::<Option<i64>>(connection)?)).unwrap()
        };
        assert_eq!(owner(of_vendor.permission_group_id), Some(world.vendor_id.0));
        assert_eq!(owner(of_installation.permission_group_id), None);
        for authority in [Authority::Admin, Authority::Vendor, Authority::Dealer] {
            assert_eq!(owner(built_in(&world, authority).permission_group_id), None, "{authority:?}");
        }
        let path_of_removal = RevisionPath { revision_id: removal };
        world.server.call::<UndoRevision>(Some(&keeper), &path_of_removal, &(), &Undo { version: None }).unwrap();
        assert_eq!(owner(gone.permission_group_id), Some(world.vendor_id.0), "what was in the bin, too");
        let other = create(&world, &world.admin, &group("심사 담당", Authority::Dealer, vec![]));
        assert!(other.is_ok(), "names are told apart within a company");
    });
}

#[test]
fn a_demand_is_not_taken_from_a_group_by_who_is_held_to_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (of_keepers, keeper) = vendor_who_manages_groups(test, &world);
        let demanding =
            PermissionGroupSave { requires_two_steps: true, ..group("심사 담당", Authority::Dealer, vec![]) };
        let made = create(&world, &keeper, &demanding).unwrap();
        let standing = get(&world, of_keepers.permission_group_id.0);
        let demanded = PermissionGroupSave { requires_two_steps: true, ..standing.form() };
        update(&world, &world.admin, of_keepers.permission_group_id.0, &demanded).unwrap();
        a_moment_passes();
        crate::two_steps::set_up(&world.server, &keeper);
        let lowered = PermissionGroupSave { requires_two_steps: false, ..made.form() };
        let refused = update(&world, &keeper, made.permission_group_id.0, &lowered).unwrap_err();
        assert_eq!(fields(&refused), [("requiresTwoSteps", "demandsTwoSteps")]);
        let renamed = PermissionGroupSave { name: "심사".into(), ..made.form() };
        update(&world, &keeper, made.permission_group_id.0, &renamed).unwrap();
        update(&world, &world.admin, made.permission_group_id.0, &PermissionGroupSave { version: None, ..lowered })
            .unwrap();
    });
}

#[test]
fn groups_of_the_installation_are_seen_by_all_and_changed_by_administrators() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (_, keeper) = vendor_who_manages_groups(test, &world);
        let made = create(&world, &world.admin, &group("공통", Authority::Dealer, vec![])).unwrap();
        let seen = world.server.call::<GetPermissionGroup>(Some(&keeper), &path(&made), &(), &()).unwrap();
        let reason = |permit: &uno_core::contract::page::Permit| permit.reason.clone();
        assert_eq!(reason(&seen.can.update).as_deref(), Some("ofInstallation"));
        let renamed = PermissionGroupSave { name: "내 것".into(), ..made.form() };
        let tried = update(&world, &keeper, made.permission_group_id.0, &renamed);
        assert_eq!(code(&tried.unwrap_err()), ErrorCode::Forbidden);
        let removed = world.server.call::<DeletePermissionGroup>(Some(&keeper), &path(&made), &(), &());
        assert_eq!(code(&removed.unwrap_err()), ErrorCode::Forbidden);
    });
}

#[test]
fn a_group_of_accounts_that_one_does_not_reach_is_not_ones_own_to_change() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (_, keeper) = vendor_who_manages_groups(test, &world);
        let save = group("공용", Authority::Retailer, vec![allowed(item(&world, MEMBERS), READ)]);
        let shared = create(&world, &keeper, &save).unwrap();
        add_account_in(test, &world, "near", &shared, Some(world.retailer_id));
        add_account_in(test, &world, "elsewhere", &shared, Some(world.other_retailer_id));
        let seen = world.server.call::<GetPermissionGroup>(Some(&keeper), &path(&shared), &(), &()).unwrap();
        assert_eq!(seen.can.update.reason.as_deref(), Some("usedElsewhere"));
        assert_eq!(seen.account_count, 1, "of others nothing is told");
        let listed = groups_of(&world, &keeper).into_iter().find(|listed| listed.name == "공용").unwrap();
        assert_eq!((listed.can, listed.account_count), (seen.can, 1), "a list says what the record says");
        let removed = world.server.call::<DeletePermissionGroup>(Some(&keeper), &path(&shared), &(), &());
        assert_eq!(code(&removed.unwrap_err()), ErrorCode::Forbidden);
        let renamed = PermissionGroupSave { name: "내 것".into(), ..shared.form() };
        let tried = update(&world, &keeper, shared.permission_group_id.0, &renamed);
        assert_eq!(code(&tried.unwrap_err()), ErrorCode::Forbidden);
    });
}

/// The product's rule of granting, independent of its implementation: only to tiers below the caller's, or to any by an
/// administrator, and only what the caller holds.
fn may_give(giver: Authority, holds: &[(usize, Permission)], to: Authority, asked: &[(usize, Permission)]) -> bool {
    let tiers = [
        Authority::Admin,
        Authority::Vendor,
        Authority::Dealer,
        Authority::Retailer,
        Authority::Operator,
        Authority::Member,
    ];
    let place = |authority| tiers.iter().position(|tier| *tier == authority);
    let below = giver == Authority::Admin || place(giver) < place(to);
    let held = |item: usize| holds.iter().find(|(held, _)| *held == item).map(|(_, permission)| *permission);
    let flags = |p: Permission| [p.create, p.update, p.delete];
    let within = asked.iter().all(|(item, asked)| {
        let wants_anything = asked.read || flags(*asked).contains(&true);
        let Some(held) = held(*item) else { return !wants_anything };
        (held.read || !wants_anything) && flags(*asked).iter().zip(flags(held)).all(|(asked, held)| held || !asked)
    });
    below && within
}

#[test]
fn giving_agrees_with_an_oracle() {
    use proptest::prelude::*;
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let items = [MEMBERS, DEALERS, TESTS].map(|url| item(&world, url));
    let keeps =
        |read, create, update, delete| Permission { read: read || create || update || delete, create, update, delete };
    let permission = || any::<(bool, bool, bool, bool)>().prop_map(move |(r, c, u, d)| keeps(r, c, u, d));
    let asked = || {
        any::<(bool, bool, bool, bool)>().prop_map(|(read, create, update, delete)| Permission {
            read,
            create,
            update,
            delete,
        })
    };
    let tier =
        || prop::sample::select(vec![Authority::Vendor, Authority::Dealer, Authority::Retailer, Authority::Operator]);
    let case = (tier(), prop::collection::vec(permission(), 3), tier(), prop::collection::vec(asked(), 3));
    let groups = item(&world, GROUPS);
    let number = std::cell::Cell::new(0);
    let mut runner = TestRunner::new(Config { cases: 120, failure_persistence: None, ..Config::default() });
    runner
        .run(&case, |(giver, holds, to, asked)| {
            number.set(number.get() + 1);
            let numbered = |given: &[Permission]| given.iter().copied().enumerate().collect::<Vec<_>>();
            let given = |given: &[Permission]| {
                given.iter().zip(items).map(|(given, id)| allowed(id, *given)).collect::<Vec<_>>()
            };
            let mut own = given(&holds);
            own.push(allowed(groups, ALL));
            let of_giver = create(&world, &world.admin, &group(&format!("g{}", number.get()), giver, own)).unwrap();
            let token =
                add_account_in(&test, &world, &format!("giver{}", number.get()), &of_giver, Some(world.vendor_id));
            let save = PermissionGroupSave {
                allowed_service_ids: vec![],
                ..group(&format!("n{}", number.get()), to, given(&asked))
            };
            let answer = create(&world, &token, &save).is_ok();
            let expected = may_give(giver, &numbered(&holds), to, &numbered(&asked));
            prop_assert_eq!(answer, expected, "{:?} {:?} gives {:?} {:?}", giver, holds, to, asked);
            Ok(())
        })
        .unwrap();
}

#[test]
fn nobody_makes_a_group_that_nobody_could_change_any_more() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let admins = built_in(&world, Authority::Admin);
        let groups = item(&world, GROUPS);
        let id = admins.permission_group_id.0;
        let mut without = admins.form();
        without.allowed_menu_items.retain(|item| item.menu_item_id != groups);
        let refused = update(&world, &world.admin, id, &without).unwrap_err();
        assert_eq!(fields(&refused), [("allowedMenuItems", "lastEditor")]);
        assert_eq!(get(&world, id).form(), admins.form(), "nothing has changed");

        // It is allowed while another account can edit groups, and then no longer for that one.
        let second =
            create(&world, &world.admin, &PermissionGroupSave { name: "둘째".into(), ..admins.form() }).unwrap();
        let other = add_account_in(test, &world, "second.admin", &second, None);
        update(&world, &world.admin, id, &without).unwrap();
        let mut without = second.form();
        without.allowed_menu_items.retain(|item| item.menu_item_id != groups);
        let refused = update(&world, &other, second.permission_group_id.0, &without).unwrap_err();
        assert_eq!(fields(&refused), [("allowedMenuItems", "lastEditor")]);
    });
}

#[test]
fn nobody_moves_the_last_who_can_into_a_group_that_cannot() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let admins = built_in(&world, Authority::Admin);
        let mut save = PermissionGroupSave { name: "감사".into(), ..admins.form() };
        save.allowed_menu_items.retain(|allowed| allowed.menu_item_id != item(&world, GROUPS));
        let poorer = create(&world, &world.admin, &save).unwrap();
        // A second administrator cannot edit groups and moves the one who can.
        let second =
            create(&world, &world.admin, &PermissionGroupSave { name: "둘째".into(), ..admins.form() }).unwrap();
        let other = add_account_in(test, &world, "second.admin", &second, None);
        let any: ManagerFilter = serde_json::from_str("{}").unwrap();
        let managers = world.server.call::<ListManagers>(Some(&other), &(), &any, &()).unwrap().data;
        let into_poorer = |login_id: &str, token: &str| {
            let id = managers.iter().find(|manager| manager.login_id == login_id).unwrap().manager_id;
            let path = ManagerPath { manager_id: id };
            let manager = world.server.call::<GetManager>(Some(token), &path, &(), &()).unwrap();
            let mut save = manager.form();
            save.permission_group_id = poorer.permission_group_id;
            world.server.call::<UpdateManager>(Some(token), &path, &(), &save)
        };
        into_poorer("root", &other).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(600));
        let refused = into_poorer("second.admin", &other).unwrap_err();
        assert!(fields(&refused).iter().all(|(field, _)| *field == "permissionGroupId"), "{refused:?}");
    });
}

#[test]
fn suspending_the_last_who_can_change_groups_is_refused_at_the_status() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let admins = built_in(&world, Authority::Admin);
        let mut save = PermissionGroupSave { name: "인사".into(), ..admins.form() };
        save.allowed_menu_items.retain(|allowed| allowed.menu_item_id != item(&world, GROUPS));
        let poorer = create(&world, &world.admin, &save).unwrap();
        let second =
            create(&world, &world.admin, &PermissionGroupSave { name: "둘째".into(), ..admins.form() }).unwrap();
        // The remaining administrator cannot edit groups, and the one who suspends could not sign in again.
        add_account_in(test, &world, "third.admin", &poorer, None);
        let other = add_account_in(test, &world, "second.admin", &second, None);
        test.database
            .write_blocking(|connection| {
                let own = account::table.filter(account::login_id.eq("second.admin"));
                Ok(diesel::update(own).set(account::password_hash.eq("")).execute(connection)?)
            })
            .unwrap();
        let any: ManagerFilter = serde_json::from_str("{}").unwrap();
        let managers = world.server.call::<ListManagers>(Some(&other), &(), &any, &()).unwrap().data;
        let root = managers.iter().find(|manager| manager.login_id == "root").unwrap();
        let path = ManagerPath { manager_id: root.manager_id };
        let form = world.server.call::<GetManager>(Some(&world.admin), &path, &(), &()).unwrap().form();
        let suspended = ManagerSave { status: AccountStatus::Suspended, ..form };
        let refused = world.server.call::<UpdateManager>(Some(&other), &path, &(), &suspended).unwrap_err();
        assert_eq!(fields(&refused), [("status", "lastEditor")], "{refused:?}");
    });
}

#[test]
fn two_administrators_at_once_do_not_take_it_from_each_other() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let admins = built_in(&world, Authority::Admin);
        let groups = item(&world, GROUPS);
        for round in 0..4 {
            let name = format!("둘째 {round}");
            let second = create(&world, &world.admin, &PermissionGroupSave { name, ..admins.form() }).unwrap();
            let other = add_account_in(test, &world, &format!("second{round}"), &second, None);
            let without = |group: &PermissionGroup| {
                let mut save = group.form();
                save.allowed_menu_items.retain(|item| item.menu_item_id != groups);
                save
            };
            let first = get(&world, admins.permission_group_id.0);
            let tries = [(&world.admin, &second), (&other, &first)];
            let answers = at_once(2, 1, |thread, _| {
                let (token, of_other) = tries[thread];
                update(&world, token, of_other.permission_group_id.0, &without(of_other)).is_ok()
            });
            assert_eq!(answers[0].iter().filter(|done| **done).count(), 1, "{answers:?}");
            // Restores the initial state for the next round.
            let ids = (first.permission_group_id.0, second.permission_group_id.0);
            test.database
                .write_blocking(move |connection| {
                    use kernel::db::schema::permission;
                    diesel::delete(account::table.filter(account::permission_group_id.eq(ids.1)))
                        .execute(connection)?;
                    diesel::delete(permission_group::table.find(ids.1)).execute(connection)?;
                    diesel::delete(permission::table.filter(permission::menu_item_id.eq(groups.0)))
                        .execute(connection)?;
                    diesel::insert_into(permission::table)
                        .values((
                            permission::permission_group_id.eq(ids.0),
                            permission::menu_item_id.eq(groups),
                            permission::can_read.eq(true),
                            permission::can_create.eq(true),
                            permission::can_update.eq(true),
                            permission::can_delete.eq(true),
                        ))
                        .execute(connection)?;
                    Ok::<_, Problem>(())
                })
                .unwrap_or_else(|problem| panic!("{problem}"));
            std::thread::sleep(std::time::Duration::from_millis(600));
        }
    });
}

#[test]
fn a_change_counts_on_every_instance_within_a_second() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let elsewhere = Server::start(test);
        let may_read = |server: &Server| {
            let me = server.call::<GetAccount>(Some(&world.dealer), &(), &(), &()).unwrap();
            me.permission_group.allowed_menu_items.iter().any(|item| item.url == MEMBERS && item.read)
        };
        assert!(may_read(&world.server) && may_read(&elsewhere));
        let dealers = built_in(&world, Authority::Dealer);
        let members = item(&world, MEMBERS);
        let mut without = dealers.form();
        without.allowed_menu_items.retain(|item| item.menu_item_id != members);
        update(&world, &world.admin, dealers.permission_group_id.0, &without).unwrap();
        std::thread::sleep(std::time::Duration::from_secs(1));
        assert!(!may_read(&world.server) && !may_read(&elsewhere));
    });
}

#[test]
fn a_group_that_accounts_are_in_stays_and_says_how_many_they_are() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = create(&world, &world.admin, &group("임시", Authority::Retailer, vec![])).unwrap();
        add_account_in(test, &world, "one", &made, Some(world.retailer_id));
        add_account_in(test, &world, "two", &made, Some(world.retailer_id));
        let shown = get(&world, made.permission_group_id.0);
        assert_eq!((shown.account_count, shown.can.delete.reason.as_deref()), (2, Some("hasAccounts")));
        let delete = || world.server.call::<DeletePermissionGroup>(Some(&world.admin), &path(&made), &(), &());
        let refused = delete().unwrap_err();
        assert_eq!(code(&refused), ErrorCode::HasDependents);
        assert_eq!(
            (fields(&refused), refused.fields[0].params.get("count")),
            (vec![("accounts", "hasDependents")], Some("2"))
        );
        let id = made.permission_group_id.0;
        let gone = diesel::delete(account::table.filter(account::permission_group_id.eq(id)));
        test.database.write_blocking(|connection| Ok(gone.execute(connection)?)).unwrap();
        delete().unwrap();
        let built_in = built_in(&world, Authority::Member);
        let refused = world.server.call::<DeletePermissionGroup>(Some(&world.admin), &path(&built_in), &(), &());
        assert_eq!(fields(&refused.unwrap_err()), [("isBuiltIn", "builtIn")]);
    });
}

#[test]
fn a_history_tells_of_a_matrix_what_differs() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (members, boards) = (item(&world, MEMBERS), item(&world, BOARDS));
        let items = vec![allowed(members, ALL), allowed(boards, READ)];
        let made = create(&world, &world.admin, &group("변경 확인", Authority::Vendor, items)).unwrap();
        let changed = PermissionGroupSave {
            allowed_menu_items: vec![allowed(members, READ), allowed(boards, READ)],
            ..made.form()
        };
        update(&world, &world.admin, made.permission_group_id.0, &changed).unwrap();
        let any = RevisionFilter { page: None, page_size: None };
        let history =
            world.server.call::<ListPermissionGroupRevisions>(Some(&world.admin), &path(&made), &any, &()).unwrap();
        let told: Vec<_> = history.data[0]
            .changes
            .iter()
            .map(|change| (change.field.as_str(), change.before.as_deref(), change.after.as_deref()))
            .collect();
        let field = format!("allowedMenuItems[{MEMBERS}]");
        assert_eq!(told, [(field.as_str(), Some("READ, CREATE, UPDATE, DELETE"), Some("READ"))]);
    });
}

#[test]
fn of_two_who_change_one_matrix_the_slower_is_refused() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = create(&world, &world.admin, &group("둘이 고침", Authority::Vendor, vec![])).unwrap();
        let id = made.permission_group_id.0;
        let with =
            |url| PermissionGroupSave { allowed_menu_items: vec![allowed(item(&world, url), READ)], ..made.form() };
        update(&world, &world.admin, id, &with(MEMBERS)).unwrap();
        assert_eq!(code(&update(&world, &world.admin, id, &with(BOARDS)).unwrap_err()), ErrorCode::Changed);
        let kept = get(&world, id).allowed_menu_items.unwrap();
        assert_eq!(kept, [allowed(item(&world, MEMBERS), READ)]);
    });
}

#[test]
fn a_matrix_that_is_no_list_of_records_is_refused_by_the_place_of_what_is_wrong() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let address = world.server.url("/api/v1/permission-groups");
    let send = |items: &str| {
        let body = format!(r#"{{"name":"가","authority":"VENDOR","allowedMenuItems":{items}}}"#);
        world.server.send(Method::Post, &address, Some(&world.admin), Some(body.as_bytes()))
    };
    for (items, expected) in [
        ("7", r#""path":"allowedMenuItems","code":"type""#),
        ("[7]", r#""path":"allowedMenuItems[0]","code":"type""#),
        (
            r#"[{"menuItemId":2,"read":true,"create":1,"update":false,"delete":false}]"#,
            r#""path":"allowedMenuItems[0].create","code":"type""#,
        ),
        (
            r#"[{"menuItemId":2,"read":true,"create":false,"update":false}]"#,
            r#""path":"allowedMenuItems[0].delete","code":"required""#,
        ),
        (
            r#"[{"menuItemId":2,"read":true,"create":false,"update":false,"delete":false,"admin":true}]"#,
            r#""path":"allowedMenuItems[0].admin","code":"unknown""#,
        ),
    ] {
        let (status, text) = send(items);
        assert!(status == 422 && text.contains(expected), "{items}: {status} {text}");
    }
}

fn add_entry(world: &World, name: &str, url: Option<&str>) -> ManagedMenuItem {
    let save = MenuItemSave {
        parent_id: None,
        name: name.into(),
        names: vec![],
        url: url.map(Into::into),
        unrestricted: false,
        is_hidden: false,
        position: 5,
        version: None,
    };
    world.server.call::<CreateMenuItem>(Some(&world.admin), &(), &(), &save).unwrap()
}

fn change_entry(world: &World, entry: &ManagedMenuItem, url: Option<&str>) -> ManagedMenuItem {
    let path = MenuItemPath { menu_item_id: entry.menu_item_id };
    let save = MenuItemSave { url: url.map(Into::into), ..entry.form() };
    world.server.call::<UpdateMenuItem>(Some(&world.admin), &path, &(), &save).unwrap()
}

/// Callers are cached for half a second.
fn a_moment_passes() {
    std::thread::sleep(std::time::Duration::from_millis(600));
}

#[test]
fn an_entry_that_leads_nowhere_locks_nobody_out() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let editable = || {
            a_moment_passes();
            let admins = built_in(&world, Authority::Admin);
            assert_eq!(admins.can.update.reason, None);
            update(&world, &world.admin, admins.permission_group_id.0, &admins.form()).unwrap();
            let any: ManagerFilter = serde_json::from_str("{}").unwrap();
            let managers = world.server.call::<ListManagers>(Some(&world.admin), &(), &any, &()).unwrap().data;
            let root = managers.iter().find(|manager| manager.login_id == "root").unwrap();
            assert_eq!(root.can.update.reason, None);
        };
        add_entry(&world, "모음", None);
        editable();
        let guide = add_entry(&world, "안내", Some("/guide"));
        let emptied = change_entry(&world, &guide, None);
        editable();
        // An entry that gets an address again is granted again to the groups that may grant it.
        change_entry(&world, &emptied, Some("/guide"));
        editable();
        let admins = built_in(&world, Authority::Admin).allowed_menu_items.unwrap();
        assert!(admins.contains(&allowed(guide.menu_item_id, ALL)));
    });
}

#[test]
fn who_other_than_an_administrator_gives_is_not_held_to_entries_that_lead_nowhere() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (_, keeper) = vendor_who_manages_groups(test, &world);
        let guide = add_entry(&world, "안내", Some("/guide"));
        a_moment_passes();
        let save = group("안내 담당", Authority::Dealer, vec![allowed(guide.menu_item_id, READ)]);
        let made = create(&world, &keeper, &save).unwrap();
        change_entry(&world, &guide, None);
        a_moment_passes();
        let seen = world.server.call::<GetPermissionGroup>(Some(&keeper), &path(&made), &(), &()).unwrap();
        assert_eq!((seen.can.update.reason.as_deref(), seen.allowed_menu_items.as_deref()), (None, Some(&[][..])));
        let renamed = PermissionGroupSave { name: "안내".into(), ..seen.form() };
        update(&world, &keeper, made.permission_group_id.0, &renamed).unwrap();
    });
}

#[test]
fn an_administrator_who_takes_something_from_the_only_full_group_gives_it_back() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let admins = built_in(&world, Authority::Admin);
        let (id, members) = (admins.permission_group_id.0, item(&world, MEMBERS));
        let mut poorer = PermissionGroupSave { allowed_service_ids: vec![], ..admins.form() };
        poorer.allowed_menu_items.retain(|allowed| allowed.menu_item_id != members);
        let taken = update(&world, &world.admin, id, &poorer).unwrap();
        a_moment_passes();
        let again = PermissionGroupSave { version: Some(taken.version), ..admins.form() };
        let given = update(&world, &world.admin, id, &again).unwrap();
        assert_eq!(given.allowed_menu_items, admins.allowed_menu_items);
        assert_eq!(given.allowed_service_ids, admins.allowed_service_ids);

        // The same applies to undo.
        update(&world, &world.admin, id, &PermissionGroupSave { version: Some(given.version), ..poorer }).unwrap();
        a_moment_passes();
        let any = RevisionFilter { page: None, page_size: None };
        let history =
            world.server.call::<ListPermissionGroupRevisions>(Some(&world.admin), &path(&admins), &any, &()).unwrap();
        let revision = RevisionPath { revision_id: history.data[0].revision_id };
        world.server.call::<UndoRevision>(Some(&world.admin), &revision, &(), &Undo { version: None }).unwrap();
        assert_eq!(get(&world, id).allowed_menu_items, admins.allowed_menu_items);
        assert_eq!(get(&world, id).allowed_service_ids, admins.allowed_service_ids);
    });
}

#[test]
fn a_group_is_restored_and_put_back_without_entries_that_are_no_more() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (members, guide) = (item(&world, MEMBERS), add_entry(&world, "안내", Some("/guide")));
        a_moment_passes();
        let both = || vec![allowed(members, READ), allowed(guide.menu_item_id, READ)];
        let removed = create(&world, &world.admin, &group("지운 그룹", Authority::Dealer, both())).unwrap();
        let removal = remove(&world, &world.admin, &removed).unwrap().revision_id.unwrap();
        let kept = create(&world, &world.admin, &group("그룹", Authority::Dealer, both())).unwrap();
        let renamed = PermissionGroupSave { name: "바꾼 이름".into(), ..kept.form() };
        update(&world, &world.admin, kept.permission_group_id.0, &renamed).unwrap();
        let any = RevisionFilter { page: None, page_size: None };
        let history =
            world.server.call::<ListPermissionGroupRevisions>(Some(&world.admin), &path(&kept), &any, &()).unwrap();
        let entry = MenuItemPath { menu_item_id: guide.menu_item_id };
        world.server.call::<DeleteMenuItem>(Some(&world.admin), &entry, &(), &()).unwrap();
        for (group, name, revision_id) in
            [(&removed, "지운 그룹", removal), (&kept, "그룹", history.data[0].revision_id)]
        {
            let back = RevisionPath { revision_id };
            let done = world.server.call::<UndoRevision>(Some(&world.admin), &back, &(), &Undo { version: None });
            assert_eq!(done.unwrap().altered_fields, ["allowedMenuItems"], "it is told");
            let shown = get(&world, group.permission_group_id.0);
            assert_eq!((shown.name.as_str(), shown.allowed_menu_items), (name, Some(vec![allowed(members, READ)])));
        }
    });
}

#[test]
fn an_entry_that_is_made_again_is_allowed_to_the_groups_that_had_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let guide = add_entry(&world, "안내", Some("/guide"));
        a_moment_passes();
        let of_guide = |name: &str| group(name, Authority::Dealer, vec![allowed(guide.menu_item_id, READ)]);
        let made = create(&world, &world.admin, &of_guide("안내 담당")).unwrap();
        let gone = create(&world, &world.admin, &of_guide("없어질 그룹")).unwrap();
        let entry = MenuItemPath { menu_item_id: guide.menu_item_id };
        let removed = world.server.call::<DeleteMenuItem>(Some(&world.admin), &entry, &(), &()).unwrap();
        assert_eq!(get(&world, made.permission_group_id.0).allowed_menu_items, Some(vec![]));
        let told = || {
            let any = RevisionFilter { page: None, page_size: None };
            let listed =
                world.server.call::<ListPermissionGroupRevisions>(Some(&world.admin), &path(&made), &any, &()).unwrap();
            let FieldChange { field, before, after } = listed.data[0].changes[0].clone();
            (field, before, after)
        };
        let named = "allowedMenuItems[/guide]";
        assert_eq!(told(), (named.into(), Some("READ".into()), None), "its own history says what it lost");
        remove(&world, &world.admin, &gone).unwrap();
        let back = RevisionPath { revision_id: removed.revision_id.unwrap() };
        world.server.call::<UndoRevision>(Some(&world.admin), &back, &(), &Undo { version: None }).unwrap();
        assert_eq!(told(), (named.into(), None, Some("READ".into())), "and what it has again");
        let shown = get(&world, made.permission_group_id.0);
        assert_eq!(shown.allowed_menu_items, Some(vec![allowed(guide.menu_item_id, READ)]));
        let admins = built_in(&world, Authority::Admin).allowed_menu_items.unwrap();
        assert!(admins.contains(&allowed(guide.menu_item_id, ALL)));
        // A form read before does not revoke it.
        let before = PermissionGroupSave { allowed_menu_items: vec![], ..made.form() };
        let tried = update(&world, &world.admin, made.permission_group_id.0, &before);
        assert_eq!(code(&tried.unwrap_err()), ErrorCode::Changed);
    });
}

#[test]
fn a_matrix_that_was_read_before_an_entry_was_given_does_not_take_it_away() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let before = built_in(&world, Authority::Admin);
        let id = before.permission_group_id.0;
        let guide = add_entry(&world, "안내", Some("/guide"));
        assert_eq!(code(&update(&world, &world.admin, id, &before.form()).unwrap_err()), ErrorCode::Changed);
        let kept = get(&world, id);
        assert!(kept.allowed_menu_items.unwrap().contains(&allowed(guide.menu_item_id, ALL)));
        let any = RevisionFilter { page: None, page_size: None };
        let history =
            world.server.call::<ListPermissionGroupRevisions>(Some(&world.admin), &path(&before), &any, &()).unwrap();
        let told = &history.data[0].changes[0];
        assert_eq!((told.field.as_str(), told.before.as_deref()), ("allowedMenuItems[/guide]", None));
        assert_eq!(told.after.as_deref(), Some("READ, CREATE, UPDATE, DELETE"));
    });
}
