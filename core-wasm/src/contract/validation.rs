//! Validation: the rules of a form as data, checked by the same interpreter on the server and in the client.
//!
//! Rules are data rather than code, so that a form costs only a few bytes of wasm and the console can read from them
//! which fields are required and how long they may be. Server and client report `{path, code, params}`; the text of a
//! code comes from the message catalogues.

use super::{BodyKind, File, Upload, output};
use crate::domain::{
    age::MAX_AGE,
    decimal::{Hundredths, Thousandths},
    text::{changes_direction, visible},
    time,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

output! {
    /// A validation error of one field.
    #[derive(Eq)]
    pub struct Violation {
        /// Field name as sent. Entries of a list are written `serviceIds[0]`, fields of a record in a list
        /// `allowedMenuItems[3].menuItemId`.
        pub path: String,
        /// Code of the error: `required`, `type`, `unknown`, `tooShort`, `tooLong`, `tooSmall`, `tooLarge`, `decimals`,
        /// `format`, `choice`, `future`, `order`, `taken`, `notFound`, …
        pub code: String,
        /// Parameters for the message of the code, such as the limit.
        #[cfg_attr(feature = "server", schema(value_type = std::collections::BTreeMap<String, String>))]
        #[cfg_attr(target_arch = "wasm32", tsify(type = "Record<string, string>"))]
        pub params: Params,
    }
}

impl Violation {
    /// Returns a violation without parameters.
    #[must_use]
    pub fn new(path: &str, code: &str) -> Self {
        Self { path: path.into(), code: code.into(), params: Params::default() }
    }

    /// Adds a parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.params.0.push((name.into(), value.to_string()));
        self
    }
}

/// Named parameters. A list, because there are only a few and a map would add 4 KB to the wasm.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Params(Vec<(String, String)>);

impl Params {
    /// Returns the value of a parameter.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Iterates over names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl Serialize for Params {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter())
    }
}

impl<'de> Deserialize<'de> for Params {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let params = std::collections::BTreeMap::<String, String>::deserialize(deserializer)?;
        Ok(Self(params.into_iter().collect()))
    }
}

/// A request value before deserialization.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Absent or `null`.
    Nothing,
    /// `true` or `false`.
    Bool(bool),
    /// Any number.
    Number(f64),
    /// Text; in a query also numbers and keywords.
    Text(String),
    /// A list.
    List(Vec<Self>),
    /// Named values.
    Object(Vec<(String, Self)>),
}

impl Value {
    /// Returns the value of an entry, or [`Value::Nothing`] if there is none.
    #[must_use]
    pub fn get(&self, name: &str) -> &Self {
        match self {
            Self::Object(entries) => {
                entries.iter().find(|(key, _)| key == name).map_or(&Self::Nothing, |(_, value)| value)
            }
            _ => &Self::Nothing,
        }
    }

    /// Returns the text if the value is text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Returns the number, including one written as text in a query.
    #[must_use]
    pub fn as_number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Text(text) => number_of(text),
            _ => None,
        }
    }
}

/// Parses an integer or a plain decimal. Written by hand because the standard floating-point parser adds 15 KB of
/// tables to the wasm.
#[allow(clippy::cast_precision_loss)]
fn number_of(text: &str) -> Option<f64> {
    text.parse::<i64>().map(|whole| whole as f64).ok().or_else(|| Hundredths::parse(text).map(Hundredths::to_number))
}

#[cfg(feature = "server")]
impl From<&serde_json::Value> for Value {
    fn from(value: &serde_json::Value) -> Self {
        use serde_json::Value as Json;
        match value {
            Json::Null => Self::Nothing,
            Json::Bool(value) => Self::Bool(*value),
            Json::Number(number) => number.as_f64().map_or(Self::Nothing, Self::Number),
            Json::String(text) => Self::Text(text.clone()),
            Json::Array(items) => Self::List(items.iter().map(Self::from).collect()),
            Json::Object(entries) => {
                Self::Object(entries.iter().map(|(key, value)| (key.clone(), Self::from(value))).collect())
            }
        }
    }
}

