//! Managers: accounts of people who run the service, an administrator's or those of a company, and what an account of
//! staff has in any case.

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

/// Menu url above the screens of accounts.
pub const ACCOUNT_SCREENS: &str = "/account_management";
/// Menu url of the screen of managers.
pub const SCREEN: &str = "/account_management/manager_account";

value_enum! {
    /// What a manager is.
    pub enum ManagerRole { Admin = "ADMIN", Vendor = "VENDOR", Dealer = "DEALER", Retailer = "RETAILER" }
}

impl ManagerRole {
    /// What the account is.
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
    /// What a list says of an account: whether it may be used, and what keeps its owner out for now.
    pub enum AccountState { Active = "ACTIVE", NoPassword = "NO_PASSWORD", Locked = "LOCKED", Suspended = "SUSPENDED" }
}

record! {
    /// A manager.
    pub struct Manager { manager_id: ManagerId }
    /// A manager as registered or changed. The first password is set afterwards, by itself.
    pub struct ManagerSave {
        /// Sign-in id; cannot be changed later.
        login_id: String => login_id(),
        /// Name.
        name: String => text(1, 50),
        /// What the manager is.
        role: ManagerRole => word(ManagerRole::WORDS),
        /// Company of the same tier: none for an administrator.
        company_id: Option<CompanyId> => id(),
        /// What the manager may do.
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
        /// Whether there is a password; without one nobody signs in.
        pub has_password: bool,
        /// Whether the password was set by somebody else and must be changed at the next sign-in.
        pub must_change_password: bool,
        /// Whether the account is signed in to with a second step.
        pub has_two_steps: bool,
        /// Until when failed attempts pause the account for a network that they came from; `null` where none do.
        pub locked_until: Option<Timestamp>,
        /// When somebody signed in last.
        pub last_signed_in_at: Option<Timestamp>,
    }
    also company_of_role
}

fn company_of_role(value: &Value, violations: &mut Vec<Violation>) {
    let Some(role) = value.get("role").as_text() else { return };
    let company = *value.get("companyId") != Value::Nothing;
    match (role == ManagerRole::Admin.as_str(), company) {
        (true, true) => violations.push(Violation::new("companyId", "notAllowed")),
        (false, false) => violations.push(Violation::new("companyId", "required")),
        _ => {}
    }
}

value_enum! {
    /// Order of a list of accounts.
    pub enum AccountSort { Newest = "NEWEST", Oldest = "OLDEST", Name = "NAME", NameDescending = "NAME_DESC" }
}

input! {
    /// Which managers.
    pub struct ManagerFilter {
        /// Those of these roles.
        manager_roles: Vec<ManagerRole> => words(ManagerRole::WORDS),
        /// Those in one of these states.
        account_states: Vec<AccountState> => words(AccountState::WORDS),
        /// Those in this permission group.
        permission_group_id: Option<PermissionGroupId> => id(),
        /// Those whose company's name contains this.
        company_name: Option<String> => text(0, 100),
        /// Those whose sign-in id contains this.
        login_id: Option<String> => text(0, 30),
        /// Those of this company and of the companies below it.
        company_id: Option<CompanyId> => id(),
        /// Those whose name contains this.
        name: Option<String> => text(0, 50),
        /// Those whose phone number contains these digits.
        phone_number: Option<String> => text(0, 30),
        /// Registered from.
        start_created_at: Option<Bound> => bound(),
        /// Registered to, a day included.
        end_created_at: Option<Bound> => bound(),
    } list AccountSort also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
}

input! {
    /// What is changed of several managers together.
    pub struct ManagerChanges {
        /// What they may do.
        permission_group_id: Option<PermissionGroupId> => id(),
        /// Whether the accounts may be used.
        status: Option<AccountStatus> => word(AccountStatus::WORDS),
    }
}

record_calls! {
    Manager at "/api/v1/managers" "/{managerId}" by ManagerPath on SCREEN,
    /// Lists the managers in the caller's scope.
    list ListManagers(ManagerFilter),
    /// Queues a job that writes the filtered managers to a file.
    export ExportManagers(ManagerFilter),
    /// Queues a job that changes or removes several managers.
    bulk BulkManagers(ManagerFilter by ManagerChanges),
    /// Registers a manager of the own tier or below, who may not do more than the caller.
    create CreateManager(ManagerSave) refuses [Taken],
    /// Answers a manager.
    show GetManager,
    /// Changes a manager. Suspending, another role and another company end the sessions of the account.
    update UpdateManager(ManagerSave) refuses [Taken],
    /// Removes a manager, and the sessions of the account.
    delete DeleteManager refuses [HasDependents],
    /// Lists the changes of a manager, the newest first.
    history ListManagerRevisions,
}

input! {
    /// A password that somebody sets for another account.
    pub struct PasswordReset {
        /// The password, 10 to 200 characters; where absent one is made.
        password: Option<String> => secret(200),
    }
}

output! {
    /// A password that was set for an account.
    pub struct PasswordSet {
        /// The password that was made, which is never shown again; `null` where it was given.
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
    /// A permission group that the caller may give to an account.
    pub struct PermissionGroupChoice {
        /// Group.
        pub permission_group_id: PermissionGroupId,
        /// Name.
        pub name: String,
        /// What accounts it is for.
        pub authority: Authority,
        /// Name of the company whose group it is; `null` for one of the installation's.
        pub company_name: Option<String>,
    }
}

input! {
    /// Which permission groups are offered.
    pub struct PermissionGroupChoiceFilter {
        /// The group that the account has: it may keep one that the caller could not give it.
        permission_group_id: Option<PermissionGroupId> => id(),
    }
}

endpoint! {
    /// Lists the permission groups that hold no more than the caller's own, for accounts of the own tier and below.
    ///
    /// Who is held to a second step of signing in is offered those alone that demand one, and the one that is named.
    pub ListPermissionGroupChoices = Get "/api/v1/managers/permission-groups",
    auth: Staff { screen: ACCOUNT_SCREENS, action: Read },
    query: PermissionGroupChoiceFilter,
    ok: Vec<PermissionGroupChoice>
}
