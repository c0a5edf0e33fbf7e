//! Import of office files and hostile files: an import reads a file as displayed, asks, or rejects it.

use crate::{
    imports::{counts, csv, import, job_of, members, sheet, start, start_with, upload, upload_to, zip},
    support::{TestDatabase, World, becomes, code},
};
use diesel::{ExpressionMethods as _, RunQueryDsl as _};
use encoding_rs::EUC_KR;
use kernel::db::schema::permission;
use std::{
    fmt::Write as _,
    io::{BufRead, BufReader, Cursor, Write as _},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, Instant},
};
use uno_core::contract::{
    error::ErrorCode,
    imports::{ImportDelimiter, ImportEncoding},
    jobs::{JobPath, JobState, RowCounts},
    member_imports::{GetMemberImportGuide, MemberImportPreview, MemberImportStart, StartMemberImport},
};

/// A hand-made spreadsheet: minimal except for the parts that a test sets.
pub struct Book<'a> {
    /// Names, states and cells of the sheets; cells as XML, rows as their cells.
    pub sheets: Vec<(&'a str, &'a str, String)>,
    /// XML before and after the rows of the first sheet.
    before: String,
    behind: &'a str,
    /// Number formats; cell styles are indices into this list.
    formats: &'a [&'a str],
    properties: &'a str,
}

