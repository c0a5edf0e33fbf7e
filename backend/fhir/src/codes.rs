//! The codes of measurements in FHIR, and their code systems.
//!
//! LOINC and UCUM where they have a code for the measured quantity; SNOMED CT for acuity, eyes, arms and postures;
//! otherwise a code of the product's own, which is the name of the indicator. No code is used that claims more than
//! what was measured: SDNN has a LOINC code, RMSSD has none.

use measurements::kind::MeasurementKind;
use serde_json::{Value as Json, json};
use uno_core::domain::grade::physical::{Arm, Posture};

/// LOINC.
pub const LOINC: &str = "http://loinc.org";
/// UCUM.
pub const UCUM: &str = "http://unitsofmeasure.org";
/// SNOMED CT.
pub const SNOMED: &str = "http://snomed.info/sct";
/// The product's own codes of measured quantities.
pub const OWN: &str = "urn:uno:fhir:observation";
/// The product's own grades; followed by the indicator.
pub const GRADES: &str = "urn:uno:fhir:grade:";
/// Extensions for data without a FHIR element; followed by the name.
pub const EXTENSIONS: &str = "urn:uno:fhir:extension:";
/// Questionnaires; followed by the instrument.
pub const QUESTIONNAIRES: &str = "urn:uno:fhir:questionnaire:";
/// Answers to the questions before a measurement; followed by the question.
pub const PRE_SURVEY_ANSWERS: &str = "urn:uno:fhir:pre-survey:";
/// Numbers that senders assign to measurements.
pub const SOURCE_NUMBERS: &str = "urn:uno:fhir:source-number";
/// Member numbers within a company; the company's number goes between the two parts.
pub const MEMBER_NUMBERS: [&str; 2] = ["urn:uno:fhir:company:", ":member-number"];
/// Companies, identified by their numbers.
pub const COMPANIES: &str = "urn:uno:fhir:company";
/// Devices, identified by their numbers.
pub const DEVICES: &str = "urn:uno:fhir:external-device";
/// Methods of observation, where not the usual one.
pub const METHODS: &str = "urn:uno:fhir:method";
/// Interpretations of observations (HL7).
pub const INTERPRETATIONS: &str = "http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation";
/// Observation categories (HL7).
pub const CATEGORIES: &str = "http://terminology.hl7.org/CodeSystem/observation-category";
/// Vital signs profiles (HL7).
pub const PROFILES: &str = "http://hl7.org/fhir/StructureDefinition/";
/// The extension for the posture during the measurement (HL7).
pub const BODY_POSITION: &str = "http://hl7.org/fhir/StructureDefinition/observation-bodyPosition";

/// A code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Coding {
    /// Code system.
    pub system: &'static str,
    /// The code.
    pub code: &'static str,
    /// Display text.
    pub display: &'static str,
}

impl Coding {
    /// Returns the FHIR `Coding`.
    #[must_use]
    pub fn json(self) -> Json {
        json!({ "system": self.system, "code": self.code, "display": self.display })
    }
}

/// The tag of trial measurements (HL7).
pub const TRIAL: Coding =
    Coding { system: "http://terminology.hl7.org/CodeSystem/v3-ActReason", code: "HTEST", display: "test health data" };

/// Creates a LOINC coding.
#[must_use]
pub const fn loinc(code: &'static str, display: &'static str) -> Coding {
    Coding { system: LOINC, code, display }
}

/// Creates a SNOMED CT coding.
#[must_use]
pub const fn snomed(code: &'static str, display: &'static str) -> Coding {
    Coding { system: SNOMED, code, display }
}

/// Creates a coding of the product.
#[must_use]
pub const fn own(code: &'static str, display: &'static str) -> Coding {
    Coding { system: OWN, code, display }
}

pub const HEIGHT: Coding = loinc("8302-2", "Body height");
pub const WEIGHT: Coding = loinc("29463-7", "Body weight");
pub const BMI: Coding = loinc("39156-5", "Body mass index (BMI) [Ratio]");
pub const BODY_FAT: Coding = loinc("41982-0", "Percentage of body fat Measured");
pub const BLOOD_PRESSURE: Coding = loinc("85354-9", "Blood pressure panel with all children optional");
pub const SYSTOLIC: Coding = loinc("8480-6", "Systolic blood pressure");
pub const DIASTOLIC: Coding = loinc("8462-4", "Diastolic blood pressure");
pub const HEART_RATE: Coding = loinc("8867-4", "Heart rate");
pub const RESTING_HEART_RATE: Coding = loinc("40443-4", "Heart rate --resting");
pub const SDNN: Coding = loinc("80404-7", "R-R interval.standard deviation (Heart rate variability)");
pub const GAD_7_TOTAL: Coding =
    loinc("70274-6", "Generalized anxiety disorder 7 item (GAD-7) total score [Reported.PHQ]");

