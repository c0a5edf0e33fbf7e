//! Measurement headers, the rows common to all kinds. Every function takes the scope and applies it in SQL.
//!
//! A page is read in two steps. First its ids, from an index in list order that also holds the columns most filters
//! use, so that skipped rows are not read. Then the rows, with the details of their kind.

mod headers;

pub(crate) use self::headers::{Key, key_of};

use crate::{
    concerns,
    grades::{BitsOf, IS_NOT_URGENT, IS_URGENT},
    kind::{Findings, HeaderFilter, Kind, ListRequest, MeasurementKind, Person, Place, nothing, permits},
};
use chrono::{Months, NaiveDate};
use diesel::{
    AggregateExpressionMethods, BoolExpressionMethods, ExpressionMethods, Insertable, IntoSql,
    NullableExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable,
    dsl::{count, exists, max, sql},
    sql_types::{BigInt, Bool, Nullable},
};
use kernel::{
    access::{
        caller::Caller,
        log,
        scope::{Scope, Scoped},
    },
    bulk::import_undo,
    clock,
    db::{
        DatabaseConnection, Db,
        cursor::Cursors,
        narrow::Narrow as _,
        page::{self, MAX_COUNTED, Paging, bounded_total, prefix_end},
        schema::{measurement, member, user_profile},
        totals::Totals,
    },
    of_services,
    problem::Problem,
    records::revisions,
};
use organisation::{
    companies::store as companies,
    tally::{self, Direction, RowPosition, YEAR_1_MILLISECONDS},
};
use std::collections::HashMap;
use uno_core::{
    contract::{
        companies::CompanyType,
        measurements::{CommonFields, MeasurementSort},
        members::MemberId,
        page::{Can, Page},
        services::ServiceId,
        users::UserId,
    },
    domain::{
        grade::Sex,
        text::search_key,
        time::{DAY_MILLISECONDS, SEOUL_OFFSET_MINUTES, Timestamp},
    },
};

/// Measurements per batch of regrading.
const REGRADED_AT_ONCE: usize = 500;
/// The count limit for filters by age, sex or member name, which no list index holds. Each skipped row has to be looked
/// up, and the last page offered skips all of them.
const MAX_LOOKED_UP: i64 = 1_000;
/// Above this offset, the tally is asked for the day to start at.
const FAR: i64 = 2_000;
/// If at most this many members match, they are found first and their measurements read directly, wherever the page is.
/// For distant pages the limit is higher, see [`max_members_to_read`].
pub(crate) const FEW_MEMBERS: i64 = 500;
/// If at most this many members match a name or number, their measurements are counted directly. Such members fill a
/// page soon, but walking the list until the count limit would take long.
const COUNTED_MEMBERS: i64 = 20_000;
/// The retailers that offer a service, and their records, are read directly if there are at most this many.
const FEW_RETAILERS: usize = 100;
const FEW_RECORDS: i64 = 10_000;
/// The maximum age that can be searched for.
const MAX_AGE: i64 = 200;
/// Estimates: one row in this many has a given sex, or an age in a given decade.
const SEXES: i64 = 2;
const DECADES: i64 = 8;
/// The number of list rows that are skipped in about the time in which one member's rows are read.
const SKIPPED_PER_MEMBER: i64 = 3;
/// The number of a scope's members that are scanned in about the time in which one member found by number is checked.
const SCANNED_PER_MEMBER: i64 = 4;
/// The maximum number of measurements per member in a trend when many are printed.
const LATEST_OF_EACH: usize = 30;
/// The maximum number of headers read for these trends, over all members.
const MAX_LATEST: i64 = 20_000;

/// The current header of a measurement.
#[derive(Queryable, Selectable, Clone, Debug)]
#[diesel(table_name = measurement)]
pub struct Header {
    /// Id of the measurement.
    pub measurement_id: i64,
    /// The member it belongs to.
    pub member_id: Option<i64>,
    /// Company of the member.
    pub company_id: Option<i64>,
    /// When it was measured.
    pub measured_at: i64,
    /// The UTC offset of the local clock, in minutes.
    pub measured_at_offset: i32,
    /// When it was received.
    pub received_at: i64,
    /// Sex at the time of measurement.
    pub sex: Option<String>,
    /// Age at the time of measurement, in completed years.
    pub age: Option<i32>,
    /// The setting, for kinds that record it.
    pub setting: Option<String>,
    /// The packed grades, see [`crate::grades`].
    pub grades: i64,
    /// The rule set that assigned the grades.
    pub rule_set: Option<String>,
    /// The version of the rule set.
    pub rule_version: Option<i32>,
    /// The test, for kinds that have several.
    pub test_case: String,
    /// The service it was made for.
    pub service_id: Option<i64>,
    /// Device it was made with.
    pub external_device_id: Option<i64>,
    /// Whether it was made on trial, at a site that was not launched yet.
    pub trial: bool,
    /// Fields with unusual values, separated by commas.
    pub unusual: String,
    /// Fields with values that are implausibly far from the person's previous ones, separated by commas.
    pub far_from_last: String,
    /// The sender's number for it.
    pub source_id: Option<String>,
    /// The job of the import that brought it.
    pub import_id: Option<i64>,
    /// When it was last changed.
    pub updated_at: i64,
    /// Version, incremented with every change.
    pub version: i64,
}

impl Header {
    /// Returns the fields with unusual values.
    #[must_use]
    pub fn unusual(&self) -> Vec<String> {
        names_in(&self.unusual)
    }

    /// Returns the fields with values that are implausibly far from the person's previous ones.
    #[must_use]
    pub fn far_from_last(&self) -> Vec<String> {
        names_in(&self.far_from_last)
    }

    /// Returns the time of the last change, or of receipt if it was not changed since.
    #[must_use]
    pub fn updated_at(&self) -> Timestamp {
        Timestamp(self.updated_at.max(self.received_at))
    }
}

