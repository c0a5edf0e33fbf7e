//! Import of measurements of every kind from files: assignment to members, created rows, unchanged rows.

use crate::{
    exports::{any, export_of, lines_of},
    imports::ended,
    support::{TestDatabase, World, code},
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    db::{
        DatabaseConnection,
        schema::{job, measurement, member, permission},
    },
    problem::Problem,
    reports::words,
};
use serde_json::{Value as Json, json};
use std::{
    collections::HashMap,
    time::{Duration, Instant},
};
use uno_core::{
    contract::{
        Method,
        dementia_screenings::{DementiaScreeningFilter, ExportDementiaScreenings, ListDementiaScreenings},
        error::{ErrorBody, ErrorCode},
        exports::{ExportFormat, ExportOptions},
        heart_rate_measurements::{ExportHeartRateMeasurements, HeartRateMeasurementFilter, ListHeartRateMeasurements},
        imports::{CellCorrection, ColumnChoice, ColumnReason, ImportReview, UnderstoodCells, UnusualValue},
        jobs::{Job, JobPath, JobState},
        measurement_imports::{
            ImportedKind, MeasurementImportPreview, MeasurementImportStart, ReviewMeasurementImport,
            StartMeasurementImport,
        },
        physical_measurements::{ExportPhysicalMeasurements, ListPhysicalMeasurements, PhysicalMeasurementFilter},
        psychological_tests::{ExportPsychologicalTests, ListPsychologicalTests, PsychologicalTestFilter},
        stress_measurements::{ExportStressMeasurements, ListStressMeasurements, StressMeasurementFilter},
        terms::Language,
        validation::Violation,
        vision_measurements::{ExportVisionMeasurements, ListVisionMeasurements, VisionMeasurementFilter},
    },
    domain::{
        decimal::Hundredths,
        grade::{heart_rate::HeartRateContext, screening::ScreeningInstrument},
    },
};
use uno_server::texts;

fn preview(world: &World, token: &str, kind: ImportedKind, text: &str) -> Result<MeasurementImportPreview, ErrorBody> {
    upload(world, token, kind, "CSV", text.as_bytes())
}

pub fn upload(
    world: &World,
    token: &str,
    kind: ImportedKind,
    format: &str,
    bytes: &[u8],
) -> Result<MeasurementImportPreview, ErrorBody> {
    let company = world.retailer_id.0;
    let kind = kind.as_str();
    let address = world
        .server
        .url(&format!("/api/v1/companies/{company}/measurement-imports?fileName=file&format={format}&kind={kind}"));
    let (status, text) = world.server.send(Method::Post, &address, Some(token), Some(bytes));
    if status == 200 { Ok(serde_json::from_str(&text).unwrap()) } else { Err(serde_json::from_str(&text).unwrap()) }
}

fn start(world: &World, preview: &MeasurementImportPreview) -> Job {
    let path = JobPath { job_id: preview.job.as_ref().unwrap().job_id };
    let decided = MeasurementImportStart { leave_out: Vec::new() };
    world.server.call::<StartMeasurementImport>(Some(&world.retailer), &path, &(), &decided).unwrap();
    ended(world, &world.retailer, path.job_id)
}

/// Returns created, unchanged, rejected.
fn counts(job: &Job) -> [i64; 3] {
    assert_eq!(job.state, JobState::Succeeded, "{job:?}");
    [job.counts.created, job.counts.unchanged, job.counts.rejected]
}

/// Previews and runs an import for members of the retailer; returns the counts.
pub fn import(world: &World, kind: ImportedKind, text: &str) -> [i64; 3] {
    counts(&start(world, &preview(world, &world.retailer, kind, text).unwrap()))
}

fn problems(preview: &MeasurementImportPreview) -> Vec<String> {
    let told = preview.problems.iter();
    told.map(|it| format!("{} {} {}", it.line, it.violation.path, it.violation.code)).collect()
}

/// Returns valid, known, differing, invalid.
fn rows(preview: &MeasurementImportPreview) -> [i64; 4] {
    [preview.valid_rows, preview.known_rows, preview.differing_rows, preview.invalid_rows]
}

/// Returns line, member, field, stored value and file value of each difference.
fn told(preview: &MeasurementImportPreview) -> Vec<String> {
    let of = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".into());
    let told = preview.differences.iter();
    told.map(|it| format!("{} {} {} {} {}", it.line, it.member_no, it.field, of(&it.before), of(&it.after))).collect()
}

/// An example file of a kind.
struct Example {
    kind: ImportedKind,
    columns: &'static str,
    /// The cells of a row after the member.
    row: &'static str,
    /// Other values measured at the same time, and the difference.
    other: &'static str,
    differs: &'static str,
    /// A row with an invalid cell: its column, the value, and the expected result.
    faulty: &'static str,
    wrong: (i64, &'static str, &'static str),
}

const EXAMPLES: [Example; 6] = [
    Example {
        kind: ImportedKind::Physical,
        columns: "측정일,키,체중,혈압",
        row: "2026. 1. 5.,172cm,70,118/76",
        other: "2026. 1. 5.,172cm,71,118/76",
        differs: "2 A1 weightKg 70 71",
        faulty: "2026. 1. 6.,172cm,0.5,118/76",
        wrong: (3, "weightKg tooSmall", "70.5"),
    },
    Example {
        kind: ImportedKind::Stress,
        columns: "측정일시,심박수,SDNN,RMSSD,PSS-10,기분,수면 시간,카페인 경과(시간),흡연,복약,복용 약,음주",
        row: "2026-01-05 9:30,68,42.1,35,14점,좋음,6.5시간,3,비흡연,복용함,혈압약,아니오",
        other: "2026-01-05 9:30,68,42.1,35,15점,좋음,6.5시간,3,비흡연,복용함,혈압약,아니오",
        differs: "2 A1 pss10Total 14 15",
        faulty: "2026-01-06 9:30,68,42.1,35,41,좋음,6.5,3,비흡연,없음,,예",
        wrong: (5, "pss10Total tooLarge", "14"),
    },
    Example {
        kind: ImportedKind::Vision,
        columns: "검사일,우안 시력,좌안 시력,교정",
        row: "20260105,0.8,FC,안경",
        other: "20260105,0.8,1.0,안경",
        differs: "2 A1 leftPresenting CF 1",
        faulty: "20260106,0.8,FC,안 경",
        wrong: (4, "correction choice", "안경"),
    },
    Example {
        kind: ImportedKind::HeartRate,
        columns: "측정일시,심박수,측정 상태",
        row: "2026-01-05 9:30,68회/분,안정 시",
        other: "2026-01-05 9:30,69,안정 시",
        differs: "2 A1 rate 68 69",
        faulty: "2026-01-06 9:30,6,안정",
        wrong: (2, "rate tooSmall", "60"),
    },
    Example {
        kind: ImportedKind::Dementia,
        columns: "검사일,검사 도구,지남력,주의력,시공간기능,집행기능,기억력,언어기능,교육연수,문항별 응답,총점",
        row: "2026-01-05,CIST,5,3,2,4,7,3,9년,,",
        other: "2026-01-05,CIST,5,3,2,4,6,3,9년,,",
        differs: "2 A1 memory 7 6",
        faulty: "2026-01-06,KDSQ-P,,,,,,,,0 1 2 0 0,4점",
        wrong: (11, "total sum", "3"),
    },
    Example {
        kind: ImportedKind::Psychological,
        columns: "검사일,검사 도구,결과",
        row: "2026-01-05,PSS-10,14점",
        other: "2026-01-05,PSS-10,15",
        differs: "2 A1 result 14 15",
        faulty: "2026-01-06,BEPSI-K,5.5",
        wrong: (3, "result tooLarge", "2.5"),
    },
];

