//! What a row says about a known member that the member's record says otherwise.

use super::BATCH;
use crate::members::store as members;
use kernel::{db::Database, problem::Problem};
use uno_core::{
    contract::{
        companies::CompanyId,
        member_imports::{MemberChange, MemberImportPreview, MemberImportRow},
        members::MemberSave,
    },
    domain::mask,
};

/// Changes of known members that a preview shows.
const SHOWN: usize = 100;

/// A difference between a record and a row.
pub struct Change {
    /// `name`, `birthDate` or `sex`.
    pub field: &'static str,
    /// What is known, masked as in lists.
    pub before: String,
    /// What the row says.
    pub after: String,
}

/// The differences that somebody has to accept: a person's name, birth date and sex are what the
/// person is known by and what all grades depend on.
#[must_use]
pub fn of(known: &MemberSave, row: &MemberImportRow) -> Vec<Change> {
    let mut changes = Vec::new();
    if let Some(name) = row.name.as_ref().filter(|name| **name != known.name) {
        changes.push(Change { field: "name", before: known.name.clone(), after: name.clone() });
    }
    if row.birth_date != known.birth_date {
        let (before, after) = (mask::birth_date(known.birth_date), row.birth_date.to_string());
        changes.push(Change { field: "birthDate", before, after });
    }
    if row.sex != known.sex {
        changes.push(Change { field: "sex", before: known.sex.as_str().into(), after: row.sex.as_str().into() });
    }
    changes
}

/// Compares good rows with the members of the company, some hundred at a time.
pub struct Comparison<'a> {
    database: &'a Database,
    company_id: CompanyId,
    rows: Vec<(i64, Box<MemberImportRow>)>,
}

impl<'a> Comparison<'a> {
    /// A comparison with the members of a company.
    pub fn new(database: &'a Database, company_id: CompanyId) -> Self {
        Self { database, company_id, rows: Vec::with_capacity(BATCH) }
    }

    /// Takes a row, to be compared with others.
    ///
    /// # Errors
    /// When the database fails.
    pub fn add(
        &mut self,
        line: i64,
        row: Box<MemberImportRow>,
        found: &mut MemberImportPreview,
    ) -> Result<(), Problem> {
        self.rows.push((line, row));
        if self.rows.len() == BATCH { self.finish(found) } else { Ok(()) }
    }

    /// Compares the rows that wait, and tells what they change.
    ///
    /// # Errors
    /// When the database fails.
    pub fn finish(&mut self, found: &mut MemberImportPreview) -> Result<(), Problem> {
        let rows = std::mem::take(&mut self.rows);
        let mut numbers: Vec<&str> = rows.iter().map(|(_, row)| row.member_no.as_str()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.is_empty() {
            return Ok(());
        }
        let known =
            self.database.read_blocking(|connection| members::by_number(connection, self.company_id, &numbers))?;
        for (line, row) in &rows {
            let Some((_, member)) = known.get(&row.member_no) else { continue };
            let changes = of(member, row);
            found.changed_rows += i64::from(!changes.is_empty());
            for change in changes {
                if found.changes.len() < SHOWN {
                    found.changes.push(MemberChange {
                        line: *line,
                        member_no: row.member_no.clone(),
                        field: change.field.into(),
                        before: change.before,
                        after: change.after,
                    });
                }
            }
        }
        self.rows = Vec::with_capacity(BATCH);
        Ok(())
    }
}
