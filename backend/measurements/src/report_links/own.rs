//! Members' own measurements: printing them, and sharing them through links that the members create and end themselves.

use super::{log_end, store, tokens};
use crate::prints;
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::{caller::Caller, limits, log, scope::Scoped as _},
    clock,
    db::{
        DatabaseConnection,
        schema::{member, message},
    },
    http::mount::{Api, Input},
    problem::Problem,
};
use std::sync::Arc;
use uno_core::{
    contract::{
        languages::Language,
        logs::AccessAction,
        measurements::KindOfMeasurements,
        messages::WayOfSending,
        own_reports::{
            ListOwnReportLinks, MAX_OWN_LINKS, OwnReportLink, PrintOwnMeasurements, RevokeOwnReportLink,
            ShareOwnMeasurements,
        },
        page::Done,
        report_links::{DAYS, MAX_WRONG_TRIES, ReportLinkId, ReportSending},
        validation::Violation,
    },
    domain::time::{DAY_MILLISECONDS, Timestamp},
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.read::<PrintOwnMeasurements>(|connection, caller, sent| {
        check_offered(sent.body.kind)?;
        prints::of_scope(connection, caller.scope, &sent.body).map(|(print, _)| print)
    });
    api.on_change::<ShareOwnMeasurements>(share);
    api.read::<ListOwnReportLinks>(|connection, caller, _| list(connection, caller, clock::now()));
    api.on::<RevokeOwnReportLink>(revoke);
}

/// Staff communicate the results of dementia screenings and psychological tests in person, so members have no page for
/// either.
fn check_offered(kind: KindOfMeasurements) -> Result<(), Problem> {
    if kind.is_explained_in_person() {
        return Err(Problem::invalid(vec![Violation::new("kind", "notAllowed")]));
    }
    Ok(())
}

/// Logs the creation by the member. Opening the link later logs a reader of the member's data.
async fn share(input: Input<ShareOwnMeasurements>) -> Result<Vec<OwnReportLink>, Problem> {
    let caller = input.caller()?;
    let (reader, selection) = (input.reader(&caller), input.body);
    check_offered(selection.kind)?;
    let (tokens, settings) = (tokens(&input.state.keys)?, Arc::clone(&input.state.settings));
    let work = move |connection: &mut DatabaseConnection| {
        let now = clock::now();
        limits::count(connection, &limits::SHARING_OWN, caller.account_id, now)?;
        let kind = selection.kind;
        let sending = ReportSending {
            kind,
            ids: selection.ids,
            channel: WayOfSending::Direct,
            language: None::<Language>,
            dry_run: false,
        };
        let found = store::recipients_in(connection, caller.scope, &sending)?;
        let member_ids = found.reached();
        let made = store::make(connection, &caller, (&tokens, &settings.delivery), sending.language, found)?;
        log::write_sheets(connection, &reader, AccessAction::SendReport, prints::title(kind), &member_ids)?;
        let links = made.recipients.into_iter().filter_map(|one| {
            Some(OwnReportLink {
                report_link_id: one.report_link_id?,
                kind,
                created_at: now,
                expires_at: now.plus_milliseconds(DAYS * DAY_MILLISECONDS),
                opened_at: None,
                openings: 0,
                token: one.token,
            })
        });
        Ok(links.collect())
    };
    input.change.write(work).await
}

type Row = (i64, i32, i64, i64, Option<i64>, i64);

/// Returns the caller's links that still open. Searches by member, because that has an index.
fn list(connection: &mut DatabaseConnection, caller: &Caller, now: Timestamp) -> Result<Vec<OwnReportLink>, Problem> {
    let members = member::table.in_scope(caller.scope).select(member::member_id).load::<i64>(connection)?;
    let rows = message::table
        .filter(message::member_id.eq_any(members))
        .filter(message::account_id.eq(caller.account_id))
        .filter(message::revoked_at.is_null())
        .filter(message::expires_at.gt(now.0))
        .filter(message::wrong_tries.lt(MAX_WRONG_TRIES))
        .order((message::created_at.desc(), message::message_id.desc()))
        .limit(MAX_OWN_LINKS)
        .select((
            message::message_id,
            message::kind,
            message::created_at,
            message::expires_at,
            message::opened_at,
            message::openings,
        ))
        .load::<Row>(connection)?;
    rows.into_iter()
        .map(|(id, kind, created_at, expires_at, opened_at, openings)| {
            Ok(OwnReportLink {
                report_link_id: ReportLinkId(id),
                kind: store::kind_of(kind)?,
                created_at: Timestamp(created_at),
                expires_at: Timestamp(expires_at),
                opened_at: opened_at.map(Timestamp),
                openings,
                token: None,
            })
        })
        .collect()
}

/// Ends the links that a user has created to measurements of members with whom the user is no longer linked.
///
/// # Errors
/// Returns an error if the database fails.
pub fn end_of(connection: &mut DatabaseConnection, account_id: i64, member_ids: Vec<i64>) -> Result<(), Problem> {
    let now = clock::now().0;
    diesel::update(message::table)
        .filter(message::member_id.eq_any(member_ids))
        .filter(message::account_id.eq(account_id))
        .filter(message::revoked_at.is_null())
        .filter(message::expires_at.gt(now))
        .set(message::revoked_at.eq(now))
        .execute(connection)?;
    Ok(())
}

/// Ends one of the caller's links.
async fn revoke(input: Input<RevokeOwnReportLink>) -> Result<Done, Problem> {
    let caller = input.caller()?;
    let (reader, id) = (input.reader(&caller), input.path.report_link_id);
    let work = move |connection: &mut DatabaseConnection| {
        let own = message::table.find(id.0).filter(message::account_id.eq(caller.account_id));
        if own.count().get_result::<i64>(connection)? == 0 {
            return Err(Problem::not_found());
        }
        let ended = store::end(connection, id, clock::now())?;
        log_end(connection, &reader, ended)
    };
    input.state.database.write(work).await.map(|()| Done {})
}
