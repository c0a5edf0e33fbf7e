//! Companies: storage. Every function takes the caller or the scope and applies it in SQL.

use super::credentials;
use crate::tally;
use diesel::{
    AsChangeset, BoolExpressionMethods, EscapeExpressionMethods, ExpressionMethods, Insertable, JoinOnDsl,
    NullableExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper, TextExpressionMethods,
    dsl::exists,
};
use kernel::{
    access::{
        caller::Caller,
        scope::{Scope, Scoped},
    },
    clock,
    db::{
        DatabaseConnection, Db, count_added,
        narrow::Narrow,
        page::{MAX_COUNTED, Paging, bounded_total, like_pattern},
        schema::{account, company, company_service, company_user_app, division, member, permission_group, service},
        totals::Totals,
    },
    jobs, on_backend,
    problem::Problem,
    records::{self, Bin, Record, Rows},
};
use std::collections::{HashMap, HashSet};
use uno_core::{
    contract::{
        companies::{
            Company, CompanyFilter, CompanyId, CompanyOption, CompanyOptionFilter, CompanyPath, CompanySave,
            CompanySort, CompanyType,
        },
        error::ErrorCode,
        page::{Can, Page, Permit},
        revisions::{FieldChange, Revision},
        services::ServiceId,
    },
    domain::{
        access::Action,
        mask,
        text::search_key,
        time::{Bound, Timestamp},
    },
};

/// The maximum number of choices in a picker.
const MAX_OPTIONS: i64 = 50;

kernel::row! {
    /// A company without its data in other tables.
    struct Row of company as Company {
        company_id: CompanyId,
        kind: CompanyType,
        name: String,
        parent_company_id: Option<CompanyId>,
        business_number: Option<String>,
        representative_name: Option<String>,
        phone_number: Option<String>,
        email: Option<String>,
        postal_code: Option<String>,
        address: Option<String>,
        address_detail: Option<String>,
        memo: Option<String>,
        created_at: Timestamp,
        updated_at: Timestamp,
        version: i64,
    }
    with { parent_company_name: Option<String>, service_ids: Vec<ServiceId>, member_count: i64, can: Can }
    without { authors }
}

/// The parent company, in queries of companies.
#[allow(missing_docs)]
mod above {
    use kernel::db::schema::company;

    diesel::alias!(company as parent: Parent);
}
use above::parent;

/// A company's line: the ids of the company itself and those above it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The company.
    pub company_id: i64,
    /// Its tier.
    pub tier: CompanyType,
    /// The vendor of the line.
    pub vendor_id: Option<i64>,
    /// The dealer of the line.
    pub dealer_id: Option<i64>,
    /// The retailer of the line.
    pub retailer_id: Option<i64>,
}

impl Line {
    /// Returns the companies above.
    fn above(self) -> Vec<i64> {
        [self.vendor_id, self.dealer_id].into_iter().flatten().filter(|above| *above != self.company_id).collect()
    }
}

/// Returns the line of a company in the scope.
///
/// # Errors
/// Returns an error if the database fails.
pub fn line(connection: &mut DatabaseConnection, scope: Scope, company_id: CompanyId) -> Result<Option<Line>, Problem> {
    Ok(named_line(connection, scope, company_id)?.map(|(line, _)| line))
}

/// Narrows a scope to a filter's company and its subtree, or to nothing if the company is outside the scope.
///
/// # Errors
/// Returns an error if the database fails.
pub fn narrowed(
    connection: &mut DatabaseConnection,
    scope: Scope,
    company_id: Option<CompanyId>,
) -> Result<Scope, Problem> {
    let Some(company_id) = company_id else { return Ok(scope) };
    let line = line(connection, scope, company_id)?;
    Ok(line.map_or(Scope::Nothing, |line| Scope::Company { company_id, tier: line.tier }))
}

/// Returns the line of a company in the scope, and the company's name.
///
/// # Errors
/// Returns an error if the database fails.
pub fn named_line(
    connection: &mut DatabaseConnection,
    scope: Scope,
    company_id: CompanyId,
) -> Result<Option<(Line, String)>, Problem> {
    let row = company::table
        .in_scope(scope)
        .filter(company::company_id.eq(company_id.0))
        .select((company::kind, company::vendor_id, company::dealer_id, company::retailer_id, company::name))
        // Without `LIMIT 1`: SQLite plans a statement again for each value of a limit, and this runs for each row.
        .get_result::<(String, Option<i64>, Option<i64>, Option<i64>, String)>(connection)
        .optional()?;
    row.map(|(kind, vendor_id, dealer_id, retailer_id, name)| {
        Ok((Line { company_id: company_id.0, tier: tier(&kind)?, vendor_id, dealer_id, retailer_id }, name))
    })
    .transpose()
}

