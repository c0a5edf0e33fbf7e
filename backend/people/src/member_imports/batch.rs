//! One batch of an import: a few hundred rows, written in one transaction with their outcomes.
//!
//! Existing data is read once for the whole batch, not per row: members, their measurements and, if needed, their links
//! and the company's divisions. A row that equals the existing data changes nothing. A value that a row lacks stays as
//! it is, in members and in measurements.

use super::{
    changes,
    divisions::Divisions,
    measured,
    table::{Checked, Row},
};
use crate::{links::store as links, managed_users::registration, members::store as members};
use imports::report::{self, Outcome, RowNote};
use kernel::{
    bulk::import_undo::{self, Change},
    db::DatabaseConnection,
    jobs::Claimed,
    problem::Problem,
    records::revisions::{self, Author},
    sealed::Seal,
};
use measurements::{
    concerns,
    kind::{FarValue, Kind, named_far},
    physical_measurements::{
        far,
        store::{self as physical_measurements, ByMemberAndTime, Graded, NewMeasurement, Physical, StoredMeasurement},
    },
    store::Owner,
};
use organisation::companies::store::Line;
use std::collections::{HashMap, HashSet};
use uno_core::{
    contract::{
        companies::CompanyId,
        divisions::DivisionId,
        imports::RowProblem,
        jobs::JobId,
        managed_users::UserOfMember,
        member_imports::MemberImportRow,
        members::{MemberId, MemberSave},
        revisions::RevisionAction,
        validation::Violation,
    },
    domain::{age::age_at, time::Timestamp},
};

/// A row to be written.
pub struct Pending {
    line: i64,
    member_no: String,
    checked: Checked,
}

impl From<Row<'_>> for Pending {
    fn from(row: Row<'_>) -> Self {
        Self { line: row.line, member_no: row.member_no, checked: row.checked }
    }
}

/// A member before and after the batch.
struct Subject {
    id: Option<MemberId>,
    before: Option<MemberSave>,
    now: MemberSave,
    /// Whether the member is registered as a user.
    becomes_user: bool,
}

/// The decisions about an import, as far as the account may still carry them out.
#[derive(Clone, Copy)]
pub struct ImportOptions<'a> {
    /// Whether names, birth dates and sexes of known members and stored values of measurements may be changed;
    /// otherwise, rows that would do so are skipped.
    pub accept_changes: bool,
    /// When the preview compared the file with what is stored; nothing is replaced that was changed since.
    pub compared_at: Option<Timestamp>,
    /// The evidence and level with which everybody is registered as a user, if at all.
    pub users: Option<&'a UserOfMember>,
    /// Seals what the import replaces, so that it can be taken back.
    pub seal: &'a Seal,
}

/// A measurement to be written, and the index of its subject in the batch.
struct PlannedMeasurement {
    subject: usize,
    before: Option<StoredMeasurement>,
    now: NewMeasurement,
}

/// Writes the rows and their outcomes, and updates the job's progress.
///
/// # Errors
/// Returns an error if the database fails; the transaction must then be rolled back.
pub fn write(
    connection: &mut DatabaseConnection,
    claimed: &Claimed,
    author: &Author,
    line: &Line,
    rows: &[Pending],
    options: ImportOptions<'_>,
) -> Result<(), Problem> {
    let plan = Plan::of(connection, line, rows, options)?;
    let changes = plan.write(connection, author, line, (claimed.job_id, options))?;
    import_undo::note(connection, claimed.job_id, &changes)?;
    let outcomes = rows.iter().zip(plan.outcomes).map(|(row, (outcome, reasons, changed))| {
        (row.line, outcome, RowNote { member_no: row.member_no.clone(), reasons, changed })
    });
    report::store_outcomes(connection, claimed, &outcomes.collect::<Vec<_>>())
}

/// What is stored about the people of a batch.
struct Stored {
    /// Members by their numbers, until a row is planned for them.
    members: HashMap<String, (MemberId, MemberSave)>,
    /// Members who are linked with a user, or asked to be. Loaded if everybody is registered as a user.
    linked: HashSet<MemberId>,
    /// Members who were changed after the preview.
    changed_since: HashSet<MemberId>,
    measured: ByMemberAndTime,
}

