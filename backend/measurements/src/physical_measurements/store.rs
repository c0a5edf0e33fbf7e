//! Physical measurements: what they have beside the header that every kind has, how they are graded,
//! told and written.

use crate::{
    grades::{Grade, Sought, packed, unpacked},
    kind::{Asked, Kind, MeasurementKind, Place, Which},
    store::{self as headers, Assessed, Header, Owner},
};
use diesel::{
    ExpressionMethods, NullableExpressionMethods, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
};
use kernel::{
    access::scope::{Scope, Scoped},
    clock,
    db::{
        DatabaseConnection,
        schema::{company, measurement, member, physical_measurement},
    },
    on_backend,
    problem::Problem,
};
use organisation::companies::store as companies;
use std::collections::HashMap;
use uno_core::{
    contract::{
        companies::CompanyId,
        members::MemberId,
        physical_measurements::{
            MeasurementSort, PhysicalMeasurement, PhysicalMeasurementFilter, PhysicalMeasurementId,
        },
    },
    domain::{
        age::age_at,
        decimal::Hundredths,
        grade::{
            Sex,
            physical::{
                self, BloodPressureClass, BloodPressureGrade, BmiGrade, BodyFatGrade, PhysicalInputs, RULES, Setting,
            },
        },
        time::{Date, Timestamp},
    },
};

/// Name of the resource in revisions and counts.
pub const RESOURCE: &str = MeasurementKind::Physical.resource();

/// The kind.
pub struct Physical;

impl Grade for BmiGrade {
    const INDICATOR: u32 = 0;
    const NUMBERED: &'static [Self] = Self::ALL;
}

impl Grade for BloodPressureGrade {
    const INDICATOR: u32 = 1;
    const NUMBERED: &'static [Self] = Self::ALL;
}

impl Grade for BodyFatGrade {
    const INDICATOR: u32 = 2;
    const NUMBERED: &'static [Self] = Self::ALL;
}

/// What stands beside the header.
#[derive(Queryable, Selectable)]
#[diesel(table_name = physical_measurement)]
struct Row {
    height: Option<i64>,
    weight: Option<i64>,
    body_fat: Option<i64>,
    systolic: Option<i32>,
    diastolic: Option<i32>,
    pulse: Option<i32>,
    bmi_tenths: Option<i64>,
    obesity_class_3: bool,
    blood_pressure_class: Option<String>,
    isolated_systolic: bool,
}

/// A header with its detail, number and name of the member, and name of the company.
type Named = (Header, Row, String, String, String);

impl Kind for Physical {
    const KIND: MeasurementKind = MeasurementKind::Physical;
    type Filter = PhysicalMeasurementFilter;
    type Measurement = PhysicalMeasurement;

    fn asked(filter: &PhysicalMeasurementFilter) -> Asked {
        let grades = [
            Sought::of(&filter.bmi_grades),
            Sought::of(&filter.blood_pressure_grades),
            Sought::of(&filter.body_fat_grades),
        ];
        Asked {
            which: Which {
                start: filter.start_measured_at.map(|start| start.first()),
                end: filter.end_measured_at.map(|end| end.last()),
                company_id: filter.company_id,
                service_ids: filter.service_ids.clone(),
                member_id: filter.member_id,
                member_name: filter.member_name.clone(),
                member_no: filter.member_no.clone(),
                sex: filter.sex,
                age_decades: filter.age_decades.clone(),
                grades: grades.into_iter().flatten().collect(),
                member_ids: None,
            },
            sort: filter.sort.unwrap_or(MeasurementSort::Newest),
            page: filter.page,
            page_size: filter.page_size,
            after: filter.after.clone(),
        }
    }

    fn place(measurement: &PhysicalMeasurement) -> Place {
        (measurement.measured_at.0, measurement.physical_measurement_id.0)
    }

    fn load(
        connection: &mut DatabaseConnection,
        scope: Scope,
        ids: &[i64],
    ) -> Result<Vec<PhysicalMeasurement>, Problem> {
        let query = measurement::table
            .in_scope(scope)
            .inner_join(physical_measurement::table)
            .left_join(member::table)
            .left_join(company::table)
            .filter(measurement::measurement_id.eq_any(ids.to_vec()))
            .select((
                Header::as_select(),
                Row::as_select(),
                member::member_no.assume_not_null(),
                member::name.assume_not_null(),
                company::name.assume_not_null(),
            ));
        query.load::<Named>(connection)?.into_iter().map(told).collect()
    }
}

