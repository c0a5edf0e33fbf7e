//! User management by staff: storage. Callers with the scope of everything reach every user. Staff of a company reach
//! users with an active link to a member in their scope.

use super::{
    acceptance,
    listed::{FAR, UserList},
};
use crate::users::{
    dormancy,
    store::{self as users, MASKED},
};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl, NullableExpressionMethods, OptionalExtension, QueryDsl,
    Queryable, RunQueryDsl, Selectable, SelectableHelper,
};
use kernel::{
    access::{
        caller::Caller,
        scope::{Scope, Scoped},
    },
    clock,
    db::{
        DatabaseConnection, Db,
        page::{self as pages, Paging},
        schema::{account, company, member, member_link, revision, user_profile},
        totals::Totals,
    },
    problem::Problem,
    records::{Mask, Record, Rows, revisions::Author},
};
use std::collections::{HashMap, HashSet};
use uno_core::{
    contract::{
        error::ErrorCode,
        managed_users::{REGULAR_SCREEN, User, UserFilter, UserLink, UserPath, UserSave, UserStatus, screen},
        member_links::{LinkId, LinkState},
        members::MemberId,
        page::{Can, Page, Permit},
        revisions::{Revision, RevisionId},
        users::{LevelEvidence, UserId, UserLevel, UserProfile},
    },
    domain::{
        access::{Action, Authority},
        age::age_at,
        mask,
        time::{Date, Timestamp},
    },
};

/// The maximum number of a user's links in a response.
const MAX_LINKS: i64 = 50;

/// What staff see of a user besides the profile: whether the person signed up online, and the use.
#[derive(Queryable, Selectable)]
#[diesel(table_name = user_profile)]
struct Usage {
    is_online: bool,
    used_at: Timestamp,
    told_at: Option<Timestamp>,
    dormant_at: Option<Timestamp>,
}

impl Usage {
    fn status(&self) -> UserStatus {
        match (self.dormant_at, self.told_at) {
            (Some(_), _) => UserStatus::Dormant,
            (None, Some(_)) => UserStatus::SoonDormant,
            (None, None) => UserStatus::Active,
        }
    }

    /// Returns the time since which the user is dormant, or from which the user may become dormant.
    fn dormant_from(&self) -> Option<Timestamp> {
        self.dormant_at.or_else(|| self.told_at.map(|told| dormancy::earliest(self.used_at, told)))
    }
}

/// The account: name, sign-in id, last sign-in, whether there is a password.
type Account = (String, String, Option<Timestamp>, bool);

/// Returns the kinds of users on whose screens the caller may perform an action. The endpoint itself only checks that
/// there is one.
///
/// # Errors
/// Returns [`ErrorCode::Forbidden`] if there are none, or not the requested one.
pub fn kinds(caller: &Caller, action: Action, asked: Option<bool>) -> Result<Vec<bool>, Problem> {
    let wanted = [false, true].into_iter().filter(|kind| asked.is_none_or(|asked| asked == *kind));
    let found: Vec<bool> = wanted.filter(|kind| caller.may(screen(*kind), action)).collect();
    if found.is_empty() { Err(Problem::new(ErrorCode::Forbidden)) } else { Ok(found) }
}

type Users = user_profile::BoxedQuery<'static, Db>;

/// Returns the users of these kinds within a scope.
fn reached(scope: Scope, kinds: &[bool]) -> Users {
    let users = user_profile::table.in_scope(scope);
    match kinds {
        [kind] => users.filter(user_profile::is_online.eq(*kind)),
        _ => users,
    }
}

/// Returns whether a page of this filter scans many rows.
#[must_use]
pub fn is_long(caller: &Caller, filter: &UserFilter) -> bool {
    caller.scope != Scope::All
        || !filter.levels.is_empty()
        || !filter.statuses.is_empty()
        || Paging::of(filter.page, filter.page_size).offset() > FAR
}

