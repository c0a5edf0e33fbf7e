//! Boards: written by authorized staff, read by every signed-in account.

use crate::support::{TestDatabase, World, board, code, date};
use diesel::{ExpressionMethods as _, RunQueryDsl as _};
use kernel::{db::schema::admin_board, problem::Problem};
use uno_core::contract::{
    Method,
    admin_boards::{
        AdminBoard, AdminBoardCategory, AdminBoardFilter, AdminBoardId, AdminBoardPath, AdminBoardSave,
        AnnouncementSummary, CreateAdminBoard, DeleteAdminBoard, GetAdminBoard, GetAnnouncement,
        ListAdminBoardRevisions, ListAdminBoards, ListAnnouncements, PopupTarget, UpdateAdminBoard,
    },
    error::{ErrorBody, ErrorCode},
    page::Page,
    revisions::{Revision, RevisionAction, RevisionFilter},
};

fn filter(json: &str) -> AdminBoardFilter {
    serde_json::from_str(json).unwrap()
}

fn list(world: &World, json: &str) -> Page<AdminBoard> {
    world.server.call::<ListAdminBoards>(Some(&world.admin), &(), &filter(json), &()).unwrap()
}

fn announcements(world: &World, token: &str, json: &str) -> Page<AnnouncementSummary> {
    world.server.call::<ListAnnouncements>(Some(token), &(), &filter(json), &()).unwrap()
}

fn create(world: &World, save: &AdminBoardSave) -> Result<AdminBoard, ErrorBody> {
    world.server.call::<CreateAdminBoard>(Some(&world.admin), &(), &(), save)
}

fn get(world: &World, id: AdminBoardId) -> Result<AdminBoard, ErrorBody> {
    world.server.call::<GetAdminBoard>(Some(&world.admin), &AdminBoardPath { admin_board_id: id }, &(), &())
}

fn update(world: &World, id: AdminBoardId, save: &AdminBoardSave) -> Result<AdminBoard, ErrorBody> {
    let path = AdminBoardPath { admin_board_id: id };
    world.server.call::<UpdateAdminBoard>(Some(&world.admin), &path, &(), save)
}

fn revisions(world: &World, id: AdminBoardId) -> Page<Revision> {
    let none = RevisionFilter { page: None, page_size: None };
    let path = AdminBoardPath { admin_board_id: id };
    world.server.call::<ListAdminBoardRevisions>(Some(&world.admin), &path, &none, &()).unwrap()
}

fn popup(name: &str, from: &str, to: &str) -> AdminBoardSave {
    AdminBoardSave {
        is_popup: true,
        popup_target: Some(PopupTarget::Cms),
        popup_from: Some(date(from)),
        popup_to: Some(date(to)),
        ..board(name)
    }
}

#[test]
fn a_board_comes_back_as_it_was_written() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = AdminBoardSave {
            category: AdminBoardCategory::Event,
            sub_name: Some("두 번째 제목".into()),
            content: "<h2>걷기</h2><p class=\"text-center\">함께 <strong>걸어요</strong></p>".into(),
            ..popup("걷기 행사", "2026-03-01", "2026-03-31")
        };
        let created = create(&world, &save).unwrap();
        assert_eq!(AdminBoardSave { version: None, ..created.form() }, save);
        assert!(created.version == 1 && created.can.update.allowed && created.can.delete.allowed);
        assert_eq!(get(&world, created.admin_board_id).unwrap(), created);
    });
}

#[test]
fn alignment_is_answered_as_a_class_however_it_was_written_or_kept() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let styled = "<h2 style=\"text-align: center\">걷기</h2><p title=\"x\">style=\"text-align: left\"</p>";
        let classed = "<h2 class=\"text-center\">걷기</h2><p>style=\"text-align: left\"</p>";
        let created = create(&world, &AdminBoardSave { content: styled.into(), ..board("걷기") }).unwrap();
        assert_eq!(created.form().content, classed);
        // Stored before alignment was a class.
        let kept = "<h2 style=\"text-align: center\">걷기</h2><p>style=\"text-align: left\"</p>";
        test.database
            .write_blocking(|connection| {
                diesel::update(admin_board::table).set(admin_board::content.eq(kept)).execute(connection)?;
                Ok::<_, Problem>(())
            })
            .unwrap();
        assert_eq!(get(&world, created.admin_board_id).unwrap().form().content, classed);
        let path = AdminBoardPath { admin_board_id: created.admin_board_id };
        let shown = world.server.call::<GetAnnouncement>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert_eq!(shown.content, classed);
    });
}

