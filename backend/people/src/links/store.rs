//! Links: storage. Staff access the links of members in their scope, users their own.
//!
//! A single statement that names the current state moves a link to the next state. Of several concurrent requests one
//! succeeds, and the others see the result.

use super::{candidates::CandidateSearch, in_person};
use crate::users::store as users;
use diesel::{
    ExpressionMethods, NullableExpressionMethods, OptionalExtension, QueryDsl, Queryable, RunQueryDsl, Selectable,
    SelectableHelper,
};
use kernel::{
    access::{
        caller::Caller,
        scope::{Scope, Scoped},
    },
    auth::accounts,
    clock,
    db::{
        DatabaseConnection,
        page::{self as pages, Paging},
        schema::{account, company, member, member_link, user_profile},
    },
    on_backend,
    problem::Problem,
    records::revisions::{self, Author},
};
use measurements::report_links;
use organisation::companies::store::{self as companies, Line};
use std::collections::{HashMap, HashSet};
use uno_core::{
    contract::{
        companies::CompanyId,
        error::ErrorCode,
        member_links::{LinkId, LinkParty, LinkState, MemberLink, MemberLinkSave, OwnLink, OwnLinkFilter},
        members::MemberId,
        page::{Done, Page},
        revisions::{FieldChange, RevisionAction},
        users::{LevelEvidence, UserId, UserLevel},
        validation::Violation,
    },
    domain::{mask, time::Timestamp},
};

/// The resource name in revisions.
pub const RESOURCE: &str = "memberLink";
/// The maximum number of links in a response: all but one are closed, so more are of no use.
const MAX_LINKS: i64 = 50;

/// The columns of a link that both sides see.
#[derive(Queryable, Selectable)]
#[diesel(table_name = member_link)]
struct Row {
    member_link_id: LinkId,
    user_id: UserId,
    state: LinkState,
    evidence: Option<LevelEvidence>,
    requested_by: Option<String>,
    created_at: Timestamp,
    activated_at: Option<Timestamp>,
    accepted_at: Option<Timestamp>,
    closed_at: Option<Timestamp>,
    closed_by: Option<LinkParty>,
}

/// The user of a link: name, telephone number, level, and the start of dormancy.
type User = (String, Option<String>, UserLevel, Option<Timestamp>);

/// Converts a link for staff. Personal data of users who have no active link with the company, have not accepted it, or
/// are dormant, is masked or left out.
fn for_staff((row, (name, phone_number, level, dormant_at)): (Row, User)) -> MemberLink {
    let is_shown = row.state == LinkState::Active && row.accepted_at.is_some() && dormant_at.is_none();
    MemberLink {
        link_id: row.member_link_id,
        user_id: row.user_id,
        user_name: if is_shown { name } else { mask::name(&name) },
        phone_number: phone_number.filter(|_| is_shown).as_deref().map(mask::phone),
        level: is_shown.then_some(level),
        state: row.state,
        evidence: row.evidence,
        requested_by: row.requested_by,
        created_at: row.created_at,
        activated_at: row.activated_at,
        accepted_at: row.accepted_at,
        closed_at: row.closed_at,
        closed_by: row.closed_by,
    }
}

fn for_user((row, company_name, member_no): (Row, String, String)) -> OwnLink {
    OwnLink {
        link_id: row.member_link_id,
        company_name,
        member_no,
        state: row.state,
        evidence: row.evidence,
        created_at: row.created_at,
        activated_at: row.activated_at,
        accepted_at: row.accepted_at,
        closed_at: row.closed_at,
        closed_by: row.closed_by,
    }
}

/// Selects links with their users, by a condition and within the scope.
macro_rules! with_users {
    ($scope:expr, $condition:expr) => {
        member_link::table
            .in_scope($scope)
            .filter($condition)
            .inner_join(user_profile::table.inner_join(account::table))
            .order(member_link::member_link_id.desc())
            .limit(MAX_LINKS)
            .select((
                Row::as_select(),
                (account::name, user_profile::phone_number, user_profile::level, user_profile::dormant_at),
            ))
    };
}

/// Selects the caller's links with their members.
macro_rules! with_members {
    ($account_id:expr) => {
        member_link::table
            .inner_join(user_profile::table)
            .inner_join(member::table)
            .left_join(company::table)
            .filter(user_profile::account_id.eq($account_id))
            .order(member_link::member_link_id.desc())
            .select((Row::as_select(), company::name.assume_not_null(), member::member_no))
    };
}

/// Returns the links of a member in the scope, latest first.
///
/// # Errors
/// Returns "not found" if the record is outside the scope.
pub fn of_member(
    connection: &mut DatabaseConnection,
    scope: Scope,
    member_id: MemberId,
) -> Result<Vec<MemberLink>, Problem> {
    check_member(connection, scope, member_id)?;
    let rows = with_users!(scope, member_link::member_id.eq(member_id)).load::<(Row, User)>(connection)?;
    Ok(rows.into_iter().map(for_staff).collect())
}

