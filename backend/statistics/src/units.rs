//! Resolves the filter of a statistic to the companies and divisions whose segments are read.

use crate::{fold::ALL, frame::StatisticRequest};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::{
        caller::Caller,
        scope::{Scope, Scoped as _},
    },
    db::{
        DatabaseConnection, MAX_IDS,
        schema::{company, division},
    },
    problem::Problem,
};
use organisation::{companies::store as companies, divisions::store as division_tree, tally};
use uno_core::contract::{
    companies::CompanyId,
    divisions::DivisionId,
    services::ServiceId,
    statistics::{AttentionPeopleFilter, StatisticFilter},
};

/// The part of a filter that selects companies and divisions.
#[derive(Clone, Copy, Debug)]
pub struct UnitFilter<'a> {
    /// A company with its subtree.
    pub company_id: Option<CompanyId>,
    /// A division with its subtree.
    pub division_id: Option<DivisionId>,
    /// Only companies that offer one of these services.
    pub service_ids: &'a [ServiceId],
}

impl<'a> From<&'a StatisticFilter> for UnitFilter<'a> {
    fn from(filter: &'a StatisticFilter) -> Self {
        Self { company_id: filter.company_id, division_id: filter.division_id, service_ids: &filter.service_ids }
    }
}

impl<'a> From<&'a AttentionPeopleFilter> for UnitFilter<'a> {
    fn from(filter: &'a AttentionPeopleFilter) -> Self {
        Self { company_id: filter.company_id, division_id: filter.division_id, service_ids: &filter.service_ids }
    }
}

/// The segments that together cover the selection; empty if the selection is empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Units {
    /// Companies; 0 for all together.
    pub companies: Vec<i64>,
    /// Divisions of these companies; 0 for all divisions of a company.
    pub divisions: Vec<i64>,
}

impl Units {
    /// Returns the units of companies with all their divisions.
    #[must_use]
    pub fn of_companies(companies: Vec<i64>) -> Self {
        Self { companies, divisions: vec![ALL] }
    }

    /// Returns whether one segment covers all of a day, so that no person can be in two.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.companies.len() <= 1 && self.divisions.len() <= 1
    }
}

/// Narrows the scope to the requested company.
///
/// # Errors
/// Returns "not found" if the company is outside the scope.
pub fn reached(
    connection: &mut DatabaseConnection,
    scope: Scope,
    company_id: Option<CompanyId>,
) -> Result<Scope, Problem> {
    match companies::narrowed(connection, scope, company_id)? {
        Scope::Nothing if company_id.is_some() => Err(Problem::not_found()),
        reached => Ok(reached),
    }
}

/// Returns a division with its subtree, including removed divisions, and the company it belongs to.
///
/// # Errors
/// Returns "not found" if the division is outside the scope.
pub fn divisions(
    connection: &mut DatabaseConnection,
    reached: Scope,
    division_id: DivisionId,
) -> Result<(i64, Vec<i64>), Problem> {
    let found = division::table
        .in_scope(reached)
        .filter(division::division_id.eq(division_id.0))
        .select((division::company_id, division::path))
        .first::<(i64, String)>(connection)
        .optional()?;
    let (company_id, path) = found.ok_or_else(Problem::not_found)?;
    let of_company = division::table
        .in_scope(reached)
        .filter(division::company_id.eq(company_id))
        .select((division::division_id, division::path))
        .load::<(i64, String)>(connection)?;
    let mut below: Vec<i64> =
        of_company.into_iter().filter(|(_, own)| own.starts_with(&path)).map(|(id, _)| id).collect();
    let removed = division_tree::removed_below(connection, reached, company_id, &below)?;
    below.extend(removed);
    Ok((company_id, below))
}

/// Validates a filter before a file is made from it.
///
/// # Errors
/// Returns an error for the field `bucket` if there are too many buckets, and "not found" if the company or the
/// division is outside the scope.
pub fn check(connection: &mut DatabaseConnection, caller: &Caller, filter: &StatisticFilter) -> Result<(), Problem> {
    StatisticRequest::of(filter.start, filter.end, filter.bucket, filter.compare == Some(true))?;
    of(connection, caller.scope, UnitFilter::from(filter)).map(|_| ())
}

