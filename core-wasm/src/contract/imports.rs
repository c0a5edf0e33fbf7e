//! File imports of any kind: how a file is read, how columns are mapped to fields, and what users review and correct
//! before anything is written.
//!
//! The file is CSV (UTF-8, UTF-16 or CP949) or XLSX (the visible sheet that has rows or, of several, the only one whose
//! columns are known), with its header in one of the first 20 non-blank lines. Columns are identified by their headers,
//! in any order. Others are ignored, but the user must explicitly leave out a column that resembles a known one, or
//! that is a known one but hidden. The user can also map columns explicitly ([`ColumnChoice`]); the mapping is
//! remembered for the company, by header.
//!
//! A cell is read as displayed, or its row is rejected. An unusual notation (`1990. 1. 2.`, `오후 2:30`, `172cm`,
//! `118/76`, an acuity as `20/40` or `logMAR 0.3`) is accepted if it is unambiguous, and reported in the preview
//! ([`UnderstoodCells`]).

use super::{
    input, output,
    validation::{MAX_SAFE_INTEGER, Violation},
    value_enum,
};

/// Maximum file size in bytes.
pub const MAX_BYTES: usize = 32 * 1024 * 1024;
/// Maximum number of rows of a file.
pub const MAX_ROWS: usize = 200_000;

/// Maximum number of columns of a file.
pub const MAX_COLUMNS: usize = 256;
/// Maximum number of corrected cells per file.
pub const MAX_CORRECTIONS: usize = 200;

value_enum! {
    /// Format of a file.
    pub enum ImportFormat { Csv = "CSV", Xlsx = "XLSX" }
}

value_enum! {
    /// Encoding of a text file.
    pub enum ImportEncoding { Utf8 = "UTF_8", Utf16 = "UTF_16", Cp949 = "CP949" }
}

value_enum! {
    /// Delimiter between the cells of a text file.
    pub enum ImportDelimiter { Comma = "COMMA", Semicolon = "SEMICOLON", Tab = "TAB" }
}

output! {
    /// A value that is possible but should be checked. It can be imported as it is.
    pub struct UnusualValue {
        /// Line in the file.
        pub line: i64,
        /// Member number.
        pub member_no: String,
        /// The field.
        pub field: String,
        /// The value.
        pub value: Option<String>,
        /// The person's previous value, if the value is implausibly far from it; otherwise it is rare by itself.
        pub before: Option<String>,
    }
}

output! {
    /// Properties detected in a file.
    pub struct ImportSource {
        /// Encoding of a text file.
        pub encoding: Option<ImportEncoding>,
        /// Delimiter between the cells of a text file.
        pub delimiter: Option<ImportDelimiter>,
        /// Name of the sheet that is read.
        pub sheet: Option<String>,
    }
}

output! {
    /// A visible sheet with rows.
    pub struct ImportSheet {
        /// Index in the file, from 0.
        pub index: i64,
        /// Name of the sheet.
        pub name: String,
    }
}

output! {
    /// A column that is not read but resembles a known one.
    pub struct DoubtfulColumn {
        /// Index in the file, from 0.
        pub index: i64,
        /// Header in the file.
        pub name: String,
        /// Field that it resembles.
        pub resembles: String,
        /// Whether it is hidden and its header is known or resembles a known one.
        pub is_hidden: bool,
    }
}

value_enum! {
    /// Why a column is mapped as it is.
    pub enum ColumnReason {
        /// By its header.
        Name = "NAME",
        /// The user chose it in an earlier import of the company.
        Remembered = "REMEMBERED",
        /// The user chose it.
        Chosen = "CHOSEN",
        /// It is not read but resembles a known column: the user must decide.
        Doubtful = "DOUBTFUL",
        /// Its values are not imported, but must match the member's data.
        Confirms = "CONFIRMS",
        /// It is not read.
        Unknown = "UNKNOWN",
    }
}

output! {
    /// A column of the file and its mapping.
    pub struct FileColumn {
        /// Index in the file, from 0.
        pub index: i64,
        /// Header in the file.
        pub name: String,
        /// The field that it is mapped to: a field of the row, `bloodPressure` (two pressures as `118/76`),
        /// `measuredTime` (the time of day, if another column has the date) or `memberName` (which must be that of the
        /// number's member).
        pub field: Option<String>,
        /// Reason of the mapping.
        pub reason: ColumnReason,
        /// Whether it is hidden; hidden columns can only be left out.
        pub is_hidden: bool,
    }
}

