//! Users: registration, and what users see and change about themselves.

use crate::support::{
    PASSWORD, TestDatabase, World, add_account, code, date, link, registration, session, write_measurement,
};
use kernel::{
    auth::attempts::{self, Attempt},
    clock,
    db::schema::user_profile,
    records::revisions,
};
use people::users::store;
use std::sync::Arc;
use uno_core::{
    contract::{
        Access, BodyKind, ENDPOINTS, Method,
        error::{ErrorBody, ErrorCode},
        measurements::MeasurementSort,
        members::{DeleteMember, MemberPath},
        own_account::GetAccount,
        page::Page,
        physical_measurements::PhysicalMeasurement,
        revisions::RevisionFilter,
        sign_in::{CreateToken, GrantType, TokenRequest},
        users::{
            DeleteOwnUser, GetOwnProfile, ListOwnPhysicalMeasurements, OwnMeasurementFilter, SignUp, UpdateOwnLevel,
            UpdateOwnProfile, UpdateOwnTracking, UserLevel, UserLevelChange, UserProfile, UserProfileSave,
            UserRegistration, UserTrackingChange,
        },
    },
    domain::{access::Authority, grade::Sex},
};

fn register(world: &World, new: &UserRegistration) -> Result<(), ErrorBody> {
    world.server.call::<SignUp>(None, &(), &(), new).map(|_| ())
}

fn sign_in(world: &World, login_id: &str, password: &str) -> Result<String, ErrorBody> {
    let request = TokenRequest {
        login_id: Some(login_id.into()),
        password: Some(password.into()),
        ..TokenRequest::by(GrantType::Password)
    };
    world.server.call::<CreateToken>(None, &(), &(), &request).map(|pair| pair.access_token.token)
}

fn profile(world: &World, token: &str) -> UserProfile {
    world.server.call::<GetOwnProfile>(Some(token), &(), &(), &()).unwrap()
}

fn update(world: &World, token: &str, save: &UserProfileSave) -> Result<UserProfile, ErrorBody> {
    world.server.call::<UpdateOwnProfile>(Some(token), &(), &(), save)
}

fn choose(world: &World, token: &str, level: UserLevel) -> Result<UserProfile, ErrorBody> {
    world.server.call::<UpdateOwnLevel>(Some(token), &(), &(), &UserLevelChange { level })
}

fn own_measurements(world: &World, token: &str, filter: &OwnMeasurementFilter) -> Page<PhysicalMeasurement> {
    world.server.call::<ListOwnPhysicalMeasurements>(Some(token), &(), filter, &()).unwrap()
}

/// Returns the form of an unchanged profile.
fn as_saved(profile: &UserProfile) -> UserProfileSave {
    UserProfileSave {
        name: profile.name.clone(),
        birth_date: profile.birth_date,
        sex: profile.sex,
        phone_number: profile.phone_number.clone(),
        email: profile.email.clone(),
        address: profile.address.clone(),
        version: profile.version,
    }
}

fn violation(error: &ErrorBody) -> (&str, &str) {
    (error.fields[0].path.as_str(), error.fields[0].code.as_str())
}

#[test]
fn a_user_registers_signs_in_and_sees_the_own_profile() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let new = UserRegistration {
            birth_date: Some(date("1990-02-03")),
            sex: Some(Sex::Female),
            phone_number: Some("010-1234-5678".into()),
            email: Some("jiwoo@example.com".into()),
            ..registration("jiwoo.yun")
        };
        register(&world, &new).unwrap();
        let token = sign_in(&world, " JIWOO.yun ", PASSWORD).unwrap();
        let found = profile(&world, &token);
        assert_eq!((found.login_id.as_str(), found.name.as_str()), ("jiwoo.yun", new.name.as_str()));
        assert_eq!((found.birth_date, found.sex, &found.email), (new.birth_date, new.sex, &new.email));
        assert_eq!(found.phone_number, new.phone_number, "in full");
        assert!(found.age.is_some() && found.address.is_none());
        assert_eq!((found.level, found.tracking_enabled, found.version), (UserLevel::RegularGuest, false, 1));
        let account = world.server.call::<GetAccount>(Some(&token), &(), &(), &()).unwrap();
        assert_eq!(account.role, Authority::Member);
        assert_eq!(account.user_information.map(|person| person.name), Some(new.name));
        assert!(own_measurements(&world, &token, &OwnMeasurementFilter::default()).data.is_empty());
    });
}

