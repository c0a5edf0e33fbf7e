//! The intake: each measurement is processed separately, each number is accepted once, each sender stays in its own
//! tree; and the later changes of a measurement.

use crate::{
    meanwhile::{admin, meanwhile},
    support::{Server, TestDatabase, World, at_once, code, date, link},
    writing::assert_exact,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    db::{
        DatabaseConnection,
        schema::{account, measurement, member, operator},
    },
    records::{self, Rows as _},
};
use measurements::{entry::Entry, physical_measurements::store::Physical};
use serde_json::{Value as Json, json};
use uno_core::{
    contract::{
        Method,
        companies::{CompanyId, CompanyPath, CompanySave, CompanyType, DeleteCompany, GetCompany, UpdateCompany},
        company_credentials::{CompanyCredentialSave, CredentialScope, IssueCompanyCredential},
        error::{ErrorBody, ErrorCode},
        measurements::{IntakeOutcome, IntakeReport, MeasurementForm as _},
        members::{DeleteMember, MemberPath},
        physical_measurements::{
            DeletePhysicalMeasurement, GetPhysicalMeasurement, ListPhysicalMeasurementRevisions,
            ListPhysicalMeasurements, PhysicalMeasurement, PhysicalMeasurementFilter, PhysicalMeasurementId,
            PhysicalMeasurementPath,
        },
        revisions::{RevisionAction, RevisionFilter},
        users::{DeleteOwnUser, GetOwnProfile, UpdateOwnProfile, UserId, UserProfileSave},
    },
    domain::grade::{
        Sex,
        physical::{BloodPressureGrade, BmiGrade},
    },
};

/// Returns a measurement at an hour of a day in 2026, as a device sends it.
fn sent(hour: u32, values: Json) -> Json {
    let mut item = json!({ "measuredAt": format!("2026-01-05T{hour:02}:00:00+09:00"), "setting": "CLINIC" });
    for (name, value) in values.as_object().unwrap() {
        item[name] = value.clone();
    }
    item
}

fn post(server: &Server, token: &str, body: &Json) -> (u16, Json) {
    let text = body.to_string();
    let url = server.url("/api/v1/measurements");
    let (status, answer) = server.send(Method::Post, &url, Some(token), Some(text.as_bytes()));
    (status, serde_json::from_str(&answer).unwrap_or(Json::Null))
}

fn take(server: &Server, token: &str, items: &[Json]) -> IntakeReport {
    let (status, answer) = post(server, token, &json!({ "source": "키오스크 7", "physical": items }));
    assert_eq!(status, 200, "{answer}");
    serde_json::from_value(answer).unwrap()
}

fn refusal(status_and_body: (u16, Json)) -> ErrorCode {
    let error: ErrorBody = serde_json::from_value(status_and_body.1).unwrap();
    code(&error)
}

fn all(world: &World, token: &str) -> Vec<PhysicalMeasurement> {
    let filter = PhysicalMeasurementFilter { page_size: Some(200), ..PhysicalMeasurementFilter::default() };
    world.server.call::<ListPhysicalMeasurements>(Some(token), &(), &filter, &()).unwrap().data
}

/// Returns path, outcome and first violation of each.
fn told(report: &IntakeReport) -> Vec<(&str, IntakeOutcome, String)> {
    let fault = |fields: &[uno_core::contract::validation::Violation]| {
        fields.first().map(|field| format!("{} {}", field.path, field.code)).unwrap_or_default()
    };
    report.results.iter().map(|result| (result.path.as_str(), result.outcome, fault(&result.fields))).collect()
}

pub fn credential(world: &World, scopes: &[CredentialScope]) -> String {
    credential_of(world, world.vendor_id, scopes)
}

fn credential_of(world: &World, company_id: CompanyId, scopes: &[CredentialScope]) -> String {
    let in_a_month = uno_core::domain::time::Timestamp(kernel::clock::now().0 + 30 * 86_400_000).date_in_seoul();
    let save = CompanyCredentialSave {
        name: "기기 서버".into(),
        scopes: scopes.to_vec(),
        expires_on: in_a_month,
        persons_per_day: None,
    };
    let path = CompanyPath { company_id };
    let issued = world.server.call::<IssueCompanyCredential>(Some(&world.admin), &path, &(), &save).unwrap();
    world.approve_credentials();
    issued.secret
}

fn patch(world: &World, token: &str, id: PhysicalMeasurementId, body: &Json) -> (u16, Json) {
    let url = world.server.url(&format!("/api/v1/physical-measurements/{}", id.0));
    let (status, text) = world.server.send(Method::Patch, &url, Some(token), Some(body.to_string().as_bytes()));
    (status, serde_json::from_str(&text).unwrap())
}