fn told((header, row, member_no, member_name, company_name): Named) -> Result<PhysicalMeasurement, Problem> {
    let incomplete = || Problem::internal("a physical measurement lacks a part, or has a word that is not known");
    Ok(PhysicalMeasurement {
        physical_measurement_id: PhysicalMeasurementId(header.measurement_id),
        member_id: MemberId(header.member_id.ok_or_else(incomplete)?),
        member_no,
        member_name,
        company_id: CompanyId(header.company_id.ok_or_else(incomplete)?),
        company_name,
        measured_at: Timestamp(header.measured_at),
        received_at: Timestamp(header.received_at),
        sex: header.sex.as_deref().and_then(Sex::parse).ok_or_else(incomplete)?,
        age: header.age.and_then(|age| u16::try_from(age).ok()),
        height_cm: row.height.map(Hundredths),
        weight_kg: row.weight.map(Hundredths),
        body_fat_percent: row.body_fat.map(Hundredths),
        systolic: unit(row.systolic),
        diastolic: unit(row.diastolic),
        pulse: unit(row.pulse),
        setting: setting(&header)?,
        bmi: row.bmi_tenths.map(|tenths| Hundredths(tenths * 10)),
        bmi_grade: unpacked(header.grades),
        obesity_class_3: row.obesity_class_3,
        blood_pressure_grade: unpacked(header.grades),
        blood_pressure_class: row.blood_pressure_class.as_deref().and_then(BloodPressureClass::parse),
        isolated_systolic: row.isolated_systolic,
        body_fat_grade: unpacked(header.grades),
        rule_set: header.rule_set.ok_or_else(incomplete)?,
        rule_version: header.rule_version.ok_or_else(incomplete)?,
    })
}

fn unit(value: Option<i32>) -> Option<u16> {
    value.and_then(|value| u16::try_from(value).ok())
}

fn setting(header: &Header) -> Result<Setting, Problem> {
    header.setting.as_deref().and_then(Setting::parse).ok_or_else(|| Problem::internal("unknown setting"))
}

/// What was measured, before it is graded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewMeasurement {
    /// When it was measured.
    pub measured_at: Timestamp,
    /// Height in cm.
    pub height: Option<Hundredths>,
    /// Weight in kg.
    pub weight: Option<Hundredths>,
    /// Body fat in %.
    pub body_fat: Option<Hundredths>,
    /// Systolic pressure in mmHg.
    pub systolic: Option<u16>,
    /// Diastolic pressure in mmHg.
    pub diastolic: Option<u16>,
    /// Pulse per minute.
    pub pulse: Option<u16>,
    /// Where the pressure was taken.
    pub setting: Setting,
}

/// What is written beside the header.
#[derive(diesel::Insertable, diesel::AsChangeset, Clone, Debug)]
#[diesel(table_name = physical_measurement, treat_none_as_null = true)]
pub struct Detail {
    height: Option<i64>,
    weight: Option<i64>,
    body_fat: Option<i64>,
    systolic: Option<i32>,
    diastolic: Option<i32>,
    pulse: Option<i32>,
    bmi_tenths: Option<i64>,
    obesity_class_3: bool,
    blood_pressure_class: Option<&'static str>,
    isolated_systolic: bool,
}

/// A measurement graded for its member.
#[derive(Clone, Debug)]
pub struct Graded {
    /// What its header says.
    pub header: Assessed,
    /// What stands beside it.
    pub detail: Detail,
}

/// Grades a measurement by the rules in force, for a person of this birth date and sex.
#[must_use]
pub fn graded(new: &NewMeasurement, birth_date: Date, sex: Sex) -> Graded {
    let age = age_at(birth_date, new.measured_at.date_in_seoul());
    let grades = physical::grade(&PhysicalInputs {
        age,
        sex: Some(sex),
        height: new.height,
        weight: new.weight,
        body_fat: new.body_fat,
        systolic: new.systolic,
        diastolic: new.diastolic,
        setting: new.setting,
    });
    Graded {
        header: Assessed {
            kind: Physical::KIND.number(),
            measured_at: new.measured_at.0,
            received_at: clock::now().0,
            sex: Some(sex.as_str()),
            age: age.map(i32::from),
            setting: Some(new.setting.as_str()),
            grades: packed(grades.bmi) | packed(grades.blood_pressure) | packed(grades.body_fat),
            rule_set: Some(RULES.id),
            rule_version: Some(RULES.version),
        },
        detail: Detail {
            height: new.height.map(|value| value.0),
            weight: new.weight.map(|value| value.0),
            body_fat: new.body_fat.map(|value| value.0),
            systolic: new.systolic.map(i32::from),
            diastolic: new.diastolic.map(i32::from),
            pulse: new.pulse.map(i32::from),
            bmi_tenths: grades.bmi_tenths,
            obesity_class_3: grades.obesity_class_3,
            blood_pressure_class: grades.blood_pressure_class.map(BloodPressureClass::as_str),
            isolated_systolic: grades.isolated_systolic,
        },
    }
}

