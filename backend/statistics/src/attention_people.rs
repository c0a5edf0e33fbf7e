//! Who needs attention by an indicator, the gravest first: as a page, and as a file.

use crate::{
    attention::{concern_of, kinds_that_grade},
    frame::Days,
    hidden,
    people::People,
    period::day_of,
    read::{self, Groups},
    units::{self, Units, Whose},
    words,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::{
        caller::Caller,
        log::{self, Reading},
        scope::{Scope, Scoped as _},
    },
    db::{
        DatabaseConnection,
        schema::{company, measurement, member},
    },
    exports::{self, Behind, Column, Exported, FilterOf, Value},
    http::mount::{Api, Input},
    problem::Problem,
};
use measurements::{graded, kind::MeasurementKind};
use organisation::tally::YEAR_1_MILLISECONDS;
use std::{cmp::Reverse, collections::HashMap};
use uno_core::{
    contract::{
        companies::CompanyId,
        error::ErrorCode,
        members::{self, MemberId},
        statistics::{
            AttentionPeople, AttentionPeopleFilter, AttentionPerson, ExportPeopleWhoNeedAttention,
            ListPeopleWhoNeedAttention,
        },
    },
    domain::{
        grade::concern::{Concern, GradedIndicator},
        time::{DAY_MILLISECONDS, Timestamp},
    },
};

/// Key of the text that names the list of people.
const PEOPLE: &str = "statistics.attentionPeople";
/// People of a page where nothing else is asked for.
const PAGE_SIZE: i64 = 20;
/// Members that are asked for at once: the databases limit how many values a statement has.
const AT_ONCE: usize = 10_000;

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<ListPeopleWhoNeedAttention>(people);
    exports::mount::<AttentionPeopleExport>(api);
}

/// Reading is done before the log is written, so that nobody who writes waits for it; and the log before the answer: no
/// log, no data.
async fn people(input: Input<ListPeopleWhoNeedAttention>) -> Result<AttentionPeople, Problem> {
    let caller = input.caller()?;
    let reader = input.reader(&caller);
    let (filter, database) = (input.query, &input.state.database);
    let company_id = filter.company_id.map(|id| id.0);
    let found = database.read(move |connection| list(connection, &caller, &filter)).await?;
    if !found.data.is_empty() {
        let persons = i64::try_from(found.data.len()).map_err(Problem::internal)?;
        let member_id = found.data.first().filter(|_| persons == 1).map(|person| person.member_id.0);
        let reading = Reading::List { persons, list: PEOPLE, member_id, company_id };
        database.write(move |connection| log::write(connection, &reader, reading).map(|_| ())).await?;
    }
    Ok(found)
}

/// Who needs attention: the place of the grade in its scale and the members who have it, the gravest first, the members
/// of a grade in the order of their numbers.
type Grave = Vec<(usize, Vec<i64>)>;

/// What is asked for of the database, beside what is found in the tally.
struct Asked {
    scope: Scope,
    reached: Scope,
    units: Units,
    kinds: &'static [MeasurementKind],
    days: Days,
}

/// Who needs attention, for whoever may read people.
fn grave(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &AttentionPeopleFilter,
) -> Result<(Grave, Asked), Problem> {
    if !hidden::may_read(caller) {
        return Err(Problem::new(ErrorCode::Forbidden));
    }
    let indicator = filter.indicator;
    let days = (day_of(filter.start), day_of(filter.end));
    if let Some(grade) = &filter.grade
        && !indicator.grades().contains(&grade.as_str())
    {
        return Err(Problem::invalid_field("grade", "choice"));
    }
    let reached = units::reached(connection, caller.scope, filter.company_id)?;
    let units = units::of(connection, caller.scope, Whose::from(filter))?;
    let kinds = kinds_that_grade(indicator);
    let groups = Groups { sex: filter.sex, age_decades: &filter.age_decades };
    let mut scales = read::newest_grades_of(connection, &units, kinds, days, &groups)?;
    let scale = scales.remove(&indicator).unwrap_or_default();
    let mut sought: Grave = Vec::new();
    for (place, people) in scale.into_iter().enumerate() {
        let is_sought = match &filter.grade {
            Some(grade) => indicator.grades().get(place) == Some(&grade.as_str()),
            None => concern_of(indicator, place) != Concern::None,
        };
        if is_sought {
            sought.push((place, members_of(connection, caller.scope, &people)?));
        }
    }
    sought.sort_by_key(|(place, _)| Reverse(rank(indicator, *place)));
    Ok((sought, Asked { scope: caller.scope, reached, units, kinds, days }))
}