#[test]
fn a_sign_in_id_is_taken_whatever_its_case_and_the_spaces_around_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        register(&world, &registration("jiwoo.yun")).unwrap();
        for login_id in ["jiwoo.yun", " Jiwoo.YUN ", "VENDOR"] {
            let error = register(&world, &registration(login_id)).unwrap_err();
            assert_eq!((code(&error), violation(&error)), (ErrorCode::Taken, ("loginId", "taken")), "{login_id}");
        }
    });
}

#[test]
fn registrations_of_one_sign_in_id_at_once_make_one_account() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let made: Vec<_> = std::thread::scope(|scope| {
            let tries: Vec<_> = (0..4).map(|_| scope.spawn(|| register(&world, &registration("jiwoo.yun")))).collect();
            tries.into_iter().map(|done| done.join().unwrap()).collect()
        });
        assert_eq!(made.iter().filter(|answer| answer.is_ok()).count(), 1, "{made:?}");
        for error in made.iter().filter_map(|answer| answer.as_ref().err()) {
            assert_eq!((code(error), violation(error)), (ErrorCode::Taken, ("loginId", "taken")));
        }
    });
}

#[test]
fn a_weak_password_is_refused_and_makes_no_account() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    for password in ["short", "aaaaaaaaaaaaaa", "my-jiwoo.yun-1"] {
        let new = UserRegistration { password: password.into(), ..registration("jiwoo.yun") };
        let error = register(&world, &new).unwrap_err();
        assert_eq!((code(&error), error.fields[0].path.as_str()), (ErrorCode::PasswordRejected, "password"));
    }
    register(&world, &registration("jiwoo.yun")).unwrap();
}

#[test]
fn an_address_registers_twenty_times_an_hour_and_no_more() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        register(&world, &registration("jiwoo.yun")).unwrap();
        for _ in 1..20 {
            assert_eq!(code(&register(&world, &registration("jiwoo.yun")).unwrap_err()), ErrorCode::Taken);
        }
        let error = register(&world, &registration("somebody.else")).unwrap_err();
        assert_eq!(code(&error), ErrorCode::TooManyRequests);
        assert!(sign_in(&world, "jiwoo.yun", PASSWORD).is_ok(), "signing in is counted apart");
        let check = |address: &'static str, minutes: i64| {
            let keys = Arc::clone(&world.server.state.keys);
            test.database.read_blocking(move |connection| {
                let now = clock::now().plus_milliseconds(minutes * 60_000);
                Attempt::at_registering(&keys, address).check(connection, now)
            })
        };
        assert!(check("127.0.0.1", 0).is_err() && check("127.0.0.1", 59).is_err());
        assert!(check("127.0.0.1", 61).is_ok() && check("192.0.2.1", 0).is_ok());
        test.database
            .write_blocking(|connection| attempts::delete_old(connection, clock::now().plus_milliseconds(30 * 60_000)))
            .unwrap();
        assert!(check("127.0.0.1", 31).is_err(), "a pause outlives housekeeping");
    });
}

