//! The headers of measurements: rows. Every function takes the scope and applies it in SQL.
//!
//! A page is read in two steps, whatever was asked: the ids, which an index has in the order of the list
//! together with all that lists usually seek, so that what is skipped is not read; then the rows with
//! the details of their kind.

mod headers;

pub(crate) use self::headers::key_of;

use crate::{
    concerns,
    grades::BitsOf,
    kind::{Asked, Findings, Kind, MeasurementKind, Person, Place, Which, nothing, permits},
};
use chrono::{Months, NaiveDate};
use diesel::{
    AggregateExpressionMethods, BoolExpressionMethods, ExpressionMethods, Insertable, IntoSql,
    NullableExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable,
    dsl::{count, exists, max, sql},
    sql_types::{BigInt, Nullable},
};
use kernel::{
    access::{
        caller::Caller,
        log,
        scope::{Scope, Scoped},
    },
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
    tally::{self, Direction, Nearby, YEAR_1_MILLISECONDS},
};
use std::collections::HashMap;
use uno_core::{
    contract::{
        companies::CompanyType,
        measurements::{About, MeasurementSort},
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

/// Measurements that are graded again at once.
const REGRADED_AT_ONCE: usize = 500;
/// So many are counted of what no index of a list has, the age, the sex or the name of a person: each row that is passed
/// over is looked up, and the last page that is offered passes over all of them.
const MAX_LOOKED_UP: i64 = 1_000;
/// From so many skipped rows on, the tally is asked at which day to begin.
const FAR: i64 = 2_000;
/// So many members are found before what is theirs is read, wherever it is; more of them where it is far, see
/// [`few_to_read`].
pub(crate) const FEW_MEMBERS: i64 = 500;
/// So many at most before what is theirs is counted: the way through the list would be long, for they are met often
/// enough for a page, and too rarely to reach what is counted at most.
const COUNTED_MEMBERS: i64 = 20_000;
/// So many retailers, and records of theirs, are found by themselves where a service is asked for.
const FEW_RETAILERS: usize = 100;
const FEW_RECORDS: i64 = 10_000;
/// The greatest age that is sought.
const MAX_AGE: i64 = 200;
/// Sexes, and ages of ten years, that people are of, about: so many rows are passed over for one of them.
const SEXES: i64 = 2;
const DECADES: i64 = 8;
/// Rows of a list that are passed over about as fast as one member's are read.
const PASSED_OVER: i64 = 3;
/// Members of a scope who are walked over about as fast as one who was found by the number is looked at.
const WALKED: i64 = 4;
/// So many of the latest measurements of a member are drawn as a trend where many are printed.
const LATEST_OF_EACH: usize = 30;
/// So many headers are looked at for that at most, of all members together.
const MOST_LATEST: i64 = 20_000;

/// The header of a measurement, as it stands.
#[derive(Queryable, Selectable, Clone, Debug)]
#[diesel(table_name = measurement)]
pub struct Header {
    /// Measurement.
    pub measurement_id: i64,
    /// Whose it is.
    pub member_id: Option<i64>,
    /// Company of the member.
    pub company_id: Option<i64>,
    /// When it was measured.
    pub measured_at: i64,
    /// Minutes by which the clock was ahead of UTC there.
    pub measured_at_offset: i32,
    /// When it was received.
    pub received_at: i64,
    /// Sex at that time.
    pub sex: Option<String>,
    /// Completed years at that time.
    pub age: Option<i32>,
    /// Where it was measured.
    pub setting: Option<String>,
    /// See [`crate::grades`].
    pub grades: i64,
    /// Rules that gave the grades.
    pub rule_set: Option<String>,
    /// Their version.
    pub rule_version: Option<i32>,
    /// Which of its tests.
    pub test_case: String,
    /// Service in whose name.
    pub service_id: Option<i64>,
    /// Device it was made with.
    pub external_device_id: Option<i64>,
    /// Whether the site was not launched yet.
    pub trial: bool,
    /// Fields whose values are rare, with commas between.
    pub unusual: String,
    /// Number that the sender gave it.
    pub source_id: Option<String>,
    /// When it was changed.
    pub updated_at: i64,
    /// Counts changes.
    pub version: i64,
}

impl Header {
    /// Fields whose values are rare.
    #[must_use]
    pub fn unusual(&self) -> Vec<String> {
        self.unusual.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
    }

    /// When it was changed last: at first when it was received.
    #[must_use]
    pub fn updated_at(&self) -> Timestamp {
        Timestamp(self.updated_at.max(self.received_at))
    }
}

/// What a new header says of what was measured, or one whose measurement was graded again.
#[derive(Insertable, diesel::AsChangeset, Clone, Debug)]
#[diesel(table_name = measurement, treat_none_as_null = true, treat_none_as_default_value = false)]
pub struct Assessed {
    /// Number of the kind.
    pub kind: i32,
    /// When it was measured.
    pub measured_at: i64,
    /// When it was received.
    pub received_at: i64,
    /// Sex at that time.
    pub sex: Option<&'static str>,
    /// Completed years at that time.
    pub age: Option<i32>,
    /// Where it was measured.
    pub setting: Option<&'static str>,
    /// See [`crate::grades`].
    pub grades: i64,
    /// Rules that gave the grades.
    pub rule_set: Option<&'static str>,
    /// Their version.
    pub rule_version: Option<i32>,
    /// Which of its tests.
    pub test_case: &'static str,
    /// Fields whose values are rare, with commas between.
    pub unusual: String,
}

impl Assessed {
    /// What the findings of a kind say of a person at a moment.
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

/// Where a new measurement comes from.
#[derive(Insertable, Clone, Debug)]
#[diesel(table_name = measurement, treat_none_as_default_value = false)]
pub struct Origin {
    /// The user whose own it is, without a company's member.
    pub user_id: Option<i64>,
    /// Service in whose name.
    pub service_id: Option<i64>,
    /// Operator at whose site.
    pub operator_id: Option<i64>,
    /// Device it was made with.
    pub external_device_id: Option<i64>,
    /// Whether that site was not launched yet.
    pub trial: bool,
    /// Who numbers it.
    pub source: Option<String>,
    /// Its number there.
    pub source_id: Option<String>,
    /// Digest of what was sent, by which the same sent again is known.
    pub content_hash: Option<i64>,
    /// When it was written.
    pub updated_at: i64,
    /// Minutes by which the clock was ahead of UTC there.
    pub measured_at_offset: i32,
}

impl Default for Origin {
    /// From nobody in particular, in Korea.
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
            measured_at_offset: offset_of(&About::default()),
        }
    }
}

/// Minutes by which the clock was ahead of UTC where a measurement was made: where that was not told, as in Seoul.
pub(crate) fn offset_of(about: &About) -> i32 {
    let minutes = about.measured_at_offset.unwrap_or(SEOUL_OFFSET_MINUTES);
    i32::try_from(minutes).unwrap_or_default()
}

impl Origin {
    /// What a measurement says of it itself.
    #[must_use]
    pub fn of(about: &About, at: Timestamp) -> Self {
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
    /// The first of two that is there.
    fn coalesce(first: Nullable<BigInt>, second: Nullable<BigInt>) -> Nullable<BigInt>;
}

/// A first and a last day.
type Days = (NaiveDate, NaiveDate);
/// A query of headers.
type Headers = measurement::BoxedQuery<'static, Db>;

/// The headers of a kind that are asked for.
fn filtered(kind: MeasurementKind, scope: Scope, which: &Which) -> Headers {
    let mut query = measurement::table.in_scope(scope).filter(measurement::kind.eq(kind.number()));
    query = of_services!(query, which.service_ids, measurement);
    if let Some(id) = which.member_id {
        query = query.filter(measurement::member_id.eq(id.0));
    }
    if let Some(id) = which.user_id {
        query = query.filter(measurement::user_id.eq(id.0)).filter(measurement::member_id.is_null());
    }
    if let Some(ids) = &which.member_ids {
        let of_members = measurement::member_id.eq_any(ids.clone());
        let of_users = measurement::user_id.eq_any(which.user_ids.clone()).and(measurement::member_id.is_null());
        query = match which.user_ids.is_empty() {
            true => query.filter(of_members),
            false => query.filter(of_members.or(of_users)),
        };
    }
    if let Some(ids) = &which.retailer_ids {
        query = query.filter(measurement::retailer_id.eq_any(ids.clone()));
    }
    // Whose it is, a member's or a user's, as the indexes of what is nobody's have it (`measurement_of_nobody…`): of
    // either column by itself another index would be walked.
    query = match which.is_unassigned {
        Some(true) => query.filter(coalesce(measurement::member_id, measurement::user_id).is_null()),
        Some(false) => query.filter(coalesce(measurement::member_id, measurement::user_id).is_not_null()),
        None => query,
    };
    // Without a bound value, as the indexes of what was made on trial have it (`measurement_on_trial…`).
    query = match which.is_trial {
        Some(true) => query.filter(measurement::trial),
        Some(false) => query.filter(measurement::trial.eq(false)),
        None => query,
    };
    if which.is_by_member() {
        // Asked row by row, so that the list goes on walking the index that it is ordered by. What is not
        // sought begins with nothing, as every word does.
        let name = search_key(which.member_name.as_deref().unwrap_or_default());
        let number = which.member_no.clone().unwrap_or_default();
        let (names_end, numbers_end) = (prefix_end(&name), prefix_end(&number));
        let bearer = member::table
            .filter(member::member_id.nullable().eq(measurement::member_id))
            .filter(member::name_key.ge(name).and(member::name_key.lt(names_end)))
            .filter(member::member_no.ge(number).and(member::member_no.lt(numbers_end)));
        query = query.filter(exists(bearer));
    }
    if let Some(start) = which.start {
        query = query.filter(measurement::measured_at.ge(start.0));
    }
    if let Some(end) = which.end {
        query = query.filter(measurement::measured_at.le(end.0));
    }
    for (first, last) in &which.without {
        query = query.filter(measurement::measured_at.lt(first.0).or(measurement::measured_at.gt(last.0)));
    }
    for sought in &which.grades {
        let own_bits = BitsOf::new(measurement::grades, sought.mask.into_sql::<BigInt>());
        query = query.filter(own_bits.eq_any(sought.among.clone()));
    }
    if let Some(sex) = which.sex {
        query = query.filter(measurement::sex.eq(sex.as_str()));
    }
    if !which.age_decades.is_empty() {
        let ages: Vec<i32> = which
            .age_decades
            .iter()
            .filter_map(|decade| i32::try_from(decade / 10 * 10).ok())
            .flat_map(|decade| decade..decade + 10)
            .collect();
        query = query.filter(measurement::age.eq_any(ages));
    }
    query
}

/// The headers of a kind that are asked for, in parts that have no row in common. Of a person there are two: what was
/// measured of the members that the person is, and what is the person's own. Each has its index; for both at once the
/// database would walk along everybody's in the order of time.
fn parts(
    connection: &mut DatabaseConnection,
    kind: MeasurementKind,
    scope: Scope,
    which: &Which,
) -> Result<Vec<Headers>, Problem> {
    let all = || filtered(kind, scope, which);
    let Scope::Oneself { user_id } = scope else { return Ok(vec![all()]) };
    let members = member::table.in_scope(scope).select(member::member_id).load::<i64>(connection)?;
    Ok(vec![
        all().filter(measurement::member_id.eq_any(members)),
        all().filter(measurement::user_id.eq(user_id.0)).filter(measurement::member_id.is_null()),
    ])
}

/// In the order of a list, ties broken by the id.
fn ordered(query: Headers, sort: MeasurementSort) -> Headers {
    let (time, id) = (measurement::measured_at, measurement::measurement_id);
    match sort {
        MeasurementSort::Newest => query.order((time.desc(), id.desc())),
        MeasurementSort::Oldest => query.order((time.asc(), id.asc())),
    }
}

/// In the order of a list, by columns that no index has: of few persons or companies all is found by them and sorted. Otherwise a
/// database that expects to meet a page of theirs soon may walk through everything.
fn sorted(query: Headers, sort: MeasurementSort) -> Headers {
    let (time, id) = (sql::<BigInt>("(measurement.measured_at + 0)"), measurement::measurement_id);
    match sort {
        MeasurementSort::Newest => query.order((time.desc(), id.desc())),
        MeasurementSort::Oldest => query.order((time.asc(), id.asc())),
    }
}

/// In the order of a list, as what is asked for is found best.
fn arranged(query: Headers, which: &Which, sort: MeasurementSort) -> Headers {
    let is_of_few = which.member_ids.is_some() || which.user_id.is_some() || which.retailer_ids.is_some();
    if is_of_few { sorted(query, sort) } else { ordered(query, sort) }
}

/// What follows a place in the order of a list.
fn following(query: Headers, sort: MeasurementSort, (at, last): Place) -> Headers {
    let (time, id) = (measurement::measured_at, measurement::measurement_id);
    // The first condition is a range of the index; the second drops the few rows of the same time.
    match sort {
        MeasurementSort::Newest => query.filter(time.le(at)).filter(time.lt(at).or(id.lt(last))),
        MeasurementSort::Oldest => query.filter(time.ge(at)).filter(time.gt(at).or(id.gt(last))),
    }
}

/// What is reached: the company that is asked for instead of the scope that it lies in; `None` when it
/// lies outside.
fn reached(connection: &mut DatabaseConnection, scope: Scope, which: &Which) -> Result<Option<Scope>, Problem> {
    let Some(company_id) = which.company_id else { return Ok(Some(scope)) };
    let line = companies::line(connection, scope, company_id)?;
    Ok(line.map(|line| Scope::Company { company_id, tier: line.tier }))
}

/// Whether so few members of all companies have a number that begins with this that these are found before it is asked
/// which of them a scope reaches: left to itself, SQLite walks through all members of the scope.
///
/// # Errors
/// When the database fails.
pub fn is_rare_number(connection: &mut DatabaseConnection, reached: Scope, number: &str) -> Result<bool, Problem> {
    if !matches!(reached, Scope::Company { .. }) {
        return Ok(false);
    }
    let members = tally::of_scope(connection, reached, &[], tally::MEMBERS)?.unwrap_or_default();
    let numbered = member::table
        .in_scope(Scope::All)
        .filter(member::member_no.ge(number.to_owned()).and(member::member_no.lt(prefix_end(number))))
        .select(member::member_id);
    let further = numbered.offset((members / WALKED).min(COUNTED_MEMBERS)).limit(1).first::<i64>(connection);
    Ok(further.optional()?.is_none())
}

/// Those of members whom a scope reaches, by what no index has: they are found by something else.
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

/// The members of a scope whose name and number begin with these, where they are so many at most: what is theirs is
/// then few too, and an index has it.
///
/// # Errors
/// When the database fails.
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

/// Finds first who or which companies are meant, where these are few. What is theirs is in the scope because they are:
/// asked for both, a database may walk through everything that the scope has.
fn of_few(
    connection: &mut DatabaseConnection,
    kind: MeasurementKind,
    reached: Scope,
    which: &Which,
    most: i64,
) -> Result<(Scope, Which), Problem> {
    let mut found = which.clone();
    if matches!(reached, Scope::Oneself { .. }) {
        return Ok((reached, found));
    }
    let mut within = reached;
    if let Some(ids) = few_retailers(connection, reached, &which.service_ids, kind.number())? {
        (within, found.service_ids, found.retailer_ids) = (Scope::All, Vec::new(), Some(ids));
    }
    if which.is_by_member() {
        let sought = (which.member_name.as_ref(), which.member_no.as_ref());
        if let Some(ids) = few_members(connection, reached, sought, most)? {
            within = Scope::All;
            (found.member_name, found.member_no, found.member_ids) = (None, None, Some(ids));
        }
    }
    if found.member_ids.is_none()
        && let Some(days) = births(connection, kind, which)?
        && let Some(members) = few_born(connection, reached, days)?
    {
        let users = if has_own(reached, which) { few_users_born(connection, days)? } else { Some(Vec::new()) };
        if let Some(users) = users {
            within = Scope::All;
            (found.member_ids, found.user_ids) = (Some(members), users);
        }
    }
    Ok((within, found))
}

/// The retailers of a scope that offer the services which are asked for, where they are few and have little of a kind of
/// the tally: all of that is read at once, because the way to it would pass over what all others have.
///
/// # Errors
/// When the database fails.
pub fn few_retailers(
    connection: &mut DatabaseConnection,
    reached: Scope,
    service_ids: &[ServiceId],
    kind: i32,
) -> Result<Option<Vec<i64>>, Problem> {
    if service_ids.is_empty() {
        return Ok(None);
    }
    let Some(retailers) = tally::tops(connection, reached, service_ids)? else { return Ok(None) };
    if retailers.len() > FEW_RETAILERS {
        return Ok(None);
    }
    let records: i64 = tally::of_companies(connection, &retailers, kind)?.values().sum();
    Ok((records <= FEW_RECORDS).then_some(retailers))
}

/// The days on which those were born who had the ages that are asked for when something of the kind was measured, and a
/// day more at both ends.
fn births(connection: &mut DatabaseConnection, kind: MeasurementKind, which: &Which) -> Result<Option<Days>, Problem> {
    let years = |decade: i64| u32::try_from(decade.clamp(0, MAX_AGE) / 10 * 10).unwrap_or_default();
    let ages = which.age_decades.iter().copied();
    let Some((youngest, oldest)) = ages.clone().min().zip(ages.max()) else { return Ok(None) };
    let first = measurement::table
        .filter(measurement::kind.eq(kind.number()))
        .order(measurement::measured_at)
        .select(measurement::measured_at)
        .first::<i64>(connection)
        .optional()?;
    let Some(first) = first else { return Ok(None) };
    let first = Timestamp(which.start.map_or(first, |start| start.0.max(first)));
    let last = clock::now();
    let last = which.end.map_or(last, |end| end.min(last));
    let before = |day: NaiveDate, years: u32| day.checked_sub_months(Months::new(12 * years));
    let born = before(first.date_in_seoul().0, years(oldest) + 10).and_then(|day| day.pred_opt());
    let until = before(last.date_in_seoul().0, years(youngest)).and_then(|day| day.succ_opt());
    Ok(born.zip(until))
}

/// The members of a scope who were born on these days, where few were of all companies.
///
/// # Errors
/// When the database fails.
pub fn few_born(
    connection: &mut DatabaseConnection,
    reached: Scope,
    (first, last): Days,
) -> Result<Option<Vec<i64>>, Problem> {
    let born = || member::table.in_scope(Scope::All).filter(member::birth_date.between(first, last));
    let further = born().select(member::member_id).offset(FEW_MEMBERS).limit(1).first::<i64>(connection);
    if further.optional()?.is_some() {
        return Ok(None);
    }
    Ok(Some(reached_among(born(), reached).select(member::member_id).load(connection)?))
}

/// The users who were born on these days, where they are few.
fn few_users_born(connection: &mut DatabaseConnection, (first, last): Days) -> Result<Option<Vec<i64>>, Problem> {
    let born = user_profile::table.filter(user_profile::birth_date.between(first, last));
    let ids = born.select(user_profile::user_id).limit(FEW_MEMBERS + 1).load::<i64>(connection)?;
    let is_few = i64::try_from(ids.len()).map_err(Problem::internal)? <= FEW_MEMBERS;
    Ok(is_few.then_some(ids))
}

/// How many members are found before so many rows of theirs are read. The way to them passes over what all others have in
/// between, so the rarer they are and the further it is, the sooner all that is theirs is read at once: of `m` among `n`
/// members, `rows * n / m` rows are passed over, and what `m` members have is read.
fn few_to_read(connection: &mut DatabaseConnection, reached: Scope, which: &Which, rows: i64) -> Result<i64, Problem> {
    if !which.is_by_member() {
        return Ok(FEW_MEMBERS);
    }
    let members = tally::of_scope(connection, reached, &[], tally::MEMBERS)?.unwrap_or_default();
    let of_sex = if which.sex.is_some() { SEXES } else { 1 };
    let of_age = match i64::try_from(which.age_decades.len()).unwrap_or(DECADES) {
        0 => 1,
        decades => (DECADES / decades).max(1),
    };
    let passed_over = rows.saturating_mul(of_sex * of_age).saturating_mul(members) / PASSED_OVER;
    let equal = passed_over.max(0).isqrt();
    Ok(equal.clamp(FEW_MEMBERS, COUNTED_MEMBERS))
}

/// A page of measurements of a kind.
///
/// # Errors
/// When the database fails, or `after` is no cursor of this list.
pub fn list<K: Kind>(
    connection: &mut DatabaseConnection,
    totals: &Totals,
    cursors: &Cursors,
    caller: &Caller,
    filter: &K::Filter,
) -> Result<Page<K::Measurement>, Problem> {
    let scope = caller.scope;
    let Asked { which, sort, page, page_size, after } = K::asked(filter);
    let paging = Paging::of(page, page_size);
    let list = format!("{} {scope:?} {}", K::KIND.resource(), sort.as_str());
    let after = after.as_deref().map(|cursor| cursors.open::<Place>(&list, cursor)).transpose()?;
    let Some(reached) = reached(connection, scope, &which)? else {
        return Ok(paging.answer(Vec::new(), (0, true)));
    };
    let before = if after.is_some() { 0 } else { paging.offset() };
    let rows = before.saturating_add(paging.read());
    let few = few_to_read(connection, reached, &which, rows)?;
    let (within, found) = of_few(connection, K::KIND, reached, &which, few)?;
    let mut ids: Vec<i64> = if after.is_some() || matches!(reached, Scope::Oneself { .. }) {
        // A person has few: the pages before are read with the one that is asked for by its number.
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
        None => totals.of(format!("{} {scope:?} {which:?}", K::KIND.resource()), || {
            if which.is_tallied() {
                return total(connection, K::KIND, reached, &which);
            }
            let (within, found) = of_few(connection, K::KIND, reached, &which, COUNTED_MEMBERS)?;
            total(connection, K::KIND, within, &found)
        })?,
    };
    Ok(Page { next, ..paging.answer(data, total) })
}

/// Whether a list that the tally counts has what belongs to no company, too: users' own measurements, which stand in
/// everybody's list and in nobody's count.
fn has_own(reached: Scope, which: &Which) -> bool {
    reached == Scope::All && which.service_ids.is_empty()
}

/// What belongs to no company, by the index of the companies at the top.
fn of_no_company(kinds: &[i32]) -> Headers {
    measurement::table
        .in_scope(Scope::All)
        .filter(measurement::vendor_id.is_null())
        .filter(measurement::kind.eq_any(kinds.to_vec()))
}

/// How many records of no company a kind has on each day.
fn days_of_no_company(connection: &mut DatabaseConnection, kind: MeasurementKind) -> Result<Vec<(i64, i64)>, Problem> {
    let day = || sql::<BigInt>(&format!("(measured_at + {YEAR_1_MILLISECONDS}) / {DAY_MILLISECONDS}"));
    Ok(measurement::table
        .filter(measurement::vendor_id.is_null())
        .filter(measurement::kind.eq(kind.number()))
        .group_by(day())
        .select((day(), sql::<BigInt>("count(*)")))
        .load(connection)?)
}

/// By how many measurements of all kinds statistics tell of more than the tally counts: they leave out what was made on
/// trial, and have of everybody what belongs to no company.
///
/// # Errors
/// When the database fails.
pub fn told_beside_the_tally(
    connection: &mut DatabaseConnection,
    scope: Scope,
    service_ids: &[ServiceId],
) -> Result<i64, Problem> {
    let kinds = MeasurementKind::ALL.map(MeasurementKind::number);
    let which = Which { service_ids: service_ids.to_vec(), ..Which::default() };
    let own: i64 = match has_own(scope, &which) {
        true => of_no_company(&kinds).count().get_result(connection)?,
        false => 0,
    };
    let on_trial = measurement::table.in_scope(scope).filter(measurement::kind.eq_any(kinds.to_vec()));
    let on_trial = of_services!(on_trial, which.service_ids, measurement).filter(measurement::trial);
    Ok(own - on_trial.count().get_result::<i64>(connection)?)
}

/// The ids of a page by its number, and one more where another page follows. In a list that the tally counts,
/// what is skipped begins at the day that the tally names.
fn numbered(
    connection: &mut DatabaseConnection,
    kind: MeasurementKind,
    reached: Scope,
    which: &Which,
    sort: MeasurementSort,
    paging: Paging,
) -> Result<Vec<i64>, Problem> {
    let mut query = filtered(kind, reached, which);
    let mut offset = paging.offset();
    if offset > FAR && which.is_tallied() {
        let direction = match sort {
            MeasurementSort::Newest => Direction::Backward,
            MeasurementSort::Oldest => Direction::Forward,
        };
        let further = if has_own(reached, which) { days_of_no_company(connection, kind)? } else { Vec::new() };
        let place = (direction, offset);
        match tally::nearby(connection, reached, &which.service_ids, kind.number(), place, &further)? {
            Some(Nearby::Behind(day, rest)) => {
                query = match direction {
                    Direction::Backward => query.filter(measurement::measured_at.lt(day.0)),
                    Direction::Forward => query.filter(measurement::measured_at.ge(day.0)),
                };
                offset = rest;
            }
            Some(Nearby::Beyond) => return Ok(Vec::new()),
            None => {}
        }
    }
    let query = arranged(query, which, sort).select(measurement::measurement_id);
    Ok(query.offset(offset).limit(paging.read()).load(connection)?)
}

/// Where the measurements of a kind stand that follow a place in the order of time: so many at most. Each step costs the
/// same, whatever was read before.
///
/// # Errors
/// When the database fails.
pub fn places(
    connection: &mut DatabaseConnection,
    scope: Scope,
    kind: MeasurementKind,
    which: &Which,
    sort: MeasurementSort,
    after: Option<Place>,
    most: i64,
) -> Result<Vec<Place>, Problem> {
    let columns = (measurement::measured_at, measurement::measurement_id);
    let mut all: Vec<Place> = Vec::new();
    for part in parts(connection, kind, scope, which)? {
        let part = match after {
            Some(place) => following(part, sort, place),
            None => part,
        };
        all.extend(arranged(part, which, sort).select(columns).limit(most).load::<Place>(connection)?);
    }
    all.sort_unstable_by(|one, other| match sort {
        MeasurementSort::Newest => other.cmp(one),
        MeasurementSort::Oldest => one.cmp(other),
    });
    all.truncate(usize::try_from(most).map_err(Problem::internal)?);
    Ok(all)
}

/// The measurements of these ids, in their order.
fn in_order_of<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    can: &Can,
    ids: &[i64],
) -> Result<Vec<K::Measurement>, Problem> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let found = K::load_briefly(connection, scope, can, ids)?;
    Ok(page::in_order(ids, found, |measurement| K::place(measurement).1))
}

