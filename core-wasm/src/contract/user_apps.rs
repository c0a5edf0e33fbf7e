//! User apps: what members use on their telephones, and which of them companies give their members.

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
    /// A user app that a company gives its members.
    CompanyUserAppId
}

path_type! { UserAppPath { user_app_id: UserAppId } }
path_type! { CompanyUserAppPath { company_user_app_id: CompanyUserAppId } }

/// Menu url of the screen of user apps.
pub const SCREEN: &str = "/app_management/user_app_management";
/// Menu url of the screen of the apps that companies give their members.
pub const USED_SCREEN: &str = "/member_management/used_company_app_management";
/// Most characters of a package id.
const MAX_PACKAGE: usize = 150;
/// For how many days somebody who has used an app counts as active.
pub const ACTIVE_DAYS: i64 = 30;

value_enum! {
    /// Whether an app can be given and used.
    pub enum UserAppStatus { Active = "ACTIVE", Stopped = "STOPPED" }
}

value_enum! {
    /// What an app runs on.
    pub enum AppPlatform { Android = "ANDROID", Ios = "IOS" }
}

record! {
    /// A user app.
    pub struct UserApp { user_app_id: UserAppId }
    /// A user app as registered or changed.
    pub struct UserAppSave {
        /// Name.
        name: String => text(1, 100),
        /// The service that it belongs to.
        service_id: ServiceId => id(),
        /// Its name among the packages of Android: `com.example.uno`.
        android_package: Option<String> => text(3, MAX_PACKAGE),
        /// Its bundle identifier on iOS.
        ios_bundle: Option<String> => text(3, MAX_PACKAGE),
        /// Whether it can be given and used.
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
    /// Order of a list of apps.
    pub enum UserAppSort { Newest = "NEWEST", Oldest = "OLDEST", Name = "NAME", NameDescending = "NAME_DESCENDING" }
}

input! {
    /// Which user apps.
    pub struct UserAppFilter {
        /// Those whose name contains this.
        name: Option<String> => text(0, 100),
        /// Those of these services.
        service_ids: Vec<ServiceId> => ids(),
        /// Those of this status.
        statuses: Vec<UserAppStatus> => words(UserAppStatus::WORDS),
    } list UserAppSort
}

input! {
    /// What is changed of several user apps together.
    pub struct UserAppChanges {
        /// Whether they can be given to companies.
        status: Option<UserAppStatus> => word(UserAppStatus::WORDS),
    }
}

record_calls! {
    UserApp at "/api/v1/user-apps" "/{userAppId}" by UserAppPath on SCREEN,
    /// Lists the user apps.
    list ListUserApps(UserAppFilter),
    /// Exports the user apps as a file, in a job.
    export ExportUserApps(UserAppFilter),
    /// Queues a job that changes or removes several user apps.
    bulk BulkUserApps(UserAppFilter by UserAppChanges),
    /// Registers a user app.
    create CreateUserApp(UserAppSave) refuses [Taken],
    /// Answers a user app.
    show GetUserApp,
    /// Changes a user app.
    update UpdateUserApp(UserAppSave) refuses [Taken],
    /// Removes a user app that no company gives its members.
    delete DeleteUserApp refuses [Changed, HasDependents],
    /// Lists the changes of a user app, the newest first.
    history ListUserAppRevisions,
}

output! {
    /// A user app as a choice.
    pub struct UserAppOption {
        /// User app.
        pub user_app_id: UserAppId,
        /// Name.
        pub name: String,
        /// Name of its service.
        pub service_name: String,
    }
}

endpoint! {
    /// Lists the apps that the caller may give a company: those in use, of services that the caller holds.
    pub ListUserAppOptions = Get "/api/v1/user-app-options",
    auth: AnyStaff,
    ok: Vec<UserAppOption>
}

record! {
    /// A user app that a company gives its members.
    pub struct CompanyUserApp { company_user_app_id: CompanyUserAppId }
    /// A user app as given to a company, for a time.
    pub struct CompanyUserAppSave {
        /// Company; cannot be changed later.
        company_id: CompanyId => id(),
        /// User app; cannot be changed later.
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
        /// Whether the last day is over.
        pub is_ended: bool,
        /// Users linked with members of the company or of those below it who have used the app and have allowed that
        /// this is recorded.
        pub users: i64,
        /// Those of them who have used it in the last 30 days.
        pub active_users: i64,
    }
    also days_in_order
}

fn days_in_order(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startsOn", "endsOn", violations);
}

value_enum! {
    /// Order of a list of companies' apps.
    pub enum CompanyUserAppSort { Newest = "NEWEST", Oldest = "OLDEST" }
}

input! {
    /// Which apps of which companies.
    pub struct CompanyUserAppFilter {
        /// Those of this company and of those below it.
        company_id: Option<CompanyId> => id(),
        /// Those of this app.
        user_app_id: Option<UserAppId> => id(),
        /// Those that have ended, or those that have not.
        is_ended: Option<bool> => flag(),
        /// Given from this day or later.
        start_starts_on: Option<Bound> => bound(),
        /// Given from this day or earlier.
        end_starts_on: Option<Bound> => bound(),
    } list CompanyUserAppSort also filter_period
}

fn filter_period(value: &Value, violations: &mut Vec<Violation>) {
    check_period(value, "startStartsOn", "endStartsOn", violations);
}

input! {
    /// What is changed of several companies' user apps together.
    pub struct CompanyUserAppChanges {
        /// Last day; `null` where they do not end.
        ends_on: Option<Date> => date(),
    }
}

record_calls! {
    CompanyUserApp at "/api/v1/company-user-apps" "/{companyUserAppId}" by CompanyUserAppPath on USED_SCREEN,
    /// Lists the user apps of the companies in the caller's scope.
    list ListCompanyUserApps(CompanyUserAppFilter),
    /// Exports the user apps of companies as a file, in a job.
    export ExportCompanyUserApps(CompanyUserAppFilter),
    /// Queues a job that changes or removes several companies' user apps.
    bulk BulkCompanyUserApps(CompanyUserAppFilter by CompanyUserAppChanges),
    /// Gives a company a user app.
    create CreateCompanyUserApp(CompanyUserAppSave) refuses [Taken],
    /// Answers a company's user app.
    show GetCompanyUserApp,
    /// Changes since when or until when a company gives an app.
    update UpdateCompanyUserApp(CompanyUserAppSave) refuses [Taken],
    /// Removes what was given by mistake.
    delete DeleteCompanyUserApp refuses [Changed],
    /// Lists the changes of a company's user app, the newest first.
    history ListCompanyUserAppRevisions,
}

input! {
    /// A user app for a company.
    pub struct CompanyUserAppGrant {
        /// User app.
        user_app_id: UserAppId => id(),
        /// First day, in Seoul: today where absent.
        starts_on: Option<Date> => date(),
    }
}

endpoint! {
    /// Gives a company a user app.
    pub GrantUserApp = Post "/api/v1/companies/{companyId}/user-apps",
    auth: Staff { screen: USED_SCREEN, action: Create },
    path: CompanyPath,
    body: CompanyUserAppGrant,
    refuses: [Taken],
    ok: CompanyUserApp
}
