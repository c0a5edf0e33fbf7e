//! Imports of measurements of one kind from a file: the preview, the start, and the job that writes. All kinds share
//! this code: the contract defines the columns, the rules of intake requests apply, and the intake writes the rows.

use crate::{
    each_kind,
    entry::{self, check_time, may_register},
    intake,
    kind::{FarValue, Kind, Person, nothing},
};
use diesel::{ExpressionMethods as _, QueryDsl as _, RunQueryDsl as _};
use imports::{
    decisions::{Decisions, Remembered},
    guide,
    layout::{Layout, MEASURED_AT, OwnExport},
    memory, readers,
    records::{self, ReadError, Record},
    report::{self, Outcome, RowNote},
    spelling::{is_masked, plain},
    understood::{ASSUMED_TIME, AssumedSummary, SpellingSummary},
};
use kernel::{
    access::{
        caller::{self, Caller},
        scope::Scope,
    },
    bulk::import_undo::{self, Undoing},
    clock,
    db::{
        Database, DatabaseConnection,
        schema::{company, measurement, member},
    },
    exports::{self, Exported},
    http::{
        decode,
        mount::{Api, Input},
    },
    jobs::{
        Interrupted, Run, Texts, Work,
        store::{self as jobs, FileRole, NewJob},
    },
    problem::Problem,
    reports::sheet,
};
use organisation::companies::store as companies;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::{
    borrow::Cow,
    collections::{BTreeSet, HashMap, HashSet, hash_map::Entry},
    fs::File,
    hash::{DefaultHasher, Hash, Hasher as _},
    io::Seek as _,
    sync::Arc,
};
use uno_core::{
    contract::{
        bulk::BulkOutcome,
        companies::CompanyId,
        error::ErrorCode,
        imports::{
            CellCorrection, ColumnChoice, DoubtfulColumn, ImportFormat, MEMBER_NAME as MEMBER_NAME_COLUMN, RowProblem,
            SampleRow, UnusualValue,
        },
        jobs::{Job, JobId, JobKind},
        measurement_imports::{
            DownloadMeasurementImportSample, GetMeasurementImportGuide, ImportedKind, MeasurementDifference,
            MeasurementImportPreview, PreviewMeasurementImport, ReviewMeasurementImport, StartMeasurementImport, WORDS,
        },
        measurements::{IntakeOutcome, IntakeResult, MeasurementForm},
        validation::{Rules as _, Value, Violation},
    },
    domain::{
        access::Action,
        grade::Sex,
        time::{Date, Timestamp},
    },
};

/// Rows that are compared or written at once.
const BATCH: usize = 500;
/// The maximum number of rows in a preview.
const SAMPLE: usize = 20;
/// The maximum number of problems in a preview.
const PROBLEMS: usize = 100;
/// The maximum number of differences from stored values in a preview.
const DIFFERENCES: usize = 100;
/// The maximum number of unusual values in a preview.
const UNUSUAL: usize = 100;
/// The maximum number of previews of one account that wait to be started; the oldest ones are deleted.
const MAX_WAITING: i64 = 5;
/// Fields of a request that are not measured values.
const ABOUT: [&str; 8] =
    ["sourceId", "memberId", "companyId", "memberNo", "measuredAtOffset", "serviceId", "externalDeviceId", "version"];

/// The parameters of the job.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Parameters {
    company_id: CompanyId,
    kind: ImportedKind,
    format: ImportFormat,
    /// The sheet that the user has chosen.
    sheet: Option<usize>,
    /// The column choices of earlier imports, for columns that the file has.
    remembered: Remembered,
    /// The user's column choices for this file, and the same by column name.
    columns: Vec<ColumnChoice>,
    learnt: Remembered,
    /// Corrected cells.
    corrections: Vec<CellCorrection>,
    /// Required fields without a column.
    missing: Vec<String>,
    /// Columns that the user has to leave out.
    doubtful: Vec<DoubtfulColumn>,
}

impl Parameters {
    fn decisions(&self, layout: &Layout) -> Result<Decisions, Problem> {
        Decisions::of(layout, &self.columns, &self.remembered, &self.corrections).map_err(Problem::invalid)
    }
}

/// Returns the layout of a kind.
fn layout_of<K: Kind>() -> Layout {
    let layout = Layout::of(K::IMPORTED.columns(), K::IMPORTED.required(), K::Save::FORM, WORDS, K::IMPORTED.hints());
    layout.confirming(MEMBER_NAME_COLUMN)
}

/// Returns the layout with the columns of the kind's export, so that an exported file can be read in any language.
fn layout_with_export<K: Kind + Exported>(texts: Option<Texts>) -> Layout {
    let own = texts.map(|texts| OwnExport::of(texts, K::COLUMNS.len(), exports::written_columns::<K>));
    Layout { own, ..layout_of::<K>() }
}

/// The import functions of a kind.
struct Importer {
    kind: ImportedKind,
    layout: fn() -> Layout,
    may: fn(&Caller) -> bool,
    analyze: fn(&Database, Scope, &File, &mut Parameters, Texts) -> Result<MeasurementImportPreview, Problem>,
}

impl Importer {
    const fn of<K: Kind + Exported>() -> Self {
        Self { kind: K::IMPORTED, layout: layout_of::<K>, may: may_register::<K>, analyze: analyze::<K> }
    }
}

