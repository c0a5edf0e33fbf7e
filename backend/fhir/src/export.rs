//! Bulk export of everything in an account's scope, as files with one resource per line, following the FHIR Bulk Data
//! pattern: request, poll, fetch, delete.
//!
//! It runs as a job like other exports, with the same log, reasons and permissions. Files are written in pieces while
//! the rows are walked by key, so memory use is constant. A job that is taken over starts again.

use crate::{
    answer::{base, not_acceptable, operation_outcome, resource},
    asking::Requester,
    parameters::{Parameters, encoded, wrong},
    patient,
    search::{self, Kind},
};
use actix_web::{
    HttpResponse,
    http::{StatusCode, header},
    web::Bytes,
};
use diesel::{BoolExpressionMethods, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    access::{
        caller::{self, Caller},
        log::{self, LoggedRead, Reader},
        scope::{Scope, Scoped},
    },
    auth::accounts,
    clock,
    db::{
        DatabaseConnection,
        schema::{job, job_file_piece, member},
    },
    http::{mount::Raw, respond},
    jobs::{
        Interrupted, Run, Work, delete_input,
        store::{self as jobs, FHIR_EXPORT, PIECE},
    },
    problem::Problem,
};
use measurements::{kind::MeasurementKind, prints};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use uno_core::{
    contract::{
        Access,
        error::ErrorCode,
        jobs::{JobId, JobKind, JobState},
        logs::AccessAction,
        measurements::KindOfMeasurements,
        members,
        validation::Violation,
    },
    domain::{
        access::Action,
        text::visible,
        time::{DAY_MILLISECONDS, Timestamp},
    },
};

/// The job handler.
pub const WORK: Work = Work { kind: JobKind::Export, call: Some(FHIR_EXPORT), run, catch_up: None };

/// Content type of the files.
const NDJSON: &str = "application/fhir+ndjson";
/// Accepted names of the format.
const FORMATS: [&str; 3] = [NDJSON, "application/ndjson", "ndjson"];
/// Rows per query.
const CHUNK: i64 = 1_000;
/// An account that exports the data of more people within a day has to give a reason.
const MAX_WITHOUT_REASON: i64 = 1_000;
/// Minimum number of letters and digits, and maximum number of characters, of a reason.
const REASON: std::ops::RangeInclusive<usize> = 2..=200;
/// Retry-after seconds while polling.
const RETRY_AFTER_SECONDS: &str = "2";
const PATIENT: &str = "Patient";

/// The parameters of a job.
#[derive(Serialize, Deserialize)]
struct ExportRequest {
    types: Vec<String>,
    since: Option<Timestamp>,
    scope: Scope,
    request: String,
}

/// The parameters kept after the job for fetching its files. The first fields are those of every export.
#[derive(Serialize, Deserialize)]
struct ExportResult {
    screens: Vec<String>,
    output: BTreeMap<String, i64>,
    time: Timestamp,
    request: String,
}

/// Parses the parameters from the address or the body.
fn parameters_of(raw: &Raw) -> Result<Parameters, Problem> {
    const KNOWN: [&str; 4] = ["_outputFormat", "_since", "_type", "reason"];
    let mut text = raw.request.query_string().to_owned();
    if !raw.body.is_empty() {
        let sent: Json = serde_json::from_slice(&raw.body).map_err(|_| Problem::new(ErrorCode::Malformed))?;
        if sent["resourceType"] != "Parameters" {
            return Err(Problem::invalid_field("Parameters.resourceType", "choice"));
        }
        if !sent["parameter"].is_null() && !sent["parameter"].is_array() {
            return Err(Problem::invalid_field("Parameters.parameter", "type"));
        }
        for (place, parameter) in sent["parameter"].as_array().into_iter().flatten().enumerate() {
            let values = ["valueString", "valueInstant", "valueCode"].map(|name| parameter[name].as_str());
            let (Some(name), Some(value)) = (parameter["name"].as_str(), values.into_iter().flatten().next()) else {
                return Err(Problem::invalid_field(&format!("Parameters.parameter[{place}]"), "format"));
            };
            text.push_str(&format!("&{}={}", encoded(name), encoded(value)));
        }
    }
    let is_lenient = raw.header("prefer").is_some_and(|prefer| prefer.contains("handling=lenient"));
    Parameters::read(&text, &KNOWN, is_lenient)
}

