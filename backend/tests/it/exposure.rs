//! Limits on personal data: searches by hidden values are limited and logged, files require current permission, and
//! histories reveal nothing about removed persons.

use crate::{
    exports::export,
    imports::{changes_accepted, ended, job_of, upload},
    support::{Server, TestDatabase, World, at_once, code, date, member, revert_to_before},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, TextExpressionMethods, connection::SimpleConnection};
use kernel::{
    access::limits::{self, Limit},
    clock,
    db::{
        DatabaseConnection,
        schema::{access_log, account, permission, rate_limit, revision},
    },
    problem::Problem,
};
use uno_core::{
    contract::{
        Method,
        error::ErrorCode,
        jobs::{JobFilter, JobId, JobPath, JobState, ListJobs},
        member_imports::StartMemberImport,
        members::{
            CreateMember, DeleteMember, ListMemberRevisions, ListMembers, Member, MemberFilter, MemberId, MemberPath,
            MemberSave, RevealMember, UpdateMember,
        },
        physical_measurements::PhysicalMeasurementFilter,
        revisions::RevisionFilter,
    },
    domain::time::Date,
};

fn on<T>(test: &TestDatabase, work: impl FnOnce(&mut DatabaseConnection) -> diesel::QueryResult<T>) -> T {
    test.database.write_blocking(|connection| work(connection).map_err(Problem::from)).unwrap()
}

fn search(server: &Server, token: &str, filter: &MemberFilter) -> Result<Vec<String>, ErrorCode> {
    let page = server.call::<ListMembers>(Some(token), &(), filter, &()).map_err(|error| code(&error))?;
    Ok(page.data.into_iter().map(|member| member.name).collect())
}

fn by_phone(number: &str) -> MemberFilter {
    MemberFilter { phone_number: Some(number.into()), ..MemberFilter::default() }
}

fn by_birth(date: Date) -> MemberFilter {
    MemberFilter { birth_date: Some(date), ..MemberFilter::default() }
}

/// Returns consecutive days, from the start of 1980.
fn days() -> impl Iterator<Item = Date> {
    date("1980-01-01").0.iter_days().map(Date)
}

#[test]
fn a_telephone_number_is_sought_in_full_or_by_the_digits_that_lists_show() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for (number, name, phone) in [("A1", "김하나", "010-1234-5678"), ("A2", "이둘", "010-9999-5678")] {
            let save =
                MemberSave { name: name.into(), phone_number: Some(phone.into()), ..member(world.retailer_id, number) };
            world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap();
        }
        let found = |number: &str| search(&world.server, &world.retailer, &by_phone(number));
        assert_eq!(found("5678"), Ok(vec!["이둘".into(), "김하나".into()]));
        assert_eq!(found("010 1234 5678"), Ok(vec!["김하나".into()]));
        assert_eq!(found("1234"), Ok(Vec::new()), "the middle is not shown");
        assert_eq!(search(&world.server, &world.other_vendor, &by_phone("5678")), Ok(Vec::new()));
        for part in ["678", "45678", "345678"] {
            let error = world.server.call::<ListMembers>(Some(&world.retailer), &(), &by_phone(part), &()).unwrap_err();
            assert_eq!((error.fields[0].path.as_str(), error.fields[0].code.as_str()), ("phoneNumber", "phoneSearch"));
        }
    });
}

#[test]
fn seeking_people_by_what_lists_hide_is_limited_for_an_account_on_all_instances() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let another = Server::start(test);
        for (index, day) in days().take(99).enumerate() {
            let server = if index % 2 == 0 { &world.server } else { &another };
            assert_eq!(search(server, &world.retailer, &by_birth(day)), Ok(Vec::new()));
        }
        assert_eq!(search(&world.server, &world.retailer, &by_phone("010-1234-5678")), Ok(Vec::new()));
        let new = by_birth(date("1980-05-17"));
        for server in [&world.server, &another] {
            assert_eq!(search(server, &world.retailer, &new), Err(ErrorCode::TooManyRequests));
        }
        let again = MemberFilter { page: Some(1), ..by_birth(date("1980-01-01")) };
        assert_eq!(search(&world.server, &world.retailer, &again), Ok(Vec::new()), "a search has further pages");
        let unsought = search(&world.server, &world.retailer, &MemberFilter::default());
        assert_eq!(unsought, Ok(vec!["김하나".into()]), "other lists go on");
        assert_eq!(search(&world.server, &world.dealer, &new), Ok(vec!["김하나".into()]), "so does another account");

        let address = world.server.url("/api/v1/members?birthDate=1980-05-17");
        let request = ureq::http::Request::get(address).header("authorization", format!("Bearer {}", world.retailer));
        let answer = world.server.agent.run(request.body(()).unwrap()).unwrap();
        let wait: i64 = answer.headers()["retry-after"].to_str().unwrap().parse().unwrap();
        assert!(answer.status() == 429 && (3_500..=3_600).contains(&wait), "{wait}");
        on(test, |connection| {
            let hour = rate_limit::table.filter(rate_limit::window_ends_at.le(clock::now().0 + 3_600_000));
            diesel::update(hour).set(rate_limit::window_ends_at.eq(clock::now().0)).execute(connection)
        });
        assert_eq!(search(&world.server, &world.retailer, &new), Ok(vec!["김하나".into()]), "the hour is over");
    });
}

