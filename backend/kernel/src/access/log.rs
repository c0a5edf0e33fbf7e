//! The access log: reads of personal data in full, searches of people by such data, and exports.

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
    contract::{company_credentials::SECRET_START, logs::AccessAction, members::MemberId, users::UserId},
    domain::{access::Authority, mask, time::Timestamp},
};

/// A logged operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LoggedRead {
    /// A member's data was read in full.
    Reveal(MemberId),
    /// Members were searched by telephone number.
    SearchByPhone,
    /// Members were searched by birth date.
    SearchByBirthDate,
    /// Users were searched as candidates for a link to a member.
    LinkCandidates {
        /// The member.
        member_id: MemberId,
        /// Number of users found.
        persons: i64,
    },
    /// Members were searched as candidates for a link to a user.
    MemberCandidates {
        /// The user.
        user_id: UserId,
        /// Number of members found.
        persons: i64,
    },
    /// A link of a user to this member was requested, which reveals that both have the same data.
    LinkRequest(MemberId),
    /// The same from the user's side.
    MemberLinkRequest(UserId),
    /// A user's consents were read, with addresses.
    Consents(UserId),
    /// People were listed by their measurements.
    List {
        /// Number of people in the list.
        persons: i64,
        /// Text key of the list's name.
        list: &'static str,
        /// The person, if the list is about one only.
        whose: Option<Person>,
        /// The requested company, including those below it.
        company_id: Option<i64>,
    },
    /// A list was requested as a file.
    Export {
        /// Number of people in it.
        persons: i64,
        /// Text key of the list's name.
        list: &'static str,
        /// The reason given.
        reason: Option<String>,
        /// The person, if the list is about one only.
        whose: Option<Person>,
        /// The requested company, including those below it.
        company_id: Option<i64>,
    },
}

/// A person in a list, identified by one number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Person {
    /// A member.
    Member(i64),
    /// A user.
    User(i64),
    /// A person in another kind of record, whose readers cannot be looked up by person.
    Other(i64),
}

impl Person {
    /// Returns the id of a member.
    #[must_use]
    pub const fn member_id(self) -> Option<i64> {
        match self {
            Self::Member(id) => Some(id),
            Self::User(_) | Self::Other(_) => None,
        }
    }

    /// Returns the id of a user.
    #[must_use]
    pub const fn user_id(self) -> Option<i64> {
        match self {
            Self::User(id) => Some(id),
            Self::Member(_) | Self::Other(_) => None,
        }
    }
}

