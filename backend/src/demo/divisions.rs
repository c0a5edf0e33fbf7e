//! Departments of the demonstration's first company, with most of its members assigned.

use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    clock,
    db::{
        DatabaseConnection,
        schema::{measurement, member},
    },
    problem::Problem,
    records::Rows as _,
};
use organisation::divisions::store::DivisionRecord;
use uno_core::contract::{
    companies::CompanyId,
    divisions::{DivisionId, DivisionSave},
};

/// Divisions with their children.
const TREE: [(&str, &[&str]); 3] =
    [("경영지원본부", &["인사팀", "총무팀"]), ("생산본부", &["1공장", "2공장"]), ("연구소", &[])];
const ROOM: i64 = 1_000_000;

/// Creates the divisions of a company.
pub fn fill(connection: &mut DatabaseConnection, company_id: i64) -> Result<(), Problem> {
    let mut added = Vec::new();
    for (place, (name, below)) in (1..).zip(TREE) {
        let top = add(connection, company_id, name, None, place)?;
        added.push(top);
        for (place, name) in (1..).zip(below.iter()) {
            added.push(add(connection, company_id, name, Some(top), place)?);
        }
    }
    let members: Vec<i64> = member::table
        .filter(member::company_id.eq(company_id))
        .order(member::member_id)
        .select(member::member_id)
        .load(connection)?;
    // One slot more than there are divisions, so that some members are in none.
    let count = added.len() + 1;
    for (index, division_id) in added.iter().enumerate() {
        let own: Vec<i64> = members.iter().copied().skip(index).step_by(count).collect();
        for ids in own.chunks(500) {
            diesel::update(member::table.filter(member::member_id.eq_any(ids)))
                .set(member::division_id.eq(division_id))
                .execute(connection)?;
            // Members were in the division when they were measured.
            diesel::update(measurement::table.filter(measurement::member_id.eq_any(ids)))
                .set(measurement::division_id.eq(division_id))
                .execute(connection)?;
        }
    }
    Ok(())
}

fn add(
    connection: &mut DatabaseConnection,
    company_id: i64,
    name: &str,
    above: Option<i64>,
    place: i64,
) -> Result<i64, Problem> {
    let save = DivisionSave {
        company_id: CompanyId(company_id),
        parent_division_id: above.map(DivisionId),
        name: name.into(),
        position: place * ROOM,
        version: None,
    };
    DivisionRecord::insert(connection, None, &save, clock::now())
}