/// The type and constraints of a field.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Text of `min` to `max` characters without control characters, U+FFFD and characters that change the text
    /// direction; not blank if `min` is above zero.
    Text {
        /// Minimum length in characters.
        min: usize,
        /// Maximum length in characters.
        max: usize,
        /// Whether line breaks are allowed.
        lines: bool,
    },
    /// A new sign-in id: 4 to 30 of `a`–`z`, `0`–`9`, `.`, `_`, `-`; case-insensitive.
    LoginId,
    /// A secret: any characters, up to a maximum length.
    Secret {
        /// Maximum length in characters.
        max: usize,
    },
    /// An e-mail address.
    Email,
    /// A phone number: digits, spaces, `-`, `+`, parentheses; 3 to 15 digits.
    Phone,
    /// A date that is not in the future, with a year at most 130 years ago.
    PastDate,
    /// A date from the year 1900 to 2999.
    Date,
    /// A date, or a timestamp with a UTC offset.
    Bound,
    /// A timestamp with a UTC offset.
    Instant,
    /// An integer within inclusive bounds.
    Integer {
        /// Lower bound.
        min: i64,
        /// Upper bound.
        max: i64,
    },
    /// A number with at most two decimals, within inclusive bounds given in hundredths.
    Decimal {
        /// Lower bound, in hundredths.
        min: i64,
        /// Upper bound, in hundredths.
        max: i64,
    },
    /// A number with at most three decimals, within inclusive bounds given in thousandths, or a keyword for a value
    /// that cannot be expressed as a number.
    DecimalOrWord {
        /// Lower bound, in thousandths.
        min: i64,
        /// Upper bound, in thousandths.
        max: i64,
        /// The keywords.
        words: &'static [&'static str],
    },
    /// One of these values.
    Word(&'static [&'static str]),
    /// A list of at most 200 of these values.
    Words(&'static [&'static str]),
    /// An identifier.
    Id,
    /// A list of at most 200 identifiers.
    Ids,
    /// A list of integers within inclusive bounds.
    Integers {
        /// Lower bound.
        min: i64,
        /// Upper bound.
        max: i64,
        /// Maximum number of entries.
        most: usize,
    },
    /// `true` or `false`.
    Flag,
    /// A list of records, each validated by its own form.
    Forms {
        /// The form of each record.
        form: &'static Form,
        /// Maximum number of records.
        max: usize,
    },
}

/// Short constructors of `Kind` for declarations.
pub mod kinds {
    use super::{Form, Kind};

    /// Text of `min` to `max` characters on one line.
    #[must_use]
    pub const fn text(min: usize, max: usize) -> Kind {
        Kind::Text { min, max, lines: false }
    }
    /// Text of at most `max` characters on any number of lines.
    #[must_use]
    pub const fn lines(max: usize) -> Kind {
        Kind::Text { min: 0, max, lines: true }
    }
    /// A new sign-in id.
    #[must_use]
    pub const fn login_id() -> Kind {
        Kind::LoginId
    }
    /// A secret of at most `max` characters.
    #[must_use]
    pub const fn secret(max: usize) -> Kind {
        Kind::Secret { max }
    }
    /// An e-mail address.
    #[must_use]
    pub const fn email() -> Kind {
        Kind::Email
    }
    /// A phone number.
    #[must_use]
    pub const fn phone() -> Kind {
        Kind::Phone
    }
    /// A date that is not in the future.
    #[must_use]
    pub const fn past_date() -> Kind {
        Kind::PastDate
    }
    /// A date.
    #[must_use]
    pub const fn date() -> Kind {
        Kind::Date
    }
    /// A date or a timestamp that bounds a period.
    #[must_use]
    pub const fn bound() -> Kind {
        Kind::Bound
    }
    /// A timestamp with a UTC offset.
    #[must_use]
    pub const fn instant() -> Kind {
        Kind::Instant
    }
    /// An integer from `min` to `max`.
    #[must_use]
    pub const fn integer(min: i64, max: i64) -> Kind {
        Kind::Integer { min, max }
    }
    /// A number with at most two decimals; the bounds are in hundredths.
    #[must_use]
    pub const fn decimal(min: i64, max: i64) -> Kind {
        Kind::Decimal { min, max }
    }
    /// A number with at most three decimals, or one of `words`; the bounds are in thousandths.
    #[must_use]
    pub const fn decimal_or_word(min: i64, max: i64, words: &'static [&'static str]) -> Kind {
        Kind::DecimalOrWord { min, max, words }
    }
    /// One of `words`.
    #[must_use]
    pub const fn word(words: &'static [&'static str]) -> Kind {
        Kind::Word(words)
    }
    /// A list of `words`.
    #[must_use]
    pub const fn words(words: &'static [&'static str]) -> Kind {
        Kind::Words(words)
    }
    /// An identifier.
    #[must_use]
    pub const fn id() -> Kind {
        Kind::Id
    }
    /// A list of identifiers.
    #[must_use]
    pub const fn ids() -> Kind {
        Kind::Ids
    }
    /// A list of integers from `min` to `max`.
    #[must_use]
    pub const fn integers(min: i64, max: i64) -> Kind {
        Kind::Integers { min, max, most: super::MAX_ENTRIES }
    }
    /// A series of at most `most` integers from `min` to `max`; not for queries.
    #[must_use]
    pub const fn series(min: i64, max: i64, most: usize) -> Kind {
        Kind::Integers { min, max, most }
    }
    /// `true` or `false`.
    #[must_use]
    pub const fn flag() -> Kind {
        Kind::Flag
    }
    /// At most `max` records, each validated by `form`.
    #[must_use]
    pub const fn forms(form: &'static Form, max: usize) -> Kind {
        Kind::Forms { form, max }
    }
}

