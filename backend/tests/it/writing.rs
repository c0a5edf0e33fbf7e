//! Concurrent writes: acknowledged writes are kept, a failure undoes only itself, and every count matches the rows.

use crate::{
    changes::assert_counted,
    support::{Server, TestDatabase, World, at_once, becomes, code, date, member, revert_to_before, write_measurement},
};
use chrono::Datelike;
use diesel::{
    ExpressionMethods, QueryDsl, QueryableByName, RunQueryDsl,
    connection::SimpleConnection,
    dsl::sql,
    sql_types::{BigInt, Bool, Nullable, Text},
};
use kernel::{
    db::{
        Database, DatabaseConnection, migrations,
        schema::{measurement, member as members, setting},
    },
    problem::Problem,
    state::State,
};
use measurements::kind::Person;
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::{BufRead, BufReader},
    panic::AssertUnwindSafe,
    process::{Child, Command, Stdio},
    sync::Mutex,
    time::Duration,
};
use uno_core::{
    contract::{
        companies::CompanyId,
        error::ErrorCode,
        measurements::IntakeReport,
        members::{CreateMember, DeleteMember, ListMembers, Member, MemberFilter, MemberPath, MemberSave},
    },
    domain::{grade::Sex, time::Timestamp},
};

#[derive(QueryableByName, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Tallied {
    #[diesel(sql_type = BigInt)]
    company_id: i64,
    #[diesel(sql_type = BigInt)]
    kind: i64,
    #[diesel(sql_type = BigInt)]
    day: i64,
    #[diesel(sql_type = BigInt)]
    records: i64,
}

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct Kept {
    #[diesel(sql_type = Nullable<BigInt>)]
    vendor_id: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    dealer_id: Option<i64>,
    #[diesel(sql_type = Nullable<BigInt>)]
    retailer_id: Option<i64>,
    #[diesel(sql_type = BigInt)]
    kind: i64,
    #[diesel(sql_type = BigInt)]
    at: i64,
}

/// Returns the tally of every company, in total (day 0) and by day, and the counted rows of its subtree, without
/// companies that have none.
fn counts(test: &TestDatabase) -> (BTreeSet<Tallied>, BTreeSet<Tallied>) {
    let mut connection = test.database.connect().unwrap();
    let tallied: Vec<Tallied> = diesel::sql_query(
        "SELECT company_id, CAST(kind AS BIGINT) AS kind, day, CAST(sum(records) AS BIGINT) AS records FROM tally \
         GROUP BY company_id, kind, day",
    )
    .load(&mut connection)
    .unwrap();
    let rows: Vec<Kept> = diesel::sql_query(
        "SELECT vendor_id, dealer_id, retailer_id, CAST(0 AS BIGINT) AS kind, created_at AS at FROM member UNION ALL \
         SELECT vendor_id, dealer_id, retailer_id, CAST(kind AS BIGINT), measured_at FROM measurement",
    )
    .load(&mut connection)
    .unwrap();
    let mut by_rows: BTreeMap<(i64, i64, i64), i64> = BTreeMap::new();
    for row in rows {
        let day = i64::from(Timestamp(row.at).date_in_seoul().0.num_days_from_ce());
        for company_id in [row.vendor_id, row.dealer_id, row.retailer_id].into_iter().flatten() {
            for day in [0, day] {
                *by_rows.entry((company_id, row.kind, day)).or_default() += 1;
            }
        }
    }
    let row = |((company_id, kind, day), records)| Tallied { company_id, kind, day, records };
    (tallied.into_iter().filter(|row| row.records != 0).collect(), by_rows.into_iter().map(row).collect())
}

pub fn assert_exact(test: &TestDatabase) {
    let (tallied, by_rows) = counts(test);
    assert_eq!(tallied, by_rows);
}

fn create(server: &Server, token: &str, save: &MemberSave) -> Result<Member, ErrorCode> {
    server.call::<CreateMember>(Some(token), &(), &(), save).map_err(|error| code(&error))
}

fn total(world: &World, token: &str) -> i64 {
    world.server.call::<ListMembers>(Some(token), &(), &MemberFilter::default(), &()).unwrap().total
}

