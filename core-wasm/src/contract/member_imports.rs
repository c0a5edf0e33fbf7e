//! Import of members with measurements from a file: first a preview, then a job.
//!
//! For how files are read and what users can decide about that, see [`super::imports`].
//!
//! An import only changes what the file contains: an empty cell or a missing column changes nothing.
//!
//! * A member is looked up by the number within the company, and registered if there is none. A row that differs from a
//!   known member's name, birth date or sex, or from a stored measurement's values, is skipped, unless the user who
//!   starts the import accepts such changes.
//! * With `evidence` and `level`, everyone in the file is also registered as a user and linked with the member, as
//!   `RegisterUser` does for one. Members who are already linked, or have a pending request, stay unchanged.
//! * A measurement is looked up by its member and time, and created if there is none. A row with a measured value needs
//!   `measuredAt`; a row without one only concerns the member.
//! * `measuredAt` is ISO 8601. Without an offset it is the time in Seoul, and a date alone is the start of that day
//!   there, because spreadsheet cells have no offset.

use super::{
    File, Upload,
    companies::CompanyPath,
    endpoint,
    imports::{
        AssumedValue, Column, DoubtfulColumn, FileColumn, ImportFormat, ImportGuide, ImportReview, ImportSample,
        ImportSheet, ImportSource, MAX_COLUMNS, PRESSURE, RowProblem, SampleRow, UnderstoodCells, UnusualValue, column,
    },
    input,
    jobs::{Job, JobPath},
    members::SCREEN,
    output,
    physical_measurements::check_pressure_details,
    users::{LevelEvidence, UserLevel},
    validation::{Rules, Value, Violation},
};
use crate::domain::{
    decimal::Hundredths,
    grade::{
        Sex,
        physical::{self, Arm, Posture, Setting},
    },
    time::{Bound, Date, Timestamp},
};

input! {
    /// Query of an upload.
    pub struct MemberImportUpload {
        /// Name of the file, shown with the job.
        file_name: String => text(1, 200),
        /// Format of the file.
        format: ImportFormat => word(ImportFormat::WORDS),
        /// Index of the sheet in the file; required if several sheets have rows.
        sheet: Option<i64> => integer(0, 254),
        /// How staff verified the identity of everyone in the file, to register them as users.
        evidence: Option<LevelEvidence> => word(LevelEvidence::WORDS),
        /// The resulting verified level; required with the evidence and only allowed with it.
        level: Option<UserLevel> => word(UserLevel::VERIFIED_WORDS),
    } also evidence_with_level
}

fn evidence_with_level(upload: &Value, violations: &mut Vec<Violation>) {
    let said = |field: &str| *upload.get(field) != Value::Nothing;
    for (field, other) in [("evidence", "level"), ("level", "evidence")] {
        if said(other) && !said(field) {
            violations.push(Violation::new(field, "required"));
        }
    }
}

output! {
    /// A value of a known member or of a stored measurement that a row would change.
    pub struct MemberChange {
        /// Line in the file.
        pub line: i64,
        /// Member number.
        pub member_no: String,
        /// `name`, `birthDate`, `sex`, or a field of the measurement.
        pub field: String,
        /// Stored value, masked as in lists; `***` for a measured value that the caller may not read.
        pub before: String,
        /// Value in the file.
        pub after: String,
    }
}

input! {
    /// One row of a file, with the same validation rules as the forms.
    pub struct MemberImportRow {
        /// Member number within the company.
        member_no: String => text(1, 50),
        /// Sex.
        sex: Sex => word(Sex::WORDS),
        /// Birth date.
        birth_date: Date => past_date(),
        /// Name; a new member without one gets the number as its name.
        name: Option<String> => text(1, 100),
        /// Telephone number.
        phone_number: Option<String> => phone(),
        /// E-mail address.
        email: Option<String> => email(),
        /// Address.
        address: Option<String> => text(0, 200),
        /// Division of the company: its name, or the path from the top if several have the same name (`본부 > 상담팀`).
        division: Option<String> => text(0, 300),
        /// Height in cm.
        height_cm: Option<Hundredths> => decimal(physical::HEIGHT.min, physical::HEIGHT.max),
        /// Weight in kg.
        weight_kg: Option<Hundredths> => decimal(physical::WEIGHT.min, physical::WEIGHT.max),
        /// Body fat in %.
        body_fat_percent: Option<Hundredths> => decimal(physical::BODY_FAT_PERCENT.min, physical::BODY_FAT_PERCENT.max),
        /// Systolic pressure in mmHg.
        systolic: Option<i64> => integer(physical::SYSTOLIC_PRESSURE.min, physical::SYSTOLIC_PRESSURE.max),
        /// Diastolic pressure in mmHg, below the systolic one.
        diastolic: Option<i64> => integer(physical::DIASTOLIC_PRESSURE.min, physical::DIASTOLIC_PRESSURE.max),
        /// Pulse per minute.
        pulse: Option<i64> => integer(20, 300),
        /// Where the pressure was measured; a new measurement defaults to clinic.
        setting: Option<Setting> => word(Setting::WORDS),
        /// The arm on which the pressure was measured.
        arm: Option<Arm> => word(Arm::WORDS),
        /// The person's posture during the pressure measurement.
        posture: Option<Posture> => word(Posture::WORDS),
        /// Index of the pressure reading within a series, from 1.
        reading_number: Option<i64> => integer(physical::READING_NUMBER.min, physical::READING_NUMBER.max),
        /// When it was measured; neither before the birth nor in the future.
        measured_at: Option<Bound> => bound(),
    } also check_row
}

