//! Pages far behind: sought from the nearer end of a list, they show what following the list shows.

use crate::support::{Server, TestDatabase, session};
use diesel::{QueryableByName, RunQueryDsl, connection::SimpleConnection as _, sql_types::BigInt};
use kernel::db::DatabaseConnection;
use uno_core::{
    contract::{
        managed_users::{ListUsers, UserFilter, UserStatus},
        managers::AccountSort,
        measurements::MeasurementSort,
        members::{ListMembers, MemberFilter, MemberSort},
        page::Page,
        physical_measurements::{ListPhysicalMeasurements, PhysicalMeasurementFilter},
        users::UserLevel,
    },
    domain::{
        access::Authority,
        time::{Bound, Timestamp},
    },
};
use uno_server::demo;

/// Follows a list to its end, and asks for each page by its number too.
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

#[test]
fn a_page_by_its_number_is_the_one_that_is_come_to() {
    TestDatabase::each(|test| {
        demo::fill(&test.database, 4_999, 1).unwrap();
        // Many share a time, so that it does not order them alone; names are shared anyway.
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
            let ask = |page, after| {
                let filter = PhysicalMeasurementFilter {
                    sort: Some(*sort),
                    page: Some(page),
                    page_size: Some(200),
                    after,
                    ..PhysicalMeasurementFilter::default()
                };
                server.call::<ListPhysicalMeasurements>(Some(&admin), &(), &filter, &()).unwrap()
            };
            compare(sort.as_str(), ask, |measurement| measurement.physical_measurement_id.0);
        }
        // Names that many have and numbers that few have are found in different ways.
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
    });
}

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = BigInt)]
    user_id: i64,
}

/// The users of a condition, told without any of what makes their lists quick.
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

/// Whether the tally counts the users of a filter.
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
        // So many that not every list is of few, of whom many share a time.
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
        // What the links say of their users follows them.
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
                // Of who is dormant a company is not told the name.
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
            // Whole days are counted by the tally, and so is one first letter.
            (
                UserFilter { end_created_at: Some(Bound::Day(day)), ..all() },
                format!("created_at < {midnight} + 86400000"),
            ),
            // These are so few that they are found by their days in every order.
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
                    // A company is not told by the place of who is dormant what the name is.
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