#[test]
fn counts_are_those_of_the_rows_whatever_many_write_at_once() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        // A second instance with its own connections.
        let other = Server::serve(State { database: Database::open(&test.url).unwrap(), ..test.state() });
        let created = at_once(64, 6, |thread, round| {
            let server = if thread % 2 == 0 { &world.server } else { &other };
            let company = if thread % 3 == 0 { world.other_retailer_id } else { world.retailer_id };
            // Each number is requested twice, so that one of the two is rejected among the others.
            let save =
                MemberSave { name: format!("이름 {round}"), ..member(company, &format!("{}-{round}", thread / 6)) };
            let made = create(server, &world.admin, &save);
            if let (Ok(member), 0) = (&made, thread % 4) {
                if thread % 8 == 0 {
                    write_measurement(test, member, company, "2026-01-10T09:00:00+09:00");
                }
                let path = MemberPath { member_id: member.member_id };
                server.call::<DeleteMember>(Some(&world.admin), &path, &(), &()).unwrap();
            }
            made
        });
        let answers: Vec<_> = created.into_iter().flatten().collect();
        assert!(answers.iter().any(Result::is_ok));
        assert!(answers.iter().all(|answer| matches!(answer, Ok(_) | Err(ErrorCode::Taken))), "{answers:?}");
        assert_exact(test);
        let seen = world.overview(&world.admin, &[]);
        assert_eq!(seen.members.count, total(&world, &world.vendor) + total(&world, &world.other_vendor));
    });
}

#[test]
fn counts_by_day_follow_whatever_comes_goes_moves_or_is_graded_again() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let companies = [world.retailer_id, world.other_retailer_id];
        let mut random = 7_u64;
        let mut below = |most: u64| {
            // Knuth's generator: the same run each time.
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % most
        };
        let mut known: Vec<(Member, CompanyId)> = Vec::new();
        for round in 0..120 {
            let company = companies[usize::try_from(below(2)).unwrap()];
            match below(6) {
                0 | 1 => known.push((world.add_member(company, &format!("R{round}"), "김하나"), company)),
                _ if known.is_empty() => {}
                which => {
                    let place = usize::try_from(below(u64::try_from(known.len()).unwrap())).unwrap();
                    let (member, company) = known[place].clone();
                    match which {
                        2 => {
                            // Around midnight in Seoul, including dates before 1970.
                            let (year, minute) = (1968 + below(60), below(60));
                            let at = format!("{year}-03-01T00:{minute:02}:{:02}+09:00", round % 60);
                            write_measurement(test, &member, company, &at);
                            let at = format!("{year}-02-28T23:{minute:02}:{:02}+09:00", round % 60);
                            write_measurement(test, &member, company, &at);
                        }
                        3 => {
                            let path = MemberPath { member_id: known.swap_remove(place).0.member_id };
                            world.server.call::<DeleteMember>(Some(&world.admin), &path, &(), &()).unwrap();
                        }
                        4 => regrade(test, &member, round),
                        _ => move_to(test, &member, companies[usize::try_from(below(2)).unwrap()]),
                    }
                }
            }
        }
        let (tallied, by_rows) = counts(test);
        assert!(tallied.len() > 40, "{}", tallied.len());
        assert_eq!(tallied, by_rows);
    });
}

/// Returns the statement that inserts a member directly, as an administrator with a shell may.
fn registered(company_id: CompanyId, number: &str) -> String {
    format!(
        "INSERT INTO member (company_id, vendor_id, dealer_id, retailer_id, member_no, name, name_key, birth_date, sex, \
         created_at, updated_at) SELECT company_id, vendor_id, dealer_id, retailer_id, '{number}', '{number}', '{number}', \
         '1990-01-01', 'MALE', 0, 0 FROM company WHERE company_id = {};",
        company_id.0
    )
}

fn measured(number: &str, at: i64) -> String {
    format!(
        "INSERT INTO measurement (kind, member_id, company_id, vendor_id, dealer_id, retailer_id, measured_at, received_at) \
         SELECT 1, member_id, company_id, vendor_id, dealer_id, retailer_id, {at}, 0 FROM member WHERE member_no = '{number}';"
    )
}

