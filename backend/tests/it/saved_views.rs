//! Saved views of lists: who sees, changes and removes them, and their valid contents.

use crate::support::{TestDatabase, World, account_id, add_account, becomes, code, group_of};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::db::schema::{account, saved_view};
use serde_json::{Value as Json, json};
use uno_core::{
    contract::{
        Method,
        error::{ErrorBody, ErrorCode},
        saved_views::{
            CreateSavedView, DeleteSavedView, ListSavedViews, MAX_SHARED, MAX_VIEWS, SavedColumn, SavedView,
            SavedViewFilter, SavedViewId, SavedViewPath, SavedViewSave, SavedViewVisibility,
        },
    },
    domain::access::Authority,
};

const MEMBERS: &str = "members";

fn view(name: &str) -> SavedViewSave {
    SavedViewSave {
        list: MEMBERS.into(),
        name: name.into(),
        query: Some("sex=FEMALE&serviceIds=1&serviceIds=2&sort=NEWEST".into()),
        columns: vec![
            SavedColumn { name: "name".into(), is_shown: true },
            SavedColumn { name: "memo".into(), is_shown: false },
        ],
        visibility: SavedViewVisibility::Private,
        is_default: false,
        version: None,
    }
}

fn shared(name: &str) -> SavedViewSave {
    SavedViewSave { visibility: SavedViewVisibility::Group, ..view(name) }
}

fn create(world: &World, token: &str, save: &SavedViewSave) -> Result<SavedView, ErrorBody> {
    world.server.call::<CreateSavedView>(Some(token), &(), &(), save)
}

fn listed(world: &World, token: &str, list: &str) -> Result<Vec<SavedView>, ErrorBody> {
    world.server.call::<ListSavedViews>(Some(token), &(), &SavedViewFilter { list: list.into() }, &())
}

fn names(world: &World, token: &str) -> Vec<String> {
    listed(world, token, MEMBERS).unwrap().into_iter().map(|view| view.name).collect()
}

fn remove(world: &World, token: &str, id: SavedViewId) -> Result<(), ErrorCode> {
    let path = SavedViewPath { saved_view_id: id };
    let removed = world.server.call::<DeleteSavedView>(Some(token), &path, &(), &());
    removed.map(|_| ()).map_err(|error| code(&error))
}

fn patch(world: &World, token: &str, id: SavedViewId, fields: &Json) -> Result<SavedView, ErrorBody> {
    let url = world.server.url(&format!("/api/v1/saved-views/{}", id.0));
    let (status, text) = world.server.send(Method::Patch, &url, Some(token), Some(fields.to_string().as_bytes()));
    if status == 200 { Ok(serde_json::from_str(&text).unwrap()) } else { Err(serde_json::from_str(&text).unwrap()) }
}

fn said(error: &ErrorBody) -> Vec<(&str, &str)> {
    error.fields.iter().map(|field| (field.path.as_str(), field.code.as_str())).collect()
}

/// Adds another account of the retailer's company, in the same permission group.
fn colleague(world: &World, login_id: &str) -> String {
    add_account(&world.server.state, login_id, Authority::Retailer, Some(world.retailer_id))
}

fn move_to_group(world: &World, login_id: &str, authority: Authority) {
    let id = account_id(&world.server.state, login_id);
    let group = group_of(authority).0;
    let moved = diesel::update(account::table.find(id)).set(account::permission_group_id.eq(group));
    world.server.state.database.write_blocking(|connection| Ok(moved.execute(connection)?)).unwrap();
}

#[test]
fn a_view_is_kept_as_it_was_saved_and_changed_in_part() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = create(&world, &world.retailer, &view("여성 회원")).unwrap();
        assert_eq!(made.form(), SavedViewSave { version: Some(1), ..view("여성 회원") });
        assert_eq!(
            (made.owner_name.as_str(), made.can.update.allowed, made.can.delete.allowed),
            ("retailer", true, true)
        );
        assert_eq!(listed(&world, &world.retailer, MEMBERS).unwrap(), std::slice::from_ref(&made));
        assert_eq!(listed(&world, &world.retailer, "reports").unwrap(), []);
        let changed =
            patch(&world, &world.retailer, made.saved_view_id, &json!({ "name": "여성", "query": null })).unwrap();
        let expected = SavedViewSave { query: None, version: Some(2), ..view("여성") };
        assert_eq!(changed.form(), expected);
        let stale = json!({ "name": "남성", "version": 1 });
        let refused = patch(&world, &world.retailer, made.saved_view_id, &stale).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::Changed);
        assert_eq!(remove(&world, &world.retailer, made.saved_view_id), Ok(()));
        assert_eq!(remove(&world, &world.retailer, made.saved_view_id), Err(ErrorCode::NotFound));
        assert_eq!(create(&world, &world.retailer, &expected).unwrap().name, "여성", "what it was makes it again");
    });
}

