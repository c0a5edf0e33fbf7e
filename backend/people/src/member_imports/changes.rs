//! The differences between a row and what is stored: of a known member, and of a measurement at the same time.

use super::{ASSUMED_SETTING, BATCH, PROBLEMS, measured, table::is_measured};
use crate::{links::store as links, members::store as members};
use imports::understood::{ASSUMED_TIME, AssumedSummary};
use kernel::{db::Database, problem::Problem};
use measurements::physical_measurements::store::NewMeasurement;
use std::collections::HashSet;
use uno_core::{
    contract::{
        companies::CompanyId,
        imports::RowProblem,
        member_imports::{MemberChange, MemberImportPreview, MemberImportRow},
        members::{MemberId, MemberSave},
    },
    domain::{mask, time::Bound},
};

/// Stands for a stored value of a measurement where the user may not read measurements.
const HIDDEN: &str = "***";
/// The fields that identify a member.
const IDENTITY: [&str; 3] = ["name", "birthDate", "sex"];
/// The maximum number of changes of known members in a preview.
const SHOWN: usize = 100;

/// A difference between a record and a row.
pub struct Change {
    /// The name of the field.
    pub field: String,
    /// The stored value; that of a member is masked as in lists.
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
        changes.push(Change { field: "name".into(), before: known.name.clone(), after: name.clone() });
    }
    if row.birth_date != known.birth_date {
        let (before, after) = (mask::birth_date(known.birth_date), row.birth_date.to_string());
        changes.push(Change { field: "birthDate".into(), before, after });
    }
    if row.sex != known.sex {
        let (before, after) = (known.sex.as_str().into(), row.sex.as_str().into());
        changes.push(Change { field: "sex".into(), before, after });
    }
    changes
}

/// Returns whether a preview may have told whether the birth date of a known member is right.
#[must_use]
pub fn are_about_people(found: &MemberImportPreview) -> bool {
    let is_cut = found.changes.len() == SHOWN;
    is_cut || found.changes.iter().any(|change| IDENTITY.contains(&change.field.as_str()))
}

/// Returns the values of a stored measurement that a row replaces by others. A value that it only adds is none of them.
#[must_use]
pub fn of_measurement(stored: &NewMeasurement, now: &NewMeasurement) -> Vec<Change> {
    let fields = measured::fields(stored).into_iter().zip(measured::fields(now));
    // The place says something of a pressure: a first one brings its own.
    let brings_pressure = stored.systolic.is_none() && now.systolic.is_some();
    let fields = fields.filter(|((field, _), _)| field != "setting" || !brings_pressure);
    let replaced = fields.filter_map(|((field, before), (_, after))| Some((field, before?, after?)));
    replaced
        .filter(|(_, before, after)| before != after)
        .map(|(field, before, after)| Change { field: field.into_owned(), before, after })
        .collect()
}

/// A comparison of valid rows with the company's members, a few hundred at a time.
pub struct Comparison<'a> {
    database: &'a Database,
    company_id: CompanyId,
    /// Whether stored values of measurements are shown.
    shows_measurements: bool,
    rows: Vec<(i64, Box<MemberImportRow>, bool)>,
    assumed: AssumedSummary,
}

impl<'a> Comparison<'a> {
    /// Creates a comparison with a company's members.
    pub fn new(database: &'a Database, company_id: CompanyId, shows_measurements: bool) -> Self {
        let (rows, assumed) = (Vec::with_capacity(BATCH), AssumedSummary::default());
        Self { database, company_id, shows_measurements, rows, assumed }
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
        if self.rows.len() == BATCH { self.compare(found) } else { Ok(()) }
    }

    /// Compares the remaining rows, and reports what is assumed of all.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn finish(mut self, found: &mut MemberImportPreview) -> Result<(), Problem> {
        self.compare(found)?;
        found.assumed = self.assumed.into_values();
        Ok(())
    }

    /// Compares the rows added so far and reports what they change.
    fn compare(&mut self, found: &mut MemberImportPreview) -> Result<(), Problem> {
        let rows = std::mem::take(&mut self.rows);
        let mut numbers: Vec<&str> = rows.iter().map(|(_, row, _)| row.member_no.as_str()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        if numbers.is_empty() {
            return Ok(());
        }
        let is_about_users = found.new_users.is_some();
        let (known, linked, stored_measurements) = self.database.read_blocking(|connection| {
            let known = members::by_number(connection, self.company_id, &numbers)?;
            let ids: Vec<MemberId> = known.values().map(|(id, _)| *id).collect();
            let linked = links::with_open_link(connection, if is_about_users { &ids } else { &[] })?;
            let stored = measured::stored_measurements(connection, &ids, rows.iter().map(|(_, row, _)| &**row))?;
            Ok((known, linked, stored))
        })?;
        for (line, row, is_first_of_member) in &rows {
            let member = known.get(&row.member_no);
            if *is_first_of_member {
                count_user(member.map(|(id, _)| *id), &linked, found);
            }
            let stored = member.and_then(|(id, _)| stored_measurements.get(&(*id, row.measured_at?.first())));
            // A stored measurement keeps its own.
            let is_new = is_measured(row) && stored.is_none();
            if is_new && row.setting.is_none() {
                self.assumed.note("setting", ASSUMED_SETTING.as_str());
            }
            if is_new && matches!(row.measured_at, Some(Bound::Day(_))) {
                self.assumed.note(ASSUMED_TIME.0, ASSUMED_TIME.1);
            }
            let Some((id, member)) = member else { continue };
            let mut changes = of(member, row);
            let measurement = match measured::measurement_of(row, Some(*id), &stored_measurements) {
                Ok(measurement) => measurement,
                Err(violation) => {
                    // The file and what is stored contradict each other.
                    (found.valid_rows, found.invalid_rows) = (found.valid_rows - 1, found.invalid_rows + 1);
                    let problem = RowProblem { line: *line, column: None, violation, value: None };
                    found.problems.extend((found.problems.len() < PROBLEMS).then_some(problem));
                    continue;
                }
            };
            if let Some((Some(stored), now)) = measurement {
                for change in of_measurement(&stored.measured, &now) {
                    let before = if self.shows_measurements { change.before } else { HIDDEN.into() };
                    changes.push(Change { before, ..change });
                }
            }
            found.changed_rows += i64::from(!changes.is_empty());
            for change in changes {
                if found.changes.len() < SHOWN {
                    found.changes.push(MemberChange {
                        line: *line,
                        member_no: row.member_no.clone(),
                        field: change.field,
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
