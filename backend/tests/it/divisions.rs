//! Divisions of companies: a consistent tree, and the members in it.

use crate::{
    imports::{counts, csv, import, start},
    support::{TestDatabase, World, at_once, code, member},
};
use diesel::{QueryDsl as _, RunQueryDsl as _};
use kernel::db::schema::measurement;
use uno_core::contract::{
    companies::{CompanyId, CompanyPath, CompanyType, DeleteCompany},
    divisions::{
        CreateDivision, DeleteDivision, Division, DivisionId, DivisionOptionFilter, DivisionPath, DivisionSave,
        ListDivisionOptions, ListDivisionRevisions, ListDivisions, MAX_LEVELS, UpdateDivision,
    },
    error::{ErrorBody, ErrorCode},
    members::{
        CreateMember, GetMember, ListMemberRevisions, ListMembers, Member, MemberFilter, MemberPath, MemberSave,
        UpdateMember,
    },
    revisions::{DeletedRecordFilter, ListDeletedRecords, Removed, RevisionFilter, RevisionPath, Undo, UndoRevision},
};

fn division(company_id: CompanyId, name: &str, parent: Option<&Division>) -> DivisionSave {
    DivisionSave {
        company_id,
        parent_division_id: parent.map(|parent| parent.division_id),
        name: name.into(),
        position: 1_000,
        version: None,
    }
}

fn try_add(world: &World, token: &str, save: &DivisionSave) -> Result<Division, ErrorBody> {
    world.server.call::<CreateDivision>(Some(token), &(), &(), save)
}

fn add(world: &World, company_id: CompanyId, name: &str, parent: Option<&Division>) -> Division {
    try_add(world, &world.admin, &division(company_id, name, parent)).unwrap()
}

fn path(division: &Division) -> DivisionPath {
    DivisionPath { division_id: division.division_id }
}

fn change(world: &World, token: &str, of: &Division, save: &DivisionSave) -> Result<Division, ErrorBody> {
    world.server.call::<UpdateDivision>(Some(token), &path(of), &(), save)
}

/// Returns the form that moves a division below another one or to the top.
fn moved(of: &Division, parent: Option<&Division>) -> DivisionSave {
    DivisionSave { parent_division_id: parent.map(|parent| parent.division_id), version: None, ..of.form() }
}

fn remove(world: &World, token: &str, of: &Division) -> Result<Removed, ErrorBody> {
    world.server.call::<DeleteDivision>(Some(token), &path(of), &(), &())
}

fn names(world: &World, token: &str, company_id: CompanyId) -> Vec<String> {
    let all = world.server.call::<ListDivisions>(Some(token), &CompanyPath { company_id }, &(), &()).unwrap();
    all.into_iter().map(|division| division.name).collect()
}

fn field<T>(answer: Result<T, ErrorBody>) -> (String, String) {
    let error = answer.err().expect("a refusal");
    error.fields.first().map(|field| (field.path.clone(), field.code.clone())).unwrap_or_default()
}

fn said(path: &str, code: &str) -> (String, String) {
    (path.into(), code.into())
}

fn refusal<T>(answer: Result<T, ErrorBody>) -> Option<ErrorCode> {
    answer.err().map(|error| code(&error))
}

fn add_member(world: &World, number: &str, division: Option<&Division>) -> Result<Member, ErrorBody> {
    let save = MemberSave {
        name: format!("회원 {number}"),
        division_id: division.map(|division| division.division_id),
        ..member(world.retailer_id, number)
    };
    world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save)
}

fn numbers(world: &World, token: &str, filter: &MemberFilter) -> Vec<String> {
    let page = world.server.call::<ListMembers>(Some(token), &(), filter, &()).unwrap();
    assert_eq!(page.total, i64::try_from(page.data.len()).unwrap());
    let mut numbers: Vec<String> = page.data.into_iter().map(|member| member.member_no).collect();
    numbers.sort();
    numbers
}

