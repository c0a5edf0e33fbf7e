//! Reads spreadsheets (XLSX) as a person sees them.
//!
//! The usual library is not used, for two reasons. It keeps whole parts in memory, so that a file of some kilobytes
//! can cost gigabytes; here every part is a stream with a limit. And it does not report what decides whether a cell
//! is reliable: its number format, whether its formula has a stored value, hidden sheets and merged cells.

use super::{
    Cell, Line, MAX_CELLS, MAX_LINES_TO_NAMES, MERGED, NOT_SPREADSHEET, OLD_SPREADSHEET, Recognise, Refused, Span,
    TOO_LARGE,
    archive::Archive,
    number_format::{Format, Shape},
    xml::{Node, Xml, attribute, is_true, raw},
};
use chrono::{Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};
use quick_xml::events::BytesStart;
use std::{collections::HashMap, fs::File, io::Read as _};
use uno_core::contract::imports::{ImportSheet, ImportSource};

const MEGABYTE: u64 = 1024 * 1024;
/// Maximum size in bytes of the parts that describe the structure.
const MAX_OUTLINE: u64 = 4 * MEGABYTE;
/// Maximum size of the styles in bytes.
const MAX_STYLES: u64 = 16 * MEGABYTE;
/// Maximum size in bytes of the shared strings, and of a sheet.
const MAX_PART: u64 = 256 * MEGABYTE;
/// Maximum number of nodes in a small part, and in a large one.
const MAX_FEW_NODES: u64 = 500_000;
const MAX_NODES: u64 = 40_000_000;
/// Maximum number of sheets, number formats and cell formats; spreadsheet programs support no more.
const MAX_SHEETS: usize = 255;
const MAX_NUMBER_FORMATS: usize = 5_000;
const MAX_CELL_FORMATS: usize = 65_536;
/// Maximum length of a number format in bytes.
const MAX_FORMAT_BYTES: usize = 1_024;
/// Maximum number of shared strings, and their total size in bytes.
const MAX_STRINGS: usize = 2_000_000;
const MAX_STRING_BYTES: usize = 40 * 1024 * 1024;
/// Maximum number of merged areas in a sheet.
const MAX_MERGED: usize = 100_000;
/// Maximum number of hidden column groups; a sheet has no more columns.
const MAX_HIDDEN: usize = 16_384;
/// Maximum number of rows in a sheet.
const MAX_ROWS: u32 = 1_048_576;
/// Maximum size of a cell's text in bytes.
const MAX_CELL_BYTES: usize = 128 * 1024;
/// Maximum size of a row's text in bytes: one shared string may be used in all its cells.
const MAX_ROW_BYTES: usize = 2 * 1024 * 1024;
/// Days between the two epochs of spreadsheet dates.
const DAYS_TO_1904: f64 = 1_462.0;

/// An opened spreadsheet.
pub struct Workbook {
    archive: Archive,
    sheets: Vec<Sheet>,
    chosen: Option<usize>,
    since_1904: bool,
    formats: Vec<Format>,
    strings: Option<String>,
}

struct Sheet {
    name: String,
    part: String,
    is_visible: bool,
    has_rows: bool,
    hidden_columns: Vec<Span>,
}

