//! The caller of a request: account, permissions, scope. It is loaded by its session and cached for half a second.
//! A disabled account, an ended session or a changed group thus takes effect within a second on every instance,
//! without a query per request.

use super::{agreements, menu::whole_urls, scope::Scope};
use crate::{
    auth::tokens::Claims,
    db::{
        DatabaseConnection,
        schema::{
            account, company, menu_item, operator_service, permission, permission_group, permission_group_service,
            service, session, two_step, user_profile,
        },
    },
    problem::Problem,
    sealed::Seal,
};
use diesel::{
    BoolExpressionMethods, ExpressionMethods, JoinOnDsl, NullableExpressionMethods, OptionalExtension, QueryDsl,
    RunQueryDsl,
};
use parking_lot::RwLock;
use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
    time::{Duration, Instant},
};
use uno_core::{
    contract::{
        Access,
        companies::{CompanyId, CompanyType},
        error::ErrorCode,
        menu_items::{MenuItemId, PermittedMenuItem},
        page::Permit,
        permission_groups,
        services::ServiceId,
        users::UserId,
    },
    domain::access::{Action, Authority, Permission, allows_below},
};

/// The caller of a request.
#[derive(Clone, Debug)]
pub struct Caller {
    /// Account id.
    pub account_id: i64,
    /// Session id.
    pub session_id: i64,
    /// Sign-in id.
    pub login_id: String,
    /// Name.
    pub name: String,
    /// The account's authority.
    pub authority: Authority,
    /// The rows it may access.
    pub scope: Scope,
    /// Name of the account's company.
    pub company_name: Option<String>,
    /// Id of its permission group.
    pub group_id: i64,
    /// Name of its permission group.
    pub group_name: String,
    /// The permissions of its group.
    pub items: Vec<PermittedMenuItem>,
    /// Services it holds: those of its group, or all if it holds everything. An operator with services of its own
    /// holds only those of the group's services that are among them.
    pub service_ids: Vec<ServiceId>,
    /// Whether it must change its password before anything else.
    pub must_change_password: bool,
    /// Whether its group requires a second factor that it lacks; it must set one up before anything else.
    pub must_set_up_two_steps: bool,
    /// Whether it must accept required terms before anything else.
    pub must_agree_to_terms: bool,
    /// Whether its group requires a second factor, regardless of whether it has one.
    pub are_two_steps_demanded: bool,
    /// A fingerprint of its rights. Every successful response to the caller carries it, so that a client showing the
    /// caller's rights notices a change.
    pub rights: u64,
    /// The seal of past states with health data; absent for a caller that was not loaded for a request or a job.
    pub past_seal: Option<Seal>,
}

impl Caller {
    /// Returns the caller with the seal of past states.
    #[must_use]
    pub fn with_past_seal(self, past_seal: Option<Seal>) -> Self {
        Self { past_seal, ..self }
    }

    /// Returns the seal of past states.
    ///
    /// # Errors
    /// Returns an error if the caller has none.
    pub fn past_seal(&self) -> Result<&Seal, Problem> {
        self.past_seal.as_ref().ok_or_else(|| Problem::internal("a caller without the seal of past states"))
    }

    /// Returns whether the action is allowed on the screen or on one below it.
    #[must_use]
    pub fn may(&self, screen: &str, action: Action) -> bool {
        allows_below(screen, action, &self.items)
    }

    /// Returns whether it holds every permission of staff. Administrators who may change permission groups do: they
    /// could grant themselves anything.
    #[must_use]
    pub fn holds_everything(&self) -> bool {
        holds_everything(self.authority, &self.items)
    }

    /// Returns the permission it holds, and may therefore grant, on a menu item for staff. It may cover more
    /// actions than the screen offers.
    #[must_use]
    pub fn held(&self, item: MenuItemId) -> Permission {
        if self.holds_everything() {
            return Permission::ALL;
        }
        let found = self.items.iter().find(|held| held.menu_item_id == item);
        found.map(PermittedMenuItem::permission).unwrap_or_default()
    }

    /// Returns the same as a permit for a row.
    #[must_use]
    pub fn permit(&self, screen: &str, action: Action) -> Permit {
        if self.may(screen, action) { Permit::yes() } else { Permit::no("forbidden") }
    }

