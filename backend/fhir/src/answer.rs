//! FHIR responses: resources, bundles, and errors as `OperationOutcome`.

use actix_web::{
    HttpResponse,
    http::{StatusCode, header},
};
use kernel::{
    http::{mount::Raw, public_address::public_address, respond},
    problem::Problem,
};
use serde_json::{Value as Json, json};
use std::time::{Duration, SystemTime};
use uno_core::{
    contract::{
        error::ErrorCode,
        validation::{MAX_VIOLATIONS, Violation},
    },
    domain::time::Timestamp,
};

/// Content type of the responses.
pub const FHIR_JSON: &str = "application/fhir+json";
/// Accepted names of the JSON format.
const ACCEPTED_FORMATS: [&str; 5] = [FHIR_JSON, "application/json", "json", "application/*", "*/*"];

/// Returns an error response.
#[must_use]
pub fn refusal(problem: &Problem, request_id: &str) -> HttpResponse {
    // Log line, status and headers are those of any error; only the body differs.
    let usual = respond::problem(problem, request_id);
    let mut answer = respond::builder(usual.status(), request_id);
    for name in [header::RETRY_AFTER, header::WWW_AUTHENTICATE] {
        if let Some(value) = usual.headers().get(&name) {
            answer.insert_header((name, value.clone()));
        }
    }
    answer.content_type(FHIR_JSON).body(outcome(problem).to_string())
}

/// Returns the error as an `OperationOutcome`, with an issue for each invalid field and its path as `expression`.
#[must_use]
pub fn outcome(problem: &Problem) -> Json {
    let text = problem.code.message();
    let issues: Vec<Json> = if problem.fields.is_empty() {
        vec![issue("error", code_of(problem.code), text, None)]
    } else {
        problem.fields.iter().take(MAX_VIOLATIONS).map(|field| fault(text, field)).collect()
    };
    json!({ "resourceType": "OperationOutcome", "issue": issues })
}

/// Returns an outcome with a single issue.
#[must_use]
pub fn operation_outcome(severity: &str, code: &str, text: &str) -> Json {
    json!({ "resourceType": "OperationOutcome", "issue": [issue(severity, code, text, None)] })
}

/// Returns the issue of an invalid field.
fn fault(text: &str, field: &Violation) -> Json {
    let code = match field.code.as_str() {
        "required" => "required",
        "unknown" => "not-supported",
        "unknownCode" => "code-invalid",
        "taken" => "duplicate",
        "notFound" => "not-found",
        "order" | "notAllowed" | "derived" => "business-rule",
        "tooLong" | "tooMany" => "too-long",
        _ => "value",
    };
    let said = format!("{text} {}: {}", field.path, field.code);
    issue("error", code, &said, Some(&field.path))
}

fn issue(severity: &str, code: &str, text: &str, place: Option<&str>) -> Json {
    let mut issue = json!({ "severity": severity, "code": code, "diagnostics": text });
    if let Some(place) = place {
        issue["expression"] = json!([place]);
    }
    issue
}

/// Returns the issue type (HL7 IssueType) of an error code.
const fn code_of(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::Malformed => "structure",
        ErrorCode::Invalid | ErrorCode::UnreadableFile => "invalid",
        ErrorCode::TooLarge => "too-long",
        ErrorCode::UnsupportedMedia | ErrorCode::MethodNotAllowed => "not-supported",
        ErrorCode::NotFound | ErrorCode::NoSuchPath => "not-found",
        ErrorCode::Changed | ErrorCode::JobState | ErrorCode::HasDependents => "conflict",
        ErrorCode::Taken => "duplicate",
        ErrorCode::TooManyRequests => "throttled",
        ErrorCode::Overloaded | ErrorCode::ProviderUnavailable => "transient",
        ErrorCode::Internal | ErrorCode::Unknown(_) => "exception",
        ErrorCode::Forbidden
        | ErrorCode::PasswordChangeRequired
        | ErrorCode::TwoStepsRequired
        | ErrorCode::ConsentRequired => "forbidden",
        ErrorCode::AccessTokenExpired => "expired",
        _ => "login",
    }
}

/// Returns a response with a resource or other FHIR JSON.
#[must_use]
pub fn resource(status: StatusCode, value: &Json, request_id: &str) -> HttpResponse {
    respond::builder(status, request_id).content_type(FHIR_JSON).body(value.to_string())
}

/// The version of a resource.
#[derive(Clone, Debug)]
pub struct Version {
    /// Version id.
    pub id: String,
    /// Time of the version.
    pub made_at: Timestamp,
}

/// Returns the weak ETag of a version.
#[must_use]
pub fn etag(version: &str) -> String {
    format!("W/\"{version}\"")
}

/// Returns a response with one resource and its version as the `ETag`.
#[must_use]
pub fn one(value: &Json, request_id: &str) -> HttpResponse {
    let mut answer = respond::builder(StatusCode::OK, request_id);
    if let Some(version) = value["meta"]["versionId"].as_str() {
        answer.insert_header((header::ETAG, etag(version)));
    }
    answer.content_type(FHIR_JSON).body(value.to_string())
}

