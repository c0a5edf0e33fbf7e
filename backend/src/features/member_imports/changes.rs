//! What a row says about a known member that the member's record says otherwise.

use uno_core::{
    contract::{member_imports::MemberImportRow, members::MemberSave},
    domain::mask,
};

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