/// Measured values of a row. If any is present, the row needs the time.
const MEASURED: [&str; 6] = ["heightCm", "weightKg", "bodyFatPercent", "systolic", "diastolic", "pulse"];

fn check_row(row: &Value, violations: &mut Vec<Violation>) {
    if let (Some(systolic), Some(diastolic)) = (row.get("systolic").as_number(), row.get("diastolic").as_number())
        && systolic <= diastolic
    {
        violations.push(Violation::new("systolic", "order").with("above", "diastolic"));
    }
    check_pressure_details(row, violations);
    let measured = MEASURED.iter().any(|field| *row.get(field) != Value::Nothing);
    if row.get("phoneNumber").as_text().is_some_and(has_lost_its_zero) {
        violations.push(Violation::new("phoneNumber", "leadingZero"));
    }
    match row.get("measuredAt").as_text().and_then(Bound::parse) {
        None if measured => violations.push(Violation::new("measuredAt", "required")),
        Some(at) if row.get("birthDate").as_text().and_then(Date::parse) > Some(at.first().date_in_seoul()) => {
            violations.push(Violation::new("measuredAt", "order").with("above", "birthDate"));
        }
        _ => {}
    }
}

/// Returns whether a number starts neither with 0 nor with a country code and is longer than numbers that need neither,
/// such as 1588-1234. In that case a spreadsheet has read `01012345678` as the number 1012345678.
fn has_lost_its_zero(phone: &str) -> bool {
    let digits = phone.bytes().filter(u8::is_ascii_digit).count();
    digits > 8 && !phone.trim_start_matches(['(', ' ']).starts_with(['0', '+'])
}

/// Returns all violations of a row. Empty cells are [`Value::Nothing`].
#[must_use]
pub fn row_violations(row: &Value, now: Timestamp) -> Vec<Violation> {
    let mut violations = MemberImportRow::FORM.violations(row, now.date_in_seoul());
    if row.get("measuredAt").as_text().and_then(Bound::parse).is_some_and(|at| at.first() > now) {
        violations.push(Violation::new("measuredAt", "future"));
    }
    violations
}