#[test]
fn divisions_are_listed_as_a_tree_in_their_order() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let office = add(&world, world.retailer_id, "본부", None);
        let lab = add(&world, world.retailer_id, "검사실", None);
        let blood = add(&world, world.retailer_id, "채혈", Some(&lab));
        add(&world, world.retailer_id, "총무", Some(&office));
        add(&world, world.other_retailer_id, "다른 본부", None);
        assert_eq!(names(&world, &world.dealer, world.retailer_id), ["본부", "총무", "검사실", "채혈"]);
        // All were saved with the same position, so each was placed after the existing ones. Position 0 comes first.
        let first = DivisionSave { position: 0, version: None, ..lab.form() };
        change(&world, &world.dealer, &lab, &first).unwrap();
        assert_eq!(names(&world, &world.dealer, world.retailer_id), ["검사실", "채혈", "본부", "총무"]);
        change(&world, &world.dealer, &blood, &moved(&blood, Some(&office))).unwrap();
        assert_eq!(names(&world, &world.dealer, world.retailer_id), ["검사실", "본부", "총무", "채혈"]);
    });
}

#[test]
fn a_division_stands_neither_below_itself_nor_too_deep_nor_in_another_company() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut line = vec![add(&world, world.retailer_id, "1", None)];
        for level in 2..=MAX_LEVELS {
            line.push(add(&world, world.retailer_id, &level.to_string(), line.last()));
        }
        let below = try_add(&world, &world.admin, &division(world.retailer_id, "6", line.last()));
        assert_eq!(field(below), said("parentDivisionId", "divisionTooDeep"));
        for own in [&line[0], &line[1], &line[4]] {
            let circle = change(&world, &world.admin, &line[0], &moved(&line[0], Some(own)));
            assert_eq!(field(circle), said("parentDivisionId", "divisionCircle"), "{}", own.name);
        }
        let top = add(&world, world.retailer_id, "위", None);
        let deeper = change(&world, &world.admin, &line[0], &moved(&line[0], Some(&top)));
        assert_eq!(field(deeper), said("parentDivisionId", "divisionTooDeep"), "with all that stands below it");
        change(&world, &world.admin, &line[1], &moved(&line[1], Some(&top))).unwrap();
        let other = add(&world, world.other_retailer_id, "남", None);
        let elsewhere = change(&world, &world.admin, &line[0], &moved(&line[0], Some(&other)));
        assert_eq!(field(elsewhere), said("parentDivisionId", "notFound"));
        let company = DivisionSave { company_id: world.other_retailer_id, version: None, ..top.form() };
        assert_eq!(field(change(&world, &world.admin, &top, &company)), said("companyId", "fixed"));
        let again = try_add(&world, &world.admin, &division(world.retailer_id, "위", None));
        assert_eq!(field(again), said("name", "taken"));
        add(&world, world.retailer_id, "위", Some(&top));
        add(&world, world.other_retailer_id, "위", None);
    });
}

#[test]
fn two_that_move_divisions_below_each_other_at_once_make_no_circle() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (a, b) = (add(&world, world.retailer_id, "가", None), add(&world, world.retailer_id, "나", None));
        for _ in 0..5 {
            let answers = at_once(2, 1, |thread, _| {
                let (own, other) = if thread == 0 { (&a, &b) } else { (&b, &a) };
                change(&world, &world.admin, own, &moved(own, Some(other))).is_ok()
            });
            assert_eq!(answers[0].iter().filter(|moved| **moved).count(), 1, "{answers:?}");
            assert_eq!(names(&world, &world.admin, world.retailer_id).len(), 2, "both are still found from the top");
            for one in [&a, &b] {
                change(&world, &world.admin, one, &moved(one, None)).unwrap();
            }
        }
    });
}

