//! The differences between a row and what is stored: of a known member, and of a measurement at the same time.

use super::{ASSUMED_SETTING, BATCH, PROBLEMS, measured, table::is_measured};
use crate::{links::store as links, members::store as members};
use imports::understood::{ASSUMED_TIME, AssumedSummary};
use kernel::{
    db::{Database, DatabaseConnection},
    problem::Problem,
};
use measurements::{
    kind::FarValue,
    physical_measurements::{
        far,
        store::{self as physical_measurements, ByMemberAndTime, NewMeasurement},
    },
};
use std::collections::{BTreeSet, HashMap, HashSet};
use uno_core::{
    contract::{
        companies::CompanyId,
        imports::{RowProblem, UnusualValue},
        member_imports::{MemberChange, MemberImportPreview, MemberImportRow},
        members::{MemberId, MemberSave},
    },
    domain::{
        age::age_at,
        mask,
        time::{Bound, Date},
    },
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
    // A member registered without a name is called by the number: a name is added then, and nothing changed.
    let is_named = known.name != known.member_no;
    if let Some(name) = row.name.as_ref().filter(|name| is_named && **name != known.name) {
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
    compared: Compared,
}

/// The known members that a file was compared with.
#[derive(Default)]
pub struct Compared {
    /// All of them.
    pub members: BTreeSet<i64>,
    /// Birth dates in the file that are not the member's: each is one that the member does not have.
    pub other_births: BTreeSet<(i64, Date)>,
}

impl<'a> Comparison<'a> {
    /// Creates a comparison with a company's members.
    pub fn new(database: &'a Database, company_id: CompanyId, shows_measurements: bool) -> Self {
        Self {
            database,
            company_id,
            shows_measurements,
            rows: Vec::with_capacity(BATCH),
            assumed: AssumedSummary::default(),
            compared: Compared::default(),
        }
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

    /// Compares the remaining rows, and reports what is assumed of all. Returns whom the file was compared with.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn finish(mut self, found: &mut MemberImportPreview) -> Result<Compared, Problem> {
        self.compare(found)?;
        found.assumed = self.assumed.into_values();
        Ok(self.compared)
    }

    /// Reports the values of a row's measurement that should be checked.
    fn note_unusual(
        &self,
        (line, row): (i64, &MemberImportRow),
        measured: Option<(NewMeasurement, Vec<FarValue>)>,
        found: &mut MemberImportPreview,
    ) {
        let Some((now, far)) = measured else { return };
        let values: HashMap<String, Option<String>> =
            measured::fields(&now).into_iter().map(|(field, value)| (field.into_owned(), value)).collect();
        let unusual = physical_measurements::unusual_of(&now).into_iter().map(|field| (field, None));
        let before = |before: String| if self.shows_measurements { before } else { HIDDEN.to_owned() };
        let told: Vec<_> = unusual.chain(far.into_iter().map(|far| (far.field, Some(before(far.before))))).collect();
        found.unusual_rows += i64::from(!told.is_empty());
        let told = told.into_iter().map(|(field, before)| UnusualValue {
            line,
            member_no: row.member_no.clone(),
            field: field.to_owned(),
            value: values.get(field).cloned().flatten(),
            before,
        });
        found.unusual.extend(told.take(SHOWN - found.unusual.len()));
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
        let (known, linked, stored_measurements, far) = self.database.read_blocking(|connection| {
            let known = members::by_number(connection, self.company_id, &numbers)?;
            let ids: Vec<MemberId> = known.values().map(|(id, _)| *id).collect();
            let linked = links::with_open_link(connection, if is_about_users { &ids } else { &[] })?;
            let stored = measured::stored_measurements(connection, &ids, rows.iter().map(|(_, row, _)| &**row))?;
            let far = far_from_last(connection, &rows, &known, &stored)?;
            Ok((known, linked, stored, far))
        })?;
        for ((line, row, is_first_of_member), far) in rows.iter().zip(far) {
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
            self.note_unusual((*line, &**row), far, found);
            let Some((id, member)) = member else { continue };
            self.compared.members.insert(id.0);
            if member.birth_date != row.birth_date {
                self.compared.other_births.insert((id.0, row.birth_date));
            }
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

/// Returns for each row the measurement that it brings, and the values that are implausibly far from the person's
/// previous ones.
fn far_from_last(
    connection: &mut DatabaseConnection,
    rows: &[(i64, Box<MemberImportRow>, bool)],
    known: &HashMap<String, (MemberId, MemberSave)>,
    stored: &ByMemberAndTime,
) -> Result<Vec<Option<(NewMeasurement, Vec<FarValue>)>>, Problem> {
    let mut measured = Vec::new();
    for (place, (_, row, _)) in rows.iter().enumerate() {
        let id = known.get(&row.member_no).map(|(id, _)| *id);
        if let Ok(Some((_, now))) = measured::measurement_of(row, id, stored) {
            measured
                .push((place, (id.map_or(0, |id| id.0), now, age_at(row.birth_date, now.measured_at.date_in_seoul()))));
        }
    }
    let asked: Vec<_> = measured.iter().map(|(_, measured)| *measured).collect();
    let mut found: Vec<Option<(NewMeasurement, Vec<FarValue>)>> = rows.iter().map(|_| None).collect();
    for ((place, (_, now, _)), far) in measured.iter().zip(far::far_from_last(connection, &asked, None)?) {
        if let Some(found) = found.get_mut(*place) {
            *found = Some((*now, far));
        }
    }
    Ok(found)
}

/// Counts a person as a new user or as an already linked member.
fn count_user(member_id: Option<MemberId>, linked: &HashSet<MemberId>, found: &mut MemberImportPreview) {
    let is_linked = member_id.is_some_and(|id| linked.contains(&id));
    let counter = if is_linked { &mut found.linked_members } else { &mut found.new_users };
    if let Some(counter) = counter {
        *counter += 1;
    }
}
