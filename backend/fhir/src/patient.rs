//! Patients: the members of companies.
//!
//! Systems with a suitable credential receive them in full, and so do members who read their own data. Staff receive
//! one in full when they read it by its number; that counts and is logged like revealing masked data. In searches and
//! exports, staff receive the masked data of lists: only the year of birth, no telephone, no address, tagged as
//! subsetted.

use crate::{
    asking::Requester,
    codes::{COMPANIES, MEMBER_NUMBERS},
    measured::company,
    parameters::{CURSOR, Parameters, Period, Token, wrong},
};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, NullableExpressionMethods, QueryDsl, Queryable, RunQueryDsl, Selectable,
    SelectableHelper,
};
use kernel::{
    access::scope::{Scope, Scoped},
    db::{
        DatabaseConnection, Db,
        cursor::Cursors,
        page::prefix_end,
        schema::{company as companies, member},
    },
    problem::Problem,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};
use uno_core::domain::{
    grade::Sex,
    text::{phone_digits, search_key},
    time::{Date, Timestamp},
};

/// Search parameters besides the general ones.
pub const PARAMETERS: [&str; 11] = [
    "_id",
    "_lastUpdated",
    "identifier",
    "name",
    "birthdate",
    "gender",
    "phone",
    "email",
    "telecom",
    "organization",
    "organization:identifier",
];
/// Minimum number of digits of a telephone number: a search by parts would reveal it digit by digit.
const MIN_DIGITS: usize = 7;
/// Code system of genders (HL7).
const GENDERS: &str = "http://hl7.org/fhir/administrative-gender";
/// Tag of incomplete resources (HL7).
const PART: &str = "SUBSETTED";

/// The columns of a member that its resource needs.
#[derive(Queryable, Selectable, Clone, Debug)]
#[diesel(table_name = member)]
pub struct Row {
    /// Member.
    pub member_id: i64,
    company_id: i64,
    member_no: String,
    name: String,
    name_key: String,
    birth_date: Date,
    sex: Sex,
    phone_number: Option<String>,
    email: Option<String>,
    address: Option<String>,
    created_at: Timestamp,
    updated_at: Timestamp,
    version: i64,
}

/// A member with its company's name.
pub type NamedMember = (Row, String);

/// Returns a patient, in full or as shown in lists.
#[must_use]
pub fn resource_of(row: &Row, company_name: &str, in_full: bool) -> Json {
    let mut meta = json!({ "versionId": row.version.to_string(), "lastUpdated": row.updated_at.max(row.created_at) });
    if !in_full {
        let system = "http://terminology.hl7.org/CodeSystem/v3-ObservationValue";
        meta["tag"] = json!([{ "system": system, "code": PART, "display": "subsetted" }]);
    }
    let mut told = json!({
        "resourceType": "Patient",
        "id": row.member_id.to_string(),
        "meta": meta,
        "identifier": [{ "system": member_numbers(row.company_id), "value": row.member_no }],
        "name": [{ "use": "official", "text": row.name }],
        "gender": match row.sex { Sex::Male => "male", Sex::Female => "female" },
        "managingOrganization": company(row.company_id, company_name),
    });
    let birth_date = row.birth_date.text();
    // A FHIR date may be a year.
    told["birthDate"] = if in_full { birth_date.as_str() } else { birth_date.get(..4).unwrap_or_default() }.into();
    if in_full {
        let phone = row.phone_number.as_ref().map(|phone| json!({ "system": "phone", "value": phone }));
        let email = row.email.as_ref().map(|email| json!({ "system": "email", "value": email }));
        let telecom: Vec<Json> = phone.into_iter().chain(email).collect();
        if !telecom.is_empty() {
            told["telecom"] = telecom.into();
        }
        if let Some(address) = &row.address {
            told["address"] = json!([{ "text": address }]);
        }
    }
    told
}

fn member_numbers(company_id: i64) -> String {
    let [start, end] = MEMBER_NUMBERS;
    format!("{start}{company_id}{end}")
}

/// Returns the company whose member numbers a system identifies.
#[must_use]
pub fn company_of(system: &str) -> Option<i64> {
    let [start, end] = MEMBER_NUMBERS;
    system.strip_prefix(start)?.strip_suffix(end)?.parse().ok()
}

/// A parsed search.
#[derive(Clone, Debug)]
pub struct SearchRequest {
    ids: Option<Vec<i64>>,
    changed: Period,
    identifier: Option<Token>,
    name: Option<String>,
    /// The birth date searched for, if it is a single day.
    pub birth_date: Option<Date>,
    sexes: Vec<Sex>,
    /// The telephone number searched for.
    pub phone: Option<String>,
    email: Option<String>,
    companies: Option<Vec<i64>>,
    count: usize,
    cursor: Option<String>,
    list: String,
}

/// The position where a page has ended.
#[derive(Clone, Debug, Serialize, Deserialize)]
enum PageEnd {
    /// Ordered by registration.
    Time(i64, i64),
    /// Ordered by name.
    Name(String, i64),
}

