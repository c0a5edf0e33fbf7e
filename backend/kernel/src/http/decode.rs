//! Decodes requests: rules first, then types. Each error names its field.

use super::json as unique;
use crate::{auth::login_id, clock, problem::Problem, rich_text, workers};
use actix_web::{
    HttpRequest,
    dev::Payload,
    http::header,
    web::{self, Bytes, BytesMut},
};
use futures_util::StreamExt;
use serde::de::DeserializeOwned;
use serde_json::{Value as Json, map::Entry};
use std::{
    fs::File,
    io::{Seek as _, Write as _},
};
use unicode_normalization::{UnicodeNormalization, is_nfc};
use uno_core::{
    contract::{
        bulk::BulkRequest,
        error::ErrorCode,
        validation::{Form, Kind, MAX_SAFE_INTEGER, MAX_VIOLATIONS, Rules as _, Value, Violation, camel_case, path_in},
    },
    domain::{
        text::{changes_direction, visible},
        time::Timestamp,
    },
};

/// Maximum size of a JSON body in bytes.
pub const MAX_JSON: usize = 256 * 1024;

/// Maximum size in bytes of a JSON body whose records are validated one by one.
pub const MAX_BATCH: usize = 8 * 1024 * 1024;

/// Maximum number of values of a query: each of its lists has at most 200.
const MAX_PAIRS: usize = 1_000;

/// Returns the value of a cookie.
#[must_use]
pub fn cookie<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    let cookies = request.headers().get_all(header::COOKIE).filter_map(|header| header.to_str().ok());
    cookies
        .flat_map(|header| header.split(';'))
        .find_map(|cookie| cookie.trim_start().strip_prefix(name)?.strip_prefix('='))
}

/// Reads a body of up to `most` bytes.
///
/// # Errors
/// Returns [`ErrorCode::TooLarge`], or [`ErrorCode::Malformed`] if the connection breaks off.
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

/// Number of bytes of a file that are buffered before they are written.
const GATHERED: usize = 256 * 1024;

/// Stores a body of up to `most` bytes in a temporary file, rewound to its beginning. Uploads are never held in
/// memory, however many there are at a time.
///
/// # Errors
/// Returns [`ErrorCode::TooLarge`], or [`ErrorCode::Malformed`] if the connection breaks off.
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

/// Parses a JSON body in the format of another standard, whose rules the handler checks.
///
/// # Errors
/// Returns [`ErrorCode::Malformed`] if it is not JSON or has a duplicate name.
pub fn any_json(bytes: &[u8]) -> Result<Json, Problem> {
    unique::read(bytes)
}

/// Parses a JSON body by the rules of its form.
///
/// # Errors
/// Returns [`ErrorCode::Malformed`] if it is not JSON, or [`ErrorCode::Invalid`] with the fields at fault.
pub fn json(bytes: &[u8], form: &Form) -> Result<Json, Problem> {
    let mut value: Json = unique::read(bytes)?;
    let mut violations = Vec::new();
    normalise(&mut value, form, &str::to_owned, &mut violations);
    checked(value, form, violations)
}

/// Parses a JSON body whose records are validated one by one, by [`record`]. All other fields are validated by the
/// form. The lists only have to be lists, with no more records in total than the longest of them may have.
///
/// # Errors
/// Returns [`ErrorCode::Malformed`] if it is not JSON, or [`ErrorCode::Invalid`] with the fields at fault.
pub fn batch(bytes: &[u8], form: &Form) -> Result<Json, Problem> {
    let mut value: Json = unique::read(bytes)?;
    let mut lists = Vec::new();
    let (mut found, mut records, mut most) = (Vec::new(), 0, 0);
    for field in form.fields {
        let Kind::Forms { max, .. } = field.kind else { continue };
        most = most.max(max);
        let name = camel_case(field.name);
        let Some(list) = value.get_mut(&name).map(Json::take) else { continue };
        match &list {
            Json::Array(items) => {
                records += items.len();
                if records > most {
                    found.push(Violation::new(&name, "tooMany").with("max", most));
                }
            }
            Json::Null => {}
            _ => found.push(Violation::new(&name, "type")),
        }
        lists.push((name, list));
    }
    normalise(&mut value, form, &str::to_owned, &mut found);
    let mut value = checked(value, form, found)?;
    for (name, list) in lists {
        if let Some(place) = value.get_mut(&name) {
            *place = list;
        }
    }
    Ok(value)
}

