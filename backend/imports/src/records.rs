//! Converts a table to records: finds the header line, and turns each row after it into values of the layout's
//! fields.

use crate::{
    columns::{Header, Reading, recognised},
    decisions::Decisions,
    layout::{Layout, MEASURED_AT, PRESSURES, Role},
    reading::{Cell, FILE, Line, MAX_LINES_TO_NAMES, Refused, Table},
    values::{self, Interpreted},
};
use chrono::NaiveTime;
use std::{borrow::Cow, fs::File};
use uno_core::{
    contract::{
        imports::{ImportFormat, MAX_ROWS, RowProblem, Spelling},
        validation::{Kind, Value, Violation, path_in},
    },
    domain::time::Date,
};

/// The kind of a text that confirms a property of the member.
const CONFIRMING: Kind = Kind::Text { min: 0, max: 200, lines: false };
/// Maximum number of characters of a value shown in a problem.
const MAX_SHOWN: usize = 60;

/// A row that was read.
pub struct Record<'a> {
    /// Line number in the file.
    pub line: i64,
    /// The columns of the file.
    pub header: &'a Header,
    /// Its cells, with corrections applied.
    pub cells: &'a [Cell],
    /// The values, by field.
    pub value: Value,
    /// Unusual spellings, with the index of their column.
    pub spellings: Vec<(usize, Spelling)>,
    /// Fields whose cells cannot be read.
    pub unsure: Vec<Violation>,
    /// The reason why the whole row cannot be read.
    pub broken: Option<Violation>,
    /// Values that only confirm the member's identity: the property, the index of the column, and the text.
    pub confirms: Vec<(&'static str, usize, Cow<'a, str>)>,
    /// Whether the time is the start of its day because the row has no time of day.
    pub lacks_time: bool,
}

impl Record<'_> {
    /// Validates the row: reports cells that cannot be read, and applies the rules to all other fields.
    ///
    /// # Errors
    /// Returns all violations.
    pub fn checked(&self, rules: impl FnOnce(&Value) -> Vec<Violation>) -> Result<(), Vec<Violation>> {
        if let Some(broken) = &self.broken {
            return Err(vec![broken.clone()]);
        }
        let mut violations = rules(&self.value);
        // A field whose cell cannot be read is not reported as missing.
        violations.retain(|found| self.unsure.iter().all(|known| known.path != found.path));
        violations.splice(0..0, self.unsure.iter().cloned());
        if violations.is_empty() { Ok(()) } else { Err(violations) }
    }

    /// Converts violations to problems of the row, each with the index and the value of its column.
    #[must_use]
    pub fn problems(&self, layout: &Layout, mut violations: Vec<Violation>) -> Vec<RowProblem> {
        violations.sort_by_key(|found| layout.place(&found.path));
        let problem = |violation: Violation| {
            let index = self.header.index_at(layout, &violation.path);
            let value = index.and_then(|index| shown(self.cells.get(index)));
            RowProblem { line: self.line, column: index.and_then(|index| i64::try_from(index).ok()), violation, value }
        };
        violations.into_iter().map(problem).collect()
    }

    /// Returns the text of a field's cell.
    #[must_use]
    pub fn text_of(&self, layout: &Layout, field: &str) -> Option<String> {
        shown(self.cells.get(self.header.index_of(layout, field)?))
    }

    /// Returns the values to be written, in the order of [`Header::fields`].
    #[must_use]
    pub fn texts(&self, layout: &Layout) -> Vec<String> {
        self.header.fields(layout).into_iter().map(|field| values::read(self.value.get(field))).collect()
    }
}

/// The reason why reading a file has ended.
#[derive(Debug)]
pub enum ReadError<E> {
    /// The file is not a table with the expected columns.
    Unreadable(Vec<Violation>),
    /// The callback has stopped the reading.
    Callback(E),
}

impl<E> From<Refused> for ReadError<E> {
    fn from(refused: Refused) -> Self {
        Self::Unreadable(vec![refused.into()])
    }
}

/// Opens a file; `sheet` is the one that a person has chosen.
///
/// # Errors
/// Returns why it cannot be read.
pub fn open(
    file: File,
    format: ImportFormat,
    sheet: Option<usize>,
    layout: &Layout,
    decisions: &Decisions,
) -> Result<Table, Refused> {
    Table::open(file, format, sheet, &|cells| recognised(layout, decisions, cells))
}

