//! Search parameters: parsing and validation. Errors name the parameter.

use actix_web::web::Query;
use kernel::{http::mount::Raw, problem::Problem};
use uno_core::{
    contract::{error::ErrorCode, validation::Violation},
    domain::time::{Date, Timestamp},
};

/// Maximum number of parameters.
const MAX_PARAMETERS: usize = 50;
/// Maximum total length: a POST body could otherwise be as long as a bundle, and is repeated in the links.
const MAX_BYTES: usize = 16 * 1024;
/// Content type of parameters sent by POST.
const FORM: &str = "application/x-www-form-urlencoded";
/// Maximum number of comma-separated values of a parameter.
const MAX_VALUES: usize = 100;
/// Default page size.
const COUNT: usize = 50;
/// Maximum page size.
pub const MAX_COUNT: usize = 200;
/// The modifier for references searched by identifier.
pub const BY_IDENTIFIER: &str = ":identifier";
/// Parameters of every search.
const GENERAL: [&str; 6] = ["_format", "_pretty", "_count", "_sort", CURSOR, SEALED];
/// The position where the previous page ended; written only by this server.
pub const CURSOR: &str = "_cursor";
/// The encrypted parameters of a POST search in the links to its next pages; written and read only by this server.
pub const SEALED: &str = "_asked";

/// The known parameters of a search.
#[derive(Clone, Debug, Default)]
pub struct Parameters {
    used: Vec<(String, String)>,
    /// Names of unknown parameters that were ignored.
    pub ignored: Vec<String>,
    /// Whether they were sent by POST and must not appear in addresses.
    pub is_hidden: bool,
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
    /// Parses `system|code`, or just the code.
    #[must_use]
    pub fn read(value: &str) -> Self {
        match value.split_once('|') {
            Some((system, code)) => Self { system: Some(system.to_owned()), code: code.to_owned() },
            None => Self { system: None, code: value.to_owned() },
        }
    }

    /// Returns whether a code matches.
    #[must_use]
    pub fn fits(&self, system: &str, code: &str) -> bool {
        self.system.as_ref().is_none_or(|asked| asked == system) && (self.code.is_empty() || self.code == code)
    }
}

/// A time range in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Period {
    /// Inclusive lower bound.
    pub start: Option<i64>,
    /// Inclusive upper bound.
    pub end: Option<i64>,
    /// Excluded ranges, both ends inclusive.
    pub without: Vec<(i64, i64)>,
}

impl Period {
    /// Returns the intersection.
    #[must_use]
    fn and(self, other: Self) -> Self {
        let end = match (self.end, other.end) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        Self { start: self.start.max(other.start), end, without: [self.without, other.without].concat() }
    }

    /// Returns whether it contains a time.
    #[must_use]
    pub fn has(&self, at: i64) -> bool {
        self.start.is_none_or(|start| start <= at)
            && self.end.is_none_or(|end| at <= end)
            && !self.without.iter().any(|(first, last)| (*first..=*last).contains(&at))
    }
}

/// Returns the error of a parameter.
#[must_use]
pub fn wrong(name: &str, code: &str) -> Problem {
    let fields = vec![Violation::new(&format!("http.{name}"), code)];
    Problem { fields, ..Problem::new(ErrorCode::Malformed) }
}

impl Parameters {
    /// Parses the parameters of a request, with `known` being those of the search besides the general ones. Others are
    /// rejected, unless the client prefers lenient handling.
    ///
    /// # Errors
    /// Returns an error that names the first unknown parameter, or that there are too many.
    pub fn of(raw: &Raw, known: &[&str]) -> Result<Self, Problem> {
        let mut text = raw.request.query_string().to_owned();
        if !raw.body.is_empty() {
            let kind = raw.header("content-type").and_then(|kind| kind.split(';').next()).unwrap_or_default();
            if !kind.trim().eq_ignore_ascii_case(FORM) {
                return Err(Problem::new(ErrorCode::UnsupportedMedia));
            }
            // A POST search keeps its parameters out of the logs of proxies.
            let body = std::str::from_utf8(&raw.body).map_err(|_| Problem::new(ErrorCode::Malformed))?;
            text = [text.as_str(), body].join("&");
        }
        let is_lenient = is_lenient(raw.header("prefer"));
        let mut parameters = Self::read(&text, known, is_lenient)?;
        parameters.is_hidden = !raw.body.is_empty();
        if let Some(sealed) = parameters.one(SEALED)? {
            let opened = raw.state.cursors()?.open::<String>(SEALED, sealed);
            let asked = Self::read(&opened.map_err(|_| wrong(SEALED, "format"))?, known, is_lenient)?;
            parameters.used.retain(|(name, _)| name != SEALED);
            parameters.used.extend(asked.used);
            parameters.is_hidden = true;
        }
        Ok(parameters)
    }