#[test]
fn what_a_transaction_adds_and_moves_or_takes_away_again_is_counted_as_it_is_in_the_end() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let day = 86_400_000;
        let written = [
            registered(world.retailer_id, "A"),
            registered(world.retailer_id, "B"),
            registered(world.other_retailer_id, "C"),
            ["A", "B", "C"].map(|number| measured(number, day) + &measured(number, 9 * day)).concat(),
            "DELETE FROM member WHERE member_no = 'B';".into(),
            format!("UPDATE measurement SET measured_at = measured_at + {day} WHERE measured_at = {day};"),
            "UPDATE member SET name_key = 'D' WHERE member_no = 'C';".into(),
        ];
        test.database.write_blocking(|connection| Ok(connection.batch_execute(&written.concat())?)).unwrap();
        assert_exact(test);
        // Rows written without the server are counted with the server's next write.
        test.database.connect().unwrap().batch_execute(&registered(world.retailer_id, "E")).unwrap();
        world.add_member(world.other_retailer_id, "F", "김하나");
        assert_exact(test);
        let names = "SELECT name_key AS name FROM member_name WHERE name_key IN ('A', 'B', 'C', 'D', 'E') ORDER BY 1";
        let names: Vec<Name> = diesel::sql_query(names).load(&mut test.database.connect().unwrap()).unwrap();
        assert_eq!(names.into_iter().map(|row| row.name).collect::<Vec<_>>(), ["A", "D", "E"]);
    });
}

/// Corrects the sex of a member, which grades the measurements again.
fn regrade(test: &TestDatabase, member: &Member, round: i64) {
    let sex = if round % 2 == 0 { Sex::Male } else { Sex::Female };
    test.database
        .write_blocking(|connection| {
            let person = Person { birth_date: Some(date("1999-05-17")), sex: Some(sex) };
            measurements::regrade(connection, measurements::store::RegradeTarget::Member(member.member_id), person)
        })
        .unwrap();
}

/// Moves a member with all measurements to another line, as a company move does.
fn move_to(test: &TestDatabase, member: &Member, company_id: CompanyId) {
    let line = "(SELECT vendor_id, dealer_id, retailer_id, company_id FROM company WHERE company_id =";
    test.database
        .write_blocking(|connection| {
            for (table, time) in [("member", "created_at"), ("measurement", "measured_at")] {
                connection.batch_execute(&format!(
                    "UPDATE {table} SET (vendor_id, dealer_id, retailer_id, company_id) = {line} {}), \
                     {time} = {time} + 7200000 WHERE member_id = {}",
                    company_id.0, member.member_id.0
                ))?;
            }
            Ok(())
        })
        .unwrap();
}

#[test]
fn a_request_that_fails_or_panics_undoes_itself_alone() {
    TestDatabase::each(|test| {
        let database = &test.database;
        let answers = actix_web::rt::System::new().block_on(async {
            let requests = (0..64).map(|number| {
                database.write(move |connection| {
                    let name = format!("{number}");
                    diesel::insert_into(setting::table)
                        .values((setting::name.eq(&name), setting::value.eq("kept")))
                        .execute(connection)?;
                    match number % 4 {
                        1 => Err(Problem::new(ErrorCode::Forbidden)),
                        2 => panic!("as it can happen to anybody"),
                        _ => Ok(number),
                    }
                })
            });
            futures_util::future::join_all(requests).await
        });
        for (number, answer) in answers.iter().enumerate() {
            match (number % 4, answer) {
                (1, Err(problem)) => assert_eq!(problem.code, ErrorCode::Forbidden),
                (2, Err(problem)) => assert_eq!(problem.code, ErrorCode::Internal),
                (0 | 3, Ok(written)) => assert_eq!(*written, number),
                _ => panic!("{number}: {answer:?}"),
            }
        }
        let kept: Vec<String> = setting::table
            .filter(setting::value.eq("kept"))
            .select(setting::name)
            .load(&mut database.connect().unwrap())
            .unwrap();
        let expected: BTreeSet<String> =
            (0..64).filter(|number| [0, 3].contains(&(number % 4))).map(|number| number.to_string()).collect();
        assert_eq!(kept.into_iter().collect::<BTreeSet<_>>(), expected);
    });
}

/// Writes a setting; used by requests that are committed together.
fn set(connection: &mut DatabaseConnection, name: &str) -> Result<(), Problem> {
    diesel::insert_into(setting::table).values((setting::name.eq(name), setting::value.eq("1"))).execute(connection)?;
    Ok(())
}

type Request = fn(&mut DatabaseConnection) -> Result<(), Problem>;

