//! Spellings of days, times of day and numbers: an unambiguous one is accepted and reported if unusual; an
//! ambiguous one is refused.

use chrono::{Datelike as _, NaiveTime};
use std::borrow::Cow;
use unicode_normalization::UnicodeNormalization as _;
use uno_core::{contract::imports::Spelling, domain::time::Date};

/// The reason for refusing a spelling, as the code of a violation.
pub type Code = &'static str;

/// Days of the week in brackets after a date, from Monday.
const WEEKDAYS: [char; 7] = ['월', '화', '수', '목', '금', '토', '일'];
/// Words before or after a time for the first and the second half of the day.
const HALVES: [&[&str]; 2] = [&["오전", "AM", "a.m."], &["오후", "PM", "p.m."]];

/// Converts full-width forms of ASCII, as typed with East Asian input methods, to ASCII. Nothing else is converted:
/// other characters that look like digits are not digits (`170²`).
#[must_use]
pub fn to_half_width(text: &str) -> Cow<'_, str> {
    let is_wide = |character: char| matches!(character, '\u{FF01}'..='\u{FF5E}' | '\u{3000}' | '\u{2212}' | '\u{A0}');
    if !text.contains(is_wide) {
        return Cow::Borrowed(text);
    }
    let narrowed = |character: char| match character {
        '\u{3000}' | '\u{A0}' => ' ',
        '\u{2212}' => '-',
        '\u{FF01}'..='\u{FF5E}' => {
            u32::from(character).checked_sub(0xFEE0).and_then(char::from_u32).unwrap_or(character)
        }
        other => other,
    };
    Cow::Owned(text.chars().map(narrowed).collect())
}

/// Splits a text after its leading digits.
fn digits(text: &str) -> (&str, &str) {
    text.split_at(text.bytes().take_while(u8::is_ascii_digit).count())
}

/// Parses a day at the beginning of a text; returns it with its spelling, unless usual, and the remaining text.
///
/// # Errors
/// Returns `dateFormat`, `shortYear`, `dayOrder` or `noSuchDate`.
pub fn leading_date(text: &str) -> Result<(Date, Option<Spelling>, &str), Code> {
    let (first, rest) = digits(text);
    if let (8, Some(year), Some(month), Some(day)) = (first.len(), first.get(..4), first.get(4..6), first.get(6..)) {
        return Ok((calendar(year, month, day)?, Some(Spelling::Digits), rest));
    }
    let is_quoted = text.starts_with(['\'', '’']);
    if is_quoted || (first.len() == 6 && !rest.starts_with(|next: char| next.is_alphanumeric())) {
        return Err("shortYear");
    }
    let (separators, rest) = match rest.trim_start().chars().next() {
        Some(sign @ ('-' | '.' | '/')) => ([sign, sign], rest),
        Some('년') => (['년', '월'], rest),
        _ => return Err("dateFormat"),
    };
    let next = |rest: &'_ str, sign: char| -> Option<usize> {
        let found = rest.trim_start().strip_prefix(sign)?.trim_start();
        Some(rest.len() - found.len())
    };
    let behind = |rest, sign| next(rest, sign).and_then(|at| str::get(rest, at..)).ok_or("dateFormat");
    let [before_month, before_day] = separators;
    let (second, after_second) = digits(behind(rest, before_month)?);
    let (third, after_third) = digits(behind(after_second, before_day)?);
    let is_short = |digits: &str| (1..=2).contains(&digits.len());
    match first.len() {
        // `01/02/1990` is either 2 January or 1 February.
        1 | 2 if is_short(second) && third.len() == 4 => return Err("dayOrder"),
        1 | 2 if is_short(second) && is_short(third) => return Err("shortYear"),
        4 if is_short(second) && is_short(third) => {}
        _ => return Err("dateFormat"),
    }
    let date = calendar(first, second, third)?;
    let (spelling, rest) = match before_month {
        '년' => (Some(Spelling::Korean), after_third.trim_start().strip_prefix('일').ok_or("dateFormat")?),
        '.' => (Some(Spelling::Dots), after_third.trim_start().strip_prefix('.').unwrap_or(after_third)),
        '/' => (Some(Spelling::Slashes), after_third),
        _ => {
            let written = text.len() - after_third.len();
            let is_usual = text.get(..written) == Some(date.to_string().as_str());
            (if is_usual { None } else { Some(Spelling::Hyphens) }, after_third)
        }
    };
    let behind_weekday = weekday(rest, date)?;
    Ok((date, spelling, behind_weekday))
}

