//! Two hundred files in the style of offices: the same people and measurements in ever different notations. Each row is
//! either read exactly as meant or reported as not understood, never silently misread.

use crate::{
    imports::{counts, start, upload_to},
    measurement_imports,
    support::{TestDatabase, World, date, member},
};
use encoding_rs::EUC_KR;
use rust_xlsxwriter::{ExcelDateTime, Format, Workbook};
use std::collections::{BTreeMap, BTreeSet};
use uno_core::{
    contract::{
        error::ErrorBody,
        imports::{RowProblem, SampleRow},
        measurement_imports::{ImportedKind, MeasurementImportPreview},
        member_imports::MemberImportPreview,
        members::{CreateMember, MemberSave},
    },
    domain::{
        grade::Sex,
        time::{Date, Timestamp},
    },
};

/// Number of files.
const FILES: u64 = 200;

/// Reproducible pseudo-random numbers.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        // SplitMix64, so that adjacent seeds are independent.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((mixed ^ (mixed >> 31)) % u64::try_from(end).unwrap()).unwrap()
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Returns true once in `times` on average.
    fn rarely(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }
}

type Day = (u16, u8, u8);

/// The true data of a person.
#[derive(Clone)]
struct Person {
    number: &'static str,
    name: &'static str,
    sex: Sex,
    born: Day,
    day: Day,
    time: (u8, u8),
    /// In tenths.
    height: i64,
    weight: i64,
    fat: Option<i64>,
    pressure: (i64, i64),
    pulse: Option<i64>,
}

const fn person(
    (number, name, sex): (&'static str, &'static str, Sex),
    (born, day, time): (Day, Day, (u8, u8)),
    (height, weight, fat): (i64, i64, Option<i64>),
    (pressure, pulse): ((i64, i64), Option<i64>),
) -> Person {
    Person { number, name, sex, born, day, time, height, weight, fat, pressure, pulse }
}

const PEOPLE: [Person; 6] = [
    person(
        ("0012", "김하나", Sex::Female),
        ((1990, 1, 2), (2026, 1, 5), (9, 30)),
        (1625, 552, Some(245)),
        ((118, 76), Some(70)),
    ),
    person(
        ("A-7", "이두리", Sex::Male),
        ((2004, 12, 31), (2026, 1, 5), (14, 30)),
        (1780, 810, None),
        ((124, 82), None),
    ),
    person(
        ("1003", "박세찬", Sex::Male),
        ((1975, 11, 11), (2025, 12, 31), (12, 5)),
        (1722, 745, Some(190)),
        ((139, 89), Some(64)),
    ),
    person(
        ("B_9", "최네모", Sex::Female),
        ((1968, 2, 29), (2026, 2, 1), (0, 10)),
        (1588, 610, Some(330)),
        ((101, 66), Some(58)),
    ),
    person(
        ("77", "정다섯", Sex::Male),
        ((1999, 10, 3), (2025, 3, 4), (23, 59)),
        (1801, 999, Some(100)),
        ((160, 100), None),
    ),
    person(
        ("010", "한여섯", Sex::Female),
        ((2001, 7, 8), (2025, 10, 12), (10, 0)),
        (1700, 664, None),
        ((119, 79), Some(101)),
    ),
];

