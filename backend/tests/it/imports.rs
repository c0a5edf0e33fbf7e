//! Import of members with measurements: parsing, results, and recovery after a crash.

use crate::support::{TestDatabase, World, code};
use calamine::{Data, Reader, Xlsx};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::{
        Database,
        schema::{account, job, job_file_piece, job_row, member, permission, physical_measurement, revision},
    },
    jobs::{Claimed, Interrupted, Run},
    problem::Problem,
};
use people::member_imports;
use rust_xlsxwriter::{ExcelDateTime, Format, Formula, Workbook};
use std::{
    cell::Cell,
    io::{Cursor, Read, Write},
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};
use uno_core::{
    contract::{
        Method,
        alerts::{AlertFilter, AlertKind, ListAlerts},
        companies::{CompanyId, CompanyPath, GetCompany},
        error::{ErrorBody, ErrorCode},
        jobs::{CancelJob, GetJob, Job, JobId, JobKind, JobPath, JobState, RowCounts},
        member_imports::{MemberImportPreview, MemberImportStart, StartMemberImport},
        members::{ListMembers, Member, MemberFilter},
        physical_measurements::{ListPhysicalMeasurements, PhysicalMeasurement, PhysicalMeasurementFilter},
        revisions::RevisionAction,
    },
    domain::grade::physical::{BloodPressureGrade, BmiGrade},
};

const NHEFS: &str = include_str!("../data/nhefs-physical.csv");
const HEADER: &str = "memberNo,sex,birthDate,name,heightCm,weightKg,systolic,diastolic,measuredAt\n";

pub fn upload(
    world: &World,
    token: &str,
    company: CompanyId,
    format: &str,
    bytes: &[u8],
) -> Result<MemberImportPreview, ErrorBody> {
    upload_to(world, token, company, &format!("format={format}"), bytes)
}

pub fn upload_to(
    world: &World,
    token: &str,
    company: CompanyId,
    query: &str,
    bytes: &[u8],
) -> Result<MemberImportPreview, ErrorBody> {
    let address = world.server.url(&format!("/api/v1/companies/{}/member-imports?fileName=file&{query}", company.0));
    let (status, text) = world.server.send(Method::Post, &address, Some(token), Some(bytes));
    if status == 200 { Ok(serde_json::from_str(&text).unwrap()) } else { Err(serde_json::from_str(&text).unwrap()) }
}

/// Returns the job of a preview.
pub fn job_of(preview: &MemberImportPreview) -> &Job {
    preview.job.as_ref().unwrap()
}

pub fn csv(world: &World, text: &str) -> MemberImportPreview {
    upload(world, &world.retailer, world.retailer_id, "CSV", text.as_bytes()).unwrap()
}

