//! Divisions of companies: storage. The path of a division lists the ids of those above it and its own. Its subtree,
//! its depth and circular parents are read from the path.

use crate::companies::store::{self as companies, Hold, check_tier};
use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, Selectable, SelectableHelper, dsl::count_star,
};
use kernel::{
    access::{
        caller::Caller,
        scope::{Scope, Scoped},
    },
    clock,
    db::{
        DatabaseConnection,
        narrow::Narrow,
        schema::{company, division, member, removed_division},
    },
    problem::Problem,
    records::{self, Bin, Record, Rows},
};
use std::collections::{HashMap, HashSet};
use uno_core::{
    contract::{
        companies::CompanyId,
        divisions::{
            Division, DivisionId, DivisionOption, DivisionOptionFilter, DivisionPath, DivisionSave, MAX_DIVISIONS,
            MAX_LEVELS,
        },
        page::{Can, Permit},
        revisions::FieldChange,
        validation::Violation,
    },
    domain::{access::Action, text::search_key, time::Timestamp},
};

/// The top division of a filter, in queries of divisions. The path of a division in its subtree starts with its path.
#[allow(missing_docs)]
mod asked {
    use kernel::db::schema::division;

    diesel::alias!(division as top: Top);
}
pub use asked::top;

/// The maximum number of choices in a picker.
const MAX_OPTIONS: i64 = 200;
/// The gap between the positions of neighbours, for divisions that are moved in between later.
const POSITION_GAP: i64 = 1_000_000;

kernel::row! {
    /// A division without its data in other tables.
    struct Row of division as Division {
        division_id: DivisionId,
        company_id: CompanyId,
        parent_division_id: Option<DivisionId>,
        name: String,
        position: i64,
        created_at: Timestamp,
        updated_at: Timestamp,
        version: i64,
    }
    with { member_count: i64, can: Can }
    without { authors }
}

/// A division's position in the tree.
#[derive(Clone, diesel::Queryable, Selectable)]
#[diesel(table_name = division)]
struct Placed {
    division_id: i64,
    parent_division_id: Option<i64>,
    path: String,
    position: i64,
}

impl Placed {
    fn levels(&self) -> usize {
        self.path.matches('/').count().saturating_sub(1)
    }
}

fn placed(connection: &mut DatabaseConnection, company_id: CompanyId) -> Result<Vec<Placed>, Problem> {
    let of_company = division::table.filter(division::company_id.eq(company_id));
    Ok(of_company.order((division::position, division::division_id)).select(Placed::as_select()).load(connection)?)
}

/// Checks that the caller may perform an action on a company's divisions, on the screen of its tier.
fn check(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    company_id: CompanyId,
    action: Action,
) -> Result<(), Problem> {
    let line = companies::line(connection, caller.scope, company_id)?.ok_or_else(Problem::not_found)?;
    check_tier(caller, line.tier, action)
}

fn permits(connection: &mut DatabaseConnection, caller: &Caller, company_id: CompanyId) -> Result<Can, Problem> {
    let line = companies::line(connection, caller.scope, company_id)?.ok_or_else(Problem::not_found)?;
    let screen = line.tier.screen();
    Ok(Can { update: caller.permit(screen, Action::Update), delete: caller.permit(screen, Action::Delete) })
}

/// Adds the number of members and the caller's permissions.
fn complete(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    company_id: CompanyId,
    rows: Vec<Row>,
) -> Result<Vec<Division>, Problem> {
    let can = permits(connection, caller, company_id)?;
    let ids: Vec<DivisionId> = rows.iter().map(|row| row.division_id).collect();
    let members: HashMap<i64, i64> = member::table
        .filter(member::division_id.eq_any(&ids))
        .group_by(member::division_id)
        .select((member::division_id, count_star()))
        .load::<(Option<i64>, i64)>(connection)?
        .into_iter()
        .filter_map(|(id, count)| Some((id?, count)))
        .collect();
    let above: HashSet<i64> = division::table
        .filter(division::parent_division_id.eq_any(&ids))
        .select(division::parent_division_id)
        .load::<Option<i64>>(connection)?
        .into_iter()
        .flatten()
        .collect();
    let made = rows.into_iter().map(|row| {
        let id = row.division_id.0;
        let count = members.get(&id).copied().unwrap_or_default();
        let is_used = count > 0 || above.contains(&id);
        let delete = if can.delete.allowed && is_used { Permit::no("divisionUsed") } else { can.delete.clone() };
        row.record(count, Can { update: can.update.clone(), delete })
    });
    Ok(made.collect())
}

