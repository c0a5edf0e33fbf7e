//! Distant pages: read from the nearer end of a list, they equal those reached by following cursors.

use crate::{
    planner::plan,
    support::{Server, TestDatabase, World, session},
};
use diesel::{
    QueryableByName, RunQueryDsl,
    connection::{Connection as _, InstrumentationEvent, SimpleConnection as _},
    sql_types::BigInt,
};
use kernel::{access::caller, db::DatabaseConnection};
use measurements::{physical_measurements::store::Physical, store};
use people::members::store as members;
use std::sync::{Arc, Mutex};
use uno_core::{
    contract::{
        divisions::{CreateDivision, DivisionSave},
        managed_users::{ListUsers, UserFilter, UserStatus},
        managers::AccountSort,
        measurements::MeasurementSort,
        members::{ListMembers, MemberFilter, MemberSort},
        page::Page,
        physical_measurements::{ListPhysicalMeasurements, PhysicalMeasurement, PhysicalMeasurementFilter},
        services::ServiceId,
        users::{GetOwnProfile, UserLevel},
    },
    domain::{
        access::Authority,
        grade::Sex,
        time::{Bound, Timestamp},
    },
};
use uno_server::demo;

/// Follows a list by cursor to its end, and compares each page with the same page by number.
fn compare<T>(what: &str, ask: impl Fn(i64, Option<String>) -> Page<T>, id: fn(&T) -> i64) {
    let mut after = None;
    let mut rows = 0;
    for number in 0.. {
        let followed = ask(number, after);
        let numbered = ask(number, None);
        let ids = |page: &Page<T>| page.data.iter().map(id).collect::<Vec<_>>();
        assert_eq!(ids(&numbered), ids(&followed), "{what}: page {number}");
        assert_eq!(numbered.next.is_some(), followed.next.is_some(), "{what}: what follows page {number}");
        rows += numbered.data.len();
        after = followed.next;
        if after.is_none() {
            assert_eq!(i64::try_from(rows).unwrap(), followed.total, "{what}: every row");
            assert!(ask(number + 1, None).data.is_empty(), "{what}: behind the last page");
            return;
        }
    }
}

fn measurements(
    server: &Server,
    token: &str,
    sort: MeasurementSort,
    page: i64,
    after: Option<String>,
) -> Page<PhysicalMeasurement> {
    let filter = PhysicalMeasurementFilter {
        sort: Some(sort),
        page: Some(page),
        page_size: Some(200),
        after,
        ..PhysicalMeasurementFilter::default()
    };
    server.call::<ListPhysicalMeasurements>(Some(token), &(), &filter, &()).unwrap()
}

#[test]
fn a_page_by_its_number_is_the_one_that_is_come_to() {
    TestDatabase::each(|test| {
        demo::fill(&test.database, 4_999, 1).unwrap();
        // Many rows share a time, so that it is not a unique order; names are shared anyway.
        let same_times = "UPDATE member SET created_at = created_at - created_at % 100000000000";
        test.database.connect().unwrap().batch_execute(same_times).unwrap();
        let server = Server::start(test);
        let admin = session(&server.state, "admin", Authority::Admin).access_token.token;
        for sort in MemberSort::ALL {
            let ask = |page, after| {
                let filter = MemberFilter {
                    sort: Some(*sort),
                    page: Some(page),
                    page_size: Some(200),
                    after,
                    ..MemberFilter::default()
                };
                server.call::<ListMembers>(Some(&admin), &(), &filter, &()).unwrap()
            };
            compare(sort.as_str(), ask, |member| member.member_id.0);
        }
        for sort in MeasurementSort::ALL {
            let ask = |page, after| measurements(&server, &admin, *sort, page, after);
            compare(sort.as_str(), ask, |measurement| measurement.physical_measurement_id.0);
        }
        // Frequent names and rare numbers use different query plans.
        let many = PhysicalMeasurementFilter { member_name: Some("김".into()), ..Default::default() };
        let few = PhysicalMeasurementFilter { member_no: Some("U000123".into()), ..Default::default() };
        for (filter, most) in [(many, 4_000), (few, 20)] {
            let ask = |page, after| {
                let filter = PhysicalMeasurementFilter {
                    page: Some(page),
                    page_size: Some(if most == 20 { 4 } else { 200 }),
                    after,
                    ..filter.clone()
                };
                let found = server.call::<ListPhysicalMeasurements>(Some(&admin), &(), &filter, &()).unwrap();
                assert!((10..most).contains(&found.total), "{}", found.total);
                for row in &found.data {
                    let begins = |text: &Option<String>, start| text.as_deref().unwrap().starts_with(start);
                    assert!(begins(&row.member_name, "김") || begins(&row.member_no, "U000123"));
                }
                found
            };
            compare("of some members", ask, |measurement| measurement.physical_measurement_id.0);
        }
        // Filters without an index on the list are counted up to a thousand; pages beyond that remain available.
        let women = |page| {
            let filter = PhysicalMeasurementFilter {
                sex: Some(Sex::Female),
                page: Some(page),
                page_size: Some(200),
                ..Default::default()
            };
            server.call::<ListPhysicalMeasurements>(Some(&admin), &(), &filter, &()).unwrap()
        };
        let first = women(0);
        assert_eq!((first.total, first.total_is_exact), (1_000, false));
        assert_eq!((women(4).data.len(), women(5).data.len()), (200, 200));
    });
}

