//! Psychological tests: their detail beside the common header, their grading, reading and writing.

use crate::{
    detail::{Named, answer, details_in, unit},
    grades::{Grade, GradeFilter, number_of, packed, unpacked},
    kind::{Findings, Kind, ListRequest, MeasurementKind, Person, Place},
    request_of, rules,
    store::Assessed,
};
use diesel::{Queryable, Selectable};
use kernel::{
    db::{DatabaseConnection, schema::psychological_test},
    problem::Problem,
};
use uno_core::{
    contract::{
        measurement_imports::ImportedKind,
        measurements::MeasurementsByKind,
        page::Can,
        psychological_tests::{
            PsychologicalTest, PsychologicalTestFilter, PsychologicalTestId, PsychologicalTestPath,
            PsychologicalTestSave, SCREEN,
        },
    },
    domain::{
        decimal::Hundredths,
        grade::{
            GradeReason, Graded, Indicator, Quantity, RuleSet, Sex, Subject,
            built_in::MIND,
            concern::GradedIndicator,
            indicator::HealthGrade,
            physical::RuleSetVersion,
            psychological::{PsychologicalInstrument, graded as graded_by},
            safety::Ungraded,
            stress::RULES,
        },
    },
};

/// The kind of psychological tests.
pub struct Psychological;

/// The grade of the indicator that the instrument measures.
impl Grade for HealthGrade {
    const INDICATOR: u32 = 0;
    const NUMBERED: &'static [Self] = Self::ALL;
}

/// The instrument is packed with the grades, which list filters search.
impl Grade for PsychologicalInstrument {
    const INDICATOR: u32 = 1;
    const NUMBERED: &'static [Self] = Self::ALL;
}

/// The detail row as read.
#[derive(Queryable, Selectable)]
#[diesel(table_name = psychological_test)]
struct Row {
    result: i64,
    score: Option<i64>,
}

/// The detail row as written.
#[derive(diesel::Insertable, diesel::AsChangeset, Clone, Debug)]
#[diesel(table_name = psychological_test, treat_none_as_null = true, treat_none_as_default_value = false)]
pub struct Detail {
    result: i64,
    score: Option<i64>,
}

impl Kind for Psychological {
    const KIND: MeasurementKind = MeasurementKind::Psychological;
    const SCREEN: &'static str = SCREEN;
    const TITLE: &'static str = "psychological.title";
    const IMPORTED: ImportedKind = ImportedKind::Psychological;
    const LIST: &'static str = "psychological";
    /// Empty, because the instrument determines the indicator.
    const GRADED: &'static [(u32, GradedIndicator)] = &[];
    type Path = PsychologicalTestPath;
    type Filter = PsychologicalTestFilter;
    type Measurement = PsychologicalTest;
    type Save = PsychologicalTestSave;
    type Detail = Detail;

    fn list_in(lists: &mut MeasurementsByKind) -> &mut Vec<PsychologicalTest> {
        &mut lists.psychological
    }

    fn list_request(filter: &PsychologicalTestFilter) -> ListRequest {
        request_of!(filter, [GradeFilter::of(&filter.grades), GradeFilter::of(&filter.instruments)])
    }

    fn graded(grades: i64) -> Vec<(GradedIndicator, u8)> {
        let Some(indicator) = unpacked::<PsychologicalInstrument>(grades).map(about) else { return Vec::new() };
        let number = number_of(grades, HealthGrade::INDICATOR).and_then(|number| number.checked_sub(1));
        number.map(|number| (indicator, number)).into_iter().collect()
    }

    fn place(test: &PsychologicalTest) -> Place {
        (test.measured_at.0, test.psychological_test_id.0)
    }

    fn versions(connection: &mut DatabaseConnection) -> Result<Vec<RuleSet>, Problem> {
        rules::activated(connection, &[&MIND])
    }