macro_rules! importers {
    ($($kind:ty),+) => { &[$(Importer::of::<$kind>()),+] };
}
static IMPORTERS: &[Importer] = each_kind!(importers);

/// Returns the importer of a kind.
fn importer(kind: ImportedKind) -> Result<&'static Importer, Problem> {
    let found = IMPORTERS.iter().find(|importer| importer.kind == kind);
    found.ok_or_else(|| Problem::internal("a kind that nothing imports"))
}

/// Mounts the endpoints. The texts are those of the console.
pub fn mount(api: &mut Api, texts: Texts) {
    api.on::<GetMeasurementImportGuide>(async |input: Input<GetMeasurementImportGuide>| {
        guide::answer(&(importer(input.query.kind)?.layout)())
    });
    api.on_file::<DownloadMeasurementImportSample>(async |input: Input<DownloadMeasurementImportSample>| {
        let name = format!("{}-import-sample", input.query.kind.as_str().to_lowercase());
        guide::sample(&(importer(input.query.kind)?.layout)(), input.query.format, &name, &input.request_id)
    });
    api.on_change::<PreviewMeasurementImport>(move |input| preview(input, texts));
    api.on::<ReviewMeasurementImport>(move |input| review(input, texts));
    api.on_change::<StartMeasurementImport>(start);
}

/// Checks that a caller may import measurements of a kind.
fn check(caller: &Caller, kind: ImportedKind) -> Result<(), Problem> {
    if (importer(kind)?.may)(caller) { Ok(()) } else { Err(Problem::new(ErrorCode::Forbidden)) }
}

/// Reads a file and stores it with a job that waits to be started.
async fn preview(input: Input<PreviewMeasurementImport>, texts: Texts) -> Result<MeasurementImportPreview, Problem> {
    let caller = input.caller()?;
    let (company_id, query) = (input.path.company_id, input.query);
    check(&caller, query.kind)?;
    let scope = caller.scope;
    let database = input.state.database.clone();
    let line = database.quick(move |connection| companies::line(connection, scope, company_id)).await?;
    line.ok_or_else(Problem::not_found)?;
    let file = input.file.ok_or_else(|| Problem::new(ErrorCode::Malformed))?;
    let what = query.kind.as_str();
    let parameters = Parameters {
        company_id,
        kind: query.kind,
        format: query.format,
        sheet: query.sheet.and_then(|sheet| usize::try_from(sheet).ok()),
        remembered: database.quick(move |connection| memory::of(connection, scope, company_id, what)).await?,
        columns: Vec::new(),
        learnt: Vec::new(),
        corrections: Vec::new(),
        missing: Vec::new(),
        doubtful: Vec::new(),
    };
    let (file, parameters, mut found) = read(&database, &caller, file, parameters, texts).await?;
    if found.source.sheet.is_none() && !found.sheets.is_empty() {
        return Ok(found);
    }
    let file_name = query.file_name;
    input
        .change
        .write(move |connection| {
            jobs::keep_newest_previews(connection, caller.account_id, JobKind::MeasurementImport, MAX_WAITING)?;
            let new = NewJob {
                kind: JobKind::MeasurementImport,
                call: Some(parameters.kind.call()),
                list: None,
                access_log_id: None,
                company_id: Some(company_id.0),
                file_name,
                parameters: serde_json::to_string(&parameters).map_err(Problem::internal)?,
                total: rows_of(&found),
            };
            let job = jobs::preview(connection, &caller, &new)?;
            jobs::keep_file(connection, job.job_id, FileRole::Input, &file)?;
            found.job = Some(job);
            Ok(found)
        })
        .await
}

/// Returns the parameters of a waiting import.
fn waiting(connection: &mut DatabaseConnection, caller: &Caller, job_id: JobId) -> Result<Parameters, Problem> {
    if jobs::get(connection, caller, job_id)?.kind != JobKind::MeasurementImport {
        return Err(Problem::not_found());
    }
    let parameters = jobs::parameters(connection, caller, job_id)?;
    let parameters: Parameters = serde_json::from_str(&parameters).map_err(Problem::internal)?;
    companies::line(connection, caller.scope, parameters.company_id)?.ok_or_else(Problem::not_found)?;
    Ok(parameters)
}

/// Reads the file of a preview again with the user's choices, and stores those with its job.
async fn review(input: Input<ReviewMeasurementImport>, texts: Texts) -> Result<MeasurementImportPreview, Problem> {
    let caller = input.caller()?;
    let (job_id, review) = (input.path.job_id, input.body);
    let database = input.state.database.clone();
    let asking = Arc::clone(&caller);
    let known = move |connection: &mut DatabaseConnection| {
        let parameters = waiting(connection, &asking, job_id)?;
        Ok((parameters, jobs::file(connection, job_id, FileRole::Input)?))
    };
    let (parameters, file) = database.read(known).await?;
    let parameters = Parameters { columns: review.columns, corrections: review.corrections, ..parameters };
    // Validate the column choices before reading the file.
    parameters.decisions(&(importer(parameters.kind)?.layout)())?;
    let (_, parameters, mut found) = read(&database, &caller, file, parameters, texts).await?;
    database
        .write(move |connection| {
            let parameters = serde_json::to_string(&parameters).map_err(Problem::internal)?;
            found.job = Some(jobs::revise(connection, &caller, job_id, &parameters, rows_of(&found))?);
            Ok(found)
        })
        .await
}