type Members = member::BoxedQuery<'static, Db>;

impl SearchRequest {
    /// Parses the parameters for a requester.
    ///
    /// # Errors
    /// Returns an error that names the invalid parameter, or "forbidden" if members may not be read.
    pub fn of(requester: &Requester, parameters: &Parameters) -> Result<Self, Problem> {
        requester.check_members()?;
        if parameters.one("_sort")?.is_some() {
            return Err(wrong("_sort", "choice"));
        }
        let ids = parameters.any("_id")?;
        let numbers: Vec<i64> = ids.iter().filter_map(|id| number(id)).collect();
        let genders = parameters.tokens("gender")?;
        // No member has the gender `other` or `unknown`.
        if genders.iter().any(|token| !["", "male", "female", "other", "unknown"].contains(&token.code.as_str())) {
            return Err(wrong("gender", "choice"));
        }
        let is_asked = |word: &str| genders.iter().any(|token| token.fits(GENDERS, word));
        let sexes: Vec<Sex> = [("male", Sex::Male), ("female", Sex::Female)]
            .into_iter()
            .filter_map(|(word, sex)| is_asked(word).then_some(sex))
            .collect();
        let (mut phone, mut email) = (None, None);
        for name in ["phone", "email", "telecom"] {
            let before = match contact_of(parameters, name)? {
                Some(Contact::Phone(digits)) => phone.replace(digits),
                Some(Contact::Email(address)) => email.replace(address),
                None => None,
            };
            if before.is_some() {
                return Err(wrong(name, "tooMany"));
            }
            // Staff cannot search lists by e-mail address, because their lists do not show it.
            if email.is_some() && requester.staff().is_some() {
                return Err(wrong(name, "notAllowed"));
            }
        }
        let companies = parameters.identified("organization")?;
        let companies = (!companies.is_empty()).then(|| {
            let of_companies = companies.iter().filter(|token| token.fits(COMPANIES, &token.code));
            of_companies.filter_map(|token| number(&token.code)).collect()
        });
        let birth_date = match parameters.one("birthdate")? {
            Some(value) => {
                let day = Date::parse(value.strip_prefix("eq").unwrap_or(value));
                Some(day.ok_or_else(|| wrong("birthdate", "format"))?)
            }
            None => None,
        };
        let mut identifiers = parameters.tokens("identifier")?;
        let identifier = identifiers.pop();
        if !identifiers.is_empty() {
            return Err(wrong("identifier", "tooMany"));
        }
        let nobody = (!ids.is_empty() && numbers.is_empty()) || (!genders.is_empty() && sexes.is_empty());
        Ok(Self {
            ids: if nobody { Some(Vec::new()) } else { (!ids.is_empty()).then_some(numbers) },
            changed: parameters.period("_lastUpdated")?,
            identifier,
            name: parameters.one("name")?.map(search_key),
            birth_date,
            sexes,
            phone,
            email,
            companies,
            count: parameters.count()?,
            cursor: parameters.one(CURSOR)?.map(str::to_owned),
            list: format!("fhir Patient {:?} {}", requester.scope(), parameters.text()),
        })
    }

    fn filtered(&self, scope: Scope) -> Members {
        let mut query = member::table.in_scope(scope);
        if let Some(ids) = &self.ids {
            query = query.filter(member::member_id.eq_any(ids.clone()));
        }
        // A member that was never changed has the time of creation.
        if let Some(start) = self.changed.start {
            query = query.filter(member::updated_at.ge(start).or(member::created_at.ge(start)));
        }
        if let Some(end) = self.changed.end {
            query = query.filter(member::updated_at.le(end)).filter(member::created_at.le(end));
        }
        for (first, last) in &self.changed.without {
            let is_before = member::updated_at.lt(*first).and(member::created_at.lt(*first));
            query = query.filter(is_before.or(member::updated_at.gt(*last)).or(member::created_at.gt(*last)));
        }
        if let Some(token) = &self.identifier {
            // A system without a code matches all of its numbers.
            if !token.code.is_empty() || token.system.is_none() {
                query = query.filter(member::member_no.eq(token.code.clone()));
            }
            if let Some(system) = &token.system {
                // Member numbers belong to a company; a system that is not one of member numbers matches nobody.
                query = query.filter(member::company_id.eq(company_of(system).unwrap_or_default()));
            }
        }
        if let Some(name) = &self.name {
            query = query.filter(member::name_key.ge(name.clone()).and(member::name_key.lt(prefix_end(name))));
        }
        if let Some(date) = self.birth_date {
            query = query.filter(member::birth_date.eq(date));
        }
        if let Some(digits) = &self.phone {
            query = query.filter(member::phone_digits.eq(digits.clone()));
        }
        if let Some(address) = &self.email {
            query = query.filter(member::email.eq(address.clone()));
        }
        if let Some(ids) = &self.companies {
            query = query.filter(member::company_id.eq_any(ids.clone()));
        }
        if !self.sexes.is_empty() {
            query = query.filter(member::sex.eq_any(self.sexes.clone()));
        }
        query
    }