/// How many measurements are asked for: as the tally counts them, or up to a limit.
fn total(
    connection: &mut DatabaseConnection,
    kind: MeasurementKind,
    reached: Scope,
    which: &Which,
) -> Result<(i64, bool), Problem> {
    if which.is_tallied()
        && let Some(records) = tally::of_scope(connection, reached, &which.service_ids, kind.number())?
    {
        let own = match has_own(reached, which) {
            true => of_no_company(&[kind.number()]).count().get_result::<i64>(connection)?,
            false => 0,
        };
        return Ok((records + own, true));
    }
    if matches!(reached, Scope::Oneself { .. }) {
        let mut records = 0;
        for part in parts(connection, kind, reached, which)? {
            records += part.count().get_result::<i64>(connection)?;
        }
        return Ok((records, true));
    }
    let connection = std::cell::RefCell::new(connection);
    bounded_total(
        if which.is_looked_up() { MAX_LOOKED_UP } else { MAX_COUNTED },
        |limit| {
            let row = filtered(kind, reached, which)
                .select(measurement::measurement_id)
                .offset(limit)
                .limit(1)
                .first::<i64>(*connection.borrow_mut())
                .optional()?;
            Ok(row.is_some())
        },
        || Ok(filtered(kind, reached, which).count().get_result(*connection.borrow_mut())?),
    )
}