value_enum! {
    /// An unusual notation.
    pub enum Spelling {
        /// `1990.1.2`, `1990. 1. 2.`
        Dots = "DOTS",
        /// `1990/1/2`
        Slashes = "SLASHES",
        /// `1990-1-2`
        Hyphens = "HYPHENS",
        /// `1990년 1월 2일`
        Korean = "KOREAN",
        /// `19900102`
        Digits = "DIGITS",
        /// `9:30`, `오후 2:30`, `9시 30분`
        Clock = "CLOCK",
        /// Date and time of day in two columns.
        TwoColumns = "TWO_COLUMNS",
        /// `172cm`, `18.5 %`
        Unit = "UNIT",
        /// `118/76`
        Pair = "PAIR",
        /// `１７２．５`
        Wide = "WIDE",
        /// `20/40`
        Snellen = "SNELLEN",
        /// `logMAR 0.3`, or a number in a column with that in its header
        LogMar = "LOG_MAR",
    }
}

output! {
    /// Cells of a column in an unusual notation, and how they are read.
    pub struct UnderstoodCells {
        /// Index of the column in the file, from 0.
        pub index: i64,
        /// Header in the file.
        pub name: String,
        /// Notation.
        pub spelling: Spelling,
        /// First such cell, as written in the file.
        pub written: String,
        /// Value that it is read as.
        pub read: String,
        /// Number of importable rows with such a cell.
        pub rows: i64,
    }
}

output! {
    /// A value that rows get because the file does not state it.
    pub struct AssumedValue {
        /// Field.
        pub field: String,
        /// The assumed value.
        pub value: String,
        /// Number of importable rows that do not state it. Of members' files, those that correct a stored measurement
        /// keep its value.
        pub rows: i64,
    }
}

input! {
    /// The user's mapping of a column.
    pub struct ColumnChoice {
        /// Index in the file, from 0.
        column: i64 => integer(0, 255),
        /// Field that it is mapped to; absent to leave the column out.
        field: Option<String> => text(0, 50),
    }
}

input! {
    /// A cell corrected by the user; the file itself stays unchanged.
    pub struct CellCorrection {
        /// Line in the file.
        line: i64 => integer(1, MAX_SAFE_INTEGER),
        /// Index of the column in the file, from 0.
        column: i64 => integer(0, 255),
        /// Corrected value; absent for an empty cell.
        value: Option<String> => text(0, 300),
    }
}

input! {
    /// The user's decisions about a preview, with which the file is read again. They replace all earlier decisions.
    pub struct ImportReview {
        /// Columns to map differently.
        columns: Vec<ColumnChoice> => forms(ColumnChoice::FORM, MAX_COLUMNS),
        /// Corrected cells.
        corrections: Vec<CellCorrection> => forms(CellCorrection::FORM, MAX_CORRECTIONS),
    }
}

/// A column that can be imported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Field name on the wire.
    pub name: &'static str,
    /// Alternative headers; the first one is used in the sample file. Comparison ignores case, spaces and punctuation,
    /// and a unit of the column in brackets or at the end.
    pub aliases: &'static [&'static str],
    /// Accepted units; the first is the usual one.
    pub units: &'static [&'static str],
    /// Values of the two rows of the sample file.
    pub examples: [&'static str; 2],
}

/// Creates a column without a unit.
#[must_use]
pub(crate) const fn column(
    name: &'static str,
    aliases: &'static [&'static str],
    examples: [&'static str; 2],
) -> Column {
    Column { name, aliases, units: &[], examples }
}

impl Column {
    /// Sets the units.
    #[must_use]
    pub(crate) const fn in_units(self, units: &'static [&'static str]) -> Self {
        Self { units, ..self }
    }
}

/// Two pressures in one column; it maps to two fields of a row.
pub const BLOOD_PRESSURE: Column = column(
    "bloodPressure",
    &[
        "혈압",
        "혈압 수축기 이완기",
        "수축기/이완기",
        "수축기/이완기 혈압",
        "최고/최저 혈압",
        "혈압 최고 최저",
        "BP",
        "systolic/diastolic",
        "SBP/DBP",
    ],
    ["118/76", "124/82"],
)
.in_units(PRESSURE);

