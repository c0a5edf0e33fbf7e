//! Operators: accounts that run the measuring sites and devices of a retailer, from preparation to launch.

use super::{
    companies::CompanyId,
    endpoint,
    external_devices::ExternalDeviceId,
    id_type, input,
    managers::{
        AccountSort, AccountState, AccountStatus, GivenAccess, ManagerId, PasswordReset, PasswordSet, PermissionGroupId,
    },
    output,
    page::Done,
    path_type, record, record_calls,
    services::ServiceId,
    validation::{Value, Violation, check_period},
    value_enum,
};
use crate::domain::time::{Bound, Timestamp};

id_type! {
    /// An operator's account.
    OperatorId
}

path_type! { OperatorPath { operator_id: OperatorId } }

/// Menu URL of the operator screen.
pub const SCREEN: &str = "/account_management/operator_account";

value_enum! {
    /// Whether the measurements of an operator count in statistics.
    pub enum LaunchStatus { Preparing = "PREPARING", Operating = "OPERATING" }
}

record! {
    /// An operator.
    pub struct Operator { operator_id: OperatorId }
    /// Fields to register or change an operator. The first password is set separately afterwards.
    pub struct OperatorSave {
        /// Sign-in id; cannot be changed later.
        login_id: String => login_id(),
        /// Name.
        name: String => text(1, 50),
        /// Retailer that the measuring site belongs to.
        company_id: CompanyId => id(),
        /// Responsible manager: of the retailer or of a company above it.
        main_manager_id: Option<ManagerId> => id(),
        /// Permission group.
        permission_group_id: PermissionGroupId => id(),
        /// Services that the operator works with; if empty, those of its permission group.
        service_ids: Vec<ServiceId> => ids(),
        /// External devices at its site.
        external_device_ids: Vec<ExternalDeviceId> => ids(),
        /// Phone number.
        phone_number: Option<String> => phone(),
        /// E-mail address.
        email: Option<String> => email(),
        /// Postal code of the site.
        postal_code: Option<String> => text(0, 10),
        /// Street address of the site.
        address: Option<String> => text(0, 200),
        /// Floor, room.
        address_detail: Option<String> => text(0, 200),
        /// Whether the account may be used.
        status: AccountStatus => word(AccountStatus::WORDS),
        /// Internal note.
        memo: Option<String> => lines(1000),
    }
    shown {
        /// Name of the company.
        pub company_name: Option<String>,
        /// Name of the main manager.
        pub main_manager_name: Option<String>,
        /// Names of the external devices, in the order of their ids.
        pub external_device_names: Vec<String>,
        /// Name of the permission group.
        pub permission_group_name: String,
        /// Whether its measurements count in statistics.
        pub launch_status: LaunchStatus,
        /// Time of the launch, past or planned; `null` if none is planned.
        pub launched_at: Option<Timestamp>,
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
}

input! {
    /// Filter of the operator list.
    pub struct OperatorFilter {
        /// Name contains this text.
        name: Option<String> => text(0, 50),
        /// Sign-in id contains this text.
        login_id: Option<String> => text(0, 30),
        /// Company name contains this text.
        company_name: Option<String> => text(0, 100),
        /// Phone number contains these digits.
        phone_number: Option<String> => text(0, 30),
        /// Operators of this company and of the companies below it.
        company_id: Option<CompanyId> => id(),
        /// Registered at or after this date or time.
        start_created_at: Option<Bound> => bound(),
        /// Registered at or before this date or time; a date includes the whole day.
        end_created_at: Option<Bound> => bound(),
        /// Launched at or after this date or time.
        start_launched_at: Option<Bound> => bound(),
        /// Launched at or before this date or time; a date includes the whole day.
        end_launched_at: Option<Bound> => bound(),
        /// Operators with one of these launch statuses.
        launch_statuses: Vec<LaunchStatus> => words(LaunchStatus::WORDS),
        /// `true` for operators with a launch time, past or planned; `false` for those without, which can be launched.
        has_launch: Option<bool> => flag(),
        /// Operators in one of these states.
        account_states: Vec<AccountState> => words(AccountState::WORDS),
        /// Operators in this permission group.
        permission_group_id: Option<PermissionGroupId> => id(),
        /// Operators to which one of these services is assigned directly.
        service_ids: Vec<ServiceId> => ids(),
        /// Operators with this external device at their site.
        external_device_id: Option<ExternalDeviceId> => id(),
        /// Operators with this main manager.
        main_manager_id: Option<ManagerId> => id(),
        /// Only these operators.
        operator_ids: Vec<OperatorId> => ids(),
    } list AccountSort also filter_periods
}

fn filter_periods(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
    check_period(value, "startLaunchedAt", "endLaunchedAt", violations);
}

input! {
    /// Fields that can be changed in several operators at once.
    pub struct OperatorChanges {
        /// Responsible manager; `null` for none.
        main_manager_id: Option<ManagerId> => id(),
        /// Permission group.
        permission_group_id: Option<PermissionGroupId> => id(),
        /// Services that they work with; if empty, those of their permission groups.
        service_ids: Vec<ServiceId> => ids(),
        /// Whether the accounts may be used.
        status: Option<AccountStatus> => word(AccountStatus::WORDS),
    }
}

record_calls! {
    Operator at "/api/v1/operators" "/{operatorId}" by OperatorPath on SCREEN,
    /// Lists the operators in the caller's scope.
    list ListOperators(OperatorFilter),
    /// Queues a job that exports the filtered operators to a file.
    export ExportOperators(OperatorFilter),
    /// Queues a job that changes or deletes several operators.
    bulk BulkOperators(OperatorFilter by OperatorChanges),
    /// Registers an operator with no more permissions than the caller.
    create CreateOperator(OperatorSave) refuses [Taken],
    /// Returns an operator.
    show GetOperator,
    /// Changes an operator. Suspending the account or changing its company ends its sessions.
    update UpdateOperator(OperatorSave) refuses [Taken],
    /// Deletes an operator and ends the sessions of the account.
    delete DeleteOperator,
    /// Lists the changes of an operator, newest first.
    history ListOperatorRevisions,
}

endpoint! {
    /// Sets the password of an operator, who must change it at the next sign-in; ends the sessions of the account.
    pub SetOperatorPassword = Put "/api/v1/operators/{operatorId}/password",
    auth: Staff { screen: SCREEN, action: Update },
    path: OperatorPath,
    body: PasswordReset,
    refuses: [PasswordRejected],
    ok: PasswordSet
}

endpoint! {
    /// Counts what an account has handed out, which ends when the account is deleted or suspended or loses the right.
    pub GetOperatorGivenAccess = Get "/api/v1/operators/{operatorId}/given-access",
    auth: Staff { screen: SCREEN, action: Read },
    path: OperatorPath,
    ok: GivenAccess
}

endpoint! {
    /// Hands over to the caller what an account has handed out, so that it does not end with the account.
    ///
    /// Only what the caller could hand out too is taken over; the rest stays with the account.
    pub TakeOverOperatorGivenAccess = Post "/api/v1/operators/{operatorId}/given-access/take-over",
    auth: Staff { screen: SCREEN, action: Update },
    path: OperatorPath,
    ok: GivenAccess
}

input! {
    /// The operators to launch, and when.
    pub struct OperatorLaunch {
        /// The operators, at least one.
        operator_ids: Vec<OperatorId> => ids(),
        /// When their measurements start to count; a date means its start in Seoul. Now by default.
        launched_at: Option<Bound> => bound(),
    } also some_operator
}

fn some_operator(value: &Value, violations: &mut Vec<Violation>) {
    let none = match value.get("operatorIds") {
        Value::Nothing => true,
        Value::List(ids) => ids.is_empty(),
        _ => false,
    };
    if none {
        violations.push(Violation::new("operatorIds", "required"));
    }
}

endpoint! {
    /// Launches operators, either all of them or none.
    ///
    /// Errors name the operator by its position: `operatorIds[2]`.
    pub LaunchOperators = Put "/api/v1/operators/launch",
    auth: Staff { screen: SCREEN, action: Update },
    body: OperatorLaunch,
    ok: Done
}

endpoint! {
    /// Cancels the launch of an operator, past or planned; has no effect if there is none.
    pub CancelOperatorLaunch = Delete "/api/v1/operators/{operatorId}/launch",
    auth: Staff { screen: SCREEN, action: Update },
    path: OperatorPath,
    ok: Done
}

endpoint! {
    /// Returns the calling operator.
    pub GetOwnOperator = Get "/api/v1/operators/me",
    auth: AnyStaff,
    ok: Operator
}

output! {
    /// A manager who may be responsible for operators.
    pub struct MainManagerChoice {
        /// Manager id.
        pub manager_id: ManagerId,
        /// Name.
        pub name: String,
        /// Name of the company.
        pub company_name: Option<String>,
    }
}

input! {
    /// Filter of the main manager choices.
    pub struct MainManagerFilter {
        /// Name contains this text.
        name: Option<String> => text(0, 50),
        /// Managers who may be responsible for an operator of this company: those of the company and of the companies
        /// above it, and administrators.
        company_id: Option<CompanyId> => id(),
        /// Only these managers.
        manager_ids: Vec<ManagerId> => ids(),
    }
}

endpoint! {
    /// Lists at most 50 managers in the caller's scope by name, for selection.
    pub ListMainManagerChoices = Get "/api/v1/operators/main-managers",
    auth: Staff { screen: SCREEN, action: Read },
    query: MainManagerFilter,
    ok: Vec<MainManagerChoice>
}
