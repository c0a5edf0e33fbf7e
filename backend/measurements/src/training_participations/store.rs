//! Training participations: storage. Every function takes the scope and applies it in SQL.

use crate::{
    entry::check_moment,
    names::Names,
    owners::{MemberOwner, Owners},
    store::{FEW_MEMBERS, few_members},
};
use diesel::{
    AggregateExpressionMethods, BoolExpressionMethods, ExpressionMethods, Insertable, OptionalExtension, QueryDsl,
    Queryable, RunQueryDsl, Selectable, SelectableHelper,
    dsl::{case_when, count as counted, exists},
    upsert::excluded,
};
use kernel::{
    access::scope::{Scope, Scoped as _},
    clock,
    db::{
        DatabaseConnection, Db,
        cursor::Cursors,
        narrow::Narrow as _,
        page::{MAX_COUNTED, Paging, bounded_total, prefix_end},
        schema::{member, member_link, training_participation, user_profile},
        totals::Totals,
    },
    on_backend,
    problem::Problem,
};
use organisation::companies::store as companies;
use std::collections::{HashMap, HashSet};
use uno_core::{
    contract::{
        companies::CompanyId,
        measurements::{CommonFields, MeasurementSort},
        member_links::LinkState,
        members::MemberId,
        page::Page,
        training_participations::{
            TrainingParticipation, TrainingParticipationFilter, TrainingParticipationId, TrainingParticipationReport,
            TrainingParticipationSave, WHOLE,
        },
        validation::{MAX_VIOLATIONS, Violation, path_in},
    },
    domain::{
        decimal::Hundredths,
        text::search_key,
        time::{Bound, Timestamp},
    },
};

/// The name of the list in a request.
const LIST: &str = "participations";

/// A row's place in list order: its start time and its id.
pub(super) type Place = (i64, i64);

/// Returns a row's place.
pub(super) fn place(row: &TrainingParticipation) -> Place {
    (row.started_at.0, row.training_participation_id.0)
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = training_participation)]
struct Row {
    training_participation_id: TrainingParticipationId,
    member_id: MemberId,
    company_id: CompanyId,
    source_id: String,
    program_name: String,
    unit_name: String,
    day: i64,
    content_name: String,
    started_at: Timestamp,
    ended_at: Option<Timestamp>,
    completion: i64,
    score: Option<i64>,
    received_at: Timestamp,
    updated_at: Timestamp,
}

type Rows = training_participation::BoxedQuery<'static, Db>;

/// The members that a filter names.
enum NameFilter {
    /// The filter has no name.
    Anybody,
    /// These few members.
    Few(Vec<i64>),
    /// Many members, whose names start with this.
    Beginning(String),
}

/// The range of a filter: the scope narrowed to the filter's company, and the named members.
struct FilterRange {
    scope: Scope,
    named: NameFilter,
}

impl FilterRange {
    fn by(
        connection: &mut DatabaseConnection,
        scope: Scope,
        filter: &TrainingParticipationFilter,
    ) -> Result<Self, Problem> {
        let scope = companies::narrowed(connection, scope, filter.company_id)?;
        let Some(name) = &filter.member_name else { return Ok(Self { scope, named: NameFilter::Anybody }) };
        let named = match few_members(connection, scope, (Some(name), None), FEW_MEMBERS)? {
            Some(ids) => NameFilter::Few(ids),
            None => NameFilter::Beginning(search_key(name)),
        };
        Ok(Self { scope, named })
    }

