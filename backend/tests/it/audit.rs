//! The access log and the change log as hash chains: any tampering is detected, and the row is named.

use crate::{
    planner::{count_everything, plan},
    support::{TestDatabase, World, code, link, manager, operator, revert_to_before},
};
use diesel::connection::SimpleConnection;
use kernel::db::{
    DatabaseConnection,
    chain::{self, Flaw, FlawKind, Log, Verification},
    migrations,
};
use std::sync::atomic::{AtomicBool, Ordering};
use uno_core::contract::{
    Method,
    consents::ListUserConsents,
    error::ErrorCode,
    logs::{
        ACCESS_SCREEN, AccessAction, AccessLogFilter, AccessLogPath, CHANGE_SCREEN, ChangeLogFilter, ChangeLogPath,
        ChangedResource, GetAccessLog, GetChangeLog, ListAccessLogs, ListChangeLogs, ListMemberAccessLogs,
        ListUserAccessLogs, LogFlawKind, LogSort, UserAccess, VerifyLogs,
    },
    managed_users::UserPath,
    managers::{CreateManager, ManagerRole},
    members::{DeleteMember, ListMembers, Member, MemberFilter, MemberPath, RevealMember},
    operators::{CreateOperator, DeleteOperator, OperatorPath},
    revisions::RevisionFilter,
    users::{GetOwnProfile, UserId},
};

/// Creates six reads and more than six changes.
fn filled(test: &TestDatabase) -> (World, Member) {
    let world = World::build(test);
    let member = world.add_member(world.retailer_id, "A1", "김하나");
    let path = MemberPath { member_id: member.member_id };
    for _ in 0..6 {
        world.server.call::<RevealMember>(Some(&world.retailer), &path, &(), &()).unwrap();
    }
    chain_all(test);
    (world, member)
}

fn chain_all(test: &TestDatabase) {
    for log in Log::ALL {
        while test.database.read_blocking(|connection| chain::has_waiting(connection, log)).unwrap() {
            test.database.write_blocking(|connection| chain::chain_waiting(connection, log)).unwrap();
        }
    }
}

fn verified(connection: &mut DatabaseConnection, log: Log) -> Verification {
    verified_since(connection, log, i64::MAX)
}

fn verified_since(connection: &mut DatabaseConnection, log: Log, kept_since: i64) -> Verification {
    chain::verify(log, kept_since, &mut |question| question(connection)).unwrap()
}

fn found(test: &TestDatabase, log: Log) -> Verification {
    verified(&mut test.database.connect().unwrap(), log)
}

/// Returns the flaw found after tampering with full database access; the tampering is rolled back.
fn flaw_after(test: &TestDatabase, log: Log, tampering: &str) -> Option<Flaw> {
    flaw_since(test, log, i64::MAX, tampering)
}

fn flaw_since(test: &TestDatabase, log: Log, kept_since: i64, tampering: &str) -> Option<Flaw> {
    let mut connection = test.database.connect().unwrap();
    let unguarded = match &connection {
        DatabaseConnection::Sqlite(_) => {
            "DROP TRIGGER access_log_stays; DROP TRIGGER access_log_is_kept; DROP TRIGGER revision_stays; \
             DROP TRIGGER revision_is_kept;"
        }
        DatabaseConnection::Postgres(_) => {
            "ALTER TABLE access_log DISABLE TRIGGER USER; ALTER TABLE revision DISABLE TRIGGER USER;"
        }
    };
    connection.batch_execute(&format!("BEGIN; {unguarded} {tampering}")).unwrap();
    let found = verified_since(&mut connection, log, kept_since).flaw;
    connection.batch_execute("ROLLBACK").unwrap();
    found
}

fn id_of(log: Log) -> &'static str {
    match log {
        Log::Access => "access_log_id",
        Log::Changes => "revision_id",
    }
}

/// Returns the id of the row at a position.
fn id_at(test: &TestDatabase, log: Log, position: i64) -> i64 {
    use diesel::{QueryableByName, RunQueryDsl, sql_types::BigInt};
    #[derive(QueryableByName)]
    struct Id {
        #[diesel(sql_type = BigInt)]
        id: i64,
    }
    let query = format!("SELECT {} AS id FROM {} WHERE position = {position}", id_of(log), log.table());
    let row: Id =
        test.database.read_blocking(|connection| Ok(diesel::sql_query(query).get_result(connection)?)).unwrap();
    row.id
}

#[test]
fn whole_logs_are_verified_to_their_last_row() {
    TestDatabase::each(|test| {
        let (_world, _) = filled(test);
        let access = found(test, Log::Access);
        assert_eq!((access.rows, access.waiting, access.flaw), (6, 0, None));
        let changes = found(test, Log::Changes);
        assert!(changes.rows >= 6 && changes.rows == changes.end.0, "{changes:?}");
        assert_eq!((changes.waiting, changes.flaw), (0, None));
    });
}

