//! Converts a cell, as it is displayed, to the value of a field, or explains why the value is uncertain.

use crate::{
    layout::Words,
    reading::Cell,
    spelling::{self, Code, is_plain_number, plain},
};
use chrono::NaiveTime;
use std::borrow::Cow;
use unicode_normalization::{UnicodeNormalization, is_nfc};
use uno_core::{
    contract::{
        imports::{Column, Spelling},
        validation::{Kind, Value},
    },
    domain::{
        decimal::Thousandths,
        grade::vision::{AcuityNotation, decimal_of, decimal_of_log_mar},
        text::visible,
        time::{Bound, Date, Timestamp},
    },
};

/// Foreign units, and the usual spellings of each.
pub(crate) const FOREIGN_UNITS: &[&str] = &[
    "lb",
    "lbs",
    "pound",
    "pounds",
    "파운드",
    "st",
    "stone",
    "g",
    "그램",
    "oz",
    "근",
    "m",
    "미터",
    "mm",
    "inch",
    "inches",
    "in",
    "인치",
    "ft",
    "feet",
    "피트",
    "kpa",
    "cmhg",
    "ratio",
];
/// Units of fields: after a number of another field they are foreign.
const UNITS: &[&str] = &["cm", "kg", "mmhg", "bpm", "ms", "ms2", "d", "%", "회", "초", "점"];

/// The content of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Interpreted {
    /// The value; `Nothing` for an empty cell.
    pub value: Value,
    /// Unusual spellings of the value.
    pub spellings: Vec<Spelling>,
}

impl Interpreted {
    fn usual(value: Value) -> Self {
        Self { value, spellings: Vec::new() }
    }

    fn as_written(value: Value, spelling: Option<Spelling>) -> Self {
        Self { value, spellings: spelling.into_iter().collect() }
    }

    /// Converts the number in a column whose name says logMAR. A value whose notation is explicit, and a word, stay
    /// unchanged.
    ///
    /// # Errors
    /// Returns the code of a violation.
    pub(crate) fn read_as_log_mar(mut self) -> Result<Self, Code> {
        let Value::Number(number) = self.value else { return Ok(self) };
        if self.spellings.iter().any(|spelling| matches!(spelling, Spelling::Snellen | Spelling::LogMar)) {
            return Ok(self);
        }
        let Thousandths(log_mar) = Thousandths::from_number(number).ok_or("decimals")?;
        self.value = Value::Number(decimal_of_log_mar(log_mar).to_number());
        self.spellings.push(Spelling::LogMar);
        Ok(self)
    }
}

/// Converts a cell to the value of a field of this kind.
///
/// # Errors
/// Returns the code of a violation.
pub fn value_of(cell: &Cell, column: &Column, kind: Kind, words: Words) -> Result<Interpreted, Code> {
    let is_number = is_numeric(kind);
    match cell {
        Cell::Empty => Ok(Interpreted::usual(Value::Nothing)),
        Cell::Unsure { code, .. } => Err(code),
        Cell::Number { number, is_plain: true, .. } if is_number => Ok(Interpreted::usual(Value::Number(*number))),
        // The unit may be part of the number format.
        Cell::Number { shown, .. } if is_number => match shown.as_deref().map(|shown| number_in(shown, column)) {
            Ok(Ok(Some(interpreted))) => Ok(interpreted),
            Ok(Err(code)) => Err(code),
            _ => Err("numberFormat"),
        },
        Cell::Number { shown, .. } => match (kind, shown) {
            // A number is not a date, but eight digits are.
            (Kind::PastDate | Kind::Bound | Kind::Instant, Ok(digits)) => text_value(digits, column, kind, words),
            (Kind::PastDate, Err(_)) => Err("dateFormat"),
            (Kind::Bound | Kind::Instant, Err(_)) => Err("timeFormat"),
            (_, Ok(shown)) => text_value(shown, column, kind, words),
            (_, Err(code)) => Err(code),
        },
        Cell::Time { at, day } => match kind {
            Kind::PastDate if !day || at.time() != NaiveTime::MIN => Err("dateFormat"),
            Kind::Bound | Kind::Instant if !day => Err("timeFormat"),
            Kind::PastDate => Ok(Interpreted::usual(Value::Text(Date(at.date()).to_string()))),
            Kind::Bound | Kind::Instant if at.time() == NaiveTime::MIN => {
                Ok(Interpreted::usual(Value::Text(Date(at.date()).to_string())))
            }
            Kind::Bound | Kind::Instant => Ok(Interpreted::usual(Value::Text(format!(
                "{}T{}+09:00",
                Date(at.date()),
                at.time().format("%H:%M:%S%.3f")
            )))),
            _ => Err("numberFormat"),
        },
        Cell::Text(text) => text_value(text, column, kind, words),
    }
}