#[test]
fn a_division_that_is_used_stays_and_one_that_was_removed_comes_back() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let office = add(&world, world.retailer_id, "본부", None);
        let desk = add(&world, world.retailer_id, "접수", Some(&office));
        let person = add_member(&world, "A1", Some(&desk)).unwrap();
        assert_eq!(field(remove(&world, &world.dealer, &office)), said("divisions", "hasDependents"));
        assert_eq!(field(remove(&world, &world.dealer, &desk)), said("members", "hasDependents"));
        let save =
            MemberSave { version: Some(person.version), name: person.name.clone(), ..member(world.retailer_id, "A1") };
        let path = MemberPath { member_id: person.member_id };
        world.server.call::<UpdateMember>(Some(&world.dealer), &path, &(), &save).unwrap();
        let removal = remove(&world, &world.dealer, &desk).unwrap().revision_id.unwrap();
        remove(&world, &world.dealer, &office).unwrap();
        let undo = |token: &str| {
            let path = RevisionPath { revision_id: removal };
            world.server.call::<UndoRevision>(Some(token), &path, &(), &Undo { version: None })
        };
        assert_eq!(refusal(undo(&world.other_vendor)), Some(ErrorCode::NotFound));
        undo(&world.dealer).unwrap();
        assert_eq!(names(&world, &world.dealer, world.retailer_id), ["접수"], "at the top, without the one above");
    });
}

#[test]
fn a_company_with_divisions_is_not_removed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let company = world.add_company(CompanyType::Retailer, "새 지점", Some(world.dealer_id));
        let office = add(&world, company.company_id, "본부", None);
        let path = CompanyPath { company_id: company.company_id };
        let removal = || world.server.call::<DeleteCompany>(Some(&world.admin), &path, &(), &());
        assert_eq!(field(removal()), said("divisions", "hasDependents"));
        remove(&world, &world.admin, &office).unwrap();
        assert!(removal().is_ok());
    });
}

#[test]
fn divisions_are_changed_by_who_may_change_the_company() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let own = add(&world, world.retailer_id, "본부", None);
        let above = add(&world, world.dealer_id, "대리점 본부", None);
        for (token, of, expected) in [
            (&world.retailer, &own, ErrorCode::Forbidden),
            (&world.operator, &own, ErrorCode::Forbidden),
            (&world.member, &own, ErrorCode::Forbidden),
            (&world.other_vendor, &own, ErrorCode::NotFound),
            (&world.dealer, &above, ErrorCode::Forbidden),
        ] {
            assert_eq!(refusal(change(&world, token, of, &moved(of, None))), Some(expected));
            assert_eq!(refusal(remove(&world, token, of)), Some(expected));
        }
        let foreign = division(world.other_retailer_id, "남", None);
        assert_eq!(field(try_add(&world, &world.dealer, &foreign)), said("companyId", "notFound"));
        let forbidden = try_add(&world, &world.dealer, &division(world.dealer_id, "새로", None));
        assert_eq!(refusal(forbidden), Some(ErrorCode::Forbidden));
    });
}

#[test]
fn a_member_belongs_to_a_division_of_the_own_company_and_is_found_by_it_and_those_above() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let office = add(&world, world.retailer_id, "본부", None);
        let desk = add(&world, world.retailer_id, "접수", Some(&office));
        let lab = add(&world, world.retailer_id, "검사실", None);
        let foreign = add(&world, world.other_retailer_id, "남의 부서", None);
        assert_eq!(field(add_member(&world, "X", Some(&foreign))), said("divisionId", "notFound"));
        let person = add_member(&world, "A1", Some(&desk)).unwrap();
        assert_eq!(person.division_name.as_deref(), Some("접수"));
        add_member(&world, "A2", Some(&lab)).unwrap();
        add_member(&world, "A3", None).unwrap();
        let of = |divisions: &[&Division]| MemberFilter {
            division_ids: divisions.iter().map(|division| division.division_id).collect(),
            ..MemberFilter::default()
        };
        assert_eq!(numbers(&world, &world.retailer, &of(&[&office])), ["A1"]);
        assert_eq!(numbers(&world, &world.retailer, &of(&[&office, &lab])), ["A1", "A2"]);
        assert_eq!(numbers(&world, &world.retailer, &of(&[&desk])), ["A1"]);
        assert_eq!(numbers(&world, &world.other_vendor, &of(&[&office])), Vec::<String>::new());
        // An id that is a prefix of another id is another division.
        let nowhere = MemberFilter { division_ids: vec![DivisionId(9_999_999)], ..MemberFilter::default() };
        assert_eq!(numbers(&world, &world.admin, &nowhere), Vec::<String>::new());
        change(&world, &world.admin, &desk, &moved(&desk, Some(&lab))).unwrap();
        assert_eq!(numbers(&world, &world.retailer, &of(&[&lab])), ["A1", "A2"], "moved along with its division");

        let path = MemberPath { member_id: person.member_id };
        let to = |division: Option<&Division>, version| MemberSave {
            name: person.name.clone(),
            division_id: division.map(|division| division.division_id),
            version: Some(version),
            ..member(world.retailer_id, "A1")
        };
        let update = |save: &MemberSave| world.server.call::<UpdateMember>(Some(&world.retailer), &path, &(), save);
        assert_eq!(field(update(&to(Some(&foreign), 1))), said("divisionId", "notFound"));
        update(&to(Some(&office), 1)).unwrap();
        let shown = world.server.call::<GetMember>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert_eq!(shown.division_name.as_deref(), Some("본부"));
        let all = RevisionFilter { page: None, page_size: None };
        let history = world.server.call::<ListMemberRevisions>(Some(&world.retailer), &path, &all, &()).unwrap().data;
        let told: Vec<_> = history
            .iter()
            .flat_map(|revision| &revision.changes)
            .filter(|change| change.field == "divisionId")
            .map(|change| (change.before.as_deref(), change.after.as_deref()))
            .collect();
        assert_eq!(told, [(Some("접수"), Some("본부")), (None, Some("접수"))]);
    });
}