/// The graver, the higher.
fn rank(indicator: GradedIndicator, place: usize) -> (Concern, usize) {
    (concern_of(indicator, place), place)
}

fn number_of(sought: &Grave) -> Result<i64, Problem> {
    i64::try_from(sought.iter().map(|(_, members)| members.len()).sum::<usize>()).map_err(Problem::internal)
}

/// A page of them.
fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &AttentionPeopleFilter,
) -> Result<AttentionPeople, Problem> {
    let (sought, asked) = grave(connection, caller, filter)?;
    let (page, page_size) = (filter.page.unwrap_or_default(), filter.page_size.unwrap_or(PAGE_SIZE));
    let (skip, take) = (usize::try_from(page.saturating_mul(page_size)), usize::try_from(page_size));
    let shown: Vec<(i64, usize)> =
        in_order(&sought).skip(skip.map_err(Problem::internal)?).take(take.map_err(Problem::internal)?).collect();
    let data = told(connection, &asked, filter, &shown)?;
    Ok(AttentionPeople { data, page, page_size, total: number_of(&sought)? })
}

fn in_order(sought: &Grave) -> impl Iterator<Item = (i64, usize)> {
    sought.iter().flat_map(|(place, members)| members.iter().map(move |member_id| (*member_id, *place)))
}

