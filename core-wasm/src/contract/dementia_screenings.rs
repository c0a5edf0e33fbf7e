//! Dementia screenings by CIST, KDSQ-C, KDSQ-P or MMSE-KC, with their outcome. A screening is not a diagnosis.

use super::{
    id_type,
    measurements::{MeasurementChanges, MeasurementSort, measurement},
    path_type, record_calls,
    validation::{Value, Violation},
    value_enum,
};
use crate::domain::grade::{
    GradeReason,
    dementia::CistDomain,
    screening::{Screening, ScreeningInstrument, ScreeningOutcome},
};

id_type! {
    /// A dementia screening.
    DementiaScreeningId
}

path_type! { DementiaScreeningPath { dementia_screening_id: DementiaScreeningId } }

/// Menu URL of the history.
pub const SCREEN: &str = "/history/dementia_prediction";

/// Value of an item that was not answered.
pub const NOT_ANSWERED: i64 = -1;
/// The same value as a floating-point number.
pub(super) const NO_ANSWER: f64 = NOT_ANSWERED as f64;

value_enum! {
    /// The person who gave information about the person screened, or answered for them.
    pub enum Informant {
        Oneself = "ONESELF",
        Spouse = "SPOUSE",
        Child = "CHILD",
        ChildInLaw = "CHILD_IN_LAW",
        OtherRelative = "OTHER_RELATIVE",
        Caregiver = "CAREGIVER",
        Other = "OTHER",
    }
}

/// Fields of the CIST domain scores, in the order of [`CistDomain::ALL`].
const DOMAINS: [&str; 6] = ["orientation", "attention", "visuospatial", "executive", "memory", "language"];

const fn most(domain: CistDomain) -> i64 {
    domain.most() as i64
}

measurement! {
    /// A dementia screening with its outcome; not a diagnosis.
    pub struct DementiaScreening { dementia_screening_id: DementiaScreeningId }
    /// A dementia screening as sent. CIST: the domain scores or only the total. KDSQ: the answers or only the total.
    /// MMSE-KC: the total. With all parts, the total must be their sum. With some parts, the total must be possible
    /// given their sum and the maxima of the missing parts.
    pub struct DementiaScreeningSave {
        /// Instrument.
        instrument: ScreeningInstrument => word(ScreeningInstrument::WORDS),
        /// CIST score for orientation.
        orientation: Option<u16> => integer(0, most(CistDomain::Orientation)),
        /// CIST score for attention.
        attention: Option<u16> => integer(0, most(CistDomain::Attention)),
        /// CIST score for visuospatial ability.
        visuospatial: Option<u16> => integer(0, most(CistDomain::Visuospatial)),
        /// CIST score for executive function.
        executive: Option<u16> => integer(0, most(CistDomain::Executive)),
        /// CIST score for memory.
        memory: Option<u16> => integer(0, most(CistDomain::Memory)),
        /// CIST score for language.
        language: Option<u16> => integer(0, most(CistDomain::Language)),
        /// KDSQ answers in item order, 15 for KDSQ-C and 5 for KDSQ-P: 0 (no), 1 (sometimes, somewhat), 2 (often,
        /// much), and −1 if not answered.
        answers: Vec<i64> => series(NOT_ANSWERED, 2, ScreeningInstrument::KdsqC.items()),
        /// Total; required if no parts are sent.
        total: Option<u16> => integer(0, 30),
        /// Years of education; CIST is graded by it.
        education_years: Option<u16> => integer(0, 40),
        /// The person who gave information about the person screened, or answered for them.
        informant: Option<Informant> => word(Informant::WORDS),
    }
    shown {
        /// Total; absent if a part is missing.
        pub score: Option<u16>,
        /// Outcome; absent if there is no total, or no CIST norm for the person's age and education.
        pub outcome: Option<ScreeningOutcome>,
        /// The cut-off that applied. A KDSQ total suggests impairment at or above it, other totals below it.
        pub cut: Option<u16>,
        /// Reason of the outcome, if there is one: the published cut-off, or the CIST norm. Absent in lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub why: Option<Vec<GradeReason>>,
    }
    /// Filter of the screening list.
    pub struct DementiaScreeningFilter {
        /// Screenings by one of these instruments.
        instruments: Vec<ScreeningInstrument> => words(ScreeningInstrument::WORDS),
        /// Screenings with one of these outcomes.
        outcomes: Vec<ScreeningOutcome> => words(ScreeningOutcome::WORDS),
    }
    also check_parts
}

