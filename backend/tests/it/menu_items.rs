//! Menu management: the menu stays a tree with valid addresses, and moving entries grants no permissions.

use crate::support::{TestDatabase, World, code};
use std::collections::BTreeMap;
use uno_core::contract::{
    error::{ErrorBody, ErrorCode},
    languages::{Language, NameInLanguage},
    menu_items::{
        CreateMenuItem, DeleteMenuItem, ListManagedMenuItems, ListMenuItemRevisions, ListMenuItems, ManagedMenuItem,
        MenuItem, MenuItemFilter, MenuItemId, MenuItemPath, MenuItemSave, UpdateMenuItem,
    },
    revisions::RevisionFilter,
};
use uno_server::texts;

const MEMBERS: &str = "/member_management/company_member_management";

fn all(world: &World) -> Vec<ManagedMenuItem> {
    world.server.call::<ListManagedMenuItems>(Some(&world.admin), &(), &(), &()).unwrap()
}

fn at(world: &World, url: &str) -> ManagedMenuItem {
    all(world).into_iter().find(|item| item.full_url == url).unwrap_or_else(|| panic!("{url}"))
}

fn entry(name: &str, url: &str, parent: Option<MenuItemId>) -> MenuItemSave {
    MenuItemSave {
        parent_id: parent,
        name: name.into(),
        names: vec![],
        url: Some(url.to_owned()).filter(|url| !url.is_empty()),
        unrestricted: false,
        is_hidden: false,
        position: 5,
        version: None,
    }
}

fn create(world: &World, save: &MenuItemSave) -> Result<ManagedMenuItem, ErrorBody> {
    world.server.call::<CreateMenuItem>(Some(&world.admin), &(), &(), save)
}

fn path(id: MenuItemId) -> MenuItemPath {
    MenuItemPath { menu_item_id: id }
}

fn update(world: &World, id: MenuItemId, save: &MenuItemSave) -> Result<ManagedMenuItem, ErrorBody> {
    world.server.call::<UpdateMenuItem>(Some(&world.admin), &path(id), &(), save)
}

fn field(error: &ErrorBody) -> (&str, &str) {
    (error.fields[0].path.as_str(), error.fields[0].code.as_str())
}

fn menu(world: &World, token: &str, language: Option<Language>) -> Vec<MenuItem> {
    let filter = MenuItemFilter { unrestricted: None, flat: Some(true), language };
    world.server.call::<ListMenuItems>(Some(token), &(), &filter, &()).unwrap()
}

#[test]
fn what_comes_with_the_product_has_a_name_in_each_language() {
    let world = World::build(&TestDatabase::sqlite());
    for language in Language::ALL.iter().filter(|language| **language != Language::Ko) {
        let names: BTreeMap<String, String> = serde_json::from_str(texts::catalogue(*language)).unwrap();
        let unnamed: Vec<String> = all(&world)
            .into_iter()
            .map(|item| item.full_url)
            .filter(|url| !url.is_empty() && !names.contains_key(&format!("menu.{url}")))
            .collect();
        assert!(unnamed.is_empty(), "{language:?}: {unnamed:?}");
    }
}

#[test]
fn an_entry_of_ones_own_is_shown_in_the_readers_language_to_who_is_given_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let section = create(&world, &entry("안내", "/guides", None)).unwrap();
        let names = vec![NameInLanguage { language: Language::En, name: "Handbook".into() }];
        let own = MenuItemSave { names, ..entry("안내서", "/handbook", Some(section.menu_item_id)) };
        let made = create(&world, &own).unwrap();
        assert_eq!(made.full_url, "/guides/handbook");
        std::thread::sleep(std::time::Duration::from_millis(600));
        let named = |language| {
            let items = menu(&world, &world.admin, language);
            items.into_iter().find(|item| item.id == made.menu_item_id).map(|item| (item.name, item.is_name_given))
        };
        assert_eq!(named(Some(Language::En)), Some(("Handbook".into(), false)));
        assert_eq!(named(Some(Language::Ja)), Some(("안내서".into(), false)), "others fall back to Korean");
        assert!(menu(&world, &world.dealer, None).iter().all(|item| item.id != made.menu_item_id));
    });
}