/// How a transaction locks a company until it ends, so that what it has read of the company stays true.
#[derive(Clone, Copy, Debug)]
pub enum Hold {
    /// Shared: others may lock it, too, but not move or delete it.
    Shared,
    /// Exclusive: nothing that depends on the company can be created meanwhile.
    Alone,
}

/// Locks a company on PostgreSQL. SQLite has a single writer.
///
/// # Errors
/// Returns an error if the database fails.
pub fn hold(connection: &mut DatabaseConnection, company_id: i64, how: Hold) -> Result<(), Problem> {
    if let DatabaseConnection::Postgres(connection) = connection {
        let row = company::table.filter(company::company_id.eq(company_id)).select(company::company_id);
        match how {
            Hold::Shared => row.for_key_share().load::<i64>(connection)?,
            Hold::Alone => row.for_update().load::<i64>(connection)?,
        };
    }
    Ok(())
}

/// Returns the line of a company in the scope and locks the company until the transaction ends.
///
/// # Errors
/// Returns an error if the database fails.
pub fn held_line(
    connection: &mut DatabaseConnection,
    scope: Scope,
    company_id: CompanyId,
) -> Result<Option<Line>, Problem> {
    hold(connection, company_id.0, Hold::Shared)?;
    line(connection, scope, company_id)
}

/// Returns the lines of companies by their ids, and locks the companies until the transaction ends.
///
/// # Errors
/// Returns an error if the database fails.
pub fn held_lines(connection: &mut DatabaseConnection, company_ids: &[i64]) -> Result<HashMap<i64, Line>, Problem> {
    if company_ids.is_empty() {
        return Ok(HashMap::new());
    }
    let named = || company::table.filter(company::company_id.eq_any(company_ids.to_vec())).order(company::company_id);
    if let DatabaseConnection::Postgres(connection) = connection {
        named().select(company::company_id).for_key_share().load::<i64>(connection)?;
    }
    let rows = named()
        .select((company::company_id, company::kind, company::vendor_id, company::dealer_id, company::retailer_id))
        .load::<(i64, CompanyType, Option<i64>, Option<i64>, Option<i64>)>(connection)?;
    let line = |(company_id, tier, vendor_id, dealer_id, retailer_id)| {
        (company_id, Line { company_id, tier, vendor_id, dealer_id, retailer_id })
    };
    Ok(rows.into_iter().map(line).collect())
}

fn tier(kind: &str) -> Result<CompanyType, Problem> {
    CompanyType::parse(kind).ok_or_else(|| Problem::internal("unknown tier"))
}

/// The maximum number of parents that are resolved by name first. With more matches, a scan through the list soon meets
/// companies below them.
const FEW_ABOVE: i64 = 100;

/// The parents that a filter's name matches.
enum Above {
    /// The filter has no parent name.
    Any,
    /// These parents.
    Few(Vec<i64>),
    /// Parents with a name like this pattern.
    Many(String),
}

impl Above {
    fn of(connection: &mut DatabaseConnection, filter: &CompanyFilter) -> Result<Self, Problem> {
        let Some(name) = &filter.parent_company_name else { return Ok(Self::Any) };
        let pattern = like_pattern(&search_key(name));
        // Retailers have no companies below them; an index has the names of the others.
        let ids = company::table
            .filter(company::retailer_id.is_null())
            .filter(company::name_key.like(pattern.clone()).escape('\\'))
            .select(company::company_id)
            .limit(FEW_ABOVE + 1)
            .load::<i64>(connection)?;
        let are_few = i64::try_from(ids.len()).is_ok_and(|found| found <= FEW_ABOVE);
        Ok(if are_few { Self::Few(ids) } else { Self::Many(pattern) })
    }
}

