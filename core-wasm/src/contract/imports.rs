//! Importing from files, whatever is imported: how a file is read, which of its columns is which field, and what a
//! person has to see and may correct before anything is written.
//!
//! The file is CSV (UTF-8, UTF-16 or CP949) or XLSX (the visible sheet that has rows or, of several, the only one whose
//! columns are known), with its header in one of the first 20 lines that are not blank. Columns are found by their
//! names, in any order; others are passed over, and one that could be meant for a known one, or is hidden, has to be
//! left out by a person. Which column is which field a person may say instead ([`ColumnChoice`]); that is remembered for
//! the company, by the names of the columns.
//!
//! A cell is read as it is shown, or its row is refused. What is written otherwise than usual (`1990. 1. 2.`,
//! `오후 2:30`, `172cm`, `118/76`, an acuity as `20/40` or `logMAR 0.3`) is read where it can mean one thing only, and
//! told with the preview ([`UnderstoodCells`]).

use super::{
    input, output,
    validation::{MAX_SAFE_INTEGER, Violation},
    value_enum,
};

/// Largest file in bytes.
pub const MAX_BYTES: usize = 32 * 1024 * 1024;
/// Most rows of a file.
pub const MAX_ROWS: usize = 200_000;

/// Most columns of a file.
pub const MAX_COLUMNS: usize = 256;
/// Most cells that are corrected in one file.
pub const MAX_CORRECTIONS: usize = 200;

value_enum! {
    /// What the file is.
    pub enum ImportFormat { Csv = "CSV", Xlsx = "XLSX" }
}

value_enum! {
    /// How the text of a file is written.
    pub enum ImportEncoding { Utf8 = "UTF_8", Utf16 = "UTF_16", Cp949 = "CP949" }
}

value_enum! {
    /// What stands between the cells of a text.
    pub enum ImportDelimiter { Comma = "COMMA", Semicolon = "SEMICOLON", Tab = "TAB" }
}

output! {
    /// What was found out about a file.
    pub struct ImportSource {
        /// Encoding of a text.
        pub encoding: Option<ImportEncoding>,
        /// What stands between the cells of a text.
        pub delimiter: Option<ImportDelimiter>,
        /// Name of the sheet that was read.
        pub sheet: Option<String>,
    }
}

output! {
    /// A visible sheet with rows.
    pub struct ImportSheet {
        /// Its place in the file, from 0.
        pub index: i64,
        /// Its name.
        pub name: String,
    }
}

output! {
    /// A column that is not read, but could be meant to be.
    pub struct DoubtfulColumn {
        /// Its place in the file, from 0.
        pub index: i64,
        /// Its name in the file.
        pub name: String,
        /// The field it resembles.
        pub resembles: String,
        /// Whether its name is known or resembles one, but the column is hidden.
        pub is_hidden: bool,
    }
}

value_enum! {
    /// Why a column is read as what it is.
    pub enum ColumnReason {
        /// By its name.
        Name = "NAME",
        /// A person has said so in an earlier import of the company.
        Remembered = "REMEMBERED",
        /// A person has said so.
        Chosen = "CHOSEN",
        /// It is not read, but could be meant to be: a person has to decide.
        Doubtful = "DOUBTFUL",
        /// No field is read of it, but what it says of the member has to be so.
        Confirms = "CONFIRMS",
        /// It is not read.
        Unknown = "UNKNOWN",
    }
}

output! {
    /// A column of the file, and what it was understood as.
    pub struct FileColumn {
        /// Its place in the file, from 0.
        pub index: i64,
        /// Its name in the file.
        pub name: String,
        /// The field that it is read as: that of a row, `bloodPressure` (two pressures as `118/76`) or `measuredTime`
        /// (the time of day, where another column is the day).
        pub field: Option<String>,
        /// Why.
        pub reason: ColumnReason,
        /// Whether it is hidden: it can only be left out.
        pub is_hidden: bool,
    }
}

value_enum! {
    /// A way of writing that is not the usual one.
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
        /// A day and a time of day in two columns.
        TwoColumns = "TWO_COLUMNS",
        /// `172cm`, `18.5 %`
        Unit = "UNIT",
        /// `118/76`
        Pair = "PAIR",
        /// `１７２．５`
        Wide = "WIDE",
        /// `20/40`
        Snellen = "SNELLEN",
        /// `logMAR 0.3`, or a number of a column that is named so
        LogMar = "LOG_MAR",
    }
}

output! {
    /// Cells of a column that are written in a way that is not the usual one, and how they are read.
    pub struct UnderstoodCells {
        /// Place of the column in the file, from 0.
        pub index: i64,
        /// Its name in the file.
        pub name: String,
        /// How they are written.
        pub spelling: Spelling,
        /// The first of them, as it stands in the file.
        pub written: String,
        /// What it is read as.
        pub read: String,
        /// How many rows that will be taken have one.
        pub rows: i64,
    }
}