#[test]
fn a_private_view_is_told_to_nobody_but_its_owner() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = create(&world, &world.retailer, &view("나만")).unwrap();
        let beside = colleague(&world, "retailer-b");
        for token in [&beside, &world.dealer, &world.operator, &world.admin, &world.other_vendor] {
            assert_eq!(names(&world, token), [""; 0]);
            let refused = patch(&world, token, made.saved_view_id, &json!({ "name": "남의 것" })).unwrap_err();
            assert_eq!(code(&refused), ErrorCode::NotFound);
            assert_eq!(remove(&world, token, made.saved_view_id), Err(ErrorCode::NotFound));
        }
        assert_eq!(names(&world, &world.retailer), ["나만"]);
    });
}

#[test]
fn a_shared_view_is_seen_in_the_group_of_the_own_company_alone_and_changed_by_its_owner() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made = create(&world, &world.retailer, &SavedViewSave { is_default: true, ..shared("같이") }).unwrap();
        let beside = colleague(&world, "retailer-b");
        create(&world, &beside, &view("가 먼저")).unwrap();
        create(&world, &beside, &view("하 나중")).unwrap();
        assert_eq!(names(&world, &beside), ["가 먼저", "하 나중", "같이"], "own ones first");
        let seen = listed(&world, &beside, MEMBERS).unwrap().remove(2);
        assert_eq!((seen.owner_name.as_str(), seen.query.clone()), ("retailer", made.query.clone()));
        assert!(!seen.can.update.allowed && !seen.can.delete.allowed);
        assert!(!seen.is_default, "whose default it is says nothing to others");
        let refused = patch(&world, &beside, made.saved_view_id, &json!({ "name": "남의 것" })).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::Forbidden);
        assert_eq!(remove(&world, &beside, made.saved_view_id), Err(ErrorCode::Forbidden));

        let state = &world.server.state;
        let elsewhere = add_account(state, "retailer-c", Authority::Retailer, Some(world.other_retailer_id));
        for token in [&elsewhere, &world.operator, &world.dealer, &world.admin] {
            assert_eq!(names(&world, token), [""; 0]);
            assert_eq!(remove(&world, token, made.saved_view_id), Err(ErrorCode::NotFound));
        }
        create(&world, &world.admin, &shared("운영팀")).unwrap();
        let administrator = add_account(state, "root-b", Authority::Admin, None);
        assert_eq!(names(&world, &administrator), ["운영팀"]);

        patch(&world, &world.retailer, made.saved_view_id, &json!({ "visibility": "PRIVATE" })).unwrap();
        assert_eq!(names(&world, &beside), ["가 먼저", "하 나중"]);
    });
}

#[test]
fn who_leaves_the_group_sees_its_views_no_more_and_takes_the_own_ones_along() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let beside = colleague(&world, "retailer-b");
        create(&world, &world.retailer, &shared("같이")).unwrap();
        create(&world, &beside, &shared("나의")).unwrap();
        assert_eq!(names(&world, &beside), ["나의", "같이"]);
        assert_eq!(names(&world, &world.retailer), ["같이", "나의"]);
        move_to_group(&world, "retailer-b", Authority::Dealer);
        assert!(becomes(|| names(&world, &beside) == ["나의"]));
        assert_eq!(names(&world, &world.retailer), ["같이"]);
    });
}

#[test]
fn a_view_goes_with_its_account() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let beside = colleague(&world, "retailer-b");
        create(&world, &beside, &shared("곧 사라질")).unwrap();
        assert_eq!(names(&world, &world.retailer), ["곧 사라질"]);
        let url = world.server.url(&format!("/api/v1/managers/{}", account_id(&world.server.state, "retailer-b")));
        let (status, answer) = world.server.send(Method::Delete, &url, Some(&world.admin), None);
        assert_eq!(status, 200, "{answer}");
        assert_eq!(names(&world, &world.retailer), [""; 0]);
    });
}

