//! Answers in the formats of FHIR: resources, bundles, and refusals as `OperationOutcome`.

use actix_web::{
    HttpResponse,
    http::{StatusCode, header},
};
use kernel::{
    http::{mount::Raw, respond},
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

/// The kind of what is answered.
pub const FHIR_JSON: &str = "application/fhir+json";
/// The kinds in which FHIR as JSON may be asked for.
const TAKEN: [&str; 5] = [FHIR_JSON, "application/json", "json", "application/*", "*/*"];

/// A refusal as FHIR tells it.
#[must_use]
pub fn refusal(problem: &Problem, request_id: &str) -> HttpResponse {
    // The same log line, status and headers as every refusal has; only what it says is written anew.
    let usual = respond::problem(problem, request_id);
    let mut answer = respond::builder(usual.status(), request_id);
    for name in [header::RETRY_AFTER, header::WWW_AUTHENTICATE] {
        if let Some(value) = usual.headers().get(&name) {
            answer.insert_header((name, value.clone()));
        }
    }
    answer.content_type(FHIR_JSON).body(outcome(problem).to_string())
}

/// What is wrong, as an `OperationOutcome`: an issue for each field that is at fault, with its place as `expression`.
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

/// An outcome that says one thing.
#[must_use]
pub fn told(severity: &str, code: &str, text: &str) -> Json {
    json!({ "resourceType": "OperationOutcome", "issue": [issue(severity, code, text, None)] })
}

/// What is wrong with a field.
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

/// The kind of an issue (HL7 IssueType) for an error of the catalogue.
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

/// A resource, or what else FHIR tells as JSON.
#[must_use]
pub fn resource(status: StatusCode, value: &Json, request_id: &str) -> HttpResponse {
    respond::builder(status, request_id).content_type(FHIR_JSON).body(value.to_string())
}

/// A version of a resource.
#[derive(Clone, Debug)]
pub struct Version {
    /// What tells it from others.
    pub id: String,
    /// Since when it stands.
    pub made_at: Timestamp,
}

/// A version as it is told beside what it is of.
#[must_use]
pub fn etag(version: &str) -> String {
    format!("W/\"{version}\"")
}

/// One resource with its version as its `ETag`.
#[must_use]
pub fn one(value: &Json, request_id: &str) -> HttpResponse {
    let mut answer = respond::builder(StatusCode::OK, request_id);
    if let Some(version) = value["meta"]["versionId"].as_str() {
        answer.insert_header((header::ETAG, etag(version)));
    }
    answer.content_type(FHIR_JSON).body(value.to_string())
}

/// What was said of a resource that was taken: where it is, its version, and when that was made.
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

/// The refusal of whoever asks for another format than JSON; `None` where JSON is taken.
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
        let outcome = told("error", "not-supported", "Answers are application/fhir+json.");
        resource(StatusCode::NOT_ACCEPTABLE, &outcome, &raw.request_id)
    })
}

/// Whether a kind is JSON that FHIR of this version is told in, and is not refused by its weight.
fn is_json(kind: &str) -> bool {
    let mut parts = kind.split(';').map(str::trim);
    let name = parts.next().unwrap_or_default().to_ascii_lowercase();
    // A plus in an address that nobody has encoded is read as a space.
    let name = name.replace(' ', "+");
    TAKEN.contains(&name.as_str())
        && parts.all(|parameter| match parameter.split_once('=') {
            Some(("q", weight)) => weight.parse::<f32>().is_ok_and(|weight| weight > 0.0),
            Some(("fhirVersion", version)) => version.trim_matches('"').starts_with("4.0"),
            _ => true,
        })
}

/// A page of a search.
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
        let outcome = told("warning", "not-supported", &text);
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

/// Where a resource is found.
#[must_use]
pub fn address_of(base: &str, resource: &Json) -> String {
    let part = |name: &str| resource[name].as_str().unwrap_or_default();
    format!("{base}/{}/{}", part("resourceType"), part("id"))
}

/// Where this server's FHIR is found, by how it was asked. What a proxy tells counts where one stands before the
/// server; otherwise whoever asks would have written it.
#[must_use]
pub fn base(raw: &Raw) -> String {
    if raw.state.settings.behind_proxy {
        let asked = raw.request.connection_info();
        return format!("{}://{}/fhir/r4", asked.scheme(), asked.host());
    }
    let own = raw.request.app_config();
    let scheme = if own.secure() { "https" } else { "http" };
    format!("{scheme}://{}/fhir/r4", raw.header("host").unwrap_or_else(|| own.host()))
}

#[cfg(test)]
mod tests {
    use super::{is_json, outcome};
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
        for kind in ["application/fhir+xml", "text/html", "xml", "*/*;q=0", "application/fhir+json; fhirVersion=5.0"] {
            assert!(!is_json(kind), "{kind}");
        }
    }

    #[test]
    fn a_cause_stays_inside() {
        let told = outcome(&Problem::internal("disk 7 is full")).to_string();
        assert!(!told.contains("disk") && told.contains("exception"), "{told}");
        let told = outcome(&Problem::invalid_field("Observation.code", "unknownCode"));
        assert_eq!(told["issue"][0]["expression"][0], "Observation.code");
        assert_eq!(told["issue"][0]["code"], "code-invalid");
        let told = outcome(&Problem::new(ErrorCode::Unauthenticated));
        assert_eq!(told["issue"][0]["code"], "login");
    }
}
