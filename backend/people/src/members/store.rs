//! Members: storage. Every function takes the caller or the scope and applies it in SQL.
//!
//! One index serves a list of any size: the line column with the registration time, or the line column with the name.
//! Filters that these do not cover have indexes of their own (number, telephone, birth date).

use super::{
    names::{self, Start},
    registration,
};
use chrono::{Datelike, NaiveDate};
use diesel::{
    AsChangeset, BoolExpressionMethods, ExpressionMethods, Insertable, JoinOnDsl, NullableExpressionMethods,
    OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper, TextExpressionMethods, dsl::sql,
    sql_types,
};
use kernel::{
    access::{
        caller::Caller,
        scope::{Scope, Scoped},
    },
    bulk::import_undo,
    clock,
    db::{
        DatabaseConnection, Db,
        cursor::Cursors,
        narrow::Narrow,
        page::{MAX_COUNTED, Paging, bounded_total, prefix_end},
        schema::{company, division, member},
        totals::Totals,
    },
    insert_rows, of_services,
    problem::Problem,
    records::{
        self, Mask, Record, Rows,
        revisions::{self, Author},
    },
};
use measurements::{
    kind::Person,
    store::{RegradeTarget, few_born, few_retailers, is_rare_number, max_members_first, reached_among},
};
use organisation::{
    companies::store as companies,
    divisions::store as divisions,
    tally::{self, Direction, RowPosition},
};
use serde::{Deserialize, Serialize};
use std::{
    collections::{HashMap, HashSet},
    ops::ControlFlow,
};
use uno_core::{
    contract::{
        companies::{CompanyId, CompanyType},
        divisions::DivisionId,
        error::ErrorCode,
        members::{
            Member, MemberFilter, MemberId, MemberPath, MemberPersonalData, MemberSave, MemberSort, NameMatch, SCREEN,
        },
        page::{Can, Page},
        revisions::{FieldChange, RevisionAction},
    },
    domain::{
        access::Action,
        age::age_at,
        grade::Sex,
        mask,
        text::{phone_digits, phone_tail, search_key},
        time::{Bound, Date, Timestamp},
    },
};

/// The resource name in revisions.
pub const RESOURCE: &str = "member";
/// A jump over more rows than this does not run on a worker thread.
const FAR: i64 = 2_000;
/// The history field that names a division.
pub const DIVISION: &str = "divisionId";

/// The columns of a member in lists.
#[derive(Queryable, Selectable)]
#[diesel(table_name = member)]
struct Row {
    member_id: MemberId,
    company_id: CompanyId,
    member_no: String,
    division_id: Option<DivisionId>,
    name: String,
    birth_date: Date,
    sex: Sex,
    phone_number: Option<String>,
    email: Option<String>,
    address: Option<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
    version: i64,
}

kernel::row! {
    /// A member in full, as a form could save it again.
    struct Saved of member as MemberSave {
        company_id: CompanyId,
        member_no: String,
        division_id: Option<DivisionId>,
        name: String,
        birth_date: Date,
        sex: Sex,
        phone_number: Option<String>,
        email: Option<String>,
        address: Option<String>,
        memo: Option<String>,
    }
    with { version: Option<i64> }
}

/// Returns whether the filter searches for part of a name.
#[must_use]
pub fn is_substring_search(filter: &MemberFilter) -> bool {
    filter.name.is_some() && filter.name_match == Some(NameMatch::Anywhere)
}

/// Returns whether a page of this filter scans many rows.
#[must_use]
pub fn is_far(filter: &MemberFilter) -> bool {
    let is_far = filter.after.is_none() && Paging::of(filter.page, filter.page_size).offset() > FAR;
    // A service that few offer is searched among all rows, as are members of a division.
    is_far || !filter.service_ids.is_empty() || !filter.division_ids.is_empty()
}

/// Returns the order of a list. A search by name orders by name, so that one index finds and sorts; a substring search
/// has no other order.
fn order_of(filter: &MemberFilter) -> MemberSort {
    if is_substring_search(filter) {
        return MemberSort::Name;
    }
    filter.sort.unwrap_or(if filter.name.is_some() { MemberSort::Name } else { MemberSort::Newest })
}

/// A query of members.
type Members = member::BoxedQuery<'static, Db>;

/// Returns the members of a filter within a scope and its narrowed scope.
fn filtered(scope: Scope, filter: &MemberFilter, today: Date, narrowed: Option<Scope>) -> Members {
    let mut query = member::table.in_scope(scope);
    // Both conditions apply: the narrowed scope does not replace the caller's.
    if let Some(narrowed) = narrowed {
        query = member::table::within(query, narrowed);
    }
    narrowed_by(query, filter, today)
}