/// Parses the JSON body of a bulk action: the action, its records, and the changes to their fields. Each changed
/// field is validated by its own rule, as in [`patch`].
///
/// # Errors
/// Returns [`ErrorCode::Malformed`] if it is not JSON, or [`ErrorCode::Invalid`] with the fields at fault.
pub fn bulk(bytes: &[u8], form: &Form) -> Result<Json, Problem> {
    let mut request: Json = unique::read(bytes)?;
    let changes = request.as_object_mut().and_then(|fields| fields.remove(CHANGES)).unwrap_or(Json::Null);
    let mut violations = Vec::new();
    normalise(&mut request, BulkRequest::FORM, &str::to_owned, &mut violations);
    let mut changes = if changes.is_null() { Json::Object(serde_json::Map::new()) } else { changes };
    let laid = patched(&mut changes, form);
    violations.extend(laid.into_iter().map(|violation| {
        let path = if violation.path.is_empty() { CHANGES.into() } else { format!("{CHANGES}.{}", violation.path) };
        Violation { path, ..violation }
    }));
    let request = checked(request, BulkRequest::FORM, violations)?;
    Ok(serde_json::json!({ "request": request, CHANGES: changes }))
}

/// Name of the field that holds the changes.
pub const CHANGES: &str = "changes";

/// Decodes one record of a batch by the rules of its form.
///
/// # Errors
/// Returns the violations of the rules.
pub fn record<T: DeserializeOwned>(mut value: Json, form: &Form) -> Result<T, Vec<Violation>> {
    let mut violations = Vec::new();
    normalise(&mut value, form, &str::to_owned, &mut violations);
    checked(value, form, violations).and_then(typed).map_err(|problem| problem.fields)
}

/// Parses a merge patch; each field is validated by its own rule. Rules across fields are checked by [`merged`],
/// once the patch is applied to the record.
///
/// # Errors
/// Returns [`ErrorCode::Malformed`] if it is not JSON, or [`ErrorCode::Invalid`] with the fields at fault.
pub fn patch(bytes: &[u8], form: &Form) -> Result<Json, Problem> {
    let mut value: Json = unique::read(bytes)?;
    let violations = patched(&mut value, form);
    if violations.is_empty() { Ok(value) } else { Err(Problem::invalid(violations)) }
}

/// Normalises the fields of a patch; returns the violations.
fn patched(value: &mut Json, form: &Form) -> Vec<Violation> {
    let mut violations = Vec::new();
    normalise(value, form, &str::to_owned, &mut violations);
    // Absent fields keep their value, so rules across fields cannot be checked yet.
    let each = Form { also: None, ..*form };
    let mut found = each.violations(&Value::from(&*value), clock::today());
    let is_field = |path: &str| form.field(path).is_some();
    found.retain(|violation| {
        violation.code != "required" || !is_field(&violation.path) || value.get(&violation.path).is_some()
    });
    add_others(&mut violations, found);
    violations
}

/// Applies a merge patch (RFC 7396) to the current form, and validates the result by all rules of the form. Forms have
/// no nested objects: a list is replaced as a whole, and `null` is stored as the field's value.
///
/// # Errors
/// Returns [`ErrorCode::Invalid`] with the fields at fault.
pub fn merged<T: DeserializeOwned>(mut stored: Json, sent: &Json, form: &Form) -> Result<T, Problem> {
    if let (Json::Object(fields), Json::Object(sent)) = (&mut stored, sent) {
        fields.extend(sent.iter().map(|(name, value)| (name.clone(), value.clone())));
    }
    typed(checked(stored, form, Vec::new())?)
}

/// Validates a form by all its rules.
///
/// # Errors
/// Returns [`ErrorCode::Invalid`] with the fields at fault.
pub fn checked(value: Json, form: &Form, mut violations: Vec<Violation>) -> Result<Json, Problem> {
    add_others(&mut violations, form.violations(&Value::from(&value), clock::today()));
    if violations.is_empty() { Ok(value) } else { Err(Problem::invalid(violations)) }
}