/// Calls `on_record` with each row after the header line; returns the columns. If required columns are missing, no
/// row is read.
///
/// # Errors
/// Returns why the file cannot be read as a whole, or the error of `on_record`.
pub fn each_record<E>(
    table: &mut Table,
    format: ImportFormat,
    layout: &Layout,
    decisions: &Decisions,
    mut on_record: impl FnMut(Record<'_>) -> Result<(), E>,
) -> Result<Header, ReadError<E>> {
    let hidden = table.hidden_columns();
    let mut rows = Rows { layout, decisions, format, header: None, count: 0 };
    let mut first: Vec<Line> = Vec::new();
    table.each_line(|line: Line| -> Result<(), ReadError<E>> {
        if line.cells.as_ref().is_some_and(|cells| cells.iter().all(Cell::is_blank)) {
            return Ok(());
        }
        if rows.header.is_some() {
            return rows.take(line, &mut on_record);
        }
        let is_whole = line.cells.as_ref().is_some_and(|cells| recognised(layout, decisions, cells).1);
        first.push(line);
        if is_whole || first.len() == MAX_LINES_TO_NAMES {
            rows.begin(std::mem::take(&mut first), &hidden, &mut on_record)?;
        }
        Ok(())
    })?;
    if rows.header.is_none() && !first.is_empty() {
        rows.begin(first, &hidden, &mut on_record)?;
    }
    let wrong = |code| Err(ReadError::Unreadable(vec![Violation::new(FILE, code)]));
    match rows.header {
        None => wrong("empty"),
        Some(_) if rows.count == 0 => wrong("noRows"),
        Some(header) => Ok(header),
    }
}

/// The rows after the header line.
struct Rows<'a> {
    layout: &'a Layout,
    decisions: &'a Decisions,
    format: ImportFormat,
    header: Option<Header>,
    count: usize,
}

