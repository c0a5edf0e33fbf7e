//! Interpretation of an import file: the header row, the mapping of columns to fields, the format of cells; and a
//! user's corrections, once or for the company's next files.

use crate::{
    import_files::{book, problems, refused, row, xlsx},
    imports::{counts, csv, job_of, members, nothing_decided, start, upload},
    support::{TestDatabase, World, code},
};
use uno_core::contract::{
    error::{ErrorBody, ErrorCode},
    imports::{CellCorrection, ColumnChoice, ColumnReason, ImportReview, Spelling},
    jobs::JobPath,
    member_imports::{MemberImportPreview, ReviewMemberImport, StartMemberImport},
    physical_measurements::{ListPhysicalMeasurements, PhysicalMeasurement, PhysicalMeasurementFilter},
};

fn review(
    world: &World,
    preview: &MemberImportPreview,
    columns: &[(i64, Option<&str>)],
    corrections: &[(i64, i64, &str)],
) -> Result<MemberImportPreview, ErrorBody> {
    let choice =
        |(column, field): &(i64, Option<&str>)| ColumnChoice { column: *column, field: field.map(str::to_owned) };
    let correction = |(line, column, value): &(i64, i64, &str)| CellCorrection {
        line: *line,
        column: *column,
        value: (!value.is_empty()).then(|| (*value).to_owned()),
    };
    let said = ImportReview {
        columns: columns.iter().map(choice).collect(),
        corrections: corrections.iter().map(correction).collect(),
    };
    let path = JobPath { job_id: job_of(preview).job_id };
    world.server.call::<ReviewMemberImport>(Some(&world.retailer), &path, &(), &said)
}

/// Returns each column's name, field and reason.
fn columns(preview: &MemberImportPreview) -> Vec<String> {
    let told = preview
        .file_columns
        .iter()
        .map(|it| format!("{} {} {}", it.name, it.field.as_deref().unwrap_or("-"), it.reason.as_str()));
    told.collect()
}

fn measurements(world: &World) -> Vec<PhysicalMeasurement> {
    let filter = PhysicalMeasurementFilter { page_size: Some(200), ..PhysicalMeasurementFilter::default() };
    let mut found = world.server.call::<ListPhysicalMeasurements>(Some(&world.admin), &(), &filter, &()).unwrap().data;
    found.sort_by_key(|it| it.member_no.clone());
    found
}

#[test]
fn cells_are_read_as_people_write_them_and_that_is_told() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let text = "회원번호,성별,생년월일,키,체중,체지방,혈압,측정일,측정시간\n\
                    1,남,1990. 1. 2.,172cm,70kg,18.5 %,118/76,2026.1.5,오후 2:30\n\
                    2,여,1990년 1월 2일,１６０．５,55,,120/80 mmHg,2026-01-05,9:30\n\
                    3,여,041231,160,55,,120/80,2026-01-05,09:30\n\
                    4,여,01/02/1990,160,55 lb,,120,2026-01-05,930\n\
                    5,여,19900102,160,55,,,2026-01-05 10:00,09:30\n\
                    6,여,19900102,160,55,,,2026/1/6,\n";
        let preview = csv(&world, text);
        assert_eq!(
            problems(&preview),
            [
                "4 birthDate shortYear",
                "5 birthDate dayOrder",
                "5 weightKg cellUnit",
                "5 systolic pressurePair",
                "5 measuredTime timeFormat",
                "6 measuredTime timeTwice"
            ]
        );
        assert_eq!(preview.problems[0].column, Some(2));
        assert_eq!(preview.problems[3].column, Some(6), "the column of both pressures");
        let told: Vec<String> = preview
            .understood
            .iter()
            .map(|it| format!("{} {}: {} = {} ({})", it.name, it.spelling.as_str(), it.written, it.read, it.rows))
            .collect();
        assert_eq!(
            told,
            [
                "생년월일 DIGITS: 19900102 = 1990-01-02 (1)",
                "생년월일 DOTS: 1990. 1. 2. = 1990-01-02 (1)",
                "생년월일 KOREAN: 1990년 1월 2일 = 1990-01-02 (1)",
                "키 UNIT: 172cm = 172 (1)",
                "키 WIDE: １６０．５ = 160.5 (1)",
                "체중 UNIT: 70kg = 70 (1)",
                "체지방 UNIT: 18.5 % = 18.5 (1)",
                "혈압 PAIR: 118/76 = 118 / 76 (2)",
                "측정일 DOTS: 2026.1.5 = 2026-01-05T14:30:00+09:00 (1)",
                "측정일 SLASHES: 2026/1/6 = 2026-01-06 (1)",
                "측정시간 CLOCK: 오후 2:30 = 2026-01-05T14:30:00+09:00 (2)",
                "측정시간 TWO_COLUMNS: 2026.1.5 + 오후 2:30 = 2026-01-05T14:30:00+09:00 (2)",
            ]
        );
        assert_eq!(preview.sample[0].values[6..], ["118", "76", "2026-01-05T14:30:00+09:00"]);
        assert!(preview.understood.iter().all(|it| it.spelling != Spelling::Hyphens));
        start(&world, &world.retailer, &preview);
        let found = measurements(&world);
        assert_eq!((found.len(), found[0].systolic, found[0].diastolic), (3, Some(118), Some(76)));
        assert_eq!(found[0].measured_at.to_string(), "2026-01-05T05:30:00.000Z");
    });
}