/// A cell as filled in.
#[derive(Clone)]
enum Cell {
    Text(String),
    /// A number with its spreadsheet format, and its displayed text for text files.
    Number(f64, &'static str, String),
    Moment(Day, Option<(u8, u8)>, &'static str),
}

/// The required result of a cell: read as meant, reported as not understood, or either.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Due {
    Read,
    Either,
    Refused,
}

type Filled = (Cell, Due);

fn text(text: impl Into<String>) -> Cell {
    Cell::Text(text.into())
}

/// Converts digits and signs to full width.
fn wide(text: &str) -> String {
    let widened = |c: char| char::from_u32(u32::from(c) + 0xFEE0).filter(|_| c.is_ascii_graphic()).unwrap_or(c);
    text.chars().map(widened).collect()
}

fn day_as((year, month, day): Day, style: usize) -> String {
    match style {
        0 => format!("{year}-{month:02}-{day:02}"),
        1 => format!("{year}.{month}.{day}"),
        2 => format!("{year}. {month}. {day}."),
        3 => format!("{year}/{month}/{day}"),
        4 => format!("{year}년 {month}월 {day}일"),
        5 => format!("{year}{month:02}{day:02}"),
        6 => format!("{year}.{month:02}.{day:02}"),
        7 => wide(&format!("{year}.{month}.{day}")),
        8 => format!("{year}-{month}-{day}"),
        9 => format!("{year}년{month}월{day}일"),
        _ => format!("{year}/{month:02}/{day:02}"),
    }
}

const DAYS: usize = 11;
const DATE_FORMATS: [&str; 5] = ["yyyy-mm-dd", "yyyy. m. d.", "m/d/yy", "yyyy\"년\" m\"월\" d\"일\"", "d-mmm-yy"];

/// Returns a day in an ambiguous or invalid notation.
fn unclear_day((year, month, day): Day, dice: &mut Dice) -> String {
    let short = year % 100;
    match dice.below(9) {
        0 => format!("{month:02}/{day:02}/{year}"),
        1 => format!("{month}/{day}/{short:02}"),
        2 => format!("{short:02}.{month}.{day}"),
        3 => format!("{short:02}{month:02}{day:02}"),
        4 => format!("{day:02}-{month:02}-{year}"),
        // The serial number of a spreadsheet date, as text.
        5 => serial((year, month, day)).to_string(),
        6 => format!("{year}.{month}"),
        7 => format!("'{short:02} {month}월 {day}일"),
        _ => format!("{short:02}년 {month}월 {day}일"),
    }
}

fn serial(day: Day) -> i64 {
    let of = |(year, month, day): Day| Date::new(year.into(), month.into(), day.into()).unwrap().0;
    (of(day) - of((1899, 12, 30))).num_days()
}

fn time_as((hour, minute): (u8, u8), style: usize) -> String {
    let half = if hour < 12 { "오전" } else { "오후" };
    let of_half = if hour % 12 == 0 { 12 } else { hour % 12 };
    match style {
        0 => format!("{hour:02}:{minute:02}"),
        1 => format!("{hour}:{minute:02}"),
        2 => format!("{half} {of_half}:{minute:02}"),
        3 => format!("{hour}시 {minute}분"),
        4 => format!("{of_half}:{minute:02} {}", if hour < 12 { "AM" } else { "PM" }),
        _ => format!("{hour:02}:{minute:02}:00"),
    }
}

const TIMES: usize = 6;

fn tenths(value: i64) -> String {
    if value % 10 == 0 { (value / 10).to_string() } else { format!("{}.{}", value / 10, value % 10) }
}

/// The notation of each column, chosen once per file.
struct Styles {
    born: usize,
    day: usize,
    time: usize,
    number: usize,
    pair: bool,
    two_columns: bool,
    sexes: [&'static str; 2],
    /// Average interval of odd cells; `None` for none.
    odd: Option<usize>,
    is_book: bool,
}

impl Styles {
    fn is_odd(&self, dice: &mut Dice) -> bool {
        self.odd.is_some_and(|times| dice.rarely(times))
    }

    fn day(&self, day: Day, style: usize, dice: &mut Dice) -> Filled {
        if self.is_odd(dice) {
            if self.is_book && dice.rarely(4) {
                // A date converted to its serial number, which looks like one.
                let number = serial(day);
                return (Cell::Number(number as f64, "General", number.to_string()), Due::Refused);
            }
            return (text(unclear_day(day, dice)), Due::Refused);
        }
        if style >= DAYS {
            (Cell::Moment(day, None, DATE_FORMATS[style - DAYS]), Due::Read)
        } else {
            (text(day_as(day, style)), Due::Read)
        }
    }