fn names_in(names: &str) -> Vec<String> {
    names.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

/// The columns of a header that describe the measurement and its grades. They are written for a new measurement and
/// after regrading.
#[derive(Insertable, diesel::AsChangeset, Clone, Debug)]
#[diesel(table_name = measurement, treat_none_as_null = true, treat_none_as_default_value = false)]
pub struct Assessed {
    /// Number of the kind.
    pub kind: i32,
    /// When it was measured.
    pub measured_at: i64,
    /// When it was received.
    pub received_at: i64,
    /// Sex at the time of measurement.
    pub sex: Option<&'static str>,
    /// Age at the time of measurement, in completed years.
    pub age: Option<i32>,
    /// The setting, for kinds that record it.
    pub setting: Option<&'static str>,
    /// The packed grades, see [`crate::grades`].
    pub grades: i64,
    /// The rule set that assigned the grades.
    pub rule_set: Option<&'static str>,
    /// The version of the rule set.
    pub rule_version: Option<i32>,
    /// The test, for kinds that have several.
    pub test_case: &'static str,
    /// Fields with unusual values, separated by commas.
    pub unusual: String,
}

impl Assessed {
    /// Returns the columns for the findings of a kind about a person at a moment.
    #[must_use]
    pub fn of<K: Kind>(
        measured_at: i64,
        received_at: Timestamp,
        person: Person,
        findings: &Findings<K::Detail>,
    ) -> Self {
        Self {
            kind: K::KIND.number(),
            measured_at,
            received_at: received_at.0,
            sex: person.sex.map(Sex::as_str),
            age: person.age_at(Timestamp(measured_at)).map(i32::from),
            setting: findings.setting,
            grades: findings.grades,
            rule_set: findings.rules.map(|rules| rules.id),
            rule_version: findings.rules.map(|rules| rules.version),
            test_case: findings.test_case,
            unusual: findings.unusual.join(","),
        }
    }
}

/// The origin of a new measurement.
#[derive(Insertable, Clone, Debug)]
#[diesel(table_name = measurement, treat_none_as_default_value = false)]
pub struct Origin {
    /// The user, if it is a user's own measurement without a member.
    pub user_id: Option<i64>,
    /// The service it was made for.
    pub service_id: Option<i64>,
    /// The operator of the site.
    pub operator_id: Option<i64>,
    /// Device it was made with.
    pub external_device_id: Option<i64>,
    /// Whether it was made on trial, at a site that was not launched yet.
    pub trial: bool,
    /// The sender that numbers it.
    pub source: Option<String>,
    /// Its number at that sender.
    pub source_id: Option<String>,
    /// A digest of the submitted form, to recognize a repeated submission.
    pub content_hash: Option<i64>,
    /// When it was written.
    pub updated_at: i64,
    /// The UTC offset of the local clock, in minutes.
    pub measured_at_offset: i32,
    /// The job of the import that brings it.
    pub import_id: Option<i64>,
    /// Fields with values that are implausibly far from the person's previous ones, separated by commas.
    pub far_from_last: String,
}

impl Default for Origin {
    /// An unknown origin, with the UTC offset of Seoul.
    fn default() -> Self {
        Self {
            user_id: None,
            service_id: None,
            operator_id: None,
            external_device_id: None,
            trial: false,
            source: None,
            source_id: None,
            content_hash: None,
            updated_at: 0,
            measured_at_offset: offset_of(&CommonFields::default()),
            import_id: None,
            far_from_last: String::new(),
        }
    }
}

/// Returns the UTC offset of the local clock in minutes, or that of Seoul if it was not sent.
pub(crate) fn offset_of(about: &CommonFields) -> i32 {
    let minutes = about.measured_at_offset.unwrap_or(SEOUL_OFFSET_MINUTES);
    i32::try_from(minutes).unwrap_or_default()
}

impl Origin {
    /// Returns the origin that the measurement itself states.
    #[must_use]
    pub fn of(about: &CommonFields, at: Timestamp) -> Self {
        Self {
            service_id: about.service_id.map(|id| id.0),
            external_device_id: about.external_device_id.map(|id| id.0),
            source_id: about.source_id.clone(),
            updated_at: at.0,
            measured_at_offset: offset_of(about),
            ..Self::default()
        }
    }
}

diesel::define_sql_function! {
    /// The first of two values that is not null.
    fn coalesce(first: Nullable<BigInt>, second: Nullable<BigInt>) -> Nullable<BigInt>;
}

/// A first and a last day.
type Days = (NaiveDate, NaiveDate);
/// A query of headers.
type Headers = measurement::BoxedQuery<'static, Db>;

/// Returns the headers of a kind that match the filter.
fn filtered(kind: MeasurementKind, scope: Scope, conditions: &HeaderFilter) -> Headers {
    let is_found_otherwise = conditions.import_job_id.is_some() || conditions.is_of_few_received;
    let rows = match scope {
        Scope::All | Scope::Company { .. } if is_found_otherwise => headers_among(scope),
        _ => measurement::table.in_scope(scope),
    };
    let mut query = rows.filter(measurement::kind.eq(kind.number()));
    if let Some(id) = conditions.import_job_id {
        query = query.filter(measurement::import_id.eq(id.0));
    }
    if let Some(first) = conditions.received.0 {
        query = query.filter(measurement::received_at.ge(first.0));
    }
    if let Some(last) = conditions.received.1 {
        query = query.filter(measurement::received_at.le(last.0));
    }
    query = of_services!(query, conditions.service_ids, measurement);
    if let Some(id) = conditions.member_id {
        query = query.filter(measurement::member_id.eq(id.0));
    }
    if let Some(id) = conditions.user_id {
        query = query.filter(measurement::user_id.eq(id.0)).filter(measurement::member_id.is_null());
    }
    if let Some(ids) = &conditions.member_ids {
        let of_members = measurement::member_id.eq_any(ids.clone());
        let of_users = measurement::user_id.eq_any(conditions.user_ids.clone()).and(measurement::member_id.is_null());
        query = match conditions.user_ids.is_empty() {
            true => query.filter(of_members),
            false => query.filter(of_members.or(of_users)),
        };
    }
    if let Some(ids) = &conditions.retailer_ids {
        query = query.filter(measurement::retailer_id.eq_any(ids.clone()));
    }
    // The same expression as in the partial indexes `measurement_of_nobody…`. With a condition on one of the columns,
    // the database would use another index.
    query = match conditions.is_unassigned {
        Some(true) => query.filter(coalesce(measurement::member_id, measurement::user_id).is_null()),
        Some(false) => query.filter(coalesce(measurement::member_id, measurement::user_id).is_not_null()),
        None => query,
    };
    // Without a bound value, to match the partial indexes `measurement_on_trial…`.
    query = match conditions.is_trial {
        Some(true) => query.filter(measurement::trial),
        Some(false) => query.filter(measurement::trial.eq(false)),
        None => query,
    };
    // In the words of the partial indexes `measurement_urgent…`.
    query = match conditions.is_urgent {
        Some(true) => query.filter(sql::<Bool>(IS_URGENT)),
        Some(false) => query.filter(sql::<Bool>(IS_NOT_URGENT)),
        None => query,
    };
    if conditions.is_by_member() {
        // A subquery per row, so that the list is still read from the index it is ordered by. The empty string, for a
        // part that is not searched, is a prefix of everything.
        let name = search_key(conditions.member_name.as_deref().unwrap_or_default());
        let number = conditions.member_no.clone().unwrap_or_default();
        let (names_end, numbers_end) = (prefix_end(&name), prefix_end(&number));
        let bearer = member::table
            .filter(member::member_id.nullable().eq(measurement::member_id))
            .filter(member::name_key.ge(name).and(member::name_key.lt(names_end)))
            .filter(member::member_no.ge(number).and(member::member_no.lt(numbers_end)));
        query = query.filter(exists(bearer));
    }
    if let Some(start) = conditions.start {
        query = query.filter(measurement::measured_at.ge(start.0));
    }
    if let Some(end) = conditions.end {
        query = query.filter(measurement::measured_at.le(end.0));
    }
    for (first, last) in &conditions.without {
        query = query.filter(measurement::measured_at.lt(first.0).or(measurement::measured_at.gt(last.0)));
    }
    for sought in &conditions.grades {
        let own_bits = BitsOf::new(measurement::grades, sought.mask.into_sql::<BigInt>());
        query = query.filter(own_bits.eq_any(sought.among.clone()));
    }
    if let Some(sex) = conditions.sex {
        query = query.filter(measurement::sex.eq(sex.as_str()));
    }
    if !conditions.age_decades.is_empty() {
        let ages: Vec<i32> = conditions
            .age_decades
            .iter()
            .filter_map(|decade| i32::try_from(decade / 10 * 10).ok())
            .flat_map(|decade| decade..decade + 10)
            .collect();
        query = query.filter(measurement::age.eq_any(ages));
    }
    query
}

/// Returns the headers of a kind that match the filter, as disjoint queries. A user's scope takes two: the measurements
/// of the linked members, and the user's own. Each of them has an index. For both in one query, the database would walk
/// all measurements by time.
fn parts(
    connection: &mut DatabaseConnection,
    kind: MeasurementKind,
    scope: Scope,
    conditions: &HeaderFilter,
) -> Result<Vec<Headers>, Problem> {
    let all = || filtered(kind, scope, conditions);
    let Scope::Oneself { user_id } = scope else { return Ok(vec![all()]) };
    let members = member::table.in_scope(scope).select(member::member_id).load::<i64>(connection)?;
    Ok(vec![
        all().filter(measurement::member_id.eq_any(members)),
        all().filter(measurement::user_id.eq(user_id.0)).filter(measurement::member_id.is_null()),
    ])
}

/// Orders by time, ties broken by the id.
fn ordered(query: Headers, sort: MeasurementSort) -> Headers {
    let (time, id) = (measurement::measured_at, measurement::measurement_id);
    match sort {
        MeasurementSort::Newest => query.order((time.desc(), id.desc())),
        MeasurementSort::Oldest => query.order((time.asc(), id.asc())),
    }
}

/// Orders like [`ordered`], but by an expression that no index has, so that the rows of few members or retailers are
/// found by those and then sorted. Otherwise the database expects to fill a page soon and may walk all rows by time.
fn sorted(query: Headers, sort: MeasurementSort) -> Headers {
    let (time, id) = (sql::<BigInt>("(measurement.measured_at + 0)"), measurement::measurement_id);
    match sort {
        MeasurementSort::Newest => query.order((time.desc(), id.desc())),
        MeasurementSort::Oldest => query.order((time.asc(), id.asc())),
    }
}

/// Orders by whichever of the two is faster for this filter.
fn in_best_order(query: Headers, conditions: &HeaderFilter, sort: MeasurementSort) -> Headers {
    let is_of_few = conditions.member_ids.is_some()
        || conditions.user_id.is_some()
        || conditions.retailer_ids.is_some()
        || conditions.is_of_few_received;
    if is_of_few { sorted(query, sort) } else { ordered(query, sort) }
}

/// Restricts a query to the rows after a position in the list.
fn following(query: Headers, sort: MeasurementSort, (at, last): Place) -> Headers {
    let (time, id) = (measurement::measured_at, measurement::measurement_id);
    // The first condition is a range of the index; the second drops the few rows of the same time.
    match sort {
        MeasurementSort::Newest => query.filter(time.le(at)).filter(time.lt(at).or(id.lt(last))),
        MeasurementSort::Oldest => query.filter(time.ge(at)).filter(time.gt(at).or(id.gt(last))),
    }
}

/// Returns the scope narrowed to the company of the filter, or `None` if that company is outside of it.
fn reached(
    connection: &mut DatabaseConnection,
    scope: Scope,
    conditions: &HeaderFilter,
) -> Result<Option<Scope>, Problem> {
    let Some(company_id) = conditions.company_id else { return Ok(Some(scope)) };
    let line = companies::line(connection, scope, company_id)?;
    Ok(line.map(|line| Scope::Company { company_id, tier: line.tier }))
}

/// Returns whether so few members of all companies have a number with this prefix that they should be found first and
/// then checked against the scope. Left to itself, SQLite scans all members of the scope.
///
/// # Errors
/// Returns an error if the database fails.
pub fn is_rare_number(connection: &mut DatabaseConnection, reached: Scope, number: &str) -> Result<bool, Problem> {
    if !matches!(reached, Scope::Company { .. }) {
        return Ok(false);
    }
    let members = tally::of_scope(connection, reached, &[], tally::MEMBERS)?.unwrap_or_default();
    let numbered = member::table
        .in_scope(Scope::All)
        .filter(member::member_no.ge(number.to_owned()).and(member::member_no.lt(prefix_end(number))))
        .select(member::member_id);
    let further =
        numbered.offset((members / SCANNED_PER_MEMBER).min(COUNTED_MEMBERS)).limit(1).first::<i64>(connection);
    Ok(further.optional()?.is_none())
}

/// Restricts members to a scope by expressions that no index has, for members that another index finds.
#[must_use]
pub fn reached_among(members: member::BoxedQuery<'static, Db>, scope: Scope) -> member::BoxedQuery<'static, Db> {
    let (company_id, column) = match scope {
        Scope::All => return members,
        Scope::Company { company_id, tier: CompanyType::Vendor } => (company_id.0, "(member.vendor_id + 0)"),
        Scope::Company { company_id, tier: CompanyType::Dealer } => (company_id.0, "(member.dealer_id + 0)"),
        Scope::Company { company_id, tier: CompanyType::Retailer } => (company_id.0, "(member.retailer_id + 0)"),
        Scope::Oneself { .. } | Scope::Nothing => return members.filter(member::member_id.eq(-1)),
    };
    members.filter(sql::<Nullable<BigInt>>(column).eq(company_id))
}

/// Restricts headers to a scope in the same way, for headers that the index of imports or of receipt finds.
fn headers_among(scope: Scope) -> Headers {
    let rows = measurement::table.in_scope(Scope::All);
    let (company_id, column) = match scope {
        Scope::All => return rows,
        Scope::Company { company_id, tier: CompanyType::Vendor } => (company_id.0, "(measurement.vendor_id + 0)"),
        Scope::Company { company_id, tier: CompanyType::Dealer } => (company_id.0, "(measurement.dealer_id + 0)"),
        Scope::Company { company_id, tier: CompanyType::Retailer } => (company_id.0, "(measurement.retailer_id + 0)"),
        Scope::Oneself { .. } | Scope::Nothing => return rows.filter(measurement::measurement_id.eq(-1)),
    };
    rows.filter(sql::<Nullable<BigInt>>(column).eq(company_id))
}

/// Returns whether so few measurements of a kind were received in the filter's period, over all companies, that they
/// are found by that and then sorted. What an import of old files brings is received on one day and measured on many.
fn is_of_few_received(
    connection: &mut DatabaseConnection,
    kind: MeasurementKind,
    conditions: &HeaderFilter,
) -> Result<bool, Problem> {
    if !conditions.is_by_receipt() {
        return Ok(false);
    }
    let only_received = HeaderFilter { received: conditions.received, ..HeaderFilter::default() };
    let further = sorted_by_receipt(filtered(kind, Scope::All, &only_received)).offset(FEW_RECORDS).limit(1);
    Ok(further.select(measurement::measurement_id).first::<i64>(connection).optional()?.is_none())
}

/// Orders by the time of receipt, so that the index of it is used.
fn sorted_by_receipt(query: Headers) -> Headers {
    query.order((measurement::received_at.asc(), measurement::measurement_id.asc()))
}

/// Returns the members of a scope whose name and number start with these, or `None` if there are more than `most`. Few
/// members have few measurements, and an index finds those.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) fn few_members(
    connection: &mut DatabaseConnection,
    reached: Scope,
    (name, number): (Option<&String>, Option<&String>),
    most: i64,
) -> Result<Option<Vec<i64>>, Problem> {
    let is_rare = number.map(|number| is_rare_number(connection, reached, number)).transpose()?;
    let members = match is_rare {
        Some(true) => reached_among(member::table.in_scope(Scope::All), reached),
        _ => member::table.in_scope(reached),
    };
    let mut query = members.beginning(member::name_key, name);
    if let Some(number) = number {
        query = query.filter(member::member_no.ge(number.clone()).and(member::member_no.lt(prefix_end(number))));
    }
    let ids = query.select(member::member_id).limit(most + 1).load::<i64>(connection)?;
    let is_few = i64::try_from(ids.len()).map_err(Problem::internal)? <= most;
    Ok(is_few.then_some(ids))
}

/// Resolves the members, users or retailers that match the filter to ids if there are few. Their measurements need no
/// condition on the scope, since the ids are already in it. With both conditions, the database may walk all rows of the
/// scope.
fn narrowed_to_few(
    connection: &mut DatabaseConnection,
    kind: MeasurementKind,
    reached: Scope,
    conditions: &HeaderFilter,
    most: i64,
) -> Result<(Scope, HeaderFilter), Problem> {
    let mut found = conditions.clone();
    if matches!(reached, Scope::Oneself { .. }) {
        return Ok((reached, found));
    }
    found.is_of_few_received = is_of_few_received(connection, kind, conditions)?;
    let mut within = reached;
    if let Some(ids) = few_retailers(connection, reached, &conditions.service_ids, kind.number())? {
        (within, found.service_ids, found.retailer_ids) = (Scope::All, Vec::new(), Some(ids));
    }
    if conditions.is_by_member() {
        let sought = (conditions.member_name.as_ref(), conditions.member_no.as_ref());
        if let Some(ids) = few_members(connection, reached, sought, most)? {
            within = Scope::All;
            (found.member_name, found.member_no, found.member_ids) = (None, None, Some(ids));
        }
    }
    if found.member_ids.is_none()
        && let Some(days) = births(connection, kind, conditions)?
        && let Some(members) = few_born(connection, reached, days, most)?
    {
        let users =
            if has_own(reached, conditions) { few_users_born(connection, days, most)? } else { Some(Vec::new()) };
        if let Some(users) = users {
            within = Scope::All;
            (found.member_ids, found.user_ids) = (Some(members), users);
        }
    }
    Ok((within, found))
}

/// Returns the retailers of a scope that offer one of these services, or `None` if there are many or they have many
/// records of a kind. The records of few are read at once. Finding them in list order would skip the records of all
/// others.
///
/// # Errors
/// Returns an error if the database fails.
pub fn few_retailers(
    connection: &mut DatabaseConnection,
    reached: Scope,
    service_ids: &[ServiceId],
    kind: i32,
) -> Result<Option<Vec<i64>>, Problem> {
    if service_ids.is_empty() {
        return Ok(None);
    }
    let Some(retailers) = tally::top_companies(connection, reached, service_ids)? else { return Ok(None) };
    if retailers.len() > FEW_RETAILERS {
        return Ok(None);
    }
    let records: i64 = tally::of_companies(connection, &retailers, &[kind])?.values().sum();
    Ok((records <= FEW_RECORDS).then_some(retailers))
}

/// Returns the range of birth dates of people who had one of the filter's ages when a measurement of the kind was made,
/// extended by a day at both ends.
fn births(
    connection: &mut DatabaseConnection,
    kind: MeasurementKind,
    conditions: &HeaderFilter,
) -> Result<Option<Days>, Problem> {
    let years = |decade: i64| u32::try_from(decade.clamp(0, MAX_AGE) / 10 * 10).unwrap_or_default();
    let ages = conditions.age_decades.iter().copied();
    let Some((youngest, oldest)) = ages.clone().min().zip(ages.max()) else { return Ok(None) };
    let first = measurement::table
        .filter(measurement::kind.eq(kind.number()))
        .order(measurement::measured_at)
        .select(measurement::measured_at)
        .first::<i64>(connection)
        .optional()?;
    let Some(first) = first else { return Ok(None) };
    let first = Timestamp(conditions.start.map_or(first, |start| start.0.max(first)));
    let last = clock::now();
    let last = conditions.end.map_or(last, |end| end.min(last));
    let before = |day: NaiveDate, years: u32| day.checked_sub_months(Months::new(12 * years));
    let born = before(first.date_in_seoul().0, years(oldest) + 10).and_then(|day| day.pred_opt());
    let until = before(last.date_in_seoul().0, years(youngest)).and_then(|day| day.succ_opt());
    Ok(born.zip(until))
}

/// Returns the members of a scope who were born in a range of days, or `None` if more than `most` of all companies
/// were.
///
/// # Errors
/// Returns an error if the database fails.
pub fn few_born(
    connection: &mut DatabaseConnection,
    reached: Scope,
    (first, last): Days,
    most: i64,
) -> Result<Option<Vec<i64>>, Problem> {
    let born = || member::table.in_scope(Scope::All).filter(member::birth_date.between(first, last));
    let further = born().select(member::member_id).offset(most).limit(1).first::<i64>(connection);
    if further.optional()?.is_some() {
        return Ok(None);
    }
    Ok(Some(reached_among(born(), reached).select(member::member_id).load(connection)?))
}

/// Returns the users who were born in a range of days, or `None` if there are more than `most`.
fn few_users_born(
    connection: &mut DatabaseConnection,
    (first, last): Days,
    most: i64,
) -> Result<Option<Vec<i64>>, Problem> {
    let born = user_profile::table.filter(user_profile::birth_date.between(first, last));
    let ids = born.select(user_profile::user_id).limit(most + 1).load::<i64>(connection)?;
    let is_few = i64::try_from(ids.len()).map_err(Problem::internal)? <= most;
    Ok(is_few.then_some(ids))
}

/// Returns the maximum number of members to find first for reading `rows` rows of theirs. The alternative is to walk
/// the list past the rows of all other members. With `m` of `n` members that skips `rows * n / m` rows, while the
/// direct way reads the rows of `m` members. So the limit rises with the distance of the page.
///
/// # Errors
/// Returns an error if the database fails.
pub fn max_members_first(connection: &mut DatabaseConnection, reached: Scope, rows: i64) -> Result<i64, Problem> {
    let members = tally::of_scope(connection, reached, &[], tally::MEMBERS)?.unwrap_or_default();
    let equal = (rows.saturating_mul(members) / SKIPPED_PER_MEMBER).max(0).isqrt();
    Ok(equal.clamp(FEW_MEMBERS, COUNTED_MEMBERS))
}

/// Returns that number for a filter: the rarer its rows are among those of the members, the higher.
fn max_members_to_read(
    connection: &mut DatabaseConnection,
    reached: Scope,
    conditions: &HeaderFilter,
    rows: i64,
) -> Result<i64, Problem> {
    if !conditions.is_by_member() && conditions.age_decades.is_empty() {
        return Ok(FEW_MEMBERS);
    }
    let of_sex = if conditions.sex.is_some() { SEXES } else { 1 };
    // Without a name or number, the members are found by their age itself.
    let of_age = match i64::try_from(conditions.age_decades.len()).unwrap_or(DECADES) {
        _ if !conditions.is_by_member() => 1,
        0 => 1,
        decades => (DECADES / decades).max(1),
    };
    max_members_first(connection, reached, rows.saturating_mul(of_sex * of_age))
}

/// Returns a page of measurements of a kind.
///
/// # Errors
/// Returns an error if the database fails or `after` is not a cursor of this list.
pub fn list<K: Kind>(
    connection: &mut DatabaseConnection,
    totals: &Totals,
    cursors: &Cursors,
    caller: &Caller,
    filter: &K::Filter,
) -> Result<Page<K::Measurement>, Problem> {
    let scope = caller.scope;
    let ListRequest { conditions, sort, page, page_size, after } = K::list_request(filter);
    let paging = Paging::of(page, page_size);
    let list = format!("{} {scope:?} {}", K::KIND.resource(), sort.as_str());
    let after = after.as_deref().map(|cursor| cursors.open::<Place>(&list, cursor)).transpose()?;
    let Some(reached) = reached(connection, scope, &conditions)? else {
        return Ok(paging.answer(Vec::new(), (0, true)));
    };
    let before = if after.is_some() { 0 } else { paging.offset() };
    let rows = before.saturating_add(paging.read());
    let few = max_members_to_read(connection, reached, &conditions, rows)?;
    let (within, found) = narrowed_to_few(connection, K::KIND, reached, &conditions, few)?;
    let mut ids: Vec<i64> = if after.is_some() || matches!(reached, Scope::Oneself { .. }) {
        // A user has few measurements, so the pages before a numbered page are read with it.
        let read = places(connection, within, K::KIND, &found, sort, after, rows)?;
        let before = usize::try_from(before).map_err(Problem::internal)?;
        read.into_iter().skip(before).map(|(_, id)| id).collect()
    } else {
        numbered(connection, K::KIND, within, &found, sort, paging)?
    };
    let more = paging.cut(&mut ids);
    let data = in_order_of::<K>(connection, scope, &permits::<K>(caller), &ids)?;
    let next = match data.last() {
        Some(last) if more => Some(cursors.seal(&list, &K::place(last))?),
        _ => None,
    };
    let total = match paging.total_from(ids.len()).filter(|_| after.is_none()) {
        Some(total) => (total, true),
        None => totals.of(format!("{} {scope:?} {conditions:?}", K::KIND.resource()), || {
            if conditions.is_tallied() {
                return total(connection, K::KIND, reached, &conditions);
            }
            let (within, found) = narrowed_to_few(connection, K::KIND, reached, &conditions, COUNTED_MEMBERS)?;
            total(connection, K::KIND, within, &found)
        })?,
    };
    Ok(Page { next, ..paging.answer(data, total) })
}

/// Returns whether the list also has measurements that belong to no company: users' own. They are in the list of all
/// companies but not in the tally.
fn has_own(reached: Scope, conditions: &HeaderFilter) -> bool {
    reached == Scope::All && conditions.service_ids.is_empty()
}

/// Returns the measurements of no company, by the index of vendors.
fn of_no_company(kinds: &[i32]) -> Headers {
    measurement::table
        .in_scope(Scope::All)
        .filter(measurement::vendor_id.is_null())
        .filter(measurement::kind.eq_any(kinds.to_vec()))
}

/// Counts the measurements of a kind that belong to no company, by day.
fn days_of_no_company(connection: &mut DatabaseConnection, kind: MeasurementKind) -> Result<Vec<(i64, i64)>, Problem> {
    let day = || sql::<BigInt>(&format!("(measured_at + {YEAR_1_MILLISECONDS}) / {DAY_MILLISECONDS}"));
    Ok(measurement::table
        .filter(measurement::vendor_id.is_null())
        .filter(measurement::kind.eq(kind.number()))
        .group_by(day())
        .select((day(), sql::<BigInt>("count(*)")))
        .load(connection)?)
}

/// Returns by how much the number of measurements in statistics differs from the tally's. Statistics leave out
/// measurements made on trial. Those of all companies include the measurements of no company.
///
/// # Errors
/// Returns an error if the database fails.
pub fn difference_from_tally(
    connection: &mut DatabaseConnection,
    scope: Scope,
    service_ids: &[ServiceId],
    kinds: &[i32],
) -> Result<i64, Problem> {
    let conditions = HeaderFilter { service_ids: service_ids.to_vec(), ..HeaderFilter::default() };
    let own: i64 = match has_own(scope, &conditions) {
        true => of_no_company(kinds).count().get_result(connection)?,
        false => 0,
    };
    let on_trial = measurement::table.in_scope(scope).filter(measurement::kind.eq_any(kinds.to_vec()));
    let on_trial = of_services!(on_trial, conditions.service_ids, measurement).filter(measurement::trial);
    Ok(own - on_trial.count().get_result::<i64>(connection)?)
}

/// Returns the ids of a numbered page, and one more if another page follows. In a list that the tally counts, skipping
/// starts at the day that the tally gives.
fn numbered(
    connection: &mut DatabaseConnection,
    kind: MeasurementKind,
    reached: Scope,
    conditions: &HeaderFilter,
    sort: MeasurementSort,
    paging: Paging,
) -> Result<Vec<i64>, Problem> {
    let mut query = filtered(kind, reached, conditions);
    let mut offset = paging.offset();
    if offset > FAR && conditions.is_tallied() {
        let direction = match sort {
            MeasurementSort::Newest => Direction::Backward,
            MeasurementSort::Oldest => Direction::Forward,
        };
        let further = if has_own(reached, conditions) { days_of_no_company(connection, kind)? } else { Vec::new() };
        let place = (direction, offset);
        match tally::locate_row(connection, reached, &conditions.service_ids, kind.number(), place, &further)? {
            Some(RowPosition::Behind(day, rest)) => {
                query = match direction {
                    Direction::Backward => query.filter(measurement::measured_at.lt(day.0)),
                    Direction::Forward => query.filter(measurement::measured_at.ge(day.0)),
                };
                offset = rest;
            }
            Some(RowPosition::Beyond) => return Ok(Vec::new()),
            None => {}
        }
    }
    let query = in_best_order(query, conditions, sort).select(measurement::measurement_id);
    Ok(query.offset(offset).limit(paging.read()).load(connection)?)
}

/// Returns the positions of at most `most` measurements of a kind after a position in the list. Each step costs the
/// same, however much was read before.
///
/// # Errors
/// Returns an error if the database fails.
pub fn places(
    connection: &mut DatabaseConnection,
    scope: Scope,
    kind: MeasurementKind,
    conditions: &HeaderFilter,
    sort: MeasurementSort,
    after: Option<Place>,
    most: i64,
) -> Result<Vec<Place>, Problem> {
    let columns = (measurement::measured_at, measurement::measurement_id);
    let mut all: Vec<Place> = Vec::new();
    for part in parts(connection, kind, scope, conditions)? {
        let part = match after {
            Some(place) => following(part, sort, place),
            None => part,
        };
        all.extend(in_best_order(part, conditions, sort).select(columns).limit(most).load::<Place>(connection)?);
    }
    all.sort_unstable_by(|one, other| match sort {
        MeasurementSort::Newest => other.cmp(one),
        MeasurementSort::Oldest => one.cmp(other),
    });
    all.truncate(usize::try_from(most).map_err(Problem::internal)?);
    Ok(all)
}

/// Loads the measurements with these ids, in their order.
fn in_order_of<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    can: &Can,
    ids: &[i64],
) -> Result<Vec<K::Measurement>, Problem> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let found = K::load_for_list(connection, scope, can, ids)?;
    Ok(page::in_order(ids, found, |measurement| K::place(measurement).1))
}

