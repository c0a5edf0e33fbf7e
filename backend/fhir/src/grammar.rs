//! The grammar of search values (FHIR R4, 3.1.1.4 and 3.1.1.5): alternatives, parts, escapes, prefixes, tokens,
//! references and exact decimal numbers. Every parameter is read through it.

use crate::ranges::Ranges;

/// Characters that a backslash escapes.
const ESCAPED: [char; 4] = [',', '|', '$', '\\'];
/// Decimals of [`decimal`].
const DECIMALS: i32 = 12;
/// Largest power of ten of [`decimal`], far above every measured value and far below the end of an `i128`.
const MAX_POWER: i32 = 12;

/// What a parameter asks for: all groups must match, and of each group any alternative. A parameter that is repeated
/// has several groups, a value with commas several alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sought<T>(Vec<Vec<T>>);

impl<T> Default for Sought<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T> Sought<T> {
    /// Collects the groups.
    #[must_use]
    pub const fn of(groups: Vec<Vec<T>>) -> Self {
        Self(groups)
    }

    /// Returns whether nothing is asked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the groups.
    #[must_use]
    pub fn groups(&self) -> &[Vec<T>] {
        &self.0
    }

    /// Returns all alternatives of all groups.
    pub fn every(&self) -> impl Iterator<Item = &T> {
        self.0.iter().flatten()
    }

    /// Returns whether each group has an alternative that is met.
    pub fn is_met(&self, is_met: impl Fn(&T) -> bool) -> bool {
        self.0.iter().all(|group| group.iter().any(&is_met))
    }

    /// Adds the groups of another parameter, which must match too.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.0.extend(other.0);
        self
    }
}

impl<T: Clone + PartialEq> Sought<T> {
    /// Returns the values that are in every group, in the order of the first; `None` if nothing is asked.
    #[must_use]
    pub fn common(&self) -> Option<Vec<T>> {
        let (first, others) = self.0.split_first()?;
        let mut common: Vec<T> = Vec::new();
        for value in first {
            if !common.contains(value) && others.iter().all(|group| group.contains(value)) {
                common.push(value.clone());
            }
        }
        Some(common)
    }
}

/// Splits a text at a separator, except where a backslash escapes it. The parts keep their escapes.
#[must_use]
pub fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut start, mut is_escaped) = (Vec::new(), 0, false);
    for (at, letter) in text.char_indices() {
        if letter == separator && !is_escaped {
            parts.push(text.get(start..at).unwrap_or_default());
            start = at + letter.len_utf8();
        }
        is_escaped = letter == '\\' && !is_escaped;
    }
    parts.push(text.get(start..).unwrap_or_default());
    parts
}

/// Removes the escapes of a part; `None` if a backslash escapes nothing.
#[must_use]
pub fn plain(part: &str) -> Option<String> {
    let mut text = String::with_capacity(part.len());
    let mut letters = part.chars();
    while let Some(letter) = letters.next() {
        text.push(match letter {
            '\\' => letters.next().filter(|escaped| ESCAPED.contains(escaped))?,
            _ => letter,
        });
    }
    Some(text)
}

/// Splits a leading comparison prefix from a value: `ge` from `ge2026`.
#[must_use]
pub fn prefixed(value: &str) -> (&str, &str) {
    let end = value.find(|letter: char| !letter.is_ascii_lowercase()).unwrap_or(value.len());
    value.split_at_checked(end).unwrap_or(("", value))
}

/// A token parameter: code and system, either of which may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// The system; `Some("")` matches codes without a system.
    pub system: Option<String>,
    /// The code; empty matches all of the system.
    pub code: String,
}

impl Token {
    /// Parses `system|code`, `|code`, `system|` or just the code; `None` if neither is said or a part is too many.
    #[must_use]
    pub fn read(value: &str) -> Option<Self> {
        match split(value, '|').as_slice() {
            [code] if !code.is_empty() => Some(Self { system: None, code: plain(code)? }),
            [system, code] if !(system.is_empty() && code.is_empty()) => {
                Some(Self { system: Some(plain(system)?), code: plain(code)? })
            }
            _ => None,
        }
    }

    /// Returns whether a code matches.
    #[must_use]
    pub fn fits(&self, system: &str, code: &str) -> bool {
        self.system.as_ref().is_none_or(|asked| asked == system) && (self.code.is_empty() || self.code == code)
    }
}