#[test]
fn what_acts_is_removed_from_content_before_it_is_kept() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = AdminBoardSave {
            content: "<p onclick=\"steal()\">안내<script>steal()</script> <a href=\"javascript:steal()\">링크</a></p>"
                .into(),
            ..board("안내")
        };
        let created = create(&world, &save).unwrap();
        assert!(!created.form().content.contains("steal"), "{}", created.form().content);
        let after = AdminBoardSave { content: "<p>또<img src=x onerror=steal()></p>".into(), ..created.form() };
        let changed = update(&world, created.admin_board_id, &after).unwrap();
        assert!(
            changed.form().content.starts_with("<p>또") && !changed.form().content.contains("steal"),
            "{}",
            changed.form().content
        );
    });
}

#[test]
fn content_that_nothing_is_left_of_is_refused() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    for content in
        ["<p> &nbsp;<br></p>", "<script>alert(1)</script>", "<p>\u{200b}</p><hr>", "<iframe src=x>a</iframe>"]
    {
        let error = create(&world, &AdminBoardSave { content: content.into(), ..board("빈 글") }).unwrap_err();
        assert_eq!(code(&error), ErrorCode::Invalid);
        assert_eq!(
            (error.fields[0].path.as_str(), error.fields[0].code.as_str()),
            ("content", "required"),
            "{content}"
        );
    }
    let picture = "<p><img src=\"https://example.com/a.png\" alt=\"\"></p>";
    assert!(create(&world, &AdminBoardSave { content: picture.into(), ..board("그림") }).is_ok());
    assert_eq!(list(&world, "{}").total, 1);
}

#[test]
fn a_board_that_is_no_popup_has_no_period() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let created = create(&world, &popup("점검", "2026-03-01", "2026-03-31")).unwrap();
        let save = AdminBoardSave { is_popup: false, ..created.form() };
        let changed = update(&world, created.admin_board_id, &save).unwrap();
        assert_eq!((changed.popup_target, changed.popup_from, changed.popup_to), (None, None, None));
    });
}

