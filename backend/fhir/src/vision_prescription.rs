//! Vision prescriptions: the refraction of the eyes. R4 has no other resource for it; a note says that nothing is to be
//! dispensed by it.

use crate::{measured::Measured, observation::number};
use serde_json::{Value as Json, json};
use uno_core::domain::decimal::Hundredths;

/// Code system of lens products (HL7).
const PRODUCTS: &str = "http://terminology.hl7.org/CodeSystem/ex-visionprescriptionproduct";
/// Id of the contained prescriber.
const PRESCRIBER: &str = "prescriber";
const NOTE: &str = "Refraction as it was measured; not a prescription to dispense by.";

/// A prescription.
#[derive(Clone, Debug)]
pub struct VisionPrescription {
    /// Its id.
    pub id: String,
    /// The FHIR resource.
    pub json: Json,
}

/// Returns the refraction of a measurement; `None` without a sphere or without a member, because a prescription needs a
/// patient.
#[must_use]
pub fn of(measured: &Measured) -> Option<VisionPrescription> {
    let Measured::Vision(found) = measured else { return None };
    let header = measured.header();
    let patient = header.subject()?;
    let eyes = [
        ("right", found.right_sphere, found.right_cylinder, found.right_axis, found.right_addition),
        ("left", found.left_sphere, found.left_cylinder, found.left_axis, found.left_addition),
    ];
    let lenses: Vec<Json> = eyes
        .into_iter()
        .filter_map(|(eye, sphere, cylinder, axis, addition)| Some(lens(eye, sphere?, cylinder, axis, addition)))
        .collect();
    if lenses.is_empty() {
        return None;
    }
    let id = format!("{}-refraction", header.stem());
    let mut told = header.common_elements("VisionPrescription", &id, None);
    if let Some(identifier) = header.identifier() {
        told.insert("identifier".into(), json!([identifier]));
    }
    told.insert("status".into(), "active".into());
    told.insert("created".into(), json!(header.received_at));
    told.insert("patient".into(), patient);
    told.insert("dateWritten".into(), header.moment());
    // R4 requires a practitioner or a practitioner role. Only the organization of the examiner is known.
    let prescriber = match header.company() {
        Some(company) => {
            let role = json!({ "resourceType": "PractitionerRole", "id": PRESCRIBER, "organization": company });
            told.insert("contained".into(), json!([role]));
            json!({ "reference": format!("#{PRESCRIBER}") })
        }
        None => json!({ "display": "unknown" }),
    };
    told.insert("prescriber".into(), prescriber);
    told.insert("lensSpecification".into(), lenses.into());
    Some(VisionPrescription { id, json: Json::Object(told) })
}

fn lens(
    eye: &str,
    sphere: Hundredths,
    cylinder: Option<Hundredths>,
    axis: Option<u16>,
    addition: Option<Hundredths>,
) -> Json {
    let mut lens = json!({
        "product": { "coding": [{ "system": PRODUCTS, "code": "lens" }] },
        "eye": eye,
        "sphere": number(sphere),
        "note": [{ "text": NOTE }],
    });
    if let Some(cylinder) = cylinder {
        lens["cylinder"] = number(cylinder);
    }
    if let Some(axis) = axis {
        lens["axis"] = json!(axis);
    }
    if let Some(addition) = addition {
        lens["add"] = number(addition);
    }
    lens
}