#[test]
fn a_name_that_an_installation_gives_to_a_screen_wins() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let members = at(&world, MEMBERS);
        let renamed = MenuItemSave { name: "고객 관리".into(), ..members.form() };
        update(&world, members.menu_item_id, &renamed).unwrap();
        let shown = menu(&world, &world.dealer, Some(Language::En));
        let own = shown.iter().find(|item| item.full_url == MEMBERS).unwrap();
        assert_eq!((own.name.as_str(), own.is_name_given), ("고객 관리", false));
        let other = shown.iter().find(|item| item.full_url == "/history").unwrap();
        assert!(other.is_name_given, "the product's own names are known by their urls");
    });
}

#[test]
fn a_name_of_which_nothing_is_seen_is_none() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for name in [" ", "\u{200B}", "\u{200C}\u{200D}", "\u{3164}\u{FEFF}"] {
            assert_eq!(field(&create(&world, &entry(name, "/unseen", None)).unwrap_err()), ("name", "required"));
        }
        let made = create(&world, &entry("통\u{200B}계\u{3164}", "/unseen", None)).unwrap();
        assert_eq!(made.name, "통계", "nor is anything kept of it that is not seen");
    });
}

#[test]
fn a_circle_and_a_fifth_level_are_refused_at_the_entry_above() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut line = Vec::new();
        for level in 0..4 {
            let parent = line.last().map(|item: &ManagedMenuItem| item.menu_item_id);
            line.push(create(&world, &entry(&format!("{level}"), &format!("/level{level}"), parent)).unwrap());
        }
        let [first, second, .., last] = &line[..] else { panic!("four") };
        let fifth = create(&world, &entry("다섯", "/five", Some(last.menu_item_id))).unwrap_err();
        assert_eq!(field(&fifth), ("parentId", "tooDeep"));
        let above = create(&world, &MenuItemSave { position: 6, ..entry("위", "/above", None) }).unwrap();
        let moved = MenuItemSave { parent_id: Some(above.menu_item_id), ..first.form() };
        assert_eq!(field(&update(&world, first.menu_item_id, &moved).unwrap_err()), ("parentId", "tooDeep"));
        for below in [first, second] {
            let circle = MenuItemSave { parent_id: Some(below.menu_item_id), ..first.form() };
            assert_eq!(field(&update(&world, first.menu_item_id, &circle).unwrap_err()), ("parentId", "circle"));
        }
        let nowhere = create(&world, &entry("없음", "/x", Some(MenuItemId(987_654)))).unwrap_err();
        assert_eq!(field(&nowhere), ("parentId", "notFound"));
    });
}

#[test]
fn no_entry_stands_at_the_address_of_a_screen_or_below_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for (url, expected) in [
            (MEMBERS, "screenUrl"),
            ("/member_management/company_member_management/x", "screenUrl"),
            ("/company_management/reports", "screenUrl"),
            ("/log_management/access_log", "screenUrl"),
            ("/users", "screenUrl"),
            ("/users/me/x", "screenUrl"),
            ("/users/news", "screenUrl"),
            ("/Users/Me", "screenUrl"),
            ("/Member_management/company_member_management", "screenUrl"),
            ("/api/v1/members", "screenUrl"),
            ("/API", "screenUrl"),
            ("/metrics", "screenUrl"),
            ("/history", "taken"),
            ("/History", "taken"),
            ("//x", "menuUrl"),
            ("/x/", "menuUrl"),
            ("x", "menuUrl"),
            ("/x/../history", "menuUrl"),
            ("javascript:alert(1)", "menuUrl"),
            ("/x?y", "menuUrl"),
        ] {
            let refused = create(&world, &entry("가", url, None)).unwrap_err();
            assert_eq!(field(&refused), ("url", expected), "{url}");
        }
        // Nor can it get there by being moved, or with its parent.
        let top = create(&world, &entry("위", "/top", None)).unwrap();
        let below = create(&world, &entry("아래", "/company_member_management", Some(top.menu_item_id))).unwrap();
        let members = at(&world, "/member_management");
        let moved = MenuItemSave { parent_id: Some(members.menu_item_id), ..below.form() };
        assert_eq!(field(&update(&world, below.menu_item_id, &moved).unwrap_err()), ("url", "screenUrl"));
        let renamed = MenuItemSave { url: Some("/member_management".into()), ..top.form() };
        assert_eq!(field(&update(&world, top.menu_item_id, &renamed).unwrap_err()).0, "url");
    });
}