/// Starts a previewed import.
async fn start(input: Input<StartMeasurementImport>) -> Result<Job, Problem> {
    let caller = input.caller()?;
    let (job_id, decided) = (input.path.job_id, input.body);
    let work = move |connection: &mut DatabaseConnection| {
        let parameters = waiting(connection, &caller, job_id)?;
        let missing = parameters.missing.iter();
        let missing = missing.map(|name| Violation::new("columns", "missingColumn").with("column", name));
        let undecided = parameters.doubtful.iter().filter(|column| !decided.leave_out.contains(&column.index));
        let undecided = undecided.map(|column| Violation::new("leaveOut", "undecided").with("column", &column.name));
        let violations: Vec<Violation> = missing.chain(undecided).collect();
        if !violations.is_empty() {
            return Err(Problem::invalid(violations));
        }
        memory::keep(connection, parameters.company_id, parameters.kind.as_str(), &parameters.learnt)?;
        jobs::start(connection, &caller, job_id, &serde_json::to_string(&parameters).map_err(Problem::internal)?)
    };
    let job = input.change.write(work).await?;
    input.state.job_added.notify_one();
    Ok(job)
}

/// Returns the number of rows of a file.
fn rows_of(found: &MeasurementImportPreview) -> i64 {
    found.valid_rows + found.known_rows + found.differing_rows + found.invalid_rows
}

/// Reads a file when it is the account's turn.
async fn read(
    database: &Database,
    caller: &Caller,
    file: File,
    mut parameters: Parameters,
    texts: Texts,
) -> Result<(File, Parameters, MeasurementImportPreview), Problem> {
    let (known, scope, account_id) = (database.clone(), caller.scope, caller.account_id);
    let task = move || {
        let found = (importer(parameters.kind)?.analyze)(&known, scope, &file, &mut parameters, texts)?;
        Ok((file, parameters, found))
    };
    readers::read(account_id, task).await
}

/// Returns what an import of a file would do, without a job yet. Stores in the parameters what the job needs to know of
/// the columns.
fn analyze<K: Kind + Exported>(
    database: &Database,
    scope: Scope,
    mut file: &File,
    parameters: &mut Parameters,
    texts: Texts,
) -> Result<MeasurementImportPreview, Problem> {
    file.rewind()?;
    let layout = layout_with_export::<K>(Some(texts));
    let decisions = parameters.decisions(&layout)?;
    let (format, sheet) = (parameters.format, parameters.sheet);
    let unreadable = |fields| Problem { fields, ..Problem::new(ErrorCode::UnreadableFile) };
    let mut table = records::open(file.try_clone()?, format, sheet, &layout, &decisions)
        .map_err(|refused| unreadable(vec![refused.into()]))?;
    let mut found = MeasurementImportPreview {
        job: None,
        source: table.source(),
        sheets: table.sheets(),
        header_line: None,
        file_columns: Vec::new(),
        fields: layout.known.iter().map(|known| known.column.name.to_owned()).collect(),
        missing_columns: Vec::new(),
        understood: Vec::new(),
        assumed: Vec::new(),
        columns: Vec::new(),
        ignored_columns: Vec::new(),
        doubtful_columns: Vec::new(),
        valid_rows: 0,
        known_rows: 0,
        unusual_rows: 0,
        unusual: Vec::new(),
        differing_rows: 0,
        invalid_rows: 0,
        differences: Vec::new(),
        sample: Vec::new(),
        problems: Vec::new(),
    };
    if table.needs_sheet_choice() {
        return Ok(found);
    }
    let mut understood = SpellingSummary::default();
    let mut comparison = Comparison::<K>::new(database, scope, parameters.company_id);
    let company_id = parameters.company_id;
    let today = clock::now().date_in_seoul();
    let read = records::each_record::<Problem>(&mut table, format, &layout, &decisions, |mut record| {
        let read = checked::<K>(&record, today).and_then(|(value, is_bare)| {
            let save = decode::record::<K::Save>(sent(&value, company_id), K::Save::FORM)?;
            Ok((value, save, is_bare))
        });
        match read {
            Err(violations) => {
                found.invalid_rows += 1;
                let problems = record.problems(&layout, violations);
                found.problems.extend(problems.into_iter().take(PROBLEMS - found.problems.len()));
                Ok(())
            }
            Ok((value, save, is_bare)) => {
                understood.note(&layout, &record);
                let time = record.lacks_time.then_some(ASSUMED_TIME);
                let assumed = assumed::<K>(&record.value).chain(time).collect();
                // The sample shows the values that will be written.
                record.value = value;
                comparison.add(&layout, &record, (save, assumed, is_bare), &mut found)
            }
        }
    });
    let header = match read {
        Ok(header) => header,
        Err(ReadError::Unreadable(fields)) => return Err(unreadable(fields)),
        Err(ReadError::Callback(problem)) => return Err(problem),
    };
    comparison.finish(&mut found)?;
    found.problems.sort_by_key(|problem| problem.line);
    let owned = |names: Vec<&'static str>| names.into_iter().map(str::to_owned).collect::<Vec<_>>();
    found.columns = owned(header.fields(&layout));
    found.header_line = Some(header.line);
    found.understood = understood.into_cells();
    found.assumed = comparison.assumed.into_values();
    parameters.missing = owned(header.missing);
    (parameters.learnt, parameters.remembered) = (header.learnt, header.remembered);
    parameters.doubtful.clone_from(&header.doubtful);
    found.missing_columns.clone_from(&parameters.missing);
    (found.file_columns, found.ignored_columns, found.doubtful_columns) =
        (header.columns, header.ignored, header.doubtful);
    Ok(found)
}