/// All columns that are read, required ones first.
pub const COLUMNS: [Column; 19] = [
    column(
        "memberNo",
        &["회원번호", "회원 No", "회원 ID", "회원코드", "member number", "member ID"],
        ["M-0001", "M-0002"],
    ),
    column("sex", &["성별", "gender"], ["남", "여"]),
    column(
        "birthDate",
        &["생년월일", "생일", "출생일", "date of birth", "birthday", "DOB"],
        ["1980-05-17", "1992-11-03"],
    ),
    column(
        "name",
        &["이름", "성명", "회원명", "회원 이름", "회원 성명", "member name", "full name"],
        ["김하나", "이두리"],
    ),
    column(
        "phoneNumber",
        &[
            "휴대폰 번호",
            "휴대폰",
            "휴대전화",
            "연락처",
            "전화번호",
            "전화",
            "핸드폰",
            "휴대전화번호",
            "핸드폰번호",
            "phone",
            "mobile",
            "mobile phone",
            "mobile number",
            "telephone",
            "cell phone",
        ],
        ["010-1234-5678", "010-8765-4321"],
    ),
    column("email", &["이메일", "이메일 주소", "메일", "전자우편", "e-mail address", "mail"], ["hana@example.com", ""]),
    column("address", &["주소", "거주지", "집주소"], ["서울특별시 강남구 테헤란로 1", ""]),
    column("division", &["부서", "부서명", "소속 부서", "department", "department name"], ["", ""]),
    column("heightCm", &["키(cm)", "키", "신장", "height", "body height"], ["162.5", "158"])
        .in_units(&["cm", "센티미터"]),
    column("weightKg", &["몸무게(kg)", "몸무게", "체중", "weight", "body weight"], ["55.2", "61"])
        .in_units(&["kg", "킬로그램"]),
    column(
        "bodyFatPercent",
        &["체지방률(%)", "체지방률", "체지방", "체지방율", "body fat", "body fat percentage", "PBF"],
        ["24.5", ""],
    )
    .in_units(&["%", "퍼센트", "percent"]),
    column(
        "systolic",
        &[
            "수축기 혈압(mmHg)",
            "수축기",
            "수축기 혈압",
            "최고 혈압",
            "수축 혈압",
            "혈압 수축기",
            "systolic blood pressure",
            "systolic pressure",
            "systolic BP",
            "SBP",
        ],
        ["118", "124"],
    )
    .in_units(PRESSURE),
    column(
        "diastolic",
        &[
            "이완기 혈압(mmHg)",
            "이완기",
            "이완기 혈압",
            "최저 혈압",
            "이완 혈압",
            "혈압 이완기",
            "diastolic blood pressure",
            "diastolic pressure",
            "diastolic BP",
            "DBP",
        ],
        ["76", "82"],
    )
    .in_units(PRESSURE),
    column("pulse", &["맥박(회/분)", "맥박", "맥박수", "심박수", "심박", "pulse rate", "heart rate"], ["70", ""])
        .in_units(&["bpm", "회/분", "회", "/분", "/min", "beats/min"]),
    column("setting", &["측정 장소", "측정 환경", "measurement setting"], ["의료기관", "가정"]),
    column("arm", &["측정 팔", "팔", "측정 부위", "BP arm"], ["왼팔", "오른팔"]),
    column("posture", &["자세", "체위", "body position"], ["앉은 자세", "앉은 자세"]),
    column("readingNumber", &["측정 회차", "reading no."], ["1", "2"]).in_units(&["회", "차", "회차", "번째"]),
    column(
        "measuredAt",
        &[
            "측정일시",
            "측정일",
            "측정일자",
            "측정 날짜",
            "측정시각",
            "측정시간",
            "검사일",
            "검사일자",
            "검사일시",
            "검사 날짜",
            "검진일",
            "검진일자",
            "검진일시",
            "measured on",
            "measurement date",
            "measurement time",
            "date measured",
            "test date",
            "exam date",
        ],
        ["2026-01-05 09:30", "2026-01-06"],
    ),
];

/// Number of required columns, the first of [`COLUMNS`].
pub const REQUIRED_COLUMNS: usize = 3;

/// Synonyms of the values of `sex`, `setting`, `arm` and `posture`; case-insensitive.
pub const WORDS: &[(&str, &[&str])] = &[
    ("MALE", &["남", "남자", "남성", "M"]),
    ("FEMALE", &["여", "여자", "여성", "F"]),
    ("CLINIC", &["의료기관", "병원", "진료실"]),
    ("HOME", &["가정", "집"]),
    ("LEFT", &["왼팔", "왼쪽", "왼쪽 팔", "좌", "좌측", "L", "left arm"]),
    ("RIGHT", &["오른팔", "오른쪽", "오른쪽 팔", "우", "우측", "R", "right arm"]),
    ("SITTING", &["앉은 자세", "앉은자세", "앉아서", "앉음", "좌위"]),
    ("LYING", &["누운 자세", "누운자세", "누워서", "누움", "와위", "앙와위", "supine"]),
    ("STANDING", &["선 자세", "선자세", "서서", "서 있음", "입위", "기립"]),
];

