//! A file as checked rows: columns found by their names, cells turned into values, rows checked by
//! the contract's rules and against the rows before them.

use super::{csv, xlsx};
use chrono::{Days, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};
use std::{
    borrow::Cow,
    collections::HashMap,
    hash::{BuildHasher, RandomState},
};
use unicode_normalization::{UnicodeNormalization, is_nfc};
use uno_core::{
    contract::{
        member_imports::{
            COLUMNS, ImportFormat, MOST_ROWS, MemberImportRow, REQUIRED_COLUMNS, RowProblem, WORDS, row_violations,
        },
        validation::{Kind, Rules, Value, Violation},
    },
    domain::{
        decimal::Hundredths,
        grade::{Sex, physical::Setting},
        time::{Bound, Date, Timestamp},
    },
};

/// Most columns of a file.
const MOST_COLUMNS: usize = 256;
/// Most characters of a value that a problem shows.
const MOST_SHOWN: usize = 60;
/// Field of the request that is at fault when the whole file is.
const FILE: &str = "file";

/// A cell as it stands in the file.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// Text.
    Text(String),
    /// Bytes that are no UTF-8, as far as they can be shown.
    Undecodable(String),
    /// A number of a spreadsheet.
    Number {
        /// The number.
        number: f64,
        /// What to add where it counts days.
        day_one: f64,
    },
    /// A date of a spreadsheet: days since the end of 1899.
    Date(f64),
}

/// A row as it stands in the file.
#[derive(Debug)]
pub struct Line {
    /// Line in the file, the first being 1.
    pub number: i64,
    /// Its cells; `None` when it cannot be split into such.
    pub cells: Option<Vec<Cell>>,
}

/// The columns of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    /// For each column of the file its place in [`COLUMNS`].
    places: Vec<Option<usize>>,
    /// Names of the columns that are passed over.
    pub ignored: Vec<String>,
}

impl Header {
    /// Names of the columns that are read, in the order of the file.
    #[must_use]
    pub fn columns(&self) -> Vec<String> {
        self.places.iter().flatten().filter_map(|place| COLUMNS.get(*place)).map(|column| column.name.into()).collect()
    }
}

/// A row that has been checked.
pub struct Row<'a> {
    /// Line in the file.
    pub line: i64,
    /// The member number, as far as there is one.
    pub member_no: String,
    /// What came of it.
    pub checked: Checked,
    header: &'a Header,
    cells: &'a [Cell],
}

/// What came of checking a row.
#[derive(Debug, PartialEq)]
pub enum Checked {
    /// It can be taken.
    Good(Box<MemberImportRow>),
    /// It says what an earlier row has said.
    Repeated,
    /// It cannot be taken.
    Bad(Vec<RowProblem>),
}

impl Row<'_> {
    /// Its values as text, in the order of [`Header::columns`].
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        let cells = self.header.places.iter().enumerate().filter(|(_, place)| place.is_some());
        cells.map(|(index, place)| shown(self.cells.get(index), *place).unwrap_or_default()).collect()
    }
}

/// Why reading a file ended.
#[derive(Debug)]
pub enum ReadError<E> {
    /// The file is no table of the expected columns.
    Unreadable(Vec<Violation>),
    /// Whoever takes the rows does not want more.
    Taker(E),
}

impl<E> From<&'static str> for ReadError<E> {
    fn from(code: &'static str) -> Self {
        Self::Unreadable(vec![Violation::new(FILE, code)])
    }
}