/// Iterates over the default values of fields that a row omits.
fn assumed<K: Kind>(value: &Value) -> impl Iterator<Item = (&'static str, &'static str)> {
    let states = |name: &str| matches!(value, Value::Object(fields) if fields.iter().any(|(known, _)| known == name));
    K::IMPORTED.defaults().iter().copied().filter(move |(name, _)| !states(name))
}

/// Validates a row by the rules of intake requests, with default values filled in. Returns with it whether it is bare:
/// a row of the product's own export whose measurement consists of what exports leave out. It is known if there is a
/// measurement of the member at that time, and otherwise says nothing.
fn checked<K: Kind>(record: &Record<'_>, today: Date) -> Result<(Value, bool), Vec<Violation>> {
    let mut value = record.value.clone();
    if let Value::Object(fields) = &mut value {
        let word = |(name, word): (&str, &str)| (name.to_owned(), Value::Text(word.to_owned()));
        fields.extend(assumed::<K>(&record.value).map(word));
        K::IMPORTED.normalise(fields);
    }
    let violations_of = |value: &Value| {
        let mut violations = K::Save::FORM.violations(value, today);
        if *value.get("memberNo") == Value::Nothing {
            violations.push(Violation::new("memberNo", "required"));
        }
        violations
    };
    let is_own_export = record.confirms.iter().any(|(what, ..)| *what == COMPANY_NAME);
    let stand_in = K::IMPORTED.left_out_of_export().filter(|_| is_own_export && !violations_of(&value).is_empty());
    if let (Some((name, stand_in)), Value::Object(fields)) = (stand_in, &value) {
        let with = Value::Object(fields.iter().cloned().chain([(name.to_owned(), stand_in)]).collect());
        if violations_of(&with).is_empty() {
            return Ok((with, true));
        }
    }
    record.checked(|_| violations_of(&value))?;
    Ok((value, false))
}

/// The key of the member's name in a row; it is not a field of a measurement.
pub(crate) const MEMBER_NAME: &str = MEMBER_NAME_COLUMN.name;
/// The key of the company's name in a row of an export file.
pub(crate) const COMPANY_NAME: &str = "companyName";

/// What a row states about its member besides the number, which may be mistyped, or another member's in another company.
struct MemberCells {
    is_company: bool,
    text: String,
    problem: RowProblem,
}

impl MemberCells {
    fn all(record: &Record<'_>) -> Vec<Self> {
        let said = |(what, index, text): &(&str, usize, Cow<'_, str>)| {
            let shown = records::shown(record.cells.get(*index));
            let violation =
                Violation::new("memberNo", "otherMember").with("said", shown.as_deref().unwrap_or_default());
            Self {
                is_company: *what == COMPANY_NAME,
                text: text.clone().into_owned(),
                problem: RowProblem { line: record.line, column: i64::try_from(*index).ok(), violation, value: shown },
            }
        };
        record.confirms.iter().map(said).collect()
    }

    /// Returns the problem of the first statement that does not match the member.
    fn wrong<'a>(all: &'a [Self], company: &str, number: &str, name: &str) -> Option<&'a RowProblem> {
        let is_right = |said: &Self| match said.is_company {
            true => plain(company) == plain(&said.text),
            false => is_named(name, number, &said.text),
        };
        all.iter().find(|said| !is_right(said)).map(|said| &said.problem)
    }
}

/// Returns whether a member is called what a row says. Offices mask names, as in `김*나`. A member registered without a
/// name is called by the number, and then nothing is known of the name.
fn is_named(name: &str, number: &str, said: &str) -> bool {
    if plain(name) == plain(number) {
        return true;
    }
    plain(name) == plain(said) || is_masked(said, name)
}

/// A member that rows name by number.
struct NamedMember {
    id: i64,
    person: Person,
    name: String,
}

/// Returns a company's name, and its members with these numbers.
fn members(
    connection: &mut DatabaseConnection,
    company_id: CompanyId,
    numbers: &[String],
) -> Result<(String, HashMap<String, NamedMember>), Problem> {
    if numbers.is_empty() {
        return Ok(Default::default());
    }
    let name = company::table.find(company_id.0).select(company::name).first(connection)?;
    let found: Vec<(i64, String, String, Date, String)> = member::table
        .filter(member::company_id.eq(company_id.0))
        .filter(member::member_no.eq_any(numbers))
        .select((member::member_id, member::member_no, member::name, member::birth_date, member::sex))
        .load(connection)?;
    let named = found.into_iter().map(|(id, number, name, birth_date, sex)| {
        (number, NamedMember { id, person: Person { birth_date: Some(birth_date), sex: Sex::parse(&sex) }, name })
    });
    Ok((name, named.collect()))
}

