//! Daily changes of four sums of members, computed by the database from spells (periods) of app use. The cost does not
//! depend on the number of apps or buckets. For all users the sums are precomputed (`app_use_tally`). For a company
//! they are counted by scanning either its linked users or all spells, whichever are fewer; for an age, through an
//! index over all spells.

use chrono::NaiveDate;
use diesel::{
    BoolExpressionMethods, BoxableExpression, ExpressionMethods, NullableExpressionMethods, QueryDsl, RunQueryDsl,
    dsl::{count_star, exists, sql, sum},
    sql_types::{BigInt, Bool, Nullable, Text},
};
use kernel::{
    access::scope::Scope,
    db::{
        DatabaseConnection, Db,
        narrow::Narrow as _,
        schema::{
            app_use_spell, app_use_spell_company, app_use_tally, company, linked_user, linked_user_tally, member,
            member_link,
        },
    },
    problem::Problem,
};
use std::collections::HashMap;
use uno_core::{
    contract::{companies::CompanyType, member_links::LinkState, users::UserLevel},
    domain::{grade::Sex, time::Date},
};

/// Cost of looking up the spells of one user, measured in spells that could be scanned and checked for a link instead.
const SPELLS_OF_A_SEARCH: i64 = 4;

/// Years of an age group.
const DECADE: i64 = 10;

/// The users that are counted.
#[derive(Clone, Debug)]
pub struct AppUserFilter {
    /// Users linked with members of these companies, or linked with them when they withdrew.
    pub scope: Scope,
    /// Users linked with members of these divisions; `None` for all. The division of withdrawn users is unknown.
    pub divisions: Option<Vec<i64>>,
    /// Users of this sex.
    pub sex: Option<Sex>,
    /// Users of these ages today; empty for all.
    pub age_decades: Vec<i64>,
    /// Today.
    pub today: Date,
}

impl AppUserFilter {
    /// Returns whether links do not matter.
    fn is_everybody(&self) -> bool {
        self.scope == Scope::All && self.divisions.is_none()
    }

    /// Returns the values of `is_gone` to query. Current and withdrawn users are found in different ways. Without a
    /// restriction, one query finds both; with divisions, only current users are found.
    fn halves(&self) -> &'static [bool] {
        match (self.is_everybody(), &self.divisions) {
            (true, _) | (false, Some(_)) => &[false],
            (false, None) => &[false, true],
        }
    }
}

/// The changes of a day.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// Users who begin for the first time.
    pub new: i64,
    /// Users who begin, including those who begin again.
    pub begun: i64,
    /// Users whose last use was 30 days ago.
    pub ceased: i64,
    /// Users who withdraw.
    pub withdrawn: i64,
}

impl Change {
    /// Returns the sum of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self {
            new: self.new + other.new,
            begun: self.begun + other.begun,
            ceased: self.ceased + other.ceased,
            withdrawn: self.withdrawn + other.withdrawn,
        }
    }
}

/// The daily changes per circle and level.
pub type Changes = HashMap<(i64, UserLevel), Vec<(i64, Change)>>;

/// A condition on spells.
type Condition = Box<dyn BoxableExpression<app_use_spell::table, Db, SqlType = Nullable<Bool>>>;

/// Returns the condition that the age today is in the decade that starts at `from`.
fn is_of_decade(from: i64, today: Date) -> Option<Condition> {
    let ago = |years: i64| -> Option<Date> {
        let (year, month, day) = today.parts();
        let year = year.checked_sub(i32::try_from(years).ok()?)?;
        // A person born on February 29 turns a year older on March 1.
        let date = NaiveDate::from_ymd_opt(year, month, day).or_else(|| NaiveDate::from_ymd_opt(year, month, day - 1));
        date.map(Date)
    };
    if from % DECADE != 0 {
        return None;
    }
    let (after, until) = (ago(from + DECADE)?, ago(from)?);
    Some(Box::new(app_use_spell::born_on.gt(after).and(app_use_spell::born_on.le(until))))
}