/// Returns the companies of a filter in a scope.
fn filtered(scope: Scope, filter: &CompanyFilter, above: &Above) -> Companies {
    let mut query = company::table.in_scope(scope);
    // One tier is a range of the index in list order; several are not.
    query = match filter.types.as_slice() {
        [tier] => query.filter(company::kind.eq(*tier)),
        tiers => query.among(company::kind, tiers),
    };
    query = match above {
        Above::Any => query,
        Above::Few(ids) => query.filter(company::parent_company_id.eq_any(ids.clone())),
        // A condition on each row, so that the list still scans the index in its order.
        Above::Many(pattern) => query.filter(exists(
            parent
                .filter(parent.field(company::company_id).nullable().eq(company::parent_company_id))
                .filter(parent.field(company::name_key).like(pattern.clone()).escape('\\')),
        )),
    };
    if !filter.service_ids.is_empty() {
        let offering = company_service::table
            .filter(company_service::service_id.eq_any(filter.service_ids.clone()))
            .select(company_service::company_id);
        query = query.filter(company::company_id.eq_any(offering));
    }
    query
        .equal(company::parent_company_id, filter.parent_company_id)
        .containing(company::name_key, filter.name.as_ref())
        .since(company::created_at, filter.start_created_at.map(Bound::first))
        .until(company::created_at, filter.end_created_at.map(Bound::last))
}

/// Selects companies with the name of their parent.
macro_rules! with_parent {
    ($companies:expr) => {
        $companies
            .left_join(parent.on(company::parent_company_id.eq(parent.field(company::company_id).nullable())))
            .select((Row::as_select(), parent.field(company::name).nullable()))
    };
}

/// A query of companies.
type Companies = company::BoxedQuery<'static, Db>;

fn sort_of(filter: &CompanyFilter) -> CompanySort {
    filter.sort.unwrap_or(CompanySort::Newest)
}

/// Orders a list, with ties broken by id.
fn ordered(query: Companies, sort: CompanySort) -> Companies {
    match sort {
        CompanySort::Newest => query.order((company::created_at.desc(), company::company_id.desc())),
        CompanySort::Oldest => query.order((company::created_at.asc(), company::company_id.asc())),
        CompanySort::Name => query.order((company::name_key.asc(), company::company_id.asc())),
        CompanySort::NameDescending => query.order((company::name_key.desc(), company::company_id.desc())),
    }
}

/// Returns the companies after a given one in list order. The first condition is a range of the index; the second drops
/// the few rows with the same key.
fn following(query: Companies, sort: CompanySort, last: &Company) -> Companies {
    let (at, id, name) = (last.created_at, last.company_id, search_key(&last.name));
    let own = company::company_id;
    match sort {
        CompanySort::Newest => {
            query.filter(company::created_at.le(at)).filter(company::created_at.lt(at).or(own.lt(id)))
        }
        CompanySort::Oldest => {
            query.filter(company::created_at.ge(at)).filter(company::created_at.gt(at).or(own.gt(id)))
        }
        CompanySort::Name => {
            query.filter(company::name_key.ge(name.clone())).filter(company::name_key.gt(name).or(own.gt(id)))
        }
        CompanySort::NameDescending => {
            query.filter(company::name_key.le(name.clone())).filter(company::name_key.lt(name).or(own.lt(id)))
        }
    }
}

/// Returns the companies of a filter that follow a given one.
///
/// # Errors
/// Returns an error if the database fails.
pub fn behind(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &CompanyFilter,
    last: Option<&Company>,
    most: i64,
) -> Result<Vec<Company>, Problem> {
    let above = Above::of(connection, filter)?;
    let (query, sort) = (filtered(caller.scope, filter, &above), sort_of(filter));
    let query = match last {
        Some(last) => following(query, sort, last),
        None => query,
    };
    let rows = with_parent!(ordered(query, sort)).limit(most).load::<(Row, Option<String>)>(connection)?;
    complete(connection, caller, rows)
}

/// Counts the companies of a filter.
///
/// # Errors
/// Returns an error if the database fails.
pub fn count(connection: &mut DatabaseConnection, scope: Scope, filter: &CompanyFilter) -> Result<i64, Problem> {
    let above = Above::of(connection, filter)?;
    Ok(filtered(scope, filter, &above).count().get_result(connection)?)
}