/// Calls `on_row` with each row behind the header, checked; answers the header.
///
/// # Errors
/// Why the file cannot be read as a whole, or what `on_row` answers.
pub fn each_row<E>(
    bytes: &[u8],
    format: ImportFormat,
    now: Timestamp,
    mut on_row: impl FnMut(Row<'_>) -> Result<(), E>,
) -> Result<Header, ReadError<E>> {
    let mut header: Option<Header> = None;
    let mut checker = Checker::new(now);
    let mut rows = 0_usize;
    let mut on_line = |line: Line| -> Result<(), ReadError<E>> {
        if line.cells.as_ref().is_some_and(|cells| cells.iter().all(is_blank)) {
            return Ok(());
        }
        let Some(header) = &header else {
            header = Some(header_of(line.cells.as_deref()).map_err(ReadError::Unreadable)?);
            return Ok(());
        };
        rows += 1;
        if rows > MOST_ROWS {
            return Err(ReadError::Unreadable(vec![Violation::new(FILE, "tooManyRows").with("max", MOST_ROWS)]));
        }
        on_row(checker.check(header, &line, format)).map_err(ReadError::Taker)
    };
    match format {
        ImportFormat::Csv => {
            for record in csv::records(bytes) {
                let cells = record.cells.map(|cells| cells.into_iter().map(decoded).collect());
                on_line(Line { number: record.line, cells })?;
            }
        }
        ImportFormat::Xlsx => xlsx::each_line(bytes, on_line)?,
    }
    match header {
        None => Err("empty".into()),
        Some(_) if rows == 0 => Err("noRows".into()),
        Some(header) => Ok(header),
    }
}

fn decoded(bytes: Vec<u8>) -> Cell {
    match String::from_utf8(bytes) {
        Ok(text) if text.is_empty() => Cell::Empty,
        Ok(text) => Cell::Text(text),
        Err(error) => Cell::Undecodable(String::from_utf8_lossy(error.as_bytes()).into_owned()),
    }
}

fn is_blank(cell: &Cell) -> bool {
    match cell {
        Cell::Empty => true,
        Cell::Text(text) => text.trim().is_empty(),
        _ => false,
    }
}

/// A name as it is compared: without spaces and capitals.
fn plain_name(name: &str) -> String {
    name.nfc().filter(|character| !character.is_whitespace()).flat_map(char::to_lowercase).collect()
}

fn header_of(cells: Option<&[Cell]>) -> Result<Header, Vec<Violation>> {
    let wrong = |code| vec![Violation::new(FILE, code)];
    let Some(cells) = cells else { return Err(wrong("notText")) };
    if cells.len() > MOST_COLUMNS {
        return Err(vec![Violation::new(FILE, "tooManyColumns").with("max", MOST_COLUMNS)]);
    }
    let mut header = Header::default();
    for cell in cells {
        let name = match cell {
            Cell::Undecodable(_) => return Err(wrong("notText")),
            Cell::Text(text) if text.chars().any(|c| c.is_control() && !c.is_whitespace()) => {
                return Err(wrong("notText"));
            }
            Cell::Text(text) => text.trim(),
            _ => "",
        };
        let plain = plain_name(name);
        let is_called = |known: &str| plain_name(known) == plain;
        let place = COLUMNS
            .iter()
            .position(|column| is_called(column.name) || column.aliases.iter().any(|alias| is_called(alias)));
        match place.and_then(|place| COLUMNS.get(place)) {
            Some(column) if header.places.contains(&place) => {
                return Err(vec![Violation::new(FILE, "duplicateColumn").with("column", column.name)]);
            }
            None if !name.is_empty() => header.ignored.push(name.chars().take(MOST_SHOWN).collect()),
            _ => {}
        }
        header.places.push(place);
    }
    let missing: Vec<Violation> = (0..REQUIRED_COLUMNS)
        .filter(|place| !header.places.contains(&Some(*place)))
        .filter_map(|place| COLUMNS.get(place))
        .map(|column| Violation::new(FILE, "missingColumn").with("column", column.name))
        .collect();
    if missing.is_empty() { Ok(header) } else { Err(missing) }
}

/// Checks rows one after the other, remembering what the rows before have said.
struct Checker {
    now: Timestamp,
    /// Names of the member's fields, to be compared between rows.
    hasher: RandomState,
    members: HashMap<String, Known>,
    measurements: HashMap<(usize, i64), (i64, u64)>,
}

/// What has been said about a member: fingerprints of the values, of which there may be many.
struct Known {
    number: usize,
    line: i64,
    fields: [Option<u64>; MEMBER_FIELDS.len()],
}

/// Fields that must not differ between the rows of a member.
const MEMBER_FIELDS: [&str; 6] = ["sex", "birthDate", "name", "phoneNumber", "email", "address"];

impl Checker {
    fn new(now: Timestamp) -> Self {
        Self { now, hasher: RandomState::new(), members: HashMap::new(), measurements: HashMap::new() }
    }

    fn check<'a>(&mut self, header: &'a Header, line: &'a Line, format: ImportFormat) -> Row<'a> {
        let cells = line.cells.as_deref().unwrap_or_default();
        let number_at = header.places.iter().position(|place| *place == Some(0));
        let member_no = number_at.and_then(|index| shown(cells.get(index), Some(0))).unwrap_or_default();
        let checked = match self.checked(header, line, format) {
            Ok(checked) => checked,
            Err(violations) => Checked::Bad(
                violations
                    .into_iter()
                    .map(|violation| {
                        let place = COLUMNS.iter().position(|column| column.name == violation.path);
                        let index = header.places.iter().position(|known| place.is_some() && *known == place);
                        let value = index.and_then(|index| shown(cells.get(index), place));
                        RowProblem { line: line.number, violation, value }
                    })
                    .collect(),
            ),
        };
        Row { line: line.number, member_no, checked, header, cells }
    }

    fn checked(&mut self, header: &Header, line: &Line, format: ImportFormat) -> Result<Checked, Vec<Violation>> {
        let Some(cells) = &line.cells else { return Err(vec![Violation::new("", "quote")]) };
        let (expected, found) = (header.places.len(), cells.len());
        let wrong_count = match format {
            ImportFormat::Csv => expected != found,
            // A spreadsheet has no cells where nothing stands.
            ImportFormat::Xlsx => cells.iter().skip(expected).any(|cell| !is_blank(cell)),
        };
        if wrong_count {
            return Err(vec![Violation::new("", "columnCount").with("expected", expected).with("found", found)]);
        }
        let known = header.places.iter().zip(cells).filter_map(|(place, cell)| Some(((*place)?, cell)));
        let mut undecodable = Vec::new();
        let mut entries = Vec::with_capacity(COLUMNS.len());
        for (place, cell) in known {
            let Some((column, field)) = COLUMNS.get(place).zip(MemberImportRow::FORM.fields.get(place)) else {
                continue;
            };
            if matches!(cell, Cell::Undecodable(_)) {
                undecodable.push(Violation::new(column.name, "encoding"));
            }
            match value_of(cell, field.kind) {
                Value::Nothing => {}
                value => entries.push((column.name.to_owned(), value)),
            }
        }
        if !undecodable.is_empty() {
            return Err(undecodable);
        }
        let value = Value::Object(entries);
        let violations = row_violations(&value, self.now);
        if !violations.is_empty() {
            return Err(violations);
        }
        let row = typed(&value).ok_or_else(|| vec![Violation::new("", "type")])?;
        self.compare(row, line.number)
    }

    /// Compares a good row with what the rows before have said.
    fn compare(&mut self, row: MemberImportRow, line: i64) -> Result<Checked, Vec<Violation>> {
        let print = |value: &str| self.hasher.hash_one(value);
        let fields = [
            Some(print(row.sex.as_str())),
            Some(self.hasher.hash_one(row.birth_date)),
            row.name.as_deref().map(print),
            row.phone_number.as_deref().map(print),
            row.email.as_deref().map(print),
            row.address.as_deref().map(print),
        ];
        let next = self.members.len();
        let known = self.members.entry(row.member_no.clone()).or_insert(Known { number: next, line, fields });
        let mut conflicts = Vec::new();
        for ((name, said), says) in MEMBER_FIELDS.iter().zip(known.fields).zip(fields) {
            if said.is_some() && says.is_some() && said != says {
                conflicts.push(Violation::new(name, "conflict").with("line", known.line));
            }
        }
        if !conflicts.is_empty() {
            return Err(conflicts);
        }
        if let Some(at) = row.measured_at.filter(|_| is_measured(&row)) {
            let values = (
                (row.height_cm, row.weight_kg, row.body_fat_percent),
                (row.systolic, row.diastolic, row.pulse, row.setting),
            );
            let print = self.hasher.hash_one(values);
            match self.measurements.entry((known.number, at.first().0)) {
                std::collections::hash_map::Entry::Vacant(entry) => {
                    entry.insert((line, print));
                }
                std::collections::hash_map::Entry::Occupied(entry) => {
                    let (first, said) = *entry.get();
                    if said != print {
                        return Err(vec![Violation::new("measuredAt", "duplicate").with("line", first)]);
                    }
                    if known.fields.iter().zip(fields).all(|(said, says)| says.is_none() || *said == says) {
                        return Ok(Checked::Repeated);
                    }
                }
            }
        }
        for (said, says) in known.fields.iter_mut().zip(fields) {
            *said = said.or(says);
        }
        Ok(Checked::Good(Box::new(row)))
    }
}

/// Whether a row has a measured value.
#[must_use]
pub fn is_measured(row: &MemberImportRow) -> bool {
    let quantities = [row.height_cm, row.weight_kg, row.body_fat_percent];
    let counts = [row.systolic, row.diastolic, row.pulse];
    quantities.iter().any(Option::is_some) || counts.iter().any(Option::is_some)
}

/// A checked row with types.
fn typed(row: &Value) -> Option<MemberImportRow> {
    let text = |name: &str| row.get(name).as_text();
    let quantity = |name: &str| row.get(name).as_number().and_then(Hundredths::from_number);
    #[allow(clippy::cast_possible_truncation)] // The rules have bounded it.
    let count = |name: &str| row.get(name).as_number().map(|number| number as i64);
    Some(MemberImportRow {
        member_no: text("memberNo")?.to_owned(),
        sex: Sex::parse(text("sex")?)?,
        birth_date: Date::parse(text("birthDate")?)?,
        name: text("name").map(str::to_owned),
        phone_number: text("phoneNumber").map(str::to_owned),
        email: text("email").map(str::to_owned),
        address: text("address").map(str::to_owned),
        height_cm: quantity("heightCm"),
        weight_kg: quantity("weightKg"),
        body_fat_percent: quantity("bodyFatPercent"),
        systolic: count("systolic"),
        diastolic: count("diastolic"),
        pulse: count("pulse"),
        setting: text("setting").and_then(Setting::parse),
        measured_at: text("measuredAt").and_then(Bound::parse),
    })
}

/// A cell as the value that a field of this kind expects.
fn value_of(cell: &Cell, kind: Kind) -> Value {
    let is_number = matches!(kind, Kind::Integer { .. } | Kind::Decimal { .. });
    match cell {
        Cell::Number { number, .. } if is_number => Value::Number(*number),
        _ => match text_of(cell, kind) {
            None => Value::Nothing,
            // Not by the general parser of numbers: it takes exponents and infinities.
            Some(text) if is_number && is_plain_number(&text) => {
                text.parse().map_or(Value::Text(text.into()), Value::Number)
            }
            Some(text) => Value::Text(text.into()),
        },
    }
}

fn is_plain_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.matches('.').count() <= 1
}

