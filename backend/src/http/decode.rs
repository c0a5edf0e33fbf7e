//! Reading what was sent: rules first, then types, each failure named by its field.

use crate::{auth::login_id, clock, problem::Problem};
use actix_web::dev::Payload;
use actix_web::web::{self, Bytes, BytesMut};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use std::{
    fs::File,
    io::{Seek as _, Write as _},
};
use unicode_normalization::{UnicodeNormalization, is_nfc};
use uno_core::contract::{
    error::ErrorCode,
    validation::{Form, Kind, Value, Violation, camel_case},
};

/// Largest JSON body in bytes.
pub const MOST_JSON: usize = 256 * 1024;

/// Most values of a query: each of its lists has at most 200.
const MOST_PAIRS: usize = 1_000;

/// The body, up to `most` bytes.
///
/// # Errors
/// [`ErrorCode::TooLarge`], or [`ErrorCode::Malformed`] when the connection breaks off.
pub async fn body(payload: &mut Payload, declared: Option<usize>, most: usize) -> Result<Bytes, Problem> {
    if declared.is_some_and(|length| length > most) {
        return Err(Problem::new(ErrorCode::TooLarge));
    }
    let mut bytes = BytesMut::with_capacity(declared.unwrap_or(0).min(64 * 1024));
    while let Some(piece) = payload.next().await {
        let piece = piece.map_err(|_| Problem::new(ErrorCode::Malformed))?;
        if bytes.len() + piece.len() > most {
            return Err(Problem::new(ErrorCode::TooLarge));
        }
        bytes.extend_from_slice(&piece);
    }
    Ok(bytes.freeze())
}

/// Bytes of a file that are gathered before they are written.
const GATHERED: usize = 256 * 1024;

/// A body as a file of the system, at its beginning, up to `most` bytes: however many people upload
/// at the same time, their files are not in memory.
///
/// # Errors
/// [`ErrorCode::TooLarge`], or [`ErrorCode::Malformed`] when the connection breaks off.
pub async fn file(payload: &mut Payload, declared: Option<usize>, most: usize) -> Result<File, Problem> {
    if declared.is_some_and(|length| length > most) {
        return Err(Problem::new(ErrorCode::TooLarge));
    }
    let mut file = web::block(tempfile::tempfile).await.map_err(Problem::internal)??;
    let (mut length, mut gathered) = (0, BytesMut::with_capacity(GATHERED));
    loop {
        let piece = payload.next().await.transpose().map_err(|_| Problem::new(ErrorCode::Malformed))?;
        let is_last = piece.is_none();
        let piece = piece.unwrap_or_default();
        length += piece.len();
        if length > most {
            return Err(Problem::new(ErrorCode::TooLarge));
        }
        gathered.extend_from_slice(&piece);
        if is_last || gathered.len() >= GATHERED {
            let written = gathered.split().freeze();
            let write = move || {
                file.write_all(&written)?;
                if is_last {
                    file.rewind()?;
                }
                Ok::<_, std::io::Error>(file)
            };
            file = web::block(write).await.map_err(Problem::internal)??;
        }
        if is_last {
            return Ok(file);
        }
    }
}

/// A JSON body by the rules of its form.
///
/// # Errors
/// [`ErrorCode::Malformed`] for what is no JSON, [`ErrorCode::Invalid`] with the fields at fault.
pub fn json<T: DeserializeOwned>(bytes: &[u8], form: &Form) -> Result<T, Problem> {
    let mut value: Json = serde_json::from_slice(bytes).map_err(|_| Problem::new(ErrorCode::Malformed))?;
    tidy(&mut value, form);
    let violations = form.violations(&Value::from(&value), clock::today());
    if !violations.is_empty() {
        return Err(Problem::invalid(violations));
    }
    typed(serde_path_to_error::deserialize(value))
}

/// A query string by the rules of its form.
///
/// # Errors
/// [`ErrorCode::Invalid`] with the fields at fault.
pub fn query<T: DeserializeOwned>(text: &str, form: &Form) -> Result<T, Problem> {
    if form.fields.is_empty() {
        return typed(serde_path_to_error::deserialize(Json::Null));
    }
    let mut pairs: Vec<(String, String)> =
        serde_html_form::from_str(text).map_err(|_| Problem::new(ErrorCode::Malformed))?;
    pairs.retain_mut(|(_, value)| {
        tidy_text(value);
        !value.is_empty()
    });
    if pairs.len() > MOST_PAIRS {
        return Err(Problem::new(ErrorCode::TooLarge));
    }
    let mut entries: Vec<(String, Value)> = Vec::with_capacity(pairs.len());
    for (name, value) in &pairs {
        let value = Value::Text(value.clone());
        match entries.iter_mut().find(|(known, _)| known == name) {
            Some((_, Value::List(items))) => items.push(value),
            Some((_, first)) => *first = Value::List(vec![std::mem::replace(first, Value::Nothing), value]),
            None => entries.push((name.clone(), value)),
        }
    }
    let violations = form.violations(&Value::Object(entries), clock::today());
    if !violations.is_empty() {
        return Err(Problem::invalid(violations));
    }
    let pairs = serde_html_form::to_string(pairs).map_err(Problem::internal)?;
    let parsed = serde_html_form::Deserializer::from_bytes(pairs.as_bytes());
    typed(serde_path_to_error::deserialize(parsed))
}

