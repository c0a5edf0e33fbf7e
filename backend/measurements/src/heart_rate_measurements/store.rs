//! Heart rates: their detail beside the common header, their grading, reading and writing.

use crate::{
    detail::{Named, answer, details_in, unit},
    grades::{Grade, GradeFilter, UrgentSides, packed, unpacked},
    kind::{Findings, Kind, ListRequest, MeasurementKind, Person, Place},
    request_of, rules,
};
use diesel::{Queryable, Selectable};
use kernel::{
    db::{DatabaseConnection, schema::heart_rate_measurement},
    problem::Problem,
};
use uno_core::{
    contract::{
        heart_rate_measurements::{
            HeartRateMeasurement, HeartRateMeasurementFilter, HeartRateMeasurementId, HeartRateMeasurementPath,
            HeartRateMeasurementSave, SCREEN,
        },
        measurement_imports::ImportedKind,
        measurements::MeasurementsByKind,
        page::Can,
    },
    domain::{
        decimal::Hundredths,
        grade::{
            Graded, Indicator, Quantity, RuleSet, Sex, Subject,
            built_in::{HEART_RATE, URGENT},
            concern::GradedIndicator,
            heart_rate::{self, HeartRateContext},
            indicator::HeartRateGrade,
            physical::RuleSetVersion,
            safety::{Ungraded, UngradedReason, UrgentMark},
        },
        time::Timestamp,
    },
};

/// The rules that grade heart rates, stored with each measurement.
const RULES: RuleSetVersion = RuleSetVersion { id: "heart-rate-rest", version: 1 };

/// The usual range of rates at rest.
const USUAL_AT_REST: (i64, i64) = (35, 150);
/// The usual range of rates after exercise.
const USUAL_AFTER_EXERCISE: (i64, i64) = (50, 220);

/// The kind of heart rate measurements.
pub struct HeartRate;

impl Grade for HeartRateGrade {
    const INDICATOR: u32 = 0;
    const NUMBERED: &'static [Self] = Self::ALL;
}

/// The context is packed with the grades, which list filters search.
impl Grade for HeartRateContext {
    const INDICATOR: u32 = 1;
    const NUMBERED: &'static [Self] = Self::ALL;
}

/// The detail row as read.
#[derive(Queryable, Selectable)]
#[diesel(table_name = heart_rate_measurement)]
struct Row {
    rate: i32,
}

/// The detail row as written.
#[derive(diesel::Insertable, diesel::AsChangeset, Clone, Debug)]
#[diesel(table_name = heart_rate_measurement)]
pub struct Detail {
    rate: i32,
}

impl Kind for HeartRate {
    const KIND: MeasurementKind = MeasurementKind::HeartRate;
    const SCREEN: &'static str = SCREEN;
    const TITLE: &'static str = "heartRate.ofMember";
    const IMPORTED: ImportedKind = ImportedKind::HeartRate;
    const LIST: &'static str = "heartRate";
    const GRADED: &'static [(u32, GradedIndicator)] = &[(HeartRateGrade::INDICATOR, GradedIndicator::HeartRate)];
    type Path = HeartRateMeasurementPath;
    type Filter = HeartRateMeasurementFilter;
    type Measurement = HeartRateMeasurement;
    type Save = HeartRateMeasurementSave;
    type Detail = Detail;

    fn list_in(lists: &mut MeasurementsByKind) -> &mut Vec<HeartRateMeasurement> {
        &mut lists.heart_rate
    }

    fn list_request(filter: &HeartRateMeasurementFilter) -> ListRequest {
        request_of!(filter, [GradeFilter::of(&filter.grades), GradeFilter::of(&filter.contexts)])
    }

    fn place(measurement: &HeartRateMeasurement) -> Place {
        (measurement.measured_at.0, measurement.heart_rate_measurement_id.0)
    }

    fn versions(connection: &mut DatabaseConnection) -> Result<Vec<RuleSet>, Problem> {
        rules::activated(connection, &[&URGENT])
    }