/// Waits until a job has ended.
pub fn ended(world: &World, token: &str, job_id: JobId) -> Job {
    let started = Instant::now();
    loop {
        let job = world.server.call::<GetJob>(Some(token), &JobPath { job_id }, &(), &()).unwrap();
        if !matches!(job.state, JobState::Preview | JobState::Queued | JobState::Running) {
            return job;
        }
        assert!(started.elapsed() < Duration::from_secs(60), "{job:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// No row is left out, and existing members are not changed.
pub fn nothing_decided() -> MemberImportStart {
    MemberImportStart { accept_changes: None, leave_out: Vec::new() }
}

/// No row is left out, and what is stored may be changed.
pub fn changes_accepted() -> MemberImportStart {
    MemberImportStart { accept_changes: Some(true), leave_out: Vec::new() }
}

pub fn start(world: &World, token: &str, preview: &MemberImportPreview) -> Job {
    start_with(world, token, preview, &nothing_decided())
}

pub fn start_with(world: &World, token: &str, preview: &MemberImportPreview, decided: &MemberImportStart) -> Job {
    let path = JobPath { job_id: job_of(preview).job_id };
    world.server.call::<StartMemberImport>(Some(token), &path, &(), decided).unwrap();
    ended(world, token, job_of(preview).job_id)
}

/// Uploads and runs an import as the retailer.
pub fn import(world: &World, text: &str) -> Job {
    start(world, &world.retailer, &csv(world, text))
}

/// Returns the counts: created, updated, unchanged, rejected.
pub fn counts(job: &Job) -> [i64; 4] {
    let RowCounts { created, updated, changed, unchanged, rejected } = job.counts;
    assert_eq!(changed, 0, "no known member was changed");
    [created, updated, unchanged, rejected]
}

pub fn download(world: &World, token: &str, job_id: JobId) -> Vec<u8> {
    let request = ureq::get(world.server.url(&format!("/api/v1/jobs/{}/file", job_id.0)));
    let mut bytes = Vec::new();
    let mut answer = request.header("authorization", format!("Bearer {token}")).call().unwrap();
    answer.body_mut().as_reader().read_to_end(&mut bytes).unwrap();
    bytes
}

/// Returns the rows of the first sheet.
pub fn sheet(bytes: Vec<u8>) -> Vec<Vec<Data>> {
    let mut workbook = Xlsx::new(Cursor::new(bytes)).unwrap();
    let range = workbook.worksheet_range_at(0).unwrap().unwrap();
    range.rows().map(<[Data]>::to_vec).collect()
}

pub fn members(world: &World) -> Vec<Member> {
    let filter = MemberFilter { page_size: Some(200), ..MemberFilter::default() };
    world.server.call::<ListMembers>(Some(&world.admin), &(), &filter, &()).unwrap().data
}

fn measurements(world: &World) -> Vec<PhysicalMeasurement> {
    let filter = PhysicalMeasurementFilter { page_size: Some(200), ..PhysicalMeasurementFilter::default() };
    world.server.call::<ListPhysicalMeasurements>(Some(&world.admin), &(), &filter, &()).unwrap().data
}

fn on<T>(database: &Database, work: impl FnOnce(&mut kernel::db::DatabaseConnection) -> diesel::QueryResult<T>) -> T {
    database.write_blocking(|connection| work(connection).map_err(Problem::from)).unwrap()
}

#[test]
fn a_file_of_real_people_gets_the_grades_that_plain_arithmetic_gives() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let preview = csv(&world, NHEFS);
        assert_eq!((preview.valid_rows, preview.invalid_rows, preview.problems.len()), (1_629, 0, 0));
        assert_eq!((preview.columns.len(), preview.sample.len(), job_of(&preview).state), (8, 20, JobState::Preview));
        assert!(members(&world).is_empty(), "a preview writes nothing");
        let job = start(&world, &world.retailer, &preview);
        assert_eq!((job.state, counts(&job)), (JobState::Succeeded, [1_629, 0, 0, 0]));
        assert_eq!((job.progress, job.total, job.has_file), (1_629, 1_629, true));

        let (mut bmi, mut pressure) = ([0_i64; 5], [0_i64; 4]);
        for row in NHEFS.lines().skip(1) {
            let cells: Vec<&str> = row.split(',').collect();
            let hundredths = |text: &str| {
                let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
                (!text.is_empty()).then(|| format!("{whole}{fraction:0<2}").parse::<i128>().unwrap())
            };
            let year: i32 = cells[2][..4].parse().unwrap();
            assert!(1982 - year >= 19 && cells[2].ends_with("-07-01"), "everybody was an adult");
            if let Some((height, weight)) = hundredths(cells[3]).zip(hundredths(cells[4])) {
                // kg × 10000 compared with limit × cm², all in hundredths.
                let below = |cut: i128| weight * 100_000_000 < cut * height * height;
                bmi[[1_850, 2_300, 2_500, 3_000].iter().filter(|cut| !below(**cut)).count()] += 1;
            }
            if let (Ok(high), Ok(low)) = (cells[5].parse::<i32>(), cells[6].parse::<i32>()) {
                let grade = match (high, low) {
                    _ if high >= 160 || low >= 100 => 3,
                    _ if high >= 140 || low >= 90 => 2,
                    _ if high >= 120 || low >= 80 => 1,
                    _ => 0,
                };
                pressure[grade] += 1;
            }
        }
        let found = |filter: PhysicalMeasurementFilter| {
            let page = world.server.call::<ListPhysicalMeasurements>(Some(&world.retailer), &(), &filter, &()).unwrap();
            assert!(page.total_is_exact);
            page.total
        };
        for (grade, expected) in BmiGrade::ALL.iter().zip(bmi) {
            let filter =
                PhysicalMeasurementFilter { bmi_grades: vec![*grade], page_size: Some(1), ..Default::default() };
            assert_eq!(found(filter), expected, "{grade:?}");
        }
        for (grade, expected) in BloodPressureGrade::ALL.iter().zip(pressure) {
            let filter = PhysicalMeasurementFilter {
                blood_pressure_grades: vec![*grade],
                page_size: Some(1),
                ..Default::default()
            };
            assert_eq!(found(filter), expected, "{grade:?}");
        }
        assert!(bmi.iter().sum::<i64>() < 1_629, "somebody has no weight, and so no grade");

        let again = import(&world, NHEFS);
        assert_eq!((again.state, counts(&again)), (JobState::Succeeded, [0, 0, 1_629, 0]));
        let company =
            world.server.call::<GetCompany>(Some(&world.admin), &CompanyPath { company_id: world.vendor_id }, &(), &());
        assert_eq!(company.unwrap().member_count, 1_629, "the counts of the line were kept");
    });
}