/// Parses a cell with both pressures.
///
/// # Errors
/// Returns the code of a violation.
pub fn pressures_of(cell: &Cell, column: &Column) -> Result<Option<(f64, f64)>, Code> {
    let text = match cell {
        Cell::Empty => return Ok(None),
        Cell::Unsure { code, .. } => return Err(code),
        Cell::Text(text) => visible_text(text)?,
        _ => return Err("pressurePair"),
    };
    let text = spelling::to_half_width(&text);
    if text.is_empty() {
        return Ok(None);
    }
    let (systolic, diastolic) = text.split_once('/').ok_or("pressurePair")?;
    let number = |text: &str| match number_in(text.trim(), column) {
        Ok(Some(Interpreted { value: Value::Number(number), .. })) => Ok(number),
        Err(code) => Err(code),
        _ => Err("pressurePair"),
    };
    Ok(Some((number(systolic)?, number(diastolic)?)))
}

/// Parses a time of day; returns it with its spelling if that is unusual.
///
/// # Errors
/// Returns the code of a violation.
pub fn time_of_day(cell: &Cell) -> Result<Option<(NaiveTime, Option<Spelling>)>, Code> {
    match cell {
        Cell::Empty => Ok(None),
        Cell::Unsure { code, .. } => Err(code),
        Cell::Time { at, day: false } => Ok(Some((at.time(), None))),
        Cell::Text(text) => {
            let text = visible_text(text)?;
            if text.is_empty() { Ok(None) } else { spelling::time_of_day(&spelling::to_half_width(&text)).map(Some) }
        }
        Cell::Number { .. } | Cell::Time { .. } => Err("timeFormat"),
    }
}

/// Returns the type of one entry of a list of integers.
#[must_use]
pub const fn entry_of(kind: Kind) -> Kind {
    match kind {
        Kind::Integers { min, max, .. } => Kind::Integer { min, max },
        other => other,
    }
}

const fn is_numeric(kind: Kind) -> bool {
    matches!(kind, Kind::Integer { .. } | Kind::Decimal { .. } | Kind::DecimalOrWord { .. } | Kind::Id)
}

/// Returns a text as people see it: texts that look the same become equal, as in forms.
fn visible_text(text: &str) -> Result<Cow<'_, str>, Code> {
    let text = match formula_text(text.trim())? {
        Cow::Borrowed(text) if text.is_ascii() => Cow::Borrowed(text),
        text => Cow::Owned(visible(&text)),
    };
    if is_nfc(&text) { Ok(text) } else { Ok(Cow::Owned(text.nfc().collect())) }
}

fn text_value(text: &str, column: &Column, kind: Kind, words: Words) -> Result<Interpreted, Code> {
    let text = visible_text(text)?;
    if text.is_empty() {
        return Ok(Interpreted::usual(Value::Nothing));
    }
    // Names and the like are kept as they are written.
    let is_typed = !matches!(kind, Kind::Text { .. });
    let narrowed = if is_typed { spelling::to_half_width(&text) } else { Cow::Borrowed(&*text) };
    let is_wide = matches!(narrowed, Cow::Owned(_));
    let text = narrowed.trim();
    let known_word = |of: &'static [&'static str]| word_of(text, of, words).map(|word| Value::Text(word.to_owned()));
    let mut interpreted = match kind {
        Kind::DecimalOrWord { words: of, .. } => match (known_word(of), decimal_of(text)) {
            (Some(word), _) => Interpreted::usual(word),
            (None, Some((notation, decimal))) => {
                let spelling = match notation {
                    AcuityNotation::Snellen => Spelling::Snellen,
                    AcuityNotation::LogMar => Spelling::LogMar,
                };
                Interpreted::as_written(Value::Number(decimal.to_number()), Some(spelling))
            }
            (None, None) => number_in(text, column)?.unwrap_or_else(|| Interpreted::usual(Value::Text(text.into()))),
        },
        Kind::Integer { .. } | Kind::Decimal { .. } | Kind::Id => {
            number_in(text, column)?.unwrap_or_else(|| Interpreted::usual(Value::Text(text.into())))
        }
        Kind::Integers { .. } => Interpreted::usual(series(text)),
        Kind::PastDate => {
            let (date, spelling) = spelling::date(text)?;
            Interpreted::as_written(Value::Text(date.to_string()), spelling)
        }
        Kind::Bound | Kind::Instant => moment(text)?,
        Kind::Word(of) => Interpreted::usual(known_word(of).unwrap_or_else(|| Value::Text(text.into()))),
        _ if is_mangled_number(text) => return Err("scientific"),
        _ => Interpreted::usual(Value::Text(text.into())),
    };
    if is_wide {
        interpreted.spellings.push(Spelling::Wide);
    }
    Ok(interpreted)
}

