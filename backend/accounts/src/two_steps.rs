//! The second step of signing in: set up, renewed and ended by the account's owner, and removed by staff in charge of
//! the account.

use crate::{account_sessions, managers::store::ManagerRecord, operators::store::OperatorRecord, sign_in};
use kernel::{
    access::caller::Caller,
    auth::{
        accounts::{self, Staff},
        sessions,
        two_steps::{self, Step},
    },
    clock,
    db::DatabaseConnection,
    http::mount::{Api, Input},
    problem::Problem,
    records::{
        Record as _,
        revisions::{self, Author},
    },
    state::State,
};
use std::sync::Arc;
use uno_core::{
    contract::{
        error::ErrorCode,
        own_account::AccountId,
        page::Done,
        revisions::{FieldChange, RevisionAction},
        two_steps::{
            BeginTwoSteps, ConfirmTwoSteps, EndAccountTwoSteps, EndTwoSteps, GetTwoSteps, RecoveryCodes,
            RenewRecoveryCodes, TwoSteps, TwoStepsKey,
        },
    },
    domain::access::Action,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.quick::<GetTwoSteps>(|connection, caller, _| {
        Ok(TwoSteps {
            confirmed_at: two_steps::confirmed_at(connection, caller.account_id)?,
            recovery_codes_left: two_steps::recovery_codes_left(connection, caller.account_id)?,
            is_demanded: caller.are_two_steps_demanded,
        })
    });
    api.on::<BeginTwoSteps>(begin);
    api.on::<ConfirmTwoSteps>(confirm);
    api.on_change::<RenewRecoveryCodes>(renew_recovery_codes);
    api.on::<EndTwoSteps>(end);
    api.on::<EndAccountTwoSteps>(end_of_account);
}

/// Requires the password, so that an unattended session cannot be used to enroll another person's phone.
async fn begin(input: Input<BeginTwoSteps>) -> Result<TwoStepsKey, Problem> {
    let caller = input.caller()?;
    let Input { state, address, body, .. } = input;
    let confirmed =
        sign_in::delay_refusal(sign_in::check_own_password(&state, &caller, &address, body.password)).await?;
    let keys = state.keys.clone();
    let made = state.database.write(move |connection| {
        hold_with_password(connection, &caller, &confirmed)?;
        if two_steps::confirmed_at(connection, caller.account_id)?.is_some() {
            return Err(Problem::new(ErrorCode::Changed));
        }
        two_steps::begin(connection, &keys, (caller.account_id, &caller.login_id), clock::now())
    });
    let made = made.await?;
    Ok(TwoStepsKey { uri: made.uri, secret: made.secret })
}

async fn confirm(input: Input<ConfirmTwoSteps>) -> Result<RecoveryCodes, Problem> {
    let caller = input.caller()?;
    let Input { state, body, .. } = input;
    let session_id = caller.session_id;
    let (keys, work_keys) = (state.keys.clone(), state.keys.clone());
    let work = move |connection: &mut DatabaseConnection| {
        // A concurrent sign-in with the password alone has either finished, and is ended below, or waits and is then
        // asked for a code.
        sessions::hold_live(connection, caller.account_id, session_id, clock::now())?;
        if !two_steps::is_begun(connection, caller.account_id, clock::now())? {
            return Err(Problem::new(ErrorCode::Changed));
        }
        if !two_steps::confirm(connection, &work_keys, caller.account_id, &body.one_time_code, clock::now())? {
            return Ok(None);
        }
        // Other sessions were started with the password alone and must sign in again.
        sessions::end_others(connection, caller.account_id, session_id, clock::now())?;
        note(connection, &caller, (Staff::of(caller.authority), caller.account_id), true)?;
        two_steps::make_recovery_codes(connection, &keys, caller.account_id).map(Some)
    };
    let codes = run_with_code(&state, work).await?;
    state.callers.forget(session_id);
    Ok(RecoveryCodes { recovery_codes: codes })
}

async fn renew_recovery_codes(input: Input<RenewRecoveryCodes>) -> Result<RecoveryCodes, Problem> {
    let caller = input.caller()?;
    let Input { state, body, change, .. } = input;
    let keys = state.keys.clone();
    let work = move |connection: &mut DatabaseConnection| {
        sessions::hold_live(connection, caller.account_id, caller.session_id, clock::now())?;
        let code = Some(body.one_time_code.as_str());
        match two_steps::pass(connection, &keys, (caller.account_id, None), code, clock::now())? {
            Step::NotSetUp => return Err(Problem::new(ErrorCode::Changed)),
            Step::Needed | Step::Refused => return Ok(None),
            Step::Passed | Step::Recovered => {}
        }
        let left = two_steps::recovery_codes_left(connection, caller.account_id)?;
        let codes = two_steps::make_recovery_codes(connection, &keys, caller.account_id)?;
        // The history shows that the codes were replaced, in case the owner did not do it.
        let told = (left.to_string(), codes.len().to_string());
        note_change(connection, &caller, (Staff::of(caller.authority), caller.account_id), ("recoveryCodes", told))?;
        Ok(Some(RecoveryCodes { recovery_codes: codes }))
    };
    with_code(change.write_if(work)).await
}