/// One measurement of the scope.
///
/// # Errors
/// "Not found" outside the scope.
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

/// How many measurements an export of this filter writes.
///
/// # Errors
/// When the database fails.
pub fn export_total<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &K::Filter,
) -> Result<i64, Problem> {
    let which = K::asked(filter).which;
    let Some(reached) = reached(connection, scope, &which)? else { return Ok(0) };
    let (within, which) = of_few(connection, K::KIND, reached, &which, COUNTED_MEMBERS)?;
    Ok(filtered(K::KIND, within, &which).count().get_result(connection)?)
}

/// How many persons an export tells of.
///
/// # Errors
/// When the database fails.
pub fn export_persons<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &K::Filter,
) -> Result<i64, Problem> {
    let which = K::asked(filter).which;
    let Some(reached) = reached(connection, scope, &which)? else { return Ok(0) };
    let (within, which) = of_few(connection, K::KIND, reached, &which, COUNTED_MEMBERS)?;
    let members = filtered(K::KIND, within, &which).select(count(measurement::member_id).aggregate_distinct());
    let members: i64 = members.get_result(connection)?;
    let users: i64 = match reached == Scope::All {
        true => of_users::<K>(within, &which)
            .select(count(measurement::user_id).aggregate_distinct())
            .get_result(connection)?,
        false => 0,
    };
    Ok(members + users)
}