/// Commits requests together; returns their error codes.
fn together(test: &TestDatabase, requests: Vec<Request>) -> Vec<Option<ErrorCode>> {
    actix_web::rt::System::new().block_on(async {
        let (release, held) = std::sync::mpsc::channel::<()>();
        let first = test.database.write(move |_| held.recv().map_err(Problem::internal));
        let rest = requests.into_iter().map(|request| test.database.write(request));
        let release = async {
            tokio::time::sleep(Duration::from_millis(20)).await;
            release.send(()).unwrap();
        };
        let all = futures_util::future::join_all(rest);
        let (_, answers, ()) = futures_util::future::join3(first, all, release).await;
        answers.into_iter().map(|answer| answer.err().map(|problem| problem.code)).collect()
    })
}

#[test]
fn nobody_is_refused_because_of_what_was_never_committed() {
    let test = TestDatabase::sqlite();
    let codes = together(
        &test,
        vec![
            |connection| set(connection, "one"),
            |connection| set(connection, "one"),
            // A foreign key violation is detected at the end of the common transaction.
            |connection| {
                connection.batch_execute("PRAGMA defer_foreign_keys = ON")?;
                connection.batch_execute("INSERT INTO session (account_id, generation, rotated_at, expires_at, created_at, used_at) VALUES (987654, 1, 1, 1, 1, 1)")?;
                Ok(())
            },
            |connection| set(connection, "two"),
        ],
    );
    assert_eq!(codes, vec![Some(ErrorCode::Overloaded); 4]);
    let kept: i64 = setting::table
        .filter(setting::value.eq("1"))
        .count()
        .get_result(&mut test.database.connect().unwrap())
        .unwrap();
    assert_eq!(kept, 0);
    assert_eq!(together(&test, vec![|connection| set(connection, "one")]), [None], "it goes on");
}

#[test]
fn a_full_disk_loses_nothing_that_was_acknowledged_and_writing_goes_on_when_there_is_room() {
    let test = TestDatabase::sqlite();
    let fill = |connection: &mut DatabaseConnection| {
        connection.batch_execute("PRAGMA max_page_count = 1")?;
        connection.batch_execute("INSERT INTO setting (name, value) VALUES ('much', hex(zeroblob(1000000)))")?;
        Ok(())
    };
    let codes = together(&test, vec![|connection| set(connection, "one"), fill, |connection| set(connection, "two")]);
    let kept: Vec<String> = setting::table
        .filter(setting::value.eq("1"))
        .order(setting::name)
        .select(setting::name)
        .load(&mut test.database.connect().unwrap())
        .unwrap();
    let acknowledged: Vec<_> = ["one", "much", "two"]
        .into_iter()
        .zip(&codes)
        .filter(|(_, code)| code.is_none())
        .map(|(name, _)| name)
        .collect();
    assert_eq!(kept, acknowledged, "{codes:?}");
    assert!(codes[1].is_some());
    assert_eq!(together(&test, vec![|connection| set(connection, "three")]), [None], "it goes on");
}

#[test]
fn writing_goes_on_after_a_panic_on_the_callers_own_thread() {
    let test = TestDatabase::sqlite();
    let write = |panics: bool| {
        std::panic::catch_unwind(AssertUnwindSafe(|| {
            test.database.write_blocking(|connection| {
                diesel::insert_into(setting::table)
                    .values((setting::name.eq("one"), setting::value.eq("1")))
                    .execute(connection)?;
                if panics { panic!("as it can happen to anybody") } else { Ok(()) }
            })
        }))
    };
    assert!(write(true).is_err());
    assert!(write(false).is_ok_and(|written| written.is_ok()), "nothing of the first is left");
}

#[test]
fn a_request_that_nobody_waits_for_any_more_is_not_written() {
    let test = TestDatabase::sqlite();
    let database = &test.database;
    actix_web::rt::System::new().block_on(async {
        let (started, go_on) = (std::sync::Arc::new(tokio::sync::Notify::new()), std::sync::mpsc::channel::<()>());
        let (told, (release, held)) = (started.clone(), go_on);
        let first = actix_web::rt::spawn({
            let database = database.clone();
            async move {
                database
                    .write(move |_| {
                        told.notify_one();
                        held.recv().map_err(Problem::internal)
                    })
                    .await
            }
        });
        started.notified().await;
        let given_up = database.write(|connection| {
            Ok(diesel::insert_into(setting::table)
                .values((setting::name.eq("late"), setting::value.eq("1")))
                .execute(connection)?)
        });
        assert!(tokio::time::timeout(Duration::from_millis(50), given_up).await.is_err(), "it waits behind the first");
        release.send(()).unwrap();
        first.await.unwrap().unwrap();
        database.write(|_| Ok(())).await.unwrap();
    });
    let late: i64 =
        setting::table.filter(setting::name.eq("late")).count().get_result(&mut database.connect().unwrap()).unwrap();
    assert_eq!(late, 0);
}

