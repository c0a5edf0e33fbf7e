//! Training participations: received once and continued, only within the sender's reach, and visible to callers who
//! reach the member.

use crate::{
    company_upgrades::upgrade,
    exports::lines_of,
    support::{TestDatabase, World, at_once, code, link},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::schema::{training_participation, user_profile},
};
use uno_core::{
    contract::{
        companies::{CompanyId, CompanyPath},
        company_credentials::{CompanyCredentialSave, CredentialScope, IssueCompanyCredential},
        error::{ErrorBody, ErrorCode},
        jobs::JobState,
        languages::Language,
        measurements::MeasurementSort,
        members::{DeleteMember, MemberId, MemberPath},
        training_participations::{
            ExportTrainingParticipations, GetTrainingParticipation, ListOwnTrainingParticipations,
            ListTrainingParticipations, OwnTrainingParticipationFilter, TakeTrainingParticipations,
            TrainingParticipation, TrainingParticipationFilter, TrainingParticipationIntake, TrainingParticipationPath,
            TrainingParticipationReport, TrainingParticipationSave,
        },
        users::{GetOwnRecords, OwnRecordKind},
    },
    domain::{
        decimal::Hundredths,
        time::{Bound, Timestamp},
    },
};

/// Issues a credential of a company; returns its secret.
pub fn credential(world: &World, company_id: CompanyId, scope: CredentialScope) -> String {
    let expires_on = clock::now().plus_milliseconds(30 * 86_400_000).date_in_seoul();
    let save =
        CompanyCredentialSave { name: "훈련 앱".into(), scopes: vec![scope], expires_on, persons_per_day: None };
    let path = CompanyPath { company_id };
    world.server.call::<IssueCompanyCredential>(Some(&world.admin), &path, &(), &save).unwrap().secret
}

/// Returns the first minutes of a training.
pub fn participation(member_id: MemberId, number: &str) -> TrainingParticipationSave {
    TrainingParticipationSave {
        source_id: number.into(),
        member_id: Some(member_id),
        company_id: None,
        member_no: None,
        program_name: "스트레스 완화 4주".into(),
        unit_name: "호흡과 이완".into(),
        day: 1,
        content_name: "4-7-8 호흡".into(),
        started_at: at("2026-03-02T19:00:00+09:00"),
        ended_at: None,
        completion: 20,
        score: None,
    }
}

fn at(text: &str) -> Timestamp {
    Timestamp::parse(text).unwrap()
}

fn take(
    world: &World,
    token: &str,
    participations: Vec<TrainingParticipationSave>,
) -> Result<TrainingParticipationReport, ErrorBody> {
    let sent = TrainingParticipationIntake { participations };
    world.server.call::<TakeTrainingParticipations>(Some(token), &(), &(), &sent)
}

fn taken(created: i64, updated: i64, left_out: i64) -> TrainingParticipationReport {
    TrainingParticipationReport { created, updated, left_out }
}

/// Returns the violations.
fn faults(error: &ErrorBody) -> Vec<String> {
    error.fields.iter().map(|field| format!("{} {}", field.path, field.code)).collect()
}

fn list(world: &World, token: &str, filter: &TrainingParticipationFilter) -> Vec<TrainingParticipation> {
    world.server.call::<ListTrainingParticipations>(Some(token), &(), filter, &()).unwrap().data
}

fn all(world: &World, token: &str) -> Vec<TrainingParticipation> {
    list(world, token, &TrainingParticipationFilter::default())
}

fn writer(world: &World) -> String {
    credential(world, world.retailer_id, CredentialScope::MeasurementsWrite)
}

