//! Exports of measurements: the filtered rows of the caller's scope as a spreadsheet.

use crate::{
    imports::{download, ended, job_of, nothing_decided, sheet, upload},
    support::{TestDatabase, World, account_id, code, revert_to_before},
};
use calamine::{Data, Reader, Xlsx};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl, TextExpressionMethods};
use kernel::{
    access::caller,
    clock,
    db::{
        DatabaseConnection,
        schema::{account, job, job_file_piece, menu_item, permission},
    },
    jobs::{self, store::NewJob},
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value as Json, json};
use std::{
    collections::{BTreeMap, BTreeSet},
    io::Cursor,
};
use uno_core::{
    contract::{
        ENDPOINTS, Endpoint, Method,
        admin_boards::{AdminBoardFilter, ExportAdminBoards},
        codes::{ExportCodes, ListCodes},
        companies::{CompanyFilter, CompanyPath, CompanyType, ExportCompanies},
        dementia_screenings::ExportDementiaScreenings,
        error::ErrorCode,
        exports::{ExportFormat, ExportOptions},
        heart_rate_measurements::ExportHeartRateMeasurements,
        jobs::{DeleteJobFile, Job, JobFilter, JobId, JobKind, JobPath, JobState, ListJobs},
        logs::{
            AccessAction, AccessLog, AccessLogFilter, ChangeLogFilter, ChangedResource, ExportAccessLogs,
            ExportChangeLogs, ListAccessLogs, ListMemberAccessLogs,
        },
        managers::{ExportManagers, ListManagers},
        measurement_imports::ImportedKind,
        member_imports::StartMemberImport,
        members::{ExportMembers, MemberFilter, MemberPath, MemberSort, NameMatch},
        operators::{ExportOperators, ListOperators},
        permission_groups::{ExportPermissionGroups, ListPermissionGroups},
        physical_measurements::{ExportPhysicalMeasurements, PhysicalMeasurementFilter},
        psychological_tests::ExportPsychologicalTests,
        stress_measurements::ExportStressMeasurements,
        terms::{CreateTerms, ExportTerms, Language, ListTerms, TermsFilter},
        user_apps::{
            CompanyUserAppGrant, CreateUserApp, ExportCompanyUserApps, ExportUserApps, GrantUserApp, UserAppSave,
        },
        vision_measurements::ExportVisionMeasurements,
    },
    domain::grade::physical::BmiGrade,
};
use uno_server::api::WORKS;

fn import(world: &World, company: uno_core::contract::companies::CompanyId, text: &str) {
    let preview = upload(world, &world.admin, company, "CSV", text.as_bytes()).unwrap();
    let path = JobPath { job_id: job_of(&preview).job_id };
    world.server.call::<StartMemberImport>(Some(&world.admin), &path, &(), &nothing_decided()).unwrap();
    assert_eq!(ended(world, &world.admin, job_of(&preview).job_id).state, JobState::Succeeded);
}

pub fn export(world: &World, token: &str, filter: &PhysicalMeasurementFilter) -> (Job, Vec<u8>) {
    export_of::<ExportPhysicalMeasurements>(world, token, filter, &ExportOptions::default())
}

pub fn export_of<E>(world: &World, token: &str, filter: &E::Query, options: &ExportOptions) -> (Job, Vec<u8>)
where
    E: Endpoint<Path = (), Query: serde::Serialize, Body = ExportOptions, Ok = Job>,
{
    let job = world.server.call::<E>(Some(token), &(), filter, options).unwrap();
    let job = ended(world, token, job.job_id);
    assert_eq!(job.state, JobState::Succeeded, "{job:?}");
    let bytes = download(world, token, job.job_id);
    (job, bytes)
}

/// Returns the lines of an export as comma-separated text.
pub fn lines_of<E>(world: &World, token: &str, filter: &E::Query, language: Language) -> Vec<String>
where
    E: Endpoint<Path = (), Query: serde::Serialize, Body = ExportOptions, Ok = Job>,
{
    let reason = Some("분기 점검".into());
    let options = ExportOptions { format: Some(ExportFormat::Csv), language: Some(language), reason };
    let (_, bytes) = export_of::<E>(world, token, filter, &options);
    let text = String::from_utf8(bytes).unwrap();
    text.strip_prefix('\u{FEFF}').unwrap().lines().map(str::to_owned).collect()
}

const HEADER: &str = "memberNo,sex,birthDate,name,heightCm,weightKg,systolic,diastolic,phoneNumber,measuredAt\n";

