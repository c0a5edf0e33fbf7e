//! CSV files, written row by row to a temporary file. They start with the byte order mark by which spreadsheet
//! programs recognise UTF-8.
//!
//! A spreadsheet program takes text for a formula by its first character; a leading apostrophe prevents this.
//! Programs with a separator other than the comma ignore the quotes around a text and split it at their separator,
//! so each part after such a separator must be protected as well.

use super::sheet::Cell;
use crate::problem::Problem;
use std::{
    borrow::Cow,
    fs::File,
    io::{BufWriter, Write as _},
};

/// Characters that can start a formula, including full-width forms: programs in regions that use these treat them
/// alike.
const FORMULAS: &[char] = &['=', '+', '-', '@', '＝', '＋', '－', '＠'];
/// Characters other than commas that separate cells or lines in some regions; text that contains them is quoted.
const DIVIDERS: &[char] = &[';', '\t', '|', '\r', '\n'];
/// The byte order mark U+FEFF in UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// A CSV file that is being written.
pub struct Csv {
    file: BufWriter<File>,
    line: String,
}

impl Csv {
    /// Creates a file with a header line.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be written.
    pub fn new(titles: &[&str]) -> Result<Self, Problem> {
        let mut csv = Self { file: BufWriter::new(tempfile::tempfile()?), line: String::new() };
        csv.file.write_all(MARK)?;
        csv.write(&titles.iter().map(|title| Cell::Text(title)).collect::<Vec<_>>())?;
        Ok(csv)
    }

    /// Writes a row.
    ///
    /// # Errors
    /// Returns an error if the temporary file cannot be written.
    pub fn write(&mut self, cells: &[Cell<'_>]) -> Result<(), Problem> {
        self.line.clear();
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                self.line.push(',');
            }
            match *cell {
                Cell::Empty => {}
                Cell::Text(text) => quoted(text, &mut self.line),
                Cell::Whole(number) => self.line.push_str(&number.to_string()),
                Cell::Decimal(value) => self.line.push_str(&value.text()),
                Cell::Thousandths(number) => self.line.push_str(&format!("{number:.3}")),
                Cell::Instant(at) => self.line.push_str(&at.text_in_seoul()),
                Cell::Second(at) => self.line.push_str(&at.second_in_seoul()),
                Cell::Day(day) => self.line.push_str(&day.text()),
            }
        }
        self.line.push_str("\r\n");
        Ok(self.file.write_all(self.line.as_bytes())?)
    }

    /// Returns the finished file, which is deleted when it is closed.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn finish(self) -> Result<File, Problem> {
        self.file.into_inner().map_err(|error| error.into_error().into())
    }
}

/// Returns whether a text would be taken for a formula. A text that already has a leading apostrophe gets another
/// one, so that [`unguarded`] removes only added ones.
fn begins_formula(text: &str) -> bool {
    text.trim_start_matches([' ', '"', '\'', '\u{A0}', '\u{3000}']).starts_with(FORMULAS)
}

/// Returns whether a leading apostrophe is added to a text.
fn is_guarded(text: &str) -> bool {
    begins_formula(text) || text.starts_with(['\t', '\r', '\n'])
}

/// Removes the apostrophes that were added to protect a text.
#[must_use]
pub fn unguarded(text: &str) -> Cow<'_, str> {
    if !text.contains('\'') {
        return Cow::Borrowed(text);
    }
    let part = |(index, part): (usize, &'_ str)| {
        let rest =
            part.strip_prefix('\'').filter(|rest| if index == 0 { is_guarded(rest) } else { begins_formula(rest) });
        rest.unwrap_or(part).to_owned()
    };
    Cow::Owned(text.split_inclusive(DIVIDERS).enumerate().map(part).collect())
}