/// One field of a form.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Name in Rust; camel case on the wire.
    pub name: &'static str,
    /// Whether the field is required.
    pub required: bool,
    /// Type and constraints.
    pub kind: Kind,
}

/// A check across the fields of a form: adds the violations that it finds.
pub type CrossFieldCheck = fn(&Value, &mut Vec<Violation>);

/// The validation rules of an input.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// Name of the input type.
    pub name: &'static str,
    /// Its fields.
    pub fields: &'static [Field],
    /// Check across fields.
    pub also: Option<CrossFieldCheck>,
}

/// The form of a type without fields.
pub const EMPTY: &Form = &Form { name: "", fields: &[], also: None };

/// A type with validation rules.
pub trait Rules {
    /// How the type is sent as a body.
    const KIND: BodyKind;
    /// The rules.
    const FORM: &'static Form;

    /// Returns serde's error for an undeclared field, which lists the fields that serde reads.
    #[cfg(all(test, not(target_arch = "wasm32")))]
    fn refusal() -> String {
        String::new()
    }
}

impl Rules for () {
    const KIND: BodyKind = BodyKind::None;
    const FORM: &'static Form = EMPTY;
}

impl Rules for Upload {
    const KIND: BodyKind = BodyKind::File;
    const FORM: &'static Form = EMPTY;
}

impl Rules for File {
    const KIND: BodyKind = BodyKind::File;
    const FORM: &'static Form = EMPTY;
}

/// Whether a field of this type is required.
pub trait Presence {
    /// Whether it is required.
    const REQUIRED: bool;
}

impl<T> Presence for Option<T> {
    const REQUIRED: bool = false;
}

impl<T> Presence for Vec<T> {
    const REQUIRED: bool = false;
}

/// Implements [`Presence`] for types whose fields are required.
macro_rules! required {
    ($($type:ty),+) => { $(impl Presence for $type { const REQUIRED: bool = true; })+ };
}
required!(String, bool, i64, time::Date, time::Timestamp, Hundredths);

/// Minimum and maximum length of a new sign-in id.
pub const LOGIN_ID_LENGTHS: (usize, usize) = (4, 30);
/// Maximum number of reported violations.
pub const MAX_VIOLATIONS: usize = 50;
/// Maximum number of entries of a list in a request. SQLite limits the number of bound variables.
pub(crate) const MAX_ENTRIES: usize = 200;
/// Maximum length of an e-mail address.
pub(crate) const MAX_EMAIL: usize = 254;
/// Maximum length of a phone number.
pub(crate) const MAX_PHONE: usize = 30;
/// Largest integer that a JavaScript number represents exactly.
pub const MAX_SAFE_INTEGER: i64 = 9_007_199_254_740_991;

impl Form {
    /// Returns the field with this wire name.
    #[must_use]
    pub fn field(&self, wire: &str) -> Option<&'static Field> {
        self.fields.iter().find(|field| is_camel_case(field.name, wire))
    }

    /// Returns the violations of `value`, at most [`MAX_VIOLATIONS`]. `today` is the date in Seoul.
    #[must_use]
    pub fn violations(&self, value: &Value, today: time::Date) -> Vec<Violation> {
        let Value::Object(entries) = value else {
            return vec![Violation::new("", "type")];
        };
        let mut violations = Vec::new();
        for (name, _) in entries {
            if violations.len() >= MAX_VIOLATIONS {
                return violations;
            }
            if self.field(name).is_none() {
                violations.push(Violation::new(name, "unknown"));
            }
        }
        for field in self.fields {
            field.check(entries, today, &mut violations);
        }
        if let Some(also) = self.also {
            let mut together = Vec::new();
            also(value, &mut together);
            // If a field already has a violation of its own, violations across fields are dropped for it: they are less
            // specific.
            together.retain(|found| violations.iter().all(|known| known.path != found.path));
            violations.append(&mut together);
        }
        violations.truncate(MAX_VIOLATIONS);
        violations
    }
}

/// Returns the path of a value within a list entry: `rows[2]`, `rows[2].name`.
#[must_use]
pub fn path_in(list: &str, index: usize, path: &str) -> String {
    [list, "[", &index.to_string(), "]", if path.is_empty() { "" } else { "." }, path].concat()
}

