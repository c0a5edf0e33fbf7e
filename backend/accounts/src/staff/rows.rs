//! The rows of staff accounts: filtered by scope, paged along an index, and written from the form of a manager or
//! operator.

use super::power::AccountRank;
use diesel::{
    BoolExpressionMethods, BoxableExpression, EscapeExpressionMethods, ExpressionMethods, NullableExpressionMethods,
    OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper, TextExpressionMethods,
    dsl::exists, sql_types::Bool,
};
use kernel::{
    access::{
        caller::Caller,
        scope::{Scope, Scoped},
    },
    auth::{
        accounts::{self, Staff},
        sessions,
    },
    clock,
    db::{
        DatabaseConnection, Db,
        narrow::Narrow,
        page::{self as pages, Paging, like_pattern},
        schema::{account, company, permission_group, two_step},
        totals::Totals,
    },
    problem::Problem,
};
use uno_core::{
    contract::{
        companies::CompanyId,
        managers::{AccountSort, AccountState, AccountStatus, PermissionGroupId},
        page::Page,
    },
    domain::{
        access::Authority,
        text::{phone_digits, search_key},
        time::{Bound, Timestamp},
    },
};

/// An account row without the password.
#[derive(Queryable, Selectable)]
#[diesel(table_name = account)]
pub struct Row {
    /// Account.
    pub account_id: i64,
    /// Sign-in id.
    pub login_id: String,
    /// Authority.
    pub authority: Authority,
    /// Name.
    pub name: String,
    /// Its company.
    pub company_id: Option<CompanyId>,
    /// Permission group.
    pub permission_group_id: PermissionGroupId,
    /// Phone number.
    pub phone_number: Option<String>,
    /// E-mail address.
    pub email: Option<String>,
    /// Internal note.
    pub memo: Option<String>,
    disabled_at: Option<i64>,
    /// Whether the password must be changed.
    pub must_change_password: bool,
    paused_until: i64,
    /// Time of the last sign-in.
    pub last_signed_in_at: Option<Timestamp>,
    /// Time of creation.
    pub created_at: Timestamp,
    /// Time of the last change.
    pub updated_at: Timestamp,
    /// Version for optimistic locking.
    pub version: i64,
}

impl Row {
    /// Returns whether it is active or suspended.
    #[must_use]
    pub fn status(&self) -> AccountStatus {
        if self.disabled_at.is_some() { AccountStatus::Suspended } else { AccountStatus::Active }
    }

    /// Returns until when failed attempts lock it, if they do.
    #[must_use]
    pub fn locked_until(&self) -> Option<Timestamp> {
        (self.paused_until > clock::now().0).then_some(Timestamp(self.paused_until))
    }

    /// Returns the properties that decide what may be done to it.
    #[must_use]
    pub fn standing(&self) -> AccountRank {
        AccountRank { account_id: self.account_id, authority: self.authority, group: self.permission_group_id }
    }
}

/// An account with data of other tables: company name, group name, whether it has a password, and whether it has a
/// second sign-in step.
pub type AccountRow = (Row, Option<String>, String, bool, bool);

/// The filter common to both lists.
#[derive(Clone, Copy)]
pub struct Filter<'a> {
    /// Managers or operators.
    pub staff: Staff,
    /// Part of the sign-in id.
    pub login_id: Option<&'a String>,
    /// Part of the name.
    pub name: Option<&'a String>,
    /// Part of the company's name.
    pub company_name: Option<&'a String>,
    /// Digits of the phone number.
    pub phone_number: Option<&'a String>,
    /// States, any of which matches; empty for all.
    pub states: &'a [AccountState],
    /// Permission group.
    pub group: Option<PermissionGroupId>,
    /// Lower bound of the creation time.
    pub start_created_at: Option<Bound>,
    /// Upper bound of the creation time.
    pub end_created_at: Option<Bound>,
}

/// A query of accounts.
pub type Query = account::BoxedQuery<'static, Db>;