/// Parses a number, with or without a unit of the column; returns `None` if it is not a number.
///
/// The general number parser is not used: it accepts exponents and infinities.
fn number_in(text: &str, column: &Column) -> Result<Option<Interpreted>, Code> {
    let Some((number, unit)) = spelling::quantity(text) else {
        // People do write numbers such as `172.`.
        let plain = is_plain_number(text).then(|| text.parse().ok()).flatten();
        return Ok(plain.map(|number| Interpreted::usual(Value::Number(number))));
    };
    if unit.is_empty() {
        return Ok(Some(Interpreted::usual(Value::Number(number))));
    }
    // Of a unit that is a sign alone, such as `°`, nothing would be left to compare.
    let sign = unit;
    let unit = plain(unit);
    let is_it = |known: &&str| plain(known) == unit && (!unit.is_empty() || *known == sign);
    if column.units.iter().any(is_it) {
        return Ok(Some(Interpreted::as_written(Value::Number(number), Some(Spelling::Unit))));
    }
    let is_foreign = FOREIGN_UNITS.contains(&unit.as_str()) || UNITS.contains(&unit.as_str());
    if is_foreign { Err("cellUnit") } else { Ok(None) }
}

/// Parses several numbers in one cell, separated by white space, commas, semicolons or slashes. Returns the text if a
/// part is not a number.
fn series(text: &str) -> Value {
    let parts = text.split([',', ';', '/', ' ', '\n', '\t']).map(str::trim).filter(|part| !part.is_empty());
    let number = |part: &str| is_plain_number(part).then(|| part.parse().ok().map(Value::Number)).flatten();
    match parts.map(number).collect::<Option<Vec<Value>>>() {
        Some(numbers) => Value::List(numbers),
        None => Value::Text(text.into()),
    }
}

/// Resolves `="0012"`, by which people make spreadsheets keep leading zeros. The value of any other formula is
/// unknown.
fn formula_text(text: &str) -> Result<Cow<'_, str>, Code> {
    let Some(formula) = text.strip_prefix('=') else { return Ok(Cow::Borrowed(text)) };
    let inside = formula.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).ok_or("formula")?;
    // Quotation marks within the text must be doubled.
    let unescaped = inside.replace("\"\"", "");
    if unescaped.contains('"') { Err("formula") } else { Ok(Cow::Owned(inside.replace("\"\"", "\""))) }
}

