//! Registration of a member as a user: a person without the app whom the service nevertheless knows.

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
    records::revisions::{self, Author},
};
use organisation::companies::store::Line;
use uno_core::{
    contract::{
        error::ErrorCode,
        managed_users::{RegisteredUser, UserOfMember},
        members::{MemberId, MemberSave},
        revisions::RevisionAction,
        users::{UserId, UserProfile},
        validation::Violation,
    },
    domain::{
        access::Authority,
        grade::Sex,
        time::{Date, Timestamp},
    },
};

/// The member's data that becomes the user's.
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

impl From<&MemberSave> for Person {
    fn from(member: &MemberSave) -> Self {
        Self {
            name: member.name.clone(),
            birth_date: member.birth_date,
            sex: member.sex,
            phone_number: member.phone_number.clone(),
            email: member.email.clone(),
            address: member.address.clone(),
        }
    }
}

impl Person {
    /// Returns the profile of a person whose identity staff have verified by this evidence.
    fn profile(self, sent: &UserOfMember, now: Timestamp) -> UserProfile {
        UserProfile {
            user_id: UserId(0),
            login_id: String::new(),
            name: self.name,
            birth_date: Some(self.birth_date),
            age: None,
            sex: Some(self.sex),
            phone_number: self.phone_number,
            email: self.email,
            address: self.address,
            level: sent.level,
            level_evidence: Some(sent.evidence),
            tracking_enabled: false,
            created_at: now,
            updated_at: now,
            version: 1,
        }
    }
}

/// Returns a random sign-in id that nobody is given. Signing in requires a password, which such accounts do not have.
fn unknown_login_id() -> Result<String, Problem> {
    Ok(format!("regular.{}", random_token()?.to_lowercase()))
}

/// Creates a user from a member in the scope, with a link between both. The user has no password and cannot sign in.
///
/// # Errors
/// Returns "not found", or an error if the member already has a link.
pub fn register(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    member_id: MemberId,
    sent: &UserOfMember,
) -> Result<RegisteredUser, Problem> {
    let found = member::table.in_scope(caller.scope).filter(member::member_id.eq(member_id));
    let person = found.select(Person::as_select()).first(connection).optional()?.ok_or_else(Problem::not_found)?;
    let new = NewAccount {
        login_id: &unknown_login_id()?,
        password_hash: "",
        authority: Authority::Member,
        name: &person.name,
        company_id: None,
    };
    let account_id = accounts::insert(connection, &new)?;
    let now = clock::now();
    let profile = person.profile(sent, now);
    let user_id = UserId(users::insert(connection, account_id, false, &profile)?);
    let author = Author::from(caller);
    let changes = revisions::differences(None, Some(&users::fields(&profile)), users::MASKED);
    revisions::record(connection, &author, users::RESOURCE, user_id.0, RevisionAction::Create, &changes)?;
    let asked = NewLink::requested(user_id, member_id, &caller.name, now);
    let link = NewLink { evidence: Some(sent.evidence), ..asked.accepted(now) };
    let link_id = links::make(connection, &author, &link).map_err(|problem| match problem.code {
        ErrorCode::Taken => Problem { fields: vec![Violation::new("memberId", "memberLinked")], ..problem },
        _ => problem,
    })?;
    Ok(RegisteredUser { user_id, link_id })
}

/// Registers many members of one company who have no link, with a few statements for all of them. Returns the users.
///
/// # Errors
/// Returns an error if a member already has a link.
pub fn register_many(
    connection: &mut DatabaseConnection,
    author: &Author,
    line: &Line,
    sent: &UserOfMember,
    people: &[(MemberId, &MemberSave)],
) -> Result<Vec<UserId>, Problem> {
    if people.is_empty() {
        return Ok(Vec::new());
    }
    let now = clock::now();
    let login_ids = people.iter().map(|_| unknown_login_id()).collect::<Result<Vec<_>, _>>()?;
    let named = login_ids.iter().zip(people).map(|(login_id, (_, member))| (login_id.as_str(), member.name.as_str()));
    let account_ids = accounts::insert_users(connection, &named.collect::<Vec<_>>())?;
    let profiles: Vec<UserProfile> =
        people.iter().map(|(_, member)| Person::from(*member).profile(sent, now)).collect();
    let user_ids = users::insert_many(connection, false, &account_ids, &profiles)?;
    let registered = user_ids.iter().zip(&profiles).map(|(user_id, profile)| {
        (user_id.0, revisions::differences(None, Some(&users::fields(profile)), users::MASKED))
    });
    let registered: Vec<_> = registered.collect();
    revisions::record_many(connection, author, users::RESOURCE, RevisionAction::Create, &registered)?;
    let links: Vec<NewLink<'_>> = user_ids
        .iter()
        .zip(people)
        .map(|(user_id, (member_id, _))| {
            let asked = NewLink::requested(*user_id, *member_id, &author.name, now);
            NewLink { evidence: Some(sent.evidence), ..asked.accepted(now) }
        })
        .collect();
    links::make_many(connection, author, line, &links)?;
    Ok(user_ids)
}
