//! Managers: accounts of people who run the service, either administrators or staff of a company. Also the types that
//! all staff accounts share.

use super::{
    companies::CompanyId,
    endpoint, id_type, input, output, path_type, record, record_calls,
    validation::{Value, Violation, check_period},
    value_enum,
};
use crate::domain::{
    access::Authority,
    time::{Bound, Timestamp},
};

id_type! {
    /// A manager's account.
    ManagerId
}

id_type! {
    /// A permission group.
    PermissionGroupId
}

path_type! { ManagerPath { manager_id: ManagerId } }

/// Menu URL of the parent of the account screens.
pub const ACCOUNT_SCREENS: &str = "/account_management";
/// Menu URL of the manager screen.
pub const SCREEN: &str = "/account_management/manager_account";

value_enum! {
    /// Role of a manager.
    pub enum ManagerRole { Admin = "ADMIN", Vendor = "VENDOR", Dealer = "DEALER", Retailer = "RETAILER" }
}

impl ManagerRole {
    /// Returns the authority of the account.
    #[must_use]
    pub const fn authority(self) -> Authority {
        match self {
            Self::Admin => Authority::Admin,
            Self::Vendor => Authority::Vendor,
            Self::Dealer => Authority::Dealer,
            Self::Retailer => Authority::Retailer,
        }
    }
}

value_enum! {
    /// Whether an account may be used.
    pub enum AccountStatus { Active = "ACTIVE", Suspended = "SUSPENDED" }
}

value_enum! {
    /// State of an account in lists: whether it may be used, and what currently prevents its owner from signing in.
    pub enum AccountState { Active = "ACTIVE", NoPassword = "NO_PASSWORD", Locked = "LOCKED", Suspended = "SUSPENDED" }
}

record! {
    /// A manager.
    pub struct Manager { manager_id: ManagerId }
    /// Fields to register or change a manager. The first password is set separately afterwards.
    pub struct ManagerSave {
        /// Sign-in id; cannot be changed later.
        login_id: String => login_id(),
        /// Name.
        name: String => text(1, 50),
        /// Role.
        role: ManagerRole => word(ManagerRole::WORDS),
        /// Company of the same tier; none for an administrator.
        company_id: Option<CompanyId> => id(),
        /// Permission group.
        permission_group_id: PermissionGroupId => id(),
        /// Phone number.
        phone_number: Option<String> => phone(),
        /// E-mail address.
        email: Option<String> => email(),
        /// Whether the account may be used.
        status: AccountStatus => word(AccountStatus::WORDS),
        /// Internal note.
        memo: Option<String> => lines(1000),
    }
    shown {
        /// Name of the company.
        pub company_name: Option<String>,
        /// Name of the permission group.
        pub permission_group_name: String,
        /// Whether the account has a password; without one it cannot sign in.
        pub has_password: bool,
        /// Whether the password was set by another user and must be changed at the next sign-in.
        pub must_change_password: bool,
        /// Whether the account uses two-step sign-in.
        pub has_two_steps: bool,
        /// Until when sign-in is blocked for a network that failed attempts came from; `null` if it is not.
        pub locked_until: Option<Timestamp>,
        /// When the account last signed in.
        pub last_signed_in_at: Option<Timestamp>,
    }
    also check_company
}

fn check_company(value: &Value, violations: &mut Vec<Violation>) {
    let Some(role) = value.get("role").as_text() else { return };
    let company = *value.get("companyId") != Value::Nothing;
    match (role == ManagerRole::Admin.as_str(), company) {
        (true, true) => violations.push(Violation::new("companyId", "notAllowed")),
        (false, false) => violations.push(Violation::new("companyId", "required")),
        _ => {}
    }
}

value_enum! {
    /// Sort order of a list of accounts.
    pub enum AccountSort { Newest = "NEWEST", Oldest = "OLDEST", Name = "NAME", NameDescending = "NAME_DESC" }
}

input! {
    /// Filter of the manager list.
    pub struct ManagerFilter {
        /// Managers with these roles.
        manager_roles: Vec<ManagerRole> => words(ManagerRole::WORDS),
        /// Managers in one of these states.
        account_states: Vec<AccountState> => words(AccountState::WORDS),
        /// Managers in this permission group.
        permission_group_id: Option<PermissionGroupId> => id(),
        /// Company name contains this text.
        company_name: Option<String> => text(0, 100),
        /// Sign-in id contains this text.
        login_id: Option<String> => text(0, 30),
        /// Managers of this company and of the companies below it.
        company_id: Option<CompanyId> => id(),
        /// Name contains this text.
        name: Option<String> => text(0, 50),
        /// Phone number contains these digits.
        phone_number: Option<String> => text(0, 30),
        /// Registered at or after this date or time.
        start_created_at: Option<Bound> => bound(),
        /// Registered at or before this date or time; a date includes the whole day.
        end_created_at: Option<Bound> => bound(),
    } list AccountSort also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
}