#[test]
fn a_bad_row_is_reported_with_its_line_and_the_others_are_taken() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let text = format!(
            "\u{FEFF}{HEADER}A1,M,1980-01-01,김하나,170.5,70,120,80,2020-01-01\r\n\
             A2,X,1980-01-01,,,,,,\r\nA3,F,2099-01-01,,,,,,\r\nA4,F,1980-01-01,,17,,,,2020-01-01\r\n\
             A5,F,1980-01-01,,,,80,80,2020-01-01\r\nA6,F\r\nA7,F,1980-01-01,{},,,,,\r\nA8,여,1980-01-01,\"박,둘\",,,,,\r\n",
            "a".repeat(300)
        );
        let preview = csv(&world, &text);
        let problems: Vec<_> = preview
            .problems
            .iter()
            .map(|found| (found.line, found.violation.path.as_str(), found.violation.code.as_str()))
            .collect();
        let expected = [
            (3, "sex", "choice"),
            (4, "birthDate", "future"),
            (5, "heightCm", "tooSmall"),
            (6, "systolic", "order"),
            (7, "", "columnCount"),
            (8, "name", "tooLong"),
        ];
        assert_eq!(problems, expected);
        assert_eq!((preview.valid_rows, preview.invalid_rows), (2, 6));
        assert_eq!(preview.problems[2].value.as_deref(), Some("17"));
        let job = start(&world, &world.retailer, &preview);
        assert_eq!((job.state, counts(&job)), (JobState::Succeeded, [2, 0, 0, 6]));
        let mut names: Vec<String> = members(&world).into_iter().map(|member| member.name).collect();
        names.sort();
        assert_eq!(names, ["김하나", "박,둘"]);
        assert_eq!(measurements(&world).len(), 1, "a row without measured values is about the member only");

        let report = sheet(download(&world, &world.retailer, job.job_id));
        let text = |row: usize, column: usize| report[row].get(column).map(ToString::to_string).unwrap_or_default();
        assert_eq!(report.len(), 9);
        assert_eq!((text(1, 0), text(1, 1), text(1, 2)), ("2".into(), "A1".into(), "신규".into()));
        assert_eq!((text(4, 0), text(4, 2), text(4, 5)), ("5".into(), "제외".into(), "tooSmall".into()));
        assert!(text(4, 4).contains("50보다 작습니다."), "{}", text(4, 4));
    });
}

