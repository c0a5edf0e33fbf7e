//! Jobs: claimed once, given up after too many attempts, cleaned up, visible to their owner only.

use crate::support::{TestDatabase, World, at_once, code};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::caller::{self, Caller},
    auth::accounts::{self, NewAccount},
    clock,
    db::{Database, DatabaseConnection, schema::job},
    jobs::{
        self,
        store::{self, FileRole, NewJob},
    },
    problem::Problem,
};
use uno_core::contract::{Endpoint, Method};
use uno_core::contract::{
    error::ErrorCode,
    exports::ExportOptions,
    jobs::{CancelJob, DownloadJobFile, GetJob, JobFilter, JobId, JobKind, JobPath, ListJobs},
};
use uno_core::domain::access::Authority;
use uno_server::api::WORKS;

fn on<T>(database: &Database, work: impl FnOnce(&mut DatabaseConnection) -> Result<T, Problem>) -> T {
    database.write_blocking(work).unwrap()
}

fn account(database: &Database) -> Caller {
    let new = NewAccount {
        login_id: "owner",
        password_hash: "",
        authority: Authority::Admin,
        name: "owner",
        company_id: None,
    };
    on(database, |connection| {
        accounts::insert(connection, &new)?;
        use kernel::db::schema::account;
        let id = account::table.select(account::account_id).first(connection)?;
        Ok(caller::of_account(connection, id)?.unwrap())
    })
}

fn export() -> NewJob<'static> {
    NewJob {
        kind: JobKind::Export,
        call: Some("ExportPhysicalMeasurements"),
        list: Some("measurement.ofMember"),
        access_log_id: None,
        company_id: None,
        file_name: "file.xlsx".into(),
        parameters: r#"{"filter":{},"options":{}}"#.into(),
        total: 0,
    }
}

fn state(database: &Database, id: JobId) -> (String, Option<String>, i64) {
    on(database, |connection| {
        Ok(job::table.find(id.0).select((job::state, job::failure, job::attempts)).first(connection)?)
    })
}

#[test]
fn of_many_runners_one_claims_a_job() {
    TestDatabase::each(|test| {
        let owner = account(&test.database);
        on(&test.database, |connection| store::queue(connection, &owner, &export()));
        let claims: usize = std::thread::scope(|scope| {
            let runners: Vec<_> =
                (0..8).map(|_| scope.spawn(|| jobs::claim(&test.database).unwrap().is_some())).collect();
            runners.into_iter().map(|runner| usize::from(runner.join().unwrap())).sum()
        });
        assert_eq!(claims, 1);
    });
}

#[test]
fn an_account_that_asks_many_times_at_once_has_twenty_open_jobs() {
    TestDatabase::each(|test| {
        let owner = account(&test.database);
        let queue = || test.database.write_blocking(|connection| store::queue(connection, &owner, &export()));
        for _ in 0..18 {
            queue().unwrap();
        }
        let asked = at_once(6, 1, |_, _| queue().is_ok());
        assert_eq!(asked[0].iter().filter(|is_queued| **is_queued).count(), 2);
    });
}

#[test]
fn a_job_that_was_previewed_is_not_started_beyond_the_open_jobs_of_an_account() {
    TestDatabase::each(|test| {
        let owner = account(&test.database);
        let preview = on(&test.database, |connection| store::preview(connection, &owner, &export())).job_id;
        for _ in 0..20 {
            on(&test.database, |connection| store::queue(connection, &owner, &export()));
        }
        let start = || test.database.write_blocking(|connection| store::start(connection, &owner, preview, "{}"));
        assert_eq!(start().unwrap_err().code, ErrorCode::TooManyRequests);
        assert!(jobs::run_next(&test.database, &WORKS, &|| false).unwrap().is_some());
        assert!(start().is_ok(), "one has ended");
    });
}

#[test]
fn what_a_kind_of_jobs_leaves_is_finished_although_that_of_another_fails() {
    fn fails(_: &Database) -> Result<bool, Problem> {
        Err(Problem::internal("out of order"))
    }
    fn finishes(_: &Database) -> Result<bool, Problem> {
        Ok(true)
    }
    const fn leaving(catch_up: jobs::CatchUp) -> jobs::Work {
        jobs::Work { kind: JobKind::Export, call: None, run: |_| Ok(()), catch_up: Some(catch_up) }
    }
    static EACH: [jobs::Work; 2] = [leaving(fails), leaving(finishes)];
    let test = TestDatabase::sqlite();
    assert!(jobs::catch_up(&test.database, &jobs::Works { each: &EACH, ..WORKS }));
}

#[test]
fn a_job_is_claimed_again_when_its_lease_has_run_out_and_given_up_after_five_attempts() {
    TestDatabase::each(|test| {
        let owner = account(&test.database);
        let id = on(&test.database, |connection| store::queue(connection, &owner, &export())).job_id;
        for attempt in 1..=jobs::MAX_ATTEMPTS {
            assert_eq!(jobs::claim(&test.database).unwrap().map(|claimed| claimed.attempt), Some(attempt));
            assert_eq!(jobs::claim(&test.database).unwrap(), None, "the lease holds");
            on(&test.database, |connection| {
                Ok(diesel::update(job::table.find(id.0))
                    .set(job::leased_until.eq(clock::now().0 - 1))
                    .execute(connection)?)
            });
        }
        assert_eq!(jobs::claim(&test.database).unwrap(), None);
        assert_eq!(state(&test.database, id), ("FAILED".into(), Some("interrupted".into()), 5));
    });
}