impl Rows<'_> {
    /// Finds the header line among the first lines and reads the lines after it. The header is the line with the
    /// most known names, or else with the most texts; lines above it are titles.
    fn begin<E>(
        &mut self,
        lines: Vec<Line>,
        hidden: &[crate::reading::Span],
        on_record: &mut impl FnMut(Record<'_>) -> Result<(), E>,
    ) -> Result<(), ReadError<E>> {
        let known = |line: &Line| {
            let cells = line.cells.as_deref().unwrap_or_default();
            recognised(self.layout, self.decisions, cells).0
        };
        let names: Vec<usize> = lines.iter().map(known).collect();
        // A single known name may be a word in a title.
        let most = names.iter().copied().max().filter(|most| *most > 1);
        let with_most = || most.and_then(|most| names.iter().position(|names| *names == most));
        // Without known names it is the first line with the most texts.
        let texts = |line: &Line| {
            let cells = line.cells.iter().flatten();
            cells.filter(|cell| matches!(cell, Cell::Text(_)) && !cell.is_blank()).count()
        };
        let with_texts = || (0..lines.len()).rev().max_by_key(|at| lines.get(*at).map_or(0, texts));
        // The columns of the product's own exports are known in every language.
        let own = self.layout.own.as_ref();
        let is_own =
            |line: &Line| own.is_some_and(|own| own.named(line.cells.as_deref().unwrap_or_default()).is_some());
        let at = lines.iter().position(is_own).or_else(with_most).or_else(with_texts).unwrap_or(0);
        let mut lines = lines.into_iter().skip(at);
        let Some(line) = lines.next() else { return Ok(()) };
        // With a hidden header nobody can see what is imported as what.
        if line.is_hidden {
            return Err(ReadError::Unreadable(vec![Violation::new(FILE, "hiddenHeader")]));
        }
        let header = Header::of(self.layout, self.decisions, line.number, line.cells.as_deref(), hidden);
        self.header = Some(header.map_err(ReadError::Unreadable)?);
        lines.try_for_each(|line| self.take(line, on_record))
    }

    fn take<E>(
        &mut self,
        mut line: Line,
        on_record: &mut impl FnMut(Record<'_>) -> Result<(), E>,
    ) -> Result<(), ReadError<E>> {
        let Some(header) = &self.header else { return Ok(()) };
        self.count += 1;
        if self.count > MAX_ROWS {
            return Err(ReadError::Unreadable(vec![Violation::new(FILE, "tooManyRows").with("max", MAX_ROWS)]));
        }
        if !header.missing.is_empty() {
            return Ok(());
        }
        if let (Some(cells), Some(corrections)) = (&mut line.cells, self.decisions.corrections.get(&line.number)) {
            for (index, value) in corrections.iter().filter(|(index, _)| *index < header.readings.len()) {
                while cells.len() <= *index {
                    cells.push(Cell::Empty);
                }
                if let Some(cell) = cells.get_mut(*index) {
                    *cell = if value.is_empty() { Cell::Empty } else { Cell::Text(value.clone()) };
                }
            }
        }
        on_record(read(self.layout, header, &line, self.format)).map_err(ReadError::Callback)
    }
}

fn read<'a>(layout: &Layout, header: &'a Header, line: &'a Line, format: ImportFormat) -> Record<'a> {
    let cells = line.cells.as_deref().unwrap_or_default();
    let mut record = Record {
        line: line.number,
        header,
        cells,
        value: Value::Nothing,
        spellings: Vec::new(),
        unsure: Vec::new(),
        broken: broken(header, line, format),
        confirms: Vec::new(),
        lacks_time: false,
    };
    if record.broken.is_some() {
        return record;
    }
    let mut fields: Vec<(String, Value)> = Vec::with_capacity(header.readings.len());
    let mut time = None;
    let mut entries: Vec<(&'static str, usize, Value)> = Vec::new();
    for (index, reading) in header.readings.iter().enumerate() {
        // In a spreadsheet a row ends at its last non-empty cell.
        let cell = cells.get(index).unwrap_or(&Cell::Empty);
        if let (Some(confirms), Cell::Text(text)) = (reading.confirms, cell)
            && !cell.is_blank()
        {
            record.confirms.push((confirms, index, Cow::Borrowed(text.trim())));
        }
        let Some(known) = reading.place.and_then(|place| layout.known.get(place)) else { continue };
        let column = &known.column;
        let refused = |code: &str| {
            let unit = column.units.first().copied().unwrap_or_default();
            let violation = Violation::new(column.name, code);
            match code {
                "cellUnit" => violation.with("unit", unit),
                // Only logMAR values are checked for decimals here; other numbers are checked by the rules of their
                // field.
                "decimals" => violation.with("max", 3),
                _ => violation,
            }
        };
        if let (Role::Field(kind), Some(entry)) = (known.role, reading.entry) {
            match values::value_of(cell, column, values::entry_of(kind), layout.words) {
                Ok(interpreted) => entries.push((column.name, entry, interpreted.value)),
                Err(code) => {
                    let path = path_in(column.name, entry - 1, "");
                    record.unsure.push(Violation { path, ..refused(code) });
                }
            }
            continue;
        }
        if let Some(word) = own_word(reading, cell) {
            fields.push((column.name.to_owned(), Value::Text(word.to_owned())));
            continue;
        }
        match known.role {
            Role::Field(kind) => {
                let interpreted = values::value_of(cell, column, kind, layout.words);
                let interpreted =
                    if reading.is_log_mar { interpreted.and_then(Interpreted::read_as_log_mar) } else { interpreted };
                match interpreted {
                    Ok(Interpreted { value: Value::Nothing, .. }) => {}
                    Ok(Interpreted { value, spellings }) => {
                        record.spellings.extend(spellings.into_iter().map(|spelling| (index, spelling)));
                        fields.push((column.name.to_owned(), value));
                    }
                    Err(code) => record.unsure.push(refused(code)),
                }
            }
            Role::Pressure => match values::pressures_of(cell, column) {
                Ok(None) => {}
                Ok(Some((systolic, diastolic))) => {
                    record.spellings.push((index, Spelling::Pair));
                    let both = PRESSURES.into_iter().zip([systolic, diastolic]);
                    fields.extend(both.map(|(name, number)| (name.to_owned(), Value::Number(number))));
                }
                // The cell is at fault, so neither pressure counts as missing.
                Err(code) => record.unsure.push(Violation { path: PRESSURES[0].to_owned(), ..refused(code) }),
            },
            Role::TimeOfDay => match values::time_of_day(cell) {
                Ok(None) => {}
                Ok(Some((found, spelling))) => {
                    record.spellings.extend(spelling.map(|spelling| (index, spelling)));
                    time = Some((index, found));
                }
                Err(code) => record.unsure.push(refused(code)),
            },
            Role::Confirms => match values::value_of(cell, column, CONFIRMING, layout.words) {
                Ok(interpreted) => {
                    let text = interpreted.value.as_text().filter(|text| !text.trim().is_empty());
                    let text = text.map(|text| Cow::Owned(text.trim().to_owned()));
                    record.confirms.extend(text.map(|text| (column.name, index, text)));
                }
                // What cannot be read confirms nothing.
                Err(code) => record.unsure.push(refused(code)),
            },
        }
    }
    fields.extend(lists(entries));
    let day = fields.iter_mut().find(|(name, _)| name == MEASURED_AT).map(|(_, value)| value);
    if let (Some(day), kind) = (day, layout.kind(MEASURED_AT)) {
        join(&mut record, day, time, matches!(kind, Some(Kind::Instant)));
    }
    record.value = Value::Object(fields);
    record
}

/// Returns the value of a cell in the product's own export, by a word of its language.
fn own_word(reading: &Reading, cell: &Cell) -> Option<&'static str> {
    let Cell::Text(text) = cell else { return None };
    reading.words.iter().find(|(told, _)| told == text.trim()).map(|(_, word)| *word)
}

/// Builds the lists whose entries have a column each; entries without a column are empty.
fn lists(entries: Vec<(&'static str, usize, Value)>) -> Vec<(String, Value)> {
    let mut lists: Vec<(String, Vec<Value>)> = Vec::new();
    for (field, entry, value) in entries {
        if !lists.iter().any(|(known, _)| known == field) {
            lists.push((field.to_owned(), Vec::new()));
        }
        let Some((_, list)) = lists.iter_mut().find(|(known, _)| known == field) else { continue };
        list.resize(list.len().max(entry), Value::Nothing);
        if let Some(place) = list.get_mut(entry - 1) {
            *place = value;
        }
    }
    lists.into_iter().map(|(field, list)| (field, Value::List(list))).collect()
}

/// Combines a day and its time of day. A timestamp without a time is the start of its day.
fn join(record: &mut Record<'_>, day: &mut Value, time: Option<(usize, NaiveTime)>, is_moment: bool) {
    let Some(text) = day.as_text() else { return };
    let is_day = Date::parse(text).is_some();
    record.lacks_time = is_day && time.is_none();
    match time {
        Some((index, time)) if is_day => {
            record.spellings.push((index, Spelling::TwoColumns));
            *day = Value::Text(values::at_time(text, time));
        }
        Some(_) => record.unsure.push(Violation::new("measuredTime", "timeTwice")),
        None if is_day && is_moment => *day = Value::Text(values::at_time(text, NaiveTime::MIN)),
        None => {}
    }
}

/// Returns why a whole row cannot be read.
fn broken(header: &Header, line: &Line, format: ImportFormat) -> Option<Violation> {
    let Some(cells) = &line.cells else { return Some(Violation::new("", "quote")) };
    if line.is_hidden {
        return Some(Violation::new("", "hiddenRow"));
    }
    let (expected, found) = (header.readings.len(), cells.len());
    let beyond = || cells.iter().skip(expected).any(Cell::has_content);
    let wrong_count = match format {
        // Trailing empty columns do not count.
        ImportFormat::Csv => found < expected || beyond(),
        // A spreadsheet omits empty cells.
        ImportFormat::Xlsx => beyond(),
    };
    if wrong_count {
        return Some(Violation::new("", "columnCount").with("expected", expected).with("found", found));
    }
    let is_unnamed = |(cell, reading): (&Cell, &Reading)| !reading.is_named && cell.has_content();
    cells.iter().zip(&header.readings).any(is_unnamed).then(|| Violation::new("", "unnamedColumn"))
}

/// Returns the truncated text of a cell as people see it; `None` if it is empty.
#[must_use]
pub fn shown(cell: Option<&Cell>) -> Option<String> {
    let text = values::shown(cell?)?;
    let visible = text.chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c });
    let mut short: String = visible.take(MAX_SHOWN).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        short.push('…');
    }
    (!short.is_empty()).then_some(short)
}

#[cfg(test)]
mod tests {
    use super::shown;
    use crate::reading::Cell;

    #[test]
    fn a_shown_value_is_short_and_has_no_control_characters() {
        assert_eq!(shown(Some(&Cell::Text("a\u{7}b".into()))).as_deref(), Some("a\u{FFFD}b"));
        assert_eq!(shown(Some(&Cell::Text("가".repeat(61)))).map(|text| text.chars().count()), Some(61));
    }
}
