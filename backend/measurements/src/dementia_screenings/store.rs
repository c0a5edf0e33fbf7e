//! Dementia screenings: their detail beside the common header, their grading, reading and writing.

use super::norms;
use crate::{
    detail::{Named, answer, details_in, unit},
    grades::{Grade, GradeFilter, packed, unpacked},
    kind::{Findings, Kind, ListRequest, MeasurementKind, Person, Place},
    request_of,
    store::{Assessed, Header},
};
use diesel::{Queryable, Selectable};
use kernel::{
    db::{DatabaseConnection, schema::dementia_screening},
    problem::Problem,
};
use uno_core::{
    contract::{
        dementia_screenings::{
            DementiaScreening, DementiaScreeningFilter, DementiaScreeningId, DementiaScreeningPath,
            DementiaScreeningSave, Informant, NOT_ANSWERED, SCREEN, answered,
        },
        measurement_imports::ImportedKind,
        measurements::MeasurementsByKind,
        page::Can,
    },
    domain::{
        age::year_age_at,
        grade::{
            RuleSet,
            concern::GradedIndicator,
            physical::RuleSetVersion,
            safety::{Ungraded, UngradedReason},
            screening::{NORMS, RULES, Screening, ScreeningInstrument, ScreeningOutcome, ScreeningResult},
        },
        time::Timestamp,
    },
};

/// The usual maximum of years of education. A higher number is mostly an age, or a year.
const USUAL_EDUCATION: u16 = 22;
/// The age before which nobody's education starts.
const SCHOOL_AGE: u16 = 5;

/// The kind of dementia screenings.
pub struct Dementia;

impl Grade for ScreeningOutcome {
    const INDICATOR: u32 = 0;
    const NUMBERED: &'static [Self] = Self::ALL;
}

/// Not a grade, but packed with the grades so that an index can find it.
impl Grade for ScreeningInstrument {
    const INDICATOR: u32 = 1;
    const NUMBERED: &'static [Self] = Self::ALL;
}

/// The detail row as read.
#[derive(Queryable, Selectable, Clone, Debug)]
#[diesel(table_name = dementia_screening)]
pub(super) struct Row {
    orientation: Option<i32>,
    attention: Option<i32>,
    visuospatial: Option<i32>,
    executive: Option<i32>,
    memory: Option<i32>,
    language: Option<i32>,
    answers: String,
    total: Option<i32>,
    score: Option<i32>,
    pub(super) cut: Option<i32>,
    education_years: Option<i32>,
    informant: Option<Informant>,
}

/// The detail row as written.
#[derive(diesel::Insertable, diesel::AsChangeset, Clone, Debug)]
#[diesel(table_name = dementia_screening, treat_none_as_null = true, treat_none_as_default_value = false)]
pub struct Detail {
    orientation: Option<i32>,
    attention: Option<i32>,
    visuospatial: Option<i32>,
    executive: Option<i32>,
    memory: Option<i32>,
    language: Option<i32>,
    answers: String,
    total: Option<i32>,
    score: Option<i32>,
    cut: Option<i32>,
    education_years: Option<i32>,
    informant: Option<&'static str>,
}

impl Kind for Dementia {
    const KIND: MeasurementKind = MeasurementKind::Dementia;
    const SCREEN: &'static str = SCREEN;
    const TITLE: &'static str = "dementia.title";
    const IMPORTED: ImportedKind = ImportedKind::Dementia;
    const LIST: &'static str = "dementia";
    const GRADED: &'static [(u32, GradedIndicator)] = &[(ScreeningOutcome::INDICATOR, GradedIndicator::Cognition)];
    type Path = DementiaScreeningPath;
    type Filter = DementiaScreeningFilter;
    type Measurement = DementiaScreening;
    type Save = DementiaScreeningSave;
    type Detail = Detail;

    fn list_in(lists: &mut MeasurementsByKind) -> &mut Vec<DementiaScreening> {
        &mut lists.dementia
    }

    fn list_request(filter: &DementiaScreeningFilter) -> ListRequest {
        request_of!(filter, [GradeFilter::of(&filter.outcomes), GradeFilter::of(&filter.instruments)])
    }

    fn place(screening: &DementiaScreening) -> Place {
        (screening.measured_at.0, screening.dementia_screening_id.0)
    }

    fn versions(connection: &mut DatabaseConnection) -> Result<Vec<RuleSet>, Problem> {
        norms::all(connection)
    }

    fn explain(screening: &mut DementiaScreening, norms: &[RuleSet]) {
        // By the table that graded it: the newest one is applied to stored screenings in the background.
        let norms = norms.iter().find(|norms| screening.rule_version == Some(norms.version));
        let save = screening.form();
        let answers = answers_of(&save);
        let why = as_graded(&save, &answers, screening.age).why(norms);
        screening.why = Some(why.into_iter().collect());
    }

    fn form(screening: &DementiaScreening) -> DementiaScreeningSave {
        screening.form()
    }

    fn findings(save: &DementiaScreeningSave, person: Person) -> Findings<Detail> {
        Self::findings_by(save, person, &[])
    }

    fn lock_versions(connection: &mut DatabaseConnection) -> Result<Vec<RuleSet>, Problem> {
        Ok(norms::lock_newest(connection)?.into_iter().collect())
    }

