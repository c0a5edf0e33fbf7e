//! Importing members with measurements from a file: first a preview, then a job.
//!
//! The file is CSV (UTF-8, a header in the first line) or XLSX (the first sheet). Columns are found
//! by the names in [`COLUMNS`], in any order; others are passed over. What a file does not say stays
//! as it is: an empty cell and a missing column change nothing.
//!
//! * A member is found by the number within the company, and registered when there is none.
//! * A measurement is found by its member and time, and registered when there is none. A row with a
//!   measured value needs `measuredAt`; a row without one is about the member only.
//! * `measuredAt` is ISO 8601. Without an offset it is the time in Seoul, a date alone the start of
//!   that day there: so people write it in spreadsheets, whose cells know no offset.

use super::{
    Upload,
    companies::CompanyId,
    endpoint, input,
    jobs::{Job, JobId},
    members::SCREEN,
    output,
    validation::{Rules, Value, Violation},
    value_enum,
};
use crate::domain::{
    decimal::Hundredths,
    grade::{Sex, physical::Setting},
    time::{Bound, Date, Timestamp},
};
use serde::{Deserialize, Serialize};

/// Largest file in bytes.
pub const MOST_BYTES: usize = 32 * 1024 * 1024;
/// Most rows of a file.
pub const MOST_ROWS: usize = 200_000;

value_enum! {
    /// What the file is.
    pub enum ImportFormat { Csv = "CSV", Xlsx = "XLSX" }
}

input! {
    /// What is uploaded.
    pub struct MemberImportUpload {
        /// Name of the file, shown with the job.
        file_name: String => text(1, 200),
        /// What the file is.
        format: ImportFormat => word(ImportFormat::WORDS),
    }
}

input! {
    /// One row of a file, its rules being those of the forms.
    pub struct MemberImportRow {
        /// Number within the company.
        member_no: String => text(1, 50),
        /// Sex.
        sex: Sex => word(Sex::WORDS),
        /// Birth date.
        birth_date: Date => past_date(),
        /// Name; a new member without one is named by the number.
        #[serde(default)]
        name: Option<String> => text(1, 100),
        /// Telephone.
        #[serde(default)]
        phone_number: Option<String> => phone(),
        /// E-mail address.
        #[serde(default)]
        email: Option<String> => email(),
        /// Address.
        #[serde(default)]
        address: Option<String> => text(0, 200),
        /// Height in cm.
        #[serde(default)]
        height_cm: Option<Hundredths> => decimal(5_000, 25_000),
        /// Weight in kg.
        #[serde(default)]
        weight_kg: Option<Hundredths> => decimal(200, 40_000),
        /// Body fat in %.
        #[serde(default)]
        body_fat_percent: Option<Hundredths> => decimal(100, 7_500),
        /// Systolic pressure in mmHg.
        #[serde(default)]
        systolic: Option<i64> => integer(50, 300),
        /// Diastolic pressure in mmHg, below the systolic one.
        #[serde(default)]
        diastolic: Option<i64> => integer(20, 200),
        /// Pulse per minute.
        #[serde(default)]
        pulse: Option<i64> => integer(20, 300),
        /// Where the pressure was taken; a new measurement that does not say is one of the clinic.
        #[serde(default)]
        setting: Option<Setting> => word(Setting::WORDS),
        /// When it was measured, neither before the birth nor in the future.
        #[serde(default)]
        measured_at: Option<Bound> => bound(),
    } also row_order
}

/// Fields of a row that are measured: with one of them the row needs the time.
const MEASURED: [&str; 6] = ["heightCm", "weightKg", "bodyFatPercent", "systolic", "diastolic", "pulse"];

fn row_order(row: &Value, violations: &mut Vec<Violation>) {
    if let (Some(systolic), Some(diastolic)) = (row.get("systolic").as_number(), row.get("diastolic").as_number())
        && systolic <= diastolic
    {
        violations.push(Violation::new("systolic", "order").with("above", "diastolic"));
    }
    let measured = MEASURED.iter().any(|field| *row.get(field) != Value::Nothing);
    match row.get("measuredAt").as_text().and_then(Bound::parse) {
        None if measured => violations.push(Violation::new("measuredAt", "required")),
        Some(at) if row.get("birthDate").as_text().and_then(Date::parse) > Some(at.first().date_in_seoul()) => {
            violations.push(Violation::new("measuredAt", "order").with("above", "birthDate"));
        }
        _ => {}
    }
}

/// Everything that is wrong with a row, empty cells being [`Value::Nothing`].
#[must_use]
pub fn row_violations(row: &Value, now: Timestamp) -> Vec<Violation> {
    let mut violations = MemberImportRow::FORM.violations(row, now.date_in_seoul());
    if row.get("measuredAt").as_text().and_then(Bound::parse).is_some_and(|at| at.first() > now) {
        violations.push(Violation::new("measuredAt", "future"));
    }
    violations
}