fn quoted(text: &str, line: &mut String) {
    let is_divided = text.contains(DIVIDERS);
    let is_formula = is_guarded(text);
    if !is_formula && !is_divided && !text.contains([',', '"']) {
        return line.push_str(text);
    }
    line.push('"');
    if is_formula {
        line.push('\'');
    }
    for part in text.split_inclusive(DIVIDERS) {
        // The first part already has its apostrophe.
        if part.as_ptr() != text.as_ptr() && begins_formula(part) {
            line.push('\'');
        }
        line.push_str(&part.replace('"', "\"\""));
    }
    line.push('"');
}

#[cfg(test)]
mod tests {
    use super::{Cell, Csv, quoted, unguarded};
    use crate::problem::Problem;
    use std::io::{Read as _, Seek as _};
    use uno_core::domain::decimal::Thousandths;

    fn written(cells: &[Cell<'_>]) -> Result<String, Problem> {
        let mut csv = Csv::new(&["이름"])?;
        csv.write(cells)?;
        let mut file = csv.finish()?;
        let mut text = String::new();
        file.rewind()?;
        file.read_to_string(&mut text)?;
        Ok(text.strip_prefix("\u{FEFF}이름\r\n").unwrap_or_default().to_owned())
    }

    #[test]
    fn what_divides_cells_is_quoted() -> Result<(), Problem> {
        let cells = [Cell::Text("a,b"), Cell::Text("\"c\""), Cell::Empty, Cell::Text("d\ne"), Cell::Whole(-1)];
        assert_eq!(written(&cells)?, "\"a,b\",\"\"\"c\"\"\",,\"d\ne\",-1\r\n");
        Ok(())
    }

    #[test]
    fn numbers_below_zero_are_numbers_and_what_is_not_there_is_nothing() -> Result<(), Problem> {
        let cells = [Cell::Whole(-1), Cell::Decimal(Thousandths(-1_250)), Cell::Thousandths(-0.176), Cell::Text("")];
        assert_eq!(written(&cells)?, "-1,-1.25,-0.176,\r\n");
        let acuities = [800, 125, 1_000].map(|thousandths| Cell::Decimal(Thousandths(thousandths)));
        assert_eq!(written(&acuities)?, "0.8,0.125,1\r\n");
        Ok(())
    }

    #[test]
    fn no_text_becomes_a_formula() -> Result<(), Problem> {
        for text in ["=1+1", "+82", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1"] {
            assert!(written(&[Cell::Text(text)])?.starts_with("\"'"), "{text}");
        }
        for text in ["＝1+1", "＋82", "－1", "＠SUM(A1)", "\u{3000}=1", "\"=1\""] {
            assert!(written(&[Cell::Text(text)])?.starts_with("\"'"), "{text}");
        }
        assert_eq!(written(&[Cell::Text("1-2")])?, "1-2\r\n");
        Ok(())
    }

    #[test]
    fn what_was_guarded_is_read_as_it_was() {
        for text in [
            "=1", "+82 10", "-", "'=1", "''=1", "\t=1", "\n", "a;=1", "a;'=1", "a|b\n@c", "=a\t-b", "o'clock", "' a",
            "'",
        ] {
            let mut line = String::new();
            quoted(text, &mut line);
            let cell = line.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(&line);
            assert_eq!(unguarded(&cell.replace("\"\"", "\"")), text);
        }
    }

    #[test]
    fn no_text_becomes_a_formula_where_something_else_than_a_comma_divides_cells() -> Result<(), Problem> {
        for divider in [";", "\t", "|", "\n", "; ", "; \""] {
            let text = format!("a{divider}=1+cmd|' /C calc'!A0;");
            let doubled = divider.replace('"', "\"\"");
            let expected = if divider.ends_with([' ', '"']) {
                format!("\"a;'{}=1+cmd|' /C calc'!A0;\"\r\n", doubled.trim_start_matches(';'))
            } else {
                format!("\"a{divider}'=1+cmd|' /C calc'!A0;\"\r\n")
            };
            assert_eq!(written(&[Cell::Text(&text)])?, expected, "{divider:?}");
        }
        assert_eq!(written(&[Cell::Text("김;이"), Cell::Text("a\tb")])?, "\"김;이\",\"a\tb\"\r\n");
        Ok(())
    }
}