impl Workbook {
    /// Opens a file; `sheet` is the one that a person has chosen.
    ///
    /// # Errors
    /// Returns why it cannot be read.
    pub fn open(mut file: File, sheet: Option<usize>, recognise: Recognise<'_>) -> Result<Self, Refused> {
        let mut start = [0_u8; 4];
        if file.read_exact(&mut start).is_ok() && start == *b"\xD0\xCF\x11\xE0" {
            return Err(OLD_SPREADSHEET);
        }
        let mut archive = Archive::open(file)?;
        if archive.has("mimetype") || archive.has("xl/workbook.bin") {
            return Err(OLD_SPREADSHEET);
        }
        let roots = relations(&mut archive, "_rels/.rels", "")?;
        let main = roots.into_iter().find(|found| found.kind == "officeDocument").ok_or(NOT_SPREADSHEET)?.target;
        let (folder, name) = main.rsplit_once('/').unwrap_or(("", &main));
        let related = relations(&mut archive, &format!("{folder}/_rels/{name}.rels"), folder)?;
        let outline = outline(&mut archive, &main)?;
        let by_id: HashMap<&str, &Relation> = related.iter().map(|found| (found.id.as_str(), found)).collect();
        let mut workbook = Self {
            archive,
            sheets: Vec::with_capacity(outline.sheets.len()),
            chosen: None,
            since_1904: outline.since_1904,
            formats: Vec::new(),
            strings: related.iter().find(|found| found.kind == "sharedStrings").map(|found| found.target.clone()),
        };
        if let Some(styles) = related.iter().find(|found| found.kind == "styles") {
            workbook.formats = formats(&mut workbook.archive, &styles.target)?;
        }
        for (name, id, is_visible) in outline.sheets {
            // Chart sheets are listed as sheets as well.
            let part =
                by_id.get(id.as_str()).filter(|found| found.kind == "worksheet").map(|found| found.target.clone());
            let is_visible = is_visible && part.is_some();
            let part = part.unwrap_or_default();
            let found = if is_visible { survey(&mut workbook.archive, &part, true)? } else { Survey::default() };
            let (has_rows, hidden_columns) = (found.has_rows, found.hidden_columns);
            workbook.sheets.push(Sheet { name, part, is_visible, has_rows, hidden_columns });
        }
        workbook.chosen = workbook.choose(sheet, outline.active)?;
        if workbook.chosen.is_none() {
            workbook.chosen = workbook.only_with_names(recognise)?;
        }
        Ok(workbook)
    }

    /// Returns the only non-empty sheet with all required column names in its first lines; other sheets may contain
    /// instructions, for example.
    fn only_with_names(&mut self, recognise: Recognise<'_>) -> Result<Option<usize>, Refused> {
        let strings = match &self.strings {
            Some(part) => strings(&mut self.archive, part)?,
            None => Strings::default(),
        };
        let mut found = None;
        for (at, sheet) in self.sheets.iter().enumerate().filter(|(_, sheet)| sheet.has_rows) {
            let part = self.archive.part(&sheet.part, MAX_PART)?;
            let book = Book { formats: &self.formats, strings: &strings, since_1904: self.since_1904 };
            let mut lines = 0;
            let looked = book.each_line(Xml::new(part, MAX_NODES), MergedCells::new(Vec::new()), |line: Line| {
                let cells = line.cells.unwrap_or_default();
                lines += usize::from(!cells.iter().all(Cell::is_blank));
                match recognise(&cells) {
                    (_, true) => Err(ScanEnd::Found),
                    _ if lines == MAX_LINES_TO_NAMES => Err(ScanEnd::Enough),
                    _ => Ok(()),
                }
            });
            match (looked, found) {
                (Err(ScanEnd::Refused(refused)), _) => return Err(refused),
                (Err(ScanEnd::Found), None) => found = Some(at),
                // Only a person can tell which of two tables is meant.
                (Err(ScanEnd::Found), Some(_)) => return Ok(None),
                (Ok(()) | Err(ScanEnd::Enough), _) => {}
            }
        }
        Ok(found)
    }

    /// Returns the sheet to be read; `None` if a person must choose.
    fn choose(&self, given: Option<usize>, active: usize) -> Result<Option<usize>, Refused> {
        if let Some(given) = given {
            let known = self.sheets.get(given).is_some_and(|sheet| sheet.is_visible);
            return if known { Ok(Some(given)) } else { Err(Refused::new("noSuchSheet")) };
        }
        let mut filled = (0..self.sheets.len()).filter(|at| self.sheets.get(*at).is_some_and(|sheet| sheet.has_rows));
        match (filled.next(), filled.next()) {
            (Some(_), Some(_)) => Ok(None),
            (Some(only), None) => Ok(Some(only)),
            _ => {
                let is_visible = |at: &usize| self.sheets.get(*at).is_some_and(|sheet| sheet.is_visible);
                let empty = Some(active).filter(is_visible).or_else(|| (0..self.sheets.len()).find(is_visible));
                empty.map(Some).ok_or(NOT_SPREADSHEET)
            }
        }
    }

    /// Returns the sheet that is read.
    #[must_use]
    pub fn chosen(&self) -> Option<usize> {
        self.chosen
    }