#[test]
fn a_changed_row_changes_what_it_names_and_leaves_its_history() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let columns = "memberNo,sex,birthDate,name,phoneNumber,heightCm,weightKg,systolic,diastolic,measuredAt\n";
        let first = format!("{columns}A1,M,1980-01-01,Kim,010-1234-5678,170,80,130,85,2020-01-01\n");
        assert_eq!(counts(&import(&world, &first)), [1, 0, 0, 0]);
        assert_eq!(measurements(&world)[0].bmi_grade, Some(BmiGrade::Obesity1));
        // A lower weight; empty cells and missing columns change nothing.
        let lighter = "memberNo,sex,birthDate,weightKg,measuredAt,name\nA1,M,1980-01-01,60,2020-01-01,\n";
        let preview = csv(&world, lighter);
        let change = &preview.changes[0];
        assert_eq!((preview.changed_rows, preview.changes.len(), preview.assumed.len()), (1, 1, 0));
        assert_eq!((&*change.field, &*change.before, &*change.after), ("weightKg", "80", "60"));
        let refused = start(&world, &world.retailer, &preview);
        assert_eq!(counts(&refused), [0, 0, 0, 1], "a stored value is not replaced before somebody accepts it");
        let job = start_with(&world, &world.retailer, &csv(&world, lighter), &changes_accepted());
        assert_eq!(counts(&job), [0, 1, 0, 0]);
        let found = measurements(&world).remove(0);
        assert_eq!(
            (found.bmi_grade, found.systolic, found.member_name.as_deref()),
            (Some(BmiGrade::Normal), Some(130), Some("Kim"))
        );
        // A single pressure value that contradicts the stored one rejects the row.
        let half = "memberNo,sex,birthDate,diastolic,measuredAt,name\nA1,M,1980-01-01,140,2020-01-01,Lee\n";
        let preview = csv(&world, half);
        assert_eq!((preview.valid_rows, preview.invalid_rows, preview.problems[0].line), (0, 1, 2));
        assert_eq!(counts(&start(&world, &world.retailer, &preview)), [0, 0, 0, 1]);
        assert_eq!(members(&world)[0].name, "Kim", "nothing of a refused row is written");
        // Children have no adult grades: measurements are graded again when a birth date is corrected.
        let child = "memberNo,sex,birthDate\nA1,M,2010-01-01\n";
        let job = start_with(&world, &world.retailer, &csv(&world, child), &changes_accepted());
        assert_eq!(job.counts, RowCounts { changed: 1, ..RowCounts::default() });
        let found = measurements(&world).remove(0);
        assert_eq!((found.age, found.bmi_grade, found.blood_pressure_grade), (Some(10), None, None));
        assert_eq!(counts(&import(&world, child)), [0, 0, 1, 0]);
        let history = on(&test.database, |connection| {
            revision::table
                .filter(revision::resource.eq_any(["member", "physicalMeasurement"]))
                .order(revision::revision_id)
                .select((revision::resource, revision::action, revision::account_name))
                .load::<(String, String, String)>(connection)
        });
        let expected = [
            ("member", RevisionAction::Create),
            ("physicalMeasurement", RevisionAction::Update),
            ("member", RevisionAction::Update),
        ]
        .map(|(resource, action)| (resource.to_owned(), action.as_str().to_owned(), "retailer".to_owned()));
        assert_eq!(history, expected);
    });
}

#[test]
fn a_value_that_is_added_to_a_measurement_replaces_none_and_needs_nobody() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        import(&world, "memberNo,sex,birthDate,heightCm,measuredAt\nA1,M,1980-01-01,170,2020-01-01\n");
        let added = "memberNo,sex,birthDate,weightKg,systolic,diastolic,setting,measuredAt\n\
                     A1,M,1980-01-01,60,118,76,HOME,2020-01-01\n";
        let preview = csv(&world, added);
        assert_eq!((preview.changed_rows, preview.changes.len()), (0, 0));
        assert_eq!(counts(&start(&world, &world.retailer, &preview)), [0, 1, 0, 0]);
        import(&world, "memberNo,sex,birthDate,weightKg,setting,measuredAt\nB1,M,1980-01-01,60,HOME,2020-01-01\n");
        let moved =
            csv(&world, "memberNo,sex,birthDate,weightKg,setting,measuredAt\nB1,M,1980-01-01,60,CLINIC,2020-01-01\n");
        assert_eq!(moved.changed_rows, 1, "where it was measured was said");
        let elsewhere = "memberNo,sex,birthDate,setting,pulse,measuredAt\nA1,M,1980-01-01,CLINIC,70,2020-01-01\n";
        let preview = csv(&world, elsewhere);
        let told: Vec<&str> = preview.changes.iter().map(|change| change.field.as_str()).collect();
        assert_eq!((preview.changed_rows, told), (1, vec!["setting"]));
    });
}