#[test]
fn an_entry_without_an_address_does_not_come_to_that_of_a_screen_by_being_given_one() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (section, members) = (at(&world, "/member_management"), at(&world, MEMBERS));
        let heading = create(&world, &entry("모음", "", Some(members.menu_item_id))).unwrap();
        assert_eq!(heading.full_url, MEMBERS);
        let moved = MenuItemSave {
            parent_id: Some(section.menu_item_id),
            url: Some("/company_member_management".into()),
            ..heading.form()
        };
        assert_eq!(field(&update(&world, heading.menu_item_id, &moved).unwrap_err()), ("url", "screenUrl"));
    });
}

#[test]
fn a_screen_of_the_product_keeps_its_address_and_is_hidden_but_not_removed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let members = at(&world, MEMBERS);
        let id = members.menu_item_id;
        for changed in [
            MenuItemSave { url: Some("/people".into()), ..members.form() },
            MenuItemSave { parent_id: None, ..members.form() },
            MenuItemSave { url: None, ..members.form() },
        ] {
            assert_eq!(field(&update(&world, id, &changed).unwrap_err()), ("url", "builtInUrl"));
        }
        let section = at(&world, "/member_management");
        let renamed = MenuItemSave { url: Some("/people".into()), ..section.form() };
        assert_eq!(field(&update(&world, section.menu_item_id, &renamed).unwrap_err()), ("url", "builtInUrl"));
        let removed = world.server.call::<DeleteMenuItem>(Some(&world.admin), &path(id), &(), &());
        assert_eq!(field(&removed.unwrap_err()), ("menuItemId", "builtIn"));

        // It keeps its address under a parent without one.
        let heading = create(&world, &entry("모음", "", None)).unwrap();
        let moved = MenuItemSave { parent_id: Some(heading.menu_item_id), url: Some(MEMBERS.into()), ..members.form() };
        assert_eq!(update(&world, id, &moved).unwrap().full_url, MEMBERS);
        update(&world, id, &MenuItemSave { is_hidden: true, version: None, ..moved }).unwrap();
        assert!(menu(&world, &world.dealer, None).iter().all(|item| item.full_url != MEMBERS));
        let any = uno_core::contract::members::MemberFilter::default();
        let list = world.server.call::<uno_core::contract::members::ListMembers>(Some(&world.dealer), &(), &any, &());
        assert!(list.is_ok(), "what is hidden is still allowed");
    });
}

#[test]
fn an_entry_that_holds_others_stays_and_says_how_many() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let top = create(&world, &entry("위", "/top", None)).unwrap();
        let below = create(&world, &entry("아래", "/below", Some(top.menu_item_id))).unwrap();
        let remove = |item: &ManagedMenuItem| {
            world.server.call::<DeleteMenuItem>(Some(&world.admin), &path(item.menu_item_id), &(), &())
        };
        let refused = remove(&top).unwrap_err();
        assert_eq!((code(&refused), field(&refused)), (ErrorCode::HasDependents, ("menuItems", "hasDependents")));
        assert_eq!(refused.fields[0].params.get("count"), Some("1"));
        remove(&below).unwrap();
        remove(&top).unwrap();
    });
}

#[test]
fn only_who_sees_an_entry_opens_it_to_everybody() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let own_page = at(&world, "/users/me");
        let opened = MenuItemSave { unrestricted: true, ..own_page.form() };
        let refused = update(&world, own_page.menu_item_id, &opened).unwrap_err();
        assert_eq!(field(&refused), ("unrestricted", "notHeld"));
    });
}

