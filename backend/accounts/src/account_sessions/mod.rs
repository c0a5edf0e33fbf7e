//! Sessions of accounts of staff and their sign-ins: for who may see the account on its screen.

use crate::staff::{power, rows};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    access::caller::Caller,
    auth::{accounts::Staff, sessions, sign_in_log},
    clock,
    db::{DatabaseConnection, schema::session},
    http::mount::{Api, Input},
    problem::Problem,
};
use uno_core::{
    contract::{
        account_sessions::{
            AccountSession, EndAccountSession, EndAccountSessions, ListAccountSessions, ListAccountSignIns, SessionId,
        },
        error::ErrorCode,
        managers, operators,
        own_account::AccountId,
        page::Done,
    },
    domain::{access::Action, time::Timestamp},
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.quick::<ListAccountSessions>(|connection, caller, sent| list(connection, caller, sent.path.account_id));
    api.on::<EndAccountSessions>(end_all);
    api.on::<EndAccountSession>(end);
    api.quick::<ListAccountSignIns>(|connection, caller, sent| {
        check(connection, caller, sent.path.account_id, Action::Read)?;
        sign_in_log::list(connection, sent.path.account_id.0, None, &sent.query)
    });
}

/// That the caller may do something with an account, on the screen where it stands; in which list that is.
pub(crate) fn check(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    account_id: AccountId,
    action: Action,
) -> Result<Staff, Problem> {
    for (staff, screen) in [(Staff::Manager, managers::SCREEN), (Staff::Operator, operators::SCREEN)] {
        // What is on a screen that the caller may not see is not there.
        if !caller.may(screen, Action::Read) {
            continue;
        }
        let row = match rows::get(connection, caller, staff, account_id.0) {
            Ok((row, ..)) => row,
            Err(problem) if problem.code == ErrorCode::NotFound => continue,
            Err(problem) => return Err(problem),
        };
        if action == Action::Read {
            return Ok(staff);
        }
        if !caller.may(screen, action) {
            return Err(Problem::new(ErrorCode::Forbidden));
        }
        return power::check_over(connection, caller, row.standing()).map(|()| staff);
    }
    Err(Problem::not_found())
}

type Row = (SessionId, Timestamp, Timestamp, Timestamp, Option<String>, Option<String>);

fn list(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    account_id: AccountId,
) -> Result<Vec<AccountSession>, Problem> {
    check(connection, caller, account_id, Action::Read)?;
    let rows = session::table
        .filter(session::account_id.eq(account_id.0))
        .filter(session::revoked_at.is_null())
        .filter(session::expires_at.gt(clock::now().0))
        .order((session::used_at.desc(), session::session_id.desc()))
        .select((
            session::session_id,
            session::created_at,
            session::used_at,
            session::expires_at,
            session::address,
            session::browser,
        ))
        .load::<Row>(connection)?;
    let shown = |(session_id, created_at, used_at, expires_at, address, browser): Row| {
        let is_current = session_id.0 == caller.session_id;
        AccountSession { session_id, created_at, used_at, expires_at, address, browser, is_current }
    };
    Ok(rows.into_iter().map(shown).collect())
}

async fn end_all(input: Input<EndAccountSessions>) -> Result<Done, Problem> {
    let (caller, account_id) = (input.caller()?, input.path.account_id);
    let work = move |connection: &mut DatabaseConnection| {
        check(connection, &caller, account_id, Action::Update)?;
        sessions::end_others(connection, account_id.0, caller.session_id, clock::now())
    };
    input.state.database.write(work).await?;
    Ok(Done {})
}

async fn end(input: Input<EndAccountSession>) -> Result<Done, Problem> {
    let (caller, path) = (input.caller()?, input.path);
    let session_id = path.session_id.0;
    let work = move |connection: &mut DatabaseConnection| {
        check(connection, &caller, path.account_id, Action::Update)?;
        let of_account = session::table.find(session_id).filter(session::account_id.eq(path.account_id.0));
        let found = of_account.count().get_result::<i64>(connection)?;
        if found == 0 {
            return Err(Problem::not_found());
        }
        sessions::end(connection, session_id, clock::now())
    };
    input.state.database.write(work).await?;
    input.state.callers.forget(session_id);
    Ok(Done {})
}
