//! User apps: the apps that members use on their phones, and which of them companies provide to their members.

use super::{
    companies::{CompanyId, CompanyPath},
    endpoint, id_type, input, output, path_type, record, record_calls,
    services::ServiceId,
    validation::{Value, Violation, check_period},
    value_enum,
};
use crate::domain::time::{Bound, Date};

id_type! {
    /// A user app.
    UserAppId
}

id_type! {
    /// A user app that a company provides to its members.
    CompanyUserAppId
}

path_type! { UserAppPath { user_app_id: UserAppId } }
path_type! { CompanyUserAppPath { company_user_app_id: CompanyUserAppId } }

/// Menu URL of the user app screen.
pub const SCREEN: &str = "/app_management/user_app_management";
/// Menu URL of the screen of apps that companies provide to their members.
pub const USED_SCREEN: &str = "/member_management/used_company_app_management";
/// Maximum length of a package id.
const MAX_PACKAGE: usize = 150;
/// Number of days after the last use during which a user counts as active.
pub const ACTIVE_DAYS: i64 = 30;

value_enum! {
    /// Whether an app can be provided and used.
    pub enum UserAppStatus { Active = "ACTIVE", Stopped = "STOPPED" }
}

value_enum! {
    /// Platform of an app.
    pub enum AppPlatform { Android = "ANDROID", Ios = "IOS" }
}

record! {
    /// A user app.
    pub struct UserApp { user_app_id: UserAppId }
    /// Fields to register or change a user app.
    pub struct UserAppSave {
        /// Name.
        name: String => text(1, 100),
        /// Service that it belongs to.
        service_id: ServiceId => id(),
        /// Package name on Android: `com.example.uno`.
        android_package: Option<String> => text(3, MAX_PACKAGE),
        /// Its bundle identifier on iOS.
        ios_bundle: Option<String> => text(3, MAX_PACKAGE),
        /// Whether it can be provided and used.
        status: UserAppStatus => word(UserAppStatus::WORDS),
    }
    shown {
        /// Name of the service.
        pub service_name: String,
    }
    also package_ids
}

fn package_ids(value: &Value, violations: &mut Vec<Violation>) {
    for field in ["androidPackage", "iosBundle"] {
        let Some(text) = value.get(field).as_text() else { continue };
        let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'));
        if !text.is_empty() && !is_plain {
            violations.push(Violation::new(field, "packageId"));
        }
    }
}

value_enum! {
    /// Sort order of a list of apps.
    pub enum UserAppSort { Newest = "NEWEST", Oldest = "OLDEST", Name = "NAME", NameDescending = "NAME_DESCENDING" }
}

input! {
    /// Filter of the user app list.
    pub struct UserAppFilter {
        /// Name contains this text.
        name: Option<String> => text(0, 100),
        /// Apps of these services.
        service_ids: Vec<ServiceId> => ids(),
        /// Apps with one of these statuses.
        statuses: Vec<UserAppStatus> => words(UserAppStatus::WORDS),
    } list UserAppSort
}

input! {
    /// Fields that can be changed in several user apps at once.
    pub struct UserAppChanges {
        /// Whether they can be provided and used.
        status: Option<UserAppStatus> => word(UserAppStatus::WORDS),
    }
}

record_calls! {
    UserApp at "/api/v1/user-apps" "/{userAppId}" by UserAppPath on SCREEN,
    /// Lists the user apps.
    list ListUserApps(UserAppFilter),
    /// Queues a job that exports the filtered user apps to a file.
    export ExportUserApps(UserAppFilter),
    /// Queues a job that changes or deletes several user apps.
    bulk BulkUserApps(UserAppFilter by UserAppChanges),
    /// Registers a user app.
    create CreateUserApp(UserAppSave) refuses [Taken],
    /// Returns a user app.
    show GetUserApp,
    /// Changes a user app.
    update UpdateUserApp(UserAppSave) refuses [Taken],
    /// Deletes a user app that no company provides to its members.
    delete DeleteUserApp refuses [Changed, HasDependents],
    /// Lists the changes of a user app, newest first.
    history ListUserAppRevisions,
}