/// Returns a page of companies.
///
/// # Errors
/// Returns an error if the database fails.
pub fn list(
    connection: &mut DatabaseConnection,
    totals: &Totals,
    caller: &Caller,
    filter: &CompanyFilter,
) -> Result<Page<Company>, Problem> {
    let paging = Paging::of(filter.page, filter.page_size);
    let above = Above::of(connection, filter)?;
    let rows = with_parent!(ordered(filtered(caller.scope, filter, &above), sort_of(filter)))
        .offset(paging.offset())
        .limit(paging.size)
        .load::<(Row, Option<String>)>(connection)?;
    let total = match paging.total_from(rows.len()) {
        Some(total) => (total, true),
        None => {
            let unpaged = CompanyFilter { page: None, page_size: None, sort: None, ..filter.clone() };
            let list = serde_json::to_string(&unpaged).map_err(Problem::internal)?;
            totals.of(format!("companies {:?} {list}", caller.scope), || {
                total(connection, caller.scope, filter, &above)
            })?
        }
    };
    let data = complete(connection, caller, rows)?;
    Ok(paging.answer(data, total))
}

/// Counts the companies of a filter. With [`Above::Many`], counts up to a limit only.
fn total(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &CompanyFilter,
    above: &Above,
) -> Result<(i64, bool), Problem> {
    let connection = std::cell::RefCell::new(connection);
    let count = || Ok(filtered(scope, filter, above).count().get_result(*connection.borrow_mut())?);
    if !matches!(above, Above::Many(_)) {
        return Ok((count()?, true));
    }
    let beyond = |limit| {
        let rows = filtered(scope, filter, above).select(company::company_id).offset(limit).limit(1);
        Ok(rows.first::<i64>(*connection.borrow_mut()).optional()?.is_some())
    };
    bounded_total(MAX_COUNTED, beyond, count)
}

/// Returns whether the filter searches for a text that no index can find.
#[must_use]
pub fn is_text_search(filter: &CompanyFilter) -> bool {
    filter.name.is_some() || filter.parent_company_name.is_some()
}

/// Adds the data in other tables, with one query each for the whole page.
fn complete(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    rows: Vec<(Row, Option<String>)>,
) -> Result<Vec<Company>, Problem> {
    let ids: Vec<i64> = rows.iter().map(|(row, _)| row.company_id.0).collect();
    let mut services: HashMap<i64, Vec<ServiceId>> = HashMap::new();
    for (company_id, service_id) in company_service::table
        .filter(company_service::company_id.eq_any(&ids))
        .order(company_service::service_id)
        .load::<(i64, i64)>(connection)?
    {
        services.entry(company_id).or_default().push(ServiceId(service_id));
    }
    let members = tally::of_companies(connection, &ids, &[tally::MEMBERS])?;
    // A company with members has dependents, so only the others are checked for further dependents.
    let empty: Vec<i64> = rows
        .iter()
        .filter(|(row, _)| !members.contains_key(&row.company_id.0))
        .filter(|(row, _)| caller.may(row.kind.screen(), Action::Delete))
        .map(|(row, _)| row.company_id.0)
        .collect();
    let mut depended_on: HashSet<i64> = HashSet::new();
    if !empty.is_empty() {
        depended_on.extend(
            company::table
                .filter(company::parent_company_id.eq_any(&empty))
                .select(company::parent_company_id.assume_not_null())
                .distinct()
                .load::<i64>(connection)?,
        );
        let divided = division::table.filter(division::company_id.eq_any(&empty)).select(division::company_id);
        depended_on.extend(divided.distinct().load::<i64>(connection)?);
        let grouped = permission_group::table
            .filter(permission_group::company_id.eq_any(&empty))
            .select(permission_group::company_id.assume_not_null());
        depended_on.extend(grouped.distinct().load::<i64>(connection)?);
        let provided = company_user_app::table
            .filter(company_user_app::company_id.eq_any(&empty))
            .select(company_user_app::company_id);
        depended_on.extend(provided.distinct().load::<i64>(connection)?);
        depended_on.extend(
            account::table
                .filter(account::company_id.eq_any(&empty))
                .select(account::company_id.assume_not_null())
                .distinct()
                .load::<i64>(connection)?,
        );
        depended_on.extend(tally::of_companies(connection, &empty, &tally::MEASUREMENTS)?.into_keys());
    }
    let made = rows.into_iter().map(|(row, parent_company_name)| {
        let (id, screen) = (row.company_id.0, row.kind.screen());
        let member_count = members.get(&id).copied().unwrap_or_default();
        let delete = if !caller.may(screen, Action::Delete) {
            Permit::no("forbidden")
        } else if member_count > 0 || depended_on.contains(&id) {
            Permit::no("hasDependents")
        } else {
            Permit::yes()
        };
        let can = Can { update: caller.permit(screen, Action::Update), delete };
        row.record(parent_company_name, services.remove(&id).unwrap_or_default(), member_count, can)
    });
    Ok(made.collect())
}