#[test]
fn a_title_stands_above_the_names_of_the_columns() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let text = "2026년 건강 검진 결과; 가람\n작성;담당자 김\n\n번호;회원번호;성별;생년월일\n1;A1;남;1980-05-17\n";
    let preview = csv(&world, text);
    assert_eq!((preview.header_line, preview.valid_rows, preview.sample[0].line), (Some(4), 1, 5));
    let mut titled = book(&[], &[&["1", "남", "1980-05-17"]]);
    titled.sheets[0].2 = row(&["검진 결과"]) + "<row r=\"5\"/>" + &titled.sheets[0].2;
    let preview = xlsx(&world, &titled.bytes());
    assert_eq!((preview.header_line, preview.valid_rows), (Some(6), 1));
    // Headers below the searched rows are not found.
    let far = "제목\n".repeat(25) + "회원번호,성별,생년월일\n1,남,1980-05-17\n";
    assert_eq!(refused(&world, "CSV", far.as_bytes()), "missingColumn");
}

#[test]
fn the_only_sheet_with_names_is_read_beside_one_that_says_how_to_fill_it() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let mut guided = book(&[], &[&["1", "남", "1980-05-17"]]);
    guided.sheets.insert(0, ("작성 방법", "visible", row(&["회원번호는 반드시 적어주세요."])));
    let preview = xlsx(&world, &guided.bytes());
    assert_eq!((preview.source.sheet.as_deref(), preview.sheets.len(), preview.valid_rows), (Some("회원"), 2, 1));
    assert_eq!(counts(&start(&world, &world.retailer, &preview)), [1, 0, 0, 0]);
    // With two tables, only the user knows which one is meant.
    let table = guided.sheets[1].2.clone();
    guided.sheets.push(("2월", "visible", table));
    assert!(xlsx(&world, &guided.bytes()).job.is_none());
}

#[test]
fn a_person_says_which_column_is_which_field_and_the_company_need_not_say_it_again() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let text = "사번,성별,생년월일,체중(아침),체중(저녁),비고,측정일\nA1,남,1980-05-17,70,71,x,2026-01-05\n";
        let preview = csv(&world, text);
        assert_eq!((&preview.missing_columns[..], preview.valid_rows), (&["memberNo".to_owned()][..], 0));
        let path = JobPath { job_id: job_of(&preview).job_id };
        let error =
            world.server.call::<StartMemberImport>(Some(&world.retailer), &path, &(), &nothing_decided()).unwrap_err();
        assert_eq!((error.fields[0].path.as_str(), error.fields[0].code.as_str()), ("columns", "missingColumn"));

        let said = [(0, Some("memberNo")), (3, Some("weightKg")), (4, None)];
        let preview = review(&world, &preview, &said, &[]).unwrap();
        let expected = [
            "사번 memberNo CHOSEN",
            "성별 sex NAME",
            "생년월일 birthDate NAME",
            "체중(아침) weightKg CHOSEN",
            "체중(저녁) - CHOSEN",
            "비고 - UNKNOWN",
            "측정일 measuredAt NAME",
        ];
        assert_eq!((columns(&preview), preview.valid_rows), (expected.map(str::to_owned).to_vec(), 1));
        assert_eq!(counts(&start(&world, &world.retailer, &preview)), [1, 0, 0, 0]);
        assert_eq!(measurements(&world)[0].weight_kg.map(|it| it.text()), Some("70".into()));

        // The same columns in another order, in the next month's file.
        let next = "성별,사번*,생년월일,체중 (저녁),체중(아침),측정일\n남,A1,1980-05-17,71,72,2026-02-05\n";
        let preview = csv(&world, next);
        let remembered: Vec<&str> = preview
            .file_columns
            .iter()
            .filter(|it| it.reason == ColumnReason::Remembered)
            .map(|it| it.field.as_deref().unwrap_or("-"))
            .collect();
        assert_eq!((remembered, preview.missing_columns.len()), (vec!["memberNo", "-", "weightKg"], 0));
        start(&world, &world.retailer, &preview);
        assert_eq!(measurements(&world).len(), 2);
    });
}

#[test]
fn a_person_can_map_columns_none_of_which_is_known_by_name() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let text = "Results,,,,\n1. ID,4. Gender,5. Born,15. Weight,14. Test Date / Time\n\
                A1,M,1980.05.17,70,2026.01.05. 10:51:03\n";
    let preview = csv(&world, text);
    assert_eq!(
        (preview.header_line, &preview.missing_columns[..]),
        (Some(2), &["memberNo", "sex", "birthDate"].map(str::to_owned)[..])
    );
    let said = ["memberNo", "sex", "birthDate", "weightKg", "measuredAt"];
    let said: Vec<_> = said.iter().enumerate().map(|(at, field)| (i64::try_from(at).unwrap(), Some(*field))).collect();
    let preview = review(&world, &preview, &said, &[]).unwrap();
    assert_eq!(counts(&start(&world, &world.retailer, &preview)), [1, 0, 0, 0]);
    assert_eq!(measurements(&world)[0].measured_at.to_string(), "2026-01-05T01:51:03.000Z");
    assert!(csv(&world, text).missing_columns.is_empty(), "the company need not say it again");
}