#[test]
fn each_measurement_is_judged_by_itself_and_told_by_its_place_and_field() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let other = world.add_member(world.other_retailer_id, "B1", "이둘");
        let report = take(
            &world.server,
            &world.operator,
            &[
                sent(1, json!({ "memberId": one.member_id.0, "heightCm": 160, "weightKg": 64, "sourceId": "1" })),
                sent(2, json!({ "memberNo": "A1", "systolic": 118, "diastolic": 76 })),
                sent(3, json!({ "memberNo": "A1", "systolic": 76, "diastolic": 118 })),
                sent(4, json!({ "memberNo": "A1", "heightCm": 17 })),
                sent(5, json!({ "memberId": other.member_id.0, "pulse": 60 })),
                sent(6, json!({ "memberNo": "B1", "pulse": 60 })),
                sent(7, json!({ "memberNo": "A1", "companyId": world.other_retailer_id.0, "pulse": 60 })),
                sent(8, json!({ "memberNo": "A1", "glucose": 90 })),
                sent(9, json!({ "memberNo": "A1" })),
                json!("118/76"),
                sent(2, json!({ "memberNo": "A1", "pulse": 61 })),
                json!({ "memberNo": "A1", "pulse": 61, "setting": "CLINIC", "measuredAt": "2999-01-01T00:00:00Z" }),
                json!({ "memberNo": "A1", "pulse": 61, "setting": "CLINIC", "measuredAt": "2026-01-05T09:00:00" }),
                sent(12, json!({ "pulse": 61 })),
                sent(13, json!({ "memberNo": "A1", "heightCm": 170, "weightKg": 17 })),
            ],
        );
        use IntakeOutcome::{Created, Refused};
        assert_eq!(
            told(&report),
            [
                ("physical[0]", Created, String::new()),
                ("physical[1]", Created, String::new()),
                ("physical[2]", Refused, "systolic order".into()),
                ("physical[3]", Refused, "heightCm tooSmall".into()),
                ("physical[4]", Refused, "memberId notFound".into()),
                ("physical[5]", Refused, "memberNo notFound".into()),
                ("physical[6]", Refused, "memberNo notFound".into()),
                ("physical[7]", Refused, "glucose unknown".into()),
                ("physical[8]", Refused, "heightCm required".into()),
                ("physical[9]", Refused, " type".into()),
                ("physical[10]", Refused, "measuredAt taken".into()),
                ("physical[11]", Refused, "measuredAt future".into()),
                ("physical[12]", Refused, "measuredAt format".into()),
                ("physical[13]", Refused, "memberId required".into()),
                ("physical[14]", Created, String::new()),
            ]
        );
        assert_eq!((report.created, report.known, report.refused), (3, 0, 12));
        assert_eq!(report.results[14].unusual, ["weightKg"], "possible, and rare");
        let found = all(&world, &world.retailer);
        assert_eq!(found.len(), 3);
        assert_eq!(found[2].bmi_grade, Some(BmiGrade::Obesity1));
        assert_eq!(Some(found[2].physical_measurement_id.0), report.results[0].measurement_id);
        assert_eq!(found[0].unusual, ["weightKg"]);
        assert_exact(test);
    });
}

#[test]
fn a_refusal_tells_no_more_of_a_birth_than_lists_do() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        // Born on 17 May 1980.
        let member_id = world.add_member(world.retailer_id, "A1", "김하나").member_id;
        let days = ["1979-12-31T23:59:59", "1980-01-01T00:00:00", "1980-05-16T09:00:00", "1980-05-17T09:00:00"];
        let items = days.map(
            |day| json!({ "memberId": member_id, "pulse": 60, "setting": "CLINIC", "measuredAt": format!("{day}+09:00") }),
        );
        let report = take(&world.server, &credential(&world, &[CredentialScope::MeasurementsWrite]), &items);
        use IntakeOutcome::{Created, Refused};
        assert_eq!(
            told(&report),
            [
                ("physical[0]", Refused, "measuredAt order".into()),
                ("physical[1]", Created, String::new()),
                ("physical[2]", Created, String::new()),
                ("physical[3]", Created, String::new()),
            ]
        );
        // Unusual values are also reported by year only; otherwise they would reveal the birthday.
        let schooled = ["2000-05-16", "2000-05-17"].map(|day| {
            json!({ "memberId": member_id, "instrument": "KDSQ_C", "total": 6, "educationYears": 15, "measuredAt": format!("{day}T09:00:00+09:00") })
        });
        let secret = credential(&world, &[CredentialScope::MeasurementsWrite]);
        let (_, answer) = post(&world.server, &secret, &json!({ "source": "k2", "dementia": schooled }));
        let schooled: IntakeReport = serde_json::from_value(answer).unwrap();
        let unusual: Vec<_> = schooled.results.iter().map(|result| (result.outcome, result.unusual.len())).collect();
        assert_eq!(unusual, [(Created, 0), (Created, 0)]);
        let mut ages: Vec<_> = all(&world, &world.retailer).into_iter().map(|one| one.age).collect();
        ages.reverse();
        assert_eq!(ages, [None, None, Some(0)], "nobody has an age before being born");
    });
}

