//! Iterates the members of the demonstration in batches, for data written after the members.

use super::BATCH;
use diesel::{
    ExpressionMethods, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
    connection::SimpleConnection,
    dsl::{max, sql},
    sql_types::Bool,
};
use kernel::{
    db::{
        DatabaseConnection, Db,
        schema::{measurement, member},
    },
    problem::Problem,
};
use measurements::{kind::Person, store::Owner};
use organisation::companies::store::Line;
use uno_core::{
    contract::{companies::CompanyType, members::MemberId},
    domain::{grade::Sex, time::Date},
};

/// A member with its company's line.
#[derive(Queryable, Selectable, Clone, Copy)]
#[diesel(table_name = member)]
pub struct Member {
    pub member_id: i64,
    pub company_id: i64,
    pub vendor_id: Option<i64>,
    pub dealer_id: Option<i64>,
    pub retailer_id: Option<i64>,
    pub birth_date: Date,
    pub sex: Sex,
    pub created_at: i64,
}

impl Member {
    /// Returns the owner of the member's measurements.
    pub fn owner(&self) -> Owner {
        let Self { company_id, vendor_id, dealer_id, retailer_id, .. } = *self;
        let line = Line { company_id, tier: CompanyType::Retailer, vendor_id, dealer_id, retailer_id };
        Owner::of(&line, MemberId(self.member_id))
    }

    /// Returns the person data used for grading.
    pub fn person(&self) -> Person {
        Person { birth_date: Some(self.birth_date), sex: Some(self.sex) }
    }
}

/// A query of members.
pub type Members = member::BoxedQuery<'static, Db>;

/// Restricts a query to every `step`-th member, starting with the first.
pub fn every(step: u32) -> impl Fn(Members) -> Members {
    move |members| members.filter(sql::<Bool>(&format!("member_id % {step} = 1")))
}

/// Calls `work` with batches of the selected members in the order of their ids, in a transaction each.
///
/// # Errors
/// Returns an error if the database fails.
pub fn each_batch(
    connection: &mut DatabaseConnection,
    among: impl Fn(Members) -> Members,
    mut work: impl FnMut(&mut DatabaseConnection, &[Member]) -> Result<(), Problem>,
) -> Result<(), Problem> {
    let most = i64::try_from(BATCH).map_err(Problem::internal)?;
    let mut before = 0;
    loop {
        let members = among(member::table.into_boxed())
            .filter(member::member_id.gt(before))
            .order(member::member_id)
            .limit(most)
            .select(Member::as_select())
            .load::<Member>(connection)?;
        let Some(last) = members.last() else { return Ok(()) };
        before = last.member_id;
        kernel::db::transaction(connection, |connection| work(connection, &members))?;
    }
}

/// Returns the next measurement id.
///
/// # Errors
/// Returns an error if the database fails.
pub fn next_measurement(connection: &mut DatabaseConnection) -> Result<i64, Problem> {
    let last = measurement::table.select(max(measurement::measurement_id)).first::<Option<i64>>(connection)?;
    Ok(last.unwrap_or(0) + 1)
}

/// Advances the PostgreSQL sequence of a table past the ids that were assigned explicitly.
///
/// # Errors
/// Returns an error if the database fails.
pub fn continue_numbers(connection: &mut DatabaseConnection, table: &str, id: &str) -> Result<(), Problem> {
    if let DatabaseConnection::Postgres(connection) = connection {
        let going_on = format!("SELECT setval(pg_get_serial_sequence('{table}', '{id}'), max({id})) FROM {table}");
        connection.batch_execute(&going_on)?;
    }
    Ok(())
}
