//! The user apps that companies provide to their members: storage, and numbers of users.

use super::apps;
use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper,
    dsl::{count_star, sql},
    sql_types::BigInt,
};
use kernel::{
    access::{
        caller::Caller,
        scope::{Scope, Scoped},
    },
    clock,
    db::{
        DatabaseConnection, Db,
        narrow::Narrow,
        page::{self, Paging},
        schema::{company, company_user_app, linked_user, service, user_app, user_app_use},
    },
    problem::Problem,
    records::{Record, Rows},
};
use organisation::companies::store as companies;
use std::collections::HashMap;
use uno_core::{
    contract::{
        companies::CompanyId,
        page::{Can, Page},
        revisions::FieldChange,
        services::ServiceId,
        user_apps::{
            CompanyUserApp, CompanyUserAppFilter, CompanyUserAppId, CompanyUserAppPath, CompanyUserAppSave,
            CompanyUserAppSort, USED_SCREEN, UserAppId, UserAppStatus,
        },
    },
    domain::{
        access::Action,
        time::{Bound, Date, Timestamp},
    },
};

kernel::row! {
    /// An app of a company without its data in other tables.
    struct Row of company_user_app as CompanyUserApp {
        company_user_app_id: CompanyUserAppId,
        company_id: CompanyId,
        user_app_id: UserAppId,
        starts_on: Date,
        ends_on: Option<Date>,
        created_at: Timestamp,
        updated_at: Timestamp,
        version: i64,
    }
    with {
        company_name: String,
        user_app_name: String,
        service_name: String,
        is_ended: bool,
        users: i64,
        active_users: i64,
        can: Can,
    }
    without { authors }
}

/// The numbers of users of a company's app: ever, and recently.
#[derive(Clone, Copy, Default)]
struct Users {
    ever: i64,
    recent: i64,
}

/// Adds names and numbers, with one query for each, for any number of rows.
fn complete(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    rows: Vec<Row>,
) -> Result<Vec<CompanyUserApp>, Problem> {
    let companies: HashMap<CompanyId, String> = company::table
        .in_scope(caller.scope)
        .filter(company::company_id.eq_any(rows.iter().map(|row| row.company_id.0).collect::<Vec<_>>()))
        .select((company::company_id, company::name))
        .load::<(CompanyId, String)>(connection)?
        .into_iter()
        .collect();
    let apps: HashMap<UserAppId, (String, String)> = user_app::table
        .inner_join(service::table)
        .filter(user_app::user_app_id.eq_any(rows.iter().map(|row| row.user_app_id.0).collect::<Vec<_>>()))
        .select((user_app::user_app_id, user_app::name, service::name))
        .load::<(UserAppId, String, String)>(connection)?
        .into_iter()
        .map(|(id, name, service)| (id, (name, service)))
        .collect();
    let ids: Vec<i64> = rows.iter().map(|row| row.company_user_app_id.0).collect();
    let users = count_users(connection, &ids)?;
    let today = clock::today();
    let permit = |action| caller.permit(USED_SCREEN, action);
    let made = rows.into_iter().map(|row| {
        let company_name = companies.get(&row.company_id).cloned().unwrap_or_default();
        let (app_name, service_name) = apps.get(&row.user_app_id).cloned().unwrap_or_default();
        let found = users.get(&row.company_user_app_id).copied().unwrap_or_default();
        let is_ended = row.ends_on.is_some_and(|day| day < today);
        let can = Can { update: permit(Action::Update), delete: permit(Action::Delete) };
        row.record(company_name, app_name, service_name, is_ended, found.ever, found.recent, can)
    });
    Ok(made.collect())
}

/// Counts the users of companies' apps: those linked with members of the company's subtree who have used the app. The
/// query starts from the company's users, however many others use the app; the expression keeps the planner from
/// starting with the app.
fn count_users(connection: &mut DatabaseConnection, ids: &[i64]) -> Result<HashMap<CompanyUserAppId, Users>, Problem> {
    let of_app = user_app_use::user_id
        .eq(linked_user::user_id)
        .and(sql::<BigInt>("(user_app_use.user_app_id + 0)").eq(company_user_app::user_app_id));
    let recent = sql::<BigInt>("CAST(sum(CASE WHEN user_app_use.last_used_at >= ")
        .bind::<BigInt, _>(apps::active_since().0)
        .sql(" THEN 1 ELSE 0 END) AS BIGINT)");
    let rows = company_user_app::table
        .inner_join(linked_user::table.on(linked_user::company_id.eq(company_user_app::company_id)))
        .inner_join(user_app_use::table.on(of_app))
        .filter(company_user_app::company_user_app_id.eq_any(ids))
        .group_by(company_user_app::company_user_app_id)
        .select((company_user_app::company_user_app_id, count_star(), recent))
        .load::<(CompanyUserAppId, i64, i64)>(connection)?;
    Ok(rows.into_iter().map(|(id, ever, recent)| (id, Users { ever, recent })).collect())
}