impl Book<'_> {
    pub fn bytes(&self) -> Vec<u8> {
        let (mut sheets, mut relations) = (String::new(), String::new());
        let mut parts: Vec<(String, String)> = Vec::new();
        for (at, (name, state, rows)) in self.sheets.iter().enumerate() {
            let (before, behind) = if at == 0 { (self.before.as_str(), self.behind) } else { ("", "") };
            write!(sheets, r#"<sheet name="{name}" sheetId="{}" state="{state}" r:id="r{at}"/>"#, at + 1).unwrap();
            write!(relations, r#"<Relationship Id="r{at}" Type="http://x/worksheet" Target="worksheets/s{at}.xml"/>"#)
                .unwrap();
            let sheet = format!("<worksheet>{before}<sheetData>{rows}</sheetData>{behind}</worksheet>");
            parts.push((format!("xl/worksheets/s{at}.xml"), sheet));
        }
        let (mut formats, mut styles) = (String::new(), String::new());
        for (at, code) in self.formats.iter().enumerate() {
            write!(formats, r#"<numFmt numFmtId="{}" formatCode="{}"/>"#, at + 200, code.replace('"', "&quot;"))
                .unwrap();
            write!(styles, r#"<xf numFmtId="{}"/>"#, at + 200).unwrap();
        }
        let styles = format!(
            "<styleSheet><numFmts>{formats}</numFmts><cellStyleXfs><xf/></cellStyleXfs><cellXfs><xf/>{styles}</cellXfs></styleSheet>"
        );
        let workbook = format!(
            "<workbook xmlns:r=\"r\">{}<bookViews><workbookView activeTab=\"0\"/></bookViews><sheets>{sheets}</sheets></workbook>",
            self.properties
        );
        relations += r#"<Relationship Id="s" Type="http://x/styles" Target="/xl/styles.xml"/>"#;
        parts.push(("xl/styles.xml".into(), styles));
        parts.push(("xl/workbook.xml".into(), workbook));
        parts.push(("xl/_rels/workbook.xml.rels".into(), format!("<Relationships>{relations}</Relationships>")));
        parts.push(("_rels/.rels".into(), ROOT.into()));
        zip(&parts.iter().map(|(name, text)| (name.as_str(), text.as_bytes())).collect::<Vec<_>>())
    }
}

const ROOT: &str =
    r#"<Relationships><Relationship Id="w" Type="http://x/officeDocument" Target="xl/workbook.xml"/></Relationships>"#;

/// Returns a row of cells; a cell that is not XML is text.
pub fn row(cells: &[&str]) -> String {
    let cell = |cell: &&str| {
        if cell.starts_with('<') {
            (*cell).to_owned()
        } else {
            format!("<c t=\"inlineStr\"><is><t>{cell}</t></is></c>")
        }
    };
    format!("<row>{}</row>", cells.iter().map(cell).collect::<String>())
}

/// Returns a file of one sheet with the required columns, a name and a weight.
pub fn book<'a>(formats: &'a [&'a str], rows: &[&[&str]]) -> Book<'a> {
    let header = row(&["회원번호", "성별", "생년월일", "이름", "체중", "측정일", "연락처"]);
    let rows = rows.iter().fold(header, |all, cells| all + &row(cells));
    Book { sheets: vec![("회원", "visible", rows)], before: String::new(), behind: "", formats, properties: "" }
}

pub fn xlsx(world: &World, bytes: &[u8]) -> MemberImportPreview {
    upload(world, &world.retailer, world.retailer_id, "XLSX", bytes).unwrap()
}

/// Returns line, column and code of each problem.
pub fn problems(preview: &MemberImportPreview) -> Vec<String> {
    let text = |found: &uno_core::contract::imports::RowProblem| {
        format!("{} {} {}", found.line, found.violation.path, found.violation.code)
    };
    preview.problems.iter().map(text).collect()
}

pub fn refused(world: &World, format: &str, bytes: &[u8]) -> String {
    let error = upload(world, &world.retailer, world.retailer_id, format, bytes).unwrap_err();
    assert_eq!(code(&error), ErrorCode::UnreadableFile);
    error.fields[0].code.clone()
}

#[test]
fn a_number_is_a_date_only_where_its_cell_shows_one() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let formats = &["yyyy\"년\" m\"월\" d\"일\"", "0", "m/d", "000000", "yyyy-mm-dd hh:mm"];
    let bytes = book(
        formats,
        &[
            &["1", "남", "<c s=\"1\"><v>38352</v></c>", "가"],
            &["2", "남", "<c><v>20041231</v></c>", "나"],
            &["3", "남", "20041231", "다"],
            &["4", "남", "<c t=\"d\"><v>2004-12-31T00:00:00</v></c>", "라"],
            &["5", "남", "<c><v>41231</v></c>", "마"],
            &["6", "남", "<c s=\"4\"><v>41231</v></c>", "바"],
            &["7", "남", "<c s=\"3\"><v>38352</v></c>", "사"],
            &["8", "남", "<c s=\"1\"><v>60</v></c>", "아"],
            &["9", "남", "<c s=\"1\"><v>38352.4</v></c>", "자"],
            &["10", "남", "041231", "차"],
            &["11", "남", "1990-02-31", "카"],
            &["12", "남", "<c s=\"1\"><v>80000</v></c>", "타"],
            &["13", "남", "<c s=\"1\"><v>30133</v></c>", "파", "70", "<c><v>43831.5</v></c>"],
            &["14", "남", "<c s=\"1\"><v>30133</v></c>", "하", "70", "<c s=\"5\"><v>43831.5</v></c>"],
        ],
    );
    let preview = xlsx(&world, &bytes.bytes());
    assert_eq!(
        problems(&preview),
        [
            "6 birthDate dateFormat",
            "7 birthDate shortYear",
            "8 birthDate dateFormat",
            "9 birthDate noSuchDate",
            "10 birthDate dateFormat",
            "11 birthDate shortYear",
            "12 birthDate noSuchDate",
            "13 birthDate future",
            "14 measuredAt timeFormat",
        ]
    );
    let dates: Vec<&str> = preview.sample.iter().map(|row| row.values[2].as_str()).collect();
    assert_eq!(dates, ["2004-12-31", "2004-12-31", "2004-12-31", "2004-12-31", "1982-07-01"]);

    let since_1904 = Book {
        properties: "<workbookPr date1904=\"1\"/>",
        ..book(formats, &[&["1", "남", "<c s=\"1\"><v>28671</v></c>"]])
    };
    assert_eq!(xlsx(&world, &since_1904.bytes()).sample[0].values[2], "1982-07-01");

    let text = "memberNo,sex,birthDate\n1,M,041231\n2,M,20041231\n3,M,12/31/2004\n4,M,18951231\n5,M,20991231\n";
    assert_eq!(
        problems(&csv(&world, text)),
        ["2 birthDate shortYear", "4 birthDate dayOrder", "5 birthDate tooEarly", "6 birthDate future"]
    );
}

#[test]
fn a_cell_is_read_as_it_is_shown_or_its_row_is_refused() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let formats = &["0000", "000-0000-0000", "0.0\"lb\"", "0.00E+00", "0"];
    let good = "1980-05-17";
    let weight = |cell: &'static str| vec!["7", "남", good, "가", cell, "2020-01-01"];
    let mut rows = vec![
        vec!["<c s=\"1\"><v>12</v></c>", "남", good, "가"],
        vec!["=\"0012a\"", "남", good, "가", "", "", "<c s=\"2\"><v>1012345678</v></c>"],
        vec!["<c><v>12</v></c>", "남", good, "가", "<c><f>35+35.5</f><v>70.5</v></c>", "2020-01-01"],
        vec!["<c s=\"5\"><v>123456789012</v></c>", "남", good, "<c t=\"str\"><f>A1</f><v>나</v></c>"],
        vec!["<c><v>123456789012</v></c>", "남", good],
        vec!["<c s=\"4\"><v>12</v></c>", "남", good],
        vec!["5", "남", good, "가", "", "", "<c><v>1012345678</v></c>"],
        vec!["6", "남", good, "<c t=\"e\"><v>#N/A</v></c>"],
        vec!["8", "남", good, "<c t=\"b\"><v>1</v></c>"],
        vec!["9", "남", good, "<c t=\"str\"><f>A1</f></c>"],
        vec!["10", "남", good, "=A1"],
        vec!["1.2E+11", "남", good],
    ];
    rows.extend([weight("<c s=\"3\"><v>154</v></c>"), weight("<c><f>1+1</f></c>"), weight("70,5"), weight("154lb")]);
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    let preview = xlsx(&world, &book(formats, &rows).bytes());
    assert_eq!(
        problems(&preview),
        [
            "6 memberNo scientific",
            "7 memberNo scientific",
            "8 phoneNumber leadingZero",
            "9 name errorCell",
            "10 name boolean",
            "11 name noValue",
            "12 name formula",
            "13 memberNo scientific",
            "14 weightKg cellUnit",
            "15 weightKg noValue",
            "16 weightKg type",
            "17 weightKg cellUnit",
        ]
    );
    assert_eq!(preview.problems[3].value.as_deref(), Some("#N/A"));
    start(&world, &world.retailer, &preview);
    let mut found: Vec<(String, String)> =
        members(&world).into_iter().map(|it| (it.member_no, it.phone_number.unwrap_or_default())).collect();
    found.sort();
    let expected = [("0012", ""), ("0012a", "010-****-5678"), ("12", ""), ("123456789012", "")];
    assert_eq!(found, expected.map(|(number, phone)| (number.to_owned(), phone.to_owned())));
}

#[test]
fn a_text_with_marks_and_spaces_is_read_as_offices_write_it() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let text = "memberNo, \"sex\", \"birthDate\",name\n\"=\"\"0012\"\"\", M, \"1980-01-01\", \"Kim, A\"\n=\"0013\",M,1980-01-01,=1+1\n";
    let preview = csv(&world, text);
    assert_eq!(
        (preview.sample[0].values.join("|"), problems(&preview)),
        ("0012|MALE|1980-01-01|Kim, A".into(), vec!["3 name formula".into()])
    );
    import(&world, text);
    let found = members(&world).remove(0);
    assert_eq!((found.member_no.as_str(), found.name.as_str()), ("0012", "Kim, A"));
}

#[test]
fn merged_cells_cost_the_rows_whose_values_stand_elsewhere() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let rows: &[&[&str]] = &[
        &["1", "남", "1980-05-17", "가", "70", "2020-01-01"],
        &["2", "남", "1980-05-17", "나", "", "2020-01-01"],
        &["3", "남", "1980-05-17", "다", "70", "2020-01-01"],
    ];
    let merged = Book { behind: "<mergeCells><mergeCell ref=\"E2:E3\"/></mergeCells>", ..book(&[], rows) };
    let preview = xlsx(&world, &merged.bytes());
    assert_eq!((preview.valid_rows, problems(&preview)), (2, vec!["3 weightKg merged".into()]));
}