/// Counts the matching measurements, from the tally if it counts them, otherwise up to a limit. The flag is whether the
/// count is exact.
fn total(
    connection: &mut DatabaseConnection,
    kind: MeasurementKind,
    reached: Scope,
    conditions: &HeaderFilter,
) -> Result<(i64, bool), Problem> {
    if conditions.is_tallied()
        && let Some(records) = tally::of_scope(connection, reached, &conditions.service_ids, kind.number())?
    {
        let own = match has_own(reached, conditions) {
            true => of_no_company(&[kind.number()]).count().get_result::<i64>(connection)?,
            false => 0,
        };
        return Ok((records + own, true));
    }
    if matches!(reached, Scope::Oneself { .. }) {
        let mut records = 0;
        for part in parts(connection, kind, reached, conditions)? {
            records += part.count().get_result::<i64>(connection)?;
        }
        return Ok((records, true));
    }
    let connection = std::cell::RefCell::new(connection);
    bounded_total(
        if conditions.is_looked_up() { MAX_LOOKED_UP } else { MAX_COUNTED },
        |limit| {
            let row = filtered(kind, reached, conditions)
                .select(measurement::measurement_id)
                .offset(limit)
                .limit(1)
                .first::<i64>(*connection.borrow_mut())
                .optional()?;
            Ok(row.is_some())
        },
        || Ok(filtered(kind, reached, conditions).count().get_result(*connection.borrow_mut())?),
    )
}

