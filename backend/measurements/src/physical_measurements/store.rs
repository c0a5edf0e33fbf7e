//! Physical measurements: rows. Every function takes the scope and applies it in SQL.

use diesel::{
    BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, Queryable,
    RunQueryDsl, Selectable, SelectableHelper,
};
use kernel::{
    access::scope::Scope,
    clock,
    db::{
        DatabaseConnection,
        cursor::Cursors,
        page::{Paging, behind, bounded_total},
        schema::{company, member, physical_measurement},
        totals::Totals,
    },
    in_scope, of_services, on_backend,
    problem::Problem,
    records::revisions,
};
use organisation::{companies::store as companies, tally};
use std::collections::HashMap;
use uno_core::{
    contract::{
        companies::CompanyId,
        members::MemberId,
        page::Page,
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
        text::search_key,
        time::{Date, Timestamp},
    },
};

/// Name of the resource in revisions.
pub const RESOURCE: &str = tally::PHYSICAL_MEASUREMENTS;
/// From so many skipped rows on, a list that is counted is walked from its nearer end.
const FAR: i64 = 2_000;

#[derive(Queryable, Selectable)]
#[diesel(table_name = physical_measurement)]
struct Row {
    physical_measurement_id: i64,
    member_id: i64,
    company_id: i64,
    measured_at: i64,
    received_at: i64,
    sex: String,
    age: Option<i32>,
    height: Option<i64>,
    weight: Option<i64>,
    body_fat: Option<i64>,
    systolic: Option<i32>,
    diastolic: Option<i32>,
    pulse: Option<i32>,
    setting: String,
    bmi_tenths: Option<i64>,
    bmi_grade: Option<String>,
    obesity_class_3: bool,
    blood_pressure_grade: Option<String>,
    blood_pressure_class: Option<String>,
    isolated_systolic: bool,
    body_fat_grade: Option<String>,
    rule_set: String,
    rule_version: i32,
}

/// Measurements with their members and companies. Every measurement has both; the outer joins keep
/// SQLite from walking the companies or members first, which would mean sorting all measurements.
macro_rules! with_names {
    () => {
        physical_measurement::table.left_join(member::table).left_join(company::table)
    };
}

/// A measurement with the names that are shown with it.
macro_rules! named {
    () => {
        (
            Row::as_select(),
            member::member_no.assume_not_null(),
            member::name.assume_not_null(),
            company::name.assume_not_null(),
        )
    };
}

/// The query of a filter in a scope; a macro because diesel's boxed join has no nameable type.
macro_rules! filtered {
    ($source:expr, $scope:expr, $filter:expr, $narrowed:expr) => {{
        let filter: &PhysicalMeasurementFilter = $filter;
        let mut query = in_scope!($source.into_boxed(), $scope, physical_measurement);
        if let Some(narrowed) = $narrowed {
            query = in_scope!(query, narrowed, physical_measurement);
        }
        query = of_services!(query, filter.service_ids, physical_measurement);
        if let Some(id) = filter.member_id {
            query = query.filter(physical_measurement::member_id.eq(id.0));
        }
        if let Some(name) = &filter.member_name {
            let key = search_key(name);
            let end = behind(&key);
            query = query.filter(member::name_key.ge(key).and(member::name_key.lt(end)));
        }
        if let Some(number) = &filter.member_no {
            query = query.filter(member::member_no.ge(number.clone()).and(member::member_no.lt(behind(number))));
        }
        if let Some(start) = filter.start_measured_at {
            query = query.filter(physical_measurement::measured_at.ge(start.first().0));
        }
        if let Some(end) = filter.end_measured_at {
            query = query.filter(physical_measurement::measured_at.le(end.last().0));
        }
        if !filter.bmi_grades.is_empty() {
            let words: Vec<&str> = filter.bmi_grades.iter().map(|grade| grade.as_str()).collect();
            query = query.filter(physical_measurement::bmi_grade.eq_any(words));
        }
        if !filter.blood_pressure_grades.is_empty() {
            let words: Vec<&str> = filter.blood_pressure_grades.iter().map(|grade| grade.as_str()).collect();
            query = query.filter(physical_measurement::blood_pressure_grade.eq_any(words));
        }
        if !filter.body_fat_grades.is_empty() {
            let words: Vec<&str> = filter.body_fat_grades.iter().map(|grade| grade.as_str()).collect();
            query = query.filter(physical_measurement::body_fat_grade.eq_any(words));
        }
        if let Some(sex) = filter.sex {
            query = query.filter(physical_measurement::sex.eq(sex.as_str()));
        }
        if !filter.age_decades.is_empty() {
            let ages: Vec<i32> = filter
                .age_decades
                .iter()
                .filter_map(|decade| i32::try_from(decade / 10 * 10).ok())
                .flat_map(|decade| decade..decade + 10)
                .collect();
            query = query.filter(physical_measurement::age.eq_any(ages));
        }
        query
    }};
}