/// Returns a company in the scope.
///
/// # Errors
/// Returns "not found" if the company is outside the scope.
pub fn get(connection: &mut DatabaseConnection, caller: &Caller, company_id: CompanyId) -> Result<Company, Problem> {
    let row = company::table.in_scope(caller.scope).filter(company::company_id.eq(company_id.0));
    let row = with_parent!(row).first::<(Row, Option<String>)>(connection).optional()?;
    let rows = row.into_iter().collect();
    complete(connection, caller, rows)?.pop().ok_or_else(Problem::not_found)
}

/// Returns the companies of a picker, found by name.
///
/// # Errors
/// Returns an error if the database fails.
pub fn options(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &CompanyOptionFilter,
) -> Result<Vec<CompanyOption>, Problem> {
    let rows = company::table
        .in_scope(scope)
        .containing(company::name_key, filter.name.as_ref())
        .among(company::kind, &filter.types)
        .among(company::company_id, &filter.company_ids)
        .order((company::name_key, company::company_id))
        .limit(MAX_OPTIONS)
        .select((company::company_id, company::kind, company::name, company::vendor_id, company::dealer_id))
        .load::<(i64, String, String, Option<i64>, Option<i64>)>(connection)?;
    let above: HashSet<i64> = rows.iter().flat_map(|row| [row.3, row.4]).flatten().collect();
    // Does not disclose names above the caller's own company.
    let names: HashMap<i64, String> = company::table
        .in_scope(scope)
        .filter(company::company_id.eq_any(above))
        .select((company::company_id, company::name))
        .load::<(i64, String)>(connection)?
        .into_iter()
        .collect();
    rows.into_iter()
        .map(|(id, kind, name, vendor_id, dealer_id)| {
            let parents = [vendor_id, dealer_id].into_iter().flatten().filter(|above| *above != id);
            Ok(CompanyOption {
                company_id: CompanyId(id),
                kind: tier(&kind)?,
                name,
                parent_names: parents.filter_map(|above| names.get(&above).cloned()).collect(),
            })
        })
        .collect()
}

/// The columns that every save of a company writes.
#[derive(AsChangeset, Insertable)]
#[diesel(table_name = company, treat_none_as_null = true)]
struct Columns<'a> {
    name: &'a str,
    name_key: String,
    business_number: Option<&'a str>,
    representative_name: Option<&'a str>,
    phone_number: Option<&'a str>,
    email: Option<&'a str>,
    postal_code: Option<&'a str>,
    address: Option<&'a str>,
    address_detail: Option<&'a str>,
    memo: Option<&'a str>,
    updated_at: i64,
}

impl<'a> From<&'a CompanySave> for Columns<'a> {
    fn from(save: &'a CompanySave) -> Self {
        Self {
            name: &save.name,
            name_key: search_key(&save.name),
            business_number: save.business_number.as_deref(),
            representative_name: save.representative_name.as_deref(),
            phone_number: save.phone_number.as_deref(),
            email: save.email.as_deref(),
            postal_code: save.postal_code.as_deref(),
            address: save.address.as_deref(),
            address_detail: save.address_detail.as_deref(),
            memo: save.memo.as_deref(),
            updated_at: clock::now().0,
        }
    }
}

/// Checks that the parent is in the scope and of a tier that may be above, and locks it until the transaction ends.
fn check_parent(connection: &mut DatabaseConnection, scope: Scope, save: &CompanySave) -> Result<(), Problem> {
    let Some(parent_id) = save.parent_company_id else {
        // A company without a parent belongs to no subtree.
        return if scope == Scope::All { Ok(()) } else { Err(Problem::new(ErrorCode::Forbidden)) };
    };
    let Some(line) = held_line(connection, scope, parent_id)? else {
        return Err(Problem::invalid_field("parentCompanyId", "notFound"));
    };
    let fits = match save.kind {
        CompanyType::Vendor => false,
        CompanyType::Dealer => line.tier == CompanyType::Vendor,
        CompanyType::Retailer => line.tier != CompanyType::Retailer,
    };
    if fits { Ok(()) } else { Err(Problem::invalid_field("parentCompanyId", "wrongTier")) }
}