/// Decodes a query string by the rules of its form. Blank values count as absent, but are not ignored: an
/// undeclared parameter, or a repeated one that is not a list, is still an error.
///
/// # Errors
/// Returns [`ErrorCode::Malformed`] if it is not a query string, [`ErrorCode::TooLarge`] if it has too many values, or
/// [`ErrorCode::Invalid`] with the fields at fault.
pub fn query(text: &str, form: &Form) -> Result<Json, Problem> {
    let mut pairs: Vec<(String, String)> =
        serde_html_form::from_str(text).map_err(|_| Problem::new(ErrorCode::Malformed))?;
    if pairs.len() > MAX_PAIRS {
        return Err(Problem::new(ErrorCode::TooLarge));
    }
    let mut violations = Vec::new();
    pairs.retain_mut(|(name, value)| {
        let kind = form.field(name).map(|field| field.kind);
        violations.extend(normalise_text(value, name, kind));
        !value.is_empty() || !kind.is_some_and(Kind::is_list)
    });
    let mut entries: Vec<(String, Value)> = Vec::with_capacity(pairs.len());
    for (name, value) in &pairs {
        let value = Value::Text(value.clone());
        match entries.iter_mut().find(|(known, _)| known == name) {
            Some((_, Value::List(items))) => items.push(value),
            Some((_, first)) => *first = Value::List(vec![std::mem::replace(first, Value::Nothing), value]),
            None => entries.push((name.clone(), value)),
        }
    }
    add_others(&mut violations, form.violations(&Value::Object(entries), clock::today()));
    if !violations.is_empty() {
        return Err(Problem::invalid(violations));
    }
    if form.fields.is_empty() {
        return Ok(Json::Null);
    }
    let mut object = serde_json::Map::new();
    for (name, value) in pairs.into_iter().filter(|(_, value)| !value.is_empty()) {
        let kind = form.field(&name).map(|field| field.kind);
        let value = kind.map_or(Json::Null, |kind| of_kind(value, kind));
        match object.entry(name) {
            Entry::Occupied(mut entry) => {
                if let Json::Array(items) = entry.get_mut() {
                    items.push(value);
                }
            }
            Entry::Vacant(entry) => {
                entry.insert(if kind.is_some_and(Kind::is_list) { Json::Array(vec![value]) } else { value });
            }
        }
    }
    Ok(Json::Object(object))
}

/// Converts a parameter to the type of its rule, which it has passed. If it cannot be converted it stays text,
/// which decoding then reports as a type error.
fn of_kind(text: String, kind: Kind) -> Json {
    let number = || text.parse::<i64>().ok().map(Json::from);
    match kind {
        Kind::Integer { .. } | Kind::Integers { .. } | Kind::Id | Kind::Ids => number(),
        Kind::Decimal { .. } => text.parse::<f64>().ok().map(Json::from),
        Kind::Flag => text.parse::<bool>().ok().map(Json::from),
        _ => None,
    }
    .unwrap_or(Json::String(text))
}

/// Returns the path parameters. A canonical identifier becomes a number. Anything else, including a number with a
/// sign or a leading zero, stays text and is never decoded as an identifier.
#[must_use]
pub fn path<'a>(values: impl Iterator<Item = (&'a str, &'a str)>) -> Json {
    let mut object = serde_json::Map::new();
    for (name, value) in values {
        let id = value.parse::<i64>().ok().filter(|id| (1..=MAX_SAFE_INTEGER).contains(id) && id.to_string() == value);
        object.insert(name.into(), id.map_or_else(|| Json::from(value), Json::from));
    }
    if object.is_empty() { Json::Null } else { Json::Object(object) }
}

/// Sanitises the rich text of a body. This takes long enough for a worker thread, and must not run in a
/// transaction.
///
/// # Errors
/// Returns [`ErrorCode::Invalid`] with the field that has become empty or too long.
pub async fn sanitise_rich_text(
    mut body: Json,
    rich: &'static [&'static str],
    form: &'static Form,
) -> Result<Json, Problem> {
    if !rich.iter().any(|name| body[name].is_string()) {
        return Ok(body);
    }
    let work = move || {
        let mut violations = Vec::new();
        for name in rich {
            let Some(Json::String(text)) = body.get_mut(name) else { continue };
            *text = rich_text::sanitised(text);
            let most = form.field(name).map(|field| field.kind);
            let most = most.and_then(Kind::max_characters);
            if rich_text::is_empty(text) {
                violations.push(Violation::new(name, "required"));
            } else if let Some(most) = most.filter(|most| text.chars().nth(*most).is_some()) {
                // Sanitising adds attributes to links, which makes them longer.
                violations.push(Violation::new(name, "tooLong").with("max", most));
            }
        }
        if violations.is_empty() { Ok(body) } else { Err(Problem::invalid(violations)) }
    };
    workers::run_blocking(work).await
}

