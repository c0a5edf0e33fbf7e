//! The access log: rows that concern a company in the caller's scope, regardless of where the company is in the tree
//! now.

use crate::pages::{self, PageRequest, Span, in_span};
use diesel::{
    AggregateExpressionMethods, BoolExpressionMethods, ExpressionMethods, JoinOnDsl, NullableExpressionMethods,
    OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
    dsl::{count, exists, sql},
    sql_types::BigInt,
};
use kernel::{
    access::{
        caller::Caller,
        log::Person,
        scope::{Scope, Scoped},
    },
    clock,
    db::{
        DatabaseConnection, Db,
        cursor::Cursors,
        narrow::Narrow,
        page::{self, Paging, prefix_end},
        schema::{access_log, account, company, linked_user, member, member_link, user_profile},
    },
    exports::{Column, Exported, RowsAfter, Value},
    problem::Problem,
};
use std::collections::{HashMap, HashSet};
use uno_core::{
    contract::{
        companies::CompanyId,
        error::ErrorCode,
        logs::{
            AccessAction, AccessLog, AccessLogFilter, AccessLogId, ExportAccessLogs, LogSort, MemberAccess, OwnAccess,
            UserAccess,
        },
        managed_users,
        member_links::LinkState,
        members::{self, MemberId},
        own_account::OWN_HISTORY_DAYS,
        page::Page,
        revisions::RevisionFilter,
        users::UserId,
    },
    domain::{
        access::Action,
        mask,
        text::search_key,
        time::{Bound, DAY_MILLISECONDS, Timestamp},
    },
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = access_log)]
struct Row {
    #[diesel(column_name = access_log_id)]
    id: i64,
    created_at: i64,
    account_name: String,
    action: String,
    member_id: Option<i64>,
    company_id: Option<i64>,
    persons: Option<i64>,
    pages: Option<i64>,
    filters: Option<String>,
    reason: Option<String>,
    list: Option<String>,
    user_id: Option<i64>,
    address: String,
    request_id: String,
    position: Option<i64>,
}

type Query = access_log::BoxedQuery<'static, Db>;

/// Up to this many persons of a name are searched through the indexes on the person. With more, scanning the log and
/// checking each row's person soon finds one.
const FEW: i64 = 500;

/// The persons matched by a name prefix.
enum MatchedPersons {
    /// These ids.
    Few { members: Vec<i64>, users: Vec<i64> },
    /// Too many to list: those with a name key in this range.
    Many { first: String, end: String },
}

impl MatchedPersons {
    fn of(connection: &mut DatabaseConnection, scope: Scope, name: &str) -> Result<Self, Problem> {
        let first = search_key(name);
        let end = prefix_end(&first);
        let most = FEW + 1;
        let of_members = member::table.filter(member::name_key.ge(&first)).filter(member::name_key.lt(&end));
        let members: Vec<i64> = of_members.limit(most).select(member::member_id).load(connection)?;
        // A company searches only among users whose names it may see.
        let users: Vec<i64> = match scope {
            Scope::All => {
                let of_users = user_profile::table.filter(user_profile::name_key.ge(&first));
                let of_users = of_users.filter(user_profile::name_key.lt(&end));
                of_users.limit(most).select(user_profile::user_id).load(connection)?
            }
            _ => {
                let of_users = linked_user::table.in_scope(scope).filter(linked_user::name_key.ge(first.clone()));
                let of_users = of_users.filter(linked_user::name_key.lt(end.clone()));
                of_users.limit(most).select(linked_user::user_id).load(connection)?
            }
        };
        let is_many = |found: &[i64]| i64::try_from(found.len()).is_ok_and(|found| found > FEW);
        if is_many(&members) || is_many(&users) {
            return Ok(Self::Many { first, end });
        }
        let told = user_profile::table.filter(user_profile::user_id.eq_any(users.clone()));
        let told = told.filter(user_profile::dormant_at.is_null()).select(user_profile::user_id);
        let users = if scope == Scope::All { users } else { told.load(connection)? };
        Ok(Self::Few { members, users })
    }
}