/// A cell as the text that a field of this kind expects; `None` where nothing stands.
fn text_of(cell: &Cell, kind: Kind) -> Option<Cow<'_, str>> {
    let is_time = matches!(kind, Kind::PastDate | Kind::Bound);
    let text: Cow<'_, str> = match cell {
        Cell::Empty => return None,
        Cell::Text(text) | Cell::Undecodable(text) => Cow::Borrowed(text.trim()),
        Cell::Number { number, day_one } if is_time => Cow::Owned(date_text(*number + day_one, kind)),
        Cell::Date(days) => Cow::Owned(date_text(*days, kind)),
        Cell::Number { number, .. } => Cow::Owned(number.to_string()),
    };
    if text.is_empty() {
        return None;
    }
    let text = if is_nfc(&text) { text } else { Cow::Owned(text.nfc().collect()) };
    Some(match kind {
        Kind::Word(words) => word_of(&text, words).map_or(text, Cow::Borrowed),
        Kind::Bound if Bound::parse(&text).is_none() => in_seoul(text),
        _ => text,
    })
}

fn word_of(text: &str, words: &'static [&'static str]) -> Option<&'static str> {
    let is_called = |known: &str| known.eq_ignore_ascii_case(text);
    let by_synonym =
        || WORDS.iter().find(|(_, synonyms)| synonyms.iter().any(|known| is_called(known))).map(|(word, _)| *word);
    words.iter().copied().find(|known| is_called(known)).or_else(by_synonym)
}

