//! The access log: who read personal data in full, and who sought members by it.

use crate::{
    clock,
    db::{
        DatabaseConnection,
        schema::{access_log, account, company_credential, member},
    },
    on_backend,
    problem::Problem,
};
use diesel::{
    ExpressionMethods, Insertable, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable, SelectableHelper,
    dsl::sql, sql_types::BigInt,
};
use uno_core::{
    contract::{logs::AccessAction, members::MemberId, users::UserId},
    domain::{access::Authority, mask, time::Timestamp},
};

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reading {
    /// A member's data were read in full.
    Reveal(MemberId),
    /// Members were sought by their telephone number.
    SearchByPhone,
    /// Members were sought by their birth date.
    SearchByBirthDate,
    /// Users were sought whom a member may be linked with.
    LinkCandidates {
        /// The member.
        member_id: MemberId,
        /// How many were found.
        persons: i64,
    },
    /// Members were sought whom a user may be linked with.
    MemberCandidates {
        /// The user.
        user_id: UserId,
        /// How many were found.
        persons: i64,
    },
    /// A user was asked to be linked with this member, which tells that both have the same data.
    LinkRequest(MemberId),
    /// The same from the user's side.
    MemberLinkRequest(UserId),
    /// What a user has agreed to was read, with the addresses.
    Consents(UserId),
    /// People were listed by what their measurements say.
    List {
        /// How many are told of.
        persons: i64,
        /// Key of the text that names the list.
        list: &'static str,
        /// Whose, where it tells of one person.
        whose: Option<Person>,
        /// The company that was asked for, with those below it.
        company_id: Option<i64>,
    },
    /// The data of a list were asked for as a file.
    Export {
        /// Of how many persons.
        persons: i64,
        /// Key of the text that names the list.
        list: &'static str,
        /// Why.
        reason: Option<String>,
        /// Whose, where it tells of one person.
        whose: Option<Person>,
        /// The company that was asked for, with those below it.
        company_id: Option<i64>,
    },
}

/// A person whom a list tells of, each by one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Person {
    /// A member.
    Member(i64),
    /// A user.
    User(i64),
    /// Somebody of another record, whose readers are not asked for.
    Other(i64),
}

impl Person {
    /// The number of a member.
    #[must_use]
    pub const fn member_id(self) -> Option<i64> {
        match self {
            Self::Member(id) => Some(id),
            Self::User(_) | Self::Other(_) => None,
        }
    }

    /// The number of a user.
    #[must_use]
    pub const fn user_id(self) -> Option<i64> {
        match self {
            Self::User(id) => Some(id),
            Self::Member(_) | Self::Other(_) => None,
        }
    }
}

impl Reading {
    fn action(&self) -> AccessAction {
        match self {
            Self::Reveal(_) => AccessAction::Reveal,
            Self::SearchByPhone => AccessAction::SearchByPhone,
            Self::SearchByBirthDate => AccessAction::SearchByBirthDate,
            Self::LinkCandidates { .. } | Self::MemberCandidates { .. } => AccessAction::LinkCandidates,
            Self::LinkRequest(_) | Self::MemberLinkRequest(_) => AccessAction::LinkRequest,
            Self::Consents(_) => AccessAction::Consents,
            Self::List { .. } => AccessAction::List,
            Self::Export { .. } => AccessAction::Export,
        }
    }
}

/// Who does it, and from where.
#[derive(Clone, Debug)]
pub struct Reader {
    /// Account; 0 for whoever has a link and no account.
    pub account_id: i64,
    /// Request id.
    pub request_id: String,
    /// Where from.
    pub address: String,
}

/// What a row tells of.
#[derive(Default, Insertable, Queryable, Selectable)]
#[diesel(table_name = access_log)]
struct Told {
    member_id: Option<i64>,
    user_id: Option<i64>,
    company_id: Option<i64>,
    persons: Option<i64>,
    list: Option<String>,
    reason: Option<String>,
}

/// Writes that something was read, and answers the number of the row. Written before the answer: no log, no data.
///
/// # Errors
/// When the database fails.
pub fn write(connection: &mut DatabaseConnection, reader: &Reader, reading: Reading) -> Result<i64, Problem> {
    let action = reading.action();
    let user_id = match &reading {
        Reading::Consents(user_id)
        | Reading::MemberCandidates { user_id, .. }
        | Reading::MemberLinkRequest(user_id) => Some(user_id.0),
        Reading::List { whose, .. } | Reading::Export { whose, .. } => whose.and_then(Person::user_id),
        _ => None,
    };
    let (member_id, asked_company_id, persons, list, reason) = match reading {
        Reading::Reveal(member_id) | Reading::LinkRequest(member_id) => (Some(member_id.0), None, Some(1), None, None),
        Reading::LinkCandidates { member_id, persons } => (Some(member_id.0), None, Some(persons), None, None),
        Reading::Export { persons, list, reason, whose, company_id } => {
            (whose.and_then(Person::member_id), company_id, Some(persons), Some(list), reason)
        }
        Reading::List { persons, list, whose, company_id } => {
            (whose.and_then(Person::member_id), company_id, Some(persons), Some(list), None)
        }
        Reading::MemberCandidates { persons, .. } => (None, None, Some(persons), None, None),
        Reading::Consents(_) | Reading::MemberLinkRequest(_) => (None, None, Some(1), None, None),
        Reading::SearchByPhone | Reading::SearchByBirthDate => (None, None, None, None, None),
    };
    // Whose data were read concerns the company of that person; otherwise it concerns the company that was asked for,
    // and where none was that of who asks.
    let company_id = match member_id {
        Some(id) => member::table.find(id).select(member::company_id).first(connection).optional()?,
        None if asked_company_id.is_some() => asked_company_id,
        None => {
            let own = account::table.find(reader.account_id).select(account::company_id);
            own.first::<Option<i64>>(connection).optional()?.flatten()
        }
    };
    let list = list.map(str::to_owned);
    keep(connection, reader, action, Told { member_id, user_id, company_id, persons, list, reason })
}

