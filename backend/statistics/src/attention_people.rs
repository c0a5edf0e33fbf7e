//! The people who need attention by an indicator, the gravest first: as a page and as a file.

use crate::{
    cells::Topic,
    disclosure::Disclosure,
    frame::Days,
    hidden,
    people::People,
    period::day_of,
    read::{self, Groups, Source},
    rows::{concern_of, gravity},
    units::{self, UnitFilter, Units},
    words,
};
use diesel::{BoolExpressionMethods, ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::{
        caller::Caller,
        log::{self, LoggedRead, Person},
        scope::{Scope, Scoped as _},
    },
    db::{
        DatabaseConnection,
        schema::{account, company, measurement, member, user_profile},
    },
    exports::{self, Column, Exported, FilterOf, RowsAfter, Value},
    http::mount::{Api, Input},
    problem::Problem,
};
use measurements::{graded, kind::MeasurementKind, readable::kinds_of_grade};
use organisation::tally::YEAR_1_MILLISECONDS;
use std::{cmp::Reverse, collections::HashMap};
use uno_core::{
    contract::{
        companies::CompanyId,
        error::ErrorCode,
        managed_users,
        members::MemberId,
        statistics::{
            AttentionPeople, AttentionPeopleFilter, AttentionPerson, ExportPeopleWhoNeedAttention,
            ListPeopleWhoNeedAttention,
        },
        users::UserId,
    },
    domain::{
        access::Action,
        grade::concern::{Concern, GradedIndicator},
        time::{DAY_MILLISECONDS, Timestamp},
    },
};

/// Text key of the list's title.
const PEOPLE: &str = "statistics.attentionPeople";
/// Default page size.
const PAGE_SIZE: i64 = 20;
/// Members per query: the databases limit the number of bound values.
const AT_ONCE: usize = 10_000;

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListPeopleWhoNeedAttention>(people);
    exports::mount::<AttentionPeopleExport>(api);
}

/// Reads before it writes the log, so that reading does not block writers, and writes the log before it responds: no
/// log entry, no data.
async fn people(input: Input<ListPeopleWhoNeedAttention>) -> Result<AttentionPeople, Problem> {
    let caller = input.caller()?;
    let reader = input.reader(&caller);
    let (filter, database) = (input.query, &input.state.database);
    let company_id = filter.company_id.map(|id| id.0);
    let found = database.read(move |connection| list(connection, &caller, &filter)).await?;
    if !found.data.is_empty() {
        let persons = i64::try_from(found.data.len()).map_err(Problem::internal)?;
        let whose = found.data.first().filter(|_| persons == 1).and_then(person_of);
        let reading = LoggedRead::List { persons, list: PEOPLE, whose, company_id };
        database.write(move |connection| log::write(connection, &reader, reading).map(|_| ())).await?;
    }
    Ok(found)
}

/// The people who need attention: the index of each grade in its scale with the people who have it. Gravest grade
/// first; within a grade ordered by number.
type PeopleByGravity = Vec<(usize, Vec<Person>)>;

/// The parameters of the database queries that follow the reading of the segments.
struct ListQuery {
    scope: Scope,
    reached: Scope,
    units: Units,
    kinds: &'static [MeasurementKind],
    days: Days,
}

/// Returns whether a caller may know who needs attention by an indicator: only who may read members, and the history of
/// every kind that grades it.
fn may_know(caller: &Caller, indicator: GradedIndicator) -> bool {
    hidden::may_read(caller) && Disclosure::of(caller).tells(Topic::Grades(indicator))
}