#[test]
fn every_search_by_personal_data_is_logged_without_what_was_sought() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let both = MemberFilter { phone_number: Some("5678".into()), ..by_birth(date("1980-05-17")) };
        for filter in [by_birth(date("1980-05-17")), by_phone("5678"), both, MemberFilter::default()] {
            search(&world.server, &world.retailer, &filter).unwrap();
        }
        let log: Vec<(String, Option<i64>, String)> = on(test, |connection| {
            access_log::table
                .order(access_log::access_log_id)
                .select((access_log::action, access_log::member_id, access_log::address))
                .load(connection)
        });
        let actions: Vec<&str> = log.iter().map(|(action, ..)| action.as_str()).collect();
        assert_eq!(actions, ["SEARCH_BY_BIRTH_DATE", "SEARCH_BY_PHONE", "SEARCH_BY_PHONE", "SEARCH_BY_BIRTH_DATE"]);
        assert!(log.iter().all(|(_, member, address)| member.is_none() && address == "127.0.0.1"), "{log:?}");
    });
}

#[test]
fn a_limit_holds_on_instances_whose_clocks_are_apart() {
    const FEW: Limit = Limit::new("few", &[(60_000, 10)]);
    TestDatabase::each(|test| {
        let now = clock::now();
        let counted = (0..30).filter(|round| {
            let at = now.plus_milliseconds(if round % 2 == 0 { 2_000 } else { 0 });
            test.database.write_blocking(move |connection| limits::count(connection, &FEW, 1, at)).is_ok()
        });
        assert_eq!(counted.count(), 10);
    });
}

#[test]
fn revealing_is_limited_to_the_last_also_when_all_ask_at_once() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let path = MemberPath { member_id: world.add_member(world.retailer_id, "A1", "김하나").member_id };
        let nowhere = MemberPath { member_id: MemberId(987_654_321) };
        assert!(world.server.call::<RevealMember>(Some(&world.dealer), &nowhere, &(), &()).is_err());
        let answers = at_once(6, 20, |_, _| {
            world.server.call::<RevealMember>(Some(&world.dealer), &path, &(), &()).map_err(|error| code(&error))
        });
        let refused: Vec<ErrorCode> = answers.into_iter().flatten().filter_map(Result::err).collect();
        assert_eq!(refused, [ErrorCode::TooManyRequests; 20]);
        let logged: i64 = on(test, |connection| access_log::table.count().get_result(connection));
        assert_eq!(logged, 100);
        assert!(world.server.call::<RevealMember>(Some(&world.retailer), &path, &(), &()).is_ok());
    });
}

/// Creates a member with every field filled, changed once.
fn described(world: &World) -> Member {
    let save = MemberSave {
        name: "김하나".into(),
        phone_number: Some("010-1234-5678".into()),
        email: Some("hana@example.com".into()),
        address: Some("서울특별시 강남구 테헤란로 1".into()),
        memo: Some("무릎 수술".into()),
        ..member(world.retailer_id, "A1")
    };
    let created = world.server.call::<CreateMember>(Some(&world.retailer), &(), &(), &save).unwrap();
    let path = MemberPath { member_id: created.member_id };
    let save = MemberSave {
        name: "김두리".into(),
        birth_date: date("1971-03-04"),
        address: Some("부산광역시 해운대구 2".into()),
        memo: Some("허리 통증".into()),
        version: Some(1),
        ..save
    };
    world.server.call::<UpdateMember>(Some(&world.retailer), &path, &(), &save).unwrap()
}

