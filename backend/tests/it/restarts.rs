//! Restart of the database server: connections are re-established automatically, and jobs go on.

use crate::{
    imports::{counts, csv, ended, job_of, nothing_decided},
    support::{TestDatabase, World, becomes, code, count, member},
};
use diesel::{RunQueryDsl, sql_query};
use kernel::db::{Backend, Database};
use std::time::Duration;
use uno_core::contract::{
    error::ErrorCode,
    jobs::{JobPath, JobState},
    member_imports::StartMemberImport,
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
            assert_eq!(code(error), ErrorCode::Overloaded);
        }
        for _ in 0..3 {
            read().unwrap();
            write().unwrap();
        }
    });
}

#[test]
fn an_import_whose_connections_are_lost_while_it_writes_goes_on_and_writes_everything_once() {
    TestDatabase::each(|test| {
        if test.database.backend() == Backend::Sqlite {
            return;
        }
        let world = World::build(test);
        let rows = (0..2_000).map(|row| format!("{row},M,1980-05-17,가나다\n"));
        let preview = csv(&world, &format!("memberNo,sex,birthDate,name\n{}", rows.collect::<String>()));
        let job_id = job_of(&preview).job_id;
        world
            .server
            .call::<StartMemberImport>(Some(&world.retailer), &JobPath { job_id }, &(), &nothing_decided())
            .unwrap();
        let mut connection = test.database.connect().unwrap();
        let writing = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() \
                       AND xact_start IS NOT NULL AND query LIKE '%\"member\"%'";
        // More often than a job has attempts: each has got on.
        for written in [0, 500, 1_000] {
            let progress = format!("SELECT progress AS count FROM job WHERE job_id = {}", job_id.0);
            assert!(becomes(|| count(&mut connection, &progress) >= written));
            let lost = format!("SELECT count(*) AS count FROM (SELECT pg_terminate_backend(pid) {writing}) AS lost");
            let state = format!("SELECT count(*) AS count FROM job WHERE job_id = {} AND state = 'FAILED'", job_id.0);
            assert!(becomes(|| count(&mut connection, &lost) > 0 || count(&mut connection, &state) > 0));
        }
        let job = ended(&world, &world.retailer, job_id);
        assert_eq!((job.state, counts(&job)), (JobState::Succeeded, [2_000, 0, 0, 0]), "{:?}", job.failure);
        assert_eq!(count(&mut connection, "SELECT count(*) AS count FROM member"), 2_000);
    });
}