    /// Checks that the caller may call an endpoint.
    ///
    /// # Errors
    /// Returns [`ErrorCode::Forbidden`], or an error if the caller must first change its password, set up a second
    /// factor or accept terms.
    pub fn check(&self, access: Access) -> Result<(), Problem> {
        if self.must_change_password && !matches!(access, Access::Public | Access::EvenBeforePasswordChange) {
            return Err(Problem::new(ErrorCode::PasswordChangeRequired));
        }
        let is_set_up_first =
            !matches!(access, Access::Public | Access::EvenBeforePasswordChange | Access::EvenBeforeTwoSteps);
        if self.must_set_up_two_steps && is_set_up_first {
            return Err(Problem::new(ErrorCode::TwoStepsRequired));
        }
        let allowed = match access {
            Access::Public | Access::EvenBeforePasswordChange | Access::SignedIn | Access::SignedInOrCredential(_) => {
                true
            }
            Access::AnyStaff | Access::EvenBeforeTwoSteps => self.authority != Authority::Member,
            Access::Member | Access::EvenBeforeConsents => self.authority == Authority::Member,
            Access::Staff { screen, action } => self.authority != Authority::Member && self.may(screen, action),
            Access::Credential(_) => false,
        };
        if !allowed {
            return Err(Problem::new(ErrorCode::Forbidden));
        }
        let is_agreed_first =
            !matches!(access, Access::Public | Access::EvenBeforePasswordChange | Access::EvenBeforeConsents);
        if self.must_agree_to_terms && is_agreed_first {
            return Err(Problem::new(ErrorCode::ConsentRequired));
        }
        Ok(())
    }
}

fn holds_everything(authority: Authority, items: &[PermittedMenuItem]) -> bool {
    authority == Authority::Admin && allows_below(permission_groups::SCREEN, Action::Update, items)
}

const CACHE_TIME: Duration = Duration::from_millis(500);
const MAX_CACHED: usize = 100_000;

/// A cache of callers by session.
#[derive(Default)]
pub struct Callers {
    known: RwLock<HashMap<i64, (Instant, Arc<Caller>)>>,
}

impl Callers {
    /// Returns the caller of a session, if it was loaded recently.
    #[must_use]
    pub fn known(&self, session_id: i64) -> Option<Arc<Caller>> {
        let known = self.known.read();
        let (loaded, caller) = known.get(&session_id)?;
        (loaded.elapsed() < CACHE_TIME).then(|| Arc::clone(caller))
    }

    /// Caches a caller that was just loaded.
    pub fn keep(&self, caller: &Arc<Caller>) {
        let mut known = self.known.write();
        if known.len() >= MAX_CACHED {
            known.retain(|_, (loaded, _)| loaded.elapsed() < CACHE_TIME);
        }
        known.insert(caller.session_id, (Instant::now(), Arc::clone(caller)));
    }

    /// Forgets a session that was ended on this instance.
    pub fn forget(&self, session_id: i64) {
        self.known.write().remove(&session_id);
    }
}

type Row =
    (i64, String, String, String, i64, String, Option<i64>, Option<String>, Option<String>, bool, bool, Option<i64>);

/// The columns of a [`Row`].
macro_rules! columns {
    () => {
        (
            account::account_id,
            account::login_id,
            account::name,
            account::authority,
            account::permission_group_id,
            permission_group::name,
            company::company_id.nullable(),
            company::kind.nullable(),
            company::name.nullable(),
            account::must_change_password,
            permission_group::requires_two_steps,
            two_step::confirmed_at.nullable(),
        )
    };
}

/// Loads the caller of a token.
///
/// # Errors
/// Returns [`ErrorCode::Unauthenticated`] if the session has ended or the account is disabled.
pub fn load(connection: &mut DatabaseConnection, claims: &Claims, now: i64) -> Result<Caller, Problem> {
    let caller = of_session(connection, claims.sid, now)?;
    // A change of role invalidates the tokens issued for the old role.
    if caller.account_id.to_string() != claims.sub || caller.authority != claims.authority {
        return Err(Problem::new(ErrorCode::Unauthenticated));
    }
    Ok(caller)
}

/// Reloads a caller, for a response that outlives what was loaded with its request.
///
/// # Errors
/// Returns the errors of [`load`].
pub fn reload(connection: &mut DatabaseConnection, caller: &Caller, now: i64) -> Result<Caller, Problem> {
    let present = of_session(connection, caller.session_id, now)?;
    if present.account_id != caller.account_id || present.authority != caller.authority {
        return Err(Problem::new(ErrorCode::Unauthenticated));
    }
    Ok(present)
}

fn of_session(connection: &mut DatabaseConnection, session_id: i64, now: i64) -> Result<Caller, Problem> {
    let row = session::table
        .inner_join(
            account::table.inner_join(permission_group::table).left_join(company::table).left_join(two_step::table),
        )
        .filter(session::session_id.eq(session_id))
        .filter(session::revoked_at.is_null())
        .filter(session::expires_at.gt(now))
        .filter(account::disabled_at.is_null())
        .select(columns!())
        .first::<Row>(connection)
        .optional()?;
    complete(connection, row.ok_or_else(|| Problem::new(ErrorCode::Unauthenticated))?, session_id)
}

/// Loads an account as the caller of a job that it has started: the job has the account's current rights. Returns
/// `None` if the account is disabled.
///
/// # Errors
/// Returns an error if the database fails.
pub fn of_account(connection: &mut DatabaseConnection, account_id: i64) -> Result<Option<Caller>, Problem> {
    let row = account::table
        .inner_join(permission_group::table)
        .left_join(company::table)
        .left_join(two_step::table)
        .filter(account::account_id.eq(account_id))
        .filter(account::disabled_at.is_null())
        .select(columns!())
        .first::<Row>(connection)
        .optional()?;
    row.map(|row| complete(connection, row, 0)).transpose()
}

