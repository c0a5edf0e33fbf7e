//! Taking an import back, and the bin of measurements: what was written goes, what was changed since stays, however
//! often it is asked for; nothing of it can be read in the database.

use crate::{
    bulk::tried,
    imports::{self, changes_accepted, ended},
    measurement_imports::upload,
    support::{TestDatabase, World, at_once, code, count},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::db::schema::{import_change, past_form, revision};
use serde_json::json;
use std::{collections::BTreeSet, time::Duration};
use uno_core::contract::{
    bulk::{BulkOutcome, BulkRow, BulkRowFilter, ListBulkRows, StartBulk, UndoBulk},
    error::ErrorCode,
    heart_rate_measurements::{
        DeleteHeartRateMeasurement, HeartRateMeasurement, HeartRateMeasurementFilter, HeartRateMeasurementPath,
        HeartRateMeasurementSave, ListHeartRateMeasurements, UpdateHeartRateMeasurement,
    },
    imports::ImportFormat,
    jobs::{GetJob, Job, JobKind, JobPath, JobState},
    measurement_imports::{ImportedKind, MeasurementImportStart, StartMeasurementImport},
    members::{DeleteMember, ListMembers, Member, MemberFilter, MemberPath},
    physical_measurements::{ListPhysicalMeasurements, PhysicalMeasurementFilter},
    revisions::{DeletedRecordFilter, ListDeletedRecords, RevisionId, RevisionPath, Undo, UndoRevision},
};

fn path(job: &Job) -> JobPath {
    JobPath { job_id: job.job_id }
}

/// Waits until a job needs its owner or has ended.
fn rests(world: &World, job: &Job) -> Job {
    loop {
        let job = world.server.call::<GetJob>(Some(&world.retailer), &path(job), &(), &()).unwrap();
        if !matches!(job.state, JobState::Queued | JobState::Running) {
            return job;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn undo(world: &World, job: &Job) -> Result<Job, ErrorCode> {
    let asked = world.server.call::<UndoBulk>(Some(&world.retailer), &path(job), &(), &());
    asked.map_err(|error| code(&error))
}

fn start(world: &World, job: &Job) -> Job {
    let started = world.server.call::<StartBulk>(Some(&world.retailer), &path(job), &(), &()).unwrap();
    rests(world, &started)
}

fn rows(world: &World, job: &Job) -> Vec<BulkRow> {
    let filter = BulkRowFilter { outcomes: Vec::new(), page: None, page_size: Some(200) };
    world.server.call::<ListBulkRows>(Some(&world.retailer), &path(job), &filter, &()).unwrap().data
}

fn import_rates(world: &World, text: &str) -> Job {
    let preview = upload(world, &world.retailer, ImportedKind::HeartRate, ImportFormat::Csv.as_str(), text.as_bytes());
    let path = JobPath { job_id: preview.unwrap().job.unwrap().job_id };
    let decided = MeasurementImportStart { leave_out: Vec::new() };
    world.server.call::<StartMeasurementImport>(Some(&world.retailer), &path, &(), &decided).unwrap();
    ended(world, &world.retailer, path.job_id)
}

fn rates(world: &World, filter: serde_json::Value) -> Vec<HeartRateMeasurement> {
    let filter: HeartRateMeasurementFilter = serde_json::from_value(filter).unwrap();
    world.server.call::<ListHeartRateMeasurements>(Some(&world.retailer), &(), &filter, &()).unwrap().data
}

fn all(world: &World) -> Vec<i64> {
    rates(world, json!({})).iter().map(|found| found.rate).collect()
}

fn at(found: &HeartRateMeasurement) -> HeartRateMeasurementPath {
    HeartRateMeasurementPath { heart_rate_measurement_id: found.heart_rate_measurement_id }
}

fn bin(world: &World, token: &str) -> Vec<(RevisionId, Vec<(String, Option<String>)>)> {
    let filter: DeletedRecordFilter = serde_json::from_value(json!({ "resource": "heartRateMeasurement" })).unwrap();
    let found = world.server.call::<ListDeletedRecords>(Some(token), &(), &filter, &()).unwrap().data;
    let told = |changes: Vec<uno_core::contract::revisions::FieldChange>| {
        changes.into_iter().map(|change| (change.field, change.before)).collect()
    };
    found.into_iter().map(|deleted| (deleted.revision_id, told(deleted.changes))).collect()
}

fn restore(world: &World, token: &str, revision_id: RevisionId) -> Result<(), ErrorCode> {
    let sent = Undo { version: None };
    let done = world.server.call::<UndoRevision>(Some(token), &RevisionPath { revision_id }, &(), &sent);
    done.map(|_| ()).map_err(|error| code(&error))
}

const RATES: &str = "회원번호,측정일시,심박수,측정 상태\nA1,2026-01-05 9:30,68,안정 시\nA1,2026-01-06 9:30,69,안정 시\n\
                     A1,2026-01-07 9:30,131,안정 시\n";

#[test]
fn an_import_of_measurements_is_taken_back_once_and_what_was_corrected_since_stays() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "윤지우");
        let import = import_rates(&world, RATES);
        assert_eq!((import.counts.created, import.imported), (3, Some(ImportedKind::HeartRate)));
        let of_import = || rates(&world, json!({ "importJobId": import.job_id }));
        let brought = of_import();
        assert_eq!(brought.iter().map(|found| found.rate).collect::<Vec<_>>(), [131, 69, 68]);
        assert!(brought.iter().all(|found| found.import_job_id == Some(import.job_id)));
        let (today, long_ago) = (brought[0].received_at, "2026-01-05");
        assert_eq!(rates(&world, json!({ "startReceivedAt": today })).len(), 3);
        assert_eq!(rates(&world, json!({ "endReceivedAt": long_ago })).len(), 0, "measured then, received now");
        let corrected = brought.iter().find(|found| found.rate == 69).unwrap();
        let patch = HeartRateMeasurementSave { rate: 70, ..corrected.form() };
        world.server.call::<UpdateHeartRateMeasurement>(Some(&world.retailer), &at(corrected), &(), &patch).unwrap();

        let asked: BTreeSet<i64> =
            at_once(10, 1, |_, _| undo(&world, &import).unwrap().job_id.0).into_iter().flatten().collect();
        assert_eq!(asked.len(), 1, "ten presses are one undo");
        let tried = rests(&world, &undo(&world, &import).unwrap());
        assert_eq!(
            (tried.kind, tried.state, tried.counts.updated, tried.counts.rejected),
            (JobKind::ImportUndo, JobState::Preview, 2, 1)
        );
        assert_eq!(all(&world), [131, 70, 68], "nothing has changed yet");
        let told = rows(&world, &tried);
        assert_eq!(told.iter().filter(|row| row.outcome == BulkOutcome::Deleted).count(), 2);
        assert!(told.iter().all(|row| row.name.as_deref().is_some_and(|name| name.starts_with("윤지우"))));
        let changed = told.iter().find(|row| row.outcome == BulkOutcome::Refused).unwrap();
        assert_eq!(changed.error, Some(ErrorCode::Changed.number().into()));

        let done = start(&world, &tried);
        assert_eq!((done.state, done.counts.updated, done.counts.rejected), (JobState::Succeeded, 2, 1));
        assert_eq!(all(&world), [70]);
        assert_eq!(undo(&world, &import).unwrap().job_id, done.job_id, "another press is the same undo");
        let import = rests(&world, &import);
        assert_eq!(import.undone_by, Some(done.job_id));

        let mut deleted = bin(&world, &world.retailer);
        assert_eq!(deleted.len(), 2);
        restore(&world, &world.retailer, deleted.remove(0).0).unwrap();
        assert_eq!(all(&world).len(), 2);
    });
}