#[test]
fn an_export_has_the_filtered_rows_of_the_scope_as_real_dates_and_numbers() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let row = "A1,F,1980-05-17,\"=\"\"=1+1\"\"\",160,64,150,80,010-1234-5678,2020-01-02T10:30:00+09:00\n";
        import(&world, world.retailer_id, &format!("{HEADER}{row}A2,M,1980-05-17,+Lee,170.5,60,,,,2020-01-03\n"));
        import(&world, world.other_retailer_id, &format!("{HEADER}B1,F,1980-05-17,Park,160,64,,,,2020-01-02\n"));

        let (job, bytes) = export(&world, &world.vendor, &PhysicalMeasurementFilter::default());
        assert_eq!((job.progress, job.total), (2, 2));
        let mut workbook = Xlsx::new(Cursor::new(bytes.clone())).unwrap();
        assert!(workbook.worksheet_formula("신체 측정 결과").unwrap().is_empty(), "no text becomes a formula");
        let rows = sheet(bytes);
        assert_eq!(rows.len(), 3);
        let text = |row: usize, column: usize| rows[row][column].to_string();
        assert_eq!((text(0, 0), text(0, 2), text(0, 9)), ("측정일시".into(), "이름".into(), "BMI 등급".into()));
        assert_eq!((text(1, 1), text(2, 1)), ("A2".into(), "A1".into()), "the newest first");
        assert_eq!(rows[2][2], Data::String("=1+1".into()));
        let Data::DateTime(at) = rows[2][0] else { panic!("{:?}", rows[2][0]) };
        assert_eq!(at.to_ymd_hms_milli(), (2020, 1, 2, 10, 30, 0, 0));
        assert_eq!(rows[2][6], Data::Float(160.0));
        assert_eq!((text(2, 8), text(2, 9)), ("25".into(), "비만1단계".into()));
        assert_eq!((text(2, 15), text(2, 17)), ("1단계".into(), "예".into()));
        assert_eq!(rows[1][15], Data::Empty, "what was not measured has no grade");
        assert!(!rows.iter().flatten().any(|cell| cell.to_string().contains("5678")), "no telephone number");

        let filter = PhysicalMeasurementFilter { bmi_grades: vec![BmiGrade::Obesity1], ..Default::default() };
        assert_eq!(sheet(export(&world, &world.vendor, &filter).1).len(), 2);
        let (_, bytes) = export(&world, &world.other_vendor, &PhysicalMeasurementFilter::default());
        assert_eq!(sheet(bytes)[1][1].to_string(), "B1");
        let outside = PhysicalMeasurementFilter { company_id: Some(world.retailer_id), ..Default::default() };
        assert_eq!(sheet(export(&world, &world.other_vendor, &outside).1).len(), 1, "only the header");
    });
}

/// Splits a line of comma-separated text; a cell with a comma is in quotation marks.
fn cells_of(line: &str) -> Vec<String> {
    let (mut cells, mut is_quoted) = (vec![String::new()], false);
    for letter in line.chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            _ => cells.last_mut().unwrap().push(letter),
        }
    }
    cells
}

/// Returns the only row of a history's file, as a spreadsheet and as comma-separated text: each column with its cells.
fn only_row<E>(world: &World) -> BTreeMap<String, (Data, String)>
where
    E: Endpoint<Path = (), Query: Serialize + DeserializeOwned, Body = ExportOptions, Ok = Job>,
{
    let mut rows = sheet(export_of::<E>(world, &world.retailer, &any(), &ExportOptions::default()).1);
    let lines = lines_of::<E>(world, &world.retailer, &any(), Language::Ko);
    assert_eq!((rows.len(), lines.len()), (2, 2));
    let (cells, titles) = (rows.pop().unwrap(), rows.pop().unwrap());
    let texts = cells_of(&lines[1]);
    assert_eq!((titles.len(), cells.len()), (texts.len(), texts.len()), "{lines:?}");
    titles.iter().map(ToString::to_string).zip(cells.into_iter().zip(texts)).collect()
}

