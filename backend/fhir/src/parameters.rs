//! Search parameters: parsing and validation. Errors name the parameter.

use crate::{
    answer::base,
    dates,
    grammar::{Quantity, Sought, Token, number, plain, split},
    ranges::Ranges,
};
use actix_web::web::Query;
use kernel::{http::mount::Raw, problem::Problem};
use unicode_normalization::UnicodeNormalization as _;
use uno_core::contract::{error::ErrorCode, validation::Violation};

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
/// Maximum number of patients whose measurements are searched at once: each is read through its index.
const MAX_PATIENTS: usize = 20;
/// The modifier that names the type of a reference.
pub const OF_PATIENT: &str = ":Patient";
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
    /// The server's own address, with which references may begin.
    base: String,
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
    /// Returns the conditions for a set of moments.
    fn of(moments: &Ranges<i64>) -> Self {
        match moments.hull() {
            Some(hull) => Self {
                start: hull.start,
                end: hull.end.map(|end| end - 1),
                without: hull.gaps.into_iter().map(|(first, end)| (first, end - 1)).collect(),
            },
            // No moment is after the last and before the first.
            None => Self { start: Some(i64::MAX), end: Some(i64::MIN), without: Vec::new() },
        }
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
        parameters.base = base(raw);
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
            // Stored texts are composed.
            let value: String = value.nfc().collect();
            if known.contains(&name.as_str()) || GENERAL.contains(&name.as_str()) {
                // No data contains control characters, and one of the databases does not accept a NUL in a text.
                if value.chars().any(char::is_control) {
                    return Err(wrong(&name, "format"));
                }
                // A parameter without a value is ignored.
                if !value.is_empty() {
                    parameters.used.push((name, value));
                }
            } else if is_lenient && !is_modified(&name, known) {
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

    /// Parses all alternatives of all occurrences of a parameter. An alternative without a value is refused: ignoring it
    /// would find everything.
    ///
    /// # Errors
    /// Returns an error if an alternative cannot be read or there are too many.
    pub fn sought<T>(&self, name: &str, read: impl Fn(&str) -> Option<T>) -> Result<Sought<T>, Problem> {
        let (mut groups, mut count) = (Vec::new(), 0);
        for value in self.all(name) {
            let alternatives = split(value, ',');
            count += alternatives.len();
            if count > MAX_VALUES {
                return Err(wrong(name, "tooMany"));
            }
            let alternatives = alternatives.into_iter().map(|part| {
                let part = part.trim();
                (!part.is_empty()).then(|| read(part)).flatten().ok_or_else(|| wrong(name, "format"))
            });
            groups.push(alternatives.collect::<Result<Vec<T>, _>>()?);
        }
        Ok(Sought::of(groups))
    }

    /// Parses texts and ids.
    ///
    /// # Errors
    /// Same as [`Parameters::sought`].
    pub fn texts(&self, name: &str) -> Result<Sought<String>, Problem> {
        self.sought(name, plain)
    }

    /// Parses tokens.
    ///
    /// # Errors
    /// Same as [`Parameters::sought`].
    pub fn tokens(&self, name: &str) -> Result<Sought<Token>, Problem> {
        self.sought(name, Token::read)
    }

    /// Parses quantities.
    ///
    /// # Errors
    /// Same as [`Parameters::sought`].
    pub fn quantities(&self, name: &str) -> Result<Sought<Quantity>, Problem> {
        self.sought(name, Quantity::read)
    }

    /// Parses references to something that is no resource here but has an identifier of `system`: `Organization/26`, 26,
    /// `system|26`, with the modifier (`performer:identifier`) or without it.
    ///
    /// # Errors
    /// Same as [`Parameters::sought`].
    pub fn identified(&self, name: &str, kind: &str, system: &str) -> Result<Sought<Token>, Problem> {
        let read = |value: &str| match self.relative(value).strip_prefix(kind).and_then(|rest| rest.strip_prefix('/')) {
            Some(id) if !id.is_empty() => Some(Token { system: Some(system.to_owned()), code: plain(id)? }),
            Some(_) => None,
            None => Token::read(value),
        };
        Ok(self.sought(name, read)?.and(self.tokens(&format!("{name}{BY_IDENTIFIER}"))?))
    }

    /// Parses references to resources of this server as their ids: `Patient/7`, 7, or with the server's address.
    ///
    /// # Errors
    /// Same as [`Parameters::sought`].
    pub fn referred(&self, name: &str, kind: &str) -> Result<Sought<String>, Problem> {
        let read = |value: &str| {
            let relative = self.relative(value);
            let id = relative.strip_prefix(kind).and_then(|rest| rest.strip_prefix('/')).unwrap_or(relative);
            plain(id).filter(|id| !id.is_empty() && !id.contains('/'))
        };
        self.sought(name, read)
    }

    /// Returns a reference without the server's own address.
    fn relative<'a>(&self, value: &'a str) -> &'a str {
        let own = if self.base.is_empty() { None } else { value.strip_prefix(&self.base) };
        own.and_then(|rest| rest.strip_prefix('/')).unwrap_or(value)
    }

    /// Returns whether a parameter has a value.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.all(name).next().is_some()
    }

    /// Returns the numbers of the patients that all of these parameters name; `None` if none of them is used.
    ///
    /// # Errors
    /// Returns an error if one is no patient's number or there are too many.
    pub fn patients(&self, names: &[&str]) -> Result<Option<Vec<i64>>, Problem> {
        let mut sought = Sought::default();
        for name in names {
            for name in [(*name).to_owned(), format!("{name}{OF_PATIENT}")] {
                let ids = self.referred(&name, "Patient")?;
                let numbers = ids.groups().iter().map(|group| {
                    let numbers = group.iter().map(|id| number(id).ok_or_else(|| wrong(&name, "format")));
                    numbers.collect::<Result<Vec<_>, _>>()
                });
                sought = sought.and(Sought::of(numbers.collect::<Result<_, _>>()?));
            }
        }
        let patients = sought.common();
        if patients.as_ref().is_some_and(|patients| patients.len() > MAX_PATIENTS) {
            return Err(wrong(names.first().copied().unwrap_or_default(), "tooMany"));
        }
        Ok(patients)
    }

    /// Parses a date parameter: the moments that are in one of the alternatives of each occurrence.
    ///
    /// # Errors
    /// Returns an error if a value is not a date or has an unknown prefix.
    pub fn period(&self, name: &str) -> Result<Period, Problem> {
        let sought = self.sought(name, dates::moments)?;
        if sought.is_empty() {
            return Ok(Period::default());
        }
        Ok(Period::of(&common(sought.groups())))
    }

    /// Returns the page size. Values above the maximum are reduced to it; 0 asks for the total alone.
    ///
    /// # Errors
    /// Returns an error if it is not a number.
    pub fn count(&self) -> Result<usize, Problem> {
        let Some(value) = self.one("_count")? else { return Ok(COUNT) };
        let count = value.parse::<usize>().map_err(|_| wrong("_count", "format"))?;
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

/// Returns whether a name is a known parameter with an unknown modifier, which would change what is asked for.
fn is_modified(name: &str, known: &[&str]) -> bool {
    name.split_once(':').is_some_and(|(start, _)| known.contains(&start) || GENERAL.contains(&start))
}

/// Returns what is in one of the ranges of each group.
#[must_use]
pub fn common<K: Ord + Clone>(groups: &[Vec<Ranges<K>>]) -> Ranges<K> {
    groups.iter().fold(Ranges::everything(), |common, group| {
        common.and(&group.iter().fold(Ranges::nothing(), |either, range| either.or(range)))
    })
}

#[cfg(test)]
mod tests {
    use super::{Parameters, Period};

    type Tried = Result<(), Box<dyn std::error::Error>>;

    fn read(text: &str) -> Result<Parameters, String> {
        Parameters::read(text, &["date", "code", "patient", "subject"], false).map_err(|problem| problem.to_string())
    }

    fn place(problem: &kernel::problem::Problem) -> Option<(&str, &str)> {
        problem.fields.first().map(|field| (field.path.as_str(), field.code.as_str()))
    }

    #[test]
    fn what_is_repeated_is_asked_for_together_and_what_has_commas_is_either() -> Tried {
        let period = |text: &str| read(text)?.period("date").map_err(|problem| problem.to_string());
        let (day, length) = (1_767_538_800_000, 86_400_000); // 2026-01-05 in Seoul
        let within = |start, end, without| Period { start, end, without };
        assert_eq!(
            period("date=ge2026-01-05&date=lt2026-01-06")?,
            within(Some(day), Some(day + length - 1), Vec::new())
        );
        assert_eq!(
            period("date=2026-01-05,2026-01-07")?,
            within(Some(day), Some(day + 3 * length - 1), vec![(day + length, day + 2 * length - 1)])
        );
        let never = period("date=2026-01-05&date=2026-01-07")?;
        assert!([day, day + 2 * length].iter().all(|at| !never.has(*at)), "{never:?}");
        let patients =
            |text: &str| read(text)?.patients(&["patient", "subject"]).map_err(|problem| problem.to_string());
        assert_eq!(patients("code=a")?, None);
        assert_eq!(patients("patient=7,Patient/8")?, Some(vec![7, 8]));
        assert_eq!(patients("patient=7,8&subject=Patient/8")?, Some(vec![8]));
        assert_eq!(patients("patient=7&patient=8")?, Some(Vec::new()));
        Ok(())
    }

    #[test]
    fn nothing_that_is_asked_is_left_out_of_account() -> Tried {
        for (text, expected) in [
            ("code=a,", "format"),
            ("code=,a", "format"),
            ("code=%20", "format"),
            ("code=a%5Cb", "format"),
            ("code=%7C", "format"),
        ] {
            let read = read(text)?.tokens("code");
            assert_eq!(read.as_ref().err().and_then(place), Some(("http.code", expected)), "{text}");
        }
        let known = ["gender", "patient"];
        for (text, is_lenient, path) in [
            ("color=red", false, "http.color"),
            ("gender:not=male", false, "http.gender:not"),
            ("gender:not=male", true, "http.gender:not"),
            ("_count:exact=1", true, "http._count:exact"),
        ] {
            let refused = Parameters::read(text, &known, is_lenient);
            assert_eq!(refused.as_ref().err().and_then(place), Some((path, "unknown")), "{text}");
        }
        let ignored = Parameters::read("color=red", &known, true).map_err(|problem| problem.to_string())?.ignored;
        assert_eq!(ignored, ["color"]);
        let many = format!("code={}", vec!["a"; 101].join(","));
        assert_eq!(read(&many)?.tokens("code").as_ref().err().and_then(place), Some(("http.code", "tooMany")));
        Ok(())
    }

    #[test]
    fn addresses_repeat_what_was_asked() -> Tried {
        let parameters = read("code=a%7Cb,c%5C,d&date=ge2026")?;
        assert_eq!(parameters.text(), "code=a|b,c%5C,d&date=ge2026");
        Ok(())
    }
}