fn calendar(year: &str, month: &str, day: &str) -> Result<Date, Code> {
    Date::parse(&format!("{year}-{month:0>2}-{day:0>2}")).ok_or("noSuchDate")
}

/// Returns the text after a day of the week in brackets, if it matches the date.
fn weekday(rest: &str, date: Date) -> Result<&str, Code> {
    let Some(inside) = rest.trim_start().strip_prefix('(') else { return Ok(rest) };
    let mut signs = inside.chars();
    let said = signs.next().and_then(|said| WEEKDAYS.iter().position(|known| *known == said));
    let rest = signs.as_str().trim_start_matches("요일").strip_prefix(')').ok_or("dateFormat")?;
    let is_right = said.and_then(|said| u32::try_from(said).ok()) == Some(date.0.weekday().num_days_from_monday());
    if is_right { Ok(rest) } else { Err("noSuchDate") }
}

/// Parses a text that is a day and nothing else.
///
/// # Errors
/// Returns the errors of [`leading_date`].
pub fn date(text: &str) -> Result<(Date, Option<Spelling>), Code> {
    let (date, spelling, rest) = leading_date(text)?;
    if rest.trim().is_empty() { Ok((date, spelling)) } else { Err("dateFormat") }
}

/// Parses a text that is a time of day and nothing else; returns the spelling if it differs from `09:30`,
/// `09:30:15` and `09:30:15.250`.
///
/// # Errors
/// Returns `timeFormat`.
pub fn time_of_day(text: &str) -> Result<(NaiveTime, Option<Spelling>), Code> {
    let text = text.trim();
    let (half, clock) = halves(text);
    let (hour, minute, second, milli) =
        if clock.contains('시') { korean_clock(clock) } else { clock_of(clock) }.ok_or("timeFormat")?;
    let hour = match half {
        None => hour,
        // On a 12-hour clock the hours run 12, 1, …, 11.
        Some(half) if (1..=12).contains(&hour) => hour % 12 + 12 * half,
        Some(_) => return Err("timeFormat"),
    };
    let time = NaiveTime::from_hms_milli_opt(hour, minute, second, milli).ok_or("timeFormat")?;
    let is_usual = ["%H:%M", "%H:%M:%S", "%H:%M:%S%.3f"].iter().any(|usual| time.format(usual).to_string() == text);
    Ok((time, (!is_usual).then_some(Spelling::Clock)))
}

/// Returns the half of the day that is named, 0 or 1, and the remaining text.
fn halves(text: &str) -> (Option<u32>, &str) {
    for (half, words) in (0_u32..).zip(HALVES) {
        for word in words {
            let is_word = |part: Option<&str>| part.is_some_and(|part| part.eq_ignore_ascii_case(word));
            if is_word(text.get(..word.len())) {
                return (Some(half), text.get(word.len()..).unwrap_or_default().trim());
            }
            let at = text.len().checked_sub(word.len()).unwrap_or(usize::MAX);
            if is_word(text.get(at..)) {
                return (Some(half), text.get(..at).unwrap_or_default().trim());
            }
        }
    }
    (None, text)
}

/// Parses one or two digits.
fn part(text: &str, least: usize) -> Option<u32> {
    let is_part = (least..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_part { text.parse().ok() } else { None }
}

/// Parses `9:30`, `09:30:15` or `09:30:15.250` into hours, minutes, seconds and milliseconds.
fn clock_of(text: &str) -> Option<(u32, u32, u32, u32)> {
    let mut parts = text.split(':');
    let (hour, minute) = (part(parts.next()?, 1)?, part(parts.next()?, 2)?);
    let (second, milli) = parts.next().map_or(Some((0, 0)), |second| match second.split_once('.') {
        Some((second, thousandths)) => part(second, 2).zip(three_digits(thousandths)),
        None => part(second, 2).map(|second| (second, 0)),
    })?;
    parts.next().is_none().then_some((hour, minute, second, milli))
}

/// Parses three digits.
fn three_digits(text: &str) -> Option<u32> {
    let is_number = text.len() == 3 && text.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { text.parse().ok() } else { None }
}

/// Parses `9시`, `9시 30분` or `9시 30분 15초`.
fn korean_clock(text: &str) -> Option<(u32, u32, u32, u32)> {
    let (hour, rest) = text.split_once('시')?;
    let mut rest = rest.trim();
    let mut next = |sign: char| match rest.split_once(sign) {
        Some((number, behind)) => {
            rest = behind.trim();
            part(number.trim(), 1)
        }
        None => Some(0),
    };
    let (minute, second) = (next('분')?, next('초')?);
    if rest.is_empty() { Some((part(hour.trim(), 1)?, minute, second, 0)) } else { None }
}

/// Returns whether a text is a number: digits with at most one decimal point, and an optional sign.
#[must_use]
pub fn is_plain_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && digits.matches('.').count() <= 1
}