#[test]
fn what_a_server_left_running_is_taken_over_at_the_next_start() {
    let test = TestDatabase::sqlite();
    let owner = account(&test.database);
    on(&test.database, |connection| store::queue(connection, &owner, &export()));
    assert!(jobs::claim(&test.database).unwrap().is_some());
    assert_eq!(on(&test.database, jobs::expire_leases), 1);
    assert_eq!(jobs::claim(&test.database).unwrap().map(|claimed| claimed.attempt), Some(2));
}

#[test]
fn a_job_that_a_stop_interrupts_waits_without_an_attempt_the_less() {
    TestDatabase::each(|test| {
        let owner = account(&test.database);
        let id = on(&test.database, |connection| store::queue(connection, &owner, &export())).job_id;
        assert_eq!(jobs::run_next(&test.database, &WORKS, &|| true).unwrap(), Some(id));
        assert_eq!(state(&test.database, id), ("QUEUED".into(), None, 0));
        assert_eq!(jobs::run_next(&test.database, &WORKS, &|| false).unwrap(), Some(id));
        assert_eq!(state(&test.database, id), ("SUCCEEDED".into(), None, 1));
    });
}

#[test]
fn a_job_that_fails_inside_says_no_more_than_that() {
    TestDatabase::each(|test| {
        let owner = account(&test.database);
        let broken = NewJob { parameters: "no json".into(), ..export() };
        let id = on(&test.database, |connection| store::queue(connection, &owner, &broken)).job_id;
        assert_eq!(jobs::run_next(&test.database, &WORKS, &|| false).unwrap(), Some(id));
        assert_eq!(state(&test.database, id), ("FAILED".into(), Some("internal".into()), 1));
    });
}

#[test]
fn files_are_kept_for_a_week_and_imports_wait_for_a_day() {
    TestDatabase::each(|test| {
        let owner = account(&test.database);
        let day = 86_400_000;
        let ids: Vec<JobId> = (0..4)
            .map(|index| {
                on(&test.database, |connection| {
                    let waits = index >= 2;
                    let job = if waits {
                        store::preview(connection, &owner, &export())?
                    } else {
                        store::queue(connection, &owner, &export())?
                    };
                    store::keep_piece(
                        connection,
                        job.job_id,
                        if waits { FileRole::Input } else { FileRole::Result },
                        0,
                        b"x",
                    )?;
                    Ok(job.job_id)
                })
            })
            .collect();
        on(&test.database, |connection| {
            let now = clock::now().0;
            for (id, age) in [(ids[0], 6 * day), (ids[1], 8 * day)] {
                diesel::update(job::table.find(id.0))
                    .set((job::state.eq("SUCCEEDED"), job::has_file.eq(true), job::finished_at.eq(now - age)))
                    .execute(connection)?;
            }
            for (id, age) in [(ids[2], day / 2), (ids[3], 2 * day)] {
                diesel::update(job::table.find(id.0)).set(job::created_at.eq(now - age)).execute(connection)?;
            }
            jobs::clean(connection)
        });
        let left: Vec<(i64, bool)> = on(&test.database, |connection| {
            Ok(job::table.order(job::job_id).select((job::job_id, job::has_file)).load(connection)?)
        });
        assert_eq!(left, [(ids[0].0, true), (ids[1].0, false), (ids[2].0, false)]);
        for (id, role, expected) in
            [(ids[0], FileRole::Result, true), (ids[1], FileRole::Result, false), (ids[2], FileRole::Input, true)]
        {
            let piece = on(&test.database, |connection| store::piece(connection, id, role, 0));
            assert_eq!(piece.is_some(), expected, "{id:?}");
        }
    });
}

#[test]
fn a_job_is_its_owners_only() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let filter = uno_core::contract::physical_measurements::PhysicalMeasurementFilter::default();
        let job = world
            .server
            .call::<uno_core::contract::physical_measurements::ExportPhysicalMeasurements>(
                Some(&world.vendor),
                &(),
                &filter,
                &ExportOptions::default(),
            )
            .unwrap();
        let path = JobPath { job_id: job.job_id };
        assert!(world.server.call::<GetJob>(Some(&world.vendor), &path, &(), &()).is_ok());
        assert_eq!(
            code(&world.server.call::<GetJob>(Some(&world.admin), &path, &(), &()).unwrap_err()),
            ErrorCode::NotFound
        );
        let path = JobPath { job_id: job.job_id };
        assert_eq!(
            code(&world.server.call::<CancelJob>(Some(&world.admin), &path, &(), &()).unwrap_err()),
            ErrorCode::NotFound
        );
        let file = world.server.url(&DownloadJobFile::INFO.path.replace("{jobId}", &job.job_id.0.to_string()));
        assert_eq!(world.server.send(Method::Get, &file, Some(&world.admin), None).0, 404);
        let none = JobFilter { page: None, page_size: None };
        assert!(world.server.call::<ListJobs>(Some(&world.admin), &(), &none, &()).unwrap().data.is_empty());
        assert_eq!(world.server.call::<ListJobs>(Some(&world.vendor), &(), &none, &()).unwrap().total, 1);
    });
}

#[test]
fn every_kind_of_job_is_done_by_somebody() {
    for kind in JobKind::ALL {
        // The kinds of bulk jobs share a handler per endpoint.
        let done_as = if matches!(kind, JobKind::BulkDelete | JobKind::BulkUndo) { JobKind::BulkChange } else { *kind };
        assert!(WORKS.each.iter().any(|work| work.kind == done_as), "{kind:?}");
    }
}