/// Resolves the request and the reason.
fn export_request(
    raw: &Raw,
    caller: &Caller,
    parameters: &Parameters,
) -> Result<(ExportRequest, Option<String>), Problem> {
    if let Some(format) = parameters.one("_outputFormat")?
        && !FORMATS.contains(&format.replace(' ', "+").as_str())
    {
        return Err(wrong("_outputFormat", "choice"));
    }
    let since = match parameters.one("_since")? {
        Some(text) => Some(Timestamp::parse(&text.replace(' ', "+")).ok_or_else(|| wrong("_since", "format"))?),
        None => None,
    };
    let known: Vec<&str> = std::iter::once(PATIENT).chain(Kind::ALL.map(Kind::name)).collect();
    let mut named: Vec<String> = parameters.texts("_type")?.every().cloned().collect();
    // Each file is written once.
    named.sort_unstable();
    named.dedup();
    if named.iter().any(|name| !known.contains(&name.as_str())) {
        return Err(wrong("_type", "choice"));
    }
    // Without named types, all readable ones are exported; a named type that is not readable is an error.
    let may = |name: &str| !screens(caller, name).is_empty();
    let types: Vec<String> =
        if named.is_empty() { known.into_iter().filter(|name| may(name)).map(str::to_owned).collect() } else { named };
    if types.is_empty() || types.iter().any(|name| !may(name)) {
        return Err(Problem::new(ErrorCode::Forbidden));
    }
    let reason = parameters.one("reason")?.map(visible);
    if let Some(reason) = &reason {
        let letters = reason.chars().filter(|letter| letter.is_alphanumeric()).count();
        if !REASON.contains(&letters) || reason.chars().count() > *REASON.end() {
            return Err(wrong("reason", "format"));
        }
    }
    let request = format!("{}/$export?{}", base(raw), parameters.text());
    Ok((ExportRequest { types, since, scope: caller.scope, request }, reason))
}

/// Returns the screens on which the caller may see a file's data.
fn screens(caller: &Caller, name: &str) -> Vec<&'static str> {
    let all = match Kind::ALL.into_iter().find(|kind| kind.name() == name) {
        Some(kind) => kind.measured().iter().map(|kind| kind.screen()).collect(),
        None => vec![members::SCREEN],
    };
    all.into_iter().filter(|screen| caller.may(screen, Action::Read)).collect()
}

/// Returns the lists in a file for the access log: those whose screens the requester could see.
fn lists(name: &str, screens: &[String]) -> Vec<&'static str> {
    let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.name() == name) else { return vec![crate::MEMBERS] };
    let seen = |kind: &&MeasurementKind| screens.iter().any(|screen| screen == kind.screen());
    kind.measured().iter().filter(seen).map(|kind| prints::title(KindOfMeasurements::from(*kind))).collect()
}

/// Starts an export.
///
/// # Errors
/// Returns [`ErrorCode::Forbidden`] unless the requester is staff, an error that names what is wrong with the request,
/// or that too many jobs are open.
pub async fn begin(raw: Raw) -> Result<HttpResponse, Problem> {
    let parameters = parameters_of(&raw)?;
    if let Some(refused) = not_acceptable(&raw, parameters.one("_format")?) {
        return Ok(refused);
    }
    if !raw.header("prefer").is_some_and(|prefer| prefer.contains("respond-async")) {
        return Err(Problem {
            fields: vec![Violation::new("http.Prefer", "required")],
            ..Problem::new(ErrorCode::Malformed)
        });
    }
    let requester = Requester::of(&raw)?;
    let caller = requester.staff().cloned().ok_or_else(|| Problem::new(ErrorCode::Forbidden))?;
    let (asked, reason) = export_request(&raw, &caller, &parameters)?;
    let reader = requester.reader(&raw);
    let scope = caller.scope;
    let persons = raw
        .state
        .database
        .read(move |connection| Ok(member::table.in_scope(scope).count().get_result::<i64>(connection)?))
        .await?;
    let work = move |connection: &mut DatabaseConnection| {
        accounts::hold(connection, caller.account_id)?;
        let since = clock::now().plus_milliseconds(-DAY_MILLISECONDS);
        let before = log::exported_without_reason(connection, caller.account_id, since)?;
        if reason.is_none() && persons + before > MAX_WITHOUT_REASON {
            return Err(wrong("reason", "required"));
        }
        let list = crate::MEMBERS;
        let reading = LoggedRead::Export { persons, list, reason: reason.clone(), whose: None, company_id: None };
        let new = jobs::NewJob {
            kind: JobKind::Export,
            call: Some(FHIR_EXPORT),
            list: Some(list),
            access_log_id: Some(log::write(connection, &reader, reading)?),
            company_id: caller.scope.company_id(),
            file_name: format!("fhir-{}.ndjson", clock::today()),
            parameters: serde_json::to_string(&asked).map_err(Problem::internal)?,
            total: 0,
        };
        jobs::queue_unlisted(connection, &caller, &new)
    };
    let job_id = raw.state.database.write(work).await?;
    raw.state.job_added.notify_one();
    let said =
        operation_outcome("information", "informational", "The export has begun; follow it at Content-Location.");
    let mut answer = resource(StatusCode::ACCEPTED, &said, &raw.request_id);
    let location = format!("{}/exports/{}", base(&raw), job_id.0);
    if let Ok(location) = header::HeaderValue::try_from(location) {
        answer.headers_mut().insert(header::CONTENT_LOCATION, location);
    }
    Ok(answer)
}