#[test]
fn every_history_has_numbers_as_numbers_and_nothing_where_nothing_is() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "=SUM(A1)");
        let sent = |values: Json| {
            let mut item = json!({ "memberNo": "A1", "measuredAt": "2026-01-05T09:00:00+09:00" });
            item.as_object_mut().unwrap().extend(values.as_object().unwrap().clone());
            [item]
        };
        let batch = json!({
            "physical": sent(json!({ "setting": "HOME", "pulse": 60 })),
            "stress": sent(json!({ "bepsiKMean": 1, "gad7Total": 0 })),
            "vision": sent(json!({ "range": "DISTANCE", "rightPresenting": 1.5, "leftPresenting": "CF",
                "leftUncorrected": 0.125, "bothPresenting": 0.8, "rightSphere": -1.25 })),
            "heartRate": sent(json!({ "rate": 120, "context": "AFTER_EXERCISE" })),
            "dementia": sent(json!({ "instrument": "KDSQ_P", "answers": [0, 1, -1, 2, 0] })),
            "psychological": sent(json!({ "instrument": "GAD_7", "result": 0 })),
        });
        let (status, answer) = world.server.send(
            Method::Post,
            &world.server.url("/api/v1/measurements"),
            Some(&world.retailer),
            Some(batch.to_string().as_bytes()),
        );
        assert_eq!(status, 200, "{answer}");
        let histories = [
            only_row::<ExportPhysicalMeasurements>(&world),
            only_row::<ExportStressMeasurements>(&world),
            only_row::<ExportVisionMeasurements>(&world),
            only_row::<ExportHeartRateMeasurements>(&world),
            only_row::<ExportDementiaScreenings>(&world),
            only_row::<ExportPsychologicalTests>(&world),
        ];
        for (title, (cell, text)) in histories.iter().flatten() {
            let is_number = matches!(cell, Data::Float(_) | Data::Int(_));
            assert_eq!(text.parse::<f64>().is_ok(), is_number, "{title}: {cell:?} {text}");
            assert_eq!(text.is_empty(), *cell == Data::Empty, "{title}: {cell:?} {text}");
            assert!(!["–", "-"].contains(&text.as_str()), "{title}");
        }
        for history in &histories {
            assert_eq!(history["이름"], (Data::String("=SUM(A1)".into()), "\"'=SUM(A1)\"".into()));
        }
        let [physical, stress, vision, heart_rate, dementia, psychological] = histories;
        let number = |number: f64, text: &str| (Data::Float(number), text.to_owned());
        let nothing = (Data::Empty, String::new());
        for (history, title, expected) in [
            (&physical, "BMI", nothing.clone()),
            (&physical, "BMI 등급", nothing.clone()),
            (&physical, "키(cm)", nothing.clone()),
            (&physical, "비만3단계(고도비만)", nothing.clone()),
            (&physical, "수축기단독고혈압", nothing.clone()),
            (&stress, "GAD-7 총점", number(0.0, "0")),
            (&stress, "SDNN(ms)", nothing.clone()),
            (&vision, "우안 logMAR", number(-0.176, "-0.176")),
            (&vision, "좌안 logMAR", nothing.clone()),
            (&heart_rate, "심박 등급", nothing.clone()),
            (&dementia, "문항별 응답 1", number(0.0, "0")),
            (&dementia, "문항별 응답 3", nothing.clone()),
            (&dementia, "문항별 응답 4", number(2.0, "2")),
            (&dementia, "문항별 응답 15", nothing),
            (&psychological, "결과", number(0.0, "0")),
        ] {
            assert_eq!(history[title], expected, "{title}");
        }
        for told in [number(-1.25, "-1.25"), number(0.125, "0.125"), number(0.8, "0.8")] {
            assert!(vision.values().any(|cell| *cell == told), "{told:?}");
        }
    });
}

#[test]
fn an_export_is_in_the_access_log_with_the_number_of_persons() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let rows = "A1,F,1980-05-17,Kim,160,64,,,,2020-01-02\nA1,F,1980-05-17,Kim,160,65,,,,2020-01-03\n\
                    A2,M,1980-05-17,Lee,170,60,,,,2020-01-03\n";
        import(&world, world.retailer_id, &format!("{HEADER}{rows}"));
        export(&world, &world.vendor, &PhysicalMeasurementFilter::default());
        let filter = AccessLogFilter { actions: vec![AccessAction::Export], ..AccessLogFilter::default() };
        let log = world.server.call::<ListAccessLogs>(Some(&world.admin), &(), &filter, &()).unwrap();
        let told: Vec<_> =
            log.data.iter().map(|row| (row.account_name.as_str(), row.persons, row.list.as_deref())).collect();
        assert_eq!(told, [("vendor", Some(2), Some("measurement.ofMember"))]);
    });
}

#[test]
fn an_export_walks_over_rows_of_the_same_time_without_losing_or_repeating_one() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut text = HEADER.to_owned();
        for index in 0..4_500 {
            text += &format!("A{index},F,1980-05-17,,160,64,,,,2020-01-0{}\n", index % 2 + 1);
        }
        import(&world, world.retailer_id, &text);
        let options = ExportOptions { reason: Some("점검".into()), ..ExportOptions::default() };
        let any = PhysicalMeasurementFilter::default();
        let rows = sheet(export_of::<ExportPhysicalMeasurements>(&world, &world.admin, &any, &options).1);
        let numbers: BTreeSet<String> = rows.iter().skip(1).map(|row| row[1].to_string()).collect();
        assert_eq!((rows.len(), numbers.len()), (4_501, 4_500));
        for sort in MemberSort::ALL {
            let filter = MemberFilter { sort: Some(*sort), ..MemberFilter::default() };
            let rows = sheet(export_of::<ExportMembers>(&world, &world.admin, &filter, &options).1);
            let numbers: BTreeSet<String> = rows.iter().skip(1).map(|row| row[1].to_string()).collect();
            assert_eq!((rows.len(), numbers.len()), (4_501, 4_500), "{sort:?}");
        }
    });
}

