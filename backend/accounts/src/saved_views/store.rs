//! Saved views: rows, and who sees them. A private view is visible to its owner only. A shared view is visible to
//! accounts that currently have the owner's company and permission group: it never crosses companies, and accounts that
//! leave lose access.

use super::lists;
use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
    dsl::{InnerJoin, IntoBoxed},
};
use kernel::{
    access::caller::Caller,
    auth::sessions,
    db::{
        DatabaseConnection, Db,
        schema::{account, saved_view},
    },
    problem::Problem,
    records,
};
use uno_core::{
    contract::{
        error::ErrorCode,
        page::{Can, Done, Permit},
        saved_views::{MAX_SHARED, MAX_VIEWS, SavedView, SavedViewId, SavedViewSave, SavedViewVisibility},
        validation::Violation,
    },
    domain::text::search_key,
};

#[derive(Queryable, Selectable)]
#[diesel(table_name = saved_view)]
struct Row {
    saved_view_id: SavedViewId,
    account_id: i64,
    list: String,
    name: String,
    query: Option<String>,
    column_list: String,
    visibility: SavedViewVisibility,
    is_default: bool,
    version: i64,
}

/// Views joined with their owners' accounts.
type Views = IntoBoxed<'static, InnerJoin<saved_view::table, account::table>, Db>;

fn own(caller: &Caller) -> Views {
    let views = saved_view::table.inner_join(account::table).into_boxed::<Db>();
    views.filter(saved_view::account_id.eq(caller.account_id))
}

/// Returns the views shared among the caller's colleagues, including the caller's own.
fn shared(caller: &Caller) -> Views {
    let views = saved_view::table.inner_join(account::table).into_boxed::<Db>();
    let views = views
        .filter(saved_view::visibility.eq(SavedViewVisibility::Group))
        .filter(account::permission_group_id.eq(caller.group_id));
    match caller.scope.company_id() {
        Some(company_id) => views.filter(account::company_id.eq(company_id)),
        None => views.filter(account::company_id.is_null()),
    }
}

fn shown(caller: &Caller, (row, owner_name): (Row, String)) -> Result<SavedView, Problem> {
    let is_own = row.account_id == caller.account_id;
    let permit = || if is_own { Permit::yes() } else { Permit::no("forbidden") };
    Ok(SavedView {
        saved_view_id: row.saved_view_id,
        list: row.list,
        name: row.name,
        query: row.query,
        columns: serde_json::from_str(&row.column_list).map_err(Problem::internal)?,
        visibility: row.visibility,
        is_default: row.is_default && is_own,
        owner_name,
        version: row.version,
        can: Can { update: permit(), delete: permit() },
    })
}

/// Returns the views of a list that the caller sees. They are not paged, because saving is limited to [`MAX_VIEWS`]
/// views of an account and [`MAX_SHARED`] shared ones.
///
/// # Errors
/// Returns an error if there is no such list or the caller may not see it.
pub(super) fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    list: &str,
) -> Result<Vec<SavedView>, Problem> {
    caller.check(lists::named(list)?.access)?;
    let order = (saved_view::name_key, saved_view::saved_view_id);
    let mut found: Vec<(Row, String)> = own(caller)
        .filter(saved_view::list.eq(list.to_owned()))
        .order(order)
        .select((Row::as_select(), account::name))
        .load(connection)?;
    let of_others = shared(caller).filter(saved_view::account_id.ne(caller.account_id));
    found.extend(
        of_others
            .filter(saved_view::list.eq(list.to_owned()))
            .order(order)
            .select((Row::as_select(), account::name))
            .load::<(Row, String)>(connection)?,
    );
    found.into_iter().map(|row| shown(caller, row)).collect()
}

/// Returns a view that the caller sees.
fn find(connection: &mut DatabaseConnection, caller: &Caller, id: SavedViewId) -> Result<SavedView, Problem> {
    let found = own(caller)
        .filter(saved_view::saved_view_id.eq(id))
        .select((Row::as_select(), account::name))
        .first(connection)
        .optional()?;
    if let Some(found) = found {
        return shown(caller, found);
    }
    let found = shared(caller)
        .filter(saved_view::saved_view_id.eq(id))
        .select((Row::as_select(), account::name))
        .first(connection)
        .optional()?;
    let found: (Row, String) = found.ok_or_else(Problem::not_found)?;
    // A caller who may not see the list must not learn that the view exists.
    let access = lists::named(&found.0.list)?.access;
    caller.check(access).map_err(|_| Problem::not_found())?;
    shown(caller, found)
}

/// Returns a view of the caller's in the form in which it is saved.
///
/// # Errors
/// Returns "not found", or [`ErrorCode::Forbidden`] for a view shared by someone else.
pub(super) fn standing(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    id: SavedViewId,
) -> Result<SavedViewSave, Problem> {
    let found = find(connection, caller, id)?;
    if !found.can.update.allowed {
        return Err(Problem::new(ErrorCode::Forbidden));
    }
    Ok(found.form())
}