/// Returns the companies that are no longer above a company once its parent is `above`.
fn lost_parents(connection: &mut DatabaseConnection, id: i64, above: Option<CompanyId>) -> Result<Vec<i64>, Problem> {
    let before = line(connection, Scope::All, CompanyId(id))?.map(Line::above).unwrap_or_default();
    let after = match above {
        Some(above) => line(connection, Scope::All, above)?.map(|line| [line.vendor_id, line.dealer_id]),
        None => None,
    };
    let after = after.unwrap_or_default();
    Ok(before.into_iter().filter(|above| !after.contains(&Some(*above))).collect())
}

/// Writes a company's parent and its resulting line.
fn write_place(connection: &mut DatabaseConnection, id: i64, save: &CompanySave) -> Result<(), Problem> {
    let above = match save.parent_company_id {
        Some(above) => line(connection, Scope::All, above)?,
        None => None,
    };
    let own = |tier| (save.kind == tier).then_some(id);
    diesel::update(company::table.find(id))
        .set((
            company::parent_company_id.eq(save.parent_company_id),
            company::vendor_id.eq(own(CompanyType::Vendor).or(above.and_then(|line| line.vendor_id))),
            company::dealer_id.eq(own(CompanyType::Dealer).or(above.and_then(|line| line.dealer_id))),
            company::retailer_id.eq(own(CompanyType::Retailer)),
        ))
        .execute(connection)?;
    Ok(())
}

/// Checks that the services exist and that the caller holds each one that the company did not have. Services that
/// somebody else has assigned may stay, even if the caller does not hold them.
fn check_services(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    had: &[ServiceId],
    service_ids: &[ServiceId],
) -> Result<(), Problem> {
    const FIELD: &str = "serviceIds";
    let wanted: HashSet<i64> = service_ids.iter().map(|id| id.0).collect();
    let known: i64 = service::table.filter(service::service_id.eq_any(wanted.iter())).count().get_result(connection)?;
    if usize::try_from(known).unwrap_or(0) < wanted.len() {
        return Err(Problem::invalid_field(FIELD, "notFound"));
    }
    if service_ids.iter().any(|service| !caller.service_ids.contains(service) && !had.contains(service)) {
        return Err(Problem::invalid_field(FIELD, "exceedsOwn"));
    }
    Ok(())
}

fn replace_services(
    connection: &mut DatabaseConnection,
    company_id: i64,
    service_ids: &[ServiceId],
) -> Result<(), Problem> {
    diesel::delete(company_service::table.filter(company_service::company_id.eq(company_id))).execute(connection)?;
    let wanted: HashSet<i64> = service_ids.iter().map(|id| id.0).collect();
    let rows: Vec<_> = wanted
        .into_iter()
        .map(|service_id| (company_service::company_id.eq(company_id), company_service::service_id.eq(service_id)))
        .collect();
    on_backend!(connection, |connection| diesel::insert_into(company_service::table).values(rows).execute(connection))?;
    Ok(())
}

/// The history field that names the parent company.
pub const PARENT: &str = "parentCompanyName";

/// Checks that no company, account, member or measurement depends on a company. Queries the rows, because the
/// permissions in a response also depend on what the caller may do.
fn check_independent(connection: &mut DatabaseConnection, id: i64) -> Result<(), Problem> {
    let below = company::table.filter(company::parent_company_id.eq(id)).count().get_result(connection)?;
    let accounts = account::table.filter(account::company_id.eq(id)).count().get_result(connection)?;
    // Members are many: first check whether there is one.
    let member = member::table.filter(member::company_id.eq(id)).select(member::member_id).first::<i64>(connection);
    let members = if member.optional()?.is_some() {
        count_added(connection)?;
        tally::of_companies(connection, &[id], &[tally::MEMBERS])?.get(&id).copied().unwrap_or(1)
    } else {
        0
    };
    // Without companies below and members, all counted measurements are the company's own that wait for a person.
    let waiting = if below + members == 0 {
        tally::of_companies(connection, &[id], &tally::MEASUREMENTS)?.get(&id).copied().unwrap_or_default()
    } else {
        0
    };
    records::dependents(&[
        ("companies", below),
        ("accounts", accounts),
        ("members", members),
        ("measurements", waiting),
    ])
}