    fn rows(&self, filter: &TrainingParticipationFilter) -> Rows {
        let rows = training_participation::table
            .in_scope(self.scope)
            .since(training_participation::started_at, filter.start_started_at.map(Bound::first))
            .until(training_participation::started_at, filter.end_started_at.map(Bound::last))
            .equal(training_participation::member_id, filter.member_id);
        let rows = match filter.completed {
            Some(true) => rows.filter(training_participation::completion.eq(WHOLE)),
            Some(false) => rows.filter(training_participation::completion.lt(WHOLE)),
            None => rows,
        };
        match &self.named {
            NameFilter::Anybody => rows,
            NameFilter::Few(ids) => rows.filter(training_participation::member_id.eq_any(ids.clone())),
            NameFilter::Beginning(key) => {
                // A condition on each row, so that the list still scans the index in its order.
                let bearer = member::table
                    .filter(member::member_id.eq(training_participation::member_id))
                    .filter(member::name_key.ge(key.clone()))
                    .filter(member::name_key.lt(prefix_end(key)));
                rows.filter(exists(bearer))
            }
        }
    }
}

/// Orders a list, with ties broken by id.
fn ordered(rows: Rows, sort: MeasurementSort) -> Rows {
    let (time, id) = (training_participation::started_at, training_participation::training_participation_id);
    match sort {
        MeasurementSort::Newest => rows.order((time.desc(), id.desc())),
        MeasurementSort::Oldest => rows.order((time.asc(), id.asc())),
    }
}

/// Returns the rows after a place in list order.
fn following(rows: Rows, sort: MeasurementSort, (at, last): Place) -> Rows {
    let (time, id) = (training_participation::started_at, training_participation::training_participation_id);
    // The first condition is a range of the index; the second drops the few rows with the same time.
    match sort {
        MeasurementSort::Newest => rows.filter(time.le(at)).filter(time.lt(at).or(id.lt(last))),
        MeasurementSort::Oldest => rows.filter(time.ge(at)).filter(time.gt(at).or(id.gt(last))),
    }
}

/// Returns a page of participations.
///
/// # Errors
/// Returns an error if the database fails or `after` is not a cursor of this list.
pub(super) fn list(
    connection: &mut DatabaseConnection,
    totals: &Totals,
    cursors: &Cursors,
    scope: Scope,
    filter: &TrainingParticipationFilter,
) -> Result<Page<TrainingParticipation>, Problem> {
    let paging = Paging::of(filter.page, filter.page_size);
    let sort = filter.sort.unwrap_or(MeasurementSort::Newest);
    let list = format!("trainingParticipation {scope:?} {}", sort.as_str());
    let after = filter.after.as_deref().map(|cursor| cursors.open::<Place>(&list, cursor)).transpose()?;
    let reached = FilterRange::by(connection, scope, filter)?;
    let rows = reached.rows(filter);
    let rows = match after {
        Some(place) => following(rows, sort, place),
        None => rows.offset(paging.offset()),
    };
    let mut rows = ordered(rows, sort).limit(paging.read()).select(Row::as_select()).load::<Row>(connection)?;
    let more = paging.cut(&mut rows);
    let total = match paging.total_from(rows.len()).filter(|_| after.is_none()) {
        Some(total) => (total, true),
        None => {
            let which =
                TrainingParticipationFilter { sort: None, page: None, page_size: None, after: None, ..filter.clone() };
            totals.of(format!("trainingParticipation {scope:?} {which:?}"), || total(connection, &reached, filter))?
        }
    };
    let data = shown(connection, rows)?;
    let next = match data.last() {
        Some(last) if more => Some(cursors.seal(&list, &place(last))?),
        _ => None,
    };
    Ok(Page { next, ..paging.answer(data, total) })
}

/// Counts the rows of a filter, up to a limit.
fn total(
    connection: &mut DatabaseConnection,
    reached: &FilterRange,
    filter: &TrainingParticipationFilter,
) -> Result<(i64, bool), Problem> {
    let connection = std::cell::RefCell::new(connection);
    bounded_total(
        MAX_COUNTED,
        |limit| {
            let beyond = reached.rows(filter).select(training_participation::training_participation_id);
            let row = beyond.offset(limit).limit(1).first::<i64>(*connection.borrow_mut()).optional()?;
            Ok(row.is_some())
        },
        || Ok(reached.rows(filter).count().get_result(*connection.borrow_mut())?),
    )
}