impl Example {
    fn file(&self, member_no: &str, row: &str) -> String {
        format!("회원번호,{}\n{member_no},{row}\n", self.columns)
    }
}

#[test]
fn a_file_of_every_kind_is_taken_once_and_changes_nothing_that_is_there() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        assert_eq!(EXAMPLES.map(|example| example.kind), ImportedKind::ALL);
        for example in EXAMPLES {
            let kind = example.kind;
            let text = example.file("A1", example.row);
            let found = preview(&world, &world.retailer, kind, &text).unwrap();
            assert_eq!((found.valid_rows, problems(&found)), (1, Vec::new()), "{kind:?}");
            assert_eq!(counts(&start(&world, &found)), [1, 0, 0], "{kind:?}");
            let again = preview(&world, &world.retailer, kind, &text).unwrap();
            assert_eq!(rows(&again), [0, 1, 0, 0], "{kind:?}: it is said before that it is there");
            assert_eq!((again.sample.len(), told(&again)), (0, Vec::new()), "{kind:?}");
            assert_eq!(counts(&start(&world, &again)), [0, 1, 0], "{kind:?}: the same is there");
            let other = preview(&world, &world.retailer, kind, &example.file("A1", example.other)).unwrap();
            assert_eq!(rows(&other), [0, 0, 1, 0], "{kind:?}: and that something else is");
            assert_eq!(told(&other), [example.differs], "{kind:?}");
            assert_eq!(counts(&start(&world, &other)), [0, 0, 1], "{kind:?}: something else is there");
        }
        let token = Some(world.admin.as_str());
        let list =
            world.server.call::<ListPhysicalMeasurements>(token, &(), &PhysicalMeasurementFilter::default(), &());
        let physical = list.unwrap().data.remove(0);
        assert_eq!((physical.systolic, physical.weight_kg), (Some(118), Some(Hundredths(7_000))));
        let list = world.server.call::<ListStressMeasurements>(token, &(), &StressMeasurementFilter::default(), &());
        assert_eq!(list.unwrap().data.remove(0).pss_10_total, Some(14));
        let list = world.server.call::<ListVisionMeasurements>(token, &(), &VisionMeasurementFilter::default(), &());
        assert_eq!(list.unwrap().data.remove(0).left_presenting.map(|it| it.text()), Some("CF".into()));
        let list =
            world.server.call::<ListHeartRateMeasurements>(token, &(), &HeartRateMeasurementFilter::default(), &());
        let heart_rate = list.unwrap().data.remove(0);
        assert_eq!((heart_rate.rate, heart_rate.context), (68, HeartRateContext::Rest));
        let list = world.server.call::<ListDementiaScreenings>(token, &(), &DementiaScreeningFilter::default(), &());
        let screening = list.unwrap().data.remove(0);
        assert_eq!((screening.score, screening.education_years), (Some(24), Some(9)));
        let list = world.server.call::<ListPsychologicalTests>(token, &(), &PsychologicalTestFilter::default(), &());
        assert_eq!(list.unwrap().data.remove(0).result, Hundredths(1_400));
    });
}

#[test]
fn a_faulty_row_of_every_kind_is_told_and_repaired_in_place() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        for example in EXAMPLES {
            let kind = example.kind;
            let (column, problem, right) = example.wrong;
            let found = preview(&world, &world.retailer, kind, &example.file("A1", example.faulty)).unwrap();
            assert_eq!(problems(&found), [format!("2 {problem}")], "{kind:?}");
            let told = found.problems.first().and_then(|problem| problem.column);
            assert_eq!(told, Some(column), "{kind:?}");
            let path = JobPath { job_id: found.job.as_ref().unwrap().job_id };
            let corrections = vec![CellCorrection { line: 2, column, value: Some(right.into()) }];
            let said = ImportReview { columns: Vec::new(), corrections };
            let found = world.server.call::<ReviewMeasurementImport>(Some(&world.retailer), &path, &(), &said).unwrap();
            assert_eq!((found.valid_rows, problems(&found)), (1, Vec::new()), "{kind:?}");
            assert_eq!(counts(&start(&world, &found)), [1, 0, 0], "{kind:?}");
        }
    });
}

#[test]
fn nobody_of_another_tree_is_reached() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.other_retailer_id, "B1", "남의 회원");
        for example in EXAMPLES {
            let kind = example.kind;
            let text = example.file("B1", example.row);
            let found = preview(&world, &world.retailer, kind, &text).unwrap();
            assert_eq!((found.valid_rows, problems(&found)), (0, vec!["2 memberNo notFound".into()]), "{kind:?}");
            assert_eq!(counts(&start(&world, &found)), [0, 0, 1], "{kind:?}: not by the job either");
            let error = preview(&world, &world.other_vendor, kind, &text).unwrap_err();
            assert_eq!(code(&error), ErrorCode::NotFound, "{kind:?}: nor another's company");
        }
        let example = EXAMPLES.first().unwrap();
        let found = preview(&world, &world.retailer, example.kind, &example.file("B1", example.row)).unwrap();
        let path = JobPath { job_id: found.job.unwrap().job_id };
        let said = ImportReview { columns: Vec::new(), corrections: Vec::new() };
        for token in [&world.other_vendor, &world.dealer] {
            let error = world.server.call::<ReviewMeasurementImport>(Some(token), &path, &(), &said).unwrap_err();
            assert_eq!(code(&error), ErrorCode::NotFound, "an import is its owner's");
        }
    });
}

#[test]
fn the_sample_file_of_every_kind_can_be_imported() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    world.add_member(world.retailer_id, "M-0001", "김하나");
    world.add_member(world.retailer_id, "M-0002", "이두리");
    for &kind in ImportedKind::ALL {
        let address =
            world.server.url(&format!("/api/v1/measurement-imports/sample?format=CSV&kind={}", kind.as_str()));
        let (status, text) = world.server.send(Method::Get, &address, Some(&world.retailer), None);
        assert_eq!(status, 200);
        let found = preview(&world, &world.retailer, kind, &text).unwrap();
        assert_eq!((found.valid_rows, problems(&found)), (2, Vec::new()), "{kind:?}");
        assert_eq!(found.doubtful_columns.len(), 0, "{kind:?}");
        let is_known = |name: &&str| found.fields.iter().any(|field| field == *name);
        let unknown: Vec<_> = kind.columns().iter().map(|column| column.name).filter(|name| !is_known(name)).collect();
        assert_eq!(unknown, Vec::<&str>::new(), "{kind:?}: each column is a field of what is sent");
        assert_eq!(counts(&start(&world, &found)), [2, 0, 0], "{kind:?}");
    }
}