#[test]
fn a_cell_merged_over_a_column_without_a_name_costs_nothing() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let mut wide = book(&[], &[]);
    wide.sheets[0].2 = row(&["회원번호", "성별", "생년월일", "이름", "<c/>", "주소", "<c/>"])
        + &row(&["1", "남", "1980-05-17", "가", "<c/>", "서울", "<c/>"])
        + &row(&["2", "남", "1980-05-17", "나", "다", "부산"]);
    let areas = ["D1:E1", "F1:G1", "D2:E2", "F2:G2"].map(|area| format!("<mergeCell ref=\"{area}\"/>")).concat();
    let areas = format!("<mergeCells>{areas}</mergeCells>");
    let preview = xlsx(&world, &Book { behind: &areas, ..wide }.bytes());
    assert_eq!((preview.valid_rows, problems(&preview)), (1, vec!["3  unnamedColumn".into()]));
}

#[test]
fn a_cell_far_behind_the_others_is_not_lost() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let mut far = book(&[], &[&["1", "남", "1980-05-17"]]);
    far.sheets[0].2 = far.sheets[0].2.replacen("</row>", "<c r=\"XFD1\" t=\"str\"><v>주소</v></c></row>", 1);
    assert_eq!(refused(&world, "XLSX", &far.bytes()), "tooManyColumns");
}

#[test]
fn a_row_that_is_hidden_is_told_and_not_taken() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let rows: &[&[&str]] = &[&["1", "남", "1980-05-17"], &["2", "남", "1980-05-17"]];
    let mut hidden = book(&[], rows);
    hidden.sheets[0].2 = hidden.sheets[0].2.replacen("</row><row>", "</row><row hidden=\"1\">", 1);
    let preview = xlsx(&world, &hidden.bytes());
    assert_eq!((preview.valid_rows, problems(&preview)), (1, vec!["2  hiddenRow".into()]));
}

/// Returns a file in which these columns, counted from 1, are hidden.
fn hiding<'a>(columns: &str, rows: &[&[&str]]) -> Book<'a> {
    Book { before: format!("<cols>{columns}</cols>"), ..book(&[], rows) }
}