#[test]
fn a_profile_is_changed_with_its_differences_and_the_header_shows_the_name() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let before = profile(&world, &world.member);
        let save = UserProfileSave {
            name: "윤지우".into(),
            phone_number: Some("010-1234-5678".into()),
            address: Some("서울특별시 강남구 테헤란로 1".into()),
            ..as_saved(&before)
        };
        let after = update(&world, &world.member, &save).unwrap();
        assert_eq!(as_saved(&after), UserProfileSave { version: 2, ..save.clone() });
        let account = world.server.call::<GetAccount>(Some(&world.member), &(), &(), &()).unwrap();
        assert_eq!(account.user_information.map(|person| person.name).as_deref(), Some("윤지우"));
        let again = UserProfileSave { phone_number: Some("010-9234-5678".into()), ..as_saved(&after) };
        update(&world, &world.member, &again).unwrap();
        let error = update(&world, &world.member, &save).unwrap_err();
        assert_eq!(code(&error), ErrorCode::Changed, "from another device");
        let page = test
            .database
            .read_blocking(|connection| {
                revisions::list(
                    connection,
                    store::RESOURCE,
                    after.user_id.0,
                    &RevisionFilter { page: None, page_size: None },
                )
            })
            .unwrap();
        let fields = |index: usize| -> Vec<&str> {
            page.data[index].changes.iter().map(|change| change.field.as_str()).collect()
        };
        assert_eq!(page.data.len(), 2);
        assert_eq!(fields(0), ["phoneNumber"], "also where the masked text is the same");
        assert_eq!(fields(1), ["name", "phoneNumber", "address"]);
        let told = serde_json::to_string(&page.data).unwrap();
        assert!(!told.contains("1234") && !told.contains("테헤란로 1"), "personal data is masked: {told}");
    });
}

#[test]
fn of_a_profile_what_is_not_sent_stays_and_null_clears_by_the_rules_of_the_whole() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let whole = UserProfileSave {
            birth_date: Some(date("1990-02-03")),
            sex: Some(Sex::Female),
            phone_number: Some("010-1234-5678".into()),
            email: Some("jiwoo@example.com".into()),
            ..as_saved(&profile(&world, &world.member))
        };
        let known = update(&world, &world.member, &whole).unwrap();
        let send = |fields: &str| {
            let address = world.server.url("/api/v1/users/me");
            world.server.send(Method::Patch, &address, Some(&world.member), Some(fields.as_bytes()))
        };
        assert_eq!(send(r#"{"email": null}"#).0, 200, "the version may be left out");
        let cleared = profile(&world, &world.member);
        assert_eq!(as_saved(&cleared), UserProfileSave { email: None, version: known.version + 1, ..as_saved(&known) });
        assert_eq!(send(r#"{"address": "서울특별시"}"#).0, 200);
        assert_eq!(profile(&world, &world.member).birth_date, known.birth_date);
        let (status, text) = send(&format!(r#"{{"name": "늦음", "version": {}}}"#, known.version));
        assert_eq!(status, 409, "{text}");
        choose(&world, &world.member, UserLevel::RegularMember).unwrap();
        let (status, text) = send(r#"{"sex": null}"#);
        assert!(status == 422 && text.contains("sex"), "a regular member has one: {text}");
        let (status, text) = send(r#"{"name": null}"#);
        assert!(status == 422 && text.contains("required"), "{text}");
    });
}

#[test]
fn a_member_account_without_a_profile_gets_one_when_it_needs_one() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let found = profile(&world, &world.member);
        assert_eq!((found.level, found.version), (UserLevel::RegularGuest, 1));
        assert_eq!(profile(&world, &world.member), found, "and no second one");
        let other = add_account(&world.server.state, "member2", Authority::Member, None);
        let changed = UserTrackingChange { enabled: Some(true), package_id: None, platform: None, app_version: None };
        let tracked = world.server.call::<UpdateOwnTracking>(Some(&other), &(), &(), &changed).unwrap();
        assert!(tracked.tracking_enabled && tracked.user_id != found.user_id);
        let third = add_account(&world.server.state, "member3", Authority::Member, None);
        assert_eq!(own_measurements(&world, &third, &OwnMeasurementFilter::default()).total, 0);
        let page = OwnMeasurementFilter { page: Some(3), ..OwnMeasurementFilter::default() };
        assert_eq!(own_measurements(&world, &third, &page).total, 0);
    });
}

#[test]
fn users_choose_between_the_first_two_levels_and_staff_give_the_others() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let refused = |level| {
            let error = choose(&world, &world.member, level).unwrap_err();
            let (path, code) = violation(&error);
            format!("{path} {code}")
        };
        assert_eq!(refused(UserLevel::RegularMember), "level profileIncomplete");
        assert_eq!(refused(UserLevel::RegularVerified1Member), "level verifiedByStaff");
        let guest = profile(&world, &world.member);
        let half = UserProfileSave { birth_date: Some(date("1990-02-03")), ..as_saved(&guest) };
        let half = update(&world, &world.member, &half).unwrap();
        assert_eq!(refused(UserLevel::RegularMember), "level profileIncomplete");
        let whole = UserProfileSave { sex: Some(Sex::Male), ..as_saved(&half) };
        let whole = update(&world, &world.member, &whole).unwrap();
        let member = choose(&world, &world.member, UserLevel::RegularMember).unwrap();
        assert_eq!((member.level, member.version), (UserLevel::RegularMember, whole.version + 1));
        let same = choose(&world, &world.member, UserLevel::RegularMember).unwrap();
        assert_eq!(same.version, member.version, "nothing changes");
        let bare = UserProfileSave { birth_date: None, sex: None, ..as_saved(&member) };
        let error = update(&world, &world.member, &bare).unwrap_err();
        let missing: Vec<_> = error.fields.iter().map(|field| (field.path.as_str(), field.code.as_str())).collect();
        assert_eq!(missing, [("birthDate", "required"), ("sex", "required")], "a regular member has both");
        choose(&world, &world.member, UserLevel::RegularGuest).unwrap();
        set_level(test, &guest, UserLevel::RegularVerified2Member);
        for level in UserLevel::ALL {
            assert_eq!(refused(*level), "level verifiedByStaff", "{level:?}");
        }
    });
}