/// Returns measurements of each kind with every value a file can contain, in every notation.
fn everything() -> Json {
    let at = |day: usize, values: Json| {
        let mut item = json!({ "memberNo": "A1", "measuredAt": format!("2026-01-{day:02}T09:30:15.250+09:00") });
        item.as_object_mut().unwrap().extend(values.as_object().unwrap().clone());
        item
    };
    json!({
        "physical": [
            at(5, json!({ "setting": "CLINIC", "heightCm": 172.25, "weightKg": 70.5, "bodyFatPercent": 20.1, "systolic": 145,
                "diastolic": 85, "pulse": 61, "arm": "LEFT", "posture": "LYING", "readingNumber": 2 })),
            at(6, json!({ "setting": "HOME", "pulse": 60 })),
        ],
        "stress": [
            at(5, json!({ "heartRate": 68.25, "durationSeconds": 300, "artifactPercent": 1.5, "sdnn": 42.1, "rmssd": 35,
                "pnn50": 12.5, "tp": 1250, "lf": 430, "hf": 380.5, "stressIndex": 95.5, "pss10Total": 14,
                "bepsiKMean": 1.85, "gad7Total": 4, "cbiPersonal": 35, "cbiWork": 40, "cbiClient": 30, "bat12Mean": 2.1,
                "activationScore": 62, "sleepHours": 6.5, "sleepQuality": "VERY_GOOD", "caffeineCups": 1,
                "caffeineHoursAgo": 3.5, "smoking": "CURRENT", "smokingHoursAgo": 1, "medication": "NONE",
                "alcohol": "NO", "exercise": "YES", "mealHoursAgo": 4, "mood": "VERY_BAD" })),
            at(6, json!({ "nnIntervals": [800, 810, 795, 805], "bepsiKItems": [1, 2, 3, 2, 1], "cbiMean": 45,
                "medication": "TAKEN", "medicationNames": "혈압약", "smoking": "FORMER", "mood": "NORMAL" })),
        ],
        "vision": [
            at(5, json!({ "range": "NEAR", "chart": "TUMBLING_E", "testDistance": 0.4, "correction": "ORTHOKERATOLOGY",
                "rightUncorrected": 0.125, "leftUncorrected": "HM", "bothUncorrected": 0.8, "rightPresenting": 1.5,
                "leftPresenting": "CF", "bothPresenting": 1, "rightBestCorrected": 1.2, "leftBestCorrected": "NLP",
                "bothBestCorrected": 1.2, "rightSphere": -1.25, "rightCylinder": -0.5, "rightAxis": 180,
                "rightAddition": 1.5, "leftSphere": 0.75, "leftCylinder": -0.25, "leftAxis": 90, "leftAddition": 1,
                "pupillaryDistance": 62.5, "rightPressure": 15, "leftPressure": 16.5, "colourVision": "ACHROMATOPSIA",
                "stereoAcuity": 40, "contrastSensitivity": 1.65 })),
            at(6, json!({ "range": "DISTANCE", "correction": "NONE", "leftPresenting": "LP" })),
        ],
        "heartRate": [
            at(5, json!({ "rate": 68, "context": "REST" })),
            at(6, json!({ "rate": 120, "context": "AFTER_EXERCISE" })),
        ],
        "dementia": [
            at(5, json!({ "instrument": "CIST", "orientation": 5, "attention": 3, "visuospatial": 2, "executive": 4,
                "memory": 7, "language": 3, "educationYears": 9, "informant": "CHILD_IN_LAW" })),
            at(6, json!({ "instrument": "CIST", "orientation": 5, "total": 20 })),
            at(7, json!({ "instrument": "KDSQ_P", "answers": [0, 1, 2, 0, -1] })),
            at(8, json!({ "instrument": "KDSQ_C", "answers": [0, 1, 2, 0, 0, 1, 1, 0, 2, 0, 0, 1, 0, 0, 0] })),
            at(9, json!({ "instrument": "KDSQ_C", "total": 6 })),
            at(10, json!({ "instrument": "KDSQ_P", "answers": [-1, -1, -1, -1, -1] })),
            at(11, json!({ "instrument": "MMSE_KC", "total": 27, "informant": "ONESELF" })),
        ],
        "psychological": [
            at(5, json!({ "instrument": "PSS_10", "result": 14 })),
            at(6, json!({ "instrument": "BEPSI_K", "result": 1.85 })),
            at(7, json!({ "instrument": "GAD_7", "result": 0 })),
            at(8, json!({ "instrument": "CBI_PERSONAL", "result": 33.33 })),
            at(9, json!({ "instrument": "CBI_WORK", "result": 35 })),
            at(10, json!({ "instrument": "CBI_CLIENT", "result": 36 })),
            at(11, json!({ "instrument": "CBI", "result": 37 })),
            at(12, json!({ "instrument": "BAT_12", "result": 2.1 })),
        ],
    })
}

fn exported(world: &World, kind: ImportedKind, options: &ExportOptions) -> Vec<u8> {
    let token = &world.retailer;
    let (_, bytes) = match kind {
        ImportedKind::Physical => export_of::<ExportPhysicalMeasurements>(world, token, &any(), options),
        ImportedKind::Stress => export_of::<ExportStressMeasurements>(world, token, &any(), options),
        ImportedKind::Vision => export_of::<ExportVisionMeasurements>(world, token, &any(), options),
        ImportedKind::HeartRate => export_of::<ExportHeartRateMeasurements>(world, token, &any(), options),
        ImportedKind::Dementia => export_of::<ExportDementiaScreenings>(world, token, &any(), options),
        ImportedKind::Psychological => export_of::<ExportPsychologicalTests>(world, token, &any(), options),
    };
    bytes
}