#[test]
fn a_participation_goes_on_under_its_number_and_is_one_however_often_it_is_told() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (one, two) = (
            world.add_member(world.retailer_id, "A1", "김하나").member_id,
            world.add_member(world.retailer_id, "A2", "이둘").member_id,
        );
        let app = writer(&world);
        let begun = participation(one, "p-1");
        assert_eq!(take(&world, &app, vec![begun.clone(), participation(two, "p-1")]).unwrap(), taken(2, 0, 0));
        let done = TrainingParticipationSave {
            program_name: "새 이름".into(),
            ended_at: Some(at("2026-03-02T19:12:00+09:00")),
            completion: 100,
            score: Some(Hundredths(8_750)),
            ..begun.clone()
        };
        assert_eq!(take(&world, &app, vec![done.clone()]).unwrap(), taken(0, 1, 0));
        // A late message changes nothing, and an omitted value is kept.
        assert_eq!(take(&world, &app, vec![begun.clone()]).unwrap(), taken(0, 1, 0));
        let without = TrainingParticipationSave { ended_at: None, score: None, ..done };
        assert_eq!(take(&world, &app, vec![without]).unwrap(), taken(0, 1, 0));

        let found = all(&world, &world.retailer);
        assert_eq!(found.len(), 2, "each member has numbers of its own");
        let first = found.iter().find(|row| row.member_id == one).unwrap();
        assert_eq!((first.completion, first.score), (100, Some(Hundredths(8_750))));
        assert_eq!(first.ended_at, Some(at("2026-03-02T19:12:00+09:00")));
        assert_eq!(first.program_name, "스트레스 완화 4주", "it was called so when it was begun");
        assert_eq!((first.member_name.as_str(), first.member_no.as_str()), ("김하나", "A1"));
        assert_eq!((first.company_id, first.company_name.as_str()), (world.retailer_id, "한빛 건강센터"));
        assert!(first.received_at <= first.updated_at);
        let path = TrainingParticipationPath { training_participation_id: first.training_participation_id };
        let alone = world.server.call::<GetTrainingParticipation>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert_eq!(alone, *first);

        let other = TrainingParticipationSave { started_at: at("2026-03-03T19:00:00+09:00"), ..begun.clone() };
        let refused = take(&world, &app, vec![other]).unwrap_err();
        assert_eq!(faults(&refused), ["participations[0].sourceId taken"], "another one under the same number");
        let refused = take(&world, &app, vec![participation(one, "p-2"), participation(one, "p-2")]).unwrap_err();
        assert_eq!(faults(&refused), ["participations[1].sourceId repeated"]);
    });
}

#[test]
fn told_at_once_by_several_a_participation_is_still_one() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나").member_id;
        let app = writer(&world);
        at_once(4, 3, |thread, round| {
            let completion = i64::try_from(round * 20 + thread * 5).unwrap();
            let told = |number| TrainingParticipationSave { completion, ..participation(one, number) };
            take(&world, &app, vec![told("p-1"), told("p-2")]).unwrap()
        });
        let found = all(&world, &world.retailer);
        assert_eq!(found.len(), 2);
        assert!(found.iter().all(|row| row.completion == 55), "the furthest stays: {found:?}");
    });
}

#[test]
fn whatever_is_wrong_is_named_by_its_place_and_nothing_of_the_call_is_written() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나").member_id;
        let foreign = world.add_member(world.other_retailer_id, "B1", "박셋").member_id;
        let app = writer(&world);
        let with = |change: &dyn Fn(&mut TrainingParticipationSave)| {
            let mut save = participation(one, "p-1");
            change(&mut save);
            save
        };
        let cases: Vec<(TrainingParticipationSave, &str)> = vec![
            (with(&|save| save.source_id = " ".into()), "sourceId required"),
            (with(&|save| save.program_name = "가".repeat(101)), "programName tooLong"),
            (with(&|save| save.unit_name = String::new()), "unitName required"),
            (with(&|save| save.day = 0), "day tooSmall"),
            (with(&|save| save.day = 1_001), "day tooLarge"),
            (with(&|save| save.content_name = String::new()), "contentName required"),
            (with(&|save| save.completion = 101), "completion tooLarge"),
            (with(&|save| save.score = Some(Hundredths(10_001))), "score tooLarge"),
            (with(&|save| save.ended_at = Some(at("2026-03-02T18:59:59+09:00"))), "endedAt order"),
            (with(&|save| save.started_at = at("2999-01-01T00:00:00Z")), "startedAt future"),
            (with(&|save| save.ended_at = Some(at("2999-01-01T00:00:00Z"))), "endedAt future"),
            (with(&|save| save.started_at = at("1979-01-01T00:00:00Z")), "startedAt order"),
            (with(&|save| save.member_id = None), "memberId required"),
            (with(&|save| save.member_id = Some(foreign)), "memberId notFound"),
            (with(&|save| (save.member_id, save.member_no) = (None, Some("B1".into()))), "memberNo notFound"),
            (
                with(&|save| {
                    (save.member_id, save.member_no) = (None, Some("B1".into()));
                    save.company_id = Some(world.other_retailer_id);
                }),
                "memberNo notFound",
            ),
            (with(&|save| save.member_no = Some("A2".into())), "memberNo notFound"),
        ];
        for (save, expected) in cases {
            let refused = take(&world, &app, vec![participation(one, "right"), save]).unwrap_err();
            assert_eq!(code(&refused), ErrorCode::Invalid);
            assert_eq!(faults(&refused)[0], format!("participations[1].{expected}"));
        }
        let many: Vec<_> = (0..101).map(|number| participation(one, &number.to_string())).collect();
        assert_eq!(faults(&take(&world, &app, many).unwrap_err()), ["participations tooMany"]);
        assert!(all(&world, &world.admin).is_empty(), "all or none");
        assert_eq!(take(&world, &app, Vec::new()).unwrap(), taken(0, 0, 0));
    });
}