#[test]
fn divisions_are_chosen_among_those_of_the_own_tree_with_where_they_stand() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let office = add(&world, world.retailer_id, "본부", None);
        add(&world, world.retailer_id, "접수", Some(&office));
        let foreign = add(&world, world.other_retailer_id, "남의 부서", None);
        let found = |token: &str, filter: DivisionOptionFilter| {
            let options = world.server.call::<ListDivisionOptions>(Some(token), &(), &filter, &()).unwrap();
            options.into_iter().map(|option| (option.name, option.parent_names.join("/"))).collect::<Vec<_>>()
        };
        let all = || DivisionOptionFilter { company_id: None, name: None, division_ids: Vec::new() };
        let own = [("본부".to_owned(), String::new()), ("접수".to_owned(), "본부".to_owned())];
        assert_eq!(found(&world.operator, all()), own);
        let of = DivisionOptionFilter { company_id: Some(world.retailer_id), ..all() };
        assert_eq!(found(&world.admin, of), own);
        let named = DivisionOptionFilter { name: Some("접".into()), ..all() };
        assert_eq!(found(&world.dealer, named), own[1..]);
        let crossed = DivisionOptionFilter { division_ids: vec![foreign.division_id], ..all() };
        assert_eq!(found(&world.operator, crossed), []);
    });
}

#[test]
fn the_history_of_a_division_names_the_one_above() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let office = add(&world, world.retailer_id, "본부", None);
        let desk = add(&world, world.retailer_id, "접수", None);
        change(&world, &world.dealer, &desk, &moved(&desk, Some(&office))).unwrap();
        let all = RevisionFilter { page: None, page_size: None };
        let history = world.server.call::<ListDivisionRevisions>(Some(&world.dealer), &path(&desk), &all, &()).unwrap();
        let told = history.data[0].changes.iter().find(|change| change.field == "parentDivisionId").unwrap();
        assert_eq!((told.before.as_deref(), told.after.as_deref()), (None, Some("본부")));
        assert!(history.data[0].can_undo);
    });
}

/// Returns a file of members of the retailer with their divisions.
fn rows(rows: &[(&str, &str)]) -> String {
    rows.iter().fold(String::from("회원번호,성별,생년월일,부서\n"), |text, (number, division)| {
        text + &format!("{number},여,1990-01-01,{division}\n")
    })
}

