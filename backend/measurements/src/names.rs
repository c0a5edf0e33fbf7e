//! Names of members and companies, for list rows that have only their ids.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    db::{
        DatabaseConnection,
        schema::{company, member},
    },
    problem::Problem,
};
use std::collections::{HashMap, HashSet};

/// Names of members and companies, and the members' numbers.
pub(crate) struct Names {
    members: HashMap<i64, (String, String)>,
    companies: HashMap<i64, String>,
}

impl Names {
    /// Loads the names for rows of member and company ids, with one query for all members and one for all companies.
    /// Does not check the scope: the rows were already checked.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub(crate) fn of(
        connection: &mut DatabaseConnection,
        rows: impl Iterator<Item = (i64, i64)>,
    ) -> Result<Self, Problem> {
        let (members, companies): (HashSet<i64>, HashSet<i64>) = rows.unzip();
        let members = member::table
            .filter(member::member_id.eq_any(members))
            .select((member::member_id, (member::member_no, member::name)))
            .load::<(i64, (String, String))>(connection)?;
        let companies = company::table
            .filter(company::company_id.eq_any(companies))
            .select((company::company_id, company::name))
            .load::<(i64, String)>(connection)?;
        Ok(Self { members: members.into_iter().collect(), companies: companies.into_iter().collect() })
    }

    /// Returns a member's name, or an empty string if there is no such member.
    pub(crate) fn member(&self, member_id: i64) -> String {
        self.members.get(&member_id).map(|(_, name)| name.clone()).unwrap_or_default()
    }

    /// Returns a member's number at the company, or an empty string if there is no such member.
    pub(crate) fn member_no(&self, member_id: i64) -> String {
        self.members.get(&member_id).map(|(number, _)| number.clone()).unwrap_or_default()
    }

    /// Returns a company's name, or an empty string if there is no such company.
    pub(crate) fn company(&self, company_id: i64) -> String {
        self.companies.get(&company_id).cloned().unwrap_or_default()
    }
}