/// Like [`filtered`], with a plan chosen by selectivity for reading `rows` rows: by number or age if few members match,
/// by retailers if few offer the service, or by division, which belongs to one company. Left to itself, SQLite scans all
/// members of the scope.
fn matching(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &MemberFilter,
    today: Date,
    narrowed: Option<Scope>,
    rows: i64,
) -> Result<impl Fn() -> Members + use<>, Problem> {
    let reached = narrowed.unwrap_or(scope);
    let is_of_many = matches!(reached, Scope::Company { tier: CompanyType::Vendor | CompanyType::Dealer, .. });
    let is_of_few = match &filter.member_no {
        _ if is_of_many && !filter.division_ids.is_empty() => true,
        Some(number) => is_rare_number(connection, reached, number)?,
        None => false,
    };
    let born = match births(filter, today).filter(|_| !is_of_few) {
        Some(days) => {
            let most = max_members_first(connection, reached, rows)?;
            few_born(connection, reached, days, most)?
        }
        None => None,
    };
    let offering = few_retailers(connection, reached, &filter.service_ids, tally::MEMBERS)?;
    let mut filter = filter.clone();
    if offering.is_some() {
        filter.service_ids.clear();
    }
    Ok(move || {
        let all = member::table.in_scope(Scope::All);
        let found = match (&offering, &born) {
            (Some(retailers), Some(members)) => all
                .filter(member::retailer_id.eq_any(retailers.clone()))
                .filter(member::member_id.eq_any(members.clone())),
            (Some(retailers), None) => all.filter(member::retailer_id.eq_any(retailers.clone())),
            (None, Some(members)) => all.filter(member::member_id.eq_any(members.clone())),
            (None, None) if is_of_few => reached_among(reached_among(all, scope), reached),
            (None, None) => return filtered(scope, &filter, today, narrowed),
        };
        narrowed_by(found, &filter, today)
    })
}

/// Returns the range of birth dates for the filter's ages.
fn births(filter: &MemberFilter, today: Date) -> Option<(NaiveDate, NaiveDate)> {
    if filter.min_age.is_none() && filter.max_age.is_none() {
        return None;
    }
    let first = filter.max_age.map(|age| latest_birth(age + 1, today)).or_else(|| NaiveDate::from_ymd_opt(1, 1, 1));
    let last = filter.min_age.map_or(today.0, |age| latest_birth(age, today));
    first.map(|first| (first, last))
}

/// Applies all other conditions of a filter.
fn narrowed_by(mut query: Members, filter: &MemberFilter, today: Date) -> Members {
    query = of_services!(query, filter.service_ids, member);
    if !filter.division_ids.is_empty() {
        let top = divisions::top;
        let below = division::table
            .inner_join(top.on(division::path.like(top.field(division::path).concat("%"))))
            .filter(top.field(division::division_id).eq_any(filter.division_ids.clone()))
            .select(division::division_id.nullable());
        query = query.filter(member::division_id.eq_any(below));
    }
    query = match filter.name_match.unwrap_or(NameMatch::Beginning) {
        NameMatch::Beginning => query.beginning(member::name_key, filter.name.as_ref()),
        NameMatch::Anywhere => query.containing(member::name_key, filter.name.as_ref()),
    };
    if let Some(number) = &filter.member_no {
        query = query.filter(member::member_no.ge(number.clone()).and(member::member_no.lt(prefix_end(number))));
    }
    if let Some(age) = filter.max_age {
        let first = latest_birth(age + 1, today);
        // For a range with two bounds, a database expects few rows and would sort all matches; the expression hides one
        // bound from the planner.
        query = match filter.min_age {
            Some(_) => query.filter(sql::<sql_types::Date>("coalesce(member.birth_date, member.birth_date)").gt(first)),
            None => query.filter(member::birth_date.gt(first)),
        };
    }
    query
        .of_phone(member::phone_digits, member::phone_tail, filter.phone_number.as_ref())
        .equal(member::birth_date, filter.birth_date)
        .until(member::birth_date, filter.min_age.map(|age| latest_birth(age, today)))
        .equal(member::sex, filter.sex)
        .since(member::created_at, filter.start_created_at.map(Bound::first))
        .until(member::created_at, filter.end_created_at.map(Bound::last))
}

/// Selects members with their companies. Every member has one; the outer join keeps SQLite from scanning the companies
/// first, which would require sorting all members.
macro_rules! with_company {
    ($members:expr) => {
        $members.left_join(company::table).select((Row::as_select(), company::name.assume_not_null()))
    };
}

/// Orders a list, with ties broken by id.
macro_rules! ordered {
    ($query:expr, $order:expr) => {
        match $order {
            MemberSort::Newest => $query.order((member::created_at.desc(), member::member_id.desc())),
            MemberSort::Oldest => $query.order((member::created_at.asc(), member::member_id.asc())),
            MemberSort::Name => $query.order((member::name_key.asc(), member::member_id.asc())),
            MemberSort::NameDescending => $query.order((member::name_key.desc(), member::member_id.desc())),
        }
    };
}

/// Returns the latest birth date of a person who has completed `age` years today.
fn latest_birth(age: i64, today: Date) -> NaiveDate {
    let year = today.year() - i32::try_from(age).unwrap_or(i32::MAX / 2);
    // Today may be 29 February, which that year lacks: those born on 28 February have completed the year, those born on
    // 1 March have not. Births on 29 February need no exception: in common years they complete it on 1 March (민법
    // §160(3)).
    today.0.with_year(year).or_else(|| NaiveDate::from_ymd_opt(year, 2, 28)).unwrap_or(NaiveDate::MIN)
}