fn is_of_age(user_filter: &AppUserFilter) -> Option<Condition> {
    if user_filter.age_decades.is_empty() {
        return None;
    }
    let nobody = app_use_spell::born_on.is_null().and(app_use_spell::born_on.is_not_null());
    let nobody: Condition = Box::new(nobody.nullable());
    let decades = user_filter.age_decades.iter().filter_map(|from| is_of_decade(*from, user_filter.today));
    Some(decades.fold(nobody, |any, decade| Box::new(any.or(decade))))
}

/// Passes the rows of a table with company columns, restricted to the scope, to `$then`. A macro, because the subquery
/// has a different type for each tier.
macro_rules! reached {
    ($rows:expr, $table:ident, $scope:expr, $then:ident) => {
        match $scope {
            Scope::All => $then!($rows),
            Scope::Company { company_id, tier: CompanyType::Vendor } => {
                $then!($rows.filter($table::vendor_id.eq(company_id.0)))
            }
            Scope::Company { company_id, tier: CompanyType::Dealer } => {
                $then!($rows.filter($table::dealer_id.eq(company_id.0)))
            }
            Scope::Company { company_id, tier: CompanyType::Retailer } => {
                $then!($rows.filter($table::retailer_id.eq(company_id.0)))
            }
            Scope::Oneself { .. } | Scope::Nothing => $then!($rows.filter($table::company_id.eq(-1))),
        }
    };
}

/// How the spells of linked users are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchFrom {
    /// Scan all spells of a kind of circle.
    Spells,
    /// Start from the linked users.
    Links,
}

impl SearchFrom {
    fn of(
        connection: &mut DatabaseConnection,
        circle: &'static str,
        user_filter: &AppUserFilter,
    ) -> Result<Self, Problem> {
        if user_filter.is_everybody() {
            return Ok(Self::Spells);
        }
        let Some(company_id) = user_filter.scope.company_id().filter(|_| user_filter.divisions.is_none()) else {
            return Ok(Self::Links);
        };
        let spells = app_use_tally::table.filter(app_use_tally::circle.eq(circle));
        let spells: i64 = spells.select(sql::<BigInt>("coalesce(CAST(sum(begun) AS BIGINT), 0)")).first(connection)?;
        let linked = linked_user_tally::table.filter(linked_user_tally::company_id.eq(company_id));
        let linked: i64 =
            linked.select(sql::<BigInt>("coalesce(CAST(sum(records) AS BIGINT), 0)")).first(connection)?;
        Ok(if spells <= linked.saturating_mul(SPELLS_OF_A_SEARCH) { Self::Spells } else { Self::Links })
    }
}

/// Returns the condition that the user is linked with a member of the scope and divisions.
fn is_linked(user_filter: &AppUserFilter, search_from: SearchFrom) -> Condition {
    macro_rules! those {
        ($links:expr) => {
            Box::new(app_use_spell::user_id.eq_any($links.select(member_link::user_id.nullable())))
        };
    }
    let Some(divisions) = user_filter.divisions.clone() else {
        // Never used without a company.
        let company_id = user_filter.scope.company_id().unwrap_or(-1);
        let linked = linked_user::table.filter(linked_user::company_id.eq(company_id));
        return match search_from {
            SearchFrom::Links => {
                Box::new(app_use_spell::user_id.eq_any(linked.select(linked_user::user_id.nullable())))
            }
            SearchFrom::Spells => {
                let own = linked.filter(linked_user::user_id.nullable().eq(app_use_spell::user_id));
                Box::new(exists(own).nullable())
            }
        };
    };
    let members = member::table.filter(member::division_id.eq_any(divisions)).select(member::member_id);
    let active = member_link::table
        .filter(member_link::state.eq(LinkState::Active))
        .filter(member_link::member_id.eq_any(members));
    reached!(active, member_link, user_filter.scope, those)
}