impl Field {
    fn check(&self, form: &[(String, Value)], today: time::Date, violations: &mut Vec<Violation>) {
        let entry = form.iter().find(|(name, _)| is_camel_case(self.name, name));
        let value = entry.map_or(&Value::Nothing, |(_, value)| value);
        let blank = match value {
            Value::Nothing => true,
            Value::Text(text) => visible(text).is_empty() && !matches!(self.kind, Kind::Secret { .. }),
            _ => false,
        };
        if blank || matches!((value, self.kind), (Value::Text(text), Kind::Secret { .. }) if text.is_empty()) {
            if self.required {
                violations.push(Violation::new(&camel_case(self.name), "required"));
            }
            return;
        }
        self.kind.check(&camel_case(self.name), value, today, violations);
    }
}

impl Kind {
    /// Returns whether the value is a list. A query repeats the parameter for each entry.
    #[must_use]
    pub const fn is_list(self) -> bool {
        matches!(self, Self::Words(_) | Self::Ids | Self::Integers { .. } | Self::Forms { .. })
    }

    /// Returns the maximum length of a text as sent, including surrounding white space.
    #[cfg(feature = "server")]
    #[must_use]
    pub const fn max_characters(self) -> Option<usize> {
        match self {
            Self::Text { max, .. } => Some(max),
            Self::Email => Some(MAX_EMAIL),
            Self::Phone => Some(MAX_PHONE),
            _ => None,
        }
    }

    /// Returns whether an optional value is text on the wire for which blank means absent.
    #[must_use]
    pub const fn is_text(self) -> bool {
        matches!(
            self,
            Self::Text { .. }
                | Self::LoginId
                | Self::Email
                | Self::Phone
                | Self::PastDate
                | Self::Date
                | Self::Bound
                | Self::Instant
                | Self::DecimalOrWord { .. }
                | Self::Word(_)
        )
    }

    fn check(self, path: &str, value: &Value, today: time::Date, violations: &mut Vec<Violation>) {
        let found = match self {
            Self::Text { min, max, lines } => value.as_text().map(|text| check_text(text, min, max, lines)),
            Self::LoginId => value.as_text().map(check_login_id),
            Self::Secret { max } => value.as_text().map(|text| check_length(text, 0, max)),
            Self::Email => value.as_text().map(check_email),
            Self::Phone => value.as_text().map(check_phone),
            Self::PastDate => value.as_text().map(|text| check_past_date(text, today)),
            Self::Date => value.as_text().map(|text| problem(!is_date(text), "format")),
            Self::Bound => value.as_text().map(|text| problem(time::Bound::parse(text).is_none(), "format")),
            Self::Instant => value.as_text().map(|text| problem(time::Timestamp::parse(text).is_none(), "format")),
            Self::Integer { min, max } => value.as_number().map(|number| check_integer(number, min, max)),
            Self::Decimal { min, max } => value.as_number().map(|number| {
                let is_kept = Hundredths::from_number(number).is_some();
                check_decimal(number, [min, max].map(|limit| Hundredths(limit).into()), 2, is_kept)
            }),
            Self::DecimalOrWord { min, max, words } => match value {
                Value::Number(number) => {
                    let is_kept = Thousandths::from_number(*number).is_some();
                    Some(check_decimal(*number, [min, max].map(Thousandths), 3, is_kept))
                }
                _ => value.as_text().map(|text| problem(!words.contains(&text), "choice")),
            },
            Self::Word(words) => value.as_text().map(|text| problem(!words.contains(&text), "choice")),
            Self::Id => value.as_number().map(|number| check_integer(number, 0, MAX_SAFE_INTEGER)),
            Self::Flag => match value {
                Value::Bool(_) => Some(None),
                Value::Text(text) => Some(problem(!matches!(text.as_str(), "true" | "false"), "type")),
                _ => None,
            },
            Self::Words(words) => {
                return each(MAX_ENTRIES, path, value, violations, |item, path, found| {
                    Self::Word(words).check(path, item, today, found);
                });
            }
            Self::Ids => {
                return each(MAX_ENTRIES, path, value, violations, |item, path, found| {
                    Self::Id.check(path, item, today, found);
                });
            }
            Self::Integers { min, max, most } => {
                return each(most, path, value, violations, |item, path, found| {
                    Self::Integer { min, max }.check(path, item, today, found);
                });
            }
            Self::Forms { form, max } => return each_form(form, max, path, value, today, violations),
        };
        match found {
            None => violations.push(Violation::new(path, "type")),
            Some(Some(violation)) => violations.push(Violation { path: path.into(), ..violation }),
            Some(None) => {}
        }
    }
}

