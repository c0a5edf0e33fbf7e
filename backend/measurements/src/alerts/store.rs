//! Alerts: storage. Every query selects the reader's alerts: about grades by scope, by the right to read the kind's
//! history and by the account's thresholds; about jobs by their owner; about terms by the right to read their screen.
//! Each of the three sources is read along its own index from the newest, and the results are merged.

use super::settings::{self, Settings};
use crate::{
    concerns::{bit, side_bit},
    grades::BitsOf,
    kind::{Kind, MeasurementKind},
};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, IntoSql, NullableExpressionMethods, OptionalExtension, QueryDsl,
    RunQueryDsl,
    dsl::{exists, not},
    sql_types::BigInt,
};
use kernel::{
    access::{caller::Caller, scope::Scoped as _},
    clock,
    db::{
        DatabaseConnection, Db,
        cursor::Cursors,
        schema::{alert, alert_read, company, job, measurement, member, terms},
    },
    jobs, on_backend,
    problem::Problem,
};
use std::collections::{HashMap, HashSet};
use uno_core::{
    contract::{
        alerts::{
            Alert, AlertFilter, AlertGrade, AlertId, AlertJob, AlertKind, AlertList, AlertMeasurement, AlertTerms,
            AlertsRead, MAX_UNREAD,
        },
        jobs::{JobId, JobKind},
        members::MemberId,
        page::DEFAULT_PAGE_SIZE,
        terms::{self as terms_contract, Language, TermsId, TermsKind},
    },
    domain::{
        access::Action,
        grade::{
            concern::{Concern, GradedIndicator},
            safety::UrgentSide,
        },
        time::{Date, Timestamp},
    },
};

type Rows = alert::BoxedQuery<'static, Db>;

/// The kinds of alerts that are about measurements.
const OF_MEASUREMENTS: [AlertKind; 2] = [AlertKind::DangerousGrade, AlertKind::UrgentValue];
/// Milliseconds after which every transaction that created an alert has ended, whatever the instance's clock.
const SETTLED: i64 = 10 * 60_000;
/// Alerts that one statement marks as read individually.
const MARKED_AT_ONCE: i64 = 1_000;

/// Returns the screen of a kind's history, by the kind's number.
pub(super) fn screen_of(number: i32) -> Option<&'static str> {
    MeasurementKind::of(number).map(MeasurementKind::screen)
}

/// Returns whether the caller may see terms before they take effect.
pub(super) fn may_read_terms(caller: &Caller) -> bool {
    caller.may(terms_contract::SCREEN, Action::Read)
}

/// The conditions on a reader's alerts.
#[derive(Clone, Default)]
struct AlertQuery {
    is_unread: Option<bool>,
    before: Option<i64>,
    among: Option<Vec<i64>>,
}

fn apply_query(rows: Rows, caller: &Caller, settings: &Settings, query: &AlertQuery) -> Rows {
    let mut rows = rows.filter(alert::created_at.ge(settings.since));
    let is_marked = || {
        exists(
            alert_read::table
                .filter(alert_read::alert_id.eq(alert::alert_id))
                .filter(alert_read::account_id.eq(caller.account_id)),
        )
    };
    rows = match query.is_unread {
        Some(true) => rows.filter(alert::alert_id.gt(settings.read_through)).filter(not(is_marked())),
        Some(false) => rows.filter(alert::alert_id.le(settings.read_through).or(is_marked())),
        None => rows,
    };
    if let Some(before) = query.before {
        rows = rows.filter(alert::alert_id.lt(before));
    }
    if let Some(ids) = &query.among {
        rows = rows.filter(alert::alert_id.eq_any(ids.clone()));
    }
    rows
}

/// Returns the queries of the caller's alerts about grades and terms.
fn sources(caller: &Caller, settings: &Settings, query: &AlertQuery) -> Vec<Rows> {
    let mut sources = Vec::new();
    let kinds: Vec<i32> = MeasurementKind::all_read_by(caller).into_iter().map(MeasurementKind::number).collect();
    let (wants_grades, wants_urgent) =
        (settings.wants(AlertKind::DangerousGrade), settings.wants(AlertKind::UrgentValue));
    if (wants_grades || wants_urgent) && !kinds.is_empty() {
        let dangers = BitsOf::new(alert::dangers, settings.dangers().into_sql::<BigInt>());
        let attentions = BitsOf::new(alert::attentions, settings.attentions().into_sql::<BigInt>());
        let rows = alert::table
            .in_scope(caller.scope)
            .filter(alert::kind.eq_any(OF_MEASUREMENTS.map(AlertKind::as_str)))
            .filter(alert::measurement_kind.eq_any(kinds));
        let rows = match (wants_grades, wants_urgent) {
            (true, true) => rows.filter(dangers.ne(0).or(attentions.ne(0)).or(alert::urgent.ne(0))),
            (true, false) => rows.filter(dangers.ne(0).or(attentions.ne(0))),
            (false, _) => rows.filter(alert::urgent.ne(0)),
        };
        sources.push(apply_query(rows, caller, settings, query));
    }
    if settings.wants(AlertKind::TermsSoon) && may_read_terms(caller) {
        let rows = alert::table
            .into_boxed()
            .filter(alert::terms_id.is_not_null())
            .filter(alert::kind.eq(AlertKind::TermsSoon.as_str()));
        sources.push(apply_query(rows, caller, settings, query));
    }
    sources
}