#[test]
fn on_sqlite_a_row_is_chained_with_what_it_tells_of() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let member = world.add_member(world.retailer_id, "A1", "김하나");
    let path = MemberPath { member_id: member.member_id };
    world.server.call::<RevealMember>(Some(&world.retailer), &path, &(), &()).unwrap();
    let access = found(&test, Log::Access);
    assert_eq!((access.rows, access.end.0, access.waiting, access.flaw), (1, 1, 0, None));
}

#[test]
fn a_row_that_was_changed_in_any_of_its_fields_is_named() {
    TestDatabase::each(|test| {
        let (_world, _) = filled(test);
        let of_access = [
            "account_id = account_id + 1",
            "account_name = 'x'",
            "action = 'SEARCH_BY_PHONE'",
            "member_id = NULL",
            "company_id = NULL",
            "persons = 2",
            "reason = 'x'",
            "created_at = created_at - 1",
            "request_id = 'x'",
            "address = '10.0.0.1'",
            "hash = NULL",
            "access_log_id = 1000000",
        ];
        let of_changes = [
            "resource = 'x'",
            "record_id = record_id + 1",
            "action = 'DELETE'",
            "account_id = account_id + 1",
            "account_name = 'x'",
            "created_at = created_at - 1",
            "changes = '[]'",
            "changes = '[]', salt = NULL",
            "changes = 'no json'",
            "salt = NULL",
            "digest = salt",
            "hash = NULL",
            "revision_id = 1000000",
        ];
        for (log, changes) in [(Log::Access, &of_access[..]), (Log::Changes, &of_changes[..])] {
            let own_id = id_at(test, log, 3);
            for change in changes {
                let flaw = flaw_after(test, log, &format!("UPDATE {} SET {change} WHERE position = 3", log.table()));
                let id = if change.ends_with("_id = 1000000") { 1_000_000 } else { own_id };
                assert_eq!(flaw, Some(Flaw { kind: FlawKind::Altered, position: 3, id: Some(id) }), "{change}");
            }
        }
    });
}

#[test]
fn a_row_that_was_removed_is_named_also_when_it_was_the_last() {
    TestDatabase::each(|test| {
        let (_world, _) = filled(test);
        for log in Log::ALL {
            let last = found(test, log).end.0;
            for position in [1, 3, last] {
                let flaw = flaw_after(test, log, &format!("DELETE FROM {} WHERE position = {position}", log.table()));
                assert_eq!(flaw, Some(Flaw { kind: FlawKind::Missing, position, id: None }));
            }
        }
    });
}

#[test]
fn a_row_that_was_put_in_is_named_even_when_it_copies_a_true_one() {
    TestDatabase::each(|test| {
        let (_world, _) = filled(test);
        for (log, columns) in [
            (Log::Access, "account_id, action, member_id, created_at, request_id, address, hash"),
            (
                Log::Changes,
                "resource, record_id, action, account_id, account_name, created_at, changes, hash, salt, digest",
            ),
        ] {
            let table = log.table();
            let id = id_of(log);
            let put_in = format!(
                "UPDATE {table} SET position = -position - 1 WHERE position >= 3; \
                 UPDATE {table} SET position = -position WHERE position < 0; \
                 INSERT INTO {table} ({id}, position, {columns}) SELECT 1000000, 3, {columns} FROM {table} WHERE position = 4; \
                 UPDATE log_chain SET position = position + 1 WHERE log = '{table}';"
            );
            let flaw = flaw_after(test, log, &put_in);
            assert_eq!(flaw, Some(Flaw { kind: FlawKind::Altered, position: 3, id: Some(1_000_000) }));
        }
    });
}

#[test]
fn a_row_at_no_place_of_the_chain_or_with_a_number_below_all_is_named() {
    TestDatabase::each(|test| {
        let (_world, _) = filled(test);
        for (log, row) in [
            (Log::Access, "(account_id, action, created_at, request_id, address, ID) VALUES (1, 'REVEAL', 1, 'r', 'a'"),
            (
                Log::Changes,
                "(resource, record_id, action, account_id, account_name, created_at, changes, ID) \
                 VALUES ('members', 1, 'UPDATE', 1, 'root', 1, '[]'",
            ),
        ] {
            let row = row.replace("ID", &format!("{}, position, hash", id_of(log)));
            for (id, position) in [(900_000, Some(0)), (900_000, Some(-4)), (0, None), (-7, None), (i64::MIN + 1, None)]
            {
                let place = position.map_or("NULL".to_owned(), |position| position.to_string());
                let put_in = format!("INSERT INTO {} {row}, {id}, {place}, NULL);", log.table());
                let flaw = Flaw { kind: FlawKind::Foreign, position: position.unwrap_or_default(), id: Some(id) };
                assert_eq!(flaw_after(test, log, &put_in), Some(flaw), "{put_in}");
            }
        }
    });
}