    fn explain(test: &mut PsychologicalTest, versions: &[RuleSet]) {
        let rules = rules::version_of_grade(&MIND, versions, test.rule_version, test.measured_at);
        let subject = Subject { age: test.age, sex: test.sex };
        let found = graded_by(rules, subject, test.instrument, test.result);
        let moved = rules.moved_cuts(&MIND);
        let why = |graded: Graded<'_>| {
            let why = graded.why().about(subject);
            let is_by_installation = moved.iter().any(|cut| Some(cut.instrument) == why.converted_from);
            GradeReason { is_by_installation, ..why }
        };
        test.why = Some([found.grade, found.class].into_iter().flatten().map(why).collect());
    }

    fn form(test: &PsychologicalTest) -> PsychologicalTestSave {
        test.form()
    }

    fn findings(save: &PsychologicalTestSave, person: Person) -> Findings<Detail> {
        Self::findings_by(save, person, &[])
    }

    fn findings_by(save: &PsychologicalTestSave, person: Person, versions: &[RuleSet]) -> Findings<Detail> {
        let rules = rules::at(&MIND, versions, save.measured_at);
        let subject = Subject { age: person.age_at(save.measured_at), sex: person.sex };
        let found = graded_by(rules, subject, save.instrument, save.result).grade;
        let grade = found.and_then(|graded| graded.among(HealthGrade::ALL));
        Findings {
            setting: None,
            test_case: save.instrument.as_str(),
            grades: packed(grade) | packed(Some(save.instrument)),
            rules: Some(RuleSetVersion { version: rules.version, ..RULES }),
            // Every possible result of an instrument is a usual one.
            unusual: Vec::new(),
            detail: Detail { result: save.result.0, score: found.map(|graded| graded.value().hundredths_half_up().0) },
        }
    }

    fn is_scored_anew(before: &PsychologicalTest, after: &Findings<Detail>) -> bool {
        before.score.map(|score| score.0) != after.detail.score
    }

    details_in!(psychological_test, Row, measurement_of);
}

/// Returns what an instrument is about, as the indicator of its grade.
fn about(instrument: PsychologicalInstrument) -> GradedIndicator {
    match instrument.about() {
        Indicator::Anxiety => GradedIndicator::Anxiety,
        Indicator::Burnout => GradedIndicator::Burnout,
        _ => GradedIndicator::Stress,
    }
}

fn measurement_of(
    (header, row, member_no, member_name, company_name): Named<Row>,
    can: &Can,
) -> Result<PsychologicalTest, Problem> {
    let instrument = PsychologicalInstrument::parse(&header.test_case)
        .ok_or_else(|| Problem::internal("unknown instrument of a psychological test"))?;
    let subject = Subject { age: unit(header.age), sex: header.sex.as_deref().and_then(Sex::parse) };
    let result = Hundredths(row.result);
    let found = graded_by(&MIND, subject, instrument, result);
    let grade: Option<HealthGrade> = unpacked(header.grades);
    let why = Quantity::hundredths(result).and_then(|result| MIND.ungraded(instrument.indicator(), subject, result));
    let ungraded = why.filter(|_| grade.is_none()).map(|(reason, age_from)| Ungraded {
        indicator: about(instrument),
        reason,
        age_from,
    });
    Ok(answer!(header, (member_no, member_name, company_name), can => PsychologicalTest {
        psychological_test_id: PsychologicalTestId,
        instrument,
        result: Hundredths(row.result),
        score: row.score.map(Hundredths),
        grade,
        class: found.class.map(|class| class.word().to_owned()),
        is_beyond_norms: found.class.is_some() && instrument.indicator().is_beyond_norms(subject),
        ungraded: ungraded.into_iter().collect(),
        why: None,
    }))
}

/// Grades a test for a person, for callers that insert many themselves.
#[must_use]
pub fn graded(save: &PsychologicalTestSave, person: Person) -> (Assessed, Detail) {
    let findings = Psychological::findings(save, person);
    let header = Assessed::of::<Psychological>(save.measured_at.0, save.measured_at, person, &findings);
    (header, findings.detail)
}