/// Lists the divisions of a company, each after its parent, siblings in their order.
///
/// # Errors
/// Returns "not found" if the company is outside the scope.
pub fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    company_id: CompanyId,
) -> Result<Vec<Division>, Problem> {
    check(connection, caller, company_id, Action::Read)?;
    let rows = division::table
        .in_scope(caller.scope)
        .filter(division::company_id.eq(company_id))
        .order((division::position, division::division_id))
        .select(Row::as_select())
        .load::<Row>(connection)?;
    let all = complete(connection, caller, company_id, rows)?;
    let mut ordered = Vec::with_capacity(all.len());
    push_subtree(None, &all, &mut ordered);
    Ok(ordered)
}

fn push_subtree(parent: Option<DivisionId>, all: &[Division], ordered: &mut Vec<Division>) {
    for division in all.iter().filter(|division| division.parent_division_id == parent) {
        ordered.push(division.clone());
        push_subtree(Some(division.division_id), all, ordered);
    }
}

/// Returns the divisions of a picker, ordered by company and by path.
///
/// # Errors
/// Returns an error if the database fails.
pub fn options(
    connection: &mut DatabaseConnection,
    scope: Scope,
    filter: &DivisionOptionFilter,
) -> Result<Vec<DivisionOption>, Problem> {
    let rows = division::table
        .in_scope(scope)
        .equal(division::company_id, filter.company_id)
        .containing(division::name_key, filter.name.as_ref())
        .among(division::division_id, &filter.division_ids)
        .order((division::company_id, division::path))
        .limit(MAX_OPTIONS)
        .select((division::division_id, division::name, division::path, division::company_id))
        .load::<(i64, String, String, i64)>(connection)?;
    let above: HashSet<i64> = rows.iter().flat_map(|(_, _, path, _)| ids_of(path)).collect();
    let names: HashMap<i64, String> = division::table
        .filter(division::division_id.eq_any(above))
        .select((division::division_id, division::name))
        .load::<(i64, String)>(connection)?
        .into_iter()
        .collect();
    let companies: HashSet<i64> = rows.iter().map(|(.., company_id)| *company_id).collect();
    let companies: HashMap<i64, String> = company::table
        .in_scope(scope)
        .filter(company::company_id.eq_any(companies))
        .select((company::company_id, company::name))
        .load::<(i64, String)>(connection)?
        .into_iter()
        .collect();
    let option = |(id, name, path, company_id): (i64, String, String, i64)| DivisionOption {
        division_id: DivisionId(id),
        name,
        parent_names: ids_of(&path).filter(|above| *above != id).filter_map(|id| names.get(&id).cloned()).collect(),
        company_name: companies.get(&company_id).cloned().unwrap_or_default(),
    };
    Ok(rows.into_iter().map(option).collect())
}

fn ids_of(path: &str) -> impl Iterator<Item = i64> {
    path.split('/').filter_map(|id| id.parse().ok())
}

/// Returns the names of divisions.
///
/// # Errors
/// Returns an error if the database fails.
pub fn names(
    connection: &mut DatabaseConnection,
    ids: &HashSet<DivisionId>,
) -> Result<HashMap<DivisionId, String>, Problem> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let named = division::table.filter(division::division_id.eq_any(ids));
    Ok(named.select((division::division_id, division::name)).load(connection)?.into_iter().collect())
}