#[test]
fn a_deleted_measurement_comes_back_whole_and_cannot_be_read_in_the_database() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let member = world.add_member(world.retailer_id, "A1", "윤지우");
        import_rates(&world, RATES);
        let before = rates(&world, json!({})).remove(0);
        world.server.call::<DeleteHeartRateMeasurement>(Some(&world.retailer), &at(&before), &(), &()).unwrap();
        let connection = &mut test.database.connect().unwrap();
        let form: String = past_form::table
            .filter(past_form::resource.eq("heartRateMeasurement"))
            .filter(past_form::kept_until.is_not_null())
            .select(past_form::form)
            .first(connection)
            .unwrap();
        assert!(!form.contains("rate") && !form.contains("131") && !form.contains("윤지우"), "{form}");
        let histories: Vec<String> = revision::table
            .filter(revision::resource.eq("heartRateMeasurement"))
            .filter(revision::record_id.eq(before.heart_rate_measurement_id.0))
            .select(revision::changes)
            .load(connection)
            .unwrap();
        assert!(histories.iter().all(|changes| !changes.contains("131")), "{histories:?}");
        assert_eq!(count(connection, "SELECT COUNT(*) AS count FROM measurement"), 2);

        let deleted = bin(&world, &world.retailer);
        let named =
            |field: &str| deleted[0].1.iter().find(|(name, _)| name == field).and_then(|(_, before)| before.clone());
        assert_eq!((named("memberName").as_deref(), named("rate").as_deref()), (Some("윤지우"), Some("131")));
        assert_eq!(bin(&world, &world.other_vendor), [], "another company's");
        assert_eq!(restore(&world, &world.other_vendor, deleted[0].0), Err(ErrorCode::NotFound));
        restore(&world, &world.retailer, deleted[0].0).unwrap();
        let after = rates(&world, json!({})).remove(0);
        assert_eq!(after.version, before.version + 1);
        let as_before = HeartRateMeasurement { version: before.version, updated_at: before.updated_at, ..after };
        assert_eq!(as_before, before, "id, owner, receipt, import and grades");
        assert_eq!(restore(&world, &world.retailer, deleted[0].0), Err(ErrorCode::NotFound), "no second time");

        // Several at once, and with the person all of it goes for good.
        let ids: Vec<i64> = rates(&world, json!({})).iter().map(|found| found.heart_rate_measurement_id.0).collect();
        let body = json!({ "action": "DELETE", "selection": "NAMED", "recordIds": ids });
        let tried = tried(&world, &world.retailer, "heart-rate-measurements/bulk", &body);
        assert_eq!(tried.counts.updated, 3);
        let done = start(&world, &tried);
        assert_eq!((done.counts.updated, done.counts.changed, all(&world).len()), (3, 3, 0));
        let path = MemberPath { member_id: member.member_id };
        world.server.call::<DeleteMember>(Some(&world.retailer), &path, &(), &()).unwrap();
        assert_eq!(bin(&world, &world.retailer), []);
    });
}