#[test]
fn a_column_that_is_hidden_is_never_read_and_has_to_be_left_out() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let rows: &[&[&str]] = &[&["1", "남", "1980-05-17", "가", "70", "2020-01-01", "010-1234-5678"]];
    for columns in
        [r#"<col min="5" max="5" hidden="1"/>"#, r#"<col min="5" max="5" width="0" customWidth="1" hidden="false"/>"#]
    {
        let preview = xlsx(&world, &hiding(columns, rows).bytes());
        let doubtful: Vec<(i64, &str, &str, bool)> = preview
            .doubtful_columns
            .iter()
            .map(|it| (it.index, it.name.as_str(), it.resembles.as_str(), it.is_hidden))
            .collect();
        assert_eq!(doubtful, [(4, "체중", "weightKg", true)], "{columns}");
        assert!(!preview.columns.contains(&"weightKg".to_owned()), "{:?}", preview.columns);
    }
    let preview = xlsx(&world, &hiding(r#"<col min="4" max="5" hidden="true"/>"#, rows).bytes());
    let path = JobPath { job_id: preview.job.as_ref().unwrap().job_id };
    let decided = MemberImportStart { accept_changes: None, leave_out: vec![4] };
    let error = world.server.call::<StartMemberImport>(Some(&world.retailer), &path, &(), &decided).unwrap_err();
    assert_eq!((error.fields[0].code.as_str(), error.fields[0].params.get("column")), ("undecided", Some("이름")));

    let decided = MemberImportStart { accept_changes: None, leave_out: vec![3, 4] };
    start_with(&world, &world.retailer, &preview, &decided);
    let found = members(&world).remove(0);
    assert_eq!((found.name.as_str(), found.phone_number.as_deref()), ("1", Some("010-****-5678")));
}

#[test]
fn names_and_required_columns_that_are_hidden_cost_the_file() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let rows: &[&[&str]] = &[&["1", "남", "1980-05-17"]];
    assert_eq!(refused(&world, "XLSX", &hiding(r#"<col min="2" max="2" hidden="1"/>"#, rows).bytes()), "hiddenColumn");
    for said in ["hidden=\"1\"", "ht=\"0\" customHeight=\"1\""] {
        let mut hidden = book(&[], rows);
        hidden.sheets[0].2 = hidden.sheets[0].2.replacen("<row>", &format!("<row {said}>"), 1);
        assert_eq!(refused(&world, "XLSX", &hidden.bytes()), "hiddenHeader", "{said}");
    }
}

#[test]
fn the_visible_sheet_is_read_and_a_person_chooses_among_several() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let rows = |number: &str| row(&["회원번호", "성별", "생년월일"]) + &row(&[number, "남", "1980-05-17"]);
    let book = |states: [&'static str; 3]| Book {
        sheets: vec![("A", states[0], rows("a")), ("B", states[1], rows("b")), ("빈 시트", states[2], String::new())],
        before: String::new(),
        behind: "",
        formats: &[],
        properties: "",
    };
    for hidden in ["hidden", "veryHidden"] {
        let preview = xlsx(&world, &book([hidden, "visible", "visible"]).bytes());
        assert_eq!(preview.sample[0].values[0], "b", "{hidden}");
        assert_eq!((preview.source.sheet.as_deref(), preview.sheets.len()), (Some("B"), 0));
    }
    let several = book(["visible", "visible", "visible"]).bytes();
    let preview = xlsx(&world, &several);
    let names: Vec<(i64, &str)> = preview.sheets.iter().map(|sheet| (sheet.index, sheet.name.as_str())).collect();
    assert_eq!((names, preview.valid_rows), (vec![(0, "A"), (1, "B")], 0));
    assert!(preview.job.is_none(), "nothing can be started before a sheet is chosen");

    let chosen = upload_to(&world, &world.retailer, world.retailer_id, "format=XLSX&sheet=1", &several).unwrap();
    assert_eq!((chosen.sample[0].values[0].as_str(), chosen.sheets.len()), ("b", 2));
    assert_eq!(start(&world, &world.retailer, &chosen).state, JobState::Succeeded);
    assert_eq!(members(&world)[0].member_no, "b", "the job reads the chosen sheet too");

    let hidden = book(["visible", "hidden", "visible"]).bytes();
    let error = upload_to(&world, &world.retailer, world.retailer_id, "format=XLSX&sheet=1", &hidden).unwrap_err();
    assert_eq!(error.fields[0].code, "noSuchSheet");
    assert_eq!(refused(&world, "XLSX", &book(["hidden", "hidden", "visible"]).bytes()), "empty");
}

#[test]
fn a_change_of_a_known_member_is_told_and_written_only_where_it_is_accepted() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        import(&world, "memberNo,sex,birthDate,name\nA1,M,1980-05-17,Kim\nA2,F,1990-01-01,Lee\nA3,F,1990-01-01,Oh\n");
        let text = "memberNo,sex,birthDate,name,weightKg,measuredAt\n\
                    A1,M,1981-05-17,Kim,70,2020-01-01\nA2,M,1990-01-01,Li,60,2020-01-01\n\
                    A3,F,1990-01-01,,50,2020-01-01\nA4,F,1990-01-01,New,50,2020-01-01\n";
        let preview = csv(&world, text);
        let changes: Vec<String> = preview
            .changes
            .iter()
            .map(|it| format!("{} {} {}: {} > {}", it.line, it.member_no, it.field, it.before, it.after))
            .collect();
        assert_eq!(
            changes,
            ["2 A1 birthDate: 1980-**-** > 1981-05-17", "3 A2 name: Lee > Li", "3 A2 sex: FEMALE > MALE"]
        );
        assert_eq!((preview.valid_rows, preview.changed_rows), (4, 2));

        let job = start(&world, &world.retailer, &preview);
        assert_eq!(counts(&job), [2, 0, 0, 2]);
        let report = sheet(crate::imports::download(&world, &world.retailer, job.job_id));
        let told = |row: usize| report[row].iter().skip(2).map(ToString::to_string).collect::<Vec<_>>().join("|");
        assert!(told(1).starts_with("제외|생년월일|") && told(1).ends_with("|notAccepted"), "{}", told(1));
        let name = |number: &str| members(&world).into_iter().find(|it| it.member_no == number).unwrap().name;
        assert_eq!(name("A2"), "Lee");

        let accepted = MemberImportStart { accept_changes: Some(true), leave_out: Vec::new() };
        let job = start_with(&world, &world.retailer, &csv(&world, text), &accepted);
        assert_eq!(job.counts, RowCounts { changed: 2, unchanged: 2, ..RowCounts::default() });
        assert_eq!(name("A2"), "Li");
        let report = sheet(crate::imports::download(&world, &world.retailer, job.job_id));
        assert_eq!(
            (report[2][2].to_string(), report[2][3].to_string()),
            ("회원 정보 변경".into(), "이름, 성별".into())
        );
    });
}