/// Returns a participation.
///
/// # Errors
/// Returns "not found" if the record is outside the scope.
pub(super) fn get(
    connection: &mut DatabaseConnection,
    scope: Scope,
    id: TrainingParticipationId,
) -> Result<TrainingParticipation, Problem> {
    let own =
        training_participation::table.in_scope(scope).filter(training_participation::training_participation_id.eq(id));
    let rows = own.select(Row::as_select()).load::<Row>(connection)?;
    shown(connection, rows)?.pop().ok_or_else(Problem::not_found)
}

/// Returns the number of participations in a scope and the latest start time.
///
/// # Errors
/// Returns an error if the database fails.
pub fn kept(connection: &mut DatabaseConnection, scope: Scope) -> Result<(i64, Option<Timestamp>), Problem> {
    let rows = || training_participation::table.in_scope(scope);
    let latest = rows().select(training_participation::started_at).order(training_participation::started_at.desc());
    let latest = latest.first::<Timestamp>(connection).optional()?;
    Ok((rows().count().get_result(connection)?, latest))
}

/// Counts the rows of an export.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn count(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &TrainingParticipationFilter,
) -> Result<i64, Problem> {
    Ok(FilterRange::by(connection, scope, filter)?.rows(filter).count().get_result(connection)?)
}

/// Counts the persons of an export.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn persons(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &TrainingParticipationFilter,
) -> Result<i64, Problem> {
    let persons = counted(training_participation::member_id).aggregate_distinct();
    Ok(FilterRange::by(connection, scope, filter)?.rows(filter).select(persons).get_result(connection)?)
}

/// Returns the next participations of an export, after a place. Each step costs the same.
///
/// # Errors
/// Returns an error if the database fails.
pub(super) fn chunk(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &TrainingParticipationFilter,
    after: Option<Place>,
    most: i64,
) -> Result<Vec<TrainingParticipation>, Problem> {
    let sort = filter.sort.unwrap_or(MeasurementSort::Newest);
    let mut rows = FilterRange::by(connection, scope, filter)?.rows(filter);
    if let Some(place) = after {
        rows = following(rows, sort, place);
    }
    let rows = ordered(rows, sort).limit(most).select(Row::as_select()).load::<Row>(connection)?;
    shown(connection, rows)
}

/// Converts rows into responses, with the names of their members and companies.
fn shown(connection: &mut DatabaseConnection, rows: Vec<Row>) -> Result<Vec<TrainingParticipation>, Problem> {
    let names = Names::of(connection, rows.iter().map(|row| (row.member_id.0, row.company_id.0)))?;
    let told = |row: Row| TrainingParticipation {
        training_participation_id: row.training_participation_id,
        member_id: row.member_id,
        member_no: names.member_no(row.member_id.0),
        member_name: names.member(row.member_id.0),
        company_id: row.company_id,
        company_name: names.company(row.company_id.0),
        program_name: row.program_name,
        unit_name: row.unit_name,
        day: row.day,
        content_name: row.content_name,
        started_at: row.started_at,
        ended_at: row.ended_at,
        completion: row.completion,
        score: row.score.map(Hundredths),
        source_id: row.source_id,
        received_at: row.received_at,
        updated_at: row.updated_at,
    };
    Ok(rows.into_iter().map(told).collect())
}

/// A participation to insert. Absent values are written as NULL: with `DEFAULT`, SQLite would need a statement for each
/// row.
#[derive(Insertable)]
#[diesel(table_name = training_participation, treat_none_as_default_value = false)]
struct New {
    member_id: i64,
    company_id: i64,
    vendor_id: Option<i64>,
    dealer_id: Option<i64>,
    retailer_id: Option<i64>,
    source: String,
    source_id: String,
    program_name: String,
    unit_name: String,
    day: i64,
    content_name: String,
    started_at: Timestamp,
    ended_at: Option<Timestamp>,
    completion: i64,
    score: Option<i64>,
    received_at: Timestamp,
    updated_at: Timestamp,
}