/// A time without an offset is the time in Seoul.
fn in_seoul(text: Cow<'_, str>) -> Cow<'_, str> {
    let with_offset = format!("{text}+09:00");
    if Timestamp::parse(&with_offset).is_some() { Cow::Owned(with_offset) } else { text }
}

/// The text of a spreadsheet's date, or of the number where it is none.
fn date_text(days: f64, kind: Kind) -> String {
    let Some(at) = date_of(days) else { return days.to_string() };
    match kind {
        Kind::PastDate => Date(at.date()).to_string(),
        _ if at.time() == NaiveTime::MIN => Date(at.date()).to_string(),
        _ => format!("{}T{}", Date(at.date()), at.time().format("%H:%M:%S%.3f")),
    }
}

/// Days since the end of 1899 as a spreadsheet counts them: with a 29 February 1900 that never was.
fn date_of(days: f64) -> Option<NaiveDateTime> {
    if !(1.0..2_958_466.0).contains(&days) {
        return None;
    }
    let days = if days < 60.0 { days + 1.0 } else { days };
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // Bounded above.
    let (whole, milliseconds) = (days.trunc() as u64, (days.fract() * 86_400_000.0).round() as i64);
    let midnight = NaiveDate::from_ymd_opt(1899, 12, 30)?.checked_add_days(Days::new(whole))?.and_time(NaiveTime::MIN);
    midnight.checked_add_signed(TimeDelta::milliseconds(milliseconds))
}

/// A cell as people see it, shortened; `None` where nothing stands.
fn shown(cell: Option<&Cell>, place: Option<usize>) -> Option<String> {
    let kind = MemberImportRow::FORM.fields.get(place?)?.kind;
    let text = match cell? {
        // What was read from a word is shown as it stands.
        Cell::Text(text) => Cow::Borrowed(text.trim()),
        cell => text_of(cell, kind)?,
    };
    let visible = text.chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c });
    let mut short: String = visible.take(MOST_SHOWN).collect();
    if text.chars().nth(MOST_SHOWN).is_some() {
        short.push('…');
    }
    (!short.is_empty()).then_some(short)
}