/// Checks that the caller may perform an action on the screen of a tier.
///
/// # Errors
/// Returns [`ErrorCode::Forbidden`] if the caller may not.
pub fn check_tier(caller: &Caller, tier: CompanyType, action: Action) -> Result<(), Problem> {
    if caller.may(tier.screen(), action) { Ok(()) } else { Err(Problem::new(ErrorCode::Forbidden)) }
}

/// Returns the tiers on whose screens the caller may perform an action.
#[must_use]
pub fn tiers(caller: &Caller, action: Action) -> Vec<&'static str> {
    let tiers = CompanyType::ALL.iter().filter(|tier| caller.may(tier.screen(), action));
    tiers.map(|tier| tier.as_str()).collect()
}

/// Replaces a company's id in history entries by its name, under another field name.
///
/// # Errors
/// Returns an error if the database fails.
pub fn replace_ids_by_names(
    connection: &mut DatabaseConnection,
    mut changes: Vec<FieldChange>,
    fields: (&str, &str),
) -> Result<Vec<FieldChange>, Problem> {
    records::replace_ids_by_names(connection, &mut changes, fields, |connection, id| {
        company::table.find(id).select(company::name).first(connection).optional()
    })?;
    Ok(changes)
}

/// Masks the names of companies outside the caller's scope in history entries, such as those of a record that was
/// moved.
///
/// # Errors
/// Returns an error if the database fails.
pub fn veil_names(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    page: &mut [Revision],
    field: &str,
) -> Result<(), Problem> {
    let named = || page.iter().flat_map(|revision| &revision.changes).filter(|change| change.field == field);
    let names_in_changes: Vec<String> =
        named().flat_map(|change| [&change.before, &change.after]).flatten().cloned().collect();
    if names_in_changes.is_empty() {
        return Ok(());
    }
    let reached =
        company::table.in_scope(caller.scope).filter(company::name.eq_any(names_in_changes)).select(company::name);
    let known: HashSet<String> = reached.load(connection)?.into_iter().collect();
    let changes = page.iter_mut().flat_map(|revision| &mut revision.changes);
    for change in changes.filter(|change| change.field == field) {
        for name in [&mut change.before, &mut change.after].into_iter().flatten() {
            if !known.contains(name) {
                *name = mask::text(name);
            }
        }
    }
    Ok(())
}

/// Companies as records, which are created, changed and deleted through their form.
pub struct CompanyRecord;

impl Record for CompanyRecord {
    const RESOURCE: &'static str = "company";
    type Form = CompanySave;
}

impl Rows for CompanyRecord {
    type Path = CompanyPath;
    type Shown = Company;

    kernel::locked_rows! { company by company_id }

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<Company, Problem> {
        let company = get(connection, caller, CompanyId(id))?;
        check_tier(caller, company.kind, Action::Read)?;
        Ok(company)
    }

    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<CompanySave, Problem> {
        Ok(get(connection, caller, CompanyId(id))?.form())
    }

    fn check(caller: &Caller, action: Action, form: &CompanySave) -> Result<(), Problem> {
        check_tier(caller, form.kind, action)
    }

