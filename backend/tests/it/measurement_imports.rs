//! Importing measurements of every kind from files: whose they are, what is taken, what stays as it is.

use crate::{
    imports::{ended, nothing_decided},
    support::{TestDatabase, World, code},
};
use uno_core::contract::{
    Method,
    error::{ErrorBody, ErrorCode},
    imports::{CellCorrection, ImportReview},
    jobs::{Job, JobPath, JobState},
    measurement_imports::{
        ImportedKind, MeasurementImportPreview, MeasurementImportStart, ReviewMeasurementImport, StartMeasurementImport,
    },
    physical_measurements::{ListPhysicalMeasurements, PhysicalMeasurementFilter},
    stress_measurements::{ListStressMeasurements, StressMeasurementFilter},
    vision_measurements::{ListVisionMeasurements, VisionMeasurementFilter},
};

fn preview(world: &World, token: &str, kind: ImportedKind, text: &str) -> Result<MeasurementImportPreview, ErrorBody> {
    let company = world.retailer_id.0;
    let kind = kind.as_str();
    let address = world
        .server
        .url(&format!("/api/v1/companies/{company}/measurement-imports?fileName=file&format=CSV&kind={kind}"));
    let (status, text) = world.server.send(Method::Post, &address, Some(token), Some(text.as_bytes()));
    if status == 200 { Ok(serde_json::from_str(&text).unwrap()) } else { Err(serde_json::from_str(&text).unwrap()) }
}

fn start(world: &World, preview: &MeasurementImportPreview) -> Job {
    let path = JobPath { job_id: preview.job.as_ref().unwrap().job_id };
    let decided = MeasurementImportStart { leave_out: nothing_decided().leave_out };
    world.server.call::<StartMeasurementImport>(Some(&world.retailer), &path, &(), &decided).unwrap();
    ended(world, &world.retailer, path.job_id)
}

/// Created, unchanged, refused.
fn counts(job: &Job) -> [i64; 3] {
    assert_eq!(job.state, JobState::Succeeded);
    [job.counts.created, job.counts.unchanged, job.counts.rejected]
}

fn problems(preview: &MeasurementImportPreview) -> Vec<String> {
    let told = preview.problems.iter();
    told.map(|it| format!("{} {} {}", it.line, it.violation.path, it.violation.code)).collect()
}

#[test]
fn files_of_every_kind_are_taken_once() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let files = [
            (ImportedKind::Physical, "회원번호,측정일,키,체중,혈압\nA1,2026. 1. 5.,172cm,70,118/76\n"),
            (
                ImportedKind::Stress,
                "회원번호,측정일시,심박수,SDNN,RMSSD,PSS-10,기분\nA1,2026-01-05 9:30,68,42.1,35,14점,좋음\n",
            ),
            (ImportedKind::Vision, "회원번호,검사일,우안 시력,좌안 시력,교정\nA1,20260105,0.8,FC,안경\n"),
        ];
        for (kind, text) in files {
            let found = preview(&world, &world.retailer, kind, text).unwrap();
            assert_eq!((found.valid_rows, problems(&found)), (1, Vec::new()), "{kind:?}");
            assert_eq!(counts(&start(&world, &found)), [1, 0, 0], "{kind:?}");
            let again = preview(&world, &world.retailer, kind, text).unwrap();
            assert_eq!(counts(&start(&world, &again)), [0, 1, 0], "{kind:?}: the same is there");
        }
        let token = Some(world.admin.as_str());
        let list =
            world.server.call::<ListPhysicalMeasurements>(token, &(), &PhysicalMeasurementFilter::default(), &());
        let physical = list.unwrap().data.remove(0);
        assert_eq!((physical.systolic, physical.diastolic), (Some(118), Some(76)));
        let list = world.server.call::<ListStressMeasurements>(token, &(), &StressMeasurementFilter::default(), &());
        assert_eq!(list.unwrap().data.remove(0).pss_10_total, Some(14));
        let list = world.server.call::<ListVisionMeasurements>(token, &(), &VisionMeasurementFilter::default(), &());
        assert_eq!(list.unwrap().data.remove(0).left_presenting.map(|it| it.text()), Some("CF".into()));

        let other = "회원번호,측정일,키,체중\nA1,2026. 1. 5.,172cm,71\n";
        let found = preview(&world, &world.retailer, ImportedKind::Physical, other).unwrap();
        assert_eq!(counts(&start(&world, &found)), [0, 0, 1], "something else is there");
    });
}

#[test]
fn rows_of_nobody_who_is_known_are_refused_and_can_be_corrected() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        world.add_member(world.other_vendor_id, "B1", "남의 회원");
        let text = "회원번호,측정일,체중,수축기\nA1,2026-01-05,70,\nB1,2026-01-05,70,\nA1,2026-01-06,0.5,\n\
                    A1,2099-01-01,70,\nA1,2026-01-07,70,120\n,2026-01-05,70,\n";
        let found = preview(&world, &world.retailer, ImportedKind::Physical, text).unwrap();
        let expected = [
            "3 memberNo notFound",
            "4 weightKg tooSmall",
            "5 measuredAt future",
            "6 diastolic required",
            "7 memberNo required",
        ];
        assert_eq!(
            (found.valid_rows, found.invalid_rows, problems(&found)),
            (1, 5, expected.map(str::to_owned).to_vec())
        );
        let path = JobPath { job_id: found.job.as_ref().unwrap().job_id };
        let correction = |line, column, value: &str| CellCorrection { line, column, value: Some(value.into()) };
        let said =
            ImportReview { columns: Vec::new(), corrections: vec![correction(4, 2, "71"), correction(3, 0, "A2")] };
        let found = world.server.call::<ReviewMeasurementImport>(Some(&world.retailer), &path, &(), &said).unwrap();
        assert_eq!((found.valid_rows, found.invalid_rows), (2, 4));
        assert_eq!(counts(&start(&world, &found)), [2, 0, 4]);
    });
}

#[test]
fn who_may_not_write_a_kind_by_hand_imports_none() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let text = "회원번호,측정일,체중\nA1,2026-01-05,70\n";
    let error = preview(&world, &world.member, ImportedKind::Physical, text).unwrap_err();
    assert_eq!(code(&error), ErrorCode::Forbidden);
    let error = preview(&world, &world.retailer, ImportedKind::Physical, "이름,메모\n가,나\n").unwrap_err();
    assert_eq!(error.fields[0].code, "missingColumn");
}
