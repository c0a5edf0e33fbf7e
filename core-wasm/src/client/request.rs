//! Builds a plain request from an endpoint and its arguments.

use crate::contract::{
    BodyKind, EndpointInfo,
    validation::{MAX_SAFE_INTEGER, Value},
};
use crate::domain::decimal::Hundredths;

/// An argument with which the request cannot be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadArgument {
    /// A required argument is missing.
    Missing(String),
    /// The value has no wire format, or would arrive as a different value.
    Unsendable(String),
}

impl BadArgument {
    /// Returns the name of the argument.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Missing(name) | Self::Unsendable(name) => name,
        }
    }

    /// Returns a sentence for developers.
    #[must_use]
    pub fn message(&self) -> String {
        match self {
            Self::Missing(name) => ["Required parameter ", name, " was null or undefined"].concat(),
            Self::Unsendable(name) => ["Parameter ", name, " has a value that cannot be sent"].concat(),
        }
    }
}

/// Returns the URL of a call: the path with its parameters, and the query.
///
/// # Errors
/// Returns [`BadArgument`] if a path parameter or a required body is missing, or if a value is not a text, a number
/// with at most two decimals, a boolean, or a list of these.
pub fn address(
    info: &EndpointInfo,
    base: &str,
    path: &Value,
    query: &Value,
    has_body: bool,
) -> Result<String, BadArgument> {
    let mut address = String::from(base.trim_end_matches('/'));
    let mut rest = info.path;
    while let Some((before, behind)) = rest.split_once('{') {
        let (name, after) = behind.split_once('}').unwrap_or((behind, ""));
        address.push_str(before);
        let value = match path.get(name) {
            Value::Nothing => String::new(),
            value => plain(name, value)?,
        };
        if value.is_empty() {
            return Err(BadArgument::Missing(name.into()));
        }
        encode_into(&mut address, &value);
        rest = after;
    }
    address.push_str(rest);
    if info.body != BodyKind::None && !has_body {
        return Err(BadArgument::Missing("body".into()));
    }
    let mut separator = '?';
    if let Value::Object(entries) = query {
        for (name, value) in entries {
            let values = match value {
                Value::Nothing => &[],
                Value::List(items) => items.as_slice(),
                one => std::slice::from_ref(one),
            };
            for value in values {
                address.push(separator);
                separator = '&';
                encode_into(&mut address, name);
                address.push('=');
                encode_into(&mut address, &plain(name, value)?);
            }
        }
    }
    Ok(address)
}

/// Returns a value of `path` for which the endpoint's path has no placeholder.
#[must_use]
pub fn without_placeholder<'a>(info: &EndpointInfo, path: &'a Value) -> Option<&'a str> {
    let Value::Object(entries) = path else { return None };
    entries.iter().filter(|(_, value)| *value != Value::Nothing).map(|(name, _)| name.as_str()).find(|name| {
        let mut rest = info.path;
        while let Some((_, behind)) = rest.split_once('{') {
            let (known, after) = behind.split_once('}').unwrap_or((behind, ""));
            if known == *name {
                return false;
            }
            rest = after;
        }
        true
    })
}

/// Checks that JSON preserves a body. JSON writes `null` for NaN and infinity, and for absent list entries.
///
/// # Errors
/// Returns [`BadArgument::Unsendable`] with the path of the first such value.
pub fn check_body(name: &str, value: &Value) -> Result<(), BadArgument> {
    let inside = |inner: &str| if name.is_empty() { inner.to_owned() } else { [name, ".", inner].concat() };
    match value {
        Value::Number(number) if !number.is_finite() => {
            Err(BadArgument::Unsendable(if name.is_empty() { "body".into() } else { name.into() }))
        }
        Value::Object(entries) => entries.iter().try_for_each(|(key, value)| check_body(&inside(key), value)),
        Value::List(items) => items.iter().enumerate().try_for_each(|(index, item)| {
            let name = inside(&index.to_string());
            if *item == Value::Nothing { Err(BadArgument::Unsendable(name)) } else { check_body(&name, item) }
        }),
        _ => Ok(()),
    }
}

/// Maximum length of an idempotency key.
const MAX_KEY: usize = 255;

/// Returns an idempotency key as the value of its header: a structured-field string (RFC 8941). `None` unless it has 1
/// to 255 printable ASCII characters without quotation marks and backslashes.
#[must_use]
pub fn key_header(key: &str) -> Option<String> {
    let holds = (1..=MAX_KEY).contains(&key.len())
        && key.bytes().all(|byte| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\'));
    holds.then(|| ["\"", key, "\""].concat())
}

fn plain(name: &str, value: &Value) -> Result<String, BadArgument> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::Number(number) => whole_or_hundredths(*number),
        Value::Bool(value) => Some(value.to_string()),
        Value::Nothing | Value::List(_) | Value::Object(_) => None,
    }
    .ok_or_else(|| BadArgument::Unsendable(name.into()))
}

/// Formats a number with integer arithmetic: formatting floating point would add 15 KB to the wasm.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn whole_or_hundredths(number: f64) -> Option<String> {
    if number.fract() == 0.0 && number.abs() <= MAX_SAFE_INTEGER as f64 {
        return Some((number as i64).to_string());
    }
    Hundredths::from_number(number).map(Hundredths::text)
}

