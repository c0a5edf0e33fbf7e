//! Spreadsheets written row by row to a temporary file; they are never held in memory as a whole.
//!
//! Text is written as text whatever it starts with, so no cell can become a formula.

use crate::{
    db::DatabaseConnection,
    jobs::store::{self as jobs, FileRole},
    problem::Problem,
};
use rust_xlsxwriter::{Color, Format, FormatAlign, FormatBorder, Workbook, XlsxError};
use std::{fs::File, io::BufWriter};
use uno_core::{
    contract::jobs::JobId,
    domain::{
        decimal::{Hundredths, Thousandths},
        time::{DAY_MILLISECONDS, Date, Timestamp},
    },
};

/// Maximum number of rows per sheet, including the header; spreadsheet programs allow 1,048,576.
const MAX_ROWS: u32 = 1_000_000;
/// Maximum length of a sheet's name in characters.
const MAX_SHEET_NAME: usize = 31;
/// Maximum length of a cell's text in characters.
const MAX_CHARACTERS: usize = 32_000;
/// Offset of Seoul's time from UTC in milliseconds.
const SEOUL_MILLISECONDS: i64 = 9 * 3_600_000;
/// Day number of 1 January 1970 in spreadsheets.
const EPOCH_DAY: f64 = 25_569.0;
/// Day number of 1 March 1900; earlier day numbers are wrong in spreadsheets.
const FIRST_DAY: f64 = 61.0;

impl From<XlsxError> for Problem {
    fn from(error: XlsxError) -> Self {
        Self::internal(error)
    }
}

/// A column.
#[derive(Clone, Copy, Debug)]
pub struct Column<'a> {
    /// Title in the header row.
    pub title: &'a str,
    /// Width in characters.
    pub width: f64,
}

/// The value of a cell.
#[derive(Clone, Copy, Debug)]
pub enum Cell<'a> {
    /// An empty cell.
    Empty,
    /// Text.
    Text(&'a str),
    /// A whole number.
    Whole(i64),
    /// A number with up to three decimals, shown without trailing zeros.
    Decimal(Thousandths),
    /// A number with three decimals.
    Thousandths(f64),
    /// An instant, as date and time in Seoul.
    Instant(Timestamp),
    /// An instant with seconds.
    Second(Timestamp),
    /// A day.
    Day(Date),
}

impl<'a> From<Option<&'a str>> for Cell<'a> {
    fn from(text: Option<&'a str>) -> Self {
        text.map_or(Self::Empty, Self::Text)
    }
}

impl From<Option<Hundredths>> for Cell<'_> {
    fn from(value: Option<Hundredths>) -> Self {
        value.map_or(Self::Empty, |value| Self::Decimal(value.into()))
    }
}

impl From<Option<u16>> for Cell<'_> {
    fn from(value: Option<u16>) -> Self {
        value.map_or(Self::Empty, |value| Self::Whole(value.into()))
    }
}

/// A spreadsheet that is being written.
pub struct Spreadsheet<'a> {
    workbook: Workbook,
    name: &'a str,
    columns: &'a [Column<'a>],
    sheets: usize,
    row: u32,
    header: Format,
    instant: Format,
    second: Format,
    day: Format,
    decimal: Format,
    thousandths: Format,
}