#[test]
fn every_search_field_finds_what_it_names() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for save in [
            popup("Spring 100%", "2026-03-01", "2026-03-31"),
            popup("여름", "2026-06-01", "2026-06-30"),
            AdminBoardSave { category: AdminBoardCategory::Service, ..board("서비스 안내") },
        ] {
            create(&world, &save).unwrap();
        }
        let names = |json: &str| {
            let page = list(&world, json);
            assert_eq!(page.total, i64::try_from(page.data.len()).unwrap(), "{json}");
            let read = announcements(&world, &world.member, json);
            let names: Vec<_> = page.data.into_iter().map(|board| board.name).collect();
            assert_eq!(read.data.into_iter().map(|board| board.name).collect::<Vec<_>>(), names, "{json} for readers");
            names
        };
        assert_eq!(names("{}"), ["서비스 안내", "여름", "Spring 100%"], "the newest first");
        assert_eq!(names(r#"{"sort":"OLDEST"}"#), ["Spring 100%", "여름", "서비스 안내"]);
        assert_eq!(names(r#"{"categories":["SERVICE","EVENT"]}"#), ["서비스 안내"]);
        assert_eq!(names(r#"{"name":"SPRING"}"#), ["Spring 100%"], "case does not matter");
        assert_eq!(names(r#"{"name":"0%"}"#), ["Spring 100%"], "wildcards are taken literally");
        assert!(names(r#"{"name":"_"}"#).is_empty());
        assert_eq!(names(r#"{"isPopup":false}"#), ["서비스 안내"]);
        assert_eq!(names(r#"{"isPopup":true}"#).len(), 2);
        assert_eq!(names(r#"{"popupTargets":["CMS"]}"#).len(), 2);
        assert!(names(r#"{"endCreatedAt":"2020-01-01"}"#).is_empty());
        assert_eq!(names(r#"{"startCreatedAt":"2020-01-01"}"#).len(), 3);
        for (from, to, found) in [
            ("2026-03-31", "2026-03-31", vec!["Spring 100%"]),
            ("2026-03-01", "2026-03-01", vec!["Spring 100%"]),
            ("2026-04-01", "2026-05-31", vec![]),
            ("2026-02-01", "2026-02-28", vec![]),
            ("2026-03-15", "2026-06-01", vec!["여름", "Spring 100%"]),
            ("2026-01-01", "2026-12-31", vec!["여름", "Spring 100%"]),
        ] {
            assert_eq!(names(&format!(r#"{{"popupFrom":"{from}","popupTo":"{to}"}}"#)), found, "{from} to {to}");
        }
        assert_eq!(names(r#"{"popupFrom":"2026-04-01"}"#), ["여름"]);
        // 15:00 UTC is midnight in Seoul.
        assert_eq!(names(r#"{"popupFrom":"2026-03-31T15:00:00Z"}"#), ["여름"]);
        assert_eq!(names(r#"{"popupFrom":"2026-03-31T14:59:59Z"}"#).len(), 2);
    });
}

#[test]
fn pages_are_of_the_asked_size_and_tell_the_total() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for number in 0..5 {
            create(&world, &board(&format!("{number}"))).unwrap();
        }
        let last = list(&world, r#"{"pageSize":2,"page":2}"#);
        assert_eq!((last.data.len(), last.total, last.total_is_exact), (1, 5, true));
        let first = announcements(&world, &world.member, r#"{"pageSize":2}"#);
        assert_eq!((first.data.len(), first.total, first.data[0].name.as_str()), (2, 5, "4"));
        assert!(list(&world, r#"{"page":100}"#).data.is_empty());
    });
}

#[test]
fn every_change_of_a_board_is_kept_with_its_differences() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let long = format!("<p>{}</p>", "가".repeat(300));
        let created = create(&world, &AdminBoardSave { content: long.clone(), ..board("처음") }).unwrap();
        let id = created.admin_board_id;
        let save = AdminBoardSave { name: "나중".into(), content: format!("{long}<p>끝</p>"), ..created.form() };
        let changed = update(&world, id, &save).unwrap();
        assert_eq!((changed.name.as_str(), changed.version), ("나중", 2));
        let page = revisions(&world, id);
        let actions: Vec<_> = page.data.iter().map(|revision| revision.action).collect();
        assert_eq!(actions, [RevisionAction::Update, RevisionAction::Create]);
        let fields: Vec<_> = page.data[0].changes.iter().map(|change| change.field.as_str()).collect();
        assert_eq!(fields, ["name", "content"], "also where the text differs behind what is told");
        let told = page.data[0].changes[1].after.as_deref().unwrap();
        assert_eq!(told, format!("{}…", "가".repeat(200)));
    });
}

#[test]
fn nobody_overwrites_what_another_has_changed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let read = create(&world, &board("처음")).unwrap();
        let id = read.admin_board_id;
        update(&world, id, &AdminBoardSave { name: "먼저".into(), ..read.form() }).unwrap();
        let error = update(&world, id, &AdminBoardSave { name: "나중".into(), ..read.form() }).unwrap_err();
        assert_eq!(code(&error), ErrorCode::Changed);
        assert_eq!(get(&world, id).unwrap().name, "먼저");
        assert_eq!(revisions(&world, id).data.len(), 2, "what was refused is not in the history");
    });
}

#[test]
fn a_change_without_a_version_is_laid_upon_what_stands() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let read = create(&world, &popup("처음", "2026-03-01", "2026-03-31")).unwrap();
        let change = |fields: &str| {
            let address = world.server.url(&format!("/api/v1/admin-boards/{}", read.admin_board_id.0));
            world.server.send(Method::Patch, &address, Some(&world.admin), Some(fields.as_bytes()))
        };
        assert_eq!(change(r#"{"name":"나중"}"#).0, 200);
        let changed = get(&world, read.admin_board_id).unwrap();
        assert_eq!((changed.name.as_str(), changed.popup_to), ("나중", read.popup_to));
        let (status, text) = change(r#"{"popupTo":null}"#);
        assert!(status == 422 && text.contains("popupTo"), "the rules of the whole form hold: {text}");
    });
}

#[test]
fn a_removed_board_is_gone_for_everybody() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let id = create(&world, &board("안내")).unwrap().admin_board_id;
        let path = AdminBoardPath { admin_board_id: id };
        world.server.call::<DeleteAdminBoard>(Some(&world.admin), &path, &(), &()).unwrap();
        assert_eq!(code(&get(&world, id).unwrap_err()), ErrorCode::NotFound);
        let error = world.server.call::<DeleteAdminBoard>(Some(&world.admin), &path, &(), &()).unwrap_err();
        assert_eq!(code(&error), ErrorCode::NotFound);
        let path = AdminBoardPath { admin_board_id: id };
        let error = world.server.call::<GetAnnouncement>(Some(&world.vendor), &path, &(), &()).unwrap_err();
        assert_eq!(code(&error), ErrorCode::NotFound);
    });
}

#[test]
fn everybody_who_has_signed_in_reads_announcements_and_nothing_about_their_making() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = AdminBoardSave { content: "<p>내용</p>".into(), ..popup("안내", "2026-03-01", "2026-03-31") };
        let id = create(&world, &save).unwrap().admin_board_id;
        for (authority, token) in world.tokens() {
            let path = AdminBoardPath { admin_board_id: id };
            let read = world.server.call::<GetAnnouncement>(Some(token), &path, &(), &()).unwrap();
            assert_eq!((read.name.as_str(), read.content.as_str()), ("안내", "<p>내용</p>"), "{authority:?}");
            for address in ["/api/v1/announcements".into(), format!("/api/v1/announcements/{}", id.0)] {
                let (status, text) =
                    world.server.send(uno_core::contract::Method::Get, &world.server.url(&address), Some(token), None);
                assert_eq!(status, 200);
                for word in ["version", "can", "popupFrom"] {
                    assert!(!text.contains(&format!("\"{word}\"")), "{word}: {text}");
                }
            }
        }
    });
}
