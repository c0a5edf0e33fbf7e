//! App users of the demonstration, and their links with members in every state.

use super::{Random, people};
use ::people::{
    links::store::{self as links, NewLink},
    users::store as users,
};
use diesel::{ExpressionMethods, QueryDsl, RunQueryDsl};
use kernel::{
    auth::accounts::{self, NewAccount},
    clock,
    db::{
        DatabaseConnection,
        schema::{account, member},
    },
    problem::Problem,
};
use uno_core::{
    contract::{
        member_links::{LinkParty, LinkState},
        members::MemberId,
        users::{LevelEvidence, UserId, UserLevel, UserProfile},
    },
    domain::{
        access::Authority,
        grade::Sex,
        time::{DAY_MILLISECONDS as DAY, Date},
    },
};

/// The staff member who requests links for the company.
pub const STAFF: &str = "최판매";

/// State of a person's link and the evidence it was made with; `None` if there is no link yet.
type Life = Option<(LinkState, Option<LevelEvidence>)>;

/// Whether each person has signed up, and the state of the link.
const LIVES: [(bool, Life); 12] = [
    (true, Some((LinkState::Active, Some(LevelEvidence::Document)))),
    (true, Some((LinkState::Active, None))),
    (true, Some((LinkState::Requested, None))),
    (true, Some((LinkState::Declined, None))),
    (true, Some((LinkState::Ended, None))),
    (true, Some((LinkState::Active, Some(LevelEvidence::Phone)))),
    (true, Some((LinkState::Requested, None))),
    (true, None),
    (true, None),
    (false, Some((LinkState::Active, Some(LevelEvidence::InPerson)))),
    (false, Some((LinkState::Active, Some(LevelEvidence::Document)))),
    (false, Some((LinkState::Active, Some(LevelEvidence::InPerson)))),
];

/// Creates users who are members of the demonstration accounts' company, with the same personal data.
pub fn fill(connection: &mut DatabaseConnection, hash: &str, company_id: i64) -> Result<(), Problem> {
    type Person = (MemberId, String, Date, Sex, Option<String>, Option<String>);
    let persons = member::table
        .filter(member::company_id.eq(company_id))
        .filter(member::phone_number.is_not_null())
        .filter(member::member_id.gt(i64::from(super::user::NUMBER)))
        .order(member::member_id)
        .limit(i64::try_from(LIVES.len()).map_err(Problem::internal)?)
        .select((member::member_id, member::name, member::birth_date, member::sex, member::phone_number, member::email))
        .load::<Person>(connection)?;
    let random = &mut Random::of(27);
    let now = clock::now();
    for (number, ((member_id, name, birth_date, sex, phone_number, email), (is_online, life))) in
        (1..).zip(persons.into_iter().zip(LIVES))
    {
        let registered_at = now.plus_milliseconds(-(220 - number * 17) * DAY);
        let evidence = life.and_then(|(_, evidence)| evidence);
        let level = if evidence.is_some() { UserLevel::RegularVerified1Member } else { UserLevel::RegularMember };
        let login_id = if is_online { format!("user{number:02}") } else { format!("regular.{number:02}") };
        let new = NewAccount {
            login_id: &login_id,
            // Users registered by staff do not sign in.
            password_hash: if is_online { hash } else { "" },
            authority: Authority::Member,
            name: &name,
            company_id: None,
        };
        let account_id = accounts::insert(connection, &new)?;
        diesel::update(account::table.find(account_id))
            .set((account::created_at.eq(registered_at), account::updated_at.eq(registered_at)))
            .execute(connection)?;
        let profile = UserProfile {
            user_id: UserId(0),
            login_id,
            name,
            birth_date: Some(birth_date),
            age: None,
            sex: Some(sex),
            phone_number,
            email,
            address: (number % 3 == 0).then(|| people::address(random)),
            level,
            level_evidence: evidence,
            tracking_enabled: number % 2 == 0,
            created_at: registered_at,
            updated_at: registered_at,
            version: 1,
        };
        let user_id = UserId(users::insert(connection, account_id, is_online, &profile)?);
        let Some((state, evidence)) = life else { continue };
        let asked_at = registered_at.plus_milliseconds(DAY);
        let answered_at = asked_at.plus_milliseconds(DAY / 3);
        let asked = NewLink::requested(user_id, member_id, STAFF, asked_at);
        let link = match state {
            LinkState::Requested => NewLink { created_at: now.plus_milliseconds(-number * DAY / 5), ..asked },
            LinkState::Active => NewLink { evidence, ..asked.accepted(asked_at) },
            LinkState::Declined => NewLink { state, closed: Some((answered_at, LinkParty::User)), ..asked },
            LinkState::Ended => {
                let ended_at = asked_at.plus_milliseconds(30 * DAY);
                NewLink { state, closed: Some((ended_at, LinkParty::Staff)), ..asked.accepted(answered_at) }
            }
        };
        links::insert(connection, &link)?;
    }
    Ok(())
}
