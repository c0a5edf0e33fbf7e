//! Terms: drafts for those who manage them, published terms for everyone.

use crate::support::{TestDatabase, World, code};
use diesel::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use kernel::{clock, db::schema::terms, problem::Problem};
use uno_core::contract::{
    error::{ErrorBody, ErrorCode},
    revisions::{Revision, RevisionAction, RevisionFilter},
    terms::{
        CreateTerms, CurrentTerms, CurrentTermsFilter, DeleteTerms, GetPublishedTerms, GetTerms, Language,
        ListCurrentTerms, ListTerms, ListTermsRevisions, Terms, TermsFilter, TermsId, TermsKind, TermsPath, TermsSave,
        TermsStatus, UpdateTerms,
    },
};

pub fn draft(edition: &str) -> TermsSave {
    TermsSave {
        kind: TermsKind::Privacy,
        edition: edition.into(),
        language: Language::Ko,
        content: "<p>개인정보 처리방침</p>".into(),
        is_required: true,
        effective_from: clock::today(),
        status: TermsStatus::Draft,
        version: None,
    }
}

fn published(edition: &str) -> TermsSave {
    TermsSave { status: TermsStatus::Published, ..draft(edition) }
}

fn create(world: &World, save: &TermsSave) -> Result<Terms, ErrorBody> {
    world.server.call::<CreateTerms>(Some(&world.admin), &(), &(), save)
}

fn path(terms: &Terms) -> TermsPath {
    TermsPath { terms_id: terms.terms_id }
}

/// Sends only changed fields, as a merge patch may.
fn patch(world: &World, terms: &Terms, fields: &str) -> (u16, String) {
    let address = world.server.url(&format!("/api/v1/terms/{}", terms.terms_id.0));
    world.server.send(uno_core::contract::Method::Patch, &address, Some(&world.admin), Some(fields.as_bytes()))
}

fn current(world: &World, language: Option<Language>) -> Vec<CurrentTerms> {
    let filter = CurrentTermsFilter { kinds: vec![TermsKind::Privacy], language };
    world.server.call::<ListCurrentTerms>(None, &(), &filter, &()).unwrap()
}

fn history(world: &World, terms: &Terms) -> Vec<Revision> {
    let any = RevisionFilter { page: None, page_size: None };
    world.server.call::<ListTermsRevisions>(Some(&world.admin), &path(terms), &any, &()).unwrap().data
}

#[test]
fn a_draft_is_seen_by_those_who_manage_terms_alone_and_a_published_edition_by_everybody() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let created = create(&world, &draft("1.0")).unwrap();
        assert!(current(&world, None).is_empty());
        let public = world.server.call::<GetPublishedTerms>(None, &path(&created), &(), &());
        assert_eq!(code(&public.unwrap_err()), ErrorCode::NotFound);
        let of_others = world.server.call::<ListTerms>(Some(&world.vendor), &(), &TermsFilter::default(), &());
        assert_eq!(code(&of_others.unwrap_err()), ErrorCode::Forbidden);

        assert_eq!(patch(&world, &created, r#"{"status":"PUBLISHED"}"#).0, 200);
        let shown = current(&world, None);
        assert_eq!(shown.iter().map(|terms| terms.edition.as_str()).collect::<Vec<_>>(), ["1.0"]);
        assert_eq!(shown[0].content, "<p>개인정보 처리방침</p>");
    });
}

#[test]
fn nothing_that_could_run_is_kept_whether_terms_are_made_or_changed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let hostile = "<p onclick=\"x()\">글</p><script>x()</script>";
        let created = create(&world, &TermsSave { content: hostile.into(), ..draft("1.0") }).unwrap();
        assert_eq!(created.content.as_deref(), Some("<p>글</p>"));
        assert_eq!(patch(&world, &created, r#"{"content":"<p>새 글<img src=x onerror=x()></p>"}"#).0, 200);
        let changed = world.server.call::<GetTerms>(Some(&world.admin), &path(&created), &(), &()).unwrap();
        assert!(!changed.content.unwrap_or_default().contains("onerror"));
    });
}

#[test]
fn what_is_published_stays_as_it_is() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let created = create(&world, &published("1.0")).unwrap();
        assert!(!created.can.update.allowed && !created.can.delete.allowed);
        assert_eq!(patch(&world, &created, r#"{"edition":"1.1"}"#).0, 422);
        let deleted = world.server.call::<DeleteTerms>(Some(&world.admin), &path(&created), &(), &());
        assert_eq!(code(&deleted.unwrap_err()), ErrorCode::Invalid);
        let unchanged = world.server.call::<GetTerms>(Some(&world.admin), &path(&created), &(), &()).unwrap();
        assert_eq!(unchanged, created);
    });
}