impl Stored {
    fn of(
        connection: &mut DatabaseConnection,
        line: &Line,
        rows: &[&MemberImportRow],
        options: ImportOptions<'_>,
    ) -> Result<Self, Problem> {
        let mut numbers: Vec<&str> = rows.iter().map(|row| row.member_no.as_str()).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let members = members::held_by_number(connection, CompanyId(line.company_id), &numbers)?;
        let ids: Vec<MemberId> = members.values().map(|(id, _)| *id).collect();
        let linked = match options.users {
            Some(_) => links::with_open_link(connection, &ids)?,
            None => HashSet::new(),
        };
        let changed_since = match options.compared_at {
            Some(compared_at) => members::changed_since(connection, &ids, compared_at)?,
            None => HashSet::new(),
        };
        let measured = measured::stored_measurements(connection, &ids, rows.iter().copied())?;
        Ok(Self { members, linked, changed_since, measured })
    }
}

/// The planned writes of a batch.
struct Plan {
    subjects: Vec<Subject>,
    /// The index of each subject by member number.
    places: HashMap<String, usize>,
    measured: Vec<PlannedMeasurement>,
    /// The company's divisions, loaded if a row names one.
    divisions: Divisions,
    /// For each row: the outcome, the problems of a rejected row, and the changes to what is stored.
    outcomes: Vec<(Outcome, Vec<RowProblem>, Vec<String>)>,
}

impl Plan {
    fn of(
        connection: &mut DatabaseConnection,
        line: &Line,
        rows: &[Pending],
        options: ImportOptions<'_>,
    ) -> Result<Self, Problem> {
        let good = rows.iter().filter_map(|row| match &row.checked {
            Checked::Valid(good) => Some(&**good),
            _ => None,
        });
        let good: Vec<&MemberImportRow> = good.collect();
        let mut stored = Stored::of(connection, line, &good, options)?;
        let divisions = match good.iter().any(|row| row.division.is_some()) {
            true => Divisions::of(connection, CompanyId(line.company_id))?,
            false => Divisions::default(),
        };
        let mut plan = Self {
            subjects: Vec::new(),
            places: HashMap::new(),
            measured: Vec::new(),
            divisions,
            outcomes: Vec::with_capacity(rows.len()),
        };
        for row in rows {
            let outcome = match &row.checked {
                Checked::Invalid(reasons) => (Outcome::Rejected, reasons.clone(), Vec::new()),
                Checked::Valid(good) => match plan.add(good, &mut stored, line, options) {
                    Ok((outcome, changed)) => (outcome, Vec::new(), changed),
                    Err(violations) => {
                        let reason = |violation| RowProblem { line: row.line, column: None, violation, value: None };
                        (Outcome::Rejected, violations.into_iter().map(reason).collect(), Vec::new())
                    }
                },
            };
            plan.outcomes.push(outcome);
        }
        Ok(plan)
    }

    /// Plans the writes of a row. Returns its outcome and which fields of a known member or of a stored measurement it
    /// changes, or why it is rejected.
    fn add(
        &mut self,
        row: &MemberImportRow,
        stored: &mut Stored,
        line: &Line,
        options: ImportOptions<'_>,
    ) -> Result<(Outcome, Vec<String>), Vec<Violation>> {
        let place = self.places.get(&row.member_no).copied();
        let (id, before) = match place.and_then(|place| self.subjects.get(place)) {
            Some(subject) => (subject.id, subject.before.as_ref().map(|_| &subject.now)),
            None => stored.members.get(&row.member_no).map(|(id, member)| (*id, member)).unzip(),
        };
        let alone = |violation| vec![violation];
        let measured = measured::measurement_of(row, id, &stored.measured).map_err(alone)?;
        let changes = before.map_or_else(Vec::new, |member| changes::of(member, row));
        let changes_member = !changes.is_empty();
        let replaced = measured.as_ref().and_then(|(before, now)| Some((before.as_ref()?, now)));
        let is_later = |stored: &StoredMeasurement| options.compared_at.is_some_and(|at| stored.updated_at > at.0);
        let is_replaced_later = replaced.is_some_and(|(before, _)| is_later(before));
        let replaced = replaced.map_or_else(Vec::new, |(before, now)| changes::of_measurement(&before.measured, now));
        let is_later = (changes_member && id.is_some_and(|id| stored.changed_since.contains(&id)))
            || (!replaced.is_empty() && is_replaced_later);
        let changed: Vec<String> = changes.into_iter().chain(replaced).map(|change| change.field).collect();
        if !options.accept_changes && !changed.is_empty() {
            return Err(changed.iter().map(|field| Violation::new(field, "notAccepted")).collect());
        }
        if is_later {
            // Nobody has seen what would be replaced.
            return Err(changed.iter().map(|field| Violation::new(field, "changedSince")).collect());
        }
        let division = self.divisions.find(row).map_err(alone)?;
        let place = place.unwrap_or(self.subjects.len());
        let mut outcome = match self.subjects.get_mut(place) {
            Some(subject) => apply(subject, row, division),
            None => {
                let (mut subject, outcome) = new_subject(stored.members.remove(&row.member_no), row, division, line);
                let is_linked = subject.id.is_some_and(|id| stored.linked.contains(&id));
                subject.becomes_user = options.users.is_some() && !is_linked;
                let outcome = if subject.becomes_user { outcome.max(Outcome::Created) } else { outcome };
                self.places.insert(row.member_no.clone(), place);
                self.subjects.push(subject);
                outcome
            }
        };
        // An earlier row of the batch may have the same measurement.
        let is_planned = |now: &NewMeasurement| {
            let is_it = |known: &PlannedMeasurement| known.subject == place && known.now.measured_at == now.measured_at;
            self.measured.iter().any(is_it)
        };
        if let Some((before, now)) = measured.filter(|(_, now)| !is_planned(now)) {
            outcome = outcome.max(if before.is_some() { Outcome::Updated } else { Outcome::Created });
            self.measured.push(PlannedMeasurement { subject: place, before, now });
        }
        if changes_member {
            outcome = outcome.max(Outcome::Changed);
        }
        Ok((outcome, changed))
    }