/// Checks the entries of a list. A query with a single entry arrives as that entry, not as a list.
fn each(
    most: usize,
    path: &str,
    value: &Value,
    violations: &mut Vec<Violation>,
    check: impl Fn(&Value, &str, &mut Vec<Violation>),
) {
    match value {
        Value::List(items) if items.len() > most => {
            violations.push(Violation::new(path, "tooMany").with("max", most));
        }
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                check(item, &path_in(path, index, ""), violations);
            }
        }
        Value::Text(_) | Value::Number(_) => check(value, path, violations),
        _ => violations.push(Violation::new(path, "type")),
    }
}

/// Checks each record of a list by the form.
fn each_form(form: &Form, max: usize, path: &str, value: &Value, today: time::Date, violations: &mut Vec<Violation>) {
    match value {
        Value::List(items) if items.len() > max => {
            violations.push(Violation::new(path, "tooMany").with("max", max));
        }
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                if violations.len() >= MAX_VIOLATIONS {
                    return;
                }
                let found = form.violations(item, today).into_iter();
                violations.extend(found.map(|found| Violation { path: path_in(path, index, &found.path), ..found }));
            }
        }
        _ => violations.push(Violation::new(path, "type")),
    }
}

/// Reports `repeated` for every record of a list whose value in `field` equals that of an earlier record.
pub fn check_distinct(value: &Value, list: &str, field: &str, violations: &mut Vec<Violation>) {
    let Value::List(items) = value.get(list) else { return };
    for (index, item) in items.iter().enumerate() {
        let own = item.get(field);
        if *own != Value::Nothing && items.iter().take(index).any(|before| before.get(field) == own) {
            violations.push(Violation::new(&path_in(list, index, field), "repeated"));
        }
    }
}

fn problem(wrong: bool, code: &str) -> Option<Violation> {
    wrong.then(|| Violation::new("", code))
}

fn check_length(text: &str, min: usize, max: usize) -> Option<Violation> {
    // UTF-8 continuation bytes do not start a character.
    let length = text.bytes().filter(|byte| byte & 0xC0 != 0x80).count();
    if length < min {
        return Some(Violation::new("", "tooShort").with("min", min));
    }
    (length > max).then(|| Violation::new("", "tooLong").with("max", max))
}

fn check_text(text: &str, min: usize, max: usize, lines: bool) -> Option<Violation> {
    let forbidden = |character: char| {
        character == '\u{FFFD}'
            || changes_direction(character)
            || (character.is_control() && !(lines && matches!(character, '\n' | '\r' | '\t')))
    };
    check_length(text.trim(), min, max).or_else(|| problem(text.chars().any(forbidden), "format"))
}

/// Returns whether a text is valid as a new sign-in id.
#[must_use]
pub fn is_login_id(text: &str) -> bool {
    check_login_id(text).is_none()
}

fn check_login_id(text: &str) -> Option<Violation> {
    let allowed = |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '-');
    let (fewest, most) = LOGIN_ID_LENGTHS;
    check_length(text, fewest, most).or_else(|| problem(!text.chars().all(allowed), "loginIdCharacters"))
}

fn check_email(text: &str) -> Option<Violation> {
    let plausible = text.split_once('@').is_some_and(|(local, domain)| {
        !local.is_empty()
            && domain.contains('.')
            && domain.split('.').all(|label| {
                // Non-ASCII letters of any script are allowed; the Unicode letter table would add 4 KB to the wasm.
                !label.is_empty() && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || !c.is_ascii())
            })
    });
    let foreign = text.chars().any(|c| c.is_whitespace() || c.is_control() || matches!(c, '<' | '>' | '"' | ','));
    check_length(text, 0, MAX_EMAIL).or_else(|| problem(!plausible || foreign, "format"))
}

fn check_phone(text: &str) -> Option<Violation> {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let foreign = text.chars().any(|c| !(c.is_ascii_digit() || matches!(c, '-' | '+' | ' ' | '(' | ')')));
    problem(foreign || !(3..=15).contains(&digits) || text.len() > MAX_PHONE, "format")
}

/// Accepts years 1900 to 2999 only, so that a mistyped century is caught.
fn is_date(text: &str) -> bool {
    time::Date::parse(text).is_some_and(|date| (1900..3000).contains(&date.year()))
}

fn check_past_date(text: &str, today: time::Date) -> Option<Violation> {
    match time::Date::parse(text) {
        None => problem(true, "format"),
        Some(date) if date > today => problem(true, "future"),
        Some(date) => problem(date.year() < today.year() - i32::from(MAX_AGE), "tooEarly"),
    }
}