/// What users have measured without a company.
fn of_users<K: Kind>(within: Scope, which: &Which) -> Headers {
    filtered(K::KIND, within, which)
        .filter(measurement::vendor_id.is_null())
        .filter(measurement::member_id.is_null())
        .filter(measurement::user_id.is_not_null())
}

/// Whom an export tells of, where that is one person.
///
/// # Errors
/// When the database fails.
pub fn export_whose<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &K::Filter,
) -> Result<Option<log::Person>, Problem> {
    let which = K::asked(filter).which;
    let Some(reached) = reached(connection, scope, &which)? else { return Ok(None) };
    let (within, which) = of_few(connection, K::KIND, reached, &which, COUNTED_MEMBERS)?;
    let member = filtered(K::KIND, within, &which).filter(measurement::member_id.is_not_null());
    let member = member.select(measurement::member_id).first::<Option<i64>>(connection).optional()?.flatten();
    if member.is_some() || reached != Scope::All {
        return Ok(member.map(log::Person::Member));
    }
    let user = of_users::<K>(within, &which).select(measurement::user_id);
    Ok(user.first::<Option<i64>>(connection).optional()?.flatten().map(log::Person::User))
}

/// The next measurements of an export, behind a place: each step costs the same.
///
/// # Errors
/// When the database fails.
pub fn export_chunk<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &K::Filter,
    after: Option<Place>,
    rows: i64,
) -> Result<Vec<K::Measurement>, Problem> {
    let Asked { which, sort, .. } = K::asked(filter);
    let Some(reached) = reached(connection, scope, &which)? else { return Ok(Vec::new()) };
    let (within, which) = of_few(connection, K::KIND, reached, &which, FEW_MEMBERS)?;
    let mut query = filtered(K::KIND, within, &which);
    if let Some(place) = after {
        query = following(query, sort, place);
    }
    let ids = arranged(query, &which, sort).select(measurement::measurement_id).limit(rows).load::<i64>(connection)?;
    in_order_of::<K>(connection, scope, &nothing(), &ids)
}