#[test]
fn every_list_is_exported_in_the_words_of_whoever_asks() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "=김하나");
        let (admin, of) = (&world.admin, Language::En);
        let members = lines_of::<ExportMembers>(&world, admin, &MemberFilter::default(), of);
        assert!(members[0].starts_with("Name,Member no.,"), "{}", members[0]);
        assert!(members[1].starts_with("\"'=김하나\",A1,"), "no text becomes a formula: {}", members[1]);
        assert!(members[1].contains(",Male,"), "{}", members[1]);
        assert!(!members[1].contains("1980-05-17"), "masked as in the list: {}", members[1]);
        let vendors = CompanyFilter { types: vec![CompanyType::Vendor], ..any_company() };
        let companies = lines_of::<ExportCompanies>(&world, admin, &vendors, Language::Ko);
        assert_eq!(companies.len(), 3, "{companies:?}");
        assert!(companies[0].starts_with("업체명,업체 구분,") && companies[1].contains(",총판,"), "{companies:?}");
        let of_dealer = lines_of::<ExportCompanies>(&world, &world.dealer, &any_company(), of);
        assert_eq!(of_dealer.len(), 2, "of the tiers whose screens it may see: {of_dealer:?}");
        assert!(lines_of::<ExportTerms>(&world, admin, &TermsFilter::default(), of)[0].starts_with("Type,"));
        assert!(lines_of::<ExportAdminBoards>(&world, admin, &any_board(), of)[0].starts_with("Title,"));
        let reading = AccessLogFilter { actions: vec![AccessAction::Export], ..AccessLogFilter::default() };
        let log = lines_of::<ExportAccessLogs>(&world, admin, &reading, of);
        assert_eq!(log.len(), 5, "the header, and who asked for members, companies and this log: {log:?}");
        assert!(log.iter().any(|line| line.contains("Company members") && line.contains("분기 점검")), "{log:?}");
        assert!(log[0].contains("(UTC+09:00)"), "{}", log[0]);
        let when = log[1].split(',').next().unwrap();
        assert_eq!((when.len(), when.matches(':').count()), (19, 2), "to the second: {when}");
        let changes = lines_of::<ExportChangeLogs>(&world, admin, &ChangeLogFilter::default(), of);
        assert!(changes.iter().any(|line| line.contains(",Member,")), "{changes:?}");
        for told in ["Member no.: – → A1", "Sex: – → Male"] {
            assert!(changes.iter().any(|line| line.contains(told)), "{told}: {changes:?}");
        }
        let jobs = world.server.call::<ListJobs>(Some(admin), &(), &JobFilter { page: None, page_size: None }, &());
        let jobs = jobs.unwrap().data;
        assert_eq!(jobs[0].list.as_deref(), Some("log.changes"));
        assert!(jobs[0].file_name.starts_with("change-logs-") && jobs[0].file_name.ends_with(".csv"));
    });
}

#[test]
fn each_row_of_a_list_with_numbered_pages_is_in_its_file_once() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let draft = crate::terms::draft("1.0");
        world.server.call::<CreateTerms>(Some(&world.admin), &(), &(), &draft).unwrap();
        let csv = ExportOptions { format: Some(ExportFormat::Csv), ..ExportOptions::default() };
        let counted = |(job, bytes): (Job, Vec<u8>)| {
            let lines = String::from_utf8(bytes).unwrap().lines().count() - 1;
            (job.progress, job.total, lines)
        };
        let rows = |total: i64| (total, total, usize::try_from(total).unwrap());
        let managers = world.server.call::<ListManagers>(Some(&world.admin), &(), &any(), &()).unwrap().total;
        assert!(managers > 1, "{managers}");
        assert_eq!(counted(export_of::<ExportManagers>(&world, &world.admin, &any(), &csv)), rows(managers));
        let operators = world.server.call::<ListOperators>(Some(&world.admin), &(), &any(), &()).unwrap().total;
        assert!(operators > 0, "{operators}");
        assert_eq!(counted(export_of::<ExportOperators>(&world, &world.admin, &any(), &csv)), rows(operators));
        let terms = world.server.call::<ListTerms>(Some(&world.admin), &(), &any(), &()).unwrap().total;
        assert!(terms > 0, "{terms}");
        assert_eq!(counted(export_of::<ExportTerms>(&world, &world.admin, &any(), &csv)), rows(terms));
        let groups = world.server.call::<ListPermissionGroups>(Some(&world.admin), &(), &any(), &()).unwrap().total;
        assert!(groups > 1, "{groups}");
        assert_eq!(counted(export_of::<ExportPermissionGroups>(&world, &world.admin, &any(), &csv)), rows(groups));
        for name in ["둘째 앱", "첫째 앱"] {
            let app = UserAppSave { android_package: None, ..crate::user_apps::app(name, "") };
            let app = world.server.call::<CreateUserApp>(Some(&world.admin), &(), &(), &app).unwrap();
            let given = CompanyUserAppGrant { user_app_id: app.user_app_id, starts_on: None };
            let path = CompanyPath { company_id: world.vendor_id };
            world.server.call::<GrantUserApp>(Some(&world.admin), &path, &(), &given).unwrap();
        }
        assert_eq!(counted(export_of::<ExportUserApps>(&world, &world.admin, &any(), &csv)), rows(2));
        assert_eq!(counted(export_of::<ExportCompanyUserApps>(&world, &world.vendor, &any(), &csv)), rows(2));
        let apps = lines_of::<ExportUserApps>(&world, &world.admin, &any(), Language::Ko);
        assert!(apps[0].starts_with("앱 이름,서비스,상태,") && apps[1].starts_with("둘째 앱,"), "{apps:?}");
        assert!(apps[1].contains(",제공 중,"), "{apps:?}");
        let given = lines_of::<ExportCompanyUserApps>(&world, &world.vendor, &any(), Language::Ko);
        assert!(given[1].contains(",첫째 앱,") && given[1].contains(&clock::today().to_string()), "{given:?}");
        let of_others = export_of::<ExportCompanyUserApps>(&world, &world.other_vendor, &any(), &csv);
        assert_eq!(counted(of_others), rows(0), "of the own tree alone");
        let codes = world.server.call::<ListCodes>(Some(&world.admin), &(), &any(), &()).unwrap().total;
        assert!(codes > 0, "{codes}");
        assert_eq!(counted(export_of::<ExportCodes>(&world, &world.admin, &any(), &csv)), rows(codes));
    });
}

