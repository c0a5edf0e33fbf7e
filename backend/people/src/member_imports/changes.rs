//! The differences between a row and a known member.

use super::BATCH;
use crate::{links::store as links, members::store as members};
use kernel::{db::Database, problem::Problem};
use std::collections::HashSet;
use uno_core::{
    contract::{
        companies::CompanyId,
        member_imports::{MemberChange, MemberImportPreview, MemberImportRow},
        members::{MemberId, MemberSave},
    },
    domain::mask,
};

/// The maximum number of changes of known members in a preview.
const SHOWN: usize = 100;

/// A difference between a record and a row.
pub struct Change {
    /// `name`, `birthDate` or `sex`.
    pub field: &'static str,
    /// The stored value, masked as in lists.
    pub before: String,
    /// The row's value.
    pub after: String,
}

/// Returns the differences that the user has to accept: name, birth date and sex identify a person, and all grades
/// depend on the latter two.
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

/// A comparison of valid rows with the company's members, a few hundred at a time.
pub struct Comparison<'a> {
    database: &'a Database,
    company_id: CompanyId,
    rows: Vec<(i64, Box<MemberImportRow>, bool)>,
}

impl<'a> Comparison<'a> {
    /// Creates a comparison with a company's members.
    pub fn new(database: &'a Database, company_id: CompanyId) -> Self {
        Self { database, company_id, rows: Vec::with_capacity(BATCH) }
    }

    /// Adds a row, to be compared together with others.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn add(
        &mut self,
        line: i64,
        row: Box<MemberImportRow>,
        is_first_of_member: bool,
        found: &mut MemberImportPreview,
    ) -> Result<(), Problem> {
        self.rows.push((line, row, is_first_of_member));
        if self.rows.len() == BATCH { self.finish(found) } else { Ok(()) }
    }

    /// Compares the rows added so far and reports what they change.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn finish(&mut self, found: &mut MemberImportPreview) -> Result<(), Problem> {
        let rows = std::mem::take(&mut self.rows);
        let mut numbers: Vec<&str> = rows.iter().map(|(_, row, _)| row.member_no.as_str()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.is_empty() {
            return Ok(());
        }
        let is_about_users = found.new_users.is_some();
        let (known, linked) = self.database.read_blocking(|connection| {
            let known = members::by_number(connection, self.company_id, &numbers)?;
            let ids: Vec<MemberId> = known.values().map(|(id, _)| *id).filter(|_| is_about_users).collect();
            let linked = links::with_open_link(connection, &ids)?;
            Ok((known, linked))
        })?;
        for (line, row, is_first_of_member) in &rows {
            let member = known.get(&row.member_no);
            if *is_first_of_member {
                count_user(member.map(|(id, _)| *id), &linked, found);
            }
            let Some((_, member)) = member else { continue };
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

/// Counts a person as a new user or as an already linked member.
fn count_user(member_id: Option<MemberId>, linked: &HashSet<MemberId>, found: &mut MemberImportPreview) {
    let is_linked = member_id.is_some_and(|id| linked.contains(&id));
    let counter = if is_linked { &mut found.linked_members } else { &mut found.new_users };
    if let Some(counter) = counter {
        *counter += 1;
    }
}
