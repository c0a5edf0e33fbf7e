//! XLSX read row by row, from archives that nobody may trust.
//!
//! The archive is inflated once with its own count of the bytes before a reader for spreadsheets
//! sees it: what an entry says about its size is never believed. Cells are then taken as a stream,
//! so a sheet that claims to be a million rows wide costs nothing.

use super::table::{Cell, Line};
use calamine::{DataRef, Reader, Xlsx};
use std::{
    io::{Cursor, Read},
    panic::{AssertUnwindSafe, catch_unwind},
};

/// Most entries of the archive.
const MOST_ENTRIES: usize = 1_000;
/// Most bytes of all entries together, inflated.
const MOST_INFLATED: u64 = 256 * 1024 * 1024;
/// Most bytes of an entry that is read into memory whole: all but the sheets.
const MOST_IN_MEMORY: u64 = 64 * 1024 * 1024;
/// Largest number of strings that the list of shared strings may announce; memory is reserved for it.
const MOST_STRINGS: u64 = 4_000_000;
/// Attribute that announces it.
const COUNT: &[u8] = b"uniqueCount";
/// Columns further to the right are passed over.
const MOST_COLUMNS: usize = 257;

/// Why a spreadsheet cannot be read: a code for the field `file`.
pub type Refused = &'static str;
const NOT_SPREADSHEET: Refused = "notSpreadsheet";
const TOO_LARGE: Refused = "tooLarge";

/// Calls `on_line` with each row of the first sheet that has a cell.
///
/// # Errors
/// What `on_line` answers, or why the file cannot be read.
pub fn each_line<E: From<Refused>>(bytes: &[u8], mut on_line: impl FnMut(Line) -> Result<(), E>) -> Result<(), E> {
    check_archive(bytes)?;
    // The reader is not ours; should it ever panic on a strange file, that is the file's fault.
    let opened = catch_unwind(AssertUnwindSafe(|| Xlsx::new(Cursor::new(bytes))));
    let Ok(Ok(mut workbook)) = opened else { return Err(NOT_SPREADSHEET.into()) };
    let since_1904 = workbook.has_1904_epoch();
    let Some(sheet) = workbook.sheet_names().first().cloned() else { return Err(NOT_SPREADSHEET.into()) };
    let Ok(mut cells) = workbook.worksheet_cells_reader(&sheet) else { return Err(NOT_SPREADSHEET.into()) };
    let mut line = Line { number: 0, cells: Some(Vec::new()) };
    loop {
        let next = catch_unwind(AssertUnwindSafe(|| cells.next_cell()));
        let Ok(Ok(next)) = next else { return Err(NOT_SPREADSHEET.into()) };
        let Some(cell) = next else { break };
        let (row, column) = cell.get_position();
        let number = i64::from(row) + 1;
        if number < line.number {
            return Err(NOT_SPREADSHEET.into());
        }
        if number > line.number {
            let done = std::mem::replace(&mut line, Line { number, cells: Some(Vec::with_capacity(16)) });
            if done.number > 0 {
                on_line(done)?;
            }
        }
        let column = usize::try_from(column).unwrap_or(usize::MAX);
        if let Some(row) = &mut line.cells
            && column < MOST_COLUMNS
        {
            if row.len() <= column {
                row.resize(column + 1, Cell::Empty);
            }
            if let Some(place) = row.get_mut(column) {
                *place = cell_of(cell.get_value(), since_1904);
            }
        }
    }
    if line.number > 0 { on_line(line) } else { Ok(()) }
}

fn cell_of(value: &DataRef<'_>, since_1904: bool) -> Cell {
    // The days between the two epochs.
    let day_one = if since_1904 { 1_462.0 } else { 0.0 };
    match value {
        DataRef::Empty => Cell::Empty,
        #[allow(clippy::cast_precision_loss)]
        DataRef::Int(number) => Cell::Number { number: *number as f64, day_one },
        DataRef::Float(number) => Cell::Number { number: *number, day_one },
        DataRef::DateTime(at) if at.is_datetime() => Cell::Date(at.as_f64() + day_one),
        DataRef::DateTime(at) => Cell::Number { number: at.as_f64(), day_one },
        DataRef::String(text) | DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => Cell::Text(text.clone()),
        DataRef::SharedString(text) => Cell::Text((*text).to_owned()),
        DataRef::Bool(value) => Cell::Text(if *value { "TRUE" } else { "FALSE" }.to_owned()),
        DataRef::Error(error) => Cell::Text(error.to_string()),
    }
}

/// Inflates every entry, keeping nothing, and refuses what is too much.
fn check_archive(bytes: &[u8]) -> Result<(), Refused> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).map_err(|_| NOT_SPREADSHEET)?;
    if archive.len() > MOST_ENTRIES {
        return Err(TOO_LARGE);
    }
    let mut inflated = 0_u64;
    for index in 0..archive.len() {
        let entry = archive.by_index(index).map_err(|_| NOT_SPREADSHEET)?;
        let is_sheet = entry.name().to_ascii_lowercase().contains("worksheets/");
        let most = (MOST_INFLATED - inflated).min(if is_sheet { MOST_INFLATED } else { MOST_IN_MEMORY });
        let mut counting = Counting::default();
        let mut limited = entry.take(most + 1);
        let read = std::io::copy(&mut limited, &mut counting).map_err(|_| NOT_SPREADSHEET)?;
        if read > most || counting.announced > MOST_STRINGS {
            return Err(TOO_LARGE);
        }
        inflated += read;
    }
    Ok(())
}

/// Looks for the largest announced number of strings in what is written to it.
#[derive(Default)]
struct Counting {
    /// The end of what came before: the attribute may lie across two pieces.
    kept: Vec<u8>,
    announced: u64,
}

/// Bytes of the attribute with its value that are looked at.
const WINDOW: usize = 64;

impl std::io::Write for Counting {
    fn write(&mut self, piece: &[u8]) -> std::io::Result<usize> {
        self.kept.extend_from_slice(piece);
        let mut from = 0;
        while let Some(found) = find(self.kept.get(from..).unwrap_or_default(), COUNT) {
            from += found + COUNT.len();
            let value = self.kept.get(from..).unwrap_or_default();
            self.announced = self.announced.max(announced(value.get(..WINDOW).unwrap_or(value)));
        }
        let keep = self.kept.len().min(WINDOW + COUNT.len());
        self.kept.drain(..self.kept.len() - keep);
        Ok(piece.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn find(bytes: &[u8], pattern: &[u8]) -> Option<usize> {
    let first = *pattern.first()?;
    let mut at = 0;
    while let Some(found) = bytes.get(at..)?.iter().position(|byte| *byte == first) {
        at += found;
        if bytes.get(at..)?.starts_with(pattern) {
            return Some(at);
        }
        at += 1;
    }
    None
}

/// The number behind the name of the attribute; what is no number announces nothing, and what goes
/// on too long announces everything.
fn announced(value: &[u8]) -> u64 {
    let mut rest = value.trim_ascii_start();
    let Some(after) = rest.strip_prefix(b"=") else {
        return if rest.is_empty() && value.len() == WINDOW { u64::MAX } else { 0 };
    };
    rest = after.trim_ascii_start();
    let digits: Vec<u8> =
        rest.iter().copied().skip_while(|byte| matches!(byte, b'"' | b'\'')).take_while(u8::is_ascii_digit).collect();
    match std::str::from_utf8(&digits).map(str::parse) {
        Ok(Ok(number)) => number,
        _ if digits.len() > 10 || (rest.is_empty() && value.len() == WINDOW) => u64::MAX,
        _ => 0,
    }
}