/// Returns an empty filter.
pub fn any<Filter: serde::de::DeserializeOwned>() -> Filter {
    serde_json::from_str("{}").unwrap()
}

fn any_company() -> CompanyFilter {
    serde_json::from_str("{}").unwrap()
}

fn any_board() -> AdminBoardFilter {
    serde_json::from_str("{}").unwrap()
}

fn exports_logged(world: &World) -> Vec<AccessLog> {
    let filter = AccessLogFilter { actions: vec![AccessAction::Export], ..AccessLogFilter::default() };
    world.server.call::<ListAccessLogs>(Some(&world.admin), &(), &filter, &()).unwrap().data
}

#[test]
fn data_of_many_people_are_exported_with_a_reason_alone() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut text = HEADER.to_owned();
        for index in 0..1_001 {
            text += &format!("A{index},F,1980-05-17,,160,64,,,,2020-01-01\n");
        }
        import(&world, world.retailer_id, &text);
        let ask = |reason: Option<&str>, filter: &MemberFilter| {
            let options = ExportOptions { reason: reason.map(str::to_owned), ..ExportOptions::default() };
            world.server.call::<ExportMembers>(Some(&world.vendor), &(), filter, &options)
        };
        let any = MemberFilter::default();
        let unseen = [
            "\u{200B}\u{200B}",
            "\u{3164}",
            "\u{2800}\u{2800}",
            "\u{FEFF}",
            "\u{AD}",
            "\u{34F}",
            "\u{2060}",
            "..",
            "ㅇ",
        ];
        for blank in unseen.map(Some).into_iter().chain([None, Some(" ")]) {
            let refused = ask(blank, &any).unwrap_err();
            let fields: Vec<_> =
                refused.fields.iter().map(|field| (field.path.as_str(), field.code.as_str())).collect();
            assert_eq!(fields, [("reason", "required")]);
        }
        assert!(exports_logged(&world).is_empty(), "what was refused is no reading");
        ask(Some("\u{2060}민원\u{200B} 처리"), &any).unwrap();
        let log = exports_logged(&world);
        assert_eq!((log[0].persons, log[0].reason.as_deref()), (Some(1_001), Some("민원 처리")));
        ask(None, &MemberFilter { member_no: Some("A100".into()), ..any }).unwrap();
        assert_eq!(exports_logged(&world)[0].persons, Some(2), "A100 and A1000");
    });
}

#[test]
fn fetching_a_file_is_written_down_each_time_and_so_is_deleting_it() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        world.add_member(world.retailer_id, "A2", "이둘");
        let options = ExportOptions { reason: Some("점검".into()), ..any() };
        let (job, _) = export_of::<ExportMembers>(&world, &world.vendor, &any(), &options);
        download(&world, &world.vendor, job.job_id);
        let log = || {
            let log = world.server.call::<ListAccessLogs>(Some(&world.admin), &(), &any(), &()).unwrap().data;
            log.into_iter().map(|row| (row.action, row.persons, row.list, row.reason)).collect::<Vec<_>>()
        };
        let told = |action| (action, Some(2), Some("member.title".to_owned()), Some("점검".to_owned()));
        let [asked, fetched] = [AccessAction::Export, AccessAction::Download].map(told);
        assert_eq!(log(), [fetched.clone(), fetched, asked]);

        let path = JobPath { job_id: job.job_id };
        let delete = |token: &str| world.server.call::<DeleteJobFile>(Some(token), &path, &(), &());
        assert_eq!(code(&delete(&world.admin).unwrap_err()), ErrorCode::NotFound, "another account's");
        assert!(!delete(&world.vendor).unwrap().has_file);
        assert_eq!(log()[0], told(AccessAction::DeleteFile));
        assert_eq!(code(&delete(&world.vendor).unwrap_err()), ErrorCode::NotFound, "it is gone");
        let pieces = job_file_piece::table.filter(job_file_piece::job_id.eq(job.job_id.0)).count();
        let left = test.database.read_blocking(|connection| Ok(pieces.get_result::<i64>(connection)?));
        assert_eq!((left.unwrap(), log().len()), (0, 4));

        export_of::<ExportTerms>(&world, &world.admin, &any(), &any());
        assert_eq!(log().len(), 4, "what tells of nobody is not written down");
    });
}

