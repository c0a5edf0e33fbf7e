//! Reading a table: a file becomes lines of typed cells, whatever they may mean.
//!
//! A cell is what a person sees in it, or it says why that is not known. Nothing here knows of members.

mod archive;
mod csv;
mod encoding;
mod number_format;
mod xlsx;
mod xml;

use chrono::NaiveDateTime;
use std::{fs::File, ops::RangeInclusive};
use uno_core::contract::{
    imports::{ImportFormat, ImportSheet, ImportSource},
    validation::Violation,
};

/// Most cells of a row that are kept; one more than a file may have columns, so that too many are noticed.
pub const MAX_CELLS: usize = 257;
/// Field of the request that is at fault when the whole file is.
pub const FILE: &str = "file";

/// Columns side by side, from 0.
pub type Span = RangeInclusive<usize>;

/// Why a file cannot be read: a code for the field `file`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused {
    code: &'static str,
    line: Option<i64>,
}

impl Refused {
    const fn new(code: &'static str) -> Self {
        Self { code, line: None }
    }
}

impl From<Refused> for Violation {
    fn from(refused: Refused) -> Self {
        let violation = Self::new(FILE, refused.code);
        match refused.line {
            Some(line) => violation.with("line", line),
            None => violation,
        }
    }
}

const NOT_SPREADSHEET: Refused = Refused::new("notSpreadsheet");
const OLD_SPREADSHEET: Refused = Refused::new("oldSpreadsheet");
const TOO_LARGE: Refused = Refused::new("fileTooLarge");
const NOT_TEXT: Refused = Refused::new("notText");

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Text.
    Text(String),
    /// A number.
    Number {
        /// The number.
        number: f64,
        /// How it is shown, or the code for why that is not known.
        shown: Result<String, &'static str>,
        /// Whether nothing stands beside its digits.
        is_plain: bool,
    },
    /// A date or a time by its format.
    Time {
        /// When.
        at: NaiveDateTime,
        /// Whether year, month and day are shown.
        day: bool,
    },
    /// What cannot be read for sure.
    Unsure {
        /// Code for why.
        code: &'static str,
        /// What can be said about it.
        shown: String,
    },
}

impl Cell {
    /// Whether nothing stands in it.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::Text(text) => text.trim().is_empty(),
            _ => false,
        }
    }
}

/// How many names of columns a line has that are known, and whether it has all that a file must have.
pub type Recognise<'a> = &'a dyn Fn(&[Cell]) -> (usize, bool);

/// Most lines with something in which the names of columns are looked for.
pub(crate) const MOST_LINES_TO_NAMES: usize = 20;

/// A row as it stands in the file.
#[derive(Debug)]
pub struct Line {
    /// Line in the file, the first being 1.
    pub number: i64,
    /// Its cells; `None` when it cannot be split into such.
    pub cells: Option<Vec<Cell>>,
    /// Whether it is there but not shown, such as behind a filter.
    pub is_hidden: bool,
}

/// A file that has been looked at.
pub enum Table {
    /// Text, its cells between delimiters.
    Text(csv::Text),
    /// A spreadsheet.
    Workbook(Box<xlsx::Workbook>),
}

impl Table {
    /// Looks at a file; `sheet` is the one that a person has chosen. By the names of columns that are known it is found
    /// out what stands between cells, and which of several sheets is the one.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn open(
        file: File,
        format: ImportFormat,
        sheet: Option<usize>,
        recognise: Recognise<'_>,
    ) -> Result<Self, Refused> {
        match format {
            ImportFormat::Csv => csv::Text::open(file, recognise).map(Self::Text),
            ImportFormat::Xlsx => xlsx::Workbook::open(file, sheet, recognise).map(Box::new).map(Self::Workbook),
        }
    }

    /// The visible sheets with rows, where there are several.
    #[must_use]
    pub fn sheets(&self) -> Vec<ImportSheet> {
        match self {
            Self::Text(_) => Vec::new(),
            Self::Workbook(workbook) => workbook.choices(),
        }
    }

    /// Whether somebody has to choose a sheet first.
    #[must_use]
    pub fn is_open_to_choice(&self) -> bool {
        match self {
            Self::Text(_) => false,
            Self::Workbook(workbook) => workbook.chosen().is_none(),
        }
    }

    /// What was found out about the file.
    #[must_use]
    pub fn source(&self) -> ImportSource {
        match self {
            Self::Text(text) => text.source(),
            Self::Workbook(workbook) => workbook.source(),
        }
    }

    /// The columns that are there but not shown.
    #[must_use]
    pub fn hidden_columns(&self) -> Vec<Span> {
        match self {
            Self::Text(_) => Vec::new(),
            Self::Workbook(workbook) => workbook.hidden_columns(),
        }
    }

    /// Calls `on_line` with each line that may hold something.
    ///
    /// # Errors
    /// What `on_line` answers, or why the file cannot be read.
    pub fn each_line<E: From<Refused>>(&mut self, on_line: impl FnMut(Line) -> Result<(), E>) -> Result<(), E> {
        match self {
            Self::Text(text) => text.each_line(on_line),
            Self::Workbook(workbook) => workbook.each_line(on_line),
        }
    }
}