#[test]
fn what_is_written_while_a_log_is_verified_is_no_flaw() {
    TestDatabase::each(|test| {
        let (world, member) = filled(test);
        let address = world.server.url(&format!("/api/v1/members/{}", member.member_id.0));
        let is_over = AtomicBool::new(false);
        let flaws: Vec<Flaw> = std::thread::scope(|scope| {
            scope.spawn(|| {
                for number in 0.. {
                    if is_over.load(Ordering::Relaxed) {
                        return;
                    }
                    let body = format!(r#"{{ "memo": "{number}" }}"#);
                    world.server.send(Method::Patch, &address, Some(&world.admin), Some(body.as_bytes()));
                    chain_all(test);
                }
            });
            let flaws = (0..200).filter_map(|_| found(test, Log::Changes).flaw).collect();
            is_over.store(true, Ordering::Relaxed);
            flaws
        });
        assert_eq!(flaws, []);
    });
}

#[test]
fn on_sqlite_no_row_passes_for_one_of_before_the_chain_once_those_are_chained() {
    let test = TestDatabase::sqlite();
    let (_world, _) = filled(&test);
    let mut connection = test.database.connect().unwrap();
    revert_to_before(&mut connection, "0021");
    migrations::run(&mut connection).unwrap();
    chain_all(&test);
    test.database.write_blocking(|connection| chain::expire(connection, Log::Access, i64::MAX)).unwrap();
    let forged = "INSERT INTO access_log (access_log_id, account_id, action, created_at, request_id, address) \
                  VALUES (1, 1, 'REVEAL', 1, 'r', 'a')";
    connection.batch_execute(forged).unwrap();
    chain_all(&test);
    let flaw = Flaw { kind: FlawKind::Foreign, position: 0, id: Some(1) };
    assert_eq!(found(&test, Log::Access).flaw, Some(flaw), "its number is free, and below those of before");
}

#[test]
fn of_two_rows_that_were_swapped_the_first_is_named() {
    TestDatabase::each(|test| {
        let (_world, _) = filled(test);
        for log in Log::ALL {
            let table = log.table();
            let fourth = id_at(test, log, 4);
            let swap = format!(
                "UPDATE {table} SET position = -3 WHERE position = 4; UPDATE {table} SET position = 4 WHERE position = 3; \
                 UPDATE {table} SET position = 3 WHERE position = -3;"
            );
            assert_eq!(
                flaw_after(test, log, &swap),
                Some(Flaw { kind: FlawKind::Altered, position: 3, id: Some(fourth) })
            );
        }
    });
}

/// SQLite can store text in a numeric column. It reads like a number, but filters do not match it.
#[test]
fn on_sqlite_a_value_that_is_stored_as_another_type_is_found() {
    let test = TestDatabase::sqlite();
    let (_world, _) = filled(&test);
    for (log, change) in [
        (Log::Access, "created_at = created_at || 'x'"),
        (Log::Access, "account_id = account_id || 'x'"),
        (Log::Access, "persons = coalesce(persons, 0) + 0.5"),
        (Log::Access, "action = CAST(action AS BLOB)"),
        (Log::Access, "position = 3.5"),
        (Log::Changes, "record_id = record_id || 'x'"),
        (Log::Changes, "created_at = created_at + 0.5"),
        (Log::Changes, "resource = CAST(resource AS BLOB)"),
        (Log::Changes, "hash = CAST(hash AS TEXT)"),
    ] {
        let (table, third) = (log.table(), id_at(&test, log, 3));
        let statement = format!("UPDATE {table} SET {change} WHERE position = 3");
        let flaw = Flaw { kind: FlawKind::Altered, position: 3, id: Some(third) };
        assert_eq!(flaw_after(&test, log, &statement), Some(flaw), "{change}");
    }
}

#[test]
fn on_sqlite_a_row_that_the_server_has_not_written_is_never_chained() {
    let test = TestDatabase::sqlite();
    let (world, _) = filled(&test);
    let mut connection = test.database.connect().unwrap();
    let forged = "INSERT INTO access_log (access_log_id, account_id, action, created_at, request_id, address) \
                  VALUES (1000, 1, 'REVEAL', 1, 'r', 'a')";
    connection.batch_execute(forged).unwrap();
    let path = MemberPath { member_id: world.add_member(world.retailer_id, "A2", "김두리").member_id };
    world.server.call::<RevealMember>(Some(&world.retailer), &path, &(), &()).unwrap();
    let access = found(&test, Log::Access);
    assert_eq!(access.rows, 7, "serving goes on");
    assert_eq!(access.flaw, Some(Flaw { kind: FlawKind::Foreign, position: 0, id: Some(1000) }));
}

#[test]
fn logs_can_only_be_added_to() {
    TestDatabase::each(|test| {
        let (_world, _) = filled(test);
        for statement in [
            "UPDATE access_log SET address = 'x' WHERE position = 2",
            "DELETE FROM access_log WHERE position = 2",
            "UPDATE revision SET account_name = 'x' WHERE position = 2",
            "DELETE FROM revision WHERE position = 2",
        ] {
            assert!(test.database.connect().unwrap().batch_execute(statement).is_err(), "{statement}");
        }
    });
}

#[test]
fn erasing_a_person_breaks_no_chain_and_leaves_nothing_to_guess_by() {
    TestDatabase::each(|test| {
        let (world, member) = filled(test);
        let path = MemberPath { member_id: member.member_id };
        world.server.call::<DeleteMember>(Some(&world.admin), &path, &(), &()).unwrap();
        chain_all(test);
        let changes = found(test, Log::Changes);
        assert_eq!(changes.flaw, None);
        assert!(changes.erased >= 1, "{changes:?}");
        let told = r#"[{"field":"name","before":null,"after":"이둘"}]"#;
        let retold = format!("UPDATE revision SET changes = '{told}' WHERE salt IS NULL");
        assert!(flaw_after(test, Log::Changes, &retold).is_some_and(|flaw| flaw.kind == FlawKind::Altered));
    });
}

#[test]
fn the_chain_is_verified_also_when_its_oldest_rows_have_gone() {
    TestDatabase::each(|test| {
        let (world, member) = filled(test);
        for log in Log::ALL {
            let rows = found(test, log).rows;
            let expired = test.database.write_blocking(|connection| chain::expire(connection, log, 1)).unwrap();
            assert_eq!(expired, 0, "none is that old");
            let expired = test.database.write_blocking(|connection| chain::expire(connection, log, i64::MAX)).unwrap();
            assert_eq!(i64::try_from(expired).unwrap(), rows);
        }
        let path = MemberPath { member_id: member.member_id };
        for _ in 0..3 {
            world.server.call::<RevealMember>(Some(&world.retailer), &path, &(), &()).unwrap();
        }
        chain_all(test);
        let access = found(test, Log::Access);
        assert_eq!((access.rows, access.expired, access.flaw), (3, 6, None));
        let flaw = flaw_after(test, Log::Access, "DELETE FROM access_log WHERE position = 7");
        assert_eq!(flaw, Some(Flaw { kind: FlawKind::Missing, position: 7, id: None }));
    });
}

#[test]
fn a_log_whose_oldest_rows_were_removed_before_their_time_is_reported() {
    TestDatabase::each(|test| {
        let (_world, _) = filled(test);
        for log in Log::ALL {
            let (table, now) = (log.table(), kernel::clock::now().0);
            // The chain itself stays whole.
            let shortened = format!(
                "UPDATE log_chain SET anchor_position = 3, anchor_hash = (SELECT hash FROM {table} WHERE position = 3) \
                 WHERE log = '{table}'; DELETE FROM {table} WHERE position <= 3;"
            );
            let early = |position| Some(Flaw { kind: FlawKind::Shortened, position, id: None });
            assert_eq!(flaw_since(test, log, now - log.retention(), &shortened), early(4));
            assert_eq!(flaw_since(test, log, now - log.retention(), ""), None);
            let year = 31_557_600_000;
            assert_eq!(flaw_since(test, log, now + year, &shortened), None, "they were as old as that");
            test.database.write_blocking(|connection| chain::expire(connection, log, i64::MAX)).unwrap();
            let position = found(test, log).expired + 1;
            assert_eq!(flaw_since(test, log, now + 60_000, ""), None, "what the server has removed, it has noted");
            assert_eq!(flaw_since(test, log, now - log.retention(), ""), early(position), "but not too early");
        }
    });
}

#[test]
fn rows_of_before_the_chain_are_chained_by_and_by() {
    TestDatabase::each(|test| {
        let (_world, _) = filled(test);
        let rows = found(test, Log::Changes).rows;
        let mut connection = test.database.connect().unwrap();
        revert_to_before(&mut connection, "0021");
        migrations::run(&mut connection).unwrap();
        chain_all(test);
        for (log, expected) in [(Log::Access, 6), (Log::Changes, rows)] {
            let found = found(test, log);
            assert_eq!((found.rows, found.waiting, found.flaw), (expected, 0, None), "{log:?}");
        }
    });
}

/// Grants vendors read access to both logs, as an installation may.
pub fn let_vendors_read(test: &TestDatabase, world: &World) {
    use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
    use kernel::db::schema::{menu_item, permission, permission_group};
    test.database
        .write_blocking(|connection| {
            let group: i64 = permission_group::table
                .filter(permission_group::authority.eq("VENDOR"))
                .select(permission_group::permission_group_id)
                .first(connection)?;
            for screen in [ACCESS_SCREEN, CHANGE_SCREEN] {
                let own = screen.trim_start_matches("/log_management");
                let item: i64 = menu_item::table
                    .filter(menu_item::url.eq(own))
                    .select(menu_item::menu_item_id)
                    .first(connection)?;
                diesel::insert_into(permission::table)
                    .values((
                        permission::permission_group_id.eq(group),
                        permission::menu_item_id.eq(item),
                        permission::can_read.eq(true),
                        permission::can_create.eq(false),
                        permission::can_update.eq(false),
                        permission::can_delete.eq(false),
                    ))
                    .execute(connection)?;
            }
            Ok(())
        })
        .unwrap();
    for token in [&world.vendor, &world.other_vendor] {
        world.server.state.callers.forget(world.server.state.keys.claims(token).unwrap().sid);
    }
}

#[test]
fn the_access_log_tells_who_read_whose_data_when_from_where_and_how() {
    TestDatabase::each(|test| {
        let (world, member) = filled(test);
        let birth = MemberFilter { birth_date: Some(crate::support::date("1980-05-17")), ..MemberFilter::default() };
        world.server.call::<ListMembers>(Some(&world.dealer), &(), &birth, &()).unwrap();
        let list = |filter: AccessLogFilter| {
            world.server.call::<ListAccessLogs>(Some(&world.admin), &(), &filter, &()).unwrap()
        };
        let page = list(AccessLogFilter::default());
        assert_eq!((page.total, page.total_is_exact), (7, true));
        let search = &page.data[0];
        assert_eq!(
            (search.action, search.account_name.as_str(), search.member_id, search.company_name.as_deref()),
            (AccessAction::SearchByBirthDate, "dealer", None, Some("한빛 메디컬"))
        );
        let read = &page.data[1];
        assert_eq!(
            (read.action, read.account_name.as_str(), read.member_name.as_deref(), read.company_name.as_deref()),
            (AccessAction::Reveal, "retailer", Some("김하나"), Some("한빛 건강센터"))
        );
        assert_eq!((read.persons, read.address.as_str()), (Some(1), "127.0.0.1"));
        let totals = [
            list(AccessLogFilter { account_name: Some("ETAIL".to_lowercase()), ..AccessLogFilter::default() }).total,
            list(AccessLogFilter { member_name: Some("김".into()), ..AccessLogFilter::default() }).total,
            list(AccessLogFilter { member_name: Some("하".into()), ..AccessLogFilter::default() }).total,
            list(AccessLogFilter { member_id: Some(member.member_id), ..AccessLogFilter::default() }).total,
            list(AccessLogFilter { actions: vec![AccessAction::SearchByPhone], ..AccessLogFilter::default() }).total,
        ];
        assert_eq!(totals, [6, 6, 0, 6, 0]);
        let mut ids = Vec::new();
        let mut after = None;
        loop {
            let filter = AccessLogFilter {
                page_size: Some(3),
                sort: Some(LogSort::Oldest),
                after: after.take(),
                ..AccessLogFilter::default()
            };
            let page = list(filter);
            ids.extend(page.data.iter().map(|row| row.access_log_id));
            let Some(next) = page.next else { break };
            after = Some(next);
        }
        assert!(ids.len() == 7 && ids.is_sorted(), "{ids:?}");
    });
}

#[test]
fn rows_of_another_tree_are_in_no_log_by_no_id_filter_or_page() {
    TestDatabase::each(|test| {
        let (world, member) = filled(test);
        let other = world.add_member(world.other_retailer_id, "B1", "이둘");
        let path = MemberPath { member_id: other.member_id };
        world.server.call::<RevealMember>(Some(&world.admin), &path, &(), &()).unwrap();
        let refused = world.server.call::<ListAccessLogs>(Some(&world.vendor), &(), &AccessLogFilter::default(), &());
        assert_eq!(code(&refused.unwrap_err()), ErrorCode::Forbidden, "the groups of companies may read no log");
        let_vendors_read(test, &world);
        let access = |token: &str, filter: AccessLogFilter| {
            world.server.call::<ListAccessLogs>(Some(token), &(), &filter, &()).unwrap()
        };
        let own = access(&world.other_vendor, AccessLogFilter::default());
        let names: Vec<_> = own.data.iter().map(|row| row.member_name.clone().unwrap()).collect();
        assert_eq!(names, ["이둘"], "who reads from above is told");
        assert_eq!(access(&world.vendor, AccessLogFilter::default()).total, 6);
        let filter = AccessLogFilter { member_id: Some(member.member_id), ..AccessLogFilter::default() };
        assert_eq!(access(&world.other_vendor, filter).total, 0);
        let access_log_id = own.data[0].access_log_id;
        let one =
            |token: &str| world.server.call::<GetAccessLog>(Some(token), &AccessLogPath { access_log_id }, &(), &());
        assert!(one(&world.other_vendor).is_ok());
        assert_eq!(code(&one(&world.vendor).unwrap_err()), ErrorCode::NotFound);

        let changes = |token: &str, filter: ChangeLogFilter| {
            world.server.call::<ListChangeLogs>(Some(token), &(), &filter, &()).unwrap()
        };
        let all = changes(&world.admin, ChangeLogFilter::default());
        assert!(all.data.iter().flat_map(|row| &row.changes).any(|change| change.after.is_some()));
        let own = changes(&world.other_vendor, ChangeLogFilter::default());
        let records: Vec<_> = own.data.iter().map(|row| (row.resource.as_str(), row.record_id)).collect();
        let expected = [
            ("member", other.member_id.0),
            ("company", world.other_retailer_id.0),
            ("company", world.other_vendor_id.0),
        ];
        assert_eq!(records, expected);
        assert!(own.data.iter().flat_map(|row| &row.changes).all(|change| change.after.is_none()), "no values");
        let members = ChangeLogFilter { resources: vec![ChangedResource::Member], ..ChangeLogFilter::default() };
        assert_eq!(changes(&world.vendor, members).total, 1);
        let change_log_id = own.data[0].change_log_id;
        let one =
            |token: &str| world.server.call::<GetChangeLog>(Some(token), &ChangeLogPath { change_log_id }, &(), &());
        assert!(one(&world.other_vendor).is_ok());
        assert_eq!(code(&one(&world.vendor).unwrap_err()), ErrorCode::NotFound);
        let verify = world.server.call::<VerifyLogs>(Some(&world.vendor), &(), &(), &());
        assert_eq!(code(&verify.unwrap_err()), ErrorCode::Forbidden, "a chain has rows of all trees");
    });
}

#[test]
fn the_access_log_is_found_by_whose_data_it_was_by_company_by_list_and_by_address() {
    TestDatabase::each(|test| {
        let (world, member) = filled(test);
        let user_id = world.server.call::<GetOwnProfile>(Some(&world.member), &(), &(), &()).unwrap().user_id;
        link(test, &world, &world.member, member.member_id);
        for token in [&world.dealer, &world.admin] {
            world.server.call::<ListUserConsents>(Some(token), &UserPath { user_id }, &(), &()).unwrap();
        }
        let file = "INSERT INTO access_log (account_id, account_name, action, persons, list, created_at, request_id, \
                    address) VALUES (1, 'root', 'EXPORT', 3, 'member.title', 1, 'x', '10.0.0.7')";
        test.database.connect().unwrap().batch_execute(file).unwrap();
        let_vendors_read(test, &world);
        let total = |token: &str, filter: AccessLogFilter| {
            let page = world.server.call::<ListAccessLogs>(Some(token), &(), &filter, &()).unwrap();
            assert_eq!(page.total, i64::try_from(page.data.len()).unwrap());
            page.total
        };
        let any = AccessLogFilter::default;
        let named = |name: &str| AccessLogFilter { member_name: Some(name.into()), ..any() };
        assert_eq!(total(&world.admin, named("MEMB")), 2, "users as well as members");
        assert_eq!((total(&world.admin, named("김하")), total(&world.admin, named("embe"))), (6, 0));
        let of_user = || [&world.admin, &world.vendor, &world.other_vendor].map(|token| total(token, named("memb")));
        assert_eq!(of_user(), [2, 1, 0], "what an administrator read concerns no company");
        // With a frequent name, persons are not listed; each row of the log is checked.
        let many = "WITH RECURSIVE counted (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM counted WHERE at < 600) \
                    INSERT INTO member (company_id, vendor_id, dealer_id, retailer_id, member_no, name, name_key, \
                    birth_date, sex, created_at, updated_at, version) SELECT company_id, vendor_id, dealer_id, \
                    retailer_id, 'M' || at, 'memb' || at, 'memb' || at, birth_date, sex, created_at, updated_at, version \
                    FROM counted CROSS JOIN member WHERE name = '김하나'";
        test.database.connect().unwrap().batch_execute(many).unwrap();
        assert_eq!(of_user(), [2, 1, 0]);
        let of = |company_id| AccessLogFilter { company_id: Some(company_id), ..any() };
        let all = [world.vendor_id, world.dealer_id, world.retailer_id, world.other_vendor_id];
        assert_eq!(all.map(|company| total(&world.admin, of(company))), [7, 7, 6, 0]);
        assert_eq!(total(&world.vendor, of(world.retailer_id)), 6);
        assert_eq!(total(&world.other_vendor, of(world.retailer_id)), 0, "whoever does not reach it");
        let list = |key: &str| AccessLogFilter { list: Some(key.into()), ..any() };
        assert_eq!((total(&world.admin, list("member.title")), total(&world.admin, list("member"))), (1, 0));
        let address = |from: &str| AccessLogFilter { address: Some(from.into()), ..any() };
        assert_eq!((total(&world.admin, address("10.0.0.7")), total(&world.admin, address("10.0.0"))), (1, 0));
        assert_eq!(total(&world.admin, address("127.0.0.1")), 8);
    });
}

#[test]
fn companies_are_told_of_the_changes_of_what_is_theirs_and_of_its_removal() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let_vendors_read(test, &world);
        let save = operator("site.a", world.retailer_id);
        let site = world.server.call::<CreateOperator>(Some(&world.admin), &(), &(), &save).unwrap().operator_id;
        let chief = manager("chief", ManagerRole::Admin, None);
        world.server.call::<CreateManager>(Some(&world.admin), &(), &(), &chief).unwrap();
        let dealer = manager("new.dealer", ManagerRole::Dealer, Some(world.dealer_id));
        world.server.call::<CreateManager>(Some(&world.admin), &(), &(), &dealer).unwrap();
        let changes = |token: &str| -> Vec<String> {
            let resources = vec![ChangedResource::Operator, ChangedResource::Manager];
            let filter = ChangeLogFilter { resources, sort: Some(LogSort::Oldest), ..ChangeLogFilter::default() };
            let page = world.server.call::<ListChangeLogs>(Some(token), &(), &filter, &()).unwrap();
            assert_eq!(page.total, i64::try_from(page.data.len()).unwrap());
            page.data.into_iter().map(|row| format!("{} {}", row.resource, row.action.as_str())).collect()
        };
        assert_eq!(changes(&world.admin), ["operator CREATE", "manager CREATE", "manager CREATE"]);
        assert_eq!(changes(&world.vendor), ["operator CREATE", "manager CREATE"], "not of who stands above");
        assert!(changes(&world.other_vendor).is_empty());
        let path = OperatorPath { operator_id: site };
        world.server.call::<DeleteOperator>(Some(&world.vendor), &path, &(), &()).unwrap();
        assert_eq!(changes(&world.vendor), ["manager CREATE", "operator DELETE"], "what is in the bin");
        assert!(changes(&world.other_vendor).is_empty());
    });
}

