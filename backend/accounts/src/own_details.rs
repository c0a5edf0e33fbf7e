//! The personal details of the caller's own staff account: name, phone number, e-mail address. They are part of the
//! manager or operator record, so changes appear in its history.

use crate::{managers::store::ManagerRecord, operators::store::OperatorRecord, sign_in};
use kernel::{
    access::caller::Caller,
    auth::{accounts::Staff, sessions},
    clock,
    db::DatabaseConnection,
    http::mount::{Api, PatchInput},
    problem::Problem,
    records::{self, Rows},
};
use uno_core::contract::{
    error::ErrorCode,
    managers::ManagerSave,
    operators::OperatorSave,
    own_account::{GetOwnDetails, OwnDetails, OwnDetailsSave, UpdateOwnDetails},
    validation::Violation,
};

/// Mounts the endpoints.
pub fn mount(api: &mut Api) {
    api.quick::<GetOwnDetails>(|connection, caller, _| standing(connection, caller).map(details));
    api.on_patch::<UpdateOwnDetails>(update);
}

/// The part of a form that the account owner may change.
trait OwnPart {
    fn details(&self) -> OwnDetailsSave;
    fn apply(&mut self, own: OwnDetailsSave);
}

macro_rules! own_part {
    ($($form:ident),+) => {
        $(impl OwnPart for $form {
            fn details(&self) -> OwnDetailsSave {
                OwnDetailsSave {
                    name: self.name.clone(),
                    phone_number: self.phone_number.clone(),
                    email: self.email.clone(),
                    current_password: None,
                    version: self.version,
                }
            }

            fn apply(&mut self, own: OwnDetailsSave) {
                (self.name, self.phone_number, self.email) = (own.name, own.phone_number, own.email);
            }
        })+
    };
}

own_part!(ManagerSave, OperatorSave);

fn details(own: OwnDetailsSave) -> OwnDetails {
    let OwnDetailsSave { name, phone_number, email, version, .. } = own;
    OwnDetails { name, phone_number, email, version: version.unwrap_or_default() }
}

fn staff(caller: &Caller) -> Result<Staff, Problem> {
    Staff::of(caller.authority).ok_or_else(|| Problem::new(ErrorCode::Forbidden))
}

fn standing(connection: &mut DatabaseConnection, caller: &Caller) -> Result<OwnDetailsSave, Problem> {
    let id = caller.account_id;
    Ok(match staff(caller)? {
        Staff::Manager => ManagerRecord::standing(connection, caller, id)?.details(),
        Staff::Operator => OperatorRecord::standing(connection, caller, id)?.details(),
    })
}

/// Changing contact details requires the password. It is checked before the transaction, which then verifies that it
/// has not changed since.
async fn update(input: PatchInput<UpdateOwnDetails>) -> Result<OwnDetails, Problem> {
    let PatchInput { state, caller, address, patch, .. } = input;
    let confirmed = match patch.text("currentPassword") {
        Some(password) => {
            let answer = sign_in::check_own_password(&state, &caller, &address, password.to_owned());
            Some(sign_in::delay_refusal(answer).await.map_err(of_field)?)
        }
        None => None,
    };
    let session_id = caller.session_id;
    let work = move |connection: &mut DatabaseConnection| {
        sessions::hold_live(connection, caller.account_id, caller.session_id, clock::now())?;
        let is_confirmed = match &confirmed {
            Some(hash) if sessions::hold_with_password(connection, caller.account_id, hash)? => true,
            Some(_) => return Err(of_field(Problem::new(ErrorCode::PasswordMismatch))),
            None => false,
        };
        patch.retried(|| {
            let before = standing(connection, &caller)?;
            let own = patch.apply_to(&before)?;
            let is_reached_otherwise = (&before.phone_number, &before.email) != (&own.phone_number, &own.email);
            if is_reached_otherwise && !is_confirmed {
                return Err(Problem::invalid_field("currentPassword", "required"));
            }
            match staff(&caller)? {
                Staff::Manager => write::<ManagerRecord>(connection, &caller, own),
                Staff::Operator => write::<OperatorRecord>(connection, &caller, own),
            }
        })?;
        standing(connection, &caller).map(details)
    };
    let changed = state.database.write(work).await?;
    // The cached caller contains the name.
    state.callers.forget(session_id);
    Ok(changed)
}

/// Attributes a wrong password to its field.
fn of_field(problem: Problem) -> Problem {
    if problem.code != ErrorCode::PasswordMismatch {
        return problem;
    }
    Problem { fields: vec![Violation::new("currentPassword", "wrongPassword")], ..problem }
}

fn write<R: Rows<Form: OwnPart + Clone>>(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    own: OwnDetailsSave,
) -> Result<(), Problem> {
    let id = caller.account_id;
    let before = R::standing(connection, caller, id)?;
    let mut form = before.clone();
    form.apply(own);
    records::change_own::<R>(connection, caller, id, &before, form)
}