/// The order of a list, ties broken by the id.
macro_rules! ordered {
    ($query:expr, $newest:expr) => {{
        let (time, id) = (physical_measurement::measured_at, physical_measurement::physical_measurement_id);
        if $newest { $query.order((time.desc(), id.desc())) } else { $query.order((time.asc(), id.asc())) }
    }};
}

/// The names of members and companies with the rows of their measurements.
type Named = (Row, String, String, String);

/// A page of measurements.
///
/// # Errors
/// When the database fails, or `after` is no cursor of this list.
pub fn list(
    connection: &mut DatabaseConnection,
    totals: &Totals,
    cursors: &Cursors,
    scope: Scope,
    filter: &PhysicalMeasurementFilter,
) -> Result<Page<PhysicalMeasurement>, Problem> {
    let paging = Paging::of(filter.page, filter.page_size);
    let sort = filter.sort.unwrap_or(MeasurementSort::Newest);
    let list = format!("physical measurements {scope:?} {}", sort.as_str());
    let after = filter.after.as_deref().map(|cursor| cursors.open::<(i64, i64)>(&list, cursor)).transpose()?;
    let Some(narrowed) = narrow(connection, scope, filter)? else {
        return Ok(paging.answer(Vec::new(), (0, true)));
    };
    let mut rows = match after {
        None if paging.offset() > 0 || is_graded(filter) => jumped(connection, scope, filter, narrowed)?,
        _ => {
            let source = with_names!();
            let mut query = filtered!(source, scope, filter, narrowed).select(named!());
            let newest = sort == MeasurementSort::Newest;
            let (time, id) = (physical_measurement::measured_at, physical_measurement::physical_measurement_id);
            // The first condition is a range of the index; the second drops the few rows of the same time.
            query = match after {
                None => query,
                Some((at, last)) if newest => query.filter(time.le(at)).filter(time.lt(at).or(id.lt(last))),
                Some((at, last)) => query.filter(time.ge(at)).filter(time.gt(at).or(id.gt(last))),
            };
            ordered!(query, newest).limit(paging.read()).load::<Named>(connection)?
        }
    };
    let more = paging.cut(&mut rows);
    let next = match rows.last() {
        Some((last, ..)) if more => Some(cursors.seal(&list, &(last.measured_at, last.physical_measurement_id))?),
        _ => None,
    };
    let total = match paging.total_from(rows.len()).filter(|_| after.is_none()) {
        Some(total) => (total, true),
        None => {
            let list = serde_json::to_string(&unpaged(filter)).map_err(Problem::internal)?;
            totals
                .of(format!("physical measurements {scope:?} {list}"), || total(connection, scope, filter, narrowed))?
        }
    };
    let data = rows.into_iter().map(measurement).collect::<Result<_, _>>()?;
    Ok(Page { next, ..paging.answer(data, total) })
}

/// The rows of a page that is jumped to: first their ids, which an index has in order, so that what is
/// skipped is not read; then the rows. A list that is counted is walked from its nearer end.
fn jumped(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &PhysicalMeasurementFilter,
    narrowed: Option<Scope>,
) -> Result<Vec<Named>, Problem> {
    let paging = Paging::of(filter.page, filter.page_size);
    let newest = filter.sort.unwrap_or(MeasurementSort::Newest) == MeasurementSort::Newest;
    let source = physical_measurement::table.left_join(member::table);
    let total = if is_unfiltered(filter) && paging.offset() > FAR {
        tally::of_scope(connection, narrowed.unwrap_or(scope), &filter.service_ids, RESOURCE)?
    } else {
        None
    };
    let from_end = total.and_then(|total| paging.from_end(total));
    let (newest, (offset, limit)) = match from_end {
        Some(place) => (!newest, place),
        None => (newest, (paging.offset(), paging.read())),
    };
    let query = filtered!(source, scope, filter, narrowed).select(physical_measurement::physical_measurement_id);
    let mut ids = ordered!(query, newest).offset(offset).limit(limit).load::<i64>(connection)?;
    if from_end.is_some() {
        ids.reverse();
    }
    let query = with_names!()
        .filter(physical_measurement::physical_measurement_id.eq_any(ids.clone()))
        .select(named!())
        .into_boxed();
    let mut rows = in_scope!(query, scope, physical_measurement).load::<Named>(connection)?;
    rows.sort_by_key(|(row, ..)| ids.iter().position(|id| *id == row.physical_measurement_id));
    Ok(rows)
}