/// A valid row. Whether its member exists, and what is stored for that member, only the database knows.
struct PendingRow<Save> {
    save: Save,
    /// The fields that it does not state, with their default values.
    assumed: Vec<(&'static str, &'static str)>,
    /// Whether its values are left out of the file.
    is_bare: bool,
    of_member: Vec<MemberCells>,
    unknown: RowProblem,
    wrong_time: RowProblem,
    sample: Option<SampleRow>,
}

/// A comparison of valid rows with the company's stored data, a few hundred at a time.
struct Comparison<'a, K: Kind> {
    database: &'a Database,
    scope: Scope,
    company_id: CompanyId,
    rows: Vec<PendingRow<K::Save>>,
    /// The fields for which the file has columns.
    told: Vec<&'static str>,
    /// Values and line numbers of earlier valid rows by person and time. Stored as hashes, because a file is too large
    /// to be kept in memory.
    earlier: HashMap<u64, (u64, i64)>,
    /// The values that new rows get because the file does not state them.
    assumed: AssumedSummary,
}

impl<'a, K: Kind> Comparison<'a, K> {
    fn new(database: &'a Database, scope: Scope, company_id: CompanyId) -> Self {
        Self {
            database,
            scope,
            company_id,
            rows: Vec::with_capacity(BATCH),
            told: Vec::new(),
            earlier: HashMap::new(),
            assumed: AssumedSummary::default(),
        }
    }

    /// Adds a row, to be compared together with others.
    fn add(
        &mut self,
        layout: &Layout,
        record: &Record<'_>,
        (save, assumed, is_bare): (K::Save, Vec<(&'static str, &'static str)>, bool),
        found: &mut MeasurementImportPreview,
    ) -> Result<(), Problem> {
        let problem = |field: &str, code: &str| {
            let column = record.header.index_of(layout, field).and_then(|index| i64::try_from(index).ok());
            let (violation, value) = (Violation::new(field, code), record.text_of(layout, field));
            RowProblem { line: record.line, column, violation, value }
        };
        if self.told.is_empty() {
            self.told = record.header.fields(layout);
        }
        self.rows.push(PendingRow {
            save,
            assumed,
            is_bare,
            of_member: MemberCells::all(record),
            unknown: problem("memberNo", "notFound"),
            wrong_time: problem(MEASURED_AT, ""),
            sample: (found.sample.len() < SAMPLE)
                .then(|| SampleRow { line: record.line, values: record.texts(layout) }),
        });
        if self.rows.len() == BATCH { self.finish(found) } else { Ok(()) }
    }

    /// Compares the rows added so far and reports what will become of them.
    fn finish(&mut self, found: &mut MeasurementImportPreview) -> Result<(), Problem> {
        let rows = std::mem::take(&mut self.rows);
        let mut numbers: Vec<String> = rows.iter().filter_map(|row| row.save.about().member_no).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let forms: Vec<&K::Save> = rows.iter().map(|row| &row.save).collect();
        let (company, stored_rows, far) = self.database.read_blocking(|connection| {
            let company = members(connection, self.company_id, &numbers)?;
            let far = far_from_last::<K>(connection, &company.1, &forms)?;
            Ok((company, stored_rows::<K>(connection, self.scope, self.company_id, &forms)?, far))
        })?;
        for (row, far) in rows.into_iter().zip(far) {
            self.report_row((row, far), &company, &stored_rows, found);
        }
        Ok(())
    }

    fn report_row(
        &mut self,
        (row, far): (PendingRow<K::Save>, Vec<FarValue>),
        (company, people): &(String, HashMap<String, NamedMember>),
        stored_rows: &HashMap<Place, Json>,
        found: &mut MeasurementImportPreview,
    ) {
        let refuse = |found: &mut MeasurementImportPreview, problem: RowProblem| {
            found.invalid_rows += 1;
            if found.problems.len() < PROBLEMS {
                found.problems.push(problem);
            }
        };
        let about = row.save.about();
        let person = about.member_no.as_ref().and_then(|number| people.get(number));
        let (Some(place), Some(person)) = (place::<K>(&row.save), person) else {
            return refuse(found, row.unknown);
        };
        if let Some(problem) = MemberCells::wrong(&row.of_member, company, &place.0, &person.name) {
            return refuse(found, problem.clone());
        }
        if let Some(violation) = check_time(about.measured_at, person.person) {
            return refuse(found, RowProblem { violation, ..row.wrong_time });
        }
        let row_values = values(&row.save);
        if row.is_bare {
            match stored_rows.contains_key(&place) {
                true => found.known_rows += 1,
                false => refuse(found, RowProblem { violation: without_values(), ..row.wrong_time }),
            }
            return;
        }
        if let Some(stored_values) = stored_rows.get(&place) {
            let differences = differences(stored_values, &row_values, &self.told);
            if differences.is_empty() {
                found.known_rows += 1;
                return;
            }
            found.differing_rows += 1;
            let told = differences.into_iter().map(|(field, before, after)| MeasurementDifference {
                line: row.unknown.line,
                member_no: place.0.clone(),
                field,
                before,
                after,
            });
            found.differences.extend(told.take(DIFFERENCES - found.differences.len()));
            return;
        }
        let stated = row_values;
        let row_values = digest(&stated.to_string());
        match self.earlier.entry(digest(&place)) {
            Entry::Occupied(earlier) if earlier.get().0 == row_values => found.known_rows += 1,
            Entry::Occupied(earlier) => {
                let violation = Violation::new(MEASURED_AT, "duplicate").with("line", earlier.get().1);
                refuse(found, RowProblem { violation, ..row.wrong_time });
            }
            Entry::Vacant(free) => {
                free.insert((row_values, row.unknown.line));
                found.valid_rows += 1;
                let unusual = K::findings(&row.save, person.person).unusual.into_iter();
                let unusual = unusual.map(|field| (field, None));
                let told: Vec<_> = unusual.chain(far.into_iter().map(|far| (far.field, Some(far.before)))).collect();
                found.unusual_rows += i64::from(!told.is_empty());
                let told = told.into_iter().map(|(field, before)| UnusualValue {
                    line: row.unknown.line,
                    member_no: place.0.clone(),
                    field: field.to_owned(),
                    value: stated.get(field).and_then(text),
                    before,
                });
                found.unusual.extend(told.take(UNUSUAL - found.unusual.len()));
                row.assumed.into_iter().for_each(|(field, value)| self.assumed.note(field, value));
                found.sample.extend(row.sample.filter(|_| found.sample.len() < SAMPLE));
            }
        }
    }
}