output! {
    /// Preview of an import; nothing has been written yet.
    pub struct MemberImportPreview {
        /// The job to start; `null` until a sheet is selected.
        pub job: Option<Job>,
        /// Properties of the file.
        pub source: ImportSource,
        /// The visible sheets, if several have rows.
        pub sheets: Vec<ImportSheet>,
        /// Line of the header.
        pub header_line: Option<i64>,
        /// All columns of the file, and the fields that they were mapped to.
        pub file_columns: Vec<FileColumn>,
        /// Fields that a column can be mapped to.
        pub fields: Vec<String>,
        /// Required fields that no column is mapped to. The import cannot be started until there are none.
        pub missing_columns: Vec<String>,
        /// Cells in an unusual notation, and how they are read.
        pub understood: Vec<UnderstoodCells>,
        /// Values that the file does not state and that are assumed.
        pub assumed: Vec<AssumedValue>,
        /// Mapped fields, in file order.
        pub columns: Vec<String>,
        /// Columns that will be ignored.
        pub ignored_columns: Vec<String>,
        /// Columns that resemble known ones. Each must be left out explicitly before the start.
        pub doubtful_columns: Vec<DoubtfulColumn>,
        /// Number of rows that will be imported.
        pub valid_rows: i64,
        /// Number of rows that will not be imported.
        pub invalid_rows: i64,
        /// Number of importable rows that change a known member's name, birth date or sex, or replace a value of a
        /// stored measurement. They are skipped unless changes are accepted.
        pub changed_rows: i64,
        /// Number of people in those rows who will be registered as users; `null` if users are not registered.
        pub new_users: Option<i64>,
        /// Number of people in those rows who are already linked with a user or have a pending request; `null`
        /// likewise.
        pub linked_members: Option<i64>,
        /// The first 100 such changes.
        pub changes: Vec<MemberChange>,
        /// Number of importable rows with a measured value that is possible but rare, or implausibly far from the
        /// person's previous measurement.
        pub unusual_rows: i64,
        /// These values of the first such rows, up to 100.
        pub unusual: Vec<UnusualValue>,
        /// The first rows that will be imported.
        pub sample: Vec<SampleRow>,
        /// The first 100 problems; all of them are in the report.
        pub problems: Vec<RowProblem>,
    }
}

input! {
    /// Decisions about a preview.
    pub struct MemberImportStart {
        /// Whether names, birth dates and sexes of known members and values of stored measurements may be changed.
        accept_changes: Option<bool> => flag(),
        /// Indexes of the doubtful columns to leave out; must contain all of them.
        leave_out: Vec<i64> => series(0, 255, MAX_COLUMNS),
    }
}

endpoint! {
    /// Returns the columns that a file may have.
    pub GetMemberImportGuide = Get "/api/v1/member-imports/guide",
    auth: Staff { screen: SCREEN, action: Create },
    ok: ImportGuide
}

endpoint! {
    /// Returns a sample file with all columns and two rows.
    pub DownloadMemberImportSample = Get "/api/v1/member-imports/sample",
    auth: Staff { screen: SCREEN, action: Create },
    query: ImportSample,
    ok: File
}

endpoint! {
    /// Uploads a file, validates every row and returns a preview of the import.
    /// A file that is not a table with the expected columns is rejected as a whole. The field `file` has the reason:
    /// `empty`, `noRows`, `notText`, `encoding` (with the `line`), `notSpreadsheet`, `oldSpreadsheet` (XLS, XLSB, ODS
    /// or password-protected), `noSuchSheet`, `hiddenHeader`, `missingColumn`, `hiddenColumn`, `duplicateColumn`,
    /// `foreignUnit`, `tooManyColumns`, `tooManyRows` or `fileTooLarge` (uncompressed). Missing columns do not reject a
    /// file with some that are recognised, or with as many as are required: the preview lists them, and the user can map
    /// them.
    ///
    /// Registering users requires the permission to register one.
    pub PreviewMemberImport = Post "/api/v1/companies/{companyId}/member-imports",
    auth: Staff { screen: SCREEN, action: Create },
    path: CompanyPath,
    query: MemberImportUpload,
    body: Upload,
    refuses: [TooManyRequests, UnreadableFile],
    ok: MemberImportPreview
}

endpoint! {
    /// Reads the file of a preview again with the user's decisions about its columns and cells.
    ///
    /// The decisions are stored with the job and used by the import: it imports only what a preview has shown.
    pub ReviewMemberImport = Post "/api/v1/member-imports/{jobId}/preview",
    auth: Staff { screen: SCREEN, action: Create },
    path: JobPath,
    body: ImportReview,
    keyless: "The same decisions give the same preview.",
    refuses: [TooManyRequests, UnreadableFile, JobState],
    ok: MemberImportPreview
}