#[test]
fn who_may_not_change_members_changes_none_by_a_file() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    import(&world, "memberNo,sex,birthDate,name\nA1,M,1980-05-17,Kim\n");
    let preview = csv(&world, "memberNo,sex,birthDate,name\nA1,M,1981-05-17,Kim\n");
    let kept = world.server.state.database.write_blocking(|connection| {
        Ok(diesel::update(permission::table).set(permission::can_update.eq(false)).execute(connection)?)
    });
    kept.unwrap();
    // Callers are cached for half a second.
    world.server.state.callers.forget(world.server.state.keys.claims(&world.retailer).unwrap().sid);
    let path = JobPath { job_id: job_of(&preview).job_id };
    let decided = MemberImportStart { accept_changes: Some(true), leave_out: Vec::new() };
    let error = world.server.call::<StartMemberImport>(Some(&world.retailer), &path, &(), &decided).unwrap_err();
    assert_eq!(code(&error), ErrorCode::Forbidden);
}

#[test]
fn comparing_files_with_known_members_is_limited_because_it_would_find_birth_dates_out() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    import(&world, "memberNo,sex,birthDate,name\nA1,M,1980-05-17,Kim\n");
    let compare = |day: u32| {
        let text = format!("memberNo,sex,birthDate,name\nA1,M,1980-06-{:02},Kim\n", day + 1);
        upload(&world, &world.retailer, world.retailer_id, "CSV", text.as_bytes())
    };
    for day in 0..20 {
        assert_eq!(compare(day).unwrap().changed_rows, 1);
    }
    assert_eq!(code(&compare(20).unwrap_err()), ErrorCode::TooManyRequests);
    let same = "memberNo,sex,birthDate,name\nA1,M,1980-05-17,Kim\n";
    let right = upload(&world, &world.retailer, world.retailer_id, "CSV", same.as_bytes());
    assert_eq!(code(&right.unwrap_err()), ErrorCode::TooManyRequests, "an answer would say that the date is right");
}

#[test]
fn a_number_with_what_nobody_sees_is_the_number() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    import(&world, "memberNo,sex,birthDate,name\nA1,M,1980-05-17,Kim\n");
    for mark in ["\u{200E}", "\u{2066}", "\u{FE0F}", "\u{3164}"] {
        let preview = csv(&world, &format!("memberNo,sex,birthDate,name\nA1{mark},M,1981-05-17,Kim\n"));
        assert_eq!(preview.changed_rows, 1, "{mark:?}");
    }
}

#[test]
fn pressures_by_the_names_on_monitors_are_asked_about() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let text = "회원번호,성별,생년월일,SYS(mmHg),DIA(mmHg),HR,고압,저압,diameter\n1,남,1980-01-01,182,118,70,1,1,1\n";
    let preview = csv(&world, text);
    let asked: Vec<&str> = preview.doubtful_columns.iter().map(|column| column.resembles.as_str()).collect();
    assert_eq!(asked, ["systolic", "diastolic", "pulse", "systolic", "diastolic"]);
    assert_eq!(preview.ignored_columns, ["diameter"]);
}

#[test]
fn an_import_finds_members_of_its_own_company_only() {
    TestDatabase::each(|test| {
        let world = World::build(test);
        let foreign = world.add_member(world.other_vendor_id, "A1", "남의 회원");
        let text = "memberNo,sex,birthDate,name\nA1,M,1981-05-17,남의 회원\n";
        let preview = csv(&world, text);
        assert_eq!((preview.changed_rows, preview.changes.len()), (0, 0), "nothing is told of another company's");
        assert_eq!(counts(&start(&world, &world.retailer, &preview)), [1, 0, 0, 0]);
        let found: Vec<_> = members(&world).into_iter().filter(|it| it.member_no == "A1").collect();
        assert_eq!(found.len(), 2);
        let kept = found.iter().find(|it| it.member_id == foreign.member_id).unwrap();
        assert_eq!((kept.version, &kept.birth_date), (foreign.version, &foreign.birth_date));
    });
}