/// The time of day in a separate column; part of `measuredAt`.
pub const MEASURED_TIME: Column = column(
    "measuredTime",
    &[
        "검사 시간",
        "검사 시각",
        "검진 시간",
        "검진 시각",
        "시간",
        "시각",
        "time of day",
        "time",
        "exam time",
        "test time",
    ],
    ["09:30", "14:00"],
);

/// The member's name beside the number; it is compared with the member's and not imported.
pub const MEMBER_NAME: Column = column(
    "memberName",
    &[
        "이름",
        "성명",
        "성함",
        "회원명",
        "회원 이름",
        "회원 성명",
        "회원 성함",
        "본명",
        "피검자",
        "피검자명",
        "피검자 성명",
        "피검자 이름",
        "수검자",
        "수검자명",
        "수검자 성명",
        "수검자 이름",
        "환자명",
        "환자 성명",
        "환자 이름",
        "대상자",
        "대상자명",
        "고객명",
        "고객 성명",
        "직원명",
        "사원명",
        "학생명",
        "이용자명",
        "이용자 이름",
        "참여자명",
        "姓名",
        "氏名",
        "name",
        "full name",
        "member name",
        "patient name",
    ],
    ["김하나", "이두리"],
);

/// Headers of `measuredAt` that mean the time of day if another column has the date.
pub const TIMES_OF_DAY: &[&str] = &["측정시각", "측정시간", "measurement time"];

pub(crate) const PRESSURE: &[&str] = &["mmHg"];

output! {
    /// A row that will not be imported, and why. In addition to the codes of the forms there are
    ///
    /// * `columnCount` (more or fewer cells than columns), `unnamedColumn` (a value in a column without a header),
    ///   `quote` (an unclosed quotation mark), `hiddenRow`, `merged` (a cell that is merged with another);
    /// * `dateFormat`, `timeFormat` and `noSuchDate` (a date or time in an unknown format, or not in the calendar),
    ///   `shortYear` (a two-digit year) and `dayOrder` (day and month are ambiguous), which are never guessed,
    ///   `timeTwice` (a time of day although the other column already has one), `leadingZero` (a telephone number that
    ///   has lost its first digit);
    /// * `cellUnit` (a number with a different unit), `pressurePair` (not two pressures such as `118/76`);
    /// * `errorCell`, `noValue` (a formula that was never computed), `formula` (a formula in a text), `boolean`,
    ///   `scientific` and `numberFormat` (the displayed value cannot be determined for certain);
    /// * `duplicate` (another row has different values for the same measurement), `conflict` (another row has different
    ///   values for the same member), both with that `line`; in reports `notAccepted` (a change of a known member that
    ///   was not accepted).
    pub struct RowProblem {
        /// Line in the file, from 1.
        pub line: i64,
        /// Index of the column in the file, from 0; absent if the error concerns the whole row.
        pub column: Option<i64>,
        /// Validation error; `path` is the field.
        pub violation: Violation,
        /// Value as written in the file, shortened.
        pub value: Option<String>,
    }
}

output! {
    /// A row as it was read.
    pub struct SampleRow {
        /// Line in the file.
        pub line: i64,
        /// Values that will be written, in the order of the mapped fields.
        pub values: Vec<String>,
    }
}

output! {
    /// A column that a file may have.
    pub struct ImportColumn {
        /// Field.
        pub field: String,
        /// Known headers.
        pub names: Vec<String>,
        /// Whether it is required.
        pub required: bool,
        /// Unit of its values.
        pub unit: Option<String>,
        /// Smallest value.
        pub min: Option<String>,
        /// Largest value.
        pub max: Option<String>,
        /// Allowed values, if it has a fixed set.
        pub words: Vec<String>,
    }
}

output! {
    /// Description of the files that can be imported.
    pub struct ImportGuide {
        /// Columns.
        pub columns: Vec<ImportColumn>,
        /// Maximum number of rows.
        pub most_rows: i64,
        /// Maximum size in bytes.
        pub most_bytes: i64,
    }
}

input! {
    /// Query of a sample file.
    pub struct ImportSample {
        /// Format of the file.
        format: ImportFormat => word(ImportFormat::WORDS),
    }
}
