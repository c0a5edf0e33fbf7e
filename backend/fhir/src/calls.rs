//! The FHIR endpoints and their permissions. They are declared like those of the contract, but published in the
//! capability statement, because their format is FHIR's. The console does not use them, so its wasm does not include
//! them.

use kernel::jobs::store::FHIR_EXPORT;
use uno_core::contract::{
    Access, BodyKind, EndpointInfo, Method, company_credentials::CredentialScope, readings::Reading, validation::EMPTY,
};

/// Reading: signed-in accounts within their permissions, and systems with a credential for reading.
const READ: Access = Access::SignedInOrCredential(CredentialScope::FhirRead);
/// Sending measurements: accounts and systems that may send them through the other endpoints too.
const SEND: Access = Access::SignedInOrCredential(CredentialScope::MeasurementsWrite);

const fn call(
    name: &'static str,
    method: Method,
    path: &'static str,
    access: Access,
    summary: &'static str,
) -> EndpointInfo {
    EndpointInfo {
        name,
        method,
        path,
        is_public: matches!(access, Access::Public),
        takes_key: false,
        body: BodyKind::None,
        query_form: EMPTY,
        body_form: EMPTY,
        access,
        refusals: &[],
        keyless: None,
        reading: Reading::Elsewhere("the handlers write a row for each person and kind"),
        summary,
        details: "",
    }
}

macro_rules! calls {
    ($($name:ident = $word:expr, $method:ident $path:literal, $access:expr, $summary:literal;)+) => {
        $(#[doc = $summary] pub static $name: EndpointInfo = call($word, Method::$method, $path, $access, $summary);)+
    };
}

calls! {
    METADATA = "FhirMetadata", Get "/fhir/r4/metadata", Access::Public, "Says what this server can.";
    READ_PATIENT = "FhirReadPatient", Get "/fhir/r4/Patient/{id}", READ, "Answers a patient.";
    SEARCH_PATIENTS = "FhirSearchPatients", Get "/fhir/r4/Patient", READ, "Searches patients.";
    POST_SEARCH_PATIENTS = "FhirPostSearchPatients", Post "/fhir/r4/Patient/_search", READ, "Searches patients.";
    READ_OBSERVATION = "FhirReadObservation", Get "/fhir/r4/Observation/{id}", READ, "Answers an observation.";
    READ_VERSION = "FhirReadObservationVersion", Get "/fhir/r4/Observation/{id}/_history/{version}", READ,
        "Answers an observation in the version in which it stands.";
    SEARCH_OBSERVATIONS = "FhirSearchObservations", Get "/fhir/r4/Observation", READ, "Searches observations.";
    POST_SEARCH_OBSERVATIONS = "FhirPostSearchObservations", Post "/fhir/r4/Observation/_search", READ,
        "Searches observations.";
    READ_RESPONSE = "FhirReadQuestionnaireResponse", Get "/fhir/r4/QuestionnaireResponse/{id}", READ,
        "Answers a questionnaire response.";
    SEARCH_RESPONSES = "FhirSearchQuestionnaireResponses", Get "/fhir/r4/QuestionnaireResponse", READ,
        "Searches questionnaire responses.";
    POST_SEARCH_RESPONSES = "FhirPostSearchQuestionnaireResponses", Post "/fhir/r4/QuestionnaireResponse/_search", READ,
        "Searches questionnaire responses.";
    READ_PRESCRIPTION = "FhirReadVisionPrescription", Get "/fhir/r4/VisionPrescription/{id}", READ,
        "Answers a vision prescription.";
    SEARCH_PRESCRIPTIONS = "FhirSearchVisionPrescriptions", Get "/fhir/r4/VisionPrescription", READ,
        "Searches vision prescriptions.";
    POST_SEARCH_PRESCRIPTIONS = "FhirPostSearchVisionPrescriptions", Post "/fhir/r4/VisionPrescription/_search", READ,
        "Searches vision prescriptions.";
    SEND_OBSERVATION = "FhirSendObservation", Post "/fhir/r4/Observation", SEND, "Takes an observation.";
    SEND_BUNDLE = "FhirSendBundle", Post "/fhir/r4", SEND, "Takes a bundle of observations.";
    EXPORT = FHIR_EXPORT, Get "/fhir/r4/$export", Access::AnyStaff, "Begins a bulk export.";
    POST_EXPORT = "FhirPostExport", Post "/fhir/r4/$export", Access::AnyStaff, "Begins a bulk export.";
    FOLLOW_EXPORT = "FhirFollowExport", Get "/fhir/r4/exports/{id}", Access::AnyStaff, "Says how an export stands.";
    END_EXPORT = "FhirEndExport", Delete "/fhir/r4/exports/{id}", Access::AnyStaff,
        "Ends an export, or deletes its files.";
    FETCH_EXPORT = "FhirFetchExport", Get "/fhir/r4/exports/{id}/{type}", Access::AnyStaff,
        "Answers a file of an export.";
    NOTHING = "FhirNothing", Get "/fhir/r4/{rest}*", Access::Public, "Says that there is nothing else.";
    POST_NOTHING = "FhirPostNothing", Post "/fhir/r4/{rest}*", Access::Public, "Says that there is nothing else.";
}
