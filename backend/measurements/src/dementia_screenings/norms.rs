//! The norms of CIST: tables that the installation loads, each validated as a whole before it is stored. A background
//! job regrades screenings by the newest table.

use super::store::{Dementia, Row, rules_of};
use crate::{concerns, grades::packed, kind::Kind as _, store::Header};
use diesel::{
    ExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
    connection::SimpleConnection as _, dsl::max,
};
use kernel::{
    access::{caller::Caller, scope::Scope},
    clock,
    db::{
        Database, DatabaseConnection,
        schema::{dementia_norm, dementia_screening, measurement},
    },
    http::mount::{Api, Input},
    problem::Problem,
    records::revisions::{self, Author},
};
use std::{borrow::Cow, collections::BTreeMap};
use uno_core::{
    contract::{
        dementia_norms::{
            DementiaNormTable, DementiaNormTables, DementiaNormsLoad, ListDementiaNorms, LoadDementiaNorms,
        },
        error::ErrorCode,
        page::Permit,
        revisions::{FieldChange, RevisionAction},
        validation::Violation,
    },
    domain::{
        access::Action,
        grade::{
            CistNorm, IntervalEnd, RuleSet,
            built_in::COGNITION,
            check::{RuleFault, RuleFaultKind},
            dementia::{NORM_COLUMNS, read_norms},
            screening::{NORMS, ScreeningInstrument},
        },
        time::Timestamp,
    },
};

/// The resource name in revisions.
const RESOURCE: &str = "dementiaNorms";
/// Screenings regraded per transaction.
const AT_ONCE: i64 = 500;

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.quick::<ListDementiaNorms>(|connection, caller, _| list(connection, caller));
    api.on_change::<LoadDementiaNorms>(load);
}

/// A stored table.
#[derive(Queryable, Selectable)]
#[diesel(table_name = dementia_norm)]
struct Stored {
    version: i32,
    file_name: String,
    norms: String,
    loaded_at: i64,
    loaded_by: String,
    graded_to: i64,
    graded_at: Option<i64>,
    changed: i64,
}

impl Stored {
    fn norms(&self) -> Result<Vec<CistNorm>, Problem> {
        serde_json::from_str(&self.norms).map_err(Problem::internal)
    }

    fn rules(&self) -> Result<RuleSet, Problem> {
        Ok(rules(self.version, self.norms()?))
    }

    fn into_table(self) -> Result<DementiaNormTable, Problem> {
        Ok(DementiaNormTable {
            version: self.version,
            norms: self.norms()?,
            file_name: self.file_name,
            loaded_at: Timestamp(self.loaded_at),
            loaded_by: self.loaded_by,
            graded_at: self.graded_at.map(Timestamp),
            changed: self.changed,
        })
    }
}

/// Returns norms as a rule set.
#[must_use]
pub fn rules(version: i32, norms: Vec<CistNorm>) -> RuleSet {
    RuleSet { id: Cow::Borrowed(NORMS), version, norms: Cow::Owned(norms), ..COGNITION.clone() }
}

/// Returns the table in force.
fn newest(connection: &mut DatabaseConnection) -> Result<Option<Stored>, Problem> {
    let newest = dementia_norm::table.order(dementia_norm::version.desc()).select(Stored::as_select());
    Ok(newest.first(connection).optional()?)
}

/// Returns every loaded table, earliest first. A screening stores the version of the table that graded it.
pub(super) fn all(connection: &mut DatabaseConnection) -> Result<Vec<RuleSet>, Problem> {
    let stored = dementia_norm::table.order(dementia_norm::version).select(Stored::as_select());
    stored.load::<Stored>(connection)?.iter().map(Stored::rules).collect()
}

/// Returns the norms in force and locks them until the transaction that writes grades by them ends.
pub(super) fn lock_newest(connection: &mut DatabaseConnection) -> Result<Option<RuleSet>, Problem> {
    if let DatabaseConnection::Postgres(connection) = connection {
        connection.batch_execute("LOCK TABLE dementia_norm IN SHARE MODE")?;
    }
    newest(connection)?.map(|stored| stored.rules()).transpose()
}

/// Returns whether a caller may load a table, which grades the screenings of every company.
fn may_load(caller: &Caller) -> Permit {
    match caller.scope {
        Scope::All => caller.permit(Dementia::SCREEN, Action::Update),
        _ => Permit::no("forbidden"),
    }
}