/// Returns the condition that the user was linked with a member of the scope when they withdrew.
fn was_linked(user_filter: &AppUserFilter) -> Condition {
    macro_rules! those {
        ($companies:expr) => {{
            let of = app_use_spell_company::company_id.eq_any($companies.select(company::company_id));
            let spells = app_use_spell_company::table.filter(of).select(app_use_spell_company::app_use_spell_id);
            Box::new(app_use_spell::app_use_spell_id.eq_any(spells).nullable())
        }};
    }
    reached!(company::table, company, user_filter.scope, those)
}

/// Adds the filters on persons to a query of spells. When spells are found through links, wrapping the column in an
/// expression keeps the planner from scanning all spells by its index.
macro_rules! narrowed {
    ($query:expr, $circle:expr, $user_filter:expr, $search_from:expr) => {{
        let mut query = $query.into_boxed();
        if let Some(sex) = $user_filter.sex {
            query = query.filter(app_use_spell::sex.eq(sex.as_str()));
        }
        if let Some(condition) = is_of_age($user_filter) {
            query = query.filter(condition);
        }
        match $search_from {
            SearchFrom::Spells => query.filter(app_use_spell::circle.eq($circle)),
            SearchFrom::Links => query.filter(sql::<Text>("(app_use_spell.circle || '')").eq($circle)),
        }
    }};
}

/// Restricts a query of spells: to all users, to linked ones, or to those linked when they withdrew.
macro_rules! spells {
    ($query:expr, $circle:expr, $user_filter:expr, $is_gone:expr, $search_from:expr) => {{
        // Withdrawn users are found through the companies recorded then.
        let search_from = if $is_gone && !$user_filter.is_everybody() { SearchFrom::Links } else { $search_from };
        let query = narrowed!($query, $circle, $user_filter, search_from);
        match ($user_filter.is_everybody(), $is_gone) {
            (true, false) => query,
            (true, true) => query.filter(app_use_spell::ended_day.is_not_null()),
            (false, false) => query.filter(is_linked($user_filter, search_from)),
            (false, true) => query.filter(app_use_spell::ended_day.is_not_null()).filter(was_linked($user_filter)),
        }
    }};
}

/// Daily sums by circle and level.
#[derive(Default)]
struct Sums(HashMap<(i64, UserLevel), HashMap<i64, Change>>);

impl Sums {
    fn add(&mut self, group: (i64, UserLevel), day: i64, change: Change) {
        let known = self.0.entry(group).or_default().entry(day).or_default();
        *known = known.and(change);
    }

    fn sorted(self) -> Changes {
        let sorted = |days: HashMap<i64, Change>| {
            let mut days: Vec<(i64, Change)> = days.into_iter().collect();
            days.sort_unstable_by_key(|(day, _)| *day);
            days
        };
        self.0.into_iter().map(|(group, days)| (group, sorted(days))).collect()
    }
}

/// Returns the changes up to a day in all circles of a kind.
///
/// # Errors
/// Returns an error if the database fails.
pub fn changes(
    connection: &mut DatabaseConnection,
    circle: &'static str,
    user_filter: &AppUserFilter,
    until: i64,
) -> Result<Changes, Problem> {
    let mut sums = Sums::default();
    if user_filter.is_everybody() && user_filter.age_decades.is_empty() {
        tallied(connection, circle, user_filter, until, &mut sums)?;
        return Ok(sums.sorted());
    }
    let search_from = SearchFrom::of(connection, circle, user_filter)?;
    begun(connection, (circle, search_from), user_filter, until, &mut sums)?;
    ceased(connection, (circle, search_from), user_filter, until, &mut sums)?;
    if user_filter.divisions.is_none() {
        gone(connection, circle, user_filter, until, &mut sums)?;
    }
    Ok(sums.sorted())
}

