//! Number formats of spreadsheets: how a cell with a number looks to a person.
//!
//! Only what is certain is supported: whether the number is a date, and how plain digits are displayed. Any other
//! feature (currencies, fractions, conditions) is not guessed.

use std::iter::Peekable;
use std::str::Chars;

/// A number format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Format {
    shape: Shape,
    /// The shape of zero, if it has one of its own.
    zero: Option<Shape>,
}

/// How a number looks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// The general format, and text.
    General,
    /// A date with year, month and day, or a time with its hour.
    Time {
        /// Whether year, month and day are displayed.
        day: bool,
    },
    /// A number of hours, which may be more than a day has.
    Hours,
    /// Digits.
    Digits(Vec<Token>),
    /// Digits of the number times one hundred, followed by `%`.
    Percent(Vec<Token>),
    /// Digits with an exponent.
    Scientific,
    /// Something else.
    Other,
}

/// A part of a digit format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A digit that is always displayed.
    Zero,
    /// A digit that is displayed only if significant.
    Place,
    /// The decimal point.
    Point,
    /// A thousands separator.
    Group,
    /// Any other character.
    Literal(char),
}

/// Numbers below this keep all their digits.
const MAX_EXACT: f64 = 1e15;
/// From this number on the general format uses an exponent.
const MAX_GENERAL: f64 = 1e11;

impl Format {
    /// Creates a format with which all numbers have the same shape.
    const fn plain(shape: Shape) -> Self {
        Self { shape, zero: None }
    }

    /// A format that is not supported.
    pub const OTHER: Self = Self::plain(Shape::Other);

    /// Returns a built-in format by number. Date formats are those of the Korean locale.
    #[must_use]
    pub fn built_in(number: u32) -> Self {
        Self::plain(match number {
            0 | 49 => Shape::General,
            11 | 48 => Shape::Scientific,
            14 | 15 | 22 | 27 | 30 | 31 | 34..=36 | 50 | 52 | 53 | 55 | 57 => Shape::Time { day: true },
            18..=21 | 32 | 33 => Shape::Time { day: false },
            46 => Shape::Hours,
            1 => return Self::of("0"),
            2 => return Self::of("0.00"),
            3 | 37 | 38 => return Self::of("#,##0"),
            4 | 39 | 40 => return Self::of("#,##0.00"),
            9 => return Self::of("0%"),
            10 => return Self::of("0.00%"),
            41 => return Self::of("_-* #,##0_-;-* #,##0_-;_-* \"-\"_-;_-@_-"),
            43 => return Self::of("_-* #,##0.00_-;-* #,##0.00_-;_-* \"-\"??_-;_-@_-"),
            _ => Shape::Other,
        })
    }

    /// Parses a format code.
    #[must_use]
    pub fn of(code: &str) -> Self {
        if code.eq_ignore_ascii_case("general") || code == "@" {
            return Self::plain(Shape::General);
        }
        // The sections are for positive numbers, negative numbers, zero and text. A negative number is read with its
        // sign, however it is displayed.
        let mut rest = code.chars().peekable();
        let shape = section(&mut rest);
        let mut zero = None;
        if rest.next_if_eq(&';').is_some() {
            section(&mut rest);
            let is_text =
                rest.clone().any(|character| character == '@') && rest.clone().skip(1).all(|next| next != ';');
            zero = rest.next_if(|_| !is_text).map(|_| section(&mut rest));
        }
        Self { shape, zero }
    }

    /// Returns how a number looks.
    #[must_use]
    pub fn shape(&self, number: f64) -> &Shape {
        self.zero.as_ref().filter(|_| number == 0.0).unwrap_or(&self.shape)
    }
}

/// Parses a section of a format code, up to its semicolon.
fn section(rest: &mut Peekable<Chars<'_>>) -> Shape {
    let mut scan = Scan::default();
    while let Some(character) = rest.next_if(|character| *character != ';') {
        scan.take(character, rest);
    }
    scan.shape()
}