/// Returns for each row the values that are implausibly far from its member's previous ones.
fn far_from_last<K: Kind>(
    connection: &mut DatabaseConnection,
    people: &HashMap<String, NamedMember>,
    forms: &[&K::Save],
) -> Result<Vec<Vec<FarValue>>, Problem> {
    // Rows of unknown members are refused anyway.
    let measured = forms.iter().map(|save| {
        let about = save.about();
        let person = about.member_no.as_ref().and_then(|number| people.get(number));
        let age = person.and_then(|person| person.person.age_at(Timestamp(about.measured_at)));
        (person.map_or(0, |person| person.id), *save, age)
    });
    K::far_from_last(connection, &measured.collect::<Vec<_>>(), None)
}

fn digest(of: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// A row to be written.
struct Pending {
    /// Whether its values are left out of the file.
    is_bare: bool,
    line: i64,
    member_no: String,
    of_member: Vec<MemberCells>,
    /// The item for the intake, or the problems that prevent it.
    checked: Result<Json, Vec<RowProblem>>,
}

/// Returns the job definition of a kind.
#[must_use]
pub const fn work<K: Kind + Exported>() -> Work {
    Work {
        kind: JobKind::MeasurementImport,
        call: Some(K::IMPORTED.call()),
        run: run::<K>,
        // A single job definition handles the reports of all imports.
        catch_up: None,
    }
}

/// Runs an import: reads the file again and writes the rows that earlier attempts have not written.
///
/// # Errors
/// Returns the reason why the job does not continue; batches already written remain.
fn run<K: Kind + Exported>(run: &Run<'_>) -> Result<(), Interrupted> {
    if run.job.kind == JobKind::ImportUndo {
        return import_undo::run(run, &undoing::<K>());
    }
    let parameters: Parameters = serde_json::from_str(&run.job.parameters).map_err(Problem::internal)?;
    let file = run.read(|connection| jobs::file(connection, run.job.job_id, FileRole::Input))?;
    let layout = layout_with_export::<K>(run.texts());
    let decisions = parameters.decisions(&layout)?;
    let today = clock::now().date_in_seoul();
    // Progress counts rows rather than lines: a job skips as many rows as are already written.
    let mut written = run.job.progress;
    let mut pending: Vec<Pending> = Vec::with_capacity(BATCH);
    let mut told: Vec<&'static str> = Vec::new();
    let take = |record: Record<'_>| {
        if written > 0 {
            written -= 1;
            return Ok(());
        }
        if told.is_empty() {
            told = record.header.fields(&layout);
        }
        let checked = checked::<K>(&record, today);
        pending.push(Pending {
            is_bare: checked.as_ref().is_ok_and(|(_, is_bare)| *is_bare),
            line: record.line,
            member_no: record.text_of(&layout, "memberNo").unwrap_or_default(),
            of_member: MemberCells::all(&record),
            checked: match checked {
                Ok((value, _)) => Ok(sent(&value, parameters.company_id)),
                Err(violations) => Err(record.problems(&layout, violations)),
            },
        });
        if pending.len() == BATCH {
            write_batch::<K>(run, parameters.company_id, &told, &pending)?;
            pending.clear();
        }
        Ok(())
    };
    let open = records::open(file, parameters.format, parameters.sheet, &layout, &decisions).map_err(ReadError::from);
    let read =
        open.and_then(|mut table| records::each_record(&mut table, parameters.format, &layout, &decisions, take));
    match read {
        Ok(_) => {}
        Err(ReadError::Callback(interrupted)) => return Err(interrupted),
        // Unexpected, because the preview has read the file.
        Err(ReadError::Unreadable(fields)) => {
            return Err(Interrupted::Failed(Problem { fields, ..Problem::internal("the file has become unreadable") }));
        }
    }
    if !pending.is_empty() {
        write_batch::<K>(run, parameters.company_id, &told, &pending)?;
    }
    let file = report::write(run)?;
    run.succeed(|connection| sheet::keep(connection, run.job.job_id, &file))
}

