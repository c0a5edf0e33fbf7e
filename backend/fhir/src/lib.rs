//! FHIR R4: reads and writes measurements for other health-care systems.
//!
//! Resources are built from database rows on request, by pure functions, one file per resource type; nothing is stored
//! as FHIR. Reads are subject to the same scope, permissions and access log as everything else. Received resources are
//! converted to intake requests and validated there.

mod answer;
mod asking;
mod calls;
mod codes;
mod contents;
mod dates;
mod export;
mod grammar;
mod intake;
mod measured;
mod metadata;
mod observation;
mod parameters;
mod patient;
mod questionnaire_response;
mod ranges;
mod search;
mod vision_prescription;

pub use export::WORK;

use actix_web::{HttpResponse, http::StatusCode};
use answer::{base, not_acceptable, one, page, refusal, resource};
use asking::Requester;
use kernel::{
    access::limits,
    clock,
    db::DatabaseConnection,
    http::mount::{Api, Raw},
    problem::Problem,
};
use parameters::{CURSOR, Parameters, SEALED, encoded};
use patient::Secret;
use search::{Found, Kind};
use uno_core::contract::{EndpointInfo, error::ErrorCode};

/// Title of the list of members in the access log.
const MEMBERS: &str = "member.title";

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.raw(&calls::METADATA, refusal, metadata::answer);
    api.raw(&calls::READ_PATIENT, refusal, read_patient);
    api.raw(&calls::SEARCH_PATIENTS, refusal, search_patients);
    api.raw(&calls::POST_SEARCH_PATIENTS, refusal, search_patients);
    of_measurements(
        api,
        Kind::Observation,
        [&calls::READ_OBSERVATION, &calls::SEARCH_OBSERVATIONS, &calls::POST_SEARCH_OBSERVATIONS],
    );
    api.raw(&calls::READ_VERSION, refusal, |raw| read_one(raw, Kind::Observation));
    of_measurements(
        api,
        Kind::QuestionnaireResponse,
        [&calls::READ_RESPONSE, &calls::SEARCH_RESPONSES, &calls::POST_SEARCH_RESPONSES],
    );
    of_measurements(
        api,
        Kind::VisionPrescription,
        [&calls::READ_PRESCRIPTION, &calls::SEARCH_PRESCRIPTIONS, &calls::POST_SEARCH_PRESCRIPTIONS],
    );
    api.raw(&calls::SEND_OBSERVATION, refusal, intake::observation);
    api.raw(&calls::SEND_BUNDLE, refusal, intake::bundle);
    api.raw(&calls::EXPORT, refusal, export::begin);
    api.raw(&calls::POST_EXPORT, refusal, export::begin);
    api.raw(&calls::FOLLOW_EXPORT, refusal, export::follow);
    api.raw(&calls::END_EXPORT, refusal, export::end);
    api.raw(&calls::FETCH_EXPORT, refusal, export::fetch);
    api.raw(&calls::NOTHING, refusal, nothing);
    api.raw(&calls::POST_NOTHING, refusal, nothing);
}