impl Shape {
    /// Formats a number as it is displayed.
    ///
    /// # Errors
    /// Returns the code of a violation if the displayed text is uncertain.
    pub fn shown(&self, number: f64) -> Result<String, &'static str> {
        if !number.is_finite() {
            return Err("numberFormat");
        }
        match self {
            Self::Scientific => Err("scientific"),
            Self::General if number.abs() >= MAX_GENERAL => Err("scientific"),
            Self::General => {
                let text = number.to_string();
                if text.len() > 11 { Err("numberFormat") } else { Ok(text) }
            }
            Self::Digits(tokens) => digits(tokens, number).ok_or("numberFormat"),
            Self::Percent(tokens) => digits(tokens, number * 100.0).map(|shown| shown + "%").ok_or("numberFormat"),
            Self::Time { .. } | Self::Hours | Self::Other => Err("numberFormat"),
        }
    }

    /// Returns whether only the digits are displayed, for example no unit.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        match self {
            Self::General => true,
            Self::Digits(tokens) => tokens.iter().all(|token| !matches!(token, Token::Literal(_))),
            _ => false,
        }
    }
}

/// The features found in a format code.
#[derive(Default)]
struct Scan {
    tokens: Vec<Token>,
    is_time: bool,
    year: bool,
    day: bool,
    hour: bool,
    hours: bool,
    exponent: bool,
    percent: bool,
    other: bool,
}

impl Scan {
    fn take(&mut self, character: char, rest: &mut Peekable<Chars<'_>>) {
        match character {
            '"' => {
                for quoted in rest.by_ref().take_while(|next| *next != '"') {
                    self.tokens.push(Token::Literal(quoted));
                }
            }
            '\\' => self.tokens.extend(rest.next().map(Token::Literal)),
            // A space as wide as the next character, and as many spaces as there is room for.
            '_' => {
                rest.next();
            }
            '*' if rest.peek() == Some(&' ') => {
                rest.next();
            }
            '[' => {
                let inside: String = rest.by_ref().take_while(|next| *next != ']').collect();
                let inside = inside.to_ascii_lowercase();
                if !inside.is_empty() && inside.chars().all(|c| matches!(c, 'h' | 'm' | 's')) {
                    self.is_time = true;
                    self.hours |= inside.starts_with('h');
                } else if !inside.starts_with("$-") && !is_colour(&inside) {
                    self.other = true;
                }
            }
            // After the digits and at the end, as spreadsheet programs write it.
            '%' if !self.percent && !self.tokens.is_empty() && matches!(rest.peek(), None | Some(';')) => {
                self.percent = true;
            }
            '0' => self.tokens.push(Token::Zero),
            '#' | '?' => self.tokens.push(Token::Place),
            '.' => self.tokens.push(Token::Point),
            ',' => self.tokens.push(Token::Group),
            'E' | 'e' if matches!(rest.peek(), Some('+' | '-')) => self.exponent = true,
            'y' | 'Y' | 'e' | 'E' => (self.is_time, self.year) = (true, true),
            'd' | 'D' => (self.is_time, self.day) = (true, true),
            'h' | 'H' => (self.is_time, self.hour) = (true, true),
            'm' | 'M' | 's' | 'S' => self.is_time = true,
            // `AM/PM` and `A/P` before or after the hour.
            'A' | 'a' if begins(rest, "m/p") || begins(rest, "/p") => self.is_time = true,
            '-' | '(' | ')' | '/' | ':' | '+' | ' ' => self.tokens.push(Token::Literal(character)),
            // The day of the week, and the rest of `AM/PM`. Era years, currencies and the like are not supported.
            'A' | 'a' | 'P' | 'p' => self.other |= !self.is_time,
            _ if character.is_alphabetic() && !character.is_ascii() => self.tokens.push(Token::Literal(character)),
            _ => self.other = true,
        }
    }