#[test]
fn what_has_a_number_is_written_once_however_often_and_wherever_it_is_sent() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let others = [Server::start(test), Server::start(test)];
        for number in 0..20 {
            world.add_member(world.retailer_id, &format!("A{number}"), "김하나");
        }
        let items: Vec<Json> = (0..100)
            .map(|number| {
                let values = json!({
                    "memberNo": format!("A{}", number % 20), "pulse": 60 + number / 20, "sourceId": format!("n{number}"),
                });
                sent(number / 20, values)
            })
            .collect();
        let reports: Vec<IntakeReport> =
            at_once(2, 5, |thread, _| take(&others[thread], &world.operator, &items)).into_iter().flatten().collect();
        assert_eq!(reports.iter().map(|report| report.created).sum::<i64>(), 100);
        assert_eq!(reports.iter().map(|report| report.known).sum::<i64>(), 900);
        let ids = |report: &IntakeReport| -> Vec<_> {
            report.results.iter().map(|result| result.measurement_id.unwrap()).collect()
        };
        assert!(reports.iter().all(|report| ids(report) == ids(&reports[0])), "each time the same answer");
        assert_eq!(all(&world, &world.retailer).len(), 100);
        assert_exact(test);

        let other_values = sent(0, json!({ "memberNo": "A0", "pulse": 99, "sourceId": "n0" }));
        let twice = sent(20, json!({ "memberNo": "A0", "pulse": 99, "sourceId": "m" }));
        let report = take(&world.server, &world.operator, &[other_values, twice.clone(), twice]);
        assert_eq!(
            told(&report),
            [
                ("physical[0]", IntakeOutcome::Refused, "sourceId taken".into()),
                ("physical[1]", IntakeOutcome::Created, String::new()),
                ("physical[2]", IntakeOutcome::Known, String::new()),
            ]
        );
        let elsewhere = take(
            &world.server,
            &world.retailer,
            &[sent(21, json!({ "memberNo": "A0", "pulse": 70, "sourceId": "n0" }))],
        );
        assert_eq!(elsewhere.created, 1, "another sender numbers by itself");
    });
}

#[test]
fn a_moment_that_is_taken_is_refused_alone_whoever_took_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let at = |hour: u32, pulse: i64| sent(hour, json!({ "memberNo": "A1", "pulse": pulse }));
        assert_eq!(take(&world.server, &world.operator, &[at(1, 60)]).created, 1);
        let alone = take(&world.server, &world.operator, &[at(1, 60)]);
        assert_eq!(told(&alone), [("physical[0]", IntakeOutcome::Refused, "measuredAt taken".into())]);
        let among_others = take(&world.server, &world.operator, &[at(2, 60), at(1, 60), at(3, 60)]);
        let own = |place: usize| among_others.results[place].measurement_id.is_some();
        assert_eq!((among_others.created, own(0), own(1), own(2)), (2, true, false, true));
        assert_eq!(told(&among_others)[1], ("physical[1]", IntakeOutcome::Refused, "measuredAt taken".into()));
        assert_exact(test);
    });
}

#[test]
fn what_names_a_service_a_device_or_a_second_person_that_does_not_exist_is_refused() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나").member_id.0;
        world.add_member(world.retailer_id, "A2", "이둘");
        let items = [
            json!({ "memberId": one, "pulse": 60, "serviceId": 999_999 }),
            json!({ "memberId": one, "pulse": 60, "externalDeviceId": 999_999 }),
            json!({ "memberId": one, "pulse": 60, "memberNo": "A2" }),
            json!({ "memberId": one, "pulse": 60, "memberNo": "A1", "serviceId": 1 }),
        ];
        let items: Vec<Json> = (0..).zip(items).map(|(hour, values)| sent(hour, values)).collect();
        let report = take(&world.server, &world.operator, &items);
        assert_eq!(
            told(&report),
            [
                ("physical[0]", IntakeOutcome::Refused, "serviceId notFound".into()),
                ("physical[1]", IntakeOutcome::Refused, "externalDeviceId notFound".into()),
                ("physical[2]", IntakeOutcome::Refused, "memberNo notFound".into()),
                ("physical[3]", IntakeOutcome::Created, String::new()),
            ]
        );
        let id = PhysicalMeasurementId(report.results[3].measurement_id.unwrap());
        let (status, answer) = patch(&world, &world.operator, id, &json!({ "serviceId": 999_999, "version": 1 }));
        assert_eq!((status, answer["fields"][0]["path"].as_str()), (422, Some("serviceId")), "{answer}");
    });
}

