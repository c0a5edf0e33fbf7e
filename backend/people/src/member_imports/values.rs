//! A cell as the value of a field, read as it is shown; or why that is not known for sure.

use super::reading::Cell;
use chrono::NaiveTime;
use std::borrow::Cow;
use unicode_normalization::{UnicodeNormalization, is_nfc};
use uno_core::{
    contract::{
        member_imports::WORDS,
        validation::{Kind, Value},
    },
    domain::time::{Bound, Date, Timestamp},
};

/// Characters without a shape that come along when texts are copied, such as the space without a width and
/// the marks of direction: Unicode's `Default_Ignorable_Code_Point`.
fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}'..='\u{1160}' | '\u{17B4}'..='\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}'
        | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFF8}' | '\u{1BCA0}'..='\u{1BCA3}'
        | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// The value of a field; nothing where nothing stands.
///
/// # Errors
/// The code of a violation.
pub fn value_of(cell: &Cell, kind: Kind) -> Result<Value, &'static str> {
    let is_number = matches!(kind, Kind::Integer { .. } | Kind::Decimal { .. });
    match cell {
        Cell::Empty => Ok(Value::Nothing),
        Cell::Unsure { code, .. } => Err(code),
        Cell::Number { number, is_plain, .. } if is_number => {
            if *is_plain {
                Ok(Value::Number(*number))
            } else {
                Err("numberFormat")
            }
        }
        Cell::Number { shown, .. } => match (kind, shown) {
            // A number is no date, but eight digits are one.
            (Kind::PastDate | Kind::Bound, Ok(digits)) => text_value(digits, kind),
            (Kind::PastDate, Err(_)) => Err("dateFormat"),
            (Kind::Bound, Err(_)) => Err("timeFormat"),
            (_, Ok(shown)) => text_value(shown, kind),
            (_, Err(code)) => Err(code),
        },
        Cell::Time { at, day } => match kind {
            Kind::PastDate if !day || at.time() != NaiveTime::MIN => Err("dateFormat"),
            Kind::Bound if !day => Err("timeFormat"),
            Kind::PastDate => Ok(Value::Text(Date(at.date()).to_string())),
            Kind::Bound if at.time() == NaiveTime::MIN => Ok(Value::Text(Date(at.date()).to_string())),
            Kind::Bound => Ok(Value::Text(format!("{}T{}+09:00", Date(at.date()), at.time().format("%H:%M:%S%.3f")))),
            _ => Err("numberFormat"),
        },
        Cell::Text(text) => text_value(text, kind),
    }
}

fn text_value(text: &str, kind: Kind) -> Result<Value, &'static str> {
    let text = formula_text(text.trim())?;
    // Two numbers that look the same are the same: what cannot be seen is no part of them.
    let text = if text.contains(is_invisible) { Cow::Owned(text.replace(is_invisible, "")) } else { text };
    let text = text.trim();
    if text.is_empty() {
        return Ok(Value::Nothing);
    }
    let text = if is_nfc(text) { Cow::Borrowed(text) } else { Cow::Owned(text.nfc().collect()) };
    Ok(match kind {
        // Not by the general parser of numbers: it takes exponents and infinities.
        Kind::Integer { .. } | Kind::Decimal { .. } => match text.parse() {
            Ok(number) if is_plain_number(&text) => Value::Number(number),
            _ => Value::Text(text.into()),
        },
        Kind::PastDate => Value::Text(date(&text)?),
        Kind::Bound => Value::Text(time(&text)?),
        Kind::Word(words) => Value::Text(word_of(&text, words).map_or_else(|| text.into(), str::to_owned)),
        _ if is_mangled_number(&text) => return Err("scientific"),
        _ => Value::Text(text.into()),
    })
}

/// `="0012"` is how people make spreadsheets keep zeros; no other formula has a known value.
fn formula_text(text: &str) -> Result<Cow<'_, str>, &'static str> {
    let Some(formula) = text.strip_prefix('=') else { return Ok(Cow::Borrowed(text)) };
    let inside = formula.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).ok_or("formula")?;
    // Within quotation marks there are only doubled ones.
    let unescaped = inside.replace("\"\"", "");
    if unescaped.contains('"') { Err("formula") } else { Ok(Cow::Owned(inside.replace("\"\"", "\""))) }
}

fn is_plain_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.matches('.').count() <= 1
}