    /// Parses parameters from a text.
    ///
    /// # Errors
    /// Same as [`Parameters::of`].
    pub fn read(text: &str, known: &[&str], is_lenient: bool) -> Result<Self, Problem> {
        if text.len() > MAX_BYTES {
            return Err(Problem::new(ErrorCode::TooLarge));
        }
        let malformed = |_| Problem::new(ErrorCode::Malformed);
        let all = Query::<Vec<(String, String)>>::from_query(text).map_err(malformed)?.into_inner();
        if all.len() > MAX_PARAMETERS {
            return Err(Problem::new(ErrorCode::TooLarge));
        }
        let mut parameters = Self::default();
        for (name, value) in all {
            if known.contains(&name.as_str()) || GENERAL.contains(&name.as_str()) {
                // No data contains control characters, and one of the databases does not accept a NUL in a text.
                if value.chars().any(char::is_control) {
                    return Err(wrong(&name, "format"));
                }
                // A parameter without a value is ignored.
                if !value.is_empty() {
                    parameters.used.push((name, value));
                }
            } else if is_lenient {
                parameters.ignored.push(name);
            } else {
                return Err(wrong(&name, "unknown"));
            }
        }
        Ok(parameters)
    }

    /// Returns the value of a parameter that may occur once.
    ///
    /// # Errors
    /// Returns an error if it occurs twice.
    pub fn one<'a>(&'a self, name: &'a str) -> Result<Option<&'a str>, Problem> {
        let mut values = self.all(name);
        let first = values.next();
        if values.next().is_some() { Err(wrong(name, "tooMany")) } else { Ok(first) }
    }

    fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.used.iter().filter(move |(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Returns the alternative values of a parameter.
    ///
    /// # Errors
    /// Returns an error if there are too many, or the parameter is repeated, which would mean that all must match.
    pub fn any(&self, name: &str) -> Result<Vec<String>, Problem> {
        self.one(name)?;
        self.every(name)
    }

    /// Returns the values of a parameter that may be repeated.
    ///
    /// # Errors
    /// Returns an error if there are too many.
    pub fn every(&self, name: &str) -> Result<Vec<String>, Problem> {
        let values = self.all(name).flat_map(|values| values.split(','));
        let values: Vec<String> = values.map(|value| value.trim().to_owned()).collect();
        if values.len() > MAX_VALUES { Err(wrong(name, "tooMany")) } else { Ok(values) }
    }

    /// Returns the alternative tokens of a parameter.
    ///
    /// # Errors
    /// Same as [`Parameters::any`].
    pub fn tokens(&self, name: &str) -> Result<Vec<Token>, Problem> {
        Ok(self.any(name)?.iter().map(|value| Token::read(value)).collect())
    }

    /// Returns the alternative identifiers of a reference to something that is not a resource here. The modifier
    /// (`performer:identifier`) is optional and makes no difference.
    ///
    /// # Errors
    /// Same as [`Parameters::any`].
    pub fn identified(&self, name: &str) -> Result<Vec<Token>, Problem> {
        let (plain, modified) = (self.tokens(name)?, self.tokens(&format!("{name}{BY_IDENTIFIER}"))?);
        if !plain.is_empty() && !modified.is_empty() {
            return Err(wrong(name, "tooMany"));
        }
        Ok([plain, modified].concat())
    }

    /// Returns whether a parameter has a value.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.all(name).next().is_some()
    }

    /// Returns the patient's number, given by any of these parameters.
    ///
    /// # Errors
    /// Returns an error if it is not a number or several patients are named.
    pub fn patient(&self, names: &[&str]) -> Result<Option<i64>, Problem> {
        let mut found = None;
        for name in names {
            let Some(value) = self.one(name)? else { continue };
            let number = value.strip_prefix("Patient/").unwrap_or(value);
            let id = number.parse::<i64>().ok().filter(|id| *id > 0 && id.to_string() == number);
            let id = id.ok_or_else(|| wrong(name, "format"))?;
            if found.is_some_and(|before| before != id) {
                return Err(wrong(name, "tooMany"));
            }
            found = Some(id);
        }
        Ok(found)
    }

    /// Returns the intersection of all values of a date parameter.
    ///
    /// # Errors
    /// Returns an error if a value is not a date or has an unknown prefix.
    pub fn period(&self, name: &str) -> Result<Period, Problem> {
        self.all(name).try_fold(Period::default(), |period, value| {
            let asked = period_of(value).ok_or_else(|| wrong(name, "format"))?;
            Ok(period.and(asked))
        })
    }

    /// Returns the page size. Values above the maximum are reduced to it.
    ///
    /// # Errors
    /// Returns an error if it is not a positive number.
    pub fn count(&self) -> Result<usize, Problem> {
        let Some(value) = self.one("_count")? else { return Ok(COUNT) };
        let count = value.parse::<usize>().ok().filter(|count| *count > 0).ok_or_else(|| wrong("_count", "format"))?;
        Ok(count.min(MAX_COUNT))
    }

    /// Returns all parameters except the cursor, for the link to the next page.
    #[must_use]
    pub fn text(&self) -> String {
        let used = self.used.iter().filter(|(name, _)| name != CURSOR);
        used.map(|(name, value)| format!("{}={}", encoded(name), encoded(value))).collect::<Vec<_>>().join("&")
    }
}

/// Returns whether unknown parameters are to be ignored.
fn is_lenient(prefer: Option<&str>) -> bool {
    prefer.is_some_and(|prefer| prefer.split([',', ';']).any(|part| part.trim() == "handling=lenient"))
}

/// Percent-encodes a text.
#[must_use]
pub fn encoded(text: &str) -> String {
    let mut encoded = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~,:|".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            encoded.push_str(&format!("%{byte:02X}"));
        }
    }
    encoded
}

/// Parses `ge2026-01` and the like. Days, months and years are those in Seoul.
fn period_of(value: &str) -> Option<Period> {
    let starts_with_prefix = value.get(..2).is_some_and(|start| start.bytes().all(|byte| byte.is_ascii_lowercase()));
    let (prefix, date) = if starts_with_prefix { value.split_at_checked(2)? } else { ("eq", value) };
    let (first, last) = moments_of(date)?;
    let (mut start, mut end, mut without) = (None, None, Vec::new());
    match prefix {
        "eq" => (start, end) = (Some(first), Some(last)),
        "ne" => without.push((first, last)),
        "ge" => start = Some(first),
        // A measurement has a point in time, so "after" starts after the last moment of the date.
        "gt" | "sa" => start = Some(last + 1),
        "le" => end = Some(last),
        "lt" | "eb" => end = Some(first - 1),
        _ => return None,
    }
    Some(Period { start, end, without })
}

/// Returns the first and the last millisecond of a FHIR date.
fn moments_of(text: &str) -> Option<(i64, i64)> {
    if text.len() > 10 {
        // A `+` that was not percent-encoded is decoded as a space.
        let at = Timestamp::parse(&text.replace(' ', "+"))?.0;
        // A time covers the precision it is given with: a whole second without a fraction, a whole minute without
        // seconds.
        let clock = text.get(11..)?.split(['Z', '+', '-', ' ']).next()?;
        let length = match clock.len() {
            5 => 60_000,
            8 => 1_000,
            _ => 1,
        };
        return Some((at, at + length - 1));
    }
    let mut parts = text.split('-');
    let year: i32 = parts.next().filter(|year| year.len() == 4)?.parse().ok()?;
    let mut next = || parts.next().map(|part| part.parse::<u32>().ok().filter(|_| part.len() == 2));
    let (month, day) = (next(), next());
    let (first, end) = match (month, day) {
        (None, _) => (Date::new(year, 1, 1)?, Date::new(year + 1, 1, 1)?),
        (Some(month), None) => {
            let month = month?;
            let end = if month == 12 { Date::new(year + 1, 1, 1)? } else { Date::new(year, month + 1, 1)? };
            (Date::new(year, month, 1)?, end)
        }
        (Some(month), Some(day)) => {
            let date = Date::new(year, month?, day?)?;
            let first = Timestamp::start_of_day_in_seoul(date).0;
            return Some((first, first + 86_400_000 - 1));
        }
    };
    Some((Timestamp::start_of_day_in_seoul(first).0, Timestamp::start_of_day_in_seoul(end).0 - 1))
}