    fn shape(mut self) -> Shape {
        if self.other {
            return Shape::Other;
        }
        if self.is_time {
            // Anything else, such as a month with a day, is neither a date nor a time of day.
            return match (self.year && self.day, self.hour, self.hours) {
                (true, ..) => Shape::Time { day: true },
                (false, true, _) => Shape::Time { day: false },
                (false, false, true) => Shape::Hours,
                (false, false, false) => Shape::Other,
            };
        }
        if self.exponent {
            return Shape::Scientific;
        }
        let is_digit = |token: &Token| matches!(token, Token::Zero | Token::Place);
        let (first, last) = (self.tokens.iter().position(is_digit), self.tokens.iter().rposition(is_digit));
        let (Some(first), Some(last)) = (first, last) else { return Shape::Other };
        let point = self.tokens.iter().position(|token| *token == Token::Point);
        // A comma after the digits divides by a thousand.
        let divides = |at: usize| at > last || at < first || point.is_some_and(|point| at + 1 == point || at > point);
        if self.tokens.iter().filter(|token| **token == Token::Point).count() > 1
            || self.tokens.iter().enumerate().any(|(at, token)| *token == Token::Group && divides(at))
        {
            return Shape::Other;
        }
        // Surrounding spaces are not part of the number.
        while self.tokens.last() == Some(&Token::Literal(' ')) {
            self.tokens.pop();
        }
        if self.percent { Shape::Percent(self.tokens) } else { Shape::Digits(self.tokens) }
    }
}

/// Returns whether the next characters are these, in any case.
fn begins(rest: &Peekable<Chars<'_>>, text: &str) -> bool {
    rest.clone().take(text.len()).collect::<String>().eq_ignore_ascii_case(text)
}

fn is_colour(inside: &str) -> bool {
    matches!(inside, "black" | "blue" | "cyan" | "green" | "magenta" | "red" | "white" | "yellow")
        || inside.strip_prefix("color").is_some_and(|number| number.parse::<u8>().is_ok())
}

/// Formats a number by a digit format; returns `None` if digits would be rounded away or grouped, or if the number is
/// negative or too large to be exact.
fn digits(tokens: &[Token], number: f64) -> Option<String> {
    if !(0.0..MAX_EXACT).contains(&number) || tokens.contains(&Token::Group) {
        return None;
    }
    let at = tokens.iter().position(|token| *token == Token::Point).unwrap_or(tokens.len());
    let (before, after) = tokens.split_at_checked(at)?;
    let is_digit = |token: &&Token| matches!(token, Token::Zero | Token::Place);
    let decimals = after.iter().filter(is_digit).count();
    let text = format!("{number:.decimals$}");
    if (text.parse::<f64>().ok()? - number).abs() > number.abs() * 1e-14 {
        return None;
    }
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut left: Vec<char> = if whole == "0" { Vec::new() } else { whole.chars().collect() };
    let mut places = before.iter().filter(is_digit).count();
    let mut reversed = Vec::new();
    for token in before.iter().rev() {
        match token {
            Token::Literal(character) => reversed.push(*character),
            Token::Zero | Token::Place => {
                places -= 1;
                match left.pop() {
                    Some(digit) => reversed.push(digit),
                    None if *token == Token::Zero => reversed.push('0'),
                    None => {}
                }
                if places == 0 {
                    while let Some(digit) = left.pop() {
                        reversed.push(digit);
                    }
                }
            }
            Token::Point | Token::Group => {}
        }
    }
    if !left.is_empty() {
        return None;
    }
    let mut shown: String = reversed.iter().rev().collect();
    let mut fraction: Vec<char> = fraction.chars().collect();
    let places: Vec<&Token> = after.iter().filter(is_digit).collect();
    let least = places.iter().rposition(|token| **token == Token::Zero).map_or(0, |at| at + 1);
    while fraction.len() > least && fraction.last() == Some(&'0') {
        fraction.pop();
    }
    let mut fraction = fraction.into_iter();
    for token in after {
        match token {
            Token::Point => shown.push('.'),
            Token::Literal(character) => shown.push(*character),
            Token::Zero | Token::Place => shown.extend(fraction.next()),
            Token::Group => {}
        }
    }
    Some(shown)
}

#[cfg(test)]
mod tests {
    use super::{Format, Shape};