/// A resolved filter.
struct LogRequest<'a> {
    scope: Scope,
    filter: &'a AccessLogFilter,
    named: Option<MatchedPersons>,
}

impl<'a> LogRequest<'a> {
    fn of(connection: &mut DatabaseConnection, scope: Scope, filter: &'a AccessLogFilter) -> Result<Self, Problem> {
        let name = filter.member_name.as_deref().filter(|name| !name.trim().is_empty());
        let named = name.map(|name| MatchedPersons::of(connection, scope, name)).transpose()?;
        Ok(Self { scope, filter, named })
    }

    fn query(&self) -> Query {
        let query = filtered(self.scope, self.filter);
        match &self.named {
            None => query,
            Some(MatchedPersons::Few { members, users }) => {
                let of_users = access_log::user_id.eq_any(users.clone());
                query.filter(access_log::member_id.eq_any(members.clone()).or(of_users))
            }
            Some(MatchedPersons::Many { first, end }) => {
                let of_member = member::table
                    .filter(member::member_id.nullable().eq(access_log::member_id))
                    .filter(member::name_key.ge(first.clone()))
                    .filter(member::name_key.lt(end.clone()));
                let of_user = user_profile::table
                    .filter(user_profile::user_id.nullable().eq(access_log::user_id))
                    .filter(user_profile::name_key.ge(first.clone()))
                    .filter(user_profile::name_key.lt(end.clone()));
                let Some(company_id) = self.scope.company_id() else {
                    return query.filter(exists(of_member).or(exists(of_user)));
                };
                let linked = linked_user::table
                    .filter(linked_user::user_id.nullable().eq(access_log::user_id))
                    .filter(linked_user::company_id.eq(company_id));
                let told = of_user.filter(user_profile::dormant_at.is_null());
                query.filter(exists(of_member).or(exists(linked).and(exists(told))))
            }
        }
    }
}

fn filtered(scope: Scope, filter: &AccessLogFilter) -> Query {
    let mut query = access_log::table
        .in_scope(scope)
        .since(access_log::created_at, filter.start_created_at.map(Bound::first))
        .until(access_log::created_at, filter.end_created_at.map(Bound::last))
        .equal(access_log::member_id, filter.member_id)
        .equal(access_log::user_id, filter.user_id)
        .equal(access_log::list, filter.list.clone().filter(|list| !list.is_empty()))
        .equal(access_log::address, filter.address.clone().filter(|address| !address.is_empty()))
        .among(access_log::action, &filter.actions);
    if let Some(company_id) = filter.company_id {
        // Restricted to the scope: naming another's company finds nothing.
        let below = company::company_id.eq(company_id).or(company::vendor_id.eq(company_id.0));
        let below = company::table.filter(below.or(company::dealer_id.eq(company_id.0)));
        query = query.filter(access_log::company_id.eq_any(below.select(company::company_id.nullable())));
    }
    if let Some(name) = filter.account_name.as_deref().filter(|name| !name.is_empty()) {
        query = query.filter(pages::contains(access_log::account_name, name));
    }
    query
}

fn rows_in_span(
    connection: &mut DatabaseConnection,
    log_request: &LogRequest<'_>,
    span: Span,
) -> Result<Vec<Row>, Problem> {
    let query = in_span!(log_request.query(), span, access_log, access_log_id);
    Ok(query.select(Row::as_select()).load(connection)?)
}