/// Deserialises a value into its type.
///
/// # Errors
/// Returns [`ErrorCode::Invalid`] with the field at fault.
pub fn typed<T: DeserializeOwned>(value: Json) -> Result<T, Problem> {
    serde_path_to_error::deserialize(value).map_err(|error: serde_path_to_error::Error<serde_json::Error>| {
        let path = error.path().to_string();
        Problem::invalid(vec![Violation::new(if path == "." { "" } else { &path }, "type")])
    })
}

/// Adds violations of fields that have none yet, up to the maximum.
fn add_others(violations: &mut Vec<Violation>, mut found: Vec<Violation>) {
    violations.truncate(MAX_VIOLATIONS);
    found.retain(|violation| violations.iter().all(|known| known.path != violation.path));
    violations.append(&mut found);
    violations.truncate(MAX_VIOLATIONS);
}

/// Normalises the values of a form. Text becomes NFC and is trimmed; blank text becomes `null`; secrets stay
/// unchanged. A whole number may be written with a fraction or an exponent, since JSON does not distinguish them.
/// Adds a violation for text that is too long; `path` turns the name of a field into its full path.
fn normalise(value: &mut Json, form: &Form, path: &dyn Fn(&str) -> String, violations: &mut Vec<Violation>) {
    let Json::Object(object) = value else { return };
    add_offsets(object, form);
    for (name, entry) in object {
        let Some(field) = form.field(name) else { continue };
        match (field.kind, &mut *entry) {
            (Kind::Integer { .. } | Kind::Id, Json::Number(number)) => {
                if let Some(whole) = whole(number) {
                    *entry = whole.into();
                }
            }
            (kind, Json::String(text)) if kind.is_text() => {
                match kind {
                    Kind::LoginId => *text = login_id::key(text),
                    _ => violations.extend(normalise_text(text, &path(name), Some(kind))),
                }
                if text.is_empty() {
                    *entry = Json::Null;
                }
            }
            (Kind::Forms { form, max }, Json::Array(items)) => {
                for (index, item) in items.iter_mut().enumerate().take(max) {
                    normalise(item, form, &|field| path(&path_in(name, index, field)), violations);
                }
            }
            (kind, Json::Array(items)) if kind.is_list() => {
                for item in items {
                    if let Json::Number(number) = item
                        && let Some(whole) = whole(number)
                    {
                        *item = whole.into();
                    }
                }
            }
            _ => {}
        }
    }
}

/// Fills in the UTC offset of an instant, if the form has a separate field for it (`measuredAtOffset` beside
/// `measuredAt`) and it was not sent. The instant itself does not keep the offset.
fn add_offsets(object: &mut serde_json::Map<String, Json>, form: &Form) {
    for field in form.fields.iter().filter(|field| matches!(field.kind, Kind::Instant)) {
        let name = camel_case(field.name);
        let offset = format!("{name}Offset");
        if form.field(&offset).is_none() || object.contains_key(&offset) {
            continue;
        }
        let sent_offset = object.get(&name).and_then(Json::as_str).map(str::trim).and_then(Timestamp::offset_of);
        if let Some(minutes) = sent_offset {
            object.insert(offset, minutes.into());
        }
    }
}

/// Returns the integer value of a number written as `7.0` or `7e0`.
#[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]
fn whole(number: &serde_json::Number) -> Option<i64> {
    let number = number.as_f64().filter(|_| number.is_f64())?;
    (number.fract() == 0.0 && number.abs() <= MAX_SAFE_INTEGER as f64).then_some(number as i64)
}

/// Normalises a text. Its length is checked in NFC, but before characters are removed: the documented limit applies to
/// the text that is sent.
fn normalise_text(text: &mut String, name: &str, kind: Option<Kind>) -> Option<Violation> {
    if !is_nfc(text) {
        *text = text.nfc().collect();
    }
    let most = kind.and_then(Kind::max_characters);
    let violation = most
        .filter(|most| text.chars().nth(*most).is_some())
        .map(|most| Violation::new(name, "tooLong").with("max", most));
    // Names that look the same are the same. Characters that change the direction of text are kept for the rules to
    // refuse, unless there are no other characters.
    let seen = if text.is_ascii() { text.trim().to_owned() } else { visible(text) };
    let normalise = if !seen.is_empty() && text.chars().any(changes_direction) { text.trim().to_owned() } else { seen };
    if normalise.len() != text.len() {
        *text = normalise;
    }
    violation
}