    fn write(
        &self,
        connection: &mut DatabaseConnection,
        author: &Author,
        line: &Line,
        (job_id, options): (JobId, ImportOptions<'_>),
    ) -> Result<Vec<Change>, Problem> {
        let ids = self.write_members(connection, author, line)?;
        let mut noted = self.changes_of_members(&ids, job_id, options.seal)?;
        if let Some(users) = options.users {
            let new = self.subjects.iter().zip(&ids).filter(|(subject, _)| subject.becomes_user);
            let people: Vec<_> = new.map(|(subject, id)| (*id, &subject.now)).collect();
            let users = registration::register_many(connection, author, line, users, &people)?;
            noted.extend(users.into_iter().map(|id| Change::created(crate::users::store::RESOURCE, id.0)));
        }
        let mut new = Vec::new();
        let mut changes = Vec::new();
        let rules = if self.measured.is_empty() { Vec::new() } else { Physical::lock_versions(connection)? };
        let far = self.far_from_last(connection, &ids)?;
        for (measured, far) in self.measured.iter().zip(far) {
            let (Some(subject), Some(id)) = (self.subjects.get(measured.subject), ids.get(measured.subject)) else {
                continue;
            };
            let graded = physical_measurements::graded(&measured.now, subject.now.birth_date, subject.now.sex, &rules);
            let graded = Graded { far_from_last: named_far(&far), ..graded };
            match &measured.before {
                None => {
                    let division_id = subject.now.division_id.map(|id| id.0);
                    new.push((Owner::of(line, *id).in_division(division_id), graded));
                }
                Some(stored) => {
                    physical_measurements::replace(connection, stored, &graded)?;
                    let before = measured::fields(&stored.measured);
                    let differences =
                        revisions::differences(Some(&before), Some(&measured::fields(&measured.now)), &[]);
                    changes.push((stored.id.0, differences));
                    let place = (physical_measurements::RESOURCE, stored.id.0, stored.version + 1);
                    noted.push(Change::updated(options.seal, job_id, place, &stored.measured)?);
                }
            }
        }
        let mut written: Vec<i64> = changes.iter().map(|(id, _)| *id).collect();
        if !new.is_empty() {
            written.extend(physical_measurements::insert(connection, Some(job_id), &new)?);
        }
        if !written.is_empty() {
            concerns::review::<Physical>(connection, &written)?;
        }
        if !changes.is_empty() {
            revisions::record_many(
                connection,
                author,
                physical_measurements::RESOURCE,
                RevisionAction::Update,
                &changes,
            )?;
        }
        Ok(noted)
    }

    /// Returns for each measurement the values that are implausibly far from the person's previous ones.
    fn far_from_last(
        &self,
        connection: &mut DatabaseConnection,
        ids: &[MemberId],
    ) -> Result<Vec<Vec<FarValue>>, Problem> {
        let measured = self.measured.iter().map(|measured| {
            let id = ids.get(measured.subject).map_or(0, |id| id.0);
            let born = self.subjects.get(measured.subject).map(|subject| subject.now.birth_date);
            let age = born.and_then(|born| age_at(born, measured.now.measured_at.date_in_seoul()));
            (id, measured.now, age)
        });
        far::far_from_last(connection, &measured.collect::<Vec<_>>(), None)
    }

    /// Returns what has become of the members, so that it can be taken back.
    fn changes_of_members(&self, ids: &[MemberId], job_id: JobId, seal: &Seal) -> Result<Vec<Change>, Problem> {
        let mut noted = Vec::new();
        for (subject, id) in self.subjects.iter().zip(ids) {
            match &subject.before {
                None => noted.push(Change::created(members::RESOURCE, id.0)),
                Some(before) if *before != subject.now => {
                    let place = (members::RESOURCE, id.0, before.version.unwrap_or_default() + 1);
                    noted.push(Change::updated(seal, job_id, place, before)?);
                }
                Some(_) => {}
            }
        }
        Ok(noted)
    }

    /// Creates and changes members. Returns the id of each subject.
    fn write_members(
        &self,
        connection: &mut DatabaseConnection,
        author: &Author,
        line: &Line,
    ) -> Result<Vec<MemberId>, Problem> {
        let mut new: Vec<&MemberSave> =
            self.subjects.iter().filter(|subject| subject.before.is_none()).map(|subject| &subject.now).collect();
        // Two imports of the same people, in whatever order, wait for each other instead of deadlocking.
        new.sort_by(|one, other| one.member_no.cmp(&other.member_no));
        let mut written = HashMap::new();
        if !new.is_empty() {
            members::insert_many(connection, line, &new)?;
            let numbers: Vec<&str> = new.iter().map(|save| save.member_no.as_str()).collect();
            written = members::by_number(connection, CompanyId(line.company_id), &numbers)?;
        }
        let mut ids = Vec::with_capacity(self.subjects.len());
        let mut created = Vec::new();
        for subject in &self.subjects {
            let id = subject.id.or_else(|| written.get(&subject.now.member_no).map(|(id, _)| *id));
            let id = id.ok_or_else(|| Problem::internal("a new member is not found"))?;
            ids.push(id);
            match &subject.before {
                None => {
                    let changes = self.divisions.describe_changes(members::creation_changes(&subject.now)?);
                    created.push((id.0, changes));
                }
                Some(before) if *before != subject.now => {
                    members::replace(connection, author, id, before, &subject.now)?;
                }
                Some(_) => {}
            }
        }
        if !created.is_empty() {
            revisions::record_many(connection, author, members::RESOURCE, RevisionAction::Create, &created)?;
        }
        Ok(ids)
    }
}

/// Creates a subject from its first row.
fn new_subject(
    known: Option<(MemberId, MemberSave)>,
    row: &MemberImportRow,
    division: Option<DivisionId>,
    line: &Line,
) -> (Subject, Outcome) {
    match known {
        Some((id, before)) => {
            let mut subject = Subject { id: Some(id), now: before.clone(), before: Some(before), becomes_user: false };
            let outcome = apply(&mut subject, row, division);
            (subject, outcome)
        }
        None => {
            let now = MemberSave {
                company_id: CompanyId(line.company_id),
                member_no: row.member_no.clone(),
                division_id: division,
                name: row.name.clone().unwrap_or_else(|| row.member_no.clone()),
                birth_date: row.birth_date,
                sex: row.sex,
                phone_number: row.phone_number.clone(),
                email: row.email.clone(),
                address: row.address.clone(),
                memo: None,
                version: None,
            };
            (Subject { id: None, before: None, now, becomes_user: false }, Outcome::Created)
        }
    }
}

/// Applies a row's values to the subject.
fn apply(subject: &mut Subject, row: &MemberImportRow, division: Option<DivisionId>) -> Outcome {
    let before = subject.now.clone();
    let now = &mut subject.now;
    now.birth_date = row.birth_date;
    now.sex = row.sex;
    if let Some(name) = &row.name {
        now.name.clone_from(name);
    }
    for (field, said) in
        [(&mut now.phone_number, &row.phone_number), (&mut now.email, &row.email), (&mut now.address, &row.address)]
    {
        if said.is_some() {
            field.clone_from(said);
        }
    }
    now.division_id = division.or(now.division_id);
    if *now == before { Outcome::Unchanged } else { Outcome::Updated }
}