/// Returns the listed values of the fields that a file contains, by their names in the intake.
fn standing(world: &World, kind: ImportedKind) -> Vec<Json> {
    let (address, own) = match kind {
        ImportedKind::Physical => ("physical-measurements", &[][..]),
        // Fields that no list contains, only the single measurement.
        ImportedKind::Stress => ("stress-measurements", &["nnIntervals", "medicationNames"][..]),
        ImportedKind::Vision => ("vision-measurements", &[][..]),
        ImportedKind::HeartRate => ("heart-rate-measurements", &[][..]),
        ImportedKind::Dementia => ("dementia-screenings", &[][..]),
        ImportedKind::Psychological => ("psychological-tests", &[][..]),
    };
    let url = world.server.url(&format!("/api/v1/{address}?sort=OLDEST"));
    let (status, text) = world.server.send(Method::Get, &url, Some(&world.retailer), None);
    assert_eq!(status, 200, "{text}");
    let page: Json = serde_json::from_str(&text).unwrap();
    let fields = kind.columns().iter().map(|column| column.name).filter(|name| !own.contains(name));
    let fields: Vec<&str> = fields.collect();
    let told = |row: &Json| fields.iter().map(|field| ((*field).to_owned(), row[*field].clone())).collect();
    page["data"].as_array().unwrap().iter().map(|row| Json::Object(told(row))).collect()
}

fn send_everything(world: &World) {
    let url = world.server.url("/api/v1/measurements");
    let all = everything().to_string();
    let (status, answer) = world.server.send(Method::Post, &url, Some(&world.retailer), Some(all.as_bytes()));
    assert_eq!(status, 200, "{answer}");
    let answer: Json = serde_json::from_str(&answer).unwrap();
    assert!(!answer.to_string().contains("REJECTED"), "{answer}");
}

#[test]
fn what_is_exported_of_every_kind_and_in_every_language_says_the_same_when_it_is_read_again() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    world.add_member(world.retailer_id, "A1", "김하나");
    send_everything(&world);
    for &kind in ImportedKind::ALL {
        let stands = i64::try_from(standing(&world, kind).len()).unwrap();
        for &language in Language::ALL {
            let formats: &[ExportFormat] =
                if language == Language::Ko { &[ExportFormat::Xlsx, ExportFormat::Csv] } else { &[ExportFormat::Xlsx] };
            for &format in formats {
                let reason = Some("분기 점검".into());
                let options = ExportOptions { format: Some(format), language: Some(language), reason };
                let found = upload(&world, &world.retailer, kind, format.as_str(), &exported(&world, kind, &options));
                let found = found.unwrap_or_else(|refused| panic!("{kind:?} {language:?}: {refused:?}"));
                let context = format!("{kind:?} {language:?} {format:?}: {:?} {:?}", problems(&found), told(&found));
                assert_eq!(rows(&found), [0, stands, 0, 0], "{context}");
                assert_eq!(found.doubtful_columns.len(), 0, "{context}: {:?}", found.doubtful_columns);
                assert!(found.understood.is_empty(), "{context}: {:?}", found.understood);
                let is_read = |name: &&str| found.columns.iter().any(|field| field == *name);
                let unread: Vec<_> =
                    kind.columns().iter().map(|column| column.name).filter(|name| !is_read(name)).collect();
                let kept: &[&str] =
                    if kind == ImportedKind::Stress { &["nnIntervals", "medicationNames"] } else { &[] };
                assert_eq!(unread, kept, "{context}: what stays with its measurement is in no file");
                if language == Language::Ko {
                    assert_eq!(counts(&start(&world, &found)), [0, stands, 0], "{context}: the job says so too");
                }
            }
        }
    }
}

#[test]
fn what_was_exported_is_there_again_when_it_is_imported_after_it_was_lost() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        send_everything(&world);
        let before: Vec<Vec<Json>> = ImportedKind::ALL.iter().map(|kind| standing(&world, *kind)).collect();
        let files: Vec<Vec<u8>> =
            ImportedKind::ALL.iter().map(|kind| exported(&world, *kind, &ExportOptions::default())).collect();
        diesel::delete(measurement::table).execute(&mut test.database.connect().unwrap()).unwrap();
        for ((&kind, file), before) in ImportedKind::ALL.iter().zip(&files).zip(before) {
            let found = upload(&world, &world.retailer, kind, "XLSX", file).unwrap();
            assert_eq!(problems(&found), Vec::<String>::new(), "{kind:?}");
            start(&world, &found);
            let after = standing(&world, kind);
            assert_eq!(after, before, "{kind:?}");
        }
    });
}

#[test]
fn a_row_that_names_somebody_else_than_its_number_is_refused() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        world.add_member(world.retailer_id, "B2", "B2");
        let file = |names: [&str; 2]| {
            let [one, other] = names;
            format!("성명,회원번호,측정일시,체중\n{one},A1,2026-03-03 10:00,70\n{other},B2,2026-03-03,71\n")
        };
        for right in [["김하나", "이두리"], ["김 하나", ""], ["김*나", "박○○"], ["", ""]] {
            let found = preview(&world, &world.retailer, ImportedKind::Physical, &file(right)).unwrap();
            assert_eq!((rows(&found), problems(&found)), ([2, 0, 0, 0], Vec::new()), "{right:?}");
        }
        for wrong in ["이두리", "이*나", "김하", "김하나나"] {
            let found = preview(&world, &world.retailer, ImportedKind::Physical, &file([wrong, ""])).unwrap();
            let refused = vec!["2 memberNo otherMember".to_owned()];
            assert_eq!((rows(&found), problems(&found)), ([1, 0, 0, 1], refused), "{wrong}");
            assert_eq!(found.file_columns[0].field.as_deref(), Some("memberName"));
        }
        assert_eq!(import(&world, ImportedKind::Physical, &file(["이두리", ""])), [1, 0, 1]);
    });
}

#[test]
fn a_name_that_cannot_be_read_confirms_nobody() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    world.add_member(world.retailer_id, "A1", "김하나");
    let file = |write: &dyn Fn(&mut rust_xlsxwriter::Worksheet)| {
        let mut book = rust_xlsxwriter::Workbook::new();
        let sheet = book.add_worksheet();
        for (column, title) in (0..).zip(["회원번호", "성명", "측정일시", "체중"]) {
            sheet.write(0, column, title).unwrap();
        }
        for (column, text) in [(0, "A1"), (2, "2026-03-03 10:00"), (3, "70")] {
            sheet.write(1, column, text).unwrap();
        }
        write(sheet);
        upload(&world, &world.retailer, ImportedKind::Physical, "XLSX", &book.save_to_buffer().unwrap()).unwrap()
    };
    let right = file(&|sheet| {
        sheet.write(1, 1, "김하나").unwrap();
    });
    assert_eq!((rows(&right), problems(&right)), ([1, 0, 0, 0], Vec::new()));
    let number = file(&|sheet| {
        sheet.write(1, 1, 12_345).unwrap();
    });
    assert_eq!((rows(&number), problems(&number)), ([0, 0, 0, 1], vec!["2 memberNo otherMember".into()]));
    let looked_up = file(&|sheet| {
        sheet.write_formula(1, 1, "=VLOOKUP(A2,Z:Z,1)").unwrap();
    });
    assert_eq!((rows(&looked_up), looked_up.problems[0].column), ([0, 0, 0, 1], Some(1)), "never computed");
    let hidden = file(&|sheet| {
        sheet.write(1, 1, "이두리").unwrap();
        sheet.set_column_hidden(1).unwrap();
    });
    assert_eq!(hidden.doubtful_columns.len(), 1, "a person decides about what nobody sees");
}

