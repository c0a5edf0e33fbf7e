//! Splits CSV into rows and cells (RFC 4180; lines may end in CR LF, LF or CR).
//!
//! This is implemented here for two reasons. A row must be identified by its line in the file, even after blank
//! lines and quoted line breaks. And an unclosed quotation mark must cost only its own row: the row is reported as
//! broken and reading continues at the next line, where other readers would swallow the rest of the file.

use super::{Cell, Line, MAX_CELLS, MAX_LINES_TO_NAMES, Recognise, Refused, TOO_LARGE, encoding};
use kernel::reports::csv::unguarded;
use std::{
    borrow::Cow,
    fs::File,
    io::{Read as _, Seek as _},
};
use uno_core::contract::imports::{ImportDelimiter, ImportEncoding, ImportSource, MAX_BYTES};

/// Maximum size of a quoted cell: twice what a spreadsheet's cell can hold. It bounds how far an unclosed quotation
/// mark is followed.
const MAX_QUOTED_BYTES: usize = 128 * 1024;

/// Number of bytes in which the delimiter is searched.
const MAX_LOOKED_AT: usize = 64 * 1024;

/// A text file.
pub struct Text {
    bytes: Vec<u8>,
    encoding: ImportEncoding,
    delimiter: ImportDelimiter,
}

impl Text {
    /// Opens a file.
    ///
    /// # Errors
    /// Returns an error if it is not text.
    pub fn open(mut file: File, recognise: Recognise<'_>) -> Result<Self, Refused> {
        let length = file.seek(std::io::SeekFrom::End(0)).map_err(|_| super::NOT_TEXT)?;
        let length = usize::try_from(length).ok().filter(|length| *length <= MAX_BYTES).ok_or(TOO_LARGE)?;
        file.rewind().map_err(|_| super::NOT_TEXT)?;
        let mut bytes = Vec::with_capacity(length);
        file.read_to_end(&mut bytes).map_err(|_| super::NOT_TEXT)?;
        let (encoding, bytes) = encoding::of(bytes)?;
        let delimiter = delimiter_of(&bytes, encoding, recognise);
        Ok(Self { bytes, encoding, delimiter })
    }

    /// Returns the detected encoding and delimiter.
    #[must_use]
    pub fn source(&self) -> ImportSource {
        ImportSource { encoding: Some(self.encoding), delimiter: Some(self.delimiter), sheet: None }
    }

    /// Calls `on_line` with each line.
    ///
    /// # Errors
    /// Returns the error of `on_line`.
    pub fn each_line<E>(&self, mut on_line: impl FnMut(Line) -> Result<(), E>) -> Result<(), E> {
        for record in records(&self.bytes, byte_of(self.delimiter)) {
            let cells = record.cells.map(|cells| cells.iter().map(|cell| cell_of(self.encoding, cell)).collect());
            on_line(Line { number: record.line, cells, is_hidden: false })?;
        }
        Ok(())
    }
}

fn cell_of(encoding: ImportEncoding, bytes: &[u8]) -> Cell {
    if bytes.is_empty() {
        return Cell::Empty;
    }
    let text = encoding::text(encoding, bytes);
    // Removes the apostrophes that the product's own CSV files have before texts that look like formulas.
    if let Cow::Owned(own) = unguarded(&text) { Cell::Text(own) } else { Cell::Text(text) }
}

const fn byte_of(delimiter: ImportDelimiter) -> u8 {
    match delimiter {
        ImportDelimiter::Comma => b',',
        ImportDelimiter::Semicolon => b';',
        ImportDelimiter::Tab => b'\t',
    }
}

/// Detects the delimiter: the one that yields the most known column names in one of the first lines, or else the
/// one that splits the first non-blank line into the most cells.
fn delimiter_of(bytes: &[u8], encoding: ImportEncoding, recognise: Recognise<'_>) -> ImportDelimiter {
    let start = bytes.iter().position(|byte| !byte.is_ascii_whitespace()).unwrap_or(0);
    let bytes = bytes.get(start..).unwrap_or_default();
    let bytes = bytes.get(..MAX_LOOKED_AT).unwrap_or(bytes);
    let names = |delimiter: ImportDelimiter| {
        let lines = records(bytes, byte_of(delimiter)).filter_map(|record| record.cells).take(MAX_LINES_TO_NAMES);
        let names = lines.map(|cells| {
            let cells: Vec<Cell> = cells.iter().map(|cell| cell_of(encoding, cell)).collect();
            recognise(&cells).0
        });
        names.max().unwrap_or(0)
    };
    let cells = |delimiter: ImportDelimiter| {
        records(bytes, byte_of(delimiter)).next().and_then(|record| record.cells).map_or(0, |cells| cells.len())
    };
    let most = [ImportDelimiter::Semicolon, ImportDelimiter::Tab, ImportDelimiter::Comma];
    let is_best = |delimiter: &ImportDelimiter| (names(*delimiter), cells(*delimiter));
    most.into_iter().max_by_key(is_best).unwrap_or(ImportDelimiter::Comma)
}