#[test]
fn a_patch_changes_what_it_names_and_a_version_that_is_not_the_last_is_refused() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let created = create(&world, &draft("1.0")).unwrap();
        assert_eq!(patch(&world, &created, r#"{"isRequired":false}"#).0, 200);
        assert_eq!(patch(&world, &created, r#"{"edition":"1.1","version":1}"#).0, 409);
        assert_eq!(patch(&world, &created, r#"{"edition":"1.1","version":"2"}"#).0, 422);
        for (wrong, field) in
            [(r#"{"edition":null}"#, "edition"), (r#"{"content":"<br>"}"#, "content"), (r#"{"x":1}"#, "x")]
        {
            let (status, text) = patch(&world, &created, wrong);
            assert!(status == 422 && text.contains(&format!("\"path\":\"{field}\"")), "{wrong}: {status} {text}");
        }
        let changes = history(&world, &created);
        assert_eq!(changes.len(), 2);
        assert_eq!(changes[0].action, RevisionAction::Update);
        let changed: Vec<_> = changes[0].changes.iter().map(|change| change.field.as_str()).collect();
        assert_eq!(changed, ["isRequired"]);
    });
}

#[test]
fn there_is_one_edition_of_a_kind_in_a_language() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        create(&world, &draft("1.0")).unwrap();
        assert_eq!(code(&create(&world, &draft("1.0")).unwrap_err()), ErrorCode::Taken);
        create(&world, &TermsSave { language: Language::En, ..draft("1.0") }).unwrap();
    });
}

#[test]
fn the_latest_edition_that_has_begun_is_in_force_in_the_language_asked_for_or_in_korean() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = create(&world, &published("1.0")).unwrap();
        // One that took effect long ago, and one that has not taken effect yet.
        test.database
            .write_blocking(move |connection| {
                diesel::update(terms::table.find(first.terms_id.0))
                    .set(terms::effective_from.eq(chrono::NaiveDate::from_ymd_opt(2020, 1, 1).unwrap()))
                    .execute(connection)?;
                Ok::<_, Problem>(())
            })
            .unwrap();
        let second = create(&world, &published("2.0")).unwrap();
        let far = uno_core::domain::time::Date(chrono::NaiveDate::from_ymd_opt(2999, 1, 1).unwrap());
        let later = create(&world, &TermsSave { effective_from: far, ..published("3.0") }).unwrap();
        create(&world, &TermsSave { language: Language::En, ..published("2.0-en") }).unwrap();

        let korean = &current(&world, Some(Language::Ko))[0];
        assert_eq!(korean.terms_id, second.terms_id);
        assert_eq!(korean.earlier.iter().map(|terms| terms.edition.as_str()).collect::<Vec<_>>(), ["1.0"]);
        assert_eq!(current(&world, Some(Language::En))[0].edition, "2.0-en");
        assert_eq!(current(&world, Some(Language::Ja))[0].terms_id, second.terms_id);
        let old = world.server.call::<GetPublishedTerms>(None, &TermsPath { terms_id: first.terms_id }, &(), &());
        assert!(old.unwrap().earlier.is_empty());
        let not_yet = world.server.call::<GetPublishedTerms>(None, &path(&later), &(), &());
        assert_eq!(code(&not_yet.unwrap_err()), ErrorCode::NotFound);
    });
}

#[test]
fn of_two_editions_of_one_day_the_one_that_was_published_last_is_in_force() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let written_first = create(&world, &draft("1.1")).unwrap();
        create(&world, &published("1.0")).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(5));
        assert_eq!(patch(&world, &written_first, r#"{"status":"PUBLISHED"}"#).0, 200);
        let shown = current(&world, None).remove(0);
        assert_eq!(shown.edition, "1.1");
        assert_eq!(shown.earlier.iter().map(|terms| terms.edition.as_str()).collect::<Vec<_>>(), ["1.0"]);
    });
}

#[test]
fn saving_what_stands_is_no_entry_of_the_history() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let created = create(&world, &draft("1.0")).unwrap();
        for same in ["{}", r#"{"edition":"1.0"}"#] {
            assert_eq!(patch(&world, &created, same).0, 200);
        }
        assert_eq!(history(&world, &created).len(), 1);
    });
}

#[test]
fn terms_are_not_published_into_the_past() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let past = uno_core::domain::time::Date(chrono::NaiveDate::from_ymd_opt(2020, 1, 1).unwrap());
        let refused = create(&world, &TermsSave { effective_from: past, ..published("1.0") }).unwrap_err();
        assert_eq!((refused.fields[0].path.as_str(), refused.fields[0].code.as_str()), ("effectiveFrom", "past"));
    });
}

#[test]
fn a_draft_is_removed_and_unknown_terms_are_not_found() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let created = create(&world, &draft("1.0")).unwrap();
        world.server.call::<DeleteTerms>(Some(&world.admin), &path(&created), &(), &()).unwrap();
        let nowhere = TermsPath { terms_id: TermsId(987_654) };
        for path in [path(&created), nowhere] {
            let found = world.server.call::<GetTerms>(Some(&world.admin), &path, &(), &());
            assert_eq!(code(&found.unwrap_err()), ErrorCode::NotFound);
        }
        let whole = serde_json::to_value(draft("1.0")).unwrap();
        let save: TermsSave = serde_json::from_value(whole).unwrap();
        let updated = world.server.call::<UpdateTerms>(Some(&world.admin), &path(&created), &(), &save);
        assert_eq!(code(&updated.unwrap_err()), ErrorCode::NotFound);
    });
}