#[test]
fn what_was_changed_since_the_preview_is_replaced_by_nobody_who_has_not_seen_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let head = "memberNo,sex,birthDate,name,weightKg,measuredAt\n";
        import(&world, &format!("{head}A1,M,1980-01-01,Kim,70,2020-01-01\nA2,M,1980-01-01,Lee,,\n"));
        let text =
            format!("{head}A1,M,1980-01-01,,71,2020-01-01\nA1,M,1980-01-01,,60,2020-01-02\nA2,F,1980-01-01,,,\n");
        let preview = csv(&world, &text);
        let told: Vec<(i64, &str)> =
            preview.changes.iter().map(|change| (change.line, change.field.as_str())).collect();
        assert_eq!(told, [(2, "weightKg"), (4, "sex")]);
        // Meanwhile somebody else registers a measurement and corrects a name.
        import(&world, &format!("{head}A1,M,1980-01-01,,90,2020-01-02\n"));
        let renamed = csv(&world, &format!("{head}A2,M,1980-01-01,Lim,,\n"));
        start_with(&world, &world.retailer, &renamed, &changes_accepted());
        let job = start_with(&world, &world.retailer, &preview, &changes_accepted());
        assert_eq!(counts(&job), [0, 1, 0, 2]);
        let report = sheet(download(&world, &world.retailer, job.job_id));
        for row in [2, 3] {
            assert!(report[row].iter().any(|cell| cell.to_string().contains("changedSince")), "{:?}", report[row]);
        }
        let weights: Vec<_> = measurements(&world).iter().map(|row| row.weight_kg.map(|it| it.to_string())).collect();
        assert_eq!(weights, [Some("90".into()), Some("71".into())]);
        assert_eq!(members(&world).iter().find(|it| it.member_no == "A2").unwrap().name, "Lim");
    });
}

#[test]
fn a_stored_value_is_told_to_nobody_who_may_not_read_measurements() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let file =
        |weight: u32| format!("memberNo,sex,birthDate,weightKg,measuredAt\nA1,M,1980-01-01,{weight},2020-01-01\n");
    import(&world, &file(80));
    let denied = on(&test.database, |connection| {
        let of_history = permission::table.filter(permission::menu_item_id.eq(4));
        diesel::update(of_history).set(permission::can_read.eq(false)).execute(connection)
    });
    assert!(denied > 0);
    // Callers are cached for half a second.
    world.server.state.callers.forget(world.server.state.keys.claims(&world.retailer).unwrap().sid);
    let preview = csv(&world, &file(60));
    let change = &preview.changes[0];
    assert_eq!((&*change.field, &*change.before, &*change.after), ("weightKg", "***", "60"));
}

#[test]
fn what_is_dangerous_in_a_file_is_told_until_another_file_corrects_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let at = clock::now().plus_milliseconds(-3_600_000).second_in_seoul();
        let columns = "memberNo,sex,birthDate,name,systolic,diastolic,measuredAt";
        let file = |pressure: &str| format!("{columns}\nA1,M,1980-01-01,김하나,{pressure},{at}\n");
        let dangers = || {
            let filter = AlertFilter::default();
            let listed = world.server.call::<ListAlerts>(Some(&world.retailer), &(), &filter, &()).unwrap();
            listed.data.iter().filter(|alert| alert.kind == AlertKind::DangerousGrade).count()
        };
        import(&world, &file("170,105"));
        assert_eq!(dangers(), 1);
        let before = measurements(&world).remove(0);
        let job = start_with(&world, &world.retailer, &csv(&world, &file("115,75")), &changes_accepted());
        assert_eq!(counts(&job), [0, 1, 0, 0]);
        assert_eq!(dangers(), 0);
        let after = measurements(&world).remove(0);
        assert_eq!((after.version, after.received_at), (before.version + 1, before.received_at));
    });
}

#[test]
fn a_member_may_stand_in_several_rows_across_batches() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut text = "memberNo,sex,birthDate,weightKg,measuredAt\n".to_owned();
        for index in 0..1_200 {
            text +=
                &format!("A{},F,1980-01-01,70,2020-01-{:02}T{:02}:00\n", index % 3, index / 3 / 20 + 1, index / 3 % 20);
        }
        text +=
            "A1,F,1980-01-01,70,2020-01-01T00:00\nA1,F,1980-01-01,71,2020-01-01T00:00\nA1,M,1980-01-01,71,2020-02-01\n";
        let job = import(&world, &text);
        assert_eq!(counts(&job), [1_200, 0, 1, 2]);
        assert_eq!(members(&world).len(), 3);
        assert_eq!(counts(&import(&world, &text)), [0, 0, 1_201, 2]);
    });
}

#[test]
fn a_row_that_repeats_a_measurement_adds_what_it_says_of_the_member() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let text = "memberNo,sex,birthDate,phoneNumber,weightKg,measuredAt\n\
                    A1,F,1980-01-01,,70,2020-01-01\nA1,F,1980-01-01,010-1234-5678,70,2020-01-01\n";
        assert_eq!(counts(&import(&world, text)), [1, 1, 0, 0]);
        assert!(members(&world)[0].phone_number.is_some());
        assert_eq!(measurements(&world).len(), 1);
        assert_eq!(counts(&import(&world, text)), [0, 0, 2, 0]);
    });
}