#[test]
fn who_becomes_somebody_else_is_not_who_was_verified() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let whole = UserRegistration {
            birth_date: Some(date("1990-02-03")),
            sex: Some(Sex::Female),
            ..registration("jiwoo.yun")
        };
        register(&world, &whole).unwrap();
        let token = session(&world.server.state, "jiwoo.yun", Authority::Member).access_token.token;
        let verified = UserLevel::RegularVerified2Member;
        set_level(test, &profile(&world, &token), verified);
        let same = UserProfileSave { email: Some("new@example.com".into()), ..as_saved(&profile(&world, &token)) };
        assert_eq!(update(&world, &token, &same).unwrap().level, verified, "an address is nobody");
        for change in [
            (|save| UserProfileSave { name: "박다른".into(), ..save }) as fn(UserProfileSave) -> UserProfileSave,
            |save| UserProfileSave { birth_date: Some(date("1955-01-01")), ..save },
            |save| UserProfileSave { sex: Some(Sex::Male), ..save },
        ] {
            set_level(test, &profile(&world, &token), verified);
            let another = update(&world, &token, &change(as_saved(&profile(&world, &token)))).unwrap();
            assert_eq!((another.level, another.level_evidence), (UserLevel::RegularMember, None));
        }
    });
}

#[test]
fn a_user_who_has_withdrawn_is_named_in_no_log() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut new = registration("jiwoo.yun");
        new.name = "윤지우".into();
        register(&world, &new).unwrap();
        let token = session(&world.server.state, "jiwoo.yun", Authority::Member).access_token.token;
        let save = UserProfileSave { email: Some("new@example.com".into()), ..as_saved(&profile(&world, &token)) };
        update(&world, &token, &save).unwrap();
        world.server.call::<DeleteOwnUser>(Some(&token), &(), &(), &()).unwrap();
        let rows = test.database.read_blocking(|connection| {
            use diesel::{QueryDsl, RunQueryDsl};
            use kernel::db::schema::revision::dsl::{account_name, changes, revision};
            Ok(revision.select((account_name, changes)).load::<(String, String)>(connection)?)
        });
        let told = format!("{:?}", rows.unwrap());
        assert!(told.contains("윤*우") && !told.contains("윤지우"), "{told}");
    });
}

fn set_level(test: &TestDatabase, profile: &UserProfile, level: UserLevel) {
    use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
    let changed =
        diesel::update(user_profile::table.find(profile.user_id.0)).set(user_profile::level.eq(level.as_str()));
    test.database.write_blocking(|connection| Ok(changed.execute(connection)?)).unwrap();
}

