//! Registering a member of a company as a user: somebody without the app, who is known to the service all the same.

use super::store::UserRecord;
use crate::{
    links::store::{self as links, NewLink},
    users::store as users,
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl, SelectableHelper};
use kernel::{
    access::{caller::Caller, scope::Scoped},
    auth::{
        accounts::{self, NewAccount},
        tokens::random_token,
    },
    clock,
    db::{DatabaseConnection, schema::member},
    problem::Problem,
    records::{
        Rows as _,
        revisions::{self, Author},
    },
};
use uno_core::{
    contract::{
        error::ErrorCode,
        managed_users::{User, UserOfMember},
        members::MemberId,
        revisions::RevisionAction,
        users::{UserId, UserProfile},
        validation::Violation,
    },
    domain::{access::Authority, grade::Sex, time::Date},
};

/// What of a member becomes the user's.
#[derive(diesel::Queryable, diesel::Selectable)]
#[diesel(table_name = member)]
struct Person {
    name: String,
    birth_date: Date,
    sex: Sex,
    phone_number: Option<String>,
    email: Option<String>,
    address: Option<String>,
}

/// Makes a user of a member of the scope, and the link that says so. There is no password, so nobody signs in.
///
/// # Errors
/// "Not found"; that the member is linked already.
pub fn register(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    member_id: MemberId,
    sent: &UserOfMember,
) -> Result<User, Problem> {
    let found = member::table.in_scope(caller.scope).filter(member::member_id.eq(member_id));
    let person = found.select(Person::as_select()).first(connection).optional()?.ok_or_else(Problem::not_found)?;
    // Nobody is told it, and what signs in has a password.
    let login_id = format!("regular.{}", random_token()?.to_lowercase());
    let new = NewAccount {
        login_id: &login_id,
        password_hash: "",
        authority: Authority::Member,
        name: &person.name,
        company_id: None,
    };
    let account_id = accounts::insert(connection, &new)?;
    let now = clock::now();
    let profile = UserProfile {
        user_id: UserId(0),
        login_id: String::new(),
        name: person.name,
        birth_date: Some(person.birth_date),
        age: None,
        sex: Some(person.sex),
        phone_number: person.phone_number,
        email: person.email,
        address: person.address,
        level: sent.level,
        level_evidence: Some(sent.evidence),
        tracking_enabled: false,
        created_at: now,
        updated_at: now,
        version: 1,
    };
    let user_id = UserId(users::insert(connection, account_id, false, &profile)?);
    let author = Author::from(caller);
    let changes = revisions::differences(None, Some(&users::fields(&profile)), users::MASKED);
    revisions::record(connection, &author, users::RESOURCE, user_id.0, RevisionAction::Create, &changes)?;
    let asked = NewLink::requested(user_id, member_id, &caller.name, now);
    let link = NewLink { evidence: Some(sent.evidence), ..asked.accepted(now) };
    links::make(connection, &author, &link).map_err(|problem| match problem.code {
        ErrorCode::Taken => Problem { fields: vec![Violation::new("memberId", "memberLinked")], ..problem },
        _ => problem,
    })?;
    UserRecord::show(connection, caller, user_id.0)
}