input! {
    /// What a person says of a column.
    pub struct ColumnChoice {
        /// Its place in the file, from 0.
        column: i64 => integer(0, 255),
        /// The field that it is read as; absent where it is left out.
        field: Option<String> => text(0, 50),
    }
}

input! {
    /// A cell as a person has corrected it; the file stays as it is.
    pub struct CellCorrection {
        /// Line in the file.
        line: i64 => integer(1, MAX_SAFE_INTEGER),
        /// Place of the column in the file, from 0.
        column: i64 => integer(0, 255),
        /// What is to be read there; absent for nothing.
        value: Option<String> => text(0, 300),
    }
}

input! {
    /// What a person has said about a preview; it is read once more by that. What is not said again is forgotten.
    pub struct ImportReview {
        /// Columns that are not what they were understood as.
        columns: Vec<ColumnChoice> => forms(ColumnChoice::FORM, MAX_COLUMNS),
        /// Cells that are corrected.
        corrections: Vec<CellCorrection> => forms(CellCorrection::FORM, MAX_CORRECTIONS),
    }
}

/// A column that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Its field of what is imported, as it is named on the wire.
    pub name: &'static str,
    /// Its other names, the first being that of the sample file. In all names capitals, spaces and
    /// signs make no difference, nor does a unit of the column in brackets or behind.
    pub aliases: &'static [&'static str],
    /// What its values are measured in, the first word being the usual one.
    pub units: &'static [&'static str],
    /// Values of the two rows of the sample file.
    pub examples: [&'static str; 2],
}

/// A column without a unit.
#[must_use]
pub(crate) const fn column(
    name: &'static str,
    aliases: &'static [&'static str],
    examples: [&'static str; 2],
) -> Column {
    Column { name, aliases, units: &[], examples }
}

impl Column {
    /// The same with units.
    #[must_use]
    pub(crate) const fn in_units(self, units: &'static [&'static str]) -> Self {
        Self { units, ..self }
    }
}

/// Two pressures in one column; not a field of a row, but two.
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

/// The time of day in a column of its own; not a field of a row, but a part of `measuredAt`.
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

/// Names of `measuredAt` that are the time of day where another column is the day.
pub const TIMES_OF_DAY: &[&str] = &["측정시각", "측정시간", "measurement time"];

pub(crate) const PRESSURE: &[&str] = &["mmHg"];

output! {
    /// A row that will not be taken, and why. Beside the codes of the forms there are
    ///
    /// * `columnCount` (more or fewer cells than columns), `unnamedColumn` (a value in a column without
    ///   a name), `quote` (a quotation mark that nothing closes), `hiddenRow`, `merged` (a cell that is
    ///   merged with another);
    /// * `dateFormat`, `timeFormat` and `noSuchDate` (a date or time that is not written as expected, or not in the
    ///   calendar), `shortYear` (a year of two digits) and `dayOrder` (day and month could be either), which are never
    ///   guessed, `timeTwice` (a time of day where the other column has one already), `leadingZero` (a telephone number
    ///   that has lost its first digit);
    /// * `cellUnit` (another unit than ours behind a number), `pressurePair` (no two pressures such as `118/76`);
    /// * `errorCell`, `noValue` (a formula that was never computed), `formula` (one in a text), `boolean`,
    ///   `scientific` and `numberFormat` (what is shown is not known for sure);
    /// * `duplicate` (another row says otherwise about the same measurement), `conflict` (another row says
    ///   otherwise about the same member), both with that `line`; in reports `notAccepted` (a change of a
    ///   known member that was not accepted).
    pub struct RowProblem {
        /// Line in the file, the first being line 1.
        pub line: i64,
        /// Place of the column in the file, from 0; absent where the row as a whole is at fault.
        pub column: Option<i64>,
        /// What is wrong; `path` is the field.
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
        /// What will be written, in the order of the fields that are read.
        pub values: Vec<String>,
    }
}

output! {
    /// A column of a file as it is expected.
    pub struct ImportColumn {
        /// Field.
        pub field: String,
        /// Names that are known.
        pub names: Vec<String>,
        /// Whether a file must have it.
        pub required: bool,
        /// What its values are measured in.
        pub unit: Option<String>,
        /// Smallest value.
        pub min: Option<String>,
        /// Largest value.
        pub max: Option<String>,
        /// The words that may stand in it.
        pub words: Vec<String>,
    }
}

output! {
    /// What a file may hold.
    pub struct ImportGuide {
        /// Columns.
        pub columns: Vec<ImportColumn>,
        /// Most rows.
        pub most_rows: i64,
        /// Most bytes.
        pub most_bytes: i64,
    }
}

input! {
    /// Which sample file.
    pub struct ImportSample {
        /// What the file is.
        format: ImportFormat => word(ImportFormat::WORDS),
    }
}