/// What a filter asks for, whichever page of it is shown.
fn unpaged(filter: &PhysicalMeasurementFilter) -> PhysicalMeasurementFilter {
    PhysicalMeasurementFilter { page: None, page_size: None, after: None, sort: None, ..filter.clone() }
}

/// Whether grades are sought, which the indexes hold: rows that do not have them are not read.
fn is_graded(filter: &PhysicalMeasurementFilter) -> bool {
    !filter.bmi_grades.is_empty() || !filter.blood_pressure_grades.is_empty() || !filter.body_fat_grades.is_empty()
}

/// Whether nothing but a company, its services and a page is asked for.
fn is_unfiltered(filter: &PhysicalMeasurementFilter) -> bool {
    PhysicalMeasurementFilter { company_id: None, service_ids: Vec::new(), ..unpaged(filter) }
        == PhysicalMeasurementFilter::default()
}

/// How many measurements a filter finds: as the companies count them, or up to a limit.
///
/// # Errors
/// When the database fails.
fn total(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &PhysicalMeasurementFilter,
    narrowed: Option<Scope>,
) -> Result<(i64, bool), Problem> {
    if is_unfiltered(filter)
        && let Some(measurements) =
            tally::of_scope(connection, narrowed.unwrap_or(scope), &filter.service_ids, RESOURCE)?
    {
        return Ok((measurements, true));
    }
    let connection = std::cell::RefCell::new(connection);
    let source = || physical_measurement::table.left_join(member::table);
    bounded_total(
        |limit| {
            let row = filtered!(source(), scope, filter, narrowed)
                .select(physical_measurement::physical_measurement_id)
                .offset(limit)
                .limit(1)
                .first::<i64>(*connection.borrow_mut())
                .optional()?;
            Ok(row.is_some())
        },
        || Ok(filtered!(source(), scope, filter, narrowed).count().get_result(*connection.borrow_mut())?),
    )
}

/// The scope of the filter's company; `None` when that company is outside the caller's scope.
#[allow(clippy::option_option)]
fn narrow(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &PhysicalMeasurementFilter,
) -> Result<Option<Option<Scope>>, Problem> {
    let Some(company_id) = filter.company_id else { return Ok(Some(None)) };
    let line = companies::line(connection, scope, company_id)?;
    Ok(line.map(|line| Some(Scope::Company { company_id, tier: line.tier })))
}

/// One measurement of the scope.
///
/// # Errors
/// "Not found" outside the scope.
pub fn get(
    connection: &mut DatabaseConnection,
    scope: Scope,
    id: PhysicalMeasurementId,
) -> Result<PhysicalMeasurement, Problem> {
    let query =
        with_names!().filter(physical_measurement::physical_measurement_id.eq(id.0)).select(named!()).into_boxed();
    in_scope!(query, scope, physical_measurement)
        .first::<Named>(connection)
        .optional()?
        .ok_or_else(Problem::not_found)
        .and_then(measurement)
}