#[allow(clippy::cast_precision_loss)]
fn check_integer(number: f64, min: i64, max: i64) -> Option<Violation> {
    if number.fract() != 0.0 || !number.is_finite() {
        return problem(true, "integer");
    }
    if number < min as f64 {
        return Some(Violation::new("", "tooSmall").with("min", min));
    }
    (number > max as f64).then(|| Violation::new("", "tooLarge").with("max", max))
}

/// Checks the bounds and the number of decimals.
fn check_decimal(number: f64, [min, max]: [Thousandths; 2], decimals: i64, is_kept: bool) -> Option<Violation> {
    if !number.is_finite() {
        return problem(true, "type");
    }
    if number < min.to_number() {
        return Some(Violation::new("", "tooSmall").with("min", min.text()));
    }
    if number > max.to_number() {
        return Some(Violation::new("", "tooLarge").with("max", max.text()));
    }
    (!is_kept).then(|| Violation::new("", "decimals").with("max", decimals))
}

/// Converts a field name to its wire name: `parent_company_id` to `parentCompanyId`.
#[must_use]
pub fn camel_case(name: &str) -> String {
    let mut result = String::with_capacity(name.len());
    let mut upper = false;
    for character in name.chars() {
        if character == '_' {
            upper = true;
        } else if upper {
            result.push(character.to_ascii_uppercase());
            upper = false;
        } else {
            result.push(character);
        }
    }
    result
}

/// Returns whether `wire` is the wire name of `name`, without allocating: forms look up every name of a record.
fn is_camel_case(name: &str, wire: &str) -> bool {
    let mut wire = wire.bytes();
    let mut upper = false;
    for byte in name.bytes() {
        if byte == b'_' {
            upper = true;
        } else {
            let expected = if upper { byte.to_ascii_uppercase() } else { byte };
            upper = false;
            if wire.next() != Some(expected) {
                return false;
            }
        }
    }
    wire.next().is_none()
}

/// Checks that a period does not end before it starts; for the `also` check of filters with these two fields.
pub(crate) fn check_period(value: &Value, start: &str, end: &str, violations: &mut Vec<Violation>) {
    let bound = |name| value.get(name).as_text().and_then(time::Bound::parse);
    if let (Some(from), Some(to)) = (bound(start), bound(end))
        && from.first() > to.last()
    {
        violations.push(Violation::new(end, "order"));
    }
}

#[cfg(test)]
mod tests {
    use super::{Field, Form, Kind, Value, Violation, camel_case, is_camel_case, kinds};
    use crate::domain::time::Date;
    use proptest::prelude::*;

    fn codes(kind: Kind, value: Value) -> Vec<String> {
        let fields: &'static [Field] = Box::leak(Box::new([Field { name: "some_field", required: true, kind }]));
        let form = Form { name: "Test", fields, also: None };
        let today = Date::new(2026, 11, 21).map_or(Date(chrono::NaiveDate::MIN), |today| today);
        form.violations(&Value::Object(vec![("someField".into(), value)]), today)
            .into_iter()
            .map(|violation: Violation| violation.code)
            .collect()
    }

    fn text(value: &str) -> Value {
        Value::Text(value.into())
    }

    #[test]
    fn what_is_wrong_between_fields_is_said_along_with_what_is_wrong_with_each() {
        const FIELDS: &[Field] = &[
            Field { name: "from", required: true, kind: kinds::text(1, 5) },
            Field { name: "to", required: false, kind: kinds::text(1, 5) },
        ];
        fn period(value: &Value, violations: &mut Vec<Violation>) {
            violations.push(Violation::new("to", "order"));
            violations.extend((value.get("from") == &Value::Nothing).then(|| Violation::new("from", "needed")));
        }
        let form = Form { name: "Test", fields: FIELDS, also: Some(period) };
        let found = form.violations(&Value::Object(Vec::new()), Date(chrono::NaiveDate::MIN));
        let told: Vec<_> = found.iter().map(|found| (found.path.as_str(), found.code.as_str())).collect();
        assert_eq!(told, [("from", "required"), ("to", "order")]);
    }

    #[test]
    fn a_required_field_must_not_be_missing_null_or_blank() {
        for value in [Value::Nothing, text(""), text("  "), text("\u{200B}"), text("\u{3164} \u{FEFF}")] {
            assert_eq!(codes(kinds::text(1, 10), value), ["required"]);
        }
    }

    #[test]
    fn text_is_measured_in_characters_and_has_no_control_characters() {
        assert!(codes(kinds::text(1, 3), text("김민수")).is_empty());
        assert_eq!(codes(kinds::text(1, 3), text("김민수님")), ["tooLong"]);
        assert_eq!(codes(kinds::text(1, 9), text("a\u{0}b")), ["format"]);
        assert_eq!(codes(kinds::text(1, 9), text("a\nb")), ["format"]);
        assert_eq!(codes(kinds::text(1, 9), text("a\u{202E}b")), ["format"]);
        assert_eq!(codes(kinds::text(1, 9), text("a\u{2066}b")), ["format"]);
        assert!(codes(kinds::text(1, 9), text("क\u{200D}ष")).is_empty());
        assert!(codes(kinds::lines(9), text("a\nb")).is_empty());
    }

