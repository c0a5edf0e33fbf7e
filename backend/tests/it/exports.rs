//! Exporting measurements: the filtered rows of the caller's scope, as a spreadsheet.

use crate::{
    imports::{download, ended, job_of, nothing_decided, sheet, upload},
    support::{TestDatabase, World},
};
use calamine::{Data, Reader, Xlsx};
use std::io::Cursor;
use uno_core::{
    contract::{
        jobs::{Job, JobPath, JobState},
        logs::{AccessAction, AccessLogFilter, ListAccessLogs},
        member_imports::StartMemberImport,
        physical_measurements::{ExportPhysicalMeasurements, PhysicalMeasurementFilter},
    },
    domain::grade::physical::BmiGrade,
};

fn import(world: &World, company: uno_core::contract::companies::CompanyId, text: &str) {
    let preview = upload(world, &world.admin, company, "CSV", text.as_bytes()).unwrap();
    let path = JobPath { job_id: job_of(&preview).job_id };
    world.server.call::<StartMemberImport>(Some(&world.admin), &path, &(), &nothing_decided()).unwrap();
    assert_eq!(ended(world, &world.admin, job_of(&preview).job_id).state, JobState::Succeeded);
}

pub fn export(world: &World, token: &str, filter: &PhysicalMeasurementFilter) -> (Job, Vec<u8>) {
    let job = world.server.call::<ExportPhysicalMeasurements>(Some(token), &(), &(), filter).unwrap();
    let job = ended(world, token, job.job_id);
    assert_eq!(job.state, JobState::Succeeded, "{job:?}");
    let bytes = download(world, token, job.job_id);
    (job, bytes)
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
        let told: Vec<_> = log.data.iter().map(|row| (row.account_name.as_str(), row.persons)).collect();
        assert_eq!(told, [("vendor", Some(2))]);
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
        let rows = sheet(export(&world, &world.admin, &PhysicalMeasurementFilter::default()).1);
        let numbers: std::collections::BTreeSet<String> = rows.iter().skip(1).map(|row| row[1].to_string()).collect();
        assert_eq!((rows.len(), numbers.len()), (4_501, 4_500));
    });
}