    #[test]
    fn a_number_is_shown_as_its_format_shows_it() {
        for (code, number, shown) in [
            ("General", 12.0, Ok("12")),
            ("General", 12.5, Ok("12.5")),
            ("General", 1e11, Err("scientific")),
            ("General", 1.0 / 3.0, Err("numberFormat")),
            ("0", 123_456_789_012.0, Ok("123456789012")),
            ("0", 12.5, Err("numberFormat")),
            ("0", 1e15, Err("numberFormat")),
            ("0000", 12.0, Ok("0012")),
            ("0000", 12_345.0, Ok("12345")),
            ("0.0", 12.0, Ok("12.0")),
            ("0.0#", 12.25, Ok("12.25")),
            ("0.00_ ", 70.3, Ok("70.30")),
            ("0_);[Red](0)", 7.0, Ok("7")),
            ("000-0000-0000", 1_012_345_678.0, Ok("010-1234-5678")),
            ("0##-####-####", 1_012_345_678.0, Ok("010-1234-5678")),
            ("\"A-\"000", 7.0, Ok("A-007")),
            ("#,##0", 1_234.0, Err("numberFormat")),
            ("0.0,", 1_234.0, Err("numberFormat")),
            ("0%", 0.5, Ok("50%")),
            ("0.0%", 0.185, Ok("18.5%")),
            ("0.00%", 0.07, Ok("7.00%")),
            ("0%", 0.185, Err("numberFormat")),
            ("0%%", 0.5, Err("numberFormat")),
            ("0.00E+00", 1e12, Err("scientific")),
            ("[<=9999999]###-####;000", 5.0, Err("numberFormat")),
            ("0000", -12.0, Err("numberFormat")),
            ("0;-0;;@", 12.0, Ok("12")),
            ("0;-0;;@", 0.0, Err("numberFormat")),
            ("0;-0;\"-\"", 0.0, Err("numberFormat")),
            ("+0.0;-0.0;0.0", 0.0, Ok("0.0")),
            ("0;-0;@", 0.0, Ok("0")),
            ("\"a;b\"0", 0.0, Ok("a;b0")),
        ] {
            assert_eq!(Format::of(code).shape(number).shown(number), shown.map(str::to_owned), "{code} {number}");
        }
    }

    #[test]
    fn a_format_with_a_unit_is_not_plain() {
        for (code, plain) in [
            ("General", true),
            ("0.0", true),
            ("#,##0.0", true),
            ("0.0_ ", true),
            ("_-* #,##0_-;-* #,##0_-;_-* \"-\"_-;_-@_-", true),
            ("*-0", false),
            ("0.0\"kg\"", false),
            ("0.0\\l\\b", false),
            ("0%", false),
            ("# ?/?", false),
            ("0.0,", false),
        ] {
            assert_eq!(Format::of(code).shape(1.0).is_plain(), plain, "{code}");
        }
    }

    #[test]
    fn a_date_is_known_by_what_its_format_shows() {
        for (code, shape) in [
            ("yyyy-mm-dd", Shape::Time { day: true }),
            ("yyyy\"년\" m\"월\" d\"일\"", Shape::Time { day: true }),
            ("[$-412]yyyy년 mm월 dd일;@", Shape::Time { day: true }),
            ("yyyy/mm/dd\\ hh:mm", Shape::Time { day: true }),
            ("m/d/yy h:mm AM/PM", Shape::Time { day: true }),
            ("h:mm", Shape::Time { day: false }),
            ("[$-412]AM/PM h:mm;@", Shape::Time { day: false }),
            ("h\"시\" mm\"분\"", Shape::Time { day: false }),
            ("[h]:mm:ss", Shape::Hours),
            ("mmm-yy", Shape::Other),
            ("m\"월\" d\"일\"", Shape::Other),
            ("mm:ss", Shape::Other),
            ("A0", Shape::Other),
        ] {
            assert_eq!(Format::of(code).shape(1.0), &shape, "{code}");
        }
        for code in ["\"day\" 0", "[Red]0", "0.00", "₩#,##0", "bbbb-mm-dd"] {
            assert!(!matches!(Format::of(code).shape(1.0), Shape::Time { .. }), "{code}");
        }
    }
}
