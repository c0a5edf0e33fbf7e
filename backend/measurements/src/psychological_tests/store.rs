//! Psychological tests: what they have beside the header that every kind has, how they are graded, told and written.

use crate::{
    asked,
    grades::{Grade, Sought, packed, unpacked},
    kind::{Asked, Findings, Kind, MeasurementKind, Person, Place},
    store::{Assessed, Header},
};
use diesel::{
    ExpressionMethods, NullableExpressionMethods, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
};
use kernel::{
    access::scope::{Scope, Scoped},
    db::{
        DatabaseConnection,
        schema::{company, measurement, member, psychological_test},
    },
    on_backend,
    problem::Problem,
};
use uno_core::{
    contract::{
        companies::CompanyId,
        external_devices::ExternalDeviceId,
        members::MemberId,
        page::Can,
        psychological_tests::{
            PsychologicalTest, PsychologicalTestFilter, PsychologicalTestId, PsychologicalTestPath,
            PsychologicalTestSave, SCREEN,
        },
        services::ServiceId,
    },
    domain::{
        decimal::Hundredths,
        grade::{
            Sex, Subject,
            built_in::MIND,
            indicator::HealthGrade,
            psychological::{PsychologicalInstrument, graded as graded_by},
            stress::RULES,
        },
        time::Timestamp,
    },
};

/// The kind.
pub struct Psychological;

/// The grade of whatever the instrument is about.
#[derive(Clone, Copy, PartialEq)]
struct TestGrade(HealthGrade);

impl Grade for TestGrade {
    const INDICATOR: u32 = 0;
    const NUMBERED: &'static [Self] = &[
        Self(HealthGrade::VeryHealthy),
        Self(HealthGrade::Healthy),
        Self(HealthGrade::Good),
        Self(HealthGrade::Normal),
        Self(HealthGrade::Attention),
        Self(HealthGrade::Caution),
        Self(HealthGrade::Warning),
        Self(HealthGrade::Danger),
    ];
}

/// The instrument stands among the grades, by which lists are found.
impl Grade for PsychologicalInstrument {
    const INDICATOR: u32 = 1;
    const NUMBERED: &'static [Self] = Self::ALL;
}

/// What stands beside the header.
#[derive(Queryable, Selectable)]
#[diesel(table_name = psychological_test)]
struct Row {
    result: i64,
    score: Option<i64>,
}

/// What is written beside the header.
#[derive(diesel::Insertable, diesel::AsChangeset, Clone, Debug)]
#[diesel(table_name = psychological_test, treat_none_as_null = true)]
pub struct Detail {
    result: i64,
    score: Option<i64>,
}

/// A header with its detail, number and name of the member, and name of the company.
type Named = (Header, Row, Option<String>, Option<String>, Option<String>);

impl Kind for Psychological {
    const KIND: MeasurementKind = MeasurementKind::Psychological;
    const SCREEN: &'static str = SCREEN;
    const LIST: &'static str = "psychological";
    type Path = PsychologicalTestPath;
    type Filter = PsychologicalTestFilter;
    type Measurement = PsychologicalTest;
    type Save = PsychologicalTestSave;
    type Detail = Detail;

    fn asked(filter: &PsychologicalTestFilter) -> Asked {
        let grades: Vec<TestGrade> = filter.grades.iter().copied().map(TestGrade).collect();
        asked!(filter, [Sought::of(&grades), Sought::of(&filter.instruments)])
    }

    fn place(test: &PsychologicalTest) -> Place {
        (test.measured_at.0, test.psychological_test_id.0)
    }

    fn load(
        connection: &mut DatabaseConnection,
        scope: Scope,
        can: &Can,
        ids: &[i64],
    ) -> Result<Vec<PsychologicalTest>, Problem> {
        let query = measurement::table
            .in_scope(scope)
            .inner_join(psychological_test::table)
            .left_join(member::table)
            .left_join(company::table)
            .filter(measurement::measurement_id.eq_any(ids.to_vec()))
            .select((
                Header::as_select(),
                Row::as_select(),
                member::member_no.nullable(),
                member::name.nullable(),
                company::name.nullable(),
            ));
        query.load::<Named>(connection)?.into_iter().map(|named| told(named, can)).collect()
    }

    fn explain(test: &mut PsychologicalTest) {
        let subject = Subject { age: test.age, sex: test.sex };
        let found = graded_by(&MIND, subject, test.instrument, test.result);
        test.why = Some([found.grade, found.class].into_iter().flatten().map(|graded| graded.why()).collect());
    }

    fn form(test: &PsychologicalTest) -> PsychologicalTestSave {
        test.form()
    }

    fn findings(save: &PsychologicalTestSave, person: Person) -> Findings<Detail> {
        let subject = Subject { age: person.age_at(save.measured_at), sex: person.sex };
        let found = graded_by(&MIND, subject, save.instrument, save.result).grade;
        let grade = found.and_then(|graded| graded.among(HealthGrade::ALL));
        Findings {
            setting: None,
            test_case: save.instrument.as_str(),
            grades: packed(grade.map(TestGrade)) | packed(Some(save.instrument)),
            rules: Some(RULES),
            // Every result that an instrument can give is an ordinary one.
            unusual: Vec::new(),
            detail: Detail { result: save.result.0, score: found.map(|graded| graded.value().hundredths_half_up().0) },
        }
    }

    fn insert_details(connection: &mut DatabaseConnection, details: Vec<(i64, Detail)>) -> Result<(), Problem> {
        let rows: Vec<_> =
            details.iter().map(|(id, detail)| (psychological_test::measurement_id.eq(*id), detail)).collect();
        on_backend!(connection, |connection| {
            diesel::insert_into(psychological_test::table).values(rows).execute(connection)
        })?;
        Ok(())
    }

    fn replace_detail(connection: &mut DatabaseConnection, id: i64, detail: Detail) -> Result<(), Problem> {
        diesel::update(psychological_test::table.find(id)).set(&detail).execute(connection)?;
        Ok(())
    }
}

fn told((header, row, member_no, member_name, company_name): Named, can: &Can) -> Result<PsychologicalTest, Problem> {
    let instrument = PsychologicalInstrument::parse(&header.test_case)
        .ok_or_else(|| Problem::internal("unknown instrument of a psychological test"))?;
    Ok(PsychologicalTest {
        psychological_test_id: PsychologicalTestId(header.measurement_id),
        member_id: header.member_id.map(MemberId),
        member_no,
        member_name,
        company_id: header.company_id.map(CompanyId),
        company_name,
        measured_at: Timestamp(header.measured_at),
        received_at: Timestamp(header.received_at),
        sex: header.sex.as_deref().and_then(Sex::parse),
        age: header.age.and_then(|age| u16::try_from(age).ok()),
        instrument,
        result: Hundredths(row.result),
        score: row.score.map(Hundredths),
        grade: unpacked(header.grades).map(|TestGrade(grade)| grade),
        why: None,
        unusual: header.unusual(),
        trial: header.trial,
        service_id: header.service_id.map(ServiceId),
        external_device_id: header.external_device_id.map(ExternalDeviceId),
        updated_at: header.updated_at(),
        version: header.version,
        source_id: header.source_id,
        rule_set: header.rule_set,
        rule_version: header.rule_version,
        can: can.clone(),
    })
}

/// A test graded for a person, for whoever writes many by themselves.
#[must_use]
pub fn graded(save: &PsychologicalTestSave, person: Person) -> (Assessed, Detail) {
    let findings = Psychological::findings(save, person);
    let header = Assessed::of::<Psychological>(save.measured_at.0, save.measured_at, person, &findings);
    (header, findings.detail)
}