#[test]
fn a_column_of_names_that_a_person_leaves_out_refuses_nothing() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    world.add_member(world.retailer_id, "A1", "김하나");
    let text = "이름,회원번호,측정일시,체중\n하나쌤,A1,2026-03-03 10:00,70\n";
    let found = preview(&world, &world.retailer, ImportedKind::Physical, text).unwrap();
    assert_eq!(rows(&found), [0, 0, 0, 1]);
    let left_out = ImportReview { columns: vec![ColumnChoice { column: 0, field: None }], corrections: Vec::new() };
    let path = JobPath { job_id: found.job.unwrap().job_id };
    let found = world.server.call::<ReviewMeasurementImport>(Some(&world.retailer), &path, &(), &left_out).unwrap();
    assert_eq!(rows(&found), [1, 0, 0, 0]);
}

#[test]
fn a_row_without_a_time_of_day_is_told_to_be_of_midnight() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    world.add_member(world.retailer_id, "A1", "김하나");
    let text = "회원번호,측정일,시간,체중,측정 장소\nA1,2026-03-03,10:00,70,가정\nA1,2026-03-04,,70,가정\nA1,2026-03-05,,70,가정\n";
    let found = preview(&world, &world.retailer, ImportedKind::Physical, text).unwrap();
    let assumed: Vec<_> = found.assumed.iter().map(|it| (it.field.as_str(), it.value.as_str(), it.rows)).collect();
    assert_eq!((rows(&found), assumed), ([3, 0, 0, 0], vec![("measuredTime", "00:00", 2)]));
}

#[test]
fn an_export_gives_its_values_to_nobody_whose_number_is_the_same_but_not_the_name_or_the_company() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        send_everything(&world);
        let filter = HeartRateMeasurementFilter::default();
        let lines = lines_of::<ExportHeartRateMeasurements>(&world, &world.retailer, &filter, Language::Ko);
        let company = lines[1].split(',').nth(3).unwrap().to_owned();
        let rename = |name: &str| {
            let mut connection = test.database.connect().unwrap();
            diesel::update(member::table).set(member::name.eq(name)).execute(&mut connection).unwrap();
        };
        diesel::delete(measurement::table).execute(&mut test.database.connect().unwrap()).unwrap();
        let text = lines.join("\n");
        for of_another in [text.replace("김하나", "이두리"), text.replace(&company, "다른 업체")] {
            let found = preview(&world, &world.retailer, ImportedKind::HeartRate, &of_another).unwrap();
            let refused = ["2 memberNo otherMember", "3 memberNo otherMember"].map(str::to_owned);
            assert_eq!((rows(&found), problems(&found)), ([0, 0, 0, 2], refused.to_vec()));
        }
        let found = preview(&world, &world.retailer, ImportedKind::HeartRate, &text).unwrap();
        let confirming = found.file_columns.iter().filter(|column| column.reason == ColumnReason::Confirms);
        let names: Vec<&str> = confirming.map(|column| column.name.as_str()).collect();
        assert_eq!(names, ["이름", "소속 업체"]);
        assert!(!found.ignored_columns.iter().any(|name| names.contains(&name.as_str())));
        // Spaces around a member number are ignored.
        let spaced = text.replace(",A1,", ", A1 ,");
        let found = preview(&world, &world.retailer, ImportedKind::HeartRate, &spaced).unwrap();
        assert_eq!(rows(&found), [2, 0, 0, 0]);
        rename("이두리");
        assert_eq!(counts(&start(&world, &found)), [0, 0, 2], "it has become somebody else's number");
        rename("김하나");
        assert_eq!(import(&world, ImportedKind::HeartRate, &text), [2, 0, 0]);
    });
}

#[test]
fn an_export_is_known_below_a_title_and_with_empty_cells_behind_it_in_every_language() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    world.add_member(world.retailer_id, "A1", "김하나");
    send_everything(&world);
    for language in Language::ALL.iter().copied() {
        let filter = HeartRateMeasurementFilter::default();
        let lines = lines_of::<ExportHeartRateMeasurements>(&world, &world.retailer, &filter, language);
        let text: String = lines.iter().map(|line| format!("{line},,\n")).collect();
        let found = preview(&world, &world.retailer, ImportedKind::HeartRate, &format!("1월\n{text}"));
        let found = found.unwrap_or_else(|error| panic!("{language:?}: {error:?}"));
        assert_eq!((rows(&found), found.doubtful_columns), ([0, 2, 0, 0], Vec::new()), "{language:?}");
    }
}

#[test]
fn of_answers_of_which_some_are_left_out_none_is_read() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    world.add_member(world.retailer_id, "A1", "김하나");
    send_everything(&world);
    let filter = DementiaScreeningFilter { instruments: vec![ScreeningInstrument::KdsqC], ..any() };
    let lines = lines_of::<ExportDementiaScreenings>(&world, &world.retailer, &filter, Language::Ko);
    let found = preview(&world, &world.retailer, ImportedKind::Dementia, &lines.join("\n")).unwrap();
    let answer = found.file_columns.iter().find(|column| column.name == "문항별 응답 3").unwrap().index;
    let path = JobPath { job_id: found.job.as_ref().unwrap().job_id };
    let columns = vec![ColumnChoice { column: answer, field: None }];
    let said = ImportReview { columns, corrections: Vec::new() };
    let found = world.server.call::<ReviewMeasurementImport>(Some(&world.retailer), &path, &(), &said).unwrap();
    assert!(!found.columns.contains(&"answers".into()), "{:?}", found.columns);
    let told = told(&found);
    assert!(!told.iter().any(|it| it.contains("answers")), "nobody says that the third was not answered: {told:?}");
}

#[test]
fn lines_of_long_names_are_looked_at_at_once() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let name = |number: usize| format!("{number}{}", "수축기혈압이완기혈압심박수".repeat(15));
    let line = (0..200).map(name).collect::<Vec<_>>().join(",");
    let began = Instant::now();
    let found = preview(&world, &world.retailer, ImportedKind::Vision, &format!("{line}\n").repeat(20)).unwrap();
    assert_eq!(found.valid_rows, 0);
    // It took 24 seconds when every name was compared with all similar ones.
    assert!(began.elapsed() < Duration::from_secs(6), "{:?}", began.elapsed());
}

#[test]
fn a_file_that_is_no_whole_export_is_asked_about_as_any_other() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    world.add_member(world.retailer_id, "A1", "김하나");
    send_everything(&world);
    let filter = StressMeasurementFilter::default();
    let lines = lines_of::<ExportStressMeasurements>(&world, &world.retailer, &filter, Language::Ko);
    let shortened: Vec<String> =
        lines.iter().map(|line| line.rsplit_once(',').map_or_else(String::new, |(rest, _)| rest.to_owned())).collect();
    let found = preview(&world, &world.retailer, ImportedKind::Stress, &shortened.join("\n")).unwrap();
    let doubtful: Vec<_> = found.doubtful_columns.iter().map(|column| column.name.as_str()).collect();
    assert!(doubtful.contains(&"스트레스 지수"), "devices have scores of this name: {doubtful:?}");
}