impl<'a> Spreadsheet<'a> {
    /// Creates a spreadsheet with a header row.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be written.
    pub fn new(name: &'a str, columns: &'a [Column<'a>]) -> Result<Self, Problem> {
        let header = Format::new()
            .set_bold()
            .set_font_color(Color::White)
            .set_background_color(Color::RGB(0x2B_5C_8A))
            .set_border_bottom(FormatBorder::Thin)
            .set_align(FormatAlign::Center);
        let mut spreadsheet = Self {
            workbook: Workbook::new(),
            name,
            columns,
            sheets: 0,
            row: 0,
            header,
            instant: Format::new().set_num_format("yyyy-mm-dd hh:mm"),
            second: Format::new().set_num_format("yyyy-mm-dd hh:mm:ss"),
            day: Format::new().set_num_format("yyyy-mm-dd"),
            decimal: Format::new().set_num_format("0.0##"),
            thousandths: Format::new().set_num_format("0.000"),
        };
        spreadsheet.begin_sheet()?;
        Ok(spreadsheet)
    }

    fn begin_sheet(&mut self) -> Result<(), Problem> {
        self.sheets += 1;
        let name = sheet_name(self.name, self.sheets);
        let sheet = self.workbook.add_worksheet_with_constant_memory()?;
        sheet.set_name(name)?;
        sheet.set_freeze_panes(1, 0)?;
        for (index, column) in self.columns.iter().enumerate() {
            let index = u16::try_from(index).map_err(Problem::internal)?;
            sheet.set_column_width(index, column.width)?;
            sheet.write_string_with_format(0, index, column.title, &self.header)?;
        }
        self.row = 1;
        Ok(())
    }

    /// Writes a row.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be written.
    pub fn write(&mut self, cells: &[Cell<'_>]) -> Result<(), Problem> {
        if self.row >= MAX_ROWS {
            self.begin_sheet()?;
        }
        let sheet = self.workbook.worksheet_from_index(self.sheets - 1)?;
        for (index, cell) in cells.iter().enumerate() {
            let column = u16::try_from(index).map_err(Problem::internal)?;
            match *cell {
                // Programs that count cells do not treat an empty text as empty.
                Cell::Empty | Cell::Text("") => continue,
                Cell::Text(text) => sheet.write_string(self.row, column, shortened(text))?,
                #[allow(clippy::cast_precision_loss)]
                Cell::Whole(number) => sheet.write_number(self.row, column, number as f64)?,
                Cell::Decimal(value) => {
                    sheet.write_number_with_format(self.row, column, value.to_number(), &self.decimal)?
                }
                Cell::Thousandths(number) => {
                    sheet.write_number_with_format(self.row, column, number, &self.thousandths)?
                }
                Cell::Instant(at) => match serial(at) {
                    Some(days) => sheet.write_number_with_format(self.row, column, days, &self.instant)?,
                    None => sheet.write_string(self.row, column, at.text_in_seoul())?,
                },
                Cell::Second(at) => match serial(Timestamp(at.0 - at.0.rem_euclid(1_000))) {
                    Some(days) => sheet.write_number_with_format(self.row, column, days, &self.second)?,
                    None => sheet.write_string(self.row, column, at.second_in_seoul())?,
                },
                Cell::Day(day) => match serial_of_day(day) {
                    Some(days) => sheet.write_number_with_format(self.row, column, days, &self.day)?,
                    None => sheet.write_string(self.row, column, day.text())?,
                },
            };
        }
        self.row += 1;
        Ok(())
    }

    /// Returns the finished file, which is deleted when it is closed.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn finish(mut self) -> Result<File, Problem> {
        let file = tempfile::tempfile()?;
        self.workbook.save_to_writer(BufWriter::new(&file))?;
        Ok(file)
    }
}

/// Returns a valid name of a sheet, with a number from the second sheet on.
fn sheet_name(title: &str, number: usize) -> String {
    let end = if number == 1 { String::new() } else { format!(" ({number})") };
    let allowed = title.chars().map(|letter| if "[]:*?/\\'".contains(letter) { ' ' } else { letter });
    let begin: String = allowed.take(MAX_SHEET_NAME.saturating_sub(end.len())).collect();
    format!("{}{end}", begin.trim())
}

/// Truncates a text to what a cell can hold.
fn shortened(text: &str) -> &str {
    text.char_indices().nth(MAX_CHARACTERS).map_or(text, |(at, _)| text.get(..at).unwrap_or(text))
}

/// Returns the time in Seoul as a number of days since the end of 1899.
fn serial(at: Timestamp) -> Option<f64> {
    let local = at.0.checked_add(SEOUL_MILLISECONDS)?;
    let (days, rest) = (local.div_euclid(DAY_MILLISECONDS), local.rem_euclid(DAY_MILLISECONDS));
    #[allow(clippy::cast_precision_loss)]
    let serial = days as f64 + EPOCH_DAY + rest as f64 / DAY_MILLISECONDS as f64;
    (serial >= FIRST_DAY).then_some(serial)
}

/// Returns the day as a number of days since the end of 1899.
fn serial_of_day(day: Date) -> Option<f64> {
    let serial = f64::from(day.0.to_epoch_days()) + EPOCH_DAY;
    (serial >= FIRST_DAY).then_some(serial)
}

/// Stores a file as the result of a job.
///
/// # Errors
/// Returns an error if the file cannot be read or the database fails.
pub fn keep(connection: &mut DatabaseConnection, job_id: JobId, file: &File) -> Result<(), Problem> {
    jobs::keep_file(connection, job_id, FileRole::Result, file)
}

#[cfg(test)]
mod tests {
    use super::{serial, sheet_name, shortened};
    use uno_core::domain::time::Timestamp;

    #[test]
    fn an_instant_is_the_day_and_time_in_seoul() {
        let of = |text| Timestamp::parse(text).and_then(serial);
        assert_eq!(of("1970-01-01T00:00+09:00"), Some(25_569.0));
        assert_eq!(of("1982-07-01T12:00+09:00"), Some(30_133.5));
        assert_eq!(of("1900-03-01T00:00+09:00"), Some(61.0));
        assert_eq!(of("1900-02-28T00:00+09:00"), None);
    }

    #[test]
    fn a_title_becomes_a_name_that_a_sheet_can_have() {
        assert_eq!(sheet_name("회원/업체: [전체]", 1), "회원 업체   전체");
        let long = "긴".repeat(60);
        assert_eq!(sheet_name(&long, 1).chars().count(), 31);
        assert_eq!(sheet_name(&long, 12), format!("{} (12)", "긴".repeat(26)));
    }

    #[test]
    fn a_text_is_cut_between_characters() {
        assert_eq!(shortened(&"가".repeat(40_000)).chars().count(), 32_000);
        assert_eq!(shortened("=1+1"), "=1+1");
    }
}