    fn kind(form: &CompanySave) -> Option<&'static str> {
        Some(form.kind.as_str())
    }

    fn bin(caller: &Caller) -> Bin {
        Bin { kinds: Some(tiers(caller, Action::Delete)), ..Bin::default() }
    }

    /// The tier cannot change. The parent can change only while no company, account, member or measurement depends on
    /// the company. If the company thereby leaves a subtree, its credentials are revoked, and the companies that were
    /// above it lose the results of their jobs that cover their subtrees.
    fn validated(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        standing: Option<(i64, &CompanySave)>,
        save: CompanySave,
    ) -> Result<CompanySave, Problem> {
        if standing.is_some_and(|(_, before)| before.kind != save.kind) {
            return Err(Problem::invalid_field("type", "fixed"));
        }
        match standing {
            None => check_parent(connection, caller.scope, &save)?,
            Some((id, before)) if before.parent_company_id != save.parent_company_id => {
                hold(connection, id, Hold::Alone)?;
                check_independent(connection, id)
                    .map_err(|_| Problem::invalid_field("parentCompanyId", "hasDependents"))?;
                check_parent(connection, caller.scope, &save)?;
                let lost_parents = lost_parents(connection, id, save.parent_company_id)?;
                if !lost_parents.is_empty() {
                    credentials::revoke_all(connection, caller, &[id])?;
                    jobs::withdraw(connection, &lost_parents)?;
                }
            }
            Some(_) => {}
        }
        let had = standing.map_or(&[][..], |(_, before)| &before.service_ids);
        check_services(connection, caller, had, &save.service_ids)?;
        let mut save = save;
        save.service_ids.sort_unstable();
        save.service_ids.dedup();
        Ok(save)
    }

    /// A restored company keeps the services that it had, even those that the caller does not hold.
    fn validate_restored(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        save: CompanySave,
    ) -> Result<CompanySave, Problem> {
        check_parent(connection, caller.scope, &save)?;
        check_services(connection, caller, &save.service_ids, &save.service_ids)?;
        Ok(save)
    }

    /// A change is undone with access to the company; a deletion is undone with access to its parent.
    fn company_of_past(
        _: &mut DatabaseConnection,
        id: i64,
        before: &CompanySave,
        is_removed: bool,
    ) -> Result<Option<i64>, Problem> {
        let above = before.parent_company_id.filter(|_| is_removed);
        Ok(Some(above.map_or(id, |above| above.0)))
    }

    /// Divisions, permission groups and user apps also prevent deletion, because a restored company would not get them
    /// back.
    fn check_removable(connection: &mut DatabaseConnection, id: i64, _: &CompanySave) -> Result<(), Problem> {
        hold(connection, id, Hold::Alone)?;
        check_independent(connection, id)?;
        let divisions = division::table.filter(division::company_id.eq(id)).count().get_result(connection)?;
        let groups = permission_group::table.filter(permission_group::company_id.eq(id));
        let groups = groups.count().get_result(connection)?;
        let apps =
            company_user_app::table.filter(company_user_app::company_id.eq(id)).count().get_result(connection)?;
        records::dependents(&[("divisions", divisions), ("permissionGroups", groups), ("userApps", apps)])
    }

    fn insert(
        connection: &mut DatabaseConnection,
        id: Option<i64>,
        save: &CompanySave,
        at: Timestamp,
    ) -> Result<i64, Problem> {
        let row = (company::kind.eq(save.kind), company::created_at.eq(at), Columns::from(save));
        let new = diesel::insert_into(company::table);
        let id = match id {
            None => new.values(row).returning(company::company_id).get_result(connection)?,
            Some(id) => {
                let version = company::version.eq(save.version.unwrap_or_default() + 1);
                let row = (company::company_id.eq(id), version, row);
                new.values(row).returning(company::company_id).get_result(connection)?
            }
        };
        write_place(connection, id, save)?;
        replace_services(connection, id, &save.service_ids)?;
        Ok(id)
    }

    fn replace(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &CompanySave,
        save: &CompanySave,
    ) -> Result<usize, Problem> {
        let version = before.version.unwrap_or_default();
        let changed = diesel::update(company::table.find(id).filter(company::version.eq(version)))
            .set((Columns::from(save), company::version.eq(version + 1)))
            .execute(connection)?;
        if changed > 0 {
            if before.parent_company_id != save.parent_company_id {
                write_place(connection, id, save)?;
            }
            replace_services(connection, id, &save.service_ids)?;
        }
        Ok(changed)
    }

    fn remove(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &CompanySave,
    ) -> Result<Option<Timestamp>, Problem> {
        let version = before.version.unwrap_or_default();
        let row = diesel::delete(company::table.find(id).filter(company::version.eq(version)));
        Ok(row.returning(company::created_at).get_result(connection).optional()?)
    }

    /// Shows the parent company by its name.
    fn describe_changes(
        connection: &mut DatabaseConnection,
        changes: Vec<FieldChange>,
    ) -> Result<Vec<FieldChange>, Problem> {
        replace_ids_by_names(connection, changes, ("parentCompanyId", PARENT))
    }

    fn redact_history(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        page: &mut [Revision],
    ) -> Result<(), Problem> {
        veil_names(connection, caller, page, PARENT)
    }
}