pub const RMSSD: Coding = own("rmssd", "Root mean square of successive differences of NN intervals");
pub const PNN50: Coding = own("pnn50", "Share of successive NN differences above 50 ms");
pub const TOTAL_POWER: Coding = own("total-power", "Heart rate variability, total power");
pub const LOW_FREQUENCY: Coding = own("low-frequency-power", "Heart rate variability, low frequency power");
pub const HIGH_FREQUENCY: Coding = own("high-frequency-power", "Heart rate variability, high frequency power");
pub const STRESS_INDEX: Coding = own("stress-index", "Stress index by Baevsky");
pub const HRV_DURATION: Coding = own("hrv-duration", "Heart rate variability, how long was measured");
pub const HRV_ARTIFACTS: Coding = own("hrv-artifacts", "Heart rate variability, beats removed as artifacts");
pub const ACTIVATION: Coding = own("activation-score", "Activation score, 0 to 100");
pub const STRESS_SCORE: Coding = own("stress-score", "Stress score, 0 to 100, higher is worse");
pub const ANXIETY_SCORE: Coding = own("anxiety-score", "Anxiety score, 0 to 100, higher is worse");
pub const BURNOUT_SCORE: Coding = own("burnout-score", "Burnout score, 0 to 100, higher is worse");
pub const PSS_10: Coding = own("PSS_10", "Perceived Stress Scale, 10 items: total");
pub const BEPSI_K: Coding = own("BEPSI_K", "Brief Encounter Psychosocial Instrument, Korean: mean");
pub const CBI: Coding = own("CBI", "Copenhagen Burnout Inventory: mean");
pub const CBI_PERSONAL: Coding = own("CBI_PERSONAL", "Copenhagen Burnout Inventory, personal: mean");
pub const CBI_WORK: Coding = own("CBI_WORK", "Copenhagen Burnout Inventory, work: mean");
pub const CBI_CLIENT: Coding = own("CBI_CLIENT", "Copenhagen Burnout Inventory, clients: mean");
pub const BAT_12: Coding = own("BAT_12", "Burnout Assessment Tool, 12 items: mean");
pub const CIST: Coding = own("CIST", "Cognitive Impairment Screening Test: total");
pub const KDSQ_C: Coding = own("KDSQ_C", "Korean Dementia Screening Questionnaire, cognition: total");
pub const KDSQ_P: Coding = own("KDSQ_P", "Korean Dementia Screening Questionnaire, prescreening: total");
pub const MMSE_KC: Coding = own("MMSE_KC", "Mini Mental State Examination, Korean version of CERAD: total");

pub const DISTANCE_ACUITY: Coding = snomed("251739003", "Distance visual acuity");
pub const NEAR_ACUITY: Coding = snomed("251743004", "Near visual acuity");
pub const UNCORRECTED: Coding = snomed("420050001", "Uncorrected visual acuity");
pub const BEST_CORRECTED: Coding = snomed("419775003", "Best corrected visual acuity");
pub const PRESENTING: Coding = own("presenting-acuity", "Visual acuity with what the person wears");
pub const EYE_PRESSURE: Coding = snomed("41633001", "Intraocular pressure");
pub const DISTANCE_VISION: Coding = own("distance-vision", "Impairment of distance vision, better eye (ICD-11 9D90)");
pub const SPHERICAL_EQUIVALENT: Coding = own("spherical-equivalent", "Spherical equivalent");
pub const PUPILLARY_DISTANCE: Coding = own("pupillary-distance", "Distance between the pupils");
pub const COLOUR_VISION: Coding = own("colour-vision", "Colour vision");
pub const STEREO_ACUITY: Coding = own("stereo-acuity", "Stereo acuity");
pub const CONTRAST_SENSITIVITY: Coding = own("contrast-sensitivity", "Contrast sensitivity (Pelli-Robson)");