#[test]
fn a_wrong_answer_that_has_a_column_of_its_own_is_told_and_repaired_there() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    world.add_member(world.retailer_id, "A1", "김하나");
    send_everything(&world);
    let filter = DementiaScreeningFilter { instruments: vec![ScreeningInstrument::KdsqP], ..any() };
    let lines = lines_of::<ExportDementiaScreenings>(&world, &world.retailer, &filter, Language::Ko);
    let found = lines.iter().position(|line| line.contains(",0,1,2,0,,")).unwrap();
    for wrong in [",0,7,2,0,,", ",0,많이,2,0,,"] {
        let mut lines = lines.clone();
        lines[found] = lines[found].replace(",0,1,2,0,,", wrong);
        let found = preview(&world, &world.retailer, ImportedKind::Dementia, &lines.join("\n")).unwrap();
        let problem = found.problems.first().unwrap();
        let column = problem.column.unwrap();
        assert_eq!(found.file_columns[usize::try_from(column).unwrap()].name, "문항별 응답 2", "{problem:?}");
        let path = JobPath { job_id: found.job.as_ref().unwrap().job_id };
        let corrections = vec![CellCorrection { line: problem.line, column, value: Some("1".into()) }];
        let said = ImportReview { columns: Vec::new(), corrections };
        let found = world.server.call::<ReviewMeasurementImport>(Some(&world.retailer), &path, &(), &said).unwrap();
        assert_eq!(rows(&found), [0, 2, 0, 0], "{wrong}: {:?} {:?}", problems(&found), told(&found));
    }
}

#[test]
fn a_moment_that_was_exported_as_text_is_the_same_when_it_is_read_again() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    world.add_member(world.retailer_id, "A1", "김하나");
    let text = "회원번호,측정일시,심박수,측정 상태\nA1,2026-01-05 9:30:15.250,61,안정 시\n\
                A1,2026-01-05 9:31:15,62,안정 시\nA1,2026-01-05 9:32,63,안정 시\n";
    assert_eq!(import(&world, ImportedKind::HeartRate, text), [3, 0, 0]);
    let all = HeartRateMeasurementFilter::default();
    let lines = lines_of::<ExportHeartRateMeasurements>(&world, &world.retailer, &all, Language::Ko);
    let found = preview(&world, &world.retailer, ImportedKind::HeartRate, &lines.join("\n")).unwrap();
    assert_eq!(rows(&found), [0, 3, 0, 0], "{lines:?}");
}

#[test]
fn a_column_is_known_by_its_own_unit_in_every_language_and_its_whole_name_goes_before_a_part_of_it() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    world.add_member(world.retailer_id, "A1", "김하나");
    for &language in Language::ALL {
        let texts: HashMap<String, String> = serde_json::from_str(texts::catalogue(language)).unwrap();
        let unit = texts["unit.millimetre"].replace("{value}", "");
        let name = format!("{}({})", texts["vision.pupillaryDistance"], unit.trim());
        let text = format!("회원번호,측정일시,{name}\nA1,2026-01-05 9:30,62\n");
        let found = preview(&world, &world.retailer, ImportedKind::Vision, &text).unwrap();
        assert_eq!(found.columns, ["memberNo", "measuredAt", "pupillaryDistance"], "{name}");
    }
    let text = "회원번호,측정일시,측정 시간(초)\nA1,2026-01-05 9:30,300\n";
    let found = preview(&world, &world.retailer, ImportedKind::Stress, text).unwrap();
    assert_eq!(found.columns, ["memberNo", "measuredAt", "durationSeconds"]);
    let in_metres = "회원번호,측정일시,동공간거리(m)\nA1,2026-01-05 9:30,0.062\n";
    let refused = preview(&world, &world.retailer, ImportedKind::Vision, in_metres).unwrap_err();
    assert_eq!(refused.fields[0].code, "foreignUnit", "metres are the unit of charts, and of pupils they are not");
}

#[test]
fn a_name_that_devices_and_offices_use_for_different_things_is_asked_about() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    world.add_member(world.retailer_id, "A1", "김하나");
    for (kind, name, resembles) in [
        (ImportedKind::Stress, "스트레스 지수", Some("stressIndex")),
        (ImportedKind::Stress, "Stress index", Some("stressIndex")),
        (ImportedKind::Stress, "LF (n.u.)", Some("lf")),
        (ImportedKind::Stress, "번아웃 점수", Some("cbiMean")),
        (ImportedKind::Stress, "수면(분)", Some("sleepHours")),
        (ImportedKind::Stress, "since last meal (min)", Some("mealHoursAgo")),
        (ImportedKind::Stress, "LF/HF", None),
        (ImportedKind::Vision, "우안 축(rad)", Some("rightAxis")),
        (ImportedKind::Vision, "시력표 거리(cm)", Some("testDistance")),
        (ImportedKind::Vision, "교정시력(우)", Some("rightPresenting")),
        (ImportedKind::Vision, "좌안 교정시력", Some("leftPresenting")),
        (ImportedKind::Vision, "나안 R", Some("rightUncorrected")),
        (ImportedKind::Vision, "안압", Some("rightPressure")),
        (ImportedKind::Vision, "비고", None),
    ] {
        let text = format!("회원번호,측정일시,{name},심박수,우안 시력\nA1,2026-01-05 9:30,1.0,68,0.8\n");
        let found = preview(&world, &world.retailer, kind, &text).unwrap();
        let asked: Vec<_> = found.doubtful_columns.iter().filter(|column| column.name == name).collect();
        assert_eq!(asked.first().map(|column| column.resembles.as_str()), resembles, "{kind:?} {name}");
    }
}