#[test]
fn a_row_is_written_though_it_repeats_one_that_is_left_out() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let header = "memberNo,sex,birthDate,name,division,weightKg,measuredAt\n";
        let rows = "A1,M,1980-05-17,이두리,,70,2020-01-01\nA1,M,1980-05-17,,,70,2020-01-01\n\
                    B1,F,1980-01-01,,없는 부서,70,2020-01-01\nB1,F,1980-01-01,,,70,2020-01-01\n";
        assert_eq!(counts(&import(&world, &format!("{header}{rows}"))), [2, 0, 0, 2]);
        assert_eq!((members(&world).len(), measurements(&world).len()), (2, 2));
    });
}

#[test]
fn a_file_that_cannot_be_read_is_refused_as_a_whole_with_the_reason() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let refused = |format: &str, bytes: &[u8]| {
        let error = upload(&world, &world.retailer, world.retailer_id, format, bytes).unwrap_err();
        assert_eq!(code(&error), ErrorCode::UnreadableFile);
        assert_eq!(error.fields[0].path, "file");
        error.fields[0].code.clone()
    };
    assert_eq!(refused("CSV", b""), "empty");
    assert_eq!(refused("CSV", HEADER.as_bytes()), "noRows");
    assert_eq!(refused("CSV", b"\x00\x01\x02\xff rubbish"), "notText");
    assert_eq!(refused("CSV", b"a,b\n1,2"), "missingColumn");
    assert_eq!(refused("XLSX", HEADER.as_bytes()), "notSpreadsheet");
    assert_eq!(refused("XLSX", &zip(&[("hello.txt", b"hello")])), "notSpreadsheet");
    let many: Vec<(String, &[u8])> = (0..1_001).map(|index| (format!("f{index}"), &b""[..])).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|(name, bytes)| (name.as_str(), *bytes)).collect();
    assert_eq!(refused("XLSX", &zip(&many)), "fileTooLarge");
    let jobs: i64 = on(&test.database, |connection| job::table.count().get_result(connection));
    assert_eq!(jobs, 0, "a refused file leaves no job");
}

pub fn zip(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in entries {
        archive.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        archive.write_all(bytes).unwrap();
    }
    archive.finish().unwrap().into_inner()
}

#[test]
fn a_spreadsheet_is_read_with_its_dates_numbers_and_the_results_of_its_formulas() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut workbook = Workbook::new();
        let sheet = workbook.add_worksheet();
        for (column, name) in ["회원번호", "성별", "생년월일", "키", "체중", "측정일시", "비고"].iter().enumerate()
        {
            sheet.write_string(0, column as u16, *name).unwrap();
        }
        let date = Format::new().set_num_format("yyyy-mm-dd");
        let time = Format::new().set_num_format("yyyy-mm-dd hh:mm");
        sheet.write_number(1, 0, 1001).unwrap();
        sheet.write_string(1, 1, "남").unwrap();
        sheet.write_datetime_with_format(1, 2, ExcelDateTime::from_ymd(1980, 5, 17).unwrap(), &date).unwrap();
        sheet.write_formula(1, 3, Formula::new("=85+85.5").set_result("170.5")).unwrap();
        sheet.write_number(1, 4, 0.1 + 70.2).unwrap();
        let at = ExcelDateTime::from_ymd(2020, 1, 2).unwrap().and_hms(10, 30, 0).unwrap();
        sheet.write_datetime_with_format(1, 5, at, &time).unwrap();
        // Cells far to the right and far below cost nothing, and are not lost.
        sheet.write_string(3, 16_383, "x").unwrap();
        sheet.write_string(1_048_575, 0, "last").unwrap();
        let bytes = workbook.save_to_buffer().unwrap();
        let preview = upload(&world, &world.retailer, world.retailer_id, "XLSX", &bytes).unwrap();
        assert_eq!((preview.valid_rows, preview.invalid_rows), (1, 2), "{:?}", preview.problems);
        let problems = [&preview.problems[0], &preview.problems[1]];
        assert_eq!(problems.map(|problem| problem.line), [4, 1_048_576]);
        assert_eq!(problems.map(|problem| problem.violation.code.as_str()), ["columnCount", "required"]);
        assert_eq!(preview.ignored_columns, ["비고"]);
        assert_eq!(preview.sample[0].values[..3], ["1001", "MALE", "1980-05-17"]);
        let job = start(&world, &world.retailer, &preview);
        assert_eq!(counts(&job), [1, 0, 0, 2]);
        let found = measurements(&world).remove(0);
        assert_eq!(found.member_no.as_deref(), Some("1001"));
        assert_eq!((found.height_cm.unwrap().0, found.weight_kg.unwrap().0), (17_050, 7_030));
        assert_eq!(found.measured_at.to_string(), "2020-01-02T01:30:00.000Z");
    });
}