#[cfg(test)]
mod tests {
    use super::{merged, patch, typed};
    use crate::problem::Problem;
    use serde::de::DeserializeOwned;
    use serde_json::{Value as Json, json as value};
    use uno_core::contract::{
        companies::{CompanyFilter, CompanyId, CompanyPath, CompanySave, CompanyType},
        error::ErrorCode,
        heart_rate_measurements::HeartRateMeasurementSave,
        validation::{Field, Form, Rules, kinds},
    };

    fn query<T: DeserializeOwned>(text: &str, form: &Form) -> Result<T, Problem> {
        super::query(text, form).and_then(typed)
    }

    fn json<T: DeserializeOwned>(bytes: &[u8], form: &Form) -> Result<T, Problem> {
        super::json(bytes, form).and_then(typed)
    }

    fn first_field(problem: Option<Problem>) -> Option<String> {
        problem?.fields.first().map(|field| field.path.clone())
    }

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
    fn an_instant_says_by_which_clock_where_the_form_keeps_that() {
        for (sent, offset) in [
            (value!({ "measuredAt": "2026-01-05T09:00:00+09:00" }), Some(540)),
            (value!({ "measuredAt": " 2026-01-04T19:00:00-05:00 " }), Some(-300)),
            (value!({ "measuredAt": "2026-01-05T00:00:00Z" }), None),
            (value!({ "measuredAt": "2026-01-05T09:00:00+09:00", "measuredAtOffset": 60 }), Some(60)),
            (value!({ "measuredAt": "2026-01-05T09:00:00+09:00", "measuredAtOffset": null }), None),
            (value!({ "rate": 60 }), None),
        ] {
            let found = patch(sent.to_string().as_bytes(), HeartRateMeasurementSave::FORM);
            let sent_offset = found.ok().and_then(|found| found["measuredAtOffset"].as_i64());
            assert_eq!(sent_offset, offset, "{sent}");
        }
    }

    #[test]
    fn a_wrong_query_names_the_field() {
        for (text, path) in
            [("page=x", "page"), ("pageSize=0", "pageSize"), ("types=SHOP", "types"), ("evil=1", "evil")]
        {
            let problem = query::<CompanyFilter>(text, CompanyFilter::FORM).err();
            assert_eq!(first_field(problem).as_deref(), Some(path), "{text}");
        }
    }

    #[test]
    fn a_parameter_that_nobody_declared_is_refused_when_it_is_blank_and_where_there_is_no_query() {
        for text in ["evil=", "page=1&evil"] {
            assert_eq!(first_field(query::<CompanyFilter>(text, CompanyFilter::FORM).err()).as_deref(), Some("evil"));
        }
        assert_eq!(first_field(query::<()>("evil=1", <()>::FORM).err()).as_deref(), Some("evil"));
        assert!(query::<()>("", <()>::FORM).is_ok());
    }

    #[test]
    fn a_single_parameter_that_is_repeated_is_refused() {
        for text in ["page=1&page=2", "page=&page=2", "name=a&name=a"] {
            let field = first_field(query::<CompanyFilter>(text, CompanyFilter::FORM).err());
            assert_eq!(field.as_deref(), text.split('=').next(), "{text}");
        }
    }

    #[test]
    fn no_more_is_told_of_a_query_than_of_a_body() {
        let long = vec![format!("name={}", "a".repeat(101)); 200].join("&");
        let problem = query::<CompanyFilter>(&long, CompanyFilter::FORM).err();
        assert_eq!(problem.map(|problem| problem.fields.len()), Some(50));
    }