/// Returns whether a text is a long number that a spreadsheet has mangled, such as `1.01234E+10`.
fn is_mangled_number(text: &str) -> bool {
    text.split_once("E+").is_some_and(|(mantissa, exponent)| {
        is_plain_number(mantissa) && !exponent.is_empty() && exponent.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Parses a day with an optional time; without an offset the time is in Seoul.
fn moment(text: &str) -> Result<Interpreted, Code> {
    let (date, spelling, rest) =
        spelling::leading_date(text).map_err(|code| if code == "dateFormat" { "timeFormat" } else { code })?;
    if rest.trim().is_empty() {
        return Ok(Interpreted::as_written(Value::Text(date.to_string()), spelling));
    }
    let usual = format!("{date}{rest}");
    for text in [usual.clone(), format!("{usual}+09:00")] {
        if Bound::parse(&text).is_some() && Timestamp::parse(&text).is_some() {
            return Ok(Interpreted::as_written(Value::Text(text), spelling));
        }
    }
    // A day and its time must be separated, unless the day ends with a word.
    let clock = rest.strip_prefix('T').or_else(|| rest.strip_prefix(char::is_whitespace));
    let clock = clock.or_else(|| (spelling == Some(Spelling::Korean)).then_some(rest)).ok_or("timeFormat")?;
    let (time, of_clock) = spelling::time_of_day(clock)?;
    let spellings = spelling.into_iter().chain(of_clock).collect();
    Ok(Interpreted { value: Value::Text(at_time(&date.to_string(), time)), spellings })
}

/// Combines a day with a time of day in Seoul.
#[must_use]
pub fn at_time(day: &str, time: NaiveTime) -> String {
    format!("{day}T{}+09:00", time.format("%H:%M:%S%.f"))
}

fn word_of(text: &str, of: &'static [&'static str], words: Words) -> Option<&'static str> {
    let is_called = |known: &str| known.eq_ignore_ascii_case(text);
    let by_synonym =
        || words.iter().find(|(word, synonyms)| of.contains(word) && synonyms.iter().any(|known| is_called(known)));
    let by_synonym = || by_synonym().map(|(word, _)| *word);
    of.iter().copied().find(|known| is_called(known)).or_else(by_synonym)
}

/// Returns the content of a cell as people see it; `None` if it is empty.
#[must_use]
pub fn shown(cell: &Cell) -> Option<Cow<'_, str>> {
    let text: Cow<'_, str> = match cell {
        Cell::Empty => return None,
        Cell::Text(text) => formula_text(text.trim()).unwrap_or(Cow::Borrowed(text.trim())),
        Cell::Unsure { shown, .. } => Cow::Borrowed(shown),
        Cell::Number { number, shown, .. } => match shown {
            Ok(shown) => Cow::Borrowed(shown.as_str()),
            Err(_) => Cow::Owned(number.to_string()),
        },
        Cell::Time { at, day: false } => Cow::Owned(at.format("%H:%M").to_string()),
        Cell::Time { at, .. } if at.time() == NaiveTime::MIN => Cow::Owned(Date(at.date()).to_string()),
        Cell::Time { at, .. } => Cow::Owned(at.format("%Y-%m-%d %H:%M").to_string()),
    };
    (!text.is_empty()).then_some(text)
}