#[test]
fn files_that_were_there_before_the_upgrade_are_written_down_when_they_are_fetched() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        world.add_member(world.retailer_id, "A1", "김하나");
        let (job, _) = export_of::<ExportMembers>(&world, &world.vendor, &any(), &any());
        let mut connection = test.database.connect().unwrap();
        revert_to_before(&mut connection, "0038");
        kernel::db::migrations::run(&mut connection).unwrap();
        download(&world, &world.vendor, job.job_id);
        let downloads = AccessLogFilter { actions: vec![AccessAction::Download], ..any() };
        let log = world.server.call::<ListAccessLogs>(Some(&world.admin), &(), &downloads, &()).unwrap().data;
        assert_eq!(log.iter().map(|row| row.persons).collect::<Vec<_>>(), [Some(1), Some(1)]);
    });
}

#[test]
fn a_report_of_an_import_is_not_deleted_with_the_files_of_exports() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        import(&world, world.retailer_id, &format!("{HEADER}A1,F,1980-05-17,,160,64,,,,2020-01-01\n"));
        let jobs = world.server.call::<ListJobs>(Some(&world.admin), &(), &any(), &()).unwrap().data;
        let path = JobPath { job_id: jobs[0].job_id };
        let refused = world.server.call::<DeleteJobFile>(Some(&world.admin), &path, &(), &()).unwrap_err();
        assert_eq!(code(&refused), ErrorCode::JobState);
    });
}

#[test]
fn files_of_one_day_that_together_tell_of_many_people_are_exported_with_a_reason_alone() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut text = HEADER.to_owned();
        for index in 0..600 {
            text += &format!("A{index},F,1980-05-17,,160,64,,,,2020-01-01\n");
        }
        import(&world, world.retailer_id, &text);
        let ask = |token: &str, reason: Option<&str>, filter: &MemberFilter| {
            let options = ExportOptions { reason: reason.map(str::to_owned), ..ExportOptions::default() };
            world.server.call::<ExportMembers>(Some(token), &(), filter, &options)
        };
        let (all, nobody) = (MemberFilter::default(), MemberFilter { member_no: Some("B".into()), ..any() });
        ask(&world.vendor, Some("점검"), &all).unwrap();
        ask(&world.vendor, None, &all).unwrap();
        let refused = ask(&world.vendor, None, &all).unwrap_err();
        assert_eq!((refused.fields[0].path.as_str(), refused.fields[0].code.as_str()), ("reason", "required"));
        ask(&world.vendor, None, &nobody).unwrap();
        ask(&world.vendor, Some("점검"), &all).unwrap();
        ask(&world.dealer, None, &all).unwrap();
    });
}

#[test]
fn an_export_about_one_member_is_told_to_who_works_with_the_member() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let one = world.add_member(world.retailer_id, "A1", "김하나");
        world.add_member(world.retailer_id, "A2", "이둘");
        let (options, admin) = (ExportOptions { reason: Some("점검".into()), ..any() }, &world.admin);
        let of_one = MemberFilter { name: Some("김하나".into()), ..any() };
        export_of::<ExportMembers>(&world, admin, &of_one, &options);
        let seen = AccessLogFilter { member_id: Some(one.member_id), ..any() };
        export_of::<ExportAccessLogs>(&world, admin, &seen, &options);
        let changed =
            ChangeLogFilter { resources: vec![ChangedResource::Member], record_id: Some(one.member_id.0), ..any() };
        export_of::<ExportChangeLogs>(&world, admin, &changed, &options);
        export_of::<ExportMembers>(&world, admin, &any(), &options);
        let path = MemberPath { member_id: one.member_id };
        let told = world.server.call::<ListMemberAccessLogs>(Some(&world.dealer), &path, &any(), &()).unwrap();
        let told: Vec<_> = told.data.iter().map(|row| (row.action, row.reason.as_deref())).collect();
        let of_a_file = [AccessAction::Download, AccessAction::Export].map(|action| (action, Some("점검")));
        assert_eq!(told, [of_a_file; 3].concat());
    });
}

