//! The access log: who read personal data in full, and who sought members by it.

use crate::{
    clock,
    db::{
        DatabaseConnection,
        schema::{access_log, account, member},
    },
    problem::Problem,
};
use diesel::{ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use uno_core::contract::{members::MemberId, users::UserId};

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
    /// What a user has agreed to was read, with the addresses.
    Consents(UserId),
    /// The data of a list were asked for as a file.
    Export {
        /// Of how many persons.
        persons: i64,
        /// Key of the text that names the list.
        list: &'static str,
        /// Why.
        reason: Option<String>,
        /// Whose, where it tells of one member.
        member_id: Option<i64>,
        /// The company that was asked for, with those below it.
        company_id: Option<i64>,
    },
}

impl Reading {
    fn action(&self) -> &'static str {
        match self {
            Self::Reveal(_) => "REVEAL",
            Self::SearchByPhone => "SEARCH_BY_PHONE",
            Self::SearchByBirthDate => "SEARCH_BY_BIRTH_DATE",
            Self::LinkCandidates { .. } => "LINK_CANDIDATES",
            Self::Consents(_) => "CONSENTS",
            Self::Export { .. } => "EXPORT",
        }
    }
}

/// Who does it, and from where.
#[derive(Clone, Debug)]
pub struct Reader {
    /// Account.
    pub account_id: i64,
    /// Request id.
    pub request_id: String,
    /// Where from.
    pub address: String,
}

/// Writes that something was read. Written before the answer: no log, no data.
///
/// # Errors
/// When the database fails.
pub fn write(connection: &mut DatabaseConnection, reader: &Reader, reading: Reading) -> Result<(), Problem> {
    let (account_name, own_company_id) = account::table
        .find(reader.account_id)
        .select((account::name, account::company_id))
        .first::<(String, Option<i64>)>(connection)
        .optional()?
        .unwrap_or_default();
    let action = reading.action();
    let user_id = if let Reading::Consents(user_id) = &reading { Some(user_id.0) } else { None };
    let (member_id, asked_company_id, persons, list, reason) = match reading {
        Reading::Reveal(member_id) => (Some(member_id.0), None, Some(1), None, None),
        Reading::LinkCandidates { member_id, persons } => (Some(member_id.0), None, Some(persons), None, None),
        Reading::Export { persons, list, reason, member_id, company_id } => {
            (member_id, company_id, Some(persons), Some(list), reason)
        }
        Reading::Consents(_) => (None, None, Some(1), None, None),
        Reading::SearchByPhone | Reading::SearchByBirthDate => (None, None, None, None, None),
    };
    // Whose data were read concerns the company of that person; otherwise it concerns the company that was asked for,
    // and where none was that of who asks.
    let company_id = match member_id {
        Some(id) => member::table.find(id).select(member::company_id).first(connection).optional()?,
        None => asked_company_id.or(own_company_id),
    };
    diesel::insert_into(access_log::table)
        .values((
            access_log::account_id.eq(reader.account_id),
            access_log::account_name.eq(account_name),
            access_log::action.eq(action),
            access_log::member_id.eq(member_id),
            access_log::user_id.eq(user_id),
            access_log::company_id.eq(company_id),
            access_log::persons.eq(persons),
            access_log::list.eq(list),
            access_log::reason.eq(reason),
            access_log::created_at.eq(clock::now().0),
            access_log::request_id.eq(&reader.request_id),
            access_log::address.eq(&reader.address),
        ))
        .execute(connection)?;
    Ok(())
}