#[test]
fn nobody_imports_into_a_company_of_another_tree() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let error = upload(&world, &world.other_vendor, world.retailer_id, "CSV", NHEFS.as_bytes()).unwrap_err();
        assert_eq!(code(&error), ErrorCode::NotFound);
        let preview = csv(&world, NHEFS);
        let path = JobPath { job_id: job_of(&preview).job_id };
        let error = world
            .server
            .call::<StartMemberImport>(Some(&world.other_vendor), &path, &(), &nothing_decided())
            .unwrap_err();
        assert_eq!(code(&error), ErrorCode::NotFound);
    });
}

/// Makes a previewed job look claimed by a runner for the first time.
fn claimed(test: &TestDatabase, preview: &MemberImportPreview) -> Claimed {
    let job_id = job_of(preview).job_id;
    let (account_id, company_id, parameters) = on(&test.database, |connection| {
        diesel::update(job::table.find(job_id.0))
            .set((job::state.eq("RUNNING"), job::attempts.eq(1), job::leased_until.eq(clock::now().0 + 60_000)))
            .execute(connection)?;
        job::table
            .find(job_id.0)
            .select((job::account_id, job::company_id, job::parameters))
            .first::<(i64, Option<i64>, String)>(connection)
    });
    Claimed {
        job_id,
        kind: JobKind::MemberImport,
        call: None,
        account_id,
        company_id,
        parameters,
        progress: 0,
        attempt: 1,
    }
}

/// Returns the numbers of rows of members, measurements and outcomes, and the job's progress.
fn written(test: &TestDatabase, job_id: JobId) -> [i64; 4] {
    on(&test.database, |connection| {
        Ok([
            member::table.count().get_result(connection)?,
            physical_measurement::table.count().get_result(connection)?,
            job_row::table.filter(job_row::job_id.eq(job_id.0)).count().get_result(connection)?,
            job::table.find(job_id.0).select(job::progress).first(connection)?,
        ])
    })
}

#[test]
fn an_import_whose_runner_died_goes_on_behind_its_last_whole_batch() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let preview = csv(&world, NHEFS);
        let job_id = job_of(&preview).job_id;
        let batches = AtomicUsize::new(0);
        let dies = || batches.fetch_add(1, Ordering::Relaxed) == 1;
        let run = Run::new(&test.database, claimed(test, &preview), &dies).unwrap();
        assert!(matches!(member_imports::run(&run), Err(Interrupted::Stopped)));
        drop(run);
        let [members, measured, outcomes, progress] = written(test, job_id);
        assert_eq!([members, outcomes, progress], [500, 500, 500]);
        assert!(measured > 400);
        // The lease expires.
        on(&test.database, |connection| {
            diesel::update(job::table.find(job_id.0)).set(job::leased_until.eq(0)).execute(connection)
        });
        world.server.state.job_added.notify_one();
        let job = ended(&world, &world.retailer, job_id);
        assert_eq!((job.state, counts(&job), job.progress), (JobState::Succeeded, [1_629, 0, 0, 0], 1_629));
        let [members, _, outcomes, _] = written(test, job_id);
        assert_eq!([members, outcomes], [1_629, 1_629]);
        assert_eq!(sheet(download(&world, &world.retailer, job_id)).len(), 1_630);
        let inputs: i64 = on(&test.database, |connection| {
            job_file_piece::table.filter(job_file_piece::role.eq("INPUT")).count().get_result(connection)
        });
        assert_eq!(inputs, 0, "the file with the personal data is gone");
    });
}