/// Returns how an import of a kind is taken back: by who may delete its measurements one by one.
fn undoing<K: Kind>() -> Undoing {
    Undoing {
        may: |caller| caller.may(K::SCREEN, Action::Delete),
        undo: |connection, caller, _, id, written| {
            entry::take_back::<K>(connection, caller, id, written.version).map(|()| BulkOutcome::Deleted)
        },
        name: |connection, caller, id, _| entry::name(connection, caller, id),
    }
}

/// Returns the member number of an intake item.
fn member_no(item: &Json) -> Option<&str> {
    item.get("memberNo")?.as_str()
}

/// Converts a row into an intake item.
fn sent(value: &Value, company_id: CompanyId) -> Json {
    let mut item: Map<String, Json> = match value {
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), json(value))).collect(),
        _ => Map::new(),
    };
    item.insert("companyId".into(), company_id.0.into());
    Json::Object(item)
}

#[allow(clippy::cast_possible_truncation)] // The number is whole and within bounds.
fn json(value: &Value) -> Json {
    match value {
        Value::Nothing | Value::Object(_) => Json::Null,
        Value::Bool(flag) => (*flag).into(),
        Value::Number(number) if number.fract().abs() < f64::EPSILON && number.abs() < 1e15 => (*number as i64).into(),
        Value::Number(number) => (*number).into(),
        Value::Text(text) => text.clone().into(),
        Value::List(items) => items.iter().map(json).collect(),
    }
}

fn write_batch<K: Kind>(
    run: &Run<'_>,
    company_id: CompanyId,
    told: &[&str],
    rows: &[Pending],
) -> Result<(), Interrupted> {
    let mut refused = None;
    let request_id = format!("job {}", run.job.job_id.0);
    let done = run.batch(|connection| {
        let caller = caller::of_account(connection, run.job.account_id)?.filter(may_register::<K>);
        let Some(caller) = caller else {
            refused = Some("forbidden");
            return Err(Problem::new(ErrorCode::Forbidden));
        };
        if companies::held_line(connection, caller.scope, company_id)?.is_none() {
            refused = Some("companyGone");
            return Err(Problem::new(ErrorCode::Forbidden));
        }
        let import = (run.job.job_id, company_id);
        let outcomes = write::<K>(connection, (Arc::new(caller), &request_id), import, told, rows)?;
        report::store_outcomes(connection, &run.job, &outcomes)
    });
    match refused {
        Some(code) => Err(Interrupted::Refused(code)),
        None => done,
    }
}

/// Writes rows through the intake and returns the outcome of each.
fn write<K: Kind>(
    connection: &mut DatabaseConnection,
    (caller, request_id): (Arc<Caller>, &str),
    (job_id, company_id): (JobId, CompanyId),
    told: &[&str],
    rows: &[Pending],
) -> Result<Vec<(i64, Outcome, RowNote)>, Problem> {
    let saying = rows.iter().filter(|row| !row.of_member.is_empty());
    let numbers = saying.filter_map(|row| member_no(row.checked.as_ref().ok()?)).map(str::to_owned);
    let (company, people) = members(connection, company_id, &numbers.collect::<Vec<_>>())?;
    // Rows that contradict their member are not sent. The intake reports unknown numbers.
    let wrong = |row: &Pending, item: &Json| {
        let number = member_no(item)?;
        let person = people.get(number)?;
        MemberCells::wrong(&row.of_member, &company, number, &person.name).map(|problem| vec![problem.clone()])
    };
    let checked: Vec<Result<&Json, Vec<RowProblem>>> = rows
        .iter()
        .map(|row| row.checked.as_ref().map_err(Clone::clone).and_then(|item| wrong(row, item).map_or(Ok(item), Err)))
        .collect();
    let scope = caller.scope;
    // Rows without their values are only looked up.
    let bare: Vec<Option<K::Save>> = rows
        .iter()
        .zip(&checked)
        .map(|(row, item)| {
            let item = item.as_ref().ok().filter(|_| row.is_bare)?;
            decode::record::<K::Save>((*item).clone(), K::Save::FORM).ok()
        })
        .collect();
    let known_bare = stored_rows::<K>(connection, scope, company_id, &bare.iter().flatten().collect::<Vec<_>>())?;
    let sent = rows.iter().zip(&checked).filter(|(row, _)| !row.is_bare);
    let items: Vec<Json> = sent.filter_map(|(_, item)| item.as_ref().ok().copied().cloned()).collect();
    let results = intake::take_from_file::<K>(connection, caller, (job_id, request_id), items.clone())?;
    // If a measurement exists at that time, compare it with the row.
    let mut judged: Vec<(IntakeResult, Option<K::Save>)> = Vec::with_capacity(items.len());
    for (item, result) in items.into_iter().zip(results) {
        let is_taken = result.fields.iter().any(|it| it.path == MEASURED_AT && it.code == "taken");
        let save = if is_taken { decode::record::<K::Save>(item, K::Save::FORM).ok() } else { None };
        judged.push((result, save));
    }
    let forms: Vec<&K::Save> = judged.iter().filter_map(|(_, save)| save.as_ref()).collect();
    let stored_rows = stored_rows::<K>(connection, scope, company_id, &forms)?;
    let mut judged = judged.into_iter();
    let mut outcomes = Vec::with_capacity(rows.len());
    for ((row, checked), bare) in rows.iter().zip(checked).zip(bare) {
        let mut note = RowNote { member_no: row.member_no.clone(), ..RowNote::default() };
        let reason = |violation| RowProblem { line: row.line, column: None, violation, value: None };
        let outcome = match checked {
            Err(reasons) => {
                note.reasons = reasons;
                Outcome::Rejected
            }
            Ok(_) if row.is_bare => {
                let is_known = bare.and_then(|save| place::<K>(&save)).is_some_and(|at| known_bare.contains_key(&at));
                if is_known {
                    Outcome::Unchanged
                } else {
                    note.reasons = vec![reason(without_values())];
                    Outcome::Rejected
                }
            }
            Ok(_) => {
                let (result, save) =
                    judged.next().ok_or_else(|| Problem::internal("the intake has not answered for a row"))?;
                let known = save.as_ref().and_then(|save| Some((stored_rows.get(&place::<K>(save)?)?, values(save))));
                match known {
                    _ if result.outcome == IntakeOutcome::Created => Outcome::Created,
                    Some((stored_values, row_values)) if differences(stored_values, &row_values, told).is_empty() => {
                        Outcome::Unchanged
                    }
                    Some(_) => {
                        note.reasons = vec![reason(Violation::new(MEASURED_AT, "differs"))];
                        Outcome::Rejected
                    }
                    None => {
                        note.reasons = result.fields.into_iter().map(reason).collect();
                        Outcome::Rejected
                    }
                }
            }
        };
        outcomes.push((row.line, outcome, note));
    }
    Ok(outcomes)
}