/// Runs an export.
fn run(run: &Run<'_>) -> Result<(), Interrupted> {
    const FORBIDDEN: Interrupted = Interrupted::Refused("forbidden");
    let asked: ExportRequest = serde_json::from_str(&run.job.parameters).map_err(Problem::internal)?;
    let time = clock::now();
    let caller = run.read(|connection| caller::of_account(connection, run.job.account_id))?;
    let caller = caller.filter(|caller| caller.check(Access::AnyStaff).is_ok()).ok_or(FORBIDDEN)?;
    // The access log has recorded the requested scope, so exactly that must be written.
    if caller.scope != asked.scope {
        return Err(FORBIDDEN);
    }
    run.batch(|connection| forget_pieces(connection, run.job.job_id))?;
    let mut writer = Writer { run, role: String::new(), position: 0, piece: Vec::with_capacity(PIECE * 2), written: 0 };
    let mut result = ExportResult { screens: Vec::new(), output: BTreeMap::new(), time, request: asked.request };
    for name in &asked.types {
        let seen = screens(&caller, name);
        if seen.is_empty() {
            return Err(FORBIDDEN);
        }
        writer.begin(name);
        let before = writer.written;
        match Kind::ALL.into_iter().find(|kind| kind.name() == name) {
            Some(kind) => {
                let own = kind.measured().iter().copied();
                for own in own.filter(|own| seen.contains(&own.screen())) {
                    writer.measurements((kind, own), asked.scope, asked.since)?;
                }
            }
            None => writer.patients(asked.scope, asked.since)?,
        }
        writer.flush()?;
        result.output.insert(name.clone(), writer.written - before);
        result.screens.extend(seen.into_iter().map(str::to_owned));
    }
    result.screens.sort_unstable();
    result.screens.dedup();
    let (written, result) = (writer.written, serde_json::to_string(&result).map_err(Problem::internal)?);
    run.succeed(|connection| {
        diesel::update(job::table.find(run.job.job_id.0))
            .set((job::progress.eq(written), job::total.eq(written), job::parameters.eq(&result)))
            .execute(connection)?;
        Ok(())
    })
}

/// Writes the files of an export, one after the other.
struct Writer<'a, 'b> {
    run: &'a Run<'b>,
    role: String,
    position: i64,
    piece: Vec<u8>,
    written: i64,
}

impl Writer<'_, '_> {
    fn begin(&mut self, name: &str) {
        (self.role, self.position) = (name.to_owned(), 0);
    }

    fn measurements(
        &mut self,
        (kind, own): (Kind, MeasurementKind),
        scope: Scope,
        since: Option<Timestamp>,
    ) -> Result<(), Interrupted> {
        let mut after = None;
        loop {
            let found = self.run.read(|connection| search::export(connection, scope, own, since, after, CHUNK))?;
            let Some((all, last)) = found else { return Ok(()) };
            // Converted one at a time: a measurement becomes several resources, each larger than itself.
            for measured in &all {
                self.add(&search::resources_of(kind, measured))?;
            }
            self.run.hold()?;
            after = Some(last);
        }
    }