const HEADER: &str = "memberNo,sex,birthDate,name,heightCm,weightKg,phoneNumber,measuredAt\n";

fn member(world: &World, number: &str) -> Option<Member> {
    let filter = MemberFilter { member_no: Some(number.into()), ..MemberFilter::default() };
    world.server.call::<ListMembers>(Some(&world.retailer), &(), &filter, &()).unwrap().data.pop()
}

fn weights(world: &World) -> Vec<String> {
    let filter = PhysicalMeasurementFilter::default();
    let found = world.server.call::<ListPhysicalMeasurements>(Some(&world.retailer), &(), &filter, &()).unwrap().data;
    found
        .iter()
        .map(|found| format!("{} {}", found.member_no.as_deref().unwrap_or_default(), found.weight_kg.unwrap()))
        .collect()
}

#[test]
fn an_import_of_members_is_taken_back_with_what_it_replaced() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let first = "B1,FEMALE,1990-01-02,윤지우,160,60,010-1111-2222,2026-01-05T09:00:00+09:00\n";
        imports::start(&world, &world.retailer, &imports::csv(&world, &format!("{HEADER}{first}")));
        let second = "B1,FEMALE,1990-01-02,윤지우,160,61,010-3333-4444,2026-01-05T09:00:00+09:00\n\
                      B2,MALE,1980-01-02,김철수,170,70,,2026-01-05T09:00:00+09:00\n\
                      B3,MALE,1981-01-02,이영호,171,71,,2026-01-05T09:00:00+09:00\n";
        let preview = imports::csv(&world, &format!("{HEADER}{second}"));
        let import = imports::start_with(&world, &world.retailer, &preview, &changes_accepted());
        let phone = member(&world, "B1").unwrap().phone_number;
        assert!(phone.as_deref().is_some_and(|phone| phone.ends_with("4444")), "{phone:?}");
        let kept: Vec<Option<String>> = import_change::table
            .filter(import_change::job_id.eq(import.job_id.0))
            .select(import_change::before)
            .load(&mut test.database.connect().unwrap())
            .unwrap();
        assert_eq!(kept.iter().flatten().filter(|before| before.contains("2222")).count(), 0, "sealed: {kept:?}");
        assert_eq!(kept.iter().flatten().count(), 2);
        // Somebody has measured one of the new members meanwhile.
        let measured = member(&world, "B3").unwrap();
        crate::support::write_measurement(test, &measured, world.retailer_id, "2026-02-01T09:00:00+09:00");
        let tried = rests(&world, &undo(&world, &import).unwrap());
        assert_eq!((tried.counts.updated, tried.counts.rejected), (5, 1), "{:?}", rows(&world, &tried));
        let done = start(&world, &tried);
        assert_eq!((done.state, done.counts.updated, done.counts.rejected), (JobState::Succeeded, 5, 1));
        let phone = member(&world, "B1").unwrap().phone_number;
        assert!(phone.as_deref().is_some_and(|phone| phone.ends_with("2222")), "{phone:?}");
        assert!(member(&world, "B2").is_none() && member(&world, "B3").is_some());
        assert!(weights(&world).contains(&"B1 60".to_owned()), "{:?}", weights(&world));
        assert!(!weights(&world).iter().any(|weight| weight.starts_with("B2")));
    });
}