/// Whose a measurement is: the member with its company's line, or nobody yet at a company.
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
    /// A member of a company.
    #[must_use]
    pub fn of(line: &companies::Line, member_id: MemberId) -> Self {
        Self { member_id: Some(member_id.0), ..Self::nobody_of(line) }
    }

    /// Whether it is a member.
    #[must_use]
    pub fn is_member(&self) -> bool {
        self.member_id.is_some()
    }

    /// The same of a member who belongs to this division at that time.
    #[must_use]
    pub fn in_division(self, division_id: Option<i64>) -> Self {
        Self { division_id, ..self }
    }

    /// The company and those above it.
    #[must_use]
    pub fn line(&self) -> concerns::Line {
        (self.company_id, self.vendor_id, self.dealer_id, self.retailer_id)
    }

    /// Nobody yet, at a company.
    #[must_use]
    pub fn nobody_of(line: &companies::Line) -> Self {
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

/// A header as it is written.
pub type NewHeader<'a> = (Owner, &'a Assessed, &'a Origin);

/// Writes headers; answers their ids, for each of them in the order of what was sent, `None` where its place is taken.
///
/// # Errors
/// When the database fails.
pub fn insert(connection: &mut DatabaseConnection, headers: Vec<NewHeader<'_>>) -> Result<Vec<Option<i64>>, Problem> {
    Ok(match connection {
        DatabaseConnection::Sqlite(connection) => headers::insert_each(connection, &headers)?,
        DatabaseConnection::Postgres(connection) => headers::insert_all(connection, &headers)?,
    })
}

/// Whose measurements of a kind these are, each person once.
///
/// # Errors
/// When the database fails.
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

/// The latest measurements of a kind of each of these members, the newest first.
///
/// # Errors
/// When the database fails.
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
        .limit(MOST_LATEST)
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

/// The latest measurements of a kind of a member that were not made on trial, the newest first, so many at most: each
/// with its moment and which of the kind's tests it is.
///
/// # Errors
/// When the database fails.
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
    let told = (measurement::measurement_id, measurement::measured_at, measurement::test_case);
    Ok(ordered(own, MeasurementSort::Newest).select(told).limit(most).load(connection)?)
}