output! {
    /// A user app as an option for selection.
    pub struct UserAppOption {
        /// User app id.
        pub user_app_id: UserAppId,
        /// Name.
        pub name: String,
        /// Name of its service.
        pub service_name: String,
    }
}

endpoint! {
    /// Lists the apps that the caller may provide to a company: active ones, of the caller's services.
    pub ListUserAppOptions = Get "/api/v1/user-app-options",
    auth: AnyStaff,
    ok: Vec<UserAppOption>
}

record! {
    /// A user app that a company provides to its members.
    pub struct CompanyUserApp { company_user_app_id: CompanyUserAppId }
    /// Fields to provide a user app to a company's members for a period.
    pub struct CompanyUserAppSave {
        /// Company id; cannot be changed later.
        company_id: CompanyId => id(),
        /// User app id; cannot be changed later.
        user_app_id: UserAppId => id(),
        /// First day, in Seoul.
        starts_on: Date => date(),
        /// Last day, in Seoul.
        ends_on: Option<Date> => date(),
    }
    shown {
        /// Name of the company.
        pub company_name: String,
        /// Name of the app.
        pub user_app_name: String,
        /// Name of its service.
        pub service_name: String,
        /// Whether the last day has passed.
        pub is_ended: bool,
        /// Number of users linked with members of the company or of companies below it who have used the app and allow
        /// recording.
        pub users: i64,
        /// Number of them who have used it in the last 30 days.
        pub active_users: i64,
    }
    also check_days
}

fn check_days(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startsOn", "endsOn", violations);
}

value_enum! {
    /// Sort order of a list of companies' apps.
    pub enum CompanyUserAppSort { Newest = "NEWEST", Oldest = "OLDEST" }
}

input! {
    /// Filter of the apps of companies.
    pub struct CompanyUserAppFilter {
        /// Apps of this company and of the companies below it.
        company_id: Option<CompanyId> => id(),
        /// Entries of this app.
        user_app_id: Option<UserAppId> => id(),
        /// `true` for ended entries, `false` for others.
        is_ended: Option<bool> => flag(),
        /// First day is this day or later.
        start_starts_on: Option<Bound> => bound(),
        /// First day is this day or earlier.
        end_starts_on: Option<Bound> => bound(),
    } list CompanyUserAppSort also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startStartsOn", "endStartsOn", violations);
}

input! {
    /// Fields that can be changed in several companies' user apps at once.
    pub struct CompanyUserAppChanges {
        /// Last day; `null` for no end.
        ends_on: Option<Date> => date(),
    }
}

record_calls! {
    CompanyUserApp at "/api/v1/company-user-apps" "/{companyUserAppId}" by CompanyUserAppPath on USED_SCREEN,
    /// Lists the user apps of the companies in the caller's scope.
    list ListCompanyUserApps(CompanyUserAppFilter),
    /// Queues a job that exports the filtered user apps of companies to a file.
    export ExportCompanyUserApps(CompanyUserAppFilter),
    /// Queues a job that changes or deletes several companies' user apps.
    bulk BulkCompanyUserApps(CompanyUserAppFilter by CompanyUserAppChanges),
    /// Provides a user app to a company's members.
    create CreateCompanyUserApp(CompanyUserAppSave) refuses [Taken],
    /// Returns a company's user app.
    show GetCompanyUserApp,
    /// Changes the period in which a company provides an app.
    update UpdateCompanyUserApp(CompanyUserAppSave) refuses [Taken],
    /// Deletes an entry that was created by mistake.
    delete DeleteCompanyUserApp refuses [Changed],
    /// Lists the changes of a company's user app, newest first.
    history ListCompanyUserAppRevisions,
}

input! {
    /// A user app to provide to a company's members.
    pub struct CompanyUserAppGrant {
        /// User app id.
        user_app_id: UserAppId => id(),
        /// First day, in Seoul; today by default.
        starts_on: Option<Date> => date(),
    }
}

endpoint! {
    /// Provides a user app to a company's members.
    pub GrantUserApp = Post "/api/v1/companies/{companyId}/user-apps",
    auth: Staff { screen: USED_SCREEN, action: Create },
    path: CompanyPath,
    body: CompanyUserAppGrant,
    refuses: [Taken],
    ok: CompanyUserApp
}