/// Splits a text into a number and the unit after it, which must not begin with a digit or a sign.
#[must_use]
pub fn quantity(text: &str) -> Option<(f64, &str)> {
    let sign = usize::from(text.starts_with(['-', '+']));
    let behind = text.get(sign..)?;
    let length = behind.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let (number, unit) = text.split_at_checked(sign + length)?;
    // A full stop may end the unit's abbreviation, but a number does not end with one.
    let is_number = is_plain_number(number) && !number.ends_with('.');
    if is_number { Some((number.parse().ok()?, unit.trim())) } else { None }
}

/// Normalises a name for comparison: letters, digits and `%` only, in lower case and without full-width forms.
#[must_use]
pub fn plain(name: &str) -> String {
    let kept = name.nfkc().filter(|character| character.is_alphanumeric() || *character == '%');
    kept.flat_map(char::to_lowercase).nfc().collect()
}

/// Characters that stand for a letter in a masked text.
const MASKS: [char; 9] = ['*', '∗', '○', '◯', '〇', '●', '□', '★', '#'];
/// Letters that stand for one among letters of other scripts, as in `김O나`.
const MASK_LETTERS: [char; 3] = ['o', 'x', 'ㅇ'];

/// Returns whether a text is this name with letters masked, as in `김*나`. Compared like [`plain`] texts.
#[must_use]
pub fn is_masked(text: &str, name: &str) -> bool {
    let letters = |text: &str| -> Vec<char> {
        let kept = text.nfkc().filter(|letter| letter.is_alphanumeric() || MASKS.contains(letter));
        kept.flat_map(char::to_lowercase).nfc().collect()
    };
    let (text, name) = (letters(text), letters(name));
    let is_one = |(masked, own): (&char, &char)| {
        masked == own || MASKS.contains(masked) || (MASK_LETTERS.contains(masked) && !own.is_ascii())
    };
    text.len() == name.len() && text.iter().zip(&name).all(is_one)
}

#[cfg(test)]
mod tests {
    use super::{date, is_masked, quantity, time_of_day};
    use uno_core::contract::imports::Spelling::{self, Clock, Digits, Dots, Hyphens, Korean, Slashes};

    #[test]
    fn a_masked_name_matches_by_the_letters_that_are_seen() {
        for (text, name) in [
            ("김*나", "김하나"),
            ("김 ＊ 나", "김하나"),
            ("김O나", "김하나"),
            ("kim h***", "Kim Hana"),
            ("김*나.", "김하나"),
        ] {
            assert!(is_masked(text, name), "{text}");
        }
        for (text, name) in
            [("이*나", "김하나"), ("김*", "김하나"), ("김**나", "김하나"), ("김oo", "Kim"), ("kox", "kim")]
        {
            assert!(!is_masked(text, name), "{text}");
        }
    }