fn filtered(scope: Scope, filter: &CompanyUserAppFilter) -> company_user_app::BoxedQuery<'static, Db> {
    let query = company_user_app::table
        .in_scope(scope)
        .equal(company_user_app::user_app_id, filter.user_app_id)
        .since(company_user_app::starts_on, filter.start_starts_on.map(Bound::first_day))
        .until(company_user_app::starts_on, filter.end_starts_on.map(Bound::last_day));
    let today = clock::today();
    match filter.is_ended {
        None => query,
        Some(true) => query.filter(company_user_app::ends_on.lt(today)),
        Some(false) => query.filter(company_user_app::ends_on.is_null().or(company_user_app::ends_on.ge(today))),
    }
}

/// Returns a page of the companies' apps.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &CompanyUserAppFilter,
) -> Result<Page<CompanyUserApp>, Problem> {
    let scope = companies::narrowed(connection, caller.scope, filter.company_id)?;
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        let query = filtered(scope, filter).select(Row::as_select()).page(paging);
        let id = company_user_app::company_user_app_id;
        match filter.sort.unwrap_or(CompanyUserAppSort::Newest) {
            CompanyUserAppSort::Newest => query.order((company_user_app::starts_on.desc(), id.desc())),
            CompanyUserAppSort::Oldest => query.order((company_user_app::starts_on.asc(), id.asc())),
        }
        .load::<Row>(connection)
    };
    let paging = Paging::of(filter.page, filter.page_size);
    let found =
        page::load(connection, paging, rows, |connection| filtered(scope, filter).count().get_result(connection))?;
    found.try_map_together(|rows| complete(connection, caller, rows))
}

/// Checks that a company is in the caller's scope.
///
/// # Errors
/// Returns "not found" if it is not.
pub fn check_company(connection: &mut DatabaseConnection, caller: &Caller, id: CompanyId) -> Result<(), Problem> {
    companies::line(connection, caller.scope, id)?.map(|_| ()).ok_or_else(Problem::not_found)
}

/// Companies' apps as records, which are created, changed and deleted through their form.
pub struct CompanyUserAppRecord;

impl Record for CompanyUserAppRecord {
    const RESOURCE: &'static str = "companyUserApp";
    type Form = CompanyUserAppSave;
}

impl Rows for CompanyUserAppRecord {
    type Path = CompanyUserAppPath;
    type Shown = CompanyUserApp;
    const UNIQUE: Option<&'static str> = Some("userAppId");

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<CompanyUserApp, Problem> {
        let found = company_user_app::table.in_scope(caller.scope).filter(company_user_app::company_user_app_id.eq(id));
        let row = found.select(Row::as_select()).first::<Row>(connection).optional()?.ok_or_else(Problem::not_found)?;
        complete(connection, caller, vec![row])?.pop().ok_or_else(Problem::not_found)
    }

    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<CompanyUserAppSave, Problem> {
        Ok(Self::show(connection, caller, id)?.form())
    }

    fn validated(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        standing: Option<(i64, &CompanyUserAppSave)>,
        save: CompanyUserAppSave,
    ) -> Result<CompanyUserAppSave, Problem> {
        if let Some((_, before)) = standing {
            for (field, is_same) in [
                ("companyId", before.company_id == save.company_id),
                ("userAppId", before.user_app_id == save.user_app_id),
            ] {
                if !is_same {
                    return Err(Problem::invalid_field(field, "fixed"));
                }
            }
            return Ok(save);
        }
        if companies::held_line(connection, caller.scope, save.company_id)?.is_none() {
            return Err(Problem::invalid_field("companyId", "notFound"));
        }
        let app = user_app::table.find(save.user_app_id.0).select((user_app::service_id, user_app::status));
        let known = app.first::<(ServiceId, UserAppStatus)>(connection).optional()?;
        let may_give = |(service_id, status): (ServiceId, UserAppStatus)| {
            status == UserAppStatus::Active && caller.service_ids.contains(&service_id)
        };
        if known.is_some_and(may_give) { Ok(save) } else { Err(Problem::invalid_field("userAppId", "notFound")) }
    }

    fn company_of_past(
        _: &mut DatabaseConnection,
        _: i64,
        before: &CompanyUserAppSave,
        _: bool,
    ) -> Result<Option<i64>, Problem> {
        Ok(Some(before.company_id.0))
    }

    kernel::saved_columns! {
        company_user_app by company_user_app_id { company_id, user_app_id, starts_on, ends_on }
    }

    /// Shows the company and the app by their names.
    fn describe_changes(
        connection: &mut DatabaseConnection,
        changes: Vec<FieldChange>,
    ) -> Result<Vec<FieldChange>, Problem> {
        let changes = companies::replace_ids_by_names(connection, changes, ("companyId", "companyId"))?;
        apps::replace_ids_by_names(connection, changes)
    }
}
