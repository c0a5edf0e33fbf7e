//! A spreadsheet written row by row: the rows go to a temporary file, never into memory together.
//!
//! Text is written as text, whatever it begins with, so that no cell can become a formula.

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

/// Rows of one sheet, the header included; a spreadsheet program takes 1,048,576.
const MAX_ROWS: u32 = 1_000_000;
/// Longest name of a sheet, in characters.
const MAX_SHEET_NAME: usize = 31;
/// Longest text of a cell, in characters.
const MAX_CHARACTERS: usize = 32_000;
/// Milliseconds in Seoul before UTC.
const SEOUL_MILLISECONDS: i64 = 9 * 3_600_000;
/// 1 January 1970 as spreadsheets count days.
const EPOCH_DAY: f64 = 25_569.0;
/// 1 March 1900: spreadsheets count wrongly before it.
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
    /// Nothing.
    Empty,
    /// Text.
    Text(&'a str),
    /// A whole number.
    Whole(i64),
    /// A number with at most three decimals, told with as many as it has.
    Decimal(Thousandths),
    /// A number with three decimals.
    Thousandths(f64),
    /// An instant, as date and time in Seoul.
    Instant(Timestamp),
    /// The same to the second.
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
    /// A spreadsheet with a header row.
    ///
    /// # Errors
    /// When the temporary file cannot be written.
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
    /// When the temporary file cannot be written.
    pub fn write(&mut self, cells: &[Cell<'_>]) -> Result<(), Problem> {
        if self.row >= MAX_ROWS {
            self.begin_sheet()?;
        }
        let sheet = self.workbook.worksheet_from_index(self.sheets - 1)?;
        for (index, cell) in cells.iter().enumerate() {
            let column = u16::try_from(index).map_err(Problem::internal)?;
            match *cell {
                // A cell with a text of no characters is not empty to a program that counts.
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

    /// The finished file, at its beginning; it is removed when it is closed.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn finish(mut self) -> Result<File, Problem> {
        let file = tempfile::tempfile()?;
        self.workbook.save_to_writer(BufWriter::new(&file))?;
        Ok(file)
    }
}

/// A name as a sheet can have it, with the number of a further sheet.
fn sheet_name(title: &str, number: usize) -> String {
    let end = if number == 1 { String::new() } else { format!(" ({number})") };
    let allowed = title.chars().map(|letter| if "[]:*?/\\'".contains(letter) { ' ' } else { letter });
    let begin: String = allowed.take(MAX_SHEET_NAME.saturating_sub(end.len())).collect();
    format!("{}{end}", begin.trim())
}

/// The text as far as a cell can hold it.
fn shortened(text: &str) -> &str {
    text.char_indices().nth(MAX_CHARACTERS).map_or(text, |(at, _)| text.get(..at).unwrap_or(text))
}

/// The time in Seoul as days since the end of 1899.
fn serial(at: Timestamp) -> Option<f64> {
    let local = at.0.checked_add(SEOUL_MILLISECONDS)?;
    let (days, rest) = (local.div_euclid(DAY_MILLISECONDS), local.rem_euclid(DAY_MILLISECONDS));
    #[allow(clippy::cast_precision_loss)]
    let serial = days as f64 + EPOCH_DAY + rest as f64 / DAY_MILLISECONDS as f64;
    (serial >= FIRST_DAY).then_some(serial)
}

/// The day as days since the end of 1899.
fn serial_of_day(day: Date) -> Option<f64> {
    let serial = f64::from(day.0.to_epoch_days()) + EPOCH_DAY;
    (serial >= FIRST_DAY).then_some(serial)
}

/// Keeps a file as the result of a job.
///
/// # Errors
/// When the file cannot be read or the database fails.
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
