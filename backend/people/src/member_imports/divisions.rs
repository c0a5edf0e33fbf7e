//! Finds the division that a row names: by its name if that is unique in the company, or by the path of names from the
//! top (`본부 > 상담팀`).

use crate::members::store::DIVISION;
use kernel::{db::DatabaseConnection, problem::Problem};
use organisation::divisions::store as divisions;
use std::collections::HashMap;
use uno_core::{
    contract::{
        companies::CompanyId, divisions::DivisionId, member_imports::MemberImportRow, revisions::FieldChange,
        validation::Violation,
    },
    domain::text::search_key,
};

/// The separators between the names of a path.
const SEPARATORS: [char; 3] = ['>', '›', '/'];

/// The divisions of a company, by name and by path.
#[derive(Debug, Default)]
pub struct Divisions {
    by_name: HashMap<String, Vec<DivisionId>>,
    by_path: HashMap<Vec<String>, DivisionId>,
    /// Names as written, by id.
    names: HashMap<String, String>,
}

impl Divisions {
    /// Loads the divisions of a company.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn of(connection: &mut DatabaseConnection, company_id: CompanyId) -> Result<Self, Problem> {
        let all = divisions::named(connection, company_id)?;
        let known: HashMap<DivisionId, (Option<DivisionId>, String)> =
            all.iter().map(|(id, parent, name)| (*id, (*parent, search_key(name)))).collect();
        let mut found = Self::default();
        for (id, parent, name) in &all {
            found.by_name.entry(search_key(name)).or_default().push(*id);
            found.names.insert(id.0.to_string(), name.clone());
            let mut path = vec![search_key(name)];
            let mut above = *parent;
            while let Some((next, name)) = above.and_then(|above| known.get(&above)) {
                path.push(name.clone());
                above = *next;
            }
            path.reverse();
            found.by_path.insert(path, *id);
        }
        Ok(found)
    }

    /// Replaces the ids of divisions in history entries by their names.
    #[must_use]
    pub fn describe_changes(&self, mut changes: Vec<FieldChange>) -> Vec<FieldChange> {
        for change in changes.iter_mut().filter(|change| change.field == DIVISION) {
            for told in [&mut change.before, &mut change.after].into_iter().flatten() {
                if let Some(name) = self.names.get(told.as_str()) {
                    told.clone_from(name);
                }
            }
        }
        changes
    }

    /// Returns the division that a row names, if it names one.
    ///
    /// # Errors
    /// Returns a violation if there is no such division, or several have the name.
    pub fn find(&self, row: &MemberImportRow) -> Result<Option<DivisionId>, Violation> {
        row.division.as_deref().map(|said| self.named(said)).transpose()
    }

    fn named(&self, said: &str) -> Result<DivisionId, Violation> {
        match self.by_name.get(&search_key(said)).map(Vec::as_slice) {
            Some([only]) => return Ok(*only),
            Some(_) => return Err(Violation::new("division", "divisionAmbiguous")),
            None => {}
        }
        let path: Vec<String> = said.split(SEPARATORS).map(|name| search_key(name.trim())).collect();
        self.by_path.get(&path).copied().ok_or_else(|| Violation::new("division", "divisionUnknown"))
    }
}

#[cfg(test)]
mod tests {
    use super::Divisions;
    use uno_core::contract::divisions::DivisionId;

    fn known() -> Divisions {
        let mut divisions = Divisions::default();
        for (id, path) in
            [(1, &["본부"][..]), (2, &["본부", "상담팀"]), (3, &["지점", "상담팀"]), (4, &["지점"]), (5, &["R/D"])]
        {
            let path: Vec<String> = path.iter().map(|name| name.to_lowercase()).collect();
            divisions.by_name.entry(path.last().cloned().unwrap_or_default()).or_default().push(DivisionId(id));
            divisions.by_path.insert(path, DivisionId(id));
        }
        divisions
    }

    #[test]
    fn a_division_is_named_alone_or_from_the_top() {
        for (said, expected) in [
            ("본부", Ok(1)),
            ("본부 > 상담팀", Ok(2)),
            ("지점/상담팀", Ok(3)),
            ("지점 › 상담팀", Ok(3)),
            ("r/d", Ok(5)),
            ("상담팀", Err("divisionAmbiguous")),
            ("연구소", Err("divisionUnknown")),
            ("본부 > 연구소", Err("divisionUnknown")),
            ("상담팀 > 본부", Err("divisionUnknown")),
        ] {
            let found = known().named(said).map_err(|violation| violation.code);
            assert_eq!(found, expected.map(DivisionId).map_err(str::to_owned), "{said}");
        }
    }
}