fn list(connection: &mut DatabaseConnection, caller: &Caller) -> Result<DementiaNormTables, Problem> {
    let stored = dementia_norm::table.order(dementia_norm::version.desc()).select(Stored::as_select());
    let tables = stored.load(connection)?.into_iter().map(Stored::into_table).collect::<Result<_, Problem>>()?;
    Ok(DementiaNormTables { tables, load: may_load(caller) })
}

async fn load(input: Input<LoadDementiaNorms>) -> Result<DementiaNormTable, Problem> {
    let caller = input.caller()?;
    if !may_load(&caller).allowed {
        return Err(Problem::new(ErrorCode::Forbidden));
    }
    let DementiaNormsLoad { file_name, content } = input.body;
    let norms = read(&content).map_err(Problem::invalid)?;
    let work = move |connection: &mut DatabaseConnection| {
        let author = Author::from(&*caller);
        let stored = insert(connection, &author.name, &file_name, norms)?;
        let change = |field: &str, after: String| FieldChange { field: field.into(), before: None, after: Some(after) };
        let changes = [change("version", stored.version.to_string()), change("fileName", stored.file_name.clone())];
        revisions::record(connection, &author, RESOURCE, stored.version.into(), RevisionAction::Create, &changes)?;
        Ok(stored)
    };
    let stored = input.change.write(work).await?;
    input.state.job_added.notify_one();
    Ok(stored)
}

/// Parses and validates a table.
fn read(content: &str) -> Result<Vec<CistNorm>, Vec<Violation>> {
    let mut norms = read_norms(content).map_err(|fault| {
        let violation = match (fault.line, fault.column) {
            (1, None) => Violation::new("content", "normHeader").with("columns", NORM_COLUMNS.join(",")),
            (line, None) => Violation::new("content", "normLine").with("line", line),
            (line, Some(column)) => Violation::new("content", "normCell").with("line", line).with("column", column),
        };
        vec![violation]
    })?;
    if norms.is_empty() {
        return Err(vec![Violation::new("content", "required")]);
    }
    norms.sort_by_key(|norm| (norm.age_from, norm.education_from));
    let checked = rules(0, norms);
    let faults: Vec<Violation> = checked.faults().iter().map(violation_of).collect();
    if faults.is_empty() { Ok(checked.norms.into_owned()) } else { Err(faults) }
}

/// Converts a fault of the cells into a violation, with the ages and years of education.
fn violation_of(fault: &RuleFault) -> Violation {
    let code = match fault.kind {
        RuleFaultKind::Gap => "normGap",
        RuleFaultKind::Overlap => "normOverlap",
        RuleFaultKind::TooLarge => "normTooLarge",
        _ => "normEmpty",
    };
    let year = |end: Option<IntervalEnd>| end.map(|end| end.cut.0 / 100);
    Violation::new("content", code)
        .with("ages", range(fault.age_from.map(i64::from), fault.age_to.map(i64::from)))
        .with("years", range(year(fault.from), year(fault.to)))
}

/// Formats a range as `60–69`, or `75–` without an upper limit.
fn range(from: Option<i64>, to: Option<i64>) -> String {
    format!("{}–{}", from.unwrap_or_default(), to.map(|to| to.to_string()).unwrap_or_default())
}

/// Inserts a table, which is in force from now on.
///
/// # Errors
/// Returns "taken" if another request has loaded one concurrently.
pub fn insert(
    connection: &mut DatabaseConnection,
    loaded_by: &str,
    file_name: &str,
    norms: Vec<CistNorm>,
) -> Result<DementiaNormTable, Problem> {
    let last = dementia_norm::table.select(max(dementia_norm::version)).first::<Option<i32>>(connection)?;
    let stored = Stored {
        version: last.unwrap_or_default() + 1,
        file_name: file_name.to_owned(),
        norms: serde_json::to_string(&norms).map_err(Problem::internal)?,
        loaded_at: clock::now().0,
        loaded_by: loaded_by.to_owned(),
        graded_to: 0,
        graded_at: None,
        changed: 0,
    };
    diesel::insert_into(dementia_norm::table)
        .values((
            dementia_norm::version.eq(stored.version),
            dementia_norm::file_name.eq(&stored.file_name),
            dementia_norm::norms.eq(&stored.norms),
            dementia_norm::loaded_at.eq(stored.loaded_at),
            dementia_norm::loaded_by.eq(&stored.loaded_by),
        ))
        .execute(connection)?;
    stored.into_table()
}