/// The end of a page: the sort key of its last row, and the row's id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// In an order by registration time.
    Time(i64, i64),
    /// In an order by name.
    Name(String, i64),
}

impl Place {
    /// Returns the place after a row of a filter's list.
    #[must_use]
    pub fn behind(filter: &MemberFilter, last: &Member) -> Self {
        Self::of(order_of(filter), last)
    }

    fn of(order: MemberSort, last: &Member) -> Self {
        match order {
            MemberSort::Newest | MemberSort::Oldest => Self::Time(last.created_at.0, last.member_id.0),
            MemberSort::Name | MemberSort::NameDescending => Self::Name(search_key(&last.name), last.member_id.0),
        }
    }
}

/// Returns a page of members.
///
/// # Errors
/// Returns an error if the database fails or `after` is not a cursor of this list.
pub fn list(
    connection: &mut DatabaseConnection,
    totals: &Totals,
    cursors: &Cursors,
    caller: &Caller,
    filter: &MemberFilter,
) -> Result<Page<Member>, Problem> {
    let paging = Paging::of(filter.page, filter.page_size);
    let today = clock::today();
    let order = order_of(filter);
    let list = format!("members {:?} {}", caller.scope, order.as_str());
    let after = filter.after.as_deref().map(|cursor| cursors.open::<Place>(&list, cursor)).transpose()?;
    let Some(narrowed) = narrow(connection, caller.scope, filter)? else {
        return Ok(paging.answer(Vec::new(), (0, true)));
    };
    let mut data = rows(connection, caller, filter, after.as_ref(), narrowed, today)?;
    let more = paging.cut(&mut data);
    let next = match data.last() {
        Some(last) if more => Some(cursors.seal(&list, &Place::of(order, last))?),
        _ => None,
    };
    let total = match paging.total_from(data.len()).filter(|_| after.is_none()) {
        Some(total) => (total, true),
        None => {
            let list = serde_json::to_string(&unpaged(filter)).map_err(Problem::internal)?;
            totals.of(format!("members {:?} {today} {list}", caller.scope), || {
                total(connection, caller.scope, filter, narrowed, today)
            })?
        }
    };
    Ok(Page { next, ..paging.answer(data, total) })
}

/// Returns the rows of a page, plus one if another page follows. The page starts after `after`, or otherwise at the
/// filter's offset.
///
/// # Errors
/// Returns an error if the database fails.
pub fn rows(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &MemberFilter,
    after: Option<&Place>,
    narrowed: Option<Scope>,
    today: Date,
) -> Result<Vec<Member>, Problem> {
    if by_names(connection, caller.scope, filter, narrowed)? {
        let found = rows_by_names(connection, caller, filter, after, narrowed, today)?;
        return with_divisions(connection, found);
    }
    let paging = Paging::of(filter.page, filter.page_size);
    let order = order_of(filter);
    let rows = if after.is_none() && paging.offset() > 0 {
        distant_page(connection, caller.scope, filter, narrowed, today)?
    } else {
        let mut query = with_company!(matching(connection, caller.scope, filter, today, narrowed, paging.read())?());
        // The first condition is a range of the index; the second drops the few rows with the same key.
        query = match (order, after.cloned()) {
            (_, None) => query,
            (MemberSort::Newest, Some(Place::Time(time, id))) => query
                .filter(member::created_at.le(time))
                .filter(member::created_at.lt(time).or(member::member_id.lt(id))),
            (MemberSort::Oldest, Some(Place::Time(time, id))) => query
                .filter(member::created_at.ge(time))
                .filter(member::created_at.gt(time).or(member::member_id.gt(id))),
            (MemberSort::Name, Some(Place::Name(name, id))) => query
                .filter(member::name_key.ge(name.clone()))
                .filter(member::name_key.gt(name).or(member::member_id.gt(id))),
            (MemberSort::NameDescending, Some(Place::Name(name, id))) => query
                .filter(member::name_key.le(name.clone()))
                .filter(member::name_key.lt(name).or(member::member_id.lt(id))),
            (_, Some(_)) => return Err(Problem::internal("a place of another order")),
        };
        ordered!(query, order).limit(paging.read()).load::<(Row, String)>(connection)?
    };
    let can = can(caller);
    let found = rows.into_iter().map(|(row, company_name)| masked(row, company_name, &can, today)).collect();
    with_divisions(connection, found)
}

/// Adds the names of the members' divisions, with a separate query if any has one.
fn with_divisions(connection: &mut DatabaseConnection, mut members: Vec<Member>) -> Result<Vec<Member>, Problem> {
    let names = divisions::names(connection, &members.iter().filter_map(|member| member.division_id).collect())?;
    for member in &mut members {
        member.division_name = member.division_id.and_then(|id| names.get(&id).cloned());
    }
    Ok(members)
}