fn of_measurements(api: &mut Api, kind: Kind, [read, search, post]: [&'static EndpointInfo; 3]) {
    api.raw(read, refusal, move |raw| read_one(raw, kind));
    api.raw(search, refusal, move |raw| search_page(raw, kind));
    api.raw(post, refusal, move |raw| search_page(raw, kind));
}

async fn nothing(_: Raw) -> Result<HttpResponse, Problem> {
    Err(Problem::new(ErrorCode::NoSuchPath))
}

/// Parses the requested format of a read.
fn format_of(raw: &Raw) -> Result<Parameters, Problem> {
    Parameters::of(raw, &[])
}

async fn read_one(raw: Raw, kind: Kind) -> Result<HttpResponse, Problem> {
    if let Some(refused) = not_acceptable(&raw, format_of(&raw)?.one("_format")?) {
        return Ok(refused);
    }
    let (requester, id, version) = (Requester::of(&raw)?, raw.part("id").to_owned(), raw.part("version"));
    let asked = requester.clone();
    let database = raw.state.database.clone();
    let (found, header) = database.read(move |connection| search::one(connection, &asked, kind, &id)).await?;
    // A resource has a single version; earlier ones cannot be read.
    if !version.is_empty() && found["meta"]["versionId"] != version {
        return Err(Problem::not_found());
    }
    let reader = requester.reader(&raw);
    // Written before the response: no log entry, no data.
    database
        .write(move |connection| requester.log_measured(connection, &reader, std::slice::from_ref(&header)))
        .await?;
    Ok(one(&found, &raw.request_id))
}

async fn search_page(raw: Raw, kind: Kind) -> Result<HttpResponse, Problem> {
    let parameters = Parameters::of(&raw, &kind.parameters())?;
    if let Some(refused) = not_acceptable(&raw, parameters.one("_format")?) {
        return Ok(refused);
    }
    let requester = Requester::of(&raw)?;
    let sought = search::SearchRequest::of(kind, &requester, &parameters)?;
    let (database, cursors, scope) = (raw.state.database.clone(), raw.state.cursors()?, requester.scope());
    let work = move |connection: &mut DatabaseConnection| {
        if sought.is_total() {
            let (total, headers) = sought.total(connection, scope)?;
            return Ok((Found { headers, ..Found::default() }, Some(total)));
        }
        Ok((sought.page(connection, &cursors, scope)?, None))
    };
    let (found, total) = database.read(work).await?;
    let (reader, headers) = (requester.reader(&raw), found.headers);
    if !headers.is_empty() && !requester.is_oneself() {
        database.write(move |connection| requester.log_measured(connection, &reader, &headers)).await?;
    }
    let links = links(&raw, kind.name(), &parameters, found.next)?;
    let mut bundle = page(&base(&raw), links, found.resources, &parameters.ignored);
    if let Some(total) = total {
        bundle["total"] = total.into();
    }
    Ok(resource(StatusCode::OK, &bundle, &raw.request_id))
}

/// Returns the links of a page: `self` with the parameters used, and `next`. For a POST search, the parameters in
/// `next` are encrypted, because proxies log addresses.
fn links(
    raw: &Raw,
    name: &str,
    parameters: &Parameters,
    next: Option<String>,
) -> Result<Vec<(&'static str, String)>, Problem> {
    let (start, text) = (format!("{}/{name}", base(raw)), parameters.text());
    let address = |asked: &str, cursor: Option<&str>| {
        let cursor = cursor.map(|cursor| format!("{CURSOR}={}", encoded(cursor))).unwrap_or_default();
        let parts: Vec<&str> = [asked, &cursor].into_iter().filter(|part| !part.is_empty()).collect();
        if parts.is_empty() { start.clone() } else { format!("{start}?{}", parts.join("&")) }
    };
    let mut links = vec![("self", address(&text, parameters.one(CURSOR)?))];
    if let Some(next) = next {
        let asked =
            if parameters.is_hidden { format!("{SEALED}={}", raw.state.cursors()?.seal(SEALED, &text)?) } else { text };
        links.push(("next", address(&asked, Some(&next))));
    }
    Ok(links)
}

async fn read_patient(raw: Raw) -> Result<HttpResponse, Problem> {
    if let Some(refused) = not_acceptable(&raw, format_of(&raw)?.one("_format")?) {
        return Ok(refused);
    }
    let requester = Requester::of(&raw)?;
    requester.check_members()?;
    let (reader, id) = (requester.reader(&raw), raw.part("id").to_owned());
    let work = move |connection: &mut DatabaseConnection| {
        let (row, company_name) = patient::one(connection, requester.scope(), &id)?;
        if let Some(caller) = requester.staff() {
            limits::count(connection, &limits::REVEALING, caller.account_id, clock::now())?;
        }
        requester.log(connection, &reader, MEMBERS, &[row.member_id])?;
        Ok(patient::resource_of(&row, &company_name, true))
    };
    let found = raw.state.database.write(work).await?;
    Ok(one(&found, &raw.request_id))
}

async fn search_patients(raw: Raw) -> Result<HttpResponse, Problem> {
    let parameters = Parameters::of(&raw, &patient::PARAMETERS)?;
    if let Some(refused) = not_acceptable(&raw, parameters.one("_format")?) {
        return Ok(refused);
    }
    let requester = Requester::of(&raw)?;
    let sought = patient::SearchRequest::of(&requester, &parameters)?;
    let (database, cursors, scope) = (raw.state.database.clone(), raw.state.cursors()?, requester.scope());
    let is_staff = requester.staff().is_some();
    let searches = sought.secrets().iter().filter(|_| is_staff).filter_map(|secret| match secret {
        Secret::Phone(digits) => people::members::sought(&raw.state, Some(digits), None),
        Secret::BirthDate(date) => people::members::sought(&raw.state, None, Some(*date)),
    });
    let searches: Vec<_> = searches.collect();
    let reader = requester.reader(&raw);
    if !searches.is_empty() {
        let reader = reader.clone();
        // Each value is a search of its own: a list of values is no way around the limit.
        database
            .write(move |connection| searches.iter().try_for_each(|search| search.count(connection, &reader)))
            .await?;
    }
    if sought.is_total() {
        let total = database.read(move |connection| sought.total(connection, scope)).await?;
        let mut bundle = page(&base(&raw), links(&raw, "Patient", &parameters, None)?, Vec::new(), &parameters.ignored);
        bundle["total"] = total.into();
        return Ok(resource(StatusCode::OK, &bundle, &raw.request_id));
    }
    let (rows, next) = database.read(move |connection| sought.page(connection, &cursors, scope)).await?;
    if !requester.is_oneself() && !rows.is_empty() {
        let ids: Vec<i64> = rows.iter().map(|(row, _)| row.member_id).collect();
        database.write(move |connection| requester.log(connection, &reader, MEMBERS, &ids)).await?;
    }
    let told = rows.iter().map(|(row, company_name)| patient::resource_of(row, company_name, !is_staff)).collect();
    let links = links(&raw, "Patient", &parameters, next)?;
    let bundle = page(&base(&raw), links, told, &parameters.ignored);
    Ok(resource(StatusCode::OK, &bundle, &raw.request_id))
}