/// Regrades the next screenings by the table in force. Returns whether there was anything to do. Any instance may do
/// this: each batch updates a mark of the progress.
///
/// # Errors
/// Returns an error if the database fails.
pub fn grade_next(database: &Database) -> Result<bool, Problem> {
    let is_open = |stored: &Stored| stored.graded_at.is_none();
    if database.read_blocking(newest)?.filter(is_open).is_none() {
        return Ok(false);
    }
    database.write_blocking(|connection| {
        // Waits for the transactions that hold the norms: what they write must be read, or older values would be
        // graded.
        if let DatabaseConnection::Postgres(connection) = connection {
            connection.batch_execute("LOCK TABLE dementia_norm IN ROW EXCLUSIVE MODE")?;
        }
        let Some(stored) = newest(connection)?.filter(is_open) else { return Ok(true) };
        grade_batch(connection, &stored)?;
        Ok(true)
    })
}

fn grade_batch(connection: &mut DatabaseConnection, stored: &Stored) -> Result<(), Problem> {
    let rows = measurement::table
        .inner_join(dementia_screening::table)
        .filter(dementia_screening::measurement_id.gt(stored.graded_to))
        .order(dementia_screening::measurement_id)
        .limit(AT_ONCE)
        .select((Header::as_select(), Row::as_select()))
        .load::<(Header, Row)>(connection)?;
    let reached = rows.last().map(|(header, _)| header.measurement_id);
    let mark = diesel::update(dementia_norm::table.find(stored.version))
        .filter(dementia_norm::graded_to.eq(stored.graded_to))
        .set((
            dementia_norm::graded_to.eq(reached.unwrap_or(stored.graded_to)),
            dementia_norm::graded_at.eq(reached.is_none().then(|| clock::now().0)),
        ))
        .execute(connection)?;
    if mark == 0 {
        // Another instance was faster.
        return Ok(());
    }
    let rules = stored.rules()?;
    // Many screenings have the same result: one statement per result rather than per screening.
    let mut by_grades: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
    let mut by_cut: BTreeMap<Option<u8>, Vec<i64>> = BTreeMap::new();
    let mut changed = 0_i64;
    for (header, row) in rows.iter().filter(|(header, _)| header.test_case == ScreeningInstrument::Cist.as_str()) {
        let screened = row.screened(header, Some(&rules))?;
        let grades = packed(screened.outcome) | packed(Some(ScreeningInstrument::Cist));
        changed += i64::from(grades != header.grades);
        by_grades.entry(grades).or_default().push(header.measurement_id);
        if screened.cut.map(i32::from) != row.cut {
            by_cut.entry(screened.cut).or_default().push(header.measurement_id);
        }
    }
    let edition = rules_of(ScreeningInstrument::Cist, Some(&rules));
    for (grades, ids) in by_grades {
        diesel::update(measurement::table.filter(measurement::measurement_id.eq_any(ids)))
            .set((
                measurement::grades.eq(grades),
                measurement::rule_set.eq(edition.map(|edition| edition.id)),
                measurement::rule_version.eq(edition.map(|edition| edition.version)),
                measurement::updated_at.eq(clock::now().0),
            ))
            .execute(connection)?;
    }
    let seen: Vec<i64> = rows.iter().map(|(header, _)| header.measurement_id).collect();
    concerns::review::<Dementia>(connection, &seen)?;
    for (cut, ids) in by_cut {
        diesel::update(dementia_screening::table.filter(dementia_screening::measurement_id.eq_any(ids)))
            .set(dementia_screening::cut.eq(cut.map(i32::from)))
            .execute(connection)?;
    }
    diesel::update(dementia_norm::table.find(stored.version))
        .set(dementia_norm::changed.eq(dementia_norm::changed + changed))
        .execute(connection)?;
    Ok(())
}

/// Marks all existing screenings as graded by the table in force.
///
/// # Errors
/// Returns an error if the database fails.
pub fn all_are_graded(connection: &mut DatabaseConnection) -> Result<(), Problem> {
    diesel::update(dementia_norm::table).set(dementia_norm::graded_at.eq(clock::now().0)).execute(connection)?;
    Ok(())
}