#[test]
fn each_sender_tells_of_whom_it_reaches() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나").member_id;
        let other = world.add_member(world.other_retailer_id, "B1", "박셋").member_id;
        let by_number = TrainingParticipationSave {
            member_id: None,
            member_no: Some("A1".into()),
            company_id: Some(world.retailer_id),
            ..participation(one, "n-1")
        };
        let above = credential(&world, world.vendor_id, CredentialScope::MeasurementsWrite);
        assert_eq!(take(&world, &above, vec![by_number]).unwrap(), taken(1, 0, 0));
        let elsewhere = credential(&world, world.other_vendor_id, CredentialScope::MeasurementsWrite);
        let refused = take(&world, &elsewhere, vec![participation(one, "n-2")]).unwrap_err();
        assert_eq!(faults(&refused), ["participations[0].memberId notFound"]);
        let reads = credential(&world, world.retailer_id, CredentialScope::CompaniesRead);
        let refused = take(&world, &reads, vec![participation(one, "n-2")]).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::Forbidden);
        for token in [&world.admin, &world.retailer, &world.operator] {
            let refused = take(&world, token, vec![participation(one, "n-2")]).unwrap_err();
            assert_eq!(code(&refused), ErrorCode::Forbidden, "staff read alone");
        }

        let nobodys = TrainingParticipationSave { member_id: None, ..participation(one, "own-1") };
        let refused = take(&world, &world.member, vec![nobodys.clone()]).unwrap_err();
        assert_eq!(faults(&refused), ["participations[0].memberId required"], "a user who is no company's member");
        link(test, &world, &world.member, one);
        // Nothing is recorded until the user permits it, whoever sends it.
        assert_eq!(take(&world, &world.member, vec![nobodys.clone()]).unwrap(), taken(0, 0, 1));
        assert_eq!(take(&world, &above, vec![participation(one, "n-3")]).unwrap(), taken(0, 0, 1));
        diesel::update(user_profile::table)
            .set(user_profile::tracking_enabled.eq(true))
            .execute(&mut test.database.connect().unwrap())
            .unwrap();
        assert_eq!(take(&world, &world.member, vec![nobodys]).unwrap(), taken(1, 0, 0));
        // Members see only their own.
        assert_eq!(take(&world, &elsewhere, vec![participation(other, "n-4")]).unwrap(), taken(1, 0, 0));
        let filter = OwnTrainingParticipationFilter::default();
        let own = world.server.call::<ListOwnTrainingParticipations>(Some(&world.member), &(), &filter, &()).unwrap();
        let numbers: Vec<&str> = own.data.iter().map(|row| row.source_id.as_str()).collect();
        assert_eq!(numbers, ["own-1", "n-1"]);
        let records = world.server.call::<GetOwnRecords>(Some(&world.member), &(), &(), &()).unwrap();
        let trainings = records.iter().find(|one| one.kind == OwnRecordKind::Training).unwrap();
        assert_eq!((trainings.count, trainings.latest_at), (2, own.data.first().map(|row| row.started_at)));
        let refused = take(&world, &world.member, vec![participation(other, "own-2")]).unwrap_err();
        assert_eq!(faults(&refused), ["participations[0].memberId notFound"]);
        assert_eq!(all(&world, &world.admin).len(), 3);
        // After recording is switched off, existing rows stay; nothing new is written, and begun participations do not
        // continue.
        diesel::update(user_profile::table)
            .set(user_profile::tracking_enabled.eq(false))
            .execute(&mut test.database.connect().unwrap())
            .unwrap();
        let before = all(&world, &world.admin);
        let further = TrainingParticipationSave { completion: 100, ..participation(one, "own-1") };
        assert_eq!(take(&world, &world.member, vec![further]).unwrap(), taken(0, 0, 1));
        for number in ["n-1", "n-5"] {
            let sent = TrainingParticipationSave { completion: 100, ..participation(one, number) };
            assert_eq!(take(&world, &above, vec![sent]).unwrap(), taken(0, 0, 1));
        }
        assert_eq!(all(&world, &world.admin), before);
    });
}

