//! Reads a table: turns a file into lines of typed cells, without interpreting them.
//!
//! A cell is what a person sees in it, or the reason why that is unknown. Nothing here knows about members.

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

/// Maximum number of cells kept per row: one more than a file may have columns, to detect that there are too many.
pub const MAX_CELLS: usize = 257;
/// Field of the request that is at fault if the file as a whole is.
pub const FILE: &str = "file";

/// Adjacent columns, from 0.
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

/// Why the content of a cell that is merged with another is uncertain.
const MERGED: &str = "merged";

/// A cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// An empty cell.
    Empty,
    /// Text.
    Text(String),
    /// A number.
    Number {
        /// The number.
        number: f64,
        /// The displayed text, or the code of the reason why it is unknown.
        shown: Result<String, &'static str>,
        /// Whether only digits are displayed, for example no unit.
        is_plain: bool,
    },
    /// A number with a date or time format.
    Time {
        /// The date and time.
        at: NaiveDateTime,
        /// Whether year, month and day are displayed.
        day: bool,
    },
    /// A cell whose content is uncertain.
    Unsure {
        /// Code of the reason.
        code: &'static str,
        /// What is known of its content.
        shown: String,
    },
}

impl Cell {
    /// Returns whether it is empty or blank.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        match self {
            Self::Empty => true,
            Self::Text(text) => text.trim().is_empty(),
            _ => false,
        }
    }

    /// Returns whether it has content of its own, which a cell covered by a merged one has not.
    #[must_use]
    pub fn has_content(&self) -> bool {
        !self.is_blank() && !matches!(self, Self::Unsure { code: MERGED, .. })
    }
}

/// Returns how many cells of a line are known column names, and whether all required columns are among them.
pub type Recognise<'a> = &'a dyn Fn(&[Cell]) -> (usize, bool);

/// Maximum number of non-blank lines in which the header is searched.
pub(crate) const MAX_LINES_TO_NAMES: usize = 20;

/// A row of the file.
#[derive(Debug)]
pub struct Line {
    /// Line number in the file, from 1.
    pub number: i64,
    /// Its cells; `None` if the line cannot be split into cells.
    pub cells: Option<Vec<Cell>>,
    /// Whether it is hidden, for example by a filter.
    pub is_hidden: bool,
}

/// An opened file.
pub enum Table {
    /// Text with delimiters.
    Text(csv::Text),
    /// A spreadsheet.
    Workbook(Box<xlsx::Workbook>),
}

impl Table {
    /// Opens a file; `sheet` is the one that a person has chosen. The delimiter, and the sheet if there are
    /// several, are detected by known column names.
    ///
    /// # Errors
    /// Returns why it cannot be read.
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

    /// Returns the visible non-empty sheets, if there are several.
    #[must_use]
    pub fn sheets(&self) -> Vec<ImportSheet> {
        match self {
            Self::Text(_) => Vec::new(),
            Self::Workbook(workbook) => workbook.choices(),
        }
    }

    /// Returns whether a person must choose a sheet first.
    #[must_use]
    pub fn needs_sheet_choice(&self) -> bool {
        match self {
            Self::Text(_) => false,
            Self::Workbook(workbook) => workbook.chosen().is_none(),
        }
    }

    /// Returns what was detected about the file.
    #[must_use]
    pub fn source(&self) -> ImportSource {
        match self {
            Self::Text(text) => text.source(),
            Self::Workbook(workbook) => workbook.source(),
        }
    }

    /// Returns the hidden columns.
    #[must_use]
    pub fn hidden_columns(&self) -> Vec<Span> {
        match self {
            Self::Text(_) => Vec::new(),
            Self::Workbook(workbook) => workbook.hidden_columns(),
        }
    }

    /// Calls `on_line` with each line that may have content.
    ///
    /// # Errors
    /// Returns the error of `on_line`, or why the file cannot be read.
    pub fn each_line<E: From<Refused>>(&mut self, on_line: impl FnMut(Line) -> Result<(), E>) -> Result<(), E> {
        match self {
            Self::Text(text) => text.each_line(on_line),
            Self::Workbook(workbook) => workbook.each_line(on_line),
        }
    }
}
