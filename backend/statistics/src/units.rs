//! Whose measurements a statistic is of: the segments of which companies, and of which divisions.

use crate::{fold::ALL, frame::Asked};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::{
        caller::Caller,
        scope::{Scope, Scoped as _},
    },
    db::{
        DatabaseConnection, MOST_IDS,
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

/// Whose measurements are asked for.
#[derive(Clone, Copy, Debug)]
pub struct Whose<'a> {
    /// A company with those below it.
    pub company_id: Option<CompanyId>,
    /// A division with those below it.
    pub division_id: Option<DivisionId>,
    /// Of companies that offer one of these.
    pub service_ids: &'a [ServiceId],
}

impl<'a> From<&'a StatisticFilter> for Whose<'a> {
    fn from(filter: &'a StatisticFilter) -> Self {
        Self { company_id: filter.company_id, division_id: filter.division_id, service_ids: &filter.service_ids }
    }
}

impl<'a> From<&'a AttentionPeopleFilter> for Whose<'a> {
    fn from(filter: &'a AttentionPeopleFilter) -> Self {
        Self { company_id: filter.company_id, division_id: filter.division_id, service_ids: &filter.service_ids }
    }
}

/// The segments that say it together; none where nobody is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Units {
    /// Companies; 0 for all together.
    pub companies: Vec<i64>,
    /// Divisions of the one company; 0 for all.
    pub divisions: Vec<i64>,
}

impl Units {
    /// Companies with all their divisions.
    #[must_use]
    pub fn of_companies(companies: Vec<i64>) -> Self {
        Self { companies, divisions: vec![ALL] }
    }

    /// Whether one segment says all of a day: a person can then not be in two of them.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.companies.len() <= 1 && self.divisions.len() <= 1
    }
}

/// What the scope leaves of the company that is asked for.
///
/// # Errors
/// "Not found" where the scope does not reach it.
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

/// A division with those below it, also those that were removed, and the company that it is of.
///
/// # Errors
/// "Not found" where the scope does not reach it.
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

/// Checks that a filter can be answered, before a file of it is made.
///
/// # Errors
/// Names what is wrong with the period; "not found" where the scope does not reach the company or the division.
pub fn check(connection: &mut DatabaseConnection, caller: &Caller, filter: &StatisticFilter) -> Result<(), Problem> {
    Asked::of(filter.start, filter.end, filter.bucket, filter.compare == Some(true))?;
    of(connection, caller.scope, Whose::from(filter)).map(|_| ())
}

/// The segments of what is asked for.
///
/// # Errors
/// "Not found" where the scope does not reach the company or the division.
pub fn of(connection: &mut DatabaseConnection, scope: Scope, whose: Whose<'_>) -> Result<Units, Problem> {
    let reached = reached(connection, scope, whose.company_id)?;
    if let Some(division_id) = whose.division_id {
        let (company_id, divisions) = divisions(connection, reached, division_id)?;
        let is_offered = whose.service_ids.is_empty()
            || tally::tops(connection, reached, whose.service_ids)?.is_some_and(|tops| tops.contains(&company_id));
        return Ok(if is_offered { Units { companies: vec![company_id], divisions } } else { Units::default() });
    }
    Ok(match reached {
        Scope::All if whose.service_ids.is_empty() => Units::of_companies(vec![ALL]),
        _ => tally::tops(connection, reached, whose.service_ids)?.map_or_else(Units::default, Units::of_companies),
    })
}

/// A company of which tests are told by itself, with the companies whose segments say them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Child {
    /// Company.
    pub company_id: i64,
    /// Name.
    pub name: String,
    /// Whose segments.
    pub units: Units,
}

/// The companies of which tests are told: those directly below what is asked for, and what these are below, whose
/// segments say what they and it have together.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Children {
    /// Those below; a company that has none below it, itself.
    pub below: Vec<Child>,
    /// The company that they are below, where it is one.
    pub above: Option<Child>,
}

impl Children {
    /// All of them, what is above last.
    pub fn iter(&self) -> impl Iterator<Item = &Child> {
        self.below.iter().chain(&self.above)
    }

    /// How many they are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.iter().count()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// The companies directly below what is asked for; a company that has none below it, itself.
///
/// # Errors
/// "Not found" where the scope does not reach the company or the division.
pub fn children(connection: &mut DatabaseConnection, scope: Scope, whose: Whose<'_>) -> Result<Children, Problem> {
    let reached = reached(connection, scope, whose.company_id)?;
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
    let all = match (whose.division_id, whose.service_ids.is_empty()) {
        (None, true) => None,
        _ => Some(of(connection, scope, whose)?),
    };
    let child = |(company_id, name): (i64, String)| {
        let units = if all.is_some() { Units::default() } else { Units::of_companies(vec![company_id]) };
        Child { company_id, name, units }
    };
    let mut children =
        Children { below: found.into_iter().map(child).collect(), above: above.into_iter().map(child).next() };
    let Some(Units { companies, divisions }) = all else { return Ok(children) };
    let mut lines = Vec::new();
    for some in companies.chunks(MOST_IDS) {
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
        // A division can be of the company itself.
        let itself = children.above.as_mut().filter(|above| above.company_id == company_id);
        if let Some(child) = below.or(itself) {
            child.units.companies.push(company_id);
            child.units.divisions.clone_from(&divisions);
        }
    }
    Ok(children)
}