#[test]
fn a_note_about_a_member_is_masked_in_the_history_as_in_the_details() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let path = MemberPath { member_id: described(&world).member_id };
        let all = RevisionFilter { page: None, page_size: None };
        let page = world.server.call::<ListMemberRevisions>(Some(&world.retailer), &path, &all, &()).unwrap();
        let memos: Vec<_> = page
            .data
            .iter()
            .flat_map(|revision| revision.changes.iter().filter(|change| change.field == "memo"))
            .map(|change| (change.before.as_deref(), change.after.as_deref()))
            .collect();
        assert_eq!(memos, [(Some("***"), Some("***")), (None, Some("***"))]);
        let kept: Vec<String> = on(test, |connection| revision::table.select(revision::changes).load(connection));
        assert!(!kept.iter().any(|changes| changes.contains("수술") || changes.contains("통증")), "{kept:?}");
    });
}

const PERSONAL: [&str; 14] =
    ["김하나", "김두리", "A1", "1980", "1971", "MALE", "5678", "example", "강남", "해운대", "***", "170", "120", "79"];

fn histories(test: &TestDatabase) -> Vec<(String, String, i64, String, String)> {
    on(test, |connection| {
        revision::table
            .filter(revision::resource.ne("company"))
            .order(revision::revision_id)
            .select((
                revision::resource,
                revision::action,
                revision::record_id,
                revision::account_name,
                revision::changes,
            ))
            .load(connection)
    })
}

#[test]
fn histories_of_a_person_who_was_removed_say_who_did_what_and_nothing_of_the_person() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let person = described(&world);
        let stays = world.add_member(world.retailer_id, "B1", "박남음");
        for pressure in ["120,79", "121,79"] {
            let file = format!(
                "memberNo,sex,birthDate,heightCm,systolic,diastolic,measuredAt\nA1,M,1971-03-04,170,{pressure},2026-01-02\n"
            );
            let preview = upload(&world, &world.retailer, world.retailer_id, "CSV", file.as_bytes()).unwrap();
            let path = JobPath { job_id: job_of(&preview).job_id };
            world.server.call::<StartMemberImport>(Some(&world.retailer), &path, &(), &changes_accepted()).unwrap();
            assert_eq!(ended(&world, &world.retailer, job_of(&preview).job_id).state, JobState::Succeeded);
        }
        let before = histories(test);
        assert!(before.iter().any(|(resource, ..)| resource == "physicalMeasurement"));
        let path = MemberPath { member_id: person.member_id };
        world.server.call::<DeleteMember>(Some(&world.retailer), &path, &(), &()).unwrap();

        let after = histories(test);
        let done = |rows: &[(String, String, i64, String, String)]| -> Vec<(String, String, i64, String)> {
            rows.iter().map(|(what, how, id, who, _)| (what.clone(), how.clone(), *id, who.clone())).collect()
        };
        let mut expected = done(&before);
        expected.push(("member".into(), "DELETE".into(), person.member_id.0, "retailer".into()));
        assert_eq!(done(&after), expected);
        for (resource, _, id, _, changes) in &after {
            if resource == "member" && *id == stays.member_id.0 {
                assert!(changes.contains("박남음"), "others keep their histories");
            } else {
                for word in PERSONAL {
                    assert!(!changes.contains(word), "{resource}: {changes}");
                }
            }
        }
        let touched = after.iter().find(|(resource, action, ..)| resource == "member" && action == "UPDATE").unwrap();
        assert!(touched.4.contains("memo") && touched.4.contains("birthDate"), "which fields: {}", touched.4);
    });
}