impl LoggedRead {
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

/// The account that reads, and its address.
#[derive(Clone, Debug)]
pub struct Reader {
    /// Account id; 0 for the holder of a link without an account.
    pub account_id: i64,
    /// Request id.
    pub request_id: String,
    /// IP address.
    pub address: String,
}

/// The subject of a log row.
#[derive(Default, Insertable, Queryable, Selectable)]
#[diesel(table_name = access_log)]
struct ReadSubject {
    member_id: Option<i64>,
    user_id: Option<i64>,
    company_id: Option<i64>,
    persons: Option<i64>,
    list: Option<String>,
    reason: Option<String>,
}

/// Logs a read, and returns the id of the row. Must be written before the response: no log, no data.
///
/// # Errors
/// Returns an error if the database fails.
pub fn write(connection: &mut DatabaseConnection, reader: &Reader, reading: LoggedRead) -> Result<i64, Problem> {
    let action = reading.action();
    let user_id = match &reading {
        LoggedRead::Consents(user_id)
        | LoggedRead::MemberCandidates { user_id, .. }
        | LoggedRead::MemberLinkRequest(user_id) => Some(user_id.0),
        LoggedRead::List { whose, .. } | LoggedRead::Export { whose, .. } => whose.and_then(Person::user_id),
        _ => None,
    };
    let (member_id, asked_company_id, persons, list, reason) = match reading {
        LoggedRead::Reveal(member_id) | LoggedRead::LinkRequest(member_id) => {
            (Some(member_id.0), None, Some(1), None, None)
        }
        LoggedRead::LinkCandidates { member_id, persons } => (Some(member_id.0), None, Some(persons), None, None),
        LoggedRead::Export { persons, list, reason, whose, company_id } => {
            (whose.and_then(Person::member_id), company_id, Some(persons), Some(list), reason)
        }
        LoggedRead::List { persons, list, whose, company_id } => {
            (whose.and_then(Person::member_id), company_id, Some(persons), Some(list), None)
        }
        LoggedRead::MemberCandidates { persons, .. } => (None, None, Some(persons), None, None),
        LoggedRead::Consents(_) | LoggedRead::MemberLinkRequest(_) => (None, None, Some(1), None, None),
        LoggedRead::SearchByPhone | LoggedRead::SearchByBirthDate => (None, None, None, None, None),
    };
    // The row belongs to the company of the member whose data was read; without a member to the requested company, or
    // else to the reader's own company.
    let company_id = match member_id {
        Some(id) => member::table.find(id).select(member::company_id).first(connection).optional()?,
        None if asked_company_id.is_some() => asked_company_id,
        None => {
            let own = account::table.find(reader.account_id).select(account::company_id);
            own.first::<Option<i64>>(connection).optional()?.flatten()
        }
    };
    let list = list.map(str::to_owned);
    keep(connection, reader, action, ReadSubject { member_id, user_id, company_id, persons, list, reason })
}

/// Logs that measurements were printed or read by a link: one row per member.
///
/// # Errors
/// Returns an error if the database fails.
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

/// Logs that a company's system read data of members: one row per member. The reader is the credential, by the name that
/// its issuer gave it, its number and the issuer, because a name alone can say anything.
///
/// # Errors
/// Returns an error if the database fails.
pub fn write_by_system(
    connection: &mut DatabaseConnection,
    reader: &Reader,
    company_credential_id: i64,
    list: &'static str,
    member_ids: &[i64],
) -> Result<(), Problem> {
    let named = company_credential::table.find(company_credential_id);
    let named = named.select((company_credential::name, company_credential::account_name));
    let (name, issuer) = named.first::<(String, String)>(connection).optional()?.unwrap_or_default();
    let name = format!("{name} · {SECRET_START}{company_credential_id} · {issuer}");
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

/// Logs an action on a requested file; the row copies the subject of the row of the request.
///
/// # Errors
/// Returns an error if the database fails.
pub fn write_of_file(
    connection: &mut DatabaseConnection,
    reader: &Reader,
    action: AccessAction,
    asked_by: i64,
) -> Result<(), Problem> {
    let asked = access_log::table.find(asked_by).select(ReadSubject::as_select()).first(connection).optional()?;
    keep(connection, reader, action, asked.unwrap_or_default())?;
    Ok(())
}

/// Logs an action on a part of a requested file; the row names the part's own list.
///
/// # Errors
/// Returns an error if the database fails.
pub fn write_of_part(
    connection: &mut DatabaseConnection,
    reader: &Reader,
    action: AccessAction,
    asked_by: i64,
    list: &'static str,
) -> Result<(), Problem> {
    let asked = access_log::table.find(asked_by).select(ReadSubject::as_select()).first(connection).optional()?;
    keep(connection, reader, action, ReadSubject { list: Some(list.to_owned()), ..asked.unwrap_or_default() })?;
    Ok(())
}

/// Logs that the report of another job was downloaded: it names the people whose rows the job has worked on.
///
/// # Errors
/// Returns an error if the database fails.
pub fn write_of_report(
    connection: &mut DatabaseConnection,
    reader: &Reader,
    list: String,
    persons: i64,
) -> Result<(), Problem> {
    let own = account::table.find(reader.account_id).select(account::company_id);
    let company_id = own.first::<Option<i64>>(connection).optional()?.flatten();
    let subject = ReadSubject { company_id, persons: Some(persons), list: Some(list), ..ReadSubject::default() };
    keep(connection, reader, AccessAction::Download, subject)?;
    Ok(())
}

/// Returns the number of people in files that an account has requested since a time without a reason. A person in
/// two files counts twice.
///
/// # Errors
/// Returns an error if the database fails.
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

/// Returns the reader's name for the log. The name of a user's account is masked, as in all permanent records.
fn name_of(connection: &mut DatabaseConnection, account_id: i64) -> Result<String, Problem> {
    let row = account::table.find(account_id).select((account::name, account::authority));
    let Some((name, authority)) = row.first::<(String, String)>(connection).optional()? else {
        return Ok(String::new());
    };
    Ok(logged_name(name, &authority))
}

/// Returns the name of an account as the log keeps it.
pub(super) fn logged_name(name: String, authority: &str) -> String {
    if authority == Authority::Member.as_str() { mask::name(&name) } else { name }
}

fn keep(
    connection: &mut DatabaseConnection,
    reader: &Reader,
    action: AccessAction,
    subject: ReadSubject,
) -> Result<i64, Problem> {
    let name = name_of(connection, reader.account_id)?;
    Ok(diesel::insert_into(access_log::table)
        .values((
            subject,
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