/// Those of a file that follow somebody, by the order and not by their number: whoever comes or goes meanwhile moves
/// nobody else out of it. None behind the last alone.
fn behind(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &AttentionPeopleFilter,
    last: Option<&FileRow>,
    most: usize,
) -> Result<Vec<AttentionPerson>, Problem> {
    let (sought, asked) = grave(connection, caller, filter)?;
    let indicator = filter.indicator;
    let after = last.and_then(|row| {
        let place = indicator.grades().iter().position(|grade| *grade == row.person.grade)?;
        Some((Reverse(rank(indicator, place)), row.person.member_id.0))
    });
    let rest: Vec<(i64, usize)> = in_order(&sought)
        .filter(|(member_id, place)| after.is_none_or(|after| (Reverse(rank(indicator, *place)), *member_id) > after))
        .collect();
    for some in rest.chunks(most) {
        let found = told(connection, &asked, filter, some)?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

/// The members among people whom the scope reaches, in the order of their numbers: who has left the company is not told
/// of.
fn members_of(connection: &mut DatabaseConnection, scope: Scope, people: &People) -> Result<Vec<i64>, Problem> {
    let ids: Vec<i64> =
        people.iter().filter(|person| person % 2 == 0).filter_map(|person| i64::try_from(person / 2).ok()).collect();
    if scope == Scope::All {
        return Ok(ids);
    }
    let mut found = Vec::with_capacity(ids.len());
    for some in ids.chunks(AT_ONCE) {
        let own = member::table.in_scope(scope).filter(member::member_id.eq_any(some.to_vec()));
        found.extend(own.order(member::member_id).select(member::member_id).load::<i64>(connection)?);
    }
    Ok(found)
}

type MemberRow = (i64, String, String, String);

/// The people of a page, each with the newest measurement that gave the grade: not always the newest of all, because of
/// several divisions on a day one counts. Whose measurement has changed meanwhile is left out until it is counted.
fn told(
    connection: &mut DatabaseConnection,
    Asked { scope, reached, units, kinds, days: (first, last) }: &Asked,
    filter: &AttentionPeopleFilter,
    shown: &[(i64, usize)],
) -> Result<Vec<AttentionPerson>, Problem> {
    let ids: Vec<i64> = shown.iter().map(|(member_id, _)| *member_id).collect();
    let members: HashMap<i64, MemberRow> = member::table
        .in_scope(*scope)
        .inner_join(company::table)
        .filter(member::member_id.eq_any(ids.clone()))
        .select((member::member_id, member::member_no, member::name, company::name))
        .load::<MemberRow>(connection)?
        .into_iter()
        .map(|row| (row.0, row))
        .collect();
    let start = first * DAY_MILLISECONDS - YEAR_1_MILLISECONDS;
    let end = (last + 1) * DAY_MILLISECONDS - YEAR_1_MILLISECONDS;
    let numbers: Vec<i32> = kinds.iter().map(|kind| kind.number()).collect();
    let own = measurement::table.in_scope(*reached);
    let own = kernel::of_services!(own, filter.service_ids, measurement);
    let mut own = own
        .filter(measurement::member_id.eq_any(ids))
        .filter(measurement::kind.eq_any(numbers))
        .filter(measurement::measured_at.ge(start))
        .filter(measurement::measured_at.lt(end))
        .filter(measurement::trial.eq(false));
    if filter.division_id.is_some() {
        own = own.filter(measurement::division_id.eq_any(units.divisions.clone()));
    }
    let found = own
        .order((measurement::measured_at.desc(), measurement::measurement_id.desc()))
        .select((
            measurement::member_id,
            measurement::kind,
            measurement::measurement_id,
            measurement::measured_at,
            measurement::grades,
        ))
        .load::<(Option<i64>, i32, i64, i64, i64)>(connection)?;
    let mut newest: HashMap<(i64, usize), (MeasurementKind, i64, i64)> = HashMap::new();
    for (member_id, number, measurement_id, measured_at, grades) in found {
        let (Some(member_id), Some(kind)) = (member_id, MeasurementKind::of(number)) else { continue };
        let grade = graded(kind, grades).into_iter().find(|(indicator, _)| *indicator == filter.indicator);
        if let Some((_, grade)) = grade {
            newest.entry((member_id, usize::from(grade))).or_insert((kind, measurement_id, measured_at));
        }
    }
    let person = |(member_id, place): &(i64, usize)| {
        let (_, member_no, member_name, company_name) = members.get(member_id)?.clone();
        let (kind, measurement_id, measured_at) = *newest.get(&(*member_id, *place))?;
        let grade = filter.indicator.grades().get(*place)?;
        Some(AttentionPerson {
            member_id: MemberId(*member_id),
            member_no,
            member_name,
            company_name,
            grade: (*grade).to_owned(),
            measured_at: Timestamp(measured_at),
            category: kind.into(),
            measurement_id,
        })
    };
    Ok(shown.iter().filter_map(person).collect())
}

/// A row of a file: somebody, with the indicator whose grades are told.
pub struct FileRow {
    indicator: GradedIndicator,
    person: AttentionPerson,
}

/// Who needs attention, as a file.
pub struct AttentionPeopleExport;

impl Exported for AttentionPeopleExport {
    type Call = ExportPeopleWhoNeedAttention;
    type Row = FileRow;
    const COLUMNS: &'static [Column<FileRow>] = &[
        Column::new("member.name", 14.0, |row| row.person.member_name.as_str().into()),
        Column::new("member.number", 16.0, |row| row.person.member_no.as_str().into()),
        Column::new("member.company", 24.0, |row| row.person.company_name.as_str().into()),
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

    fn screens(_: &Caller, _: &FilterOf<Self>) -> Result<Vec<&'static str>, Problem> {
        Ok(vec![members::SCREEN])
    }

    fn persons(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &FilterOf<Self>,
    ) -> Result<Option<i64>, Problem> {
        Self::total(connection, caller, filter).map(Some)
    }

    fn member(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &FilterOf<Self>,
    ) -> Result<Option<i64>, Problem> {
        let (sought, _) = grave(connection, caller, filter)?;
        Ok(in_order(&sought).next().map(|(member_id, _)| member_id))
    }

    fn person(row: &FileRow) -> Option<i64> {
        Some(row.person.member_id.0)
    }

    fn total(connection: &mut DatabaseConnection, caller: &Caller, filter: &FilterOf<Self>) -> Result<i64, Problem> {
        number_of(&grave(connection, caller, filter)?.0)
    }

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &FilterOf<Self>,
        Behind { last, most, .. }: Behind<'_, FileRow>,
    ) -> Result<Vec<FileRow>, Problem> {
        let most = usize::try_from(most).map_err(Problem::internal)?;
        let found = behind(connection, caller, filter, last, most)?;
        Ok(found.into_iter().map(|person| FileRow { indicator: filter.indicator, person }).collect())
    }
}