/// Parses the number of a record, in its one spelling.
#[must_use]
pub fn number(id: &str) -> Option<i64> {
    id.parse::<i64>().ok().filter(|number| *number > 0 && number.to_string() == id)
}

/// Parses a decimal number to its value and half a unit of its last place, both in units of 10⁻¹²: 0.5 for "100",
/// 0.005 for "5.40", 50 for "1e2". `None` if it is not a number or exceeds what is kept.
#[must_use]
pub fn decimal(text: &str) -> Option<(i128, i128)> {
    let (digits, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let exponent = exponent.parse::<i32>().ok()?;
    let (is_negative, digits) = match digits.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, digits.strip_prefix('+').unwrap_or(digits)),
    };
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    let is_number = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + decimals.len() == 0 || digits.ends_with('.') || !is_number(whole) || !is_number(decimals) {
        return None;
    }
    let power = exponent.checked_sub(i32::try_from(decimals.len()).ok()?)?;
    let number = [whole, decimals].concat().parse::<i128>().ok()?;
    // Finer than anything that is stored, or larger than anything that can be measured.
    if !(-DECIMALS..=MAX_POWER).contains(&power) {
        return (number == 0).then_some((0, 0));
    }
    let unit = 10_i128.checked_pow(u32::try_from(DECIMALS + power).ok()?)?;
    let number = number.checked_mul(unit).filter(|number| *number < i128::MAX / 4)?;
    Some((if is_negative { -number } else { number }, unit / 2))
}

/// A quantity parameter: `gt25`, `118|http://unitsofmeasure.org|mm[Hg]`, `5.40||kg`.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// The values that match, in units of 10⁻¹².
    values: Ranges<i128>,
    system: Option<String>,
    code: Option<String>,
}

impl Quantity {
    /// Parses a parameter.
    #[must_use]
    pub fn read(value: &str) -> Option<Self> {
        let parts = split(value, '|');
        let (number, system, code) = match parts.as_slice() {
            [number] => (*number, "", ""),
            [number, system, code] => (*number, *system, *code),
            _ => return None,
        };
        let (prefix, digits) = prefixed(number);
        let (number, half) = decimal(digits)?;
        // A number without a prefix matches all values that round to its precision. Halves round up, so the upper end
        // is exclusive. With any other prefix it is exact.
        let rounded = || Ranges::between(Some(number - half), Some(number + half.max(1)));
        let tenth = number.abs() / 10;
        let values = match prefix {
            "" | "eq" => rounded(),
            "ne" => rounded().not(),
            "ap" => Ranges::between(Some(number - tenth), Some(number + tenth + 1)),
            "gt" | "sa" => Ranges::between(Some(number + 1), None),
            "ge" => Ranges::between(Some(number), None),
            "lt" | "eb" => Ranges::between(None, Some(number)),
            "le" => Ranges::between(None, Some(number + 1)),
            _ => return None,
        };
        let said = |part: &str| if part.is_empty() { Some(None) } else { plain(part).map(Some) };
        Some(Self { values, system: said(system)?, code: said(code)? })
    }

    /// Returns whether a stored quantity matches; `number` is its text in JSON.
    #[must_use]
    pub fn fits(&self, number: &str, system: &str, codes: [&str; 2]) -> bool {
        decimal(number).is_some_and(|(number, _)| self.values.has(&number))
            && self.system.as_deref().is_none_or(|asked| asked == system)
            && self.code.as_deref().is_none_or(|asked| codes.contains(&asked))
    }
}

#[cfg(test)]
mod tests {
    use super::{Quantity, Sought, Token, decimal, plain, prefixed, split};

