//! Checks every response in the tests against the OpenAPI document: status, content type, headers and body. Every
//! accepted request must be valid in the document too.

use crate::openapi;
use jsonschema::{Draft, Validator};
use kernel::http::decode;
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use std::{
    collections::HashMap,
    io::Read,
    sync::{Arc, LazyLock, Mutex},
};
use uno_core::contract::validation::{Field, Form, Kind, kinds};
use ureq::{
    Body, SendBody,
    http::{Request, Response, header},
    middleware::MiddlewareNext,
};

static DOCUMENT: LazyLock<Json> = LazyLock::new(openapi::document);

/// Compiled schemas by their path in the document.
static VALIDATORS: LazyLock<Mutex<HashMap<String, Arc<Validator>>>> = LazyLock::new(Mutex::default);

/// Sends a request and checks the response; every request of the tests passes through here.
pub fn checked(request: Request<SendBody>, next: MiddlewareNext) -> Result<Response<Body>, ureq::Error> {
    let (method, path) = (request.method().as_str().to_ascii_lowercase(), request.uri().path().to_owned());
    let (parts, mut body) = next.handle(request)?.into_parts();
    let mut bytes = Vec::new();
    body.as_reader().read_to_end(&mut bytes)?;
    let answer = Response::from_parts(parts, Body::builder().data(bytes.clone()));
    if path.starts_with("/api/v1/") || path.starts_with("/b2b/v1/") {
        check_answer(&method, &path, &answer, &bytes);
    }
    Ok(answer)
}

/// Checks that an accepted request is valid in the document.
pub fn check_accepted(method: &str, address: &str, body: &[u8]) {
    let path = address.split_once("/api/").map_or("", |(_, path)| path);
    let path = format!("/api/{}", path.split('?').next().unwrap_or_default());
    let Some((template, item)) = path_item(&path) else { return };
    let method = method.to_ascii_lowercase();
    if item[&method]["requestBody"]["content"]["application/json"].is_object() {
        let place =
            ["paths", template, method.as_str(), "requestBody", "content", "application/json", "schema"].map(escaped);
        let body = serde_json::from_slice(body).unwrap();
        assert_valid(&place.join("/"), &body, &format!("the accepted body of {method} {path}"));
    }
}

fn check_answer(method: &str, path: &str, answer: &Response<Body>, bytes: &[u8]) {
    let status = answer.status().as_u16();
    let what = format!("{method} {path}: {status} {}", String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]));
    let Some((template, item)) = path_item(path) else {
        assert_eq!(status, 404, "{what}");
        return assert_valid("components/schemas/ErrorBody", &serde_json::from_slice(bytes).unwrap(), &what);
    };
    let operation = &item[method];
    if operation.is_null() {
        assert_eq!(status, 405, "{what}");
        let allowed = answer.headers()["allow"].to_str().unwrap().to_lowercase();
        assert!(item.as_object().unwrap().keys().all(|method| allowed.contains(method)), "{allowed:?}: {what}");
        return assert_valid("components/schemas/ErrorBody", &serde_json::from_slice(bytes).unwrap(), &what);
    }
    let place = ["paths", template, method, "responses", &status.to_string()].map(escaped).join("/");
    assert!(DOCUMENT.pointer(&format!("/{place}")).is_some(), "not documented: {what}");
    let (place, response) = followed(place);
    for (name, header) in response["headers"].as_object().into_iter().flatten() {
        let header = header["$ref"].as_str().map_or(header, |reference| followed(reference[2..].into()).1);
        assert!(header["required"] != true || answer.headers().contains_key(name), "no header {name}: {what}");
    }
    let kind = answer.headers()[header::CONTENT_TYPE].to_str().unwrap().split(';').next().unwrap_or_default();
    assert!(response["content"][kind].is_object(), "{kind} is not documented: {what}");
    if kind == "application/json" {
        let place = format!("{place}/content/{}/schema", escaped(kind));
        assert_valid(&place, &serde_json::from_slice(bytes).unwrap(), &what);
    }
}

/// Resolves a path in the document, following references.
fn followed(place: String) -> (String, &'static Json) {
    let found = DOCUMENT.pointer(&format!("/{place}")).unwrap_or_else(|| panic!("no #/{place}"));
    match found["$ref"].as_str() {
        Some(reference) => followed(reference.trim_start_matches("#/").into()),
        None => (place, found),
    }
}

/// Returns the path of the document that matches a request path; paths without placeholders take precedence.
fn path_item(path: &str) -> Option<(&'static str, &'static Json)> {
    let fits = |template: &str| {
        template.split('/').count() == path.split('/').count()
            && template.split('/').zip(path.split('/')).all(|(part, given)| part.starts_with('{') || part == given)
    };
    let mut found: Vec<_> =
        DOCUMENT["paths"].as_object().unwrap().iter().filter(|(template, _)| fits(template)).collect();
    found.sort_by_key(|(template, _)| template.matches('{').count());
    found.first().map(|(template, item)| (template.as_str(), *item))
}

fn assert_valid(place: &str, value: &Json, what: &str) {
    let validator = {
        let mut validators = VALIDATORS.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        Arc::clone(validators.entry(place.into()).or_insert_with(|| Arc::new(compile(place))))
    };
    let wrong: Vec<_> =
        validator.iter_errors(value).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(wrong.is_empty(), "{what}\ndiffers from #/{place}: {wrong:#?}");
}