#[test]
fn what_belongs_to_no_company_stands_in_everybodys_list_and_in_its_total() {
    TestDatabase::each(|test| {
        demo::fill(&test.database, 4_999, 1).unwrap();
        let of_no_company = "UPDATE measurement SET member_id = NULL, company_id = NULL, vendor_id = NULL, \
             dealer_id = NULL, retailer_id = NULL, division_id = NULL WHERE measurement_id % 7 = 0";
        test.database.write_blocking(|connection| Ok(connection.batch_execute(of_no_company)?)).unwrap();
        let server = Server::start(test);
        let admin = session(&server.state, "admin", Authority::Admin).access_token.token;
        for sort in MeasurementSort::ALL {
            let ask = |page, after| measurements(&server, &admin, *sort, page, after);
            let total = ask(0, None).total;
            assert!(total > 2_100, "{total}: far enough that the tally is asked");
            compare(sort.as_str(), ask, |measurement| measurement.physical_measurement_id.0);
        }
    });
}

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = BigInt)]
    user_id: i64,
}

/// Returns the users that match a condition, without any of the optimizations of the list.
fn plainly(connection: &mut DatabaseConnection, condition: &str, sort: AccountSort) -> Vec<i64> {
    let order = match sort {
        AccountSort::Newest => "created_at DESC, user_id DESC",
        AccountSort::Oldest => "created_at, user_id",
        AccountSort::Name => "name_key, user_id",
        AccountSort::NameDescending => "name_key DESC, user_id DESC",
    };
    let query = format!("SELECT user_id FROM user_profile WHERE {condition} ORDER BY {order}");
    let rows: Vec<Id> = diesel::sql_query(query).load(connection).unwrap();
    rows.into_iter().map(|row| row.user_id).collect()
}

/// Returns whether the tally can count the users of a filter.
fn is_tallied(filter: &UserFilter) -> bool {
    let is_timed = filter.start_created_at.is_some() || filter.end_created_at.is_some();
    let is_exact =
        matches!(filter.start_created_at, Some(Bound::At(_))) || matches!(filter.end_created_at, Some(Bound::At(_)));
    !(is_exact || is_timed && filter.name.is_some())
        && filter.name.as_ref().is_none_or(|name| name.chars().count() == 1)
}