/// Returns a value to be written as text for people.
#[must_use]
pub fn read(value: &Value) -> String {
    match value {
        Value::Text(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::List(items) => items.iter().map(read).collect::<Vec<_>>().join(", "),
        Value::Bool(flag) => flag.to_string(),
        Value::Nothing | Value::Object(_) => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::Interpreted;
    use crate::reading::Cell;
    use chrono::NaiveDate;
    use uno_core::contract::{
        imports::{Column, Spelling},
        measurement_imports::VISION,
        member_imports::{COLUMNS, WORDS},
        validation::{Kind, Value, kinds},
    };

    fn column(name: &str) -> Column {
        COLUMNS.into_iter().find(|column| column.name == name).unwrap_or(COLUMNS[0])
    }

    fn value_of(cell: &Cell, kind: Kind) -> Result<Value, &'static str> {
        super::value_of(cell, &column("weightKg"), kind, WORDS).map(|interpreted| interpreted.value)
    }

    fn text(text: &str) -> Cell {
        Cell::Text(text.into())
    }

    fn number(number: f64, shown: &str) -> Cell {
        Cell::Number { number, shown: Ok(shown.into()), is_plain: true }
    }

    #[test]
    fn a_birth_date_is_a_date_cell_or_written_as_one() {
        let day = NaiveDate::from_ymd_opt(2004, 12, 31).and_then(|day| day.and_hms_opt(0, 0, 0)).unwrap_or_default();
        let noon = day + chrono::TimeDelta::hours(12);
        for (cell, expected) in [
            (Cell::Time { at: day, day: true }, Ok("2004-12-31")),
            (Cell::Time { at: day, day: false }, Err("dateFormat")),
            (Cell::Time { at: noon, day: true }, Err("dateFormat")),
            (text("2004-12-31"), Ok("2004-12-31")),
            (text("20041231"), Ok("2004-12-31")),
            (number(20_041_231.0, "20041231"), Ok("2004-12-31")),
            (text("=\"20041231\""), Ok("2004-12-31")),
            (text("041231"), Err("shortYear")),
            (number(41_231.0, "41231"), Err("dateFormat")),
            (number(41_231.0, "041231"), Err("shortYear")),
            (number(38_352.0, "38352"), Err("dateFormat")),
            (Cell::Number { number: 20_041_231.0, shown: Err("numberFormat"), is_plain: true }, Err("dateFormat")),
            (text("2004-12-31 00:00"), Err("dateFormat")),
            (text("04-12-31"), Err("shortYear")),
            (text("31-12-2004"), Err("dayOrder")),
            (text("1990-02-31"), Err("noSuchDate")),
            (text("20041331"), Err("noSuchDate")),
            (text("18991231"), Ok("1899-12-31")),
            (text("２００４-１２-３１"), Ok("2004-12-31")),
        ] {
            let expected = expected.map(|text: &str| Value::Text(text.into()));
            assert_eq!(value_of(&cell, kinds::past_date()), expected, "{cell:?}");
        }
    }

    #[test]
    fn a_time_without_an_offset_is_that_of_seoul() {
        let at = NaiveDate::from_ymd_opt(1982, 7, 1).and_then(|day| day.and_hms_opt(12, 0, 0)).unwrap_or_default();
        for (cell, expected) in [
            (text("2020-01-01"), Ok("2020-01-01")),
            (text("20200101"), Ok("2020-01-01")),
            (text("2020-01-01T10:00Z"), Ok("2020-01-01T10:00Z")),
            (text("2020-01-01 10:00"), Ok("2020-01-01 10:00+09:00")),
            (text("20200101 10:00"), Ok("2020-01-01 10:00+09:00")),
            (text("2020. 1. 1. 오후 2:30"), Ok("2020-01-01T14:30:00+09:00")),
            (text("2020.1.1 9:30"), Ok("2020-01-01T09:30:00+09:00")),
            (text("2020/1/1 14:05"), Ok("2020-01-01 14:05+09:00")),
            (text("2020년 1월 1일 오전 9시 30분"), Ok("2020-01-01T09:30:00+09:00")),
            (text("2020년 1월 1일14시"), Ok("2020-01-01T14:00:00+09:00")),
            (text("２０２０-０１-０１ １０：００"), Ok("2020-01-01 10:00+09:00")),
            (text("2020.1.114:30"), Err("timeFormat")),
            (text("2020-01-01 오후 13:00"), Err("timeFormat")),
            (text("200101 10:00"), Err("shortYear")),
            (text("01/02/2020 10:00"), Err("dayOrder")),
            (Cell::Time { at, day: true }, Ok("1982-07-01T12:00:00.000+09:00")),
            (Cell::Time { at, day: false }, Err("timeFormat")),
            (text("2020-02-30 10:00"), Err("noSuchDate")),
            (text("2020-01-01 25:00"), Err("timeFormat")),
            (text("01.01.2020"), Err("dayOrder")),
            (number(43_831.5, "43831.5"), Err("timeFormat")),
        ] {
            let expected = expected.map(|text: &str| Value::Text(text.into()));
            assert_eq!(value_of(&cell, kinds::bound()), expected, "{cell:?}");
        }
    }

    #[test]
    fn what_is_shown_is_what_is_read() {
        let unknown = |code| Cell::Number { number: 1_012_345_678.0, shown: Err(code), is_plain: false };
        for (cell, expected) in [
            (text("=\"0012\""), Ok("0012")),
            (text("00\u{200B}12\u{FEFF}"), Ok("0012")),
            (text("क्\u{200D}ष"), Ok("क्\u{200D}ष")),
            (text("=\"a\"\"b\""), Ok("a\"b")),
            (text("=1+1"), Err("formula")),
            (text("=\"a\"&\"b\""), Err("formula")),
            (number(12.0, "0012"), Ok("0012")),
            (number(12.0, "12"), Ok("12")),
            (text("1.01235E+10"), Err("scientific")),
            (text("1E5"), Ok("1E5")),
            (unknown("scientific"), Err("scientific")),
            (Cell::Unsure { code: "errorCell", shown: "#N/A".into() }, Err("errorCell")),
        ] {
            let expected = expected.map(|text: &str| Value::Text(text.into()));
            assert_eq!(value_of(&cell, kinds::text(1, 50)), expected, "{cell:?}");
        }
        assert_eq!(value_of(&unknown("numberFormat"), kinds::integer(0, 9)), Err("numberFormat"));
        assert_eq!(value_of(&text("70,5"), kinds::decimal(0, 9_999)), Ok(Value::Text("70,5".into())));
        assert_eq!(
            value_of(&number(170.500_000_000_000_03, "170.5"), kinds::decimal(0, 99_999)),
            Ok(Value::Number(170.500_000_000_000_03))
        );
    }

    #[test]
    fn a_number_may_have_our_unit_behind_it_and_no_other() {
        let decimal = kinds::decimal(0, 99_999);
        let unsure = |shown: &str| Cell::Number { number: 70.5, shown: Ok(shown.into()), is_plain: false };
        type Expected = Result<(f64, &'static [Spelling]), &'static str>;
        let rows: &[(&str, Cell, Expected)] = &[
            ("heightCm", text("172"), Ok((172.0, &[]))),
            ("heightCm", text("172.5"), Ok((172.5, &[]))),
            ("heightCm", text("172cm"), Ok((172.0, &[Spelling::Unit]))),
            ("heightCm", text("172.5 CM"), Ok((172.5, &[Spelling::Unit]))),
            ("heightCm", text("172㎝"), Ok((172.0, &[Spelling::Unit]))),
            ("heightCm", text("１７２．５"), Ok((172.5, &[Spelling::Wide]))),
            ("heightCm", text("１７２ｃｍ"), Ok((172.0, &[Spelling::Unit, Spelling::Wide]))),
            ("weightKg", text("72kg"), Ok((72.0, &[Spelling::Unit]))),
            ("weightKg", text("72 ㎏"), Ok((72.0, &[Spelling::Unit]))),
            ("weightKg", unsure("70.5kg"), Ok((70.5, &[Spelling::Unit]))),
            ("bodyFatPercent", text("18.5 %"), Ok((18.5, &[Spelling::Unit]))),
            ("bodyFatPercent", text("18.5％"), Ok((18.5, &[Spelling::Unit, Spelling::Wide]))),
            ("systolic", text("118 mmHg"), Ok((118.0, &[Spelling::Unit]))),
            ("pulse", text("70회/분"), Ok((70.0, &[Spelling::Unit]))),
            ("pulse", text("70 bpm"), Ok((70.0, &[Spelling::Unit]))),
            ("heightCm", text("1.72m"), Err("cellUnit")),
            ("heightCm", text("68 inch"), Err("cellUnit")),
            ("heightCm", text("72kg"), Err("cellUnit")),
            ("weightKg", text("154 lb"), Err("cellUnit")),
            ("weightKg", text("70500g"), Err("cellUnit")),
            ("weightKg", text("18.5%"), Err("cellUnit")),
            ("systolic", text("15.7 kPa"), Err("cellUnit")),
            ("weightKg", unsure("70.5lb"), Err("cellUnit")),
            ("weightKg", unsure("70.5 근사"), Err("numberFormat")),
            ("weightKg", text("1,234"), Err("")),
            ("weightKg", text("70,5"), Err("")),
            ("weightKg", text("약 70"), Err("")),
            ("weightKg", text("70~72"), Err("")),
            ("weightKg", text("7²"), Err("")),
            ("weightKg", text("1e2"), Err("")),
            ("weightKg", text("칠십"), Err("")),
        ];
        for (name, cell, expected) in rows {
            let found = super::value_of(cell, &column(name), decimal, WORDS);
            match (expected, found) {
                (Ok((number, spellings)), found) => {
                    let interpreted = Interpreted { value: Value::Number(*number), spellings: spellings.to_vec() };
                    assert_eq!(found, Ok(interpreted), "{cell:?}");
                }
                // Left to the rules of the form, which report that it is not a number.
                (Err(""), found) => assert!(matches!(found, Ok(Interpreted { value: Value::Text(_), .. })), "{cell:?}"),
                (Err(code), found) => assert_eq!(found, Err(*code), "{cell:?}"),
            }
        }
    }

    #[test]
    fn a_sign_behind_a_number_is_the_unit_or_no_number() {
        let axis = VISION.into_iter().find(|column| column.name == "rightAxis").unwrap_or(COLUMNS[0]);
        for (cell, is_number) in
            [("90", true), ("90°", true), ("90 °", true), ("90도", true), ("90?", false), ("90-", false)]
        {
            let found = super::value_of(&text(cell), &axis, kinds::integer(0, 180), WORDS);
            assert_eq!(matches!(found, Ok(Interpreted { value: Value::Number(_), .. })), is_number, "{cell}");
        }
    }

    #[test]
    fn what_is_no_free_text_may_be_written_in_full_width() {
        for (interpreted, kind, expected) in [
            ("Ｍ", kinds::word(&["MALE"]), "MALE"),
            ("０１０－１２３４－５６７８", kinds::phone(), "010-1234-5678"),
            ("ａ＠ｂ．ｋｒ", kinds::email(), "a@b.kr"),
            ("Ａ１", kinds::text(1, 9), "Ａ１"),
        ] {
            assert_eq!(value_of(&text(interpreted), kind), Ok(Value::Text(expected.into())), "{interpreted}");
        }
    }

    #[test]
    fn an_acuity_is_read_as_clinicians_write_it() {
        let acuity = kinds::decimal_or_word(16, 2_500, &["CF", "HM"]);
        const NAMED: super::Words = &[("CF", &["안전수지"])];
        let interpreted = |cell: &Cell| super::value_of(cell, &column("weightKg"), acuity, NAMED);
        type Expected = (Value, &'static [Spelling]);
        let rows: [(Cell, Expected); 11] = [
            (number(0.125, "0.125"), (Value::Number(0.125), &[])),
            (text("0.8"), (Value::Number(0.8), &[])),
            (text("20/40"), (Value::Number(0.5), &[Spelling::Snellen])),
            (text("6 / 60"), (Value::Number(0.1), &[Spelling::Snellen])),
            (text("２０／４０"), (Value::Number(0.5), &[Spelling::Snellen, Spelling::Wide])),
            (text("logMAR 0.3"), (Value::Number(0.501), &[Spelling::LogMar])),
            (text("-0.1 LogMAR"), (Value::Number(1.259), &[Spelling::LogMar])),
            (text("안전수지"), (Value::Text("CF".into()), &[])),
            // Left to the rules of the form, which refuse them.
            (text("118/76"), (Value::Text("118/76".into()), &[])),
            (text("0.8 정도"), (Value::Text("0.8 정도".into()), &[])),
            (text("20/2000"), (Value::Number(0.01), &[Spelling::Snellen])),
        ];
        for (cell, (value, spellings)) in rows {
            assert_eq!(interpreted(&cell), Ok(Interpreted { value, spellings: spellings.to_vec() }), "{cell:?}");
        }
        // Numbers in a logMAR column are converted; nothing else is.
        for (cell, expected) in [
            (number(0.3, "0.3"), Ok((Value::Number(0.501), vec![Spelling::LogMar]))),
            (text("-0.1"), Ok((Value::Number(1.259), vec![Spelling::LogMar]))),
            (text("0.3 logMAR"), Ok((Value::Number(0.501), vec![Spelling::LogMar]))),
            (text("20/40"), Ok((Value::Number(0.5), vec![Spelling::Snellen]))),
            (text("HM"), Ok((Value::Text("HM".into()), vec![]))),
            (text("0.30103"), Err("decimals")),
        ] {
            let found = interpreted(&cell)
                .and_then(Interpreted::read_as_log_mar)
                .map(|interpreted| (interpreted.value, interpreted.spellings));
            assert_eq!(found, expected, "{cell:?}");
        }
    }

    #[test]
    fn two_pressures_stand_in_one_cell() {
        for (cell, expected) in [
            (text("118/76"), Ok(Some((118.0, 76.0)))),
            (text("118 / 76 mmHg"), Ok(Some((118.0, 76.0)))),
            (text("１１８／７６"), Ok(Some((118.0, 76.0)))),
            (text(" "), Ok(None)),
            (Cell::Empty, Ok(None)),
            (text("118"), Err("pressurePair")),
            (number(118.0, "118"), Err("pressurePair")),
            (text("118-76"), Err("pressurePair")),
            (text("118/76/70"), Err("pressurePair")),
            (text("정상"), Err("pressurePair")),
            (text("15.7/10.1kPa"), Err("cellUnit")),
        ] {
            assert_eq!(super::pressures_of(&cell, &column("systolic")), expected, "{cell:?}");
        }
    }

    #[test]
    fn numbers_of_a_series_stand_in_one_cell() {
        let list = |numbers: &[f64]| Value::List(numbers.iter().copied().map(Value::Number).collect());
        for (interpreted, expected) in [
            ("1, 2,3", list(&[1.0, 2.0, 3.0])),
            ("1 2 3", list(&[1.0, 2.0, 3.0])),
            ("1/2/3", list(&[1.0, 2.0, 3.0])),
            ("1 둘", Value::Text("1 둘".into())),
        ] {
            assert_eq!(value_of(&text(interpreted), kinds::series(1, 5, 5)), Ok(expected), "{interpreted}");
        }
    }
}