/// A column that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its field of [`MemberImportRow`], as it is named on the wire.
    pub name: &'static str,
    /// Its Korean names; capitals and spaces make no difference in any name.
    pub aliases: &'static [&'static str],
}

/// Every column that is read; those without which a file cannot be read come first.
pub const COLUMNS: [Column; 15] = [
    Column { name: "memberNo", aliases: &["회원번호"] },
    Column { name: "sex", aliases: &["성별"] },
    Column { name: "birthDate", aliases: &["생년월일"] },
    Column { name: "name", aliases: &["이름", "성명"] },
    Column { name: "phoneNumber", aliases: &["연락처", "전화번호", "휴대전화"] },
    Column { name: "email", aliases: &["이메일"] },
    Column { name: "address", aliases: &["주소"] },
    Column { name: "heightCm", aliases: &["키", "신장", "키(cm)"] },
    Column { name: "weightKg", aliases: &["체중", "몸무게", "체중(kg)"] },
    Column { name: "bodyFatPercent", aliases: &["체지방률", "체지방률(%)"] },
    Column { name: "systolic", aliases: &["수축기", "수축기(mmHg)"] },
    Column { name: "diastolic", aliases: &["이완기", "이완기(mmHg)"] },
    Column { name: "pulse", aliases: &["맥박", "맥박(회/분)"] },
    Column { name: "setting", aliases: &["측정장소"] },
    Column { name: "measuredAt", aliases: &["측정일시", "측정일"] },
];

/// How many of [`COLUMNS`] a file must have.
pub const REQUIRED_COLUMNS: usize = 3;

/// Words for the values of `sex` and `setting`; capitals make no difference.
pub const WORDS: &[(&str, &[&str])] = &[
    ("MALE", &["M", "남", "남자", "남성"]),
    ("FEMALE", &["F", "여", "여자", "여성"]),
    ("CLINIC", &["의료기관", "병원", "진료실"]),
    ("HOME", &["가정", "집"]),
];

output! {
    /// A row that will not be taken, and why. Beside the codes of the forms there are `columnCount`
    /// (more or fewer cells than columns), `encoding` (not UTF-8), `quote` (a quotation mark that
    /// nothing closes), `duplicate` (another row says otherwise about the same measurement) and
    /// `conflict` (another row says otherwise about the same member); the last two with that `line`.
    pub struct RowProblem {
        /// Line in the file, the header being line 1.
        pub line: i64,
        /// What is wrong; `path` is the column.
        pub violation: Violation,
        /// The value as it stands in the file, shortened.
        pub value: Option<String>,
    }
}

output! {
    /// A row as it was understood.
    pub struct SampleRow {
        /// Line in the file.
        pub line: i64,
        /// Values in the order of the columns.
        pub values: Vec<String>,
    }
}

output! {
    /// What an import would do; nothing has been written yet.
    pub struct MemberImportPreview {
        /// The job that waits to be started.
        pub job: Job,
        /// Columns that were recognised, in the order of the file.
        pub columns: Vec<String>,
        /// Columns that will be passed over.
        pub ignored_columns: Vec<String>,
        /// Rows that will be taken.
        pub valid_rows: i64,
        /// Rows that will not be taken.
        pub invalid_rows: i64,
        /// The first rows that will be taken.
        pub sample: Vec<SampleRow>,
        /// The first 100 problems; all of them are in the report.
        pub problems: Vec<RowProblem>,
    }
}

endpoint! {
    /// Takes a file, checks every row and answers what an import would do.
    /// A file that is no table of the expected columns is refused as a whole; the field `file` says why:
    /// `empty`, `noRows`, `notText`, `notSpreadsheet`, `missingColumn`, `duplicateColumn`,
    /// `tooManyColumns`, `tooManyRows` or `tooLarge`.
    pub PreviewMemberImport = Post "/api/v1/companies/{companyId}/member-imports",
    auth: Staff { screen: SCREEN, action: Create },
    path: PreviewMemberImportPath { company_id: CompanyId },
    query: MemberImportUpload,
    body: Upload,
    refuses: [UnreadableFile],
    ok: MemberImportPreview
}

endpoint! {
    /// Starts an import that has been previewed.
    pub StartMemberImport = Post "/api/v1/member-imports/{jobId}/start",
    auth: Staff { screen: SCREEN, action: Create },
    path: StartMemberImportPath { job_id: JobId },
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
            (&[("sex", "X")], &[("sex", "choice")]),
            (&[("birthDate", "2026-11-22")], &[("birthDate", "future")]),
            (&[("birthDate", "1850-01-01")], &[("birthDate", "tooEarly")]),
            (&[("measuredAt", "1989-12-31")], &[("measuredAt", "order")]),
            (&[("measuredAt", "1990-01-01")], &[]),
            (&[("measuredAt", "2026-11-21T12:00:01+09:00")], &[("measuredAt", "future")]),
            (&[("measuredAt", "yesterday")], &[("measuredAt", "format")]),
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