    #[test]
    fn a_wrong_type_is_named_as_such() {
        assert_eq!(codes(kinds::text(1, 9), Value::Number(1.0)), ["type"]);
        assert_eq!(codes(kinds::integer(0, 9), text("x")), ["type"]);
        assert_eq!(codes(kinds::flag(), Value::Number(1.0)), ["type"]);
        assert_eq!(codes(kinds::ids(), Value::Bool(true)), ["type"]);
    }

    #[test]
    fn numbers_have_limits_and_at_most_two_decimals() {
        assert_eq!(codes(kinds::integer(1, 9), Value::Number(0.0)), ["tooSmall"]);
        assert_eq!(codes(kinds::integer(1, 9), Value::Number(1.5)), ["integer"]);
        assert_eq!(codes(kinds::decimal(5_000, 25_000), Value::Number(17.0)), ["tooSmall"]);
        assert_eq!(codes(kinds::decimal(5_000, 25_000), Value::Number(170.123)), ["decimals"]);
        assert!(codes(kinds::decimal(5_000, 25_000), Value::Number(170.12)).is_empty());
        assert!(codes(kinds::decimal(-3_000, 3_000), Value::Number(-1.25)).is_empty());
        assert_eq!(codes(kinds::decimal(-3_000, 3_000), Value::Number(-30.25)), ["tooSmall"]);
    }

    #[test]
    fn what_has_no_number_has_a_word() {
        let acuity = kinds::decimal_or_word(16, 2_500, &["CF", "HM"]);
        for value in [Value::Number(0.016), Value::Number(0.125), Value::Number(0.8), Value::Number(2.5), text("HM")] {
            assert!(codes(acuity, value).is_empty());
        }
        for (value, code) in [
            (Value::Number(0.015), "tooSmall"),
            (Value::Number(2.501), "tooLarge"),
            (Value::Number(0.1255), "decimals"),
            (text("0.5"), "choice"),
            (text("20/40"), "choice"),
            (text("logMAR 0.3"), "choice"),
            (text("cf"), "choice"),
            (Value::Bool(true), "type"),
        ] {
            assert_eq!(codes(acuity, value), [code]);
        }
    }

    #[test]
    fn a_birth_date_is_a_day_in_the_past() {
        assert!(codes(kinds::past_date(), text("2026-11-21")).is_empty());
        assert_eq!(codes(kinds::past_date(), text("2026-11-22")), ["future"]);
        assert_eq!(codes(kinds::past_date(), text("1890-01-01")), ["tooEarly"]);
        assert_eq!(codes(kinds::past_date(), text("2026-02-30")), ["format"]);
    }

    #[test]
    fn mail_and_phone_must_look_like_such() {
        assert!(codes(kinds::email(), text("kim@example.co.kr")).is_empty());
        for wrong in ["x@", "kim", "kim@", "@example.com", "kim@example", "k im@example.com", "a@b.c,d@e.f"] {
            assert_eq!(codes(kinds::email(), text(wrong)), ["format"], "{wrong}");
        }
        assert!(codes(kinds::phone(), text("+82 (0)10-1234-5678")).is_empty());
        assert_eq!(codes(kinds::phone(), text("010-abcd")), ["format"]);
    }

    #[test]
    fn a_list_is_checked_entry_by_entry_and_bounded() {
        assert_eq!(codes(kinds::words(&["A", "B"]), Value::List(vec![text("A"), text("C")])), ["choice"]);
        assert!(codes(kinds::words(&["A"]), text("A")).is_empty(), "one entry of a query");
        assert_eq!(codes(kinds::ids(), Value::List(vec![Value::Number(1.0); 201])), ["tooMany"]);
    }

    const ROW: &Form = &Form {
        name: "Row",
        fields: &[
            Field { name: "row_name", required: true, kind: kinds::text(1, 3) },
            Field { name: "parts", required: false, kind: kinds::forms(PART, 2) },
        ],
        also: Some(|value, violations| super::check_distinct(value, "parts", "size", violations)),
    };
    const PART: &Form = &Form {
        name: "Part",
        fields: &[Field { name: "size", required: true, kind: kinds::integer(1, 9) }],
        also: None,
    };