#[cfg(test)]
mod tests {
    use super::{Parameters, Period, period_of};

    #[test]
    fn a_date_asks_for_its_whole_day_of_seoul() {
        let day = 1_767_538_800_000; // 2026-01-05 in Seoul
        let asked = |value| period_of(value).map(|period| (period.start, period.end));
        assert_eq!(asked("2026-01-05"), Some((Some(day), Some(day + 86_399_999))));
        assert_eq!(asked("ge2026-01-05"), Some((Some(day), None)));
        assert_eq!(asked("gt2026-01-05"), Some((Some(day + 86_400_000), None)));
        assert_eq!(asked("lt2026-01-05"), Some((None, Some(day - 1))));
        assert_eq!(asked("le2026-01-05"), Some((None, Some(day + 86_399_999))));
        assert_eq!(asked("2026-01-05T00:00:00+09:00"), Some((Some(day), Some(day + 999))));
        assert_eq!(asked("2026-01-05T00:00:00 09:00"), Some((Some(day), Some(day + 999))));
        assert_eq!(asked("2026-01-05T00:00+09:00"), Some((Some(day), Some(day + 59_999))));
        assert_eq!(asked("gt2026-01-04T15:00Z"), Some((Some(day + 60_000), None)));
        assert_eq!(asked("2026-01-05T00:00:00.000+09:00"), Some((Some(day), Some(day))));
        assert_eq!(asked("sa2026-01-05"), asked("gt2026-01-05"));
        assert_eq!(asked("eb2026-01-05"), asked("lt2026-01-05"));
        let other_days = period_of("ne2026-01-05");
        let is_asked = |at| other_days.as_ref().map(|period| period.has(at));
        for (at, expected) in [(day - 1, true), (day, false), (day + 86_399_999, false), (day + 86_400_000, true)] {
            assert_eq!(is_asked(at), Some(expected), "{at}");
        }
        for no_date in ["", "2026-13", "2026-1-5", "ap2026-01-05", "yesterday", "2026-01-05T00:00:00", "ge"] {
            assert_eq!(asked(no_date), None, "{no_date}");
        }
        assert_eq!(
            asked("2026-12").map(|(start, end)| end.unwrap_or(0) - start.unwrap_or(0)),
            Some(31 * 86_400_000 - 1)
        );
    }

    #[test]
    fn several_dates_are_asked_for_together_and_unknown_names_refused() -> Result<(), Box<dyn std::error::Error>> {
        let read = |text| Parameters::read(text, &["date", "code"], false);
        let parameters =
            read("date=ge2026-01-05&date=lt2026-01-06&code=a%7Cb,c").map_err(|problem| problem.to_string())?;
        let period = parameters.period("date").map_err(|problem| problem.to_string())?;
        let without = Vec::new();
        assert_eq!(period, Period { start: Some(1_767_538_800_000), end: Some(1_767_625_199_999), without });
        let tokens = parameters.tokens("code").map_err(|problem| problem.to_string())?;
        assert_eq!((tokens[0].system.as_deref(), tokens[0].code.as_str()), (Some("a"), "b"));
        assert_eq!((tokens[1].system.as_deref(), tokens[1].code.as_str()), (None, "c"));
        assert_eq!(parameters.text(), "date=ge2026-01-05&date=lt2026-01-06&code=a|b,c");
        let refused = read("color=red").err().and_then(|problem| problem.fields.into_iter().next());
        assert_eq!(refused.map(|field| field.path), Some("http.color".into()));
        assert_eq!(Parameters::read("color=red", &[], true).map_err(|problem| problem.to_string())?.ignored, ["color"]);
        Ok(())
    }
}