/// The key of a participation within a sender: the member, and the sender's number.
type Key = (i64, String);

/// Inserts new participations and updates those that the same sender has sent before. Numbers of different senders do
/// not conflict. Leaves out members whose user does not allow app uses to be recorded.
///
/// # Errors
/// Returns the violations of those that cannot be written; then none is written.
pub(super) fn take(
    connection: &mut DatabaseConnection,
    scope: Scope,
    source: &str,
    sent: Vec<TrainingParticipationSave>,
) -> Result<TrainingParticipationReport, Problem> {
    let own = own_member(connection, scope)?;
    let abouts: Vec<CommonFields> = sent.iter().map(|save| about(save, own)).collect();
    let owners = Owners::of(connection, scope, &abouts)?;
    let mut violations = Vec::new();
    let mut found: Vec<(usize, TrainingParticipationSave, MemberOwner)> = Vec::with_capacity(sent.len());
    for (place, (save, about)) in sent.into_iter().zip(&abouts).enumerate() {
        match owner_of(&owners, about, &save) {
            Ok(owner) => found.push((place, save, owner)),
            Err(violation) => violations.push(at(place, violation)),
        }
    }
    let known = known(connection, source, &found)?;
    let untracked_members = untracked_members(connection, &found)?;
    let now = clock::now();
    let mut report = TrainingParticipationReport { created: 0, updated: 0, left_out: 0 };
    let mut rows = Vec::with_capacity(found.len());
    let mut keys: HashSet<Key> = HashSet::new();
    for (place, save, owner) in found {
        let key = (owner.member_id.0, save.source_id.clone());
        let before = known.get(&key);
        if before.is_some_and(|started_at| *started_at != save.started_at) {
            violations.push(at(place, Violation::new("sourceId", "taken")));
        } else if !keys.insert(key) {
            violations.push(at(place, Violation::new("sourceId", "repeated")));
        } else if untracked_members.contains(&owner.member_id.0) {
            report.left_out += 1;
        } else {
            if before.is_some() {
                report.updated += 1;
            } else {
                report.created += 1;
            }
            rows.push(new(save, &owner, source, now));
        }
    }
    if !violations.is_empty() {
        violations.truncate(MAX_VIOLATIONS);
        return Err(Problem::invalid(violations));
    }
    // The same order in all requests, so that concurrent ones cannot deadlock.
    rows.sort_by(|one, other| (one.member_id, &one.source_id).cmp(&(other.member_id, &other.source_id)));
    write(connection, rows)?;
    Ok(report)
}

/// Prefixes a violation with the position of its participation.
fn at(place: usize, violation: Violation) -> Violation {
    Violation { path: path_in(LIST, place, &violation.path), ..violation }
}

fn about(save: &TrainingParticipationSave, own: Option<MemberId>) -> CommonFields {
    let is_named = save.member_id.is_some() || save.member_no.is_some();
    CommonFields {
        member_id: if is_named { save.member_id } else { own },
        company_id: save.company_id,
        member_no: save.member_no.clone(),
        ..CommonFields::default()
    }
}

/// Returns the member of a user who is linked with exactly one.
fn own_member(connection: &mut DatabaseConnection, scope: Scope) -> Result<Option<MemberId>, Problem> {
    if !matches!(scope, Scope::Oneself { .. }) {
        return Ok(None);
    }
    let linked = member::table.in_scope(scope).select(member::member_id).limit(2).load::<MemberId>(connection)?;
    Ok(if let [only] = linked.as_slice() { Some(*only) } else { None })
}

