//! Report links: each person gets a link to the own measurements, which opens with the birth date and without an
//! account, and a message that contains it (`messages`). Messages contain no health data.

pub mod own;
pub(crate) mod store;

use crate::{prints, reports};
use kernel::{
    access::{
        caller::Caller,
        limits,
        log::{self, Reader},
    },
    auth::{attempts::Attempt, tokens::Keys},
    clock,
    db::DatabaseConnection,
    http::{
        idempotency::Change,
        mount::{Api, Input},
    },
    problem::Problem,
    sealed::Seal,
    state::State,
};
use std::sync::Arc;
use store::{Recipients, Shown, Tokens};
use uno_core::contract::{
    languages::Language,
    logs::AccessAction,
    measurements::MeasurementPrint,
    messages::SendingFailure,
    page::Done,
    report_links::{OpenReport, OpenedReport, ReportSendingResult, RevokeReportLink, SendReports, SendStoredReports},
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on_change::<SendReports>(send);
    api.on_change::<SendStoredReports>(send_stored);
    api.on::<RevokeReportLink>(revoke);
    api.on::<OpenReport>(open);
    own::mount(api);
}

/// Returns the keys that hash a token and seal it until it is sent.
fn tokens(keys: &Keys) -> Result<Tokens, Problem> {
    Ok(Tokens { hashing: keys.derive("report link"), seal: Seal::of(&keys.derive("report link in outbox"))? })
}

async fn send(input: Input<SendReports>) -> Result<ReportSendingResult, Problem> {
    let caller = input.caller()?;
    let (reader, body) = (input.reader(&caller), input.body);
    let (dry_run, language) = (body.dry_run, body.language);
    let found =
        move |connection: &mut DatabaseConnection, caller: &Caller| store::recipients(connection, caller, &body);
    send_to((&input.state, input.change), caller, reader, (dry_run, language), found).await
}

async fn send_stored(input: Input<SendStoredReports>) -> Result<ReportSendingResult, Problem> {
    let caller = input.caller()?;
    let (reader, body) = (input.reader(&caller), input.body);
    let (dry_run, language) = (body.dry_run, body.language);
    let found = move |connection: &mut DatabaseConnection, caller: &Caller| {
        store::recipients_of_reports(connection, caller, &body)
    };
    send_to((&input.state, input.change), caller, reader, (dry_run, language), found).await
}

/// Sends a link to each recipient, or only tells who they are.
async fn send_to(
    (state, change): (&State, Change<ReportSendingResult>),
    caller: Arc<Caller>,
    reader: Reader,
    (dry_run, language): (bool, Option<Language>),
    recipients: impl Fn(&mut DatabaseConnection, &Caller) -> Result<Recipients, Problem> + Send + 'static,
) -> Result<ReportSendingResult, Problem> {
    let (tokens, settings) = (tokens(&state.keys)?, Arc::clone(&state.settings));
    if dry_run {
        // A dry run discloses who can be reached and where, just as sending does, so it is limited and logged.
        let work = move |connection: &mut DatabaseConnection| {
            limits::count(connection, &limits::TRYING_REPORTS, caller.account_id, clock::now())?;
            let found = recipients(connection, &caller)?;
            let list = found.title();
            log::write_sheets(connection, &reader, AccessAction::TrySending, list, &found.all())?;
            Ok(found.into_result(&settings.delivery))
        };
        return state.database.write(work).await;
    }
    let work = move |connection: &mut DatabaseConnection| {
        limits::count(connection, &limits::REPORTING, caller.account_id, clock::now())?;
        let found = recipients(connection, &caller)?;
        let (list, member_ids) = (found.title(), found.reached());
        let made = store::make(connection, &caller, (&tokens, &settings.delivery), language, found)?;
        log::write_sheets(connection, &reader, AccessAction::SendReport, list, &member_ids)?;
        Ok(made)
    };
    change.write(work).await
}

async fn revoke(input: Input<RevokeReportLink>) -> Result<Done, Problem> {
    let caller = input.caller()?;
    let (reader, id) = (input.reader(&caller), input.path.report_link_id);
    let work = move |connection: &mut DatabaseConnection| {
        let ended = store::revoke(connection, caller.scope, id, clock::now())?;
        log_end(connection, &reader, ended)
    };
    input.state.database.write(work).await.map(|()| Done {})
}

/// Logs that a link was ended before its expiry.
fn log_end(connection: &mut DatabaseConnection, reader: &Reader, ended: Option<(i64, Shown)>) -> Result<(), Problem> {
    let Some((member_id, shown)) = ended else { return Ok(()) };
    log::write_sheets(connection, reader, AccessAction::RevokeReport, shown.title(), &[member_id])
}

/// Returns the current address of a message's recipient, and the link.
///
/// # Errors
/// Returns an error if the database fails. The reason why the message cannot be sent is the inner error.
pub(crate) fn recipient(
    connection: &mut DatabaseConnection,
    keys: &Keys,
    console: &str,
    message_id: i64,
) -> Result<Result<(String, String), SendingFailure>, Problem> {
    store::recipient(connection, &tokens(keys)?, console, message_id)
}

/// Returns the measurements to a reader who has the link and knows the birth date. A refusal is a result of the
/// transaction rather than an error, which would roll back the count.
async fn open(input: Input<OpenReport>) -> Result<OpenedReport, Problem> {
    let (body, address, state) = (input.body, input.address, input.state);
    let attempt = Attempt::at_report(&state.keys, &address);
    let early = attempt.clone();
    state.database.quick(move |connection| early.check(connection, clock::now())).await?;
    let tokens = tokens(&state.keys)?;
    let reader = Reader { account_id: 0, request_id: input.request_id, address };
    let opening = move |connection: &mut DatabaseConnection| {
        let counted = attempt.begin(connection, clock::now())?;
        let hash = tokens.hash(&body.token);
        let Some(opened) = store::open(connection, &hash, body.birth_date, clock::now())? else { return Ok(None) };
        counted.take_back(connection)?;
        let list = opened.shown.title();
        log::write_sheets(connection, &reader, AccessAction::OpenReport, list, &[opened.member_id])?;
        Ok(Some(opened))
    };
    let opened = state.database.write(opening).await?.ok_or_else(Problem::not_found)?;
    let work = move |connection: &mut DatabaseConnection| {
        let (MeasurementPrint { printed, trends }, report) = match opened.shown {
            Shown::Measurements(kind) => (prints::of_link(connection, kind, &opened.measurement_ids)?, None),
            Shown::Report => reports::store::of_link(connection, opened.member_id, opened.report)?,
        };
        Ok(OpenedReport { printed, trends, report })
    };
    state.database.read(work).await
}