    /// Returns the requested page and the cursor of the next one.
    ///
    /// # Errors
    /// Returns an error if the cursor does not belong to this list or the database fails.
    pub fn page(
        &self,
        connection: &mut DatabaseConnection,
        cursors: &Cursors,
        scope: Scope,
    ) -> Result<(Vec<NamedMember>, Option<String>), Problem> {
        let opened = match &self.cursor {
            Some(cursor) => Some(cursors.open::<PageEnd>(&self.list, cursor).map_err(|_| wrong(CURSOR, "format"))?),
            None => None,
        };
        let mut query = self.filtered(scope);
        // A search by name is filtered and ordered by the index on names, any other ordered by registration.
        let is_by_name = self.name.is_some();
        query = match opened {
            Some(PageEnd::Name(name, id)) if is_by_name => query
                .filter(member::name_key.ge(name.clone()))
                .filter(member::name_key.gt(name).or(member::member_id.gt(id))),
            Some(PageEnd::Time(at, id)) if !is_by_name => {
                query.filter(member::created_at.le(at)).filter(member::created_at.lt(at).or(member::member_id.lt(id)))
            }
            Some(_) => return Err(wrong(CURSOR, "format")),
            None => query,
        };
        query = if is_by_name {
            query.order((member::name_key.asc(), member::member_id.asc()))
        } else {
            query.order((member::created_at.desc(), member::member_id.desc()))
        };
        let most = i64::try_from(self.count).map_err(Problem::internal)?;
        let mut rows = with_companies(query.limit(most + 1), connection)?;
        let more = rows.len() > self.count;
        rows.truncate(self.count);
        let next = match rows.last() {
            Some((last, _)) if more => {
                let ended = if is_by_name {
                    PageEnd::Name(last.name_key.clone(), last.member_id)
                } else {
                    PageEnd::Time(last.created_at.0, last.member_id)
                };
                Some(cursors.seal(&self.list, &ended)?)
            }
            _ => None,
        };
        Ok((rows, next))
    }
}

/// Every member has a company; the outer join keeps SQLite from scanning companies first.
fn with_companies(query: Members, connection: &mut DatabaseConnection) -> Result<Vec<NamedMember>, Problem> {
    let columns = (Row::as_select(), companies::name.assume_not_null());
    Ok(query.left_join(companies::table).select(columns).load(connection)?)
}

/// A contact detail searched for.
enum Contact {
    /// Digits of a telephone number.
    Phone(String),
    /// E-mail address.
    Email(String),
}

/// Parses a contact parameter: `phone|010…`, `email|…`, or the bare number or address.
fn contact_of(parameters: &Parameters, name: &str) -> Result<Option<Contact>, Problem> {
    let mut tokens = parameters.tokens(name)?;
    let Some(token) = tokens.pop() else { return Ok(None) };
    if !tokens.is_empty() {
        return Err(wrong(name, "tooMany"));
    }
    let by_value = if token.code.contains('@') { "email" } else { "phone" };
    match (name, token.system.as_deref().unwrap_or(by_value)) {
        ("phone" | "telecom", "phone") => {
            let digits = phone_digits(&token.code);
            if digits.len() < MIN_DIGITS { Err(wrong(name, "format")) } else { Ok(Some(Contact::Phone(digits))) }
        }
        ("email" | "telecom", "email") if !token.code.is_empty() => Ok(Some(Contact::Email(token.code))),
        _ => Err(wrong(name, "choice")),
    }
}

/// Parses an id.
#[must_use]
pub fn number(id: &str) -> Option<i64> {
    id.parse::<i64>().ok().filter(|number| *number > 0 && number.to_string() == id)
}

/// Returns a member of the scope.
///
/// # Errors
/// Returns "not found" outside the scope.
pub fn one(connection: &mut DatabaseConnection, scope: Scope, id: &str) -> Result<NamedMember, Problem> {
    let id = number(id).ok_or_else(Problem::not_found)?;
    let query = member::table.in_scope(scope).filter(member::member_id.eq(id));
    with_companies(query, connection)?.pop().ok_or_else(Problem::not_found)
}

/// Returns the next members in the order of registration, for an export.
///
/// # Errors
/// Returns an error if the database fails.
pub fn export(
    connection: &mut DatabaseConnection,
    scope: Scope,
    since: Option<Timestamp>,
    (at, id): (i64, i64),
    most: i64,
) -> Result<Vec<NamedMember>, Problem> {
    let mut query = member::table
        .in_scope(scope)
        .filter(member::created_at.ge(at))
        .filter(member::created_at.gt(at).or(member::member_id.gt(id)))
        .order((member::created_at.asc(), member::member_id.asc()));
    if let Some(since) = since {
        query = query.filter(member::updated_at.ge(since.0).or(member::created_at.ge(since.0)));
    }
    with_companies(query.limit(most), connection)
}

impl Row {
    /// Returns its position in the order of registration.
    #[must_use]
    pub fn place(&self) -> (i64, i64) {
        (self.created_at.0, self.member_id)
    }
}