#[test]
fn one_view_of_a_list_is_the_default_and_no_two_have_a_name() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let defaults = |world: &World| -> Vec<String> {
            let views = listed(world, &world.vendor, MEMBERS).unwrap();
            views.into_iter().filter(|view| view.is_default).map(|view| view.name).collect()
        };
        let first = create(&world, &world.vendor, &SavedViewSave { is_default: true, ..view("하나") }).unwrap();
        let elsewhere = SavedViewSave { list: "companies-dealer".into(), query: None, is_default: true, ..view("둘") };
        create(&world, &world.vendor, &elsewhere).unwrap();
        assert_eq!(defaults(&world), ["하나"]);
        let second = create(&world, &world.vendor, &SavedViewSave { is_default: true, ..view("둘") }).unwrap();
        assert_eq!(defaults(&world), ["둘"]);
        patch(&world, &world.vendor, first.saved_view_id, &json!({ "isDefault": true })).unwrap();
        assert_eq!(defaults(&world), ["하나"]);
        for answer in [
            create(&world, &world.vendor, &view("하나")),
            patch(&world, &world.vendor, second.saved_view_id, &json!({ "name": "하나" })),
        ] {
            let refused = answer.unwrap_err();
            assert_eq!((code(&refused), said(&refused)), (ErrorCode::Taken, vec![("name", "taken")]));
        }
        assert!(create(&world, &world.dealer, &view("하나")).is_ok(), "others have names of their own");
    });
}

#[test]
fn what_a_list_does_not_know_is_refused_by_its_name() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let asking = |query: &str| SavedViewSave { query: Some(query.into()), ..view("보기") };
        for (save, expected) in [
            (SavedViewSave { name: " ".into(), ..view("") }, ("name", "required")),
            (SavedViewSave { name: "가".repeat(61), ..view("") }, ("name", "tooLong")),
            (SavedViewSave { list: "passwords".into(), ..view("보기") }, ("list", "notFound")),
            (SavedViewSave { list: "companies".into(), ..view("보기") }, ("list", "notFound")),
            (SavedViewSave { list: "members-online".into(), ..view("보기") }, ("list", "notFound")),
            (SavedViewSave { list: "announcements".into(), ..view("보기") }, ("list", "notFound")),
            (asking("evil=1"), ("query.evil", "unknown")),
            (asking("sex=OTHER"), ("query.sex", "choice")),
            (asking("sort=' OR 1=1"), ("query.sort", "choice")),
            (asking("serviceIds=1&serviceIds=x"), ("query.serviceIds[1]", "type")),
            (asking("page=3"), ("query.page", "notAllowed")),
            (asking("pageSize=50"), ("query.pageSize", "notAllowed")),
            (asking("after=b3Jk"), ("query.after", "notAllowed")),
            (asking(&"sex=MALE&".repeat(300)), ("query", "tooLong")),
        ] {
            let refused = create(&world, &world.admin, &save).unwrap_err();
            assert_eq!(said(&refused).first(), Some(&expected), "{save:?}");
        }
        let twice = SavedColumn { name: "name".into(), is_shown: true };
        let refused =
            create(&world, &world.admin, &SavedViewSave { columns: vec![twice.clone(), twice], ..view("보기") });
        assert_eq!(said(&refused.unwrap_err()), [("columns[1].name", "repeated")]);
        let made = create(&world, &world.admin, &view("보기")).unwrap().saved_view_id;
        for (fields, expected) in [
            (json!({ "list": "reports" }), ("list", "fixed")),
            (json!({ "query": "evil=1" }), ("query.evil", "unknown")),
            (json!({ "visibility": "PUBLIC" }), ("visibility", "choice")),
            (json!({ "isDefault": null }), ("isDefault", "required")),
        ] {
            assert_eq!(said(&patch(&world, &world.admin, made, &fields).unwrap_err()), [expected]);
        }
    });
}

#[test]
fn whom_somebody_looked_for_is_not_kept() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for (list, query, parameter) in [
            ("members", "name=김하나", "query.name"),
            ("members", "phoneNumber=01012345678", "query.phoneNumber"),
            ("members", "birthDate=1980-05-17", "query.birthDate"),
            ("members", "memberNo=A1", "query.memberNo"),
            ("physical-measurements", "memberName=김하나", "query.memberName"),
            ("access-logs", "accountName=김", "query.accountName"),
            ("managers", "loginId=kim", "query.loginId"),
        ] {
            for save in [view("보기"), shared("보기")] {
                let save = SavedViewSave { list: list.into(), query: Some(query.into()), ..save };
                let refused = create(&world, &world.admin, &save).unwrap_err();
                assert_eq!(said(&refused), [(parameter, "notAllowed")], "{list}");
            }
        }
        let chosen = SavedViewSave {
            list: "external-devices".into(),
            query: Some("kind=BLOOD_PRESSURE&startCreatedAt=2026-01-01".into()),
            ..view("혈압계")
        };
        assert!(create(&world, &world.admin, &chosen).is_ok());
    });
}