#[test]
fn every_page_of_every_list_of_users_is_the_one_that_its_order_says() {
    TestDatabase::each(|test| {
        demo::fill(&test.database, 4_500, 1).unwrap();
        demo::add_users(&test.database, 4_500).unwrap();
        let mut connection = test.database.connect().unwrap();
        // Enough users that not every list is small, many with the same time.
        for further in [2_000_000, 4_000_000] {
            let more = format!(
                "INSERT INTO account (account_id, login_id, login_key, password_hash, authority, name, permission_group_id, created_at)
                SELECT account_id + {further}, login_id || '.{further}', login_key || '.{further}', '', authority, name,
                    permission_group_id, created_at FROM account WHERE account_id BETWEEN 1000000 AND 1999999;
                INSERT INTO user_profile (user_id, account_id, is_online, name_key, level, told_at, created_at, updated_at)
                SELECT user_id + {further}, account_id + {further}, is_online, name_key, level, told_at,
                    created_at - created_at % 100000000, updated_at FROM user_profile WHERE user_id BETWEEN 1000000 AND 1999999;"
            );
            connection.batch_execute(&more).unwrap();
        }
        // Denormalized data of links follows changes of their users.
        connection
            .batch_execute(
                "UPDATE user_profile SET name_key = name_key || 'x', created_at = created_at - 1000, level = 'REGULAR_GUEST'
                WHERE user_id % 10 = 7",
            )
            .unwrap();
        let instant = Timestamp(
            plainly(&mut connection, "1 = 1", AccountSort::Newest)
                .get(3_000)
                .map(|id| {
                    let query = format!("SELECT created_at AS user_id FROM user_profile WHERE user_id = {id}");
                    diesel::sql_query(query).get_result::<Id>(&mut connection).unwrap().user_id
                })
                .unwrap(),
        );
        let text = |text: &str| Some(text.to_owned());
        let all = UserFilter::default;
        let day = instant.date_in_seoul();
        let midnight = Timestamp::start_of_day_in_seoul(day).0;
        let early = Timestamp(
            plainly(&mut connection, "1 = 1", AccountSort::Oldest)
                .get(300)
                .map(|id| {
                    let query = format!("SELECT created_at AS user_id FROM user_profile WHERE user_id = {id}");
                    diesel::sql_query(query).get_result::<Id>(&mut connection).unwrap().user_id
                })
                .unwrap(),
        )
        .date_in_seoul();
        let rare = vec![UserLevel::RegularVerified3Member, UserLevel::RegularVerified2Member];
        let filters = [
            (all(), "1 = 1".to_owned()),
            (UserFilter { is_online: Some(false), ..all() }, "NOT is_online".to_owned()),
            (UserFilter { levels: rare.clone(), ..all() }, "level LIKE '%VERIFIED_2%' OR level LIKE '%VERIFIED_3%'".into()),
            (
                UserFilter { statuses: vec![UserStatus::SoonDormant], ..all() },
                "told_at IS NOT NULL AND dormant_at IS NULL".into(),
            ),
            (
                UserFilter { statuses: vec![UserStatus::Active], is_online: Some(false), ..all() },
                "told_at IS NULL AND NOT is_online".into(),
            ),
            (
                UserFilter { name: text("김"), ..all() },
                // A company does not see the names of dormant users.
                "name_key >= '김' AND name_key < '깁' AND (dormant_at IS NULL OR everybody)".into(),
            ),
            (
                UserFilter { name: text("남"), levels: vec![UserLevel::RegularGuest], ..all() },
                "name_key >= '남' AND name_key < '납' AND level = 'REGULAR_GUEST' AND (dormant_at IS NULL OR everybody)".into(),
            ),
            (
                UserFilter { start_created_at: Some(Bound::At(instant)), is_online: Some(false), ..all() },
                format!("created_at >= {} AND NOT is_online", instant.0),
            ),
            // The tally counts whole days, and a single first letter.
            (
                UserFilter { end_created_at: Some(Bound::Day(day)), ..all() },
                format!("created_at < {midnight} + 86400000"),
            ),
            // So few rows that the index on days is used in every order.
            (UserFilter { start_created_at: Some(Bound::Day(day)), ..all() }, format!("created_at >= {midnight}")),
            (
                UserFilter {
                    start_created_at: Some(Bound::Day(early)),
                    end_created_at: Some(Bound::Day(day)),
                    is_online: Some(false),
                    ..all()
                },
                format!(
                    "created_at >= {} AND created_at < {midnight} + 86400000 AND NOT is_online",
                    Timestamp::start_of_day_in_seoul(early).0
                ),
            ),
        ];
        let server = Server::start(test);
        for (login_id, authority, column) in [
            ("admin", Authority::Admin, ""),
            ("vendor", Authority::Vendor, "vendor_id"),
            ("dealer", Authority::Dealer, "dealer_id"),
        ] {
            let token = session(&server.state, login_id, authority).access_token.token;
            for (filter, condition) in &filters {
                for sort in AccountSort::ALL {
                    let whose = if column.is_empty() {
                        format!("({})", condition.replace("everybody", "1 = 1"))
                    } else {
                        format!(
                            "({}) AND user_id IN (SELECT user_id FROM member_link WHERE state = 'ACTIVE' AND {column} = \
                             (SELECT company_id FROM account WHERE login_key = '{login_id}'))",
                            condition.replace("everybody", "1 = 0")
                        )
                    };
                    // The position of dormant users must not reveal their names to a company.
                    let by_time = match sort {
                        AccountSort::Name => Some(AccountSort::Oldest),
                        AccountSort::NameDescending => Some(AccountSort::Newest),
                        AccountSort::Newest | AccountSort::Oldest => None,
                    };
                    let expected = match by_time.filter(|_| authority != Authority::Admin) {
                        None => plainly(&mut connection, &whose, *sort),
                        Some(by_time) => {
                            let awake = format!("dormant_at IS NULL AND {whose}");
                            let asleep = format!("dormant_at IS NOT NULL AND {whose}");
                            let mut expected = plainly(&mut connection, &awake, *sort);
                            expected.extend(plainly(&mut connection, &asleep, by_time));
                            expected
                        }
                    };
                    let last = i64::try_from(expected.len()).unwrap() / 150;
                    for page in [0, 1, last / 4, last / 2, last * 3 / 4, last, last + 1] {
                        let asked =
                            UserFilter { sort: Some(*sort), page: Some(page), page_size: Some(150), ..filter.clone() };
                        let found = server.call::<ListUsers>(Some(&token), &(), &asked, &()).unwrap();
                        let ids: Vec<i64> = found.data.iter().map(|user| user.user_id.0).collect();
                        let from = usize::try_from(page * 150).unwrap();
                        let here: Vec<i64> = expected.iter().skip(from).take(150).copied().collect();
                        assert_eq!(ids, here, "{login_id}, {condition}, {}: page {page}", sort.as_str());
                        if found.total_is_exact {
                            assert_eq!(
                                usize::try_from(found.total).unwrap(),
                                expected.len(),
                                "{login_id}, {condition}"
                            );
                        } else {
                            assert!(expected.len() > 10_000, "{login_id}, {condition}");
                            assert!(authority != Authority::Admin || !is_tallied(filter), "{login_id}, {condition}");
                        }
                    }
                }
            }
        }
    });
}

