//! Operators: accounts that run the measuring sites and devices of a retailer, from their preparation to their launch.

use super::{
    companies::CompanyId,
    endpoint,
    external_devices::ExternalDeviceId,
    id_type, input,
    managers::{AccountSort, AccountState, AccountStatus, ManagerId, PasswordReset, PasswordSet, PermissionGroupId},
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

/// Menu url of the screen of operators.
pub const SCREEN: &str = "/account_management/operator_account";

value_enum! {
    /// Whether what an operator measures counts.
    pub enum LaunchStatus { Preparing = "PREPARING", Operating = "OPERATING" }
}

record! {
    /// An operator.
    pub struct Operator { operator_id: OperatorId }
    /// An operator as registered or changed. The first password is set afterwards, by itself.
    pub struct OperatorSave {
        /// Sign-in id; cannot be changed later.
        login_id: String => login_id(),
        /// Name.
        name: String => text(1, 50),
        /// Retailer whose measuring site it is.
        company_id: CompanyId => id(),
        /// Who answers for it: a manager of the retailer or of a company above.
        main_manager_id: Option<ManagerId> => id(),
        /// What the operator may do.
        permission_group_id: PermissionGroupId => id(),
        /// Services that it works with; those of its group where none is named.
        service_ids: Vec<ServiceId> => ids(),
        /// External devices that stand at its site.
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
        /// Whether what it measures counts.
        pub launch_status: LaunchStatus,
        /// Since when, or from when on; `null` where no launch is planned.
        pub launched_at: Option<Timestamp>,
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
}

input! {
    /// Which operators.
    pub struct OperatorFilter {
        /// Those whose name contains this.
        name: Option<String> => text(0, 50),
        /// Those whose sign-in id contains this.
        login_id: Option<String> => text(0, 30),
        /// Those whose company's name contains this.
        company_name: Option<String> => text(0, 100),
        /// Those whose phone number contains these digits.
        phone_number: Option<String> => text(0, 30),
        /// Those of this company and of the companies below it.
        company_id: Option<CompanyId> => id(),
        /// Registered from.
        start_created_at: Option<Bound> => bound(),
        /// Registered to, a day included.
        end_created_at: Option<Bound> => bound(),
        /// Launched from.
        start_launched_at: Option<Bound> => bound(),
        /// Launched to, a day included.
        end_launched_at: Option<Bound> => bound(),
        /// Those whose measurements count by now, or not yet.
        launch_statuses: Vec<LaunchStatus> => words(LaunchStatus::WORDS),
        /// Those that have a time of their launch, come or to come, or those that have none and can be launched.
        has_launch: Option<bool> => flag(),
        /// Those in one of these states.
        account_states: Vec<AccountState> => words(AccountState::WORDS),
        /// Those in this permission group.
        permission_group_id: Option<PermissionGroupId> => id(),
        /// Those that name one of these services as theirs.
        service_ids: Vec<ServiceId> => ids(),
        /// Those at whose site this external device stands.
        external_device_id: Option<ExternalDeviceId> => id(),
        /// Those of this main manager.
        main_manager_id: Option<ManagerId> => id(),
        /// Exactly these.
        operator_ids: Vec<OperatorId> => ids(),
    } list AccountSort also filter_periods
}

fn filter_periods(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startCreatedAt", "endCreatedAt", violations);
    check_period(value, "startLaunchedAt", "endLaunchedAt", violations);
}

input! {
    /// What is changed of several operators together.
    pub struct OperatorChanges {
        /// Who answers for them; `null` for nobody.
        main_manager_id: Option<ManagerId> => id(),
        /// What they may do.
        permission_group_id: Option<PermissionGroupId> => id(),
        /// Services that they work with; those of their groups where none is named.
        service_ids: Vec<ServiceId> => ids(),
        /// Whether the accounts may be used.
        status: Option<AccountStatus> => word(AccountStatus::WORDS),
    }
}

record_calls! {
    Operator at "/api/v1/operators" "/{operatorId}" by OperatorPath on SCREEN,
    /// Lists the operators in the caller's scope.
    list ListOperators(OperatorFilter),
    /// Queues a job that writes the filtered operators to a file.
    export ExportOperators(OperatorFilter),
    /// Queues a job that changes or removes several operators.
    bulk BulkOperators(OperatorFilter by OperatorChanges),
    /// Registers an operator, who may not do more than the caller.
    create CreateOperator(OperatorSave) refuses [Taken],
    /// Answers an operator.
    show GetOperator,
    /// Changes an operator. Suspending and another company end the sessions of the account.
    update UpdateOperator(OperatorSave) refuses [Taken],
    /// Removes an operator, and the sessions of the account.
    delete DeleteOperator,
    /// Lists the changes of an operator, the newest first.
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

input! {
    /// Which operators are launched, and when.
    pub struct OperatorLaunch {
        /// The operators, at least one.
        operator_ids: Vec<OperatorId> => ids(),
        /// From when on what they measure counts: a day begins in Seoul. Now where absent.
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
    /// Launches operators, all of them or none.
    ///
    /// What stands in the way is told of each by its place: `operatorIds[2]`.
    pub LaunchOperators = Put "/api/v1/operators/launch",
    auth: Staff { screen: SCREEN, action: Update },
    body: OperatorLaunch,
    ok: Done
}

endpoint! {
    /// Cancels the launch of an operator; what is not launched stays so.
    pub CancelOperatorLaunch = Delete "/api/v1/operators/{operatorId}/launch",
    auth: Staff { screen: SCREEN, action: Update },
    path: OperatorPath,
    ok: Done
}

endpoint! {
    /// Answers the operator that asks.
    pub GetOwnOperator = Get "/api/v1/operators/me",
    auth: AnyStaff,
    ok: Operator
}

output! {
    /// A manager who may answer for operators.
    pub struct MainManagerChoice {
        /// Manager.
        pub manager_id: ManagerId,
        /// Name.
        pub name: String,
        /// Name of the company.
        pub company_name: Option<String>,
    }
}

input! {
    /// Which managers to choose from.
    pub struct MainManagerFilter {
        /// Those whose name contains this.
        name: Option<String> => text(0, 50),
        /// Those who may answer for an operator of this company: of it and of the companies above, and administrators.
        company_id: Option<CompanyId> => id(),
        /// Exactly these.
        manager_ids: Vec<ManagerId> => ids(),
    }
}

endpoint! {
    /// Lists at most 50 managers of the caller's scope by name, for choosing one.
    pub ListMainManagerChoices = Get "/api/v1/operators/main-managers",
    auth: Staff { screen: SCREEN, action: Read },
    query: MainManagerFilter,
    ok: Vec<MainManagerChoice>
}