#[test]
fn senders_reach_what_they_may_and_nothing_else() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let other = world.add_member(world.other_retailer_id, "B1", "이둘");
        let by_number = |hour, number: &str| {
            sent(hour, json!({ "memberNo": number, "companyId": world.retailer_id.0, "pulse": 60 }))
        };
        let body = |item: Json| json!({ "physical": [item] });
        let writes = credential(&world, &[CredentialScope::MeasurementsWrite]);
        let reads = credential(&world, &[CredentialScope::CompaniesRead]);
        assert_eq!(take(&world.server, &writes, &[by_number(1, "A1")]).created, 1);
        assert_eq!(refusal(post(&world.server, &reads, &body(by_number(2, "A1")))), ErrorCode::Forbidden);
        assert_eq!(refusal(post(&world.server, "uno_1_x", &body(by_number(2, "A1")))), ErrorCode::Unauthenticated);
        let foreign = sent(3, json!({ "memberId": other.member_id.0, "pulse": 60 }));
        assert_eq!(told(&take(&world.server, &writes, std::slice::from_ref(&foreign)))[0].2, "memberId notFound");

        // Members send their own measurements, for a linked company or for themselves alone.
        link(test, &world, &world.member, one.member_id);
        let own = sent(4, json!({ "memberId": one.member_id.0, "pulse": 62 }));
        let alone = sent(5, json!({ "pulse": 63 }));
        let report = take(&world.server, &world.member, &[own, alone, foreign, by_number(6, "B1")]);
        let faults: Vec<_> = told(&report).into_iter().map(|(_, _, fault)| fault).collect();
        assert_eq!(faults, ["", "", "memberId notFound", "memberNo notFound"]);
        let pulses: Vec<_> = all(&world, &world.vendor).iter().filter_map(|found| found.pulse).collect();
        assert_eq!(pulses, [62, 60], "what a member keeps for oneself is no company's");
        assert_eq!(all(&world, &world.admin).len(), 3);
        let user_id = world.server.call::<GetOwnProfile>(Some(&world.member), &(), &(), &()).unwrap().user_id;
        let of_user = |token: &str, user_id| {
            let filter = PhysicalMeasurementFilter { user_id: Some(user_id), ..PhysicalMeasurementFilter::default() };
            let page = world.server.call::<ListPhysicalMeasurements>(Some(token), &(), &filter, &()).unwrap();
            (page.total, page.data.into_iter().filter_map(|found| found.pulse).collect::<Vec<_>>())
        };
        assert_eq!(of_user(&world.admin, user_id), (1, vec![63]), "a user's own, without what is a member's");
        assert_eq!(of_user(&world.vendor, user_id), (0, vec![]));
        assert_eq!(of_user(&world.admin, UserId(user_id.0 + 1)), (0, vec![]));
        assert!(all(&world, &world.other_vendor).is_empty());

        for (body, expected) in [
            (json!({ "physical": vec![alone_at(1); 1_001] }), "physical tooMany"),
            (json!({ "physical": { "pulse": 60 } }), "physical type"),
            (json!({ "blood": [] }), "blood unknown"),
            (json!({ "source": "a".repeat(51) }), "source tooLong"),
        ] {
            let (status, answer) = post(&world.server, &world.operator, &body);
            let error: ErrorBody = serde_json::from_value(answer).unwrap();
            let field = &error.fields[0];
            assert_eq!((status, format!("{} {}", field.path, field.code)), (422, expected.into()));
        }
        let url = world.server.url("/api/v1/measurements");
        let large = format!("{{\"source\":\"{}\"}}", "a".repeat(9 * 1024 * 1024));
        let (status, _) = world.server.send(Method::Post, &url, Some(&world.operator), Some(large.as_bytes()));
        assert_eq!(status, 413);
    });
}