#[test]
fn a_file_puts_members_into_the_divisions_that_it_names() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let head = add(&world, world.retailer_id, "본부", None);
        let team = add(&world, world.retailer_id, "상담팀", Some(&head));
        let branch = add(&world, world.retailer_id, "지점", None);
        let other = add(&world, world.retailer_id, "상담팀", Some(&branch));
        add(&world, world.other_retailer_id, "연구소", None);
        let text = rows(&[
            ("D1", "본부"),
            ("D2", "본부 > 상담팀"),
            ("D3", "지점/상담팀"),
            ("D4", "상담팀"),
            ("D5", "연구소"),
            ("D6", ""),
        ]);
        let preview = csv(&world, &text);
        assert_eq!((preview.valid_rows, preview.invalid_rows), (4, 2));
        let problems: Vec<(i64, &str, &str)> = preview
            .problems
            .iter()
            .map(|problem| (problem.line, problem.violation.path.as_str(), problem.violation.code.as_str()))
            .collect();
        assert_eq!(problems, [(5, "division", "divisionAmbiguous"), (6, "division", "divisionUnknown")]);
        assert_eq!(counts(&start(&world, &world.retailer, &preview)), [4, 0, 0, 2]);
        let of = |division: &Division| {
            let filter = MemberFilter { division_ids: vec![division.division_id], ..MemberFilter::default() };
            numbers(&world, &world.retailer, &filter)
        };
        assert_eq!((of(&team), of(&other)), (vec!["D2".to_owned()], vec!["D3".to_owned()]));
        // An empty cell keeps the value; a different one changes it.
        assert_eq!(counts(&import(&world, &rows(&[("D1", ""), ("D2", "지점 › 상담팀")]))), [0, 1, 1, 0]);
        let filter = MemberFilter { division_ids: vec![other.division_id], ..MemberFilter::default() };
        let found = world.server.call::<ListMembers>(Some(&world.retailer), &(), &filter, &()).unwrap().data;
        let moved = found.iter().find(|member| member.member_no == "D2").unwrap();
        let path = MemberPath { member_id: moved.member_id };
        let history = RevisionFilter { page: None, page_size: None };
        let told = world.server.call::<ListMemberRevisions>(Some(&world.admin), &path, &history, &()).unwrap().data;
        let change = told[0].changes.iter().find(|change| change.field == "divisionId").unwrap();
        assert_eq!((change.before.as_deref(), change.after.as_deref()), (Some("상담팀"), Some("상담팀")));
        let made = told[1].changes.iter().find(|change| change.field == "divisionId").unwrap();
        assert_eq!(made.after.as_deref(), Some("상담팀"), "a history tells names");
    });
}

#[test]
fn what_a_file_measured_belongs_to_the_division_of_its_member() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let head = add(&world, world.retailer_id, "본부", None);
        let branch = add(&world, world.retailer_id, "지점", None);
        import(&world, &rows(&[("D1", "본부")]));
        let text = "회원번호,성별,생년월일,부서,측정일시,몸무게\n\
            D1,여,1990-01-01,,2024-01-05 09:00,60\n\
            D2,여,1990-01-01,지점,2024-01-05 10:00,61\n\
            D3,여,1990-01-01,,2024-01-05 11:00,62\n";
        import(&world, text);
        let divisions: Vec<Option<i64>> = measurement::table
            .order(measurement::measured_at)
            .select(measurement::division_id)
            .load(&mut test.database.connect().unwrap())
            .unwrap();
        assert_eq!(divisions, [Some(head.division_id.0), Some(branch.division_id.0), None]);
    });
}

#[test]
fn the_bin_of_a_company_has_its_own_divisions() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for company_id in [world.retailer_id, world.dealer_id, world.other_retailer_id] {
            let gone = add(&world, company_id, &format!("부서 {}", company_id.0), None);
            remove(&world, &world.admin, &gone).unwrap();
        }
        let bin = |token: &str, company_id| {
            let filter = DeletedRecordFilter {
                resource: "division".into(),
                kind: None,
                company_id,
                page: None,
                page_size: None,
            };
            world.server.call::<ListDeletedRecords>(Some(token), &(), &filter, &()).unwrap().total
        };
        assert_eq!((bin(&world.admin, None), bin(&world.admin, Some(world.retailer_id))), (3, 1));
        assert_eq!(bin(&world.vendor, Some(world.other_retailer_id)), 0, "another tree's is not told of");
        assert_eq!((bin(&world.vendor, None), bin(&world.dealer, None)), (2, 1), "of tiers whose screens they may see");
    });
}
