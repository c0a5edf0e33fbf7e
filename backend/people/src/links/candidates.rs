//! Candidates for links between users and members: those with the same birth date and the same telephone number or
//! e-mail address. No other search exists here, so a company cannot find users whose data it does not have.

use crate::users::store as users;
use diesel::{
    BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, Queryable,
    RunQueryDsl, Selectable, SelectableHelper,
    dsl::{exists, not},
};
use kernel::{
    access::scope::{Scope, Scoped},
    db::{
        DatabaseConnection, Db,
        schema::{account, company, member, member_link, user_profile},
    },
    problem::Problem,
};
use uno_core::{
    contract::{
        member_links::{LinkCandidate, LinkMatch, MemberCandidate},
        members::MemberId,
        users::{UserId, UserLevel, UserProfile},
    },
    domain::{
        grade::Sex,
        mask,
        text::{phone_digits, search_key},
        time::{Date, Timestamp},
    },
};

diesel::define_sql_function! {
    /// A text in lower case.
    fn lower(text: diesel::sql_types::Nullable<diesel::sql_types::Text>) -> diesel::sql_types::Nullable<diesel::sql_types::Text>;
}

/// The maximum number of candidates. More matches mean that the data does not identify a person.
const MAX_CANDIDATES: i64 = 20;

/// A member's data for finding users.
#[derive(Queryable, Selectable)]
#[diesel(table_name = member)]
pub struct CandidateSearch {
    member_id: MemberId,
    name_key: String,
    birth_date: Date,
    sex: Sex,
    phone_digits: Option<String>,
    email: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = user_profile)]
struct Row {
    user_id: UserId,
    name_key: String,
    phone_number: Option<String>,
    phone_digits: Option<String>,
    email: Option<String>,
    level: UserLevel,
    created_at: Timestamp,
}

impl CandidateSearch {
    /// Loads the data of a member in the scope.
    ///
    /// # Errors
    /// Returns "not found" if there is no such record.
    pub fn of(connection: &mut DatabaseConnection, scope: Scope, member_id: MemberId) -> Result<Self, Problem> {
        let found = member::table.in_scope(scope).filter(member::member_id.eq(member_id));
        found.select(Self::as_select()).first(connection).optional()?.ok_or_else(Problem::not_found)
    }

    /// Returns a text that identifies the search. It includes the name, because candidates show whether the name
    /// matches.
    pub fn describe(&self) -> String {
        format!("candidates {:?} {:?} {:?} {:?}", self.birth_date, self.phone_digits, self.email, self.name_key)
    }

    fn email_key(&self) -> Option<String> {
        self.email.as_deref().map(str::to_ascii_lowercase)
    }

    /// Returns the matching users, except those that have an open link with the member. A company does not find dormant
    /// users.
    fn users(&self, scope: Scope) -> user_profile::BoxedQuery<'static, Db> {
        // An absent value matches nothing.
        let phone = self.phone_digits.clone().unwrap_or_default();
        let email = self.email_key().unwrap_or_default();
        let linked = member_link::table
            .filter(member_link::member_id.eq(self.member_id))
            .filter(member_link::closed_at.is_null())
            .select(member_link::user_id);
        let users = match scope {
            Scope::All => user_profile::table.into_boxed(),
            _ => user_profile::table.into_boxed().filter(user_profile::dormant_at.is_null()),
        };
        users
            .filter(user_profile::birth_date.eq(self.birth_date))
            .filter(
                user_profile::phone_digits.eq(phone).and(not(user_profile::phone_digits.eq(""))).or(lower(
                    user_profile::email,
                )
                .eq(email)
                .and(not(user_profile::email.eq("")))),
            )
            .filter(not(user_profile::user_id.eq_any(linked)))
    }

    /// Returns the users that the member may be linked with, last registered first.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn candidates(&self, connection: &mut DatabaseConnection, scope: Scope) -> Result<Vec<LinkCandidate>, Problem> {
        let found =
            self.users(scope).inner_join(account::table).order(user_profile::user_id.desc()).limit(MAX_CANDIDATES);
        let rows = found.select((Row::as_select(), account::name)).load::<(Row, String)>(connection)?;
        Ok(rows.into_iter().map(|(row, name)| self.candidate(row, &name)).collect())
    }

    /// Returns whether a user is a candidate.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn is_candidate(
        &self,
        connection: &mut DatabaseConnection,
        scope: Scope,
        user_id: UserId,
    ) -> Result<bool, Problem> {
        let found = self.users(scope).filter(user_profile::user_id.eq(user_id)).select(user_profile::user_id);
        Ok(found.first::<UserId>(connection).optional()?.is_some())
    }

    /// Returns whether a candidate also has the member's name and sex, as somebody who stands before the staff has. Spaces
    /// and case do not distinguish names.
    ///
    /// # Errors
    /// Returns "not found" if there is no such user.
    pub fn is_same_person(&self, connection: &mut DatabaseConnection, user_id: UserId) -> Result<bool, Problem> {
        let (_, profile) = users::by_id(connection, user_id)?;
        // Who has not stated the sex is refused by the verification.
        Ok(search_key(&profile.name) == self.name_key && profile.sex.is_none_or(|sex| sex == self.sex))
    }

    fn candidate(&self, row: Row, name: &str) -> LinkCandidate {
        let same_phone = self.phone_digits.is_some() && row.phone_digits == self.phone_digits;
        let same_email = self.email.is_some() && row.email.as_deref().map(str::to_ascii_lowercase) == self.email_key();
        let matches = [(same_phone, LinkMatch::Phone), (same_email, LinkMatch::Email)];
        LinkCandidate {
            user_id: row.user_id,
            name: mask::name(name),
            has_same_name: row.name_key == self.name_key || search_key(name) == self.name_key,
            birth_date: mask::birth_date(self.birth_date),
            phone_number: row.phone_number.as_deref().map(mask::phone),
            email: row.email.as_deref().map(mask::email),
            matches: matches.into_iter().filter(|(same, _)| *same).map(|(_, what)| what).collect(),
            level: row.level,
            created_at: row.created_at,
        }
    }
}