    #[test]
    fn a_day_is_read_where_it_can_be_one_day_only() {
        type Expected = Result<(&'static str, Option<Spelling>), &'static str>;
        let rows: &[(&str, Expected)] = &[
            ("1990-01-02", Ok(("1990-01-02", None))),
            ("1990-1-2", Ok(("1990-01-02", Some(Hyphens)))),
            ("1990 - 01 - 02", Ok(("1990-01-02", Some(Hyphens)))),
            ("1990.1.2", Ok(("1990-01-02", Some(Dots)))),
            ("1990.01.02", Ok(("1990-01-02", Some(Dots)))),
            ("1990.1.2.", Ok(("1990-01-02", Some(Dots)))),
            ("1990. 1. 2.", Ok(("1990-01-02", Some(Dots)))),
            ("1990. 1. 2", Ok(("1990-01-02", Some(Dots)))),
            ("1990/1/2", Ok(("1990-01-02", Some(Slashes)))),
            ("1990/01/02", Ok(("1990-01-02", Some(Slashes)))),
            ("1990년 1월 2일", Ok(("1990-01-02", Some(Korean)))),
            ("1990년1월2일", Ok(("1990-01-02", Some(Korean)))),
            ("1990년 01월 02일", Ok(("1990-01-02", Some(Korean)))),
            ("19900102", Ok(("1990-01-02", Some(Digits)))),
            ("2026.1.5(월)", Ok(("2026-01-05", Some(Dots)))),
            ("2026-01-05 (월)", Ok(("2026-01-05", None))),
            ("2026년 1월 5일(월요일)", Ok(("2026-01-05", Some(Korean)))),
            ("2026.1.5(화)", Err("noSuchDate")),
            ("041231", Err("shortYear")),
            ("900102", Err("shortYear")),
            ("90.1.2", Err("shortYear")),
            ("90-01-02", Err("shortYear")),
            ("04/12/31", Err("shortYear")),
            ("90년 1월 2일", Err("shortYear")),
            ("'90.1.2", Err("shortYear")),
            ("01/02/1990", Err("dayOrder")),
            ("1.2.1990", Err("dayOrder")),
            ("31-12-1990", Err("dayOrder")),
            ("12/31/1990", Err("dayOrder")),
            ("1990-02-31", Err("noSuchDate")),
            ("1990.13.1", Err("noSuchDate")),
            ("19901301", Err("noSuchDate")),
            ("1990", Err("dateFormat")),
            ("1990-01", Err("dateFormat")),
            ("1990.1", Err("dateFormat")),
            ("1990/1.2", Err("dateFormat")),
            ("1990-1/2", Err("dateFormat")),
            ("1990년 1월", Err("dateFormat")),
            ("1990년 1월 2", Err("dateFormat")),
            ("1990.1.123", Err("dateFormat")),
            ("199001021", Err("dateFormat")),
            ("1990.1.2 오후", Err("dateFormat")),
            ("38352", Err("dateFormat")),
            ("Jan 2 1990", Err("dateFormat")),
            ("1990..1..2", Err("dateFormat")),
            ("", Err("dateFormat")),
        ];
        for (text, expected) in rows {
            let found = date(text).map(|(day, spelling)| (day.to_string(), spelling));
            assert_eq!(found, expected.map(|(day, spelling)| (day.to_owned(), spelling)), "{text}");
        }
    }

    #[test]
    fn a_time_of_day_is_read_by_its_half_of_the_day() {
        type Expected = Option<(&'static str, Option<Spelling>)>;
        let rows: &[(&str, Expected)] = &[
            ("09:30", Some(("09:30:00", None))),
            ("21:30:15", Some(("21:30:15", None))),
            ("21:30:15.250", Some(("21:30:15.250", None))),
            ("9:30:15.250", Some(("09:30:15.250", Some(Clock)))),
            ("21:30:15.25", None),
            ("21:30.250", None),
            ("9:30", Some(("09:30:00", Some(Clock)))),
            ("오전 9:30", Some(("09:30:00", Some(Clock)))),
            ("오후 2:30", Some(("14:30:00", Some(Clock)))),
            ("오후2:30", Some(("14:30:00", Some(Clock)))),
            ("오후 12:30", Some(("12:30:00", Some(Clock)))),
            ("오전 12:10", Some(("00:10:00", Some(Clock)))),
            ("오전 9시 30분", Some(("09:30:00", Some(Clock)))),
            ("오후 2시", Some(("14:00:00", Some(Clock)))),
            ("14시 5분", Some(("14:05:00", Some(Clock)))),
            ("14시30분10초", Some(("14:30:10", Some(Clock)))),
            ("2:30 PM", Some(("14:30:00", Some(Clock)))),
            ("AM 9:30", Some(("09:30:00", Some(Clock)))),
            ("9:30 a.m.", Some(("09:30:00", Some(Clock)))),
            ("오후 14:30", None),
            ("오후 0:30", None),
            ("24:00", None),
            ("9:60", None),
            ("9:3", None),
            ("930", None),
            ("9", None),
            ("9시 반", None),
            ("밤 10시", None),
            ("정오", None),
            ("오전", None),
            ("9:30:15:20", None),
            ("", None),
        ];
        for (text, expected) in rows {
            let found = time_of_day(text).ok().map(|(time, spelling)| (time.to_string(), spelling));
            assert_eq!(found, expected.map(|(time, spelling)| (time.to_owned(), spelling)), "{text}");
        }
    }

    #[test]
    fn a_quantity_is_a_number_with_what_stands_behind_it() {
        for (text, expected) in [
            ("172cm", Some((172.0, "cm"))),
            ("18.5 %", Some((18.5, "%"))),
            ("-1.25D", Some((-1.25, "D"))),
            ("+1.25", Some((1.25, ""))),
            ("1,234", Some((1.0, ",234"))),
            ("172.", None),
            ("1.2.3", None),
            ("cm172", None),
            ("", None),
        ] {
            assert_eq!(quantity(text), expected, "{text}");
        }
    }
}
