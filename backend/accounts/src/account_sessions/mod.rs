//! Sessions and sign-ins of staff accounts, for callers who may see the account on its screen.

use crate::staff::{power, rows};
use kernel::{
    access::caller::Caller,
    auth::{
        accounts::{self, Staff},
        sessions, sign_in_log,
    },
    clock,
    db::DatabaseConnection,
    http::mount::{Api, Input},
    problem::Problem,
};
use uno_core::{
    contract::{
        account_sessions::{EndAccountSession, EndAccountSessions, ListAccountSessions, ListAccountSignIns},
        error::ErrorCode,
        managers, operators,
        own_account::AccountId,
        page::Done,
    },
    domain::access::Action,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.quick::<ListAccountSessions>(|connection, caller, sent| {
        check(connection, caller, sent.path.account_id, Action::Read)?;
        sessions::list(connection, sent.path.account_id.0, caller.session_id)
    });
    api.on::<EndAccountSessions>(end_all);
    api.on::<EndAccountSession>(end);
    api.quick::<ListAccountSignIns>(|connection, caller, sent| {
        check(connection, caller, sent.path.account_id, Action::Read)?;
        sign_in_log::list(connection, sent.path.account_id.0, None, &sent.query)
    });
}

/// Checks that the caller may perform an action on an account on the screen that lists it; returns which list that is.
pub(crate) fn check(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    account_id: AccountId,
    action: Action,
) -> Result<Staff, Problem> {
    for (staff, screen) in [(Staff::Manager, managers::SCREEN), (Staff::Operator, operators::SCREEN)] {
        // Accounts on a screen the caller may not read are treated as not existing.
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

async fn end_all(input: Input<EndAccountSessions>) -> Result<Done, Problem> {
    let (caller, account_id) = (input.caller()?, input.path.account_id);
    let work = move |connection: &mut DatabaseConnection| {
        // A concurrent sign-in has either finished or waits for this lock.
        accounts::hold(connection, account_id.0)?;
        check(connection, &caller, account_id, Action::Update)?;
        sessions::end_others(connection, account_id.0, caller.session_id, clock::now())
    };
    input.state.database.write(work).await?;
    Ok(Done {})
}

async fn end(input: Input<EndAccountSession>) -> Result<Done, Problem> {
    let (caller, path) = (input.caller()?, input.path);
    let session_id = path.session_id;
    let work = move |connection: &mut DatabaseConnection| {
        accounts::hold(connection, path.account_id.0)?;
        check(connection, &caller, path.account_id, Action::Update)?;
        sessions::end_of(connection, path.account_id.0, session_id, clock::now())
    };
    input.state.database.write(work).await?;
    input.state.callers.forget(session_id.0);
    Ok(Done {})
}
