//! Codes by which persons claim a measurement without a person: accepted once, by one account, and assigned within the
//! scope of the requester.

use crate::{
    person_confirmations::{get, known, measure},
    support::{Server, TestDatabase, World, account_id, add_account, at_once, code, link},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::schema::{access_log, account, person_code},
    problem::Problem,
};
use uno_core::{
    contract::{
        companies::CompanyType,
        error::{ErrorBody, ErrorCode},
        measurements::KindOfMeasurements,
        person_confirmations::{
            AnswerPersonCode, CODE_PREFIX, ConfirmPersonByCode, CreatePersonCode, GetPersonCodeStatus,
            InspectPersonCode, PersonCodeAnswer, PersonCodeInquiry, PersonCodeRequest,
        },
        physical_measurements::{
            DeletePhysicalMeasurement, ListPhysicalMeasurementRevisions, PhysicalMeasurementId, PhysicalMeasurementPath,
        },
        qr_codes::{ConfirmQrCode, InspectQrCode, QrCode, QrCodeConfirmation, QrCodeReference, QrCodeStatus},
        revisions::{RevisionAction, RevisionFilter},
        validation::Violation,
    },
    domain::{access::Authority, grade::Sex},
};

fn ask(world: &World, token: &str, measurement_id: i64) -> Result<QrCode, ErrorBody> {
    let body = PersonCodeRequest { kind: KindOfMeasurements::Physical, measurement_id, version: 1 };
    world.server.call::<CreatePersonCode>(Some(token), &(), &(), &body)
}

fn reference(code: &str) -> QrCodeReference {
    QrCodeReference { qr_code: code.into() }
}

fn status(world: &World, token: &str, code: &str) -> QrCodeStatus {
    world.server.call::<GetPersonCodeStatus>(Some(token), &(), &(), &reference(code)).unwrap().status
}

fn inspect(world: &World, token: &str, code: &str) -> Result<PersonCodeInquiry, ErrorBody> {
    world.server.call::<InspectPersonCode>(Some(token), &(), &(), &reference(code))
}

fn answer(server: &Server, token: &str, code: &str, approved: bool) -> Result<(), ErrorBody> {
    let body = PersonCodeAnswer { qr_code: code.into(), approved };
    server.call::<AnswerPersonCode>(Some(token), &(), &(), &body).map(drop)
}

fn confirm(server: &Server, token: &str, code: &str) -> Result<(), ErrorBody> {
    server.call::<ConfirmPersonByCode>(Some(token), &(), &(), &reference(code)).map(drop)
}

/// Returns why a code has no effect.
fn refusal(world: &World, token: &str, code: &str) -> Vec<Violation> {
    confirm(&world.server, token, code).unwrap_err().fields
}

fn expire_codes(world: &World) {
    let expire = |connection: &mut _| {
        diesel::update(person_code::table)
            .set(person_code::expires_at.eq(clock::now().0 - 1))
            .execute(connection)
            .map_err(Problem::from)
    };
    world.server.state.database.write_blocking(expire).unwrap();
}

/// Returns whom staff have confirmed, according to the access log.
fn confirmed(test: &TestDatabase) -> Vec<(i64, Option<i64>)> {
    access_log::table
        .filter(access_log::action.eq("CONFIRM"))
        .order(access_log::access_log_id)
        .select((access_log::account_id, access_log::member_id))
        .load(&mut test.database.connect().unwrap())
        .unwrap()
}

#[test]
fn a_measurement_is_the_members_who_agrees_by_the_code_that_staff_show() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = known(&world, "A1");
        link(test, &world, &world.member, one.member_id);
        let id = measure(&world, 9);
        let shown = ask(&world, &world.operator, id).unwrap();
        assert!(shown.qr_code.starts_with(CODE_PREFIX), "an app tells it from the code of a sign-in");
        assert!(!shown.qr_code_image_base64.is_empty());
        let left = shown.expires_at.0 - clock::now().0;
        assert!((60_000..=120_000).contains(&left), "{left}");
        let kept: Vec<String> =
            person_code::table.select(person_code::code_hash).load(&mut test.database.connect().unwrap()).unwrap();
        assert!(kept.len() == 1 && !kept.contains(&shown.qr_code), "hashed");

        assert_eq!(status(&world, &world.operator, &shown.qr_code), QrCodeStatus::Pending);
        let asked = inspect(&world, &world.member, &shown.qr_code).unwrap();
        assert!(asked.company_name.is_some());
        let told = (asked.kind, asked.measured_at.to_string(), asked.measured_at_offset);
        assert_eq!(told, (KindOfMeasurements::Physical, "2026-01-05T00:00:00.000Z".into(), 540));
        assert_eq!(get(&world, id).member_id, None, "nothing is given before the person agrees");

        answer(&world.server, &world.member, &shown.qr_code, true).unwrap();
        answer(&world.server, &world.member, &shown.qr_code, true).unwrap();
        assert_eq!(code(&inspect(&world, &world.member, &shown.qr_code).unwrap_err()), ErrorCode::NotFound);
        assert_eq!(status(&world, &world.operator, &shown.qr_code), QrCodeStatus::Success);
        assert_eq!(get(&world, id).member_id, None, "nor before staff confirm it");

        confirm(&world.server, &world.operator, &shown.qr_code).unwrap();
        let given = get(&world, id);
        assert_eq!((given.member_id, given.sex, given.age), (Some(one.member_id), Some(Sex::Female), Some(45)));
        assert!(given.body_fat_grade.is_some());
        assert_eq!(status(&world, &world.operator, &shown.qr_code), QrCodeStatus::Fail);
        let again = refusal(&world, &world.operator, &shown.qr_code);
        assert_eq!(again, [Violation::new("qrCode", "expired")], "a code serves once");

        let path = PhysicalMeasurementPath { physical_measurement_id: PhysicalMeasurementId(id) };
        let filter = RevisionFilter { page: None, page_size: None };
        let history = world.server.call::<ListPhysicalMeasurementRevisions>(Some(&world.admin), &path, &filter, &());
        let last = history.unwrap().data.remove(0);
        assert_eq!((last.action, last.account_name.as_str()), (RevisionAction::Update, "operator"));
        let operator = account_id(&world.server.state, "operator");
        assert_eq!(confirmed(test), [(operator, Some(one.member_id.0))]);
    });
}