#[cfg(test)]
mod tests {
    use super::{Cell, Checked, ReadError, date_of, each_row, shown, value_of};
    use proptest::prelude::*;
    use uno_core::{
        contract::{
            member_imports::ImportFormat,
            validation::{Kind, Value, kinds},
        },
        domain::time::Timestamp,
    };

    fn now() -> Timestamp {
        Timestamp::parse("2026-11-21T12:00:00+09:00").unwrap_or(Timestamp(0))
    }

    /// Each row as its line and `ok`, `repeated`, or its problems as `column code`.
    fn read(bytes: &[u8], format: ImportFormat) -> Result<Vec<String>, Vec<String>> {
        let mut rows = Vec::new();
        let read = each_row::<()>(bytes, format, now(), |row| {
            let found = match &row.checked {
                Checked::Good(_) => "ok".to_owned(),
                Checked::Repeated => "repeated".to_owned(),
                Checked::Bad(problems) => {
                    let name = |at: usize| problems.get(at).map(|problem| &problem.violation);
                    let words = (0..problems.len())
                        .filter_map(|at| name(at).map(|found| format!("{} {}", found.path, found.code)));
                    words.collect::<Vec<_>>().join(", ")
                }
            };
            rows.push(format!("{}: {found}", row.line));
            Ok(())
        });
        match read {
            Ok(_) => Ok(rows),
            Err(ReadError::Unreadable(why)) => Err(why.into_iter().map(|violation| violation.code).collect()),
            Err(ReadError::Taker(())) => Err(Vec::new()),
        }
    }

    fn csv(text: &str) -> Result<Vec<String>, Vec<String>> {
        read(text.as_bytes(), ImportFormat::Csv)
    }

    fn problem(rest_of_header: &str, row: &str) -> Vec<String> {
        csv(&format!("memberNo,sex,birthDate{rest_of_header}\n{row}\n")).unwrap_or_else(|codes| codes)
    }

