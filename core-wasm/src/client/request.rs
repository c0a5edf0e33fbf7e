//! Turning an endpoint and its arguments into a plain request.

use crate::contract::{
    BodyKind, EndpointInfo,
    validation::{MOST_SAFE_INTEGER, Value},
};
use crate::domain::decimal::Hundredths;
use std::fmt;

/// An argument that the endpoint cannot do without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingParameter(pub String);

impl fmt::Display for MissingParameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Required parameter {} was null or undefined", self.0)
    }
}

/// The address of a call: the path with its placeholders filled in, and the query.
///
/// # Errors
/// [`MissingParameter`] for a placeholder without a value, and for a body that is needed and absent.
pub fn address(
    info: &EndpointInfo,
    base: &str,
    path: &Value,
    query: &Value,
    has_body: bool,
) -> Result<String, MissingParameter> {
    let mut address = String::from(base.trim_end_matches('/'));
    let mut rest = info.path;
    while let Some((before, behind)) = rest.split_once('{') {
        let (name, after) = behind.split_once('}').unwrap_or((behind, ""));
        address.push_str(before);
        let value = plain(path.get(name)).filter(|value| !value.is_empty());
        encode_into(&mut address, &value.ok_or_else(|| MissingParameter(name.into()))?);
        rest = after;
    }
    address.push_str(rest);
    if info.body != BodyKind::None && !has_body {
        return Err(MissingParameter("body".into()));
    }
    let mut separator = '?';
    if let Value::Object(entries) = query {
        for (name, value) in entries {
            let values = match value {
                Value::List(items) => items.iter().filter_map(plain).collect(),
                other => plain(other).into_iter().collect::<Vec<_>>(),
            };
            for value in values {
                address.push(separator);
                separator = '&';
                encode_into(&mut address, name);
                address.push('=');
                encode_into(&mut address, &value);
            }
        }
    }
    Ok(address)
}

fn plain(value: &Value) -> Option<String> {
    match value {
        Value::Text(text) => Some(text.clone()),
        Value::Number(number) => whole_or_hundredths(*number),
        Value::Bool(value) => Some(value.to_string()),
        Value::Nothing | Value::List(_) | Value::Object(_) => None,
    }
}

/// A number as text, by integers: formatting floating point would bring 15 KB into the wasm.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn whole_or_hundredths(number: f64) -> Option<String> {
    if number.fract() == 0.0 && number.abs() <= MOST_SAFE_INTEGER as f64 {
        return Some((number as i64).to_string());
    }
    Hundredths::from_number(number).map(|number| number.to_string())
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
    use super::{MissingParameter, address};
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
    fn a_missing_argument_fails_before_anything_is_sent() {
        let missing = |name: &str| Err(MissingParameter(name.into()));
        assert_eq!(address(info("GetCompany"), "", &Value::Nothing, &Value::Nothing, false), missing("companyId"));
        assert_eq!(address(info("CreateCompany"), "", &Value::Nothing, &Value::Nothing, false), missing("body"));
        let text = MissingParameter("companyId".into()).to_string();
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
}
