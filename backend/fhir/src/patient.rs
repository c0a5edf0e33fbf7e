//! Patients: the members of companies.
//!
//! Systems with a suitable credential receive them in full, and so do members who read their own data. Staff receive
//! one in full when they read it by its number; that counts and is logged like revealing masked data. In searches and
//! exports, staff receive the masked data of lists: only the year of birth, no telephone, no address, tagged as
//! subsetted.

use crate::{
    asking::Requester,
    codes::{COMPANIES, MEMBER_NUMBERS},
    contents::ORGANIZATION,
    dates,
    grammar::{Sought, Token, number, plain, split},
    measured::company,
    parameters::{CURSOR, Parameters, Period, common, wrong},
    ranges::Ranges,
};
use diesel::{
    BoolExpressionMethods, BoxableExpression, ExpressionMethods, IntoSql as _, NullableExpressionMethods, QueryDsl,
    Queryable, RunQueryDsl, Selectable, SelectableHelper, define_sql_function, sql_types::Bool,
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
    identifiers: Sought<Token>,
    /// The ranges of names, if names are searched.
    names: Option<Ranges<String>>,
    birth_dates: Option<Ranges<Date>>,
    sexes: Option<Vec<Sex>>,
    contacts: Sought<Contact>,
    companies: Option<Vec<i64>>,
    /// The data searched for that lists do not show in full: each is a search of its own.
    secrets: Vec<Secret>,
    count: usize,
    cursor: Option<String>,
    list: String,
}