/// Returns the users of a page. Reads their ids from the index of the sort order first, and then the rows.
///
/// # Errors
/// Returns [`ErrorCode::Forbidden`] if the caller may see none of these screens.
pub fn page(
    connection: &mut DatabaseConnection,
    caller: &Caller,
    filter: &UserFilter,
    paging: Paging,
) -> Result<Vec<User>, Problem> {
    let kinds = kinds(caller, Action::Read, filter.is_online)?;
    let ids = UserList::new(connection, caller.scope, &kinds, filter).page(connection, paging)?;
    let found = load(connection, caller, &ids)?;
    Ok(pages::in_order(&ids, found, |user| user.user_id))
}

/// Loads users by id. The caller's access has been checked.
fn load(connection: &mut DatabaseConnection, caller: &Caller, ids: &[UserId]) -> Result<Vec<User>, Problem> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = user_profile::table
        .inner_join(account::table)
        .filter(user_profile::user_id.eq_any(ids))
        .select((
            users::Row::as_select(),
            Usage::as_select(),
            (account::name, account::login_id, account::last_signed_in_at, account::password_hash.ne("")),
        ))
        .load::<(users::Row, Usage, Account)>(connection)?;
    let elsewhere = linked_elsewhere(connection, caller.scope, ids)?;
    let accepting = acceptance::accepting(connection, caller.scope, ids)?;
    let links = member_link::table
        .in_scope(caller.scope)
        .filter(member_link::user_id.eq_any(ids))
        .filter(member_link::state.eq(LinkState::Active))
        .inner_join(company::table)
        .order(company::name_key)
        .select((member_link::user_id, company::name))
        .load::<(UserId, String)>(connection)?;
    let mut names: HashMap<UserId, Vec<String>> = HashMap::new();
    for (user_id, name) in links {
        let known = names.entry(user_id).or_default();
        if known.last() != Some(&name) {
            known.push(name);
        }
    }
    let today = clock::today();
    let made = rows.into_iter().map(|(row, usage, (name, login_id, last_signed_in_at, has_password))| {
        let profile = row.record(login_id, name, None);
        let company_names = names.remove(&profile.user_id).unwrap_or_default();
        let known = Facts {
            usage,
            last_signed_in_at,
            has_password,
            elsewhere: elsewhere.contains(&profile.user_id),
            has_accepted: accepting.as_ref().is_none_or(|some| some.contains(&profile.user_id)),
        };
        shown(caller, profile, &known, company_names, today)
    });
    Ok(made.collect())
}

/// Returns those of these users that have an open link, active or requested, with a company outside the scope.
fn linked_elsewhere(
    connection: &mut DatabaseConnection,
    scope: Scope,
    ids: &[UserId],
) -> Result<HashSet<UserId>, Problem> {
    if scope == Scope::All {
        return Ok(HashSet::new());
    }
    let reached = member_link::table.in_scope(scope).filter(member_link::user_id.eq_any(ids));
    let reached: Vec<LinkId> = reached.select(member_link::member_link_id).load(connection)?;
    let others = member_link::table
        .filter(member_link::user_id.eq_any(ids))
        .filter(member_link::closed_at.is_null())
        .select((member_link::user_id, member_link::member_link_id))
        .load::<(UserId, LinkId)>(connection)?;
    Ok(others.into_iter().filter(|(_, link)| !reached.contains(link)).map(|(user_id, _)| user_id).collect())
}

/// The data that decides what a caller may see of a user and do.
struct Facts {
    usage: Usage,
    last_signed_in_at: Option<Timestamp>,
    has_password: bool,
    elsewhere: bool,
    /// Whether the user has accepted a link with a company in the caller's scope. Staff can link a person without being
    /// asked; that shows them nothing that they have not had.
    has_accepted: bool,
}

impl Facts {
    /// Returns whether the caller may set the user's password.
    fn password(&self, caller: &Caller) -> Permit {
        if self.usage.is_online {
            Permit::no("signedUp")
        } else if self.elsewhere {
            Permit::no("linkedElsewhere")
        } else if self.has_password && !self.has_accepted {
            Permit::no("notAccepted")
        } else if self.is_masked(caller.scope) {
            // The password would let the caller reactivate the user and see the data.
            Permit::no("dormant")
        } else {
            caller.permit(REGULAR_SCREEN, Action::Update)
        }
    }

    /// Returns whether the user's identifying data is masked. Users who have not used the product for a year are
    /// dormant: their data is kept, but shown only to the scope of everything.
    fn is_masked(&self, scope: Scope) -> bool {
        self.usage.dormant_at.is_some() && scope != Scope::All
    }