#[test]
fn who_works_with_a_member_is_told_who_read_the_members_data() {
    TestDatabase::each(|test| {
        let (world, member) = filled(test);
        let path = MemberPath { member_id: member.member_id };
        world.server.call::<RevealMember>(Some(&world.admin), &path, &(), &()).unwrap();
        let first = RevisionFilter { page: None, page_size: Some(5) };
        let read = |token: &str| world.server.call::<ListMemberAccessLogs>(Some(token), &path, &first, &());
        let page = read(&world.operator).unwrap();
        assert_eq!((page.total, page.data.len(), page.data[0].account_name.as_str()), (7, 5, "root"));
        assert_eq!(code(&read(&world.other_vendor).unwrap_err()), ErrorCode::NotFound);
    });
}

#[test]
fn who_works_with_a_user_is_told_who_read_the_users_data_and_of_members_those_that_one_may_see() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let user_id = world.server.call::<GetOwnProfile>(Some(&world.member), &(), &(), &()).unwrap().user_id;
        let here = world.add_member(world.retailer_id, "A1", "김하나");
        let there = world.add_member(world.other_retailer_id, "B1", "김하나");
        let somebody = world.add_member(world.retailer_id, "A2", "박둘");
        for member in [&here, &there] {
            link(test, &world, &world.member, member.member_id);
        }
        let path = UserPath { user_id };
        for token in [&world.dealer, &world.other_vendor, &world.admin] {
            world.server.call::<ListUserConsents>(Some(token), &path, &(), &()).unwrap();
        }
        for (token, member) in [(&world.retailer, &here), (&world.other_vendor, &there), (&world.retailer, &somebody)] {
            let path = MemberPath { member_id: member.member_id };
            world.server.call::<RevealMember>(Some(token), &path, &(), &()).unwrap();
        }
        let filter = RevisionFilter { page: None, page_size: None };
        let read = |token: &str, user_id| {
            let read = world.server.call::<ListUserAccessLogs>(Some(token), &UserPath { user_id }, &filter, &());
            read.map(|page| page.data).map_err(|error| code(&error))
        };
        let told = |rows: &[UserAccess]| -> Vec<(String, AccessAction, Option<String>)> {
            rows.iter().map(|row| (row.account_name.clone(), row.action, row.company_name.clone())).collect()
        };
        let row = |name: &str, action, company: Option<&str>| (name.to_owned(), action, company.map(str::to_owned));
        let of_here = row("retailer", AccessAction::Reveal, Some("한빛 건강센터"));
        let of_there = row("vendor2", AccessAction::Reveal, Some("새봄 건강센터"));
        let consents = |name: &str| row(name, AccessAction::Consents, None);
        let own = [consents("root"), consents("vendor2"), consents("dealer")];
        let all: Vec<_> = [of_there, of_here.clone()].into_iter().chain(own).collect();
        assert_eq!(told(&read(&world.admin, user_id).unwrap()), all, "the latest first, and nobody else's");
        let of_tree = told(&read(&world.retailer, user_id).unwrap());
        assert_eq!(of_tree.len(), 4, "not what was read of the member of another tree: {of_tree:?}");
        assert_eq!((&of_tree[0], &of_tree[1]), (&of_here, &consents("root")));
        assert_eq!(of_tree[3], consents("d****r"), "nor who stands above, as in the user's history");
        assert_eq!(told(&read(&world.dealer, user_id).unwrap())[3], consents("dealer"), "who is reached is named");
        assert_ne!(of_tree[2].0, "vendor2", "who reads in another tree is not named");
        // Reads of members are shown only to callers who may see members.
        let unseen = "DELETE FROM permission WHERE menu_item_id IN (SELECT menu_item_id FROM menu_item WHERE url LIKE \
                      '%company_member_management') AND permission_group_id IN (SELECT permission_group_id FROM \
                      permission_group WHERE authority = 'RETAILER')";
        test.database.connect().unwrap().batch_execute(unseen).unwrap();
        std::thread::sleep(std::time::Duration::from_millis(600));
        let without = told(&read(&world.retailer, user_id).unwrap());
        assert!(without.iter().all(|(_, action, _)| *action == AccessAction::Consents), "{without:?}");
        assert_eq!(read(&world.admin, UserId(user_id.0 + 100)), Err(ErrorCode::NotFound));
        assert_eq!(read(&world.member, user_id), Err(ErrorCode::Forbidden));
        let filter = AccessLogFilter { user_id: Some(user_id), ..AccessLogFilter::default() };
        let log = world.server.call::<ListAccessLogs>(Some(&world.admin), &(), &filter, &()).unwrap();
        assert_eq!(log.total, 3, "the log itself is narrowed to the user's own rows");
    });
}