/// A row.
#[derive(Debug, PartialEq, Eq)]
struct Record {
    /// Number of its first line, from 1.
    line: i64,
    /// Its cells; `None` if a quotation mark is misplaced.
    cells: Option<Vec<Vec<u8>>>,
}

/// An iterator over the rows of a file, without blank lines.
struct Records<'a> {
    bytes: &'a [u8],
    delimiter: u8,
    at: usize,
    line: i64,
}

/// Splits a text into rows.
fn records(bytes: &[u8], delimiter: u8) -> Records<'_> {
    Records { bytes, delimiter, at: 0, line: 1 }
}

impl Iterator for Records<'_> {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        while let Some(length) = self.line_end(self.at) {
            self.at += length;
            self.line += 1;
        }
        if self.at >= self.bytes.len() {
            return None;
        }
        let (start, line) = (self.at, self.line);
        let cells = self.cells();
        if cells.is_none() {
            self.at = start;
            self.line = line;
            while self.at < self.bytes.len() && self.line_end(self.at).is_none() {
                self.at += 1;
            }
        }
        if let Some(length) = self.line_end(self.at) {
            self.at += length;
            self.line += 1;
        }
        Some(Record { line, cells })
    }
}

impl Records<'_> {
    /// Returns the length of the line break at a position, if there is one.
    fn line_end(&self, at: usize) -> Option<usize> {
        match (self.bytes.get(at)?, self.bytes.get(at + 1)) {
            (b'\r', Some(b'\n')) => Some(2),
            (b'\r' | b'\n', _) => Some(1),
            _ => None,
        }
    }

    /// Returns the cells from here to the end of the row.
    fn cells(&mut self) -> Option<Vec<Vec<u8>>> {
        let mut cells = Vec::with_capacity(16);
        loop {
            let spaces = self.spaces();
            let cell = if self.bytes.get(self.at + spaces) == Some(&b'"') {
                self.at += spaces;
                let cell = self.quoted()?;
                self.at += self.spaces();
                cell
            } else {
                self.plain()?
            };
            if cells.len() < MAX_CELLS {
                cells.push(cell);
            } else if let Some(last) = cells.last_mut().filter(|_| !cell.is_empty()) {
                // All cells behind the last one that is kept share its place: there are too many.
                *last = cell;
            }
            match self.bytes.get(self.at) {
                Some(byte) if *byte == self.delimiter => self.at += 1,
                None | Some(b'\r' | b'\n') => return Some(cells),
                // There is text between the closing quotation mark and the delimiter.
                Some(_) => return None,
            }
        }
    }

    /// Counts the spaces at this position: people write them before a quotation mark.
    fn spaces(&self) -> usize {
        self.bytes.get(self.at..).unwrap_or_default().iter().take_while(|byte| **byte == b' ').count()
    }

    /// Returns an unquoted cell. An odd number of quotation marks inside is refused: they may have been meant to
    /// enclose a delimiter.
    fn plain(&mut self) -> Option<Vec<u8>> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let is_end = |byte: &u8| *byte == self.delimiter || matches!(byte, b'\r' | b'\n');
        let cell = rest.get(..rest.iter().position(is_end).unwrap_or(rest.len())).unwrap_or_default();
        self.at += cell.len();
        (cell.iter().filter(|byte| **byte == b'"').count() % 2 == 0).then(|| cell.to_vec())
    }

    fn quoted(&mut self) -> Option<Vec<u8>> {
        let mut cell = Vec::new();
        self.at += 1;
        loop {
            match *self.bytes.get(self.at)? {
                b'"' if self.bytes.get(self.at + 1) == Some(&b'"') => {
                    cell.push(b'"');
                    self.at += 2;
                }
                b'"' => {
                    self.at += 1;
                    return Some(cell);
                }
                byte => {
                    if byte == b'\n' || (byte == b'\r' && self.bytes.get(self.at + 1) != Some(&b'\n')) {
                        self.line += 1;
                    }
                    cell.push(byte);
                    self.at += 1;
                }
            }
            if cell.len() > MAX_QUOTED_BYTES {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cell, ImportDelimiter, ImportEncoding, delimiter_of};
    use proptest::prelude::*;

    fn records(bytes: &[u8]) -> super::Records<'_> {
        super::records(bytes, b',')
    }

    /// Returns each row as its line and its cells joined by `|`, or `!` if it is broken.
    fn rows(text: &str) -> Vec<String> {
        records(text.as_bytes())
            .map(|record| {
                let cells = record.cells.map_or_else(
                    || "!".to_owned(),
                    |cells| cells.iter().map(|cell| String::from_utf8_lossy(cell)).collect::<Vec<_>>().join("|"),
                );
                format!("{} {cells}", record.line)
            })
            .collect()
    }

    #[test]
    fn a_row_is_named_by_the_line_it_begins_on() {
        assert_eq!(rows("a,b\r\n1,2\r\n"), ["1 a|b", "2 1|2"]);
        assert_eq!(rows("a\n\n\nb"), ["1 a", "4 b"]);
        assert_eq!(rows("\"a\nb\",c\r\nd,e\rf,\"g\"\"h\""), ["1 a\nb|c", "3 d|e", "4 f|g\"h"]);
        assert_eq!(rows("a,\n,b\n,"), ["1 a|", "2 |b", "3 |"]);
        assert_eq!(rows(""), [""; 0]);
    }

    #[test]
    fn a_quotation_mark_out_of_place_costs_its_own_row_only() {
        assert_eq!(rows("a,b\n\"1,2\n3,4\n"), ["1 a|b", "2 !", "3 3|4"]);
        assert_eq!(rows("a\n\"b\"c,d\ne"), ["1 a", "2 !", "3 e"]);
        assert_eq!(rows("a\n\"b\nc\n\"d\"\ne"), ["1 a", "2 !", "3 c", "4 d", "5 e"]);
        assert_eq!(rows("a\n5\"10\"\n"), ["1 a", "2 5\"10\""], "a mark inside a plain cell is a character");
        assert_eq!(rows("a\n5\"\nb"), ["1 a", "2 !", "3 b"]);
    }

    #[test]
    fn quotation_marks_count_behind_spaces() {
        assert_eq!(rows("a, \"b,c\" ,d\n1,2, 3 \n"), ["1 a|b,c|d", "2 1|2| 3 "]);
        assert_eq!(rows("\"a\", \"b\"\n\"x\" y,z\n"), ["1 a|b", "2 !"]);
    }

    #[test]
    fn the_delimiter_is_what_splits_the_first_line() {
        for (text, delimiter) in [
            ("a,b,c", ImportDelimiter::Comma),
            ("\n\na;b;c\n1,2;3,4;5,6", ImportDelimiter::Semicolon),
            ("a\tb\tc,d", ImportDelimiter::Tab),
            ("\"a;b\",c", ImportDelimiter::Comma),
            ("a", ImportDelimiter::Comma),
            ("검진 결과, 가람, 2026\n이름;성별\n가;남", ImportDelimiter::Semicolon),
            ("", ImportDelimiter::Comma),
        ] {
            let known = |cells: &[Cell]| {
                let is_name = |cell: &&Cell| matches!(cell, Cell::Text(name) if name == "성별" || name == "이름");
                (cells.iter().filter(is_name).count(), false)
            };
            assert_eq!(delimiter_of(text.as_bytes(), ImportEncoding::Utf8, &known), delimiter, "{text}");
        }
    }

    #[test]
    fn a_cell_far_behind_the_others_is_not_lost() {
        let text = format!("a{}b,\n", ",".repeat(400));
        let cells: Vec<Vec<u8>> = records(text.as_bytes()).filter_map(|record| record.cells).flatten().collect();
        assert_eq!((cells.len(), cells.last().map(Vec::as_slice)), (257, Some(&b"b"[..])));
    }

    #[test]
    fn a_row_of_millions_of_cells_costs_no_memory() {
        let cells: Vec<usize> = records(&[b','; 1_000_000]).filter_map(|record| Some(record.cells?.len())).collect();
        assert_eq!(cells, [257]);
    }

    proptest! {
        #[test]
        fn any_bytes_give_rows_whose_lines_grow(bytes in proptest::collection::vec(prop_oneof![Just(b'"'), Just(b','), Just(b'\n'), Just(b'\r'), any::<u8>()], 0..300)) {
            let lines: Vec<i64> = records(&bytes).map(|record| record.line).collect();
            prop_assert!(lines.windows(2).all(|pair| pair[0] < pair[1]));
        }

        #[test]
        fn what_a_writer_quotes_is_read_again(table in proptest::collection::vec(proptest::collection::vec("[a-z\",\r\n가 ]{1,6}", 1..5), 1..6)) {
            let text: String = table
                .iter()
                .map(|row| row.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect::<Vec<_>>().join(",") + "\r\n")
                .collect();
            let read: Vec<Vec<Vec<u8>>> = records(text.as_bytes()).filter_map(|record| record.cells).collect();
            let expected: Vec<Vec<Vec<u8>>> =
                table.iter().map(|row| row.iter().map(|cell| cell.as_bytes().to_vec()).collect()).collect();
            prop_assert_eq!(read, expected);
        }
    }
}