    fn can(&self, caller: &Caller) -> Can {
        let on = screen(self.usage.is_online);
        let (every, dormant) = (caller.scope == Scope::All, self.usage.dormant_at.is_some());
        let delete = if every { caller.permit(on, Action::Delete) } else { Permit::no("forbidden") };
        let update = if dormant {
            Permit::no("dormant")
        } else if !self.has_accepted {
            Permit::no("notAccepted")
        } else {
            caller.permit(on, Action::Update)
        };
        Can { update, delete }
    }
}

fn shown(caller: &Caller, profile: UserProfile, known: &Facts, company_names: Vec<String>, today: Date) -> User {
    let UserProfile { user_id, level, level_evidence, name, login_id, birth_date, sex, .. } = profile;
    let is_masked = known.is_masked(caller.scope);
    let is_unknown = is_masked || !known.has_accepted;
    let told = |value: Option<String>| value.filter(|_| !is_masked);
    let birth_date = birth_date.filter(|_| !is_masked);
    User {
        user_id,
        level,
        level_evidence,
        name: if is_unknown { mask::name(&name) } else { name },
        login_id: (known.has_password && !is_unknown).then_some(login_id),
        is_online: known.usage.is_online,
        birth_date: birth_date.map(mask::birth_date),
        age: birth_date.and_then(|date| age_at(date, today)),
        sex: sex.filter(|_| !is_masked),
        phone_number: told(profile.phone_number.as_deref().map(mask::phone)),
        email: told(profile.email.as_deref().map(mask::email)),
        address: told(profile.address.as_deref().map(mask::address)),
        company_names,
        tracking_enabled: profile.tracking_enabled,
        last_signed_in_at: known.last_signed_in_at,
        status: known.usage.status(),
        dormant_from: known.usage.dormant_from(),
        password: known.password(caller),
        created_at: profile.created_at,
        updated_at: profile.updated_at,
        authors: None,
        version: profile.version,
        can: known.can(caller),
    }
}

/// Returns a page of users with the total.
///
/// # Errors
/// Like [`page`].
pub fn list(
    connection: &mut DatabaseConnection,
    totals: &Totals,
    caller: &Caller,
    filter: &UserFilter,
) -> Result<Page<User>, Problem> {
    let paging = Paging::of(filter.page, filter.page_size);
    let rows = page(connection, caller, filter, paging)?;
    let kinds = kinds(caller, Action::Read, filter.is_online)?;
    let unpaged = UserFilter { page: None, page_size: None, sort: None, ..filter.clone() };
    let name = serde_json::to_string(&unpaged).map_err(Problem::internal)?;
    let total = match paging.total_from(rows.len()) {
        Some(total) => (total, true),
        None => totals.of(format!("users {:?} {kinds:?} {name}", caller.scope), || {
            UserList::new(connection, caller.scope, &kinds, filter).total(connection)
        })?,
    };
    Ok(paging.answer(rows, total))
}

/// Counts the users of a filter exactly.
///
/// # Errors
/// Like [`page`].
pub fn count(connection: &mut DatabaseConnection, caller: &Caller, filter: &UserFilter) -> Result<i64, Problem> {
    let kinds = kinds(caller, Action::Read, filter.is_online)?;
    UserList::new(connection, caller.scope, &kinds, filter).count(connection)
}

