//! CSV split into rows and cells (RFC 4180; lines may end in CR LF, LF or CR).
//!
//! Written out for two reasons. A row must be named by its line in the file, also behind blank lines
//! and quoted line breaks. And a quotation mark that nothing closes must cost its own row only: the
//! row is reported as broken and reading goes on at the next line, where a reader that trusts the
//! mark would swallow the rest of the file.

/// Longest quoted cell: twice what a spreadsheet's cell can hold. It bounds how far a quotation mark
/// that nothing closes is followed.
const MOST_QUOTED_BYTES: usize = 128 * 1024;

/// Cells of a row that are kept; one more than a file may have columns, so that too many are noticed.
const MOST_CELLS: usize = 257;

/// One row.
#[derive(Debug, PartialEq, Eq)]
pub struct Record {
    /// Line on which it begins, the first being 1.
    pub line: i64,
    /// Its cells; `None` when a quotation mark is out of place.
    pub cells: Option<Vec<Vec<u8>>>,
}

/// The rows of a file; blank lines are passed over.
pub struct Records<'a> {
    bytes: &'a [u8],
    at: usize,
    line: i64,
}

/// Splits a file.
#[must_use]
pub fn records(bytes: &[u8]) -> Records<'_> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    Records { bytes, at: 0, line: 1 }
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
    /// Length of the line end at a place, if there is one.
    fn line_end(&self, at: usize) -> Option<usize> {
        match (self.bytes.get(at)?, self.bytes.get(at + 1)) {
            (b'\r', Some(b'\n')) => Some(2),
            (b'\r' | b'\n', _) => Some(1),
            _ => None,
        }
    }

    /// The cells from here to the end of the row.
    fn cells(&mut self) -> Option<Vec<Vec<u8>>> {
        let mut cells = Vec::with_capacity(16);
        loop {
            let cell = if self.bytes.get(self.at) == Some(&b'"') { self.quoted()? } else { self.plain() };
            if cells.len() < MOST_CELLS {
                cells.push(cell);
            }
            match self.bytes.get(self.at) {
                Some(b',') => self.at += 1,
                None | Some(b'\r' | b'\n') => return Some(cells),
                // Something stands between the closing mark and the comma.
                Some(_) => return None,
            }
        }
    }

    fn plain(&mut self) -> Vec<u8> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|byte| matches!(byte, b',' | b'\r' | b'\n')).unwrap_or(rest.len());
        self.at += length;
        rest.get(..length).unwrap_or_default().to_vec()
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
            if cell.len() > MOST_QUOTED_BYTES {
                return None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::records;
    use proptest::prelude::*;

    /// Each row as its line and its cells joined by `|`, a broken one as `!`.
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
        assert_eq!(rows("\u{FEFF}a\n\n\nb"), ["1 a", "4 b"]);
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
