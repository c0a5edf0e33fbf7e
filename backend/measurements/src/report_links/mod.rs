//! Reports that are sent: for each person a link to the own measurements, which opens without an account by the birth
//! date, and a message that brings it ([`outbox`]). No message holds health data.

pub mod outbox;
pub mod own;
mod store;

use crate::prints;
use kernel::{
    access::{
        limits,
        log::{self, Reader},
    },
    auth::{attempts::Attempt, tokens::Keys},
    clock,
    db::DatabaseConnection,
    http::mount::{Api, Input},
    problem::Problem,
    sealed::Seal,
};
use std::sync::Arc;
use store::Tokens;
use uno_core::contract::{
    logs::AccessAction,
    measurements::MeasurementPrint,
    page::Done,
    report_links::{
        GetReportLink, ListReportLinks, OpenReport, ReportLink, ReportSendingResult, RetryReportLink, RevokeReportLink,
        SendReports,
    },
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<SendReports>(send);
    api.read::<ListReportLinks>(|connection, caller, sent| store::list(connection, caller, &sent.query));
    api.quick::<GetReportLink>(|connection, caller, sent| store::get(connection, caller, sent.path.report_link_id));
    api.on::<RetryReportLink>(retry);
    api.write::<RevokeReportLink>(|connection, caller, sent| {
        store::revoke(connection, caller.scope, sent.path.report_link_id, clock::now()).map(|()| Done {})
    });
    api.on::<OpenReport>(open);
    own::mount(api);
}

/// What recognises a token, and what seals it until it was sent.
fn tokens(keys: &Keys) -> Result<Tokens, Problem> {
    Ok(Tokens { hashing: keys.derive("report link"), seal: Seal::of(&keys.derive("report link in outbox"))? })
}

async fn send(input: Input<SendReports>) -> Result<ReportSendingResult, Problem> {
    let caller = input.caller()?;
    let (reader, body) = (input.reader(&caller), input.body);
    let (tokens, settings) = (tokens(&input.state.keys)?, Arc::clone(&input.state.settings));
    if body.dry_run {
        let work = move |connection: &mut DatabaseConnection| store::recipients(connection, &caller, &body);
        return input.state.database.read(work).await.map(|found| found.told());
    }
    let work = move |connection: &mut DatabaseConnection| {
        limits::count(connection, &limits::REPORTING, caller.account_id, clock::now())?;
        let found = store::recipients(connection, &caller, &body)?;
        let member_ids = found.reached();
        let made = store::make(connection, &caller, (&tokens, &settings.delivery), &body, found)?;
        let list = prints::title(body.kind);
        log::write_sheets(connection, &reader, AccessAction::SendReport, list, &member_ids)?;
        Ok(made)
    };
    input.state.database.write(work).await
}

async fn retry(input: Input<RetryReportLink>) -> Result<ReportLink, Problem> {
    let (caller, id) = (input.caller()?, input.path.report_link_id);
    let (reader, settings) = (input.reader(&caller), Arc::clone(&input.state.settings));
    let work = move |connection: &mut DatabaseConnection| {
        store::retry(connection, &caller, &settings.delivery, id, clock::now())?;
        let link = store::get(connection, &caller, id)?;
        log::write_sheets(
            connection,
            &reader,
            AccessAction::SendReport,
            prints::title(link.kind),
            &[link.member_id.0],
        )?;
        Ok(link)
    };
    input.state.database.write(work).await
}

/// Whoever has a link and knows the birth date is told the measurements. What is refused is counted, so a refusal is an
/// answer of the transaction and no error, by which the count would be undone.
async fn open(input: Input<OpenReport>) -> Result<MeasurementPrint, Problem> {
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
        let list = prints::title(opened.kind);
        log::write_sheets(connection, &reader, AccessAction::OpenReport, list, &[opened.member_id])?;
        Ok(Some(opened))
    };
    let opened = state.database.write(opening).await?.ok_or_else(Problem::not_found)?;
    let work =
        move |connection: &mut DatabaseConnection| prints::of_link(connection, opened.kind, &opened.measurement_ids);
    state.database.read(work).await
}