    /// Returns the visible non-empty sheets, if there are several.
    #[must_use]
    pub fn choices(&self) -> Vec<ImportSheet> {
        let filled = self.sheets.iter().enumerate().filter(|(_, sheet)| sheet.has_rows);
        let choices: Vec<ImportSheet> = filled
            .filter_map(|(at, sheet)| Some(ImportSheet { index: i64::try_from(at).ok()?, name: sheet.name.clone() }))
            .collect();
        if choices.len() > 1 { choices } else { Vec::new() }
    }

    /// Returns the hidden columns of the chosen sheet.
    #[must_use]
    pub fn hidden_columns(&self) -> Vec<Span> {
        self.chosen.and_then(|at| self.sheets.get(at)).map(|sheet| sheet.hidden_columns.clone()).unwrap_or_default()
    }

    /// Returns what was detected about the file.
    #[must_use]
    pub fn source(&self) -> ImportSource {
        let sheet = self.chosen.and_then(|at| self.sheets.get(at)).map(|sheet| sheet.name.clone());
        ImportSource { encoding: None, delimiter: None, sheet }
    }

    /// Calls `on_line` with each row of the chosen sheet that has a cell.
    ///
    /// # Errors
    /// Returns the error of `on_line`, or why the file cannot be read.
    pub fn each_line<E: From<Refused>>(&mut self, on_line: impl FnMut(Line) -> Result<(), E>) -> Result<(), E> {
        let Some(sheet) = self.chosen.and_then(|at| self.sheets.get(at)) else { return Err(NOT_SPREADSHEET.into()) };
        let strings = match &self.strings {
            Some(part) => strings(&mut self.archive, part)?,
            None => Strings::default(),
        };
        let merged = survey(&mut self.archive, &sheet.part, false)?.merged;
        let part = self.archive.part(&sheet.part, MAX_PART)?;
        let book = Book { formats: &self.formats, strings: &strings, since_1904: self.since_1904 };
        book.each_line(Xml::new(part, MAX_NODES), MergedCells::new(merged), on_line)
    }
}

/// Why reading the first lines of a sheet has ended.
enum ScanEnd {
    Found,
    Enough,
    Refused(Refused),
}

impl From<Refused> for ScanEnd {
    fn from(refused: Refused) -> Self {
        Self::Refused(refused)
    }
}

/// A part that another part refers to.
struct Relation {
    id: String,
    kind: String,
    target: String,
}

fn relations(archive: &mut Archive, part: &str, folder: &str) -> Result<Vec<Relation>, Refused> {
    let mut xml = Xml::new(archive.part(part.trim_start_matches('/'), MAX_OUTLINE)?, MAX_FEW_NODES);
    let mut found = Vec::new();
    loop {
        match xml.next()? {
            Node::End => return Ok(found),
            Node::Open(element) if element.local_name().as_ref() == "Relationship" => {
                let target = attribute(&element, "Target").unwrap_or_default();
                let kind = attribute(&element, "Type").unwrap_or_default();
                // Absolute, or relative to the folder of the referring part.
                let target = match target.strip_prefix('/') {
                    Some(absolute) => absolute.to_owned(),
                    None => format!("{folder}/{target}").trim_start_matches('/').to_owned(),
                };
                found.push(Relation {
                    id: attribute(&element, "Id").unwrap_or_default(),
                    kind: kind.rsplit('/').next().unwrap_or_default().to_owned(),
                    target,
                });
                if found.len() > 2 * MAX_SHEETS {
                    return Err(TOO_LARGE);
                }
            }
            _ => {}
        }
    }
}

/// The structure of a workbook.
#[derive(Default)]
struct Outline {
    /// For each sheet its name, the id of its part, and whether it is visible.
    sheets: Vec<(String, String, bool)>,
    active: usize,
    since_1904: bool,
}