/// Returns the ids of the newest matching alerts about the caller's jobs, at most `most`. Leaves out jobs that the
/// caller no longer has access to.
fn newest_of_jobs(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    settings: &Settings,
    query: &AlertQuery,
    most: i64,
) -> Result<Vec<i64>, Problem> {
    let ends: Vec<&str> = [AlertKind::JobDone, AlertKind::JobFailed]
        .into_iter()
        .filter(|kind| settings.wants(*kind))
        .map(AlertKind::as_str)
        .collect();
    let mut ids = Vec::new();
    let mut query = query.clone();
    let wanted = usize::try_from(most).unwrap_or(usize::MAX);
    while !ends.is_empty() && ids.len() < wanted {
        let rows = alert::table
            .into_boxed()
            .filter(alert::account_id.eq(caller.account_id))
            .filter(alert::kind.eq_any(ends.clone()));
        let found = apply_query(rows, caller, settings, &query)
            .order(alert::alert_id.desc())
            .limit(most)
            .select((alert::alert_id, alert::job_id))
            .load::<(i64, Option<i64>)>(connection)?;
        let of_jobs: Vec<i64> = found.iter().filter_map(|(_, job_id)| *job_id).collect();
        let known: HashSet<i64> = jobs::store::known_among(connection, caller, &of_jobs)?.into_iter().collect();
        ids.extend(found.iter().filter(|(_, job_id)| job_id.is_some_and(|id| known.contains(&id))).map(|(id, _)| *id));
        if found.len() < wanted {
            break;
        }
        query.before = found.last().map(|(id, _)| *id);
    }
    Ok(ids)
}

/// Returns the ids of the newest of the caller's matching alerts, at most `most`.
fn newest(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    settings: &Settings,
    query: &AlertQuery,
    most: i64,
) -> Result<Vec<i64>, Problem> {
    let mut ids = newest_of_jobs(connection, caller, settings, query, most)?;
    for source in sources(caller, settings, query) {
        let found = source.order(alert::alert_id.desc()).limit(most).select(alert::alert_id);
        ids.extend(found.load::<i64>(connection)?);
    }
    ids.sort_unstable_by(|one, other| other.cmp(one));
    ids.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    Ok(ids)
}

/// Counts the caller's unread alerts, up to a limit.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn unread(connection: &mut DatabaseConnection, caller: &Caller) -> Result<i64, Problem> {
    let settings = settings::of(connection, caller)?;
    let query = AlertQuery { is_unread: Some(true), ..AlertQuery::default() };
    let ids = newest(connection, caller, &settings, &query, MAX_UNREAD)?;
    i64::try_from(ids.len()).map_err(Problem::internal)
}

/// Returns a page of the caller's alerts.
///
/// # Errors
/// Returns an error if the database fails or `after` is not a cursor of this list.
pub(super) fn list(
    connection: &mut DatabaseConnection,
    cursors: &Cursors,
    caller: &Caller,
    filter: &AlertFilter,
) -> Result<AlertList, Problem> {
    let list = format!("alert {}", caller.account_id);
    let before = filter.after.as_deref().map(|cursor| cursors.open::<i64>(&list, cursor)).transpose()?;
    let settings = settings::of(connection, caller)?;
    let query = AlertQuery { is_unread: filter.is_unread, before, among: None };
    let size = filter.page_size.unwrap_or(DEFAULT_PAGE_SIZE);
    let mut ids = newest(connection, caller, &settings, &query, size + 1)?;
    let more = i64::try_from(ids.len()).map_err(Problem::internal)? > size;
    ids.truncate(usize::try_from(size).unwrap_or(usize::MAX));
    let next = match ids.last() {
        Some(last) if more => Some(cursors.seal(&list, last)?),
        _ => None,
    };
    let data = load_alerts(connection, caller, &settings, &ids)?;
    Ok(AlertList { data, next, unread_count: unread(connection, caller)? })
}