/// Returns the people who need attention. Callers who may not know them get [`ErrorCode::Forbidden`].
fn people_by_gravity(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &AttentionPeopleFilter,
) -> Result<(PeopleByGravity, ListQuery), Problem> {
    let indicator = filter.indicator;
    if !may_know(caller, indicator) {
        return Err(Problem::new(ErrorCode::Forbidden));
    }
    let days = (day_of(filter.start), day_of(filter.end));
    if let Some(grade) = &filter.grade
        && !indicator.grades().contains(&grade.as_str())
    {
        return Err(Problem::invalid_field("grade", "choice"));
    }
    let reached = units::reached(connection, caller.scope, filter.company_id)?;
    let units = units::of(connection, caller.scope, UnitFilter::from(filter))?;
    let (kinds, disclosure) = (kinds_of_grade(indicator), Disclosure::of(caller));
    let source = Source { disclosure: &disclosure, units: &units, kinds };
    let groups = Groups { sex: filter.sex, age_decades: &filter.age_decades };
    let scale = read::newest_grades_by(connection, source, indicator, days, &groups)?;
    let mut ranked: PeopleByGravity = Vec::new();
    for (place, people) in scale.into_iter().enumerate() {
        let is_sought = match &filter.grade {
            Some(grade) => indicator.grades().get(place) == Some(&grade.as_str()),
            None => concern_of(indicator, place) != Concern::None,
        };
        if is_sought {
            ranked.push((place, reached_of(connection, caller, &people)?));
        }
    }
    ranked.sort_by_key(|(place, _)| Reverse(gravity(indicator, *place)));
    Ok((ranked, ListQuery { scope: caller.scope, reached, units, kinds, days }))
}

fn number_of(ranked: &PeopleByGravity) -> Result<i64, Problem> {
    i64::try_from(ranked.iter().map(|(_, people)| people.len()).sum::<usize>()).map_err(Problem::internal)
}

/// Returns a page of the people.
fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &AttentionPeopleFilter,
) -> Result<AttentionPeople, Problem> {
    let (ranked, list_query) = people_by_gravity(connection, caller, filter)?;
    let (page, page_size) = (filter.page.unwrap_or_default(), filter.page_size.unwrap_or(PAGE_SIZE));
    let (skip, take) = (usize::try_from(page.saturating_mul(page_size)), usize::try_from(page_size));
    let shown: Vec<(Person, usize)> =
        in_order(&ranked).skip(skip.map_err(Problem::internal)?).take(take.map_err(Problem::internal)?).collect();
    let data = load_people(connection, &list_query, filter, &shown)?;
    Ok(AttentionPeople { data, page, page_size, total: number_of(&ranked)? })
}

fn in_order(ranked: &PeopleByGravity) -> impl Iterator<Item = (Person, usize)> {
    ranked.iter().flat_map(|(place, people)| people.iter().map(move |person| (*person, *place)))
}

fn person_of(row: &AttentionPerson) -> Option<Person> {
    row.member_id.map(|id| Person::Member(id.0)).or(row.user_id.map(|id| Person::User(id.0)))
}