fn reversed(order: MemberSort) -> MemberSort {
    match order {
        MemberSort::Newest => MemberSort::Oldest,
        MemberSort::Oldest => MemberSort::Newest,
        MemberSort::Name => MemberSort::NameDescending,
        MemberSort::NameDescending => MemberSort::Name,
    }
}

/// Returns the rows of a page that is jumped to. Reads the ids from an index first, so that skipped rows are not read,
/// and then the rows. In an unfiltered list, skipping starts at the day found in the tally, or, by name, at the nearer
/// end.
fn distant_page(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &MemberFilter,
    narrowed: Option<Scope>,
    today: Date,
) -> Result<Vec<(Row, String)>, Problem> {
    let paging = Paging::of(filter.page, filter.page_size);
    let (mut order, mut offset, mut limit) = (order_of(filter), paging.offset(), paging.read());
    let mut is_reversed = false;
    let rows = offset.saturating_add(limit);
    let mut query = matching(connection, scope, filter, today, narrowed, rows)?().select(member::member_id);
    if is_unfiltered(filter) && is_far(filter) {
        let (scope, services) = (narrowed.unwrap_or(scope), &filter.service_ids);
        let locate_row = |connection: &mut DatabaseConnection, direction| {
            tally::locate_row(connection, scope, services, tally::MEMBERS, (direction, offset), &[])
        };
        match order {
            MemberSort::Newest => match locate_row(connection, Direction::Backward)? {
                Some(RowPosition::Behind(day, rest)) => {
                    query = query.filter(member::created_at.lt(day.0));
                    offset = rest;
                }
                Some(RowPosition::Beyond) => return Ok(Vec::new()),
                None => {}
            },
            MemberSort::Oldest => match locate_row(connection, Direction::Forward)? {
                Some(RowPosition::Behind(day, rest)) => {
                    query = query.filter(member::created_at.ge(day.0));
                    offset = rest;
                }
                Some(RowPosition::Beyond) => return Ok(Vec::new()),
                None => {}
            },
            MemberSort::Name | MemberSort::NameDescending => {
                let total = tally::of_scope(connection, scope, services, tally::MEMBERS)?;
                if let Some(place) = total.and_then(|total| paging.from_end(total)) {
                    (order, is_reversed) = (reversed(order), true);
                    (offset, limit) = place;
                }
            }
        }
    }
    let mut ids = ordered!(query, order).offset(offset).limit(limit).load::<i64>(connection)?;
    if is_reversed {
        ids.reverse();
    }
    let found = member::table.in_scope(scope).filter(member::member_id.eq_any(ids.clone()));
    let mut rows = with_company!(found).load::<(Row, String)>(connection)?;
    rows.sort_by_key(|(row, _)| ids.iter().position(|id| *id == row.member_id.0));
    Ok(rows)
}

/// In scopes of at most this many members, a substring search scans the members by name; in larger ones, the matching
/// names.
const MAX_SCANNED: i64 = 20_000;
/// The number of names read in the first round. Each further round reads twice as many, up to the maximum.
const FIRST_NAMES: i64 = 256;
const MAX_NAMES: i64 = 8_192;

/// Returns whether to search for part of a name among the distinct names rather than among the members of the scope.
fn by_names(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &MemberFilter,
    narrowed: Option<Scope>,
) -> Result<bool, Problem> {
    Ok(is_substring_search(filter)
        && tally::of_scope(connection, narrowed.unwrap_or(scope), &[], tally::MEMBERS)? > Some(MAX_SCANNED))
}

/// Calls `visit` with batches of names that contain the searched part, until it breaks.
fn each_round_of_names(
    connection: &mut DatabaseConnection,
    filter: &MemberFilter,
    start: String,
    mut visit: impl FnMut(&mut DatabaseConnection, &[String]) -> Result<ControlFlow<()>, Problem>,
) -> Result<(), Problem> {
    let part = search_key(filter.name.as_deref().unwrap_or_default());
    let (mut start, mut limit) = (Start::From(start), FIRST_NAMES);
    loop {
        let names = names::containing(connection, &part, &start, limit)?;
        let Some(last) = names.last().cloned() else { return Ok(()) };
        if visit(connection, &names)?.is_break() {
            return Ok(());
        }
        start = Start::Behind(last);
        limit = (limit * 2).min(MAX_NAMES);
    }
}

