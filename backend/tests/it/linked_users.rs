//! The denormalized users of each company always match the links, whatever happens to links and users, in any order and
//! concurrently.

use crate::support::{Dice, TestDatabase, at_once, count, revert_to_before};
use diesel::{
    connection::SimpleConnection as _,
    result::{DatabaseErrorKind, Error::DatabaseError},
};
use kernel::db::{DatabaseConnection, transaction};
use people::users::store as users;
use uno_server::demo;

/// Computed from the links.
const SAID: &str = "SELECT company.company_id, member_link.user_id, count(*) AS links, user_profile.class,
        user_profile.created_at, user_profile.name_key
    FROM member_link JOIN user_profile ON user_profile.user_id = member_link.user_id
        JOIN company ON company.company_id IN (member_link.vendor_id, member_link.dealer_id, member_link.retailer_id)
    WHERE member_link.state = 'ACTIVE'
    GROUP BY company.company_id, member_link.user_id, user_profile.class, user_profile.created_at, user_profile.name_key";
const KEPT: &str = "SELECT company_id, user_id, links, class, created_at, name_key FROM linked_user";
const COUNTED: &str = "SELECT company_id, class, count(*) AS records FROM linked_user GROUP BY company_id, class";
const TALLIED: &str = "SELECT company_id, class, CAST(sum(records) AS BIGINT) AS records FROM linked_user_tally
    GROUP BY company_id, class HAVING sum(records) <> 0";

/// Checks that the stored rows match the links; returns their number.
fn check(connection: &mut DatabaseConnection, after: &str) -> i64 {
    for (one, other) in [(SAID, KEPT), (KEPT, SAID), (COUNTED, TALLIED), (TALLIED, COUNTED)] {
        let missing = format!("SELECT count(*) AS count FROM (SELECT * FROM ({one}) AS a EXCEPT {other}) AS missing");
        assert_eq!(count(connection, &missing), 0, "after {after}: {one}\nwithout\n{other}");
    }
    count(connection, "SELECT count(*) AS count FROM linked_user")
}

/// Creates users, some of whom are linked with several members of several companies.
fn fill(test: &TestDatabase) -> DatabaseConnection {
    demo::fill(&test.database, 600, 1).unwrap();
    demo::add_users(&test.database, 600).unwrap();
    let mut connection = test.database.connect().unwrap();
    connection
        .batch_execute(
            "INSERT INTO member_link (user_id, member_id, company_id, vendor_id, dealer_id, retailer_id, state, created_at)
            SELECT person.user_id, member_id, company_id, vendor_id, dealer_id, retailer_id,
                CASE WHEN member_id % 3 = 0 THEN 'REQUESTED' ELSE 'ACTIVE' END, 0
            FROM member
                JOIN (SELECT user_id, row_number() OVER (ORDER BY user_id) AS place FROM user_profile) AS person
                    ON person.place = member_id % 40 + 1
            WHERE NOT EXISTS (SELECT 1 FROM member_link AS other
                WHERE other.member_id = member.member_id AND other.closed_at IS NULL)",
        )
        .unwrap();
    connection
}

/// Returns a random statement that affects the stored rows.
fn change(dice: &mut Dice) -> String {
    let (number, other) = (dice.below(1_u64 << 20), dice.below(1_usize << 20));
    let one_of = |table: &str, number: u64| {
        let key = format!("{table}_id").replace("user_profile_id", "user_id");
        format!("(SELECT {key} FROM {table} ORDER BY {key} LIMIT 1 OFFSET {number} % (SELECT count(*) FROM {table}))")
    };
    let link = format!("member_link_id = {}", one_of("member_link", number));
    let user = format!("user_id = {}", one_of("user_profile", number));
    match dice.below(20) {
        0..=4 => format!(
            "UPDATE member_link SET state = CASE state WHEN 'ACTIVE' THEN 'REQUESTED' ELSE 'ACTIVE' END WHERE {link}"
        ),
        5 | 6 => format!("UPDATE member_link SET user_id = {} WHERE {link}", one_of("user_profile", (other % 40) as u64)),
        7 | 8 => format!(
            "UPDATE member_link SET (vendor_id, dealer_id, retailer_id) =
                (SELECT vendor_id, dealer_id, retailer_id FROM company WHERE company_id = {}) WHERE {link}",
            one_of("company", other as u64)
        ),
        9 => format!("DELETE FROM member_link WHERE {link}"),
        10 => format!(
            "INSERT INTO member_link (user_id, member_id, company_id, vendor_id, dealer_id, retailer_id, state, created_at,
                closed_at)
            SELECT {}, member_id, company_id, vendor_id, dealer_id, retailer_id, 'ACTIVE', 0, 1
            FROM member WHERE member_id = {}",
            one_of("user_profile", (other % 40) as u64),
            one_of("member", number)
        ),
        11 => format!("DELETE FROM account WHERE account_id = (SELECT account_id FROM user_profile WHERE {user})"),
        12 => format!("DELETE FROM member WHERE member_id = {}", one_of("member", number)),
        13 | 14 => format!("UPDATE user_profile SET dormant_at = {} WHERE {user}", ["NULL", "1"][other % 2]),
        15 => format!("UPDATE user_profile SET told_at = {} WHERE {user}", ["NULL", "1"][other % 2]),
        16 | 17 => {
            let level = ["REGULAR_GUEST", "REGULAR_MEMBER", "REGULAR_VERIFIED_2_MEMBER"][other % 3];
            format!("UPDATE user_profile SET level = '{level}' WHERE {user}")
        }
        18 => format!("UPDATE user_profile SET name_key = '{other}', is_online = NOT is_online WHERE {user}"),
        _ => format!("UPDATE user_profile SET created_at = {other} WHERE {user}"),
    }
}