    #[test]
    fn a_bad_row_is_named_with_its_reason_and_costs_no_other() {
        let long = "가".repeat(300);
        let text = format!(
            "memberNo,sex,birthDate,name,heightCm,systolic,diastolic,measuredAt\r\n\
             1,M,1980-01-01,Kim,170.5,120,80,2020-01-01\r\n\
             2,X,1980-01-01,,,,,\r\n\
             3,F,2027-01-01,,,,,\r\n\
             4,F,1980-01-01,,17,,,2020-01-01\r\n\
             5,F,1980-01-01,,,80,80,2020-01-01\r\n\
             6,F,1980-01-01\r\n\
             7,F,1980-01-01,,,,,,\r\n\
             8,F,1980-01-01,{long},,,,\r\n\
             9,F,1980-01-01,\"two\nlines\",,,,\r\n\
             \u{1},F,1980-01-01,,,,,\r\n\
             ,,,,,,,\r\n\
             11,\"F,1980-01-01,,,,,\r\n\
             12,여,1980-01-01,김,170.123,,,2020-01-01\r\n\
             13,남,1980-01-01,김,170,,,\r\n\
             14,male,1980-02-30,김,abc,1e2,,2020-01-01\r\n\
             15,m,1980-01-01,김,170,,,2020-01-01 10:00\r\n"
        );
        assert_eq!(
            csv(&text),
            Ok([
                "2: ok",
                "3: sex choice",
                "4: birthDate future",
                "5: heightCm tooSmall",
                "6: systolic order",
                "7:  columnCount",
                "8:  columnCount",
                "9: name tooLong",
                "10: name format",
                "12: memberNo format",
                "14:  quote",
                "15: heightCm decimals",
                "16: measuredAt required",
                "17: birthDate format, heightCm type, systolic type",
                "18: ok",
            ]
            .map(str::to_owned)
            .to_vec())
        );
    }