endpoint! {
    /// Starts an import that has been previewed.
    ///
    /// Doubtful columns that are not left out are rejected as `undecided`, missing ones as `missingColumn`. Decisions
    /// about columns are remembered for the company. Accepting changes of known members requires the permission to
    /// change members.
    pub StartMemberImport = Post "/api/v1/member-imports/{jobId}/start",
    auth: Staff { screen: SCREEN, action: Create },
    path: JobPath,
    body: MemberImportStart,
    refuses: [JobState],
    ok: Job
}

#[cfg(test)]
mod tests {
    use super::{COLUMNS, MemberImportRow, REQUIRED_COLUMNS, row_violations};
    use crate::contract::validation::{Rules, Value, camel_case};
    use crate::domain::time::Timestamp;

    fn codes(cells: &[(&str, &str)]) -> Vec<(String, String)> {
        let mut row = vec![("memberNo", "1"), ("sex", "MALE"), ("birthDate", "1990-01-01")];
        row.retain(|(name, _)| !cells.iter().any(|(cell, _)| cell == name));
        row.extend_from_slice(cells);
        let row = row.into_iter().map(|(name, text)| (name.to_owned(), Value::Text(text.to_owned())));
        let now = Timestamp::parse("2026-11-21T12:00:00+09:00").unwrap_or(Timestamp(0));
        let found = row_violations(&Value::Object(row.collect()), now);
        found.into_iter().map(|violation| (violation.path, violation.code)).collect()
    }

    #[test]
    fn the_columns_are_the_fields_of_a_row() {
        let fields: Vec<String> = MemberImportRow::FORM.fields.iter().map(|field| camel_case(field.name)).collect();
        assert_eq!(fields, COLUMNS.map(|column| column.name));
        for (index, field) in MemberImportRow::FORM.fields.iter().enumerate() {
            assert_eq!(field.required, index < REQUIRED_COLUMNS, "{}", field.name);
        }
    }

    #[test]
    fn a_row_is_checked_by_the_rules_of_the_forms() {
        type Pairs<'a> = &'a [(&'a str, &'a str)];
        let at = ("measuredAt", "2020-01-01");
        let cases: &[(Pairs, Pairs)] = &[
            (&[], &[]),
            (&[("heightCm", "170.5"), at], &[]),
            (&[("heightCm", "17"), at], &[("heightCm", "tooSmall")]),
            (&[("weightKg", "401"), at], &[("weightKg", "tooLarge")]),
            (&[("bodyFatPercent", "0.5"), at], &[("bodyFatPercent", "tooSmall")]),
            (&[("systolic", "120"), ("diastolic", "80"), at], &[]),
            (&[("systolic", "80"), ("diastolic", "80"), at], &[("systolic", "order")]),
            (&[("systolic", "120")], &[("measuredAt", "required")]),
            (&[("systolic", "120"), ("diastolic", "80"), ("arm", "LEFT"), ("readingNumber", "2"), at], &[]),
            (&[("systolic", "120"), ("diastolic", "80"), ("posture", "X"), at], &[("posture", "choice")]),
            (&[("weightKg", "70"), ("arm", "LEFT"), at], &[("arm", "notAllowed")]),
            (&[("sex", "X")], &[("sex", "choice")]),
            (&[("birthDate", "2026-11-22")], &[("birthDate", "future")]),
            (&[("birthDate", "1850-01-01")], &[("birthDate", "tooEarly")]),
            (&[("measuredAt", "1989-12-31")], &[("measuredAt", "order")]),
            (&[("measuredAt", "1990-01-01")], &[]),
            (&[("measuredAt", "2026-11-21T12:00:01+09:00")], &[("measuredAt", "future")]),
            (&[("measuredAt", "yesterday")], &[("measuredAt", "format")]),
            (&[("phoneNumber", "010-1234-5678")], &[]),
            (&[("phoneNumber", "+82 10-1234-5678")], &[]),
            (&[("phoneNumber", "1588-1234")], &[]),
            (&[("phoneNumber", "1012345678")], &[("phoneNumber", "leadingZero")]),
            (&[("phoneNumber", "10-1234-5678")], &[("phoneNumber", "leadingZero")]),
        ];
        for (cells, expected) in cases {
            let expected: Vec<(String, String)> =
                expected.iter().map(|(path, code)| ((*path).to_owned(), (*code).to_owned())).collect();
            assert_eq!(codes(cells), expected, "{cells:?}");
        }
    }

    #[test]
    fn a_name_of_three_hundred_characters_is_too_long() {
        assert_eq!(codes(&[("name", &"가".repeat(300))]), [("name".to_owned(), "tooLong".to_owned())]);
    }
}