/// Adds the precomputed sums of all users.
fn tallied(
    connection: &mut DatabaseConnection,
    circle: &'static str,
    user_filter: &AppUserFilter,
    until: i64,
    sums: &mut Sums,
) -> Result<(), Problem> {
    let rows = app_use_tally::table
        .into_boxed()
        .filter(app_use_tally::circle.eq(circle))
        .filter(app_use_tally::day.le(until))
        .equal(app_use_tally::sex, user_filter.sex.map(Sex::as_str))
        .select((
            (app_use_tally::circle_id, app_use_tally::level),
            app_use_tally::day,
            (app_use_tally::begun, app_use_tally::newcomers, app_use_tally::ceased, app_use_tally::gone),
        ))
        .load::<((i64, UserLevel), i64, (i64, i64, i64, i64))>(connection)?;
    for (group, day, (begun, new, ceased, withdrawn)) in rows {
        sums.add(group, day, Change { new, begun, ceased, withdrawn });
    }
    Ok(())
}

/// Adds the users who have begun, both current and withdrawn ones.
fn begun(
    connection: &mut DatabaseConnection,
    (circle, search_from): (&'static str, SearchFrom),
    user_filter: &AppUserFilter,
    until: i64,
    sums: &mut Sums,
) -> Result<(), Problem> {
    let day = app_use_spell::began_day;
    let query = || {
        app_use_spell::table
            .filter(day.le(until))
            .group_by((app_use_spell::circle_id, app_use_spell::level, day))
            .select((app_use_spell::circle_id, app_use_spell::level, day, count_star(), sum(app_use_spell::is_first)))
    };
    for is_gone in user_filter.halves() {
        let rows = spells!(query(), circle, user_filter, *is_gone, search_from);
        for (id, level, day, begun, new) in rows.load::<(i64, UserLevel, i64, i64, Option<i64>)>(connection)? {
            sums.add((id, level), day, Change { begun, new: new.unwrap_or_default(), ..Change::default() });
        }
    }
    Ok(())
}

/// Adds the users whose last use was 30 days ago.
fn ceased(
    connection: &mut DatabaseConnection,
    (circle, search_from): (&'static str, SearchFrom),
    user_filter: &AppUserFilter,
    until: i64,
    sums: &mut Sums,
) -> Result<(), Problem> {
    let day = app_use_spell::active_until_day;
    let query = || {
        app_use_spell::table
            .filter(day.lt(until))
            .group_by((app_use_spell::circle_id, app_use_spell::level, day))
            .select((app_use_spell::circle_id, app_use_spell::level, day, count_star()))
    };
    for is_gone in user_filter.halves() {
        let rows = spells!(query(), circle, user_filter, *is_gone, search_from);
        for (id, level, day, ceased) in rows.load::<(i64, UserLevel, i64, i64)>(connection)? {
            sums.add((id, level), day + 1, Change { ceased, ..Change::default() });
        }
    }
    Ok(())
}

/// Adds the users who have withdrawn.
fn gone(
    connection: &mut DatabaseConnection,
    circle: &'static str,
    user_filter: &AppUserFilter,
    until: i64,
    sums: &mut Sums,
) -> Result<(), Problem> {
    let day = app_use_spell::ended_day;
    let query = app_use_spell::table
        .filter(day.le(until))
        .group_by((app_use_spell::circle_id, app_use_spell::level, day))
        .select((app_use_spell::circle_id, app_use_spell::level, day, sum(app_use_spell::is_first)));
    let rows = spells!(query, circle, user_filter, true, SearchFrom::Spells);
    for (id, level, day, withdrawn) in rows.load::<(i64, UserLevel, Option<i64>, Option<i64>)>(connection)? {
        let Some(day) = day else { continue };
        let withdrawn = withdrawn.unwrap_or_default();
        sums.add((id, level), day, Change { withdrawn, ..Change::default() });
    }
    Ok(())
}