    fn row(name: &str, sizes: &[f64]) -> Value {
        let part = |size: &f64| Value::Object(vec![("size".into(), Value::Number(*size))]);
        Value::Object(vec![
            ("rowName".into(), text(name)),
            ("parts".into(), Value::List(sizes.iter().map(part).collect())),
        ])
    }

    fn told(value: Value) -> Vec<(String, String)> {
        const FORM: &Form = &Form {
            name: "Test",
            fields: &[Field { name: "rows", required: false, kind: kinds::forms(ROW, 3) }],
            also: None,
        };
        let found = FORM.violations(&Value::Object(vec![("rows".into(), value)]), Date(chrono::NaiveDate::MIN));
        found.into_iter().map(|found| (found.path, found.code)).collect()
    }

    #[test]
    fn records_in_a_list_are_checked_by_their_own_form_and_named_by_their_place() {
        assert_eq!(told(Value::List(vec![row("가", &[1.0, 2.0]), row("나", &[])])), []);
        let wrong = |path: &str, code: &str| vec![(path.to_owned(), code.to_owned())];
        assert_eq!(told(Value::List(vec![row("가", &[]), row("", &[])])), wrong("rows[1].rowName", "required"));
        assert_eq!(told(Value::List(vec![row("가", &[1.0, 10.0])])), wrong("rows[0].parts[1].size", "tooLarge"));
        assert_eq!(told(Value::List(vec![row("가", &[4.0, 4.0])])), wrong("rows[0].parts[1].size", "repeated"));
        assert_eq!(told(Value::List(vec![row("가", &[1.0, 2.0, 3.0])])), wrong("rows[0].parts", "tooMany"));
        assert_eq!(told(Value::List(vec![text("x")])), wrong("rows[0]", "type"));
        assert_eq!(told(text("x")), wrong("rows", "type"));
    }

    #[test]
    fn a_field_that_nobody_declared_is_refused_in_a_record_of_a_list_too() {
        let Value::Object(mut entries) = row("가", &[]) else { return };
        entries.push(("admin".into(), Value::Bool(true)));
        assert_eq!(told(Value::List(vec![Value::Object(entries)])), [("rows[0].admin".into(), "unknown".into())]);
    }

    #[test]
    fn a_new_sign_in_id_is_four_to_thirty_plain_characters() {
        for login_id in ["kim.", "Kim-Min_Su.1", "012345678901234567890123456789"] {
            assert!(codes(kinds::login_id(), text(login_id)).is_empty(), "{login_id}");
        }
        assert_eq!(codes(kinds::login_id(), text("kim")), ["tooShort"]);
        assert_eq!(codes(kinds::login_id(), text(&"a".repeat(31))), ["tooLong"]);
        for login_id in ["kim minsu", "김민수님", "kim@a.example", "kim\u{200b}min", "kïm.min"] {
            assert_eq!(codes(kinds::login_id(), text(login_id)), ["loginIdCharacters"], "{login_id}");
        }
    }

    #[test]
    fn at_most_fifty_violations_are_told() {
        let unknown = (0..100_000).map(|number| (format!("x{number}"), Value::Bool(true))).collect();
        let form = Form { name: "Test", fields: &[], also: None };
        let today = Date(chrono::NaiveDate::MIN);
        assert_eq!(form.violations(&Value::Object(unknown), today).len(), 50);
        assert_eq!(codes(kinds::words(&["A"]), Value::List(vec![text("B"); 200])).len(), 50);
    }

    #[test]
    fn a_field_that_nobody_declared_is_refused() {
        let form = Form { name: "Test", fields: &[], also: None };
        let value = Value::Object(vec![("admin".into(), Value::Bool(true))]);
        let today = Date(chrono::NaiveDate::MIN);
        assert_eq!(form.violations(&value, today), [Violation::new("admin", "unknown")]);
        assert_eq!(form.violations(&Value::List(vec![]), today), [Violation::new("", "type")]);
    }

    #[test]
    fn names_are_camel_case_on_the_wire() {
        assert_eq!(camel_case("start_created_at"), "startCreatedAt");
        for (name, wire, is) in [
            ("start_created_at", "startCreatedAt", true),
            ("name", "name", true),
            ("start_created_at", "startCreated", false),
            ("start_created", "startCreatedAt", false),
            ("start_created_at", "start_created_at", false),
            ("spo2_low", "spo2Low", true),
        ] {
            assert_eq!(is_camel_case(name, wire), is, "{name} {wire}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_a_rule_fail(value in ".{0,60}") {
            for kind in [kinds::text(1, 9), kinds::email(), kinds::phone(), kinds::past_date(), kinds::bound(), kinds::integer(0, 9), kinds::decimal(0, 9), kinds::ids()] {
                let _ = codes(kind, text(&value));
            }
        }
    }
}