#[test]
fn an_export_of_a_companys_members_is_in_the_log_of_that_company() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for number in ["A1", "A2"] {
            world.add_member(world.retailer_id, number, "김하나");
        }
        let of = |company_id| MemberFilter { company_id: Some(company_id), ..any() };
        export_of::<ExportMembers>(&world, &world.admin, &of(world.retailer_id), &any());
        export_of::<ExportMembers>(&world, &world.other_vendor, &of(world.dealer_id), &any());
        let companies: Vec<_> = exports_logged(&world).into_iter().map(|row| row.company_name).collect();
        assert_eq!(
            companies,
            [Some("새봄 헬스케어".into()), Some("한빛 건강센터".into())],
            "one's own, of what is not reached"
        );
    });
}

/// Queues an export of all members for an account, and makes a change before it runs.
fn queued_before(world: &World, login_id: &str, change: impl FnOnce(&mut DatabaseConnection) + Send) -> JobId {
    let account = account_id(&world.server.state, login_id);
    let queued = world.server.state.database.write_blocking(|connection| {
        let caller = caller::of_account(connection, account)?.unwrap();
        let scope = serde_json::to_string(&caller.scope).unwrap();
        let new = NewJob {
            kind: JobKind::Export,
            call: Some("ExportMembers"),
            list: Some("member.title"),
            access_log_id: None,
            company_id: caller.scope.company_id(),
            file_name: "members.xlsx".into(),
            parameters: format!(r#"{{"filter":{{}},"options":{{}},"scope":{scope}}}"#),
            total: 0,
        };
        let job = jobs::store::queue(connection, &caller, &new)?;
        change(connection);
        Ok(job.job_id)
    });
    world.server.state.job_added.notify_one();
    queued.unwrap()
}

#[test]
fn an_export_is_refused_when_its_owner_reaches_something_else_than_when_it_asked() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let dealer = account_id(&world.server.state, "dealer");
        let job_id = queued_before(&world, "dealer", |connection| {
            let moved = account::company_id.eq(world.vendor_id.0);
            diesel::update(account::table.find(dealer)).set(moved).execute(connection).unwrap();
        });
        let job = ended(&world, &world.dealer, job_id);
        assert_eq!((job.state, job.failure.as_deref()), (JobState::Failed, Some("forbidden")));
    });
}

#[test]
fn an_export_without_a_reason_never_tells_of_more_people_than_the_limit() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut text = HEADER.to_owned();
        for index in 0..1_001 {
            text += &format!("A{index},F,1980-05-17,,160,64,,,,2020-01-01\n");
        }
        import(&world, world.retailer_id, &text);
        let job_id = queued_before(&world, "dealer", |_| ());
        let job = ended(&world, &world.dealer, job_id);
        assert_eq!((job.state, job.failure.as_deref()), (JobState::Failed, Some("reasonRequired")));
    });
}

#[test]
fn a_file_of_companies_is_gone_for_who_may_no_longer_see_the_screen_of_their_tier() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let of = |tier| CompanyFilter { types: vec![tier], ..any_company() };
        let export =
            |tier| export_of::<ExportCompanies>(&world, &world.vendor, &of(tier), &ExportOptions::default()).0.job_id;
        let (retailers, dealers) = (export(CompanyType::Retailer), export(CompanyType::Dealer));
        world
            .server
            .state
            .database
            .write_blocking(|connection| {
                let screen = menu_item::table
                    .filter(menu_item::url.like("%retailer_management"))
                    .select(menu_item::menu_item_id);
                Ok(diesel::delete(permission::table.filter(permission::menu_item_id.eq_any(screen)))
                    .execute(connection)?)
            })
            .unwrap();
        std::thread::sleep(std::time::Duration::from_millis(600));
        let status = |job_id: JobId| {
            let address = world.server.url(&format!("/api/v1/jobs/{}/file", job_id.0));
            world.server.send(Method::Get, &address, Some(&world.vendor), None).0
        };
        assert_eq!((status(retailers), status(dealers)), (404, 200));
        assert!(!ended(&world, &world.vendor, retailers).has_file);
    });
}

#[test]
fn what_was_sought_for_an_export_is_forgotten_when_it_has_ended() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let filter = MemberFilter { phone_number: Some("5678".into()), ..MemberFilter::default() };
        let options = ExportOptions { reason: Some("민원 처리".into()), ..ExportOptions::default() };
        export_of::<ExportMembers>(&world, &world.vendor, &filter, &options);
        let refused = queued_before(&world, "dealer", |connection| {
            diesel::update(account::table).set(account::disabled_at.eq(1)).execute(connection).unwrap();
        });
        let kept = || {
            let rows = job::table.order(job::job_id).select((job::job_id, job::finished_at, job::parameters));
            world
                .server
                .state
                .database
                .read_blocking(|connection| Ok(rows.load::<(i64, Option<i64>, String)>(connection)?))
        };
        let started = std::time::Instant::now();
        while kept().unwrap().iter().any(|(_, finished_at, _)| finished_at.is_none()) {
            assert!(started.elapsed().as_secs() < 20, "the job of a disabled account does not end");
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        let kept = kept().unwrap();
        assert_eq!(kept.len(), 2);
        assert_eq!((kept[0].2.as_str(), kept[1].2.as_str()), (r#"{"screens":[]}"#, ""), "{refused:?}");
    });
}