/// Returns the units that a filter selects.
///
/// # Errors
/// Returns "not found" if the company or the division is outside the scope.
pub fn of(connection: &mut DatabaseConnection, scope: Scope, unit_filter: UnitFilter<'_>) -> Result<Units, Problem> {
    let reached = reached(connection, scope, unit_filter.company_id)?;
    if let Some(division_id) = unit_filter.division_id {
        let (company_id, divisions) = divisions(connection, reached, division_id)?;
        let is_offered = unit_filter.service_ids.is_empty()
            || tally::top_companies(connection, reached, unit_filter.service_ids)?
                .is_some_and(|top_companies| top_companies.contains(&company_id));
        return Ok(if is_offered { Units { companies: vec![company_id], divisions } } else { Units::default() });
    }
    Ok(match reached {
        Scope::All if unit_filter.service_ids.is_empty() => Units::of_companies(vec![ALL]),
        _ => tally::top_companies(connection, reached, unit_filter.service_ids)?
            .map_or_else(Units::default, Units::of_companies),
    })
}

/// A company that tests are counted for, with the companies whose segments cover it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// Company.
    pub company_id: i64,
    /// Name.
    pub name: String,
    /// Units to read.
    pub units: Units,
}

/// The companies that tests are counted for: the direct children of the requested company, and that company itself,
/// whose segments include all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Children {
    /// The children; a company without children is its own.
    pub below: Vec<Child>,
    /// The parent of the children, if it is a single company.
    pub above: Option<Child>,
}

impl Children {
    /// Iterates over all companies, the parent last.
    pub fn iter(&self) -> impl Iterator<Item = &Child> {
        self.below.iter().chain(&self.above)
    }

    /// Returns the number of companies.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// Returns the direct children of the requested company with that company as the parent, or only the company if it has
/// none. Without a requested company, a caller with access to everything gets the companies without a parent.
///
/// # Errors
/// Returns "not found" if the company or the division is outside the scope.
pub fn children(
    connection: &mut DatabaseConnection,
    scope: Scope,
    unit_filter: UnitFilter<'_>,
) -> Result<Children, Problem> {
    let reached = reached(connection, scope, unit_filter.company_id)?;
    let below = company::table.in_scope(reached);
    let below = match reached {
        Scope::Company { company_id, .. } => below.filter(company::parent_company_id.eq(company_id.0)),
        _ => below.filter(company::parent_company_id.is_null()),
    };
    let mut found = below.select((company::company_id, company::name)).load::<(i64, String)>(connection)?;
    let mut above = Vec::new();
    if let Scope::Company { company_id, .. } = reached {
        let own = company::table.in_scope(reached).filter(company::company_id.eq(company_id.0));
        let own = own.select((company::company_id, company::name)).load::<(i64, String)>(connection)?;
        if found.is_empty() { found = own } else { above = own }
    }
    let all = match (unit_filter.division_id, unit_filter.service_ids.is_empty()) {
        (None, true) => None,
        _ => Some(of(connection, scope, unit_filter)?),
    };
    let child = |(company_id, name): (i64, String)| {
        let units = if all.is_some() { Units::default() } else { Units::of_companies(vec![company_id]) };
        Child { company_id, name, units }
    };
    let mut children =
        Children { below: found.into_iter().map(child).collect(), above: above.into_iter().map(child).next() };
    let Some(Units { companies, divisions }) = all else { return Ok(children) };
    let mut lines = Vec::new();
    for some in companies.chunks(MAX_IDS) {
        let found = company::table
            .in_scope(reached)
            .filter(company::company_id.eq_any(some.to_vec()))
            .select((company::company_id, company::vendor_id, company::dealer_id, company::retailer_id))
            .load::<(i64, Option<i64>, Option<i64>, Option<i64>)>(connection)?;
        lines.extend(found);
    }
    for (company_id, vendor_id, dealer_id, retailer_id) in lines {
        let line = [vendor_id, dealer_id, retailer_id];
        let below = children.below.iter_mut().find(|child| line.contains(&Some(child.company_id)));
        // The division can belong to the parent company itself.
        let itself = children.above.as_mut().filter(|above| above.company_id == company_id);
        if let Some(child) = below.or(itself) {
            child.units.companies.push(company_id);
            child.units.divisions.clone_from(&divisions);
        }
    }
    Ok(children)
}