/// Returns the next people of a file after `last`, by sort order instead of offset: people added or removed in the
/// meantime shift nobody else out of the file. An empty result means the end.
fn people_after(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &AttentionPeopleFilter,
    last: Option<&FileRow>,
    most: usize,
) -> Result<Vec<AttentionPerson>, Problem> {
    let (ranked, list_query) = people_by_gravity(connection, caller, filter)?;
    let indicator = filter.indicator;
    let after = last.and_then(|row| {
        let place = indicator.grades().iter().position(|grade| *grade == row.person.grade)?;
        Some((Reverse(gravity(indicator, place)), person_of(&row.person)?))
    });
    let rest: Vec<(Person, usize)> = in_order(&ranked)
        .filter(|(person, place)| after.is_none_or(|after| (Reverse(gravity(indicator, *place)), *person) > after))
        .collect();
    for some in rest.chunks(most) {
        let found = load_people(connection, &list_query, filter, some)?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// Returns the people the caller may see, members before users, both by number. A member who has moved out of the
/// caller's scope is left out. Users are visible only to callers with access to everything, and only those of the lists
/// that the caller may read.
fn reached_of(connection: &mut DatabaseConnection, caller: &Caller, people: &People) -> Result<Vec<Person>, Problem> {
    let numbers = |rest: u64| people.iter().filter(move |person| person % 2 == rest);
    let ids = |rest| numbers(rest).filter_map(|person| i64::try_from(person / 2).ok());
    if caller.scope == Scope::All {
        let users = users_of(connection, caller, ids(1).collect())?;
        return Ok(ids(0).map(Person::Member).chain(users.into_iter().map(Person::User)).collect());
    }
    let members: Vec<i64> = ids(0).collect();
    let mut found = Vec::with_capacity(members.len());
    for some in members.chunks(AT_ONCE) {
        let own = member::table.in_scope(caller.scope).filter(member::member_id.eq_any(some.to_vec()));
        found.extend(own.order(member::member_id).select(member::member_id).load::<i64>(connection)?);
    }
    Ok(found.into_iter().map(Person::Member).collect())
}

/// Returns those users whose list the caller may read. There is one list for each kind of user.
fn users_of(connection: &mut DatabaseConnection, caller: &Caller, ids: Vec<i64>) -> Result<Vec<i64>, Problem> {
    let kinds = [false, true].into_iter().filter(|kind| caller.may(managed_users::screen(*kind), Action::Read));
    let kinds: Vec<bool> = kinds.collect();
    if kinds.len() == 2 || ids.is_empty() {
        return Ok(ids);
    }
    let mut found = Vec::new();
    for some in ids.chunks(AT_ONCE) {
        let read = user_profile::table.filter(user_profile::user_id.eq_any(some.to_vec()));
        let read = read.filter(user_profile::is_online.eq_any(kinds.clone())).order(user_profile::user_id);
        found.extend(read.select(user_profile::user_id).load::<i64>(connection)?);
    }
    Ok(found)
}

/// Returns the people of a page, each with the newest measurement that gave the grade. This is not always the newest of
/// all, because only one of several divisions on a day counts. People whose measurement has changed meanwhile are left
/// out until it is counted.
fn load_people(
    connection: &mut DatabaseConnection,
    list_query: &ListQuery,
    filter: &AttentionPeopleFilter,
    shown: &[(Person, usize)],
) -> Result<Vec<AttentionPerson>, Problem> {
    let known = known(connection, list_query.scope, shown)?;
    let newest = newest(connection, list_query, filter, shown)?;
    let person = |(person, place): &(Person, usize)| {
        let (kind, measurement_id, measured_at) = *newest.get(&(*person, *place))?;
        let grade = filter.indicator.grades().get(*place)?;
        let DisplayData { name, member_no, company_name, is_online } = known.get(person)?.clone();
        Some(AttentionPerson {
            member_id: person.member_id().map(MemberId),
            user_id: person.user_id().map(UserId),
            is_online,
            member_no,
            name,
            company_name,
            grade: (*grade).to_owned(),
            measured_at: Timestamp(measured_at),
            category: kind.into(),
            measurement_id,
        })
    };
    Ok(shown.iter().filter_map(person).collect())
}

/// Display data of a person.
#[derive(Clone)]
struct DisplayData {
    name: String,
    member_no: Option<String>,
    company_name: Option<String>,
    is_online: Option<bool>,
}

fn known(
    connection: &mut DatabaseConnection,
    scope: Scope,
    shown: &[(Person, usize)],
) -> Result<HashMap<Person, DisplayData>, Problem> {
    let members = member::table
        .in_scope(scope)
        .inner_join(company::table)
        .filter(member::member_id.eq_any(ids(shown, Person::member_id)))
        .select((member::member_id, member::member_no, member::name, company::name))
        .load::<(i64, String, String, String)>(connection)?;
    let users = user_profile::table
        .inner_join(account::table)
        .filter(user_profile::user_id.eq_any(ids(shown, Person::user_id)))
        .select((user_profile::user_id, account::name, user_profile::is_online))
        .load::<(i64, String, bool)>(connection)?;
    let members = members.into_iter().map(|(id, member_no, name, company)| {
        let (member_no, company_name) = (Some(member_no), Some(company));
        (Person::Member(id), DisplayData { name, member_no, company_name, is_online: None })
    });
    let users = users.into_iter().map(|(id, name, is_online)| {
        (Person::User(id), DisplayData { name, member_no: None, company_name: None, is_online: Some(is_online) })
    });
    Ok(members.chain(users).collect())
}

fn ids(shown: &[(Person, usize)], of: fn(Person) -> Option<i64>) -> Vec<i64> {
    shown.iter().filter_map(|(person, _)| of(*person)).collect()
}

/// Kind, number and timestamp of a measurement.
type Measured = (MeasurementKind, i64, i64);

/// Returns the newest measurement of each person for each grade.
fn newest(
    connection: &mut DatabaseConnection,
    ListQuery { reached, units, kinds, days: (first, last), .. }: &ListQuery,
    filter: &AttentionPeopleFilter,
    shown: &[(Person, usize)],
) -> Result<HashMap<(Person, usize), Measured>, Problem> {
    let start = first * DAY_MILLISECONDS - YEAR_1_MILLISECONDS;
    let end = (last + 1) * DAY_MILLISECONDS - YEAR_1_MILLISECONDS;
    let numbers: Vec<i32> = kinds.iter().map(|kind| kind.number()).collect();
    let asked_for = || {
        let own = measurement::table.in_scope(*reached);
        let own = kernel::of_services!(own, filter.service_ids, measurement);
        let own = own
            .filter(measurement::kind.eq_any(numbers.clone()))
            .filter(measurement::measured_at.ge(start))
            .filter(measurement::measured_at.lt(end))
            .filter(measurement::trial.eq(false))
            .order((measurement::measured_at.desc(), measurement::measurement_id.desc()));
        if filter.division_id.is_some() {
            own.filter(measurement::division_id.eq_any(units.divisions.clone()))
        } else {
            own
        }
    };
    let columns = (
        measurement::member_id,
        measurement::user_id,
        measurement::kind,
        measurement::measurement_id,
        measurement::measured_at,
        measurement::grades,
    );
    let of_members = measurement::member_id.eq_any(ids(shown, Person::member_id));
    let mut found: Vec<Head> = asked_for().filter(of_members).select(columns).load(connection)?;
    let users = ids(shown, Person::user_id);
    if !users.is_empty() {
        let of_users = measurement::user_id.eq_any(users).and(measurement::member_id.is_null());
        found.extend(asked_for().filter(of_users).select(columns).load::<Head>(connection)?);
    }
    let mut newest = HashMap::new();
    for (member_id, user_id, number, measurement_id, measured_at, grades) in found {
        let person = member_id.map(Person::Member).or(user_id.map(Person::User));
        let (Some(person), Some(kind)) = (person, MeasurementKind::of(number)) else { continue };
        let grade = graded(kind, grades).into_iter().find(|(indicator, _)| *indicator == filter.indicator);
        if let Some((_, grade)) = grade {
            newest.entry((person, usize::from(grade))).or_insert((kind, measurement_id, measured_at));
        }
    }
    Ok(newest)
}

/// Member, user, kind, number, timestamp and grades of a measurement.
type Head = (Option<i64>, Option<i64>, i32, i64, i64, i64);

/// A row of a file: a person, and the indicator of the grade.
pub struct FileRow {
    indicator: GradedIndicator,
    person: AttentionPerson,
}

/// The people who need attention, as a file.
pub struct AttentionPeopleExport;

impl Exported for AttentionPeopleExport {
    type Call = ExportPeopleWhoNeedAttention;
    type Row = FileRow;
    const COLUMNS: &'static [Column<FileRow>] = &[
        Column::new("member.name", 14.0, |row| row.person.name.as_str().into()),
        Column::new("member.number", 16.0, |row| (&row.person.member_no).into()),
        Column::new("member.company", 24.0, |row| (&row.person.company_name).into()),
        Column::new("statistics.indicator", 22.0, |row| Value::Text(words::graded(row.indicator))),
        Column::new("statistics.grade", 18.0, |row| Value::Word(words::grades(row.indicator), &row.person.grade)),
        Column::new("chart.time", 18.0, |row| row.person.measured_at.into()),
    ];

    fn title(_: &FilterOf<Self>) -> &'static str {
        PEOPLE
    }

    fn company(filter: &FilterOf<Self>) -> Option<CompanyId> {
        filter.company_id
    }

    fn screens(caller: &Caller, filter: &FilterOf<Self>) -> Result<Vec<&'static str>, Problem> {
        if !may_know(caller, filter.indicator) {
            return Err(Problem::new(ErrorCode::Forbidden));
        }
        Ok(Disclosure::of(caller).screens(kinds_of_grade(filter.indicator)))
    }

    fn persons(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &FilterOf<Self>,
    ) -> Result<Option<i64>, Problem> {
        Self::total(connection, caller, filter).map(Some)
    }

    fn person(row: &FileRow) -> Option<Person> {
        person_of(&row.person)
    }

    fn total(connection: &mut DatabaseConnection, caller: &Caller, filter: &FilterOf<Self>) -> Result<i64, Problem> {
        number_of(&people_by_gravity(connection, caller, filter)?.0)
    }

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &FilterOf<Self>,
        RowsAfter { last, most, .. }: RowsAfter<'_, FileRow>,
    ) -> Result<Vec<FileRow>, Problem> {
        let most = usize::try_from(most).map_err(Problem::internal)?;
        let found = people_after(connection, caller, filter, last, most)?;
        Ok(found.into_iter().map(|person| FileRow { indicator: filter.indicator, person }).collect())
    }
}