input! {
    /// Fields that can be changed in several managers at once.
    pub struct ManagerChanges {
        /// Permission group.
        permission_group_id: Option<PermissionGroupId> => id(),
        /// Whether the accounts may be used.
        status: Option<AccountStatus> => word(AccountStatus::WORDS),
    }
}

record_calls! {
    Manager at "/api/v1/managers" "/{managerId}" by ManagerPath on SCREEN,
    /// Lists the managers in the caller's scope.
    list ListManagers(ManagerFilter),
    /// Queues a job that exports the filtered managers to a file.
    export ExportManagers(ManagerFilter),
    /// Queues a job that changes or deletes several managers.
    bulk BulkManagers(ManagerFilter by ManagerChanges),
    /// Registers a manager of the caller's tier or below, with no more permissions than the caller.
    create CreateManager(ManagerSave) refuses [Taken],
    /// Returns a manager.
    show GetManager,
    /// Changes a manager. Suspending the account or changing its role or company ends its sessions.
    update UpdateManager(ManagerSave) refuses [Taken],
    /// Deletes a manager and ends the sessions of the account.
    delete DeleteManager refuses [HasDependents],
    /// Lists the changes of a manager, newest first.
    history ListManagerRevisions,
}

input! {
    /// A password set for another account.
    pub struct PasswordReset {
        /// Password, 10 to 200 characters; generated if absent.
        password: Option<String> => secret(200),
    }
}

output! {
    /// The result of setting a password.
    pub struct PasswordSet {
        /// The generated password, which is never shown again; `null` if the caller provided one.
        pub password: Option<String>,
    }
}

endpoint! {
    /// Sets the password of a manager, who must change it at the next sign-in; ends the sessions of the account.
    pub SetManagerPassword = Put "/api/v1/managers/{managerId}/password",
    auth: Staff { screen: SCREEN, action: Update },
    path: ManagerPath,
    body: PasswordReset,
    refuses: [PasswordRejected],
    ok: PasswordSet
}

output! {
    /// What an account has handed out and is still valid.
    pub struct GivenAccess {
        /// Credentials of companies' systems.
        pub credentials: i64,
        /// Links to measurements that the account passed on itself.
        pub report_links: i64,
    }
}

endpoint! {
    /// Counts what an account has handed out, which ends when the account is deleted or suspended or loses the right.
    pub GetManagerGivenAccess = Get "/api/v1/managers/{managerId}/given-access",
    auth: Staff { screen: SCREEN, action: Read },
    path: ManagerPath,
    ok: GivenAccess
}

endpoint! {
    /// Hands over to the caller what an account has handed out, so that it does not end with the account.
    ///
    /// Only what the caller could hand out too is taken over; the rest stays with the account.
    pub TakeOverManagerGivenAccess = Post "/api/v1/managers/{managerId}/given-access/take-over",
    auth: Staff { screen: SCREEN, action: Update },
    path: ManagerPath,
    ok: GivenAccess
}

output! {
    /// A permission group that the caller may assign to an account.
    pub struct PermissionGroupChoice {
        /// Permission group id.
        pub permission_group_id: PermissionGroupId,
        /// Name.
        pub name: String,
        /// Authority of the accounts that it is for.
        pub authority: Authority,
        /// Name of the company that owns the group; `null` for a group of the installation.
        pub company_name: Option<String>,
    }
}

input! {
    /// Filter of the permission group choices.
    pub struct PermissionGroupChoiceFilter {
        /// The account's current group, which it may keep even if the caller could not assign it.
        permission_group_id: Option<PermissionGroupId> => id(),
    }
}

endpoint! {
    /// Lists the permission groups, for the caller's tier and below, that grant no more than the caller's own.
    ///
    /// A caller who must use two-step sign-in is offered only the groups that require it, and the group named in the
    /// query.
    pub ListPermissionGroupChoices = Get "/api/v1/managers/permission-groups",
    auth: Staff { screen: ACCOUNT_SCREENS, action: Read },
    query: PermissionGroupChoiceFilter,
    ok: Vec<PermissionGroupChoice>
}