/// Returns the response to an accepted resource, with its location, version and last-modified time.
#[must_use]
pub fn taken(status: StatusCode, said: &Json, made: (&str, Option<&Version>), request_id: &str) -> HttpResponse {
    let (location, version) = made;
    let mut answer = respond::builder(status, request_id);
    if let Ok(location) = header::HeaderValue::try_from(location) {
        answer.insert_header((header::LOCATION, location));
    }
    if let Some(version) = version {
        answer.insert_header((header::ETAG, etag(&version.id)));
        let since_1970 = Duration::from_millis(u64::try_from(version.made_at.0).unwrap_or_default());
        answer.insert_header(header::LastModified((SystemTime::UNIX_EPOCH + since_1970).into()));
    }
    answer.content_type(FHIR_JSON).body(said.to_string())
}

/// Returns an error response if a format other than JSON is requested; `None` if JSON is accepted.
#[must_use]
pub fn not_acceptable(raw: &Raw, format: Option<&str>) -> Option<HttpResponse> {
    let is_taken = match format {
        Some(format) => is_json(format),
        None => match raw.header("accept").map(str::trim) {
            None | Some("") => true,
            Some(accepted) => accepted.split(',').any(is_json),
        },
    };
    (!is_taken).then(|| {
        let outcome = operation_outcome("error", "not-supported", "Answers are application/fhir+json.");
        resource(StatusCode::NOT_ACCEPTABLE, &outcome, &raw.request_id)
    })
}

/// Returns whether a request's content type is JSON of this FHIR version.
#[must_use]
pub fn is_sent_as_json(kind: &str) -> bool {
    let name = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    [FHIR_JSON, "application/json"].contains(&name.as_str()) && is_json(kind)
}

/// Returns whether a media type is JSON of this FHIR version and has a nonzero weight.
fn is_json(kind: &str) -> bool {
    let mut parts = kind.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default().to_ascii_lowercase();
    // A `+` that was not percent-encoded in the address is decoded as a space.
    let name = name.replace(' ', "+");
    ACCEPTED_FORMATS.contains(&name.as_str())
        && parts.all(|parameter| match parameter.split_once('=') {
            Some(("q", weight)) => weight.parse::<f32>().is_ok_and(|weight| weight > 0.0),
            Some(("fhirVersion", version)) => version.trim_matches('"').starts_with("4.0"),
            _ => true,
        })
}

/// Returns a page of search results.
#[must_use]
pub fn page(base: &str, links: Vec<(&str, String)>, found: Vec<Json>, ignored: &[String]) -> Json {
    let mut entries: Vec<Json> = found
        .into_iter()
        .map(|resource| {
            let address = address_of(base, &resource);
            json!({ "fullUrl": address, "resource": resource, "search": { "mode": "match" } })
        })
        .collect();
    if !ignored.is_empty() {
        let text = format!("Not known and left out of account: {}.", ignored.join(", "));
        let outcome = operation_outcome("warning", "not-supported", &text);
        entries.push(json!({ "resource": outcome, "search": { "mode": "outcome" } }));
    }
    let links: Vec<Json> =
        links.into_iter().map(|(relation, url)| json!({ "relation": relation, "url": url })).collect();
    let mut bundle = json!({ "resourceType": "Bundle", "type": "searchset", "link": links });
    if !entries.is_empty() {
        bundle["entry"] = entries.into();
    }
    bundle
}

/// Returns the address of a resource.
#[must_use]
pub fn address_of(base: &str, resource: &Json) -> String {
    let part = |name: &str| resource[name].as_str().unwrap_or_default();
    format!("{base}/{}/{}", part("resourceType"), part("id"))
}

/// Returns the base address of the FHIR endpoints.
#[must_use]
pub fn base(raw: &Raw) -> String {
    format!("{}/fhir/r4", public_address(&raw.request, &raw.state.settings))
}

#[cfg(test)]
mod tests {
    use super::{is_json, is_sent_as_json, outcome};
    use kernel::problem::Problem;
    use uno_core::contract::error::ErrorCode;

    #[test]
    fn json_is_asked_for_in_several_ways() {
        for kind in ["application/fhir+json", "application/json; charset=utf-8", "*/*", "json", "application/fhir json"]
        {
            assert!(is_json(kind), "{kind}");
        }
        assert!(is_json("application/fhir+json; fhirVersion=4.0"));
        assert!(is_json("application/fhir+json; fhirVersion=\"4.0\""));
        assert!(is_sent_as_json("application/fhir+json; fhirVersion=4.0"));
        for kind in ["*/*", "json", "application/fhir+json; fhirVersion=3.0", "application/x-www-form-urlencoded"] {
            assert!(!is_sent_as_json(kind), "{kind}");
        }
        for kind in ["application/fhir+xml", "text/html", "xml", "*/*;q=0", "application/fhir+json; fhirVersion=5.0"] {
            assert!(!is_json(kind), "{kind}");
        }
    }

    #[test]
    fn a_cause_stays_inside() {
        let operation_outcome = outcome(&Problem::internal("disk 7 is full")).to_string();
        assert!(!operation_outcome.contains("disk") && operation_outcome.contains("exception"), "{operation_outcome}");
        let operation_outcome = outcome(&Problem::invalid_field("Observation.code", "unknownCode"));
        assert_eq!(operation_outcome["issue"][0]["expression"][0], "Observation.code");
        assert_eq!(operation_outcome["issue"][0]["code"], "code-invalid");
        let operation_outcome = outcome(&Problem::new(ErrorCode::Unauthenticated));
        assert_eq!(operation_outcome["issue"][0]["code"], "login");
    }
}
