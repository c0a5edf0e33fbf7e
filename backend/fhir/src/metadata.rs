//! The capability statement: describes the server's FHIR features.

use crate::{
    answer::{base, not_acceptable, resource},
    intake,
    parameters::{BY_IDENTIFIER, Parameters},
    patient,
    search::Kind,
};
use actix_web::{HttpResponse, http::StatusCode};
use kernel::{http::mount::Raw, problem::Problem};
use serde_json::{Value as Json, json};

/// Date of the last change of the statement.
const DATE: &str = "2026-11-27";

/// Responds with the statement. It contains no personal data, so it needs no token.
///
/// # Errors
/// Returns an error for an unknown parameter.
pub async fn answer(raw: Raw) -> Result<HttpResponse, Problem> {
    let parameters = Parameters::of(&raw, &["mode"])?;
    if let Some(refused) = not_acceptable(&raw, parameters.one("_format")?) {
        return Ok(refused);
    }
    Ok(resource(StatusCode::OK, &statement(&base(&raw)), &raw.request_id))
}

fn statement(base: &str) -> Json {
    let mut resources = vec![described("Patient", &patient::PARAMETERS)];
    resources.extend(Kind::ALL.map(|kind| {
        let mut resource = described(kind.name(), &kind.parameters());
        if kind == Kind::Observation {
            if let Some(interactions) = resource["interaction"].as_array_mut() {
                interactions.extend(["vread", "create"].map(|code| json!({ "code": code })));
            }
            resource["documentation"] = intake::ABOUT.into();
        }
        resource
    }));
    json!({
        "resourceType": "CapabilityStatement",
        "status": "active",
        "date": DATE,
        "kind": "instance",
        "software": { "name": "UNO", "version": env!("CARGO_PKG_VERSION") },
        "implementation": { "description": "Measurements of companies' members", "url": base },
        "fhirVersion": "4.0.1",
        "format": ["application/fhir+json", "json"],
        "rest": [{
            "mode": "server",
            "security": {
                "description": "Authorization: Bearer, with the access token of an account, or with the secret of a \
                    company's credential that is good for FHIR_READ to read and for MEASUREMENTS_WRITE to send.",
            },
            "resource": resources,
            "interaction": [{ "code": "transaction" }, { "code": "batch" }],
            "operation": [{
                "name": "export",
                "definition": "http://hl7.org/fhir/uv/bulkdata/OperationDefinition/export",
            }],
        }],
    })
}

fn described(name: &str, parameters: &[&str]) -> Json {
    let parameters: Vec<Json> = parameters
        .iter()
        // Parameters with the modifier are described by those without it.
        .filter(|parameter| !parameter.ends_with(BY_IDENTIFIER))
        .map(|parameter| {
            let kind = match *parameter {
                "patient" | "subject" | "questionnaire" | "performer" | "device" | "derived-from" | "prescriber"
                | "organization" => "reference",
                "date" | "authored" | "datewritten" | "birthdate" | "_lastUpdated" => "date",
                "value-quantity" | "component-value-quantity" | "combo-value-quantity" => "quantity",
                "code-value-quantity" | "component-code-value-quantity" | "combo-code-value-quantity" => "composite",
                "name" | "value-string" => "string",
                _ => "token",
            };
            json!({ "name": parameter, "type": kind })
        })
        .collect();
    json!({
        "type": name,
        "interaction": [{ "code": "read" }, { "code": "search-type" }],
        "versioning": "versioned",
        "searchParam": parameters,
    })
}