#[test]
fn what_is_kept_of_whom_a_company_reaches_is_what_the_links_say_after_whatever_happens() {
    TestDatabase::each(|test| {
        let mut connection = fill(test);
        assert!(check(&mut connection, "filling") > 1_000);
        let mut dice = Dice(7);
        for step in 0..1_500 {
            let statement = change(&mut dice);
            connection.batch_execute(&statement).unwrap();
            if step % 50 == 49 {
                check(&mut connection, &statement);
            }
        }
        assert!(check(&mut connection, "all of it") > 100, "something is left to be right about");
    });
}

#[test]
fn what_happens_at_once_to_links_and_their_users_leaves_what_the_links_say() {
    TestDatabase::each(|test| {
        let mut connection = fill(test);
        at_once(6, 1, |thread, _| {
            let mut connection = test.database.connect().unwrap();
            let mut dice = Dice(thread as u64);
            for step in 0..120 {
                // Few users and links, so that threads collide.
                let (place, other) = (dice.below(4), dice.below(3_usize));
                let user =
                    format!("user_id = (SELECT user_id FROM user_profile ORDER BY user_id LIMIT 1 OFFSET {place})");
                if thread == 0 && step % 20 == 19 {
                    let account = format!("SELECT account_id AS count FROM user_profile WHERE {user}");
                    let account_id = count(&mut connection, &account);
                    transaction(&mut connection, |connection| users::erase(connection, account_id)).unwrap();
                    continue;
                }
                let statement = match dice.below(if thread == 1 { 6 } else { 4 }) {
                    0 => format!(
                        "UPDATE member_link SET state = CASE state WHEN 'ACTIVE' THEN 'REQUESTED' ELSE 'ACTIVE' END
                        WHERE member_link_id = (SELECT min(member_link_id) + {other} FROM member_link WHERE {user})"
                    ),
                    1 => format!("UPDATE user_profile SET dormant_at = {} WHERE {user}", ["NULL", "1", "2"][other]),
                    2 => format!("UPDATE user_profile SET name_key = '{thread}{other}' WHERE {user}"),
                    3 => format!(
                        "INSERT INTO member_link (user_id, member_id, company_id, vendor_id, dealer_id, retailer_id, state,
                            created_at, closed_at)
                        SELECT user_id, member_id, company_id, vendor_id, dealer_id, retailer_id, 'ACTIVE', 0, 1
                        FROM member_link WHERE member_link_id = (SELECT max(member_link_id) FROM member_link WHERE {user})"
                    ),
                    4 => format!("DELETE FROM member WHERE member_id = (SELECT min(member_id) FROM member_link WHERE {user})"),
                    // As an upgrade of a company moves its links.
                    _ => format!(
                        "UPDATE member_link SET (vendor_id, dealer_id, retailer_id) = (SELECT vendor_id, dealer_id, retailer_id
                            FROM company ORDER BY company_id LIMIT 1 OFFSET {other})
                        WHERE member_link_id IN (SELECT member_link_id FROM member_link ORDER BY member_link_id LIMIT 30)"
                    ),
                };
                // A user who was just deleted has no links any more.
                match connection.batch_execute(&statement) {
                    Ok(()) | Err(DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _)) => {}
                    Err(error) => panic!("{error}: {statement}"),
                }
            }
        });
        check(&mut connection, "what happened at once");
    });
}

#[test]
fn whom_companies_reached_before_it_was_kept_they_reach_still() {
    TestDatabase::each(|test| {
        let mut connection = fill(test);
        let before = check(&mut connection, "filling");
        revert_to_before(&mut connection, "0069");
        kernel::db::migrations::run(&mut connection).unwrap();
        assert_eq!(check(&mut connection, "the migration"), before);
    });
}