    #[test]
    fn a_patch_is_laid_upon_what_stands_and_the_whole_form_rules() {
        let stored = || value!({"type": "VENDOR", "name": "가", "memo": "나", "version": 3});
        let laid = |text: &[u8]| {
            let sent: Json = patch(text, CompanySave::FORM)?;
            merged::<CompanySave>(stored(), &sent, CompanySave::FORM)
        };
        let saved = laid(br#"{"memo": null}"#);
        assert!(matches!(saved, Ok(CompanySave { name, memo: None, .. }) if name == "가"), "absent stays, null clears");
        for (text, path) in
            [(&br#"{"name": null}"#[..], "name"), (br#"{"evil": 1}"#, "evil"), (br#"{"type": "SHOP"}"#, "type")]
        {
            assert_eq!(first_field(laid(text).err()).as_deref(), Some(path));
        }
        assert_eq!(
            first_field(laid(br#"{"type": "DEALER"}"#).err()).as_deref(),
            Some("parentCompanyId"),
            "a rule between fields"
        );
    }

    #[test]
    fn a_placeholder_is_an_identifier_as_it_is_written() {
        let read = |text: &str| typed::<CompanyPath>(super::path([("companyId", text)].into_iter()));
        assert!(matches!(read("7"), Ok(CompanyPath { company_id: CompanyId(7) })));
        for text in ["0", "-1", "+7", "07", "7.0", "x", "9007199254740992"] {
            assert_eq!(first_field(read(text).err()).as_deref(), Some("companyId"), "{text}");
        }
    }

    #[test]
    fn a_whole_number_may_be_written_with_a_fraction_and_no_number_is_blank() {
        let save = |version: &str| {
            let body = format!(r#"{{"type":"VENDOR","name":"a","version":{version}}}"#);
            json::<CompanySave>(body.as_bytes(), CompanySave::FORM)
        };
        assert!(matches!(save("7.0"), Ok(CompanySave { version: Some(7), .. })));
        for text in [r#""""#, r#""7""#, "7.5", "true"] {
            assert_eq!(first_field(save(text).err()).as_deref(), Some("version"), "{text}");
        }
    }

    const ROWS: &Form = &Form {
        name: "Rows",
        fields: &[Field { name: "rows", required: false, kind: kinds::forms(ROW, 2) }],
        also: None,
    };
    const ROW: &Form = &Form {
        name: "Row",
        fields: &[
            Field { name: "name", required: true, kind: kinds::text(1, 3) },
            Field { name: "size", required: false, kind: kinds::integer(1, 9) },
        ],
        also: None,
    };

    #[test]
    fn what_stands_in_a_record_of_a_list_is_made_tidy_too() {
        let body = "{\"rows\":[{\"name\":\" \u{1100}\u{1161} \",\"size\":7e0}]}";
        let read = super::json(body.as_bytes(), ROWS).ok();
        assert_eq!(read, Some(value!({"rows": [{"name": "가", "size": 7}]})));
        let long = super::json(br#"{"rows":[{"name":"a   "}]}"#, ROWS).err();
        assert_eq!(first_field(long).as_deref(), Some("rows[0].name"));
    }

    #[test]
    fn a_patch_replaces_a_list_of_records_whose_every_record_is_whole() {
        let stored = value!({"rows": [{"name": "가", "size": 3}]});
        let laid = |text: &[u8]| merged::<Json>(stored.clone(), &patch(text, ROWS)?, ROWS);
        assert_eq!(laid(br#"{"rows":[{"name":"b"}]}"#).ok(), Some(value!({"rows": [{"name": "b"}]})));
        assert_eq!(first_field(laid(br#"{"rows":[{"size":3}]}"#).err()).as_deref(), Some("rows[0].name"));
        assert_eq!(laid(b"{}").ok(), Some(stored.clone()));
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
    fn white_space_around_a_text_counts_as_sent() {
        let long = format!("name={}a", "+".repeat(100));
        assert_eq!(first_field(query::<CompanyFilter>(&long, CompanyFilter::FORM).err()).as_deref(), Some("name"));
        let body = format!(r#"{{"type":"VENDOR","name":"a{}"}}"#, " ".repeat(100));
        let problem = json::<CompanySave>(body.as_bytes(), CompanySave::FORM).err();
        assert_eq!(first_field(problem).as_deref(), Some("name"));
    }

    #[test]
    fn text_is_normalised_and_blank_text_is_nothing() {
        let body = "{\"type\":\"VENDOR\",\"name\":\" \u{1100}\u{1161} \",\"memo\":\"  \"}";
        let saved: Result<CompanySave, _> = json(body.as_bytes(), CompanySave::FORM);
        assert!(matches!(saved, Ok(CompanySave { name, memo: None, .. }) if name == "가"));
        for unseen in ["\u{2066}", "\u{202E}", "\u{200F} \u{2066}", "\u{200B}"] {
            let body =
                format!("{{\"type\":\"VENDOR\",\"name\":\"가\",\"email\":\"{unseen}\",\"phoneNumber\":\"{unseen}\"}}");
            let saved: Result<CompanySave, _> = json(body.as_bytes(), CompanySave::FORM);
            assert!(matches!(saved, Ok(CompanySave { email: None, phone_number: None, .. })), "{unseen:?}");
        }
    }
}
