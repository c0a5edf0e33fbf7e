//! Psychological tests: their detail beside the common header, their grading, reading and writing.

use crate::{
    detail::{Named, answer, details_in},
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
            Indicator, RuleSet, Subject,
            built_in::MIND,
            concern::GradedIndicator,
            indicator::HealthGrade,
            physical::RuleSetVersion,
            psychological::{PsychologicalInstrument, graded as graded_by},
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
        let about = unpacked::<PsychologicalInstrument>(grades).map(PsychologicalInstrument::about);
        let indicator = match about {
            Some(Indicator::Stress) => GradedIndicator::Stress,
            Some(Indicator::Anxiety) => GradedIndicator::Anxiety,
            Some(Indicator::Burnout) => GradedIndicator::Burnout,
            _ => return Vec::new(),
        };
        let number = number_of(grades, HealthGrade::INDICATOR).and_then(|number| number.checked_sub(1));
        number.map(|number| (indicator, number)).into_iter().collect()
    }

    fn place(test: &PsychologicalTest) -> Place {
        (test.measured_at.0, test.psychological_test_id.0)
    }

    fn versions(connection: &mut DatabaseConnection) -> Result<Vec<RuleSet>, Problem> {
        rules::activated(connection, &MIND)
    }

    fn explain(test: &mut PsychologicalTest, versions: &[RuleSet]) {
        let rules = rules::version_of_grade(&MIND, versions, test.rule_version, test.measured_at);
        let subject = Subject { age: test.age, sex: test.sex };
        let found = graded_by(rules, subject, test.instrument, test.result);
        test.why = Some([found.grade, found.class].into_iter().flatten().map(|graded| graded.why()).collect());
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

    details_in!(psychological_test, Row, measurement_of);
}

fn measurement_of(
    (header, row, member_no, member_name, company_name): Named<Row>,
    can: &Can,
) -> Result<PsychologicalTest, Problem> {
    let instrument = PsychologicalInstrument::parse(&header.test_case)
        .ok_or_else(|| Problem::internal("unknown instrument of a psychological test"))?;
    Ok(answer!(header, (member_no, member_name, company_name), can => PsychologicalTest {
        psychological_test_id: PsychologicalTestId,
        instrument,
        result: Hundredths(row.result),
        score: row.score.map(Hundredths),
        grade: unpacked(header.grades),
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