fn complete(connection: &mut DatabaseConnection, row: Row, session_id: i64) -> Result<Caller, Problem> {
    let (
        account_id,
        login_id,
        name,
        authority,
        group_id,
        group_name,
        company_id,
        tier,
        company_name,
        must_change,
        are_two_steps_demanded,
        two_steps_since,
    ) = row;
    let authority = Authority::parse(&authority).ok_or_else(|| Problem::internal("unknown authority"))?;
    let scope = match (authority, company_id, tier.as_deref().and_then(CompanyType::parse)) {
        (Authority::Admin, ..) => Scope::All,
        (Authority::Member, ..) => scope_of_user(connection, account_id)?,
        (_, Some(company_id), Some(tier)) => Scope::Company { company_id: CompanyId(company_id), tier },
        _ => Scope::Nothing,
    };
    let must_agree_to_terms = authority == Authority::Member && agreements::is_outstanding(connection, account_id)?;
    let items = permitted(connection, group_id)?;
    let mut service_ids: Vec<i64> = if holds_everything(authority, &items) {
        service::table.select(service::service_id).order(service::service_id).load(connection)?
    } else {
        permission_group_service::table
            .filter(permission_group_service::permission_group_id.eq(group_id))
            .select(permission_group_service::service_id)
            .order(permission_group_service::service_id)
            .load(connection)?
    };
    if authority == Authority::Operator {
        let own = operator_service::table
            .filter(operator_service::account_id.eq(account_id))
            .select(operator_service::service_id)
            .load::<i64>(connection)?;
        service_ids.retain(|id| own.is_empty() || own.contains(id));
    }
    let rights = rights_fingerprint(authority, &items, &service_ids);
    Ok(Caller {
        account_id,
        session_id,
        login_id,
        name,
        authority,
        scope,
        company_name,
        group_id,
        group_name,
        items,
        service_ids: service_ids.into_iter().map(ServiceId).collect(),
        must_change_password: must_change,
        must_set_up_two_steps: are_two_steps_demanded && two_steps_since.is_none(),
        must_agree_to_terms,
        are_two_steps_demanded,
        rights,
        past_seal: None,
    })
}

/// Returns a fingerprint that is equal for equal rights, in any order, on every instance of a release.
fn rights_fingerprint(authority: Authority, items: &[PermittedMenuItem], service_ids: &[i64]) -> u64 {
    let mark = |part: &dyn Fn(&mut DefaultHasher)| {
        let mut hasher = DefaultHasher::new();
        part(&mut hasher);
        hasher.finish()
    };
    let of_items = items.iter().map(|item| {
        let may = (item.unrestricted, item.read, item.create, item.update, item.delete);
        mark(&|hasher| (item.menu_item_id.0, &item.url, may).hash(hasher))
    });
    let of_services = service_ids.iter().map(|id| mark(&|hasher| id.hash(hasher)));
    let all = of_items.chain(of_services).fold(0, u64::wrapping_add);
    mark(&|hasher| (authority.as_str(), all).hash(hasher))
}

/// Returns the scope of a user: the data of the linked members. A user without a profile has no links.
fn scope_of_user(connection: &mut DatabaseConnection, account_id: i64) -> Result<Scope, Problem> {
    let user_id = user_profile::table
        .filter(user_profile::account_id.eq(account_id))
        .select(user_profile::user_id)
        .first::<UserId>(connection)
        .optional()?;
    Ok(user_id.map_or(Scope::Nothing, |user_id| Scope::Oneself { user_id }))
}

/// Returns the permissions of a group, in one query. An item without a URL has no page and grants nothing.
fn permitted(connection: &mut DatabaseConnection, group_id: i64) -> Result<Vec<PermittedMenuItem>, Problem> {
    type Row = (i64, Option<i64>, String, bool, Option<(bool, bool, bool, bool)>);
    let of_group =
        permission::menu_item_id.eq(menu_item::menu_item_id).and(permission::permission_group_id.eq(group_id));
    let rows = menu_item::table
        .left_join(permission::table.on(of_group))
        .select((
            menu_item::menu_item_id,
            menu_item::parent_id,
            menu_item::url,
            menu_item::unrestricted,
            (permission::can_read, permission::can_create, permission::can_update, permission::can_delete).nullable(),
        ))
        .load::<Row>(connection)?;
    let mut urls = whole_urls(rows.iter().map(|(id, parent, url, ..)| (*id, *parent, url.as_str())));
    let known = rows.into_iter().filter(|(.., url, _, _)| !url.is_empty());
    Ok(known
        .filter_map(|(id, _, _, unrestricted, held)| {
            let (read, create, update, delete) = match held {
                Some(held) => held,
                None if unrestricted => (true, false, false, false),
                None => return None,
            };
            let url = urls.remove(&id).unwrap_or_default();
            Some(PermittedMenuItem { menu_item_id: MenuItemId(id), url, unrestricted, read, create, update, delete })
        })
        .collect())
}