/// The measurements of these ids as lists tell them, in their order.
///
/// # Errors
/// When the database fails.
pub fn briefly<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    ids: &[i64],
) -> Result<Vec<K::Measurement>, Problem> {
    in_order_of::<K>(connection, scope, &nothing(), ids)
}

/// Writes what a header says anew, and when that was.
///
/// # Errors
/// When the database fails.
pub fn replace(connection: &mut DatabaseConnection, id: i64, assessed: &Assessed) -> Result<(), Problem> {
    let change = (assessed, measurement::updated_at.eq(clock::now().0));
    diesel::update(measurement::table.find(id)).set(change).execute(connection)?;
    Ok(())
}

/// Whose measurements are graded again.
#[derive(Clone, Copy, Debug)]
pub enum Whose {
    /// A member's.
    Member(MemberId),
    /// A user's own, which are graded by the profile: what has become a member's is graded by what its company knows.
    User(UserId),
}

/// Grades the measurements of a kind again of somebody whose birth date or sex has been corrected.
///
/// # Errors
/// When the database fails.
pub fn regrade_of<K: Kind>(connection: &mut DatabaseConnection, whose: Whose, person: Person) -> Result<(), Problem> {
    let of_kind = measurement::table.filter(measurement::kind.eq(K::KIND.number())).into_boxed();
    let own = match whose {
        Whose::Member(id) => of_kind.filter(measurement::member_id.eq(id.0)),
        Whose::User(id) => of_kind.filter(measurement::user_id.eq(id.0)).filter(measurement::member_id.is_null()),
    };
    let own = own.select((measurement::measurement_id, measurement::received_at)).load::<(i64, i64)>(connection)?;
    let rules = if own.is_empty() { Vec::new() } else { K::held_versions(connection)? };
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

/// Removes the measurements of a member, of every kind, and what histories say of them.
///
/// # Errors
/// When the database fails.
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
    }
    diesel::delete(own()).execute(connection)?;
    Ok(())
}

/// How many measurements of a kind a scope reaches, and when the latest was made: for scopes of a person.
///
/// # Errors
/// When the database fails.
pub fn counted(
    connection: &mut DatabaseConnection,
    kind: MeasurementKind,
    scope: Scope,
) -> Result<(i64, Option<Timestamp>), Problem> {
    let (mut records, mut latest) = (0, None::<i64>);
    for part in parts(connection, kind, scope, &Which::default())? {
        let found =
            part.select((count(measurement::measurement_id), max(measurement::measured_at)))
                .first::<(i64, Option<i64>)>(connection)?;
        records += found.0;
        latest = latest.max(found.1);
    }
    Ok((records, latest.map(Timestamp)))
}
