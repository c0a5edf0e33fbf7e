//! The access log and the change log as chains: whatever is done to a row is found, and the row named.

use crate::support::{TestDatabase, World, revert_to_before};
use diesel::connection::SimpleConnection;
use kernel::db::{
    DatabaseConnection,
    chain::{self, Flaw, FlawKind, Log, Verification},
    migrations,
};
use uno_core::contract::members::{DeleteMember, Member, MemberPath, RevealMember};

/// Six readings and more than six changes.
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
        while test.database.read_blocking(|connection| chain::waits(connection, log)).unwrap() {
            test.database.write_blocking(|connection| chain::chain_waiting(connection, log)).unwrap();
        }
    }
}

fn verified(connection: &mut DatabaseConnection, log: Log) -> Verification {
    chain::verify(log, &mut |question| question(connection)).unwrap()
}

fn found(test: &TestDatabase, log: Log) -> Verification {
    verified(&mut test.database.connect().unwrap(), log)
}

/// What is found after somebody who may do anything in the database has done this; it is undone again.
fn flaw_after(test: &TestDatabase, log: Log, tampering: &str) -> Option<Flaw> {
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
    let found = verified(&mut connection, log).flaw;
    connection.batch_execute("ROLLBACK").unwrap();
    found
}

fn id_of(log: Log) -> &'static str {
    match log {
        Log::Access => "access_log_id",
        Log::Changes => "revision_id",
    }
}

/// The id of the row at a place.
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