/// The placeholders of a path; numbers are given as such.
///
/// # Errors
/// [`ErrorCode::Invalid`] with the placeholder at fault.
pub fn path<'a, T: DeserializeOwned>(values: impl Iterator<Item = (&'a str, &'a str)>) -> Result<T, Problem> {
    let mut object = serde_json::Map::new();
    for (name, value) in values {
        let value = value
            .parse::<u32>()
            .map_or_else(|_| value.parse::<i64>().map_or_else(|_| Json::from(value), Json::from), Json::from);
        object.insert(name.into(), value);
    }
    typed(serde_path_to_error::deserialize(if object.is_empty() { Json::Null } else { Json::Object(object) }))
}

fn typed<T, E: std::error::Error>(result: Result<T, serde_path_to_error::Error<E>>) -> Result<T, Problem> {
    result.map_err(|error| {
        let path = error.path().to_string();
        Problem::invalid(vec![Violation::new(if path == "." { "" } else { &path }, "type")])
    })
}

/// Text becomes NFC without white space around it, and blank text nothing; secrets stay as they are.
fn tidy(value: &mut Json, form: &Form) {
    let Json::Object(object) = value else { return };
    for field in form.fields {
        if matches!(field.kind, Kind::Secret { .. }) {
            continue;
        }
        if let Some(entry) = object.get_mut(&camel_case(field.name))
            && let Json::String(text) = entry
        {
            match field.kind {
                Kind::LoginId => *text = login_id::key(text),
                _ => tidy_text(text),
            }
            if text.is_empty() {
                *entry = Json::Null;
            }
        }
    }
}

fn tidy_text(text: &mut String) {
    if !is_nfc(text) {
        *text = text.nfc().collect();
    }
    let trimmed = text.trim();
    if trimmed.len() != text.len() {
        *text = trimmed.to_owned();
    }
}

#[cfg(test)]
mod tests {
    use super::{json, query};
    use uno_core::contract::{
        companies::{CompanyFilter, CompanySave, CompanyType},
        error::ErrorCode,
        validation::Rules,
    };

    #[test]
    fn a_query_repeats_the_key_of_a_list() {
        let filter: Result<CompanyFilter, _> =
            query("types=VENDOR&types=DEALER&name=+%EA%B9%80+&page=2&parentCompanyId=", CompanyFilter::FORM);
        assert!(matches!(
            filter,
            Ok(CompanyFilter { types, name: Some(name), page: Some(2), parent_company_id: None, .. })
                if types == [CompanyType::Vendor, CompanyType::Dealer] && name == "김"
        ));
    }

    #[test]
    fn a_wrong_query_names_the_field() {
        for (text, path) in
            [("page=x", "page"), ("pageSize=0", "pageSize"), ("types=SHOP", "types"), ("evil=1", "evil")]
        {
            let problem = query::<CompanyFilter>(text, CompanyFilter::FORM).err();
            let fields = problem.map(|problem| problem.fields).unwrap_or_default();
            assert_eq!(fields.first().map(|field| field.path.as_str()), Some(path), "{text}");
        }
    }

    #[test]
    fn a_query_of_very_many_values_is_refused_at_once() {
        let text: String = (0..30_000).map(|number| format!("x{number}=1&")).collect();
        let started = std::time::Instant::now();
        let problem = query::<CompanyFilter>(&text, CompanyFilter::FORM).err();
        assert!(problem.is_some_and(|problem| problem.code == ErrorCode::TooLarge));
        assert!(started.elapsed() < std::time::Duration::from_millis(250), "{:?}", started.elapsed());
    }

    #[test]
    fn a_wrong_body_names_the_field_and_no_json_is_malformed() {
        let problem = json::<CompanySave>(br#"{"type":"VENDOR","name":7}"#, CompanySave::FORM).err();
        assert!(problem.is_some_and(|problem| problem.fields.iter().any(|field| field.path == "name")));
        let problem = json::<CompanySave>(b"{", CompanySave::FORM).err();
        assert!(problem.is_some_and(|problem| problem.code == ErrorCode::Malformed));
    }

    #[test]
    fn text_is_normalised_and_blank_text_is_nothing() {
        let body = "{\"type\":\"VENDOR\",\"name\":\" \u{1100}\u{1161} \",\"memo\":\"  \"}";
        let saved: Result<CompanySave, _> = json(body.as_bytes(), CompanySave::FORM);
        assert!(matches!(saved, Ok(CompanySave { name, memo: None, .. }) if name == "가"));
    }
}
