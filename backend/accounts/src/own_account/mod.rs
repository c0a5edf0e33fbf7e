//! The caller's own account.

use crate::sign_in::check_own_password;
use diesel::{ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use kernel::{
    auth::{
        attempts,
        password::{self, Owner},
        sessions, sign_in_log,
        turns::Lane,
    },
    clock,
    db::{
        DatabaseConnection,
        schema::{account, user_profile},
    },
    http::mount::{Api, Input},
    problem::Problem,
    state::State,
};
use uno_core::{
    contract::{
        companies::CompanyId,
        error::ErrorCode,
        own_account::{
            Account, AccountId, ChangePassword, EndOtherSessions, EndOwnSession, GetAccount, ListOwnSessions,
            ListOwnSignIns, OWN_HISTORY_DAYS, OwnPermissionGroup, PersonInformation,
        },
        page::Done,
    },
    domain::{access::Authority, time::DAY_MILLISECONDS},
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.on::<GetAccount>(get);
    api.on::<ChangePassword>(change_password);
    api.quick::<ListOwnSessions>(|connection, caller, _| {
        sessions::list(connection, caller.account_id, caller.session_id)
    });
    api.write::<EndOtherSessions>(|connection, caller, _| {
        sessions::hold_live(connection, caller.account_id, caller.session_id, clock::now())?;
        sessions::end_others(connection, caller.account_id, caller.session_id, clock::now())?;
        Ok(Done {})
    });
    api.on::<EndOwnSession>(end_session);
    api.quick::<ListOwnSignIns>(|connection, caller, sent| {
        let since = clock::now().plus_milliseconds(-OWN_HISTORY_DAYS * DAY_MILLISECONDS);
        sign_in_log::list(connection, caller.account_id, Some(since), &sent.query)
    });
}

async fn get(input: Input<GetAccount>) -> Result<Account, Problem> {
    let caller = input.caller()?;
    let person = |expected: bool| expected.then(|| PersonInformation { name: caller.name.clone() });
    let (operator, member) = (caller.authority == Authority::Operator, caller.authority == Authority::Member);
    Ok(Account {
        account_id: AccountId(caller.account_id),
        login_id: caller.login_id.clone(),
        role: caller.authority,
        company_id: caller.scope.company_id().map(CompanyId),
        company_name: caller.company_name.clone(),
        must_change_password: caller.must_change_password,
        must_set_up_two_steps: caller.must_set_up_two_steps,
        must_agree_to_terms: caller.must_agree_to_terms,
        draft_key: input.state.keys.of_drafts(caller.account_id),
        permission_group: OwnPermissionGroup {
            name: caller.group_name.clone(),
            allowed_service_ids: caller.service_ids.clone(),
            allowed_menu_items: caller.items.clone(),
        },
        manager_information: person(!operator && !member),
        operator_information: person(operator),
        user_information: person(member),
    })
}

async fn change_password(input: Input<ChangePassword>) -> Result<Done, Problem> {
    let caller = input.caller()?;
    let Input { state, address, body, .. } = input;
    if body.new_password == body.current_password {
        return Err(Problem {
            code: ErrorCode::PasswordRejected,
            ..Problem::invalid_field("newPassword", "sameAsBefore")
        });
    }
    let confirmed = check_own_password(&state, &caller, &address, body.current_password).await?;
    let turn = state.turns.take(&Lane::Known(format!("account {}", caller.account_id))).await?;
    let email = known_email(&state, caller.account_id).await?;
    let owner = Owner { login_id: &caller.login_id, name: &caller.name, email: &email };
    password::approve(body.new_password.clone(), owner, "newPassword").await?;
    let hash = password::hash(body.new_password).await?;
    drop(turn);
    let (account_id, session_id, keys) = (caller.account_id, caller.session_id, state.keys.clone());
    let login_id = caller.login_id.clone();
    state
        .database
        .write(move |connection| {
            // This update also locks the account: a concurrent sign-in has either finished, and its session is ended
            // below, or finds the new password. Confirmed QR codes are revoked below too.
            let changed = diesel::update(account::table.find(account_id))
                .filter(account::password_hash.eq(confirmed))
                .set((account::password_hash.eq(hash), account::must_change_password.eq(false)))
                .execute(connection)?;
            if changed == 0 {
                return Err(Problem::new(ErrorCode::PasswordMismatch));
            }
            sessions::hold_live(connection, account_id, session_id, clock::now())?;
            // Failed attempts were made on the old password, and codes were entered by someone who knew it.
            attempts::reset_account(connection, &keys, (account_id, &login_id), clock::now())?;
            sessions::end_others(connection, account_id, session_id, clock::now())
        })
        .await?;
    state.callers.forget(session_id);
    Ok(Done {})
}

/// Ends a session by its number, among the caller's own only: another account's session is "not found".
async fn end_session(input: Input<EndOwnSession>) -> Result<Done, Problem> {
    let (caller, session_id) = (input.caller()?, input.path.session_id);
    let work = move |connection: &mut DatabaseConnection| {
        sessions::hold_live(connection, caller.account_id, caller.session_id, clock::now())?;
        sessions::end_of(connection, caller.account_id, session_id, clock::now())
    };
    input.state.database.write(work).await?;
    input.state.callers.forget(session_id.0);
    Ok(Done {})
}

/// Returns the account's e-mail address, for estimating password strength. It is in the account for staff, and in the
/// profile for members.
async fn known_email(state: &State, account_id: i64) -> Result<String, Problem> {
    let email = state
        .database
        .quick(move |connection| {
            Ok(account::table
                .left_join(user_profile::table)
                .filter(account::account_id.eq(account_id))
                .select((account::email, user_profile::email.nullable()))
                .first::<(Option<String>, Option<String>)>(connection)
                .optional()?)
        })
        .await?;
    Ok(email.and_then(|(of_staff, of_member)| of_staff.or(of_member)).unwrap_or_default())
}