    fn number(&self, tenths_of: i64, unit: &str, dice: &mut Dice) -> Filled {
        let plain = tenths(tenths_of);
        if self.is_odd(dice) {
            let odd = match dice.below(7) {
                0 => format!("{},{}", tenths_of / 10, tenths_of % 10),
                1 => format!("약 {plain}"),
                2 => format!("{plain}~{}", tenths(tenths_of + 10)),
                3 => format!("{plain}lb"),
                4 => format!("{plain}?"),
                5 => format!("1,{plain}"),
                _ => format!("{}", tenths_of as f64 / 1_000.0) + "m",
            };
            return (text(odd), Due::Refused);
        }
        let value = tenths_of as f64 / 10.0;
        let cell = match self.number {
            0 => text(plain),
            1 => text(plain + unit),
            2 => text(format!("{plain} {unit}")),
            3 => text(wide(&plain)),
            4 => text(format!(" {plain} ")),
            5 => Cell::Number(value, "0.0", format!("{}.{}", tenths_of / 10, tenths_of % 10)),
            6 => Cell::Number(value, "0.00", format!("{}.{}0", tenths_of / 10, tenths_of % 10)),
            _ => Cell::Number(value, "General", plain),
        };
        (cell, Due::Read)
    }

    /// Returns the content of a cell without a measured value.
    fn nothing(&self, dice: &mut Dice) -> Filled {
        if self.is_odd(dice) || (self.odd.is_some() && dice.rarely(4)) {
            (text(dice.one(&["-", "없음", "N/A", "미측정", "x", "·", "해당 없음", "―"])), Due::Either)
        } else {
            (text(""), Due::Read)
        }
    }

    fn field(&self, of: &Person, field: &str, dice: &mut Dice) -> Filled {
        match field {
            "memberNo" if self.is_book && of.number.starts_with('0') && dice.rarely(2) => {
                let format = if of.number.len() == 4 { "0000" } else { "000" };
                (Cell::Number(of.number.parse().unwrap(), format, of.number.into()), Due::Read)
            }
            "memberNo" => (text(of.number), Due::Read),
            "name" => (text(of.name), Due::Read),
            "sex" if self.is_odd(dice) => {
                let (male, female) = dice.one(&[("1", "2"), ("男", "女"), ("XY", "XX"), ("♂", "♀")]);
                (text(if of.sex == Sex::Male { male } else { female }), Due::Either)
            }
            "sex" => (text(self.sexes[usize::from(of.sex == Sex::Female)]), Due::Read),
            "birthDate" => self.day(of.born, self.born, dice),
            "measuredAt" if self.two_columns => self.day(of.day, self.day, dice),
            "measuredAt" => match self.day(of.day, self.day, dice) {
                (Cell::Moment(day, _, _), due) => (Cell::Moment(day, Some(of.time), "yyyy-mm-dd hh:mm"), due),
                (Cell::Text(day), due) => {
                    let between = if self.day == 0 && self.time == 0 { dice.one(&[" ", "T"]) } else { " " };
                    (text(day + between + &time_as(of.time, self.time)), due)
                }
                odd => odd,
            },
            "measuredTime" if self.is_odd(dice) => {
                (text(dice.one(&["25:30", "9시 반", "정오", "0930", "아침", "24:00"])), Due::Refused)
            }
            "measuredTime" => (text(time_as(of.time, self.time)), Due::Read),
            "heightCm" => self.number(of.height, "cm", dice),
            "weightKg" => self.number(of.weight, "kg", dice),
            "bodyFatPercent" => match of.fat {
                Some(fat) if self.is_book && dice.rarely(3) => {
                    let shown = format!("{}.{}%", fat / 10, fat % 10);
                    (Cell::Number(fat as f64 / 1_000.0, "0.0%", shown), Due::Either)
                }
                Some(fat) if self.is_odd(dice) => (text(format!("0.{fat:03}")), Due::Refused),
                Some(fat) => self.number(fat, "%", dice),
                None => self.nothing(dice),
            },
            "bloodPressure" => {
                let (systolic, diastolic) = of.pressure;
                if self.is_odd(dice) {
                    let odd = match dice.below(4) {
                        0 => format!("{systolic}-{diastolic}"),
                        1 => systolic.to_string(),
                        2 => format!("{diastolic}/{systolic}"),
                        _ => format!("{systolic}/{diastolic}/70"),
                    };
                    return (text(odd), Due::Refused);
                }
                let pair = dice.one(&["/", " / ", "/ "]);
                let pair = format!("{systolic}{pair}{diastolic}");
                (text(if self.number == 3 { wide(&pair) } else { pair }), Due::Read)
            }
            "systolic" => self.number(of.pressure.0 * 10, "mmHg", dice),
            "diastolic" => self.number(of.pressure.1 * 10, "mmHg", dice),
            "pulse" => match of.pulse {
                Some(pulse) => self.number(pulse * 10, "회/분", dice),
                None => self.nothing(dice),
            },
            other => panic!("{other}"),
        }
    }
}

/// Returns the names that offices use for a column.
fn names_of(field: &str) -> &'static [&'static str] {
    match field {
        "memberNo" => &["회원번호", "회원 번호", "회원No", "회원 ID"],
        "name" => &["이름", "성명", "성 명", "회원명"],
        "sex" => &["성별", "성 별"],
        "birthDate" => &["생년월일", "생 년 월 일", "생일", "출생일"],
        "measuredAt" => &["측정일시", "검진일시", "측정 일시", "검사일시"],
        "day" => &["측정일", "검진일", "검사일자", "측정 날짜"],
        "measuredTime" => &["검사 시간", "시간", "검진 시각"],
        "heightCm" => &["키", "키(cm)", "신장", "신장 (cm)", "키[cm]", "Height"],
        "weightKg" => &["체중", "체중(kg)", "몸무게", "몸무게 (KG)", "weight"],
        "bodyFatPercent" => &["체지방률", "체지방률(%)", "체지방율", "PBF"],
        "bloodPressure" => &["혈압", "혈압(mmHg)", "수축기/이완기", "BP"],
        "systolic" => &["수축기 혈압", "최고혈압", "수축기", "SBP"],
        "diastolic" => &["이완기 혈압", "최저혈압", "이완기", "DBP"],
        "pulse" => &["맥박", "맥박(회/분)", "맥박수", "심박수"],
        "extra" => &["연번", "비고", "담당자", "검진기관", "메모"],
        other => panic!("{other}"),
    }
}

/// A defect of the file as a whole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Oddity {
    /// A second weight column with other values.
    Twice,
    HiddenColumn,
    HiddenRow,
    /// One merged weight for two people.
    Merged,
    /// Two header lines, with the pressures on the second.
    TwoLines,
    /// A column name that nobody else uses.
    Strange,
}