#[test]
fn a_list_shows_what_the_caller_reaches_by_every_filter_and_in_both_orders() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나").member_id;
        let two = world.add_member(world.retailer_id, "A2", "이둘").member_id;
        let other = world.add_member(world.other_retailer_id, "B1", "김셋").member_id;
        let on = |member_id, number: &str, day: u32, completion| TrainingParticipationSave {
            started_at: at(&format!("2026-03-{day:02}T19:00:00+09:00")),
            completion,
            ..participation(member_id, number)
        };
        take(&world, &writer(&world), vec![on(one, "1", 2, 100), on(one, "2", 4, 60), on(two, "3", 3, 100)]).unwrap();
        let elsewhere = credential(&world, world.other_vendor_id, CredentialScope::MeasurementsWrite);
        take(&world, &elsewhere, vec![on(other, "4", 5, 100)]).unwrap();

        let numbers = |token: &str, filter: &TrainingParticipationFilter| -> Vec<String> {
            list(&world, token, filter).into_iter().map(|row| row.source_id).collect()
        };
        let any = TrainingParticipationFilter::default();
        for token in [&world.vendor, &world.dealer, &world.retailer, &world.operator] {
            assert_eq!(numbers(token, &any), ["2", "3", "1"]);
        }
        assert_eq!(numbers(&world.admin, &any), ["4", "2", "3", "1"]);
        assert_eq!(numbers(&world.other_vendor, &any), ["4"]);
        let oldest = TrainingParticipationFilter { sort: Some(MeasurementSort::Oldest), ..any.clone() };
        assert_eq!(numbers(&world.vendor, &oldest), ["1", "3", "2"]);
        let refused = world.server.call::<ListTrainingParticipations>(Some(&world.member), &(), &any, &()).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::Forbidden);

        let day = |text: &str| Bound::parse(text);
        let filters: Vec<(TrainingParticipationFilter, &[&str], &[&str])> = vec![
            (TrainingParticipationFilter { start_started_at: day("2026-03-03"), ..any.clone() }, &["2", "3"], &["4"]),
            (TrainingParticipationFilter { end_started_at: day("2026-03-03"), ..any.clone() }, &["3", "1"], &[]),
            (TrainingParticipationFilter { member_id: Some(one), ..any.clone() }, &["2", "1"], &[]),
            (TrainingParticipationFilter { member_name: Some("김".into()), ..any.clone() }, &["2", "1"], &["4"]),
            (TrainingParticipationFilter { completed: Some(true), ..any.clone() }, &["3", "1"], &["4"]),
            (TrainingParticipationFilter { completed: Some(false), ..any.clone() }, &["2"], &[]),
            (TrainingParticipationFilter { company_id: Some(world.retailer_id), ..any.clone() }, &["2", "3", "1"], &[]),
        ];
        for (filter, own, others) in filters {
            assert_eq!(numbers(&world.retailer, &filter), own, "{filter:?}");
            assert_eq!(numbers(&world.other_vendor, &filter), others, "{filter:?}");
        }
        let foreign = &all(&world, &world.other_vendor)[0];
        let path = TrainingParticipationPath { training_participation_id: foreign.training_participation_id };
        let refused = world.server.call::<GetTrainingParticipation>(Some(&world.vendor), &path, &(), &()).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::NotFound);

        let small = TrainingParticipationFilter { page_size: Some(2), ..any };
        let page = world.server.call::<ListTrainingParticipations>(Some(&world.vendor), &(), &small, &()).unwrap();
        assert_eq!((page.total, page.total_is_exact, page.data.len()), (3, true, 2));
        let behind = TrainingParticipationFilter { page: Some(1), after: page.next.clone(), ..small.clone() };
        assert_eq!(numbers(&world.vendor, &behind), ["1"]);
        let numbered = TrainingParticipationFilter { page: Some(1), ..small };
        assert_eq!(numbers(&world.vendor, &numbered), ["1"]);
    });
}