fn measurement((row, member_no, member_name, company_name): Named) -> Result<PhysicalMeasurement, Problem> {
    let unknown = || Problem::internal("a measurement has a word that is not of the contract");
    let unit = |value: Option<i32>| value.and_then(|value| u16::try_from(value).ok());
    Ok(PhysicalMeasurement {
        physical_measurement_id: PhysicalMeasurementId(row.physical_measurement_id),
        member_id: MemberId(row.member_id),
        member_no,
        member_name,
        company_id: CompanyId(row.company_id),
        company_name,
        measured_at: Timestamp(row.measured_at),
        received_at: Timestamp(row.received_at),
        sex: Sex::parse(&row.sex).ok_or_else(unknown)?,
        age: unit(row.age),
        height_cm: row.height.map(Hundredths),
        weight_kg: row.weight.map(Hundredths),
        body_fat_percent: row.body_fat.map(Hundredths),
        systolic: unit(row.systolic),
        diastolic: unit(row.diastolic),
        pulse: unit(row.pulse),
        setting: Setting::parse(&row.setting).ok_or_else(unknown)?,
        bmi: row.bmi_tenths.map(|tenths| Hundredths(tenths * 10)),
        bmi_grade: row.bmi_grade.as_deref().and_then(BmiGrade::parse),
        obesity_class_3: row.obesity_class_3,
        blood_pressure_grade: row.blood_pressure_grade.as_deref().and_then(BloodPressureGrade::parse),
        blood_pressure_class: row.blood_pressure_class.as_deref().and_then(BloodPressureClass::parse),
        isolated_systolic: row.isolated_systolic,
        body_fat_grade: row.body_fat_grade.as_deref().and_then(BodyFatGrade::parse),
        rule_set: row.rule_set,
        rule_version: row.rule_version,
    })
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

/// A measurement graded for its member: every column but those of the row's identity.
#[derive(diesel::Insertable, diesel::AsChangeset, Debug)]
#[diesel(table_name = physical_measurement)]
#[diesel(treat_none_as_null = true)]
pub struct Graded {
    measured_at: i64,
    received_at: i64,
    sex: &'static str,
    age: Option<i32>,
    height: Option<i64>,
    weight: Option<i64>,
    body_fat: Option<i64>,
    systolic: Option<i32>,
    diastolic: Option<i32>,
    pulse: Option<i32>,
    setting: &'static str,
    bmi_tenths: Option<i64>,
    bmi_grade: Option<&'static str>,
    obesity_class_3: bool,
    blood_pressure_grade: Option<&'static str>,
    blood_pressure_class: Option<&'static str>,
    isolated_systolic: bool,
    body_fat_grade: Option<&'static str>,
    rule_set: &'static str,
    rule_version: i32,
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
        measured_at: new.measured_at.0,
        received_at: clock::now().0,
        sex: sex.as_str(),
        age: age.map(i32::from),
        height: new.height.map(|value| value.0),
        weight: new.weight.map(|value| value.0),
        body_fat: new.body_fat.map(|value| value.0),
        systolic: new.systolic.map(i32::from),
        diastolic: new.diastolic.map(i32::from),
        pulse: new.pulse.map(i32::from),
        setting: new.setting.as_str(),
        bmi_tenths: grades.bmi_tenths,
        bmi_grade: grades.bmi.map(BmiGrade::as_str),
        obesity_class_3: grades.obesity_class_3,
        blood_pressure_grade: grades.blood_pressure.map(BloodPressureGrade::as_str),
        blood_pressure_class: grades.blood_pressure_class.map(BloodPressureClass::as_str),
        isolated_systolic: grades.isolated_systolic,
        body_fat_grade: grades.body_fat.map(BodyFatGrade::as_str),
        rule_set: RULES.id,
        rule_version: RULES.version,
    }
}

/// Writes a graded measurement of a member.
///
/// # Errors
/// When the member has one of the same time already.
pub fn insert(
    connection: &mut DatabaseConnection,
    line: &companies::Line,
    member_id: MemberId,
    graded: &Graded,
) -> Result<(), Problem> {
    diesel::insert_into(physical_measurement::table)
        .values((
            physical_measurement::member_id.eq(member_id.0),
            physical_measurement::company_id.eq(line.company_id),
            physical_measurement::vendor_id.eq(line.vendor_id),
            physical_measurement::dealer_id.eq(line.dealer_id),
            physical_measurement::retailer_id.eq(line.retailer_id),
            graded,
        ))
        .execute(connection)?;
    Ok(())
}

/// Replaces a measurement, its grades included.
///
/// # Errors
/// When the database fails.
pub fn replace(connection: &mut DatabaseConnection, id: PhysicalMeasurementId, graded: &Graded) -> Result<(), Problem> {
    diesel::update(physical_measurement::table.find(id.0)).set(graded).execute(connection)?;
    Ok(())
}

/// Writes graded measurements of members.
///
/// # Errors
/// When a member has one of the same time already.
pub fn insert_many(
    connection: &mut DatabaseConnection,
    line: &companies::Line,
    measurements: &[(MemberId, Graded)],
) -> Result<(), Problem> {
    let rows: Vec<_> = measurements
        .iter()
        .map(|(member_id, graded)| {
            (
                physical_measurement::member_id.eq(member_id.0),
                physical_measurement::company_id.eq(line.company_id),
                physical_measurement::vendor_id.eq(line.vendor_id),
                physical_measurement::dealer_id.eq(line.dealer_id),
                physical_measurement::retailer_id.eq(line.retailer_id),
                graded,
            )
        })
        .collect();
    on_backend!(connection, |connection| {
        diesel::insert_into(physical_measurement::table).values(rows).execute(connection)
    })?;
    Ok(())
}