struct File {
    bytes: Vec<u8>,
    format: &'static str,
    /// Its fields, by their API names.
    fields: BTreeSet<&'static str>,
    /// The person of each line, and the required result of its cells by field.
    lines: BTreeMap<i64, (usize, BTreeMap<&'static str, Due>)>,
    oddity: Option<Oddity>,
}

fn is_clear(dues: &BTreeMap<&'static str, Due>) -> bool {
    dues.values().all(|due| *due == Due::Read)
}

impl File {
    /// Returns whether everything in it must be read.
    fn is_clear(&self) -> bool {
        self.oddity.is_none() && self.lines.values().all(|(_, dues)| is_clear(dues))
    }
}

fn file(seed: u64) -> File {
    let dice = &mut Dice(seed);
    let is_book = dice.rarely(3);
    let kinds_of_days = if is_book { DAYS + DATE_FORMATS.len() } else { DAYS };
    let styles = Styles {
        born: dice.below(kinds_of_days),
        day: dice.below(kinds_of_days),
        time: dice.below(TIMES),
        number: dice.below(8),
        pair: dice.rarely(2),
        two_columns: dice.rarely(3),
        sexes: dice.one(&[["남", "여"], ["남자", "여자"], ["남성", "여성"], ["M", "F"], ["Male", "Female"]]),
        odd: if dice.rarely(2) { None } else { Some(dice.one(&[6, 20, 40])) },
        is_book,
    };
    let oddities: &[Oddity] = if is_book {
        &[Oddity::Twice, Oddity::HiddenColumn, Oddity::HiddenRow, Oddity::Merged, Oddity::TwoLines, Oddity::Strange]
    } else {
        &[Oddity::Twice, Oddity::TwoLines, Oddity::Strange]
    };
    let oddity = dice.rarely(5).then(|| dice.one(oddities));

    let mut columns =
        vec!["memberNo", "name", "sex", "birthDate", "measuredAt", "heightCm", "weightKg", "bodyFatPercent", "pulse"];
    if styles.pair && oddity != Some(Oddity::TwoLines) {
        columns.push("bloodPressure");
    } else {
        columns.extend(["systolic", "diastolic"]);
    }
    if styles.two_columns {
        columns.push("measuredTime");
    }
    columns.extend(std::iter::repeat_n("extra", dice.below(3)));
    for place in (1..columns.len()).rev() {
        columns.swap(place, dice.below(place + 1));
    }
    if oddity == Some(Oddity::TwoLines) {
        // Both pressures are adjacent and last.
        columns.retain(|field| !["systolic", "diastolic"].contains(field));
        columns.extend(["systolic", "diastolic"]);
    }
    if oddity == Some(Oddity::Twice) {
        columns.push("weightKg");
    }

    let mut rows: Vec<Vec<Cell>> = Vec::new();
    for _ in 0..dice.below(3) {
        let above = dice.one(&["2026년 상반기 임직원 건강검진 결과", "작성일: 2026. 1. 10.", "", "(주)한빛 · 대외비"]);
        rows.push(vec![text(above)]);
    }
    let mut extras = 0;
    let mut name = |field: &str, dice: &mut Dice| match field {
        "extra" => {
            extras += 1;
            text(names_of("extra")[extras % 5])
        }
        "measuredAt" if styles.two_columns => text(dice.one(names_of("day"))),
        "heightCm" if oddity == Some(Oddity::Strange) => text(dice.one(&["키㎝", "Ht", "신장 측정값"])),
        "weightKg" if oddity == Some(Oddity::Strange) => text(dice.one(&["Wt.", "체중(파운드)", "현재 체중(kg)"])),
        field => text(dice.one(names_of(field))),
    };
    let mut names: Vec<Cell> = columns.iter().map(|field| name(field, dice)).collect();
    if oddity == Some(Oddity::TwoLines) {
        let width = names.len();
        let mut above = names.clone();
        above.splice(width - 2.., [text("혈압"), text("")]);
        for cell in &mut names[..width - 2] {
            *cell = text("");
        }
        rows.push(above);
    }
    let header = rows.len();
    rows.push(names);

    let mut lines = BTreeMap::new();
    for (index, person) in PEOPLE.iter().enumerate() {
        if dice.rarely(12) {
            rows.push(Vec::new());
        }
        let (mut dues, mut cells) = (BTreeMap::new(), Vec::new());
        for (place, field) in columns.iter().enumerate() {
            let (cell, of_cell) = match *field {
                "extra" => (text(dice.one(&["", "1", "재검", "홍길동"])), Due::Read),
                // The second column has an old value.
                "weightKg" if oddity == Some(Oddity::Twice) && place + 1 == columns.len() => {
                    (text(tenths(person.weight - 31)), Due::Read)
                }
                field => styles.field(person, field, dice),
            };
            let read_as = match *field {
                "bloodPressure" => "systolic",
                "measuredTime" => "measuredAt",
                field => field,
            };
            let due = dues.entry(read_as).or_insert(Due::Read);
            *due = of_cell.max(*due);
            cells.push(cell);
        }
        rows.push(cells);
        lines.insert(i64::try_from(rows.len()).unwrap(), (index, dues));
    }
    if dice.rarely(3) {
        rows.push(Vec::new());
        rows.push(vec![text(dice.one(&["※ 공복 상태에서 측정함", "이하 여백", "끝.", "* 혈압은 2회 평균"]))]);
    } else if dice.rarely(4) {
        let mut average: Vec<Cell> = columns.iter().map(|_| text("")).collect();
        average[0] = text("평균");
        rows.push(average);
    }

    let mut fields: BTreeSet<&'static str> =
        columns.iter().copied().filter(|field| !["extra", "measuredTime", "bloodPressure"].contains(field)).collect();
    if styles.pair {
        fields.extend(["systolic", "diastolic"]);
    }
    let rows_of_people: Vec<u32> = lines.keys().map(|line| u32::try_from(line - 1).unwrap()).collect();
    let bytes = if is_book { book(&rows, &columns, (header, &rows_of_people), oddity, dice) } else { csv(&rows, dice) };
    File { bytes, format: if is_book { "XLSX" } else { "CSV" }, fields, lines, oddity }
}

/// Writes the rows as text, in an encoding and with a delimiter that offices use.
fn csv(rows: &[Vec<Cell>], dice: &mut Dice) -> Vec<u8> {
    let delimiter = dice.one(&[",", "\t", ";", ","]);
    let end = dice.one(&["\n", "\r\n"]);
    let quotes = dice.rarely(4);
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let fills = dice.rarely(2);
    let mut written = String::new();
    for row in rows {
        let mut cells: Vec<String> = row
            .iter()
            .map(|cell| match cell {
                Cell::Text(text) | Cell::Number(_, _, text) => text.clone(),
                Cell::Moment(day, None, _) => day_as(*day, 0),
                Cell::Moment(day, Some(time), _) => format!("{} {}", day_as(*day, 0), time_as(*time, 0)),
            })
            .map(|text| if quotes || text.contains(delimiter) { format!("\"{text}\"") } else { text })
            .collect();
        // Spreadsheets pad every line, hand-written files do not.
        if fills && !row.is_empty() {
            cells.resize(width, String::new());
        }
        written += &cells.join(delimiter);
        written += end;
    }
    match dice.below(5) {
        0 => [b"\xEF\xBB\xBF", written.as_bytes()].concat(),
        1 => [vec![0xFF, 0xFE], written.encode_utf16().flat_map(u16::to_le_bytes).collect()].concat(),
        2 => [vec![0xFE, 0xFF], written.encode_utf16().flat_map(u16::to_be_bytes).collect()].concat(),
        3 => match EUC_KR.encode(&written) {
            (bytes, _, false) => bytes.into_owned(),
            // Contains a character that CP949 lacks.
            _ => written.into_bytes(),
        },
        _ => written.into_bytes(),
    }
}

/// Writes the rows as a sheet, possibly after an explanatory one.
fn book(
    rows: &[Vec<Cell>],
    columns: &[&str],
    (header, rows_of_people): (usize, &[u32]),
    oddity: Option<Oddity>,
    dice: &mut Dice,
) -> Vec<u8> {
    let mut book = Workbook::new();
    if dice.rarely(2) {
        let sheet = book.add_worksheet();
        sheet.set_name("작성 방법").unwrap();
        for (row, line) in
            ["작성 요령", "1. 두 번째 시트에 입력하십시오.", "2. 날짜는 2026-01-05처럼 씁니다."].iter().enumerate()
        {
            sheet.write_string(u32::try_from(row).unwrap(), 0, *line).unwrap();
        }
    }
    let sheet = book.add_worksheet();
    sheet.set_name("검진 결과").unwrap();
    let moment = |(year, month, day): Day| ExcelDateTime::from_ymd(year, month, day).unwrap();
    for (row, cells) in rows.iter().enumerate() {
        let row = u32::try_from(row).unwrap();
        for (column, cell) in cells.iter().enumerate() {
            let column = u16::try_from(column).unwrap();
            match cell {
                Cell::Text(text) if text.is_empty() => {}
                Cell::Text(text) => drop(sheet.write_string(row, column, text).unwrap()),
                Cell::Number(number, "General", _) => drop(sheet.write_number(row, column, *number).unwrap()),
                Cell::Number(number, format, _) => {
                    let format = Format::new().set_num_format(*format);
                    sheet.write_number_with_format(row, column, *number, &format).unwrap();
                }
                Cell::Moment(day, time, format) => {
                    let at = time
                        .map_or(moment(*day), |(hour, minute)| moment(*day).and_hms(hour.into(), minute, 0).unwrap());
                    let format = Format::new().set_num_format(*format);
                    sheet.write_datetime_with_format(row, column, &at, &format).unwrap();
                }
            }
        }
    }
    let place = |field: &str| u16::try_from(columns.iter().position(|own| *own == field).unwrap()).unwrap();
    let last = rows_of_people.last().unwrap() + 1;
    match oddity {
        Some(Oddity::HiddenColumn) => drop(sheet.set_column_hidden(place("weightKg")).unwrap()),
        Some(Oddity::HiddenRow) => drop(sheet.set_row_hidden(last - 1).unwrap()),
        Some(Oddity::Merged) => {
            let (column, first) = (place("weightKg"), rows_of_people[rows_of_people.len() - 2]);
            let weight = tenths(PEOPLE[PEOPLE.len() - 2].weight);
            sheet.merge_range(first, column, last - 1, column, &weight, &Format::new()).unwrap();
        }
        Some(Oddity::TwoLines) => {
            let (row, column) = (u32::try_from(header).unwrap() - 1, place("systolic"));
            sheet.merge_range(row, column, row, column + 1, "혈압", &Format::new()).unwrap();
        }
        _ if header > 0 && dice.rarely(2) => {
            sheet.merge_range(0, 0, 0, 5, "2026년 건강검진 결과", &Format::new()).unwrap();
        }
        _ => {}
    }
    book.save_to_buffer().unwrap()
}

/// Returns a person's value in comparable form.
fn meant(of: &Person, field: &str) -> String {
    let day = |day: Day| day_as(day, 0);
    let number = |value: Option<i64>| value.map(tenths).unwrap_or_default();
    match field {
        "memberNo" => of.number.into(),
        "name" => of.name.into(),
        "sex" => of.sex.as_str().into(),
        "birthDate" => day(of.born),
        "measuredAt" => {
            Timestamp::parse(&format!("{}T{}:00+09:00", day(of.day), time_as(of.time, 0))).unwrap().to_string()
        }
        "heightCm" => tenths(of.height),
        "weightKg" => tenths(of.weight),
        "bodyFatPercent" => number(of.fat),
        "systolic" => of.pressure.0.to_string(),
        "diastolic" => of.pressure.1.to_string(),
        "pulse" => number(of.pulse.map(|pulse| pulse * 10)),
        other => panic!("{other}"),
    }
}

/// Returns the value read in comparable form.
fn compared(field: &str, read: &str) -> String {
    match field {
        "measuredAt" => {
            let at = [read.to_owned(), read.replacen(' ', "T", 1), format!("{read}+09:00")];
            at.iter().find_map(|text| Timestamp::parse(text)).map_or_else(|| read.into(), |at| at.to_string())
        }
        _ => read.into(),
    }
}

/// The result of a preview.
struct Told {
    columns: Vec<String>,
    sample: Vec<SampleRow>,
    problems: Vec<RowProblem>,
    valid_rows: i64,
    /// Missing required fields.
    missing: Vec<String>,
}

macro_rules! told {
    ($found:expr) => {
        Told {
            columns: $found.columns,
            sample: $found.sample,
            problems: $found.problems,
            valid_rows: $found.valid_rows,
            missing: $found.missing_columns,
        }
    };
}

/// Returns the violations: a row that was misread, a clear row that is missing, or an unclear one that was not
/// reported.
fn faults(file: &File, told: &Told) -> Vec<String> {
    let mut faults = Vec::new();
    let refused: BTreeSet<i64> = told.problems.iter().map(|problem| problem.line).collect();
    let taken: BTreeSet<i64> = told.sample.iter().map(|row| row.line).collect();
    if told.valid_rows != i64::try_from(taken.len()).unwrap() {
        faults.push(format!("{} rows, of which {taken:?} are shown", told.valid_rows));
    }
    for row in &told.sample {
        let Some((person, dues)) = file.lines.get(&row.line) else {
            faults.push(format!("line {} is nobody's: {row:?}", row.line));
            continue;
        };
        for (field, read) in told.columns.iter().zip(&row.values) {
            let expected = meant(&PEOPLE[*person], field);
            if compared(field, read) != expected {
                faults.push(format!("line {}, {field}: {read:?} for {expected:?}", row.line));
            }
            // Both values of a pair are in one cell.
            if dues.get(field.as_str()).or_else(|| dues.get("systolic")) == Some(&Due::Refused) {
                faults.push(format!("line {}, {field}: {read:?} could be something else", row.line));
            }
        }
    }
    // If a required column is missing, only that is reported, and no rows.
    if !told.missing.is_empty() {
        if file.oddity.is_none() {
            faults.push(format!("without {:?}", told.missing));
        }
        return faults;
    }
    for (line, (_, dues)) in &file.lines {
        if taken.contains(line) == refused.contains(line) {
            faults.push(format!("line {line} is taken and refused, or neither"));
        }
        if file.oddity.is_none() && is_clear(dues) && !taken.contains(line) {
            let why: Vec<_> = told.problems.iter().filter(|problem| problem.line == *line).collect();
            faults.push(format!("line {line} is clear: {why:?}"));
        }
    }
    let last = file.lines.keys().last().unwrap();
    let is_told = match file.oddity {
        Some(Oddity::HiddenColumn) => !told.columns.iter().any(|field| field == "weightKg"),
        // The row below has no weight of its own.
        Some(Oddity::HiddenRow | Oddity::Merged) => refused.contains(last),
        Some(Oddity::Twice | Oddity::TwoLines | Oddity::Strange) | None => true,
    };
    if !is_told {
        faults.push(format!("what is odd is not told: {:?}", told.problems));
    }
    faults
}

/// Returns the preview, or the codes of the rejection.
fn members_preview(world: &World, file: &File) -> Result<MemberImportPreview, String> {
    let query = format!("format={}", file.format);
    upload_to(world, &world.admin, world.other_retailer_id, &query, &file.bytes).map_err(|error| codes(&error))
}

fn measurements_preview(world: &World, file: &File) -> Result<MeasurementImportPreview, String> {
    measurement_imports::upload(world, &world.retailer, ImportedKind::Physical, file.format, &file.bytes)
        .map_err(|error| codes(&error))
}

fn codes(error: &ErrorBody) -> String {
    error.fields.iter().map(|field| field.code.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn files_of_offices_are_read_as_what_is_meant_or_told_and_never_as_something_else() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    for person in &PEOPLE {
        let save = MemberSave {
            name: person.name.into(),
            birth_date: date(&day_as(person.born, 0)),
            sex: person.sex,
            ..member(world.retailer_id, person.number)
        };
        world.server.call::<CreateMember>(Some(&world.admin), &(), &(), &save).unwrap();
    }
    let (mut wrong, mut unread) = (Vec::new(), BTreeMap::<String, usize>::new());
    let (mut clear, mut rows) = (0, [0_i64; 2]);
    for seed in 0..FILES {
        let file = file(seed);
        let what = format!("file {seed} ({}, {:?})", file.format, file.oddity);
        let members = members_preview(&world, &file).map(|found| {
            let columns: BTreeSet<&str> = found.columns.iter().map(String::as_str).collect();
            let doubtful = found.doubtful_columns.len();
            if file.oddity.is_none() && (columns != file.fields || doubtful > 0) {
                wrong.push(format!("{what}: {columns:?} are found of {:?}, {doubtful} doubtful", file.fields));
            }
            rows = [rows[0] + found.valid_rows, rows[1] + found.invalid_rows];
            told!(found)
        });
        let measurements = measurements_preview(&world, &file).map(|found| told!(found));
        for (of, preview) in [("members", members), ("measurements", measurements)] {
            match preview {
                Ok(told) => wrong.extend(faults(&file, &told).iter().map(|fault| format!("{what}, {of}: {fault}"))),
                // Only defective files may be rejected as a whole, with a reason.
                Err(code) if file.oddity.is_some() && !code.is_empty() => *unread.entry(code).or_default() += 1,
                Err(code) => wrong.push(format!("{what}, {of}: {code}")),
            }
        }
        clear += usize::from(file.is_clear());
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    assert!((40..160).contains(&clear), "{clear} of {FILES} are clear, some of both");
    assert!(rows[0] > 400 && rows[1] > 100, "{rows:?}, {unread:?}");
}

#[test]
fn the_same_people_in_another_spelling_change_nothing() {
    let test = TestDatabase::sqlite();
    let world = World::build(&test);
    let clear = (1_000..).map(file).filter(File::is_clear);
    let mut is_first = true;
    for file in clear.take(10) {
        let preview = members_preview(&world, &file).unwrap();
        let expected = if is_first { [6, 0, 0] } else { [0, 0, 6] };
        // Rows below the people are not people.
        let [created, updated, unchanged, _] = counts(&start(&world, &world.admin, &preview));
        assert_eq!([created, updated, unchanged], expected);
        is_first = false;
    }
}