#[test]
fn a_name_that_many_have_is_found_on_the_way_through_the_list() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나").member_id;
        let two = world.add_member(world.retailer_id, "A2", "이둘").member_id;
        take(&world, &writer(&world), vec![participation(one, "1"), participation(two, "2")]).unwrap();
        let copies = "INSERT INTO member (company_id, vendor_id, dealer_id, retailer_id, member_no, name, name_key, \
                      birth_date, sex, created_at, updated_at) \
                      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 600) \
                      SELECT company_id, vendor_id, dealer_id, retailer_id, 'C' || n, name, name_key, birth_date, sex, \
                      created_at, updated_at FROM member, number WHERE member_no = 'A1'";
        diesel::sql_query(copies).execute(&mut test.database.connect().unwrap()).unwrap();
        let named = TrainingParticipationFilter { member_name: Some("김하".into()), ..Default::default() };
        let found = list(&world, &world.retailer, &named);
        assert_eq!(found.iter().map(|row| row.source_id.as_str()).collect::<Vec<_>>(), ["1"]);
    });
}

#[test]
fn an_export_has_the_filtered_rows_in_the_words_of_who_asks() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나").member_id;
        let done = TrainingParticipationSave {
            ended_at: Some(at("2026-03-02T19:12:00+09:00")),
            completion: 100,
            score: Some(Hundredths(8_750)),
            ..participation(one, "1")
        };
        take(&world, &writer(&world), vec![done, participation(one, "2")]).unwrap();
        let completed = TrainingParticipationFilter { completed: Some(true), ..Default::default() };
        let lines = lines_of::<ExportTrainingParticipations>(&world, &world.retailer, &completed, Language::Ko);
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines[0].starts_with("시작일시,종료일시,"), "{}", lines[0]);
        for told in ["2026-03-02 19:00", "2026-03-02 19:12", "A1", "김하나", "한빛 건강센터", "4-7-8 호흡", "87.5"]
        {
            assert!(lines[1].contains(told), "{told} in {}", lines[1]);
        }
        let any = TrainingParticipationFilter::default();
        let lines = lines_of::<ExportTrainingParticipations>(&world, &world.other_vendor, &any, Language::En);
        assert_eq!(lines.len(), 1, "only the header");
    });
}

#[test]
fn participations_go_with_their_member_and_move_with_their_company() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나").member_id;
        let two = world.add_member(world.other_retailer_id, "B1", "이둘").member_id;
        take(&world, &writer(&world), vec![participation(one, "1")]).unwrap();
        let elsewhere = credential(&world, world.other_retailer_id, CredentialScope::MeasurementsWrite);
        take(&world, &elsewhere, vec![participation(two, "2")]).unwrap();
        let path = MemberPath { member_id: one };
        world.server.call::<DeleteMember>(Some(&world.admin), &path, &(), &()).unwrap();
        let left: Vec<i64> = training_participation::table
            .select(training_participation::member_id)
            .load(&mut test.database.connect().unwrap())
            .unwrap();
        assert_eq!(left, [two.0]);

        let job = upgrade(&world, world.other_retailer_id, Some(world.vendor_id));
        assert_eq!(job.state, JobState::Succeeded, "{job:?}");
        let told = |token: &str| all(&world, token).into_iter().map(|row| row.source_id).collect::<Vec<_>>();
        assert_eq!((told(&world.vendor), told(&world.other_vendor)), (vec!["2".to_owned()], vec![]));
    });
}