/// Creates two retailers in different trees, each with a member T0 and `count` more. `number` is the SQL expression of
/// their numbers over the counter `at`; they are registered one millisecond apart.
fn with_members(test: &TestDatabase, count: i64, number: &str) -> (World, DatabaseConnection) {
    let world = World::build(test);
    for company_id in [world.retailer_id, world.other_retailer_id] {
        world.add_member(company_id, "T0", "김하나");
    }
    let mut connection = test.database.connect().unwrap();
    let rows = format!(
        "WITH RECURSIVE counted (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM counted WHERE at < {count})
        INSERT INTO member (company_id, vendor_id, dealer_id, retailer_id, member_no, name, name_key, birth_date, sex,
            created_at, updated_at)
        SELECT company_id, vendor_id, dealer_id, retailer_id, {number}, name, name_key, birth_date, sex, at, at
        FROM counted, member WHERE member_no = 'T0'"
    );
    connection.batch_execute(&rows).unwrap();
    (world, connection)
}

#[test]
fn who_is_sought_by_a_rare_number_is_found_by_it_in_every_scope() {
    TestDatabase::each(|test| {
        let (world, mut connection) = with_members(test, 400, "CASE WHEN at % 10 = 0 THEN 'S' ELSE 'T' END || at");
        let rows =
            "INSERT INTO measurement (kind, member_id, company_id, vendor_id, dealer_id, retailer_id, measured_at,
                received_at)
            SELECT 1, member_id, company_id, vendor_id, dealer_id, retailer_id, member_id, 0 FROM member;";
        connection.batch_execute(rows).unwrap();
        let save = DivisionSave {
            company_id: world.retailer_id,
            parent_division_id: None,
            name: "1팀".into(),
            position: 1,
            version: None,
        };
        let division = world.server.call::<CreateDivision>(Some(&world.admin), &(), &(), &save).unwrap().division_id;
        let moved = format!(
            "UPDATE member SET division_id = {} WHERE member_no LIKE 'S%' AND company_id = {}",
            division.0, world.retailer_id.0
        );
        connection.batch_execute(&moved).unwrap();
        let (totals, cursors) = (test.database.totals(), world.server.state.cursors().unwrap());
        for (token, all) in [(&world.admin, 80), (&world.vendor, 40), (&world.dealer, 40), (&world.retailer, 40)] {
            let claims = world.server.state.keys.claims(token).unwrap();
            let caller = caller::of_account(&mut connection, claims.sub.parse().unwrap()).unwrap().unwrap();
            let asked = Arc::new(Mutex::new(Vec::new()));
            let heard = Arc::clone(&asked);
            connection.set_instrumentation(move |event: InstrumentationEvent<'_>| {
                if let InstrumentationEvent::StartQuery { query, .. } = event {
                    heard.lock().unwrap().push(query.to_string());
                }
            });
            for (company_id, expected) in [(None, all), (Some(world.retailer_id), 40)] {
                for page in 0..2 {
                    let number = Some("S".to_owned());
                    let (page, page_size) = (Some(page), Some(30));
                    let sought =
                        MemberFilter { member_no: number.clone(), company_id, page, page_size, ..Default::default() };
                    let found = members::list(&mut connection, totals, &cursors, &caller, &sought).unwrap();
                    assert_eq!((found.total, found.total_is_exact), (expected, true));
                    let places: Vec<i64> = found.data.iter().map(|member| member.created_at.0).collect();
                    let first = 400 - page.unwrap_or_default() * 300 * 40 / expected;
                    assert_eq!(places.first(), Some(&first), "the newest first");
                    assert!(found.data.iter().all(|member| all == 80 || member.company_id == world.retailer_id));
                    let sought = PhysicalMeasurementFilter {
                        member_no: number,
                        company_id,
                        page,
                        page_size,
                        ..Default::default()
                    };
                    let found = store::list::<Physical>(&mut connection, totals, &cursors, &caller, &sought).unwrap();
                    assert_eq!((found.total, found.total_is_exact), (expected, true));
                }
                let sought = MemberFilter { division_ids: vec![division], company_id, ..Default::default() };
                let found = members::list(&mut connection, totals, &cursors, &caller, &sought).unwrap();
                assert_eq!((found.total, found.data.len()), (40, 20));
            }
            let asked = std::mem::take(&mut *asked.lock().unwrap());
            // PostgreSQL chooses plans by its statistics.
            if matches!(connection, DatabaseConnection::Postgres(_)) {
                continue;
            }
            let plans = |what: &str, connection: &mut DatabaseConnection| -> Vec<String> {
                let queries = asked.iter().filter(|query| query.contains(what));
                queries.map(|query| plan(connection, query.split(" -- binds").next().unwrap())).collect()
            };
            let of_members = plans("`member`.`member_no` >= ", &mut connection);
            assert!(!of_members.is_empty() && of_members.iter().all(|plan| plan.contains("member_by_number")));
            let of_division = plans("`member`.`division_id` IN (SELECT", &mut connection);
            assert!(!of_division.is_empty(), "{asked:?}");
            let of_retailer = *token == world.retailer;
            let by_division = of_division.iter().any(|plan| plan.contains("member_by_division"));
            assert!(of_retailer || by_division, "{of_division:?}");
            let of_measurements = plans("`measurement`.`member_id` IN (", &mut connection);
            assert!(!of_measurements.is_empty(), "{asked:?}");
            assert!(of_measurements.iter().all(|plan| plan.contains("measurement_by_member")), "{of_measurements:?}");
        }
    });
}