/// Returns one measurement of the scope.
///
/// # Errors
/// Returns "not found" outside the scope.
pub fn get<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    can: &Can,
    id: i64,
) -> Result<K::Measurement, Problem> {
    let mut found = K::load(connection, scope, can, &[id])?.pop().ok_or_else(Problem::not_found)?;
    K::explain(&mut found, &K::versions(connection)?);
    Ok(found)
}

/// Counts the measurements that an export with this filter writes.
///
/// # Errors
/// Returns an error if the database fails.
pub fn export_total<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &K::Filter,
) -> Result<i64, Problem> {
    let conditions = K::list_request(filter).conditions;
    let Some(reached) = reached(connection, scope, &conditions)? else { return Ok(0) };
    let (within, conditions) = narrowed_to_few(connection, K::KIND, reached, &conditions, COUNTED_MEMBERS)?;
    Ok(filtered(K::KIND, within, &conditions).count().get_result(connection)?)
}

/// Counts the people in an export.
///
/// # Errors
/// Returns an error if the database fails.
pub fn export_persons<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &K::Filter,
) -> Result<i64, Problem> {
    let conditions = K::list_request(filter).conditions;
    let Some(reached) = reached(connection, scope, &conditions)? else { return Ok(0) };
    let (within, conditions) = narrowed_to_few(connection, K::KIND, reached, &conditions, COUNTED_MEMBERS)?;
    let members = filtered(K::KIND, within, &conditions).select(count(measurement::member_id).aggregate_distinct());
    let members: i64 = members.get_result(connection)?;
    let users: i64 = match reached == Scope::All {
        true => of_users::<K>(within, &conditions)
            .select(count(measurement::user_id).aggregate_distinct())
            .get_result(connection)?,
        false => 0,
    };
    Ok(members + users)
}

