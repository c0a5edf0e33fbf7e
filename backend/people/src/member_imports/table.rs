//! A table as validated rows: checked against the contract's rules and against earlier rows.

use super::{divisions::Divisions, layout::LAYOUT};
use imports::{
    columns::Header,
    decisions::Decisions,
    reading::Table,
    records::{ReadError, Record, each_record},
};
use std::{
    collections::HashMap,
    hash::{BuildHasher, RandomState},
};
use uno_core::{
    contract::{
        imports::{ImportFormat, RowProblem},
        member_imports::{MemberImportRow, row_violations},
        validation::{Value, Violation},
    },
    domain::{
        decimal::Hundredths,
        grade::{
            Sex,
            physical::{Arm, Posture, Setting},
        },
        time::{Bound, Date, Timestamp},
    },
};

/// A validated row.
pub struct Row<'a> {
    /// Line in the file.
    pub line: i64,
    /// The member number, if there is one.
    pub member_no: String,
    /// The result.
    pub checked: Checked,
    /// Whether this is the first valid row of its member.
    pub is_first_of_member: bool,
    /// The row as read.
    pub record: Record<'a>,
}

/// The result of validating a row.
#[derive(Debug, PartialEq)]
pub enum Checked {
    /// It is valid.
    Valid(Box<MemberImportRow>),
    /// It is invalid.
    Invalid(Vec<RowProblem>),
}

impl Row<'_> {
    /// Marks the row as invalid if it names a division that the company does not have.
    pub fn check(&mut self, divisions: &Divisions) {
        let Checked::Valid(good) = &self.checked else { return };
        if let Err(violation) = divisions.find(good) {
            self.checked = Checked::Invalid(self.record.problems(&LAYOUT, vec![violation]));
        }
    }
}

/// Calls `on_row` with each validated row after the header, and returns the columns.
///
/// # Errors
/// Returns an error if the file as a whole cannot be read, or the error of `on_row`.
pub fn each_row<E>(
    table: &mut Table,
    format: ImportFormat,
    decisions: &Decisions,
    now: Timestamp,
    mut on_row: impl FnMut(Row<'_>) -> Result<(), E>,
) -> Result<Header, ReadError<E>> {
    let mut checker = Checker::new(now);
    each_record(table, format, &LAYOUT, decisions, |record| on_row(checker.check(record)))
}

/// Validates rows in order and remembers what earlier rows contain.
struct Checker {
    now: Timestamp,
    /// Hashes values, to compare them between rows.
    hasher: RandomState,
    members: HashMap<u64, Known>,
    measurements: HashMap<(usize, i64), (i64, u64)>,
}

/// What earlier rows contain about a member: hashes of the values, 0 for none. There may be as many of these as rows,
/// so they are small.
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

    fn check<'a>(&mut self, record: Record<'a>) -> Row<'a> {
        let member_no = record.text_of(&LAYOUT, "memberNo").unwrap_or_default();
        let known = self.members.len();
        let checked = match self.checked(&record) {
            Ok(checked) => checked,
            Err(violations) => Checked::Invalid(record.problems(&LAYOUT, violations)),
        };
        Row { line: record.line, member_no, checked, is_first_of_member: self.members.len() > known, record }
    }

    fn checked(&mut self, record: &Record<'_>) -> Result<Checked, Vec<Violation>> {
        record.checked(|value| row_violations(value, self.now))?;
        let row = convert(&record.value).ok_or_else(|| vec![Violation::new("", "type")])?;
        self.compare(&row, record.line)?;
        Ok(Checked::Valid(Box::new(row)))
    }

    /// Compares a valid row with earlier rows. It may repeat one: whether that one is written is not known here.
    fn compare(&mut self, row: &MemberImportRow, line: i64) -> Result<(), Vec<Violation>> {
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
        if let Some(at) = row.measured_at.filter(|_| is_measured(row)) {
            let values = (
                (row.height_cm, row.weight_kg, row.body_fat_percent),
                (row.systolic, row.diastolic, row.pulse, row.setting),
                (row.arm, row.posture, row.reading_number),
            );
            let print = self.hasher.hash_one(values);
            let (first, said) = *self.measurements.entry((known.number, at.first().0)).or_insert((line, print));
            if said != print {
                return Err(vec![Violation::new("measuredAt", "duplicate").with("line", first)]);
            }
        }
        for (said, says) in known.fields.iter_mut().zip(fields) {
            *said = if *said == 0 { says } else { *said };
        }
        Ok(())
    }
}

