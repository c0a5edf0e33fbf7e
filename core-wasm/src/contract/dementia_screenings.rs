//! Screenings for dementia: by CIST, KDSQ-C, KDSQ-P or MMSE-KC, with what they say. A screening is no diagnosis.

use super::{
    id_type,
    measurements::{MeasurementSort, measurement},
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
    /// A screening for dementia.
    DementiaScreeningId
}

path_type! { DementiaScreeningPath { dementia_screening_id: DementiaScreeningId } }

/// Menu url of the history.
pub const SCREEN: &str = "/history/dementia_prediction";

/// Stands for an item that was not answered.
pub const NOT_ANSWERED: i64 = -1;
/// The same as it is read.
pub(super) const NO_ANSWER: f64 = NOT_ANSWERED as f64;

value_enum! {
    /// Who has told about the person, or answered for them.
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

/// The points of the domains of CIST by their fields, in the order of [`CistDomain::ALL`].
const DOMAINS: [&str; 6] = ["orientation", "attention", "visuospatial", "executive", "memory", "language"];

const fn most(domain: CistDomain) -> i64 {
    domain.most() as i64
}

measurement! {
    /// A screening for dementia with what it says. It is no diagnosis.
    pub struct DementiaScreening { dementia_screening_id: DementiaScreeningId }
    /// A screening for dementia as it is sent: of CIST the points of its domains, of KDSQ the answers, or the total
    /// alone; of MMSE-KC the total. A total beside all parts is their sum; beside some of them it is no less than they are
    /// and leaves to the others what they can have.
    pub struct DementiaScreeningSave {
        /// By what.
        instrument: ScreeningInstrument => word(ScreeningInstrument::WORDS),
        /// Points of CIST for orientation.
        orientation: Option<u16> => integer(0, most(CistDomain::Orientation)),
        /// Points of CIST for attention.
        attention: Option<u16> => integer(0, most(CistDomain::Attention)),
        /// Points of CIST for visuospatial ability.
        visuospatial: Option<u16> => integer(0, most(CistDomain::Visuospatial)),
        /// Points of CIST for executive function.
        executive: Option<u16> => integer(0, most(CistDomain::Executive)),
        /// Points of CIST for memory.
        memory: Option<u16> => integer(0, most(CistDomain::Memory)),
        /// Points of CIST for language.
        language: Option<u16> => integer(0, most(CistDomain::Language)),
        /// Answers of KDSQ in the order of the items, 15 of KDSQ-C and 5 of KDSQ-P: 0 (no), 1 (sometimes, somewhat),
        /// 2 (often, much), and −1 for one that was not answered.
        answers: Vec<i64> => series(NOT_ANSWERED, 2, ScreeningInstrument::KdsqC.items()),
        /// The total, where its parts are not sent.
        total: Option<u16> => integer(0, 30),
        /// Years of education, by which CIST is graded.
        education_years: Option<u16> => integer(0, 40),
        /// Who has told about the person, or answered for them.
        informant: Option<Informant> => word(Informant::WORDS),
    }
    shown {
        /// The total; absent where a part is missing.
        pub score: Option<u16>,
        /// What it says; absent where there is no total, or no norm of CIST for the person's age and education.
        pub outcome: Option<ScreeningOutcome>,
        /// The cut that applied: of KDSQ from it on, otherwise below it, a total is conspicuous.
        pub cut: Option<u16>,
        /// Why it says so, if it says something: by the published cut, or by the norm of CIST that graded it. Absent in
        /// lists.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "server", schema(required = false, nullable = false))]
        pub why: Option<Vec<GradeReason>>,
    }
    /// Which screenings.
    pub struct DementiaScreeningFilter {
        /// Those by one of these instruments.
        instruments: Vec<ScreeningInstrument> => words(ScreeningInstrument::WORDS),
        /// Those that say one of these.
        outcomes: Vec<ScreeningOutcome> => words(ScreeningOutcome::WORDS),
    }
    also check_parts
}

/// An answer as it is graded.
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

/// A screening as its parts are told.
fn screening<'a, 'b>(
    instrument: ScreeningInstrument,
    answers: &'b [Option<u8>],
    told: impl Fn(&'static str) -> &'a Value,
) -> Screening<'b> {
    let domains = DOMAINS.map(|name| points(told(name)));
    Screening { instrument, domains, answers, total: None, age: None, education: None }
}

/// The sum of all parts of a screening, where they are told.
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
            // With some of its parts it is no less than they are, and leaves to the others what they can have.
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
    /// Lists the screenings for dementia in the caller's scope.
    list ListDementiaScreenings(DementiaScreeningFilter),
    /// Queues a job that writes the filtered screenings to a file.
    export ExportDementiaScreenings(DementiaScreeningFilter),
    /// Writes a screening by hand.
    create CreateDementiaScreening(DementiaScreeningSave) refuses [Taken],
    /// Answers one screening, with the reason of what it says.
    show GetDementiaScreening,
    /// Corrects a screening; it is graded anew.
    update UpdateDementiaScreening(DementiaScreeningSave) refuses [Taken],
    /// Removes a screening for good.
    delete DeleteDementiaScreening,
    /// Lists the changes of a screening, the newest first.
    history ListDementiaScreeningRevisions,
}