    #[test]
    fn a_file_that_is_no_table_of_members_is_refused_with_the_reason() {
        for (bytes, codes) in [
            (&b""[..], vec!["empty"]),
            (b"\n\r\n", vec!["empty"]),
            (b"memberNo,sex,birthDate\n", vec!["noRows"]),
            (b"memberNo,sex\n1,M\n", vec!["missingColumn"]),
            (b"hello world", vec!["missingColumn"; 3]),
            (b"memberNo,sex,birthDate,SEX\n1,M,1980-01-01,M\n", vec!["duplicateColumn"]),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", vec!["notText"]),
            (b"\xff\xfem\0e\0m\0", vec!["notText"]),
            (b"PK\x03\x04\x14\0", vec!["notText"]),
        ] {
            let codes: Vec<String> = codes.into_iter().map(str::to_owned).collect();
            assert_eq!(read(bytes, ImportFormat::Csv), Err(codes), "{}", bytes.escape_ascii());
        }
        assert_eq!(csv(&format!("memberNo,sex,birthDate{}\n", ",x".repeat(300))), Err(vec!["tooManyColumns".into()]));
        let many = "memberNo,sex,birthDate\n".to_owned() + &"1,M,1980-01-01\n".repeat(200_001);
        assert_eq!(csv(&many), Err(vec!["tooManyRows".into()]));
        for bytes in [
            &b""[..],
            b"memberNo,sex,birthDate\n",
            b"PK\x03\x04\x14\0",
            b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0",
        ] {
            assert_eq!(read(bytes, ImportFormat::Xlsx), Err(vec!["notSpreadsheet".into()]), "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn columns_are_found_by_korean_names_and_a_byte_order_mark_is_no_part_of_them() {
        assert_eq!(csv("\u{FEFF}성별,회원 번호,생년월일,비고\n여,1,1980-01-01,x\n"), Ok(vec!["2: ok".into()]));
    }

    #[test]
    fn bytes_that_are_no_text_cost_their_row_only_where_they_are_read() {
        let bytes = b"memberNo,sex,birthDate,name,note\n1,M,1980-01-01,\xb1\xe8,x\n2,M,1980-01-01,Kim,\xb1\xe8\n";
        assert_eq!(read(bytes, ImportFormat::Csv), Ok(vec!["2: name encoding".into(), "3: ok".into()]));
    }

    #[test]
    fn rows_are_compared_with_those_before() {
        let header = "memberNo,sex,birthDate,name,phoneNumber,weightKg,measuredAt\n";
        let rows = "1,M,1980-01-01,Kim,,70,2020-01-01\n\
                    1,M,1980-01-01,,010-1234-5678,70.0,2020-01-01T00:00+09:00\n\
                    1,M,1980-01-01,Kim,,70,2020-01-01\n\
                    1,M,1980-01-01,Kim,,71,2020-01-01\n\
                    1,F,1980-01-01,Lee,,70,2020-01-02\n\
                    1,M,1980-01-01,,010-1234-5679,70,2020-01-03\n\
                    1,M,1980-01-01,Kim,,70,2020-01-04\n";
        assert_eq!(
            csv(&format!("{header}{rows}")),
            Ok([
                "2: ok",
                "3: ok",
                "4: repeated",
                "5: measuredAt duplicate",
                "6: sex conflict, name conflict",
                "7: phoneNumber conflict",
                "8: ok"
            ]
            .map(str::to_owned)
            .to_vec()),
            "the second row adds a telephone number"
        );
    }

    #[test]
    fn times_are_read_as_in_seoul_where_they_have_no_offset() {
        for (text, code) in [
            ("2020-01-01", None),
            ("2020-01-01T10:00:00+09:00", None),
            ("2020-01-01 10:00", None),
            ("2026-11-21T11:59", None),
            ("2026-11-21T12:01", Some("2: measuredAt future")),
            ("1979-12-31T15:00Z", None),
            ("1979-12-31T14:59Z", Some("2: measuredAt order")),
            ("01.01.2020", Some("2: measuredAt format")),
        ] {
            assert_eq!(problem(",measuredAt", &format!("1,M,1980-01-01,{text}")), [code.unwrap_or("2: ok")], "{text}");
        }
    }

    #[test]
    fn days_of_spreadsheets_are_dates() {
        let text = |days| date_of(days).map(|at| at.to_string());
        assert_eq!(text(1.0).as_deref(), Some("1900-01-01 00:00:00"));
        assert_eq!(text(59.0).as_deref(), Some("1900-02-28 00:00:00"));
        assert_eq!(text(61.0).as_deref(), Some("1900-03-01 00:00:00"));
        assert_eq!(text(30_133.416_666_666_67).as_deref(), Some("1982-07-01 10:00:00"));
        for days in [0.5, -1.0, 2_958_466.0, f64::NAN, f64::INFINITY] {
            assert_eq!(text(days), None, "{days}");
        }
    }

    #[test]
    fn numbers_of_spreadsheets_may_have_the_noise_of_binary_fractions() {
        let number = |number| Cell::Number { number, day_one: 0.0 };
        assert_eq!(
            value_of(&number(170.500_000_000_000_03), kinds::decimal(0, 99_999)),
            Value::Number(170.500_000_000_000_03)
        );
        assert_eq!(value_of(&number(1001.0), kinds::text(1, 50)), Value::Text("1001".into()));
        assert_eq!(value_of(&number(30_133.0), kinds::past_date()), Value::Text("1982-07-01".into()));
        assert_eq!(
            value_of(&Cell::Date(30_133.5), kinds::bound()),
            Value::Text("1982-07-01T12:00:00.000+09:00".into())
        );
        assert_eq!(value_of(&Cell::Text("NaN".into()), Kind::Integer { min: 0, max: 9 }), Value::Text("NaN".into()));
    }

    #[test]
    fn a_shown_value_is_short_and_has_no_control_characters() {
        assert_eq!(shown(Some(&Cell::Text("a\u{7}b".into())), Some(3)).as_deref(), Some("a\u{FFFD}b"));
        assert_eq!(shown(Some(&Cell::Text("가".repeat(61))), Some(3)).map(|text| text.chars().count()), Some(61));
    }

    proptest! {
        #[test]
        fn no_bytes_make_reading_fail(bytes in proptest::collection::vec(any::<u8>(), 0..400), header in any::<bool>()) {
            let mut file = if header { b"memberNo,sex,birthDate,name,heightCm,setting,measuredAt\n".to_vec() } else { Vec::new() };
            file.extend_from_slice(&bytes);
            let _ = read(&file, ImportFormat::Csv);
            let _ = read(&bytes, ImportFormat::Xlsx);
        }

        #[test]
        fn no_cells_make_checking_fail(cells in proptest::collection::vec("[ -~가0-9.:TZ+-]{0,24}", 7)) {
            let _ = problem(",name,heightCm,setting,measuredAt", &cells.join(","));
        }
    }
}