/// Returns one of the caller's alerts.
///
/// # Errors
/// Returns "not found" if the alert is not the caller's.
pub(super) fn get(connection: &mut DatabaseConnection, caller: &Caller, id: AlertId) -> Result<Alert, Problem> {
    let settings = settings::of(connection, caller)?;
    let query = AlertQuery { among: Some(vec![id.0]), ..AlertQuery::default() };
    let ids = newest(connection, caller, &settings, &query, 1)?;
    load_alerts(connection, caller, &settings, &ids)?.pop().ok_or_else(Problem::not_found)
}

/// Marks alerts as read. Ids of other readers' alerts are ignored.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn mark_read(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    read: &AlertsRead,
) -> Result<(), Problem> {
    if let Some(AlertId(through)) = read.through {
        read_through(connection, caller, through)?;
    }
    if read.alert_ids.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = read.alert_ids.iter().map(|id| id.0).collect();
    let most = i64::try_from(ids.len()).map_err(Problem::internal)?;
    let query = AlertQuery { is_unread: Some(true), among: Some(ids), ..AlertQuery::default() };
    mark_individually(connection, caller, &query, most)?;
    Ok(())
}

/// Marks all alerts up to one as read. An alert gets its id before its transaction commits, so an unseen alert with a
/// lower id may still appear. No alert can appear any more below one that is older than [`SETTLED`]: up to the newest
/// such alert all are marked together, later ones individually.
fn read_through(connection: &mut DatabaseConnection, caller: &Caller, through: i64) -> Result<(), Problem> {
    let settled = alert::table
        .filter(alert::alert_id.le(through))
        .filter(alert::created_at.lt(clock::now().0 - SETTLED))
        .order(alert::alert_id.desc())
        .select(alert::alert_id)
        .first::<i64>(connection)
        .optional()?;
    if let Some(settled) = settled {
        settings::read_through(connection, caller, settled)?;
    }
    let query = AlertQuery { is_unread: Some(true), before: through.checked_add(1), ..AlertQuery::default() };
    while mark_individually(connection, caller, &query, MARKED_AT_ONCE)? == MARKED_AT_ONCE {}
    Ok(())
}

/// Marks the newest of the caller's matching alerts individually as read, at most `most`, and returns their number.
fn mark_individually(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    query: &AlertQuery,
    most: i64,
) -> Result<i64, Problem> {
    let settings = settings::of(connection, caller)?;
    let unread = newest(connection, caller, &settings, query, most)?;
    if unread.is_empty() {
        return Ok(0);
    }
    let count = i64::try_from(unread.len()).map_err(Problem::internal)?;
    let rows: Vec<_> = unread
        .into_iter()
        .map(|id| (alert_read::alert_id.eq(id), alert_read::account_id.eq(caller.account_id)))
        .collect();
    on_backend!(connection, |connection| {
        diesel::insert_into(alert_read::table).values(rows).on_conflict_do_nothing().execute(connection)
    })?;
    Ok(count)
}

type Head = (i64, AlertKind, i64);
type OfMeasurement = (i64, i64, i64, i64, i64, i32, i64, i64, Option<i64>, Option<String>, Option<String>);
type OfJob = (i64, i64, JobKind, Option<String>, String, Option<String>);
type OfTerms = (i64, TermsId, TermsKind, String, Language, Date);

/// Returns the alerts with these ids, which have been checked to be the caller's, in this order.
fn load_alerts(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    settings: &Settings,
    ids: &[i64],
) -> Result<Vec<Alert>, Problem> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let heads: Vec<Head> = alert::table
        .filter(alert::alert_id.eq_any(ids.to_vec()))
        .select((alert::alert_id, alert::kind, alert::created_at))
        .load::<(i64, String, i64)>(connection)?
        .into_iter()
        .filter_map(|(id, kind, at)| Some((id, AlertKind::parse(&kind)?, at)))
        .collect();
    let read: Vec<i64> = alert_read::table
        .filter(alert_read::account_id.eq(caller.account_id))
        .filter(alert_read::alert_id.eq_any(ids.to_vec()))
        .select(alert_read::alert_id)
        .load(connection)?;
    let of = |kinds: &[AlertKind]| -> Vec<i64> {
        heads.iter().filter(|(_, kind, _)| kinds.contains(kind)).map(|(id, ..)| *id).collect()
    };
    let mut measurements = measurements_of(connection, settings, &of(&OF_MEASUREMENTS))?;
    let mut jobs = jobs_of(connection, &of(&[AlertKind::JobDone, AlertKind::JobFailed]))?;
    let mut terms = terms_of(connection, &of(&[AlertKind::TermsSoon]))?;
    let mut alerts: Vec<Alert> = heads
        .into_iter()
        .map(|(id, kind, created_at)| Alert {
            alert_id: AlertId(id),
            // Who does not want to hear of urgent values hears of the grades of the same measurement.
            kind: match kind {
                AlertKind::UrgentValue if !settings.wants(kind) => AlertKind::DangerousGrade,
                kind => kind,
            },
            created_at: Timestamp(created_at),
            is_read: id <= settings.read_through || read.contains(&id),
            measurement: measurements.remove(&id),
            job: jobs.remove(&id),
            terms: terms.remove(&id),
        })
        .collect();
    alerts.sort_unstable_by_key(|alert| std::cmp::Reverse(alert.alert_id));
    Ok(alerts)
}