/// The reason for which a row without values is refused.
fn without_values() -> Violation {
    Violation::new(MEASURED_AT, "notFound")
}

/// The key of a measurement: member number, time, and test.
type Place = (String, i64, String);

fn place<K: Kind>(save: &K::Save) -> Option<Place> {
    let about = save.about();
    let test_case = K::findings(save, Person::default()).test_case;
    Some((about.member_no?, about.measured_at, test_case.to_owned()))
}

/// Returns the measured values, without the person and the other fields of [`ABOUT`].
fn values<S: Serialize>(save: &S) -> Json {
    let mut value = serde_json::to_value(save).unwrap_or(Json::Null);
    if let Json::Object(fields) = &mut value {
        fields.retain(|name, value| !ABOUT.contains(&name.as_str()) && !value.is_null());
    }
    value
}

/// Field, stored value, row's value.
type Difference = (String, Option<String>, Option<String>);

/// Returns the fields whose values differ. Fields without a column in the file are skipped, unless they have a default
/// value.
fn differences(stored_values: &Json, row_values: &Json, told: &[&str]) -> Vec<Difference> {
    let (Json::Object(stored_values), Json::Object(row_values)) = (stored_values, row_values) else {
        return Vec::new();
    };
    let fields: BTreeSet<&String> =
        stored_values.keys().chain(row_values.keys()).filter(|name| *name != MEASURED_AT).collect();
    let is_given = |name: &str| {
        told.contains(&name) || row_values.get(name).is_some_and(|value| *value != Json::Array(Vec::new()))
    };
    let differing =
        fields.into_iter().filter(|name| is_given(name) && stored_values.get(*name) != row_values.get(*name));
    differing
        .map(|name| (name.clone(), stored_values.get(name).and_then(text), row_values.get(name).and_then(text)))
        .collect()
}

/// Formats a value for display.
fn text(value: &Json) -> Option<String> {
    match value {
        Json::Null | Json::Object(_) => None,
        Json::Bool(flag) => Some(flag.to_string()),
        // Whole numbers are shown without a decimal point.
        Json::Number(number) => Some(number.as_f64().map_or_else(|| number.to_string(), |number| number.to_string())),
        Json::String(text) => Some(text.clone()),
        Json::Array(items) => Some(items.iter().filter_map(text).collect::<Vec<_>>().join(" ")),
    }
}

/// Loads the stored measurements with these keys.
fn stored_rows<K: Kind>(
    connection: &mut DatabaseConnection,
    scope: Scope,
    company_id: CompanyId,
    forms: &[&K::Save],
) -> Result<HashMap<Place, Json>, Problem> {
    let forms: HashSet<Place> = forms.iter().filter_map(|save| place::<K>(save)).collect();
    let times = forms.iter().map(|(_, at, _)| *at);
    let (Some(first), Some(last)) = (times.clone().min(), times.max()) else { return Ok(HashMap::new()) };
    let numbers: BTreeSet<&String> = forms.iter().map(|(number, ..)| number).collect();
    // Queries the whole range of times: one query per member and time would be too many.
    let rows: Vec<(i64, Place)> = measurement::table
        .inner_join(member::table)
        .filter(member::company_id.eq(company_id.0))
        .filter(member::member_no.eq_any(numbers))
        .filter(measurement::kind.eq(K::KIND.number()))
        .filter(measurement::measured_at.between(first, last))
        .select((measurement::measurement_id, (member::member_no, measurement::measured_at, measurement::test_case)))
        .load(connection)?;
    let mut places: HashMap<i64, Place> = rows.into_iter().filter(|(_, place)| forms.contains(place)).collect();
    let ids: Vec<i64> = places.keys().copied().collect();
    let measurements = K::load(connection, scope, &nothing(), &ids)?.into_iter();
    let found = measurements.filter_map(|measurement| {
        let (_, id) = K::place(&measurement);
        Some((places.remove(&id)?, values(&K::form(&measurement))))
    });
    Ok(found.collect())
}