#[test]
fn a_column_that_could_be_meant_for_a_known_one_has_to_be_left_out_by_a_person() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let preview = csv(
        &world,
        "회원번호*,성별,생년월일(YYYY-MM-DD),회원명,체중(아침),비고,신장(cm),측정일자\n1,남,1980-01-01,김,70,x,170,2020-01-01\n",
    );
    assert_eq!(preview.columns, ["memberNo", "sex", "birthDate", "name", "heightCm", "measuredAt"]);
    assert_eq!(preview.ignored_columns, ["비고"]);
    let doubtful = &preview.doubtful_columns[0];
    assert_eq!((doubtful.index, doubtful.name.as_str(), doubtful.resembles.as_str()), (4, "체중(아침)", "weightKg"));
    let path = JobPath { job_id: job_of(&preview).job_id };
    for leave_out in [Vec::new(), vec![5]] {
        let decided = MemberImportStart { accept_changes: None, leave_out };
        let error = world.server.call::<StartMemberImport>(Some(&world.retailer), &path, &(), &decided).unwrap_err();
        assert_eq!((error.fields[0].path.as_str(), error.fields[0].code.as_str()), ("leaveOut", "undecided"));
    }
    let decided = MemberImportStart { accept_changes: None, leave_out: vec![4] };
    assert_eq!(start_with(&world, &world.retailer, &preview, &decided).counts.created, 1);

    assert_eq!(
        refused(&world, "CSV", "회원번호,성별,생년월일,체중(lb)\n1,남,1980-01-01,150\n".as_bytes()),
        "foreignUnit"
    );
    let twice = csv(&world, "회원번호,성별,생년월일,키,신장\n1,남,1980-01-01,171,172\n");
    let doubtful: Vec<(i64, &str)> =
        twice.doubtful_columns.iter().map(|column| (column.index, column.resembles.as_str())).collect();
    assert_eq!(doubtful, [(3, "heightCm"), (4, "heightCm")], "neither is read until a person says which");
}

#[test]
fn texts_in_the_encodings_of_offices_are_read_and_what_was_guessed_is_told() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let read = |bytes: &[u8]| {
        let preview = upload(&world, &world.retailer, world.retailer_id, "CSV", bytes).unwrap();
        assert_eq!(preview.sample[0].values[3], "뷁하나");
        (preview.source.encoding.unwrap(), preview.source.delimiter.unwrap())
    };
    let text = "회원번호,성별,생년월일,이름\r\n1,여,1980-01-01,뷁하나\r\n";
    assert_eq!(read(text.as_bytes()), (ImportEncoding::Utf8, ImportDelimiter::Comma));
    let text = text.replace(',', ";");
    assert_eq!(read(&EUC_KR.encode(&text).0), (ImportEncoding::Cp949, ImportDelimiter::Semicolon));
    let text = text.replace(';', "\t");
    let utf16 = text.encode_utf16().flat_map(u16::to_le_bytes);
    assert_eq!(
        read(&b"\xFF\xFE".iter().copied().chain(utf16).collect::<Vec<_>>()),
        (ImportEncoding::Utf16, ImportDelimiter::Tab)
    );
    assert_eq!(refused(&world, "CSV", &[text.as_bytes(), b"2\t\xFF\n"].concat()), "encoding");
}

#[test]
fn files_of_other_programs_are_refused_with_what_to_save_them_as() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let compound = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1 an old or an encrypted file";
    assert_eq!(refused(&world, "CSV", compound), "oldSpreadsheet");
    assert_eq!(refused(&world, "CSV", &zip(&[("content.xml", b"")])), "oldSpreadsheet");
    assert_eq!(refused(&world, "XLSX", compound), "oldSpreadsheet");
    let opendocument = zip(&[("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", b"")]);
    assert_eq!(refused(&world, "XLSX", &opendocument), "oldSpreadsheet");
    let binary = zip(&[("_rels/.rels", ROOT.as_bytes()), ("xl/workbook.bin", b"")]);
    assert_eq!(refused(&world, "XLSX", &binary), "oldSpreadsheet");
}

#[test]
fn the_sample_files_are_read_by_the_import_itself() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let guide = world.server.call::<GetMemberImportGuide>(Some(&world.retailer), &(), &(), &()).unwrap();
    assert_eq!(guide.columns.iter().filter(|column| column.required).count(), 3);
    for format in ["CSV", "XLSX"] {
        let address = world.server.url(&format!("/api/v1/member-imports/sample?format={format}"));
        let mut answer =
            ureq::get(address).header("authorization", format!("Bearer {}", world.retailer)).call().unwrap();
        let bytes = answer.body_mut().read_to_vec().unwrap();
        let preview = upload(&world, &world.retailer, world.retailer_id, format, &bytes).unwrap();
        let of_fields = guide.columns.iter().map(|column| column.field.as_str());
        // A blood pressure in one column and a separate time of day are alternatives, not in every file.
        let fields: Vec<&str> = of_fields.filter(|field| !["bloodPressure", "measuredTime"].contains(field)).collect();
        assert_eq!(preview.columns, fields, "{format}");
        assert_eq!((preview.valid_rows, problems(&preview)), (2, Vec::new()), "{format}");
    }
}