/// `1.01234E+10`: what a spreadsheet leaves of a long number in a text.
fn is_mangled_number(text: &str) -> bool {
    text.split_once("E+").is_some_and(|(mantissa, exponent)| {
        is_plain_number(mantissa) && !exponent.is_empty() && exponent.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// `YYYY-MM-DD` or `YYYYMMDD`.
fn date(text: &str) -> Result<String, &'static str> {
    let bytes = text.as_bytes();
    let text = match *bytes {
        _ if !text.is_ascii() => return Err("dateFormat"),
        [_, _, _, _, b'-', _, _, b'-', _, _] => Cow::Borrowed(text),
        [y1, y2, y3, y4, m1, m2, d1, d2] => {
            Cow::Owned([y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2].map(char::from).iter().collect())
        }
        _ => return Err("dateFormat"),
    };
    if !text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-') || text.matches('-').count() != 2 {
        return Err("dateFormat");
    }
    match Date::parse(&text) {
        None => Err("noSuchDate"),
        Some(_) => Ok(text.into_owned()),
    }
}

/// A date, or one with a time behind; without an offset it is the time in Seoul.
fn time(text: &str) -> Result<String, &'static str> {
    let (day, clock) = match text.find(['T', ' ']) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let day = date(day).map_err(|code| if code == "dateFormat" { "timeFormat" } else { code })?;
    let text = format!("{day}{clock}");
    if Bound::parse(&text).is_some() {
        return Ok(text);
    }
    let in_seoul = format!("{text}+09:00");
    if Timestamp::parse(&in_seoul).is_some() { Ok(in_seoul) } else { Err("timeFormat") }
}

fn word_of(text: &str, words: &'static [&'static str]) -> Option<&'static str> {
    let is_called = |known: &str| known.eq_ignore_ascii_case(text);
    let by_synonym =
        || WORDS.iter().find(|(_, synonyms)| synonyms.iter().any(|known| is_called(known))).map(|(word, _)| *word);
    words.iter().copied().find(|known| is_called(known)).or_else(by_synonym)
}

/// What stands in a cell, as people see it; `None` where that is nothing.
#[must_use]
pub fn shown(cell: &Cell, kind: Kind) -> Option<Cow<'_, str>> {
    let text: Cow<'_, str> = match cell {
        Cell::Empty => return None,
        Cell::Text(text) => formula_text(text.trim()).unwrap_or(Cow::Borrowed(text.trim())),
        Cell::Unsure { shown, .. } => Cow::Borrowed(shown),
        Cell::Number { number, shown, .. } => match shown {
            Ok(shown) => Cow::Borrowed(shown.as_str()),
            Err(_) => Cow::Owned(number.to_string()),
        },
        Cell::Time { at, .. } if at.time() == NaiveTime::MIN || matches!(kind, Kind::PastDate) => {
            Cow::Owned(Date(at.date()).to_string())
        }
        Cell::Time { at, .. } => Cow::Owned(at.format("%Y-%m-%d %H:%M").to_string()),
    };
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::value_of;
    use crate::member_imports::reading::Cell;
    use chrono::NaiveDate;
    use uno_core::contract::validation::{Value, kinds};

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
            (text("041231"), Err("dateFormat")),
            (number(41_231.0, "41231"), Err("dateFormat")),
            (number(41_231.0, "041231"), Err("dateFormat")),
            (number(38_352.0, "38352"), Err("dateFormat")),
            (Cell::Number { number: 20_041_231.0, shown: Err("numberFormat"), is_plain: true }, Err("dateFormat")),
            (text("2004-12-31 00:00"), Err("dateFormat")),
            (text("04-12-31"), Err("dateFormat")),
            (text("31-12-2004"), Err("dateFormat")),
            (text("1990-02-31"), Err("noSuchDate")),
            (text("20041331"), Err("noSuchDate")),
            (text("18991231"), Ok("1899-12-31")),
            (text("２００４-１２-３１"), Err("dateFormat")),
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
            (Cell::Time { at, day: true }, Ok("1982-07-01T12:00:00.000+09:00")),
            (Cell::Time { at, day: false }, Err("timeFormat")),
            (text("2020-02-30 10:00"), Err("noSuchDate")),
            (text("2020-01-01 25:00"), Err("timeFormat")),
            (text("01.01.2020"), Err("timeFormat")),
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
}