#[test]
fn what_few_have_is_found_by_whose_it_is_and_is_what_the_rows_say() {
    TestDatabase::each(|test| {
        let (world, mut connection) = with_members(test, 700, "'S' || at");
        let begin = Timestamp::parse("2026-01-01T00:00:00+09:00").unwrap().0;
        let child = world.server.call::<GetOwnProfile>(Some(&world.member), &(), &(), &()).unwrap().user_id.0;
        // In each company, 600 in their forties, three children and ninety-seven in their nineties; and a child without
        // a company.
        let rows = format!(
            "DELETE FROM member WHERE member_no = 'T0';
            UPDATE member SET birth_date = '1984-06-01' WHERE created_at <= 600;
            UPDATE member SET birth_date = '2020-05-05' WHERE created_at BETWEEN 601 AND 603;
            UPDATE member SET birth_date = '1932-01-01' WHERE created_at > 603;
            UPDATE user_profile SET birth_date = '2018-03-01' WHERE user_id = {child};
            INSERT INTO measurement (kind, member_id, company_id, vendor_id, dealer_id, retailer_id, measured_at,
                received_at, setting, age)
            SELECT 1, member_id, company_id, vendor_id, dealer_id, retailer_id, {begin} + member_id, 0, 'CLINIC',
                CASE WHEN created_at <= 600 THEN 41 WHEN created_at <= 603 THEN 5 ELSE 94 END FROM member;
            INSERT INTO measurement (kind, user_id, measured_at, received_at, setting, age)
            VALUES (1, {child}, {begin} + 7, 0, 'CLINIC', 7);
            DELETE FROM company_service WHERE service_id = 1;
            INSERT INTO company_service (company_id, service_id) VALUES ({}, 1);",
            world.retailer_id.0
        );
        connection.batch_execute(&rows).unwrap();
        connection
            .batch_execute(
                "INSERT INTO physical_measurement (measurement_id, obesity_class_3, isolated_systolic)
                SELECT measurement_id, FALSE, FALSE FROM measurement
                WHERE measurement_id NOT IN (SELECT measurement_id FROM physical_measurement)",
            )
            .unwrap();
        let counted = |connection: &mut DatabaseConnection, condition: &str| {
            let query = format!(
                "SELECT measurement_id AS user_id FROM measurement WHERE kind = 1 AND {condition}
                ORDER BY measured_at DESC, measurement_id DESC"
            );
            let rows = diesel::sql_query(query).load::<Id>(connection).unwrap();
            rows.into_iter().map(|row| row.user_id).collect::<Vec<i64>>()
        };
        let own = [
            (&world.admin, "1 = 1".to_owned()),
            (&world.vendor, format!("vendor_id = {}", world.vendor_id.0)),
            (&world.dealer, format!("dealer_id = {}", world.dealer_id.0)),
            (&world.retailer, format!("retailer_id = {}", world.retailer_id.0)),
        ];
        let offered = format!("retailer_id = {}", world.retailer_id.0);
        for (token, scope) in own {
            for (ages, services, condition) in [
                (vec![0], vec![], "age BETWEEN 0 AND 9".to_owned()),
                (vec![0, 5], vec![ServiceId(1), ServiceId(1_000)], format!("{offered} AND age < 10")),
                (vec![90], vec![], "age BETWEEN 90 AND 99".to_owned()),
                (vec![40], vec![], "age BETWEEN 40 AND 49".to_owned()),
                (vec![0, 90], vec![], "(age BETWEEN 0 AND 9 OR age BETWEEN 90 AND 99)".to_owned()),
                (vec![100], vec![], "age >= 100".to_owned()),
                (vec![], vec![ServiceId(1)], offered.clone()),
                (vec![0], vec![ServiceId(1)], format!("{offered} AND age < 10")),
                (vec![], vec![ServiceId(1_000)], "1 = 0".to_owned()),
            ] {
                let what = format!("{scope}: {ages:?} {services:?}");
                let ids = counted(&mut connection, &format!("{scope} AND {condition}"));
                let filter = PhysicalMeasurementFilter {
                    age_decades: ages,
                    service_ids: services,
                    start_measured_at: Some(Bound::At(Timestamp(begin))),
                    page_size: Some(30),
                    ..Default::default()
                };
                let list = |page, after| {
                    let filter = PhysicalMeasurementFilter { page, after, ..filter.clone() };
                    world.server.call::<ListPhysicalMeasurements>(Some(token), &(), &filter, &()).unwrap()
                };
                let told = |page: &Page<PhysicalMeasurement>| -> Vec<i64> {
                    page.data.iter().map(|row| row.physical_measurement_id.0).collect()
                };
                let first = list(None, None);
                assert_eq!(told(&first), ids.iter().copied().take(30).collect::<Vec<_>>(), "{what}");
                let total = i64::try_from(ids.len()).unwrap();
                assert!(first.total == total || (!first.total_is_exact && first.total <= total), "{what}");
                let second: Vec<i64> = ids.iter().copied().skip(30).take(30).collect();
                assert_eq!(told(&list(Some(1), None)), second, "{what}: the next by its number");
                if let Some(next) = first.next {
                    assert_eq!(told(&list(None, Some(next))), second, "{what}: what follows");
                }
                // Everyone has this name except the user who measured without being a member.
                let named = PhysicalMeasurementFilter { member_name: Some("김".into()), ..filter };
                let named = world.server.call::<ListPhysicalMeasurements>(Some(token), &(), &named, &()).unwrap();
                let condition = format!("{scope} AND {condition} AND member_id IS NOT NULL");
                let ids = counted(&mut connection, &condition);
                assert_eq!(told(&named), ids.iter().copied().take(30).collect::<Vec<_>>(), "{what}: named");
            }
        }
    });
}