#[test]
fn a_period_is_kept_as_it_is_told_by_the_day_on_which_the_view_is_opened() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let asking = |query: &str| SavedViewSave { query: Some(query.into()), ..view("최근 7일") };
        for (query, expected) in [
            ("startCreatedAt=today-", ("query.startCreatedAt", "format")),
            ("startCreatedAt=today-%2B6", ("query.startCreatedAt", "format")),
            ("startCreatedAt=today-12345", ("query.startCreatedAt", "format")),
            ("startCreatedAt=tomorrow", ("query.startCreatedAt", "format")),
            ("startCreatedAt=today&endCreatedAt=today-1", ("query.endCreatedAt", "order")),
            ("startCreatedAt=today-6&endCreatedAt=2100-01-01", ("query.endCreatedAt", "order")),
            ("sex=today", ("query.sex", "choice")),
        ] {
            let refused = create(&world, &world.retailer, &asking(query)).unwrap_err();
            assert_eq!(said(&refused), [expected], "{query}");
        }
        let recent = asking("startCreatedAt=today-6&endCreatedAt=today&sex=FEMALE");
        let made = create(&world, &world.retailer, &recent).unwrap();
        assert_eq!(made.query, recent.query);
    });
}

#[test]
fn every_list_of_the_console_has_views_for_who_may_see_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for list in [
            "access-logs",
            "admin-boards",
            "change-logs",
            "codes",
            "companies-dealer",
            "companies-retailer",
            "companies-vendor",
            "company-user-apps",
            "dementia-screenings",
            "external-devices",
            "grade-rule-versions",
            "heart-rate-measurements",
            "managers",
            "members",
            "messages",
            "operators",
            "permission-groups",
            "physical-measurements",
            "psychological-tests",
            "reports",
            "stress-measurements",
            "terms",
            "training-participations",
            "user-apps",
            "users-online",
            "users-regular",
            "vision-measurements",
        ] {
            assert_eq!(listed(&world, &world.admin, list).unwrap(), [], "{list}");
        }
        let codes = SavedViewSave { list: "codes".into(), query: None, ..view("코드") };
        assert_eq!(code(&create(&world, &world.retailer, &codes).unwrap_err()), ErrorCode::Forbidden);
        assert_eq!(code(&listed(&world, &world.retailer, "codes").unwrap_err()), ErrorCode::Forbidden);
        assert_eq!(code(&create(&world, &world.member, &view("회원")).unwrap_err()), ErrorCode::Forbidden);
    });
}

/// Shares as many views as an account may have.
fn fill(world: &World, token: &str) -> Vec<SavedView> {
    (0..MAX_VIEWS).map(|number| create(world, token, &shared(&number.to_string())).unwrap()).collect()
}

#[test]
fn an_account_has_so_many_views_of_a_list_and_colleagues_share_so_many() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let own = fill(&world, &world.retailer);
        let refused = create(&world, &world.retailer, &view("하나 더")).unwrap_err();
        assert_eq!(said(&refused), [("list", "tooManyViews")]);
        let elsewhere = SavedViewSave { list: "reports".into(), query: None, ..view("하나 더") };
        assert!(create(&world, &world.retailer, &elsewhere).is_ok());
        let second = colleague(&world, "retailer-b");
        assert_eq!(fill(&world, &second).len() + own.len(), usize::try_from(MAX_SHARED).unwrap());
        let third = colleague(&world, "retailer-c");
        assert_eq!(said(&create(&world, &third, &shared("하나 더")).unwrap_err()), [("visibility", "tooManyViews")]);
        let private = create(&world, &third, &view("혼자")).unwrap().saved_view_id;
        let refused = patch(&world, &third, private, &json!({ "visibility": "GROUP" })).unwrap_err();
        assert_eq!(said(&refused), [("visibility", "tooManyViews")]);
        patch(&world, &second, listed(&world, &second, MEMBERS).unwrap()[0].saved_view_id, &json!({ "name": "이름" }))
            .unwrap();
        remove(&world, &world.retailer, own[0].saved_view_id).unwrap();
        assert!(patch(&world, &third, private, &json!({ "visibility": "GROUP" })).is_ok());
        let count =
            test.database.write_blocking(|connection| Ok(saved_view::table.count().get_result::<i64>(connection)?));
        assert_eq!(count.unwrap(), MAX_SHARED + 1);
    });
}