/// Returns the query for the accounts that match a filter in a scope.
#[must_use]
pub fn filtered(scope: Scope, filter: &Filter<'_>) -> Query {
    let mut query = account::table.in_scope(scope).filter(account::staff.eq(filter.staff.as_str()));
    if let Some(name) = filter.company_name {
        let named = company::table.filter(company::name_key.like(like_pattern(&search_key(name))).escape('\\'));
        query = query.filter(account::company_id.eq_any(named.select(company::company_id.nullable())));
    }
    if let Some(number) = filter.phone_number {
        let digits = phone_digits(number);
        // A search text without digits matches no number.
        let sought = if digits.is_empty() { "-".to_owned() } else { digits };
        query = query.filter(account::phone_digits.like(like_pattern(&sought)));
    }
    if let Some(states) = filter.states.iter().map(|state| is_in(*state)).reduce(|one, other| Box::new(one.or(other))) {
        query = query.filter(states);
    }
    query
        .equal(account::permission_group_id, filter.group)
        .containing(account::login_key, filter.login_id)
        .containing(account::name_key, filter.name)
        .since(account::created_at, filter.start_created_at.map(Bound::first))
        .until(account::created_at, filter.end_created_at.map(Bound::last))
}

type Condition = Box<dyn BoxableExpression<account::table, Db, SqlType = Bool>>;

/// Returns the condition that an account is in a state. Suspension takes precedence over a temporary lock, and that
/// over a missing password.
fn is_in(state: AccountState) -> Condition {
    let usable = account::disabled_at.is_null();
    let now = clock::now().0;
    let open = usable.and(account::paused_until.le(now));
    match state {
        AccountState::Suspended => Box::new(account::disabled_at.is_not_null()),
        AccountState::Locked => Box::new(usable.and(account::paused_until.gt(now))),
        AccountState::NoPassword => Box::new(open.and(account::password_hash.eq(""))),
        AccountState::Active => Box::new(open.and(account::password_hash.ne(""))),
    }
}

/// Loads the rows of a page. The ids are read from the index of the order first, then the rows.
///
/// # Errors
/// Returns an error if the database fails.
pub fn page(
    connection: &mut DatabaseConnection,
    (sort, paging): (Option<AccountSort>, Paging),
    query: Query,
) -> Result<Vec<AccountRow>, Problem> {
    let ordered = match sort.unwrap_or(AccountSort::Newest) {
        AccountSort::Newest => query.order((account::created_at.desc(), account::account_id.desc())),
        AccountSort::Oldest => query.order((account::created_at.asc(), account::account_id.asc())),
        AccountSort::Name => query.order((account::name_key.asc(), account::account_id.asc())),
        AccountSort::NameDescending => query.order((account::name_key.desc(), account::account_id.desc())),
    };
    let ids: Vec<i64> = ordered.page(paging).select(account::account_id).load(connection)?;
    let rows = found(account::table.filter(account::account_id.eq_any(ids.clone())).into_boxed(), connection)?;
    Ok(pages::in_order(&ids, rows, |row| row.0.account_id))
}

/// Returns a page of accounts with their total.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    totals: &Totals,
    list: String,
    (sort, paging): (Option<AccountSort>, Paging),
    query: impl Fn() -> Query,
) -> Result<Page<AccountRow>, Problem> {
    let rows = page(connection, (sort, paging), query())?;
    let total = match paging.total_from(rows.len()) {
        Some(total) => (total, true),
        None => totals.of(list, || {
            let connection = std::cell::RefCell::new(&mut *connection);
            pages::bounded_total(
                pages::MAX_COUNTED,
                |limit| {
                    let beyond = query().offset(limit).limit(1).select(account::account_id);
                    Ok(beyond.first::<i64>(&mut **connection.borrow_mut()).optional()?.is_some())
                },
                || Ok(query().count().get_result(&mut **connection.borrow_mut())?),
            )
        })?,
    };
    Ok(paging.answer(rows, total))
}

/// Loads accounts with data of other tables.
fn found(query: Query, connection: &mut DatabaseConnection) -> Result<Vec<AccountRow>, Problem> {
    let confirmed = two_step::table
        .filter(two_step::account_id.eq(account::account_id))
        .filter(two_step::confirmed_at.is_not_null());
    Ok(query
        .left_join(company::table)
        .left_join(permission_group::table)
        .select((
            Row::as_select(),
            company::name.nullable(),
            permission_group::name.assume_not_null(),
            account::password_hash.ne(""),
            exists(confirmed),
        ))
        .load(connection)?)
}

/// Returns an account of the scope.
///
/// # Errors
/// Returns "not found" if there is none.
pub fn get(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    staff: Staff,
    account_id: i64,
) -> Result<AccountRow, Problem> {
    let query = account::table.in_scope(caller.scope).filter(account::staff.eq(staff.as_str()));
    found(query.filter(account::account_id.eq(account_id)), connection)?.pop().ok_or_else(Problem::not_found)
}