fn rows_by_names(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &MemberFilter,
    after: Option<&Place>,
    narrowed: Option<Scope>,
    today: Date,
) -> Result<Vec<Member>, Problem> {
    let paging = Paging::of(filter.page, filter.page_size);
    let rest = MemberFilter { name: None, ..filter.clone() };
    let (start, after, mut skipped) = match after {
        None => (String::new(), None, paging.offset()),
        Some(Place::Name(name, id)) => (name.clone(), Some((name, *id)), 0),
        Some(Place::Time(..)) => return Err(Problem::internal("a place of another order")),
    };
    let can = can(caller);
    let mut found = Vec::new();
    let most = usize::try_from(paging.read()).unwrap_or(usize::MAX);
    each_round_of_names(connection, filter, start, |connection, names| {
        if skipped > 0 {
            let here: i64 = filtered(caller.scope, &rest, today, narrowed)
                .filter(member::name_key.eq_any(names.to_vec()))
                .count()
                .get_result(connection)?;
            if here <= skipped {
                skipped -= here;
                return Ok(ControlFlow::Continue(()));
            }
        }
        let mut query = with_company!(filtered(caller.scope, &rest, today, narrowed))
            .filter(member::name_key.eq_any(names.to_vec()));
        if let Some((name, id)) = after {
            query = query.filter(member::name_key.gt(name.clone()).or(member::member_id.gt(id)));
        }
        let rows = query
            .order((member::name_key.asc(), member::member_id.asc()))
            .offset(skipped)
            .limit(paging.read() - i64::try_from(found.len()).unwrap_or(0))
            .load::<(Row, String)>(connection)?;
        skipped = 0;
        for (row, company_name) in rows {
            found.push(masked(row, company_name, &can, today));
        }
        Ok(if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok(found)
}

fn total_by_names(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &MemberFilter,
    narrowed: Option<Scope>,
    today: Date,
) -> Result<(i64, bool), Problem> {
    let rest = MemberFilter { name: None, ..filter.clone() };
    let mut found = 0_i64;
    each_round_of_names(connection, filter, String::new(), |connection, names| {
        found += filtered(scope, &rest, today, narrowed)
            .filter(member::name_key.eq_any(names.to_vec()))
            .count()
            .get_result::<i64>(connection)?;
        Ok(if found <= MAX_COUNTED { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    })?;
    Ok((found.min(MAX_COUNTED), found <= MAX_COUNTED))
}

/// Returns the scope of the filter's company; `None` if that company is outside the caller's scope.
///
/// # Errors
/// Returns an error if the database fails.
#[allow(clippy::option_option)]
pub fn narrow(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &MemberFilter,
) -> Result<Option<Option<Scope>>, Problem> {
    let Some(company_id) = filter.company_id else { return Ok(Some(None)) };
    let line = companies::line(connection, scope, company_id)?;
    Ok(line.map(|line| Some(Scope::Company { company_id, tier: line.tier })))
}

/// Returns the filter without paging and sorting.
fn unpaged(filter: &MemberFilter) -> MemberFilter {
    MemberFilter { page: None, page_size: None, after: None, sort: None, ..filter.clone() }
}

/// Returns whether the filter has only a company, services and paging.
fn is_unfiltered(filter: &MemberFilter) -> bool {
    MemberFilter { company_id: None, service_ids: Vec::new(), name_match: None, ..unpaged(filter) }
        == MemberFilter::default()
}

/// Counts the members of a filter: from the companies' tally if possible, otherwise up to a limit.
///
/// # Errors
/// Returns an error if the database fails.
pub fn total(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &MemberFilter,
    narrowed: Option<Scope>,
    today: Date,
) -> Result<(i64, bool), Problem> {
    if is_unfiltered(filter)
        && let Some(members) =
            tally::of_scope(connection, narrowed.unwrap_or(scope), &filter.service_ids, tally::MEMBERS)?
    {
        return Ok((members, true));
    }
    if by_names(connection, scope, filter, narrowed)? {
        return total_by_names(connection, scope, filter, narrowed, today);
    }
    let matching = matching(connection, scope, filter, today, narrowed, MAX_COUNTED)?;
    let connection = std::cell::RefCell::new(connection);
    bounded_total(
        MAX_COUNTED,
        |limit| {
            let row = matching()
                .select(member::member_id)
                .offset(limit)
                .limit(1)
                .first::<i64>(*connection.borrow_mut())
                .optional()?;
            Ok(row.is_some())
        },
        || Ok(matching().count().get_result(*connection.borrow_mut())?),
    )
}

/// Counts the members of a filter exactly.
///
/// # Errors
/// Returns an error if the database fails.
pub fn count(connection: &mut DatabaseConnection, scope: Scope, filter: &MemberFilter) -> Result<i64, Problem> {
    let Some(narrowed) = narrow(connection, scope, filter)? else { return Ok(0) };
    Ok(matching(connection, scope, filter, clock::today(), narrowed, MAX_COUNTED)?().count().get_result(connection)?)
}

fn can(caller: &Caller) -> Can {
    Can { update: caller.permit(SCREEN, Action::Update), delete: caller.permit(SCREEN, Action::Delete) }
}

fn masked(row: Row, company_name: String, can: &Can, today: Date) -> Member {
    Member {
        member_id: row.member_id,
        member_no: row.member_no,
        name: row.name,
        company_id: row.company_id,
        company_name,
        division_id: row.division_id,
        division_name: None,
        birth_date: mask::birth_date(row.birth_date),
        age: age_at(row.birth_date, today),
        sex: row.sex,
        phone_number: row.phone_number.as_deref().map(mask::phone),
        email: row.email.as_deref().map(mask::email),
        address: row.address.as_deref().map(mask::address),
        created_at: row.created_at,
        updated_at: row.updated_at,
        authors: None,
        version: row.version,
        can: can.clone(),
    }
}

/// Returns the personal data of a member in the scope, in full. The caller of this function logs the access.
///
/// # Errors
/// Returns "not found" if the record is outside the scope.
pub fn personal_data(
    connection: &mut DatabaseConnection,
    scope: Scope,
    member_id: MemberId,
) -> Result<MemberPersonalData, Problem> {
    let (birth_date, phone_number, email, address, memo) = member::table
        .in_scope(scope)
        .filter(member::member_id.eq(member_id.0))
        .select((member::birth_date, member::phone_number, member::email, member::address, member::memo))
        .first::<(NaiveDate, Option<String>, Option<String>, Option<String>, Option<String>)>(connection)
        .optional()?
        .ok_or_else(Problem::not_found)?;
    Ok(MemberPersonalData { birth_date: Date(birth_date), phone_number, email, address, memo })
}

/// The columns that every save of a member writes.
#[derive(AsChangeset, Insertable)]
#[diesel(table_name = member, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(super) struct Columns<'a> {
    pub(super) member_no: &'a str,
    pub(super) division_id: Option<i64>,
    pub(super) name: &'a str,
    pub(super) name_key: String,
    pub(super) birth_date: NaiveDate,
    pub(super) sex: &'static str,
    pub(super) phone_number: Option<&'a str>,
    pub(super) phone_digits: Option<String>,
    pub(super) phone_tail: Option<String>,
    pub(super) email: Option<&'a str>,
    pub(super) address: Option<&'a str>,
    pub(super) memo: Option<&'a str>,
    pub(super) updated_at: i64,
}

impl<'a> From<&'a MemberSave> for Columns<'a> {
    fn from(save: &'a MemberSave) -> Self {
        let digits = save.phone_number.as_deref().map(phone_digits);
        Self {
            member_no: &save.member_no,
            division_id: save.division_id.map(|id| id.0),
            name: &save.name,
            name_key: search_key(&save.name),
            birth_date: save.birth_date.0,
            sex: save.sex.as_str(),
            phone_number: save.phone_number.as_deref(),
            phone_tail: digits.as_deref().and_then(phone_tail).map(str::to_owned),
            phone_digits: digits,
            email: save.email.as_deref(),
            address: save.address.as_deref(),
            memo: save.memo.as_deref(),
            updated_at: clock::now().0,
        }
    }
}

/// A new member with its company line. Absent values are written as NULL: with `DEFAULT` the statement's text would
/// vary, and it would be prepared each time.
#[derive(Insertable)]
#[diesel(table_name = member, treat_none_as_default_value = false)]
struct New<'a> {
    company_id: i64,
    vendor_id: Option<i64>,
    dealer_id: Option<i64>,
    retailer_id: Option<i64>,
    created_at: i64,
    #[diesel(embed)]
    columns: Columns<'a>,
}

impl<'a> New<'a> {
    fn of(line: &companies::Line, columns: Columns<'a>) -> Self {
        Self {
            company_id: line.company_id,
            vendor_id: line.vendor_id,
            dealer_id: line.dealer_id,
            retailer_id: line.retailer_id,
            created_at: columns.updated_at,
            columns,
        }
    }
}

/// Registers a member.
///
/// # Errors
/// Returns an error if the company is outside the scope or the number is taken there.
pub fn create(connection: &mut DatabaseConnection, caller: &Caller, save: &MemberSave) -> Result<Member, Problem> {
    let not_found = || Problem::invalid_field("companyId", "notFound");
    if save.division_id.is_some() {
        companies::line(connection, caller.scope, save.company_id)?.ok_or_else(not_found)?;
        divisions::check_of_company(connection, save.division_id, save.company_id)?;
    }
    let changes = divisions::replace_ids_by_names(connection, creation_changes(save)?, DIVISION)?;
    let author = Author::from(caller);
    let columns = Columns::from(save);
    let created_at = columns.updated_at;
    let (id, company_name) = match connection {
        DatabaseConnection::Postgres(connection) => {
            registration::write(connection, caller.scope, &author, save.company_id.0, &columns, &changes)?
                .ok_or_else(not_found)?
        }
        DatabaseConnection::Sqlite(_) => {
            let (line, name) =
                companies::named_line(connection, caller.scope, save.company_id)?.ok_or_else(not_found)?;
            let id = diesel::insert_into(member::table)
                .values(New::of(&line, columns))
                .returning(member::member_id)
                .get_result::<i64>(connection)
                .map_err(number_taken)?;
            revisions::record(connection, &author, RESOURCE, id, RevisionAction::Create, &changes)?;
            (id, name)
        }
    };
    let row = Row {
        member_id: MemberId(id),
        company_id: save.company_id,
        member_no: save.member_no.clone(),
        division_id: save.division_id,
        name: save.name.clone(),
        birth_date: save.birth_date,
        sex: save.sex,
        phone_number: save.phone_number.clone(),
        email: save.email.clone(),
        address: save.address.clone(),
        created_at: Timestamp(created_at),
        updated_at: Timestamp(created_at),
        version: 1,
    };
    let made = masked(row, company_name, &can(caller), clock::today());
    with_divisions(connection, vec![made])?.pop().ok_or_else(Problem::not_found)
}

/// Inserts new members without recording revisions, which the caller does.
///
/// # Errors
/// Returns an error if a number is taken.
pub fn insert_many(
    connection: &mut DatabaseConnection,
    line: &companies::Line,
    saves: &[&MemberSave],
) -> Result<(), Problem> {
    let rows: Vec<New<'_>> = saves.iter().map(|save| New::of(line, Columns::from(*save))).collect();
    insert_rows!(connection, member::table, &rows).map_err(number_taken)?;
    Ok(())
}

/// Locks a member until the transaction ends, so that nobody measures it meanwhile. SQLite has a single writer.
fn hold(connection: &mut DatabaseConnection, id: i64) -> Result<(), Problem> {
    if let DatabaseConnection::Postgres(connection) = connection {
        member::table.find(id).select(member::member_id).for_update().load::<MemberId>(connection)?;
    }
    Ok(())
}

/// Returns members of a company by their numbers, in full, as a form would save them again.
///
/// # Errors
/// Returns an error if the database fails.
pub fn by_number(
    connection: &mut DatabaseConnection,
    company_id: CompanyId,
    numbers: &[&str],
) -> Result<HashMap<String, (MemberId, MemberSave)>, Problem> {
    let rows = member::table
        .filter(member::company_id.eq(company_id.0))
        .filter(member::member_no.eq_any(numbers))
        .select((member::member_id, Saved::as_select(), member::version))
        .load::<(MemberId, Saved, i64)>(connection)?;
    let saves = rows.into_iter().map(|(id, row, version)| (id, row.record(Some(version))));
    Ok(saves.map(|(id, save)| (save.member_no.clone(), (id, save))).collect())
}

/// Does the same, and locks the members until the transaction ends, so that nobody corrects, links or measures them
/// meanwhile. SQLite has a single writer.
///
/// # Errors
/// Returns an error if the database fails.
pub fn held_by_number(
    connection: &mut DatabaseConnection,
    company_id: CompanyId,
    numbers: &[&str],
) -> Result<HashMap<String, (MemberId, MemberSave)>, Problem> {
    if let DatabaseConnection::Postgres(connection) = connection {
        let named = member::table.filter(member::company_id.eq(company_id.0)).filter(member::member_no.eq_any(numbers));
        named.order(member::member_id).select(member::member_id).for_update().load::<MemberId>(connection)?;
    }
    by_number(connection, company_id, numbers)
}

/// Returns those of these members who were changed after a time.
///
/// # Errors
/// Returns an error if the database fails.
pub fn changed_since(
    connection: &mut DatabaseConnection,
    ids: &[MemberId],
    time: Timestamp,
) -> Result<HashSet<MemberId>, Problem> {
    let changed = member::table.filter(member::member_id.eq_any(ids)).filter(member::updated_at.gt(time.0));
    Ok(changed.select(member::member_id).load::<MemberId>(connection)?.into_iter().collect())
}

pub(super) fn number_taken(error: impl Into<Problem>) -> Problem {
    let mut problem = error.into();
    if problem.code == ErrorCode::Taken {
        problem.fields = Problem::taken("memberNo").fields;
    }
    problem
}

/// Members as records. Their histories compare the values of their form.
pub struct MemberRecord;

impl Record for MemberRecord {
    const RESOURCE: &'static str = RESOURCE;
    const MASKED: &'static [(&'static str, Mask)] = &[
        ("birthDate", masked_day),
        ("phoneNumber", mask::phone),
        ("email", mask::email),
        ("address", mask::address),
        ("memo", mask::text),
    ];
    type Form = MemberSave;
}