/// Returns the kind of a user that the caller may see.
fn kind_of(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<bool, Problem> {
    let kinds = kinds(caller, Action::Read, None)?;
    let found = reached(caller.scope, &kinds).filter(user_profile::user_id.eq(id)).select(user_profile::is_online);
    found.first(connection).optional()?.ok_or_else(Problem::not_found)
}

/// Checks that the caller may see a user. Returns whether the user's identifying data is masked.
///
/// # Errors
/// Returns "not found" if the caller may not.
pub fn check_reached(connection: &mut DatabaseConnection, caller: &Caller, user_id: UserId) -> Result<bool, Problem> {
    kind_of(connection, caller, user_id.0)?;
    Ok(caller.scope != Scope::All && is_dormant(connection, user_id.0)?)
}

/// Checks that the caller may change a user, on the screen of the user's kind.
///
/// # Errors
/// Returns "not found", or [`ErrorCode::Forbidden`].
pub fn check_changeable(connection: &mut DatabaseConnection, caller: &Caller, user_id: UserId) -> Result<(), Problem> {
    let kind = kind_of(connection, caller, user_id.0)?;
    kinds(caller, Action::Update, Some(kind)).map(|_| ())
}

/// Like [`check_changeable`]; also checks that the user is not dormant. Nothing about dormant users is disclosed, and
/// they are sent no requests.
///
/// # Errors
/// Like [`check_changeable`].
pub fn check_awake(connection: &mut DatabaseConnection, caller: &Caller, user_id: UserId) -> Result<(), Problem> {
    check_changeable(connection, caller, user_id)?;
    if is_dormant(connection, user_id.0)? { Err(Problem::new(ErrorCode::Forbidden)) } else { Ok(()) }
}

fn is_dormant(connection: &mut DatabaseConnection, id: i64) -> Result<bool, Problem> {
    let found = user_profile::table.find(UserId(id)).select(user_profile::dormant_at.is_not_null());
    Ok(found.first(connection).optional()?.unwrap_or(false))
}

/// Users as records. Staff change only the fields that are theirs.
pub struct UserRecord;

impl Record for UserRecord {
    const RESOURCE: &'static str = users::RESOURCE;
    const MASKED: &'static [(&'static str, Mask)] = MASKED;
    type Form = UserSave;
}

impl Rows for UserRecord {
    type Path = UserPath;
    type Shown = User;