/// Returns the measurements that users made without a company.
fn of_users<K: Kind>(within: Scope, conditions: &HeaderFilter) -> Headers {
    filtered(K::KIND, within, conditions)
        .filter(measurement::vendor_id.is_null())
        .filter(measurement::member_id.is_null())
        .filter(measurement::user_id.is_not_null())
}

/// Returns the person of an export that contains one person.
///
/// # Errors
/// Returns an error if the database fails.
pub fn export_person<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &K::Filter,
) -> Result<Option<log::Person>, Problem> {
    let conditions = K::list_request(filter).conditions;
    let Some(reached) = reached(connection, scope, &conditions)? else { return Ok(None) };
    let (within, conditions) = narrowed_to_few(connection, K::KIND, reached, &conditions, COUNTED_MEMBERS)?;
    let member = filtered(K::KIND, within, &conditions).filter(measurement::member_id.is_not_null());
    let member = member.select(measurement::member_id).first::<Option<i64>>(connection).optional()?.flatten();
    if member.is_some() || reached != Scope::All {
        return Ok(member.map(log::Person::Member));
    }
    let user = of_users::<K>(within, &conditions).select(measurement::user_id);
    Ok(user.first::<Option<i64>>(connection).optional()?.flatten().map(log::Person::User))
}

/// Returns the next measurements of an export after a position. Each step costs the same.
///
/// # Errors
/// Returns an error if the database fails.
pub fn export_chunk<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &K::Filter,
    after: Option<Place>,
    rows: i64,
) -> Result<Vec<K::Measurement>, Problem> {
    let ListRequest { conditions, sort, .. } = K::list_request(filter);
    let Some(reached) = reached(connection, scope, &conditions)? else { return Ok(Vec::new()) };
    let (within, conditions) = narrowed_to_few(connection, K::KIND, reached, &conditions, FEW_MEMBERS)?;
    let mut query = filtered(K::KIND, within, &conditions);
    if let Some(place) = after {
        query = following(query, sort, place);
    }
    let ids = in_best_order(query, &conditions, sort)
        .select(measurement::measurement_id)
        .limit(rows)
        .load::<i64>(connection)?;
    in_order_of::<K>(connection, scope, &nothing(), &ids)
}

