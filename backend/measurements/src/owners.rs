//! Owners of measurements: members found by their ids, or by their numbers within a company, with two queries for any
//! number of measurements. They and the lines of their companies are locked until the transaction ends. Also checks
//! that the services and devices that measurements name exist.

use crate::{kind::Person, store::Owner};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::{
        caller::Caller,
        scope::{Scope, Scoped as _},
    },
    clock,
    db::{
        DatabaseConnection,
        schema::{company, external_device, member, operator, service, user_profile},
    },
    problem::Problem,
};
use organisation::companies::store::{self as companies, Line};
use std::collections::{HashMap, HashSet};
use uno_core::{
    contract::{
        companies::CompanyId, measurements::CommonFields, members::MemberId, users::UserId, validation::Violation,
    },
    domain::{access::Authority, grade::Sex, time::Date},
};

/// The source of measurements that staff enter by hand.
pub(crate) const BY_HAND: &str = "hand";

/// The member that a measurement belongs to.
#[derive(Clone, Copy, Debug)]
pub struct MemberOwner {
    /// The member.
    pub member_id: MemberId,
    /// The person by whom it is graded.
    pub person: Person,
    division_id: Option<i64>,
    line: Line,
}

impl MemberOwner {
    /// Returns the line of the member's company.
    #[must_use]
    pub fn line(&self) -> Line {
        self.line
    }

    /// Returns the owner columns of a header.
    #[must_use]
    pub fn row(&self) -> Owner {
        Owner::of(&self.line, self.member_id).in_division(self.division_id)
    }
}

/// Returns the person by whom a user's own measurements are graded, and locks the user like [`held`]; `None` if the
/// user no longer exists.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) fn person_of_user(connection: &mut DatabaseConnection, user_id: UserId) -> Result<Option<Person>, Problem> {
    let profile = user_profile::table.find(user_id).select((user_profile::birth_date, user_profile::sex));
    let found = match connection {
        DatabaseConnection::Sqlite(connection) => profile.first::<(Option<Date>, Option<String>)>(connection),
        DatabaseConnection::Postgres(connection) => profile.for_key_share().first(connection),
    };
    let found = found.optional()?;
    Ok(found.map(|(birth_date, sex)| Person { birth_date, sex: sex.as_deref().and_then(Sex::parse) }))
}

/// The members, services and devices that measurements name.
#[derive(Default)]
pub struct Owners {
    by_id: HashMap<i64, MemberOwner>,
    by_number: HashMap<(i64, String), i64>,
    /// The company for numbers that name no company.
    own_company: Option<i64>,
    /// The companies in the scope that are named without a member.
    companies: HashMap<i64, Line>,
    services: HashSet<i64>,
    devices: HashSet<i64>,
}

type Row = (i64, i64, String, Date, String, Option<i64>);

const COLUMNS: (
    member::member_id,
    member::company_id,
    member::member_no,
    member::birth_date,
    member::sex,
    member::division_id,
) = (member::member_id, member::company_id, member::member_no, member::birth_date, member::sex, member::division_id);