/// Returns every division of a company with its parent and its name.
///
/// # Errors
/// Returns an error if the database fails.
pub fn named(
    connection: &mut DatabaseConnection,
    company_id: CompanyId,
) -> Result<Vec<(DivisionId, Option<DivisionId>, String)>, Problem> {
    let of_company = division::table.filter(division::company_id.eq(company_id));
    Ok(of_company.select((division::division_id, division::parent_division_id, division::name)).load(connection)?)
}

/// Checks that a division belongs to a company, and locks it until the transaction ends.
///
/// # Errors
/// Returns `notFound` for the field if the company has no such division.
pub fn check_of_company(
    connection: &mut DatabaseConnection,
    division_id: Option<DivisionId>,
    company_id: CompanyId,
) -> Result<(), Problem> {
    let Some(id) = division_id else { return Ok(()) };
    let own = division::table.filter(division::division_id.eq(id)).filter(division::company_id.eq(company_id));
    let found = if let DatabaseConnection::Postgres(connection) = connection {
        own.select(division::division_id).for_key_share().first::<i64>(connection).optional()?
    } else {
        own.select(division::division_id).first::<i64>(connection).optional()?
    };
    if found.is_some() { Ok(()) } else { Err(Problem::invalid_field("divisionId", "notFound")) }
}

/// Replaces the ids of divisions in history entries by their names.
///
/// # Errors
/// Returns an error if the database fails.
pub fn replace_ids_by_names(
    connection: &mut DatabaseConnection,
    mut changes: Vec<FieldChange>,
    field: &str,
) -> Result<Vec<FieldChange>, Problem> {
    records::replace_ids_by_names(connection, &mut changes, (field, field), |connection, id| {
        division::table.find(id).select(division::name).first(connection).optional()
    })?;
    Ok(changes)
}

/// Checks that the company's divisions stay a tree of limited depth.
fn check_place(all: &[Placed], own: Option<i64>, parent: Option<DivisionId>) -> Result<(), Violation> {
    let Some(parent) = parent else { return Ok(()) };
    let at = |code: &str| Violation::new("parentDivisionId", code);
    let above = all.iter().find(|placed| placed.division_id == parent.0).ok_or_else(|| at("notFound"))?;
    let standing = own.and_then(|own| all.iter().find(|placed| placed.division_id == own));
    let below = match standing {
        None => 1,
        Some(own) if above.path.starts_with(&own.path) => return Err(at("divisionCircle")),
        Some(own) => {
            let deepest = all.iter().filter(|placed| placed.path.starts_with(&own.path)).map(Placed::levels).max();
            deepest.unwrap_or_default() + 1 - own.levels()
        }
    };
    if above.levels() + below > MAX_LEVELS { Err(at("divisionTooDeep").with("max", MAX_LEVELS)) } else { Ok(()) }
}

/// Writes the path of a division and of its subtree. If a sibling has the same position, the division is placed after
/// it and the siblings' positions are spread out again.
fn write_place(connection: &mut DatabaseConnection, id: i64, save: &DivisionSave) -> Result<(), Problem> {
    let all = placed(connection, save.company_id)?;
    let of = |id: i64| all.iter().find(|placed| placed.division_id == id);
    let above = save.parent_division_id.and_then(|id| of(id.0)).map_or("/", |placed| &placed.path);
    let (before, after) = (of(id).map_or("", |placed| &placed.path), format!("{above}{id}/"));
    if before != after {
        let moved = all
            .iter()
            .filter(|placed| placed.division_id == id || !before.is_empty() && placed.path.starts_with(before));
        for placed in moved {
            let path = format!("{after}{}", placed.path.strip_prefix(before).unwrap_or_default());
            diesel::update(division::table.find(placed.division_id))
                .set(division::path.eq(path))
                .execute(connection)?;
        }
    }
    let parent = save.parent_division_id.map(|id| id.0);
    let mut siblings: Vec<&Placed> = all.iter().filter(|placed| placed.parent_division_id == parent).collect();
    if siblings.iter().filter(|placed| placed.position == save.position).count() < 2 {
        return Ok(());
    }
    siblings.sort_unstable_by_key(|placed| (placed.position, placed.division_id == id, placed.division_id));
    for (position, placed) in (1..).map(|place: i64| place * POSITION_GAP).zip(siblings) {
        // The version changes so that readers of the old position reload. The division itself gets its new version from
        // this save.
        let step = i64::from(placed.division_id != id);
        diesel::update(division::table.find(placed.division_id))
            .set((division::position.eq(position), division::version.eq(division::version + step)))
            .execute(connection)?;
    }
    Ok(())
}