#[test]
fn acuities_of_a_file_are_read_as_clinicians_write_them() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for number in ["A1", "A2", "A3", "A4", "A5"] {
            world.add_member(world.retailer_id, number, "김하나");
        }
        let text = "회원번호,검사일,우안 시력,좌안 시력(logMAR),양안 시력\n\
                    A1,2026-01-05,20/160,0.3,1.0\n\
                    A2,2026-01-05,logMAR 0.1,-0.1,20/20\n\
                    A3,2026-01-05,0.125,20/40,안전수지\n\
                    A4,2026-01-05,20/4,0.30103,118/76\n\
                    A5,2026-01-05,0.1255,HM,20/2000\n";
        let found = preview(&world, &world.retailer, ImportedKind::Vision, text).unwrap();
        assert_eq!(
            problems(&found),
            [
                "5 rightPresenting tooLarge",
                "5 leftPresenting decimals",
                "5 bothPresenting choice",
                "6 rightPresenting decimals",
                "6 bothPresenting tooSmall",
            ]
        );
        let told = |it: &UnderstoodCells| format!("{} {}: {} = {}", it.name, it.spelling.as_str(), it.written, it.read);
        assert_eq!(
            found.understood.iter().map(told).collect::<Vec<_>>(),
            [
                "우안 시력 LOG_MAR: logMAR 0.1 = 0.794",
                "우안 시력 SNELLEN: 20/160 = 0.125",
                "좌안 시력(logMAR) LOG_MAR: 0.3 = 0.501",
                "좌안 시력(logMAR) SNELLEN: 20/40 = 0.5",
                "양안 시력 SNELLEN: 20/20 = 1",
            ]
        );
        for (field, reason) in [("bothPresenting", "읽을 수 없는 시력입니다."), ("chart", "정해진 값이 아닙니다.")]
        {
            let told = words::reason(&Violation::new(field, "choice"));
            assert!(told.starts_with(reason), "{field} in the report: {told}");
        }
        assert_eq!(counts(&start(&world, &found)), [3, 0, 2]);
        let filter = VisionMeasurementFilter::default();
        let listed = world.server.call::<ListVisionMeasurements>(Some(&world.retailer), &(), &filter, &()).unwrap();
        let mut kept: Vec<_> = listed
            .data
            .iter()
            .map(|one| {
                let acuities = [one.right_presenting, one.left_presenting, one.both_presenting];
                acuities.map(|acuity| acuity.map(|acuity| acuity.text()).unwrap_or_default())
            })
            .collect();
        kept.sort();
        assert_eq!(kept, [["0.125", "0.5", "CF"], ["0.125", "0.501", "1"], ["0.794", "1.259", "1"]]);
        // Two adjacent columns with different scales are not guessed.
        let both = "회원번호,검사일,우안 시력,우안 시력(logMAR)\nA5,2026-01-05,0.5,0.3\n";
        let found = preview(&world, &world.retailer, ImportedKind::Vision, both).unwrap();
        assert_eq!(found.doubtful_columns.iter().map(|it| it.name.as_str()).collect::<Vec<_>>(), ["우안 시력(logMAR)"]);
    });
}

#[test]
fn intervals_and_single_answers_come_by_file_as_by_any_other_door() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let intervals: Vec<String> = (0..60).map(|place| (800 + place % 7 * 20).to_string()).collect();
        let text = format!(
            "회원번호,측정일시,RR 간격(ms),BEPSI-K 응답\nA1,2026-01-05 9:30,{},\"1,2,3,2,2\"\n",
            intervals.join(" ")
        );
        assert_eq!(import(&world, ImportedKind::Stress, &text), [1, 0, 0]);
        let filter = StressMeasurementFilter::default();
        let found = world.server.call::<ListStressMeasurements>(Some(&world.retailer), &(), &filter, &()).unwrap();
        let found = &found.data[0];
        assert_eq!(found.computed.map(|computed| computed.intervals), Some(60));
        assert_eq!((found.bepsi_k_items.as_slice(), found.bepsi_k_mean), ([1, 2, 3, 2, 2].as_slice(), None));
    });
}

#[test]
fn what_a_value_says_nothing_without_is_asked_for() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    world.add_member(world.retailer_id, "A1", "김하나");
    for (kind, text, missing) in [
        (ImportedKind::HeartRate, "회원번호,측정일,심박수\nA1,2026-01-05,130\n", "context"),
        (ImportedKind::Dementia, "회원번호,검사일,총점\nA1,2026-01-05,20\n", "instrument"),
        (ImportedKind::Psychological, "회원번호,검사일,점수\nA1,2026-01-05,20\n", "instrument"),
    ] {
        let found = preview(&world, &world.retailer, kind, text).unwrap();
        assert_eq!(found.missing_columns, [missing], "{kind:?}");
        let path = JobPath { job_id: found.job.unwrap().job_id };
        let decided = MeasurementImportStart { leave_out: Vec::new() };
        let error = world.server.call::<StartMeasurementImport>(Some(&world.retailer), &path, &(), &decided);
        assert_eq!(error.unwrap_err().fields[0].code, "missingColumn", "{kind:?}");
    }
}

#[test]
fn who_may_not_write_a_kind_any_more_has_no_imports_of_it_and_its_job_writes_nothing() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let example = EXAMPLES.first().unwrap();
        let found = preview(&world, &world.retailer, example.kind, &example.file("A1", example.row)).unwrap();
        let path = JobPath { job_id: found.job.as_ref().unwrap().job_id };
        let on = |work: &dyn Fn(&mut DatabaseConnection) -> diesel::QueryResult<usize>| {
            test.database.write_blocking(|connection| work(connection).map_err(Problem::from)).unwrap()
        };
        on(&|connection| diesel::update(permission::table).set(permission::can_create.eq(false)).execute(connection));
        // Callers are cached for half a second.
        world.server.state.callers.forget(world.server.state.keys.claims(&world.retailer).unwrap().sid);
        let decided = MeasurementImportStart { leave_out: Vec::new() };
        let error = world.server.call::<StartMeasurementImport>(Some(&world.retailer), &path, &(), &decided);
        assert_eq!(code(&error.unwrap_err()), ErrorCode::NotFound);
        // As if it had been started just before.
        on(&|connection| {
            diesel::update(job::table.find(path.job_id.0)).set(job::state.eq("QUEUED")).execute(connection)
        });
        world.server.state.job_added.notify_one();
        let started = Instant::now();
        let state = loop {
            let read = |connection: &mut DatabaseConnection| {
                let row = job::table.find(path.job_id.0).select((job::state, job::failure));
                row.first::<(String, Option<String>)>(connection).map_err(Problem::from)
            };
            let state = test.database.read_blocking(read).unwrap();
            if state.0 == "FAILED" || started.elapsed() > Duration::from_secs(20) {
                break state;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        assert_eq!(state, ("FAILED".into(), Some("forbidden".into())));
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
fn a_preview_tells_of_each_row_what_will_become_of_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for number in ["A1", "A2"] {
            world.add_member(world.retailer_id, number, "김하나");
        }
        let head = "회원번호,측정일,체중,키,혈압\n";
        let there = format!("{head}A1,2026-01-05,70,172,118/76\nA2,2026-01-05,60.5,,\n");
        let found = preview(&world, &world.retailer, ImportedKind::Physical, &there).unwrap();
        assert_eq!(counts(&start(&world, &found)), [2, 0, 0]);
        // Two differing values, unchanged, new, duplicate of the previous row, contradicting it, and an unknown member.
        let text = format!(
            "{head}A1,2026-01-05,71,,118/76\nA2,2026-01-05,60.5,,\nA2,2026-01-06,61,,\nA2,2026-01-06,61,,\n\
             A2,2026-01-06,62,,\nA3,2026-01-06,62,,\n"
        );
        let found = preview(&world, &world.retailer, ImportedKind::Physical, &text).unwrap();
        assert_eq!(rows(&found), [1, 2, 1, 2]);
        assert_eq!(told(&found), ["2 A1 heightCm 172 -", "2 A1 weightKg 70 71"]);
        assert_eq!(problems(&found), ["6 measuredAt duplicate", "7 memberNo notFound"]);
        assert_eq!(found.problems[0].violation.params.get("line"), Some("4"));
        let lines: Vec<i64> = found.sample.iter().map(|row| row.line).collect();
        assert_eq!(lines, [4]);
        assert_eq!(found.job.as_ref().unwrap().total, 6);
        assert_eq!(counts(&start(&world, &found)), [1, 2, 3], "and so it becomes");
    });
}