#[test]
fn an_existing_database_loses_what_histories_should_not_have_told() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let person = described(&world).member_id.0;
        let (down, up) = match test.database.connect().unwrap() {
            DatabaseConnection::Sqlite(_) => (
                include_str!("../../../migrations/sqlite/0004_least_exposure/down.sql"),
                include_str!("../../../migrations/sqlite/0004_least_exposure/up.sql"),
            ),
            DatabaseConnection::Postgres(_) => (
                include_str!("../../../migrations/postgres/0004_least_exposure/down.sql"),
                include_str!("../../../migrations/postgres/0004_least_exposure/up.sql"),
            ),
        };
        let old = |resource: &str, record: i64, changes: &str| {
            format!(
                "INSERT INTO revision (resource, record_id, action, account_id, account_name, created_at, changes) \
                 VALUES ('{resource}', {record}, 'UPDATE', 1, 'root', 1, '{changes}');"
            )
        };
        let memo = r#"[{"field":"memo","before":null,"after":"무릎"},{"field":"name","before":"김","after":"이"}]"#;
        let script = [
            down.to_owned(),
            old("member", person, memo),
            old("member", 987_654_321, memo),
            old("physicalMeasurement", 987_654_321, r#"[{"field":"pulse","before":"60","after":"61"}]"#),
            old("company", 987_654_321, r#"[{"field":"memo","before":null,"after":"회사"}]"#),
            "INSERT INTO access_log (account_id, member_id, created_at, request_id, address) VALUES (1, 2, 3, 'r', 'a');"
                .to_owned(),
            up.to_owned(),
        ];
        // The measurements of that schema version.
        revert_to_before(&mut test.database.connect().unwrap(), "0013");
        let mut before = test.database.connect().unwrap();
        script.iter().try_for_each(|part| before.batch_execute(part)).unwrap();
        kernel::db::migrations::run(&mut test.database.connect().unwrap()).unwrap();
        let changes: Vec<serde_json::Value> = on(test, |connection| {
            revision::table
                .filter(revision::created_at.eq(1))
                .order(revision::revision_id)
                .select(revision::changes)
                .load::<String>(connection)
        })
        .iter()
        .map(|changes| serde_json::from_str(changes).unwrap())
        .collect();
        let change = |field: &str, before: Option<&str>, after: Option<&str>| serde_json::json!({"field": field, "before": before, "after": after});
        assert_eq!(
            changes,
            [
                serde_json::json!([change("memo", None, Some("***")), change("name", Some("김"), Some("이"))]),
                serde_json::json!([change("memo", None, None), change("name", None, None)]),
                serde_json::json!([change("pulse", None, None)]),
                serde_json::json!([change("memo", None, Some("회사"))]),
            ]
        );
        let log: Vec<(String, Option<i64>)> = on(test, |connection| {
            access_log::table
                .filter(access_log::created_at.eq(3))
                .select((access_log::action, access_log::member_id))
                .load(connection)
        });
        assert_eq!(log, [("REVEAL".to_owned(), Some(2))]);
        let found = search(&world.server, &world.retailer, &by_phone("5678"));
        assert_eq!(found, Ok(vec!["김두리".into()]), "numbers of before are found by what lists show");
    });
}

/// Returns what an account sees of a job: details, list, file.
fn seen(world: &World, token: &str, job_id: JobId) -> (u16, i64, u16) {
    // Callers are cached for half a second.
    world.server.state.callers.forget(world.server.state.keys.claims(token).unwrap().sid);
    let status = |path: &str| {
        let address = world.server.url(&format!("/api/v1/jobs/{}{path}", job_id.0));
        world.server.send(Method::Get, &address, Some(token), None).0
    };
    let all = JobFilter { page: None, page_size: None };
    let listed = world.server.call::<ListJobs>(Some(token), &(), &all, &()).map_or(0, |page| page.total);
    (status(""), listed, status("/file"))
}

const ALL_OF_IT: (u16, i64, u16) = (200, 1, 200);
const NOTHING: (u16, i64, u16) = (404, 0, 404);

fn move_account(test: &TestDatabase, login: &str, company: uno_core::contract::companies::CompanyId) {
    let moved = diesel::update(account::table.filter(account::login_key.eq(login.to_owned())));
    on(test, |connection| moved.set(account::company_id.eq(company.0)).execute(connection));
}

#[test]
fn an_export_is_for_who_may_have_its_rows_now() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let token = &world.vendor;
        let (job, _) = export(&world, token, &PhysicalMeasurementFilter::default());
        let seen = || seen(&world, token, job.job_id);
        assert_eq!(seen(), ALL_OF_IT);
        move_account(test, "vendor", world.other_vendor_id);
        assert_eq!(seen(), NOTHING, "of another tree");
        move_account(test, "vendor", world.retailer_id);
        assert_eq!(seen(), NOTHING, "of more than what is left");
        move_account(test, "vendor", world.vendor_id);
        assert_eq!(seen(), ALL_OF_IT);

        let taken = on(test, |connection| {
            let of_history =
                permission::table.filter(permission::permission_group_id.eq(2)).filter(permission::menu_item_id.eq(4));
            diesel::update(of_history).set(permission::can_read.eq(false)).execute(connection)
        });
        assert_eq!((taken, seen()), (1, NOTHING), "of a screen that was taken away");
        on(test, |connection| diesel::update(permission::table).set(permission::can_read.eq(true)).execute(connection));
        assert_eq!(seen(), ALL_OF_IT);
        on(test, |connection| {
            diesel::update(account::table.filter(account::login_key.eq("vendor")))
                .set(account::disabled_at.eq(clock::now().0))
                .execute(connection)
        });
        assert_eq!(seen(), (401, 0, 401), "of a disabled account");
    });
}