#[test]
fn of_who_withdraws_what_was_given_to_a_companys_member_stays_and_what_was_kept_for_oneself_goes() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        link(test, &world, &world.member, one.member_id);
        let report = take(&world.server, &world.member, &[alone_at(1), alone_at(2)]);
        let ids: Vec<_> = report.results.iter().map(|result| result.measurement_id.unwrap()).collect();
        let given = PhysicalMeasurementId(ids[0]);
        assert_eq!(patch(&world, &world.admin, given, &json!({ "memberId": one.member_id.0 })).0, 200);
        world.server.call::<DeleteOwnUser>(Some(&world.member), &(), &(), &()).unwrap();
        let left: Vec<_> = all(&world, &world.admin).iter().map(|found| found.physical_measurement_id).collect();
        assert_eq!(left, [given]);
        assert_eq!(all(&world, &world.retailer)[0].member_no.as_deref(), Some("A1"));
        let whose = measurement::table.find(given.0).select((measurement::user_id, measurement::member_id));
        let whose = whose.first::<(Option<i64>, Option<i64>)>(&mut test.database.connect().unwrap()).unwrap();
        assert_eq!(whose, (None, Some(one.member_id.0)), "nothing of it leads to who has left");
        assert_exact(test);
    });
}

#[test]
fn what_is_being_given_to_a_member_while_its_user_withdraws_stays_with_the_company() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        link(test, &world, &world.member, one.member_id);
        let id = take(&world.server, &world.member, &[alone_at(1)]).results[0].measurement_id.unwrap();
        let give = |connection: &mut DatabaseConnection| {
            let admin = admin(&world, connection);
            let before = Entry::<Physical>::standing(connection, &admin, id).unwrap();
            let given = before.clone().of_member(Some(one.member_id));
            records::update::<Entry<Physical>>(connection, &admin, id, &before, given).unwrap();
        };
        meanwhile(test, give, || world.server.call::<DeleteOwnUser>(Some(&world.member), &(), &(), &())).unwrap();
        let left: Vec<_> = all(&world, &world.retailer).iter().map(|found| found.physical_measurement_id.0).collect();
        assert_eq!(left, [id]);
    });
}

#[test]
fn a_users_own_is_graded_by_the_profile_whether_it_is_corrected_or_the_profile_is() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let profile = |birth_date: &str| {
            let known = world.server.call::<GetOwnProfile>(Some(&world.member), &(), &(), &()).unwrap();
            let save = UserProfileSave {
                name: known.name,
                birth_date: Some(date(birth_date)),
                sex: Some(Sex::Female),
                phone_number: None,
                email: None,
                address: None,
                version: known.version,
            };
            world.server.call::<UpdateOwnProfile>(Some(&world.member), &(), &(), &save).unwrap();
        };
        let graded = || {
            let found = all(&world, &world.admin).pop().unwrap();
            (found.age, found.sex, found.bmi_grade)
        };
        profile("1990-03-01");
        let own = sent(5, json!({ "heightCm": 160, "weightKg": 58, "pulse": 63 }));
        let report = take(&world.server, &world.member, &[own]);
        let id = PhysicalMeasurementId(report.results[0].measurement_id.unwrap());
        let grown = (Some(35), Some(Sex::Female), Some(BmiGrade::Normal));
        assert_eq!(graded(), grown);
        let (status, answer) = patch(&world, &world.admin, id, &json!({ "pulse": 64, "version": 1 }));
        assert_eq!((status, answer["age"].as_i64()), (200, Some(35)), "it stays hers: {answer}");
        assert_eq!(graded(), grown);
        let (status, answer) = patch(&world, &world.admin, id, &json!({ "measuredAt": "1980-01-05T01:00:00Z" }));
        assert_eq!((status, answer["fields"][0]["code"].as_str()), (422, Some("order")), "before she was born");
        profile("2016-03-01");
        assert_eq!(graded(), (Some(9), Some(Sex::Female), None), "adults alone have such a grade");
        profile("1960-03-01");
        assert_eq!(graded(), (Some(65), Some(Sex::Female), Some(BmiGrade::Normal)));
        // A company's measurement is graded by the company's data about the person.
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        link(test, &world, &world.member, member.member_id);
        let theirs = sent(6, json!({ "memberId": member.member_id.0, "pulse": 62 }));
        assert_eq!(take(&world.server, &world.member, &[theirs]).created, 1);
        let before = all(&world, &world.vendor).pop().unwrap().age;
        profile("1970-03-01");
        assert_eq!(all(&world, &world.vendor).pop().unwrap().age, before);
    });
}

fn alone_at(hour: u32) -> Json {
    sent(hour, json!({ "pulse": 60 }))
}