    fn patients(&mut self, scope: Scope, since: Option<Timestamp>) -> Result<(), Interrupted> {
        let mut after = (i64::MIN, 0);
        loop {
            let rows = self.run.read(|connection| patient::export(connection, scope, since, after, CHUNK))?;
            let Some((last, _)) = rows.last() else { return Ok(()) };
            after = last.place();
            for (row, company_name) in &rows {
                self.add(&[patient::resource_of(row, company_name, false)])?;
            }
            self.run.hold()?;
        }
    }

    fn add(&mut self, resources: &[Json]) -> Result<(), Interrupted> {
        for resource in resources {
            serde_json::to_writer(&mut self.piece, resource).map_err(Problem::internal)?;
            self.piece.push(b'\n');
            self.written += 1;
        }
        if self.piece.len() >= PIECE { self.flush() } else { Ok(()) }
    }

    /// Writes the buffer as a piece and updates the job's progress. A piece exceeds the usual size by one measurement
    /// at most.
    fn flush(&mut self) -> Result<(), Interrupted> {
        let (job_id, role, written) = (self.run.job.job_id.0, &self.role, self.written);
        let (piece, position) = (self.piece.as_slice(), self.position);
        self.run.batch(|connection| {
            if !piece.is_empty() {
                diesel::insert_into(job_file_piece::table)
                    .values((
                        job_file_piece::job_id.eq(job_id),
                        job_file_piece::role.eq(role),
                        job_file_piece::position.eq(position),
                        job_file_piece::content.eq(piece),
                    ))
                    .execute(connection)?;
            }
            diesel::update(job::table.find(job_id)).set(job::progress.eq(written)).execute(connection)?;
            Ok(())
        })?;
        self.position += i64::from(!self.piece.is_empty());
        self.piece.clear();
        Ok(())
    }
}

fn forget_pieces(connection: &mut DatabaseConnection, job_id: JobId) -> Result<(), Problem> {
    diesel::delete(job_file_piece::table.filter(job_file_piece::job_id.eq(job_id.0))).execute(connection)?;
    Ok(())
}

/// The state of an export.
struct ExportState {
    job_id: i64,
    state: String,
    progress: i64,
    failure: Option<String>,
    /// The files to fetch.
    result: Option<ExportResult>,
    access_log_id: Option<i64>,
}

/// Returns an export if it belongs to the caller, who must still have its scope and see its data.
fn find_export(connection: &mut DatabaseConnection, caller: &Caller, id: &str) -> Result<ExportState, Problem> {
    type Row = (String, i64, Option<String>, bool, String, Option<i64>);
    let job_id = id.parse::<i64>().map_err(|_| Problem::not_found())?;
    let (state, progress, failure, has_file, parameters, access_log_id) = job::table
        .in_scope(caller.scope)
        .filter(job::job_id.eq(job_id))
        .filter(job::account_id.eq(caller.account_id))
        .filter(job::call.eq(FHIR_EXPORT))
        .select((job::state, job::progress, job::failure, job::has_file, job::parameters, job::access_log_id))
        .first::<Row>(connection)
        .optional()?
        .ok_or_else(Problem::not_found)?;
    let result = if has_file { serde_json::from_str::<ExportResult>(&parameters).ok() } else { None };
    if result.as_ref().is_some_and(|result| result.screens.iter().any(|screen| !caller.may(screen, Action::Read))) {
        return Err(Problem::not_found());
    }
    Ok(ExportState { job_id, state, progress, failure, result, access_log_id })
}

fn staff(raw: &Raw) -> Result<std::sync::Arc<Caller>, Problem> {
    Requester::of(raw)?.staff().cloned().ok_or_else(|| Problem::new(ErrorCode::Forbidden))
}