/// Locks the account until the transaction ends, so that its concurrent saves cannot exceed [`MAX_VIEWS`] or set two
/// defaults.
fn hold(connection: &mut DatabaseConnection, caller: &Caller) -> Result<(), Problem> {
    if sessions::hold(connection, caller.account_id)? { Ok(()) } else { Err(Problem::new(ErrorCode::Unauthenticated)) }
}

fn check_capacity(field: &str, count: i64, most: i64) -> Result<(), Problem> {
    if count < most {
        return Ok(());
    }
    Err(Problem::invalid(vec![Violation::new(field, "tooManyViews").with("max", most)]))
}

/// Checks that one more view may be shared.
fn check_shared(connection: &mut DatabaseConnection, caller: &Caller, list: &str) -> Result<(), Problem> {
    let count = shared(caller).filter(saved_view::list.eq(list.to_owned())).count().get_result(connection)?;
    check_capacity("visibility", count, MAX_SHARED)
}

/// Clears the default flag of the caller's other views of the list.
fn clear_default(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    list: &str,
    but: Option<SavedViewId>,
) -> Result<(), Problem> {
    let others = saved_view::table
        .filter(saved_view::account_id.eq(caller.account_id))
        .filter(saved_view::list.eq(list))
        .filter(saved_view::is_default.eq(true))
        .filter(saved_view::saved_view_id.ne(but.unwrap_or_default()));
    diesel::update(others)
        .set((saved_view::is_default.eq(false), saved_view::version.eq(saved_view::version + 1)))
        .execute(connection)?;
    Ok(())
}

macro_rules! columns {
    ($save:ident) => {
        (
            saved_view::name.eq(&$save.name),
            saved_view::name_key.eq(search_key(&$save.name)),
            saved_view::query.eq(&$save.query),
            saved_view::column_list.eq(serde_json::to_string(&$save.columns).map_err(Problem::internal)?),
            saved_view::visibility.eq($save.visibility),
            saved_view::is_default.eq($save.is_default),
        )
    };
}

/// Attributes the conflict to the name, which another of the caller's views of the list has.
fn as_name_conflict(problem: Problem) -> Problem {
    if problem.code == ErrorCode::Taken { Problem::taken("name") } else { problem }
}

/// Saves a view.
///
/// # Errors
/// Returns an error that names what is wrong with it, or that there are too many.
pub(super) fn create(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    save: &SavedViewSave,
) -> Result<SavedView, Problem> {
    let info = lists::named(&save.list)?;
    caller.check(info.access)?;
    lists::check_query(info, save.query.as_deref().unwrap_or_default())?;
    hold(connection, caller)?;
    let count = own(caller).filter(saved_view::list.eq(save.list.clone())).count().get_result(connection)?;
    check_capacity("list", count, MAX_VIEWS)?;
    if save.visibility == SavedViewVisibility::Group {
        check_shared(connection, caller, &save.list)?;
    }
    if save.is_default {
        clear_default(connection, caller, &save.list, None)?;
    }
    let row = (saved_view::account_id.eq(caller.account_id), saved_view::list.eq(&save.list), columns!(save));
    let new = diesel::insert_into(saved_view::table).values(row).returning(saved_view::saved_view_id);
    let id = new.get_result(connection).map_err(|error| as_name_conflict(error.into()))?;
    find(connection, caller, id)
}

/// Changes a view of the caller's.
///
/// # Errors
/// Same as [`create`]; [`ErrorCode::Changed`] if it was changed meanwhile.
pub(super) fn update(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    id: SavedViewId,
    before: &SavedViewSave,
    save: &SavedViewSave,
) -> Result<SavedView, Problem> {
    if save.list != before.list {
        return Err(Problem::invalid_field("list", "fixed"));
    }
    // An unchanged query is not validated again: a view saved for an older list can still be renamed.
    if save.query != before.query {
        lists::check_query(lists::named(&save.list)?, save.query.as_deref().unwrap_or_default())?;
    }
    hold(connection, caller)?;
    if save.visibility == SavedViewVisibility::Group && before.visibility != SavedViewVisibility::Group {
        check_shared(connection, caller, &save.list)?;
    }
    if save.is_default {
        clear_default(connection, caller, &save.list, Some(id))?;
    }
    let version = before.version.unwrap_or_default();
    let standing = saved_view::table.find(id).filter(saved_view::account_id.eq(caller.account_id));
    let changed = diesel::update(standing.filter(saved_view::version.eq(version)))
        .set((columns!(save), saved_view::version.eq(version + 1)))
        .execute(connection);
    records::check_not_changed(changed.map_err(|error| as_name_conflict(error.into()))?)?;
    find(connection, caller, id)
}

/// Removes a view of the caller's.
///
/// # Errors
/// Same as [`standing`].
pub(super) fn remove(connection: &mut DatabaseConnection, caller: &Caller, id: SavedViewId) -> Result<Done, Problem> {
    standing(connection, caller, id)?;
    let own = saved_view::table.find(id).filter(saved_view::account_id.eq(caller.account_id));
    diesel::delete(own).execute(connection)?;
    Ok(Done {})
}