/// Returns a page of the access log.
pub(crate) fn list(
    connection: &mut DatabaseConnection,
    cursors: &Cursors,
    scope: Scope,
    filter: &AccessLogFilter,
) -> Result<Page<AccessLog>, Problem> {
    let page_request = PageRequest {
        name: "access",
        scope,
        sort: filter.sort,
        page: filter.page,
        page_size: filter.page_size,
        after: filter.after.as_deref(),
    };
    let log_request = LogRequest::of(connection, scope, filter)?;
    let rows = |connection: &mut DatabaseConnection, span| rows_in_span(connection, &log_request, span);
    let counted = |connection: &mut DatabaseConnection, limit| {
        let ids: Vec<i64> = log_request.query().select(access_log::access_log_id).limit(limit).load(connection)?;
        i64::try_from(ids.len()).map_err(Problem::internal)
    };
    let place = |row: &Row| (row.created_at, row.id);
    let found = pages::load(connection, cursors, &page_request, rows, place, counted)?;
    let names = Names::of(connection, scope, &found.data)?;
    found.try_map(|row| names.entry_of(row))
}

/// The access log as a file.
pub struct AccessLogExport;

impl Exported for AccessLogExport {
    type Call = ExportAccessLogs;
    type Row = AccessLog;
    const COLUMNS: &'static [Column<AccessLog>] = &[
        Column::to_the_second("log.when", 21.0, |row| row.created_at.into()),
        Column::new("log.who", 16.0, |row| (&row.account_name).into()),
        Column::new("log.what", 20.0, |row| Value::Word("log.action", row.action.as_str())),
        Column::new("log.list", 20.0, |row| row.list.as_deref().map_or(Value::NOTHING, Value::Text)),
        Column::new("log.whose", 14.0, |row| row.member_name.as_ref().or(row.user_name.as_ref()).into()),
        Column::new("member.company", 22.0, |row| (&row.company_name).into()),
        Column::new("log.persons", 10.0, |row| row.persons.into()),
        Column::new("log.reason", 40.0, |row| (&row.reason).into()),
        Column::new("log.address", 18.0, |row| (&row.address).into()),
        Column::new("log.requestId", 20.0, |row| (&row.request_id).into()),
        Column::new("log.position", 10.0, |row| row.position.into()),
    ];
    const NEEDS_REASON: bool = true;

    fn title(_: &AccessLogFilter) -> &'static str {
        "log.access"
    }

    fn company(filter: &AccessLogFilter) -> Option<CompanyId> {
        filter.company_id
    }

    fn persons(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &AccessLogFilter,
    ) -> Result<Option<i64>, Problem> {
        let read = (count(access_log::member_id).aggregate_distinct(), count(access_log::user_id).aggregate_distinct());
        let query = LogRequest::of(connection, caller.scope, filter)?.query();
        let (members, users) = query.select(read).get_result::<(i64, i64)>(connection)?;
        Ok(Some(members + users))
    }

    fn whose(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &AccessLogFilter,
    ) -> Result<Option<Person>, Problem> {
        let log_request = LogRequest::of(connection, caller.scope, filter)?;
        let is_named = access_log::member_id.is_not_null().or(access_log::user_id.is_not_null());
        let read = log_request.query().filter(is_named).select((access_log::member_id, access_log::user_id));
        let read = read.first::<(Option<i64>, Option<i64>)>(connection).optional()?;
        Ok(read.and_then(|(member, user)| member.map(Person::Member).or(user.map(Person::User))))
    }

    fn total(connection: &mut DatabaseConnection, caller: &Caller, filter: &AccessLogFilter) -> Result<i64, Problem> {
        Ok(LogRequest::of(connection, caller.scope, filter)?.query().count().get_result(connection)?)
    }

    fn rows(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        filter: &AccessLogFilter,
        behind: RowsAfter<'_, AccessLog>,
    ) -> Result<Vec<AccessLog>, Problem> {
        let span =
            Span::behind(filter.sort, behind.last.map(|row| (row.created_at.0, row.access_log_id.0)), behind.most);
        let log_request = LogRequest::of(connection, caller.scope, filter)?;
        let rows = rows_in_span(connection, &log_request, span)?;
        let names = Names::of(connection, caller.scope, &rows)?;
        rows.into_iter().map(|row| names.entry_of(row)).collect()
    }
}