#[test]
fn what_is_declined_expired_or_not_answered_gives_nothing() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = known(&world, "A1");
        link(test, &world, &world.member, one.member_id);
        let id = measure(&world, 9);
        let asked = || ask(&world, &world.operator, id).unwrap().qr_code;
        let expired = [Violation::new("qrCode", "expired")];

        let declined = asked();
        answer(&world.server, &world.member, &declined, false).unwrap();
        let late = answer(&world.server, &world.member, &declined, true).unwrap_err();
        assert_eq!(code(&late), ErrorCode::NotFound, "declined stays declined");
        assert_eq!(status(&world, &world.operator, &declined), QrCodeStatus::Success, "it is answered");
        assert_eq!(refusal(&world, &world.operator, &declined), [Violation::new("qrCode", "declined")]);
        assert_eq!(refusal(&world, &world.operator, &declined), expired, "and used up");

        assert_eq!(refusal(&world, &world.operator, &asked()), expired, "nobody has answered");
        assert_eq!(refusal(&world, &world.operator, "nonsense"), expired);
        let (agreed, unanswered) = (asked(), asked());
        answer(&world.server, &world.member, &agreed, true).unwrap();
        expire_codes(&world);
        assert_eq!(status(&world, &world.operator, &agreed), QrCodeStatus::Fail);
        assert_eq!(refusal(&world, &world.operator, &agreed), expired);
        let late = answer(&world.server, &world.member, &unanswered, true).unwrap_err();
        assert_eq!(code(&late), ErrorCode::NotFound);
        assert_eq!(get(&world, id).member_id, None);
        assert_eq!(confirmed(test), []);
    });
}

#[test]
fn whoever_is_no_member_of_a_company_in_scope_is_given_nothing() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let id = measure(&world, 9);
        let agreed_by = |person: &str, staff: &str| {
            let shown = ask(&world, staff, id).unwrap().qr_code;
            answer(&world.server, person, &shown, true).unwrap();
            shown
        };
        let not_linked = [Violation::new("qrCode", "notLinked")];
        let stranger = add_account(&world.server.state, "stranger", Authority::Member, None);
        assert_eq!(refusal(&world, &world.admin, &agreed_by(&stranger, &world.admin)), not_linked);

        let elsewhere = world.add_member(world.other_retailer_id, "B1", "김하나");
        link(test, &world, &world.member, elsewhere.member_id);
        assert_eq!(refusal(&world, &world.operator, &agreed_by(&world.member, &world.operator)), not_linked);
        let shop = world.add_company(CompanyType::Retailer, "또 다른 판매점", Some(world.dealer_id));
        let third = world.add_member(shop.company_id, "C1", "김하나");
        link(test, &world, &world.member, third.member_id);
        let several = refusal(&world, &world.admin, &agreed_by(&world.member, &world.admin));
        assert_eq!(several, [Violation::new("qrCode", "severalMembers")], "none is of the site, and which is meant?");

        let shown = agreed_by(&world.member, &world.dealer);
        confirm(&world.server, &world.dealer, &shown).unwrap();
        assert_eq!(get(&world, id).member_id, Some(third.member_id), "the only one whom the dealer reaches");

        let here = known(&world, "A1");
        link(test, &world, &world.member, here.member_id);
        let next = measure(&world, 10);
        let shown = ask(&world, &world.admin, next).unwrap().qr_code;
        answer(&world.server, &world.member, &shown, true).unwrap();
        confirm(&world.server, &world.admin, &shown).unwrap();
        assert_eq!(get(&world, next).member_id, Some(here.member_id), "of several the one at the site");
    });
}