/// Measurements as they were measured, by what identifies them.
pub type ByMemberAndTime = HashMap<(MemberId, Timestamp), (PhysicalMeasurementId, NewMeasurement)>;

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
    let rows = physical_measurement::table
        .filter(physical_measurement::member_id.eq_any(member_ids))
        .filter(physical_measurement::measured_at.between(from.0, to.0))
        .select(Row::as_select())
        .load::<Row>(connection)?;
    rows.iter()
        .map(|row| {
            let measured = measured(row)?;
            let key = (MemberId(row.member_id), measured.measured_at);
            Ok((key, (PhysicalMeasurementId(row.physical_measurement_id), measured)))
        })
        .collect()
}

/// What was measured, without the grades.
fn measured(row: &Row) -> Result<NewMeasurement, Problem> {
    let unit = |value: Option<i32>| value.and_then(|value| u16::try_from(value).ok());
    Ok(NewMeasurement {
        measured_at: Timestamp(row.measured_at),
        height: row.height.map(Hundredths),
        weight: row.weight.map(Hundredths),
        body_fat: row.body_fat.map(Hundredths),
        systolic: unit(row.systolic),
        diastolic: unit(row.diastolic),
        pulse: unit(row.pulse),
        setting: Setting::parse(&row.setting).ok_or_else(|| Problem::internal("unknown setting"))?,
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
    let rows = physical_measurement::table
        .filter(physical_measurement::member_id.eq(member_id.0))
        .select(Row::as_select())
        .load::<Row>(connection)?;
    for row in rows {
        let graded = Graded { received_at: row.received_at, ..graded(&measured(&row)?, birth_date, sex) };
        replace(connection, PhysicalMeasurementId(row.physical_measurement_id), &graded)?;
    }
    Ok(())
}

/// Takes the values out of the histories of a member's measurements, before the member is removed.
///
/// # Errors
/// When the database fails.
pub fn forget(connection: &mut DatabaseConnection, member_id: MemberId) -> Result<(), Problem> {
    let ids = physical_measurement::table
        .filter(physical_measurement::member_id.eq(member_id.0))
        .select(physical_measurement::physical_measurement_id)
        .load::<i64>(connection)?;
    revisions::forget(connection, RESOURCE, &ids)
}

/// How many measurements an export of this filter writes.
///
/// # Errors
/// When the database fails.
pub fn export_total(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &PhysicalMeasurementFilter,
) -> Result<i64, Problem> {
    let Some(narrowed) = narrow(connection, scope, filter)? else { return Ok(0) };
    let source = physical_measurement::table.left_join(member::table);
    Ok(filtered!(source, scope, filter, narrowed).count().get_result(connection)?)
}

/// The next measurements of an export, behind a time and id: each step costs the same.
///
/// # Errors
/// When the database fails.
pub fn export_chunk(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &PhysicalMeasurementFilter,
    after: Option<(Timestamp, PhysicalMeasurementId)>,
    rows: i64,
) -> Result<Vec<PhysicalMeasurement>, Problem> {
    let Some(narrowed) = narrow(connection, scope, filter)? else { return Ok(Vec::new()) };
    let source = with_names!();
    let mut query = filtered!(source, scope, filter, narrowed).select(named!());
    let (time, id) = (physical_measurement::measured_at, physical_measurement::physical_measurement_id);
    // The first condition of each pair is a range of the index.
    query = match (filter.sort.unwrap_or(MeasurementSort::Newest), after) {
        (MeasurementSort::Newest, None) => query.order((time.desc(), id.desc())),
        (MeasurementSort::Newest, Some((at, last))) => {
            query.order((time.desc(), id.desc())).filter(time.le(at.0)).filter(time.lt(at.0).or(id.lt(last.0)))
        }
        (MeasurementSort::Oldest, None) => query.order((time.asc(), id.asc())),
        (MeasurementSort::Oldest, Some((at, last))) => {
            query.order((time.asc(), id.asc())).filter(time.ge(at.0)).filter(time.gt(at.0).or(id.gt(last.0)))
        }
    };
    query.limit(rows).load::<Named>(connection)?.into_iter().map(measurement).collect()
}