#[test]
fn of_two_columns_for_the_time_of_day_the_chosen_one_is_read() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let text = "회원번호,성별,생년월일,체중,측정일,도착,측정시간\nA1,남,1980-05-17,70,2026-01-05,09:30,11:45\n";
    let preview = csv(&world, text);
    assert_eq!(columns(&preview)[6], "측정시간 measuredTime NAME");
    let preview = review(&world, &preview, &[(5, Some("measuredTime"))], &[]).unwrap();
    assert_eq!(columns(&preview)[5..], ["도착 measuredTime CHOSEN", "측정시간 - DOUBTFUL"]);
    let preview = review(&world, &preview, &[(5, Some("measuredTime")), (6, None)], &[]).unwrap();
    assert_eq!(counts(&start(&world, &world.retailer, &preview)), [1, 0, 0, 0]);
    assert_eq!(measurements(&world)[0].measured_at.to_string(), "2026-01-05T00:30:00.000Z");
    assert_eq!(columns(&csv(&world, text))[5..], ["도착 measuredTime REMEMBERED", "측정시간 - REMEMBERED"]);
}

#[test]
fn what_is_said_of_columns_has_to_be_possible() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let preview = csv(&world, "회원번호,성별,생년월일,Wt(lb),키,측정일\nA1,남,1980-05-17,150,170,2026-01-05\n");
    let why = |said: &[(i64, Option<&str>)]| {
        let error = review(&world, &preview, said, &[]).unwrap_err();
        format!("{} {}", error.fields[0].path, error.fields[0].code)
    };
    assert_eq!(why(&[(3, Some("weight"))]), "columns[0].field choice");
    assert_eq!(why(&[(3, Some("weightKg")), (4, Some("weightKg"))]), "columns[1].field repeated");
    assert_eq!(why(&[(3, Some("weightKg"))]), "file foreignUnit");
    // A column mapped by name becomes doubtful if the user assigns its field to another.
    let doubted = review(&world, &preview, &[(3, None), (5, Some("heightCm"))], &[]).unwrap();
    assert_eq!(columns(&doubted)[4], "키 - DOUBTFUL");
    let foreign = JobPath { job_id: job_of(&preview).job_id };
    let said = ImportReview { columns: Vec::new(), corrections: Vec::new() };
    let error = world.server.call::<ReviewMemberImport>(Some(&world.dealer), &foreign, &(), &said).unwrap_err();
    assert_eq!(code(&error), ErrorCode::NotFound, "another account's");
    start(&world, &world.retailer, &review(&world, &preview, &[(3, None)], &[]).unwrap());
    let error = review(&world, &preview, &[], &[]).unwrap_err();
    assert_eq!(code(&error), ErrorCode::JobState, "it does not wait any more");
}

#[test]
fn cells_are_corrected_without_another_file() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let text = "회원번호,성별,생년월일,이름,체중,측정일\nA1,남,041231,김,70,2026-01-05\nA2,여,1990-01-01,이,55lb,2026-01-05\n\
                    A3,여,1990-01-01,박,칠십,\n";
        let preview = csv(&world, text);
        assert_eq!((preview.valid_rows, preview.invalid_rows), (0, 3));
        let corrections = [(2, 2, "2004-12-31"), (3, 4, "55"), (4, 4, "")];
        let preview = review(&world, &preview, &[], &corrections).unwrap();
        assert_eq!((preview.valid_rows, problems(&preview)), (3, Vec::new()));
        assert_eq!(preview.job.as_ref().unwrap().total, 3);
        assert_eq!(counts(&start(&world, &world.retailer, &preview)), [3, 0, 0, 0]);
        assert_eq!((members(&world).len(), measurements(&world).len()), (3, 2));
        // Omitted corrections are dropped, and invalid ones stay rejected.
        let preview = csv(&world, text);
        let wrong = review(&world, &preview, &[], &[(2, 2, "31.12.2004"), (99, 0, "x"), (3, 200, "x")]).unwrap();
        assert_eq!(
            problems(&wrong),
            ["2 birthDate dayOrder", "3 weightKg cellUnit", "4 weightKg type", "4 measuredAt required"]
        );
        let many: Vec<(i64, i64, &str)> = (0..201).map(|line| (line + 1, 0, "x")).collect();
        assert_eq!(review(&world, &preview, &[], &many).unwrap_err().fields[0].code, "tooMany");
        assert!(upload(&world, &world.retailer, world.retailer_id, "CSV", text.as_bytes()).is_ok());
    });
}