/// Divisions as records, which are created, moved and deleted through their form.
pub struct DivisionRecord;

impl Record for DivisionRecord {
    const RESOURCE: &'static str = "division";
    type Form = DivisionSave;
}

macro_rules! columns {
    ($save:ident) => {
        (
            division::parent_division_id.eq($save.parent_division_id),
            division::name.eq(&$save.name),
            division::name_key.eq(search_key(&$save.name)),
            division::position.eq($save.position),
            division::updated_at.eq(clock::now()),
        )
    };
}

/// Returns the deleted divisions that were anywhere below one of these, so that the subtree's past measurements can be
/// included.
///
/// # Errors
/// Returns an error if the database fails.
pub fn removed_below(
    connection: &mut DatabaseConnection,
    scope: Scope,
    company_id: i64,
    divisions: &[i64],
) -> Result<Vec<i64>, Problem> {
    let mut left = removed_division::table
        .in_scope(scope)
        .filter(removed_division::company_id.eq(company_id))
        .select((removed_division::division_id, removed_division::parent_division_id))
        .load::<(i64, i64)>(connection)?;
    let mut above: HashSet<i64> = divisions.iter().copied().collect();
    let mut found = Vec::new();
    loop {
        let (next, others): (Vec<_>, Vec<_>) = left.into_iter().partition(|(_, parent)| above.contains(parent));
        if next.is_empty() {
            return Ok(found);
        }
        found.extend(next.iter().map(|(division_id, _)| *division_id));
        above.extend(next.into_iter().map(|(division_id, _)| division_id));
        left = others;
    }
}

impl Rows for DivisionRecord {
    type Path = DivisionPath;
    type Shown = Division;
    const UNIQUE: Option<&'static str> = Some("name");

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<Division, Problem> {
        let found = division::table.in_scope(caller.scope).filter(division::division_id.eq(id));
        let row = found.select(Row::as_select()).first::<Row>(connection).optional()?.ok_or_else(Problem::not_found)?;
        let company_id = row.company_id;
        check(connection, caller, company_id, Action::Read)?;
        complete(connection, caller, company_id, vec![row])?.pop().ok_or_else(Problem::not_found)
    }

    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<DivisionSave, Problem> {
        Ok(Self::show(connection, caller, id)?.form())
    }

    /// Locks the company exclusively, so that of two concurrent moves the second sees the result of the first.
    fn validated(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        standing: Option<(i64, &DivisionSave)>,
        save: DivisionSave,
    ) -> Result<DivisionSave, Problem> {
        if standing.is_some_and(|(_, before)| before.company_id != save.company_id) {
            return Err(Problem::invalid_field("companyId", "fixed"));
        }
        let Some(line) = companies::line(connection, caller.scope, save.company_id)? else {
            return Err(Problem::invalid_field("companyId", "notFound"));
        };
        if standing.is_none() {
            check_tier(caller, line.tier, Action::Create)?;
        }
        companies::hold(connection, save.company_id.0, Hold::Alone)?;
        let all = placed(connection, save.company_id)?;
        if standing.is_none() && i64::try_from(all.len()).is_ok_and(|count| count >= MAX_DIVISIONS) {
            let violation = Violation::new("name", "tooManyDivisions").with("max", MAX_DIVISIONS);
            return Err(Problem::invalid(vec![violation]));
        }
        check_place(&all, standing.map(|(id, _)| id), save.parent_division_id)
            .map_err(|violation| Problem::invalid(vec![violation]))?;
        Ok(save)
    }