/// A user's data for finding members.
pub struct MemberSearch {
    name_key: String,
    birth_date: Option<Date>,
    phone_digits: Option<String>,
    email_key: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = member)]
struct MemberRow {
    member_id: MemberId,
    name: String,
    name_key: String,
    member_no: String,
    phone_number: Option<String>,
    phone_digits: Option<String>,
    email: Option<String>,
    created_at: Timestamp,
}

impl MemberSearch {
    /// Takes the data from a user's profile.
    pub fn from_profile(profile: &UserProfile) -> Self {
        let told = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
        Self {
            name_key: search_key(&profile.name),
            birth_date: profile.birth_date,
            phone_digits: profile.phone_number.as_deref().map(phone_digits).filter(|digits| !digits.is_empty()),
            email_key: told(&profile.email).map(|email| email.to_ascii_lowercase()),
        }
    }

    /// Returns a text that identifies the search.
    pub fn describe(&self) -> String {
        format!("members {:?} {:?} {:?} {:?}", self.birth_date, self.phone_digits, self.email_key, self.name_key)
    }

    /// Returns the members in a scope that the user may be linked with, last registered first. Members with an open
    /// link are left out. Absent values of the user match nothing.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn candidates(
        &self,
        connection: &mut DatabaseConnection,
        scope: Scope,
    ) -> Result<Vec<MemberCandidate>, Problem> {
        let Some(birth_date) = self.birth_date else { return Ok(Vec::new()) };
        let live = member_link::table
            .filter(member_link::member_id.eq(member::member_id))
            .filter(member_link::closed_at.is_null());
        // An absent value is NULL, and a comparison with NULL matches no row.
        let (phone, email) = (self.phone_digits.clone(), self.email_key.clone());
        let found = member::table
            .in_scope(scope)
            .filter(member::birth_date.eq(birth_date))
            .filter(member::phone_digits.eq(phone).or(lower(member::email).eq(email)))
            .filter(not(exists(live)))
            .left_join(company::table)
            .order(member::member_id.desc())
            .limit(MAX_CANDIDATES)
            .select((MemberRow::as_select(), company::name.assume_not_null()));
        let rows = found.load::<(MemberRow, String)>(connection)?;
        Ok(rows.into_iter().map(|(row, company_name)| self.candidate(row, company_name, birth_date)).collect())
    }

    fn candidate(&self, row: MemberRow, company_name: String, birth_date: Date) -> MemberCandidate {
        let same_phone = self.phone_digits.is_some() && row.phone_digits == self.phone_digits;
        let same_email =
            self.email_key.is_some() && row.email.as_deref().map(str::to_ascii_lowercase) == self.email_key;
        let matches = [(same_phone, LinkMatch::Phone), (same_email, LinkMatch::Email)];
        MemberCandidate {
            member_id: row.member_id,
            name: mask::name(&row.name),
            has_same_name: row.name_key == self.name_key,
            member_no: row.member_no,
            company_name,
            birth_date: mask::birth_date(birth_date),
            phone_number: row.phone_number.as_deref().map(mask::phone),
            email: row.email.as_deref().map(mask::email),
            matches: matches.into_iter().filter(|(same, _)| *same).map(|(_, what)| what).collect(),
            created_at: row.created_at,
        }
    }
}