/// Writes graded measurements of members.
///
/// # Errors
/// When a member has one of the same time already.
pub fn insert(
    connection: &mut DatabaseConnection,
    line: &companies::Line,
    measurements: &[(MemberId, Graded)],
) -> Result<(), Problem> {
    let new: Vec<_> =
        measurements.iter().map(|(member_id, graded)| (Owner::of(line, *member_id), &graded.header)).collect();
    let ids = headers::insert(connection, new)?;
    let details: Vec<_> = ids
        .iter()
        .zip(measurements)
        .map(|(id, (_, graded))| (physical_measurement::measurement_id.eq(*id), &graded.detail))
        .collect();
    on_backend!(connection, |connection| {
        diesel::insert_into(physical_measurement::table).values(details).execute(connection)
    })?;
    Ok(())
}

/// Replaces a measurement, its grades included.
///
/// # Errors
/// When the database fails.
pub fn replace(connection: &mut DatabaseConnection, id: PhysicalMeasurementId, graded: &Graded) -> Result<(), Problem> {
    headers::replace(connection, id.0, &graded.header)?;
    diesel::update(physical_measurement::table.find(id.0)).set(&graded.detail).execute(connection)?;
    Ok(())
}

/// Measurements as they were measured, by what identifies them.
pub type ByMemberAndTime = HashMap<(MemberId, Timestamp), (PhysicalMeasurementId, NewMeasurement)>;

/// The headers of this kind of some members, with their details.
macro_rules! of_members {
    ($member_ids:expr) => {
        measurement::table
            .inner_join(physical_measurement::table)
            .filter(measurement::member_id.eq_any($member_ids))
            .filter(measurement::kind.eq(Physical::KIND.number()))
            .select((Header::as_select(), Row::as_select()))
    };
}

/// Measurements of members in a period, as they were measured.
///
/// # Errors
/// When the database fails.
pub fn measured_of(
    connection: &mut DatabaseConnection,
    member_ids: &[i64],
    from: Timestamp,
    to: Timestamp,
) -> Result<ByMemberAndTime, Problem> {
    let rows = of_members!(member_ids)
        .filter(measurement::measured_at.between(from.0, to.0))
        .load::<(Header, Row)>(connection)?;
    rows.iter()
        .filter_map(|(header, row)| Some((header.member_id?, header, row)))
        .map(|(member_id, header, row)| {
            let measured = measured(header, row)?;
            let key = (MemberId(member_id), measured.measured_at);
            Ok((key, (PhysicalMeasurementId(header.measurement_id), measured)))
        })
        .collect()
}

/// What was measured, without the grades.
fn measured(header: &Header, row: &Row) -> Result<NewMeasurement, Problem> {
    Ok(NewMeasurement {
        measured_at: Timestamp(header.measured_at),
        height: row.height.map(Hundredths),
        weight: row.weight.map(Hundredths),
        body_fat: row.body_fat.map(Hundredths),
        systolic: unit(row.systolic),
        diastolic: unit(row.diastolic),
        pulse: unit(row.pulse),
        setting: setting(header)?,
    })
}

/// Grades the measurements of a member again, whose birth date or sex has been corrected.
///
/// # Errors
/// When the database fails.
pub fn regrade_member(
    connection: &mut DatabaseConnection,
    member_id: MemberId,
    birth_date: Date,
    sex: Sex,
) -> Result<(), Problem> {
    for (header, row) in of_members!([member_id.0]).load::<(Header, Row)>(connection)? {
        let mut graded = graded(&measured(&header, &row)?, birth_date, sex);
        graded.header.received_at = header.received_at;
        replace(connection, PhysicalMeasurementId(header.measurement_id), &graded)?;
    }
    Ok(())
}