/// The columns written on every save.
#[derive(Clone, Copy)]
pub struct AccountColumns<'a> {
    /// Sign-in id.
    pub login_id: &'a str,
    /// Authority.
    pub authority: Authority,
    /// Name.
    pub name: &'a str,
    /// Its company.
    pub company_id: Option<CompanyId>,
    /// Permission group.
    pub group: PermissionGroupId,
    /// Phone number.
    pub phone_number: Option<&'a String>,
    /// E-mail address.
    pub email: Option<&'a String>,
    /// Active or suspended.
    pub status: AccountStatus,
    /// Internal note.
    pub memo: Option<&'a String>,
    /// The version that was read.
    pub version: Option<i64>,
}

/// Returns the column assignments of a form.
macro_rules! columns {
    ($connection:expr, $saved:expr) => {{
        let saved = $saved;
        let (vendor_id, dealer_id, retailer_id) = accounts::line($connection, saved.company_id.map(|id| id.0))?;
        (
            account::authority.eq(saved.authority),
            account::name.eq(saved.name),
            account::name_key.eq(search_key(saved.name)),
            account::company_id.eq(saved.company_id),
            account::vendor_id.eq(vendor_id),
            account::dealer_id.eq(dealer_id),
            account::retailer_id.eq(retailer_id),
            account::permission_group_id.eq(saved.group),
            account::phone_number.eq(saved.phone_number),
            account::phone_digits.eq(saved.phone_number.map(|number| phone_digits(number))),
            account::email.eq(saved.email),
            account::memo.eq(saved.memo),
            account::updated_at.eq(clock::now().0),
        )
    }};
}

/// Inserts a new account without a password; a restored one keeps its id.
///
/// # Errors
/// Returns an error if the sign-in id is taken.
pub fn insert(
    connection: &mut DatabaseConnection,
    id: Option<i64>,
    saved: &AccountColumns<'_>,
    at: Timestamp,
) -> Result<i64, Problem> {
    let suspended = (saved.status == AccountStatus::Suspended).then(|| clock::now().0);
    let row = (
        columns!(connection, saved),
        account::login_id.eq(saved.login_id),
        account::login_key.eq(saved.login_id),
        account::password_hash.eq(""),
        account::staff.eq(Staff::of(saved.authority).map(Staff::as_str)),
        account::disabled_at.eq(suspended),
        account::created_at.eq(at.0),
    );
    let new = diesel::insert_into(account::table);
    Ok(match id {
        None => new.values(row).returning(account::account_id).get_result(connection)?,
        Some(id) => {
            let version = account::version.eq(saved.version.unwrap_or_default() + 1);
            let row = (account::account_id.eq(id), version, row);
            new.values(row).returning(account::account_id).get_result(connection)?
        }
    })
}

/// Updates an account whose current state is `before`. Ends its sessions if its authority or company changes, or if it
/// is suspended.
///
/// # Errors
/// Returns an error if the database fails.
pub fn replace(
    connection: &mut DatabaseConnection,
    id: i64,
    before: &AccountColumns<'_>,
    saved: &AccountColumns<'_>,
) -> Result<usize, Problem> {
    let version = before.version.unwrap_or_default();
    let set = (columns!(connection, saved), account::version.eq(version + 1));
    let changed =
        diesel::update(account::table.find(id).filter(account::version.eq(version))).set(set).execute(connection)?;
    if changed == 0 {
        return Ok(0);
    }
    let now = clock::now();
    if before.status != saved.status {
        let suspended = (saved.status == AccountStatus::Suspended).then_some(now.0);
        diesel::update(account::table.find(id)).set(account::disabled_at.eq(suspended)).execute(connection)?;
    }
    let is_another = before.authority != saved.authority || before.company_id != saved.company_id;
    if is_another || saved.status == AccountStatus::Suspended {
        sessions::end_all(connection, id, now)?;
    }
    Ok(changed)
}

/// Deletes an account with its sessions; returns its creation time.
///
/// # Errors
/// Returns an error if other rows refer to it.
pub fn remove(
    connection: &mut DatabaseConnection,
    id: i64,
    version: Option<i64>,
) -> Result<Option<Timestamp>, Problem> {
    let row = account::table.find(id).filter(account::version.eq(version.unwrap_or_default()));
    Ok(diesel::delete(row).returning(account::created_at).get_result(connection).optional()?)
}