impl Owners {
    /// Loads the named members within the scope, and the named services and devices.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn of(connection: &mut DatabaseConnection, scope: Scope, named: &[CommonFields]) -> Result<Self, Problem> {
        let own_company = scope.company_id();
        let ids: Vec<i64> = named.iter().filter_map(|about| about.member_id).map(|id| id.0).collect();
        let numbers: Vec<String> = named
            .iter()
            .filter(|about| about.member_id.is_none())
            .filter_map(|about| about.member_no.clone())
            .collect();
        let mut companies: Vec<i64> =
            named.iter().filter_map(|about| about.company_id.map(|id| id.0).or(own_company)).collect();
        companies.sort_unstable();
        companies.dedup();
        let mut rows = Vec::new();
        if !ids.is_empty() {
            let query = member::table.in_scope(scope).filter(member::member_id.eq_any(ids));
            rows.extend(query.select(COLUMNS).load::<Row>(connection)?);
        }
        if !numbers.is_empty() && !companies.is_empty() {
            let query = member::table
                .in_scope(scope)
                .filter(member::company_id.eq_any(companies))
                .filter(member::member_no.eq_any(numbers));
            rows.extend(query.select(COLUMNS).load::<Row>(connection)?);
        }
        let mut of_members: Vec<i64> = rows.iter().map(|(_, company_id, ..)| *company_id).collect();
        of_members.sort_unstable();
        of_members.dedup();
        let lines = companies::held_lines(connection, &of_members)?;
        let rows = held(connection, rows)?;
        let mut owners = Self { own_company, ..Self::default() };
        let alone = named.iter().filter(|about| about.member_id.is_none() && about.member_no.is_none());
        let mut alone: Vec<i64> = alone.filter_map(|about| about.company_id.map(|id| id.0)).collect();
        if !alone.is_empty() {
            alone.sort_unstable();
            alone.dedup();
            let reached = company::table.in_scope(scope).filter(company::company_id.eq_any(alone));
            let reached = reached.order(company::company_id).select(company::company_id).load::<i64>(connection)?;
            owners.companies = companies::held_lines(connection, &reached)?;
        }
        let services: HashSet<i64> = named.iter().filter_map(|about| about.service_id).map(|id| id.0).collect();
        if !services.is_empty() {
            let known = service::table.filter(service::service_id.eq_any(services)).select(service::service_id);
            owners.services.extend(known.load::<i64>(connection)?);
        }
        let devices: HashSet<i64> = named.iter().filter_map(|about| about.external_device_id).map(|id| id.0).collect();
        if !devices.is_empty() {
            let of_these = external_device::table.filter(external_device::external_device_id.eq_any(devices));
            let known = of_these.select(external_device::external_device_id);
            owners.devices.extend(known.load::<i64>(connection)?);
        }
        for (member_id, company_id, member_no, birth_date, sex, division_id) in rows {
            // If the company was deleted meanwhile, so were its members.
            let Some(line) = lines.get(&company_id).copied() else { continue };
            let person = Person { birth_date: Some(birth_date), sex: Sex::parse(&sex) };
            owners.by_number.insert((company_id, member_no), member_id);
            owners.by_id.insert(member_id, MemberOwner { member_id: MemberId(member_id), person, division_id, line });
        }
        Ok(owners)
    }

    /// Returns the member that a measurement belongs to; `None` if it names none.
    ///
    /// # Errors
    /// Returns a violation for the field if it names a member outside the scope.
    pub fn of_measurement(&self, about: &CommonFields) -> Result<Option<MemberOwner>, Violation> {
        if let Some(MemberId(id)) = about.member_id {
            let found = self.by_id.get(&id).copied().ok_or_else(|| Violation::new("memberId", "notFound"))?;
            if about.company_id.is_some_and(|company_id| company_id.0 != found.line.company_id) {
                return Err(Violation::new("companyId", "notFound"));
            }
            let is_of = |number: &String| self.by_number.get(&(found.line.company_id, number.clone())) == Some(&id);
            // The id and the number name different members: which one was meant is unknown.
            return match &about.member_no {
                Some(number) if !is_of(number) => Err(Violation::new("memberNo", "notFound")),
                _ => Ok(Some(found)),
            };
        }
        let Some(number) = &about.member_no else { return Ok(None) };
        let company_id = about.company_id.map(|CompanyId(id)| id).or(self.own_company);
        let company_id = company_id.ok_or_else(|| Violation::new("companyId", "required"))?;
        let found = self.by_number.get(&(company_id, number.clone())).and_then(|id| self.by_id.get(id)).copied();
        found.map(Some).ok_or_else(|| Violation::new("memberNo", "notFound"))
    }

    /// Returns the owner columns of a measurement without a person that names the company it was made at.
    ///
    /// # Errors
    /// Returns a violation for the field if the company is outside the scope.
    pub fn unassigned_at(&self, company_id: CompanyId) -> Result<Owner, Violation> {
        let line = self.companies.get(&company_id.0);
        line.map(Owner::unassigned_at).ok_or_else(|| Violation::new("companyId", "notFound"))
    }

    /// Checks that the service and the device of a measurement exist. Those that the measurement already had `before`
    /// are accepted.
    ///
    /// # Errors
    /// Returns a violation for the field that names no existing record.
    pub fn check_references(&self, about: &CommonFields, before: Option<&CommonFields>) -> Result<(), Violation> {
        if let Some(id) = about.service_id
            && before.and_then(|before| before.service_id) != Some(id)
            && !self.services.contains(&id.0)
        {
            return Err(Violation::new("serviceId", "notFound"));
        }
        if let Some(id) = about.external_device_id
            && before.and_then(|before| before.external_device_id) != Some(id)
            && !self.devices.contains(&id.0)
        {
            return Err(Violation::new("externalDeviceId", "notFound"));
        }
        Ok(())
    }
}

/// Locks members until the transaction ends, and returns their rows as they are then. A change of birth date or sex
/// locks the member alone and regrades: either it sees what is written here, or it is seen here. SQLite has a single
/// writer.
fn held(connection: &mut DatabaseConnection, rows: Vec<Row>) -> Result<Vec<Row>, Problem> {
    let DatabaseConnection::Postgres(connection) = connection else { return Ok(rows) };
    if rows.is_empty() {
        return Ok(rows);
    }
    let ids: Vec<i64> = rows.iter().map(|(member_id, ..)| *member_id).collect();
    let members = member::table.filter(member::member_id.eq_any(ids)).order(member::member_id).select(COLUMNS);
    Ok(members.for_key_share().load(connection)?)
}

/// Returns the caller's operator and whether its site is still on trial; `None` if the caller is not an operator.
///
/// # Errors
/// Returns an error if the database fails.
pub fn site(connection: &mut DatabaseConnection, caller: &Caller) -> Result<Option<(i64, bool)>, Problem> {
    if caller.authority != Authority::Operator {
        return Ok(None);
    }
    let launched_at = operator::table
        .filter(operator::account_id.eq(caller.account_id))
        .select(operator::launched_at)
        .first::<Option<i64>>(connection)
        .optional()?
        .flatten();
    let is_launched = launched_at.is_some_and(|at| at <= clock::now().0);
    Ok(Some((caller.account_id, !is_launched)))
}