/// Returns whether a row has a measured value.
#[must_use]
pub fn is_measured(row: &MemberImportRow) -> bool {
    let quantities = [row.height_cm, row.weight_kg, row.body_fat_percent];
    let counts = [row.systolic, row.diastolic, row.pulse];
    quantities.iter().any(Option::is_some) || counts.iter().any(Option::is_some)
}

/// Converts a validated row into its type.
fn convert(row: &Value) -> Option<MemberImportRow> {
    let text = |name: &str| row.get(name).as_text();
    let quantity = |name: &str| row.get(name).as_number().and_then(Hundredths::from_number);
    #[allow(clippy::cast_possible_truncation)] // The rules limit the range.
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
        arm: text("arm").and_then(Arm::parse),
        posture: text("posture").and_then(Posture::parse),
        reading_number: count("readingNumber"),
        measured_at: text("measuredAt").and_then(Bound::parse),
    })
}

#[cfg(test)]
mod tests {
    use super::{Checked, LAYOUT, ReadError, each_row};
    use imports::{decisions::Decisions, records::open};
    use proptest::prelude::*;
    use std::io::Write as _;
    use uno_core::{contract::imports::ImportFormat, domain::time::Timestamp};

    fn now() -> Timestamp {
        Timestamp::parse("2026-11-21T12:00:00+09:00").unwrap_or(Timestamp(0))
    }

    /// Reads each row as its line and `ok`, or its problems as `column code`.
    fn read(bytes: &[u8], format: ImportFormat) -> Result<Vec<String>, Vec<String>> {
        let mut rows = Vec::new();
        let file = || {
            let mut file = tempfile::tempfile()?;
            file.write_all(bytes)?;
            std::io::Seek::rewind(&mut file)?;
            Ok::<_, std::io::Error>(file)
        };
        let file = file().map_err(|error| vec![error.to_string()])?;
        let decisions = Decisions::default();
        let open = open(file, format, None, &LAYOUT, &decisions).map_err(ReadError::from);
        let read = open.and_then(|mut table| {
            each_row::<()>(&mut table, format, &decisions, now(), |row| {
                let found = match &row.checked {
                    Checked::Valid(_) => "ok".to_owned(),
                    Checked::Invalid(problems) => {
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
            Ok(header) if !header.missing.is_empty() => {
                Err(header.missing.iter().map(|name| format!("no {name}")).collect())
            }
            Ok(_) => Ok(rows),
            Err(ReadError::Unreadable(why)) => Err(why.into_iter().map(|violation| violation.code).collect()),
            Err(ReadError::Callback(())) => Err(Vec::new()),
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
            (b"memberNo,sex\n1,M\n", vec!["no birthDate"]),
            (b"hello world", vec!["missingColumn"; 3]),
            (b"memberNo,sex,birthDate,SEX\n1,M,1980-01-01,M\n", vec!["no sex"]),
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
                "4: ok",
                "5: measuredAt duplicate",
                "6: sex conflict, name conflict",
                "7: phoneNumber conflict",
                "8: ok"
            ]
            .map(str::to_owned)
            .to_vec()),
            "the second row adds a telephone number, and the third repeats the first"
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
            ("01.01.2020", Some("2: measuredAt dayOrder")),
        ] {
            assert_eq!(problem(",measuredAt", &format!("1,M,1980-01-01,{text}")), [code.unwrap_or("2: ok")], "{text}");
        }
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
