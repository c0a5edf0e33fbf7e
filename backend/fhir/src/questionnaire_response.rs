//! Questionnaire responses: the stored answers to an instrument, and those to the questions before a stress
//! measurement. Most instruments have only the total or the mean, because their items are not the product's to store or
//! to show. Whether medication was taken is an answer; the names of medicines stay in the measurement only, as in its
//! lists.

use crate::{
    codes::{PRE_SURVEY_ANSWERS, QUESTIONNAIRES},
    measured::{Header, Measured},
    observation::{number as decimal, slug, totals},
};
use measurements::kind::MeasurementKind;
use serde_json::{Value as Json, json};
use uno_core::{
    contract::{
        dementia_screenings::answered,
        stress_measurements::{LastDay, Medication, Mood, SleepQuality, Smoking, StressMeasurement},
    },
    domain::{
        decimal::Hundredths,
        grade::{psychological::PsychologicalInstrument, screening::ScreeningInstrument},
    },
};

/// The questions before a stress measurement, named like an instrument.
const PRE_SURVEY: &str = "PRE_SURVEY";

/// A response with its searchable attributes.
#[derive(Clone, Debug)]
pub struct QuestionnaireResponse {
    /// Its id.
    pub id: String,
    /// The instrument: `GAD_7`.
    pub instrument: &'static str,
    /// The FHIR resource.
    pub json: Json,
}

/// Returns the canonical address of an instrument.
#[must_use]
pub fn questionnaire(instrument: &str) -> String {
    format!("{QUESTIONNAIRES}{instrument}")
}

/// Returns the addresses of the instruments whose results a kind of measurement can have.
#[must_use]
pub fn questionnaires(kind: MeasurementKind) -> Vec<String> {
    match kind {
        MeasurementKind::Stress => {
            let instruments = PsychologicalInstrument::ALL.iter().map(|own| own.as_str());
            instruments.chain([PRE_SURVEY]).map(questionnaire).collect()
        }
        MeasurementKind::Psychological => {
            PsychologicalInstrument::ALL.iter().map(|own| questionnaire(own.as_str())).collect()
        }
        MeasurementKind::Dementia => ScreeningInstrument::ALL.iter().map(|own| questionnaire(own.as_str())).collect(),
        MeasurementKind::Physical | MeasurementKind::Vision | MeasurementKind::HeartRate => Vec::new(),
    }
}

/// Returns the responses of a measurement. A stress measurement has one per instrument and one for the questions before
/// it.
#[must_use]
pub fn of(measured: &Measured) -> Vec<QuestionnaireResponse> {
    let header = measured.header();
    match measured {
        Measured::Stress(found) => totals(found)
            .into_iter()
            .map(|(instrument, total)| {
                let items = match instrument {
                    PsychologicalInstrument::BepsiK if !found.bepsi_k_items.is_empty() => answers(found),
                    _ => vec![result(total)],
                };
                response(&header, instrument.as_str(), items)
            })
            .chain(
                Some(before(found)).filter(|items| !items.is_empty()).map(|items| response(&header, PRE_SURVEY, items)),
            )
            .collect(),
        Measured::Psychological(found) => {
            vec![response(&header, found.instrument.as_str(), vec![result(found.result)])]
        }
        Measured::Dementia(found) => {
            let domains = [
                ("orientation", found.orientation),
                ("attention", found.attention),
                ("visuospatial", found.visuospatial),
                ("executive", found.executive),
                ("memory", found.memory),
                ("language", found.language),
            ];
            let points = domains.into_iter().filter_map(|(name, points)| Some(whole(name, points?)));
            let items = found.answers.iter().enumerate();
            let answers = items.filter_map(|(place, answer)| Some(whole(&item(place), u16::from(answered(*answer)?))));
            let mut all: Vec<Json> = points.chain(answers).collect();
            all.extend(found.score.map(|score| whole("total", score)));
            all.extend(found.education_years.map(|years| whole("education-years", years)));
            vec![response(&header, found.instrument.as_str(), all)]
        }
        Measured::Physical(_) | Measured::Vision(_) | Measured::HeartRate(_) => Vec::new(),
    }
}

/// Returns the answers to the questions before a stress measurement.
fn before(found: &StressMeasurement) -> Vec<Json> {
    let number = |name: &str, hours: Option<Hundredths>| {
        hours.map(|hours| json!({ "linkId": name, "answer": [{ "valueDecimal": decimal(hours) }] }))
    };
    let word = |name: &str, word: Option<&'static str>| {
        word.map(|word| {
            let coding = json!({ "system": format!("{PRE_SURVEY_ANSWERS}{name}"), "code": word });
            json!({ "linkId": name, "answer": [{ "valueCoding": coding }] })
        })
    };
    let all = [
        number("sleep-hours", found.sleep_hours),
        word("sleep-quality", found.sleep_quality.map(SleepQuality::as_str)),
        found.caffeine_cups.map(|cups| whole("caffeine-cups", cups)),
        number("caffeine-hours-ago", found.caffeine_hours_ago),
        word("smoking", found.smoking.map(Smoking::as_str)),
        number("smoking-hours-ago", found.smoking_hours_ago),
        word("medication", found.medication.map(Medication::as_str)),
        word("alcohol", found.alcohol.map(LastDay::as_str)),
        word("exercise", found.exercise.map(LastDay::as_str)),
        number("meal-hours-ago", found.meal_hours_ago),
        word("mood", found.mood.map(Mood::as_str)),
    ];
    all.into_iter().flatten().collect()
}

fn answers(found: &StressMeasurement) -> Vec<Json> {
    found.bepsi_k_items.iter().enumerate().map(|(place, answer)| whole(&item(place), *answer)).collect()
}

fn item(place: usize) -> String {
    format!("item-{}", place + 1)
}

fn whole(name: &str, number: u16) -> Json {
    json!({ "linkId": name, "answer": [{ "valueInteger": number }] })
}

fn result(number: Hundredths) -> Json {
    json!({ "linkId": "result", "answer": [{ "valueDecimal": decimal(number) }] })
}

fn response(header: &Header, instrument: &'static str, items: Vec<Json>) -> QuestionnaireResponse {
    let id = format!("{}-{}", header.stem(), slug(instrument));
    let mut told = header.common_elements("QuestionnaireResponse", &id, None);
    if let Some(identifier) = header.identifier() {
        told.insert("identifier".into(), identifier);
    }
    told.insert("questionnaire".into(), questionnaire(instrument).into());
    told.insert("status".into(), if header.is_corrected() { "amended" } else { "completed" }.into());
    if let Some(subject) = header.subject() {
        told.insert("subject".into(), subject);
    }
    told.insert("authored".into(), header.moment());
    if !items.is_empty() {
        told.insert("item".into(), items.into());
    }
    QuestionnaireResponse { id, instrument, json: Json::Object(told) }
}