#[test]
fn who_read_a_users_data_is_found_by_indexes_however_long_the_log_is() {
    TestDatabase::each(|test| {
        let mut connection = test.database.connect().unwrap();
        let rows = "WITH RECURSIVE counted (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM counted WHERE at < 20000) \
                    INSERT INTO access_log (account_id, account_name, action, member_id, user_id, created_at, \
                    request_id, address) SELECT 1, 'root', 'REVEAL', CASE WHEN at % 50 > 0 THEN at % 1000 END, \
                    CASE WHEN at % 50 = 0 THEN at % 700 END, at, 'x', 'x' FROM counted";
        connection.batch_execute(rows).unwrap();
        count_everything(&mut connection);
        let (user, members) = match connection {
            DatabaseConnection::Sqlite(_) => ("?", "?, ?"),
            DatabaseConnection::Postgres(_) => ("$1", "$2, $3"),
        };
        let of_user = format!(
            "SELECT access_log_id FROM access_log WHERE (user_id = {user} OR member_id IN ({members})) \
             ORDER BY (access_log.created_at + 0) DESC, access_log_id DESC LIMIT 20"
        );
        let steps = plan(&mut connection, &of_user);
        assert!(steps.contains("access_log_by_user") && steps.contains("access_log_by_member"), "{steps}");
    });
}