fn measurements_of(
    connection: &mut DatabaseConnection,
    settings: &Settings,
    ids: &[i64],
) -> Result<HashMap<i64, AlertMeasurement>, Problem> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = alert::table
        .inner_join(measurement::table.left_join(member::table).left_join(company::table))
        .filter(alert::alert_id.eq_any(ids.to_vec()))
        .select((
            alert::alert_id,
            alert::dangers,
            alert::attentions,
            alert::urgent,
            measurement::measurement_id,
            measurement::kind,
            measurement::measured_at,
            measurement::grades,
            measurement::member_id,
            member::name.nullable(),
            company::name.nullable(),
        ))
        .load::<OfMeasurement>(connection)?;
    let found = rows.into_iter().filter_map(
        |(
            id,
            dangers,
            attentions,
            urgent,
            measurement_id,
            number,
            measured_at,
            grades,
            member_id,
            member_name,
            company_name,
        )| {
            let kind = MeasurementKind::of(number)?;
            let (dangers, attentions) = match settings.wants(AlertKind::DangerousGrade) {
                true => (dangers & settings.dangers(), attentions & settings.attentions()),
                false => (0, 0),
            };
            let is_told = |side: &UrgentSide| settings.wants(AlertKind::UrgentValue) && urgent & side_bit(*side) != 0;
            let measurement = AlertMeasurement {
                kind: kind.into(),
                measurement_id,
                measured_at: Timestamp(measured_at),
                member_id: member_id.map(MemberId),
                member_name,
                company_name,
                grades: graded(kind, grades, dangers, attentions),
                urgent: UrgentSide::ALL.iter().copied().filter(is_told).collect(),
            };
            Some((id, measurement))
        },
    );
    Ok(found.collect())
}

/// Returns the grades of a header that an alert is about, the most serious first.
fn graded(kind: MeasurementKind, grades: i64, dangers: i64, attentions: i64) -> Vec<AlertGrade> {
    let mut all: Vec<(GradedIndicator, &'static str)> = Vec::new();
    macro_rules! each {
        ($($own:ty),+) => { $(
            if <$own>::KIND == kind {
                all = <$own>::graded_by_name(grades);
            }
        )+ };
    }
    crate::each_kind!(each);
    let mut told: Vec<AlertGrade> = all
        .into_iter()
        .map(|(indicator, grade)| AlertGrade { indicator, grade: grade.to_owned(), concern: indicator.concern(grade) })
        .filter(|graded| match graded.concern {
            Concern::None => false,
            Concern::Attention => attentions & bit(graded.indicator) != 0,
            Concern::Danger => dangers & bit(graded.indicator) != 0,
        })
        .collect();
    told.sort_by_key(|graded| std::cmp::Reverse(graded.concern));
    told
}

fn jobs_of(connection: &mut DatabaseConnection, ids: &[i64]) -> Result<HashMap<i64, AlertJob>, Problem> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = alert::table
        .inner_join(job::table)
        .filter(alert::alert_id.eq_any(ids.to_vec()))
        .select((alert::alert_id, job::job_id, job::kind, job::list, job::file_name, job::failure))
        .load::<OfJob>(connection)?;
    let told = |(id, job_id, kind, list, file_name, failure): OfJob| {
        (id, AlertJob { job_id: JobId(job_id), kind, list, file_name, failure })
    };
    Ok(rows.into_iter().map(told).collect())
}

fn terms_of(connection: &mut DatabaseConnection, ids: &[i64]) -> Result<HashMap<i64, AlertTerms>, Problem> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows = alert::table
        .inner_join(terms::table)
        .filter(alert::alert_id.eq_any(ids.to_vec()))
        .select((alert::alert_id, terms::terms_id, terms::kind, terms::edition, terms::language, terms::effective_from))
        .load::<OfTerms>(connection)?;
    let told = |(id, terms_id, kind, edition, language, effective_from): OfTerms| {
        (id, AlertTerms { terms_id, kind, edition, language, effective_from })
    };
    Ok(rows.into_iter().map(told).collect())
}