#[test]
fn a_correction_grades_anew_and_what_was_removed_is_gone() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let report = take(
            &world.server,
            &world.operator,
            &[sent(1, json!({ "memberNo": "A1", "systolic": 118, "diastolic": 76, "sourceId": "1" }))],
        );
        let id = PhysicalMeasurementId(report.results[0].measurement_id.unwrap());
        let path = PhysicalMeasurementPath { physical_measurement_id: id };
        let (status, answer) = patch(&world, &world.other_vendor, id, &json!({ "systolic": 119 }));
        assert_eq!((status, answer["code"].as_i64()), (404, Some(ErrorCode::NotFound.number().into())));
        let (status, answer) = patch(&world, &world.retailer, id, &json!({ "systolic": 60 }));
        assert_eq!((status, answer["fields"][0]["path"].as_str()), (422, Some("systolic")));
        let (status, answer) = patch(&world, &world.retailer, id, &json!({ "systolic": 162, "version": 1 }));
        let corrected: PhysicalMeasurement = serde_json::from_value(answer).unwrap();
        assert_eq!((status, corrected.version), (200, 2));
        assert_eq!(corrected.blood_pressure_grade, Some(BloodPressureGrade::Stage2));
        let (status, _) = patch(&world, &world.retailer, id, &json!({ "systolic": 163, "version": 1 }));
        assert_eq!(status, 409, "somebody was faster");
        // Moves it to another day.
        let (status, _) = patch(&world, &world.retailer, id, &json!({ "measuredAt": "2025-06-05T01:00:00Z" }));
        assert_eq!(status, 200);
        assert_exact(test);
        let history = world
            .server
            .call::<ListPhysicalMeasurementRevisions>(
                Some(&world.retailer),
                &path,
                &RevisionFilter { page: None, page_size: None },
                &(),
            )
            .unwrap();
        let fields: Vec<_> =
            history.data.iter().map(|revision| (revision.action, revision.changes[0].field.as_str())).collect();
        assert_eq!(fields, [(RevisionAction::Update, "measuredAt"), (RevisionAction::Update, "systolic")]);

        let other = world.add_member(world.retailer_id, "A2", "이둘");
        let (status, answer) = patch(&world, &world.retailer, id, &json!({ "memberId": other.member_id.0 }));
        assert_eq!((status, answer["memberNo"].as_str()), (200, Some("A2")), "it was somebody else's");
        let (status, _) = patch(&world, &world.retailer, id, &json!({ "memberId": null }));
        assert_eq!(status, 422, "it does not become nobody's again");
        world.server.call::<DeletePhysicalMeasurement>(Some(&world.retailer), &path, &(), &()).unwrap();
        let gone = world.server.call::<GetPhysicalMeasurement>(Some(&world.retailer), &path, &(), &()).unwrap_err();
        assert_eq!(code(&gone), ErrorCode::NotFound);
        assert_exact(test);
        let path = MemberPath { member_id: one.member_id };
        world.server.call::<DeleteMember>(Some(&world.retailer), &path, &(), &()).unwrap();
    });
}

#[test]
fn the_id_of_what_was_removed_is_not_given_again() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let new = || {
            let sent = sent(1, json!({ "memberNo": "A1", "pulse": 60 }));
            take(&world.server, &world.operator, &[sent]).results[0].measurement_id.unwrap()
        };
        let last = new();
        let path = PhysicalMeasurementPath { physical_measurement_id: PhysicalMeasurementId(last) };
        world.server.call::<DeletePhysicalMeasurement>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert!(new() > last, "whoever keeps the old one must not find another");
        assert_exact(test);
    });
}