fn check_member(connection: &mut DatabaseConnection, scope: Scope, member_id: MemberId) -> Result<(), Problem> {
    let found = member::table.in_scope(scope).filter(member::member_id.eq(member_id)).select(member::member_id);
    found.first::<MemberId>(connection).optional()?.map(|_| ()).ok_or_else(Problem::not_found)
}

/// Returns the links of an account's user, latest first.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_user(
    connection: &mut DatabaseConnection,
    account_id: i64,
    filter: &OwnLinkFilter,
) -> Result<Page<OwnLink>, Problem> {
    let states = if filter.states.is_empty() { LinkState::ALL.to_vec() } else { filter.states.clone() };
    let rows = |connection: &mut DatabaseConnection, paging: Paging| {
        with_members!(account_id)
            .filter(member_link::state.eq_any(states.clone()))
            .offset(paging.offset())
            .limit(paging.size)
            .load::<(Row, String, String)>(connection)
    };
    let found = pages::load(connection, Paging::of(filter.page, filter.page_size), rows, |connection| {
        member_link::table
            .inner_join(user_profile::table)
            .filter(user_profile::account_id.eq(account_id))
            .filter(member_link::state.eq_any(states.clone()))
            .count()
            .get_result(connection)
    })?;
    Ok(found.map(for_user))
}

/// A link to insert.
#[derive(Clone, Copy, Debug)]
pub struct NewLink<'a> {
    /// The user.
    pub user_id: UserId,
    /// The member.
    pub member_id: MemberId,
    /// The state.
    pub state: LinkState,
    /// How staff have verified the user's identity.
    pub evidence: Option<LevelEvidence>,
    /// The name of the account that requested or made the link.
    pub requested_by: &'a str,
    /// The time of the request.
    pub created_at: Timestamp,
    /// The time since which it is, or was, active.
    pub activated_at: Option<Timestamp>,
    /// When the user accepted it, or the company registered the user from its own record of the person.
    pub accepted_at: Option<Timestamp>,
    /// When and by which side it was closed.
    pub closed: Option<(Timestamp, LinkParty)>,
}

impl<'a> NewLink<'a> {
    /// Creates a link that waits for the user's answer.
    #[must_use]
    pub fn requested(user_id: UserId, member_id: MemberId, requested_by: &'a str, created_at: Timestamp) -> Self {
        Self {
            user_id,
            member_id,
            state: LinkState::Requested,
            evidence: None,
            requested_by,
            created_at,
            activated_at: None,
            accepted_at: None,
            closed: None,
        }
    }

    /// Returns the same link as active and accepted.
    #[must_use]
    pub fn accepted(self, at: Timestamp) -> Self {
        Self { state: LinkState::Active, activated_at: Some(at), accepted_at: Some(at), ..self }
    }

    /// Returns the same link as made in person: active, on this evidence, and not yet accepted by the person.
    fn in_person(self, evidence: LevelEvidence, at: Timestamp) -> Self {
        Self { state: LinkState::Active, evidence: Some(evidence), activated_at: Some(at), ..self }
    }
}

/// Inserts a link with the company line of its member and returns its id; does not record a revision. Locks the
/// company: a concurrent move of the company has either finished or also updates the link.
///
/// # Errors
/// Returns an error if the member has an open link, or "not found" if the member or the user no longer exists.
pub fn insert(connection: &mut DatabaseConnection, new: &NewLink<'_>) -> Result<LinkId, Problem> {
    let company_id = member::table.find(new.member_id).select(member::company_id).first::<CompanyId>(connection)?;
    let line = companies::held_line(connection, Scope::All, company_id)?.ok_or_else(Problem::not_found)?;
    let (closed_at, closed_by) = new.closed.unzip();
    let values = (
        (member_link::user_id.eq(new.user_id), member_link::member_id.eq(new.member_id)),
        (member_link::company_id.eq(company_id), member_link::vendor_id.eq(line.vendor_id)),
        (member_link::dealer_id.eq(line.dealer_id), member_link::retailer_id.eq(line.retailer_id)),
        (member_link::state.eq(new.state), member_link::evidence.eq(new.evidence)),
        member_link::requested_by.eq(new.requested_by),
        (member_link::created_at.eq(new.created_at), member_link::activated_at.eq(new.activated_at)),
        member_link::accepted_at.eq(new.accepted_at),
        (member_link::closed_at.eq(closed_at), member_link::closed_by.eq(closed_by)),
    );
    let written = diesel::insert_into(member_link::table).values(values).returning(member_link::member_link_id);
    written.get_result(connection).map_err(|error| match Problem::from(error) {
        // The member or the user was deleted concurrently.
        problem if problem.code == ErrorCode::HasDependents => Problem { cause: problem.cause, ..Problem::not_found() },
        problem => problem,
    })
}