/// The owner of a measurement: a member and its company's line, or a company whose member is not known yet.
#[derive(Insertable, diesel::AsChangeset, Clone, Copy, Debug, Default)]
#[diesel(table_name = measurement, treat_none_as_null = true, treat_none_as_default_value = false)]
pub struct Owner {
    pub(crate) member_id: Option<i64>,
    pub(crate) company_id: Option<i64>,
    pub(crate) vendor_id: Option<i64>,
    pub(crate) dealer_id: Option<i64>,
    pub(crate) retailer_id: Option<i64>,
    pub(crate) division_id: Option<i64>,
}

impl Owner {
    /// Returns the columns of a member.
    #[must_use]
    pub fn of(line: &companies::Line, member_id: MemberId) -> Self {
        Self { member_id: Some(member_id.0), ..Self::unassigned_at(line) }
    }

    /// Returns whether the owner is a member.
    #[must_use]
    pub fn is_member(&self) -> bool {
        self.member_id.is_some()
    }

    /// Returns the same with the division that the member belongs to at the time.
    #[must_use]
    pub fn in_division(self, division_id: Option<i64>) -> Self {
        Self { division_id, ..self }
    }

    /// Returns the company and those above it.
    #[must_use]
    pub fn line(&self) -> concerns::Line {
        (self.company_id, self.vendor_id, self.dealer_id, self.retailer_id)
    }