#[test]
fn a_preview_tells_no_more_of_a_members_birth_than_lists_do() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let days = ["1979-12-31", "1980-01-01", "1980-05-16", "1980-05-17"];
        let rows: String = days.map(|day| format!("A1,{day},118/76\n")).concat();
        let text = format!("회원번호,측정일,혈압\n{rows}");
        let found = preview(&world, &world.retailer, ImportedKind::Physical, &text).unwrap();
        assert_eq!(problems(&found), ["2 measuredAt order"], "the year alone is told");
        assert_eq!(counts(&start(&world, &found))[0], 3);
    });
}

#[test]
fn tests_of_one_moment_are_told_apart() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let head = "회원번호,검사일,검사 도구,결과\n";
        let text = format!("{head}A1,2026-01-05,PSS-10,14\nA1,2026-01-05,BEPSI-K,1.8\n");
        let kind = ImportedKind::Psychological;
        let found = preview(&world, &world.retailer, kind, &text).unwrap();
        assert_eq!(rows(&found), [2, 0, 0, 0]);
        assert_eq!(counts(&start(&world, &found)), [2, 0, 0]);
        let other = format!("{head}A1,2026-01-05,PSS-10,14\nA1,2026-01-05,BEPSI-K,2.8\n");
        let found = preview(&world, &world.retailer, kind, &other).unwrap();
        assert_eq!((rows(&found), told(&found)), ([0, 1, 1, 0], vec!["3 A1 result 1.8 2.8".into()]));
        assert_eq!(counts(&start(&world, &found)), [0, 1, 1]);
    });
}

#[test]
fn rows_are_compared_whatever_batch_they_are_in_and_the_sample_has_those_that_are_taken() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let row = |number: i64, rate: i64| {
            format!("A1,2026-01-{:02} {:02}:{:02},{rate},안정\n", 1 + number / 600, number % 600 / 60, number % 60)
        };
        let file = |rows: std::ops::Range<i64>, rate: i64| {
            let rows: String = rows.map(|number| row(number, rate)).collect();
            format!("회원번호,측정일시,심박수,측정 상태\n{rows}")
        };
        let kind = ImportedKind::HeartRate;
        let found = preview(&world, &world.retailer, kind, &file(0..1_200, 60)).unwrap();
        assert_eq!((rows(&found), found.sample.len()), ([1_200, 0, 0, 0], 20));
        assert_eq!(counts(&start(&world, &found)), [1_200, 0, 0]);
        let found = preview(&world, &world.retailer, kind, &file(0..1_300, 60)).unwrap();
        assert_eq!(rows(&found), [100, 1_200, 0, 0]);
        let lines: Vec<i64> = found.sample.iter().map(|row| row.line).collect();
        assert_eq!(lines, (1_202..1_222).collect::<Vec<i64>>());
        let found = preview(&world, &world.retailer, kind, &file(0..1_200, 61)).unwrap();
        assert_eq!((rows(&found), found.differences.len()), ([0, 0, 1_200, 0], 100));
    });
}

#[test]
fn who_may_not_write_a_kind_by_hand_imports_none() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let text = "회원번호,측정일,체중\nA1,2026-01-05,70\n";
    let error = preview(&world, &world.member, ImportedKind::Physical, text).unwrap_err();
    assert_eq!(code(&error), ErrorCode::Forbidden);
    let error = preview(&world, &world.retailer, ImportedKind::Physical, "메모\n가\n").unwrap_err();
    assert_eq!(error.fields[0].code, "missingColumn");
}

#[test]
fn rare_values_and_those_far_from_the_persons_last_ones_are_told_before_the_start_and_marked() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "윤지우");
        let seconds = "회원번호,측정일시,SDNN,RMSSD\nA1,2026-01-05 9:30,0.04,0.03\n";
        let found = preview(&world, &world.retailer, ImportedKind::Stress, seconds).unwrap();
        let told = |found: &MeasurementImportPreview| {
            let of = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".into());
            let one = |it: &UnusualValue| {
                format!("{} {} {} {} {}", it.line, it.member_no, it.field, of(&it.value), of(&it.before))
            };
            found.unusual.iter().map(one).collect::<Vec<_>>()
        };
        assert_eq!((found.valid_rows, found.unusual_rows), (1, 1));
        assert_eq!(told(&found), ["2 A1 sdnn 0.04 -", "2 A1 rmssd 0.03 -"]);

        import(&world, ImportedKind::Physical, "회원번호,측정일,키,체중\nA1,2026-01-01,170,90\n");
        let later = "회원번호,측정일,키,체중\nA1,2026-01-05,160,60\nA1,2026-01-06,160.5,61\n";
        let found = preview(&world, &world.retailer, ImportedKind::Physical, later).unwrap();
        assert_eq!(told(&found), ["2 A1 heightCm 160 170", "2 A1 weightKg 60 90"], "the second row is like the first");
        start(&world, &found);
        let all = world.server.call::<ListPhysicalMeasurements>(Some(&world.retailer), &(), &any(), &()).unwrap().data;
        let marked: Vec<_> = all.iter().map(|row| row.far_from_last.join(" ")).collect();
        assert_eq!(marked, ["", "heightCm weightKg", ""]);
    });
}

#[test]
fn an_exported_measurement_of_intervals_alone_is_known_when_it_is_read_again() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "윤지우");
        let intervals = "회원번호,측정일시,NN 간격(ms)\nA1,2026-01-05 9:30,800 810 790 805 795\n";
        assert_eq!(import(&world, ImportedKind::Stress, intervals), [1, 0, 0]);
        let lines = lines_of::<ExportStressMeasurements>(&world, &world.retailer, &any(), Language::Ko);
        let again = lines.join("\r\n");
        let found = preview(&world, &world.retailer, ImportedKind::Stress, &again).unwrap();
        assert_eq!(rows(&found), [0, 1, 0, 0], "{:?}", found.problems);
        assert_eq!(counts(&start(&world, &found)), [0, 1, 0]);
        let other = again.replace("09:30", "10:30").replace(" 9:30", " 10:30");
        let found = preview(&world, &world.retailer, ImportedKind::Stress, &other).unwrap();
        assert_eq!(rows(&found), [0, 0, 0, 1], "at another time it says nothing");
    });
}