#[test]
fn a_linked_user_sees_the_own_measurements_and_no_others_whatever_is_asked() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let own = world.add_member(world.retailer_id, "A1", "윤지우");
        let colleague = world.add_member(world.retailer_id, "A2", "김하나");
        let stranger = world.add_member(world.other_retailer_id, "B1", "이둘");
        for (member, company_id) in
            [(&own, world.retailer_id), (&colleague, world.retailer_id), (&stranger, world.other_retailer_id)]
        {
            for day in ["2026-01-10", "2026-02-10"] {
                write_measurement(test, member, company_id, &format!("{day}T09:00:00+09:00"));
            }
        }
        link(test, &world, &world.member, own.member_id);
        let page = own_measurements(&world, &world.member, &OwnMeasurementFilter::default());
        assert_eq!((page.total, page.data.len(), page.total_is_exact), (2, 2, true));
        assert!(page.data.iter().all(|row| row.member_id == Some(own.member_id)));
        assert!(page.data[0].measured_at > page.data[1].measured_at, "the newest first");
        let one = OwnMeasurementFilter { page_size: Some(1), ..OwnMeasurementFilter::default() };
        assert_eq!(own_measurements(&world, &world.member, &one).total, 2, "not that of everybody");
        let oldest = OwnMeasurementFilter { sort: Some(MeasurementSort::Oldest), ..OwnMeasurementFilter::default() };
        assert_eq!(own_measurements(&world, &world.member, &oldest).data[1], page.data[0]);
        let late: OwnMeasurementFilter = serde_json::from_str(r#"{"startMeasuredAt":"2026-02-01"}"#).unwrap();
        assert_eq!(own_measurements(&world, &world.member, &late).data, page.data[..1]);
        let path = MemberPath { member_id: own.member_id };
        world.server.call::<DeleteMember>(Some(&world.admin), &path, &(), &()).unwrap();
        let unlinked = add_session(&world);
        assert_eq!(own_measurements(&world, &unlinked, &OwnMeasurementFilter::default()).total, 0);
    });
}

/// Starts a new session, whose caller is not cached yet.
fn add_session(world: &World) -> String {
    crate::support::session(&world.server.state, "member", Authority::Member).access_token.token
}

#[test]
fn a_member_reaches_no_endpoint_of_staff_and_nothing_of_anybody_else() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let own = world.add_member(world.retailer_id, "A1", "윤지우");
        let other = world.add_member(world.retailer_id, "A2", "남의이름");
        write_measurement(test, &own, world.retailer_id, "2026-01-10T09:00:00+09:00");
        write_measurement(test, &other, world.retailer_id, "2026-01-11T09:00:00+09:00");
        link(test, &world, &world.member, own.member_id);
        let foreign = [
            String::new(),
            format!("?memberId={}", other.member_id.0),
            format!("?companyId={}", world.other_retailer_id.0),
            "?memberNo=A2&memberName=%EB%82%A8&after=5".into(),
            "?pageSize=200".into(),
        ];
        for info in ENDPOINTS.iter().filter(|info| !["SignOut", "EndOwnSession", "DeleteOwnUser"].contains(&info.name))
        {
            for id in [own.member_id.0, other.member_id.0, world.retailer_id.0, 1] {
                let path: String = info
                    .path
                    .split('/')
                    .map(|part| if part.starts_with('{') { id.to_string() } else { part.into() })
                    .collect::<Vec<_>>()
                    .join("/");
                for query in &foreign {
                    let body = (info.body != BodyKind::None).then_some(b"{}".as_slice());
                    let url = world.server.url(&format!("{path}{query}"));
                    let (status, text) = world.server.send(info.method, &url, Some(&world.member), body);
                    match info.access {
                        Access::Staff { .. } | Access::AnyStaff | Access::EvenBeforeTwoSteps => {
                            assert_eq!(status, 403, "{} {query}", info.name)
                        }
                        Access::Credential(_) => assert_eq!(status, 401, "{} {query}", info.name),
                        Access::Public
                        | Access::EvenBeforePasswordChange
                        | Access::EvenBeforeConsents
                        | Access::SignedIn
                        | Access::SignedInOrCredential(_)
                        | Access::Member => {
                            assert_ne!(status, 500, "{} {query}: {text}", info.name);
                        }
                    }
                    assert!(!text.contains("남의이름") && !text.contains("\"A2\""), "{} {query}: {text}", info.name);
                }
            }
        }
    });
}