/// Computed by the product from the intervals between heartbeats.
pub const FROM_INTERVALS: Coding =
    Coding { system: METHODS, code: "from-intervals", display: "computed from the intervals" };
/// Result of a screening.
pub const BY_SCREENING: Coding = Coding { system: METHODS, code: "screening", display: "screening, not a diagnosis" };

/// The right eye.
pub const RIGHT_EYE: Coding = snomed("18944008", "Right eye structure");
/// The left eye.
pub const LEFT_EYE: Coding = snomed("8966001", "Left eye structure");
/// Both eyes.
pub const BOTH_EYES: Coding = snomed("40638003", "Structure of both eyes");

/// Returns the code of the arm of a blood pressure measurement.
#[must_use]
pub const fn arm(arm: Arm) -> Coding {
    match arm {
        Arm::Left => snomed("368208006", "Left upper arm structure"),
        Arm::Right => snomed("368209003", "Right upper arm structure"),
    }
}

/// Returns the code of the posture of a blood pressure measurement.
#[must_use]
pub const fn posture(posture: Posture) -> Coding {
    match posture {
        Posture::Sitting => snomed("33586001", "Sitting position"),
        Posture::Lying => snomed("102538003", "Recumbent body position"),
        Posture::Standing => snomed("10904000", "Orthostatic body position"),
    }
}

/// Returns all codes of a kind of measurement. A search by code skips the kinds without that code.
#[must_use]
pub fn of_kind(kind: MeasurementKind) -> &'static [Coding] {
    match kind {
        MeasurementKind::Physical => &[HEIGHT, WEIGHT, BMI, BODY_FAT, BLOOD_PRESSURE, HEART_RATE],
        MeasurementKind::HeartRate => &[HEART_RATE, RESTING_HEART_RATE],
        MeasurementKind::Stress => &[
            HEART_RATE,
            SDNN,
            RMSSD,
            PNN50,
            TOTAL_POWER,
            LOW_FREQUENCY,
            HIGH_FREQUENCY,
            STRESS_INDEX,
            HRV_DURATION,
            HRV_ARTIFACTS,
            ACTIVATION,
            STRESS_SCORE,
            ANXIETY_SCORE,
            BURNOUT_SCORE,
            PSS_10,
            BEPSI_K,
            GAD_7_TOTAL,
            CBI,
            CBI_PERSONAL,
            CBI_WORK,
            CBI_CLIENT,
            BAT_12,
        ],
        MeasurementKind::Vision => &[
            DISTANCE_ACUITY,
            NEAR_ACUITY,
            UNCORRECTED,
            BEST_CORRECTED,
            PRESENTING,
            EYE_PRESSURE,
            DISTANCE_VISION,
            SPHERICAL_EQUIVALENT,
            PUPILLARY_DISTANCE,
            COLOUR_VISION,
            STEREO_ACUITY,
            CONTRAST_SENSITIVITY,
        ],
        MeasurementKind::Dementia => &[CIST, KDSQ_C, KDSQ_P, MMSE_KC],
        MeasurementKind::Psychological => &[
            PSS_10,
            BEPSI_K,
            GAD_7_TOTAL,
            CBI,
            CBI_PERSONAL,
            CBI_WORK,
            CBI_CLIENT,
            BAT_12,
            STRESS_SCORE,
            ANXIETY_SCORE,
            BURNOUT_SCORE,
        ],
    }
}

/// Returns the methods of a kind of measurement.
#[must_use]
pub const fn methods_of(kind: MeasurementKind) -> &'static [Coding] {
    match kind {
        MeasurementKind::Stress => &[FROM_INTERVALS],
        MeasurementKind::Dementia => &[BY_SCREENING],
        MeasurementKind::Physical
        | MeasurementKind::HeartRate
        | MeasurementKind::Vision
        | MeasurementKind::Psychological => &[],
    }
}

/// Returns the component codes of a kind of measurement.
#[must_use]
pub const fn of_components(kind: MeasurementKind) -> &'static [Coding] {
    match kind {
        MeasurementKind::Physical => &[SYSTOLIC, DIASTOLIC],
        MeasurementKind::HeartRate
        | MeasurementKind::Stress
        | MeasurementKind::Vision
        | MeasurementKind::Dementia
        | MeasurementKind::Psychological => &[],
    }
}