#[test]
fn both_logs_find_an_account_by_a_part_of_its_name_in_any_case() {
    TestDatabase::each(|test| {
        let (world, _) = filled(test);
        let admin = Some(world.admin.as_str());
        let reads = |account_name: Option<String>| {
            let filter = AccessLogFilter { account_name, ..AccessLogFilter::default() };
            world.server.call::<ListAccessLogs>(admin, &(), &filter, &()).unwrap()
        };
        let changes = |account_name: Option<String>| {
            let filter = ChangeLogFilter { account_name, ..ChangeLogFilter::default() };
            world.server.call::<ListChangeLogs>(admin, &(), &filter, &()).unwrap()
        };
        assert_eq!((reads(Some("etail".into())).total, reads(Some("ETail".into())).total), (6, 6));
        let name = changes(None).data[0].account_name.clone();
        let found = changes(Some(name.to_uppercase())).total;
        assert!(found > 0 && found == changes(Some(name.to_lowercase())).total, "{name}: {found}");
    });
}

#[test]
fn a_broken_chain_is_told_by_the_console_and_serving_goes_on() {
    TestDatabase::each(|test| {
        let (world, member) = filled(test);
        let verify = || world.server.call::<VerifyLogs>(Some(&world.admin), &(), &(), &()).unwrap();
        let whole = verify();
        assert!(whole.is_finished);
        assert_eq!(whole.logs.iter().map(|log| log.flaw.clone()).collect::<Vec<_>>(), [None, None]);
        let unguarded = match test.database.connect().unwrap() {
            DatabaseConnection::Sqlite(_) => "DROP TRIGGER access_log_stays",
            DatabaseConnection::Postgres(_) => "ALTER TABLE access_log DISABLE TRIGGER USER",
        };
        let tampered = "UPDATE access_log SET account_name = 'somebody else' WHERE position = 4";
        test.database.connect().unwrap().batch_execute(&format!("{unguarded}; {tampered}")).unwrap();
        let broken = verify();
        let flaw = broken.logs[0].flaw.clone().unwrap();
        assert_eq!((flaw.kind, flaw.position, broken.logs[1].flaw.clone()), (LogFlawKind::Altered, 4, None));
        let path = MemberPath { member_id: member.member_id };
        world.server.call::<RevealMember>(Some(&world.admin), &path, &(), &()).unwrap();
        chain_all(test);
        assert_eq!(verify().logs[0].flaw, Some(flaw), "it stays the first");
    });
}
