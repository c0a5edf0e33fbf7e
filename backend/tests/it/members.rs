//! Members: search at scale, changes, personal data.

use crate::support::{TestDatabase, World, code, date, member};
use diesel::{QueryDsl, RunQueryDsl};
use kernel::{db::schema::access_log, problem::Problem};
use uno_core::{
    contract::{
        error::{ErrorBody, ErrorCode},
        members::{
            CreateMember, DeleteMember, ListMemberRevisions, ListMembers, Member, MemberFilter, MemberId, MemberPath,
            MemberSave, MemberSort, NameMatch, RevealMember, UpdateMember,
        },
        page::Page,
        revisions::RevisionFilter,
    },
    domain::grade::Sex,
};

fn list(world: &World, filter: &MemberFilter) -> Page<Member> {
    world.server.call::<ListMembers>(Some(&world.admin), &(), filter, &()).unwrap()
}

fn names(world: &World, filter: &MemberFilter) -> Vec<String> {
    list(world, filter).data.into_iter().map(|member| member.name).collect()
}

fn update(world: &World, id: MemberId, save: &MemberSave) -> Result<Member, ErrorBody> {
    world.server.call::<UpdateMember>(Some(&world.admin), &MemberPath { member_id: id }, &(), save)
}

#[test]
fn lists_and_details_mask_personal_data() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = MemberSave {
            phone_number: Some("010-1234-5678".into()),
            email: Some("kim@example.com".into()),
            address: Some("서울특별시 강남구 테헤란로 1".into()),
            ..member(world.retailer_id, "A1")
        };
        let created = world.server.call::<CreateMember>(Some(&world.dealer), &(), &(), &save).unwrap();
        let listed = list(&world, &MemberFilter::default()).data.remove(0);
        for shown in [&created, &listed] {
            assert_eq!(shown.birth_date, "1980-**-**");
            assert_eq!(shown.phone_number.as_deref(), Some("010-****-5678"));
            assert_eq!(shown.email.as_deref(), Some("k***@example.com"));
            assert_eq!(shown.address.as_deref(), Some("서울특별시 강남구 ***"));
        }
    });
}

#[test]
fn what_is_shown_in_place_of_personal_data_does_not_overwrite_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = MemberSave {
            phone_number: Some("010-1234-5678".into()),
            email: Some("kim@example.com".into()),
            address: Some("서울특별시 강남구 테헤란로 1".into()),
            memo: Some("전화 선호".into()),
            ..member(world.retailer_id, "A1")
        };
        let shown = world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap();
        for (field, sent) in [
            ("phoneNumber", MemberSave { phone_number: shown.phone_number.clone(), ..save.clone() }),
            ("email", MemberSave { email: shown.email.clone(), ..save.clone() }),
            ("address", MemberSave { address: shown.address.clone(), ..save.clone() }),
            ("memo", MemberSave { memo: Some("***".into()), ..save.clone() }),
        ] {
            let refused = update(&world, shown.member_id, &sent).unwrap_err();
            assert_eq!((refused.fields[0].path.as_str(), refused.fields[0].code.as_str()), (field, "format"));
        }
        update(&world, shown.member_id, &save).unwrap();
    });
}

#[test]
fn reading_personal_data_in_full_is_logged() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let save = MemberSave { phone_number: Some("010-1234-5678".into()), ..member(world.retailer_id, "A1") };
        let created = world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap();
        let log = || -> i64 {
            test.database
                .read_blocking(|connection| access_log::table.count().get_result(connection).map_err(Problem::from))
                .unwrap()
        };
        assert_eq!(log(), 0);
        let path = MemberPath { member_id: created.member_id };
        let data = world.server.call::<RevealMember>(Some(&world.dealer), &path, &(), &()).unwrap();
        assert_eq!((data.birth_date, data.phone_number.as_deref()), (date("1980-05-17"), Some("010-1234-5678")));
        assert_eq!(log(), 1);
        let path = MemberPath { member_id: MemberId(99_999) };
        assert!(world.server.call::<RevealMember>(Some(&world.dealer), &path, &(), &()).is_err());
        assert_eq!(log(), 1, "what was not read is not logged");
    });
}