/// Responds with the state of an export.
///
/// # Errors
/// Returns "not found" unless it is the caller's own, or the failure of the job.
pub async fn follow(raw: Raw) -> Result<HttpResponse, Problem> {
    let (caller, id) = (staff(&raw)?, raw.part("id").to_owned());
    let found = raw.state.database.read(move |connection| find_export(connection, &caller, &id)).await?;
    match JobState::parse(&found.state) {
        Some(JobState::Queued | JobState::Running | JobState::Preview) => {
            Ok(respond::builder(StatusCode::ACCEPTED, &raw.request_id)
                .insert_header(("x-progress", format!("{} resources", found.progress)))
                .insert_header((header::RETRY_AFTER, RETRY_AFTER_SECONDS))
                .finish())
        }
        Some(JobState::Failed) if found.failure.as_deref() == Some("forbidden") => {
            Err(Problem::new(ErrorCode::Forbidden))
        }
        // No console list shows this job, so the cause is not reported; the client has to request the export again.
        Some(JobState::Failed) => Err(Problem::new(ErrorCode::JobState)),
        Some(JobState::Succeeded | JobState::Cancelled) | None => {
            let result = found.result.ok_or_else(Problem::not_found)?;
            let start = format!("{}/exports/{}", base(&raw), found.job_id);
            let output: Vec<Json> = result
                .output
                .iter()
                .filter(|(_, count)| **count > 0)
                .map(|(name, count)| json!({ "type": name, "url": format!("{start}/{name}"), "count": count }))
                .collect();
            let told = json!({
                "transactionTime": result.time,
                "request": result.request,
                "requiresAccessToken": true,
                "output": output,
                "error": [],
            });
            let answer = respond::builder(StatusCode::OK, &raw.request_id).content_type("application/json").json(told);
            Ok(answer)
        }
    }
}

/// Cancels a running export, or deletes the files of a finished one.
///
/// # Errors
/// Returns "not found" unless it is the caller's own.
pub async fn end(raw: Raw) -> Result<HttpResponse, Problem> {
    let (caller, id) = (staff(&raw)?, raw.part("id").to_owned());
    let reader = reader_of(&raw, &caller);
    let work = move |connection: &mut DatabaseConnection| {
        let found = find_export(connection, &caller, &id)?;
        let open = [JobState::Queued, JobState::Running].map(JobState::as_str);
        let over = [JobState::Succeeded, JobState::Cancelled].map(JobState::as_str);
        if found.result.is_none() && over.contains(&found.state.as_str()) {
            return Err(Problem::not_found());
        }
        diesel::update(job::table.find(found.job_id))
            .filter(job::state.eq_any(open).and(job::call.eq(FHIR_EXPORT)))
            .set((job::state.eq(JobState::Cancelled.as_str()), job::finished_at.eq(clock::now().0)))
            .execute(connection)?;
        diesel::update(job::table.find(found.job_id)).set(job::has_file.eq(false)).execute(connection)?;
        delete_input(connection, JobId(found.job_id))?;
        forget_pieces(connection, JobId(found.job_id))?;
        match found.access_log_id.filter(|_| found.result.is_some()) {
            Some(asked) => log::write_of_file(connection, &reader, AccessAction::DeleteFile, asked),
            None => Ok(()),
        }
    };
    raw.state.database.write(work).await?;
    let said = operation_outcome("information", "informational", "The export has ended, and its files are gone.");
    Ok(resource(StatusCode::ACCEPTED, &said, &raw.request_id))
}

fn reader_of(raw: &Raw, caller: &Caller) -> Reader {
    Reader { account_id: caller.account_id, request_id: raw.request_id.clone(), address: raw.address.clone() }
}

/// Responds with a file.
///
/// # Errors
/// Returns "not found" if the caller has no such file.
pub async fn fetch(raw: Raw) -> Result<HttpResponse, Problem> {
    let (caller, id, role) = (staff(&raw)?, raw.part("id").to_owned(), raw.part("type").to_owned());
    let reader = reader_of(&raw, &caller);
    let database = raw.state.database.clone();
    let asked = role.clone();
    // Logged before the response: no log entry, no file.
    let job_id = database
        .write(move |connection| {
            let found = find_export(connection, &caller, &id)?;
            let result = found.result.as_ref().filter(|result| result.output.contains_key(&asked));
            let (result, asked_by) = result.zip(found.access_log_id).ok_or_else(Problem::not_found)?;
            for list in lists(&asked, &result.screens) {
                log::write_of_part(connection, &reader, AccessAction::Download, asked_by, list)?;
            }
            Ok(found.job_id)
        })
        .await?;
    let pieces = futures_util::stream::try_unfold((database, 0_i64), move |(database, position)| {
        let role = role.clone();
        async move {
            let piece = database
                .read(move |connection| {
                    let piece = job_file_piece::table.find((job_id, role, position));
                    Ok(piece.select(job_file_piece::content).first::<Vec<u8>>(connection).optional()?)
                })
                .await?;
            Ok::<_, Problem>(piece.map(|bytes| (Bytes::from(bytes), (database, position + 1))))
        }
    });
    Ok(respond::builder(StatusCode::OK, &raw.request_id).content_type(NDJSON).streaming(pieces))
}