impl Rows for MemberRecord {
    type Path = MemberPath;
    type Shown = Member;
    const UNIQUE: Option<&'static str> = Some("memberNo");

    kernel::locked_rows! { member by member_id }

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<Member, Problem> {
        let found = member::table.in_scope(caller.scope).filter(member::member_id.eq(id));
        let row = with_company!(found).first::<(Row, String)>(connection).optional()?;
        let (row, company_name) = row.ok_or_else(Problem::not_found)?;
        let found = masked(row, company_name, &can(caller), clock::today());
        with_divisions(connection, vec![found])?.pop().ok_or_else(Problem::not_found)
    }

    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<MemberSave, Problem> {
        let found = member::table.in_scope(caller.scope).filter(member::member_id.eq(id));
        let row = found.select((Saved::as_select(), member::version)).first::<(Saved, i64)>(connection).optional()?;
        row.map(|(row, version)| row.record(Some(version))).ok_or_else(Problem::not_found)
    }

    fn validated(
        connection: &mut DatabaseConnection,
        _: &Caller,
        standing: Option<(i64, &MemberSave)>,
        save: MemberSave,
    ) -> Result<MemberSave, Problem> {
        let Some((_, before)) = standing else { return Ok(save) };
        if before.company_id != save.company_id {
            return Err(Problem::invalid_field("companyId", "fixed"));
        }
        if before.division_id != save.division_id {
            divisions::check_of_company(connection, save.division_id, save.company_id)?;
        }
        match masked_field(before, &save) {
            Some(field) => Err(Problem::invalid_field(field, "format")),
            None => Ok(save),
        }
    }