    #[test]
    fn a_separator_can_be_escaped() {
        for (text, separator, parts) in [
            ("a,b", ',', vec!["a", "b"]),
            (r"a\,b", ',', vec![r"a\,b"]),
            (r"a\\,b", ',', vec![r"a\\", "b"]),
            ("a,", ',', vec!["a", ""]),
            ("", ',', vec![""]),
            (r"a|b\|c", '|', vec!["a", r"b\|c"]),
            ("김,이", ',', vec!["김", "이"]),
        ] {
            assert_eq!(split(text, separator), parts, "{text}");
        }
        for (part, text) in [
            (r"a\,b", Some("a,b")),
            (r"a\\", Some(r"a\")),
            (r"\$\|", Some("$|")),
            (r"a\b", None),
            (r"a\", None),
            ("김", Some("김")),
        ] {
            assert_eq!(plain(part).as_deref(), text, "{part}");
        }
        assert_eq!((prefixed("ge2026"), prefixed("2026"), prefixed("-1")), (("ge", "2026"), ("", "2026"), ("", "-1")));
    }

    #[test]
    fn a_token_says_a_system_a_code_or_both() {
        let token = |value| Token::read(value).map(|token| (token.system, token.code));
        let is = |system: Option<&str>, code: &str| Some((system.map(str::to_owned), code.to_owned()));
        assert_eq!(token("a"), is(None, "a"));
        assert_eq!(token("s|a"), is(Some("s"), "a"));
        assert_eq!(token("|a"), is(Some(""), "a"));
        assert_eq!(token("s|"), is(Some("s"), ""));
        assert_eq!(token(r"VC\|2"), is(None, "VC|2"));
        for nothing in ["", "|", "a|b|c", r"a\x"] {
            assert_eq!(token(nothing), None, "{nothing}");
        }
    }

    #[test]
    fn all_groups_are_met_by_any_of_their_alternatives() {
        let sought = Sought::of(vec![vec![1, 2, 2], vec![2, 3]]);
        assert_eq!(sought.common(), Some(vec![2]));
        assert!(sought.is_met(|value| *value == 2) && !sought.is_met(|value| *value == 1));
        assert_eq!(Sought::<i64>::default().common(), None);
        assert!(Sought::<i64>::default().is_met(|_| false));
    }

    #[test]
    fn a_number_is_exact_to_its_last_digit() {
        let unit = 1_000_000_000_000;
        assert_eq!(decimal("100"), Some((100 * unit, unit / 2)));
        assert_eq!(decimal("5.40"), Some((54 * unit / 10, unit / 200)));
        assert_eq!(decimal("1e2"), Some((100 * unit, 50 * unit)));
        assert_eq!(decimal("-0.5"), Some((-unit / 2, unit / 20)));
        assert_eq!(decimal("0e-2147483648"), Some((0, 0)));
        for no_number in ["", "-", ".", "1.", "1e", "a", "1 ", "1e400", "1e-30", "١", "0x1", "inf", "1_000"] {
            assert_eq!(decimal(no_number), None, "{no_number}");
        }
    }

    #[test]
    fn a_value_is_asked_for_to_the_digits_that_are_said() {
        for (asked, value, expected) in [
            ("5.4", "5.36", true),
            ("5.4", "5.45", false),
            ("72.4", "72.35", true),
            ("72.4", "72.45", false),
            ("5.40", "5.36", false),
            ("100", "99.5", true),
            ("100", "100.5", false),
            ("1e2", "130.0", true),
            ("ne5.4", "5.4", false),
            ("ne5.4", "5.5", true),
            ("gt60", "60.0", false),
            ("ge60", "60", true),
            ("lt60", "59.9", true),
            ("le60", "60.1", false),
            ("ap60", "65.0", true),
            ("ap60", "67.0", false),
            ("ap0", "0", true),
            ("0e-2147483648", "0.0", true),
            ("-3.75", "-3.75", true),
        ] {
            let read = Quantity::read(asked).map(|quantity| quantity.fits(value, "", ["", ""]));
            assert_eq!(read, Some(expected), "{asked} {value}");
        }
        // Every value of the hundredths is found by the tenth that it rounds to: none falls between two.
        for hundredths in 0..2_000 {
            let value = format!("{}.{:02}", hundredths / 100, hundredths % 100);
            let tenths = (hundredths + 5) / 10;
            let asked = format!("{}.{}", tenths / 10, tenths % 10);
            let read = Quantity::read(&asked).map(|quantity| quantity.fits(&value, "", ["", ""]));
            assert_eq!(read, Some(true), "{asked} {value}");
        }
    }

    #[test]
    fn a_unit_is_said_with_its_system_or_without() {
        let fits = |asked| Quantity::read(asked).map(|quantity| quantity.fits("70", "urn:u", ["kg", "kilogram"]));
        for (asked, expected) in [
            ("70||kg", Some(true)),
            ("70||kilogram", Some(true)),
            ("70|urn:u|kg", Some(true)),
            ("70|urn:u|", Some(true)),
            ("70|urn:x|kg", Some(false)),
            ("70||g", Some(false)),
            ("70|kg", None),
            ("70|a|b|c", None),
            ("much", None),
            ("xx70", None),
        ] {
            assert_eq!(fits(asked), expected, "{asked}");
        }
    }
}