    /// Returns the columns of a company whose member is not known yet.
    #[must_use]
    pub fn unassigned_at(line: &companies::Line) -> Self {
        Self {
            member_id: None,
            company_id: Some(line.company_id),
            vendor_id: line.vendor_id,
            dealer_id: line.dealer_id,
            retailer_id: line.retailer_id,
            division_id: None,
        }
    }
}

/// The parts of a header to insert.
pub type NewHeader<'a> = (Owner, &'a Assessed, &'a Origin);

/// Inserts headers. Returns the id of each in the order of `headers`, or `None` if the row conflicts with another.
///
/// # Errors
/// Returns an error if the database fails.
pub fn insert(connection: &mut DatabaseConnection, headers: Vec<NewHeader<'_>>) -> Result<Vec<Option<i64>>, Problem> {
    Ok(match connection {
        DatabaseConnection::Sqlite(connection) => headers::insert_each(connection, &headers)?,
        DatabaseConnection::Postgres(connection) => headers::insert_all(connection, &headers)?,
    })
}

/// Returns the members that these measurements of a kind belong to, without duplicates.
///
/// # Errors
/// Returns an error if the database fails.
pub fn members_of<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    ids: &[i64],
) -> Result<Vec<i64>, Problem> {
    Ok(measurement::table
        .in_scope(scope)
        .filter(measurement::kind.eq(K::KIND.number()))
        .filter(measurement::measurement_id.eq_any(ids.to_vec()))
        .filter(measurement::member_id.is_not_null())
        .select(measurement::member_id.assume_not_null())
        .distinct()
        .load(connection)?)
}

