//! A table as checked rows: values checked by the contract's rules and against the rows before them.

use super::{
    columns::Header,
    divisions::Divisions,
    reading::{Cell, FILE, Line, Refused, Table},
    values,
};
use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
};
use uno_core::{
    contract::{
        member_imports::{COLUMNS, ImportFormat, MAX_ROWS, MemberImportRow, RowProblem, row_violations},
        validation::{Kind, Rules, Value, Violation},
    },
    domain::{
        decimal::Hundredths,
        grade::{Sex, physical::Setting},
        time::{Bound, Date, Timestamp},
    },
};

/// Most characters of a value that a problem shows.
const MAX_SHOWN: usize = 60;

/// A row that has been checked.
pub struct Row<'a> {
    /// Line in the file.
    pub line: i64,
    /// The member number, as far as there is one.
    pub member_no: String,
    /// What came of it.
    pub checked: Checked,
    /// Whether no earlier row that can be taken was about the same member.
    pub is_first_of_member: bool,
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
    /// Refuses it where it names a division that the company does not have.
    pub fn check(&mut self, divisions: &Divisions) {
        let Checked::Good(good) = &self.checked else { return };
        if let Err(violation) = divisions.find(good) {
            self.checked = Checked::Bad(vec![RowProblem { line: self.line, violation, value: good.division.clone() }]);
        }
    }

    /// Its values as text, in the order of [`Header::columns`].
    #[must_use]
    pub fn texts(&self) -> Vec<String> {
        let cells = self.header.places.iter().enumerate().filter_map(|(index, place)| Some((index, (*place)?)));
        cells.map(|(index, place)| shown(self.cells.get(index), place).unwrap_or_default()).collect()
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

impl<E> From<Refused> for ReadError<E> {
    fn from(refused: Refused) -> Self {
        Self::Unreadable(vec![refused.into()])
    }
}

/// Calls `on_row` with each row behind the header, checked; answers the header.
///
/// # Errors
/// Why the file cannot be read as a whole, or what `on_row` answers.
pub fn each_row<E>(
    table: &mut Table,
    format: ImportFormat,
    now: Timestamp,
    mut on_row: impl FnMut(Row<'_>) -> Result<(), E>,
) -> Result<Header, ReadError<E>> {
    let mut header: Option<Header> = None;
    let mut checker = Checker::new(now);
    let mut rows = 0_usize;
    let hidden = table.hidden_columns();
    table.each_line(|line: Line| -> Result<(), ReadError<E>> {
        if line.cells.as_ref().is_some_and(|cells| cells.iter().all(Cell::is_blank)) {
            return Ok(());
        }
        let Some(header) = &header else {
            // Whoever hides the names does not see what is imported as what.
            if line.is_hidden {
                return Err(ReadError::Unreadable(vec![Violation::new(FILE, "hiddenHeader")]));
            }
            header = Some(Header::of(line.cells.as_deref(), &hidden).map_err(ReadError::Unreadable)?);
            return Ok(());
        };
        rows += 1;
        if rows > MAX_ROWS {
            return Err(ReadError::Unreadable(vec![Violation::new(FILE, "tooManyRows").with("max", MAX_ROWS)]));
        }
        on_row(checker.check(header, &line, format)).map_err(ReadError::Taker)
    })?;
    let wrong = |code| Err(ReadError::Unreadable(vec![Violation::new(FILE, code)]));
    match header {
        None => wrong("empty"),
        Some(_) if rows == 0 => wrong("noRows"),
        Some(header) => Ok(header),
    }
}

/// Checks rows one after the other, remembering what the rows before have said.
struct Checker {
    now: Timestamp,
    /// Names of the member's fields, to be compared between rows.
    hasher: RandomState,
    members: HashMap<u64, Known>,
    measurements: HashMap<(usize, i64), (i64, u64)>,
}

/// What has been said about a member: fingerprints of the values, 0 for nothing. There may be as
/// many of these as rows, and so they are small.
struct Known {
    number: usize,
    line: i64,
    fields: [u64; MEMBER_FIELDS.len()],
}

/// Fields that must not differ between the rows of a member.
const MEMBER_FIELDS: [&str; 7] = ["sex", "birthDate", "name", "phoneNumber", "email", "address", "division"];

impl Checker {
    fn new(now: Timestamp) -> Self {
        Self { now, hasher: RandomState::new(), members: HashMap::new(), measurements: HashMap::new() }
    }

    fn check<'a>(&mut self, header: &'a Header, line: &'a Line, format: ImportFormat) -> Row<'a> {
        let cells = line.cells.as_deref().unwrap_or_default();
        let number_at = header.index_of("memberNo");
        let member_no = number_at.and_then(|index| shown(cells.get(index), 0)).unwrap_or_default();
        let known = self.members.len();
        let checked = match self.checked(header, line, format) {
            Ok(checked) => checked,
            Err(violations) => Checked::Bad(
                violations
                    .into_iter()
                    .map(|violation| {
                        let place = COLUMNS.iter().position(|column| column.name == violation.path);
                        let index = header.index_of(&violation.path);
                        let value = place.zip(index).and_then(|(place, index)| shown(cells.get(index), place));
                        RowProblem { line: line.number, violation, value }
                    })
                    .collect(),
            ),
        };
        Row { line: line.number, member_no, checked, is_first_of_member: self.members.len() > known, header, cells }
    }

    fn checked(&mut self, header: &Header, line: &Line, format: ImportFormat) -> Result<Checked, Vec<Violation>> {
        let Some(cells) = &line.cells else { return Err(vec![Violation::new("", "quote")]) };
        if line.is_hidden {
            return Err(vec![Violation::new("", "hiddenRow")]);
        }
        let (expected, found) = (header.places.len(), cells.len());
        let beyond = || cells.iter().skip(expected).any(|cell| !cell.is_blank());
        let wrong_count = match format {
            // Empty columns behind the last one are no columns.
            ImportFormat::Csv => found < expected || beyond(),
            // A spreadsheet has no cells where nothing stands.
            ImportFormat::Xlsx => beyond(),
        };
        if wrong_count {
            return Err(vec![Violation::new("", "columnCount").with("expected", expected).with("found", found)]);
        }
        let is_named = |index: &usize| !header.unnamed.contains(index);
        if cells.iter().enumerate().any(|(index, cell)| !is_named(&index) && !cell.is_blank()) {
            return Err(vec![Violation::new("", "unnamedColumn")]);
        }
        let known = header.places.iter().zip(cells).filter_map(|(place, cell)| Some(((*place)?, cell)));
        let mut unsure = Vec::new();
        let mut entries = Vec::with_capacity(COLUMNS.len());
        for (place, cell) in known {
            let Some((column, kind)) = COLUMNS.get(place).zip(kind_of(place)) else { continue };
            match values::value_of(cell, kind) {
                Ok(Value::Nothing) => {}
                Ok(value) => entries.push((column.name.to_owned(), value)),
                Err(code) => unsure.push(Violation::new(column.name, code)),
            }
        }
        let value = Value::Object(entries);
        let mut violations = row_violations(&value, self.now);
        if !unsure.is_empty() {
            // What could not be read is not missing, and nothing can be said of how it goes with others.
            violations.retain(|found| unsure.iter().all(|known| known.path != found.path));
            unsure.append(&mut violations);
            unsure.sort_by_key(|found| COLUMNS.iter().position(|column| column.name == found.path));
            return Err(unsure);
        }
        if !violations.is_empty() {
            return Err(violations);
        }
        let row = typed(&value).ok_or_else(|| vec![Violation::new("", "type")])?;
        self.compare(row, line.number)
    }

    /// Compares a good row with what the rows before have said.
    fn compare(&mut self, row: MemberImportRow, line: i64) -> Result<Checked, Vec<Violation>> {
        let print = |value: &str| self.hasher.hash_one(value).max(1);
        let perhaps = |value: &Option<String>| value.as_deref().map_or(0, print);
        let fields = [
            print(row.sex.as_str()),
            self.hasher.hash_one(row.birth_date).max(1),
            perhaps(&row.name),
            perhaps(&row.phone_number),
            perhaps(&row.email),
            perhaps(&row.address),
            perhaps(&row.division),
        ];
        let next = self.members.len();
        let known = self.members.entry(print(&row.member_no)).or_insert(Known { number: next, line, fields });
        let mut conflicts = Vec::new();
        for ((name, said), says) in MEMBER_FIELDS.iter().zip(known.fields).zip(fields) {
            if said != 0 && says != 0 && said != says {
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
                    if known.fields.iter().zip(fields).all(|(said, says)| says == 0 || *said == says) {
                        return Ok(Checked::Repeated);
                    }
                }
            }
        }
        for (said, says) in known.fields.iter_mut().zip(fields) {
            *said = if *said == 0 { says } else { *said };
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
        division: text("division").map(str::to_owned),
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

/// What a field must be.
fn kind_of(place: usize) -> Option<Kind> {
    MemberImportRow::FORM.fields.get(place).map(|field| field.kind)
}

/// A cell as people see it, shortened; `None` where nothing stands.
fn shown(cell: Option<&Cell>, place: usize) -> Option<String> {
    let text = values::shown(cell?, kind_of(place)?)?;
    let visible = text.chars().map(|c| if c.is_control() { '\u{FFFD}' } else { c });
    let mut short: String = visible.take(MAX_SHOWN).collect();
    if text.chars().nth(MAX_SHOWN).is_some() {
        short.push('…');
    }
    (!short.is_empty()).then_some(short)
}

#[cfg(test)]
mod tests {
    use super::{Checked, ReadError, each_row, shown};
    use crate::member_imports::reading::{Cell, Table};
    use proptest::prelude::*;
    use std::io::Write as _;
    use uno_core::{contract::member_imports::ImportFormat, domain::time::Timestamp};

    fn now() -> Timestamp {
        Timestamp::parse("2026-11-21T12:00:00+09:00").unwrap_or(Timestamp(0))
    }

    /// Each row as its line and `ok`, `repeated`, or its problems as `column code`.
    fn read(bytes: &[u8], format: ImportFormat) -> Result<Vec<String>, Vec<String>> {
        let mut rows = Vec::new();
        let file = || {
            let mut file = tempfile::tempfile()?;
            file.write_all(bytes)?;
            std::io::Seek::rewind(&mut file)?;
            Ok::<_, std::io::Error>(file)
        };
        let file = file().map_err(|error| vec![error.to_string()])?;
        let open = Table::open(file, format, None).map_err(ReadError::from);
        let read = open.and_then(|mut table| {
            each_row::<()>(&mut table, format, now(), |row| {
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
            })
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
                "8: ok",
                "9: name tooLong",
                "10: name format",
                "12: memberNo format",
                "14:  quote",
                "15: heightCm decimals",
                "16: measuredAt required",
                "17: birthDate noSuchDate, heightCm type, systolic type",
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
            (b"\xff\xfem\0e\0m\0", vec!["missingColumn"; 3]),
            (b"PK\x03\x04\x14\0", vec!["oldSpreadsheet"]),
            (b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1", vec!["oldSpreadsheet"]),
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
    fn bytes_that_are_no_text_cost_the_file_and_are_named_by_their_line() {
        let bytes = "memberNo,sex,birthDate,name\n1,M,1980-01-01,김\n2,M,1980-01-01,이".as_bytes();
        assert_eq!(read(&[bytes, b"\xb1"].concat(), ImportFormat::Csv), Err(vec!["encoding".into()]));
    }

    #[test]
    fn a_value_without_a_column_costs_its_row() {
        let text = "memberNo,sex,birthDate,,name,,\n1,M,1980-01-01,,Kim,,\n2,M,1980-01-01,120,Kim,,\n\
                    3,M,1980-01-01,,Kim,,80\n4,M,1980-01-01,,Kim\n";
        let rows = ["2: ok", "3:  unnamedColumn", "4:  columnCount", "5: ok"].map(str::to_owned).to_vec();
        assert_eq!(csv(text), Ok(rows));
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
            ("01.01.2020", Some("2: measuredAt timeFormat")),
        ] {
            assert_eq!(problem(",measuredAt", &format!("1,M,1980-01-01,{text}")), [code.unwrap_or("2: ok")], "{text}");
        }
    }

    #[test]
    fn a_shown_value_is_short_and_has_no_control_characters() {
        assert_eq!(shown(Some(&Cell::Text("a\u{7}b".into())), 3).as_deref(), Some("a\u{FFFD}b"));
        assert_eq!(shown(Some(&Cell::Text("가".repeat(61))), 3).map(|text| text.chars().count()), Some(61));
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
