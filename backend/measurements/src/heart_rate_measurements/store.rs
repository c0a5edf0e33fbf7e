//! Heart rates: what they have beside the header that every kind has, how they are graded, told and written.

use crate::{
    asked,
    grades::{Grade, Sought, packed, unpacked},
    kind::{Asked, Findings, Kind, MeasurementKind, Person, Place},
    store::Header,
};
use diesel::{
    ExpressionMethods, NullableExpressionMethods, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
};
use kernel::{
    access::scope::{Scope, Scoped},
    db::{
        DatabaseConnection,
        schema::{company, heart_rate_measurement, measurement, member},
    },
    on_backend,
    problem::Problem,
};
use uno_core::{
    contract::{
        companies::CompanyId,
        external_devices::ExternalDeviceId,
        heart_rate_measurements::{
            HeartRateMeasurement, HeartRateMeasurementFilter, HeartRateMeasurementId, HeartRateMeasurementPath,
            HeartRateMeasurementSave, SCREEN,
        },
        members::MemberId,
        page::Can,
        services::ServiceId,
    },
    domain::{
        grade::{
            Graded, Quantity, Sex, Subject,
            built_in::HEART_RATE,
            heart_rate::{self, HeartRateContext},
            indicator::HeartRateGrade,
            physical::Edition,
        },
        time::Timestamp,
    },
};

/// The rules by which heart rates are graded, as they are stored with each.
const RULES: Edition = Edition { id: "heart-rate-rest", version: 1 };

/// Rates at rest that few have.
const USUAL_AT_REST: (i64, i64) = (35, 150);
/// Rates after exercise that few have.
const USUAL_AFTER_EXERCISE: (i64, i64) = (50, 220);

/// The kind.
pub struct HeartRate;

impl Grade for HeartRateGrade {
    const INDICATOR: u32 = 0;
    const NUMBERED: &'static [Self] = Self::ALL;
}

/// When it was measured stands among the grades, by which lists are found.
impl Grade for HeartRateContext {
    const INDICATOR: u32 = 1;
    const NUMBERED: &'static [Self] = Self::ALL;
}

/// What stands beside the header.
#[derive(Queryable, Selectable)]
#[diesel(table_name = heart_rate_measurement)]
struct Row {
    rate: i32,
}

/// What is written beside the header.
#[derive(diesel::Insertable, diesel::AsChangeset, Clone, Debug)]
#[diesel(table_name = heart_rate_measurement)]
pub struct Detail {
    rate: i32,
}

/// A header with its detail, number and name of the member, and name of the company.
type Named = (Header, Row, Option<String>, Option<String>, Option<String>);

impl Kind for HeartRate {
    const KIND: MeasurementKind = MeasurementKind::HeartRate;
    const SCREEN: &'static str = SCREEN;
    const LIST: &'static str = "heartRate";
    type Path = HeartRateMeasurementPath;
    type Filter = HeartRateMeasurementFilter;
    type Measurement = HeartRateMeasurement;
    type Save = HeartRateMeasurementSave;
    type Detail = Detail;

    fn asked(filter: &HeartRateMeasurementFilter) -> Asked {
        asked!(filter, [Sought::of(&filter.grades), Sought::of(&filter.contexts)])
    }

    fn place(measurement: &HeartRateMeasurement) -> Place {
        (measurement.measured_at.0, measurement.heart_rate_measurement_id.0)
    }

    fn load(
        connection: &mut DatabaseConnection,
        scope: Scope,
        can: &Can,
        ids: &[i64],
    ) -> Result<Vec<HeartRateMeasurement>, Problem> {
        let query = measurement::table
            .in_scope(scope)
            .inner_join(heart_rate_measurement::table)
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

    fn explain(measurement: &mut HeartRateMeasurement) {
        let subject = Subject { age: measurement.age, sex: measurement.sex };
        let found = graded(measurement.rate, measurement.context, subject);
        measurement.why = Some(found.map(|graded| graded.why()).into_iter().collect());
    }

    fn form(measurement: &HeartRateMeasurement) -> HeartRateMeasurementSave {
        measurement.form()
    }

    fn findings(save: &HeartRateMeasurementSave, person: Person) -> Findings<Detail> {
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
            grades: packed(grade) | packed(Some(save.context)),
            rules: Some(RULES),
            unusual: if (least..=most).contains(&save.rate) { Vec::new() } else { vec!["rate"] },
            detail: Detail { rate: i32::try_from(save.rate).unwrap_or(i32::MAX) },
        }
    }

    fn insert_details(connection: &mut DatabaseConnection, details: Vec<(i64, Detail)>) -> Result<(), Problem> {
        let rows: Vec<_> =
            details.iter().map(|(id, detail)| (heart_rate_measurement::measurement_id.eq(*id), detail)).collect();
        on_backend!(connection, |connection| {
            diesel::insert_into(heart_rate_measurement::table).values(rows).execute(connection)
        })?;
        Ok(())
    }

    fn replace_detail(connection: &mut DatabaseConnection, id: i64, detail: Detail) -> Result<(), Problem> {
        diesel::update(heart_rate_measurement::table.find(id)).set(&detail).execute(connection)?;
        Ok(())
    }
}

/// The grade by the rules in force.
fn graded(rate: i64, context: HeartRateContext, subject: Subject) -> Option<Graded<'static>> {
    heart_rate::grade(&HEART_RATE, subject, context, Quantity::whole(u16::try_from(rate).ok()?))
}

fn told(
    (header, row, member_no, member_name, company_name): Named,
    can: &Can,
) -> Result<HeartRateMeasurement, Problem> {
    let context = HeartRateContext::parse(&header.test_case)
        .ok_or_else(|| Problem::internal("unknown context of a heart rate"))?;
    Ok(HeartRateMeasurement {
        heart_rate_measurement_id: HeartRateMeasurementId(header.measurement_id),
        member_id: header.member_id.map(MemberId),
        member_no,
        member_name,
        company_id: header.company_id.map(CompanyId),
        company_name,
        measured_at: Timestamp(header.measured_at),
        received_at: Timestamp(header.received_at),
        sex: header.sex.as_deref().and_then(Sex::parse),
        age: header.age.and_then(|age| u16::try_from(age).ok()),
        rate: row.rate.into(),
        context,
        grade: unpacked(header.grades),
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