fn encode_into(address: &mut String, text: &str) {
    let digit = |value: u8| char::from(if value < 10 { b'0' + value } else { b'A' - 10 + value });
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
            address.push(char::from(byte));
        } else {
            address.extend(['%', digit(byte >> 4), digit(byte & 15)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{BadArgument, address, check_body, key_header, without_placeholder};
    use crate::contract::{ENDPOINTS, EndpointInfo, endpoint_named, validation::Value};

    fn object(entries: &[(&str, Value)]) -> Value {
        Value::Object(entries.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect())
    }

    fn info(name: &str) -> &'static EndpointInfo {
        endpoint_named(name).unwrap_or(&ENDPOINTS[0])
    }

    #[test]
    fn placeholders_are_filled_and_encoded() {
        let path = object(&[("companyId", Value::Text("7/../8".into()))]);
        let address = address(info("GetCompany"), "https://api.example/", &path, &Value::Nothing, false);
        assert_eq!(address.as_deref(), Ok("https://api.example/api/v1/companies/7%2F..%2F8"));
    }

    #[test]
    fn a_key_is_sent_as_a_quoted_string() {
        assert_eq!(key_header("a key-1").as_deref(), Some("\"a key-1\""));
        assert!(key_header(&"k".repeat(255)).is_some());
        for key in ["", &"k".repeat(256), "a\"b", "a\\b", "a\nb", "é"] {
            assert_eq!(key_header(key), None, "{key}");
        }
    }

    #[test]
    fn what_creates_or_sends_takes_a_key_and_what_reads_or_can_be_repeated_takes_none() {
        for name in ["CreateCompany", "ExportMembers", "BulkMembers", "SendReports", "StartMemberImport", "UndoBulk"] {
            assert!(info(name).takes_key, "{name}");
        }
        for name in ["ListCompanies", "UpdateMember", "DeleteCompany", "PrintReports", "CreateToken", "SignOut"] {
            assert!(!info(name).takes_key, "{name}");
        }
    }

    #[test]
    fn a_value_without_a_placeholder_is_named() {
        let path = object(&[("companyId", Value::Number(7.0)), ("companyID", Value::Number(8.0))]);
        assert_eq!(without_placeholder(info("GetCompany"), &path), Some("companyID"));
        assert_eq!(without_placeholder(info("ListCompanies"), &path), Some("companyId"));
        let absent = object(&[("companyId", Value::Number(7.0)), ("memberId", Value::Nothing)]);
        assert_eq!(without_placeholder(info("GetCompany"), &absent), None);
    }

    #[test]
    fn a_missing_argument_fails_before_anything_is_sent() {
        let missing = |name: &str| Err(BadArgument::Missing(name.into()));
        assert_eq!(address(info("GetCompany"), "", &Value::Nothing, &Value::Nothing, false), missing("companyId"));
        assert_eq!(address(info("CreateCompany"), "", &Value::Nothing, &Value::Nothing, false), missing("body"));
        let text = BadArgument::Missing("companyId".into()).message();
        assert_eq!(text, "Required parameter companyId was null or undefined");
    }

    #[test]
    fn lists_are_repeated_keys_and_absent_values_are_left_out() {
        let query = object(&[
            ("types", Value::List(vec![Value::Text("VENDOR".into()), Value::Text("DEALER".into())])),
            ("name", Value::Text("김 & co".into())),
            ("page", Value::Number(3.0)),
            ("parentCompanyId", Value::Nothing),
        ]);
        let address = address(info("ListCompanies"), "", &Value::Nothing, &query, false);
        assert_eq!(
            address.as_deref(),
            Ok("/api/v1/companies?types=VENDOR&types=DEALER&name=%EA%B9%80%20%26%20co&page=3")
        );
    }

    #[test]
    fn a_value_that_has_no_form_in_an_address_is_named_and_not_left_out() {
        let unsendable = |name: &str| Err(BadArgument::Unsendable(name.into()));
        for value in [
            Value::Number(f64::NAN),
            Value::Number(f64::INFINITY),
            Value::Number(1.005),
            Value::Number(9_007_199_254_740_992.0),
            Value::Object(Vec::new()),
            Value::List(vec![Value::List(Vec::new())]),
            Value::List(vec![Value::Nothing]),
        ] {
            let query = object(&[("name", Value::Text("a".into())), ("page", value.clone())]);
            assert_eq!(
                address(info("ListCompanies"), "", &Value::Nothing, &query, false),
                unsendable("page"),
                "{value:?}"
            );
            let path = object(&[("companyId", value.clone())]);
            let found = address(info("GetCompany"), "", &path, &Value::Nothing, false);
            assert_eq!(found, unsendable("companyId"), "{value:?}");
        }
        let text = BadArgument::Unsendable("page".into()).message();
        assert_eq!(text, "Parameter page has a value that cannot be sent");
    }

    #[test]
    fn numbers_travel_whole_or_with_two_decimals() {
        let sent = |number: f64| {
            let query = object(&[("page", Value::Number(number))]);
            address(info("ListCompanies"), "", &Value::Nothing, &query, false)
        };
        for (number, text) in
            [(-0.0, "0"), (-7.0, "-7"), (1.5, "1.5"), (0.29, "0.29"), (9_007_199_254_740_991.0, "9007199254740991")]
        {
            assert_eq!(sent(number), Ok(format!("/api/v1/companies?page={text}")));
        }
    }

    #[test]
    fn a_body_that_json_would_change_is_refused_by_the_path_of_the_value() {
        let refused = |name: &str| Err(BadArgument::Unsendable(name.into()));
        let list = |items: &[Value]| object(&[("serviceIds", Value::List(items.to_vec()))]);
        assert_eq!(check_body("", &list(&[Value::Number(1.0), Value::Nothing])), refused("serviceIds.1"));
        assert_eq!(check_body("", &object(&[("a", list(&[Value::Number(f64::NAN)]))])), refused("a.serviceIds.0"));
        assert_eq!(check_body("", &Value::Number(f64::INFINITY)), refused("body"));
        assert_eq!(check_body("", &object(&[("memo", Value::Nothing), ("weightKg", Value::Number(70.125))])), Ok(()));
    }
}