fn outline(archive: &mut Archive, part: &str) -> Result<Outline, Refused> {
    let mut xml = Xml::new(archive.part(part, MAX_OUTLINE)?, MAX_FEW_NODES);
    let mut outline = Outline::default();
    loop {
        match xml.next()? {
            Node::End => return Ok(outline),
            Node::Open(element) => match element.local_name().as_ref() {
                "workbookPr" => outline.since_1904 = is_true(&element, "date1904"),
                "workbookView" => {
                    outline.active = raw(&element, "activeTab").and_then(|tab| tab.parse().ok()).unwrap_or(0);
                }
                "sheet" => {
                    let is_visible = raw(&element, "state").is_none_or(|state| state == "visible");
                    let (name, id) = (attribute(&element, "name"), attribute(&element, "id"));
                    let (Some(name), Some(id)) = (name, id) else { return Err(NOT_SPREADSHEET) };
                    outline.sheets.push((name.chars().take(100).collect(), id, is_visible));
                    if outline.sheets.len() > MAX_SHEETS {
                        return Err(TOO_LARGE);
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }
}

/// Returns the number format of each cell format.
fn formats(archive: &mut Archive, part: &str) -> Result<Vec<Format>, Refused> {
    let mut xml = Xml::new(archive.part(part, MAX_STYLES)?, MAX_FEW_NODES);
    let mut own: HashMap<u32, Format> = HashMap::new();
    let mut formats = Vec::new();
    // Cell formats are in `cellXfs`; those in `cellStyleXfs` are the styles they derive from.
    let mut is_within = false;
    loop {
        match xml.next()? {
            Node::End => return Ok(formats),
            Node::Open(element) => match element.local_name().as_ref() {
                "numFmt" => {
                    let number = raw(&element, "numFmtId").and_then(|number| number.parse().ok());
                    let code = attribute(&element, "formatCode").filter(|code| code.len() <= MAX_FORMAT_BYTES);
                    // Formats further below are for conditional formatting and apply to no cell.
                    if let Some(number) = number
                        && formats.is_empty()
                    {
                        own.insert(number, code.map_or(Format::OTHER, |code| Format::of(&code)));
                    }
                    if own.len() > MAX_NUMBER_FORMATS {
                        return Err(TOO_LARGE);
                    }
                }
                "cellXfs" => is_within = true,
                "cellStyles" | "dxfs" => is_within = false,
                "xf" if is_within => {
                    let number = raw(&element, "numFmtId").and_then(|number| number.parse().ok()).unwrap_or(0);
                    formats.push(own.get(&number).cloned().unwrap_or_else(|| Format::built_in(number)));
                    if formats.len() > MAX_CELL_FORMATS {
                        return Err(TOO_LARGE);
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }
}

/// The shared strings, concatenated.
#[derive(Default)]
struct Strings {
    text: String,
    ends: Vec<u32>,
}

impl Strings {
    fn get(&self, index: usize) -> Option<&str> {
        let end = usize::try_from(*self.ends.get(index)?).ok()?;
        let start = index.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        self.text.get(usize::try_from(start).ok()?..end)
    }
}

fn strings(archive: &mut Archive, part: &str) -> Result<Strings, Refused> {
    let mut xml = Xml::new(archive.part(part, MAX_PART)?, MAX_NODES);
    let mut strings = Strings::default();
    let mut rich = RichText::default();
    loop {
        match xml.next()? {
            Node::End => return Ok(strings),
            Node::Open(element) => rich.open(element.local_name().as_ref()),
            Node::Text(text) => {
                if rich.is_text() {
                    strings.text.push_str(&text);
                }
            }
            Node::Close => {
                if rich.close() {
                    if strings.text.len() - strings.ends.last().map_or(0, |end| *end as usize) > MAX_CELL_BYTES {
                        return Err(TOO_LARGE);
                    }
                    strings.ends.push(u32::try_from(strings.text.len()).map_err(|_| TOO_LARGE)?);
                }
            }
        }
        if strings.text.len() > MAX_STRING_BYTES || strings.ends.len() > MAX_STRINGS {
            return Err(TOO_LARGE);
        }
    }
}

/// Tracks the elements of a string: pieces of text, and phonetic hints, which are not displayed.
#[derive(Default)]
struct RichText {
    path: Vec<Piece>,
}

#[derive(Clone, Copy, PartialEq)]
enum Piece {
    Whole,
    Text,
    Hidden,
    Other,
}

impl RichText {
    fn open(&mut self, name: &str) {
        self.path.push(match name {
            "si" | "is" => Piece::Whole,
            "t" => Piece::Text,
            "rPh" => Piece::Hidden,
            _ => Piece::Other,
        });
    }

    /// Returns whether text at this position is displayed.
    fn is_text(&self) -> bool {
        self.path.last() == Some(&Piece::Text) && !self.path.contains(&Piece::Hidden)
    }

    /// Closes an element; returns whether it was the whole string.
    fn close(&mut self) -> bool {
        self.path.pop() == Some(Piece::Whole)
    }
}

/// The data about a sheet that is needed before its cells are read.
#[derive(Default)]
struct Survey {
    has_rows: bool,
    /// The hidden columns, which are declared before the rows.
    hidden_columns: Vec<Span>,
    merged: Vec<Area>,
}

/// A merged area, from 0, both ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Area {
    rows: (u32, u32),
    columns: (u32, u32),
}

/// Scans a sheet; with `is_brief` stops at the first non-empty cell.
fn survey(archive: &mut Archive, part: &str, is_brief: bool) -> Result<Survey, Refused> {
    let mut xml = Xml::new(archive.part(part, MAX_PART)?, MAX_NODES);
    let mut survey = Survey::default();
    let mut is_value = false;
    loop {
        match xml.next()? {
            Node::End => return Ok(survey),
            Node::Open(element) => match element.local_name().as_ref() {
                "v" | "t" | "f" => is_value = true,
                "mergeCell" => {
                    survey.merged.extend(raw(&element, "ref").as_deref().and_then(area));
                    if survey.merged.len() > MAX_MERGED {
                        return Err(TOO_LARGE);
                    }
                }
                "col" if is_true(&element, "hidden") || is_zero(&element, "width") => {
                    survey.hidden_columns.extend(span(&element));
                    if survey.hidden_columns.len() > MAX_HIDDEN {
                        return Err(TOO_LARGE);
                    }
                }
                _ => is_value = false,
            },
            Node::Close => is_value = false,
            Node::Text(text) => {
                if is_value && !text.trim().is_empty() {
                    survey.has_rows = true;
                    if is_brief {
                        return Ok(survey);
                    }
                }
            }
        }
    }
}

/// Returns the columns from `min` to `max`, which count from 1.
fn span(element: &BytesStart<'_>) -> Option<Span> {
    let number = |name| raw(element, name)?.parse::<usize>().ok()?.checked_sub(1);
    Some(number("min")?..=number("max")?)
}

/// Returns whether a size is zero, which hides the element.
fn is_zero(element: &BytesStart<'_>, name: &str) -> bool {
    raw(element, name).and_then(|size| size.parse().ok()) == Some(0.0_f64)
}

/// Parses an area such as `A1:B2`.
fn area(text: &str) -> Option<Area> {
    let (first, last) = text.split_once(':')?;
    let ((row, column), (last_row, last_column)) = (place(first)?, place(last)?);
    Some(Area { rows: (row, last_row), columns: (column, last_column) })
}

/// Parses a cell reference such as `B12` into row and column, from 0.
fn place(text: &str) -> Option<(u32, u32)> {
    let letters = text.bytes().take_while(u8::is_ascii_alphabetic).count();
    let (letters, digits) = text.split_at_checked(letters)?;
    if letters.is_empty() || letters.len() > 3 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let column = letters.bytes().fold(0, |column, byte| column * 26 + u32::from(byte.to_ascii_uppercase() - b'A') + 1);
    let row: u32 = digits.parse().ok()?;
    (1..=MAX_ROWS).contains(&row).then(|| (row - 1, column - 1))
}

/// The cells covered by merged areas, queried row by row.
struct MergedCells {
    areas: std::iter::Peekable<std::vec::IntoIter<Area>>,
    open: Vec<Area>,
}

impl MergedCells {
    fn new(mut areas: Vec<Area>) -> Self {
        // An area whose last column is before its first covers nothing, but every row would have to process it.
        areas.retain(|area| (area.columns.0 as usize) < MAX_CELLS && area.columns.0 <= area.columns.1);
        areas.sort_by_key(|area| area.rows.0);
        Self { areas: areas.into_iter().peekable(), open: Vec::new() }
    }

    /// Marks the covered cells of a row, which display the value of another cell. Overlapping areas, which no
    /// spreadsheet program writes, are refused: every row would have to process all of them.
    fn mark(&mut self, row: u32, cells: &mut Vec<Cell>) -> Result<(), Refused> {
        self.open.retain(|area| area.rows.1 >= row);
        while let Some(area) = self.areas.next_if(|area| area.rows.0 <= row) {
            if area.rows.1 >= row {
                self.open.push(area);
            }
        }
        let width = |area: &Area| (area.columns.1 as usize + 1).min(MAX_CELLS).saturating_sub(area.columns.0 as usize);
        if self.open.iter().map(width).sum::<usize>() > MAX_CELLS {
            return Err(TOO_LARGE);
        }
        for area in &self.open {
            for column in area.columns.0..=area.columns.1.min(MAX_CELLS as u32 - 1) {
                if (row, column) == (area.rows.0, area.columns.0) {
                    continue;
                }
                put(cells, column, Cell::Unsure { code: MERGED, shown: String::new() });
            }
        }
        Ok(())
    }
}

/// Puts a cell at its column. All cells behind the last one that is kept share its place: there are too many.
fn put(cells: &mut Vec<Cell>, column: u32, cell: Cell) {
    let column = (column as usize).min(MAX_CELLS - 1);
    if cells.len() <= column {
        cells.resize(column + 1, Cell::Empty);
    }
    if let Some(place) = cells.get_mut(column) {
        *place = cell;
    }
}

/// The data that the cells of all sheets refer to.
struct Book<'a> {
    formats: &'a [Format],
    strings: &'a Strings,
    since_1904: bool,
}

/// The row that is being read.
#[derive(Default)]
struct CurrentRow {
    /// Its index, from 0.
    index: u32,
    next_row: u32,
    next_column: u32,
    is_hidden: bool,
    cells: Vec<Cell>,
    /// Size of its texts.
    bytes: usize,
}

impl CurrentRow {
    /// Begins the row of an element. Rows that are repeated or out of order would be assigned wrong line numbers.
    fn begin(&mut self, element: &BytesStart<'_>) -> Result<(), Refused> {
        self.index = match raw(element, "r").map(|number| number.parse::<u32>().ok()) {
            None => self.next_row,
            Some(Some(number @ 1..=MAX_ROWS)) => number - 1,
            Some(_) => return Err(NOT_SPREADSHEET),
        };
        if self.index < self.next_row || self.index >= MAX_ROWS {
            return Err(NOT_SPREADSHEET);
        }
        (self.next_row, self.next_column) = (self.index + 1, 0);
        self.is_hidden = is_true(element, "hidden") || is_zero(element, "ht");
        self.cells = Vec::with_capacity(16);
        Ok(())
    }

    /// Begins the cell of an element.
    fn cell(&mut self, element: &BytesStart<'_>) -> Result<Draft, Refused> {
        let at = match raw(element, "r") {
            None => Some((self.index, self.next_column)),
            Some(text) => place(&text),
        };
        let (row, column) = at.ok_or(NOT_SPREADSHEET)?;
        if row != self.index || column < self.next_column {
            return Err(NOT_SPREADSHEET);
        }
        self.next_column = column + 1;
        Ok(Draft {
            column,
            kind: raw(element, "t").map_or_else(String::new, |kind| kind.into_owned()),
            style: raw(element, "s").and_then(|style| style.parse().ok()).unwrap_or(0),
            ..Draft::default()
        })
    }

    /// Adds a cell that was read.
    fn put(&mut self, column: u32, cell: Cell) -> Result<(), Refused> {
        if let Cell::Text(text) = &cell {
            self.bytes += text.len();
        }
        if self.bytes > MAX_ROW_BYTES {
            return Err(TOO_LARGE);
        }
        if cell != Cell::Empty {
            put(&mut self.cells, column, cell);
        }
        Ok(())
    }

    /// Takes the cells of the row, which has ended.
    fn take(&mut self) -> Vec<Cell> {
        self.bytes = 0;
        std::mem::take(&mut self.cells)
    }
}

/// A cell that is being read.
#[derive(Default)]
struct Draft {
    column: u32,
    kind: String,
    style: usize,
    has_formula: bool,
    has_value: bool,
    text: String,
}

impl Book<'_> {
    fn each_line<E: From<Refused>>(
        &self,
        mut xml: Xml<'_>,
        mut covered: MergedCells,
        mut on_line: impl FnMut(Line) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut row = CurrentRow::default();
        let mut draft: Option<Draft> = None;
        let mut path: Vec<Part> = Vec::with_capacity(16);
        let mut rich = RichText::default();
        loop {
            match xml.next()? {
                Node::End => return Ok(()),
                Node::Open(element) => {
                    let name = element.local_name();
                    let part = Part::of(name.as_ref());
                    match (part, &mut draft) {
                        (Part::Row, _) => row.begin(&element)?,
                        (Part::Cell, _) => draft = Some(row.cell(&element)?),
                        (Part::Formula, Some(draft)) => draft.has_formula = true,
                        (Part::Value, Some(draft)) => draft.has_value = true,
                        _ => {}
                    }
                    rich.open(name.as_ref());
                    path.push(part);
                }
                Node::Text(text) => {
                    if let Some(draft) = &mut draft
                        && (path.last() == Some(&Part::Value) || rich.is_text())
                    {
                        draft.text.push_str(&text);
                        if draft.text.len() > MAX_CELL_BYTES {
                            return Err(TOO_LARGE.into());
                        }
                    }
                }
                Node::Close => {
                    rich.close();
                    match path.pop() {
                        Some(Part::Cell) => {
                            if let Some(draft) = draft.take() {
                                row.put(draft.column, self.cell(draft)?)?;
                            }
                        }
                        Some(Part::Row) => {
                            let mut cells = row.take();
                            covered.mark(row.index, &mut cells)?;
                            if !cells.is_empty() {
                                let number = i64::from(row.index) + 1;
                                on_line(Line { number, cells: Some(cells), is_hidden: row.is_hidden })?;
                            }
                        }
                        _ => {}
                    }
                }
            }
        }
    }

    fn cell(&self, draft: Draft) -> Result<Cell, Refused> {
        let Draft { kind, style, has_formula, has_value, text, .. } = draft;
        let unsure = |code, shown: String| Ok(Cell::Unsure { code, shown });
        match kind.as_str() {
            // An empty stored value is valid; a formula without a stored value was never computed.
            "str" if has_formula && !has_value => unsure("noValue", String::new()),
            "s" if text.is_empty() => Ok(Cell::Empty),
            "s" => {
                let index = text.trim().parse().map_err(|_| NOT_SPREADSHEET)?;
                Ok(text_cell(self.strings.get(index).ok_or(NOT_SPREADSHEET)?))
            }
            "str" | "inlineStr" => Ok(text_cell(&text)),
            "b" => unsure("boolean", if text.trim() == "1" { "TRUE" } else { "FALSE" }.to_owned()),
            "e" => unsure("errorCell", text),
            "d" => Ok(iso_time(text.trim()).map_or_else(|| Cell::Text(text), |at| Cell::Time { at, day: true })),
            "" | "n" => {
                let text = text.trim();
                if text.is_empty() {
                    return if has_formula { unsure("noValue", String::new()) } else { Ok(Cell::Empty) };
                }
                let number: f64 = text.parse().map_err(|_| NOT_SPREADSHEET)?;
                let shape = self.formats.get(style).map_or(&Shape::General, |format| format.shape(number));
                let day = match shape {
                    Shape::Time { day } => Some(*day && number >= 1.0),
                    // Less than a day is a time of day.
                    Shape::Hours if number < 1.0 => Some(false),
                    _ => None,
                };
                let Some(day) = day else {
                    return Ok(Cell::Number { number, shown: shape.shown(number), is_plain: shape.is_plain() });
                };
                Ok(match self.time(number) {
                    Some(at) => Cell::Time { at, day },
                    None => Cell::Unsure { code: "noSuchDate", shown: number.to_string() },
                })
            }
            _ => Err(NOT_SPREADSHEET),
        }
    }

    /// Converts a number of days to a time. Spreadsheets count a 29 February 1900, which never existed.
    fn time(&self, days: f64) -> Option<NaiveDateTime> {
        let days = if self.since_1904 { days + DAYS_TO_1904 } else { days };
        if !(0.0..2_958_466.0).contains(&days) || (60.0..61.0).contains(&days) {
            return None;
        }
        let days = if days < 60.0 { days + 1.0 } else { days };
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Bounded above.
        let (whole, milliseconds) = (days.trunc() as u64, (days.fract() * 86_400_000.0).round() as i64);
        let day = NaiveDate::from_ymd_opt(1899, 12, 30)?.checked_add_days(Days::new(whole))?;
        day.and_time(NaiveTime::MIN).checked_add_signed(TimeDelta::milliseconds(milliseconds))
    }
}

/// The relevant elements of a sheet.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Row,
    Cell,
    Formula,
    Value,
    Other,
}

impl Part {
    fn of(name: &str) -> Self {
        match name {
            "row" => Self::Row,
            "c" => Self::Cell,
            "f" => Self::Formula,
            "v" => Self::Value,
            _ => Self::Other,
        }
    }
}

/// Creates a text cell, with escaped characters (`_x000D_`) resolved.
fn text_cell(text: &str) -> Cell {
    if text.is_empty() {
        return Cell::Empty;
    }
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("_x") {
        result.push_str(before);
        let character = after
            .get(..5)
            .and_then(|code| code.strip_suffix('_'))
            .filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
            .and_then(|digits| char::from_u32(u32::from_str_radix(digits, 16).ok()?));
        rest = match character {
            Some(character) => {
                result.push(character);
                after.get(5..).unwrap_or_default()
            }
            None => {
                result.push_str("_x");
                after
            }
        };
    }
    result.push_str(rest);
    Cell::Text(result)
}

fn iso_time(text: &str) -> Option<NaiveDateTime> {
    let text = text.strip_suffix('Z').unwrap_or(text);
    let day = || NaiveDate::parse_from_str(text, "%Y-%m-%d").ok().map(|day| day.and_time(NaiveTime::MIN));
    NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").ok().or_else(day)
}

#[cfg(test)]
mod tests {
    use super::{Area, Book, Cell, Draft, Format, Strings, area, place, text_cell};

    #[test]
    fn places_are_rows_and_columns() {
        assert_eq!(place("A1"), Some((0, 0)));
        assert_eq!(place("XFD1048576"), Some((1_048_575, 16_383)));
        assert_eq!(area("B2:C4"), Some(Area { rows: (1, 3), columns: (1, 2) }));
        for text in ["", "A", "1", "A0", "A1048577", "AAAA1", "A-1", "A1B"] {
            assert_eq!(place(text), None, "{text}");
        }
    }

    #[test]
    fn days_of_spreadsheets_are_dates() {
        let strings = Strings::default();
        let book = |since_1904| Book { formats: &[], strings: &strings, since_1904 };
        let text = |days| book(false).time(days).map(|at| at.to_string());
        assert_eq!(text(1.0).as_deref(), Some("1900-01-01 00:00:00"));
        assert_eq!(text(59.0).as_deref(), Some("1900-02-28 00:00:00"));
        assert_eq!(text(61.0).as_deref(), Some("1900-03-01 00:00:00"));
        assert_eq!(text(30_133.416_666_666_67).as_deref(), Some("1982-07-01 10:00:00"));
        for days in [60.0, 60.5, -1.0, 2_958_466.0, f64::NAN, f64::INFINITY] {
            assert_eq!(text(days), None, "{days}");
        }
        assert_eq!(book(true).time(28_671.0).map(|at| at.to_string()).as_deref(), Some("1982-07-01 00:00:00"));
    }

    #[test]
    fn a_number_of_hours_is_a_time_of_day_below_a_day() {
        let (strings, formats) = (Strings::default(), [Format::of("[h]:mm")]);
        let book = Book { formats: &formats, strings: &strings, since_1904: false };
        let is_time = |text: &str| {
            let cell = book.cell(Draft { text: text.into(), ..Draft::default() });
            matches!(cell, Ok(Cell::Time { day: false, .. }))
        };
        assert_eq!(["0", "0.5", "1", "1.0625", "-0.5"].map(is_time), [true, true, false, false, false]);
    }

    #[test]
    fn escaped_characters_are_what_they_stand_for() {
        for (text, shown) in [("a_x000D_b", "a\rb"), ("a_x00", "a_x00"), ("_xZZZZ_", "_xZZZZ_"), ("_x005F_x41", "_x41")]
        {
            assert_eq!(text_cell(text), Cell::Text(shown.into()));
        }
    }
}