    fn company_of_past(
        _: &mut DatabaseConnection,
        _: i64,
        before: &MemberSave,
        _: bool,
    ) -> Result<Option<i64>, Problem> {
        Ok(Some(before.company_id.0))
    }

    fn describe_changes(
        connection: &mut DatabaseConnection,
        changes: Vec<FieldChange>,
    ) -> Result<Vec<FieldChange>, Problem> {
        divisions::replace_ids_by_names(connection, changes, DIVISION)
    }

    /// The grades depend on birth date and sex, so a change of these regrades the measurements.
    fn replace(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &MemberSave,
        save: &MemberSave,
    ) -> Result<usize, Problem> {
        let version = before.version.unwrap_or_default();
        let is_regraded = before.birth_date != save.birth_date || before.sex != save.sex;
        if is_regraded {
            hold(connection, id)?;
        }
        let changed = diesel::update(member::table.find(id).filter(member::version.eq(version)))
            .set((Columns::from(save), member::version.eq(version + 1)))
            .execute(connection)?;
        if changed > 0 && is_regraded {
            let person = Person { birth_date: Some(save.birth_date), sex: Some(save.sex) };
            measurements::regrade(connection, RegradeTarget::Member(MemberId(id)), person)?;
        }
        Ok(changed)
    }

    /// Also deletes the member's measurements and reports.
    fn remove(connection: &mut DatabaseConnection, id: i64, before: &MemberSave) -> Result<Option<Timestamp>, Problem> {
        let version = before.version.unwrap_or_default();
        measurements::store::remove_of(connection, MemberId(id))?;
        measurements::reports::store::remove_of(connection, MemberId(id))?;
        import_undo::forget(connection, RESOURCE, &[id])?;
        let row = diesel::delete(member::table.find(id).filter(member::version.eq(version)));
        Ok(row.returning(member::created_at).get_result(connection).optional()?)
    }
}