#[test]
fn the_clock_of_a_measurement_is_kept_beside_its_moment() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let by = |measured_at: &str, more: Json| {
            let mut item = sent(0, json!({ "memberNo": "A1", "pulse": 60, "measuredAt": measured_at }));
            item.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            item
        };
        let first = |measured_at: &str| by(measured_at, json!({ "sourceId": "1" }));
        let report = take(
            &world.server,
            &world.operator,
            &[
                first("2026-01-04T19:00:00-05:00"),
                by("2026-01-05T10:00:00+09:00", json!({})),
                by("2026-01-05T02:00:00Z", json!({})),
                by("2026-01-05T03:00:00+00:00", json!({})),
                by("2026-01-05T04:00:00Z", json!({ "measuredAtOffset": 345 })),
                by("2026-01-05T05:00:00Z", json!({ "measuredAtOffset": 841 })),
            ],
        );
        assert_eq!((report.created, report.refused), (5, 1));
        assert_eq!(told(&report)[5].2, "measuredAtOffset tooLarge");
        let found = all(&world, &world.retailer);
        let clocks: Vec<_> = found.iter().map(|one| one.measured_at_offset).collect();
        assert_eq!(clocks, [345, 0, 540, 540, -300], "lists go by the moment, whatever the clock");
        assert_eq!(found[4].measured_at.to_string(), "2026-01-05T00:00:00.000Z");

        let again = take(&world.server, &world.operator, &[first("2026-01-05T00:00:00Z")]);
        assert_eq!(told(&again)[0].1, IntakeOutcome::Known, "by another clock it is the same");

        let id = found[4].physical_measurement_id;
        for (body, expected) in [
            (json!({ "pulse": 62 }), -300),
            (json!({ "measuredAt": "2026-01-05T00:30:00Z" }), -300),
            (json!({ "measuredAt": "2026-01-05T01:45:00+01:00" }), 60),
            (json!({ "measuredAtOffset": -210 }), -210),
            (json!({ "measuredAtOffset": null }), 540),
        ] {
            let (status, answer) = patch(&world, &world.retailer, id, &body);
            assert_eq!((status, answer["measuredAtOffset"].as_i64()), (200, Some(expected)), "{body}");
        }
        let path = PhysicalMeasurementPath { physical_measurement_id: id };
        let pages = RevisionFilter { page: None, page_size: None };
        let history =
            world.server.call::<ListPhysicalMeasurementRevisions>(Some(&world.retailer), &path, &pages, &()).unwrap();
        let change = &history.data[0].changes[0];
        let told = (change.field.as_str(), change.before.as_deref(), change.after.as_deref());
        assert_eq!(told, ("measuredAtOffset", Some("-210"), Some("540")));
    });
}

#[test]
fn what_comes_without_a_person_waits_for_one_and_is_graded_then() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        let report = take(
            &world.server,
            &world.operator,
            &[sent(1, json!({ "heightCm": 160, "weightKg": 64, "sourceId": "1" }))],
        );
        assert_eq!(report.created, 1);
        let waiting = all(&world, &world.dealer).remove(0);
        assert_eq!((waiting.member_id, waiting.bmi_grade), (None, None));
        assert_eq!(waiting.company_id, Some(world.retailer_id), "it is that site's");
        assert!(all(&world, &world.other_vendor).is_empty());
        let id = waiting.physical_measurement_id;
        let later = json!({ "measuredAt": "2099-01-01T00:00:00Z" });
        let (status, answer) = patch(&world, &world.retailer, id, &later);
        assert_eq!((status, &answer["fields"][0]["code"]), (422, &json!("future")), "nobody's either");
        let (status, answer) = patch(&world, &world.retailer, id, &json!({ "memberId": one.member_id.0 }));
        let found: PhysicalMeasurement = serde_json::from_value(answer).unwrap();
        assert_eq!((status, found.member_no.as_deref()), (200, Some("A1")));
        assert_eq!(found.bmi_grade, Some(BmiGrade::Obesity1));
    });
}

#[test]
fn a_company_stays_where_it_is_while_a_measurement_of_it_waits_for_a_person() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let site = world.add_company(CompanyType::Retailer, "새 지점", Some(world.dealer_id));
        let path = CompanyPath { company_id: site.company_id };
        let sender = credential_of(&world, site.company_id, &[CredentialScope::MeasurementsWrite]);
        let report = take(&world.server, &sender, &[sent(1, json!({ "pulse": 60, "sourceId": "1" }))]);
        let elsewhere = CompanySave { parent_company_id: Some(world.other_vendor_id), ..site.form() };
        let move_it = || world.server.call::<UpdateCompany>(Some(&world.admin), &path, &(), &elsewhere);
        let removal = || world.server.call::<DeleteCompany>(Some(&world.admin), &path, &(), &());
        let removable = || world.server.call::<GetCompany>(Some(&world.admin), &path, &(), &()).unwrap().can.delete;

        assert_eq!(move_it().unwrap_err().fields[0].code, "hasDependents");
        let refused = removal().unwrap_err();
        assert_eq!((code(&refused), refused.fields[0].path.as_str()), (ErrorCode::HasDependents, "measurements"));
        assert_eq!(removable().reason.as_deref(), Some("hasDependents"));

        let id = PhysicalMeasurementId(report.results[0].measurement_id.unwrap());
        let measured = PhysicalMeasurementPath { physical_measurement_id: id };
        world.server.call::<DeletePhysicalMeasurement>(Some(&world.admin), &measured, &(), &()).unwrap();
        assert!(removable().allowed);
        move_it().unwrap();
        removal().unwrap();
    });
}