/// Returns a row.
pub(crate) fn get(connection: &mut DatabaseConnection, scope: Scope, id: AccessLogId) -> Result<AccessLog, Problem> {
    let own = access_log::table.in_scope(scope).filter(access_log::access_log_id.eq(id.0));
    let row = own.select(Row::as_select()).first(connection).optional()?.ok_or_else(Problem::not_found)?;
    let rows = [row];
    let names = Names::of(connection, scope, &rows)?;
    let [row] = rows;
    names.entry_of(row)
}

/// Returns a page of the rows of a query, the latest first.
fn newest(
    connection: &mut DatabaseConnection,
    filter: &RevisionFilter,
    of_query: impl Fn() -> Query,
) -> Result<Page<Row>, Problem> {
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        of_query()
            .order((access_log::created_at.desc(), access_log::access_log_id.desc()))
            .offset(paging.offset())
            .limit(paging.size)
            .select(Row::as_select())
            .load(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    page::load(connection, paging, rows, |connection| of_query().count().get_result(connection))
}

/// Returns the accesses to a member's data. Callers whose scope includes the member see all of them, whichever company
/// they were made from.
pub(crate) fn of_member(
    connection: &mut DatabaseConnection,
    scope: Scope,
    member_id: MemberId,
    filter: &RevisionFilter,
) -> Result<Page<MemberAccess>, Problem> {
    let reached = member::table.in_scope(scope).filter(member::member_id.eq(member_id.0));
    if reached.count().get_result::<i64>(connection)? == 0 {
        return Err(Problem::not_found());
    }
    let of_member = || access_log::table.into_boxed().filter(access_log::member_id.eq(member_id.0));
    newest(connection, filter, of_member)?.try_map(|row| {
        Ok(MemberAccess {
            access_log_id: AccessLogId(row.id),
            created_at: Timestamp(row.created_at),
            action: action(&row.action)?,
            account_name: row.account_name,
            list: row.list,
            reason: row.reason,
        })
    })
}

/// Returns the accesses to a user's data and to that of linked members the caller may see. Callers who reach the user
/// see all of them; for readers outside their scope, the name is masked and the reason hidden.
pub(crate) fn of_user(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    user_id: UserId,
    filter: &RevisionFilter,
) -> Result<Page<UserAccess>, Problem> {
    // The endpoint admits callers of any screen, so the users' screens are checked here.
    if ![false, true].into_iter().any(|kind| caller.may(managed_users::screen(kind), Action::Read)) {
        return Err(Problem::new(ErrorCode::Forbidden));
    }
    let reached = user_profile::table.in_scope(caller.scope).filter(user_profile::user_id.eq(user_id));
    let is_online = reached.select(user_profile::is_online).first::<bool>(connection).optional()?;
    if !is_online.is_some_and(|is_online| caller.may(managed_users::screen(is_online), Action::Read)) {
        return Err(Problem::not_found());
    }
    let members: HashMap<i64, String> = if caller.may(members::SCREEN, Action::Read) {
        let linked = member_link::table
            .in_scope(caller.scope)
            .filter(member_link::user_id.eq(user_id))
            .filter(member_link::state.eq(LinkState::Active))
            .left_join(company::table.on(company::company_id.eq(member_link::company_id)))
            .select((member_link::member_id, company::name.assume_not_null()));
        linked.load::<(i64, String)>(connection)?.into_iter().collect()
    } else {
        HashMap::new()
    };
    let ids: Vec<i64> = members.keys().copied().collect();
    let of_user = || -> Query {
        let own = access_log::user_id.eq(user_id.0);
        access_log::table.into_boxed().filter(own.or(access_log::member_id.eq_any(ids.clone())))
    };
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        // The expression prevents an ordered index scan. A person's rows are found by their two indexes and then
        // sorted; otherwise a planner that expects to fill the page early may scan everyone's.
        let time = sql::<BigInt>("(access_log.created_at + 0)");
        of_user()
            .order((time.desc(), access_log::access_log_id.desc()))
            .offset(paging.offset())
            .limit(paging.size)
            .select((Row::as_select(), access_log::account_id))
            .load::<(Row, i64)>(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    let found = page::load(connection, paging, rows, |connection| of_user().count().get_result(connection))?;
    let readers: Vec<i64> = found.data.iter().map(|(_, account_id)| *account_id).collect();
    let named = visible_readers(connection, caller.scope, &readers)?;
    found.try_map(|(row, account_id)| {
        // For accesses to the data of a member in the caller's scope, the caller sees every reader, as on the member's
        // page.
        let is_told = row.member_id.is_some() || named.as_ref().is_none_or(|named| named.contains(&account_id));
        Ok(UserAccess {
            access_log_id: AccessLogId(row.id),
            created_at: Timestamp(row.created_at),
            action: action(&row.action)?,
            account_name: if is_told { row.account_name } else { mask::name(&row.account_name) },
            list: row.list,
            reason: row.reason.filter(|_| is_told),
            company_name: row.member_id.and_then(|id| members.get(&id).cloned()),
            member_id: row.member_id.map(MemberId),
        })
    })
}

/// Returns those accounts whose names may be shown in a scope: those it includes and those without a company; `None`
/// (no restriction) if the scope is everything.
fn visible_readers(
    connection: &mut DatabaseConnection,
    scope: Scope,
    ids: &[i64],
) -> Result<Option<HashSet<i64>>, Problem> {
    if scope == Scope::All {
        return Ok(None);
    }
    let own = account::table.in_scope(scope).filter(account::account_id.eq_any(ids.to_vec()));
    let mut named: HashSet<i64> = own.select(account::account_id).load(connection)?.into_iter().collect();
    let of_none = account::table.filter(account::account_id.eq_any(ids)).filter(account::company_id.is_null());
    named.extend(of_none.select(account::account_id).load::<i64>(connection)?);
    Ok(Some(named))
}

/// Returns what the caller has read within [`OWN_HISTORY_DAYS`], the latest first. Members and users are named only if
/// the caller may still see them.
pub(crate) fn of_reader(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &RevisionFilter,
) -> Result<Page<OwnAccess>, Problem> {
    let since = clock::now().plus_milliseconds(-OWN_HISTORY_DAYS * DAY_MILLISECONDS);
    let of_reader = || {
        access_log::table
            .into_boxed()
            .filter(access_log::account_id.eq(caller.account_id))
            .filter(access_log::created_at.ge(since.0))
    };
    let found = newest(connection, filter, of_reader)?;
    let read: Vec<i64> = found.data.iter().filter_map(|row| row.member_id).collect();
    let mut names: HashMap<i64, String> = HashMap::new();
    if caller.may(members::SCREEN, Action::Read) {
        let reached = member::table.in_scope(caller.scope).filter(member::member_id.eq_any(read));
        names.extend(reached.select((member::member_id, member::name)).load::<(i64, String)>(connection)?);
    }
    let read: Vec<i64> = found.data.iter().filter_map(|row| row.user_id).collect();
    let mut users: HashMap<i64, String> = HashMap::new();
    if caller.may(managed_users::SCREENS, Action::Read) {
        users = named_users(connection, caller.scope, &read)?;
        let reached = user_profile::table.in_scope(caller.scope).filter(user_profile::user_id.eq_any(read));
        let reached: Vec<i64> = reached.select(user_profile::user_id).load(connection)?;
        users.retain(|user_id, _| reached.contains(user_id));
    }
    found.try_map(|row| {
        let user_name = row.user_id.and_then(|id| users.get(&id).cloned());
        let member_name = row.member_id.and_then(|id| names.get(&id).cloned());
        Ok(OwnAccess {
            access_log_id: AccessLogId(row.id),
            created_at: Timestamp(row.created_at),
            action: action(&row.action)?,
            member_id: row.member_id.filter(|_| member_name.is_some()).map(MemberId),
            member_name,
            user_id: row.user_id.filter(|_| user_name.is_some()).map(UserId),
            user_name,
            persons: row.persons,
            list: row.list,
            reason: row.reason,
            address: row.address,
        })
    })
}

/// Returns the names of a filter's fields.
fn filters(names: Option<&str>) -> Vec<String> {
    names.unwrap_or_default().split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect()
}

fn action(word: &str) -> Result<AccessAction, Problem> {
    AccessAction::parse(word).ok_or_else(|| Problem::internal("unknown action"))
}

/// Returns the names of users as visible in a scope: a company does not see those of users who are dormant, no longer
/// linked with it, or have not accepted its link.
fn named_users(
    connection: &mut DatabaseConnection,
    scope: Scope,
    ids: &[i64],
) -> Result<HashMap<i64, String>, Problem> {
    let named = user_profile::table
        .inner_join(account::table)
        .filter(user_profile::user_id.eq_any(ids))
        .select((user_profile::user_id, account::name));
    let mut names: HashMap<i64, String> = named.load::<(i64, String)>(connection)?.into_iter().collect();
    if scope == Scope::All || names.is_empty() {
        return Ok(names);
    }
    let told = user_profile::table.in_scope(scope).filter(user_profile::user_id.eq_any(ids.to_vec()));
    let told: Vec<i64> =
        told.filter(user_profile::dormant_at.is_null()).select(user_profile::user_id).load(connection)?;
    let accepted = member_link::table
        .in_scope(scope)
        .filter(member_link::user_id.eq_any(ids.to_vec()))
        .filter(member_link::state.eq(LinkState::Active))
        .filter(member_link::accepted_at.is_not_null())
        .select(member_link::user_id);
    let accepted: Vec<i64> = accepted.load(connection)?;
    for (_, name) in names.iter_mut().filter(|(id, _)| !told.contains(id) || !accepted.contains(id)) {
        *name = mask::name(name);
    }
    Ok(names)
}

/// Names of the members, users and companies of a page.
struct Names {
    members: HashMap<i64, String>,
    users: HashMap<i64, String>,
    companies: HashMap<i64, String>,
}

impl Names {
    fn of(connection: &mut DatabaseConnection, scope: Scope, rows: &[Row]) -> Result<Self, Problem> {
        let members: Vec<i64> = rows.iter().filter_map(|row| row.member_id).collect();
        let users: Vec<i64> = rows.iter().filter_map(|row| row.user_id).collect();
        let companies: Vec<i64> = rows.iter().filter_map(|row| row.company_id).collect();
        let members = member::table.filter(member::member_id.eq_any(members)).select((member::member_id, member::name));
        let companies =
            company::table.filter(company::company_id.eq_any(companies)).select((company::company_id, company::name));
        Ok(Self {
            members: members.load(connection)?.into_iter().collect(),
            users: named_users(connection, scope, &users)?,
            companies: companies.load(connection)?.into_iter().collect(),
        })
    }

    fn entry_of(&self, row: Row) -> Result<AccessLog, Problem> {
        let named = |names: &HashMap<i64, String>, id: Option<i64>| id.and_then(|id| names.get(&id).cloned());
        Ok(AccessLog {
            access_log_id: AccessLogId(row.id),
            created_at: Timestamp(row.created_at),
            account_name: row.account_name,
            action: action(&row.action)?,
            member_id: row.member_id.map(MemberId),
            member_name: named(&self.members, row.member_id),
            user_id: row.user_id.map(UserId),
            user_name: named(&self.users, row.user_id),
            company_name: named(&self.companies, row.company_id),
            persons: row.persons,
            pages: row.pages,
            filters: filters(row.filters.as_deref()),
            reason: row.reason,
            list: row.list,
            address: row.address,
            request_id: row.request_id,
            position: row.position,
        })
    }
}