fn compile(place: &str) -> Validator {
    let mut schema = DOCUMENT.pointer(&format!("/{place}")).unwrap_or_else(|| panic!("no #/{place}")).clone();
    // References are relative to the root.
    schema["components"] = DOCUMENT["components"].clone();
    validator(&schema)
}

/// Compiles a schema of the document.
pub fn validator(schema: &Json) -> Validator {
    let options = jsonschema::options().with_draft(Draft::Draft202012).should_validate_formats(true);
    options.build(schema).unwrap()
}

fn escaped(part: &str) -> String {
    part.replace('~', "~0").replace('/', "~1")
}

#[test]
fn every_reference_leads_somewhere() {
    fn references(value: &Json, found: &mut Vec<String>) {
        match value {
            Json::Object(entries) => {
                found.extend(entries.get("$ref").and_then(Json::as_str).map(str::to_owned));
                entries.values().for_each(|value| references(value, found));
            }
            Json::Array(items) => items.iter().for_each(|item| references(item, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    references(&DOCUMENT, &mut found);
    assert!(found.len() > 100, "{}", found.len());
    for reference in found {
        let place = reference.strip_prefix('#').unwrap();
        assert!(DOCUMENT.pointer(place).is_some(), "{reference}");
    }
}

#[test]
fn enums_are_the_words_on_the_wire() {
    let schemas = &DOCUMENT["components"]["schemas"];
    assert_eq!(schemas["CompanyType"]["enum"], json!(["VENDOR", "DEALER", "RETAILER"]));
    assert_eq!(schemas["Authority"]["enum"][0], "ADMIN");
    assert_eq!(schemas["CompanySave"]["properties"]["type"]["enum"], json!(["VENDOR", "DEALER", "RETAILER"]));
}

/// Returns texts that nearly match the rules.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        "[ \t\n\u{0}\u{85}\u{a0}\u{3000}\u{fffd}a0한@.<\"-]{0,12}",
        "[ \t]{0,2}[a-z한@. ]{1,4}@[a-z0-9한.@-]{1,9}[ \n]{0,2}",
        "[ \t]{0,2}[+0-9() -]{2,20}[ \n]{0,2}",
        "[a-z]{5,300}",
        "(1[89]|20|3[0-9])[0-9]{2}-[01][0-9]-[0-3][0-9]",
        "20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,3})?(Z|[+-]0[0-9]:[0-6]0)",
        "VENDOR|DEALER|vendor|",
    ]
}

proptest! {
    /// Rules that a schema cannot express are excluded: today's date, and white space around a word or a date.
    #[test]
    fn a_schema_allows_what_the_rules_allow(text in texts(), number in -30_i64..3000, part in 0_i32..1000, required: bool) {
        const WORDS: &[&str] = &["VENDOR", "DEALER"];
        const ROW: &Form = &Form {
            name: "Row",
            fields: &[
                Field { name: "size", required: true, kind: kinds::integer(1, 9) },
                Field { name: "text", required: false, kind: kinds::text(0, 9) },
            ],
            also: None,
        };
        let kinds = [
            kinds::text(1, 9), kinds::text(0, 9), kinds::text(4, 9), kinds::lines(9), kinds::secret(9), kinds::email(),
            kinds::phone(), kinds::date(), kinds::bound(), kinds::word(WORDS), kinds::integer(1, 9),
            kinds::decimal(100, 900), kinds::decimal_or_word(1_000, 9_000, WORDS), kinds::id(), kinds::words(WORDS), kinds::ids(), kinds::integers(1, 9),
            kinds::forms(ROW, 2),
        ];
        let number = if part < 500 { json!(number) } else { format!("{number}.{part}").parse().unwrap() };
        for kind in kinds {
            let field = Field { name: "field", required, kind };
            let form = Form { name: "Test", fields: Box::leak(Box::new([field])), also: None };
            let validator = validator(&form.json_schema("", |_| String::new()));
            let is_number = matches!(kind, Kind::Integer { .. } | Kind::Decimal { .. } | Kind::Id);
            let values = match kind {
                Kind::Words(_) => vec![json!([text]), json!([]), json!([text, "VENDOR"])],
                Kind::Ids | Kind::Integers { .. } => vec![json!([number]), json!([]), json!([1, number])],
                Kind::Forms { .. } => {
                    let row = json!({ "size": number });
                    vec![json!([row]), json!([]), json!([row, row, row]), json!([{ "size": 1, "text": text }]), json!([text])]
                }
                Kind::DecimalOrWord { .. } => vec![json!(text), number.clone(), json!(null)],
                _ if is_number => vec![number.clone(), json!(null)],
                _ => vec![json!(text), json!(null)],
            };
            let spaced = text.trim() != text && !matches!(kind, Kind::Text { .. } | Kind::Email | Kind::Phone | Kind::Secret { .. });
            for value in values {
                if value.to_string().contains(&json!(text).to_string()) && spaced {
                    continue;
                }
                let body = json!({ "field": value });
                let allowed = validator.is_valid(&body);
                let accepted = decode::json(body.to_string().as_bytes(), &form).is_ok();
                prop_assert_eq!(allowed, accepted, "{:?} {:?} {}", kind, required, body);
            }
        }
    }
}