/// Returns those of these members that have an open link.
///
/// # Errors
/// Returns an error if the database fails.
pub(crate) fn with_open_link(
    connection: &mut DatabaseConnection,
    ids: &[MemberId],
) -> Result<HashSet<MemberId>, Problem> {
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let live = member_link::table.filter(member_link::member_id.eq_any(ids)).filter(member_link::closed_at.is_null());
    Ok(live.select(member_link::member_id).load::<MemberId>(connection)?.into_iter().collect())
}

/// Inserts active links with members of one company that have no open link, and records their creation.
///
/// # Errors
/// Returns an error if a member has an open link.
pub(crate) fn make_many(
    connection: &mut DatabaseConnection,
    author: &Author,
    line: &Line,
    new: &[NewLink<'_>],
) -> Result<(), Problem> {
    let rows: Vec<_> = new
        .iter()
        .map(|link| {
            (
                (member_link::user_id.eq(link.user_id), member_link::member_id.eq(link.member_id)),
                (member_link::company_id.eq(line.company_id), member_link::vendor_id.eq(line.vendor_id)),
                (member_link::dealer_id.eq(line.dealer_id), member_link::retailer_id.eq(line.retailer_id)),
                (member_link::state.eq(link.state), member_link::evidence.eq(link.evidence)),
                member_link::requested_by.eq(link.requested_by),
                (member_link::created_at.eq(link.created_at), member_link::activated_at.eq(link.activated_at)),
                member_link::accepted_at.eq(link.accepted_at),
            )
        })
        .collect();
    on_backend!(connection, |inner| diesel::insert_into(member_link::table).values(rows).execute(inner))?;
    let members: Vec<MemberId> = new.iter().map(|link| link.member_id).collect();
    let written: HashMap<MemberId, LinkId> = member_link::table
        .filter(member_link::member_id.eq_any(&members))
        .filter(member_link::closed_at.is_null())
        .select((member_link::member_id, member_link::member_link_id))
        .load::<(MemberId, LinkId)>(connection)?
        .into_iter()
        .collect();
    let made: Vec<_> =
        new.iter().filter_map(|link| Some((written.get(&link.member_id)?.0, creation_changes(link)))).collect();
    revisions::record_many(connection, author, RESOURCE, RevisionAction::Create, &made)
}

/// Returns the history entry of a new link.
fn creation_changes(new: &NewLink<'_>) -> Vec<FieldChange> {
    let told = [
        ("memberId", Some(new.member_id.0.to_string())),
        ("userId", Some(new.user_id.0.to_string())),
        ("state", Some(new.state.as_str().to_owned())),
        ("evidence", new.evidence.map(|evidence| evidence.as_str().to_owned())),
    ];
    let told = told.into_iter().filter(|(_, after)| after.is_some());
    told.map(|(field, after)| FieldChange { field: field.into(), before: None, after }).collect()
}

/// Inserts a link and records its creation.
///
/// # Errors
/// Returns an error if the member has an open link.
pub(crate) fn make(connection: &mut DatabaseConnection, author: &Author, new: &NewLink<'_>) -> Result<LinkId, Problem> {
    let link_id = insert(connection, new)?;
    revisions::record(connection, author, RESOURCE, link_id.0, RevisionAction::Create, &creation_changes(new))?;
    Ok(link_id)
}

/// Requests a link from a user, or links at once if staff have verified the user's identity and both have the same name
/// and sex. A company that the person has not accepted before is shown nothing new until the person accepts, and nothing
/// of the person's ends: birth date and telephone number alone do not make somebody's word about a person's identity.
///
/// # Errors
/// Returns an error if the user is no candidate or the member has an open link.
pub fn create(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    member_id: MemberId,
    search: &CandidateSearch,
    save: &MemberLinkSave,
) -> Result<MemberLink, Problem> {
    let live = || {
        member_link::table
            .in_scope(caller.scope)
            .filter(member_link::member_id.eq(member_id))
            .filter(member_link::closed_at.is_null())
    };
    if live().select(member_link::member_link_id).first::<LinkId>(connection).optional()?.is_some() {
        return Err(already_linked());
    }
    if !search.is_candidate(connection, caller.scope, save.user_id)? {
        return Err(Problem::invalid_field("userId", "notFound"));
    }
    let verified = save.evidence.zip(save.level);
    if verified.is_some() {
        if !search.is_same_person(connection, save.user_id)? {
            return Err(Problem::invalid_field("userId", "otherPerson"));
        }
        // Lock order: the account before the link, which locks the profile.
        let (account_id, _) = users::by_id(connection, save.user_id)?;
        accounts::hold(connection, account_id)?;
    }
    let author = Author::from(caller);
    let now = clock::now();
    let asked = NewLink::requested(save.user_id, member_id, &caller.name, now);
    let new = match verified {
        Some((evidence, _)) if in_person::is_accepted_already(connection, save.user_id, member_id)? => {
            NewLink { evidence: Some(evidence), ..asked.accepted(now) }
        }
        Some((evidence, _)) => asked.in_person(evidence, now),
        None => asked,
    };
    let link_id = make(connection, &author, &new).map_err(|problem| match problem.code {
        // A concurrent request was faster.
        ErrorCode::Taken => already_linked(),
        _ => problem,
    })?;
    if let Some((evidence, level)) = verified {
        let user = users::by_id(connection, save.user_id)?;
        users::verify(connection, &author, &user, level, evidence)?;
        in_person::end_password_of_others(connection, caller, (user.0, save.user_id))?;
    }
    let row = with_users!(caller.scope, member_link::member_link_id.eq(link_id)).first::<(Row, User)>(connection)?;
    Ok(for_staff(row))
}

/// Returns the violation for a member that already has a link.
fn already_linked() -> Problem {
    Problem { fields: vec![Violation::new("userId", "memberLinked")], ..Problem::new(ErrorCode::Taken) }
}

/// Ends a link of a member in the scope, or withdraws a request. A closed link stays as it is.
///
/// # Errors
/// Returns "not found" if the record is outside the scope.
pub fn end(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    member_id: MemberId,
    link_id: LinkId,
) -> Result<Done, Problem> {
    let state = || {
        member_link::table
            .in_scope(caller.scope)
            .filter(member_link::member_link_id.eq(link_id))
            .filter(member_link::member_id.eq(member_id))
            .select(member_link::state)
    };
    // The user may accept concurrently and thereby change the state; the second attempt then ends the active link.
    for _ in 0..2 {
        let current = state().first::<LinkState>(connection).optional()?.ok_or_else(Problem::not_found)?;
        if !matches!(current, LinkState::Requested | LinkState::Active)
            || transition(connection, caller, link_id, (current, LinkState::Ended), LinkParty::Staff)?
        {
            break;
        }
    }
    Ok(Done {})
}

/// Changes the state of the user's own link. A link that already has the state is returned as it is.
///
/// # Errors
/// Returns "not found", or [`ErrorCode::Changed`] if the link cannot change from its present state to this one.
pub fn answer(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    link_id: LinkId,
    wanted: LinkState,
) -> Result<OwnLink, Problem> {
    let own = |connection: &mut DatabaseConnection| {
        let found = with_members!(caller.account_id).filter(member_link::member_link_id.eq(link_id));
        found.first::<(Row, String, String)>(connection).optional()?.map(for_user).ok_or_else(Problem::not_found)
    };
    let current = own(connection)?;
    let from = if wanted == LinkState::Ended { LinkState::Active } else { LinkState::Requested };
    if current.state == from {
        transition(connection, caller, link_id, (from, wanted), LinkParty::User)?;
    } else if (current.state, wanted) == (LinkState::Active, LinkState::Active) && current.accepted_at.is_none() {
        in_person::accept(connection, caller, link_id)?;
    }
    let found = own(connection)?;
    if found.state == wanted { Ok(found) } else { Err(Problem::new(ErrorCode::Changed)) }
}

/// Moves a link from one state to another. Returns `false` if a concurrent request has changed the state first. When an
/// active link ends, the report links by which the user shares the member's measurements end, too: these measurements
/// may be another person's.
fn transition(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    link_id: LinkId,
    (from, to): (LinkState, LinkState),
    party: LinkParty,
) -> Result<bool, Problem> {
    let now = clock::now();
    let current = member_link::table.find(link_id).filter(member_link::state.eq(from));
    let changed = if to == LinkState::Active {
        diesel::update(current)
            .set((member_link::state.eq(to), member_link::activated_at.eq(now), member_link::accepted_at.eq(now)))
            .execute(connection)?
    } else {
        diesel::update(current)
            .set((member_link::state.eq(to), member_link::closed_at.eq(now), member_link::closed_by.eq(party)))
            .execute(connection)?
    };
    if changed == 0 {
        return Ok(false);
    }
    if from == LinkState::Active {
        let (account_id, member_id) = member_link::table
            .inner_join(user_profile::table)
            .filter(member_link::member_link_id.eq(link_id))
            .select((user_profile::account_id, member_link::member_id))
            .first::<(i64, i64)>(connection)?;
        report_links::own::end_of(connection, account_id, vec![member_id])?;
    }
    let told = |state: LinkState| Some(state.as_str().to_owned());
    let change = FieldChange { field: "state".into(), before: told(from), after: told(to) };
    let author = Author::from(caller);
    revisions::record(connection, &author, RESOURCE, link_id.0, RevisionAction::Update, &[change])?;
    Ok(true)
}
