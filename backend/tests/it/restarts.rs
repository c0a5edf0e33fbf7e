//! Restart or failover of the database server: connections are re-established automatically.

use crate::support::{TestDatabase, World, becomes, code, count, member};
use diesel::{RunQueryDsl, sql_query};
use kernel::db::{Backend, Database};
use std::time::Duration;
use uno_core::contract::{
    error::ErrorCode,
    members::{CreateMember, ListMembers, MemberFilter},
};

/// Ends every other connection to the database, as a restart of the server does.
fn cut_off(database: &Database) {
    let mut connection = database.connect().unwrap();
    let others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    sql_query(format!("SELECT pg_terminate_backend(pid) {others}")).execute(&mut connection).unwrap();
    assert!(becomes(|| count(&mut connection, &format!("SELECT count(*) AS count {others}")) == 0));
}

#[test]
fn what_has_rested_is_connected_anew_and_what_has_not_fails_once() {
    TestDatabase::each(|test| {
        if test.database.backend() == Backend::Sqlite {
            return;
        }
        let world = World::build(test);
        let read = || world.server.call::<ListMembers>(Some(&world.dealer), &(), &MemberFilter::default(), &());
        let mut number = 0;
        let mut write = || {
            number += 1;
            let save = member(world.retailer_id, &format!("B{number}"));
            world.server.call::<CreateMember>(Some(&world.retailer), &(), &(), &save)
        };
        read().unwrap();
        write().unwrap();

        cut_off(&test.database);
        // Connections idle for this long are checked before use.
        std::thread::sleep(Duration::from_millis(150));
        read().unwrap();
        write().unwrap();

        // Recently used ones are not checked, so using them fails.
        cut_off(&test.database);
        let failed = [read().err(), write().err()];
        for error in failed.iter().flatten() {
            assert_eq!(code(error), ErrorCode::Internal);
        }
        for _ in 0..3 {
            read().unwrap();
            write().unwrap();
        }
    });
}