/// Returns a file in which one part is a text repeated many times.
fn repeated(part: &str, before: &str, text: &str, times: usize, after: &str) -> Vec<u8> {
    let plain = book(&[], &[&["1", "남", "1980-05-17"]]).bytes();
    let mut archive = zip::ZipArchive::new(Cursor::new(plain)).unwrap();
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_level(Some(1)).large_file(false);
    for index in 0..archive.len() {
        let file = archive.by_index_raw(index).unwrap();
        if file.name() != part {
            writer.raw_copy_file(file).unwrap();
        }
    }
    writer.start_file(part, options).unwrap();
    writer.write_all(before.as_bytes()).unwrap();
    let at_once = (64 * 1024 / text.len()).clamp(1, times);
    let piece = text.repeat(at_once);
    for _ in 0..times / at_once {
        writer.write_all(piece.as_bytes()).unwrap();
    }
    writer.write_all(after.as_bytes()).unwrap();
    writer.finish().unwrap().into_inner()
}

/// Returns small files that would be expensive to read.
fn hostile() -> Vec<(&'static str, Vec<u8>)> {
    const SHEET: &str = "xl/worksheets/s0.xml";
    const STRINGS: &str = "xl/sharedStrings.xml";
    const BOOK: &str = "xl/workbook.xml";
    let mut files = vec![
        ("styles", repeated("xl/styles.xml", "<styleSheet><cellXfs>", "<xf/>", 12_500_000, "</cellXfs></styleSheet>")),
        ("spaces", repeated(SHEET, "<worksheet>", " ", 250_000_000, "</worksheet>")),
        ("text", repeated(SHEET, "<worksheet><sheetData><row><c t=\"inlineStr\"><is><t>", "가", 60_000_000, "")),
        ("texts", repeated(SHEET, "<worksheet><sheetData><row><c t=\"inlineStr\"><is>", "<t>가</t>", 6_000_000, "")),
        ("attribute", repeated(SHEET, "<worksheet a=\"", "x", 200_000_000, "\"/>")),
        ("attributes", repeated(SHEET, "<worksheet ", "a=\"\" ", 20_000_000, "/>")),
        ("depth", repeated(SHEET, "<worksheet>", "<a>", 20_000_000, "")),
        ("comment", repeated(SHEET, "<worksheet><!--", "x", 200_000_000, "--></worksheet>")),
        ("cells", repeated(SHEET, "<worksheet><sheetData><row>", "<c/>", 3_000_000, "</row></sheetData></worksheet>")),
        (
            "merged",
            repeated(SHEET, "<worksheet><sheetData/>", "<mergeCell ref=\"A1:XFD1048576\"/>", 2_000_000, "</worksheet>"),
        ),
        (
            "sheets",
            repeated(BOOK, "<workbook><sheets>", "<sheet name=\"a\" id=\"r0\"/>", 1_000_000, "</sheets></workbook>"),
        ),
        (
            "same sheet",
            repeated(BOOK, "<workbook><sheets>", "<sheet name=\"a\" id=\"r0\"/>", 200, "</sheets></workbook>"),
        ),
        ("names", repeated(BOOK, "<workbook>", "<definedName>x</definedName>", 5_000_000, "</workbook>")),
        (
            "relations",
            repeated(
                "xl/_rels/workbook.xml.rels",
                "<Relationships>",
                "<Relationship Id=\"a\"/>",
                1_000_000,
                "</Relationships>",
            ),
        ),
        ("entities", repeated(BOOK, "<!DOCTYPE a [<!ENTITY a \"", "aaaaaaaaaa", 1_000_000, "\">]><workbook/>")),
        ("unused", repeated("xl/media/image1.png", "", "x", 250_000_000, "")),
    ];
    let relations = r#"<Relationships><Relationship Id="r0" Type="http://x/worksheet" Target="worksheets/s0.xml"/><Relationship Id="t" Type="http://x/sharedStrings" Target="sharedStrings.xml"/></Relationships>"#;
    // One shared string used in every cell of a row.
    let run = format!("<r><t>{}</t></r>", "a".repeat(1_000));
    let cells = "<c t=\"s\"><v>0</v></c>".repeat(250);
    for (name, runs) in [("a text everywhere", 4_000), ("a long text everywhere", 120)] {
        let text = repeated(STRINGS, "<sst><si>", &run, runs, "</si></sst>");
        let text = replaced(&text, "xl/_rels/workbook.xml.rels", relations);
        let rows = format!("<worksheet><sheetData><row>{cells}</row></sheetData></worksheet>");
        files.push((name, replaced(&text, SHEET, &rows)));
    }
    let rows = "<row/>".repeat(100_000);
    let areas = "<mergeCell ref=\"A2:IW1048576\"/>".repeat(2_000);
    let covered = format!("<worksheet><sheetData>{rows}</sheetData><mergeCells>{areas}</mergeCells></worksheet>");
    files.push(("merged over one another", replaced(&book(&[], &[]).bytes(), SHEET, &covered)));
    let areas = "<mergeCell ref=\"IW1:A1048576\"/>".repeat(100_000);
    let backwards = format!("<worksheet><sheetData>{rows}</sheetData><mergeCells>{areas}</mergeCells></worksheet>");
    files.push(("merged backwards", replaced(&book(&[], &[]).bytes(), SHEET, &backwards)));
    for (name, text) in
        [("strings", "<si/>"), ("long strings", "<si><t>abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz</t></si>")]
    {
        let with_strings = repeated(STRINGS, "<sst uniqueCount=\"99999999999\">", text, 3_000_000, "</sst>");
        files.push((name, replaced(&with_strings, "xl/_rels/workbook.xml.rels", relations)));
    }
    // A directory that announces more entries than exist, and one whose entries all share the same bytes.
    let mut directory = book(&[], &[&["1", "남", "1980-05-17"]]).bytes();
    let end = directory.len() - 22;
    directory[end + 8..end + 12].copy_from_slice(&[0xFF, 0xFF, 0xFF, 0xFF]);
    files.push(("directory", directory));
    files
}