/// Returns the latest measurements of a kind of each of these members, at most `LATEST_OF_EACH` each, newest first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn latest_of<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    member_ids: &[i64],
) -> Result<Vec<K::Measurement>, Problem> {
    let own = measurement::table
        .in_scope(scope)
        .filter(measurement::kind.eq(K::KIND.number()))
        .filter(measurement::member_id.eq_any(member_ids.to_vec()));
    let found = ordered(own, MeasurementSort::Newest)
        .select((measurement::member_id.assume_not_null(), measurement::measurement_id))
        .limit(MAX_LATEST)
        .load::<(i64, i64)>(connection)?;
    let mut taken: HashMap<i64, usize> = HashMap::new();
    let ids: Vec<i64> = found
        .into_iter()
        .filter(|(member_id, _)| {
            let count = taken.entry(*member_id).or_default();
            *count += 1;
            *count <= LATEST_OF_EACH
        })
        .map(|(_, id)| id)
        .collect();
    in_order_of::<K>(connection, scope, &nothing(), &ids)
}

/// Returns at most `most` of a member's latest measurements of a kind, newest first, without those made on trial: id,
/// time and test.
///
/// # Errors
/// Returns an error if the database fails.
pub fn newest_of<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    member_id: MemberId,
    most: i64,
) -> Result<Vec<(i64, Timestamp, String)>, Problem> {
    let own = measurement::table
        .in_scope(scope)
        .filter(measurement::kind.eq(K::KIND.number()))
        .filter(measurement::member_id.eq(member_id.0))
        .filter(measurement::trial.eq(false));
    let selected = (measurement::measurement_id, measurement::measured_at, measurement::test_case);
    Ok(ordered(own, MeasurementSort::Newest).select(selected).limit(most).load(connection)?)
}

/// Loads the measurements with these ids in their order, with the fields that lists have.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list_items<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    ids: &[i64],
) -> Result<Vec<K::Measurement>, Problem> {
    in_order_of::<K>(connection, scope, &nothing(), ids)
}

/// Overwrites the assessed columns of a header and the time of its last change.
///
/// # Errors
/// Returns an error if the database fails.
pub fn replace(connection: &mut DatabaseConnection, id: i64, assessed: &Assessed) -> Result<(), Problem> {
    let change = (assessed, measurement::updated_at.eq(clock::now().0));
    diesel::update(measurement::table.find(id)).set(change).execute(connection)?;
    Ok(())
}

/// The owner of measurements to regrade.
#[derive(Clone, Copy, Debug)]
pub enum RegradeTarget {
    /// A member's.
    Member(MemberId),
    /// A user's own measurements, graded by the profile. Those assigned to a member are graded by that company's data.
    User(UserId),
}

/// Regrades a person's measurements of a kind after the birth date or sex was corrected.
///
/// # Errors
/// Returns an error if the database fails.
pub fn regrade_of<K: Kind>(
    connection: &mut DatabaseConnection,
    whose: RegradeTarget,
    person: Person,
) -> Result<(), Problem> {
    let of_kind = measurement::table.filter(measurement::kind.eq(K::KIND.number())).into_boxed();
    let own = match whose {
        RegradeTarget::Member(id) => of_kind.filter(measurement::member_id.eq(id.0)),
        RegradeTarget::User(id) => {
            of_kind.filter(measurement::user_id.eq(id.0)).filter(measurement::member_id.is_null())
        }
    };
    let own = own.select((measurement::measurement_id, measurement::received_at)).load::<(i64, i64)>(connection)?;
    let rules = if own.is_empty() { Vec::new() } else { K::lock_versions(connection)? };
    for some in own.chunks(REGRADED_AT_ONCE) {
        let ids: Vec<i64> = some.iter().map(|(id, _)| *id).collect();
        let received: HashMap<i64, i64> = some.iter().copied().collect();
        for found in K::load(connection, Scope::All, &nothing(), &ids)? {
            let ((measured_at, id), save) = (K::place(&found), K::form(&found));
            let findings = K::findings_by(&save, person, &rules);
            let received_at = Timestamp(received.get(&id).copied().unwrap_or_default());
            replace(connection, id, &Assessed::of::<K>(measured_at, received_at, person, &findings))?;
            K::replace_detail(connection, id, findings.detail)?;
        }
        concerns::review::<K>(connection, &ids)?;
    }
    Ok(())
}

/// Regrades one measurement for a person.
///
/// # Errors
/// Returns an error if the database fails.
pub fn regrade_one<K: Kind>(connection: &mut DatabaseConnection, id: i64, person: Person) -> Result<(), Problem> {
    let rules = K::lock_versions(connection)?;
    let received_at: i64 = measurement::table.find(id).select(measurement::received_at).first(connection)?;
    for found in K::load(connection, Scope::All, &nothing(), &[id])? {
        let findings = K::findings_by(&K::form(&found), person, &rules);
        let assessed = Assessed::of::<K>(K::place(&found).0, Timestamp(received_at), person, &findings);
        replace(connection, id, &assessed)?;
        K::replace_detail(connection, id, findings.detail)?;
    }
    Ok(())
}

/// Deletes a member's measurements of every kind and clears the values in their history.
///
/// # Errors
/// Returns an error if the database fails.
pub fn remove_of(connection: &mut DatabaseConnection, member_id: MemberId) -> Result<(), Problem> {
    let own = || measurement::table.filter(measurement::member_id.eq(member_id.0));
    let found = own().select((measurement::kind, measurement::measurement_id)).load::<(i32, i64)>(connection)?;
    let mut ids: HashMap<i32, Vec<i64>> = HashMap::new();
    for (kind, id) in found {
        ids.entry(kind).or_default().push(id);
    }
    for (number, ids) in ids {
        let kind = MeasurementKind::of(number).ok_or_else(|| Problem::internal("unknown kind of measurement"))?;
        revisions::forget(connection, kind.resource(), &ids)?;
        import_undo::forget(connection, kind.resource(), &ids)?;
    }
    diesel::delete(own()).execute(connection)?;
    Ok(())
}

/// Returns the number of measurements of a kind in a user's scope, and the time of the latest.
///
/// # Errors
/// Returns an error if the database fails.
pub fn count_and_latest(
    connection: &mut DatabaseConnection,
    kind: MeasurementKind,
    scope: Scope,
) -> Result<(i64, Option<Timestamp>), Problem> {
    let (mut records, mut latest) = (0, None::<i64>);
    for part in parts(connection, kind, scope, &HeaderFilter::default())? {
        let found =
            part.select((count(measurement::measurement_id), max(measurement::measured_at)))
                .first::<(i64, Option<i64>)>(connection)?;
        records += found.0;
        latest = latest.max(found.1);
    }
    Ok((records, latest.map(Timestamp)))
}