#[test]
fn logs_are_exported_with_a_reason_however_little_they_tell() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let options = ExportOptions::default();
        let access =
            world.server.call::<ExportAccessLogs>(Some(&world.admin), &(), &AccessLogFilter::default(), &options);
        let changes =
            world.server.call::<ExportChangeLogs>(Some(&world.admin), &(), &ChangeLogFilter::default(), &options);
        assert_eq!([code(&access.unwrap_err()), code(&changes.unwrap_err())], [ErrorCode::Invalid; 2]);
    });
}

#[test]
fn members_that_are_sought_by_personal_data_for_an_export_are_counted_as_sought() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let filter = MemberFilter { phone_number: Some("5678".into()), ..MemberFilter::default() };
        export_of::<ExportMembers>(&world, &world.vendor, &filter, &ExportOptions::default());
        let sought = AccessLogFilter { actions: vec![AccessAction::SearchByPhone], ..AccessLogFilter::default() };
        let log = world.server.call::<ListAccessLogs>(Some(&world.admin), &(), &sought, &()).unwrap();
        assert_eq!(log.data.len(), 1);
        for day in 1..=28 {
            for month in 1..=4 {
                let birth_date = Some(crate::support::date(&format!("1980-{month:02}-{day:02}")));
                let filter = MemberFilter { birth_date, ..MemberFilter::default() };
                let asked =
                    world.server.call::<ExportMembers>(Some(&world.dealer), &(), &filter, &ExportOptions::default());
                if let Err(refused) = asked {
                    assert_eq!(code(&refused), ErrorCode::TooManyRequests);
                    return;
                }
            }
        }
        panic!("a birth date could be found out by exports");
    });
}

#[test]
fn members_found_within_names_are_exported_like_listed() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        for (number, name) in ["김하나", "이하나", "박둘"].iter().enumerate() {
            world.add_member(world.retailer_id, &format!("A{number}"), name);
        }
        let filter = MemberFilter {
            name: Some("하나".into()),
            name_match: Some(NameMatch::Anywhere),
            ..MemberFilter::default()
        };
        let rows = sheet(export_of::<ExportMembers>(&world, &world.vendor, &filter, &ExportOptions::default()).1);
        let names: Vec<String> = rows.iter().skip(1).map(|row| row[0].to_string()).collect();
        assert_eq!(names, ["김하나", "이하나"]);
    });
}

#[test]
fn an_export_of_before_keeps_its_owner_and_waits_on() {
    use diesel::connection::SimpleConnection as _;
    TestDatabase::each(|test| {
        let world = World::build(test);
        let mut connection = test.database.connect().unwrap();
        revert_to_before(&mut connection, "0025");
        let old = "INSERT INTO job (account_id, company_id, kind, state, file_name, parameters, created_at) \
            SELECT account_id, company_id, 'PHYSICAL_MEASUREMENT_EXPORT', 'QUEUED', 'old.xlsx', '{\"sex\":\"MALE\"}', 1 \
            FROM account WHERE login_id = 'vendor'";
        connection.batch_execute(old).unwrap();
        kernel::db::migrations::run(&mut connection).unwrap();
        world.server.state.job_added.notify_one();
        let none = JobFilter { page: None, page_size: None };
        let jobs = world.server.call::<ListJobs>(Some(&world.vendor), &(), &none, &()).unwrap();
        let job = ended(&world, &world.vendor, jobs.data[0].job_id);
        assert_eq!((job.state, job.list.as_deref()), (JobState::Succeeded, Some("measurement.ofMember")));
    });
}

#[test]
fn every_export_and_every_import_that_can_be_asked_for_is_done() {
    let done = |kind| -> BTreeSet<_> {
        WORKS.each.iter().filter(|work| work.kind == kind).filter_map(|work| work.call).collect()
    };
    let exports: BTreeSet<_> = ENDPOINTS.iter().filter(|info| info.is_export()).map(|info| info.name).collect();
    // The FHIR export is not an endpoint of the contract.
    let mut all = exports;
    all.insert(kernel::jobs::store::FHIR_EXPORT);
    assert_eq!(done(JobKind::Export), all);
    let imports: BTreeSet<_> = ImportedKind::ALL.iter().map(|kind| kind.call()).collect();
    assert_eq!(done(JobKind::MeasurementImport), imports);
    assert!(imports.iter().all(|name| ENDPOINTS.iter().any(|info| info.name == *name)), "each is a call");
}