async fn end(input: Input<EndTwoSteps>) -> Result<Done, Problem> {
    let caller = input.caller()?;
    let Input { state, address, body, .. } = input;
    let confirmed =
        sign_in::delay_refusal(sign_in::check_own_password(&state, &caller, &address, body.password)).await?;
    let (keys, session_id) = (state.keys.clone(), caller.session_id);
    let work = move |connection: &mut DatabaseConnection| {
        hold_with_password(connection, &caller, &confirmed)?;
        let code = Some(body.one_time_code.as_str());
        match two_steps::pass(connection, &keys, (caller.account_id, None), code, clock::now())? {
            Step::NotSetUp => return Err(Problem::new(ErrorCode::Changed)),
            Step::Needed | Step::Refused => return Ok(None),
            Step::Passed | Step::Recovered => {}
        }
        two_steps::end(connection, &keys, caller.account_id)?;
        note(connection, &caller, (Staff::of(caller.authority), caller.account_id), false)?;
        Ok(Some(Done {}))
    };
    let done = run_with_code(&state, work).await?;
    state.callers.forget(session_id);
    Ok(done)
}

async fn end_of_account(input: Input<EndAccountTwoSteps>) -> Result<Done, Problem> {
    let (caller, account_id) = (input.caller()?, input.path.account_id);
    let Input { state, address, body, .. } = input;
    // Refusals that do not depend on the password come first, so that they do not count as an attempt.
    let asking = Arc::clone(&caller);
    state.database.quick(move |connection| check_removal(connection, &asking, account_id)).await?;
    // An unattended or hijacked session must not give access to other accounts.
    let confirmed =
        sign_in::delay_refusal(sign_in::check_own_password(&state, &caller, &address, body.password)).await?;
    let keys = state.keys.clone();
    let work = move |connection: &mut DatabaseConnection| {
        // Locks in the order of the ids, so that two callers acting on each other cannot deadlock.
        let (first, second) = (account_id.0.min(caller.account_id), account_id.0.max(caller.account_id));
        accounts::hold(connection, first)?;
        accounts::hold(connection, second)?;
        hold_with_password(connection, &caller, &confirmed)?;
        let staff = check_removal(connection, &caller, account_id)?;
        two_steps::end(connection, &keys, account_id.0)?;
        sessions::end_all(connection, account_id.0, clock::now())?;
        note(connection, &caller, (Some(staff), account_id.0), false)
    };
    state.database.write(work).await?;
    Ok(Done {})
}

/// Checks that the caller may remove the second step from an account that has one; returns the account's list.
fn check_removal(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    account_id: AccountId,
) -> Result<Staff, Problem> {
    let staff = account_sessions::check(connection, caller, account_id, Action::Update)?;
    // Callers cannot remove their own this way: a hijacked session must not be able to.
    if account_id.0 == caller.account_id {
        return Err(Problem::invalid_field("accountId", "ownAccount"));
    }
    if two_steps::confirmed_at(connection, account_id.0)?.is_none() {
        return Err(Problem::new(ErrorCode::Changed));
    }
    Ok(staff)
}

/// Locks the caller's account for the rest of the transaction, if its password is still the one that was confirmed.
fn hold_with_password(connection: &mut DatabaseConnection, caller: &Caller, confirmed: &str) -> Result<(), Problem> {
    if sessions::hold_with_password(connection, caller.account_id, confirmed)? {
        Ok(())
    } else {
        Err(Problem::new(ErrorCode::PasswordMismatch))
    }
}

/// Runs work that needs a code, in a transaction that commits even if the code is refused, so that the failure is
/// counted.
async fn run_with_code<T: Send + 'static>(
    state: &State,
    work: impl FnOnce(&mut DatabaseConnection) -> Result<Option<T>, Problem> + Send + 'static,
) -> Result<T, Problem> {
    with_code(state.database.write(work)).await
}

/// Answers a refused code by an error.
async fn with_code<T>(work: impl Future<Output = Result<Option<T>, Problem>>) -> Result<T, Problem> {
    sign_in::delay_refusal(async { work.await?.ok_or_else(|| Problem::new(ErrorCode::OneTimeCodeMismatch)) }).await
}

/// Records in the account's history that its second step was switched on or off, without any secret.
fn note(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    of: (Option<Staff>, i64),
    is_on: bool,
) -> Result<(), Problem> {
    note_change(connection, caller, of, ("hasTwoSteps", ((!is_on).to_string(), is_on.to_string())))
}

fn note_change(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    (staff, account_id): (Option<Staff>, i64),
    (field, (before, after)): (&str, (String, String)),
) -> Result<(), Problem> {
    let resource = match staff {
        Some(Staff::Manager) => ManagerRecord::RESOURCE,
        Some(Staff::Operator) => OperatorRecord::RESOURCE,
        None => return Err(Problem::new(ErrorCode::Forbidden)),
    };
    let change = FieldChange { field: field.into(), before: Some(before), after: Some(after) };
    revisions::record(connection, &Author::from(caller), resource, account_id, RevisionAction::Update, &[change])
}