#[test]
fn a_site_that_is_not_launched_yet_measures_on_trial() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let measure = |hour| {
            take(&world.server, &world.operator, &[sent(hour, json!({ "memberNo": "A1", "pulse": 60 }))]);
            all(&world, &world.retailer).remove(0).trial
        };
        assert!(measure(1));
        test.database
            .write_blocking(|connection| {
                let id = account::table
                    .filter(account::login_id.eq("operator"))
                    .select(account::account_id)
                    .first::<i64>(connection)?;
                let at = operator::launched_at.eq(Some(1_700_000_000_000_i64));
                let known = diesel::update(operator::table.find(id)).set(at).execute(connection)?;
                if known == 0 {
                    diesel::insert_into(operator::table)
                        .values((operator::account_id.eq(id), at))
                        .execute(connection)?;
                }
                Ok(())
            })
            .unwrap();
        assert!(!measure(2));
        assert_eq!(
            test.database.read_blocking(|connection| Ok(member::table.count().get_result::<i64>(connection)?)).unwrap(),
            1
        );
    });
}

#[test]
fn a_measurement_that_names_its_company_and_nobody_is_stored_there_or_refused() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let at = |number: &str, company: CompanyId| {
            sent(1, json!({ "sourceId": number, "companyId": company.0, "pulse": 60 }))
        };
        let items = [at("1", world.retailer_id), at("2", world.other_retailer_id)];
        let report = take(&world.server, &world.dealer, &items);
        use IntakeOutcome::{Created, Refused};
        assert_eq!(
            told(&report),
            [("physical[0]", Created, String::new()), ("physical[1]", Refused, "companyId notFound".into())]
        );
        assert_eq!(all(&world, &world.retailer).len(), 1, "the company's own staff see it");
        assert_eq!(take(&world.server, &world.admin, &[at("3", world.other_retailer_id)]).created, 1);
        assert_eq!(all(&world, &world.other_vendor).len(), 1);
    });
}

/// Returns how often a member's birth date counts as shown to an account.
fn reveals(test: &TestDatabase, account: &str) -> i64 {
    use kernel::db::schema::access_log;
    let shown = access_log::table
        .filter(access_log::action.eq("REVEAL"))
        .filter(access_log::account_name.eq(account.to_owned()))
        .count();
    test.database.read_blocking(|connection| Ok(shown.get_result(connection)?)).unwrap()
}

#[test]
fn ages_at_more_than_three_days_of_ones_own_choosing_are_a_birth_date_shown() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "김하나");
        let on = |day: u32| json!({ "memberNo": "A1", "pulse": 60, "setting": "CLINIC", "measuredAt": format!("2020-05-{day:02}T09:00:00+09:00") });
        let now = json!({ "memberNo": "A1", "pulse": 60, "setting": "CLINIC", "measuredAt": kernel::clock::now() });
        take(&world.server, &world.retailer, &[on(1), on(2), on(3), now]);
        take(&world.server, &world.retailer, &[on(3)]);
        assert_eq!(reveals(test, "retailer"), 0, "three days and today");
        let stored = all(&world, &world.retailer).remove(1);
        let change = json!({ "measuredAt": "2020-05-04T09:00:00+09:00", "version": stored.version });
        let (status, answer) = patch(&world, &world.retailer, stored.physical_measurement_id, &change);
        assert_eq!(status, 200, "{answer}");
        assert_eq!(reveals(test, "retailer"), 1, "by a correction too");
        take(&world.server, &world.retailer, &[on(5), on(6)]);
        assert_eq!(reveals(test, "retailer"), 1, "once for a member and a day");

        let days: Vec<Json> = (10..14).map(on).collect();
        take(&world.server, &world.admin, &days);
        assert_eq!(reveals(test, "root"), 0, "who has registered the member knows the date");
        test.database
            .write_blocking(|connection| {
                let dealer = account::table.filter(account::login_id.eq("dealer"));
                let id = dealer.select(account::account_id).first::<i64>(connection)?;
                let (limit, now) = (&kernel::access::limits::REVEALING, kernel::clock::now());
                (0..100).try_for_each(|_| kernel::access::limits::count(connection, limit, id, now))
            })
            .unwrap();
        let days: Vec<Json> = (15..19).map(on).collect();
        let (status, _) = post(&world.server, &world.dealer, &json!({ "physical": days }));
        assert_eq!((status, reveals(test, "dealer")), (429, 0), "nothing is shown beyond the limit");
        let seen = all(&world, &world.dealer).iter().filter(|row| row.member_id == Some(member.member_id)).count();
        assert_eq!(seen, 10);
    });
}