fn owner_of(owners: &Owners, about: &CommonFields, save: &TrainingParticipationSave) -> Result<MemberOwner, Violation> {
    let owner = owners.of_measurement(about)?.ok_or_else(|| Violation::new("memberId", "required"))?;
    let ended_at = save.ended_at.and_then(|at| check_moment("endedAt", at.0, owner.person));
    check_moment("startedAt", save.started_at.0, owner.person).or(ended_at).map_or(Ok(owner), Err)
}

/// Returns the start times of those participations that the sender has sent before.
fn known(
    connection: &mut DatabaseConnection,
    source: &str,
    found: &[(usize, TrainingParticipationSave, MemberOwner)],
) -> Result<HashMap<Key, Timestamp>, Problem> {
    let members: HashSet<i64> = found.iter().map(|(_, _, owner)| owner.member_id.0).collect();
    let numbers: HashSet<String> = found.iter().map(|(_, save, _)| save.source_id.clone()).collect();
    let rows = training_participation::table
        .filter(training_participation::member_id.eq_any(members))
        .filter(training_participation::source.eq(source.to_owned()))
        .filter(training_participation::source_id.eq_any(numbers))
        .select((
            training_participation::member_id,
            training_participation::source_id,
            training_participation::started_at,
        ))
        .load::<(i64, String, Timestamp)>(connection)?;
    Ok(rows.into_iter().map(|(member, number, started_at)| ((member, number), started_at)).collect())
}

/// Returns those of the members whose user does not allow app uses to be recorded.
fn untracked_members(
    connection: &mut DatabaseConnection,
    found: &[(usize, TrainingParticipationSave, MemberOwner)],
) -> Result<HashSet<i64>, Problem> {
    let members: HashSet<i64> = found.iter().map(|(_, _, owner)| owner.member_id.0).collect();
    let refusing = member_link::table
        .inner_join(user_profile::table)
        .filter(member_link::member_id.eq_any(members))
        .filter(member_link::state.eq(LinkState::Active))
        .filter(user_profile::tracking_enabled.eq(false));
    Ok(refusing.select(member_link::member_id).load::<i64>(connection)?.into_iter().collect())
}

/// Converts a sent participation into a row.
fn new(save: TrainingParticipationSave, owner: &MemberOwner, source: &str, now: Timestamp) -> New {
    let line = owner.line();
    New {
        member_id: owner.member_id.0,
        company_id: line.company_id,
        vendor_id: line.vendor_id,
        dealer_id: line.dealer_id,
        retailer_id: line.retailer_id,
        source: source.to_owned(),
        source_id: save.source_id,
        program_name: save.program_name,
        unit_name: save.unit_name,
        day: save.day,
        content_name: save.content_name,
        started_at: save.started_at,
        ended_at: save.ended_at,
        completion: save.completion,
        score: save.score.map(|score| score.0),
        received_at: now,
        updated_at: now,
    }
}

/// Writes rows in one statement. For existing rows, updates end, completion and score, unless their completion is
/// already further. Values that are not sent again stay: the statement reads them from the row itself, which another
/// request may just have changed.
fn write(connection: &mut DatabaseConnection, rows: Vec<New>) -> Result<(), Problem> {
    use training_participation::{completion, ended_at, member_id, score, source, source_id, started_at, updated_at};
    if rows.is_empty() {
        return Ok(());
    }
    let is_further = || completion.le(excluded(completion)).and(started_at.eq(excluded(started_at)));
    on_backend!(connection, |connection| diesel::insert_into(training_participation::table)
        .values(rows)
        .on_conflict((member_id, source, source_id))
        .do_update()
        .set((
            ended_at
                .eq(case_when(is_further().and(excluded(ended_at).is_not_null()), excluded(ended_at))
                    .otherwise(ended_at)),
            completion.eq(case_when(is_further(), excluded(completion)).otherwise(completion)),
            score.eq(case_when(is_further().and(excluded(score).is_not_null()), excluded(score)).otherwise(score)),
            updated_at.eq(case_when(is_further(), excluded(updated_at)).otherwise(updated_at)),
        ))
        .execute(connection))?;
    Ok(())
}