#[test]
fn an_export_of_everything_is_for_who_reaches_everything() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let (job, _) = export(&world, &world.admin, &PhysicalMeasurementFilter::default());
        assert_eq!(seen(&world, &world.admin, job.job_id), ALL_OF_IT);
        let owner = on(test, |connection| {
            account::table.filter(account::login_key.eq("vendor")).select(account::account_id).first::<i64>(connection)
        });
        on(test, |connection| {
            use kernel::db::schema::job;
            diesel::update(job::table.find(job.job_id.0)).set(job::account_id.eq(owner)).execute(connection)
        });
        assert_eq!(seen(&world, &world.vendor, job.job_id), NOTHING);
    });
}

#[test]
fn a_report_of_an_import_is_for_who_may_still_import_into_the_company() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let token = &world.retailer;
        let file = b"memberNo,sex,birthDate\nA1,M,1971-03-04\n";
        let preview = upload(&world, token, world.retailer_id, "CSV", file).unwrap();
        let path = JobPath { job_id: job_of(&preview).job_id };
        move_account(test, "retailer", world.other_retailer_id);
        assert_eq!(seen(&world, token, job_of(&preview).job_id), NOTHING);
        let error = world.server.call::<StartMemberImport>(Some(token), &path, &(), &changes_accepted()).unwrap_err();
        assert_eq!(code(&error), ErrorCode::NotFound);
        move_account(test, "retailer", world.retailer_id);
        assert_eq!(seen(&world, token, job_of(&preview).job_id), (200, 1, 404));
        world.server.call::<StartMemberImport>(Some(token), &path, &(), &changes_accepted()).unwrap();
        ended(&world, token, job_of(&preview).job_id);
        assert_eq!(seen(&world, token, job_of(&preview).job_id), ALL_OF_IT);
        move_account(test, "retailer", world.other_retailer_id);
        assert_eq!(seen(&world, token, job_of(&preview).job_id), NOTHING);
        move_account(test, "retailer", world.dealer_id);
        assert_eq!(seen(&world, token, job_of(&preview).job_id), ALL_OF_IT, "a higher place in the same tree");
        on(test, |connection| {
            diesel::update(permission::table).set(permission::can_create.eq(false)).execute(connection)
        });
        assert_eq!(seen(&world, token, job_of(&preview).job_id), NOTHING);
    });
}

#[test]
fn a_file_that_tries_birth_dates_counts_and_names_each_member() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for number in ["A1", "A2"] {
            world.add_member(world.retailer_id, number, "김하나");
        }
        let tried = |token: &str, day: &str| {
            let row = |number: &str| format!("{number},김하나,M,{day}\n");
            let file = format!("memberNo,name,sex,birthDate\n{}{}", row("A1"), row("A2"));
            upload(&world, token, world.retailer_id, "CSV", file.as_bytes())
        };
        tried(&world.retailer, "1980-03-01").unwrap();
        let searches = |account: &str| -> Vec<(String, i64)> {
            on(test, |connection| {
                rate_limit::table
                    .filter(rate_limit::subject.like(format!("search {} 3600000", account_id(connection, account)?)))
                    .select((rate_limit::subject, rate_limit::uses))
                    .load(connection)
            })
        };
        assert_eq!(searches("retailer")[0].1, 2, "one for each member");
        let named: Vec<Option<i64>> = on(test, |connection| {
            let read = access_log::table.filter(access_log::action.eq("SEARCH_BY_BIRTH_DATE"));
            read.order(access_log::member_id).select(access_log::member_id).load(connection)
        });
        assert_eq!(named.iter().flatten().count(), 2, "{named:?}");
        tried(&world.admin, "1980-03-01").unwrap();
        assert!(searches("root").is_empty(), "who has registered them knows the dates");
    });
}

fn account_id(connection: &mut DatabaseConnection, login_id: &str) -> diesel::QueryResult<i64> {
    account::table.filter(account::login_id.eq(login_id)).select(account::account_id).first(connection)
}