#[test]
fn every_filter_finds_what_it_names() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let add = |number: &str, name: &str, birth: &str, sex, phone: Option<&str>, company| {
            let save = MemberSave {
                name: name.into(),
                birth_date: date(birth),
                sex,
                phone_number: phone.map(Into::into),
                ..member(company, number)
            };
            world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap()
        };
        add("A1", "김하나", "1950-01-01", Sex::Female, Some("010-1111-2222"), world.retailer_id);
        add("A2", "김둘", "2000-12-31", Sex::Male, None, world.retailer_id);
        add("B1", "Lee Min", "1980-05-17", Sex::Male, Some("010-3333-4444"), world.other_retailer_id);
        let any = MemberFilter::default;
        let text = |value: &str| Some(value.to_owned());
        assert_eq!(names(&world, &any()), ["Lee Min", "김둘", "김하나"], "the newest first");
        assert_eq!(names(&world, &MemberFilter { name: text("김"), ..any() }), ["김둘", "김하나"], "by name");
        assert_eq!(names(&world, &MemberFilter { name: text("lee"), ..any() }), ["Lee Min"]);
        assert!(names(&world, &MemberFilter { name: text("하나"), ..any() }).is_empty(), "a beginning is sought");
        let anywhere = MemberFilter { name: text("하나"), name_match: Some(NameMatch::Anywhere), ..any() };
        assert_eq!(names(&world, &anywhere), ["김하나"]);
        assert_eq!(names(&world, &MemberFilter { member_no: text("A"), ..any() }).len(), 2);
        assert_eq!(names(&world, &MemberFilter { company_id: Some(world.vendor_id), ..any() }).len(), 2);
        assert_eq!(names(&world, &MemberFilter { birth_date: Some(date("1950-01-01")), ..any() }), ["김하나"]);
        assert_eq!(names(&world, &MemberFilter { min_age: Some(60), ..any() }), ["김하나"]);
        assert_eq!(names(&world, &MemberFilter { max_age: Some(30), ..any() }), ["김둘"]);
        assert_eq!(names(&world, &MemberFilter { sex: Some(Sex::Female), ..any() }), ["김하나"]);
        assert_eq!(names(&world, &MemberFilter { phone_number: text("01033334444"), ..any() }), ["Lee Min"]);
        assert_eq!(
            names(&world, &MemberFilter { sort: Some(MemberSort::NameDescending), ..any() }),
            ["김하나", "김둘", "Lee Min"]
        );
        assert!(
            serde_json::from_str::<MemberFilter>(r#"{"startCreatedAt":"2020-01-01"}"#).is_ok_and(|filter| names(
                &world, &filter
            )
            .len()
                == 3)
        );
        assert!(
            serde_json::from_str::<MemberFilter>(r#"{"endCreatedAt":"2020-01-01"}"#)
                .is_ok_and(|filter| names(&world, &filter).is_empty())
        );
    });
}

#[test]
fn pages_that_follow_by_key_show_every_row_once_in_every_order() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for number in 0..23 {
            world.add_member(world.retailer_id, &format!("A{number}"), ["김하나", "이둘", "박셋"][number % 3]);
        }
        for sort in MemberSort::ALL {
            let whole =
                list(&world, &MemberFilter { sort: Some(*sort), page_size: Some(100), ..MemberFilter::default() });
            let mut seen = Vec::new();
            let mut after = None;
            for page in 0.. {
                let filter = MemberFilter {
                    sort: Some(*sort),
                    page: Some(page),
                    page_size: Some(5),
                    after: after.clone(),
                    ..MemberFilter::default()
                };
                let found = list(&world, &filter);
                assert_eq!(found.total, 23);
                let by_number = list(&world, &MemberFilter { after: None, ..filter });
                assert_eq!(found.data, by_number.data, "{sort:?} page {page}");
                after = found.next;
                seen.extend(found.data.into_iter().map(|member| member.member_id));
                if after.is_none() {
                    break;
                }
            }
            assert_eq!(seen, whole.data.iter().map(|member| member.member_id).collect::<Vec<_>>(), "{sort:?}");
        }
    });
}

#[test]
fn a_number_is_unique_within_its_company() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        world.add_member(world.other_retailer_id, "A1", "이둘");
        let save = member(world.retailer_id, "A1");
        let error = world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap_err();
        assert_eq!((code(&error), error.fields[0].path.as_str()), (ErrorCode::Taken, "memberNo"));
        assert_eq!(list(&world, &MemberFilter::default()).total, 2, "the refused one was not counted");
    });
}

#[test]
fn a_change_is_kept_with_its_differences_and_personal_data_masked() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let created = world.add_member(world.retailer_id, "A1", "김하나");
        let save = MemberSave {
            name: "김하나".into(),
            birth_date: date("1980-06-01"),
            phone_number: Some("010-1234-5678".into()),
            version: Some(1),
            ..member(world.retailer_id, "A1")
        };
        let changed = update(&world, created.member_id, &save).unwrap();
        assert_eq!(changed.version, 2);
        let path = MemberPath { member_id: created.member_id };
        let none = RevisionFilter { page: None, page_size: None };
        let revisions = world.server.call::<ListMemberRevisions>(Some(&world.admin), &path, &none, &()).unwrap();
        let changes: Vec<_> = revisions.data[0]
            .changes
            .iter()
            .map(|change| (change.field.as_str(), change.before.as_deref(), change.after.as_deref()))
            .collect();
        assert_eq!(
            changes,
            [("birthDate", Some("1980-**-**"), Some("1980-**-**")), ("phoneNumber", None, Some("010-****-5678"))]
        );
        let stale = update(&world, created.member_id, &save).unwrap_err();
        assert_eq!(code(&stale), ErrorCode::Changed);
        let moved = MemberSave { company_id: world.other_retailer_id, version: Some(2), ..save };
        assert_eq!(update(&world, created.member_id, &moved).unwrap_err().fields[0].path, "companyId");
    });
}

#[test]
fn what_is_not_allowed_is_told_with_the_row() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    world.add_member(world.retailer_id, "A1", "김하나");
    let page = world.server.call::<ListMembers>(Some(&world.operator), &(), &MemberFilter::default(), &()).unwrap();
    assert!(page.data[0].can.update.allowed);
    assert_eq!(page.data[0].can.delete.reason.as_deref(), Some("forbidden"));
    let path = MemberPath { member_id: page.data[0].member_id };
    let error = world.server.call::<DeleteMember>(Some(&world.operator), &path, &(), &()).unwrap_err();
    assert_eq!(code(&error), ErrorCode::Forbidden);
}