/// Converts an answer for grading; `None` if the item was not answered.
#[must_use]
pub fn answered(answer: i64) -> Option<u8> {
    u8::try_from(answer).ok()
}

pub(super) fn points(value: &Value) -> Option<u8> {
    value.as_number().filter(|number| (0.0..=30.0).contains(number)).map(|number| number as u8)
}

fn entries(value: &Value) -> &[Value] {
    match value {
        Value::List(entries) => entries,
        _ => &[],
    }
}

/// Builds a screening from its parts.
fn screening<'a, 'b>(
    instrument: ScreeningInstrument,
    answers: &'b [Option<u8>],
    told: impl Fn(&'static str) -> &'a Value,
) -> Screening<'b> {
    let domains = DOMAINS.map(|name| points(told(name)));
    Screening { instrument, domains, answers, total: None, age: None, education: None }
}

/// Returns the sum of all parts of a screening, if they are present.
pub(super) fn sum<'a>(told: impl Fn(&'static str) -> &'a Value) -> Option<u8> {
    let instrument = told("instrument").as_text().and_then(ScreeningInstrument::parse)?;
    let answers: Vec<Option<u8>> = entries(told("answers")).iter().map(points).collect();
    screening(instrument, &answers, told).sum()
}

fn check_parts(value: &Value, violations: &mut Vec<Violation>) {
    let Some(instrument) = value.get("instrument").as_text().and_then(ScreeningInstrument::parse) else { return };
    let answers = entries(value.get("answers"));
    if instrument != ScreeningInstrument::Cist {
        let others = DOMAINS.iter().filter(|name| *value.get(name) != Value::Nothing);
        violations.extend(others.map(|name| Violation::new(name, "notAllowed")));
    }
    if !answers.is_empty() && answers.len() != instrument.items() {
        violations.push(match instrument.items() {
            0 => Violation::new("answers", "notAllowed"),
            items => Violation::new("answers", "count").with("count", items),
        });
    }
    let given: Vec<Option<u8>> = answers.iter().map(points).collect();
    let screening = screening(instrument, &given, |name| value.get(name));
    let has_parts = !answers.is_empty() || screening.domains.iter().any(Option::is_some);
    match (value.get("total").as_number(), screening.sum()) {
        (None, _) if !has_parts => violations.push(Violation::new("total", "required")),
        (Some(total), _) if total > f64::from(instrument.most()) => {
            violations.push(Violation::new("total", "tooLarge").with("max", instrument.most()));
        }
        (Some(_), Some(sum)) if points(value.get("total")) != Some(sum) => {
            violations.push(Violation::new("total", "sum").with("sum", sum));
        }
        (Some(total), None) => {
            // With some parts, the total must lie between their sum and that sum plus the maxima of the missing parts.
            let possible = screening.possible_totals();
            if let Some((least, _)) = possible.filter(|(least, _)| total < f64::from(*least)) {
                violations.push(Violation::new("total", "tooSmall").with("min", least));
            } else if let Some((_, most)) = possible.filter(|(_, most)| total > f64::from(*most)) {
                violations.push(Violation::new("total", "tooLarge").with("max", most));
            }
        }
        _ => {}
    }
}

record_calls! {
    DementiaScreening at "/api/v1/dementia-screenings" "/{dementiaScreeningId}" by DementiaScreeningPath on SCREEN,
    reads "dementia.title",
    /// Lists the dementia screenings in the caller's scope.
    list ListDementiaScreenings(DementiaScreeningFilter),
    /// Queues a job that exports the filtered screenings to a file.
    export ExportDementiaScreenings(DementiaScreeningFilter),
    /// Queues a job that changes or deletes several dementia screenings.
    bulk BulkDementiaScreenings(DementiaScreeningFilter by MeasurementChanges),
    /// Creates a screening entered by hand.
    create CreateDementiaScreening(DementiaScreeningSave) refuses [Taken],
    /// Returns a screening, with the reason of its outcome.
    show GetDementiaScreening,
    /// Corrects a screening; it is graded again.
    update UpdateDementiaScreening(DementiaScreeningSave) refuses [Taken],
    /// Deletes a screening, which can be restored for 30 days.
    delete DeleteDementiaScreening,
    /// Lists the changes of a screening, newest first.
    history ListDementiaScreeningRevisions,
}