    fn check_current(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        action: Action,
        _: i64,
        before: &DivisionSave,
    ) -> Result<(), Problem> {
        check(connection, caller, before.company_id, action)
    }

    /// Leaves out deleted divisions on screens that the caller may not see.
    fn bin(caller: &Caller) -> Bin {
        Bin { tiers: Some(companies::tiers(caller, Action::Delete)), ..Bin::default() }
    }

    fn company_of_past(
        _: &mut DatabaseConnection,
        _: i64,
        before: &DivisionSave,
        _: bool,
    ) -> Result<Option<i64>, Problem> {
        Ok(Some(before.company_id.0))
    }

    fn check_removable(connection: &mut DatabaseConnection, id: i64, before: &DivisionSave) -> Result<(), Problem> {
        companies::hold(connection, before.company_id.0, Hold::Alone)?;
        let below = division::table.filter(division::parent_division_id.eq(id)).count().get_result(connection)?;
        let members = member::table.filter(member::division_id.eq(id)).count().get_result(connection)?;
        records::dependents(&[("divisions", below), ("members", members)])
    }

    /// If the parent no longer exists, the division is restored at the top level.
    fn restorable(
        connection: &mut DatabaseConnection,
        _: Option<&DivisionSave>,
        form: DivisionSave,
    ) -> Result<DivisionSave, Problem> {
        let Some(parent) = form.parent_division_id else { return Ok(form) };
        let known = division::table.find(parent.0).select(division::division_id).first::<i64>(connection).optional()?;
        Ok(DivisionSave { parent_division_id: known.map(DivisionId), ..form })
    }

    fn insert(
        connection: &mut DatabaseConnection,
        id: Option<i64>,
        save: &DivisionSave,
        at: Timestamp,
    ) -> Result<i64, Problem> {
        let row = (columns!(save), division::company_id.eq(save.company_id), division::created_at.eq(at));
        let new = diesel::insert_into(division::table);
        let id = match id {
            None => new.values(row).returning(division::division_id).get_result(connection)?,
            Some(id) => {
                let version = division::version.eq(save.version.unwrap_or_default() + 1);
                let row = (division::division_id.eq(id), version, row);
                diesel::delete(removed_division::table.find(id)).execute(connection)?;
                new.values(row).returning(division::division_id).get_result(connection)?
            }
        };
        write_place(connection, id, save)?;
        Ok(id)
    }

    fn replace(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &DivisionSave,
        save: &DivisionSave,
    ) -> Result<usize, Problem> {
        let version = before.version.unwrap_or_default();
        let changed = diesel::update(division::table.find(id).filter(division::version.eq(version)))
            .set((columns!(save), division::version.eq(version + 1)))
            .execute(connection)?;
        if changed > 0 {
            write_place(connection, id, save)?;
        }
        Ok(changed)
    }

    fn remove(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &DivisionSave,
    ) -> Result<Option<Timestamp>, Problem> {
        let version = before.version.unwrap_or_default();
        let row = diesel::delete(division::table.find(id).filter(division::version.eq(version)));
        let removed = row.returning(division::created_at).get_result::<Timestamp>(connection).optional()?;
        if let (Some(_), Some(parent)) = (removed, before.parent_division_id) {
            // Measurements made in the division still count for those above it.
            diesel::insert_into(removed_division::table)
                .values((
                    removed_division::division_id.eq(id),
                    removed_division::company_id.eq(before.company_id.0),
                    removed_division::parent_division_id.eq(parent.0),
                ))
                .execute(connection)?;
        }
        Ok(removed)
    }

    /// Shows the company and the parent division by their names.
    fn describe_changes(
        connection: &mut DatabaseConnection,
        changes: Vec<FieldChange>,
    ) -> Result<Vec<FieldChange>, Problem> {
        let changes = companies::replace_ids_by_names(connection, changes, ("companyId", "companyId"))?;
        replace_ids_by_names(connection, changes, "parentDivisionId")
    }
}