    fn show(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<User, Problem> {
        kind_of(connection, caller, id)?;
        load(connection, caller, &[UserId(id)])?.pop().ok_or_else(Problem::not_found)
    }

    fn standing(connection: &mut DatabaseConnection, caller: &Caller, id: i64) -> Result<UserSave, Problem> {
        Self::show(connection, caller, id).map(|user| user.form())
    }

    fn check_current(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        action: Action,
        id: i64,
        _: &UserSave,
    ) -> Result<(), Problem> {
        if action == Action::Update {
            check_awake(connection, caller, UserId(id))?;
            let refused = !acceptance::has_accepted(connection, caller.scope, UserId(id))?;
            return if refused { Err(Problem::new(ErrorCode::Forbidden)) } else { Ok(()) };
        }
        let kind = kind_of(connection, caller, id)?;
        // A user who is linked with one company must not be deleted by another.
        if action == Action::Delete && caller.scope != Scope::All {
            return Err(Problem::new(ErrorCode::Forbidden));
        }
        kinds(caller, action, Some(kind)).map(|_| ())
    }

    /// Every level above guest requires the birth date and the sex.
    fn validated(
        connection: &mut DatabaseConnection,
        _: &Caller,
        standing: Option<(i64, &UserSave)>,
        form: UserSave,
    ) -> Result<UserSave, Problem> {
        let Some((id, before)) = standing else { return Ok(form) };
        if form.level != UserLevel::RegularGuest && before.level != form.level {
            users::check_complete(&users::by_id(connection, UserId(id))?.1)?;
        }
        Ok(form)
    }

    /// Staff of several companies write to the history of one user: names of authors in other subtrees are masked. For
    /// a dormant user, a company sees when something changed, but not what; if the user is the author, that name is
    /// masked, too. Who has not accepted a link with the company is not named either, now or as of earlier.
    fn redact_history(
        connection: &mut DatabaseConnection,
        caller: &Caller,
        page: &mut [Revision],
    ) -> Result<(), Problem> {
        if caller.scope == Scope::All {
            return Ok(());
        }
        let Some(first) = page.first() else { return Ok(()) };
        let of = revision::table.find(first.revision_id).select(revision::record_id);
        let id = of.first::<i64>(connection)?;
        let is_dormant = is_dormant(connection, id)?;
        if is_dormant {
            page.iter_mut().for_each(|revision| revision.changes.clear());
        }
        let is_unknown = is_dormant || !acceptance::has_accepted(connection, caller.scope, UserId(id))?;
        if is_unknown {
            page.iter_mut().flat_map(|revision| &mut revision.changes).for_each(acceptance::veil);
        }
        let ids: Vec<RevisionId> = page.iter().map(|revision| revision.revision_id).collect();
        let authors = revision::table.filter(revision::revision_id.eq_any(ids));
        let authors: HashMap<RevisionId, i64> =
            authors.select((revision::revision_id, revision::account_id)).load(connection)?.into_iter().collect();
        let ids: Vec<i64> = authors.values().copied().collect();
        let of_tree = account::table.in_scope(caller.scope).filter(account::account_id.eq_any(ids.clone()));
        let mut named: HashSet<i64> = of_tree.select(account::account_id).load(connection)?.into_iter().collect();
        // The user and administrators belong to no company.
        let of_no_company = account::table
            .filter(account::account_id.eq_any(ids))
            .filter(account::company_id.is_null().or(account::authority.eq(Authority::Member)))
            .select((account::account_id, account::authority));
        let of_no_company = of_no_company.load::<(i64, Authority)>(connection)?;
        let told = of_no_company.into_iter().filter(|(_, authority)| !is_unknown || *authority != Authority::Member);
        named.extend(told.map(|(account_id, _)| account_id));
        named.insert(Author::system().account_id);
        let is_named = |revision: &Revision| authors.get(&revision.revision_id).is_some_and(|id| named.contains(id));
        for revision in page.iter_mut().filter(|revision| !is_named(revision)) {
            revision.account_name = mask::name(&revision.account_name);
        }
        Ok(())
    }

    fn replace(
        connection: &mut DatabaseConnection,
        id: i64,
        before: &UserSave,
        form: &UserSave,
    ) -> Result<usize, Problem> {
        let version = before.version.unwrap_or_default();
        Ok(diesel::update(user_profile::table.find(id).filter(user_profile::version.eq(version)))
            .set((
                user_profile::level.eq(form.level),
                user_profile::level_evidence.eq(form.level_evidence),
                user_profile::updated_at.eq(clock::now()),
                user_profile::version.eq(version + 1),
            ))
            .execute(connection)?)
    }

    fn remove(connection: &mut DatabaseConnection, id: i64, before: &UserSave) -> Result<Option<Timestamp>, Problem> {
        let row = user_profile::table.find(id).filter(user_profile::version.eq(before.version.unwrap_or_default()));
        let found = row.select((user_profile::account_id, user_profile::created_at));
        let Some((account_id, created_at)) = found.first::<(i64, Timestamp)>(connection).optional()? else {
            return Ok(None);
        };
        users::erase(connection, account_id)?;
        Ok(Some(created_at))
    }
}

/// Returns the links of a user with members in the caller's scope, latest first.
///
/// # Errors
/// Returns "not found" if the caller may not see the user.
pub fn links(connection: &mut DatabaseConnection, caller: &Caller, user_id: UserId) -> Result<Vec<UserLink>, Problem> {
    kind_of(connection, caller, user_id.0)?;
    type Found = (
        (LinkId, MemberId, LinkState, Option<LevelEvidence>),
        (Timestamp, Option<Timestamp>, Option<Timestamp>, Option<Timestamp>),
        (String, String, String),
    );
    let rows = member_link::table
        .in_scope(caller.scope)
        .filter(member_link::user_id.eq(user_id))
        .inner_join(member::table)
        .left_join(company::table.on(company::company_id.eq(member_link::company_id)))
        .order(member_link::member_link_id.desc())
        .limit(MAX_LINKS)
        .select((
            (member_link::member_link_id, member_link::member_id, member_link::state, member_link::evidence),
            (member_link::created_at, member_link::activated_at, member_link::accepted_at, member_link::closed_at),
            (member::name, member::member_no, company::name.assume_not_null()),
        ))
        .load::<Found>(connection)?;
    let link = |(link, times, names): Found| {
        let (link_id, member_id, state, evidence) = link;
        let (created_at, activated_at, accepted_at, closed_at) = times;
        let (member_name, member_no, company_name) = names;
        UserLink {
            link_id,
            member_id,
            member_name,
            member_no,
            company_name,
            state,
            evidence,
            created_at,
            activated_at,
            accepted_at,
            closed_at,
        }
    };
    Ok(rows.into_iter().map(link).collect())
}
