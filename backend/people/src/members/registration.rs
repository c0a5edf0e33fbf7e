//! Registers a member on PostgreSQL with one statement: company line, member and history in a single round trip, since
//! a round trip costs as much as the writing. Locks the company, so that it is not moved meanwhile.

use super::store::{Columns, RESOURCE};
use diesel::{
    PgConnection, QueryResult, RunQueryDsl,
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
    result::OptionalExtension,
    sql_types::{BigInt, Date, Nullable, Text},
};
use kernel::{
    access::scope::Scope,
    problem::Problem,
    records::revisions::{self, Author},
};
use uno_core::contract::{
    companies::CompanyType,
    revisions::{FieldChange, RevisionAction},
};

struct Registration<'a> {
    company_id: i64,
    scope: Scope,
    columns: &'a Columns<'a>,
    history: revisions::New<'a>,
}

impl QueryFragment<Pg> for Registration<'_> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        let Self { company_id, scope, columns, history } = self;
        out.push_sql(
            "WITH line AS (SELECT company_id, vendor_id, dealer_id, retailer_id, name FROM company WHERE company_id = ",
        );
        out.push_bind_param::<BigInt, _>(company_id)?;
        match scope {
            Scope::All => {}
            Scope::Company { company_id, tier } => {
                out.push_sql(match tier {
                    CompanyType::Vendor => " AND vendor_id = ",
                    CompanyType::Dealer => " AND dealer_id = ",
                    CompanyType::Retailer => " AND retailer_id = ",
                });
                out.push_bind_param::<BigInt, _>(&company_id.0)?;
            }
            Scope::Oneself { .. } | Scope::Nothing => out.push_sql(" AND FALSE"),
        }
        out.push_sql(
            " FOR KEY SHARE), new AS (INSERT INTO member (company_id, vendor_id, dealer_id, retailer_id, member_no, name, name_key, \
             birth_date, sex, phone_number, phone_digits, phone_tail, email, address, memo, division_id, created_at, updated_at) \
             SELECT company_id, vendor_id, dealer_id, retailer_id",
        );
        for text in [columns.member_no, columns.name, &columns.name_key] {
            bind(&mut out, |out| out.push_bind_param::<Text, str>(text))?;
        }
        bind(&mut out, |out| out.push_bind_param::<Date, _>(&columns.birth_date))?;
        bind(&mut out, |out| out.push_bind_param::<Text, str>(columns.sex))?;
        bind(&mut out, |out| out.push_bind_param::<Nullable<Text>, _>(&columns.phone_number))?;
        bind(&mut out, |out| out.push_bind_param::<Nullable<Text>, _>(&columns.phone_digits))?;
        bind(&mut out, |out| out.push_bind_param::<Nullable<Text>, _>(&columns.phone_tail))?;
        for text in [&columns.email, &columns.address, &columns.memo] {
            bind(&mut out, |out| out.push_bind_param::<Nullable<Text>, _>(text))?;
        }
        bind(&mut out, |out| out.push_bind_param::<Nullable<BigInt>, _>(&columns.division_id))?;
        for time in [&columns.updated_at, &columns.updated_at] {
            bind(&mut out, |out| out.push_bind_param::<BigInt, _>(time))?;
        }
        out.push_sql(
            " FROM line RETURNING member_id), recorded AS (INSERT INTO revision \
             (record_id, resource, action, account_name, changes, account_id, created_at) SELECT member_id",
        );
        for text in [history.resource, history.action, history.account_name, &history.changes] {
            bind(&mut out, |out| out.push_bind_param::<Text, str>(text))?;
        }
        for number in [&history.account_id, &history.created_at] {
            bind(&mut out, |out| out.push_bind_param::<BigInt, _>(number))?;
        }
        out.push_sql(" FROM new) SELECT new.member_id, line.name FROM new CROSS JOIN line");
        Ok(())
    }
}

fn bind<'b>(
    out: &mut AstPass<'_, 'b, Pg>,
    push: impl FnOnce(&mut AstPass<'_, 'b, Pg>) -> QueryResult<()>,
) -> QueryResult<()> {
    out.push_sql(", ");
    push(out)
}

// The SQL text depends on the scope, so the connection caches prepared statements by text.
impl QueryId for Registration<'_> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl Query for Registration<'_> {
    type SqlType = (BigInt, Text);
}

impl RunQueryDsl<PgConnection> for Registration<'_> {}

/// Inserts a member and records its registration. Returns its id and the name of its company, or `None` if the company
/// is outside the scope.
///
/// # Errors
/// Returns an error if the number is taken.
pub fn write(
    connection: &mut PgConnection,
    scope: Scope,
    author: &Author,
    company_id: i64,
    columns: &Columns<'_>,
    changes: &[FieldChange],
) -> Result<Option<(i64, String)>, Problem> {
    let history = revisions::New::of(author, RESOURCE, RevisionAction::Create, 0, changes)?;
    let registration = Registration { company_id, scope, columns, history };
    registration.get_result::<(i64, String)>(connection).optional().map_err(super::store::number_taken)
}