#[test]
fn a_runner_that_has_lost_its_job_writes_nothing_more() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let preview = csv(&world, NHEFS);
        let claimed = claimed(test, &preview);
        let go_on = || false;
        on(&test.database, |connection| {
            diesel::update(job::table.find(claimed.job_id.0)).set(job::attempts.eq(2)).execute(connection)
        });
        let run = Run::new(&test.database, claimed, &go_on).unwrap();
        assert!(matches!(member_imports::run(&run), Err(Interrupted::LeaseLost)));
        assert_eq!(written(test, job_of(&preview).job_id), [0, 0, 0, 0]);
    });
}

#[test]
fn a_cancelled_import_stops_before_its_next_batch_and_keeps_what_is_written() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let preview = csv(&world, NHEFS);
        let job_id = job_of(&preview).job_id;
        let claimed = claimed(test, &preview);
        let batches = Cell::new(0);
        let batches = std::sync::Mutex::new(batches);
        let cancels = || {
            let batches = batches.lock().unwrap();
            batches.set(batches.get() + 1);
            if batches.get() == 3 {
                world.server.call::<CancelJob>(Some(&world.retailer), &JobPath { job_id }, &(), &()).unwrap();
            }
            false
        };
        let run = Run::new(&test.database, claimed, &cancels).unwrap();
        assert!(matches!(member_imports::run(&run), Err(Interrupted::LeaseLost)));
        let [members, _, outcomes, progress] = written(test, job_id);
        assert_eq!([members, outcomes, progress], [1_000, 1_000, 1_000]);
        let job = ended(&world, &world.retailer, job_id);
        assert_eq!(job.state, JobState::Cancelled);
        let path = JobPath { job_id };
        let error =
            world.server.call::<StartMemberImport>(Some(&world.retailer), &path, &(), &nothing_decided()).unwrap_err();
        assert_eq!(code(&error), ErrorCode::JobState);
    });
}

#[test]
fn an_import_that_was_cancelled_or_failed_reports_what_it_had_written() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for (state, failure) in [(JobState::Cancelled, None), (JobState::Failed, Some("internal"))] {
            let preview = csv(&world, NHEFS);
            let job_id = preview.job.as_ref().unwrap().job_id;
            let batches = std::sync::atomic::AtomicUsize::new(0);
            let stops = || batches.fetch_add(1, std::sync::atomic::Ordering::Relaxed) == 2;
            let run = Run::new(&test.database, claimed(test, &preview), &stops).unwrap();
            assert!(matches!(member_imports::run(&run), Err(Interrupted::Stopped)));
            on(&test.database, |connection| {
                diesel::update(job::table.find(job_id.0))
                    .set((job::state.eq(state.as_str()), job::failure.eq(failure), job::finished_at.eq(clock::now().0)))
                    .execute(connection)
            });
            world.server.state.job_added.notify_one();
            let job = reported(&world, job_id);
            let counts = job.counts;
            assert_eq!(counts.created + counts.updated + counts.unchanged + counts.rejected, job.progress);
            let rows = usize::try_from(job.progress).unwrap();
            assert!(0 < rows && rows < 1_629, "{job:?}");
            // The header and the processed rows only.
            assert_eq!(sheet(download(&world, &world.retailer, job_id)).len(), rows + 1);
        }
    });
}

fn reported(world: &World, job_id: JobId) -> Job {
    let started = Instant::now();
    loop {
        let job = ended(world, &world.retailer, job_id);
        if job.has_file {
            return job;
        }
        assert!(started.elapsed() < Duration::from_secs(20), "{job:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn an_account_that_was_disabled_after_the_upload_imports_nothing() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let preview = csv(&world, NHEFS);
        on(&test.database, |connection| {
            diesel::update(account::table.filter(account::login_key.eq("retailer")))
                .set(account::disabled_at.eq(clock::now().0))
                .execute(connection)?;
            diesel::update(job::table.find(job_of(&preview).job_id.0)).set(job::state.eq("QUEUED")).execute(connection)
        });
        world.server.state.job_added.notify_one();
        let started = Instant::now();
        let state = loop {
            let state = on(&test.database, |connection| {
                job::table
                    .find(job_of(&preview).job_id.0)
                    .select((job::state, job::failure))
                    .first::<(String, Option<String>)>(connection)
            });
            if state.0 == "FAILED" || started.elapsed() > Duration::from_secs(20) {
                break state;
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        assert_eq!(state, ("FAILED".into(), Some("forbidden".into())));
        assert_eq!(written(test, job_of(&preview).job_id), [0, 0, 0, 0]);
    });
}