/// Returns a field that contains the masked form of the stored value: saving it would erase the value.
fn masked_field(before: &MemberSave, save: &MemberSave) -> Option<&'static str> {
    let fields: [(&str, &Option<String>, &Option<String>, Mask); 3] = [
        ("email", &before.email, &save.email, mask::email),
        ("address", &before.address, &save.address, mask::address),
        ("memo", &before.memo, &save.memo, mask::text),
    ];
    let is_mask = |before: &str, after: &str, told: Mask| before != after && told(before) == after;
    fields.into_iter().find_map(|(field, before, after, told)| {
        let (before, after) = (before.as_deref()?, after.as_deref()?);
        is_mask(before, after, told).then_some(field)
    })
}

/// Writes a member's changes and records them. Writes nothing if nothing has changed.
///
/// # Errors
/// Returns [`ErrorCode::Changed`] if another request was faster, or an error if the number is taken.
pub fn replace(
    connection: &mut DatabaseConnection,
    author: &Author,
    member_id: MemberId,
    before: &MemberSave,
    save: &MemberSave,
) -> Result<(), Problem> {
    let changes = records::changes::<MemberRecord>(Some(before), Some(save))?;
    if changes.is_empty() {
        return Ok(());
    }
    let changes = divisions::replace_ids_by_names(connection, changes, DIVISION)?;
    records::check_not_changed(MemberRecord::replace(connection, member_id.0, before, save).map_err(number_taken)?)?;
    revisions::record(connection, author, RESOURCE, member_id.0, RevisionAction::Update, &changes)
}

/// Returns the history entry of a new member. It omits the company, which is in the member's line.
///
/// # Errors
/// Returns an error if a form cannot be read as JSON.
pub fn creation_changes(save: &MemberSave) -> Result<Vec<FieldChange>, Problem> {
    let mut changes = records::changes::<MemberRecord>(None, Some(save))?;
    changes.retain(|change| change.field != "companyId");
    Ok(changes)
}

/// Masks a day for histories: only the year shows.
#[must_use]
pub fn masked_day(day: &str) -> String {
    Date::parse(day).map(mask::birth_date).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::latest_birth;
    use proptest::prelude::*;
    use uno_core::domain::{age::age_at, time::Date};

    proptest! {
        #[test]
        fn the_latest_birth_of_an_age_is_exact(days in 0_i32..60_000, age in 0_i64..120) {
            let today = chrono::NaiveDate::from_num_days_from_ce_opt(700_000 + days).map(Date);
            if let Some(today) = today {
                let birth = Date(latest_birth(age, today));
                let next = birth.0.succ_opt().map(Date);
                prop_assert!(age_at(birth, today).map(i64::from) >= Some(age));
                prop_assert!(next.and_then(|next| age_at(next, today)).map(i64::from) < Some(age));
            }
        }
    }
}