/// Data of persons that a search asks for although lists mask it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Secret {
    /// Digits of a telephone number.
    Phone(String),
    /// A birth date, or a bound of birth dates within a year.
    BirthDate(Date),
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
        let ids = parameters.texts("_id")?.common();
        let ids = ids.map(|ids| ids.iter().filter_map(|id| number(id)).collect());
        let genders = parameters.tokens("gender")?;
        // No member has the gender `other` or `unknown`.
        if genders.every().any(|token| !["", "male", "female", "other", "unknown"].contains(&token.code.as_str())) {
            return Err(wrong("gender", "choice"));
        }
        let sexes = (!genders.is_empty()).then(|| {
            let both = [("male", Sex::Male), ("female", Sex::Female)].into_iter();
            both.filter(|(word, _)| genders.is_met(|token| token.fits(GENDERS, word))).map(|(_, sex)| sex).collect()
        });
        let mut contacts = Sought::default();
        for name in ["phone", "email", "telecom"] {
            let asked = contacts_of(parameters, name)?;
            // Staff cannot search lists by e-mail address, because their lists do not show it.
            if requester.staff().is_some() && asked.every().any(|contact| matches!(contact, Contact::Email(_))) {
                return Err(wrong(name, "notAllowed"));
            }
            contacts = contacts.and(asked);
        }
        let companies = parameters.identified("organization", ORGANIZATION, COMPANIES)?;
        let companies = companies.groups().iter().map(|group| {
            let own = group.iter().filter(|token| token.fits(COMPANIES, &token.code));
            own.filter_map(|token| number(&token.code)).collect()
        });
        let birth_dates = parameters.sought("birthdate", dates::days)?;
        let days = birth_dates.groups().iter().map(|group| group.iter().map(|(days, _)| days.clone()).collect());
        let days: Vec<Vec<Ranges<Date>>> = days.collect();
        let phones = contacts.every().filter_map(|contact| match contact {
            Contact::Phone(digits) => Some(Secret::Phone(digits.clone())),
            Contact::Email(_) => None,
        });
        // Lists show the year of birth, so it is no secret.
        let exact = birth_dates.every().filter(|(_, is_year)| !is_year);
        let exact = exact.filter_map(|(days, _)| days.all().iter().find_map(|(start, end)| (*start).or(*end)));
        let secrets = phones.chain(exact.map(Secret::BirthDate)).collect();
        let beginnings = parameters.sought("name", |name| Some(search_key(&plain(name)?)))?;
        let names = beginnings.groups().iter().map(|group| group.iter().map(|start| beginning(start)).collect());
        let names: Vec<Vec<Ranges<String>>> = names.collect();
        Ok(Self {
            ids,
            changed: parameters.period("_lastUpdated")?,
            identifiers: parameters.tokens("identifier")?,
            names: (!names.is_empty()).then(|| common(&names)),
            birth_dates: (!days.is_empty()).then(|| common(&days)),
            sexes,
            contacts,
            companies: Sought::of(companies.collect()).common(),
            secrets,
            count: parameters.count()?,
            cursor: parameters.one(CURSOR)?.map(str::to_owned),
            list: format!("fhir Patient {:?} {}", requester.scope(), parameters.text()),
        })
    }

    /// Returns the data searched for that lists do not show in full.
    #[must_use]
    pub fn secrets(&self) -> &[Secret] {
        &self.secrets
    }

    /// Returns whether only the total is asked for.
    #[must_use]
    pub fn is_total(&self) -> bool {
        self.count == 0
    }

    /// Returns the members that match in everything but the name.
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
        for group in self.identifiers.groups() {
            query = query.filter(any_of(group.iter().map(has_number).collect()));
        }
        if let Some(dates) = &self.birth_dates {
            match dates.hull() {
                Some(hull) => {
                    if let Some(start) = hull.start {
                        query = query.filter(member::birth_date.ge(start));
                    }
                    if let Some(end) = hull.end {
                        query = query.filter(member::birth_date.lt(end));
                    }
                    for (first, end) in hull.gaps {
                        query = query.filter(member::birth_date.lt(first).or(member::birth_date.ge(end)));
                    }
                }
                None => query = query.filter(nobody()),
            }
        }
        for group in self.contacts.groups() {
            let conditions = group.iter().map(|contact| -> Condition {
                match contact {
                    Contact::Phone(digits) => Box::new(member::phone_digits.eq(digits.clone()).assume_not_null()),
                    Contact::Email(address) => Box::new(lower(member::email).eq(address.clone()).assume_not_null()),
                }
            });
            query = query.filter(any_of(conditions.collect()));
        }
        if let Some(ids) = &self.companies {
            query = query.filter(member::company_id.eq_any(ids.clone()));
        }
        if let Some(sexes) = &self.sexes {
            query = query.filter(member::sex.eq_any(sexes.clone()));
        }
        query
    }

    /// Counts the members that match.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn total(&self, connection: &mut DatabaseConnection, scope: Scope) -> Result<i64, Problem> {
        match &self.names {
            Some(names) => names
                .all()
                .iter()
                .map(|range| Ok(named(self.filtered(scope), range).count().get_result::<i64>(connection)?))
                .sum(),
            None => Ok(self.filtered(scope).count().get_result(connection)?),
        }
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
        let most = i64::try_from(self.count).map_err(Problem::internal)? + 1;
        let mut rows = match (&self.names, opened) {
            (Some(names), None) => self.by_name(connection, scope, names, None, most)?,
            (Some(names), Some(PageEnd::Name(name, id))) => {
                self.by_name(connection, scope, names, Some((name, id)), most)?
            }
            (None, None) => self.by_time(connection, scope, None, most)?,
            (None, Some(PageEnd::Time(at, id))) => self.by_time(connection, scope, Some((at, id)), most)?,
            (Some(_), Some(PageEnd::Time(..))) | (None, Some(PageEnd::Name(..))) => {
                return Err(wrong(CURSOR, "format"));
            }
        };
        let more = rows.len() > self.count;
        rows.truncate(self.count);
        let next = match rows.last() {
            Some((last, _)) if more => {
                let ended = if self.names.is_some() {
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

    /// Loads members in the order of names, one range after the other, each through the index on names.
    fn by_name(
        &self,
        connection: &mut DatabaseConnection,
        scope: Scope,
        names: &Ranges<String>,
        after: Option<(String, i64)>,
        most: i64,
    ) -> Result<Vec<NamedMember>, Problem> {
        let mut rows: Vec<NamedMember> = Vec::new();
        for range in names.all() {
            let mut query = named(self.filtered(scope), range);
            if let Some((name, id)) = &after {
                query = query
                    .filter(member::name_key.ge(name.clone()))
                    .filter(member::name_key.gt(name.clone()).or(member::member_id.gt(*id)));
            }
            let left = most - i64::try_from(rows.len()).map_err(Problem::internal)?;
            if left <= 0 {
                break;
            }
            let query = query.order((member::name_key.asc(), member::member_id.asc())).limit(left);
            rows.extend(with_companies(query, connection)?);
        }
        Ok(rows)
    }

    /// Loads members in the order of registration, newest first.
    fn by_time(
        &self,
        connection: &mut DatabaseConnection,
        scope: Scope,
        after: Option<(i64, i64)>,
        most: i64,
    ) -> Result<Vec<NamedMember>, Problem> {
        let mut query = self.filtered(scope);
        if let Some((at, id)) = after {
            query =
                query.filter(member::created_at.le(at)).filter(member::created_at.lt(at).or(member::member_id.lt(id)));
        }
        with_companies(query.order((member::created_at.desc(), member::member_id.desc())).limit(most), connection)
    }
}

define_sql_function! {
    /// A text in lower case.
    fn lower(text: diesel::sql_types::Nullable<diesel::sql_types::Text>) -> diesel::sql_types::Nullable<diesel::sql_types::Text>;
}

/// A condition on members.
type Condition = Box<dyn BoxableExpression<member::table, Db, SqlType = Bool>>;

/// Returns the condition that holds for nobody.
fn nobody() -> Condition {
    Box::new(false.into_sql::<Bool>())
}

/// Returns the condition that any of these holds.
fn any_of(conditions: Vec<Condition>) -> Condition {
    conditions.into_iter().reduce(|one, other| Box::new(one.or(other)) as Condition).unwrap_or_else(nobody)
}

/// Returns the condition on the member number of a token.
fn has_number(token: &Token) -> Condition {
    // Member numbers belong to a company; a system that is not one of member numbers matches nobody.
    let company_id = token.system.as_ref().map(|system| company_of(system).unwrap_or_default());
    match company_id {
        None => Box::new(member::member_no.eq(token.code.clone())),
        // A system without a code matches all of its numbers.
        Some(id) if token.code.is_empty() => Box::new(member::company_id.eq(id)),
        Some(id) => Box::new(member::company_id.eq(id).and(member::member_no.eq(token.code.clone()))),
    }
}

/// Returns the names that begin with a text.
fn beginning(start: &str) -> Ranges<String> {
    Ranges::between(Some(start.to_owned()), Some(prefix_end(start)))
}

/// Narrows members to a range of names.
fn named(mut query: Members, (start, end): &(Option<String>, Option<String>)) -> Members {
    if let Some(start) = start {
        query = query.filter(member::name_key.ge(start.clone()));
    }
    if let Some(end) = end {
        query = query.filter(member::name_key.lt(end.clone()));
    }
    query
}

/// Every member has a company; the outer join keeps SQLite from scanning companies first.
fn with_companies(query: Members, connection: &mut DatabaseConnection) -> Result<Vec<NamedMember>, Problem> {
    let columns = (Row::as_select(), companies::name.assume_not_null());
    Ok(query.left_join(companies::table).select(columns).load(connection)?)
}

/// A contact detail searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Contact {
    /// Digits of a telephone number.
    Phone(String),
    /// E-mail address in lower case.
    Email(String),
}

/// Parses a contact parameter: `phone|010…`, `email|…`, or the bare number or address.
fn contacts_of(parameters: &Parameters, name: &str) -> Result<Sought<Contact>, Problem> {
    // A `+` that was not percent-encoded is decoded as a space, which is no digit either way.
    let read = |value: &str| {
        let (system, text) = match split(value, '|').as_slice() {
            [text] => (None, plain(text)?),
            [system, text] => (Some(plain(system)?), plain(text)?),
            _ => return None,
        };
        let by_value = if text.contains('@') { "email" } else { "phone" };
        match (name, system.as_deref().unwrap_or(by_value)) {
            ("phone" | "telecom", "phone") => {
                let digits = phone_digits(&text);
                (digits.len() >= MIN_DIGITS).then_some(Contact::Phone(digits))
            }
            ("email" | "telecom", "email") if !text.is_empty() => Some(Contact::Email(text.to_ascii_lowercase())),
            _ => None,
        }
    };
    parameters.sought(name, read)
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