#[test]
fn codes_are_asked_for_and_answered_by_whom_they_are_for() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = known(&world, "A1");
        link(test, &world, &world.member, one.member_id);
        let id = measure(&world, 9);
        assert_eq!(code(&ask(&world, &world.other_vendor, id).unwrap_err()), ErrorCode::NotFound);
        assert_eq!(code(&ask(&world, &world.member, id).unwrap_err()), ErrorCode::Forbidden);
        let shown = ask(&world, &world.operator, id).unwrap().qr_code;
        let of_staff = answer(&world.server, &world.operator, &shown, true).unwrap_err();
        assert_eq!(code(&of_staff), ErrorCode::Forbidden, "nobody agrees for another");
        let token = Some(world.member.as_str());
        let body = QrCodeConfirmation { qr_code: shown.clone(), approved: None };
        let signed_in = world.server.call::<ConfirmQrCode>(token, &(), &(), &body);
        assert_eq!(code(&signed_in.unwrap_err()), ErrorCode::NotFound, "it signs nobody in");
        let found = world.server.call::<InspectQrCode>(token, &(), &(), &reference(&shown));
        assert_eq!(code(&found.unwrap_err()), ErrorCode::NotFound);

        answer(&world.server, &world.member, &shown, true).unwrap();
        assert_eq!(status(&world, &world.retailer, &shown), QrCodeStatus::Fail, "it is not this account's");
        assert_eq!(refusal(&world, &world.retailer, &shown), [Violation::new("qrCode", "expired")]);
        let disable = |connection: &mut _| {
            diesel::update(account::table.filter(account::login_key.eq("member")))
                .set(account::disabled_at.eq(clock::now().0))
                .execute(connection)
                .map_err(Problem::from)
        };
        world.server.state.database.write_blocking(disable).unwrap();
        let refused = refusal(&world, &world.operator, &shown);
        assert_eq!(refused, [Violation::new("qrCode", "notLinked")], "whoever is suspended has agreed to nothing");
        assert_eq!(get(&world, id).member_id, None);
    });
}

#[test]
fn of_two_at_once_one_is_given_the_measurement() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let other = Server::start(test);
        let one = known(&world, "A1");
        link(test, &world, &world.member, one.member_id);
        let ids: Vec<i64> = (0..20).map(|hour| measure(&world, hour)).collect();
        let codes: Vec<[String; 2]> =
            ids.iter().map(|id| [0, 1].map(|_| ask(&world, &world.operator, *id).unwrap().qr_code)).collect();
        for pair in &codes {
            for shown in pair {
                answer(&world.server, &world.member, shown, true).unwrap();
            }
        }
        let claims = at_once(4, codes.len(), |thread, round| {
            let server = if thread % 2 == 0 { &world.server } else { &other };
            confirm(server, &world.operator, &codes[round][thread / 2]).is_ok()
        });
        for (claims, id) in claims.into_iter().zip(ids) {
            assert_eq!(claims.into_iter().filter(|won| *won).count(), 1);
            assert_eq!(get(&world, id).member_id, Some(one.member_id));
        }
    });
}

#[test]
fn what_was_given_or_removed_meanwhile_is_not_given() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = known(&world, "A1");
        link(test, &world, &world.member, one.member_id);
        let (first, second) = (measure(&world, 9), measure(&world, 10));
        let agreed = |id: i64| {
            let shown = ask(&world, &world.retailer, id).unwrap().qr_code;
            answer(&world.server, &world.member, &shown, true).unwrap();
            shown
        };
        let (early, late, removed) = (agreed(first), agreed(first), agreed(second));
        confirm(&world.server, &world.retailer, &early).unwrap();
        let overtaken = confirm(&world.server, &world.retailer, &late).unwrap_err();
        assert_eq!(code(&overtaken), ErrorCode::Changed);
        assert_eq!(code(&ask(&world, &world.retailer, first).unwrap_err()), ErrorCode::Changed, "it is somebody's");
        let path = PhysicalMeasurementPath { physical_measurement_id: PhysicalMeasurementId(second) };
        world.server.call::<DeletePhysicalMeasurement>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert_eq!(refusal(&world, &world.retailer, &removed), [Violation::new("qrCode", "expired")]);
        let same_moment = measure(&world, 9);
        let taken = confirm(&world.server, &world.retailer, &agreed(same_moment)).unwrap_err();
        assert_eq!(taken.fields, [Violation::new("measuredAt", "taken")]);
        assert_eq!(get(&world, same_moment).member_id, None);
    });
}

#[test]
fn whoever_asks_for_too_many_codes_waits() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let id = measure(&world, 9);
        for _ in 0..120 {
            ask(&world, &world.operator, id).unwrap();
        }
        assert_eq!(code(&ask(&world, &world.operator, id).unwrap_err()), ErrorCode::TooManyRequests);
        assert!(ask(&world, &world.retailer, id).is_ok(), "others do not");
    });
}