fn replaced(bytes: &[u8], part: &str, text: &str) -> Vec<u8> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for index in 0..archive.len() {
        let file = archive.by_index_raw(index).unwrap();
        if file.name() != part {
            writer.raw_copy_file(file).unwrap();
        }
    }
    writer.start_file(part, zip::write::SimpleFileOptions::default()).unwrap();
    writer.write_all(text.as_bytes()).unwrap();
    writer.finish().unwrap().into_inner()
}

/// The real server in a separate process, killed at the end of the test.
struct Process {
    child: Child,
    address: String,
}

impl Process {
    fn start(test: &TestDatabase) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_uno"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database-url", &test.url, "--token-secret-file"])
            .arg(test.secret_file())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let ready = BufReader::new(child.stdout.take().unwrap()).lines().next().unwrap().unwrap();
        let address = ready.split("http://").nth(1).unwrap().trim().to_owned();
        Self { child, address: format!("http://{address}") }
    }

    /// Returns a value of the process status, in megabytes.
    fn megabytes(&self, line: &str) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let found = status.lines().find_map(|text| text.strip_prefix(line)?.strip_prefix(':')).unwrap();
        found.split_whitespace().next().unwrap().parse::<u64>().unwrap() / 1024
    }

    /// Resets the peak memory.
    fn forget_peak(&self) {
        std::fs::write(format!("/proc/{}/clear_refs", self.child.id()), "5").unwrap();
    }

    fn upload(&self, world: &World, bytes: &[u8]) -> u16 {
        let company = world.retailer_id.0;
        let address = format!("{}/api/v1/companies/{company}/member-imports?fileName=f&format=XLSX", self.address);
        let agent: ureq::Agent = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        let request = agent.post(address).header("authorization", format!("Bearer {}", world.retailer));
        request.header("content-type", "application/octet-stream").send(bytes).unwrap().status().as_u16()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_hostile_spreadsheet_costs_little_memory_and_time() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let process = Process::start(&test);
    let honest = book(&[], &[&["1", "남", "1980-05-17"]]).bytes();
    assert_eq!(process.upload(&world, &honest), 200);
    let files = hostile();
    for (name, bytes) in &files {
        process.forget_peak();
        let (before, started) = (process.megabytes("VmRSS"), Instant::now());
        let status = process.upload(&world, bytes);
        let (peak, took) = (process.megabytes("VmHWM").saturating_sub(before), started.elapsed());
        println!("{name}: {} KB, {status}, {peak} MB more, {} ms", bytes.len() / 1024, took.as_millis());
        assert!(matches!(status, 200 | 422), "{name}: {status}");
        assert!(peak < 128, "{name}: {peak} MB");
        assert!(took < Duration::from_secs(60), "{name}: {took:?}");
    }
    process.forget_peak();
    std::thread::scope(|threads| {
        for (_, bytes) in files.iter().chain(&files) {
            threads.spawn(|| process.upload(&world, bytes));
        }
    });
    let peak = process.megabytes("VmHWM");
    println!("all at once: {peak} MB");
    assert!(peak < 400, "all at once: {peak} MB");
    assert_eq!(process.upload(&world, &honest), 200, "the server is alive");
}

#[test]
fn who_uploads_many_files_that_take_long_holds_up_nobody_else() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let long = repeated("xl/worksheets/s0.xml", "<worksheet><sheetData><row>", "<c/>", 400_000, "");
    let honest = book(&[], &[&["1", "남", "1980-05-17"]]).bytes();
    let read = AtomicU32::new(0);
    std::thread::scope(|threads| {
        for _ in 0..16 {
            threads.spawn(|| {
                upload(&world, &world.retailer, world.retailer_id, "XLSX", &long).unwrap_err();
                read.fetch_add(1, Ordering::Relaxed);
            });
        }
        assert!(becomes(|| read.load(Ordering::Relaxed) > 0));
        let before = read.load(Ordering::Relaxed);
        upload(&world, &world.dealer, world.retailer_id, "XLSX", &honest).unwrap();
        let meanwhile = read.load(Ordering::Relaxed) - before;
        assert!(meanwhile <= 6, "{meanwhile} files of another account came first");
    });
}