    fn findings_by(save: &DementiaScreeningSave, person: Person, norms: &[RuleSet]) -> Findings<Detail> {
        let norms = norms.last();
        let answers = answers_of(save);
        let screening = as_graded(save, &answers, person.age_at(save.measured_at));
        let ScreeningResult { score, outcome, cut } = screening.screened(norms);
        // Uses the year of birth alone: the sender sees the result, and must not be able to find out a birthday by
        // repeated attempts.
        let in_this_year = person.birth_date.and_then(|born| year_age_at(born, save.measured_at.date_in_seoul()));
        let is_unusual = save.education_years.is_some_and(|years| {
            years > USUAL_EDUCATION || in_this_year.is_some_and(|age| years > age.saturating_sub(SCHOOL_AGE))
        });
        Findings {
            setting: None,
            test_case: save.instrument.as_str(),
            grades: packed(outcome) | packed(Some(save.instrument)),
            rules: rules_of(save.instrument, norms),
            unusual: if is_unusual { vec!["educationYears"] } else { Vec::new() },
            detail: Detail {
                orientation: column(save.orientation),
                attention: column(save.attention),
                visuospatial: column(save.visuospatial),
                executive: column(save.executive),
                memory: column(save.memory),
                language: column(save.language),
                answers: save.answers.iter().map(ToString::to_string).collect::<Vec<_>>().join(","),
                // A total that follows from the parts is not stored again.
                total: if screening.sum().is_some() { None } else { column(save.total) },
                score: score.map(i32::from),
                cut: cut.map(i32::from),
                education_years: column(save.education_years),
                informant: save.informant.map(Informant::as_str),
            },
        }
    }

    details_in!(dementia_screening, Row, measurement_of);
}

fn answers_of(save: &DementiaScreeningSave) -> Vec<Option<u8>> {
    save.answers.iter().map(|answer| answered(*answer)).collect()
}

/// Returns a screening with its answers as input of the grading, for a person of this age.
fn as_graded<'a>(save: &DementiaScreeningSave, answers: &'a [Option<u8>], age: Option<u16>) -> Screening<'a> {
    Screening {
        instrument: save.instrument,
        domains: [save.orientation, save.attention, save.visuospatial, save.executive, save.memory, save.language]
            .map(small),
        answers,
        total: small(save.total),
        age,
        education: save.education_years,
    }
}

/// Returns the rules that grade an instrument: for CIST the loaded norms, if any.
pub(super) fn rules_of(instrument: ScreeningInstrument, norms: Option<&RuleSet>) -> Option<RuleSetVersion> {
    match instrument {
        ScreeningInstrument::Cist => norms.map(|norms| RuleSetVersion { id: NORMS, version: norms.version }),
        _ => Some(RULES),
    }
}

fn column(value: Option<u16>) -> Option<i32> {
    value.map(i32::from)
}

fn small(value: Option<u16>) -> Option<u8> {
    value.and_then(|value| u8::try_from(value).ok())
}

/// Returns the instrument of a screening.
pub(super) fn instrument(header: &Header) -> Result<ScreeningInstrument, Problem> {
    ScreeningInstrument::parse(&header.test_case).ok_or_else(|| Problem::internal("unknown instrument"))
}

impl Row {
    /// Returns the result of a stored screening by these norms.
    pub(super) fn screened(&self, header: &Header, norms: Option<&RuleSet>) -> Result<ScreeningResult, Problem> {
        let answers: Vec<Option<u8>> = self.answers().into_iter().map(answered).collect();
        let screening = Screening {
            instrument: instrument(header)?,
            domains: [self.orientation, self.attention, self.visuospatial, self.executive, self.memory, self.language]
                .map(unit),
            answers: &answers,
            total: unit(self.total),
            age: unit(header.age),
            education: unit(self.education_years),
        };
        Ok(screening.screened(norms))
    }

    fn answers(&self) -> Vec<i64> {
        let each = self.answers.split(',').filter(|answer| !answer.is_empty());
        each.map(|answer| answer.parse().unwrap_or(NOT_ANSWERED)).collect()
    }
}

fn measurement_of(
    (header, row, member_no, member_name, company_name): Named<Row>,
    can: &Can,
) -> Result<DementiaScreening, Problem> {
    let outcome: Option<ScreeningOutcome> = unpacked(header.grades);
    let instrument = instrument(&header)?;
    let is_cist = instrument == ScreeningInstrument::Cist;
    let reason = match row.score {
        _ if outcome.is_some() => None,
        None => Some(UngradedReason::Incomplete),
        Some(_) if is_cist && header.age.is_none() => Some(UngradedReason::AgeUnknown),
        Some(_) if is_cist && row.education_years.is_none() => Some(UngradedReason::Incomplete),
        Some(_) => Some(UngradedReason::NoNorm),
    };
    let ungraded = reason.map(|reason| Ungraded { indicator: GradedIndicator::Cognition, reason, age_from: None });
    Ok(answer!(header, (member_no, member_name, company_name), can => DementiaScreening {
        dementia_screening_id: DementiaScreeningId,
        instrument,
        ungraded: ungraded.into_iter().collect(),
        orientation: unit(row.orientation),
        attention: unit(row.attention),
        visuospatial: unit(row.visuospatial),
        executive: unit(row.executive),
        memory: unit(row.memory),
        language: unit(row.language),
        answers: row.answers(),
        total: unit(row.total),
        education_years: unit(row.education_years),
        informant: row.informant,
        score: unit(row.score),
        outcome,
        cut: unit(row.cut),
        why: None,
    }))
}

/// Grades a screening for a person, for callers that insert many themselves.
#[must_use]
pub fn graded(
    save: &DementiaScreeningSave,
    received_at: Timestamp,
    person: Person,
    norms: Option<&RuleSet>,
) -> (Assessed, Detail) {
    let findings = Dementia::findings_by(save, person, norms.map(std::slice::from_ref).unwrap_or_default());
    (Assessed::of::<Dementia>(save.measured_at.0, received_at, person, &findings), findings.detail)
}