    fn complete(connection: &mut DatabaseConnection, found: &mut [HeartRateMeasurement]) -> Result<(), Problem> {
        let versions = Self::versions(connection)?;
        for measurement in found {
            measurement.urgent = urgent(measurement.rate, measurement.context, measurement.measured_at, &versions);
        }
        Ok(())
    }

    fn explain(measurement: &mut HeartRateMeasurement, _: &[RuleSet]) {
        let subject = Subject { age: measurement.age, sex: measurement.sex };
        let found = graded(measurement.rate, measurement.context, subject);
        measurement.why = Some(found.map(|graded| graded.why().about(subject)).into_iter().collect());
    }

    fn form(measurement: &HeartRateMeasurement) -> HeartRateMeasurementSave {
        measurement.form()
    }

    fn findings(save: &HeartRateMeasurementSave, person: Person) -> Findings<Detail> {
        Self::findings_by(save, person, &[])
    }

    fn findings_by(save: &HeartRateMeasurementSave, person: Person, versions: &[RuleSet]) -> Findings<Detail> {
        let urgent = urgent(save.rate, save.context, save.measured_at, versions);
        let subject = Subject { age: person.age_at(save.measured_at), sex: person.sex };
        let grade = graded(save.rate, save.context, subject);
        let grade = grade.and_then(|graded| graded.among(HeartRateGrade::ALL));
        let (least, most) = match save.context {
            HeartRateContext::Rest => USUAL_AT_REST,
            HeartRateContext::AfterExercise => USUAL_AFTER_EXERCISE,
        };
        Findings {
            setting: None,
            test_case: save.context.as_str(),
            grades: packed(grade) | packed(Some(save.context)) | packed(UrgentSides::of(&urgent)),
            rules: Some(RULES),
            unusual: if (least..=most).contains(&save.rate) { Vec::new() } else { vec!["rate"] },
            detail: Detail { rate: i32::try_from(save.rate).unwrap_or(i32::MAX) },
        }
    }

    details_in!(heart_rate_measurement, Row, measurement_of);
}

/// Returns the grade by the rules in force.
fn graded(rate: i64, context: HeartRateContext, subject: Subject) -> Option<Graded<'static>> {
    heart_rate::grade(&HEART_RATE, subject, context, Quantity::whole(u16::try_from(rate).ok()?))
}

/// Returns the mark of a rate at rest that is urgent.
fn urgent(rate: i64, context: HeartRateContext, at: Timestamp, versions: &[RuleSet]) -> Vec<UrgentMark> {
    let rate = (context == HeartRateContext::Rest).then_some(Hundredths(rate * 100));
    rules::at(&URGENT, versions, at).urgent_marks(&[(Indicator::HeartRate, rate)])
}

/// Returns why a rate has no grade.
fn ungraded(rate: i64, context: HeartRateContext, subject: Subject) -> Option<Ungraded> {
    let (reason, age_from) = match context {
        HeartRateContext::AfterExercise => (UngradedReason::AfterExercise, None),
        HeartRateContext::Rest => {
            let rate = Quantity::whole(u16::try_from(rate).ok()?);
            HEART_RATE.ungraded(Indicator::HeartRate, subject, rate)?
        }
    };
    Some(Ungraded { indicator: GradedIndicator::HeartRate, reason, age_from })
}

fn measurement_of(
    (header, row, member_no, member_name, company_name): Named<Row>,
    can: &Can,
) -> Result<HeartRateMeasurement, Problem> {
    let context = HeartRateContext::parse(&header.test_case)
        .ok_or_else(|| Problem::internal("unknown context of a heart rate"))?;
    let subject = Subject { age: unit(header.age), sex: header.sex.as_deref().and_then(Sex::parse) };
    Ok(answer!(header, (member_no, member_name, company_name), can => HeartRateMeasurement {
        heart_rate_measurement_id: HeartRateMeasurementId,
        rate: row.rate.into(),
        context,
        grade: unpacked(header.grades),
        ungraded: ungraded(row.rate.into(), context, subject).into_iter().collect(),
        why: None,
    }))
}