/// A server process that is killed while it is working.
struct Killed(Child);

impl Killed {
    /// Starts one; returns its address too.
    fn start(test: &TestDatabase) -> (Self, String) {
        let mut process = Command::new(env!("CARGO_BIN_EXE_uno"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database-url", &test.url, "--token-secret-file"])
            .arg(test.secret_file())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let ready = BufReader::new(process.stdout.take().unwrap()).lines().next().unwrap().unwrap();
        (Self(process), ready.trim_start_matches("UNO is ready: ").to_owned())
    }

    /// Kills it by a signal that cannot be caught.
    fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn what_was_answered_before_the_server_was_killed_is_there_and_counted() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let (mut server, address) = Killed::start(&test);
    let address = format!("{address}/api/v1/members");
    let answered = Mutex::new(BTreeSet::new());
    std::thread::scope(|scope| {
        for thread in 0..64 {
            let (world, address, answered) = (&world, &address, &answered);
            scope.spawn(move || {
                let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
                for round in 0.. {
                    let number = format!("{thread}-{round}");
                    let save = member(world.retailer_id, &number);
                    let request = agent.post(address).header("authorization", format!("Bearer {}", world.admin));
                    // There is no response after the kill.
                    let Ok(answer) = request.send_json(&save) else { break };
                    assert_eq!(answer.status().as_u16(), 200);
                    answered.lock().unwrap().insert(number);
                }
            });
        }
        let is_busy = becomes(|| answered.lock().unwrap().len() >= 500);
        server.kill();
        assert!(is_busy);
    });
    let there: Vec<String> =
        members::table.select(members::member_no).load(&mut test.database.connect().unwrap()).unwrap();
    let there: BTreeSet<String> = there.into_iter().collect();
    let lost: Vec<_> = answered.lock().unwrap().difference(&there).cloned().collect();
    assert_eq!(lost, Vec::<String>::new());
    assert_exact(&test);
}

/// Number of measurements per batch.
const AT_ONCE: usize = 30;

/// Returns a device's batch of this number: measurements of three kinds, each with a number.
fn batch(members: &[Member], device: usize, number: usize) -> Json {
    let mut lists = [Vec::new(), Vec::new(), Vec::new()];
    for place in 0..AT_ONCE {
        let minutes = i64::try_from((device * 10_000 + number) * AT_ONCE + place).unwrap();
        let at = Timestamp(Timestamp::parse("2024-02-28T23:00:00+09:00").unwrap().0 + minutes * 60_000);
        let mut item = match place % 3 {
            0 => json!({ "setting": "CLINIC", "heightCm": 170, "weightKg": 50 + place }),
            1 => json!({ "rate": 50 + place * 2, "context": "REST" }),
            _ => json!({ "instrument": "PSS_10", "result": place }),
        };
        item["sourceId"] = format!("{number}-{place}").into();
        item["memberId"] = members[(number + place) % members.len()].member_id.0.into();
        item["measuredAt"] = at.text_at_offset(540).into();
        lists[place % 3].push(item);
    }
    let [physical, heart_rate, psychological] = lists;
    json!({
        "source": format!("기기 {device}"), "physical": physical, "heartRate": heart_rate,
        "psychological": psychological,
    })
}

/// Sends a batch; returns `None` if there is no response.
fn send_batch(agent: &ureq::Agent, address: &str, token: &str, batch: &Json) -> Option<IntakeReport> {
    let request = agent.post(format!("{address}/api/v1/measurements"));
    let mut answer = request.header("authorization", format!("Bearer {token}")).send_json(batch).ok()?;
    let text = answer.body_mut().read_to_string().ok()?;
    assert_eq!(answer.status().as_u16(), 200, "{text}");
    Some(serde_json::from_str(&text).unwrap())
}

fn written_ids(report: &IntakeReport) -> Vec<i64> {
    report.results.iter().map(|result| result.measurement_id.unwrap_or_else(|| panic!("{result:?}"))).collect()
}

/// Returns the number of rows of each batch of each device, in the headers and in the detail tables.
fn rows_by_batch(test: &TestDatabase) -> BTreeMap<(String, String), (usize, BTreeSet<i64>)> {
    let details = "SELECT measurement_id FROM physical_measurement UNION ALL SELECT measurement_id FROM \
         heart_rate_measurement UNION ALL SELECT measurement_id FROM psychological_test";
    let found: Vec<(Option<String>, Option<String>, i64)> = measurement::table
        .filter(sql::<Bool>(&format!("measurement_id IN ({details})")))
        .select((measurement::source, measurement::source_id, measurement::measurement_id))
        .load(&mut test.database.connect().unwrap())
        .unwrap();
    let mut batches: BTreeMap<_, (usize, BTreeSet<i64>)> = BTreeMap::new();
    for (source, source_id, id) in found {
        let number = source_id.unwrap().split_once('-').unwrap().0.to_owned();
        let of = batches.entry((source.unwrap(), number)).or_default();
        of.0 += 1;
        of.1.insert(id);
    }
    batches
}

#[test]
fn batches_that_were_sent_to_a_killed_server_and_are_sent_again_are_written_once_and_whole() {
    const DEVICES: usize = 4;
    TestDatabase::each(|test| {
        let world = World::build(test);
        let members: Vec<Member> =
            (0..8).map(|number| world.add_member(world.retailer_id, &format!("K{number}"), "김하나")).collect();
        let agent = || ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
        // The acknowledged ids of each device, batch by batch; one more batch was sent after them.
        let answered: Vec<Mutex<Vec<Vec<i64>>>> = (0..DEVICES).map(|_| Mutex::default()).collect();
        for round in 1..=2 {
            let (mut server, address) = Killed::start(test);
            std::thread::scope(|scope| {
                for (device, own) in answered.iter().enumerate() {
                    let (members, address, world) = (&members, &address, &world);
                    scope.spawn(move || {
                        let agent = agent();
                        let first = own.lock().unwrap().len();
                        for number in first.. {
                            let batch = batch(members, device, number);
                            let Some(report) = send_batch(&agent, address, &world.admin, &batch) else { break };
                            own.lock().unwrap().push(written_ids(&report));
                        }
                    });
                }
                let is_busy =
                    becomes(|| answered.iter().map(|own| own.lock().unwrap().len()).sum::<usize>() >= round * 24);
                server.kill();
                assert!(is_busy);
            });
            // No batch is partially written, whether acknowledged or not.
            assert!(rows_by_batch(test).values().all(|(rows, ids)| *rows == AT_ONCE && ids.len() == AT_ONCE));
        }
        let (_server, address) = Killed::start(test);
        let agent = agent();
        let mut sent = 0;
        for (device, own) in answered.iter().enumerate() {
            let own = own.lock().unwrap();
            for number in 0..=own.len() {
                let report = send_batch(&agent, &address, &world.admin, &batch(&members, device, number)).unwrap();
                assert_eq!(report.refused, 0, "{report:?}");
                if let Some(before) = own.get(number) {
                    assert_eq!((report.created, &written_ids(&report)), (0, before), "it was answered before");
                }
                sent += 1;
            }
        }
        let rows = rows_by_batch(test);
        assert_eq!((rows.len(), rows.values().map(|(rows, _)| rows).sum::<usize>()), (sent, sent * AT_ONCE));
        assert_counted(test);
    });
}

/// The first migration that counts in a table separate from the companies.
const TALLY: &str = "0009";

#[test]
fn a_database_that_counted_in_its_companies_counts_as_before() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = world.add_member(world.retailer_id, "A1", "김하나");
        world.add_member(world.other_retailer_id, "A1", "이둘");
        write_measurement(test, &first, world.retailer_id, "2026-01-10T09:00:00+09:00");
        let mut connection = test.database.connect().unwrap();
        revert_to_before(&mut connection, TALLY);
        migrations::run(&mut connection).unwrap();
        world.add_member(world.retailer_id, "A2", "박셋");
        assert_exact(test);
        assert_eq!(counts(test).0.iter().filter(|row| row.kind == 0).map(|row| row.records).max(), Some(2));
    });
}