#[test]
fn an_entry_that_comes_to_the_place_of_another_stands_behind_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let top = create(&world, &entry("위", "/top", None)).unwrap().menu_item_id;
        let at = |name: &str, position| MenuItemSave { position, ..entry(name, &format!("/{name}"), Some(top)) };
        for (name, position) in [("a", 1), ("b", 2), ("c", 1)] {
            create(&world, &at(name, position)).unwrap();
        }
        let names: Vec<_> =
            all(&world).into_iter().filter(|item| item.parent_id == Some(top)).map(|item| item.name).collect();
        assert_eq!(names, ["a", "c", "b"]);
    });
}

#[test]
fn a_new_screen_takes_its_place_among_entries_that_were_renumbered() {
    use diesel::connection::SimpleConnection as _;
    TestDatabase::each(|test| {
        let world = World::build(test);
        let siblings = || {
            let above = at(&world, "/system_management").menu_item_id;
            let mut found: Vec<_> = all(&world).into_iter().filter(|item| item.parent_id == Some(above)).collect();
            found.sort_by_key(|item| item.position);
            found.into_iter().map(|item| item.full_url).collect::<Vec<_>>()
        };
        let before = siblings();
        let (first, second) = (at(&world, &before[0]), at(&world, &before[1]));
        let moved = MenuItemSave { position: first.position, ..second.form() };
        update(&world, second.menu_item_id, &moved).unwrap();
        assert_eq!(siblings(), before, "the moved one comes after the other");
        let mut connection = test.database.connect().unwrap();
        connection.batch_execute(crate::access::UNKNOWN).unwrap();
        kernel::db::migrations::run(&mut connection).unwrap();
        assert_eq!(siblings(), before);
    });
}

#[test]
fn a_language_is_named_once_and_markup_in_a_name_is_text() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let name = |language| NameInLanguage { language, name: "<img src=x onerror=alert(1)>".into() };
        let twice = MenuItemSave { names: vec![name(Language::En), name(Language::En)], ..entry("가", "/a", None) };
        assert_eq!(field(&create(&world, &twice).unwrap_err()), ("names[1].language", "repeated"));
        let once = MenuItemSave { names: vec![name(Language::En)], ..entry("<b>가</b>", "/a", None) };
        let made = create(&world, &once).unwrap();
        assert_eq!((made.name.as_str(), made.names[0].name.as_str()), ("<b>가</b>", "<img src=x onerror=alert(1)>"));

        let named = MenuItemSave { names: vec![name(Language::En), name(Language::De)], ..made.form() };
        update(&world, made.menu_item_id, &named).unwrap();
        let any = RevisionFilter { page: None, page_size: None };
        let history = world
            .server
            .call::<ListMenuItemRevisions>(Some(&world.admin), &path(made.menu_item_id), &any, &())
            .unwrap();
        let told: Vec<_> = history.data[0].changes.iter().map(|change| change.field.as_str()).collect();
        assert_eq!(told, ["names[de]"]);
    });
}

#[test]
fn three_hundred_entries_in_four_levels_are_listed_in_order() {
    TestDatabase::each(|test| {
        use diesel::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
        use kernel::{db::schema::menu_item, problem::Problem};
        let world = World::build(test);
        test.database
            .write_blocking(|connection| {
                for top in 0..4_i64 {
                    let mut parent = None;
                    for number in 0..75_i64 {
                        let id = diesel::insert_into(menu_item::table)
                            .values((
                                menu_item::parent_id.eq(parent),
                                menu_item::name.eq(format!("{top}-{number}")),
                                menu_item::url.eq(format!("/t{top}n{number}")),
                                menu_item::position.eq(number),
                            ))
                            .returning(menu_item::menu_item_id)
                            .get_result::<i64>(connection)?;
                        if number < 3 {
                            parent = Some(id);
                        }
                    }
                }
                let count: i64 = menu_item::table.count().get_result(connection)?;
                assert!(count > 300);
                Ok::<_, Problem>(())
            })
            .unwrap();
        let items = all(&world);
        assert!(items.len() > 300);
        let mut seen = std::collections::HashSet::new();
        for item in &items {
            assert!(item.parent_id.is_none_or(|parent| seen.contains(&parent)), "each before those below it");
            seen.insert(item.menu_item_id);
        }
    });
}