/// Writes that measurements were printed, or read by a link: a row for each member whose they are.
///
/// # Errors
/// When the database fails.
pub fn write_sheets(
    connection: &mut DatabaseConnection,
    reader: &Reader,
    action: AccessAction,
    list: &'static str,
    member_ids: &[i64],
) -> Result<(), Problem> {
    let name = name_of(connection, reader.account_id)?;
    write_of_each(connection, reader, &name, action, list, member_ids)
}

/// Writes that a company's system read what is known of members: a row for each, with the name of its credential as who
/// reads.
///
/// # Errors
/// When the database fails.
pub fn write_by_system(
    connection: &mut DatabaseConnection,
    reader: &Reader,
    company_credential_id: i64,
    list: &'static str,
    member_ids: &[i64],
) -> Result<(), Problem> {
    let name = company_credential::table.find(company_credential_id).select(company_credential::name);
    let name = name.first::<String>(connection).optional()?.unwrap_or_default();
    write_of_each(connection, reader, &name, AccessAction::Fhir, list, member_ids)
}

fn write_of_each(
    connection: &mut DatabaseConnection,
    reader: &Reader,
    name: &str,
    action: AccessAction,
    list: &'static str,
    member_ids: &[i64],
) -> Result<(), Problem> {
    if member_ids.is_empty() {
        return Ok(());
    }
    let members = member::table.filter(member::member_id.eq_any(member_ids.to_vec()));
    let now = clock::now().0;
    let rows: Vec<_> = members
        .order(member::member_id)
        .select((member::member_id, member::company_id))
        .load::<(i64, i64)>(connection)?
        .into_iter()
        .map(|(member_id, company_id)| {
            (
                access_log::member_id.eq(member_id),
                access_log::company_id.eq(company_id),
                access_log::persons.eq(1_i64),
                access_log::list.eq(list),
                access_log::account_id.eq(reader.account_id),
                access_log::account_name.eq(name.to_owned()),
                access_log::action.eq(action.as_str()),
                access_log::created_at.eq(now),
                access_log::request_id.eq(reader.request_id.clone()),
                access_log::address.eq(reader.address.clone()),
            )
        })
        .collect();
    on_backend!(connection, |connection| diesel::insert_into(access_log::table).values(rows).execute(connection))?;
    Ok(())
}

/// Writes what is done with a file that was asked for: the row tells of the same as that of the asking.
///
/// # Errors
/// When the database fails.
pub fn write_of_file(
    connection: &mut DatabaseConnection,
    reader: &Reader,
    action: AccessAction,
    asked_by: i64,
) -> Result<(), Problem> {
    let asked = access_log::table.find(asked_by).select(Told::as_select()).first(connection).optional()?;
    keep(connection, reader, action, asked.unwrap_or_default())?;
    Ok(())
}

/// The same of a part of what was asked for, which tells of a list of its own.
///
/// # Errors
/// When the database fails.
pub fn write_of_part(
    connection: &mut DatabaseConnection,
    reader: &Reader,
    action: AccessAction,
    asked_by: i64,
    list: &'static str,
) -> Result<(), Problem> {
    let asked = access_log::table.find(asked_by).select(Told::as_select()).first(connection).optional()?;
    keep(connection, reader, action, Told { list: Some(list.to_owned()), ..asked.unwrap_or_default() })?;
    Ok(())
}

/// Of how many people an account has asked for files since then without saying why; whoever is in two files counts twice.
///
/// # Errors
/// When the database fails.
pub fn exported_without_reason(
    connection: &mut DatabaseConnection,
    account_id: i64,
    since: Timestamp,
) -> Result<i64, Problem> {
    Ok(access_log::table
        .filter(access_log::account_id.eq(account_id))
        .filter(access_log::created_at.ge(since.0))
        .filter(access_log::action.eq(AccessAction::Export.as_str()))
        .filter(access_log::reason.is_null())
        .select(sql::<BigInt>("CAST(coalesce(sum(persons), 0) AS BIGINT)"))
        .first(connection)?)
}

/// The name that the log has of whoever reads: a member's as everything that stays names members.
fn name_of(connection: &mut DatabaseConnection, account_id: i64) -> Result<String, Problem> {
    let row = account::table.find(account_id).select((account::name, account::authority));
    let Some((name, authority)) = row.first::<(String, String)>(connection).optional()? else {
        return Ok(String::new());
    };
    Ok(if authority == Authority::Member.as_str() { mask::name(&name) } else { name })
}

fn keep(
    connection: &mut DatabaseConnection,
    reader: &Reader,
    action: AccessAction,
    told: Told,
) -> Result<i64, Problem> {
    let name = name_of(connection, reader.account_id)?;
    Ok(diesel::insert_into(access_log::table)
        .values((
            told,
            access_log::account_id.eq(reader.account_id),
            access_log::account_name.eq(name),
            access_log::action.eq(action.as_str()),
            access_log::created_at.eq(clock::now().0),
            access_log::request_id.eq(&reader.request_id),
            access_log::address.eq(&reader.address),
        ))
        .returning(access_log::access_log_id)
        .get_result(connection)?)
}
